//! `cargo xtask pictures`: draws the pictures of the documentation anew.

use crate::proc::{self, Result};
use crate::toolchain::Toolchain;

/// Where they are, from the root of the workspace. A test of `tensmith-pictures` compares.
const FOLDER: &str = "docs/book/src/pictures";

/// Draws all.
///
/// # Errors
/// Where that does not compile, or a file cannot be written.
pub(crate) fn draw(toolchain: &Toolchain) -> Result {
    let folder = toolchain.workspace.root.join(FOLDER);
    let mut cargo = toolchain.cargo("run");
    cargo.args(["--quiet", "--package", "tensmith-pictures", "--example", "samples", "--"]).arg(folder);
    proc::run(&mut cargo)
}
