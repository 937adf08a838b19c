//! `emit`: every form of a kernel, on every host.

use crate::support::{tensmith, tensmith_on};
use serde_json::{Value, json};
use std::path::Path;
use tensmith::Target;
use tensmith_core::kernel::KernelSpec;

/// The most portable core of each architecture, and of x86-64 one with larger vectors.
const PORTABLE: [&str; 3] = ["generic", "x86-64-v3", "x86-64-v4"];

/// One kernel of each kind, as on the command line.
const KERNELS: [&str; 17] = [
    "gemm f32 16x6x64",
    "gemm f32 5x3x7 beta=0 a=row/9 b=row c=col/?",
    "brgemm f32 7x4x3 batch=5",
    "brgemm f32 16x6x4 batch=? blocks=?,24",
    "unary relu f32 9x5 order=transposed in=11",
    "binary add f32 9x5 out=?",
    "brgemm f32 4x9x3 batch=2 blocks=offsets c=row alpha=?",
    "binary sub f32 9x5 in0=row/? in1=column",
    "ternary select f32 9x5 in0=? in1=column in2=scalar",
    "unary clamp(-1.5,?) f32 9x5",
    "reduce sum_of_squares f32 9x5 lines=rows start=out in=?",
    "reduce dot f32 9x5 in1=11",
    "window products f32 12x3x5x9 in=18,144,9 out=10",
    "window max f32 9x1x13x1 start=out",
    "lanewise f32 5x3x2x9 b=40,9",
    "gather f32 9x5 in=?",
    "scatter f32 9x5 out=11",
];

/// A kernel in one form.
fn emit(kernel: &str, format: &str, target: &str) -> Vec<u8> {
    tensmith(&["emit", kernel, "--format", format, "--target", target]).success()
}

fn describe(kernel: &str) -> Value {
    serde_json::from_slice(&emit(kernel, "json", "generic")).expect("JSON")
}

/// The instructions of x86-64 code, of jumps the names alone.
fn without_targets(code: &[u8]) -> Vec<String> {
    let listing = tensmith_on(&["disasm", "--isa", "x86-64", "-"], code, Path::new(".")).text();
    let texts = listing.lines().map(|line| line.split_once("  ").expect("three columns").1.trim());
    texts.map(|text| text.split(" .").next().unwrap_or(text).to_owned()).collect()
}

