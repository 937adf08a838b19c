//! Input that breaks a rule: one line that names argument, value and rule, exit
//! status 2, and no file touched.

use crate::support::{command, contents, tensmith, tensmith_on, turn, write_header, write_npy};
use std::path::Path;

/// A directory with well-formed operands and one file of each malformed kind.
fn files() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    write_npy(&at("a.npy"), &[2, 3], &[1.0; 6]);
    write_npy(&at("b.npy"), &[3, 4], &[1.0; 12]);
    write_npy(&at("cube.npy"), &[2, 3, 4], &[1.0; 24]);
    write_npy(&at("five.npy"), &[5, 4], &[1.0; 20]);
    write_npy(&at("deep.npy"), &[1; 64], &[1.0]);
    write_npy(&at("too_deep.npy"), &[1; 65], &[1.0]);
    write_header(&at("empty_wide.npy"), "(0, 1099511627776)");
    write_header(&at("gigantic_shape.npy"), "(4294967296, 4294967296)");
    write_header(&at("missing_data.npy"), "(2, 3)");
    std::fs::write(at("text.npy"), "these are not the bytes of an array").unwrap();
    std::fs::write(at("no_header.npy"), b"\x93NUMPY\x01\x00\x76\x00{'descr'").unwrap();
    std::fs::write(at("gigantic_header.npy"), b"\x93NUMPY\x02\x00\xff\xff\xff\xff{'descr'").unwrap();
    std::fs::write(at("double.npy"), npyz_of_doubles()).unwrap();
    let float = std::fs::read(at("a.npy")).unwrap();
    let place = float.windows(3).position(|bytes| bytes == b"<f4").unwrap();
    std::fs::write(at("half.npy"), [&float[..place], b"<f2", &float[place + 3..]].concat()).unwrap();
    std::fs::write(at("text.npz"), "no archive").unwrap();
    std::fs::write(at("flipped.npz"), archive_with_a_flipped_bit(&float)).unwrap();
    std::fs::create_dir(at("folder")).unwrap();
    directory
}

/// An archive whose only member ends with a bit that its checksum does not know.
fn archive_with_a_flipped_bit(member: &[u8]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    archive.start_file("arr_0.npy", options).unwrap();
    std::io::Write::write_all(&mut archive, member).unwrap();
    let mut bytes = archive.finish().unwrap().into_inner();
    let place = bytes.windows(member.len()).position(|stored| stored == member).unwrap();
    bytes[place + member.len() - 2] ^= 1;
    bytes
}

fn npyz_of_doubles() -> Vec<u8> {
    use npyz::WriterBuilder;
    let mut bytes = Vec::new();
    let mut writer =
        npyz::WriteOptions::new().default_dtype().shape(&[2, 3]).writer(&mut bytes).begin_nd().unwrap();
    writer.extend([1.0f64; 6]).unwrap();
    writer.finish().unwrap();
    bytes
}

/// Runs a command that must be refused, first without and then with a file where its output
/// would go.
fn refused(arguments: &[&str], expected: &[&str]) {
    let directory = files();
    for existing in [None, Some("what was there before")] {
        if let Some(text) = existing {
            std::fs::write(directory.path().join("out"), text).unwrap();
        }
        let before = contents(directory.path());
        let line = tensmith_on(arguments, b"", directory.path()).failure(2);
        for part in expected {
            assert!(line.contains(part), "{arguments:?}: `{part}` in: {line}");
        }
        assert_eq!(contents(directory.path()), before, "{arguments:?} touched a file");
    }
}

fn einsum_refused(expression: &str, a: &str, b: &str, expected: &[&str]) {
    refused(&["einsum", expression, a, b, "-o", "out"], expected);
}

#[test]
fn a_label_has_one_size() {
    einsum_refused("mk,kn->mn", "a.npy", "five.npy", &["k", "3", "5"]);
}

#[test]
fn an_operand_has_as_many_labels_as_dimensions() {
    einsum_refused("mk,kn->mn", "cube.npy", "b.npy", &["mk", "2", "3"]);
}

#[test]
fn an_expression_is_well_formed() {
    for expression in
        ["mk,kn->mn,", "mk kn->mn", "m(,kn->mn", "mk,kn->m>n", "mk,kn->mx", "mk,kn->mm", "->", ""]
    {
        einsum_refused(expression, "a.npy", "b.npy", &["expression"]);
    }
}

#[test]
fn a_file_is_an_array_of_float32() {
    let cases = [
        ("absent.npy", "cannot be read"),
        ("folder", "regular file"),
        ("text.npy", "93, 4e, 55"),
        ("no_header.npy", "truncated"),
        ("missing_data.npy", "24 bytes"),
        ("half.npy", "'<f2': must be '<f4'"),
        ("gigantic_header.npy", "4294967295 bytes: must be at most 65536"),
        ("gigantic_shape.npy", "2^63"),
    ];
    for (file, rule) in cases {
        einsum_refused("mk,kn->mn", file, "b.npy", &[file, rule]);
        einsum_refused("mk,kn->mn", "a.npy", file, &[file, rule]);
    }
}

