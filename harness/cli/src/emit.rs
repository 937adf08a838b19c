//! `emit`: the machine code of one kernel, for any target, on any host.
//!
//! Tests: `harness/cli/tests/program/emit.rs`.

mod format;
pub(crate) mod spec;

use crate::error::Failure;
use crate::output::Output;
use crate::target::{self, Asked};
use clap::{Args, ValueEnum};
use format::Emitted;
use std::path::PathBuf;
use tensmith_core::registry::KernelError;

/// Arguments of `emit`.
#[derive(Debug, Args)]
pub(crate) struct Emit {
    #[command(subcommand)]
    kernel: spec::Kernel,
    /// Core that the code is made for [default: host, or generic where this machine is none that code is made for]
    #[arg(long, global = true, help_heading = "Output", value_parser = Asked::parser())]
    target: Option<Asked>,
    /// The form to write
    #[arg(long, global = true, help_heading = "Output", value_enum, default_value_t = Format::Asm)]
    format: Format,
    /// The file to write [default: standard output]
    #[arg(long, short, global = true, help_heading = "Output", value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A form of a kernel.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// The raw code
    Bin,
    /// The code as assembly text
    Asm,
    /// The kernel over virtual registers, before lowering
    Ir,
    /// Arguments and their registers, sizes, features, code size, predicted cycles
    Json,
}

impl Emit {
    /// Makes the kernel and writes it.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let emitted = self.make()?;
        let output = Output::open(self.output.as_deref()).map_err(Failure::bad_input)?;
        if matches!(self.format, Format::Bin) {
            output.refuse_terminal("--format asm").map_err(Failure::bad_input)?;
        }
        let written = output.write(|out| match self.format {
            Format::Bin => out.write_all(&emitted.compiled.code),
            Format::Asm => emitted.write_asm(out),
            Format::Ir => write!(out, "{}", emitted.generated),
            Format::Json => emitted.write_json(out),
        });
        written.map_err(Failure::bad_input)
    }

    fn make(&self) -> Result<Emitted, Failure> {
        let spec = self.kernel.spec().map_err(Failure::bad_input)?;
        let target = self.target.map_or_else(|| Ok(target::usual()), Asked::target)?;
        let registry = tensmith_primitives::registry().map_err(Failure::bad_input)?;
        let make = || -> Result<Emitted, KernelError> {
            let choice = registry.choose(&spec, &target)?;
            let generated = choice.generate(&spec, &target)?;
            let compiled = generated.compile(&spec, &target)?;
            Ok(Emitted { spec, target, choice, generated, compiled })
        };
        make().map_err(|e| Failure::BadInput(format!("{spec}: {e}")))
    }
}
