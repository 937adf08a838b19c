//! Every row of the instruction table against GNU binutils, as far as these know it.

use tensmith_core::isa::aarch64::{MachInst, assemble};
use tensmith_tests::instances::batches;
use tensmith_tests::random::SplitMix;
use tensmith_tests::{binutils, llvm};

/// Batches of instances that binutils know.
fn known(random: &mut SplitMix) -> impl Iterator<Item = Vec<MachInst>> {
    batches(random, 80).map(|batch| batch.into_iter().filter(binutils::know).collect())
}

fn word(instance: &MachInst) -> u32 {
    instance.encode().expect("samples encode")
}

#[test]
fn words_are_those_of_binutils() {
    let mut random = SplitMix::seeded("isa_aarch64_table_binutils", 3);
    let (mut words, mut differences) = (0, 0);
    for mut instances in known(&mut random) {
        // Distances between pages are the linker's.
        instances.retain(|instance| instance.row().mnemonic() != "adrp");
        let texts: Vec<String> = instances.iter().map(ToString::to_string).collect();
        let ours = instances.iter().map(word);
        for ((ours, text), theirs) in ours.zip(&texts).zip(binutils::assemble(&texts)) {
            if theirs != Some(ours) {
                differences += 1;
                println!("{text}: ours {ours:08x}, binutils {theirs:08x?}");
            }
        }
        words += instances.len();
    }
    println!("{words} instances assembled by binutils");
    assert_eq!(differences, 0);
}

/// Where binutils print a form that we do not read, such as `#0x1c` for an unnamed prefetch, LLVM does.
#[test]
fn what_binutils_print_assembles_to_the_word() {
    let mut random = SplitMix::seeded("isa_aarch64_table_binutils", 4);
    let (mut words, mut read, mut differences) = (0, 0, 0);
    for mut instances in known(&mut random) {
        // Sets of tiles of several sizes are read by nobody else.
        instances.retain(|instance| instance.row().mnemonic() != "zero");
        let ours: Vec<u32> = instances.iter().map(word).collect();
        let mut foreign = Vec::new();
        for (word, text) in ours.iter().zip(binutils::disassemble(&ours)) {
            match text.as_deref().map(assemble) {
                Some(Ok(back)) if back == [*word] => read += 1,
                Some(Err(_)) => foreign.extend(text.map(|text| (*word, text))),
                back => {
                    differences += 1;
                    println!("{word:08x}: binutils {text:?}, which we assemble to {back:08x?}");
                }
            }
        }
        differences += differences_for_llvm(&foreign);
        words += ours.len();
    }
    println!("{words} words disassembled by binutils, {read} of the texts read by us");
    assert_eq!(differences, 0);
    assert!(read * 100 > words * 98);
}

/// The text that GCC writes otherwise than it is printed.
#[test]
fn other_spellings_are_those_of_binutils() {
    let texts = [
        "cset w0, cs",
        "csel x1, x2, x3, cc",
        "ccmp w0, w1, #4, plast",
        "cinc w0, w1, nfrst",
        "add x0, x1, 1",
        "add sp, sp, #4096",
        "sub w0, w1, 0xfff000",
        "adds x0, x1, #8192",
        "cmp x0, #4096",
        "cmn w0, #4096",
        "add x0, x1, x2, lsl 3",
        "movk x0, 0x1234, lsl 16",
        "ldr x0, [x1, x2, lsl 3]",
        "ldr x0, [x1, -8]",
        "str q0, [x1, 31]",
        "prfm pldl1keep, [x0, -1]",
        "ld1 {v0.16b - v3.16b}, [x0], 64",
        "fmov s0, 1.0e+0",
        "fcmgt v0.4s, v1.4s, 0",
        "fcmlt d0, d1, #0",
        "sxtl v0.8h, v1.8b",
        "uxtl2 v0.2d, v1.4s",
        "not v0.16b, v1.16b",
        "umov w0, v1.s[2]",
        "umov x0, v1.d[1]",
        "ins v0.s[1], v1.s[2]",
        "ins v0.b[1], w2",
        "dup h0, v1.h[7]",
    ]
    .map(str::to_owned);
    for (text, theirs) in texts.iter().zip(binutils::assemble(&texts)) {
        assert_eq!(assemble(text).ok(), theirs.map(|word| vec![word]), "{text}");
    }
}

/// How many texts LLVM assembles to something else; prints them.
fn differences_for_llvm(texts: &[(u32, String)]) -> usize {
    let lines: Vec<String> = texts.iter().map(|(_, text)| text.clone()).collect();
    let wrong = texts.iter().zip(llvm::assemble(&lines)).filter(|((word, _), theirs)| *theirs != Some(*word));
    wrong
        .inspect(|((word, text), theirs)| println!("{word:08x}: binutils {text}, LLVM {theirs:08x?}"))
        .count()
}
