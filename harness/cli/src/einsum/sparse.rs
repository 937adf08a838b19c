//! A contraction one of whose operands is a sparse matrix in a file.
//!
//! Tests: `harness/cli/tests/program/sparse_einsum.rs`.

use super::Einsum;
use super::explain::Format;
use crate::contraction::{self, builder_for, way_out};
use crate::error::Failure;
use crate::job::{self, Job};
use crate::profile;
use crate::progress::Progress;
use crate::target::Asked;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use tensmith::element::ScalarType;
use tensmith::inspect::Check;
use tensmith::parallel::{Pool, Sequential};
use tensmith::{Array, BuildError, View};
use tensmith_core::with_float;
use tensmith_matrices::Value as Element;
use tensmith_npy::{Loaded, Number, Shape};
use tensmith_sparse::{Duplicates, Einsum as Contraction, EinsumRunError, Explanation, Operand, Options};

/// The operands of an expression: a sparse matrix among dense arrays.
#[derive(Debug)]
pub(super) struct Operands<'a> {
    /// The file of the matrix.
    matrix: &'a Path,
    /// How many of the arrays are before it.
    place: usize,
    arrays: Vec<Loaded>,
}

/// A contraction that can be run.
struct Planned<'a, T: Number + Element> {
    asked: &'a Einsum,
    contraction: Contraction<T>,
    arrays: Vec<Array<T>>,
    /// Why it cannot run here, if it cannot.
    obstacle: Option<BuildError>,
}

impl<'a> Operands<'a> {
    /// The operands in some files, of a type that is expected, if one is; none where no file is that of a
    /// sparse matrix.
    ///
    /// # Errors
    /// [`Failure::BadInput`], where there are two matrices, or a file of arrays is malformed.
    pub(super) fn among(paths: &'a [PathBuf], dtype: Option<ScalarType>) -> Result<Option<Self>, Failure> {
        let mut matrices = paths.iter().enumerate().filter(|(_, path)| tensmith_matrices::is_matrix(path));
        let Some((first, matrix)) = matrices.next() else { return Ok(None) };
        if let Some((_, second)) = matrices.next() {
            let (matrix, second) = (matrix.display(), second.display());
            return Err(Failure::BadInput(format!(
                "{matrix} and {second} are sparse: only one operand may be"
            )));
        }
        let (arrays, place) = contraction::read_around(paths, first, dtype)?;
        Ok(Some(Self { matrix, place, arrays }))
    }

    /// The dense arrays.
    pub(super) fn arrays(&self) -> &[Loaded] {
        &self.arrays
    }
}

impl Einsum {
    /// Evaluates a contraction with a sparse operand.
    pub(super) fn run_sparse(
        &self,
        operands: Operands<'_>,
        scalar: ScalarType,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let refused = [
            (self.tree, "--tree"),
            (self.bias.is_some(), "--bias"),
            (!self.conjugate.is_empty(), "--conjugate"),
            (self.then.is_some(), "--then"),
            (self.memory_limit.is_some(), "--memory-limit"),
            (self.wisdom.is_some(), "--wisdom"),
            (self.svg.is_some(), "--svg"),
            (self.record.is_asked(), "--record"),
        ];
        if let Some((_, option)) = refused.iter().chain(&self.order.given()).find(|(is_given, _)| *is_given) {
            let matrix = operands.matrix.display();
            return Err(Failure::BadInput(format!("{option}: not with a sparse operand, which {matrix} is")));
        }
        let dtype = scalar.part();
        if scalar.is_complex() || dtype.is_converted() || dtype.is_integer() {
            return Err(Failure::BadInput(format!(
                "elements are {scalar}: must be f32 or f64 with a sparse operand"
            )));
        }
        with_float!(dtype.arithmetic().lanes(), T => self.run_sparse_of::<T>(operands, progress))
    }

    fn run_sparse_of<T: Number + Element>(
        &self,
        operands: Operands<'_>,
        progress: &Progress,
    ) -> Result<(), Failure> {
        progress.stage("planning");
        let planned = self.planned::<T>(operands)?;
        job::perform(&planned, self.wanted(), progress)
    }

