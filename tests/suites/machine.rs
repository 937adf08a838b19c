//! Generated code that is executed: on this machine, and on an emulated one. One program, as most of what a
//! program costs is to build it.

#[path = "../tests/blas.rs"]
mod blas;
#[path = "../tests/blas_batch.rs"]
mod blas_batch;
#[path = "../tests/blas_errors.rs"]
mod blas_errors;
#[path = "../tests/blas_factors.rs"]
mod blas_factors;
#[path = "../tests/blas_ilp64.rs"]
mod blas_ilp64;
#[path = "../tests/blas_mkl.rs"]
mod blas_mkl;
#[path = "../tests/blas_more.rs"]
mod blas_more;
#[path = "../tests/blas_stack.rs"]
mod blas_stack;
#[path = "../tests/capi.rs"]
mod capi;
#[path = "../tests/capi_dispatch.rs"]
mod capi_dispatch;
#[path = "../tests/capi_routine.rs"]
mod capi_routine;
#[path = "../tests/code_memory_pool.rs"]
mod code_memory_pool;
#[path = "../tests/codegen_run.rs"]
mod codegen_run;
#[path = "../tests/codegen_spill.rs"]
mod codegen_spill;
#[path = "../tests/conformance_canary.rs"]
mod conformance_canary;
#[path = "../tests/conformance_verify.rs"]
mod conformance_verify;
#[path = "../tests/einsum_complex.rs"]
mod einsum_complex;
#[path = "../tests/einsum_grouped.rs"]
mod einsum_grouped;
#[path = "../tests/einsum_integers.rs"]
mod einsum_integers;
#[path = "../tests/einsum_lower_run.rs"]
mod einsum_lower_run;
#[path = "../tests/harness_api.rs"]
mod harness_api;
#[path = "../tests/harness_contraction.rs"]
mod harness_contraction;
#[path = "../tests/harness_gemm.rs"]
mod harness_gemm;
#[path = "../tests/harness_integer.rs"]
mod harness_integer;
#[path = "../tests/harness_jit.rs"]
mod harness_jit;
#[path = "../tests/harness_jit_numpy.rs"]
mod harness_jit_numpy;
#[path = "../tests/harness_memory.rs"]
mod harness_memory;
#[path = "../tests/harness_ndarray.rs"]
mod harness_ndarray;
#[path = "../tests/harness_observer.rs"]
mod harness_observer;
#[path = "../tests/harness_plans.rs"]
mod harness_plans;
#[path = "../tests/harness_pool.rs"]
mod harness_pool;
#[path = "../tests/harness_program_refused.rs"]
mod harness_program_refused;
#[path = "../tests/harness_program_run.rs"]
mod harness_program_run;
#[path = "../tests/harness_run.rs"]
mod harness_run;
#[path = "../tests/harness_slices.rs"]
mod harness_slices;
#[path = "../tests/harness_text.rs"]
mod harness_text;
#[path = "../tests/harness_wisdom.rs"]
mod harness_wisdom;
#[path = "../tests/isa_aarch64_asm.rs"]
mod isa_aarch64_asm;
#[path = "../tests/isa_set.rs"]
mod isa_set;
#[path = "../tests/kernel_dialect.rs"]
mod kernel_dialect;
#[path = "../tests/kernel_language_callees.rs"]
mod kernel_language_callees;
#[path = "../tests/kernel_language_calls.rs"]
mod kernel_language_calls;
#[path = "../tests/kernel_language_control.rs"]
mod kernel_language_control;
#[path = "../tests/kernel_language_dot.rs"]
mod kernel_language_dot;
#[path = "../tests/kernel_language_examples.rs"]
mod kernel_language_examples;
#[path = "../tests/kernel_language_narrow.rs"]
mod kernel_language_narrow;
#[path = "../tests/kernel_language_random.rs"]
mod kernel_language_random;
#[path = "../tests/kernel_language_spill.rs"]
mod kernel_language_spill;
#[path = "../tests/kernel_language_values.rs"]
mod kernel_language_values;
#[path = "../tests/kernel_language_vectors.rs"]
mod kernel_language_vectors;
#[path = "../tests/kernel_language_writer.rs"]
mod kernel_language_writer;
#[path = "../tests/primitives_columns.rs"]
mod primitives_columns;
#[path = "../tests/primitives_complex.rs"]
mod primitives_complex;
#[path = "../tests/primitives_elementwise_chain.rs"]
mod primitives_elementwise_chain;
#[path = "../tests/primitives_elementwise_convert.rs"]
mod primitives_elementwise_convert;
#[path = "../tests/primitives_elementwise_shapes.rs"]
mod primitives_elementwise_shapes;
#[path = "../tests/primitives_elementwise_values.rs"]
mod primitives_elementwise_values;
#[path = "../tests/primitives_gather.rs"]
mod primitives_gather;
#[path = "../tests/primitives_gemm_narrow.rs"]
mod primitives_gemm_narrow;
#[path = "../tests/primitives_gemm_properties.rs"]
mod primitives_gemm_properties;
#[path = "../tests/primitives_gemm_shapes.rs"]
mod primitives_gemm_shapes;
#[path = "../tests/primitives_gemm_sweep.rs"]
mod primitives_gemm_sweep;
#[path = "../tests/primitives_group.rs"]
mod primitives_group;
#[path = "../tests/primitives_grouped.rs"]
mod primitives_grouped;
#[path = "../tests/primitives_integers.rs"]
mod primitives_integers;
#[path = "../tests/primitives_lanewise.rs"]
mod primitives_lanewise;
#[path = "../tests/primitives_permute.rs"]
mod primitives_permute;
#[path = "../tests/primitives_reduce.rs"]
mod primitives_reduce;
#[path = "../tests/primitives_series.rs"]
mod primitives_series;
#[path = "../tests/primitives_window.rs"]
mod primitives_window;
#[path = "../tests/reference_expression.rs"]
mod reference_expression;
#[path = "../tests/registry_data.rs"]
mod registry_data;
#[path = "../tests/registry_plugin_assembly.rs"]
mod registry_plugin_assembly;
#[path = "../tests/registry_plugin_formula.rs"]
mod registry_plugin_formula;
#[path = "../tests/registry_reentrant.rs"]
mod registry_reentrant;
#[path = "../tests/sparse_blocks.rs"]
mod sparse_blocks;
#[path = "../tests/sparse_einsum.rs"]
mod sparse_einsum;
#[path = "../tests/sparse_fixed.rs"]
mod sparse_fixed;
#[path = "../tests/sparse_product.rs"]
mod sparse_product;
#[path = "../tests/sparse_pruned.rs"]
mod sparse_pruned;
#[path = "../tests/sparse_rows.rs"]
mod sparse_rows;
#[path = "../tests/sparse_sampled.rs"]
mod sparse_sampled;
#[path = "../tests/target.rs"]
mod target;
#[path = "../tests/tensor_optimize_convert.rs"]
mod tensor_optimize_convert;
