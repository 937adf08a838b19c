//! The micro-kernel: one tile of C, summed over K.
//!
//! A tile of A is a *panel*: some rows, all of K; so is a tile of B with its
//! columns. What matters is which of the two directions is contiguous. Along
//! the tile, one vector holds several rows (columns) at one position of K;
//! along K, one vector holds several positions of one row (column).
//!
//! Rows that are accumulated across need A along the tile and take any lane of
//! B, so that B can be used either way; an A that is contiguous along K is
//! transposed in registers, a square of vectors at a time. Rows that are summed
//! along K need both along K, and it is an A along the tile that is transposed.
//!
//! K is summed in groups of as many positions as a vector has lanes. Where K is
//! no multiple of that, the last group of a panel that is contiguous along K is
//! loaded as the vector that *ends* at the end of K, of which the later lanes
//! are used: nothing is read behind an operand, and no narrow load is needed
//! unless all of K is narrower than a vector. Rows along K use all lanes of a
//! vector, so where a tile has such rows, the last group is loaded narrowly: the
//! lanes that are left are 0 in both factors. Where they are held (`gather`), they are ready for each group.
//!
//! A loop over K copies the pointers that it moves. Without one, pointers move to other registers, and
//! that to B only where offsets do not reach.

use super::passes::Passes;
use super::sums::{Across, Set, Sums};
use super::tile::{Fetch, Height, Parts, Shape};
use crate::address::{bytes, signed, times};
use crate::repeat::{Count, Writer, repeat};
use crate::square::{self, Side};
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::{Few, TryVec, try_few};
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Address, Column, Inst, Int, Lanes, Offset, Row, Stretch, Vector};
use tensmith_core::kernel::spec::{GemmSpec, Layout};
use tensmith_core::{DType, OutOfMemory};

/// Widest tile: the distances of columns that no immediate reaches take an integer register each.
pub(super) const MAX_WIDTH: usize = 8;

/// A register tile of C.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    pub(super) height: Height,
    /// Columns.
    pub(super) width: usize,
}

/// Distances of columns in a tile, or of rows in a square, of which there are fewer.
type Offsets = Few<Offset, MAX_WIDTH>;

/// What all tiles share: leading dimensions in bytes, and multiples of them for panels that are
/// contiguous along K.
pub(super) struct Panels {
    pub(super) lda: Offset,
    pub(super) ldb: Offset,
    /// Distances of the rows of A in a square, if A is contiguous along K.
    rows_of_a: Offsets,
    /// Distances of the columns of B in a tile, if B is contiguous along K.
    columns_of_b: Offsets,
    /// The rows along K that are held, group by group, if any are.
    pub(super) held: Vec<Vector>,
    machine: Machine,
    /// The greatest offset of a single load that costs nothing extra.
    reach: i64,
    lanes: NonZero<usize>,
}

impl Panels {
    pub(super) fn new(
        builder: &mut Builder,
        spec: &GemmSpec,
        machine: Machine,
        (reach, width): (i64, usize),
        (lda, ldb): (Offset, Offset),
    ) -> Result<Self, OutOfMemory> {
        let lanes = machine.lanes(spec.dtype);
        let rows = if spec.a.layout == Layout::RowMajor { spec.m.min(lanes.get()) } else { 0 };
        let columns = if spec.b.layout == Layout::ColumnMajor { spec.n.min(width) } else { 0 };
        let rows_of_a = multiples(builder, machine, lda, rows)?;
        let columns_of_b = multiples(builder, machine, ldb, columns)?;
        Ok(Self { lda, ldb, rows_of_a, columns_of_b, held: Vec::new(), machine, reach, lanes })
    }

    /// Whether so many columns of B are within reach of offsets from so many bytes before them.
    fn reach_columns(&self, count: usize, ahead: i64) -> bool {
        let mut columns = self.columns_of_b.iter().take(count);
        !self.columns_of_b.is_empty()
            && columns.all(|column| match column {
                Offset::Const(bytes) => self.reaches(bytes.saturating_add(ahead)),
                Offset::Register(_) => false,
            })
    }

    /// Whether an offset costs a load nothing extra.
    fn reaches(&self, offset: i64) -> bool {
        offset <= self.reach && (self.machine.has_immediate_form)(offset, self.machine.vector_bytes)
    }
}

