//! Writing code by hand: everything that it takes, in one import.
//!
//! Every instruction is a function, in the module of its group in the [table](super::table). Its
//! arguments are [operands](super::operand), values that exist only if they can be encoded. A
//! [`CodeBuffer`] takes instructions and labels in order and gives the words, the same ones on
//! every machine. To run them, publish their [bytes](CodeUnit::to_bytes) in
//! [memory](crate::code::CodeMemory) and call the [kernel](crate::code::entry::Kernel) there. Code to be
//! called begins with `branch::bti(BranchTarget::Call)`, a landing pad, for where the system wants one; the
//! kernels below are without.
//!
//! # First kernels
//!
//! One that returns a constant. Results are returned in `x0`:
//!
//! ```
//! use tensmith_core::isa::aarch64::asm::*;
//!
//! fn five() -> Result<Vec<u32>, CodeError> {
//!     let mut code = CodeBuffer::new();
//!     code.emit(integer::movz(Width::X64, X0, UImm::new(5)?, Lsl16::None))?;
//!     code.emit(branch::ret())?;
//!     code.finish()
//! }
//!
//! assert_eq!(five(), Ok(vec![0xd28000a0, 0xd65f03c0]));
//! ```
//!
//! One that returns a number that is known when the code is made. A negative one is the complement
//! of one that is not, and made from that:
//!
//! ```
//! use tensmith_core::isa::aarch64::asm::*;
//!
//! fn number(value: i16) -> Result<Vec<u32>, CodeError> {
//!     let value = i64::from(value);
//!     let mut code = CodeBuffer::new();
//!     code.emit(match value {
//!         0.. => integer::movz(Width::X64, X0, UImm::new(value)?, Lsl16::None),
//!         _ => integer::movn(Width::X64, X0, UImm::new(!value)?, Lsl16::None),
//!     })?;
//!     code.emit(branch::ret())?;
//!     code.finish()
//! }
//!
//! assert_eq!(number(5), Ok(vec![0xd28000a0, 0xd65f03c0]));
//! assert_eq!(number(-1), Ok(vec![0x92800000, 0xd65f03c0]));
//! assert_eq!(number(i16::MIN), Ok(vec![0x928fffe0, 0xd65f03c0]));
//! ```
//!
//! One that adds to its argument, which arrives in `x0` too:
//!
//! ```
//! use tensmith_core::isa::aarch64::asm::*;
//!
//! fn plus_five() -> Result<Vec<u32>, CodeError> {
//!     let mut code = CodeBuffer::new();
//!     code.emit(integer::add_imm(Width::X64, X0, X0, UImm::new(5)?, Lsl12::None))?;
//!     code.emit(branch::ret())?;
//!     code.finish()
//! }
//!
//! assert_eq!(plus_five(), Ok(vec![0x91001400, 0xd65f03c0]));
//! ```
//!
//! One that counts down from 512, and adds 2 each time:
//!
//! ```
//! use tensmith_core::isa::aarch64::asm::*;
//!
//! fn twice_512() -> Result<Vec<u32>, CodeError> {
//!     let (count, sum) = (X0, X1);
//!     let mut code = CodeBuffer::new();
//!     code.emit(integer::movz(Width::X64, count, UImm::new(512)?, Lsl16::None))?;
//!     code.emit(integer::movz(Width::X64, sum, UImm::new(0)?, Lsl16::None))?;
//!     let head = code.label()?;
//!     code.bind(head)?;
//!     code.emit(integer::sub_imm(Width::X64, count, count, UImm::new(1)?, Lsl12::None))?;
//!     code.emit(integer::add_imm(Width::X64, sum, sum, UImm::new(2)?, Lsl12::None))?;
//!     code.emit(branch::cbnz(Width::X64, count, head))?;
//!     code.emit(integer::mov_x(X0, sum))?;
//!     code.emit(branch::ret())?;
//!     code.finish()
//! }
//!
//! let words = [
//!     0xd2804000, 0xd2800001, 0xd1000400, 0x91000821, 0xb5ffffc0, 0xaa0103e0, 0xd65f03c0,
//! ];
//! assert_eq!(twice_512(), Ok(words.to_vec()));
//! ```
//!
//! Tests: `tests/tests/isa_aarch64_asm.rs`.

pub use super::operand::*;
pub use super::register::*;
pub use super::table::*;
pub use crate::code::Label;
pub use crate::isa::{CodeError, CodeUnit};

/// AArch64 code in the making.
pub type CodeBuffer = crate::isa::CodeBuffer<super::MachInst>;
