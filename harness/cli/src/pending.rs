//! Temporary files that no signal leaves behind.
//!
//! Problem: a program that a signal ends removes nothing. Idea: the first temporary file starts a thread that
//! waits for the signals by which people and systems end programs; it removes the files that there are, then
//! lets the program end as the signal does by default. A signal that was ignored when the program began stays
//! ignored. At the limit of file sizes, where Linux would end the program, writing fails instead.
//!
//! Invariant: a temporary file exists only while it is on the list, or while the thread that creates or
//! renames it holds the list's lock.
//!
//! Tests: `harness/cli/tests/program/signals.rs`.
#![allow(unsafe_code)]

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::collections::hash_map::RandomState;
use std::ffi::c_int;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The signals by which programs are ended from outside, which they can notice.
const ENDS: [c_int; 5] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU];

/// The temporary files that exist; none before the thread is there that removes them.
static FILES: Mutex<Option<Vec<PathBuf>>> = Mutex::new(None);

/// A temporary file. It is removed on drop, and by signals.
#[derive(Debug)]
pub(crate) struct Pending {
    file: File,
    /// Where it is; nowhere once it was renamed.
    path: Option<PathBuf>,
}

impl Pending {
    /// An empty file in a folder, with the permissions of a new file.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        let mut files = files();
        if files.is_none() {
            watch()?;
        }
        let (file, path) = create(folder)?;
        files.get_or_insert_default().push(path.clone());
        Ok(Self { file, path: Some(path) })
    }

    /// The file.
    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    /// The file, to be written to.
    pub(crate) fn file_mut(&mut self) -> &mut File {
        &mut self.file
    }

    /// Puts the file in the place of another one, in one step.
    pub(crate) fn persist(mut self, path: &Path) -> io::Result<()> {
        let mut files = files();
        let Some(pending) = &self.path else { return Ok(()) };
        fs::rename(pending, path)?;
        strike(&mut files, pending);
        self.path = None;
        Ok(())
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        let Some(pending) = self.path.take() else { return };
        let mut files = files();
        // A file that cannot be removed stays: nobody is left to report it to.
        let _ = fs::remove_file(&pending);
        strike(&mut files, &pending);
    }
}

/// The most names that are tried: that there is one of them already says nothing of the next.
const MOST_NAMES: usize = 1 << 10;

/// A new file in a folder, with a name that there was not.
fn create(folder: &Path) -> io::Result<(File, PathBuf)> {
    let mut last = io::ErrorKind::AlreadyExists.into();
    for _ in 0..MOST_NAMES {
        let name = format!(".tensmith-{:016x}", RandomState::new().build_hasher().finish());
        let path = folder.join(name);
        match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

fn files() -> MutexGuard<'static, Option<Vec<PathBuf>>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn strike(files: &mut Option<Vec<PathBuf>>, gone: &Path) {
    files.iter_mut().for_each(|files| files.retain(|file| file != gone));
}

/// Starts the thread that waits for signals.
fn watch() -> io::Result<()> {
    // Whatever handles it, the call that exceeds the limit returns.
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    let ends = ENDS.into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals = Signals::new(ends)?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || signals.forever().for_each(end))?;
    Ok(())
}

fn end(signal: c_int) {
    // Held up to the end, so that no file appears any more.
    let files = files();
    for file in files.iter().flatten() {
        let _ = fs::remove_file(file);
    }
    let _ = emulate_default_handler(signal);
}

/// Whether the program was started to ignore a signal, as `nohup` has it.
fn is_ignored(signal: c_int) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action, the call changes nothing, and writes the present one to where
    // there is room for it.
    let answer = unsafe { libc::sigaction(signal, ptr::null(), action.as_mut_ptr()) };
    // SAFETY: an action of zeros is one, too, so that it is initialised whether or not the
    // call has written it.
    let action = unsafe { action.assume_init() };
    answer == 0 && action.sa_sigaction == libc::SIG_IGN
}
