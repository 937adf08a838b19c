//! `cargo xtask`: everything that is done to this workspace by a machine.
//!
//! Each command first sets up what it needs ([`toolchain`]), then does its work:
//! [`mod@test`] runs every check there is, [`run`] runs the program, here or on AArch64
//! (under emulation where the host is something else), [`panics`] counts what can
//! panic, [`mod@bench`] measures the generated code. With nothing to set up, set-up is silent and takes no time worth naming.
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
mod test_files;
mod tests_named;
mod toolchain;
mod workspace;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
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
    Test {
        /// Only these steps, in the usual order
        #[arg(value_name = "STEP", value_parser = PossibleValuesParser::new(test::names()))]
        steps: Vec<String>,
    },
    /// Run tests at full size: every word, millions of instructions, all small shapes of multiplications
    Nightly,
    /// Run tests of what threads share under ThreadSanitizer
    Sanitize,
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
    /// Build the program and the libraries for C and install them, with man pages, completions and what pkg-config and
    /// CMake read
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
    /// Build the libraries for C, and have programs in C and C++ use them
    Faces {
        /// And valgrind, sanitizers, CMake, numpy and an emulated machine
        #[arg(long)]
        all: bool,
    },
    /// Build the book, look at its links, and run the commands that it has
    Book {
        /// Write what commands print, and the page of the command line, anew
        #[arg(long)]
        bless: bool,
    },
    /// Pack what would be published
    Package,
    /// Run the tests of executable memory under a whole Linux on AArch64, emulated
    Linux,
    /// Link the program `tensmith` for macOS on Apple's processors, and look at its load commands, imports and signature
    Mac,
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
    /// Draw the pictures of the documentation anew
    Pictures,
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
        Task::Test { steps } => test::test(&set_up(Purpose::Tests)?, &steps).map(|()| 0),
        Task::Oldest => oldest::check(&workspace).map(|()| 0),
        Task::Nightly => {
            oldest::check(&workspace)?;
            let tests = set_up(Purpose::Tests)?;
            test::nightly(&tests)?;
            println!("{}", sanitize::check(&tests)?);
            println!("{}", linux::check(&set_up(Purpose::Linux)?)?);
            golden::check(&set_up(Purpose::Kernels)?, None).map(golden)
        }
        Task::Sanitize => {
            println!("{}", sanitize::check(&set_up(Purpose::Sanitizer)?)?);
            Ok(0)
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
        Task::Install { prefix, aarch64 } => {
            let on = On::of(aarch64);
            faces::install(&set_up(on.purpose())?, on, &prefix).map(|()| 0)
        }
        Task::Header { bless } => {
            let work = if bless { faces::header::bless } else { faces::header::check };
            println!("{}", work(&set_up(Purpose::Program)?)?);
            Ok(0)
        }
        Task::Api { bless, since } => {
            let toolchain = set_up(Purpose::Program)?;
            let said = match since {
                Some(since) => api::breaks(&toolchain, &since)?,
                None if bless => api::bless(&toolchain)?,
                None => api::check(&toolchain)?,
            };
            println!("{said}");
            Ok(0)
        }
        Task::Faces { all } => {
            let said = match all {
                true => faces::check_all(&set_up(Purpose::Emulation)?)?,
                false => faces::check(&set_up(Purpose::Program)?)?,
            };
            println!("{said}");
            Ok(0)
        }
        Task::Book { bless } => {
            let stale = if bless { book::Stale::Bless } else { book::Stale::Refuse };
            println!("{}", book::check(&set_up(Purpose::Book)?, stale)?);
            Ok(0)
        }
        Task::Package => {
            println!("{}", package::check(&set_up(Purpose::Program)?)?);
            Ok(0)
        }
        Task::Linux => {
            println!("{}", linux::check(&set_up(Purpose::Linux)?)?);
            Ok(0)
        }
        Task::Mac => {
            println!("{}", mac::check(&set_up(Purpose::Mac)?)?);
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
        Task::Pictures => pictures::draw(&set_up(Purpose::Program)?).map(|()| 0),
        Task::Setup => set_up(Purpose::Tests).map(|_| 0),
    }
}
