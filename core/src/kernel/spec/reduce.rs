//! The columns or the rows of a matrix, each reduced to one element.
//!
//! The order in which a kernel combines the elements of a line is part of its code: the same on every
//! run, and not that of the matrix. So a sum is within `γ(n + 2)·Σ|x|` of the exact one, for lines of
//! `n` elements (see [`reference::Sum::bound`](crate::reference::Sum::bound)), and exact where no order
//! rounds, as with integers of moderate size.

use super::operand::{SpecError, Stride, at_least_one, operand};
use super::{Argument, Arguments, list};
use crate::DType;
use crate::kernel::op::{Parameter, UnaryOp};
use core::fmt;

/// `out(l)` is what a reduction makes of line `l` of a column-major m×n matrix. The output is
/// contiguous, has an element for each line and overlaps no input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReduceSpec {
    /// Type of the elements.
    pub dtype: DType,
    /// The operation on the elements of a line.
    pub reduction: Reduction,
    /// The direction of the lines.
    pub lines: Lines,
    /// Rows.
    pub m: usize,
    /// Columns.
    pub n: usize,
    /// Leading dimension of the input, of a [`Reduction::Dot`] of the first.
    pub ld_in: Stride,
}

/// The lines of a matrix that become one element each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lines {
    /// The n columns, of m elements.
    Columns,
    /// The m rows, of n elements.
    Rows,
}

/// An operation on the elements of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// They are folded into one.
    Fold(Fold, Start),
    /// They are multiplied with those of the same line of a second m×n matrix, and the products are
    /// summed.
    Dot {
        /// Leading dimension of the second matrix.
        ld_in1: Stride,
        /// The start of the sum.
        start: Start,
    },
    /// The place of the greatest one in the line, from 0: an unsigned integer of the element's size. Of
    /// equal ones (zeros of either sign are equal) it is the first, and the first NaN is greater than
    /// all numbers: the meaning of numpy's `argmax`.
    ArgMax,
}

/// A way to fold elements into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// Their sum. A sum that is zero may have either sign, here and in what follows.
    Sum,
    /// The sum of their squares.
    SumOfSquares,
    /// Their product.
    Product,
    /// The greatest one; a NaN if any is one; of zeros, the positive one.
    Max,
    /// The least one; a NaN if any is one; of zeros, the negative one.
    Min,
}

/// The value that a fold starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Nothing: the output is overwritten.
    Nothing,
    /// The output's values: lines can be folded piece by piece. Of squares, the root is not taken.
    Output,
}

impl Fold {
    /// All folds with their names in text.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Sum, "sum"),
        (Self::SumOfSquares, "sum_of_squares"),
        (Self::Product, "product"),
        (Self::Max, "max"),
        (Self::Min, "min"),
    ];

    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }

    /// The fold of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(fold, _)| *fold)
    }

    /// The operation that writes what a fold of nothing is: folded onto that, elements become the same as
    /// without it.
    #[must_use]
    pub const fn neutral(self) -> UnaryOp {
        match self {
            Self::Sum | Self::SumOfSquares => UnaryOp::zero(),
            Self::Product => UnaryOp::fill(Parameter::fixed(1.0)),
            Self::Max => UnaryOp::fill(Parameter::fixed(f64::NEG_INFINITY)),
            Self::Min => UnaryOp::fill(Parameter::fixed(f64::INFINITY)),
        }
    }
}

impl Reduction {
    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fold(fold, _) => fold.name(),
            Self::Dot { .. } => "dot",
            Self::ArgMax => "argmax",
        }
    }

    /// The same with another start, if it has one.
    #[must_use]
    pub const fn starting_with(self, start: Start) -> Self {
        match self {
            Self::Fold(fold, _) => Self::Fold(fold, start),
            Self::Dot { ld_in1, .. } => Self::Dot { ld_in1, start },
            Self::ArgMax => Self::ArgMax,
        }
    }

    /// Returns the value that it starts with.
    #[must_use]
    pub const fn start(self) -> Start {
        match self {
            Self::Fold(_, start) | Self::Dot { start, .. } => start,
            Self::ArgMax => Start::Nothing,
        }
    }
}

impl ReduceSpec {
    /// Number of lines: the elements of the output.
    #[must_use]
    pub const fn count(&self) -> usize {
        match self.lines {
            Lines::Columns => self.n,
            Lines::Rows => self.m,
        }
    }

    /// Elements of a line.
    #[must_use]
    pub const fn length(&self) -> usize {
        match self.lines {
            Lines::Columns => self.m,
            Lines::Rows => self.n,
        }
    }

    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        match self.reduction {
            Reduction::Dot { ld_in1, .. } => list(
                [Argument::In0, Argument::In1, Argument::Out],
                [self.ld_in.argument(Argument::LdIn0), ld_in1.argument(Argument::LdIn1)],
            ),
            _ => list([Argument::In, Argument::Out], [self.ld_in.argument(Argument::LdIn)]),
        }
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        at_least_one("m", self.m)?;
        at_least_one("n", self.n)?;
        let matrix = |names, ld| operand(names, self.dtype, (self.m, self.n), ld, (1, 0));
        match self.reduction {
            Reduction::Fold(..) => matrix(("in", "ld_in"), self.ld_in),
            Reduction::Dot { ld_in1, .. } => {
                matrix(("in0", "ld_in0"), self.ld_in)?;
                matrix(("in1", "ld_in1"), ld_in1)
            }
            Reduction::ArgMax => {
                let field = if self.lines == Lines::Columns { "m" } else { "n" };
                let (value, limit) = (self.length(), MAX_PLACES);
                if value > limit {
                    return Err(SpecError::TooLong { field, value, limit });
                }
                matrix(("in", "ld_in"), self.ld_in)
            }
        }
    }
}

/// The most elements of a line whose places are told apart: kernels compare places as the positive
/// numbers of single precision that have these bits, and some of the greatest stand for none.
const MAX_PLACES: usize = (f32::MAX.to_bits() & !3) as usize;

impl fmt::Display for ReduceSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = if self.lines == Lines::Columns { "columns" } else { "rows" };
        write!(f, "{} {lines} {} {}x{}", self.reduction.name(), self.dtype, self.m, self.n)?;
        match self.reduction {
            Reduction::Dot { ld_in1, .. } => write!(f, " in0={} in1={ld_in1}", self.ld_in)?,
            _ => write!(f, " in={}", self.ld_in)?,
        }
        if self.reduction.start() == Start::Output { f.write_str(" start=out") } else { Ok(()) }
    }
}
