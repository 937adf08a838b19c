//! Kernels, before any instruction set: what one computes ([`spec`]) and how, over
//! virtual registers ([`func`]); and what is done to elements on the way ([`op`]).
//!
//! Tests: `tests/tests/kernel_func.rs`, `tests/tests/kernel_table.rs`, `tests/tests/kernel_spec.rs`.

mod access;
pub mod builder;
pub mod func;
pub mod op;
pub mod operand;
mod parts;
mod register;
pub mod spec;
pub mod table;
mod template;
pub mod text;
mod tile;
mod vector_op;
pub(crate) mod walk;

pub use builder::Builder;
pub use func::Func;
pub use register::{Class, Role};
pub use spec::{
    BinarySpec, ChainSpec, ConvertSpec, GatherSpec, GemmSpec, KernelSpec, LanewiseSpec, ReduceSpec,
    SpecError, TernarySpec, UnarySpec,
};
