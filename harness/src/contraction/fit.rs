//! Which order a contraction has, so that it keeps a limit of memory.
//!
//! The fastest one, if that fits; or else the one whose largest tensor is the smallest; or else slices. How
//! much memory a program needs is known when its loops are: scratch memory and what lies in the arena at a
//! time are not in the model that slices are searched with. So the search is repeated with less, until it
//! fits.
//!
//! Tests: `tests/tests/harness_slices.rs`, `tests/tests/harness_contraction.rs`.

use super::Contraction;
use super::compile::{Made, Question};
use super::request::Details;
use crate::error::PlanError;
use crate::notation::Notation;
use crate::order::{Minimize, Optimize, Order, OrderSearch};
use crate::slices::{self, Slices, usual_block};
use crate::wisdom::{self, Entry, Wisdom};
use std::num::NonZeroU64;
use tensmith_core::Types;
use tensmith_core::einsum::path::{
    Cuttable, Given, Limit, MultiplyAdds, Network, Predicted, Search, SliceError, Sliced, Slicer, cost_of,
};
use tensmith_core::einsum::{self, Beta, LowerError, Resolved};

/// How often slices are searched: each time, tensors have at most three quarters of the memory.
const ATTEMPTS: usize = 12;

impl Contraction<'_> {
    /// The order that is given or was found before, or one that fits.
    pub(super) fn fitting(&self, question: Question<'_>, details: &Details<'_>) -> Result<Made, PlanError> {
        let search = OrderSearch { optimize: self.optimize, minimize: self.minimize, seed: details.seed };
        let limit = details.memory_limit;
        match (&details.order, &self.jit.wisdom, question.notation) {
            (Some(order), _, _) => self.given(question, order, usize::MAX),
            (None, Some(wisdom), Notation::Expression(_, resolved))
                if is_worth_keeping(resolved.inputs().len(), limit) =>
            {
                self.remembered(wisdom, (question, resolved), search, limit)
            }
            _ => self.searched(question, search, limit),
        }
    }

    /// The order that was found before, if it still fits, or one that is found now and kept.
    fn remembered(
        &self,
        wisdom: &Wisdom,
        (question, resolved): (Question<'_>, &Resolved),
        search: OrderSearch,
        limit: usize,
    ) -> Result<Made, PlanError> {
        let (target, scalar) = (&self.jit.target, question.numbers.operands);
        let network = einsum::network(resolved)?;
        let asked = wisdom::Question::new(&network, (scalar, target, self.jit.threads()), search, limit);
        let known = wisdom.find(&asked)?;
        if let Some(made) = known.and_then(|order| self.given(question, &order, limit).ok()) {
            return Ok(made);
        }
        let made = self.searched(question, search, limit)?;
        let order = slices::order_of(&made.order, made.slices.as_deref());
        let time = Predicted::new(scalar.part(), target);
        let cost = order.cost(&network, search.cost(&time)).map_err(LowerError::from)?;
        wisdom.keep(&Entry::new(asked, order, cost))?;
        Ok(made)
    }

    /// An order that fits.
    fn searched(&self, question: Question<'_>, search: OrderSearch, limit: usize) -> Result<Made, PlanError> {
        let fast = match self.whole(question, &search, limit) {
            Err(error) if limit < usize::MAX && is_too_large(&error) => error,
            made => return made,
        };
        let Notation::Expression(_, resolved) = question.notation else { return Err(fast) };
        if resolved.inputs().len() <= 2 {
            return Err(fast);
        }
        let narrow = OrderSearch { minimize: Minimize::Width, ..search };
        let narrow = match self.whole(question, &narrow, limit) {
            Err(error) if is_too_large(&error) => error,
            made => return made,
        };
        let least = needed(&fast).min(needed(&narrow));
        let Question { numbers, operands, .. } = question;
        let is_plain = operands.chain.is_empty() && operands.beta == Beta::Zero;
        if is_plain && numbers.output == numbers.operands {
            self.cut(question, (resolved, search), (limit, least))
        } else {
            Err(PlanError::MemoryLimit { needed: least, limit })
        }
    }

    /// All at once, in the order that a search finds.
    fn whole(&self, question: Question<'_>, search: &dyn Search, limit: usize) -> Result<Made, PlanError> {
        let (order, program) = self.program(question, search, limit)?;
        Ok(Made { order, program, slices: None })
    }

    /// The order that is given, if it fits.
    fn given(&self, question: Question<'_>, order: &Order, limit: usize) -> Result<Made, PlanError> {
        let search = Given(&order.pairs);
        match question.notation {
            _ if order.cut.is_empty() => self.whole(question, &search, limit),
            _ if question.numbers.output != question.numbers.operands => {
                Err(PlanError::NoSlices { rule: "the output must have the operands' type" })
            }
            Notation::Tree(_) => Err(PlanError::NoSlices { rule: "must be an expression" }),
            Notation::Expression(_, resolved) => {
                let network = einsum::network(resolved)?;
                let uncut = cost_of(&network, &order.pairs, &MultiplyAdds).map_err(LowerError::from)?;
                self.sliced(question, (resolved, order), (limit, uncut))
            }
        }
    }

    /// Slices that fit. `least` is what is needed without.
    fn cut(
        &self,
        question: Question<'_>,
        (resolved, search): (&Resolved, OrderSearch),
        (limit, mut least): (usize, usize),
    ) -> Result<Made, PlanError> {
        let network = einsum::network(resolved)?;
        let time = Predicted::new(question.numbers.operands.part(), &self.jit.target);
        let first = search.pairs(&network, &time).map_err(LowerError::from)?;
        let types = Types::of(question.numbers.operands.part());
        let bytes = types.accumulator.bytes().saturating_mul(question.numbers.operands.parts()) as f64;
        // Sums of slices would be rounded to fewer digits than sums have within one.
        let is_narrow = types.accumulator != question.numbers.operands.part();
        let cuttable = if is_narrow { Cuttable::Output } else { Cuttable::All };
        let of = if self.optimize == Optimize::HighQuality { Slicer::thorough } else { Slicer::quick };
        let mut room = limit as f64;
        for _ in 0..ATTEMPTS {
            let slicer = Slicer { cuttable, ..of(Limit::Peak(room / bytes), search.seed) };
            let sliced = match slicer.search_from(&network, search.cost(&time), Some(&first)) {
                Ok(sliced) => sliced,
                Err(SliceError::TooMany) => return Err(PlanError::TooManySlices),
                Err(SliceError::Path(error)) => return Err(LowerError::from(error).into()),
                Err(_) => break,
            };
            let (order, uncut) = described(&network, &first, sliced)?;
            match self.sliced(question, (resolved, &order), (limit, uncut)) {
                Err(error) if is_too_large(&error) => {
                    let excess = needed(&error).saturating_sub(limit);
                    least = least.min(needed(&error));
                    // Scratch memory shrinks with the tensors.
                    room = (room - excess as f64).clamp(room * 0.25, room * 0.75);
                }
                made => return made,
            }
            if room < bytes {
                break;
            }
        }
        Err(PlanError::MemoryLimit { needed: least, limit })
    }

    /// Slices along an order, if they fit.
    fn sliced(
        &self,
        question: Question<'_>,
        (resolved, order): (&Resolved, &Order),
        (limit, uncut): (usize, f64),
    ) -> Result<Made, PlanError> {
        let mut slices = Slices::new(resolved, question.operands, order)?;
        let (contraction, program) =
            self.program_of_slice(question, (resolved, &slices), (&order.pairs, limit))?;
        let left = limit.saturating_sub(program.memory());
        if slices.partial_bytes(question.numbers.operands) > left {
            // Without a second block, no result is next to the output.
            let block = NonZeroU64::new(slices.of_part()).unwrap_or(NonZeroU64::MIN);
            slices = Slices::new(resolved, question.operands, &Order { block, ..order.clone() })?;
        }
        slices.uncut = uncut;
        Ok(Made { order: contraction, program, slices: Some(Box::new(slices)) })
    }
}

