//! How many registers a kernel needs where it needs most: inside of the multiplication.
//!
//! Code generation spills no vectors, and integers of innermost loops last, so a tile for which the registers
//! would not suffice there is not taken. The numbers are upper bounds; that of integers is reached where
//! everything is left to run time.
//!
//! Tests: `tests/tests/primitives_gemm_code.rs`.

use super::epilogue::Needs;
use super::output;
use super::passes::{broadcasts_b, group};
use super::problem::Problem;
use super::tile::{Height, MAX_WIDTH_BY_BROADCASTS, Rows, Run, Shape, Tile, Tiling};
use crate::address::bytes;
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::{AccessForms, IssueOrder};
use tensmith_core::kernel::GemmSpec;
use tensmith_core::kernel::spec::{Batch, Layout, Stride};
use tensmith_core::{OutOfMemory, Target};

/// Registers that an instruction without a counterpart takes meanwhile: an address, and what is added to it.
const TEMPORARY: usize = 2;
/// The places of a tile's panels, and where its column of tiles begins in A and C.
const PLACES: usize = 4;

/// Integer registers that a plain multiplication needs at most, without counters, rows of A and columns of B:
/// the addresses of A, B and C, their leading dimensions, two factors, and the above.
const PLAIN: usize = 8 + PLACES + TEMPORARY;

/// Integer registers that a loop over K needs: pointers to A and B, their steps, a counter, and an address.
const OF_LOOP: usize = 6;

/// Vector registers that joining sums of the parts of complex numbers takes: signs, while they are made, and
/// parts that are exchanged.
const OF_SIGNS: usize = 3;

/// Room for accumulators.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// Vector registers that are left to accumulators by A and B.
    registers: usize,
    /// Vector registers that each vector of a tile takes, and each dot row.
    of_vector: usize,
    of_row: usize,
}

impl Room {
    /// Whether it suffices for tiles of such vectors of rows and dot rows while they are multiplied. Most
    /// that do not fit are found out so.
    pub(super) const fn suffices(self, vectors: usize, dot_rows: usize) -> bool {
        let vectors = vectors.saturating_mul(self.of_vector);
        vectors.saturating_add(dot_rows.saturating_mul(self.of_row)) <= self.registers
    }
}

/// The limits that shapes for one spec are measured by.
pub(super) struct Pressure<'s> {
    problem: &'s Problem<'s>,
    spec: &'s GemmSpec,
    machine: Machine,
    forms: AccessForms,
    /// Registers that vectors of A take turns in.
    rolling: usize,
    /// The registers of the epilogue, from its first link on and from its second.
    needs: [Needs; 2],
    /// Integer registers, unless there is a single pair, and nothing is done to C but what factors say: these
    /// nearly always suffice then, as is known without counting.
    integers: Option<Integers>,
}

/// Integer registers that are needed whatever the height of tiles.
struct Integers {
    /// Needed by every shape.
    always: usize,
    /// Needed for the distances of the first columns of B, by the width of tiles.
    columns_of_b: [usize; MAX_WIDTH_BY_BROADCASTS + 1],
}

impl<'s> Pressure<'s> {
    pub(super) fn new(problem: &'s Problem, target: &Target) -> Result<Self, OutOfMemory> {
        let spec = problem.spec();
        let machine = target.machine();
        let needs = [Needs::of(spec, 0)?, Needs::of(spec, 1)?];
        let rolling = match target.core.model.order {
            // The core renames them.
            IssueOrder::OutOfOrder { .. } => 1,
            IssueOrder::InOrder { .. } => 2,
        };
        let is_plain = spec.batch == Batch::Single && spec.epilogue.is_empty() && problem.behind().is_none();
        let forms = target.core.model.forms;
        let integers = (!is_plain).then(|| Integers::of(problem, machine, needs));
        Ok(Self { problem, spec, machine, forms, rolling, needs, integers })
    }

    /// The registers of the epilogue, from its first link on and from its second.
    pub(super) const fn needs(&self) -> [Needs; 2] {
        self.needs
    }

    /// The room for tiles that differ from `shape` in their heights only.
    pub(super) fn room(&self, shape: Shape) -> Room {
        let (of_a, of_b) = self.operands(shape, 1);
        let registers = self.machine.vector_registers.saturating_sub(of_a).saturating_sub(of_b);
        let accumulators = shape.width.saturating_mul(shape.sets);
        Room { registers, of_vector: accumulators, of_row: accumulators.saturating_add(1) }
    }

