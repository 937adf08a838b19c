//! Random words and random text: decoding and assembling end, and what decodes encodes back.

use proptest::prelude::*;
use tensmith_core::isa::aarch64::row::Row;
use tensmith_core::isa::aarch64::{Decoded, assemble, decode, sample, table};
use tensmith_tests::random::SplitMix;

const WORDS: u32 = 1_000_000;

/// Decodes a word; what that gives must mean the same word, and must be writable. Says whether a row
/// knows the word.
fn check(word: u32) -> bool {
    let Decoded::Known(inst) = decode(word) else { return false };
    assert_eq!(inst.encode(), Ok(word), "{inst}");
    true
}

#[test]
fn random_words_decode_to_themselves() {
    let mut random = SplitMix::seeded("isa_random", 5);
    let known = (0..WORDS).filter(|_| check(random.bits() as u32)).count();
    println!("{known} of {WORDS} are known");
    assert!(known > 1000, "the table covers a good part of all words");
}

/// Words that are two bits from a known one come closest to what a row must tell apart.
#[test]
fn words_beside_known_ones_decode_to_themselves() {
    let mut random = SplitMix::seeded("isa_random", 6);
    let rows: Vec<_> = table::rows().collect();
    for nth in 0..WORDS as usize {
        let Some(inst) = sample::from_bits(rows[nth % rows.len()], random.bits()) else { continue };
        let flips = 1 << random.below(32) ^ 1 << random.below(32);
        check(inst.encode().expect("samples encode") ^ flips);
    }
}

/// Pieces of assembly, and other text.
fn pieces() -> impl Strategy<Value = String> {
    let mnemonics: Vec<&str> = table::rows().map(Row::mnemonic).collect();
    let others = [
        "x0",
        "w30",
        "sp",
        "xzr",
        "x31",
        "x%7",
        "x%",
        "v0.4s",
        "v31.2d",
        "v%3.4s",
        "{ v0.4s, v1.4s }",
        "{",
        "}",
        "[",
        "]",
        "!",
        ",",
        ", ",
        " ",
        "\t",
        "\n",
        ":",
        "#",
        "#1",
        "#-1",
        "-",
        "0x",
        "#0xffffffffffffffff",
        "99999999999999999999",
        "#1.5",
        "lsl #",
        "uxtw",
        "[0]",
        ".word ",
        ".inst ",
        "a:",
        ".L1",
        "//",
        ";",
        "é",
    ];
    prop_oneof![
        3 => prop::sample::select(mnemonics).prop_map(str::to_owned),
        8 => prop::sample::select(others.to_vec()).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

#[test]
fn texts_of_random_words_assemble_to_them() {
    let mut random = SplitMix::seeded("isa_random", 7);
    for _ in 0..WORDS / 10 {
        let word = random.bits() as u32;
        if let Decoded::Known(inst) = decode(word) {
            assert_eq!(assemble(&inst.to_string()), Ok(vec![word]), "{inst}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_text_panics(pieces in prop::collection::vec(pieces(), 0..20)) {
        let _ = assemble(&pieces.concat());
        let _ = assemble(&pieces.join(" "));
    }

    /// A known instruction with some bytes changed.
    #[test]
    fn no_misspelt_instruction_panics(
        word in any::<u32>(),
        at in any::<prop::sample::Index>(),
        symbol in any::<char>(),
    ) {
        let Decoded::Known(inst) = decode(word) else { return Ok(()) };
        let mut symbols: Vec<char> = inst.to_string().chars().collect();
        let at = at.index(symbols.len());
        symbols[at] = symbol;
        let _ = assemble(&symbols.iter().collect::<String>());
    }
}
