//! Files that SciPy wrote (`tests/data/sparse/make.py`), and files with mistakes.
//!
//! Tests: below.

use super::*;
use std::path::PathBuf;

fn recorded(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/sparse").join(name)
}

/// All elements, as SciPy read them.
fn elements(name: &str) -> (Vec<usize>, Vec<f64>) {
    let mut arrays = tensmith_npy::read(&recorded(&format!("{name}.npy"))).expect("an array");
    match arrays.pop() {
        Some(tensmith_npy::Loaded::F64(array)) => (array.layout().shape().to_vec(), array.data().to_vec()),
        other => panic!("{name}: {other:?}"),
    }
}

fn agrees<T: Value, I: Index>(file: &str) {
    let name = file.split('.').next().expect("a name");
    let matrix: Csr<T, I> =
        read(&recorded(file), Duplicates::Refuse).unwrap_or_else(|error| panic!("{error}"));
    let (shape, expected) = elements(name);
    assert_eq!([matrix.shape().0, matrix.shape().1], *shape, "{file}");
    let dense: Vec<T> = matrix.to_dense().expect("memory");
    let expected: Vec<T> = expected.into_iter().map(T::from_f64).collect();
    assert_eq!(dense, expected, "{file}");
}

#[test]
fn files_of_scipy_are_what_scipy_reads() {
    let names = ["general", "symmetric", "skew", "integer", "empty", "pattern", "pattern_symmetric"];
    for file in names.map(|name| format!("{name}.mtx")) {
        let file = file.as_str();
        agrees::<f64, u32>(file);
        agrees::<f32, u64>(file);
    }
    for file in ["double.npz", "wide_indices.npz", "unsorted.npz", "unicode.npz", "longer.npz"] {
        agrees::<f64, u32>(file);
        agrees::<f64, u64>(file);
    }
    agrees::<f32, u32>("single.npz");
}

/// Also those in formats that are refused later; and no file of arrays.
#[test]
fn matrices_are_told_from_arrays() {
    for (file, expected) in [
        ("general.mtx", true),
        ("double.npz", true),
        ("general.npy", false),
        ("missing.npz", false),
        ("missing.mtx", true),
    ] {
        assert_eq!(is_matrix(&recorded(file)), expected, "{file}");
    }
}

/// Why a recorded file is refused, without its folder.
fn recorded_refusal(file: &str) -> String {
    let error = read::<f64, u32>(&recorded(file), Duplicates::Refuse).expect_err(file).to_string();
    error.split_once(&format!("{file}: ")).expect("the name of the file").1.to_owned()
}

#[test]
fn what_scipy_writes_and_is_no_real_matrix_by_rows_is_refused() {
    let fields = "must be `real`, `double`, `integer` or `pattern`";
    let cases = [
        ("complex.mtx", format!("line 1: field `complex`: {fields}")),
        (
            "dense.mtx",
            "line 1: `%%MatrixMarket matrix array real general`: must begin with `%%MatrixMarket matrix \
             coordinate`, a field and a symmetry"
                .to_owned(),
        ),
        ("columns.npz", "format `csc`: must be `csr`, which SciPy's `.tocsr()` returns".to_owned()),
        ("whole.npz", "`data` has elements of int64: must be float64".to_owned()),
        ("single.npz", "`data` has elements of float32: must be float64".to_owned()),
        ("general.npy", "the name of a matrix's file must end with `.mtx` or `.npz`".to_owned()),
    ];
    for (file, expected) in cases {
        assert_eq!(recorded_refusal(file), expected, "{file}");
    }
}

fn parsed(text: &str, duplicates: Duplicates) -> Result<Csr<f32, u32>, MtxError> {
    read_mtx(text.as_bytes(), duplicates)
}

/// The message about a file behind its first line, which is that of a general matrix.
fn refusal(rest: &str) -> String {
    let text = format!("%%MatrixMarket matrix coordinate real general\n{rest}");
    parsed(&text, Duplicates::Refuse).expect_err(rest).to_string()
}

