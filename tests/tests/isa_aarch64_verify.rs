//! The verifier of finished code: it accepts what the generators make, and refuses hand-written
//! breaches of each rule and every single flipped bit that, by LLVM's reading, is one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use tensmith_core::isa::aarch64::audit::audit;
use tensmith_core::isa::aarch64::feature::{Feature, Features};
use tensmith_core::isa::aarch64::{assemble, sample, table, verify};
use tensmith_core::isa::{Class, Contract, Instruction, Reg, Rule, VerifyError};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{
    Batch, BinaryOp, Chain, Factor, Fold, Input, Lines, Matrix, Orientation, Reduction, Start, Stride,
    UnaryOp,
};
use tensmith_core::kernel::{BinarySpec, GemmSpec, LanewiseSpec, ReduceSpec, UnarySpec};
use tensmith_core::{DType, Target};
use tensmith_tests::random::SplitMix;
use tensmith_tests::{kernels, llvm, nightly};

const CONTRACT: Contract =
    Contract { features: Features::of(&[Feature::AdvSimd]).erased(), arguments: 10, callees: &[] };

fn verdict(text: &str) -> Result<(), VerifyError> {
    verify(&assemble(text).unwrap_or_else(|error| panic!("{text}: {error}")), &CONTRACT).map(|_| ())
}

#[test]
fn functions_that_keep_to_the_rules_are_accepted() {
    let accepted = [
        "ret",
        "b .L0\n .L0: ret",
        // A loop, and a path around it.
        "cbz x0, .L1\n .L0: sub x0, x0, #1\n ldr q0, [x1, #16]!\n cbnz x0, .L0\n .L1: ret",
        // A frame of each kind; the arguments on the stack from within it.
        "stp x19, x20, [sp, #-16]!\n mov x19, x0\n mov x20, x1\n ldp x19, x20, [sp], #16\n ret",
        "sub sp, sp, #32\n str d8, [sp, #8]\n ldr x9, [sp, #40]\n fmov d8, #1.0\n ldr d8, [sp, #8]\n add sp, sp, #32\n ret",
        "str q9, [sp, #-16]!\n movi v9.2d, #0\n ldr d9, [sp], #16\n ret",
        "sub sp, sp, #32\n st1 {v9.1d, v10.1d, v11.1d}, [sp]\n movi v9.2d, #0\n movi v11.2d, #0\n ldr d11, [sp, #16]\n ldp d9, d10, [sp], #32\n ret",
        // Registers saved on the path that changes them.
        "cbz x0, .L0\n stp x29, x30, [sp, #-16]!\n mov x29, x0\n mov x30, x0\n ldp x29, x30, [sp], #16\n .L0: ret",
        // What the frame is also good for.
        "sub sp, sp, #16\n str x0, [sp]\n ldr w1, [sp, #4]\n add sp, sp, #16\n ret",
        // Two returns.
        "cbz x0, .L0\n ret\n .L0: nop\n ret",
    ];
    for text in accepted {
        assert_eq!(verdict(text), Ok(()), "{text}");
    }
}

