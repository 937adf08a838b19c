//! The cost of a nest: cycles of its kernels, and of bringing their operands to them.
//!
//! A loop nest needs an operand's elements again and again; what it needs between two uses of an
//! element decides from where that comes. Let the *footprint* of an operand at some depth be the bytes
//! that the loops inside touch of it. The outermost depth at which the footprints of all operands fit
//! into a cache is what the cache holds at a time; from one such time to the next an operand is fetched
//! anew, but for loops directly outside in which it does not move. So it is fetched
//!
//! ```text
//! traffic = footprint · (iterations of the loops outside)
//!           / (those of the innermost loops that do not move it)
//! ```
//!
//! bytes from behind the cache, the output twice, as it is written back. A kernel is two more loops: over
//! columns, a few at a time, and for each of these over all rows, a few vectors at a time; side by side, the
//! other way round. Inside of them is a tile of C in registers with all of its sum, which fetches what it
//! needs once, however little fits. The bytes that a core moves per cycle are data of its
//! [`Caches`](crate::isa::model::Caches). Three quarters of a cache are counted, since the rest holds what is
//! on its way. Cores that are out of order fetch ahead: most of what comes from the second-level cache while
//! kernels compute is hidden.
//!
//! The cycles of kernels are the least that multiply-adds allow, with vectors that are filled up (but for a
//! short rest of rows, whose vectors go along the sum where B is contiguous there), or that loads and stores
//! allow with tiles of registers of four vectors by six columns; side by side, of four rows by six columns in
//! each vector of lanes. Of windows, some are computed at a time, and load what they share of a row of taps
//! once. Reductions and dot products load all that they fold once, by vectors along what is folded or kept,
//! whichever is contiguous in the inputs, or else by elements. Operations on two inputs go by elements where
//! one of these jumps along the output's rows. What latencies cost on top is known to the generators, whose
//! offers a plan shows.
//!
//! Tests: `tests/tests/tensor_optimize.rs`, `tests/tests/tensor_optimize_tccg.rs`,
//! `tests/tests/tensor_optimize_parallel.rs`.

use crate::Target;
use crate::isa::model::IssueOrder;
use crate::kernel::spec::Fold;
use crate::tensor::buffer::Buffer;
use crate::tensor::grouped;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand, PerOperand};
use crate::tensor::parts::wholes;
use crate::tensor::primitive::{Order, Roles};
use crate::tensor::sequence::Step;
use core::fmt;

/// Predicted cycles of a nest on one core.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Of the kernels, with their operands at hand.
    pub kernels: f64,
    /// Of calling them.
    pub calls: f64,
    /// Of what comes from the second-level cache, as far as kernels do not hide it.
    pub second_level: f64,
    /// Of what comes from memory.
    pub memory: f64,
}

impl Cost {
    /// Cycles that a call with the loops around it takes.
    pub(crate) const CALL: f64 = 20.0;

    /// The cost of a nest in its present order.
    #[must_use]
    pub fn of(nest: &Nest, target: &Target) -> Self {
        Self::with(nest, &Kernel::of(nest, target), target)
    }

    /// The cost of a step of a sequence: operands that are passed in registers cause no traffic, and a step
    /// that passes its result so is not called.
    #[must_use]
    pub fn of_step(step: &Step, target: &Target) -> Self {
        let is_in_memory = |buffer| buffer != Buffer::Register;
        let kernel = Kernel::of(&step.nest, target).with_only(step.operands.map(is_in_memory));
        let cost = Self::with(&step.nest, &kernel, target);
        if step.hands_over() { Self { calls: 0.0, ..cost } } else { cost }
    }

    /// The cost of steps one after the other. Of a row that a multiplication leads, its calls
    /// are all that there are.
    #[must_use]
    pub fn of_steps(steps: &[Step], target: &Target) -> Self {
        let (mut sum, mut is_led) = (Self::default(), false);
        for step in steps {
            is_led = if step.takes_up() { is_led } else { !step.hands_over() };
            let cost = Self::of_step(step, target);
            sum = sum + if is_led && step.takes_up() { Self { calls: 0.0, ..cost } } else { cost };
        }
        sum
    }

