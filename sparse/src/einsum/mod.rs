//! Contractions of one sparse operand and dense ones: `ij,jk->ik`, and whatever comes down to such a product.
//!
//! Problem: the kernels of this package multiply a matrix by rows and a dense matrix. An expression has any
//! number of dense operands, with labels in any order and strides of their own.
//!
//! Idea: the matrix is contracted with a subset of the dense operands, combined first (`sparse_step`); it is
//! transposed or flattened so that its columns are the summed index. All other labels are columns of the
//! product, or loops around it (`arrangement`). Contractions and copies before and after are ordinary
//! [`Plan`]s. What has no such form is refused, with the label and the rule that it breaks.
//!
//! Zeros that are no entries are not multiplied: infinities and NaN of dense operands do not show there.
//!
//! ```no_run
//! use tensmith::{Array, Jit};
//! use tensmith_sparse::{Csr, Einsum, Operand, Options};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let jit = tensmith_sparse::enabled(Jit::builder()).build()?;
//! let a: Csr<f64> = Csr::from_dense((2, 3), &[1.0, 0.0, 2.0, 0.0, 3.0, 0.0], 3)?;
//! let b = Array::c_order(vec![1.0; 4 * 3], &[4, 3])?;
//! let operands = vec![Operand::Dense(&b), Operand::Sparse(a)];
//! let einsum = Einsum::new(&jit, "kj,ij->ik", operands, &Options::default())?;
//! let mut c = Array::zeros(einsum.output().try_clone()?)?;
//! einsum.run(&[b.view()], &mut c.view_mut())?;
//! assert_eq!(c.data(), [3.0; 8]);
//! println!("{}", einsum.explain());
//! # Ok(())
//! # }
//! ```
//!
//! Tests: `tests/tests/sparse_einsum.rs`, `harness/cli/tests/program/sparse_einsum.rs`.

mod arrangement;
mod compiled;
mod error;
mod explain;
mod reference;
mod run;
mod sparse_step;

pub use error::{EinsumError, EinsumRunError, LabelRule};
pub use sparse_step::Orientation;

use crate::csr::{Csr, Index};
use crate::product::{Explanation, Options};
use compiled::{Compiled, Request};
use sparse_step::Problem;
use std::fmt;
use std::sync::Arc;
use tensmith::expression::Dialect;
use tensmith::inspect::{Check, CheckError};
use tensmith::parallel::{Executor, Sequential};
use tensmith::{Jit, Plan, Strided, Target, View, ViewMut};
use tensmith_core::einsum;
use tensmith_core::reference::Element;
use tensmith_core::tensor::ArrayLayout;

/// A contraction of one sparse operand and dense ones, made for exactly their layouts. Threads may share it;
/// clones are the same.
///
/// Dense operands are numbered as in the expression, and passed to runs in this order, without the matrix.
#[derive(Debug)]
pub struct Einsum<T: Element, I: Index = u32>(Arc<Compiled<T, I>>);

/// An operand of an expression.
#[derive(Debug)]
pub enum Operand<'a, T, I, S: ?Sized> {
    /// A sparse matrix.
    Sparse(Csr<T, I>),
    /// The extents and strides of a dense array.
    Dense(&'a S),
}

impl<T: Element, I: Index> Einsum<T, I> {
    /// Makes plans and code for an expression, into a dense output in C order. The layout in `options` is of
    /// no effect: products take the one that suits the operands.
    ///
    /// # Errors
    /// [`EinsumError`].
    pub fn new<S: Strided + ?Sized>(
        jit: &Jit,
        expression: &str,
        operands: Vec<Operand<'_, T, I, S>>,
        options: &Options,
    ) -> Result<Self, EinsumError> {
        Self::made(jit, expression, operands, None::<&ArrayLayout>, options)
    }

    /// Like [`Einsum::new`], into an output with these extents and strides.
    ///
    /// # Errors
    /// [`EinsumError`].
    pub fn new_into<S: Strided + ?Sized>(
        jit: &Jit,
        expression: &str,
        operands: Vec<Operand<'_, T, I, S>>,
        output: &impl Strided,
        options: &Options,
    ) -> Result<Self, EinsumError> {
        Self::made(jit, expression, operands, Some(output), options)
    }

