//! Moves copies of inputs into the loops of the contraction that reads them.
//!
//! Before, a whole input is copied to the arena, and then read from there. Behind, the contraction's
//! loops that move the input are outermost, inside of them a panel is copied, and the rest of the
//! contraction reads that: scratch memory holds a panel, which stays in a cache. Where no loop moves the
//! input, its copy stays in the arena.
//!
//! Each task that needs a panel copies it for itself. Where many need the same one, that can cost more than
//! to copy all of the input before, or than to have no tasks. So the cheapest is taken of these, for
//! all threads together.
//!
//! Of two copies the first is outermost, and the other one is made anew in loops that move the first alone:
//! the order is the one that copies fewer elements. Where that would change the order of sums, it is not
//! asked for: the number of threads, on which loops depend, has no say in sums.
//!
//! The dimension that is contiguous in the input is part of the panel, at least a cache line of it, so that
//! the copy reads whole lines and can transpose squares in registers.

use super::context::Context;
use super::decide::decide;
use super::deferred::{deferred, is_copy};
use super::parallel::until_done;
use super::{fuse, primitives, units};
use crate::fallible::{Few, TryVec, sorted_few, try_few, try_with_room};
use crate::tensor::access::Use;
use crate::tensor::buffer::{Buffer, take};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Nest, Operand, PerOperand};
use crate::tensor::parts;
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;
use core::slice;

/// Indices of the input's contiguous dimension that a panel has: a cache line of FP32.
const LINE: usize = 16;

/// How much more panels of both inputs may cost than whole copies before, and matrices than blocks of small
/// dimensions: of rows and columns that are far apart, each has a page to itself, which the cost model does
/// not know. Measured for long vectors.
pub(super) const IN_PAGES: f64 = 1.5;

/// Sinks copies, if the sequence is nothing but a decided contraction with copies of its inputs before it.
/// Its loops come into the order for that in any case: so sums are the same, whatever is cheaper.
pub(super) fn sink(mut sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    let steps = sequence.steps.as_slice();
    let is_decided = steps.last().is_some_and(|reader| is_decided(&reader.nest));
    let deferred = deferred(steps, context);
    if !is_decided {
        return Ok(sequence);
    }
    if deferred == 0 {
        // Copies waited for a contraction that has become an operation on elements.
        let is_left = steps.iter().any(|step| !self::is_decided(&step.nest));
        return if is_left { whole(sequence, context) } else { Ok(sequence) };
    }
    sequence.steps.iter_mut().take(deferred).for_each(simplify);
    let Some((reader, steps)) = sequence.steps.split_last() else { return Ok(sequence) };
    let Some(mut copies) = copies(steps, reader)? else { return whole(sequence, context) };
    order(&mut copies, reader);
    let shared = inside(&copies, reader, context)?;
    if reader.nest.dims.iter().all(|dim| dim.exec != Exec::Shared) {
        return Ok(shared);
    }
    // A caller that asks for tasks gets them.
    let is_asked = context.options.thread_target.is_some();
    let alone = if is_asked { None } else { Some(inside(&copies, &in_sequence(reader)?, context)?) };
    let reordered = arrange(&copies, reader)?.0;
    let several = copies.len() > 1;
    drop(copies);
    if let Some(reader) = sequence.steps.last_mut() {
        reader.nest.dims = reordered;
    }
    let apart = whole(sequence, context)?;
    let inside = match alone {
        Some(alone) => cheaper(shared, alone, context),
        None => shared,
    };
    let more = if several && context.has_long_vectors() { IN_PAGES } else { 1.0 };
    let [earlier, later] = [&inside, &apart].map(|sequence| until_done(&sequence.steps, context));
    Ok(if later * more < earlier { apart } else { inside })
}

/// The sequence that is done earlier, the first of equal ones.
fn cheaper(one: Sequence, other: Sequence, context: &Context<'_>) -> Sequence {
    let [first, second] = [&one, &other].map(|sequence| until_done(&sequence.steps, context));
    if second < first { other } else { one }
}

