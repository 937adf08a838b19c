//! Products with broadcast elements of B: each comes from memory, into every lane of a vector or right
//! into the multiplication.

use super::state::{Group, Micro, narrow};
use crate::address::bytes;
use crate::gemm::factors::{ColumnsOfB, VectorsOfA};
use crate::gemm::sums::{Set, Sums};
use tensmith_core::OutOfMemory;
use tensmith_core::kernel::func::{Address, Inst, NumbersInMemory, Offset, Registers, Source};
use tensmith_core::kernel::spec::Layout;

impl Micro<'_> {
    /// The multiply-adds of a group, position by position: all vectors of A are loaded, then multiplied by
    /// one broadcast element of B after the other; of complex numbers, by both parts.
    pub(super) fn by_broadcasts(&mut self, group: Group, sums: &Sums) -> Result<(), OutOfMemory> {
        let parts = self.panels.parts.get();
        for first in (0..group.count).step_by(parts) {
            let a = self.vectors_of_a(&(0..self.tile.height.vectors));
            a.each().try_for_each(|vector| self.load_a(vector, self.step_a.offset(first)))?;
            for position in (first..group.count).take(parts) {
                let set = sums.set(self.position_in_pass(group, position));
                match self.row_of_broadcasts(position) {
                    Some(row) => {
                        let columns =
                            ColumnsOfB { row: Source::Replicated(row), count: narrow(self.tile.width) };
                        self.multiply(set, a, &[columns])?;
                    }
                    None => self.multiply_apart(set, a, position)?,
                }
                if let Some(step) = self.step_a.behind(position) {
                    self.advance_a(step)?;
                }
                if let Some(step) = self.step_b.behind(position) {
                    self.b = self.moved(self.b, step)?;
                }
            }
        }
        Ok(())
    }

    /// The columns of B at a position of a group, for squares of A: broadcast, where a machine does not
    /// multiply by lanes and all positions of the group are reached from one pointer.
    pub(super) fn broadcasts_for_squares(&mut self, position: usize) -> Option<ColumnsOfB> {
        let is_row = self.spec.b.layout == Layout::RowMajor;
        if self.panels.machine.multiplies_by_lane || !is_row || !self.step_b.stays() {
            return None;
        }
        let row = Source::Replicated(self.row_of_broadcasts(position)?);
        Some(ColumnsOfB { row, count: narrow(self.tile.width) })
    }

    /// The broadcast elements of B at a position of a group, if their distance is known and offsets reach
    /// them: none that are converted, which are multiplied from registers.
    fn row_of_broadcasts(&mut self, position: usize) -> Option<NumbersInMemory> {
        if self.spec.types.b.is_converted() {
            return None;
        }
        let apart = match (self.spec.b.layout, self.panels.ldb) {
            (Layout::ColumnMajor, Offset::Const(bytes)) => bytes,
            (Layout::ColumnMajor, Offset::Register(_)) => return None,
            (Layout::RowMajor, _) => bytes(self.panels.parts.get(), self.spec.types.b),
        };
        let start = self.ahead.checked_add(self.step_b.offset(position))?;
        let last = apart.checked_mul(self.tile.width as i64)?.checked_add(start)?;
        i32::try_from(last).ok()?;
        let (start, apart) = (i32::try_from(start).ok()?, i32::try_from(apart).ok()?);
        Some(NumbersInMemory { first: self.builder.vector(), step: 0, base: self.b, start, apart })
    }

    /// Where a column of B begins.
    fn place_of_b(&self, nth: usize) -> Option<Offset> {
        match self.spec.b.layout {
            Layout::ColumnMajor => self.panels.columns_of_b.get(nth).copied(),
            Layout::RowMajor => {
                let before = nth.saturating_mul(self.panels.parts.get());
                Some(Offset::Const(bytes(before, self.spec.types.b)))
            }
        }
    }

    /// The multiply-adds with columns of B that are not evenly apart, or too far: each has its own address.
    fn multiply_apart(&mut self, set: Set<'_>, a: VectorsOfA, position: usize) -> Result<(), OutOfMemory> {
        for nth in 0..self.tile.width {
            let Some(offset) = self.place_of_b(nth) else { break };
            let offset = match offset {
                Offset::Const(bytes) => Offset::Const(
                    bytes.saturating_add(self.ahead).saturating_add(self.step_b.offset(position)),
                ),
                far @ Offset::Register(_) => far,
            };
            let element = self.builder.vector();
            self.builder.push(Inst::LoadAll(element, Address { base: self.b, offset }, self.spec.types.b))?;
            let row = Source::Registers(Registers::Vectors(element));
            self.multiply(set.column(nth), a, &[ColumnsOfB { row, count: 1 }])?;
        }
        Ok(())
    }
}
