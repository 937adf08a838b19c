//! Nodes of complex tensors, by nests over real numbers.
//!
//! Kernels multiply complex numbers where rows are contiguous in the output and in a factor, or in a copy of
//! that (`complex_product`). Everything else is of real numbers: a complex tensor is a real one with one more
//! index, its *part*, of extent 2. What is linear goes on along it. A product is a contraction over the parts
//! of one factor, if the other one is *rotated* before: it gets a second part, which says what it is
//! multiplied by:
//!
//! ```text
//! z[r] = Σ_q rotated[q, r] · y[q],   rotated[0, ·] = x,   rotated[1, ·] = i·x
//! ```
//!
//! So a product takes as many multiply-adds as four real ones, at the rate of real ones, and twice the memory
//! of one factor besides. That is the factor with the index along which the output is contiguous, so that
//! vectors run over rows and parts at once: it is laid out as kernels like it best, with these innermost.
//! Where the other one has few columns, and sums are contiguous, it is that: vectors run over sums and parts
//! then.
//!
//! Cost: that of the optimization of a few nests.
//!
//! Tests: `tests/tests/einsum_complex.rs`.

use super::LowerError;
use super::complex_product;
use super::finish::Epilogue;
use super::nest::{IN0, OUT, Tensors};
use super::touches::Beta;
use super::view::View;
use super::wide::behind;
use crate::DType;
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, try_collect};
use crate::kernel::op::{Number, Parameter, UnaryOp};
use crate::kernel::spec::Pairing;
use crate::tensor::buffer::{Buffer, take};
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, PerOperand};
use crate::tensor::optimize::{Context, optimize_all};
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;
use core::num::NonZero;

/// The place of a rotated factor, or of a copy.
const PLACE: Buffer = Buffer::Arena(0);

/// How many parts a number has.
const PARTS: usize = 2;

/// How many times as large a factor has to be for the other one to be rotated.
const MUCH: usize = 8;

/// The most columns of a product whose small factor is rotated: vectors of many are full.
const FEW: usize = 8;

/// The most tasks for each thread, of copies in pairs.
const TASKS: usize = 4;

/// The fewest elements that several threads rotate.
const MANY: usize = 1 << 15;

/// All steps of a node with these tensors, whose elements are complex with parts of a type, decided. Each
/// operand may be conjugated before.
///
/// # Errors
/// [`LowerError`].
pub(super) fn steps(
    tensors: Tensors<'_>,
    (dtype, conjugates): (DType, [bool; 2]),
    epilogue: &Epilogue,
    context: &Context<'_>,
) -> Result<Sequence, LowerError> {
    epilogue.refuse_links()?;
    let part = tensors.extents.len();
    let product = Product {
        dtype,
        extents: try_collect(tensors.extents.iter().copied().chain([PARTS; 2]))?,
        part,
        kept: tensors.kept,
        with_parts: try_collect(tensors.kept.iter().copied().chain([part]))?,
        out: tensors.out,
        parts_of_out: tensors.out.in_parts(part)?,
    };
    let Some(in1) = tensors.in1 else {
        return product.of_one(tensors.in0, conjugates.contains(&true), epilogue, context);
    };
    // Sums of kernels are rounded elsewhere than those of rotated factors, so that the choice is the same for
    // any number of threads.
    if let Some(kernels) = complex_product::step(tensors, (dtype, conjugates), epilogue.beta(), context)? {
        return Ok(kernels);
    }
    let factors = product.factors([tensors.in0, in1], conjugates)?;
    let of_copy = product.of_copy(&factors, tensors, (conjugates, epilogue.beta()), context)?;
    of_copy.map_or_else(|| product.of_rotated(&factors, epilogue, context), Ok)
}

/// A product of two complex tensors.
struct Product<'p> {
    /// The type of parts.
    dtype: DType,
    /// The extents of all indices, those of parts last.
    extents: Vec<usize>,
    /// The index of the parts of the output.
    part: Index,
    /// The indices of the output, and these with its parts.
    kept: &'p [Index],
    with_parts: Vec<Index>,
    /// How the output lies in memory, and its parts.
    out: &'p View,
    parts_of_out: View,
}

/// The factors of a product.
struct Factors<'f> {
    /// Whether it is the first one that is rotated.
    is_first: bool,
    /// The one that is rotated, as it is before.
    view: &'f View,
    other: &'f View,
    /// Whether they are conjugated, in this order.
    conjugates: [bool; 2],
    /// How it lies in memory then.
    rotated: View,
    /// Along how many real numbers with the same multiplier it is contiguous, if multipliers are next to
    /// these.
    run: Option<usize>,
}

