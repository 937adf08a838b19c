/* What a call costs on top of its kernel, for a multiplication of 8x8x8 in single precision: nanoseconds of the fastest of
 * some rounds.
 *
 *     cc -O2 latency.c $(pkg-config --cflags --libs tensmith tensmith_blas) -o latency && ./latency */

#define _POSIX_C_SOURCE 199309L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tensmith.h>
#include <tensmith_blas.h>

enum { SIZE = 8, CALLS = 20000, ROUNDS = 200 };

static float a[SIZE * SIZE], b[SIZE * SIZE], c[SIZE * SIZE];
static tensmith_gemm *gemm;
static tensmith_kernel kernel;
static void *jitter;
static sgemm_jit_kernel_t jit_kernel;

static void by_kernel(void) {
    kernel(a, b, c);
}

static void by_handle(void) {
    tensmith_gemm_call(gemm, a, b, c);
}

static void by_mkl(void) {
    jit_kernel(jitter, a, b, c);
}

static void by_fortran(void) {
    const int size = SIZE;
    const float one = 1, zero = 0;
    sgemm_("N", "N", &size, &size, &size, &one, a, &size, b, &size, &zero, c, &size);
}

static void by_cblas(void) {
    cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, SIZE, SIZE, SIZE, 1, a, SIZE, b, SIZE, 0, c, SIZE);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void measure(const char *name, void (*call)(void)) {
    double fastest = 1e30;
    for (int round = 0; round < ROUNDS; round++) {
        const double begin = now();
        for (int i = 0; i < CALLS; i++) {
            call();
        }
        const double each = (now() - begin) / CALLS;
        fastest = each < fastest ? each : fastest;
    }
    printf("%-28s %6.1f ns\n", name, fastest);
}

int main(void) {
    tensmith_jit *jit;
    tensmith_gemm_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.size = sizeof spec;
    spec.m = spec.n = spec.k = spec.a.ld = spec.b.ld = spec.c.ld = SIZE;
    spec.alpha = TENSMITH_FACTOR_ONE;
    if (tensmith_jit_create(NULL, &jit) != TENSMITH_STATUS_OK ||
        tensmith_gemm_create(jit, &spec, &gemm) != TENSMITH_STATUS_OK ||
        mkl_jit_create_sgemm(&jitter, MKL_COL_MAJOR, MKL_NOTRANS, MKL_NOTRANS, SIZE, SIZE, SIZE, 1, SIZE, SIZE, 0, SIZE) !=
            MKL_JIT_SUCCESS) {
        fprintf(stderr, "%s\n", tensmith_last_error());
        return 1;
    }
    kernel = tensmith_gemm_kernel(gemm);
    jit_kernel = mkl_jit_get_sgemm_ptr(jitter);
    measure("kernel", by_kernel);
    measure("mkl_jit_get_sgemm_ptr", by_mkl);
    measure("sgemm_", by_fortran);
    measure("cblas_sgemm", by_cblas);
    measure("tensmith_gemm_call", by_handle);
    mkl_jit_destroy(jitter);
    tensmith_gemm_destroy(gemm);
    tensmith_jit_destroy(jit);
    return 0;
}
