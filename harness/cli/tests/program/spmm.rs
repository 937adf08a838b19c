//! `spmm` and `emit spmm` on files that SciPy wrote: `tests/data/sparse`.

use crate::support::{contents, read_npy, tensmith, tensmith_on, write_npy};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn recorded(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/sparse");
    folder.join(name).to_str().expect("text").to_owned()
}

/// Where results go.
fn room() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("c.npy");
    (folder, path)
}

/// Writes an array of float64.
fn write_doubles(path: &Path, shape: &[u64], data: &[f64]) {
    use npyz::WriterBuilder;
    let file = std::fs::File::create(path).expect("a file");
    let mut writer =
        npyz::WriteOptions::new().default_dtype().shape(shape).writer(file).begin_nd().expect("a header");
    writer.extend(data.iter().copied()).expect("data");
    writer.finish().expect("a file");
}

/// The product is SciPy's, in each form, each division and on any number of threads.
#[test]
fn the_product_is_that_of_scipy() {
    let (a, b) = (recorded("product.a.mtx"), recorded("product.b.npy"));
    let expected = read_npy::<f32>(Path::new(&recorded("product.c.npy")));
    let (_folder, path) = room();
    let output = path.to_str().expect("text");
    for form in ["cheapest", "fixed", "rows"] {
        for (split, threads) in [("rows", "1"), ("nnz", "2"), ("merge", "4")] {
            let options = ["--form", form, "--split", split, "--threads", threads, "--check"];
            let outcome = tensmith(&[&["spmm", &a, &b, "-o", output], options.as_slice()].concat());
            assert_eq!((outcome.status, outcome.stdout.len()), (0, 0), "{outcome:?}");
            let compared = "84 elements compared with the reference, 0 wrong; worst";
            assert!(outcome.stderr.starts_with(compared), "{outcome:?}");
            assert_eq!(read_npy::<f32>(&path), expected, "{options:?}");
        }
    }
}

/// The dense operand is not looked at as an archive of arrays.
#[test]
fn operands_in_the_wrong_order_are_told_so() {
    let (a, b) = (recorded("double.npz"), recorded("double.npy"));
    for a in [a, recorded("product.a.mtx")] {
        let line = tensmith(&["spmm", &b, &a, "--check"]).failure(2);
        let rule = "must be a dense array, and is a sparse matrix: `spmm A.mtx B.npy` has that first";
        assert!(line.contains(rule), "{line}");
    }
    let line = tensmith(&["spmm", &recorded("columns.npz"), &b, "--check"]).failure(2);
    assert!(line.ends_with("format `csc`: must be `csr`, which SciPy's `.tocsr()` returns"), "{line}");
}

/// Rows in any order, patterns, and archives of older versions of SciPy.
#[test]
fn files_of_many_writers_are_multiplied() {
    let (folder, output) = room();
    for (file, dense) in [
        ("unsorted.npz", "unsorted"),
        ("pattern.mtx", "pattern"),
        ("unicode.npz", "unicode"),
        ("longer.npz", "longer"),
    ] {
        let (shape, elements) = read_npy::<f64>(Path::new(&recorded(&format!("{dense}.npy"))));
        let depth = shape[1] as usize;
        let identity: Vec<f64> =
            (0..depth * depth).map(|at| f64::from(u8::from(at % (depth + 1) == 0))).collect();
        write_doubles(&folder.path().join("b.npy"), &[depth as u64; 2], &identity);
        let a = recorded(file);
        let outcome = tensmith_on(&["spmm", &a, "b.npy", "-o", "c.npy", "--check"], b"", folder.path());
        assert_eq!(outcome.status, 0, "{outcome:?}");
        assert_eq!(read_npy::<f64>(&output), (shape, elements), "{file}");
    }
}

