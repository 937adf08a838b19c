//! Every row of x86-64's instruction table against LLVM's assembler.

use std::collections::{BTreeMap, BTreeSet};
use tensmith_core::isa::x86_64::kind::Kind;
use tensmith_core::isa::x86_64::pattern::Encoding;
use tensmith_core::isa::x86_64::row::Row;
use tensmith_core::isa::x86_64::value::Value;
use tensmith_core::isa::x86_64::{Code, MachInst, assemble, decode, sample, table};
use tensmith_tests::llvm_x86_64 as llvm;
use tensmith_tests::nightly::{is_emulated, scaled};
use tensmith_tests::random::SplitMix;

/// Code with the prefix of a size before that of the segment of code, as assemblers write padding. LLVM
/// writes it behind, which means the same (SDM, volume 2, section 2.1.1).
fn in_order(mut code: Vec<u8>) -> Vec<u8> {
    if code.starts_with(&[0x2e, 0x66]) {
        code.swap(0, 1);
    }
    code
}

/// Random instances of a row.
fn instances(row: &'static Row, random: &mut SplitMix, samples: usize) -> Vec<MachInst> {
    let tries = std::iter::repeat_with(|| sample::random(row, || random.bits())).take(50 * samples);
    let instances: Vec<MachInst> = tries.flatten().take(samples).collect();
    assert!(!instances.is_empty(), "{} has no instance", row.name);
    instances
}

/// Instances of some rows at a time.
fn batches(seed: u64) -> impl Iterator<Item = Vec<MachInst>> {
    let mut random = SplitMix::seeded("isa_x86_64_table_llvm", seed);
    let rows: Vec<&'static Row> = table::rows().collect();
    let samples = if is_emulated() { 3 } else { scaled(30, 2000) };
    let size = scaled(256, 64);
    let batches: Vec<Vec<&'static Row>> = rows.chunks(size).map(<[_]>::to_vec).collect();
    batches
        .into_iter()
        .map(move |rows| rows.into_iter().flat_map(|row| instances(row, &mut random, samples)).collect())
}

fn code(inst: &MachInst) -> Code {
    inst.encode().unwrap_or_else(|error| panic!("{inst}: {error}"))
}

/// Whether the operands of an instruction can be read from its text alone: a distance depends on the place.
fn has_target(inst: &MachInst) -> bool {
    inst.row().slots.iter().any(|slot| matches!(slot.kind, Kind::Target(_)))
}

/// The text for LLVM, which takes the operands of sums and products the other way round where that is
/// shorter, unless told.
fn for_llvm(inst: &MachInst, code: &Code) -> String {
    let text = inst.to_string();
    let is_long = inst.row().layout.encoding == Encoding::Vex && code.as_ref().first() == Some(&0xc4);
    let is_shortest = assemble(&text).is_ok_and(|shortest| shortest == code.as_ref());
    if is_long && is_shortest { format!("{{vex3}} {text}") } else { text }
}

#[test]
fn bytes_are_those_of_llvm() {
    let (mut differences, mut compared, mut others) = (BTreeMap::new(), 0, BTreeSet::new());
    for instances in batches(1) {
        let instances: Vec<MachInst> = instances.into_iter().filter(|inst| !has_target(inst)).collect();
        let codes: Vec<Code> = instances.iter().map(code).collect();
        let texts: Vec<String> =
            instances.iter().zip(&codes).map(|(inst, code)| for_llvm(inst, code)).collect();
        for (((inst, code), text), theirs) in
            instances.iter().zip(&codes).zip(&texts).zip(llvm::assemble(&texts))
        {
            compared += 1;
            let theirs = theirs.map(in_order);
            if theirs.as_deref() == Some(code.as_ref()) {
                continue;
            }
            // Another row may have the same text, with shorter code.
            let shortest = assemble(&inst.to_string()).ok();
            if shortest.is_some() && shortest == theirs {
                others.insert(inst.row().name);
                continue;
            }
            let difference = format!("{text}: ours {:02x?}, LLVM {theirs:02x?}", code.as_ref());
            differences.entry(inst.row().name).or_insert(difference);
        }
    }
    println!(
        "{compared} instances of {} rows; {} rows are second forms: {others:?}",
        table::rows().count(),
        others.len()
    );
    assert!(differences.is_empty(), "{} rows: {differences:#?}", differences.len());
}

/// LLVM's text of an instruction whose operands are the same in ours.
fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace([' ', '\t'], "");
    ["{evex}", "{disp8}", "{disp32}"].iter().fold(text, |text, prefix| text.replace(prefix, ""))
}

/// Our text, where LLVM's has a distance from the end of the instruction.
fn counted_from_end(inst: &MachInst, size: usize) -> String {
    let text = inst.to_string();
    let target = inst.operands().find_map(|(slot, value)| match (slot.kind, value) {
        (Kind::Target(_), Value::Number(distance)) => Some(*distance),
        _ => None,
    });
    match target {
        Some(distance) => text.replace(&format!(".{distance:+}"), &(distance - size as i64).to_string()),
        // LLVM leaves out that a shift is by one where the instruction has no number.
        None if inst.row().name.ends_with("_1") => text.replace(", 1", ""),
        // LLVM names the padding of two bytes as that of one.
        None if inst.row().name == "xchg_ax_ax" => "nop".to_owned(),
        None => text,
    }
}

#[test]
fn disassembly_is_that_of_llvm() {
    let mut differences = BTreeMap::new();
    for instances in batches(2) {
        let codes: Vec<Code> = instances.iter().map(code).collect();
        for ((inst, code), theirs) in instances.iter().zip(&codes).zip(llvm::disassemble(&codes)) {
            let (decoded, size) = decode(code.as_ref()).unwrap_or_else(|| panic!("{inst} does not decode"));
            assert_eq!(size, code.as_ref().len());
            let ours = counted_from_end(&decoded, size);
            if theirs.as_deref().map(plain) != Some(plain(&ours)) {
                let difference = format!("{:02x?}: ours {ours}, LLVM {theirs:?}", code.as_ref());
                differences.entry(inst.row().name).or_insert(difference);
            }
        }
    }
    assert!(differences.is_empty(), "{} rows: {differences:#?}", differences.len());
}

#[test]
fn instructions_come_back_from_bytes_and_from_text() {
    for instances in batches(3) {
        for inst in instances {
            let code = code(&inst);
            let bytes = code.as_ref();
            let (decoded, size) =
                decode(bytes).unwrap_or_else(|| panic!("{inst}: {bytes:02x?} does not decode"));
            assert_eq!((decoded.to_string(), size), (inst.to_string(), bytes.len()));
            // Nothing shorter is an instruction, and what follows does not matter.
            assert!((0..size).all(|cut| decode(&bytes[..cut]).is_none()), "{inst}");
            let longer = [bytes, &[0x90; 15]].concat();
            assert_eq!(decode(&longer), Some((decoded, size)), "{inst}");
            let text = inst.to_string();
            let read = assemble(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let (reread, _) = decode(&read).expect("what is assembled decodes");
            assert_eq!(assemble(&reread.to_string()).as_ref(), Ok(&read), "{text}");
            assert!(read == bytes || read.len() <= bytes.len(), "{text}");
        }
    }
}
