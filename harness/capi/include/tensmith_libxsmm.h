/* LIBXSMM's interface over tensmith: the names, types and arguments with which programs dispatch its kernels, for those kinds
 * that tensmith has. Programs that are written for LIBXSMM 2 are compiled with `-I$PREFIX/include/libxsmm`, where its own
 * headers' names lead here, and linked with `-ltensmith -lm`.
 *
 * What is dispatched is the text of a kernel (`tensmith_dispatch`), as a function of LIBXSMM's structure of arguments. Types
 * are FP32, FP64, FP16 and BF16, one for all operands; IDENTITY converts between them. What there is no kernel for is null, as
 * in LIBXSMM: `tensmith_last_error()` says why. Prefetching and hints are of no effect.
 *
 * Differences that a program can see: names of target architectures are tensmith's, `libxsmm_set_target_arch` does nothing, and
 * strides of a batch are multiples of an element.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef TENSMITH_LIBXSMM_H
#define TENSMITH_LIBXSMM_H

#include "tensmith.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers and macros of programs. */

#define LIBXSMM_JIT 1
#define LIBXSMM_INLINE static __attribute__((unused))
#define LIBXSMM_UNUSED(X) ((void)(X))
#define LIBXSMM_ASSERT(X) assert(X)
#define LIBXSMM_EXPECT(X) do { if (!(X)) abort(); } while (0)
#define LIBXSMM_MAX(A, B) ((A) < (B) ? (B) : (A))
#define LIBXSMM_MIN(A, B) ((A) < (B) ? (A) : (B))
#define LIBXSMM_CLMP(X, LOW, HIGH) LIBXSMM_MAX(LOW, LIBXSMM_MIN(X, HIGH))
#define LIBXSMM_ABS(X) ((X) < 0 ? -(X) : (X))
#define LIBXSMM_MOD(A, N) ((A) % (N))
#define LIBXSMM_UP(X, STEP) (((X) + (STEP) - 1) / (STEP) * (STEP))
#define LIBXSMM_UP2(X, STEP) LIBXSMM_UP(X, STEP)
#define LIBXSMM_UPDIV(X, BY) (((X) + (BY) - 1) / (BY))
#define LIBXSMM_CAST_BLASINT(X) ((libxsmm_blasint)(X))
#define LIBXSMM_CAST_UINT(X) ((unsigned int)(X))
#define LIBXSMM_CAST_INT(X) ((int)(X))
/** Adds a flag to a variable of an enumeration. */
#define LIBXSMM_EOR(TYPE, FLAGS, FLAG) ((FLAGS) = (TYPE)((int)(FLAGS) | (int)(FLAG)))
/** As numbers, whatever their types: programs compare a factor with a literal. */
#define LIBXSMM_NEQ(A, B) (!((A) <= (B) && (A) >= (B)))
#define LIBXSMM_FEQ(A, B) ((A) <= (B) && (A) >= (B))
#define LIBXSMM_CACHELINE 64
#define LIBXSMM_ALIGNMENT 64
#define LIBXSMM_SNPRINTF(...) snprintf(__VA_ARGS__)
#define LIBXSMM_PUTENV(X) putenv(X)
#define LIBXSMM_SQRTF(X) sqrtf(X)
#define LIBXSMM_EXPF(X) expf(X)
#define LIBXSMM_TANHF(X) tanhf(X)
#define LIBXSMM_ERFF(X) erff(X)
#define LIBXSMM_MATDIFF(...) libxsmm_matdiff(__VA_ARGS__)
#define LIBXSMM_PREFETCH LIBXSMM_GEMM_PREFETCH_NONE
#define LIBXSMM_OMP_VAR(X) ((void)(X))
#define LIBXSMM_BLASINT_NBITS 32
#define LIBXSMM_VERSION3(MAJOR, MINOR, UPDATE) ((MAJOR) * 10000 + (MINOR) * 100 + (UPDATE))

typedef int libxsmm_blasint;
typedef unsigned int libxsmm_bitfield;
typedef uint64_t libxsmm_timer_tickint;
typedef unsigned short libxsmm_bfloat16;
typedef unsigned short libxsmm_float16;
typedef unsigned char libxsmm_bfloat8;
typedef unsigned char libxsmm_hfloat8;

typedef union libxsmm_float_uint {
    float f;
    unsigned int u;
} libxsmm_float_uint;

typedef union libxsmm_bfloat16_f32 {
    libxsmm_bfloat16 i[2];
    float f;
} libxsmm_bfloat16_f32;

typedef union libxsmm_bfloat8_f16 {
    libxsmm_bfloat8 i[2];
    libxsmm_float16 hf;
} libxsmm_bfloat8_f16;

typedef enum libxsmm_datatype {
    LIBXSMM_DATATYPE_F64, LIBXSMM_DATATYPE_F32, LIBXSMM_DATATYPE_BF16, LIBXSMM_DATATYPE_F16, LIBXSMM_DATATYPE_BF8,
    LIBXSMM_DATATYPE_HF8, LIBXSMM_DATATYPE_I64, LIBXSMM_DATATYPE_U64, LIBXSMM_DATATYPE_I32, LIBXSMM_DATATYPE_U32,
    LIBXSMM_DATATYPE_I16, LIBXSMM_DATATYPE_U16, LIBXSMM_DATATYPE_I8, LIBXSMM_DATATYPE_U8, LIBXSMM_DATATYPE_IMPLICIT,
    LIBXSMM_DATATYPE_UNSUPPORTED
} libxsmm_datatype;

/** Bytes of an element. */
LIBXSMM_INLINE size_t libxsmm_typesize(libxsmm_datatype datatype) {
    switch (datatype) {
        case LIBXSMM_DATATYPE_F64: case LIBXSMM_DATATYPE_I64: case LIBXSMM_DATATYPE_U64: return 8;
        case LIBXSMM_DATATYPE_F32: case LIBXSMM_DATATYPE_I32: case LIBXSMM_DATATYPE_U32: return 4;
        case LIBXSMM_DATATYPE_BF16: case LIBXSMM_DATATYPE_F16: case LIBXSMM_DATATYPE_I16: case LIBXSMM_DATATYPE_U16: return 2;
        case LIBXSMM_DATATYPE_BF8: case LIBXSMM_DATATYPE_HF8: case LIBXSMM_DATATYPE_I8: case LIBXSMM_DATATYPE_U8: return 1;
        default: return 0;
    }
}

#define LIBXSMM_TYPESIZE(DATATYPE) libxsmm_typesize((libxsmm_datatype)(DATATYPE))

/** The number of the type `float` or `double`. */
#define LIBXSMM_DATATYPE(TYPE) (sizeof(TYPE) == 8 ? LIBXSMM_DATATYPE_F64 : LIBXSMM_DATATYPE_F32)

LIBXSMM_INLINE const char *libxsmm_get_typename(libxsmm_datatype datatype) {
    static const char *const names[] = {"f64", "f32", "bf16", "f16", "bf8", "hf8", "i64", "u64", "i32",
                                        "u32", "i16", "u16", "i8", "u8", "implicit", "void"};
    return names[LIBXSMM_MIN((unsigned int)datatype, 15u)];
}

/* Structures of arguments. */

typedef struct libxsmm_matrix_arg {
    void *primary, *secondary, *tertiary, *quaternary, *quinary, *senary;
} libxsmm_matrix_arg;

typedef struct libxsmm_matrix_op_arg {
    void *primary, *secondary, *tertiary, *quaternary;
} libxsmm_matrix_op_arg;

typedef struct libxsmm_gemm_param {
    libxsmm_matrix_op_arg op;
    libxsmm_matrix_arg a, b, c;
} libxsmm_gemm_param;

typedef struct libxsmm_meltw_unary_param {
    libxsmm_matrix_op_arg op;
    libxsmm_matrix_arg in, out;
} libxsmm_meltw_unary_param;

typedef struct libxsmm_meltw_binary_param {
    libxsmm_matrix_op_arg op;
    libxsmm_matrix_arg in0, in1, out;
} libxsmm_meltw_binary_param;

typedef struct libxsmm_meltw_ternary_param {
    libxsmm_matrix_op_arg op;
    libxsmm_matrix_arg in0, in1, in2, out;
} libxsmm_meltw_ternary_param;

typedef void (*libxsmm_gemmfunction)(const libxsmm_gemm_param *);
typedef void (*libxsmm_meltwfunction_unary)(const libxsmm_meltw_unary_param *);
typedef void (*libxsmm_meltwfunction_binary)(const libxsmm_meltw_binary_param *);
typedef void (*libxsmm_meltwfunction_ternary)(const libxsmm_meltw_ternary_param *);

typedef union libxsmm_xmmfunction {
    const void *ptr_const;
    void *ptr;
    libxsmm_gemmfunction gemm;
    libxsmm_meltwfunction_unary meltw_unary;
    libxsmm_meltwfunction_binary meltw_binary;
    libxsmm_meltwfunction_ternary meltw_ternary;
} libxsmm_xmmfunction;

/* What is dispatched. */

typedef struct libxsmm_gemm_shape {
    libxsmm_blasint m, n, k, lda, ldb, ldc;
    libxsmm_datatype a_in_type, b_in_type, out_type, comp_type;
} libxsmm_gemm_shape;

