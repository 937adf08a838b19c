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
/* The same of complex numbers: the real part, then the imaginary one. */
static double za[2 * COUNT * LDA * K], zb[2 * COUNT * LDB * N], zc[2 * COUNT * LDC * N], zbefore[2 * COUNT * LDC * N];
static float ca[2 * COUNT * LDA * K], cb[2 * COUNT * LDB * N], cc[2 * COUNT * LDC * N];
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
    for (size_t i = 0; i < sizeof za / sizeof *za; i++) {
        za[i] = ca[i] = (float)(i % 7) - 3;
    }
    for (size_t i = 0; i < sizeof zb / sizeof *zb; i++) {
        zb[i] = cb[i] = (float)(i % 5) - 2;
    }
    for (size_t i = 0; i < sizeof zc / sizeof *zc; i++) {
        zbefore[i] = zc[i] = cc[i] = (float)(i % 3);
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

/** The part of `i * A * B - C` of a pair, 0 the real one. */
static double expected_part(size_t pair, size_t i, size_t j, size_t part) {
    double sum[2] = {0, 0};
    for (size_t k = 0; k < K; k++) {
        const double *x = za + 2 * (pair * LDA * K + k * LDA + i), *y = zb + 2 * (pair * LDB * N + j * LDB + k);
        sum[0] += x[0] * y[0] - x[1] * y[1];
        sum[1] += x[0] * y[1] + x[1] * y[0];
    }
    return (part == 0 ? -sum[1] : sum[0]) - zbefore[2 * (pair * LDC * N + j * LDC + i) + part];
}

/** Compares the same of complex numbers. */
static void compare_parts(const char *what, size_t pairs, int is_double) {
    int right = 1;
    for (size_t i = 0; i < sizeof zc / sizeof *zc; i++) {
        const size_t pair = i / (2 * LDC * N), row = i / 2 % LDC, column = i / (2 * LDC) % N;
        const double value = is_double ? zc[i] : cc[i];
        right &= value == (pair < pairs && row < M ? expected_part(pair, row, column, i % 2) : zbefore[i]);
    }
    printf("%-34s %s\n", what, right ? "ok" : "WRONG");
    failures += !right;
    fill();
}

/** Calls each function of complex numbers once. */
static void all_complex(void) {
    const int m = M, n = N, k = K, lda = LDA, ldb = LDB, ldc = LDC, count = COUNT;
    const int step_a = LDA * K, step_b = LDB * N, step_c = LDC * N;
    const double alpha[2] = {0, 1}, beta[2] = {-1, 0};
    const float calpha[2] = {0, 1}, cbeta[2] = {-1, 0};

    zgemm_("N", "N", &m, &n, &k, alpha, za, &lda, zb, &ldb, beta, zc, &ldc);
    compare_parts("zgemm_", 1, 1);
    cgemm_("N", "N", &m, &n, &k, calpha, ca, &lda, cb, &ldb, cbeta, cc, &ldc);
    compare_parts("cgemm_", 1, 0);
    zgemm_batch_strided_("N", "N", &m, &n, &k, alpha, za, &lda, &step_a, zb, &ldb, &step_b, beta, zc, &ldc, &step_c,
                         &count);
    compare_parts("zgemm_batch_strided_", COUNT, 1);
    cgemm_batch_strided_("N", "N", &m, &n, &k, calpha, ca, &lda, &step_a, cb, &ldb, &step_b, cbeta, cc, &ldc, &step_c,
                         &count);
    compare_parts("cgemm_batch_strided_", COUNT, 0);
    cblas_zgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, M, N, K, alpha, za, LDA, zb, LDB, beta, zc, LDC);
    compare_parts("cblas_zgemm", 1, 1);
    cblas_cgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, M, K, calpha, cb, LDB, ca, LDA, cbeta, cc, LDC);
    compare_parts("cblas_cgemm, row-major", 1, 0);
    cblas_zgemm_batch_strided(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, M, K, alpha, zb, LDB, step_b, za, LDA,
                              step_a, beta, zc, LDC, step_c, COUNT);
    compare_parts("cblas_zgemm_batch_strided, row-major", COUNT, 1);
    cblas_cgemm_batch_strided(CblasColMajor, CblasNoTrans, CblasNoTrans, M, N, K, calpha, ca, LDA, step_a, cb, LDB,
                              step_b, cbeta, cc, LDC, step_c, COUNT);
    compare_parts("cblas_cgemm_batch_strided", COUNT, 0);
}

/** Calls each function of real numbers once. */
static void all_real(void) {
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

/** The same of complex numbers, without code for factors. */
static void jit_complex(void) {
    void *with_code = NULL, *without = NULL;
    const double alpha[2] = {0, 1}, beta[2] = {-1, 0};
    const float one[2] = {1, 0}, zero[2] = {0, 0};
    const mkl_jit_status_t status_z = mkl_jit_create_zgemm(&without, MKL_COL_MAJOR, MKL_NOTRANS, MKL_NOTRANS, M, N, K,
                                                           alpha, LDA, LDB, beta, LDC);
    const mkl_jit_status_t status_c = mkl_jit_create_cgemm(&with_code, MKL_ROW_MAJOR, MKL_NOTRANS, MKL_CONJTRANS, 1, 1,
                                                           1, one, 1, 1, zero, 1);
    if (status_z == MKL_JIT_ERROR || status_c == MKL_JIT_ERROR) {
        fprintf(stderr, "no handle\n");
        exit(1);
    }
    const zgemm_jit_kernel_t zgemm = mkl_jit_get_zgemm_ptr(without);
    zgemm(without, za, zb, zc);
    compare_parts("mkl_jit_get_zgemm_ptr", 1, 1);
    float x[2] = {1, 2}, y[2] = {3, 4}, z[2] = {0, 0};
    const cgemm_jit_kernel_t cgemm = mkl_jit_get_cgemm_ptr(with_code);
    cgemm(with_code, x, y, z);
    printf("%-34s %s\n", "mkl_jit_get_cgemm_ptr, conjugated", z[0] == 11 && z[1] == 2 ? "ok" : "WRONG");
    failures += !(z[0] == 11 && z[1] == 2);
    failures += mkl_jit_destroy(with_code) != MKL_JIT_SUCCESS;
    failures += mkl_jit_destroy(without) != MKL_JIT_SUCCESS;
}

int main(void) {
    fill();
    all_real();
    all_complex();
    /* Often enough that code pays. */
    const double factors[4] = {1, 0, 1, 0};
    const tensmith_blas_statistics_t first = tensmith_blas_statistics();
    for (int call = 0; call < 3000; call++) {
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, M, N, K, 2, a, LDA, b, LDB, 0, c, LDC);
        cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, M, N, K, 2, sa, LDA, sb, LDB, 0, sc, LDC);
        cblas_zgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, M, N, K, factors, za, LDA, zb, LDB, factors + 2, zc, LDC);
    }
    const tensmith_blas_statistics_t then = tensmith_blas_statistics();
    printf("kernels made for these: %d\n", (int)(then.kernels - first.kernels));
    fill();
    all_real();
    all_complex();
    jit();
    jit_complex();
    return failures != 0;
}
