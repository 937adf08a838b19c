//! Functions that call others: arguments and results of every type, values that live over calls, and
//! which calls are refused.
#![allow(unsafe_code)]

use std::num::NonZeroU64;
use tensmith::func::{Callees, Returned};
use tensmith_core::Target;
use tensmith_core::codegen::liveness::LivenessError;
use tensmith_core::codegen::{CodegenError, stages};
use tensmith_core::isa::aarch64::AArch64;
use tensmith_core::isa::x86_64::X86_64;
use tensmith_core::isa::{Contract, Isa, Rule, VerifyError};
use tensmith_core::kernel::Writer;
use tensmith_core::kernel::callee::Allowed;
use tensmith_core::kernel::func::{FloatType, FuncError, IntType, Type};
use tensmith_core::kernel::text::parse;
use tensmith_tests::here;
use tensmith_tests::language::{Passed, function, run_calling};
use tensmith_tests::random::SplitMix;

const F32: Type = Type::Float(FloatType::F32);
const F64: Type = Type::Float(FloatType::F64);

/// What [`mixed`] takes.
const MIXED: [Type; 12] = [
    Type::Int(IntType::I8),
    F32,
    Type::Int(IntType::U16),
    F64,
    Type::Int(IntType::I32),
    F64,
    Type::Int(IntType::U64),
    F32,
    Type::Int(IntType::I64),
    F32,
    Type::Int(IntType::U8),
    F64,
];

/// Every argument has a part in the result, at a place of its own. It overwrites registers that
/// it need not preserve.
#[allow(clippy::too_many_arguments)]
extern "C" fn mixed(
    a: i8,
    b: f32,
    c: u16,
    d: f64,
    e: i32,
    f: f64,
    g: u64,
    h: f32,
    i: i64,
    j: f32,
    k: u8,
    l: f64,
) -> f64 {
    trash();
    let ints = [i64::from(a), i64::from(c), i64::from(e), g as i64, i, i64::from(k)];
    let floats = [f64::from(b), d, f, f64::from(h), f64::from(j), l];
    ints.into_iter().fold(0i64, |sum, int| sum.wrapping_mul(31).wrapping_add(int)) as f64
        + floats.into_iter().fold(0.0, |sum, float| sum * 3.0 + float)
}

/// The same from bits.
fn mixed_of_bits(bits: &[u64]) -> u64 {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = *bits else { panic!("twelve arguments") };
    let [b, h, j] = [b, h, j].map(|bits| f32::from_bits(bits as u32));
    let [d, f, l] = [d, f, l].map(f64::from_bits);
    mixed(a as i8, b, c as u16, d, e as i32, f, g, h, i as i64, j, k as u8, l).to_bits()
}

extern "C" fn next(number: i16) -> i16 {
    trash();
    number.wrapping_add(1)
}

/// Overwrites the registers that a function need not preserve.
fn trash() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: all that it changes is declared.
    unsafe {
        std::arch::asm!(
            "mov rax, -1",
            "mov rcx, -1",
            "mov rdx, -1",
            "mov rsi, -1",
            "mov rdi, -1",
            "mov r8, -1",
            "mov r9, -1",
            "mov r10, -1",
            "mov r11, -1",
            "pcmpeqb xmm0, xmm0",
            "pcmpeqb xmm1, xmm1",
            "pcmpeqb xmm5, xmm5",
            "pcmpeqb xmm15, xmm15",
            clobber_abi("C")
        );
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: all that it changes is declared.
    unsafe {
        std::arch::asm!(
            "mov x0, #-1",
            "mov x1, #-1",
            "mov x8, #-1",
            "mov x9, #-1",
            "mov x15, #-1",
            "mov x16, #-1",
            "mov x17, #-1",
            "movi v0.2d, #-1",
            "movi v1.2d, #-1",
            "movi v16.2d, #-1",
            "movi v31.2d, #-1",
            "mov v8.d[1], x9",
            "mov v15.d[1], x9",
            clobber_abi("C")
        );
    }
}

