//! The words of a real library: the mathematical functions of an AArch64 C library.
// macOS has no such file: its libraries are inside of one shared cache.
#![cfg(not(target_os = "macos"))]

use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection, SectionKind};
use std::collections::BTreeMap;
use tensmith_core::isa::aarch64::{Decoded, decode};
use tensmith_tests::{fuzz, kernels, llvm};

/// Where distributions have it; the last is that of the cross compiler.
const PATHS: [&str; 4] = [
    "/usr/lib/aarch64-linux-gnu/libm.so.6",
    "/lib/aarch64-linux-gnu/libm.so.6",
    "/usr/aarch64-linux-gnu/lib/libm.so.6",
    "/lib64/libm.so.6",
];

/// The words of the executable sections of the first library that is there and is AArch64.
fn words() -> Vec<u32> {
    PATHS
        .into_iter()
        .filter_map(|path| std::fs::read(path).ok())
        .find_map(|bytes| executable(&bytes))
        .expect("no AArch64 libm.so.6 found: install the package libc6-arm64-cross or libc6:arm64")
}

fn executable(bytes: &[u8]) -> Option<Vec<u32>> {
    let file = ElfFile64::<Endianness>::parse(bytes).ok()?;
    (file.architecture() == object::Architecture::Aarch64).then_some(())?;
    let sections = file.sections().filter(|section| section.kind() == SectionKind::Text);
    let code: Vec<u8> =
        sections.flat_map(|section| section.data().expect("the file is whole").to_vec()).collect();
    Some(kernels::words(&code))
}

#[test]
fn nearly_all_words_decode_and_those_come_back() {
    let words = words();
    let mut counts = BTreeMap::new();
    for word in &words {
        *counts.entry(*word).or_insert(0) += 1;
    }
    counts.keys().copied().for_each(fuzz::round_trips);

    let unknown: Vec<(u32, usize)> =
        counts.into_iter().filter(|(word, _)| matches!(decode(*word), Decoded::Unknown(_))).collect();
    let missed: usize = unknown.iter().map(|(_, count)| count).sum();
    let known = words.len() - missed;
    println!("{known} of {} words decode: {:.3} %", words.len(), 100.0 * known as f64 / words.len() as f64);
    let texts = llvm::disassemble(&unknown.iter().map(|(word, _)| *word).collect::<Vec<_>>());
    llvm::print_mnemonics(texts.into_iter().zip(unknown.iter().map(|(_, count)| *count)));
    assert!(known * 100 >= words.len() * 99);
}
