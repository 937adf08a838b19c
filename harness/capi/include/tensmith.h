/* The C interface of tensmith: einsum expressions, trees, loop nests, multiplications, operations on elements,
 * sparse products and functions as machine code.
 *
 * Written by `cargo xtask header` from harness/capi/src, whose documentation this is: change that.
 *
 * Functions that can fail return a tensmith_status; tensmith_last_error says why, for each thread. Handles may be shared
 * by threads, and destroyed in any order. Texts are UTF-8 and end with a zero. Numbers of an enumeration are passed as
 * int32_t. Structures that begin with a size are to be cleared, and get their sizeof.
 *
 * A thread needs 64 KiB of stack to create a jit, a plan, a program, a multiplication or a routine, and 12 KiB to run one; with less, that
 * is refused (TENSMITH_STATUS_STACK).
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef TENSMITH_H
#define TENSMITH_H

#include <stddef.h>
#include <stdint.h>

/** The version of this header: that of the library is tensmith_version(). */
#define TENSMITH_VERSION "0.1.0"

/** A distance or a number of blocks that every call passes. */
#define TENSMITH_RUNTIME SIZE_MAX

/**
 * The most operations of an epilogue.
 */
#define TENSMITH_MAX_LINKS 4

/**
 * The most parameters of an operation.
 */
#define TENSMITH_MAX_PARAMETERS 2

/**
 * The result of a function.
 */
enum tensmith_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * All is well.
     */
    TENSMITH_STATUS_OK = 0,
    /**
     * A pointer is null that must not be.
     */
    TENSMITH_STATUS_NULL_ARGUMENT = 1,
    /**
     * An argument has a value that is not allowed: an unknown number of an enumeration, a size, a pointer
     * that is not aligned, memory that is too short or overlaps.
     */
    TENSMITH_STATUS_INVALID_ARGUMENT = 2,
    /**
     * A text cannot be read: an expression, a tree, a nest, operations, a plan, the name of a target.
     */
    TENSMITH_STATUS_INVALID_TEXT = 3,
    /**
     * Shapes or strides contradict each other, the expression, or the plan.
     */
    TENSMITH_STATUS_INVALID_SHAPE = 4,
    /**
     * There is no code for it.
     */
    TENSMITH_STATUS_UNSUPPORTED = 5,
    /**
     * This machine cannot execute it.
     */
    TENSMITH_STATUS_OTHER_MACHINE = 6,
    /**
     * The allocator refused.
     */
    TENSMITH_STATUS_OUT_OF_MEMORY = 7,
    /**
     * The system refuses executable memory.
     */
    TENSMITH_STATUS_EXECUTABLE_MEMORY = 8,
    /**
     * Runs would need more memory than the limit.
     */
    TENSMITH_STATUS_MEMORY_LIMIT = 9,
    /**
     * An executor refused, or did not run all tasks.
     */
    TENSMITH_STATUS_EXECUTOR = 10,
    /**
     * A mistake of this library: please report it.
     */
    TENSMITH_STATUS_INTERNAL = 11,
    /**
     * The calling thread has too little stack left.
     */
    TENSMITH_STATUS_STACK = 12,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tensmith_status tensmith_status;
#else
typedef int32_t tensmith_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The types of elements.
 */
enum tensmith_dtype
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * `float`.
     */
    TENSMITH_DTYPE_F32 = 0,
    /**
     * `double`.
     */
    TENSMITH_DTYPE_F64 = 1,
    /**
     * `_Float16`, or `uint16_t` for its bits: sums are made in `float`.
     */
    TENSMITH_DTYPE_F16 = 2,
    /**
     * `__bf16`, or `uint16_t` for its bits (bfloat16), as `TENSMITH_DTYPE_F16`.
     */
    TENSMITH_DTYPE_BF16 = 3,
    /**
     * `float _Complex`, or two `float`, the real part first. For plans, whose strides count these numbers.
     */
    TENSMITH_DTYPE_C64 = 4,
    /**
     * `double _Complex`, as `TENSMITH_DTYPE_C64`.
     */
    TENSMITH_DTYPE_C128 = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tensmith_dtype tensmith_dtype;
#else
typedef int32_t tensmith_dtype;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How to look for the order in which three or more operands meet.
 */