/// The address of a function.
fn at(function: *const ()) -> NonZeroU64 {
    NonZeroU64::new(function.expose_provenance() as u64).expect("no function is at 0")
}

fn callees() -> Callees {
    let returns = |bits| Returned { bits, says: None };
    let i16 = Type::Int(IntType::I16);
    let mut callees = Callees::default();
    let model = Box::new(move |bits: &[u64]| returns(mixed_of_bits(bits)));
    // SAFETY: it has these types, returns what its model does, and accesses no memory.
    unsafe { callees.allow("mixed", &MIXED, Some(F64), at(mixed as *const ()), model) };
    let model = Box::new(move |bits: &[u64]| returns((bits[0] as i16).wrapping_add(1) as u64));
    // SAFETY: as above.
    unsafe { callees.allow("next", &[i16], Some(i16), at(next as *const ()), model) };
    callees
}

/// Runs a function on each size of vectors that the machine at hand has. Returns the result and what
/// the arguments are then.
fn run(text: &str, arguments: &[Passed]) -> (Option<u64>, Vec<Passed>) {
    let (func, callees) = (function(text), callees());
    assert_eq!(function(&func.to_string()), func, "{func}");
    for target in Target::all() {
        let linked = callees.link(&func).expect("functions that may be called");
        target.compile(&linked).unwrap_or_else(|error| panic!("{}: {error}\n{func}", target.core.name));
    }
    let mut last = None;
    for target in here::portable() {
        let mut left = arguments.to_vec();
        last = Some((run_calling(&func, target, &mut left, &callees), left));
    }
    last.expect("a target that this machine executes")
}

/// `extern` lines of both.
fn externs() -> String {
    let types = MIXED.map(|of| of.to_string()).join(", ");
    format!("extern f0 \"mixed\" ({types}) -> f64\nextern f1 \"next\" (i16) -> i16\n")
}

#[test]
fn arguments_and_results_are_those_of_their_types() {
    let mut random = SplitMix::seeded("kernel_language_callees: arguments", 1);
    let (mut header, mut passes) = (String::new(), String::new());
    for (nth, of) in MIXED.iter().enumerate() {
        let register = format!("{}{nth}", if matches!(of, Type::Int(_)) { 'i' } else { 'v' });
        header += &format!("{}{register}: {of}", if nth == 0 { "" } else { ", " });
        passes += &format!("pass.{of} {register}\n");
    }
    let text = format!(
        "{}func \"forward\" ({header}) -> f64 {{\n{passes}call f0\nresult.f64 v20\nreturn.f64 v20\n}}",
        externs()
    );
    for _ in 0..20 {
        let bits: Vec<u64> = MIXED
            .iter()
            .map(|of| match of {
                Type::Int(of) => random.bits() & of.mask(),
                Type::Float(FloatType::F32) => (random.below(1000) as f32 - 500.0).to_bits().into(),
                Type::Float(_) => (random.below(1000) as f64 - 500.0).to_bits(),
            })
            .collect();
        let passed: Vec<Passed> = bits.iter().map(|bits| Passed::Bits(*bits)).collect();
        assert_eq!(run(&text, &passed).0, Some(mixed_of_bits(&bits)), "{bits:?}");
    }
}

