/* What libtensmith_blas has: multiplications of BLAS, MKL's JIT calls, and counts of its own.
 *
 * To be included in place of cblas.h and mkl.h, or after them. Linked before another BLAS, or preloaded, the library takes
 * these calls and leaves all others to it. Integers have 32 bits, or 64 where a name ends with `64` or `64_`. A complex
 * number is its real part, then its imaginary one; as in the reference's header, addresses lead to such numbers whatever the
 * program calls their type.
 *
 * What a header before this one declares is left to it: those of the reference, OpenBLAS, BLIS, ATLAS, GSL, MKL, NVPL,
 * Accelerate and R are known. For others, or to include such a header behind this one, define before:
 *
 *     TENSMITH_BLAS_NO_CBLAS     the program has its own declarations of cblas_*
 *     TENSMITH_BLAS_NO_FORTRAN   the program has its own declarations of sgemm_, dgemm_, cgemm_, zgemm_ and their batches
 *     TENSMITH_BLAS_NO_MKL       the program has its own declarations of mkl_jit_*
 *
 * A thread needs 64 KiB of stack for calls to make code; with less, loops multiply.
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

#if !defined(TENSMITH_BLAS_NO_FORTRAN) && !defined(OPENBLAS_F77BLAS_H) && !defined(CBLAS_F77_H) && !defined(BLIS_H) && \
    !defined(_MKL_BLAS_H_) && !defined(NVPL_BLAS_F77_BLAS_H) && !defined(ACCELERATE_NEW_LAPACK) && \
    !defined(R_BLAS_H) && !defined(BLAS_H)

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
void cgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const void *alpha,
            const void *a, const int *lda, const void *b, const int *ldb, const void *beta, void *c, const int *ldc);
void zgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const void *alpha,
            const void *a, const int *lda, const void *b, const int *ldb, const void *beta, void *c, const int *ldc);
void cgemm_batch_strided_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                          const void *alpha, const void *a, const int *lda, const int *stridea, const void *b,
                          const int *ldb, const int *strideb, const void *beta, void *c, const int *ldc,
                          const int *stridec, const int *batch_size);
void zgemm_batch_strided_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                          const void *alpha, const void *a, const int *lda, const int *stridea, const void *b,
                          const int *ldb, const int *strideb, const void *beta, void *c, const int *ldc,
                          const int *stridec, const int *batch_size);


/* A triangle of C, groups of matrices at addresses, and complex products by three, which are those by four here. */

void sgemmt_(const char *uplo, const char *transa, const char *transb, const int *n, const int *k, const float *alpha,
             const float *a, const int *lda, const float *b, const int *ldb, const float *beta, float *c, const int
             *ldc);
void sgemm_batch_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const float
                  *alpha, const float *const *a, const int *lda, const float *const *b, const int *ldb, const float
                  *beta, float *const *c, const int *ldc, const int *group_count, const int *group_size);
void dgemmt_(const char *uplo, const char *transa, const char *transb, const int *n, const int *k, const double
             *alpha, const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
             const int *ldc);
void dgemm_batch_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double
                  *alpha, const double *const *a, const int *lda, const double *const *b, const int *ldb, const double
                  *beta, double *const *c, const int *ldc, const int *group_count, const int *group_size);
void cgemmt_(const char *uplo, const char *transa, const char *transb, const int *n, const int *k, const void *alpha,
             const void *a, const int *lda, const void *b, const int *ldb, const void *beta, void *c, const int *ldc);
void cgemm_batch_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const void *alpha,
                  const void *const *a, const int *lda, const void *const *b, const int *ldb, const void *beta, void
                  *const *c, const int *ldc, const int *group_count, const int *group_size);
void cgemm3m_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const void *alpha,
              const void *a, const int *lda, const void *b, const int *ldb, const void *beta, void *c, const int
              *ldc);
void zgemmt_(const char *uplo, const char *transa, const char *transb, const int *n, const int *k, const void *alpha,
             const void *a, const int *lda, const void *b, const int *ldb, const void *beta, void *c, const int *ldc);
void zgemm_batch_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const void *alpha,
                  const void *const *a, const int *lda, const void *const *b, const int *ldb, const void *beta, void
                  *const *c, const int *ldc, const int *group_count, const int *group_size);