enum tensmith_optimize
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The best order of up to 10 operands, a good one of more, within milliseconds for 40.
     */
    TENSMITH_OPTIMIZE_AUTOMATIC = 0,
    /**
     * One that is found at once, for any number.
     */
    TENSMITH_OPTIMIZE_GREEDY = 1,
    /**
     * The best one, for at most 15.
     */
    TENSMITH_OPTIMIZE_EXACT = 2,
    /**
     * The best of 32 greedy orders with random weights and noise.
     */
    TENSMITH_OPTIMIZE_RANDOM_GREEDY = 3,
    /**
     * The best of 128 of them.
     */
    TENSMITH_OPTIMIZE_RANDOM_GREEDY128 = 4,
    /**
     * The best order of up to 15 operands, a very good one of more, within seconds for 300.
     */
    TENSMITH_OPTIMIZE_HIGH_QUALITY = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tensmith_optimize tensmith_optimize;
#else
typedef int32_t tensmith_optimize;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The amount of which an order is to have the least.
 */
enum tensmith_minimize
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Predicted time.
     */
    TENSMITH_MINIMIZE_TIME = 0,
    /**
     * Multiply-adds.
     */
    TENSMITH_MINIMIZE_MULTIPLY_ADDS = 1,
    /**
     * Elements of the largest tensor.
     */
    TENSMITH_MINIMIZE_WIDTH = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tensmith_minimize tensmith_minimize;
#else
typedef int32_t tensmith_minimize;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The storage order of a matrix.
 */
enum tensmith_layout
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Element (i, j) is at `i + j * ld`.
     */
    TENSMITH_LAYOUT_COLUMN_MAJOR = 0,
    /**
     * Element (i, j) is at `i * ld + j`.
     */
    TENSMITH_LAYOUT_ROW_MAJOR = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tensmith_layout tensmith_layout;
#else
typedef int32_t tensmith_layout;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The factor of a term.
 */
enum tensmith_factor
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The term is absent, and what it is made of is not read.
     */
    TENSMITH_FACTOR_ZERO = 0,
    /**
     * The term as it is.
     */
    TENSMITH_FACTOR_ONE = 1,
    /**
     * A number that every call passes.
     */
    TENSMITH_FACTOR_RUNTIME = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tensmith_factor tensmith_factor;
#else
typedef int32_t tensmith_factor;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The pairs of blocks that are multiplied and summed.
 */
enum tensmith_batch
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A single pair.
     */
    TENSMITH_BATCH_SINGLE = 0,
    /**
     * Blocks at constant distances.
     */
    TENSMITH_BATCH_STRIDED = 1,
    /**
     * Blocks at offsets, in elements, that every call passes.
     */
    TENSMITH_BATCH_OFFSETS = 2,
    /**
     * Blocks at addresses that every call passes.
     */
    TENSMITH_BATCH_ADDRESSES = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tensmith_batch tensmith_batch;
#else
typedef int32_t tensmith_batch;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a handle does where no code is made.
 */
enum tensmith_policy
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * There is no handle.
     */
    TENSMITH_POLICY_ERROR = 0,
    /**
     * It calls the scalar reference, which is slow.
     */
    TENSMITH_POLICY_REFERENCE = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tensmith_policy tensmith_policy;
#else
typedef int32_t tensmith_policy;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The types of pointers and indices.
 */
enum tensmith_index
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * `int32_t` or `uint32_t`: SciPy's usual one.
     */
    TENSMITH_INDEX_BITS32 = 0,
    /**
     * `int64_t` or `uint64_t`.
     */
    TENSMITH_INDEX_BITS64 = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tensmith_index tensmith_index;
#else
typedef int32_t tensmith_index;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Runs tasks on threads. Threads may share it, and use it at the same time.
 */
typedef struct tensmith_executor tensmith_executor;

/**
 * One multiplication, made for one machine. Threads may share it, and call it at the same time. It allocates
 * nothing in calls, unless it is by the scalar reference.
 */
typedef struct tensmith_gemm tensmith_gemm;

/**
 * Makes plans, programs and multiplications for one machine, and keeps kernels and plans for those that ask
 * for the same again. Threads may share it.
 */
typedef struct tensmith_jit tensmith_jit;

/**
 * A contraction that is compiled, for certain arrays. Threads may share it, and run it at the same time.
 */
typedef struct tensmith_plan tensmith_plan;

/**
 * A loop nest, or a sequence of them, that is compiled. Threads may share it, and run it at the same time.
 */
typedef struct tensmith_program tensmith_program;

/**
 * Code that is called by itself: a kernel, a function, or a product with a sparse matrix. Threads may share
 * it, and call it at the same time.
 */
typedef struct tensmith_routine tensmith_routine;

/**
 * The place of an argument in a structure.
 */
