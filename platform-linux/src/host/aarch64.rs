//! An AArch64 machine as a [`Target`].
//!
//! Features are what the kernel says that user space may use (`AT_HWCAP`), no
//! more and no less: a virtual machine may hide some that the core has. Timing
//! and caches are data of the core, which its identification register names
//! (`MIDR_EL1`). A core without an entry here is `generic`; its features
//! count all the same.
//!
//! Tests: below, `platform-linux/tests/host.rs`.

use tensmith_core::Target;
use tensmith_core::isa::aarch64::feature::Hwcap;

/// The machine that this runs on. Where its cores differ, it goes by the kind
/// that starts the most multiply-adds per cycle, for that kind does most of the
/// work.
#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
pub(super) fn target() -> Result<Target, super::error::HostError> {
    use crate::probe;
    use tensmith_core::isa::aarch64::feature::Features;

    let capabilities = probe::capabilities();
    let target = strongest(probe::core_ids(registers_readable(capabilities), parse_id));
    Ok(target.with_features(Features::of_linux(capabilities).into()))
}

/// Whether the kernel reads identification registers on user space's behalf (`CPUID`).
#[must_use]
pub fn registers_readable(capabilities: Hwcap) -> bool {
    capabilities.contains_all(Hwcap { hwcap: 1 << 11, hwcap2: 0 })
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
#[cfg(any(all(target_os = "linux", target_arch = "aarch64"), test))]
fn strongest(midrs: impl IntoIterator<Item = u64>) -> Target {
    let strength = |midr: &u64| {
        let model = core(*midr).core.model;
        (model.multiply_adds, model.width, *midr)
    };
    midrs.into_iter().max_by_key(strength).map_or_else(Target::generic, core)
}

/// An identification register as Linux writes it: `0x00000000413fd0c1`.
#[cfg(any(all(target_os = "linux", target_arch = "aarch64"), test))]
fn parse_id(text: &str) -> Option<u64> {
    u64::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(core(midr).core.name, name, "{midr:#x}");
        }
    }

    #[test]
    fn the_strongest_core_counts_in_any_order() {
        assert_eq!(strongest([A55, A55, A76, A55]).core.name, "cortex-a76");
        assert_eq!(strongest([A76, A55]).core.name, "cortex-a76");
        assert_eq!(strongest([A55]).core.name, "cortex-a55");
        assert_eq!(strongest([A55, CORTEX_X1]).core.name, "generic");
        assert_eq!(strongest([A76, CORTEX_X1]), strongest([CORTEX_X1, A76]));
        assert_eq!(strongest([]), Target::generic());
    }

    #[test]
    fn registers_are_readable_where_the_kernel_says_so() {
        assert!(registers_readable(Hwcap { hwcap: 1 << 11, hwcap2: 0 }));
        assert!(!registers_readable(Hwcap { hwcap: !(1 << 11), hwcap2: u64::MAX }));
    }

    #[test]
    fn identification_registers_are_read_from_text() {
        assert_eq!(parse_id("0x00000000413fd0c1\n"), Some(0x413f_d0c1));
        for text in ["", "0x", "413fd0c1", "0x1ffffffffffffffff", "0xzz"] {
            assert_eq!(parse_id(text), None, "{text:?}");
        }
    }
}
