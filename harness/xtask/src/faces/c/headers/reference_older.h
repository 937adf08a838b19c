/* Like the reference's header of some years: enumerations without a name of their own. */
#ifndef CBLAS_H
#define CBLAS_H
typedef enum { CblasRowMajor = 101, CblasColMajor = 102 } CBLAS_LAYOUT;
typedef enum { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113 } CBLAS_TRANSPOSE;
typedef CBLAS_LAYOUT CBLAS_ORDER;
#ifdef __cplusplus
extern "C" {
#endif
void cblas_sgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, const int m, const int n,
                 const int k, const float alpha, const float *a, const int lda, const float *b, const int ldb,
                 const float beta, float *c, const int ldc);
void cblas_cgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, const int m, const int n,
                 const int k, const void *alpha, const void *a, const int lda, const void *b, const int ldb,
                 const void *beta, void *c, const int ldc);
#ifdef __cplusplus
}
#endif
#endif
