//! Operand types: a value that exists can be encoded.
//!
//! Each type wraps the *field value*, the very bits that go into the
//! instruction, so that encoding is a scatter of bits and decoding a gather.
//! The types' constructors are checked; `SP` and `ZR` are different types;
//! names such as arrangements are enums that lack the reserved encodings.
//!
//! [`Kind`] is the same knowledge as a value, for the code that walks a row:
//! printing, parsing, decoding and sampling.

use super::register::{Gpr, Simd};
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

/// How an operand's field value is read, printed and parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A register of 5 bits, or of 4 (`v0` to `v15`).
    Register(RegisterKind),
    /// `count` consecutive SIMD registers, wrapping from 31 to 0.
    List(u8),
    /// A name out of a list, indexed by field value; an empty name is a reserved encoding.
    OneOf(&'static [&'static str]),
    /// An unsigned number, a multiple of `scale`.
    Unsigned {
        /// Width of the field.
        bits: u32,
        /// Value of one unit.
        scale: u32,
    },
    /// A signed number, a multiple of `scale`.
    Signed {
        /// Width of the field.
        bits: u32,
        /// Value of one unit.
        scale: u32,
    },
    /// A distance from this instruction, a multiple of `scale` bytes, or a label.
    Distance {
        /// Width of the field.
        bits: u32,
        /// Value of one unit, in bytes.
        scale: u32,
    },
    /// The index of an element.
    Lane {
        /// Width of the field.
        bits: u32,
        /// Whether the lower bit of the index precedes the upper one (`L` before `H`).
        swapped: bool,
    },
    /// A shift applied to the last register: its kind in the upper two bits, its amount below.
    Shift {
        /// Whether a rotation is allowed.
        rotate: bool,
    },
    /// How an index register is extended, and whether it is scaled by `1 << log2`.
    Index {
        /// Binary logarithm of the scale.
        log2: u32,
    },
    /// A left shift by a multiple of `unit` bits.
    LeftShift {
        /// Width of the field.
        bits: u32,
        /// Bits per unit.
        unit: u32,
    },
}

/// The register files and views that a register operand can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the assembly language")]
pub enum RegisterKind {
    /// 64 bits; 31 is `xzr`.
    X,
    /// 64 bits; 31 is `sp`.
    XSp,
    /// 32 bits; 31 is `wzr`.
    W,
    /// 32 or 64 bits, as the row's [`Width`] says; 31 is the zero register.
    R,
    /// As `R`; 31 is the stack pointer.
    RSp,
    /// The index register of an address: its width is that of the extension.
    Index,
    V,
    /// `v0` to `v15`.
    VLow,
    B,
    H,
    S,
    D,
    Q,
    /// A scalar of the size that the row's [`FpSize`] says.
    F,
}

impl RegisterKind {
    /// The register file.
    #[must_use]
    pub const fn class(self) -> Class {
        match self {
            Self::X | Self::XSp | Self::W | Self::R | Self::RSp | Self::Index => Class::Int,
            _ => Class::Vec,
        }
    }

    /// Whether field value 31 names no register that allocation could place.
    const fn is_fixed(self, raw: u32) -> bool {
        raw == 31 && matches!(self.class(), Class::Int)
    }
}

impl Kind {
    /// Width of the field.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Register(RegisterKind::VLow) | Self::Index { .. } => 4,
            Self::Register(_) | Self::List(_) => 5,
            Self::OneOf(names) => names.len().trailing_zeros(),
            Self::Shift { .. } => 8,
            Self::Unsigned { bits, .. }
            | Self::Signed { bits, .. }
            | Self::Distance { bits, .. }
            | Self::Lane { bits, .. }
            | Self::LeftShift { bits, .. } => bits,
        }
    }

    /// Whether the field value means something: it fits, and is not reserved.
    #[must_use]
    pub fn accepts(self, raw: u32) -> bool {
        let fits = raw.checked_shr(self.bits()).unwrap_or(0) == 0;
        fits && match self {
            Self::OneOf(names) => names.get(raw as usize).is_some_and(|name| !name.is_empty()),
            Self::Shift { rotate } => rotate || raw >> 6 != 3,
            // Only the extensions of words and double words exist in addresses.
            Self::Index { .. } => raw & 0b0100 != 0,
            _ => true,
        }
    }

    /// The registers that the field value names, for those that allocation can place: class,
    /// first register (virtual or not), and how many.
    pub(crate) fn registers(self, raw: u32) -> Option<(Class, u32, u8)> {
        match self {
            Self::Register(kind) if !kind.is_fixed(raw) => Some((kind.class(), raw, 1)),
            Self::List(count) => Some((Class::Vec, raw, count)),
            _ => None,
        }
    }
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
    /// A register number is too large.
    #[error("register number is {value}: must be at most {max}")]
    Register {
        /// What was asked for.
        value: u8,
        /// The greatest number.
        max: u8,
    },
}

