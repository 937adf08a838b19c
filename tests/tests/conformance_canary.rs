//! Calls among canaries: a kernel that changes a register is found, and each mode of the floating-point unit
//! has the results that `docs/book/src/floating-point.md` says.
#![cfg(target_os = "linux")]
#![allow(unsafe_code)]

use tensmith_conformance::canary::{self, Mode, Rounding};
use tensmith_core::code::entry::{Arguments, Kernel};
use tensmith_core::kernel::op::{BinaryOp, UnaryOp};
use tensmith_core::kernel::spec::{
    Batch, Chain, Factor, GemmSpec, Input, Matrix, Orientation, Parameter, Stride,
};
use tensmith_core::kernel::{BinarySpec, KernelSpec, UnarySpec};
use tensmith_core::{DType, Target};
use tensmith_tests::random::SplitMix;
use tensmith_tests::{here, kernels, ops};

fn call(mode: Mode, kernel: &Kernel, operands: &[usize]) {
    let mut arguments = Arguments::default();
    arguments[..operands.len()].copy_from_slice(operands);
    // SAFETY: the operands have the sizes that the kernels below are for.
    unsafe { canary::call_in(mode, kernel, &arguments) }.unwrap_or_else(|changed| panic!("{changed}"));
}

fn made(spec: &KernelSpec, target: &Target) -> Kernel {
    kernels::publish(&kernels::code(&kernels::registry(), spec, target), target.isa.architecture())
}

/// The modes that registers are looked at in.
fn modes() -> impl Iterator<Item = Mode> {
    Mode::all().into_iter().chain([Mode::ALTERNATE])
}

/// A function that writes a register, and the name of it.
fn breaches() -> Vec<(String, String)> {
    if cfg!(target_arch = "x86_64") {
        let ints = ["rbx", "rbp", "r12", "r13", "r14", "r15"];
        let of_int = |name: &str| (name.to_owned(), format!("endbr64\nxor {name}, 1\nret"));
        ints.into_iter().map(of_int).collect()
    } else {
        let ints = (18..30).map(|n| (format!("x{n}"), format!("bti c\neor x{n}, x{n}, #1\nret")));
        let vectors = (8..16).map(|n| (format!("d{n}"), format!("bti c\nfneg d{n}, d{n}\nret")));
        let fpcr =
            ("fpcr".to_owned(), "bti c\nmrs x0, fpcr\neor x0, x0, #0x400000\nmsr fpcr, x0\nret".to_owned());
        let stack = ["sub", "add"].map(|op| ("sp".to_owned(), format!("bti c\n{op} sp, sp, #16\nret")));
        ints.chain(vectors).chain(stack).chain([fpcr]).collect()
    }
}

