//! The machine at hand as a [`Target`].
//!
//! Features are what the kernel says that user space may use (`AT_HWCAP`), no
//! more and no less: a virtual machine may hide some that the core has. Timing
//! and caches are data of the core, which its identification register names
//! (`MIDR_EL1`). A core that nobody has entered here is `generic`; its features
//! count all the same.

use tensmith_core::Target;
use tensmith_core::target::{Feature, Features};

/// Why the machine at hand is no target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// It is of another architecture.
    #[error("this machine is {architecture}: it cannot execute AArch64 code")]
    OtherArchitecture {
        /// The architecture that this program was built for.
        architecture: &'static str,
    },
}

/// The machine that this runs on. Where its cores differ, it goes by the kind
/// that starts the most multiply-adds per cycle, for that kind does most of the
/// work.
///
/// # Errors
/// [`HostError`], on every machine that is not AArch64.
#[cfg(target_os = "linux")]
pub fn target() -> Result<Target, HostError> {
    if !cfg!(target_arch = "aarch64") {
        return Err(HostError::OtherArchitecture { architecture: std::env::consts::ARCH });
    }
    let capabilities = crate::probe::capabilities();
    let core = strongest(crate::probe::core_ids(capabilities));
    Ok(Target { features: capabilities.features(), ..core })
}

/// What the kernel says that user space may use: getauxval(3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// `AT_HWCAP`.
    pub hwcap: u64,
    /// `AT_HWCAP2`.
    pub hwcap2: u64,
}

/// Each feature with the bits that must be set for it; the bits' names are those
/// of Linux, `arch/arm64/include/uapi/asm/hwcap.h`.
const REQUIRED: [(Feature, Capabilities); 11] = {
    const fn hwcap(hwcap: u64) -> Capabilities {
        Capabilities { hwcap, hwcap2: 0 }
    }
    const fn hwcap2(bit: u32) -> Capabilities {
        Capabilities { hwcap: 0, hwcap2: 1 << bit }
    }
    [
        (Feature::AdvSimd, hwcap(1 << 1)),        // ASIMD
        (Feature::Fp16, hwcap(1 << 9 | 1 << 10)), // FPHP, ASIMDHP
        (Feature::DotProd, hwcap(1 << 20)),       // ASIMDDP
        (Feature::Sve, hwcap(1 << 22)),           // SVE
        (Feature::Fhm, hwcap(1 << 23)),           // ASIMDFHM
        (Feature::Sve2, hwcap2(1)),               // SVE2
        (Feature::I8mm, hwcap2(13)),              // I8MM
        (Feature::Bf16, hwcap2(14)),              // BF16
        (Feature::Bti, hwcap2(17)),               // BTI
        (Feature::Sme, hwcap2(23)),               // SME
        (Feature::Sme2, hwcap2(37)),              // SME2
    ]
};

impl Capabilities {
    /// The features among them that code can be made with.
    #[must_use]
    pub fn features(self) -> Features {
        // The base set is in every set, so it stands for what is not there.
        Features::of(
            &REQUIRED.map(|(feature, bits)| if self.include(bits) { feature } else { Feature::Base }),
        )
    }

    /// Whether the kernel reads identification registers on user space's behalf (`CPUID`).
    #[must_use]
    pub fn registers_readable(self) -> bool {
        self.include(Self { hwcap: 1 << 11, hwcap2: 0 })
    }

    fn include(self, bits: Self) -> bool {
        self.hwcap & bits.hwcap == bits.hwcap && self.hwcap2 & bits.hwcap2 == bits.hwcap2
    }
}

/// The core that `MIDR_EL1` names, with its own features; `generic` if it is none
/// that is known. Numbers: Linux, `arch/arm64/include/asm/cputype.h`.
#[must_use]
pub fn core(midr: u64) -> Target {
    const ARM: u64 = 0x41;
    const APPLE: u64 = 0x61;
    const MICROSOFT: u64 = 0x6d;
    let (implementer, part) = (midr >> 24 & 0xff, midr >> 4 & 0xfff);
    let name = match (implementer, part) {
        (ARM, 0xd05) => "cortex-a55",
        (ARM, 0xd46) => "cortex-a510",
        (ARM, 0xd0b) => "cortex-a76",
        (ARM, 0xd0c) => "neoverse-n1",
        (ARM | MICROSOFT, 0xd49) => "neoverse-n2",
        (ARM, 0xd40) => "neoverse-v1",
        (ARM, 0xd4f) => "neoverse-v2",
        // Parts 0x22 … 0x29 are of the M1, 0x32 … of the M2, 0x42 … of the M3, 0x52 … of the M4;
        // each takes the nearest older core that is known.
        (APPLE, 0x022..=0x051) => "apple-m1",
        (APPLE, 0x052..) => "apple-m4",
        _ => "generic",
    };
    Target::named(name).unwrap_or_else(|_| Target::generic())
}

