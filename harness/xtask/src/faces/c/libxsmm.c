/* A program that is written for LIBXSMM: kernels of each kind by its names, and what is null. Also C++. Ends with 1 if anything
 * is wrong. */

#include <libxsmm.h>

static int failures = 0;

static void expect(int holds, const char *what) {
    printf("%-50s %s\n", what, holds ? "ok" : "WRONG");
    failures += !holds;
}

enum { M = 6, N = 5, K = 4, LD = 7, BATCH = 3 };

static float a[BATCH * LD * K], b[BATCH * K * N], c[LD * N];

/** Element (i, j) of the sum of products of some pairs. */
static float product(int i, int j, int pairs) {
    float sum = 0;
    for (int p = 0; p < pairs; p++) {
        for (int k = 0; k < K; k++) sum += a[p * LD * K + k * LD + i] * b[p * K * N + j * K + k];
    }
    return sum;
}

static int is_product(float added, int pairs) {
    float off = 0;
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < M; i++) off += fabsf(c[j * LD + i] - added - product(i, j, pairs));
    }
    return off <= 0;
}

static void fill(float value) {
    for (int i = 0; i < LD * N; i++) c[i] = value;
}

static void multiplications(void) {
    const libxsmm_datatype f32 = LIBXSMM_DATATYPE_F32;
    const libxsmm_gemm_shape shape = libxsmm_create_gemm_shape(M, N, K, LD, K, LD, f32, f32, f32, f32);
    const libxsmm_gemmfunction plain = libxsmm_dispatch_gemm(shape, LIBXSMM_GEMM_FLAG_BETA_0, LIBXSMM_GEMM_PREFETCH_NONE);
    const libxsmm_gemmfunction added = libxsmm_dispatch_gemm(shape, LIBXSMM_GEMM_FLAG_NONE, LIBXSMM_GEMM_PREFETCH_AL2);
    const libxsmm_gemmfunction strided = libxsmm_dispatch_brgemm(
        shape, LIBXSMM_GEMM_FLAG_BETA_0, LIBXSMM_GEMM_PREFETCH_NONE,
        libxsmm_create_gemm_batch_reduce_config(LIBXSMM_GEMM_BATCH_REDUCE_STRIDE, LD * K * 4, K * N * 4, 0));
    const libxsmm_gemmfunction addressed =
        libxsmm_dispatch_brgemm(shape, LIBXSMM_GEMM_FLAG_BETA_0, LIBXSMM_GEMM_PREFETCH_NONE,
                                libxsmm_create_gemm_batch_reduce_config(LIBXSMM_GEMM_BATCH_REDUCE_ADDRESS, 0, 0, 0));
    const float *const lists[2][2] = {{a + 2 * LD * K, a}, {b + 2 * K * N, b}};
    libxsmm_gemm_param param;
    libxsmm_kernel_info info;
    unsigned long long count = BATCH;

    memset(&param, 0, sizeof param);
    param.a.primary = a;
    param.b.primary = b;
    param.c.primary = c;
    fill(NAN);
    plain(&param);
    expect(is_product(0, 1), "a multiplication");
    fill(3);
    added(&param);
    expect(is_product(3, 1), "one that adds");
    param.op.tertiary = &count;
    strided(&param);
    expect(is_product(0, BATCH), "a batch of strided blocks");
    count = 2;
    param.a.primary = (void *)(uintptr_t)lists[0];
    param.b.primary = (void *)(uintptr_t)lists[1];
    addressed(&param);
    expect(fabsf(c[0] - product(0, 0, 3) + product(0, 0, 2) - product(0, 0, 1)) <= 0, "a batch of addresses");
    expect(libxsmm_get_kernel_info((const void *)(uintptr_t)plain, &info) == EXIT_SUCCESS && info.nflops == 2 * M * N * K &&
               !info.is_reference_kernel,
           "what is known of a kernel");
    expect(libxsmm_dispatch_gemm(shape, LIBXSMM_GEMM_FLAG_BETA_0, 0) == plain, "the same again");
    expect(libxsmm_dispatch_gemm(shape, 1u << 20, 0) == NULL, "unknown flags are none");
    expect(libxsmm_dispatch_brgemm(shape, 0, 0,
                                   libxsmm_create_gemm_batch_reduce_config(LIBXSMM_GEMM_BATCH_REDUCE_OFFSET, 0, 0, 0)) == NULL,
           "a batch of offsets is none");
}

