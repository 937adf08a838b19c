//! Operand types: a value that exists can be encoded.
//!
//! Each type wraps the *field value*, the very bits that go into the
//! instruction, so that encoding is a scatter of bits and decoding a gather.
//! The types' constructors are checked; `SP` and `ZR` are different types;
//! names such as arrangements are enums that lack the reserved encodings.
//!
//! Tests: `tests/tests/isa_aarch64_operand.rs`.

#![expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]

use super::kind::{Code, Decode, Encode, Kind, Linear, OfSize, Registers, Style, operand};
pub use super::name::*;
use super::number;
use super::register::{Gpr, Simd};
use super::slot::UNRESOLVED;
pub use super::table::names::*;
use crate::code::Label;
pub use crate::isa::encode::OperandError;
use crate::isa::register::{Class, RegIndex, Virtual};
use core::marker::PhantomData;

/// A register of the file of `R`, [`Gpr`] or [`Simd`], that is placed or virtual: the field value of
/// every operand that can be any of them.
#[derive(Clone, Copy, Debug)]
pub struct Any<R> {
    raw: u32,
    file: PhantomData<R>,
}

impl<R> Any<R> {
    /// The register with a number, of which only the lowest five bits count.
    #[inline]
    #[must_use]
    pub(crate) const fn placed(number: u8) -> Self {
        Self { raw: (number & 31) as u32, file: PhantomData }
    }
}

impl<R> From<RegIndex> for Any<R> {
    /// The register with the same number, placed or not.
    #[inline(always)]
    fn from(register: RegIndex) -> Self {
        match register.is_virtual() {
            false => Self::placed(register.place()),
            true => Virtual(register.number()).into(),
        }
    }
}

impl<R> From<Virtual> for Any<R> {
    fn from(register: Virtual) -> Self {
        Self { raw: register.0 | UNRESOLVED, file: PhantomData }
    }
}

/// The refusal of a value that is not among those of a [`Linear::range`].
fn outside((min, max, unit): (i64, i64, i64), value: i64) -> OperandError {
    OperandError::Range { value, min, max, unit }
}

const fn file(class: Class, prefixes: &'static [&'static str]) -> Registers {
    Registers {
        class: Some(class),
        prefixes,
        chosen_by: None,
        numbers: Linear::FILE,
        thirty_one: &[],
        count: 1,
        range: false,
    }
}

const fn by(class: Class, letter: u8, prefixes: &'static [&'static str]) -> Registers {
    Registers { chosen_by: Some(letter), ..file(class, prefixes) }
}

const fn named(registers: Registers, thirty_one: &'static [&'static str]) -> Registers {
    Registers { thirty_one, ..registers }
}

const fn range(registers: Registers, bits: u32, first: i64, scale: i64) -> Registers {
    Registers { numbers: Linear { bits, signed: false, scale, first }, ..registers }
}

/// Consecutive SVE registers, starting anywhere.
const fn run(registers: Registers, count: u32) -> Registers {
    Registers { count, range: true, ..registers }
}

/// The registers of a group in SVE's lists, which begins with a multiple of their number.
const fn group(registers: Registers, count: u32) -> Registers {
    let bits = registers.numbers.bits - count.trailing_zeros();
    run(range(registers, bits, 0, count as i64), count)
}

/// Two neighbours, the first with an even number.
const fn pair(registers: Registers) -> Registers {
    Registers { count: 2, ..range(registers, 4, 0, 2) }
}

const INT: Class = Class::Int;
const VEC: Class = Class::Vec;
/// General-purpose registers whose width an operand `s` selects.
const BY_WIDTH: Registers = by(INT, b's', &["w", "x"]);
/// The width of an index register follows from its extension.
const BY_EXTENSION: Registers = by(INT, b'e', &["w", "w", "x", "x", "w", "w", "x", "x"]);
/// The width of the second operand of an addition follows from its extension.
const BY_OPERATION: Registers = by(INT, b'e', &["w", "w", "w", "x", "w", "w", "w", "x"]);
const BY_ELEMENT: Registers = by(INT, b'z', &["w", "w", "w", "x"]);
const V_FILE: Registers = file(VEC, &["v"]);
const Z_FILE: Registers = file(VEC, &["z"]);
/// Predicates are for fixed code only: allocation does not know them.
const P_FILE: Registers = Registers { class: None, ..range(file(VEC, &["p"]), 4, 0, 1) };
const PN_FILE: Registers = Registers { prefixes: &["pn"], ..P_FILE };

