//! Orders the loops around a kernel, in blocks of the output that caches hold.
//!
//! Loops of one type keep their order by stride, the longest outside: so neighbours in memory are
//! neighbours in time. Of the orders of the types, those that are worth it have one form:
//!
//! ```text
//! C, blocks of M and N, K, M and N inside of a block, kernel
//! ```
//!
//! All sums of a block are finished before the next block begins, so that the output is fetched once, and
//! a longer block uses more of the inputs again. A block of one kernel has the sums innermost; one of all has them
//! outermost. Between these, a block should fill the second-level cache, together with what one kernel's sum
//! needs of both inputs: that can be as many rows as there is room for beside all columns, as many columns
//! beside all rows, or as many of one as of the other. Where the kernel has all of the sum, no output is fetched
//! again, and blocks are long in one direction: what they need of one input stays, while the other passes. All of
//! these are priced ([`Kernel::traffic`]), in the orders that can pay: outside of a block with loops over K, what
//! comes next hardly matters.
//!
//! Blocks are also what threads take: they are cut until there are enough of them.

use super::parallel::tasks;
use super::{Context, each_row};
use crate::Target;
use crate::fallible::{OutOfMemory, TryVec, sorted, try_collect};
use crate::tensor::cost::{Kernel, Level, beside, usable};
use crate::tensor::nest::{Dim, Exec, Kind, Nest, PerOperand};
use crate::tensor::parts;
use crate::tensor::sequence::{Sequence, Step};
use crate::tensor::verify::NestError;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Puts the sequential loops into the cheapest order; of equal ones, the one with the smallest blocks.
pub(super) fn order(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    each_row(sequence, |row, common| match row {
        [Step { nest, .. }] => order_nest(nest, common, context),
        row => order_row(row),
    })
}

fn order_nest(nest: &mut Nest, common: usize, context: &Context<'_>) -> Result<(), NestError> {
    let is_loop = |dim: &&Dim| matches!(dim.exec, Exec::Seq | Exec::Undefined);
    if nest.dims.iter().skip(common).filter(is_loop).count() < 2 {
        return Ok(());
    }
    let loops = Loops::of(nest, common)?;
    let block = loops.cheapest(Extents::of(nest, context.target), context.target, tasks(nest, context))?;
    let prims = nest.dims.iter().filter(|dim| dim.exec == Exec::Prim).copied();
    let mut dims = loops.arranged(block, parts::unused_name(&nest.dims))?;
    dims.try_extend(prims)?;
    nest.dims = dims;
    Ok(())
}

/// Operations in a row use nothing again, so that their loops are in no blocks: outermost are those that stay, then
/// the ones that move the furthest in any step, and innermost the kernel's.
fn order_row(row: &mut [Step]) -> Result<(), NestError> {
    let Some((first, others)) = row.split_first() else { return Ok(()) };
    let key = |(number, dim): (usize, &Dim)| {
        let reach_of = |step: &Step| step.nest.dims.get(number).map_or(0, reach);
        let farthest = others.iter().map(reach_of).fold(reach(dim), usize::max);
        let place = match dim.exec {
            Exec::Shared => (0, 0),
            Exec::Undefined | Exec::Seq => (1, usize::MAX.saturating_sub(farthest)),
            Exec::Prim => (2, 0),
        };
        (place, number)
    };
    let order = sorted(try_collect(first.nest.dims.iter().enumerate().map(key))?);
    for step in row {
        let dims = order.iter().filter_map(|(_, number)| step.nest.dims.get(*number).copied());
        step.nest.dims = try_collect(dims)?;
    }
    Ok(())
}

/// How far one step of a loop moves an operand at most.
fn reach(dim: &Dim) -> usize {
    let PerOperand { in0, in1, out } = dim.strides.map(isize::unsigned_abs);
    out.max(in0).max(in1)
}

/// How much of the loops of one type is inside of a block: some of the innermost loops, and so many
/// iterations of the one around them.
#[derive(Clone, Copy)]
struct Cut {
    whole: usize,
    length: usize,
}

impl Cut {
    /// Nothing is inside but the kernel.
    const KERNEL: Self = Self { whole: 0, length: 1 };
}

/// A block of the output, and the orders of the two types that it has, outside and inside.
#[derive(Clone, Copy)]
struct Block {
    m: Cut,
    n: Cut,
    outside: [Kind; 2],
    inside: [Kind; 2],
}

impl Block {
    /// That of one kernel, which has no loops inside.
    const fn of_kernel(outside: [Kind; 2]) -> Self {
        Self { m: Cut::KERNEL, n: Cut::KERNEL, outside, inside: outside }
    }
}

/// What of a loop is in some place: all of it, or steps of some length, or such a step.
#[derive(Clone, Copy)]
enum Share {
    All,
    Steps(usize),
    Step(usize),
}

impl Share {
    fn extent(self, all: usize) -> usize {
        match self {
            Self::All => all,
            Self::Steps(length) => all.div_ceil(length.max(1)),
            Self::Step(length) => length,
        }
    }
}

