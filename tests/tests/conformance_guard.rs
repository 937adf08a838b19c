//! The guard pages that other tests rely on: a process that touches one byte next to a guarded
//! buffer dies.
//!
//! Each touch happens in a process of its own: this program again, asked by an environment variable
//! to be the one that touches. Under emulation, `TENSMITH_RUNNER` holds the emulator's command line.
#![cfg(unix)]
#![allow(unsafe_code)]

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use tensmith_tests::guard::{Flush, Guarded};

/// Tells a process to touch a byte: at which end a buffer of 12 bytes lies, at which distance from its
/// start the byte, and how to touch it.
const TOUCH: &str = "TENSMITH_TEST_TOUCH";
const WAYS: [&str; 2] = ["read", "write"];
/// The exit status of the touching process if it survives.
const SURVIVED: i32 = 42;
/// The signal that ends a process that accesses protected memory: SIGSEGV; on Apple's systems also SIGBUS.
const SIGNALS: &[i32] = if cfg!(target_vendor = "apple") { &[10, 11] } else { &[11] };

/// In the process that is asked to touch: does so, and ends.
fn touch_if_told() {
    let Ok(told) = std::env::var(TOUCH) else { return };
    let words: Vec<&str> = told.split(' ').collect();
    let flush = if words[0] == "Start" { Flush::Start } else { Flush::End };
    let distance: isize = words[1].parse().expect("a distance");
    let mut guarded = Guarded::new(1);
    let byte = guarded.slice::<f32>(3, flush).as_mut_ptr().cast::<u8>().wrapping_offset(distance);
    if words[2] == "read" {
        // SAFETY: inside of the buffer, the byte is the program's own; outside, which is what is
        // tested, the access ends the program, or finds memory of the same allocation.
        unsafe { byte.read_volatile() };
    } else {
        // SAFETY: as above.
        unsafe { byte.write_volatile(1) };
    }
    std::process::exit(SURVIVED);
}

/// How a process ends that runs `test` and is asked to touch.
fn touch(test: &str, told: &str) -> ExitStatus {
    let runner = std::env::var("TENSMITH_RUNNER").unwrap_or_default();
    let program = std::env::current_exe().expect("this program").display().to_string();
    let mut words = runner.split_whitespace().chain([program.as_str(), "--exact", test]);
    Command::new(words.next().expect("a command"))
        .args(words)
        .env(TOUCH, told)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("this program starts")
}

#[test]
fn a_byte_inside_can_be_touched() {
    touch_if_told();
    for told in ["Start 0", "Start 11", "End 0", "End 11"] {
        for way in WAYS {
            let status = touch("a_byte_inside_can_be_touched", &format!("{told} {way}"));
            let hint = "where this program needs an emulator, TENSMITH_RUNNER names it";
            assert_eq!(status.code(), Some(SURVIVED), "{told} {way}: {status} ({hint})");
        }
    }
}

#[test]
fn a_byte_before_or_behind_kills() {
    touch_if_told();
    for told in ["Start -1", "End 12"] {
        for way in WAYS {
            let status = touch("a_byte_before_or_behind_kills", &format!("{told} {way}"));
            let is_killed = status.signal().is_some_and(|signal| SIGNALS.contains(&signal));
            assert!(is_killed, "{told} {way}: {status}");
        }
    }
}
