//! A walk over the operands of instructions.

use super::access::{Address, Offset};
use super::callee::CalleeId;
use super::register::{FrameSlot, Int, Mask, Role, Vector, VectorSlot};
use super::tile::{Predicate, TileUpdate};

/// A pass that asks for the operands of instructions: those that are read come first.
///
/// Some instructions mean more to passes than their operands. Their rows name one of the later methods, which
/// gets the walk over the operands.
pub(crate) trait Operands: Sized {
    /// An instruction uses an integer register.
    fn int(&mut self, register: Int, role: Role);

    /// An instruction uses a vector register.
    fn vector(&mut self, register: Vector, role: Role);

    /// An instruction uses a predicate register.
    #[inline(always)]
    fn mask(&mut self, _: Mask, _: Role) {}

    /// An instruction uses a place in the frame.
    #[inline(always)]
    fn slot(&mut self, _: FrameSlot, _: Role) {}

    /// An instruction uses a place for a vector in the frame.
    #[inline(always)]
    fn vector_slot(&mut self, _: VectorSlot, _: Role) {}

    /// An instruction accesses memory.
    #[inline(always)]
    fn address(&mut self, address: Address) {
        self.int(address.base, Role::Read);
        if let Offset::Register(offset) = address.offset {
            self.int(offset, Role::Read);
        }
    }

    /// An instruction updates a tile.
    #[inline(always)]
    fn tile_update(&mut self, update: &TileUpdate) {
        update.bases().for_each(|base| self.int(base, Role::Read));
        update.factors().for_each(|vector| self.vector(vector, Role::Read));
        update.sums().for_each(|sum| self.vector(sum, Role::ReadWrite));
        update.loaded().for_each(|vector| self.vector(vector, Role::Write));
        if let Predicate::Masked(mask) = update.predicate {
            self.mask(mask, Role::Read);
        }
    }

    /// An instruction loads lanes of `d`.
    #[inline(always)]
    fn load(&mut self, _d: Vector, operands: impl FnOnce(&mut Self)) {
        operands(self);
    }

    /// An instruction stores lanes of `a`.
    #[inline(always)]
    fn store(&mut self, _a: Vector, operands: impl FnOnce(&mut Self)) {
        operands(self);
    }

    /// An instruction stores lanes or loads one: where elements are converted, a machine may need
    /// a register for these.
    #[inline(always)]
    fn replaces(&mut self, operands: impl FnOnce(&mut Self)) {
        operands(self);
    }

    /// An instruction copies an integer register.
    #[inline(always)]
    fn copy(&mut self, _d: Int, _a: Int, operands: impl FnOnce(&mut Self)) {
        operands(self);
    }

    /// An instruction of the language computes something, for which a machine may need registers besides
    /// those that are named.
    #[inline(always)]
    fn computes(&mut self, operands: impl FnOnce(&mut Self)) {
        operands(self);
    }

    /// An instruction calls a function.
    #[inline(always)]
    fn calls(&mut self, _: CalleeId, operands: impl FnOnce(&mut Self)) {
        operands(self);
    }

    /// A block that is no counted loop begins, goes on with another branch, or is left.
    #[inline(always)]
    fn control(&mut self, operands: impl FnOnce(&mut Self)) {
        operands(self);
    }

    /// A block begins that is skipped where all bits of a vector are set.
    #[inline(always)]
    fn begin_rare(&mut self, operands: impl FnOnce(&mut Self)) {
        operands(self);
    }

    /// A loop begins.
    #[inline(always)]
    fn begin_loop(&mut self, operands: impl FnOnce(&mut Self)) {
        operands(self);
    }

    /// A block ends.
    #[inline(always)]
    fn end_block(&mut self, operands: impl FnOnce(&mut Self)) {
        operands(self);
    }
}

/// The numbers of registers, and of places in the frame, that must be declared for those that
/// instructions name to exist.
#[derive(Clone, Copy, Default)]
pub(crate) struct Declared {
    pub(crate) ints: u32,
    pub(crate) vectors: u32,
    pub(crate) slots: u8,
    pub(crate) vector_slots: u8,
}

impl Operands for Declared {
    #[inline(always)]
    fn int(&mut self, register: Int, _: Role) {
        self.ints = self.ints.max(register.0.saturating_add(1));
    }

    #[inline(always)]
    fn vector(&mut self, register: Vector, _: Role) {
        self.vectors = self.vectors.max(register.0.saturating_add(1));
    }

    #[inline(always)]
    fn slot(&mut self, slot: FrameSlot, _: Role) {
        self.slots = self.slots.max(slot.number().saturating_add(1));
    }

    #[inline(always)]
    fn vector_slot(&mut self, slot: VectorSlot, _: Role) {
        self.vector_slots = self.vector_slots.max(slot.number().saturating_add(1));
    }
}
