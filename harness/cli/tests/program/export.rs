//! `export`: files that appear together or not at all, and the page about it, whose commands run.

use crate::support::{contents, tensmith, tensmith_on, write_npy};
use std::fs;
use std::path::Path;

/// Runs the program in a folder.
fn export(folder: &Path, arguments: &[&str]) -> crate::support::Outcome {
    tensmith_on(&[&["export"], arguments].concat(), b"", folder)
}

fn names(folder: &Path) -> Vec<String> {
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    contents(folder).iter().map(|(path, _)| name(path)).collect()
}

const FUSED: [&str; 8] =
    ["einsum", "mk,kn->mn", "--shape", "4,3", "--shape", "3,5", "--target", "neoverse-v2"];

#[test]
fn each_form_has_its_files() {
    let folder = tempfile::tempdir().expect("a folder");
    for (form, files) in [("o", &["a.h", "a.o", "a.rs"][..]), ("c", &["a.h"]), ("s", &["a.h", "a.rs", "a.s"])]
    {
        for object in ["elf", "macho"] {
            let words = [&FUSED[..], &["--format", form, "--object", object, "-o", "a"]].concat();
            assert!(export(folder.path(), &words).success().is_empty());
            assert_eq!(names(folder.path()), files);
            let header = fs::read_to_string(folder.path().join("a.h")).expect("a file");
            assert!(header.contains("static inline void a("), "{header}");
            for file in files {
                fs::remove_file(folder.path().join(file)).expect("a file");
            }
        }
    }
}

/// Shapes, extents of labels, and the older form of shapes make the same files.
#[test]
fn shapes_are_told_in_one_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = |words: &[&str]| {
        let words = [&["einsum", "mk,kn->mn"], words, &["--target", "neoverse-v2", "-o", "a"]].concat();
        export(folder.path(), &words).success();
        contents(folder.path())
    };
    let expected = made(&["--shape", "4,3", "--shape", "3,5"]);
    assert_eq!(made(&["--shapes", "4x3,3x5"]), expected);
    assert_eq!(made(&["--extents", "m=4,k=3,n=5"]), expected);
    let strided = made(&["--shape", "4,3:7,1", "--shape", "3,5", "--bias", "5"]);
    assert_ne!(strided, expected);
    assert_eq!(made(&["--shapes", "4x3:7x1,3x5", "--bias", "5"]), strided);
}

#[test]
fn dots_belong_to_the_stem_and_names_can_be_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = [&FUSED[..], &["--name", "layer", "-o", "a"]].concat();
    export(folder.path(), &words).success();
    assert_eq!(names(folder.path()), ["a.h", "a.o", "a.rs"]);
    assert!(fs::read_to_string(folder.path().join("a.h")).expect("a file").contains("void layer("));
    let words = [&FUSED[..], &["-o", "a.b"]].concat();
    let rule = "must be an identifier of C: letters, digits and `_`, with a letter first";
    assert_eq!(export(folder.path(), &words).failure(2), format!("name `a.b`: {rule}"));
}

