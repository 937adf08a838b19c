//! Conditions as flags, and what is made of them.
//!
//! Tests: `tests/tests/kernel_language_control.rs`, `tests/tests/kernel_language_values.rs`.

use super::state::Lowering;
use super::width::Width;
use crate::isa::x86_64::abi::SCRATCH_OPERAND as SCRATCH;
use crate::isa::x86_64::condition::Cond;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::register::{Any, Gpr, Simd};
use crate::isa::x86_64::table::{float, integer};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Compare, Condition, FloatType, IntType, Value};

/// The flags by which a condition holds.
#[derive(Clone, Copy)]
pub(super) enum Flags {
    /// A condition of them.
    One(Cond),
    /// They say equal, and not unordered.
    OrderedEqual,
    /// They say not equal, or unordered.
    UnorderedOrUnequal,
}

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// Compares: the flags by which a condition holds.
    pub(super) fn flags(&mut self, condition: &Condition) -> Result<Flags, Reason> {
        match *condition {
            Condition::Ints(how, a, b, of) => {
                let a = self.int(a)?;
                self.compare_ints(how, a, b, of).map(Flags::One)
            }
            Condition::Floats(how, a, b, dtype) => {
                let [a, b] = self.vectors([a, b])?;
                // With a NaN, what is above is not: so the lesser one comes second.
                let (operands, flags) = match how {
                    Compare::Equal => ([a, b], Flags::OrderedEqual),
                    Compare::NotEqual => ([a, b], Flags::UnorderedOrUnequal),
                    Compare::Less => ([b, a], Flags::One(Cond::Above)),
                    Compare::LessEqual => ([b, a], Flags::One(Cond::NotBelow)),
                    Compare::Greater => ([a, b], Flags::One(Cond::Above)),
                    Compare::GreaterEqual => ([a, b], Flags::One(Cond::NotBelow)),
                };
                self.compare_floats(operands, dtype)?;
                Ok(flags)
            }
        }
    }

    /// Compares the lowest lanes.
    pub(super) fn compare_floats(&mut self, [a, b]: [Any<Simd>; 2], dtype: FloatType) -> Result<(), Reason> {
        self.emit(match (self.width, dtype) {
            (Width::Ymm, FloatType::F32) => float::vucomiss_x(a, b),
            (Width::Ymm, FloatType::F64) => float::vucomisd_x(a, b),
            (Width::Zmm, FloatType::F32) => float::vucomiss_ex(a, b),
            (Width::Zmm, FloatType::F64) => float::vucomisd_ex(a, b),
        })
    }

    /// Compares integers: the condition of the flags.
    pub(super) fn compare_ints(
        &mut self,
        how: Compare,
        a: Any<Gpr>,
        b: Value,
        of: IntType,
    ) -> Result<Cond, Reason> {
        match b {
            Value::Register(b) => {
                let b = self.int(b)?;
                self.emit(match of.bits() {
                    8 => integer::cmp_rm8_r8(a, b),
                    16 => integer::cmp_rm16_r16(a, b),
                    32 => integer::cmp_rm32_r32(a, b),
                    _ => integer::cmp_rm64_r64(a, b),
                })?;
            }
            Value::Const(number) => match (of.bits(), i32::try_from(number)) {
                (8, _) => self.emit(integer::cmp_rm8_i8(a, number as i8))?,
                (16, _) => self.emit(integer::cmp_rm16_u16(a, number as u16))?,
                (32, _) => self.emit(integer::cmp_rm32_u32(a, number as u32))?,
                (_, Ok(small)) => self.emit(integer::cmp_rm64_i32(a, small))?,
                _ => {
                    self.constant(SCRATCH, number)?;
                    self.emit(integer::cmp_rm64_r64(a, SCRATCH))?;
                }
            },
        }
        Ok(match (how, of.is_signed()) {
            (Compare::Equal, _) => Cond::Equal,
            (Compare::NotEqual, _) => Cond::NotEqual,
            (Compare::Less, true) => Cond::Less,
            (Compare::LessEqual, true) => Cond::NotGreater,
            (Compare::Greater, true) => Cond::Greater,
            (Compare::GreaterEqual, true) => Cond::NotLess,
            (Compare::Less, false) => Cond::Below,
            (Compare::LessEqual, false) => Cond::NotAbove,
            (Compare::Greater, false) => Cond::Above,
            (Compare::GreaterEqual, false) => Cond::NotBelow,
        })
    }

    /// 1 if a condition holds, else 0.
    pub(super) fn test(&mut self, d: Any<Gpr>, condition: &Condition) -> Result<(), Reason> {
        match self.flags(condition)? {
            Flags::One(holds) => {
                self.emit(integer::setcc_rm8(SCRATCH, holds))?;
                self.emit(integer::movzx_r32_rm8(d, SCRATCH))
            }
            // Moves leave flags as they are.
            flags => {
                let is_equal = matches!(flags, Flags::OrderedEqual);
                self.emit(integer::mov_r32_u32(d, u32::from(is_equal)))?;
                self.emit(integer::mov_r32_u32(SCRATCH, u32::from(!is_equal)))?;
                self.emit(integer::cmovcc_r64_rm64(d, SCRATCH, Cond::NotEqual))?;
                self.emit(integer::cmovcc_r64_rm64(d, SCRATCH, Cond::Unordered))
            }
        }
    }

    pub(super) fn int_select(
        &mut self,
        [d, a, b]: [Any<Gpr>; 3],
        condition: &Condition,
    ) -> Result<(), Reason> {
        match self.flags(condition)? {
            Flags::One(holds) => {
                self.copy(SCRATCH, b)?;
                self.emit(integer::cmovcc_r64_rm64(SCRATCH, a, holds))?;
            }
            flags => {
                let [usual, other] = if matches!(flags, Flags::OrderedEqual) { [a, b] } else { [b, a] };
                self.copy(SCRATCH, usual)?;
                self.emit(integer::cmovcc_r64_rm64(SCRATCH, other, Cond::NotEqual))?;
                self.emit(integer::cmovcc_r64_rm64(SCRATCH, other, Cond::Unordered))?;
            }
        }
        self.copy(d, SCRATCH)
    }
}
