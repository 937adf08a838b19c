//! Calls of functions of the procedure call standard.
//!
//! Arguments wait in the frame and are loaded into their registers right before the call, so that no order of
//! moves among registers has to be found. The address is a number of the code, in the four instructions
//! before the call: that is how the verifier knows it.
//!
//! Tests: `tests/tests/kernel_language_callees.rs`.

use super::arguments::scalar;
use super::state::{Lowering, SCRATCH, X64, fitting};
use crate::isa::aarch64::abi;
use crate::isa::aarch64::inst::{Item, MachInst};
use crate::isa::aarch64::operand::{Any, FloatUnaryScalar, Lsl16, UImm, XSp};
use crate::isa::aarch64::register::{Gpr, Simd, V0, X0};
use crate::isa::aarch64::table::{branch, float, integer, memory};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{CalleeId, FloatType, IntType, Type};

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// The number of the next argument of a call.
    fn next_passed(&mut self) -> usize {
        let nth = self.passed;
        self.passed = nth.saturating_add(1);
        nth
    }

    pub(super) fn pass_int(&mut self, a: Any<Gpr>, of: IntType) -> Result<(), Reason> {
        let place = fitting(abi::passed_at(self.next_passed()))?;
        let extended = self.sign_extended(SCRATCH, a, of)?;
        self.emit(memory::str_x(extended, XSp::SP, place))
    }

    pub(super) fn pass_float(&mut self, a: Any<Simd>, dtype: FloatType) -> Result<(), Reason> {
        let nth = self.next_passed();
        self.emit(match dtype {
            FloatType::F32 => memory::str_s(a, XSp::SP, fitting(abi::passed_at(nth))?),
            FloatType::F64 => memory::str_d(a, XSp::SP, fitting(abi::passed_at(nth))?),
        })
    }

    pub(super) fn call(&mut self, callee: CalleeId) -> Result<(), Reason> {
        let callee = self.func.callee(callee).ok_or(Reason::Unsupported)?;
        let address = callee.address().ok_or(Reason::Unsupported)?;
        let (mut ints, mut vectors) = (0.., 0..);
        for (nth, of) in callee.arguments().iter().enumerate() {
            let place = match of {
                Type::Int(_) => ints.next(),
                Type::Float(_) => vectors.next(),
            };
            let place = place.ok_or(Reason::Unsupported)?;
            self.emit(match of {
                Type::Int(_) => {
                    memory::ldr_x(Any::<Gpr>::placed(place), XSp::SP, fitting(abi::passed_at(nth))?)
                }
                Type::Float(FloatType::F32) => {
                    memory::ldr_s(Any::<Simd>::placed(place), XSp::SP, fitting(abi::passed_at(nth))?)
                }
                Type::Float(FloatType::F64) => {
                    memory::ldr_d(Any::<Simd>::placed(place), XSp::SP, fitting(abi::passed_at(nth))?)
                }
            })?;
        }
        self.passed = 0;
        self.address(address.get())?;
        Ok(self.sink.put(Item::Inst(branch::blr(SCRATCH)))?)
    }

    /// An address in the register that is reserved for lowering. No instruction is moved across a label, so
    /// that these stay together, before the call.
    fn address(&mut self, address: u64) -> Result<(), Reason> {
        let begins = self.blocks.label()?;
        self.sink.put(Item::Label(begins))?;
        for (nth, shift) in (0..).zip([Lsl16::None, Lsl16::By16, Lsl16::By32, Lsl16::By48]) {
            let quarter = fitting(UImm::checked((address >> (16 * nth) & 0xffff) as i64))?;
            self.emit(match nth {
                0 => integer::movz(X64, SCRATCH, quarter, shift),
                _ => integer::movk(X64, SCRATCH, quarter, shift),
            })?;
        }
        Ok(())
    }

    pub(super) fn result_int(&mut self, d: Any<Gpr>, of: IntType) -> Result<(), Reason> {
        self.zero_extend_into(d, Any::placed(X0.number()), of)
    }

    pub(super) fn result_float(&mut self, d: Any<Simd>, dtype: FloatType) -> Result<(), Reason> {
        self.emit(float::unary(FloatUnaryScalar::Fmov, scalar(dtype), d, Any::placed(V0.number())))
    }
}
