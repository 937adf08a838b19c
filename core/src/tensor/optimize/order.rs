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
//! a longer block uses more of the inputs again. A block of one kernel has the sums innermost; one of all has
//! them outermost. Between these, a block should fill the second-level cache, together with what one kernel's
//! sum needs of both inputs: that can be as many rows as there is room for next to all columns, as many
//! columns next to all rows, or as many of one as of the other. Where the kernel has all of the sum, no
//! output is fetched again, and blocks are long in one direction: what they need of one input stays, while
//! the other passes. All of these are priced ([`Kernel::traffic`]), in one order each: outside of a block
//! with loops over K, what comes next hardly matters, and inside, what the kernel leaves in the first-level
//! cache decides, which is the same for all blocks.
//!
//! Where both inputs are copied, panels of them are what stays ([`sink`](super::sink)): loops over columns
//! come first, as a panel of rows is copied again for each of these in any case.
//!
//! Blocks are also what threads take: they are cut until there are enough of them.
//!
//! Tests: below, `tests/tests/tensor_optimize.rs`.

use super::context::Context;
use super::deferred::Inputs;
use super::parallel::tasks;
use super::walk::each_row;
use crate::Target;
use crate::fallible::{Few, TryVec, sorted, sorted_few, try_collect, try_few, try_with_room};
use crate::tensor::cost::{Kernel, Level, Traffic, room_next_to, usable};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Nest, PerOperand};
use crate::tensor::parts;
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Puts the sequential loops into the cheapest order; of equal ones, the one with the smallest blocks.
pub(super) fn order(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    let inputs = Inputs::of(&sequence.steps, context);
    each_row(sequence, context, |row, common| match row {
        [Step { nest, .. }] => order_nest(nest, common, inputs, context),
        row => order_row(row),
    })
}

fn order_nest(
    nest: &mut Nest,
    common: usize,
    inputs: Inputs,
    context: &Context<'_>,
) -> Result<(), NestError> {
    let is_loop = |dim: &&Dim| matches!(dim.exec, Exec::Seq | Exec::Undefined);
    if nest.dims.iter().skip(common).filter(is_loop).count() < 2 {
        return Ok(());
    }
    nest.dims = ordered(nest, common, inputs, context)?;
    Ok(())
}

/// The dimensions in the cheapest order.
fn ordered(nest: &Nest, common: usize, inputs: Inputs, context: &Context<'_>) -> Result<Vec<Dim>, NestError> {
    let sorted = Sorted::of(nest, common)?;
    let loops = sorted.loops();
    let block = match columns(nest).filter(|_| inputs == Inputs::Copied) {
        Some(columns) => {
            let [rows_first, columns_first] = ORDERS;
            Block::of_kernel(if columns == Kind::N { columns_first } else { rows_first })
        }
        None => loops.cheapest(Extents::of(nest, context.target), context.target, tasks(nest, context)),
    };
    // At most one loop of each of two types is split.
    let mut dims = try_with_room(nest.dims.len().saturating_add(2))?;
    loops.arrange(block, parts::unused_name(&nest.dims), &mut dims)?;
    dims.try_extend(nest.dims.iter().filter(|dim| dim.exec == Exec::Prim).copied())?;
    Ok(dims)
}

/// What the columns of a kernel are, which does not go along what is contiguous in the output.
fn columns(nest: &Nest) -> Option<Kind> {
    let rows = nest.dims.iter().find(|dim| dim.exec == Exec::Prim && dim.strides.out == 1)?;
    match rows.kind {
        Kind::M => Some(Kind::N),
        Kind::N => Some(Kind::M),
        Kind::K | Kind::C => None,
    }
}

/// Elementwise chains have no reuse, so that their loops are not tiled: outermost are those that stay, then
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

/// How much of the loops of one type is inside of a block: some of the innermost loops, and a number of
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

/// The part of a loop that is in some place: all of it, or steps of some length, or such a step.
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

