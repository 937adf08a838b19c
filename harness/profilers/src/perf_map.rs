//! The map of perf: a file with a line for each kernel, `START SIZE name` in hexadecimal numbers.
//!
//! It has no times. So a line stays when its kernel goes, for the samples that were taken of it, until
//! another kernel has its place: a place has the name of its latest kernel. Where kernels are dropped and
//! their places used again while a profile is taken, [`JitDump`](crate::JitDump) tells more.
//!
//! Other makers of code in the process may write the same file. Every line is appended in one write, and
//! lines that end are blanked where they are: perf skips empty lines.
//!
//! Tests: `harness/profilers/tests/files.rs`, `harness/profilers/tests/perf.rs`.

use crate::file::{self, FileError, Present};
use rustix::fs::{OFlags, SeekFrom, fcntl_getfl, fcntl_setfl, seek};
use rustix::io::pwrite;
use rustix::process::{Pid, getpid};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tensmith::extend::{Observer, Published};

/// Where perf looks.
const DIRECTORY: &str = "/tmp";

/// Tells kernels by a file `perf-PID.map`, for `perf report`, `perf top`, samply and others.
#[derive(Debug)]
pub struct PerfMap {
    directory: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    process: Pid,
    file: io::Result<File>,
    /// The kernels whose lines are in the file, by their addresses. No two share a byte.
    lines: BTreeMap<usize, Line>,
}

#[derive(Debug)]
struct Line {
    size: usize,
    name: String,
    /// Where in the file it is.
    at: u64,
    /// Whether its kernel is gone.
    has_ended: bool,
}

impl PerfMap {
    /// Creates the file where perf looks for it, in `/tmp`, for this user alone.
    ///
    /// # Errors
    /// [`FileError`], where that is not possible, or somebody else's file is there.
    pub fn create() -> Result<Self, FileError> {
        Self::create_in(DIRECTORY)
    }

    /// Creates the file in a directory.
    ///
    /// # Errors
    /// [`FileError`], where that is not possible, or somebody else's file is there.
    pub fn create_in(directory: impl AsRef<Path>) -> Result<Self, FileError> {
        let (directory, process) = (directory.as_ref().to_owned(), getpid());
        let file = file::create(&path(&directory, process), Present::Share)?;
        let state = State { process, file: Ok(file), lines: BTreeMap::new() };
        Ok(Self { directory, state: Mutex::new(state) })
    }

    /// The file of this process.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        path(&self.directory, getpid())
    }

    /// Why nothing is written any more, if something went wrong.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        self.lock().file.as_ref().err().map(ToString::to_string)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn path(directory: &Path, process: Pid) -> PathBuf {
    directory.join(format!("perf-{}.map", process.as_raw_nonzero()))
}

impl Observer for PerfMap {
    fn published(&self, kernel: &Published<'_>) {
        let mut state = self.lock();
        state.follow(&self.directory);
        state.publish(kernel.start(), kernel.code.len(), kernel.name());
    }

    fn dropped(&self, start: usize) {
        let mut state = self.lock();
        if let Some(line) = state.lines.get_mut(&start) {
            line.has_ended = true;
        }
    }
}

impl State {
    /// Begins a file of its own for a forked child, with the kernels that it has.
    fn follow(&mut self, directory: &Path) {
        let process = getpid();
        if process == self.process {
            return;
        }
        self.process = process;
        self.file = file::create(&path(directory, process), Present::Share).map_err(|error| error.reason);
        for (start, line) in std::mem::take(&mut self.lines) {
            if !line.has_ended {
                self.publish(start, line.size, line.name);
            }
        }
    }

    /// Writes the line of a kernel, in the place of lines of others that were where it is.
    fn publish(&mut self, start: usize, size: usize, name: String) {
        let Ok(file) = &mut self.file else { return };
        let lines = &mut self.lines;
        let written = lines
            .range(..start.saturating_add(size))
            .rev()
            .take_while(|(other, line)| other.saturating_add(line.size) > start)
            .map(|(other, _)| *other)
            .collect::<Vec<_>>()
            .into_iter()
            .filter_map(|other| Some((other, lines.remove(&other)?)))
            .try_for_each(|(other, line)| blank(file, line.at, text(other, &line).len()))
            .and_then(|()| {
                let line = Line { size, name, at: 0, has_ended: false };
                let at = append(file, text(start, &line).as_bytes())?;
                lines.insert(start, Line { at, ..line });
                Ok(())
            });
        if let Err(error) = written {
            self.file = Err(error);
        }
    }
}

fn text(start: usize, Line { size, name, .. }: &Line) -> String {
    format!("{start:x} {size:x} {name}\n")
}

/// Writes behind all that is in a file, and returns where that is.
fn append(file: &mut File, text: &[u8]) -> io::Result<u64> {
    let flags = fcntl_getfl(&*file)?;
    fcntl_setfl(&*file, flags | OFlags::APPEND)?;
    let written = file.write(text);
    let end = seek(&*file, SeekFrom::Current(0));
    // With this flag, a place to write at would be ignored.
    fcntl_setfl(&*file, flags)?;
    if written? < text.len() {
        return Err(cut_short());
    }
    Ok(end?.saturating_sub(text.len() as u64))
}

/// The system wrote less than it was given, and no reason.
fn cut_short() -> io::Error {
    io::Error::new(io::ErrorKind::WriteZero, "only a part of it was written")
}

fn blank(file: &File, at: u64, size: usize) -> io::Result<()> {
    let lines = vec![b'\n'; size];
    if pwrite(file, &lines, at)? < size { Err(cut_short()) } else { Ok(()) }
}
