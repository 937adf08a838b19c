//! `export`: kernels and plans ahead of time, as objects, C and Rust for programs without a JIT.
//!
//! Tests: `harness/cli/tests/program/export.rs`.

mod contraction;
pub(crate) mod files;
pub(crate) mod nest;

use crate::emit::spec;
use crate::error::Failure;
use crate::target::{self, Asked};
use clap::{Args, Subcommand};
use files::Files;
use tensmith::Jit;

/// Arguments of `export`.
#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(subcommand)]
    what: What,
    /// Core that the code is made for [default: host, or generic where this machine is none
    /// that code is made for]
    #[arg(long, global = true, help_heading = "Output", value_parser = Asked::parser())]
    target: Option<Asked>,
    #[command(flatten)]
    files: Files,
}

/// Something to export.
#[derive(Debug, Subcommand)]
enum What {
    /// A contraction of arrays in C order, as a function of C and of Rust
    Einsum(contraction::Einsum),
    /// A loop nest or a sequence of nests, as a function of C and of Rust
    Nest(nest::Nest),
    /// One kernel alone
    Kernel(spec::Text),
}

impl Export {
    /// Writes the files.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut pending = self.files.open()?;
        let target = self.target.map_or_else(|| Ok(target::usual()), Asked::target)?;
        // A target without the features of any machine that code is made for is refused by
        // what makes the code.
        let jit = Jit::for_target(target).map_err(Failure::bad_input)?;
        match &self.what {
            What::Einsum(einsum) => einsum.export(&jit, &mut pending)?,
            What::Nest(nest) => nest.export(&jit, &mut pending)?,
            What::Kernel(text) => {
                let code = jit.kernels().of(&text.spec()?).map_err(Failure::bad_input)?;
                pending.export(&target)?.kernel(&code).map_err(Failure::bad_input)?;
            }
        }
        pending.write()
    }
}
