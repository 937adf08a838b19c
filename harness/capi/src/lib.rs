//! The C interface of tensmith: what `tensmith.h` declares.
//!
//! Problem: programs in C, and in whatever calls C, want plans, nests and multiplications, and cannot be
//! trusted with lifetimes, enumerations or panics.
//!
//! Idea: each type of the library is an opaque handle, each function returns a [`Status`], and each argument
//! is checked as far as a pointer lets it be. `tensmith.h` is generated from this package by
//! `cargo xtask header`, so that the documentation of a function here is the one that C programmers read: it
//! speaks C. `cargo xtask install` builds the shared and the static library.
//!
//! - [`status`]: results, and the text of the last error of each thread; no panic leaves from there;
//! - [`foreign`]: pointers, made references, slices and text;
//! - [`jit`], [`executor`], [`mod@array`]: what plans are made for, run on and run with;
//! - [`plan`], [`program`], [`gemm`]: contractions, loop nests, single multiplications;
//! - [`routine`]: all other kernels, functions, and products with sparse matrices;
//! - [`dispatch`]: kernels that a process keeps, as functions of a structure.
//!
//! Invariants: nothing unwinds into C. A number from C never becomes a Rust enumeration unchecked. A
//! structure that may grow begins with its size, as the caller knows it. Handles share what they are made of,
//! so that they may be destroyed in any order.
//!
//! Environment variables are read here ([`environment`]), and nowhere below.

pub mod array;
pub mod dispatch;
pub mod environment;
pub mod executor;
pub mod foreign;
pub mod gemm;
pub mod jit;
pub mod plan;
pub mod program;
pub mod routine;
pub mod status;
pub mod version;

pub use status::Status;
