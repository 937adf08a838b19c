//! `TENSMITH_PROFILE`: kernels are told of as it says, and nothing that goes wrong there ends a run.
#![cfg(target_os = "linux")]

use crate::support::{command, finished, write_npy};
use std::fs;
use std::path::Path;
use std::process::Output;

/// Multiplies two matrices in a directory, with a setting.
fn multiply(directory: &Path, setting: &str) -> Output {
    for name in ["a.npy", "b.npy"] {
        write_npy(&directory.join(name), &[16, 16], &[1.0; 256]);
    }
    finished(
        command(&[] as &[&str])
            .args(["einsum", "mk,kn->mn", "a.npy", "b.npy", "-o", "c.npy", "--check"])
            .env("TENSMITH_PROFILE", setting)
            .current_dir(directory),
    )
}

/// The one file in a directory whose name has such an end.
fn file(directory: &Path, end: &str) -> Option<Vec<u8>> {
    let mut names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    names
        .find(|path| path.to_str().is_some_and(|path| path.ends_with(end)))
        .map(|path| fs::read(path).unwrap())
}

#[test]
fn a_dump_names_the_kernels_of_a_run() {
    let directory = tempfile::tempdir().unwrap();
    let output = multiply(directory.path(), "jitdump=.,gdb");
    assert!(output.status.success(), "{output:?}");
    let dump = file(directory.path(), ".dump").unwrap();
    assert!(String::from_utf8_lossy(&dump).contains("gemm_f32_16x16x16_"), "{dump:?}");
}

#[test]
fn without_the_variable_nothing_is_written() {
    let directory = tempfile::tempdir().unwrap();
    assert!(multiply(directory.path(), "").status.success());
    assert!(file(directory.path(), ".dump").is_none());
}

#[test]
fn what_cannot_be_written_is_said_and_the_run_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let output = multiply(directory.path(), "jitdump=/nowhere");
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("warning: TENSMITH_PROFILE: jitdump=/nowhere: /nowhere/jit-"), "{said}");
    assert!(file(directory.path(), "c.npy").is_some());
}

#[test]
fn other_settings_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let output = multiply(directory.path(), "gdb,flames");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("error: TENSMITH_PROFILE: `flames` is no interface") && said.contains("perf-map"),
        "{said}"
    );
}
