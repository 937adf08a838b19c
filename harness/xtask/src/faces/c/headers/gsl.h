/* Like GSL's header: enumerations without other names, a guard of its own. */
#ifndef __GSL_CBLAS_H__
#define __GSL_CBLAS_H__
enum CBLAS_ORDER { CblasRowMajor = 101, CblasColMajor = 102 };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113 };
#ifdef __cplusplus
extern "C" {
#endif
void cblas_sgemm(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa, const enum CBLAS_TRANSPOSE transb,
                 const int m, const int n, const int k, const float alpha, const float *a, const int lda, const float *b,
                 const int ldb, const float beta, float *c, const int ldc);
void cblas_cgemm(const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transa, const enum CBLAS_TRANSPOSE transb,
                 const int m, const int n, const int k, const void *alpha, const void *a, const int lda, const void *b,
                 const int ldb, const void *beta, void *c, const int ldc);
#ifdef __cplusplus
}
#endif
#endif