    /// Cycles of a nest's kernels and their calls alone.
    pub(crate) fn to_compute(nest: &Nest, target: &Target) -> f64 {
        (Self::of_call(nest, target) * repeats(nest) + Self::CALL) * calls(nest) * done(nest)
    }

    /// Cycles of one kernel, of several that follow each other in a call of the first.
    pub(crate) fn of_call(nest: &Nest, target: &Target) -> f64 {
        Kernel::of(nest, target).cycles(nest, target)
    }

    fn with(nest: &Nest, kernel: &Kernel, target: &Target) -> Self {
        let loops = nest.dims.iter().filter(|dim| dim.exec != Exec::Prim);
        let calls = calls(nest);
        let mut traffic = kernel.traffic(target);
        traffic.go_around(loops.chain(repeated(nest)).map(Level::of));
        let done = done(nest);
        let kernels = kernel.cycles(nest, target) * repeats(nest) * calls;
        let [second_level, memory] = traffic.cycles();
        Self {
            kernels: kernels * done,
            calls: calls * Self::CALL * done,
            second_level: shown(second_level, kernels, target) * done,
            memory: memory * done,
        }
    }

    /// All of it.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.kernels + self.calls + self.second_level + self.memory
    }
}

/// What fetching from the second-level cache takes on top of kernels. A core that starts instructions as
/// their operands become ready fetches ahead while it computes, as far as that goes; what comes from behind
/// that cache is too far away.
fn shown(second_level: f64, kernels: f64, target: &Target) -> f64 {
    match target.core.model.order {
        IssueOrder::InOrder { .. } => second_level,
        IssueOrder::OutOfOrder { .. } => second_level - HIDDEN * second_level.min(kernels),
    }
}

/// How often the kernel would be called if parts of dimensions were nowhere cut short. A step that takes up
/// what was summed over a loop does so once.
fn calls(nest: &Nest) -> f64 {
    let is_still = |dim: &Dim| dim.kind != Kind::K && dim.strides == PerOperand::default();
    let loops = nest.dims.iter().filter(|dim| dim.exec != Exec::Prim && !is_still(dim));
    loops.fold(1.0, |calls, dim| calls * dim.extent as f64)
}

/// The dimension from kernel to kernel, where several are one.
fn repeated(nest: &Nest) -> Option<&Dim> {
    let roles = if nest.main == Main::Series { Roles::of(nest).ok() } else { None };
    roles.and_then(|roles| roles.c)
}

/// How many kernels are one.
fn repeats(nest: &Nest) -> f64 {
    repeated(nest).map_or(1.0, |dim| dim.extent as f64)
}

/// The share that is done of what would be if parts of dimensions were nowhere cut short.
fn done(nest: &Nest) -> f64 {
    if !nest.dims.iter().any(Dim::is_ragged) {
        return 1.0;
    }
    let all = nest.dims.iter().fold(1.0, |all, dim| all * dim.extent as f64);
    let done = wholes(&nest.dims).fold(1.0, |done, dim| done * dim.extent as f64);
    if all > 0.0 { done / all } else { 1.0 }
}

impl core::ops::Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            kernels: self.kernels + other.kernels,
            calls: self.calls + other.calls,
            second_level: self.second_level + other.second_level,
            memory: self.memory + other.memory,
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { kernels, calls, second_level, memory } = self;
        write!(f, "{:.0} cycles: kernels {kernels:.0}, calls {calls:.0}", self.total())?;
        write!(f, ", second-level cache {second_level:.0}, memory {memory:.0}")
    }
}

/// Rows in vectors and columns of the register tiles that kernels are reckoned with.
const TILE: (f64, f64) = (4.0, 6.0);

/// Windows that a kernel is reckoned to compute at a time.
pub(crate) const WINDOWS: usize = 16;

/// The share of what is fetched while kernels compute that costs nothing. Measured on a Zen 5
/// (`docs/decisions/0056`).
const HIDDEN: f64 = 0.75;

/// Cycles of a vector of elements that become groups: of loads, shuffles and a store.
const GROUPING: f64 = 4.0;

/// The share of a cache that is counted.
pub(crate) const fn usable(cache: usize) -> usize {
    cache / 4 * 3
}

