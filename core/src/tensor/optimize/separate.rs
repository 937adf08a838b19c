//! Separates folds over windows of several directions: one direction after the other.
//!
//! The greatest of the elements in a square of 13 by 13 is the greatest of the greatest of its rows, and
//! windows below each other have rows in common. So all rows that any window has are folded first, into
//! memory of the sequence's own, and then the results of those that each window has: 26 elements in place
//! of 169. What is between is as much as lies in the loops that the two have in common: images, and what else
//! no window moves along.
//!
//! It is done where it is predicted to cost less. Sums come in another order then, as they
//! do wherever loops do.
//!
//! Tests: `tests/tests/tensor_optimize_windows.rs`.

use super::context::Context;
use super::parallel::tasks;
use super::primitives;
use crate::fallible::{TryVec, sorted, try_collect};
use crate::kernel::spec::Fold;
use crate::tensor::buffer::{Buffer, aligned, take};
use crate::tensor::cost::Cost;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, PerOperand};
use crate::tensor::primitive::Roles;
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// How many taps of a window that is folded at once are as dear as one of rows and of their results, which
/// pass through memory: squares of 3 by 3 are folded at once.
const MEMORY: usize = 2;

/// Separates each fold that is wholly undecided, as long as no steps share loops.
pub(super) fn separate(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    let is_fold = |step: &Step| matches!(step.nest.main, Main::Reduce(_));
    if !sequence.steps.iter().any(is_fold) || sequence.steps.iter().any(|step| step.shares > 0) {
        return Ok(sequence);
    }
    let mut separated = Sequence { steps: Vec::new(), ..sequence };
    for step in sequence.steps {
        match Separable::of(&step.nest)? {
            Some(separable) => separable.push(step, &mut separated, context)?,
            None => separated.steps.try_push(step)?,
        }
    }
    Ok(separated)
}

/// A fold whose windows have rows in common with others.
struct Separable {
    fold: Fold,
    /// The numbers of what leads from window to window, and of the taps that are folded last.
    windows: usize,
    taps: usize,
    /// How many rows there are, and the elements from one to the next.
    rows: usize,
    distance: isize,
    /// The numbers of the dimensions in which each step is done by itself, the outermost first.
    common: Vec<usize>,
    /// Those of the others that are kept, the nearest first.
    kept: Vec<usize>,
}

impl Separable {
    /// None where no windows have rows in common, or strides run backwards.
    fn of(nest: &Nest) -> Result<Option<Self>, NestError> {
        let Main::Reduce(fold) = nest.main else { return Ok(None) };
        let is_open = |dim: &Dim| {
            let is_free = dim.exec == Exec::Undefined && dim.part.is_none() && dim.extent > 1;
            is_free && dim.strides.in0 > 0
        };
        let taps = nest.dims.iter().filter(|dim| dim.kind == Kind::K).count();
        if taps < 2 || !nest.dims.iter().all(is_open) {
            return Ok(None);
        }
        let numbered = || nest.dims.iter().enumerate();
        let pairs = numbered().filter(|(_, dim)| dim.kind != Kind::K).flat_map(|window| {
            numbered().filter(|(_, dim)| dim.kind == Kind::K).map(move |taps| (window, taps))
        });
        let folded = nest.of_kind(Kind::K).fold(1usize, |all, dim| all.saturating_mul(dim.extent));
        let is_worth_it = |taps: usize| {
            let others = folded.checked_div(taps).unwrap_or(0);
            folded > taps.saturating_add(others).saturating_mul(MEMORY)
        };
        let pairs = pairs.filter(|(_, (_, tap))| is_worth_it(tap.extent));
        let with_rows = pairs.filter_map(|((windows, window), (taps, tap))| {
            let (rows, distance) = rows(nest.main, window, tap)?;
            // How many elements the first step folds, for each that it would over all windows and taps.
            let share = rows as f64 / window.extent.saturating_mul(tap.extent) as f64;
            Some((share, Reverse(window.strides.in0), windows, taps, rows, distance))
        });
        let least =
            with_rows.reduce(|one, other| if (other.0, other.1) < (one.0, one.1) { other } else { one });
        let Some((_, _, windows, taps, rows, distance)) = least else { return Ok(None) };
        let slides = |dim: &Dim| {
            let others = numbered().filter(|(number, other)| *number != taps && other.kind == Kind::K);
            others.clone().any(|(_, tap)| self::rows(nest.main, dim, tap).is_some())
        };
        let stays = |number: usize, dim: &Dim| {
            number == windows || dim.strides.in0 == 1 || dim.strides.out == 1 || slides(dim)
        };
        let keys = numbered().filter(|(_, dim)| dim.kind != Kind::K);
        let (mut common, mut kept) = (Vec::new(), Vec::new());
        for (_, number) in sorted(try_collect(keys.map(|(number, dim)| (dim.strides.in0, number)))?) {
            let Some(dim) = nest.dims.get(number) else { continue };
            if stays(number, dim) { kept.try_push(number)? } else { common.try_push(number)? }
        }
        common.reverse();
        Ok(Some(Self { fold, windows, taps, rows, distance, common, kept }))
    }

    /// The two steps behind those that a sequence has, or the one that there was, where they cost more.
    fn push(self, step: Step, to: &mut Sequence, context: &Context<'_>) -> Result<(), NestError> {
        let Some(halves) = self.halves(&step, to, context)? else { return Ok(to.steps.try_push(step)?) };
        let cost = |sequence: &Sequence| {
            let decided = primitives::identify(sequence.try_clone()?, context)?;
            Ok::<_, NestError>(Cost::of_steps(&decided.steps, context.target).total())
        };
        let whole = Sequence { steps: try_collect([step])?, ..Sequence::default() };
        if cost(&whole)? <= cost(&halves)? {
            return Ok(to.steps.try_extend(whole.steps)?);
        }
        let Sequence { steps, scratch, arena } = halves;
        (to.scratch, to.arena) = (scratch, arena);
        Ok(to.steps.try_extend(steps)?)
    }

