//! Splits primitive dimensions that are longer than what kernels are best at.
//!
//! A kernel goes over its columns, and for each few of them over all rows. So all that it needs of A should
//! stay in the first-level cache. Into that come B once for all rows, and C, there and back, once for all of
//! the sum: long sums leave room for few rows, and the least comes where the sum is 1.4 times as long as
//! there are rows. A comes once for all columns, of which there are enough when there are a few times as many
//! as rows; more would only make blocks and tasks coarse ([`order`](super::order)).
//!
//! Where there are fewer rows than that, B comes for each few of them. But a loop around the kernel that goes
//! on to other rows needs the same B, which can stay instead of A: so there are no more columns than leave
//! room for all that the kernel needs.
//!
//! Where both inputs are copied anyway, the rows of a kernel may be more than that cache holds: they are
//! dense, so that the second-level cache has them at hand in time, half of which is for them. Sums are then
//! as long as leaves the columns of a tile half of the first-level cache, and there are enough columns for
//! copying rows anew to be little (Goto and van de Geijn, "Anatomy of high-performance
//! matrix multiplication").
//!
//! Multiplications side by side use nothing again from lane to lane, but a line of a cache has several lanes.
//! So lines of B for all columns of a kernel stay in the first-level cache, while those of A and C pass for a
//! few rows at a time: there are as many columns as keep A and C from passing too often, each for so much of
//! the sum as there is room for, and as many lanes as then fill the cache.
//!
//! Windows have all their taps in the kernel, and as few lanes as keep the rows of taps in that cache, which
//! those of the next row have in common with them.
//!
//! Tests: below, `tests/tests/tensor_optimize.rs`.

use super::context::Context;
use super::deferred::Inputs;
use super::walk::each;
use crate::fallible::{Few, TryVec, try_with_room};
use crate::isa::Core;
use crate::tensor::cost::{room_next_to, usable};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest};
use crate::tensor::parts;
use crate::tensor::primitive::{Order, Roles};
use crate::tensor::sequence::Sequence;

/// How many columns a kernel has for each of its rows.
const COLUMNS: usize = 4;

/// Columns of inputs that are both copied, and the most of their rows.
const COPIED_COLUMNS: usize = 1024;
const COPIED_ROWS: usize = 512;

/// Into how many blocks of rows these are cut at least, as long as each has some rows.
const COPIED_BLOCKS: usize = 4;
const COPIED_LEAST: usize = 64;

/// Columns of the widest tiles.
const WIDE: usize = 8;

/// Bytes of vectors of which tiles take less than the second-level cache gives.
const NARROW: usize = 16;

/// The most columns of multiplications side by side.
const SIDE: usize = 16;

/// Rows of their register tiles.
const ROWS: usize = 4;

/// The fewest lanes that windows are cut to: some lines of a cache side by side.
const LANES: usize = 64;

/// Bytes of a line of a cache.
const LINE: usize = 64;

/// Columns of the register tiles that kernels are reckoned with.
const TILE: usize = 6;

/// The most elements that an operation on elements goes over along one dimension.
const MAX_ELEMENTS: usize = 1024;

/// The numbers that tiles of registers are multiples of, the best first.
const ALIGNMENTS: [usize; 4] = [16, 8, 4, 1];

/// The most dimensions of a primitive.
const PRIMS: usize = 4;

/// Splits them, with the outer part in sequence, outside of everything that was innermost.
pub(super) fn split(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    let inputs = Inputs::of(&sequence.steps, context);
    each(sequence, context, |nest, common| {
        // Blocks are as large as they should be.
        if matches!(
            nest.main,
            Main::Permute | Main::Paired(_) | Main::Complex(_) | Main::Grouped | Main::Group
        ) {
            return Ok(());
        }
        let mut limits = Limits::of(nest, inputs, context)?;
        // Loops that steps share are shared between threads already, or not at all.
        let tasks = if common == 0 { context.options.thread_target.unwrap_or(1) } else { 1 };
        if context.options.max_kernel_size.is_some() {
            limits.lower_for(tasks, nest);
        }
        let exceeds = |(number, dim): &(usize, &Dim)| limits.exceeded(dim, *number).is_some();
        let exceeding = nest.dims.iter().enumerate().filter(exceeds).count();
        if exceeding == 0 {
            return Ok(());
        }
        let most = nest.dims.len().saturating_add(exceeding);
        let (mut dims, mut prims) = (try_with_room(most)?, Few::<_, PRIMS>::new());
        for (number, dim) in nest.dims.iter().enumerate() {
            match limits.split(dim, number) {
                Some([steps, step]) => {
                    dims.try_push(Dim { exec: Exec::Seq, ..steps })?;
                    prims.try_push(step)?;
                }
                None if dim.exec == Exec::Prim => prims.try_push(*dim)?,
                None => dims.try_push(*dim)?,
            }
        }
        dims.try_extend(prims.iter().copied())?;
        nest.dims = dims;
        Ok(())
    })
}

