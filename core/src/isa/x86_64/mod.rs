//! x86-64: one table of instructions, and everything that is derived from it.
//!
//! A [row](row::Row) states an instruction once: its encoding as Intel's manual writes it, its operands with
//! types and roles, its features and properties. Encoder ([`encode`]), decoder ([mod@decode]), disassembly
//! and assembly ([`text`], [mod@assemble]), register roles for allocation, and the samples that tests compare
//! with LLVM all read the row; nothing about an instruction is written twice. [`mod@verify`] checks
//! finished code by it.
//!
//! Tests: `tests/tests/isa_x86_64_table_llvm.rs`, `tests/tests/isa_x86_64_decode.rs`.

pub mod abi;
#[cfg(feature = "assembly")]
pub mod assemble;
pub mod condition;
pub mod cores;
pub mod decode;
mod dots;
pub mod encode;
pub mod feature;
#[cfg(feature = "assembly")]
mod fit;
pub mod inst;
pub mod kind;
pub mod lower;
pub mod memory;
pub mod name;
pub(crate) mod needs;
pub mod operand;
#[cfg(feature = "assembly")]
mod parse;
pub mod pattern;
pub mod property;
pub mod register;
pub mod row;
pub mod sample;
pub mod set;
pub mod table;
#[cfg(feature = "assembly")]
pub mod text;
pub mod value;
pub mod verify;

#[cfg(feature = "assembly")]
pub use assemble::assemble;
pub use decode::{decode, pieces};
pub use encode::Code;
pub use inst::MachInst;
pub use set::X86_64;
pub use verify::verify;
