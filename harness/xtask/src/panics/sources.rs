//! Calls that panic in some builds only: the compiler proves their checks away or not, as it happens to
//! divide a crate.
//!
//! - The searches of `str` for one `char` or for a string have bounds checks: texts are searched for one of
//!   several characters, as `core::text` says.
//! - `zip` of `chunks` divides by their size: they are split off one by one.

use std::path::{Path, PathBuf};

use crate::proc::{Failure, Result};
use crate::tree;
use crate::workspace::Workspace;

/// The sources of the crates that must not panic.
const SOURCES: [&str; 3] = ["sync/src", "core/src", "primitives/src"];

/// Methods of `str` that search, as they are called.
const SEARCHES: [&str; 9] = [
    ".split(",
    ".rsplit(",
    ".split_once(",
    ".rsplit_once(",
    ".splitn(",
    ".split_inclusive(",
    ".split_terminator(",
    ".find(",
    ".rfind(",
];

/// Looks at every source.
///
/// # Errors
/// Each of these calls, a line each, outside of tests.
pub(super) fn check(workspace: &Workspace) -> Result {
    let mut faults = Vec::new();
    for path in sources(&workspace.root)? {
        let text = tree::read(&workspace.root.join(&path))?;
        faults.extend(faults_of(&text).map(|(line, rule)| format!("{}:{line}: {rule}", path.display())));
    }
    if faults.is_empty() { Ok(()) } else { Err(Failure::check(faults.join("\n"))) }
}

/// The files, from the root of the workspace.
fn sources(root: &Path) -> Result<Vec<PathBuf>> {
    let of_each = SOURCES.map(|folder| tree::files(root, Path::new(folder), &["rs"]));
    Ok(of_each.into_iter().collect::<Result<Vec<_>>>()?.concat())
}

/// The lines before the tests that call what they must not, with what to do instead.
fn faults_of(text: &str) -> impl Iterator<Item = (usize, &'static str)> {
    let code = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).zip(1..);
    let code = code.filter(|(line, _)| !line.trim_start().starts_with("//"));
    code.filter_map(|(line, number)| Some((number, rule(line)?)))
}

/// What to do instead of what a line does.
fn rule(line: &str) -> Option<&'static str> {
    if is_search(line) {
        Some("search for `['…']`")
    } else if line.contains("zip(") && line.contains(".chunks") && !line.contains("_exact") {
        Some("split chunks off one by one, or number them, instead of `zip`")
    } else {
        None
    }
}

fn is_search(line: &str) -> bool {
    let searched = |call: &str| line.split(call).skip(1).any(|given| given.starts_with(['\'', '"']));
    SEARCHES.iter().any(|call| searched(call))
}

#[cfg(test)]
mod tests {
    use super::faults_of;

    #[test]
    fn calls_that_panic_in_some_builds_are_found() {
        let text = "\
a.split_once(',');
a.split_once([',']).and_then(|a| a.rsplit(\"->\"));
// a.find('x')
a.find(|is| is == 'x').map(|a| a.split(['x']));
a.find('x');
a.iter().zip(b.chunks(c));
a.chunks(b).zip(b);
a.chunks(b).enumerate();
#[cfg(test)]
a.find('x');
";
        let lines = |text| faults_of(text).map(|(line, _)| line).collect::<Vec<_>>();
        assert_eq!(lines(text), [1, 2, 5, 6, 7]);
    }
}