/// The most indices of each type inside a kernel.
#[derive(Clone, Copy)]
struct Most {
    m: usize,
    n: usize,
    k: usize,
    c: usize,
}

/// How the dimensions of a kernel are split.
struct Limits {
    most: Most,
    /// The fewest that are worth a kernel without a remainder.
    least: Option<usize>,
    /// The fewest that are accepted where the caller sets the most, too: then kernels are no longer than
    /// there are of them along a dimension, unless that is fewer.
    accepted: Option<usize>,
    /// The batch of a BRGEMM, which stays whole.
    batch: Option<usize>,
    /// A number that no part has.
    name: usize,
}

impl Limits {
    fn of(nest: &Nest, inputs: Inputs, context: &Context<'_>) -> Result<Self, NestError> {
        let roles = Roles::of(nest)?;
        let least = context.options.min_kernel_size;
        let is_batch = |dim: &Dim| roles.batch.is_some_and(|batch| core::ptr::eq(batch, dim));
        Ok(Self {
            most: Most::of(nest, &roles, inputs, context)?,
            least,
            accepted: least.filter(|_| context.options.max_kernel_size.is_some()),
            batch: nest.dims.iter().position(is_batch),
            name: parts::unused_name(&nest.dims),
        })
    }

    /// Lowers the limits of M, N and C until there are as many blocks of the output as there should be tasks,
    /// or kernels are as short as is worth it.
    fn lower_for(&mut self, tasks: usize, nest: &Nest) {
        let [tile, ..] = ALIGNMENTS;
        let least = self.least.unwrap_or(tile);
        let outputs = || nest.dims.iter().enumerate().filter(|(_, dim)| dim.kind != Kind::K);
        loop {
            let blocks = outputs().fold(1usize, |blocks, (number, dim)| {
                let steps = self.split(dim, number).map(|[steps, _]| steps.extent);
                let is_loop = dim.exec != Exec::Prim;
                blocks.saturating_mul(steps.unwrap_or(if is_loop { dim.extent } else { 1 }))
            });
            let half = |(number, dim): (usize, &Dim)| {
                let length = self.split(dim, number).map_or(dim.extent, |[_, step]| step.extent);
                let most = *self.most.of_kind(dim.kind);
                let half = (length.min(most) / 2).max(least);
                (dim.exec == Exec::Prim && half < most.min(dim.extent)).then_some((half, dim.kind))
            };
            let longest = outputs().filter_map(half).max_by_key(|(half, _)| *half);
            match longest.filter(|_| blocks < tasks) {
                Some((half, kind)) => *self.most.of_kind_mut(kind) = half,
                None => return,
            }
        }
    }

    /// The limit of a dimension of the kernel that is longer.
    fn exceeded(&self, dim: &Dim, number: usize) -> Option<usize> {
        let most = *self.most.of_kind(dim.kind);
        (dim.exec == Exec::Prim && dim.extent > most && self.batch != Some(number)).then_some(most)
    }

    fn split(&self, dim: &Dim, number: usize) -> Option<[Dim; 2]> {
        let most = self.exceeded(dim, number)?;
        let balanced = self.accepted.map_or(most, |fewest| dim.extent.isqrt().max(fewest));
        let most = most.min(balanced);
        let length = length(dim.extent, self.least.unwrap_or(most / 2), most);
        parts::split(dim, length, self.name.saturating_add(number))
    }
}

impl Most {
    fn of(nest: &Nest, roles: &Roles<'_>, inputs: Inputs, context: &Context<'_>) -> Result<Self, NestError> {
        // Whatever is asked for, the dimensions have to make a kernel.
        let order = roles.order(nest.main, nest.types)?;
        let l1d = context.target.core.caches.l1d;
        Ok(match (context.options.max_kernel_size, nest.main) {
            (Some(most), _) => Self::all(most),
            (None, main) if main.is_windowed() => {
                let c = lanes_of_windows(nest, roles, l1d);
                Self { c, ..Self::of_elements() }
            }
            (None, main) if !main.is_contraction() => Self::of_elements(),
            (None, Main::Lanewise) => side_by_side(nest, roles, l1d),
            (None, _) => Multiplication::of(nest, roles, inputs, context).most(order),
        })
    }

