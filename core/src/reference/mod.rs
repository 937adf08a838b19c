//! The scalar meaning of every kernel specification.
//!
//! Problem: fast code needs something to be compared with that is obviously
//! right. Here every operation is written once, element by element, as its
//! definition reads; nothing here is fast.
//!
//! Sums are accumulated in FP64 and rounded once at the end, for FP32 as for
//! FP64. For FP32 that is exact up to rounding errors 2⁻²⁹ times smaller than
//! the kernel's, and exact altogether for integers. Because a kernel may add in
//! another order, it is not compared for equality: each [`Sum`] knows how far a
//! correct kernel can be from it ([`Sum::bound`]).
//!
//! Tests: below, `tests/tests/reference_expression.rs`, `tests/tests/primitives_elementwise_shapes.rs`,
//! `tests/tests/primitives_gemm_shapes.rs`.

use crate::DType;
pub use crate::element::Element;
use crate::kernel::op::Op;
use crate::kernel::spec::{Argument, Input, Layout, Matrix, Orientation, Pairing, SpecError, Stride};
use crate::kernel::{BinarySpec, ConvertSpec, TernarySpec, UnarySpec};
use crate::text::Count;
pub use bfloat::BfloatDot;
pub use chain::{Chained, Range};
pub use complex::{ComplexProduct, complex};
pub use expression::Model;
pub use func::{Models, Problem, Region, RunError, call, call_on_any, call_with, run};
pub use gather::gather;
pub use gemm::{Blocks, Gemm, Inputs, gemm};
pub use grouped::{group, grouped};
pub use lanewise::{Lanewise, lanewise};
pub use permute::permute;
pub(crate) use reduce::fold_onto;
pub use reduce::{Product, Reduce, Reduced, reduce};
pub use series::series;
pub use vector::MAX_VECTOR_BYTES;
pub use window::{Window, window};

mod arithmetic;
mod bfloat;
mod chain;
mod complex;
mod expression;
mod func;
mod gather;
mod gemm;
mod grouped;
mod integer;
mod lanewise;
mod permute;
mod reduce;
mod series;
mod vector;
mod window;

/// Why the reference cannot be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReferenceError {
    /// A slice ends before the operand does.
    #[error("{operand} has {len}: must have at least {needed}", len = Count(*len, "element"))]
    TooShort {
        /// Name of the operand.
        operand: &'static str,
        /// Elements in the slice.
        len: usize,
        /// Elements from the operand's first to its last.
        needed: usize,
    },
    /// The slices hold another type than the specification.
    #[error("the slices hold {found}: the specification says {expected}")]
    DType {
        /// Type of the slices' elements.
        found: DType,
        /// Type in the specification.
        expected: DType,
    },
    /// A number is missing that the specification leaves to run time.
    #[error("{field} is left to run time: the reference needs a number")]
    Runtime {
        /// Name of the field.
        field: &'static str,
    },
    /// The blocks are given in another way than the specification places them.
    #[error("the specification has {expected}: the reference is given {found}")]
    Blocks {
        /// How the blocks are given.
        found: &'static str,
        /// How they should be.
        expected: &'static str,
    },
    /// There are more or fewer pairs of blocks than the specification says.
    #[error("there are {found} pairs of blocks: the batch count is {expected}")]
    BatchCount {
        /// Pairs that are given.
        found: usize,
        /// Pairs in the specification.
        expected: usize,
    },
    /// A formula is not one of single elements.
    #[error("step {step} of the formula adds neighbouring lanes")]
    AcrossLanes {
        /// Its number.
        step: usize,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] crate::fallible::OutOfMemory),
    /// The specification is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

says_out_of_memory!(ReferenceError);

