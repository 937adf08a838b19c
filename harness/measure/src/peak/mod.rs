//! The peak of the machine at this moment: multiply-adds of registers with each other, with
//! nothing else in the loop.
//!
//! A share of peak is a share of this, sampled between the samples of the libraries, as the clock rate of a
//! core depends on its neighbours and on what it has just executed.
//!
//! The loops are assembly, so that the compiler cannot change what is counted.
//!
//! Tests: in the files of the folder.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub use aarch64::Vectors;
#[cfg(target_arch = "x86_64")]
pub use x86_64::{CYCLES, Vectors, cycles};
