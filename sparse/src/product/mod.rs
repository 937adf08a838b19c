//! Products that run here: a matrix, the form of the code, and checked calls.
//!
//! A [`Product`] knows its matrix's values, [`Positions`] only where they are. Both choose between code that is the matrix
//! ([`fixed`](crate::fixed)) and code that reads it ([`rows`](crate::rows)) by predicted cycles, and say why ([`Explanation`]).
//!
//! ```no_run
//! use tensmith::{Jit, Pool};
//! use tensmith_sparse::{Columns, Csr, Options, Product};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let jit = tensmith_sparse::enabled(Jit::host()?)?;
//! let a: Csr<f64> = Csr::from_dense((2, 3), &[1.0, 0.0, 2.0, 0.0, 3.0, 0.0], 3)?;
//! let product = Product::new(&jit, a, Columns::dense(4), &Options::default())?;
//! let (b, mut c) = (vec![1.0; 3 * 4], vec![0.0; 2 * 4]);
//! product.run(&b, &mut c)?;
//! println!("{}", product.explanation());
//! # Ok(())
//! # }
//! ```
//!
//! Tests: `tests/tests/sparse_product.rs`, `tests/tests/sparse_blocks.rs`, `tests/tests/sparse_pruned.rs`,
//! `tests/tests/sparse_sampled.rs`.

mod blocked;
mod call;
mod code;
mod error;
mod explanation;
mod options;
mod pruned;
mod sampled;

pub use blocked::Blocked;
pub use call::enabled;
pub(crate) use code::unavailable;
pub use error::{PatchError, ProductError, RunError};
pub use explanation::{CodeSize, Explanation, FixedForm, Reason};
pub use options::{GRAIN, Options, Wanted};
pub use pruned::PrunedProduct;
pub use sampled::Sampled;

use crate::columns::Columns;
use crate::csr::{Csr, Index};
use crate::template::Template;
use code::{Code, Form};
use std::sync::Arc;
use tensmith::{Executor, Jit, Sequential};
use tensmith_core::fallible::{try_collect, try_filled};
use tensmith_core::kernel::DataSpec;
use tensmith_core::reference::Element;

/// A product with a matrix whose values are known: `C = A·B` or `C = A·B + C`. `C = B·A` is that of the transposed matrix, with
/// operands that are stored the other way round.
///
/// Equal values share a factor of the code. A zero that is an entry is multiplied, as NumPy and SciPy do it: what it meets may be infinite,
/// or not a number. Clones share all.
#[derive(Clone, Debug)]
pub struct Product<T, I = u32> {
    code: Arc<Code<T, I>>,
    /// The table of factors where the matrix is code, else values that have taken the place of the matrix's.
    values: Option<Arc<Vec<T>>>,
}

impl<T: Element, I: Index> Product<T, I> {
    /// Makes the code of a product. Several may share a matrix.
    ///
    /// # Errors
    /// [`ProductError`].
    pub fn new(
        jit: &Jit,
        matrix: impl Into<Arc<Csr<T, I>>>,
        columns: Columns,
        options: &Options,
    ) -> Result<Self, ProductError> {
        let matrix = matrix.into();
        let (template, table) = Template::sharing(&matrix)?;
        let code = Code::new(jit, matrix, template, columns, options)?;
        let values = matches!(code.form, Form::Fixed { .. }).then(|| Arc::new(table));
        Ok(Self { code: Arc::new(code), values })
    }

    /// Evaluates the product on this thread.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run(&self, b: &[T], c: &mut [T]) -> Result<(), RunError> {
        self.run_on(b, c, &Sequential)
    }

    /// Like [`Product::run`], on the threads of an executor; with the same bits, however many they are. A matrix that is code is run
    /// by one.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run_on(&self, b: &[T], c: &mut [T], executor: &(impl Executor + ?Sized)) -> Result<(), RunError> {
        self.code.run(self.values(), b, c, executor)
    }

    /// The table of factors, or a value for each entry.
    fn values(&self) -> &[T] {
        self.values.as_deref().map_or(self.code.matrix.values(), Vec::as_slice)
    }

    /// The product with other values at the same positions, in the order of the entries. No code is generated: both share it, and
    /// this one stays as it is. A value may be anything, also a zero or NaN; where the matrix is code, values that had the
    /// same bits have to have the same, and those that were opposite have to be so.
    ///
    /// # Errors
    /// [`PatchError`].
    pub fn with_values(&self, values: &[T]) -> Result<Self, PatchError> {
        let (found, expected) = (values.len(), self.code.matrix.entries());
        if found != expected {
            return Err(PatchError::Count { found, expected });
        }
        let patched = match &self.code.form {
            Form::Rows { .. } => try_collect(values.iter().copied())?,
            Form::Fixed { spec, .. } => patched(spec.template(), values)?,
        };
        Ok(Self { code: Arc::clone(&self.code), values: Some(Arc::new(patched)) })
    }

    /// Which form was chosen, why, and what each costs.
    #[must_use]
    pub fn explanation(&self) -> &Explanation {
        &self.code.explanation
    }

    /// The matrix, with the values that the product was made with.
    #[must_use]
    pub fn matrix(&self) -> &Csr<T, I> {
        &self.code.matrix
    }

    /// The specification of the code: a [`FixedSpec`](crate::FixedSpec) where the matrix is code, else a [`RowsSpec`](crate::RowsSpec).
    #[must_use]
    pub fn spec(&self) -> &Arc<dyn DataSpec> {
        self.code.kernel().spec()
    }

    /// The machine code.
    #[must_use]
    pub fn machine_code(&self) -> &[u8] {
        self.code.kernel().code()
    }
}

/// The table of factors with other values.
fn patched<T: Element>(template: &Template, values: &[T]) -> Result<Vec<T>, PatchError> {
    let mut table = try_filled(None::<(usize, T)>, template.factors())?;
    for (entry, (term, value)) in template.terms().iter().zip(values).enumerate() {
        // An opposite's factor has to be the negative of the one that it is the opposite of.
        let opposite = template.opposite(term.factor).map(|base| (base, -*value));
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

/// A product with a matrix whose positions are known, and whose values come with each call: a template.
#[derive(Clone, Debug)]
pub struct Positions<T, I = u32>(Arc<Code<T, I>>);

impl<T: Element, I: Index> Positions<T, I> {
    /// Makes the code of a product of matrices with the positions of `matrix`, whose values do not matter.
    ///
    /// # Errors
    /// [`ProductError`].
    pub fn new(
        jit: &Jit,
        matrix: impl Into<Arc<Csr<T, I>>>,
        columns: Columns,
        options: &Options,
    ) -> Result<Self, ProductError> {
        let matrix = matrix.into();
        let template = Template::of_positions(&matrix)?;
        Ok(Self(Arc::new(Code::new(jit, matrix, template, columns, options)?)))
    }

    /// Evaluates the product on this thread, with a value for each entry, in their order.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run(&self, values: &[T], b: &[T], c: &mut [T]) -> Result<(), RunError> {
        self.run_on(values, b, c, &Sequential)
    }

    /// Like [`Positions::run`], on the threads of an executor; with the same bits, however many they are.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run_on(
        &self,
        values: &[T],
        b: &[T],
        c: &mut [T],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        self.0.run(values, b, c, executor)
    }

    /// Which form was chosen, why, and what each costs.
    #[must_use]
    pub fn explanation(&self) -> &Explanation {
        &self.0.explanation
    }

    /// The machine code.
    #[must_use]
    pub fn machine_code(&self) -> &[u8] {
        self.0.kernel().code()
    }
}
