//! The registers that some operations, and stores that convert, need besides the one that allocation leaves
//! to lowering ([`abi::SCRATCH`](super::abi::SCRATCH)): they are destroyed there.
//!
//! Tests: `tests/tests/kernel_language_values.rs`, `tests/tests/kernel_language_vectors.rs`,
//! `tests/tests/kernel_language_narrow.rs`.

use super::operand::Any;
use super::register::{Gpr, Simd, V30, V31, X16};
use crate::isa::by_class::ByClass;
use crate::kernel::func::{DotTypes, Inst, IntOp, IntUnaryOp, LaneOp, Narrow, UpdateTypes, Value};

/// The integers that no call preserves (AAPCS64, 6.1.1), but for `x17`, which is left to lowering.
pub(super) const CALLER_SAVED: u32 = 0x0001_ffff;

/// The second integer register for what takes several instructions.
pub(super) const SECOND: Any<Gpr> = Any::placed(X16.number());

/// The vector registers for what takes several instructions.
pub(super) const TEMPORARIES: [Any<Simd>; 2] = [Any::placed(V30.number()), Any::placed(V31.number())];

/// The vector register for elements that a store narrows, or that become one lane.
pub(super) const NARROWED: Any<Simd> = Any::placed(V31.number());

/// The places that an instruction needs for itself.
pub(super) fn destroys(inst: &Inst) -> ByClass<u32> {
    if let Inst::Call(_) = inst {
        // Of a vector, half is preserved at most.
        return ByClass { ints: CALLER_SAVED, vectors: u32::MAX };
    }
    if let Some(narrow) = inst.replaced() {
        let vectors = match narrow {
            Narrow::F16 | Narrow::I8 | Narrow::U8 | Narrow::I16 => 1 << V31.number(),
            Narrow::BF16 => 1 << V30.number() | 1 << V31.number(),
        };
        return ByClass { ints: 0, vectors };
    }
    let of = |needs: bool, places: u32| if needs { places } else { 0 };
    ByClass {
        ints: of(needs_second(inst), 1 << X16.number()),
        vectors: of(needs_temporaries(inst), 1 << V30.number() | 1 << V31.number()),
    }
}

fn needs_second(inst: &Inst) -> bool {
    match *inst {
        Inst::IntBinary(op, _, _, b, of) => match op {
            IntOp::Div | IntOp::Rem => of.is_signed() && of.bits() < 32 || matches!(b, Value::Const(_)),
            IntOp::MulHigh => of.bits() < 32 || matches!(b, Value::Const(_)),
            IntOp::Min | IntOp::Max => matches!(b, Value::Const(_)),
            _ => false,
        },
        Inst::IntUnary(op, ..) => op == IntUnaryOp::Ones,
        Inst::LaneBinary(LaneOp::Mul | LaneOp::MulHigh, .., of) => of.bits() == 64,
        _ => false,
    }
}

fn needs_temporaries(inst: &Inst) -> bool {
    match *inst {
        Inst::LaneBinary(op, .., of) => match op {
            LaneOp::MulHigh | LaneOp::ShiftLeft | LaneOp::ShiftRight => true,
            LaneOp::Mul | LaneOp::Min | LaneOp::Max => of.bits() == 64,
            _ => false,
        },
        Inst::LaneNarrow(..) | Inst::LaneReduce(..) | Inst::LaneBits(..) => true,
        Inst::TileUpdate(update) => update.types == UpdateTypes::Dots(DotTypes::I16),
        _ => false,
    }
}
