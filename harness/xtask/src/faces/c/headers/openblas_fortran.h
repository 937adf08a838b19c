/* Like OpenBLAS's header of Fortran names: functions return a number. */
#ifndef OPENBLAS_F77BLAS_H
#define OPENBLAS_F77BLAS_H
#ifndef OPENBLAS_CONFIG_H
#define OPENBLAS_CONFIG_H
typedef int blasint;
#endif
#ifdef __cplusplus
extern "C" {
#endif
int sgemm_(const char *, const char *, const blasint *, const blasint *, const blasint *, const float *, const float *,
           const blasint *, const float *, const blasint *, const float *, float *, const blasint *);
int cgemm_(const char *, const char *, const blasint *, const blasint *, const blasint *, const float *, const float *,
           const blasint *, const float *, const blasint *, const float *, float *, const blasint *);
#ifdef __cplusplus
}
#endif
#endif
