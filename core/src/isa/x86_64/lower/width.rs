//! The lengths of vectors that code is made for.

use crate::isa::Core;
use crate::isa::x86_64::abi::{SCRATCH_OF_16, SCRATCH_OF_32};
use crate::isa::x86_64::feature::Feature;
use crate::isa::x86_64::register::{Any, Simd};

/// The vectors that code computes on, and how its instructions are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 32 bytes in 16 registers, by VEX: AVX2.
    Ymm,
    /// 64 bytes in 32 registers with masks, by EVEX: AVX-512.
    Zmm,
}

impl Width {
    /// The vectors that code for a core computes on.
    #[inline]
    #[must_use]
    pub const fn of(core: &Core) -> Self {
        if core.vector_bytes == 64 { Self::Zmm } else { Self::Ymm }
    }

    /// The size of a vector.
    #[inline]
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Ymm => 32,
            Self::Zmm => 64,
        }
    }

    /// The features that all code needs.
    #[must_use]
    pub const fn features(self) -> &'static [Feature] {
        match self {
            Self::Ymm => &[Feature::Avx, Feature::Avx2, Feature::Fma],
            Self::Zmm => &[Feature::Avx512F, Feature::Avx512Vl, Feature::Avx512Dq],
        }
    }

    /// The register that instructions use besides those of the function.
    #[inline(always)]
    pub(super) const fn scratch(self) -> Any<Simd> {
        match self {
            Self::Ymm => Any::<Simd>::placed(SCRATCH_OF_16),
            Self::Zmm => Any::<Simd>::placed(SCRATCH_OF_32),
        }
    }
}
