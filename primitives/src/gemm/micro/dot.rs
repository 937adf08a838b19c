//! The dot rows of a tile: products along K, lane by lane.

use super::state::{Group, Micro, lanes};
use crate::address::bytes;
use crate::gemm::factors::ColumnsOfB;
use crate::gemm::sums::{Set, Sums};
use crate::gemm::tile::Height;
use crate::square::{self, Side};
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{TryVec, try_few};
use tensmith_core::kernel::func::{Offset, Registers, Source, Vector};
use tensmith_core::kernel::spec::Layout;

impl Micro<'_> {
    /// The multiply-adds of a group for a tile that has dot rows only. Each column
    /// of B is needed once only.
    pub(super) fn dot_group(
        &mut self,
        group: Group,
        rows: &[Vector],
        sums: &Sums,
    ) -> Result<(), OutOfMemory> {
        let set = sums.set(group.nth);
        for (nth, offset) in self.panels.columns_of_b.iter().take(self.tile.width).enumerate() {
            let column = self.builder.vector();
            self.load_column_of_b(column, *offset, group.loaded)?;
            self.multiply_dot(rows, column, set.dot_sums(nth))?;
        }
        Ok(())
    }

    /// Adds the products of rows and one column, lane by lane.
    fn multiply_dot<'s>(
        &mut self,
        rows: &[Vector],
        column: Vector,
        sums: impl Iterator<Item = &'s Vector>,
    ) -> Result<(), OutOfMemory> {
        for (row, sum) in rows.iter().zip(sums) {
            self.builder.multiply_add(*sum, *row, column, self.spec.types.accumulator)?;
        }
        Ok(())
    }

    /// The multiply-adds of dot rows with columns of B that are loaded.
    pub(super) fn multiply_dot_columns(
        &mut self,
        rows: &[Vector],
        b: &[ColumnsOfB],
        set: Set<'_>,
    ) -> Result<(), OutOfMemory> {
        // Where there are such rows, B is contiguous along K.
        let (false, [ColumnsOfB { row: Source::Registers(Registers::LaneOfEach(first, _)), count }]) =
            (rows.is_empty(), b)
        else {
            return Ok(());
        };
        (0..*count)
            .try_for_each(|nth| self.multiply_dot(rows, first.further(nth.into()), set.dot_sums(nth.into())))
    }

    /// The tile's dot rows. From an A that is contiguous along the tile, they are the last rows
    /// of a square; positions after the end of K are 0. At a single position, rows are their elements.
    pub(super) fn dot_rows_of_a(&mut self, group: Group) -> Result<Side, OutOfMemory> {
        let Height { vectors, dot_rows, .. } = self.tile.height;
        if dot_rows == 0 {
            return Ok(Side::new());
        }
        if let Some((rows, left)) = self.preloaded.split_at_checked(dot_rows) {
            self.preloaded = left;
            return try_few(rows.iter().copied());
        }
        if self.spec.a.layout == Layout::RowMajor {
            return self.loaded_along_k(vectors, dot_rows, group);
        }
        if group.count == 1 {
            return self.elements_of_dot_rows();
        }
        let rows = self.tile.height.rows();
        let count = self.panels.lanes.get().min(rows);
        let first = bytes(rows.saturating_sub(count), self.spec.types.a);
        let mut positions = Side::new();
        let mut pointer = self.pointer_to_a(0);
        for position in 0..self.panels.lanes.get() {
            if position >= group.count {
                positions.try_push(self.builder.zero()?)?;
                continue;
            }
            let offset = Offset::Const(first.saturating_add(self.step_a.offset(position)));
            positions.try_push(self.builder.load(pointer, offset, lanes(self.spec.types.a, count))?)?;
            match self.step_a.behind(position) {
                None => {}
                // Nothing else loads from the panel.
                Some(step) if vectors == 0 => {
                    self.advance_a(step)?;
                    pointer = self.a;
                }
                Some(step) => pointer = self.builder.add(pointer, step)?,
            }
        }
        let last = count.saturating_sub(dot_rows)..count;
        square::columns(self.builder, &positions, last, self.spec.types.accumulator.arithmetic().lanes())
    }

    /// The tile's dot rows at the last position, from an A that is contiguous along the tile.
    fn elements_of_dot_rows(&mut self) -> Result<Side, OutOfMemory> {
        let Height { dot_rows, .. } = self.tile.height;
        let mut elements = Side::new();
        for row in (self.tile.height.outer_rows()..).take(dot_rows) {
            let offset = Offset::Const(bytes(row, self.spec.types.a));
            elements.try_push(self.builder.load(self.a, offset, lanes(self.spec.types.a, 1))?)?;
        }
        Ok(elements)
    }
}
