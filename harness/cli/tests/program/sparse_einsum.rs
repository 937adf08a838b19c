//! `einsum` with a sparse operand from a file, against what SciPy recorded and the ordinary contraction:
//! `tests/data/sparse`.

use crate::support::{read_npy, tensmith, tensmith_on, write_npy};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn recorded(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/sparse");
    folder.join(name).to_str().expect("text").to_owned()
}

/// Where results go.
fn room() -> (tempfile::TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("c.npy");
    let text = path.to_str().expect("text").to_owned();
    (folder, path, text)
}

/// The product is SciPy's, whichever operand is the matrix, on any number of threads.
#[test]
fn the_product_is_that_of_scipy() {
    let (a, b) = (recorded("product.a.mtx"), recorded("product.b.npy"));
    let expected = read_npy::<f32>(Path::new(&recorded("product.c.npy")));
    let (_folder, path, output) = room();
    for operands in [["ij,jk->ik", &a, &b], ["jk,ij->ik", &b, &a]] {
        for threads in ["1", "3"] {
            let options = ["-o", &output, "--check", "--threads", threads];
            let outcome = tensmith(&[&["einsum"], operands.as_slice(), &options].concat());
            assert_eq!((outcome.status, outcome.stdout.len()), (0, 0), "{outcome:?}");
            let compared = "84 elements compared with the reference, 0 wrong; worst";
            assert!(outcome.stderr.starts_with(compared), "{outcome:?}");
            assert_eq!(read_npy::<f32>(&path), expected, "{operands:?}");
        }
    }
}

/// An archive of SciPy's among dense operands, transposed, gives what its dense matrix gives.
#[test]
fn an_archive_is_what_its_dense_matrix_is() {
    let (folder, path, output) = room();
    let (sparse, dense) = (recorded("single.npz"), recorded("single.npy"));
    let (shape, elements) = read_npy::<f64>(Path::new(&dense));
    let (a, x, y) = ("a.npy", "x.npy", "y.npy");
    let narrow: Vec<f32> = elements.iter().map(|x| *x as f32).collect();
    write_npy(&folder.path().join(a), &shape, &narrow);
    let numbers = |count: u64| (0..count).map(|nth| (nth % 5) as f32 - 2.0).collect::<Vec<_>>();
    write_npy(&folder.path().join(x), &[3, shape[0]], &numbers(shape[0] * 3));
    write_npy(&folder.path().join(y), &[3, 2], &numbers(3 * 2));
    let mut results = Vec::new();
    for matrix in [&sparse, a] {
        let command = ["einsum", "ki,ij,kl->jl", x, matrix, y, "-o", &output, "--check"];
        let outcome = tensmith_on(&command, b"", folder.path());
        assert_eq!(outcome.status, 0, "{outcome:?}");
        results.push(read_npy::<f32>(&path));
    }
    assert_eq!(results[0].0, results[1].0);
    let pairs = results[0].1.iter().zip(&results[1].1);
    assert!(
        pairs.into_iter().all(|(one, other)| (one - other).abs() <= 1e-4 * other.abs().max(1.0)),
        "{results:?}"
    );
}

#[test]
fn what_is_done_is_explained() {
    let (a, b) = (recorded("product.a.mtx"), recorded("product.b.npy"));
    let explained = |more: &[&str]| {
        tensmith(&[&["einsum", "ij,jk->ik", &a, &b, "--explain", "--target", "neoverse-v2"], more].concat())
            .text()
    };
    let text = explained(&[]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "ij,jk->ik on neoverse-v2");
    assert!(lines[1].starts_with("in0 is sparse, 12x10, "), "{text}");
    assert!(lines[1].ends_with(" entries: as it is, summed over j"), "{text}");
    assert!(lines[2].starts_with("meets in1: "), "{text}");
    assert_eq!(lines.last(), Some(&"the product is the output"));
    let value: Value = serde_json::from_str(&explained(&["--format", "json"])).expect("JSON");
    assert_eq!((&value["sparse"], &value["meets"]), (&Value::from(0), &Value::from(vec![1])));
    assert_eq!(value["output"], Value::from(vec![12, 7]));
    assert_eq!((&value["products"][0]["columns"], &value["before"]), (&Value::from(7), &Value::Null));
}

#[test]
fn what_has_no_product_is_refused() {
    let (folder, path, output) = room();
    let (a, b) = (recorded("product.a.mtx"), recorded("product.b.npy"));
    let refused = |command: &[&str]| {
        let outcome = tensmith_on(&[&["einsum"], command, &["-o", &output]].concat(), b"", folder.path());
        assert_eq!((outcome.status, path.exists()), (2, false), "{outcome:?}");
        outcome.stderr
    };
    let text = refused(&["ij,jk->ijk", &a, &b]);
    let rule = "label 'i' of the sparse in0 is in the output, as is 'j': one of both must be summed";
    assert!(text.starts_with(&format!("error: {rule}")), "{text}");
    let asked = "(expression `ij,jk->ijk` on in0 = 12x10, sparse, in1 = 10x7)\n";
    assert!(text.ends_with(asked), "{text}");
    let text = refused(&["ij,jk->ik", &a, &a]);
    assert!(text.contains("are sparse: only one operand may be"), "{text}");
    let text = refused(&["ij,jk->ik", &a, &b, "--then", "relu"]);
    assert!(text.starts_with("error: --then: not with a sparse operand, which "), "{text}");
    let text = refused(&["ij,jk->ik", &recorded("complex.mtx"), &b]);
    assert!(text.contains("complex.mtx: line 1: field `complex`"), "{text}");
    // Operands are numbered as in the expression.
    let double = recorded("double.npy");
    let text = refused(&["ij,jk,kl->il", &a, &b, &double]);
    assert_eq!(text, format!("error: in2 = {double}: elements are f64: must be f32, as those of in1\n"));
}
