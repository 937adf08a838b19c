//! The oracle for encodings of x86-64: LLVM's assembler, in Intel's syntax.

use crate::llvm::LLVM_MC;
use crate::tools::LLVM_OBJDUMP;
use std::collections::BTreeMap;

/// A byte between instructions, so that those that give no output can be told apart: no row has it.
const MARKER: [u8; 1] = [0xf4];
const MARKER_TEXT: &str = "hlt";

/// Assembles one instruction per line; a line that LLVM refuses gives `None`.
///
/// # Panics
/// Where `llvm-mc` cannot be run.
#[must_use]
pub fn assemble(lines: &[String]) -> Vec<Option<Vec<u8>>> {
    // No core has both AVX-512 and multiply-adds with four operands.
    assembled(&["-mcpu=sapphirerapids", "-mattr=+fma4"], lines)
}

/// The same for a core by LLVM's name: what that does not have is refused.
///
/// # Panics
/// Where `llvm-mc` cannot be run.
#[must_use]
pub fn assemble_for(core: &str, lines: &[String]) -> Vec<Option<Vec<u8>>> {
    assembled(&[&format!("-mcpu={core}")], lines)
}

/// Assembles for what some arguments say.
fn assembled(core: &[&str], lines: &[String]) -> Vec<Option<Vec<u8>>> {
    let numbered = lines.iter().enumerate();
    let source: String = numbered.map(|(nth, line)| format!("L{nth}:\n{line}\n")).collect();
    let source = format!(".intel_syntax noprefix\n{source}");
    let text = LLVM_MC.run(&[&["-triple=x86_64", "-show-encoding"], core].concat(), source);
    let mut out: Vec<Option<Vec<u8>>> = Vec::with_capacity(lines.len());
    for line in text.lines() {
        if line.starts_with('L') {
            out.push(None);
        } else if let (Some(last), Some(code)) = (out.last_mut(), encoding(line)) {
            assert!(last.is_none(), "one instruction a line: {line}");
            *last = Some(code);
        }
    }
    assert_eq!(out.len(), lines.len(), "llvm-mc lost a line");
    out
}

/// Disassembles instructions; one that LLVM refuses, or takes for several, gives `None`.
///
/// # Panics
/// Where `llvm-mc` cannot be run.
pub fn disassemble(codes: &[impl AsRef<[u8]>]) -> Vec<Option<String>> {
    let single = |mut lines: Vec<String>| lines.pop().filter(|_| lines.is_empty());
    listings(codes).into_iter().map(single).collect()
}

/// The instructions that LLVM reads in pieces of code, from their starts on. What is none is left out.
///
/// # Panics
/// Where `llvm-mc` cannot be run, or takes a part of one piece and of the next for an instruction.
pub fn listings(codes: &[impl AsRef<[u8]>]) -> Vec<Vec<String>> {
    let bytes = |code: &[u8]| code.iter().map(|byte| format!("{byte:#x} ")).collect::<String>() + "\n";
    let source: String = codes.iter().map(|code| bytes(&MARKER) + &bytes(code.as_ref())).collect();
    let arguments =
        ["-triple=x86_64", "-mcpu=sapphirerapids", "-mattr=+fma4", "--disassemble", "-output-asm-variant=1"];
    let text = LLVM_MC.run(&arguments, source);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.starts_with('.')).peekable();
    let theirs = codes.iter().map(|_| {
        assert_eq!(lines.next(), Some(MARKER_TEXT), "llvm-mc lost an instruction");
        let own = std::iter::from_fn(|| lines.next_if(|line| *line != MARKER_TEXT));
        own.map(|line| line.split('#').next().unwrap_or(line).trim().to_owned()).collect()
    });
    theirs.collect()
}

/// The instructions that LLVM reads in code from its start on: bytes and text. Bytes that
/// are none are left out.
///
/// # Panics
/// Where `llvm-mc` or `llvm-objdump` cannot be run.
#[must_use]
pub fn sweep(code: &[u8]) -> Vec<(Vec<u8>, String)> {
    sweep_with_places(code).into_values().collect()
}

/// The same by their places in the code.
///
/// # Panics
/// Where `llvm-mc` or `llvm-objdump` cannot be run.
#[must_use]
pub fn sweep_with_places(code: &[u8]) -> BTreeMap<usize, (Vec<u8>, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    let object = folder.path().join("code.o");
    let object = object.to_str().expect("a path in UTF-8");
    let bytes = |line: &[u8]| line.iter().map(|byte| format!("{byte}")).collect::<Vec<_>>().join(",");
    let source: String = code.chunks(64).map(|line| format!(".byte {}\n", bytes(line))).collect();
    LLVM_MC.run(&["-triple=x86_64", "-filetype=obj", "-o", object], source);
    let text = LLVM_OBJDUMP.run(&["-d", "-z", "--x86-asm-syntax=intel", object], String::new());
    text.lines().filter_map(listed).collect()
}

/// The place, the bytes and the text of a line such as `  4: 83 c0 01    \tadd\teax, 0x1`.
fn listed(line: &str) -> Option<(usize, (Vec<u8>, String))> {
    let (place, rest) = line.split_once(':')?;
    let place = usize::from_str_radix(place.trim(), 16).ok()?;
    let (bytes, text) = rest.split_once('\t')?;
    let bytes = bytes.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).ok());
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    let text = text.split('#').next().unwrap_or(text).trim();
    (!bytes.is_empty() && text != "<unknown>").then(|| (place, (bytes, text.to_owned())))
}

/// The bytes of a line such as `add eax, 1 # encoding: [0x83,0xc0,0x01]`.
fn encoding(line: &str) -> Option<Vec<u8>> {
    let bytes = line.split_once("encoding: [")?.1.split_once(']')?.0;
    bytes.split(',').map(|byte| u8::from_str_radix(byte.trim().strip_prefix("0x")?, 16).ok()).collect()
}