typedef struct tensmith_field {
    /**
     * Bytes from the beginning of the structure.
     */
    size_t offset;
    /**
     * 0 where the argument itself is there; else its address is, and it has as many bytes: 4 or 8.
     */
    size_t bytes;
} tensmith_field;

/**
 * The address of a function of any type; null for none.
 */
typedef void (*tensmith_address)(void);

/**
 * Runs the tasks from `begin` on and before `end`. It may be called on any thread, and on several at once.
 */
typedef void (*tensmith_task)(void *work, size_t begin, size_t end);

/**
 * Runs tasks on threads of the caller's: calls `task(work, begin, end)` with ranges that together hold each
 * number below `tasks` once, in any order and on any threads, and returns 0 when every call has returned.
 * Returns another number if it has run nothing.
 */
typedef int32_t (*tensmith_parallel_for)(void *context, size_t tasks, tensmith_task task, void *work);

/**
 * How a matrix is stored.
 */
typedef struct tensmith_matrix {
    /**
     * Storage order: a `tensmith_layout`.
     */
    int32_t layout;
    /**
     * Elements from one column (or row) to the next; `TENSMITH_RUNTIME` where calls pass it.
     */
    size_t ld;
} tensmith_matrix;

/**
 * A multiplication to make: A of m x k, B of k x n and C of m x n. Set `size`, `alpha`, extents and leading
 * dimensions, what else is asked, and all else to 0: that is column-major matrices of `float`, of
 * which C is overwritten.
 */
typedef struct tensmith_gemm_spec {
    /**
     * `sizeof(tensmith_gemm_spec)`.
     */
    size_t size;
    /**
     * The type of all elements: a `tensmith_dtype`.
     */
    int32_t dtype;
    /**
     * Factor of the product: a `tensmith_factor`. Zero is refused where k is not 0, lest it was forgotten.
     */
    int32_t alpha;
    /**
     * Factor of what C holds before: a `tensmith_factor`.
     */
    int32_t beta;
    /**
     * The pairs that are summed: a `tensmith_batch`.
     */
    int32_t batch;
    /**
     * Rows of A and C.
     */
    size_t m;
    /**
     * Columns of B and C.
     */
    size_t n;
    /**
     * Columns of A, rows of B.
     */
    size_t k;
    /**
     * A.
     */
    struct tensmith_matrix a;
    /**
     * B.
     */
    struct tensmith_matrix b;
    /**
     * C.
     */
    struct tensmith_matrix c;
    /**
     * Number of pairs; `TENSMITH_RUNTIME` where calls pass it. 0 for a single pair.
     */
    size_t batch_count;
    /**
     * Elements from one block of A to the next, where they are strided; `TENSMITH_RUNTIME` where calls pass
     * it. 0 where all pairs have the same one, as those of A or those of B may, but not both.
     */
    size_t batch_stride_a;
    /**
     * The same of B.
     */
    size_t batch_stride_b;
    /**
     * The operations on each element before it is stored, such as `add(column),relu`; null for none.
     */
    const char *epilogue;
    /**
     * How often it will be called; code is not made where that would not pay. 0 for often.
     */
    uint64_t expected_calls;
    /**
     * What to do where no code is made: a `tensmith_policy`.
     */
    int32_t policy;
} tensmith_gemm_spec;

/**
 * What a call reads, and C. Set `size`, what there is, and all else to 0.
 */
typedef struct tensmith_gemm_operands {
    /**
     * `sizeof(tensmith_gemm_operands)`.
     */
    size_t size;
    /**
     * The first element of A, or of its first block, or that which offsets count from; of a batch by
     * addresses, an array of the blocks' addresses.
     */
    const void *a;
    /**
     * The same of B.
     */
    const void *b;
    /**
     * The first element of C.
     */
    void *c;
    /**
     * The offset of each block of A, in elements; null but for a batch by offsets.
     */
    const int64_t *offsets_a;
    /**
     * The same of B.
     */
    const int64_t *offsets_b;
    /**
     * The first element of each operand of the epilogue, in order; null where it has none.
     */
    const void *const *operands;
    /**
     * Number of `operands`.
     */
    size_t operand_count;
} tensmith_gemm_operands;

/**
 * What a specification leaves to the call. Set `size`, and what there is; nothing else is looked at.
 */
