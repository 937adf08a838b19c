//! `demo`: a contraction with everything that happens on the way.

use crate::support::{contents, read_npy, tensmith_on, write_npy};
use std::path::Path;

#[test]
fn it_makes_arrays_and_shows_each_step() {
    let directory = tempfile::tempdir().unwrap();
    let outcome = tensmith_on(&["demo", "--dir", "new/folder", "--untimed"], b"", directory.path());
    let report = outcome.text();
    for part in [
        "operand new/folder/a.npy (12x5x16x8)",
        "abcd,dbe->aec",
        "label b: k of 5",
        ": brgemm f32",
        "code of brgemm f32",
        "0000: ",
        "the same for another machine, ",
        "result new/folder/c.npy (12x10x16): ",
        "1920 elements compared with the reference, 0 wrong; worst ",
    ] {
        assert!(report.contains(part), "`{part}` in:\n{report}");
    }
    let folder = directory.path().join("new/folder");
    assert_eq!(contents(&folder).len(), 3);
    let (shape, _) = read_npy::<f32>(&folder.join("c.npy"));
    assert_eq!(shape, [12, 10, 16]);

    assert!((24..=40).contains(&report.lines().count()), "{report}");
    assert!(report.lines().all(|line| line.chars().count() <= 100), "{report}");
    assert!(
        report.contains("\nstep 0: in0 [a,b,c,d], in1 [d,b,e] -> [a,e,c], 153600 operations, "),
        "{report}"
    );

    let again = tensmith_on(&["demo", "--dir", "new/folder", "--untimed"], b"", directory.path()).text();
    assert_eq!(again, report, "the arrays are the same each time");
}

#[test]
fn it_takes_an_expression_and_arrays() {
    let directory = tempfile::tempdir().unwrap();
    write_npy(&directory.path().join("x.npy"), &[2, 3], &[1.0; 6]);
    write_npy(&directory.path().join("y.npy"), &[3, 4], &[1.0; 12]);
    let arguments = ["demo", "mk,kn->nm", "x.npy", "y.npy", "--dir", "."];
    let outcome = tensmith_on(&arguments, b"", directory.path());
    let report = outcome.text();
    assert!(report.contains(" µs on one thread, "), "{report}");
    assert!(report.contains("result ./c.npy (4x2): 3 3 3 3 3 3 …\n"), "{report}");
    assert_eq!(read_npy::<f32>(&directory.path().join("c.npy")), (vec![4, 2], vec![3.0; 8]));
}

#[test]
fn what_it_cannot_show_is_refused_before_anything_is_written() {
    let directory = tempfile::tempdir().unwrap();
    write_npy(&directory.path().join("x.npy"), &[2, 3], &[1.0; 6]);
    let before = contents(directory.path());
    let refused = |arguments: &[&str], expected: &str| {
        let line = tensmith_on(arguments, b"", directory.path()).failure(2);
        assert!(line.contains(expected), "`{expected}` in: {line}");
    };
    refused(&["demo", "mk,kn->mx"], "'x' at byte 8");
    refused(&["demo", "mk"], "must be 2");
    refused(&["demo", "mk,kn->mn", "x.npy"], "B.npy");
    refused(&["demo", "mk,kn->mn", "x.npy", "x.npy"], "label 'k' is 3 in in0 and 2 in in1");
    refused(&["demo", "mk,kn->mn", "x.npy", "absent.npy"], "absent.npy: cannot be read");
    assert_eq!(contents(directory.path()), before);
    assert!(!Path::new("tensmith-demo").exists());
}
