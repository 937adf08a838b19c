//! What the libraries for C have to pass: programs that use them as others would.
//!
//! Both parts use the same libraries, which are built once.

use super::stage::Stage;
use super::tools;
use crate::host::Host;
use crate::proc::Result;
use crate::run::On;
use crate::toolchain::Toolchain;

/// Runs the checks that take seconds.
///
/// # Errors
/// The first that fails.
pub(crate) fn check(toolchain: &Toolchain) -> Result<String> {
    if toolchain.host == Host::ArmMac {
        return Ok(elsewhere());
    }
    tools::set_up(toolchain, &tools::BY_DAY)?;
    day(toolchain)?;
    Ok("ok: C11, C++17, C++20, Fortran, headers of others, another library of Rust's".to_owned())
}

/// Runs all checks.
///
/// # Errors
/// The first that fails.
pub(crate) fn check_all(toolchain: &Toolchain) -> Result<String> {
    if toolchain.host == Host::ArmMac {
        return Ok(elsewhere());
    }
    tools::set_up(toolchain, &tools::ALL)?;
    let tests = day(toolchain)?.by_night()?;
    if toolchain.host.emulates() {
        Stage::new(toolchain, On::AArch64, "aarch64")?.emulated()?;
    }
    Ok(format!("ok: C11, C++17, C++20, Fortran, valgrind, sanitizers, CMake; {tests} tests of numpy.linalg"))
}

fn day(toolchain: &Toolchain) -> Result<Stage<'_>> {
    let here = Stage::new(toolchain, On::Here, "here")?;
    here.by_day()?;
    Ok(here)
}

fn elsewhere() -> String {
    "ok: the libraries are linked on Linux".to_owned()
}
