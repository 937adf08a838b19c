//! How a product is computed: groups of rows, vectors that are multiplied together, and factors in
//! registers; and what it costs.

use super::FixedSpec;
use super::group::{Group, groups};
use super::kept::{Use, kept};
use crate::kind::machine_of;
use crate::parts::{Part, along, lanes, row_bytes, signed};
use crate::rates::{Counts, filled_by, lookahead, overlapped};
use crate::template::Template;
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::try_collect;
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::CoreModel;
use tensmith_core::kernel::func::Lanes;
use tensmith_core::kernel::spec::Start;
use tensmith_core::registry::Refusal;
use tensmith_core::{DType, OutOfMemory, Target};

/// What a kernel costs, as far as it can be predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// Cycles of a call, with its operands and its code in the first-level caches as far as they
    /// fit, else in the second.
    pub cycles: f64,
    /// Instructions of the code.
    pub instructions: usize,
}

/// The number of rows in a group, and of vectors that are multiplied together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) rows: usize,
    pub(super) vectors: NonZero<usize>,
}

/// The numbers of rows that are tried.
const ROWS: [usize; 10] = [1, 2, 3, 4, 6, 8, 10, 12, 16, 24];

/// The most vectors that are multiplied together: more would make code longer for little.
const VECTORS: usize = 4;

/// Bytes of an instruction, and of a cache for them: what is common.
const INSTRUCTION: f64 = 6.0;
const CODE_CACHE: f64 = 32_768.0;

/// Instructions around all: entry, frame, return.
const AROUND: f64 = 10.0;

impl Tile {
    pub(super) const fn note(self) -> u64 {
        (self.rows as u64) << 32 | self.vectors.get() as u64
    }

    pub(super) fn noted(note: u64) -> Self {
        let vectors = NonZero::new((note & u64::from(u32::MAX)) as usize).unwrap_or(NonZero::<usize>::MIN);
        Self { rows: (note >> 32) as usize, vectors }
    }

    /// Registers that are left for factors; none where sums and a row's vectors leave none.
    pub(super) fn left(self, machine: &Machine) -> Option<usize> {
        let sums = self.rows.checked_mul(self.vectors.get())?;
        // One more vector of B is on its way.
        let taken = sums.checked_add(self.vectors.get())?.checked_add(1)?;
        machine.vector_registers.checked_sub(taken).filter(|left| *left > 0)
    }
}

/// The vectors of the columns: blocks of as many as a tile has, in a loop, and those behind them.
pub(super) struct Blocks {
    /// The vectors of a block.
    pub(super) whole: Vec<Part>,
    /// Number of blocks.
    pub(super) count: usize,
    /// The vectors behind the blocks, from the end of the last one.
    pub(super) rest: Vec<Part>,
}

impl Blocks {
    pub(super) fn new(spec: &FixedSpec, machine: &Machine, tile: Tile) -> Result<Self, OutOfMemory> {
        let (dtype, columns) = (spec.dtype, spec.columns);
        let (vector, tiled) = (machine.lanes(dtype), tile.vectors);
        let whole = along((dtype, vector.get().saturating_mul(tiled.get())), columns.start, vector)?;
        let count = columns.count / vector / tiled;
        let done = count.saturating_mul(tiled.get()).saturating_mul(vector.get());
        let left = columns.count.saturating_sub(done);
        let mut rest = along((dtype, left), columns.start, vector)?;
        // An overlapping vector may reach back into the last block.
        if let ([(begin, narrow)], Start::Nothing, 1..) = (rest.as_mut_slice(), columns.start, count) {
            let back = vector.get().saturating_sub(narrow.count.into());
            *begin = signed(back.saturating_mul(dtype.bytes())).saturating_neg();
            *narrow = lanes(dtype, vector.get());
        }
        Ok(Self { whole, count, rest })
    }

    /// The bytes of a row that are moved before those of the next row: where it has a single block,
    /// rows follow one another.
    fn piece(&self, machine: &Machine) -> usize {
        let is_single = self.count.saturating_add(usize::from(!self.rest.is_empty())) <= 1;
        if is_single { usize::MAX } else { self.whole.len().saturating_mul(machine.vector_bytes) }
    }

