//! Inputs of elementwise kernels, each of which covers the output in its own way.

use super::shape::Part;
use crate::cursor::{Access, Cursor, Group, Start};
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Int, Lanes, Offset, Vector};
use tensmith_core::kernel::spec::{Input, Stride};
use tensmith_core::{DType, OutOfMemory};

/// Whether vectors of an input are used for more than one piece.
pub(super) const fn is_shared(input: &Part) -> bool {
    matches!(input.covers, Input::Row(_) | Input::Scalar)
}

/// An input.
#[derive(Debug)]
pub(super) enum Source {
    /// Element by element.
    Elements(Cursor),
    /// One element for each column.
    Repeated(Repeated),
    /// One element.
    Same(Vector),
    /// One element, which is loaded for each piece.
    Again(Int, Shared),
}

/// An input that is the same in all rows of a column.
#[derive(Debug)]
pub(super) struct Repeated {
    cursor: Cursor,
    element: Shared,
    /// The vector of the column that was read last.
    known: Option<(usize, Vector)>,
}

/// An element that vectors share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    pub(super) dtype: DType,
    /// Whether no lane but the first is read: many a core takes two operations to fill them.
    pub(super) in_first_lane: bool,
    /// Whether it is loaded for each piece, as there is no register to keep it in.
    pub(super) again: bool,
}

impl Shared {
    fn load(self, builder: &mut Builder, pointer: Int) -> Result<Vector, OutOfMemory> {
        if self.in_first_lane {
            builder.load(pointer, Offset::Const(0), Lanes { dtype: self.dtype, count: 1 })
        } else {
            builder.load_all(pointer, Offset::Const(0), self.dtype)
        }
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
        element: Shared,
    ) -> Result<Self, OutOfMemory> {
        let mut cursor = |stride| Cursor::new(builder, access, pointer, stride, ld);
        Ok(match covers {
            Input::Matrix(stride) => Self::Elements(cursor(stride)?),
            Input::Column => Self::Elements(cursor(Stride::fixed(0))?),
            Input::Row(stride) => Self::Repeated(Repeated { cursor: cursor(stride)?, element, known: None }),
            Input::Scalar if element.again => Self::Again(pointer, element),
            Input::Scalar => Self::Same(element.load(builder, pointer)?),
        })
    }

    /// Loads the vectors of a group's pieces, and does something with each.
    pub(super) fn load(
        &mut self,
        builder: &mut Builder,
        group: Group<'_>,
        mut with: impl FnMut(&mut Builder, Vector) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        match self {
            Self::Elements(cursor) => cursor.load(builder, group, with),
            Self::Repeated(..) => group.pieces.iter().try_for_each(|piece| {
                let vector = self.begin(builder, piece.column)?;
                vector.into_iter().try_for_each(|vector| with(builder, vector))
            }),
            Self::Same(vector) => group.pieces.iter().try_for_each(|_| with(builder, *vector)),
            Self::Again(pointer, element) => group.pieces.iter().try_for_each(|_| {
                let vector = element.load(builder, *pointer)?;
                with(builder, vector)
            }),
        }
    }

    /// The vector of a column all of whose elements are the same, read at most once.
    pub(super) fn begin(
        &mut self,
        builder: &mut Builder,
        column: usize,
    ) -> Result<Option<Vector>, OutOfMemory> {
        let Self::Repeated(Repeated { cursor, element, known }) = self else { return Ok(None) };
        match *known {
            Some((of, vector)) if of == column && !element.again => Ok(Some(vector)),
            _ => {
                let pointer = cursor.column(builder, column)?;
                let vector = element.load(builder, pointer)?;
                *known = Some((column, vector));
                Ok(Some(vector))
            }
        }
    }

    /// See [`Cursor::mark`].
    pub(super) fn mark(&mut self, builder: &mut Builder, groups: &[Group<'_>]) -> Result<(), OutOfMemory> {
        match self {
            Self::Elements(cursor) => cursor.mark(builder, groups),
            Self::Repeated(..) | Self::Same(_) | Self::Again(..) => Ok(()),
        }
    }

    /// Moves on to the start of the next block.
    pub(super) fn next(&mut self, builder: &mut Builder, to: Start) -> Result<(), OutOfMemory> {
        match self {
            Self::Elements(cursor) => cursor.next(builder, to),
            Self::Repeated(repeated) if to.column > 0 => {
                repeated.known = None;
                repeated.cursor.next(builder, Start { row: 0, ..to })
            }
            Self::Repeated(..) | Self::Same(_) | Self::Again(..) => Ok(()),
        }
    }
}
