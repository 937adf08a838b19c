//! The commands of a page, run as a reader would: one after the other, in one shell, in an empty folder.
//!
//! A `console` block has commands behind `$ `, whose further lines begin with `> `, and what each prints, on
//! either stream. `…` stands for anything in a line, and, alone in a line, for any number of lines. A command
//! that fails has to be followed by `$ echo $?`.

use std::path::Path;
use std::process::Command;

use super::block::Block;
use crate::proc::{Failure, Result, capture};

/// A command, and what the page says that it prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step<'p> {
    /// As it is typed, with all its lines.
    pub(crate) command: String,
    /// The lines of its output.
    pub(crate) expected: Vec<&'p str>,
    /// The line of the page in which the output begins, from 1.
    pub(crate) line: usize,
}

/// What a command did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// What it printed.
    pub(crate) output: String,
    /// Its exit status.
    pub(crate) status: u8,
}

/// What a page has a shell do.
#[derive(Clone, Debug)]
enum Action<'p> {
    /// Write a file.
    Write(&'p str, &'p str),
    /// Run a command.
    Run(Step<'p>),
}

/// A page's files and commands.
#[derive(Clone, Debug)]
pub(crate) struct Session<'p>(Vec<Action<'p>>);

/// Stands between what commands print, and nowhere in it.
const SEPARATOR: char = '\u{1e}';

impl<'p> Session<'p> {
    /// That of a page.
    pub(crate) fn of(blocks: &[Block<'p>]) -> Self {
        let mut actions = Vec::new();
        for block in blocks {
            match (block.language(), block.file()) {
                (_, Some(file)) => actions.push(Action::Write(file, block.text)),
                ("console", None) => actions.extend(steps(block).into_iter().map(Action::Run)),
                _ => {}
            }
        }
        Self(actions)
    }

    /// The commands.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &Step<'p>> {
        self.0.iter().filter_map(|action| if let Action::Run(step) = action { Some(step) } else { None })
    }

    /// Runs all in a folder, by a shell with some environment.
    ///
    /// # Errors
    /// The shell did not come to the end.
    pub(crate) fn run(&self, shell: &mut Command, folder: &Path) -> Result<Vec<Outcome>> {
        let script: String = self.0.iter().map(Action::script).collect();
        // What it prints is read from the pipe of one stream, in the order in which it is printed.
        let printed =
            capture(shell.current_dir(folder).args(["-c", &format!("exec 2>&1\n{script}exit 0\n")]))?;
        let parts: Vec<_> = printed.split(SEPARATOR).collect();
        let outcome = |pair: &[&str]| {
            let [output, status] = pair else { return None };
            Some(Outcome { output: (*output).to_owned(), status: status.parse().ok()? })
        };
        let outcomes: Vec<_> = parts.chunks_exact(2).filter_map(outcome).collect();
        if outcomes.len() == self.steps().count() {
            return Ok(outcomes);
        }
        Err(Failure::check(format!("the shell did not come to the end: {}", parts.last().unwrap_or(&""))))
    }
}

impl Action<'_> {
    /// What the shell reads. The status of a command is that of the lines behind it, too.
    fn script(&self) -> String {
        match self {
            Self::Write(file, text) => format!("cat > '{file}' <<'END OF FILE'\n{text}END OF FILE\n"),
            Self::Run(step) => format!(
                "{}\ntensmith_status=$?\nprintf '\\036%d\\036' \"$tensmith_status\"\n(exit \"$tensmith_status\")\n",
                step.command
            ),
        }
    }
}

/// The commands of a block.
fn steps<'p>(block: &Block<'p>) -> Vec<Step<'p>> {
    let mut steps: Vec<Step<'p>> = Vec::new();
    for (line, text) in (block.line + 1..).zip(block.text.lines()) {
        match (text.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => {
                steps.push(Step { command: command.to_owned(), expected: Vec::new(), line: line + 1 });
            }
            (None, Some(step)) => match text.strip_prefix("> ") {
                Some(more) if step.expected.is_empty() => {
                    step.command = format!("{}\n{more}", step.command);
                    step.line = line + 1;
                }
                _ => step.expected.push(text),
            },
            (None, None) => {}
        }
    }
    steps
}

