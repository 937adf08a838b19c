//! Kernels, before any instruction set: what one computes ([`spec`]) and how, over
//! virtual registers ([`func`]).

pub mod builder;
pub mod func;
pub mod spec;
pub mod text;

pub use builder::Builder;
pub use func::Func;
pub use spec::{BinarySpec, GemmSpec, KernelSpec, SpecError, UnarySpec};
