//! Transposition of a square of vectors in registers.
//!
//! Tests: below, `tests/tests/primitives_elementwise_shapes.rs`, `tests/tests/primitives_gemm_shapes.rs`.

use core::num::NonZero;
use core::ops::Range;
use tensmith_core::fallible::{Few, TryVec};
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Shuffle, Vector};
use tensmith_core::{DType, OutOfMemory};

/// Rows or columns of a square: as many as a vector has lanes.
pub(crate) type Side = Few<Vector, 4>;

/// Some of the columns of a square whose rows are given: four vectors of four words, or two of two double
/// words. Missing rows are stood in for by the first; what they contribute is in the lanes that
/// the missing rows would fill.
///
/// # Errors
/// [`OutOfMemory`].
pub(crate) fn columns(
    builder: &mut Builder,
    rows: &[Vector],
    wanted: Range<usize>,
    dtype: DType,
) -> Result<Side, OutOfMemory> {
    let mut columns = Side::new();
    let Some(first) = rows.first().copied() else { return Ok(columns) };
    let row = |nth: usize| rows.get(nth).copied().unwrap_or(first);
    let parity = |nth: usize| if nth % 2 == 0 { Shuffle::TransposeEven } else { Shuffle::TransposeOdd };
    if dtype.bytes() == 8 {
        for nth in wanted.start..wanted.end.min(2) {
            columns.try_push(builder.shuffle(parity(nth), row(0), row(1), 8)?)?;
        }
        return Ok(columns);
    }
    if rows.len() <= 2 {
        return halves(builder, [first, row(1)], wanted);
    }
    let mut halves = [None; 2];
    for nth in wanted.start..wanted.end.min(4) {
        let [even, odd] = &mut halves;
        let half = if nth % 2 == 0 { even } else { odd };
        let (low, high) = match *half {
            Some(both) => both,
            None => {
                let low = builder.shuffle(parity(nth), row(0), row(1), 4)?;
                let high = builder.shuffle(parity(nth), row(2), row(3), 4)?;
                *half.insert((low, high))
            }
        };
        columns.try_push(builder.shuffle(parity(nth / 2), low, high, 8)?)?;
    }
    Ok(columns)
}

/// Some of the columns of two rows of four words: each is two words wide.
fn halves(
    builder: &mut Builder,
    [first, second]: [Vector; 2],
    wanted: Range<usize>,
) -> Result<Side, OutOfMemory> {
    let mut columns = Side::new();
    let mut pairs = [None; 2];
    for nth in wanted.start..wanted.end.min(4) {
        let [even, odd] = &mut pairs;
        let (how, pair) =
            if nth % 2 == 0 { (Shuffle::TransposeEven, even) } else { (Shuffle::TransposeOdd, odd) };
        let low = match *pair {
            Some(low) => low,
            None => *pair.insert(builder.shuffle(how, first, second, 4)?),
        };
        let is_low = nth < 2;
        columns.try_push(if is_low {
            low
        } else {
            builder.shuffle(Shuffle::TransposeOdd, low, low, 8)?
        })?;
    }
    Ok(columns)
}

/// How many shuffles [`columns`] takes, for vectors of `lanes`.
pub(crate) fn shuffles(lanes: NonZero<usize>, rows: usize, wanted: &Range<usize>) -> usize {
    let count = wanted.end.min(lanes.get()).saturating_sub(wanted.start);
    // Columns of both parities share what is made of rows first.
    let parities = count.min(2);
    match (lanes.get(), rows) {
        (2, _) => count,
        (_, ..=2) => parities.saturating_add(wanted.end.min(4).saturating_sub(wanted.start.max(2))),
        _ => parities.saturating_mul(2).saturating_add(count),
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use tensmith_core::fallible::try_few;
    use tensmith_core::kernel::func::Inst;

    #[test]
    fn shuffles_are_counted_as_they_are_written() {
        for (dtype, lanes) in [(DType::F32, 4), (DType::F64, 2)] {
            let ranges = (0..=lanes).flat_map(|end| (0..=end).map(move |start| start as usize..end as usize));
            for (rows, wanted) in
                (1..=lanes).flat_map(|rows| ranges.clone().map(move |wanted| (rows, wanted)))
            {
                let mut builder = Builder::new("test").unwrap();
                let first = builder.vectors(rows);
                let rows: Side = try_few((0..rows).map(|nth| first.further(nth))).unwrap();
                columns(&mut builder, &rows, wanted.clone(), dtype).unwrap();
                let func = builder.finish().unwrap();
                let written = func.body().iter().filter(|inst| matches!(inst, Inst::Shuffle(..))).count();
                let lanes = NonZero::new(lanes as usize).unwrap();
                assert_eq!(shuffles(lanes, rows.len(), &wanted), written, "{dtype}: {rows:?}, {wanted:?}");
            }
        }
    }
}
