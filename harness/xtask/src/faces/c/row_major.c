/* Wrong arguments of row-major calls, to a handler like the reference's, which takes numbers back where the variable says so;
 * without the variable (-DPLAIN), to one that does not. */
#include <stdio.h>
#include <string.h>

#include <tensmith_blas.h>

static int reported = 0;

void cblas_xerbla(int argument, const char *routine, const char *format, ...);

#ifdef PLAIN
void cblas_xerbla(int argument, const char *routine, const char *format, ...) {
    (void)routine, (void)format;
    reported = argument;
}
#else
extern int RowMajorStrg;
int RowMajorStrg = 0;

void cblas_xerbla(int argument, const char *routine, const char *format, ...) {
    static const int exchanged[] = {0, 1, 2, 3, 5, 4, 6, 7, 8, 11, 10, 9};
    (void)format;
    reported = RowMajorStrg && strstr(routine, "gemm") && argument <= 11 ? exchanged[argument] : argument;
}
#endif

/** Notes a failure unless a call with one wrong number reports that. */
static int check(int expected, CBLAS_TRANSPOSE transa, CBLAS_TRANSPOSE transb, int m, int n, int k, int lda, int ldb, int ldc) {
    double none = 0;
    reported = 0;
    cblas_dgemm(CblasRowMajor, transa, transb, m, n, k, 1, &none, lda, &none, ldb, 0, &none, ldc);
    if (reported != expected) {
        fprintf(stderr, "%d is reported, %d is wrong\n", reported, expected);
    }
    return reported != expected;
}

int main(void) {
    const CBLAS_TRANSPOSE no = CblasNoTrans, unknown = (CBLAS_TRANSPOSE)0;
    return check(2, unknown, no, 2, 3, 4, 4, 3, 3) + check(3, no, unknown, 2, 3, 4, 4, 3, 3) +
           check(4, no, no, -2, 3, 4, 4, 3, 3) + check(5, no, no, 2, -3, 4, 4, 3, 3) +
           check(6, no, no, 2, 3, -4, 4, 3, 3) + check(9, no, no, 2, 3, 4, 3, 3, 3) +
           check(11, no, no, 2, 3, 4, 4, 2, 3) + check(14, no, no, 2, 3, 4, 4, 3, 2);
}
