//! The verifier of finished code of x86-64: it accepts functions that keep to the rules, and refuses
//! hand-written breaches of each rule, in all rows.

use std::collections::HashSet;
use std::num::NonZeroU64;
use tensmith_core::isa::x86_64::feature::{Feature, Features};
use tensmith_core::isa::x86_64::pattern::Encoding;
use tensmith_core::isa::x86_64::verify::{WINDOWS, verify_for};
use tensmith_core::isa::x86_64::{assemble, decode, sample, table, verify};
use tensmith_core::isa::{Class, Contract, Instruction, Reg, Rule, VerifyError};
use tensmith_core::kernel::callee::Allowed;
use tensmith_core::kernel::text::parse;
use tensmith_tests::functions_x86_64::{ACCEPTED, CONTRACT, REFUSED, V3, function, outside};
use tensmith_tests::nightly::scaled;
use tensmith_tests::random::SplitMix;

fn verdict(text: &str) -> Result<(), VerifyError> {
    verify(&function(text), &CONTRACT).map(drop)
}

fn windows(text: &str) -> Result<(), VerifyError> {
    verify_for(&WINDOWS, &function(text), &CONTRACT).map(drop)
}

/// Where the instruction with a number starts, not counting the first one.
fn start(code: &[u8], nth: usize) -> usize {
    (0..=nth).fold(0, |at, _| at + decode(&code[at..]).expect("an instruction").1)
}

#[test]
fn functions_that_keep_to_the_rules_are_accepted() {
    for text in ACCEPTED {
        assert_eq!(verdict(text), Ok(()), "{text}");
    }
    assert_eq!(
        verify(&function("vaddps ymm0, ymm1, ymm2; vzeroupper; ret"), &CONTRACT),
        Ok(Features::of(&[Feature::Base, Feature::Avx]))
    );
}

/// Checks that each text is refused at an instruction, counted behind the first one, for a rule.
fn refuses(
    verdict: impl Fn(&str) -> Result<(), VerifyError>,
    refused: &[(&str, usize, Rule)],
) -> HashSet<std::mem::Discriminant<Rule>> {
    let mut kinds = HashSet::new();
    for (text, nth, rule) in refused {
        let expected = rule.at(start(&function(text), *nth));
        match (verdict(text), rule) {
            // Which path arrives first does not matter.
            (Err(VerifyError::Refused { offset, rule: Rule::Meeting(a, b) }), Rule::Meeting(..)) => {
                let expected = start(&function(text), *nth);
                assert_eq!((offset, a.min(b), a.max(b)), (expected, 0, 8), "{text}");
            }
            (found, _) => assert_eq!(found, Err(expected), "{text}"),
        }
        kinds.insert(std::mem::discriminant(rule));
    }
    kinds
}

#[test]
fn each_rule_has_code_that_breaks_it() {
    let kinds = refuses(verdict, REFUSED);
    assert_eq!(verify(&[], &CONTRACT), Err(VerifyError::NoReturn));
    assert_eq!(verdict(".L0: jmp .L0"), Err(VerifyError::NoReturn));
    // Features that are not declared, the first instruction, and the last one cut off.
    let base = Contract { features: Features::of(&[Feature::Base]).erased(), ..CONTRACT };
    let v3 = Contract { features: V3.erased(), ..CONTRACT };
    let feature = |feature: Feature| Err(Rule::Feature(feature.into()).at(4));
    assert_eq!(verify(&function("vaddps xmm0, xmm1, xmm2; ret"), &base), feature(Feature::Avx));
    assert_eq!(verify(&function("vaddps zmm0, zmm1, zmm2; ret"), &v3), feature(Feature::Avx512F));
    assert_eq!(verify(&function("vaddps xmm16, xmm1, xmm2; ret"), &v3), feature(Feature::Avx512F));
    assert_eq!(verify(&assemble("ret").expect("code"), &CONTRACT), Err(Rule::Landing.at(0)));
    let cut = function("mov eax, 5");
    assert_eq!(verify(&cut[..8], &CONTRACT), Err(Rule::Unknown(0xb805_0000).at(4)));
    assert_eq!(kinds.len() + 2, 16, "a rule has no example");
}

