//! The availability of an instruction on a core: features, and the right mode.
//!
//! Tests: `tests/tests/isa_aarch64_table_llvm.rs`.

use super::feature::{Feature, Features};
use super::slot::Slot;

/// The features and the mode that a core needs in order to execute an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Availability {
    /// The features that it needs, all of them; those that these include, as SVE2 does SVE, are
    /// left out.
    pub features: Features,
    /// Whether it is legal in streaming SVE mode (without `FEAT_SME_FA64`).
    pub streaming: bool,
    /// Whether forms whose size is half precision need [`Feature::Fp16`], too.
    pub half: bool,
}

/// One word of a row's availability.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Need {
    /// A feature. Instructions of Advanced SIMD are illegal in streaming mode.
    Feature(Feature),
    /// Floating point of scalars, a part of Advanced SIMD that is legal there.
    Fp,
    /// For forms of half precision [`Feature::Fp16`].
    Half,
    /// Another mode than streaming mode.
    #[cfg_attr(not(feature = "aarch64-sve"), allow(dead_code, reason = "some families need it"))]
    NoStreaming,
}

impl Availability {
    /// Returns the availability from all `needs`.
    pub(crate) const fn of(needs: &[Need]) -> Self {
        let mut all = Self { features: Features::of(&[]), streaming: true, half: false };
        let mut rest = needs;
        while let [need, tail @ ..] = rest {
            match *need {
                Need::Feature(feature) => {
                    all.features = all.features.with(feature);
                    all.streaming &= !matches!(feature, Feature::AdvSimd);
                }
                Need::Fp => all.features = all.features.with(Feature::AdvSimd),
                Need::Half => all.half = true,
                Need::NoStreaming => all.streaming = false,
            }
            rest = tail;
        }
        all
    }

    /// The features that an instruction with some operands needs: half precision is one of its own.
    pub(super) fn features_with(self, mut operands: impl Iterator<Item = (&'static Slot, u32)>) -> Features {
        let names_half =
            |(slot, raw): (&Slot, u32)| slot.kind.name(raw).is_some_and(|name| name.ends_with(['h', 'H']));
        if self.half && operands.any(names_half) { self.features.with(Feature::Fp16) } else { self.features }
    }
}
