//! A pointer into a column-major operand, to load and store vectors of it.
//!
//! Idea: a pointer is moved as seldom as possible: pieces are addressed by immediates while the core's
//! cheapest form of access reaches them, so that what is spent on addresses is at most an addition for
//! each column. It is moved to another register, and some of those where it was are kept: an immediate
//! that reaches far is a multiple of a vector's bytes, so columns whose distance is no such multiple share
//! few pointers. And it is moved before the accesses that stand before those that it is
//! moved for: in-order cores need not wait for it.
//!
//! Invariant: a block of code begins and ends with the pointer in the same register, as loops need it.
//!
//! Tests: `tests/tests/primitives_elementwise_shapes.rs`, `tests/tests/primitives_wide.rs`.

use crate::address::{bytes, signed, stride_in_bytes};
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::AccessForm;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Address, Inst, Int, Lanes, Offset, Vector};
use tensmith_core::kernel::spec::Stride;
use tensmith_core::{DType, OutOfMemory, Target};

/// Some rows of a column, as many as one vector holds or fewer: what one access moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Columns from the start of the block.
    pub(crate) column: usize,
    /// The first row, from the start of the block.
    pub(crate) row: usize,
    /// How many rows.
    pub(crate) rows: usize,
}

/// Pieces that are moved together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Group<'p> {
    pub(crate) pieces: &'p [Piece],
    /// The pieces that come next, up to the end of the block.
    pub(crate) following: &'p [Piece],
}

/// How vectors of an operand are moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    dtype: DType,
    machine: Machine,
    /// The cheapest instructions for vectors that are neighbours.
    form: AccessForm,
    /// The greatest offset at which one vector alone is moved as cheaply as without an offset.
    alone: i64,
    /// The most pointers that are kept in addition to the one to the start.
    kept: usize,
}

impl Access {
    /// The access to inputs.
    pub(crate) fn loads(dtype: DType, target: &Target) -> Self {
        let (machine, form) = (target.machine(), target.core.model.forms.loads);
        Self { dtype, machine, form, alone: machine.single_reach(form), kept: 0 }
    }

    /// The access to the output.
    pub(crate) fn stores(dtype: DType, target: &Target) -> Self {
        let (machine, form) = (target.machine(), target.core.model.forms.stores);
        // Lists are cheaper than any other store, also those of one.
        let alone = if form == AccessForm::Lists { machine.reach(form) } else { machine.single_reach(form) };
        Self { dtype, machine, form, alone, kept: 0 }
    }

    /// This access with further pointers in addition to the one to the start, which save additions.
    pub(crate) fn keeping(self, pointers: usize) -> Self {
        Self { kept: pointers, ..self }
    }

    /// Whether `next` is the vector after `piece`, so that both are cheaper together.
    fn are_neighbours(&self, piece: &Piece, next: &Piece) -> bool {
        let is_whole = self.lanes(piece).bytes() == self.machine.vector_bytes;
        is_whole && next.column == piece.column && next.row == piece.row.saturating_add(piece.rows)
    }

    /// The first pieces that are neighbours, and those after them; none without any.
    fn first_run<'p>(&self, pieces: &'p [Piece]) -> Option<(&'p [Piece], &'p [Piece])> {
        let pairs = pieces.iter().zip(pieces.iter().skip(1));
        let neighbours = pairs.take_while(|(piece, next)| self.are_neighbours(piece, next)).count();
        pieces.split_at_checked(neighbours.saturating_add(1))
    }

    /// A group as runs of neighbours.
    fn runs<'p>(self, group: Group<'p>) -> impl Iterator<Item = Group<'p>> {
        let mut rest = group.pieces;
        core::iter::from_fn(move || {
            let (pieces, behind) = self.first_run(rest)?;
            rest = behind;
            Some(Group { pieces, following: if behind.is_empty() { group.following } else { behind } })
        })
    }

    fn lanes(&self, piece: &Piece) -> Lanes {
        Lanes { dtype: self.dtype, count: u8::try_from(piece.rows).unwrap_or(u8::MAX) }
    }
}

/// A pointer into an operand.
#[derive(Debug)]
pub(crate) struct Cursor {
    access: Access,
    /// At the start of the block.
    start: Int,
    /// At a place that it was moved to.
    pointer: Int,
    /// From column to column.
    stride: Offset,
    /// The place of the pointer, from the start of the block.
    at: Position,
    /// Other places where there is a pointer.
    kept: Kept,
}

/// Pointers to places, from the start of the block.
#[derive(Debug)]
struct Kept {
    /// Pointers that blocks have in common, which move from one to the next; then others, oldest first.
    places: Vec<(Position, Int)>,
    /// How many of the first are marks.
    marks: usize,
    /// The most of all.
    most: usize,
}

