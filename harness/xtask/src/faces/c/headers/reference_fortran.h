/* Like the reference's header of Fortran names: addresses of letters, and their lengths behind all others. */
#ifndef CBLAS_F77_H
#define CBLAS_F77_H
#include <stddef.h>
#include "reference.h"
#ifdef __cplusplus
extern "C" {
#endif
void sgemm_(char *, char *, const int *, const int *, const int *, const float *, const float *, const int *, const float *,
            const int *, const float *, float *, const int *, size_t, size_t);
#ifdef __cplusplus
}
#endif
#endif
