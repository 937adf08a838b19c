//! Chains of operations, as their definition reads, with how far correct kernels may be from it.
//!
//! The input of a chain is known within a bound: a kernel's sum is one of the numbers around the
//! reference's. So a [`Range`] goes through the chain, with the results for its ends and its middle.
//! Where an operation is monotone between them and rounds once, as most do, that is exactly what it
//! makes of the numbers between; where the middle shows that it is not, the range is widened by what it
//! spans. In a wide range some numbers are tried, and it is widened by how much their results bend. Of a
//! range without an end nothing is known: operations may bend anywhere.
//!
//! Tests: below, `tests/tests/primitives_elementwise_chain.rs`.

use super::{Element, Grid, ReferenceError, Sum, long_enough, same_type};
use crate::kernel::ChainSpec;
use crate::kernel::func::IntType;
use crate::kernel::op::{BinaryOp, Parameter, UnaryOp};
use crate::kernel::spec::{Chain, Layout, Link, MAX_LINKS, Matrix, Operand};

/// The difference between results of a formula whose exact ones are equal: the roundings of its steps,
/// by which it need not be monotone.
const ROUNDINGS: f64 = 4.0;

/// The results that are right for one element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range<T> {
    /// The result by definition.
    pub value: T,
    /// The least and the greatest that is right, if it is a number.
    low: T,
    high: T,
    /// Whether it may be none.
    may_be_nan: bool,
}

impl<T: Element> Range<T> {
    /// The results that are right for a sum.
    #[must_use]
    pub fn of(sum: &Sum) -> Self {
        let (value, bound) = (sum.rounded::<T>(), sum.bound::<T>());
        if T::DTYPE.is_integer() {
            return Self::around([value; 3]);
        }
        if sum.is_unknown() || sum.value.is_nan() && sum.finite.is_infinite() {
            return Self::anything(value);
        }
        if !sum.value.is_finite() {
            let may_be_nan = sum.value.is_nan() || sum.may_cancel::<T>();
            return Self { may_be_nan, ..Self::around([value; 3]) };
        }
        if sum.may_overflow::<T>() {
            return Self::anything(value);
        }
        let [low, high] = [sum.value - bound, sum.value + bound].map(T::from_f64);
        Self::around([low, value, high])
    }

    /// The results that are right for an operation on known elements, where it is up to `error` units in the
    /// last place off.
    pub(crate) fn within(value: T, error: f64) -> Self {
        let may_be_nan = value.to_f64().is_nan();
        let [low, high] = if may_be_nan { [T::ONE, T::ZERO] } else { [value; 2] };
        Self { value, low, high, may_be_nan }.widened(|end| units::<T>(error, end))
    }

    /// Anything: nothing is known of what a kernel delivers.
    pub(crate) fn anything(value: T) -> Self {
        let [low, high] = ends();
        Self { value, low, high, may_be_nan: true }
    }

    /// The range of some results, of which the middle one is the definition's.
    fn around(results: [T; 3]) -> Self {
        let [_, value, _] = results;
        let may_be_nan = results.iter().any(|result| result.to_f64().is_nan());
        let numbers = || results.into_iter().filter(|result| !result.to_f64().is_nan());
        let [least, most] = ends();
        let (low, high) = (numbers().fold(most, T::smaller), numbers().fold(least, T::larger));
        Self { value, low, high, may_be_nan }.widened(|end| ROUNDINGS * T::ROUNDOFF * end.abs())
    }

    /// The results of `function` on it, where a kernel's result is up to `error` units in the last place off.
    pub(crate) fn through(self, function: impl Fn(T) -> T, error: f64) -> Self {
        if self.low > self.high {
            // It can be no number.
            return Self::around([function(self.value); 3]);
        }
        if self.has_no_end() {
            return Self::anything(function(self.value));
        }
        let ends @ [low, value, high] = [self.low, self.value, self.high].map(&function);
        let mut range = Self::around(ends);
        if self.may_be_nan {
            // Of which a comparison makes a number.
            range.include(function(T::NAN));
        }
        // Zeros are where signs, roots and poles are.
        if self.low <= T::ZERO && self.high >= T::ZERO {
            for zero in [0.0, -0.0].map(|zero| function(T::from_f64(zero))) {
                range.include(zero);
            }
        }
        if value < low.smaller(high) || value > low.larger(high) {
            let width = range.high.to_f64() - range.low.to_f64();
            range = range.widened(|_| width);
        }
        if self.is_wide() {
            let bends =
                [range.take_in(self.spaced().map(&function)), range.take_in(self.scaled().map(&function))];
            range = range.widened(|_| bends.into_iter().fold(0.0, f64::max));
        }
        if error > 0.0 { range.widened(|end| units::<T>(error, end)) } else { range }
    }

