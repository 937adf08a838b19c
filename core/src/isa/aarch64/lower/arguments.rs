//! Arguments as functions have them: callers leave bits above those of their types as they
//! are (AAPCS64, 6.4.2).
//!
//! Tests: `tests/tests/kernel_language_calls.rs`.

use super::state::Lowering;
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::operand::{Any, FloatUnaryScalar, FpSizeH, Narrow, Sign};
use crate::isa::aarch64::register::Gpr;
use crate::isa::aarch64::table::{float, integer};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::Func;
use crate::kernel::func::{Argument, FloatType, IntType, LANGUAGE, Type};

/// The size of a scalar.
pub(super) const fn scalar(dtype: FloatType) -> FpSizeH {
    match dtype {
        FloatType::F32 => FpSizeH::Single,
        FloatType::F64 => FpSizeH::Double,
    }
}

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// Puts zeros above the bits of arguments.
    #[inline]
    pub(super) fn arguments(&mut self, func: &Func) -> Result<(), Reason> {
        for argument in func.arguments() {
            if LANGUAGE && argument.of() != Type::Int(IntType::U64) {
                self.argument(argument)?;
            }
        }
        Ok(())
    }

    /// The bits of a type from one register in another, with zeros above.
    pub(super) fn zero_extend_into(&mut self, d: Any<Gpr>, a: Any<Gpr>, of: IntType) -> Result<(), Reason> {
        match of.bits() {
            8 => self.emit(integer::xt_w(Sign::Unsigned, Narrow::Byte, d, a)),
            16 => self.emit(integer::xt_w(Sign::Unsigned, Narrow::Half, d, a)),
            32 => self.emit(integer::mov_w(d, a)),
            _ => self.copy(d, a),
        }
    }

    #[cold]
    fn argument(&mut self, argument: &Argument) -> Result<(), Reason> {
        match *argument {
            Argument::Int(register, of) => {
                let register = self.int(register)?;
                if of.bits() == 64 { Ok(()) } else { self.zero_extend_into(register, register, of) }
            }
            Argument::Float(register, dtype) => {
                let register = self.vector(register)?;
                self.emit(float::unary(FloatUnaryScalar::Fmov, scalar(dtype), register, register))
            }
        }
    }
}