/// Values of both classes are written before calls in a loop, some of them changed in each
/// pass, and read behind it.
#[test]
fn values_live_over_calls() {
    for (ints, vectors) in [(0, 0), (3, 2), (5, 7), (6, 20)] {
        let mut text = format!("{}func \"over\" (i0, i1, i2: i16) -> i16 {{\n", externs());
        for nth in 0..ints {
            text += &format!("load.u64 i{}, [i0 + {}]\n", 10 + nth, 8 * nth);
        }
        for nth in 0..vectors {
            text += &format!("load.f32x4 v{nth}, [i1 + {}]\n", 16 * nth);
        }
        text += "const i3, 0\nwhile lt.u64 i3, 5 {\nadd i3, i3, 1\n";
        text += "if ne.u64 i3, 3 {\npass.i16 i2\ncall f1\nresult.i16 i2\n}\n";
        for nth in 0..vectors {
            text += &format!("add.f32 v{nth}, v{nth}, v{nth}\n");
        }
        text += "}\n";
        for nth in 0..ints {
            text += &format!("store.u64 i{}, [i0 + {}]\n", 10 + nth, 8 * (ints - 1 - nth));
        }
        for nth in 0..vectors {
            text += &format!("store.f32x4 v{nth}, [i1 + {}]\n", 16 * nth);
        }
        text += "return i2\n}";
        let words: Vec<u64> = (0..ints.max(1)).map(|nth| 0x0101_0101_0101_0101 * (nth + 1)).collect();
        let floats: Vec<f32> = (0..4 * vectors.max(1)).map(|nth| nth as f32 + 0.5).collect();
        let arguments = [
            Passed::numbers(words.iter().map(|word| word.to_le_bytes())),
            Passed::numbers(floats.iter().map(|float| float.to_le_bytes())),
            Passed::Bits(0x7ffd),
        ];
        let (result, left) = run(&text, &arguments);
        assert_eq!(result, Some(0x8001));
        let reversed: Vec<[u8; 8]> = words.iter().rev().map(|word| word.to_le_bytes()).collect();
        assert_eq!(left[0].chunks::<8>(), reversed, "{text}");
        if vectors > 0 {
            let doubled: Vec<[u8; 4]> = floats.iter().map(|float| (float * 32.0).to_le_bytes()).collect();
            assert_eq!(left[1].chunks::<4>(), doubled, "{text}");
        }
    }
}

/// The builder writes the same text.
#[test]
fn writers_declare_and_call() {
    let k = Writer::new("twice").unwrap();
    let i16 = Type::Int(IntType::I16);
    let next = k.callee("next", &[i16], Some(i16));
    let number = k.argument::<i16>();
    k.returns::<i16>();
    let once = k.call::<i16>(next, [number.into()]);
    k.return_(k.call::<i16>(next, [once.into()]));
    let text = k.finish().unwrap().to_string();
    assert!(
        text.starts_with(
            "extern f0 \"next\" (i16) -> i16\nfunc \"twice\" (i0: i16) -> i16 {\n    pass.i16 i0\n"
        ),
        "{text}"
    );
    assert_eq!(run(&text, &[Passed::Bits(0xfffe)]).0, Some(0));
}

