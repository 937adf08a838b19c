//! Every module names the tests that cover it, every test file is named by a module, `tests/README.md` has a
//! row for each file in `tests/tests`, and each of these is in a program.
//!
//! A module's documentation ends with a paragraph such as
//!
//! ```text
//! Tests: below, `tests/tests/tensor_verify.rs`.
//! ```
//!
//! in which `below` stands for unit tests in the same file. The paragraph covers the modules inside too.
//! Those of the root of a package cover nothing else, as a single line could otherwise cover all of it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::proc::{Failure, Result};
use crate::tree::{files, read};
use crate::workspace::Workspace;

/// Folders of modules.
const MODULES: [&str; 19] = [
    "sync/src",
    "core/src",
    "primitives/src",
    "platform-linux/src",
    "platform-macos/src",
    "harness/src",
    "harness/bench/src",
    "harness/blas/src",
    "harness/capi/src",
    "harness/conformance/src",
    "harness/cli/src",
    "harness/export/src",
    "harness/matrices/src",
    "harness/measure/src",
    "harness/npy/src",
    "harness/pictures/src",
    "harness/profilers/src",
    "harness/python/src",
    "sparse/src",
];

/// Folders of test files.
const TESTS: [&str; 6] = [
    "tests/tests",
    "platform-linux/tests",
    "platform-macos/tests",
    "harness/cli/tests/program",
    "harness/pictures/tests",
    "harness/profilers/tests",
];

/// Files in folders of modules or tests that are neither.
const OTHERS: [&str; 5] = ["lib.rs", "main.rs", "mod.rs", "schema.rs", "support.rs"];

/// Checks every module and every test file, and returns how many modules there are.
pub(crate) fn check(workspace: &Workspace) -> Result<usize> {
    let root = &workspace.root;
    let mut modules = Vec::new();
    for folder in MODULES {
        for path in sources(root, folder)? {
            modules.push(Module { source: read(&root.join(&path))?, path });
        }
    }
    let mut tests = Vec::new();
    for folder in TESTS {
        let files = sources(root, folder)?;
        tests.extend(files.into_iter().filter(|file| !OTHERS.iter().any(|other| file.ends_with(other))));
    }
    let mut faults = faults(&modules, &tests, |path| root.join(path).is_file());
    faults.extend(without_row(&read(&root.join("tests/README.md"))?, &tests));
    faults.extend(without_program(&programs(root)?, &tests));
    if faults.is_empty() { Ok(modules.len()) } else { Err(Failure::check(faults.join("\n"))) }
}

/// A module: its file, from the root of the workspace, and its text.
#[derive(Debug)]
struct Module {
    path: PathBuf,
    source: String,
}

impl Module {
    /// Whether there are unit tests in the file.
    fn has_tests(&self) -> bool {
        self.source.lines().any(|line| line.trim() == "#[test]")
    }

    /// The root of a package, which covers nothing but itself.
    fn is_root(&self) -> bool {
        ["src/lib.rs", "src/main.rs"].iter().any(|root| self.path.ends_with(root))
    }
}

/// All that is wrong, one line each.
fn faults(modules: &[Module], tests: &[PathBuf], exists: impl Fn(&Path) -> bool) -> Vec<String> {
    let covering: BTreeSet<&Path> =
        modules.iter().filter(|module| named(&module.source).is_some()).map(|m| m.path.as_path()).collect();
    let mut faults = Vec::new();
    let mut all_named = BTreeSet::new();
    for module in modules {
        let path = module.path.display();
        let named = named(&module.source);
        if named.is_none()
            && !module.is_root()
            && !above(&module.path).iter().any(|p| covering.contains(p.as_path()))
        {
            faults.push(format!("{path}: neither this module nor one around it names its tests"));
        }
        let named = named.unwrap_or_default();
        if named.below != module.has_tests() {
            let (says, has) = if named.below { ("says", "has no") } else { ("does not say", "has") };
            faults.push(format!(
                "{path}: its documentation {says} `Tests: below`, and the file {has} unit tests"
            ));
        }
        for test in named.files {
            if !exists(&test) {
                faults.push(format!("{path}: names {}, which does not exist", test.display()));
            }
            all_named.insert(test);
        }
    }
    let unnamed = tests.iter().filter(|test| !all_named.contains(*test));
    faults.extend(unnamed.map(|test| format!("{}: no module names this test file", test.display())));
    faults
}

/// The files in `tests/tests` without a row in the table of tests, one line each.
fn without_row(table: &str, tests: &[PathBuf]) -> Vec<String> {
    let files = tests.iter().filter(|test| test.starts_with(TESTS[0]));
    let names = files.filter_map(|test| test.file_stem()?.to_str());
    let missing = names.filter(|name| !table.contains(&format!("\n| `{name}` |")));
    missing.map(|name| format!("tests/README.md: has no row for {name}")).collect()
}

/// The texts that say which files are in which program: those of the suites, and the package's list.
fn programs(root: &Path) -> Result<String> {
    let suites = sources(root, "tests/suites")?;
    let mut text = read(&root.join("tests/Cargo.toml"))?;
    for suite in suites {
        text += &read(&root.join(suite))?;
    }
    Ok(text)
}

