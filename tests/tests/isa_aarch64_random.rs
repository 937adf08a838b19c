//! Words that nearly are instructions, and text that nearly is assembly: decoding and assembling end,
//! and what decodes is written as it is read. (Words of all kinds: `isa_aarch64_decode.rs`.)

use proptest::prelude::*;
use tensmith_core::isa::AssembleError;
use tensmith_core::isa::aarch64::row::Row;
use tensmith_core::isa::aarch64::{Decoded, assemble, decode, sample, table};
use tensmith_tests::random::SplitMix;

const WORDS: usize = 1_000_000;

/// Words that are up to two bits from a known one come closest to what a row must tell apart.
#[test]
fn words_beside_known_ones_decode_to_themselves() {
    let mut random = SplitMix::seeded("isa_aarch64_random", 6);
    let rows: Vec<_> = table::rows().collect();
    for nth in 0..WORDS {
        let Some(inst) = sample::from_bits(rows[nth % rows.len()], random.bits()) else { continue };
        let flips = 1 << random.below(32) ^ 1 << random.below(32);
        let word = inst.encode().expect("samples encode") ^ flips;
        if let Decoded::Known(inst) = decode(word) {
            assert_eq!(inst.encode(), Ok(word), "{inst}");
        }
    }
}

#[test]
fn texts_of_random_words_assemble_to_them() {
    let mut random = SplitMix::seeded("isa_aarch64_random", 7);
    for _ in 0..WORDS / 10 {
        let word = random.bits() as u32;
        if let Decoded::Known(inst) = decode(word) {
            assert_eq!(assemble(&inst.to_string()), Ok(vec![word]), "{inst}");
        }
    }
}

/// Every row, and directives; labels are as they are written.
#[test]
fn names_are_taken_in_any_case() {
    let mut random = SplitMix::seeded("isa_aarch64_random", 8);
    for row in table::rows() {
        let instances = std::iter::repeat_with(|| sample::from_bits(row, random.bits())).take(100).flatten();
        for inst in instances.take(5) {
            let text = inst.to_string();
            assert_eq!(assemble(&text.to_uppercase()), assemble(&text), "{text}");
        }
    }
    assert_eq!(assemble(".WORD 0XD503201F, 0xd65f03c0; .Inst 1"), Ok(vec![0xd503_201f, 0xd65f_03c0, 1]));
    assert!(assemble("Top: b top").is_err());
}

/// Parts of operands and lines.
const PARTS: &str =
    "x0 w30 sp xzr x31 x%7 x% v0.4s v31.2d v%3.4s z1.d p0/z pn8 za0h.s {v0.4s} { } [ ] ! , : # #1 #-1
    - 0x #0xffffffffffffffff 99999999999999999999 #1.5 lsl#1 uxtw [0] .word .inst a: .L1 // ; mul vl é";

/// A mnemonic, a part of an operand, space, or any text.
fn pieces() -> impl Strategy<Value = String> {
    let mnemonics: Vec<&str> = table::rows().map(Row::mnemonic).collect();
    let parts: Vec<&str> = PARTS.split_whitespace().collect();
    prop_oneof![
        3 => prop::sample::select(mnemonics).prop_map(str::to_owned),
        6 => prop::sample::select(parts).prop_map(str::to_owned),
        2 => prop::sample::select(vec![" ", ", ", "\t", "\n"]).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_text_panics(pieces in prop::collection::vec(pieces(), 0..20)) {
        let _ = assemble(&pieces.concat());
        let _ = assemble(&pieces.join(" "));
    }

    /// A known instruction with a character changed.
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

/// Looking for each among all would take hours.
#[test]
fn labels_are_found_among_many() {
    let text = |labels: usize| (0..labels).map(|label| format!("l{label}:\n")).collect::<String>();
    let branches = "cbz x0, l0\n b l999999\n b.ne l5";
    let expected = Ok(vec![0xb400_0000, 0x17ff_ffff, 0x54ff_ffc1]);
    assert_eq!(assemble(&(text(1_000_000) + branches)), expected);
    let twice = assemble(&(text(100) + "l1:"));
    assert!(matches!(twice, Err(AssembleError::Syntax { line: 101, .. })), "{twice:?}");
    let nowhere = assemble(&(text(100) + " b l100"));
    assert!(matches!(nowhere, Err(AssembleError::Syntax { line: 101, column: 4, .. })), "{nowhere:?}");
}

#[test]
fn numbers_have_64_bits() {
    let one = assemble("mov x0, #-1");
    assert!(one.is_ok());
    assert_eq!(assemble("mov x0, #0xffffffffffffffff"), one);
    assert_eq!(assemble("mov x0, #18446744073709551615"), one);
    let least = assemble("and x0, x1, #0x8000000000000000");
    assert!(least.is_ok());
    assert_eq!(assemble("and x0, x1, #-9223372036854775808"), least);
    for text in [
        "add x0, x1, #-18446744073709551615",
        "and x0, x1, #-9223372036854775809",
        ".word -18446744073709551615",
    ] {
        assert!(matches!(assemble(text), Err(AssembleError::Syntax { .. })), "{text}: {:?}", assemble(text));
    }
}