void zgemm3m_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const void *alpha,
              const void *a, const int *lda, const void *b, const int *ldb, const void *beta, void *c, const int
              *ldc);

#endif

#if !defined(TENSMITH_BLAS_NO_FORTRAN)

/* The same with integers of 64 bits, as the reference and OpenBLAS call it. MKL's names have no underscore at their end. */

void sgemm_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t *k, const
               float *alpha, const float *a, const int64_t *lda, const float *b, const int64_t *ldb, const float
               *beta, float *c, const int64_t *ldc);
void sgemm_batch_strided_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t
                             *k, const float *alpha, const float *a, const int64_t *lda, const int64_t *stridea, const
                             float *b, const int64_t *ldb, const int64_t *strideb, const float *beta, float *c, const
                             int64_t *ldc, const int64_t *stridec, const int64_t *batch_size);
void sgemmt_64_(const char *uplo, const char *transa, const char *transb, const int64_t *n, const int64_t *k, const
                float *alpha, const float *a, const int64_t *lda, const float *b, const int64_t *ldb, const float
                *beta, float *c, const int64_t *ldc);
void sgemm_batch_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t *k,
                     const float *alpha, const float *const *a, const int64_t *lda, const float *const *b, const
                     int64_t *ldb, const float *beta, float *const *c, const int64_t *ldc, const int64_t *group_count,
                     const int64_t *group_size);
void dgemm_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t *k, const
               double *alpha, const double *a, const int64_t *lda, const double *b, const int64_t *ldb, const double
               *beta, double *c, const int64_t *ldc);
void dgemm_batch_strided_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t
                             *k, const double *alpha, const double *a, const int64_t *lda, const int64_t *stridea,
                             const double *b, const int64_t *ldb, const int64_t *strideb, const double *beta, double
                             *c, const int64_t *ldc, const int64_t *stridec, const int64_t *batch_size);
void dgemmt_64_(const char *uplo, const char *transa, const char *transb, const int64_t *n, const int64_t *k, const
                double *alpha, const double *a, const int64_t *lda, const double *b, const int64_t *ldb, const double
                *beta, double *c, const int64_t *ldc);
void dgemm_batch_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t *k,
                     const double *alpha, const double *const *a, const int64_t *lda, const double *const *b, const
                     int64_t *ldb, const double *beta, double *const *c, const int64_t *ldc, const int64_t
                     *group_count, const int64_t *group_size);
void cgemm_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t *k, const
               void *alpha, const void *a, const int64_t *lda, const void *b, const int64_t *ldb, const void *beta,
               void *c, const int64_t *ldc);
void cgemm_batch_strided_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t
                             *k, const void *alpha, const void *a, const int64_t *lda, const int64_t *stridea, const
                             void *b, const int64_t *ldb, const int64_t *strideb, const void *beta, void *c, const
                             int64_t *ldc, const int64_t *stridec, const int64_t *batch_size);
void cgemmt_64_(const char *uplo, const char *transa, const char *transb, const int64_t *n, const int64_t *k, const
                void *alpha, const void *a, const int64_t *lda, const void *b, const int64_t *ldb, const void *beta,
                void *c, const int64_t *ldc);
void cgemm_batch_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t *k,
                     const void *alpha, const void *const *a, const int64_t *lda, const void *const *b, const int64_t
                     *ldb, const void *beta, void *const *c, const int64_t *ldc, const int64_t *group_count, const
                     int64_t *group_size);
void cgemm3m_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t *k, const
                 void *alpha, const void *a, const int64_t *lda, const void *b, const int64_t *ldb, const void *beta,
                 void *c, const int64_t *ldc);
void zgemm_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t *k, const
               void *alpha, const void *a, const int64_t *lda, const void *b, const int64_t *ldb, const void *beta,
               void *c, const int64_t *ldc);
void zgemm_batch_strided_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t
                             *k, const void *alpha, const void *a, const int64_t *lda, const int64_t *stridea, const
                             void *b, const int64_t *ldb, const int64_t *strideb, const void *beta, void *c, const
                             int64_t *ldc, const int64_t *stridec, const int64_t *batch_size);
