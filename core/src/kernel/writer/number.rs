//! Types of Rust that are types of functions.

use super::super::float::{Double, Single};
use super::super::float_type::FloatType;
use super::super::int_type::IntType;
use super::super::register::Vector;
use super::super::signature::Type;
use super::super::table::Inst;

/// A type of numbers: integers of 8 to 64 bits, `f32` and `f64`.
pub trait Number: Copy {
    /// The type in functions.
    const TYPE: Type;

    /// Its bits, and zeros above.
    fn bits(self) -> u64;
}

/// A type of integers.
pub trait Integer: Number {
    /// The type in functions.
    const INT: IntType;
}

/// A type of floating point.
pub trait Float: Number {
    /// The type in functions.
    const FLOAT: FloatType;
}

macro_rules! integers {
    ($($type:ident $int:ident;)*) => { $(
        impl Number for $type {
            const TYPE: Type = Type::Int(IntType::$int);

            fn bits(self) -> u64 {
                i128::from(self) as u64 & IntType::$int.mask()
            }
        }

        impl Integer for $type {
            const INT: IntType = IntType::$int;
        }
    )* };
}

integers! { i8 I8; i16 I16; i32 I32; i64 I64; u8 U8; u16 U16; u32 U32; u64 U64; }

macro_rules! floats {
    ($($type:ident $dtype:ident;)*) => { $(
        impl Number for $type {
            const TYPE: Type = Type::Float(FloatType::$dtype);

            fn bits(self) -> u64 {
                self.to_bits().into()
            }
        }

        impl Float for $type {
            const FLOAT: FloatType = FloatType::$dtype;
        }
    )* };
}

floats! { f32 F32; f64 F64; }

/// The instruction that makes every lane a number of floating point.
pub(super) const fn float_const(d: Vector, bits: u64, of: FloatType) -> Inst {
    match of {
        FloatType::F32 => Inst::SingleConst(d, Single(bits as u32)),
        FloatType::F64 => Inst::DoubleConst(d, Double(bits)),
    }
}

/// A type of integers, of which there is one with twice the bits and the same kind of sign.
pub trait Widens: Integer {
    /// The larger type.
    type Wide: Integer;
}

macro_rules! widens {
    ($($narrow:ident $wide:ident;)*) => { $(
        impl Widens for $narrow {
            type Wide = $wide;
        }
    )* };
}

widens! { i8 i16; i16 i32; i32 i64; u8 u16; u16 u32; u32 u64; }
