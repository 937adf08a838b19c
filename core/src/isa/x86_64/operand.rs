//! The types of operands. A value of one exists only if its instructions encode it, but for the limits that
//! encoding checks: registers that are not yet placed, and numbers.

use super::condition::Cond;
use super::kind::{File, Fixed, Kind, Range};
use super::memory::Memory;
use super::name;
use super::register::{Any, Gpr, High, Low, Mask, Simd, Stack};
use super::value::Value;
use crate::code::Label;
use crate::isa::{Class, RegIndex};

/// Makes types of operands, each with its kind and what it is made of.
macro_rules! operands {
    ($($(#[$doc:meta])* $name:ident = $kind:expr, from $($source:ident)+;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(Value);

        impl $name {
            /// The kind of the type, for rows.
            pub const KIND: Kind = $kind;
        }

        impl From<$name> for Value {
            #[inline(always)]
            fn from(operand: $name) -> Self {
                operand.0
            }
        }

        $(made!($source $name);)+
    )*};
}

/// Makes an operand of something.
macro_rules! made {
    (gpr $name:ident) => {
        made!(@ $name, Gpr, register, Value::Register(Any::<Gpr>::placed(register).index()));
        made!(@ $name, Any<Gpr>, register, Value::Register(register.index()));
    };
    (low $name:ident) => {
        made!(@ $name, Low, register, Value::Register(RegIndex::physical(Class::Vec, register.number())));
        made!(@ $name, Any<Simd>, register, Value::Register(register.index()));
    };
    (high $name:ident) => {
        made!(@ $name, High, register, Value::Register(RegIndex::physical(Class::Vec, register.number() | 16)));
    };
    (mask $name:ident) => { made!(@ $name, Mask, register, Value::Mask(register.number())); };
    (stack $name:ident) => { made!(@ $name, Stack, register, Value::Stack(register.number())); };
    (memory $name:ident) => { made!(@ $name, Memory, memory, Value::Memory(memory)); };
    (label $name:ident) => { made!(@ $name, Label, label, Value::Label(label)); };
    (i8 $name:ident) => { made!(@ $name, i8, number, Value::Number(number.into())); };
    (u8 $name:ident) => { made!(@ $name, u8, number, Value::Number(number.into())); };
    (u16 $name:ident) => { made!(@ $name, u16, number, Value::Number(number.into())); };
    (u32 $name:ident) => { made!(@ $name, u32, number, Value::Number(number.into())); };
    (i32 $name:ident) => { made!(@ $name, i32, number, Value::Number(number.into())); };
    (i64 $name:ident) => { made!(@ $name, i64, number, Value::Number(number)); };
    (cond $name:ident) => { made!(@ $name, Cond, cond, Value::Number(cond.code().into())); };
    (nothing $name:ident) => {
        impl Default for $name {
            fn default() -> Self {
                match Self::KIND {
                    Kind::Fixed(fixed) => Self(fixed.value()),
                    _ => Self(Value::Absent),
                }
            }
        }
    };
    (@ $name:ident, $type:ty, $from:ident, $value:expr) => {
        impl From<$type> for $name {
            #[inline(always)]
            fn from($from: $type) -> Self {
                Self($value)
            }
        }
    };
}

operands! {
    /// The low byte of a general-purpose register.
    R8 = Kind::Register(File::Byte), from gpr;
    /// The second byte of one of the first four: `ah`, `ch`, `dh`, `bh`.
    H8 = Kind::Register(File::High), from gpr;
    /// The low half.
    R16 = Kind::Register(File::Half), from gpr;
    /// The low word.
    R32 = Kind::Register(File::Word), from gpr;
    /// A general-purpose register.
    R64 = Kind::Register(File::Long), from gpr;
    /// A byte in a register or in memory.
    Rm8 = Kind::Either(File::Byte, 1, None), from gpr memory;
    /// Two bytes in a register or in memory.
    Rm16 = Kind::Either(File::Half, 2, None), from gpr memory;
    /// Four bytes in a register or in memory.
    Rm32 = Kind::Either(File::Word, 4, None), from gpr memory;
    /// Eight bytes in a register or in memory.
    Rm64 = Kind::Either(File::Long, 8, None), from gpr memory;
    /// A byte in memory, or the low one of a word.
    R32M8 = Kind::Either(File::Word, 1, None), from gpr memory;
    /// Two bytes in memory, or the low ones of a word.
    R32M16 = Kind::Either(File::Word, 2, None), from gpr memory;
    /// An address.
    M = Kind::Memory(0), from memory;
    /// A byte in memory.
    M8 = Kind::Memory(1), from memory;
    /// Two bytes in memory.
    M16 = Kind::Memory(2), from memory;
    /// Four bytes in memory.
    M32 = Kind::Memory(4), from memory;
    /// Eight bytes in memory.
    M64 = Kind::Memory(8), from memory;
    /// Ten bytes in memory.
    M80 = Kind::Memory(10), from memory;
    /// Two bytes in the segment of code.
    CodeM16 = Kind::Padding(2), from memory;
    /// A register of the floating-point unit.
    St = Kind::Register(File::Stack), from stack;
    /// 16 bytes in memory.
    M128 = Kind::Memory(16), from memory;
    /// 32 bytes in memory.
    M256 = Kind::Memory(32), from memory;
    /// 64 bytes in memory.
    M512 = Kind::Memory(64), from memory;
    /// 16 bytes of a vector register that VEX names.
    X = Kind::Register(File::Xmm), from low;
    /// 32 bytes of one.
    Y = Kind::Register(File::Ymm), from low;
    /// 16 bytes of a vector register.
    Xmm = Kind::Register(File::Xmm), from low high;
    /// 32 bytes of one.
    Ymm = Kind::Register(File::Ymm), from low high;
    /// A vector register.
    Zmm = Kind::Register(File::Zmm), from low high;
    /// Bytes in a register that VEX names, or two in memory.
    XM16 = Kind::Either(File::Xmm, 2, None), from low memory;
    /// Bytes in a register that VEX names, or four in memory.
    XM32 = Kind::Either(File::Xmm, 4, None), from low memory;
    /// Bytes in a register that VEX names, or eight in memory.
    XM64 = Kind::Either(File::Xmm, 8, None), from low memory;
    /// Bytes in a register that VEX names, or 16 in memory.
    XM128 = Kind::Either(File::Xmm, 16, None), from low memory;
    /// 32 bytes in a register that VEX names, or in memory.
    YM256 = Kind::Either(File::Ymm, 32, None), from low memory;
    /// A byte in memory, or in a register that VEX names.
    XM8 = Kind::Either(File::Xmm, 1, None), from low memory;
    /// A byte in memory, or in a register.
    XmmM8 = Kind::Either(File::Xmm, 1, None), from low high memory;
    /// Two bytes in memory, or in a register.
    XmmM16 = Kind::Either(File::Xmm, 2, None), from low high memory;
    /// Four bytes in memory, or in a register.
    XmmM32 = Kind::Either(File::Xmm, 4, None), from low high memory;
    /// Eight bytes in memory, or in a register.
    XmmM64 = Kind::Either(File::Xmm, 8, None), from low high memory;
    /// 16 bytes in memory or in a register.
    XmmM128 = Kind::Either(File::Xmm, 16, None), from low high memory;
    /// 32 bytes in memory or in a register.
    YmmM256 = Kind::Either(File::Ymm, 32, None), from low high memory;
    /// 64 bytes in memory or in a register.
    ZmmM512 = Kind::Either(File::Zmm, 64, None), from low high memory;
    /// Eight bytes in memory or in a register, or four for all lanes.
    XmmM64B32 = Kind::Either(File::Xmm, 8, Some(4)), from low high memory;
    /// Eight bytes in memory or in a register, or two for all lanes.
    XmmM64B16 = Kind::Either(File::Xmm, 8, Some(2)), from low high memory;
    /// Four bytes in memory or in a register, or two for all lanes.
    XmmM32B16 = Kind::Either(File::Xmm, 4, Some(2)), from low high memory;
    /// 16 bytes in memory or in a register, or two for all lanes.
    XmmM128B16 = Kind::Either(File::Xmm, 16, Some(2)), from low high memory;
    /// 32 bytes in memory or in a register, or two for all lanes.
    YmmM256B16 = Kind::Either(File::Ymm, 32, Some(2)), from low high memory;
    /// 64 bytes in memory or in a register, or two for all lanes.
    ZmmM512B16 = Kind::Either(File::Zmm, 64, Some(2)), from low high memory;
    /// 16 bytes in memory or in a register, or four for all lanes.
    XmmM128B32 = Kind::Either(File::Xmm, 16, Some(4)), from low high memory;
    /// 32 bytes in memory or in a register, or four for all lanes.
    YmmM256B32 = Kind::Either(File::Ymm, 32, Some(4)), from low high memory;
    /// 64 bytes in memory or in a register, or four for all lanes.
    ZmmM512B32 = Kind::Either(File::Zmm, 64, Some(4)), from low high memory;
    /// 16 bytes in memory or in a register, or eight for all lanes.
    XmmM128B64 = Kind::Either(File::Xmm, 16, Some(8)), from low high memory;
    /// 32 bytes in memory or in a register, or eight for all lanes.
    YmmM256B64 = Kind::Either(File::Ymm, 32, Some(8)), from low high memory;
    /// 64 bytes in memory or in a register, or eight for all lanes.
    ZmmM512B64 = Kind::Either(File::Zmm, 64, Some(8)), from low high memory;
    /// A mask.
    K = Kind::Register(File::Mask), from mask;
    /// A mask, or a byte in memory.
    KM8 = Kind::Either(File::Mask, 1, None), from mask memory;
    /// A mask, or two bytes in memory.
    KM16 = Kind::Either(File::Mask, 2, None), from mask memory;
    /// A mask, or four bytes in memory.
    KM32 = Kind::Either(File::Mask, 4, None), from mask memory;
    /// A mask, or eight bytes in memory.
    KM64 = Kind::Either(File::Mask, 8, None), from mask memory;
    /// Words at indices in a register that VEX names.
    VX32 = Kind::Vector(File::Xmm, 4), from memory;
    /// Words at indices in one.
    VY32 = Kind::Vector(File::Ymm, 4), from memory;
    /// Double words at indices in one.
    VX64 = Kind::Vector(File::Xmm, 8), from memory;
    /// Double words at indices in one.
    VY64 = Kind::Vector(File::Ymm, 8), from memory;
    /// Words at indices in 16 bytes of a vector register.
    VXmm32 = Kind::Vector(File::Xmm, 4), from memory;
    /// Words at indices in 32 bytes.
    VYmm32 = Kind::Vector(File::Ymm, 4), from memory;
    /// Words at indices in 64 bytes.
    VZmm32 = Kind::Vector(File::Zmm, 4), from memory;
    /// Double words at indices in 16 bytes.
    VXmm64 = Kind::Vector(File::Xmm, 8), from memory;
    /// Double words at indices in 32 bytes.
    VYmm64 = Kind::Vector(File::Ymm, 8), from memory;
    /// Double words at indices in 64 bytes.
    VZmm64 = Kind::Vector(File::Zmm, 8), from memory;
    /// A signed number of eight bits.
    I8 = Kind::Number(Range::signed(8)), from i8;
    /// A number of eight bits.
    U8 = Kind::Number(Range::unsigned(8)), from u8;
    /// A number of 16 bits.
    U16 = Kind::Number(Range::unsigned(16)), from u16;
    /// A number of 32 bits.
    U32 = Kind::Number(Range::unsigned(32)), from u32;
    /// A signed number of 32 bits.
    I32 = Kind::Number(Range::signed(32)), from i32;
    /// A number of 64 bits.
    I64 = Kind::Number(Range::signed(64)), from i64;
    /// A condition.
    Condition = Kind::Named(name::CONDITIONS), from cond;
    /// A predicate of floating-point numbers, of those that AVX has.
    Predicate = Kind::Named(name::PREDICATES), from u8;
    /// A predicate of floating-point numbers, of those that SSE has.
    Ordered = Kind::Named(name::ORDERED), from u8;
    /// A predicate of unsigned integers.
    Unsigned = Kind::Named(name::UNSIGNED), from u8;
    /// A predicate of signed integers.
    Signed = Kind::Named(name::SIGNED), from u8;
    /// The register `cl`.
    Cl = Kind::Fixed(Fixed::Cl), from nothing;
    /// The register `al`.
    Al = Kind::Fixed(Fixed::Accumulator(File::Byte)), from nothing;
    /// The register `ax`.
    Ax = Kind::Fixed(Fixed::Accumulator(File::Half)), from nothing;
    /// The register `eax`.
    Eax = Kind::Fixed(Fixed::Accumulator(File::Word)), from nothing;
    /// The register `rax`.
    Rax = Kind::Fixed(Fixed::Accumulator(File::Long)), from nothing;
    /// The number one.
    One = Kind::Fixed(Fixed::One), from nothing;
    /// The top of the stack of the floating-point unit.
    Top = Kind::Fixed(Fixed::Top), from nothing;
    /// A position within 127 bytes.
    Near = Kind::Target(1), from label;
    /// A position within 2 GiB.
    Far = Kind::Target(4), from label;
}
