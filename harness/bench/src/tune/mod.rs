//! A row of the table of cores, measured on the machine at hand.
//!
//! Problem: rates and latencies of manuals are neither complete nor what kernels get, and the clock rate of a
//! core is not that of any counter that programs may read.
//!
//! Idea: each fact is a loop of a few lines of assembly ([`micro`]), which our own assembler makes executable
//! ([`code`]). All are timed in alternation, next to a chain of additions that take a cycle each
//! ([`measure`]), so that figures are in cycles ([`figures`]). They are shown next to what the row says now
//! ([`report`]), and make a new one ([`row`]).
//!
//! What rows are for is to have the right tile chosen: whether it is, [`rank`] says.
//!
//! A row is a model, and its makers may have had reasons to have it say something else than a loop:
//! see the comments there.
//!
//! Tests: below, and in the files of the folder.

mod code;
mod figures;
mod measure;
mod micro;
mod rank;
mod report;
mod row;

use crate::silicon::sets::Asked;
use crate::start::start;
use clap::Parser;
use std::ffi::OsString;
use std::process::ExitCode;
use tensmith_core::isa::model::Core;
use tensmith_core::isa::x86_64::cores::{CORES, V3};
use tensmith_measure::clock::Clock;
use tensmith_measure::emulation;
use tensmith_measure::failure::{Failure, Result};
use tensmith_measure::pin::Processors;
use tensmith_measure::sample::Sampler;
use tensmith_platform_linux::host;

/// Measure what the table of cores says of a core, on this processor, and print a row for it
#[derive(Debug, Parser)]
#[command(name = "tune", bin_name = "cargo xtask tune")]
struct Program {
    /// Rounds, each with a sample of every loop
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// The processor to run on; otherwise the one at hand
    #[arg(long)]
    cpu: Option<usize>,
    /// The name of the core in the row that is printed; otherwise that of the row that was found
    #[arg(long)]
    name: Option<String>,
    /// Rank the tiles of multiplications instead: of one such as f32_13x13x13, or of those that
    /// random:SEED:COUNT draws with extents from 1 to 200 [default: random:1:40]
    #[arg(long, value_name = "SHAPES", num_args = 0..=1, default_missing_value = "random:1:40", conflicts_with = "name")]
    rank: Option<Asked>,
}

/// Does what the command line says.
pub(crate) fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    start(arguments, Program::run)
}

impl Program {
    fn run(&self) -> Result {
        if let Some(sign) = emulation::sign() {
            return Err(Failure::not_possible_here(format!("{sign}: its times say nothing of a core")));
        }
        let target = host::target().map_err(Failure::not_possible_here)?;
        let processors = Processors::choose(self.cpu, 1)?;
        processors.pin(1)?;
        let sampler = Sampler::usual(Clock::new()?, self.rounds.into());
        let known = found(&target.core);
        println!("The row of {}, and processor {}", known.name, processors.first());
        if let Some(asked) = &self.rank {
            println!("Tiles of {asked}\n");
            return rank::rank(asked, &target, &sampler);
        }
        println!("{}", report::LEGEND);
        let figures = measure::measure(&target, &Sampler { settles: true, ..sampler })?;
        println!("{}", report::table(&figures, known));
        print!("{}", self.row(&row::of(&target.core, &figures), known));
        Ok(())
    }

    /// The text of a row, with the name that was asked for.
    fn row(&self, row: &Core, known: &Core) -> String {
        let text = row::text(row, known);
        match &self.name {
            Some(name) => text.replacen(&format!("{:?}", row.name), &format!("{name:?}"), 1),
            None => text,
        }
    }
}

/// The row of the table by which a core was made.
fn found(core: &Core) -> &'static Core {
    CORES.iter().find(|row| row.name == core.name).unwrap_or(&V3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Program::command().debug_assert();
        assert!(Program::try_parse_from(["tune", "--rounds", "0"]).is_err());
        let program = Program::try_parse_from(["tune", "--rank"]).expect("well-formed");
        assert_eq!(program.rank, Some(Asked::Drawn { seed: 1, count: 40 }));
    }

    #[test]
    fn a_row_has_the_name_that_is_asked_for() {
        let program = Program::try_parse_from(["tune", "--name", "mine"]).expect("well-formed");
        assert_eq!(found(&V3).name, V3.name);
        assert!(program.row(&V3, &V3).starts_with("Core {\n    name: \"mine\",\n"));
    }
}
