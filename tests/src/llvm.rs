//! The oracle for encodings: LLVM's assembler.

use std::io::Write;
use std::process::{Command, Stdio};

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
        source += "nop\n";
        source += line;
        source.push('\n');
    }
    let mut child = Command::new(llvm_mc())
        .args(["-triple=aarch64", "-mattr=+all", "-show-encoding"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("llvm-mc starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(source.as_bytes()));
    let output = child.wait_with_output().expect("llvm-mc ends");
    writer.join().expect("no panic").expect("llvm-mc reads its input");
    let text = String::from_utf8(output.stdout).expect("text");
    let words: Vec<u32> = text.lines().filter_map(encoding).collect();
    pair_up(&words, lines.len())
}

/// Disassembles words; a word that LLVM knows no instruction for gives `None`.
///
/// # Panics
/// Where `llvm-mc` cannot be run.
#[must_use]
pub fn disassemble(words: &[u32]) -> Vec<Option<String>> {
    const NOP: u32 = 0xd503_201f;
    // Refused words leave a gap in the encodings that LLVM prints, in order, beside the texts.
    let source: String = words.iter().flat_map(|word| [*word, NOP]).map(bytes).collect();
    let mut child = Command::new(llvm_mc())
        .args(["-triple=aarch64", "-mattr=+all", "--disassemble"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("llvm-mc starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(source.as_bytes()));
    let output = child.wait_with_output().expect("llvm-mc ends");
    writer.join().expect("no panic").expect("llvm-mc reads its input");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('.'));
    let mut out = Vec::with_capacity(words.len());
    for word in words {
        let own = lines.next().expect("a line for each word or marker");
        let known = own != "nop" || *word == NOP;
        assert!(!known || lines.next() == Some("nop"), "llvm-mc lost a line after {own}");
        out.push(known.then(|| own.to_owned()));
    }
    out
}

/// A word as `llvm-mc` reads it.
fn bytes(word: u32) -> String {
    let [a, b, c, d] = word.to_le_bytes();
    format!("{a:#x} {b:#x} {c:#x} {d:#x}\n")
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

/// Splits the stream `nop [word] nop [word] …` into one entry per line.
fn pair_up(words: &[u32], lines: usize) -> Vec<Option<u32>> {
    const NOP: u32 = 0xd503_201f;
    let mut out = Vec::with_capacity(lines);
    let mut rest = words.iter().copied().peekable();
    for _ in 0..lines {
        assert_eq!(rest.next(), Some(NOP), "llvm-mc lost a line");
        // A line that itself is `nop` is followed by the marker of the next line, or the end.
        let own = rest.peek().copied().filter(|word| *word != NOP || is_own_nop(&mut rest.clone()));
        if own.is_some() {
            rest.next();
        }
        out.push(own);
    }
    assert_eq!(rest.next(), None, "llvm-mc printed more than it was given");
    out
}

/// Whether the `nop` at the front belongs to a line rather than marking the next one: then a
/// marker, or the end, follows it.
fn is_own_nop(rest: &mut impl Iterator<Item = u32>) -> bool {
    const NOP: u32 = 0xd503_201f;
    rest.next();
    matches!(rest.next(), None | Some(NOP))
}