typedef struct tensmith_gemm_numbers {
    /**
     * `sizeof(tensmith_gemm_numbers)`.
     */
    size_t size;
    /**
     * Leading dimension of A.
     */
    size_t lda;
    /**
     * Leading dimension of B.
     */
    size_t ldb;
    /**
     * Leading dimension of C.
     */
    size_t ldc;
    /**
     * From one block of A to the next.
     */
    size_t batch_stride_a;
    /**
     * From one block of B to the next.
     */
    size_t batch_stride_b;
    /**
     * Number of pairs of blocks.
     */
    size_t batch_count;
    /**
     * Factor of the product.
     */
    double alpha;
    /**
     * Factor of C.
     */
    double beta;
    /**
     * Leading dimensions of the epilogue's operands, by the numbers of their operations.
     */
    size_t ld_operands[TENSMITH_MAX_LINKS];
    /**
     * Parameters of the epilogue's operations, by their numbers.
     */
    double parameters[TENSMITH_MAX_LINKS][TENSMITH_MAX_PARAMETERS];
} tensmith_gemm_numbers;

/**
 * The code of a multiplication, as a function of A, B and C. Where its specification leaves something to
 * calls, what `tensmith_gemm_arguments` names follows: distances and numbers as `size_t`, factors as the
 * bits of the number, those of a `float` in the low half of 64 bits.
 */
typedef void (*tensmith_kernel)(const void *a, const void *b, void *c);

/**
 * What a `tensmith_jit` is made for. Set `size`, and all else to 0 for the defaults.
 */
typedef struct tensmith_jit_options {
    /**
     * `sizeof(tensmith_jit_options)`.
     */
    size_t size;
    /**
     * Name of the core that code is made for, such as `haswell`, and that this machine must execute; null
     * for the environment's `TENSMITH_TARGET` or else the machine at hand.
     */
    const char *target;
    /**
     * How many threads plans are made for: that of the executor that they will run on; 0 stands for 1. Plans
     * run on any executor, with the same result, bit by bit.
     */
    size_t threads;
    /**
     * Bytes of kernels that are kept; 0 for 16 MiB. Those in use stay in any case.
     */
    size_t kernel_budget;
    /**
     * Bytes of plans that are kept, as `kernel_budget`.
     */
    size_t plan_budget;
} tensmith_jit_options;

/**
 * The extents and strides of an array.
 */
typedef struct tensmith_array {
    /**
     * Number of extents.
     */
    size_t rank;
    /**
     * The extents, outermost first; may be null where `rank` is 0.
     */
    const size_t *shape;
    /**
     * The stride of each extent, in elements; null for a dense array whose last index is
     * contiguous, as in C.
     */
    const ptrdiff_t *strides;
} tensmith_array;

/**
 * An operation on each element of the result before it is stored.
 */
typedef struct tensmith_link {
    /**
     * The operation on the element, such as `relu` or `clamp(0,6)`, or on it and an element of
     * `operand`, such as `add`.
     */
    const char *operation;
    /**
     * The labels of the operand's extents, each of which is one of the output's: of a tree, numbers with
     * commas between them; null without an operand.
     */
    const char *labels;
    /**
     * An array that is the same along the labels that it lacks, and which runs take behind the other inputs;
     * null for an operation on the element alone.
     */
    const struct tensmith_array *operand;
} tensmith_link;

/**
 * A contraction to plan. Set `size`, what is asked, and all else to 0.
 */
typedef struct tensmith_contraction {
    /**
     * `sizeof(tensmith_contraction)`.
     */
    size_t size;
    /**
     * An expression such as `mk,kn->mn`, with numpy's meaning; or, where `extents` is not null, a tree in
     * brackets over indices with these extents, such as `[[0,1],[1,2]->[0,2]],[2,3]->[0,3]`.
     */
    const char *expression;
    /**
     * The extents of a tree's indices; null for an expression.
     */
    const size_t *extents;
    /**
     * Number of `extents`.
     */
    size_t extent_count;
    /**
     * The type of all elements: a `tensmith_dtype`.
     */
    int32_t dtype;
    /**
     * How to look for an order of an expression: a `tensmith_optimize`.
     */
    int32_t optimize;
    /**
     * The inputs, in the expression's order.
     */
    const struct tensmith_array *inputs;
    /**
     * Number of `inputs`.
     */
    size_t input_count;
    /**
     * The output; null for a dense one whose last index is contiguous, with the extents that follow.
     */
    const struct tensmith_array *output;
    /**
     * The factor of the output's elements before the result is added; 0 overwrites them unread.
     */
    double beta;
    /**
     * The operations on each element of the result, in order.
     */
    const struct tensmith_link *chain;
    /**
     * Number of links in `chain`.
     */
    size_t chain_length;
    /**
     * The most bytes that runs may need in addition to their arrays; 0 for no limit.
     */
    size_t memory_limit;
    /**
     * The numbers of the inputs whose complex conjugates are taken; null for none.
     */
    const size_t *conjugated;
    /**
     * Number of inputs in `conjugated`.
     */
    size_t conjugated_count;
    /**
     * What searches for an order draw from: the same number, the same order.
     */
    uint64_t order_seed;
    /**
     * What the order is to have the least of: a `tensmith_minimize`.
     */
    int32_t minimize;
} tensmith_contraction;

