//! Functions with more integers than there are registers: what is kept in the frame, and that they compute
//! what the interpreter computes.
#![allow(unsafe_code)]

use tensmith_core::Target;
use tensmith_core::codegen::allocate::AllocateError;
use tensmith_core::codegen::spill::{Candidates, spill};
use tensmith_core::codegen::{CodegenError, stages};
use tensmith_core::isa::x86_64::X86_64;
use tensmith_core::isa::{Class, Isa};
use tensmith_core::kernel::Func;
use tensmith_core::kernel::func::MAX_SLOTS;
use tensmith_core::kernel::text::parse;
use tensmith_core::reference::{Region, run};
use tensmith_tests::frame::{accesses, instructions, last_loop};
use tensmith_tests::nightly::{cases, scaled};
use tensmith_tests::random::SplitMix;
use tensmith_tests::{here, kernels};

fn function(text: &str) -> Func {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What a function with two arguments, an address and a number, leaves at the address.
fn interpreted(func: &Func, number: u64) -> Vec<u8> {
    let mut bytes = vec![0; BYTES];
    run(func, 32, &[ADDRESS, number], &mut [Region { address: ADDRESS, bytes: &mut bytes }])
        .unwrap_or_else(|error| panic!("{error}\n{func}"));
    bytes
}

const BYTES: usize = 8 * 32;
const ADDRESS: u64 = 1 << 16;

/// The same of its code.
fn executed(func: &Func, target: &Target, number: u64) -> Vec<u8> {
    let compiled = target.compile(func).unwrap_or_else(|error| panic!("{error}\n{func}"));
    let kernel = kernels::publish(&compiled.code, target.isa.architecture());
    let mut bytes = vec![0u8; BYTES];
    // SAFETY: the function writes at most as many bytes from the address on.
    unsafe { kernels::call(&kernel, &[bytes.as_mut_ptr() as usize, number as usize]) };
    bytes
}

/// 20 integers that are live at once around two loops, of which the inner one names four.
fn twenty() -> String {
    let numbers: String =
        (2..20).map(|nth| format!("mul i{nth}, i1, i1\nadd i{nth}, i{nth}, {nth}\n")).collect();
    let sums: String = (2..20).map(|nth| format!("add i1, i1, i{nth}\n")).collect();
    format!(
        "func \"twenty\" (i0, i1) {{
         {numbers}
         const i20, 3
         loop i20 {{
             add i4, i4, i5
             const i21, 5
             loop i21 {{
                 add i2, i2, i3
                 sub i3, i3, i2
             }}
             mul i6, i6, i7
         }}
         {sums}
         broadcast.f64 v0, i1
         store.f64x1 v0, [i0]
         }}"
    )
}

#[test]
fn innermost_loops_access_no_frame() {
    let func = function(&twenty());
    let expected = interpreted(&func, 11);
    for target in Target::all().filter(|target| target.isa.name() == X86_64::NAME) {
        let all = instructions(&func, &target);
        let inner = last_loop(&all);
        assert!(inner.len() > 3, "{all:#?}");
        assert_eq!(accesses(inner), 0, "{all:#?}");
        assert!(accesses(&all) > 6, "{all:#?}");
    }
    for target in here::executable() {
        assert_eq!(executed(&func, &target, 11), expected, "{}", target.core.name);
    }
}

/// A function that keeps up to 30 integers over loops in loops, and stores all of them in the end.
struct Drawn {
    random: SplitMix,
    text: String,
    /// Counters so far.
    counters: usize,
}

/// The integers of such a function, from `i1` on. An inner loop names few of them.
const LIVE: u64 = 30;

impl Drawn {
    fn register(&mut self, among: u64) -> u64 {
        1 + self.random.below(among)
    }

    fn inst(&mut self, among: u64) {
        let [d, a, b] = [(); 3].map(|()| self.register(among));
        let number = self.random.bits() as i64 >> self.random.below(64);
        self.text += &match self.random.below(8) {
            0 => format!("const i{d}, {number}\n"),
            1 => format!("add i{d}, i{a}, {number}\n"),
            2 => format!("sub i{d}, i{a}, i{b}\n"),
            3 => format!("mul i{d}, i{a}, i{b}\n"),
            4 => format!("shl i{d}, i{a}, {}\n", self.random.below(64)),
            5 => format!("copy i{d}, i{a}\n"),
            // Through memory, by addresses that read registers.
            6 => format!("broadcast.f64 v0, i{a}\nstore.f64x1 v0, [i0 + 248]\nload i{d}, [i0 + 248]\n"),
            _ => format!("add i{d}, i{a}, i{b}\n"),
        };
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(4) {
            self.inst(LIVE);
        }
        if depth == 3 || self.random.below(4) == 0 {
            return;
        }
        for _ in 0..1 + self.random.below(2) {
            let counter = 100 + self.counters;
            self.counters += 1;
            self.text += &format!("const i{counter}, {}\nloop i{counter} {{\n", 1 + self.random.below(3));
            if depth == 2 || self.random.below(3) == 0 {
                (0..3).for_each(|_| self.inst(6));
            } else {
                self.block(depth + 1);
            }
            self.text += "}\n";
            self.inst(LIVE);
        }
    }

    fn func(random: SplitMix) -> Func {
        let mut drawn = Self { random, text: "func \"drawn\" (i0, i1) {\n".to_owned(), counters: 0 };
        (2..=LIVE).for_each(|nth| drawn.text += &format!("add i{nth}, i1, {nth}\n"));
        drawn.block(0);
        for nth in 1..=LIVE {
            drawn.text += &format!("broadcast.f64 v0, i{nth}\nstore.f64x1 v0, [i0 + {}]\n", 8 * nth);
        }
        function(&(drawn.text + "}\n"))
    }
}

