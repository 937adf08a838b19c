//! The rows of a tile that vectors lie across: A at a position of K, multiplied with columns of B.

use super::columns::{Columns, Piece};
use super::pointers::Step;
use super::{Group, MAX_WIDTH, Micro, narrow};
use crate::gemm::sums::{Across, Set, Sums};
use crate::gemm::tile::Fetch;
use crate::square::{self, Side};
use alloc::vec::Vec;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{TryVec, try_few};
use tensmith_core::kernel::func::{Address, Column, Inst, Offset, Stretch, Vector};
use tensmith_core::kernel::spec::Layout;

impl Micro<'_> {
    /// The multiply-adds of a group, position by position, from an A that is contiguous along the
    /// tile. What of A is loaded ahead comes before B, as all columns wait for it.
    pub(super) fn positions(
        &mut self,
        group: Group,
        b: &mut Columns,
        sums: &Sums,
    ) -> Result<(), OutOfMemory> {
        for position in 0..group.count {
            let (set, offset) = (sums.set(self.turn(group, position)), self.step_a.offset(position));
            let ahead = self.load_ahead(position, offset)?;
            self.load_b(group, position, b)?;
            self.multiply(set, ahead, b)?;
            self.multiply_rest(set, (ahead.count.into(), offset), b)?;
            if let Step::Position(step) = self.step_a {
                self.advance_a(step)?;
            }
        }
        Ok(())
    }

    /// Loads the vectors of A that come before the columns of B at a position, from the first one on.
    fn load_ahead(&mut self, position: usize, offset: i64) -> Result<Across, OutOfMemory> {
        let count = match (self.fetch, self.spec.b.layout) {
            (Fetch::Grouped, _) => self.tile.height.vectors,
            (Fetch::Rolling, Layout::ColumnMajor) if position > 0 => 0,
            (Fetch::Rolling, _) => 1,
        };
        let first = self.builder.vectors(narrow(count).into());
        for (nth, vector) in (0..count).zip(0..) {
            self.load_a(first.further(vector), nth, offset)?;
        }
        Ok(Across { above: 0, first, count: narrow(count) })
    }

    /// The multiply-adds of vectors of A that are in registers with columns of B.
    #[inline(always)]
    fn multiply(&mut self, set: Set<'_>, a: Across, b: &[Piece]) -> Result<(), OutOfMemory> {
        if a.count > 0 { set.multiply_add(self.builder, (a, b), self.spec.dtype) } else { Ok(()) }
    }

    /// The multiply-adds of the vectors of A under so many with columns of B, each vector loaded right before its own.
    fn multiply_rest(
        &mut self,
        set: Set<'_>,
        (above, offset): (usize, i64),
        b: &[Piece],
    ) -> Result<(), OutOfMemory> {
        let count = self.tile.height.vectors.saturating_sub(above);
        if count == 0 {
            return Ok(());
        }
        let first = self.builder.vectors(narrow(count).into());
        if let (Some(block), Some(stretch)) = (set.block(above, b), self.stretch((above, offset), first)) {
            let column = (Column::Memory(stretch), narrow(count));
            return block.multiply_add(self.builder, column, self.spec.dtype);
        }
        for (above, nth) in (above..self.tile.height.vectors).zip(0..) {
            let first = first.further(nth);
            self.load_a(first, above, offset)?;
            self.multiply(set, Across { above, first, count: 1 }, b)?;
        }
        Ok(())
    }

    /// The vectors of A under so many at a position of K that is so many bytes from the pointer, to be loaded into
    /// registers from `first` on, if they are whole.
    fn stretch(&self, (above, offset): (usize, i64), first: Vector) -> Option<Stretch> {
        let (start, _) = self.parts.get(above);
        let (last, lanes) = self.parts.get(self.tile.height.vectors.saturating_sub(1));
        let near = |start: i64| i32::try_from(start.saturating_add(offset)).ok();
        let is_whole = lanes.bytes() == self.panels.machine.vector_bytes;
        let stretch = Stretch { first, base: self.a, start: near(start)?, last: near(last)? };
        is_whole.then_some(stretch)
    }

    /// The multiply-adds of a group, square by square, from an A that is contiguous along K.
    pub(super) fn squares(&mut self, group: Group, b: &mut Columns, sums: &Sums) -> Result<(), OutOfMemory> {
        let mut columns = Vec::new();
        for position in 0..group.count {
            self.load_b(group, position, b)?;
            columns.try_push(try_few::<_, { MAX_WIDTH / 2 }>(b.iter().copied())?)?;
        }
        for nth in 0..self.tile.height.vectors {
            let square = self.square_of_a(nth, group)?;
            for (position, (a, b)) in square.iter().zip(&columns).enumerate() {
                let set = sums.set(self.turn(group, position));
                self.multiply(set, Across { above: nth, first: *a, count: 1 }, b)?;
            }
        }
        Ok(())
    }

    /// Loads a vector of rows from an A that is contiguous along the tile, at a position of K that is so
    /// many bytes from the pointer.
    #[inline]
    fn load_a(&mut self, d: Vector, nth: usize, offset: i64) -> Result<(), OutOfMemory> {
        let (start, lanes) = self.parts.get(nth);
        // Inside of A, whose bytes have been counted.
        let address = Address { base: self.a, offset: Offset::Const(start.wrapping_add(offset)) };
        self.builder.push(Inst::Load(d, address, lanes))
    }

    /// Loads a square of an A that is contiguous along K and transposes it: one vector of rows per
    /// position of the group. Rows that the tile lacks are stood in for by its first.
    fn square_of_a(&mut self, nth: usize, group: Group) -> Result<Side, OutOfMemory> {
        let (_, count) = self.tile.height.vector(nth, self.panels.lanes.get());
        let rows = self.loaded_along_k(nth, count, group)?;
        let positions = group.back..group.back.saturating_add(group.count);
        square::columns(self.builder, &rows, positions, self.spec.dtype)
    }
}