#[test]
fn each_rule_has_code_that_breaks_it() {
    let outside = |offset, bytes| Rule::OutsideFrame { offset, bytes };
    let refused = [
        ("nop\n .word 0xffffffff\n ret", 1, Rule::Unknown(0xffff_ffff)),
        ("fadd v0.8h, v0.8h, v0.8h\n ret", 0, Rule::Feature(Feature::Fp16.into())),
        ("fadd v0.4s, v0.4s, v0.4s\n fadd v0.8h, v0.8h, v0.8h\n ret", 1, Rule::Feature(Feature::Fp16.into())),
        ("ldadd x0, x1, [x2]\n ret", 0, Rule::Feature(Feature::Lse.into())),
        // What does more than compute.
        ("svc #0x0\n ret", 0, Rule::Forbidden("svc")),
        ("brk #0x1\n ret", 0, Rule::Forbidden("brk")),
        ("mrs x0, fpcr\n ret", 0, Rule::Forbidden("mrs")),
        ("msr fpcr, x0\n ret", 0, Rule::Forbidden("msr")),
        ("dc cvau, x0\n ret", 0, Rule::Forbidden("dc")),
        ("dmb sy\n ret", 0, Rule::Forbidden("dmb")),
        ("wfi\n ret", 0, Rule::Forbidden("hint")),
        ("paciasp\n ret", 0, Rule::Forbidden("pac_hint")),
        ("retaa", 0, Rule::Forbidden("ret_key")),
        ("br x30", 0, Rule::Forbidden("br")),
        ("ret x1", 0, Rule::Forbidden("ret_to")),
        ("blr x0\n ret", 0, Rule::Callee),
        ("bl .L0\n .L0: ret", 0, Rule::Forbidden("bl")),
        ("adrp x0, #4096\n ret", 0, Rule::Forbidden("adrp")),
        ("ldr x0, #4\n ret", 0, Rule::Forbidden("ldr_literal")),
        ("smopa za0.s, p0/m, p1/m, z0.b, z1.b\n ret", 0, Rule::Forbidden("mopa_s_from_b")),
        // Control.
        ("b #8\n ret", 0, Rule::Outside(8)),
        ("b #-4\n ret", 0, Rule::Outside(-4)),
        ("nop\n cbz x0, #-8\n ret", 1, Rule::Outside(-4)),
        ("tbz x0, #3, #32764\n ret", 0, Rule::Outside(32764)),
        ("nop", 0, Rule::RunsOut),
        ("cbz x0, .L0\n ret\n .L0: nop", 2, Rule::RunsOut),
        ("cbz x0, .L0\n ret\n .L0: b.eq .L0", 2, Rule::RunsOut),
        // Registers.
        ("mov x18, x0\n ret", 0, Rule::PlatformRegister),
        ("ldp w1, w18, [x0]\n ret", 0, Rule::PlatformRegister),
        ("str x0, [x18], #8\n ret", 0, Rule::PlatformRegister),
        ("mov x19, x0\n ret", 1, Rule::NotPreserved("x19")),
        ("mov w30, w0\n ret", 1, Rule::NotPreserved("x30")),
        ("ldr x0, [x29], #8\n ret", 1, Rule::NotPreserved("x29")),
        ("movi v8.2d, #0\n ret", 1, Rule::NotPreserved("d8")),
        ("ldp q7, q15, [x0]\n ret", 1, Rule::NotPreserved("d15")),
        ("ld4 {v5.4s, v6.4s, v7.4s, v8.4s}, [x0]\n ret", 1, Rule::NotPreserved("d8")),
        ("cbz x0, .L0\n fmov d8, #1.0\n .L0: ret", 2, Rule::NotPreserved("d8")),
        // Saved too late, restored too early, from elsewhere, in part, after being overwritten.
        (
            "sub sp, sp, #16\n mov x19, x0\n str x19, [sp]\n ldr x19, [sp]\n add sp, sp, #16\n ret",
            5,
            Rule::NotPreserved("x19"),
        ),
        ("str x19, [sp, #-16]!\n ldr x19, [sp], #16\n mov x19, x0\n ret", 3, Rule::NotPreserved("x19")),
        (
            "stp x19, x20, [sp, #-16]!\n mov x19, x0\n ldr x19, [sp, #8]\n add sp, sp, #16\n ret",
            4,
            Rule::NotPreserved("x19"),
        ),
        (
            "stp x19, x20, [sp, #-16]!\n mov x19, x0\n mov x20, x0\n ldp x20, x19, [sp], #16\n ret",
            4,
            Rule::NotPreserved("x19"),
        ),
        ("str x19, [sp, #-16]!\n mov x19, x0\n ldr w19, [sp], #16\n ret", 3, Rule::NotPreserved("x19")),
        ("str s8, [sp, #-16]!\n fmov d8, #1.0\n ldr d8, [sp], #16\n ret", 3, Rule::NotPreserved("d8")),
        (
            "str x19, [sp, #-16]!\n mov x19, x0\n str w0, [sp, #4]\n ldr x19, [sp], #16\n ret",
            4,
            Rule::NotPreserved("x19"),
        ),
        (
            "str d8, [sp, #-32]!\n st1 {v0.1d, v1.1d}, [sp]\n fmov d8, #1.0\n ldr d8, [sp], #32\n ret",
            4,
            Rule::NotPreserved("d8"),
        ),
        (
            "sub sp, sp, #16\n st1 {v8.1d, v9.1d}, [sp]\n fmov d8, #1.0\n ldp d9, d8, [sp], #16\n ret",
            4,
            Rule::NotPreserved("d8"),
        ),
        (
            "sub sp, sp, #16\n st1 {v7.1d, v8.1d}, [sp]\n fmov d8, #1.0\n ldr d8, [sp], #16\n ret",
            4,
            Rule::NotPreserved("d8"),
        ),
        (
            "str x19, [sp, #-16]!\n mov x19, x0\n add sp, sp, #16\n sub sp, sp, #16\n ldr x19, [sp], #16\n ret",
            5,
            Rule::NotPreserved("x19"),
        ),
        (
            "sub sp, sp, #16\n cbz x0, .L0\n str x19, [sp]\n .L0: mov x19, x0\n ldr x19, [sp]\n add sp, sp, #16\n ret",
            6,
            Rule::NotPreserved("x19"),
        ),
        // The stack.
        ("mov x0, sp\n ret", 0, Rule::StackPointer),
        ("mov sp, x0\n ret", 0, Rule::StackPointer),
        ("sub sp, sp, x0\n ret", 0, Rule::StackPointer),
        ("and sp, x0, #0x3fffffffffffff00\n ret", 0, Rule::StackPointer),
        ("add w0, wsp, #16\n ret", 0, Rule::StackPointer),
        ("cmp sp, #16\n ret", 0, Rule::StackPointer),
        ("ldr x0, [sp, x1]\n ret", 0, Rule::StackPointer),
        // A move, which adding 0 is, whatever was added before.
        ("mov sp, sp\n ret", 0, Rule::StackPointer),
        ("add x0, x1, #16\n mov sp, sp\n ret", 1, Rule::StackPointer),
        ("ld1 {v0.4s}, [sp], x1\n ret", 0, Rule::StackPointer),
        ("sub sp, sp, #32\n st1 {v8.2d}, [sp]\n ret", 1, Rule::StackPointer),
        ("sub sp, sp, #32\n st1 {v8.1d}, [sp], #8\n ret", 1, Rule::StackPointer),
        ("sub sp, sp, #32\n ld1 {v8.1d}, [sp]\n ret", 1, Rule::StackPointer),
        ("sub sp, sp, #8\n ret", 0, Rule::Depth(8)),
        ("add sp, sp, #16\n ret", 0, Rule::Depth(-16)),
        ("sub sp, sp, #2, lsl #12\n ret", 0, Rule::Depth(8192)),
        ("sub sp, sp, #16\n ret", 1, Rule::Unbalanced(16)),
        ("str x0, [sp]\n ret", 0, outside(0, 8)),
        ("stur x0, [sp, #-16]\n ret", 0, outside(-16, 8)),
        ("ldr x0, [sp, #16]\n ret", 0, outside(16, 8)),
        ("sub sp, sp, #16\n stp x0, x1, [sp, #8]\n ret", 1, outside(-8, 16)),
        ("sub sp, sp, #16\n st1 {v0.1d, v1.1d, v2.1d}, [sp]\n ret", 1, outside(-16, 24)),
        ("cbz x0, .L0\n sub sp, sp, #16\n .L0: ret", 2, Rule::Meeting(16, 0)),
        ("cbz x0, .L0\n .L1: str x0, [sp, #-16]!\n cbnz x0, .L1\n .L0: ret", 1, Rule::Meeting(0, 16)),
    ];
    let mut kinds = HashSet::new();
    for (text, at, rule) in refused {
        let expected = rule.at(4 * at);
        match (verdict(text), rule) {
            // Which path arrives first does not matter.
            (Err(VerifyError::Refused { offset: found, rule: Rule::Meeting(a, b) }), Rule::Meeting(..)) => {
                assert_eq!((found, a.min(b), a.max(b)), (4 * at, 0, 16), "{text}");
            }
            (found, _) => assert_eq!(found, Err(expected), "{text}"),
        }
        kinds.insert(std::mem::discriminant(&rule));
    }
    assert_eq!(verify(&[], &CONTRACT), Err(VerifyError::NoReturn));
    assert_eq!(verdict(".L0: b .L0"), Err(VerifyError::NoReturn));
    assert_eq!(kinds.len(), 13, "a rule has no example");
}

