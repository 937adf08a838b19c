/* Like MKL's headers, all of them: its types, both interfaces with integers of 64 bits, JIT calls by macros. */
#ifndef _MKL_H_
#define _MKL_H_
#define _MKL_TYPES_H_
#define _MKL_BLAS_H_
#define __MKL_CBLAS_H__
#define MKL_INT long long
typedef enum { CblasRowMajor = 101, CblasColMajor = 102 } CBLAS_LAYOUT;
typedef enum { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113 } CBLAS_TRANSPOSE;
typedef enum { MKL_ROW_MAJOR = 101, MKL_COL_MAJOR = 102 } MKL_LAYOUT;
typedef enum { MKL_NOTRANS = 111, MKL_TRANS = 112, MKL_CONJTRANS = 113 } MKL_TRANSPOSE;
typedef enum { MKL_JIT_SUCCESS = 0, MKL_NO_JIT = 1, MKL_JIT_ERROR = 2 } mkl_jit_status_t;
typedef void (*sgemm_jit_kernel_t)(void *, float *, float *, float *);
typedef struct { float real, imag; } MKL_Complex8;
typedef void (*cgemm_jit_kernel_t)(void *, MKL_Complex8 *, MKL_Complex8 *, MKL_Complex8 *);
#ifdef __cplusplus
extern "C" {
#endif
void sgemm_(const char *, const char *, const MKL_INT *, const MKL_INT *, const MKL_INT *, const float *, const float *,
            const MKL_INT *, const float *, const MKL_INT *, const float *, float *, const MKL_INT *);
void cgemm_(const char *, const char *, const MKL_INT *, const MKL_INT *, const MKL_INT *, const MKL_Complex8 *,
            const MKL_Complex8 *, const MKL_INT *, const MKL_Complex8 *, const MKL_INT *, const MKL_Complex8 *,
            MKL_Complex8 *, const MKL_INT *);
void cblas_cgemm(const CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE transa, const CBLAS_TRANSPOSE transb, const MKL_INT m,
                 const MKL_INT n, const MKL_INT k, const void *alpha, const void *a, const MKL_INT lda, const void *b,
                 const MKL_INT ldb, const void *beta, void *c, const MKL_INT ldc);
void cblas_sgemm(const CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE transa, const CBLAS_TRANSPOSE transb, const MKL_INT m,
                 const MKL_INT n, const MKL_INT k, const float alpha, const float *a, const MKL_INT lda, const float *b,
                 const MKL_INT ldb, const float beta, float *c, const MKL_INT ldc);
void cblas_sgemm_batch_strided(const CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE transa, const CBLAS_TRANSPOSE transb,
                               const MKL_INT m, const MKL_INT n, const MKL_INT k, const float alpha, const float *a,
                               const MKL_INT lda, const MKL_INT stridea, const float *b, const MKL_INT ldb,
                               const MKL_INT strideb, const float beta, float *c, const MKL_INT ldc, const MKL_INT stridec,
                               const MKL_INT count);
void cblas_cgemm_batch_strided(const CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE transa, const CBLAS_TRANSPOSE transb,
                               const MKL_INT m, const MKL_INT n, const MKL_INT k, const void *alpha, const void *a,
                               const MKL_INT lda, const MKL_INT stridea, const void *b, const MKL_INT ldb,
                               const MKL_INT strideb, const void *beta, void *c, const MKL_INT ldc, const MKL_INT stridec,
                               const MKL_INT count);
sgemm_jit_kernel_t mkl_jit_get_sgemm_ptr(const void *);
cgemm_jit_kernel_t mkl_jit_get_cgemm_ptr(const void *);
mkl_jit_status_t mkl_jit_destroy(void *);
#ifdef __cplusplus
}
#endif
#endif