/// Checks that all forms of a kernel describe the same code.
fn assert_agreement(kernel: &str, target: &str) {
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
    let printed = tensmith(&["emit", kernel]).success();
    assert_eq!(printed, emit(kernel, "asm", "host"));
    assert!(printed.ends_with(b"ret\n"));
    // In quotes or not.
    let words: Vec<&str> = ["emit"].into_iter().chain(kernel.split(' ')).collect();
    assert_eq!(tensmith(&words).success(), printed);
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
    assert_eq!(tensmith(&[&["emit", KERNELS[0]], &to_file[..]].concat()).success(), b"");
    assert_eq!(std::fs::read(path).unwrap(), emit(KERNELS[0], "bin", "generic"));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn leading_dimensions_default_to_the_contiguous_extent() {
    let spec = describe(KERNELS[0])["spec"].clone();
    let expected = json!({
        "kind": "gemm", "dtype": "f32", "extents": "16x6x64", "alpha": 1, "beta": 1, "epilogue": null,
        "a": "col/16", "b": "col/64", "c": "col/16",
    });
    assert_eq!(spec, expected);

    let spec = describe(KERNELS[1])["spec"].clone();
    assert_eq!([&spec["a"], &spec["b"], &spec["c"]], ["row/9", "row/3", "col/?"]);
    assert_eq!(spec["beta"], 0);
    assert_eq!(describe(KERNELS[6])["spec"]["c"], "row/9");
    let spec = describe(KERNELS[4])["spec"].clone();
    assert_eq!((&spec["in"], &spec["out"]), (&json!(11), &json!(5)), "the output has 5 rows");
}

/// Each kernel's text is at the head of its assembly, and is that of the kernel.
#[test]
fn the_head_says_which_kernel_it_is() {
    for kernel in KERNELS {
        let text = String::from_utf8(emit(kernel, "asm", "zen5")).expect("text");
        let head = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect("a head");
        let spec: KernelSpec = head.strip_suffix(" for zen5").expect("a core").parse().expect("a kernel");
        assert_eq!(Ok(spec), kernel.parse(), "{kernel}");
        assert_eq!(describe(kernel)["text"], spec.to_string());
    }
}

#[test]
fn help_describes_operations() {
    let emit = tensmith(&["emit", "--help"]).text();
    let einsum = tensmith(&["einsum", "--help"]).text();
    for help in [&emit, &einsum] {
        assert!(!help.contains("[`"), "{help}");
        for part in ["what `hard_sigmoid` makes of it.", "The sine of an angle in radians."] {
            assert!(help.contains(part), "`{part}` in {help}");
        }
    }
    assert!(einsum.contains("- clamp(low,high): The input moved"), "{einsum}");
    for kind in KernelSpec::kinds() {
        let fields =
            kind.words().chain(kind.fields()).map(|field| format!("- {}: {}", field.name, field.doc));
        for part in fields.chain([format!("{} ", kind.name()), kind.doc().to_owned()]) {
            assert!(emit.contains(&part), "`{part}` in {emit}");
        }
    }
}

#[test]
fn a_chain_is_one_kernel() {
    let spec = describe("chain f32 7x5 links=add(column),relu in=row")["spec"].clone();
    let expected = json!({
        "kind": "chain", "links": "add(column),relu", "dtype": "f32", "extents": "7x5", "in": "row/1", "out": 7,
    });
    assert_eq!(spec, expected);
}

#[test]
fn blocks_of_a_batch_are_contiguous_by_default() {
    let blocks = |kernel: &str| {
        let spec = describe(kernel)["spec"].clone();
        (spec["batch"].clone(), spec["blocks"].clone())
    };
    assert_eq!(blocks(KERNELS[2]), (json!(5), json!("21,12")));
    assert_eq!(blocks("brgemm f32 7x4x3 batch=2 a=row/6 b=row"), (json!(2), json!("42,12")));
    assert_eq!(blocks(KERNELS[6]), (json!(2), json!("offsets")));
}

#[test]
fn arguments_come_in_registers_and_from_the_ninth_on_the_stack() {
    let names_on = |kernel: &str, target: &str| -> Vec<String> {
        let description: Value = serde_json::from_slice(&emit(kernel, "json", target)).expect("JSON");
        let arguments = description["arguments"].as_array().expect("a list").clone();
        arguments.iter().map(|a| format!("{}={}{}", a["name"], a["register"], a["stack_offset"])).collect()
    };
    let names = |kernel: &str| names_on(kernel, "generic");
    assert_eq!(names(KERNELS[0]), [r#""a"="x0"null"#, r#""b"="x1"null"#, r#""c"="x2"null"#]);
    assert_eq!(names(KERNELS[5])[2..], [r#""out"="x2"null"#, r#""ld_out"="x3"null"#]);
    let at_run_time = "brgemm f32 4x4x4 a=col/? b=col/? c=col/? batch=? blocks=?,? alpha=? beta=?";
    let on_x86_64 = names_on(at_run_time, "zen5");
    assert_eq!(on_x86_64[..2], [r#""a"="rdi"null"#, r#""b"="rsi"null"#]);
    assert_eq!(on_x86_64[5..7], [r#""ldc"="r9"null"#, r#""batch_stride_a"=null8"#]);
    let names = names(at_run_time);
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
    let emit = |path| ["emit", "unary zero f32 1x1", "-o", path];
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

/// Where a sum may overflow, nothing is known of what follows; and nothing is multiplied
/// where a factor is zero.
#[test]
fn right_kernels_are_called_right() {
    let windows = "window sum f32 3x2x1x9 start=out in=36,684,36 out=36 epilogue=hard_swish(-1.0,2.0)";
    let orders = ["", "a=row", "c=row", "a=row c=row", "a=row b=row"];
    let empty = orders.map(|order| (format!("gemm f32 4x4x4 alpha=0 {order} epilogue=relu"), "4"));
    for (kernel, seed) in empty.into_iter().chain([(windows.to_owned(), "303155")]) {
        let outcome = tensmith(&["emit", &kernel, "--check", "--random", seed]);
        assert_eq!(outcome.status, 0, "{kernel}: {}", outcome.stderr);
    }
}
