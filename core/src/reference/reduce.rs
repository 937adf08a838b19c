//! Reductions of lines, element after element.
//!
//! Tests: below, `tests/tests/primitives_reduce.rs`.

use super::{Element, Grid, Range, ReferenceError, Sum, gamma, load, long_enough, same_type};
use crate::kernel::ReduceSpec;
use crate::kernel::spec::{Fold, Lines, Reduction, Start};

/// The result of a line, with all that is needed to judge a kernel's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reduced<T> {
    /// A sum, which depends on the order in which it is made.
    Sum(Sum),
    /// A product, which does, too.
    Product(Product),
    /// One of the elements.
    Element(T),
    /// The place of an element in its line.
    Place(u64),
}

/// A product of elements, with what its error bound needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Product {
    /// The product, in FP64, not rounded to the element type.
    pub value: f64,
    /// Number of factors.
    factors: u64,
    /// The product of all factors that are finite and farther than 1 from zero, without signs.
    grown: f64,
    /// The product of all others but zeros.
    shrunk: f64,
    /// Whether a factor is no number.
    has_nan: bool,
    /// The product modulo 2⁶⁴, where all factors are integers.
    residue: i64,
}

impl Product {
    fn new() -> Self {
        Self { value: 1.0, factors: 0, grown: 1.0, shrunk: 1.0, has_nan: false, residue: 1 }
    }

    fn multiply(&mut self, factor: f64) {
        self.value *= factor;
        self.factors = self.factors.wrapping_add(1);
        self.has_nan |= factor.is_nan();
        self.residue = self.residue.wrapping_mul(factor as i64);
        let magnitude = factor.abs();
        if magnitude > 1.0 && magnitude.is_finite() {
            self.grown *= magnitude;
        } else if magnitude <= 1.0 && magnitude > 0.0 {
            self.shrunk *= magnitude;
        }
    }

    /// The product, rounded once to a type; of integers, modulo their range.
    #[must_use]
    pub fn rounded<T: Element>(&self) -> T {
        if T::DTYPE.is_integer() { T::from_bits(self.residue as u64) } else { T::from_f64(self.value) }
    }

    /// The relative error that any order may have; none where some order leaves the range of normal numbers.
    fn error<T: Element>(&self) -> Option<f64> {
        let factors = self.factors as f64;
        let relative = gamma(factors, T::ROUNDOFF) + gamma(factors, f64::ROUNDOFF);
        let least_normal = T::TINIEST / (2.0 * T::ROUNDOFF);
        let keeps_range =
            self.grown * (1.0 + relative) <= T::LARGEST && self.shrunk * (1.0 - relative) >= least_normal;
        keeps_range.then_some(relative)
    }

    /// Whether `actual` can be the result of a correct kernel: of integers, that one; else within
    /// `γ(n)·|value|`, or that special number. Where some order leaves the range of normal numbers on the
    /// way, that may happen to any result, and only what is no number stays none.
    #[must_use]
    pub fn accepts<T: Element>(&self, actual: T) -> bool {
        if T::DTYPE.is_integer() {
            return actual == self.rounded();
        }
        let actual = actual.to_f64();
        match self.error::<T>() {
            _ if self.has_nan => actual.is_nan(),
            None => true,
            Some(error) if self.value.is_finite() => (actual - self.value).abs() <= error * self.value.abs(),
            Some(_) => actual == self.value || actual.is_nan() && self.value.is_nan(),
        }
    }
}

impl<T: Element> Reduced<T> {
    /// The output's element afterwards, as the reference rounds it.
    #[must_use]
    pub fn value(&self) -> T {
        match *self {
            Self::Sum(sum) => sum.rounded(),
            Self::Product(product) => product.rounded(),
            Self::Element(element) => element,
            Self::Place(place) => T::from_bits(place),
        }
    }

    /// Whether `actual` can be what a correct kernel writes.
    #[must_use]
    pub fn accepts(&self, actual: T) -> bool {
        match self {
            Self::Sum(sum) => sum.accepts(actual),
            Self::Product(product) => product.accepts(actual),
            Self::Element(element) if element.to_f64().is_nan() => actual.to_f64().is_nan(),
            Self::Element(_) | Self::Place(_) => actual.to_bits() == self.value().to_bits(),
        }
    }
}