/// Of two copies, puts the one first, which is outermost, for which fewer elements are copied in all: the
/// other one is copied anew in each loop that moves the first alone. Loops over sums stay in their order,
/// whatever that costs.
fn order(copies: &mut [Copied<'_>], reader: &Step) {
    let [one, other] = &*copies else { return };
    let loops = reader.nest.dims.iter().filter(|dim| dim.exec == Exec::Seq);
    let alone =
        |copy: &Copied<'_>, other: &Copied<'_>, dim: &Dim| copy.is_moved_by(dim) && !other.is_moved_by(dim);
    if loops.clone().any(|dim| dim.kind == Kind::K && one.is_moved_by(dim) != other.is_moved_by(dim)) {
        return;
    }
    // Of a dimension that is contiguous in an input, panels have a line.
    let is_line = |dim: &Dim| [one, other].iter().any(|copy| copy.original_stride(dim) == 1);
    let times = |dim: &Dim| if is_line(dim) { dim.extent.div_ceil(LINE) } else { dim.extent };
    let with_first = |first: &Copied<'_>, second: &Copied<'_>| {
        let anew = loops.clone().filter(|dim| alone(first, second, dim)).map(times);
        first.elements() + anew.fold(second.elements(), |elements, times| elements * times as f64)
    };
    if with_first(other, one) < with_first(one, other) {
        copies.reverse();
    }
}

fn is_decided(nest: &Nest) -> bool {
    nest.dims.iter().all(|dim| dim.exec != Exec::Undefined)
}

/// Makes the dimensions of a copy as few and as long as can be.
fn simplify(copy: &mut Step) {
    units::drop_from(&mut copy.nest, 0);
    fuse::fuse_row(slice::from_mut(copy), 0);
}

/// Decides copies that stay before their reader: without that, they are steps like any others.
fn whole(mut sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    let reader = sequence.steps.pop();
    let mut sequence = decide(sequence, context)?;
    sequence.steps.try_extend(reader)?;
    Ok(sequence)
}

/// A step that copies an input of its reader.
struct Copied<'a> {
    step: &'a Step,
    operand: Operand,
}

impl Copied<'_> {
    /// How far the input moves along a dimension of the reader, before it was copied: the copy moves along a
    /// part of one of its dimensions by the same number of indices.
    fn original_stride(&self, dim: &Dim) -> isize {
        let along = along(&self.step.nest.dims, *dim.strides.get(self.operand));
        along.map_or(0, |(_, along, indices)| along.strides.in0.saturating_mul(indices))
    }

    /// Elements of the input.
    fn elements(&self) -> f64 {
        self.step.nest.dims.iter().fold(1.0, |elements, dim| elements * dim.extent as f64)
    }

    /// Whether the reader moves it along a dimension.
    fn is_moved_by(&self, dim: &Dim) -> bool {
        *dim.strides.get(self.operand) != 0
    }
}

/// The steps as copies, if each is one input of `reader`, which needs nothing else that is not an argument,
/// and no copy writes over what another one leaves: each gets memory of its own.
fn copies<'a>(steps: &'a [Step], reader: &Step) -> Result<Option<Few<Copied<'a>, 2>>, NestError> {
    let mut copies: Few<Copied<'_>, 2> = Few::new();
    for step in steps {
        let Some(operand) = operand_of(step, reader)? else { return Ok(None) };
        let left = |step| Use { step, operand: Operand::Out };
        for other in &copies {
            if other.operand == operand || left(step).meets(left(other.step))? {
                return Ok(None);
            }
        }
        copies.try_push(Copied { step, operand })?;
    }
    let is_copy_or_argument = |operand: Operand| {
        matches!(reader.operands.get(operand), Buffer::Argument(_))
            || copies.iter().any(|copy| copy.operand == operand)
    };
    Ok(Operand::ALL.into_iter().all(is_copy_or_argument).then_some(copies))
}

