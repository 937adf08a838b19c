//! Making written code visible to instruction fetch.
//!
//! Problem: AArch64 keeps data and instruction caches apart, and nothing makes
//! a store visible to instruction fetch by itself. Stored code must be cleaned
//! from the data cache to the point of unification (PoU), where the two meet,
//! and stale copies dropped from the instruction caches (Arm ARM, B2.7.4.2).
//!
//! `CTR_EL0` says how much of that a machine needs: `IDC` that stores reach the
//! PoU uncleaned, `DIC` that instruction caches drop stale lines on their own,
//! and otherwise the smallest line to step by. The register's word counts even where
//! it surprises: on machines whose cores differ or have errata, Linux reads it on
//! user space's behalf and gives a safe value, such as a line as large as a page.
//!
//! All of these instructions work at any exception level where the system above lets them through
//! (`SCTLR_EL1.UCI` and `UCT` for user space), with the memory management unit on or off. Linux does; macOS
//! has a call of its own.
//!
//! On x86-64 there is nothing to do: stores are visible to instruction fetch without being cleaned (Intel
//! SDM, volume 3, section 11.6; AMD APM, volume 2, section 7.6.1). Where a store goes to an address from
//! which a processor has fetched already, it drops what it fetched, by linear address: the code has to be
//! written and executed at the same one, or something that serialises has to come in between, such as the end
//! of a translation. On other architectures no code is run.
//!
//! Tests: below, `platform-linux/tests/publish.rs`.
#![allow(unsafe_code)]

#[cfg(any(target_arch = "aarch64", test))]
use core::iter::successors;
use core::ptr::NonNull;

/// Makes the bytes visible to the instruction fetch of all cores.
///
/// A core that has fetched from these addresses before must also synchronise its
/// context; that is not done here (see [`pages`](super::memory::pages)).
///
/// # Safety
/// The bytes are mapped and readable, and the system lets the instructions through that maintain caches.
#[cfg(target_arch = "aarch64")]
pub unsafe fn synchronize(code: NonNull<[u8]>) {
    use core::arch::asm;

    let ctr: u64;
    // SAFETY: reading CTR_EL0 has no effect, and the system lets it through or does it (caller's duty).
    unsafe { asm!("mrs {}, ctr_el0", out(reg) ctr, options(nomem, nostack, preserves_flags)) };
    let maintenance = Maintenance::needed(ctr);
    let start = code.cast::<u8>().addr().get();

    for address in lines(start, code.len(), maintenance.clean) {
        // SAFETY: cleaning changes no value, and the line holds bytes mapped readable.
        unsafe { asm!("dc cvau, {}", in(reg) address, options(nostack, preserves_flags)) };
    }
    // SAFETY: a barrier. The stores reach the PoU before anything is invalidated.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
    for address in lines(start, code.len(), maintenance.invalidate) {
        // SAFETY: invalidating an instruction cache changes no value; mapped readable as above.
        unsafe { asm!("ic ivau, {}", in(reg) address, options(nostack, preserves_flags)) };
    }
    // SAFETY: barriers. Invalidation is complete on every core, and this one fetches anew.
    unsafe { asm!("dsb ish", "isb", options(nostack, preserves_flags)) };
}

/// Does nothing: stores are visible as they are, or no code is run on this architecture.
///
/// # Safety
/// None is needed; the signature is that of AArch64.
#[cfg(not(target_arch = "aarch64"))]
pub unsafe fn synchronize(_code: NonNull<[u8]>) {}

/// The maintenance by address that a machine needs, each with the size in bytes
/// of the lines to step by; none where the hardware does it.
#[cfg(any(target_arch = "aarch64", test))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Maintenance {
    /// Of data caches, to the point of unification.
    clean: Option<usize>,
    /// Of instruction caches.
    invalidate: Option<usize>,
}

#[cfg(any(target_arch = "aarch64", test))]
impl Maintenance {
    /// The maintenance that `CTR_EL0` asks for.
    fn needed(ctr: u64) -> Self {
        const IDC: u64 = 1 << 28;
        const DIC: u64 = 1 << 29;
        // DminLine and IminLine: log2 of the number of 4-byte words.
        let line = |shift: u32| 4_usize << (ctr >> shift & 0xf);
        Self { clean: (ctr & IDC == 0).then(|| line(16)), invalidate: (ctr & DIC == 0).then(|| line(0)) }
    }
}

/// An address in each line of `line` bytes that `len` bytes at `start` touch.
#[cfg(any(target_arch = "aarch64", test))]
fn lines(start: usize, len: usize, line: Option<usize>) -> impl Iterator<Item = usize> {
    let end = start.saturating_add(len);
    line.into_iter().flat_map(move |line| {
        let addresses = successors(Some(start & !(line - 1)), move |address| address.checked_add(line));
        addresses.take_while(move |address| *address < end)
    })
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn line_sizes_and_exemptions_come_from_ctr() {
        for (ctr, clean, invalidate) in [
            (0x8444_c004, Some(64), Some(64)),
            (0x9444_c004, None, Some(64)),
            (0xa444_c004, Some(64), None),
            (0xb444_c004, None, None),
            (0x8445_c00a, Some(128), Some(4096)),
        ] {
            assert_eq!(Maintenance::needed(ctr), Maintenance { clean, invalidate }, "{ctr:#x}");
        }
    }

    #[test]
    fn every_line_touched_is_visited_once() {
        let visited = |start, len, line| lines(start, len, line).collect::<Vec<_>>();
        assert_eq!(visited(0x1000, 8, Some(64)), [0x1000]);
        assert_eq!(visited(0x1000, 129, Some(64)), [0x1000, 0x1040, 0x1080]);
        assert_eq!(visited(0x103c, 8, Some(64)), [0x1000, 0x1040]);
        assert_eq!(visited(0x1040, 64, Some(4096)), [0x1000]);
        assert_eq!(visited(0x1000, 64, None), [0_usize; 0]);
    }
}
