//! Operands of elementwise kernels: where the elements of a piece are, and how they are moved.
//!
//! A [`Cursor`] is a pointer that is moved as seldom as possible: pieces are addressed by immediates
//! while the core's cheapest form of access reaches them, so that what is spent on addresses is at
//! most an addition for each column.

use super::cut::{Group, Piece};
use crate::address::{bytes, signed, stride_in_bytes};
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Address, Inst, Int, Lanes, Offset, Vector};
use tensmith_core::kernel::spec::{Input, Stride};
use tensmith_core::target::MoveForm;
use tensmith_core::{DType, OutOfMemory, Target};

/// How vectors of an operand are moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    dtype: DType,
    machine: Machine,
    /// The cheapest instructions for vectors that are neighbours.
    form: MoveForm,
    /// The greatest offset at which one vector alone is moved as cheaply as without an offset.
    alone: i64,
}

impl Access {
    /// Of inputs.
    pub(super) fn loads(dtype: DType, target: &Target) -> Self {
        let form = target.model.forms.loads;
        Self { dtype, machine: target.machine(), form, alone: form.single_reach() }
    }

    /// Of the output.
    pub(super) fn stores(dtype: DType, target: &Target) -> Self {
        let form = target.model.forms.stores;
        // Lists are cheaper than any other store, also those of one.
        let alone = if form == MoveForm::Lists { form.reach() } else { form.single_reach() };
        Self { dtype, machine: target.machine(), form, alone }
    }

    /// Whether `next` is the vector behind `piece`, so that both are cheaper together.
    fn are_neighbours(&self, piece: &Piece, next: &Piece) -> bool {
        let is_whole = self.lanes(piece).bytes() == self.machine.vector_bytes;
        is_whole && next.column == piece.column && next.row == piece.row.saturating_add(piece.rows)
    }

    fn lanes(&self, piece: &Piece) -> Lanes {
        Lanes { dtype: self.dtype, count: u8::try_from(piece.rows).unwrap_or(u8::MAX) }
    }
}

/// A pointer into an operand.
#[derive(Debug)]
pub(super) struct Cursor {
    access: Access,
    /// At the start of the stretch.
    start: Int,
    /// Where it was moved to.
    pointer: Int,
    /// From column to column.
    stride: Offset,
    /// Where the pointer is, from the start of the stretch.
    at: Position,
}

/// A place in an operand: so many columns, whose distance is only known at run time, and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Position {
    columns: usize,
    bytes: i64,
}

/// Where a stretch starts, from the start of the one before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) column: usize,
    pub(super) row: i64,
}

/// An input.
#[derive(Debug)]
pub(super) enum Source {
    /// Element by element.
    Elements(Cursor),
    /// One element for each column, and the vector of the column that was read last.
    Repeated(Cursor, Option<(usize, Vector)>),
    /// One element.
    Same(Vector),
}

impl Cursor {
    /// At the start of an operand. `ld` is the register of its stride, if that is left to run time.
    pub(super) fn new(
        builder: &mut Builder,
        access: Access,
        pointer: Int,
        stride: Stride,
        ld: Option<Int>,
    ) -> Result<Self, OutOfMemory> {
        let stride = stride_in_bytes(builder, stride, ld, access.dtype)?;
        Ok(Self { access, start: pointer, pointer, stride, at: Position::default() })
    }

