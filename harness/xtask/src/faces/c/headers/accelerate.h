/* Like Accelerate's newer headers: read once without a guard, Fortran names with letters that may be written. */
#pragma once
#define ACCELERATE_NEW_LAPACK
#ifndef CBLAS_ENUM_DEFINED_H
#define CBLAS_ENUM_DEFINED_H
enum CBLAS_ORDER { CblasRowMajor = 101, CblasColMajor = 102 };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113, AtlasConj = 114 };
#endif
typedef int other_lapack_int;
#ifdef __cplusplus
extern "C" {
#endif
void cblas_sgemm(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa, const enum CBLAS_TRANSPOSE transb,
                 const other_lapack_int m, const other_lapack_int n, const other_lapack_int k, const float alpha,
                 const float *a, const other_lapack_int lda, const float *b, const other_lapack_int ldb, const float beta,
                 float *c, const other_lapack_int ldc);
void cblas_cgemm(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa, const enum CBLAS_TRANSPOSE transb,
                 const other_lapack_int m, const other_lapack_int n, const other_lapack_int k, const void *alpha,
                 const void *a, const other_lapack_int lda, const void *b, const other_lapack_int ldb, const void *beta,
                 void *c, const other_lapack_int ldc);
void sgemm_(char *, char *, other_lapack_int *, other_lapack_int *, other_lapack_int *, float *, float *, other_lapack_int *,
            float *, other_lapack_int *, float *, float *, other_lapack_int *);
#ifdef __cplusplus
}
#endif
