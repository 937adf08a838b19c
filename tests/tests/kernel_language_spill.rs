//! Functions with more vectors than there are registers: where they allow it, some are kept in the frame, and
//! they compute what the interpreter computes; where they do not, they are refused.

use tensmith_core::Target;
use tensmith_core::codegen::CodegenError;
use tensmith_core::codegen::allocate::AllocateError;
use tensmith_core::isa::Class;
use tensmith_core::kernel::Writer;
use tensmith_core::kernel::func::{Inst, Spill};
use tensmith_core::kernel::text::parse;
use tensmith_tests::frame::{accesses, instructions, last_loop};
use tensmith_tests::here;
use tensmith_tests::language::{Passed, function, run, run_on};
use tensmith_tests::random::SplitMix;

/// Loads `count` vectors, uses them all in a loop with another in it, and stores them in the other order.
fn many(count: usize, word: &str) -> String {
    let mut text = format!("func \"many\" (i0, i1) {word} {{\nlanes.u8 i2\ncopy i3, i0\n");
    for nth in 0..count {
        text += &format!("load.i32 v{nth}, [i3]\nadd i3, i3, i2\n");
    }
    text += "const i4, 3\nloop i4 {\n";
    for nth in 0..count {
        text += &format!("add.i32 v{nth}, v{nth}, v{}\n", (nth + 7) % count);
    }
    text += "const i5, 5\nloop i5 {\nxor.i32 v0, v0, v1\nadd.i32 v1, v1, v0\n}\n}\n";
    for nth in 0..count {
        text += &format!("store.i32 v{}, [i1]\nadd i1, i1, i2\n", count - 1 - nth);
    }
    text + "}"
}

#[test]
fn forty_live_vectors_compile_where_that_is_allowed() {
    let mut random = SplitMix::seeded("kernel_language_spill: forty", 1);
    for count in [20usize, 33, 40, 48] {
        let func = function(&many(count, "spilling"));
        assert_eq!(func.spill(), Spill::Allowed);
        assert_eq!(parse(&func.to_string()).as_ref(), Ok(&func));
        for target in Target::all() {
            target.compile(&func).unwrap_or_else(|error| panic!("{}: {error}", target.core.name));
        }
        for target in here::portable() {
            let bytes = count * target.core.vector_bytes;
            let input: Vec<u8> = (0..bytes).map(|_| random.bits() as u8).collect();
            run_on(&func, target, &mut [Passed::Memory(input), Passed::Memory(vec![0; bytes])]);
        }
    }
}

#[test]
fn without_the_word_they_are_refused() {
    let func = function(&many(40, ""));
    assert_eq!(func.spill(), Spill::Refused);
    for target in Target::all() {
        let error = target.compile(&func).map(|_| ()).expect_err("40 vectors");
        let is_shortage =
            matches!(error, CodegenError::Allocate(AllocateError::OutOfRegisters { class: Class::Vec, .. }));
        assert!(is_shortage, "{}: {error}", target.core.name);
    }
}

/// Those that are used least, as far as loops go, are kept in the frame: the innermost loop has none of them.
#[test]
fn innermost_loops_keep_their_registers() {
    let func = function(&many(40, "spilling"));
    for target in Target::all() {
        let all = instructions(&func, &target);
        let inner = last_loop(&all);
        assert!(inner.len() > 2, "{}: {inner:#?}", target.core.name);
        assert_eq!(accesses(inner), 0, "{}: {inner:#?}", target.core.name);
        assert!(accesses(&all) > 6, "{}: {all:#?}", target.core.name);
    }
}

/// Arguments, results, conditions of loops and of later branches.
#[test]
fn whatever_names_a_vector_finds_it() {
    let others: String =
        (10..44).map(|nth| format!("number.f32 v{nth}, {:#x}\n", 0x3f80_0000 + nth * 4096)).collect();
    let sums: String = (10..44).map(|nth| format!("add.f32 v3, v3, v{nth}\n")).collect();
    let text = format!(
        "func \"conditions\" (v0: f32, v1: f32, i0) -> f32 spilling {{
            number.f32 v2, 0x3f800000
            zero v3
            {others}
            while lt.f32 v3, v0 {{
                add.f32 v3, v3, v2
                if gt.f32 v3, v1 {{
                    add.f32 v3, v3, v2
                }} elif lt.f32 v3, v2 {{
                    add.f32 v3, v3, v1
                }} elif eq.f32 v1, v3 {{
                    break 1
                }} else {{
                    add i0, i0, 1
                }}
            }}
            {sums}
            {sums}
            copy v4, v1
            add.f32 v3, v3, v4
            add.f32 v3, v3, v0
            return.f32 v3
        }}"
    );
    for (a, b) in [(10.0f32, 4.0f32), (0.0, 1.0), (7.5, 7.0), (f32::NAN, 3.0), (20.0, f32::NAN)] {
        let bits = [a, b].map(|number| Passed::Bits(number.to_bits().into()));
        let [a, b] = bits;
        run(&function(&text), &[a, b, Passed::Bits(0)]);
    }
}

/// Instructions that need vectors for themselves, with many live around them.
#[test]
fn instructions_with_needs_of_their_own() {
    let mut random = SplitMix::seeded("kernel_language_spill: needs", 1);
    let loads: String = (0..24).map(|nth| format!("load.i64 v{nth}, [i0]\nadd i0, i0, i2\n")).collect();
    let steps: String = (0..24)
        .map(|nth| {
            let (a, b) = (nth, (nth + 5) % 24);
            format!(
                "mulhigh.i64 v{a}, v{a}, v{b}\naddsat.i64 v{b}, v{a}, v{b}\nshr.i8 v{a}, v{a}, v{b}
                narrowsat.u8.i16 v{b}, v{b}, v{a}\nminall.i64 i4, v{b}\nbroadcast.i64 v{b}, i4\n"
            )
        })
        .collect();
    let stores: String = (0..24).map(|nth| format!("store.i64 v{nth}, [i1]\nadd i1, i1, i2\n")).collect();
    let func = function(&format!(
        "func \"needs\" (i0, i1) spilling {{\nlanes.u8 i2\n{loads}\n{steps}\n{stores}\n}}"
    ));
    for target in here::portable() {
        let bytes = 24 * target.core.vector_bytes;
        let input: Vec<u8> = (0..bytes).map(|_| random.bits() as u8).collect();
        run_on(&func, target, &mut [Passed::Memory(input), Passed::Memory(vec![0; bytes])]);
    }
}

#[test]
fn the_writer_allows_it() {
    let k = Writer::new("f").expect("memory");
    k.spills(Spill::Allowed);
    k.push(Inst::Return);
    let func = k.finish().expect("a function");
    assert!(func.to_string().starts_with("func \"f\" () spilling {"), "{func}");
}
