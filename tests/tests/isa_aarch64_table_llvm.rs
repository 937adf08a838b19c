//! Every row of the instruction table against LLVM's assembler.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use tensmith_core::isa::AssembleError;
use tensmith_core::isa::aarch64::feature::{Feature, Features};
use tensmith_core::isa::aarch64::kind::{Kind, Registers};
use tensmith_core::isa::aarch64::row::Row;
use tensmith_core::isa::aarch64::{Decoded, MachInst, assemble, decode, sample, table};
use tensmith_core::isa::{Class, Instruction, Reg};
use tensmith_tests::instances::batches;
use tensmith_tests::llvm;
use tensmith_tests::nightly::{is_emulated, scaled};
use tensmith_tests::random::SplitMix;

#[test]
fn words_are_those_of_llvm_and_decoding_round_trips() {
    let mut random = SplitMix::seeded("isa_aarch64_table_llvm", 1);
    let (mut differences, mut words) = (0, 0);
    for instances in batches(&mut random, 80) {
        differences += encoding_differences(&instances);
        words += instances.len();
    }
    println!("{words} instances of {} rows", table::rows().count());
    assert_eq!(differences, 0);
}

/// How many instances LLVM encodes differently, or do not survive decoding and assembly; prints them.
fn encoding_differences(instances: &[MachInst]) -> usize {
    let words: Vec<u32> = instances.iter().map(|i| i.encode().expect("samples encode")).collect();
    let texts: Vec<String> = instances.iter().map(ToString::to_string).collect();

    let mut differences = differences_for_llvm(&words, &texts);
    let decoded: Vec<String> = words
        .iter()
        .map(|word| match decode(*word) {
            Decoded::Known(inst) => inst.to_string(),
            Decoded::Unknown(word) => panic!("{word:08x} was encoded but does not decode"),
        })
        .collect();
    // Most are what LLVM has just read.
    let (words_of_others, others): (Vec<u32>, Vec<String>) = words
        .iter()
        .zip(decoded.iter().zip(&texts))
        .filter(|(_, (decoded, text))| decoded != text)
        .map(|(word, (decoded, _))| (*word, decoded.clone()))
        .unzip();
    differences += differences_for_llvm(&words_of_others, &others);
    for (word, text) in words.iter().zip(&decoded) {
        let ours = assemble(text);
        if ours.as_deref() != Ok(&[*word]) {
            differences += 1;
            println!("{word:08x} decodes to {text}, which we assemble to {ours:08x?}");
        }
    }
    differences
}

/// How many texts LLVM encodes as another word; prints them.
fn differences_for_llvm(words: &[u32], texts: &[String]) -> usize {
    let pairs = words.iter().zip(texts).zip(llvm::assemble(texts));
    let differing = pairs.filter(|((word, _), theirs)| *theirs != Some(**word));
    differing
        .inspect(|((word, text), theirs)| println!("{text}: ours {word:08x}, LLVM {theirs:08x?}"))
        .count()
}

#[test]
fn disassembly_is_that_of_llvm() {
    let mut random = SplitMix::seeded("isa_aarch64_table_llvm", 2);
    let plain = |text: &str| text.to_lowercase().replace([' ', '\t'], "");
    let mut differing = BTreeSet::new();
    for instances in batches(&mut random, 80) {
        let words: Vec<u32> = instances.iter().map(|i| i.encode().expect("samples encode")).collect();
        for (word, theirs) in words.iter().zip(llvm::disassemble(&words)) {
            let Decoded::Known(inst) = decode(*word) else { panic!("{word:08x} does not decode") };
            let ours = inst.to_string();
            if theirs.as_deref().map(plain) != Some(plain(&ours)) && differing.insert(inst.row().name) {
                println!("{word:08x} ({}): ours {ours}, LLVM {theirs:?}", inst.row().name);
            }
        }
    }
    assert!(differing.is_empty(), "rows with differences: {differing:?}");
}