    /// The same of each type.
    const fn all(most: usize) -> Self {
        Self { m: most, n: most, k: most, c: most }
    }

    /// Those of operations on elements. However much is folded, there is one result.
    const fn of_elements() -> Self {
        Self { k: usize::MAX, ..Self::all(MAX_ELEMENTS) }
    }

    /// The limit of dimensions of a type.
    const fn of_kind(&self, kind: Kind) -> &usize {
        match kind {
            Kind::M => &self.m,
            Kind::N => &self.n,
            Kind::K => &self.k,
            Kind::C => &self.c,
        }
    }

    /// The limit of dimensions of a type, to be lowered.
    const fn of_kind_mut(&mut self, kind: Kind) -> &mut usize {
        match kind {
            Kind::M => &mut self.m,
            Kind::N => &mut self.n,
            Kind::K => &mut self.k,
            Kind::C => &mut self.c,
        }
    }
}

/// A multiplication whose kernel is to stay in the caches.
struct Multiplication<'n> {
    nest: &'n Nest,
    roles: &'n Roles<'n>,
    inputs: Inputs,
    core: &'n Core,
    /// The elements that the first-level cache has room for.
    room: usize,
    /// The most positions of the sum in a kernel: lengths come out between this and half of it.
    k: usize,
    /// The positions of the sum that a kernel has, in all pairs of blocks.
    sum: usize,
}

impl<'n> Multiplication<'n> {
    fn of(nest: &'n Nest, roles: &'n Roles<'n>, inputs: Inputs, context: &'n Context<'_>) -> Self {
        let core = &context.target.core;
        let room = usable(core.caches.l1d).checked_div(nest.types.accumulator.bytes()).unwrap_or(0);
        let k = match inputs {
            Inputs::Copied => {
                let columns = nest.types.accumulator.bytes().saturating_mul(WIDE);
                in_tiles((core.caches.l1d / 2).checked_div(columns).unwrap_or(0))
            }
            Inputs::InPlace => in_tiles(room.isqrt().saturating_mul(2)),
        };
        let whole = extent(roles.k);
        let least = context.options.min_kernel_size.unwrap_or(k / 2);
        let of_block = if whole > k { length(whole, least, k) } else { whole };
        let sum = of_block.saturating_mul(extent(roles.batch));
        Self { nest, roles, inputs, core, room, k, sum }
    }

    fn most(&self, order: Order) -> Most {
        let (kind, dim) = match order {
            Order::Direct => (Kind::M, self.roles.m),
            Order::Exchanged => (Kind::N, self.roles.n),
        };
        let rows = self.rows(extent(dim));
        let columns = self.columns(rows, (kind, extent(dim)));
        let (m, n) = match order {
            Order::Direct => (rows, columns),
            Order::Exchanged => (columns, rows),
        };
        Most { m, n, k: if self.is_read_again() { self.k } else { usize::MAX }, c: m }
    }

    /// All of A, and what a few columns need of B and C. Of copied inputs, there are some blocks of rows
    /// for threads to share.
    fn rows(&self, there_are: usize) -> usize {
        let rows = room_next_to(TILE, self.sum, self.room);
        // Large vectors take rows from the second-level cache as fast as they need them.
        let is_wide = self.core.vector_bytes > NARROW;
        in_tiles(match (self.inputs, self.roles.batch) {
            (Inputs::Copied, _) => {
                let share = there_are.div_ceil(COPIED_BLOCKS).max(COPIED_LEAST);
                rows.max(self.rows_in_second_level(2)).min(share)
            }
            (Inputs::InPlace, Some(_)) if is_wide => rows.max(self.rows_in_second_level(2)),
            (Inputs::InPlace, _) => rows,
        })
    }

    /// The rows that fit into one of `shares` equal parts of the second-level cache.
    fn rows_in_second_level(&self, shares: usize) -> usize {
        let bytes = self.sum.saturating_mul(self.nest.types.accumulator.bytes()).saturating_mul(shares);
        self.core.caches.l2.checked_div(bytes).unwrap_or(0).min(COPIED_ROWS)
    }

    /// Enough columns for the rows; of few rows that others follow, as many as stay while these do.
    fn columns(&self, rows: usize, (kind, rows_there_are): (Kind, usize)) -> usize {
        let others_follow = self.nest.dims.iter().any(|dim| dim.kind == kind && dim.exec != Exec::Prim);
        let stay = room_next_to(rows_there_are, self.sum, self.room);
        match self.inputs {
            _ if others_follow && rows_there_are < rows && stay > rows_there_are => stay,
            Inputs::Copied => COPIED_COLUMNS,
            Inputs::InPlace => rows.saturating_mul(COLUMNS),
        }
    }

