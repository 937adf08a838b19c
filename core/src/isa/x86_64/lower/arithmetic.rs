//! Operations on integers of every width. Registers hold their bits and zeros above; so do results.
//!
//! Instructions compute on 32 or 64 bits. Results of narrow types are truncated; signed integers are extended
//! where that matters. As a result may be in the place of the second operand, it is made in [`SCRATCH`]
//! where it takes two steps.
//!
//! Tests: `tests/tests/kernel_language_values.rs`.

use super::state::Lowering;
use crate::isa::x86_64::abi::SCRATCH_OPERAND as SCRATCH;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::memory::{Memory, Scale};
use crate::isa::x86_64::needs::{ACCUMULATOR, COUNT};
use crate::isa::x86_64::operand::Cl;
use crate::isa::x86_64::register::{Any, Gpr};
use crate::isa::x86_64::table::integer;
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, Compare, IntOp, IntType, IntUnaryOp, Value};

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// The bits of a type from one register in another, with zeros above.
    pub(super) fn zero_extend_into(&mut self, d: Any<Gpr>, a: Any<Gpr>, of: IntType) -> Result<(), Reason> {
        match of.bits() {
            8 => self.emit(integer::movzx_r32_rm8(d, a)),
            16 => self.emit(integer::movzx_r32_rm16(d, a)),
            32 => self.emit(integer::mov_r32_rm32(d, a)),
            _ => self.copy(d, a),
        }
    }

    /// Puts zeros above the bits of a type that has less than 32.
    fn zero_extend(&mut self, d: Any<Gpr>, of: IntType) -> Result<(), Reason> {
        if of.bits() < 32 { self.zero_extend_into(d, d, of) } else { Ok(()) }
    }

    /// A number extended to 64 bits.
    pub(super) fn extend_into(&mut self, d: Any<Gpr>, a: Any<Gpr>, of: IntType) -> Result<(), Reason> {
        match of {
            IntType::I8 => self.emit(integer::movsx_r64_rm8(d, a)),
            IntType::I16 => self.emit(integer::movsx_r64_rm16(d, a)),
            IntType::I32 => self.emit(integer::movsxd_r64_rm32(d, a)),
            _ => self.copy(d, a),
        }
    }

    /// A value extended to 64 bits.
    pub(super) fn extend_value(&mut self, d: Any<Gpr>, value: Value, of: IntType) -> Result<(), Reason> {
        match value {
            Value::Register(a) => self.extend_into(d, self.int(a)?, of),
            Value::Const(number) => self.constant(d, of.extended(number as u64) as i64),
        }
    }

    /// The register with a value: for a number, that to put it in, with zeros above.
    pub(super) fn value(&mut self, to: Any<Gpr>, value: Value, of: IntType) -> Result<Any<Gpr>, Reason> {
        match value {
            Value::Register(register) => self.int(register),
            Value::Const(number) => {
                self.constant(to, (number as u64 & of.mask()) as i64)?;
                Ok(to)
            }
        }
    }

    pub(super) fn int_binary(
        &mut self,
        op: IntOp,
        [d, a]: [Any<Gpr>; 2],
        b: Value,
        of: IntType,
    ) -> Result<(), Reason> {
        match op {
            IntOp::Add => self.int_add([d, a], b, of),
            IntOp::Sub => match b {
                Value::Const(number) => self.int_add([d, a], Value::Const(number.wrapping_neg()), of),
                Value::Register(b) => {
                    let b = self.int(b)?;
                    self.copy(SCRATCH, a)?;
                    self.emit(integer::sub_rm64_r64(SCRATCH, b))?;
                    self.zero_extend_into(d, SCRATCH, of)
                }
            },
            IntOp::Mul => {
                self.extend_value(SCRATCH, b, of)?;
                self.emit(integer::imul_r64_rm64(SCRATCH, a))?;
                self.zero_extend_into(d, SCRATCH, of)
            }
            IntOp::MulHigh => self.multiply_high([d, a], b, of),
            IntOp::Div | IntOp::Rem => self.divide(op, [d, a], b, of),
            IntOp::And | IntOp::Or | IntOp::Xor => self.logic(op, [d, a], b, of),
            IntOp::ShiftLeft | IntOp::ShiftRight | IntOp::RotateRight => match b {
                Value::Const(by) => {
                    let by = by as u8 & (of.bits() as u8).wrapping_sub(1);
                    self.shift_by_number(op, [d, a], by, of)
                }
                Value::Register(b) => self.shift_by_register(op, [d, a, self.int(b)?], of),
            },
            IntOp::Min => self.min_or_max(Compare::Less, [d, a], b, of),
            IntOp::Max => self.min_or_max(Compare::Greater, [d, a], b, of),
        }
    }

    /// A sum, by the unit for addresses: it has three operands.
    fn int_add(&mut self, [d, a]: [Any<Gpr>; 2], b: Value, of: IntType) -> Result<(), Reason> {
        let is_wide = of.bits() == 64;
        let sum = match b {
            Value::Const(number) => match (is_wide, i32::try_from(number)) {
                (true, Ok(small)) => Memory::at(a, small),
                (true, Err(_)) => return self.add_constant([d, a], number),
                (false, _) => Memory::at(a, number as i32),
            },
            Value::Register(b) => {
                Memory::at(a, 0).indexed(self.int(b)?, Scale::By1).ok_or(Reason::Unplaced)?
            }
        };
        self.emit(if is_wide { integer::lea_r64_m(d, sum) } else { integer::lea_r32_m(d, sum) })?;
        self.zero_extend(d, of)
    }

    fn logic(&mut self, op: IntOp, [d, a]: [Any<Gpr>; 2], b: Value, of: IntType) -> Result<(), Reason> {
        let bits = |number: i64| (number as u64 & of.mask()) as i64;
        let (first, second) = match b {
            Value::Register(b) => (a, self.int(b)?),
            Value::Const(number) => match i32::try_from(bits(number)) {
                Ok(small) => {
                    self.copy(d, a)?;
                    return self.emit(match op {
                        IntOp::And => integer::and_rm64_i32(d, small),
                        IntOp::Or => integer::or_rm64_i32(d, small),
                        _ => integer::xor_rm64_i32(d, small),
                    });
                }
                Err(_) => {
                    self.constant(SCRATCH, bits(number))?;
                    (SCRATCH, a)
                }
            },
        };
        self.copy(SCRATCH, first)?;
        self.emit(match op {
            IntOp::And => integer::and_rm64_r64(SCRATCH, second),
            IntOp::Or => integer::or_rm64_r64(SCRATCH, second),
            _ => integer::xor_rm64_r64(SCRATCH, second),
        })?;
        self.copy(d, SCRATCH)
    }

    /// The number that is shifted or rotated, where those of fewer bits are for instructions on 32.
    fn shifted_into(&mut self, op: IntOp, d: Any<Gpr>, a: Any<Gpr>, of: IntType) -> Result<(), Reason> {
        if op == IntOp::ShiftRight && of.is_signed() && of.bits() < 32 {
            return self.extend_into(d, a, of);
        }
        self.copy(d, a)
    }

    fn shift_by_number(
        &mut self,
        op: IntOp,
        [d, a]: [Any<Gpr>; 2],
        by: u8,
        of: IntType,
    ) -> Result<(), Reason> {
        self.shifted_into(op, d, a, of)?;
        if by != 0 {
            self.emit(match (op, of.is_signed(), of.bits()) {
                (IntOp::ShiftLeft, _, 64) => integer::shl_rm64_i(d, by),
                (IntOp::ShiftLeft, ..) => integer::shl_rm32_i(d, by),
                (IntOp::ShiftRight, true, 64) => integer::sar_rm64_i(d, by),
                (IntOp::ShiftRight, true, _) => integer::sar_rm32_i(d, by),
                (IntOp::ShiftRight, false, 64) => integer::shr_rm64_i(d, by),
                (IntOp::ShiftRight, false, _) => integer::shr_rm32_i(d, by),
                (_, _, 8) => integer::ror_rm8_i(d, by),
                (_, _, 16) => integer::ror_rm16_i(d, by),
                (_, _, 32) => integer::ror_rm32_i(d, by),
                _ => integer::ror_rm64_i(d, by),
            })?;
        }
        self.zero_extend(d, of)
    }

    /// Distances are modulo 32 or 64; those of narrower types are made so.
    fn shift_by_register(&mut self, op: IntOp, [d, a, b]: [Any<Gpr>; 3], of: IntType) -> Result<(), Reason> {
        if op == IntOp::RotateRight {
            return self.rotate([d, a, b], of);
        }
        let mut by = b;
        if of.bits() < 32 {
            self.copy(SCRATCH, b)?;
            self.emit(integer::and_rm32_i8(SCRATCH, (of.bits() as i8).wrapping_sub(1)))?;
            by = SCRATCH;
        }
        let mut from = a;
        if op == IntOp::ShiftRight && of.is_signed() && of.bits() < 32 {
            self.extend_into(d, a, of)?;
            from = d;
        }
        self.emit(match (op, of.is_signed(), of.bits()) {
            (IntOp::ShiftLeft, _, 64) => integer::shlx_r64(d, from, by),
            (IntOp::ShiftLeft, ..) => integer::shlx_r32(d, from, by),
            (_, true, 64) => integer::sarx_r64(d, from, by),
            (_, true, _) => integer::sarx_r32(d, from, by),
            (_, false, 64) => integer::shrx_r64(d, from, by),
            (_, false, _) => integer::shrx_r32(d, from, by),
        })?;
        self.zero_extend(d, of)
    }

    fn rotate(&mut self, [d, a, b]: [Any<Gpr>; 3], of: IntType) -> Result<(), Reason> {
        self.copy(COUNT, b)?;
        self.copy(SCRATCH, a)?;
        self.emit(match of.bits() {
            8 => integer::ror_rm8_cl(SCRATCH, Cl::default()),
            16 => integer::ror_rm16_cl(SCRATCH, Cl::default()),
            32 => integer::ror_rm32_cl(SCRATCH, Cl::default()),
            _ => integer::ror_rm64_cl(SCRATCH, Cl::default()),
        })?;
        self.copy(d, SCRATCH)
    }

    /// The lesser or the greater one: that for which a comparison with the other holds.
    fn min_or_max(
        &mut self,
        how: Compare,
        [d, a]: [Any<Gpr>; 2],
        b: Value,
        of: IntType,
    ) -> Result<(), Reason> {
        let condition = self.compare_ints(how, a, b, of)?;
        let b = self.value(ACCUMULATOR, b, of)?;
        self.copy(SCRATCH, b)?;
        self.emit(integer::cmovcc_r64_rm64(SCRATCH, a, condition))?;
        self.copy(d, SCRATCH)
    }

    pub(super) fn int_unary(
        &mut self,
        op: IntUnaryOp,
        [d, a]: [Any<Gpr>; 2],
        of: IntType,
    ) -> Result<(), Reason> {
        let bits = of.bits() as i32;
        match op {
            IntUnaryOp::Negate => {
                self.copy(SCRATCH, a)?;
                self.emit(integer::neg_rm64(SCRATCH))?;
                self.zero_extend_into(d, SCRATCH, of)
            }
            IntUnaryOp::Not => {
                self.copy(SCRATCH, a)?;
                self.emit(integer::not_rm64(SCRATCH))?;
                self.zero_extend_into(d, SCRATCH, of)
            }
            // There are zeros above the bits of a type.
            IntUnaryOp::LeadingZeros => {
                self.emit(integer::lzcnt_r64_rm64(d, a))?;
                let above = bits.wrapping_sub(64);
                if above == 0 { Ok(()) } else { self.emit(integer::lea_r64_m(d, Memory::at(d, above))) }
            }
            IntUnaryOp::TrailingZeros => {
                let mut from = a;
                if bits < 64 {
                    self.copy(SCRATCH, a)?;
                    self.emit(integer::bts_rm64_i(SCRATCH, bits as u8))?;
                    from = SCRATCH;
                }
                self.emit(integer::tzcnt_r64_rm64(d, from))
            }
            IntUnaryOp::Ones => self.emit(integer::popcnt_r64_rm64(d, a)),
            IntUnaryOp::ReverseBytes => {
                self.copy(d, a)?;
                match bits {
                    8 => Ok(()),
                    16 => self.emit(integer::ror_rm16_i(d, 8u8)),
                    32 => self.emit(integer::bswap_r32(d)),
                    _ => self.emit(integer::bswap_r64(d)),
                }
            }
        }
    }

    /// The number of a type in another.
    pub(super) fn int_convert(
        &mut self,
        [d, a]: [Any<Gpr>; 2],
        to: IntType,
        from: IntType,
    ) -> Result<(), Reason> {
        if to.bits() < from.bits() {
            return self.zero_extend_into(d, a, to);
        }
        if to.bits() == from.bits() {
            return self.copy(d, a);
        }
        self.extend_into(d, a, from)?;
        if to.bits() < 64 && from.is_signed() { self.zero_extend_into(d, d, to) } else { Ok(()) }
    }

    pub(super) fn int_load(&mut self, d: Any<Gpr>, from: &Address, of: IntType) -> Result<(), Reason> {
        let memory = self.memory(from)?;
        self.emit(match of.bits() {
            8 => integer::movzx_r32_rm8(d, memory),
            16 => integer::movzx_r32_rm16(d, memory),
            32 => integer::mov_r32_rm32(d, memory),
            _ => integer::mov_r64_rm64(d, memory),
        })
    }

    pub(super) fn int_store(&mut self, a: Any<Gpr>, to: &Address, of: IntType) -> Result<(), Reason> {
        let memory = self.memory(to)?;
        self.emit(match of.bits() {
            8 => integer::mov_rm8_r8(memory, a),
            16 => integer::mov_rm16_r16(memory, a),
            32 => integer::mov_rm32_r32(memory, a),
            _ => integer::mov_rm64_r64(memory, a),
        })
    }
}
