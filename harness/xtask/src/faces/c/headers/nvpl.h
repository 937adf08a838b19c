/* Like NVPL's headers, of both interfaces. */
#ifndef NVPL_BLAS_CBLAS_H
#define NVPL_BLAS_CBLAS_H
#define NVPL_BLAS_F77_BLAS_H
#include <stdint.h>
typedef int64_t nvpl_int_t;
enum CBLAS_ORDER { CblasRowMajor = 101, CblasColMajor = 102 };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113 };
#ifdef __cplusplus
extern "C" {
#endif
void cblas_sgemm(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa, const enum CBLAS_TRANSPOSE transb,
                 const nvpl_int_t m, const nvpl_int_t n, const nvpl_int_t k, const float alpha, const float *a,
                 const nvpl_int_t lda, const float *b, const nvpl_int_t ldb, const float beta, float *c,
                 const nvpl_int_t ldc);
void cblas_cgemm(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa, const enum CBLAS_TRANSPOSE transb,
                 const nvpl_int_t m, const nvpl_int_t n, const nvpl_int_t k, const void *alpha, const void *a,
                 const nvpl_int_t lda, const void *b, const nvpl_int_t ldb, const void *beta, void *c,
                 const nvpl_int_t ldc);
void cblas_sgemm_batch_strided(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa,
                               const enum CBLAS_TRANSPOSE transb, const nvpl_int_t m, const nvpl_int_t n,
                               const nvpl_int_t k, const float alpha, const float *a, const nvpl_int_t lda,
                               const nvpl_int_t stridea, const float *b, const nvpl_int_t ldb, const nvpl_int_t strideb,
                               const float beta, float *c, const nvpl_int_t ldc, const nvpl_int_t stridec,
                               const nvpl_int_t count);
void cblas_cgemm_batch_strided(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa,
                               const enum CBLAS_TRANSPOSE transb, const nvpl_int_t m, const nvpl_int_t n,
                               const nvpl_int_t k, const void *alpha, const void *a, const nvpl_int_t lda,
                               const nvpl_int_t stridea, const void *b, const nvpl_int_t ldb, const nvpl_int_t strideb,
                               const void *beta, void *c, const nvpl_int_t ldc, const nvpl_int_t stridec,
                               const nvpl_int_t count);
void sgemm_(const char *, const char *, const nvpl_int_t *, const nvpl_int_t *, const nvpl_int_t *, const float *,
            const float *, const nvpl_int_t *, const float *, const nvpl_int_t *, const float *, float *,
            const nvpl_int_t *);
#ifdef __cplusplus
}
#endif
#endif