/// A register as assembly names it: its file, and its number. `x`, `w`, and so on are of one file.
type Named = (&'static str, u32);

/// The registers that LLVM's text of an instruction names.
fn registers_in(text: &str) -> BTreeSet<Named> {
    let (_, operands) = text.split_once(['\t', ' ']).unwrap_or_default();
    let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
    // `z0.b - z3.b` names those between, too.
    let mut named = BTreeSet::new();
    let mut first = None;
    for (at, part) in operands.match_indices(is_part).filter_map(|(at, _)| {
        let starts = !operands[..at].ends_with(is_part);
        starts.then(|| (at, operands[at..].split(|symbol| !is_part(symbol)).next().unwrap_or_default()))
    }) {
        let Some((file, number)) = register(part) else { continue };
        let is_range = operands[..at].trim_end().ends_with('-');
        let mut next = first.filter(|_| is_range).unwrap_or(number);
        while next != number {
            named.insert((file, next));
            next = (next + 1) % 32;
        }
        named.insert((file, number));
        first = Some(number);
    }
    named
}

/// The register that a name stands for, if it does for one.
fn register(name: &str) -> Option<Named> {
    let digits = name.trim_start_matches(|symbol: char| symbol.is_ascii_alphabetic());
    let file = match &name[..name.len() - digits.len()] {
        "x" | "w" => "integer",
        "b" | "h" | "s" | "d" | "q" | "v" | "z" => "vector",
        "p" | "pn" => "predicate",
        _ => return None,
    };
    Some((file, digits.parse().ok()?))
}

/// The registers that the row of an instruction reports.
fn registers_of(inst: &MachInst) -> BTreeSet<Named> {
    let reported = inst.registers().map(|(register, _)| match register {
        Reg::Physical(Class::Int, number) => ("integer", u32::from(number)),
        Reg::Physical(Class::Vec, number) => ("vector", u32::from(number)),
        Reg::Virtual(..) => panic!("{inst}: {register}"),
    });
    // Allocation knows no predicates; they are operands all the same.
    let predicates = inst.row().slots.iter().filter_map(|slot| match *slot.kind {
        Kind::Register(registers @ Registers { class: None, .. }) => {
            let first = registers.number(inst.field(slot.letter));
            Some((0..registers.count).map(move |nth| ("predicate", (first + nth) % 16)))
        }
        _ => None,
    });
    reported.chain(predicates.flatten()).collect()
}

/// Rows some of whose instructions report other registers than LLVM's text names, and why.
const OTHER_REGISTERS: [(&str, &str); 3] = [
    ("hint", "`chkfeat x16` is a hint to cores without it; the verifier allows no hint but `nop`"),
    ("hint_number", "the same"),
    ("ret_to", "`ret` leaves out `x30`"),
];

/// Passes and the verifier see the registers of an instruction that its text names.
#[test]
fn registers_are_those_that_llvm_names() {
    let mut random = SplitMix::seeded("isa_aarch64_table_llvm", 8);
    let (mut compared, mut differing) = (0, BTreeMap::new());
    for instances in batches(&mut random, 250) {
        let words: Vec<u32> = instances.iter().map(|i| i.encode().expect("samples encode")).collect();
        for (inst, theirs) in instances.iter().zip(llvm::disassemble(&words)) {
            let text = theirs.unwrap_or_else(|| panic!("{inst}: LLVM knows no such word"));
            let (ours, theirs) = (registers_of(inst), registers_in(&text));
            compared += 1;
            if ours != theirs {
                differing.entry(inst.row().name).or_insert_with(|| format!("{text}: {ours:?} reported"));
            }
        }
    }
    println!("{compared} instructions compared");
    for (name, reason) in OTHER_REGISTERS {
        // Under emulation, samples are too few to meet every reason.
        let is_met = differing.remove(name).is_some() || is_emulated();
        assert!(is_met, "{name} needs no reason: {reason}");
    }
    assert!(differing.is_empty(), "{differing:#?}");
}

#[test]
fn labels_stand_for_distances() {
    let text = "adr x0, end\n ldr w1, end\n bl end\n tbz x3, #40, end\n bcs end\n b last\n end: last: ret";
    let distances = ["adr x0, #24", "ldr w1, #20", "bl #16", "tbz x3, #40, #12", "b.hs #8", "b #4", "ret"]
        .map(str::to_owned);
    let expected: Vec<u32> = llvm::assemble(&distances).into_iter().flatten().collect();
    assert_eq!(assemble(text), Ok(expected));
}

#[test]
fn text_out_of_range_is_refused_with_its_column() {
    let refused = [
        ("add x0, x1, #4097", 13),
        ("add x0, x1, #0x1000000", 13),
        ("add x0, x1, #4096, lsl #12", 18),
        ("ldr x0, [x1, #257]", 14),
        ("ldr q0, [x1, #65536]", 14),
        ("ldp x0, x1, [x2, #512]", 18),
        ("fmla v0.4s, v1.4s, v2.s[4]", 25),
        ("fmla v0.4s, v32.4s, v2.s[1]", 13),
        ("fmla v0.4s, v1.2s, v2.s[1]", 16),
        ("add x0, w1, x2", 9),
        ("orr x0, sp, x2", 9),
        ("ldp x0, x0, [x2]", 17),
        ("movz w0, #1, lsl #32", 21),
        ("ld1 { v0.4s, v2.4s }, [x0]", 14),
        ("frobnicate x0", 1),
        ("add sp, x0, x1, lsl #5", 21),
        ("and x0, x1, #5", 13),
        ("mov w0, #0x123456", 9),
        ("lsl x0, x1, #64", 13),
        ("add x0, x1, x2, lsl #64", 21),
        ("and x0, x1, x2, ror #0x40", 21),
        ("add x0, sp, w2, uxtw #5", 22),
        ("ldr x0, [x1, x2, lsl #0x2]", 22),
        ("movz x0, #1, lsl #15", 18),
        ("add x0, x1, #08", 14),
        ("ubfx x0, x1, #60, #5", 14),
        ("bfi w0, w1, #30, #4", 20),
        ("cset x0, al", 10),
        ("ldadd w0, x1, [x2]", 11),
        ("casp x1, x2, x4, x5, [x0]", 6),
        ("mrs x0, unknown_el1", 9),
        ("msr midr_el1, x0", 5),
        ("ldraa x0, [x1, #4]", 16),
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

/// A vector is moved as bytes, however long the elements are said to be.
#[test]
fn vectors_are_moved_in_any_arrangement() {
    let arrangements = ["8b", "16b", "4h", "8h", "2s", "4s", "1d", "2d"];
    let moves = |to, from| format!("mov v2.{to}, v30.{from}");
    let pairs = arrangements.iter().flat_map(|to| arrangements.map(|from| moves(to, from)));
    let texts: Vec<_> = pairs.collect();
    let theirs = llvm::assemble(&texts);
    assert_eq!(theirs.iter().flatten().count(), arrangements.len());
    for (text, theirs) in texts.iter().zip(theirs) {
        assert_eq!(assemble(text).ok().map(|words| words[0]), theirs, "{text}");
    }
}

/// A line of statements is the words of each.
#[test]
fn semicolons_stand_between_statements() {
    let line = "mov x0, #1; add x0, x0, #1;; l: ; nop ; b.eq #8;ret // none; of these";
    let statements = ["mov x0, #1", "add x0, x0, #1", "nop", "b.eq #8", "ret"].map(str::to_owned);
    let expected: Option<Vec<u32>> = llvm::assemble(&statements).into_iter().collect();
    assert_eq!(assemble(line).ok(), expected);
    for (text, column) in [("ret; frobnicate", 6), ("nop; .word 1 2; ret", 14), ("ret nop; ret", 5)] {
        let refused = assemble(text).unwrap_err();
        assert!(
            matches!(refused, AssembleError::Syntax { line: 1, column: at, .. } if at == column),
            "{refused}"
        );
    }
}

/// Texts of instructions in which one number, be it an immediate or a register's, is another.
#[test]
fn any_number_is_refused_or_means_what_it_means_to_llvm() {
    let mut random = SplitMix::seeded("isa_aarch64_table_llvm", 5);
    let rows: Vec<_> = table::rows().collect();
    let (mut read, mut differences) = (0, 0);
    let batches = if is_emulated() { 1 } else { scaled(2, 200) };
    for _ in 0..batches {
        let chosen = rows.iter().cycle().take(10 * rows.len());
        let instances: Vec<MachInst> =
            chosen.filter_map(|row| sample::from_bits(row, random.bits())).collect();
        let texts = instances.iter().filter_map(|instance| misnumbered(&instance.to_string(), &mut random));
        let texts: Vec<(String, u32)> =
            texts.filter_map(|text| assemble(&text).ok().map(|words| (text, words[0]))).collect();
        let lines: Vec<String> = texts.iter().map(|(text, _)| text.clone()).collect();
        for ((text, ours), theirs) in texts.iter().zip(llvm::assemble(&lines)) {
            if theirs != Some(*ours) {
                differences += 1;
                println!("{text}: ours {ours:08x}, LLVM {theirs:08x?}");
            }
        }
        read += texts.len();
    }
    println!("{read} texts with another number assemble");
    assert_eq!(differences, 0);
}

/// A text in which a number is replaced by one of any size, if it has numbers.
fn misnumbered(text: &str, random: &mut SplitMix) -> Option<String> {
    let is_start = |(at, symbol): &(usize, char)| {
        symbol.is_ascii_digit() && !text[..*at].ends_with(|before: char| before.is_ascii_digit())
    };
    let starts: Vec<usize> = text.char_indices().filter(is_start).map(|(at, _)| at).collect();
    let start = *starts.get(random.below(starts.len().max(1) as u64) as usize)?;
    let end = text[start..]
        .find(|symbol: char| !symbol.is_ascii_digit())
        .map_or(text.len(), |length| start + length);
    Some(format!("{}{}{}", &text[..start], random.bits() >> random.below(64), &text[end..]))
}

/// Texts in which the numbers of operands are not decimal.
#[test]
fn numbers_of_any_radix_mean_the_same() {
    let mut random = SplitMix::seeded("isa_aarch64_table_llvm", 7);
    let rows: Vec<_> = table::rows().collect();
    let mut differences = 0;
    for _ in 0..if is_emulated() { 1 } else { scaled(2, 200) } {
        let chosen = rows.iter().cycle().take(10 * rows.len());
        let instances: Vec<MachInst> =
            chosen.filter_map(|row| sample::from_bits(row, random.bits())).collect();
        let texts: Vec<String> =
            instances.iter().map(|instance| in_other_radixes(&instance.to_string(), &mut random)).collect();
        for ((instance, text), theirs) in instances.iter().zip(&texts).zip(llvm::assemble(&texts)) {
            let word = instance.encode().expect("samples encode");
            let ours = assemble(text);
            if ours.as_deref() != Ok(&[word]) || theirs != Some(word) {
                differences += 1;
                println!("{instance} {word:08x}: {text}: ours {ours:08x?}, LLVM {theirs:08x?}");
            }
        }
    }
    assert_eq!(differences, 0);
}

/// A text in which each decimal number after a sharp is written in another radix.
fn in_other_radixes(text: &str, random: &mut SplitMix) -> String {
    let mut parts = text.split_inclusive('#');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|symbol: char| symbol.is_ascii_digit()).len();
        let (number, rest) = part.split_at(digits);
        // What goes on is hexadecimal already, or no whole number.
        let is_whole = !rest.starts_with(['x', '.']);
        match number.parse::<u64>().ok().filter(|_| is_whole) {
            Some(number) => out.push_str(&match random.below(3) {
                0 => format!("{number:#x}"),
                1 => format!("{number:#b}"),
                _ => format!("0{number:o}"),
            }),
            None => out.push_str(number),
        }
        out.push_str(rest);
    }
    out
}

/// LLVM's names of features, where they are others.
const LLVM_NAMES: [(Feature, &str); 20] = [
    (Feature::AdvSimd, "neon"),
    (Feature::Fp16, "fullfp16"),
    (Feature::Fhm, "fp16fml"),
    (Feature::Lrcpc, "rcpc"),
    (Feature::Lrcpc2, "rcpc-immo"),
    (Feature::FlagM2, "altnzcv"),
    (Feature::Dpb, "ccpp"),
    (Feature::Dpb2, "ccdp"),
    (Feature::Pan2, "pan-rwv"),
    (Feature::TlbiRange, "tlb-rmi"),
    (Feature::Complex, "complxnum"),
    (Feature::Jscvt, "jsconv"),
    (Feature::Frint, "fptoint"),
    (Feature::Sm, "sm4"),
    (Feature::DotProd, "dotprod"),
    (Feature::Crc, "crc"),
    (Feature::Wfxt, "wfxt"),
    (Feature::Sb, "sb"),
    (Feature::Xs, "xs"),
    (Feature::Lor, "lor"),
];

fn llvm_name(feature: Feature) -> &'static str {
    let other = LLVM_NAMES.iter().find(|(known, _)| *known == feature);
    other.map_or(feature.name(), |(_, name)| name)
}

