//! Kernels, before any instruction set: what one computes ([`spec`]) and how, over
//! virtual registers ([`func`]); and what is done to elements on the way ([`op`]).

pub mod builder;
pub mod func;
pub mod op;
pub mod spec;
pub mod text;

pub use builder::Builder;
pub use func::Func;
pub use spec::{
    BinarySpec, ChainSpec, ConvertSpec, GatherSpec, GemmSpec, KernelSpec, LanewiseSpec, ReduceSpec,
    SpecError, TernarySpec, UnarySpec,
};
