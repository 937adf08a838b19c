//! Arguments as functions have them: callers leave bits above those of their types as they are.
//!
//! Tests: `tests/tests/kernel_language_calls.rs`.

use super::state::Lowering;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::table::transfer;
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::Func;
use crate::kernel::func::{Argument, FloatType, IntType, Type};

/// Which lanes `vinsertps` makes zero: all but the lowest.
const UPPER_LANES: u8 = 0b1110;

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// Puts zeros above the bits of arguments.
    #[inline]
    pub(super) fn arguments(&mut self, func: &Func) -> Result<(), Reason> {
        for argument in func.arguments() {
            if argument.of() != Type::Int(IntType::U64) {
                self.argument(argument)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn argument(&mut self, argument: &Argument) -> Result<(), Reason> {
        match *argument {
            Argument::Int(register, of) => {
                let register = self.int(register)?;
                self.zero_extend_into(register, register, of)
            }
            // They are in the first sixteen registers.
            Argument::Float(register, dtype) => {
                let register = self.vector(register)?;
                self.emit(match dtype {
                    FloatType::F32 => transfer::vinsertps_x(register, register, register, UPPER_LANES),
                    FloatType::F64 => transfer::vmovq_x_xm64(register, register),
                })
            }
        }
    }
}