/// Some loops around each other, and what of each is in some place.
type Run<'a> = (&'a [&'a Dim], Share);

/// The extents that the kernel goes over.
#[derive(Clone, Copy)]
struct Extents {
    kernel: Kernel,
    m: usize,
    n: usize,
    k: usize,
    /// Bytes of an element, in all lanes.
    element: usize,
}

impl Extents {
    fn of(nest: &Nest, target: &Target) -> Self {
        let of = |kind| {
            let prims = nest.dims.iter().filter(|dim| (dim.kind, dim.exec) == (kind, Exec::Prim));
            prims.fold(1, |all: usize, dim| all.saturating_mul(dim.extent))
        };
        let [m, n, k, lanes] = [Kind::M, Kind::N, Kind::K, Kind::C].map(of);
        let element = nest.types.accumulator.bytes().saturating_mul(lanes);
        Self { kernel: Kernel::of(nest, target), m, n, k, element }
    }
}

/// The loops of a nest.
struct Sorted<'n> {
    /// Those that stay where they are.
    outer: Few<&'n Dim, 8>,
    /// The others, type by type, of each those that move the furthest first.
    inner: Few<&'n Dim, 8>,
    /// Where M, N, K and C end.
    ends: [usize; Kind::ALL.len()],
}

impl<'n> Sorted<'n> {
    fn of(nest: &'n Nest, common: usize) -> Result<Self, NestError> {
        let loops = nest.dims.iter().enumerate().filter(|(_, dim)| dim.exec != Exec::Prim);
        let stays = |(number, dim): &(usize, &Dim)| *number < common || dim.exec == Exec::Shared;
        let free = loops.clone().filter(|dim| !stays(dim));
        let key = |(number, dim): (usize, &Dim)| (dim.kind as usize, Reverse(reach(dim)), number);
        let keys: Few<_, 8> = sorted_few(try_few(free.map(key))?)?;
        let up_to = |kind: Kind| keys.iter().take_while(|(other, ..)| *other <= kind as usize).count();
        Ok(Self {
            outer: try_few(loops.filter(stays).map(|(_, dim)| dim))?,
            inner: try_few(keys.iter().filter_map(|(.., number)| nest.dims.get(*number)))?,
            ends: Kind::ALL.map(up_to),
        })
    }

    fn loops(&self) -> Loops<'_> {
        let [m, n, k, c] = self.ends;
        let of = |range| self.inner.get(range).unwrap_or_default();
        Loops { outer: &self.outer, m: of(0..m), n: of(m..n), k: of(n..k), c: of(k..c) }
    }
}

/// The same, each type by itself.
#[derive(Clone, Copy)]
struct Loops<'a> {
    outer: &'a [&'a Dim],
    m: &'a [&'a Dim],
    n: &'a [&'a Dim],
    k: &'a [&'a Dim],
    c: &'a [&'a Dim],
}

const ORDERS: [[Kind; 2]; 2] = [[Kind::M, Kind::N], [Kind::N, Kind::M]];

impl<'a> Loops<'a> {
    /// The block that costs least to fetch what it needs, of those that leave at least `tasks` blocks.
    fn cheapest(&self, extents: Extents, target: &Target, tasks: usize) -> Block {
        let traffic = extents.kernel.traffic(target);
        let price = |block: Block| {
            let mut traffic = traffic;
            let runs = self.runs(block);
            for (dims, share) in runs.as_flattened().iter().rev().filter(|(dims, _)| !dims.is_empty()) {
                traffic.go_around(dims.iter().map(|dim| Level::of_some(dim, share.extent(dim.extent))));
            }
            traffic.go_around(self.outer.iter().copied().map(Level::of));
            let [second_level, memory] = traffic.cycles();
            second_level + memory
        };
        // Nothing is inside of the smallest block, whose types have no order there.
        let [rows_first, columns_first] = ORDERS.map(Block::of_kernel);
        let inside = self.order_inside(traffic);
        let others = [columns_first].into_iter().chain(self.filling(extents, target, tasks, inside));
        let priced = others.map(|block| (price(block), block));
        let (_, block) = priced.fold((price(rows_first), rows_first), cheaper);
        block
    }

    /// The order of loops over M and N that fetches the least for the kernel inside of
    /// them, whatever is around.
    fn order_inside(&self, of_kernel: Traffic) -> [Kind; 2] {
        let price = |order: [Kind; 2]| {
            let mut traffic = of_kernel;
            for kind in order.into_iter().rev() {
                traffic.go_around(self.of_kind(kind).iter().copied().map(Level::of));
            }
            let [second_level, _] = traffic.cycles();
            second_level
        };
        let [rows_first, columns_first] = ORDERS;
        if price(columns_first) < price(rows_first) { columns_first } else { rows_first }
    }