/// The most rows of A that a cache of some elements holds, or columns of B, next to a number of the other,
/// with their parts of the sum and of C.
pub(crate) fn room_next_to(others: usize, sum: usize, cache: usize) -> usize {
    let rest = cache.saturating_sub(sum.saturating_mul(others));
    rest.checked_div(sum.saturating_add(others)).unwrap_or(0)
}

/// A set of operands: a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Operands(u8);

impl Operands {
    const NONE: Self = Self(0);
    const ALL: Self = Self(0b111);

    fn moved_by(dim: &Dim) -> Self {
        let PerOperand { in0, in1, out } = dim.strides.map(|stride| u8::from(stride != 0));
        Self(in0 | in1 << 1 | out << 2)
    }

    fn has_in0(self) -> bool {
        self.0 & 1 != 0
    }

    fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The elements of each operand, times `extent` for these operands.
    fn times(self, extent: f64, PerOperand { in0, in1, out }: PerOperand<f64>) -> PerOperand<f64> {
        let of = |bit: u8, elements| if self.0 & bit != 0 { elements * extent } else { elements };
        PerOperand { in0: of(1, in0), in1: of(1 << 1, in1), out: of(1 << 2, out) }
    }
}

/// A loop: how often it is run, and the operands that it moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    extent: f64,
    moves: Operands,
}

impl Level {
    pub(crate) fn of(dim: &Dim) -> Self {
        Self::of_some(dim, dim.extent)
    }

    /// A loop over `extent` indices of a dimension, or steps over it.
    pub(crate) fn of_some(dim: &Dim, extent: usize) -> Self {
        Self { extent: extent as f64, moves: Operands::moved_by(dim) }
    }

    /// Elements of each operand that some others become when they are looped over.
    fn times(self, elements: PerOperand<f64>) -> PerOperand<f64> {
        self.moves.times(self.extent, elements)
    }
}

/// The primitive dimensions of a nest: a tile in registers, and the loops over tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    bytes: f64,
    /// Rows and columns of the kernel, and what it sums over.
    rows: f64,
    columns: f64,
    sum: f64,
    /// Multiplications side by side, in lanes.
    lanes: f64,
    /// Whether B is contiguous along the sum.
    is_along_sum: bool,
    /// Loops over columns and rows of tiles.
    loops: [Level; 2],
    /// Elements of each operand that a tile needs.
    tile: PerOperand<f64>,
}

impl Kernel {
    pub(crate) fn of(nest: &Nest, target: &Target) -> Self {
        match Roles::of(nest) {
            Ok(roles) if nest.main.is_windowed() => Self::of_windows(&roles, nest, target),
            _ => Self::of_tiles(nest, target),
        }
    }

    /// That of windows: for some of them, all lanes, vector by vector.
    fn of_windows(roles: &Roles<'_>, nest: &Nest, target: &Target) -> Self {
        let lanes = target.machine().lanes(nest.types.accumulator).get() as f64;
        let level = |dim: Option<&Dim>| dim.map_or(Level { extent: 1.0, moves: Operands::NONE }, Level::of);
        let (windows, side) = (level(roles.m), level(roles.c));
        let taps = [roles.batch, roles.k].map(level);
        let [outer, inner] = taps.map(|taps| taps.extent);
        let tiles = libm::ceil(windows.extent / WINDOWS as f64).max(1.0);
        let vectors = libm::ceil(side.extent / lanes).max(1.0);
        let in_vector = side.extent / vectors;
        let of_tile = windows.extent / tiles;
        let places = places(roles, nest.main, of_tile);
        let loaded = outer * places * in_vector;
        let of_row = match nest.main {
            // Found by doubling.
            Main::Pool(Fold::Max | Fold::Min) if places < of_tile * inner => {
                inner.min(libm::log2(inner) + 2.0)
            }
            _ => inner,
        };
        let of_weights = outer * inner * if side.moves == Operands::ALL { in_vector } else { 1.0 };
        let out = of_tile * in_vector;
        let [in0, in1] = match (nest.main, roles.order(nest.main, nest.types)) {
            (Main::Filter, Ok(Order::Exchanged)) => [of_weights, loaded],
            (Main::Filter, _) => [loaded, of_weights],
            _ => [loaded, 0.0],
        };
        Self {
            bytes: nest.types.accumulator.bytes() as f64,
            rows: windows.extent,
            columns: 1.0,
            sum: outer * of_row,
            lanes: side.extent,
            is_along_sum: false,
            loops: [Level { extent: tiles, ..windows }, Level { extent: vectors, ..side }],
            tile: PerOperand { in0, in1, out },
        }
    }

