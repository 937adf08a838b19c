//! `completions` and `manual`: what the program says of its own command line, for shells, `man` and the book.
//!
//! Tests: `harness/cli/tests/program/manual.rs`.

use crate::error::Failure;
use crate::output::Output;
use clap::{Args, Command, Subcommand};
use clap_complete::Shell;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The beginning of the book's page.
const PREFACE: &str = "# The command line

<!-- Written by the program: `cargo xtask book --bless`. -->

You will find every command and option here, as `--help` prints them. `-h` is shorter.

Data goes to the standard output, messages to the standard error. The exit status is 0 if all is well, 1 if a check failed, 2 if
the input is bad, and 3 if this machine cannot do it.

`tensmith completions SHELL` writes completions for a shell; `cargo xtask install --prefix DIR` installs them with the program, man
pages and the libraries for C.
";

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell that they are for
    shell: Shell,
}

/// Arguments of `manual`.
#[derive(Debug, Args)]
pub(crate) struct Manual {
    #[command(subcommand)]
    form: Form,
}

/// A form of the manual.
#[derive(Debug, Subcommand)]
enum Form {
    /// Pages for `man`, one for each command
    Man {
        /// The folder to write them into
        folder: PathBuf,
    },
    /// The page of the book
    Book,
}

impl Completions {
    /// Writes completions for the program's `command`.
    pub(crate) fn run(&self, mut command: Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "tensmith", &mut script);
        let output = Output::open(None).map_err(Failure::bad_input)?;
        output.write(|out| out.write_all(&script)).map_err(Failure::bad_input)
    }
}

impl Manual {
    /// Writes the manual of the program's `command`.
    pub(crate) fn run(&self, command: Command) -> Result<(), Failure> {
        match &self.form {
            Form::Man { folder } => man(command, folder),
            Form::Book => {
                let page = page(command);
                let output = Output::open(None).map_err(Failure::bad_input)?;
                output.write(|out| out.write_all(page.as_bytes())).map_err(Failure::bad_input)
            }
        }
    }
}

fn man(command: Command, folder: &Path) -> Result<(), Failure> {
    let write = || {
        fs::create_dir_all(folder)?;
        clap_mangen::generate_to(command, folder)
    };
    write().map_err(|error| Failure::BadInput(format!("{}: {error}", folder.display())))
}

/// The help of all commands, each below a heading.
fn page(mut command: Command) -> String {
    // Options that are valid everywhere are in the help of each command then.
    command.build();
    let mut page = PREFACE.to_owned();
    describe(&mut command, &mut page);
    page
}

fn describe(command: &mut Command, page: &mut String) {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_owned();
    let help = command.render_long_help().to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    // A text has no way to fail.
    _ = write!(page, "\n## `{name}`\n\n```text\n{}\n```\n", lines.join("\n").trim_end());
    for inner in
        command.get_subcommands_mut().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help")
    {
        describe(inner, page);
    }
}
