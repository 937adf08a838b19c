//! The scalar meaning of a nest, element by element.
//!
//! Every output element is worked out alone: its indices are the digits of its
//! number, the indices of its products those of theirs. That is slow, and shares
//! nothing with the way a [`Plan`](super::Plan) walks.
//!
//! Tests: `tests/tests/tensor_plan.rs`, `tests/tests/tensor_verify.rs`.

mod sequence;

pub use sequence::{Evaluated, evaluate};

use crate::fallible::OutOfMemory;
use crate::kernel::op::{Number, Op, Parameter, UnaryOp};
use crate::kernel::spec::{Conjugation, Fold, Pairing};
use crate::reference::{Element, Range, ReferenceError, Sum, fold_onto};
use crate::tensor::array::product;
use crate::tensor::complex::Term;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Kind, Main, Nest, Operand, PerOperand};
use crate::tensor::parts::wholes;
use crate::tensor::verify::{reach_of, verify};
use crate::text::Count;
use core::marker::PhantomData;

/// An operand in a slice.
#[derive(Clone, Copy, Debug)]
pub struct Located<S> {
    /// The slice.
    pub data: S,
    /// Where in it the element with index (0, …, 0) is.
    pub origin: usize,
}

/// Why a nest has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The nest breaks a rule.
    #[error(transparent)]
    Nest(#[from] NestError),
    /// The slices are of another type.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// An operand leaves its slice.
    #[error("{} has {below} before and {above} after its origin {origin}: the slice has {len}",
        .operand.name(), below = Count(*below, "element"))]
    Outside {
        /// The operand.
        operand: Operand,
        /// How many elements come before its origin.
        below: usize,
        /// How many come after.
        above: usize,
        /// The origin.
        origin: usize,
        /// Elements in the slice.
        len: usize,
    },
    /// Steps are not done one after another.
    #[error(
        "step {step} shares loops with another, or hands elements over in registers: the reference does whole steps"
    )]
    Shares {
        /// Its number.
        step: usize,
    },
    /// There are too few or too many arguments.
    #[error("{found}: the sequence has {expected}", found = Count(*found, "argument").there())]
    Arguments {
        /// How many are given.
        found: usize,
        /// How many the sequence has.
        expected: usize,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(EvaluationError: Nest, Reference);

/// An element of an operand: a number, or all that one may be.
pub trait Cell<T>: Copy {
    /// The numbers that it may be.
    fn range(self) -> Range<T>;
}

impl<T: Element> Cell<T> for T {
    fn range(self) -> Range<T> {
        Range::within(self, 0.0)
    }
}

/// As a number of any type may be, which is converted first.
impl<T: Element> Cell<T> for Range<f64> {
    fn range(self) -> Range<T> {
        self.converted()
    }
}

/// A nest with its inputs, checked.
#[derive(Clone, Copy, Debug)]
pub struct Contraction<'a, T, C = T> {
    nest: &'a Nest,
    in0: Located<&'a [C]>,
    in1: Located<&'a [C]>,
    element: PhantomData<T>,
}

/// A number with its error: as units in the last place, as far as an operation is off, and as a difference,
/// as far as its input was.
struct Unsure {
    value: f64,
    units: f64,
    off: f64,
}

impl<'a, T: Element, C: Cell<T>> Contraction<'a, T, C> {
    /// Takes a nest of one type, in any stage, and its inputs.
    ///
    /// # Errors
    /// [`EvaluationError`].
    pub fn new(
        nest: &'a Nest,
        in0: Located<&'a [C]>,
        in1: Located<&'a [C]>,
    ) -> Result<Self, EvaluationError> {
        if nest.types.single() != Some(T::DTYPE) {
            return Err(ReferenceError::DType { found: T::DTYPE, expected: nest.types.accumulator }.into());
        }
        Self::computed_in(nest, in0, in1)
    }

