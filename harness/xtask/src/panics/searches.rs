//! Texts are searched for one of several characters, never for a single one.
//!
//! The searches of `str` for one `char` or for a string have bounds checks, which the compiler proves away in
//! some builds and not in others, so that the count of sites depends on how the crate happens to be divided.
//! `core::text` says what to write.

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
/// Each search for one character or for a string, a line each, outside of tests.
pub(super) fn check(workspace: &Workspace) -> Result {
    let mut faults = Vec::new();
    for path in sources(&workspace.root)? {
        let text = tree::read(&workspace.root.join(&path))?;
        faults.extend(searches(&text).map(|line| format!("{}:{line}: search for `['…']`", path.display())));
    }
    if faults.is_empty() { Ok(()) } else { Err(Failure::check(faults.join("\n"))) }
}

/// The files, from the root of the workspace.
fn sources(root: &Path) -> Result<Vec<PathBuf>> {
    let of_each = SOURCES.map(|folder| tree::files(root, Path::new(folder), &["rs"]));
    Ok(of_each.into_iter().collect::<Result<Vec<_>>>()?.concat())
}

/// The numbers of the lines before the tests that search for what they must not.
fn searches(text: &str) -> impl Iterator<Item = usize> {
    let code = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).zip(1..);
    code.filter(|(line, _)| !line.trim_start().starts_with("//") && is_search(line)).map(|(_, number)| number)
}

fn is_search(line: &str) -> bool {
    let searched = |call: &str| line.split(call).skip(1).any(|given| given.starts_with(['\'', '"']));
    SEARCHES.iter().any(|call| searched(call))
}

#[cfg(test)]
mod tests {
    use super::searches;

    #[test]
    fn searches_for_one_character_or_a_string_are_found() {
        let text = "\
a.split_once(',');
a.split_once([',']).and_then(|a| a.rsplit(\"->\"));
// a.find('x')
a.find(|is| is == 'x').map(|a| a.split(['x']));
a.find('x');
#[cfg(test)]
a.find('x');
";
        assert_eq!(searches(text).collect::<Vec<_>>(), [1, 2, 5]);
    }
}