/// Pairs of registers are seen, in each place of them.
#[test]
fn registers_that_pairs_name_are_looked_at() {
    let contract = Contract {
        features: Features::of(&[Feature::AdvSimd, Feature::Lse]).into(),
        arguments: 0,
        callees: &[],
    };
    let refused = [
        ("casp x18, x19, x2, x3, [x5]\n ret", 0, Rule::PlatformRegister),
        ("casp w18, w19, w2, w3, [x5]\n ret", 0, Rule::PlatformRegister),
        ("caspal x30, xzr, x2, x3, [x0]\n ret", 1, Rule::NotPreserved("x30")),
        ("casp w20, w21, w2, w3, [x5]\n ret", 1, Rule::NotPreserved("x20")),
        ("casp x0, x1, x2, x3, [sp]\n ret", 0, Rule::StackPointer),
    ];
    for (text, at, rule) in refused {
        let words = assemble(text).expect("assembly");
        assert_eq!(verify(&words, &contract), Err(rule.at(4 * at)), "{text}");
    }
    let reads =
        assemble("casp x0, x1, x18, x19, [x5]\n casp x16, x17, x30, xzr, [x5]\n ret").expect("assembly");
    assert_eq!(verify(&reads, &contract), Ok(Features::of(&[Feature::Lse])));
}