/// Makes types of registers and lists of them: those of a file with their numbers from a source, and a
/// name for number 31.
macro_rules! registers {
    ($($name:ident $(<$parameter:ident: $type:ty>)? $doc:literal = $registers:expr
        $(, from $from:ident)? $(, 31 is $thirty_one:ident)?;)*) => { $(
        operand! { #[doc = $doc] $name $(<$parameter: $type>)? = Kind::Register($registers) }

        impl $(<const $parameter: $type>)? $name $(<$parameter>)? {
            /// The register with a number, or the list that begins with it.
            ///
            /// # Errors
            /// [`OperandError::Range`] for a number that this operand cannot name.
            pub fn new(number: u32) -> Result<Self, OperandError> {
                register_field(const { $registers }, number).map(Self)
            }

            $(
                /// Register number 31 in this place.
                pub const $thirty_one: Self = Self(31);
            )?
        }

        registers!(@from $name $(<$parameter: $type>)?, $($from)?);

        impl $(<const $parameter: $type>)? From<Virtual> for $name $(<$parameter>)? {
            fn from(register: Virtual) -> Self { Self(register.0 | UNRESOLVED) }
        }
    )* };
    (@from $name:ident $(<$parameter:ident: $type:ty>)?, ) => {};
    (@from $name:ident $(<$parameter:ident: $type:ty>)?, $from:ident) => {
        impl $(<const $parameter: $type>)? From<$from> for $name $(<$parameter>)? {
            fn from(register: $from) -> Self { Self(u32::from(register.number())) }
        }

        impl $(<const $parameter: $type>)? From<Any<$from>> for $name $(<$parameter>)? {
            #[inline]
            fn from(register: Any<$from>) -> Self { Self(register.raw) }
        }
    };
}

fn register_field(registers: Registers, number: u32) -> Result<u32, OperandError> {
    let (min, max, unit) = registers.numbers.range();
    // Number 31 may be something else in this place.
    let max = if registers.field(31).is_some() { max } else { max.min(30) };
    registers.field(number).ok_or_else(|| outside((min, max, unit), i64::from(number)))
}

registers! {
    X "A 64-bit general-purpose register or the zero register." = named(file(INT, &["x"]), &["xzr"]), from Gpr, 31 is ZR;
    XSp "A 64-bit general-purpose register or the stack pointer." = named(file(INT, &["x"]), &["sp"]), from Gpr, 31 is SP;
    W "A 32-bit general-purpose register or the zero register." = named(file(INT, &["w"]), &["wzr"]), from Gpr, 31 is ZR;
    WSp "A 32-bit general-purpose register or the stack pointer." = named(file(INT, &["w"]), &["wsp"]), from Gpr, 31 is SP;
    R "A general-purpose register of the instruction's width, or the zero register." = named(BY_WIDTH, &["wzr", "xzr"]), from Gpr, 31 is ZR;
    RSp "A general-purpose register of the instruction's width, or the stack pointer." = named(BY_WIDTH, &["wsp", "sp"]), from Gpr, 31 is SP;
    Index "The index register of an address, or the zero register."
        = named(BY_EXTENSION, &["wzr", "wzr", "xzr", "xzr", "wzr", "wzr", "xzr", "xzr"]), from Gpr, 31 is ZR;
    Extended "The second operand of an addition with extension, or the zero register."
        = named(BY_OPERATION, &["wzr", "wzr", "wzr", "xzr", "wzr", "wzr", "wzr", "xzr"]), from Gpr, 31 is ZR;
    WPair "A pair of 32-bit registers, the first with an even number; `w30` is followed by `wzr`." = named(pair(file(INT, &["w"])), &["wzr"]);
    XPair "A pair of 64-bit registers, the first with an even number; `x30` is followed by `xzr`." = named(pair(file(INT, &["x"])), &["xzr"]);
    W8 "`w8` to `w11`, which select a vector of ZA." = range(file(INT, &["w"]), 2, 8, 1);
    W12 "`w12` to `w15`, which select a slice of a ZA tile." = range(file(INT, &["w"]), 2, 12, 1);
    V "A vector register." = V_FILE, from Simd;
    VLow "A vector register from `v0` to `v15`." = range(V_FILE, 4, 0, 1);
    B "The low byte of a vector register." = file(VEC, &["b"]), from Simd;
    H "The low half word of a vector register." = file(VEC, &["h"]), from Simd;
    S "The low word of a vector register." = file(VEC, &["s"]), from Simd;
    D "The low double word of a vector register." = file(VEC, &["d"]), from Simd;
    Q "A whole vector register of 128 bits." = file(VEC, &["q"]), from Simd;
    F "A scalar of the instruction's floating-point size, `t`." = by(VEC, b't', &["s", "d", "-", "h"]), from Simd;
    FSame "A scalar of the size in three-operand instructions of the vector unit, `t`."
        = by(VEC, b't', &["-", "-", "-", "-", "-", "-", "-", "s", "h", "-", "-", "-", "-", "-", "-", "d"]), from Simd;
    FMisc "A scalar of the size in two-operand instructions of the vector unit, `t`."
        = by(VEC, b't', &["s", "-", "-", "-", "d", "-", "-", "h"]), from Simd;
    E "A scalar of the element size of a lane or shift, `i`." = by(VEC, b'i', &["b", "h", "s", "d"]), from Simd;
    EWide "A scalar of twice the element size of a shift, `i`." = by(VEC, b'i', &["h", "s", "d", "-"]), from Simd;
    Re "A general-purpose register that holds an element of the size of a lane, `i`, or the zero register."
        = named(by(INT, b'i', &["w", "w", "w", "x"]), &["wzr", "wzr", "wzr", "xzr"]), from Gpr, 31 is ZR;
    FPair "A scalar of the size of a pair of elements that it is made of, `t`." = by(VEC, b't', &["h", "-", "s", "d"]), from Simd;
    FOther "A scalar of another floating-point size, `o`." = by(VEC, b'o', &["s", "d", "-", "h"]), from Simd;
    Across "A scalar of the size of an arrangement's elements, `a`." = by(VEC, b'a', &["b", "h", "-", "-", "b", "h", "s", "-"]), from Simd;
    AcrossWide "A scalar of twice the size of an arrangement's elements, `a`."
        = by(VEC, b'a', &["h", "s", "-", "-", "h", "s", "d", "-"]), from Simd;
    I "A scalar of the instruction's integer size, `z`." = by(VEC, b'z', &["b", "h", "s", "d"]), from Simd;
    IWide "A scalar of twice the instruction's integer size, `z`." = by(VEC, b'z', &["h", "s", "d", "-"]), from Simd;
    Z "A scalable vector register." = Z_FILE, from Simd;
    Z7 "A scalable vector register from `z0` to `z7`." = range(Z_FILE, 3, 0, 1);
    Z15 "A scalable vector register from `z0` to `z15`." = range(Z_FILE, 4, 0, 1);
    P "A predicate register." = P_FILE;
    P7 "A predicate register from `p0` to `p7`." = range(P_FILE, 3, 0, 1);
    Pn8 "A predicate-as-counter register from `pn8` to `pn15`." = range(PN_FILE, 3, 8, 1);
    Rs "The destination of a load that extends the sign: X or W, or the zero register."
        = named(by(INT, b's', &["x", "w"]), &["xzr", "wzr"]), from Gpr, 31 is ZR;
    M "A scalar of the size `z` of an access to memory." = by(VEC, b'z', &["b", "h", "s", "d", "q"]), from Simd;
    Pn "A predicate-as-counter register." = PN_FILE;
    List<COUNT: u32> "`COUNT` consecutive vector registers, named by the first; `v31` is followed by `v0`." = Registers { count: COUNT, ..V_FILE }, from Simd;
    ZList<COUNT: u32> "`COUNT` consecutive scalable vector registers; `z31` is followed by `z0`." = run(Z_FILE, COUNT);
    ZGroup<COUNT: u32> "`COUNT` consecutive scalable vector registers, the first a multiple of `COUNT`." = group(Z_FILE, COUNT);
    PGroup<COUNT: u32> "`COUNT` consecutive predicate registers, the first a multiple of `COUNT`." = group(P_FILE, COUNT);
    AfterVectors<COUNT: usize> "The increment of an address after an access of `COUNT` vectors: a register or their size."
        = after(b'a', VECTOR_BYTES[COUNT]), from Gpr, 31 is SIZE;
    AfterElements<COUNT: usize> "The increment of an address after an access of `COUNT` elements: a register or their size."
        = after(b'a', ELEMENT_BYTES[COUNT]), from Gpr, 31 is SIZE;
    AfterLanes<COUNT: usize> "The increment of an address after an access of `COUNT` lanes: a register or their size."
        = after(b'i', ELEMENT_BYTES[COUNT]), from Gpr, 31 is SIZE;
    Rz "A general-purpose register that holds an element of size `z`, or the zero register."
        = named(BY_ELEMENT, &["wzr", "wzr", "wzr", "xzr"]), from Gpr, 31 is ZR;
    RzSp "A general-purpose register that holds an element of size `z`, or the stack pointer."
        = named(BY_ELEMENT, &["wsp", "wsp", "wsp", "sp"]), from Gpr, 31 is SP;
}

/// Makes types of numbers, with or without parameters.
macro_rules! numbers {
    ($($doc:literal $name:ident $(<$($parameter:ident: $type:ty),*>)? = $kind:expr;)*) => { $(
        operand! { #[doc = $doc] $name $(<$($parameter: $type),*>)? = $kind }

        impl $(<$(const $parameter: $type),*>)? $name $(<$($parameter),*>)? {
            /// The operand with the given value.
            ///
            /// # Errors
            /// [`OperandError`] for a value that cannot be encoded.
            #[inline]
            pub fn new(value: i64) -> Result<Self, OperandError> {
                Self::checked(value).ok_or_else(|| refusal(Self::KIND, value))
            }

            /// The operand with the given value, if that can be encoded.
            #[inline(always)]
            #[must_use]
            pub fn checked(value: i64) -> Option<Self> {
                Self::KIND.to_field(value).map(Self)
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
    kind.to_field(value).ok_or_else(|| refusal(kind, value))
}

/// Why an operand of this kind cannot hold a number.
#[cold]
fn refusal(kind: Kind, value: i64) -> OperandError {
    match kind {
        Kind::Number(Code::Linear(numbers), _) => outside(numbers.range(), value),
        _ => OperandError::Code { value, rule: "a value that the instruction's code can express" },
    }
}

const fn linear(bits: u32, signed: bool, scale: i64, style: Style) -> Kind {
    Kind::Number(Code::Linear(Linear { bits, signed, scale, first: 0 }), style)
}

const fn from(bits: u32, first: i64, scale: i64) -> Kind {
    Kind::Number(Code::Linear(Linear { bits, signed: false, scale, first }), Style::Decimal)
}

const fn searched(bits: u32, decode: Decode, style: Style) -> Kind {
    Kind::Number(Code::Own { bits, decode, encode: None }, style)
}

const fn coded(bits: u32, decode: Decode, encode: Encode, style: Style) -> Kind {
    Kind::Number(Code::Own { bits, decode, encode: Some(encode) }, style)
}

numbers! {
    "An unsigned number of `BITS` bits in units of `SCALE`." UImm<BITS: u32, SCALE: i64> = linear(BITS, false, SCALE, Style::Decimal);
    "An unsigned number of `BITS` bits, printed in hexadecimal." HexImm<BITS: u32> = linear(BITS, false, 1, Style::Hex);
    "An unsigned number of `BITS` bits in units of `SCALE`, counted from `FIRST`; a negative scale counts down." Steps<BITS: u32, FIRST: i64, SCALE: i64> = from(BITS, FIRST, SCALE);
    "A signed number of `BITS` bits in units of `SCALE`." SImm<BITS: u32, SCALE: i64> = linear(BITS, true, SCALE, Style::Decimal);
    "A signed number of `BITS` bits in units of `SCALE`, which counts vectors." MulVl<BITS: u32, SCALE: i64> = linear(BITS, true, SCALE, Style::MulVl);
    "A signed distance in bytes from this instruction, of `BITS` bits in units of `SCALE`." Distance<BITS: u32, SCALE: i64> = linear(BITS, true, SCALE, Style::Distance);
    "The index of an element, of `BITS` bits." Lane<BITS: u32> = linear(BITS, false, 1, Style::Bare);
    "A right shift of an element of `1 << BITS` bits, by 1 up to its size." ShiftRight<BITS: u32> = from(BITS, 1 << BITS, -1);
    "A bit mask of 32 bits: a rotated run of ones, repeated (Arm ARM, `DecodeBitMasks`)." Mask32 = coded(12, number::element_mask_from_raw::<32>, number::mask_to_raw::<32>, Style::Hex);
    "A bit mask of 64 bits: a rotated run of ones, repeated (Arm ARM, `DecodeBitMasks`)." Mask64 = coded(13, number::mask64_from_raw, number::mask64_to_raw, Style::Hex);
    "A mask of elements of `SIZE` bits, repeated in a scalable vector." MaskZ<SIZE: u32> = coded(13, number::element_mask_from_raw::<SIZE>, number::element_mask_to_raw::<SIZE>, Style::Hex);
    "A mask as [`MaskZ`] that is no [`SImm8Lsl`]." MoveMask<SIZE: u32> = coded(13, number::move_mask_from_raw::<SIZE>, number::move_mask_to_raw::<SIZE>, Style::Short);
    "A signed number of 8 bits, or 256 times one." SImm8Lsl = searched(9, number::shifted8_from_raw::<true>, Style::Decimal);
    "An unsigned number of 8 bits, or 256 times one." UImm8Lsl = searched(9, number::shifted8_from_raw::<false>, Style::Decimal);
    "Bytes of all ones or zeros, 8 of them (Arm ARM, `AdvSIMDExpandImm`, op 1, cmode 1110)." ByteMask = searched(8, number::bytes_from_raw, Style::Padded);
    "A floating-point number of 8 bits (Arm ARM, `VFPExpandImm`), given by the bits of the FP64." Float8 = searched(8, number::float8_from_raw, Style::Float);
    "A number of `BITS` bits that `MOVZ`, or `MOVN` where `INVERT`, makes." Wide<BITS: u32, INVERT: bool> = coded(16 + BITS / 32, number::wide_from_raw::<BITS, INVERT>, number::wide_to_raw::<BITS, INVERT>, Style::Decimal);
    "A bit mask of `BITS` bits that neither `MOVZ` nor `MOVN` makes." MovedMask<BITS: u32> = coded(11 + BITS / 32, number::moved_mask_from_raw::<BITS>, number::moved_mask_to_raw::<BITS>, Style::Decimal);
    "A left shift of a register of `1 << LOG2` bits, by 1 up to its greatest bit." ShiftLeft<LOG2: u32> = coded(2 * LOG2, number::left_from_raw::<LOG2>, number::left_to_raw::<LOG2>, Style::Decimal);
    "Some bits of a register of `1 << LOG2` bits: the first one and, from bit 8 up, their count." BitRange<LOG2: u32> = coded(2 * LOG2, number::range_from_raw::<LOG2>, number::range_to_raw::<LOG2>, Style::BitRange);
}

/// Makes types of numbers that depend on an element size: for each size, the bits that tell it and, as `n`,
/// those of the number, which is counted from 0 up or, by -1, from one more than fits down.
macro_rules! by_size {
    ($($name:ident $doc:literal = $bits:literal bits, $style:ident, by $scale:literal,
        $size:ident [$($constant:ident $symbols:literal)*];)*) => { $(
        operand! { #[doc = $doc] $name = Kind::Number(Self::CODE, Style::$style) }

        impl $name {
            const CODES: &[OfSize] = &[$(OfSize::new($size::$constant.raw(), $symbols, $scale)),*];
            const CODE: Code = Code::BySize { bits: $bits, sizes: $size::NAMES, codes: Self::CODES };

            /// The operand with the given value, for elements of a size.
            ///
            /// # Errors
            /// [`OperandError`] for a value that elements of this size do not have.
            #[inline]
            pub fn new(size: $size, value: i64) -> Result<Self, OperandError> {
                number_of_size(Self::CODES, size.raw(), value).map(Self)
            }
        }
    )* };
}

/// The field value of a number for elements of a size.
#[inline]
fn number_of_size(codes: &[OfSize], size: u32, value: i64) -> Result<u32, OperandError> {
    let no_size = OperandError::Code { value, rule: "of a size that the instruction has" };
    let code = codes.iter().find(|code| code.size == size).ok_or(no_size)?;
    code.encode(value).ok_or_else(|| outside(code.numbers.range(), value))
}

by_size! {
    LaneOf "The index of a lane of a vector register, with its element size: `imm5`."
        = 5 bits, Bare, by 1, Size [B "nnnn1" H "nnn10" S "nn100" D "n1000"];
    LaneOfHalves "The index of a lane that is replicated to a vector, with the arrangement: `Q:imm5`."
        = 6 bits, Bare, by 1, ArrInt [B8 "0nnnn1" H4 "0nnn10" S2 "0nn100" B16 "1nnnn1" H8 "1nnn10" S4 "1nn100" D2 "1n1000"];
    LaneOfStructure "The index of a lane in memory, with its element size: `opcode<2:1>:Q:S:size`."
        = 6 bits, Bare, by 1, Size [B "00nnnn" H "01nnn0" S "10nn00" D "10n001"];
    LaneOfZ "The index of a lane of a scalable vector, with its element size: `imm2:tsz`."
        = 7 bits, Bare, by 1, SizeQ [B "nnnnnn1" H "nnnnn10" S "nnnn100" D "nnn1000" Q "nn10000"];
    LeftOf "A left shift of elements of a size: `immh:immb` or `tsz:imm3`."
        = 7 bits, Decimal, by 1, Size [B "0001nnn" H "001nnnn" S "01nnnnn" D "1nnnnnn"];
    RightOf "A right shift of elements of a size: `immh:immb` or `tsz:imm3`."
        = 7 bits, Decimal, by -1, Size [B "0001nnn" H "001nnnn" S "01nnnnn" D "1nnnnnn"];
    LeftOfHalves "A left shift of the elements of an arrangement: `Q:immh:immb`." = 8 bits, Decimal, by 1,
        ArrInt [B8 "00001nnn" H4 "0001nnnn" S2 "001nnnnn" B16 "10001nnn" H8 "1001nnnn" S4 "101nnnnn" D2 "11nnnnnn"];
    RightOfHalves "A right shift of the elements of an arrangement: `Q:immh:immb`." = 8 bits, Decimal, by -1,
        ArrInt [B8 "00001nnn" H4 "0001nnnn" S2 "001nnnnn" B16 "10001nnn" H8 "1001nnnn" S4 "101nnnnn" D2 "11nnnnnn"];
    RightToLow "A right shift into the elements of an arrangement that half a register holds: `immh:immb`."
        = 7 bits, Decimal, by -1, ArrLow [B8 "0001nnn" H4 "001nnnn" S2 "01nnnnn"];
    RightToHigh "A right shift into the elements of an arrangement that a register holds: `immh:immb`."
        = 7 bits, Decimal, by -1, ArrHigh [B16 "0001nnn" H8 "001nnnn" S4 "01nnnnn"];
    RightToScalar "A right shift into a scalar of a size: `immh:immb`."
        = 7 bits, Decimal, by -1, SizeBHS [B "0001nnn" H "001nnnn" S "01nnnnn"];
    RightOfNarrow "A right shift of elements that become narrower, to a size: `tsz:imm3`."
        = 6 bits, Decimal, by -1, SizeBHS [B "001nnn" H "01nnnn" S "1nnnnn"];
    LeftOfNarrow "A left shift of elements of a size that become wider: `tsz:imm3`."
        = 6 bits, Decimal, by 1, SizeBHS [B "001nnn" H "01nnnn" S "1nnnnn"];
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

operand! {
    /// A shift of the last register operand, without rotation; raw is `kind:amount`.
    Shift = Kind::Named(8, SHIFTS.split_at(192).0)
}

impl Shift {
    /// No shift.
    pub const NONE: Self = Self(0);

    /// A left shift by 0 to 63.
    ///
    /// # Errors
    /// [`OperandError::Range`] for a larger amount.
    pub fn left(amount: i64) -> Result<Self, OperandError> {
        number_to_raw(UImm::<6, 1>::KIND, amount).map(Self)
    }
}

operand! {
    /// A shift or rotation of the last register operand; raw is `kind:amount`.
    ShiftOrRotate = Kind::Named(8, SHIFTS)
}

impl From<Shift> for ShiftOrRotate {
    fn from(shift: Shift) -> Self {
        Self(shift.0)
    }
}

/// An increment of an address: a register, or one of some sizes.
const fn after(letter: u8, sizes: &'static [&'static str]) -> Registers {
    named(by(INT, letter, &["x"; 8]), sizes)
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