    fn of_tiles(nest: &Nest, target: &Target) -> Self {
        let lanes = target.machine().lanes(nest.types.accumulator).get() as f64;
        let nothing = Level { extent: 1.0, moves: Operands::NONE };
        let (mut rows, mut columns, mut sum, mut side) = (nothing, nothing, nothing, nothing);
        let is_lanewise = nest.main == Main::Lanewise;
        let mut tile = PerOperand { in0: 1.0, in1: 1.0, out: 1.0 };
        let repeated = repeated(nest);
        let is_once = |dim: &&Dim| repeated.is_none_or(|repeated| !core::ptr::eq(repeated, *dim));
        for dim in nest.dims.iter().filter(|dim| dim.exec == Exec::Prim).filter(is_once) {
            let part = match dim.kind {
                Kind::K => &mut sum,
                Kind::C if is_lanewise => &mut side,
                Kind::M if is_lanewise => &mut rows,
                _ if dim.strides.out == 1 && !is_lanewise => &mut rows,
                _ => &mut columns,
            };
            let level = Level::of(dim);
            *part = Level { extent: part.extent * level.extent, moves: level.moves };
            if dim.kind == Kind::K || is_lanewise && dim.kind == Kind::C {
                tile = level.times(tile);
            }
        }
        let mut over = |whole: Level, most: f64| {
            let steps = libm::ceil(whole.extent / most);
            tile = Level { extent: whole.extent / steps.max(1.0), ..whole }.times(tile);
            Level { extent: steps, ..whole }
        };
        let loops = match is_lanewise {
            true => [over(rows, TILE.0), over(columns, TILE.1)],
            false => [over(columns, TILE.1), over(rows, TILE.0 * lanes)],
        };
        let bytes = nest.types.accumulator.bytes() as f64;
        let of_b = if rows.moves.has_in0() { Operand::In1 } else { Operand::In0 };
        let is_contiguous = |dim: &Dim| dim.kind == Kind::K && *dim.strides.get(of_b) == 1;
        let is_along_sum = is_multiplication(nest)
            && nest.dims.iter().any(|dim| dim.exec == Exec::Prim && is_contiguous(dim));
        Self {
            bytes,
            rows: rows.extent,
            columns: columns.extent,
            sum: sum.extent / grouped::multiplied_at_once(nest) as f64,
            lanes: side.extent,
            is_along_sum,
            loops,
            // Elements of other sizes count by their bytes, in elements of the accumulator.
            tile: Operand::ALL.into_iter().fold(tile, |mut tile, operand| {
                *tile.get_mut(operand) *= nest.bytes(operand) as f64 / bytes;
                tile
            }),
        }
    }

    /// The same, where some operands are in no memory.
    fn with_only(self, in_memory: PerOperand<bool>) -> Self {
        let tile = self.tile.zip_with(in_memory, |elements, is_there| if is_there { elements } else { 0.0 });
        Self { tile, ..self }
    }

    /// Cycles of a call, with operands at hand.
    fn cycles(&self, nest: &Nest, target: &Target) -> f64 {
        match nest.main {
            Main::Reduce(_) => self.folded(&[Operand::In0], nest, target),
            Main::Dot => self.folded(&[Operand::In0, Operand::In1], nest, target),
            Main::Lanewise => self.in_lanes(nest, target),
            Main::Filter | Main::Pool(_) => self.in_windows(target),
            Main::Binary(_) if is_across(nest) => self.one_by_one(target),
            Main::Permute => self.moved(target),
            Main::Group => self.brought_together(nest, target),
            _ => self.in_tiles(nest, target),
        }
    }

