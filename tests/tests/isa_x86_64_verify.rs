//! The verifier of finished code of x86-64: it accepts functions that keep to the rules, and refuses hand-written
//! breaches of each rule and every single flipped bit that, by LLVM's reading, is one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use tensmith_core::isa::x86_64::feature::{Feature, Features};
use tensmith_core::isa::x86_64::pattern::Encoding;
use tensmith_core::isa::x86_64::verify::{SYSTEM_V, WINDOWS, verify_for};
use tensmith_core::isa::x86_64::{assemble, decode, sample, table, verify};
use tensmith_core::isa::{Class, Contract, Instruction, Reg, Rule, VerifyError};
use tensmith_core::kernel::spec::{Batch, Chain, Factor, Matrix, Stride};
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::{DType, Target};
use tensmith_tests::keeps_x86_64::{Allowed, Line, follow};
use tensmith_tests::kernels;
use tensmith_tests::llvm_x86_64 as llvm;
use tensmith_tests::nightly::scaled;
use tensmith_tests::random::SplitMix;

const V3: Features = Features::of(&[
    Feature::Base,
    Feature::Sse3,
    Feature::Ssse3,
    Feature::Sse41,
    Feature::Popcnt,
    Feature::Lzcnt,
    Feature::Bmi1,
    Feature::Bmi2,
    Feature::Avx,
    Feature::Avx2,
    Feature::Fma,
    Feature::F16c,
]);
const V4: Features =
    V3.and(&[Feature::Avx512F, Feature::Avx512Vl, Feature::Avx512Bw, Feature::Avx512Dq, Feature::Avx512Cd]);
const CONTRACT: Contract = Contract { features: V4.erased(), arguments: 8 };

/// The code of a function: `endbr64`, and what follows.
fn function(text: &str) -> Vec<u8> {
    assemble(&format!("endbr64; {text}")).unwrap_or_else(|error| panic!("{text}: {error}"))
}

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

const ACCEPTED: [&str; 23] = [
    "ret",
    "jmp .L0; .L0: ret",
    // A loop, and a path around it.
    "test rdi, rdi; je .L1; .L0: vmovups ymm0, [rsi]; add rsi, 32; sub rdi, 1; jne .L0; .L1: vzeroupper; ret",
    // Upper halves: cleared on the path that used them; 16 bytes and masks have none.
    "test rdi, rdi; je .L0; vaddps zmm0, zmm1, zmm2; vzeroupper; ret; .L0: ret",
    "vaddps xmm0, xmm1, xmm2; vaddps xmm17, xmm18, xmm19; kmovw k1, edi; vmovups [rsi], ymm1; ret",
    "vptest ymm0, ymm1; vextractf128 xmm0, ymm1, 1; ret",
    // A frame of each kind; the arguments on the stack from within it.
    "push rbx; push r12; mov rbx, [rsp + 24]; mov r12, [rsp + 32]; pop r12; pop rbx; ret",
    "sub rsp, 24; mov [rsp + 16], rbp; mov rbp, rdi; mov rbp, [rsp + 16]; add rsp, 24; ret",
    "lea rsp, [rsp - 16]; mov [rsp], r15; xor r15d, r15d; mov r15, [rsp]; lea rsp, [rsp + 16]; ret",
    "sub rsp, 4096; mov [rsp + 4088], r13; mov r13, rdi; mov r13, [rsp + 4088]; add rsp, 4096; ret",
    // Integers that a function keeps, in registers of all kinds, below what it saved.
    "push rbx; lea rsp, [rsp - 16]; mov rbx, rdi; mov [rsp], rbx; mov [rsp + 8], rax; mov rbx, [rsp + 8]; mov rcx, [rsp]; mov rax, [rsp + 32]; lea rsp, [rsp + 16]; pop rbx; ret",
    "mov rax, [rsp + 8]; mov ecx, [rsp + 20]; ret",
    // Saved by a push, restored by a load, and the other way round.
    "push rbx; mov rbx, rdi; mov rbx, [rsp]; add rsp, 8; ret",
    "sub rsp, 8; mov [rsp], r14; mov r14, rdi; pop r14; ret",
    // Registers saved on the path that changes them.
    "test rdi, rdi; je .L0; push rbp; mov rbp, rdi; pop rbp; .L0: ret",
    // What the frame is also good for.
    "sub rsp, 72; vmovups [rsp], zmm0; vaddps zmm1, zmm0, dword ptr [rsp + 60]{1to16}; add dword ptr [rsp], 1; add rsp, 72; vzeroupper; ret",
    "push rdi; pop rax; push rbx; pop rbx; ret",
    "sub rsp, 8; mov qword ptr [rsp], 5; add rax, [rsp]; cmp byte ptr [rsp + 7], 0; add rsp, 8; ret",
    // Two returns.
    "test rdi, rdi; je .L0; ret; .L0: nop; ret",
    // Addresses of all kinds.
    "mov rax, [rdi + 4*rsi - 8]; mov rax, [8*rsi]; lea rax, [rdi + 2*rdi]; mov rax, [r12]; mov rax, [rbp]; ret",
    "vgatherdps ymm0, [rdi + 4*ymm1], ymm2; vgatherqpd zmm0 {k1}, [zmm1]; vzeroupper; ret",
    // A landing more, hints.
    "endbr64; nop; nop dword ptr [rax]; prefetcht0 [rdi]; ret",
    // Registers that System V leaves to a function.
    "mov rsi, rdi; mov rdi, rax; mov r11, rbx; vmovaps xmm6, xmm15; vmovaps xmm15, xmm6; ret",
];

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