void zgemmt_64_(const char *uplo, const char *transa, const char *transb, const int64_t *n, const int64_t *k, const
                void *alpha, const void *a, const int64_t *lda, const void *b, const int64_t *ldb, const void *beta,
                void *c, const int64_t *ldc);
void zgemm_batch_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t *k,
                     const void *alpha, const void *const *a, const int64_t *lda, const void *const *b, const int64_t
                     *ldb, const void *beta, void *const *c, const int64_t *ldc, const int64_t *group_count, const
                     int64_t *group_size);
void zgemm3m_64_(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t *k, const
                 void *alpha, const void *a, const int64_t *lda, const void *b, const int64_t *ldb, const void *beta,
                 void *c, const int64_t *ldc);

#endif

/* The C interface. */

#if !defined(TENSMITH_BLAS_NO_CBLAS) && !defined(__MKL_CBLAS_H__) && !defined(NVPL_BLAS_CBLAS_H)

#if !defined(CBLAS_H) && !defined(__GSL_CBLAS_H__) && !defined(CBLAS_ENUM_DEFINED_H)

/* ATLAS's and Accelerate's headers take these for their own. */
#define CBLAS_ENUM_DEFINED_H
#define CBLAS_ORDER CBLAS_LAYOUT

typedef enum CBLAS_LAYOUT { CblasRowMajor = 101, CblasColMajor = 102 } CBLAS_LAYOUT;
typedef enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112, CblasConjTrans = 113 } CBLAS_TRANSPOSE;
typedef enum CBLAS_UPLO { CblasUpper = 121, CblasLower = 122 } CBLAS_UPLO;
typedef enum CBLAS_DIAG { CblasNonUnit = 131, CblasUnit = 132 } CBLAS_DIAG;
typedef enum CBLAS_SIDE { CblasLeft = 141, CblasRight = 142 } CBLAS_SIDE;

typedef CBLAS_LAYOUT tensmith_blas_layout_t;
typedef CBLAS_TRANSPOSE tensmith_blas_transpose_t;

void cblas_sgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k, float alpha,
                 const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc);
void cblas_dgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k, double alpha,
                 const double *a, int lda, const double *b, int ldb, double beta, double *c, int ldc);
void cblas_cgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k,
                 const void *alpha, const void *a, int lda, const void *b, int ldb, const void *beta, void *c, int ldc);
void cblas_zgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k,
                 const void *alpha, const void *a, int lda, const void *b, int ldb, const void *beta, void *c, int ldc);

/* A triangle of C, groups of matrices at addresses, and complex products by three, which are those by four here. */

void cblas_sgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int n, int k,
                  float alpha, const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc);
void cblas_sgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *transa, const CBLAS_TRANSPOSE *transb, const int
                       *m, const int *n, const int *k, const float *alpha, const float *const *a, const int *lda,
                       const float *const *b, const int *ldb, const float *beta, float *const *c, const int *ldc, int
                       group_count, const int *group_size);
void cblas_dgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int n, int k,
                  double alpha, const double *a, int lda, const double *b, int ldb, double beta, double *c, int ldc);
void cblas_dgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *transa, const CBLAS_TRANSPOSE *transb, const int
                       *m, const int *n, const int *k, const double *alpha, const double *const *a, const int *lda,
                       const double *const *b, const int *ldb, const double *beta, double *const *c, const int *ldc,
                       int group_count, const int *group_size);
void cblas_cgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int n, int k,
                  const void *alpha, const void *a, int lda, const void *b, int ldb, const void *beta, void *c, int
                  ldc);
void cblas_cgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *transa, const CBLAS_TRANSPOSE *transb, const int
                       *m, const int *n, const int *k, const void *alpha, const void *const *a, const int *lda, const
                       void *const *b, const int *ldb, const void *beta, void *const *c, const int *ldc, int
                       group_count, const int *group_size);
void cblas_cgemm3m(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k, const
                   void *alpha, const void *a, int lda, const void *b, int ldb, const void *beta, void *c, int ldc);
void cblas_zgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int n, int k,
                  const void *alpha, const void *a, int lda, const void *b, int ldb, const void *beta, void *c, int
                  ldc);
void cblas_zgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE *transa, const CBLAS_TRANSPOSE *transb, const int
                       *m, const int *n, const int *k, const void *alpha, const void *const *a, const int *lda, const
                       void *const *b, const int *ldb, const void *beta, void *const *c, const int *ldc, int
                       group_count, const int *group_size);