#[test]
fn every_rule_is_broken_once() {
    let sizes = "must be three whole numbers: rows, columns and entries";
    let entry = "must be a row, a column and a value";
    let rows = "1048576 and 512 for each entry, up to 268435456";
    let cases = [
        ("", "line 2: truncated: the file ends before its sizes".to_owned()),
        ("% only\n% comments", "line 4: truncated: the file ends before its sizes".to_owned()),
        ("2 2\n", format!("line 2: `2 2`: {sizes}")),
        ("2 2 1 1\n", format!("line 2: `2 2 1 1`: {sizes}")),
        ("2 -2 1\n", format!("line 2: `2 -2 1`: {sizes}")),
        ("99999999999999999999 2 1\n", format!("line 2: `99999999999999999999 2 1`: {sizes}")),
        ("1048577 2 0\n", format!("line 2: 1048577 rows: must be at most 1048576, {rows}")),
        ("1049089 2 1\n", format!("line 2: 1049089 rows: must be at most 1049088, {rows}")),
        ("268435457 2 268435457\n", format!("line 2: 268435457 rows: must be at most 268435456, {rows}")),
        ("2 2 2\n1 1 5\n", "line 4: truncated: the file ends before entry 2 of 2".to_owned()),
        ("2 2 1\n1 1\n", format!("line 3: `1 1`: {entry}")),
        ("2 2 1\n1 1 5 0\n", format!("line 3: `1 1 5 0`: {entry}")),
        ("2 2 1\n1 x 5\n", format!("line 3: `1 x 5`: {entry}")),
        ("2 2 1\n0 1 5\n", "line 3: row 0: must be from 1 to 2".to_owned()),
        ("2 2 1\n\n1 3 5\n", "line 4: column 3: must be from 1 to 2".to_owned()),
        ("2 2 1\n1 1 1.0D0\n", "line 3: value `1.0D0`: must be a number".to_owned()),
        (
            "2 2 1\n1 1 1e39\n",
            "line 3: value `1e39`: must be within the range of the element type".to_owned(),
        ),
        (
            "2 2 1\n1 1 5\n\n2 2 5\n",
            "line 5: `2 2 5`: the file must end with entry 1, as its sizes say".to_owned(),
        ),
        (
            "2 2 3\n2 1 5\n1 1 5\n2 1 5\n",
            "line 5: row 2, column 1: the place has an entry already".to_owned(),
        ),
        ("1 1048577 0\n", format!("line 2: 1048577 columns: must be at most 1048576, {rows}")),
        ("1 268435455 1\n1 1 1\n", format!("line 2: 268435455 columns: must be at most 1049088, {rows}")),
    ];
    for (rest, expected) in cases {
        assert_eq!(refusal(rest), expected, "{rest:?}");
    }
    let long = format!("%{}\n2 2 0\n", "-".repeat(1 << 16));
    assert_eq!(refusal(&long), "line 2: must have at most 65536 bytes");
}

#[test]
fn rules_of_the_first_line_and_of_symmetric_matrices() {
    let message = |text: &str| parsed(text, Duplicates::Refuse).expect_err(text).to_string();
    let empty = message("");
    assert!(empty.starts_with("line 1: ``: must begin with `%%MatrixMarket"), "{empty}");
    let other = message("\u{1}\n");
    assert!(other.starts_with("line 1: `"), "{other}");
    let of = |field: &str, symmetry: &str, rest: &str| {
        message(&format!("%%MatrixMarket matrix coordinate {field} {symmetry}\n{rest}"))
    };
    assert_eq!(
        of("real", "hermitian", ""),
        "line 1: symmetry `hermitian`: must be `general`, `symmetric` or `skew-symmetric`"
    );
    assert_eq!(
        of("real", "symmetric", "2 3 0\n"),
        "line 2: 2 rows and 3 columns: a symmetric matrix must have as many of both"
    );
    let above = "the diagonal, as the other triangle follows from it";
    assert_eq!(
        of("real", "symmetric", "2 2 1\n1 2 5\n"),
        format!("line 3: row 1, column 2: must be on or below {above}")
    );
    assert_eq!(
        of("real", "skew-symmetric", "2 2 1\n2 2 0\n"),
        format!("line 3: row 2, column 2: must be below {above}")
    );
    assert_eq!(of("integer", "general", "1 1 1\n1 1 1.5\n"), "line 3: value `1.5`: must be a whole number");
    assert_eq!(
        of("pattern", "skew-symmetric", "2 2 0\n"),
        "line 1: symmetry `skew-symmetric`: must be `general` or `symmetric` where the field is `pattern`"
    );
    assert_eq!(of("pattern", "general", "1 1 1\n1 1 1\n"), "line 3: `1 1 1`: must be a row and a column");
    assert_eq!(of("pattern", "general", "1 1 1\n1\n"), "line 3: `1`: must be a row and a column");
    assert_eq!(
        of("pattern", "symmetric", "2 2 1\n1 2\n"),
        format!("line 3: row 1, column 2: must be on or below {above}")
    );
    // The second line of an entry, though its mirror comes first in the matrix.
    assert_eq!(
        of("real", "symmetric", "3 3 3\n3 1 5\n2 2 1\n3 1 5\n"),
        "line 5: row 1, column 3: the place has an entry already"
    );
}