#[test]
fn texts_with_wrong_calls_are_refused() {
    let cases = [
        ("", "call f0", "line 2: instruction 0: the arguments of f0 must be passed before it is called"),
        (
            "extern f0 \"g\" ()\n",
            "call f1",
            "line 3: instruction 0: the arguments of f1 must be passed before it is called",
        ),
        (
            "extern f0 \"g\" (i32)\n",
            "call f0",
            "line 3: instruction 0: the arguments of f0 must be passed before it is called",
        ),
        (
            "extern f0 \"g\" ()\n",
            "pass.u64 i0\ncall f0",
            "line 4: instruction 1: the arguments of f0 must be passed before it is called",
        ),
        (
            "extern f0 \"g\" (u64)\n",
            "pass.u64 i0\nadd i0, i0, 1\ncall f0",
            "line 3: instruction 0: what is passed must be followed by the call that it is for",
        ),
        (
            "extern f0 \"g\" (u64)\n",
            "pass.u64 i0",
            "line 3: instruction 0: what is passed must be followed by the call that it is for",
        ),
        (
            "extern f0 \"g\" (u32)\n",
            "pass.u32 i0\ncall f0",
            "line 3: instruction 0: i0 has 64 bits, where 32 are expected",
        ),
        (
            "extern f0 \"g\" ()\n",
            "call f0\nresult.u64 i0",
            "line 4: instruction 1: a result must be taken right behind a call that has it",
        ),
        (
            "extern f0 \"g\" () -> f32\n",
            "call f0\nresult.f64 v0",
            "line 4: instruction 1: a result must be taken right behind a call that has it",
        ),
        (
            "extern f0 \"g\" () -> u64\n",
            "call f0\nadd i0, i0, 1\nresult.u64 i0",
            "line 5: instruction 2: a result must be taken right behind a call that has it",
        ),
        (
            "extern f1 \"g\" ()\n",
            "return",
            "line 1: functions that are called must be f0, f1, … in the order of their lines",
        ),
        (
            "extern f0 g ()\n",
            "return",
            "line 1: the form is: extern f0 \"name\" (TYPE, …) -> TYPE, with numbers below 64",
        ),
        (
            "extern f0 \"g\" (i65)\n",
            "return",
            "line 1: `i65` is no type: must be one of i8, i16, i32, i64, u8, u16, u32, u64, f32 and f64",
        ),
        (
            "extern f0 \"g\" () -> f16\n",
            "return",
            "line 1: `f16` is no type: must be one of i8, i16, i32, i64, u8, u16, u32, u64, f32 and f64",
        ),
        (
            "extern f0 \"g\" (u8, u8, u8, u8, u8, u8, u8)\n",
            "return",
            "line 1: 7 integers and 0 numbers of floating point: a call passes at most 6 and 8",
        ),
        (
            "extern f0 \"g\" (u8, f32, f32, f32, f32, f32, f64, f32, f32, f32)\n",
            "return",
            "line 1: 1 integers and 9 numbers of floating point: a call passes at most 6 and 8",
        ),
    ];
    for (declared, body, expected) in cases {
        let text = format!("{declared}func \"f\" (i0) {{\n{body}\n}}");
        let found = parse(&text).map(|func| func.to_string()).map_err(|error| error.to_string());
        assert_eq!(found, Err(expected.to_owned()), "{text}");
    }
}

#[test]
fn only_functions_of_the_list_are_called() {
    let func = function("extern f0 \"next\" (i16) -> i16\nfunc \"f\" (i0: i16) {\npass.i16 i0\ncall f0\n}");
    let i16 = Type::Int(IntType::I16);
    let address = NonZeroU64::new(0x1234).unwrap();
    let refused = |func| Target::all().map(|target| target.compile(func).unwrap_err()).collect::<Vec<_>>();
    let not_allowed = |error: &CodegenError| {
        matches!(error, CodegenError::Liveness(LivenessError::Func(FuncError::NotAllowed { at: 1, .. })))
    };
    assert!(refused(&func).iter().all(not_allowed));
    let other = Allowed { name: "last", arguments: &[i16], result: Some(i16), address };
    let linked = func.linked(&[other]).unwrap();
    assert!(refused(&linked).iter().all(not_allowed));
    let typed = Allowed { name: "next", arguments: &[F32], ..other };
    assert!(matches!(func.linked(&[typed]), Err(FuncError::Signature { at: 1, .. })));
    // What was allowed once is not any more.
    let allowed = func.linked(&[Allowed { name: "next", ..other }]).unwrap();
    assert!(refused(&allowed.linked(&[]).unwrap()).iter().all(not_allowed));
    let error = callees().link(&function("extern f0 \"next\" ()\nfunc \"f\" () {\ncall f0\n}")).unwrap_err();
    assert_eq!(error.at(), Some(0));
}

/// The code of a function that calls another at an address, for the first core of an instruction set.
fn code<I: Isa>(text: &str, address: u64) -> (Vec<u8>, tensmith_core::kernel::Func) {
    let allowed =
        Allowed { name: "g", arguments: &[], result: None, address: NonZeroU64::new(address).unwrap() };
    let func = function(text).linked(&[allowed]).unwrap();
    let target = Target::all().find(|target| target.core.name == I::CORES[0].name).unwrap();
    stages::<I>(&func, &target.core).expect("lists are made, and the allocation is checked");
    (target.compile(&func).unwrap().code, func)
}