    /// Reads the matrix, and makes code.
    fn planned<T: Number + Element>(&self, operands: Operands<'_>) -> Result<Planned<'_, T>, Failure> {
        let Operands { matrix: path, place, arrays } = operands;
        let matrix = tensmith_matrices::read(path, Duplicates::Refuse).map_err(Failure::bad_input)?;
        // `contraction::read` lets no other type through.
        let arrays: Vec<Array<T>> = arrays.into_iter().filter_map(<T as Number>::of).collect();
        let (rows, columns) = matrix.shape();
        let mut shapes: Vec<String> =
            arrays.iter().map(|array| Shape(array.layout().shape()).to_string()).collect();
        shapes.insert(place, format!("{}, sparse", Shape(&[rows, columns])));
        let explain = |error: &dyn std::fmt::Display| {
            let asked = contraction::asked(&self.expression, shapes.iter().cloned());
            Failure::BadInput(format!("{error} (expression {asked})"))
        };
        let target = self.target.map(Asked::target).transpose()?;
        let (builder, obstacle) = builder_for(target).map_err(Failure::bad_input)?;
        let builder = tensmith_sparse::enabled(builder.threads(self.threads.get()));
        let jit = profile::observed(builder)?.build().map_err(Failure::bad_input)?;
        let mut operands: Vec<_> = arrays.iter().map(Operand::Dense).collect();
        operands.insert(place, Operand::Sparse(matrix));
        let contraction = Contraction::new(&jit, &self.expression, operands, &Options::default());
        Ok(Planned {
            asked: self,
            contraction: contraction.map_err(|error| explain(&error))?,
            arrays,
            obstacle,
        })
    }
}

impl<T: Number + Element> Planned<'_, T> {
    fn views(&self) -> Vec<View<'_, T>> {
        self.arrays.iter().map(Array::view).collect()
    }
}

impl<T: Number + Element> Job for Planned<'_, T> {
    type Element = T;
    type Result = Array<T>;

    fn shape(&self, _: usize) -> Vec<usize> {
        self.contraction.output().shape().to_vec()
    }

    fn run(&self) -> Result<Array<T>, Failure> {
        if let Some(obstacle) = &self.obstacle {
            return Err(way_out(obstacle, self.contraction.target()));
        }
        let run = || -> Result<Array<T>, EinsumRunError> {
            let mut result = Array::zeros(self.contraction.output().try_clone()?)?;
            let (views, mut output) = (self.views(), result.view_mut());
            match self.asked.threads {
                NonZeroUsize::MIN => self.contraction.run_on(&views, &mut output, &Sequential)?,
                threads => self.contraction.run_on(&views, &mut output, &Pool::with_width(threads))?,
            }
            Ok(result)
        };
        run().map_err(|error| Failure::NotPossibleHere(error.to_string()))
    }

    fn check(&self, result: &Array<T>) -> Result<Check, Failure> {
        let check = self.contraction.check(&self.views(), &result.view());
        check.map_err(|error| Failure::Check(error.to_string()))
    }

    fn elements<'r>(&self, result: &'r Array<T>, _: usize) -> Result<Cow<'r, [T]>, Failure> {
        Ok(result.data().into())
    }

    fn finish(&self) -> Result<(), Failure> {
        if !self.asked.explain {
            return Ok(());
        }
        let text = match self.asked.format {
            Format::Text => self.contraction.explain().to_string(),
            Format::Json => json(&self.contraction).to_string(),
        };
        job::explain(self.asked.output.as_slice(), |out| writeln!(out, "{text}"))
    }
}

/// An explanation as JSON.
fn json<T: Number + Element>(contraction: &Contraction<T>) -> Value {
    let (operand, matrix) = contraction.matrix();
    let path = |plan: Option<&tensmith::Plan<T>>| plan.map(|plan| plan.explain().named_path().to_string());
    json!({
        "target": contraction.target().core.name,
        "dtype": T::DTYPE.name(),
        "sparse": operand,
        "entries": matrix.entries(),
        "turned": contraction.orientation().to_string(),
        "meets": contraction.co_operands(),
        "operations": contraction.operations(),
        "output": contraction.output().shape(),
        "before": path(contraction.before()),
        "after": path(contraction.after()),
        "products": contraction.products().map(of_product).collect::<Vec<_>>(),
    })
}

fn of_product((explanation, repeats): (&Explanation, usize)) -> Value {
    let Explanation { shape: (rows, depth), columns, reason, rows: cycles, fixed, .. } = explanation;
    json!({
        "repeats": repeats,
        "rows": rows,
        "depth": depth,
        "columns": columns,
        "reason": reason.to_string(),
        "is_fixed": explanation.is_fixed(),
        "fixed_cycles": fixed.as_ref().ok().map(|form| form.cycles),
        "rows_cycles": cycles,
        "code_bytes": explanation.code_bytes,
    })
}
