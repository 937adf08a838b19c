//! Comparisons.

use super::{Naming, Reason, Sink, Vector, Width, register, rows};
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::lower::masks::TEMPORARY;
use crate::isa::x86_64::lower::state::Lowering;
use crate::isa::x86_64::value::Value;
use crate::kernel::func::{IntType, LaneOp};

/// The number of a comparison (Intel SDM, `VPCMPD`). For the greater one, operands are exchanged: of signed
/// integers, its number has another encoding.
const fn number(op: LaneOp) -> i64 {
    match op {
        LaneOp::Equal => 0,
        LaneOp::LessEqual => 2,
        LaneOp::NotEqual => 4,
        LaneOp::GreaterEqual => 5,
        _ => 1,
    }
}

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// All bits of a lane where a comparison holds.
    pub(super) fn lane_compare(
        &mut self,
        op: LaneOp,
        [d, a, b]: [Vector; 3],
        of: IntType,
    ) -> Result<(), Reason> {
        if self.width == Width::Ymm {
            return self.compare_without_masks(op, [d, a, b], of);
        }
        let is_order = !matches!(op, LaneOp::Equal | LaneOp::NotEqual);
        let rows = match of.is_signed() && is_order {
            true => &rows::COMPARE_SIGNED,
            false => &rows::COMPARE_UNSIGNED,
        };
        let [a, b] = if op == LaneOp::Greater { [b, a] } else { [a, b] };
        let mask = Value::Mask(TEMPORARY.number());
        self.row(rows, of, &[mask, register(a), register(b), Value::Number(number(op))])?;
        self.row(&rows::FILL, of, &[register(d), mask])
    }

    /// AVX2 says whether integers are equal, and which signed one is greater. Unsigned ones are compared when
    /// half of their range has been taken off.
    fn compare_without_masks(
        &mut self,
        op: LaneOp,
        [d, mut a, mut b]: [Vector; 3],
        of: IntType,
    ) -> Result<(), Reason> {
        let is_order = !matches!(op, LaneOp::Equal | LaneOp::NotEqual);
        if is_order && !of.is_signed() {
            let [_, x, y, _] = self.free();
            self.lane_constant(x, 1 << (of.bits().wrapping_sub(1) & 63), of)?;
            self.three(&rows::XOR, [y, b, x], of)?;
            self.three(&rows::XOR, [x, a, x], of)?;
            (a, b) = (x, y);
        }
        match op {
            LaneOp::Equal | LaneOp::NotEqual => self.three(&rows::EQUAL, [d, a, b], of)?,
            LaneOp::Greater | LaneOp::LessEqual => self.three(&rows::GREATER, [d, a, b], of)?,
            _ => self.three(&rows::GREATER, [d, b, a], of)?,
        }
        match op {
            LaneOp::NotEqual | LaneOp::LessEqual | LaneOp::GreaterEqual => self.invert([d, d]),
            _ => Ok(()),
        }
    }
}
