//! Trying the ladder of strategies: each is taken with one page. Nothing is left of that but, under SELinux, a line in
//! the audit log.
//!
//! Tests: `platform-linux/tests/refusal.rs`.
#![allow(unsafe_code)]

use super::calls::Host;
use super::strategy::{Reason, Strategy};
use std::fs;
use tensmith_core::code::memory::arena::{CHUNK, System};
use tensmith_core::code::memory::pages::Replaced;
use tensmith_core::code::memory::placement::Placement;
use tensmith_core::code::{MemoryError, Refusal};

/// The first strategy that is open to this process.
pub(super) fn choose() -> Result<(Strategy, Reason), MemoryError> {
    let reason = match refusal(Strategy::Protect) {
        None if accounting_is_strict() => Reason::StrictAccounting,
        None => return Ok((Strategy::Protect, Reason::First)),
        Some((step, refusal)) => Reason::ProtectDenied { step, refusal },
    };
    match (refusal(Strategy::SealedFile), reason) {
        (None, _) => Ok((Strategy::SealedFile, reason)),
        (Some(_), Reason::StrictAccounting) => Ok((Strategy::Protect, Reason::First)),
        (Some((step, refusal)), _) => Err(MemoryError::Denied {
            step,
            refusal,
            remedy: "this process may neither protect written pages as executable, which PR_SET_MDWE, seccomp and \
                     SELinux (execmem) forbid, nor map a sealed file in memory; allow one, or lend executable memory",
        }),
    }
}

/// What is refused when a page is published by a strategy.
fn refusal(strategy: Strategy) -> Option<(&'static str, Refusal)> {
    let system = Replaced(Host::new(strategy));
    let error = match system.map(CHUNK) {
        Ok(mut chunk) => {
            let piece: &[u8] = &[0; 4];
            let pieces = &[piece];
            // SAFETY: the chunk is new, and has room for four bytes.
            let written =
                Placement::new(pieces).and_then(|piece| unsafe { system.write(&mut chunk, 0, &piece) });
            // SAFETY: nobody knows of the chunk.
            unsafe { system.unmap(chunk) };
            written.err()?
        }
        Err(error) => error,
    };
    match error {
        MemoryError::Refused { step, refusal, .. } => Some((step, refusal)),
        _ => Some(("allocate", Refusal::Os(rustix::io::Errno::NOMEM.raw_os_error()))),
    }
}

/// Whether every promise of memory counts.
fn accounting_is_strict() -> bool {
    fs::read("/proc/sys/vm/overcommit_memory").is_ok_and(|mode| mode.starts_with(b"2"))
}
