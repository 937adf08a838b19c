//! The program `tensmith` for macOS on Apple's processors: linked, and looked at.
//!
//! Nothing but a Mac runs it, and nothing but Apple's linker needs one to link it. Elsewhere that is done by
//! zig's, which knows what the system's library exports, and signs what it links as Apple's does: `ziglang`
//! and `cargo-zigbuild`, of fixed versions from the Python Package Index. They are installed into the build
//! directory, and nowhere else.
//!
//! What is looked at says [`program`]. That it would find what it is there to find is shown with the same
//! program, damaged in one place at a time.

mod damage;
mod program;
mod signature;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::host::Host;
use crate::proc::{self, Failure, Result, command};
use crate::rust::Target;
use crate::toolchain::{self, Toolchain};

/// The linker, and what lets cargo use it. The versions are those that the checks are known to hold with.
const PACKAGES: [&str; 2] = ["cargo-zigbuild==0.24.1", "ziglang==0.17.1"];

/// Builds the program and checks it; returns what was found.
///
/// # Errors
/// A tool is missing and cannot be installed, or something is wrong with the program.
pub(crate) fn check(toolchain: &Toolchain) -> Result<String> {
    let program = build(toolchain)?;
    let bytes =
        fs::read(&program).map_err(|error| Failure::check(format!("{}: {error}", program.display())))?;
    let found =
        program::check(&bytes).map_err(|error| Failure::check(format!("{}: {error}", program.display())))?;
    let damages = damage::all_are_found(&bytes).map_err(Failure::check)?;
    Ok(format!("ok: {found}; {damages} damages found"))
}

/// Builds the program; returns its path. All that is looked at is the same without optimisation, which takes
/// a third of the time.
fn build(toolchain: &Toolchain) -> Result<PathBuf> {
    let (mut cargo, folder) = if toolchain.host == Host::ArmMac {
        (toolchain.cargo("build"), toolchain.native_release().with_file_name("debug"))
    } else {
        let mut cargo = toolchain.cargo_for("zigbuild", Target::Mac, "");
        Zig::install(&toolchain.workspace.target)?.helps(&mut cargo);
        (cargo, toolchain.built_for(Target::Mac, "debug"))
    };
    proc::build(cargo.env("CARGO_PROFILE_DEV_DEBUG", "none").args(["--package", "tensmith-cli"]))?;
    Ok(folder.join("tensmith"))
}

/// Python packages in a folder of their own.
struct Zig {
    folder: PathBuf,
    python: PathBuf,
}

impl Zig {
    /// Installs them, if they are missing.
    fn install(target: &Path) -> Result<Self> {
        let python =
            toolchain::python_with("pip").ok_or_else(|| Failure::set_up("python3 with pip is needed"))?;
        // A folder for each set of versions.
        let zig = Self { folder: target.join("zig").join(PACKAGES.join("+").replace("==", "-")), python };
        if zig.is_whole() {
            return Ok(zig);
        }
        let mut pip = command(&zig.python);
        pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--upgrade", "--target"]);
        proc::run(pip.arg(&zig.folder).args(PACKAGES)).map_err(|failure| Failure::set_up(failure.message))?;
        if zig.is_whole() {
            return Ok(zig);
        }
        Err(Failure::set_up(format!("{} holds no `cargo-zigbuild`, or no `zig`", zig.folder.display())))
    }

    fn is_whole(&self) -> bool {
        ["bin/cargo-zigbuild", "ziglang/zig"].iter().all(|file| self.folder.join(file).is_file())
    }

    /// Lets cargo find them.
    fn helps(&self, cargo: &mut Command) {
        let others = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
        let folders = [self.folder.join("bin")].into_iter().chain(others);
        let path = env::join_paths(folders).unwrap_or_default();
        cargo.env("PATH", path).env("CARGO_ZIGBUILD_ZIG_PATH", self.folder.join("ziglang/zig"));
    }
}
