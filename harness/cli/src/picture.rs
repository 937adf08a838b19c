//! Pictures for `--svg`: files that appear whole or not at all.
//!
//! Tests: `harness/cli/tests/program/picture.rs`.

use crate::error::Failure;
use crate::output::Output;
use std::path::Path;

/// Writes a picture to a file, or to the standard output for `-`.
///
/// # Errors
/// [`Failure::BadInput`], where the file cannot be written.
pub(crate) fn write(path: &Path, picture: &str) -> Result<(), Failure> {
    let output = Output::open(Some(path)).map_err(Failure::bad_input)?;
    output.write(|out| out.write_all(picture.as_bytes())).map_err(Failure::bad_input)
}