    /// The same of a nest that is computed in this type, whatever its operands are.
    fn computed_in(
        nest: &'a Nest,
        in0: Located<&'a [C]>,
        in1: Located<&'a [C]>,
    ) -> Result<Self, EvaluationError> {
        verify(nest)?;
        inside(nest, Operand::In0, in0.origin, in0.data.len())?;
        inside(nest, Operand::In1, in1.origin, in1.data.len())?;
        Ok(Self { nest, in0, in1, element: PhantomData })
    }

    /// Number of output elements.
    #[must_use]
    pub fn outputs(&self) -> u64 {
        count(outputs(self.nest))
    }

    /// Where output element `number` is, in elements from the one with index (0, …, 0).
    #[must_use]
    pub fn offset(&self, number: u64) -> isize {
        offsets(self.nest.offsets, outputs(self.nest), number).out
    }

    /// Returns the values that output element `number` may have, where the output held `initial` before.
    #[must_use]
    pub fn element(&self, number: u64, initial: C) -> Range<T> {
        let start = offsets(self.nest.offsets, outputs(self.nest), number);
        match self.nest.main {
            Main::Contraction
            | Main::Gemm
            | Main::Brgemm
            | Main::Series
            | Main::Dot
            | Main::Lanewise
            | Main::Filter => self.touched_last(self.sum(start, initial)),
            Main::Complex(conjugation) => self.complex(conjugation, start, initial),
            Main::Grouped => self.grouped(start, initial),
            Main::Reduce(fold) | Main::Pool(fold) => self.touched_last(self.folded(fold, start, initial)),
            Main::Unary(op) => applied(load(self.in0, start.in0), &op),
            Main::Paired(pairing) => self.paired(pairing, number, start.in0),
            Main::Permute | Main::Group => applied(load(self.in0, start.in0), &UnaryOp::identity()),
            Main::Binary(op) => {
                let [x, y] = [load(self.in0, start.in0), load(self.in1, start.in1)];
                let error = op.operation().error;
                if x.is_exact() && y.is_exact() {
                    Range::within(meant(&op, [x.value, y.value]), error)
                } else {
                    x.through_both(y, |x, y| meant(&op, [x, y]), error)
                }
            }
        }
    }

    /// Output element `number`, a part of what becomes of the complex number that input element `start` is a
    /// part of.
    fn paired(&self, pairing: Pairing, number: u64, start: isize) -> Range<T> {
        let mut before = 1u64;
        for dim in outputs(self.nest).take_while(|dim| dim.kind != Kind::M) {
            before = before.saturating_mul(dim.extent as u64);
        }
        let is_real = number.checked_div(before).unwrap_or(0) % 2 == 0;
        let ([re, im], to_other) = (pairing.parts(), if is_real { 1 } else { -1 });
        let (is_other, is_negated) = if is_real { re } else { im };
        let place = if is_other { start.wrapping_add(to_other) } else { start };
        let negated = UnaryOp::scale(Parameter::Fixed(Number::new(-1.0)));
        applied(load(self.in0, place), &if is_negated { negated } else { UnaryOp::identity() })
    }

    /// The sum that belongs to the output element at `start.out`, touched first.
    fn sum(&self, start: PerOperand<isize>, initial: C) -> Range<T> {
        self.sum_of(start, initial, |at| [load(self.in0, at.in0), load(self.in1, at.in1)].map(number_of))
    }

    /// The same of complex numbers, of which that element is a part.
    fn complex(&self, conjugation: Conjugation, start: PerOperand<isize>, initial: C) -> Range<T> {
        self.sum_of(start, initial, |mut at| {
            let Some(term) = Term::of(self.nest, conjugation, |operand| *at.get(operand)) else {
                return [(f64::NAN, 0.0); 2];
            };
            let place = at.get_mut(term.vectors);
            *place = place.wrapping_add(term.away);
            let [x, y] = [load(self.in0, at.in0), load(self.in1, at.in1)].map(number_of);
            if term.is_negated { [(-x.0, x.1), y] } else { [x, y] }
        })
    }