#[test]
fn what_fails_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.h"), "before").expect("a file");
    fs::create_dir(folder.path().join("b.rs")).expect("a folder");
    let before = contents(folder.path());
    let fails = |words: &[&str], message: &str| {
        let said = export(folder.path(), words).failure(2);
        assert!(said.contains(message), "{said}");
        assert_eq!(contents(folder.path()), before, "{words:?}");
    };
    fails(&[&FUSED[..], &["-o", "9a"]].concat(), "name `9a`: must be an identifier");
    fails(&[&FUSED[..], &["-o", "a", "--name", "int"]].concat(), "name `int`: is a word of C");
    fails(&[&FUSED[..], &["-o", "none/a"]].concat(), "output none/a.o: cannot be written");
    // The last of three files cannot be: none of them appears.
    fails(&[&FUSED[..], &["-o", "b"]].concat(), "output b.rs: cannot be written");
    fails(&FUSED, "`--output STEM` is missing");
    fails(&["einsum", "mk,kn->mn", "--shape", "4,3", "-o", "a"], "expression `mk,kn->mn`");
    fails(&["einsum", "mk,kn->mn", "--shape", "4,x", "-o", "a"], "must be whole numbers with commas");
    fails(&["einsum", "mk,kn->mn", "--shape", "4,3:1", "-o", "a"], "--shape");
    fails(&["nest", "missing.nest", "-o", "a"], "input missing.nest: cannot be read");
    fs::write(folder.path().join("a.nest"), "nest").expect("a file");
    let before = contents(folder.path());
    let said = export(folder.path(), &["nest", "a.nest", "-o", "a"]).failure(2);
    assert!(said.starts_with("a.nest: "), "{said}");
    assert_eq!(contents(folder.path()), before);
    let said = export(folder.path(), &["kernel", "gemm f32 4x4x4 c=col/3", "-o", "a"]).failure(2);
    assert!(said.contains("ldc is 3: must be at least 4"), "{said}");
    assert_eq!(contents(folder.path()), before);
    // More arguments than there is memory for their names.
    for number in [4_000_000_000, usize::MAX] {
        let text = format!(
            "sequence scratch=0\nstep shares=0 in0=0 in1=0 out={number}\nnest f32 relu\nc seq 4 1 0 1"
        );
        fs::write(folder.path().join("a.nest"), text).expect("a file");
        let before = contents(folder.path());
        let said = export(folder.path(), &["nest", "a.nest", "-o", "a"]).failure(2);
        assert!(said.contains("there are more than 51 arguments"), "{said}");
        assert_eq!(contents(folder.path()), before);
    }
}

#[test]
fn a_run_exports_what_it_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    write_npy(Path::new(&at("a.npy")), &[2, 3], &[1.0; 6]);
    write_npy(Path::new(&at("b.npy")), &[3, 4], &[1.0; 12]);
    let (a, b, c, used) = (at("a.npy"), at("b.npy"), at("c.npy"), at("used"));
    tensmith(&["einsum", "mk,kn->mn", &a, &b, "-o", &c, "--record", &used]).success();
    let header = fs::read_to_string(at("used.h")).expect("a file");
    assert!(header.contains("static inline void used(") && header.contains("shape (2, 3)"), "{header}");
    assert!(Path::new(&at("used.o")).is_file() && Path::new(&at("used.rs")).is_file());
    let said =
        tensmith(&["einsum", "mk,kn->mn", &a, &b, "-o", &at("d.npy"), "--record", &at("9")]).failure(2);
    assert!(said.contains("name `9`"), "{said}");
    assert!(!Path::new(&at("d.npy")).exists(), "nothing was written");
    let nest = at("a.nest");
    let text =
        "nest f32 contraction first=zero\n m undefined 2 1 0 1\n n undefined 3 0 4 2\n k undefined 4 2 1 0";
    fs::write(&nest, text).expect("a file");
    let layer = at("layer");
    tensmith(&["nest", &nest, "--random", "7", "--record", &layer]).success();
    let header = fs::read_to_string(at("layer.h")).expect("a file");
    assert!(
        header.contains("static inline void layer(") && header.contains("*TENSMITH_RESTRICT in1"),
        "{header}"
    );
    let said = tensmith(&["nest", &nest, "--record", &layer]).failure(2);
    assert_eq!(said, "`--record` is for runs: `--run` or `--random` is missing");
}

/// A type of an operand alone is refused, too: callers would pass another one.
#[test]
fn half_precision_has_no_type_in_headers() {
    let folder = tempfile::tempdir().expect("a folder");
    for kernel in ["gemm f16 16x6x64", "gemm f16,f32->f32->f32 16x6x64", "gemm f32,f16->f32->f32 16x6x64"] {
        let refused = export(folder.path(), &["kernel", kernel, "-o", "a"]).failure(2);
        assert!(refused.contains("elements are f16: must be f32 or f64"), "{refused}");
        assert!(names(folder.path()).is_empty());
    }
}
