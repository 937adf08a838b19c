//! Operand types: a value that exists can be encoded.
//!
//! Each type wraps the *field value*, the very bits that go into the
//! instruction, so that encoding is a scatter of bits and decoding a gather.
//! The types' constructors are checked; `SP` and `ZR` are different types;
//! names such as arrangements are enums that lack the reserved encodings.

use super::kind::{Coded, Kind, Number, Prefix, Registers, Sequence, Style};
use super::number;
use super::register::{Gpr, Simd};
use super::table::names;
use crate::code::Label;
use crate::isa::{Class, Virtual};

/// Bit 31 of an operand marks what has yet to be resolved: a virtual register or a label.
pub(crate) const UNRESOLVED: u32 = 1 << 31;

/// An operand type of the table.
pub trait Operand: Copy {
    /// What rows know of the type.
    const KIND: Kind;

    /// The field value, or a virtual register or label marked as unresolved.
    fn raw(self) -> u32;
}

/// An operand value that has no encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OperandError {
    /// A number is outside of its range, or no multiple of its unit.
    #[error("immediate is {value}: must be a multiple of {unit} from {min} to {max}")]
    Immediate {
        /// What was asked for.
        value: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
        /// The unit.
        unit: i64,
    },
    /// A number is not among those that its code can express.
    #[error("immediate is {value:#x}: must be {rule}")]
    Code {
        /// What was asked for.
        value: i64,
        /// What can be expressed.
        rule: &'static str,
    },
    /// A register number is outside of its range.
    #[error("register number is {value}: must be one of {first}, {first} + {step}, … up to {max}")]
    Register {
        /// What was asked for.
        value: u32,
        /// The least number.
        first: u32,
        /// Distance between numbers.
        step: u32,
        /// The greatest number.
        max: u32,
    },
}

const fn file(class: Class, prefix: Prefix) -> Registers {
    Registers { class: Some(class), prefix, bits: 5, first: 0, step: 1, thirty_one: &[] }
}

const fn named(registers: Registers, thirty_one: &'static [&'static str]) -> Registers {
    Registers { thirty_one, ..registers }
}

const fn range(registers: Registers, bits: u32, first: u32, step: u32) -> Registers {
    Registers { bits, first, step, ..registers }
}

use Prefix::{By, Fixed};
const INT: Class = Class::Int;
const VEC: Class = Class::Vec;
/// General-purpose registers whose width an operand `s` selects.
const BY_WIDTH: Registers = file(INT, By(b's', &["w", "x"]));
/// The width of an index register follows from its extension.
const BY_EXTENSION: Registers =
    file(INT, By(b'e', &["", "", "", "", "w", "w", "x", "x", "", "", "", "", "w", "w", "x", "x"]));
const BY_ELEMENT: Registers = file(INT, By(b'z', &["w", "w", "w", "x"]));
const V_FILE: Registers = file(VEC, Fixed("v"));
const Z_FILE: Registers = file(VEC, Fixed("z"));

