//! Every rule of a nest, broken once, with its message.

use tensmith_core::tensor::{Nest, Plan, verify};

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
            "matrix a of the primitive has strides 2 and 8: rows or columns must be contiguous, the other apart",
        ),
        (
            "nest f32 gemm \n m prim 4 1 0 1 \n k prim 4 3 1 0",
            "matrix a of the primitive has strides 1 and 3: rows or columns must be contiguous, the other apart",
        ),
        (
            "nest f32 gemm \n m prim 4 1 0 1 \n n prim 4 0 2 4 \n k prim 4 4 8 0",
            "matrix b of the primitive has strides 8 and 2: rows or columns must be contiguous, the other apart",
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
fn only_decided_nests_are_compiled() {
    let error = |text: &str| Plan::new(text.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(
        error("nest f32 gemm \n m undefined 4 1 0 1"),
        "dimension 0 is undefined: its execution must be decided before"
    );
    assert_eq!(
        error("nest f32 contraction \n m seq 4 1 0 1"),
        "the main primitive is contraction: gemm or brgemm must be chosen before"
    );
}

#[test]
fn zero_extents_break_no_rule() {
    for dim in ["m seq 0 1 0 0", "k prim 0 5 5 0", "c seq 0 1 1 1", "n prim 0 0 7 7"] {
        let nest: Nest = format!("nest f32 gemm \n {dim}").parse().unwrap();
        assert_eq!(verify(&nest), Ok(()), "{dim}");
    }
}