const fn outside(offset: i64, bytes: i64) -> Rule {
    Rule::OutsideFrame { offset, bytes }
}

const REFUSED: &[(&str, usize, Rule)] = &[
    // What does more than compute.
    ("syscall_is_unknown: .byte 0x0f; .byte 0x05; ret", 0, Rule::Unknown(0x0f05_c300)),
    ("std; ret", 0, Rule::Forbidden("std")),
    ("cld; ret", 0, Rule::Forbidden("cld")),
    ("ldmxcsr [rdi]; ret", 0, Rule::Forbidden("ldmxcsr_m32")),
    ("stmxcsr [rdi]; ret", 0, Rule::Forbidden("stmxcsr_m32")),
    ("ud2; ret", 0, Rule::Forbidden("ud2")),
    ("int3; ret", 0, Rule::Forbidden("int3")),
    ("cpuid; ret", 0, Rule::Forbidden("cpuid")),
    ("leave; ret", 0, Rule::Forbidden("leave")),
    ("vzeroall; ret", 0, Rule::Forbidden("vzeroall")),
    ("call .L0; .L0: ret", 0, Rule::Forbidden("call_far")),
    ("call rax; ret", 0, Rule::Forbidden("call_rm64")),
    ("jmp rax", 0, Rule::Forbidden("jmp_rm64")),
    ("jmp [rsp + 8]", 0, Rule::Forbidden("jmp_rm64")),
    // Control.
    ("jmp .+3; ret", 0, Rule::Outside(7)),
    ("jmp .-5; ret", 0, Rule::Outside(-1)),
    ("nop; je .+2147483653; ret", 1, Rule::Outside(0x8000_000a)),
    ("jmp .+3; mov eax, 5; ret", 0, Rule::Amid(7)),
    ("mov eax, 0xc3; je .-3; ret", 1, Rule::Amid(6)),
    ("je .-1; ret", 0, Rule::Amid(3)),
    ("nop", 0, Rule::RunsOut),
    ("test rdi, rdi; je .L0; ret; .L0: nop", 3, Rule::RunsOut),
    ("test rdi, rdi; je .L0; ret; .L0: jne .L0", 3, Rule::RunsOut),
    // Addresses.
    ("mov rax, [rip + 5]; ret", 0, Rule::Address),
    ("lea rax, [rip + 5]; ret", 0, Rule::Address),
    ("mov rax, [4096]; ret", 0, Rule::Address),
    ("vaddps zmm0, zmm1, dword ptr [rip]{1to16}; ret", 0, Rule::Address),
    // Registers.
    ("mov rbx, rdi; ret", 1, Rule::NotPreserved("rbx")),
    ("mov bl, 1; ret", 1, Rule::NotPreserved("rbx")),
    ("xor ebp, ebp; ret", 1, Rule::NotPreserved("rbp")),
    ("lea r12, [rdi + 1]; ret", 1, Rule::NotPreserved("r12")),
    ("imul r13d, edi, 3; ret", 1, Rule::NotPreserved("r13")),
    ("sete r14b; ret", 1, Rule::NotPreserved("r14")),
    ("bswap r15; ret", 1, Rule::NotPreserved("r15")),
    ("kmovw ebx, k1; ret", 1, Rule::NotPreserved("rbx")),
    ("vmovq rbx, xmm0; ret", 1, Rule::NotPreserved("rbx")),
    ("vpextrd ebx, xmm0, 1; ret", 1, Rule::NotPreserved("rbx")),
    ("vcvttss2si rbx, xmm0; ret", 1, Rule::NotPreserved("rbx")),
    ("pext rbx, rax, rcx; ret", 1, Rule::NotPreserved("rbx")),
    ("blsr rbx, rax; ret", 1, Rule::NotPreserved("rbx")),
    ("xchg [rdi], rbx; ret", 1, Rule::NotPreserved("rbx")),
    ("push rdi; pop rbx; ret", 2, Rule::NotPreserved("rbx")),
    ("test rdi, rdi; je .L0; mov rbx, rdi; .L0: ret", 3, Rule::NotPreserved("rbx")),
    // Saved too late, restored too early, from elsewhere, in part, after being overwritten.
    ("mov rbx, rdi; push rbx; pop rbx; ret", 3, Rule::NotPreserved("rbx")),
    ("push rbx; pop rbx; mov rbx, rdi; ret", 3, Rule::NotPreserved("rbx")),
    ("push rbx; push rbp; mov rbx, rdi; pop rbx; pop rbp; ret", 5, Rule::NotPreserved("rbx")),
    ("push rbx; sub rsp, 8; mov rbx, rdi; mov rbx, [rsp]; add rsp, 16; ret", 5, Rule::NotPreserved("rbx")),
    ("push rbx; mov rbx, rdi; mov ebx, [rsp]; add rsp, 8; ret", 4, Rule::NotPreserved("rbx")),
    ("sub rsp, 8; mov [rsp], ebx; mov rbx, rdi; pop rbx; ret", 4, Rule::NotPreserved("rbx")),
    ("push rbx; mov rbx, rdi; mov byte ptr [rsp + 7], 0; pop rbx; ret", 4, Rule::NotPreserved("rbx")),
    ("push rbx; mov rbx, rdi; add qword ptr [rsp], 8; pop rbx; ret", 4, Rule::NotPreserved("rbx")),
    // Integers that are kept where registers are, or where the caller is.
    (
        "push rbx; lea rsp, [rsp - 16]; mov rbx, rdi; mov [rsp + 16], rbx; lea rsp, [rsp + 16]; pop rbx; ret",
        6,
        Rule::NotPreserved("rbx"),
    ),
    (
        "push rbx; lea rsp, [rsp - 16]; mov [rsp + 24], rdi; lea rsp, [rsp + 16]; pop rbx; ret",
        2,
        outside(0, 8),
    ),
    ("push rbx; mov rbx, rdi; add rbx, [rsp]; add rsp, 8; ret", 4, Rule::NotPreserved("rbx")),
    (
        "push rbx; push rax; vmovups [rsp], xmm0; mov rbx, rdi; pop rax; pop rbx; ret",
        6,
        Rule::NotPreserved("rbx"),
    ),
    ("push rbx; mov rbx, rdi; add rsp, 8; sub rsp, 8; pop rbx; ret", 5, Rule::NotPreserved("rbx")),
    (
        "sub rsp, 8; test rdi, rdi; je .L0; mov [rsp], rbx; .L0: mov rbx, rdi; pop rbx; ret",
        6,
        Rule::NotPreserved("rbx"),
    ),
    (
        "push rbx; .L0: mov rbx, rdi; mov [rsp], rbx; sub rdi, 1; jne .L0; pop rbx; ret",
        6,
        Rule::NotPreserved("rbx"),
    ),
    // Upper halves.
    ("vaddps ymm0, ymm1, ymm2; ret", 1, Rule::UpperHalves),
    ("vmovups zmm20, [rdi]; ret", 1, Rule::UpperHalves),
    ("vpmovzxbw ymm0, xmm1; ret", 1, Rule::UpperHalves),
    ("vzeroupper; vbroadcastss ymm0, xmm1; ret", 2, Rule::UpperHalves),
    ("vaddps ymm0, ymm1, ymm2; test rdi, rdi; je .L0; vzeroupper; .L0: ret", 4, Rule::UpperHalves),
    ("jmp .L1; .L0: ret; .L1: vmovups ymm0, [rdi]; jmp .L0", 1, Rule::UpperHalves),
    // The stack.
    ("mov rax, rsp; ret", 0, Rule::StackPointer),
    ("mov rsp, rax; ret", 0, Rule::StackPointer),
    ("mov spl, 0; ret", 0, Rule::StackPointer),
    ("lea rax, [rsp + 8]; ret", 0, Rule::StackPointer),
    ("lea rsp, [rax + 8]; ret", 0, Rule::StackPointer),
    ("lea rsp, [rsp + rax]; ret", 0, Rule::StackPointer),
    ("lea esp, [rsp + 8]; ret", 0, Rule::StackPointer),
    ("sub rsp, rax; ret", 0, Rule::StackPointer),
    ("sub esp, 8; ret", 0, Rule::StackPointer),
    ("and rsp, -64; ret", 0, Rule::StackPointer),
    ("cmp rsp, 16; ret", 0, Rule::StackPointer),
    ("inc rsp; ret", 0, Rule::StackPointer),
    ("push rsp; ret", 0, Rule::StackPointer),
    ("pop rsp; ret", 0, Rule::StackPointer),
    ("andn rax, rsp, rcx; ret", 0, Rule::StackPointer),
    ("vpbroadcastq ymm0, rsp; ret", 0, Rule::StackPointer),
    ("vmovq xmm0, rsp; ret", 0, Rule::StackPointer),
    ("mov rax, [rsp + 8*rcx]; ret", 0, Rule::StackPointer),
    ("vgatherdps zmm0 {k1}, [rsp + 4*zmm1]; ret", 0, Rule::StackPointer),
    ("sub rsp, 4; ret", 0, Rule::Depth(4)),
    ("add rsp, 8; ret", 0, Rule::Depth(-8)),
    ("pop rax; ret", 0, outside(0, 8)),
    ("sub rsp, 4104; ret", 0, Rule::Depth(4104)),
    ("sub rsp, 8; ret", 1, Rule::Unbalanced(8)),
    ("push rax; ret", 1, Rule::Unbalanced(8)),
    ("mov [rsp], rax; ret", 0, outside(0, 8)),
    ("mov [rsp - 8], rax; ret", 0, outside(-8, 8)),
    ("mov rax, [rsp]; ret", 0, outside(0, 8)),
    ("mov [rsp + 8], rax; ret", 0, outside(8, 8)),
    ("add qword ptr [rsp + 8], 1; ret", 0, outside(8, 8)),
    ("mov rax, [rsp + 24]; ret", 0, outside(24, 8)),
    ("vmovups xmm0, [rsp + 16]; ret", 0, outside(16, 16)),
    ("vaddps xmm0, xmm1, [rsp - 8]; ret", 0, outside(-8, 16)),
    ("push rax; vmovups [rsp], xmm0; pop rax; ret", 1, outside(-8, 16)),
    ("test rdi, rdi; je .L0; push rax; .L0: ret", 3, Rule::Meeting(8, 0)),
    ("test rdi, rdi; je .L0; .L1: push rax; jne .L1; .L0: ret", 2, Rule::Meeting(0, 8)),
];

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
    assert_eq!(kinds.len() + 2, 15, "a rule has no example");
}

