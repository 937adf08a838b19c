//! Kernels, before any instruction set: what one computes ([`spec`]) and how, over
//! virtual registers ([`func`]); and what is done to elements on the way ([`op`]). Kinds of kernels that are
//! defined elsewhere, with data or without, are [`data`].
//!
//! Tests: `tests/tests/kernel_func.rs`, `tests/tests/kernel_table.rs`, `tests/tests/kernel_spec.rs`.

mod access;
mod arithmetic;
pub(crate) mod block;
pub mod builder;
pub mod callee;
pub mod check;
mod condition;
pub mod data;
pub mod dialect;
mod family;
mod float;
mod float_type;
pub mod func;
mod int_op;
mod int_type;
mod lane_op;
mod link;
mod mistake;
mod narrow_type;
pub mod op;
pub mod operand;
mod parts;
mod register;
mod repeat;
mod signature;
pub mod spec;
pub mod table;
mod template;
pub mod text;
mod tile;
mod vector_op;
pub(crate) mod walk;
mod word;
pub mod writer;

pub use builder::Builder;
pub use data::DataSpec;
pub use func::Func;
pub use register::{Class, Role};
pub use spec::{
    BinarySpec, ChainSpec, ComplexSpec, ConvertSpec, GatherSpec, GemmSpec, GroupSpec, GroupedSpec,
    KernelSpec, LanewiseSpec, PermuteSpec, ReduceSpec, SeriesSpec, SpecError, TernarySpec, UnarySpec,
    WindowSpec,
};
pub use writer::Writer;
