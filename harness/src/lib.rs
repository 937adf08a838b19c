//! Tensor contractions as machine code, made for exactly their shapes and strides.
//!
//! ```no_run
//! use tensmith::{Array, Jit};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let a = Array::c_order(vec![1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3])?;
//! let b = Array::c_order(vec![1.0f32; 12], &[3, 4])?;
//!
//! let jit = Jit::host()?;
//! let plan = jit.einsum("mk,kn->mn", &[&a, &b])?;
//! let mut c = plan.zeros()?;
//! plan.run(&[&a, &b], &mut c)?;
//! assert_eq!(c.data()[..4], [6.0; 4]);
//! # Ok(())
//! # }
//! ```
//!
//! A [`Jit`] knows the target that code is made for and makes [`Plan`]s, from an
//! expression and the [`ArrayLayout`]s of its operands. A plan runs any number of
//! times on [`View`]s: slices with a layout. Plans can be made for any machine
//! ([`Jit::for_target`]), and explained; running one needs that machine, or one
//! that executes its code as well ([`JitBuilder::target`]).
//!
//! Loop nests, and sequences of them, cover what an expression cannot say, or let the caller decide
//! the loops: [`program`].
//!
//! Programs without a JIT: the package `tensmith-export` writes kernels and plans as objects, C and Rust.
//! [`JitBuilder::record`] keeps what a run uses, for that; [`JitBuilder::linked`] takes exported kernels in
//! place of generating them.
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
//! | `rayon` | its threads as an executor: `parallel::Rayon` |
//! | `tracing` | spans of planning, generation and runs |

#[macro_use]
mod trace;

mod array;
pub mod blocks;
mod builder;
mod check;
mod code;
mod contraction;
mod data;
mod data_kernels;
pub mod doctor;
pub mod error;
mod explain;
pub mod func;
pub mod gemm;
pub mod integer;
mod jit;
mod kernels;
mod linked;
mod memory;
#[cfg(feature = "ndarray")]
mod ndarray;
mod notation;
mod observer;
mod operands;
mod order;
mod plan;
mod plan_key;
mod plans;
mod platform;
mod pool;
pub mod prelude;
pub mod program;
#[cfg(feature = "rayon")]
mod rayon;
mod record;
mod reentrancy;
mod run;
mod shared;
mod slices;
mod source;
mod steps;
mod text;
pub mod wisdom;

pub use array::Array;
pub use builder::JitBuilder;
pub use contraction::Contraction;
pub use error::{BuildError, ErrorKind, PlanError, RunError};
pub use jit::Jit;
pub use order::Optimize;
pub use plan::Plan;
pub use shared::einsum;
pub use tensmith_core::kernel::op::UnaryOp;
pub use tensmith_core::reference::Element;
pub use tensmith_core::tensor::{ArrayLayout, AsView, AsViewMut, Strided, View, ViewMut};
pub use tensmith_core::{DType, Target};

/// Kernels that were made ahead of time: [recorded](JitBuilder::record), exported by the package
/// `tensmith-export`, and [linked](JitBuilder::linked).
pub mod aot {
    pub use crate::linked::{LINKED, LinkedKernel};
}

/// Numbers that Rust has no types for, and what all types of numbers have in common.
pub mod element {
    pub use tensmith_core::{BF16, Complex, F16, Scalar, ScalarType};
}

/// How expressions are written, and what the order of their operands is chosen by.
pub mod expression {
    pub use crate::order::{Minimize, Order, OrderError, UnknownName};
    pub use tensmith_core::einsum::{Dialect, Subscript};
}

/// What operations, generators, memory for code, and profilers are made of. The language of kernels is in the
/// package `tensmith-core`.
pub mod extend {
    pub use crate::data_kernels::DataKernel;
    pub use crate::observer::{Observer, Published};
    pub use crate::run::check_layout;
    pub use crate::source::KernelSource;
    pub use tensmith_core::code::{Block, CodeMemory};
    pub use tensmith_core::kernel::func::VectorOp;
    pub use tensmith_core::kernel::op::{BinaryOp, Expression, Op, Operation, Parameter, TernaryOp, Value};
    pub use tensmith_core::kernel::{DataSpec, KernelSpec};
    pub use tensmith_core::registry::{DataGenerator, KernelGenerator, Registry};
}

/// What there is to see of plans, their results, and caches.
pub mod inspect {
    pub use crate::check::{Check, CheckError, Deviation};
    pub use crate::code::KernelCode;
    pub use crate::explain::{Explanation, LabelUse};
    pub use crate::jit::Stats;
    pub use crate::operands::PlanLink;
    pub use crate::steps::{PlanStep, StepTensor};
    pub use tensmith_core::cache::Statistics;
}

/// The machine at hand: its processor, its memory for code, and the stack that work takes.
pub mod machine {
    pub use crate::platform::{
        HostMemory, Reason as MemoryReason, STACK_TO_MAKE, STACK_TO_RUN, Strategy as MemoryStrategy, host,
        stack_left,
    };
}

/// Threads to run plans on, in place of those of their [`Jit`].
pub mod parallel {
    pub use crate::pool::Pool;
    #[cfg(feature = "rayon")]
    pub use crate::rayon::Rayon;
    pub use tensmith_core::executor::{Executor, ExecutorError, Sequential};
}

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