/// Windows preserves more registers, passes fewer arguments in them, and has room for these above the return address.
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
    let contract = Contract { features: Features::of(Feature::ALL).erased(), arguments: 0 };
    let (mut written, mut accepted) = (0, 0);
    for row in table::rows() {
        let samples = (0..scaled(128, 4096)).filter_map(|_| sample::random(row, || random.bits()));
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
    assert!(written > 20_000 && accepted > 50_000);
}

/// The verifier remembers instructions that it has accepted; its verdict on one is nevertheless the same after any other
/// of the row, and on bytes that are nearly the same.
#[test]
fn verdicts_do_not_depend_on_what_was_seen() {
    let mut random = SplitMix::seeded("verdicts_do_not_depend_on_what_was_seen", 45);
    let contract = Contract { features: Features::of(Feature::ALL).erased(), arguments: 0 };
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
        let codes: Vec<_> = (0..scaled(64, 2048))
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
    assert!(compared > 500_000 && accepted > 200_000);
}

/// Kernels of all kinds, with the core that LLVM is asked about.
fn texts() -> Vec<(String, &'static str)> {
    let mut kernels: Vec<(String, &str)> =
        ACCEPTED.iter().map(|text| ((*text).to_owned(), "skylake-avx512")).collect();
    for (saved, used) in [("", "r10"), ("rbx", "rbx"), ("rbp", "rbp"), ("r12", "r12"), ("r15", "r15")] {
        let (push, pop) = match saved {
            "" => (String::new(), String::new()),
            _ => (format!("push {saved};"), format!("pop {saved};")),
        };
        let depth = if saved.is_empty() { 8 } else { 16 };
        for core in ["haswell", "skylake-avx512"] {
            let vector = if core == "haswell" { "ymm" } else { "zmm" };
            let multiply = if core == "haswell" {
                "vbroadcastss ymm3, [rsi]; vfmadd231ps ymm0, ymm1, ymm3"
            } else {
                "vfmadd231ps zmm0, zmm1, dword ptr [rsi]{1to16}"
            };
            kernels.push((
                format!(
                    "{push} mov {used}, [rsp + {depth}]; vmovups {vector}0, [rdx]; .L0: vmovups {vector}1, [rdi]; {multiply}; \
                     add rdi, 64; add rsi, 4; sub {used}, 1; jne .L0; vmovups [rdx], {vector}0; vzeroupper; {pop} ret"
                ),
                core,
            ));
            kernels.push((
                format!(
                    "sub rsp, 24; mov [rsp + 8], r13; mov r13, rdi; test rdx, rdx; jle .L1; .L0: vmovss xmm0, dword ptr [r13 + 4*rax]; \
                     vmulss xmm0, xmm0, xmm2; vmovss dword ptr [rsi + 4*rax], xmm0; inc rax; cmp rax, rdx; jb .L0; .L1: mov r13, [rsp + 8]; \
                     add rsp, 24; {push} {pop} ret"
                ),
                core,
            ));
        }
        kernels.push((
            format!(
                "{push} mov eax, 7; kmovw k1, eax; vmovups zmm16 {{k1}} {{z}}, [rdi]; vmulpd zmm17, zmm16, qword ptr [rsi + 8]{{1to8}}; \
                 vmaxps zmm18 {{k1}}, zmm17, zmm16; vmovups [rdx + 64] {{k1}}, zmm18; vzeroupper; {pop} ret"
            ),
            "skylake-avx512",
        ));
        kernels.push((
            format!(
                "{push} lea {used}, [rdi + 8*rsi]; .L0: vmovups xmm0, [rdi]; vpermilps xmm1, xmm0, 27; vmovups [rdx], xmm1; add rdi, 16; \
                 add rdx, 16; cmp rdi, {used}; jne .L0; {pop} ret"
            ),
            "haswell",
        ));
    }
    kernels
}