/// The features of all cores together.
fn of_all_cores() -> Features {
    Target::all().fold(Features::default(), |all, target| all.union(target.core.features.into()))
}

/// Whatever writes `x18` to `x30`, or `v8` to `v15`, is refused in a function without a frame, in all rows.
#[test]
fn no_row_writes_what_a_function_must_preserve() {
    let mut random = SplitMix::seeded("no_row_writes_what_a_function_must_preserve", 42);
    let features = of_all_cores().with(Feature::Lse).into();
    let is_guarded = |register: Reg| match register {
        Reg::Physical(Class::Int, number) => (18..31).contains(&number),
        Reg::Physical(Class::Vec, number) => (8..16).contains(&number),
        Reg::Virtual(..) => false,
    };
    let mut written = 0;
    for row in table::rows() {
        let samples = (0..nightly::scaled(256, 4096)).filter_map(|_| sample::from_bits(row, random.bits()));
        for inst in samples {
            let mut writes =
                inst.registers().filter(|(register, role)| role.writes() && is_guarded(*register));
            let Some((register, _)) = writes.next() else { continue };
            let words = [inst.encode().expect("samples encode"), RET];
            assert!(
                verify(&words, &Contract { features, arguments: 0, callees: &[] }).is_err(),
                "{inst} changes {register}"
            );
            written += 1;
        }
    }
    assert!(written > 50_000, "{written} instructions");
}

/// The verifier remembers words that it has accepted; its verdict on a word is nevertheless the same
/// after any other word of the row, right after it or later, whichever rows accept either.
#[test]
fn verdicts_do_not_depend_on_what_was_seen() {
    let mut random = SplitMix::seeded("verdicts_do_not_depend_on_what_was_seen", 41);
    let features = of_all_cores().into();
    let rule = |words: &[u32]| match verify(words, &Contract { features, arguments: 0, callees: &[] }) {
        Err(VerifyError::Refused { rule, .. }) => Some(rule),
        other => other.map_or_else(|error| panic!("{error}"), |_| None),
    };
    let mut compared = 0;
    // Branches go elsewhere from another place.
    for row in table::rows().filter(|row| row.notation.section != "C4.1.93") {
        let words: Vec<u32> = (0..nightly::scaled(128, 2048))
            .filter_map(|_| sample::from_bits(row, random.bits())?.encode().ok())
            .collect();
        let Some(first) = words.iter().copied().find(|word| rule(&[*word, RET]).is_none()) else { continue };
        for word in words {
            let alone = rule(&[word, RET]);
            assert_eq!(rule(&[first, word, RET]), alone, "{}: {first:#x}, {word:#x}", row.name);
            assert_eq!(rule(&[first, NOP, word, RET]), alone, "{}: {first:#x}, later {word:#x}", row.name);
            compared += 1;
        }
    }
    assert!(compared > 50_000, "{compared} words");
}