    /// The step that folds rows, and the one that folds what is left of each window, with the memory between
    /// behind what a sequence has; none where that is too large.
    fn halves(
        &self,
        step: &Step,
        Sequence { scratch, arena, .. }: &Sequence,
        context: &Context<'_>,
    ) -> Result<Option<Sequence>, NestError> {
        let nest = &step.nest;
        let (mut scratch, mut arena) = (*scratch, *arena);
        let together = self.is_together(nest, context);
        let memory = if together { &mut scratch } else { &mut arena };
        *memory = aligned(*memory, nest.types.output);
        let place = if together { Buffer::Scratch(*memory) } else { Buffer::Arena(*memory) };
        let (mut first, mut second, mut elements) = (Vec::new(), Vec::new(), 1isize);
        let dim = |number: &usize| nest.dims.get(*number).copied();
        let inside = self.kept.iter().chain(self.common.iter().rev().filter(|_| !together));
        for (number, whole) in inside.filter_map(|number| Some((*number, dim(number)?))) {
            let is_cut = number == self.windows;
            let extent = if is_cut { self.rows } else { whole.extent };
            let (from, out) = if is_cut { (self.distance, elements) } else { (whole.strides.in0, elements) };
            first.try_push(Dim { extent, strides: PerOperand { in0: from, in1: 0, out }, ..whole })?;
            second.try_push(self.behind(whole, is_cut, elements))?;
            if let Some(taps) = dim(&self.taps).filter(|_| is_cut) {
                second.try_push(self.behind(taps, true, elements))?;
            }
            let next = isize::try_from(extent).ok().and_then(|extent| elements.checked_mul(extent));
            let Some(next) = next else { return Ok(None) };
            elements = next;
        }
        take(memory, elements.unsigned_abs(), nest.types.output);
        let exec = if tasks(nest, context) > 1 { Exec::Shared } else { Exec::Seq };
        let common =
            || self.common.iter().filter(|_| together).filter_map(dim).map(|dim| Dim { exec, ..dim });
        let to = |dim: Dim| Dim { strides: PerOperand { out: 0, ..dim.strides }, ..dim };
        let from = |dim: Dim| Dim { strides: PerOperand { in0: 0, ..dim.strides }, ..dim };
        let others = nest.dims.iter().enumerate().filter(|(number, _)| *number != self.taps);
        let folded = others.map(|(_, dim)| *dim).filter(|dim| dim.kind == Kind::K);
        let rows = Nest {
            first_touch: Some(self.fold.neutral()),
            last_touch: None,
            offsets: PerOperand { out: 0, ..nest.offsets },
            ..nest.with_dims(common().map(to).chain(first.into_iter().rev()).chain(folded))?
        };
        // What is folded once has its squares.
        let main = Main::Reduce(if self.fold == Fold::SumOfSquares { Fold::Sum } else { self.fold });
        let results = Nest {
            main,
            offsets: PerOperand { in0: 0, ..nest.offsets },
            ..nest.with_dims(common().map(from).chain(second.into_iter().rev()))?
        };
        let shares = if together { self.common.len() } else { 0 };
        let to_rows = PerOperand { out: place, ..step.operands };
        let from_rows = PerOperand { in0: place, in1: place, out: step.operands.out };
        let steps = try_collect([
            Step { nest: rows, shares: 0, operands: to_rows },
            Step { nest: results, shares, operands: from_rows },
        ])?;
        Ok(Some(Sequence { steps, scratch, arena }))
    }

    /// A dimension of the second step: of windows and taps, by as many rows as they are
    /// apart, of `elements` each.
    fn behind(&self, dim: Dim, is_cut: bool, elements: isize) -> Dim {
        let rows = if is_cut { dim.strides.in0.checked_div(self.distance).unwrap_or(1) } else { 1 };
        Dim { strides: PerOperand { in0: rows.saturating_mul(elements), ..dim.strides }, ..dim }
    }

    /// Whether both steps are in the same loops: where there are any, and as many as there should be tasks.
    fn is_together(&self, nest: &Nest, context: &Context<'_>) -> bool {
        let extents = self.common.iter().filter_map(|number| nest.dims.get(*number)).map(|dim| dim.extent);
        let iterations = extents.fold(1usize, usize::saturating_mul);
        iterations > 1 && iterations >= tasks(nest, context)
    }
}

/// How many rows windows have that taps lead to, and the elements from one to the next; none where they are
/// all different, or there is something between them that no window has.
fn rows(main: Main, window: &Dim, tap: &Dim) -> Option<(usize, isize)> {
    let roles = Roles { m: Some(window), k: Some(tap), ..Roles::default() };
    let rows = roles.places(main, window.extent)?;
    let across = |dim: &Dim| isize::try_from(dim.extent.checked_sub(1)?).ok()?.checked_mul(dim.strides.in0);
    let span = across(window)?.checked_add(across(tap)?)?;
    let steps = isize::try_from(rows.checked_sub(1)?).ok()?;
    let distance = span.checked_div(steps)?;
    let is_dense = [window, tap].iter().all(|dim| dim.strides.in0.checked_rem(distance) == Some(0))
        && distance.checked_mul(steps) == Some(span);
    (rows < window.extent.saturating_mul(tap.extent) && is_dense).then_some((rows, distance))
}
