//! Conditions as flags, and what is made of them.
//!
//! Tests: `tests/tests/kernel_language_control.rs`, `tests/tests/kernel_language_values.rs`.

use super::arguments::scalar;
use super::arithmetic::width;
use super::state::{Lowering, SCRATCH, X64};
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::operand::{
    Any, Compare as Compared, Cond, ExtendBy, ExtendOp, Lsl12, R, Select, Shift, Signal, UImm,
};
use crate::isa::aarch64::register::Gpr;
use crate::isa::aarch64::table::{float, integer};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Compare, Condition, IntType, Value};

/// A condition of the flags, and its opposite.
#[derive(Clone, Copy)]
pub(super) struct Flags {
    pub(super) holds: Cond,
    pub(super) fails: Cond,
}

const fn flags(holds: Cond, fails: Cond) -> Flags {
    Flags { holds, fails }
}

/// The flags by which a comparison of integers holds.
const fn conditions_of_ints(how: Compare, is_signed: bool) -> Flags {
    match (how, is_signed) {
        (Compare::Equal, _) => flags(Cond::Eq, Cond::Ne),
        (Compare::NotEqual, _) => flags(Cond::Ne, Cond::Eq),
        (Compare::Less, true) => flags(Cond::Lt, Cond::Ge),
        (Compare::LessEqual, true) => flags(Cond::Le, Cond::Gt),
        (Compare::Greater, true) => flags(Cond::Gt, Cond::Le),
        (Compare::GreaterEqual, true) => flags(Cond::Ge, Cond::Lt),
        (Compare::Less, false) => flags(Cond::Lo, Cond::Hs),
        (Compare::LessEqual, false) => flags(Cond::Ls, Cond::Hi),
        (Compare::Greater, false) => flags(Cond::Hi, Cond::Ls),
        (Compare::GreaterEqual, false) => flags(Cond::Hs, Cond::Lo),
    }
}

/// The flags by which a comparison of floating-point numbers holds: none but `ne` with a
/// NaN, which sets C and V.
const fn conditions_of_floats(how: Compare) -> Flags {
    match how {
        Compare::Equal => flags(Cond::Eq, Cond::Ne),
        Compare::NotEqual => flags(Cond::Ne, Cond::Eq),
        Compare::Less => flags(Cond::Mi, Cond::Pl),
        Compare::LessEqual => flags(Cond::Ls, Cond::Hi),
        Compare::Greater => flags(Cond::Gt, Cond::Le),
        Compare::GreaterEqual => flags(Cond::Ge, Cond::Lt),
    }
}

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// Compares: the flags by which a condition holds.
    pub(super) fn flags(&mut self, condition: &Condition) -> Result<Flags, Reason> {
        match *condition {
            Condition::Ints(how, a, b, of) => self.compare(how, self.int(a)?, b, of),
            Condition::Floats(how, a, b, dtype) => {
                let [a, b] = self.vectors([a, b])?;
                self.emit(float::fcmp(scalar(dtype), Signal::Quiet, a, b))?;
                Ok(conditions_of_floats(how))
            }
        }
    }

    /// Compares integers, signed ones of less than 32 bits when they have been extended.
    pub(super) fn compare(
        &mut self,
        how: Compare,
        a: Any<Gpr>,
        b: Value,
        of: IntType,
    ) -> Result<Flags, Reason> {
        let (width, is_signed) = (width(of), of.is_signed());
        let extend = match of {
            IntType::I8 => Some(ExtendOp::Sxtb),
            IntType::I16 => Some(ExtendOp::Sxth),
            _ => None,
        };
        match (b, extend) {
            (Value::Register(b), None) => {
                let b = self.int(b)?;
                self.emit(integer::cmp(width, Compared::Cmp, a, b, Shift::NONE))?;
            }
            (Value::Register(b), Some(extend)) => {
                let (b, a) = (self.int(b)?, self.sign_extended(SCRATCH, a, of)?);
                self.emit(integer::cmp_ext_w(Compared::Cmp, a, b, extend, ExtendBy::None))?;
            }
            (Value::Const(number), _) => {
                let number = compared(number, of);
                let immediate = UImm::checked(number.wrapping_abs());
                match (immediate, extend) {
                    (Some(immediate), _) => {
                        let a = self.sign_extended(SCRATCH, a, of)?;
                        let compared = if number < 0 { Compared::Cmn } else { Compared::Cmp };
                        self.emit(integer::cmp_imm(width, compared, a, immediate, Lsl12::None))?;
                    }
                    (None, None) => {
                        self.constant(SCRATCH, number)?;
                        self.emit(integer::cmp(width, Compared::Cmp, a, SCRATCH, Shift::NONE))?;
                    }
                    (None, Some(extend)) => {
                        self.constant(SCRATCH, number)?;
                        self.emit(integer::cmp_ext_w(Compared::Cmp, SCRATCH, a, extend, ExtendBy::None))?;
                        return Ok(conditions_of_ints(how.swapped(), is_signed));
                    }
                }
            }
        }
        Ok(conditions_of_ints(how, is_signed))
    }

    /// 1 if a condition holds, else 0.
    pub(super) fn test(&mut self, d: Any<Gpr>, condition: &Condition) -> Result<(), Reason> {
        let flags = self.flags(condition)?;
        self.emit(integer::select(Select::Csinc, X64, d, R::ZR, R::ZR, flags.fails))
    }

    pub(super) fn int_select(
        &mut self,
        [d, a, b]: [Any<Gpr>; 3],
        condition: &Condition,
    ) -> Result<(), Reason> {
        let flags = self.flags(condition)?;
        self.emit(integer::select(Select::Csel, X64, d, a, b, flags.holds))
    }
}

/// A number as the machine compares it: with the sign of its bits where these are compared.
const fn compared(number: i64, of: IntType) -> i64 {
    match of {
        IntType::I8 | IntType::I16 | IntType::U8 | IntType::U16 => of.extended(number as u64) as i64,
        IntType::I32 | IntType::U32 => number as i32 as i64,
        IntType::I64 | IntType::U64 => number,
    }
}
