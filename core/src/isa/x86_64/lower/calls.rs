//! Calls of functions of the C convention.
//!
//! Arguments wait in the frame and are loaded into their registers right before the call, so that no order of
//! moves among registers has to be found. The address is a number of the code, in the instruction before the
//! call: that is how the verifier knows it.
//!
//! Tests: `tests/tests/kernel_language_callees.rs`.

use super::access::{load_sized, store_sized};
use super::access_size::AccessSize;
use super::state::Lowering;
use crate::isa::x86_64::abi::{ARGUMENTS, SCRATCH_OPERAND as SCRATCH, kept, passed_at};
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::memory::Memory;
use crate::isa::x86_64::register::{Any, Gpr, Simd};
use crate::isa::x86_64::table::{branch, integer, system};
use crate::isa::{Item, Naming, Reason, Sink};
use crate::kernel::func::{CalleeId, FloatType, FrameSlot, IntType, Type};

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// The place in the frame that keeps an integer.
    pub(super) fn kept(&self, slot: FrameSlot) -> Memory {
        kept(slot, self.func.passed_words())
    }

    /// The place in the frame for the next argument of a call.
    fn next_passed(&mut self) -> Memory {
        let place = passed_at(self.passed);
        self.passed = self.passed.saturating_add(1);
        place
    }

    pub(super) fn pass_int(&mut self, a: Any<Gpr>, of: IntType) -> Result<(), Reason> {
        let place = self.next_passed();
        self.extend_into(SCRATCH, a, of)?;
        self.emit(integer::mov_rm64_r64(place, SCRATCH))
    }

    pub(super) fn pass_float(&mut self, a: Any<Simd>, dtype: FloatType) -> Result<(), Reason> {
        let (place, size) = (self.next_passed(), AccessSize::of(dtype.bytes()).ok_or(Reason::LaneCount)?);
        self.emit(store_sized(self.width, size, a, place))
    }

    pub(super) fn call(&mut self, callee: CalleeId) -> Result<(), Reason> {
        let callee = self.func.callee(callee).ok_or(Reason::Unsupported)?;
        let address = callee.address().ok_or(Reason::Unsupported)?;
        let (mut ints, mut vectors) = (ARGUMENTS.iter(), 0..);
        for (nth, of) in callee.arguments().iter().enumerate() {
            match of {
                Type::Int(_) => {
                    let place = ints.next().copied().and_then(Gpr::new).ok_or(Reason::Unsupported)?;
                    self.emit(integer::mov_r64_rm64(place, passed_at(nth)))?;
                }
                Type::Float(dtype) => {
                    let place = Any::<Simd>::placed(vectors.next().ok_or(Reason::Unsupported)?);
                    self.take_float(place, nth, *dtype)?;
                }
            }
        }
        self.passed = 0;
        // What is called may have been compiled for older processors; arguments are in lower halves.
        self.emit(system::vzeroupper())?;
        self.emit(integer::movabs_r64_i64(SCRATCH, address.get() as i64))?;
        self.sink.put(Item::Inst(branch::call_rm64(SCRATCH)))?;
        // Registers of masks are not preserved.
        self.prepare_masks()
    }

    /// A result, by way of the frame: the destination may be a register that only some instructions can name.
    pub(super) fn result_float(&mut self, d: Any<Simd>, dtype: FloatType) -> Result<(), Reason> {
        let size = AccessSize::of(dtype.bytes()).ok_or(Reason::LaneCount)?;
        self.emit(store_sized(self.width, size, Any::<Simd>::placed(0), passed_at(0)))?;
        self.take_float(d, 0, dtype)
    }

    /// A number that waits in the frame, in lane 0; the other lanes become zero.
    fn take_float(&mut self, d: Any<Simd>, nth: usize, dtype: FloatType) -> Result<(), Reason> {
        let size = AccessSize::of(dtype.bytes()).ok_or(Reason::LaneCount)?;
        self.emit(load_sized(self.width, size, d, passed_at(nth)))
    }
}