#[test]
fn every_register_that_is_changed_is_named() {
    let target = here::host();
    for (register, text) in breaches() {
        let code = target.assemble(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let kernel = kernels::publish(&code, target.isa.architecture());
        for mode in modes() {
            // SAFETY: the code takes no arguments, and what it changes is restored.
            let changed = unsafe { canary::call_in(mode, &kernel, &Arguments::default()) }.unwrap_err();
            assert_eq!(changed.register, register);
            assert_ne!(changed.before, changed.after);
        }
    }
}

/// Each alternate behaviour of `FEAT_AFP`, where the processor has that (Linux says so); elsewhere the bits
/// stay 0 whatever is written.
#[cfg(target_arch = "aarch64")]
#[test]
fn an_alternate_behaviour_that_is_changed_is_named() {
    const HWCAP2_AFP: usize = 1 << 20;
    let has = rustix::param::linux_hwcap().1 & HWCAP2_AFP != 0;
    println!("the processor has {} alternate behaviours", if has { "all" } else { "no" });
    for bit in [1, 2, 4] {
        let text = format!("bti c\nmrs x0, fpcr\neor x0, x0, #{bit}\nmsr fpcr, x0\nret");
        let target = here::host();
        let kernel = kernels::publish(&target.assemble(&text).expect("code"), target.isa.architecture());
        for (mode, before) in [(Mode::DEFAULT, 0), (Mode::ALTERNATE, 7)] {
            // SAFETY: the code takes no arguments, and the mode is restored.
            let called = unsafe { canary::call_in(mode, &kernel, &Arguments::default()) };
            let expected = canary::Changed { register: "fpcr", before, after: before ^ bit };
            assert_eq!(called.err(), has.then_some(expected), "{mode:?}");
        }
    }
}

/// `pop rcx`, another stack pointer, `jmp rcx`: x86-64's assembler has no such jump, as no kernel may.
#[cfg(target_arch = "x86_64")]
#[test]
fn a_stack_pointer_that_is_changed_is_named() {
    // sub rsp, 16 and add rsp, 16
    for (change, after) in [([0x48, 0x83, 0xec, 0x10], -16_i64), ([0x48, 0x83, 0xc4, 0x10], 16)] {
        let code = [&[0xf3, 0x0f, 0x1e, 0xfa, 0x59][..], &change, &[0xff, 0xe1]].concat();
        let kernel = kernels::publish(&code, here::host().isa.architecture());
        for mode in modes() {
            // SAFETY: the code takes no arguments, and the stack pointer is restored.
            let changed = unsafe { canary::call_in(mode, &kernel, &Arguments::default()) }.unwrap_err();
            assert_eq!((changed.register, changed.after), ("rsp", changed.before.wrapping_add_signed(after)));
        }
    }
}

/// `ldmxcsr` with the rounding mode of the stack's number: x86-64's assembler has no such
/// instruction, as no kernel may.
#[cfg(target_arch = "x86_64")]
#[test]
fn a_mode_that_is_changed_is_named() {
    // endbr64; stmxcsr [rsp - 4]; xor dword ptr [rsp - 4], 0x2000; ldmxcsr [rsp - 4]; ret
    let code = [
        &[0xf3, 0x0f, 0x1e, 0xfa][..],
        &[0x0f, 0xae, 0x5c, 0x24, 0xfc],
        &[0x81, 0x74, 0x24, 0xfc, 0x00, 0x20, 0x00, 0x00],
        &[0x0f, 0xae, 0x54, 0x24, 0xfc],
        &[0xc3],
    ]
    .concat();
    let kernel = kernels::publish(&code, here::host().isa.architecture());
    // SAFETY: the code takes no arguments, and the mode is restored.
    let changed = unsafe { canary::call(&kernel, &Arguments::default()) }.unwrap_err();
    assert_eq!((changed.register, changed.before, changed.after), ("mxcsr", 0x1f80, 0x3f80));
}

#[test]
fn sums_that_are_exact_are_the_same_in_every_mode() {
    let (m, n, k) = (13, 7, 29);
    let mut random = SplitMix::seeded("conformance_canary", 0);
    let mut ints = |len: usize| -> Vec<f32> { (0..len).map(|_| (random.below(41) as f32) - 20.0).collect() };
    let (a, b) = (ints(m * k), ints(k * n));
    let sum = |i: usize, j: usize| (0..k).map(|p| a[i + p * m] * b[p + j * k]).sum::<f32>();
    let expected: Vec<f32> =
        (0..n).flat_map(|j| (0..m).map(move |i| (i, j))).map(|(i, j)| sum(i, j)).collect();
    let spec = KernelSpec::Gemm(GemmSpec {
        types: DType::F32.into(),
        m,
        n,
        k,
        a: Matrix::column_major(m),
        b: Matrix::column_major(k),
        c: Matrix::column_major(m),
        alpha: Factor::One,
        beta: Factor::Zero,
        batch: Batch::Single,
        epilogue: Chain::EMPTY,
    });
    for target in here::portable() {
        let kernel = made(&spec, &target);
        for mode in modes() {
            let mut c = vec![f32::NAN; m * n];
            call(mode, &kernel, &[a.as_ptr() as usize, b.as_ptr() as usize, c.as_mut_ptr() as usize]);
            assert_eq!(c, expected, "{} {mode:?}", target.core.name);
        }
    }
}

/// Products of pairs in a mode.
fn products(target: &Target, mode: Mode, x: &[f32], y: &[f32]) -> Vec<f32> {
    let (m, ld) = (x.len(), Stride::fixed(x.len()));
    let input = Input::Matrix(ld);
    let op = BinaryOp::ALL.iter().find(|operation| operation.name == "mul").expect("an operation");
    let op = BinaryOp::new(op, &[]).expect("no parameters");
    let spec = BinarySpec { dtype: DType::F32, op, m, n: 1, in0: input, in1: input, ld_out: ld };
    let mut out = vec![f32::NAN; m];
    let operands = [x.as_ptr() as usize, y.as_ptr() as usize, out.as_mut_ptr() as usize];
    call(mode, &made(&KernelSpec::Binary(spec), target), &operands);
    out
}

/// The product, which FP64 holds exactly, rounded to FP32.
fn rounded(exact: f64, rounding: Rounding) -> f32 {
    let near = exact as f32;
    let (below, above) = (f64::from(near) < exact, f64::from(near) > exact);
    match rounding {
        Rounding::Up if below => near.next_up(),
        Rounding::Down if above => near.next_down(),
        Rounding::Zero if exact > 0.0 && above => near.next_down(),
        Rounding::Zero if exact < 0.0 && below => near.next_up(),
        _ => near,
    }
}

#[test]
fn operations_round_and_flush_as_the_mode_says() {
    let mut random = SplitMix::seeded("conformance_canary", 1);
    let mut number =
        || (random.below(1 << 24) as f32 - (1 << 23) as f32) * 2.0f32.powi(random.below(20) as i32);
    let (x, y): (Vec<_>, Vec<_>) = (0..300).map(|_| (number(), number())).unzip();
    // Of these, a result is subnormal, and an operand.
    let (small, by) = ([1e-30f32, 1e-40], [1e-10f32, 1e10]);
    for target in here::portable() {
        for mode in Mode::all() {
            let found = products(&target, mode, &x, &y);
            for (nth, found) in found.into_iter().enumerate() {
                let exact = f64::from(x[nth]) * f64::from(y[nth]);
                let expected = rounded(exact, mode.rounding);
                assert_eq!(found, expected, "{} * {}, {} {mode:?}", x[nth], y[nth], target.core.name);
            }
            let tiny = products(&target, mode, &small, &by);
            assert!(tiny.iter().all(|product| (*product == 0.0) == mode.flushes), "{tiny:?} {mode:?}");
        }
    }
}

/// The most that a function may be off in another mode than the default one, in units of FP32's precision, of
/// 1 or of the result, if that is more. What `docs/book/src/floating-point.md` says was measured.
const LOST: f64 = 10_000.0;

/// How far a result is from that of the default mode, in these units.
fn lost(found: f32, default: f32) -> f64 {
    assert_eq!((found.is_nan(), found.is_infinite()), (default.is_nan(), default.is_infinite()));
    let unit = f64::from(default.abs().max(1.0)) * f64::from(f32::EPSILON);
    if default.is_finite() { (f64::from(found) - f64::from(default)).abs() / unit } else { 0.0 }
}

#[test]
fn functions_lose_accuracy_and_nothing_else() {
    let numbers: Vec<f32> = (0..400).map(|nth| (nth as f32 - 200.0) * 0.0917).collect();
    let (m, ld) = (numbers.len(), Stride::fixed(numbers.len()));
    let mut worst = 0.0;
    for op in ops::with_parameters(UnaryOp::ALL, [0.5, 2.0].map(Parameter::fixed)) {
        let (input, orientation) = (Input::Matrix(ld), Orientation::Same);
        let spec = UnarySpec { dtype: DType::F32, op, m, n: 1, input, ld_out: ld, orientation };
        for target in here::portable() {
            let kernel = made(&KernelSpec::Unary(spec), &target);
            let results = |mode| {
                let mut out = vec![f32::NAN; m];
                call(mode, &kernel, &[numbers.as_ptr() as usize, out.as_mut_ptr() as usize]);
                out
            };
            let default = results(Mode::DEFAULT);
            for mode in Mode::all() {
                let off =
                    results(mode).into_iter().zip(&default).map(|(found, default)| lost(found, *default));
                let most = off.fold(0.0, f64::max);
                assert!(most <= LOST, "{op}, {} {mode:?}: {most}", target.core.name);
                worst = f64::max(worst, most);
            }
        }
    }
    println!("at most {worst} units");
}
