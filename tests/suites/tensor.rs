//! Expressions, nests, the optimizer and plans. One program, as most of what a program costs is to build it.

#[path = "../tests/einsum_lower.rs"]
mod einsum_lower;
#[path = "../tests/einsum_lower_finish.rs"]
mod einsum_lower_finish;
#[path = "../tests/einsum_lower_pair.rs"]
mod einsum_lower_pair;
#[path = "../tests/einsum_lower_run.rs"]
mod einsum_lower_run;
#[path = "../tests/einsum_path.rs"]
mod einsum_path;
#[path = "../tests/einsum_resolve.rs"]
mod einsum_resolve;
#[path = "../tests/einsum_tree.rs"]
mod einsum_tree;
#[path = "../tests/tensor_access.rs"]
mod tensor_access;
#[path = "../tests/tensor_optimize.rs"]
mod tensor_optimize;
#[path = "../tests/tensor_optimize_interleave.rs"]
mod tensor_optimize_interleave;
#[path = "../tests/tensor_optimize_parallel.rs"]
mod tensor_optimize_parallel;
#[path = "../tests/tensor_optimize_sequences.rs"]
mod tensor_optimize_sequences;
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
