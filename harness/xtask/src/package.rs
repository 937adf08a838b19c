//! What would be published: each package as crates.io would get it.

use crate::proc::{Failure, Result};
use crate::toolchain::Toolchain;

/// The packages of the workspace that are not published there.
const PRIVATE: [&str; 5] = ["tensmith-bench", "tensmith-book", "tensmith-python", "tensmith-tests", "xtask"];

/// Packs all packages, in the build directory; a warning is an error. They are compiled by other checks.
///
/// # Errors
/// A package cannot be packed, or cargo warns.
pub(crate) fn check(toolchain: &Toolchain) -> Result<String> {
    let mut cargo = toolchain.cargo("package");
    cargo.args(["--workspace", "--no-verify", "--allow-dirty"]);
    cargo.args(PRIVATE.iter().flat_map(|package| ["--exclude", package]));
    let output = cargo.output().map_err(|error| Failure::set_up(format!("cargo package: {error}")))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || said.contains("warning:") {
        return Err(Failure::check(format!("cargo package: {said}")));
    }
    Ok(format!("ok: {} packages", said.matches("Packaged ").count()))
}
