//! LLVM's programs, as the oracles call them.

use std::io::Write;
use std::process::{Command, Stdio};

/// One of LLVM's programs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// What it is called without a version.
    pub(crate) name: &'static str,
    /// Where a path to it is looked for first.
    pub(crate) variable: &'static str,
    /// The oldest version that will do.
    pub(crate) oldest: u32,
}

impl Tool {
    /// The one to use: what the variable says, or the newest one on the search path.
    ///
    /// # Panics
    /// Where there is none: a test without its oracle has not passed.
    pub(crate) fn find(self) -> String {
        let Self { name, variable, oldest } = self;
        if let Ok(path) = std::env::var(variable) {
            return path;
        }
        let versions = (oldest..40).rev().map(|version| format!("{name}-{version}"));
        versions
            .chain([name.to_owned()])
            .find(|name| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success()))
            .unwrap_or_else(|| panic!("no {name} found: install LLVM {oldest} or later, or set {variable}"))
    }

    /// What it prints for `source`.
    ///
    /// # Panics
    /// Where it cannot be run.
    pub(crate) fn run(self, arguments: &[&str], source: String) -> String {
        let mut child = Command::new(self.find())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || stdin.write_all(source.as_bytes()));
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("no panic").expect("the program reads its input");
        String::from_utf8(output.stdout).expect("text")
    }
}
