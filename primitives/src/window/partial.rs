//! The result of a window, while its taps are added.
//!
//! Tests: `tests/tests/primitives_window.rs`.

use crate::reduce::fold::Terms;
use tensmith_core::OutOfMemory;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::Vector;

/// What there is of the result of a window.
#[derive(Clone, Copy)]
pub(super) enum Partial {
    Nothing,
    /// An element, which other windows have in them, too.
    Shared(Vector),
    /// An accumulator.
    Own(Vector),
}

impl Partial {
    /// Adds a tap, and its weight where there are weights.
    pub(super) fn add(
        &mut self,
        builder: &mut Builder,
        terms: &Terms,
        (x, weight): (Vector, Vector),
    ) -> Result<(), OutOfMemory> {
        *self = match *self {
            Self::Nothing => match terms.first(builder, x, weight)? {
                first if first == x => Self::Shared(x),
                first => Self::Own(first),
            },
            Self::Shared(first) => Self::Own(builder.binary(terms.merge, first, x, terms.dtype)?),
            Self::Own(sum) => {
                terms.more(builder, sum, x, weight)?;
                Self::Own(sum)
            }
        };
        Ok(())
    }

    /// Adds a result of other taps.
    pub(super) fn join(
        &mut self,
        builder: &mut Builder,
        terms: &Terms,
        other: Vector,
    ) -> Result<(), OutOfMemory> {
        *self = match *self {
            Self::Nothing => Self::Shared(other),
            Self::Shared(one) => Self::Own(builder.binary(terms.merge, one, other, terms.dtype)?),
            Self::Own(sum) => {
                builder.push(terms.dtype.arithmetic().binary(terms.merge, sum, sum, other))?;
                Self::Own(sum)
            }
        };
        Ok(())
    }

    pub(super) fn vector(self) -> Option<Vector> {
        match self {
            Self::Nothing => None,
            Self::Shared(vector) | Self::Own(vector) => Some(vector),
        }
    }
}