/// `0, stride, 2·stride, …`, in the form that a load takes.
fn multiples(
    builder: &mut Builder,
    machine: Machine,
    stride: Offset,
    count: usize,
) -> Result<Offsets, OutOfMemory> {
    let mut offsets = Offsets::new();
    for nth in 0..count {
        let offset = times(builder, stride, nth)?;
        offsets.try_push(match offset {
            Offset::Const(bytes) if !(machine.has_immediate_form)(bytes, machine.vector_bytes) => {
                Offset::Register(builder.constant(bytes)?)
            }
            offset => offset,
        })?;
    }
    Ok(offsets)
}

/// Some positions of K that are summed together.
#[derive(Clone, Copy)]
struct Group {
    /// Groups before it, in this pass: sets of accumulators take turns.
    nth: usize,
    /// How many positions.
    count: usize,
    /// How many positions a vector along K starts before the first one.
    back: usize,
    /// How many positions a vector along K holds.
    loaded: usize,
}

/// Emits `sums += A · B` for one tile; `a` and `b` are pointers to the tile's panels.
pub(super) fn multiply(
    builder: &mut Builder,
    spec: &GemmSpec,
    panels: &Panels,
    (tile, shape): (Tile, Shape),
    sums: &Sums,
    (a, b): (Int, Int),
) -> Result<(), OutOfMemory> {
    let (lanes, mut columns) = (panels.lanes.get(), Columns::new());
    let passes = Passes::new(spec.k, shape.unroll, panels.lanes);
    let whole = |nth: usize| Group { nth, count: lanes, back: 0, loaded: lanes };
    let mut micro = Micro::new(builder, spec, panels, (tile, shape), (a, b))?;
    if passes.count > 1 {
        micro.enter_loop()?;
    }
    repeat(&mut micro, Count::Const(passes.count), |micro| {
        for nth in 0..passes.groups {
            micro.group(whole(nth), &mut columns, sums)?;
            if nth + 1 < passes.groups || !micro.loops && passes.left(panels.lanes) > 0 {
                micro.advance()?;
            }
        }
        if micro.loops { micro.end_pass() } else { Ok(()) }
    })?;
    micro.loops = false;
    for nth in 0..passes.after {
        micro.group(whole(nth), &mut columns, sums)?;
        if nth + 1 < passes.after || passes.rest > 0 {
            micro.advance()?;
        }
    }
    let rest = passes.rest;
    if rest == 0 {
        return Ok(());
    }
    let ends_at_k = passes.count > 0 && tile.height.along_k == 0;
    let (back, held) = if ends_at_k { (lanes.saturating_sub(rest), lanes) } else { (0, rest) };
    micro.group(Group { nth: passes.after, count: rest, back, loaded: held }, &mut columns, sums)
}

/// A tile's rows along K, gathered from the panel at `a`: those of each group, one group after the other.
pub(super) fn gather(
    builder: &mut Builder,
    spec: &GemmSpec,
    panels: &Panels,
    (height, shape): (Height, Shape),
    a: Int,
) -> Result<Vec<Vector>, OutOfMemory> {
    // Nothing else is loaded from the panel.
    let tile = Tile { height: Height { vectors: 0, ..height }, width: 0 };
    let mut micro = Micro::new(builder, spec, panels, (tile, shape), (a, a))?;
    let (lanes, mut rows) = (panels.lanes.get(), Vec::new());
    let mut left = spec.k;
    while left > 0 {
        let count = left.min(lanes);
        rows.try_extend(micro.rows_along_k(Group { nth: 0, count, back: 0, loaded: count })?)?;
        left = left.saturating_sub(count);
        if left > 0 {
            micro.advance()?;
        }
    }
    Ok(rows)
}

/// Neighbouring columns of B at a position of K.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) row: Row,
    /// How many columns.
    pub(super) count: u8,
}

impl Piece {
    /// Its columns one by one.
    pub(super) fn singles(self) -> impl Iterator<Item = Self> {
        (0..self.count).map(move |nth| {
            let row = match self.row {
                Row::Lanes(vector, first) => Row::Lanes(vector, first.saturating_add(nth)),
                Row::Vectors(first, lane) => Row::Vectors(first.further(nth.into()), lane),
            };
            Self { row, count: 1 }
        })
    }
}

