//! Other libraries and ours, timed on the processor of this machine: the package `tensmith-bench`, which no other command
//! compiles.

use std::ffi::OsString;

use crate::proc::{Failure, Result, command, run, status};
use crate::toolchain::Toolchain;

/// Builds the program and runs it with `args`; it prints what it finds.
///
/// # Errors
/// It cannot be built, or does not succeed: then with its own exit status. A bar that is missed is a finding.
pub(super) fn silicon(toolchain: &Toolchain, args: &[OsString]) -> Result {
    run(toolchain.cargo("build").args(["--release", "--package", "tensmith-bench"]))?;
    let mut program = command(toolchain.native_release().join("tensmith-bench"));
    let ended = status(program.args(args))?;
    match crate::proc::exit_status(ended) {
        0 => Ok(()),
        status => Err(Failure { message: "tensmith-bench did not finish; see above".to_owned(), status }),
    }
}