    /// The results of `function` on it and on another range, where a kernel's result is up to `error` units
    /// in the last place off: as good as those for one range, at the ends and the middle of the other.
    pub(crate) fn through_both(self, other: Self, function: impl Fn(T, T) -> T, error: f64) -> Self {
        let middle = self.through(|element| function(element, other.value), error);
        if other.low > other.high {
            return middle;
        }
        if other.has_no_end() {
            return Self::anything(middle.value);
        }
        let ends = [other.low, other.high].map(|end| self.through(|element| function(element, end), error));
        let mut range = ends.into_iter().fold(middle, Self::or);
        if other.may_be_nan {
            range.include(function(self.value, T::NAN));
        }
        range
    }

    /// Whether it goes on to an infinity.
    fn has_no_end(&self) -> bool {
        self.low < self.high && [self.low, self.high].iter().any(|end| end.to_f64().is_infinite())
    }

    /// Whether operations may bend within it by more than they round.
    fn is_wide(&self) -> bool {
        let [low, high] = [self.low, self.high].map(T::to_f64);
        let narrow = libm::sqrt(T::ROUNDOFF);
        high * 0.5 - low * 0.5 > low.abs().max(high.abs()) * narrow
    }

    /// Numbers from end to end, evenly spaced.
    fn spaced(self) -> impl Iterator<Item = T> {
        let [low, high] = [self.low, self.high].map(T::to_f64);
        let parts = (0..=16).map(|part| f64::from(part) / 16.0);
        parts.map(move |part| T::from_f64(low * (1.0 - part) + high * part))
    }

    /// Numbers from end to end that come nearer to zero, or go away from there, by the same factor:
    /// operations bend at distances of any size.
    fn scaled(self) -> impl Iterator<Item = T> {
        const FACTORS: i32 = 64;
        let [low, high] = [self.low, self.high].map(T::to_f64);
        let factor = |nth: i32| libm::exp2(f64::from(nth) * -0.5);
        let from_low = (0..FACTORS).map(move |nth| low * factor(nth)).filter(move |_| low < 0.0);
        let to_high = (0..FACTORS).rev().map(move |nth| high * factor(nth)).filter(move |_| high > 0.0);
        from_low.chain(to_high).filter(move |number| low <= *number && *number <= high).map(T::from_f64)
    }

    /// Takes in the results for some numbers in order; returns how much they bend, at most.
    fn take_in(&mut self, results: impl Iterator<Item = T>) -> f64 {
        let (mut before, mut most) = ([f64::NAN; 2], 0.0);
        for result in results {
            self.include(result);
            let ([first, second], third) = (before, result.to_f64());
            before = [second, third];
            most = f64::max(most, (first - 2.0 * second + third).abs());
        }
        most
    }

    /// The results that are right for either.
    fn or(self, other: Self) -> Self {
        let (low, high) = (self.low.smaller(other.low), self.high.larger(other.high));
        Self { low, high, may_be_nan: self.may_be_nan || other.may_be_nan, ..self }
    }

    /// The same with so much more beyond each end.
    pub(crate) fn widened_by(self, more: f64) -> Self {
        if more.is_nan() { Self::anything(self.value) } else { self.widened(|_| more) }
    }

    /// Whether there is one right result.
    pub(crate) fn is_exact(&self) -> bool {
        if self.may_be_nan { self.low > self.high } else { self.low == self.high }
    }

    /// The results of an operation on it, which leaves no parameter to run time. Were that
    /// wrong, the NaN would show.
    #[must_use]
    pub fn after(self, op: &UnaryOp) -> Self {
        let (meaning, operation) = (op.meaning::<T>(), op.operation());
        let meant = |element| meaning.as_ref().map_or(T::NAN, |meaning| meaning([element]));
        if operation.reads_inputs {
            self.through(meant, operation.error)
        } else {
            Self::within(meant(self.value), operation.error)
        }
    }

    /// The results of an operation on it and on an element, as for [`Range::after`].
    #[must_use]
    pub fn after_both(self, op: &BinaryOp, other: T) -> Self {
        let meaning = op.meaning::<T>();
        let meant = |element| meaning.as_ref().map_or(T::NAN, |meaning| meaning([element, other]));
        self.through(meant, op.operation().error)
    }

    /// The same with more beyond each end that is finite.
    fn widened(self, more: impl Fn(f64) -> f64) -> Self {
        let moved = |end: T, sign: f64| match end.to_f64() {
            finite if finite.is_finite() => T::from_f64(finite + sign * more(finite)),
            _ => end,
        };
        Self { low: moved(self.low, -1.0), high: moved(self.high, 1.0), ..self }
    }