/// At a call, the stack pointer is 8 more than a multiple of 16 below where it was, and no
/// upper half is in use.
#[test]
fn calls_need_an_aligned_stack_and_no_upper_halves() {
    let func = parse("extern f0 \"g\" ()\nfunc \"f\" () {\ncall f0\n}").expect("a function");
    let address = NonZeroU64::new(4096).expect("an address");
    let func =
        func.linked(&[Allowed { name: "g", arguments: &[], result: None, address }]).expect("its types");
    let contract = Contract { callees: func.callees(), ..CONTRACT };
    let verdict = |text: &str| verify(&function(text), &contract).map(drop);
    assert_eq!(verdict("push rbx; movabs r11, 4096; call r11; pop rbx; ret"), Ok(()));
    let refused = [
        ("movabs r11, 4096; call r11; ret", 1, Rule::Alignment(0)),
        ("lea rsp, [rsp - 16]; movabs r11, 4096; call r11; lea rsp, [rsp + 16]; ret", 2, Rule::Alignment(16)),
        (
            "push rbx; vaddps ymm0, ymm1, ymm2; movabs r11, 4096; call r11; pop rbx; vzeroupper; ret",
            3,
            Rule::UpperHalves,
        ),
        ("push rbx; movabs r11, 4097; call r11; pop rbx; ret", 2, Rule::Callee),
        ("push rbx; movabs r10, 4096; call r10; pop rbx; ret", 2, Rule::Callee),
        ("push rbx; movabs r11, 4096; nop; call r11; pop rbx; ret", 3, Rule::Callee),
    ];
    refuses(verdict, &refused);
}

/// Windows preserves more registers, passes fewer arguments in them, and has room for these
/// above the return address.
#[test]
fn the_convention_of_windows_has_other_registers_and_a_shadow() {
    let accepted = [
        // Eight arguments: four are on the stack, behind 32 bytes of shadow.
        "mov rax, [rsp + 40]; mov rax, [rsp + 64]; ret",
        "mov [rsp + 8], rbx; mov rbx, rcx; mov rbx, [rsp + 8]; ret",
        "mov [rsp + 32], rdi; mov [rsp + 24], rsi; mov rdi, rcx; xor esi, esi; mov rdi, [rsp + 32]; mov rsi, [rsp + 24]; ret",
        "push rsi; mov rsi, rcx; pop rsi; ret",
        "sub rsp, 40; vmovups [rsp], xmm6; vmovaps [rsp + 16], xmm15; vaddps ymm6, ymm0, ymm1; vaddps xmm15, xmm0, xmm1; \
         vmovups xmm6, [rsp]; vmovaps xmm15, [rsp + 16]; add rsp, 40; vzeroupper; ret",
        "vaddps xmm5, xmm0, xmm1; vaddps xmm16, xmm0, xmm1; ret",
    ];
    for text in accepted {
        assert_eq!(windows(text), Ok(()), "{text}");
    }
    let refused = [
        ("mov rsi, rdi; ret", 1, Rule::NotPreserved("rsi")),
        ("mov edi, ecx; ret", 1, Rule::NotPreserved("rdi")),
        ("vaddps xmm6, xmm0, xmm1; ret", 1, Rule::NotPreserved("xmm6")),
        ("vmovss xmm15, dword ptr [rcx]; ret", 1, Rule::NotPreserved("xmm15")),
        ("vgatherdps xmm0, [rcx + 4*xmm1], xmm7; ret", 1, Rule::NotPreserved("xmm7")),
        ("vaddps zmm8, zmm0, zmm1; vzeroupper; ret", 2, Rule::NotPreserved("xmm8")),
        // Eight bytes are not all of a vector; 16 bytes behind it are others.
        (
            "sub rsp, 16; vmovlps [rsp], xmm6; vxorps xmm6, xmm6, xmm6; vmovups xmm6, [rsp]; add rsp, 16; ret",
            5,
            Rule::NotPreserved("xmm6"),
        ),
        (
            "sub rsp, 24; vmovups [rsp], xmm6; vxorps xmm6, xmm6, xmm6; vmovups xmm6, [rsp + 8]; add rsp, 24; ret",
            5,
            Rule::NotPreserved("xmm6"),
        ),
        (
            "sub rsp, 24; vmovups [rsp], xmm6; mov [rsp + 8], rax; vxorps xmm6, xmm6, xmm6; vmovups xmm6, [rsp]; add rsp, 24; ret",
            6,
            Rule::NotPreserved("xmm6"),
        ),
        (
            "sub rsp, 24; vmovups [rsp], xmm6; vxorps xmm6, xmm6, xmm6; vmovups xmm6 {k1}, [rsp]; add rsp, 24; ret",
            5,
            Rule::NotPreserved("xmm6"),
        ),
        ("mov [rsp + 40], rax; ret", 0, outside(40, 8)),
        ("mov [rsp], rax; ret", 0, outside(0, 8)),
        ("mov rax, [rsp + 72]; ret", 0, outside(72, 8)),
    ];
    refuses(windows, &refused);
}