/// The files in `tests/tests` that are in no program, one line each: nothing would run them.
fn without_program(programs: &str, tests: &[PathBuf]) -> Vec<String> {
    let files = tests.iter().filter(|test| test.starts_with(TESTS[0]));
    let names = files.filter_map(|test| test.file_stem()?.to_str());
    let is_missing = |name: &&str| {
        !programs.contains(&format!("\nmod {name};\n"))
            && !programs.contains(&format!("\nname = \"{name}\"\n"))
    };
    names.filter(is_missing).map(|name| format!("tests/suites: has no module {name}")).collect()
}

/// The tests that a module's documentation names.
#[derive(Debug, Default, PartialEq, Eq)]
struct Named {
    /// Unit tests in the same file.
    below: bool,
    /// Files, from the root of the workspace.
    files: Vec<PathBuf>,
}

/// The tests that the last paragraph of a module's documentation names, if it does.
fn named(source: &str) -> Option<Named> {
    let documentation: Vec<&str> =
        source.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let last =
        documentation.rsplit(|line| line.is_empty()).find(|paragraph| !paragraph.is_empty())?.join(" ");
    let list = last.strip_prefix("Tests: ")?;
    let files = list.split('`').skip(1).step_by(2).map(PathBuf::from).collect();
    Some(Named { below: list.starts_with("below"), files })
}

/// The files that may hold the modules around one, from the closest on.
fn above(path: &Path) -> Vec<PathBuf> {
    let own = if path.ends_with("mod.rs") { path.parent() } else { Some(path) };
    let folders = own.into_iter().flat_map(|own| own.ancestors().skip(1));
    let inside = folders.take_while(|folder| !folder.ends_with("src"));
    inside.flat_map(|folder| [folder.join("mod.rs"), folder.with_extension("rs")]).collect()
}

/// The Rust sources in a folder and the folders in it, from the root of the workspace, in order.
fn sources(root: &Path, folder: &str) -> Result<Vec<PathBuf>> {
    files(root, Path::new(folder), &["rs"])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(path: &str, source: &str) -> Module {
        Module { path: path.into(), source: source.to_owned() }
    }

    fn found(modules: &[Module], tests: &[&str]) -> Vec<String> {
        let tests: Vec<_> = tests.iter().map(PathBuf::from).collect();
        faults(modules, &tests, |path| tests.iter().any(|test| test == path))
    }

    #[test]
    fn names_are_those_of_the_last_paragraph() {
        let source = "//! Sums.\n//!\n//! Tests: below, `tests/a.rs`,\n//! `tests/b.rs`.\n\nfn f() {}\n";
        let files = vec!["tests/a.rs".into(), "tests/b.rs".into()];
        assert_eq!(named(source), Some(Named { below: true, files }));
        assert_eq!(named("//! Tests: `tests/a.rs`.\n//!\n//! More.\n"), None);
        assert_eq!(named("fn f() {}\n"), None);
    }

    #[test]
    fn a_paragraph_covers_the_modules_inside() {
        let covered = [
            module("core/src/lib.rs", "//! All."),
            module("core/src/a/mod.rs", "//! A.\n//!\n//! Tests: `tests/a.rs`."),
            module("core/src/a/b.rs", "//! B."),
            module("core/src/a/c/mod.rs", "//! C."),
            module("core/src/d.rs", "//! Tests: `tests/d.rs`."),
            module("core/src/d/e.rs", "//! E."),
        ];
        assert_eq!(found(&covered, &["tests/a.rs", "tests/d.rs"]), Vec::<String>::new());
    }

    #[test]
    fn modules_without_tests_are_found() {
        let alone =
            [module("core/src/lib.rs", "//! Tests: `tests/a.rs`."), module("core/src/a.rs", "//! A.")];
        let faults = found(&alone, &["tests/a.rs"]);
        assert_eq!(faults, ["core/src/a.rs: neither this module nor one around it names its tests"]);
    }

    #[test]
    fn files_that_are_missing_or_not_named_are_found() {
        let faults = found(&[module("core/src/a.rs", "//! Tests: `tests/b.rs`.")], &["tests/a.rs"]);
        assert_eq!(
            faults,
            [
                "core/src/a.rs: names tests/b.rs, which does not exist",
                "tests/a.rs: no module names this test file"
            ]
        );
    }

    #[test]
    fn tests_without_a_row_are_found() {
        let tests = ["tests/tests/a.rs", "tests/tests/b.rs", "platform-linux/tests/c.rs"].map(PathBuf::from);
        let table = "| file |\n|---|\n| `a` | all |\n";
        assert_eq!(without_row(table, &tests), ["tests/README.md: has no row for b"]);
    }

    #[test]
    fn a_file_in_no_program_is_named() {
        let programs = "[[test]]\nname = \"a\"\n//! A suite.\n#[path = \"../tests/b.rs\"]\nmod b;\n";
        let tests = ["tests/tests/a.rs", "tests/tests/b.rs", "tests/tests/c.rs"].map(PathBuf::from);
        assert_eq!(without_program(programs, &tests), ["tests/suites: has no module c"]);
    }

    #[test]
    fn unit_tests_are_named_where_they_are() {
        let silent = module("core/src/a.rs", "//! Tests: `tests/a.rs`.\n    #[test]\n");
        let wrong = module("core/src/b.rs", "//! Tests: below.\n");
        let faults = found(&[silent, wrong], &["tests/a.rs"]);
        assert!(faults[0].starts_with("core/src/a.rs: its documentation does not say"), "{faults:?}");
        assert!(faults[1].starts_with("core/src/b.rs: its documentation says"), "{faults:?}");
        assert_eq!(faults.len(), 2);
    }
}
