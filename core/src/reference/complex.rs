//! Multiplication of complex numbers, part by part, as its definition reads.
//!
//! Tests: below, `tests/tests/primitives_complex.rs`.

use super::{Element, Grid, ReferenceError, Sum, load, long_enough, same_type};
use crate::kernel::ComplexSpec;
use crate::kernel::spec::Start;

/// A multiplication of complex numbers, its inputs checked.
#[derive(Clone, Copy, Debug)]
pub struct ComplexProduct<'a, T> {
    spec: ComplexSpec,
    grids: [Grid; 2],
    inputs: [&'a [T]; 2],
}

impl<'a, T: Element> ComplexProduct<'a, T> {
    /// Takes A and B, part by part; each slice begins with its operand's first part.
    ///
    /// # Errors
    /// [`ReferenceError`].
    pub fn new(spec: &ComplexSpec, inputs: [&'a [T]; 2]) -> Result<Self, ReferenceError> {
        same_type::<T>(spec.part)?;
        spec.validate()?;
        let a = Grid::new("lda", spec.a, spec.m, spec.k)?;
        let b = Grid::new("ldb", spec.b, spec.k, spec.n)?;
        for ((name, parts), grid) in ["a", "b"].into_iter().zip(inputs).zip([a, b]) {
            long_enough(name, parts, grid.span().wrapping_mul(2))?;
        }
        Ok(Self { spec: *spec, grids: [a, b], inputs })
    }

    /// The real and the imaginary part of element `(i, j)`, where C held parts before.
    #[must_use]
    pub fn element(&self, i: usize, j: usize, before: [T; 2]) -> [Sum; 2] {
        let starts = before.map(|part| if self.spec.start == Start::Output { part.to_f64() } else { 0.0 });
        let [mut re, mut im] = starts.map(Sum::starting_at);
        let [signs_a, signs_b] = self.spec.conjugation.factors().map(|is| if is { -1.0 } else { 1.0 });
        for p in 0..self.spec.k {
            let [a, b] = [self.number(0, (i, p), signs_a), self.number(1, (p, j), signs_b)];
            re.add_product(a[0], b[0]);
            re.add_product(-a[1], b[1]);
            im.add_product(a[0], b[1]);
            im.add_product(a[1], b[0]);
        }
        [re, im]
    }

    /// An element of an input, its imaginary part times a sign.
    fn number(&self, input: usize, (row, column): (usize, usize), sign: f64) -> [f64; 2] {
        let (Some(grid), Some(parts)) = (self.grids.get(input), self.inputs.get(input)) else {
            return [f64::NAN; 2];
        };
        let at = grid.at(row, column).wrapping_mul(2);
        [load(parts, at), sign * load(parts, at.wrapping_add(1))]
    }

    /// The indices of all elements of C, each with the place of its real part there.
    ///
    /// # Errors
    /// [`ReferenceError`].
    pub fn places(&self) -> Result<impl Iterator<Item = ((usize, usize), usize)> + use<T>, ReferenceError> {
        let grid = Grid::new("ldc", self.spec.c, self.spec.m, self.spec.n)?;
        Ok(grid.indices().map(move |(i, j)| ((i, j), grid.at(i, j).wrapping_mul(2))))
    }
}

/// C becomes what `spec` says. Each slice has the parts of an operand, from its first one on.
///
/// # Errors
/// [`ReferenceError`]; the output is unchanged then.
pub fn complex<T: Element>(spec: &ComplexSpec, inputs: [&[T]; 2], c: &mut [T]) -> Result<(), ReferenceError> {
    let product = ComplexProduct::new(spec, inputs)?;
    let grid = Grid::new("ldc", spec.c, spec.m, spec.n)?;
    long_enough("c", c, grid.span().wrapping_mul(2))?;
    for ((i, j), place) in product.places()? {
        if let Some([re, im]) = c.get_mut(place..place.wrapping_add(2)) {
            let [sum_re, sum_im] = product.element(i, j, [*re, *im]);
            (*re, *im) = (T::from_f64(sum_re.value), T::from_f64(sum_im.value));
        }
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::DType;
    use crate::kernel::spec::Conjugation;

    /// (1+2i)(3+4i) = -5+10i, and with factors conjugated.
    #[test]
    fn a_product_worked_out_by_hand() {
        let single = ComplexSpec::column_major(DType::F64, [1, 1, 1]);
        for (conjugation, expected) in [
            (Conjugation::Neither, [-5.0, 10.0]),
            (Conjugation::A, [11.0, -2.0]),
            (Conjugation::B, [11.0, 2.0]),
            (Conjugation::Both, [-5.0, -10.0]),
        ] {
            let spec = ComplexSpec { conjugation, ..single };
            let mut c = [7.0, 8.0];
            complex(&spec, [&[1.0, 2.0], &[3.0, 4.0]], &mut c).unwrap();
            assert_eq!(c, expected);
            c = [7.0, 8.0];
            complex(&ComplexSpec { start: Start::Output, ..spec }, [&[1.0, 2.0], &[3.0, 4.0]], &mut c)
                .unwrap();
            assert_eq!(c, [expected[0] + 7.0, expected[1] + 8.0]);
        }
    }
}
