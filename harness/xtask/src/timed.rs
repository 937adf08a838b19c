//! The program `tensmith-bench`, which times code on the processor of this machine: no other
//! command compiles it.

use std::ffi::OsString;

use crate::proc::{Failure, Result, command, exit_status, run, status};
use crate::toolchain::Toolchain;

/// How much of the program is built.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Build {
    /// What is ours.
    Ours,
    /// With the libraries that are crates, which take as long to build.
    WithPeers,
}

/// Builds the program and runs it with `args`; it prints what it finds.
///
/// # Errors
/// It cannot be built, or does not succeed: then with its own exit status.
pub(crate) fn program(
    toolchain: &Toolchain,
    build: Build,
    args: impl IntoIterator<Item = OsString>,
) -> Result {
    let features: &[&str] = match build {
        Build::Ours => &[],
        Build::WithPeers => &["--features", "peers"],
    };
    run(toolchain.cargo("build").args(["--release", "--package", "tensmith-bench"]).args(features))?;
    let mut program = command(toolchain.native_release().join("tensmith-bench"));
    let ended = status(program.args(args))?;
    match exit_status(ended) {
        0 => Ok(()),
        status => Err(Failure { message: "tensmith-bench did not finish; see above".to_owned(), status }),
    }
}

/// Measures the core at hand, and prints a row of the table of cores for it: `cargo xtask tune`.
///
/// # Errors
/// Those of [`program`].
pub(crate) fn tune(toolchain: &Toolchain, args: Vec<OsString>) -> Result {
    program(toolchain, Build::Ours, ["tune".into()].into_iter().chain(args))
}