fn is_guarded(register: Reg) -> bool {
    match register {
        Reg::Physical(Class::Int, number) => [3, 4, 5, 6, 7, 12, 13, 14, 15].contains(&number),
        Reg::Physical(Class::Vec, number) => (6..16).contains(&number),
        Reg::Virtual(..) => false,
    }
}

/// Whatever writes a register that must be preserved is refused in a function without a frame, in all rows.
#[test]
fn no_row_writes_what_a_function_must_preserve() {
    let mut random = SplitMix::seeded("no_row_writes_what_a_function_must_preserve", 43);
    let contract = Contract { features: Features::of(Feature::ALL).erased(), arguments: 0, callees: &[] };
    let (mut written, mut accepted) = (0, 0);
    for row in table::rows() {
        let samples = (0..scaled(12, 4096)).filter_map(|_| sample::random(row, || random.bits()));
        for inst in samples {
            let Ok(bytes) = inst.encode() else { continue };
            let mut code = function("");
            code.extend(bytes.as_ref());
            code.extend(function("vzeroupper; ret"));
            let verdict = verify_for(&WINDOWS, &code, &contract);
            // These do nothing.
            if ["add rsp, 0", "sub rsp, 0", "lea rsp, [rsp]"].contains(&inst.to_string().as_str()) {
                continue;
            }
            let guarded = inst.registers().find(|(register, role)| role.writes() && is_guarded(*register));
            if let Some((register, _)) = guarded {
                assert!(verdict.is_err(), "{inst} changes {register}");
                written += 1;
            }
            accepted += usize::from(verdict.is_ok());
        }
    }
    println!("{written} instructions write what has to be preserved, {accepted} are accepted");
    assert!(written > 5_000 && accepted > 12_000);
}

/// The verifier remembers instructions that it has accepted; its verdict on one is nevertheless the same
/// after any other of the row, and on bytes that are nearly the same.
#[test]
fn verdicts_do_not_depend_on_what_was_seen() {
    let mut random = SplitMix::seeded("verdicts_do_not_depend_on_what_was_seen", 45);
    let contract = Contract { features: Features::of(Feature::ALL).erased(), arguments: 0, callees: &[] };
    let (before, behind) = (function(""), [vec![0x90; 16], function("vzeroupper; ret")].concat());
    let rule = |codes: &[&[u8]]| {
        let code = [&before, codes.concat().as_slice(), &behind].concat();
        match verify(&code, &contract) {
            Err(VerifyError::Refused { rule: Rule::Unknown(_), .. }) => Some(Rule::Unknown(0)),
            Err(
                VerifyError::Refused { rule: Rule::Outside(_) | Rule::Amid(_), .. } | VerifyError::NoReturn,
            ) => Some(Rule::Outside(0)),
            Err(VerifyError::Refused { rule, .. }) => Some(rule),
            other => other.map_or_else(|error| panic!("{error}"), |_| None),
        }
    };
    let (mut compared, mut accepted) = (0, 0);
    for row in table::rows().filter(|row| row.layout.encoding != Encoding::Legacy) {
        let codes: Vec<_> = (0..scaled(24, 2048))
            .filter_map(|_| sample::random(row, || random.bits())?.encode().ok())
            .collect();
        let firsts: Vec<_> = codes.iter().filter(|code| rule(&[code.as_ref()]).is_none()).take(3).collect();
        for (first, code) in firsts.iter().flat_map(|first| codes.iter().map(move |code| (*first, code))) {
            // A register, a displacement or anything else is another one.
            let mut other = code.as_ref().to_vec();
            let at = random.below(other.len() as u64) as usize;
            other[at] ^= 1 << random.below(8);
            let mut near = first.as_ref().to_vec();
            let at = random.below(near.len() as u64) as usize;
            near[at] ^= 1 << random.below(8);
            for code in [code.as_ref(), &other, &near] {
                // What is several instructions now may branch, or return.
                if decode(code).is_some_and(|(_, size)| size < code.len()) {
                    continue;
                }
                let (alone, behind) = (rule(&[code]), rule(&[first.as_ref(), code]));
                assert_eq!(behind, alone, "{}: {:02x?}, {code:02x?}", row.name, first.as_ref());
                compared += 1;
                accepted += usize::from(alone.is_none());
            }
        }
    }
    println!("{compared} compared, {accepted} accepted");
    assert!(compared > scaled(300_000, 500_000) && accepted > 200_000);
}