/// A place in an operand: a number of columns, whose distance is only known at run time, and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Position {
    columns: i64,
    bytes: i64,
}

/// The start of a block, from the start of the one before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) column: i64,
    pub(crate) row: i64,
}

impl Cursor {
    /// At the start of an operand. `ld` is the register of its stride, if that is left to run time.
    pub(crate) fn new(
        builder: &mut Builder,
        access: Access,
        pointer: Int,
        stride: Stride,
        ld: Option<Int>,
    ) -> Result<Self, OutOfMemory> {
        let stride = stride_in_bytes(builder, stride, ld, access.dtype)?;
        let kept = Kept { places: Vec::new(), marks: 0, most: access.kept };
        Ok(Self { access, start: pointer, pointer, stride, at: Position::default(), kept })
    }

    /// Sets the pointers that are kept to where it will have to be moved in each block of such groups: so
    /// they are moved together at its end, where an in-order core waits anyway.
    pub(crate) fn mark(&mut self, builder: &mut Builder, groups: &[Group<'_>]) -> Result<(), OutOfMemory> {
        if matches!(self.stride, Offset::Register(_)) {
            return Ok(());
        }
        let access = self.access;
        for run in groups.iter().flat_map(|group| access.runs(*group)) {
            if self.kept.is_full() {
                break;
            }
            self.reach(builder, run.pieces)?;
        }
        self.kept.marks = self.kept.places.len();
        (self.pointer, self.at) = (self.start, Position::default());
        Ok(())
    }

    /// A group as runs of neighbours.
    pub(crate) fn runs<'p>(&self, group: Group<'p>) -> impl Iterator<Item = Group<'p>> + use<'p> {
        self.access.runs(group)
    }

    /// Stores the vectors of a group's pieces.
    pub(crate) fn store(
        &mut self,
        builder: &mut Builder,
        vectors: &[Vector],
        group: Group<'_>,
    ) -> Result<(), OutOfMemory> {
        let mut vectors = vectors.iter();
        self.visit(builder, group, |builder, Address { base, offset }, lanes| match vectors.next() {
            Some(vector) => builder.store(*vector, base, offset, lanes),
            None => Ok(()),
        })
    }

    /// Loads the vectors of a group's pieces, and does something with each.
    pub(crate) fn load(
        &mut self,
        builder: &mut Builder,
        group: Group<'_>,
        mut with: impl FnMut(&mut Builder, Vector) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        self.visit(builder, group, |builder, Address { base, offset }, lanes| {
            let vector = builder.load(base, offset, lanes)?;
            with(builder, vector)
        })
    }

    /// Does something at each piece of a group. The pointer is moved before the neighbours that stand
    /// before those that it is moved for: it need not be waited for.
    fn visit(
        &mut self,
        builder: &mut Builder,
        group: Group<'_>,
        mut with: impl FnMut(&mut Builder, Address, Lanes) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        let access = self.access;
        for Group { pieces: run, following } in access.runs(group) {
            let (start, base) = (self.reach(builder, run)?, self.pointer);
            if let Some((next, _)) = access.first_run(following) {
                self.reach(builder, next)?;
            }
            for (nth, piece) in run.iter().enumerate() {
                let vectors = signed(nth).saturating_mul(signed(access.machine.vector_bytes));
                let offset = Offset::Const(start.saturating_add(vectors));
                with(builder, Address { base, offset }, access.lanes(piece))?;
            }
        }
        Ok(())
    }

    /// A pointer to the first element of a column.
    pub(crate) fn column(&mut self, builder: &mut Builder, column: usize) -> Result<Int, OutOfMemory> {
        self.go(builder, self.position(signed(column), 0))?;
        Ok(self.pointer)
    }

    /// Whether a vector at a row is reached from the start of its column.
    pub(crate) fn is_near(&self, row: usize) -> bool {
        let Access { machine, alone, .. } = self.access;
        let Position { bytes, .. } = self.position(0, signed(row));
        bytes <= alone && machine.has_immediate_form(bytes, machine.vector_bytes)
    }

    /// Moves on to the start of the next block.
    pub(crate) fn next(&mut self, builder: &mut Builder, to: Start) -> Result<(), OutOfMemory> {
        let to = self.position(to.column, to.row);
        // From wherever fewer columns are in between.
        if to.columns.unsigned_abs() <= to.columns.abs_diff(self.at.columns) {
            (self.pointer, self.at) = (self.start, Position::default());
        }
        self.go_columns(builder, to.columns)?;
        let bytes = to.bytes.saturating_sub(self.at.bytes);
        if (self.pointer, bytes) != (self.start, 0) {
            builder.push(Inst::AddConst(self.start, self.pointer, bytes))?;
        }
        (self.pointer, self.at) = (self.start, Position::default());
        self.kept.forget();
        self.kept.marks().try_for_each(|mark| builder.advance(mark, Offset::Const(to.bytes)))
    }

