//! The multiplications of BLAS by code that is made for each: `sgemm_`, `dgemm_`, `cgemm_`, `zgemm_`,
//! `cblas_sgemm` and the others of the C interface, their batches at constant distances, and MKL's JIT calls.
//!
//! Problem: programs that call BLAS know nothing of plans or handles, and say everything anew with each call;
//! and they must never notice that code is made behind their backs, not by a failure either.
//!
//! Idea: a call is a `Key`, which says all but the addresses and the values of factors. What was called last
//! on a thread is called again after comparing the key (`last`); else a cache has, for each key, how often it
//! was asked for and a `Method` to compute it. As long as making code would cost more than it saves, and
//! wherever there can be none, that is loops (`loops`); then a kernel, or above a size a plan, on
//! the threads of a pool.
//!
//! - [`fortran`], [`cblas`], [`mkl`]: the faces, each with its own checks (`check`, `xerbla`);
//! - `multiply`: from a key to its method, and `batch`: to many multiplications at once;
//! - `asked`, `worth`, `method`, `loops`, `number`: when code pays, and how it is computed;
//! - `engine`, `kept`: what the process has: the `Jit`, the pool and the caches; `forks`: what is
//!   left of it in a child.
//!
//! Semantics are those of the reference BLAS: a beta of 0 overwrites whatever C holds, an alpha of 0 reads
//! neither A nor B, and so does a k of 0; nothing is done where m or n is 0.
//!
//! Invariants: a call computes its result whatever fails on the way to code. Nothing unwinds into the caller.
//! A child that was forked starts from nothing, and waits for no lock of its parent's threads.
//!
//! Environment variables are read by `environment`: `TENSMITH_TARGET`, `TENSMITH_NUM_THREADS`.

mod asked;
mod batch;
pub mod cblas;
mod check;
mod engine;
mod environment;
mod forks;
pub mod fortran;
mod kept;
mod key;
mod last;
mod loops;
mod method;
pub mod mkl;
mod multiply;
mod number;
mod room;
pub mod statistics;
mod worth;
mod xerbla;
