//! The optional features of the architecture, and the bits by which `cpuid` reports them.
//!
//! One line each (Intel SDM, volume 2, `CPUID`; AMD APM, volume 3, appendix E): the leaf, the register, the
//! bit. A feature is of use only where the system saves the state that it computes in, which `xgetbv` tells.
//!
//! Tests: `tests/tests/isa_x86_64_table_llvm.rs`.

use crate::isa;
use core::fmt;

/// A set of optional architecture features.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Features(u64);

/// A register that `cpuid` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The second one.
    Ebx,
    /// The third one.
    Ecx,
    /// The fourth one.
    Edx,
    /// The first one.
    Eax,
}

/// A bit that `cpuid` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bit {
    /// What is asked for, in `eax` and `ecx`.
    pub leaf: (u32, u32),
    /// The register with the answer.
    pub output: Output,
    /// The bit in it.
    pub bit: u8,
}

/// The registers that a system has to save for a feature to be of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// None but those that it always saves.
    Base,
    /// The upper halves of `ymm0` to `ymm15`.
    Ymm,
    /// All vector registers and masks.
    Zmm,
}

impl Saved {
    /// The bits of `XCR0` that have to be set (Intel SDM, volume 1, section 13.1).
    #[must_use]
    pub const fn xcr0(self) -> u64 {
        match self {
            Self::Base => 0,
            Self::Ymm => 0x6,
            Self::Zmm => 0xe6,
        }
    }
}

/// Declares the features: their names in text forms, the state that they compute in, and the
/// bits that report them.
macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident = $name:literal, $saved:ident $([$leaf:literal $sub:literal $output:ident $bit:literal])*;)*) => {
        /// One architecture feature, by the name that Intel's manual gives its flag.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Feature {
            $($(#[$doc])* $feature,)*
        }

        impl Feature {
            /// All features.
            pub const ALL: &'static [Self] = &[$(Self::$feature),*];

            /// Their names, in the same order.
            const NAMES: &'static [&'static str] = &[$($name),*];

            /// The name used in text forms.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$feature => $name,)*
                }
            }

            /// The bits by which `cpuid` reports it.
            #[must_use]
            pub const fn bits(self) -> &'static [Bit] {
                match self {
                    $(Self::$feature => &[$(Bit { leaf: ($leaf, $sub), output: Output::$output, bit: $bit }),*],)*
                }
            }

            /// The state that it computes in.
            #[must_use]
            pub const fn saved(self) -> Saved {
                match self {
                    $(Self::$feature => Saved::$saved,)*
                }
            }
        }
    };
}

