//! `cargo xtask`: everything that is done to this workspace by a machine.
//!
//! Each command first sets up what it needs ([`toolchain`]), then does its work:
//! [`mod@test`] runs every check there is, [`run`] runs the program, here or on AArch64
//! (under emulation where the host is something else), [`panics`] counts what can
//! panic, [`mod@bench`] measures the generated code. With nothing to set up, set-up is silent and takes no time worth naming.
//!
//! Exit status: 0 fine, 1 a check failed, 2 something to install or to correct
//! first, 3 not possible on this host. `run` and `demo` pass the program's own on.

mod apt;
mod arrows;
mod bench;
mod firmware;
mod golden;
mod host;
mod llvm;
mod made;
mod mcatrace;
mod objects;
mod oldest;
mod panics;
mod proc;
mod run;
mod rust;
mod test;
mod tests_named;
mod toolchain;
mod workspace;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::proc::Result;
use crate::run::On;
use crate::toolchain::{Purpose, Toolchain};
use crate::workspace::Workspace;

/// Task runner of the tensmith workspace.
#[derive(Debug, Parser)]
#[command(name = "xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Run every check: formatting, lints, documentation, tests on both architectures, and more
    Test,
    /// Run tests at full size: every word, millions of instructions, all small shapes of multiplications
    Nightly,
    /// Check the packages whose manifests promise a version of Rust with that very version
    Oldest,
    /// Run one contraction, check it and show what happened
    Demo(Demo),
    /// Run the program `tensmith`
    Run {
        /// Run its AArch64 build, under emulation where this machine is something else
        #[arg(long)]
        emulated: bool,
        /// Arguments of `tensmith`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// List the table of instructions
    Isa {
        /// Arguments of `tensmith isa`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Count the panic sites that the release builds of `core` and `primitives` can reach, and compare
    /// with their limits
    Panics {
        /// Also name each function and the panic that it can reach
        #[arg(long)]
        list: bool,
    },
    /// Build the image without an operating system, and run it in every mode on emulated machines
    Firmware,
    /// Print the arrows between packages and between files, and fail where one points up or some form a circle
    Arrows,
    /// Measure the generated code
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Compare `tests/golden` with the code that is generated now, and its predicted cycles
    Golden {
        /// Write the files anew instead
        #[arg(long)]
        bless: bool,
        /// Only those of one instruction set
        #[arg(long, value_enum)]
        isa: Option<golden::Isa>,
    },
    /// Install what the other commands need
    Setup,
}

/// A contraction. Inputs that are not given are written to `target/demo`.
#[derive(Debug, Args)]
struct Demo {
    /// Run it on AArch64, under emulation where this machine is something else
    #[arg(long)]
    emulated: bool,
    /// The contraction, for instance `mk,kn->mn`
    expr: Option<OsString>,
    /// First operand, an FP32 `.npy` file
    #[arg(requires = "b")]
    a: Option<PathBuf>,
    /// Second operand, an FP32 `.npy` file
    b: Option<PathBuf>,
}

fn main() -> ExitCode {
    match perform(Cli::parse().command) {
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(failure.status)
        }
    }
}

fn golden(count: usize) -> u8 {
    println!("{count} golden files");
    0
}

fn perform(task: Task) -> Result<u8> {
    let workspace = Workspace::locate();
    let set_up = |purpose| Toolchain::set_up(&workspace, purpose);
    match task {
        Task::Test => test::test(&set_up(Purpose::Tests)?).map(|()| 0),
        Task::Oldest => oldest::check(&workspace).map(|()| 0),
        Task::Nightly => {
            oldest::check(&workspace)?;
            test::nightly(&set_up(Purpose::Tests)?)?;
            golden::check(&set_up(Purpose::Kernels)?, None).map(golden)
        }
        Task::Demo(Demo { emulated, expr, a, b }) => {
            let on = On::of(emulated);
            run::demo(&set_up(on.purpose())?, on, expr, a.zip(b))
        }
        Task::Run { emulated, args } => {
            let on = On::of(emulated);
            run::run(&set_up(on.purpose())?, on, args)
        }
        Task::Isa { args } => run::isa(&workspace, args),
        Task::Panics { list } => {
            let sites = panics::count(&set_up(Purpose::Panics)?)?;
            print!("{}", if list { sites.list() } else { String::new() });
            println!("{sites}");
            println!("{}", sites.within_limits(&workspace)?);
            Ok(0)
        }
        Task::Firmware => {
            println!("{}", firmware::check(&set_up(Purpose::Firmware)?)?);
            Ok(0)
        }
        Task::Arrows => arrows::print(&set_up(Purpose::Program)?).map(|()| 0),
        Task::Bench(bench) => bench::bench(&set_up(bench.purpose())?, &bench).map(|()| 0),
        Task::Golden { bless, isa } => {
            // Only cycles need more than Rust.
            let purpose = if isa == Some(golden::Isa::X86_64) { Purpose::Program } else { Purpose::Kernels };
            let work = if bless { golden::bless } else { golden::check };
            work(&set_up(purpose)?, isa).map(golden)
        }
        Task::Setup => set_up(Purpose::Tests).map(|_| 0),
    }
}
