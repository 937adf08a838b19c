//! Operations on integers of every width. Registers hold their bits and zeros above; so do results.
//!
//! Instructions compute on 32 or 64 bits. Results of narrow types are truncated; signed integers are
//! extended where that matters.
//!
//! Tests: `tests/tests/kernel_language_values.rs`.

use super::state::{Lowering, SCRATCH, fitting};
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::moves::Access;
use crate::isa::aarch64::needs::SECOND;
use crate::isa::aarch64::operand::{
    Any, BitOp, Extend, Logic, LogicImm, Lsl12, Mask32, Mask64, Narrow, Narrow64, R, RightShift, SImm,
    Select, Shift, ShiftBy, Sign, UImm, Width,
};
use crate::isa::aarch64::register::Gpr;
use crate::isa::aarch64::table::{integer, memory};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, Compare, IntOp, IntType, IntUnaryOp, Offset, Value};

/// The width that instructions have for a type.
pub(super) const fn width(of: IntType) -> Width {
    if of.bits() == 64 { Width::X64 } else { Width::W32 }
}

/// Whether its integers are signed.
pub(super) const fn sign(of: IntType) -> Sign {
    if of.is_signed() { Sign::Signed } else { Sign::Unsigned }
}

/// The size of a type of fewer than 32 bits.
const fn narrow_size(of: IntType) -> Option<Narrow> {
    match of.bits() {
        8 => Some(Narrow::Byte),
        16 => Some(Narrow::Half),
        _ => None,
    }
}

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// Puts zeros above the bits of a type that has less than 32.
    pub(super) fn zero_extend(&mut self, d: Any<Gpr>, of: IntType) -> Result<(), Reason> {
        match narrow_size(of) {
            Some(size) => self.emit(integer::xt_w(Sign::Unsigned, size, d, d)),
            None => Ok(()),
        }
    }

    /// The register with an integer extended to 32 bits: its own, if it is unsigned or has as many bits.
    pub(super) fn sign_extended(
        &mut self,
        to: Any<Gpr>,
        a: Any<Gpr>,
        of: IntType,
    ) -> Result<Any<Gpr>, Reason> {
        match narrow_size(of) {
            Some(size) if of.is_signed() => {
                self.emit(integer::xt_w(Sign::Signed, size, to, a))?;
                Ok(to)
            }
            _ => Ok(a),
        }
    }

    /// The register with a value: for a number, that to put it in, with zeros above.
    fn value(&mut self, to: Any<Gpr>, value: Value, of: IntType) -> Result<Any<Gpr>, Reason> {
        match value {
            Value::Register(register) => self.int(register),
            Value::Const(number) => {
                self.constant(to, (number as u64 & of.mask()) as i64)?;
                Ok(to)
            }
        }
    }

    /// The register with a value extended to 32 bits.
    fn sign_extended_value(&mut self, to: Any<Gpr>, value: Value, of: IntType) -> Result<Any<Gpr>, Reason> {
        let register = self.value(to, value, of)?;
        self.sign_extended(to, register, of)
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
                    self.emit(integer::sub(width(of), d, a, b, Shift::NONE))?;
                    self.zero_extend(d, of)
                }
            },
            IntOp::Mul => {
                let b = self.value(SCRATCH, b, of)?;
                self.emit(integer::madd(width(of), d, a, b, R::ZR))?;
                self.zero_extend(d, of)
            }
            IntOp::MulHigh => self.multiply_high([d, a], b, of),
            IntOp::Div => self.divide([d, a], b, of),
            IntOp::Rem => self.remainder([d, a], b, of),
            IntOp::And => self.logic((Logic::And, LogicImm::And), [d, a], b, of),
            IntOp::Or => self.logic((Logic::Orr, LogicImm::Orr), [d, a], b, of),
            IntOp::Xor => self.logic((Logic::Eor, LogicImm::Eor), [d, a], b, of),
            IntOp::ShiftLeft | IntOp::ShiftRight | IntOp::RotateRight => match b {
                Value::Const(by) => {
                    self.shift_by_number(op, [d, a], by as u64 & u64::from(of.bits().wrapping_sub(1)), of)
                }
                Value::Register(b) => self.shift_by_register(op, [d, a, self.int(b)?], of),
            },
            IntOp::Min => self.min_or_max(Compare::Less, [d, a], b, of),
            IntOp::Max => self.min_or_max(Compare::Greater, [d, a], b, of),
        }
    }

    fn int_add(&mut self, [d, a]: [Any<Gpr>; 2], b: Value, of: IntType) -> Result<(), Reason> {
        let w = width(of);
        match b {
            Value::Const(number) => {
                let number = of_same_bits(number, of);
                match UImm::checked(number.wrapping_abs()) {
                    Some(small) if number < 0 => {
                        self.emit(integer::sub_imm(w, d, a, small, Lsl12::None))?;
                    }
                    Some(small) => self.emit(integer::add_imm(w, d, a, small, Lsl12::None))?,
                    None => {
                        self.constant(SCRATCH, number)?;
                        self.emit(integer::add(w, d, a, SCRATCH, Shift::NONE))?;
                    }
                }
            }
            Value::Register(b) => {
                let b = self.int(b)?;
                self.emit(integer::add(w, d, a, b, Shift::NONE))?;
            }
        }
        self.zero_extend(d, of)
    }

    fn multiply_high(&mut self, [d, a]: [Any<Gpr>; 2], b: Value, of: IntType) -> Result<(), Reason> {
        match of.bits() {
            64 => {
                let b = self.value(SECOND, b, of)?;
                self.emit(integer::mulh(sign(of), d, a, b))
            }
            32 => {
                let b = self.value(SECOND, b, of)?;
                self.emit(integer::mull(sign(of), d, a, b))?;
                self.emit(integer::shift_right_x(RightShift::Lsr, d, d, fitting(UImm::checked(32))?))
            }
            bits => {
                let a = self.sign_extended(SCRATCH, a, of)?;
                let b = self.sign_extended_value(SECOND, b, of)?;
                self.emit(integer::madd(Width::W32, d, a, b, R::ZR))?;
                let bits = fitting(UImm::checked(bits.into()))?;
                self.emit(integer::shift_right_w(RightShift::Lsr, d, d, bits))?;
                self.zero_extend(d, of)
            }
        }
    }

    /// A quotient by zero is zero, and that of the least number by -1 wraps (Arm ARM, C6.2, `SDIV`).
    fn quotient(&mut self, [d, a, b]: [Any<Gpr>; 3], of: IntType) -> Result<(), Reason> {
        self.emit(match of.is_signed() {
            true => integer::sdiv(width(of), d, a, b),
            false => integer::udiv(width(of), d, a, b),
        })
    }

    fn divide(&mut self, [d, a]: [Any<Gpr>; 2], b: Value, of: IntType) -> Result<(), Reason> {
        let a = self.sign_extended(SCRATCH, a, of)?;
        let b = self.sign_extended_value(SECOND, b, of)?;
        self.quotient([d, a, b], of)?;
        self.zero_extend(d, of)
    }

    /// What the product of quotient and divisor leaves of the dividend. Where that is extended, it is not in
    /// the register of the result.
    fn remainder(&mut self, [d, a]: [Any<Gpr>; 2], b: Value, of: IntType) -> Result<(), Reason> {
        let dividend = self.sign_extended(SCRATCH, a, of)?;
        let is_extended = narrow_size(of).is_some() && of.is_signed();
        let divisor = self.sign_extended_value(SECOND, b, of)?;
        let quotient = if is_extended { d } else { SCRATCH };
        self.quotient([quotient, dividend, divisor], of)?;
        self.emit(integer::msub(width(of), d, quotient, divisor, dividend))?;
        self.zero_extend(d, of)
    }

    fn logic(
        &mut self,
        (op, immediate): (Logic, LogicImm),
        [d, a]: [Any<Gpr>; 2],
        b: Value,
        of: IntType,
    ) -> Result<(), Reason> {
        if let Value::Const(number) = b {
            let bits = (number as u64 & of.mask()) as i64;
            let (wide, narrow) = (Mask64::checked(bits), Mask32::checked(bits));
            match (width(of) == Width::X64, wide, narrow) {
                (true, Some(mask), _) => return self.emit(integer::logic_imm_x(immediate, d, a, mask)),
                (false, _, Some(mask)) => return self.emit(integer::logic_imm_w(immediate, d, a, mask)),
                _ => {}
            }
        }
        let b = self.value(SCRATCH, b, of)?;
        self.emit(integer::logic(op, width(of), d, a, b, Shift::NONE))
    }

    fn shift_by_number(
        &mut self,
        op: IntOp,
        [d, a]: [Any<Gpr>; 2],
        by: u64,
        of: IntType,
    ) -> Result<(), Reason> {
        let (is_wide, by) = (of.bits() == 64, by as i64);
        if by == 0 {
            return self.copy(d, a);
        }
        match op {
            IntOp::ShiftLeft => {
                let shift = Shift::left(by).map_err(|_| Reason::Shift)?;
                self.emit(integer::logic(Logic::Orr, width(of), d, R::ZR, a, shift))?;
            }
            IntOp::ShiftRight => {
                let a = self.sign_extended(d, a, of)?;
                let how = if of.is_signed() { RightShift::Asr } else { RightShift::Lsr };
                self.emit(match is_wide {
                    true => integer::shift_right_x(how, d, a, fitting(UImm::checked(by))?),
                    false => integer::shift_right_w(how, d, a, fitting(UImm::checked(by))?),
                })?;
            }
            _ => {
                let a = self.replicated_to_32(a, of)?;
                self.emit(match is_wide {
                    true => integer::ror_imm_x(d, a, fitting(UImm::checked(by))?),
                    false => integer::ror_imm_w(d, a, fitting(UImm::checked(by))?),
                })?;
            }
        }
        self.zero_extend(d, of)
    }

    /// Distances are modulo 32 or 64; those of narrower types are made so.
    fn shift_by_register(&mut self, op: IntOp, [d, a, b]: [Any<Gpr>; 3], of: IntType) -> Result<(), Reason> {
        let is_narrow = narrow_size(of).is_some();
        if op == IntOp::RotateRight {
            let a = self.replicated_to_32(a, of)?;
            self.emit(integer::shift(ShiftBy::Ror, width(of), d, a, b))?;
            return self.zero_extend(d, of);
        }
        let by = match is_narrow {
            true => {
                let mask = fitting(Mask32::checked(i64::from(of.bits()).wrapping_sub(1)))?;
                self.emit(integer::logic_imm_w(LogicImm::And, SCRATCH, b, mask))?;
                SCRATCH
            }
            false => b,
        };
        let how = match (op, of.is_signed()) {
            (IntOp::ShiftLeft, _) => ShiftBy::Lsl,
            (_, true) => ShiftBy::Asr,
            (_, false) => ShiftBy::Lsr,
        };
        let a = if how == ShiftBy::Asr { self.sign_extended(d, a, of)? } else { a };
        self.emit(integer::shift(how, width(of), d, a, by))?;
        self.zero_extend(d, of)
    }

    /// The register with copies of an integer of less than 32 bits that fill these: they rotate as it does.
    fn replicated_to_32(&mut self, a: Any<Gpr>, of: IntType) -> Result<Any<Gpr>, Reason> {
        let mut from = a;
        for by in [8, 16].into_iter().filter(|by| *by >= of.bits()) {
            let shift = Shift::left(by.into()).map_err(|_| Reason::Shift)?;
            self.emit(integer::logic(Logic::Orr, Width::W32, SCRATCH, from, from, shift))?;
            from = SCRATCH;
        }
        Ok(from)
    }

    /// The lesser or the greater one: that for which a comparison with the other holds.
    fn min_or_max(
        &mut self,
        how: Compare,
        [d, a]: [Any<Gpr>; 2],
        b: Value,
        of: IntType,
    ) -> Result<(), Reason> {
        let flags = self.compare(how, a, b, of)?;
        let b = self.value(SECOND, b, of)?;
        self.emit(integer::select(Select::Csel, Width::X64, d, a, b, flags.holds))
    }

    pub(super) fn int_unary(
        &mut self,
        op: IntUnaryOp,
        [d, a]: [Any<Gpr>; 2],
        of: IntType,
    ) -> Result<(), Reason> {
        let (w, bits) = (width(of), i64::from(of.bits()));
        match op {
            IntUnaryOp::Negate => {
                self.emit(integer::sub(w, d, R::ZR, a, Shift::NONE))?;
                self.zero_extend(d, of)
            }
            IntUnaryOp::Not => {
                self.emit(integer::logic(Logic::Orn, w, d, R::ZR, a, Shift::NONE))?;
                self.zero_extend(d, of)
            }
            IntUnaryOp::LeadingZeros => {
                self.emit(integer::count(BitOp::Clz, w, d, a))?;
                match narrow_size(of) {
                    Some(_) => {
                        let above = fitting(UImm::checked(32i64.wrapping_sub(bits)))?;
                        self.emit(integer::sub_imm(w, d, d, above, Lsl12::None))
                    }
                    None => Ok(()),
                }
            }
            IntUnaryOp::TrailingZeros => {
                let mut from = a;
                if narrow_size(of).is_some() {
                    let stop = fitting(Mask32::checked(1 << (bits & 31)))?;
                    self.emit(integer::logic_imm_w(LogicImm::Orr, SCRATCH, a, stop))?;
                    from = SCRATCH;
                }
                self.emit(integer::count(BitOp::Rbit, w, d, from))?;
                self.emit(integer::count(BitOp::Clz, w, d, d))
            }
            IntUnaryOp::Ones => self.count_ones([d, a]),
            IntUnaryOp::ReverseBytes => match bits {
                8 => self.copy(d, a),
                16 => self.emit(integer::count(BitOp::Rev16, w, d, a)),
                32 => self.emit(integer::rev_w(d, a)),
                _ => self.emit(integer::rev_x(d, a)),
            },
        }
    }

    /// Counts in all pairs of bits at once, then in fours, in bytes, and adds the bytes by a multiplication.
    fn count_ones(&mut self, [d, a]: [Any<Gpr>; 2]) -> Result<(), Reason> {
        const X64: Width = Width::X64;
        let mask = |bits: u64| fitting(Mask64::checked(bits as i64));
        let right = |by: i64| fitting(UImm::checked(by));
        self.emit(integer::shift_right_x(RightShift::Lsr, SCRATCH, a, right(1)?))?;
        self.emit(integer::logic_imm_x(LogicImm::And, SCRATCH, SCRATCH, mask(0x5555_5555_5555_5555)?))?;
        self.emit(integer::sub(X64, d, a, SCRATCH, Shift::NONE))?;
        self.emit(integer::shift_right_x(RightShift::Lsr, SCRATCH, d, right(2)?))?;
        self.emit(integer::logic_imm_x(LogicImm::And, SCRATCH, SCRATCH, mask(0x3333_3333_3333_3333)?))?;
        self.emit(integer::logic_imm_x(LogicImm::And, d, d, mask(0x3333_3333_3333_3333)?))?;
        self.emit(integer::add(X64, d, d, SCRATCH, Shift::NONE))?;
        self.emit(integer::shift_right_x(RightShift::Lsr, SCRATCH, d, right(4)?))?;
        self.emit(integer::add(X64, d, d, SCRATCH, Shift::NONE))?;
        self.emit(integer::logic_imm_x(LogicImm::And, d, d, mask(0x0f0f_0f0f_0f0f_0f0f)?))?;
        self.constant(SECOND, 0x0101_0101_0101_0101)?;
        self.emit(integer::madd(X64, d, d, SECOND, R::ZR))?;
        self.emit(integer::shift_right_x(RightShift::Lsr, d, d, right(56)?))
    }

    /// The number of a type in another.
    pub(super) fn int_convert(
        &mut self,
        [d, a]: [Any<Gpr>; 2],
        to: IntType,
        from: IntType,
    ) -> Result<(), Reason> {
        if to.bits() <= from.bits() {
            return match to.bits() {
                bits if bits == from.bits() => self.copy(d, a),
                32 => self.emit(integer::mov_w(d, a)),
                _ => {
                    let size = fitting(narrow_size(to))?;
                    self.emit(integer::xt_w(Sign::Unsigned, size, d, a))
                }
            };
        }
        match (from, to.bits()) {
            (IntType::I8, 64) => self.emit(integer::sxt_x(Narrow64::Byte, d, a)),
            (IntType::I16, 64) => self.emit(integer::sxt_x(Narrow64::Half, d, a)),
            (IntType::I32, 64) => self.emit(integer::sxt_x(Narrow64::Word, d, a)),
            (IntType::I8 | IntType::I16, _) => {
                self.sign_extended(d, a, from)?;
                self.zero_extend(d, to)
            }
            _ => self.copy(d, a),
        }
    }

    /// Loads or stores an integer, in the address form that fits.
    pub(super) fn int_access(
        &mut self,
        access: Access,
        register: Any<Gpr>,
        address: &Address,
        of: IntType,
    ) -> Result<(), Reason> {
        let base = self.int(address.base)?;
        let inst = match address.offset {
            Offset::Register(offset) => indexed(access, register, [base, self.int(offset)?], of),
            Offset::Const(offset) => match at_offset(access, register, base, offset, of) {
                Some(inst) => inst,
                None => {
                    let pointer = self.pointer(address, 0)?;
                    fitting(at_offset(access, register, pointer, 0, of))?
                }
            },
        };
        self.emit(inst)
    }
}

