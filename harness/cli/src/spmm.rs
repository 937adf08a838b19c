//! `spmm`: the product of a sparse matrix and a dense one, both in files.
//!
//! Tests: `harness/cli/tests/program/spmm.rs`.

use crate::contraction::{Report, jit_for, way_out};
use crate::error::{Failure, say};
use crate::output::Output;
use crate::profile;
use crate::progress::Progress;
use crate::sparse::Sparse;
use crate::target::Asked;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use tensmith::{Array, Check, JitError, Pool, Target};
use tensmith_core::fallible::try_filled;
use tensmith_core::reference::Sum;
use tensmith_core::text::Count;
use tensmith_matrices::Value;
use tensmith_npy::{self as npy, Extents, Loaded, Number, Shape};
use tensmith_sparse::{Columns, Csr, Explanation, Options, Product, Split};

/// Arguments of `spmm`.
#[derive(Debug, Args)]
pub(crate) struct Spmm {
    #[command(flatten)]
    sparse: Sparse,
    /// The dense matrix, or a vector: float32 or float64, which A is rounded to, or `-` for the standard input
    #[arg(value_name = "B.npy")]
    b: PathBuf,
    /// The file for the result, in C order
    #[arg(long, short, value_name = "C.npy", required_unless_present_any = ["explain", "check"])]
    output: Option<PathBuf>,
    /// Compare the result with the scalar reference, and write it only if it agrees
    #[arg(long)]
    check: bool,
    /// Say which form the code has, why, and what each form costs
    #[arg(long)]
    explain: bool,
    /// How the work is divided: equal numbers of rows, of non-zeros, or of both together
    #[arg(long, default_value = "merge", value_parser = split())]
    split: Split,
    /// How many threads run it
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Make the code for another core than this machine's, which runs it if it executes that core's code
    #[arg(long, value_parser = Asked::parser())]
    target: Option<Asked>,
}

/// Parses the name of a division.
fn split() -> impl TypedValueParser<Value = Split> {
    PossibleValuesParser::new(Split::ALL.map(|(_, name)| name))
        .try_map(|name| Split::from_name(&name).ok_or("not one of the possible values"))
}

/// Reading, making code, running, comparing, writing.
const STAGES: u64 = 5;

/// A product of operands from files.
struct Multiplication<T> {
    product: Product<T>,
    /// In C order.
    b: Array<T>,
    columns: Columns,
    /// The extents of the result.
    shape: Vec<usize>,
    target: Target,
    /// Why it cannot run here, if it cannot.
    obstacle: Option<JitError>,
}