/**
 * The memory of an array: its element of the lowest address, and how many elements follow from there.
 *
 * That element is the one with index (0, …, 0), unless strides are negative.
 */
typedef struct tensmith_buffer {
    /**
     * The first element; may be null where `elements` is 0. Aligned as elements are.
     */
    void *data;
    /**
     * Number of elements that may be accessed from there.
     */
    size_t elements;
} tensmith_buffer;

/**
 * The memory of an argument of a program.
 */
typedef struct tensmith_argument {
    /**
     * The first element; aligned as elements are. Null for an argument that is not accessed.
     */
    void *data;
    /**
     * Number of elements that may be accessed from there.
     */
    size_t elements;
    /**
     * The number of the element, counted from `data`, that has index (0, …, 0).
     */
    size_t origin;
} tensmith_argument;

/**
 * A function that a function of the kernel language calls.
 */
typedef struct tensmith_named_function {
    /**
     * Its name, as the text declares it.
     */
    const char *name;
    /**
     * Its address: one of the C convention with the types that the text declares.
     */
    tensmith_address address;
} tensmith_named_function;

/**
 * A sparse matrix A by rows (CSR), and the dense B and C that it is multiplied with and into. Set `size`,
 * the matrix and `n`, what else is asked, and all else to 0.
 */
typedef struct tensmith_sparse {
    /**
     * `sizeof(tensmith_sparse)`.
     */
    size_t size;
    /**
     * The type of all elements: a `tensmith_dtype`, F32 or F64.
     */
    int32_t dtype;
    /**
     * The type of pointers and indices: a `tensmith_index`.
     */
    int32_t index_type;
    /**
     * Rows of A and C.
     */
    size_t m;
    /**
     * Columns of B and C.
     */
    size_t n;
    /**
     * Columns of A, rows of B.
     */
    size_t k;
    /**
     * Where the entries of each row begin, and where those of the last end: m + 1 numbers, from 0.
     */
    const void *pointers;
    /**
     * The column of each entry, from 0, each once in a row; in rising order where calls pass values.
     */
    const void *indices;
    /**
     * The value of each entry; null where every call passes them, and so any other address for a matrix that
     * has its values and no entries.
     */
    const void *values;
    /**
     * Storage order of B and C: a `tensmith_layout`. By columns, code reads the matrix; by rows, it may be
     * the matrix, which is faster.
     */
    int32_t layout;
    /**
     * What C holds before: a `tensmith_factor`, ZERO or ONE.
     */
    int32_t beta;
    /**
     * Leading dimension of B; 0 where there are no gaps.
     */
    size_t ldb;
    /**
     * Leading dimension of C; 0 where there are no gaps.
     */
    size_t ldc;
} tensmith_sparse;

/**
 * The value of an argument, or of a result: what it is says which field is read. Clear the others.
 */
typedef struct tensmith_value {
    /**
     * An address.
     */
    void *memory;
    /**
     * A distance, a count, or an integer of a function: of narrower types its low bits. An address is passed
     * to a function as `memory`, which must be null for a number.
     */
    int64_t integer;
    /**
     * A factor, a parameter, or a number of floating point, which is rounded to the type of the argument.
     */
    double number;
} tensmith_value;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Finds or makes the code of a kernel by the text of its specification (`tensmith_routine_create_kernel`),
 * as a function of one structure's address, in which the kernel's arguments have these places, in their
 * order. It stays for as long as the process runs; equal texts and places have the same code.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_dispatch(const char *text,
                                  const struct tensmith_field *fields,
                                  size_t field_count,
                                  tensmith_address *code);

/**
 * Creates a pool of threads, the caller's included, that steal work from each other; they start at once, and
 * end with it. 0 stands for the environment's `TENSMITH_NUM_THREADS`, or else for as many as this
 * process may run at once.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_executor_create_pool(size_t threads,
                                              struct tensmith_executor **executor);

/**
 * Creates an executor that runs tasks on `width` threads of the caller's, by calling `run` with `context`.
 *
 * # Safety
 * `run` does what its type says, may be called on any thread and by several at once, and neither
 * throws nor jumps out.
 */
