//! The pointers to A and B, and how they move from position to position of K.

use super::state::Micro;
use crate::address::bytes;
use tensmith_core::kernel::func::{Int, Offset};
use tensmith_core::kernel::spec::Layout;
use tensmith_core::{OutOfMemory, Types};

impl Micro<'_> {
    /// A repeated part begins here.
    pub(super) fn enter_loop(&mut self) -> Result<(), OutOfMemory> {
        (self.a, self.b) = (self.builder.copy(self.a)?, self.builder.copy(self.b)?);
        self.loops = true;
        Ok(())
    }

    /// A repeated part ends here: the pointers go on to the next group.
    pub(super) fn end_pass(&mut self) -> Result<(), OutOfMemory> {
        let [a, b] = self.steps();
        self.advance_a(Offset::Const(a))?;
        self.b = self.moved(self.b, Offset::Const(self.ahead.saturating_add(b)))?;
        self.ahead = 0;
        Ok(())
    }

    /// A pointer moved on.
    pub(super) fn moved(&mut self, pointer: Int, by: Offset) -> Result<Int, OutOfMemory> {
        match by {
            Offset::Const(0) => Ok(pointer),
            by if self.loops => self.builder.advance(pointer, by).map(|()| pointer),
            by => self.builder.add(pointer, by),
        }
    }

    /// Moves the pointers to A.
    pub(super) fn advance_a(&mut self, by: Offset) -> Result<(), OutOfMemory> {
        self.a = self.moved(self.a, by)?;
        let mut further = core::mem::take(&mut self.further_a);
        for pointer in &mut further {
            *pointer = self.moved(*pointer, by)?;
        }
        self.further_a = further;
        Ok(())
    }

    /// Goes on in B by some bytes: where offsets reach what is next, without moving the pointer.
    pub(super) fn advance_b(&mut self, by: i64) -> Result<(), OutOfMemory> {
        let ahead = self.ahead.saturating_add(by);
        let is_near = self.panels.reach_columns(self.tile.width, ahead);
        self.ahead = if is_near { ahead } else { 0 };
        if !is_near {
            self.b = self.moved(self.b, Offset::Const(ahead))?;
        }
        Ok(())
    }

    /// Moves the pointers of panels that are contiguous along K, by positions.
    pub(super) fn shift(&mut self, positions: i64) -> Result<(), OutOfMemory> {
        let Types { a, b, .. } = self.spec.types;
        let by = |dtype| positions.saturating_mul(bytes(1, dtype));
        if self.spec.a.layout == Layout::RowMajor {
            self.advance_a(Offset::Const(by(a)))?;
        }
        if self.spec.b.layout == Layout::ColumnMajor {
            self.advance_b(by(b))?;
        }
        Ok(())
    }

    /// Moves all pointers on by a whole group, as far as they have not moved inside of it.
    pub(super) fn advance(&mut self) -> Result<(), OutOfMemory> {
        let [a, b] = self.steps();
        self.advance_a(Offset::Const(a))?;
        self.advance_b(b)
    }

    /// How far the pointers are from the next group.
    pub(super) fn steps(&self) -> [i64; 2] {
        [self.step_a, self.step_b].map(|step| step.offset(self.panels.group.get()))
    }

    /// The pointer to vector `nth` of a panel of A.
    pub(super) fn pointer_to_a(&self, nth: usize) -> Int {
        let further = nth.checked_sub(1).and_then(|nth| self.further_a.get(nth));
        further.copied().unwrap_or(self.a)
    }
}
