//! Signals that mistakes of code end the process with: the command that repeats the case is told first.
//!
//! Problem: code that accesses what is not its own, or is no code, ends the process, and the case that did so
//! with it. Idea: the command of the case that runs is in memory that a handler of these signals reads. The
//! handler does nothing but what POSIX allows handlers of signals to do: it writes, and ends the process as
//! one whose check has failed.
//!
//! Such a case is not made smaller: each attempt would end the process again.
//!
//! Tests: `harness/cli/tests/program/verify.rs`.
#![allow(unsafe_code)]

use crate::error::CHECK_FAILED;
use libc::{SA_ONSTACK, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, c_int};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicUsize};

/// The signals, with what they mean.
const FATAL: [(c_int, &str); 5] = [
    (SIGSEGV, "an access to memory that is not there (SIGSEGV)"),
    (SIGBUS, "an access to memory behind a file's end, or askew (SIGBUS)"),
    (SIGILL, "an instruction that this machine does not have (SIGILL)"),
    (SIGFPE, "arithmetic that is not allowed (SIGFPE)"),
    (SIGTRAP, "a trap (SIGTRAP)"),
];

/// The most bytes of a command.
const MOST: usize = 8192;

/// The command that repeats the case that runs, and how long it is.
static COMMAND: [AtomicU8; MOST] = [const { AtomicU8::new(0) }; MOST];
static LENGTH: AtomicUsize = AtomicUsize::new(0);

/// Says which case runs from now on.
pub(super) fn running(command: &str) {
    LENGTH.store(0, Relaxed);
    COMMAND.iter().zip(command.bytes()).for_each(|(place, byte)| place.store(byte, Relaxed));
    LENGTH.store(command.len().min(MOST), Relaxed);
}

/// Lets these signals tell the case, from now on. Where the system refuses, they end the process as before.
pub(super) fn watch() {
    for (signal, _) in FATAL {
        let mut action = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: zeros are a `sigaction` with the default action, no flags and an empty mask (sigaction(2)).
        let action = unsafe { action.assume_init_mut() };
        action.sa_sigaction = tell as extern "C" fn(c_int) as usize;
        action.sa_flags = SA_ONSTACK;
        // SAFETY: the action is there during the call, and its handler calls nothing but functions that
        // signal-safety(7) lists.
        unsafe { libc::sigaction(signal, action, ptr::null_mut()) };
    }
}

/// Writes the case, and ends the process. It needs little of the stack, as that for signals is small.
extern "C" fn tell(signal: c_int) {
    let meaning = FATAL.iter().find(|(known, _)| *known == signal).map_or("a signal", |(_, meaning)| meaning);
    write(b"error: ");
    write(meaning.as_bytes());
    write(b" ended this case: ");
    // SAFETY: these bytes are there as long as the process. They may be written meanwhile, by another thread
    // than the one that the signal stopped; each is an atomic, and the system copies them.
    unsafe { libc::write(libc::STDERR_FILENO, COMMAND.as_ptr().cast(), LENGTH.load(Relaxed)) };
    write(b"\n");
    // SAFETY: it ends the process without running anything of it.
    unsafe { libc::_exit(CHECK_FAILED.into()) };
}

fn write(text: &[u8]) {
    // SAFETY: the bytes are there during the call.
    unsafe { libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len()) };
}