/// What a matrix of SciPy's archives and a vector give; FP64.
#[test]
fn an_archive_times_a_vector_is_a_vector() {
    let (folder, output) = room();
    write_doubles(&folder.path().join("x.npy"), &[6], &[0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    let a = recorded("double.npz");
    let command = ["spmm", &a, "x.npy", "-o", "c.npy"];
    tensmith_on(&command, b"", folder.path()).success();
    let (shape, dense) = read_npy::<f64>(Path::new(&recorded("double.npy")));
    assert_eq!(shape, [9, 6]);
    let column: Vec<f64> = dense.chunks(6).map(|row| row[2]).collect();
    assert_eq!(read_npy::<f64>(&output), (vec![9], column));
}

/// An operand in Fortran order means the same as one in C order, and a result may be printed.
#[test]
fn orders_of_operands_do_not_matter() {
    use npyz::WriterBuilder;
    let (folder, output) = room();
    let (_, elements) = read_npy::<f32>(Path::new(&recorded("product.b.npy")));
    let file = std::fs::File::create(folder.path().join("b.npy")).expect("a file");
    let options = npyz::WriteOptions::new().default_dtype().shape(&[10, 7]).order(npyz::Order::Fortran);
    let mut writer = options.writer(file).begin_nd().expect("a header");
    writer.extend((0..70).map(|at| elements[at % 10 * 7 + at / 10])).expect("data");
    writer.finish().expect("a file");
    let a = recorded("product.a.mtx");
    let printed = tensmith_on(&["spmm", &a, "b.npy", "-o", "-"], b"", folder.path()).success();
    std::fs::write(&output, printed).expect("a file");
    assert_eq!(read_npy::<f32>(&output), read_npy::<f32>(Path::new(&recorded("product.c.npy"))));
}

#[test]
fn the_form_and_its_reason_are_explained() {
    let (a, b) = (recorded("product.a.mtx"), recorded("product.b.npy"));
    let explained = |more: &[&str]| tensmith(&[&["spmm", &a, &b, "--explain"], more].concat()).text();
    let text = explained(&["--target", "neoverse-v2"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("product f32 12x10x7, ") && lines[0].contains(" entries ("), "{text}");
    let starts = ["  fixed: ", "  rows: ", "  dense: "];
    assert!(starts.iter().zip(&lines[1..]).all(|(start, line)| line.starts_with(start)), "{text}");
    assert!(lines[1].contains("pays off after") && lines[4].ends_with(", 1 piece of work"), "{text}");
    let limited = explained(&["--form", "fixed", "--code-limit", "100"]);
    assert!(limited.contains(" bytes, beyond the limit of 100"), "{limited}");
    assert!(explained(&["--form", "rows"]).contains("code reads the matrix, as wanted"));
}

/// NumPy's result, in each form and by either command: a zero that is an entry is multiplied.
#[test]
fn stored_zeros_meet_what_is_not_finite() {
    let (folder, output) = room();
    let header = "%%MatrixMarket matrix coordinate real general\n";
    let b = [f32::NAN, f32::INFINITY, 1.0, 2.0, 3.0, 4.0];
    write_npy(&folder.path().join("b.npy"), &[3, 2], &b);
    for zero in ["0", "-0.0"] {
        std::fs::write(folder.path().join("a.mtx"), format!("{header}3 3 2\n1 1 {zero}\n2 2 1\n"))
            .expect("a file");
        let forms = ["cheapest", "fixed", "rows"].map(|form| vec!["spmm", "a.mtx", "b.npy", "--form", form]);
        for mut command in forms.into_iter().chain([vec!["einsum", "ij,jk->ik", "a.mtx", "b.npy"]]) {
            command.extend(["-o", "c.npy", "--check"]);
            assert_eq!(tensmith_on(&command, b"", folder.path()).status, 0, "{command:?}");
            let (_, c) = read_npy::<f32>(&output);
            assert!(c[0].is_nan() && c[1].is_nan() && c[2..] == [1.0, 2.0, 0.0, 0.0], "{command:?}: {c:?}");
        }
    }
}

/// Without columns, rows or a depth the result is empty, or zeros, as `einsum` writes it.
#[test]
fn operands_of_size_zero_are_multiplied() {
    let (folder, output) = room();
    let header = "%%MatrixMarket matrix coordinate real general\n";
    for ((rows, depth, entries), columns) in
        [((2, 5, "1 1 3\n"), 0), ((0, 5, ""), 3), ((2, 0, ""), 3), ((0, 0, ""), 0)]
    {
        let count = entries.lines().count();
        let text = format!("{header}{rows} {depth} {count}\n{entries}");
        std::fs::write(folder.path().join("a.mtx"), text).expect("a file");
        write_npy(&folder.path().join("b.npy"), &[depth, columns], &vec![1.0; (depth * columns) as usize]);
        for start in [&["spmm"][..], &["einsum", "ij,jk->ik"]] {
            let command = [start, &["a.mtx", "b.npy", "-o", "c.npy", "--check"]].concat();
            let outcome = tensmith_on(&command, b"", folder.path());
            assert!(outcome.status == 0 && outcome.stderr.contains(" 0 wrong"), "{command:?}: {outcome:?}");
            let zeros = vec![0.0; (rows * columns) as usize];
            assert_eq!(read_npy::<f32>(&output), (vec![rows, columns], zeros), "{command:?}");
        }
        let explained = tensmith_on(&["spmm", "a.mtx", "b.npy", "--explain"], b"", folder.path()).text();
        assert!(explained.starts_with(&format!("product f32 {rows}x{depth}x{columns}")), "{explained}");
    }
}

/// The same operands each time, in each form.
#[test]
fn operands_may_be_drawn() {
    let (folder, output) = room();
    let results = ["fixed", "rows"].map(|form| {
        let command =
            ["spmm", "--shape", "12x10x7", "--random", "5", "--form", form, "-o", "c.npy", "--check"];
        let outcome = tensmith_on(&command, b"", folder.path());
        assert!(outcome.status == 0 && outcome.stderr.contains("84 elements"), "{outcome:?}");
        read_npy::<f32>(&output)
            .1
            .into_iter()
            .map(|x| if x.is_nan() { f32::MAX } else { x })
            .collect::<Vec<_>>()
    });
    assert!(results[0] == results[1] && results[0].contains(&f32::MAX), "{results:?}");
    for wrong in ["12x10", "12x10x7x1", "axbxc", "1000000x1000000x1"] {
        assert!(tensmith(&["spmm", "--shape", wrong, "--check"]).failure(2).contains("--shape"));
    }
    assert!(tensmith(&["spmm", "a.mtx", "--check"]).failure(2).contains("B.npy"));
    assert!(
        tensmith(&["spmm", "a.mtx", "b.npy", "--random", "1", "--check"]).failure(2).contains("--random")
    );
}

/// Runs a command in a folder with operands, which must be refused and touch no file.
fn refused(arguments: &[&str], files: &[(&str, &str)], expected: &str) {
    let (folder, _) = room();
    write_npy(&folder.path().join("b.npy"), &[2, 3], &[1.0; 6]);
    write_npy(&folder.path().join("cube.npy"), &[2, 3, 1], &[1.0; 6]);
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let before = contents(folder.path());
    assert_eq!(tensmith_on(arguments, b"", folder.path()).failure(2), expected, "{arguments:?}");
    assert_eq!(contents(folder.path()), before, "{arguments:?} touched a file");
}

#[test]
fn malformed_operands_are_refused_with_their_line() {
    let header = "%%MatrixMarket matrix coordinate real general\n";
    let mtx = |rest: &str| format!("{header}{rest}");
    let run = |a: &str, b: &str, expected: &str| {
        refused(&["spmm", "a.mtx", b, "-o", "c.npy"], &[("a.mtx", a)], expected);
    };
    run(&mtx("2 2 2\n1 1 1\n"), "b.npy", "a.mtx: line 4: truncated: the file ends before entry 2 of 2");
    run(&mtx("2 2 1\n3 1 1\n"), "b.npy", "a.mtx: line 3: row 3: must be from 1 to 2");
    run(
        "%%MatrixMarket matrix coordinate complex general\n",
        "b.npy",
        "a.mtx: line 1: field `complex`: must be `real`, `double`, `integer` or `pattern`",
    );
    run(&mtx("1 3 0\n"), "b.npy", "B = b.npy: shape 2x3: must be 3 or 3xN, as A is 1x3");
    run(&mtx("3 2 0\n"), "cube.npy", "B = cube.npy: shape 2x3x1: must be 2 or 2xN, as A is 3x2");
    let twice = mtx("2 2 2\n1 1 1\n1 1 1\n");
    run(&twice, "b.npy", "a.mtx: line 4: row 1, column 1: the place has an entry already");
    let archive = recorded("double.npz");
    refused(
        &["spmm", &archive, "b.npy", "-o", "c.npy"],
        &[],
        &format!("{archive}: `data` has elements of float64: must be float32"),
    );
    refused(
        &["spmm", "b.npy", "b.npy", "-o", "c.npy"],
        &[],
        "b.npy: the name of a matrix's file must end with `.mtx` or `.npz`",
    );
}

#[test]
fn entries_at_the_same_place_are_summed_as_asked() {
    let (folder, output) = room();
    let text = "%%MatrixMarket matrix coordinate real general\n1 2 3\n1 1 1\n1 2 5\n1 1 2\n";
    std::fs::write(folder.path().join("a.mtx"), text).expect("a file");
    write_npy(&folder.path().join("b.npy"), &[2, 1], &[10.0, 1.0]);
    let command = ["spmm", "a.mtx", "b.npy", "-o", "c.npy", "--sum-duplicates"];
    tensmith_on(&command, b"", folder.path()).success();
    assert_eq!(read_npy::<f32>(&output), (vec![1, 1], vec![35.0]));
}

/// The kernel of each form, for cores of both instruction sets, in each form of text.
#[test]
fn kernels_are_written_for_any_core() {
    let a = recorded("product.a.mtx");
    for target in ["generic", "neoverse-v2", "x86-64-v3", "zen5"] {
        for (form, kind, arguments) in [
            ("fixed", "tensmith.sparse.fixed/1", ["factors", "b", "c"].as_slice()),
            ("rows", "tensmith.sparse.rows/1", &["pointers", "rows", "indices", "values", "b", "c"]),
        ] {
            let emit = |format: &str| {
                let kernel = ["emit", "spmm", &a, "-n", "19", "--ldb", "20", "--accumulate", "--form", form];
                tensmith(&[kernel.as_slice(), &["--target", target, "--format", format]].concat()).success()
            };
            let code = emit("bin");
            let json: Value = serde_json::from_slice(&emit("json")).expect("JSON");
            let names = json["arguments"].as_array().expect("a list").iter();
            let names: Vec<&str> = names.filter_map(|argument| argument["name"].as_str()).collect();
            assert_eq!(names, arguments);
            assert_eq!((&json["spec"]["kind"], &json["code_bytes"]), (&kind.into(), &code.len().into()));
            assert_eq!((&json["generator"], &json["target"]), (&kind.into(), &target.into()));
            let text = String::from_utf8(emit("asm")).expect("text");
            assert!(!text.contains(".inst") && !text.contains(".byte"), "{text}");
            let assembled = tensmith_on(&["asm", "--target", target], text.as_bytes(), Path::new("."));
            let assembled = assembled.success();
            assert!(assembled.len() <= code.len() && !assembled.is_empty(), "{target} {form}");
            assert!(String::from_utf8(emit("ir")).expect("text").starts_with(&format!("func \"{kind}\"")));
        }
    }
}

/// The other form has other arguments, so a request for this one has to be refused.
#[test]
fn a_form_that_was_not_asked_for_is_said() {
    let a = recorded("product.a.mtx");
    let kernel =
        ["emit", "spmm", &a, "-n", "19", "--form", "fixed", "--code-limit", "100", "--format", "json"];
    let outcome = tensmith(&kernel);
    assert_eq!(outcome.status, 0);
    let said = outcome.stderr.strip_prefix("warning: --form fixed: code reads the matrix: as code, it ");
    assert!(
        said.is_some_and(|said| said.ends_with(" bytes, beyond the limit of 100\n")),
        "{}",
        outcome.stderr
    );
    let json: Value = serde_json::from_slice(&outcome.stdout).expect("JSON");
    assert_eq!(json["generator"], "tensmith.sparse.rows/1");
}

#[test]
fn what_a_sparse_kernel_has_not_is_refused() {
    let a = recorded("product.a.mtx");
    let emit = |more: &[&str]| tensmith(&[&["emit", "spmm", &a, "-n", "4"], more].concat()).failure(2);
    assert_eq!(emit(&["--check"]), "--check: not of `spmm`: `tensmith spmm --check` compares its product");
    assert_eq!(emit(&["--svg", "tile.svg"]), "--svg: not of `spmm`: its registers hold no tiles");
    let overlap = emit(&["--ldb", "3"]);
    assert!(overlap.ends_with("ldb is 3: must be at least 4, or rows overlap"), "{overlap}");
}
