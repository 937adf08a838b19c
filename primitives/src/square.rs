//! Transposition of a square of vectors in registers.

use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Shuffle, Vector};
use tensmith_core::{DType, OutOfMemory};

/// The columns of a square whose rows are given: four vectors of four words, or two of two double
/// words. Missing rows are stood in for by the first; what they contribute is in the lanes that
/// the missing rows would fill.
///
/// # Errors
/// [`OutOfMemory`].
pub fn transpose(builder: &mut Builder, rows: &[Vector], dtype: DType) -> Result<Vec<Vector>, OutOfMemory> {
    use Shuffle::{TransposeEven, TransposeOdd};
    let mut columns = Vec::new();
    let Some(first) = rows.first().copied() else { return Ok(columns) };
    let row = |nth: usize| rows.get(nth).copied().unwrap_or(first);
    match dtype {
        DType::F32 => {
            let mut words = |how, a, b| builder.shuffle(how, a, b, 4);
            let (even_low, odd_low) =
                (words(TransposeEven, row(0), row(1))?, words(TransposeOdd, row(0), row(1))?);
            let (even_high, odd_high) =
                (words(TransposeEven, row(2), row(3))?, words(TransposeOdd, row(2), row(3))?);
            for (how, low, high) in [
                (TransposeEven, even_low, even_high),
                (TransposeEven, odd_low, odd_high),
                (TransposeOdd, even_low, even_high),
                (TransposeOdd, odd_low, odd_high),
            ] {
                columns.try_push(builder.shuffle(how, low, high, 8)?)?;
            }
        }
        _ => {
            for how in [TransposeEven, TransposeOdd] {
                columns.try_push(builder.shuffle(how, row(0), row(1), 8)?)?;
            }
        }
    }
    Ok(columns)
}