/// The instructions of code, by our reading, with LLVM's text.
fn lines(code: &[u8], texts: Vec<String>) -> Result<Vec<Line>, String> {
    let (mut starts, mut at) = (Vec::new(), 0);
    while at < code.len() {
        starts.push(at);
        at += decode(&code[at..]).ok_or("it does not decode")?.1;
    }
    if starts.len() != texts.len() {
        return Err(format!("LLVM reads {} instructions, not {}: {texts:?}", texts.len(), starts.len()));
    }
    let plain =
        |text: String| text.trim_start_matches("{evex}").trim_start_matches("{vex}").trim().to_owned();
    Ok(starts.into_iter().zip(texts.into_iter().map(plain)).collect())
}

/// The judge of the next tests finds the breaches that are written by hand.
#[test]
fn the_judge_sees_what_is_refused() {
    let codes: Vec<Vec<u8>> = REFUSED.iter().map(|(text, ..)| function(text)).collect();
    for (((text, ..), code), texts) in REFUSED.iter().zip(&codes).zip(llvm::listings(&codes)) {
        let judged =
            lines(code, texts).and_then(|lines| follow(&lines, code.len(), Allowed { arguments: 16 }));
        assert!(judged.is_err(), "{text}");
    }
}

/// A kernel, and what is asked of it.
struct Kernel {
    name: String,
    code: Vec<u8>,
    contract: Contract,
    /// LLVM's name of a core that has its features and no others.
    core: &'static str,
}

