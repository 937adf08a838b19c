//! Columns moved by index, one after the other.
//!
//! Tests: below, `tests/tests/primitives_gather.rs`.

use super::{Element, Grid, ReferenceError, long_enough, number, same_type};
use crate::kernel::GatherSpec;
use crate::kernel::spec::Indexed;

/// Moves columns as `spec` says. Each slice begins with its operand's first element; that of the matrix that
/// is found by index reaches as far as it has columns.
///
/// # Errors
/// [`ReferenceError`], also for an index beyond the matrix; the output is unchanged then.
pub fn gather<T: Element>(
    spec: &GatherSpec,
    input: &[T],
    indices: &[u64],
    out: &mut [T],
) -> Result<(), ReferenceError> {
    same_type::<T>(spec.dtype)?;
    spec.validate()?;
    long_enough("indices", indices, spec.n)?;
    let (ld_in, ld_out) = (number("ld_in", spec.ld_in)?, number("ld_out", spec.ld_out)?);
    let (field, ld, len) = match spec.indexed {
        Indexed::Input => ("in", ld_in, input.len()),
        Indexed::Output => ("out", ld_out, out.len()),
    };
    let indices = || indices.iter().take(spec.n).map(|index| usize::try_from(*index).unwrap_or(usize::MAX));
    for index in indices() {
        let needed = index.checked_mul(ld).and_then(|start| start.checked_add(spec.m)).unwrap_or(usize::MAX);
        if len < needed {
            return Err(ReferenceError::TooShort { operand: field, len, needed });
        }
    }
    match spec.indexed {
        Indexed::Input => {
            long_enough("out", out, Grid::column_major("ld_out", spec.ld_out, spec.m, spec.n)?.span())?;
        }
        Indexed::Output => {
            long_enough("in", input, Grid::column_major("ld_in", spec.ld_in, spec.m, spec.n)?.span())?;
        }
    }
    for (nth, index) in indices().enumerate() {
        let (from, to) = if spec.indexed == Indexed::Input { (index, nth) } else { (nth, index) };
        let column = input.iter().skip(from.wrapping_mul(ld_in)).take(spec.m);
        for (element, x) in out.iter_mut().skip(to.wrapping_mul(ld_out)).zip(column) {
            *element = *x;
        }
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::DType;
    use crate::kernel::spec::Stride;

    const SPEC: GatherSpec = GatherSpec {
        dtype: DType::F32,
        indexed: Indexed::Input,
        m: 2,
        n: 3,
        ld_in: Stride::fixed(2),
        ld_out: Stride::fixed(3),
    };

    #[test]
    fn columns_are_found_by_index() {
        let (input, mut out) = ([1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], [0.0; 8]);
        gather(&SPEC, &input, &[2, 0, 2], &mut out).unwrap();
        assert_eq!(out, [5.0, 6.0, 0.0, 1.0, 2.0, 0.0, 5.0, 6.0]);
        let scatter = GatherSpec { indexed: Indexed::Output, ..SPEC };
        let mut out = [0.0; 8];
        gather(&scatter, &input, &[2, 0, 2], &mut out).unwrap();
        assert_eq!(out, [3.0, 4.0, 0.0, 0.0, 0.0, 0.0, 5.0, 6.0]);
    }

    #[test]
    fn an_index_beyond_the_matrix_is_refused_and_nothing_written() {
        let (input, mut out) = ([1.0f32; 6], [7.0; 8]);
        for (index, needed) in [(3, 8), (u64::MAX, usize::MAX)] {
            let error = gather(&SPEC, &input, &[0, 1, index], &mut out);
            assert_eq!(error, Err(ReferenceError::TooShort { operand: "in", len: 6, needed }));
            assert_eq!(out, [7.0; 8]);
        }
    }
}