const RET: u32 = 0xd65f_03c0;
const NOP: u32 = 0xd503_201f;

/// Kernels of all kinds: with and without frames, loops and arguments on the stack.
fn specs() -> Vec<KernelSpec> {
    let mut specs = Vec::new();
    for dtype in [DType::F32, DType::F64] {
        for (m, n, k) in [
            (1, 1, 1),
            (3, 2, 5),
            (4, 4, 4),
            (5, 3, 9),
            (7, 1, 3),
            (8, 6, 2),
            (11, 5, 4),
            (16, 6, 8),
            (9, 9, 9),
            (2, 13, 6),
        ] {
            let (a, b, c) = (Matrix::column_major(m), Matrix::column_major(k), Matrix::column_major(m));
            let mut spec = GemmSpec {
                types: dtype.into(),
                m,
                n,
                k,
                a,
                b,
                c,
                alpha: Factor::One,
                beta: Factor::One,
                batch: Batch::Single,
                epilogue: Chain::EMPTY,
            };
            specs.push(KernelSpec::Gemm(spec));
            spec.b = Matrix { ld: Stride::Runtime, ..Matrix::row_major(n) };
            let count = Stride::Runtime;
            spec.batch = Batch::Strided { count, a: Stride::Runtime, b: Stride::Runtime };
            (spec.a.ld, spec.c.ld, spec.beta) = (Stride::Runtime, Stride::Runtime, Factor::Zero);
            specs.push(KernelSpec::Gemm(spec));
        }
        for (m, n) in [(1, 3), (6, 4), (19, 2)] {
            let ld = Stride::fixed(m + n);
            for orientation in [Orientation::Same, Orientation::Transposed] {
                let (op, input) = (UnaryOp::identity(), Input::Matrix(ld));
                let unary = UnarySpec { dtype, op, m, n, input, ld_out: Stride::Runtime, orientation };
                specs.push(KernelSpec::Unary(unary));
            }
            let (in0, in1, ld_out) = (Input::Matrix(ld), Input::Row(Stride::Runtime), ld);
            specs.push(KernelSpec::Binary(BinarySpec { dtype, op: BinaryOp::add(), m, n, in0, in1, ld_out }));
            let reduction = Reduction::Fold(Fold::Product, Start::Output);
            let (lines, ld_in) = (if m > n { Lines::Columns } else { Lines::Rows }, Stride::Runtime);
            specs.push(KernelSpec::Reduce(ReduceSpec { dtype, reduction, lines, m, n, ld_in }));
            specs.push(KernelSpec::Lanewise(LanewiseSpec::tight(dtype, [m, n, 2], m + 2 * n, Start::Output)));
        }
    }
    specs
}

/// LLVM's reading of a word.
struct Reading {
    /// With all features; nothing where it knows no such word.
    text: Option<String>,
    /// Whether the features of [`Target::generic`] suffice.
    is_declared: bool,
}