impl Factors<'_> {
    /// The argument that is rotated.
    fn argument(&self) -> Buffer {
        Buffer::Argument(usize::from(!self.is_first))
    }
}

impl Product<'_> {
    /// The index of the parts of the factor that is not rotated.
    const fn multiplier(&self) -> Index {
        self.part.saturating_add(1)
    }

    /// The tensors of real numbers, given those of the operands.
    fn real<'t>(&'t self, in0: &'t View, in1: Option<&'t View>) -> Tensors<'t> {
        Tensors { in0, in1, out: &self.parts_of_out, kept: &self.with_parts, extents: &self.extents }
    }

    /// The steps of a node with one operand, conjugated or not: a sum's conjugate is that of its terms, so
    /// that it is taken of what overwrites the output there.
    fn of_one(
        &self,
        in0: &View,
        is_conjugated: bool,
        epilogue: &Epilogue,
        context: &Context<'_>,
    ) -> Result<Sequence, LowerError> {
        if is_conjugated && !epilogue.overwrites() {
            let (conjugated, mut all, bytes) = self.conjugated(in0, context)?;
            let sums = epilogue.steps(self.real(&conjugated, None), self.dtype.into(), context)?;
            all.append(behind(bytes, sums, |buffer| if buffer == IN0 { PLACE } else { buffer }))?;
            return Ok(all);
        }
        let in0 = in0.in_parts(self.part)?;
        let mut all = epilogue.steps(self.real(&in0, None), self.dtype.into(), context)?;
        if is_conjugated {
            all.append(self.negated(context)?)?;
        }
        Ok(all)
    }

    /// The steps by kernels of complex numbers, where these take a copy of the factor with rows, which are
    /// contiguous there.
    fn of_copy(
        &self,
        factors: &Factors<'_>,
        tensors: Tensors<'_>,
        (conjugates, beta): ([bool; 2], Beta),
        context: &Context<'_>,
    ) -> Result<Option<Sequence>, LowerError> {
        let &Factors { is_first, view, other, run, .. } = factors;
        let (outer, rows) = self.order(view, other)?;
        if run.is_none() || rows.iter().all(|index| self.extent(*index) <= 1) {
            return Ok(None);
        }
        let dense = self.dense(view, &try_collect(outer.into_iter().chain(rows))?)?;
        let copied = match is_first {
            true => Tensors { in0: &dense, ..tensors },
            false => Tensors { in1: Some(&dense), ..tensors },
        };
        let Some(kernels) = complex_product::step(copied, (self.dtype, conjugates), beta, context)? else {
            return Ok(None);
        };
        let (argument, parts) = (factors.argument(), dense.in_parts(self.part)?);
        let (copy, bytes) = (self.copied(view, &parts, 0, context)?, self.bytes(&parts));
        let mut all = behind(bytes, copy, |buffer| if buffer == IN0 { argument } else { PLACE });
        all.append(behind(bytes, kernels, |buffer| if buffer == argument { PLACE } else { buffer }))?;
        Ok(Some(all))
    }

    /// The steps over real numbers, of a factor that is rotated before.
    fn of_rotated(
        &self,
        factors: &Factors<'_>,
        epilogue: &Epilogue,
        context: &Context<'_>,
    ) -> Result<Sequence, LowerError> {
        let (rotated, argument) = (&factors.rotated, factors.argument());
        let (rotation, bytes) = (self.rotation(factors, context)?, self.bytes(rotated));
        let mut all = behind(bytes, rotation, |buffer| if buffer == IN0 { argument } else { PLACE });
        let other = factors.other.in_parts(self.multiplier())?;
        let [in0, in1] = if factors.is_first { [rotated, &other] } else { [&other, rotated] };
        let sums = epilogue.steps(self.real(in0, Some(in1)), self.dtype.into(), context)?;
        all.append(behind(bytes, sums, |buffer| if buffer == argument { PLACE } else { buffer }))?;
        Ok(all)
    }

    /// Whether it is the first factor that has the index along which the output is contiguous; of both, the
    /// smaller one.
    fn first_has_rows(&self, [in0, in1]: [&View; 2]) -> Result<bool, OutOfMemory> {
        let innermost = self.out.by_stride()?.into_iter().rev().find(|index| self.extent(*index) > 1);
        let has = |view: &View| innermost.is_some_and(|index| view.stride(index) != 0);
        Ok(match (has(in0), has(in1)) {
            (true, false) => true,
            (false, true) => false,
            _ => self.elements(in0) <= self.elements(in1),
        })
    }

    /// Decides which factor is rotated, and how it lies in memory then.
    fn factors<'f>(
        &self,
        [in0, in1]: [&'f View; 2],
        [of_in0, of_in1]: [bool; 2],
    ) -> Result<Factors<'f>, OutOfMemory> {
        let has_rows = self.first_has_rows([in0, in1])?;
        let (rows, columns) = if has_rows { (in0, in1) } else { (in1, in0) };
        let is_small = self.elements(columns).saturating_mul(MUCH) <= self.elements(rows)
            && self.columns(columns, rows) <= FEW;
        if is_small && rows.indices().any(|index| rows.stride(index) == 1 && !self.kept.contains(&index)) {
            let rotated = self.along_sums(columns, rows)?;
            let is_first = !has_rows;
            let conjugates = if is_first { [of_in0, of_in1] } else { [of_in1, of_in0] };
            return Ok(Factors { is_first, view: columns, other: rows, conjugates, rotated, run: None });
        }
        let (is_first, (rotated, run)) = (has_rows, self.along_rows(rows, columns)?);
        let conjugates = if is_first { [of_in0, of_in1] } else { [of_in1, of_in0] };
        Ok(Factors { is_first, view: rows, other: columns, conjugates, rotated, run: Some(run) })
    }

    /// The layout in which rows and parts are innermost: what both factors keep is outermost, then come sums
    /// and multipliers. Where there are no rows, multipliers are outermost, so that there is something
    /// contiguous.
    fn along_rows(&self, view: &View, other: &View) -> Result<(View, usize), OutOfMemory> {
        let (outer, rows) = self.order(view, other)?;
        let is_long = rows.iter().any(|index| self.extent(*index) > 1);
        let multiplier = [self.multiplier()];
        let all = if is_long { [&outer, &multiplier[..], &rows] } else { [&multiplier[..], &outer, &rows] };
        let order = try_collect(all.into_iter().flatten().copied().chain([self.part]))?;
        let inner = order.iter().rev().take_while(|index| **index != self.multiplier());
        let run = inner.fold(1usize, |run, index| run.saturating_mul(self.extent(*index)));
        Ok((self.dense(view, &order)?, run))
    }

    /// The layout in which sums and multipliers are innermost.
    fn along_sums(&self, view: &View, other: &View) -> Result<View, OutOfMemory> {
        let (outer, rows) = self.order(view, other)?;
        let (kept, sums): (Vec<_>, Vec<_>) = Self::divided(&outer, |index| self.kept.contains(&index))?;
        let parts = [self.part];
        let order = [&kept, &rows, &parts[..], &sums].into_iter().flatten().copied();
        self.dense(view, &try_collect(order.chain([self.multiplier()]))?)
    }

    fn divided(
        all: &[Index],
        is_first: impl Fn(Index) -> bool + Copy,
    ) -> Result<(Vec<Index>, Vec<Index>), OutOfMemory> {
        let some = |first: bool| try_collect(all.iter().copied().filter(|index| is_first(*index) == first));
        Ok((some(true)?, some(false)?))
    }

    /// The indices along which a factor moves: those that both keep, its sums, those of the other one
    /// innermost; and then those that it keeps alone, as the output has them.
    fn order(&self, view: &View, other: &View) -> Result<(Vec<Index>, Vec<Index>), OutOfMemory> {
        let (by_output, by_other) = (self.out.by_stride()?, other.by_stride()?);
        let moving = |index: &&Index| self.is_moving(view, **index);
        let is_sum = |index: &&Index| !self.kept.contains(index);
        let kept = try_collect(by_output.iter().filter(moving).copied())?;
        let (shared, rows) = Self::divided(&kept, |index| other.stride(index) != 0)?;
        let alone = try_collect(view.indices().filter(|index| !by_other.contains(index)))?;
        let sums = alone.iter().chain(&by_other).filter(moving).filter(is_sum);
        Ok((try_collect(shared.iter().chain(sums).copied())?, rows))
    }

    /// A dense layout with indices in some order, and the others of a factor, along which it does not move.
    fn dense(&self, view: &View, order: &[Index]) -> Result<View, OutOfMemory> {
        let standing = view.indices().filter(|index| !self.is_moving(view, *index));
        View::dense(order, |index| self.extent(index))?.with_standing(standing)
    }

    /// The bytes of a dense tensor.
    fn bytes(&self, view: &View) -> usize {
        let mut bytes = 0;
        take(&mut bytes, self.elements(view), self.dtype);
        bytes
    }

    /// The steps that rotate a factor, the first argument, into the third one.
    fn rotation(&self, factors: &Factors<'_>, context: &Context<'_>) -> Result<Sequence, LowerError> {
        let Factors { view, rotated, run, conjugates: [is_conjugated, turns_back], .. } = factors;
        let Some(run) = *run else { return self.rotation_by_parts(factors, context) };
        let elements = self.elements(rotated);
        let pairing = if *turns_back { Pairing::RotateBack } else { Pairing::Rotate };
        let mut all = self.halves(view, rotated, (run, *is_conjugated), context)?;
        // Where there is nothing, there is nothing to rotate.
        if elements > 0 {
            all.append(alone(self.paired(pairing, (elements, run), [0, run], context)?)?)?;
        }
        Ok(all)
    }

    /// The same, part by part: none of them are neighbours.
    fn rotation_by_parts(
        &self,
        Factors { view, rotated, conjugates: [is_conjugated, turns_back], .. }: &Factors<'_>,
        context: &Context<'_>,
    ) -> Result<Sequence, LowerError> {
        let moving = try_collect(view.indices().filter(|index| self.is_moving(view, *index)))?;
        let part = view.along(&moving)?.of_parts()?;
        let (second, imaginary) = (rotated.stride(self.multiplier()), rotated.stride(self.part));
        // From a part to a part, and whether it changes its sign.
        let copies = [
            ([0, 0], false),
            ([1, imaginary], *is_conjugated),
            ([1, second], *is_conjugated == *turns_back),
            ([0, second.saturating_add(imaginary)], *turns_back),
        ];
        let mut all = Sequence::default();
        for (at, is_negated) in copies {
            let negated = UnaryOp::scale(Parameter::Fixed(Number::new(-1.0)));
            let op = if is_negated { negated } else { UnaryOp::identity() };
            let step = self.copy(op, [&part, rotated], &moving, at)?;
            all.append(optimize_all(alone(step)?, context, |_, _| {})?)?;
        }
        Ok(all)
    }

    /// The steps that write the first halves of a dense tensor, in runs of numbers: a copy of an array, or
    /// its conjugates, by way of the second halves.
    fn halves(
        &self,
        view: &View,
        dense: &View,
        (run, is_conjugated): (usize, bool),
        context: &Context<'_>,
    ) -> Result<Sequence, LowerError> {
        let at = if is_conjugated { isize::try_from(run).unwrap_or(isize::MAX) } else { 0 };
        let mut all = self.copied(view, dense, at, context)?;
        let elements = self.elements(dense);
        if is_conjugated && elements > 0 {
            let step = self.paired(Pairing::Conjugate, (elements, run), [run, 0], context)?;
            all.append(alone(step)?)?;
        }
        Ok(all)
    }

    /// The steps that copy an array, the first argument, to a place in a dense one of parts, the third.
    fn copied(
        &self,
        view: &View,
        dense: &View,
        at: isize,
        context: &Context<'_>,
    ) -> Result<Sequence, LowerError> {
        let moving = try_collect(view.indices().filter(|index| self.is_moving(view, *index)))?;
        let with_part = try_collect(moving.iter().copied().chain([self.part]))?;
        let number = view.along(&moving)?.in_parts(self.part)?;
        let step = self.copy(UnaryOp::identity(), [&number, dense], &with_part, [0, at])?;
        Ok(optimize_all(alone(step)?, context, |_, _| {})?)
    }

    /// The step that negates the imaginary parts of the output, in place: a sum's conjugate is that of its
    /// terms.
    fn negated(&self, context: &Context<'_>) -> Result<Sequence, LowerError> {
        let out = self.out.of_parts()?;
        let negated = UnaryOp::scale(Parameter::Fixed(Number::new(-1.0)));
        let step = self.copy(negated, [&out, &out], self.kept, [1, 1])?;
        let place = step.operands.out;
        let operands = PerOperand { in0: place, in1: place, out: place };
        Ok(optimize_all(alone(Step { operands, ..step })?, context, |_, _| {})?)
    }

    /// How an array lies in the arena that is conjugated there, the steps that do it from the first argument,
    /// and the bytes that they take: twice its own.
    fn conjugated(&self, view: &View, context: &Context<'_>) -> Result<(View, Sequence, usize), LowerError> {
        let by_stride = view.by_stride()?.into_iter().filter(|index| self.is_moving(view, *index));
        let order = try_collect(by_stride.chain([self.part]))?;
        let inner = order.iter().fold(1usize, |run, index| run.saturating_mul(self.extent(*index)));
        let first = self.dense(view, &order)?;
        let both = self.dense(view, &try_collect([self.multiplier()].into_iter().chain(order))?)?;
        let steps = self.halves(view, &both, (inner, true), context)?;
        let bytes = self.bytes(&both);
        let steps = behind(bytes, steps, |buffer| if buffer == IN0 { buffer } else { Buffer::Arena(0) });
        Ok((first, steps, bytes))
    }

    /// An operation on the elements that some indices lead to, from places in both arrays.
    fn copy(
        &self,
        op: UnaryOp,
        [in0, out]: [&View; 2],
        kept: &[Index],
        [from, to]: [isize; 2],
    ) -> Result<Step, OutOfMemory> {
        let tensors = Tensors { in0, in1: None, out, kept, extents: &self.extents };
        let nest = tensors.element_wise(Main::Unary(op), self.dtype.into())?;
        let nest = Nest { offsets: PerOperand { in0: from, in1: 0, out: to }, ..nest };
        let operands = PerOperand { in0: IN0, in1: IN0, out: OUT };
        Ok(Step { nest, shares: 0, operands })
    }

    /// The halves of each pair of runs of a dense tensor from the others, which are there: from a place in a
    /// pair to a place.
    fn paired(
        &self,
        pairing: Pairing,
        (elements, run): (usize, usize),
        at: [usize; 2],
        context: &Context<'_>,
    ) -> Result<Step, OutOfMemory> {
        let step = |elements: usize| isize::try_from(elements).unwrap_or(isize::MAX);
        let pair = run.saturating_mul(PARTS);
        let along = |stride| PerOperand { in0: stride, in1: 0, out: stride };
        let runs = elements.checked_div(pair).unwrap_or(0);
        let tasks = context.options.threads.filter(|_| elements >= MANY).map_or(1, NonZero::get);
        // As many runs in each task.
        let tasks = (1..=tasks.saturating_mul(TASKS)).rev().find(|tasks| runs % tasks == 0).unwrap_or(1);
        let in_task = runs.checked_div(tasks).unwrap_or(0);
        let tasks = Dim::new(Kind::N, tasks, along(step(pair.saturating_mul(in_task))));
        let tasks = (tasks.extent > 1).then_some(Dim { exec: Exec::Shared, ..tasks });
        let runs = Dim { exec: Exec::Prim, ..Dim::new(Kind::N, in_task, along(step(pair))) };
        let rows = Dim { exec: Exec::Prim, ..Dim::new(Kind::M, run, along(1)) };
        let nest = Nest::contraction(self.dtype, try_collect(tasks.into_iter().chain([runs, rows]))?);
        let [from, to] = at.map(step);
        let offsets = PerOperand { in0: from, in1: 0, out: to };
        let place = Buffer::Argument(2);
        let operands = PerOperand { in0: place, in1: place, out: place };
        Ok(Step { nest: Nest { main: Main::Paired(pairing), offsets, ..nest }, shares: 0, operands })
    }

    fn is_moving(&self, view: &View, index: Index) -> bool {
        view.stride(index) != 0 || self.extent(index) == 0 && view.indices().any(|known| known == index)
    }

    /// How many columns a product has: the product of the extents of the indices that a factor keeps alone.
    fn columns(&self, view: &View, other: &View) -> usize {
        let alone = self.kept.iter().filter(|index| other.stride(**index) == 0);
        let moving = alone.filter(|index| self.is_moving(view, **index));
        moving.fold(1, |product: usize, index| product.saturating_mul(self.extent(*index)))
    }

    /// The product of the extents of the indices along which a tensor moves.
    fn elements(&self, view: &View) -> usize {
        let moving = view.indices().filter(|index| self.is_moving(view, *index));
        moving.fold(1, |all, index| all.saturating_mul(self.extent(index)))
    }

    fn extent(&self, index: Index) -> usize {
        self.extents.get(index).copied().unwrap_or(1)
    }
}

/// A step as a sequence.
fn alone(step: Step) -> Result<Sequence, OutOfMemory> {
    Ok(Sequence { steps: try_collect([step])?, ..Sequence::default() })
}
