//! The registers that some convention asks a function to preserve, and sets of them.

use crate::isa::Class;

/// A register that may have to hold, at a return, what it held at the entry: a general-purpose register, or
/// the first 16 bytes of a vector register that every encoding names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Register(u8);

/// The number of such registers.
pub(super) const COUNT: usize = 32;
/// The number of the first vector register among them.
const VECTORS: u8 = 16;

/// The number of the return address in DWARF.
#[cfg(feature = "unwind")]
pub(super) const RETURN_ADDRESS_NUMBER: u16 = 16;

const NAMES: [&str; COUNT] = [
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
    "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
    "xmm12", "xmm13", "xmm14", "xmm15",
];

impl Register {
    /// The register of a class with a number, if it is one of these.
    #[inline(always)]
    pub(super) const fn new(class: Class, number: u8) -> Option<Self> {
        let first = match class {
            Class::Int => 0,
            Class::Vec => VECTORS,
        };
        if number < 16 { Some(Self(first | number)) } else { None }
    }

    /// All such registers, in order.
    #[cfg(feature = "unwind")]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..COUNT as u8).map(Self)
    }

    /// Its number in DWARF (System V ABI, AMD64 supplement, figure 3.36).
    #[cfg(feature = "unwind")]
    pub(super) fn dwarf(self) -> u16 {
        const GENERAL: [u16; 8] = [0, 2, 1, 3, 7, 6, 4, 5];
        match self.0.checked_sub(VECTORS) {
            None => GENERAL.get(self.index()).copied().unwrap_or(self.0.into()),
            Some(nth) => 17 + u16::from(nth),
        }
    }

    /// Its place among such registers.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bytes that have to be saved.
    pub(super) const fn bytes(self) -> i16 {
        if self.0 < VECTORS { 8 } else { 16 }
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        NAMES.get(self.index()).copied().unwrap_or("")
    }
}

/// Some of these registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RegisterSet(u32);

impl RegisterSet {
    /// None of them.
    pub(super) const NONE: Self = Self(0);

    /// The general-purpose and the vector registers with some numbers.
    pub(super) const fn of(general: &[u8], vectors: &[u8]) -> Self {
        let (mut set, mut rest) = (0, general);
        while let [number, tail @ ..] = rest {
            set |= 1 << *number;
            rest = tail;
        }
        rest = vectors;
        while let [number, tail @ ..] = rest {
            set |= 1 << (VECTORS | *number);
            rest = tail;
        }
        Self(set)
    }

    /// With a register.
    #[inline(always)]
    pub(super) const fn with(self, Register(nth): Register) -> Self {
        Self(self.0 | 1 << (nth & 31))
    }

    /// Without a register.
    pub(super) const fn without(self, Register(nth): Register) -> Self {
        Self(self.0 & !(1 << (nth & 31)))
    }

    /// The registers in either set.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether there is none.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are vector registers.
    pub(super) const fn has_vectors(self) -> bool {
        self.0 >> VECTORS != 0
    }

    /// Whether a register is among them.
    pub(super) const fn contains(self, Register(nth): Register) -> bool {
        self.0 >> (nth & 31) & 1 != 0
    }

    /// One of them, if there is one.
    pub(super) fn first(self) -> Option<Register> {
        (!self.is_empty()).then_some(Register(self.0.trailing_zeros() as u8))
    }
}