typedef enum libxsmm_gemm_batch_reduce_type {
    LIBXSMM_GEMM_BATCH_REDUCE_NONE,
    LIBXSMM_GEMM_BATCH_REDUCE_ADDRESS,
    LIBXSMM_GEMM_BATCH_REDUCE_OFFSET,
    LIBXSMM_GEMM_BATCH_REDUCE_STRIDE
} libxsmm_gemm_batch_reduce_type;

typedef struct libxsmm_gemm_batch_reduce_config {
    libxsmm_gemm_batch_reduce_type br_type;
    /** Bytes from one matrix to the next, where they are strided. */
    libxsmm_blasint br_stride_a_hint, br_stride_b_hint;
    unsigned char br_unroll_hint;
} libxsmm_gemm_batch_reduce_config;

typedef enum libxsmm_gemm_flags {
    LIBXSMM_GEMM_FLAG_NONE = 0,
    LIBXSMM_GEMM_FLAG_TRANS_A = 1,
    LIBXSMM_GEMM_FLAG_TRANS_B = 2,
    LIBXSMM_GEMM_FLAG_TRANS_AB = 3,
    LIBXSMM_GEMM_FLAG_BETA_0 = 4,
    LIBXSMM_GEMM_FLAG_ALIGN_A = 8,
    LIBXSMM_GEMM_FLAG_ALIGN_C = 16,
    LIBXSMM_GEMM_FLAG_ALIGN_C_NTS_HINT = 48
} libxsmm_gemm_flags;

/** The flags that letters stand for. */
#define LIBXSMM_GEMM_FLAGS(TRANSA, TRANSB) \
    (((TRANSA) == 'N' || (TRANSA) == 'n' ? 0 : LIBXSMM_GEMM_FLAG_TRANS_A) | \
     ((TRANSB) == 'N' || (TRANSB) == 'n' ? 0 : LIBXSMM_GEMM_FLAG_TRANS_B))

typedef enum libxsmm_gemm_prefetch_type {
    LIBXSMM_GEMM_PREFETCH_NONE = 0,
    LIBXSMM_GEMM_PREFETCH_SIGONLY = 1,
    LIBXSMM_GEMM_PREFETCH_AL2 = 2,
    LIBXSMM_GEMM_PREFETCH_BL2 = 4,
    LIBXSMM_GEMM_PREFETCH_CL2 = 8
} libxsmm_gemm_prefetch_type;

typedef struct libxsmm_meltw_unary_shape {
    libxsmm_blasint m, n, ldi, ldo;
    libxsmm_datatype in0_type, out_type, comp_type;
} libxsmm_meltw_unary_shape;

typedef struct libxsmm_meltw_binary_shape {
    libxsmm_blasint m, n, ldi, ldi2, ldo;
    libxsmm_datatype in0_type, in1_type, out_type, comp_type;
} libxsmm_meltw_binary_shape;

typedef struct libxsmm_meltw_ternary_shape {
    libxsmm_blasint m, n, ldi, ldi2, ldi3, ldo;
    libxsmm_datatype in0_type, in1_type, in2_type, out_type, comp_type;
} libxsmm_meltw_ternary_shape;

typedef enum libxsmm_meltw_unary_type {
    LIBXSMM_MELTW_TYPE_UNARY_NONE, LIBXSMM_MELTW_TYPE_UNARY_IDENTITY, LIBXSMM_MELTW_TYPE_UNARY_XOR,
    LIBXSMM_MELTW_TYPE_UNARY_X2, LIBXSMM_MELTW_TYPE_UNARY_SQRT, LIBXSMM_MELTW_TYPE_UNARY_RELU,
    LIBXSMM_MELTW_TYPE_UNARY_RELU_INV, LIBXSMM_MELTW_TYPE_UNARY_TANH, LIBXSMM_MELTW_TYPE_UNARY_TANH_INV,
    LIBXSMM_MELTW_TYPE_UNARY_SIGMOID, LIBXSMM_MELTW_TYPE_UNARY_SIGMOID_INV, LIBXSMM_MELTW_TYPE_UNARY_GELU,
    LIBXSMM_MELTW_TYPE_UNARY_GELU_INV, LIBXSMM_MELTW_TYPE_UNARY_NEGATE, LIBXSMM_MELTW_TYPE_UNARY_INC,
    LIBXSMM_MELTW_TYPE_UNARY_RECIPROCAL, LIBXSMM_MELTW_TYPE_UNARY_RECIPROCAL_SQRT, LIBXSMM_MELTW_TYPE_UNARY_EXP,
    LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_OP_ADD, LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X2_OP_ADD,
    LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_X2_OP_ADD, LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_OP_MAX,
    LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_OP_MUL, LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_OP_ADD_NCNC_FORMAT,
    LIBXSMM_MELTW_TYPE_UNARY_REDUCE_TO_SCALAR_OP_ADD, LIBXSMM_MELTW_TYPE_UNARY_DROPOUT,
    LIBXSMM_MELTW_TYPE_UNARY_DROPOUT_INV, LIBXSMM_MELTW_TYPE_UNARY_REPLICATE_COL_VAR,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_VNNI2, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_NORMT,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_VNNI2_TO_VNNI2T, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_VNNI2T,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_VNNI2_PAD, LIBXSMM_MELTW_TYPE_UNARY_UNZIP,
    LIBXSMM_MELTW_TYPE_UNARY_LEAKY_RELU, LIBXSMM_MELTW_TYPE_UNARY_LEAKY_RELU_INV, LIBXSMM_MELTW_TYPE_UNARY_ELU,
    LIBXSMM_MELTW_TYPE_UNARY_ELU_INV, LIBXSMM_MELTW_TYPE_UNARY_STOCHASTIC_ROUND,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_PADM_MOD2, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_PADN_MOD2,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_PADNM_MOD2, LIBXSMM_MELTW_TYPE_UNARY_QUANT,
    LIBXSMM_MELTW_TYPE_UNARY_DEQUANT, LIBXSMM_MELTW_TYPE_UNARY_REDUCE_COLS_IDX_OP_ADD,
    LIBXSMM_MELTW_TYPE_UNARY_DECOMPRESS_SPARSE_FACTOR_1, LIBXSMM_MELTW_TYPE_UNARY_DECOMPRESS_SPARSE_FACTOR_2,
    LIBXSMM_MELTW_TYPE_UNARY_DECOMPRESS_SPARSE_FACTOR_4, LIBXSMM_MELTW_TYPE_UNARY_DECOMPRESS_SPARSE_FACTOR_8,
    LIBXSMM_MELTW_TYPE_UNARY_DECOMPRESS_SPARSE_FACTOR_16, LIBXSMM_MELTW_TYPE_UNARY_DECOMPRESS_SPARSE_FACTOR_32,
    LIBXSMM_MELTW_TYPE_UNARY_GATHER, LIBXSMM_MELTW_TYPE_UNARY_SCATTER,
    LIBXSMM_MELTW_TYPE_UNARY_REDUCE_COLS_IDX_OP_MAX, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_VNNI4,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_VNNI4_TO_VNNI4T, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_VNNI4T,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_VNNI4_PAD, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_PADM_MOD4,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_PADN_MOD4, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_PADNM_MOD4,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_VNNI4_TO_NORM, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_VNNI4_TO_VNNI2,
    LIBXSMM_MELTW_TYPE_UNARY_DUMP, LIBXSMM_MELTW_TYPE_UNARY_DECOMP_FP32_TO_BF16X2,
    LIBXSMM_MELTW_TYPE_UNARY_DECOMP_FP32_TO_BF16X3, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_VNNI4T_TO_NORM,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_VNNI2T_TO_NORM, LIBXSMM_MELTW_TYPE_UNARY_REDUCE_COLS_IDX_OP_MIN,
    LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_OP_MIN, LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_OP_ABSMAX,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_VNNI8, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_VNNI8_TO_VNNI8T,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_VNNI8T, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_VNNI8_PAD,
    LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_VNNI8T_TO_NORM, LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_VNNI8_TO_NORM
} libxsmm_meltw_unary_type;

