//! The oracle for encodings and texts: LLVM's assembler and disassembler.

use std::io::Write;
use std::process::{Command, Stdio};

/// An instruction that no test asks for, which marks where each line begins.
const MARKER: (u32, &str) = (0xd50f_ffff, "sys #7, c15, c15, #7");

/// The `llvm-mc` to use: `TENSMITH_LLVM_MC`, or the newest one on the search path.
///
/// # Panics
/// Where there is none: a test without its oracle has not passed.
#[must_use]
pub fn llvm_mc() -> String {
    if let Ok(path) = std::env::var("TENSMITH_LLVM_MC") {
        return path;
    }
    let versions = (15..40).rev().map(|v| format!("llvm-mc-{v}")).chain(["llvm-mc".to_owned()]);
    versions
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success()))
        .expect("no llvm-mc found: install LLVM 15 or later, or set TENSMITH_LLVM_MC")
}

/// Assembles one instruction per line; a line that LLVM refuses gives `None`.
///
/// # Panics
/// Where `llvm-mc` cannot be run.
#[must_use]
pub fn assemble(lines: &[String]) -> Vec<Option<u32>> {
    let mut source = String::new();
    // A marker before each line tells the lines that give no output apart.
    for line in lines {
        source += &format!("{}\n{line}\n", MARKER.1);
    }
    let text = run(&["-show-encoding"], source);
    let words: Vec<u32> = text.lines().filter_map(encoding).collect();
    pair_up(&words, &MARKER.0, lines.len())
}

/// The text of each word, without comments; a word that LLVM refuses gives `None`.
///
/// # Panics
/// Where `llvm-mc` cannot be run.
#[must_use]
pub fn disassemble(words: &[u32]) -> Vec<Option<String>> {
    let mut source = String::new();
    for [a, b, c, d] in words.iter().flat_map(|word| [MARKER.0, *word]).map(u32::to_le_bytes) {
        source += &format!("{a:#x} {b:#x} {c:#x} {d:#x}\n");
    }
    let output = run(&["--disassemble"], source);
    let lines = output.lines().map(|line| line.split("//").next().unwrap_or(line).trim().replace('\t', " "));
    let texts: Vec<String> = lines.filter(|line| !line.is_empty() && !line.starts_with('.')).collect();
    pair_up(&texts, &MARKER.1.to_owned(), words.len())
}

/// What `llvm-mc` prints for `source`.
fn run(options: &[&str], source: String) -> String {
    let mut child = Command::new(llvm_mc())
        .args(["-triple=aarch64", "-mattr=+all"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("llvm-mc starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(source.as_bytes()));
    let output = child.wait_with_output().expect("llvm-mc ends");
    writer.join().expect("no panic").expect("llvm-mc reads its input");
    String::from_utf8(output.stdout).expect("text")
}

/// The word of a line such as `add x0, x0, #1 // encoding: [0x00,0x04,0x00,0x91]`; the bits of
/// relocated fields, printed as letters, do not occur with absolute operands.
fn encoding(line: &str) -> Option<u32> {
    let bytes = line.split_once("encoding: [")?.1.split_once(']')?.0;
    let mut word = 0;
    for (nth, byte) in bytes.split(',').enumerate() {
        word |= u32::from_str_radix(byte.trim().strip_prefix("0x")?, 16).ok()? << (8 * nth);
    }
    Some(word)
}

/// Splits the stream `marker [item] marker [item] …` into one entry per line.
fn pair_up<T: PartialEq + Clone>(items: &[T], marker: &T, lines: usize) -> Vec<Option<T>> {
    let mut out = Vec::with_capacity(lines);
    let mut rest = items;
    for _ in 0..lines {
        let tail = rest.strip_prefix(std::slice::from_ref(marker)).expect("llvm-mc keeps the lines");
        let own = tail.first().filter(|item| *item != marker);
        rest = tail.get(usize::from(own.is_some())..).unwrap_or(&[]);
        out.push(own.cloned());
    }
    assert!(rest.is_empty(), "llvm-mc printed more than it was given");
    out
}