static void elements(void) {
    const libxsmm_datatype f32 = LIBXSMM_DATATYPE_F32, bf16 = LIBXSMM_DATATYPE_BF16;
    float x[12], y[12], out[12], slope = 0.5f, sums[4];
    libxsmm_bfloat16 narrow[12];
    libxsmm_meltw_unary_param unary;
    libxsmm_meltw_binary_param binary;
    libxsmm_meltw_ternary_param ternary;
    const libxsmm_meltw_unary_shape shape = libxsmm_create_meltw_unary_shape(3, 4, 3, 3, f32, f32, f32);
    int right = 1;

    for (int i = 0; i < 12; i++) x[i] = (float)(i - 5), y[i] = (float)i;
    memset(&unary, 0, sizeof unary);
    unary.op.primary = &slope;
    unary.in.primary = x;
    unary.out.primary = out;
    libxsmm_dispatch_meltw_unary(LIBXSMM_MELTW_TYPE_UNARY_LEAKY_RELU, shape, 0)(&unary);
    for (int i = 0; i < 12; i++) right &= fabsf(out[i] - (x[i] < 0 ? x[i] / 2 : x[i])) <= 0;
    expect(right, "a unary operation with a parameter");
    unary.out.primary = sums;
    libxsmm_dispatch_meltw_unary(LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_OP_ADD, shape, LIBXSMM_MELTW_FLAG_UNARY_REDUCE_ROWS)(&unary);
    expect(fabsf(sums[0] + 12) <= 0 && fabsf(sums[3] - 15) <= 0, "a reduction of rows");
    unary.out.primary = narrow;
    libxsmm_dispatch_meltw_unary(LIBXSMM_MELTW_TYPE_UNARY_IDENTITY,
                                 libxsmm_create_meltw_unary_shape(3, 4, 3, 3, f32, bf16, f32), 0)(&unary);
    libxsmm_convert_bf16_f32(narrow, out, 12);
    expect(memcmp(out, x, sizeof x) == 0, "a conversion");
    unary.out.primary = out;
    libxsmm_dispatch_meltw_unary(LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_NORMT,
                                 libxsmm_create_meltw_unary_shape(3, 4, 3, 4, f32, f32, f32), 0)(&unary);
    expect(fabsf(out[1] - x[3]) <= 0 && fabsf(out[4] - x[1]) <= 0, "a transposition");

    memset(&binary, 0, sizeof binary);
    binary.in0.primary = x;
    binary.in1.primary = y;
    binary.out.primary = out;
    libxsmm_dispatch_meltw_binary(LIBXSMM_MELTW_TYPE_BINARY_SUB,
                                  libxsmm_create_meltw_binary_shape(3, 4, 3, 3, 3, f32, f32, f32, f32),
                                  LIBXSMM_MELTW_FLAG_BINARY_BCAST_COL_IN_1)(&binary);
    right = 1;
    for (int i = 0; i < 12; i++) right &= fabsf(out[i] - (x[i] - y[i % 3])) <= 0;
    expect(right, "a binary operation with a column");
    for (int i = 0; i < 12; i++) out[i] = 1;
    libxsmm_dispatch_meltw_binary(LIBXSMM_MELTW_TYPE_BINARY_MULADD,
                                  libxsmm_create_meltw_binary_shape(3, 4, 3, 3, 3, f32, f32, f32, f32), 0)(&binary);
    right = 1;
    for (int i = 0; i < 12; i++) right &= fabsf(out[i] - (x[i] * y[i] + 1)) <= 0;
    expect(right, "a product that is added");

    memset(&ternary, 0, sizeof ternary);
    ternary.in0.primary = x;
    ternary.in1.primary = y;
    ternary.in2.primary = x;
    ternary.out.primary = out;
    libxsmm_dispatch_meltw_ternary(LIBXSMM_MELTW_TYPE_TERNARY_NMULADD,
                                   libxsmm_create_meltw_ternary_shape(3, 4, 3, 3, 3, 3, f32, f32, f32, f32, f32),
                                   LIBXSMM_MELTW_FLAG_TERNARY_BCAST_SCALAR_IN_2)(&ternary);
    right = 1;
    for (int i = 0; i < 12; i++) right &= fabsf(out[i] - (x[0] - x[i] * y[i])) <= 0;
    expect(right, "a ternary operation with a scalar");
    expect(libxsmm_dispatch_meltw_unary(LIBXSMM_MELTW_TYPE_UNARY_DROPOUT, shape, 0) == NULL, "an unknown operation is none");
}

/** Narrow numbers, there and back, with the roundings at the ends of their ranges. */
static void narrow_numbers(void) {
    const float x[] = {0, -0.0f, 1, -1.5f, 0.1f, 65504, 65520, 6e-8f, 1e-10f, 448, 464, 0.0009765625f};
    const libxsmm_float16 f16[] = {0, 0x8000, 0x3c00, 0xbe00, 0x2e66, 0x7bff, 0x7c00, 1, 0, 0x5f00, 0x5f40, 0x1400};
    const libxsmm_hfloat8 hf8[] = {0, 0x80, 0x38, 0xbc, 0x1d, 0x7f, 0x7f, 0, 0, 0x7e, 0x7f, 0};
    enum { COUNT = sizeof x / sizeof x[0] };
    libxsmm_float16 halves[COUNT];
    libxsmm_hfloat8 eighths[COUNT];
    float back[COUNT];
    int right = 1;
    libxsmm_rne_convert_fp32_f16(x, halves, COUNT);
    expect(memcmp(halves, f16, sizeof f16) == 0, "FP16");
    libxsmm_convert_f16_f32(halves, back, COUNT);
    expect(fabsf(back[5] - 65504) <= 0 && isinf(back[6]) && fabsf(back[7] - 0x1p-24f) <= 0, "FP16 and back");
    libxsmm_rne_convert_fp32_hf8(x, eighths, COUNT);
    for (int i = 0; i < COUNT; i++) right &= eighths[i] == hf8[i];
    expect(right, "HF8");
    libxsmm_convert_hf8_f32(eighths, back, COUNT);
    expect(fabsf(back[9] - 448) <= 0 && isnan(back[5]) && fabsf(back[3] + 1.5f) <= 0, "HF8 and back");
}

int main(void) {
    for (int i = 0; i < BATCH * LD * K; i++) a[i] = (float)(i % 7 - 3);
    for (int i = 0; i < BATCH * K * N; i++) b[i] = (float)(i % 5 - 2);
    multiplications();
    elements();
    narrow_numbers();
#ifdef __cplusplus
    fill(1);
    libxsmm_mmfunction<float>(LIBXSMM_GEMM_FLAGS('N', 'N'), M, N, K, LD, K, LD, 1.0f, 1.0f)(a, b, c);
    expect(is_product(1, 1), "a function object");
    expect(!libxsmm_mmfunction<double>(0, M, N, K, 2.0, 1.0), "another alpha is none");
#endif
    return failures > 0;
}