/// A tile's columns of B at a position of K: at most as many pieces as they fill vectors of two.
type Columns = Few<Piece, { MAX_WIDTH / 2 }>;

struct Micro<'m> {
    builder: &'m mut Builder,
    spec: &'m GemmSpec,
    panels: &'m Panels,
    tile: Tile,
    fetch: Fetch,
    /// Where the vectors of the tile's rows begin, in bytes, and their lanes.
    parts: Parts,
    /// Of the rows that are held, those of groups that are still to come.
    held: &'m [Vector],
    /// The pointer to A, to its first vector of rows if it is contiguous along K.
    a: Int,
    /// Then also one for each further vector of rows, and one for the rows along K.
    further_a: Vec<Int>,
    b: Int,
    /// How far behind this pointer the columns of B are.
    ahead: i64,
    /// How the pointers step from one position of K to the next.
    step_a: Step,
    step_b: Step,
    /// Whether the pointers have to be in the same registers again at the end of a pass. Else they move to others,
    /// so that nothing needs to be copied.
    loops: bool,
}

/// The distance between positions of K.
#[derive(Clone, Copy)]
enum Step {
    /// All positions of a group are within reach of immediates: the pointer moves once a group.
    Group(i64),
    /// The pointer moves at each position.
    Position(Offset),
}

impl Step {
    /// Chooses for a panel whose vectors start at the given bytes.
    fn new(panels: &Panels, stride: Offset, starts: &(impl Iterator<Item = i64> + Clone)) -> Self {
        match stride {
            Offset::Const(bytes) => {
                let all_reach = (0..panels.lanes.get()).all(|position| {
                    let offset = bytes.saturating_mul(signed(position));
                    starts.clone().all(|start| panels.reaches(offset.saturating_add(start)))
                });
                if all_reach { Self::Group(bytes) } else { Self::Position(stride) }
            }
            Offset::Register(_) => Self::Position(stride),
        }
    }

    /// Where `position` of a group is, from the pointer.
    fn offset(self, position: usize) -> i64 {
        match self {
            Self::Group(bytes) => bytes.saturating_mul(signed(position)),
            Self::Position(_) => 0,
        }
    }
}

impl Writer for Micro<'_> {
    fn builder(&mut self) -> &mut Builder {
        self.builder
    }
}

impl<'m> Micro<'m> {
    fn new(
        builder: &'m mut Builder,
        spec: &'m GemmSpec,
        panels: &'m Panels,
        (tile, shape): (Tile, Shape),
        (a, b): (Int, Int),
    ) -> Result<Self, OutOfMemory> {
        let element = bytes(1, spec.dtype);
        let lanes = panels.lanes.get();
        let parts = tile.height.parts(spec.dtype, panels.lanes);
        let starts_a = parts.iter().take(tile.height.vectors).map(|(start, _)| start);
        let starts_b = chunks(tile.width, panels.lanes).map(|(start, _)| bytes(start, spec.dtype));
        let mut further_a = Vec::new();
        let step_a = match spec.a.layout {
            // Where lists are loaded, there is no offset between the positions of K.
            Layout::ColumnMajor if shape.fetch == Fetch::Grouped => Step::Position(panels.lda),
            Layout::ColumnMajor => Step::new(panels, panels.lda, &starts_a),
            Layout::RowMajor => {
                for nth in 1..tile.height.vectors_of_c() {
                    let (row, _) = tile.height.vector(nth, lanes);
                    let offset = times(builder, panels.lda, row)?;
                    further_a.try_push(builder.add(a, offset)?)?;
                }
                Step::Group(element)
            }
        };
        let step_b = match spec.b.layout {
            Layout::ColumnMajor => Step::Group(element),
            Layout::RowMajor => Step::new(panels, panels.ldb, &starts_b),
        };
        let fetch = shape.fetch;
        let (held, ahead, loops) = (panels.held.as_slice(), 0, false);
        Ok(Self {
            builder,
            spec,
            panels,
            tile,
            fetch,
            parts,
            held,
            a,
            further_a,
            b,
            ahead,
            step_a,
            step_b,
            loops,
        })
    }

