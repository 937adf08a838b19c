//! `einsum --wisdom`, and `wisdom`: orders that are kept in a folder.

use crate::support::{tensmith, tensmith_on};
use std::fs;

const RING: &str = "ab,bc,cd,de,ef,fg,gh,hi,ij,ja->";

#[test]
fn orders_are_kept_shown_exported_and_imported() {
    let folder = tempfile::tempdir().unwrap();
    let extents: Vec<_> =
        ('a'..='j').enumerate().map(|(n, label)| format!("{label}={}", n % 4 + 2)).collect();
    let extents = extents.join(",");
    let explain = || {
        let arguments = ["einsum", RING, "--extents", &extents, "--wisdom", "kept", "--explain"];
        tensmith_on(&arguments, &[], folder.path()).text()
    };
    let on = |arguments: &[&str]| tensmith_on(arguments, &[], folder.path());
    assert_eq!(on(&["wisdom", "show", "kept"]).text(), "");
    let first = explain();
    assert_eq!(explain(), first);
    let lines = on(&["wisdom", "export", "kept"]).text();
    assert_eq!(lines.lines().count(), 1, "{lines}");
    assert!(
        lines.starts_with("network ") && lines.contains("; search auto; minimize time; seed 0; memory any; ")
    );
    let shown = on(&["wisdom", "show", "kept"]).text();
    assert!(shown.starts_with("cost ") && shown.trim_end().ends_with("; memory any"), "{shown}");

    fs::write(folder.path().join("lines"), &lines).unwrap();
    assert_eq!(on(&["wisdom", "import", "other", "lines"]).text(), "1 entry added\n");
    assert_eq!(on(&["wisdom", "import", "other", "lines"]).text(), "0 entries added\n");
    assert_eq!(on(&["wisdom", "export", "other"]).text(), lines);

    fs::write(folder.path().join("lines"), lines.replace("seed 0", "seed 7")).unwrap();
    let error = on(&["wisdom", "import", "other", "lines"]).failure(2);
    assert!(error.starts_with("wisdom lines, line 1: the last field is "), "{error}");
}

#[test]
fn bad_folders_are_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let on = |arguments: &[&str]| tensmith_on(arguments, &[], folder.path()).failure(2);
    assert!(on(&["wisdom", "show", "file"]).starts_with("wisdom file: "));
    let error = on(&["einsum", "ab,bc->ac", "--shapes", "2x3,3x4", "--wisdom", "file", "--explain"]);
    assert!(error.starts_with("wisdom file: "), "{error}");
    tensmith(&["wisdom"]).failure(2);
}