/// The finished code is refused with another address, without the list, and where a branch
/// goes past the address.
fn calls_are_verified<I: Isa>(move_of_address: usize) {
    let address = 0x7f12_3456_789a_bcd0;
    let (code, func) = code::<I>("extern f0 \"g\" ()\nfunc \"f\" (i0) {\nloop i0 {\ncall f0\n}\n}", address);
    let target = Target::all().find(|target| target.core.name == I::CORES[0].name).unwrap();
    let contract = Contract { features: target.core.features, arguments: 1, callees: func.callees() };
    target.isa.finish(&code, &contract).expect("what was compiled");
    let broken = |code: &[u8], contract: &Contract<'_>| match target.isa.finish(code, contract) {
        Err(CodegenError::Verify(VerifyError::Refused { rule, .. })) => Some(rule),
        _ => None,
    };
    assert_eq!(broken(&code, &Contract { callees: &[], ..contract }), Some(Rule::Callee));
    let other = function("extern f0 \"g\" ()\nfunc \"f\" (i0) {\nloop i0 {\ncall f0\n}\n}");
    assert_eq!(broken(&code, &Contract { callees: other.callees(), ..contract }), Some(Rule::Callee));
    // Each bit of the address counts: those of the moves before the call.
    let call = (0..code.len()).find(|at| {
        let mut other = code.clone();
        other[*at] ^= 1;
        broken(&other, &contract) == Some(Rule::Callee)
    });
    let first = call.expect("a byte of the address");
    let refused = (first..first + move_of_address).filter(|at| {
        let mut other = code.clone();
        other[*at] ^= 0x20;
        broken(&other, &contract).is_some()
    });
    assert!(refused.count() >= 8, "the bytes of the address, from {first:#x} on");
}

#[test]
fn calls_are_verified_on_x86_64() {
    calls_are_verified::<X86_64>(13);
}

#[test]
fn calls_are_verified_on_aarch64() {
    calls_are_verified::<AArch64>(20);
}

/// Branches to each place of a loop with a call, by changing the distance of the one that is there.
#[test]
fn no_branch_goes_between_address_and_call() {
    let address = 0x7f12_3456_789a_bcd0;
    let text = "extern f0 \"g\" ()\nfunc \"f\" (i0) {\nloop i0 {\ncall f0\nadd i0, i0, 0\n}\n}";
    let (code, func) = code::<X86_64>(text, address);
    let target = Target::all().find(|target| target.core.name == X86_64::CORES[0].name).unwrap();
    let contract = Contract { features: target.core.features, arguments: 1, callees: func.callees() };
    let call = code.windows(3).position(|bytes| bytes == [0x41, 0xff, 0xd3]).expect("call r11");
    // `jnz` back to the head of the loop.
    let branch = (call..code.len() - 1).find(|at| code[*at] == 0x75).expect("a short branch");
    for to in call - 10..=call {
        let mut other = code.clone();
        other[branch + 1] = (to as i64 - (branch as i64 + 2)) as i8 as u8;
        let is_refused = target.isa.finish(&other, &contract).is_err();
        assert_eq!(is_refused, to != call - 10, "to {to:#x}");
    }
    let (code, func) = self::code::<AArch64>(text, address);
    let target = Target::all().find(|target| target.core.name == AArch64::CORES[0].name).unwrap();
    let contract = Contract { features: target.core.features, arguments: 1, callees: func.callees() };
    let words: Vec<u32> = code.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    let call = words.iter().position(|word| *word == 0xd63f_0220).expect("blr x17");
    // `cbnz` back to the head of the loop.
    let branch = words.iter().position(|word| word >> 24 == 0xb5).expect("a branch");
    for to in call - 4..=call {
        let mut other = words.clone();
        let distance = (to as i32 - branch as i32) as u32 & 0x7_ffff;
        other[branch] = words[branch] & !(0x7_ffff << 5) | distance << 5;
        let bytes: Vec<u8> = other.iter().flat_map(|word| word.to_le_bytes()).collect();
        let is_refused = target.isa.finish(&bytes, &contract).is_err();
        assert_eq!(is_refused, to != call - 4, "to {to}");
    }
}