typedef enum libxsmm_meltw_binary_type {
    LIBXSMM_MELTW_TYPE_BINARY_NONE, LIBXSMM_MELTW_TYPE_BINARY_ADD, LIBXSMM_MELTW_TYPE_BINARY_MUL,
    LIBXSMM_MELTW_TYPE_BINARY_SUB, LIBXSMM_MELTW_TYPE_BINARY_DIV, LIBXSMM_MELTW_TYPE_BINARY_MULADD,
    LIBXSMM_MELTW_TYPE_BINARY_MATMUL, LIBXSMM_MELTW_TYPE_BINARY_MUL_AND_REDUCE_TO_SCALAR_OP_ADD,
    LIBXSMM_MELTW_TYPE_BINARY_PACK, LIBXSMM_MELTW_TYPE_BINARY_MAX, LIBXSMM_MELTW_TYPE_BINARY_MIN,
    LIBXSMM_MELTW_TYPE_BINARY_BRGEMM, LIBXSMM_MELTW_TYPE_BINARY_BRGEMM_B_TRANS,
    LIBXSMM_MELTW_TYPE_BINARY_BRGEMM_A_TRANS, LIBXSMM_MELTW_TYPE_BINARY_BRGEMM_A_TRANS_B_TRANS,
    LIBXSMM_MELTW_TYPE_BINARY_BRGEMM_A_VNNI, LIBXSMM_MELTW_TYPE_BINARY_BRGEMM_A_VNNI_B_TRANS,
    LIBXSMM_MELTW_TYPE_BINARY_BRGEMM_A_VNNI_TRANS, LIBXSMM_MELTW_TYPE_BINARY_BRGEMM_A_VNNI_TRANS_B_TRANS,
    LIBXSMM_MELTW_TYPE_BINARY_MATMUL_B_TRANS, LIBXSMM_MELTW_TYPE_BINARY_MATMUL_A_TRANS,
    LIBXSMM_MELTW_TYPE_BINARY_MATMUL_A_TRANS_B_TRANS, LIBXSMM_MELTW_TYPE_BINARY_MATMUL_A_VNNI,
    LIBXSMM_MELTW_TYPE_BINARY_MATMUL_A_VNNI_B_TRANS, LIBXSMM_MELTW_TYPE_BINARY_MATMUL_A_VNNI_TRANS,
    LIBXSMM_MELTW_TYPE_BINARY_MATMUL_A_VNNI_TRANS_B_TRANS, LIBXSMM_MELTW_TYPE_BINARY_ZIP,
    LIBXSMM_MELTW_TYPE_BINARY_CMP_OP_GT, LIBXSMM_MELTW_TYPE_BINARY_CMP_OP_GE, LIBXSMM_MELTW_TYPE_BINARY_CMP_OP_LT,
    LIBXSMM_MELTW_TYPE_BINARY_CMP_OP_LE, LIBXSMM_MELTW_TYPE_BINARY_CMP_OP_EQ, LIBXSMM_MELTW_TYPE_BINARY_CMP_OP_NE
} libxsmm_meltw_binary_type;

typedef enum libxsmm_meltw_ternary_type {
    LIBXSMM_MELTW_TYPE_TERNARY_NONE, LIBXSMM_MELTW_TYPE_TERNARY_MULADD, LIBXSMM_MELTW_TYPE_TERNARY_MATMUL,
    LIBXSMM_MELTW_TYPE_TERNARY_SELECT, LIBXSMM_MELTW_TYPE_TERNARY_NMULADD, LIBXSMM_MELTW_TYPE_TERNARY_BRGEMM,
    LIBXSMM_MELTW_TYPE_TERNARY_BRGEMM_B_TRANS, LIBXSMM_MELTW_TYPE_TERNARY_BRGEMM_A_TRANS,
    LIBXSMM_MELTW_TYPE_TERNARY_BRGEMM_A_TRANS_B_TRANS, LIBXSMM_MELTW_TYPE_TERNARY_BRGEMM_A_VNNI,
    LIBXSMM_MELTW_TYPE_TERNARY_BRGEMM_A_VNNI_B_TRANS, LIBXSMM_MELTW_TYPE_TERNARY_BRGEMM_A_VNNI_TRANS,
    LIBXSMM_MELTW_TYPE_TERNARY_BRGEMM_A_VNNI_TRANS_B_TRANS, LIBXSMM_MELTW_TYPE_TERNARY_MATMUL_B_TRANS,
    LIBXSMM_MELTW_TYPE_TERNARY_MATMUL_A_TRANS, LIBXSMM_MELTW_TYPE_TERNARY_MATMUL_A_TRANS_B_TRANS,
    LIBXSMM_MELTW_TYPE_TERNARY_MATMUL_A_VNNI, LIBXSMM_MELTW_TYPE_TERNARY_MATMUL_A_VNNI_B_TRANS,
    LIBXSMM_MELTW_TYPE_TERNARY_MATMUL_A_VNNI_TRANS, LIBXSMM_MELTW_TYPE_TERNARY_MATMUL_A_VNNI_TRANS_B_TRANS
} libxsmm_meltw_ternary_type;

typedef enum libxsmm_meltw_unary_flags {
    LIBXSMM_MELTW_FLAG_UNARY_NONE = 0,
    LIBXSMM_MELTW_FLAG_UNARY_BITMASK_2BYTEMULT = 1,
    LIBXSMM_MELTW_FLAG_UNARY_BCAST_ROW = 2,
    LIBXSMM_MELTW_FLAG_UNARY_BCAST_COL = 4,
    LIBXSMM_MELTW_FLAG_UNARY_BCAST_SCALAR = 8,
    LIBXSMM_MELTW_FLAG_UNARY_REDUCE_COLS = 16,
    LIBXSMM_MELTW_FLAG_UNARY_REDUCE_ROWS = 32,
    LIBXSMM_MELTW_FLAG_UNARY_REDUCE_INIT_ACC = 64,
    LIBXSMM_MELTW_FLAG_UNARY_IDX_SIZE_4BYTES = 128,
    LIBXSMM_MELTW_FLAG_UNARY_IDX_SIZE_8BYTES = 256,
    LIBXSMM_MELTW_FLAG_UNARY_REDUCE_INF_ACC = 512,
    LIBXSMM_MELTW_FLAG_UNARY_REDUCE_NO_PREFETCH = 1024,
    LIBXSMM_MELTW_FLAG_UNARY_REDUCE_RECORD_ARGOP = 2048,
    LIBXSMM_MELTW_FLAG_UNARY_STOCHASTIC_ROUND = 4096,
    LIBXSMM_MELTW_FLAG_UNARY_GS_ROWS = 16,
    LIBXSMM_MELTW_FLAG_UNARY_GS_COLS = 32,
    LIBXSMM_MELTW_FLAG_UNARY_GS_OFFS = 8192,
    LIBXSMM_MELTW_FLAG_UNARY_NTS_HINT = 16384
} libxsmm_meltw_unary_flags;

typedef enum libxsmm_meltw_binary_flags {
    LIBXSMM_MELTW_FLAG_BINARY_NONE = 0,
    LIBXSMM_MELTW_FLAG_BINARY_BCAST_ROW_IN_0 = 1,
    LIBXSMM_MELTW_FLAG_BINARY_BCAST_ROW_IN_1 = 2,
    LIBXSMM_MELTW_FLAG_BINARY_BCAST_COL_IN_0 = 4,
    LIBXSMM_MELTW_FLAG_BINARY_BCAST_COL_IN_1 = 8,
    LIBXSMM_MELTW_FLAG_BINARY_BCAST_SCALAR_IN_0 = 16,
    LIBXSMM_MELTW_FLAG_BINARY_BCAST_SCALAR_IN_1 = 32,
    LIBXSMM_MELTW_FLAG_BINARY_STOCHASTIC_ROUND = 64,
    LIBXSMM_MELTW_FLAG_BINARY_BITMASK_2BYTEMULT = 128,
    LIBXSMM_MELTW_FLAG_BINARY_NTS_HINT = 256
} libxsmm_meltw_binary_flags;

typedef enum libxsmm_meltw_ternary_flags {
    LIBXSMM_MELTW_FLAG_TERNARY_NONE = 0,
    LIBXSMM_MELTW_FLAG_TERNARY_BCAST_ROW_IN_0 = 1,
    LIBXSMM_MELTW_FLAG_TERNARY_BCAST_ROW_IN_1 = 2,
    LIBXSMM_MELTW_FLAG_TERNARY_BCAST_ROW_IN_2 = 4,
    LIBXSMM_MELTW_FLAG_TERNARY_BCAST_COL_IN_0 = 8,
    LIBXSMM_MELTW_FLAG_TERNARY_BCAST_COL_IN_1 = 16,
    LIBXSMM_MELTW_FLAG_TERNARY_BCAST_COL_IN_2 = 32,
    LIBXSMM_MELTW_FLAG_TERNARY_BCAST_SCALAR_IN_0 = 64,
    LIBXSMM_MELTW_FLAG_TERNARY_BCAST_SCALAR_IN_1 = 128,
    LIBXSMM_MELTW_FLAG_TERNARY_BCAST_SCALAR_IN_2 = 256,
    LIBXSMM_MELTW_FLAG_TERNARY_REUSE_IN_2_AS_OUT = 512,
    LIBXSMM_MELTW_FLAG_TERNARY_BITMASK_2BYTEMULT = 1024,
    LIBXSMM_MELTW_FLAG_TERNARY_STOCHASTIC_ROUND = 2048
} libxsmm_meltw_ternary_flags;

LIBXSMM_INLINE libxsmm_gemm_shape libxsmm_create_gemm_shape(libxsmm_blasint m, libxsmm_blasint n, libxsmm_blasint k,
                                                            libxsmm_blasint lda, libxsmm_blasint ldb, libxsmm_blasint ldc,
                                                            libxsmm_datatype a, libxsmm_datatype b, libxsmm_datatype out,
                                                            libxsmm_datatype comp) {
    const libxsmm_gemm_shape shape = {m, n, k, lda, ldb, ldc, a, b, out, comp};
    return shape;
}

