//! The numbers that vectors compute with, and the types of elements that are read and written as such.
//!
//! Elements in memory have a [`DType`], which may be narrower than a lane: a load widens them, and a store
//! narrows them.
//!
//! Tests: `tests/tests/kernel_table.rs`, `tests/tests/kernel_language_narrow.rs`,
//! `tests/tests/primitives_integers.rs`.

use super::float_type::FloatType;
use super::int_type::IntType;
use super::narrow_type::Narrow;
use super::register::Vector;
use super::table::Inst;
use super::tile::{Predicate, Registers, Source, TileUpdate, UpdateTypes};
use super::vector_op::{DotTypes, UnaryVectorOp, UpdateKind, VectorOp};
use crate::DType;
use core::fmt;

/// The numbers that lanes hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Numbers of floating point.
    Float(FloatType),
    /// Integers of 32 bits with a sign, modulo 2³².
    Integer,
}

/// Evaluates an expression with a name for the type in Rust that a [`DType`], or an [`Arithmetic`], is
/// computed with.
///
/// ```
/// use tensmith_core::{DType, with_arithmetic};
///
/// let bytes = |dtype: DType| with_arithmetic!(dtype, T => size_of::<T>());
/// assert_eq!(DType::ALL.map(bytes), DType::ALL.map(|dtype| dtype.arithmetic().bytes()));
/// ```
#[macro_export]
macro_rules! with_arithmetic {
    ($of:expr, $number:ident => $body:expr) => {
        match $crate::kernel::func::Arithmetic::from($of) {
            $crate::kernel::func::Arithmetic::Float($crate::kernel::func::FloatType::F32) => {
                type $number = f32;
                $body
            }
            $crate::kernel::func::Arithmetic::Float($crate::kernel::func::FloatType::F64) => {
                type $number = f64;
                $body
            }
            $crate::kernel::func::Arithmetic::Integer => {
                type $number = i32;
                $body
            }
        }
    };
}

impl Arithmetic {
    /// IEEE 754 binary32.
    pub const F32: Self = Self::Float(FloatType::F32);
    /// IEEE 754 binary64.
    pub const F64: Self = Self::Float(FloatType::F64);

    /// All of them.
    pub const ALL: [Self; 3] = [Self::F32, Self::F64, Self::Integer];

    /// The type of floating point whose size its lanes have: what instructions say that move lanes, whatever
    /// these hold.
    #[inline]
    #[must_use]
    pub const fn lanes(self) -> FloatType {
        match self {
            Self::Float(of) => of,
            Self::Integer => FloatType::F32,
        }
    }

