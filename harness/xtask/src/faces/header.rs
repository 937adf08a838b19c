//! `tensmith.h`, as cbindgen makes it of the sources.

use std::fs;

use crate::cargo_tool::CargoTool;
use crate::proc::{Failure, Result, capture, command};
use crate::toolchain::Toolchain;

/// The program that makes it. Another version may say the same in other words. Without optimization it is
/// built sooner, and takes a second for the header.
const CBINDGEN: CargoTool = CargoTool { name: "cbindgen", version: "0.29.4", options: &["--debug"] };

/// The package that the header is of.
const PACKAGE: &str = "harness/capi";

/// The header, from the root of the workspace.
pub(crate) const HEADER: &str = "harness/capi/include/tensmith.h";

/// Compares the header with the sources.
///
/// # Errors
/// It is another one.
pub(crate) fn check(toolchain: &Toolchain) -> Result<String> {
    let made = make(toolchain)?;
    let path = toolchain.workspace.root.join(HEADER);
    let there = fs::read_to_string(&path).unwrap_or_default();
    match there == made {
        true => Ok(format!("ok: {HEADER} is that of the sources")),
        false => {
            Err(Failure::check(format!("{HEADER} is not that of the sources: `cargo xtask header --bless`")))
        }
    }
}

/// Writes the header anew.
///
/// # Errors
/// It cannot be made, or written.
pub(crate) fn bless(toolchain: &Toolchain) -> Result<String> {
    let made = make(toolchain)?;
    let path = toolchain.workspace.root.join(HEADER);
    fs::write(&path, made).map_err(|error| Failure::set_up(format!("{}: {error}", path.display())))?;
    Ok(format!("{HEADER} is written"))
}

fn make(toolchain: &Toolchain) -> Result<String> {
    let package = toolchain.workspace.root.join(PACKAGE);
    let mut cbindgen = command(CBINDGEN.path(toolchain)?);
    cbindgen.arg("--quiet").arg("--config").arg(package.join("cbindgen.toml")).arg(&package);
    capture(&mut cbindgen)
}
