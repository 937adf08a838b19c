//! Running the program: on this machine, or on AArch64, emulated where this machine is something else.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::proc::{self, Result};
use crate::toolchain::{Purpose, Toolchain};

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
    build_as(toolchain, on, "release")
}

/// Builds the program with a profile and returns its path.
fn build_as(toolchain: &Toolchain, on: On, profile: &str) -> Result<PathBuf> {
    let (mut build, folder) = match on {
        On::Here => (toolchain.cargo("build"), toolchain.native(profile)),
        On::AArch64 => (toolchain.cargo_for_runner("build"), toolchain.runner(profile)),
    };
    proc::build(build.args(["--profile", profile, "--package", "tensmith-cli", "--bin", "tensmith"]))?;
    Ok(folder.join("tensmith"))
}

/// Builds the program in release and runs it with `args`; returns its exit status.
pub(crate) fn run(
    toolchain: &Toolchain,
    on: On,
    args: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<u8> {
    start(toolchain, on, &build(toolchain, on)?, args)
}

/// Runs a program that was built for a machine; returns its exit status.
fn start(
    toolchain: &Toolchain,
    on: On,
    built: &Path,
    args: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<u8> {
    let mut program = match on {
        On::Here => proc::command(built),
        On::AArch64 => toolchain.started(built),
    };
    program.args(args);
    eprintln!("$ {}", proc::text(&program));
    proc::status(&mut program).map(proc::exit_status)
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
    let built = build_as(toolchain, on, "demo")?;
    start(toolchain, on, &built, args)
}
