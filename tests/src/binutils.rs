//! The second oracle for encodings: the assembler and the disassembler of GNU binutils, 2.40 or
//! newer. They have nothing in common with LLVM but the Arm manual. What they lack is said by
//! [`know`].

use crate::{kernels, tools};
use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tensmith_core::isa::aarch64::MachInst;
use tensmith_core::isa::aarch64::feature::Feature;

/// Features whose instructions binutils 2.40 lacks; of the one for the XS attribute, it has the barriers.
const LACKING: [Feature; 3] = [Feature::Sme2, Feature::Sve2p1, Feature::Xs];

/// Parts of texts that binutils 2.40 refuses, of features that it knows or that bring no instruction.
#[rustfmt::skip]
const UNREAD: [&str; 27] = [
    // Hints, prefetches for the system's cache and system registers that are newer.
    "bti r", "chkfeat", "clrbhb", "hint #22", "gcsb", "pacm", "shuh", "stcph", "stshh", "slc",
    "fpmr", "id_aa64fpfr0_el1", "id_aa64isar3_el1", "id_aa64mmfr3_el1", "id_aa64mmfr4_el1", "id_aa64pfr2_el1",
    "pir_el1", "pire0_el1", "sctlr2_el1", "tcr2_el1",
    // Fields of the processor state for which it takes 0 and 1 only.
    "msr dit", "msr pan", "msr spsel", "msr ssbs", "msr tco", "msr uao",
    // It belongs to the profile for real time, which has no third exception level.
    "dfb",
];

/// The architecture, with every extension that is optional in it.
const ARCHITECTURE: &str = "-march=armv9.3-a+crypto+sha3+sm4+fp16fml+sve2-aes+sve2-bitperm+sve2-sha3+sve2-sm4\
    +memtag+f32mm+f64mm+sme-f64+sme-i64+rng+tme+ls64+profile+predres";

/// Whether binutils 2.40 know an instruction by its text.
#[must_use]
pub fn know(instance: &MachInst) -> bool {
    let text = instance.to_string();
    !LACKING.iter().any(|lacking| instance.features().contains(*lacking))
        && !UNREAD.iter().any(|part| text.contains(part))
}

/// Assembles one instruction per line; a line that binutils refuses gives `None`.
///
/// # Panics
/// Where the assembler cannot be run.
#[must_use]
pub fn assemble(lines: &[String]) -> Vec<Option<u32>> {
    let refused = match words_of(lines.iter().map(String::as_str)) {
        Ok(words) => return words.into_iter().map(Some).collect(),
        Err(refused) => refused,
    };
    // Some of the lines that are refused give a word nevertheless; none may, then.
    let is_refused = |nth: usize| refused.contains(&(nth + 1));
    let kept = lines.iter().enumerate().map(|(nth, line)| if is_refused(nth) { "nop" } else { line });
    let words = words_of(kept).expect("all refused lines were left out");
    words.into_iter().enumerate().map(|(nth, word)| (!is_refused(nth)).then_some(word)).collect()
}

/// The words of some lines, or the numbers of those lines that binutils refuses.
fn words_of<'l>(lines: impl Iterator<Item = &'l str>) -> Result<Vec<u32>, HashSet<usize>> {
    let folder = tempfile::tempdir().expect("a folder for files");
    let (source, made) = (folder.path().join("in.s"), folder.path().join("out.o"));
    let lines: Vec<&str> = lines.chain([""]).collect();
    fs::write(&source, lines.join("\n")).expect("a writable file");
    let output = run("as", &[ARCHITECTURE, "-W", "-o", text(&made), text(&source)]);
    if !output.status.success() {
        return Err(refused(&output));
    }
    let words = words(&fs::read(&made).expect("the assembler made a file"));
    assert_eq!(words.len() + 1, lines.len(), "a line gives a word");
    Ok(words)
}

/// Disassembles words; one that binutils refuses gives `None`. Distances are printed as such, and
/// notes of the disassembler left out.
///
/// # Panics
/// Where the disassembler cannot be run.
#[must_use]
pub fn disassemble(words: &[u32]) -> Vec<Option<String>> {
    if words.is_empty() {
        // That, objdump calls an error.
        return Vec::new();
    }
    let folder = tempfile::tempdir().expect("a folder for files");
    let file = folder.path().join("words");
    fs::write(&file, words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>())
        .expect("a writable file");
    let options = ["-D", "-z", "-b", "binary", "-m", "aarch64"];
    let output = run("objdump", &[&options[..], &[text(&file)]].concat());
    assert!(output.status.success(), "objdump reads words");
    let lines = String::from_utf8(output.stdout).expect("text");
    let theirs: Vec<_> = lines.lines().filter_map(|line| Some(meaning(line.split_once(":\t")?))).collect();
    assert_eq!(theirs.len(), words.len(), "objdump prints a line for each word");
    theirs
}

/// The text at an address, in a line such as `4:  14000002  b  0xc  // note`.
fn meaning((address, line): (&str, &str)) -> Option<String> {
    let (_, text) = line.split_once('\t')?;
    let text = text.split("//").next().unwrap_or(text).trim();
    if text.starts_with(".inst") {
        return None;
    }
    Some(with_distance(address.trim(), text).unwrap_or_else(|| text.to_owned()))
}

/// The text of a branch or an address with its target, the last operand, as a distance.
fn with_distance(address: &str, text: &str) -> Option<String> {
    let address = i64::from_str_radix(address, 16).expect("a line starts with an address");
    let at = text.rfind([' ', '\t', ','])? + 1;
    let (before, target) = text.split_at_checked(at)?;
    let target = u64::from_str_radix(target.strip_prefix("0x")?, 16).ok()? as i64;
    // Pages are counted from that of the instruction.
    let from = if before.starts_with("adrp") { address & !0xfff } else { address };
    Some(format!("{before}#{}", target.wrapping_sub(from)))
}

/// Runs a tool of the cross compiler's binutils, under any of its names.
fn run(tool: &str, arguments: &[&str]) -> Output {
    let _turn = tools::turn();
    ["aarch64-linux-gnu-", "aarch64-elf-"]
        .into_iter()
        .find_map(|prefix| Command::new(format!("{prefix}{tool}")).args(arguments).output().ok())
        .unwrap_or_else(|| panic!("no aarch64-linux-gnu-{tool} found: install binutils for AArch64"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}

/// The numbers of the lines in complaints such as `in.s:5: Error: unknown mnemonic`.
fn refused(output: &Output) -> HashSet<usize> {
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    let errors = complaints.lines().filter_map(|line| line.split_once(": Error: "));
    errors.filter_map(|(place, _)| place.rsplit_once(':')?.1.parse().ok()).collect()
}

/// The words of an object file's code.
fn words(object: &[u8]) -> Vec<u32> {
    let file = ElfFile64::<Endianness>::parse(object).expect("the assembler makes ELF files");
    let code = file.section_by_name(".text").expect("they have code");
    kernels::words(code.data().expect("the file is whole"))
}
