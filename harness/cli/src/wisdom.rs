//! `wisdom`: orders that were found before, in a folder.
//!
//! Tests: `harness/cli/tests/program/wisdom.rs`.

use crate::error::Failure;
use crate::output::Output;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::PathBuf;
use tensmith::wisdom::{Entry, Wisdom};
use tensmith_core::text::Count;

/// Arguments of `wisdom`.
#[derive(Debug, Args)]
pub(crate) struct Command {
    #[command(subcommand)]
    what: What,
}

/// What is done with the folder.
#[derive(Debug, Subcommand)]
enum What {
    /// List what was asked, with what the order costs: cycles, multiply-adds, or elements
    Show(Folder),
    /// Write all entries, a line for each
    Export(Folder),
    /// Add the entries of a file that was exported, but for those that have a better one here
    Import {
        #[command(flatten)]
        folder: Folder,
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// A folder of entries.
#[derive(Debug, Args)]
struct Folder {
    /// The folder, as `einsum --wisdom` has it
    #[arg(value_name = "DIR")]
    path: PathBuf,
}

impl Command {
    /// Does it.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.what {
            What::Show(folder) => {
                folder.write(|entry| format!("cost {:.3e}; {}", entry.cost(), entry.question()))
            }
            What::Export(folder) => folder.write(ToString::to_string),
            What::Import { folder, file } => {
                let added = folder.open()?.import(file).map_err(Failure::bad_input)?;
                print(|out| writeln!(out, "{} added", Count(added, "entry")))
            }
        }
    }
}

impl Folder {
    fn open(&self) -> Result<Wisdom, Failure> {
        Wisdom::open(&self.path).map_err(Failure::bad_input)
    }

    /// Writes a line for each entry.
    fn write(&self, line: impl Fn(&Entry) -> String) -> Result<(), Failure> {
        let entries = self.open()?.entries().map_err(Failure::bad_input)?;
        print(|out| entries.iter().try_for_each(|entry| writeln!(out, "{}", line(entry))))
    }
}

fn print(write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<(), Failure> {
    Output::open(None).and_then(|output| output.write(write)).map_err(Failure::bad_input)
}
