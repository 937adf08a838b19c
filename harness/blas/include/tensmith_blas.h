/* What libtensmith_blas has: multiplications of BLAS, MKL's JIT calls, and counts of its own.
 *
 * To be included in place of cblas.h and mkl.h, or after them. Linked before another BLAS, or preloaded, the library takes
 * these calls and leaves all others to it. Integers have 32 bits.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef TENSMITH_BLAS_H
#define TENSMITH_BLAS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Counts of this process, and of the process that it was forked from. */
typedef struct tensmith_blas_statistics_t {
    /** Calls that asked the cache, which those do not that repeat the last one of their thread by a kernel; in this process
     * alone. */
    uint64_t asked;
    /** Kernels that were made. */
    uint64_t kernels;
    /** Plans that were made. */
    uint64_t plans;
} tensmith_blas_statistics_t;

/** Returns what the library did so far. */
tensmith_blas_statistics_t tensmith_blas_statistics(void);

/* The Fortran interface. */

void sgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const float *alpha,
            const float *a, const int *lda, const float *b, const int *ldb, const float *beta, float *c, const int *ldc);
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc);
void sgemm_batch_strided_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                          const float *alpha, const float *a, const int *lda, const int *stridea, const float *b,
                          const int *ldb, const int *strideb, const float *beta, float *c, const int *ldc,
                          const int *stridec, const int *batch_size);
void dgemm_batch_strided_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                          const double *alpha, const double *a, const int *lda, const int *stridea, const double *b,
                          const int *ldb, const int *strideb, const double *beta, double *c, const int *ldc,
                          const int *stridec, const int *batch_size);

/* The C interface. */

#if !defined(CBLAS_H) && !defined(__MKL_CBLAS_H__)

typedef enum CBLAS_LAYOUT { CblasRowMajor = 101, CblasColMajor = 102 } CBLAS_LAYOUT;
typedef enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113 } CBLAS_TRANSPOSE;

void cblas_sgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k, float alpha,
                 const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc);
void cblas_dgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k, double alpha,
                 const double *a, int lda, const double *b, int ldb, double beta, double *c, int ldc);

#endif

#if !defined(__MKL_CBLAS_H__)

void cblas_sgemm_batch_strided(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k,
                               float alpha, const float *a, int lda, int stridea, const float *b, int ldb, int strideb,
                               float beta, float *c, int ldc, int stridec, int batch_size);
void cblas_dgemm_batch_strided(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k,
                               double alpha, const double *a, int lda, int stridea, const double *b, int ldb,
                               int strideb, double beta, double *c, int ldc, int stridec, int batch_size);

#endif

/* MKL's JIT calls. */

#if !defined(_MKL_H_)

#ifndef MKL_INT
#define MKL_INT int
#endif

typedef enum { MKL_ROW_MAJOR = 101, MKL_COL_MAJOR = 102 } MKL_LAYOUT;
typedef enum { MKL_NOTRANS = 111, MKL_TRANS = 112, MKL_CONJTRANS = 113 } MKL_TRANSPOSE;
typedef enum { MKL_JIT_SUCCESS = 0, MKL_NO_JIT = 1, MKL_JIT_ERROR = 2 } mkl_jit_status_t;
typedef void (*sgemm_jit_kernel_t)(void *jitter, float *a, float *b, float *c);
typedef void (*dgemm_jit_kernel_t)(void *jitter, double *a, double *b, double *c);

mkl_jit_status_t mkl_jit_create_sgemm(void **jitter, MKL_LAYOUT layout, MKL_TRANSPOSE transa, MKL_TRANSPOSE transb,
                                      MKL_INT m, MKL_INT n, MKL_INT k, float alpha, MKL_INT lda, MKL_INT ldb,
                                      float beta, MKL_INT ldc);
mkl_jit_status_t mkl_jit_create_dgemm(void **jitter, MKL_LAYOUT layout, MKL_TRANSPOSE transa, MKL_TRANSPOSE transb,
                                      MKL_INT m, MKL_INT n, MKL_INT k, double alpha, MKL_INT lda, MKL_INT ldb,
                                      double beta, MKL_INT ldc);
sgemm_jit_kernel_t mkl_jit_get_sgemm_ptr(const void *jitter);
dgemm_jit_kernel_t mkl_jit_get_dgemm_ptr(const void *jitter);
mkl_jit_status_t mkl_jit_destroy(void *jitter);

#endif

#ifdef __cplusplus
}
#endif

#endif /* TENSMITH_BLAS_H */