#[test]
fn names_are_read_in_any_case_and_values_as_they_are() {
    let text = "%%matrixmarket MATRIX Coordinate Double GENERAL\r\n% \u{e9}\r\n\r\n 2 2 3 \r\n2 2 nan\r\n\t1 1 -inf\r\n1 2 +.5e1";
    let matrix = parsed(text, Duplicates::Refuse).expect("a matrix");
    assert_eq!((matrix.shape(), matrix.indices()), ((2, 2), [0, 1, 1].as_slice()));
    let values = matrix.values();
    assert!(values[0] == f32::NEG_INFINITY && values[1] == 5.0 && values[2].is_nan(), "{values:?}");
    // Rounded once: by way of float64, it would become 1.
    let text = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1.00000005960464477540\n";
    assert_eq!(parsed(text, Duplicates::Refuse).expect("a matrix").values(), [1.0 + f32::EPSILON]);
}

/// Few rows of many columns, as features of texts are.
#[test]
fn wide_matrices_are_read_and_transposed() {
    let text = "%%MatrixMarket matrix coordinate real general\n1 1049088 1\n1 1049088 5\n";
    let matrix = parsed(text, Duplicates::Refuse).expect("a matrix");
    let transposed = matrix.transposed().expect("memory");
    assert_eq!(transposed.iter().collect::<Vec<_>>(), [(1_049_087, 0, 5.0)]);
}

/// Names in comments are often in Latin-1.
#[test]
fn comments_are_in_any_encoding() {
    let text = b"%%MatrixMarket matrix coordinate real general\n% Universit\xe9\n %\xff\n1 1 1\n1 1 5\n";
    let matrix = read_mtx::<f32, u32>(text.as_slice(), Duplicates::Refuse).expect("a matrix");
    assert_eq!(matrix.values(), [5.0]);
    let message =
        |text: &[u8]| read_mtx::<f32, u32>(text, Duplicates::Refuse).expect_err("a mistake").to_string();
    let sizes = "must be three whole numbers: rows, columns and entries";
    let header = b"%%MatrixMarket matrix coordinate real general\n".as_slice();
    assert_eq!(message(&[header, b"1 1 \xe9\n"].concat()), format!("line 2: `\u{fffd}`: {sizes}"));
    let first = message(b"%%MatrixMarket matrix coordinate real \xe9\n1 1 0\n");
    assert!(first.starts_with("line 1: `%`: must begin with `%%MatrixMarket"), "{first}");
}

#[test]
fn duplicates_are_summed_as_asked() {
    let text = "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n2 1 5\n1 1 2\n2 1 -1\n";
    let matrix = parsed(text, Duplicates::Sum).expect("a matrix");
    assert_eq!(matrix.to_dense().expect("memory"), [2.0, 4.0, 4.0, 0.0]);
}

/// A pipe is refused before anybody writes to it.
#[test]
fn a_named_pipe_is_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["pipe.mtx", "pipe.npz"] {
        let path = folder.path().join(name);
        let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo starts");
        assert!(made.success());
        let error = read::<f64, u32>(&path, Duplicates::Refuse).expect_err("a pipe").to_string();
        assert!(error.contains("not a regular file"), "{error}");
    }
}

/// Any beginning of a file is refused but the whole, and so is an archive with any byte less.
#[test]
fn truncated_files_are_refused() {
    let whole = std::fs::read(recorded("skew.mtx")).expect("a file");
    // The last number may lose digits, and the line its end.
    let last = whole.trim_ascii_end().iter().rposition(|byte| *byte == b' ').expect("a value");
    for length in 0..=last {
        let error = read_mtx::<f64, u32>(&whole[..length], Duplicates::Refuse).expect_err("truncated");
        assert!(error.line >= 1, "{error}");
    }
    let whole = std::fs::read(recorded("double.npz")).expect("a file");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("truncated.npz");
    for length in (0..whole.len()).step_by(7) {
        std::fs::write(&path, &whole[..length]).expect("a file");
        assert!(read::<f64, u32>(&path, Duplicates::Refuse).is_err(), "{length} bytes");
    }
}