    /// Another one at the start of this block.
    pub(crate) fn fork(&self, builder: &mut Builder) -> Result<Self, OutOfMemory> {
        let start = builder.copy(self.start)?;
        let kept = Kept { places: Vec::new(), marks: 0, ..self.kept };
        Ok(Self { start, pointer: start, at: Position::default(), kept, ..*self })
    }

    /// The offset from the pointer to the first of some neighbours, all of which are reached from
    /// there; the pointer is moved if it has to be.
    fn reach(&mut self, builder: &mut Builder, run: &[Piece]) -> Result<i64, OutOfMemory> {
        let Some(first) = run.first() else { return Ok(0) };
        let wanted = self.position(signed(first.column), signed(first.row));
        let here = (self.at, self.pointer);
        let start = (Position::default(), self.start);
        let mut places = [here, start].into_iter().chain(self.kept.places.iter().rev().copied());
        let offset = |at: Position| wanted.bytes.saturating_sub(at.bytes);
        let reaches = |at: Position| wanted.columns == at.columns && self.is_in_reach(offset(at), run);
        match places.find(|(at, _)| reaches(*at)) {
            Some(place) => (self.at, self.pointer) = place,
            None => self.go(builder, wanted)?,
        }
        Ok(offset(self.at))
    }

    /// Whether neighbours, the first of them `offset` bytes from the pointer, are moved as cheaply
    /// as at the pointer.
    fn is_in_reach(&self, offset: i64, run: &[Piece]) -> bool {
        let Access { machine, form, alone, .. } = self.access;
        let vector = signed(machine.vector_bytes);
        let last = offset.saturating_add(vector.saturating_mul(signed(run.len().saturating_sub(1))));
        match (run, form) {
            ([piece], _) => {
                let bytes = self.access.lanes(piece).bytes();
                let is_near = offset <= alone || bytes < machine.vector_bytes;
                is_near && machine.has_immediate_form(offset, bytes)
            }
            (_, AccessForm::Lists) => offset == 0,
            (_, AccessForm::Single | AccessForm::Pairs) => {
                let is_whole = machine.takes_any_offset() || offset.checked_rem(vector) == Some(0);
                is_whole && offset >= 0 && last <= machine.reach(form)
            }
        }
    }

    fn position(&self, column: i64, row: i64) -> Position {
        let bytes = row.saturating_mul(bytes(1, self.access.dtype));
        match self.stride {
            Offset::Const(stride) => {
                let columns = stride.saturating_mul(column);
                Position { columns: 0, bytes: columns.saturating_add(bytes) }
            }
            Offset::Register(_) => Position { columns: column, bytes },
        }
    }

    /// Moves the pointer, to another register.
    fn go(&mut self, builder: &mut Builder, to: Position) -> Result<(), OutOfMemory> {
        self.go_columns(builder, to.columns)?;
        let bytes = to.bytes.saturating_sub(self.at.bytes);
        self.at = to;
        if bytes == 0 {
            return Ok(());
        }
        self.pointer = builder.add(self.pointer, Offset::Const(bytes))?;
        // Places in other columns, if their distance is not known, are no use.
        match self.stride {
            Offset::Const(_) => self.kept.add((to, self.pointer)),
            Offset::Register(_) => Ok(()),
        }
    }

    /// Moves the pointer to a column whose distance is only known at run time, which is near.
    fn go_columns(&mut self, builder: &mut Builder, column: i64) -> Result<(), OutOfMemory> {
        if let Offset::Register(stride) = self.stride {
            for _ in self.at.columns..column {
                self.pointer = builder.add(self.pointer, self.stride)?;
            }
            for _ in column..self.at.columns {
                self.pointer = builder.subtract(self.pointer, stride)?;
            }
        }
        self.at.columns = column;
        Ok(())
    }
}

impl Kept {
    fn is_full(&self) -> bool {
        self.places.len() >= self.most
    }

    /// The pointers that blocks have in common.
    fn marks(&self) -> impl Iterator<Item = Int> {
        self.places.iter().take(self.marks).map(|(_, pointer)| *pointer)
    }

    /// Keeps a place, in place of the oldest that is no mark if there is no room.
    fn add(&mut self, place: (Position, Int)) -> Result<(), OutOfMemory> {
        if !self.is_full() {
            return self.places.try_push(place);
        }
        let others = self.places.get_mut(self.marks..).unwrap_or_default();
        // The new one comes last, and each before the next that was there; the oldest goes.
        let mut place = place;
        others.iter_mut().rev().for_each(|kept| core::mem::swap(kept, &mut place));
        Ok(())
    }

    /// Forgets all but the marks.
    fn forget(&mut self) {
        self.places.truncate(self.marks);
    }
}
