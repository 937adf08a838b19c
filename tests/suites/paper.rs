//! Tables, texts, nests, functions and code that are looked at, interpreted or timed by models, and not
//! executed: what they show on one machine holds on all. One program, as most of what a program
//! costs is to build it.

#[path = "../tests/cache.rs"]
mod cache;
#[path = "../tests/codegen_allocate.rs"]
mod codegen_allocate;
#[path = "../tests/codegen_emit.rs"]
mod codegen_emit;
#[path = "../tests/codegen_halves.rs"]
mod codegen_halves;
#[path = "../tests/codegen_passes.rs"]
mod codegen_passes;
#[path = "../tests/codegen_pipeline.rs"]
mod codegen_pipeline;
#[path = "../tests/codegen_schedule.rs"]
mod codegen_schedule;
#[path = "../tests/einsum_lower.rs"]
mod einsum_lower;
#[path = "../tests/einsum_lower_finish.rs"]
mod einsum_lower_finish;
#[path = "../tests/einsum_lower_pair.rs"]
mod einsum_lower_pair;
#[path = "../tests/einsum_path.rs"]
mod einsum_path;
#[path = "../tests/einsum_path_search.rs"]
mod einsum_path_search;
#[path = "../tests/einsum_path_slices.rs"]
mod einsum_path_slices;
#[path = "../tests/einsum_resolve.rs"]
mod einsum_resolve;
#[path = "../tests/einsum_tree.rs"]
mod einsum_tree;
#[path = "../tests/fuzz_corpus.rs"]
mod fuzz_corpus;
#[path = "../tests/isa_aarch64_decode.rs"]
mod isa_aarch64_decode;
#[path = "../tests/isa_aarch64_decode_library.rs"]
mod isa_aarch64_decode_library;
#[path = "../tests/isa_aarch64_operand.rs"]
mod isa_aarch64_operand;
#[path = "../tests/isa_aarch64_random.rs"]
mod isa_aarch64_random;
#[path = "../tests/isa_aarch64_table_binutils.rs"]
mod isa_aarch64_table_binutils;
#[path = "../tests/isa_aarch64_table_forms.rs"]
mod isa_aarch64_table_forms;
#[path = "../tests/isa_aarch64_table_llvm.rs"]
mod isa_aarch64_table_llvm;
#[path = "../tests/isa_aarch64_verify.rs"]
mod isa_aarch64_verify;
#[path = "../tests/isa_buffer.rs"]
mod isa_buffer;
#[path = "../tests/isa_loaded.rs"]
mod isa_loaded;
#[path = "../tests/isa_pattern.rs"]
mod isa_pattern;
#[path = "../tests/isa_unwind.rs"]
mod isa_unwind;
#[path = "../tests/isa_x86_64_assemble.rs"]
mod isa_x86_64_assemble;
#[path = "../tests/isa_x86_64_decode.rs"]
mod isa_x86_64_decode;
#[path = "../tests/isa_x86_64_decode_library.rs"]
mod isa_x86_64_decode_library;
#[path = "../tests/isa_x86_64_table_llvm.rs"]
mod isa_x86_64_table_llvm;
#[path = "../tests/isa_x86_64_verify.rs"]
mod isa_x86_64_verify;
#[path = "../tests/isa_x86_64_verify_flips.rs"]
mod isa_x86_64_verify_flips;
#[path = "../tests/kernel_func.rs"]
mod kernel_func;
#[path = "../tests/kernel_language_refused.rs"]
mod kernel_language_refused;
#[path = "../tests/kernel_op_accuracy.rs"]
mod kernel_op_accuracy;
#[path = "../tests/kernel_op_power.rs"]
mod kernel_op_power;
#[path = "../tests/kernel_spec.rs"]
mod kernel_spec;
#[path = "../tests/kernel_spec_text.rs"]
mod kernel_spec_text;
#[path = "../tests/kernel_table.rs"]
mod kernel_table;
#[path = "../tests/narrow.rs"]
mod narrow;
#[path = "../tests/primitives_formula_long.rs"]
mod primitives_formula_long;
#[path = "../tests/primitives_gemm_code.rs"]
mod primitives_gemm_code;
#[path = "../tests/primitives_gemm_epilogue.rs"]
mod primitives_gemm_epilogue;
#[path = "../tests/primitives_golden.rs"]
mod primitives_golden;
#[path = "../tests/primitives_hostile_specs.rs"]
mod primitives_hostile_specs;
#[path = "../tests/primitives_transpose.rs"]
mod primitives_transpose;
#[path = "../tests/primitives_wide.rs"]
mod primitives_wide;
#[path = "../tests/primitives_wide_lines.rs"]
mod primitives_wide_lines;
#[path = "../tests/reference_func.rs"]
mod reference_func;
#[path = "../tests/registry_rules.rs"]
mod registry_rules;
#[path = "../tests/sparse_csr.rs"]
mod sparse_csr;
#[path = "../tests/sparse_split.rs"]
mod sparse_split;
#[path = "../tests/sparse_sprs.rs"]
mod sparse_sprs;
#[path = "../tests/tensor_access.rs"]
mod tensor_access;
#[path = "../tests/tensor_optimize.rs"]
mod tensor_optimize;
#[path = "../tests/tensor_optimize_group.rs"]
mod tensor_optimize_group;
#[path = "../tests/tensor_optimize_interleave.rs"]
mod tensor_optimize_interleave;
#[path = "../tests/tensor_optimize_parallel.rs"]
mod tensor_optimize_parallel;
#[path = "../tests/tensor_optimize_permute.rs"]
mod tensor_optimize_permute;
#[path = "../tests/tensor_optimize_sequences.rs"]
mod tensor_optimize_sequences;
#[path = "../tests/tensor_optimize_series.rs"]
mod tensor_optimize_series;
#[path = "../tests/tensor_optimize_tccg.rs"]
mod tensor_optimize_tccg;
#[path = "../tests/tensor_optimize_windows.rs"]
mod tensor_optimize_windows;
#[path = "../tests/tensor_plan.rs"]
mod tensor_plan;
#[path = "../tests/tensor_text.rs"]
mod tensor_text;
#[path = "../tests/tensor_verify.rs"]
mod tensor_verify;
