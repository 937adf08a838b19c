//! Cores by their identification register, `MIDR_EL1`: what a system without anyone to ask, and
//! Linux, know them by.
//!
//! Numbers are those of Linux, `arch/arm64/include/asm/cputype.h`.
//!
//! Tests: below, `platform-linux/tests/host.rs`.

use super::cores::{CORES, GENERIC};
use crate::isa::model::Core;

/// The core that the register's value names, with the features that it always has; [`GENERIC`] if it
/// is none that is known.
#[must_use]
pub fn core(midr: u64) -> Core {
    const ARM: u64 = 0x41;
    const APPLE: u64 = 0x61;
    const MICROSOFT: u64 = 0x6d;
    let (implementer, part) = (midr >> 24 & 0xff, midr >> 4 & 0xfff);
    let name = match (implementer, part) {
        (ARM, 0xd03) => "cortex-a53",
        (ARM, 0xd05) => "cortex-a55",
        (ARM, 0xd07) => "cortex-a57",
        (ARM, 0xd08) => "cortex-a72",
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
        _ => return GENERIC,
    };
    CORES.iter().find(|core| core.name == name).copied().unwrap_or(GENERIC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn midr_names_the_core() {
        for (midr, name) in [
            (0x410f_d034, "cortex-a53"),
            (0x412f_d050, "cortex-a55"),
            (0x411f_d070, "cortex-a57"),
            (0x410f_d083, "cortex-a72"),
            (0x411f_d461, "cortex-a510"),
            (0x414f_d0b0, "cortex-a76"),
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
            // A Cortex-X1, and what qemu calls `max`.
            (0x411f_d440, "generic"),
            (0x000f_0510, "generic"),
            (0x610f_0070, "generic"),
            (0xc00f_d0c0, "generic"),
            (0, "generic"),
            (u64::MAX, "generic"),
        ] {
            assert_eq!(core(midr).name, name, "{midr:#x}");
        }
    }
}
