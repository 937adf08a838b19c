//! Products with matrices of small dense blocks.

use super::code::{MOST_CHUNKS, arc, spans, unavailable};
use super::error::{ProductError, RunError};
use crate::bcsr::Bcsr;
use crate::blocks::{self, BlocksSpec};
use crate::columns::Columns;
use crate::csr::Index;
use crate::split::rows_of_blocks;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use tensmith::{DataKernel, Executor, Jit, Sequential, Target};
use tensmith_core::kernel::spec::Layout;
use tensmith_core::reference::Element;

/// A product with a matrix of blocks: `C = A·B` or `C = A·B + C`, with B and C by rows. Clones share all.
///
/// [`blocks::best`](crate::blocks::best) says which blocks a matrix should have, if any.
#[derive(Clone, Debug)]
pub struct Blocked<T, I = u32>(Arc<BlockCode<T, I>>);

/// The code of a product, and the matrix that it is for.
#[derive(Debug)]
pub(super) struct BlockCode<T, I> {
    pub(super) matrix: Bcsr<T, I>,
    pub(super) columns: Columns,
    pub(super) kernel: DataKernel,
    pub(super) chunks: Vec<Range<usize>>,
    /// The least elements of B and of C.
    pub(super) needed: [usize; 2],
    pub(super) target: Target,
    cycles: f64,
}

impl<T: Element, I: Index> Blocked<T, I> {
    /// Makes the code of a product, whose work is divided into pieces of about `grain` products of an element and a column
    /// ([`GRAIN`](super::GRAIN) is usual).
    ///
    /// # Errors
    /// [`ProductError`].
    pub fn new(
        jit: &Jit,
        matrix: Bcsr<T, I>,
        columns: Columns,
        grain: NonZeroUsize,
    ) -> Result<Self, ProductError> {
        columns.check(T::DTYPE, matrix.shape())?;
        let spec = BlocksSpec::new::<T, I>(matrix.block(), columns)?;
        let price = blocks::price(&spec, jit.target()).map_err(unavailable(&spec))?;
        let work = matrix.values().len().saturating_add(matrix.shape().0).saturating_mul(columns.count);
        let chunks = rows_of_blocks(&matrix, work.div_ceil(grain.get()).clamp(1, MOST_CHUNKS))?;
        Ok(Self(Arc::new(BlockCode {
            cycles: price.cycles(matrix.shape(), matrix.blocks()),
            needed: spans(matrix.shape(), columns, Layout::RowMajor),
            kernel: jit.data_kernel(&arc(spec))?,
            target: *jit.target(),
            matrix,
            columns,
            chunks,
        })))
    }

    /// Evaluates the product on this thread.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run(&self, b: &[T], c: &mut [T]) -> Result<(), RunError> {
        self.run_on(b, c, &Sequential)
    }

    /// Like [`Blocked::run`], on the threads of an executor; with the same bits, however many they are: no row of blocks is divided.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn run_on(&self, b: &[T], c: &mut [T], executor: &(impl Executor + ?Sized)) -> Result<(), RunError> {
        self.0.run(b, c, executor)
    }

    /// The matrix.
    #[must_use]
    pub fn matrix(&self) -> &Bcsr<T, I> {
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