void cblas_zgemm3m(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k, const
                   void *alpha, const void *a, int lda, const void *b, int ldb, const void *beta, void *c, int ldc);

#elif defined(OPENBLAS_CONFIG_H)

/* Its newest header declares batches, too, with these types. */
typedef enum CBLAS_ORDER tensmith_blas_layout_t;
typedef enum CBLAS_TRANSPOSE tensmith_blas_transpose_t;

#else

/* Whatever the other header calls its enumerations, an int takes their values. */
typedef int tensmith_blas_layout_t;
typedef int tensmith_blas_transpose_t;

#endif

void cblas_sgemm_batch_strided(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa,
                               tensmith_blas_transpose_t transb, int m, int n, int k, float alpha, const float *a,
                               int lda, int stridea, const float *b, int ldb, int strideb, float beta, float *c,
                               int ldc, int stridec, int batch_size);
void cblas_dgemm_batch_strided(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa,
                               tensmith_blas_transpose_t transb, int m, int n, int k, double alpha, const double *a,
                               int lda, int stridea, const double *b, int ldb, int strideb, double beta, double *c,
                               int ldc, int stridec, int batch_size);
void cblas_cgemm_batch_strided(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa,
                               tensmith_blas_transpose_t transb, int m, int n, int k, const void *alpha, const void *a,
                               int lda, int stridea, const void *b, int ldb, int strideb, const void *beta, void *c,
                               int ldc, int stridec, int batch_size);
void cblas_zgemm_batch_strided(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa,
                               tensmith_blas_transpose_t transb, int m, int n, int k, const void *alpha, const void *a,
                               int lda, int stridea, const void *b, int ldb, int strideb, const void *beta, void *c,
                               int ldc, int stridec, int batch_size);

/* All of it with integers of 64 bits, by the names that the reference and MKL give it. */

#if !defined(CBLAS_64_H)

void cblas_sgemm_64(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa, tensmith_blas_transpose_t transb,
                    int64_t m, int64_t n, int64_t k, float alpha, const float *a, int64_t lda, const float *b, int64_t
                    ldb, float beta, float *c, int64_t ldc);
void cblas_dgemm_64(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa, tensmith_blas_transpose_t transb,
                    int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda, const double *b,
                    int64_t ldb, double beta, double *c, int64_t ldc);
void cblas_cgemm_64(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa, tensmith_blas_transpose_t transb,
                    int64_t m, int64_t n, int64_t k, const void *alpha, const void *a, int64_t lda, const void *b,
                    int64_t ldb, const void *beta, void *c, int64_t ldc);
void cblas_zgemm_64(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa, tensmith_blas_transpose_t transb,
                    int64_t m, int64_t n, int64_t k, const void *alpha, const void *a, int64_t lda, const void *b,
                    int64_t ldb, const void *beta, void *c, int64_t ldc);

#endif

void cblas_sgemm_batch_strided_64(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa,
                                  tensmith_blas_transpose_t transb, int64_t m, int64_t n, int64_t k, float alpha,
                                  const float *a, int64_t lda, int64_t stridea, const float *b, int64_t ldb, int64_t
                                  strideb, float beta, float *c, int64_t ldc, int64_t stridec, int64_t batch_size);
void cblas_sgemmt_64(tensmith_blas_layout_t layout, int uplo, tensmith_blas_transpose_t transa,
                     tensmith_blas_transpose_t transb, int64_t n, int64_t k, float alpha, const float *a, int64_t lda,
                     const float *b, int64_t ldb, float beta, float *c, int64_t ldc);
void cblas_sgemm_batch_64(tensmith_blas_layout_t layout, const tensmith_blas_transpose_t *transa, const
                          tensmith_blas_transpose_t *transb, const int64_t *m, const int64_t *n, const int64_t *k,
                          const float *alpha, const float *const *a, const int64_t *lda, const float *const *b, const
                          int64_t *ldb, const float *beta, float *const *c, const int64_t *ldc, int64_t group_count,
                          const int64_t *group_size);