    /// Cycles of folding what some inputs have.
    fn folded(&self, inputs: &[Operand], nest: &Nest, target: &Target) -> f64 {
        let lanes = target.machine().lanes(nest.types.accumulator).get() as f64;
        let is_unit = |dim: &Dim| inputs.iter().all(|input| *dim.strides.get(*input) == 1);
        let contiguous = |is_folded| {
            let is_prim = |dim: &&Dim| dim.exec == Exec::Prim && (dim.kind == Kind::K) == is_folded;
            nest.dims.iter().filter(is_prim).any(is_unit)
        };
        let lines = self.rows * self.columns;
        let vectors = if contiguous(true) {
            lines * libm::ceil(self.sum / lanes)
        } else if contiguous(false) {
            libm::ceil(lines / lanes) * self.sum
        } else {
            lines * self.sum
        };
        let moves = vectors * inputs.len() as f64 + 2.0 * libm::ceil(lines / lanes);
        let operations = vectors / f64::from(target.core.model.multiply_adds);
        operations.max(moves / f64::from(target.core.model.moves))
    }

    /// Cycles of tiles of registers in each vector of lanes.
    fn in_lanes(&self, nest: &Nest, target: &Target) -> f64 {
        let vectors = libm::ceil(self.lanes / target.machine().lanes(nest.types.accumulator).get() as f64);
        let [of_a, of_b] = [(self.rows, self.columns, TILE.1), (self.columns, self.rows, TILE.0)]
            .map(|(extent, other, tile)| extent * self.sum * libm::ceil(other / tile));
        let of_c = 2.0 * self.rows * self.columns;
        let multiply_adds = self.rows * self.columns * self.sum / f64::from(target.core.model.multiply_adds);
        vectors * multiply_adds.max((of_a + of_b + of_c) / f64::from(target.core.model.moves))
    }

    /// Cycles of windows, some at a time in each vector of lanes.
    fn in_windows(&self, target: &Target) -> f64 {
        let [tiles, vectors] = self.loops.map(|level| level.extent);
        let in_vector = (self.lanes / vectors).max(1.0);
        let PerOperand { in0, in1, out } = self.tile.map(|elements| libm::ceil(elements / in_vector));
        let multiply_adds = self.rows * self.sum * vectors / f64::from(target.core.model.multiply_adds);
        let moves = tiles * vectors * (in0 + in1 + 2.0 * out);
        multiply_adds.max(moves / f64::from(target.core.model.moves))
    }

    /// Cycles of elements that no vectors can take.
    fn one_by_one(&self, target: &Target) -> f64 {
        3.0 * self.rows * self.columns / f64::from(target.core.model.moves)
    }

    /// Cycles of elements that are loaded and stored one by one.
    fn moved(&self, target: &Target) -> f64 {
        2.0 * self.rows * self.columns / f64::from(target.core.model.moves)
    }

    /// Cycles of elements that are zipped, or of groups that are moved: some instructions for each vector.
    fn brought_together(&self, nest: &Nest, target: &Target) -> f64 {
        let bytes = self.rows * self.columns * nest.bytes(Operand::Out) as f64;
        GROUPING * bytes / target.core.vector_bytes as f64
    }

    /// Cycles of tiles of registers.
    fn in_tiles(&self, nest: &Nest, target: &Target) -> f64 {
        let lanes = target.machine().lanes(nest.types.accumulator).get() as f64;
        let full = libm::floor(self.rows / lanes);
        let rest = self.rows - full * lanes;
        // Of up to half a vector of rows, vectors along the sum are filled instead.
        let is_filled = self.is_along_sum && full > 0.0 && rest <= lanes / 2.0;
        let vectors = if is_filled { self.rows / lanes } else { libm::ceil(self.rows / lanes) };
        let of_a = vectors * self.sum * libm::ceil(self.columns / TILE.1) * across(nest, lanes);
        let of_b = self.columns * self.sum / lanes * libm::ceil(vectors / TILE.0);
        let of_c = 2.0 * vectors * self.columns;
        let multiply_adds = vectors * self.columns * self.sum / f64::from(target.core.model.multiply_adds);
        multiply_adds.max((of_a + of_b + of_c) / f64::from(target.core.model.moves))
    }