/// A step whose loops no threads share.
fn in_sequence(step: &Step) -> Result<Step, NestError> {
    let exec = |exec| if exec == Exec::Shared { Exec::Seq } else { exec };
    let dims = step.nest.dims.iter().map(|dim| Dim { exec: exec(dim.exec), ..*dim });
    Ok(Step { nest: step.nest.with_dims(dims)?, ..*step })
}

/// Copies inside of the loops of their reader, each inside of all that move it.
fn inside(copies: &[Copied<'_>], reader: &Step, context: &Context<'_>) -> Result<Sequence, NestError> {
    let (dims, levels) = arrange(copies, reader)?;
    let mut steps = try_with_room(copies.len().saturating_add(1))?;
    let mut main = Step { nest: Nest { dims, ..reader.nest }, ..*reader };
    let (mut scratch, mut arena) = (0usize, 0usize);
    for (copy, level) in copies.iter().zip(levels) {
        let shares = core::mem::replace(&mut main.shares, level);
        let (dims, elements) = panel(copy, &mut main, level)?;
        let panel = Nest { dims, ..copy.step.nest };
        let panel = primitives::elements(&panel, level, context.target)?;
        let place = match level {
            0 => Buffer::Arena(take(&mut arena, elements, copy.step.nest.types.output)),
            _ => Buffer::Scratch(take(&mut scratch, elements, copy.step.nest.types.output)),
        };
        *main.operands.get_mut(copy.operand) = place;
        let operands = PerOperand { out: place, ..copy.step.operands };
        steps.try_push(Step { nest: panel, shares, operands })?;
    }
    steps.try_push(main)?;
    Ok(Sequence { steps, scratch, arena })
}

/// Which operand of `reader` is what `copy` writes: all of it from its beginning, along its dimensions.
fn operand_of(copy: &Step, reader: &Step) -> Result<Option<Operand>, NestError> {
    if !is_copy(copy, reader) {
        return Ok(None);
    }
    for operand in [Operand::In0, Operand::In1] {
        let begins = (copy.nest.offsets.out, *reader.nest.offsets.get(operand));
        let is_there = *reader.operands.get(operand) == copy.operands.out && begins == (0, 0);
        if is_there && goes_along(&copy.nest, &reader.nest, operand)? {
            return Ok(Some(operand));
        }
    }
    Ok(None)
}

/// Whether each dimension of the contraction moves a copied input along one dimension of the copy, all
/// together no farther than that goes.
fn goes_along(copy: &Nest, reader: &Nest, operand: Operand) -> Result<bool, NestError> {
    let mut left: Few<_, 8> = try_few(copy.dims.iter().map(|dim| dim.extent.saturating_sub(1)))?;
    for (extent, stride) in reader.digits(operand).filter(|(extent, stride)| *extent > 1 && *stride != 0) {
        let Some((number, _, indices)) = along(&copy.dims, stride) else { return Ok(false) };
        let reach = indices.unsigned_abs().saturating_mul(extent.saturating_sub(1));
        match left.get_mut(number).and_then(|left| Some((left.checked_sub(reach)?, left))) {
            Some((rest, left)) => *left = rest,
            None => return Ok(false),
        }
    }
    Ok(true)
}

/// The dimension of a copy that one of the contraction moves along, with its number, and by how many of its
/// indices: of those that have a part in `stride`, the one with the longest step in the copy.
fn along(dims: &[Dim], stride: isize) -> Option<(usize, &Dim, isize)> {
    // Nothing moves what stands still.
    if stride == 0 {
        return None;
    }
    let has_part = |dim: &Dim| {
        // A single index may have the stride of another dimension.
        let moves = dim.extent > 1 && dim.strides.out > 0 && stride >= dim.strides.out;
        moves && stride.checked_rem(dim.strides.out) == Some(0)
    };
    let moving = dims.iter().enumerate().filter(|(_, dim)| has_part(dim));
    let (number, dim) = moving.max_by_key(|(_, dim)| dim.strides.out)?;
    Some((number, dim, stride.checked_div(dim.strides.out)?))
}

/// The dimensions of the contraction in the order in which copies are best: for each copy the loops that move
/// it, the copy, and at last the others, lines and kernels. With them, how many loops are outside of
/// each copy.
fn arrange(copies: &[Copied<'_>], reader: &Step) -> Result<(Vec<Dim>, Few<usize, 2>), NestError> {
    let most = reader.nest.dims.len();
    let (mut loops, mut lines) = (Few::<_, 8>::new(), Few::<_, 4>::new());
    let name = parts::unused_name(&reader.nest.dims);
    for (number, dim) in reader.nest.dims.iter().enumerate().filter(|(_, dim)| dim.exec == Exec::Seq) {
        if !copies.iter().any(|copy| copy.original_stride(dim) == 1) {
            loops.try_push(*dim)?;
        } else if dim.extent <= LINE {
            lines.try_push(*dim)?;
        } else if let Some([outer, line]) = parts::split(dim, LINE, name.saturating_add(number)) {
            loops.try_push(outer)?;
            lines.try_push(line)?;
        } else {
            loops.try_push(*dim)?;
        }
    }
    let of = |exec| reader.nest.dims.iter().filter(move |dim| dim.exec == exec).copied();
    let (mut dims, mut levels) = (try_with_room(most.saturating_add(lines.len()))?, Few::new());
    dims.try_extend(of(Exec::Shared))?;
    for copy in copies {
        dims.try_extend(loops.iter().filter(|dim| copy.is_moved_by(dim)).copied())?;
        loops.retain(|dim: &mut Dim| !copy.is_moved_by(dim));
        levels.try_push(dims.len())?;
    }
    dims.try_extend(loops.iter().chain(&lines).copied().chain(of(Exec::Prim)))?;
    Ok((dims, levels))
}

/// The dimensions of the nest that copies what the contraction reads inside of its outermost `level` loops,
/// densely; the contraction reads that. With them, the elements of the panel.
fn panel(copy: &Copied<'_>, main: &mut Step, level: usize) -> Result<(Vec<Dim>, usize), NestError> {
    let operand = copy.operand;
    let copied = |dim: &Dim, out: isize| {
        let in0 = copy.original_stride(dim);
        Dim { kind: Kind::C, strides: PerOperand { in0, in1: 0, out }, ..*dim }
    };
    let mut dims = try_with_room(main.nest.dims.len())?;
    dims.try_extend(main.nest.dims.iter().take(level).map(|dim| copied(dim, 0)))?;
    let inner = main.nest.dims.iter().enumerate().skip(level);
    let moving = inner.filter(|(_, dim)| copy.is_moved_by(dim));
    let order: Few<_, 8> =
        sorted_few(try_few(moving.map(|(number, dim)| (*dim.strides.get(operand), number)))?)?;
    let mut elements = 1usize;
    for (_, number) in &order {
        if let Some(dim) = main.nest.dims.get_mut(*number) {
            let stride = isize::try_from(elements).unwrap_or(isize::MAX);
            dims.try_push(Dim { exec: Exec::Undefined, ..copied(dim, stride) })?;
            *dim.strides.get_mut(operand) = stride;
            elements = elements.saturating_mul(dim.extent);
        }
    }
    // Innermost last, so that parts come in their order.
    dims.get_mut(level..).unwrap_or_default().reverse();
    for dim in main.nest.dims.iter_mut().take(level) {
        *dim.strides.get_mut(operand) = 0;
        dim.kind = match (dim.kind, dim.strides.in0, dim.strides.in1) {
            (Kind::C, 0, _) => Kind::N,
            (Kind::C, _, 0) => Kind::M,
            (kind, ..) => kind,
        };
    }
    Ok((dims, elements))
}
