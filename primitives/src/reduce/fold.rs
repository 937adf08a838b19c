//! Folding of vectors into the accumulators of a panel.

use super::collect::Collect;
use super::cut::Cut;
use alloc::vec::Vec;
use tensmith_core::fallible::{TryVec, try_filled};
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Vector, VectorOp};
use tensmith_core::kernel::op::Number;
use tensmith_core::kernel::spec::{Fold, ReduceSpec, Reduction};
use tensmith_core::{DType, OutOfMemory};

/// The operation on elements before they are combined.
#[derive(Clone, Copy)]
enum Term {
    Element,
    Square,
    /// The product with the second input's.
    Product,
}

/// How elements are folded.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) dtype: DType,
    term: Term,
    /// How two results are combined.
    pub(crate) merge: VectorOp,
}

impl Terms {
    /// The terms of a reduction; for indices, those by which the greatest element is found.
    pub(super) fn of(spec: &ReduceSpec) -> Self {
        match spec.reduction {
            Reduction::Fold(fold, _) => Self::folding(spec.dtype, fold),
            Reduction::ArgMax => Self::folding(spec.dtype, Fold::Max),
            Reduction::Dot { .. } => Self::products(spec.dtype),
        }
    }

    /// The terms of a fold of elements.
    pub(crate) fn folding(dtype: DType, fold: Fold) -> Self {
        let (term, merge) = match fold {
            Fold::Sum => (Term::Element, VectorOp::Add),
            Fold::SumOfSquares => (Term::Square, VectorOp::Add),
            Fold::Product => (Term::Element, VectorOp::Mul),
            Fold::Min => (Term::Element, VectorOp::Min),
            Fold::Max => (Term::Element, VectorOp::Max),
        };
        Self { dtype, term, merge }
    }

    /// The terms of a sum of products.
    pub(crate) fn products(dtype: DType) -> Self {
        Self { dtype, term: Term::Product, merge: VectorOp::Add }
    }

    /// The terms of results of these: elements, combined in the same way.
    pub(crate) fn of_results(self) -> Self {
        Self { term: Term::Element, ..self }
    }

    /// The bits of an element that changes nothing.
    pub(crate) fn neutral(&self) -> u64 {
        let number = match self.merge {
            VectorOp::Mul => 1.0,
            VectorOp::Max => f64::NEG_INFINITY,
            VectorOp::Min => f64::INFINITY,
            _ => 0.0,
        };
        Number::new(number).bits(self.dtype)
    }

    /// An accumulator of the first term: an element itself, where terms are elements.
    pub(crate) fn first(&self, builder: &mut Builder, x: Vector, y: Vector) -> Result<Vector, OutOfMemory> {
        match self.term {
            Term::Element => Ok(x),
            Term::Square | Term::Product => builder.binary(VectorOp::Mul, x, y, self.dtype),
        }
    }

    /// Adds a term to an accumulator.
    pub(crate) fn more(
        &self,
        builder: &mut Builder,
        sum: Vector,
        x: Vector,
        y: Vector,
    ) -> Result<(), OutOfMemory> {
        builder.push(match self.term {
            Term::Element => self.dtype.arithmetic().binary(self.merge, sum, sum, x),
            Term::Square | Term::Product => self.dtype.arithmetic().multiply_add(sum, x, y),
        })
    }
}

/// The accumulators of a panel: some for each line, which take turns.
pub(super) struct Sets {
    /// The accumulators of the first line, of the second, and so on; none where there was no step yet.
    all: Vec<Option<Vector>>,
    sets: usize,
}

impl Sets {
    pub(super) fn new(cut: &Cut) -> Result<Self, OutOfMemory> {
        let all = try_filled(None, cut.lines.saturating_mul(cut.sets))?;
        Ok(Self { all, sets: cut.sets })
    }

    /// The accumulator for a step of a line.
    pub(super) fn of(&mut self, (line, step): (usize, usize)) -> Option<&mut Option<Vector>> {
        let turn = step.checked_rem(self.sets)?;
        self.all.get_mut(line.saturating_mul(self.sets).saturating_add(turn))
    }

    /// The accumulators of each line, combined by pairs, line after line.
    pub(super) fn combined(
        mut self,
        builder: &mut Builder,
        merge: VectorOp,
        dtype: DType,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let mut width = self.sets;
        while width > 1 {
            let half = width.div_ceil(2);
            for line in self.all.chunks_mut(self.sets.max(1)) {
                let Some((low, high)) = line.split_at_mut_checked(half) else { continue };
                for (to, from) in low.iter().zip(high.iter_mut()) {
                    if let (Some(to), Some(from)) = (*to, from.take()) {
                        builder.push(dtype.arithmetic().binary(merge, to, to, from))?;
                    }
                }
            }
            width = half;
        }
        let mut results = Vec::new();
        results.try_extend(self.all.iter().step_by(self.sets.max(1)).flatten().copied())?;
        Ok(results)
    }
}

/// Folds what it is given.
pub(super) struct Folded {
    terms: Terms,
    sets: Sets,
}

impl Folded {
    pub(super) fn new(terms: Terms, cut: &Cut) -> Result<Self, OutOfMemory> {
        Ok(Self { terms, sets: Sets::new(cut)? })
    }

    /// A vector for each line.
    pub(super) fn combined(self, builder: &mut Builder) -> Result<Vec<Vector>, OutOfMemory> {
        self.sets.combined(builder, self.terms.merge, self.terms.dtype)
    }
}

impl Collect for Folded {
    fn take(
        &mut self,
        builder: &mut Builder,
        place: (usize, usize),
        vectors: &[Vector],
    ) -> Result<(), OutOfMemory> {
        let (Some(x), Some(y), Some(sum)) = (vectors.first(), vectors.last(), self.sets.of(place)) else {
            return Ok(());
        };
        match sum {
            Some(sum) => self.terms.more(builder, *sum, *x, *y),
            None => {
                *sum = Some(self.terms.first(builder, *x, *y)?);
                Ok(())
            }
        }
    }

    fn next(&mut self, _: &mut Builder, _: usize) -> Result<(), OutOfMemory> {
        Ok(())
    }
}
