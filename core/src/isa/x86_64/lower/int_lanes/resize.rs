//! Lanes that become twice or half as large.

use super::{Naming, Reason, Sink, Vector, Width, permute, register, rows, transfer};
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::lower::state::Lowering;
use crate::kernel::func::{Half, IntType, LaneOp, NarrowOp, WideOp};

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// Half of the lanes, with twice the bits.
    pub(super) fn widen(&mut self, half: Half, [d, a]: [Vector; 2], of: IntType) -> Result<(), Reason> {
        let mut from = a;
        if half == Half::High {
            from = self.width.scratch();
            self.either(
                || transfer::vextracti128_y(from, a, 1u8),
                || transfer::vextracti64x4_y_z(from, a, 1u8),
            )?;
        }
        let rows = if of.is_signed() { &rows::WIDEN_SIGNED } else { &rows::WIDEN_UNSIGNED };
        self.row(rows, of, &[d, from].map(register))
    }

    /// An operation on widened lanes.
    pub(super) fn lane_wide(
        &mut self,
        op: WideOp,
        [d, a, b]: [Vector; 3],
        wide: IntType,
        narrow: IntType,
    ) -> Result<(), Reason> {
        let [_, x, y, _] = self.free();
        self.widen(op.half(), [x, a], narrow)?;
        self.widen(op.half(), [y, b], narrow)?;
        match (op.op(), wide.bits()) {
            // The lower halves are the numbers.
            (LaneOp::Mul, 64) => {
                let products =
                    if narrow.is_signed() { &rows::MUL_EVEN_SIGNED } else { &rows::MUL_EVEN_UNSIGNED };
                self.three(products, [d, x, y], narrow)
            }
            (op, _) => self.lane_binary(op, [d, x, y], wide),
        }
    }

    pub(super) fn lane_narrow(
        &mut self,
        op: NarrowOp,
        [d, a, b]: [Vector; 3],
        narrow: IntType,
        wide: IntType,
    ) -> Result<(), Reason> {
        match op {
            NarrowOp::Wrap => self.wrap([d, a, b], wide),
            NarrowOp::Saturate => {
                let [x, y, ..] = self.free();
                self.clamp([x, a], narrow, wide)?;
                self.clamp([y, b], narrow, wide)?;
                self.wrap([d, x, y], wide)
            }
        }
    }

    /// Lanes, or the nearest numbers that a type has which is half as large.
    fn clamp(&mut self, [d, a]: [Vector; 2], narrow: IntType, wide: IntType) -> Result<(), Reason> {
        let [.., limit, _] = self.free();
        let ((least, most), (lowest, _)) = (narrow.range(), wide.range());
        if lowest < least {
            self.lane_constant(d, least as u64, wide)?;
            self.lane_binary(LaneOp::Max, [d, d, a], wide)?;
            self.lane_constant(limit, most as u64, wide)?;
            return self.lane_binary(LaneOp::Min, [d, d, limit], wide);
        }
        self.lane_constant(d, most as u64, wide)?;
        self.lane_binary(LaneOp::Min, [d, d, a], wide)
    }

    /// The low halves of lanes. The registers that are free first may hold them.
    fn wrap(&mut self, [d, a, b]: [Vector; 3], wide: IntType) -> Result<(), Reason> {
        let [x, y, ..] = self.free();
        if self.width == Width::Zmm {
            self.row(&rows::NARROW, wide, &[x, a].map(register))?;
            self.row(&rows::NARROW, wide, &[y, b].map(register))?;
            return self.emit(transfer::vinserti64x4_z(d, x, y, 1u8));
        }
        if wide.bits() == 64 {
            self.emit(permute::vshufps_y(x, a, b, 0x88u8))?;
        } else {
            let half = wide.bits() / 2;
            for (to, from) in [(x, a), (y, b)] {
                self.numbered(&rows::LEFT, [to, from], half, wide)?;
                self.numbered(&rows::RIGHT, [to, to], half, wide)?;
            }
            self.emit(match wide.bits() {
                16 => permute::vpackuswb_y(x, x, y),
                _ => permute::vpackusdw_y(x, x, y),
            })?;
        }
        // Pieces of 16 bytes have halves of both.
        self.emit(permute::vpermq_i_y(d, x, 0xd8u8))
    }
}