/// Of the cores with these `MIDR_EL1`s, in whatever order, the one that starts the
/// most multiply-adds per cycle, or, of those, the most instructions; `generic` if
/// there is none.
#[cfg(any(target_os = "linux", test))]
fn strongest(midrs: impl IntoIterator<Item = u64>) -> Target {
    let strength = |midr: &u64| {
        let model = core(*midr).model;
        (model.multiply_adds, model.width, *midr)
    };
    midrs.into_iter().max_by_key(strength).map_or_else(Target::generic, core)
}

/// An identification register as Linux writes it: `0x00000000413fd0c1`.
#[cfg(any(target_os = "linux", test))]
pub(crate) fn parse_id(text: &str) -> Option<u64> {
    u64::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_core::target::Feature::{
        AdvSimd, Base, Bf16, Bti, DotProd, Fhm, Fp16, I8mm, Sme, Sme2, Sve, Sve2,
    };

    const A55: u64 = 0x412f_d050;
    const A76: u64 = 0x414f_d0b0;
    const CORTEX_X1: u64 = 0x411f_d440;

    #[test]
    fn midr_names_the_core() {
        for (midr, name) in [
            (A55, "cortex-a55"),
            (0x411f_d461, "cortex-a510"),
            (A76, "cortex-a76"),
            (0x413f_d0c1, "neoverse-n1"),
            (0x410f_d493, "neoverse-n2"),
            (0x6d0f_d490, "neoverse-n2"),
            (0x411f_d401, "neoverse-v1"),
            (0x410f_d4f0, "neoverse-v2"),
            (0x611f_0221, "apple-m1"),
            (0x612f_0290, "apple-m1"),
            (0x611f_0330, "apple-m1"),
            (0x611f_0490, "apple-m1"),
            (0x611f_0520, "apple-m4"),
            (0x612f_0630, "apple-m4"),
            (CORTEX_X1, "generic"),
            (0x610f_0070, "generic"),
            (0xc00f_d0c0, "generic"),
            (0, "generic"),
            (u64::MAX, "generic"),
        ] {
            assert_eq!(core(midr).name, name, "{midr:#x}");
        }
    }

    #[test]
    fn the_strongest_core_counts_in_any_order() {
        assert_eq!(strongest([A55, A55, A76, A55]).name, "cortex-a76");
        assert_eq!(strongest([A76, A55]).name, "cortex-a76");
        assert_eq!(strongest([A55]).name, "cortex-a55");
        assert_eq!(strongest([A55, CORTEX_X1]).name, "generic");
        assert_eq!(strongest([A76, CORTEX_X1]), strongest([CORTEX_X1, A76]));
        assert_eq!(strongest([]), Target::generic());
    }

    #[test]
    fn each_feature_needs_its_bits_and_no_others() {
        for (hwcap, hwcap2, feature) in [
            (1 << 1, 0, AdvSimd),
            (3 << 9, 0, Fp16),
            (1 << 20, 0, DotProd),
            (1 << 22, 0, Sve),
            (1 << 23, 0, Fhm),
            (0, 1 << 1, Sve2),
            (0, 1 << 13, I8mm),
            (0, 1 << 14, Bf16),
            (0, 1 << 17, Bti),
            (0, 1 << 23, Sme),
            (0, 1 << 37, Sme2),
        ] {
            assert_eq!(Capabilities { hwcap, hwcap2 }.features(), Features::of(&[feature]));
            let others = Capabilities { hwcap: !hwcap, hwcap2: !hwcap2 };
            assert!(!others.features().contains(feature), "{feature:?}");
        }
    }

    #[test]
    fn half_precision_needs_the_scalar_and_the_vector_bit() {
        for hwcap in [0, 1 << 9, 1 << 10] {
            assert_eq!(Capabilities { hwcap, hwcap2: 0 }.features(), Features::of(&[Base]));
        }
    }

    #[test]
    fn registers_are_readable_where_the_kernel_says_so() {
        assert!(Capabilities { hwcap: 1 << 11, hwcap2: 0 }.registers_readable());
        assert!(!Capabilities { hwcap: !(1 << 11), hwcap2: u64::MAX }.registers_readable());
    }

    #[test]
    fn identification_registers_are_read_from_text() {
        assert_eq!(parse_id("0x00000000413fd0c1\n"), Some(0x413f_d0c1));
        for text in ["", "0x", "413fd0c1", "0x1ffffffffffffffff", "0xzz"] {
            assert_eq!(parse_id(text), None, "{text:?}");
        }
    }
}