macro_rules! registers {
    ($($(#[$doc:meta])* $name:ident: $registers:expr $(, from $from:ident)? $(, 31 is $thirty_one:ident)?;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(u32);

        impl Operand for $name {
            const KIND: Kind = Kind::Register($registers);
            fn raw(self) -> u32 { self.0 }
        }

        impl $name {
            /// The register with a number.
            ///
            /// # Errors
            /// [`OperandError::Register`] for a number that this operand cannot name.
            pub fn new(number: u32) -> Result<Self, OperandError> {
                register_field($registers, number).map(Self)
            }

            $(
                /// Register number 31 in this place.
                pub const $thirty_one: Self = Self(31);
            )?
        }

        $(impl From<$from> for $name {
            fn from(register: $from) -> Self { Self(u32::from(register.number())) }
        })?

        impl From<Virtual> for $name {
            fn from(register: Virtual) -> Self { Self(register.0 | UNRESOLVED) }
        }
    )* };
}

fn register_field(registers: Registers, number: u32) -> Result<u32, OperandError> {
    let max = registers.number((1 << registers.bits) - 1);
    registers.field(number).ok_or(OperandError::Register {
        value: number,
        first: registers.first,
        step: registers.step,
        max,
    })
}

registers! {
    /// A 64-bit general-purpose register or the zero register.
    X: named(file(INT, Fixed("x")), &["xzr"]), from Gpr, 31 is ZR;
    /// A 64-bit general-purpose register or the stack pointer.
    XSp: named(file(INT, Fixed("x")), &["sp"]), from Gpr, 31 is SP;
    /// A 32-bit general-purpose register or the zero register.
    W: named(file(INT, Fixed("w")), &["wzr"]), from Gpr, 31 is ZR;
    /// A 32-bit general-purpose register or the stack pointer.
    WSp: named(file(INT, Fixed("w")), &["wsp"]), from Gpr, 31 is SP;
    /// A general-purpose register of the instruction's width, or the zero register.
    R: named(BY_WIDTH, &["wzr", "xzr"]), from Gpr, 31 is ZR;
    /// A general-purpose register of the instruction's width, or the stack pointer.
    RSp: named(BY_WIDTH, &["wsp", "sp"]), from Gpr, 31 is SP;
    /// The index register of an address, or the zero register.
    Index: named(BY_EXTENSION, &["", "", "", "", "wzr", "wzr", "xzr", "xzr", "", "", "", "", "wzr", "wzr", "xzr", "xzr"]), from Gpr, 31 is ZR;
    /// The second operand of an addition with extension, or the zero register.
    Extended: named(file(INT, By(b'e', &["w", "w", "w", "x", "w", "w", "w", "x"])), &["wzr", "wzr", "wzr", "xzr", "wzr", "wzr", "wzr", "xzr"]), from Gpr, 31 is ZR;
    /// `w8` to `w11`, which select a vector of ZA.
    W8: range(file(INT, Fixed("w")), 2, 8, 1);
    /// `w12` to `w15`, which select a slice of a ZA tile.
    W12: range(file(INT, Fixed("w")), 2, 12, 1);
    /// A vector register.
    V: V_FILE, from Simd;
    /// A vector register from `v0` to `v15`.
    VLow: range(V_FILE, 4, 0, 1);
    /// The low byte of a vector register.
    B: file(VEC, Fixed("b")), from Simd;
    /// The low half word of a vector register.
    H: file(VEC, Fixed("h")), from Simd;
    /// The low word of a vector register.
    S: file(VEC, Fixed("s")), from Simd;
    /// The low double word of a vector register.
    D: file(VEC, Fixed("d")), from Simd;
    /// A whole vector register of 128 bits.
    Q: file(VEC, Fixed("q")), from Simd;
    /// A scalar of the instruction's floating-point size, `t`.
    F: file(VEC, By(b't', &["s", "d", "", "h"])), from Simd;
    /// A scalar of the size in three-operand instructions of the vector unit, `t`.
    FSame: file(VEC, By(b't', &["", "", "", "", "", "", "", "s", "h", "", "", "", "", "", "", "d"])), from Simd;
    /// A scalar of the size in two-operand instructions of the vector unit, `t`.
    FMisc: file(VEC, By(b't', &["s", "", "", "", "d", "", "", "h"])), from Simd;
    /// A scalar of the size of a pair of elements that it is made of, `t`.
    FPair: file(VEC, By(b't', &["h", "", "s", "d"])), from Simd;
    /// A scalar of another floating-point size, `o`.
    FOther: file(VEC, By(b'o', &["s", "d", "", "h"])), from Simd;
    /// A scalar of the size of an arrangement's elements, `a`.
    Across: file(VEC, By(b'a', &["b", "h", "", "", "b", "h", "s", ""])), from Simd;
    /// A scalar of twice the size of an arrangement's elements, `a`.
    AcrossWide: file(VEC, By(b'a', &["h", "s", "", "", "h", "s", "d", ""])), from Simd;
    /// A scalar of the instruction's integer size, `z`.
    I: file(VEC, By(b'z', &["b", "h", "s", "d"])), from Simd;
    /// A scalar of twice the instruction's integer size, `z`.
    IWide: file(VEC, By(b'z', &["h", "s", "d", ""])), from Simd;
    /// A scalable vector register.
    Z: Z_FILE, from Simd;
    /// A scalable vector register from `z0` to `z7`.
    Z7: range(Z_FILE, 3, 0, 1);
    /// A scalable vector register from `z0` to `z15`.
    Z15: range(Z_FILE, 4, 0, 1);
    /// A predicate register.
    P: Registers { class: None, ..range(file(VEC, Fixed("p")), 4, 0, 1) };
    /// A predicate register from `p0` to `p7`.
    P7: Registers { class: None, ..range(file(VEC, Fixed("p")), 3, 0, 1) };
    /// A predicate-as-counter register from `pn8` to `pn15`.
    Pn8: Registers { class: None, ..range(file(VEC, Fixed("pn")), 3, 8, 1) };
    /// The destination of a load that extends the sign: X or W, or the zero register.
    Rs: named(file(INT, By(b's', &["x", "w"])), &["xzr", "wzr"]), from Gpr, 31 is ZR;
    /// A scalar of the size `z` of an access to memory.
    M: file(VEC, By(b'z', &["b", "h", "s", "d", "q"])), from Simd;
    /// A predicate-as-counter register.
    Pn: Registers { class: None, ..range(file(VEC, Fixed("pn")), 4, 0, 1) };
    /// A general-purpose register that holds an element of size `z`, or the zero register.
    Rz: named(BY_ELEMENT, &["wzr", "wzr", "wzr", "xzr"]), from Gpr, 31 is ZR;
    /// A general-purpose register that holds an element of size `z`, or the stack pointer.
    RzSp: named(BY_ELEMENT, &["wsp", "wsp", "wsp", "sp"]), from Gpr, 31 is SP;
}

macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident: $registers:expr, $stride:expr, $range:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name<const COUNT: u32>(u32);

        impl<const COUNT: u32> Operand for $name<COUNT> {
            const KIND: Kind =
                Kind::List($registers, Sequence { count: COUNT, stride: $stride, range: $range });
            fn raw(self) -> u32 { self.0 }
        }

        impl<const COUNT: u32> $name<COUNT> {
            /// The list that begins with the register of a number.
            ///
            /// # Errors
            /// [`OperandError::Register`] for a number that no list begins with.
            pub fn new(first: u32) -> Result<Self, OperandError> {
                register_field($registers, first).map(Self)
            }
        }

        impl<const COUNT: u32> From<Virtual> for $name<COUNT> {
            /// Virtual registers with consecutive numbers.
            fn from(first: Virtual) -> Self { Self(first.0 | UNRESOLVED) }
        }
    )* };
}

lists! {
    /// `COUNT` consecutive vector registers, named by the first; `v31` is followed by `v0`.
    List: V_FILE, 1, false;
    /// `COUNT` consecutive scalable vector registers; `z31` is followed by `z0`.
    ZList: Z_FILE, 1, true;
    /// `COUNT` consecutive scalable vector registers, the first a multiple of `COUNT`.
    ZGroup: range(Z_FILE, 5 - COUNT.trailing_zeros(), 0, COUNT), 1, true;
    /// `COUNT` consecutive predicate registers, the first a multiple of `COUNT`.
    PGroup: Registers { class: None, ..range(file(VEC, Fixed("p")), 4 - COUNT.trailing_zeros(), 0, COUNT) }, 1, true;
}

impl<const COUNT: u32> From<Simd> for List<COUNT> {
    fn from(first: Simd) -> Self {
        Self(u32::from(first.number()))
    }
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident<$($parameter:ident: $type:ty),*> = $kind:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name<$(const $parameter: $type),*>(u32);