    /// What follows is repeated.
    fn enter_loop(&mut self) -> Result<(), OutOfMemory> {
        (self.a, self.b) = (self.builder.copy(self.a)?, self.builder.copy(self.b)?);
        self.loops = true;
        Ok(())
    }

    /// What is repeated ends here: the pointers go on to the next group.
    fn end_pass(&mut self) -> Result<(), OutOfMemory> {
        let [a, b] = self.steps();
        self.advance_a(Offset::Const(a))?;
        self.b = self.moved(self.b, Offset::Const(self.ahead.saturating_add(b)))?;
        self.ahead = 0;
        Ok(())
    }

    /// A pointer moved on.
    fn moved(&mut self, pointer: Int, by: Offset) -> Result<Int, OutOfMemory> {
        match by {
            Offset::Const(0) => Ok(pointer),
            by if self.loops => self.builder.advance(pointer, by).map(|()| pointer),
            by => self.builder.add(pointer, by),
        }
    }

    /// Moves the pointers to A.
    fn advance_a(&mut self, by: Offset) -> Result<(), OutOfMemory> {
        self.a = self.moved(self.a, by)?;
        let mut further = core::mem::take(&mut self.further_a);
        for pointer in &mut further {
            *pointer = self.moved(*pointer, by)?;
        }
        self.further_a = further;
        Ok(())
    }

    /// Goes on in B by so many bytes: where offsets reach what is next, without moving the pointer.
    fn advance_b(&mut self, by: i64) -> Result<(), OutOfMemory> {
        let ahead = self.ahead.saturating_add(by);
        let is_near = self.panels.reach_columns(self.tile.width, ahead);
        self.ahead = if is_near { ahead } else { 0 };
        if !is_near {
            self.b = self.moved(self.b, Offset::Const(ahead))?;
        }
        Ok(())
    }

    /// Moves the pointers of panels that are contiguous along K, by positions.
    fn shift(&mut self, positions: i64) -> Result<(), OutOfMemory> {
        let by = positions.saturating_mul(bytes(1, self.spec.dtype));
        if self.spec.a.layout == Layout::RowMajor {
            self.advance_a(Offset::Const(by))?;
        }
        if self.spec.b.layout == Layout::ColumnMajor {
            self.advance_b(by)?;
        }
        Ok(())
    }

    /// Moves all pointers on by a whole group, as far as they have not moved inside of it.
    fn advance(&mut self) -> Result<(), OutOfMemory> {
        let [a, b] = self.steps();
        self.advance_a(Offset::Const(a))?;
        self.advance_b(b)
    }

    /// How far the pointers are from the next group.
    fn steps(&self) -> [i64; 2] {
        [self.step_a, self.step_b].map(|step| step.offset(self.panels.lanes.get()))
    }

    /// Loads so many positions of a column of B.
    fn load_column_of_b(&mut self, d: Vector, offset: Offset, positions: usize) -> Result<(), OutOfMemory> {
        let offset = match offset {
            Offset::Const(bytes) => Offset::Const(bytes.saturating_add(self.ahead)),
            far @ Offset::Register(_) => far,
        };
        let address = Address { base: self.b, offset };
        self.builder.push(Inst::Load(d, address, lanes(self.spec.dtype, positions)))
    }

    fn group(&mut self, group: Group, b: &mut Columns, sums: &Sums) -> Result<(), OutOfMemory> {
        if group.back > 0 {
            self.shift(signed(group.back).saturating_neg())?;
        }
        let along_k = self.rows_along_k(group)?;
        if self.tile.height.vectors == 0 {
            return self.group_along_k(group, &along_k, sums);
        }
        match self.spec.a.layout {
            Layout::ColumnMajor => self.positions(group, b, sums)?,
            Layout::RowMajor => self.squares(group, b, sums)?,
        }
        self.multiply_columns_along_k(&along_k, b, sums.set(group.nth))
    }

    /// The multiply-adds of rows along K with columns of B that are loaded.
    fn multiply_columns_along_k(
        &mut self,
        rows: &[Vector],
        b: &[Piece],
        set: Set<'_>,
    ) -> Result<(), OutOfMemory> {
        // Where there are such rows, B is contiguous along K.
        let (false, [Piece { row: Row::Vectors(first, _), count }]) = (rows.is_empty(), b) else {
            return Ok(());
        };
        (0..*count).try_for_each(|nth| {
            self.multiply_along_k(rows, first.further(nth.into()), set.along_k(nth.into()))
        })
    }

