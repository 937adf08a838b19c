//! Multiplications side by side, element after element.
//!
//! Tests: below, `tests/tests/primitives_lanewise.rs`.

use super::{Element, ReferenceError, Sum, load, long_enough, same_type};
use crate::kernel::LanewiseSpec;
use crate::kernel::spec::{Spacing, Start};

/// Multiplications in the lanes of vectors, their inputs checked.
#[derive(Clone, Copy, Debug)]
pub struct Lanewise<'a, T> {
    spec: LanewiseSpec,
    inputs: [&'a [T]; 2],
}

impl<'a, T: Element> Lanewise<'a, T> {
    /// Takes A and B; each slice begins with its operand's first element.
    ///
    /// # Errors
    /// [`ReferenceError`].
    pub fn new(spec: &LanewiseSpec, inputs: [&'a [T]; 2]) -> Result<Self, ReferenceError> {
        same_type::<T>(spec.dtype)?;
        spec.validate()?;
        let [a, b] = inputs;
        long_enough("a", a, span(spec.a, (spec.m, spec.k), spec.count))?;
        long_enough("b", b, span(spec.b, (spec.k, spec.n), spec.count))?;
        Ok(Self { spec: *spec, inputs })
    }

    /// Element `(i, j)` of result number `l`, where C held `before`.
    #[must_use]
    pub fn element(&self, (i, j, l): (usize, usize, usize), before: T) -> Sum {
        let (spec, [a, b]) = (&self.spec, self.inputs);
        let mut sum = Sum::starting_at(if spec.start == Start::Output { before.to_f64() } else { 0.0 });
        for p in 0..spec.k {
            sum.add_product(load(a, at(spec.a, (i, p, l))), load(b, at(spec.b, (p, j, l))));
        }
        sum
    }

    /// The indices of all elements of C, each with its place there.
    pub fn places(&self) -> impl Iterator<Item = ((usize, usize, usize), usize)> + use<T> {
        let spec = self.spec;
        let pairs = (0..spec.m).flat_map(move |i| (0..spec.n).map(move |j| (i, j)));
        let indices = pairs.flat_map(move |(i, j)| (0..spec.count).map(move |l| (i, j, l)));
        indices.map(move |index| (index, at(spec.c, index)))
    }
}

// Specs are validated before places are computed: an operand spans less than 2⁴⁷ bytes, so that none of the
// wrapping operations here wraps.

/// The place of element `(i, j)` of matrix number `l`.
fn at(spacing: Spacing, (i, j, l): (usize, usize, usize)) -> usize {
    let row = i.wrapping_mul(spacing.rows);
    row.wrapping_add(j.wrapping_mul(spacing.columns)).wrapping_add(l)
}

/// Elements from the first to the last.
fn span(spacing: Spacing, (rows, columns): (usize, usize), count: usize) -> usize {
    at(spacing, (rows.wrapping_sub(1), columns.wrapping_sub(1), count))
}

/// C becomes what `spec` says. Each slice begins with its operand's first element.
///
/// # Errors
/// [`ReferenceError`]; the output is unchanged then.
pub fn lanewise<T: Element>(
    spec: &LanewiseSpec,
    inputs: [&[T]; 2],
    c: &mut [T],
) -> Result<(), ReferenceError> {
    let reference = Lanewise::new(spec, inputs)?;
    long_enough("c", c, span(spec.c, (spec.m, spec.n), spec.count))?;
    for (index, place) in reference.places() {
        if let Some(element) = c.get_mut(place) {
            *element = reference.element(index, *element).rounded();
        }
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::DType;

    #[test]
    fn each_lane_is_a_product_of_its_own() {
        let spec = LanewiseSpec {
            dtype: DType::F32,
            count: 2,
            m: 1,
            n: 2,
            k: 2,
            a: Spacing { rows: 0, columns: 3 },
            b: Spacing { rows: 4, columns: 2 },
            c: Spacing { rows: 0, columns: 3 },
            start: Start::Output,
        };
        let a = [1.0f32, 2.0, f32::NAN, 3.0, 4.0];
        let b = [1.0f32, 1.0, 10.0, 10.0, 100.0, 100.0, 1000.0, 1000.0];
        let mut c = [0.5f32, 0.0, 7.0, 0.0, 0.25];
        lanewise(&spec, [&a, &b], &mut c).unwrap();
        assert_eq!(c, [301.5, 402.0, 7.0, 3010.0, 4020.25]);
        lanewise(&LanewiseSpec { start: Start::Nothing, ..spec }, [&a, &b], &mut c).unwrap();
        assert_eq!(c, [301.0, 402.0, 7.0, 3010.0, 4020.0]);
        let short = ReferenceError::TooShort { operand: "a", len: 4, needed: 5 };
        assert_eq!(lanewise(&spec, [&a[..4], &b], &mut c), Err(short));
    }
}
