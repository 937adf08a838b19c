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
    std::fs::write(at("whole.npy"), [&float[..place], b"<u4", &float[place + 3..]].concat()).unwrap();
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
        ("whole.npy", "'<u4': must be 'f2', 'f4'"),
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
    refused(&without, &["number of operands is 0: the expression has 2 (expression `mk,kn->mn`)"]);
    let limited =
        ["einsum", "ij,jk,lk->il", "a.npy", "b.npy", "five.npy", "-o", "out", "--memory-limit", "3"];
    refused(&limited, &["runs need", "at most 3"]);
    let unit = ["einsum", "ij,jk->ik", "a.npy", "b.npy", "-o", "out", "--memory-limit", "4GB"];
    refused(&unit, &["--memory-limit", "4GB", "GiB"]);
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
            ["emit", "unary zero f32 1x1", "-o", output].as_slice(),
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
    for (kernel, expected) in [
        ("gemm f32 0x6x64", ["m is 0", "at least 1"].as_slice()),
        ("gemm f32 16x0x64", &["n is 0"]),
        ("gemm f32 16x6x64 a=col/0", &["lda is 0", "at least 1"]),
        ("gemm f32 16x6x64 b=row/0", &["ldb is 0", "at least 1"]),
        (&format!("gemm f32 {huge}x{huge}x{huge}"), &["a spans more than", "bytes"]),
        (&format!("gemm f32 16x{huge}x1"), &["b spans more than", "bytes"]),
        ("gemm f32 -1x6x64", &["word 3", "extents is `-1x6x64`", "must be MxNxK"]),
        ("gemm f32 16x6x64x", &["word 3", "extents is `16x6x64x`", "three whole numbers"]),
        ("gemm f32 16x6x99999999999999999999", &["extents", "99999999999999999999", "three whole numbers"]),
        ("gemm f32 16x6", &["extents is `16x6`", "MxNxK"]),
        ("gemm f32 16x6x64 a=col/-1", &["word 4", "a is `col/-1`", "`/?`"]),
        ("gemm f32 16x6x64 beta=2", &["beta is `2`", "must be 0, 1, or `?`"]),
        ("gemm f32 16x6x64 alpha=one", &["alpha is `one`", "`?`"]),
        ("gemm f32 16x6x64 c=row/5", &["ldc is 5", "at least 6"]),
        ("gemm f32 16x6x64 c=col/wide", &["c is `col/wide`", "`col` or `row`"]),
        ("gemm f8 16x6x64", &["word 2", "dtype is `f8`", "f32"]),
        ("gemm f64,f32->f32->f32 16x6x64", &["a is f64", "must be f32, f16 or bf16"]),
        ("gemm f16,f16->f16->f16 16x6x64", &["accumulator is f16", "must be f32, f64 or i32"]),
        ("gemm f32 16x6x64 lda=9", &["word 4", "`lda=9` is no field", "a=, b=, c="]),
        ("gemm f32 16x6x64 beta=0 beta=0", &["word 5", "beta is given again"]),
        ("gemm", &["word 2: dtype is missing"]),
        ("gem f32 16x6x64", &["kind is `gem`", "gemm, brgemm"]),
        ("brgemm f32 16x6x64", &["batch is missing"]),
        ("brgemm f32 16x6x64 batch=0", &["batch count is 0"]),
        ("brgemm f32 16x6x64 batch=2 a=col/?", &["blocks is missing", "offsets"]),
        (&format!("brgemm f32 16x6x64 batch={huge}"), &["a spans more than"]),
        ("brgemm f32 16x6x64 batch=2 blocks=luck", &["blocks is `luck`", "addresses"]),
        ("unary sine f32 1x1", &["op is `sine`", "relu"]),
        ("unary clamp(1) f32 1x1", &["op is `clamp(1)`", "2 parameters (low, high)"]),
        ("unary relu(one) f32 1x1", &["op is `relu(one)`", "no parameters"]),
        ("binary add f32 1x1 in1=scalar/2", &["in1 is `scalar/2`", "`scalar`"]),
        ("binary add f32 1x0", &["n is 0"]),
        ("binary add(1) f32 1x1", &["op is `add(1)`", "no parameters"]),
        ("chain f32 1x1 links=add(column,row)", &["links", "operation 1 takes no further operand"]),
        ("ternary select f32 1x1 in2=column/2", &["in2 is `column/2`", "`column`"]),
        ("reduce mean f32 1x1", &["reduction is `mean`", "sum_of_squares"]),
        ("reduce argmax f32 1x1 start=out", &["start is `out`", "must be absent"]),
        ("reduce sum f32 1x1 in1=2", &["in1 is `2`", "dot"]),
    ] {
        refused(&["emit", kernel, "-o", "out"], expected);
    }
    refused(&["emit", "gemm f32 16x6x64", "--target", "z80"], &["z80", "--target", "neoverse-v2"]);
    refused(&["emit", "gemm f32 16x6x64", "--format", "elf"], &["elf", "--format", "json"]);
}

#[test]
fn a_command_line_is_complete() {
    for (arguments, expected) in [
        (["fly"].as_slice(), "fly"),
        (&[], "--help"),
        (&["emit"], "KERNEL"),
        (&["emit", "gemm", "f32"], "extents is missing"),
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
