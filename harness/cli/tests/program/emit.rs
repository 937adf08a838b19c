//! `emit`: every form of a kernel, on every host.

use crate::support::{tensmith, tensmith_on};
use serde_json::{Value, json};
use std::path::Path;
use tensmith::Target;

/// The most portable core of each architecture, and of x86-64 one with larger vectors.
const PORTABLE: [&str; 3] = ["generic", "x86-64-v3", "x86-64-v4"];

/// One kernel of each kind, as on the command line.
const KERNELS: [&[&str]; 17] = [
    &["gemm", "--m", "16", "--n", "6", "--k", "64", "--dtype", "f32"],
    &["gemm", "-m5", "-n3", "-k7", "--beta", "0", "--trans-a", "--trans-b", "--lda", "9", "--ldc", "runtime"],
    &["brgemm", "-m7", "-n4", "-k3", "--batch", "5"],
    &["brgemm", "-m16", "-n6", "-k4", "--batch", "runtime", "--batch-stride-a", "runtime"],
    &["unary", "relu", "-m9", "-n5", "--trans", "--ld-in", "11"],
    &["binary", "add", "-m9", "-n5", "--ld-out", "runtime"],
    &[
        "brgemm",
        "-m4",
        "-n9",
        "-k3",
        "--batch",
        "2",
        "--batch-by",
        "offsets",
        "--trans-c",
        "--alpha",
        "runtime",
    ],
    &["binary", "sub", "-m9", "-n5", "--in0", "row", "--ld-in0", "runtime", "--in1", "column"],
    &["ternary", "select", "-m9", "-n5", "--in1", "column", "--in2", "scalar", "--ld-in0", "runtime"],
    &["unary", "clamp", "-m9", "-n5", "--parameter", "-1.5", "--parameter", "runtime"],
    &["reduce", "sum_of_squares", "-m9", "-n5", "--rows", "--accumulate", "--ld-in", "runtime"],
    &["reduce", "dot", "-m9", "-n5", "--ld-in1", "11"],
    &["window", "products", "-w12", "--taps", "3,5", "--count", "9", "--stride", "18", "--ld-out", "10"],
    &["window", "max", "-w9", "--taps", "1,13", "--accumulate"],
    &["lanewise", "-m5", "-n3", "-k2", "--count", "9", "--spacing-b", "40,9"],
    &["gather", "-m9", "-n5", "--ld-in", "runtime"],
    &["scatter", "-m9", "-n5", "--ld-out", "11"],
];

/// A kernel in one form.
fn emit(kernel: &[&str], format: &str, target: &str) -> Vec<u8> {
    let form = ["--format", format, "--target", target];
    tensmith(&[&["emit"], kernel, &form].concat()).success()
}

fn describe(kernel: &[&str]) -> Value {
    serde_json::from_slice(&emit(kernel, "json", "generic")).expect("JSON")
}

/// The instructions of x86-64 code, of jumps the names alone.
fn without_targets(code: &[u8]) -> Vec<String> {
    let listing = tensmith_on(&["disasm", "--isa", "x86-64", "-"], code, Path::new(".")).text();
    let texts = listing.lines().map(|line| line.split_once("  ").expect("three columns").1.trim());
    texts.map(|text| text.split(" .").next().unwrap_or(text).to_owned()).collect()
}

/// Checks that all forms of a kernel describe the same code.
fn assert_agreement(kernel: &[&str], target: &str) {
    let code = emit(kernel, "bin", target);
    assert!(!code.is_empty(), "{kernel:?} for {target}");
    let description: Value = serde_json::from_slice(&emit(kernel, "json", target)).expect("JSON");
    let text = emit(kernel, "asm", target);
    let assembled = tensmith_on(&["asm", "--target", target], &text, Path::new(".")).success();
    if description["isa"] == "aarch64" {
        assert_eq!(assembled, code, "{kernel:?} for {target}");
    } else {
        // The same text may be that of a shorter encoding.
        assert!(assembled.len() <= code.len(), "{kernel:?} for {target}");
        assert_eq!(without_targets(&assembled), without_targets(&code), "{kernel:?} for {target}");
        let again = tensmith_on(&["disasm", "--isa", "x86-64", "-"], &assembled, Path::new(".")).text();
        assert!(!again.contains(".byte"), "{again}");
    }
    assert_eq!(description["code_bytes"], code.len());
    assert_eq!(description["target"], target);
    assert!(description["predicted_cycles"].as_f64().is_some_and(|cycles| cycles > 0.0));
    let ir = String::from_utf8(emit(kernel, "ir", target)).expect("text");
    let name = description["generator"].as_str().expect("a name");
    assert!(ir.starts_with(&format!("func \"{name}\" (")), "{ir}");
}

