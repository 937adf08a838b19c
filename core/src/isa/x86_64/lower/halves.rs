//! The accumulators of which a function needs the lower half only.
//!
//! Problem: a tile of eight rows of FP32 fills half of its vectors of 64 bytes. A core that computes these in
//! two cycles could do both halves of the columns meanwhile.
//!
//! Idea: nothing reads the upper half of an accumulator of which at most 32 bytes are stored, so that a
//! multiply-add of 32 bytes is enough. What is read is looked at wherever it is: a register that has a whole
//! vector to give anywhere stays whole.
//!
//! Tests: `tests/tests/codegen_halves.rs`, `tests/tests/primitives_gemm_shapes.rs`.

use super::width::Width;
use crate::fallible::{Few, OutOfMemory, TryVec};
use crate::isa::Role;
use crate::kernel::func::{Inst, Int, Registers, Source, TileUpdate, Vector};
use crate::kernel::walk::Operands;

/// The bits of a word of the set.
const WORD: usize = u64::BITS as usize;

/// Which vectors are needed as a whole: a bit for each number; none is asked for where
/// there is nothing to gain.
#[derive(Default)]
pub(super) struct Halves {
    whole: Option<Set>,
}

impl Halves {
    /// Those of a function.
    pub(super) fn of(body: &[Inst], width: Width) -> Result<Self, OutOfMemory> {
        if width != Width::Zmm || !body.iter().any(stores_half) || !body.iter().any(multiplies) {
            return Ok(Self::default());
        }
        let mut whole = Set::default();
        loop {
            let before = whole.count;
            for inst in body.iter().rev() {
                whole.need(inst)?;
            }
            if whole.count == before {
                return Ok(Self { whole: Some(whole) });
            }
        }
    }

    /// Whether the lower half of a vector is enough.
    #[inline(always)]
    pub(super) fn has(&self, vector: Vector) -> bool {
        self.whole.as_ref().is_some_and(|whole| !whole.contains(vector))
    }
}

/// Whether an instruction stores half a vector at most.
fn stores_half(inst: &Inst) -> bool {
    matches!(inst, Inst::Store(_, _, lanes) if lanes.register_bytes() <= Width::Ymm.bytes())
}

/// Whether an instruction is one that can compute half a vector.
const fn multiplies(inst: &Inst) -> bool {
    matches!(inst, Inst::MultiplyAdd(..) | Inst::TileUpdate(_))
}

/// A set of vectors.
#[derive(Default)]
struct Set {
    words: Few<u64, 4>,
    count: usize,
    /// The allocator refused.
    is_short: bool,
}

impl Set {
    fn contains(&self, Vector(number): Vector) -> bool {
        let number = number as usize;
        let word = self.words.get(number / WORD).copied().unwrap_or(0);
        word & bit(number) != 0
    }

    fn add(&mut self, Vector(number): Vector) -> Result<(), OutOfMemory> {
        let number = number as usize;
        while self.words.len() <= number / WORD {
            self.words.try_push(0)?;
        }
        if let Some(word) = self.words.get_mut(number / WORD) {
            self.count = self.count.saturating_add(usize::from(*word & bit(number) == 0));
            *word |= bit(number);
        }
        Ok(())
    }

    /// Adds what an instruction reads as a whole, given what is needed of its results.
    fn need(&mut self, inst: &Inst) -> Result<(), OutOfMemory> {
        match inst {
            Inst::Store(..) if stores_half(inst) => {}
            Inst::MultiplyAdd(d, a, b, _) => self.like(*d, [*a, *b])?,
            Inst::Binary(op, d, a, b, _) if op.keeps_lanes() => self.like(*d, [*a, *b])?,
            // Neighbours are in the same half.
            Inst::SwapLanes(d, a, _) => self.like(*d, [*a])?,
            Inst::TileUpdate(update) => self.of_tile(update)?,
            _ => inst.operands(self),
        }
        if self.is_short { Err(OutOfMemory) } else { Ok(()) }
    }

    /// Some are needed as a whole if a result is.
    fn like(&mut self, result: Vector, sources: impl IntoIterator<Item = Vector>) -> Result<(), OutOfMemory> {
        if self.contains(result) {
            sources.into_iter().try_for_each(|source| self.add(source))?;
        }
        Ok(())
    }

    /// Entries of a column are needed as far as their sums are, those of a row for all of these.
    fn of_tile(&mut self, update: &TileUpdate) -> Result<(), OutOfMemory> {
        match update.column {
            Source::Registers(Registers::Vectors(_)) => {
                for (at, entry) in (0..update.height).zip(update.column.entries(update.height)) {
                    for sum in update.sums_of(at) {
                        self.like(sum, [entry])?;
                    }
                }
            }
            column => column.entries(update.height).try_for_each(|entry| self.add(entry))?,
        }
        update.row.entries(update.width).try_for_each(|number| self.add(number))
    }
}

impl Operands for Set {
    fn int(&mut self, _: Int, _: Role) {}

    fn vector(&mut self, register: Vector, role: Role) {
        if role != Role::Write && self.add(register).is_err() {
            self.is_short = true;
        }
    }
}

/// The bit of a number in its word.
const fn bit(number: usize) -> u64 {
    1 << (number % WORD)
}
