//! The command-line program of tensmith: contractions of real arrays, and the
//! machine code behind them.
//!
//! Exit status: 0 fine, 1 a check failed, 2 bad input, 3 not possible here. An
//! error is one line on the standard error stream.

mod asm;
#[cfg(target_os = "linux")]
mod bench;
mod bias;
mod bytes;
mod contraction;
mod demo;
mod doctor;
mod einsum;
mod emit;
mod error;
mod export;
mod extents;
mod func;
mod input;
mod isa;
mod job;
mod manual;
mod mistake;
mod nest;
mod order;
mod output;
mod pending;
mod picture;
mod profile;
mod progress;
mod set;
mod sparse;
mod spmm;
mod target;
mod verify;
mod wisdom;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use error::Failure;
use std::process::ExitCode;

/// A tensor JIT for x86-64 and AArch64: einsum and loop nests to machine code
#[derive(Debug, Parser)]
#[command(name = "tensmith", version)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Contract arrays in .npy files
    Einsum(einsum::Einsum),
    /// Multiply a sparse matrix and a dense one
    Spmm(spmm::Spmm),
    /// Show one contraction from expression to result
    Demo(demo::Demo),
    /// Show whether this machine is fit, and what to do where it is not
    Doctor(doctor::Doctor),
    /// Write the machine code of one kernel, for any target, on any host
    Emit(emit::Emit),
    /// Write kernels and plans for programs without a JIT: objects, C and Rust
    Export(export::Export),
    /// Show what the optimizer makes of a loop nest
    Nest(nest::Nest),
    /// Compile, show and run a function over virtual registers
    Func(func::Func),
    /// Check random expressions, nests, sparse products and kernels against the scalar reference
    Verify(verify::Verify),
    /// Show, export and import orders of operands that were found before
    Wisdom(wisdom::Command),
    /// Measure contractions, nests and multiplications on this machine, with plots
    #[cfg(target_os = "linux")]
    Bench(bench::Bench),
    /// Assemble instructions
    Asm(asm::Assemble),
    /// List machine code
    Disasm(asm::Disassemble),
    /// List the table of instructions
    Isa(isa::List),
    /// Write completions of this program's command line for a shell
    Completions(manual::Completions),
    /// Write this program's manual
    #[command(hide = true)]
    Manual(manual::Manual),
}

fn main() -> ExitCode {
    let result = match Program::read() {
        Ok(program) => program.run(),
        Err(answer) if !answer.use_stderr() => return print(&answer),
        Err(error) => Err(error::usage(&error)),
    };
    result.map_or_else(|failure| failure.report(), |()| ExitCode::SUCCESS)
}

impl Program {
    /// The command line, where a number below zero is a value, which its argument refuses by its own rule,
    /// and no option that there is not.
    fn read() -> Result<Self, clap::Error> {
        Self::from_arg_matches(&Self::described().try_get_matches()?)
    }

    fn described() -> clap::Command {
        with_negative_numbers(Self::command())
    }

    fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::Einsum(command) => command.run(),
            Command::Spmm(command) => command.run(),
            Command::Demo(command) => command.run(),
            Command::Doctor(command) => command.run(),
            Command::Emit(command) => command.run(),
            Command::Export(command) => command.run(),
            Command::Nest(command) => command.run(),
            Command::Func(command) => command.run(),
            Command::Verify(command) => command.run(),
            Command::Wisdom(command) => command.run(),
            #[cfg(target_os = "linux")]
            Command::Bench(command) => command.run(),
            Command::Asm(command) => command.run(),
            Command::Disasm(command) => command.run(),
            Command::Isa(command) => command.run(),
            Command::Completions(command) => command.run(Self::described()),
            Command::Manual(command) => command.run(Self::described()),
        }
    }
}

fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let allow = |argument: clap::Arg| {
        let has_value = argument.get_action().takes_values();
        argument.allow_negative_numbers(has_value)
    };
    command.mut_args(allow).mut_subcommands(with_negative_numbers)
}

/// Prints the help or the version. A failure of that cannot be reported.
fn print(answer: &clap::Error) -> ExitCode {
    let _ = answer.print();
    ExitCode::SUCCESS
}