/// `alpha·Σ A[i,p]·B[p,j] + beta·C[i,j]` for one element, with what its error bound needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum {
    /// The sum, in FP64, not rounded to the element type.
    pub value: f64,
    /// The sum of the absolute values of all terms.
    pub magnitude: f64,
    /// Number of products.
    pub products: u64,
    /// The sum of the absolute values of what alpha multiplied, before it did.
    unscaled: f64,
    /// The factor by which alpha magnified errors: 1 or more.
    magnified: f64,
    /// The sum of the absolute values of those terms that are finite numbers, or products of such.
    finite: f64,
    /// Whether all that was multiplied and added is finite. If so, a sum that is not depends on the order.
    is_of_finite: bool,
    /// The sum modulo 2⁶⁴, where all that is multiplied and added are integers.
    residue: i64,
}

impl Sum {
    /// A sum that begins with `initial`: the old value of C, or 0.
    #[must_use]
    pub fn starting_at(initial: f64) -> Self {
        Self {
            value: initial,
            magnitude: initial.abs(),
            products: 0,
            unscaled: 0.0,
            magnified: 1.0,
            finite: if initial.is_finite() { initial.abs() } else { 0.0 },
            is_of_finite: initial.is_finite(),
            residue: initial as i64,
        }
    }

    /// The same, where `initial` is computed first, up to `error` units in the last place off.
    #[must_use]
    pub(crate) fn starting_near<T: Element>(initial: f64, error: f64) -> Self {
        let sum = Self::starting_at(initial);
        // Every bound counts a magnitude twice the unit roundoff, at least.
        let unsure = error * (sum.magnitude + T::TINIEST / T::ROUNDOFF);
        Self { magnitude: sum.magnitude + unsure, finite: sum.finite + error * sum.finite, ..sum }
    }

    /// Returns a sum that begins with an element of bfloat16, which counts as zero where cores do not keep
    /// subnormal numbers ([`BfloatDot`]): times infinity, that is no number.
    #[must_use]
    pub fn starting_at_bfloat(initial: f64) -> Self {
        let is_lost = initial != 0.0 && initial.abs() < f64::from(f32::MIN_POSITIVE);
        if is_lost {
            let near = Self::starting_near::<f32>(initial, 1.0 / f32::ROUNDOFF);
            Self { finite: f64::INFINITY, ..near }
        } else {
            Self::starting_at(initial)
        }
    }

    /// Returns the same sum where it may be made in pairs of bfloat16: each rounding may be off by twice as
    /// much, and what is no normal number is zero ([`BfloatDot`]).
    #[must_use]
    pub fn in_pairs(self) -> Self {
        const MORE: f64 = f32::MIN_POSITIVE as f64 / f32::TINIEST;
        Self { magnitude: 2.0 * self.magnitude, magnified: 2.0 * MORE * self.magnified, ..self }
    }

    /// Adds one product.
    pub fn add_product(&mut self, a: f64, b: f64) {
        self.value += a * b;
        self.magnitude += (a * b).abs();
        self.products = self.products.wrapping_add(1);
        self.residue = self.residue.wrapping_add((a as i64).wrapping_mul(b as i64));
        let is_of_finite = a.is_finite() && b.is_finite();
        self.finite += if is_of_finite { (a * b).abs() } else { 0.0 };
        self.is_of_finite &= is_of_finite;
    }

    /// Adds the product of two elements that are sums themselves. A caller that rounds these adds their
    /// numbers of products, once, to this one's.
    pub fn add_product_of(&mut self, a: &Self, b: &Self) {
        self.value += a.value * b.value;
        self.magnitude += a.magnitude * b.magnitude;
        self.products = self.products.wrapping_add(1);
        self.residue = self.residue.wrapping_add(a.residue.wrapping_mul(b.residue));
        let magnified = |one: &Self, other: &Self| one.magnified * other.magnitude.max(1.0);
        self.magnified = self.magnified.max(magnified(a, b)).max(magnified(b, a));
        self.unscaled = self.unscaled.max(a.magnitude).max(b.magnitude);
        // Nothing times infinity is no number, which `max` leaves out.
        self.finite = (self.finite + (a.finite * b.finite).max(0.0)).max(a.finite).max(b.finite);
        self.is_of_finite &= a.is_of_finite && b.is_of_finite;
    }

