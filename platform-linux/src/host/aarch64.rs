//! An AArch64 machine as a [`Target`](tensmith_core::Target).
//!
//! Features are what the kernel says that user space may use (`AT_HWCAP`), no
//! more and no less: a virtual machine may hide some that the core has. Timing
//! and caches are data of the core, which its identification register names
//! (`MIDR_EL1`). A core without an entry here is `generic`; its features
//! count all the same.
//!
//! Tests: below, `platform-linux/tests/host.rs`.

#[cfg(any(all(target_os = "linux", target_arch = "aarch64"), test))]
use tensmith_core::Target;
use tensmith_core::isa::aarch64::feature::Hwcap;
#[cfg(any(all(target_os = "linux", target_arch = "aarch64"), test))]
use tensmith_core::isa::aarch64::midr;

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

/// Of the cores with these `MIDR_EL1`s, in whatever order, the one that starts the
/// most multiply-adds per cycle, or, of those, the most instructions; `generic` if
/// there is none.
#[cfg(any(all(target_os = "linux", target_arch = "aarch64"), test))]
fn strongest(midrs: impl IntoIterator<Item = u64>) -> Target {
    let strength = |midr: &u64| {
        let model = midr::core(*midr).model;
        (model.multiply_adds, model.width, *midr)
    };
    midrs.into_iter().max_by_key(strength).map_or_else(Target::generic, Target::of_midr)
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
