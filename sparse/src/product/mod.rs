//! Products that run here: a matrix, the form of the code, and checked calls.
//!
//! A [`Product`] is that of a matrix in some [`Format`]. Of a [`Csr`] it knows the values, of [`Positions`]
//! only where they are: both choose between code that is the matrix ([`fixed`](crate::fixed)) and code that
//! reads it ([`rows`](crate::rows)) by predicted cycles, and say why ([`Explanation`]). The
//! other formats are read.
//!
//! ```no_run
//! use tensmith::{Array, Jit};
//! use tensmith_sparse::{Csr, Options, Product};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let jit = tensmith_sparse::enabled(Jit::builder()).build()?;
//! let a: Csr<f64> = Csr::from_dense((2, 3), &[1.0, 0.0, 2.0, 0.0, 3.0, 0.0], 3)?;
//! let b = Array::c_order(vec![1.0; 3 * 4], &[3, 4])?;
//! let product = Product::with_array(&jit, a, &b, &Options::default())?;
//! let c = product.multiply(&b.view())?;
//! assert_eq!(c.data(), [3.0; 2 * 4]);
//! println!("{}", product.explanation());
//! # Ok(())
//! # }
//! ```
//!
//! Tests: `tests/tests/sparse_product.rs`, `tests/tests/sparse_blocks.rs`, `tests/tests/sparse_pruned.rs`,
//! `tests/tests/sparse_sampled.rs`.

mod arrays;
mod call;
mod choice;
mod error;
mod explanation;
mod format;
mod formats;
mod options;

pub(crate) use call::Pair;
pub use call::enabled;
pub use error::{ArrayError, PatchError, ProductError, RunError};
pub use explanation::{CodeSize, Explanation, FixedForm, Reason};
pub use format::Format;
pub(crate) use format::unavailable;
pub use formats::{Positions, Sampled};
pub use options::{FormChoice, Options};

use crate::csr::{Csr, Index};
use crate::template::Template;
use format::{Code, Form};
use std::sync::Arc;
use tensmith::Jit;
use tensmith::parallel::{Executor, Sequential};
use tensmith_core::fallible::{try_collect, try_filled};
use tensmith_core::kernel::DataSpec;
use tensmith_core::reference::Element;

/// A product with a sparse matrix in some format: `C = A·B` or `C = A·B + C`, or a sampled one. `C = B·A` is
/// that of the transposed matrix, with operands that are stored the other way round.
///
/// Equal values of a matrix that is code share a factor. A zero that is an entry is multiplied, as NumPy and
/// SciPy do it: what it meets may be infinite, or not a number. Clones share all.
#[derive(Debug)]
pub struct Product<F: Format> {
    matrix: Arc<F>,
    dense: F::Dense,
    code: Arc<Code<F>>,
    /// Values, or a table of factors, in the place of those that the product was made with.
    patch: Option<Arc<Vec<F::Element>>>,
}

impl<F: Format> Product<F> {
    /// Makes the code of a product with dense operands: [`Columns`](crate::Columns), or
    /// [`Factors`](crate::Factors) for a sampled one. Several may share a matrix.
    ///
    /// # Errors
    /// [`ProductError`].
    pub fn new(
        jit: &Jit,
        matrix: impl Into<Arc<F>>,
        dense: F::Dense,
        options: &Options,
    ) -> Result<Self, ProductError> {
        let matrix = matrix.into();
        let code = Arc::new(matrix.code(jit, dense, options)?);
        Ok(Self { matrix, dense, code, patch: None })
    }

