//! Whether kernels do what their specifications say: for generators and operations that are defined
//! outside of tensmith, and for its own.
//!
//! [`check`] makes kernels of one [`Subject`] over many shapes and distances, in both precisions, with
//! strides that are part of the code and that are left to run time. Each is called on operands between
//! inaccessible pages, with ordinary and with special numbers, in place where that is allowed, and what it
//! writes is compared with the scalar reference: exactly, or within the error that is promised. What lies
//! between columns is NaN in inputs, and has to stay as it was in outputs. A process that accesses a byte
//! next to an operand is ended by the system.
//!
//! ```no_run
//! use tensmith_conformance::{Effort, Subject, check, here};
//! use tensmith_core::kernel::op::UnaryOp;
//!
//! let mut registry = tensmith_primitives::registry()?;
//! // registry.add(&MyGenerator)?;
//! let subject = Subject::Unary(UnaryOp::relu());
//! // SAFETY: the code of these generators is meant to keep to its operands; if it does not, so be it.
//! let report = unsafe { check(registry, here::host(), &subject, &Effort::default()) }?;
//! assert!(report.failures.is_empty(), "{report}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A kernel of a kind that is defined elsewhere, with data, is checked by [`data`]: its author says what it
//! is called with, and what it has to leave.
//!
//! [`verify`](mod@verify) draws expressions, nests, kernels and products with sparse matrices at random, and
//! makes a mistake as small as it becomes.
//!
//! Every call is one among canaries: a kernel that changes a register which it has to preserve fails.
//!
//! The parts are public, for tests of other kinds: [`bench`](mod@bench) calls kernels on cases, [`canary`]
//! calls one, [`here`] knows the targets that the machine at hand executes; [`complex`](mod@complex),
//! [`elementwise`], [`gather`](mod@gather), [`gemm`](mod@gemm), [`grouped`](mod@grouped),
//! [`lanewise`](mod@lanewise),
//! [`multiplication`], [`reduce`](mod@reduce) and [`sparse`](mod@sparse) make cases, [`draw`], [`nests`],
//! [`networks`] and [`ops`] draw what they are of, [`guard`] has the pages, [`ulp`] measures distances,
//! [`random`] is seeded.

pub mod bench;
pub mod canary;
mod check;
pub mod complex;
pub mod data;
pub mod draw;
pub mod elementwise;
pub mod gather;
pub mod gemm;
pub mod grouped;
pub mod guard;
pub mod here;
pub mod lanewise;
pub mod multiplication;
pub mod nests;
pub mod networks;
pub mod ops;
pub mod random;
pub mod reduce;
pub mod sparse;
pub mod ulp;
pub mod verify;
pub mod window;

pub use bench::Failure;
pub use check::{ConformanceError, Effort, Report, Subject, check};