/// The results that are right for elements folded onto `first`, which is up to `error` units in the last
/// place off.
pub(crate) fn fold_onto<T: Element>(
    fold: Fold,
    first: f64,
    error: f64,
    elements: impl Iterator<Item = f64>,
) -> Range<T> {
    let sum = |products: &mut dyn Iterator<Item = (f64, f64)>| {
        let mut sum = Sum::starting_near::<T>(first, error);
        products.for_each(|(x, y)| sum.add_product(x, y));
        Range::of(&sum)
    };
    match fold {
        Fold::Sum => sum(&mut elements.map(|x| (x, 1.0))),
        Fold::SumOfSquares => sum(&mut elements.map(|x| (x, x))),
        Fold::Product => {
            let mut product = Product::new();
            [first].into_iter().chain(elements).for_each(|x| product.multiply(x));
            let value = product.rounded();
            if T::DTYPE.is_integer() {
                return Range::within(value, 0.0);
            }
            // The bound of a unit in the last place is twice that of a rounding.
            let units = error + product.factors as f64;
            product.error::<T>().map_or(Range::anything(value), |_| Range::within(value, units))
        }
        Fold::Max => Range::within(T::from_f64(elements.fold(first, f64::larger)), error),
        Fold::Min => Range::within(T::from_f64(elements.fold(first, f64::smaller)), error),
    }
}

/// A reduction, its operands checked.
#[derive(Clone, Copy, Debug)]
pub struct Reduce<'a, T> {
    spec: ReduceSpec,
    inputs: [&'a [T]; 2],
    grids: [Grid; 2],
}

impl<'a, T: Element> Reduce<'a, T> {
    /// Takes what is reduced. Each slice begins with its operand's first element; the second is looked
    /// at only by a [`Reduction::Dot`].
    ///
    /// # Errors
    /// [`ReferenceError`].
    pub fn new(spec: &ReduceSpec, inputs: [&'a [T]; 2]) -> Result<Self, ReferenceError> {
        same_type::<T>(spec.dtype)?;
        spec.validate()?;
        let grid = |names: (&'static str, &'static str), ld, data: &[T]| {
            let grid = Grid::column_major(names.1, ld, spec.m, spec.n)?;
            long_enough(names.0, data, grid.span())?;
            Ok::<_, ReferenceError>(if spec.lines == Lines::Columns { grid } else { grid.transposed() })
        };
        let [in0, in1] = inputs;
        let grids = match spec.reduction {
            Reduction::Dot { ld_in1, .. } => {
                [grid(("in0", "ld_in0"), spec.ld_in, in0)?, grid(("in1", "ld_in1"), ld_in1, in1)?]
            }
            _ => [grid(("in", "ld_in"), spec.ld_in, in0)?; 2],
        };
        Ok(Self { spec: *spec, inputs, grids })
    }

    /// The result of line number `line`, where its element of the output held `before`.
    #[must_use]
    pub fn line(&self, line: usize, before: T) -> Reduced<T> {
        let ([left, right], [in0, in1]) = (self.grids, self.inputs);
        let elements = (0..self.spec.length()).map(|at| load(in0, left.at(at, line)));
        let before = (self.spec.reduction.start() == Start::Output).then_some(before.to_f64());
        match self.spec.reduction {
            Reduction::Fold(Fold::Sum, _) => sum(before, elements.map(|x| (x, 1.0))),
            Reduction::Fold(Fold::SumOfSquares, _) => sum(before, elements.map(|x| (x, x))),
            Reduction::Dot { .. } => {
                let others = (0..self.spec.length()).map(|at| load(in1, right.at(at, line)));
                sum(before, elements.zip(others))
            }
            Reduction::Fold(Fold::Product, _) => {
                let mut product = Product::new();
                before.into_iter().chain(elements).for_each(|x| product.multiply(x));
                Reduced::Product(product)
            }
            Reduction::Fold(Fold::Max, _) => extremum(before.into_iter().chain(elements), f64::larger),
            Reduction::Fold(Fold::Min, _) => extremum(before.into_iter().chain(elements), f64::smaller),
            Reduction::ArgMax => Reduced::Place(greatest(elements)),
        }
    }
}

fn sum<T>(before: Option<f64>, products: impl Iterator<Item = (f64, f64)>) -> Reduced<T> {
    let mut sum = Sum::starting_at(before.unwrap_or(0.0));
    products.for_each(|(x, y)| sum.add_product(x, y));
    Reduced::Sum(sum)
}

/// Lines are not empty; were one, the NaN would show.
fn extremum<T: Element>(elements: impl Iterator<Item = f64>, of: fn(f64, f64) -> f64) -> Reduced<T> {
    Reduced::Element(T::from_f64(elements.reduce(of).unwrap_or(f64::NAN)))
}

/// The place of the first NaN, or else of the first of the greatest numbers.
fn greatest(elements: impl Iterator<Item = f64>) -> u64 {
    let (mut place, mut best) = (0, f64::NEG_INFINITY);
    for (at, element) in (0..).zip(elements) {
        if element.is_nan() {
            return at;
        }
        if element > best {
            (place, best) = (at, element);
        }
    }
    place
}

/// `out(l)` becomes what `spec` makes of line `l`. The slice of the output begins with its first
/// element.
///
/// # Errors
/// [`ReferenceError`]; the output is unchanged then.
pub fn reduce<T: Element>(spec: &ReduceSpec, inputs: [&[T]; 2], out: &mut [T]) -> Result<(), ReferenceError> {
    let reduce = Reduce::new(spec, inputs)?;
    long_enough("out", out, spec.count())?;
    for (line, element) in out.iter_mut().enumerate().take(spec.count()) {
        *element = reduce.line(line, *element).value();
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::DType;
    use crate::kernel::spec::Stride;

    fn spec(reduction: Reduction, lines: Lines, m: usize, n: usize) -> ReduceSpec {
        ReduceSpec { dtype: DType::F64, reduction, lines, m, n, ld_in: Stride::fixed(m) }
    }

    fn fold(fold: Fold, start: Start) -> f64 {
        let spec = spec(Reduction::Fold(fold, start), Lines::Columns, 3, 1);
        let mut out = [10.0];
        reduce(&spec, [&[2.0, -3.0, 0.5], &[]], &mut out).unwrap();
        out[0]
    }

    #[test]
    fn folds_worked_out_by_hand() {
        let both = |by| (fold(by, Start::Nothing), fold(by, Start::Output));
        assert_eq!(both(Fold::Sum), (-0.5, 9.5));
        assert_eq!(both(Fold::SumOfSquares), (13.25, 23.25));
        assert_eq!(both(Fold::Product), (-3.0, -30.0));
        assert_eq!(both(Fold::Max), (2.0, 10.0));
        assert_eq!(both(Fold::Min), (-3.0, -3.0));
    }

    #[test]
    fn rows_and_products_of_two_matrices() {
        let dot = Reduction::Dot { ld_in1: Stride::fixed(3), start: Start::Nothing };
        let (left, right) = ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, f64::NAN, 7.0, 8.0]);
        let mut out = [0.0; 2];
        reduce(&spec(dot, Lines::Columns, 2, 2), [&left, &right], &mut out).unwrap();
        assert_eq!(out, [17.0, 53.0]);
        reduce(&spec(dot, Lines::Rows, 2, 2), [&left, &right], &mut out).unwrap();
        assert_eq!(out, [26.0, 44.0]);
    }

