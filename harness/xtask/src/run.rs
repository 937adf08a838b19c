//! Running the program's AArch64 build.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::proc::{self, Result};
use crate::toolchain::Toolchain;
use crate::workspace::Workspace;

/// Builds the program for AArch64 and runs it with `args`; returns its exit status.
pub(crate) fn run(toolchain: &Toolchain, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<u8> {
    let mut build = toolchain.cargo_for_runner("build");
    proc::run(build.args(["--release", "--package", "tensmith-cli", "--bin", "tensmith"]))?;
    let mut program = toolchain.release_program("tensmith");
    program.args(args);
    eprintln!("$ {}", proc::text(&program));
    proc::status(&mut program).map(proc::exit_status)
}

/// Lists the table of instructions by the host's build of the program; returns its exit status.
pub(crate) fn isa(workspace: &Workspace, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<u8> {
    let mut cargo = proc::command("cargo");
    cargo.current_dir(&workspace.root).args(["run", "--quiet", "--package", "tensmith-cli", "--", "isa"]);
    proc::status(cargo.args(args)).map(proc::exit_status)
}

/// Runs the program's `demo`. Inputs that are not given are written to a folder of
/// the build directory.
pub(crate) fn demo(
    toolchain: &Toolchain,
    expr: Option<OsString>,
    operands: Option<(PathBuf, PathBuf)>,
) -> Result<u8> {
    let mut args = vec![OsString::from("demo")];
    args.extend(expr);
    match operands {
        Some((a, b)) => args.extend([a.into(), b.into()]),
        None => args.extend(["--dir".into(), toolchain.workspace.target.join("demo").into()]),
    }
    run(toolchain, args)
}
