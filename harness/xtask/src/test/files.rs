//! Which options of `cargo test` run a file in `tests/tests`: some are programs, most are modules of one.

use std::collections::BTreeSet;
use std::fs;

use crate::proc::{Failure, Result};
use crate::workspace::Workspace;

/// The programs with modules, from the root of the workspace.
const SUITES: &str = "tests/suites";

/// Options of cargo that choose programs, and arguments of these that choose tests.
pub(crate) type Options = (Vec<String>, Vec<String>);

/// The options with which cargo runs files: for each call of cargo that it takes, as filters choose among the
/// tests of all programs.
///
/// # Errors
/// A file is in no program, or the list of these cannot be read.
pub(crate) fn options(workspace: &Workspace, files: &[&str]) -> Result<Vec<Options>> {
    let mut texts = Vec::new();
    for suite in fs::read_dir(workspace.root.join(SUITES)).map_err(|error| unread(&error))? {
        let path = suite.map_err(|error| unread(&error))?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        texts.push((name, fs::read_to_string(&path).map_err(|error| unread(&error))?));
    }
    chosen(&texts, &manifest(workspace)?, files)
}

/// The names of all programs.
///
/// # Errors
/// The list of these cannot be read.
pub(crate) fn programs(workspace: &Workspace) -> Result<Vec<String>> {
    let manifest = manifest(workspace)?;
    let names = manifest.split("\n[[test]]\nname = \"").skip(1).filter_map(|rest| rest.split('"').next());
    Ok(names.map(str::to_owned).collect())
}

fn manifest(workspace: &Workspace) -> Result<String> {
    fs::read_to_string(workspace.root.join("tests/Cargo.toml")).map_err(|error| unread(&error))
}

fn unread(error: &std::io::Error) -> Failure {
    Failure::set_up(format!("{SUITES}: {error}"))
}

fn chosen(suites: &[(String, String)], package: &str, files: &[&str]) -> Result<Vec<Options>> {
    let (mut programs, mut used, mut filters) = (Vec::new(), BTreeSet::new(), Vec::new());
    for file in files {
        let is_module = |(_, text): &&(String, String)| text.contains(&format!("\nmod {file};\n"));
        if let Some((suite, _)) = suites.iter().find(is_module) {
            used.insert(suite);
            filters.push(format!("{file}::"));
        } else if package.contains(&format!("\n[[test]]\nname = \"{file}\"\n")) {
            programs.extend(["--test".to_owned(), (*file).to_owned()]);
        } else {
            return Err(Failure::set_up(format!("{file} is in no test program")));
        }
    }
    let mut calls = Vec::new();
    if !programs.is_empty() {
        calls.push((programs, Vec::new()));
    }
    if !used.is_empty() {
        let suites = used.into_iter().flat_map(|suite| ["--test".to_owned(), suite.clone()]);
        calls.push((suites.collect(), filters));
    }
    Ok(calls)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_filters_and_programs_are_not() {
        let suites = [("isa", "\nmod decode;\nmod table;\n"), ("harness", "\nmod pool;\n")]
            .map(|(name, text)| (name.to_owned(), text.to_owned()));
        let package = "\n[[test]]\nname = \"fork\"\n";
        let options = |files: &[&str]| {
            chosen(&suites, package, files).map(|calls| {
                calls
                    .iter()
                    .map(|(programs, tests)| [programs.join(" "), tests.join(" ")].join(" | "))
                    .collect::<Vec<_>>()
            })
        };
        assert_eq!(
            options(&["table", "pool", "decode"]).unwrap(),
            ["--test harness --test isa | table:: pool:: decode::"]
        );
        assert_eq!(options(&["fork", "pool"]).unwrap(), ["--test fork | ", "--test harness | pool::"]);
        assert!(options(&["tab"]).is_err());
    }
}
