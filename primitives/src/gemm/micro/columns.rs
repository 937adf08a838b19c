//! The columns of B at a position of K, or at all positions of a group: loaded, and handed out in pieces.

use super::panels::chunks;
use super::state::{Group, Micro, lanes, narrow};
use crate::address::bytes;
use crate::gemm::factors::ColumnsOfB;
use crate::gemm::tile::MAX_WIDTH;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{Few, TryVec};
use tensmith_core::kernel::func::{Address, Inst, Offset, Registers, Source, Vector};
use tensmith_core::kernel::spec::Layout;

/// A tile's columns of B at a position of K: at most as many pieces as they fill vectors of two.
pub(super) type Columns = Few<ColumnsOfB, { MAX_WIDTH / 2 }>;

impl Micro<'_> {
    /// Makes the columns of B at a position of a group ready: if B is contiguous along K, all positions of
    /// the group are loaded with the first, lane by lane.
    pub(super) fn load_b(
        &mut self,
        group: Group,
        position: usize,
        b: &mut Columns,
    ) -> Result<(), OutOfMemory> {
        if position % self.panels.parts > 0 && self.spec.b.layout == Layout::RowMajor {
            return self.next_parts(position, b);
        }
        match (self.spec.b.layout, b.as_mut_slice()) {
            (
                Layout::ColumnMajor,
                [ColumnsOfB { row: Source::Registers(Registers::LaneOfEach(_, lane)), .. }],
            ) if position > 0 => {
                *lane = lane.saturating_add(1);
                Ok(())
            }
            (Layout::ColumnMajor, _) => self.columns_of_b(group, b),
            (Layout::RowMajor, _) if self.panels.parts.get() > 1 => self.row_of_numbers(position, b),
            (Layout::RowMajor, _) => self.row_of_b(position, b),
        }
    }

    /// Loads a group of positions of each column of a B that is contiguous along K.
    fn columns_of_b(&mut self, group: Group, b: &mut Columns) -> Result<(), OutOfMemory> {
        let offsets = self.panels.columns_of_b.iter().take(self.tile.width);
        let count = narrow(offsets.len());
        let first = self.builder.vectors(count.into());
        for (nth, offset) in (0..).zip(offsets) {
            self.load_column_of_b(first.further(nth), *offset, group.loaded)?;
        }
        b.clear();
        let row = Source::Registers(Registers::LaneOfEach(first, narrow(group.back)));
        b.try_push(ColumnsOfB { row, count })
    }

    /// Loads all columns at a position of K of a B that is contiguous along the tile.
    fn row_of_b(&mut self, position: usize, b: &mut Columns) -> Result<(), OutOfMemory> {
        b.clear();
        let mut covered = 0usize;
        for (start, count) in chunks(self.tile.width, self.panels.lanes) {
            let offset = bytes(start, self.spec.types.b).saturating_add(self.step_b.offset(position));
            let vector = self.builder.load(self.b, Offset::Const(offset), lanes(self.spec.types.b, count))?;
            // Of an overlapping vector, the lanes that are not covered yet.
            let first = covered.saturating_sub(start);
            covered = start.saturating_add(count);
            let row = Source::Registers(Registers::Lanes(vector, narrow(first)));
            b.try_push(ColumnsOfB { row, count: narrow(count.saturating_sub(first)) })?;
        }
        self.behind_row_of_b(position)
    }

    /// Loads a row of complex numbers of B, for both positions of K that are its parts: the real ones first.
    fn row_of_numbers(&mut self, position: usize, b: &mut Columns) -> Result<(), OutOfMemory> {
        b.clear();
        let parts = self.panels.parts.get();
        let mut covered = 0usize;
        for (start, count) in chunks(self.tile.width.saturating_mul(parts), self.panels.lanes) {
            let offset = bytes(start, self.spec.types.b).saturating_add(self.step_b.offset(position));
            let vector = self.builder.load(self.b, Offset::Const(offset), lanes(self.spec.types.b, count))?;
            for lane in (covered.saturating_sub(start)..count).step_by(parts) {
                let row = Source::Registers(Registers::Lanes(vector, narrow(lane)));
                b.try_push(ColumnsOfB { row, count: 1 })?;
            }
            covered = start.saturating_add(count);
        }
        Ok(())
    }

    /// Goes on to the next parts of a row of complex numbers.
    fn next_parts(&mut self, position: usize, b: &mut Columns) -> Result<(), OutOfMemory> {
        for columns in b.as_mut_slice() {
            if let Source::Registers(Registers::Lanes(_, lane)) = &mut columns.row {
                *lane = lane.saturating_add(1);
            }
        }
        self.behind_row_of_b(position)
    }

    fn behind_row_of_b(&mut self, position: usize) -> Result<(), OutOfMemory> {
        if let Some(step) = self.step_b.behind(position) {
            self.b = self.moved(self.b, step)?;
        }
        Ok(())
    }

    /// Loads some positions of a column of B.
    pub(super) fn load_column_of_b(
        &mut self,
        d: Vector,
        offset: Offset,
        positions: usize,
    ) -> Result<(), OutOfMemory> {
        let offset = match offset {
            Offset::Const(bytes) => Offset::Const(bytes.saturating_add(self.ahead)),
            far @ Offset::Register(_) => far,
        };
        let address = Address { base: self.b, offset };
        self.builder.push(Inst::Load(d, address, lanes(self.spec.types.b, positions)))
    }
}
