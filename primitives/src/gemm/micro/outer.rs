//! The rows of a tile that vectors cover: outer products of A at a position of K and columns of B.

use super::columns::Columns;
use super::state::{Group, Micro, narrow};
use crate::gemm::factors::{ColumnsOfB, VectorsOfA};
use crate::gemm::sums::{Set, Sums};
use crate::gemm::tile::MAX_WIDTH;
use crate::square::{self, Side};
use alloc::vec::Vec;
use core::ops::Range;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{Few, TryVec, try_few};
use tensmith_core::kernel::func::{Address, Inst, Offset, Source, VectorsInMemory};
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
            let (set, offset) =
                (sums.set(self.position_in_pass(group, position)), self.step_a.offset(position));
            let ahead = self.load_ahead(position, offset)?;
            self.load_b(group, position, b)?;
            self.multiply(set, ahead, b)?;
            self.multiply_rest(set, (ahead, offset), b)?;
            if let Some(step) = self.step_a.behind(position) {
                self.advance_a(step)?;
            }
        }
        Ok(())
    }

    /// The same of complex numbers: each vector of A is loaded once for all parts of those in B.
    pub(super) fn positions_of_parts(
        &mut self,
        group: Group,
        b: &mut Columns,
        sums: &Sums,
    ) -> Result<(), OutOfMemory> {
        let parts = self.panels.parts.get();
        for first in (0..group.count).step_by(parts) {
            let mut of_parts = Few::<_, 2>::new();
            for position in (first..group.count).take(parts) {
                self.load_b(group, position, b)?;
                let columns: Columns = try_few(b.iter().copied())?;
                of_parts.try_push((sums.set(self.position_in_pass(group, position)), columns))?;
            }
            let offset = self.step_a.offset(first);
            for vector in self.vectors_of_a(&(0..self.tile.height.vectors)).each() {
                self.load_a(vector, offset)?;
                for (set, columns) in &of_parts {
                    self.multiply(*set, vector, columns)?;
                }
            }
            if let Some(step) = self.step_a.behind(first.saturating_add(parts).saturating_sub(1)) {
                self.advance_a(step)?;
            }
        }
        Ok(())
    }

    /// Loads the vectors of A that come before the columns of B at a position, from the first one on.
    fn load_ahead(&mut self, position: usize, offset: i64) -> Result<VectorsOfA, OutOfMemory> {
        let count = match self.spec.b.layout {
            Layout::ColumnMajor if position > 0 => 0,
            Layout::ColumnMajor | Layout::RowMajor => 1,
        };
        let ahead = self.vectors_of_a(&(0..count));
        ahead.each().try_for_each(|vector| self.load_a(vector, offset))?;
        Ok(ahead)
    }

    /// The multiply-adds of vectors of A that are in registers with columns of B.
    #[inline(always)]
    pub(super) fn multiply(
        &mut self,
        set: Set<'_>,
        a: VectorsOfA,
        b: &[ColumnsOfB],
    ) -> Result<(), OutOfMemory> {
        if a.count > 0 { set.multiply_add(self.builder, (a, b)) } else { Ok(()) }
    }

    /// The multiply-adds of vectors of A that are not loaded ahead, each loaded right before its own.
    fn multiply_rest(
        &mut self,
        set: Set<'_>,
        (ahead, offset): (VectorsOfA, i64),
        b: &[ColumnsOfB],
    ) -> Result<(), OutOfMemory> {
        let rest = ahead.count.into()..self.tile.height.vectors;
        if rest.is_empty() {
            return Ok(());
        }
        if let Some(block) = set.block(rest.start, b) {
            if let Some(vectors) = self.vectors_in_memory(&rest, offset) {
                let column = (Source::Memory(vectors), narrow(rest.len()));
                return block.multiply_add(self.builder, column);
            }
        }
        for vector in self.vectors_of_a(&rest).each() {
            self.load_a(vector, offset)?;
            self.multiply(set, vector, b)?;
        }
        Ok(())
    }

    /// Vectors of A, with new registers for them.
    pub(super) fn vectors_of_a(&mut self, range: &Range<usize>) -> VectorsOfA {
        let count = narrow(range.len());
        VectorsOfA { above: range.start, first: self.builder.vectors(count.into()), count }
    }

    /// The last vectors of A, or all of them, at a position of K that is `offset` bytes from the pointer, if
    /// they are whole and multiplied as they are: with new registers, each to be loaded right
    /// before it is multiplied.
    fn vectors_in_memory(&mut self, range: &Range<usize>, offset: i64) -> Option<VectorsInMemory> {
        let (start, _) = self.parts.get(range.start);
        let (last, lanes) = self.parts.get(self.tile.height.vectors.saturating_sub(1));
        if lanes.dtype.is_converted() || lanes.bytes() != self.panels.machine.vector_bytes {
            return None;
        }
        let near = |start: i64| i32::try_from(start.saturating_add(offset)).ok();
        let (start, last) = (near(start)?, near(last)?);
        let (base, step) = (self.a, self.panels.rolling_step);
        let first = self.builder.vectors(if step == 0 { 1 } else { narrow(range.len()).into() });
        Some(VectorsInMemory { first, step, base, start, last })
    }

    /// The multiply-adds of a group, square by square, from an A that is contiguous along K.
    pub(super) fn squares(&mut self, group: Group, b: &mut Columns, sums: &Sums) -> Result<(), OutOfMemory> {
        let mut columns = Vec::new();
        for position in 0..group.count {
            match self.broadcasts_for_squares(position) {
                Some(columns) => {
                    b.clear();
                    b.try_push(columns)?;
                }
                None => self.load_b(group, position, b)?,
            }
            columns.try_push(try_few::<_, { MAX_WIDTH / 2 }>(b.iter().copied())?)?;
        }
        for nth in 0..self.tile.height.vectors {
            let square = self.square_of_a(nth, group)?;
            for (position, (a, b)) in square.iter().zip(&columns).enumerate() {
                let set = sums.set(self.position_in_pass(group, position));
                self.multiply(set, VectorsOfA { above: nth, first: *a, count: 1 }, b)?;
            }
        }
        Ok(())
    }

    /// Loads a vector of rows from an A that is contiguous along the tile, at a position of K that is
    /// `offset` bytes from the pointer.
    #[inline]
    pub(super) fn load_a(&mut self, vector: VectorsOfA, offset: i64) -> Result<(), OutOfMemory> {
        let (start, lanes) = self.parts.get(vector.above);
        // Inside of A, whose bytes have been counted.
        let address = Address { base: self.a, offset: Offset::Const(start.wrapping_add(offset)) };
        self.builder.push(Inst::Load(vector.first, address, lanes))
    }

    /// Loads a square of an A that is contiguous along K and transposes it: one vector of rows per
    /// position of the group. Rows that the tile lacks are stood in for by its first.
    fn square_of_a(&mut self, nth: usize, group: Group) -> Result<Side, OutOfMemory> {
        let (_, count) = self.tile.height.vector(nth, self.panels.lanes.get());
        let rows = self.loaded_along_k(nth, count, group)?;
        let positions = group.back..group.back.saturating_add(group.count);
        square::columns(self.builder, &rows, positions, self.spec.types.accumulator.arithmetic().lanes())
    }
}
