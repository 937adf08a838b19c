//! Virtual environments of Python, inside of the build directory.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::proc::{self, Failure, Result, capture, command};
use crate::toolchain;

/// The oldest Python that wheels are for, as Python itself writes it.
const OLDEST: &str = "(3, 11)";

/// An environment.
#[derive(Debug)]
pub(super) struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// A new, empty one in the place of what was there.
    ///
    /// # Errors
    /// There is no Python that is new enough and can make one.
    pub(super) fn fresh(folder: &Path) -> Result<Self> {
        let python = toolchain::python_with("ensurepip")
            .ok_or_else(|| Failure::set_up("python3 with ensurepip is needed on the search path"))?;
        let is_new = format!("import sys; sys.exit(sys.version_info < {OLDEST})");
        if capture(command(&python).args(["-c", &is_new])).is_err() {
            let rule = format!("must be {OLDEST} or newer");
            return Err(Failure::set_up(format!("{}: Python's version {rule}", python.display())));
        }
        proc::run(command(python).args(["-m", "venv", "--clear"]).arg(folder))?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// One with what a file of requirements asks for: that of before, if that asked for the same.
    ///
    /// # Errors
    /// Those of [`Environment::fresh`] and [`Environment::install`].
    pub(super) fn with(folder: &Path, requirements: &Path) -> Result<Self> {
        let asked = fs::read_to_string(requirements)
            .map_err(|error| Failure::set_up(format!("{}: {error}", requirements.display())))?;
        let stamp = folder.join("requirements.txt");
        let existing = Self { folder: folder.to_owned() };
        let is_there = fs::read_to_string(&stamp).is_ok_and(|known| known == asked);
        if is_there && capture(existing.python().arg("--version")).is_ok() {
            return Ok(existing);
        }
        let environment = Self::fresh(folder)?;
        environment.install(&["--requirement".as_ref(), requirements.as_ref()])?;
        fs::write(&stamp, asked).map_err(|error| Failure::set_up(format!("{}: {error}", stamp.display())))?;
        Ok(environment)
    }

    /// Installs packages, by pip's arguments.
    ///
    /// # Errors
    /// pip fails.
    pub(super) fn install(&self, arguments: &[&OsStr]) -> Result {
        let mut pip = self.python();
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(arguments);
        proc::run(&mut pip).map_err(|failure| Failure::set_up(failure.message))
    }

    /// Its Python, with its programs before others on the search path.
    pub(super) fn python(&self) -> Command {
        let programs = self.folder.join("bin");
        let mut python = command(programs.join("python"));
        if let Ok(path) = env::join_paths([programs].into_iter().chain(proc::search_path())) {
            python.env("PATH", path);
        }
        // What a user's environment adds to the search for modules is not the wheel's.
        python.env_remove("PYTHONPATH").env_remove("PYTHONHOME");
        python
    }
}
