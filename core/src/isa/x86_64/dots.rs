//! The dot products of narrow numbers that a core has instructions for, and the products of integers of 32
//! bits. None of them saturates.
//!
//! Tests: `tests/tests/kernel_language_dot.rs`.

use super::feature::{Feature, Features};
use super::lower::Width;
use crate::isa::Core;
use crate::isa::machine::Dot;
use crate::kernel::func::DotTypes;

const U8I8: Dot = Dot::of(DotTypes::U8I8);
const I8U8: Dot = Dot::of(DotTypes::I8U8);
const I16: Dot = Dot::of(DotTypes::I16);
const I32: Dot = Dot::of(DotTypes::I32);
const BF16: Dot = Dot::of(DotTypes::BF16);

/// What there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dots {
    /// Products of integers of 32 bits, as all have: vectors of 64 bytes without `AVX512BW`.
    Nothing,
    /// Products of words, in two instructions.
    Words,
    /// Products of words, and of bytes of which one factor has a sign (`AVX512-VNNI`).
    BytesAndWords,
    /// These, and products of bfloat16 (`AVX512-BF16`).
    AllAndBfloat,
}

impl Dots {
    /// That of a core.
    pub(super) fn of(core: &Core) -> Self {
        let features = Features::from_erased(core.features);
        let has = |feature| features.contains(feature);
        match Width::of(core) {
            Width::Ymm => Self::Words,
            Width::Zmm if has(Feature::Avx512Vnni) && has(Feature::Avx512Bf16) => Self::AllAndBfloat,
            Width::Zmm if has(Feature::Avx512Vnni) => Self::BytesAndWords,
            Width::Zmm if has(Feature::Avx512Bw) => Self::Words,
            Width::Zmm => Self::Nothing,
        }
    }

    /// The dot products. What takes two instructions has the register between them that is left to lowering.
    pub(super) const fn all(self) -> &'static [Dot] {
        match self {
            Self::Nothing => &[I32],
            Self::Words => &[I16, I32],
            Self::BytesAndWords => &[U8I8, I8U8, I16, I32],
            Self::AllAndBfloat => &[U8I8, I8U8, I16, I32, BF16],
        }
    }

    /// Whether bytes are multiplied, and words by one instruction.
    pub(super) const fn has_bytes(self) -> bool {
        matches!(self, Self::BytesAndWords | Self::AllAndBfloat)
    }
}
