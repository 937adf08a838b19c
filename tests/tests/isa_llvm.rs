//! Every row of the instruction table against LLVM's assembler.

use tensmith_core::isa::aarch64::assemble::AssembleError;
use tensmith_core::isa::aarch64::row::Row;
use tensmith_core::isa::aarch64::{Decoded, MachInst, assemble, decode, sample, table};
use tensmith_core::target::Feature;
use tensmith_tests::llvm;
use tensmith_tests::random::SplitMix;

const SAMPLES: u64 = 1000;

/// Random instances of a row, all of them where there are fewer than [`SAMPLES`], and every
/// boundary value of each operand beside random others.
fn instances(row: &'static Row, random: &mut SplitMix) -> Vec<MachInst> {
    let bits = sample::operand_bits(row);
    let mut out = Vec::new();
    if bits < 63 && 1 << bits <= SAMPLES {
        out.extend((0..1u64 << bits).filter_map(|b| sample::from_bits(row, b)));
        return out;
    }
    let mut tries = 0;
    while (out.len() as u64) < SAMPLES && tries < 100 * SAMPLES {
        out.extend(sample::from_bits(row, random.bits()));
        tries += 1;
    }
    for (at, slot) in row.slots.iter().enumerate() {
        for boundary in sample::boundaries(slot.kind).unwrap() {
            // Other operands at random, until the row accepts the combination.
            let with_boundary = (0..1000).find_map(|_| {
                let other = sample::from_bits(row, random.bits())?;
                let mut raws: Vec<u32> = row.slots.iter().map(|s| other.field(s.letter)).collect();
                raws[at] = boundary;
                MachInst::from_fields(row, &raws).ok()
            });
            out.extend(with_boundary);
        }
    }
    out
}

#[test]
fn words_are_those_of_llvm_and_decoding_round_trips() {
    let mut random = SplitMix::seeded("isa_llvm", 1);
    let instances: Vec<MachInst> = table::rows().flat_map(|row| instances(row, &mut random)).collect();
    let words: Vec<u32> = instances.iter().map(|i| i.encode().expect("samples encode")).collect();
    let texts: Vec<String> = instances.iter().map(ToString::to_string).collect();

    let mut differences = 0;
    for ((word, text), theirs) in words.iter().zip(&texts).zip(llvm::assemble(&texts)) {
        if theirs != Some(*word) {
            differences += 1;
            println!("{text}: ours {word:08x}, LLVM {theirs:08x?}");
        }
    }
    let decoded: Vec<String> = words
        .iter()
        .map(|word| match decode(*word) {
            Decoded::Known(inst) => inst.to_string(),
            Decoded::Unknown(word) => panic!("{word:08x} was encoded but does not decode"),
        })
        .collect();
    for ((word, text), theirs) in words.iter().zip(&decoded).zip(llvm::assemble(&decoded)) {
        if theirs != Some(*word) {
            differences += 1;
            println!("{word:08x} decodes to {text}, which LLVM encodes as {theirs:08x?}");
        }
        let ours = assemble(text);
        if ours.as_deref() != Ok(&[*word]) {
            differences += 1;
            println!("{word:08x} decodes to {text}, which we assemble to {ours:08x?}");
        }
    }
    println!("{} instances of {} rows", words.len(), table::rows().count());
    assert_eq!(differences, 0);
}

/// Text without what only looks: spaces, case and comments.
fn normalised(text: &str) -> String {
    let code = text.split_once("//").map_or(text, |(code, _)| code);
    code.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect()
}

#[test]
fn disassembly_is_that_of_llvm() {
    let mut random = SplitMix::seeded("isa_llvm", 2);
    let scalable = table::rows().filter(|row| row.availability.feature > Feature::Bti);
    let instances: Vec<MachInst> = scalable.flat_map(|row| instances(row, &mut random)).collect();
    let words: Vec<u32> = instances.iter().map(|i| i.encode().expect("samples encode")).collect();
    let mut differences = 0;
    for ((inst, word), theirs) in instances.iter().zip(&words).zip(llvm::disassemble(&words)) {
        let Decoded::Known(decoded) = decode(*word) else { panic!("{word:08x} does not decode") };
        let ours = decoded.to_string();
        if theirs.as_deref().map(normalised) != Some(normalised(&ours)) {
            differences += 1;
            println!("{}: {word:08x} is {ours} or {theirs:?}", inst.row().name);
        }
    }
    assert_eq!(differences, 0);
}

#[test]
fn operands_out_of_range_are_refused() {
    use tensmith_core::isa::aarch64::kind::{Kind, RESERVED};
    use tensmith_core::isa::aarch64::operand::{Operand, OperandError, UImm, number_to_raw};
    for row in table::rows() {
        for (at, slot) in row.slots.iter().enumerate() {
            // One more bit than the field has.
            let mut raws = vec![0; row.slots.len()];
            raws[at] = 1 << slot.kind.bits();
            assert!(MachInst::from_fields(row, &raws).is_err(), "{} {}", row.name, slot.letter as char);
            if let Kind::OneOf(names) = slot.kind {
                for (raw, name) in names.iter().enumerate() {
                    raws[at] = u32::try_from(raw).unwrap();
                    assert!(*name != RESERVED || MachInst::from_fields(row, &raws).is_err());
                }
            }
        }
        for slot in row.slots {
            for value in sample::outside(slot.kind).into_iter().flatten() {
                let refused = number_to_raw(slot.kind, value);
                assert!(matches!(refused, Err(OperandError::Immediate { .. })), "{} {value}", row.name);
            }
        }
    }
    let error = UImm::<12, 8>::new(12).unwrap_err();
    assert_eq!(error, OperandError::Immediate { value: 12, min: 0, max: 32760, unit: 8 });
    assert!(UImm::<12, 8>::new(-8).is_err() && UImm::<12, 8>::new(32768).is_err());
    assert_eq!(UImm::<12, 8>::new(32760).unwrap().raw(), 4095);
}

#[test]
fn text_out_of_range_is_refused_with_its_column() {
    let refused = [
        ("add x0, x1, #4096", 13),
        ("ldr x0, [x1, #4]", 17),
        ("ldr q0, [x1, #65536]", 14),
        ("ldp x0, x1, [x2, #512]", 18),
        ("fmla v0.4s, v1.4s, v2.s[4]", 25),
        ("fmla v0.4s, v32.4s, v2.s[1]", 13),
        ("fmla v0.4s, v1.2s, v2.s[1]", 16),
        ("add x0, w1, x2", 9),
        ("add x0, sp, x2", 13),
        ("ldp x0, x0, [x2]", 17),
        ("movz w0, #1, lsl #32", 21),
        ("ld1 { v0.4s, v2.4s }, [x0]", 14),
        ("frobnicate x0", 1),
    ];
    let mut wrong = Vec::new();
    for (text, column) in refused {
        match assemble(text) {
            Err(AssembleError::Syntax { line: 1, column: found, .. }) => {
                wrong.extend((found != column).then_some((text, column, found)));
            }
            other => panic!("{text}: {other:x?}"),
        }
    }
    assert!(wrong.is_empty(), "(text, expected column, found): {wrong:?}");
}
