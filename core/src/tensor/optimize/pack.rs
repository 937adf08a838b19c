//! Copies an input into another layout where its own leaves no good kernel.
//!
//! A kernel wants its rows contiguous in the output, and each input contiguous along one of its two
//! dimensions. The output's contiguous dimension says which input has the rows; if neither these nor any
//! long sum are contiguous there, or neither columns nor sum in the other input, then elements are
//! multiplied one by one, which costs many times what a copy does. Where a batch is contiguous in the output,
//! inputs that have it contiguous, too, are multiplied side by side, which is worth a copy that is used
//! a little more often.
//!
//! Inputs that caches hold badly are the other reason for a copy. Columns that are half a page apart, or
//! whole ones, lie in the same few lines of a cache, which holds little of a block of them, however large it
//! is. And of an input that is much larger than the second-level cache, each column of a block has a page to
//! itself, and comes from far away: dense copies of blocks come once. Then it is worth it to copy the other
//! input, too. In the copy of a whole input, columns are a line farther apart.
//!
//! This pass writes the copy as a nest before the contraction, of the whole input, to the arena; `sink` moves
//! it inside of the contraction's loops, so that only a panel is copied at a time. The copy is worth it only
//! where its elements are used often enough; two inputs may be copied.

use super::{Context, staged};
use crate::fallible::{Few, TryVec, sorted_few, try_few};
use crate::tensor::buffer::{Buffer, take};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand, PerOperand};
use crate::tensor::primitive::Roles;
use crate::tensor::sequence::{Sequence, Step};
use crate::{DType, Types};

/// How often each element must be used for a copy to be worth it.
const LEAST_USES: usize = 8;

/// How often if that makes lanes of a batch: without a copy, kernels of single rows write elements that are
/// lines of a cache apart.
const LEAST_USES_OF_LANES: usize = 32;

/// The fewest multiplications side by side that are worth it.
const LANES: usize = 8;

/// Half of the bytes that the sets of most first-level caches cover.
const HALF_OF_SETS: usize = 2048;

/// How many times the size of the second-level cache an input has that is worth a copy.
const LARGE: usize = 2;

/// Bytes of a line of a cache.
const LINE: usize = 64;

/// From how many page-strided columns on cache-set conflicts matter.
const CONFLICTING_COLUMNS: usize = 256;

/// How often each element must be used for a copy to other places to be worth it.
const LEAST_USES_OF_PAGES: usize = 256;

/// The shortest rows, columns and sums that a kernel should have, where there are longer ones.
const SHORT: usize = 4;

/// Packs the inputs of contractions that stand alone and are wholly undecided.
pub(super) fn pack(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    let Sequence { mut steps, scratch, mut arena } = sequence;
    let is_alone = matches!(steps.as_slice(), [step] if may_copy(&step.nest, context));
    let only = if is_alone { steps.pop() } else { None };
    let Some(mut step) = only else { return Ok(Sequence { steps, scratch, arena }) };
    let wanted = Wanted::of(&step.nest, turns_rows(context));
    for operand in [Operand::In0, Operand::In1] {
        if let Some(copied) = Copied::of(&step.nest, operand, wanted.as_ref(), context)? {
            steps.try_push(copied.take_from(&mut step, operand, &mut arena)?)?;
        }
    }
    steps.try_push(step)?;
    Ok(Sequence { steps, scratch, arena })
}

/// Whether the inputs of an operation that stands alone may be copied here: those of a contraction of
/// which nothing is decided.
pub(super) fn may_copy(nest: &Nest, context: &Context<'_>) -> bool {
    let is_free = |dim: &Dim| dim.exec == Exec::Undefined && dim.part.is_none() && dim.extent > 0;
    let is_left_out = context.options.without.contains(&"pack");
    !is_left_out && nest.main == Main::Contraction && nest.dims.iter().all(is_free)
}

/// The dimensions that the kernel should have.
#[derive(Clone, Copy)]
enum Wanted {
    /// Those of a multiplication, and the input whose rows have to be contiguous, if
    /// kernels do not turn them.
    Matrices { m: Dim, n: Dim, k: Dim, turned: Option<Operand> },
    /// Those of multiplications side by side, of which one has to be somewhere: what counts them.
    Lanes { c: Dim },
}

