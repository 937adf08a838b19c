//! `einsum` on real files, against what numpy recorded.

use crate::support::{Outcome, contents, read_npy, tensmith, tensmith_on, write_npy, write_npy_of};
use half::{bf16, f16};
use std::path::{Path, PathBuf};

/// Unit roundoff of float32.
const ROUNDOFF: f64 = 1.0 / (1 << 24) as f64;

/// A line of `cases.txt`; see `make.py` next to it.
struct Case {
    stem: PathBuf,
    expression: String,
    is_exact: bool,
}

impl Case {
    fn file(&self, suffix: &str) -> PathBuf {
        let mut name = self.stem.clone().into_os_string();
        name.push(format!(".{suffix}.npy"));
        name.into()
    }
}

fn cases(list: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/einsum");
    let list = std::fs::read_to_string(folder.join(list)).expect("the recorded cases");
    let case = |line: &str| {
        let mut words = line.split(' ');
        let mut word = || words.next().expect("three words a line");
        Case { stem: folder.join(word()), expression: word().to_owned(), is_exact: word() == "integer" }
    };
    list.lines().map(case).collect()
}

/// The number of products that each element of a case's result sums.
fn products(case: &Case) -> u64 {
    let (inputs, output) = case.expression.split_once("->").expect("an explicit output");
    let (a, b) = inputs.split_once(',').expect("two operands");
    let shapes = [read_npy_shape(&case.file("a")), read_npy_shape(&case.file("b"))];
    let extents = a.chars().zip(shapes[0].clone()).chain(b.chars().zip(shapes[1].clone()));
    let mut summed: Vec<(char, u64)> = extents.filter(|(label, _)| !output.contains(*label)).collect();
    summed.sort_unstable();
    summed.dedup();
    summed.into_iter().map(|(_, extent)| extent).product()
}

fn read_npy_shape(path: &Path) -> Vec<u64> {
    let bytes = std::fs::read(path).expect("a recorded operand");
    npyz::NpyFile::new(bytes.as_slice()).expect("an .npy file").shape().to_vec()
}

fn run(case: &Case, output: &Path) -> Outcome {
    let (a, b) = (case.file("a"), case.file("b"));
    let path = |path: &Path| path.to_str().expect("text").to_owned();
    let (a, b, output) = (path(&a), path(&b), path(output));
    tensmith(&["einsum", &case.expression, &a, &b, "-o", &output, "--check"])
}

/// Parts are small integers: the files are the same, byte by byte.
#[test]
fn complex_results_are_those_of_numpy() {
    let cases = cases("complex_cases.txt");
    assert!(cases.len() >= 10, "only {} cases", cases.len());
    for case in cases {
        let directory = tempfile::tempdir().unwrap();
        let output = directory.path().join("c.npy");
        let outcome = run(&case, &output);
        assert_eq!(outcome.status, 0, "{}: {outcome:?}", case.stem.display());
        assert!(outcome.stderr.contains(" 0 wrong"), "{outcome:?}");
        let [found, expected] = [&output, &case.file("c")].map(|path| std::fs::read(path).expect("a file"));
        assert_eq!(found, expected, "{}", case.stem.display());
    }
}

#[test]
fn results_agree_with_numpy() {
    let cases = cases("cases.txt");
    assert!(cases.len() >= 30, "only {} cases", cases.len());
    for case in cases {
        let directory = tempfile::tempdir().unwrap();
        let output = directory.path().join("c.npy");
        let outcome = run(&case, &output);
        let name = case.stem.display();
        assert_eq!((outcome.status, outcome.stdout.len()), (0, 0), "{name}: {outcome:?}");
        assert!(outcome.stderr.ends_with('\n') && outcome.stderr.contains(" 0 wrong"), "{name}: {outcome:?}");
        let (shape, actual) = read_npy::<f32>(&output);
        if case.is_exact {
            let (expected_shape, expected) = read_npy::<f32>(&case.file("c"));
            assert_eq!(shape, expected_shape, "{name}");
            assert_eq!(actual, expected, "{name}");
        } else {
            let (expected_shape, expected) = read_npy::<f64>(&case.file("c"));
            let (_, magnitudes) = read_npy::<f64>(&case.file("s"));
            assert_eq!(shape, expected_shape, "{name}");
            let terms = (products(&case) + 2) as f64 * ROUNDOFF;
            let gamma = terms / (1.0 - terms);
            for ((actual, expected), magnitude) in actual.iter().zip(&expected).zip(&magnitudes) {
                let error = (f64::from(*actual) - expected).abs();
                assert!(error <= gamma * magnitude, "{name}: {actual} instead of {expected}");
            }
        }
    }
}

