//! The optional features of the architecture: their names, and how operating systems say
//! that a machine has them.
//!
//! One line each. `linux` are the bits of `AT_HWCAP` and `AT_HWCAP2` (Linux,
//! `arch/arm64/include/uapi/asm/hwcap.h` and `Documentation/arch/arm64/elf_hwcaps.rst`), `macos` the values
//! that `sysctlbyname` knows (Apple, "Determining Instruction Set Characteristics"). A machine has a feature
//! if all of these are set. Where there is none, the feature is of no use to programs, or the system has
//! no machines with it.
//!
//! Tests: below, `platform-linux/tests/host.rs`.

use crate::isa;
use core::ffi::CStr;
use core::fmt;

/// A set of optional architecture features.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Features(u64);

/// The capabilities that Linux reports to programs: getauxval(3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hwcap {
    /// `AT_HWCAP`.
    pub hwcap: u64,
    /// `AT_HWCAP2`.
    pub hwcap2: u64,
}

impl Hwcap {
    /// Whether all of some others are among these.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        other.hwcap & !self.hwcap == 0 && other.hwcap2 & !self.hwcap2 == 0
    }
}

/// Declares the features: their names in text forms, and what systems report for each.
macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident = $name:literal,
        linux [$($hwcap:literal)*] [$($hwcap2:literal)*], macos [$($sysctl:literal)*];)*) => {
        /// One architecture feature (Arm ARM, A2.2: the names after `FEAT_`).
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

            /// The capabilities by which Linux reports it; none where it does not.
            #[must_use]
            pub const fn hwcap(self) -> Hwcap {
                match self {
                    $(Self::$feature => Hwcap { hwcap: 0 $(| 1 << $hwcap)*, hwcap2: 0 $(| 1 << $hwcap2)* },)*
                }
            }

            /// The names of the values by which macOS reports it; none where it does not.
            #[must_use]
            pub const fn sysctl(self) -> &'static [&'static CStr] {
                match self {
                    $(Self::$feature => &[$($sysctl),*],)*
                }
            }
        }
    };
}