#[test]
fn the_forms_of_every_kernel_agree() {
    for (kernel, target) in KERNELS.into_iter().flat_map(|kernel| PORTABLE.map(|target| (kernel, target))) {
        assert_agreement(kernel, target);
    }
}

#[test]
fn the_forms_agree_for_every_target() {
    for target in Target::all() {
        assert_agreement(KERNELS[0], target.core.name);
    }
}

#[test]
fn assembly_for_this_machine_is_the_default() {
    let kernel = KERNELS[0];
    let printed = tensmith(&[&["emit"], kernel].concat()).success();
    assert_eq!(printed, emit(kernel, "asm", "host"));
    assert!(printed.ends_with(b"ret\n"));
}

#[test]
fn every_instruction_of_every_kernel_is_in_the_table() {
    for (kernel, target) in
        KERNELS.into_iter().flat_map(|kernel| ["neoverse-v2", "zen5"].map(|t| (kernel, t)))
    {
        let text = String::from_utf8(emit(kernel, "asm", target)).expect("text");
        assert!(!text.contains(".inst") && !text.contains(".byte"), "{text}");
    }
}

#[test]
fn a_file_gets_the_same_bytes_as_the_standard_output() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("kernel.bin");
    let to_file = ["--target", "generic", "--format", "bin", "-o", path.to_str().unwrap()];
    assert_eq!(tensmith(&[&["emit"], KERNELS[0], &to_file].concat()).success(), b"");
    assert_eq!(std::fs::read(path).unwrap(), emit(KERNELS[0], "bin", "generic"));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn leading_dimensions_default_to_the_contiguous_extent() {
    let spec = describe(KERNELS[0])["spec"].clone();
    let column_major = |ld: u64| json!({ "layout": "column_major", "ld": ld });
    let expected = json!({
        "kind": "gemm", "dtype": "f32", "m": 16, "n": 6, "k": 64, "alpha": 1, "beta": 1, "batch": null, "epilogue": "",
        "a": column_major(16), "b": column_major(64), "c": column_major(16),
    });
    assert_eq!(spec, expected);

    let spec = describe(KERNELS[1])["spec"].clone();
    assert_eq!(spec["a"], json!({ "layout": "row_major", "ld": 9 }));
    assert_eq!(spec["b"], json!({ "layout": "row_major", "ld": 3 }));
    assert_eq!(spec["c"], json!({ "layout": "column_major", "ld": "runtime" }));
    assert_eq!(spec["beta"], 0);

    let spec = describe(KERNELS[6])["spec"].clone();
    assert_eq!(spec["c"], json!({ "layout": "row_major", "ld": 9 }));

    let spec = describe(KERNELS[4])["spec"].clone();
    assert_eq!((&spec["in"]["ld"], &spec["ld_out"]), (&json!(11), &json!(5)), "the output has 5 rows");
}

#[test]
fn help_describes_operations() {
    let emit = tensmith(&["emit", "unary", "--help"]).text();
    let einsum = tensmith(&["einsum", "--help"]).text();
    for help in [&emit, &einsum] {
        assert!(!help.contains("[`"), "{help}");
        for part in [
            "what `hard_sigmoid` makes of it.",
            "at most 2¹⁵ from zero, in double precision 2³⁰; of all else a NaN.",
        ] {
            assert!(help.contains(part), "`{part}` in {help}");
        }
    }
    assert!(einsum.contains("- clamp(low,high): The input moved"), "{einsum}");
}

#[test]
fn a_chain_is_one_kernel() {
    let spec = describe(&["chain", "add(column),relu", "-m7", "-n5", "--in", "row"])["spec"].clone();
    let input = json!({ "covers": "row", "ld": 1 });
    let expected = json!({
        "kind": "chain", "chain": "add(column),relu", "dtype": "f32", "m": 7, "n": 5, "in": input, "ld_out": 7,
    });
    assert_eq!(spec, expected);
}