/// Contracts two small arrays.
fn contract(expression: &str, a: (&[u64], &[f32]), b: (&[u64], &[f32])) -> (Vec<u64>, Vec<f32>) {
    let directory = tempfile::tempdir().unwrap();
    write_npy(&directory.path().join("a.npy"), a.0, a.1);
    write_npy(&directory.path().join("b.npy"), b.0, b.1);
    let outcome =
        tensmith_on(&["einsum", expression, "a.npy", "b.npy", "-o", "c.npy"], b"", directory.path());
    outcome.success();
    read_npy(&directory.path().join("c.npy"))
}

#[test]
fn scalars_empty_sums_and_implicit_outputs_mean_what_they_mean_in_numpy() {
    type Operand<'a> = (&'a [u64], &'a [f32]);
    let cases: [(&str, Operand<'_>, Operand<'_>, Operand<'_>); 6] = [
        (",->", (&[], &[3.0]), (&[], &[-2.0]), (&[], &[-6.0])),
        (",k->k", (&[], &[3.0]), (&[2], &[1.0, 2.0]), (&[2], &[3.0, 6.0])),
        ("k,k", (&[3], &[1.0, 2.0, 3.0]), (&[3], &[4.0, 5.0, 6.0]), (&[], &[32.0])),
        ("mk,kn", (&[1, 2], &[1.0, 2.0]), (&[2, 1], &[3.0, 4.0]), (&[1, 1], &[11.0])),
        ("mk,kn->mn", (&[2, 0], &[]), (&[0, 2], &[]), (&[2, 2], &[0.0; 4])),
        ("mk,kn->mn", (&[0, 2], &[]), (&[2, 2], &[1.0; 4]), (&[0, 2], &[])),
    ];
    for (expression, a, b, (shape, elements)) in cases {
        assert_eq!(contract(expression, a, b), (shape.to_vec(), elements.to_vec()), "{expression}");
    }
}

#[test]
fn a_result_can_replace_an_operand_or_go_to_a_pipe() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.npy");
    write_npy(&path, &[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    let run =
        |output| tensmith_on(&["einsum", "mk,kn->mn", "a.npy", "a.npy", "-o", output], b"", directory.path());
    let printed = run("-").success();
    assert_eq!(run("a.npy").success(), b"");
    assert_eq!(read_npy::<f32>(&path), (vec![2, 2], vec![7.0, 10.0, 15.0, 22.0]));
    assert_eq!(std::fs::read(&path).unwrap(), printed);
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
}

/// Explains a contraction without data, as JSON.
fn explained(arguments: &[&str]) -> serde_json::Value {
    let form = ["--explain", "--format", "json", "--target", "neoverse-v2"];
    let text = tensmith(&[&["einsum"], arguments, &form].concat()).text();
    serde_json::from_str(&text).expect("JSON")
}

/// The trees of the literature, with their operations.
#[test]
fn trees_are_planned_without_data() {
    let trees = [
        (
            "[[8,4],[7,3,8]->[7,3,4]],[[[2,6,7],[1,5,6]->[1,2,5,7]],[0,5]->[0,1,2,7]]->[0,1,2,3,4]",
            "100,72,128,128,3,71,305,32,3",
            39_609_704_448u64,
        ),
        (
            "[[[[3,6,8,9]->[8,6,9,3]],[[2,5,7,9]->[7,5,2,9]]->[7,8,5,6,2,3]],[0,4,5,6]->[0,4,7,8,2,3]],[1,4,7,8]->[0,1,2,3]",
            "60,60,20,20,8,8,8,8,8,8",
            3_073_638_400,
        ),
    ];
    for (tree, extents, operations) in trees {
        let plan = explained(&["--tree", tree, "--extents", extents]);
        assert_eq!(plan["operations"], operations, "{tree}");
        let steps = plan["steps"].as_array().expect("steps");
        let sum: u64 = steps.iter().map(|step| step["operations"].as_u64().expect("a number")).sum();
        assert_eq!(sum, operations);
        for step in steps {
            assert!(!step["kernels"].as_array().expect("kernels").is_empty(), "{step}");
            assert!(step["predicted_cycles"].as_f64().is_some_and(|cycles| cycles > 0.0));
            assert!(!step["bound_by"].as_str().expect("text").is_empty());
        }
    }
    let double = explained(&["--tree", trees[1].0, "--extents", trees[1].1, "--dtype", "f64"]);
    assert_eq!(double["dtype"], "f64");
}

#[test]
fn a_path_can_be_looked_for_and_explained() {
    let directory = tempfile::tempdir().unwrap();
    let shapes: [&[u64]; 3] = [&[2, 30], &[30, 30], &[30, 3]];
    let names = ["a.npy", "b.npy", "c.npy"];
    for (name, shape) in names.iter().zip(shapes) {
        let elements = shape.iter().product::<u64>() as usize;
        write_npy(&directory.path().join(name), shape, &vec![1.0; elements]);
    }
    let einsum = |rest: &[&str]| {
        let arguments = [&["einsum", "ij,jk,kl->il"], &names[..], rest].concat();
        tensmith_on(&arguments, b"", directory.path())
    };
    for order in ["auto", "auto-hq", "greedy", "random-greedy", "random-greedy-128", "dp", "optimal"] {
        let text = einsum(&["--explain", "--optimize", order, "--target", "neoverse-n1"]).text();
        assert!(text.starts_with("ij,jk,kl->il on neoverse-n1\n") && text.contains("\nstep 1: "), "{text}");
    }
    for minimize in ["time", "flops", "size"] {
        let text = einsum(&["--explain", "--minimize", minimize, "--order-seed", "7"]).text();
        assert!(text.contains("\norder: 10^"), "{text}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&einsum(&["--explain", "--format", "json", "--minimize", "flops"]).text())
            .unwrap();
    let multiply_adds = json["operations"].as_f64().unwrap() / 2.0;
    assert!((json["log10_multiply_adds"].as_f64().unwrap() - multiply_adds.log10()).abs() < 1e-3, "{json}");
    assert!(json["width"].is_f64() && json["peak_elements"].is_u64(), "{json}");
    let run = einsum(&["-o", "out.npy", "--threads", "2", "--check"]);
    assert_eq!(run.status, 0, "{run:?}");
    assert_eq!(read_npy::<f32>(&directory.path().join("out.npy")), (vec![2, 3], vec![900.0; 6]));
    let operand = std::fs::read(directory.path().join("a.npy")).unwrap();
    let piped = ["einsum", "ij->i", "-", "-o", "-"];
    tensmith_on(&piped, &operand, directory.path()).success();
}

#[test]
fn results_are_finished() {
    let directory = tempfile::tempdir().unwrap();
    write_npy(&directory.path().join("a.npy"), &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    write_npy(&directory.path().join("bias.npy"), &[2, 1], &[-7.0, -9.0]);
    write_npy(&directory.path().join("wide.npy"), &[3], &[0.0; 3]);
    let run = |arguments: &[&str]| {
        tensmith_on(&[&["einsum", "ij->ij", "a.npy"], arguments].concat(), b"", directory.path())
    };
    let wide = run(&["--bias", "wide.npy", "--explain", "--target", "neoverse-v2"]).text();
    assert!(wide.starts_with("ij->ij on neoverse-v2\n"), "{wide}");
    for (op, rule) in [
        ("clamp(0,?)", "must be `clamp(low,high)` with a number for each parameter"),
        ("clamp(0)", "must be `clamp(low,high)` with a number for each parameter"),
        ("relu(1)", "must be `relu`, which has no parameters"),
        ("softplus", "must be one of zero, "),
    ] {
        let line = run(&["--then", op, "-o", "out.npy"]).failure(2);
        assert!(line.contains(rule) && line.contains(op), "{line}");
    }
    let finished = ["--bias", "bias.npy", "--then", "absolute", "-o"];
    let result = run(&[&finished[..], &["out.npy", "--check"]].concat());
    // The explanation is not among the bytes of the result.
    let explained = run(&[&finished[..], &["-", "--explain"]].concat());
    assert!(result.status == 0 && result.stderr.contains(" 0 wrong"), "{result:?}");
    let out = directory.path().join("out.npy");
    assert_eq!(read_npy::<f32>(&out), (vec![2, 3], vec![6.0, 5.0, 4.0, 5.0, 4.0, 3.0]));
    assert_eq!((explained.status, &explained.stdout), (0, &std::fs::read(&out).unwrap()));
    assert!(explained.stderr.starts_with("ij->ij on "), "{explained:?}");
}

#[test]
fn archives_hold_operands_of_double_precision() {
    use npyz::WriterBuilder;
    use std::io::Write;
    let directory = tempfile::tempdir().unwrap();
    let mut archive = zip::ZipWriter::new(std::fs::File::create(directory.path().join("both.npz")).unwrap());
    let methods = [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated];
    for (name, method) in ["arr_0.npy", "arr_1.npy"].into_iter().zip(methods) {
        let options = zip::write::SimpleFileOptions::default().compression_method(method);
        archive.start_file(name, options).unwrap();
        let mut bytes = Vec::new();
        let mut writer =
            npyz::WriteOptions::new().default_dtype().shape(&[3]).writer(&mut bytes).begin_nd().unwrap();
        writer.extend([1.0f64, 1e-10, 3.0]).unwrap();
        writer.finish().unwrap();
        archive.write_all(&bytes).unwrap();
    }
    archive.finish().unwrap();
    let run = tensmith_on(&["einsum", "i,i->i", "both.npz", "-o", "out.npy"], b"", directory.path());
    run.success();
    let expected = (vec![3], vec![1.0, 1e-10 * 1e-10, 9.0]);
    assert_eq!(read_npy::<f64>(&directory.path().join("out.npy")), expected);
}

/// 2048, 1 and 1 are 2048 where sums are of half precision, and every result is rounded once.
#[test]
fn half_precision_is_summed_in_single() {
    let half = |numbers: &[f32]| numbers.iter().map(|number| f16::from_f32(*number)).collect::<Vec<_>>();
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name);
    write_npy_of(&file("a.npy"), &[2, 3], &half(&[2048.0, 1.0, 1.0, 0.125, 65504.0, 0.0]));
    write_npy_of(&file("b.npy"), &[3, 2], &half(&[1.0, 0.5, 1.0, 2.0, 1.0, 0.0]));
    write_npy_of(&file("bias.npy"), &[2], &half(&[1.0, -1026.0]));
    let run = |more: &[&str]| {
        let einsum = ["einsum", "mk,kn->mn", "a.npy", "b.npy", "-o", "c.npy", "--check"];
        let outcome = tensmith_on(&[&einsum, more].concat(), b"", directory.path());
        assert_eq!(outcome.status, 0, "{outcome:?}");
        read_npy::<f16>(&file("c.npy"))
    };
    assert_eq!(run(&[]), (vec![2, 2], half(&[2050.0, 1026.0, 65504.0, f32::INFINITY])));
    // Of 2051, both neighbours are as near: the even one is taken.
    let finished = half(&[2052.0, 0.0, 65504.0, f32::INFINITY]);
    assert_eq!(run(&["--bias", "bias.npy", "--then", "relu"]), (vec![2, 2], finished));
    let line = tensmith_on(
        &["einsum", "mk,kn->mn", "a.npy", "b.npy", "-o", "c.npy", "--dtype", "f32"],
        b"",
        directory.path(),
    );
    assert!(line.failure(2).contains("elements are f16: must be f32, as --dtype says"));
}

/// The bytes of a file that numpy writes for `ml_dtypes.bfloat16`.
fn bfloat16(shape: &str, numbers: &[f32]) -> Vec<u8> {
    let header = format!("{{'descr': '<V2', 'fortran_order': False, 'shape': {shape}, }}");
    let data = numbers.iter().flat_map(|number| bf16::from_f32(*number).to_le_bytes());
    let text = format!("{header:117}\n");
    b"\x93NUMPY\x01\x00v\x00".iter().copied().chain(text.bytes()).chain(data).collect()
}

/// 256, 1 and 1 are 256 where sums are of bfloat16. What numpy calls two bytes are such elements where that
/// is asked for.
#[test]
fn bfloat16_is_summed_in_single() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name);
    std::fs::write(file("a.npy"), bfloat16("(2, 3)", &[256.0, 1.0, 1.0, 0.125, 3e38, 0.0])).unwrap();
    std::fs::write(file("b.npy"), bfloat16("(3, 2)", &[1.0, 0.5, 1.0, 2.0, 1.0, 0.0])).unwrap();
    let einsum = ["einsum", "mk,kn->mn", "a.npy", "b.npy", "-o", "c.npy"];
    let run = |more: &[&str]| tensmith_on(&[&einsum, more].concat(), b"", directory.path());
    assert_eq!(run(&["--dtype", "bf16", "--check"]).status, 0);
    let expected = bfloat16("(2, 2)", &[258.0, 130.0, 3e38, f32::INFINITY]);
    assert_eq!(std::fs::read(file("c.npy")).unwrap(), expected);
    let refused = run(&[]).failure(2);
    assert!(refused.contains("it is read as bfloat16 where bf16 is asked for"), "{refused}");
}

#[test]
fn a_target_runs_where_the_machine_executes_its_code() {
    let directory = tempfile::tempdir().unwrap();
    write_npy(&directory.path().join("a.npy"), &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let before = contents(directory.path());
    let run = |target: &str, more: &[&str]| {
        let einsum = ["einsum", "ij->ji", "a.npy", "-o", "out.npy", "--target", target];
        tensmith_on(&[&einsum, more].concat(), b"", directory.path())
    };
    let (portable, foreign, way_out) = if cfg!(target_arch = "x86_64") {
        ("x86-64-v3", "neoverse-v2", "`cargo xtask run --emulated -- einsum")
    } else {
        ("cortex-a55", "zen5", "`einsum --explain`")
    };
    let line = run(foreign, &[]).failure(3);
    let machine = tensmith::machine::host().unwrap().core.name;
    let expected = format!("this machine, {machine}, cannot execute code for {foreign}; {way_out}");
    assert!(line.starts_with(&expected), "{line}");
    assert_eq!(contents(directory.path()), before);
    for target in [portable, "host"] {
        let text = run(target, &["--explain"]).text();
        let name = if target == "host" { machine } else { target };
        assert!(text.starts_with(&format!("ij->ji on {name}\n")), "{text}");
        let result = read_npy::<f32>(&directory.path().join("out.npy"));
        assert_eq!(result, (vec![3, 2], vec![1.0, 4.0, 2.0, 5.0, 3.0, 6.0]));
    }
}

/// Digits of what is compared are those of its type.
#[test]
fn a_check_shows_numbers_of_the_type() {
    let worst = |dtype: &str| {
        let arguments = ["einsum", "ij,jk->ik", "--shapes", "7x9,9x8", "--random", "3", "--dtype", dtype];
        let third = ["--then", "sigmoid", "--check"];
        let outcome = tensmith(&[&arguments[..], &third].concat());
        assert_eq!(outcome.status, 0, "{outcome:?}");
        let (_, worst) = outcome.stderr.split_once("; worst ").expect("the worst");
        let (actual, rest) = worst.split_once(" for ").expect("two numbers");
        let (expected, _) = rest.split_once(": error ").expect("an error");
        [actual.to_owned(), expected.to_owned()]
    };
    for number in worst("f64") {
        let value: f64 = number.parse().expect("a number");
        assert_eq!(format!("{value:?}"), number);
        assert!(f64::from(value as f32) != value, "{number} has the digits of FP64");
    }
    for number in worst("f32") {
        let value: f32 = number.parse().expect("a number");
        assert_eq!(format!("{value:?}"), number);
    }
}

/// Shapes of operands, extents of labels, and those of a tree's indices by name or by place, say the same.
#[test]
fn extents_are_told_in_one_way() {
    let of = |arguments: &[&str]| explained(arguments)["steps"].clone();
    let shapes = of(&["mk,kn->mn", "--shapes", "3x4,4x5"]);
    assert_eq!(of(&["mk,kn->mn", "--extents", "m=3,n=5,k=4"]), shapes);
    assert_eq!(shapes[0]["inputs"][0]["indices"], serde_json::json!(["m", "k"]));
    assert_eq!(shapes[0]["output"], serde_json::json!(["m", "n"]));
    let tree = "[0,1],[1,2]->[0,2]";
    let by_place = of(&["--tree", tree, "--extents", "3,4,5"]);
    assert_eq!(of(&["--tree", tree, "--extents", "2=5,0=3,1=4"]), by_place);
    assert_eq!(by_place[0]["output"], serde_json::json!(["0", "2"]));
    for (arguments, rule) in [
        (["mk,kn->mn", "--extents", "m=3,n=5"], "label k has no extent: --extents k=N gives it one"),
        (["mk,kn->mn", "--extents", "m=3,n=5,k=4,x=1"], "`x` is no label of the expression"),
        (["mk,kn->mn", "--extents", "3,4,5"], "extent 3 has no label"),
        (["mk,kn->mn", "--extents", "m:3"], "must be such as `m=3`"),
    ] {
        let line = tensmith(&[&["einsum"], &arguments[..], &["--explain"]].concat()).failure(2);
        assert!(line.contains(rule), "{line}");
    }
}

/// No elements are drawn for an explanation, however many there are, and a picture needs nothing else.
#[test]
fn a_plan_of_shapes_draws_nothing() {
    let huge = ["einsum", "ij,jk->ik", "--shapes", "300000x400000,400000x7"];
    let text = tensmith(&[&huge[..], &["--explain"]].concat()).text();
    assert!(text.contains("path [i,j],[j,k]->[i,k]\n"), "{text}");
    assert!(text.contains("\n  predicted: ") && text.contains("cycles: kernels "), "{text}");
    assert!(text.contains(" % of peak, bound by "), "{text}");
    let line = tensmith(&[&huge[..], &["--check"]].concat()).failure(2);
    assert_eq!(line, "operand of 300000x400000: must have at most 2^28 elements");
    let directory = tempfile::tempdir().unwrap();
    let drawn = ["einsum", "ij,jk->ik", "--shapes", "30x40,40x7", "--svg", "tree.svg"];
    assert_eq!(tensmith_on(&drawn, b"", directory.path()).text(), "");
    let picture = std::fs::read_to_string(directory.path().join("tree.svg")).unwrap();
    assert!(picture.contains("[i,j],[j,k]-&gt;[i,k]"), "{picture}");
}

/// Cycles have as many digits as mean something.
#[test]
fn predictions_are_short() {
    let text = tensmith(&["einsum", "abcd,dbe->aec", "--shapes", "12x5x16x8,8x5x10", "--explain"]).text();
    let cycles = text.lines().filter(|line| line.contains(" cycles predicted, "));
    for line in cycles {
        let (number, _) = line.split_once(" cycles").expect("cycles");
        let number = number.rsplit(' ').next().expect("a number");
        assert!(number.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 1), "{line}");
    }
}

/// The symbol that opt_einsum writes for an index.
fn symbol(nth: usize) -> char {
    match ('a'..='z').chain('A'..='Z').nth(nth) {
        Some(letter) => letter,
        None => char::from_u32(nth as u32 + 140).expect("no surrogate"),
    }
}

/// A chain of matrices of ones with the symbols of opt_einsum, as files; elements of the result count
/// the ways through it.
#[test]
fn hundreds_of_operands_and_every_symbol() {
    let folder = tempfile::tempdir().expect("a folder");
    write_npy(&folder.path().join("e.npy"), &[2, 2], &[1.0, 1.0, 0.0, 1.0]);
    for (count, more) in [(48, &[][..]), (60, &["--optimize", "greedy"]), (300, &["--threads", "2"])] {
        let terms: Vec<String> =
            (0..count).map(|nth| [symbol(nth), symbol(nth + 1)].iter().collect()).collect();
        let text = format!("{}->{}{}", terms.join(","), symbol(0), symbol(count));
        let mut command = vec!["einsum", &text, "-o", "c.npy", "--check"];
        command.extend(more);
        command.extend(vec!["e.npy"; count]);
        let outcome = tensmith_on(&command, b"", folder.path());
        assert!(outcome.status == 0 && outcome.stderr.contains(" 0 wrong"), "{outcome:?}");
        let (shape, elements) = read_npy::<f32>(&folder.path().join("c.npy"));
        assert_eq!((shape, elements), (vec![2, 2], vec![1.0, count as f32, 0.0, 1.0]));
    }
    let explained =
        tensmith_on(&["einsum", "a×,×b->ab", "e.npy", "e.npy", "--explain"], b"", folder.path()).text();
    assert!(
        explained.starts_with("a×,×b->ab on ") && explained.contains("\nlabel ×: k of 2\n"),
        "{explained}"
    );
    for label in '!'..='~' {
        let text = format!("a{label},{label}b->ab");
        let command = ["einsum", &text, "e.npy", "e.npy", "-o", "c.npy"];
        let outcome = tensmith_on(&command, b"", folder.path());
        let is_label = !",.->()[]ab".contains(label);
        assert!(is_label == (outcome.status == 0) || "ab".contains(label), "{text}: {outcome:?}");
    }
}

/// Infinities and what is not a number go where they go by definition.
#[test]
fn drawn_operands_may_hold_what_is_not_finite() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, shapes) in [("ij,jk->ik", "9x17,17x12"), ("ij,jk,kl->li", "5x6,6x7,7x8"), ("iij->j", "4x4x9")]
    {
        for seed in ["1", "2", "3"] {
            let command = ["einsum", text, "--shapes", shapes, "--random", seed, "--special", "--check"];
            let outcome = tensmith_on(&command, b"", folder.path());
            assert!(outcome.status == 0 && outcome.stderr.contains(" 0 wrong"), "{outcome:?}");
        }
    }
    let outcome = tensmith_on(&["einsum", "i->", "e.npy", "--special", "--check"], b"", folder.path());
    assert!(outcome.failure(2).contains("--special"));
}