/// The range of a number field: least, greatest, unit.
pub(crate) const fn range(kind: Kind) -> (i64, i64, i64) {
    match kind {
        Kind::Unsigned { bits, scale } => (0, ((1i64 << bits) - 1) * scale as i64, scale as i64),
        Kind::Signed { bits, scale } | Kind::Distance { bits, scale } => {
            let half = (1i64 << (bits - 1)) * scale as i64;
            (-half, half - scale as i64, scale as i64)
        }
        Kind::Lane { bits, .. } => (0, (1i64 << bits) - 1, 1),
        Kind::LeftShift { bits, unit } => (0, ((1i64 << bits) - 1) * unit as i64, unit as i64),
        _ => (0, 0, 1),
    }
}

/// The field value of a number.
///
/// # Errors
/// [`OperandError::Immediate`] for a number that an operand of this kind cannot hold.
pub fn number_to_raw(kind: Kind, value: i64) -> Result<u32, OperandError> {
    let (min, max, unit) = range(kind);
    if value < min || value > max || value.checked_rem(unit) != Some(0) {
        return Err(OperandError::Immediate { value, min, max, unit });
    }
    let units = value.checked_div(unit).unwrap_or(0);
    let raw = (units as u32) & (u32::MAX >> (32 - kind.bits().clamp(1, 32)));
    Ok(match kind {
        Kind::Lane { swapped: true, .. } => (raw & 1) << 1 | raw >> 1,
        _ => raw,
    })
}

/// The number that a field value stands for.
pub(crate) fn raw_to_number(kind: Kind, raw: u32) -> i64 {
    let (_, _, unit) = range(kind);
    let units = match kind {
        Kind::Signed { bits, .. } | Kind::Distance { bits, .. } => {
            let unused = 64u32.saturating_sub(bits).min(63);
            (i64::from(raw) << unused) >> unused
        }
        Kind::Lane { swapped: true, .. } => i64::from((raw & 1) << 1 | raw >> 1),
        _ => i64::from(raw),
    };
    units.wrapping_mul(unit)
}

macro_rules! registers {
    ($($(#[$doc:meta])* $name:ident from $from:ident $(, 31 is $thirty_one:ident)?;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(u32);

        impl Operand for $name {
            const KIND: Kind = Kind::Register(RegisterKind::$name);
            fn raw(self) -> u32 { self.0 }
        }

        impl From<$from> for $name {
            fn from(register: $from) -> Self { Self(u32::from(register.number())) }
        }

        impl From<Virtual> for $name {
            fn from(register: Virtual) -> Self { Self(register.0 | UNRESOLVED) }
        }

        $(impl $name {
            /// Register number 31 in this place.
            pub const $thirty_one: Self = Self(31);
        })?
    )* };
}

registers! {
    /// A 64-bit general-purpose register or the zero register.
    X from Gpr, 31 is ZR;
    /// A 64-bit general-purpose register or the stack pointer.
    XSp from Gpr, 31 is SP;
    /// A 32-bit general-purpose register or the zero register.
    W from Gpr, 31 is ZR;
    /// A general-purpose register of the instruction's width, or the zero register.
    R from Gpr, 31 is ZR;
    /// A general-purpose register of the instruction's width, or the stack pointer.
    RSp from Gpr, 31 is SP;
    /// The index register of an address, or the zero register.
    Index from Gpr, 31 is ZR;
    /// A vector register.
    V from Simd;
    /// The low byte of a vector register.
    B from Simd;
    /// The low half word of a vector register.
    H from Simd;
    /// The low word of a vector register.
    S from Simd;
    /// The low double word of a vector register.
    D from Simd;
    /// A whole vector register of 128 bits.
    Q from Simd;
    /// A scalar of the instruction's floating-point size.
    F from Simd;
}

/// A vector register from `v0` to `v15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VLow(u32);

impl Operand for VLow {
    const KIND: Kind = Kind::Register(RegisterKind::VLow);
    fn raw(self) -> u32 {
        self.0
    }
}

impl TryFrom<Simd> for VLow {
    type Error = OperandError;
    fn try_from(register: Simd) -> Result<Self, OperandError> {
        match register.number() {
            number @ 0..16 => Ok(Self(u32::from(number))),
            value => Err(OperandError::Register { value, max: 15 }),
        }
    }
}

/// `COUNT` consecutive vector registers, named by the first; `v31` is followed by `v0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct List<const COUNT: u8>(u32);

impl<const COUNT: u8> Operand for List<COUNT> {
    const KIND: Kind = Kind::List(COUNT);
    fn raw(self) -> u32 {
        self.0
    }
}

impl<const COUNT: u8> From<Simd> for List<COUNT> {
    fn from(first: Simd) -> Self {
        Self(u32::from(first.number()))
    }
}

impl<const COUNT: u8> From<Virtual> for List<COUNT> {
    /// `COUNT` virtual registers with consecutive numbers.
    fn from(first: Virtual) -> Self {
        Self(first.0 | UNRESOLVED)
    }
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident<$($parameter:ident),*> = $kind:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name<$(const $parameter: u32),*>(u32);

        impl<$(const $parameter: u32),*> Operand for $name<$($parameter),*> {
            const KIND: Kind = $kind;
            fn raw(self) -> u32 { self.0 }
        }

        impl<$(const $parameter: u32),*> $name<$($parameter),*> {
            /// The operand with the given value.
            ///
            /// # Errors
            /// [`OperandError::Immediate`] for a value that cannot be encoded.
            pub fn new(value: i64) -> Result<Self, OperandError> {
                number_to_raw(Self::KIND, value).map(Self)
            }
        }
    )* };
}

