//! `cargo xtask book`: the book, built and tried.
//!
//! mdBook makes the pages ([`html()`]), which is run and not linked. Nothing in them may be stale: [`links`]
//! lead somewhere, the commands of each page print what it says ([`session`]), and the page of the command
//! line is what the program says of itself. Rust in pages is the tests of the package `tensmith-book`;
//! [`block`] finds what nothing would try.

mod block;
mod links;
mod session;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::block::Block;
use self::session::{Outcome, Session, Step};
use crate::cargo_tool::CargoTool;
use crate::faces::{self, Build};
use crate::host::Host;
use crate::proc::{self, Failure, Result, capture, command};
use crate::run::On;
use crate::test;
use crate::toolchain::Toolchain;

/// The program that makes pages. Without optimization it is built in a third of the time, and takes a
/// second for the book.
const MDBOOK: CargoTool = CargoTool {
    name: "mdbook",
    version: "0.5.4",
    options: &["--debug", "--no-default-features", "--features", "search"],
};

/// The folder of the book, and that of its pages.
const BOOK: &str = "docs/book";
const PAGES: &str = "docs/book/src";

/// The page that the program writes.
const COMMAND_LINE: &str = "command-line.md";

/// What is done about text that is not what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stale {
    /// It is an error.
    Refuse,
    /// It is written anew.
    Bless,
}

/// A page: its file and its text.
#[derive(Debug)]
struct Page {
    path: PathBuf,
    text: String,
}

/// Tries what the pages say.
///
/// # Errors
/// The first that is wrong, or all of one kind.
pub(crate) fn check(toolchain: &Toolchain, stale: Stale) -> Result<String> {
    let program = program(toolchain)?;
    command_line(toolchain, &program, stale)?;
    let pages = pages(&toolchain.workspace.root)?;
    examples_are_tried(&toolchain.workspace.root, &pages)?;
    let commands = commands(toolchain, &program, &pages, stale)?;
    Ok(format!("ok: {} pages, {commands} commands", pages.len()))
}

/// Tries what the pages say, as a step of each day.
///
/// # Errors
/// As [`check`].
pub(crate) fn by_day(toolchain: &Toolchain) -> Result<String> {
    check(toolchain, Stale::Refuse)
}

/// Builds the book, and looks where its links lead.
///
/// # Errors
/// mdBook complains, or links lead nowhere.
pub(crate) fn at_night(toolchain: &Toolchain) -> Result<String> {
    links::check(&html(toolchain)?).map(|links| format!("ok: {links} links"))
}

/// The program that the tests of this host have built.
fn program(toolchain: &Toolchain) -> Result<PathBuf> {
    proc::build(toolchain.cargo("build").args(["--quiet", "--profile", "checked"]).args(test::BUILT))?;
    Ok(toolchain.native("checked").join("tensmith"))
}

/// Makes the pages that browsers read, and returns their folder. mdBook ends well even where it warns.
fn html(toolchain: &Toolchain) -> Result<PathBuf> {
    let folder = toolchain.workspace.target.join("book/html");
    let mut mdbook = command(MDBOOK.path(toolchain)?);
    mdbook.arg("build").arg(toolchain.workspace.root.join(BOOK)).arg("--dest-dir").arg(&folder);
    let output = mdbook.output().map_err(|error| Failure::set_up(format!("mdbook: {error}")))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let complains = said.lines().any(|line| ["WARN", "ERROR"].iter().any(|level| line.contains(level)));
    if !output.status.success() || complains {
        return Err(Failure::check(format!("mdbook: {said}")));
    }
    Ok(folder)
}

/// Compares the page of the command line with what the program says of itself.
fn command_line(toolchain: &Toolchain, program: &Path, stale: Stale) -> Result {
    let path = toolchain.workspace.root.join(PAGES).join(COMMAND_LINE);
    let said = capture(command(program).args(["manual", "book"]))?;
    let is_there = fs::read_to_string(&path).is_ok_and(|text| text == said);
    match stale {
        _ if is_there => Ok(()),
        Stale::Bless => write(&path, &said),
        Stale::Refuse => Err(Failure::check(format!(
            "{} is not what the program says: `cargo xtask book --bless`",
            path.display()
        ))),
    }
}

/// The pages, in the order of their names.
fn pages(root: &Path) -> Result<Vec<Page>> {
    let folder = root.join(PAGES);
    let failed = |error| Failure::set_up(format!("{}: {error}", folder.display()));
    let mut pages = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(Page { text: fs::read_to_string(&path).map_err(failed)?, path });
        }
    }
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(pages)
}

