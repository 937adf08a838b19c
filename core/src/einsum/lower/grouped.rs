//! Products of bfloat16, and of integers of 8 and 16 bits, by instructions that multiply groups of
//! neighbours, where the target has them.
//!
//! One index that is summed is taken in groups of four bytes: two or four elements. The factor with the rows
//! of the output is copied so that groups of each row are neighbours, and so is the other one, unless its
//! groups are contiguous already (`factor`). Which loops there are is decided as for tensors whose elements
//! are groups. Where the extent of the index is no multiple, its last values are one more step, by kernels
//! that convert. Bytes for which a target has no such instruction become words first.
//!
//! Sums are those of the instructions: in single precision, of which an output of bfloat16 is rounded at
//! last, or in 32 bits.
//!
//! Tests: `tests/tests/einsum_grouped.rs`.

use super::LowerError;
use super::factor::{Factor, InGroups};
use super::nest::{IN0, IN1, OUT, Tensors};
use super::stand_in::multiplication;
use super::touches::{Beta, Touches};
use super::view::View;
use super::wide::Places;
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, try_collect, try_with_room};
use crate::isa::model::Alignment;
use crate::kernel::func::DotTypes;
use crate::tensor::buffer::{Buffer, take};
use crate::tensor::grouped::dots;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, PerOperand};
use crate::tensor::optimize::{Context, optimize_all};
use crate::tensor::primitive::Roles;
use crate::tensor::sequence::{Sequence, Step};
use crate::{DType, Target, Types};
use alloc::vec::Vec;
use core::num::NonZero;

/// A type of the size of a group.
const GROUP: DType = DType::F32;

/// The type of factors that is multiplied, and its instruction: that of both factors, if the target has one,
/// or words for bytes. Sums are of the type of the accumulator.
fn multiplied(types: Types, target: &Target) -> Option<(DType, DotTypes)> {
    let words = matches!(types.a, DType::I8 | DType::U8).then_some(DType::I16);
    [Some(types.a), words].into_iter().flatten().find_map(|dtype| {
        let dots = dots(Types { a: dtype, b: dtype, output: types.accumulator, ..types })?;
        (types.a == types.b && target.machine().dot(dots).is_some()).then_some((dtype, dots))
    })
}

/// Whether a node of such types is a product for which the target has instructions.
pub(super) fn may_be(tensors: Tensors<'_>, types: Types, beta: Beta, context: &Context<'_>) -> bool {
    let has_dots = multiplied(types, context.target).is_some();
    // Groups lie anywhere that elements do.
    let may_be_anywhere = context.target.core.model.alignment != Alignment::Element;
    has_dots && may_be_anywhere && !matches!(beta, Beta::Fixed(_)) && tensors.operation().is_none()
}

/// All steps of such a node, decided; none where elements lie such that nothing brings groups together.
///
/// # Errors
/// [`LowerError`].
pub(super) fn steps(
    tensors: Tensors<'_>,
    types: Types,
    beta: Beta,
    context: &Context<'_>,
) -> Result<Option<Sequence>, LowerError> {
    if types.output == types.accumulator {
        return sums(tensors, types, beta, context);
    }
    let mut places = Places::new([types.output, types.accumulator], tensors.extents);
    let out = match beta {
        Beta::Zero => places.take(tensors.out, OUT)?,
        Beta::One | Beta::Fixed(_) => places.read(tensors.out, OUT)?,
    };
    let (inside, within) = (Tensors { out: &out, ..tensors }, Types { output: types.accumulator, ..types });
    let Some(steps) = sums(inside, within, beta, context)? else { return Ok(None) };
    Ok(Some(places.around(steps, (tensors.out, OUT, &out), context)?))
}