    /// The sum multiplied by alpha.
    #[must_use]
    pub fn scaled(self, alpha: f64) -> Self {
        Self {
            value: self.value * alpha,
            magnitude: self.magnitude * alpha.abs(),
            unscaled: self.unscaled.max(self.magnitude),
            magnified: self.magnified * alpha.abs().max(1.0),
            finite: if alpha.is_finite() { self.finite.max(self.finite * alpha.abs()) } else { self.finite },
            is_of_finite: self.is_of_finite && alpha.is_finite(),
            residue: self.residue.wrapping_mul(alpha as i64),
            ..self
        }
    }

    /// The sum and one more term: the old value of C times beta.
    #[must_use]
    pub fn plus(self, factor: f64, beta: f64) -> Self {
        let term = factor * beta;
        Self {
            value: self.value + term,
            magnitude: self.magnitude + term.abs(),
            finite: self.finite + if term.is_finite() { term.abs() } else { 0.0 },
            is_of_finite: self.is_of_finite && term.is_finite(),
            residue: self.residue.wrapping_add((factor as i64).wrapping_mul(beta as i64)),
            ..self
        }
    }

    /// The sum, rounded once to a type; of integers, modulo their range.
    #[must_use]
    pub fn rounded<T: Element>(&self) -> T {
        if T::DTYPE.is_integer() { T::from_bits(self.residue as u64) } else { T::from_f64(self.value) }
    }

    /// The farthest that a kernel which adds in type `T` may be from [`Sum::value`], whatever
    /// the order in which it adds, fused or not, before it rounds to another type.
    ///
    /// This is `γ(K + 2)·(|alpha|·|A|·|B| + |beta·C|)` with `γ(n) = n·u / (1 − n·u)` (Higham,
    /// *Accuracy and Stability of Numerical Algorithms*, 2nd edition, Lemma 3.1 and section 3.5)
    /// for the kernel's roundings, the same for those of the reference itself, and half the
    /// smallest number for each operation that may underflow, times alpha where that magnifies.
    /// It is infinite where `n·u` reaches 1, and 0 of integers.
    #[must_use]
    pub fn bound<T: Element>(&self) -> f64 {
        if T::DTYPE.is_integer() {
            return 0.0;
        }
        let roundings = self.products as f64 + 2.0;
        let relative = gamma(roundings, T::ROUNDOFF) + gamma(roundings, f64::ROUNDOFF);
        relative * self.magnitude + roundings * T::TINIEST * self.magnified
    }

    /// Whether the sum, or part of it, may leave the range of `T`.
    fn may_overflow<T: Element>(&self) -> bool {
        self.magnitude.max(self.unscaled) + self.bound::<T>() > T::LARGEST
    }

    /// Whether nothing is known of the sum: finite numbers, added up in some order, leave the range of FP64.
    fn is_unknown(&self) -> bool {
        self.is_of_finite && !(self.value.is_finite() && self.magnitude.is_finite())
    }

    /// Whether an infinite sum may also be none: its finite terms, added up in some order, leave the range of
    /// `T` towards the other infinity.
    fn may_cancel<T: Element>(&self) -> bool {
        !self.is_of_finite
            && self.finite * (1.0 + gamma(self.products as f64 + 2.0, T::ROUNDOFF)) > T::LARGEST
    }

    /// Whether `actual` can be the result of a correct kernel, which adds in the type that elements are
    /// computed with: of integers, that one; else within the bound of that type, and then rounded once if
    /// elements have another; a NaN where the sum is one; not finite only where the sum, or part of it, may
    /// leave the range of its type. Where it does so and another term is an infinity, that may become a NaN,
    /// and, where it leaves the range of FP64, stay one.
    #[must_use]
    pub fn accepts<T: Element>(&self, actual: T) -> bool {
        if T::DTYPE.is_integer() {
            return actual == self.rounded();
        }
        let actual = actual.to_f64();
        if self.is_unknown() {
            true
        } else if self.value.is_nan() {
            actual.is_nan() || actual.is_infinite() && self.finite.is_infinite()
        } else if self.value.is_infinite() {
            actual == self.value || actual.is_nan() && self.may_cancel::<T::Arithmetic>()
        } else if !actual.is_finite() && self.may_overflow::<T::Arithmetic>() {
            true
        } else if T::DTYPE.is_converted() {
            // Rounding keeps the order.
            let bound = self.bound::<T::Arithmetic>();
            let [low, high] = [self.value - bound, self.value + bound].map(|end| T::from_f64(end).to_f64());
            low <= actual && actual <= high
        } else {
            (actual - self.value).abs() <= self.bound::<T>()
        }
    }
}

