//! The rows of a tile that are summed along K.

use super::pointers::Step;
use super::{Group, Micro, lanes};
use crate::address::bytes;
use crate::gemm::factors::ColumnsOfB;
use crate::gemm::sums::{Set, Sums};
use crate::gemm::tile::Height;
use crate::square::{self, Side};
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{TryVec, try_few};
use tensmith_core::kernel::func::{Inst, Offset, Row, Vector};
use tensmith_core::kernel::spec::Layout;

impl Micro<'_> {
    /// The multiply-adds of a group for a tile all of whose rows are summed along K. Each column
    /// of B is needed once only.
    pub(super) fn group_along_k(
        &mut self,
        group: Group,
        rows: &[Vector],
        sums: &Sums,
    ) -> Result<(), OutOfMemory> {
        let set = sums.set(group.nth);
        for (nth, offset) in self.panels.columns_of_b.iter().take(self.tile.width).enumerate() {
            let column = self.builder.vector();
            self.load_column_of_b(column, *offset, group.loaded)?;
            self.multiply_along_k(rows, column, set.along_k(nth))?;
        }
        Ok(())
    }

    /// Adds the products of rows and one column, lane by lane.
    fn multiply_along_k<'s>(
        &mut self,
        rows: &[Vector],
        column: Vector,
        sums: impl Iterator<Item = &'s Vector>,
    ) -> Result<(), OutOfMemory> {
        for (row, sum) in rows.iter().zip(sums) {
            self.builder.push(Inst::MultiplyAdd(*sum, *row, column, self.spec.dtype))?;
        }
        Ok(())
    }

    /// The multiply-adds of rows along K with columns of B that are loaded.
    pub(super) fn multiply_columns_along_k(
        &mut self,
        rows: &[Vector],
        b: &[ColumnsOfB],
        set: Set<'_>,
    ) -> Result<(), OutOfMemory> {
        // Where there are such rows, B is contiguous along K.
        let (false, [ColumnsOfB { row: Row::Vectors(first, _), count }]) = (rows.is_empty(), b) else {
            return Ok(());
        };
        (0..*count).try_for_each(|nth| {
            self.multiply_along_k(rows, first.further(nth.into()), set.along_k(nth.into()))
        })
    }

    /// The tile's rows along K. From an A that is contiguous along the tile, they are the last rows
    /// of a square; positions behind the end of K are 0. At a single position, rows are their elements.
    pub(super) fn rows_along_k(&mut self, group: Group) -> Result<Side, OutOfMemory> {
        let Height { vectors, along_k, .. } = self.tile.height;
        if along_k == 0 {
            return Ok(Side::new());
        }
        if let Some((rows, left)) = self.held.split_at_checked(along_k) {
            self.held = left;
            return try_few(rows.iter().copied());
        }
        if self.spec.a.layout == Layout::RowMajor {
            return self.loaded_along_k(vectors, along_k, group);
        }
        if group.count == 1 {
            return self.elements_along_k();
        }
        let rows = self.tile.height.rows();
        let count = self.panels.lanes.get().min(rows);
        let first = bytes(rows.saturating_sub(count), self.spec.dtype);
        let mut positions = Side::new();
        let mut pointer = self.pointer_to_a(0);
        for position in 0..self.panels.lanes.get() {
            if position >= group.count {
                positions.try_push(self.builder.zero()?)?;
                continue;
            }
            let offset = Offset::Const(first.saturating_add(self.step_a.offset(position)));
            positions.try_push(self.builder.load(pointer, offset, lanes(self.spec.dtype, count))?)?;
            match self.step_a {
                Step::Group(_) => {}
                // Nothing else loads from the panel.
                Step::Position(step) if vectors == 0 => {
                    self.advance_a(step)?;
                    pointer = self.a;
                }
                Step::Position(step) => pointer = self.builder.add(pointer, step)?,
            }
        }
        let last = count.saturating_sub(along_k)..count;
        square::columns(self.builder, &positions, last, self.spec.dtype)
    }

    /// The tile's rows along K at the last position, from an A that is contiguous along the tile.
    fn elements_along_k(&mut self) -> Result<Side, OutOfMemory> {
        let Height { along_k, .. } = self.tile.height;
        let mut elements = Side::new();
        for row in (self.tile.height.across()..).take(along_k) {
            let offset = Offset::Const(bytes(row, self.spec.dtype));
            elements.try_push(self.builder.load(self.a, offset, lanes(self.spec.dtype, 1))?)?;
        }
        Ok(elements)
    }
}