    /// The numbers of vectors of each piece of code, and how often it runs.
    fn pieces(&self) -> impl Iterator<Item = (usize, f64)> {
        let pieces = [(self.whole.len(), self.count as f64), (self.rest.len(), 1.0)];
        pieces.into_iter().filter(|(vectors, times)| *vectors > 0 && *times > 0.0)
    }
}

/// The table of factors, as a machine holds it in registers.
#[derive(Clone, Copy)]
pub(super) struct Table {
    dtype: DType,
    factors: usize,
    /// Factors in a register: more than one where a machine multiplies by lanes.
    width: NonZero<usize>,
}

/// A factor: the register's part of the table, the lane in it, and whether its negative is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) part: usize,
    pub(super) lane: u8,
    pub(super) is_negated: bool,
}

impl Table {
    pub(super) fn new(template: &Template, dtype: DType, machine: &Machine) -> Self {
        let width = if machine.multiplies_by_lane { machine.lanes(dtype) } else { NonZero::<usize>::MIN };
        Self { dtype, factors: template.factors(), width }
    }

    /// Number of parts.
    fn parts(&self) -> usize {
        self.factors.div_ceil(self.width.get())
    }

    /// Where a factor is. Machines that multiply by lanes do not subtract so.
    pub(super) fn place(&self, template: &Template, factor: u32) -> Place {
        let is_single = self.width.get() == 1;
        let opposite = template.opposite(factor).filter(|_| is_single);
        let number = opposite.unwrap_or(factor) as usize;
        let (part, lane) = (number / self.width, number % self.width);
        Place { part, lane: lane as u8, is_negated: opposite.is_some() }
    }

    /// The factors of a part: where they begin, in bytes, and how many there are; none where one is
    /// to be in every lane.
    pub(super) fn part(&self, part: usize) -> (i64, Option<Lanes>) {
        let first = part.saturating_mul(self.width.get());
        let count = self.factors.saturating_sub(first).min(self.width.get());
        let begin = signed(first.saturating_mul(self.dtype.bytes()));
        (begin, (self.width.get() > 1).then(|| lanes(self.dtype, count)))
    }
}

/// Groups, and the uses of factors in their order.
pub(super) struct Order<'g> {
    pub(super) groups: &'g [Group],
    /// For each entry of all groups, where its factor is.
    pub(super) places: Vec<Place>,
    /// For each, the register that it is in.
    pub(super) uses: Vec<Use>,
    /// Whether each part is loaded once, so that all stay in registers.
    pub(super) is_resident: bool,
}

impl<'g> Order<'g> {
    pub(super) fn new(
        template: &Template,
        table: &Table,
        groups: &'g [Group],
        registers: usize,
    ) -> Result<Self, OutOfMemory> {
        let terms = groups.iter().flat_map(|group| group.terms.iter());
        let places = try_collect(terms.map(|(_, term)| table.place(template, term.factor)))?;
        let parts = try_collect(places.iter().map(|place| place.part))?;
        let uses = kept(&parts, table.parts(), registers)?;
        // Where no register is given up, each part is loaded once.
        let is_resident = uses.iter().filter(|used| used.is_loaded).count() <= registers;
        Ok(Self { groups, places, uses, is_resident })
    }

    /// Loads of factors.
    fn loads(&self) -> f64 {
        self.uses.iter().filter(|used| used.is_loaded).count() as f64
    }
}

/// The tile with the fewest predicted cycles, and its price.
pub(super) fn best(spec: &FixedSpec, target: &Target) -> Result<(Tile, Price), Refusal> {
    let (machine, template) = (machine_of(target)?, &spec.template);
    // The shortest code has one vector and one row at a time.
    let (rows, _) = template.shape();
    let (least, limit) = (template.len().saturating_add(rows), spec.most);
    if least > limit {
        return Err(Refusal::TooLong { instructions: least, limit });
    }
    let whole = spec.columns.count / machine.lanes(spec.dtype);
    let table = Table::new(template, spec.dtype, &machine);
    let (mut best, mut shortest) = (None::<(Tile, Price)>, usize::MAX);
    for size in ROWS.into_iter().filter(|size| *size <= rows.max(1)) {
        let groups = groups(template, size)?;
        for vectors in (1..=whole.clamp(1, VECTORS)).filter_map(NonZero::new) {
            let tile = Tile { rows: size, vectors };
            let Some(left) = tile.left(&machine) else { continue };
            let order = Order::new(template, &table, &groups, left)?;
            let blocks = Blocks::new(spec, &machine, tile)?;
            let price = price_of(spec, target, &order, &blocks);
            shortest = shortest.min(price.instructions);
            let is_better = best.is_none_or(|(_, known)| price.cycles < known.cycles);
            if is_better && price.instructions <= limit {
                best = Some((tile, price));
            }
        }
    }
    best.ok_or(Refusal::TooLong { instructions: shortest, limit })
}