fn gamma(roundings: f64, roundoff: f64) -> f64 {
    let product = roundings * roundoff;
    if product < 1.0 { product / (1.0 - product) } else { f64::INFINITY }
}

fn meaning<T: Element, const INPUTS: usize>(
    op: &Op<INPUTS>,
) -> Result<impl Fn([T; INPUTS]) -> T, ReferenceError> {
    op.meaning().ok_or(ReferenceError::Runtime { field: "a parameter" })
}

/// The place of element `(i, j)` of an operand: `i·row_step + j·column_step`.
#[derive(Clone, Copy, Debug)]
struct Grid {
    rows: usize,
    columns: usize,
    row_step: usize,
    column_step: usize,
}

// Specs are validated before a grid is used: an operand spans less than 2⁴⁷ bytes, so that
// none of the wrapping operations here wraps.
impl Grid {
    fn new(field: &'static str, matrix: Matrix, rows: usize, columns: usize) -> Result<Self, ReferenceError> {
        let ld = number(field, matrix.ld)?;
        let (row_step, column_step) = match matrix.layout {
            Layout::ColumnMajor => (1, ld),
            Layout::RowMajor => (ld, 1),
        };
        Ok(Self { rows, columns, row_step, column_step })
    }

    fn column_major(
        field: &'static str,
        ld: Stride,
        rows: usize,
        columns: usize,
    ) -> Result<Self, ReferenceError> {
        Self::new(field, Matrix { layout: Layout::ColumnMajor, ld }, rows, columns)
    }

    /// An input of an operation on m×n elements, which may be the same in all rows or columns.
    fn input(
        field: &'static str,
        input: Input,
        (rows, columns): (usize, usize),
    ) -> Result<Self, ReferenceError> {
        let (row_step, column_step) = match input {
            Input::Matrix(ld) => (1, number(field, ld)?),
            Input::Column => (1, 0),
            Input::Row(ld) => (0, number(field, ld)?),
            Input::Scalar => (0, 0),
        };
        Ok(Self { rows, columns, row_step, column_step })
    }

    fn transposed(self) -> Self {
        Self {
            rows: self.columns,
            columns: self.rows,
            row_step: self.column_step,
            column_step: self.row_step,
        }
    }

    fn at(self, i: usize, j: usize) -> usize {
        i.wrapping_mul(self.row_step).wrapping_add(j.wrapping_mul(self.column_step))
    }

    /// Elements from the first to the last.
    fn span(self) -> usize {
        if self.rows == 0 || self.columns == 0 {
            return 0;
        }
        self.at(self.rows.wrapping_sub(1), self.columns.wrapping_sub(1)).wrapping_add(1)
    }

    fn indices(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.columns).flat_map(move |j| (0..self.rows).map(move |i| (i, j)))
    }
}

fn number(field: &'static str, stride: Stride) -> Result<usize, ReferenceError> {
    stride.known().ok_or(ReferenceError::Runtime { field })
}

fn long_enough<T>(operand: &'static str, data: &[T], needed: usize) -> Result<(), ReferenceError> {
    if data.len() < needed {
        return Err(ReferenceError::TooShort { operand, len: data.len(), needed });
    }
    Ok(())
}

fn same_type<T: Element>(expected: DType) -> Result<(), ReferenceError> {
    if T::DTYPE == expected { Ok(()) } else { Err(ReferenceError::DType { found: T::DTYPE, expected }) }
}

/// The element at `index`. Every slice is checked beforehand; were that wrong, the NaN would show.
fn load<T: Element>(data: &[T], index: usize) -> f64 {
    data.get(index).map_or(f64::NAN, |x| x.to_f64())
}

