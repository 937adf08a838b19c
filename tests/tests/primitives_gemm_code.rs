//! The code of GEMM and BRGEMM kernels, made but not run, for specs of every kind: registers suffice
//! for every shape that is chosen, values stay in them, and the checker of allocation and the
//! verifier of finished code, which every compilation passes, find nothing. A shape that does not
//! fit the registers is an error.

use std::num::NonZero;
use tensmith_core::codegen::CodegenError;
use tensmith_core::codegen::allocate::AllocateError;
use tensmith_core::kernel::GemmSpec;
use tensmith_core::kernel::func::Arithmetic;
use tensmith_core::{DType, Target, Types};
use tensmith_primitives::gemm::Gemm;
use tensmith_primitives::gemm::choose::choose;
use tensmith_primitives::gemm::problem::Problem;
use tensmith_primitives::gemm::tile::{Rows, Shape, Tiling};
use tensmith_tests::draw::Draw;
use tensmith_tests::kernels::{self, assembly};
use tensmith_tests::listed::Listed;
use tensmith_tests::nightly;

const DTYPES: [DType; 2] = [DType::F32, DType::F64];

/// Whether the stack is touched only where registers are saved and restored: by the instructions
/// that code begins and ends with. Where integers are kept in the frame, it is vectors that are not.
fn keeps_values_in_registers(code: &[u8], target: &Target) -> bool {
    let text = assembly(code, target);
    if target.machine().spills_integers {
        return !text.lines().any(|line| line.contains("rsp") && line.contains("mm"));
    }
    let is_frame = |line: &&str| line.contains("sp") || ["bti c", "ret"].contains(line);
    let body: Vec<&str> = text.lines().skip_while(is_frame).collect();
    !body.iter().rev().skip_while(|line| is_frame(line)).any(|line| line.contains("sp"))
}

/// Both ways round, whichever the core likes better, of those that there are tiles for.
fn check(spec: &GemmSpec, target: &Target) {
    let ways = [Problem::direct(spec), Problem::exchanged(spec)];
    for problem in ways.into_iter().filter(|problem| problem.has_tiles(target)) {
        let shape = choose(&problem, target).expect("memory").shape;
        let func = Gemm.cut(&problem, shape, target).expect("memory");
        let compiled = target.compile(&func);
        let compiled =
            compiled.unwrap_or_else(|error| panic!("{problem:?} on {}: {error}", target.core.name));
        assert!(
            keeps_values_in_registers(&compiled.code, target),
            "{problem:?} on {}:\n{}",
            target.core.name,
            assembly(&compiled.code, target)
        );
    }
}

/// Specs of all M and N up to 40, with anything else drawn at random.
fn every_small_extent(draw: &mut Draw, types: impl Fn(&mut Draw) -> Types) {
    for (m, n) in (1..=40).flat_map(|m| (1..=40).map(move |n| (m, n))) {
        let k = draw.one_of(&[0, 1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 64, 100]);
        let types = types(draw);
        let spec = draw.spec_of(types, (m, n, k));
        let (spec, target) = (draw.left_to_run_time(spec), draw.target());
        check(&spec, &target);
    }
}

#[test]
fn registers_suffice_for_every_small_extent() {
    let mut draw = Draw::seeded("gemm_code_small", 11);
    for _ in 0..nightly::scaled(1, 40) {
        for dtype in DTYPES {
            every_small_extent(&mut draw, |_| dtype.into());
        }
    }
}

#[test]
fn registers_suffice_for_every_small_extent_in_half_precision() {
    let mut draw = Draw::seeded("gemm_code_small_half", 13);
    for _ in 0..nightly::scaled(1, 40) {
        every_small_extent(&mut draw, |draw| draw.types(Arithmetic::F32));
    }
}

#[test]
fn tiles_cover_c_once() {
    let some = |height| NonZero::new(height).expect("at least 1");
    for dtype in DTYPES {
        let lanes = Target::generic().machine().lanes(dtype);
        for (m, height) in (1..=70).flat_map(|m| (1..=9).map(move |height| (m, some(height)))) {
            let forms = [Rows::Outer, Rows::OuterAndDot, Rows::OuterAndPreloaded, Rows::Dot];
            for rows in forms.map(|form| form(height)) {
                let shape = Shape { rows, width: height.get(), unroll: 1, sets: 1 };
                let tiling = Tiling::cut(m, m, shape, lanes);
                let covered: usize = tiling.rows().map(|run| run.count * run.size.rows()).sum();
                assert_eq!(covered, m, "rows by {shape:?}, {dtype}");
                let covered: usize = tiling.columns().map(|run| run.count * run.size).sum();
                assert_eq!(covered, m, "columns by {shape:?}");
            }
        }
    }
}

/// Any shape for any spec, whether or not it is one that would be chosen.
#[test]
fn a_shape_that_does_not_fit_is_an_error() {
    let mut draw = Draw::seeded("gemm_code_shapes", 12);
    let (mut fitting, mut refused) = (0, 0);
    for _ in 0..nightly::scaled(10_000, 200_000) {
        let of = draw.one_of(&Arithmetic::ALL);
        let types = draw.types(of);
        let spec = draw.spec(types);
        let (spec, target) = (draw.left_to_run_time(spec), draw.target());
        let problem = draw.problem(&spec);
        let shape = draw.shape();
        let func = Gemm.cut(&problem, shape, &target).expect("memory");
        match target.compile(&func) {
            Ok(compiled) => {
                fitting += 1;
                assert!(
                    keeps_values_in_registers(&compiled.code, &target),
                    "{spec} by {shape:?} on {}",
                    target.core.name
                );
            }
            Err(CodegenError::Allocate(AllocateError::OutOfRegisters { .. })) => refused += 1,
            Err(error) => panic!("{spec} by {shape:?} on {}: {error}", target.core.name),
        }
    }
    println!("{fitting} shapes fit, {refused} do not");
    assert!(fitting > refused && refused > 50, "{fitting} shapes fit, {refused} do not");
}

/// Where lists of vectors cannot be allocated, each is moved alone, which takes neoverse-n1 half as long
/// again. Loads without an offset tell: there is a list for these.
#[test]
fn lists_of_three_have_room() {
    let target = Target::all().find(|target| target.core.name == "neoverse-n1").expect("it is known");
    for name in ["f64_gemmTAB_6x35x26_b1", "f64_br3_gemmTAB_6x52x11_b1", "f64_br4_gemmTAB_21x6x4_b1"] {
        let listed: Listed = name.parse().expect("a kernel");
        let text = assembly(&kernels::code(&kernels::registry(), &listed.spec, &target), &target);
        let is_alone = |line: &&str| line.starts_with("ldr q") && !line.contains('#');
        assert_eq!(text.lines().find(is_alone), None, "{name}");
    }
}
