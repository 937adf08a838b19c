/* The C interface, from the machine to results: a contraction, on threads of the library's and of the caller's; a loop
 * nest; a single multiplication, and its code; errors. Also C++.
 *
 *     einsum [TARGET]
 *
 * TARGET is the core that code is made for, such as haswell. Ends with 1 if a result is wrong. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tensmith.h>

enum { M = 37, K = 29, N = 41 };

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

/** Whether C is the product of A and B, row-major, after the maximum with `least`. */
static int is_product(const float *a, const float *b, const float *c, float least) {
    for (size_t i = 0; i < M; i++) {
        for (size_t j = 0; j < N; j++) {
            double sum = 0;
            for (size_t k = 0; k < K; k++) {
                sum += (double)a[i * K + k] * b[k * N + j];
            }
            if (fabs(fmax(sum, least) - c[i * N + j]) > 1e-4) {
                return 0;
            }
        }
    }
    return 1;
}

/** Runs tasks on the caller's thread, in two pieces: a real program has a pool of its own here. */
static int32_t in_two_pieces(void *context, size_t tasks, tensmith_task task, void *work) {
    ++*(int *)context;
    task(work, tasks / 2, tasks);
    task(work, 0, tasks / 2);
    return 0;
}

static void contraction(const tensmith_jit *jit, float *a, float *b, float *c) {
    const size_t shapes[2][2] = {{M, K}, {K, N}};
    const tensmith_array inputs[2] = {{2, shapes[0], NULL}, {2, shapes[1], NULL}};
    const tensmith_link relu = {"relu", NULL, NULL};
    tensmith_contraction asked;
    tensmith_plan *plan = NULL;
    tensmith_executor *pool = NULL, *own = NULL;
    tensmith_array output;
    char *text = NULL;
    int rounds = 0;

    memset(&asked, 0, sizeof asked);
    asked.size = sizeof asked;
    asked.expression = "mk,kn->mn";
    asked.dtype = TENSMITH_DTYPE_F32;
    asked.inputs = inputs;
    asked.input_count = 2;
    asked.chain = &relu;
    asked.chain_length = 1;
    check(tensmith_plan_create(jit, &asked, &plan), "plan");
    check(tensmith_plan_output(plan, &output), "output");
    expect(output.rank == 2 && output.shape[0] == M && output.shape[1] == N && output.strides[0] == N,
           "the plan knows its output");

    check(tensmith_executor_create_pool(2, &pool), "pool");
    check(tensmith_executor_create_callback(2, in_two_pieces, &rounds, &own), "executor");
    const tensmith_executor *executors[3] = {NULL, pool, own};
    const tensmith_buffer memory[2] = {{a, M * K}, {b, K * N}};
    const tensmith_buffer result = {c, M * N};
    for (int which = 0; which < 3; which++) {
        memset(c, 0xff, M * N * sizeof *c);
        check(tensmith_plan_run(plan, memory, 2, result, executors[which]), "run");
        expect(is_product(a, b, c, 0), which == 0   ? "a contraction with relu"
                                       : which == 1 ? "the same on a pool of the library's"
                                                    : "the same on threads of the caller's");
    }

    check(tensmith_plan_explain(plan, &text), "explanation");
    expect(strstr(text, "mk,kn->mn") != NULL, "the plan explains itself");
    tensmith_text_destroy(text);
    const tensmith_buffer short_one = {c, M * N - 1};
    expect(tensmith_plan_run(plan, memory, 2, short_one, NULL) == TENSMITH_STATUS_INVALID_ARGUMENT,
           "an output that is too short is refused");
    printf("    %s\n", tensmith_last_error());
    tensmith_executor_destroy(own);
    tensmith_executor_destroy(pool);
    tensmith_plan_destroy(plan);
}

static void nest(const tensmith_jit *jit, float *a, float *b, float *c) {
    char text[256];
    tensmith_program *program = NULL;
    snprintf(text, sizeof text, "nest f32 contraction first=zero\nm undefined %d %d 0 %d\nn undefined %d 0 1 %d\n"
                                "k undefined %d 1 %d 0\n",
             M, K, N, N, 1, K, N);
    check(tensmith_program_create(jit, text, &program), "program");
    const tensmith_argument arguments[3] = {{a, M * K, 0}, {b, K * N, 0}, {c, M * N, 0}};
    memset(c, 0xff, M * N * sizeof *c);
    check(tensmith_program_run(program, arguments, 3, NULL), "run of the program");
    expect(is_product(a, b, c, -INFINITY), "a loop nest");
    tensmith_program_destroy(program);
}

static void multiplication(const tensmith_jit *jit, float *a, float *b, float *c) {
    tensmith_gemm_spec spec;
    tensmith_gemm *gemm = NULL;
    char *text = NULL;
    memset(&spec, 0, sizeof spec);
    spec.size = sizeof spec;
    spec.dtype = TENSMITH_DTYPE_F32;
    spec.m = M, spec.n = N, spec.k = K;
    spec.a.layout = spec.b.layout = spec.c.layout = TENSMITH_LAYOUT_ROW_MAJOR;
    spec.a.ld = K, spec.b.ld = N, spec.c.ld = N;
    spec.alpha = TENSMITH_FACTOR_ONE;
    spec.beta = TENSMITH_FACTOR_ZERO;
    check(tensmith_gemm_create(jit, &spec, &gemm), "multiplication");
    memset(c, 0xff, M * N * sizeof *c);
    check(tensmith_gemm_call(gemm, a, b, c), "call");
    expect(is_product(a, b, c, -INFINITY), "a multiplication");

    const tensmith_kernel kernel = tensmith_gemm_kernel(gemm);
    memset(c, 0xff, M * N * sizeof *c);
    kernel(a, b, c);
    expect(is_product(a, b, c, -INFINITY), "its code, called without checks");
    check(tensmith_gemm_explain(gemm, &text), "explanation");
    printf("    %s\n", text);
    tensmith_text_destroy(text);
    tensmith_gemm_destroy(gemm);
}

int main(int argc, char **argv) {
    tensmith_jit_options options;
    tensmith_jit *jit = NULL;
    float *a = (float *)malloc(M * K * sizeof *a);
    float *b = (float *)malloc(K * N * sizeof *b);
    float *c = (float *)malloc(M * N * sizeof *c);
    if (a == NULL || b == NULL || c == NULL) {
        return 1;
    }
    for (size_t i = 0; i < M * K; i++) {
        a[i] = (float)(i % 7) - 3;
    }
    for (size_t i = 0; i < K * N; i++) {
        b[i] = (float)(i % 5) * 0.5f - 1;
    }

    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.target = argc > 1 ? argv[1] : NULL;
    options.threads = 2;
    check(tensmith_jit_create(&options, &jit), "jit");
    printf("tensmith %s for %s\n", tensmith_version(), tensmith_jit_target(jit));
    contraction(jit, a, b, c);
    nest(jit, a, b, c);
    multiplication(jit, a, b, c);
    tensmith_jit_destroy(jit);
    free(c), free(b), free(a);
    return failures != 0;
}
