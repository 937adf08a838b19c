//! Bad functions are refused before anything is generated, with the line, the name and the rule.

use tensmith_core::Target;
use tensmith_core::codegen::CodegenError;
use tensmith_core::kernel::text::{TextError, line_of, parse};

/// The message of the parser, for a body that begins in line 2.
fn refused(header: &str, body: &str) -> String {
    match parse(&format!("func \"f\" {header} {{\n{body}\n}}")) {
        Err(error @ TextError::Func { .. }) => error.to_string(),
        other => panic!("{body}: {other:?}"),
    }
}

#[test]
fn blocks_exits_and_results_that_do_not_fit() {
    let arguments = "(i0, v0: f32)";
    let pairs = "blocks must be opened and closed in pairs";
    let branch = "`elif` and `else` must close a branch of `if` that is not its `else`";
    let never = "can never run: `break`, `continue` and `return` must end their block";
    for (header, body, expected) in [
        (arguments, "copy i1, i0\n} else {\ncopy i1, i0", format!("line 3: instruction 1: {branch}")),
        (arguments, "loop i0 {\n} else {\n}", format!("line 3: instruction 1: {branch}")),
        (
            arguments,
            "if eq.u64 i0, 1 {\n} else {\n} elif eq.u64 i0, 2 {\n}",
            format!("line 4: instruction 2: {branch}"),
        ),
        (
            arguments,
            "break 1",
            "line 2: instruction 0 names loop 1: 0 are open, and the innermost is number 1".into(),
        ),
        (
            arguments,
            "loop i0 {\nif eq.u64 i0, 2 {\ncontinue 2\n}\n}",
            "line 4: instruction 2 names loop 2: 1 are open, and the innermost is number 1".into(),
        ),
        (
            arguments,
            "loop i0 {\nbreak 0\n}",
            "line 3: instruction 1 names loop 0: 1 are open, and the innermost is number 1".into(),
        ),
        (arguments, "return\ncopy i1, i0", format!("line 3: instruction 1 {never}")),
        (arguments, "loop i0 {\nbreak 1\ncopy i1, i0\n}", format!("line 4: instruction 2 {never}")),
        (
            arguments,
            "if eq.u64 i0, 1 {\nreturn\n} else {\nreturn\n}\ncopy i1, i0",
            format!("line 7: instruction 5 {never}"),
        ),
        (
            arguments,
            "repeat {\ncopy i1, i0\n}",
            "line 4: instruction 2: `repeat` must have a `break` or a `return`".into(),
        ),
        (arguments, "return i0", "line 2: instruction 0: must return nothing".into()),
        ("(i0) -> i64", "return", "line 2: instruction 0: must return the function's i64".into()),
        ("(v0: f32) -> f32", "return.f64 v0", "line 2: instruction 0: must return the function's f32".into()),
        (
            "(i0) -> i64",
            "if eq.u64 i0, 1 {\nreturn i0\n}",
            "line 5: instruction 3: must return the function's i64".into(),
        ),
    ] {
        assert_eq!(refused(header, body), expected, "{body}");
    }
    assert!(
        parse("func \"f\" (i0) {\nloop i0 {\n}").is_err_and(|error| error.to_string().contains("brace")),
        "{pairs}"
    );
}

#[test]
fn widths_and_numbers_that_do_not_fit() {
    for (body, expected) in [
        ("const.u8 v0, 256", "line 2: instruction 0: 256 is no u8"),
        (
            "const.i16 v0, 1\nwidenlo.i64.i16 v1, v0",
            "line 3: instruction 1: i64 must have twice the bits of i16",
        ),
        (
            "const.i8 v0, 1\nnarrowsat.u8.i8 v1, v0, v0",
            "line 3: instruction 1: i8 must have twice the bits of u8",
        ),
        (
            "const.i32 v0, 1\nmulint.f64 v1, v0, v0",
            "line 3: instruction 1: mulint must have lanes of 32 bits: `mulint.f32`",
        ),
        (
            "const.i32 v0, 1\nnegint.f64 v1, v0",
            "line 3: instruction 1: negint must have lanes of 32 bits: `negint.f32`",
        ),
        (
            "const.i8 v0, 1\nsumall.i8 i1, v0\nstore.i32 i1, [i0]",
            "line 4: instruction 2: i1 has 8 bits, where 32 are expected",
        ),
        ("add.i32 i1, i0, 1", "line 2: instruction 0: i0 has 64 bits, where 32 are expected"),
        ("const.u8 i1, 3\nadd i2, i1, i0", "line 3: instruction 1: i1 has 8 bits, where 64 are expected"),
        (
            "const.u8 i1, 3\ncopy i2, i1\nstore.u16 i2, [i0]",
            "line 4: instruction 2: i2 has 8 bits, where 16 are expected",
        ),
        (
            "load.i16 i1, [i0]\nload.u8 i2, [i1]",
            "line 3: instruction 1: i1 has 16 bits, where 64 are expected",
        ),
        (
            "load.f32x1 v0, [i0]\nextract.f32 i1, v0[0]\nif eq.u64 i1, 0 {\n}",
            "line 4: instruction 2: i1 has 32 bits, where 64 are expected",
        ),
        (
            "test i1, eq.u64 i0, 1\nconst.u8 i1, 2",
            "line 3: instruction 1: i1 has 64 bits, where 8 are expected",
        ),
        ("const.u8 i1, 256", "line 2: instruction 0: 256 is no u8"),
        ("const.i8 i1, 1\nmin.i8 i1, i1, 128", "line 3: instruction 1: 128 is no i8"),
        ("load.u32 i1, [i0]\nif lt.u32 i1, -1 {\n}", "line 3: instruction 1: -1 is no u32"),
    ] {
        assert_eq!(refused("(i0)", body), expected, "{body}");
    }
}