impl Wanted {
    /// The rows are what is contiguous in the output, the others the longest; but what is contiguous in an
    /// input comes first, as long as it is not short. None without rows, columns or sums to speak of, or
    /// where the inputs may stay as they are.
    fn of(nest: &Nest, turns_rows: bool) -> Option<Self> {
        let rows = nest.dims.iter().find(|dim| dim.strides.out == 1 && dim.extent >= SHORT)?;
        let (with_rows, other, columns) = match rows.kind {
            Kind::M => (Operand::In0, Operand::In1, Kind::N),
            Kind::N => (Operand::In1, Operand::In0, Kind::M),
            Kind::C => return Self::lanes(nest, rows),
            Kind::K => return None,
        };
        let of_kind = |kind| nest.dims.iter().filter(move |dim| dim.kind == kind && dim.extent >= SHORT);
        let contiguous =
            |kind, operand: Operand| of_kind(kind).find(move |dim| *dim.strides.get(operand) == 1);
        let longest = |kind| of_kind(kind).max_by_key(|dim| dim.extent);
        let rows_fit = *rows.strides.get(with_rows) == 1;
        let sum_of_rows = if rows_fit || !turns_rows { None } else { contiguous(Kind::K, with_rows) };
        let sum = sum_of_rows.or_else(|| contiguous(Kind::K, other)).or_else(|| longest(Kind::K))?;
        let columns = contiguous(columns, other).or_else(|| longest(columns))?;
        let (m, n) = if rows.kind == Kind::M { (rows, columns) } else { (columns, rows) };
        let turned = if turns_rows { None } else { Some(with_rows) };
        Some(Self::Matrices { m: *m, n: *n, k: *sum, turned })
    }

    /// The lanes, if there are enough, and each input has them contiguous or is used often enough for a copy.
    fn lanes(nest: &Nest, c: &Dim) -> Option<Self> {
        let fits = |input: &Operand| *c.strides.get(*input) == 1 || uses(nest, *input) >= LEAST_USES_OF_LANES;
        let has_sum = nest.of_kind(Kind::K).any(|dim| dim.extent >= SHORT);
        let is_worth_it = nest.is_plain() && c.extent >= LANES && has_sum;
        (is_worth_it && [Operand::In0, Operand::In1].iter().all(fits)).then_some(Self::Lanes { c: *c })
    }

    /// Returns the contiguous dimension of an input's copy, and the one that comes next.
    fn innermost(&self, operand: Operand) -> (Dim, Option<Dim>) {
        match *self {
            Self::Matrices { m, n, k, .. } => (if operand == Operand::In0 { m } else { n }, Some(k)),
            Self::Lanes { c } => (c, None),
        }
    }

    /// Whether caches hold one of the inputs badly, and so the kernel is to have copies of both: one that is
    /// used often, and has many rows or columns that are far apart, each as long as a line of a cache at
    /// least. It is asked for kernels of long vectors, which are the ones that this was measured for
    /// (`docs/decisions/0092`).
    fn is_held_badly(&self, operand: Operand, nest: &Nest, context: &Context<'_>) -> bool {
        let Self::Matrices { m, n, k, turned: Some(_) } = *self else { return false };
        let is_bad = |operand: Operand| {
            let bytes =
                |dim: &Dim| dim.strides.get(operand).unsigned_abs().saturating_mul(nest.bytes(operand));
            let is_large = is_large(nest, operand, context);
            let is_far = |dim: &Dim| {
                let collides = bytes(dim) > 0 && bytes(dim).checked_rem(HALF_OF_SETS) == Some(0);
                (is_large || collides) && dim.extent >= CONFLICTING_COLUMNS
            };
            let is_line = |dim: &Dim| {
                *dim.strides.get(operand) == 1 && dim.extent.saturating_mul(nest.bytes(operand)) >= LINE
            };
            let [one, other] = if operand == Operand::In0 { [m, k] } else { [n, k] };
            let is_so = |line: &Dim, far: &Dim| is_line(line) && is_far(far);
            is_so(&one, &other) || is_so(&other, &one)
        };
        let [first, second] = [operand, other_input(operand)];
        is_bad(first) || is_used_often(nest, second) && is_bad(second)
    }

