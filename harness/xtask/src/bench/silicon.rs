//! Other libraries and ours, timed on the processor of this machine.

use std::ffi::OsString;

use crate::apt::{self, Package};
use crate::proc::Result;
use crate::timed::{self, Build};
use crate::toolchain::Toolchain;

/// What windows are compared with: loops in C, and oneDNN.
const PEERS_OF_WINDOWS: [&str; 3] = ["gcc", "g++", "libdnnl-dev"];

/// Builds the program and runs it with `args`; it prints what it finds.
///
/// # Errors
/// It cannot be built, or does not succeed: then with its own exit status. A bar that is missed is a finding.
pub(super) fn silicon(toolchain: &Toolchain, args: &[OsString]) -> Result {
    if args.iter().any(|arg| arg.to_string_lossy().contains("windows")) {
        let packages = apt::missing(&PEERS_OF_WINDOWS);
        if !packages.is_empty() {
            let packages: Vec<_> = packages.into_iter().map(Package::Named).collect();
            apt::install(toolchain.host, &packages, &toolchain.workspace.target)?;
        }
    }
    timed::program(toolchain, Build::WithPeers, args.iter().cloned())
}
