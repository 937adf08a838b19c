//! Programs that the checks of the C libraries run, installed where they are missing.

use crate::apt::{self, Package};
use crate::proc::{self, Failure, Result, capture, command};
use crate::toolchain::Toolchain;

/// Debian's Python: the one that its packages are for.
pub(crate) const PYTHON: &str = "/usr/bin/python3";

/// What checks need: programs on the search path and modules of Python, each with the package that it is in.
pub(crate) struct Tools {
    programs: &'static [(&'static str, &'static str)],
    modules: &'static [(&'static str, &'static str)],
}

/// What is needed by day.
pub(crate) const BY_DAY: Tools = Tools {
    programs: &[("gcc", "gcc"), ("g++", "g++"), ("gfortran", "gfortran"), ("pkg-config", "pkg-config")],
    modules: &[],
};

/// What is needed for everything.
pub(crate) const ALL: Tools = Tools {
    programs: &[
        ("gcc", "gcc"),
        ("g++", "g++"),
        ("gfortran", "gfortran"),
        ("cmake", "cmake"),
        ("make", "make"),
        ("pkg-config", "pkg-config"),
        ("valgrind", "valgrind"),
    ],
    modules: &[
        ("numpy", "python3-numpy"),
        ("pytest", "python3-pytest"),
        ("hypothesis", "python3-hypothesis"),
    ],
};

/// Installs what is missing.
///
/// # Errors
/// What is missing still.
pub(crate) fn set_up(toolchain: &Toolchain, tools: &Tools) -> Result {
    let packages = tools.missing();
    if packages.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> = packages.into_iter().map(Package::Named).collect();
    apt::install(toolchain.host, &packages, &toolchain.workspace.target)?;
    match tools.missing().first() {
        None => Ok(()),
        Some(package) => Err(Failure::set_up(format!("what is in {package} is needed"))),
    }
}

impl Tools {
    /// The packages that are missing.
    fn missing(&self) -> Vec<&'static str> {
        let programs = self.programs.iter().filter(|(program, _)| proc::find(program).is_none());
        let has_module =
            |module: &str| capture(command(PYTHON).args(["-c", &format!("import {module}")])).is_ok();
        let modules = self.modules.iter().filter(|(module, _)| !has_module(module));
        programs.chain(modules).map(|(_, package)| *package).collect()
    }
}
