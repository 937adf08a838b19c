//! How a multiplication is cut: the columns that share a vector, the vectors of a tile, and
//! the passes through K.
//!
//! Tests: `tests/tests/primitives_columns.rs`.

use crate::gemm::problem::Problem;
use core::num::NonZero;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Int, Lanes, Parts};
use tensmith_core::kernel::spec::{Batch, Factor, GemmSpec, Layout};
use tensmith_core::{DType, Target};

/// The size of the pieces inside of which lanes are spread.
const PIECE: usize = 16;

/// The size of the vectors that columns share.
const VECTOR: usize = 64;

/// Registers of a tile: one is left to what is spread.
const REGISTERS: usize = 30;

/// Vectors of B that are multiplied in turns at most, so that few multiply-adds wait for those before them.
pub(super) const MOST_TURNS: usize = 8;

/// Positions of K that are written without a loop, and those of a pass of one.
const STRAIGHT: usize = 40;
const PASS: usize = 16;

/// A multiplication with few rows, and how it is cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) dtype: DType,
    pub(super) m: usize,
    pub(super) n: usize,
    pub(super) k: usize,
    /// Leading dimensions, in bytes.
    pub(super) lda: i32,
    pub(super) ldb: i32,
    pub(super) ldc: i32,
    /// Whether the product is added to what C holds.
    pub(super) adds: bool,
    /// Columns that share a vector: 1, 2 or 4.
    pub(super) parts: usize,
    /// Vectors of a tile at most, and sets of accumulators that take turns.
    pub(super) width: usize,
    pub(super) sets: usize,
}

/// The passes through K: chunks in a pass, how often it is repeated, chunks behind it, and
/// positions that fill none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passes {
    pub(super) chunks: usize,
    pub(super) count: usize,
    pub(super) after: usize,
    pub(super) rest: usize,
}

impl Cut {
    /// The cut of a problem, if its columns can share vectors.
    pub(super) fn of(problem: &Problem, target: &Target) -> Option<Self> {
        let (spec, machine) = (problem.spec(), target.machine());
        let (parts, dtype) = (parts(spec, &machine)?, spec.types.single()?);
        let bytes = |ld: usize, columns: usize| {
            let bytes = ld.checked_mul(dtype.bytes())?;
            // Every offset fits into 32 bits.
            i32::try_from(bytes.checked_mul(columns.max(1))?).ok()?;
            i32::try_from(bytes).ok()
        };
        let mut cut = Self {
            dtype,
            m: spec.m,
            n: spec.n,
            k: spec.k,
            lda: bytes(spec.a.ld.known()?, spec.k)?,
            ldb: bytes(spec.b.ld.known()?, spec.n)?,
            ldc: bytes(spec.c.ld.known()?, spec.n)?,
            adds: spec.beta == Factor::One,
            parts,
            width: 1,
            sets: 1,
        };
        let widest = if parts == 2 { 12 } else { 16 };
        let tiles = cut.vectors().div_ceil(widest).max(1);
        cut.width = cut.vectors().div_ceil(tiles);
        cut.sets = match cut.width {
            1..=2 if cut.k >= 16 => 4,
            1..=4 if cut.k >= 8 => 2,
            5..=7 if cut.k >= 16 => 2,
            _ => 1,
        };
        Some(cut)
    }

    /// Vectors of all columns.
    pub(super) fn vectors(&self) -> usize {
        self.n.div_ceil(self.parts.max(1))
    }

    /// Tiles of `width` vectors, and the vectors of the last tile.
    pub(super) fn tiles(&self) -> (usize, usize) {
        let tiles = self.vectors().div_ceil(self.width.max(1)).saturating_sub(1);
        (tiles, self.vectors().saturating_sub(tiles.saturating_mul(self.width)))
    }

    /// The size of a part.
    pub(super) fn part(&self) -> usize {
        VECTOR.checked_div(self.parts).unwrap_or(VECTOR)
    }

    /// The lanes of a part.
    pub(super) fn room(&self) -> usize {
        self.part().checked_div(self.dtype.bytes()).unwrap_or(0)
    }

    /// Positions of K in a piece.
    pub(super) fn piece(&self) -> usize {
        PIECE.checked_div(self.dtype.bytes()).unwrap_or(1).max(1)
    }

