/* Routines of the C interface: an operation on elements, a function of the kernel language that calls one of this
 * program, a product with a sparse matrix, and the code of a kernel, called without checks. Also C++.
 *
 * Ends with 1 if a result is wrong. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tensmith.h>

static int failures = 0;

/** Ends the program unless a function did its work. */
static void check(tensmith_status status, const char *what) {
    if (status != TENSMITH_STATUS_OK) {
        fprintf(stderr, "%s: %s: %s\n", what, tensmith_status_name((int32_t)status), tensmith_last_error());
        exit(1);
    }
}

/** Notes a failure unless something holds. */
static void expect(int holds, const char *what) {
    printf("%-58s %s\n", what, holds ? "ok" : "WRONG");
    failures += !holds;
}

/** The value of an argument that is an address. */
static tensmith_value at(const void *memory) {
    tensmith_value value;
    memset(&value, 0, sizeof value);
    value.memory = (void *)(uintptr_t)memory;
    return value;
}

/** The value of an argument that is a count. */
static tensmith_value count(int64_t integer) {
    tensmith_value value;
    memset(&value, 0, sizeof value);
    value.integer = integer;
    return value;
}

static void elements(const tensmith_jit *jit) {
    float matrix[13 * 7], row[7], out[13 * 7] = {0};
    tensmith_routine *add = NULL;
    int right = 1;

    for (int i = 0; i < 13 * 7; i++) matrix[i] = (float)(i % 11);
    for (int i = 0; i < 7; i++) row[i] = (float)i;
    check(tensmith_routine_create_kernel(jit, "binary add f32 13x7 in1=row", &add), "add");
    {
        const tensmith_value values[3] = {at(matrix), at(row), at(out)};
        check(tensmith_routine_call(add, values, 3), "add");
    }
    for (int i = 0; i < 13 * 7; i++) right &= out[i] == matrix[i] + row[i / 13];
    expect(right, "a row is added to each row of a matrix");

    /* The same code, as a function of three addresses. */
    memset(out, 0, sizeof out);
    ((void (*)(const float *, const float *, float *))tensmith_routine_entry(add))(matrix, row, out);
    for (int i = 0; i < 13 * 7; i++) right &= out[i] == matrix[i] + row[i / 13];
    expect(right, "the code is called by itself");
    tensmith_routine_destroy(add);
}

static double halved(double x) {
    return x / 2;
}

static void function(const tensmith_jit *jit) {
    static const char text[] =
        "extern f0 \"halved\" (f64) -> f64\n"
        "func \"sum of halves\" (i0, i1) -> f64 {\n"
        "    load.f64x1 v0, [i0]\n"
        "    pass.f64 v0\n"
        "    call f0\n"
        "    result.f64 v1\n"
        "    load.f64x1 v0, [i0 + 8]\n"
        "    add.f64 v1, v1, v0\n"
        "    return.f64 v1\n"
        "}\n";
    const double numbers[2] = {3, 4};
    const tensmith_named_function known = {"halved", (tensmith_address)halved};
    const tensmith_value values[2] = {at(numbers), count(2)};
    tensmith_routine *sum = NULL;
    tensmith_value result = count(0);

    check(tensmith_routine_create_function(jit, text, &known, 1, &sum), "function");
    check(tensmith_routine_call_with(sum, values, 2, NULL, &result), "function");
    expect(result.number == 5.5, "a function calls one of the program");
    tensmith_routine_destroy(sum);
}

/** The 3x4 matrix (0 2 0 1; 0 0 0 0; 3 0 0 0) times a dense one of two columns. */
static void sparse(const tensmith_jit *jit) {
    const int32_t pointers[] = {0, 2, 2, 3}, indices[] = {1, 3, 0};
    const float entries[] = {2, 1, 3}, b[4][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    float c[3][2] = {{0}};
    const tensmith_value values[2] = {at(b), at(c)};
    tensmith_sparse matrix;
    tensmith_routine *product = NULL;
    char *said = NULL;

    memset(&matrix, 0, sizeof matrix);
    matrix.size = sizeof matrix;
    matrix.m = 3;
    matrix.n = 2;
    matrix.k = 4;
    matrix.pointers = pointers;
    matrix.indices = indices;
    matrix.values = entries;
    matrix.layout = TENSMITH_LAYOUT_ROW_MAJOR;
    check(tensmith_routine_create_sparse(jit, &matrix, &product), "sparse");
    check(tensmith_routine_call(product, values, 2), "sparse");
    expect(c[0][0] == 13 && c[0][1] == 16 && c[1][0] == 0 && c[2][0] == 3 && c[2][1] == 6, "a sparse product");
    check(tensmith_routine_explain(product, &said), "explain");
    printf("%s\n", said);
    tensmith_text_destroy(said);
    tensmith_routine_destroy(product);
}

int main(void) {
    tensmith_jit *jit = NULL;
    tensmith_routine *none = NULL;
    check(tensmith_jit_create(NULL, &jit), "jit");
    elements(jit);
    function(jit);
    sparse(jit);
    expect(tensmith_routine_create_kernel(jit, "unary no_such f32 4x4", &none) == TENSMITH_STATUS_INVALID_TEXT
               && none == NULL,
           "what cannot be read is refused");
    printf("%s\n", tensmith_last_error());
    tensmith_jit_destroy(jit);
    return failures > 0;
}
