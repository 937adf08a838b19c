/* Structures that are cleared and get their sizes: they mean what one expects, or are refused. */
#include <stdio.h>
#include <string.h>

#include <tensmith.h>

static int failures = 0;

static void expect(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s: wrong; %s\n", what, tensmith_last_error());
        failures++;
    }
}

/** A multiplication of two square matrices, as one forgets to fill it. */
static tensmith_gemm_spec of_sizes(void) {
    tensmith_gemm_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.size = sizeof spec;
    spec.m = spec.n = spec.k = spec.a.ld = spec.b.ld = spec.c.ld = 4;
    return spec;
}

/** Whether a multiplication is refused, and leaves no handle. */
static int is_refused(const tensmith_jit *jit, tensmith_gemm_spec spec) {
    tensmith_gemm *gemm = NULL;
    const tensmith_status status = tensmith_gemm_create(jit, &spec, &gemm);
    const int is_nothing = gemm == NULL;
    tensmith_gemm_destroy(gemm);
    return status == TENSMITH_STATUS_INVALID_ARGUMENT && is_nothing;
}

static void multiplications(const tensmith_jit *jit) {
    float a[16], b[16], c[16];
    tensmith_gemm *gemm = NULL;
    tensmith_gemm_spec spec = of_sizes();
    expect(is_refused(jit, spec), "a product whose factor was forgotten");
    spec.alpha = TENSMITH_FACTOR_ONE;
    for (int i = 0; i < 16; i++) {
        a[i] = 1, b[i] = 2, c[i] = -1;
    }
    expect(tensmith_gemm_create(jit, &spec, &gemm) == TENSMITH_STATUS_OK, "a product");
    expect(tensmith_gemm_call(gemm, a, b, c) == TENSMITH_STATUS_OK && c[0] == 8 && c[15] == 8, "overwrites C");
    tensmith_gemm_destroy(gemm);

    tensmith_gemm_spec other = spec;
    other.c.ld = 0;
    expect(is_refused(jit, other), "a leading dimension that was forgotten");
    other = spec, other.batch_count = 8;
    expect(is_refused(jit, other), "a kind of batch that was forgotten");
    other = spec, other.batch = TENSMITH_BATCH_STRIDED, other.batch_stride_a = 16;
    expect(is_refused(jit, other), "a number of pairs that was forgotten");
    other = spec, other.batch = TENSMITH_BATCH_STRIDED, other.batch_count = 2;
    expect(is_refused(jit, other), "distances that were forgotten");
    other = spec, other.size = 0;
    expect(is_refused(jit, other), "a size that was forgotten");
}

static void calls(const tensmith_jit *jit) {
    float a[16] = {0}, b[16] = {0}, c[16] = {0};
    tensmith_gemm *gemm = NULL;
    tensmith_gemm_operands operands;
    tensmith_gemm_numbers numbers;
    tensmith_gemm_spec spec = of_sizes();
    memset(&operands, 0, sizeof operands);
    memset(&numbers, 0, sizeof numbers);
    operands.size = sizeof operands;
    numbers.size = sizeof numbers;
    spec.alpha = TENSMITH_FACTOR_RUNTIME;
    spec.a.ld = TENSMITH_RUNTIME;
    expect(tensmith_gemm_create(jit, &spec, &gemm) == TENSMITH_STATUS_OK, "a product with numbers");
    expect(tensmith_gemm_call_with(gemm, &operands, &numbers) != TENSMITH_STATUS_OK, "operands that were forgotten");
    operands.a = a, operands.b = b, operands.c = c;
    expect(tensmith_gemm_call_with(gemm, &operands, NULL) != TENSMITH_STATUS_OK, "numbers that were forgotten");
    expect(tensmith_gemm_call_with(gemm, &operands, &numbers) != TENSMITH_STATUS_OK, "a distance that was forgotten");
    tensmith_gemm_destroy(gemm);
}

static void plans(const tensmith_jit *jit) {
    const size_t shape[2] = {3, 3};
    tensmith_array inputs[2] = {{2, shape, NULL}, {2, shape, NULL}};
    float a[9], b[9], c[9];
    tensmith_plan *plan = NULL;
    tensmith_contraction asked;
    for (int i = 0; i < 9; i++) {
        a[i] = 1, b[i] = 2, c[i] = -1;
    }
    memset(&asked, 0, sizeof asked);
    asked.size = sizeof asked;
    expect(tensmith_plan_create(jit, &asked, &plan) != TENSMITH_STATUS_OK, "an expression that was forgotten");
    asked.expression = "ik,kj->ij";
    expect(tensmith_plan_create(jit, &asked, &plan) != TENSMITH_STATUS_OK, "inputs that were forgotten");
    asked.inputs = inputs, asked.input_count = 2;
    expect(tensmith_plan_create(jit, &asked, &plan) == TENSMITH_STATUS_OK, "a plan");
    tensmith_buffer memory[2] = {{a, 9}, {b, 9}};
    const tensmith_buffer result = {c, 9}, forgotten = {c, 0};
    expect(tensmith_plan_run(plan, memory, 2, forgotten, NULL) != TENSMITH_STATUS_OK, "elements that were forgotten");
    expect(tensmith_plan_run(plan, memory, 2, result, NULL) == TENSMITH_STATUS_OK && c[8] == 6, "overwrites the output");
    tensmith_plan_destroy(plan);
    inputs[1].rank = 0;
    expect(tensmith_plan_create(jit, &asked, &plan) != TENSMITH_STATUS_OK, "a number of extents that was forgotten");
}

static void programs(const tensmith_jit *jit) {
    tensmith_program *program = NULL;
    tensmith_argument arguments[3];
    memset(arguments, 0, sizeof arguments);
    expect(tensmith_program_create(jit,
                                   "nest f32 contraction first=zero\nm undefined 3 3 0 3\nn undefined 3 0 1 1\n"
                                   "k undefined 3 1 3 0\n",
                                   &program) == TENSMITH_STATUS_OK,
           "a program");
    expect(tensmith_program_run(program, arguments, 3, NULL) != TENSMITH_STATUS_OK, "arguments that were forgotten");
    tensmith_program_destroy(program);
}

int main(void) {
    tensmith_jit *jit = NULL;
    tensmith_jit_options options;
    memset(&options, 0, sizeof options);
    expect(tensmith_jit_create(&options, &jit) != TENSMITH_STATUS_OK, "a size of options that was forgotten");
    options.size = sizeof options;
    expect(tensmith_jit_create(&options, &jit) == TENSMITH_STATUS_OK, "options");
    multiplications(jit);
    calls(jit);
    plans(jit);
    programs(jit);
    tensmith_jit_destroy(jit);
    return failures != 0;
}
