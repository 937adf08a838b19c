/* Like OpenBLAS's newest header: it declares batches at constant distances. */
#ifndef CBLAS_H
#define CBLAS_H
#ifndef OPENBLAS_CONFIG_H
#define OPENBLAS_CONFIG_H
typedef int blasint;
#endif
#ifdef __cplusplus
extern "C" {
#endif
typedef enum CBLAS_ORDER { CblasRowMajor = 101, CblasColMajor = 102 } CBLAS_ORDER;
typedef enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113, CblasConjNoTrans = 114 } CBLAS_TRANSPOSE;
typedef CBLAS_ORDER CBLAS_LAYOUT;
void cblas_sgemm(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa, const enum CBLAS_TRANSPOSE transb,
                 const blasint m, const blasint n, const blasint k, const float alpha, const float *a, const blasint lda,
                 const float *b, const blasint ldb, const float beta, float *c, const blasint ldc);
void cblas_sgemm_batch_strided(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa,
                               const enum CBLAS_TRANSPOSE transb, const blasint m, const blasint n, const blasint k,
                               const float alpha, const float *a, const blasint lda, const blasint stridea, const float *b,
                               const blasint ldb, const blasint strideb, const float beta, float *c, const blasint ldc,
                               const blasint stridec, const blasint count);
void cblas_cgemm(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa, const enum CBLAS_TRANSPOSE transb,
                 const blasint m, const blasint n, const blasint k, const void *alpha, const void *a, const blasint lda,
                 const void *b, const blasint ldb, const void *beta, void *c, const blasint ldc);
void cblas_cgemm_batch_strided(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa,
                               const enum CBLAS_TRANSPOSE transb, const blasint m, const blasint n, const blasint k,
                               const void *alpha, const void *a, const blasint lda, const blasint stridea, const void *b,
                               const blasint ldb, const blasint strideb, const void *beta, void *c, const blasint ldc,
                               const blasint stridec, const blasint count);
#ifdef __cplusplus
}
#endif
#endif
