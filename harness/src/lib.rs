//! Tensor contractions as machine code, made for exactly their shapes and strides.
//!
//! ```no_run
//! use tensmith::{Array, Jit};
//!
//! # fn main() -> Result<(), tensmith::JitError> {
//! let a = Array::c_order(vec![1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3])?;
//! let b = Array::c_order(vec![1.0f32; 12], &[3, 4])?;
//!
//! let jit = Jit::host()?;
//! let plan = jit.einsum("mk,kn->mn", &[&a, &b])?;
//! let mut c = Array::zeros(plan.output().try_clone()?)?;
//! plan.run(&[a.view(), b.view()], &mut c.view_mut())?;
//! assert_eq!(c.data()[..4], [6.0; 4]);
//! # Ok(())
//! # }
//! ```
//!
//! A [`Jit`] knows the target that code is made for and makes [`Plan`]s, from an
//! expression and the [`ArrayLayout`]s of its operands. A plan runs any number of
//! times on [`View`]s: slices with a layout. Plans can be made for any machine
//! ([`Jit::for_target`]), and explained; running one needs that machine, or one
//! that executes its code as well ([`Jit::on_host`]).
//!
//! Loop nests, and sequences of them, cover what an expression cannot say, or let the caller decide the loops:
//! [`program`].
//!
//! Programs without a JIT: the package `tensmith-export` writes kernels and plans as objects, C and Rust. [`Jit::record`]
//! keeps what a run uses, for that; [`Jit::with_linked`] takes exported kernels in place of generating them.
//!
//! [`doctor`] tells whether this machine is fit for all of that.
//!
//! [`func`] runs functions of the kernel language on arguments: by the interpreter, or as machine code.
//!
//! Single multiplications of matrices have handles of their own: [`gemm`].
//!
//! [`prelude`] has what most programs need. The book, `docs/book` in the repository, is where to start.
//!
//! # Features
//!
//! None is on by default.
//!
//! | feature | what it adds |
//! |---|---|
//! | `ndarray` | arrays of that crate as views, without copies |
//! | `tracing` | spans of planning, generation and runs |

#[macro_use]
mod trace;

mod array;
mod check;
mod code;
mod contraction;
mod data;
mod data_kernels;
pub mod doctor;
mod error;
pub mod func;
pub mod gemm;
mod jit;
mod kernels;
mod linked;
mod memory;
#[cfg(feature = "ndarray")]
mod ndarray;
mod notation;
mod observer;
mod plan;
mod plans;
mod platform;
mod pool;
pub mod prelude;
pub mod program;
mod question;
mod record;
mod run;
mod serving;
mod shared;
mod steps;
mod text;

pub use array::Array;
pub use check::{Check, CheckError, Deviation};
pub use code::KernelCode;
pub use contraction::{Contraction, Optimize};
pub use data_kernels::DataKernel;
pub use error::JitError;
pub use jit::Jit;
pub use kernels::BUDGET;
pub use linked::{LINKED, LinkedKernel};
pub use observer::{Observer, Published};
pub use plan::{LabelUse, Plan};
pub use platform::{
    HostError, HostMemory, Reason as MemoryReason, STACK_TO_MAKE, STACK_TO_RUN, Strategy as MemoryStrategy,
    host, stack_left,
};
pub use pool::Pool;
pub use program::{Argument, Bound, Program, RunError};
pub use shared::einsum;
pub use steps::{PlanStep, StepTensor};
pub use tensmith_core::cache::Statistics;
pub use tensmith_core::code::{Block, CodeMemory, MemoryError};
pub use tensmith_core::einsum::{Dialect, Subscript};
pub use tensmith_core::executor::{Executor, ExecutorError, Sequential};
pub use tensmith_core::kernel::op::UnaryOp;
pub use tensmith_core::reference::Element;
pub use tensmith_core::tensor::{
    self, ArrayLayout, ArrayName, LayoutError, Misfit, Strided, View, ViewError, ViewMut,
};
pub use tensmith_core::{DType, Target};
pub use text::PlanTextError;

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