features! {
    /// The base instruction set, always there.
    Base = "base", linux [] [], macos [];
    /// `AdvSIMD` and floating point.
    AdvSimd = "asimd", linux [1] [], macos [];
    /// Branch target identification (`FEAT_BTI`); a hint where it is absent.
    Bti = "bti", linux [] [17], macos [c"hw.optional.arm.FEAT_BTI"];
    /// Half-precision arithmetic (`FEAT_FP16`).
    Fp16 = "fp16", linux [9 10] [], macos [c"hw.optional.arm.FEAT_FP16"];
    /// Dot products of bytes (`FEAT_DotProd`).
    DotProd = "dotprod", linux [20] [], macos [c"hw.optional.arm.FEAT_DotProd"];
    /// Multiply-add of half into single precision (`FEAT_FHM`).
    Fhm = "fhm", linux [23] [], macos [c"hw.optional.arm.FEAT_FHM"];
    /// Matrix multiplication of bytes (`FEAT_I8MM`).
    I8mm = "i8mm", linux [] [13], macos [c"hw.optional.arm.FEAT_I8MM"];
    /// `BFloat16` (`FEAT_BF16`).
    Bf16 = "bf16", linux [] [14], macos [c"hw.optional.arm.FEAT_BF16"];
    /// Scalable vectors (`FEAT_SVE`).
    Sve = "sve", linux [22] [], macos [];
    /// Scalable vectors, second version (`FEAT_SVE2`).
    Sve2 = "sve2", linux [] [1], macos [];
    /// Scalable matrices (`FEAT_SME`).
    Sme = "sme", linux [] [23], macos [c"hw.optional.arm.FEAT_SME"];
    /// Scalable matrices, second version (`FEAT_SME2`).
    Sme2 = "sme2", linux [] [37], macos [c"hw.optional.arm.FEAT_SME2"];
    /// Pointer authentication (`FEAT_PAuth`).
    Pauth = "pauth", linux [30 31] [], macos [c"hw.optional.arm.FEAT_PAuth"];
    /// Atomic operations on memory (`FEAT_LSE`).
    Lse = "lse", linux [8] [], macos [c"hw.optional.arm.FEAT_LSE"];
    /// Cyclic redundancy checks (`FEAT_CRC32`).
    Crc = "crc", linux [7] [], macos [c"hw.optional.armv8_crc32"];
    /// Loads with acquire of the weaker kind (`FEAT_LRCPC`).
    Lrcpc = "lrcpc", linux [15] [], macos [c"hw.optional.arm.FEAT_LRCPC"];
    /// Loads with acquire of the weaker kind, with offsets (`FEAT_LRCPC2`).
    Lrcpc2 = "lrcpc2", linux [26] [], macos [c"hw.optional.arm.FEAT_LRCPC2"];
    /// Limited ordering regions (`FEAT_LOR`).
    Lor = "lor", linux [] [], macos [];
    /// Flag manipulation (`FEAT_FlagM`).
    FlagM = "flagm", linux [27] [], macos [c"hw.optional.arm.FEAT_FlagM"];
    /// Conversion of comparison flags (`FEAT_FlagM2`).
    FlagM2 = "flagm2", linux [] [7], macos [c"hw.optional.arm.FEAT_FlagM2"];
    /// Speculation barrier (`FEAT_SB`).
    Sb = "sb", linux [29] [], macos [c"hw.optional.arm.FEAT_SB"];
    /// Barriers that leave out accesses with the XS attribute (`FEAT_XS`).
    Xs = "xs", linux [] [], macos [];
    /// Waiting with a time limit (`FEAT_WFxT`).
    Wfxt = "wfxt", linux [] [31], macos [c"hw.optional.arm.FEAT_WFxT"];
    /// Memory tagging (`FEAT_MTE2`).
    Mte = "mte", linux [] [18], macos [];
    /// Cleaning of caches to the point of persistence (`FEAT_DPB`).
    Dpb = "dpb", linux [16] [], macos [c"hw.optional.arm.FEAT_DPB"];
    /// Cleaning of caches to the point of deep persistence (`FEAT_DPB2`).
    Dpb2 = "dpb2", linux [] [0], macos [c"hw.optional.arm.FEAT_DPB2"];
    /// Translation of addresses with the privileged-access-never state (`FEAT_PAN2`).
    Pan2 = "pan2", linux [] [], macos [];
    /// Invalidation of translations by range and outer shareable (`FEAT_TLBIRANGE`).
    TlbiRange = "tlbirange", linux [] [], macos [];
    /// Rounding doubling multiply-add (`FEAT_RDM`).
    Rdm = "rdm", linux [12] [], macos [c"hw.optional.arm.FEAT_RDM"];
    /// Complex arithmetic (`FEAT_FCMA`).
    Complex = "complex", linux [14] [], macos [c"hw.optional.arm.FEAT_FCMA"];
    /// Conversion as in JavaScript (`FEAT_JSCVT`).
    Jscvt = "jscvt", linux [13] [], macos [c"hw.optional.arm.FEAT_JSCVT"];
    /// Rounding to an integer that fits 32 or 64 bits (`FEAT_FRINTTS`).
    Frint = "frintts", linux [] [8], macos [c"hw.optional.arm.FEAT_FRINTTS"];
    /// AES and long polynomial multiplication (`FEAT_AES`, `FEAT_PMULL`).
    Aes = "aes", linux [3 4] [], macos [c"hw.optional.arm.FEAT_AES" c"hw.optional.arm.FEAT_PMULL"];
    /// SHA-1 and SHA-256 (`FEAT_SHA1`, `FEAT_SHA256`).
    Sha2 = "sha2", linux [5 6] [], macos [c"hw.optional.arm.FEAT_SHA1" c"hw.optional.arm.FEAT_SHA256"];
    /// SHA-512 and SHA-3 (`FEAT_SHA512`, `FEAT_SHA3`).
    Sha3 = "sha3", linux [17 21] [], macos [c"hw.optional.arm.FEAT_SHA3" c"hw.optional.arm.FEAT_SHA512"];
    /// Conditional branches that hint at consistency (`FEAT_HBC`).
    Hbc = "hbc", linux [] [44], macos [c"hw.optional.arm.FEAT_HBC"];
    /// SM3 and SM4 (`FEAT_SM3`, `FEAT_SM4`).
    Sm = "sm", linux [18 19] [], macos [];
    /// Scalable vectors, version 2.1 (`FEAT_SVE2p1`).
    Sve2p1 = "sve2p1", linux [] [36], macos [];
    /// Matrix multiplication of single precision (`FEAT_F32MM`).
    F32mm = "f32mm", linux [] [10], macos [];
    /// Matrix multiplication of double precision (`FEAT_F64MM`).
    F64mm = "f64mm", linux [] [11], macos [];
    /// Outer products of double precision (`FEAT_SME_F64F64`).
    SmeF64F64 = "sme-f64f64", linux [] [25], macos [c"hw.optional.arm.FEAT_SME_F64F64"];
    /// Outer products of half words into double words (`FEAT_SME_I16I64`).
    SmeI16I64 = "sme-i16i64", linux [] [24], macos [c"hw.optional.arm.FEAT_SME_I16I64"];
}