    /// The blocks that fill the second-level cache, with an order inside.
    fn filling(
        &self,
        Extents { m, n, k, element, .. }: Extents,
        target: &Target,
        tasks: usize,
        inside: [Kind; 2],
    ) -> impl Iterator<Item = Block> {
        let room = usable(target.core.caches.l2).checked_div(element).unwrap_or(0);
        let all = |kind, of_kernel: usize| {
            self.of_kind(kind).iter().fold(of_kernel, |all, dim| all.saturating_mul(dim.extent))
        };
        let (all_m, all_n) = (all(Kind::M, m), all(Kind::N, n));
        let [rows_first, columns_first] = ORDERS;
        let shapes = if self.of_kind(Kind::K).is_empty() {
            // What they need of one input stays while they pass along the other.
            let rows = Some(([room_next_to(n, k, room), n], rows_first));
            let columns = Some(([m, room_next_to(m, k, room)], columns_first));
            [rows, columns, None]
        } else {
            let side = room.saturating_add(k.saturating_mul(k)).isqrt().saturating_sub(k);
            let rows = Some(([room_next_to(all_n, k, room), all_n], rows_first));
            let columns = room_next_to(all_m, k, room);
            let columns = (columns < all_n).then_some(([all_m, columns], rows_first));
            let square = (side < all_m.min(all_n)).then_some(([side; 2], rows_first));
            [rows, columns, square]
        };
        shapes.into_iter().flatten().map(move |([rows, columns], outside)| {
            let steps = |all: usize, of_kernel: usize| all.checked_div(of_kernel).unwrap_or(0).max(1);
            let most = [steps(rows.min(all_m), m), steps(columns.min(all_n), n)];
            let [m, n] = self.cuts(most, tasks);
            Block { m, n, outside, inside }
        })
    }

    /// At most some numbers of iterations over M and over N, and fewer where that leaves too few blocks.
    fn cuts(&self, [mut rows, mut columns]: [usize; 2], tasks: usize) -> [Cut; 2] {
        loop {
            let [m, n] = [self.cut(Kind::M, rows), self.cut(Kind::N, columns)];
            if rows.max(columns) <= 1 || tasks <= 1 || self.blocks(m, n) >= tasks {
                return [m, n];
            }
            let longer = if rows > columns { &mut rows } else { &mut columns };
            *longer = longer.div_ceil(2);
        }
    }

    /// At most a number of iterations of the innermost loops of a type, and about that.
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

    /// At most a number of iterations of a loop, so that all blocks are alike. A part can only be cut evenly,
    /// unless it is the outermost.
    fn length(&self, dim: &Dim, most: usize) -> usize {
        let blocks = dim.extent.div_ceil(most.max(1));
        if self.is_outermost(dim) {
            return dim.extent.div_ceil(blocks.max(1));
        }
        divisor(dim.extent, most)
    }

    /// Whether no other loop is over a part of the same dimension: those inside are the kernel's.
    fn is_outermost(&self, dim: &Dim) -> bool {
        let loops = [self.outer, self.m, self.n, self.k, self.c].into_iter().flatten();
        dim.part
            .is_none_or(|part| loops.filter_map(|dim| dim.part).filter(|of| of.of == part.of).count() == 1)
    }

    /// How many blocks there are.
    fn blocks(&self, m: Cut, n: Cut) -> usize {
        let [outside, _] = self.runs(Block { m, n, ..Block::of_kernel([Kind::M, Kind::N]) });
        let extents =
            outside.iter().flat_map(|(dims, share)| dims.iter().map(|dim| share.extent(dim.extent)));
        extents.fold(1, usize::saturating_mul)
    }