numbers! {
    /// An unsigned number of `BITS` bits in units of `SCALE`.
    UImm<BITS, SCALE> = Kind::Unsigned { bits: BITS, scale: SCALE };
    /// A signed number of `BITS` bits in units of `SCALE`.
    SImm<BITS, SCALE> = Kind::Signed { bits: BITS, scale: SCALE };
    /// A signed distance in bytes from this instruction, of `BITS` bits in units of `SCALE`.
    Distance<BITS, SCALE> = Kind::Distance { bits: BITS, scale: SCALE };
    /// The index of an element, of `BITS` bits.
    Lane<BITS> = Kind::Lane { bits: BITS, swapped: false };
    /// The index of an element, of 2 bits of which the lower one stands first in the word.
    LaneSwapped<> = Kind::Lane { bits: 2, swapped: true };
    /// A left shift of `BITS` bits in units of `UNIT` bit positions.
    LeftShift<BITS, UNIT> = Kind::LeftShift { bits: BITS, unit: UNIT };
}

impl<const BITS: u32, const UNIT: u32> LeftShift<BITS, UNIT> {
    /// No shift.
    pub const NONE: Self = Self(0);
}

impl<const BITS: u32, const SCALE: u32> From<Label> for Distance<BITS, SCALE> {
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
        number_to_raw(Kind::Unsigned { bits: 6, scale: 1 }, amount).map(Self)
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

/// How an index register is extended and scaled; the scale is the size of the access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extend<const LOG2: u32>(u32);

impl<const LOG2: u32> Operand for Extend<LOG2> {
    const KIND: Kind = Kind::Index { log2: LOG2 };
    fn raw(self) -> u32 {
        self.0
    }
}

impl<const LOG2: u32> Extend<LOG2> {
    /// A 64-bit index in bytes.
    pub const BYTES: Self = Self(0b0110);
    /// A 64-bit index in elements of the access's size.
    pub const SCALED: Self = Self(0b0111);
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

one_of! {
    /// Width of an integer instruction.
    Width: ["w" "x"] W32 = 0 X64 = 1;
    /// Size of a floating-point scalar (single or double).
    FpSize: ["s" "d"] Single = 0 Double = 1;
    /// Arrangement of single- and double-precision vectors, `Q:sz`.
    ArrFp: ["2s" "" "4s" "2d"] S2 = 0 S4 = 2 D2 = 3;
    /// Arrangement of word vectors, `Q`.
    ArrS: ["2s" "4s"] S2 = 0 S4 = 1;
    /// Arrangement of byte vectors, `Q`.
    ArrB: ["8b" "16b"] B8 = 0 B16 = 1;
    /// Arrangement of half-word vectors, `Q`.
    ArrH: ["4h" "8h"] H4 = 0 H8 = 1;
    /// Arrangement of integer vectors, `Q:size`.
    ArrInt: ["8b" "4h" "2s" "" "16b" "8h" "4s" "2d"]
        B8 = 0 H4 = 1 S2 = 2 B16 = 4 H8 = 5 S4 = 6 D2 = 7;
    /// Arrangement of vectors in memory, `Q:size`.
    ArrMem: ["8b" "4h" "2s" "1d" "16b" "8h" "4s" "2d"]
        B8 = 0 H4 = 1 S2 = 2 D1 = 3 B16 = 4 H8 = 5 S4 = 6 D2 = 7;
    /// Condition; the last two, which both mean "always", are left out.
    Cond: ["eq" "ne" "hs" "lo" "mi" "pl" "vs" "vc" "hi" "ls" "ge" "lt" "gt" "le" "" ""]
        Eq = 0 Ne = 1 Hs = 2 Lo = 3 Mi = 4 Pl = 5 Vs = 6 Vc = 7 Hi = 8 Ls = 9 Ge = 10 Lt = 11 Gt = 12 Le = 13;
    /// Domain and access types of a barrier.
    Barrier: ["" "oshld" "oshst" "osh" "" "nshld" "nshst" "nsh" "" "ishld" "ishst" "ish" "" "ld" "st" "sy"]
        OshLd = 1 OshSt = 2 Osh = 3 NshLd = 5 NshSt = 6 Nsh = 7 IshLd = 9 IshSt = 10 Ish = 11 Ld = 13 St = 14 Sy = 15;
    /// What may branch to a landing pad.
    BranchTarget: ["" "c" "j" "jc"] Call = 1 Jump = 2 CallOrJump = 3;
}
