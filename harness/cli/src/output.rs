//! Results that appear whole or not at all.
//!
//! A destination is opened, and thereby proved writable, before the work
//! starts; the result goes to a temporary file next to it, which takes its place
//! in one step at the end. A command that fails, or that a signal ends, leaves nothing
//! behind, and what was there before stays as it was. A symbolic link stays, and what it
//! points to is created or replaced. Devices and pipes cannot be replaced: they are written directly.
//!
//! Tests: `harness/cli/tests/program/emit.rs`, `harness/cli/tests/program/bad_input.rs`,
//! `harness/cli/tests/program/signals.rs`.

use crate::pending::Pending;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// A place that is ready for a result.
#[derive(Debug)]
pub(crate) enum Output {
    /// The standard output stream.
    Standard,
    /// A regular file, new or to be replaced.
    File {
        /// The temporary file with the content; deleted on drop.
        pending: Pending,
        /// The path that was asked for, without symbolic links.
        path: PathBuf,
    },
    /// Something that exists and is no regular file.
    Device {
        /// The open device.
        file: File,
        /// The path that was asked for.
        path: PathBuf,
    },
}

/// A path cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("output {}: cannot be written: {source}", path.display())]
pub(crate) struct OutputError {
    path: PathBuf,
    r#source: io::Error,
}

impl Output {
    /// Prepares `path`, or the standard output stream where there is none or it is `-`.
    ///
    /// # Errors
    /// [`OutputError`]; nothing was created or changed then.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, OutputError> {
        match path {
            Some(path) if path != Path::new("-") => Self::open_path(path).map_err(error_at(path)),
            _ => Ok(Self::Standard),
        }
    }

    fn open_path(path: &Path) -> io::Result<Self> {
        // Opening without truncation changes nothing, and fails as writing would.
        match OpenOptions::new().write(true).open(path) {
            Ok(file) => {
                let metadata = file.metadata()?;
                if !metadata.is_file() {
                    return Ok(Self::Device { file, path: path.to_owned() });
                }
                let path = path.canonicalize()?;
                let pending = pending_beside(&path)?;
                pending.file().set_permissions(metadata.permissions())?;
                Ok(Self::File { pending, path })
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                let path = behind_links(path)?;
                Ok(Self::File { pending: pending_beside(&path)?, path })
            }
            Err(e) => Err(e),
        }
    }

    /// Refuses to show raw code to a person.
    ///
    /// # Errors
    /// [`OutputError`], which names the option that gives text instead.
    pub(crate) fn refuse_terminal(&self, alternative: &str) -> Result<(), OutputError> {
        let (is_terminal, path) = match self {
            Self::Standard => (io::stdout().is_terminal(), Path::new("-")),
            Self::File { path, .. } => (false, path.as_path()),
            Self::Device { file, path } => (file.is_terminal(), path.as_path()),
        };
        if is_terminal {
            let rule = format!("raw code must not go to a terminal; use `{alternative}` or a file");
            return Err(error_at(path)(io::Error::other(rule)));
        }
        Ok(())
    }

    /// Writes the result. A reader that closes its end of a pipe early has what it wants.
    ///
    /// # Errors
    /// [`OutputError`]; a file that was to be replaced is unchanged then.
    pub(crate) fn write(
        mut self,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), OutputError> {
        self.fill(content)?;
        self.appear()
    }

    /// Writes the result to where it appears later, but for what cannot be replaced.
    fn fill(&mut self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), OutputError> {
        match self {
            Self::Standard => pipe(content, io::stdout().lock()).map_err(error_at(Path::new("-"))),
            Self::Device { file, path } => pipe(content, file).map_err(error_at(path)),
            Self::File { pending, path } => fill(content, pending.file_mut()).map_err(error_at(path)),
        }
    }

    /// Puts the result where it was asked for.
    fn appear(self) -> Result<(), OutputError> {
        match self {
            Self::Standard | Self::Device { .. } => Ok(()),
            Self::File { pending, path } => pending.persist(&path).map_err(error_at(&path)),
        }
    }
}

/// Writes several results, each to its place: none of the files appears before all of them are written.
///
/// # Errors
/// [`OutputError`]; files that were to be replaced are unchanged then, unless the system refuses to rename
/// what it let be written next to them.
pub(crate) fn write_together(mut outputs: Vec<Output>, contents: &[Vec<u8>]) -> Result<(), OutputError> {
    for (output, content) in outputs.iter_mut().zip(contents) {
        output.fill(|out| out.write_all(content))?;
    }
    outputs.into_iter().try_for_each(Output::appear)
}

/// A temporary file in the directory of `path`, with the permissions of a new file.
fn pending_beside(path: &Path) -> io::Result<Pending> {
    if path.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    }
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    Pending::new(directory).map_err(|error| {
        io::Error::new(error.kind(), format!("no file can be made in {}: {error}", directory.display()))
    })
}

/// The most links that lead from one to the next, as on Linux.
const MOST_LINKS: usize = 40;

/// The file that a path names, which does not exist: where symbolic links lead.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            // From the folder that the link is in, or from the root.
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn fill(content: impl FnOnce(&mut dyn Write) -> io::Result<()>, out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    content(&mut out)?;
    out.flush()
}

fn pipe(content: impl FnOnce(&mut dyn Write) -> io::Result<()>, out: impl Write) -> io::Result<()> {
    match fill(content, out) {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn error_at(path: &Path) -> impl FnOnce(io::Error) -> OutputError {
    let path = path.to_owned();
    move |source| OutputError { path, source }
}