    /// Adds all loops in order, split where the block says so.
    fn arrange(&self, block: Block, names: usize, dims: &mut Vec<Dim>) -> Result<(), NestError> {
        dims.try_extend(self.outer.iter().map(|dim| **dim))?;
        for (run, share) in self.runs(block).as_flattened() {
            for dim in run.iter().copied() {
                // At most one loop of each type is split.
                let name = names.saturating_add(usize::from(dim.kind == Kind::N));
                // Lengths that do not divide are those of the outermost parts only.
                let halves = |length| parts::split_outermost(dim, length, name);
                dims.try_push(match *share {
                    Share::All => *dim,
                    Share::Steps(length) => halves(length).map_or(*dim, |[steps, _]| steps),
                    Share::Step(length) => halves(length).map_or(*dim, |[_, step]| step),
                })?;
            }
        }
        Ok(())
    }

    /// The loops in order, outside of a block and inside, with what of each is there.
    #[inline]
    fn runs(&self, block: Block) -> [[Run<'a>; 5]; 2] {
        let all = |kind| (self.of_kind(kind), Share::All);
        let parted = |kind, cut: Cut| (self.parted(kind, cut), cut.length);
        let (m, n) = (parted(Kind::M, block.m), parted(Kind::N, block.n));
        let of = |kind| if kind == Kind::M { m } else { n };
        let outside = |kind| {
            let ([outside, split, _], length) = of(kind);
            [(outside, Share::All), (split, Share::Steps(length))]
        };
        let inside = |kind| {
            let ([_, split, inside], length) = of(kind);
            [(split, Share::Step(length)), (inside, Share::All)]
        };
        let ([first, second], [third, fourth]) = (block.outside, block.inside);
        let [[first, first_steps], [second, second_steps]] = [outside(first), outside(second)];
        let [[third_step, third], [fourth_step, fourth]] = [inside(third), inside(fourth)];
        [
            [all(Kind::C), first, first_steps, second, second_steps],
            [all(Kind::K), third_step, third, fourth_step, fourth],
        ]
    }

    /// The loops of a type that are outside of a block, the one that is split, and those inside.
    fn parted(&self, kind: Kind, Cut { whole, length }: Cut) -> [&'a [&'a Dim]; 3] {
        let loops = self.of_kind(kind);
        let (outside, inside) =
            loops.split_at_checked(loops.len().saturating_sub(whole)).unwrap_or((loops, &[]));
        let split = outside.len().saturating_sub(usize::from(length > 1));
        let (outside, split) = outside.split_at_checked(split).unwrap_or((outside, &[]));
        [outside, split, inside]
    }

    fn of_kind(&self, kind: Kind) -> &'a [&'a Dim] {
        match kind {
            Kind::M => self.m,
            Kind::N => self.n,
            Kind::K => self.k,
            Kind::C => self.c,
        }
    }
}

fn cheaper(one: (f64, Block), other: (f64, Block)) -> (f64, Block) {
    if other.0 < one.0 { other } else { one }
}

/// The most numbers that are tried as divisors from either end: all up to the root of any extent below 2²⁴,
/// while the root of others may be 2³².
const TRIED: usize = 1 << 12;

/// The largest divisor of an extent that is at most `most`; of extents from `TRIED`² on, the largest
/// that few trials find.
fn divisor(extent: usize, most: usize) -> usize {
    let divides = |number: &usize| extent.checked_rem(*number) == Some(0);
    let root = extent.isqrt();
    // Those above the root are what others below leave, of which the smallest leaves the most.
    let mut others = (extent.div_ceil(most.max(1))..=root).take(TRIED);
    let long = others.find(divides).and_then(|other| extent.checked_div(other));
    let short = || (1..=most.min(root)).rev().take(TRIED).find(divides);
    long.or_else(short).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_the_largest() {
        for extent in 1..500usize {
            for most in 1..=extent {
                let largest = (1..=most).rev().find(|length| extent.is_multiple_of(*length));
                assert_eq!(Some(divisor(extent, most)), largest, "{extent} up to {most}");
            }
        }
    }

    #[test]
    fn divisors_of_large_extents_take_few_trials() {
        // A prime, the square of one, and what has small factors.
        assert_eq!(divisor(1_000_000_000_039, 1_000_000_000_038), 1);
        assert_eq!(divisor(1_000_003 * 1_000_003, usize::MAX / 2), 1_000_003 * 1_000_003);
        assert_eq!(divisor(1 << 40, (1 << 39) + 1), 1 << 39);
        assert_eq!(divisor(1 << 40, (1 << 3) + 1), 1 << 3);
    }
}
