//! `tensmith nest --run`: nests and sequences on arrays, and what is wrong with these.

use crate::support::{Outcome, read_npy, tensmith_on, write_npy};
use std::path::Path;
use tempfile::TempDir;

/// C = relu(A·B) with A of 3x4, B of 4x5, all in C order.
const MATRICES: &str = "nest f32 contraction first=zero last=relu
    m undefined 3 4 0 5
    n undefined 5 0 1 1
    k undefined 4 1 5 0";

/// The same into an arena, and a gelu of that.
const SEQUENCE: &str = "sequence scratch=0 arena=60
step shares=0 in0=0 in1=1 out=a0
nest f32 contraction first=zero
    m undefined 3 4 0 5
    n undefined 5 0 1 1
    k undefined 4 1 5 0
step shares=0 in0=a0 in1=2 out=2
nest f32 gelu
    c undefined 15 1 0 1";

const A: [f32; 12] = [1.0, -2.0, 3.0, 0.5, 2.0, 1.0, -1.0, 4.0, 0.0, 3.0, 2.0, -3.0];

fn b() -> Vec<f32> {
    (0..20).map(|nth| (nth % 7) as f32 - 3.0).collect()
}

/// A folder with `a.npy`, `b.npy` and a nest.
fn folder(nest: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_npy(&folder.path().join("a.npy"), &[3, 4], &A);
    write_npy(&folder.path().join("b.npy"), &[4, 5], &b());
    std::fs::write(folder.path().join("n.nest"), nest).unwrap();
    folder
}

fn nest(arguments: &[&str], folder: &Path) -> Outcome {
    tensmith_on(&[&["nest", "n.nest"], arguments].concat(), b"", folder)
}

fn product(i: usize, j: usize) -> f32 {
    (0..4).map(|k| A[i * 4 + k] * b()[k * 5 + j]).sum()
}

/// The message of a check that agrees, and nothing on the standard output.
fn agrees(outcome: &Outcome, elements: usize) {
    assert_eq!((outcome.status, outcome.stdout.len()), (0, 0), "{outcome:?}");
    let message = format!("{elements} elements compared with the reference, 0 wrong");
    assert!(outcome.stderr.starts_with(&message), "{outcome:?}");
}

#[test]
fn a_nest_runs_on_arrays() {
    let folder = folder(MATRICES);
    let run = ["--run", "a.npy", "b.npy", "-o", "c.npy", "--check"];
    for threads in ["1", "2"] {
        agrees(&nest(&[&run[..], &["--threads", threads]].concat(), folder.path()), 15);
        let (shape, data) = read_npy::<f32>(&folder.path().join("c.npy"));
        let expected: Vec<f32> = (0..15).map(|at| product(at / 5, at % 5).max(0.0)).collect();
        assert_eq!((shape, data), (vec![3, 5], expected));
    }
}

/// An output that is given is what products are added to, and keeps its shape.
#[test]
fn an_output_that_is_given_is_added_to() {
    let folder = folder(&MATRICES.replace(" first=zero last=relu", ""));
    write_npy(&folder.path().join("c.npy"), &[15, 1], &[10.0; 15]);
    agrees(&nest(&["--run", "a.npy", "b.npy", "c.npy", "-o", "d.npy", "--check"], folder.path()), 15);
    let (shape, data) = read_npy::<f32>(&folder.path().join("d.npy"));
    let expected: Vec<f32> = (0..15).map(|at| 10.0 + product(at / 5, at % 5)).collect();
    assert_eq!((shape, data), (vec![15, 1], expected));
}

#[test]
fn a_sequence_runs_and_its_bounds_go_from_step_to_step() {
    let folder = folder(SEQUENCE);
    agrees(&nest(&["--run", "a.npy", "b.npy", "-o", "c.npy", "--check"], folder.path()), 15);
    let (shape, data) = read_npy::<f32>(&folder.path().join("c.npy"));
    assert_eq!(shape, [15]);
    // gelu(x) is x for large x, and 0 for small ones.
    for (at, found) in data.into_iter().enumerate() {
        let sum = product(at / 5, at % 5);
        let most = if sum.abs() < 6.0 { 0.2 } else { 1e-6 };
        assert!((found - sum.max(0.0)).abs() <= most, "{found} for {sum}");
    }
}

#[test]
fn numbers_are_drawn_by_a_seed() {
    let folder = folder(MATRICES);
    let drawn = |seed: &str| {
        agrees(&nest(&["--random", seed, "--check", "-o", "c.npy"], folder.path()), 15);
        read_npy::<f32>(&folder.path().join("c.npy")).1
    };
    assert_eq!(drawn("7"), drawn("7"));
    assert_ne!(drawn("7"), drawn("8"));
}

#[test]
fn what_does_not_fit_is_named() {
    let folder = folder(MATRICES);
    write_npy(&folder.path().join("short.npy"), &[11], &[0.0; 11]);
    let cases: [(&[&str], &str); 5] = [
        (&["--run", "short.npy", "b.npy", "-o", "c.npy"], "argument 0 has 0 elements before and 11 after"),
        (&["--run", "a.npy", "b.npy", "a.npy", "b.npy"], "--run: there are 4 arrays: must be at most 3"),
        (&["--run", "a.npy", "-o", "c.npy", "-o", "d.npy"], "--output: there are 2 files: must be 1"),
        (&["--run", "nowhere.npy"], "nowhere.npy: cannot be read"),
        (&["--random", "x"], "--random"),
    ];
    for (arguments, message) in cases {
        let error = nest(arguments, folder.path()).failure(2);
        assert!(error.contains(message), "{error}");
    }
    assert!(!folder.path().join("c.npy").exists());
    // Two elements of 16 GiB.
    std::fs::write(folder.path().join("far.nest"), "nest f32 relu\nc seq 2 4294967296 0 4294967296").unwrap();
    let error = tensmith_on(&["nest", "far.nest", "--random", "1"], b"", folder.path()).failure(2);
    assert_eq!(error, "--random: argument 0: must have at most 2^28 elements");
    // Code for the other architecture does not run here.
    let other = if cfg!(target_arch = "x86_64") { "neoverse-v2" } else { "zen5" };
    let error = nest(&["--random", "1", "--target", other], folder.path()).failure(3);
    assert!(error.contains(other), "{error}");
}