features! {
    /// The base instruction set with SSE2, always there.
    Base = "base", Base;
    /// SSE3.
    Sse3 = "sse3", Base [1 0 Ecx 0];
    /// SSSE3.
    Ssse3 = "ssse3", Base [1 0 Ecx 9];
    /// SSE4.1.
    Sse41 = "sse4.1", Base [1 0 Ecx 19];
    /// Counting set bits.
    Popcnt = "popcnt", Base [1 0 Ecx 23];
    /// Counting leading zeros.
    Lzcnt = "lzcnt", Base [0x8000_0001 0 Ecx 5];
    /// Bit manipulation, first group.
    Bmi1 = "bmi", Base [7 0 Ebx 3];
    /// Bit manipulation, second group.
    Bmi2 = "bmi2", Base [7 0 Ebx 8];
    /// 256-bit vectors of floating-point numbers.
    Avx = "avx", Ymm [1 0 Ecx 28];
    /// 256-bit vectors of integers.
    Avx2 = "avx2", Ymm [7 0 Ebx 5];
    /// Multiply-adds.
    Fma = "fma", Ymm [1 0 Ecx 12];
    /// Conversion of half precision.
    F16c = "f16c", Ymm [1 0 Ecx 29];
    /// 512-bit vectors, masks and 32 registers.
    Avx512F = "avx512f", Zmm [7 0 Ebx 16];
    /// The instructions of AVX-512 on shorter vectors.
    Avx512Vl = "avx512vl", Zmm [7 0 Ebx 31];
    /// Bytes and halves.
    Avx512Bw = "avx512bw", Zmm [7 0 Ebx 30];
    /// Double words, and floating-point logic.
    Avx512Dq = "avx512dq", Zmm [7 0 Ebx 17];
    /// Conflicts and leading zeros.
    Avx512Cd = "avx512cd", Zmm [7 0 Ebx 28];
    /// Permutations of bytes.
    Avx512Vbmi = "avx512vbmi", Zmm [7 0 Ecx 1];
    /// Shifts of pairs.
    Avx512Vbmi2 = "avx512vbmi2", Zmm [7 0 Ecx 6];
    /// Dot products of bytes and halves.
    Avx512Vnni = "avx512vnni", Zmm [7 0 Ecx 11];
    /// Counting bits of bytes and halves.
    Avx512Bitalg = "avx512bitalg", Zmm [7 0 Ecx 12];
    /// Counting bits of words.
    Avx512Vpopcntdq = "avx512vpopcntdq", Zmm [7 0 Ecx 14];
    /// Products of 52 bits.
    Avx512Ifma = "avx512ifma", Zmm [7 0 Ebx 21];
    /// `bfloat16`.
    Avx512Bf16 = "avx512bf16", Zmm [7 1 Eax 5];
    /// Half precision.
    Avx512Fp16 = "avx512fp16", Zmm [7 0 Edx 23];
    /// Dot products without masks.
    AvxVnni = "avxvnni", Ymm [7 1 Eax 4];
    /// Multiply-adds with four operands, which only some of AMD's cores had.
    Fma4 = "fma4", Ymm [0x8000_0001 0 Ecx 16];
}

impl Features {
    /// The set of some features.
    #[must_use]
    pub const fn of(features: &[Feature]) -> Self {
        let (mut bits, mut rest) = (0, features);
        while let [feature, tail @ ..] = rest {
            bits |= 1 << *feature as u8;
            rest = tail;
        }
        Self(bits)
    }

    /// This set with some more features.
    #[must_use]
    pub const fn and(self, features: &[Feature]) -> Self {
        Self(self.0 | Self::of(features).0)
    }

    /// The features in either set.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without one of its features.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Self {
        Self(self.0 & !Self::of(&[feature]).0)
    }

    /// Whether `feature` is in the set.
    #[must_use]
    pub const fn contains(self, feature: Feature) -> bool {
        self.0 >> feature as u8 & 1 != 0
    }

    /// Whether all features of another set are in this one.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The features in the set.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.iter().copied().filter(move |feature| self.contains(*feature))
    }

    /// The set with nothing of the instruction set in its type.
    #[must_use]
    pub const fn erased(self) -> isa::Features {
        isa::Features::new(self.0, Feature::NAMES)
    }

    /// The set that another stands for.
    #[must_use]
    pub const fn from_erased(features: isa::Features) -> Self {
        Self(features.bits())
    }

    /// The features whose state a system saves and that a machine reports: `reports` says
    /// whether a bit is set.
    #[must_use]
    pub fn of_machine(xcr0: u64, reports: impl Fn(Bit) -> bool) -> Self {
        let has = |feature: &&Feature| {
            let saved = feature.saved().xcr0();
            xcr0 & saved == saved && feature.bits().iter().all(|bit| reports(*bit))
        };
        let found = Feature::ALL.iter().filter(has);
        Self(found.fold(0, |bits, feature| bits | 1 << *feature as u8))
    }
}

impl From<Feature> for isa::Feature {
    fn from(feature: Feature) -> Self {
        Self::new(feature.name(), feature as u8)
    }
}

impl From<Features> for isa::Features {
    fn from(features: Features) -> Self {
        features.erased()
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Feature::name)).finish()
    }
}
