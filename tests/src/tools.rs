//! LLVM's programs, as the oracles call them.

use std::collections::HashMap;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The programs that were found, by their names without a version, and the oldest one that would do.
static FOUND: Mutex<Option<HashMap<(&str, u32), String>>> = Mutex::new(None);

/// Held while another program runs, on AArch64: qemu's emulation of a process may hang if it starts a program
/// while another thread is at work in the emulator, as one that starts a program is.
pub(crate) fn turn() -> Option<MutexGuard<'static, ()>> {
    static TURN: Mutex<()> = Mutex::new(());
    // A test that failed leaves the next one its turn.
    cfg!(target_arch = "aarch64").then(|| TURN.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The disassembler of objects.
pub(crate) const LLVM_OBJDUMP: Tool =
    Tool { name: "llvm-objdump", variable: "TENSMITH_LLVM_OBJDUMP", oldest: 15 };

/// One of LLVM's programs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// Its name without a version.
    pub(crate) name: &'static str,
    /// Where a path to it is looked for first.
    pub(crate) variable: &'static str,
    /// The oldest version that will do.
    pub(crate) oldest: u32,
}

impl Tool {
    /// The one to use: what the variable says, or the newest one on the search path. Looked for once.
    ///
    /// # Panics
    /// Where there is none: a test without its oracle has not passed.
    fn find(self) -> String {
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        found.get_or_insert_default().entry((self.name, self.oldest)).or_insert_with(|| self.search()).clone()
    }

    fn search(self) -> String {
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

    /// Its output for `source`.
    ///
    /// # Panics
    /// Where it cannot be run.
    pub(crate) fn run(self, arguments: &[&str], source: String) -> String {
        let _turn = turn();
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
