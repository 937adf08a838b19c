/* Our libraries and another one of Rust's in one program: each does what it does alone. */
#include <tensmith.h>
#include <tensmith_blas.h>

size_t other(size_t n);

int main(void) {
    const float a = 2, b = 3;
    float c = 0;
    tensmith_jit *jit = NULL;
    cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 1, 1, 1, 1, &a, 1, &b, 1, 0, &c, 1);
    const int is_made = tensmith_jit_create(NULL, &jit) == TENSMITH_STATUS_OK;
    tensmith_jit_destroy(jit);
    return !(c == 6 && is_made && other(5) == 11);
}