    /// Evaluates the product on this thread. The inputs are B; a value for each entry and B, of
    /// [`Positions`]; X and Y, of a [`Sampled`] product, whose output has a result for each
    /// entry, in their order.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run<'a>(&'a self, inputs: F::Inputs<'a>, output: &mut [F::Element]) -> Result<(), RunError> {
        self.run_on(inputs, output, &Sequential)
    }

    /// Like [`Product::run`], on the threads of an executor; with the same bits, however many they are. A
    /// matrix that is code is run by one. Rows of blocks and of pruned matrices are not divided.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run_on<'a>(
        &'a self,
        inputs: F::Inputs<'a>,
        output: &mut [F::Element],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        self.run_slices(F::inputs(self.values(), inputs), output, executor)
    }

    /// The values that come first among the inputs of the code: a table of factors, or a
    /// value for each entry.
    fn values(&self) -> &[F::Element] {
        let table = self.patch.as_deref().or(self.code.table.as_ref());
        table.map_or(self.matrix.values(), Vec::as_slice)
    }

    /// The matrix, with the values that the product was made with.
    #[must_use]
    pub fn matrix(&self) -> &F {
        &self.matrix
    }

    /// Predicted cycles of a call whose operands are in the first-level cache, or in the second
    /// where they do not fit.
    #[must_use]
    pub fn cycles(&self) -> f64 {
        self.code.cycles
    }

    /// The specification of the code: for a [`Csr`] and for [`Positions`], a [`FixedSpec`](crate::FixedSpec)
    /// where the matrix is code, else a [`RowsSpec`](crate::RowsSpec).
    #[must_use]
    pub fn spec(&self) -> &Arc<dyn DataSpec> {
        self.code.kernel.spec()
    }

    /// The machine code.
    #[must_use]
    pub fn machine_code(&self) -> &[u8] {
        self.code.kernel.code()
    }
}

impl<F: Format<Explanation = Explanation>> Product<F> {
    /// Which form was chosen, why, and what each costs.
    #[must_use]
    pub fn explanation(&self) -> &Explanation {
        &self.code.explanation
    }
}

impl<F: Format> Clone for Product<F> {
    fn clone(&self) -> Self {
        let Self { matrix, dense, code, patch } = self;
        Self { matrix: Arc::clone(matrix), dense: *dense, code: Arc::clone(code), patch: patch.clone() }
    }
}

impl<T: Element, I: Index> Product<Csr<T, I>> {
    /// The product with other values at the same positions, in the order of the entries. No code is
    /// generated: both share it, and this one stays as it is. A value may be anything, also a zero or NaN;
    /// where the matrix is code, values that had the same bits have to have the same, and those that were
    /// opposite have to be so.
    ///
    /// # Errors
    /// [`PatchError`].
    pub fn with_values(&self, values: &[T]) -> Result<Self, PatchError> {
        let (found, expected) = (values.len(), self.matrix.entries());
        if found != expected {
            return Err(PatchError::Count { found, expected });
        }
        let patch = match &self.code.form {
            Form::Reading { .. } => try_collect(values.iter().copied())?,
            Form::Fixed(spec) => patched(&spec.template, values)?,
        };
        Ok(Self { patch: Some(Arc::new(patch)), ..self.clone() })
    }
}

/// The table of factors with other values.
fn patched<T: Element>(template: &Template, values: &[T]) -> Result<Vec<T>, PatchError> {
    let mut table = try_filled(None::<(usize, T)>, template.factors())?;
    for (entry, (term, value)) in template.terms().iter().zip(values).enumerate() {
        // An opposite's factor has to be the negative of the one that it is the opposite of.
        let opposite = template.opposite(term.factor).map(|base| (base, value.negative()));
        let shared = [Some((term.factor, *value)), opposite];
        for (factor, value) in shared.into_iter().flatten() {
            match table.get_mut(factor as usize) {
                Some(Some((other, known))) if known.to_bits() != value.to_bits() => {
                    return Err(PatchError::Shared { entry, other: *other });
                }
                Some(place @ None) => *place = Some((entry, value)),
                _ => {}
            }
        }
    }
    Ok(try_collect(table.into_iter().map(|place| place.map_or(T::ZERO, |(_, value)| value)))?)
}
