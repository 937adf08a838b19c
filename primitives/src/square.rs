//! Transposition of a square of vectors in registers.
//!
//! Rows are recombined in stages: first their elements by pairs of rows, then blocks of two elements by pairs
//! of what that made, then of four, up to half a vector. At each stage the even blocks of a pair become one
//! vector and the odd ones another, so that the bits of a column's number say, from the lowest on, which of
//! both it is made of. What columns have in common is made once, and what only missing rows
//! would need is left out.
//!
//! Tests: below, `tests/tests/primitives_elementwise_shapes.rs`, `tests/tests/primitives_gemm_shapes.rs`,
//! `tests/tests/primitives_wide.rs`.

use core::num::NonZero;
use core::ops::Range;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{Few, TryVec};
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{FloatType, Shuffle, Vector};

/// The most lanes of a vector.
pub(crate) const MOST: usize = 16;

/// Stages that squares of [`MOST`] lanes have.
const STAGES: usize = MOST.ilog2() as usize;

/// The rows or columns of squares whose columns are made one after the other. Of larger ones, all of a stage
/// is made before the next: so there are never more vectors than rows, and one.
pub(crate) const SMALL: usize = 4;

/// Rows or columns of a square: as many as a vector has lanes.
pub(crate) type Side = Few<Vector, MOST>;

/// Some of the columns of a square whose rows are given. Missing rows are stood in for by others; what these
/// contribute is in the lanes that the missing rows would fill.
///
/// # Errors
/// [`OutOfMemory`].
pub(crate) fn columns(
    builder: &mut Builder,
    rows: &[Vector],
    wanted: Range<usize>,
    of: FloatType,
) -> Result<Side, OutOfMemory> {
    let mut columns = Side::new();
    let Some(first) = rows.first().copied() else { return Ok(columns) };
    let wanted = wanted.start..wanted.end.min(MOST);
    let stages = rows.len().max(wanted.end).max(2).next_power_of_two().ilog2() as usize;
    let made = [[None; MOST]; STAGES];
    let mut square = Square { builder, rows, first, bytes: of.bytes(), made };
    if rows.len().max(wanted.end) > SMALL {
        (1..=stages).try_for_each(|stage| square.all_of(stage, &wanted))?;
    }
    for column in wanted {
        columns.try_push(square.vector(stages, 0, column)?)?;
    }
    Ok(columns)
}

/// A square in the making.
struct Square<'s> {
    builder: &'s mut Builder,
    rows: &'s [Vector],
    /// The first row.
    first: Vector,
    /// Bytes of an element.
    bytes: usize,
    /// The vectors that each stage has made, by their rows and then by the columns that they lead to.
    made: [[Option<Vector>; MOST]; STAGES],
}

impl Square<'_> {
    /// Makes all vectors of a stage that lead to wanted columns: those first that are made of the same ones.
    fn all_of(&mut self, stage: usize, wanted: &Range<usize>) -> Result<(), OutOfMemory> {
        let half = 1 << stage.saturating_sub(1);
        let leads = |way: usize| wanted.clone().any(|column| column & (2 * half - 1) == way);
        for group in 0..groups(self.rows.len(), stage) {
            for way in (0..half).flat_map(|way| [way, way + half]).filter(|way| leads(*way)) {
                self.vector(stage, group, way)?;
            }
        }
        Ok(())
    }

    /// The vector with what some rows have in a column, among others. After stage 0, a group is a row; after
    /// each other, it is two groups of the one before.
    fn vector(&mut self, stage: usize, group: usize, column: usize) -> Result<Vector, OutOfMemory> {
        let Some(before) = stage.checked_sub(1) else {
            return Ok(self.rows.get(group).copied().unwrap_or(self.first));
        };
        let place = (group << stage) | column & ((1 << stage) - 1);
        let known = |made: &[[Option<Vector>; MOST]; STAGES]| *made.get(before)?.get(place)?;
        if let Some(vector) = known(&self.made) {
            return Ok(vector);
        }
        let (low, high) = (group * 2, group * 2 + 1);
        let is_alone = high >= groups(self.rows.len(), before);
        let how = if column >> before & 1 == 0 { Shuffle::TransposeEven } else { Shuffle::TransposeOdd };
        let first = self.vector(before, low, column)?;
        let vector = if is_alone && before > 0 && how == Shuffle::TransposeEven {
            // Its blocks are where they belong.
            first
        } else {
            let second = match is_alone {
                true if before > 0 => first,
                true => self.first,
                false => self.vector(before, high, column)?,
            };
            let bytes = u8::try_from(self.bytes << before).unwrap_or(u8::MAX);
            self.builder.shuffle(how, first, second, bytes)?
        };
        if let Some(made) = self.made.get_mut(before).and_then(|made| made.get_mut(place)) {
            *made = Some(vector);
        }
        Ok(vector)
    }
}

/// The groups that rows are in after a stage.
const fn groups(rows: usize, stage: usize) -> usize {
    rows.div_ceil(1 << stage)
}

