//! Columns of C that are neighbours in memory: one run of elements.
//!
//! A load waits long for a store under a mask. A run of two powers of two is therefore moved in two
//! accesses without one.
//!
//! Tests: `tests/tests/primitives_columns.rs`.

use super::write::{Tile, Written};
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::func::{Address, Inst, Offset, Parts, Shuffle, Vector, VectorOp};

impl Tile<'_> {
    /// Adds what C holds to sums, which are then to be stored.
    pub(super) fn finish_run(&mut self, sum: Vector, to: Parts, stores: &mut Vec<Inst>) -> Written {
        let packed = match to.count > 1 && !to.are_whole() {
            true => self.builder.pack_parts(sum, to.lanes)?,
            false => sum,
        };
        let count = usize::from(to.lanes.count).saturating_mul(to.count.into());
        let high = count.checked_ilog2().and_then(|log| 1usize.checked_shl(log)).unwrap_or(count);
        let rest = count.saturating_sub(high);
        if rest == 0 || !rest.is_power_of_two() {
            return self.finish_lanes(packed, to, (0, count), stores);
        }
        self.finish_lanes(packed, to, (0, high), stores)?;
        let size = high.saturating_mul(to.lanes.dtype.bytes()) as u8;
        let upper = self.builder.shuffle(Shuffle::TransposeOdd, packed, packed, size)?;
        self.finish_lanes(upper, to, (high, rest), stores)
    }

    /// The low lanes of a vector, for some elements of a run.
    fn finish_lanes(
        &mut self,
        sum: Vector,
        to: Parts,
        (first, count): (usize, usize),
        stores: &mut Vec<Inst>,
    ) -> Written {
        let lanes = self.cut.lanes(count);
        let offset = Offset::Const(i64::from(to.start).saturating_add(self.cut.bytes(first).into()));
        let sum = match self.cut.adds {
            false => sum,
            true => {
                let before = self.builder.load(to.base, offset, lanes)?;
                // As a whole vector, it is added from memory.
                self.builder.push(self.cut.dtype.arithmetic().binary(VectorOp::Add, before, sum, before))?;
                before
            }
        };
        stores.try_push(Inst::Store(sum, Address { base: to.base, offset }, lanes))
    }
}
