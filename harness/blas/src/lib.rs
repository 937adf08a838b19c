//! The multiplications of BLAS by code that is made for each: `sgemm_`, `dgemm_`, `cgemm_`, `zgemm_`,
//! `cblas_sgemm` and the others of the C interface, their triangles (`gemmt`), their batches at constant
//! distances and of groups, with integers of 32 and of 64 bits, and MKL's JIT calls.
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
//! - `integer`, `request`: their integers, and what they ask for on column-major matrices;
//! - `multiply`: from a key to its method; `batch` and `groups`: to many multiplications at once, `triangle`:
//!   to a triangle of one;
//! - `next`: the next library of the process, for what is left to it;
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
//! Environment variables are read by `environment`.

mod asked;
mod batch;
pub mod cblas;
mod check;
mod engine;
mod environment;
mod forks;
pub mod fortran;
mod groups;
mod integer;
mod kept;
mod key;
mod last;
mod loops;
mod method;
pub mod mkl;
mod multiply;
mod next;
mod number;
mod request;
mod room;
pub mod statistics;
mod triangle;
mod worth;
mod xerbla;
