//! The oracle for encodings: LLVM's assembler.

use crate::tools::{LLVM_OBJDUMP, Tool};
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) const LLVM_MC: Tool = Tool { name: "llvm-mc", variable: "TENSMITH_LLVM_MC", oldest: 15 };

/// Assembles one instruction per line; a line that LLVM refuses gives `None`.
///
/// # Panics
/// Where `llvm-mc` cannot be run.
#[must_use]
pub fn assemble(lines: &[String]) -> Vec<Option<u32>> {
    // A label before each line tells the lines that give no output apart. The instruction after a
    // line takes what LLVM has to say about it: nothing but a few may follow `movprfx`.
    let numbered = lines.iter().enumerate();
    let source: String = numbered.map(|(nth, line)| format!("L{nth}:\n{line}\nnop\n")).collect();
    let text = run(&["-mattr=+all", "-show-encoding"], source);
    let mut out = Vec::with_capacity(lines.len());
    let mut words = Vec::new();
    let mut rest = text.lines().skip_while(|line| !is_label(line)).skip(1);
    while out.len() < lines.len() {
        words.clear();
        words.extend(rest.by_ref().take_while(|line| !is_label(line)).filter_map(encoding));
        out.push(words.first().copied().filter(|word| *word != NOP || words.len() == 2));
    }
    assert_eq!(rest.next(), None, "llvm-mc printed more than it was given");
    out
}

const NOP: u32 = 0xd503_201f;

/// Whether a line is one of the labels between lines.
fn is_label(line: &str) -> bool {
    line.starts_with('L')
}

/// Disassembles words; one that LLVM refuses gives `None`.
///
/// # Panics
/// Where `llvm-mc` cannot be run.
#[must_use]
pub fn disassemble(words: &[u32]) -> Vec<Option<String>> {
    disassemble_with("+all", words)
}

/// Disassembles words for a machine with some `features` beyond those that any has, in LLVM's
/// notation; one that LLVM refuses gives `None`.
///
/// # Panics
/// Where `llvm-mc` cannot be run.
#[must_use]
pub fn disassemble_with(features: &str, words: &[u32]) -> Vec<Option<String>> {
    // A marker before each word tells the words that give no output apart.
    let bytes = |word: u32| word.to_le_bytes().map(|byte| format!("{byte:#x} ")).concat() + "\n";
    let source: String = words.iter().map(|word| bytes(MARKER) + &bytes(*word)).collect();
    let text = run(&[&format!("-mattr={features}"), "--disassemble"], source);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.starts_with(".text")).peekable();
    let theirs = words.iter().map(|_| {
        assert_eq!(lines.next(), Some(MARKER_TEXT), "llvm-mc lost a word");
        let text = lines.next_if(|line| *line != MARKER_TEXT);
        text.map(|text| text.split("//").next().unwrap_or(text).trim().to_owned())
    });
    theirs.collect()
}

/// Prints the mnemonics of disassembled words, each of which stands for a number of them: the most
/// frequent first.
pub fn print_mnemonics(texts: impl IntoIterator<Item = (Option<String>, usize)>) {
    let mut mnemonics = BTreeMap::new();
    for (text, count) in texts {
        let text = text.unwrap_or_else(|| "(data)".to_owned());
        let mnemonic = text.split([' ', '\t']).next().unwrap_or_default();
        *mnemonics.entry(mnemonic.to_owned()).or_insert(0) += count;
    }
    let mut mnemonics: Vec<(String, usize)> = mnemonics.into_iter().collect();
    mnemonics.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (mnemonic, count) in mnemonics.iter().take(20) {
        println!("  {mnemonic}: {count}");
    }
}

/// A word that no test asks for, and its text.
const MARKER: u32 = 0xd50f_ffff;
const MARKER_TEXT: &str = "sys\t#7, c15, c15, #7";

/// The output of `llvm-mc` for `source`.
fn run(arguments: &[&str], source: String) -> String {
    LLVM_MC.run(&[&["-triple=aarch64"], arguments].concat(), source)
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

/// Disassembles an object of AArch64: `offset: word instruction`, behind the name of each symbol.
///
/// # Panics
/// Where `llvm-objdump` cannot be run.
#[must_use]
pub fn objdump(object: &Path) -> String {
    let object = object.to_str().expect("a path that is text");
    LLVM_OBJDUMP.run(&["-d", "--mattr=+all", object], String::new())
}
