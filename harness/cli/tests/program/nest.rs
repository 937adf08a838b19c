//! `tensmith nest`: passes, plans, and what is wrong with a nest.

use crate::support::{Outcome, tensmith_on};
use std::path::Path;

const MATRICES: &str = "nest f32 contraction first=zero last=relu
    m undefined 1600    1    0    1
    n undefined 1600    0 1600 1600
    k undefined 1600 1600    1    0";

fn nest(arguments: &[&str], text: &str) -> Outcome {
    tensmith_on(&[&["nest", "-"], arguments].concat(), text.as_bytes(), Path::new("."))
}

#[test]
fn a_plan_has_kernels_loops_and_a_price() {
    let text = nest(&["--target", "neoverse-v2"], MATRICES).text();
    assert!(text.contains("\nkernel 0: gemm f32 ") && text.contains("epilogue=relu"), "{text}");
    assert!(text.contains("\nfor ") && text.contains("\nstep 0: "), "{text}");
    assert!(!text.contains("# after"), "{text}");
}

#[test]
fn passes_are_shown_and_can_be_read_again() {
    let text = nest(&["--passes", "--max-kernel-size", "1024"], MATRICES).text();
    let sequence = text.split("# after ").find_map(|after| after.strip_prefix("split\n")).unwrap();
    assert!(sequence.contains("prim             800"), "{sequence}");
    let (sequence, _) = sequence.split_once("\n\n").unwrap();
    assert!(nest(&[], sequence).text().contains("step 0: "));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let cases = [
        ("", "-: line 1, word 1: expected `nest`"),
        ("nest f32 gemm\n m seq x 1 0 1", "-: line 2, word 3: expected an extent"),
        ("nest f32 contraction\n k shared 4 1 1 0", "-: dimension 0 (k) is shared:"),
    ];
    for (text, message) in cases {
        let error = nest(&[], text).failure(2);
        assert!(error.contains(message), "{error}");
    }
    assert!(nest(&["--without", "luck"], MATRICES).failure(2).contains("luck"));
}
