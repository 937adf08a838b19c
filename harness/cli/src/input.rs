//! Whole files, or the standard input stream, as bytes; and as nests.
//!
//! Tests: `harness/cli/tests/program/bad_input.rs`.

use crate::error::Failure;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tensmith_core::tensor::Sequence;

/// The most that is read: far more than any code, and an end where the input has none.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// An input cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// The system refused.
    #[error("input {}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The value as given.
        path: PathBuf,
        /// The system's reason.
        r#source: io::Error,
    },
    /// It has no end, or one that is too far away.
    #[error("input {}: must be at most {MAX_BYTES} bytes long", path.display())]
    TooLong {
        /// The value as given.
        path: PathBuf,
    },
}

/// Reads the file at `path`; the standard input stream where that is `-`.
///
/// # Errors
/// [`InputError`].
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, InputError> {
    let unreadable = |source| InputError::Unreadable { path: path.to_owned(), source };
    let bytes = if path == Path::new("-") {
        read_at_most(io::stdin().lock(), MAX_BYTES + 1)
    } else {
        File::open(path).and_then(|file| read_at_most(file, MAX_BYTES + 1))
    };
    let bytes = bytes.map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(InputError::TooLong { path: path.to_owned() });
    }
    Ok(bytes)
}

fn read_at_most(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a nest, or a sequence of nests, in its text form.
///
/// # Errors
/// [`Failure::BadInput`].
pub(crate) fn sequence(path: &Path) -> Result<Sequence, Failure> {
    let bytes = read(path).map_err(Failure::bad_input)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| refused(path, error))?;
    text.parse().map_err(|error| refused(path, error))
}

/// A mistake in a file.
pub(crate) fn refused(path: &Path, reason: impl Display) -> Failure {
    Failure::BadInput(format!("{}: {reason}", path.display()))
}