void cblas_dgemm_batch_strided_64(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa,
                                  tensmith_blas_transpose_t transb, int64_t m, int64_t n, int64_t k, double alpha,
                                  const double *a, int64_t lda, int64_t stridea, const double *b, int64_t ldb, int64_t
                                  strideb, double beta, double *c, int64_t ldc, int64_t stridec, int64_t batch_size);
void cblas_dgemmt_64(tensmith_blas_layout_t layout, int uplo, tensmith_blas_transpose_t transa,
                     tensmith_blas_transpose_t transb, int64_t n, int64_t k, double alpha, const double *a, int64_t
                     lda, const double *b, int64_t ldb, double beta, double *c, int64_t ldc);
void cblas_dgemm_batch_64(tensmith_blas_layout_t layout, const tensmith_blas_transpose_t *transa, const
                          tensmith_blas_transpose_t *transb, const int64_t *m, const int64_t *n, const int64_t *k,
                          const double *alpha, const double *const *a, const int64_t *lda, const double *const *b,
                          const int64_t *ldb, const double *beta, double *const *c, const int64_t *ldc, int64_t
                          group_count, const int64_t *group_size);
void cblas_cgemm_batch_strided_64(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa,
                                  tensmith_blas_transpose_t transb, int64_t m, int64_t n, int64_t k, const void
                                  *alpha, const void *a, int64_t lda, int64_t stridea, const void *b, int64_t ldb,
                                  int64_t strideb, const void *beta, void *c, int64_t ldc, int64_t stridec, int64_t
                                  batch_size);
void cblas_cgemmt_64(tensmith_blas_layout_t layout, int uplo, tensmith_blas_transpose_t transa,
                     tensmith_blas_transpose_t transb, int64_t n, int64_t k, const void *alpha, const void *a, int64_t
                     lda, const void *b, int64_t ldb, const void *beta, void *c, int64_t ldc);
void cblas_cgemm_batch_64(tensmith_blas_layout_t layout, const tensmith_blas_transpose_t *transa, const
                          tensmith_blas_transpose_t *transb, const int64_t *m, const int64_t *n, const int64_t *k,
                          const void *alpha, const void *const *a, const int64_t *lda, const void *const *b, const
                          int64_t *ldb, const void *beta, void *const *c, const int64_t *ldc, int64_t group_count,
                          const int64_t *group_size);
void cblas_cgemm3m_64(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa, tensmith_blas_transpose_t
                      transb, int64_t m, int64_t n, int64_t k, const void *alpha, const void *a, int64_t lda, const
                      void *b, int64_t ldb, const void *beta, void *c, int64_t ldc);
void cblas_zgemm_batch_strided_64(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa,
                                  tensmith_blas_transpose_t transb, int64_t m, int64_t n, int64_t k, const void
                                  *alpha, const void *a, int64_t lda, int64_t stridea, const void *b, int64_t ldb,
                                  int64_t strideb, const void *beta, void *c, int64_t ldc, int64_t stridec, int64_t
                                  batch_size);
void cblas_zgemmt_64(tensmith_blas_layout_t layout, int uplo, tensmith_blas_transpose_t transa,
                     tensmith_blas_transpose_t transb, int64_t n, int64_t k, const void *alpha, const void *a, int64_t
                     lda, const void *b, int64_t ldb, const void *beta, void *c, int64_t ldc);
void cblas_zgemm_batch_64(tensmith_blas_layout_t layout, const tensmith_blas_transpose_t *transa, const
                          tensmith_blas_transpose_t *transb, const int64_t *m, const int64_t *n, const int64_t *k,
                          const void *alpha, const void *const *a, const int64_t *lda, const void *const *b, const
                          int64_t *ldb, const void *beta, void *const *c, const int64_t *ldc, int64_t group_count,
                          const int64_t *group_size);
void cblas_zgemm3m_64(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa, tensmith_blas_transpose_t
                      transb, int64_t m, int64_t n, int64_t k, const void *alpha, const void *a, int64_t lda, const
                      void *b, int64_t ldb, const void *beta, void *c, int64_t ldc);

/* The same multiplications by OpenBLAS's names. */

#if !defined(OPENBLAS_CONFIG_H)

void cblas_sgemm64_(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa, tensmith_blas_transpose_t transb,
                    int64_t m, int64_t n, int64_t k, float alpha, const float *a, int64_t lda, const float *b, int64_t
                    ldb, float beta, float *c, int64_t ldc);