tensmith_status tensmith_executor_create_callback(size_t width,
                                                  tensmith_parallel_for run,
                                                  void *context,
                                                  struct tensmith_executor **executor);

/**
 * Returns how many threads run tasks, the caller's included; 0 for null.
 *
 * # Safety
 * `executor` is a handle that is not destroyed, or null.
 */
size_t tensmith_executor_width(const struct tensmith_executor *executor);

/**
 * Destroys a handle; null is none. The threads of a pool have ended then.
 *
 * # Safety
 * `executor` is a handle that is not destroyed, and nothing runs on it any more; or null.
 */
void tensmith_executor_destroy(struct tensmith_executor *executor);

/**
 * Ends a text that a function of this library made; null is none.
 *
 * # Safety
 * `text` is from a function of this library that says so, and is not used any more.
 */
void tensmith_text_destroy(char *text);

/**
 * Creates a multiplication.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_gemm_create(const struct tensmith_jit *jit,
                                     const struct tensmith_gemm_spec *spec,
                                     struct tensmith_gemm **gemm);

/**
 * Multiplies a single pair where nothing is left to calls: `tensmith_gemm_call_with` for what is asked most.
 *
 * # Safety
 * Pointers point to matrices of the specification, aligned or not; nothing else writes to A and B, or
 * accesses C, meanwhile.
 */
tensmith_status tensmith_gemm_call(const struct tensmith_gemm *gemm,
                                   const void *a,
                                   const void *b,
                                   void *c);

/**
 * Multiplies. `numbers` may be null where nothing is left to the call.
 *
 * A C that shares an element with a block of A or B, or with an operand of the epilogue that is not
 * C itself, is refused.
 *
 * # Safety
 * Pointers point to matrices of the specification, aligned or not; nothing else writes to what is read, or
 * accesses C, meanwhile.
 */
tensmith_status tensmith_gemm_call_with(const struct tensmith_gemm *gemm,
                                        const struct tensmith_gemm_operands *operands,
                                        const struct tensmith_gemm_numbers *numbers);

/**
 * Returns the code, to be called without checks; it stays as long as `gemm`. Null if there is
 * none that runs here.
 *
 * # Safety
 * `gemm` is a handle that is not destroyed, or null.
 */
tensmith_kernel tensmith_gemm_kernel(const struct tensmith_gemm *gemm);

/**
 * Writes the names of all that the code takes to `text`, in order and with spaces between them: `a b c`
 * where nothing is left to calls. End it with `tensmith_text_destroy`.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_gemm_arguments(const struct tensmith_gemm *gemm,
                                        char **text);

/**
 * Writes to `text` whether there is code, which generator made it, and its predicted cycles, or why there is
 * none. End it with `tensmith_text_destroy`.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_gemm_explain(const struct tensmith_gemm *gemm,
                                      char **text);

/**
 * Destroys a multiplication; null is none.
 *
 * # Safety
 * `gemm` is a handle that is not destroyed, and neither it nor its code is used any more; or null.
 */
void tensmith_gemm_destroy(struct tensmith_gemm *gemm);

/**
 * Creates a handle whose code runs here. `options` may be null for the defaults.
 *
 * Fails with `TENSMITH_STATUS_OTHER_MACHINE` where this machine cannot execute the code, and with
 * `TENSMITH_STATUS_EXECUTABLE_MEMORY` where this process may not have executable memory.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_jit_create(const struct tensmith_jit_options *options,
                                    struct tensmith_jit **jit);

/**
 * Creates a handle whose code is for any core, such as `neoverse-v2`, to look at: it is
 * explained, but does not run.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_jit_create_for_target(const char *target, struct tensmith_jit **jit);

/**
 * Returns the name of the core that code is made for; it lives as long as `jit`. Null if that is null.
 *
 * # Safety
 * `jit` is a handle that is not destroyed, or null.
 */
const char *tensmith_jit_target(const struct tensmith_jit *jit);

/**
 * Destroys a handle; null is none. What was made by it stays.
 *
 * # Safety
 * `jit` is a handle that is not destroyed, and no other thread uses it any more; or null.
 */
void tensmith_jit_destroy(struct tensmith_jit *jit);

