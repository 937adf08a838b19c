//! Comparing a result with the scalar reference, element by element.

use crate::array::Array;
use crate::plan::Plan;
use crate::program::RunError;
use crate::view::{View, ViewError};
use tensmith_core::einsum::{self, LowerError};
use tensmith_core::reference::{Element, Range};
use tensmith_core::tensor::PerOperand;
use tensmith_core::tensor::reference::{Contraction, EvaluationError, Located};

/// How a result compares with the reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// Number of elements.
    pub elements: u64,
    /// How many of them no correct kernel could have computed.
    pub wrong: u64,
    /// The element with the largest share of its bound; none where there are no elements.
    pub worst: Option<Deviation>,
}

/// How one element compares with the reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// The element.
    pub actual: f64,
    /// What the reference says.
    pub expected: f64,
    /// The absolute difference; infinite where one is a NaN or infinite and the other is not.
    pub error: f64,
    /// The largest difference that rounding can explain; see [`Range`].
    pub bound: f64,
}

/// Why a result could not be compared.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// An operand is not what the plan is made for.
    #[error(transparent)]
    Operand(#[from] RunError),
    /// The operands could not be copied.
    #[error(transparent)]
    Copy(#[from] ViewError),
    /// The nest could not be made again.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The reference refused.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
}

impl Check {
    /// Whether every element is right.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.wrong == 0
    }

    fn count(&mut self, deviation: Deviation, accepted: bool) {
        self.elements += 1;
        self.wrong += u64::from(!accepted);
        if self.worst.is_none_or(|worst| worst.share() < deviation.share()) {
            self.worst = Some(deviation);
        }
    }
}

impl Deviation {
    fn of<T: Element>(range: &Range<T>, actual: T) -> Self {
        let (actual, expected) = (actual.to_f64(), range.value.to_f64());
        let same = actual == expected || (actual.is_nan() && expected.is_nan());
        let difference = (actual - expected).abs();
        let error = match (same, difference.is_nan()) {
            (true, _) => 0.0,
            (false, true) => f64::INFINITY,
            (false, false) => difference,
        };
        Self { actual, expected, error, bound: range.bound() }
    }

    fn share(&self) -> f64 {
        if self.error == 0.0 { 0.0 } else { self.error / self.bound }
    }
}

impl<T: Element> Plan<T> {
    /// Compares `output` with the scalar reference over the same inputs. Slow: the reference works
    /// every element out alone. It starts from the expression again, so that mistakes of the
    /// optimizer show like those of the kernels.
    ///
    /// # Errors
    /// [`CheckError`].
    pub fn check(&self, inputs: &[View<'_, T>], output: &View<'_, T>) -> Result<Check, CheckError> {
        self.check_layouts(inputs, output)?;
        let inputs: Vec<Array<T>> = inputs.iter().map(Array::copy_of).collect::<Result<_, _>>()?;
        let output = Array::copy_of(output)?;
        let [in0, in1] = &inputs[..] else {
            return Err(LowerError::Operands { found: inputs.len() }.into());
        };
        let layouts = PerOperand { in0: in0.layout(), in1: in1.layout(), out: output.layout() };
        let nest = einsum::lower_pair(&self.0.expression, T::DTYPE, layouts)?;
        let contraction = Contraction::new(&nest, located(in0), located(in1))?;
        let mut check = Check { elements: 0, wrong: 0, worst: None };
        for number in 0..contraction.outputs() {
            let actual = output.data()[contraction.offset(number).unsigned_abs()];
            let range = contraction.element(number, T::default());
            check.count(Deviation::of(&range, actual), range.accepts(actual));
        }
        Ok(check)
    }
}

fn located<T: Element>(array: &Array<T>) -> Located<&[T]> {
    Located { data: array.data(), origin: 0 }
}