#[test]
fn operands_fit_each_other() {
    einsum_refused("mk,kn->mn", "a.npy", "double.npy", &["in1 = double.npy", "f64", "f32"]);
    einsum_refused("mk,kn->mn", "-", "-", &["only one"]);
    einsum_refused("mk,kn->mn", "a.npy", "text.npz", &["text.npz", "archive"]);
    einsum_refused("mk,kn->mn", "flipped.npz", "b.npy", &["flipped.npz: arr_0.npy in it", "checksum"]);
    let with = |option, value, rule: &str| {
        refused(&["einsum", "mk,kn->mn", "a.npy", "b.npy", "-o", "out", option, value], &[rule]);
    };
    with("--dtype", "f64", "in0 = a.npy: elements are f32: must be f64, as --dtype says");
    with(
        "--bias",
        "double.npy",
        "bias = double.npy: elements are f64: must be f32, as those of the operands",
    );
    with("--bias", "five.npy", "in bias");
    let einsum = ["einsum", "mk,kn,nl->ml", "a.npy", "b.npy", "-o", "out"];
    refused(&einsum, &["number of operands is 2: the expression has 3"]);
    let without = ["einsum", "mk,kn->mn", "--explain"];
    refused(&without, &["expression `mk,kn->mn`: number of operands is 0: the expression has 2"]);
    let limited =
        ["einsum", "ij,jk,lk->il", "a.npy", "b.npy", "five.npy", "-o", "out", "--memory-limit", "3"];
    refused(&limited, &["runs need", "at most 3"]);
    refused(&["einsum", "mk,kn->mn", "a.npy", "b.npy", "-o", "out", "--threads", "0"], &["--threads", "0"]);
}

#[test]
fn a_tree_is_well_formed() {
    let tree = |text, extents, expected: &[&str]| {
        refused(&["einsum", "--tree", text, "--extents", extents, "--explain"], expected);
    };
    tree("[0,1],[1,2->[0,2]", "2,3,4", &["byte 10", "must be"]);
    tree("[0,1],[1,2]->[0,3]", "2,3,4", &["byte 16", "index 3", "below 3"]);
    tree("[0,1],[1,2]->[0,2]", "2,3,x", &["--extents", "x"]);
    tree("[0,1],[1,2]->[0,2]", "1,18446744073709551615,2", &["2^6"]);
}

#[test]
fn an_array_has_as_many_dimensions_as_one_of_numpy() {
    einsum_refused("...,mk->...mk", "too_deep.npy", "a.npy", &["too_deep.npy: 65 dimensions", "at most 64"]);
    einsum_refused("...,mk->...mk", "deep.npy", "a.npy", &["out: 66 dimensions", "at most 64"]);
}

#[test]
fn sizes_have_a_product() {
    einsum_refused("za,zb->ab", "empty_wide.npy", "empty_wide.npy", &["1099511627776"]);
}

#[test]
fn an_output_can_be_written() {
    let directory = files();
    let before = contents(directory.path());
    for output in ["folder", "absent/out", "a.npy/out", ".."] {
        for command in [
            ["einsum", "mk,kn->mn", "a.npy", "b.npy", "-o", output].as_slice(),
            ["emit", "unary", "zero", "-m1", "-n1", "-o", output].as_slice(),
            ["asm", "-o", output].as_slice(),
        ] {
            let line = tensmith_on(command, b"", directory.path()).failure(2);
            assert!(line.contains(&format!("output {output}: cannot be written")), "{line}");
            // As the system says it.
            let reason = match output {
                "absent/out" => "no file can be made in absent: No such file or directory (os error 2)",
                "a.npy/out" => "Not a directory (os error 20)",
                _ => "",
            };
            assert!(line.contains(reason), "{line}");
        }
    }
    assert_eq!(contents(directory.path()), before);
}