/**
 * Creates a plan, or finds the one that was made for the same.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_plan_create(const struct tensmith_jit *jit,
                                     const struct tensmith_contraction *contraction,
                                     struct tensmith_plan **plan);

/**
 * Creates a plan for an expression over inputs, into a dense output whose last index is contiguous:
 * `tensmith_plan_create` for what is asked most.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_plan_einsum(const struct tensmith_jit *jit,
                                     const char *expression,
                                     int32_t dtype,
                                     const struct tensmith_array *inputs,
                                     size_t input_count,
                                     struct tensmith_plan **plan);

/**
 * Runs a plan: evaluates the contraction into `output`, on the threads of `executor`, or on the caller's if
 * that is null. `inputs` are those of the plan in their order, the operands of its chain last.
 *
 * The output must share no element with an input. Where it certainly does, that is refused, and so is memory
 * that is too short, misaligned or null. Nothing has been written after an error, unless it is
 * `TENSMITH_STATUS_EXECUTOR`.
 *
 * # Safety
 * Pointers point to what they say. Nothing else writes to the inputs or accesses the output meanwhile.
 */
tensmith_status tensmith_plan_run(const struct tensmith_plan *plan,
                                  const struct tensmith_buffer *inputs,
                                  size_t input_count,
                                  struct tensmith_buffer output,
                                  const struct tensmith_executor *executor);

/**
 * Returns the number of inputs, the operands of the chain included; 0 for null.
 *
 * # Safety
 * `plan` is a handle that is not destroyed, or null.
 */
size_t tensmith_plan_input_count(const struct tensmith_plan *plan);

/**
 * Writes the extents and strides of an input to `array`, which borrows them from the plan.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_plan_input(const struct tensmith_plan *plan,
                                    size_t number,
                                    struct tensmith_array *array);

/**
 * Writes the extents and strides of the output to `array`, which borrows them from the plan.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_plan_output(const struct tensmith_plan *plan,
                                     struct tensmith_array *array);

/**
 * Returns the bytes that runs need in addition to their arrays; 0 for null.
 *
 * # Safety
 * `plan` is a handle that is not destroyed, or null.
 */
size_t tensmith_plan_memory(const struct tensmith_plan *plan);

/**
 * Writes an explanation to `text`, as lines: labels, order, loops, and each kernel with its maker, predicted
 * cycles and size. End it with `tensmith_text_destroy`.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_plan_explain(const struct tensmith_plan *plan,
                                      char **text);

/**
 * Writes the plan as text to `text`: `tensmith_plan_from_text` reads it without a search. End it with
 * `tensmith_text_destroy`.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_plan_to_text(const struct tensmith_plan *plan,
                                      char **text);

/**
 * Creates the plan that a text of `tensmith_plan_to_text` describes, for elements of type `dtype`. It
 * accesses nothing but its arrays, whatever the text.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_plan_from_text(const struct tensmith_jit *jit,
                                        const char *text,
                                        int32_t dtype,
                                        struct tensmith_plan **plan);

/**
 * Destroys a plan; null is none.
 *
 * # Safety
 * `plan` is a handle that is not destroyed, and no other thread uses it any more; or null.
 */
void tensmith_plan_destroy(struct tensmith_plan *plan);

/**
 * Creates a program from the text of a nest, or of a sequence of nests. The optimizer decides
 * what is not decided.
 *
 * The arguments are the operands of a nest, `in0`, `in1` and `out`; of a sequence, they have numbers.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_program_create(const struct tensmith_jit *jit,
                                        const char *text,
                                        struct tensmith_program **program);

/**
 * Runs a program on the threads of `executor`, or on the caller's if that is null.
 *
 * An argument that is written must not overlap another: that is refused, and so is memory that is too short,
 * misaligned or null. Nothing has been written after an error, unless it is `TENSMITH_STATUS_EXECUTOR`.
 *
 * # Safety
 * Pointers point to what they say. Nothing else writes to the arguments, or accesses those that
 * are written, meanwhile.
 */
tensmith_status tensmith_program_run(const struct tensmith_program *program,
                                     const struct tensmith_argument *arguments,
                                     size_t argument_count,
                                     const struct tensmith_executor *executor);

/**
 * Returns the number of arguments; 0 for null.
 *
 * # Safety
 * `program` is a handle that is not destroyed, or null.
 */
size_t tensmith_program_argument_count(const struct tensmith_program *program);

/**
 * Writes an explanation to `text`, as lines: the nests as they are decided, the kernels, and the loops
 * around them. End it with `tensmith_text_destroy`.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_program_explain(const struct tensmith_program *program,
                                         char **text);

/**
 * Destroys a program; null is none.
 *
 * # Safety
 * `program` is a handle that is not destroyed, and no other thread uses it any more; or null.
 */
