//! `cargo xtask`: everything that is done to this workspace by a machine.
//!
//! Each command first sets up what it needs ([`toolchain`]), then does its work:
//! [`mod@test`] runs the checks, [`run`] runs the program, here or on AArch64
//! (under emulation where the host is something else), [`panics`] counts what can
//! panic, [`mod@bench`] measures the generated code, [`timed`] the
//! core at hand. With nothing to set up, set-up is silent and takes no time worth naming.
//!
//! Exit status: 0 fine, 1 a check failed, 2 something to install or to correct
//! first, 3 not possible on this host. `run` and `demo` pass the program's own on.

mod api;
mod apt;
mod arrows;
mod bench;
mod book;
mod cargo_tool;
mod faces;
mod firmware;
mod golden;
mod host;
mod linux;
mod llvm;
mod mac;
mod made;
mod mcatrace;
mod objects;
mod oldest;
mod package;
mod panics;
mod pictures;
mod proc;
mod run;
mod rust;
mod sanitize;
mod test;
mod timed;
mod toolchain;
mod tree;
mod wheel;
mod workspace;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};

use crate::proc::Result;
use crate::run::On;
use crate::test::Chosen;
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
    /// Run what every change has to pass: formatting, lints, tests on both architectures, and more
    Test(Test),
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
    /// Count the panic sites that the release builds of `core` and `primitives` can reach, and compare
    /// with their limits
    Panics {
        /// Also name each function and the panic that it can reach
        #[arg(long)]
        list: bool,
    },
    /// Build the program and the libraries for C and install them, with man pages, completions and what
    /// pkg-config and CMake read
    Install {
        /// The folder to install into
        #[arg(long)]
        prefix: PathBuf,
        /// Build for AArch64, by a cross compiler where this machine is something else
        #[arg(long)]
        aarch64: bool,
    },
    /// Compare `tensmith.h` with the sources that it is made of
    Header {
        /// Write it anew instead
        #[arg(long)]
        bless: bool,
    },
    /// Compare `docs/api` with the public items of the libraries
    Api {
        /// Write the lists anew instead
        #[arg(long, conflicts_with = "since")]
        bless: bool,
        /// Say whether programs break by what changed since a commit, by cargo-semver-checks
        #[arg(long, value_name = "COMMIT")]
        since: Option<String>,
    },
    /// Build the book, look at its links, and run the commands that it has
    Book {
        /// Write what commands print, and the page of the command line, anew
        #[arg(long)]
        bless: bool,
    },
    /// Print the arrows between packages and between files, and fail where one points up
    /// or some form a circle
    Arrows,
    /// Measure the generated code
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Measure the rates, latencies and caches of this x86-64 core, and print a row for the table of cores
    #[command(disable_help_flag = true)]
    Tune {
        /// Arguments of `tensmith-bench tune`; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Compare `tests/golden` with the code that is generated now, and its predicted cycles
    Golden {
        /// Write the files anew instead
        #[arg(long)]
        bless: bool,
        /// Only those of one instruction set
        #[arg(long, value_enum)]
        isa: Option<golden::Isa>,
    },
    /// Draw the pictures of the documentation anew
    Pictures,
    /// Build the Python package for this machine
    Wheel {
        /// Install it into an empty environment, and run its tests and those of numpy and opt_einsum there
        #[arg(long)]
        test: bool,
        /// Build it for every machine that it is published for, by zig's linker; Rust needs their targets
        #[arg(long, conflicts_with = "test")]
        all: bool,
    },
    /// Install what the other commands need
    Setup,
}

/// Steps of the checks.
#[derive(Debug, Args)]
struct Test {
    /// Only these steps
    #[arg(value_name = "STEP", value_parser = PossibleValuesParser::new(test::names()))]
    steps: Vec<String>,
    /// Every step, those of the night as well
    #[arg(long, conflicts_with = "steps")]
    all: bool,
    /// Say what each step proves, when it runs, and how long it may take
    #[arg(long)]
    list: bool,
}

impl Test {
    fn chosen(self) -> Chosen {
        match self {
            Self { all: true, .. } => Chosen::All,
            Self { steps, .. } if steps.is_empty() => Chosen::Daily,
            Self { steps, .. } => Chosen::Named(steps),
        }
    }
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

fn perform(task: Task) -> Result<u8> {
    let workspace = Workspace::locate();
    let set_up = |purpose| Toolchain::set_up(&workspace, &[purpose]);
    match task {
        Task::Test(Test { list: true, .. }) => test::list(),
        Task::Test(steps) => test::test(&workspace, &steps.chosen())?,
        Task::Demo(Demo { emulated, expr, a, b }) => {
            let on = On::of(emulated);
            return run::demo(&set_up(on.purpose())?, on, expr, a.zip(b));
        }
        Task::Run { emulated, args } => {
            let on = On::of(emulated);
            return run::run(&set_up(on.purpose())?, on, args);
        }
        Task::Panics { list } => {
            let sites = panics::count(&set_up(Purpose::Panics)?, panics::Builds::Both)?;
            print!("{}", if list { sites.list() } else { String::new() });
            println!("{sites}");
            println!("{}", sites.within_limits(&workspace)?);
        }
        Task::Install { prefix, aarch64 } => {
            let on = On::of(aarch64);
            faces::install(&set_up(on.purpose())?, on, &prefix)?;
        }
        Task::Header { bless } => {
            let work = if bless { faces::header::bless } else { faces::header::check };
            println!("{}", work(&set_up(Purpose::Program)?)?);
        }
        Task::Api { bless, since } => {
            let toolchain = set_up(Purpose::Program)?;
            let said = match since {
                Some(since) => api::breaks(&toolchain, &since)?,
                None if bless => api::bless(&toolchain)?,
                None => api::check(&toolchain)?,
            };
            println!("{said}");
        }
        Task::Book { bless } => {
            let stale = if bless { book::Stale::Bless } else { book::Stale::Refuse };
            println!("{}", book::check(&set_up(Purpose::Book)?, stale)?);
        }
        Task::Arrows => arrows::print(&set_up(Purpose::Program)?)?,
        Task::Bench(bench) => bench::bench(&set_up(bench.purpose())?, &bench)?,
        Task::Tune { args } => timed::tune(&set_up(Purpose::Threads)?, args)?,
        Task::Golden { bless, isa } => {
            // Only cycles need more than Rust.
            let purpose = if isa == Some(golden::Isa::X86_64) { Purpose::Program } else { Purpose::Kernels };
            let work = if bless { golden::bless } else { golden::check };
            println!("{} golden files", work(&set_up(purpose)?, isa)?);
        }
        Task::Pictures => pictures::draw(&set_up(Purpose::Program)?)?,
        Task::Wheel { test, all } => {
            let work = match (test, all) {
                (true, _) => wheel::check,
                (false, true) => wheel::build_all,
                (false, false) => wheel::build,
            };
            println!("{}", work(&set_up(Purpose::Wheel)?)?);
        }
        Task::Setup => drop(test::set_up(&workspace, &Chosen::Daily)?),
    }
    Ok(0)
}