/// Every block of code is tried by something, and every page is in the summary.
fn examples_are_tried(root: &Path, pages: &[Page]) -> Result {
    let tests = root.join(BOOK).join("examples.rs");
    let tests = fs::read_to_string(&tests)
        .map_err(|error| Failure::set_up(format!("{}: {error}", tests.display())))?;
    let summary = pages.iter().find(|page| page.name() == "SUMMARY.md").map_or("", |page| &page.text);
    let mut faults = Vec::new();
    for page in pages.iter().filter(|page| page.name() != "SUMMARY.md") {
        let blocks = Block::all(&page.text);
        let untried = blocks.iter().filter_map(|block| Some((block.line, block.fault()?)));
        faults.extend(untried.map(|(line, fault)| format!("{}:{line}: {fault}", page.path.display())));
        let has_tests = blocks.iter().any(|block| block.language() == "rust" && block.file().is_none());
        if has_tests && !tests.contains(&format!("\"src/{}\"", page.name())) {
            faults.push(format!("{}: has Rust, and is not in examples.rs", page.path.display()));
        }
        if !summary.contains(&format!("({})", page.name())) {
            faults.push(format!("{}: is not in SUMMARY.md", page.path.display()));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(Failure::check(faults.join("\n"))) }
}

/// Runs the commands of all pages, and returns how many there are.
fn commands(toolchain: &Toolchain, program: &Path, pages: &[Page], stale: Stale) -> Result<usize> {
    if toolchain.host != Host::X86Linux {
        // They make programs, and link them, for the machine at hand.
        return Ok(0);
    }
    // What an earlier version installed is no part of this one.
    let prefix = empty(&toolchain.workspace.target.join("book/prefix"))?;
    faces::prepare(toolchain)?;
    faces::libraries(Build::to_be_checked(toolchain, On::Here), &prefix)?;
    faces::manual(program, &prefix)?;
    let mut count = 0;
    let mut faults = Vec::new();
    for page in pages {
        let blocks = Block::all(&page.text);
        let session = Session::of(&blocks);
        if session.steps().next().is_none() {
            continue;
        }
        let folder = toolchain.workspace.target.join("book/run").join(page.name());
        let outcomes = session
            .run(&mut shell(toolchain, program, &prefix), &empty(&folder)?)
            .map_err(|failure| Failure::check(format!("{}: {failure}", page.path.display())))?;
        count += outcomes.len();
        let steps: Vec<_> = session.steps().zip(&outcomes).collect();
        faults.extend(failures(&steps).map(|fault| format!("{}:{fault}", page.path.display())));
        match stale {
            Stale::Refuse => {
                faults.extend(differences(&steps).map(|fault| format!("{}:{fault}", page.path.display())));
            }
            Stale::Bless => write(&page.path, &blessed(&page.text, &steps))?,
        }
    }
    if faults.is_empty() { Ok(count) } else { Err(Failure::check(faults.join("\n"))) }
}

/// A shell that finds the program first, and the libraries for C below `$PREFIX`.
fn shell(toolchain: &Toolchain, program: &Path, prefix: &Path) -> Command {
    let mut shell = command("bash");
    let folder = program.parent().map(Path::to_path_buf);
    let path = std::env::join_paths(folder.into_iter().chain(toolchain.search_path())).unwrap_or_default();
    shell.env("PATH", path).env("PREFIX", prefix).env("LC_ALL", "C.UTF-8");
    for name in ["TENSMITH_TARGET", "TENSMITH_PROFILE", "TENSMITH_NUM_THREADS"] {
        shell.env_remove(name);
    }
    shell
}

/// The folder, with nothing in it.
fn empty(folder: &Path) -> Result<PathBuf> {
    _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| Failure::set_up(format!("{}: {error}", folder.display())))?;
    Ok(folder.to_path_buf())
}

/// The commands that failed, where the page does not ask for their status.
fn failures<'s>(steps: &'s [(&Step<'_>, &Outcome)]) -> impl Iterator<Item = String> + 's {
    steps.iter().enumerate().filter_map(|(number, (step, found))| {
        let is_asked = steps.get(number + 1).is_some_and(|(next, _)| next.asks_for_status());
        let fails = found.status != 0 && !is_asked;
        fails.then(|| {
            format!("{}: `{}` ends with {}:\n{}", step.line, step.command, found.status, found.output)
        })
    })
}

/// The commands that print something else than the page says.
fn differences<'s>(steps: &'s [(&Step<'_>, &Outcome)]) -> impl Iterator<Item = String> + 's {
    let differs = steps.iter().filter(|(step, found)| !step.is(&found.output));
    differs.map(|(step, found)| {
        let (line, command) = (step.line, &step.command);
        format!("{line}: `{command}` prints (or `cargo xtask book --bless`):\n{}", found.output)
    })
}

/// A page with what its commands print, where it says something else.
fn blessed(page: &str, steps: &[(&Step<'_>, &Outcome)]) -> String {
    let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
    for (step, found) in steps.iter().rev().filter(|(step, found)| !step.is(&found.output)) {
        let start = step.line - 1;
        let new = found.output.lines().map(|line| line.trim_end().to_owned());
        lines.splice(start..start + step.expected.len(), new);
    }
    lines.join("\n") + "\n"
}

fn write(path: &Path, text: &str) -> Result {
    fs::write(path, text).map_err(|error| Failure::set_up(format!("{}: {error}", path.display())))
}

impl Page {
    fn name(&self) -> &str {
        self.path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "```console\n$ a\nold\n…\n$ b\nkept …\n$ c\n$ echo $?\n1\n```\n";

    fn outcomes() -> Vec<Outcome> {
        [("new\nlines\n", 0), ("kept as it is\n", 0), ("", 1), ("1\n", 0)]
            .map(|(output, status)| Outcome { output: output.to_owned(), status })
            .into()
    }

    #[test]
    fn what_differs_is_named_and_written_anew() {
        let blocks = Block::all(PAGE);
        let (session, outcomes) = (Session::of(&blocks), outcomes());
        let steps: Vec<_> = session.steps().zip(&outcomes).collect();
        assert_eq!(differences(&steps).count(), 1);
        assert_eq!(
            blessed(PAGE, &steps),
            "```console\n$ a\nnew\nlines\n$ b\nkept …\n$ c\n$ echo $?\n1\n```\n"
        );
    }

    #[test]
    fn a_failure_that_is_asked_for_is_none() {
        let blocks = Block::all(PAGE);
        let (session, mut outcomes) = (Session::of(&blocks), outcomes());
        assert_eq!(failures(&session.steps().zip(&outcomes).collect::<Vec<_>>()).count(), 0);
        outcomes[1].status = 2;
        let steps: Vec<_> = session.steps().zip(&outcomes).collect();
        assert!(failures(&steps).eq(["6: `b` ends with 2:\nkept as it is\n".to_owned()]));
    }
}
