//! `spmm`: the product of a sparse matrix and a dense one, both in files, or drawn.
//!
//! Tests: `harness/cli/tests/program/spmm.rs`.

use crate::contraction::{builder_for, check_drawn, way_out};
use crate::emit::spec::float;
use crate::error::Failure;
use crate::job::{self, Job, Wanted};
use crate::profile;
use crate::progress::Progress;
use crate::sparse::{Sparse, product};
use crate::target::Asked;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::borrow::Cow;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use tensmith::DType;
use tensmith::inspect::Check;
use tensmith::parallel::Pool;
use tensmith::{Array, BuildError, Target};
use tensmith_conformance::sparse::{self, Operands};
use tensmith_core::fallible::try_filled;
use tensmith_core::text::Count;
use tensmith_core::with_float;
use tensmith_matrices::Value;
use tensmith_npy::{self as npy, Loaded, Number, Shape};
use tensmith_sparse::{Columns, Csr, Options, Product, Split};

/// Arguments of `spmm`.
#[derive(Debug, Args)]
pub(crate) struct Spmm {
    /// The sparse matrix: Matrix Market's format (.mtx), or SciPy's (.npz)
    #[arg(value_name = "A.mtx", required_unless_present = "shape")]
    a: Option<PathBuf>,
    /// The dense matrix, or a vector: float32 or float64, which A is rounded to, or `-`
    /// for the standard input
    #[arg(value_name = "B.npy", required_unless_present = "shape")]
    b: Option<PathBuf>,
    /// Draw both instead: an MxK matrix with any share of entries, and a dense one of N columns. One element
    /// in eight is an infinity, a zero of either sign or NaN, the others are whole numbers from -8 to 8
    #[arg(long, value_name = "MxKxN", value_parser = shape, conflicts_with_all = ["a", "b"])]
    shape: Option<[usize; 3]>,
    /// What they are drawn from
    #[arg(long, value_name = "SEED", default_value = "1", requires = "shape", conflicts_with_all = ["a", "b"])]
    random: u64,
    /// Their type
    #[arg(long, default_value = "f32", value_parser = float(), requires = "shape", conflicts_with_all = ["a", "b"])]
    dtype: DType,
    #[command(flatten)]
    sparse: Sparse,
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

/// Parses extents.
fn shape(text: &str) -> Result<[usize; 3], &'static str> {
    let extents = text.split('x').map(str::parse).collect::<Result<Vec<usize>, _>>();
    let shape = extents.ok().and_then(|extents| <[usize; 3]>::try_from(extents).ok());
    let shape @ [rows, depth, columns] = shape.ok_or("must be extents such as `12x10x7`")?;
    [rows.checked_mul(depth), depth.checked_mul(columns), rows.checked_mul(columns)]
        .into_iter()
        .try_for_each(check_drawn)?;
    Ok(shape)
}

/// Parses the name of a division.
fn split() -> impl TypedValueParser<Value = Split> {
    PossibleValuesParser::new(Split::ALL.map(|(_, name)| name))
        .try_map(|name| Split::from_name(&name).ok_or("not one of the possible values"))
}

/// A product of operands from files.
struct Multiplication<T: Value> {
    product: Product<Csr<T>>,
    /// In C order.
    b: Array<T>,
    columns: Columns,
    target: Target,
    /// Why it cannot run here, if it cannot.
    obstacle: Option<BuildError>,
}