void tensmith_program_destroy(struct tensmith_program *program);

/**
 * Creates a routine from the text of a kernel's specification, such as `unary relu f32 13x7`,
 * `binary add f32 13x7 in1=row`, `ternary select f64 9x5`, `reduce sum f32 9x5` or `gemm f16 16x6x64`:
 * every kind that `tensmith emit` lists, with the same words. Matrices are column-major. What the text
 * leaves to calls (`?`) and addresses are the arguments.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_routine_create_kernel(const struct tensmith_jit *jit,
                                               const char *text,
                                               struct tensmith_routine **routine);

/**
 * Creates a routine from the text of a function of the kernel language. `functions` are those that it calls
 * (`extern`), by name, and must have the types that it declares; none is null.
 *
 * # Safety
 * Pointers point to what they say, and addresses are those of functions that stay and do not unwind.
 */
tensmith_status tensmith_routine_create_function(const struct tensmith_jit *jit,
                                                 const char *text,
                                                 const struct tensmith_named_function *functions,
                                                 size_t function_count,
                                                 struct tensmith_routine **routine);

/**
 * Creates a routine that multiplies a sparse matrix A with a dense B: `C = A * B` or `C = A * B + C`. The
 * matrix is copied. The arguments are B and C; where the matrix has no values, these come first.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_routine_create_sparse(const struct tensmith_jit *jit,
                                               const struct tensmith_sparse *matrix,
                                               struct tensmith_routine **routine);

/**
 * Calls a routine on this thread: `tensmith_routine_call_with` for what is asked most.
 *
 * # Safety
 * Those of `tensmith_routine_call_with`.
 */
tensmith_status tensmith_routine_call(const struct tensmith_routine *routine,
                                      const struct tensmith_value *values,
                                      size_t value_count);

/**
 * Calls a routine with a value for each argument, in their order. Products with sparse matrices use the
 * threads of `executor`, which may be null for the caller's. The result of a function goes to `result`,
 * which may be null.
 *
 * # Safety
 * Pointers point to what they say. Memory is as large as the text or the matrix says, and, of a function, as
 * its instructions access it; nothing else writes to what is read, or accesses what is written, meanwhile.
 */
tensmith_status tensmith_routine_call_with(const struct tensmith_routine *routine,
                                           const struct tensmith_value *values,
                                           size_t value_count,
                                           const struct tensmith_executor *executor,
                                           struct tensmith_value *result);

/**
 * Returns the code of a kernel or of a function, to be cast and called without checks; it stays as long as
 * `routine`. Addresses and distances are passed as `size_t`, factors and parameters of kernels as the bits
 * of the number, those of a `float` in the low half of 64 bits. Null for null, and for products with sparse
 * matrices, which are more than one function.
 *
 * # Safety
 * `routine` is a handle that is not destroyed, or null.
 */
tensmith_address tensmith_routine_entry(const struct tensmith_routine *routine);

/**
 * Writes the names of the arguments to `text`, in order and with spaces between them. End it with
 * `tensmith_text_destroy`.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_routine_arguments(const struct tensmith_routine *routine, char **text);

/**
 * Writes to `text` what the routine is, and what is known of its code: generator, predicted cycles, size.
 * End it with `tensmith_text_destroy`.
 *
 * # Safety
 * Pointers point to what they say.
 */
tensmith_status tensmith_routine_explain(const struct tensmith_routine *routine,
                                         char **text);

/**
 * Destroys a routine; null is none.
 *
 * # Safety
 * `routine` is a handle that is not destroyed, and neither it nor its code is used any more; or null.
 */
void tensmith_routine_destroy(struct tensmith_routine *routine);

/**
 * Returns the text of the last error of this thread, in English and without a line break at its end; an
 * empty text before the first. It stays until the next error of this thread. A function that
 * succeeds does not change it.
 */
const char *tensmith_last_error(void);

/**
 * Returns the name of a status, such as `TENSMITH_STATUS_OK`: static text; null for a number that is none.
 */
const char *tensmith_status_name(int32_t status);

/**
 * Returns the version of the library, such as `0.1.0`: static text. `TENSMITH_VERSION`
 * is that of the header.
 *
 * Versions with the same first number that is not 0 are compatible: a program that was built for one runs
 * with a later one. The name of the shared library (its SONAME) has these numbers, and so has the version of
 * each of its symbols.
 */
const char *tensmith_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TENSMITH_H */