    fn include(&mut self, result: T) {
        if result.to_f64().is_nan() {
            self.may_be_nan = true;
        } else {
            (self.low, self.high) = (self.low.smaller(result), self.high.larger(result));
        }
    }

    /// The farthest that a correct result may be from [`Range::value`], if both are numbers.
    #[must_use]
    pub fn bound(&self) -> f64 {
        let [low, value, high] = [self.low, self.value, self.high].map(T::to_f64);
        let to = |end: f64| if end == value { 0.0 } else { (end - value).abs() };
        to(low).max(to(high))
    }

    /// The results that are right for its conversion to another type, rounded once.
    #[must_use]
    pub fn converted<U: Element>(self) -> Range<U> {
        // Rounding keeps the order.
        let [value, low, high] = [self.value, self.low, self.high].map(T::convert);
        Range { value, low, high, may_be_nan: self.may_be_nan }
    }

    /// Whether `actual` can be the result of a correct kernel.
    #[must_use]
    pub fn accepts(&self, actual: T) -> bool {
        if actual.to_f64().is_nan() { self.may_be_nan } else { self.low <= actual && actual <= self.high }
    }
}

/// The least and the greatest number of a type.
fn ends<T: Element>() -> [T; 2] {
    match T::DTYPE.integer().map(IntType::range) {
        Some((least, most)) => [least, most].map(|end| T::from_f64(end as f64)),
        None => [f64::NEG_INFINITY, f64::INFINITY].map(T::from_f64),
    }
}

/// At least that many units in the last place of a result.
fn units<T: Element>(count: f64, result: f64) -> f64 {
    count * (2.0 * T::ROUNDOFF * result.abs() + T::TINIEST)
}

/// A link with its operand.
#[derive(Clone, Copy, Debug)]
struct Given<'a, T> {
    link: Link,
    operand: &'a [T],
    grid: Option<Grid>,
}

/// The links of a chain with all that they take, checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links<'a, T>([Option<Given<'a, T>>; MAX_LINKS]);

impl<'a, T: Element> Links<'a, T> {
    /// Takes the operands of those links that have one, in order, for m×n elements stored like this.
    pub(super) fn new(
        chain: &Chain,
        elements: (Layout, (usize, usize)),
        operands: &[&'a [T]],
    ) -> Result<Self, ReferenceError> {
        let mut operands = operands.iter().copied();
        let mut links = [None; MAX_LINKS];
        for (place, link) in links.iter_mut().zip(chain.links()) {
            if link.parameters().contains(&Parameter::Runtime) {
                return Err(ReferenceError::Runtime { field: "a parameter" });
            }
            let grid = link.operand().map(|operand| grid(elements, operand)).transpose()?;
            let operand = match grid {
                None => &[][..],
                Some(grid) => {
                    let operand = operands.next().unwrap_or(&[]);
                    long_enough("an operand of a link", operand, grid.span())?;
                    operand
                }
            };
            *place = Some(Given { link: *link, operand, grid });
        }
        Ok(Self(links))
    }

    /// The results of the links on element `(i, j)`, which is in a range of numbers that are computed with:
    /// operands are converted to their type.
    pub(super) fn after<S: Element>(&self, element: Range<S>, (i, j): (usize, usize)) -> Range<S> {
        self.0.iter().flatten().fold(element, |range, given| given.after(range, (i, j)))
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().flatten().next().is_none()
    }
}

impl<T: Element> Given<'_, T> {
    /// The results of the link on element `(i, j)`, which is in a range.
    fn after<S: Element>(&self, element: Range<S>, (i, j): (usize, usize)) -> Range<S> {
        let (op, running) = match self.link {
            Link::Unary(op) => return element.after(&op),
            Link::Binary { op, running, .. } => (op, running),
        };
        let at = self.grid.map_or(0, |grid| grid.at(i, j));
        let operand: S = self.operand.get(at).copied().unwrap_or(T::NAN).convert();
        let meaning = op.meaning::<S>();
        // Were a parameter not known, the NaN would show.
        let meant = |inputs| meaning.as_ref().map_or(S::NAN, |meaning| meaning(inputs));
        element.through(|x| meant(running.inputs(x, operand)), self.link.error())
    }
}

/// A chain with its input and operands, checked: what becomes of single elements.
#[derive(Clone, Copy, Debug)]
pub struct Chained<'a, T> {
    input: &'a [T],
    from: Grid,
    to: Grid,
    links: Links<'a, T>,
}