/// `out = op(in)`. Each slice begins with its operand's first element. Where the operation
/// reads no input, that may be empty.
///
/// # Errors
/// [`ReferenceError`]; the output is unchanged then.
pub fn unary<T: Element>(spec: &UnarySpec, input: &[T], out: &mut [T]) -> Result<(), ReferenceError> {
    same_type::<T>(spec.dtype)?;
    spec.validate()?;
    let from = Grid::input("ld_in", spec.input, (spec.m, spec.n))?;
    let to = match spec.orientation {
        Orientation::Transposed => Grid::column_major("ld_out", spec.ld_out, spec.n, spec.m)?.transposed(),
        _ => Grid::column_major("ld_out", spec.ld_out, spec.m, spec.n)?,
    };
    let op = meaning(&spec.op)?;
    if spec.op.operation().reads_inputs {
        long_enough("in", input, from.span())?;
    }
    long_enough("out", out, to.span())?;
    for (i, j) in (0..spec.n).flat_map(|j| (0..spec.m).map(move |i| (i, j))) {
        let [re, im] = spec.orientation.pairing().map_or([(false, false); 2], Pairing::parts);
        let (is_other, is_negated) = if i % 2 == 0 { re } else { im };
        let value = input.get(from.at(i ^ usize::from(is_other), j)).copied().unwrap_or_default();
        let result = op([value]);
        if let Some(element) = out.get_mut(to.at(i, j)) {
            *element = if is_negated { result.negative() } else { result };
        }
    }
    Ok(())
}

/// `data = op(data)`: [`unary`] where input and output are the same m×n matrix, with the leading
/// dimension of the output.
///
/// # Errors
/// [`ReferenceError`]; the data is unchanged then.
pub fn unary_in_place<T: Element>(spec: &UnarySpec, data: &mut [T]) -> Result<(), ReferenceError> {
    same_type::<T>(spec.dtype)?;
    spec.validate()?;
    let op = meaning(&spec.op)?;
    let grid = Grid::column_major("ld_out", spec.ld_out, spec.m, spec.n)?;
    long_enough("out", data, grid.span())?;
    for (i, j) in grid.indices() {
        if let Some(element) = data.get_mut(grid.at(i, j)) {
            *element = op([*element]);
        }
    }
    Ok(())
}

/// `out = in` in another type. Each slice begins with its operand's first element.
///
/// # Errors
/// [`ReferenceError`]; the output is unchanged then.
pub fn convert<F: Element, T: Element>(
    spec: &ConvertSpec,
    input: &[F],
    out: &mut [T],
) -> Result<(), ReferenceError> {
    same_type::<F>(spec.from)?;
    same_type::<T>(spec.to)?;
    spec.validate()?;
    let from = Grid::column_major("ld_in", spec.ld_in, spec.m, spec.n)?;
    let (rows, columns) = spec.output();
    let to = Grid::column_major("ld_out", spec.ld_out, rows, columns)?;
    long_enough("in", input, from.span())?;
    long_enough("out", out, to.span())?;
    for (i, j) in from.indices() {
        let place = match spec.orientation {
            Orientation::Transposed => to.at(j, i),
            _ => to.at(i, j),
        };
        if let Some(element) = out.get_mut(place) {
            *element = T::from_f64(load(input, from.at(i, j)));
        }
    }
    Ok(())
}

/// `out = op(in0, in1)`. Each slice begins with its operand's first element.
///
/// # Errors
/// [`ReferenceError`]; the output is unchanged then.
pub fn binary<T: Element>(
    spec: &BinarySpec,
    in0: &[T],
    in1: &[T],
    out: &mut [T],
) -> Result<(), ReferenceError> {
    same_type::<T>(spec.dtype)?;
    spec.validate()?;
    let to = Grid::column_major("ld_out", spec.ld_out, spec.m, spec.n)?;
    each(&spec.op, [(spec.in0, in0), (spec.in1, in1)], (out, to))
}