    /// Whether the registers suffice for `shape`.
    pub(super) fn allows(&self, shape: Shape) -> bool {
        let lanes = self.machine.lanes(self.spec.types.accumulator);
        self.allows_cut(shape, &Tiling::cut(self.spec.m, self.spec.n, shape, lanes))
    }

    /// Whether the registers suffice for `shape`, which cuts C into `tiling`. The first tile is the tallest,
    /// but for dot rows, which only the last may have.
    pub(super) fn allows_cut(&self, shape: Shape, tiling: &Tiling) -> bool {
        let fits = |run: &Run<Height>| {
            self.vectors(run.size, shape) <= self.machine.vector_registers
                && self.has_integers(run.size, shape.width)
        };
        let (mut rows, last) = (tiling.rows(), tiling.rows().last());
        let is_mixed = |run: &&Run<Height>| run.size.vectors > 0 && run.size.dot_rows > 0;
        rows.next().is_none_or(fits) && last.filter(is_mixed).is_none_or(fits)
    }

    /// Vector registers: the accumulators, and those that A, B or C need in addition.
    fn vectors(&self, height: Height, shape: Shape) -> usize {
        let count = self.machine.lanes(self.spec.types.accumulator);
        let lanes = count.get();
        let a = self.spec.a.layout;
        let (of_a, of_b) = self.operands(shape, height.vectors);
        let accumulators = height.accumulators().saturating_mul(shape.width).saturating_mul(shape.sets);
        let groups = self.spec.k.div_ceil(lanes);
        let (preloaded, dot_rows) = match shape.rows {
            // Nothing is multiplied.
            _ if !self.spec.has_product() => (0, 0),
            // They are gathered before there are any accumulators.
            Rows::OuterAndPreloaded(_) => (height.dot_rows.saturating_mul(groups), 0),
            _ => (0, height.dot_rows),
        };
        let square = if dot_rows > 0 && a == Layout::ColumnMajor { lanes.saturating_mul(2) } else { 0 };
        // Sums of parts are joined when A and B are read no more.
        let joined = if self.problem.conjugation().is_some() { OF_SIGNS } else { 0 };
        let operands = of_a.saturating_add(of_b).saturating_add(dot_rows).max(square).max(joined);
        let tile = Tile { height, width: shape.width };
        let [from_first, from_second] = self.needs;
        let needs = if output::links_begun(self.spec, self.problem.terms(), tile, &self.machine) == 0 {
            from_first
        } else {
            from_second
        };
        let of_c = output::registers(self.spec, needs, self.forms, tile, &self.machine);
        let operands = operands.saturating_add(self.problem.terms().registers(&self.machine));
        accumulators.saturating_add(preloaded).saturating_add(operands.max(of_c))
    }

    /// Vectors of A and of B, in tiles with that many vectors of rows.
    fn operands(&self, shape: Shape, vectors: usize) -> (usize, usize) {
        if !self.spec.has_product() {
            return (0, 0);
        }
        let lanes = self.machine.lanes(self.spec.types.accumulator).get();
        let (a, b) = (self.spec.a.layout, self.spec.b.layout);
        let is_along = matches!(shape.rows, Rows::Dot(_));
        let of_a = match a {
            _ if is_along => 0,
            // All of them are multiplied by the same element.
            _ if broadcasts_b(self.spec, &self.machine) => vectors,
            Layout::ColumnMajor => self.rolling,
            // A is transposed in registers, a square of vectors at a time.
            Layout::RowMajor => lanes.saturating_mul(2),
        };
        let of_b = match (b, a) {
            (Layout::ColumnMajor, _) if is_along => 2,
            _ if broadcasts_b(self.spec, &self.machine) => 1,
            (Layout::ColumnMajor, _) => shape.width,
            (Layout::RowMajor, Layout::ColumnMajor) => {
                let row = shape.width.saturating_mul(self.problem.parts().get());
                row.div_ceil(lanes).saturating_mul(2)
            }
            (Layout::RowMajor, Layout::RowMajor) => shape.width.div_ceil(lanes).saturating_mul(lanes),
        };
        (of_a, of_b)
    }

