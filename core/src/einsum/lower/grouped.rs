//! Products of bfloat16 by instructions that multiply pairs of neighbours, where the target has them.
//!
//! One index that is summed is taken in pairs. The factor with the rows of the output is copied so that pairs
//! of each row are neighbours (`tensor::grouped`), and so is the other one, unless its pairs are contiguous
//! already. Which loops there are is decided as for tensors whose elements are pairs, of four bytes. Where
//! the index has an odd extent, its last value is one more step, by kernels that convert.
//!
//! Sums are those of the instructions, in single precision; an output of bfloat16 is rounded at last.
//!
//! Tests: `tests/tests/einsum_grouped.rs`.

use super::LowerError;
use super::nest::Tensors;
use super::touches::{Beta, Touches};
use super::view::View;
use super::wide::{Places, behind};
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, try_collect, try_with_room};
use crate::isa::model::Alignment;
use crate::tensor::buffer::{Buffer, take};
use crate::tensor::grouped::dots;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, PerOperand};
use crate::tensor::optimize::{Context, Options, optimize_all};
use crate::tensor::primitive::Roles;
use crate::tensor::sequence::{Sequence, Step};
use crate::{DType, Types};
use alloc::vec::Vec;
use core::num::NonZero;

/// A type of the size of a group.
const GROUP: DType = DType::F32;

/// The argument that a copy reads, and that of the output.
const IN0: Buffer = Buffer::Argument(0);
const OUT: Buffer = Buffer::Argument(2);

/// The elements of a group.
const PAIR: usize = 2;

/// The most tasks for each thread, of copies.
const TASKS: usize = 4;

/// The fewest groups that several threads copy.
const MANY: usize = 1 << 15;

/// Whether a node of such types is a product for which the target has instructions.
pub(super) fn may_be(tensors: Tensors<'_>, types: Types, beta: Beta, context: &Context<'_>) -> bool {
    let within = Types { output: types.accumulator, ..types };
    let has_dots = dots(within).is_some_and(|dots| context.target.machine().dot(dots).is_some());
    // Groups lie anywhere that elements do.
    let may_be_anywhere = context.target.core.model.alignment != Alignment::Element;
    has_dots && may_be_anywhere && !matches!(beta, Beta::Fixed(_)) && tensors.operation().is_none()
}

/// All steps of such a node, decided; none where elements lie such that nothing brings pairs together.
///
/// # Errors
/// [`LowerError`].
pub(super) fn steps(
    tensors: Tensors<'_>,
    types: Types,
    beta: Beta,
    context: &Context<'_>,
) -> Result<Option<Sequence>, LowerError> {
    let within = Types { output: types.accumulator, ..types };
    if types.output == types.accumulator {
        return Product::of(tensors, types)?.map_or(Ok(None), |product| product.steps(beta, context));
    }
    let mut places = Places::new(types, tensors.extents);
    let out = match beta {
        Beta::Zero => places.take(tensors.out, OUT)?,
        Beta::One | Beta::Fixed(_) => places.read(tensors.out, OUT)?,
    };
    let Some(product) = Product::of(Tensors { out: &out, ..tensors }, within)? else { return Ok(None) };
    let Some(steps) = product.steps(beta, context)? else { return Ok(None) };
    Ok(Some(places.around(steps, (tensors.out, OUT, &out), context)?))
}

/// A product in pairs.
struct Product<'p> {
    tensors: Tensors<'p>,
    types: Types,
    /// The second factor.
    in1: &'p View,
    /// The index that is taken in pairs.
    along: Index,
    /// Whether it is the first factor that has the rows of the output.
    first_has_rows: bool,
}

/// A factor whose pairs are neighbours.
struct Paired {
    /// How groups lie in memory.
    view: View,
    /// The steps that bring them together, from the first argument to the third one; none where they are.
    copy: Option<Step>,
}

