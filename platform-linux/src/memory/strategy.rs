//! The ways to executable memory, as a ladder: the first one that is open is taken.
//!
//! A process may be forbidden to make memory executable that was writable: by itself (`PR_SET_MDWE`), by a
//! seccomp filter (systemd's `MemoryDenyWriteExecute=`), or by SELinux (`execmem`). These leave files: what
//! was written to a file may be mapped executable.
//!
//! A process that may do neither can still lend memory that it has (a `CodeMemory` of the caller's).
//!
//! Tests: `platform-linux/tests/refusal.rs`.

use std::fmt;
use tensmith_core::code::Refusal;

/// How pages become executable. No strategy ever has a page writable and executable, nor
/// makes one writable again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strategy {
    /// Private pages are written, protected (`mprotect`), and moved to their place (`mremap`).
    Protect,
    /// A file in memory (`memfd_create`) is written, sealed against all change, and mapped into its place
    /// (`mmap`). No page is ever writable under any address.
    SealedFile,
}

/// Why a strategy is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is the first one, and open.
    First,
    /// The caller asked for it.
    Asked,
    /// The first one is closed to this process.
    ProtectDenied {
        /// The step that was refused.
        step: &'static str,
        /// Why.
        refusal: Refusal,
    },
    /// The system promises no more memory than it has (`vm.overcommit_memory` is 2). It could refuse to move
    /// pages after it has removed what was in their place.
    StrictAccounting,
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Protect => "private pages, protected after writing",
            Self::SealedFile => "sealed files in memory, mapped after writing",
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("the first strategy is open to this process"),
            Self::Asked => f.write_str("the caller asked for it"),
            Self::ProtectDenied { step, refusal } => {
                write!(f, "private pages may not become executable ({step}: {refusal})")
            }
            Self::StrictAccounting => f.write_str("vm.overcommit_memory is 2"),
        }
    }
}