    /// Its size in a register.
    #[inline]
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.lanes().bytes()
    }

    /// The type of elements that are moved as they are.
    #[inline]
    #[must_use]
    pub const fn elements(self) -> DType {
        match self {
            Self::Float(of) => of.elements(),
            Self::Integer => DType::I32,
        }
    }

    /// The types of elements that are computed with in this one.
    #[must_use]
    pub const fn stored(self) -> &'static [DType] {
        match self {
            Self::F32 => &[DType::F32, DType::F16, DType::BF16],
            Self::F64 => &[DType::F64],
            Self::Integer => &[DType::I32, DType::I16, DType::I8, DType::U8],
        }
    }

    /// Whether its numbers are integers.
    #[inline]
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::Integer)
    }

    /// The instruction of an element-wise operation on two vectors of its numbers.
    #[inline]
    #[must_use]
    pub const fn binary(self, op: VectorOp, d: Vector, a: Vector, b: Vector) -> Inst {
        let op = match (self, op) {
            (Self::Integer, VectorOp::Add) => VectorOp::AddInteger,
            (Self::Integer, VectorOp::AddPairs) => VectorOp::AddPairsInteger,
            (Self::Integer, VectorOp::Sub) => VectorOp::SubInteger,
            (Self::Integer, VectorOp::Mul) => VectorOp::MulInteger,
            (Self::Integer, VectorOp::Max) => VectorOp::MaxInteger,
            (Self::Integer, VectorOp::Min) => VectorOp::MinInteger,
            (_, op) => op,
        };
        Inst::Binary(op, d, a, b, self.lanes())
    }

    /// The instruction of an element-wise operation on a vector of its numbers.
    #[inline]
    #[must_use]
    pub const fn unary(self, op: UnaryVectorOp, d: Vector, a: Vector) -> Inst {
        let op = match (self, op) {
            (Self::Integer, UnaryVectorOp::Negate) => UnaryVectorOp::NegateInteger,
            (Self::Integer, UnaryVectorOp::Absolute) => UnaryVectorOp::AbsoluteInteger,
            (_, op) => op,
        };
        Inst::Unary(op, d, a, self.lanes())
    }

    /// How products are added to a tile of sums.
    #[inline(always)]
    #[must_use]
    pub const fn update(self) -> (UpdateKind, UpdateTypes) {
        match self {
            Self::Float(of) => (UpdateKind::MultiplyAdd, UpdateTypes::all(of)),
            Self::Integer => (UpdateKind::Dot, UpdateTypes::Dots(DotTypes::I32)),
        }
    }

    /// The instruction that adds products to sums.
    #[inline]
    #[must_use]
    pub const fn multiply_add(self, sum: Vector, a: Vector, b: Vector) -> Inst {
        match self {
            Self::Float(of) => Inst::MultiplyAdd(sum, a, b, of),
            Self::Integer => self.update_of_one(sum, a, Registers::Vectors(b)),
        }
    }

    /// The instruction that adds the products of a vector and one lane of another to sums.
    #[inline]
    #[must_use]
    pub const fn multiply_add_lane(self, sum: Vector, a: Vector, b: Vector, lane: u8) -> Inst {
        match self {
            Self::Float(of) => Inst::MultiplyAddLane(sum, a, b, lane, of),
            Self::Integer => self.update_of_one(sum, a, Registers::Lanes(b, lane)),
        }
    }

    /// The update of a tile that has one accumulator.
    const fn update_of_one(self, sum: Vector, column: Vector, row: Registers) -> Inst {
        let (kind, types) = self.update();
        Inst::TileUpdate(TileUpdate {
            kind,
            types,
            height: 1,
            width: 1,
            sum,
            step: 1,
            predicate: Predicate::All,
            column: Source::Registers(Registers::Vectors(column)),
            row: Source::Registers(row),
        })
    }
}

impl DType {
    /// The numbers that elements are computed with.
    #[inline]
    #[must_use]
    pub const fn arithmetic(self) -> Arithmetic {
        match self {
            Self::F32 | Self::F16 | Self::BF16 => Arithmetic::F32,
            Self::F64 => Arithmetic::F64,
            Self::I8 | Self::U8 | Self::I16 | Self::I32 => Arithmetic::Integer,
        }
    }

    /// Whether elements are computed with as another type: a load widens them, and a store narrows them.
    #[inline]
    #[must_use]
    pub const fn is_converted(self) -> bool {
        self.narrow().is_some()
    }

    /// Itself, if elements are computed with as another type.
    #[inline]
    #[must_use]
    pub const fn narrow(self) -> Option<Narrow> {
        match self {
            Self::F32 | Self::F64 | Self::I32 => None,
            Self::F16 => Some(Narrow::F16),
            Self::BF16 => Some(Narrow::BF16),
            Self::I8 => Some(Narrow::I8),
            Self::U8 => Some(Narrow::U8),
            Self::I16 => Some(Narrow::I16),
        }
    }

    /// Whether elements are integers.
    #[inline]
    #[must_use]
    pub const fn is_integer(self) -> bool {
        self.arithmetic().is_integer()
    }

    /// Itself, if elements are integers.
    #[inline]
    #[must_use]
    pub const fn integer(self) -> Option<IntType> {
        match self {
            Self::F32 | Self::F64 | Self::F16 | Self::BF16 => None,
            Self::I8 => Some(IntType::I8),
            Self::U8 => Some(IntType::U8),
            Self::I16 => Some(IntType::I16),
            Self::I32 => Some(IntType::I32),
        }
    }
}

impl From<DType> for Arithmetic {
    #[inline]
    fn from(dtype: DType) -> Self {
        dtype.arithmetic()
    }
}

impl From<FloatType> for Arithmetic {
    #[inline]
    fn from(of: FloatType) -> Self {
        Self::Float(of)
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.elements().fmt(f)
    }
}
