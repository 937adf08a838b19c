/* The next library of a process: what is left to it, and what is not.
 *
 *     next WHAT
 *
 * WHAT is the multiplications that should come to it: of 4x4x4 and of 40x40x40 in each of three faces, `none`, `small`, `large`
 * or `all`. With -DLIBRARY, this is that library, which has no C interface and counts. Ends with 1 if anything is wrong. */

#ifdef LIBRARY

#include <stdint.h>

int next_calls[2] = {0, 0};

/** Column-major, neither transposed. */
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c, const int *ldc);
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c, const int *ldc) {
    ++next_calls[*m > 4];
    if (*transa != 'N' || *transb != 'N') return;
    for (int64_t j = 0; j < *n; j++) {
        for (int64_t i = 0; i < *m; i++) {
            double sum = 0;
            for (int64_t l = 0; l < *k; l++) sum += a[i + l * *lda] * b[l + j * *ldb];
            c[i + j * *ldc] = *alpha * sum + (*beta == 0 ? 0 : *beta * c[i + j * *ldc]);
        }
    }
}

#else

#include <stdio.h>
#include <string.h>

#include <tensmith_blas.h>

extern int next_calls[2];

static int failures = 0;

static void expect(int holds, const char *what, int found) {
    printf("%-50s %s, %d\n", what, holds ? "ok" : "WRONG", found);
    failures += !holds;
}

enum { LARGE = 40 };

static double a[LARGE * LARGE], b[LARGE * LARGE], c[LARGE * LARGE];

/** Whether all elements of C are what they should be, which then are cleared. */
static int is_right(int n) {
    int right = 1;
    for (int i = 0; i < n * n; i++) right &= c[i] == 2.0 * n;
    memset(c, 0, sizeof c);
    return right;
}

static void all_faces(int n) {
    const double one = 1, zero = 0;
    const int64_t wide = n;
    dgemm_("N", "n", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
    expect(is_right(n), "dgemm_", n);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b, n, 0, c, n);
    expect(is_right(n), "cblas_dgemm", n);
    cblas_dgemm_64(CblasColMajor, CblasNoTrans, CblasNoTrans, wide, wide, wide, 1, a, wide, b, wide, 0, c, wide);
    expect(is_right(n), "cblas_dgemm_64", n);
}

int main(int count, char **words) {
    const char *what = count == 2 ? words[1] : "none";
    const int is_all = strcmp(what, "all") == 0;
    for (int i = 0; i < LARGE * LARGE; i++) {
        a[i] = 2;
        b[i] = 1;
    }
    all_faces(4);
    all_faces(LARGE);
    expect(next_calls[0] == 3 * (is_all || strcmp(what, "small") == 0), "small ones came to the next library", next_calls[0]);
    expect(next_calls[1] == 3 * (is_all || strcmp(what, "large") == 0), "large ones came to the next library", next_calls[1]);
    return failures > 0;
}

#endif