/// Some instances of each row, by the features that they need.
fn instances_by_features(
    rows: impl Iterator<Item = &'static Row>,
    random: &mut SplitMix,
) -> HashMap<Features, Vec<MachInst>> {
    let mut by_features: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        let instances = std::iter::repeat_with(|| sample::from_bits(row, random.bits())).take(400);
        for instance in instances.flatten().take(16) {
            by_features.entry(instance.features()).or_default().push(instance);
        }
    }
    by_features
}

#[test]
fn features_are_those_that_llvm_asks_for() {
    let mut random = SplitMix::seeded("isa_aarch64_table_llvm", 6);
    // LLVM knows the bits of the processor state that control streaming mode without any feature.
    let rows = table::rows().filter(|row| !row.name.starts_with("streaming"));
    let mut differences = 0;
    for (features, instances) in instances_by_features(rows, &mut random) {
        let words: Vec<u32> = instances.iter().map(|i| i.encode().expect("samples encode")).collect();
        let known = llvm::disassemble(&words);
        let named: Vec<Feature> = features.without(Feature::Base).iter().collect();
        let sufficient = named.iter().map(|feature| format!(",+{}", llvm_name(*feature)));
        let sufficient = format!("-fp-armv8,+el3{}", sufficient.collect::<String>());
        let lacking = named.iter().map(|feature| match *feature {
            Feature::AdvSimd => format!("{sufficient},-fp-armv8"),
            feature => format!("{sufficient},-{}", llvm_name(feature)),
        });
        for machine in lacking.chain([sufficient.clone()]) {
            let theirs = llvm::disassemble_with(&machine, &words);
            for (instance, (known, theirs)) in instances.iter().zip(known.iter().zip(theirs)) {
                let is_right = if machine == sufficient { theirs.is_some() } else { theirs != *known };
                if !is_right {
                    differences += 1;
                    println!("{}: {machine}: {instance}, LLVM {theirs:?}", instance.row().name);
                }
            }
        }
    }
    assert_eq!(differences, 0);
}

