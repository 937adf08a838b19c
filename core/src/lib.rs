//! The part of tensmith that knows no operating system: the AArch64 instruction
//! table, the kernel and tensor representations, code generation and the
//! optimizer.
//!
//! The crate is `no_std` with `alloc`. Nothing in it panics, every allocation is
//! fallible ([`fallible`]), and every function is a pure function of its
//! arguments: the machine that code is made for is a value ([`Target`]), never
//! the host. `ARCHITECTURE.md` at the top of the repository is the map.
//!
//! Where to start: [`isa::aarch64::asm`] writes code instruction by instruction,
//! with four kernels as examples; [`kernel::Builder`] writes it over virtual
//! registers; [`registry::Registry`] makes a kernel from a specification; and
//! [`einsum`] makes specifications from a contraction.
//!
//! # Features
//!
//! All but `ndarray` are on by default, and only add; what a program leaves out makes it smaller
//! (`docs/book/src/firmware.md` has figures). Kernels are the same, whatever is left out.
//!
//! | feature | what it adds |
//! |---|---|
//! | `assembly` | instructions as text: assembling, disassembling ([`isa::Assembly`]), descriptions of rows |
//! | `aarch64-base` | AArch64's instructions that no kernel is made of: to decode, to verify, to assemble |
//! | `aarch64-sve` | the same on scalable vectors |
//! | `aarch64-sme` | on scalable matrices |
//! | `aarch64-system` | of systems: registers, caches, exceptions, atomics, authentication, cryptography |
//! | `x86-64` | x86-64 as a target |
//! | `inlined-encoding` | encoders in each place that uses them, which makes kernels faster to make |
//! | `language` | what generators do not write: integers of every type, vectors of them, spilled vectors |
//! | `unwind` | unwind tables of finished code, for debuggers and profilers |
//! | `ndarray` | arrays of that crate as views |
#![no_std]
#![deny(clippy::disallowed_methods, clippy::disallowed_macros)]
#![deny(clippy::indexing_slicing, clippy::string_slice)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)]

extern crate alloc;

#[macro_use]
extern crate tensmith_sync;

pub mod codegen;
pub mod dtype;
pub mod einsum;
pub mod element;
pub mod executor;
pub mod isa;
pub mod kernel;
pub mod narrow;
pub mod reference;
pub mod registry;
mod scalar;
pub mod target;
pub mod tensor;
pub mod text;
mod types;

pub use dtype::DType;
pub use element::{Element, Float, Scalar};
pub use fallible::OutOfMemory;
pub use narrow::{BF16, F16};
pub use scalar::{Complex, ScalarType};
pub use target::Target;
pub use tensmith_sync::{cache, code, fallible};
pub use types::Types;