        impl<$(const $parameter: $type),*> Operand for $name<$($parameter),*> {
            const KIND: Kind = $kind;
            fn raw(self) -> u32 { self.0 }
        }

        impl<$(const $parameter: $type),*> $name<$($parameter),*> {
            /// The operand with the given value.
            ///
            /// # Errors
            /// [`OperandError`] for a value that cannot be encoded.
            #[inline]
            pub fn new(value: i64) -> Result<Self, OperandError> {
                number_to_raw(Self::KIND, value).map(Self)
            }
        }
    )* };
}

/// The field value of a number.
///
/// # Errors
/// [`OperandError`] for a number that an operand of this kind cannot hold.
#[inline]
pub fn number_to_raw(kind: Kind, value: i64) -> Result<u32, OperandError> {
    kind.to_field(value).ok_or_else(|| match kind {
        Kind::Number(number) => {
            let (min, max, unit) = number.range();
            OperandError::Immediate { value, min, max, unit }
        }
        _ => OperandError::Code { value, rule: "a value that the instruction's code can express" },
    })
}

const fn plain(bits: u32, signed: bool, scale: i64, style: Style) -> Kind {
    Kind::Number(Number { bits, signed, scale, first: 0, style })
}

const fn from(bits: u32, first: i64, scale: i64) -> Kind {
    Kind::Number(Number { bits, signed: false, scale, first, style: Style::Decimal })
}

const fn coded(
    bits: u32,
    decode: fn(u32) -> Option<i64>,
    encode: fn(i64) -> Option<u32>,
    style: Style,
) -> Kind {
    Kind::Coded(Coded { bits, decode, encode, style })
}

numbers! {
    /// An unsigned number of `BITS` bits in units of `SCALE`.
    UImm<BITS: u32, SCALE: i64> = plain(BITS, false, SCALE, Style::Decimal);
    /// An unsigned number of `BITS` bits, printed in hexadecimal.
    HexImm<BITS: u32> = plain(BITS, false, 1, Style::Hex);
    /// An unsigned number of `BITS` bits in units of `SCALE`, counted from `FIRST`; a negative
    /// scale counts down.
    Steps<BITS: u32, FIRST: i64, SCALE: i64> = from(BITS, FIRST, SCALE);
    /// A signed number of `BITS` bits in units of `SCALE`.
    SImm<BITS: u32, SCALE: i64> = plain(BITS, true, SCALE, Style::Decimal);
    /// A signed number of `BITS` bits in units of `SCALE`, which counts vectors.
    MulVl<BITS: u32, SCALE: i64> = plain(BITS, true, SCALE, Style::MulVl);
    /// A signed distance in bytes from this instruction, of `BITS` bits in units of `SCALE`.
    Distance<BITS: u32, SCALE: i64> = plain(BITS, true, SCALE, Style::Distance);
    /// The index of an element, of `BITS` bits.
    Lane<BITS: u32> = plain(BITS, false, 1, Style::Bare);
    /// A right shift of an element of `1 << BITS` bits, by 1 up to its size.
    ShiftRight<BITS: u32> = from(BITS, 1 << BITS, -1);
    /// A bit mask of 32 bits: a rotated run of ones, repeated (Arm ARM, `DecodeBitMasks`).
    Mask32<> = coded(12, number::mask32_from_raw, number::mask32_to_raw, Style::Hex);
    /// A bit mask of 64 bits: a rotated run of ones, repeated (Arm ARM, `DecodeBitMasks`).
    Mask64<> = coded(13, number::mask64_from_raw, number::mask64_to_raw, Style::Hex);
    /// A mask of elements of `SIZE` bits, repeated in a scalable vector.
    MaskZ<SIZE: u32> = coded(13, number::element_mask_from_raw::<SIZE>, number::element_mask_to_raw::<SIZE>, Style::Hex);
    /// A mask as [`MaskZ`] that is no [`SImm8Lsl`].
    MoveMask<SIZE: u32> = coded(13, number::move_mask_from_raw::<SIZE>, number::move_mask_to_raw::<SIZE>, Style::Short);
    /// A signed number of 8 bits, or 256 times one.
    SImm8Lsl<> = coded(9, number::signed8_from_raw, number::signed8_to_raw, Style::Decimal);
    /// An unsigned number of 8 bits, or 256 times one.
    UImm8Lsl<> = coded(9, number::unsigned8_from_raw, number::unsigned8_to_raw, Style::Decimal);
    /// Bytes of all ones or zeros, 8 of them (Arm ARM, `AdvSIMDExpandImm`, op 1, cmode 1110).
    ByteMask<> = coded(8, number::bytes_from_raw, number::bytes_to_raw, Style::Padded);
    /// A floating-point number of 8 bits (Arm ARM, `VFPExpandImm`), given by the bits of the FP64.
    Float8<> = coded(8, number::float8_from_raw, number::float8_to_raw, Style::Float);
    /// A number of `BITS` bits that `MOVZ`, or `MOVN` where `INVERT`, makes.
    Wide<BITS: u32, INVERT: bool> = coded(16 + BITS / 32, number::wide_from_raw::<BITS, INVERT>,
        number::wide_to_raw::<BITS, INVERT>, Style::Decimal);
    /// A bit mask of `BITS` bits that neither `MOVZ` nor `MOVN` makes.
    MovedMask<BITS: u32> = coded(11 + BITS / 32, number::moved_mask_from_raw::<BITS>,
        number::moved_mask_to_raw::<BITS>, Style::Decimal);
    /// A left shift of a register of `1 << LOG2` bits, by 1 up to its greatest bit.
    ShiftLeft<LOG2: u32> = coded(2 * LOG2, number::left_from_raw::<LOG2>, number::left_to_raw::<LOG2>, Style::Decimal);
    /// Some bits of a register of `1 << LOG2` bits: the first one and, from bit 8 up, their count.
    BitRange<LOG2: u32> = coded(2 * LOG2, number::range_from_raw::<LOG2>, number::range_to_raw::<LOG2>, Style::BitRange);
}