/// What the kernel goes over.
#[derive(Clone, Copy)]
struct Extents {
    kernel: Kernel,
    m: usize,
    n: usize,
    k: usize,
    /// Bytes of an element.
    element: usize,
}

impl Extents {
    fn of(nest: &Nest, target: &Target) -> Self {
        let of = |kind| {
            let prims = nest.dims.iter().filter(|dim| (dim.kind, dim.exec) == (kind, Exec::Prim));
            prims.fold(1, |all: usize, dim| all.saturating_mul(dim.extent))
        };
        let [m, n, k] = [Kind::M, Kind::N, Kind::K].map(of);
        Self { kernel: Kernel::of(nest, target), m, n, k, element: nest.dtype.bytes() }
    }
}

/// The loops of a nest.
struct Loops {
    /// Those that stay where they are.
    outer: Vec<Dim>,
    /// The others, type by type, of each those that move the furthest first.
    inner: Vec<Dim>,
    /// Where M, N, K and C end.
    ends: [usize; Kind::ALL.len()],
}

const ORDERS: [[Kind; 2]; 2] = [[Kind::M, Kind::N], [Kind::N, Kind::M]];

impl Loops {
    fn of(nest: &Nest, common: usize) -> Result<Self, NestError> {
        let loops = nest.dims.iter().enumerate().filter(|(_, dim)| dim.exec != Exec::Prim);
        let stays = |(number, dim): &(usize, &Dim)| *number < common || dim.exec == Exec::Shared;
        let free = loops.clone().filter(|dim| !stays(dim));
        let key = |(number, dim): (usize, &Dim)| (dim.kind as usize, Reverse(reach(dim)), number);
        let keys = sorted(try_collect(free.map(key))?);
        let up_to = |kind: Kind| keys.iter().take_while(|(other, ..)| *other <= kind as usize).count();
        Ok(Self {
            outer: try_collect(loops.filter(stays).map(|(_, dim)| *dim))?,
            inner: try_collect(keys.iter().filter_map(|(.., number)| nest.dims.get(*number).copied()))?,
            ends: Kind::ALL.map(up_to),
        })
    }

    /// The block that costs least to fetch what it needs, of those that leave at least so many blocks.
    fn cheapest(&self, extents: Extents, target: &Target, tasks: usize) -> Result<Block, NestError> {
        let mut levels = Vec::new();
        let mut price = |block: Block| {
            levels.clear();
            levels.try_extend(self.outer.iter().map(Level::of))?;
            self.each(block, |dim, share| levels.try_push(Level::of_some(dim, share.extent(dim.extent))))?;
            let [second_level, memory] = extents.kernel.traffic(&levels.iter().copied(), target);
            Ok::<_, NestError>((second_level + memory, block))
        };
        // Nothing is inside of the smallest block, whose types have no order there.
        let [rows_first, columns_first] = ORDERS.map(Block::of_kernel);
        let mut best = price(rows_first)?;
        for block in [columns_first].into_iter().chain(self.filling(extents, target, tasks)) {
            best = cheaper(best, price(block)?);
        }
        Ok(best.1)
    }

    /// The blocks that fill the second-level cache, in the orders that pay.
    fn filling(
        &self,
        Extents { m, n, k, element, .. }: Extents,
        target: &Target,
        tasks: usize,
    ) -> impl Iterator<Item = Block> {
        let room = usable(target.caches.l2).checked_div(element).unwrap_or(0);
        let all = |kind, of_kernel: usize| {
            self.of_kind(kind).iter().fold(of_kernel, |all, dim| all.saturating_mul(dim.extent))
        };
        let (all_m, all_n) = (all(Kind::M, m), all(Kind::N, n));
        let side = room.saturating_add(k.saturating_mul(k)).isqrt().saturating_sub(k);
        let [rows_first, columns_first] = ORDERS;
        let shapes = if !self.of_kind(Kind::K).is_empty() {
            [
                Some(([beside(all_n, k, room), all_n], rows_first, &ORDERS[..])),
                Some(([all_m, beside(all_m, k, room)], rows_first, &ORDERS[..]))
                    .filter(|([_, columns], ..)| *columns < all_n),
                Some(([side; 2], rows_first, &ORDERS[..])).filter(|_| side < all_m.min(all_n)),
            ]
        } else {
            // What they need of one input stays while they pass along the other.
            let [one, ..] = &ORDERS;
            let one = core::slice::from_ref(one);
            [
                Some(([beside(n, k, room), n], rows_first, one)),
                Some(([m, beside(m, k, room)], columns_first, one)),
                None,
            ]
        };
        shapes.into_iter().flatten().flat_map(move |([rows, columns], outside, orders)| {
            let steps = |all: usize, of_kernel: usize| all.checked_div(of_kernel).unwrap_or(0).max(1);
            let most = [steps(rows.min(all_m), m), steps(columns.min(all_n), n)];
            let [m, n] = self.cuts(most, tasks);
            orders.iter().map(move |inside| Block { m, n, outside, inside: *inside })
        })
    }