/// The price of the kernel that [`Fixed`](super::Fixed) makes.
///
/// # Errors
/// [`Refusal`], where it makes none.
pub fn price(spec: &FixedSpec, target: &Target) -> Result<Price, Refusal> {
    Ok(best(spec, target)?.1)
}

/// The price of an order in blocks.
fn price_of(spec: &FixedSpec, target: &Target, order: &Order<'_>, blocks: &Blocks) -> Price {
    let model = &target.core.model;
    let template = &spec.template;
    let (mut cycles, mut instructions) = (AROUND / f64::from(model.width.max(1)), AROUND);
    let once = Counts { loads: if order.is_resident { order.loads() } else { 0.0 }, ..Counts::default() };
    cycles += once.cycles(model);
    instructions += once.instructions();
    for (vectors, times) in blocks.pieces() {
        let counts = counted(spec, target, order, vectors);
        let busy = counts.cycles(model).max(waiting(template, order, vectors, model));
        let bytes = counts.instructions() * INSTRUCTION;
        // Code that does not stay in its cache comes from the next one, in every pass, half as fast as data:
        // what is decoded is seen coming less far ahead.
        let fetched = if bytes > CODE_CACHE { 2.0 * bytes / target.core.caches.l1_fill as f64 } else { 0.0 };
        cycles += times * busy.max(fetched);
        instructions += counts.instructions();
    }
    let row = row_bytes(spec.dtype, spec.columns.count);
    let moved = filled_by(blocks.piece(&target.machine()), row, template.shape(), &target.core);
    Price { cycles: overlapped(cycles, moved), instructions: instructions as usize }
}

/// The instructions of a block of some vectors.
fn counted(spec: &FixedSpec, target: &Target, order: &Order<'_>, vectors: usize) -> Counts {
    let (machine, vectors) = (target.machine(), vectors as f64);
    let (rows, _) = spec.template.shape();
    let loaded: usize = order.groups.iter().map(Group::columns).sum();
    let is_added = spec.columns.start == Start::Output;
    let sums = rows as f64 * vectors;
    let preferred = |group: &Group| group.zeros(&target.core.model).preferred() * group.rows.len() as f64;
    let preferred = order.groups.iter().map(preferred).sum::<f64>() * vectors;
    // Sums begin with C, or with zeros, of which the pipes of vectors make some.
    let (begun, zeros, by_vectors) = match is_added {
        true => (sums, 0.0, 0.0),
        false => (0.0, preferred, sums - preferred),
    };
    // Rows farther apart than immediates reach take an addition each.
    let far = |ld: usize, rows: f64| {
        let apart = signed(ld.saturating_mul(spec.dtype.bytes()));
        if machine.has_immediate_form(apart.saturating_mul(16), machine.vector_bytes) { 0.0 } else { rows }
    };
    let others = far(spec.columns.ldb, loaded as f64) + far(spec.columns.ldc, rows as f64) + 4.0;
    Counts {
        multiply_adds: spec.template.len() as f64 * vectors + by_vectors,
        loads: loaded as f64 * vectors + if order.is_resident { 0.0 } else { order.loads() } + begun,
        stores: sums,
        zeros,
        others,
    }
}

/// Cycles for which chains of multiply-adds are waited for: those of a group wait for one another, and as
/// many groups overlap as there is room for in what a core looks at.
fn waiting(template: &Template, order: &Order<'_>, vectors: usize, model: &CoreModel) -> f64 {
    let of_group = |group: &Group| {
        let chain = group.longest(template) as f64 * f64::from(model.accumulate_latency);
        let instructions = group.terms.len() as f64 * vectors as f64 * 1.5 + 1.0;
        chain / (lookahead(model) / instructions).max(1.0)
    };
    order.groups.iter().map(of_group).sum()
}
