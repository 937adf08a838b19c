//! perf names kernels: by the map, and by the dump, with which it also walks stacks through them.
//!
//! Samples are of the processor's time, as counters are not everywhere. An emulated process cannot be
//! sampled: there, what is written is read in `files.rs`.
#![cfg(target_os = "linux")]

mod child;

use child::{SETTING, emulator, multiply, observed, output, square, words};
use std::path::Path;
use std::process::Command;

const NAME: &str = "gemm_f32_48x48x48_";

/// Fewer samples say nothing: there are some hundred of the run below.
const FEW: usize = 20;

#[test]
#[ignore = "it runs under perf"]
fn busy() {
    let jit = observed();
    let (plan, operand) = square(&jit, 48);
    multiply(&plan, &operand, 30_000);
}

/// Records a run of `busy` that tells kernels by an interface.
fn record(setting: &str, directory: &Path, options: &[&str]) {
    let mut perf = Command::new("perf");
    perf.args(["record", "--quiet", "-e", "cpu-clock:u", "-F", "1999", "-k", "mono", "-o", "perf.data"])
        .args(options)
        .arg("--")
        .args(words("busy"))
        .env(SETTING, setting)
        .current_dir(directory);
    output(&mut perf);
}

/// What perf says of the samples in a file, by the fields that it is asked for.
fn script(file: &str, fields: &str, directory: &Path) -> String {
    output(Command::new("perf").args(["script", "-i", file, "-F", fields]).current_dir(directory))
}

#[test]
fn the_map_names_kernels() {
    if !emulator().is_empty() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    record("perf-map", directory.path(), &[]);
    let samples = script("perf.data", "ip,sym", directory.path());
    let named = samples.lines().filter(|line| line.contains(NAME)).count();
    assert!(named > FEW, "{named} samples of kernels:\n{samples}");
    // What nothing names: other code that is in no file, of which there is none.
    let unknown = samples.lines().filter(|line| line.contains("[unknown]")).count();
    assert!(unknown * 20 < named, "{unknown} of {named}:\n{samples}");
}

#[test]
fn the_dump_names_kernels_and_has_their_callers() {
    if !emulator().is_empty() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    record(&format!("jitdump={}", path.display()), path, &["--call-graph", "dwarf,16384"]);
    output(
        Command::new("perf")
            .args(["inject", "--jit", "-i", "perf.data", "-o", "named.data"])
            .current_dir(path),
    );
    let samples = script("named.data", "ip,sym", path);
    // A sample is a paragraph: the kernel, its caller, and so on.
    let stacks: Vec<_> = samples.split("\n\n").filter(|stack| !stack.trim().is_empty()).collect();
    let starts_in_kernel =
        |stack: &&&str| stack.trim().lines().next().is_some_and(|line| line.contains(NAME));
    let of_kernel: Vec<_> = stacks.iter().filter(starts_in_kernel).collect();
    assert!(of_kernel.len() > FEW, "{} of {} stacks", of_kernel.len(), stacks.len());
    // From there to where the program runs a test.
    let is_whole = |stack: &&&&str| stack.contains("child::multiply") && stack.contains("run_test");
    let through = of_kernel.iter().filter(is_whole).count();
    assert!(through * 10 > of_kernel.len() * 9, "{through} of {}:\n{}", of_kernel.len(), of_kernel[0]);
}