#[test]
fn blocks_of_a_batch_are_contiguous_by_default() {
    assert_eq!(describe(KERNELS[2])["spec"]["batch"], json!({ "count": 5, "stride_a": 21, "stride_b": 12 }));
    let transposed = ["brgemm", "-m7", "-n4", "-k3", "--batch", "2", "--trans-a", "--lda", "6", "--trans-b"];
    assert_eq!(describe(&transposed)["spec"]["batch"], json!({ "count": 2, "stride_a": 42, "stride_b": 12 }));
    assert_eq!(describe(KERNELS[6])["spec"]["batch"], json!({ "count": 2, "by": "offsets" }));
}

#[test]
fn arguments_come_in_registers_and_from_the_ninth_on_the_stack() {
    let names_on = |kernel: &[&str], target: &str| -> Vec<String> {
        let description: Value = serde_json::from_slice(&emit(kernel, "json", target)).expect("JSON");
        let arguments = description["arguments"].as_array().expect("a list").clone();
        arguments.iter().map(|a| format!("{}={}{}", a["name"], a["register"], a["stack_offset"])).collect()
    };
    let names = |kernel: &[&str]| names_on(kernel, "generic");
    assert_eq!(names(KERNELS[0]), [r#""a"="x0"null"#, r#""b"="x1"null"#, r#""c"="x2"null"#]);
    assert_eq!(names(KERNELS[5])[2..], [r#""out"="x2"null"#, r#""ld_out"="x3"null"#]);
    let at_run_time: Vec<&str> = ["brgemm", "-m4", "-n4", "-k4"]
        .into_iter()
        .chain(
            [
                "--lda",
                "--ldb",
                "--ldc",
                "--batch",
                "--batch-stride-a",
                "--batch-stride-b",
                "--alpha",
                "--beta",
            ]
            .into_iter()
            .flat_map(|option| [option, "runtime"]),
        )
        .collect();
    let on_x86_64 = names_on(&at_run_time, "zen5");
    assert_eq!(on_x86_64[..2], [r#""a"="rdi"null"#, r#""b"="rsi"null"#]);
    assert_eq!(on_x86_64[5..7], [r#""ldc"="r9"null"#, r#""batch_stride_a"=null8"#]);
    let names = names(&at_run_time);
    assert_eq!(names.len(), 11);
    assert_eq!(names[6..8], [r#""batch_stride_a"="x6"null"#, r#""batch_stride_b"="x7"null"#]);
    assert_eq!(names[8..], [r#""batch_count"=null0"#, r#""alpha"=null8"#, r#""beta"=null16"#]);
}

/// A link stays a link, whether or not there is something behind it.
#[test]
fn what_a_link_points_to_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    std::fs::create_dir(at("folder")).unwrap();
    std::os::unix::fs::symlink("folder/second", at("first")).unwrap();
    std::os::unix::fs::symlink("../code", at("folder/second")).unwrap();
    std::os::unix::fs::symlink("circle", at("circle")).unwrap();
    let emit = |path| ["emit", "unary", "zero", "-m1", "-n1", "-o", path];
    for _ in ["dangling", "there"] {
        tensmith_on(&emit("first"), b"", directory.path()).success();
        assert!(at("first").is_symlink() && at("folder/second").is_symlink());
        assert!(!at("code").is_symlink() && !std::fs::read(at("code")).unwrap().is_empty());
    }
    let message = tensmith_on(&emit("circle"), b"", directory.path()).failure(2);
    assert!(message.starts_with("output circle: cannot be written"), "{message}");
    std::fs::remove_dir_all(at("folder")).unwrap();
    let message = tensmith_on(&emit("first"), b"", directory.path()).failure(2);
    assert!(message.starts_with("output first: cannot be written"), "{message}");
}

/// Where a sum may overflow, nothing is known of what follows; and nothing is multiplied where a factor is zero.
#[test]
fn right_kernels_are_called_right() {
    let windows = "window sum --windows 3 --taps 2,1 --count 9 --accumulate --stride 36 --dilation 684,36 --ld-out 36 \
        --epilogue hard_swish(-1.0,2.0) --check --random 303155";
    let orders = ["", "--trans-a", "--trans-c", "--trans-a --trans-c", "--trans-a --trans-b"];
    let empty = orders
        .map(|order| format!("gemm --m 4 --n 4 --k 4 --alpha 0 {order} --epilogue relu --check --random 4"));
    for arguments in empty.iter().map(String::as_str).chain([windows]) {
        let words: Vec<&str> = ["emit"].into_iter().chain(arguments.split_whitespace()).collect();
        let outcome = tensmith(&words);
        assert_eq!(outcome.status, 0, "{arguments}: {}", outcome.stderr);
    }
}