    /// Returns the bytes that a call fetches.
    pub(crate) fn traffic(&self, target: &Target) -> Traffic {
        let caches = target.core.caches;
        let behind = |cache: usize, fill: usize| Fetched {
            operands: self.tile,
            stays: Operands::ALL,
            room: Some(usable(cache) as f64 / self.bytes),
            cycles: self.bytes / fill.max(1) as f64,
        };
        let mut traffic = Traffic([behind(caches.l1d, caches.l1_fill), behind(caches.l2, caches.l2_fill)]);
        traffic.go_around(self.loops.into_iter());
        traffic
    }
}

/// Elements of an image that the taps of some windows are in, for each tap of the outer
/// direction and each lane.
fn places(roles: &Roles<'_>, main: Main, windows: f64) -> f64 {
    roles.places(main, libm::ceil(windows) as usize).map_or(0.0, |places| places as f64)
}

/// Whether a nest's kernels multiply matrices.
fn is_multiplication(nest: &Nest) -> bool {
    matches!(nest.main, Main::Gemm | Main::Brgemm | Main::Series)
}

/// What a vector of the rows of a multiplication takes, in loads: those that jump from row to row are
/// transposed, in squares as far as the sum is contiguous in them.
fn across(nest: &Nest, lanes: f64) -> f64 {
    if !is_multiplication(nest) {
        return 1.0;
    }
    let prims = || nest.dims.iter().filter(|dim| dim.exec == Exec::Prim);
    let Some(rows) = prims().find(|dim| dim.strides.out == 1 && dim.kind != Kind::K) else { return 1.0 };
    let operand = if rows.kind == Kind::M { Operand::In0 } else { Operand::In1 };
    if *rows.strides.get(operand) == 1 {
        return 1.0;
    }
    let line = prims().find(|dim| dim.kind == Kind::K && *dim.strides.get(operand) == 1);
    let line = line.map_or(1.0, |dim| (dim.extent as f64).min(lanes));
    1.0 + libm::log2(lanes) * libm::ceil(lanes / line)
}

/// Whether an input of a kernel jumps where its output is contiguous.
fn is_across(nest: &Nest) -> bool {
    let jumps = |dim: &Dim| [dim.strides.in0, dim.strides.in1].iter().any(|stride| ![0, 1].contains(stride));
    nest.dims.iter().any(|dim| dim.exec == Exec::Prim && dim.strides.out == 1 && jumps(dim))
}

/// The bytes that come from the second-level cache and from memory, as more and more loops go around a tile.
#[derive(Clone, Copy)]
pub(crate) struct Traffic([Fetched; 2]);

impl Traffic {
    /// Goes on to some loops around those so far, the outermost first.
    pub(crate) fn go_around(&mut self, loops: impl DoubleEndedIterator<Item = Level>) {
        for level in loops.rev() {
            self.0.iter_mut().for_each(|fetched| fetched.go_around(level));
        }
    }

    /// Cycles of either.
    pub(crate) fn cycles(self) -> [f64; 2] {
        self.0.map(|fetched| fetched.cycles())
    }
}

/// Elements of each operand that come from behind a cache.
#[derive(Clone, Copy)]
struct Fetched {
    operands: PerOperand<f64>,
    /// Which operands all loops outside of what the cache holds leave where they are, so far.
    stays: Operands,
    /// How many elements the cache holds, as long as it holds all.
    room: Option<f64>,
    /// Cycles of an element, in all loops behind those that leave an operand where it is.
    cycles: f64,
}

impl Fetched {
    fn go_around(&mut self, level: Level) {
        if let Some(room) = self.room {
            let grown = level.times(self.operands);
            if grown.in0 + grown.in1 + grown.out <= room {
                self.operands = grown;
                return;
            }
            self.room = None;
        }
        self.stays = self.stays.without(level.moves);
        if self.stays == Operands::NONE {
            self.cycles *= level.extent;
        } else {
            self.operands = Operands::ALL.without(self.stays).times(level.extent, self.operands);
        }
    }

    /// Those of the output come and go.
    fn cycles(&self) -> f64 {
        let PerOperand { in0, in1, out } = self.operands;
        (in0 + in1 + 2.0 * out) * self.cycles
    }
}