    /// Stores the vectors of a group's pieces.
    pub(super) fn store(
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

    /// Appends the vectors of a group's pieces.
    fn load(
        &mut self,
        builder: &mut Builder,
        group: Group<'_>,
        vectors: &mut Vec<Vector>,
    ) -> Result<(), OutOfMemory> {
        self.visit(builder, group, |builder, Address { base, offset }, lanes| {
            vectors.try_push(builder.load(base, offset, lanes)?)
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
        let runs = |pieces| <[Piece]>::chunk_by(pieces, |piece, next| access.are_neighbours(piece, next));
        let following = runs(group.following).next();
        for (nth, run) in runs(group.pieces).enumerate() {
            let (start, base) = (self.reach(builder, run)?, self.pointer);
            if let Some(next) = runs(group.pieces).nth(nth.saturating_add(1)).or(following) {
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

    /// Loads the first element of a column into all lanes.
    fn load_all(&mut self, builder: &mut Builder, column: usize) -> Result<Vector, OutOfMemory> {
        self.go(builder, self.position(column, 0))?;
        builder.load_all(self.pointer, Offset::Const(0), self.access.dtype)
    }

    /// Moves on to the start of the next stretch.
    pub(super) fn next(&mut self, builder: &mut Builder, to: Start) -> Result<(), OutOfMemory> {
        let to = self.position(to.column, to.row);
        self.go_columns(builder, to.columns)?;
        let bytes = to.bytes.saturating_sub(self.at.bytes);
        if (self.pointer, bytes) != (self.start, 0) {
            builder.push(Inst::AddConst(self.start, self.pointer, bytes))?;
        }
        (self.pointer, self.at) = (self.start, Position::default());
        Ok(())
    }

    /// The offset from the pointer to the first of some neighbours, all of which are reached from
    /// there; the pointer is moved if it has to be.
    fn reach(&mut self, builder: &mut Builder, run: &[Piece]) -> Result<i64, OutOfMemory> {
        let Some(first) = run.first() else { return Ok(0) };
        let wanted = self.position(first.column, signed(first.row));
        let offset = wanted.bytes.saturating_sub(self.at.bytes);
        if wanted.columns == self.at.columns && self.is_in_reach(offset, run) {
            return Ok(offset);
        }
        self.go(builder, wanted)?;
        Ok(0)
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
                is_near && (machine.has_immediate_form)(offset, bytes)
            }
            (_, MoveForm::Lists) => offset == 0,
            (_, MoveForm::Single | MoveForm::Pairs) => {
                offset % vector == 0 && offset >= 0 && last <= form.reach()
            }
        }
    }

    fn position(&self, column: usize, row: i64) -> Position {
        let bytes = row.saturating_mul(bytes(1, self.access.dtype));
        match self.stride {
            Offset::Const(stride) => {
                let columns = stride.saturating_mul(signed(column));
                Position { columns: 0, bytes: columns.saturating_add(bytes) }
            }
            Offset::Register(_) => Position { columns: column, bytes },
        }
    }

    /// Moves the pointer, to another register. Columns are visited in their order.
    fn go(&mut self, builder: &mut Builder, to: Position) -> Result<(), OutOfMemory> {
        self.go_columns(builder, to.columns)?;
        let bytes = to.bytes.saturating_sub(self.at.bytes);
        if bytes != 0 {
            self.pointer = builder.add(self.pointer, Offset::Const(bytes))?;
        }
        self.at = to;
        Ok(())
    }

    /// Moves the pointer to a column whose distance is only known at run time.
    fn go_columns(&mut self, builder: &mut Builder, column: usize) -> Result<(), OutOfMemory> {
        for _ in self.at.columns..column {
            self.pointer = builder.add(self.pointer, self.stride)?;
        }
        self.at.columns = column;
        Ok(())
    }
}

impl Source {
    /// The input that covers the output as `covers` says, from `pointer` on. `ld` is the register of
    /// its stride, if that is left to run time.
    pub(super) fn new(
        builder: &mut Builder,
        access: Access,
        pointer: Int,
        covers: Input,
        ld: Option<Int>,
    ) -> Result<Self, OutOfMemory> {
        let mut cursor = |stride| Cursor::new(builder, access, pointer, stride, ld);
        Ok(match covers {
            Input::Matrix(stride) => Self::Elements(cursor(stride)?),
            Input::Column => Self::Elements(cursor(Stride::Fixed(0))?),
            Input::Row(stride) => Self::Repeated(cursor(stride)?, None),
            Input::Scalar => Self::Same(builder.load_all(pointer, Offset::Const(0), access.dtype)?),
        })
    }

    /// Appends the vectors of a group's pieces.
    pub(super) fn load(
        &mut self,
        builder: &mut Builder,
        group: Group<'_>,
        vectors: &mut Vec<Vector>,
    ) -> Result<(), OutOfMemory> {
        match self {
            Self::Elements(cursor) => cursor.load(builder, group, vectors),
            Self::Repeated(..) => group.pieces.iter().try_for_each(|piece| {
                let vector = self.begin(builder, piece.column)?;
                vectors.try_extend(vector)
            }),
            Self::Same(vector) => vectors.try_extend(group.pieces.iter().map(|_| *vector)),
        }
    }

    /// The vector of a column all of whose elements are the same, read at most once.
    pub(super) fn begin(
        &mut self,
        builder: &mut Builder,
        column: usize,
    ) -> Result<Option<Vector>, OutOfMemory> {
        let Self::Repeated(cursor, known) = self else { return Ok(None) };
        match *known {
            Some((of, vector)) if of == column => Ok(Some(vector)),
            _ => {
                let vector = cursor.load_all(builder, column)?;
                *known = Some((column, vector));
                Ok(Some(vector))
            }
        }
    }

    /// Moves on to the start of the next stretch.
    pub(super) fn next(&mut self, builder: &mut Builder, to: Start) -> Result<(), OutOfMemory> {
        match self {
            Self::Elements(cursor) => cursor.next(builder, to),
            Self::Repeated(cursor, known) if to.column > 0 => {
                *known = None;
                cursor.next(builder, Start { row: 0, ..to })
            }
            Self::Repeated(..) | Self::Same(_) => Ok(()),
        }
    }
}
