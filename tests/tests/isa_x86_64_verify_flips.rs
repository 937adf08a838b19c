//! What the verifier of x86-64 accepts keeps to itself by LLVM's reading: kernels with any bit flipped,
//! and strings of bytes.

use std::collections::{BTreeMap, BTreeSet};
use tensmith_core::isa::Contract;
use tensmith_core::isa::x86_64::verify::{SYSTEM_V, verify_for};
use tensmith_core::isa::x86_64::{decode, verify};
use tensmith_core::kernel::spec::{Batch, Chain, Factor, Matrix, Stride};
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::{DType, Target};
use tensmith_tests::functions_x86_64::{ACCEPTED, CONTRACT, REFUSED, V3, V4, function};
use tensmith_tests::keeps_x86_64::{Allowed, Line, follow};
use tensmith_tests::kernels;
use tensmith_tests::llvm_x86_64 as llvm;
use tensmith_tests::nightly::scaled;
use tensmith_tests::random::SplitMix;

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
    contract: Contract<'static>,
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
            let plain = GemmSpec { types: dtype.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue };
            let mut strided = GemmSpec { types: DType::F64.into(), ..plain };
            let count = Stride::Runtime;
            // More columns take more integer registers than there are.
            if n < 3 {
                strided.batch = Batch::Strided { count, a: Stride::Runtime, b: Stride::Runtime };
            }
            strided.c.ld = Stride::Runtime;
            for spec in [plain, strided].map(KernelSpec::Gemm) {
                let contract = Contract {
                    features: target.core.features,
                    arguments: spec.arguments().count(),
                    callees: &[],
                };
                let code = kernels::code(&registry, &spec, &target);
                all.push(Kernel { name: format!("{spec} for {name}"), code, contract, core });
            }
        }
    }
    all
}

/// What remains accepted when any bit of a kernel is flipped keeps to itself, by LLVM's
/// reading; so do the kernels.
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
