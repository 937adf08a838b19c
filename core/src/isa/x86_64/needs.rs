//! The registers that some operations on integers need besides the one that allocation leaves to lowering
//! ([`abi::SCRATCH`](super::abi::SCRATCH)): they are destroyed there. Divisions and products of twice the
//! size have their operands and results in `rax` and `rdx`; rotations take their distance from `rcx`. What
//! takes several instructions on vectors has three more of these.
//!
//! Tests: `tests/tests/kernel_language_values.rs`, `tests/tests/kernel_language_vectors.rs`.

use super::abi::INTS;
use super::lower::Width;
use super::register::{Any, Gpr, RAX, RCX, RDX, Simd};
use crate::isa::Constraints;
use crate::isa::by_class::ByClass;
use crate::kernel::func::{Inst, IntOp, IntType, LaneOp, LaneShift, LaneUnaryOp, Narrow, Value};

/// The accumulator, which is also the second register for what takes several instructions.
pub(super) const ACCUMULATOR: Any<Gpr> = Any::<Gpr>::placed(RAX);
/// The upper half of products and dividends.
pub(super) const UPPER: Any<Gpr> = Any::<Gpr>::placed(RDX);
/// The distance of shifts.
pub(super) const COUNT: Any<Gpr> = Any::<Gpr>::placed(RCX);

/// The registers that instructions need for themselves.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// The vectors that code computes on.
    pub width: Width,
}

/// The vector registers for what takes several instructions: below that which is left to lowering.
pub(super) const fn temporaries(width: Width) -> [Any<Simd>; 3] {
    let [a, b, c] = match width {
        Width::Ymm => [14, 13, 12],
        Width::Zmm => [30, 29, 28],
    };
    [Any::<Simd>::placed(a), Any::<Simd>::placed(b), Any::<Simd>::placed(c)]
}

impl Constraints for Needs {
    fn destroys(&self, inst: &Inst) -> ByClass<u32> {
        if let Inst::Call(_) = inst {
            return ByClass { ints: INTS.caller_saved, vectors: u32::MAX };
        }
        if let Some(narrow) = inst.replaced() {
            return ByClass { ints: 0, vectors: self.of_narrowing(narrow) };
        }
        let places = match self.width {
            Width::Ymm => 0x7000,
            Width::Zmm => 0x7000_0000,
        };
        ByClass { ints: Self::ints(inst), vectors: if self.needs_vectors(inst) { places } else { 0 } }
    }
}

impl Needs {
    /// Those for stores.
    const fn of_narrowing(self, narrow: Narrow) -> u32 {
        match (narrow, self.width) {
            (Narrow::F16 | Narrow::I8 | Narrow::U8 | Narrow::I16, _) => 0,
            (Narrow::BF16, Width::Ymm) => 0x6000,
            (Narrow::BF16, Width::Zmm) => 0x6000_0000,
        }
    }

    fn needs_vectors(&self, inst: &Inst) -> bool {
        let has_no_masks = self.width == Width::Ymm;
        match *inst {
            Inst::LaneBinary(op, .., of) => match (op, of.bits()) {
                (LaneOp::Mul, bits) => bits == 8 || bits == 64 && has_no_masks,
                (LaneOp::MulHigh, bits) => bits != 16,
                (LaneOp::AddSaturating | LaneOp::SubSaturating, bits) => bits >= 32,
                (LaneOp::Min | LaneOp::Max, bits) => bits == 64 && has_no_masks,
                (LaneOp::ShiftLeft | LaneOp::ShiftRight, bits) => bits < 32 || bits == 64 && has_no_masks,
                (LaneOp::Less | LaneOp::LessEqual | LaneOp::Greater | LaneOp::GreaterEqual, _) => {
                    has_no_masks && !of.is_signed()
                }
                _ => false,
            },
            Inst::LaneUnary(op, ..) => op == LaneUnaryOp::Ones,
            Inst::LaneShift(how, .., of) => match of.bits() {
                8 => true,
                64 => how == LaneShift::Right && of.is_signed() && has_no_masks,
                _ => false,
            },
            Inst::LaneWide(..) | Inst::LaneNarrow(..) | Inst::LaneReduce(..) | Inst::ToInt32(..) => true,
            _ => false,
        }
    }

    fn ints(inst: &Inst) -> u32 {
        let [accumulator, upper, count] = [RAX, RDX, RCX].map(|register| 1 << register.number());
        match *inst {
            Inst::IntBinary(op, _, _, b, _) => match (op, b) {
                (IntOp::Div | IntOp::Rem | IntOp::MulHigh, _) => accumulator | upper,
                (IntOp::RotateRight, Value::Register(_)) => count,
                (IntOp::Min | IntOp::Max, Value::Const(_)) => accumulator,
                _ => 0,
            },
            Inst::FromInt(_, _, _, IntType::U64) => accumulator,
            _ => 0,
        }
    }
}