/// How many shuffles [`columns`] takes, for vectors of `lanes`.
pub(crate) fn shuffles(lanes: NonZero<usize>, rows: usize, wanted: &Range<usize>) -> usize {
    let (start, end) = (wanted.start, wanted.end.min(lanes.get()));
    let count = end.saturating_sub(start);
    let (mut all, mut groups, mut half) = (0usize, rows.clamp(1, lanes.get()), 1usize);
    while half == 1 || groups > 1 || half < end {
        let ways = count.min(half.saturating_mul(2));
        let alone = match groups % 2 {
            0 => 0,
            _ if half == 1 => ways,
            _ => odd_ways(start, end, half),
        };
        all = all.saturating_add((groups / 2).saturating_mul(ways)).saturating_add(alone);
        (groups, half) = (groups.div_ceil(2), half.saturating_mul(2));
    }
    all
}

/// How many vectors there are at most while [`columns`] makes some, rows among them, of
/// which none is used later.
pub(crate) fn live(rows: usize, wanted: &Range<usize>) -> usize {
    let count = wanted.len();
    if rows.max(wanted.end) <= SMALL {
        // Columns are made while all rows are still needed.
        return rows.saturating_add(count);
    }
    let leads_on = |stage: &usize| 1 << stage.saturating_sub(1) < rows.max(wanted.end);
    let of_stage = |stage| groups(rows, stage).saturating_mul(count.min(1 << stage));
    let most = (1..=STAGES).take_while(leads_on).map(of_stage).fold(rows, usize::max);
    // A vector is made while both that it is made of are still needed, and the first row
    // stands in for others.
    most.saturating_add(2)
}

/// How many odd vectors a stage makes of each pair, where the pairs before it led to `half` columns.
fn odd_ways(start: usize, end: usize, half: usize) -> usize {
    let whole = half.saturating_mul(2);
    if end.saturating_sub(start) >= whole {
        return half;
    }
    // Both are powers of two, and no remainder is by 0.
    let below = |end: usize| (end & !(whole - 1)) / 2 + (end & (whole - 1)).saturating_sub(half);
    below(end).saturating_sub(below(start))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use tensmith_core::fallible::{try_collect, try_few};
    use tensmith_core::kernel::Func;
    use tensmith_core::kernel::func::Inst;

    /// Vectors at the busiest place of a function whose results are `made`.
    fn busiest(func: &Func, rows: &[Vector], made: &[Vector]) -> usize {
        let body = func.body();
        let uses = |inst: &Inst, vector: Vector| matches!(inst, Inst::Shuffle(_, _, a, b, _) if [*a, *b].contains(&vector));
        let last = |vector: Vector| match made.contains(&vector) {
            true => body.len(),
            false => body.iter().rposition(|inst| uses(inst, vector)).unwrap_or(0),
        };
        let defined = body.iter().enumerate().filter_map(|(at, inst)| match inst {
            Inst::Shuffle(_, to, ..) => Some((at, *to)),
            _ => None,
        });
        let rows = rows.iter().map(|row| (0, last(*row)));
        let ranges = try_collect(rows.chain(defined.map(|(at, to)| (at + 1, last(to))))).unwrap();
        (0..=body.len())
            .map(|at| ranges.iter().filter(|(from, to)| (*from..=*to).contains(&at)).count())
            .max()
            .unwrap()
    }

    /// Functions that make each range of columns of each square: the vectors of a machine's lanes, their
    /// rows, and what is made.
    fn each(mut check: impl FnMut(NonZero<usize>, &[Vector], &Range<usize>, (&Func, &[Vector]))) {
        for (dtype, lanes) in [
            (FloatType::F32, 4),
            (FloatType::F64, 2),
            (FloatType::F64, 4),
            (FloatType::F32, 8),
            (FloatType::F64, 8),
            (FloatType::F32, 16),
        ] {
            let ranges = (0..=lanes).flat_map(|end| (0..=end).map(move |start| start as usize..end as usize));
            for (rows, wanted) in
                (1..=lanes).flat_map(|rows| ranges.clone().map(move |wanted| (rows, wanted)))
            {
                let mut builder = Builder::new("test").unwrap();
                let first = builder.vectors(rows);
                let rows: Side = try_few((0..rows).map(|nth| first.further(nth))).unwrap();
                let made = columns(&mut builder, &rows, wanted.clone(), dtype).unwrap();
                let lanes = NonZero::new(lanes as usize).unwrap();
                check(lanes, &rows, &wanted, (&builder.finish().unwrap(), &made));
            }
        }
    }

    #[test]
    fn shuffles_are_counted_as_they_are_written() {
        each(|lanes, rows, wanted, (func, _)| {
            let written = func.body().iter().filter(|inst| matches!(inst, Inst::Shuffle(..))).count();
            assert_eq!(shuffles(lanes, rows.len(), wanted), written, "{rows:?}, {wanted:?}");
        });
    }

    #[test]
    fn there_are_never_more_vectors_than_counted() {
        each(|lanes, rows, wanted, (func, made)| {
            let (found, counted) = (busiest(func, rows, made), live(rows.len(), wanted));
            assert!(
                (found..=found + 4).contains(&counted),
                "{lanes}: {rows:?}, {wanted:?}: {found}, {counted}"
            );
        });
    }
}