    /// Whether loops around the kernel read an input again. Dot products alone use nothing again.
    fn is_read_again(&self) -> bool {
        let is_of_one = |dim: &Dim| matches!(dim.kind, Kind::M | Kind::N);
        self.nest.main != Main::Dot || self.nest.dims.iter().any(is_of_one)
    }
}

fn extent(dim: Option<&Dim>) -> usize {
    dim.map_or(1, |dim| dim.extent)
}

/// The most rows, columns, positions of the sum and lanes of multiplications side by side.
fn side_by_side(nest: &Nest, roles: &Roles<'_>, cache: usize) -> Most {
    let in_line = LINE.checked_div(nest.types.accumulator.bytes()).unwrap_or(1);
    // A tile of C, and what its rows and all columns need of A and B.
    let room = usable(cache).checked_div(LINE).unwrap_or(0).saturating_sub(ROWS.saturating_mul(TILE));
    let across = extent(roles.n).min(SIDE).saturating_add(ROWS);
    let k = room.checked_div(across).unwrap_or(1).max(1);
    let lines = room.checked_div(across.saturating_mul(extent(roles.k).min(k))).unwrap_or(1).max(1);
    Most { m: SIDE.saturating_mul(COLUMNS), n: SIDE, k, c: lines.saturating_mul(in_line) }
}

/// The most lanes of windows: the next row of windows finds what it shares with this one in the cache.
fn lanes_of_windows(nest: &Nest, roles: &Roles<'_>, cache: usize) -> usize {
    let image = |dim: &Dim| dim.strides.in0.unsigned_abs().max(dim.strides.in1.unsigned_abs());
    let across = |dim: &Dim| dim.extent.saturating_sub(1).saturating_mul(image(dim));
    let span = roles.dims().into_iter().flatten().map(across).fold(1usize, usize::saturating_add);
    let room = usable(cache).checked_div(nest.types.accumulator.bytes()).unwrap_or(0);
    let places = extent(roles.m).saturating_add(extent(roles.k)).saturating_mul(extent(roles.batch));
    // However often elements are taps, there are no more of them than from the first to the last.
    let lanes = if span <= room { MAX_ELEMENTS } else { room.checked_div(places).unwrap_or(0) };
    in_tiles(lanes).clamp(LANES, MAX_ELEMENTS)
}

/// As much of a limit as tiles of registers fill, but at least one.
fn in_tiles(limit: usize) -> usize {
    let [tile, ..] = ALIGNMENTS;
    limit.saturating_sub(limit.checked_rem(tile).unwrap_or(0)).max(tile)
}

/// How long the parts of an extent are: at most `most`, and a divisor of it of at least `least` that tiles of
/// registers fit into, if there is one; the one that they fit into best, and of several the longest.
fn length(extent: usize, least: usize, most: usize) -> usize {
    let divides = |length: &usize| extent.checked_rem(*length) == Some(0);
    let [tiled @ .., _] = ALIGNMENTS;
    let of_alignment = |alignment: usize| {
        let tiles = |length: usize| length.checked_div(alignment).unwrap_or(0);
        let least = least.max(1).saturating_add(alignment).saturating_sub(1);
        let mut lengths = (tiles(least)..=tiles(most)).rev().map(|tiles| tiles.saturating_mul(alignment));
        lengths.find(divides)
    };
    // What does not divide has no multiple that does.
    tiled.into_iter().filter(divides).find_map(of_alignment).unwrap_or_else(|| {
        // As few parts as possible, of one length, and if that is no divisor, all but the last.
        let even = extent.div_ceil(extent.div_ceil(most.max(1)).max(1));
        let in_tiles = ALIGNMENTS.into_iter().filter_map(|a| even.checked_next_multiple_of(a));
        in_tiles.filter(|_| !divides(&even)).find(|length| *length <= most).unwrap_or(even)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_within_the_limits_are_preferred() {
        assert_eq!(length(1600, 512, 1024), 800);
        assert_eq!(length(1600, 16, 32), 32);
        assert_eq!(length(1000, 128, 256), 200, "a multiple of 8 rather than 250");
        assert_eq!(length(100, 25, 50), 50);
    }

    #[test]
    fn without_a_divisor_parts_are_as_even_as_tiles_allow() {
        assert_eq!(length(4099, 32, 64), 64);
        assert_eq!(length(100_003, 512, 1024), 1024);
        assert_eq!(length(67, 32, 64), 48);
        assert_eq!(length(67, 5, 10), 10);
        assert_eq!(length(625, 22, 44), 44, "rather than 25, which divides");
    }
}
