//! The cost of contracting two tensors.
//!
//! As [`tensor::cost`](crate::tensor::cost), but before there are layouts or loops: multiply-adds with full
//! vectors, and every element of operands and result moved once from where it is likely to be, the
//! result's twice, as it is written back.

use crate::tensor::cost::Cost;
use crate::{DType, Target};

/// A contraction of two tensors, by its sizes. An extent of 0 counts as 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The elements of both operands.
    pub operands: [f64; 2],
    /// The elements of the result.
    pub output: f64,
    /// The product of the extents of all indices: the number of multiply-adds.
    pub points: f64,
}

/// A price of contractions.
///
/// Searches take it as `dyn`: that costs little next to a search, and leaves no code here that is
/// compiled only elsewhere.
pub trait CostModel {
    /// The cost of one contraction: a number that is not negative.
    fn contraction(&self, step: Step) -> f64;

    /// How the costs of contractions make that of an order: their sum, unless a model says otherwise.
    fn total(&self) -> Total {
        Total::Sum
    }

    /// A model whose good orders are good by this one, too, and easier to find; `None` if there is no need.
    fn guide(&self) -> Option<&dyn CostModel> {
        None
    }
}

/// The cost of contractions together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// The sum.
    Sum,
    /// The largest.
    Largest,
}

impl Total {
    /// Returns the cost of two parts together.
    #[must_use]
    pub const fn of(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Sum => a + b,
            Self::Largest => a.max(b),
        }
    }

    /// Returns the cost of all parts together.
    pub fn over(self, parts: impl IntoIterator<Item = f64>) -> f64 {
        parts.into_iter().fold(0.0, |all, part| self.of(all, part))
    }
}

/// The number of multiply-adds.
#[derive(Clone, Copy, Debug)]
pub struct MultiplyAdds;

impl CostModel for MultiplyAdds {
    fn contraction(&self, step: Step) -> f64 {
        step.points
    }
}

/// The elements of the largest tensor, whose binary logarithm is the width of an order.
#[derive(Clone, Copy, Debug)]
pub struct Width;

impl CostModel for Width {
    fn contraction(&self, step: Step) -> f64 {
        let [a, b] = step.operands;
        a.max(b).max(step.output)
    }

    fn total(&self) -> Total {
        Total::Largest
    }

    /// Most changes of a tree leave the largest tensor as it is, so that nothing leads to smaller ones.
    fn guide(&self) -> Option<&dyn CostModel> {
        Some(&MultiplyAdds)
    }
}

/// Predicted cycles on one core.
#[derive(Clone, Copy, Debug)]
pub struct Predicted {
    target: Target,
    /// Bytes of an element.
    element: f64,
    /// Multiply-adds of a cycle.
    rate: f64,
}

impl Predicted {
    /// Of contractions of some element type.
    #[must_use]
    pub fn new(dtype: DType, target: &Target) -> Self {
        let lanes = target.machine().lanes(dtype).get() as f64;
        let rate = lanes * f64::from(target.core.model.multiply_adds);
        Self { target: *target, element: dtype.bytes() as f64, rate }
    }
}

impl CostModel for Predicted {
    fn contraction(&self, step: Step) -> f64 {
        let caches = self.target.core.caches;
        let [a, b] = step.operands;
        let footprint = (a + b + step.output) * self.element;
        let traffic = footprint + step.output * self.element;
        let through = |cache: usize, fill: usize| {
            if footprint > (cache / 2) as f64 { traffic / fill.max(1) as f64 } else { 0.0 }
        };
        Cost::CALL
            + step.points / self.rate
            + through(caches.l1d, caches.l1_fill)
            + through(caches.l2, caches.l2_fill)
    }
}
