/* A program for BLAS and for MKL's JIT calls, which libtensmith_blas runs as it is: every function, against plain loops.
 * Also C++. Ends with 1 if a result is wrong. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tensmith_blas.h>

enum { M = 9, N = 7, K = 8, COUNT = 3, LDA = 11, LDB = 10, LDC = 12 };

static double a[COUNT * LDA * K], b[COUNT * LDB * N], c[COUNT * LDC * N], before[COUNT * LDC * N];
static float sa[COUNT * LDA * K], sb[COUNT * LDB * N], sc[COUNT * LDC * N];
static int failures = 0;

/** Fills the matrices anew. */
static void fill(void) {
    for (size_t i = 0; i < sizeof a / sizeof *a; i++) {
        a[i] = sa[i] = (float)(i % 7) - 3;
    }
    for (size_t i = 0; i < sizeof b / sizeof *b; i++) {
        b[i] = sb[i] = (float)(i % 5) - 2;
    }
    for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
        before[i] = c[i] = sc[i] = (float)(i % 3);
    }
}

/** The value of `2 * A * B - C` of a pair: all matrices are column-major. */
static double expected(size_t pair, size_t i, size_t j) {
    double sum = 0;
    for (size_t k = 0; k < K; k++) {
        sum += a[pair * LDA * K + k * LDA + i] * b[pair * LDB * N + j * LDB + k];
    }
    return 2 * sum - before[pair * LDC * N + j * LDC + i];
}

/** Compares the first pairs' results, of either type, and that nothing else was written. */
static void compare(const char *what, size_t pairs, int is_double) {
    int right = 1;
    for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
        const size_t pair = i / (LDC * N), row = i % LDC, column = i / LDC % N;
        const double value = is_double ? c[i] : sc[i];
        right &= value == (pair < pairs && row < M ? expected(pair, row, column) : before[i]);
    }
    printf("%-34s %s\n", what, right ? "ok" : "WRONG");
    failures += !right;
    fill();
}

/** Calls each function once. */
static void all(void) {
    const int m = M, n = N, k = K, lda = LDA, ldb = LDB, ldc = LDC, count = COUNT;
    const int step_a = LDA * K, step_b = LDB * N, step_c = LDC * N;
    const double alpha = 2, beta = -1;
    const float salpha = 2, sbeta = -1;

    dgemm_("N", "N", &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);
    compare("dgemm_", 1, 1);
    sgemm_("N", "N", &m, &n, &k, &salpha, sa, &lda, sb, &ldb, &sbeta, sc, &ldc);
    compare("sgemm_", 1, 0);
    dgemm_batch_strided_("N", "N", &m, &n, &k, &alpha, a, &lda, &step_a, b, &ldb, &step_b, &beta, c, &ldc, &step_c,
                         &count);
    compare("dgemm_batch_strided_", COUNT, 1);
    sgemm_batch_strided_("N", "N", &m, &n, &k, &salpha, sa, &lda, &step_a, sb, &ldb, &step_b, &sbeta, sc, &ldc, &step_c,
                         &count);
    compare("sgemm_batch_strided_", COUNT, 0);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, M, N, K, alpha, a, LDA, b, LDB, beta, c, LDC);
    compare("cblas_dgemm", 1, 1);
    /* The same matrices, row-major, are transposed: the product of the transposes is B' * A'. */
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, M, K, salpha, sb, LDB, sa, LDA, sbeta, sc, LDC);
    compare("cblas_sgemm, row-major", 1, 0);
    cblas_dgemm_batch_strided(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, M, K, alpha, b, LDB, step_b, a, LDA, step_a,
                              beta, c, LDC, step_c, COUNT);
    compare("cblas_dgemm_batch_strided, row-major", COUNT, 1);
    cblas_sgemm_batch_strided(CblasColMajor, CblasNoTrans, CblasNoTrans, M, N, K, salpha, sa, LDA, step_a, sb, LDB,
                              step_b, sbeta, sc, LDC, step_c, COUNT);
    compare("cblas_sgemm_batch_strided", COUNT, 0);
}

/** As a program for MKL is written. */
static void jit(void) {
    void *of_double = NULL, *of_float = NULL;
    const mkl_jit_status_t status_d = mkl_jit_create_dgemm(&of_double, MKL_COL_MAJOR, MKL_NOTRANS, MKL_NOTRANS, M, N, K,
                                                           2, LDA, LDB, -1, LDC);
    const mkl_jit_status_t status_s = mkl_jit_create_sgemm(&of_float, MKL_ROW_MAJOR, MKL_NOTRANS, MKL_NOTRANS, N, M, K,
                                                           2, LDB, LDA, -1, LDC);
    if (status_d == MKL_JIT_ERROR || status_s == MKL_JIT_ERROR) {
        fprintf(stderr, "no handle\n");
        exit(1);
    }
    printf("mkl_jit_create: %s\n", status_d == MKL_JIT_SUCCESS ? "code" : "no code");
    const dgemm_jit_kernel_t dgemm = mkl_jit_get_dgemm_ptr(of_double);
    dgemm(of_double, a, b, c);
    compare("mkl_jit_get_dgemm_ptr", 1, 1);
    const sgemm_jit_kernel_t sgemm = mkl_jit_get_sgemm_ptr(of_float);
    sgemm(of_float, sb, sa, sc);
    compare("mkl_jit_get_sgemm_ptr, row-major", 1, 0);
    failures += mkl_jit_destroy(of_double) != MKL_JIT_SUCCESS;
    failures += mkl_jit_destroy(of_float) != MKL_JIT_SUCCESS;
}

int main(void) {
    fill();
    all();
    /* Often enough that code pays. */
    const tensmith_blas_statistics_t first = tensmith_blas_statistics();
    for (int call = 0; call < 3000; call++) {
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, M, N, K, 2, a, LDA, b, LDB, 0, c, LDC);
        cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, M, N, K, 2, sa, LDA, sb, LDB, 0, sc, LDC);
    }
    const tensmith_blas_statistics_t then = tensmith_blas_statistics();
    printf("kernels made for these: %d\n", (int)(then.kernels - first.kernels));
    fill();
    all();
    jit();
    return failures != 0;
}