impl Spmm {
    /// Evaluates the product. What a check finds goes to the standard error stream, because the result may go to the standard
    /// output.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let progress = Progress::new(STAGES);
        progress.stage("reading operands");
        if tensmith_matrices::is_matrix(&self.b) {
            return Err(self.refused(
                "must be a dense array, and is a sparse matrix: `spmm A.mtx B.npy` has that first",
            ));
        }
        let mut arrays = npy::read(&self.b).map_err(Failure::bad_input)?;
        match (arrays.pop(), arrays.len()) {
            (Some(Loaded::F32(b)), 0) => self.run_of(&b, &progress),
            (Some(Loaded::F64(b)), 0) => self.run_of(&b, &progress),
            (last, before) => {
                let count = before + usize::from(last.is_some());
                Err(self.refused(format_args!("{}: must be 1", Count(count, "array").there())))
            }
        }
    }

    /// A mistake in B.
    fn refused(&self, rule: impl Display) -> Failure {
        Failure::BadInput(format!("B = {}: {rule}", self.b.display()))
    }

    fn run_of<T: Number + Value>(&self, b: &Array<T>, progress: &Progress) -> Result<(), Failure> {
        let matrix = self.sparse.read::<T>()?;
        progress.stage("making code");
        let multiplication = self.multiplication(matrix, b)?;
        if !self.explain {
            progress.aside(|| self.sparse.warn(multiplication.product.explanation()));
        }
        let explain = || progress.aside(|| self.explain(multiplication.product.explanation()));
        let output = match &self.output {
            Some(path) => {
                let extents = Extents::new(path, &multiplication.shape).map_err(Failure::bad_input)?;
                Some((Output::open(Some(path)).map_err(Failure::bad_input)?, extents))
            }
            None if self.check => None,
            None => return explain(),
        };
        progress.stage("running");
        let c = multiplication.run(self.threads)?;
        if self.check {
            progress.stage("comparing with the reference");
            let report = Report::of(multiplication.check(&c)?)?;
            progress.aside(|| say(&report));
        }
        progress.stage("writing");
        if let Some((output, extents)) = output {
            output.write(|out| npy::write(out, &c, &extents)).map_err(Failure::bad_input)?;
        }
        if self.explain { explain() } else { Ok(()) }
    }

    /// Makes the code of the product.
    fn multiplication<T: Number + Value>(
        &self,
        matrix: Csr<T>,
        b: &Array<T>,
    ) -> Result<Multiplication<T>, Failure> {
        let (rows, depth) = matrix.shape();
        let (shape, count) = match *b.layout().shape() {
            [found] if found == depth => (vec![rows], 1),
            [found, count] if found == depth => (vec![rows, count], count),
            ref other => {
                let rule = format!("must be {depth} or {depth}xN, as A is {}", Shape(&[rows, depth]));
                return Err(self.refused(format_args!("shape {}: {rule}", Shape(other))));
            }
        };
        let b = Array::copy_of(&b.view()).map_err(|error| self.refused(error))?;
        let target = self.target.map(Asked::target).transpose()?;
        let (jit, obstacle) = jit_for(target).map_err(Failure::bad_input)?;
        let (jit, columns) = (profile::observed(jit)?, Columns::dense(count));
        let target = *jit.target();
        let options = Options { split: self.split, ..self.sparse.options() };
        let product = self.sparse.product(jit, matrix, columns, &options)?;
        Ok(Multiplication { product, b, columns, shape, target, obstacle })
    }

    /// Explains on the standard output, or, where the bytes of the result are there, on the standard error.
    fn explain(&self, explanation: &Explanation) -> Result<(), Failure> {
        if self.output.as_deref() == Some(Path::new("-")) {
            say(explanation);
            return Ok(());
        }
        let output = Output::open(None).map_err(Failure::bad_input)?;
        output.write(|out| writeln!(out, "{explanation}")).map_err(Failure::bad_input)
    }
}

impl<T: Number + Value> Multiplication<T> {
    /// Runs it.
    ///
    /// # Errors
    /// [`Failure::NotPossibleHere`], where this machine cannot execute the code.
    fn run(&self, threads: NonZeroUsize) -> Result<Vec<T>, Failure> {
        if let Some(obstacle) = &self.obstacle {
            return Err(way_out(obstacle, &self.target));
        }
        let (rows, _) = self.product.matrix().shape();
        // Sizes whose product overflows were refused with the columns.
        let mut c = try_filled(T::ZERO, rows.saturating_mul(self.columns.count)).map_err(not_here)?;
        let ran = match threads {
            NonZeroUsize::MIN => self.product.run(self.b.data(), &mut c),
            threads => self.product.run_on(self.b.data(), &mut c, &Pool::with_width(threads)),
        };
        ran.map_err(not_here)?;
        Ok(c)
    }

    /// Compares a result with the scalar reference: each row's sums by definition, in FP64.
    fn check(&self, c: &[T]) -> Result<Check, Failure> {
        let (matrix, count) = (self.product.matrix(), self.columns.count);
        let mut check = Check::default();
        for (row, actual) in c.chunks(count).enumerate() {
            let mut sums = try_filled(Sum::starting_at(0.0), count).map_err(not_here)?;
            for entry in matrix.row(row) {
                let (column, value) = (matrix.indices()[entry] as usize, matrix.values()[entry].to_f64());
                let of_b = &self.b.data()[column * count..][..count];
                for (sum, element) in sums.iter_mut().zip(of_b) {
                    sum.add_product(value, element.to_f64());
                }
            }
            for (sum, actual) in sums.iter().zip(actual) {
                check.compare(sum, *actual);
            }
        }
        Ok(check)
    }
}

/// What a machine could do that had more of something.
fn not_here(error: impl Display) -> Failure {
    Failure::NotPossibleHere(error.to_string())
}