impl Step<'_> {
    /// Whether the command asks for the status of the one before it.
    pub(crate) fn asks_for_status(&self) -> bool {
        self.command == "echo $?"
    }

    /// Whether the page says what is printed.
    pub(crate) fn is(&self, output: &str) -> bool {
        let lines: Vec<_> = output.lines().map(str::trim_end).collect();
        let expected: Vec<_> = self.expected.iter().map(|line| line.trim_end()).collect();
        matches(&expected, &lines, |line| *line == "…", like)
    }
}

/// Whether a line is as a pattern says.
fn like(pattern: &&str, line: &&str) -> bool {
    let (pattern, line): (Vec<_>, Vec<_>) = (pattern.chars().collect(), line.chars().collect());
    matches(&pattern, &line, |c| *c == '…', |a, b| a == b)
}

/// Whether things are as patterns say, one by one, some of which stand for any number of things.
fn matches<T>(
    patterns: &[T],
    things: &[T],
    is_any: impl Fn(&T) -> bool,
    like: impl Fn(&T, &T) -> bool,
) -> bool {
    // At `n`, whether the patterns so far match the first `n` things.
    let mut reached = vec![false; things.len() + 1];
    reached[0] = true;
    for pattern in patterns {
        let mut next = vec![false; things.len() + 1];
        for at in 0..=things.len() {
            next[at] = if is_any(pattern) {
                reached[at] || at > 0 && next[at - 1]
            } else {
                at > 0 && reached[at - 1] && like(pattern, &things[at - 1])
            };
        }
        reached = next;
    }
    reached.last().is_some_and(|reached| *reached)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "```text a.txt\none\n```\n\n```console\n$ cat a.txt\none\n$ echo two \\\n> three >&2\ntwo …\n```\n\n\
                        ```console\n$ B=4; false\n$ echo $?\n1\n$ echo $B\n```\n";

    fn session() -> Session<'static> {
        Session::of(&Block::all(PAGE))
    }

    #[test]
    fn commands_are_read_with_their_output() {
        let session = session();
        let steps: Vec<_> = session
            .steps()
            .map(|step| (step.command.as_str(), step.expected.join("\n"), step.line))
            .collect();
        let expected = [
            ("cat a.txt", "one", 7),
            ("echo two \\\nthree >&2", "two …", 10),
            ("B=4; false", "", 15),
            ("echo $?", "1", 16),
            ("echo $B", "", 18),
        ];
        assert_eq!(steps, expected.map(|(command, output, line)| (command, output.to_owned(), line)));
    }

    #[cfg(unix)]
    #[test]
    fn commands_run_in_one_shell_and_find_files() {
        let folder = std::env::temp_dir().join(format!("tensmith-session-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let outcomes = session().run(&mut Command::new("sh"), &folder).expect("a shell");
        std::fs::remove_dir_all(&folder).expect("the folder");
        let expected = [("one\n", 0), ("two three\n", 0), ("", 1), ("1\n", 0), ("4\n", 0)];
        assert_eq!(outcomes, expected.map(|(output, status)| Outcome { output: output.to_owned(), status }));
        let session = session();
        let steps: Vec<_> =
            session.steps().zip(&outcomes).map(|(step, found)| step.is(&found.output)).collect();
        assert_eq!(steps, [true, true, true, true, false]);
    }

    #[test]
    fn dots_stand_for_anything() {
        let is = |expected: &[&str], output| {
            Step { command: String::new(), expected: expected.to_vec(), line: 1 }.is(output)
        };
        assert!(is(&["…"], "") && is(&["…"], "a\nb\n") && is(&["a", "…", "d"], "a\nb\nc\nd\n"));
        assert!(is(&["took … s"], "took 1.5 s\n") && is(&["… s"], "1 …\u{20}s"));
        assert!(!is(&["a", "…"], "b\na\n") && !is(&["took … s"], "took 1.5 ms\n") && !is(&[], "a\n"));
    }
}
