//! The vectors along elements that are computed side by side, one in each lane, in blocks of a few.
//!
//! Tests: `tests/tests/primitives_lanewise.rs`, `tests/tests/primitives_window.rs`.

use crate::address::bytes;
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::func::Lanes;
use tensmith_core::kernel::spec::Start;
use tensmith_core::{DType, OutOfMemory};

/// A vector, or a part of one: where it begins, in bytes, and the part of it that there is.
pub(crate) type Part = (i64, Lanes);

/// The vectors along the lanes.
pub(crate) struct Blocks {
    /// The vectors of a tile.
    pub(crate) whole: Vec<Part>,
    /// How many blocks of that many there are.
    pub(crate) count: usize,
    /// The vectors after them.
    pub(crate) rest: Vec<Part>,
}

impl Blocks {
    /// Blocks of `vectors` vectors over `elements` elements. The last elements, where they fill no vector,
    /// are in one that overlaps the one before it, if results start with nothing; else they
    /// are accessed narrowly.
    pub(crate) fn new(
        (dtype, elements): (DType, usize),
        start: Start,
        lanes: NonZero<usize>,
        vectors: NonZero<usize>,
    ) -> Result<Self, OutOfMemory> {
        let width = lanes.get();
        let part = |first: usize, count: usize| {
            let lanes = Lanes { dtype, count: u8::try_from(count).unwrap_or(u8::MAX) };
            (bytes(first, dtype), lanes)
        };
        let wholes = |count: usize| (0..count).map(move |nth| part(nth.saturating_mul(width), width));
        let (full, tail) = (elements / lanes, elements % lanes);
        let (count, left) = (full / vectors, full % vectors);
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        whole.try_extend(wholes(vectors.get()))?;
        rest.try_extend(wholes(left))?;
        if tail > 0 {
            let (behind, lanes) = part(left.saturating_mul(width), tail);
            let overlaps = full > 0 && start == Start::Nothing;
            let back = bytes(width.saturating_sub(tail), dtype);
            let (_, vector) = part(0, width);
            rest.try_push(if overlaps { (behind.saturating_sub(back), vector) } else { (behind, lanes) })?;
        }
        Ok(Self { whole, count, rest })
    }

    /// All vectors that there are in blocks.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Part> + Clone {
        self.whole.iter().take_while(|_| self.count > 0).chain(&self.rest)
    }

    /// How far it is from one block to the next.
    pub(crate) fn length(&self) -> i64 {
        self.whole
            .last()
            .map_or(0, |(start, lanes)| start.saturating_add(bytes(lanes.count.into(), lanes.dtype)))
    }
}
