/* Like the reference's header: named enumerations, the older name of one of them as a macro. */
#ifndef CBLAS_H
#define CBLAS_H
#include <stdint.h>
#define CBLAS_INT int32_t
typedef enum CBLAS_LAYOUT { CblasRowMajor = 101, CblasColMajor = 102 } CBLAS_LAYOUT;
typedef enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113 } CBLAS_TRANSPOSE;
#define CBLAS_ORDER CBLAS_LAYOUT
#ifdef __cplusplus
extern "C" {
#endif
void cblas_sgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, const CBLAS_INT m, const CBLAS_INT n,
                 const CBLAS_INT k, const float alpha, const float *a, const CBLAS_INT lda, const float *b,
                 const CBLAS_INT ldb, const float beta, float *c, const CBLAS_INT ldc);
void cblas_cgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, const CBLAS_INT m, const CBLAS_INT n,
                 const CBLAS_INT k, const void *alpha, const void *a, const CBLAS_INT lda, const void *b,
                 const CBLAS_INT ldb, const void *beta, void *c, const CBLAS_INT ldc);
#ifdef __cplusplus
}
#endif
#endif