/// Members that do not fit together.
#[test]
fn arrays_that_are_no_matrix_are_refused() {
    use tensmith_npy::Member;
    let member = |name: &str, shape: &[u64], elements| Member {
        name: name.to_owned(),
        shape: shape.to_vec(),
        elements,
    };
    let all = || {
        vec![
            member("format", &[], Elements::Text(b"csr".to_vec())),
            member("shape", &[2], Elements::I64(vec![2, 3])),
            member("indptr", &[3], Elements::I32(vec![0, 1, 2])),
            member("indices", &[2], Elements::I32(vec![2, 0])),
            member("data", &[2], Elements::F64(vec![1.0, 2.0])),
        ]
    };
    let assembled = |members| from_members::<f64, u32>(members, Duplicates::Refuse);
    assert!(assembled(all()).is_ok());
    for nth in 0..5 {
        let mut members = all();
        let name = members.remove(nth).name;
        let message = assembled(members).expect_err("a missing array").to_string();
        assert!(message.starts_with(&format!("there is no array `{name}`")), "{message}");
    }
    let changed = |nth: usize, shape: &[u64], elements| {
        let mut members = all();
        members[nth] = member(&members[nth].name.clone(), shape, elements);
        assembled(members).expect_err("a mistake").to_string()
    };
    let cases = [
        (changed(0, &[], Elements::Bool(vec![true])), "`format` has elements of bool: must be text"),
        (changed(1, &[2, 1], Elements::I64(vec![2, 3])), "`shape` has 2 dimensions: must be 1"),
        (changed(1, &[3], Elements::I64(vec![2, 3, 4])), "`shape` has 3 elements: must be 2"),
        (
            changed(1, &[2], Elements::I64(vec![2, -3])),
            "`shape`, element 1: -3: must be from 0 to 18446744073709551615",
        ),
        (
            changed(1, &[2], Elements::I64(vec![1 << 40, 3])),
            "`shape`, element 0: 1099511627776: must be from 0 to 268435456",
        ),
        (
            changed(1, &[2], Elements::I64(vec![2, 1_049_601])),
            "`shape` has 1049601 columns: must be at most 1049600, 1048576 and 512 for each entry, up to 268435456",
        ),
        (
            changed(2, &[3], Elements::F32(vec![0.0; 3])),
            "`indptr` has elements of float32: must be int32 or int64",
        ),
        (
            changed(3, &[2], Elements::I64(vec![-1, 0])),
            "`indices`, element 0: -1: must be from 0 to 4294967295",
        ),
        (
            changed(3, &[2], Elements::I64(vec![1 << 32, 0])),
            "`indices`, element 0: 4294967296: must be from 0 to 4294967295",
        ),
        (changed(3, &[2], Elements::I32(vec![3, 0])), "entry 0: column 3 is out of range, the matrix has 3"),
        (changed(2, &[2], Elements::I32(vec![0, 2])), "2 pointers: must be 3, one more than rows"),
        (changed(4, &[1], Elements::F64(vec![1.0])), "1 value for 2 indices: must be as many"),
    ];
    for (found, expected) in cases {
        assert_eq!(found, expected);
    }
    // Columns in any order, each once; data behind the last pointer are none.
    let with_a_twin = || {
        let mut members = all();
        members[2] = member("indptr", &[3], Elements::I32(vec![0, 3, 3]));
        members[3] = member("indices", &[4], Elements::I32(vec![2, 0, 2, 9]));
        members[4] = member("data", &[4], Elements::F64(vec![1.0, 2.0, 4.0, 8.0]));
        members
    };
    let twice = assembled(with_a_twin()).expect_err("twice").to_string();
    assert_eq!(twice, "entry 2: row 0 has column 2 twice");
    let summed = from_members::<f64, u32>(with_a_twin(), Duplicates::Sum).expect("a matrix");
    assert_eq!(summed.to_dense().expect("memory"), [2.0, 0.0, 5.0, 0.0, 0.0, 0.0]);
}