/// The kernels have a verdict for each flip of each bit; all that LLVM's text says to be a breach are
/// refused. Half of them are for a core that takes lists of registers, half for one whose code is
/// scheduled.
#[test]
fn every_harmful_flip_is_refused() {
    let registry = kernels::registry();
    let targets = ["neoverse-n1", "cortex-a510"].map(|name| Target::named(name).expect("a core"));
    let kernels: Vec<(KernelSpec, Vec<u32>)> = specs()
        .into_iter()
        .zip(targets.iter().cycle())
        .map(|(spec, target)| (spec, kernels::words(&kernels::code(&registry, &spec, target))))
        .collect();
    assert_eq!(kernels.len(), 70);
    let readings = readings(kernels.iter().flat_map(|(_, words)| words).copied());
    let features = Target::generic().core.features;
    let mut counts = BTreeMap::<&str, usize>::new();
    for (spec, words) in &kernels {
        let judge = Judge::new(words, &readings);
        let contract = Contract { features, arguments: spec.arguments().count(), callees: &[] };
        assert_eq!(verify(words, &contract), Ok(audit(words).features), "{spec}");
        let mut flipped = words.clone();
        for (at, bit) in (0..words.len()).flat_map(|at| (0..32).map(move |bit| (at, bit))) {
            flipped[at] = words[at] ^ 1 << bit;
            let found = verify(&flipped, &contract);
            let (before, after) = (&readings[&words[at]], &readings[&flipped[at]]);
            let breach = judge.breach(at, before, after);
            if let Some(breach) = breach {
                let texts = (&before.text, &after.text);
                assert!(found.is_err(), "{spec}, word {at}, bit {bit}: {texts:?}: {breach}");
            }
            *counts
                .entry(breach.unwrap_or(if found.is_ok() { "accepted" } else { "refused" }))
                .or_default() += 1;
            flipped[at] = words[at];
        }
    }
    println!("{counts:?}");
    for breach in BREACHES {
        assert!(counts.contains_key(breach), "no flip: {breach}");
    }
}

/// How LLVM reads the words, and each with a bit flipped.
fn readings(words: impl Iterator<Item = u32>) -> BTreeMap<u32, Reading> {
    let words: BTreeSet<u32> =
        words.flat_map(|word| (0..32).map(move |bit| word ^ 1 << bit).chain([word])).collect();
    let words: Vec<u32> = words.into_iter().collect();
    let declared = llvm::disassemble_with("", &words);
    let all = llvm::disassemble(&words).into_iter().zip(declared);
    let readings = all.map(|(text, declared)| Reading { text, is_declared: declared.is_some() });
    words.iter().copied().zip(readings).collect()
}

/// The breaches that one word's text can show, given the rest of the kernel.
const BREACHES: [&str; 6] = ["unknown", "undeclared", "system", "escape", "convention", "frame"];

struct Judge {
    len: i64,
    /// Numbers of the callee-saved registers that the kernel saves, as `x19` or `d8`.
    saved: BTreeSet<String>,
}

impl Judge {
    fn new(words: &[u32], readings: &BTreeMap<u32, Reading>) -> Self {
        let texts = words.iter().filter_map(|word| readings[word].text.as_deref());
        let saves = texts.filter(|text| text.starts_with("st") && text.contains("[sp"));
        let saved = saves.flat_map(|text| registers(text.split('[').next().unwrap_or(text))).collect();
        Self { len: words.len() as i64, saved }
    }

    fn breach(&self, at: usize, before: &Reading, after: &Reading) -> Option<&'static str> {
        let Some(text) = after.text.as_deref() else { return Some("unknown") };
        let (mnemonic, operands) = text.split_once('\t').unwrap_or((text, ""));
        if !after.is_declared {
            Some("undeclared")
        } else if is_system(mnemonic) {
            Some("system")
        } else if self.escapes(at, mnemonic, operands) {
            Some("escape")
        } else if written(mnemonic, operands).iter().any(|name| self.must_keep(name)) {
            Some("convention")
        } else if before.text.as_deref().is_some_and(|old| self.is_frame(old) && !is_equivalent(old, text)) {
            Some("frame")
        } else {
            None
        }
    }

    fn escapes(&self, at: usize, mnemonic: &str, operands: &str) -> bool {
        let direct = ["cbz", "cbnz", "tbz", "tbnz", "b"].contains(&mnemonic) || mnemonic.starts_with("b.");
        if direct {
            let distance = operands.rsplit('#').next().and_then(|number| number.parse::<i64>().ok());
            let target = at as i64 + distance.expect("a branch has a distance") / 4;
            return !(0..self.len).contains(&target);
        }
        ["bl", "br", "blr", "eret", "drps"].contains(&mnemonic) || mnemonic == "ret" && !operands.is_empty()
    }

    /// Whether nothing in the kernel may write the register, or nothing but what saves it.
    fn must_keep(&self, name: &str) -> bool {
        let number = name[1..].parse::<u8>().ok();
        match (&name[..1], number) {
            ("x", Some(18)) | ("s", None) => true,
            ("x", Some(19..=30)) | ("d", Some(8..=15)) => !self.saved.contains(name),
            _ => false,
        }
    }

    /// Whether an instruction of the kernel saves or restores callee-saved registers, or moves the
    /// stack pointer.
    fn is_frame(&self, text: &str) -> bool {
        text.contains("sp")
            && (text.contains("sp, sp") || registers(text).iter().any(|r| self.saved.contains(r)))
    }
}

