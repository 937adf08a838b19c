//! Every rule of a nest, broken once, with its message.

use tensmith_core::tensor::reference::{EvaluationError, Located, contract};
use tensmith_core::tensor::{Nest, NestError, Operand, Plan, Sequence, Step, verify};

fn broken(text: &str) -> String {
    let nest: Nest = text.parse().unwrap();
    verify(&nest).unwrap_err().to_string()
}

#[test]
fn every_broken_rule_has_its_message() {
    let cases = [
        (
            "nest f32 gemm \n m seq 4 1 2 1",
            "dimension 0 (m) has stride 2 in in1: such a dimension is absent there, stride 0",
        ),
        (
            "nest f32 gemm \n n seq 4 -1 1 1",
            "dimension 0 (n) has stride -1 in in0: such a dimension is absent there, stride 0",
        ),
        (
            "nest f32 gemm \n m seq 4 1 0 1 \n k seq 4 4 1 1",
            "dimension 1 (k) has stride 1 in out: such a dimension is absent there, stride 0",
        ),
        (
            "nest f32 gemm \n c seq 4 1 0 1",
            "dimension 0 (c) has stride 0 in in1: such a dimension moves in all operands",
        ),
        (
            "nest f32 gemm \n m prim 4 1 0 1 \n n seq 4 0 1 4",
            "dimension 1 is seq inside a prim dimension: the order is shared, seq, prim",
        ),
        (
            "nest f32 gemm \n m seq 4 1 0 1 \n n shared 4 0 1 4",
            "dimension 1 is shared inside a seq dimension: the order is shared, seq, prim",
        ),
        (
            "nest f32 gemm \n k shared 4 1 1 0",
            "dimension 0 (k) is shared: tasks that add to the same elements cannot run apart",
        ),
        (
            "nest f32 gemm first=zero \n m shared 4 1 0 1 \n k shared 4 4 1 0",
            "dimension 1 (k) is shared: tasks that add to the same elements cannot run apart",
        ),
        ("nest f32 gemm \n c prim 4 1 1 1", "dimension 0 (c) is prim: gemm takes 0 of that type"),
        (
            "nest f32 contraction \n m prim 4 1 0 1",
            "dimension 0 (m) is prim: contraction takes 0 of that type",
        ),
        (
            "nest f32 gemm \n m prim 4 4 0 4 \n m prim 4 1 0 1",
            "dimension 1 (m) is prim: gemm takes 1 of that type",
        ),
        (
            "nest f32 gemm \n k prim 4 4 1 0 \n k prim 4 1 1 0",
            "dimension 1 (k) is prim: gemm takes 1 of that type",
        ),
        (
            "nest f32 brgemm \n k prim 4 4 1 0 \n k prim 4 1 1 0 \n k prim 4 1 1 0",
            "dimension 2 (k) is prim: brgemm takes 2 of that type",
        ),
        (
            "nest f32 gemm \n m prim 4 2 0 1 \n k prim 4 8 1 0",
            "matrix a of the primitive has strides 2 and 8: rows or columns must be contiguous, the other neither repeated nor backwards",
        ),
        (
            "nest f32 gemm \n m prim 4 1 0 1 \n n prim 4 0 2 4 \n k prim 4 4 8 0",
            "matrix b of the primitive has strides 8 and 2: rows or columns must be contiguous, the other neither repeated nor backwards",
        ),
        (
            "nest f32 gemm \n m prim 4 1 0 2 \n n prim 4 0 1 8",
            "matrix c of the primitive has strides 2 and 8: rows must be contiguous, and columns apart",
        ),
        (
            "nest f32 brgemm \n m prim 4 1 0 1 \n k prim 4 -4 1 0",
            "the batch dimension has stride -4 in in0: must not be negative",
        ),
        (
            "nest f32 gemm \n m seq 4 1 0 1 \n n seq 4 0 1 3",
            "strides of out overlap: each must exceed what the shorter ones span",
        ),
        (
            "nest f32 gemm \n m seq 4 1 0 0",
            "strides of out overlap: each must exceed what the shorter ones span",
        ),
        (
            "nest f32 gemm \n k seq 4 9223372036854775807 1 0",
            "in0 spans more than 17592186044415 elements: extents and strides must keep it below",
        ),
        (
            "nest f32 gemm \n m seq 2 -9223372036854775808 0 1",
            "in0 spans more than 17592186044415 elements: extents and strides must keep it below",
        ),
        (
            "nest f32 gemm \n k seq 4294967296 0 0 0 \n k seq 4294967296 0 0 0",
            "the extents multiply to more than 9223372036854775807: a nest cannot have more iterations",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(broken(text), message, "{text}");
    }
}

#[test]
fn parts_fit_together() {
    let part = "is a part: must be summed over if the part around it is, as long as that one's strides say, and at its end no longer than elsewhere";
    let cases = [
        "nest f32 gemm \n m seq 3|3@0 64 0 65 \n m prim 64|3@0 1 0 1",
        "nest f32 gemm \n m seq 3|3@0 64 0 64 \n m prim 64|65@0 1 0 1",
        "nest f32 gemm \n m seq 3|3@0 64 0 64 \n m prim 64|0@0 1 0 1",
    ];
    for text in cases {
        assert_eq!(broken(text), format!("dimension 1 {part}"), "{text}");
    }
    let whole: Nest = "nest f32 gemm \n m seq 3|3@0 64 0 64 \n m prim 64|3@0 1 0 1".parse().unwrap();
    assert_eq!((verify(&whole), whole.multiply_adds()), (Ok(()), 131));
}

#[test]
fn operations_on_elements_have_rules_of_their_own() {
    let cases = [
        ("relu \n k seq 4 1 0 0", "dimension 0 (k) is summed over: relu sums nothing"),
        ("relu \n c seq 4 1 1 1", "dimension 0 has stride 1 in in1: relu has no such input, stride 0"),
        (
            "add first=zero \n c seq 4 1 1 1",
            "there is a first or last touch: add overwrites its output, and has none",
        ),
        (
            "clamp(0.0,?) \n c seq 4 1 0 1",
            "clamp(0.0,?) has parameters left to run time: a plan has nobody to ask for them",
        ),
        (
            "gemm last=leaky_relu(?) \n m seq 4 1 0 1",
            "leaky_relu(?) has parameters left to run time: a plan has nobody to ask for them",
        ),
        (
            "relu \n c prim 2 6 0 6 \n c prim 2 3 0 3 \n c prim 3 1 0 1",
            "dimension 2 (c) is prim: relu takes 2 of that type",
        ),
        (
            "relu \n m prim 4 2 0 1",
            "matrix in0 of the primitive has strides 2 and 0: rows must be contiguous, and columns apart",
        ),
        (
            "relu \n m prim 4 1 0 2 \n n prim 3 4 0 8",
            "matrix out of the primitive has strides 2 and 8: rows must be contiguous, and columns apart, or the other way round to transpose",
        ),
        (
            "add \n m prim 4 1 2 1",
            "matrix in1 of the primitive has strides 2 and 0: rows must be contiguous, and columns apart",
        ),
        ("add \n c seq 4 1 1 0", "strides of out overlap: each must exceed what the shorter ones span"),
    ];
    for (text, message) in cases {
        assert_eq!(broken(&format!("nest f32 {text}")), message, "{text}");
    }
    // A broadcast is no error.
    let nest: Nest = "nest f32 add \n c seq 4 0 1 1 \n c seq 3 1 0 4".parse().unwrap();
    assert_eq!(verify(&nest), Ok(()));
}

#[test]
fn dot_products_have_rules_of_their_own() {
    let cases = [
        ("m prim 4 1 0 1", "dimension 0 (m) is prim: dot takes 0 of that type"),
        ("c prim 4 8 8 8 \n c prim 4 1 1 1", "dimension 1 (c) is prim: dot takes 1 of that type"),
        ("k prim 4 8 8 0 \n k prim 4 1 1 0", "dimension 1 (k) is prim: dot takes 1 of that type"),
        ("c prim 4 1 0 1", "dimension 0 (c) has stride 0 in in1: such a dimension moves in all operands"),
        (
            "c prim 4 1 1 2 \n k prim 3 4 4 0",
            "matrix result of the primitive has strides 2 and 0: rows must be contiguous, and columns apart",
        ),
        (
            "c prim 4 2 1 1 \n k prim 3 8 4 0",
            "matrix x of the primitive has strides 2 and 8: rows or columns must be contiguous, as in the other input, the other apart",
        ),
        (
            "c prim 4 1 3 1 \n k prim 3 8 1 0",
            "matrix y of the primitive has strides 3 and 1: rows or columns must be contiguous, as in the other input, the other apart",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(broken(&format!("nest f32 dot first=zero \n {text}")), message, "{text}");
    }
}

#[test]
fn multiplications_side_by_side_have_rules_of_their_own() {
    let touched = "there is a first or last touch: lanewise has none but zero as the first";
    let cases = [
        ("", "c prim 4 8 8 8 \n c prim 4 1 1 1", "dimension 1 (c) is prim: lanewise takes 1 of that type"),
        ("", "m prim 4 8 0 8 \n m prim 4 1 0 1", "dimension 1 (m) is prim: lanewise takes 1 of that type"),
        ("", "n prim 4 0 8 8 \n n prim 4 0 1 1", "dimension 1 (n) is prim: lanewise takes 1 of that type"),
        ("", "k prim 4 8 8 0 \n k prim 4 1 1 0", "dimension 1 (k) is prim: lanewise takes 1 of that type"),
        ("", "c prim 4 1 2 1", "the lanes of the primitive have stride 2 in in1: must be 1"),
        ("", "c prim 4 1 1 -1", "the lanes of the primitive have stride -1 in out: must be 1"),
        (
            "",
            "k prim 3 -4 4 0 \n c prim 4 1 1 1",
            "the primitive k dimension has stride -4 in in0: must not be negative",
        ),
        ("first=relu", "c prim 4 1 1 1", touched),
        ("last=relu", "c prim 4 1 1 1", touched),
    ];
    for (touch, text, message) in cases {
        assert_eq!(broken(&format!("nest f32 lanewise {touch} \n {text}")), message, "{touch} {text}");
    }
}

#[test]
fn complex_products_have_rules_of_their_own() {
    let (rows, columns, sums, parts) =
        ("m prim 8 1 0 1", "n prim 4 0 20 8", "k prim 10 8 2 0", "k prim 2 0 1 0");
    let text = |lines: &[&str]| format!("nest f32 complex first=zero \n {}", lines.join(" \n "));
    assert_eq!(verify(&text(&[rows, columns, sums, parts]).parse().unwrap()), Ok(()));
    let pair = "must have, innermost, a primitive k of extent 2 that goes over the parts of one input only";
    let even = "must have all else at even distances, but a primitive m or n over the parts of the output";
    let decided = "must have decided dimensions alone, and one type";
    let cases: [(&[&str], &str); 10] = [
        (&[], pair),
        (&[rows, columns, sums], pair),
        (&[rows, columns, parts, sums], pair),
        (&[rows, columns, sums, "k prim 2 1 1 0"], pair),
        (&[rows, columns, sums, "k prim 4 0 1 0"], pair),
        (&["m prim 7 1 0 1", columns, sums, parts], even),
        (&[rows, "n prim 4 0 21 8", sums, parts], even),
        (&["m seq 8 1 0 1", columns, sums, parts], even),
        (&["m prim 8 2 0 2", columns, sums, parts], even),
        (&["n undefined 3 0 80 32", rows, columns, sums, parts], decided),
    ];
    for (lines, rule) in cases {
        assert_eq!(broken(&text(lines)), format!("complex: {rule}"), "{lines:?}");
    }
    let plain = "must begin with nothing or with what the output holds, and end as it is";
    let touched = text(&[rows, columns, sums, parts]).replace("zero", "relu");
    assert_eq!(broken(&touched), format!("complex: {plain}"));
    let across = "matrix b of the primitive has strides 2 and 3: rows or columns must be contiguous, the other neither repeated nor backwards";
    assert_eq!(broken(&text(&[rows, "n prim 4 0 6 8", "k prim 3 8 4 0", parts])), across);
}

#[test]
fn products_of_groups_have_rules_of_their_own() {
    let (rows, columns, sums, pair) =
        ("m prim 8 2 0 1", "n prim 4 0 20 8", "k prim 10 16 2 0", "k prim 2 1 1 0");
    let text =
        |lines: &[&str]| format!("nest bf16,bf16->f32->f32 grouped first=zero \n {}", lines.join(" \n "));
    let whole = text(&[rows, columns, sums, pair]).parse().unwrap();
    assert_eq!(verify(&whole), Ok(()));
    assert_eq!(whole.to_string().parse().as_ref(), Ok(&whole));
    let group = "must have, innermost, a primitive k of a product or c of a copy over the elements of a group, contiguous in both inputs or in the output";
    let at_groups =
        "must have all else at distances of whole groups, but the rows of elements that are apart";
    let cases: [(&[&str], &str); 8] = [
        (&[], group),
        (&[rows, columns, sums], group),
        (&[rows, columns, pair, sums], group),
        (&[rows, columns, sums, "k prim 2 2 1 0"], group),
        (&[rows, columns, sums, "k prim 4 1 1 0"], group),
        (&["m prim 8 3 0 1", columns, sums, pair], at_groups),
        (&[rows, "n prim 4 0 21 8", sums, pair], at_groups),
        (&["n undefined 3 0 80 32", rows, columns, sums, pair], "must have decided dimensions alone"),
    ];
    for (lines, rule) in cases {
        assert_eq!(broken(&text(lines)), format!("grouped: {rule}"), "{lines:?}");
    }
    let of_bytes = |lines: &[&str]| text(lines).replace("bf16,bf16->f32->f32", "i8,i8->i32->i32");
    let fours = of_bytes(&["m prim 8 4 0 1", "n prim 4 0 40 8", "k prim 10 32 4 0", "k prim 4 1 1 0"]);
    assert_eq!(verify(&fours.parse().unwrap()), Ok(()));
    assert_eq!(broken(&of_bytes(&[rows, columns, sums, pair])), format!("grouped: {group}"));
    let of_pairs = text(&[rows, columns, sums, pair]);
    let plain = "must begin with nothing or with what the output holds, and end as it is";
    assert_eq!(broken(&of_pairs.replace("zero", "relu")), format!("grouped: {plain}"));
    let types = "must multiply bf16 and write sums in f32, or i8, u8 or i16 and i32, or copy one of these";
    for other in ["f32", "bf16,f16->f32->f32", "bf16,bf16->f32->bf16", "i16,i16->i32->i16"] {
        let other = of_pairs.replace("bf16,bf16->f32->f32", other);
        assert_eq!(broken(&other), format!("grouped: {types}"));
    }
}

/// Rows of eight numbers, of which those below each other become pairs, and pairs that change places.
#[test]
fn copies_to_groups_have_rules_of_their_own() {
    let (rows, groups) = ("m prim 8 1 0 2", "n prim 3 16 0 16");
    let text = |lines: &[&str]| format!("nest bf16 group \n {}", lines.join(" \n "));
    let zipped = text(&[rows, groups, "c prim 2 8 0 1"]).parse().unwrap();
    assert_eq!(verify(&zipped), Ok(()));
    assert_eq!(zipped.to_string().parse().as_ref(), Ok(&zipped));
    let moved = text(&["m prim 8 6 0 2", "n prim 3 2 0 16", "c prim 2 1 0 1"]);
    assert_eq!(verify(&moved.parse().unwrap()), Ok(()));
    let group = "must have, innermost, a primitive k of a product or c of a copy over the elements of a group, contiguous in both inputs or in the output";
    let at_groups =
        "must have all else at distances of whole groups, but the rows of elements that are apart";
    let neighbours = "must have rows that are neighbours, and groups of these, in the output, and in the input rows that are neighbours, or groups";
    let cases: [(&[&str], &str); 6] = [
        (&[rows, groups], group),
        (&[rows, groups, "c prim 2 8 0 2"], group),
        (&["m prim 8 1 0 3", groups, "c prim 2 8 0 1"], at_groups),
        (&["m prim 8 7 0 2", "n prim 3 2 0 16", "c prim 2 1 0 1"], at_groups),
        (&["m prim 8 2 0 2", "n prim 3 32 0 16", "c prim 2 16 0 1"], neighbours),
        (&[rows, "n prim 3 24 0 16", "c prim 2 8 0 1"], neighbours),
    ];
    for (lines, rule) in cases {
        assert_eq!(broken(&text(lines)), format!("group: {rule}"), "{lines:?}");
    }
}

#[test]
fn windows_have_rules_of_their_own() {
    let cases = [
        (
            "filter",
            "k prim 2 9 4 0 \n k prim 2 3 2 0 \n k prim 2 1 1 0",
            "dimension 2 (k) is prim: filter takes 2 of that type",
        ),
        (
            "filter",
            "m prim 2 9 0 9 \n m prim 2 3 0 3 \n m prim 3 1 0 1",
            "dimension 2 (m) is prim: filter takes 2 of that type",
        ),
        (
            "filter",
            "c prim 2 8 8 8 \n c prim 4 1 1 1",
            "dimension 1 (c) is prim: filter takes 1 of that type",
        ),
        (
            "filter",
            "m prim 2 8 0 8 \n n prim 4 0 1 1",
            "dimension 1 (n) is prim: filter takes 0 of that type",
        ),
        (
            "filter",
            "m prim 2 8 0 8 \n c prim 4 2 1 1",
            "the lanes of the primitive have stride 2 in in0: must be 1",
        ),
        (
            "filter",
            "n prim 2 0 8 8 \n n prim 4 0 2 1",
            "the lanes of the primitive have stride 2 in in1: must be 1",
        ),
        (
            "filter",
            "c prim 4 1 3 1 \n k prim 3 1 1 0",
            "the lanes of the primitive have stride 3 in in1: must be 1",
        ),
        (
            "filter",
            "m prim 2 -8 0 8 \n c prim 4 1 1 1",
            "the primitive m dimension has stride -8 in in0: must not be negative",
        ),
        (
            "filter",
            "k prim 3 1 -1 0 \n c prim 4 1 1 1",
            "the primitive k dimension has stride -1 in in1: must not be negative",
        ),
        (
            "pool(max)",
            "k prim 3 1 1 0",
            "dimension 0 has stride 1 in in1: pool(max) has no such input, stride 0",
        ),
        (
            "pool(max)",
            "m prim 2 8 0 4 \n c prim 4 1 0 1 \n n prim 2 0 0 8",
            "dimension 2 (n) is prim: pool(max) takes 2 of that type",
        ),
        (
            "pool(max)",
            "m prim 2 8 0 1 \n c prim 4 1 0 2",
            "the lanes of the primitive have stride 2 in out: must be 1",
        ),
    ];
    for (main, text, message) in cases {
        assert_eq!(broken(&format!("nest f32 {main} first=zero \n {text}")), message, "{main} {text}");
    }
    // Windows of single lanes, and lanes that slide over themselves.
    for text in
        ["filter \n m prim 5 2 0 1 \n k prim 3 1 1 0", "pool(sum) \n k prim 3 1 0 0 \n m prim 5 1 0 1"]
    {
        assert_eq!(verify(&format!("nest f32 {text}").parse().unwrap()), Ok(()), "{text}");
    }
}

#[test]
fn reductions_have_rules_of_their_own() {
    let cases = [
        ("k seq 4 1 0 2", "dimension 0 (k) has stride 2 in out: such a dimension is absent there, stride 0"),
        ("k seq 4 1 3 0", "dimension 0 has stride 3 in in1: reduce(max) has no such input, stride 0"),
        (
            "k shared 4 1 0 0",
            "dimension 0 (k) is shared: tasks that add to the same elements cannot run apart",
        ),
        ("n prim 4 1 0 1", "dimension 0 (n) is prim: reduce(max) takes 0 of that type"),
        ("k prim 4 8 0 0 \n k prim 4 1 0 0", "dimension 1 (k) is prim: reduce(max) takes 1 of that type"),
        (
            "m prim 4 1 0 2 \n k prim 3 4 0 0",
            "matrix result of the primitive has strides 2 and 0: rows must be contiguous, and columns apart",
        ),
        (
            "m prim 4 2 0 1 \n k prim 3 8 0 0",
            "matrix in of the primitive has strides 2 and 8: rows or columns must be contiguous, the other apart",
        ),
        (
            "m prim 4 2 0 1 \n k prim 3 1 0 0",
            "matrix in of the primitive has strides 2 and 1: rows or columns must be contiguous, the other apart",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(broken(&format!("nest f32 reduce(max) first=zero \n {text}")), message, "{text}");
    }
    // What is kept may be repeated in the input, whatever its type.
    let nest: Nest =
        "nest f32 reduce(sum) last=relu \n n seq 4 0 0 1 \n c seq 3 1 0 4 \n k seq 2 0 0 0".parse().unwrap();
    assert_eq!(verify(&nest), Ok(()));
}

#[test]
fn steps_share_what_is_the_same() {
    let step =
        |text: &str, shares| Step { shares, ..Sequence::of(text.parse().unwrap()).unwrap().steps.remove(0) };
    let error = |first: &str, second: &str, shares| {
        let steps = vec![step(first, 0), step(second, shares)];
        Sequence { steps, ..Sequence::default() }.verify().unwrap_err().to_string()
    };
    let (relu, add) = ("nest f32 relu \n c seq 4 1 0 1", "nest f32 add \n c seq 4 1 1 1");
    assert_eq!(
        error(relu, "nest f32 add \n c seq 5 1 1 1", 1),
        "step 1 shares 1 loop with the one before: the outermost 0 are the same"
    );
    assert_eq!(
        error(relu, add, 2),
        "step 1 shares 2 loops with the one before: the outermost 1 are the same"
    );
    assert_eq!(
        error(
            "nest f32 relu \n c shared 2 4 0 4 \n c shared 4 1 0 1",
            "nest f32 add \n c shared 2 4 4 4 \n c shared 4 1 1 1",
            1
        ),
        "step 1 has shared dimensions inside of those that it has in common with the one before: all or none"
    );
    assert_eq!(
        error(relu, "nest f64 add \n c seq 4 1 1 1", 1),
        "step 1: in0 is of f64: argument 0 must be of f32, as in an earlier step"
    );
    assert_eq!(Sequence { steps: vec![step(relu, 0), step(add, 1)], ..Sequence::default() }.verify(), Ok(()));
}

#[test]
fn only_decided_nests_are_compiled() {
    let error = |text: &str| Plan::new(text.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(
        error("nest f32 gemm \n m undefined 4 1 0 1"),
        "dimension 0 is undefined: its execution must be decided before"
    );
    assert_eq!(
        error("nest f32 contraction \n m seq 4 1 0 1"),
        "the main primitive is contraction: gemm, brgemm, dot, lanewise or filter must be chosen before"
    );
}

/// Inputs that an operation does not read may be missing.
#[test]
fn the_reference_takes_slices_of_what_is_used() {
    let evaluated = |text: &str, in0: &[f32], in1: &[f32]| {
        let (nest, mut out) = (text.parse().unwrap(), [0.0f32; 4]);
        let [in0, in1] = [in0, in1].map(|data| Located { data, origin: 0 });
        contract(&nest, in0, in1, Located { data: &mut out[..], origin: 0 }).map(|()| out)
    };
    let data = [1.0, -2.0, 3.0, -4.0];
    assert_eq!(evaluated("nest f32 relu \n c seq 4 1 0 1", &data, &[]), Ok([1.0, 0.0, 3.0, 0.0]));
    assert_eq!(evaluated("nest f32 fill(2) \n c seq 4 1 0 1", &[], &[]), Ok([2.0; 4]));
    let sum = "nest f32 reduce(sum) first=zero \n m seq 4 1 0 1 \n k seq 0 4 0 0";
    assert_eq!(evaluated(sum, &[], &[]), Ok([0.0; 4]));
    let outside = EvaluationError::Outside { operand: Operand::In0, below: 0, above: 3, origin: 0, len: 3 };
    assert_eq!(evaluated("nest f32 relu \n c seq 4 1 0 1", &data[1..], &[]), Err(outside));
}

#[test]
fn zero_extents_break_no_rule() {
    for dim in ["m seq 0 1 0 0", "k prim 0 5 5 0", "c seq 0 1 1 1", "n prim 0 0 7 7"] {
        let nest: Nest = format!("nest f32 gemm \n {dim}").parse().unwrap();
        assert_eq!(verify(&nest), Ok(()), "{dim}");
    }
}

#[test]
fn a_nest_has_at_most_1024_dimensions() {
    let nest = |dims: usize| -> Nest {
        let dims: String = (0..dims).map(|name| format!("\n m seq 1|1@{name} {name} 0 0")).collect();
        format!("nest f32 gemm {dims}").parse().unwrap()
    };
    assert_eq!(verify(&nest(1024)), Ok(()));
    // Most rules take the square of the number.
    for dims in [1025, 500_000] {
        let message = "there are more than 1024 dimensions: steps and dimensions must keep them below";
        assert_eq!(verify(&nest(dims)).unwrap_err().to_string(), message);
    }
}

/// Looking at every two of them would take hours.
#[test]
fn no_row_is_longer_than_a_phase() {
    let row = |steps: usize| -> Sequence {
        let step = |number: usize| {
            let [input, output] =
                [(0, "0"), (steps - 1, "1")].map(|(end, own)| if number == end { own } else { "r" });
            format!("\nstep shares=0 in0={input} in1=0 out={output} \n nest f32 identity")
        };
        ("sequence scratch=0".to_owned() + &(0..steps).map(step).collect::<String>()).parse().unwrap()
    };
    assert_eq!(row(16).verify(), Ok(()));
    assert!(Plan::of(row(16)).is_ok());
    for steps in [17, 300_000] {
        let found = row(steps).verify();
        assert!(matches!(found, Err(NestError::Row { step }) if step == steps - 1), "{found:?}");
    }
}
