//! Sparse matrices in files: Matrix Market's `.mtx`, and `.npz` as SciPy's `save_npz` writes it.
//!
//! A file is read into a [`Csr`], which checks every index. Nothing is allocated by a number from the file
//! but the pointers of its rows, or of its columns once it is transposed. There may be few more of either
//! than there are entries ([`EXTENT_OF_NO_ENTRY`], [`EXTENT_OF_AN_ENTRY`]): entries are
//! allocated as they come.
//!
//! Tests: `harness/matrices/src/tests.rs`, `harness/cli/tests/program/spmm.rs`, `tests/tests/fuzz_corpus.rs`.

mod mtx;
mod npz;

pub use mtx::{MtxError, MtxRule, read_mtx};
pub use npz::{NpzError, from_members};

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tensmith_core::reference::Element;
use tensmith_npy::{Elements, NpyError};
use tensmith_sparse::{Csr, Duplicates, Index};

/// The most rows and the most columns of a matrix in a file.
pub const MOST_EXTENT: usize = 1 << 28;

/// The most rows and the most columns of a matrix without entries: a few bytes can state any number, and each
/// takes a pointer, columns where a product takes the transposed matrix. (An archive has the
/// pointers of all its rows.)
pub const EXTENT_OF_NO_ENTRY: usize = 1 << 20;

/// How many more there may be for each entry.
pub const EXTENT_OF_AN_ENTRY: usize = 1 << 9;

/// The most rows and the most columns of a matrix with some entries.
fn most_extent(entries: usize) -> usize {
    MOST_EXTENT.min(EXTENT_OF_NO_ENTRY.saturating_add(EXTENT_OF_AN_ENTRY.saturating_mul(entries)))
}

/// A type of values that are read: `f32` and `f64`.
pub trait Value: Element + FromStr {
    /// The elements, if they are of this type.
    fn of(elements: Elements) -> Option<Vec<Self>>;
}

impl Value for f32 {
    fn of(elements: Elements) -> Option<Vec<Self>> {
        if let Elements::F32(values) = elements { Some(values) } else { None }
    }
}

impl Value for f64 {
    fn of(elements: Elements) -> Option<Vec<Self>> {
        if let Elements::F64(values) = elements { Some(values) } else { None }
    }
}

/// A mistake in a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The name ends otherwise.
    #[error("the name of a matrix's file must end with `.mtx` or `.npz`")]
    Extension,
    /// The system refused.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// It is a pipe, a folder or a device.
    #[error("not a regular file: pipes and devices may have no end")]
    NotAFile,
    /// A `.mtx` file breaks a rule.
    #[error(transparent)]
    Mtx(#[from] MtxError),
    /// The members of a `.npz` file are no matrix.
    #[error(transparent)]
    Npz(#[from] NpzError),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error)
    }
}

/// A file cannot be read as a sparse matrix. The message names it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It is no matrix.
    #[error("{}: {fault}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
    /// It is no archive of arrays.
    #[error(transparent)]
    Archive(#[from] NpyError),
}

/// Reads the matrix in the file at `path`, by how its name ends. Values of `.mtx` files, which are decimal
/// numbers, are rounded once; those of `.npz` files have to be of this type.
///
/// # Errors
/// [`ReadError`], where the file is not exactly that.
pub fn read<T: Value, I: Index>(path: &Path, duplicates: Duplicates) -> Result<Csr<T, I>, ReadError> {
    let at = |fault: Fault| ReadError::File { path: path.to_owned(), fault };
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("mtx") => {
            let file = tensmith_npy::open_regular(path).map_err(|error| at(error.into()))?;
            let file = file.ok_or_else(|| at(Fault::NotAFile))?;
            read_mtx(BufReader::new(file), duplicates).map_err(|error| at(error.into()))
        }
        Some("npz") => {
            let members = tensmith_npy::read_members(path)?;
            from_members(members, duplicates).map_err(|error| at(error.into()))
        }
        _ => Err(at(Fault::Extension)),
    }
}

/// Whether the file at `path` is that of a sparse matrix: by its name, `.mtx`, or as an archive that has the
/// arrays of SciPy's matrices, by their names. One that cannot be read is none.
#[must_use]
pub fn is_matrix(path: &Path) -> bool {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("mtx") => true,
        Some("npz") => tensmith_npy::member_names(path).is_ok_and(|names| npz::is_matrix(&names)),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