/// SME has a part of SVE, which is what is legal in streaming mode: LLVM knows it without SVE.
#[test]
fn what_is_legal_in_streaming_mode_llvm_knows_without_sve() {
    const SVE: [Feature; 5] = [Feature::Sve, Feature::Sve2, Feature::Sve2p1, Feature::F32mm, Feature::F64mm];
    let mut random = SplitMix::seeded("isa_aarch64_table_llvm", 7);
    let rows = table::rows().filter(|row| row.availability.features.iter().any(|f| SVE.contains(&f)));
    let (mut differences, mut legal) = (0, 0);
    for (features, instances) in instances_by_features(rows, &mut random) {
        let others = features.without(Feature::Base).iter().filter(|feature| !SVE.contains(feature));
        let machine = others.map(|feature| format!(",+{}", llvm_name(feature)));
        let machine = format!("+sme2p1{},-sve", machine.collect::<String>());
        let words: Vec<u32> = instances.iter().map(|i| i.encode().expect("samples encode")).collect();
        for (instance, theirs) in instances.iter().zip(llvm::disassemble_with(&machine, &words)) {
            let is_legal = instance.row().availability.streaming;
            legal += usize::from(is_legal);
            if is_legal != theirs.is_some() {
                differences += 1;
                println!("{}: {machine}: {instance}, legal {is_legal}", instance.row().name);
            }
        }
    }
    assert_eq!(differences, 0);
    assert!(legal > 0);
}