/// Whether LLVM's name is that of an instruction that touches the state of the system.
fn is_system(mnemonic: &str) -> bool {
    const NAMES: &[&str] = &[
        "svc", "hvc", "smc", "brk", "hlt", "dcps1", "dcps2", "dcps3", "msr", "mrs", "sys", "sysl", "dc",
        "ic", "at", "tlbi", "wfe", "wfi", "wfet", "wfit", "sev", "sevl", "yield", "hint", "esb", "isb",
        "dsb", "dmb", "clrex", "cfinv", "xaflag", "axflag", "udf", "csdb", "dgh", "psb", "tsb", "ssbb",
        "pssbb", "sb", "msrr", "mrrs", "sysp",
    ];
    NAMES.contains(&mnemonic)
}

/// Whether a save or restore still does the same: with another hint about caches, or with the
/// upper half of the vector register, too, or with a fourth register of a list, for which there
/// is room after three.
fn is_equivalent(old: &str, new: &str) -> bool {
    let plain = |text: &str| text.replace("stnp", "stp").replace("ldnp", "ldp");
    let list = |text: &str| text.split_once(" }").map(|(list, place)| (registers(list), place.to_owned()));
    let is_longer = match (list(old), list(new)) {
        (Some((saved, place)), Some((more, same))) => {
            saved.len() == 3 && more.len() == 4 && more.starts_with(&saved) && place == same
        }
        _ => false,
    };
    plain(old) == plain(new) || old.replacen("r\td", "r\tq", 1) == new || is_longer
}

/// The registers that an instruction writes, by LLVM's notation: the first operand, or the first
/// two of a load of a pair, and the base of an address that moves.
fn written(mnemonic: &str, operands: &str) -> Vec<String> {
    let destinations = match mnemonic {
        "cmp" | "cmn" | "tst" | "ccmp" | "ccmn" | "fcmp" | "fcmpe" | "fccmp" | "fccmpe" | "ret" | "nop" => 0,
        "ldp" | "ldnp" | "ldpsw" => 2,
        _ if ["b", "cb", "tb", "prf", "st"].iter().any(|start| mnemonic.starts_with(start))
            && !["bic", "bif", "bit", "bsl", "bfi", "bfm", "bfx"]
                .iter()
                .any(|start| mnemonic.starts_with(start)) =>
        {
            0
        }
        _ => 1,
    };
    let (list, rest) = match operands.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        Some((list, rest)) if destinations > 0 => (list, rest),
        Some((_, rest)) => ("", rest),
        None => ("", operands),
    };
    let mut out = registers(list);
    let wanted = if list.is_empty() { destinations } else { 0 };
    out.extend(rest.split(',').take(wanted).flat_map(registers));
    let moves = rest.ends_with('!') || rest.split_once(']').is_some_and(|(_, more)| more.starts_with(','));
    let base = rest.split_once('[').filter(|_| moves && !rest.contains("[sp"));
    out.extend(
        base.and_then(|(_, address)| address.split([',', ']']).next()).into_iter().flat_map(registers),
    );
    out
}

/// The registers in a piece of text, by the names of the parts that must be preserved: `x19` for
/// `w19`, `d8` for `v8.4s`; `sp` for the stack pointer.
fn registers(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words
        .filter_map(|word| {
            let (file, number) = word.split_at(1);
            match (file, number.parse::<u8>()) {
                _ if word == "sp" || word == "wsp" => Some("sp".to_owned()),
                ("x" | "w", Ok(number)) => Some(format!("x{number}")),
                ("b" | "h" | "s" | "d" | "q" | "v" | "z", Ok(number)) => Some(format!("d{number}")),
                _ => None,
            }
        })
        .collect()
}
