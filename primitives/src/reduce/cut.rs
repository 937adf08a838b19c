//! How a reduction is cut: into panels, and a panel into accumulators and blocks of steps.

use crate::address::{bytes, signed};
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::Lanes;
use tensmith_core::kernel::spec::{Fold, Lines, ReduceSpec, Reduction};
use tensmith_core::{DType, OutOfMemory};

/// The extents of panels, and what is in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// Columns of a panel: those that become one vector of results, but not too many accumulators.
    columns: NonZero<usize>,
    /// Vectors of rows of a panel.
    vectors: NonZero<usize>,
    /// Accumulators that are in flight, at least, where there are as many steps.
    accumulators: usize,
    /// The most of them: a line has a single one where several for each were more.
    most: usize,
    /// Vectors that are loaded before any is used.
    pub(super) in_flight: usize,
}

impl Limits {
    /// For some 32 registers.
    const MANY: Self = Self { columns: FOUR, vectors: EIGHT, accumulators: 8, most: 16, in_flight: 8 };
    /// For some 16 registers.
    const FEW: Self = Self { most: 9, in_flight: 4, ..Self::MANY };
    /// For some 16 registers and a search for indices: the greatest element of each line
    /// is in a register, too.
    const FEW_INDICES: Self = Self { columns: FOUR, vectors: FOUR, accumulators: 4, most: 4, in_flight: 2 };

    /// The limits of a reduction on a machine.
    pub(super) fn of(spec: &ReduceSpec, machine: &Machine) -> Self {
        let is_search = spec.reduction == Reduction::ArgMax;
        match machine.vector_registers >= MANY_REGISTERS {
            // Twice the indices that are found, and the vectors that are compared with them.
            true if is_search => Self::MANY,
            true => Self { columns: machine.lanes(spec.dtype).clamp(FOUR, EIGHT), ..Self::MANY },
            false if is_search => Self::FEW_INDICES,
            false => Self { columns: machine.lanes(spec.dtype).clamp(FOUR, EIGHT), ..Self::FEW },
        }
    }
}

const FOUR: NonZero<usize> = NonZero::new(4).unwrap();
const EIGHT: NonZero<usize> = NonZero::new(8).unwrap();

/// The registers for which limits are those of many.
const MANY_REGISTERS: usize = 31;

/// All lines as panels.
pub(super) struct Panels {
    /// Panels of [`Panels::extent`] lines.
    pub(super) whole: usize,
    /// Lines of each.
    pub(super) extent: usize,
    /// Lines of one more panel; 0 for none.
    pub(super) rest: usize,
}

impl Panels {
    pub(super) fn of(spec: &ReduceSpec, limits: &Limits, lanes: NonZero<usize>) -> Self {
        let extent = match spec.lines {
            Lines::Columns => limits.columns,
            Lines::Rows => limits.vectors.saturating_mul(lanes),
        };
        Self { whole: spec.count() / extent, extent: extent.get(), rest: spec.count() % extent }
    }
}

/// A vector or a part of one, in a column.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Its start, in bytes.
    pub(super) offset: i64,
    /// The part of it that there is.
    pub(super) lanes: Lanes,
}

impl Part {
    fn new(row: usize, count: usize, dtype: DType) -> Self {
        let count = u8::try_from(count).unwrap_or(u8::MAX);
        Self { offset: bytes(row, dtype), lanes: Lanes { dtype, count } }
    }
}

/// A panel: its lines, the steps along them, and what takes turns.
pub(super) struct Cut {
    /// Elements of a vector.
    pub(super) lanes: NonZero<usize>,
    /// Columns, or vectors of rows.
    pub(super) lines: usize,
    /// Whole steps along each.
    pub(super) steps: usize,
    /// The rest of a column, from after the last whole step.
    pub(super) narrow: Option<Part>,
    /// Accumulators of each line, which take turns.
    pub(super) sets: usize,
    /// Steps of a block in a loop: a multiple of the accumulators of a line.
    pub(super) unrolled: NonZero<usize>,
    /// The vectors of results, in the output; of rows, also those of every column.
    pub(super) results: Vec<Part>,
}

impl Cut {
    /// A panel of that many columns or rows.
    pub(super) fn of(
        spec: &ReduceSpec,
        count: usize,
        limits: &Limits,
        lanes: NonZero<usize>,
    ) -> Result<Self, OutOfMemory> {
        let results = cover(count, lanes, spec)?;
        let (lines, steps, narrow) = match spec.lines {
            Lines::Columns => (count, spec.m / lanes, narrow(spec, lanes)),
            Lines::Rows => (results.len(), spec.n, None),
        };
        let most = limits.most.checked_div(lines).unwrap_or(1).max(1);
        let sets = limits.accumulators.div_ceil(lines.max(1)).min(most);
        // The search for indices keeps a vector of these for each step.
        let turns = if spec.reduction == Reduction::ArgMax { 1 } else { 2 };
        let unrolled = NonZero::new(sets.saturating_mul(turns)).unwrap_or(NonZero::<usize>::MIN);
        Ok(Self { lanes, lines, steps, narrow, sets, unrolled, results })
    }
}

/// Vectors that cover that many elements. Where they are more than a vector, the last one overlaps, if it
/// is to be computed of its own column elements alone: results of columns are next to each other.
fn cover(count: usize, lanes: NonZero<usize>, spec: &ReduceSpec) -> Result<Vec<Part>, OutOfMemory> {
    let width = lanes.get();
    let mut parts = Vec::new();
    for start in (0..count).step_by(width) {
        let left = count.saturating_sub(start);
        parts.try_push(match spec.lines {
            Lines::Rows if left < width && start > 0 => {
                Part::new(count.saturating_sub(width), width, spec.dtype)
            }
            _ => Part::new(start, left.min(width), spec.dtype),
        })?;
    }
    Ok(parts)
}

/// That many whole vectors.
pub(super) fn whole(count: usize, lanes: NonZero<usize>, dtype: DType) -> Result<Vec<Part>, OutOfMemory> {
    let mut parts = Vec::new();
    for nth in 0..count {
        parts.try_push(Part::new(nth.saturating_mul(lanes.get()), lanes.get(), dtype))?;
    }
    Ok(parts)
}

/// The rows of a column that fill no vector: alone, or in a vector with those before them, where
/// elements may be seen twice.
fn narrow(spec: &ReduceSpec, lanes: NonZero<usize>) -> Option<Part> {
    let tail = NonZero::new(spec.m % lanes)?.get();
    let may_overlap = matches!(spec.reduction, Reduction::Fold(Fold::Max | Fold::Min, _));
    if may_overlap && spec.m >= lanes.get() {
        let back = signed(lanes.get().saturating_sub(tail)).saturating_mul(bytes(1, spec.dtype));
        let part = Part::new(0, lanes.get(), spec.dtype);
        return Some(Part { offset: back.saturating_neg(), ..part });
    }
    Some(Part::new(0, tail, spec.dtype))
}