impl Features {
    /// The features that Linux reports by some capabilities.
    #[must_use]
    pub fn of_linux(capabilities: Hwcap) -> Self {
        Self::reported(|feature| {
            let needed = feature.hwcap();
            needed != Hwcap { hwcap: 0, hwcap2: 0 } && capabilities.contains_all(needed)
        })
    }

    /// The features that macOS reports, where it `has` the values of some names.
    #[must_use]
    pub fn of_macos(has: impl Fn(&CStr) -> bool) -> Self {
        Self::reported(|feature| {
            let needed = feature.sysctl();
            !needed.is_empty() && needed.iter().all(|name| has(name))
        })
    }

    /// The base, and the features that a system reports.
    fn reported(has: impl Fn(Feature) -> bool) -> Self {
        let reported = Feature::ALL.iter().copied().filter(|feature| has(*feature));
        reported.fold(Self::of(&[]), Self::with)
    }

    /// The set of the given features; [`Feature::Base`] is always in it.
    #[must_use]
    pub const fn of(features: &[Feature]) -> Self {
        let mut bits = 1 << Feature::Base as u8;
        let mut rest = features;
        while let [first, tail @ ..] = rest {
            bits |= 1 << *first as u8;
            rest = tail;
        }
        Self(bits)
    }

    /// The set with some features added.
    #[must_use]
    pub const fn and(self, features: &[Feature]) -> Self {
        Self(self.0 | Self::of(features).0)
    }

    /// The set with `feature` added.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Self {
        Self(self.0 | 1 << feature as u8)
    }

    /// The set without `feature`.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Self {
        Self(self.0 & !(1 << feature as u8))
    }

    /// The set with those of another one added.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all features of another set are in this one.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The first of the features of another set that is not in this one.
    #[must_use]
    pub fn first_lacking(self, other: Self) -> Option<Feature> {
        if self.contains_all(other) { None } else { other.iter().find(|feature| !self.contains(*feature)) }
    }

    /// Whether `feature` is in the set.
    #[must_use]
    pub const fn contains(self, feature: Feature) -> bool {
        self.0 >> feature as u8 & 1 != 0
    }

    /// The features in the set, in order of declaration.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.iter().copied().filter(move |f| self.contains(*f))
    }
}

impl Features {
    /// This set, as all instruction sets have it.
    #[must_use]
    pub const fn erased(self) -> isa::Features {
        isa::Features::new(self.0, Feature::NAMES)
    }
}

impl From<Features> for isa::Features {
    fn from(features: Features) -> Self {
        features.erased()
    }
}

impl From<isa::Features> for Features {
    /// The features of this instruction set with the same numbers.
    fn from(features: isa::Features) -> Self {
        Self(features.bits())
    }
}