/// The kernels that are written by hand.
fn written() -> Vec<Kernel> {
    let kernel = |(text, core): (String, &'static str)| {
        let features = if core == "haswell" { V3.erased() } else { V4.erased() };
        Kernel { code: function(&text), name: text, contract: Contract { features, ..CONTRACT }, core }
    };
    texts().into_iter().map(kernel).collect()
}

/// Kernels of generators: with and without loops, and with arguments on the stack.
fn generated() -> Vec<Kernel> {
    let registry = kernels::registry();
    let mut all = Vec::new();
    for (name, core) in [("haswell", "haswell"), ("skylake-server", "skylake-avx512")] {
        let target = Target::named(name).expect("a core");
        for (m, n, k) in [(1, 1, 1), (3, 2, 5), (8, 3, 2), (5, 3, 9)] {
            let (a, b, c) = (Matrix::column_major(m), Matrix::column_major(k), Matrix::column_major(m));
            let (alpha, beta, epilogue) = (Factor::One, Factor::One, Chain::EMPTY);
            let batch = Batch::Single;
            let dtype = DType::F32;
            let plain = GemmSpec { dtype, m, n, k, a, b, c, alpha, beta, batch, epilogue };
            let mut strided = GemmSpec { dtype: DType::F64, ..plain };
            let count = Stride::Runtime;
            // More columns take more integer registers than there are.
            if n < 3 {
                strided.batch = Batch::Strided { count, a: Stride::Runtime, b: Stride::Runtime };
            }
            strided.c.ld = Stride::Runtime;
            for spec in [plain, strided].map(KernelSpec::Gemm) {
                let contract =
                    Contract { features: target.core.features, arguments: spec.arguments().count() };
                let code = kernels::code(&registry, &spec, &target);
                all.push(Kernel { name: format!("{spec} for {name}"), code, contract, core });
            }
        }
    }
    all
}

