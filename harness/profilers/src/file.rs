//! Files whose names others can guess, in folders where others may write.
//!
//! Profilers look for a file by the number of the process, in `/tmp`. Other users may write there, too, and
//! create it first, as a link to a file of ours or a file of theirs. So a file is created new and no link is
//! followed; one that is there already is used or replaced only if it is a plain file of this user with no
//! other name, which nobody else may write.
//!
//! Numbers of processes come again, in containers soon. A file that is older than this process is one of an
//! earlier process with its number.
//!
//! Tests: below, `harness/profilers/tests/files.rs`.

use rustix::fs::{FileType, Mode, OFlags, Stat, fstat, lstat, open};
use rustix::io::Errno;
use rustix::param::clock_ticks_per_second;
use rustix::process::geteuid;
use rustix::time::{ClockId, Timespec, clock_gettime};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file could not be created.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub reason: io::Error,
}

/// What to do about a file of this process that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Present {
    /// Write behind what is there: others tell of their code by the same file.
    Share,
    /// Refuse: it has one writer.
    Refuse,
}

/// Creates a file for this user alone, to be read and written.
pub(crate) fn create(path: &Path, present: Present) -> Result<File, FileError> {
    created(path, present).map_err(|reason| FileError { path: path.to_owned(), reason })
}

fn created(path: &Path, present: Present) -> io::Result<File> {
    let found = match open_new(path) {
        Err(Errno::EXIST) => lstat(path)?,
        file => return Ok(file?),
    };
    check(&found)?;
    if is_older_than_this_process(&found) {
        fs::remove_file(path)?;
        return Ok(open_new(path)?);
    }
    match present {
        Present::Share => share(path),
        Present::Refuse => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "something else in this process writes it: choose another directory",
        )),
    }
}

fn open_new(path: &Path) -> Result<File, Errno> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    open(path, flags, Mode::RUSR | Mode::WUSR).map(File::from)
}

/// Opens a file that is there, to write behind what it holds.
fn share(path: &Path) -> io::Result<File> {
    // What is no plain file is not waited for.
    let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = open(path, flags, Mode::empty())?;
    check(&fstat(&file)?)?;
    Ok(File::from(file))
}

/// Refuses what somebody else may have put there.
fn check(found: &Stat) -> io::Result<()> {
    let mode = Mode::from_raw_mode(found.st_mode);
    let rule = if FileType::from_raw_mode(found.st_mode) != FileType::RegularFile {
        "it is there already, and no plain file"
    } else if found.st_uid != geteuid().as_raw() {
        "it is there already, and another user's"
    } else if found.st_nlink != 1 || mode.intersects(Mode::WGRP | Mode::WOTH) {
        "it is there already, and others may write it"
    } else {
        return Ok(());
    };
    Err(io::Error::new(io::ErrorKind::PermissionDenied, rule))
}

/// Whether nothing has written a file since this process began.
fn is_older_than_this_process(found: &Stat) -> bool {
    began().is_some_and(|began| found.st_mtime < began)
}

/// When this process began, in whole seconds of the clock that files have: it counts in ticks
/// since the system started.
fn began() -> Option<i64> {
    let ticks = ticks_until_start(&fs::read_to_string("/proc/self/stat").ok()?)?;
    let since_boot = i64::try_from(ticks.checked_div(clock_ticks_per_second())?).ok()?;
    let (now, up) = (clock_gettime(ClockId::Realtime), clock_gettime(ClockId::Boottime));
    let seconds = |time: Timespec| time.tv_sec;
    Some(seconds(now) - seconds(up) + since_boot - 1)
}

/// The 22nd word of a process's state. The second one is a name in brackets, which may hold anything.
fn ticks_until_start(state: &str) -> Option<u64> {
    let (_, behind_name) = state.rsplit_once(')')?;
    behind_name.split_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_the_22nd_word() {
        let state = "17 (a) b) c) S 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23";
        assert_eq!(ticks_until_start(state), Some(22));
        assert_eq!(ticks_until_start("17"), None);
    }

    #[test]
    fn this_process_began_before_now() {
        let now = clock_gettime(ClockId::Realtime).tv_sec;
        let began = began().unwrap();
        assert!(began <= now && began > now - 24 * 3600, "{began} of {now}");
    }
}