impl<const LOG2: u32> BitRange<LOG2> {
    /// `count` bits from bit `first` up.
    ///
    /// # Errors
    /// [`OperandError`] for bits that the register lacks, or none.
    pub fn bits(first: u8, count: u8) -> Result<Self, OperandError> {
        Self::new(i64::from(count) << 8 | i64::from(first))
    }
}

impl<const BITS: u32, const SCALE: i64> From<Label> for Distance<BITS, SCALE> {
    fn from(label: Label) -> Self {
        Self(label.index() | UNRESOLVED)
    }
}

/// A shift of the last register operand, without rotation; raw is `kind:amount`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shift(u32);

impl Operand for Shift {
    const KIND: Kind = Kind::Shift { rotate: false };
    fn raw(self) -> u32 {
        self.0
    }
}

impl Shift {
    /// No shift.
    pub const NONE: Self = Self(0);

    /// A left shift by 0 to 63.
    ///
    /// # Errors
    /// [`OperandError::Immediate`] for a larger amount.
    pub fn left(amount: i64) -> Result<Self, OperandError> {
        number_to_raw(UImm::<6, 1>::KIND, amount).map(Self)
    }
}

/// A shift or rotation of the last register operand; raw is `kind:amount`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShiftOrRotate(u32);

impl Operand for ShiftOrRotate {
    const KIND: Kind = Kind::Shift { rotate: true };
    fn raw(self) -> u32 {
        self.0
    }
}

impl From<Shift> for ShiftOrRotate {
    fn from(shift: Shift) -> Self {
        Self(shift.0)
    }
}