    /// The same of groups: of integers, that sum; of bfloat16, one that may be rounded to odd, which is as
    /// far as twice to nearest, and in which subnormal numbers are zeros.
    fn grouped(&self, start: PerOperand<isize>, initial: C) -> Range<T> {
        let (sum, least) = (self.sum(start, initial), f64::from(f32::MIN_POSITIVE));
        if T::DTYPE.is_integer() {
            return sum;
        }
        let terms = (0..count(self.nest.of_kind(Kind::K))).map(|index| {
            let at = offsets(start, self.nest.of_kind(Kind::K), index);
            let [(x, _), (y, _)] = [load(self.in0, at.in0), load(self.in1, at.in1)].map(number_of);
            let lost = if x.abs() < least || y.abs() < least { (x * y).abs() } else { 0.0 };
            // Zero times infinity is no number.
            2.0 * least + if lost.is_finite() { lost } else { f64::NAN }
        });
        widened(sum, sum.bound() + terms.fold(least, |lost, term| lost + term))
    }

    /// The sum of the products of two numbers for each index that is summed, each with how far it may be off.
    fn sum_of(
        &self,
        start: PerOperand<isize>,
        initial: C,
        factors: impl Fn(PerOperand<isize>) -> [(f64, f64); 2],
    ) -> Range<T> {
        let nest = self.nest;
        let Unsure { value, units, mut off } = self.touched_first(initial);
        let mut sum = Sum::starting_near::<T>(value, units);
        for index in 0..count(nest.of_kind(Kind::K)) {
            let [(x, off_x), (y, off_y)] = factors(offsets(start, nest.of_kind(Kind::K), index));
            sum.add_product(x, y);
            if off_x != 0.0 || off_y != 0.0 {
                off += x.abs() * off_y + y.abs() * off_x + off_x * off_y;
            }
        }
        widened(Range::of(&sum), off)
    }

    /// Folds the elements that belong to the output element at `start.out` onto that.
    fn folded(&self, fold: Fold, start: PerOperand<isize>, initial: C) -> Range<T> {
        let sums = || self.nest.of_kind(Kind::K);
        let at = |index| number_of(load(self.in0, offsets(start, sums(), index).in0));
        let elements = || (0..count(sums())).map(at);
        let Unsure { value, units, off } = self.touched_first(initial);
        let range = fold_onto(fold, value, units, elements().map(|(x, _)| x));
        widened(range, off_by(fold, [(value, off)].into_iter().chain(elements())))
    }

    /// Returns the value of an element after the first touch.
    fn touched_first(&self, initial: C) -> Unsure {
        let initial = initial.range();
        let exact = |value: T, units| Unsure { value: value.to_f64(), units, off: 0.0 };
        match self.nest.first_touch {
            Some(touch) if initial.is_exact() || !touch.operation().reads_inputs => {
                exact(meant(&touch, [initial.value]), touch.operation().error)
            }
            Some(touch) => {
                let (value, off) = number_of(applied(initial, &touch));
                Unsure { value, units: 0.0, off }
            }
            None => {
                let (value, off) = number_of(initial);
                Unsure { value, units: 0.0, off }
            }
        }
    }

    fn touched_last(&self, range: Range<T>) -> Range<T> {
        let Some(touch) = self.nest.last_touch else { return range };
        let error = touch.operation().error;
        if touch.operation().reads_inputs {
            range.through(|element| meant(&touch, [element]), error)
        } else {
            Range::within(meant(&touch, [range.value]), error)
        }
    }
}

/// The results of an operation on an element: within its error, where that is one number.
fn applied<T: Element>(element: Range<T>, op: &UnaryOp) -> Range<T> {
    let error = op.operation().error;
    if element.is_exact() || !op.operation().reads_inputs {
        Range::within(meant(op, [element.value]), error)
    } else {
        element.through(|element| meant(op, [element]), error)
    }
}

