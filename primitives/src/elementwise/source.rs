//! Inputs of elementwise kernels, each of which covers the output in its own way.

use crate::cursor::{Access, Cursor, Group, Start};
use alloc::vec::Vec;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Int, Offset, Vector};
use tensmith_core::kernel::spec::{Input, Stride};

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
            Input::Scalar => Self::Same(builder.load_all(pointer, Offset::Const(0), access.dtype())?),
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

    /// See [`Cursor::mark`].
    pub(super) fn mark(
        &mut self,
        builder: &mut Builder,
        groups: &[Group<'_>],
        most: usize,
    ) -> Result<(), OutOfMemory> {
        match self {
            Self::Elements(cursor) => cursor.mark(builder, groups, most),
            Self::Repeated(..) | Self::Same(_) => Ok(()),
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