    /// At most so many iterations over M and over N, and fewer where that leaves too few blocks.
    fn cuts(&self, [mut rows, mut columns]: [usize; 2], tasks: usize) -> [Cut; 2] {
        loop {
            let [m, n] = [self.cut(Kind::M, rows), self.cut(Kind::N, columns)];
            if rows.max(columns) <= 1 || self.blocks(m, n) >= tasks {
                return [m, n];
            }
            let longer = if rows > columns { &mut rows } else { &mut columns };
            *longer = longer.div_ceil(2);
        }
    }

    /// At most so many iterations of the innermost loops of a type, and about that.
    fn cut(&self, kind: Kind, mut iterations: usize) -> Cut {
        let mut whole = 0usize;
        for dim in self.of_kind(kind).iter().rev() {
            if iterations < dim.extent {
                return Cut { whole, length: self.length(dim, iterations) };
            }
            iterations = iterations.checked_div(dim.extent).unwrap_or(1);
            whole = whole.saturating_add(1);
        }
        Cut { whole, length: 1 }
    }

    /// At most so many iterations of a loop, so that all blocks are alike. A part can only be cut evenly, unless it
    /// is the outermost.
    fn length(&self, dim: &Dim, most: usize) -> usize {
        let blocks = dim.extent.div_ceil(most.max(1));
        if self.is_outermost(dim) {
            return dim.extent.div_ceil(blocks.max(1));
        }
        let divides = |length: &usize| dim.extent.checked_rem(*length) == Some(0);
        (1..=most).rev().find(divides).unwrap_or(1)
    }

    /// Whether no other loop is over a part of the same dimension: those inside are the kernel's.
    fn is_outermost(&self, dim: &Dim) -> bool {
        let loops = self.outer.iter().chain(&self.inner);
        dim.part
            .is_none_or(|part| loops.filter_map(|dim| dim.part).filter(|of| of.of == part.of).count() == 1)
    }

    /// How many blocks there are.
    fn blocks(&self, m: Cut, n: Cut) -> usize {
        let kinds = [(Kind::C, Cut::KERNEL), (Kind::M, m), (Kind::N, n)];
        let outside = kinds.into_iter().flat_map(|(kind, cut)| self.outside(kind, cut));
        outside.fold(1, |blocks: usize, (dim, share)| blocks.saturating_mul(share.extent(dim.extent)))
    }

    /// All loops in order, split where the block says so.
    fn arranged(&self, block: Block, names: usize) -> Result<Vec<Dim>, NestError> {
        let mut dims = try_collect(self.outer.iter().copied())?;
        self.each(block, |dim, share| {
            // At most one loop of each type is split.
            let name = names.saturating_add(usize::from(dim.kind == Kind::N));
            // Lengths that do not divide are those of the outermost parts only.
            let halves = |length| parts::split_outermost(dim, length, name);
            dims.try_push(match share {
                Share::All => *dim,
                Share::Steps(length) => halves(length).map_or(*dim, |[steps, _]| steps),
                Share::Step(length) => halves(length).map_or(*dim, |[_, step]| step),
            })
        })?;
        Ok(dims)
    }

    /// Visits the loops in order, with what of each is there.
    fn each(
        &self,
        block: Block,
        mut visit: impl FnMut(&Dim, Share) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        let cut = |kind| match kind {
            Kind::M => block.m,
            Kind::N => block.n,
            Kind::K | Kind::C => Cut::KERNEL,
        };
        let [first, second] = block.outside;
        for kind in [Kind::C, first, second, Kind::K] {
            self.outside(kind, cut(kind)).try_for_each(|(dim, share)| visit(dim, share))?;
        }
        for kind in block.inside {
            self.inside(kind, cut(kind)).try_for_each(|(dim, share)| visit(dim, share))?;
        }
        Ok(())
    }

    fn outside(&self, kind: Kind, Cut { whole, length }: Cut) -> impl Iterator<Item = (&Dim, Share)> {
        let is_cut = move |around: usize| around == whole && length > 1;
        let outside = self.around(kind).filter(move |(around, _)| *around >= whole);
        outside
            .map(move |(around, dim)| (dim, if is_cut(around) { Share::Steps(length) } else { Share::All }))
    }

    fn inside(&self, kind: Kind, Cut { whole, length }: Cut) -> impl Iterator<Item = (&Dim, Share)> {
        let share = move |around: usize| match around {
            _ if around < whole => Some(Share::All),
            _ if around == whole && length > 1 => Some(Share::Step(length)),
            _ => None,
        };
        self.around(kind).filter_map(move |(around, dim)| Some((dim, share(around)?)))
    }

    /// The loops of a type, each with the number of those inside of it.
    fn around(&self, kind: Kind) -> impl Iterator<Item = (usize, &Dim)> {
        let loops = self.of_kind(kind);
        (0..loops.len()).rev().zip(loops)
    }

    fn of_kind(&self, kind: Kind) -> &[Dim] {
        let [m, n, k, c] = self.ends;
        let of_kind = match kind {
            Kind::M => 0..m,
            Kind::N => m..n,
            Kind::K => n..k,
            Kind::C => k..c,
        };
        self.inner.get(of_kind).unwrap_or_default()
    }
}

fn cheaper(one: (f64, Block), other: (f64, Block)) -> (f64, Block) {
    if other.0 < one.0 { other } else { one }
}
