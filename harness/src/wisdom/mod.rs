//! Orders that were found, kept in a folder for later processes.
//!
//! Problem: a good order of a hundred tensors takes seconds to find, and each process finds it again. Idea: a
//! folder with a file for each [`Question`], which is named by the question's digest and holds
//! one line of text, the [`Entry`]. A file is written under another name and renamed, so that readers see all
//! of it or nothing, and it never changes but for a better order: searches depend on their question alone, so
//! that processes that write at once write the same. No lock is needed, and a question takes one file to
//! answer, however many there are.
//!
//! Nothing that a file says is believed: lines carry a checksum, and an order is checked as one that a caller
//! gives is, and against the memory limit.
//!
//! Tests: `tests/tests/harness_wisdom.rs`, `harness/cli/tests/program/wisdom.rs`.

mod entry;
mod question;

pub use entry::{Entry, EntryError};
pub use question::Question;

use crate::error::ErrorKind;
use crate::order::{Optimize, Order};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// The ending of files with an entry.
const ENDING: &str = "order";

/// A folder of orders that were found: [`JitBuilder::wisdom`](crate::JitBuilder::wisdom).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wisdom {
    folder: PathBuf,
}

/// Why wisdom cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WisdomError {
    /// The system refuses.
    #[error("wisdom {}: {kind}", path.display())]
    System {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        kind: io::ErrorKind,
    },
    /// A line is no entry.
    #[error("wisdom {}, line {line}: {error}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1 on.
        line: usize,
        /// What is wrong with it.
        error: EntryError,
    },
}

impl WisdomError {
    /// Returns the kind of the error.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::System { .. } => ErrorKind::Argument,
            Self::Line { .. } => ErrorKind::Text,
        }
    }
}

impl Wisdom {
    /// Opens a folder, which is made if it is not there.
    ///
    /// # Errors
    /// [`WisdomError::System`].
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, WisdomError> {
        let folder = folder.into();
        fs::create_dir_all(&folder).map_err(|error| refused(&folder, &error))?;
        Ok(Self { folder })
    }

    /// Returns all entries, sorted by their lines.
    ///
    /// # Errors
    /// [`WisdomError`].
    pub fn entries(&self) -> Result<Vec<Entry>, WisdomError> {
        let refuse = |error: io::Error| refused(&self.folder, &error);
        let mut entries = Vec::new();
        for file in fs::read_dir(&self.folder).map_err(refuse)? {
            let path = file.map_err(refuse)?.path();
            if path.extension() == Some(OsStr::new(ENDING)) {
                entries.extend(read(&path)?);
            }
        }
        entries.sort_by_cached_key(ToString::to_string);
        Ok(entries)
    }

    /// Adds the entries of a file, one in each line, but for those that have a better one here, and returns
    /// how many it added. If a line of the file is malformed, none is added.
    ///
    /// # Errors
    /// [`WisdomError`].
    pub fn import(&self, file: &Path) -> Result<usize, WisdomError> {
        let text = fs::read_to_string(file).map_err(|error| refused(file, &error))?;
        let mut added = 0;
        for entry in lines(file, &text)? {
            let is_better = self.entry(&entry.question)?.is_none_or(|there| entry.cost < there.cost);
            if is_better {
                self.write(&entry)?;
                added += 1;
            }
        }
        Ok(added)
    }

    /// The order for a question: its own, or that of the search that takes longest. Where the best order is
    /// asked for, only its own is it.
    pub(crate) fn find(&self, question: &Question) -> Result<Option<Order>, WisdomError> {
        let found = self.entry(question)?;
        let found = match question.search {
            Optimize::Exact | Optimize::HighQuality => found,
            _ if found.is_some() => found,
            _ => self.entry(&Question { search: Optimize::HighQuality, ..question.clone() })?,
        };
        Ok(found.map(|entry| entry.order))
    }

    /// Keeps an order, unless the folder is one that this process only reads.
    pub(crate) fn keep(&self, entry: &Entry) -> Result<(), WisdomError> {
        match self.write(entry) {
            Err(WisdomError::System {
                kind: io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem,
                ..
            }) => Ok(()),
            written => written,
        }
    }

    /// The entry of a question.
    fn entry(&self, question: &Question) -> Result<Option<Entry>, WisdomError> {
        let path = self.path(question);
        let entries = match read(&path) {
            Err(WisdomError::System { kind: io::ErrorKind::NotFound, .. }) => return Ok(None),
            entries => entries?,
        };
        match <[Entry; 1]>::try_from(entries) {
            Ok([entry]) if entry.question == *question => Ok(Some(entry)),
            others => {
                let error = EntryError::of_file(others.map_or_else(|entries| entries.len(), |_| 1));
                Err(WisdomError::Line { path, line: 1, error })
            }
        }
    }

    fn write(&self, entry: &Entry) -> Result<(), WisdomError> {
        static WRITTEN: AtomicU64 = AtomicU64::new(0);
        let name = format!(".{}-{}", process::id(), WRITTEN.fetch_add(1, Ordering::Relaxed));
        let (draft, path) = (self.folder.join(name), self.path(&entry.question));
        let written = fs::write(&draft, format!("{entry}\n")).and_then(|()| fs::rename(&draft, &path));
        written.map_err(|error| {
            let _ = fs::remove_file(&draft);
            refused(&path, &error)
        })
    }

    fn path(&self, question: &Question) -> PathBuf {
        self.folder.join(question.digest().to_string()).with_extension(ENDING)
    }
}

fn refused(path: &Path, error: &io::Error) -> WisdomError {
    WisdomError::System { path: path.to_owned(), kind: error.kind() }
}

/// The entries of a file.
fn read(path: &Path) -> Result<Vec<Entry>, WisdomError> {
    let text = fs::read_to_string(path).map_err(|error| refused(path, &error))?;
    lines(path, &text)
}

/// The entries of a text.
fn lines(path: &Path, text: &str) -> Result<Vec<Entry>, WisdomError> {
    let entry = |(number, line): (usize, &str)| {
        line.parse().map_err(|error| WisdomError::Line { path: path.to_owned(), line: number + 1, error })
    };
    text.lines().enumerate().map(entry).collect()
}
