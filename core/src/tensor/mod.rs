//! The loop nest: a contraction as dimensions with types, extents and strides.
//!
//! Problem: between an expression over named indices and machine code for one
//! tile lies the question which loops run inside the kernel and which around
//! it. The [`Nest`] is where that is decided: every dimension is M, N, K or C
//! ([`nest::Kind`]) and is executed by the primitive, in sequence, or shared
//! between threads ([`nest::Exec`]).
//!
//! The walk: a nest comes from [`crate::einsum`], from its text form ([`text`])
//! or from the caller; several that share loops are a [`Sequence`]; [`verify`](mod@verify) knows the
//! rules; [`optimize`](mod@optimize) decides what is undecided; [`Plan`] is the compiled form, a flat
//! list of loops and calls of kernels. [`reference`](mod@reference) says what the result must be.
//!
//! Tests: `tests/tests/tensor_plan.rs`, `tests/tests/tensor_optimize.rs`.

mod access;
pub mod array;
mod array_name;
mod bounds;
pub(crate) mod buffer;
pub(crate) mod complex;
pub mod cost;
pub mod dim;
pub(crate) mod error;
pub(crate) mod grouped;
#[cfg(feature = "ndarray")]
mod ndarray;
pub mod nest;
pub mod optimize;
mod parts;
pub mod plan;
pub mod primitive;
pub mod reference;
mod row;
mod run;
pub mod sequence;
pub mod text;
pub(crate) mod valid;
pub mod verify;
pub mod view;
mod windowed;
mod within;

pub use access::Access;
pub use array::{ArrayLayout, LayoutError};
pub use array_name::ArrayName;
pub use bounds::OutOfBounds;
pub use buffer::Buffer;
pub use cost::Cost;
pub use error::NestError;
pub use nest::{Dim, Exec, Kind, Main, Nest, Operand, Part, PerOperand};
pub use optimize::{Options, optimize};
pub use plan::Plan;
pub use sequence::{Sequence, Step};
pub use valid::Valid;
pub use verify::verify;
pub use view::{AsView, AsViewMut, Strided, View, ViewError, ViewMut};