#[test]
fn a_kernel_has_valid_sizes() {
    let huge = usize::MAX.to_string();
    let gemm = |m, n, k, rest: &[&str], expected: &[&str]| {
        let mut arguments = vec!["emit", "gemm", "-m", m, "-n", n, "-k", k, "-o", "out"];
        arguments.extend(rest);
        refused(&arguments, expected);
    };
    gemm("0", "6", "64", &[], &["m is 0", "at least 1"]);
    // Columns and rows of inputs may overlap.
    gemm("16", "6", "64", &["--lda", "0"], &["lda is 0", "at least 1"]);
    gemm("16", "6", "64", &["--trans-b", "--ldb", "0"], &["ldb is 0", "at least 1"]);
    gemm(&huge, &huge, &huge, &[], &["a spans more than", "bytes"]);
    gemm("16", &huge, "1", &[], &["b spans more than", "bytes"]);
    gemm("-1", "6", "64", &[], &["'-1' for '--m <M>'", "must be a whole number, not below zero"]);
    gemm("16", "6", "64x", &[], &["64x", "-k", "must be a whole number"]);
    gemm("16", "6", "99999999999999999999", &[], &["must be at most 18446744073709551615"]);
    gemm("16", "6", "64", &["--lda", "-1"], &["'-1' for '--lda <LDA>'", "`runtime`"]);
    gemm("16", "6", "64", &["--beta", "2"], &["2", "--beta", "0, 1"]);
    gemm("16", "6", "64", &["--alpha", "one"], &["one", "--alpha", "runtime"]);
    gemm("16", "6", "64", &["--trans-c", "--ldc", "5"], &["ldc is 5", "at least 6"]);
    gemm("16", "6", "64", &["--ldc", "wide"], &["wide", "--ldc", "`runtime`"]);
    gemm("16", "6", "64", &["--dtype", "f16"], &["f16", "--dtype", "f32"]);
    gemm("16", "6", "64", &["--target", "z80"], &["z80", "--target", "neoverse-v2"]);
    gemm("16", "6", "64", &["--format", "elf"], &["elf", "--format", "json"]);
    let brgemm = ["emit", "brgemm", "-m16", "-n6", "-k64", "-o", "out"];
    let brgemm = |rest: &[&str], expected: &[&str]| refused(&[&brgemm, rest].concat(), expected);
    brgemm(&[], &["--batch"]);
    brgemm(&["--batch", "0"], &["batch count is 0"]);
    brgemm(&["--batch", "2", "--lda", "runtime"], &["--batch-stride-a", "--lda"]);
    brgemm(&["--batch", &huge], &["a spans more than"]);
    brgemm(&["--batch", "2", "--batch-by", "luck"], &["luck", "--batch-by", "addresses"]);
    let both = ["--batch", "2", "--batch-by", "addresses", "--batch-stride-b", "8"];
    brgemm(&both, &["--batch-stride-b", "--batch-by"]);
    refused(&["emit", "unary", "sine", "-m1", "-n1", "-o", "out"], &["sine", "relu"]);
    refused(&["emit", "unary", "clamp", "-m1", "-n1", "--parameter", "1"], &["clamp", "2 (low, high)"]);
    refused(&["emit", "unary", "relu", "-m1", "-n1", "--parameter", "one"], &["--parameter", "one"]);
    let scalar = ["emit", "binary", "add", "-m1", "-n1", "--in1", "scalar", "--ld-in1", "2"];
    refused(&scalar, &["--ld-in1", "--in1"]);
    refused(&["emit", "binary", "add", "-m1", "-n0", "-o", "out"], &["n is 0"]);
    refused(&["emit", "binary", "add", "-m1", "-n1", "--parameter", "1"], &["--parameter", "add takes none"]);
    refused(&["emit", "chain", "add(column,row)", "-m1", "-n1"], &["operation 1 takes no further operand"]);
    let column = ["emit", "ternary", "select", "-m1", "-n1", "--in2", "column", "--ld-in2", "2"];
    refused(&column, &["--ld-in2", "--in2"]);
    refused(&["emit", "reduce", "mean", "-m1", "-n1"], &["mean", "sum_of_squares"]);
    refused(&["emit", "reduce", "argmax", "-m1", "-n1", "--accumulate"], &["--accumulate", "argmax"]);
    refused(&["emit", "reduce", "sum", "-m1", "-n1", "--ld-in1", "2"], &["--ld-in1", "dot"]);
}

#[test]
fn a_command_line_is_complete() {
    for (arguments, expected) in [
        (["fly"].as_slice(), "fly"),
        (&[], "--help"),
        (&["emit"], "--help"),
        (&["emit", "gemm", "-m1", "-n1"], "-k"),
        (&["einsum", "mk,kn->mn", "a.npy", "b.npy"], "--output"),
        (&["einsum"], "<EXPR>"),
        (&["einsum", "[0]->[0]", "--tree", "--explain"], "--extents"),
        (&["asm", "--wings"], "--wings"),
        (
            &["einsum", "mk,kn->mn", "a.npy", "b.npy", "--theads", "2"],
            "a similar argument exists: '--threads'",
        ),
        (&["einsun"], "a similar subcommand exists: 'einsum'"),
    ] {
        let line = tensmith(arguments).failure(2);
        assert!(line.contains(expected), "`{expected}` in: {line}");
    }
}

/// A standard error stream that takes nothing changes neither the status nor what is written.
#[cfg(target_os = "linux")]
#[test]
fn a_message_that_nobody_takes_is_lost() {
    let directory = files();
    let status = |arguments: &[&str]| {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = command(&[] as &[&str]);
        let command = command.args(arguments).current_dir(directory.path()).stderr(full);
        let _turn = turn();
        command.status().unwrap().code()
    };
    assert_eq!(status(&["fly"]), Some(2));
    assert_eq!(status(&["einsum", "mk,kn->mn", "a.npy", "b.npy", "--check", "-o", "out"]), Some(0));
    assert!(directory.path().join("out").is_file());
}

#[test]
fn a_message_stays_on_its_line() {
    let line = tensmith(&["disasm", "two\nlines"]).failure(2);
    assert!(line.contains(r"two\nlines"), "{line}");
    assert!(!Path::new("two\nlines").exists());
}
