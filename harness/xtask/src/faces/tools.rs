//! Programs that the checks of the C libraries run, installed where they are missing.

use crate::apt::{self, Package};
use crate::proc::{self, Failure, Result, capture, command};
use crate::toolchain::Toolchain;

/// Debian's Python: the one that its packages are for.
pub(crate) const PYTHON: &str = "/usr/bin/python3";

/// Programs on the search path, and the packages that they are in.
const PROGRAMS: [(&str, &str); 6] = [
    ("gcc", "gcc"),
    ("g++", "g++"),
    ("cmake", "cmake"),
    ("make", "make"),
    ("pkg-config", "pkg-config"),
    ("valgrind", "valgrind"),
];

/// Modules of Python, in the same way.
const MODULES: [(&str, &str); 3] =
    [("numpy", "python3-numpy"), ("pytest", "python3-pytest"), ("hypothesis", "python3-hypothesis")];

/// Installs what is missing.
///
/// # Errors
/// What is missing still.
pub(crate) fn set_up(toolchain: &Toolchain) -> Result {
    let packages = missing();
    if packages.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> = packages.into_iter().map(Package::Named).collect();
    apt::install(toolchain.host, &packages, &toolchain.workspace.target)?;
    match missing().first() {
        None => Ok(()),
        Some(package) => Err(Failure::set_up(format!("what is in {package} is needed"))),
    }
}

fn missing() -> Vec<&'static str> {
    let programs = PROGRAMS.into_iter().filter(|(program, _)| proc::find(program).is_none());
    let has_module =
        |module: &str| capture(command(PYTHON).args(["-c", &format!("import {module}")])).is_ok();
    let modules = MODULES.into_iter().filter(|(module, _)| !has_module(module));
    programs.chain(modules).map(|(_, package)| package).collect()
}
