//! Running the program: on this machine, or on AArch64, emulated where this machine is something else.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::proc::{self, Result};
use crate::toolchain::{Purpose, Toolchain};
use crate::workspace::Workspace;

/// The machine that the program runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum On {
    /// This one.
    Here,
    /// An AArch64 machine: this one, or an emulated one.
    AArch64,
}

impl On {
    /// The machine that is asked for.
    pub(crate) fn of(emulated: bool) -> Self {
        if emulated { Self::AArch64 } else { Self::Here }
    }

    /// What has to be set up.
    pub(crate) fn purpose(self) -> Purpose {
        match self {
            Self::Here => Purpose::Program,
            Self::AArch64 => Purpose::Emulation,
        }
    }

    /// Whether the program is slower there than it says.
    fn is_emulated(self, toolchain: &Toolchain) -> bool {
        self == Self::AArch64 && toolchain.host.emulates()
    }
}

/// Builds the program in release and returns its path.
///
/// # Errors
/// It does not compile.
pub(crate) fn build(toolchain: &Toolchain, on: On) -> Result<PathBuf> {
    let (mut build, folder) = match on {
        On::Here => (toolchain.cargo("build"), toolchain.native_release()),
        On::AArch64 => (toolchain.cargo_for_runner("build"), toolchain.runner_release()),
    };
    proc::run(build.args(["--release", "--package", "tensmith-cli", "--bin", "tensmith"]))?;
    Ok(folder.join("tensmith"))
}

/// Builds the program and runs it with `args`; returns its exit status.
pub(crate) fn run(
    toolchain: &Toolchain,
    on: On,
    args: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<u8> {
    let built = build(toolchain, on)?;
    let mut program = match on {
        On::Here => proc::command(built),
        On::AArch64 => toolchain.release_program("tensmith"),
    };
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
    on: On,
    expr: Option<OsString>,
    operands: Option<(PathBuf, PathBuf)>,
) -> Result<u8> {
    let mut args = vec![OsString::from("demo")];
    args.extend(expr);
    match operands {
        Some((a, b)) => args.extend([a.into(), b.into()]),
        None => args.extend(["--dir".into(), toolchain.workspace.target.join("demo").into()]),
    }
    args.extend(on.is_emulated(toolchain).then(|| "--untimed".into()));
    run(toolchain, on, args)
}