impl Spmm {
    /// Evaluates the product. What a check finds goes to the standard error stream, because the result may go
    /// to the standard output.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let progress = job::progress();
        progress.stage("reading operands");
        let (Some(a), Some(b)) = (&self.a, &self.b) else {
            return with_float!(self.dtype.arithmetic().lanes(), T => self.run_drawn::<T>(&progress));
        };
        if tensmith_matrices::is_matrix(b) {
            return Err(self.refused(
                "must be a dense array, and is a sparse matrix: `spmm A.mtx B.npy` has that first",
            ));
        }
        let mut arrays = npy::read(b).map_err(Failure::bad_input)?;
        match (arrays.pop(), arrays.len()) {
            (Some(Loaded::F32(b)), 0) => self.run_of(self.sparse.read(a)?, &b, &progress),
            (Some(Loaded::F64(b)), 0) => self.run_of(self.sparse.read(a)?, &b, &progress),
            (Some(other), 0) => {
                Err(self.refused(format_args!("elements are {}: must be f32 or f64", other.scalar())))
            }
            (last, before) => {
                let count = before + usize::from(last.is_some());
                Err(self.refused(format_args!("{}: must be 1", Count(count, "array").there())))
            }
        }
    }

    /// Evaluates the product of operands that are drawn.
    fn run_drawn<T: Number + Value>(&self, progress: &Progress) -> Result<(), Failure> {
        let shape @ [_, depth, columns] = self.shape.unwrap_or_default();
        let Operands { a, b } = sparse::draw::<T>(shape, self.random);
        let b = Array::c_order(b, &[depth, columns]).map_err(Failure::bad_input)?;
        self.run_of(a, &b, progress)
    }

    /// A mistake in B.
    fn refused(&self, rule: impl Display) -> Failure {
        Failure::BadInput(format!("B = {}: {rule}", name(self.b.as_deref())))
    }

    fn run_of<T: Number + Value>(
        &self,
        matrix: Csr<T>,
        b: &Array<T>,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let (size, (shape, count)) = (matrix.shape(), self.result(matrix.shape(), b.layout().shape())?);
        progress.stage("making code");
        // Without columns there is nothing to compute.
        let multiplication = match count {
            0 => None,
            _ => Some(self.multiplication(matrix, b, Columns::dense(count))?),
        };
        if let Some(one) = multiplication.as_ref().filter(|_| !self.explain) {
            progress.aside(|| self.sparse.warn(one.product.explanation()));
        }
        let run = self.output.is_some() || self.check;
        let wanted = Wanted { files: self.output.as_slice(), check: self.check, run };
        job::perform(&Planned { asked: self, size, shape, multiplication }, wanted, progress)
    }

    /// The extents of the result for a matrix and a B of some extents, and how many columns B has.
    fn result(&self, (rows, depth): (usize, usize), b: &[usize]) -> Result<(Vec<usize>, usize), Failure> {
        match *b {
            [found] if found == depth => Ok((vec![rows], 1)),
            [found, count] if found == depth => Ok((vec![rows, count], count)),
            _ => {
                let rule = format!("must be {depth} or {depth}xN, as A is {}", Shape(&[rows, depth]));
                Err(self.refused(format_args!("shape {}: {rule}", Shape(b))))
            }
        }
    }

    /// Makes the code of the product.
    fn multiplication<T: Number + Value>(
        &self,
        matrix: Csr<T>,
        b: &Array<T>,
        columns: Columns,
    ) -> Result<Multiplication<T>, Failure> {
        let b = Array::copy_of(&b.view()).map_err(|error| self.refused(error))?;
        let target = self.target.map(Asked::target).transpose()?;
        let (builder, obstacle) = builder_for(target).map_err(Failure::bad_input)?;
        let builder = tensmith_sparse::enabled(profile::observed(builder)?);
        let jit = builder.build().map_err(Failure::bad_input)?;
        let target = *jit.target();
        let options = Options { split: self.split, ..self.sparse.options() };
        let product = product(&jit, (&name(self.a.as_deref()), matrix), columns, &options)?;
        Ok(Multiplication { product, b, columns, target, obstacle })
    }
}

/// A product that is planned.
struct Planned<'a, T: Value> {
    asked: &'a Spmm,
    /// The extents of A.
    size: (usize, usize),
    /// The extents of the result.
    shape: Vec<usize>,
    multiplication: Option<Multiplication<T>>,
}

impl<T: Number + Value> Job for Planned<'_, T> {
    type Element = T;
    type Result = Vec<T>;

    fn shape(&self, _: usize) -> Vec<usize> {
        self.shape.clone()
    }

    fn run(&self) -> Result<Vec<T>, Failure> {
        let run = |one: &Multiplication<T>| one.run(self.asked.threads);
        Ok(self.multiplication.as_ref().map(run).transpose()?.unwrap_or_default())
    }

    fn check(&self, result: &Vec<T>) -> Result<Check, Failure> {
        Ok(self.multiplication.as_ref().map(|one| one.check(result)).unwrap_or_default())
    }

    fn elements<'r>(&self, result: &'r Vec<T>, _: usize) -> Result<Cow<'r, [T]>, Failure> {
        Ok(result.into())
    }

    fn finish(&self) -> Result<(), Failure> {
        if !self.asked.explain {
            return Ok(());
        }
        let (rows, depth) = self.size;
        job::explain(self.asked.output.as_slice(), |out| match &self.multiplication {
            Some(one) => writeln!(out, "{}", one.product.explanation()),
            None => writeln!(out, "product {} {rows}x{depth}x0: no code", T::DTYPE),
        })
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

    /// Compares a result with the scalar reference.
    fn check(&self, c: &[T]) -> Check {
        sparse::check(self.product.matrix(), (self.b.data(), self.columns.count), c)
    }
}

/// The name of an operand: that of its file.
fn name(path: Option<&Path>) -> String {
    path.map_or("drawn".to_owned(), |path| path.display().to_string())
}

/// What a machine could do that had more of something.
fn not_here(error: impl Display) -> Failure {
    Failure::NotPossibleHere(error.to_string())
}