    /// How many positions of the pass are before this one of a group.
    fn turn(&self, group: Group, position: usize) -> usize {
        group.nth.saturating_mul(self.panels.lanes.get()).saturating_add(position)
    }

    /// The multiply-adds of a group, position by position, from an A that is contiguous along the
    /// tile. What of A is loaded ahead comes before B, as all columns wait for it.
    fn positions(&mut self, group: Group, b: &mut Columns, sums: &Sums) -> Result<(), OutOfMemory> {
        for position in 0..group.count {
            let (set, offset) = (sums.set(self.turn(group, position)), self.step_a.offset(position));
            let ahead = self.load_ahead(position, offset)?;
            self.load_b(group, position, b)?;
            self.multiply(set, ahead, b)?;
            self.multiply_rest(set, (ahead.count.into(), offset), b)?;
            if let Step::Position(step) = self.step_a {
                self.advance_a(step)?;
            }
        }
        Ok(())
    }

    /// Loads the vectors of A that come before the columns of B at a position, from the first one on.
    fn load_ahead(&mut self, position: usize, offset: i64) -> Result<Across, OutOfMemory> {
        let count = match (self.fetch, self.spec.b.layout) {
            (Fetch::Grouped, _) => self.tile.height.vectors,
            (Fetch::Rolling, Layout::ColumnMajor) if position > 0 => 0,
            (Fetch::Rolling, _) => 1,
        };
        let first = self.builder.vectors(narrow(count).into());
        for (nth, vector) in (0..count).zip(0..) {
            self.load_a(first.further(vector), nth, offset)?;
        }
        Ok(Across { above: 0, first, count: narrow(count) })
    }

    /// The multiply-adds of vectors of A that are in registers with columns of B.
    #[inline(always)]
    fn multiply(&mut self, set: Set<'_>, a: Across, b: &[Piece]) -> Result<(), OutOfMemory> {
        if a.count > 0 { set.multiply_add(self.builder, (a, b), self.spec.dtype) } else { Ok(()) }
    }

    /// The multiply-adds of the vectors of A under so many with columns of B, each vector loaded right before its own.
    fn multiply_rest(
        &mut self,
        set: Set<'_>,
        (above, offset): (usize, i64),
        b: &[Piece],
    ) -> Result<(), OutOfMemory> {
        let count = self.tile.height.vectors.saturating_sub(above);
        if count == 0 {
            return Ok(());
        }
        let first = self.builder.vectors(narrow(count).into());
        if let (Some(block), Some(stretch)) = (set.block(above, b), self.stretch((above, offset), first)) {
            let column = (Column::Memory(stretch), narrow(count));
            return block.multiply_add(self.builder, column, self.spec.dtype);
        }
        for (above, nth) in (above..self.tile.height.vectors).zip(0..) {
            let first = first.further(nth);
            self.load_a(first, above, offset)?;
            self.multiply(set, Across { above, first, count: 1 }, b)?;
        }
        Ok(())
    }

    /// The vectors of A under so many at a position of K that is so many bytes from the pointer, to be loaded into
    /// registers from `first` on, if they are whole.
    fn stretch(&self, (above, offset): (usize, i64), first: Vector) -> Option<Stretch> {
        let (start, _) = self.parts.get(above);
        let (last, lanes) = self.parts.get(self.tile.height.vectors.saturating_sub(1));
        let near = |start: i64| i32::try_from(start.saturating_add(offset)).ok();
        let is_whole = lanes.bytes() == self.panels.machine.vector_bytes;
        let stretch = Stretch { first, base: self.a, start: near(start)?, last: near(last)? };
        is_whole.then_some(stretch)
    }