/// Where registers run out is drawn, too: what is kept does not depend on how many there are.
#[test]
fn what_is_kept_changes_no_result() {
    let mut random = SplitMix::seeded("codegen_spill: kept", 1);
    let (tried, mut kept) = (cases(300, 5_000), 0);
    for _ in 0..tried {
        let func = Drawn::func(random.split());
        let expected = interpreted(&func, 7);
        let candidates = Candidates { slots: MAX_SLOTS, registers: 1 << 16 };
        let mut last = function(&func.to_string());
        for _ in 0..8 {
            let at = random.below(last.body().len() as u64) as usize;
            let Some(next) = spill(&last, at, candidates).expect("memory") else { continue };
            kept += 1;
            assert_eq!(interpreted(&next, 7), expected, "{func}\n{next}");
            assert_eq!(parse(&next.to_string()).as_ref(), Ok(&next));
            last = next;
        }
    }
    assert!(kept > 5 * tried / 3, "only {kept}");
}

#[test]
fn code_computes_what_functions_say() {
    let mut random = SplitMix::seeded("codegen_spill: code", 1);
    let targets = here::portable();
    let mut made = 0;
    for _ in 0..scaled(300, 5_000) {
        let func = Drawn::func(random.split());
        for target in &targets {
            match target.compile(&func) {
                Ok(_) => made += 1,
                // Counters are not kept.
                Err(CodegenError::Allocate(AllocateError::OutOfRegisters { class: Class::Int, .. })) => {
                    continue;
                }
                Err(error) => panic!("{error}\n{func}"),
            }
            assert_eq!(executed(&func, target, 7), interpreted(&func, 7), "{}: {func}", target.core.name);
        }
    }
    let keeps = targets.iter().any(|target| target.isa.name() == X86_64::NAME);
    assert!(made > 100 || !keeps, "only {made}");
}

/// Arguments that are in the frame at entry: those that a text puts there, which come in registers, and those
/// for which there are none. Each of them is written in a loop around another.
#[test]
fn arguments_are_in_the_frame() {
    let targets = || here::portable().into_iter().filter(|target| target.isa.name() == X86_64::NAME);
    let func = function(
        "func \"kept\" (i0, slot0) {
         reload i1, slot0
         add i2, i1, 5
         spill slot0, i2
         reload i3, slot0
         mul i3, i3, i1
         broadcast.f64 v0, i3
         store.f64x1 v0, [i0]
         }",
    );
    assert_eq!(func.arity(), 2);
    assert_eq!(interpreted(&func, 7)[..8], (12u64 * 7).to_le_bytes());
    for target in targets() {
        assert_eq!(executed(&func, &target, 7), interpreted(&func, 7), "{}", target.core.name);
    }

    let names: Vec<String> = (0..16).map(|nth| format!("i{nth}")).collect();
    let steps: String = (1..16).map(|nth| format!("add i{nth}, i{nth}, {nth}\n")).collect();
    let stores: String = (1..16)
        .map(|nth| format!("broadcast.f64 v0, i{nth}\nstore.f64x1 v0, [i0 + {}]\n", 8 * nth))
        .collect();
    let names = names.join(", ");
    let inner = "const i17, 2\nloop i17 {\nadd i18, i18, i1\n}\n";
    let text = format!(
        "func \"all\" ({names}) {{\nconst i18, 0\nconst i16, 3\nloop i16 {{\n{steps}{inner}}}\n{stores}}}"
    );
    let func = function(&text);
    for target in targets() {
        let compiled = target.compile(&func).unwrap_or_else(|error| panic!("{error}"));
        let kernel = kernels::publish(&compiled.code, target.isa.architecture());
        let mut out = [0u64; 16];
        let mut arguments: Vec<usize> = (0..16).map(|nth| 1000 * nth).collect();
        arguments[0] = out.as_mut_ptr() as usize;
        // SAFETY: the function writes 15 numbers behind the first.
        unsafe { kernels::call(&kernel, &arguments) };
        let expected: Vec<u64> = (1..16).map(|nth| 1003 * nth).collect();
        assert_eq!(out[1..], expected, "{}", target.core.name);
    }
}

/// Numbers that are live at once, without a loop.
fn at_once(count: usize) -> Func {
    let numbers: String = (1..count).map(|nth| format!("add i{nth}, i0, {nth}\n")).collect();
    let sums: String = (1..count).map(|nth| format!("add i0, i0, i{nth}\n")).collect();
    function(&format!("func \"at_once\" (i0) {{\n{numbers}{sums}}}"))
}

#[test]
fn frames_keep_so_many_and_the_shortage_is_that_of_the_function() {
    let core = &Target::all().find(|target| target.isa.name() == X86_64::NAME).expect("a target").core;
    assert!(stages::<X86_64>(&at_once(14 + usize::from(MAX_SLOTS) - 1), core).is_ok());
    let error = stages::<X86_64>(&at_once(14 + usize::from(MAX_SLOTS) + 1), core).err();
    let shortage = AllocateError::OutOfRegisters { class: Class::Int, number: 14, at: 13, available: 14 };
    assert_eq!(error, Some(CodegenError::Allocate(shortage)));
    // A loop that names them all.
    let names: String = (1..16).map(|nth| format!("add i{nth}, i{nth}, i0\n")).collect();
    let numbers: String = (1..16).map(|nth| format!("const i{nth}, {nth}\n")).collect();
    let func = function(&format!("func \"all\" (i0) {{\n{numbers}const i16, 2\nloop i16 {{\n{names}}}\n}}"));
    assert!(stages::<X86_64>(&func, core).is_ok());
}
