//! The generators of kernels. One program, as most of what a program costs is to build it.

#[path = "../tests/primitives_columns.rs"]
mod primitives_columns;
#[path = "../tests/primitives_elementwise_chain.rs"]
mod primitives_elementwise_chain;
#[path = "../tests/primitives_elementwise_convert.rs"]
mod primitives_elementwise_convert;
#[path = "../tests/primitives_elementwise_shapes.rs"]
mod primitives_elementwise_shapes;
#[path = "../tests/primitives_elementwise_values.rs"]
mod primitives_elementwise_values;
#[path = "../tests/primitives_formula_long.rs"]
mod primitives_formula_long;
#[path = "../tests/primitives_gather.rs"]
mod primitives_gather;
#[path = "../tests/primitives_gemm_code.rs"]
mod primitives_gemm_code;
#[path = "../tests/primitives_gemm_epilogue.rs"]
mod primitives_gemm_epilogue;
#[path = "../tests/primitives_gemm_properties.rs"]
mod primitives_gemm_properties;
#[path = "../tests/primitives_gemm_shapes.rs"]
mod primitives_gemm_shapes;
#[path = "../tests/primitives_gemm_sweep.rs"]
mod primitives_gemm_sweep;
#[path = "../tests/primitives_golden.rs"]
mod primitives_golden;
#[path = "../tests/primitives_hostile_specs.rs"]
mod primitives_hostile_specs;
#[path = "../tests/primitives_lanewise.rs"]
mod primitives_lanewise;
#[path = "../tests/primitives_reduce.rs"]
mod primitives_reduce;
#[path = "../tests/primitives_transpose.rs"]
mod primitives_transpose;
#[path = "../tests/primitives_wide.rs"]
mod primitives_wide;
#[path = "../tests/primitives_wide_lines.rs"]
mod primitives_wide_lines;
#[path = "../tests/primitives_window.rs"]
mod primitives_window;