void cblas_dgemm64_(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa, tensmith_blas_transpose_t transb,
                    int64_t m, int64_t n, int64_t k, double alpha, const double *a, int64_t lda, const double *b,
                    int64_t ldb, double beta, double *c, int64_t ldc);
void cblas_cgemm64_(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa, tensmith_blas_transpose_t transb,
                    int64_t m, int64_t n, int64_t k, const void *alpha, const void *a, int64_t lda, const void *b,
                    int64_t ldb, const void *beta, void *c, int64_t ldc);
void cblas_zgemm64_(tensmith_blas_layout_t layout, tensmith_blas_transpose_t transa, tensmith_blas_transpose_t transb,
                    int64_t m, int64_t n, int64_t k, const void *alpha, const void *a, int64_t lda, const void *b,
                    int64_t ldb, const void *beta, void *c, int64_t ldc);

#endif

#endif

/* MKL's JIT calls. */

#if !defined(TENSMITH_BLAS_NO_MKL) && !defined(_MKL_H_) && !defined(_MKL_BLAS_H_) && !defined(__MKL_CBLAS_H__)

#if !defined(_MKL_TYPES_H_)

#ifndef MKL_INT
#define MKL_INT int
#endif

typedef enum { MKL_ROW_MAJOR = 101, MKL_COL_MAJOR = 102 } MKL_LAYOUT;
typedef enum { MKL_NOTRANS = 111, MKL_TRANS = 112, MKL_CONJTRANS = 113 } MKL_TRANSPOSE;
typedef enum { MKL_JIT_SUCCESS = 0, MKL_NO_JIT = 1, MKL_JIT_ERROR = 2 } mkl_jit_status_t;
typedef void (*sgemm_jit_kernel_t)(void *jitter, float *a, float *b, float *c);
typedef void (*dgemm_jit_kernel_t)(void *jitter, double *a, double *b, double *c);
typedef void (*cgemm_jit_kernel_t)(void *jitter, void *a, void *b, void *c);
typedef void (*zgemm_jit_kernel_t)(void *jitter, void *a, void *b, void *c);

#endif

mkl_jit_status_t mkl_jit_create_sgemm(void **jitter, MKL_LAYOUT layout, MKL_TRANSPOSE transa, MKL_TRANSPOSE transb,
                                      MKL_INT m, MKL_INT n, MKL_INT k, float alpha, MKL_INT lda, MKL_INT ldb,
                                      float beta, MKL_INT ldc);
mkl_jit_status_t mkl_jit_create_dgemm(void **jitter, MKL_LAYOUT layout, MKL_TRANSPOSE transa, MKL_TRANSPOSE transb,
                                      MKL_INT m, MKL_INT n, MKL_INT k, double alpha, MKL_INT lda, MKL_INT ldb,
                                      double beta, MKL_INT ldc);
mkl_jit_status_t mkl_jit_create_cgemm(void **jitter, MKL_LAYOUT layout, MKL_TRANSPOSE transa, MKL_TRANSPOSE transb,
                                      MKL_INT m, MKL_INT n, MKL_INT k, const void *alpha, MKL_INT lda, MKL_INT ldb,
                                      const void *beta, MKL_INT ldc);
mkl_jit_status_t mkl_jit_create_zgemm(void **jitter, MKL_LAYOUT layout, MKL_TRANSPOSE transa, MKL_TRANSPOSE transb,
                                      MKL_INT m, MKL_INT n, MKL_INT k, const void *alpha, MKL_INT lda, MKL_INT ldb,
                                      const void *beta, MKL_INT ldc);
sgemm_jit_kernel_t mkl_jit_get_sgemm_ptr(const void *jitter);
dgemm_jit_kernel_t mkl_jit_get_dgemm_ptr(const void *jitter);
cgemm_jit_kernel_t mkl_jit_get_cgemm_ptr(const void *jitter);
zgemm_jit_kernel_t mkl_jit_get_zgemm_ptr(const void *jitter);
mkl_jit_status_t mkl_jit_destroy(void *jitter);

#endif

#ifdef __cplusplus
}
#endif

#endif /* TENSMITH_BLAS_H */
