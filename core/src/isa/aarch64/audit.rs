//! The needs of code that a core has to meet: the features that its words use, and whether it is
//! legal in streaming mode.
//!
//! An instruction tells both from its row and its operands ([`MachInst::features`]). A word that the
//! table lacks tells nothing, so an audit counts such words instead of guessing.
//!
//! Tests: below, `tests/tests/isa_aarch64_verify.rs`.

use super::decode::{Decoded, decode};
use super::feature::{Feature, Features};
use super::inst::MachInst;

/// The needs of a sequence of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The features without which the known words do not run.
    pub features: Features,
    /// Whether all known words are legal in streaming SVE mode (without `FEAT_SME_FA64`).
    pub streaming: bool,
    /// The number of words that the table lacks.
    pub unknown: usize,
    /// Position of the first of these, in words.
    pub first_unknown: Option<usize>,
}

impl Audit {
    /// Returns the needs of no code at all.
    #[must_use]
    pub fn empty() -> Self {
        Self { features: Features::of(&[]), streaming: true, unknown: 0, first_unknown: None }
    }

    /// Returns these needs together with those of `inst`.
    #[must_use]
    pub fn with(self, inst: &MachInst) -> Self {
        let features = self.features.union(required(inst));
        Self { features, streaming: self.streaming && inst.row().availability.streaming, ..self }
    }

    /// Returns these needs together with an unknown word at `position`.
    fn with_unknown(self, position: usize) -> Self {
        let first_unknown = self.first_unknown.or(Some(position));
        Self { unknown: self.unknown.saturating_add(1), first_unknown, ..self }
    }
}

/// The features without which `inst` does not run. Landing pads are hints where branch target
/// identification is absent.
#[must_use]
pub fn required(inst: &MachInst) -> Features {
    inst.features().without(Feature::Bti)
}

/// Returns the needs of `words`.
#[must_use]
pub fn audit(words: &[u32]) -> Audit {
    words.iter().enumerate().fold(Audit::empty(), |audit, (at, word)| match decode(*word) {
        Decoded::Known(inst) => audit.with(&inst),
        Decoded::Unknown(_) => audit.with_unknown(at),
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::isa::aarch64::assemble;

    fn of(text: &str) -> Audit {
        audit(&assemble(text).unwrap())
    }

    #[test]
    fn features_are_those_of_the_words() {
        let audit =
            of("bti c\n add x0, x0, #1\n fadd v0.8h, v1.8h, v2.8h\n udot v0.4s, v1.16b, v2.16b\n ret");
        let used = Features::of(&[Feature::Base, Feature::AdvSimd, Feature::Fp16, Feature::DotProd]);
        assert_eq!(audit, Audit { features: used, streaming: false, unknown: 0, first_unknown: None });
    }

    #[test]
    fn scalar_code_is_legal_in_streaming_mode() {
        assert!(of("fadd s0, s1, s2\n ldr q0, [x0]\n ret").streaming);
        assert!(!of("fadd s0, s1, s2\n fadd v0.4s, v1.4s, v2.4s").streaming);
        assert_eq!(audit(&[]), Audit::empty());
    }

    #[test]
    fn unknown_words_are_counted() {
        let audit = of("ret\n .word 0xffffffff\n .word 0xffffffff");
        assert_eq!((audit.unknown, audit.first_unknown), (2, Some(1)));
    }
}