LIBXSMM_INLINE libxsmm_gemm_batch_reduce_config libxsmm_create_gemm_batch_reduce_config(libxsmm_gemm_batch_reduce_type type,
                                                                                        libxsmm_blasint stride_a,
                                                                                        libxsmm_blasint stride_b,
                                                                                        unsigned char unroll) {
    const libxsmm_gemm_batch_reduce_config config = {type, stride_a, stride_b, unroll};
    return config;
}

LIBXSMM_INLINE libxsmm_meltw_unary_shape libxsmm_create_meltw_unary_shape(libxsmm_blasint m, libxsmm_blasint n,
                                                                          libxsmm_blasint ldi, libxsmm_blasint ldo,
                                                                          libxsmm_datatype in, libxsmm_datatype out,
                                                                          libxsmm_datatype comp) {
    const libxsmm_meltw_unary_shape shape = {m, n, ldi, ldo, in, out, comp};
    return shape;
}

LIBXSMM_INLINE libxsmm_meltw_binary_shape libxsmm_create_meltw_binary_shape(libxsmm_blasint m, libxsmm_blasint n,
                                                                            libxsmm_blasint ldi, libxsmm_blasint ldi2,
                                                                            libxsmm_blasint ldo, libxsmm_datatype in0,
                                                                            libxsmm_datatype in1, libxsmm_datatype out,
                                                                            libxsmm_datatype comp) {
    const libxsmm_meltw_binary_shape shape = {m, n, ldi, ldi2, ldo, in0, in1, out, comp};
    return shape;
}

LIBXSMM_INLINE libxsmm_meltw_ternary_shape libxsmm_create_meltw_ternary_shape(libxsmm_blasint m, libxsmm_blasint n,
                                                                              libxsmm_blasint ldi, libxsmm_blasint ldi2,
                                                                              libxsmm_blasint ldi3, libxsmm_blasint ldo,
                                                                              libxsmm_datatype in0, libxsmm_datatype in1,
                                                                              libxsmm_datatype in2, libxsmm_datatype out,
                                                                              libxsmm_datatype comp) {
    const libxsmm_meltw_ternary_shape shape = {m, n, ldi, ldi2, ldi3, ldo, in0, in1, in2, out, comp};
    return shape;
}

/* Kernels that were dispatched, to be asked about: by the address of their code. */

typedef enum libxsmm_kernel_kind { LIBXSMM_KERNEL_KIND_MATMUL, LIBXSMM_KERNEL_KIND_MELTW } libxsmm_kernel_kind;

typedef struct libxsmm_kernel_info {
    libxsmm_kernel_kind kind;
    /** Operations of a call. */
    unsigned int nflops;
    size_t code_size;
    /** Never: what there is no code for is null. */
    unsigned int is_reference_kernel;
} libxsmm_kernel_info;

typedef struct tensmith_libxsmm_known {
    tensmith_address code;
    libxsmm_kernel_info info;
    struct tensmith_libxsmm_known *next;
} tensmith_libxsmm_known;

/** The kernels that this file has dispatched, in lists by their addresses. Threads add to them, and remove nothing. */
LIBXSMM_INLINE tensmith_libxsmm_known **tensmith_libxsmm_list(tensmith_address code) {
    static tensmith_libxsmm_known *lists[1024];
    return &lists[((uint64_t)(uintptr_t)code * 0x9e3779b97f4a7c15u) >> 54];
}

LIBXSMM_INLINE const tensmith_libxsmm_known *tensmith_libxsmm_find(tensmith_address code) {
    const tensmith_libxsmm_known *known = __atomic_load_n(tensmith_libxsmm_list(code), __ATOMIC_ACQUIRE);
    while (known != NULL && known->code != code) known = known->next;
    return known;
}