/// A number, and how far it may be off: what is no number is all that it can be.
fn number_of<T: Element>(element: Range<T>) -> (f64, f64) {
    let off = if element.is_exact() { 0.0 } else { element.bound() };
    (element.value.to_f64(), off)
}

fn widened<T: Element>(range: Range<T>, off: f64) -> Range<T> {
    if off == 0.0 { range } else { range.widened_by(off) }
}

/// How far a fold may be off for what its elements are.
fn off_by(fold: Fold, elements: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    if elements.clone().all(|(_, off)| off == 0.0) {
        return 0.0;
    }
    let farthest = |(x, off): (f64, f64)| x.abs() + off;
    match fold {
        Fold::Sum => elements.map(|(_, off)| off).sum(),
        Fold::SumOfSquares => elements.map(|(x, off)| (2.0 * x.abs() + off) * off).sum(),
        Fold::Product => {
            let product = elements.clone().map(|(x, _)| x.abs()).product::<f64>();
            elements.map(farthest).product::<f64>() - product
        }
        Fold::Max | Fold::Min => elements.map(|(_, off)| off).fold(0.0, f64::max),
    }
}

/// Applies the meaning of an operation; nests leave no parameter to run time. Were that
/// wrong, the NaN would show.
fn meant<T: Element, const INPUTS: usize>(op: &Op<INPUTS>, inputs: [T; INPUTS]) -> T {
    op.meaning().map_or(T::NAN, |meaning| meaning(inputs))
}

/// Evaluates a nest into `out`, each sum rounded once.
///
/// # Errors
/// [`EvaluationError`]; the output is unchanged then.
pub fn contract<T: Element>(
    nest: &Nest,
    in0: Located<&[T]>,
    in1: Located<&[T]>,
    out: Located<&mut [T]>,
) -> Result<(), EvaluationError> {
    let contraction = Contraction::new(nest, in0, in1)?;
    let Located { data, origin } = out;
    inside(nest, Operand::Out, origin, data.len())?;
    for number in 0..contraction.outputs() {
        let index = origin.wrapping_add_signed(contraction.offset(number));
        if let Some(element) = data.get_mut(index) {
            *element = contraction.element(number, *element).value;
        }
    }
    Ok(())
}

fn outputs(nest: &Nest) -> impl Iterator<Item = Dim> + Clone {
    wholes(&nest.dims).filter(|dim| dim.kind != Kind::K)
}

fn count(dims: impl Iterator<Item = Dim> + Clone) -> u64 {
    if dims.clone().any(|dim| dim.extent == 0) {
        return 0;
    }
    product(dims.map(|dim| dim.extent)).unwrap_or(0)
}

/// The distance of index combination `number` from the first, the first dimension varying fastest.
fn offsets(begin: PerOperand<isize>, dims: impl Iterator<Item = Dim>, mut number: u64) -> PerOperand<isize> {
    let mut sum = begin;
    for dim in dims {
        let extent = dim.extent.max(1) as u64;
        let index = number.checked_rem(extent).unwrap_or(0) as isize;
        number = number.checked_div(extent).unwrap_or(0);
        sum = sum.zip_with(dim.strides, |sum: isize, stride| sum.wrapping_add(stride.wrapping_mul(index)));
    }
    sum
}

/// The element at `offset` from the origin. The slices are checked beforehand; were that wrong,
/// the NaN would show.
fn load<T: Element, C: Cell<T>>(operand: Located<&[C]>, offset: isize) -> Range<T> {
    let index = operand.origin.wrapping_add_signed(offset);
    operand.data.get(index).map_or(T::NAN.range(), |element| element.range())
}

fn inside(nest: &Nest, operand: Operand, origin: usize, len: usize) -> Result<(), EvaluationError> {
    let reach = reach_of(nest, operand)?;
    let (below, above) = (reach.below, reach.above);
    if !nest.uses(operand) || (below <= origin && origin < len && above < len.wrapping_sub(origin)) {
        return Ok(());
    }
    Err(EvaluationError::Outside { operand, below, above, origin, len })
}
