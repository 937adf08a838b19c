//! Trying the ladder of strategies: each is taken with one page. Nothing is left of that but, under SELinux,
//! a line in the audit log.
//!
//! Tests: `platform-linux/tests/refusal.rs`.
#![allow(unsafe_code)]

use super::calls::Host;
use super::strategy::{Reason, Strategy};
use std::fs::File;
use std::io::Read;
use tensmith_core::code::memory::arena::{CHUNK, System};
use tensmith_core::code::memory::pages::Replaced;
use tensmith_core::code::memory::placement::Placement;
use tensmith_core::code::{MemoryError, Refusal};

/// The first strategy that is open to this process.
///
/// # Errors
/// [`MemoryError::Denied`], where none is. Where memory lacks, that error: it says nothing of what is open.
pub(super) fn choose() -> Result<(Strategy, Reason), MemoryError> {
    let reason = match refusal(Strategy::Protect)? {
        None if accounting_is_strict() => Reason::StrictAccounting,
        None => return Ok((Strategy::Protect, Reason::First)),
        Some((step, refusal)) => Reason::ProtectDenied { step, refusal },
    };
    match (refusal(Strategy::SealedFile)?, reason) {
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
///
/// # Errors
/// Memory lacks.
fn refusal(strategy: Strategy) -> Result<Option<(&'static str, Refusal)>, MemoryError> {
    let system = Replaced(Host::new(strategy));
    let written = system.map(CHUNK).and_then(|mut chunk| {
        let piece: &[u8] = &[0; 4];
        let pieces = &[piece];
        // SAFETY: the chunk is new, and has room for four bytes.
        let written = Placement::new(pieces).and_then(|piece| unsafe { system.write(&mut chunk, 0, &piece) });
        // SAFETY: nobody knows of the chunk.
        unsafe { system.unmap(chunk) };
        written
    });
    match written {
        Ok(()) => Ok(None),
        Err(MemoryError::Refused { step, refusal, .. }) if !refusal.is_out_of_memory() => {
            Ok(Some((step, refusal)))
        }
        Err(error) => Err(error),
    }
}

/// Whether every promise of memory counts.
fn accounting_is_strict() -> bool {
    let mut mode = [0];
    // Nothing is allocated, so that want of memory gives no other answer.
    let file = File::open("/proc/sys/vm/overcommit_memory");
    file.and_then(|mut file| file.read_exact(&mut mode)).is_ok() && mode == *b"2"
}
