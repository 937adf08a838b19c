//! `einsum`: a contraction of two arrays in files.

use crate::contraction::Contraction;
use crate::error::Failure;
use crate::npy;
use crate::output::Output;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `einsum`.
#[derive(Debug, Args)]
pub(crate) struct Einsum {
    /// The contraction, with one letter for each index, such as `mk,kn->mn`
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// The first operand, an array of float32
    #[arg(value_name = "A.npy")]
    a: PathBuf,
    /// The second operand, an array of float32
    #[arg(value_name = "B.npy")]
    b: PathBuf,
    /// Where the result goes, in C order
    #[arg(long, short, value_name = "C.npy")]
    output: PathBuf,
    /// Compare the result with the scalar reference, and write it only if it agrees
    #[arg(long)]
    check: bool,
}

impl Einsum {
    /// Evaluates the contraction. What a check finds goes to the standard error stream, because
    /// the result may go to the standard output.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let contraction = Contraction::read(&self.expression, [&self.a, &self.b])?;
        let output = Output::open(Some(&self.output)).map_err(Failure::bad_input)?;
        let result = contraction.run()?;
        if self.check {
            eprintln!("{}", contraction.check(&result)?);
        }
        output
            .write(|out| npy::write(out, result.data(), result.layout().shape()))
            .map_err(Failure::bad_input)
    }
}