impl<'a, T: Element> Chained<'a, T> {
    /// `spec` on slices that begin with their operands' first elements: the input, and the operands of those
    /// links that have one, in order.
    ///
    /// # Errors
    /// [`ReferenceError`].
    pub fn new(spec: &ChainSpec, input: &'a [T], operands: &[&'a [T]]) -> Result<Self, ReferenceError> {
        same_type::<T>(spec.dtype)?;
        spec.validate()?;
        let shape = (spec.m, spec.n);
        let from = Grid::input("ld_in", spec.input, shape)?;
        let to = Grid::column_major("ld_out", spec.ld_out, spec.m, spec.n)?;
        let links = Links::new(&spec.chain, (Layout::ColumnMajor, shape), operands)?;
        long_enough("in", input, from.span())?;
        Ok(Self { input, from, to, links })
    }

    /// The results that are right for element `(i, j)`. Where all operations round once, that is
    /// [`Range::value`]. Links take and make numbers of the type that is computed with.
    #[must_use]
    pub fn element(&self, i: usize, j: usize) -> Range<T> {
        let element = self.input.get(self.from.at(i, j)).copied().unwrap_or(T::NAN);
        let range = Range::<T::Arithmetic>::within(element.convert(), 0.0);
        self.links.after(range, (i, j)).converted()
    }

    /// Writes what the definition gives.
    ///
    /// # Errors
    /// [`ReferenceError`]; the output is unchanged then.
    pub fn write(&self, out: &mut [T]) -> Result<(), ReferenceError> {
        long_enough("out", out, self.to.span())?;
        for (i, j) in self.to.indices() {
            if let Some(element) = out.get_mut(self.to.at(i, j)) {
                *element = self.element(i, j).value;
            }
        }
        Ok(())
    }
}

/// The places of an operand's elements.
fn grid(
    (layout, (rows, columns)): (Layout, (usize, usize)),
    operand: Operand,
) -> Result<Grid, ReferenceError> {
    let same = Grid { rows, columns, row_step: 0, column_step: 0 };
    match operand {
        Operand::Matrix(ld) => Grid::new("ld of an operand of a link", Matrix { layout, ld }, rows, columns),
        Operand::Column => Ok(Grid { row_step: 1, ..same }),
        Operand::Row => Ok(Grid { column_step: 1, ..same }),
        Operand::Scalar => Ok(same),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: f32, value: f32, high: f32) -> Range<f32> {
        Range { value, low, high, may_be_nan: false }
    }

    fn swish(slope: f64, offset: f64) -> UnaryOp {
        UnaryOp::hard_swish(Parameter::fixed(slope), Parameter::fixed(offset))
    }

    /// Each number between the ends may have been a kernel's.
    fn accepts_all(range: Range<f32>, op: &UnaryOp) {
        let (after, Some(meaning)) = (range.after(op), op.meaning::<f32>()) else { return };
        for part in 0..=1000u16 {
            let part = f32::from(part) / 1000.0;
            let result = meaning([range.low * (1.0 - part) + range.high * part]);
            assert!(after.accepts(result), "{op} of {range:?}: {result} is not in {after:?}");
        }
    }

    #[test]
    fn operations_that_bend_within_a_wide_range() {
        let ends = [0.1f32, 0.76, 1.0, 4.0, 8.0, 60.0, 5000.0, 3e7];
        let bent = [
            UnaryOp::silu(),
            UnaryOp::gelu(),
            UnaryOp::gelu_tanh(),
            UnaryOp::cos(),
            UnaryOp::sin(),
            UnaryOp::square(),
            swish(1.0 / 6.0, 0.5),
            swish(-1.0, 2.0),
        ];
        for (low, high) in ends.iter().flat_map(|low| ends.map(|high| (-low, high))) {
            for op in &bent {
                accepts_all(range(low, high * 0.75, high), op);
                accepts_all(range(low, low * 0.75, high), op);
            }
        }
    }

    /// 1 is a number whose result is the greatest, and neither an end, nor the middle, nor a zero.
    #[test]
    fn nothing_is_known_behind_an_operation_on_a_range_without_an_end() {
        let unknown = Range::anything(0.25f32);
        for op in [swish(-1.0, 2.0), swish(1.0, 2.0), UnaryOp::silu(), UnaryOp::cos(), UnaryOp::tanh()] {
            let Some(meaning) = op.meaning::<f32>() else { continue };
            assert!(
                [1.0, -1.0, 3.0]
                    .map(|x| meaning([x]))
                    .iter()
                    .all(|result| unknown.after(&op).accepts(*result))
            );
        }
        let up = range(1.0, 2.0, f32::INFINITY);
        assert!(up.after(&UnaryOp::cos()).accepts(-1.0));
        assert!(range(1.0, 2.0, 3.0).through_both(up, |x, y| x - y, 0.0).accepts(-7.0));
        // What reads nothing is known.
        assert!(!unknown.after(&UnaryOp::zero()).accepts(1.0));
        // An infinity is one number.
        assert!(!Range::within(f32::INFINITY, 0.0).after(&UnaryOp::tanh()).accepts(0.5));
    }
}