    /// The multiply-adds of a group, square by square, from an A that is contiguous along K.
    fn squares(&mut self, group: Group, b: &mut Columns, sums: &Sums) -> Result<(), OutOfMemory> {
        let mut columns = Vec::new();
        for position in 0..group.count {
            self.load_b(group, position, b)?;
            columns.try_push(try_few::<_, { MAX_WIDTH / 2 }>(b.iter().copied())?)?;
        }
        for nth in 0..self.tile.height.vectors {
            let square = self.square_of_a(nth, group)?;
            for (position, (a, b)) in square.iter().zip(&columns).enumerate() {
                let set = sums.set(self.turn(group, position));
                self.multiply(set, Across { above: nth, first: *a, count: 1 }, b)?;
            }
        }
        Ok(())
    }

    /// The multiply-adds of a group for a tile all of whose rows are summed along K. Each column
    /// of B is needed once only.
    fn group_along_k(&mut self, group: Group, rows: &[Vector], sums: &Sums) -> Result<(), OutOfMemory> {
        let set = sums.set(group.nth);
        for (nth, offset) in self.panels.columns_of_b.iter().take(self.tile.width).enumerate() {
            let column = self.builder.vector();
            self.load_column_of_b(column, *offset, group.loaded)?;
            self.multiply_along_k(rows, column, set.along_k(nth))?;
        }
        Ok(())
    }

