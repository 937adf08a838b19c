//! A loop nest or a sequence of nests to export, from a file.
//!
//! Tests: `harness/cli/tests/program/export.rs`.

use super::files::Pending;
use crate::error::Failure;
use crate::input::{self, refused};
use clap::Args;
use std::path::PathBuf;
use tensmith::program::tensor::{Options, Sequence};
use tensmith::{DType, Jit};
use tensmith_core::reference::Element;
use tensmith_core::tensor::optimize::{Context, optimize_all};
use tensmith_core::with_arithmetic;

/// Arguments of `export nest`.
#[derive(Debug, Args)]
pub(crate) struct Nest {
    /// The nest, or sequence of nests, in its text form; `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Nest {
    /// Adds what the optimizer makes of it to an export.
    pub(crate) fn export(&self, jit: &Jit, pending: &mut Pending) -> Result<(), Failure> {
        let sequence = input::sequence(&self.file)?;
        let dtype = sequence.dtype().unwrap_or(DType::F32);
        with_arithmetic!(dtype, T => self.export_of::<T>(sequence, jit, pending))
    }

    fn export_of<T: Element>(
        &self,
        sequence: Sequence,
        jit: &Jit,
        pending: &mut Pending,
    ) -> Result<(), Failure> {
        let (steps, count) = (sequence.steps.len(), sequence.arguments());
        let context = Context { target: jit.target(), options: Options::default() };
        let optimized =
            optimize_all(sequence, &context, |_, _| {}).map_err(|error| refused(&self.file, error))?;
        let program = jit.sequence::<T>(optimized).map_err(|error| refused(&self.file, error))?;
        // A text can state any number of arguments: it has names once the plan was not refused.
        pending.program(jit.target(), &program, &arguments(steps, count))
    }
}

/// The names of some arguments of a sequence of some steps: of a nest alone those of its operands.
pub(crate) fn arguments(steps: usize, count: usize) -> Vec<String> {
    match steps {
        1 if count == 3 => ["in0", "in1", "out"].map(str::to_owned).into(),
        _ => (0..count).map(|number| format!("arg{number}")).collect(),
    }
}
