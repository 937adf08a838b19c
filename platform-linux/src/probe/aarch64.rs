//! Linux's description of an AArch64 machine.
//!
//! Tests: `platform-linux/tests/host.rs`.
#![allow(unsafe_code)]

use rustix::param::linux_hwcap;
use std::fs;
use tensmith_core::isa::aarch64::feature::Hwcap;

/// The features that the kernel lets user space use.
pub(crate) fn capabilities() -> Hwcap {
    let (hwcap, hwcap2) = linux_hwcap();
    Hwcap { hwcap: hwcap as u64, hwcap2: hwcap2 as u64 }
}

/// `MIDR_EL1` of each core where the kernel shows them in its file tree, or else
/// of the one that this runs on, if its identification register is readable; empty where the
/// kernel shows neither.
pub(crate) fn core_ids(is_readable: bool, parse: fn(&str) -> Option<u64>) -> Vec<u64> {
    let cores = fs::read_dir("/sys/devices/system/cpu").into_iter().flatten().flatten();
    let files = cores.map(|core| core.path().join("regs/identification/midr_el1"));
    let ids: Vec<_> = files.filter_map(|file| parse(&fs::read_to_string(file).ok()?)).collect();
    if ids.is_empty() { own_core_id(is_readable).into_iter().collect() } else { ids }
}

/// `MIDR_EL1` of the core that this runs on, if the kernel reads it for user space.
fn own_core_id(is_readable: bool) -> Option<u64> {
    is_readable.then(|| {
        let midr: u64;
        // SAFETY: the kernel reads the register on user space's behalf; reading has no effect.
        unsafe {
            std::arch::asm!("mrs {}, midr_el1", out(reg) midr, options(nomem, nostack, preserves_flags));
        }
        midr
    })
}
