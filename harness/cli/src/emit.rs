//! `emit`: the machine code of one kernel, for any target, on any host.
//!
//! Tests: `harness/cli/tests/program/emit.rs`.
#![allow(unsafe_code)]

mod format;
pub(crate) mod spec;
mod spmm;

use crate::contraction::way_out;
use crate::error::{Failure, say};
use crate::output::Output;
use crate::picture;
use crate::target::{self, Asked};
use clap::{Args, Subcommand, ValueEnum};
use format::{Emitted, Spec};
use std::path::PathBuf;
use tensmith::ErrorKind;
use tensmith_conformance::verify::kernel;
use tensmith_conformance::verify::{Session, Verdict, VerifyError};
use tensmith_core::Target;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::registry::{Registry, RegistryError};
use tensmith_sparse::{Fixed, Rows};

/// Arguments of `emit`.
#[derive(Debug, Args)]
#[command(subcommand_negates_reqs = true, after_long_help = spec::help())]
pub(crate) struct Emit {
    #[command(flatten)]
    text: spec::Text,
    #[command(subcommand)]
    data: Option<WithData>,
    /// Core that the code is made for [default: host, or generic where this machine is none
    /// that code is made for]
    #[arg(long, global = true, help_heading = "Output", value_parser = Asked::parser())]
    target: Option<Asked>,
    /// The form to write
    #[arg(long, global = true, help_heading = "Output", value_enum, default_value_t = Format::Asm)]
    format: Format,
    /// Also draw the register tiles of a multiplication into a file
    #[arg(long, global = true, help_heading = "Output", value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Call it on operands between guard pages, on this machine, compare with the scalar reference, and write
    /// the code only if it agrees
    #[arg(long, global = true, help_heading = "Check")]
    check: bool,
    /// What the operands are drawn from, and what the kernel gets at run time
    #[arg(long, global = true, help_heading = "Check", value_name = "SEED", default_value_t = 1)]
    random: u64,
    /// The file to write [default: standard output]
    #[arg(long, short, global = true, help_heading = "Output", value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A kernel with data.
#[derive(Debug, Subcommand)]
enum WithData {
    /// C = A*B or C = A*B + C, where A is a sparse matrix in a file, and B and C are stored row-major
    Spmm(spmm::Multiplied),
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

/// Compares a kernel with the reference; says on the standard error stream that it agrees.
fn check(kernel: &kernel::Kernel, target: Target) -> Result<(), Failure> {
    // SAFETY: the default generators keep to the operands of their kernels; the tests of each are about that.
    let session = unsafe { Session::new(tensmith_primitives::registry, target) };
    let mut session = session.map_err(|error| match error {
        VerifyError::Build(error) if error.kind() == ErrorKind::Machine => way_out(&error, &target),
        error => Failure::NotPossibleHere(error.to_string()),
    })?;
    match session.judge(kernel) {
        Verdict::Right => {
            say("compared with the reference at either end of guarded pages, 0 wrong");
            Ok(())
        }
        Verdict::Refused(refused) => Err(Failure::BadInput(refused.reason)),
        Verdict::Wrong(mistake) => Err(Failure::Check(mistake)),
    }
}

impl Emit {
    /// Makes the kernel and writes it.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let emitted = self.make()?;
        if self.check {
            let given = emitted.listed("--check", "`tensmith spmm --check` compares its product")?;
            check(&kernel::Kernel { given, seed: self.random }, emitted.target)?;
        }
        if let Some(path) = &self.svg {
            picture::write(path, &tiles(&emitted)?)?;
        }
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
        let target = self.target.map_or_else(|| Ok(target::usual()), Asked::target)?;
        let spec = match &self.data {
            None => Spec::Listed(self.text.spec()?),
            Some(WithData::Spmm(sparse)) => Spec::Data(sparse.spec(target)?),
        };
        let text = spec.text();
        let registry = registry().map_err(Failure::bad_input)?;
        Emitted::new(&registry, spec, target).map_err(|e| Failure::BadInput(format!("{text}: {e}")))
    }
}

/// All generators, with those of sparse products.
fn registry() -> Result<Registry, RegistryError> {
    let mut registry = tensmith_primitives::registry()?;
    registry.add_data(&Fixed)?;
    registry.add_data(&Rows)?;
    Ok(registry)
}

/// The picture of a kernel's register tiles.
fn tiles(emitted: &Emitted) -> Result<String, Failure> {
    let spec = emitted.listed("--svg", "its registers hold no tiles")?;
    let KernelSpec::Gemm(spec) = spec else {
        return Err(Failure::BadInput(format!("--svg: {spec} is no multiplication of matrices")));
    };
    tensmith_pictures::tiles(&spec, &emitted.target)
        .map_err(|error| Failure::BadInput(format!("--svg: {error}")))
}