#[test]
fn the_line_of_an_instruction_is_found() {
    let text = "// A comment.\n\nfunc \"f\" (i0) {\n\n    copy i1, i0 // one\n    if eq.u64 i1, 0 {\n    } else {\n    }\n}";
    assert_eq!([0, 1, 2, 3].map(|at| line_of(text, at)), [Some(5), Some(6), Some(7), Some(8)]);
}

/// What some path does not write is known to all targets.
fn unwritten(body: &str) -> (String, usize) {
    let text = format!("func \"f\" (i0) {{\n{body}\n}}");
    let func = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let error = Target::generic().compile(&func).expect_err("a path without a write");
    let CodegenError::Liveness(_) = error else { panic!("{error}") };
    let message = error.to_string();
    let at = message.split(' ').nth(1).and_then(|at| at.parse().ok()).expect("an instruction");
    (message, line_of(&text, at).expect("a line"))
}

#[test]
fn what_some_path_does_not_write() {
    for (body, line, register) in [
        ("if eq.u64 i0, 1 {\n const i1, 1\n}\ncopy i2, i1", 5, "i1"),
        ("if eq.u64 i0, 1 {\n const i1, 1\n} else {\n copy i2, i1\n}", 5, "i1"),
        ("if eq.u64 i0, 1 {\n const i1, 1\n} elif eq.u64 i1, 1 {\n}", 4, "i1"),
        ("if eq.u64 i0, 1 {\n const i1, 1\n} elif eq.u64 i0, 2 {\n const i1, 1\n}\ncopy i2, i1", 7, "i1"),
        ("while ne.u64 i0, 0 {\n const i1, 1\n add i0, i0, -1\n}\ncopy i2, i1", 6, "i1"),
        ("repeat {\n if eq.u64 i0, 3 {\n break 1\n }\n const i1, 1\n}\ncopy i2, i1", 8, "i1"),
        ("loop i0 {\n if eq.u64 i0, 3 {\n continue 1\n }\n zero v1\n}\nadd.f32 v2, v1, v1", 8, "v1"),
        // In the first pass, nothing has written it.
        ("loop i0 {\n if eq.u64 i0, 3 {\n const i1, 1\n }\n copy i2, i1\n}", 6, "i1"),
        (
            "if eq.u64 i0, 1 {\n const i1, 1\n if eq.u64 i0, 2 {\n return\n } else {\n const i2, 1\n }\n} else {\n const i1, 2\n}\nadd i3, i1, i1\nadd i3, i2, i2",
            13,
            "i2",
        ),
    ] {
        let (message, found) = unwritten(body);
        assert!(message.contains(&format!("reads {register}")), "{message}");
        assert_eq!(found, line, "{body}: {message}");
    }
}

/// The instruction is named, and not the place of its code: also where the frame keeps registers, and
/// others stand before it.
#[test]
fn what_a_core_lacks_is_refused_with_its_line() {
    let many: String = (1..30).map(|nth| format!("add i{nth}, i0, {nth}\n")).collect();
    let used: String = (1..30).map(|nth| format!("add i0, i0, i{nth}\n")).collect();
    for (before, behind, line) in [("", "", 4), (&many[..], &used[..], 33)] {
        let text = format!(
            "func \"f\" (i0) {{\n{before}load.u16 v0, [i0]\nload.u16 v1, [i0]\nadd.f16 v0, v0, v1\n{behind}store.u16 v0, [i0]\n}}"
        );
        let func = parse(&text).expect("a function");
        for (target, feature) in [("zen5", "avx512fp16"), ("haswell", "avx512fp16"), ("cortex-a53", "fp16")] {
            let target = Target::named(target).expect("a target");
            if target.isa.name() == "aarch64" && !before.is_empty() {
                // Its integers stay in registers, or are refused.
                continue;
            }
            let error = target.compile(&func).expect_err("a core without it");
            let CodegenError::Lacks { at, feature: lacked } = error else { panic!("{error}") };
            assert_eq!((line_of(&text, at), lacked.name()), (Some(line), feature), "{}", target.core.name);
            let message = format!("instruction {at} needs {feature}, which the core lacks");
            assert_eq!(error.to_string(), message);
        }
        let able = Target::named("sapphire-rapids").expect("a target");
        assert!(able.compile(&func).is_ok());
    }
}

/// The register as the text names it, and the word that allows it to be in the frame.
#[test]
fn vectors_for_which_there_is_no_room_are_named() {
    let loads: String = (0..17).map(|nth| format!("load.f32x4 v{nth}, [i0]\n")).collect();
    let adds: String = (1..17).map(|nth| format!("add.f32 v0, v0, v{nth}\n")).collect();
    let text = |spilling| format!("func \"f\" (i0) {spilling} {{\n{loads}{adds}store.f32x4 v0, [i0]\n}}");
    let haswell = Target::named("haswell").expect("a target");
    let error = haswell.compile(&parse(&text("")).expect("a function")).expect_err("too many").to_string();
    assert!(
        error.starts_with("v15 needs a place at instruction 15, where all 15 are in use: `spilling` "),
        "{error}"
    );
    assert!(haswell.compile(&parse(&text("spilling")).expect("a function")).is_ok());
}