    /// Positions of K in a vector of B: a part of them, or a piece where a single column fills the vector.
    pub(super) fn chunk(&self) -> usize {
        if self.parts == 1 { self.piece() } else { self.room() }
    }

    pub(super) fn passes(&self) -> Passes {
        let chunk = NonZero::new(self.chunk()).unwrap_or(NonZero::<usize>::MIN);
        let (all, rest) = (self.k / chunk, self.k % chunk);
        let chunks = NonZero::new(PASS.div_ceil(chunk.get())).unwrap_or(NonZero::<usize>::MIN);
        if self.k <= STRAIGHT {
            return Passes { chunks: all, count: 1, after: 0, rest };
        }
        Passes { chunks: chunks.get(), count: all / chunks, after: all % chunks, rest }
    }

    /// Vectors of B that are multiplied in turns, as far as there are registers: what is copied
    /// takes one more for each.
    pub(super) fn turns(&self) -> usize {
        let sums = self.width.saturating_mul(self.sets).saturating_add(self.chunk());
        let registers = REGISTERS.saturating_sub(sums);
        match self.parts {
            1 => 2,
            2 => (registers / 2).clamp(1, MOST_TURNS),
            _ => registers.clamp(1, MOST_TURNS),
        }
    }

    /// The columns of a vector.
    pub(super) fn columns(&self, vector: usize) -> usize {
        self.n.saturating_sub(vector.saturating_mul(self.parts)).min(self.parts)
    }

    /// Whether the columns of a vector are multiplied from memory: where each has a vector of its own, two of
    /// three, as otherwise loads, or shuffles, would take longer than multiply-adds.
    pub(super) fn is_from_memory(&self, vector: usize) -> bool {
        self.parts == 1 && vector % 3 != 0
    }

    /// The columns of all vectors that are not.
    pub(super) fn spread_vectors(&self) -> usize {
        if self.parts == 1 { self.vectors().div_ceil(3) } else { self.vectors() }
    }

    /// A column of A, in every part.
    pub(super) fn of_a(&self, base: Int, start: i32) -> Parts {
        let (size, count) = (self.part() as u8, self.parts as u8);
        Parts { lanes: self.lanes(self.m), size, count, base, start, apart: 0 }
    }

    /// Positions of columns of B: a part for each of them, or a piece that is repeated.
    pub(super) fn of_b(&self, base: Int, start: i32, (columns, positions): (usize, usize)) -> Parts {
        let lanes = self.lanes(positions);
        if self.parts == 1 {
            return Parts { lanes, size: PIECE as u8, count: (VECTOR / PIECE) as u8, base, start, apart: 0 };
        }
        Parts { lanes, size: self.part() as u8, count: columns as u8, base, start, apart: self.ldb }
    }

    /// Columns of C.
    pub(super) fn of_c(&self, base: Int, start: i32, columns: usize) -> Parts {
        let (size, count) = (self.part() as u8, columns as u8);
        Parts { lanes: self.lanes(self.m), size, count, base, start, apart: self.ldc }
    }

    pub(super) fn lanes(&self, count: usize) -> Lanes {
        Lanes { dtype: self.dtype, count: count as u8 }
    }

    /// The bytes of some elements.
    pub(super) fn bytes(&self, count: usize) -> i32 {
        count.saturating_mul(self.dtype.bytes()) as i32
    }
}

/// The columns that can share a vector: 1, 2 or 4.
fn parts(spec: &GemmSpec, machine: &Machine) -> Option<usize> {
    let lanes = machine.lanes(spec.types.accumulator).get();
    let is_plain = spec.batch == Batch::Single
        && spec.epilogue.is_empty()
        && spec.has_product()
        && spec.alpha == Factor::One
        && spec.beta != Factor::Runtime;
    let are_columns = [spec.a, spec.b, spec.c].iter().all(|matrix| matrix.layout == Layout::ColumnMajor);
    let has_parts = machine.has_masks && machine.vector_bytes == VECTOR;
    if !(is_plain && are_columns && has_parts) || spec.m > lanes {
        return None;
    }
    Some(match lanes.checked_div(spec.m).unwrap_or(lanes) {
        4.. => 4,
        2..4 => 2,
        _ => 1,
    })
}
