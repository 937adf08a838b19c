//! The program that a signal ends leaves nothing behind.

use crate::support::{command, contents, turn, write_npy};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A folder with operands of a contraction that takes long to be compared with the reference.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.npy", "b.npy"] {
        write_npy(&folder.path().join(name), &[1200, 1200], &vec![1.0; 1200 * 1200]);
    }
    folder
}

const SLOW: [&str; 7] = ["einsum", "mk,kn->mn", "a.npy", "b.npy", "-o", "c.npy", "--check"];

/// Starts a program that heeds signals, even where the tests were started to ignore some,
/// as in the background.
const HEEDING: &[&str] =
    if cfg!(target_os = "linux") { &["env", "--default-signal=HUP,INT,TERM,XCPU"] } else { &[] };

/// Waits until the temporary file is there.
fn wait_for_output(child: &mut Child, folder: &Path) {
    let start = Instant::now();
    let is_pending =
        || contents(folder).iter().any(|(path, _)| path.to_string_lossy().contains(".tensmith-"));
    while !is_pending() {
        assert_eq!(child.try_wait().unwrap(), None, "the program ended too early");
        assert!(start.elapsed() < Duration::from_secs(120), "no temporary file");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn signals_leave_no_temporary_file() {
    for (name, signal) in [("INT", 2), ("TERM", 15), ("HUP", 1), ("XCPU", 24)] {
        let folder = folder();
        let before = contents(folder.path());
        let turn = turn();
        let mut slow = command(HEEDING);
        slow.args(SLOW).current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = slow.spawn().unwrap();
        wait_for_output(&mut child, folder.path());
        let kill = format!("kill -s {name} {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        let status = child.wait().unwrap();
        drop(turn);
        assert_eq!(status.signal(), Some(signal), "{name}: {status}");
        assert!(contents(folder.path()) == before, "{name} leaves files");
    }
}

#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let folder = folder();
    let _turn = turn();
    // Small operands: this one ends by itself.
    for name in ["a.npy", "b.npy"] {
        write_npy(&folder.path().join(name), &[300, 300], &vec![1.0; 300 * 300]);
    }
    let mut ignoring = command(&["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"]);
    ignoring.args(SLOW).current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = ignoring.spawn().unwrap();
    wait_for_output(&mut child, folder.path());
    let kill = format!("kill -s HUP {}", child.id());
    Command::new("sh").args(["-c", &kill]).status().unwrap();
    assert!(child.wait().unwrap().success());
    assert!(folder.path().join("c.npy").exists());
}

/// At the limit of file sizes, the program says so, and leaves what was there.
#[test]
fn a_limit_of_file_sizes_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.npy", "b.npy"] {
        write_npy(&folder.path().join(name), &[100, 100], &vec![1.0; 100 * 100]);
    }
    let before = contents(folder.path());
    let _turn = turn();
    let output = command(&["sh", "-c", "ulimit -f 8; exec \"$@\"", "sh"])
        .args(&SLOW[..6])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(
        message.starts_with("error: output ") && message.contains("c.npy: cannot be written"),
        "{message}"
    );
    assert!(contents(folder.path()) == before);
}