/// A ring of five tensors with chords, drawn: what `--memory-limit` says is kept, and the result is the same.
#[test]
fn a_limit_of_memory_cuts_into_slices() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let ring = ["einsum", "abf,bcg,cdf,deg,eah->h", "--extents", "a=9,b=8,c=9,d=8,e=9,f=6,g=6,h=5"];
    let explained = |limit: &[&str]| {
        let outcome =
            tensmith(&[&ring[..], &["--dtype", "f64", "--explain", "--format", "json"], limit].concat());
        assert_eq!(outcome.status, 0, "{outcome:?}");
        serde_json::from_slice::<serde_json::Value>(&outcome.stdout).expect("an object")
    };
    let number = |value: &serde_json::Value, name: &str| value[name].as_u64().expect("a number");
    let whole = explained(&[]);
    assert_eq!((number(&whole, "slices"), number(&whole, "blocks")), (1, 1));
    let limit = (number(&whole, "memory_bytes") / 8).to_string();
    let cut = explained(&["--memory-limit", &limit]);
    assert!(number(&cut, "memory_bytes") <= limit.parse().expect("a number"), "{cut}");
    assert!(
        number(&cut, "slices") > 1 && cut["overhead"].as_f64().is_some_and(|times| times >= 1.0),
        "{cut}"
    );
    assert!(!cut["sliced"].as_array().expect("labels").is_empty());
    // The numbers that are drawn are whole: sums are exact.
    let files = [path("whole.npy"), path("cut.npy")];
    for (file, limit) in files.iter().zip([&[][..], &["--memory-limit", &limit]]) {
        let outcome = tensmith(&[&ring[..], &["--dtype", "f64", "-o", file, "--check"], limit].concat());
        assert_eq!(outcome.status, 0, "{outcome:?}");
    }
    let [whole, cut] = files.map(|file| std::fs::read(file).expect("a file"));
    assert!(whole == cut);
    let text =
        String::from_utf8(tensmith(&[&ring[..], &["--explain", "--memory-limit", &limit]].concat()).stdout)
            .expect("text");
    assert!(
        text.lines().any(|line| line.starts_with("slices: ") && line.contains(" in blocks of ")),
        "{text}"
    );
}

/// The reason comes first, whatever follows.
#[test]
fn errors_of_a_thousand_operands_are_short() {
    let label = |number: u32| char::from_u32(0x4E00 + number).expect("a character");
    let terms: Vec<_> = (0..1000).map(|n| format!("{}{}", label(n), label((n + 1) % 1000))).collect();
    let shapes = vec!["2x2"; 999].join(",");
    let outcome = tensmith(&["einsum", &format!("{}->", terms.join(",")), "--shapes", &shapes, "--explain"]);
    assert_eq!(outcome.status, 2);
    let reason = "error: number of operands is 999: the expression has 1000 (expression `";
    assert!(outcome.stderr.starts_with(reason) && outcome.stderr.len() < 500, "{}", outcome.stderr);
    assert!(outcome.stderr.ends_with(" and 995 more)\n"), "{}", outcome.stderr);
}