    /// The answer of numpy 2.2 to `numpy.argmax`.
    #[test]
    fn places_are_those_that_numpy_finds() {
        let (nan, inf) = (f64::NAN, f64::INFINITY);
        let lines: [(&[f64], u64); 8] = [
            (&[1.0, 3.0, 3.0, 2.0], 1),
            (&[-0.0, 0.0], 0),
            (&[0.0, -0.0], 0),
            (&[1.0, nan, inf, nan], 1),
            (&[inf, -nan], 1),
            (&[nan], 0),
            (&[-inf, -inf], 0),
            (&[-1.0, -2.0, -0.5], 2),
        ];
        for (line, place) in lines {
            let spec = spec(Reduction::ArgMax, Lines::Columns, line.len(), 1);
            let mut out = [0.0];
            reduce(&spec, [line, &[]], &mut out).unwrap();
            assert_eq!(out[0].to_bits(), place, "{line:?}");
        }
    }

    #[test]
    fn products_are_judged_by_the_range_that_they_keep() {
        let mut product = Product::new();
        [3.0, 0.1, -7.0].into_iter().for_each(|x| product.multiply(x));
        assert!(product.accepts(-2.1f32) && !product.accepts(-2.100_01f32) && !product.accepts(f32::NAN));
        product.multiply(1e37);
        assert!(!product.accepts(f32::NAN));
        product.multiply(1e38);
        assert!(product.accepts(f32::NEG_INFINITY));
        product.multiply(f64::NAN);
        assert!(product.accepts(f32::NAN) && !product.accepts(f32::NEG_INFINITY));
    }
}
