//! Operands in memory (Intel SDM, volume 2, sections 2.1.5 and 2.2.1.6).

use super::register::{Any, Gpr, RSP};
use crate::code::Label;
use crate::isa::{Class, RegIndex};

/// Where bytes in memory begin: base + index · scale + displacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    pub(super) base: Base,
    pub(super) index: Option<Index>,
    pub(super) displacement: i32,
    /// Whether one element is read for all lanes.
    pub(super) broadcast: bool,
    /// The segment, if it is not the one that the base stands for.
    pub(super) segment: Option<Segment>,
}

/// A segment that an address names (Intel SDM, volume 2, section 2.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    /// The segment of code: a prefix without a meaning, which makes padding longer.
    Cs,
    /// A segment that begins where the system says, as what a thread has of its own.
    Fs,
    /// Another segment that begins where the system says.
    Gs,
}

impl Segment {
    /// All segments.
    pub const ALL: [Self; 3] = [Self::Cs, Self::Fs, Self::Gs];

    /// Its prefix.
    pub(super) const fn prefix(self) -> u8 {
        match self {
            Self::Cs => 0x2e,
            Self::Fs => 0x64,
            Self::Gs => 0x65,
        }
    }

    /// Its name.
    #[cfg(feature = "assembly")]
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Cs => "cs",
            Self::Fs => "fs",
            Self::Gs => "gs",
        }
    }
}

/// What an address is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Zero.
    None,
    /// The end of the instruction.
    Rip,
    /// A position in the code.
    Label(Label),
    /// A register.
    Register(RegIndex),
}

/// A register that is scaled and added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    pub(super) register: RegIndex,
    pub(super) scale: Scale,
}

/// The factor of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Bytes.
    By1,
    /// Halves.
    By2,
    /// Words.
    By4,
    /// Double words.
    By8,
}

impl Scale {
    /// All factors, in the order of their codes.
    pub const ALL: [Self; 4] = [Self::By1, Self::By2, Self::By4, Self::By8];

    /// The factor.
    #[must_use]
    pub const fn factor(self) -> u8 {
        1 << self as u8
    }
}

impl Memory {
    /// At a register's value and some bytes behind.
    #[inline(always)]
    #[must_use]
    pub fn at(base: impl Into<Any<Gpr>>, displacement: i32) -> Self {
        let base = Base::Register(base.into().index());
        Self { base, index: None, displacement, broadcast: false, segment: None }
    }

    /// At a position in the code.
    #[must_use]
    pub const fn label(label: Label) -> Self {
        let base = Base::Label(label);
        Self { base, index: None, displacement: 0, broadcast: false, segment: None }
    }

    /// This place moved by a register's value times a factor. `rsp` is no index: with it, there is none.
    #[inline(always)]
    #[must_use]
    pub fn indexed(self, index: impl Into<Any<Gpr>>, scale: Scale) -> Option<Self> {
        let register = index.into().index();
        let index = Some(Index { register, scale });
        if register == Any::<Gpr>::placed(RSP).index() { None } else { Some(Self { index, ..self }) }
    }

    /// One element at this place, for all lanes.
    #[inline(always)]
    #[must_use]
    pub const fn broadcast(self) -> Self {
        Self { broadcast: true, ..self }
    }

    /// This place in a segment.
    #[must_use]
    pub const fn in_segment(self, segment: Segment) -> Self {
        Self { segment: Some(segment), ..self }
    }

    /// The registers of the address.
    pub(super) fn registers(&self) -> [Option<RegIndex>; 2] {
        let base = match self.base {
            Base::Register(base) => Some(base),
            Base::None | Base::Rip | Base::Label(_) => None,
        };
        [base, self.index.map(|index| index.register)]
    }

    /// This address over registers that stand for these.
    pub(super) fn renamed(self, name: impl Fn(RegIndex) -> RegIndex) -> Self {
        let base = match self.base {
            Base::Register(base) => Base::Register(name(base)),
            other => other,
        };
        let index = self.index.map(|index| Index { register: name(index.register), ..index });
        Self { base, index, ..self }
    }

    /// Whether the index, if there is one, is of a class, and the address one that is encoded.
    pub(super) fn is_indexed_by(&self, class: Class) -> bool {
        let is_general = class == Class::Int;
        match self.index {
            None => is_general,
            Some(Index { register, scale }) => {
                let is_base = self.base == Base::None && scale == Scale::By1 && is_general;
                let is_stack = register == Any::<Gpr>::placed(RSP).index();
                let is_relative = matches!(self.base, Base::Rip | Base::Label(_));
                register.class() == class && !is_base && !is_stack && !is_relative
            }
        }
    }
}

impl From<Gpr> for Any<Gpr> {
    fn from(register: Gpr) -> Self {
        Self::placed(register)
    }
}
