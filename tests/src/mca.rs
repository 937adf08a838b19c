//! The oracle for timings: LLVM's models of cores, through `llvm-mca`.

use std::io::Write;
use std::process::{Command, Stdio};

/// What one instruction costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Issue slots.
    pub slots: u32,
    /// Cycles until its results can be read.
    pub latency: u32,
}

/// What each of `lines` costs a core.
///
/// # Panics
/// Where `llvm-mca` cannot be run.
#[must_use]
pub fn costs(core: &str, lines: &[String]) -> Vec<Cost> {
    let text = run(&[&format!("-mcpu={core}"), "-instruction-tables"], &lines.join("\n"));
    let rows = text.lines().skip_while(|line| !line.starts_with("[1]    [2]")).skip(1);
    rows.take_while(|line| !line.is_empty())
        .map(|row| {
            let mut numbers = row.split_whitespace().map(|number| number.parse().expect("a number"));
            let [slots, latency] = [(); 2].map(|()| numbers.next().expect("two numbers"));
            Cost { slots, latency }
        })
        .collect()
}

/// How many cycles a core takes for `code`, once through.
///
/// # Panics
/// Where `llvm-mca` cannot be run.
#[must_use]
pub fn cycles(core: &str, code: &str) -> u32 {
    let text = run(&[&format!("-mcpu={core}"), "-iterations=1"], code);
    let line = text.lines().find_map(|line| line.strip_prefix("Total Cycles:")).expect("a number of cycles");
    line.trim().parse().expect("a number")
}

/// The `llvm-mca` to use: `TENSMITH_LLVM_MCA`, or the newest one on the search path.
fn llvm_mca() -> String {
    if let Ok(path) = std::env::var("TENSMITH_LLVM_MCA") {
        return path;
    }
    let versions = (18..40).rev().map(|v| format!("llvm-mca-{v}")).chain(["llvm-mca".to_owned()]);
    versions
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success()))
        .expect("no llvm-mca found: install LLVM 18 or later, or set TENSMITH_LLVM_MCA")
}

/// What `llvm-mca` prints for `source`.
fn run(arguments: &[&str], source: &str) -> String {
    let mut child = Command::new(llvm_mca())
        .arg("-mtriple=aarch64")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("llvm-mca starts");
    // It reads everything before it prints anything.
    child.stdin.take().expect("a pipe").write_all(source.as_bytes()).expect("llvm-mca reads its input");
    let output = child.wait_with_output().expect("llvm-mca ends");
    String::from_utf8(output.stdout).expect("text")
}
