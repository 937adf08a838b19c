//! The instructions of a real library: the mathematical functions of an x86-64 C library.
// macOS has no such file: its libraries are inside of one shared cache.
#![cfg(not(target_os = "macos"))]

use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection, SectionKind};
use std::collections::BTreeMap;
use tensmith_core::isa::x86_64::{assemble, decode};
use tensmith_tests::llvm_x86_64 as llvm;

/// Where distributions have it; the last is that of the cross compiler.
const PATHS: [&str; 4] = [
    "/usr/lib/x86_64-linux-gnu/libm.so.6",
    "/lib/x86_64-linux-gnu/libm.so.6",
    "/lib64/libm.so.6",
    "/usr/x86_64-linux-gnu/lib/libm.so.6",
];

/// The bytes of the executable sections of the first library that is there and is x86-64.
fn code() -> Vec<u8> {
    PATHS
        .into_iter()
        .filter_map(|path| std::fs::read(path).ok())
        .find_map(|bytes| executable(&bytes))
        .expect("no x86-64 libm.so.6 found: install the package libc6-amd64-cross or libc6:amd64")
}

fn executable(bytes: &[u8]) -> Option<Vec<u8>> {
    let file = ElfFile64::<Endianness>::parse(bytes).ok()?;
    (file.architecture() == object::Architecture::X86_64).then_some(())?;
    let sections = file.sections().filter(|section| section.kind() == SectionKind::Text);
    Some(sections.flat_map(|section| section.data().expect("the file is whole").to_vec()).collect())
}

/// Whether bytes are one instruction whose text assembles to them.
fn comes_back(bytes: &[u8]) -> bool {
    decode(bytes).is_some_and(|(inst, size)| {
        size == bytes.len() && assemble(&inst.to_string()).is_ok_and(|code| code == bytes)
    })
}

#[test]
fn nearly_all_instructions_decode_and_come_back() {
    let mut counts = BTreeMap::new();
    for (bytes, text) in llvm::sweep(&code()) {
        counts.entry(bytes).or_insert((text, 0usize)).1 += 1;
    }
    let all: usize = counts.values().map(|(_, count)| count).sum();
    let unknown: Vec<_> = counts.iter().filter(|(bytes, _)| !comes_back(bytes)).collect();
    let missed: usize = unknown.iter().map(|(_, (_, count))| count).sum();
    let known = all - missed;
    println!("{known} of {all} instructions come back: {:.3} %", 100.0 * known as f64 / all as f64);
    let mut mnemonics = BTreeMap::new();
    for (bytes, (text, count)) in unknown {
        let entry = mnemonics.entry(text.split('\t').next()).or_insert((0, bytes, text));
        entry.0 += count;
    }
    let mut mnemonics: Vec<_> = mnemonics.into_values().collect();
    mnemonics.sort_by_key(|(count, ..)| std::cmp::Reverse(*count));
    for (count, bytes, text) in mnemonics.iter().take(200) {
        println!("  {count}: {text:?} {bytes:02x?}");
    }
    assert!(known * 1000 >= all * 995);
}
