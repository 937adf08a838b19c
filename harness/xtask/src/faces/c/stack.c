/* Threads with little stack: calls of BLAS multiply on each, from the shortest that there can be.
 *
 *     stack KILOBYTES... */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <tensmith_blas.h>

static float a[49], b[49], c[49];
static double large[3][150 * 150];

static void *work(void *nothing) {
    for (int i = 0; i < 2000; i++) {
        cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 7, 7, 7, 1, a, 7, b, 7, 0, c, 7);
    }
    for (int i = 0; i < 3; i++) {
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, 150, 150, 150, 2, large[0], 150, large[1], 150, 0, large[2], 150);
    }
    return nothing;
}

int main(int count, char **arguments) {
    for (int i = 0; i < 49; i++) {
        a[i] = 1, b[i] = 2;
    }
    for (int i = 0; i < 150 * 150; i++) {
        large[0][i] = 1, large[1][i] = 2;
    }
    for (int i = 1; i < count; i++) {
        pthread_attr_t attributes;
        pthread_t thread;
        c[0] = 0, large[2][0] = 0;
        if (pthread_attr_init(&attributes) != 0 ||
            pthread_attr_setstacksize(&attributes, (size_t)atoi(arguments[i]) << 10) != 0 ||
            pthread_create(&thread, &attributes, work, NULL) != 0 || pthread_join(thread, NULL) != 0) {
            fprintf(stderr, "no thread with %s KiB of stack\n", arguments[i]);
            return 1;
        }
        if (c[0] != 14 || large[2][0] != 600) {
            fprintf(stderr, "with %s KiB of stack: %g, %g\n", arguments[i], c[0], large[2][0]);
            return 1;
        }
    }
    return 0;
}
