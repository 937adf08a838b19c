//! `tensmith func`: functions compiled, shown after each step, and run.

use crate::support::{Outcome, tensmith_on, write_npy};
use std::path::Path;
use tensmith_core::isa::aarch64;

/// y = a·x + y over 4 elements at a time, `n` times.
const AXPY: &str = "func \"axpy\" (i0, i1, i2, i3) {
    broadcast.f32 v0, i3
    loop i2 {
        load.f32x4 v1, [i0]
        load.f32x4 v2, [i1]
        fma.f32 v2, v1, v0
        store.f32x4 v2, [i1]
        add i0, i0, 16
        add i1, i1, 16
    }
}";

const STAGES: [&str; 6] = ["func", "lowered", "allocated", "scheduled", "framed", "code"];

fn func(arguments: &[&str]) -> Outcome {
    func_in(arguments, Path::new("."))
}

fn func_in(arguments: &[&str], folder: &Path) -> Outcome {
    tensmith_on(&[&["func", "-"], arguments].concat(), AXPY.as_bytes(), folder)
}

const RUN: [&str; 4] = ["f32[1,2,3,4,5,6,7,8]", "f32[10;4,20;4]", "2", "f32:0.5"];

const RESULT: &str = "argument 1: f32[10.5,11.0,11.5,12.0,22.5,23.0,23.5,24.0]\n";

#[test]
fn every_stage_is_text() {
    for (target, word) in [("neoverse-v2", "fmla"), ("zen5", "vfmadd231ps")] {
        let shown: Vec<String> =
            STAGES.iter().map(|stage| func(&["--after", stage, "--target", target]).text()).collect();
        assert!(shown[0].starts_with("func \"axpy\" (i0, i1, i2, i3) {"), "{}", shown[0]);
        for text in &shown[1..] {
            assert!(text.contains(word), "{text}");
        }
        // Virtual registers become those of the machine.
        assert!(shown[1] != shown[2] && shown[3] != shown[4], "{shown:?}");
        assert_eq!(func(&["--target", target]).text(), shown[5]);
    }
    let framed = func(&["--after", "framed", "--target", "neoverse-v2"]).text();
    assert!(aarch64::assemble(&framed).is_ok(), "{framed}");
}

#[test]
fn code_does_what_the_interpreter_does() {
    let outcome = func(&[&RUN[..], &["--check"]].concat());
    assert_eq!(outcome.status, 0, "{outcome:?}");
    assert_eq!(outcome.stderr, "16 elements compared with the interpreter, 0 wrong\n");
    assert_eq!(String::from_utf8(outcome.stdout).unwrap(), RESULT);
    assert_eq!(func(&RUN).text(), RESULT);
}

#[test]
fn the_interpreter_runs_functions_for_any_core() {
    for target in ["neoverse-v2", "zen5", "haswell"] {
        assert_eq!(func(&[&RUN[..], &["--interpret", "--target", target]].concat()).text(), RESULT);
    }
    let other = if cfg!(target_arch = "x86_64") { "neoverse-v2" } else { "zen5" };
    let error = func(&[&RUN[..], &["--target", other]].concat()).failure(3);
    assert!(error.contains(other) && error.ends_with("`--interpret` runs it on any machine"), "{error}");
}

#[test]
fn arrays_come_from_files() {
    let folder = tempfile::tempdir().unwrap();
    write_npy(&folder.path().join("x.npy"), &[2, 4], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    let arguments = ["x.npy", RUN[1], RUN[2], RUN[3], "-o", "changed.txt"];
    assert!(func_in(&arguments, folder.path()).success().is_empty());
    assert_eq!(std::fs::read_to_string(folder.path().join("changed.txt")).unwrap(), RESULT);
}

/// What would leave the arrays is refused before any code runs.
#[test]
fn accesses_outside_of_arrays_are_refused() {
    let error = func(&["f32[1;8]", "f32[1;7]", "2", "f32:0.5"]).failure(2);
    assert!(error.starts_with("-: instruction ") && error.ends_with("are in no region"), "{error}");
    let error = func(&["f32[1;8]", "f32[1;8]", "0", "0"]).failure(2);
    assert!(error.contains("the loop has no passes"), "{error}");
}

/// With conditions, integers, arguments of floating point and a result.
#[test]
fn functions_return_results() {
    let count = b"func \"count\" (i0, i1, v0: f32, i2: i8) -> i16 {
        const.i16 i3, 0
        while ne.u64 i1, 0 {
            load.f32x1 v1, [i0]
            if lt.f32 v1, v0 {
                add.i16 i3, i3, -300
            }
            add i0, i0, 4
            add i1, i1, -1
        }
        store.i8 i2, [i0 + -4]
        return i3
    }";
    for option in ["--check", "--interpret"] {
        let arguments = ["func", "-", "f32[1,2,3,0]", "4", "f32:2.5", "i8:-1", option];
        let outcome = tensmith_on(&arguments, count, Path::new("."));
        let found = (outcome.status, std::str::from_utf8(&outcome.stdout).expect("text"));
        assert_eq!(found, (0, "argument 0: f32[1.0,2.0,3.0,3.57e-43]\nresult: -900\n"), "{outcome:?}");
    }
    let unwritten = b"func \"f\" (i0) -> u64 {\n\nif eq.u64 i0, 0 {\n const i1, 1\n}\nreturn i1\n}";
    let error = tensmith_on(&["func", "-"], unwritten, Path::new(".")).failure(2);
    assert_eq!(error, "-: line 6: instruction 3 reads i1, which is not written on every path");
}

#[test]
fn what_is_wrong_is_named() {
    let cases: [(&[&str], &str); 4] = [
        (&["f32[1]"], "-: 1 argument: the function has 4"),
        (&["--after", "luck"], "luck"),
        (&["1", "--after", "code"], "cannot be used with"),
        (&["f8[1]"], "elements must be bf16, f16, f32, f64, or i8 to u64"),
    ];
    for (arguments, message) in cases {
        let error = func(arguments).failure(2);
        assert!(error.contains(message), "{error}");
    }
    let error = tensmith_on(&["func", "-"], b"func \"f\" () {\n luck\n}", Path::new(".")).failure(2);
    assert_eq!(error, "-: line 2: `luck` is no instruction");
    let halves = b"func \"f\" (i0) {\nload.u16 v0, [i0]\n\nadd.f16 v0, v0, v0\nstore.u16 v0, [i0]\n}";
    for (core, feature) in [("haswell", "avx512fp16"), ("cortex-a53", "fp16")] {
        let error = tensmith_on(&["func", "-", "--target", core], halves, Path::new(".")).failure(2);
        assert_eq!(error, format!("-: line 4: instruction 1 needs {feature}, which the core lacks"));
    }
}

/// Addresses differ from process to process, and what is listed does not.
#[test]
fn listings_of_calls_are_the_same_in_every_process() {
    let traced = b"extern f0 \"print_u64\" (u64)\nfunc \"f\" (i0) {\npass i0\ncall f0\n}";
    for core in ["zen5", "neoverse-v2"] {
        for stage in ["lowered", "code"] {
            let arguments = ["func", "-", "--target", core, "--after", stage];
            let [one, other] = [(); 2].map(|()| tensmith_on(&arguments, traced, Path::new(".")).text());
            assert_eq!(one, other);
            let first = one.lines().next().expect("a line");
            assert_eq!(first, "// 0x1000100010002 stands for the address of print_u64", "{one}");
        }
    }
}
