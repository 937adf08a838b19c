//! Products with matrices of which two in four neighbours are kept.

use super::code::{MOST_CHUNKS, arc, spans, unavailable};
use super::error::{ProductError, RunError};
use crate::columns::Columns;
use crate::pruned::{self, Pruned, PrunedSpec};
use std::num::NonZeroUsize;
use std::sync::Arc;
use tensmith::{DataKernel, Executor, Jit, Sequential, Target};
use tensmith_core::kernel::spec::Layout;
use tensmith_core::reference::Element;

/// A product with a matrix of which two in four neighbours are kept: `C = A·B` or `C = A·B + C`, with B and C by rows. Clones share all.
#[derive(Clone, Debug)]
pub struct PrunedProduct<T>(Arc<PrunedCode<T>>);

/// The code of a product, and the matrix that it is for.
#[derive(Debug)]
pub(super) struct PrunedCode<T> {
    pub(super) matrix: Pruned<T>,
    pub(super) columns: Columns,
    pub(super) kernel: DataKernel,
    /// Pieces of equal numbers of rows.
    pub(super) pieces: usize,
    /// The least elements of B and of C.
    pub(super) needed: [usize; 2],
    pub(super) target: Target,
    cycles: f64,
}

impl<T: Element> PrunedProduct<T> {
    /// Makes the code of a product, whose work is divided into pieces of about `grain` products of an element and a column
    /// ([`GRAIN`](super::GRAIN) is usual).
    ///
    /// # Errors
    /// [`ProductError`].
    pub fn new(
        jit: &Jit,
        matrix: Pruned<T>,
        columns: Columns,
        grain: NonZeroUsize,
    ) -> Result<Self, ProductError> {
        let (rows, depth) = matrix.shape();
        columns.check(T::DTYPE, (rows, depth))?;
        let spec = PrunedSpec::new::<T>(matrix.groups(), columns)?;
        let cycles = pruned::price(&spec, jit.target(), rows).map_err(unavailable(&spec))?;
        let work = matrix.values().len().saturating_add(rows).saturating_mul(columns.count);
        Ok(Self(Arc::new(PrunedCode {
            pieces: work.div_ceil(grain.get()).clamp(1, MOST_CHUNKS),
            needed: spans((rows, depth), columns, Layout::RowMajor),
            kernel: jit.data_kernel(&arc(spec))?,
            target: *jit.target(),
            matrix,
            columns,
            cycles,
        })))
    }

    /// Evaluates the product on this thread.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run(&self, b: &[T], c: &mut [T]) -> Result<(), RunError> {
        self.run_on(b, c, &Sequential)
    }

    /// Like [`PrunedProduct::run`], on the threads of an executor; with the same bits, however many they are: no row is divided.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run_on(&self, b: &[T], c: &mut [T], executor: &(impl Executor + ?Sized)) -> Result<(), RunError> {
        self.0.run(b, c, executor)
    }

    /// The matrix.
    #[must_use]
    pub fn matrix(&self) -> &Pruned<T> {
        &self.0.matrix
    }

    /// Predicted cycles of a call whose operands are in the first-level cache.
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
