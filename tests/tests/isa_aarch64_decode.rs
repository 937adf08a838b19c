//! Every word there is through the decoder, and a sample of them against LLVM's opinion of what is
//! an instruction.

use std::num::NonZero;
use std::thread;
use tensmith_core::isa::aarch64::{Decoded, decode};
use tensmith_tests::llvm;
use tensmith_tests::nightly::scaled;
use tensmith_tests::random::SplitMix;

const ALL: u64 = 1 << 32;

/// How many of `words` decode. Those encode to themselves.
fn known(words: impl Iterator<Item = u64>) -> u64 {
    let mut known = 0;
    for word in words.map(|word| u32::try_from(word).expect("words have 32 bits")) {
        if let Decoded::Known(inst) = decode(word) {
            assert_eq!(inst.encode(), Ok(word), "{inst}");
            known += 1;
        }
    }
    known
}

#[test]
fn what_decodes_encodes_to_itself() {
    // Odd, so that all bits vary.
    let stride: u64 = scaled(4099, 1);
    let offset = SplitMix::seeded("isa_aarch64_decode", 1).below(stride);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let words = move |nth: usize| (offset..ALL).step_by(stride as usize).skip(nth).step_by(threads);
    let known: u64 = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|nth| scope.spawn(move || known(words(nth)))).collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).sum()
    });
    let tried = (ALL - offset).div_ceil(stride);
    println!("{known} of {tried} words decode (every {stride}th from {offset})");
    assert!(known > 0);
}

/// A word that decodes is an instruction for LLVM, too, and has the same text. The converse need not
/// hold, for the table has no more than what kernels and firmware need: what it lacks is counted.
#[test]
fn what_decodes_is_an_instruction_for_llvm() {
    let mut random = SplitMix::seeded("isa_aarch64_decode", 2);
    let plain = |text: &str| text.to_lowercase().replace([' ', '\t'], "");
    let (mut shared, mut differences) = (0, 0);
    let mut lacking = Vec::new();
    for _ in 0..scaled(1, 50) {
        let words: Vec<u32> = (0..20_000).map(|_| (random.bits() >> 32) as u32).collect();
        for (word, text) in words.iter().zip(llvm::disassemble(&words)) {
            let Decoded::Known(inst) = decode(*word) else {
                lacking.extend(text);
                continue;
            };
            shared += 1;
            let ours = inst.to_string();
            if text.as_deref().map(plain) != Some(plain(&ours)) {
                differences += 1;
                println!("{word:08x}: ours {ours}, LLVM {text:?}");
            }
        }
    }
    let theirs = shared + lacking.len();
    println!("of {theirs} instructions for LLVM, {shared} decode; the others are mostly");
    llvm::print_mnemonics(lacking.into_iter().map(|text| (Some(text), 1)));
    assert_eq!(differences, 0);
}