/// The same to an output of the type of sums.
fn sums(
    tensors: Tensors<'_>,
    types: Types,
    beta: Beta,
    context: &Context<'_>,
) -> Result<Option<Sequence>, LowerError> {
    let Some((dtype, dots)) = multiplied(types, context.target) else { return Ok(None) };
    let product = |tensors| -> Result<Option<Sequence>, LowerError> {
        let product = Product::of(tensors, Types { a: dtype, b: dtype, ..types }, dots.group())?;
        product.map_or(Ok(None), |product| product.steps(beta, context))
    };
    let Some(in1) = tensors.in1.filter(|_| dtype != types.a) else { return product(tensors) };
    let overlap = |view: &View| view.elements(tensors.extents) > view.reach(tensors.extents);
    if overlap(tensors.in0) || overlap(in1) {
        return Ok(None);
    }
    let mut words = Places::new([types.a, dtype], tensors.extents);
    let (in0, in1) = (words.read(tensors.in0, IN0)?, words.read(in1, IN1)?);
    let Some(steps) = product(Tensors { in0: &in0, in1: Some(&in1), ..tensors })? else { return Ok(None) };
    Ok(Some(words.before(steps, context)?))
}

/// A product in groups.
struct Product<'p> {
    tensors: Tensors<'p>,
    types: Types,
    /// The second factor.
    in1: &'p View,
    /// The index that is taken in groups.
    along: Index,
    /// How many of its values are a group.
    group: NonZero<usize>,
    /// Whether it is the first factor that has the rows of the output.
    first_has_rows: bool,
}

impl<'p> Product<'p> {
    /// That of tensors with rows that are contiguous, and a sum.
    fn of(tensors: Tensors<'p>, types: Types, group: NonZero<usize>) -> Result<Option<Self>, OutOfMemory> {
        let Some(in1) = tensors.in1.filter(|_| !tensors.extents.contains(&0)) else { return Ok(None) };
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
        let sums = tensors.in0.indices().filter(is_summed).filter(|index| extent(*index) >= group.get());
        let along = sums.max_by_key(|index| (columns.stride(*index) == 1, extent(*index)));
        Ok(along.map(|along| Self { tensors, types, in1, along, group, first_has_rows }))
    }

    fn extent(&self, index: Index) -> usize {
        self.tensors.extents.get(index).copied().unwrap_or(1)
    }

    /// The groups along that index.
    fn groups(&self) -> usize {
        self.extent(self.along) / self.group
    }

    /// The extents of all indices, with another one along that which is taken in groups.
    fn extents(&self, along: usize) -> Result<Vec<usize>, OutOfMemory> {
        let all = self.tensors.extents.iter().enumerate();
        try_collect(all.map(|(index, extent)| if index == self.along { along } else { *extent }))
    }

    /// All steps; none where elements lie such that no kernel brings groups together.
    fn steps(&self, beta: Beta, context: &Context<'_>) -> Result<Option<Sequence>, LowerError> {
        let threads = context.options.threads.map_or(1, NonZero::get);
        let [rows, columns] = match self.first_has_rows {
            true => [self.tensors.in0, self.in1],
            false => [self.in1, self.tensors.in0],
        };
        let Some(of_rows) = self.factor(rows, columns)?.copied(threads)? else { return Ok(None) };
        let columns = self.factor(columns, rows)?;
        let of_columns =
            columns.in_place()?.map_or_else(|| columns.copied(threads), |found| Ok(Some(found)))?;
        let Some(of_columns) = of_columns else { return Ok(None) };
        let factors = if self.first_has_rows { [of_rows, of_columns] } else { [of_columns, of_rows] };
        let extents = self.extents(self.groups())?;
        let [in0, in1] = factors.each_ref().map(|factor| &factor.view);
        let tensors = Tensors { in0, in1: Some(in1), extents: &extents, ..self.tensors };
        let Some(kernels) = self.kernels(tensors, beta, context)? else { return Ok(None) };
        let mut all = joined(factors, kernels)?;
        let rest = self.extent(self.along) % self.group;
        if rest != 0 {
            all.append(self.rest(rest, context)?)?;
        }
        Ok(all.verify().is_ok().then_some(all))
    }

    /// A factor, as it is.
    fn factor<'f>(&'f self, view: &'f View, other: &View) -> Result<Factor<'f>, OutOfMemory> {
        let (dtype, order) = (self.types.a, self.order(view, other)?);
        let Self { along, group, .. } = *self;
        Ok(Factor { view, dtype, order, along, group, extents: self.tensors.extents })
    }

