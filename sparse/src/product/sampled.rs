//! Sampled products of dense matrices.

use super::code::{MOST_CHUNKS, arc, unavailable};
use super::error::{ProductError, RunError};
use crate::columns::ColumnsError;
use crate::csr::{Csr, Index};
use crate::sampled::{self, Factors, SampledSpec};
use crate::split::{Chunk, Split, chunks};
use std::num::NonZeroUsize;
use std::sync::Arc;
use tensmith::{DataKernel, Executor, Jit, Sequential, Target};
use tensmith_core::kernel::spec::MAX_SPAN;
use tensmith_core::reference::Element;

/// A sampled product ("SDDMM"): for each entry `(i, j)` of a sparse matrix, its value times the dot product of row `i` of X and row
/// `j` of Y. The results are the values of a matrix with the same positions. Clones share all.
#[derive(Clone, Debug)]
pub struct Sampled<T, I = u32>(Arc<SampledCode<T, I>>);

/// The code of a product, and the positions that it is for.
#[derive(Debug)]
pub(super) struct SampledCode<T, I> {
    pub(super) matrix: Csr<T, I>,
    pub(super) factors: Factors,
    pub(super) kernel: DataKernel,
    pub(super) chunks: Vec<Chunk>,
    /// The least elements of X, of Y and of the results.
    pub(super) needed: [usize; 3],
    pub(super) target: Target,
    cycles: f64,
}

impl<T: Element, I: Index> Sampled<T, I> {
    /// Makes the code of a product, whose work is divided by non-zeros into pieces of about `grain` products of two elements
    /// ([`GRAIN`](super::GRAIN) is usual).
    ///
    /// # Errors
    /// [`ProductError`].
    pub fn new(
        jit: &Jit,
        matrix: Csr<T, I>,
        factors: Factors,
        grain: NonZeroUsize,
    ) -> Result<Self, ProductError> {
        let (shape, entries) = (matrix.shape(), matrix.entries());
        factors.check(T::DTYPE, shape)?;
        let spec = SampledSpec::new::<T, I>(factors)?;
        let price = sampled::price(&spec, jit.target()).map_err(unavailable(&spec))?;
        let [of_x, of_y] =
            factors.spans(shape).ok_or(ColumnsError::TooLarge { name: "X", limit: MAX_SPAN })?;
        let work = entries.saturating_mul(factors.depth).div_ceil(grain.get());
        Ok(Self(Arc::new(SampledCode {
            chunks: chunks(&matrix, Split::NonZeros, work.clamp(1, MOST_CHUNKS))?,
            cycles: price.cycles(shape, entries),
            needed: [of_x, of_y, entries],
            kernel: jit.data_kernel(&arc(spec))?,
            target: *jit.target(),
            matrix,
            factors,
        })))
    }

    /// Evaluates the product on this thread: a result for each entry, in their order.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run(&self, x: &[T], y: &[T], out: &mut [T]) -> Result<(), RunError> {
        self.run_on((x, y), out, &Sequential)
    }

    /// Like [`Sampled::run`], on the threads of an executor; with the same bits, however many they are.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run_on(
        &self,
        (x, y): (&[T], &[T]),
        out: &mut [T],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        self.0.run((x, y), out, executor)
    }

    /// The sparse matrix.
    #[must_use]
    pub fn matrix(&self) -> &Csr<T, I> {
        &self.0.matrix
    }

    /// Predicted cycles of a call whose operands are in the first-level cache, or in the second where they do not fit.
    #[must_use]
    pub fn cycles(&self) -> f64 {
        self.0.cycles
    }

    /// The machine code.
    #[must_use]
    pub fn machine_code(&self) -> &[u8] {
        self.0.kernel.code()
    }
}
