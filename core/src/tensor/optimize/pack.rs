//! Copies an input into another layout where its own leaves no good kernel.
//!
//! A kernel wants its rows contiguous in the output, and each input contiguous along one of its two
//! dimensions. The output's contiguous dimension says which input has the rows; if neither these nor any
//! long sum are contiguous there, or neither columns nor sum in the other input, then elements are
//! multiplied one by one, which costs many times what a copy does. Where a batch is contiguous in the output, inputs
//! that have it contiguous, too, are multiplied side by side, which is worth a copy that is used a little more often.
//!
//! Strides of whole pages are the other reason for a copy. Columns that are so far apart lie in the same few lines of a
//! cache, which holds little of a block of them, however large it is, and each has a page to itself. In the copy, columns
//! are a line farther apart.
//!
//! This pass writes the copy as a nest before the contraction, of the whole input, to the arena; `sink` moves
//! it inside of the contraction's loops, so that only a panel is copied at a time. The copy is worth it only
//! where its elements are used often enough; two inputs may be copied.

use super::Context;
use crate::fallible::{Few, TryVec, sorted_few, try_collect, try_few};
use crate::kernel::op::UnaryOp;
use crate::tensor::buffer::Buffer;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand, PerOperand};
use crate::tensor::primitive::Roles;
use crate::tensor::sequence::{Sequence, Step};

/// How often each element must be used for a copy to be worth it.
const LEAST_USES: usize = 8;

/// How often if that makes lanes of a batch: without a copy, kernels of single rows write elements that are lines of a
/// cache apart.
const LEAST_USES_OF_LANES: usize = 32;

/// The fewest multiplications side by side that are worth it.
const LANES: usize = 8;

/// Bytes of a page, and of what the sets of most first-level caches cover.
const PAGE: usize = 4096;

/// Bytes of a line of a cache.
const LINE: usize = 64;

/// The fewest columns, a number of pages apart, that are in each other's way.
const IN_THE_WAY: usize = 256;

/// How often each element must be used for a copy into other pages to be worth it.
const LEAST_USES_OF_PAGES: usize = 256;

/// The shortest rows, columns and sums that a kernel should have, where there are longer ones.
const SHORT: usize = 4;

/// Packs the inputs of contractions that stand alone and are wholly undecided.
pub(super) fn pack(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    let Sequence { mut steps, scratch, mut arena } = sequence;
    let is_free = |dim: &Dim| dim.exec == Exec::Undefined && dim.part.is_none() && dim.extent > 0;
    let may_pack = match steps.as_slice() {
        [step] => step.nest.main == Main::Contraction && step.nest.dims.iter().all(is_free),
        _ => false,
    };
    let only = if may_pack { steps.pop() } else { None };
    let Some(mut step) = only else { return Ok(Sequence { steps, scratch, arena }) };
    if let Some(wanted) = Wanted::of(&step.nest, turns_rows(context)) {
        for operand in [Operand::In0, Operand::In1] {
            if let Some(copy) = wanted.copy(&mut step, operand, &mut arena)? {
                steps.try_push(copy)?;
            }
        }
    }
    steps.try_push(step)?;
    Ok(Sequence { steps, scratch, arena })
}

/// The dimensions that the kernel should have.
#[derive(Clone, Copy)]
enum Wanted {
    /// Those of a multiplication, and the input whose rows have to be contiguous, if kernels do not turn them.
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