/// The order of slices that were found, and the multiply-adds of the better one of two without cuts.
fn described(network: &Network, first: &[[usize; 2]], sliced: Sliced) -> Result<(Order, f64), PlanError> {
    let uncut = |pairs: &[[usize; 2]]| cost_of(network, pairs, &MultiplyAdds).map_err(LowerError::from);
    let uncut = uncut(first)?.min(uncut(&sliced.pairs)?);
    let path = sliced.path(network, &MultiplyAdds).map_err(LowerError::from)?;
    let block = usual_block(path.tree.multiply_adds(), sliced.slices);
    let Sliced { pairs, indices: cut, .. } = sliced;
    Ok((Order { pairs, cut, block }, uncut))
}

/// The most operands whose order is found sooner than a file is read.
const FEW: usize = 8;

/// Whether a search takes long.
const fn is_worth_keeping(operands: usize, limit: usize) -> bool {
    operands > FEW || (operands > 2 && limit < usize::MAX)
}

/// Whether something smaller may fit.
fn is_too_large(error: &PlanError) -> bool {
    matches!(
        error,
        PlanError::MemoryLimit { .. }
            | PlanError::Memory { .. }
            | PlanError::Operands(_)
            | PlanError::Nest(_)
    )
}

/// The bytes that something needs which is too large.
fn needed(error: &PlanError) -> usize {
    match error {
        PlanError::MemoryLimit { needed, .. } | PlanError::Memory { needed } => *needed,
        _ => usize::MAX,
    }
}
