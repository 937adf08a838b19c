//! `--svg`: pictures of what commands explain.

use crate::support::{tensmith, tensmith_on};
use std::fs;

const TREE: &str = "[[0,1],[1,2]->[0,2]],[2,3]->[3,0]";
const NEST: &str = "nest f32 contraction first=zero
    m undefined 160   1   0   1
    n undefined 160   0 160 160
    k undefined 160 160   1   0";

#[test]
fn explanations_come_with_a_tree() {
    let directory = tempfile::tempdir().unwrap();
    let words = ["einsum", "--tree", TREE, "--extents", "8,9,10,11", "--explain", "--svg", "tree.svg"];
    let said = tensmith_on(&words, b"", directory.path()).text();
    assert!(said.contains("step 1: "), "{said}");
    let picture = fs::read_to_string(directory.path().join("tree.svg")).unwrap();
    assert!(
        picture.starts_with("<svg ") && picture.ends_with("</svg>\n") && picture.contains(">result</text>")
    );
}

#[test]
fn nests_come_with_passes_and_tasks() {
    let directory = tempfile::tempdir().unwrap();
    let words = [
        "nest",
        "-",
        "--threads",
        "3",
        "--target",
        "zen5",
        "--svg",
        "passes.svg",
        "--tasks-svg",
        "tasks.svg",
    ];
    assert!(tensmith_on(&words, NEST.as_bytes(), directory.path()).text().contains("kernel 0: "));
    let read = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
    assert!(read("passes.svg").contains(">parallel</text>"));
    assert!(read("tasks.svg").contains(">Tasks on 3 threads</text>"));
}

#[test]
fn multiplications_come_with_tiles() {
    let words = ["emit", "gemm f32 64x6x64", "--target", "neoverse-v2", "--svg", "-", "-o", "/dev/null"];
    let picture = tensmith(&words).text();
    assert!(picture.contains(">Register tiles of 64x6x64</text>"), "{picture}");
    let words = ["emit", "unary relu f32 8x8", "--svg", "-"];
    assert!(tensmith(&words).failure(2).contains("no multiplication"));
}
