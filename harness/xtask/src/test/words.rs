//! Texts have no word that the glossary rules out, and no comment in Rust is wider than code.
//!
//! The table below "Not used" in `docs/glossary.md` is the list. The first column of a row has words and
//! phrases, with commas between them, and the second what to write. They are looked for as whole words, in
//! either case, in comments, strings and names alike; a phrase may go on in the next line. Dated records, of
//! decisions and of changes, stay as they were written.
//!
//! Code is at most as wide as `max_width` in `rustfmt.toml`, and so are lines that are comments, which
//! rustfmt leaves alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::proc::{Failure, Result};
use crate::tree::{files, read};
use crate::workspace::Workspace;

/// Extensions of the files that are looked at.
const EXTENSIONS: [&str; 6] = ["c", "h", "md", "py", "rs", "toml"];

/// The page with the table.
const GLOSSARY: &str = "docs/glossary.md";

/// Files and folders that are not looked at.
const OTHERS: [&str; 3] = [GLOSSARY, "docs/decisions", "CHANGELOG.md"];

/// The file that says how wide code may be.
const WIDTHS: &str = "rustfmt.toml";

/// Looks at every file, and returns how many there are.
///
/// # Errors
/// Every word that is not used, and every comment that is too wide, one a line.
pub(super) fn check(workspace: &Workspace) -> Result<usize> {
    let root = &workspace.root;
    let glossary = read(&root.join(GLOSSARY))?;
    let phrases = phrases(&glossary);
    if phrases.is_empty() {
        return Err(Failure::set_up(format!("{GLOSSARY}: has no table below \"Not used\"")));
    }
    let most = max_width(&read(&root.join(WIDTHS))?)
        .ok_or_else(|| Failure::set_up(format!("{WIDTHS}: has no `max_width`")))?;
    let paths = paths(root)?;
    let mut faults = Vec::new();
    for path in &paths {
        let text = read(&root.join(path))?;
        let mut of_file = words(&text, &phrases);
        if path.extension().is_some_and(|extension| extension == "rs") {
            of_file.extend(too_wide(&text, most));
        }
        of_file.sort();
        faults.extend(of_file.iter().map(|(line, fault)| format!("{}:{line}: {fault}", path.display())));
    }
    if faults.is_empty() { Ok(paths.len()) } else { Err(Failure::check(faults.join("\n"))) }
}

/// The files that are looked at, from the root of the workspace.
fn paths(root: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = files(root, Path::new(""), &EXTENSIONS)?;
    paths.retain(|path| !OTHERS.iter().any(|other| path.starts_with(other)));
    Ok(paths)
}

/// What was found in a file: the number of the line, and what is wrong there.
type Fault = (usize, String);

/// A phrase that is not used, and what to write.
#[derive(Debug, PartialEq, Eq)]
struct Phrase {
    words: Vec<String>,
    write: String,
}

/// Phrases by their first words, in lower case.
type Phrases = BTreeMap<String, Vec<Phrase>>;

/// The phrases of the glossary's table.
fn phrases(glossary: &str) -> Phrases {
    let section = glossary.split_once("\n## Not used\n").map_or("", |(_, section)| section);
    let table =
        section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let mut phrases = Phrases::new();
    for row in table.skip(2) {
        let mut cells = row.split('|').skip(1).map(str::trim);
        let (Some(not_used), Some(write)) = (cells.next(), cells.next()) else { continue };
        for phrase in not_used.split(',') {
            let words: Vec<_> = phrase.split_whitespace().map(str::to_lowercase).collect();
            let Some(first) = words.first() else { continue };
            let phrase = Phrase { words: words.clone(), write: write.to_owned() };
            phrases.entry(first.clone()).or_default().push(phrase);
        }
    }
    phrases
}

/// The phrases in a text.
fn words(text: &str, phrases: &Phrases) -> Vec<Fault> {
    let tokens = tokens(text);
    let mut faults = Vec::new();
    for (at, (line, token)) in tokens.iter().enumerate() {
        for Phrase { words, write } in phrases.get(token).into_iter().flatten() {
            let there = tokens[at..].iter().map(|(_, token)| token);
            if there.take(words.len()).eq(words) {
                faults.push((*line, format!("{} (write {write})", words.join(" "))));
            }
        }
    }
    faults
}

/// The words of a text in lower case, each with the number of its line. An empty one stands for a mark or an
/// empty line, which no phrase goes across.
fn tokens(text: &str) -> Vec<(usize, String)> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let mut rest = content.trim_start().trim_start_matches(['/', '!', '*', '#', '>']).trim();
        if rest.is_empty() {
            tokens.push((line, String::new()));
        }
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
            tokens.push((line, rest[..end].to_lowercase()));
            rest = if end == 0 { &rest[first.len_utf8()..] } else { &rest[end..] }.trim_start();
        }
    }
    tokens
}

/// How wide code may be.
fn max_width(rustfmt: &str) -> Option<usize> {
    rustfmt.lines().find_map(|line| line.strip_prefix("max_width = ")?.trim().parse().ok())
}

/// The lines of a Rust source that are comments of more than `most` characters.
fn too_wide(source: &str, most: usize) -> Vec<Fault> {
    let comments = (1..).zip(source.lines()).filter(|(_, line)| line.trim_start().starts_with("//"));
    let widths = comments.map(|(line, comment)| (line, comment.chars().count()));
    let fault = |(line, width)| (line, format!("a comment of {width} characters (write at most {most})"));
    widths.filter(|(_, width)| *width > most).map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A glossary with two tables below the heading, of which the first is the list.
    const TABLES: &str = "# Words\n\n| a | b |\n|---|---|\n| term | meaning |\n\n## Not used\n\nSee below.\n\n\
        | instead of | write |\n|---|---|\n| gizmo, a lot of gear | device |\n\nMind:\n\n\
        | word | right |\n|---|---|\n| thing | never |\n";

    fn found(text: &str) -> Vec<Fault> {
        words(text, &phrases(TABLES))
    }

    fn fault(line: usize, text: &str) -> Fault {
        (line, text.to_owned())
    }

    #[test]
    fn the_first_table_below_the_heading_is_the_list() {
        let phrases = phrases(TABLES);
        let words: Vec<_> = phrases.values().flatten().map(|phrase| phrase.words.join(" ")).collect();
        assert_eq!(words, ["a lot of gear", "gizmo"]);
        assert_eq!(super::phrases("# Words\n"), Phrases::new());
    }

    #[test]
    fn words_are_found_whole_and_in_either_case() {
        let expected = [fault(1, "gizmo (write device)"), fault(3, "gizmo (write device)")];
        assert_eq!(found("// A Gizmo.\nstruct Gizmos;\nlet x = f(gizmo);\nfn gizmo_of() {}\n"), expected);
    }

    #[test]
    fn phrases_go_on_in_the_next_line_but_not_across_marks() {
        let expected = [fault(2, "a lot of gear (write device)")];
        assert_eq!(found("//! Text.\n//! It has a lot\n//! of gear.\n"), expected);
        assert_eq!(found("A lot of, gear. A lot\n\nof gear. A lot of it.\n"), []);
    }

    #[test]
    fn wide_comments_are_found_by_characters() {
        let expected = [fault(2, "a comment of 10 characters (write at most 9)")];
        assert_eq!(too_wide("// 2⁻¹⁴ ¾\n    // 678\nlet x = 1; // code\n", 9), expected);
        assert_eq!(max_width("edition = \"2024\"\nmax_width = 9\n"), Some(9));
        assert_eq!(max_width(""), None);
    }
}
