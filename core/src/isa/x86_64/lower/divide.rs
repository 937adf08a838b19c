//! Products of twice the size, and divisions: what has its operands in `rax` and `rdx`.
//!
//! A division by zero faults, and so does that of the least number by -1. Both are computed in another way:
//! the quotient is the product of both numbers then, which is zero or wraps.
//!
//! Tests: `tests/tests/kernel_language_values.rs`.

use super::state::Lowering;
use crate::code::Label;
use crate::isa::x86_64::abi::SCRATCH_OPERAND as SCRATCH;
use crate::isa::x86_64::condition::Cond;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::memory::Memory;
use crate::isa::x86_64::needs::{ACCUMULATOR, UPPER};
use crate::isa::x86_64::register::{Any, Gpr};
use crate::isa::x86_64::table::{branch, integer};
use crate::isa::{Item, Naming, Reason, Sink};
use crate::kernel::func::{IntOp, IntType, Value};

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    pub(super) fn multiply_high(
        &mut self,
        [d, a]: [Any<Gpr>; 2],
        b: Value,
        of: IntType,
    ) -> Result<(), Reason> {
        self.extend_value(SCRATCH, b, of)?;
        self.extend_into(ACCUMULATOR, a, of)?;
        if of.bits() == 64 {
            self.emit(match of.is_signed() {
                true => integer::imul_rm64(SCRATCH),
                false => integer::mul_rm64(SCRATCH),
            })?;
            return self.copy(d, UPPER);
        }
        self.emit(integer::imul_r64_rm64(SCRATCH, ACCUMULATOR))?;
        self.emit(integer::shr_rm64_i(SCRATCH, of.bits() as u8))?;
        self.zero_extend_into(d, SCRATCH, of)
    }

    /// A quotient or a remainder: of numbers of fewer bits as one of 32, where none of them wraps.
    pub(super) fn divide(
        &mut self,
        op: IntOp,
        [d, a]: [Any<Gpr>; 2],
        b: Value,
        of: IntType,
    ) -> Result<(), Reason> {
        self.extend_value(SCRATCH, b, of)?;
        self.extend_into(ACCUMULATOR, a, of)?;
        let is_safe =
            matches!(b, Value::Const(number) if !matches!(of.extended(number as u64) as i64, -1 | 0));
        let done = self.blocks.label()?;
        match of.is_signed() {
            true => {
                if !is_safe {
                    self.divide_by_zero_or_minus_one(op, done)?;
                }
                self.emit(if of.bits() == 64 { integer::cqo() } else { integer::cdq() })?;
                self.emit(match of.bits() {
                    64 => integer::idiv_rm64(SCRATCH),
                    _ => integer::idiv_rm32(SCRATCH),
                })?;
            }
            false => {
                if !is_safe {
                    self.divide_by_zero(op, done)?;
                }
                self.constant(UPPER, 0)?;
                self.emit(match of.bits() {
                    64 => integer::div_rm64(SCRATCH),
                    _ => integer::div_rm32(SCRATCH),
                })?;
            }
        }
        self.sink.put(Item::Label(done))?;
        self.zero_extend_into(d, if op == IntOp::Div { ACCUMULATOR } else { UPPER }, of)
    }

    /// Results of a division by zero or by -1, both of which one less than one makes 0 and 1.
    fn divide_by_zero_or_minus_one(&mut self, op: IntOp, done: Label) -> Result<(), Reason> {
        let other = self.blocks.label()?;
        self.emit(integer::lea_r64_m(UPPER, Memory::at(SCRATCH, 1)))?;
        self.emit(integer::cmp_rm64_i8(UPPER, 1i8))?;
        self.sink.put(Item::Inst(branch::jcc_near(Cond::Above, other)))?;
        self.emit(match op {
            IntOp::Div => integer::imul_r64_rm64(ACCUMULATOR, SCRATCH),
            _ => integer::andn_r64(UPPER, SCRATCH, ACCUMULATOR),
        })?;
        self.sink.put(Item::Inst(branch::jmp_near(done)))?;
        Ok(self.sink.put(Item::Label(other))?)
    }

    /// Results of a division by zero.
    fn divide_by_zero(&mut self, op: IntOp, done: Label) -> Result<(), Reason> {
        if op == IntOp::Rem {
            self.copy(UPPER, ACCUMULATOR)?;
        }
        self.emit(integer::test_rm64_r64(SCRATCH, SCRATCH))?;
        if op == IntOp::Div {
            self.emit(integer::cmovcc_r64_rm64(ACCUMULATOR, SCRATCH, Cond::Equal))?;
        }
        Ok(self.sink.put(Item::Inst(branch::jcc_near(Cond::Equal, done)))?)
    }
}