LIBXSMM_INLINE void tensmith_libxsmm_add(tensmith_address code, libxsmm_kernel_kind kind, unsigned int nflops) {
    tensmith_libxsmm_known *known;
    if (tensmith_libxsmm_find(code) != NULL) return;
    known = (tensmith_libxsmm_known *)calloc(1, sizeof *known);
    if (known == NULL) return;
    known->code = code;
    known->info.kind = kind;
    known->info.nflops = nflops;
    known->next = __atomic_load_n(tensmith_libxsmm_list(code), __ATOMIC_ACQUIRE);
    while (!__atomic_compare_exchange_n(tensmith_libxsmm_list(code), &known->next, known, 1, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {}
}

/** Says what is known of a kernel; code sizes are not. */
LIBXSMM_INLINE int libxsmm_get_kernel_info(const void *kernel, libxsmm_kernel_info *info) {
    const tensmith_libxsmm_known *known = tensmith_libxsmm_find((tensmith_address)(uintptr_t)kernel);
    memset(info, 0, sizeof *info);
    if (known == NULL) return EXIT_FAILURE;
    *info = known->info;
    return EXIT_SUCCESS;
}

/* Dispatching: a description becomes the text of a kernel. */

/** The name of a type that kernels have; null for others. */
LIBXSMM_INLINE const char *tensmith_libxsmm_type(libxsmm_datatype datatype) {
    switch (datatype) {
        case LIBXSMM_DATATYPE_F64: case LIBXSMM_DATATYPE_F32: case LIBXSMM_DATATYPE_BF16: case LIBXSMM_DATATYPE_F16:
            return libxsmm_get_typename(datatype);
        default: return NULL;
    }
}

/** The kernel of a text; null if there is none. */
LIBXSMM_INLINE tensmith_address tensmith_libxsmm_dispatch(const char *text, const tensmith_field *fields, size_t count,
                                                          libxsmm_kernel_kind kind, unsigned int nflops) {
    tensmith_address code = NULL;
    if (tensmith_dispatch(text, fields, count, &code) != TENSMITH_STATUS_OK) return NULL;
    tensmith_libxsmm_add(code, kind, nflops);
    return code;
}

#define TENSMITH_LIBXSMM_AT(PARAM, FIELD) {offsetof(PARAM, FIELD), 0}
#define TENSMITH_LIBXSMM_BEHIND(PARAM, FIELD, BYTES) {offsetof(PARAM, FIELD), BYTES}

/** The words that all multiplications have. */
LIBXSMM_INLINE int tensmith_libxsmm_product(char *text, size_t size, const char *kind, libxsmm_gemm_shape s,
                                            libxsmm_bitfield flags) {
    const char *a = tensmith_libxsmm_type(s.a_in_type), *b = tensmith_libxsmm_type(s.b_in_type);
    const char *c = tensmith_libxsmm_type(s.out_type);
    const libxsmm_bitfield known = LIBXSMM_GEMM_FLAG_TRANS_AB | LIBXSMM_GEMM_FLAG_BETA_0 | LIBXSMM_GEMM_FLAG_ALIGN_A |
                                   LIBXSMM_GEMM_FLAG_ALIGN_C_NTS_HINT;
    const char *sums = s.a_in_type == LIBXSMM_DATATYPE_F64 ? "f64" : "f32";
    if (a == NULL || b == NULL || c == NULL || (flags & ~known) != 0 || s.m < 1 || s.n < 1 || s.k < 1) return -1;
    return snprintf(text, size, "%s %s,%s->%s->%s %dx%dx%d a=%s/%d b=%s/%d c=col/%d beta=%d", kind, a, b, sums, c, s.m, s.n, s.k,
                    flags & LIBXSMM_GEMM_FLAG_TRANS_A ? "row" : "col", s.lda, flags & LIBXSMM_GEMM_FLAG_TRANS_B ? "row" : "col",
                    s.ldb, s.ldc, flags & LIBXSMM_GEMM_FLAG_BETA_0 ? 0 : 1);
}

/** Finds or makes a multiplication, C = A * B or C = A * B + C; null if there is none. */
LIBXSMM_INLINE libxsmm_gemmfunction libxsmm_dispatch_gemm(libxsmm_gemm_shape shape, libxsmm_bitfield flags,
                                                          libxsmm_bitfield prefetch) {
    static const tensmith_field fields[] = {TENSMITH_LIBXSMM_AT(libxsmm_gemm_param, a.primary),
                                            TENSMITH_LIBXSMM_AT(libxsmm_gemm_param, b.primary),
                                            TENSMITH_LIBXSMM_AT(libxsmm_gemm_param, c.primary)};
    char text[256];
    (void)prefetch;
    if (tensmith_libxsmm_product(text, sizeof text, "gemm", shape, flags) < 0) return NULL;
    return (libxsmm_gemmfunction)tensmith_libxsmm_dispatch(text, fields, 3, LIBXSMM_KERNEL_KIND_MATMUL,
                                                           2u * (unsigned)shape.m * (unsigned)shape.n * (unsigned)shape.k);
}

/** Finds or makes a multiplication of a batch that is summed; its size is behind `op.tertiary`. Batches by offsets are not there. */
LIBXSMM_INLINE libxsmm_gemmfunction libxsmm_dispatch_brgemm(libxsmm_gemm_shape shape, libxsmm_bitfield flags,
                                                            libxsmm_bitfield prefetch, libxsmm_gemm_batch_reduce_config config) {
    static const tensmith_field fields[] = {TENSMITH_LIBXSMM_AT(libxsmm_gemm_param, a.primary),
                                            TENSMITH_LIBXSMM_AT(libxsmm_gemm_param, b.primary),
                                            TENSMITH_LIBXSMM_AT(libxsmm_gemm_param, c.primary),
                                            TENSMITH_LIBXSMM_BEHIND(libxsmm_gemm_param, op.tertiary, 8)};
    const int step_a = (int)LIBXSMM_TYPESIZE(shape.a_in_type), step_b = (int)LIBXSMM_TYPESIZE(shape.b_in_type);
    char text[256];
    int used;
    if (config.br_type == LIBXSMM_GEMM_BATCH_REDUCE_NONE) return libxsmm_dispatch_gemm(shape, flags, prefetch);
    used = tensmith_libxsmm_product(text, sizeof text, "brgemm", shape, flags);
    if (used < 0) return NULL;
    if (config.br_type == LIBXSMM_GEMM_BATCH_REDUCE_ADDRESS) {
        snprintf(text + used, sizeof text - (size_t)used, " batch=? blocks=addresses");
    } else if (config.br_type == LIBXSMM_GEMM_BATCH_REDUCE_STRIDE && config.br_stride_a_hint % step_a == 0 &&
               config.br_stride_b_hint % step_b == 0) {
        snprintf(text + used, sizeof text - (size_t)used, " batch=? blocks=%d,%d", config.br_stride_a_hint / step_a,
                 config.br_stride_b_hint / step_b);
    } else {
        return NULL;
    }
    return (libxsmm_gemmfunction)tensmith_libxsmm_dispatch(text, fields, 4, LIBXSMM_KERNEL_KIND_MATMUL,
                                                           2u * (unsigned)shape.m * (unsigned)shape.n * (unsigned)shape.k);
}

/** What an input covers: a matrix with a leading dimension, or a row, a column or an element. */
LIBXSMM_INLINE void tensmith_libxsmm_input(char *text, size_t size, int is_row, int is_column, int is_scalar, libxsmm_blasint ld) {
    if (is_row) snprintf(text, size, "row/%d", ld);
    else if (is_column || is_scalar) snprintf(text, size, "%s", is_scalar ? "scalar" : "column");
    else snprintf(text, size, "%d", ld);
}

/** The name of a unary operation; null for others. */
LIBXSMM_INLINE const char *tensmith_libxsmm_unary(libxsmm_meltw_unary_type type) {
    switch (type) {
        case LIBXSMM_MELTW_TYPE_UNARY_IDENTITY: return "identity";
        case LIBXSMM_MELTW_TYPE_UNARY_XOR: return "zero";
        case LIBXSMM_MELTW_TYPE_UNARY_X2: return "square";
        case LIBXSMM_MELTW_TYPE_UNARY_SQRT: return "square_root";
        case LIBXSMM_MELTW_TYPE_UNARY_RELU: return "relu";
        case LIBXSMM_MELTW_TYPE_UNARY_TANH: return "tanh";
        case LIBXSMM_MELTW_TYPE_UNARY_SIGMOID: return "sigmoid";
        case LIBXSMM_MELTW_TYPE_UNARY_GELU: return "gelu";
        case LIBXSMM_MELTW_TYPE_UNARY_NEGATE: return "negate";
        case LIBXSMM_MELTW_TYPE_UNARY_INC: return "increment";
        case LIBXSMM_MELTW_TYPE_UNARY_RECIPROCAL: return "reciprocal";
        case LIBXSMM_MELTW_TYPE_UNARY_RECIPROCAL_SQRT: return "reciprocal_square_root";
        case LIBXSMM_MELTW_TYPE_UNARY_EXP: return "exp";
        case LIBXSMM_MELTW_TYPE_UNARY_LEAKY_RELU: return "leaky_relu(?)";
        case LIBXSMM_MELTW_TYPE_UNARY_ELU: return "elu(?)";
        default: return NULL;
    }
}

/** The name of a reduction of lines; null for others. */
LIBXSMM_INLINE const char *tensmith_libxsmm_reduction(libxsmm_meltw_unary_type type) {
    switch (type) {
        case LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_OP_ADD: return "sum";
        case LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X2_OP_ADD: return "sum_of_squares";
        case LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_OP_MAX: return "max";
        case LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_OP_MIN: return "min";
        case LIBXSMM_MELTW_TYPE_UNARY_REDUCE_X_OP_MUL: return "product";
        default: return NULL;
    }
}

/** Finds or makes a unary operation, a reduction of rows or of columns, a transposition or a conversion; null if there is none. */
LIBXSMM_INLINE libxsmm_meltwfunction_unary libxsmm_dispatch_meltw_unary(libxsmm_meltw_unary_type type,
                                                                        libxsmm_meltw_unary_shape s, libxsmm_bitfield flags) {
    const char *in = tensmith_libxsmm_type(s.in0_type), *out = tensmith_libxsmm_type(s.out_type);
    const char *name = tensmith_libxsmm_unary(type), *reduction = tensmith_libxsmm_reduction(type);
    const int has_parameter = type == LIBXSMM_MELTW_TYPE_UNARY_LEAKY_RELU || type == LIBXSMM_MELTW_TYPE_UNARY_ELU;
    const libxsmm_bitfield broadcasts = LIBXSMM_MELTW_FLAG_UNARY_BCAST_ROW | LIBXSMM_MELTW_FLAG_UNARY_BCAST_COL |
                                        LIBXSMM_MELTW_FLAG_UNARY_BCAST_SCALAR;
    const libxsmm_bitfield reduces = LIBXSMM_MELTW_FLAG_UNARY_REDUCE_COLS | LIBXSMM_MELTW_FLAG_UNARY_REDUCE_ROWS;
    const libxsmm_bitfield asked = flags & ~(libxsmm_bitfield)(LIBXSMM_MELTW_FLAG_UNARY_NTS_HINT |
                                                               LIBXSMM_MELTW_FLAG_UNARY_REDUCE_NO_PREFETCH);
    const tensmith_field fields[] = {TENSMITH_LIBXSMM_AT(libxsmm_meltw_unary_param, in.primary),
                                     TENSMITH_LIBXSMM_AT(libxsmm_meltw_unary_param, out.primary),
                                     TENSMITH_LIBXSMM_BEHIND(libxsmm_meltw_unary_param, op.primary, 4)};
    char text[192], covers[32];
    if (in == NULL || out == NULL || s.m < 1 || s.n < 1) return NULL;
    tensmith_libxsmm_input(covers, sizeof covers, asked & LIBXSMM_MELTW_FLAG_UNARY_BCAST_ROW,
                           asked & LIBXSMM_MELTW_FLAG_UNARY_BCAST_COL, asked & LIBXSMM_MELTW_FLAG_UNARY_BCAST_SCALAR, s.ldi);
    if (type == LIBXSMM_MELTW_TYPE_UNARY_TRANSFORM_NORM_TO_NORMT && asked == 0 && s.in0_type == s.out_type) {
        snprintf(text, sizeof text, "unary identity %s %dx%d in=%d order=transposed out=%d", in, s.m, s.n, s.ldi, s.ldo);
    } else if (type == LIBXSMM_MELTW_TYPE_UNARY_IDENTITY && asked == 0 && s.in0_type != s.out_type) {
        snprintf(text, sizeof text, "convert %s->%s %dx%d in=%d out=%d", in, out, s.m, s.n, s.ldi, s.ldo);
    } else if (reduction != NULL && s.in0_type == s.out_type && (asked & reduces) != 0 && (asked & reduces) != reduces &&
               (asked & ~(reduces | LIBXSMM_MELTW_FLAG_UNARY_REDUCE_INIT_ACC)) == 0) {
        snprintf(text, sizeof text, "reduce %s %s %dx%d lines=%s in=%d start=%s", reduction, in, s.m, s.n,
                 asked & LIBXSMM_MELTW_FLAG_UNARY_REDUCE_ROWS ? "columns" : "rows", s.ldi,
                 asked & LIBXSMM_MELTW_FLAG_UNARY_REDUCE_INIT_ACC ? "out" : "nothing");
    } else if (name != NULL && s.in0_type == s.out_type && (asked & ~broadcasts) == 0 &&
               !(has_parameter && s.in0_type == LIBXSMM_DATATYPE_F64)) {
        snprintf(text, sizeof text, "unary %s %s %dx%d in=%s out=%d", name, in, s.m, s.n, covers, s.ldo);
    } else {
        return NULL;
    }
    return (libxsmm_meltwfunction_unary)tensmith_libxsmm_dispatch(text, fields, has_parameter ? 3 : 2, LIBXSMM_KERNEL_KIND_MELTW,
                                                                  (unsigned)s.m * (unsigned)s.n);
}

/** Finds or makes a binary operation; null if there is none. */
LIBXSMM_INLINE libxsmm_meltwfunction_binary libxsmm_dispatch_meltw_binary(libxsmm_meltw_binary_type type,
                                                                          libxsmm_meltw_binary_shape s, libxsmm_bitfield flags) {
    static const tensmith_field fields[] = {TENSMITH_LIBXSMM_AT(libxsmm_meltw_binary_param, in0.primary),
                                            TENSMITH_LIBXSMM_AT(libxsmm_meltw_binary_param, in1.primary),
                                            TENSMITH_LIBXSMM_AT(libxsmm_meltw_binary_param, out.primary),
                                            TENSMITH_LIBXSMM_AT(libxsmm_meltw_binary_param, out.primary)};
    const char *dtype = tensmith_libxsmm_type(s.out_type), *name = NULL;
    const int adds = type == LIBXSMM_MELTW_TYPE_BINARY_MULADD;
    char text[256], in0[32], in1[32], third[32] = "";
    switch (type) {
        case LIBXSMM_MELTW_TYPE_BINARY_ADD: name = "add"; break;
        case LIBXSMM_MELTW_TYPE_BINARY_SUB: name = "sub"; break;
        case LIBXSMM_MELTW_TYPE_BINARY_MUL: name = "mul"; break;
        case LIBXSMM_MELTW_TYPE_BINARY_DIV: name = "div"; break;
        case LIBXSMM_MELTW_TYPE_BINARY_MAX: name = "max"; break;
        case LIBXSMM_MELTW_TYPE_BINARY_MIN: name = "min"; break;
        case LIBXSMM_MELTW_TYPE_BINARY_MULADD: name = "multiply_add"; break;
        default: return NULL;
    }
    if (dtype == NULL || s.in0_type != s.out_type || s.in1_type != s.out_type || s.m < 1 || s.n < 1 ||
        (flags & (LIBXSMM_MELTW_FLAG_BINARY_STOCHASTIC_ROUND | LIBXSMM_MELTW_FLAG_BINARY_BITMASK_2BYTEMULT)) != 0) {
        return NULL;
    }
    tensmith_libxsmm_input(in0, sizeof in0, flags & LIBXSMM_MELTW_FLAG_BINARY_BCAST_ROW_IN_0,
                           flags & LIBXSMM_MELTW_FLAG_BINARY_BCAST_COL_IN_0, flags & LIBXSMM_MELTW_FLAG_BINARY_BCAST_SCALAR_IN_0,
                           s.ldi);
    tensmith_libxsmm_input(in1, sizeof in1, flags & LIBXSMM_MELTW_FLAG_BINARY_BCAST_ROW_IN_1,
                           flags & LIBXSMM_MELTW_FLAG_BINARY_BCAST_COL_IN_1, flags & LIBXSMM_MELTW_FLAG_BINARY_BCAST_SCALAR_IN_1,
                           s.ldi2);
    /* What C holds is the third input of a product that is added to it. */
    if (adds) snprintf(third, sizeof third, " in2=%d", s.ldo);
    snprintf(text, sizeof text, "%s %s %s %dx%d in0=%s in1=%s%s out=%d", adds ? "ternary" : "binary", name, dtype, s.m, s.n, in0, in1,
             third, s.ldo);
    return (libxsmm_meltwfunction_binary)tensmith_libxsmm_dispatch(text, fields, adds ? 4 : 3, LIBXSMM_KERNEL_KIND_MELTW,
                                                                   (unsigned)s.m * (unsigned)s.n);
}

/** Finds or makes a ternary operation; null if there is none. */
LIBXSMM_INLINE libxsmm_meltwfunction_ternary libxsmm_dispatch_meltw_ternary(libxsmm_meltw_ternary_type type,
                                                                            libxsmm_meltw_ternary_shape s,
                                                                            libxsmm_bitfield flags) {
    static const tensmith_field fields[] = {TENSMITH_LIBXSMM_AT(libxsmm_meltw_ternary_param, in0.primary),
                                            TENSMITH_LIBXSMM_AT(libxsmm_meltw_ternary_param, in1.primary),
                                            TENSMITH_LIBXSMM_AT(libxsmm_meltw_ternary_param, in2.primary),
                                            TENSMITH_LIBXSMM_AT(libxsmm_meltw_ternary_param, out.primary)};
    const char *dtype = tensmith_libxsmm_type(s.out_type), *name = NULL;
    const libxsmm_blasint leading[3] = {s.ldi, s.ldi2, s.ldi3};
    char text[256], in[3][32];
    if (type == LIBXSMM_MELTW_TYPE_TERNARY_MULADD) name = "multiply_add";
    if (type == LIBXSMM_MELTW_TYPE_TERNARY_NMULADD) name = "multiply_subtract";
    if (name == NULL || dtype == NULL || s.in0_type != s.out_type || s.in1_type != s.out_type || s.in2_type != s.out_type ||
        s.m < 1 || s.n < 1 ||
        (flags & (LIBXSMM_MELTW_FLAG_TERNARY_REUSE_IN_2_AS_OUT | LIBXSMM_MELTW_FLAG_TERNARY_BITMASK_2BYTEMULT |
                  LIBXSMM_MELTW_FLAG_TERNARY_STOCHASTIC_ROUND)) != 0) {
        return NULL;
    }
    for (int i = 0; i < 3; i++) {
        tensmith_libxsmm_input(in[i], sizeof in[i], flags & ((libxsmm_bitfield)LIBXSMM_MELTW_FLAG_TERNARY_BCAST_ROW_IN_0 << i),
                               flags & ((libxsmm_bitfield)LIBXSMM_MELTW_FLAG_TERNARY_BCAST_COL_IN_0 << i),
                               flags & ((libxsmm_bitfield)LIBXSMM_MELTW_FLAG_TERNARY_BCAST_SCALAR_IN_0 << i), leading[i]);
    }
    snprintf(text, sizeof text, "ternary %s %s %dx%d in0=%s in1=%s in2=%s out=%d", name, dtype, s.m, s.n, in[0], in[1], in[2], s.ldo);
    return (libxsmm_meltwfunction_ternary)tensmith_libxsmm_dispatch(text, fields, 4, LIBXSMM_KERNEL_KIND_MELTW,
                                                                    (unsigned)s.m * (unsigned)s.n);
}

/* The library and the machine. */

LIBXSMM_INLINE void libxsmm_init(void) {}
LIBXSMM_INLINE void libxsmm_finalize(void) {}

enum { LIBXSMM_TARGET_ARCH_UNKNOWN = 0, LIBXSMM_X86_GENERIC = 1002, LIBXSMM_X86_AVX2_SRF = 1008 };

/** Code is made for whatever runs here. */
LIBXSMM_INLINE int libxsmm_get_target_archid(void) { return LIBXSMM_X86_GENERIC; }

/** The name of the core that code is made for. */
LIBXSMM_INLINE const char *libxsmm_get_target_arch(void) {
    static char name[64];
    tensmith_jit *jit = NULL;
    if (name[0] == '\0' && tensmith_jit_create(NULL, &jit) == TENSMITH_STATUS_OK) {
        snprintf(name, sizeof name, "%s", tensmith_jit_target(jit));
        tensmith_jit_destroy(jit);
    }
    return name;
}

/** Does nothing: the environment variable `TENSMITH_TARGET` says what code is made for. */
LIBXSMM_INLINE void libxsmm_set_target_arch(const char *arch) { (void)arch; }

LIBXSMM_INLINE void *libxsmm_aligned_malloc(size_t size, size_t alignment) {
    const size_t aligned = LIBXSMM_MAX(alignment, sizeof(void *));
    return aligned_alloc(aligned, LIBXSMM_UP(LIBXSMM_MAX(size, (size_t)1), aligned));
}
LIBXSMM_INLINE void libxsmm_free(const void *memory) { free((void *)(uintptr_t)memory); }

/** Nanoseconds. */
LIBXSMM_INLINE libxsmm_timer_tickint libxsmm_timer_tick(void) {
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    return (libxsmm_timer_tickint)now.tv_sec * 1000000000u + (libxsmm_timer_tickint)now.tv_nsec;
}
LIBXSMM_INLINE double libxsmm_timer_duration(libxsmm_timer_tickint from, libxsmm_timer_tickint to) {
    return 1e-9 * (double)(to - from);
}
LIBXSMM_INLINE libxsmm_timer_tickint libxsmm_timer_ncycles(libxsmm_timer_tickint from, libxsmm_timer_tickint to) { return to - from; }

/** A number below a half of `n` that has no divisor with it, to walk through `n` places in another order. */
LIBXSMM_INLINE size_t libxsmm_coprime2(size_t n) {
    size_t found = n < 4 ? 1 : n / 2 - 1, a, b, rest;
    for (; found > 1; --found) {
        for (a = n, b = found; b != 0; a = b, b = rest) rest = a % b;
        if (a == 1) break;
    }
    return LIBXSMM_MAX(found, (size_t)1);
}

/* Numbers by chance: reproducible, and other ones than LIBXSMM's. */

LIBXSMM_INLINE uint64_t *tensmith_libxsmm_state(void) {
    static uint64_t state = 0x9e3779b97f4a7c15u;
    return &state;
}
/** The next of a sequence, by its state. */
LIBXSMM_INLINE uint64_t tensmith_libxsmm_next(uint64_t *state) {
    uint64_t mixed = *state += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}
LIBXSMM_INLINE void libxsmm_rng_set_seed(unsigned int seed) { *tensmith_libxsmm_state() = seed; }
/** From 0 on and below 1. */
LIBXSMM_INLINE double libxsmm_rng_f64(void) { return (double)(tensmith_libxsmm_next(tensmith_libxsmm_state()) >> 11) * 0x1p-53; }
LIBXSMM_INLINE unsigned int libxsmm_rng_u32(unsigned int n) { return (unsigned int)(libxsmm_rng_f64() * n); }
LIBXSMM_INLINE unsigned int libxsmm_rng_get_extstate_size(void) { return sizeof(uint64_t); }
LIBXSMM_INLINE unsigned int *libxsmm_rng_create_extstate(unsigned int seed) {
    uint64_t *state = (uint64_t *)malloc(sizeof(uint64_t));
    if (state != NULL) *state = seed;
    return (unsigned int *)state;
}
LIBXSMM_INLINE void libxsmm_rng_destroy_extstate(unsigned int *state) { free(state); }

/* Narrow numbers, which programs prepare and check operands with. */

LIBXSMM_INLINE float libxsmm_convert_f16_to_f32(libxsmm_float16 bits) {
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    const float size = exponent == 31 ? (mantissa != 0 ? NAN : INFINITY)
                       : exponent == 0 ? ldexpf((float)mantissa, -24)
                                       : ldexpf((float)(1024 + mantissa), exponent - 25);
    return bits >> 15 != 0 ? -size : size;
}

/** The nearest number with some bits of exponent and of mantissa, ties to even; infinity beyond the greatest one. */
LIBXSMM_INLINE unsigned int tensmith_libxsmm_narrow(float x, int exponent_bits, int mantissa_bits) {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const unsigned int sign = signbit(x) ? 1u << (exponent_bits + mantissa_bits) : 0;
    const unsigned int infinite = ((1u << exponent_bits) - 1) << mantissa_bits;
    int exponent;
    double rest;
    if (isnan(x)) return sign | infinite | 1u << (mantissa_bits - 1);
    if (isinf(x)) return sign | infinite;
    if (fpclassify(x) == FP_ZERO) return sign;
    (void)frexpf(fabsf(x), &exponent);
    exponent = LIBXSMM_MAX(exponent - 1, 1 - bias);
    rest = nearbyint(ldexp(fabs((double)x), mantissa_bits - exponent));
    /* A mantissa that overflows adds to the exponent. */
    rest += (double)(exponent + bias - 1) * (1 << mantissa_bits);
    return sign | (rest >= (double)infinite ? infinite : (unsigned int)rest);
}

LIBXSMM_INLINE libxsmm_float16 libxsmm_convert_f32_to_f16(float x) { return (libxsmm_float16)tensmith_libxsmm_narrow(x, 5, 10); }

LIBXSMM_INLINE void libxsmm_convert_f16_f32(const libxsmm_float16 *in, float *out, unsigned int count) {
    for (unsigned int i = 0; i < count; i++) out[i] = libxsmm_convert_f16_to_f32(in[i]);
}
LIBXSMM_INLINE void libxsmm_rne_convert_fp32_f16(const float *in, libxsmm_float16 *out, unsigned int count) {
    for (unsigned int i = 0; i < count; i++) out[i] = libxsmm_convert_f32_to_f16(in[i]);
}
LIBXSMM_INLINE void libxsmm_convert_bf16_f32(const libxsmm_bfloat16 *in, float *out, unsigned int count) {
    for (unsigned int i = 0; i < count; i++) {
        libxsmm_float_uint wide;
        wide.u = (unsigned int)in[i] << 16;
        out[i] = wide.f;
    }
}
LIBXSMM_INLINE void libxsmm_rne_convert_fp32_bf16(const float *in, libxsmm_bfloat16 *out, unsigned int count) {
    for (unsigned int i = 0; i < count; i++) out[i] = (libxsmm_bfloat16)tensmith_libxsmm_narrow(in[i], 8, 7);
}
/** BF8 is the upper half of FP16. */
LIBXSMM_INLINE void libxsmm_convert_bf8_f32(const libxsmm_bfloat8 *in, float *out, unsigned int count) {
    for (unsigned int i = 0; i < count; i++) out[i] = libxsmm_convert_f16_to_f32((libxsmm_float16)(in[i] << 8));
}
LIBXSMM_INLINE void libxsmm_rne_convert_fp32_bf8(const float *in, libxsmm_bfloat8 *out, unsigned int count) {
    for (unsigned int i = 0; i < count; i++) out[i] = (libxsmm_bfloat8)tensmith_libxsmm_narrow(in[i], 5, 2);
}
/** Rounds up as often as the rest is large. */
LIBXSMM_INLINE void libxsmm_stochastic_convert_fp32_bf8(const float *in, libxsmm_bfloat8 *out, unsigned int count, void *state,
                                                        unsigned int start) {
    (void)start;
    for (unsigned int i = 0; i < count; i++) {
        const unsigned int half = libxsmm_convert_f32_to_f16(in[i]);
        const unsigned int drawn = (unsigned int)(tensmith_libxsmm_next((uint64_t *)state) >> 56);
        out[i] = (libxsmm_bfloat8)(((half & 0x7c00) == 0x7c00 ? half : half + drawn) >> 8);
    }
}
/** HF8 has four bits of exponent and no infinity: its greatest number is 448, and all above it is none. */
LIBXSMM_INLINE void libxsmm_convert_hf8_f32(const libxsmm_hfloat8 *in, float *out, unsigned int count) {
    for (unsigned int i = 0; i < count; i++) {
        const int exponent = in[i] >> 3 & 15, mantissa = in[i] & 7;
        const float size = (in[i] & 127) == 127 ? NAN
                           : exponent == 0    ? ldexpf((float)mantissa, -9)
                                              : ldexpf((float)(8 + mantissa), exponent - 10);
        out[i] = in[i] >> 7 != 0 ? -size : size;
    }
}
LIBXSMM_INLINE void libxsmm_rne_convert_fp32_hf8(const float *in, libxsmm_hfloat8 *out, unsigned int count) {
    for (unsigned int i = 0; i < count; i++) {
        const float size = fabsf(in[i]);
        const unsigned int sign = signbit(in[i]) ? 128 : 0;
        int exponent;
        (void)frexpf(size, &exponent);
        exponent = LIBXSMM_MAX(exponent - 1, -6);
        if (isnan(in[i]) || size >= 464) out[i] = (libxsmm_hfloat8)(sign | 127);
        else if (fpclassify(size) == FP_ZERO) out[i] = (libxsmm_hfloat8)sign;
        else out[i] = (libxsmm_hfloat8)(sign | (unsigned int)(nearbyintf(ldexpf(size, 3 - exponent)) + (float)((exponent + 6) * 8)));
    }
}

/* Differences of matrices. */

typedef struct libxsmm_matdiff_info {
    double norm1_abs, norm1_rel, normi_abs, normi_rel, normf_rel, linf_abs, linf_rel, l2_abs, l2_rel, rsq;
    double l1_ref, min_ref, max_ref, avg_ref, var_ref, l1_tst, min_tst, max_tst, avg_tst, var_tst, v_ref, v_tst;
    libxsmm_blasint m, n, i, r;
} libxsmm_matdiff_info;

LIBXSMM_INLINE void libxsmm_matdiff_clear(libxsmm_matdiff_info *info) {
    memset(info, 0, sizeof *info);
    info->min_ref = info->min_tst = INFINITY;
    info->max_ref = info->max_tst = -INFINITY;
}

LIBXSMM_INLINE double tensmith_libxsmm_element(libxsmm_datatype datatype, const void *data, size_t place) {
    float wide;
    switch (datatype) {
        case LIBXSMM_DATATYPE_F64: return ((const double *)data)[place];
        case LIBXSMM_DATATYPE_F32: return ((const float *)data)[place];
        case LIBXSMM_DATATYPE_BF16: libxsmm_convert_bf16_f32((const libxsmm_bfloat16 *)data + place, &wide, 1); return wide;
        case LIBXSMM_DATATYPE_F16: return libxsmm_convert_f16_to_f32(((const libxsmm_float16 *)data)[place]);
        case LIBXSMM_DATATYPE_BF8: libxsmm_convert_bf8_f32((const libxsmm_bfloat8 *)data + place, &wide, 1); return wide;
        case LIBXSMM_DATATYPE_HF8: libxsmm_convert_hf8_f32((const libxsmm_hfloat8 *)data + place, &wide, 1); return wide;
        case LIBXSMM_DATATYPE_I64: return (double)((const int64_t *)data)[place];
        case LIBXSMM_DATATYPE_I32: return ((const int32_t *)data)[place];
        case LIBXSMM_DATATYPE_U32: return ((const uint32_t *)data)[place];
        case LIBXSMM_DATATYPE_I16: return ((const int16_t *)data)[place];
        case LIBXSMM_DATATYPE_U16: return ((const uint16_t *)data)[place];
        case LIBXSMM_DATATYPE_I8: return ((const int8_t *)data)[place];
        case LIBXSMM_DATATYPE_U8: return ((const uint8_t *)data)[place];
        default: return NAN;
    }
}

/** Compares a matrix with a reference, or with zeros where that is null. */
LIBXSMM_INLINE int libxsmm_matdiff(libxsmm_matdiff_info *info, libxsmm_datatype datatype, libxsmm_blasint m, libxsmm_blasint n,
                                   const void *ref, const void *tst, const libxsmm_blasint *ldref,
                                   const libxsmm_blasint *ldtst) {
    const size_t stride_ref = (size_t)(ldref != NULL ? *ldref : m), stride_tst = (size_t)(ldtst != NULL ? *ldtst : m);
    const double count = (double)m * n;
    double squares = 0, squares_ref = 0, squares_tst = 0, relative = 0;
    libxsmm_matdiff_clear(info);
    if (tst == NULL || LIBXSMM_TYPESIZE(datatype) == 0) return EXIT_FAILURE;
    for (size_t j = 0; j < (size_t)n; j++) {
        double sum = 0, sum_ref = 0;
        for (size_t i = 0; i < (size_t)m; i++) {
            const double x = tensmith_libxsmm_element(datatype, tst, i + j * stride_tst);
            const double r = ref != NULL ? tensmith_libxsmm_element(datatype, ref, i + j * stride_ref) : 0;
            /* Equal ones differ by nothing, infinite ones too. */
            const double by = (isnan(x) && isnan(r)) || !LIBXSMM_NEQ(x, r) ? 0 : fabs(x - r);
            const double of = LIBXSMM_NEQ(r, 0) ? by / fabs(r) : by;
            if (by > info->linf_abs || isnan(by)) {
                info->linf_abs = isnan(by) ? INFINITY : by;
                info->m = (libxsmm_blasint)i, info->n = (libxsmm_blasint)j, info->v_ref = r, info->v_tst = x;
            }
            info->linf_rel = isnan(of) ? INFINITY : LIBXSMM_MAX(info->linf_rel, of);
            info->l1_ref += fabs(r), info->l1_tst += fabs(x);
            info->min_ref = LIBXSMM_MIN(info->min_ref, r), info->max_ref = LIBXSMM_MAX(info->max_ref, r);
            info->min_tst = LIBXSMM_MIN(info->min_tst, x), info->max_tst = LIBXSMM_MAX(info->max_tst, x);
            info->avg_ref += r / count, info->avg_tst += x / count;
            squares += by * by, squares_ref += r * r, squares_tst += x * x, relative += of * of, sum += by, sum_ref += fabs(r);
        }
        info->norm1_abs = LIBXSMM_MAX(info->norm1_abs, sum);
        info->norm1_rel = LIBXSMM_MAX(info->norm1_rel, sum_ref > 0 ? sum / sum_ref : sum);
    }
    for (size_t i = 0; i < (size_t)m; i++) {
        double sum = 0, sum_ref = 0;
        for (size_t j = 0; j < (size_t)n; j++) {
            const double x = tensmith_libxsmm_element(datatype, tst, i + j * stride_tst);
            const double r = ref != NULL ? tensmith_libxsmm_element(datatype, ref, i + j * stride_ref) : 0;
            sum += !LIBXSMM_NEQ(x, r) ? 0 : fabs(x - r), sum_ref += fabs(r);
        }
        info->normi_abs = LIBXSMM_MAX(info->normi_abs, sum);
        info->normi_rel = LIBXSMM_MAX(info->normi_rel, sum_ref > 0 ? sum / sum_ref : sum);
    }
    info->var_ref = squares_ref / count - info->avg_ref * info->avg_ref;
    info->var_tst = squares_tst / count - info->avg_tst * info->avg_tst;
    info->l2_abs = sqrt(squares), info->l2_rel = sqrt(relative);
    info->normf_rel = squares_ref > 0 ? sqrt(squares / squares_ref) : sqrt(squares);
    info->rsq = squares_ref > 0 ? LIBXSMM_MAX(0.0, 1 - squares / squares_ref) : 0;
    return EXIT_SUCCESS;
}

/** Takes the worse of two comparisons, and the sums of both. */
LIBXSMM_INLINE void libxsmm_matdiff_reduce(libxsmm_matdiff_info *output, const libxsmm_matdiff_info *input) {
    const double l1_ref = output->l1_ref + input->l1_ref, l1_tst = output->l1_tst + input->l1_tst;
    const libxsmm_blasint r = output->r + 1;
    if (input->linf_abs >= output->linf_abs) *output = *input;
    output->l1_ref = l1_ref, output->l1_tst = l1_tst, output->r = r;
}

/** Fills a column-major matrix with a sequence of numbers. */
#define LIBXSMM_MATINIT(TYPE, SEED, DST, ROWS, COLUMNS, LD, SCALE) \
    do { \
        for (size_t tensmith_j = 0; tensmith_j < (size_t)(COLUMNS); tensmith_j++) { \
            for (size_t tensmith_i = 0; tensmith_i < (size_t)(LD); tensmith_i++) { \
                (DST)[tensmith_i + tensmith_j * (size_t)(LD)] = tensmith_i < (size_t)(ROWS) ? (TYPE)((SCALE) * (1.0 + (double)(SEED)) * \
                    (1.0 + (double)tensmith_i + (double)tensmith_j * (double)(ROWS)) / ((double)(ROWS) * (double)(COLUMNS))) : (TYPE)(SEED); \
            } \
        } \
    } while (0)

#ifdef __cplusplus
} /* extern "C" */

/** The number of a type. */
template <typename T> struct libxsmm_datatype_enum { static const libxsmm_datatype value = LIBXSMM_DATATYPE_UNSUPPORTED; };
template <> struct libxsmm_datatype_enum<double> { static const libxsmm_datatype value = LIBXSMM_DATATYPE_F64; };
template <> struct libxsmm_datatype_enum<float> { static const libxsmm_datatype value = LIBXSMM_DATATYPE_F32; };

/** A multiplication of matrices of `T`, whose alpha is 1, and beta 0 or 1: other ones are null. */
template <typename T> class libxsmm_mmfunction {
  public:
    libxsmm_mmfunction() : kernel_(NULL) {}
    libxsmm_mmfunction(libxsmm_blasint m, libxsmm_blasint n, libxsmm_blasint k, int = LIBXSMM_GEMM_PREFETCH_NONE)
        : kernel_(made(0, m, n, k, m, k, m)) {}
    libxsmm_mmfunction(int flags, libxsmm_blasint m, libxsmm_blasint n, libxsmm_blasint k, int = LIBXSMM_GEMM_PREFETCH_NONE)
        : kernel_(made(flags, m, n, k, m, k, m)) {}
    libxsmm_mmfunction(int flags, libxsmm_blasint m, libxsmm_blasint n, libxsmm_blasint k, T alpha, T beta,
                       int = LIBXSMM_GEMM_PREFETCH_NONE)
        : kernel_(has(alpha, beta) ? made(with(flags, beta), m, n, k, m, k, m) : NULL) {}
    libxsmm_mmfunction(int flags, libxsmm_blasint m, libxsmm_blasint n, libxsmm_blasint k, libxsmm_blasint lda,
                       libxsmm_blasint ldb, libxsmm_blasint ldc, int = LIBXSMM_GEMM_PREFETCH_NONE)
        : kernel_(made(flags, m, n, k, lda, ldb, ldc)) {}
    libxsmm_mmfunction(int flags, libxsmm_blasint m, libxsmm_blasint n, libxsmm_blasint k, libxsmm_blasint lda,
                       libxsmm_blasint ldb, libxsmm_blasint ldc, T alpha, T beta, int = LIBXSMM_GEMM_PREFETCH_NONE)
        : kernel_(has(alpha, beta) ? made(with(flags, beta), m, n, k, lda, ldb, ldc) : NULL) {}

    const libxsmm_gemmfunction &kernel() const { return kernel_; }
    operator const void *() const { return kernel_ != NULL ? this : NULL; }

    void operator()(const T *a, const T *b, T *c) const {
        libxsmm_gemm_param param;
        param.a.primary = const_cast<T *>(a);
        param.b.primary = const_cast<T *>(b);
        param.c.primary = c;
        kernel_(&param);
    }
    /** The matrices of the next call, to be prefetched, are not looked at. */
    void operator()(const T *a, const T *b, T *c, const T *, const T *, const T *) const { (*this)(a, b, c); }

  private:
    static bool has(T alpha, T beta) {
        return !LIBXSMM_NEQ(alpha, T(1)) && (!LIBXSMM_NEQ(beta, T(0)) || !LIBXSMM_NEQ(beta, T(1)));
    }
    static int with(int flags, T beta) { return flags | (LIBXSMM_NEQ(beta, T(0)) ? 0 : LIBXSMM_GEMM_FLAG_BETA_0); }
    static libxsmm_gemmfunction made(int flags, libxsmm_blasint m, libxsmm_blasint n, libxsmm_blasint k, libxsmm_blasint lda,
                                     libxsmm_blasint ldb, libxsmm_blasint ldc) {
        const libxsmm_datatype type = libxsmm_datatype_enum<T>::value;
        const libxsmm_gemm_shape shape = libxsmm_create_gemm_shape(m, n, k, lda, ldb, ldc, type, type, type, type);
        return libxsmm_dispatch_gemm(shape, static_cast<libxsmm_bitfield>(flags), LIBXSMM_GEMM_PREFETCH_NONE);
    }

    libxsmm_gemmfunction kernel_;
};
#endif

#endif /* TENSMITH_LIBXSMM_H */