    fn made<S: Strided + ?Sized>(
        jit: &Jit,
        expression: &str,
        operands: Vec<Operand<'_, T, I, S>>,
        output: Option<&impl Strided>,
        options: &Options,
    ) -> Result<Self, EinsumError> {
        let expression = einsum::parse(expression)?;
        let mut shapes: Vec<Vec<usize>> = Vec::new();
        let (mut sparse, mut dense) = (None, Vec::new());
        for (number, operand) in operands.into_iter().enumerate() {
            match (operand, &sparse) {
                (Operand::Dense(array), _) => {
                    shapes.push(array.shape().to_vec());
                    dense.push((number, array.to_layout()?));
                }
                (Operand::Sparse(_), Some((first, _))) => {
                    return Err(EinsumError::SecondMatrix { first: *first, second: number });
                }
                (Operand::Sparse(matrix), None) => {
                    let (rows, columns) = matrix.shape();
                    shapes.push(vec![rows, columns]);
                    sparse = Some((number, Arc::new(matrix)));
                }
            }
        }
        let (operand, matrix) = sparse.ok_or(EinsumError::NoMatrix)?;
        let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
        let resolved = einsum::resolve(&expression, &shapes, Dialect::Numpy)?;
        let expected = resolved.output_shape()?;
        let output = match output {
            Some(output) if *output.shape() == *expected => output.to_layout()?,
            Some(output) => {
                let found = output.shape().to_vec();
                return Err(EinsumError::Output { found, expected: expected.to_vec() });
            }
            None => ArrayLayout::c_order(&expected)?,
        };
        let (entries, dtype, target) = (matrix.entries(), T::DTYPE, *jit.target());
        let problem = Problem { resolved, matrix: operand, entries, dtype, target };
        let request = Request { expression, problem, matrix, dense, output };
        Ok(Self(Arc::new(Compiled::new(jit, request, options)?)))
    }

    /// Evaluates the contraction on this thread. `inputs` are the dense operands, in their order. Overwrites
    /// the output. Allocates intermediate tensors, as far as there are some.
    ///
    /// # Errors
    /// [`EinsumRunError`]; where it is about an operand, nothing is written.
    pub fn run(&self, inputs: &[View<'_, T>], output: &mut ViewMut<'_, T>) -> Result<(), EinsumRunError> {
        self.run_on(inputs, output, &Sequential)
    }

    /// Like [`Einsum::run`], on the threads of an executor; with the same bits, however many they are.
    ///
    /// # Errors
    /// [`EinsumRunError`].
    pub fn run_on(
        &self,
        inputs: &[View<'_, T>],
        output: &mut ViewMut<'_, T>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), EinsumRunError> {
        self.0.run(inputs, output, executor)
    }

    /// Compares an output with the scalar reference: for each entry, its products with all elements of dense
    /// operands that it meets, in FP64. Slow.
    ///
    /// # Errors
    /// [`CheckError`].
    pub fn check(&self, inputs: &[View<'_, T>], output: &View<'_, T>) -> Result<Check, CheckError> {
        self.0.check(inputs, output)
    }

    /// The layout of the output.
    #[must_use]
    pub fn output(&self) -> &ArrayLayout {
        &self.0.request.output
    }

    /// The layouts of the dense operands, each with its number in the expression.
    pub fn inputs(&self) -> impl Iterator<Item = (usize, &ArrayLayout)> {
        self.0.request.dense.iter().map(|(number, layout)| (*number, layout))
    }

    /// The sparse operand, with its number in the expression.
    #[must_use]
    pub fn matrix(&self) -> (usize, &Csr<T, I>) {
        (self.0.request.problem.matrix, &self.0.request.matrix)
    }

    /// The core that it is made for.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.0.request.problem.target
    }

    /// The numbers of the dense operands that the matrix is contracted with; all others are
    /// contracted with the result.
    #[must_use]
    pub fn co_operands(&self) -> &[usize] {
        &self.0.step.co_operands
    }

    /// How the matrix is taken for its product.
    #[must_use]
    pub fn orientation(&self) -> Orientation {
        self.0.step.orientation
    }

    /// Two for each product that is added, in all contractions together.
    #[must_use]
    pub fn operations(&self) -> u64 {
        self.0.operations()
    }

    /// The plan of what the matrix is multiplied with: of several operands, or of one that is copied. None
    /// where an operand is read as it is.
    #[must_use]
    pub fn before(&self) -> Option<&Plan<T>> {
        self.0.before.as_ref()
    }

    /// The plan of what becomes of the product, which is its first input. None where that is the output.
    #[must_use]
    pub fn after(&self) -> Option<&Plan<T>> {
        self.0.after.as_ref()
    }

    /// The sparse products, and how often each is repeated in a run; none where there is nothing to compute.
    pub fn products(&self) -> impl Iterator<Item = (&Explanation, usize)> {
        self.0.products.iter().map(|(product, panels)| (product.explanation(), panels.count()))
    }

    /// An explanation as lines of text: what the matrix is contracted with and why, what is
    /// copied, and each product.
    pub fn explain(&self) -> impl fmt::Display + '_ {
        &*self.0
    }
}

impl<T: Element, I: Index> Clone for Einsum<T, I> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}
