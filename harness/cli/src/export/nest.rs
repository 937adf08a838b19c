//! A loop nest or a sequence of nests to export, from a file.
//!
//! Tests: `harness/cli/tests/program/export.rs`.

use super::files::Pending;
use crate::error::Failure;
use crate::input;
use clap::Args;
use std::fmt::Display;
use std::path::PathBuf;
use tensmith::tensor::{Options, Sequence};
use tensmith::{DType, Jit};
use tensmith_core::reference::Element;
use tensmith_core::tensor::optimize::{Context, optimize_all};

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
        let bytes = input::read(&self.file).map_err(Failure::bad_input)?;
        let text = std::str::from_utf8(&bytes).map_err(|error| self.refused(&error))?;
        let sequence: Sequence = text.parse().map_err(|error| self.refused(&error))?;
        match sequence.dtype() {
            Some(DType::F64) => self.export_of::<f64>(sequence, jit, pending),
            _ => self.export_of::<f32>(sequence, jit, pending),
        }
    }

    fn export_of<T: Element>(
        &self,
        sequence: Sequence,
        jit: &Jit,
        pending: &mut Pending,
    ) -> Result<(), Failure> {
        let (steps, count) = (sequence.steps.len(), sequence.arguments());
        let context = Context { target: jit.target(), options: Options::default() };
        let optimized = optimize_all(sequence, &context, |_, _| {}).map_err(|error| self.refused(&error))?;
        let program = jit.sequence::<T>(optimized).map_err(|error| self.refused(&error))?;
        // A text can state any number of arguments: it has names once the plan was not refused.
        pending.program(jit.target(), &program, &arguments(steps, count))
    }

    fn refused(&self, reason: &dyn Display) -> Failure {
        Failure::BadInput(format!("{}: {reason}", self.file.display()))
    }
}

/// The names of some arguments of a sequence of some steps: of a nest alone those of its operands.
pub(crate) fn arguments(steps: usize, count: usize) -> Vec<String> {
    match steps {
        1 if count == 3 => ["in0", "in1", "out"].map(str::to_owned).into(),
        _ => (0..count).map(|number| format!("arg{number}")).collect(),
    }
}