    /// Whether the kernel can take an input in its layout.
    fn takes(&self, operand: Operand, dtype: DType) -> bool {
        let (m, n, k, turned) = match *self {
            Self::Lanes { c } => return *c.strides.get(operand) == 1,
            Self::Matrices { m, n, k, turned } => (m, n, k, turned),
        };
        if turned == Some(operand) {
            return *(if operand == Operand::In0 { m } else { n }).strides.get(operand) == 1;
        }
        // The other input is as it should be.
        let ideal = |dim: Dim, others: [(Operand, isize); 2]| {
            let mut dim = Dim { exec: Exec::Prim, ..dim };
            for (other, stride) in others {
                if other != operand {
                    *dim.strides.get_mut(other) = stride;
                }
            }
            dim
        };
        let long = isize::try_from(m.extent.max(n.extent)).unwrap_or(isize::MAX);
        let m = ideal(m, [(Operand::In0, 1), (Operand::Out, m.strides.out)]);
        let n = ideal(n, [(Operand::In1, 1), (Operand::Out, n.strides.out)]);
        let k = ideal(k, [(Operand::In0, long), (Operand::In1, long)]);
        let roles = Roles { m: Some(&m), n: Some(&n), k: Some(&k), ..Roles::default() };
        roles.order(Main::Gemm, dtype.into()).is_ok()
    }

    /// The numbers of the dimensions of an input as the copy has them: rows or columns and the sum, or lanes,
    /// and the others as they are.
    fn in_order(&self, nest: &Nest, operand: Operand) -> Result<Few<usize, 8>, NestError> {
        let (first, second) = self.innermost(operand);
        // In the other input, a copy may have changed it.
        let key = |dim: &Dim| (dim.kind, dim.extent, *dim.strides.get(operand), dim.strides.out);
        let is_first = |dim: &Dim| key(dim) == key(&first);
        let place = |dim: &Dim| match () {
            () if is_first(dim) => 0,
            () if Some(*dim) == second => 1,
            () => 2,
        };
        let moving = nest.dims.iter().enumerate().filter(|(_, dim)| *dim.strides.get(operand) != 0);
        let keys = moving.map(|(number, dim)| (place(dim), dim.strides.get(operand).unsigned_abs(), number));
        let keys: Few<_, 8> = sorted_few(try_few(keys)?)?;
        Ok(try_few(keys.iter().map(|(.., number)| *number))?)
    }
}

/// A copy of an input: its dimensions, the contiguous one first, each with the number of the one that it is.
struct Copied {
    dims: Few<(usize, Dim), 8>,
    /// Elements that it takes.
    elements: usize,
}

impl Copied {
    /// The copy that a kernel is to have of an input: of another type than it is multiplied in, in any case;
    /// else where the kernel cannot take the input as it is, or caches hold it badly, and it
    /// is used often enough.
    fn of(
        nest: &Nest,
        operand: Operand,
        wanted: Option<&Wanted>,
        context: &Context<'_>,
    ) -> Result<Option<Self>, NestError> {
        let dtype = nest.types.accumulator;
        let is_converted = nest.dtype(operand) != dtype;
        let misfit = wanted.filter(|wanted| !wanted.takes(operand, dtype));
        let is_paged = wanted.is_some_and(|wanted| {
            misfit.is_none() && is_used_often(nest, operand) && wanted.is_held_badly(operand, nest, context)
        });
        let is_worth_it = is_paged || misfit.is_some() && uses(nest, operand) >= LEAST_USES;
        if !is_worth_it && !is_converted {
            return Ok(None);
        }
        let order = match misfit {
            Some(wanted) => wanted.in_order(nest, operand)?,
            None => as_they_are(nest, operand)?,
        };
        let apart = if is_paged { LINE.checked_div(dtype.bytes()).unwrap_or(1) } else { 0 };
        let copied = Self::in_order(nest, operand, &order, apart)?;
        // Where no other order helps, there is nothing to copy.
        let is_same = |copied: &Self| copied.dims.iter().all(|(_, dim)| dim.strides.in0 == dim.strides.out);
        Ok(copied.filter(|copied| is_converted || !is_same(copied)))
    }

