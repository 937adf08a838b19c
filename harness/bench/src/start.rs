//! From a command line to an exit status: the same for every mode of the program.
//!
//! Tests: `harness/bench/src/silicon/mod.rs`, `harness/bench/src/tune/mod.rs`.

use clap::Parser;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::process::ExitCode;
use tensmith_measure::failure::{Failure, Result};

/// Reads the arguments and does the work that they ask for. What is wrong with them is one line.
pub(crate) fn start<P: Parser>(
    arguments: impl Iterator<Item = OsString>,
    work: impl FnOnce(&P) -> Result,
) -> ExitCode {
    let program = match P::try_parse_from(arguments) {
        Ok(program) => program,
        Err(answer) if matches!(answer.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            let _ = answer.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            return Failure::bad_input(line.trim_start_matches("error: ")).report();
        }
    };
    match work(&program) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