impl From<Feature> for isa::Feature {
    fn from(feature: Feature) -> Self {
        Self::new(feature.name(), feature as u8)
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The capabilities of Linux, by the names and in the order of its header: `AT_HWCAP`, then `AT_HWCAP2`.
    /// Those from which no feature here follows have no name.
    const LINUX: [&[&str]; 2] = [
        &[
            "", "ASIMD", "", "AES", "PMULL", "SHA1", "SHA2", "CRC32", "ATOMICS", "FPHP", "ASIMDHP", "CPUID",
            "ASIMDRDM", "JSCVT", "FCMA", "LRCPC", "DCPOP", "SHA3", "SM3", "SM4", "ASIMDDP", "SHA512", "SVE",
            "ASIMDFHM", "", "", "ILRCPC", "FLAGM", "", "SB", "PACA", "PACG",
        ],
        &[
            "DCPODP",
            "SVE2",
            "",
            "",
            "",
            "",
            "",
            "FLAGM2",
            "FRINT",
            "",
            "SVEF32MM",
            "SVEF64MM",
            "",
            "I8MM",
            "BF16",
            "",
            "",
            "BTI",
            "MTE",
            "",
            "",
            "",
            "",
            "SME",
            "SME_I16I64",
            "SME_F64F64",
            "",
            "",
            "",
            "",
            "",
            "WFXT",
            "",
            "",
            "",
            "",
            "SVE2P1",
            "SME2",
            "",
            "",
            "",
            "",
            "",
            "",
            "HBC",
        ],
    ];

    fn capability(name: &str) -> Hwcap {
        let [hwcap, hwcap2] =
            LINUX.map(|names| names.iter().position(|known| *known == name).map_or(0, |bit| 1u64 << bit));
        assert_ne!(hwcap | hwcap2, 0, "{name}");
        Hwcap { hwcap, hwcap2 }
    }

    fn all(names: &[&str]) -> Hwcap {
        names.iter().map(|name| capability(name)).fold(Hwcap { hwcap: 0, hwcap2: 0 }, |all, one| Hwcap {
            hwcap: all.hwcap | one.hwcap,
            hwcap2: all.hwcap2 | one.hwcap2,
        })
    }

    /// The capabilities that the kernel's `elf_hwcaps.rst` names for each feature.
    #[test]
    fn each_feature_needs_its_capabilities_and_no_others() {
        let documented: [(&[&str], Feature); 37] = [
            (&["ASIMD"], Feature::AdvSimd),
            (&["BTI"], Feature::Bti),
            (&["FPHP", "ASIMDHP"], Feature::Fp16),
            (&["ASIMDDP"], Feature::DotProd),
            (&["ASIMDFHM"], Feature::Fhm),
            (&["I8MM"], Feature::I8mm),
            (&["BF16"], Feature::Bf16),
            (&["SVE"], Feature::Sve),
            (&["SVE2"], Feature::Sve2),
            (&["SVE2P1"], Feature::Sve2p1),
            (&["SVEF32MM"], Feature::F32mm),
            (&["SVEF64MM"], Feature::F64mm),
            (&["SME"], Feature::Sme),
            (&["SME2"], Feature::Sme2),
            (&["SME_F64F64"], Feature::SmeF64F64),
            (&["SME_I16I64"], Feature::SmeI16I64),
            (&["PACA", "PACG"], Feature::Pauth),
            (&["ATOMICS"], Feature::Lse),
            (&["CRC32"], Feature::Crc),
            (&["LRCPC"], Feature::Lrcpc),
            (&["ILRCPC"], Feature::Lrcpc2),
            (&["FLAGM"], Feature::FlagM),
            (&["FLAGM2"], Feature::FlagM2),
            (&["SB"], Feature::Sb),
            (&["WFXT"], Feature::Wfxt),
            (&["MTE"], Feature::Mte),
            (&["DCPOP"], Feature::Dpb),
            (&["DCPODP"], Feature::Dpb2),
            (&["ASIMDRDM"], Feature::Rdm),
            (&["FCMA"], Feature::Complex),
            (&["JSCVT"], Feature::Jscvt),
            (&["FRINT"], Feature::Frint),
            (&["AES", "PMULL"], Feature::Aes),
            (&["SHA1", "SHA2"], Feature::Sha2),
            (&["SHA512", "SHA3"], Feature::Sha3),
            (&["SM3", "SM4"], Feature::Sm),
            (&["HBC"], Feature::Hbc),
        ];
        for (names, feature) in documented {
            let capabilities = all(names);
            assert_eq!(Features::of_linux(capabilities), Features::of(&[feature]), "{names:?}");
            for name in names {
                let Hwcap { hwcap, hwcap2 } = capability(name);
                let others = Hwcap { hwcap: !hwcap, hwcap2: !hwcap2 };
                assert!(!Features::of_linux(others).contains(feature), "{feature:?} without {name}");
            }
        }
        // The rest are for systems, not for programs.
        let unknown =
            Feature::ALL.iter().filter(|feature| documented.iter().all(|(_, known)| known != *feature));
        let for_systems = [Feature::Base, Feature::Lor, Feature::Xs, Feature::Pan2, Feature::TlbiRange];
        assert!(unknown.eq(&for_systems));
        assert_eq!(Features::of_linux(Hwcap { hwcap: 0, hwcap2: 0 }), Features::of(&[]));
    }

    #[test]
    fn a_mac_reports_features_by_their_names_in_the_manual() {
        for (feature, manual) in [
            (Feature::Fp16, c"hw.optional.arm.FEAT_FP16"),
            (Feature::DotProd, c"hw.optional.arm.FEAT_DotProd"),
            (Feature::Rdm, c"hw.optional.arm.FEAT_RDM"),
            (Feature::Lse, c"hw.optional.arm.FEAT_LSE"),
            (Feature::Frint, c"hw.optional.arm.FEAT_FRINTTS"),
            (Feature::Sme2, c"hw.optional.arm.FEAT_SME2"),
        ] {
            assert_eq!(Features::of_macos(|asked| asked == manual), Features::of(&[feature]));
        }
        for feature in Feature::ALL.iter().filter(|feature| !feature.sysctl().is_empty()) {
            let named = |asked: &CStr| feature.sysctl().contains(&asked);
            assert_eq!(Features::of_macos(named), Features::of(&[*feature]));
            for name in feature.sysctl() {
                assert!(!Features::of_macos(|asked| asked != *name).contains(*feature), "{feature:?}");
            }
        }
        assert_eq!(Features::of_macos(|_| false), Features::of(&[]));
    }
}