/// The number with the same bits of a type that is closest to zero, for 32 and 64 bits; for
/// fewer, any is as good.
const fn of_same_bits(number: i64, of: IntType) -> i64 {
    if of.bits() == 64 { number } else { number as i32 as i64 }
}

/// An access at the sum of two registers.
fn indexed(access: Access, register: Any<Gpr>, [base, offset]: [Any<Gpr>; 2], of: IntType) -> MachInst {
    match (access, of.bits()) {
        (Access::Load, 8) => memory::ldrb_index(register, base, offset, Extend::BYTES),
        (Access::Load, 16) => memory::ldrh_index(register, base, offset, Extend::BYTES),
        (Access::Load, 32) => memory::ldr_w_index(register, base, offset, Extend::BYTES),
        (Access::Load, _) => memory::ldr_x_index(register, base, offset, Extend::BYTES),
        (Access::Store, 8) => memory::strb_index(register, base, offset, Extend::BYTES),
        (Access::Store, 16) => memory::strh_index(register, base, offset, Extend::BYTES),
        (Access::Store, 32) => memory::str_w_index(register, base, offset, Extend::BYTES),
        (Access::Store, _) => memory::str_x_index(register, base, offset, Extend::BYTES),
    }
}

/// An access at an offset: one that is a multiple of the size, or small.
fn at_offset(
    access: Access,
    register: Any<Gpr>,
    base: Any<Gpr>,
    offset: i64,
    of: IntType,
) -> Option<MachInst> {
    let scaled = match (access, of.bits()) {
        (Access::Load, 8) => UImm::checked(offset).map(|offset| memory::ldrb(register, base, offset)),
        (Access::Load, 16) => UImm::checked(offset).map(|offset| memory::ldrh(register, base, offset)),
        (Access::Load, 32) => UImm::checked(offset).map(|offset| memory::ldr_w(register, base, offset)),
        (Access::Load, _) => UImm::checked(offset).map(|offset| memory::ldr_x(register, base, offset)),
        (Access::Store, 8) => UImm::checked(offset).map(|offset| memory::strb(register, base, offset)),
        (Access::Store, 16) => UImm::checked(offset).map(|offset| memory::strh(register, base, offset)),
        (Access::Store, 32) => UImm::checked(offset).map(|offset| memory::str_w(register, base, offset)),
        (Access::Store, _) => UImm::checked(offset).map(|offset| memory::str_x(register, base, offset)),
    };
    let unscaled = || {
        let offset = SImm::checked(offset)?;
        Some(match (access, narrow_size(of)) {
            (Access::Load, Some(size)) => memory::ldur_narrow(size, register, base, offset),
            (Access::Load, None) => memory::ldur(width(of), register, base, offset),
            (Access::Store, Some(size)) => memory::stur_narrow(size, register, base, offset),
            (Access::Store, None) => memory::stur(width(of), register, base, offset),
        })
    };
    scaled.or_else(unscaled)
}
