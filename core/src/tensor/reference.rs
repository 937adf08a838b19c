//! The scalar meaning of a nest, element by element.
//!
//! Every output element is worked out alone: its indices are the digits of its
//! number, the indices of its products those of theirs. That is slow, and shares
//! nothing with the way a [`Plan`](super::Plan) walks.
//!
//! Tests: `tests/tests/tensor_plan.rs`, `tests/tests/tensor_verify.rs`.

use crate::fallible::OutOfMemory;
use crate::kernel::op::Op;
use crate::kernel::spec::Fold;
use crate::reference::{Element, Range, ReferenceError, Sum, fold_onto};
use crate::tensor::array::product;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Kind, Main, Nest, Operand, PerOperand};
use crate::tensor::parts::wholes;
use crate::tensor::verify::{reach_of, verify};

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
    #[error(
        "{} has {below} elements before and {above} after its origin {origin}: the slice has {len}",
        .operand.name()
    )]
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
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(EvaluationError: Nest, Reference);

/// A nest with its inputs, checked.
#[derive(Clone, Copy, Debug)]
pub struct Contraction<'a, T> {
    nest: &'a Nest,
    in0: Located<&'a [T]>,
    in1: Located<&'a [T]>,
}

impl<'a, T: Element> Contraction<'a, T> {
    /// Takes a nest, in any stage, and its inputs.
    ///
    /// # Errors
    /// [`EvaluationError`].
    pub fn new(
        nest: &'a Nest,
        in0: Located<&'a [T]>,
        in1: Located<&'a [T]>,
    ) -> Result<Self, EvaluationError> {
        verify(nest)?;
        if T::DTYPE != nest.dtype {
            return Err(ReferenceError::DType { found: T::DTYPE, expected: nest.dtype }.into());
        }
        inside(nest, Operand::In0, in0.origin, in0.data.len())?;
        inside(nest, Operand::In1, in1.origin, in1.data.len())?;
        Ok(Self { nest, in0, in1 })
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
    pub fn element(&self, number: u64, initial: T) -> Range<T> {
        let start = offsets(self.nest.offsets, outputs(self.nest), number);
        match self.nest.main {
            Main::Contraction | Main::Gemm | Main::Brgemm | Main::Dot | Main::Lanewise => {
                self.touched_last(Range::of(&self.sum(start, initial)))
            }
            Main::Reduce(fold) => self.touched_last(self.folded(fold, start, initial)),
            Main::Unary(op) => {
                let input = T::from_f64(load(self.in0, start.in0));
                Range::within(meant(&op, [input]), op.operation().error)
            }
            Main::Binary(op) => {
                let inputs = [load(self.in0, start.in0), load(self.in1, start.in1)].map(T::from_f64);
                Range::within(meant(&op, inputs), op.operation().error)
            }
        }
    }

    /// The sum that belongs to the output element at `start.out`, touched first.
    fn sum(&self, start: PerOperand<isize>, initial: T) -> Sum {
        let nest = self.nest;
        let (first, error) = self.touched_first(initial);
        let mut sum = Sum::starting_near::<T>(first, error);
        for index in 0..count(nest.of_kind(Kind::K)) {
            let at = offsets(start, nest.of_kind(Kind::K), index);
            sum.add_product(load(self.in0, at.in0), load(self.in1, at.in1));
        }
        sum
    }

    /// Folds the elements that belong to the output element at `start.out` onto that.
    fn folded(&self, fold: Fold, start: PerOperand<isize>, initial: T) -> Range<T> {
        let sums = || self.nest.of_kind(Kind::K);
        let elements = (0..count(sums())).map(|index| load(self.in0, offsets(start, sums(), index).in0));
        let (first, error) = self.touched_first(initial);
        fold_onto(fold, first, error, elements)
    }

    /// Returns the value of an element after the first touch, and how many units in the last place off.
    fn touched_first(&self, initial: T) -> (f64, f64) {
        match self.nest.first_touch {
            Some(touch) => (meant(&touch, [initial]).to_f64(), touch.operation().error),
            None => (initial.to_f64(), 0.0),
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

/// Applies the meaning of an operation; nests leave no parameter to run time. Were that wrong, the NaN would show.
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
fn load<T: Element>(operand: Located<&[T]>, offset: isize) -> f64 {
    let index = operand.origin.wrapping_add_signed(offset);
    operand.data.get(index).map_or(f64::NAN, |value| value.to_f64())
}

fn inside(nest: &Nest, operand: Operand, origin: usize, len: usize) -> Result<(), EvaluationError> {
    let reach = reach_of(nest, operand)?;
    let (below, above) = (reach.below, reach.above);
    if !nest.uses(operand) || (below <= origin && origin < len && above < len.wrapping_sub(origin)) {
        return Ok(());
    }
    Err(EvaluationError::Outside { operand, below, above, origin, len })
}
