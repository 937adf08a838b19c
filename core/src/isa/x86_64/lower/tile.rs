//! The update of a tile of accumulators.
//!
//! A row of numbers in memory is multiplied from there where the column is a single vector. A higher column
//! shares every second number, which is loaded once, into every lane of a register
//! (`Machine::numbers_folded`).

use super::state::Lowering;
use super::width::Width;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::register::{Any, Simd};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{
    Address, FloatType, Lanes, NumbersInMemory, Offset, Predicate, Registers, Source, TileUpdate, UpdateKind,
    UpdateTypes, Vector,
};

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    #[inline(always)]
    pub(super) fn tile_update(&mut self, update: &TileUpdate) -> Result<(), Reason> {
        match (update.kind, update.types) {
            _ if update.predicate != Predicate::All => return Err(Reason::Mask),
            (UpdateKind::MultiplyAdd, UpdateTypes::Floats { accumulator, input }) if accumulator == input => {
            }
            (UpdateKind::Dot, UpdateTypes::Dots(_)) => {}
            (UpdateKind::MultiplyAdd, _) => return Err(Reason::UpdateTypes),
            (UpdateKind::Dot | UpdateKind::Matrix, _) => return Err(Reason::UpdateKind),
        }
        self.load_column(update)?;
        match update.row {
            Source::Replicated(numbers) => self.by_numbers(update, &numbers),
            Source::Registers(row) => self.by_registers(update, row),
            Source::Memory(_) => Err(Reason::Row),
        }
    }

    /// Loads the column, where it is in memory.
    fn load_column(&mut self, update: &TileUpdate) -> Result<(), Reason> {
        let vectors = match update.column {
            Source::Registers(Registers::Vectors(_)) => return Ok(()),
            Source::Memory(vectors) if vectors.step > 0 || update.height == 1 => vectors,
            _ => return Err(Reason::Column),
        };
        let (bytes, of) = (self.width.bytes(), update.types.lanes());
        let lanes = Lanes { dtype: of.elements(), count: (bytes / of.bytes()) as u8 };
        for (entry, d) in (0..update.height).zip(update.column.entries(update.height)) {
            let offset = Offset::Const(vectors.offset(entry, update.height, bytes));
            self.load(self.vector(d)?, &Address { base: vectors.base, offset }, lanes)?;
        }
        Ok(())
    }

    /// Multiplies the column by numbers in memory.
    fn by_numbers(&mut self, update: &TileUpdate, numbers: &NumbersInMemory) -> Result<(), Reason> {
        let (base, dtype) = (self.int(numbers.base)?, update.types.lanes());
        for (nth, number) in (0..update.width).zip(update.row.entries(update.width)) {
            let offset = i64::from(numbers.apart).wrapping_mul(nth.into());
            let memory = self.memory_at(base, offset.wrapping_add(numbers.start.into()))?;
            if (update.height == 1 || nth % 2 == 1) && self.multiplies_by_memory(update.types) {
                for at in 0..update.height {
                    let sum = sum(update, at, nth);
                    let operands = self.vectors([sum, entry(update, at)])?;
                    match update.types {
                        UpdateTypes::Floats { input, .. } => {
                            self.multiply_add_replicated(sum, operands, memory, input)?;
                        }
                        UpdateTypes::Dots(types) => self.dot_replicated(sum, operands, memory, types)?,
                    }
                }
            } else {
                let number = self.vector(number)?;
                self.replicate(number, memory, dtype)?;
                self.by_vector(update, nth, number)?;
            }
        }
        Ok(())
    }

    /// Whether a number in memory is a factor of an instruction.
    fn multiplies_by_memory(&self, types: UpdateTypes) -> bool {
        match types {
            UpdateTypes::Floats { .. } => self.width == Width::Zmm,
            UpdateTypes::Dots(types) => self.dots_by_memory(types),
        }
    }

    /// Multiplies the column by what registers hold.
    fn by_registers(&mut self, update: &TileUpdate, row: Registers) -> Result<(), Reason> {
        for nth in 0..update.width {
            match row {
                Registers::Vectors(first) => {
                    let number = self.vector(first.further(nth.into()))?;
                    self.by_vector(update, nth, number)?;
                }
                Registers::Lanes(vector, first) => {
                    self.by_lane(update, nth, (vector, first.saturating_add(nth)))?;
                }
                Registers::LaneOfEach(first, lane) => {
                    self.by_lane(update, nth, (first.further(nth.into()), lane))?;
                }
            }
        }
        Ok(())
    }

    /// Multiplies the column by a lane, which is entry `nth` of the row.
    fn by_lane(&mut self, update: &TileUpdate, nth: u8, (vector, lane): (Vector, u8)) -> Result<(), Reason> {
        let (vector, of) = (self.vector(vector)?, update.types.lanes());
        if update.kind != UpdateKind::Dot {
            let number = self.lane_of(vector, lane, of)?;
            return self.by_vector(update, nth, number);
        }
        // Products may take the register that the lane is replicated in.
        for at in 0..update.height {
            let number = self.lane_of(vector, lane, of)?;
            self.by_entry(update, (at, nth), number)?;
        }
        Ok(())
    }

    /// A lane in every lane of the register that is left to lowering.
    fn lane_of(&mut self, vector: Any<Simd>, lane: u8, dtype: FloatType) -> Result<Any<Simd>, Reason> {
        let scratch = self.width.scratch();
        self.broadcast_lane([scratch, vector], (lane, dtype))?;
        Ok(scratch)
    }

    /// Multiplies the column by entry `nth` of the row.
    #[inline(always)]
    fn by_vector(&mut self, update: &TileUpdate, nth: u8, number: Any<Simd>) -> Result<(), Reason> {
        (0..update.height).try_for_each(|at| self.by_entry(update, (at, nth), number))
    }

    /// Multiplies entry `at` of the column by entry `nth` of the row.
    #[inline(always)]
    fn by_entry(
        &mut self,
        update: &TileUpdate,
        (at, nth): (u8, u8),
        number: Any<Simd>,
    ) -> Result<(), Reason> {
        let sum = sum(update, at, nth);
        let [d, a] = self.vectors([sum, entry(update, at)])?;
        match update.types {
            UpdateTypes::Floats { input, .. } => self.multiply_add_to(sum, [d, a, number], input),
            UpdateTypes::Dots(types) => self.dot_to(sum, [d, a, number], types),
        }
    }
}

/// The register of an entry of the column.
#[inline(always)]
fn entry(update: &TileUpdate, at: u8) -> Vector {
    let (first, step) = match update.column {
        Source::Memory(vectors) => (vectors.first, vectors.step),
        Source::Registers(Registers::Vectors(first)) => (first, 1),
        Source::Registers(Registers::Lanes(first, _) | Registers::LaneOfEach(first, _)) => (first, 0),
        Source::Replicated(numbers) => (numbers.first, numbers.step),
    };
    first.further(u32::from(at).wrapping_mul(step.into()))
}

/// The accumulator of an entry of the column and one of the row.
#[inline(always)]
fn sum(update: &TileUpdate, at: u8, nth: u8) -> Vector {
    update.sum.further(u32::from(nth).wrapping_mul(update.step.into()).wrapping_add(at.into()))
}