    /// The copy with dimensions in an order, columns some elements farther apart than they are long; none
    /// where it is too large.
    fn in_order(
        nest: &Nest,
        operand: Operand,
        order: &[usize],
        apart: usize,
    ) -> Result<Option<Self>, NestError> {
        let (mut dims, mut elements) = (Few::new(), 1usize);
        for number in order {
            let Some(&dim) = nest.dims.get(*number) else { continue };
            let Ok(out) = isize::try_from(elements) else { return Ok(None) };
            let apart = if dims.is_empty() { apart } else { 0 };
            let strides = PerOperand { in0: *dim.strides.get(operand), in1: 0, out };
            dims.try_push((*number, Dim { kind: Kind::C, strides, ..dim }))?;
            let next = elements.checked_mul(dim.extent).and_then(|next| next.checked_add(apart));
            let Some(next) = next else { return Ok(None) };
            elements = next;
        }
        Ok(Some(Self { dims, elements }))
    }

    /// Changes a contraction to read the copy, in the arena behind the bytes that are in use; returns the
    /// step that writes it.
    fn take_from(&self, step: &mut Step, operand: Operand, arena: &mut usize) -> Result<Step, NestError> {
        let types = Types::conversion(step.nest.dtype(operand), step.nest.types.accumulator);
        let place = Buffer::Arena(take(arena, self.elements, types.output));
        for (number, copy) in &self.dims {
            if let Some(dim) = step.nest.dims.get_mut(*number) {
                *dim.strides.get_mut(operand) = copy.strides.out;
            }
        }
        step.nest.set_dtype(operand, types.output);
        let offset = core::mem::take(step.nest.offsets.get_mut(operand));
        let from = core::mem::replace(step.operands.get_mut(operand), place);
        let offsets = PerOperand { in0: offset, in1: 0, out: 0 };
        let dims: Few<_, 8> = try_few(self.dims.iter().rev().map(|(_, copy)| *copy))?;
        staged::copy(types, &dims, offsets, [from, place])
    }
}

/// Whether kernels turn rows that are contiguous along the sum in registers, which costs little for vectors
/// of few lanes only: a square of them has as many vectors as lanes.
fn turns_rows(context: &Context<'_>) -> bool {
    !context.has_long_vectors()
}

/// The numbers of the dimensions of an input, the nearest first.
fn as_they_are(nest: &Nest, operand: Operand) -> Result<Few<usize, 8>, NestError> {
    let moving = nest.dims.iter().enumerate().filter(|(_, dim)| *dim.strides.get(operand) != 0);
    let keys = moving.map(|(number, dim)| (dim.strides.get(operand).unsigned_abs(), number));
    let keys: Few<_, 8> = sorted_few(try_few(keys)?)?;
    Ok(try_few(keys.iter().map(|(.., number)| *number))?)
}

/// The other input.
const fn other_input(operand: Operand) -> Operand {
    match operand {
        Operand::In0 => Operand::In1,
        _ => Operand::In0,
    }
}

/// Whether an operand is much larger than the second-level cache.
pub(super) fn is_large(nest: &Nest, operand: Operand, context: &Context<'_>) -> bool {
    size(nest, operand) > context.target.core.caches.l2.saturating_mul(LARGE)
}

/// Whether each element of an operand is used so often that a copy to other places is worth it.
pub(super) fn is_used_often(nest: &Nest, operand: Operand) -> bool {
    uses(nest, operand) >= LEAST_USES_OF_PAGES
}

/// Bytes of an operand, of one contraction where there are several side by side.
fn size(nest: &Nest, operand: Operand) -> usize {
    let moving = nest.dims.iter().filter(|dim| dim.kind != Kind::C && *dim.strides.get(operand) != 0);
    moving.fold(nest.bytes(operand), |size, dim| size.saturating_mul(dim.extent))
}

/// How often a contraction uses each element of an operand.
fn uses(nest: &Nest, operand: Operand) -> usize {
    let standing = nest.dims.iter().filter(|dim| *dim.strides.get(operand) == 0);
    standing.fold(1, |uses: usize, dim| uses.saturating_mul(dim.extent))
}