    /// Whether the integer registers suffice for the loop over K, where others are kept in the frame.
    fn has_integers_of_loop(&self, height: Height, width: usize) -> bool {
        if !self.spec.has_product() {
            return true;
        }
        let far = |ld: Stride, count: usize| {
            (1..count).filter(|nth| is_far(self.spec, self.machine, ld, *nth)).count()
        };
        let rows = match self.spec.a.layout {
            Layout::ColumnMajor => 0,
            Layout::RowMajor => far(self.spec.a.ld, height.dot_rows),
        };
        let columns = match self.spec.b.layout {
            Layout::ColumnMajor => far(self.spec.b.ld, width),
            Layout::RowMajor => 0,
        };
        OF_LOOP.saturating_add(rows).saturating_add(columns) <= self.machine.int_registers
    }

    /// Whether the integer registers suffice.
    fn has_integers(&self, height: Height, width: usize) -> bool {
        if self.machine.spills_integers {
            return self.has_integers_of_loop(height, width);
        }
        let spec = self.spec;
        let lanes = self.machine.lanes(spec.types.accumulator).get();
        let group = group(spec, &self.machine).get();
        let loops = [spec.m > height.rows(), spec.n > width, spec.k >= group.saturating_mul(2)];
        let counters = loops.into_iter().filter(|is_loop| *is_loop).count();
        let (a, rows_of_a) = match spec.a.layout {
            Layout::ColumnMajor => (usize::from(height.dot_rows > 0), 0),
            Layout::RowMajor => (height.vectors_of_c().saturating_sub(1), lanes.saturating_sub(1)),
        };
        let most = [PLAIN, counters, a, rows_of_a, width.saturating_sub(1)];
        let suffice =
            |all: [usize; 5]| all.into_iter().fold(0, usize::saturating_add) <= self.machine.int_registers;
        let exactly = |integers: &Integers| {
            let b = integers.columns_of_b.get(width).copied().unwrap_or(usize::MAX);
            suffice([integers.always, counters, a, b, 0])
        };
        match &self.integers {
            Some(integers) => exactly(integers),
            None => suffice(most) || exactly(&Integers::of(self.problem, self.machine, self.needs)),
        }
    }
}

impl Integers {
    fn of(problem: &Problem, machine: Machine, needs: [Needs; 2]) -> Self {
        let spec = problem.spec();
        let is_far = |ld: Stride, nth: usize| is_far(spec, machine, ld, nth);
        // A pass after the loops begins where C does.
        let arguments = problem.arguments().count();
        let behind = usize::from(problem.behind().is_some());
        let batch = match spec.batch {
            Batch::Single => 0,
            // The places in the current blocks, and a counter.
            Batch::Strided { .. } => 3,
            // An index and a counter.
            Batch::Offsets { .. } => 2,
            // An index, a counter, and distances in place of what would be arguments.
            Batch::Addresses { .. } => 4,
        };
        let rows_of_a = match spec.a.layout {
            Layout::ColumnMajor => 0,
            Layout::RowMajor => {
                let lanes = machine.lanes(spec.types.accumulator).get();
                (1..lanes.min(spec.m)).filter(|nth| is_far(spec.a.ld, *nth)).count()
            }
        };
        let mut columns_of_b = [0; MAX_WIDTH_BY_BROADCASTS + 1];
        if spec.b.layout == Layout::ColumnMajor {
            let mut count = 0usize;
            for (nth, entry) in columns_of_b.iter_mut().enumerate().skip(2) {
                count = count.saturating_add(usize::from(is_far(spec.b.ld, nth.saturating_sub(1))));
                *entry = count;
            }
        }
        let [Needs { pointers, .. }, _] = needs;
        let always = [arguments, behind, batch, rows_of_a, pointers, PLACES, TEMPORARY];
        Self { always: always.into_iter().fold(0, usize::saturating_add), columns_of_b }
    }
}

/// Whether a multiple of a leading dimension takes a register. Of one that is left to run time, the
/// first is the argument.
fn is_far(spec: &GemmSpec, machine: Machine, ld: Stride, nth: usize) -> bool {
    match ld {
        Stride::Runtime => nth > 1,
        Stride::Fixed(ld) => !machine
            .has_immediate_form(bytes(ld.get().saturating_mul(nth), spec.types.b), machine.vector_bytes),
    }
}