impl<'p> Product<'p> {
    /// That of tensors with rows that are contiguous, and a sum.
    fn of(tensors: Tensors<'p>, types: Types) -> Result<Option<Self>, OutOfMemory> {
        let Some(in1) = tensors.in1 else { return Ok(None) };
        let extent = |index: Index| tensors.extents.get(index).copied().unwrap_or(1);
        let is_summed = |index: &Index| {
            !tensors.kept.contains(index) && tensors.in0.stride(*index) != 0 && in1.stride(*index) != 0
        };
        let rows = tensors.out.by_stride()?.into_iter().rev().find(|index| extent(*index) > 1);
        let Some(rows) = rows.filter(|index| tensors.out.stride(*index) == 1) else { return Ok(None) };
        let first_has_rows = match [tensors.in0, in1].map(|view| view.stride(rows) != 0) {
            [true, false] => true,
            [false, true] => false,
            _ => return Ok(None),
        };
        let columns = if first_has_rows { in1 } else { tensors.in0 };
        let sums = tensors.in0.indices().filter(is_summed).filter(|index| extent(*index) >= PAIR);
        let along = sums.max_by_key(|index| (columns.stride(*index) == 1, extent(*index)));
        Ok(along.map(|along| Self { tensors, types, in1, along, first_has_rows }))
    }

    fn extent(&self, index: Index) -> usize {
        self.tensors.extents.get(index).copied().unwrap_or(1)
    }

    /// The groups along the index that is taken in pairs.
    fn groups(&self) -> usize {
        self.extent(self.along) / PAIR
    }

    /// The extents of all indices, where elements are pairs.
    fn extents(&self) -> Result<Vec<usize>, OutOfMemory> {
        let all = self.tensors.extents.iter().enumerate();
        try_collect(all.map(|(index, extent)| if index == self.along { self.groups() } else { *extent }))
    }

    /// All steps; none where elements lie such that no kernel brings pairs together.
    fn steps(&self, beta: Beta, context: &Context<'_>) -> Result<Option<Sequence>, LowerError> {
        let extents = self.extents()?;
        let [rows, columns] = match self.first_has_rows {
            true => [self.tensors.in0, self.in1],
            false => [self.in1, self.tensors.in0],
        };
        let Some(with_rows) = self.copied(rows, columns, (&extents, context))? else { return Ok(None) };
        let with_columns = match self.in_place(columns)? {
            Some(view) => Some(Paired { view, copy: None }),
            None => self.copied(columns, rows, (&extents, context))?,
        };
        let Some(with_columns) = with_columns else { return Ok(None) };
        let [in0, in1] = match self.first_has_rows {
            true => [with_rows, with_columns],
            false => [with_columns, with_rows],
        };
        let tensors = Tensors { in0: &in0.view, in1: Some(&in1.view), extents: &extents, ..self.tensors };
        let Some(kernels) = self.kernels(tensors, beta, context)? else { return Ok(None) };
        let mut places = [Buffer::Argument(0), Buffer::Argument(1)];
        let mut bytes = 0;
        for (place, factor) in places.iter_mut().zip([&in0, &in1]).filter(|(_, factor)| factor.copy.is_some())
        {
            let groups = factor.view.indices().filter(|index| factor.view.stride(*index) != 0);
            let groups = groups.fold(1usize, |all, index| {
                all.saturating_mul(extents.get(index).copied().unwrap_or(1).max(1))
            });
            *place = Buffer::Arena(take(&mut bytes, groups, GROUP));
        }
        let mut all = Sequence::default();
        for (nth, (place, factor)) in places.into_iter().zip([in0, in1]).enumerate() {
            let Some(copy) = factor.copy else { continue };
            all.append(behind(bytes, alone(copy)?, |buffer| {
                if buffer == IN0 { Buffer::Argument(nth) } else { place }
            }))?;
        }
        let [first, second] = places;
        let placed = |buffer| match buffer {
            Buffer::Argument(0) => first,
            Buffer::Argument(1) => second,
            other => other,
        };
        all.append(behind(bytes, kernels, placed))?;
        if self.extent(self.along) % PAIR != 0 {
            all.append(self.rest(context)?)?;
        }
        Ok(all.verify().is_ok().then_some(all))
    }

