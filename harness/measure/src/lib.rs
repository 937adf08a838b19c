//! Measuring on the machine at hand: the same for `tensmith bench` and `cargo xtask bench silicon`.
//!
//! Problem: times differ from run to run by more than what is to be found out, as clock rates, neighbours and
//! other programs have it; a share of the peak by a data sheet says little.
//!
//! Idea: everything that is compared is sampled alternately in one process, on one pinned thread, next to the
//! peak of the machine: multiply-adds of registers ([`peak`]), and copies in each level of memory
//! ([`bandwidth`]). Ratios are taken within rounds ([`sample`]). Where a processor is emulated
//! ([`emulation`]), nothing is timed.
//!
//! [`compare`] multiplies one shape by every [`library`]. With the feature `peers`, the crates `gemm`,
//! `matrixmultiply` and `faer` are among these.

#![cfg(target_os = "linux")]

pub mod bandwidth;
pub mod clock;
pub mod compare;
pub mod contraction;
pub mod emulation;
pub mod failure;
pub mod library;
pub mod number;
pub mod operands;
pub mod peak;
pub mod pin;
pub mod reference;
pub mod sample;
pub mod shape;
