//! A link of a chain: an operation, and the operand that it takes besides the running value.
//!
//! Tests: `tests/tests/kernel_spec.rs`.

use super::operand::{SpecError, Stride, meant};
use crate::DType;
use crate::kernel::op::{BinaryOp, Parameter, UnaryOp};
use core::fmt;

/// One operation of a [`Chain`](super::Chain).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Link {
    /// On the running value alone.
    Unary(UnaryOp),
    /// On the running value and an element of an operand.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The other input.
        operand: Operand,
        /// Which input the running value is.
        running: Side,
    },
}

impl Link {
    /// Checks that its operation is one on elements of a type.
    pub(super) fn validate(&self, dtype: DType) -> Result<(), SpecError> {
        match self {
            Self::Unary(op) => meant(op, dtype),
            Self::Binary { op, .. } => meant(op, dtype),
        }
    }

    /// Whether the name of its operation is that of no other.
    pub(super) fn is_named(&self) -> bool {
        match self {
            Self::Unary(op) => op.is_named(),
            Self::Binary { op, .. } => op.is_named(),
        }
    }
}

/// One of two inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first one.
    First,
    /// The second one.
    Second,
}

/// How the operand of a link covers the m×n elements of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// An element for each: m×n in the storage order of the result, with a leading dimension.
    Matrix(Stride),
    /// An element for each row: a contiguous column of m, the same for all columns.
    Column,
    /// An element for each column: a contiguous row of n, the same for all rows.
    Row,
    /// One element for all.
    Scalar,
}

impl Operand {
    /// The same operand of the transposed result.
    #[must_use]
    pub const fn transposed(self) -> Self {
        match self {
            Self::Column => Self::Row,
            Self::Row => Self::Column,
            Self::Matrix(_) | Self::Scalar => self,
        }
    }

    /// The leading dimension, if it has one.
    #[must_use]
    pub const fn ld(self) -> Option<Stride> {
        match self {
            Self::Matrix(ld) => Some(ld),
            Self::Column | Self::Row | Self::Scalar => None,
        }
    }

    /// As [`Operand::ld`], to replace it.
    #[must_use]
    pub const fn ld_mut(&mut self) -> Option<&mut Stride> {
        match self {
            Self::Matrix(ld) => Some(ld),
            Self::Column | Self::Row | Self::Scalar => None,
        }
    }

    /// Its contiguous extent and the other, where those of the result are these of a column-major one,
    /// or of a row-major one, transposed.
    pub(super) fn extents(self, (m, n): (usize, usize), result: (usize, usize)) -> (usize, usize) {
        match self {
            Self::Matrix(_) => result,
            Self::Column => (m, 1),
            Self::Row => (n, 1),
            Self::Scalar => (1, 1),
        }
    }
}

impl Link {
    /// An operation whose first input is the running value.
    #[must_use]
    pub const fn with(op: BinaryOp, operand: Operand) -> Self {
        Self::Binary { op, operand, running: Side::First }
    }

    /// The other input, if there is one.
    #[must_use]
    pub const fn operand(&self) -> Option<Operand> {
        match self {
            Self::Unary(_) => None,
            Self::Binary { operand, .. } => Some(*operand),
        }
    }

    /// As [`Link::operand`], to replace it.
    #[must_use]
    pub const fn operand_mut(&mut self) -> Option<&mut Operand> {
        match self {
            Self::Unary(_) => None,
            Self::Binary { operand, .. } => Some(operand),
        }
    }

    /// The parameters of its operation.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        match self {
            Self::Unary(op) => op.parameters(),
            Self::Binary { op, .. } => op.parameters(),
        }
    }

    /// As [`Link::parameters`], to fill in.
    #[must_use]
    pub fn parameters_mut(&mut self) -> &mut [Parameter] {
        match self {
            Self::Unary(op) => op.parameters_mut(),
            Self::Binary { op, .. } => op.parameters_mut(),
        }
    }

    /// See [`Operation::error`](crate::kernel::op::Operation::error).
    #[must_use]
    pub fn error(&self) -> f64 {
        match self {
            Self::Unary(op) => op.operation().error,
            Self::Binary { op, .. } => op.operation().error,
        }
    }

    pub(super) fn transposed(mut self) -> Self {
        if let Some(operand) = self.operand_mut() {
            *operand = operand.transposed();
        }
        self
    }
}

impl Side {
    /// The inputs of an operation, in order.
    #[must_use]
    pub fn inputs<T>(self, running: T, other: T) -> [T; 2] {
        match self {
            Self::First => [running, other],
            Self::Second => [other, running],
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Matrix(ld) => write!(f, "matrix/{ld}"),
            Self::Column => f.write_str("column"),
            Self::Row => f.write_str("row"),
            Self::Scalar => f.write_str("scalar"),
        }
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unary(op) => op.fmt(f),
            Self::Binary { op, operand, running } => {
                write!(f, "{}(", op.operation().name)?;
                match running {
                    Side::First => operand.fmt(f)?,
                    Side::Second => write!(f, "{operand},x")?,
                }
                op.parameters().iter().try_for_each(|parameter| write!(f, ",{parameter}"))?;
                f.write_str(")")
            }
        }
    }
}