    /// How a factor lies in memory whose pairs are neighbours.
    fn in_place(&self, view: &View) -> Result<Option<View>, OutOfMemory> {
        let is_whole = |index: Index| index == self.along || view.stride(index) % PAIR as isize == 0;
        if view.stride(self.along) != 1 || !view.indices().all(is_whole) {
            return Ok(None);
        }
        Ok(Some(view.in_groups(self.along, PAIR as isize)?))
    }

    /// A factor that is copied. Its rows, which the other factor has not, are innermost.
    fn copied(
        &self,
        view: &View,
        other: &View,
        (extents, context): (&[usize], &Context<'_>),
    ) -> Result<Option<Paired>, OutOfMemory> {
        let order = self.order(view, other)?;
        let Some((&row, outer)) = order.split_last().filter(|(row, _)| **row != self.along) else {
            return Ok(None);
        };
        let pair = PAIR as isize;
        let dense = View::dense(&order, |index| extents.get(index).copied().unwrap_or(1))?;
        let are_neighbours = view.stride(self.along) == 1;
        let is_whole = |index: &Index| *index == self.along || view.stride(*index) % pair == 0;
        let fits = if are_neighbours { order.iter().all(is_whole) } else { view.stride(row) == 1 };
        if !fits {
            return Ok(None);
        }
        let along = |from: isize, to: isize| PerOperand { in0: from, in1: 0, out: to };
        let over = |index: Index| along(view.stride(index), dense.stride(index).saturating_mul(pair));
        let of_pair = over(self.along);
        let groups = PerOperand { in0: of_pair.in0.saturating_mul(pair), ..of_pair };
        let elements = order.iter().fold(1usize, |all, index| all.saturating_mul(self.extent(*index)));
        let tasks = self.tasks(elements, context);
        let in_task = self.groups().checked_div(tasks).unwrap_or(0);
        let step = isize::try_from(in_task).unwrap_or(isize::MAX);
        let prim = |dim: Dim| Dim { exec: Exec::Prim, ..dim };
        let mut dims = try_with_room(order.len().saturating_add(2))?;
        if tasks > 1 {
            let strides = groups.map(|stride| stride.saturating_mul(step));
            dims.try_push(Dim { exec: Exec::Shared, ..Dim::new(Kind::N, tasks, strides) })?;
        }
        for &index in outer.iter().filter(|index| **index != self.along) {
            dims.try_push(Dim { exec: Exec::Seq, ..Dim::new(Kind::N, self.extent(index), over(index)) })?;
        }
        dims.try_push(prim(Dim::new(Kind::N, in_task, groups)))?;
        dims.try_push(prim(Dim::new(Kind::M, self.extent(row), over(row))))?;
        dims.try_push(prim(Dim::new(Kind::C, PAIR, along(view.stride(self.along), 1))))?;
        let nest = Nest { main: Main::Group, ..Nest::contraction(self.types.a, dims) };
        let operands = PerOperand { in0: IN0, in1: IN0, out: OUT };
        let standing = view.indices().filter(|index| !order.contains(index));
        let view = dense.with_standing(standing)?;
        Ok(Some(Paired { view, copy: Some(Step { nest, shares: 0, operands }) }))
    }

    /// How many tasks a copy is, with as many groups in each.
    fn tasks(&self, elements: usize, context: &Context<'_>) -> usize {
        let threads = context.options.threads.filter(|_| elements >= MANY).map_or(1, NonZero::get);
        let is_even = |tasks: &usize| self.groups() % tasks == 0;
        if threads == 1 { 1 } else { (1..=threads.saturating_mul(TASKS)).rev().find(is_even).unwrap_or(1) }
    }

    /// The indices along which a factor moves: those that both keep, and other sums; the one that is taken in
    /// pairs; and its rows, in the order of the output.
    fn order(&self, view: &View, other: &View) -> Result<Vec<Index>, OutOfMemory> {
        let moving = |index: &Index| view.stride(*index) != 0;
        let is_row = |index: &Index| self.tensors.kept.contains(index) && other.stride(*index) == 0;
        let by_output = self.tensors.out.by_stride()?;
        let sums = view.indices().filter(|index| !self.tensors.kept.contains(index) && *index != self.along);
        let shared = by_output.iter().copied().filter(|index| !is_row(index)).filter(moving);
        let rows = by_output.iter().copied().filter(is_row).filter(moving);
        try_collect(shared.chain(sums.filter(moving)).chain([self.along]).chain(rows))
    }

    /// The product of groups, if there are kernels for it.
    fn kernels(
        &self,
        tensors: Tensors<'_>,
        beta: Beta,
        context: &Context<'_>,
    ) -> Result<Option<Sequence>, LowerError> {
        let without =
            try_collect(context.options.without.iter().copied().chain(super::complex_product::OTHERS))?;
        let decided = Context { options: Options { without: &without, ..context.options }, ..*context };
        let sums = tensors.sums(GROUP.into(), Touches { beta, last: None })?;
        let sequence = optimize_all(Sequence::of(sums)?, &decided, |_, _| {})?;
        let [Step { nest, .. }] = sequence.steps.as_slice() else { return Ok(None) };
        let Some(nest) = self.in_elements(nest)? else { return Ok(None) };
        let operands = PerOperand { in0: 0, in1: 1, out: 2 }.map(Buffer::Argument);
        Ok(Some(alone(Step { nest, shares: 0, operands })?))
    }

    /// A decided nest over groups as one over their elements; none if its kernel multiplies no matrices.
    fn in_elements(&self, nest: &Nest) -> Result<Option<Nest>, OutOfMemory> {
        if !matches!(nest.main, Main::Gemm | Main::Brgemm) || nest.offsets != PerOperand::default() {
            return Ok(None);
        }
        let Ok(roles) = Roles::of(nest) else { return Ok(None) };
        let over_groups = |stride: isize| stride.saturating_mul(PAIR as isize);
        let mut dims = try_with_room(nest.dims.len().saturating_add(1))?;
        for dim in &nest.dims {
            let is_batch = roles.batch.is_some_and(|batch| core::ptr::eq(batch, dim));
            let PerOperand { in0, in1, out } = dim.strides;
            let strides = PerOperand { in0: over_groups(in0), in1: over_groups(in1), out };
            let exec = if is_batch { Exec::Seq } else { dim.exec };
            dims.try_push(Dim { strides, exec, ..*dim })?;
        }
        let pair = PerOperand { in0: 1, in1: 1, out: 0 };
        dims.try_push(Dim { exec: Exec::Prim, ..Dim::new(Kind::K, PAIR, pair) })?;
        let Nest { first_touch, last_touch, offsets, .. } = *nest;
        Ok(Some(Nest { types: self.types, main: Main::Grouped, first_touch, last_touch, offsets, dims }))
    }

    /// The products of the last elements of an odd extent, added to the others.
    fn rest(&self, context: &Context<'_>) -> Result<Sequence, LowerError> {
        let all = self.tensors.extents.iter().enumerate();
        let extents = try_collect(all.map(|(index, extent)| if index == self.along { 1 } else { *extent }))?;
        let tensors = Tensors { extents: &extents, ..self.tensors };
        let sums = tensors.sums(self.types, Touches { beta: Beta::One, last: None })?;
        let last = isize::try_from(self.extent(self.along).saturating_sub(1)).unwrap_or(isize::MAX);
        let at = |view: &View| view.stride(self.along).saturating_mul(last);
        let offsets = PerOperand { in0: at(self.tensors.in0), in1: at(self.in1), out: 0 };
        Ok(optimize_all(Sequence::of(Nest { offsets, ..sums })?, context, |_, _| {})?)
    }
}

/// A step as a sequence.
fn alone(step: Step) -> Result<Sequence, OutOfMemory> {
    Ok(Sequence { steps: try_collect([step])?, ..Sequence::default() })
}