macro_rules! one_of {
    ($($(#[$doc:meta])* $type:ident: [$($name:literal)*] $($variant:ident = $value:literal)*;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the names are those of the assembly language")]
        #[repr(u32)]
        pub enum $type { $($variant = $value),* }

        impl Operand for $type {
            const KIND: Kind = Kind::OneOf(&[$($name),*]);
            fn raw(self) -> u32 { self as u32 }
        }
    )* };
}

pub(crate) use one_of;

one_of! {
    /// Width of an integer instruction.
    Width: ["w" "x"] W32 = 0 X64 = 1;
    /// Size of a floating-point scalar: single or double.
    FpSize: ["s" "d"] Single = 0 Double = 1;
    /// Size of a scalar in a three-operand instruction of the vector unit: `sz:1:11`, or `1:0:00` for half.
    FpSizeSame: ["-" "-" "-" "-" "-" "-" "-" "s" "h" "-" "-" "-" "-" "-" "-" "d"] Single = 7 Half = 8 Double = 15;
    /// Size of a scalar in a two-operand instruction of the vector unit: `sz:00`, or `1:11` for half.
    FpSizeMisc: ["s" "-" "-" "-" "d" "-" "-" "h"] Single = 0 Double = 4 Half = 7;
    /// Size of a scalar that is made of a pair of elements: `U:sz`; half where `U` is 0.
    FpSizePair: ["h" "-" "s" "d"] Half = 0 Single = 2 Double = 3;
    /// Size of an integer scalar that is a half word or a word.
    SizeHS: ["-" "h" "s" "-"] H = 1 S = 2;
    /// Size of an integer scalar that is narrowed to.
    SizeBHS: ["b" "h" "s" "-"] B = 0 H = 1 S = 2;
    /// Size of a floating-point scalar: `ftype`, with half.
    FpSizeH: ["s" "d" "-" "h"] Single = 0 Double = 1 Half = 3;
    /// Size of an integer scalar.
    Size: ["b" "h" "s" "d"] B = 0 H = 1 S = 2 D = 3;
    /// Arrangement of floating-point vectors in instructions on three of them: `Q:sz:1:11`, or
    /// `Q:1:0:00` for half precision.
    ArrFp: ["-" "-" "-" "-" "-" "-" "-" "2s" "4h" "-" "-" "-" "-" "-" "-" "-"
        "-" "-" "-" "-" "-" "-" "-" "4s" "8h" "-" "-" "-" "-" "-" "-" "2d"]
        S2 = 7 H4 = 8 S4 = 23 H8 = 24 D2 = 31;
    /// Arrangement of floating-point vectors in instructions on two of them: `Q:sz:00`, or `Q:1:11`
    /// for half precision.
    ArrFpMisc: ["2s" "-" "-" "-" "-" "-" "-" "4h" "4s" "-" "-" "-" "2d" "-" "-" "8h"]
        S2 = 0 H4 = 7 S4 = 8 D2 = 12 H8 = 15;
    /// Arrangement of single- and double-precision vectors, `Q:sz`.
    ArrFpSD: ["2s" "-" "4s" "2d"] S2 = 0 S4 = 2 D2 = 3;
    /// Arrangement of half- and single-precision vectors that are widened, `Q:sz`.
    ArrFpNarrow: ["4h" "2s" "8h" "4s"] H4 = 0 S2 = 1 H8 = 2 S4 = 3;
    /// Arrangement of half- and single-precision vectors that half a register holds, `sz`.
    ArrFpLow: ["4h" "2s"] H4 = 0 S2 = 1;
    /// Arrangement of half- and single-precision vectors that a register holds, `sz`.
    ArrFpHigh: ["8h" "4s"] H8 = 0 S4 = 1;
    /// Arrangement of integer vectors that half a register holds, `size`.
    ArrLow: ["8b" "4h" "2s" "-"] B8 = 0 H4 = 1 S2 = 2;
    /// Arrangement of integer vectors that a register holds, `size`.
    ArrHigh: ["16b" "8h" "4s" "-"] B16 = 0 H8 = 1 S4 = 2;
    /// Arrangement of half-word and word vectors, `Q:size`.
    ArrIntHS: ["-" "4h" "2s" "-" "-" "8h" "4s" "-"] H4 = 1 S2 = 2 H8 = 5 S4 = 6;
    /// Arrangement of byte and half-word vectors, `Q:size`.
    ArrIntBH: ["8b" "4h" "-" "-" "16b" "8h" "-" "-"] B8 = 0 H4 = 1 B16 = 4 H8 = 5;
    /// Arrangement of integer vectors that a reduction takes, `Q:size`.
    ArrAcross: ["8b" "4h" "-" "-" "16b" "8h" "4s" "-"] B8 = 0 H4 = 1 B16 = 4 H8 = 5 S4 = 6;
    /// Arrangement of vectors of half, single or double precision with complex numbers, `Q:size`.
    ArrComplex: ["-" "4h" "2s" "-" "-" "8h" "4s" "2d"] H4 = 1 S2 = 2 H8 = 5 S4 = 6 D2 = 7;
    /// Arrangement of word vectors, `Q`.
    ArrS: ["2s" "4s"] S2 = 0 S4 = 1;
    /// Arrangement of byte vectors, `Q`.
    ArrB: ["8b" "16b"] B8 = 0 B16 = 1;
    /// Arrangement of half-word vectors, `Q`.
    ArrH: ["4h" "8h"] H4 = 0 H8 = 1;
    /// Arrangement of integer vectors, `Q:size`.
    ArrInt: ["8b" "4h" "2s" "-" "16b" "8h" "4s" "2d"]
        B8 = 0 H4 = 1 S2 = 2 B16 = 4 H8 = 5 S4 = 6 D2 = 7;
    /// Arrangement of integer vectors without double words, `Q:size`.
    ArrInt32: ["8b" "4h" "2s" "-" "16b" "8h" "4s" "-"] B8 = 0 H4 = 1 S2 = 2 B16 = 4 H8 = 5 S4 = 6;
    /// Arrangement of vectors in memory, `Q:size`.
    ArrMem: ["8b" "4h" "2s" "1d" "16b" "8h" "4s" "2d"]
        B8 = 0 H4 = 1 S2 = 2 D1 = 3 B16 = 4 H8 = 5 S4 = 6 D2 = 7;
    /// Condition; the last two both mean "always".
    Cond: ["eq" "ne" "hs" "lo" "mi" "pl" "vs" "vc" "hi" "ls" "ge" "lt" "gt" "le" "al" "nv"]
        Eq = 0 Ne = 1 Hs = 2 Lo = 3 Mi = 4 Pl = 5 Vs = 6 Vc = 7 Hi = 8 Ls = 9 Ge = 10 Lt = 11 Gt = 12 Le = 13 Al = 14 Nv = 15;
    /// Domain and access types of a barrier.
    Barrier: ["#0" "oshld" "oshst" "osh" "#4" "nshld" "nshst" "nsh" "#8" "ishld" "ishst" "ish" "#12" "ld" "st" "sy"]
        OshLd = 1 OshSt = 2 Osh = 3 NshLd = 5 NshSt = 6 Nsh = 7 IshLd = 9 IshSt = 10 Ish = 11 Ld = 13 St = 14 Sy = 15;
    /// What may branch to a landing pad.
    BranchTarget: ["r" "c" "j" "jc"] Call = 1 Jump = 2 CallOrJump = 3;
    /// Condition, encoded as its opposite.
    Unless: ["ne" "eq" "lo" "hs" "pl" "mi" "vc" "vs" "ls" "hi" "lt" "ge" "le" "gt" "-" "-"]
        Ne = 0 Eq = 1 Lo = 2 Hs = 3 Pl = 4 Mi = 5 Vc = 6 Vs = 7 Ls = 8 Hi = 9 Lt = 10 Ge = 11 Le = 12 Gt = 13;
    /// `CRn` of the system registers that implementations define: 11 or 15.
    DefinedGroup: ["1" "5"] C11 = 0 C15 = 1;
    /// Whether a barrier waits for memory accesses only, by domain.
    BarrierNxs: ["oshnxs" "nshnxs" "ishnxs" "synxs"] Osh = 0 Nsh = 1 Ish = 2 Sy = 3;
    /// Direction of an addition with immediate or register.
    AddSub: ["add" "sub"] Add = 0 Sub = 1;
    /// Direction of an addition that sets flags.
    AddSubs: ["adds" "subs"] Adds = 0 Subs = 1;
    /// Comparison with a number or its negative.
    Compare: ["cmn" "cmp"] Cmn = 0 Cmp = 1;
    /// Right shift that copies the sign or fills with zeros.
    RightShift: ["asr" "lsr"] Asr = 0 Lsr = 1;
    /// How the second operand of an addition is extended.
    ExtendOp: ["uxtb" "uxth" "uxtw" "uxtx" "sxtb" "sxth" "sxtw" "sxtx"]
        Uxtb = 0 Uxth = 1 Uxtw = 2 Uxtx = 3 Sxtb = 4 Sxth = 5 Sxtw = 6 Sxtx = 7;
    /// A left shift of an extended operand.
    ExtendBy: ["" " #1" " #2" " #3" " #4" "-" "-" "-"] None = 0 By1 = 1 By2 = 2 By3 = 3 By4 = 4;
    /// A left shift of an operand beside the stack pointer.
    LslBy: ["" ", lsl #1" ", lsl #2" ", lsl #3" ", lsl #4" "-" "-" "-"] None = 0 By1 = 1 By2 = 2 By3 = 3 By4 = 4;
    /// Width of a part of a register.
    Narrow: ["b" "h"] Byte = 0 Half = 1;
    /// Width of a part of a 64-bit register.
    Narrow64: ["b" "h" "-" "w"] Byte = 0 Half = 1 Word = 3;
    /// Width of the data of a CRC.
    CrcSize: ["b" "h" "w" "-"] Byte = 0 Half = 1 Word = 2;
    /// Polynomial of a CRC: that of Ethernet, or Castagnoli's.
    CrcPolynomial: ["" "c"] Ieee = 0 Castagnoli = 1;
    /// Width of the destination of a load that extends the sign.
    SignedWidth: ["x" "w"] X64 = 0 W32 = 1;
    /// Size of a scalar in memory.
    MemSize: ["b" "h" "s" "d" "q" "-" "-" "-"] B = 0 H = 1 S = 2 D = 3 Q = 4;
    /// What a prefetch prepares for: access, cache level and policy.
    Prefetch: ["pldl1keep" "pldl1strm" "pldl2keep" "pldl2strm" "pldl3keep" "pldl3strm" "pldslckeep" "pldslcstrm"
        "plil1keep" "plil1strm" "plil2keep" "plil2strm" "plil3keep" "plil3strm" "plislckeep" "plislcstrm"
        "pstl1keep" "pstl1strm" "pstl2keep" "pstl2strm" "pstl3keep" "pstl3strm" "pstslckeep" "pstslcstrm"
        "#24" "#25" "#26" "#27" "#28" "#29" "#30" "#31"]
        LoadL1Keep = 0 LoadL1Stream = 1 LoadL2Keep = 2 LoadL2Stream = 3 LoadL3Keep = 4 LoadL3Stream = 5
        InstL1Keep = 8 StoreL1Keep = 16 StoreL1Stream = 17 StoreL2Keep = 18 StoreL2Stream = 19;
    /// What an atomic operation does with memory and register.
    AtomicOp: ["add" "clr" "eor" "set" "smax" "smin" "umax" "umin"]
        Add = 0 Clr = 1 Eor = 2 Set = 3 Smax = 4 Smin = 5 Umax = 6 Umin = 7;
    /// Order of an atomic access.
    AcqRel: ["" "l" "a" "al"] Relaxed = 0 Release = 1 Acquire = 2 Both = 3;
    /// Order of an atomic store.
    Release: ["" "l"] Relaxed = 0 Release = 1;
    /// Two consecutive 32-bit registers.
    WPair: ["w0, w1" "w2, w3" "w4, w5" "w6, w7" "w8, w9" "w10, w11" "w12, w13" "w14, w15"
        "w16, w17" "w18, w19" "w20, w21" "w22, w23" "w24, w25" "w26, w27" "w28, w29" "w30, wzr"]
        W0 = 0 W2 = 1 W4 = 2 W6 = 3 W8 = 4 W10 = 5 W12 = 6 W14 = 7 W16 = 8 W18 = 9
        W20 = 10 W22 = 11 W24 = 12 W26 = 13 W28 = 14 W30 = 15;
    /// Two consecutive 64-bit registers.
    XPair: ["x0, x1" "x2, x3" "x4, x5" "x6, x7" "x8, x9" "x10, x11" "x12, x13" "x14, x15"
        "x16, x17" "x18, x19" "x20, x21" "x22, x23" "x24, x25" "x26, x27" "x28, x29" "x30, xzr"]
        X0 = 0 X2 = 1 X4 = 2 X6 = 3 X8 = 4 X10 = 5 X12 = 6 X14 = 7 X16 = 8 X18 = 9
        X20 = 10 X22 = 11 X24 = 12 X26 = 13 X28 = 14 X30 = 15;
    /// Key of a pointer authentication code.
    Key: ["a" "b"] A = 0 B = 1;
    /// What a pointer with authentication code points to.
    Pointer: ["i" "d"] Inst = 0 Data = 1;
    /// A left shift of a 12-bit immediate by nothing or 12.
    Lsl12: ["" ", lsl #12"] None = 0 By12 = 1;
    /// Size of an access to memory.
    Access: ["b" "h" "w" "d"] B = 0 H = 1 W = 2 D = 3;
    /// Number of elements of a scalable vector that an instruction counts.
    Elements: ["pow2" "vl1" "vl2" "vl3" "vl4" "vl5" "vl6" "vl7" "vl8" "vl16" "vl32" "vl64" "vl128" "vl256" "#14"
        "#15" "#16" "#17" "#18" "#19" "#20" "#21" "#22" "#23" "#24" "#25" "#26" "#27" "#28" "mul4" "mul3" "all"]
        Pow2 = 0 Vl1 = 1 Vl2 = 2 Vl3 = 3 Vl4 = 4 Vl5 = 5 Vl6 = 6 Vl7 = 7 Vl8 = 8 Vl16 = 9 Vl32 = 10 Vl64 = 11
        Vl128 = 12 Vl256 = 13 Mul4 = 29 Mul3 = 30 All = 31;
    /// Horizontal or vertical slices of a tile of bytes.
    SlicesB: ["za0h.b" "za0v.b"] H0 = 0 V0 = 1;
    /// Horizontal or vertical slices of a tile of half words.
    SlicesH: ["za0h.h" "za1h.h" "za0v.h" "za1v.h"] H0 = 0 H1 = 1 V0 = 2 V1 = 3;
    /// Horizontal or vertical slices of a tile of words.
    SlicesS: ["za0h.s" "za1h.s" "za2h.s" "za3h.s" "za0v.s" "za1v.s" "za2v.s" "za3v.s"] H0 = 0 H1 = 1 H2 = 2 H3 = 3 V0
        = 4 V1 = 5 V2 = 6 V3 = 7;
    /// Horizontal or vertical slices of a tile of double words.
    SlicesD: ["za0h.d" "za1h.d" "za2h.d" "za3h.d" "za4h.d" "za5h.d" "za6h.d" "za7h.d" "za0v.d" "za1v.d" "za2v.d"
        "za3v.d" "za4v.d" "za5v.d" "za6v.d" "za7v.d"] H0 = 0 H1 = 1 H2 = 2 H3 = 3 H4 = 4 H5 = 5 H6 = 6 H7 = 7 V0 = 8
        V1 = 9 V2 = 10 V3 = 11 V4 = 12 V5 = 13 V6 = 14 V7 = 15;
    /// Horizontal or vertical slices of a tile of 128-bit elements.
    SlicesQ: ["za0h.q" "za1h.q" "za2h.q" "za3h.q" "za4h.q" "za5h.q" "za6h.q" "za7h.q" "za8h.q" "za9h.q" "za10h.q"
        "za11h.q" "za12h.q" "za13h.q" "za14h.q" "za15h.q" "za0v.q" "za1v.q" "za2v.q" "za3v.q" "za4v.q" "za5v.q"
        "za6v.q" "za7v.q" "za8v.q" "za9v.q" "za10v.q" "za11v.q" "za12v.q" "za13v.q" "za14v.q" "za15v.q"] H0 = 0 H1 = 1
        H2 = 2 H3 = 3 H4 = 4 H5 = 5 H6 = 6 H7 = 7 H8 = 8 H9 = 9 H10 = 10 H11 = 11 H12 = 12 H13 = 13 H14 = 14 H15 = 15
        V0 = 16 V1 = 17 V2 = 18 V3 = 19 V4 = 20 V5 = 21 V6 = 22 V7 = 23 V8 = 24 V9 = 25 V10 = 26 V11 = 27 V12 = 28 V13
        = 29 V14 = 30 V15 = 31;
    /// A left shift of a 16-bit immediate.
    Lsl16: ["" ", lsl #16" ", lsl #32" ", lsl #48"] None = 0 By16 = 1 By32 = 2 By48 = 3;
    /// A left shift of an 8-bit immediate within a half word.
    Lsl8: ["" ", lsl #8"] None = 0 By8 = 1;
    /// A left shift of an 8-bit immediate within a word.
    LslBytes: ["" ", lsl #8" ", lsl #16" ", lsl #24"] None = 0 By8 = 1 By16 = 2 By24 = 3;
    /// A left shift of an 8-bit immediate that shifts ones in.
    Msl: ["msl #8" "msl #16"] By8 = 0 By16 = 1;
    /// Whether numbers have a sign.
    Sign: ["s" "u"] Signed = 0 Unsigned = 1;
    /// Whether the result is rounded rather than truncated.
    Round: ["" "r"] Truncate = 0 Round = 1;
    /// Whether products are added or subtracted.
    Accumulate: ["a" "s"] Add = 0 Subtract = 1;
    /// The greater or the lesser.
    Extremum: ["max" "min"] Max = 0 Min = 1;
    /// The lower or the upper half of each pair of elements.
    Half: ["b" "t"] Bottom = 0 Top = 1;
    /// Whether an immediate is inverted.
    Invert: ["movi" "mvni"] Plain = 0 Inverted = 1;
    /// Whether bits are set or cleared.
    BitImm: ["orr" "bic"] Set = 0 Clear = 1;
    /// Whether a comparison signals on quiet NaNs too.
    Signal: ["" "e"] Quiet = 0 Signaling = 1;
    /// Rounding of scalars to integers: `opcode`.
    RoundScalar: ["n" "p" "m" "z" "a" "-" "x" "i"] Nearest = 0 Plus = 1 Minus = 2 Zero = 3 Away = 4 Exact = 6 Current = 7;
    /// Rounding of vectors to integers: `U:o1:o2`.
    RoundVector: ["n" "m" "p" "z" "a" "x" "-" "i"] Nearest = 0 Minus = 1 Plus = 2 Zero = 3 Away = 4 Exact = 5 Current = 7;
    /// Rounding of scalars that become integers: `rmode`.
    ToIntScalar: ["n" "p" "m" "z"] Nearest = 0 Plus = 1 Minus = 2 Zero = 3;
    /// Rounding of vectors that become integers: `o1:o2`.
    ToIntVector: ["n" "m" "p" "z"] Nearest = 0 Minus = 1 Plus = 2 Zero = 3;
    /// Which of the round functions of SM3.
    Sm3Round: ["1a" "1b" "2a" "2b"] FirstA = 0 FirstB = 1 SecondA = 2 SecondB = 3;
    /// Rounding to integers of a size: towards zero or as the mode says.
    RoundSized: ["32z" "32x" "64z" "64x"] Zero32 = 0 Exact32 = 1 Zero64 = 2 Exact64 = 3;
}

macro_rules! named_values {
    ($($(#[$doc:meta])* $type:ident: $bits:literal = $names:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $type(u32);

        impl Operand for $type {
            const KIND: Kind = Kind::Named($bits, names::$names);
            fn raw(self) -> u32 { self.0 }
        }

        impl $type {
            /// The operand that assembly calls `name`, in lower case.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                names::$names.iter().find(|(known, _)| *known == name).map(|(_, raw)| Self(*raw))
            }
        }
    )* };
}

named_values! {
    /// A system register that can be read and written.
    SysReg: 15 = READ_WRITE;
    /// A system register that can only be read.
    SysRegRead: 15 = READ_ONLY;
    /// A system register that can only be written.
    SysRegWrite: 15 = WRITE_ONLY;
    /// A field of the processor state.
    Pstate: 6 = PSTATE;
    /// An operation on data caches.
    DcOp: 10 = DC;
    /// An operation on data caches that keep allocation tags.
    DcTagOp: 10 = DC_TAGS;
    /// A translation of an address.
    AtOp: 10 = AT;
    /// An invalidation of a whole translation cache.
    TlbiAllOp: 10 = TLBI_ALL;
    /// An invalidation of a whole translation cache, outer shareable.
    TlbiAllOuterOp: 10 = TLBI_ALL_OUTER;
    /// An invalidation of entries of translation caches.
    TlbiOp: 10 = TLBI;
    /// An invalidation of entries, outer shareable or by range.
    TlbiRangeOp: 10 = TLBI_RANGE;
    /// A hint.
    Hint: 7 = HINTS;
    /// A hint that authenticates pointers in fixed registers.
    PacHint: 7 = PAC_HINTS;
}

/// Any set of the 64-bit tiles of ZA; bit `n` of the field value stands for `za<n>.d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiles(u32);

impl Operand for Tiles {
    const KIND: Kind = Kind::OneOf(TILES);
    fn raw(self) -> u32 {
        self.0
    }
}

impl From<u8> for Tiles {
    fn from(mask: u8) -> Self {
        Self(u32::from(mask))
    }
}

/// Names every set of tiles: each tile doubles the list of sets.
macro_rules! tile_sets {
    ([$([$($in:tt)*])*] $tile:tt $($rest:tt)*) => {
        tile_sets!([$([$($in)*])* $([$($in)* $tile])*] $($rest)*)
    };
    ([$([$($in:tt)*])*]) => { &[$(tile_set!($($in)*)),*] };
}

/// Names a set of tiles, by larger tiles where these make up the whole set.
macro_rules! tile_set {
    () => { "{}" };
    (0 1 2 3 4 5 6 7) => { "{za}" };
    (0 2 4 6) => { "{za0.h}" };
    (1 3 5 7) => { "{za1.h}" };
    (0 4) => { "{za0.s}" };
    (1 5) => { "{za1.s}" };
    (2 6) => { "{za2.s}" };
    (3 7) => { "{za3.s}" };
    (0 1 4 5) => { "{za0.s,za1.s}" };
    (0 3 4 7) => { "{za0.s,za3.s}" };
    (1 2 5 6) => { "{za1.s,za2.s}" };
    (2 3 6 7) => { "{za2.s,za3.s}" };
    (0 1 2 4 5 6) => { "{za0.s,za1.s,za2.s}" };
    (0 1 3 4 5 7) => { "{za0.s,za1.s,za3.s}" };
    (0 2 3 4 6 7) => { "{za0.s,za2.s,za3.s}" };
    (1 2 3 5 6 7) => { "{za1.s,za2.s,za3.s}" };
    ($first:tt $($rest:tt)*) => { concat!("{za", $first, ".d" $(, ",za", $rest, ".d")*, "}") };
}

const TILES: &[&str] = tile_sets!([[]] 0 1 2 3 4 5 6 7);

/// How an index register is extended, and whether it is scaled by the size of the access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extend<const LOG2: usize>(u32);

macro_rules! extensions {
    ($($scale:literal)*) => {
        [$(&["-", "-", "-", "-", ", uxtw", concat!(", uxtw #", $scale), "", concat!(", lsl #", $scale),
             "-", "-", "-", "-", ", sxtw", concat!(", sxtw #", $scale), ", sxtx", concat!(", sxtx #", $scale)]),*]
    };
}

/// The texts of extensions by binary logarithm of the scale.
const EXTENSIONS: [&[&str]; 5] = extensions!("0" "1" "2" "3" "4");

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
impl<const LOG2: usize> Operand for Extend<LOG2> {
    const KIND: Kind = Kind::OneOf(EXTENSIONS[LOG2]);
    fn raw(self) -> u32 {
        self.0
    }
}

impl<const LOG2: usize> Extend<LOG2> {
    /// A 64-bit index in bytes.
    pub const BYTES: Self = Self(0b0110);
    /// A 64-bit index in elements of the access's size.
    pub const SCALED: Self = Self(0b0111);
}

macro_rules! increments {
    ($($(#[$doc:meta])* $name:ident: $prefix:expr, $bytes:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name<const COUNT: usize>(u32);

        impl<const COUNT: usize> Operand for $name<COUNT> {
            const KIND: Kind = Kind::Register(named(file(INT, $prefix), $bytes[COUNT]));
            fn raw(self) -> u32 { self.0 }
        }

        impl<const COUNT: usize> $name<COUNT> {
            /// The size of what was accessed.
            pub const SIZE: Self = Self(31);
        }

        impl<const COUNT: usize> From<Gpr> for $name<COUNT> {
            fn from(register: Gpr) -> Self { Self(u32::from(register.number())) }
        }

        impl<const COUNT: usize> From<Virtual> for $name<COUNT> {
            fn from(register: Virtual) -> Self { Self(register.0 | UNRESOLVED) }
        }
    )* };
}

increments! {
    /// The increment of an address after an access of `COUNT` vectors: a register or their size.
    AfterVectors: By(b'a', &["x"; 8]), VECTOR_BYTES;
    /// The increment of an address after an access of `COUNT` elements: a register or their size.
    AfterElements: By(b'a', &["x"; 8]), ELEMENT_BYTES;
    /// The increment of an address after an access of `COUNT` bytes: a register or that number.
    AfterBytes: Fixed("x"), BYTES;
}

macro_rules! sizes {
    ($(($($bytes:literal)*))*) => { [$(&[$(concat!("#", $bytes)),*]),*] };
}

/// The size of a number of vectors, by arrangement.
const VECTOR_BYTES: [&[&str]; 5] = sizes!(()(8 8 8 8 16 16 16 16)(16 16 16 16 32 32 32 32)
    (24 24 24 24 48 48 48 48)(32 32 32 32 64 64 64 64));
/// The size of a number of elements, by arrangement.
const ELEMENT_BYTES: [&[&str]; 5] =
    sizes!(()(1 2 4 8 1 2 4 8)(2 4 8 16 2 4 8 16)(3 6 12 24 3 6 12 24)(4 8 16 32 4 8 16 32));
/// Numbers of bytes.
const BYTES: [&[&str]; 33] = sizes!((0)(1)(2)(3)(4)(5)(6)(7)(8)(9)(10)(11)(12)(13)(14)(15)(16)(17)(18)(19)(
    20
)(21)(22)(23)(24)(25)(26)(27)(28)(29)(30)(31)(32));