/// `out = op(in0, in1, in2)`. Each slice begins with its operand's first element.
///
/// # Errors
/// [`ReferenceError`]; the output is unchanged then.
pub fn ternary<T: Element>(
    spec: &TernarySpec,
    [in0, in1, in2]: [&[T]; 3],
    out: &mut [T],
) -> Result<(), ReferenceError> {
    same_type::<T>(spec.dtype)?;
    spec.validate()?;
    let to = Grid::column_major("ld_out", spec.ld_out, spec.m, spec.n)?;
    each(&spec.op, [(spec.in0, in0), (spec.in1, in1), (spec.in2, in2)], (out, to))
}

/// Applies `op` to each element of two or three inputs.
fn each<T: Element, const INPUTS: usize>(
    op: &Op<INPUTS>,
    inputs: [(Input, &[T]); INPUTS],
    (out, to): (&mut [T], Grid),
) -> Result<(), ReferenceError> {
    let mut grids = [to; INPUTS];
    for ((grid, (input, _)), ld) in grids.iter_mut().zip(inputs).zip(Argument::LD_INPUTS) {
        *grid = Grid::input(ld.name(), input, (to.rows, to.columns))?;
    }
    let op = meaning(op)?;
    for ((grid, (_, data)), name) in grids.iter().zip(inputs).zip(Argument::INPUTS) {
        long_enough(name.name(), data, grid.span())?;
    }
    long_enough("out", out, to.span())?;
    for (i, j) in to.indices() {
        let mut places = grids.iter().map(|grid| grid.at(i, j));
        let elements =
            inputs.map(|(_, data)| places.next().and_then(|at| data.get(at)).map_or(T::NAN, |x| *x));
        if let Some(element) = out.get_mut(to.at(i, j)) {
            *element = op(elements);
        }
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::DType;
    use crate::kernel::op::{BinaryOp, Parameter, UnaryOp};

    /// Partial sums in other orders: `inf + (-max - max)` is none, `(inf - max) - max` is infinite.
    #[test]
    fn an_infinity_and_an_overflow_may_cancel() {
        let sum = |terms: &[f64]| {
            let mut sum = Sum::starting_at(0.0);
            terms.iter().for_each(|term| sum.add_product(*term, 1.0));
            sum
        };
        let accepted = |sum: Sum| {
            let results = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 0.0];
            let accepted = results.map(|result| sum.accepts(result));
            assert_eq!(accepted, results.map(|result| Range::<f32>::of(&sum).accepts(result)), "{sum:?}");
            accepted
        };
        let max = f64::from(f32::MAX);
        assert_eq!(accepted(sum(&[f64::INFINITY, 3.0])), [true, false, false, false]);
        assert_eq!(accepted(sum(&[f64::INFINITY, -max, -max])), [true, false, true, false]);
        assert_eq!(
            accepted(sum(&[f64::INFINITY, -1.0]).scaled(2.0).plus(-2.0 * max, 1.0)),
            [true, false, true, false]
        );
        assert_eq!(accepted(sum(&[f64::NAN, -max, -max])), [false, false, true, false]);
        let beyond = sum(&[-f64::MAX, -f64::MAX, f64::INFINITY]);
        let accepted = [f64::INFINITY, f64::NAN, 0.0].map(|result| beyond.accepts(result));
        assert_eq!((beyond.value.is_nan(), accepted), (true, [true, true, false]));
    }

    #[test]
    fn a_transposing_unary_exchanges_the_indices() {
        let spec = UnarySpec {
            dtype: DType::F32,
            op: UnaryOp::identity(),
            m: 2,
            n: 3,
            input: Input::Matrix(Stride::fixed(2)),
            ld_out: Stride::fixed(3),
            orientation: Orientation::Transposed,
        };
        let mut out = [0.0f32; 6];
        unary(&spec, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &mut out).unwrap();
        assert_eq!(out, [1.0, 3.0, 5.0, 2.0, 4.0, 6.0]);
    }

    #[test]
    fn in_place_equals_out_of_place() {
        let spec = UnarySpec {
            dtype: DType::F32,
            op: UnaryOp::relu(),
            m: 2,
            n: 2,
            input: Input::Matrix(Stride::fixed(3)),
            ld_out: Stride::fixed(3),
            orientation: Orientation::Same,
        };
        let before = [-1.0f32, 2.0, -3.0, 4.0, -5.0];
        let (mut apart, mut in_place) = (before, before);
        unary(&spec, &before, &mut apart).unwrap();
        unary_in_place(&spec, &mut in_place).unwrap();
        assert_eq!(apart, in_place);
        assert_eq!(apart, [0.0, 2.0, -3.0, 4.0, 0.0]);
    }

    #[test]
    fn a_parameter_left_to_run_time_is_refused_and_nothing_written() {
        let spec = UnarySpec {
            dtype: DType::F64,
            op: UnaryOp::clamp(Parameter::fixed(0.0), Parameter::Runtime),
            m: 1,
            n: 1,
            input: Input::Matrix(Stride::fixed(1)),
            ld_out: Stride::fixed(1),
            orientation: Orientation::Same,
        };
        let (error, mut out) = (Err(ReferenceError::Runtime { field: "a parameter" }), [7.0]);
        assert_eq!(unary(&spec, &[1.0], &mut out), error);
        assert_eq!(unary_in_place(&spec, &mut out), error);
        assert_eq!(out, [7.0]);
    }

    #[test]
    fn binary_operations_round_once() {
        let spec = BinarySpec {
            dtype: DType::F32,
            op: BinaryOp::mul(),
            m: 1,
            n: 1,
            in0: Input::Matrix(Stride::fixed(1)),
            in1: Input::Scalar,
            ld_out: Stride::fixed(1),
        };
        let (x, y, mut out) = (1.0f32 + f32::EPSILON, 0.1f32, [0.0f32]);
        binary(&spec, &[x], &[y], &mut out).unwrap();
        assert_eq!(out, [x * y]);
        binary(&BinarySpec { op: BinaryOp::add(), ..spec }, &[x], &[y], &mut out).unwrap();
        assert_eq!(out, [x + y]);
    }

    #[test]
    fn what_overflows_in_some_orders_only_is_unknown() {
        let sum_of = |terms: &[f64]| {
            let mut sum = Sum::starting_at(0.0);
            terms.iter().for_each(|term| sum.add_product(*term, 1.0));
            sum
        };
        let sum = sum_of(&[1e308, 1e308, -1e308, -1e308]);
        assert!(sum.accepts(0.0f64) && sum.accepts(f64::INFINITY));
        assert_eq!(Range::of(&sum), Range::anything(f64::INFINITY));
        let infinite = sum_of(&[1e308, f64::INFINITY, 1e308]);
        assert!(infinite.accepts(f64::INFINITY) && !infinite.accepts(0.0f64));
    }

    #[test]
    fn the_bound_holds_for_any_order_and_rejects_a_missing_term() {
        let terms: [(f32, f32); 5] = [(0.1, 0.3), (-7.7, 0.9), (1e-3, 1e3), (5.5, -1.25), (0.7, 0.7)];
        let mut sum = Sum::starting_at(0.25);
        terms.iter().for_each(|&(a, b)| sum.add_product(a.to_f64(), b.to_f64()));
        let forwards = terms.iter().fold(0.25f32, |c, (a, b)| c + a * b);
        let backwards = terms.iter().rev().fold(0.0f32, |c, (a, b)| a.mul_add(*b, c)) + 0.25;
        assert!(sum.accepts(forwards) && sum.accepts(backwards));
        assert!(!sum.accepts(forwards - 0.03));
        assert!(!sum.accepts(f32::NAN));
    }

    #[test]
    fn only_an_overflowing_sum_may_be_infinite() {
        let mut sum = Sum::starting_at(0.0);
        sum.add_product(1e30, 1e30);
        assert!(sum.accepts(f32::INFINITY));
        assert!(!Sum::starting_at(1.0).accepts(f32::INFINITY));
        assert!(!Sum::starting_at(f64::INFINITY).accepts(f32::MAX));
    }
}
