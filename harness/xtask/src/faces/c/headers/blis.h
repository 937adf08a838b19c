/* Like BLIS's header: everything in one, with integers of 64 bits in Fortran names. */
#ifndef BLIS_H
#define BLIS_H
#include <stdint.h>
typedef int64_t f77_int;
#define CBLAS_H
enum CBLAS_ORDER { CblasRowMajor = 101, CblasColMajor = 102 };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113 };
#ifdef __cplusplus
extern "C" {
#endif
void cblas_sgemm(enum CBLAS_ORDER order, enum CBLAS_TRANSPOSE transa, enum CBLAS_TRANSPOSE transb, f77_int m, f77_int n,
                 f77_int k, float alpha, const float *a, f77_int lda, const float *b, f77_int ldb, float beta, float *c,
                 f77_int ldc);
void cblas_cgemm(enum CBLAS_ORDER order, enum CBLAS_TRANSPOSE transa, enum CBLAS_TRANSPOSE transb, f77_int m, f77_int n,
                 f77_int k, const void *alpha, const void *a, f77_int lda, const void *b, f77_int ldb, const void *beta,
                 void *c, f77_int ldc);
void sgemm_(const char *, const char *, const f77_int *, const f77_int *, const f77_int *, const float *, const float *,
            const f77_int *, const float *, const f77_int *, const float *, float *, const f77_int *);
#ifdef __cplusplus
}
#endif
#endif