/// What remains accepted when any bit of a kernel is flipped keeps to itself, by LLVM's reading; so do the kernels.
#[test]
fn every_harmful_flip_is_refused() {
    let kernels = written();
    assert!(kernels.len() >= 50, "{}", kernels.len());
    judge_flips(&kernels);
}

/// The same for kernels that generators make.
#[test]
fn every_harmful_flip_of_generated_kernels_is_refused() {
    judge_flips(&generated());
}

fn judge_flips(kernels: &[Kernel]) {
    let mut used: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let (mut flips, mut accepted) = (0, 0);
    for Kernel { name, code, contract, core } in kernels {
        assert_eq!(verify(code, contract).map(drop), Ok(()), "{name}");
        let (mut codes, mut flipped) = (vec![code.clone()], code.clone());
        for (at, bit) in (0..code.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            flipped[at] ^= 1 << bit;
            if verify(&flipped, contract).is_ok() {
                codes.push(flipped.clone());
            }
            flipped[at] ^= 1 << bit;
        }
        flips += 8 * code.len();
        accepted += codes.len() - 1;
        let arguments = 8 * contract.arguments.saturating_sub(6) as i64;
        for (code, texts) in codes.iter().zip(llvm::listings(&codes)) {
            let judged = lines(code, texts).and_then(|lines| {
                let texts = lines.iter().map(|(_, text)| text.clone()).filter(|text| !text.starts_with('j'));
                used.entry(core).or_default().extend(texts);
                follow(&lines, code.len(), Allowed { arguments })
            });
            assert_eq!(judged, Ok(()), "{name}: {code:02x?}");
        }
    }
    println!("{flips} flips, {accepted} accepted");
    // A core that lacks a feature assembles none of its instructions.
    for (core, texts) in used {
        let texts: Vec<String> = texts.into_iter().collect();
        let codes = llvm::assemble_for(core, &texts);
        let refused: Vec<_> = texts.iter().zip(codes).filter(|(_, code)| code.is_none()).collect();
        assert!(refused.is_empty(), "{core}: {refused:?}");
    }
}

/// A part of a kernel is refused, or harmless, as any string of bytes is.
#[test]
fn strings_of_bytes_are_refused_or_harmless() {
    let mut random = SplitMix::seeded("strings_of_bytes_are_refused_or_harmless", 44);
    let kernels: Vec<Vec<u8>> = texts().iter().map(|(text, _)| function(text)).collect();
    let mut accepted = Vec::new();
    for _ in 0..scaled(200_000, 20_000_000) {
        let mut of = || &kernels[random.below(kernels.len() as u64) as usize];
        let (first, second) = (of(), of());
        let [from, to] = [first, second].map(|code| random.below(code.len() as u64) as usize);
        let code = [&first[..from], &second[to..]].concat();
        if verify(&code, &CONTRACT).is_ok() {
            accepted.push(code);
        }
    }
    println!("{} are accepted", accepted.len());
    for (code, texts) in accepted.iter().zip(llvm::listings(&accepted)) {
        let judged =
            lines(code, texts).and_then(|lines| follow(&lines, code.len(), Allowed { arguments: 16 }));
        assert_eq!(judged, Ok(()), "{code:02x?}");
    }
    assert!(accepted.len() > 100);
    assert_eq!(verify_for(&SYSTEM_V, &kernels[0], &CONTRACT), verify(&kernels[0], &CONTRACT));
}
