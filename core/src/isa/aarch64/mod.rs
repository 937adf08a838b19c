//! AArch64: one table of instructions, and everything that is derived from it.
//!
//! A [row](row::Row) states an instruction once: its bit pattern as the Arm
//! manual prints it, its operands with types and roles, its feature, the Arm
//! name of its form and its assembly text. Encoder ([`inst`]), decoder ([mod@decode]),
//! disassembly and assembly ([`text`], [mod@assemble]), register roles for
//! allocation, and the samples that tests compare with LLVM all read the row;
//! nothing about an instruction is written twice.
//!
//! Rows are `static` data, parsed from their pattern strings during compilation.
//! The alternative, one enum with a generated `match` per use, was measured
//! before the first row was written: its compile time grows faster than the
//! number of rows (6 s at 300, 26 s at 800, against 1.4 s for 900 static rows),
//! and a variant for virtual registers doubles it.
//!
//! Tests: `tests/tests/isa_aarch64_table_llvm.rs`, `tests/tests/isa_aarch64_table_binutils.rs`.

pub mod abi;
pub mod asm;
#[cfg(feature = "assembly")]
pub mod assemble;
pub mod audit;
pub mod availability;
pub mod cores;
pub mod decode;
mod dots;
pub mod feature;
pub mod inst;
pub mod kind;
pub mod lower;
pub mod midr;
pub(crate) mod moves;
#[macro_use]
mod name;
mod needs;
pub mod notation;
mod number;
pub mod operand;
#[cfg(feature = "assembly")]
mod parse;
mod place;
pub mod property;
pub mod register;
pub mod row;
pub mod sample;
pub mod set;
mod slot;
pub mod table;
#[cfg_attr(not(feature = "assembly"), expect(dead_code, reason = "rows are checked, and have no text"))]
mod template;
#[cfg(feature = "assembly")]
pub mod text;
mod timing;
pub mod verify;

#[cfg(feature = "assembly")]
pub use assemble::assemble;
pub use audit::{Audit, audit};
pub use decode::{Decoded, decode};
pub use inst::MachInst;
pub use set::AArch64;
pub use verify::verify;