    /// Adds the products of rows and one column, lane by lane.
    fn multiply_along_k<'s>(
        &mut self,
        rows: &[Vector],
        column: Vector,
        sums: impl Iterator<Item = &'s Vector>,
    ) -> Result<(), OutOfMemory> {
        for (row, sum) in rows.iter().zip(sums) {
            self.builder.push(Inst::MultiplyAdd(*sum, *row, column, self.spec.dtype))?;
        }
        Ok(())
    }

    /// Loads a vector of rows from an A that is contiguous along the tile, at a position of K that is so
    /// many bytes from the pointer.
    #[inline]
    fn load_a(&mut self, d: Vector, nth: usize, offset: i64) -> Result<(), OutOfMemory> {
        let (start, lanes) = self.parts.get(nth);
        // Inside of A, whose bytes have been counted.
        let address = Address { base: self.a, offset: Offset::Const(start.wrapping_add(offset)) };
        self.builder.push(Inst::Load(d, address, lanes))
    }

    /// Loads a square of an A that is contiguous along K and transposes it: one vector of rows per
    /// position of the group. Rows that the tile lacks are stood in for by its first.
    fn square_of_a(&mut self, nth: usize, group: Group) -> Result<Side, OutOfMemory> {
        let (_, count) = self.tile.height.vector(nth, self.panels.lanes.get());
        let rows = self.loaded_along_k(nth, count, group)?;
        let positions = group.back..group.back.saturating_add(group.count);
        square::columns(self.builder, &rows, positions, self.spec.dtype)
    }

    /// Loads `count` rows of an A that is contiguous along K.
    fn loaded_along_k(&mut self, nth: usize, count: usize, group: Group) -> Result<Side, OutOfMemory> {
        let pointer = self.pointer_to_a(nth);
        let mut rows = Side::new();
        for offset in self.panels.rows_of_a.iter().take(count) {
            rows.try_push(self.builder.load(pointer, *offset, lanes(self.spec.dtype, group.loaded))?)?;
        }
        Ok(rows)
    }

    /// The tile's rows along K. From an A that is contiguous along the tile, they are the last rows
    /// of a square; positions behind the end of K are 0. At a single position, rows are their elements.
    fn rows_along_k(&mut self, group: Group) -> Result<Side, OutOfMemory> {
        let Height { vectors, along_k, .. } = self.tile.height;
        if along_k == 0 {
            return Ok(Side::new());
        }
        if let Some((rows, left)) = self.held.split_at_checked(along_k) {
            self.held = left;
            return try_few(rows.iter().copied());
        }
        if self.spec.a.layout == Layout::RowMajor {
            return self.loaded_along_k(vectors, along_k, group);
        }
        if group.count == 1 {
            return self.elements_along_k();
        }
        let rows = self.tile.height.rows();
        let count = self.panels.lanes.get().min(rows);
        let first = bytes(rows.saturating_sub(count), self.spec.dtype);
        let mut positions = Side::new();
        let mut pointer = self.pointer_to_a(0);
        for position in 0..self.panels.lanes.get() {
            if position >= group.count {
                positions.try_push(self.builder.zero()?)?;
                continue;
            }
            let offset = Offset::Const(first.saturating_add(self.step_a.offset(position)));
            positions.try_push(self.builder.load(pointer, offset, lanes(self.spec.dtype, count))?)?;
            match self.step_a {
                Step::Group(_) => {}
                // Nothing else loads from the panel.
                Step::Position(step) if vectors == 0 => {
                    self.advance_a(step)?;
                    pointer = self.a;
                }
                Step::Position(step) => pointer = self.builder.add(pointer, step)?,
            }
        }
        let last = count.saturating_sub(along_k)..count;
        square::columns(self.builder, &positions, last, self.spec.dtype)
    }

    /// The tile's rows along K at the last position, from an A that is contiguous along the tile.
    fn elements_along_k(&mut self) -> Result<Side, OutOfMemory> {
        let Height { along_k, .. } = self.tile.height;
        let mut elements = Side::new();
        for row in (self.tile.height.across()..).take(along_k) {
            let offset = Offset::Const(bytes(row, self.spec.dtype));
            elements.try_push(self.builder.load(self.a, offset, lanes(self.spec.dtype, 1))?)?;
        }
        Ok(elements)
    }

    /// The pointer to vector `nth` of a panel of A.
    fn pointer_to_a(&self, nth: usize) -> Int {
        let further = nth.checked_sub(1).and_then(|nth| self.further_a.get(nth));
        further.copied().unwrap_or(self.a)
    }

    /// Makes the columns of B at a position of a group ready: if B is contiguous along K, all positions of the group
    /// are loaded with the first, lane by lane.
    fn load_b(&mut self, group: Group, position: usize, b: &mut Columns) -> Result<(), OutOfMemory> {
        match (self.spec.b.layout, b.as_mut_slice()) {
            (Layout::ColumnMajor, [Piece { row: Row::Vectors(_, lane), .. }]) if position > 0 => {
                *lane = lane.saturating_add(1);
                Ok(())
            }
            (Layout::ColumnMajor, _) => self.columns_of_b(group, b),
            (Layout::RowMajor, _) => self.row_of_b(position, b),
        }
    }

    /// Loads a group of positions of each column of a B that is contiguous along K.
    fn columns_of_b(&mut self, group: Group, b: &mut Columns) -> Result<(), OutOfMemory> {
        let offsets = self.panels.columns_of_b.iter().take(self.tile.width);
        let count = narrow(offsets.len());
        let first = self.builder.vectors(count.into());
        for (nth, offset) in (0..).zip(offsets) {
            self.load_column_of_b(first.further(nth), *offset, group.loaded)?;
        }
        b.clear();
        b.try_push(Piece { row: Row::Vectors(first, narrow(group.back)), count })
    }

    /// Loads all columns at a position of K of a B that is contiguous along the tile.
    fn row_of_b(&mut self, position: usize, b: &mut Columns) -> Result<(), OutOfMemory> {
        b.clear();
        let mut covered = 0usize;
        for (start, count) in chunks(self.tile.width, self.panels.lanes) {
            let offset = bytes(start, self.spec.dtype).saturating_add(self.step_b.offset(position));
            let vector = self.builder.load(self.b, Offset::Const(offset), lanes(self.spec.dtype, count))?;
            // Of an overlapping vector, the lanes that are not covered yet.
            let first = covered.saturating_sub(start);
            covered = start.saturating_add(count);
            let row = Row::Lanes(vector, narrow(first));
            b.try_push(Piece { row, count: narrow(count.saturating_sub(first)) })?;
        }
        if let Step::Position(step) = self.step_b {
            self.b = self.moved(self.b, step)?;
        }
        Ok(())
    }
}

/// Covers `total` with vectors: first element and number of elements of each. The last one
/// overlaps the one before it, unless it is the only one.
fn chunks(total: usize, lanes: NonZero<usize>) -> impl Iterator<Item = (usize, usize)> + Clone {
    let lanes = lanes.get();
    (0..total.div_ceil(lanes)).map(move |nth| {
        let start = nth.saturating_mul(lanes).min(total.saturating_sub(lanes));
        (start, lanes.min(total))
    })
}

fn narrow(lane: usize) -> u8 {
    u8::try_from(lane).unwrap_or(u8::MAX)
}

fn lanes(dtype: DType, count: usize) -> Lanes {
    Lanes { dtype, count: narrow(count) }
}