    /// The indices along which a factor moves: those that both keep, and other sums; the one that is taken in
    /// groups; and its rows, in the order of the output.
    fn order(&self, view: &View, other: &View) -> Result<Vec<Index>, OutOfMemory> {
        let moving = |index: &Index| view.stride(*index) != 0 && self.extent(*index) > 1;
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
    ) -> Result<Option<Step>, LowerError> {
        let Some(nest) = multiplication(tensors, GROUP, beta, context)? else { return Ok(None) };
        let Some(nest) = self.in_elements(&nest)? else { return Ok(None) };
        let operands = PerOperand { in0: IN0, in1: IN1, out: OUT };
        Ok(Some(Step { nest, shares: 0, operands }))
    }

    /// A decided multiplication of groups as one of their elements.
    fn in_elements(&self, nest: &Nest) -> Result<Option<Nest>, OutOfMemory> {
        let Ok(roles) = Roles::of(nest) else { return Ok(None) };
        let group = self.group.get();
        let over_groups = |stride: isize| stride.saturating_mul(isize::try_from(group).unwrap_or(1));
        let mut dims = try_with_room(nest.dims.len().saturating_add(1))?;
        for dim in &nest.dims {
            let is_batch = roles.batch.is_some_and(|batch| core::ptr::eq(batch, dim));
            let PerOperand { in0, in1, out } = dim.strides;
            let strides = PerOperand { in0: over_groups(in0), in1: over_groups(in1), out };
            let exec = if is_batch { Exec::Seq } else { dim.exec };
            dims.try_push(Dim { strides, exec, ..*dim })?;
        }
        let neighbours = PerOperand { in0: 1, in1: 1, out: 0 };
        dims.try_push(Dim { exec: Exec::Prim, ..Dim::new(Kind::K, group, neighbours) })?;
        let Nest { first_touch, last_touch, offsets, .. } = *nest;
        Ok(Some(Nest { types: self.types, main: Main::Grouped, first_touch, last_touch, offsets, dims }))
    }

    /// The products of the last elements, behind all groups, added to the others.
    fn rest(&self, count: usize, context: &Context<'_>) -> Result<Sequence, LowerError> {
        let extents = self.extents(count)?;
        let tensors = Tensors { extents: &extents, ..self.tensors };
        let sums = tensors.sums(self.types, Touches { beta: Beta::One, last: None })?;
        let first = isize::try_from(self.extent(self.along).saturating_sub(count)).unwrap_or(isize::MAX);
        let at = |view: &View| view.stride(self.along).saturating_mul(first);
        let offsets = PerOperand { in0: at(self.tensors.in0), in1: at(self.in1), out: 0 };
        Ok(optimize_all(Sequence::of(Nest { offsets, ..sums })?, context, |_, _| {})?)
    }
}

/// The copies of factors to the arena, and the product of what is there, or stays.
fn joined(factors: [InGroups; 2], product: Step) -> Result<Sequence, OutOfMemory> {
    let (mut places, mut bytes) = ([IN0, IN1], 0);
    for (place, InGroups { groups, .. }) in
        places.iter_mut().zip(&factors).filter(|(_, of)| of.copy.is_some())
    {
        *place = Buffer::Arena(take(&mut bytes, *groups, GROUP));
    }
    let [in0, in1] = places;
    let mut steps = try_with_room(factors.len().saturating_add(1))?;
    for (nth, (place, factor)) in places.into_iter().zip(factors).enumerate() {
        if let Some(nest) = factor.copy {
            let from = Buffer::Argument(nth);
            steps.try_push(Step {
                nest,
                shares: 0,
                operands: PerOperand { in0: from, in1: from, out: place },
            })?;
        }
    }
    steps.try_push(Step { operands: PerOperand { in0, in1, out: OUT }, ..product })?;
    Ok(Sequence { steps, arena: bytes, ..Sequence::default() })
}