    /// The step that copies an input so that the kernel can take it, and changes the contraction to read
    /// the copy; none if it can take the input as it is, or the copy is not worth it.
    fn copy(&self, step: &mut Step, operand: Operand, arena: &mut usize) -> Result<Option<Step>, NestError> {
        let uses = uses(&step.nest, operand);
        let takes = self.takes(operand, step.nest.dtype);
        let is_paged = takes && self.is_paged(operand, &step.nest) && uses >= LEAST_USES_OF_PAGES;
        if !is_paged && (takes || uses < LEAST_USES) {
            return Ok(None);
        }
        let line = isize::try_from(LINE.checked_div(step.nest.dtype.bytes()).unwrap_or(1)).unwrap_or(1);
        let mut copied = Few::<_, 8>::new();
        let mut strides = 1isize;
        let order =
            if is_paged { as_they_are(&step.nest, operand)? } else { self.in_order(&step.nest, operand)? };
        for number in order {
            let Some(&dim) = step.nest.dims.get(number) else { continue };
            let Ok(extent) = isize::try_from(dim.extent) else { return Ok(None) };
            let to = PerOperand { in0: *dim.strides.get(operand), in1: 0, out: strides };
            let apart = if is_paged && copied.is_empty() { line } else { 0 };
            copied.try_push((number, Dim { kind: Kind::C, strides: to, ..dim }))?;
            let Some(next) = strides.checked_mul(extent).and_then(|next| next.checked_add(apart)) else {
                return Ok(None);
            };
            strides = next;
        }
        // Where no other order helps, there is nothing to copy.
        if copied.iter().all(|(_, dim)| dim.strides.in0 == dim.strides.out) {
            return Ok(None);
        }
        let place = Buffer::Arena(*arena);
        for (number, copy) in &copied {
            if let Some(dim) = step.nest.dims.get_mut(*number) {
                *dim.strides.get_mut(operand) = copy.strides.out;
            }
        }
        *arena = arena.saturating_add(strides.unsigned_abs());
        let offset = core::mem::take(step.nest.offsets.get_mut(operand));
        let from = core::mem::replace(step.operands.get_mut(operand), place);
        let nest = Nest {
            main: Main::Unary(UnaryOp::identity()),
            offsets: PerOperand { in0: offset, in1: 0, out: 0 },
            ..Nest::contraction(step.nest.dtype, try_collect(copied.iter().rev().map(|(_, copy)| *copy))?)
        };
        Ok(Some(Step { nest, shares: 0, operands: PerOperand { in0: from, in1: from, out: place } }))
    }

    /// Whether an input that the kernel takes has many rows or columns that are whole pages apart, of which each is as
    /// long as a line of a cache at least. It is asked for kernels of long vectors, which are the ones that this was measured
    /// for.
    fn is_paged(&self, operand: Operand, nest: &Nest) -> bool {
        let Self::Matrices { m, n, k, turned: Some(_) } = *self else { return false };
        let bytes = |dim: &Dim| dim.strides.get(operand).unsigned_abs().saturating_mul(nest.dtype.bytes());
        let is_far = |dim: &Dim| bytes(dim) >= PAGE && bytes(dim).checked_rem(PAGE) == Some(0);
        let is_line = |dim: &Dim| {
            *dim.strides.get(operand) == 1 && dim.extent.saturating_mul(nest.dtype.bytes()) >= LINE
        };
        let [one, other] = if operand == Operand::In0 { [m, k] } else { [n, k] };
        let is_so = |line: &Dim, far: &Dim| is_line(line) && is_far(far) && far.extent >= IN_THE_WAY;
        is_so(&one, &other) || is_so(&other, &one)
    }

    /// Whether the kernel can take an input in its layout.
    fn takes(&self, operand: Operand, dtype: crate::DType) -> bool {
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
        roles.order(Main::Gemm, dtype).is_ok()
    }

    /// The numbers of the dimensions of an input as the copy has them: rows or columns and the sum, or lanes, and
    /// the others as they are.
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

/// Whether kernels turn rows that are contiguous along the sum in registers, which costs little for vectors of few lanes
/// only: a square of them has as many vectors as lanes.
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

/// How often a contraction uses each element of an input.
fn uses(nest: &Nest, operand: Operand) -> usize {
    let standing = nest.dims.iter().filter(|dim| *dim.strides.get(operand) == 0);
    standing.fold(1, |uses: usize, dim| uses.saturating_mul(dim.extent))
}
