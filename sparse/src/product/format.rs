//! Formats of sparse matrices: how kernels take a matrix, and the code of a product.
//!
//! Tests: `tests/tests/sparse_product.rs`.

use super::error::ProductError;
use super::options::Options;
use crate::csr::Index;
use crate::fixed::FixedSpec;
use crate::split::Chunk;
use std::fmt::Debug;
use std::sync::Arc;
use tensmith::extend::DataKernel;
use tensmith::{BuildError, Jit, Target};
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::spec::Layout;
use tensmith_core::reference::Element;
use tensmith_core::registry::{KernelError, NoGenerator, Refusal};

/// A form of a sparse matrix that there are products of: [`Csr`](crate::Csr),
/// [`Bcsr`](crate::Bcsr), [`Pruned`](crate::Pruned), [`Positions`](crate::Positions) and
/// [`Sampled`](crate::Sampled), and no other.
pub trait Format: Debug + Send + Sync + Sized + private::Sealed + 'static {
    /// The type of all elements.
    type Element: Element;

    /// The type of pointers and indices.
    type Index: Index;

    /// What a product is told of its dense operands: [`Columns`](crate::Columns) or
    /// [`Factors`](crate::Factors).
    type Dense: Copy + Debug + Send + Sync;

    /// The inputs of a run.
    type Inputs<'a>;

    /// What is said of the choice of a form of code: an [`Explanation`](crate::Explanation), or
    /// nothing where there is one form.
    type Explanation: Debug + Send + Sync;

    /// Rows and columns of elements.
    fn shape(&self) -> (usize, usize);

    /// Makes the code of a product.
    #[doc(hidden)]
    fn code(&self, jit: &Jit, dense: Self::Dense, options: &Options) -> Result<Code<Self>, ProductError>;

    /// The values, where they are the first input of kernels.
    #[doc(hidden)]
    fn values(&self) -> &[Self::Element] {
        &[]
    }

    /// The pointers of rows, where there are some.
    #[doc(hidden)]
    fn pointers(&self) -> &[Self::Index] {
        &[]
    }

    /// Both inputs of kernels: what is given to a run, and before it, where that is one, the values.
    #[doc(hidden)]
    fn inputs<'a>(values: &'a [Self::Element], given: Self::Inputs<'a>) -> [&'a [Self::Element]; 2];

    /// The arguments of a kernel that reads the matrix, in calling order.
    #[doc(hidden)]
    fn arguments(&self, rows: &Rows) -> [usize; 7];
}

/// What no other crate implements.
pub(super) mod private {
    /// That of this package's formats.
    pub trait Sealed {}
}

/// Some rows, as a kernel takes them: numbers and addresses.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The number of the first row.
    pub(super) first: usize,
    /// How many there are.
    pub(super) count: usize,
    /// The first row's pointer.
    pub(super) pointers: usize,
    /// The first row's elements of the inputs.
    pub(super) inputs: [usize; 2],
    /// The first row's results.
    pub(super) out: usize,
}

impl Rows {
    /// The arguments of kernels that read pointers and indices.
    pub(super) fn by_pointers<I: Index>(&self, indices: &[I]) -> [usize; 7] {
        let [values, b] = self.inputs;
        [self.pointers, self.count, address(indices), values, b, self.out, 0]
    }
}

/// The code of a product.
#[derive(Debug)]
pub struct Code<F: Format> {
    pub(super) kernel: DataKernel,
    pub(super) form: Form,
    /// The two inputs and the output.
    pub(super) operands: [Operand; 3],
    pub(super) layout: Layout,
    pub(super) target: Target,
    /// The factors of a matrix that is code, where its values are known.
    pub(super) table: Option<Vec<F::Element>>,
    /// Predicted cycles of a call.
    pub(super) cycles: f64,
    pub(super) explanation: F::Explanation,
}

/// A form of code.
#[derive(Debug)]
pub(super) enum Form {
    /// The matrix is code.
    Fixed(Arc<FixedSpec>),
    /// The code reads the matrix.
    Reading {
        chunks: Vec<Chunk>,
        /// Apart sums of rows that several chunks add to; none where chunks have no result in common.
        carrying: Option<Carrying>,
    },
}

/// How a row is summed apart, and added to C.
#[derive(Debug)]
pub(super) struct Carrying {
    /// The kernel for a row of C on its own, which starts with nothing and whose columns are neighbours.
    pub(super) kernel: DataKernel,
    pub(super) columns: usize,
    /// Elements of C from a column to the next.
    pub(super) step: usize,
}

/// An operand of the code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) name: &'static str,
    /// The least elements.
    pub(super) needed: usize,
    /// Elements from a row to the next; none where kernels find rows by their numbers.
    pub(super) step: usize,
}

impl Operand {
    /// One in which kernels find rows by their numbers.
    pub(super) const fn shared(name: &'static str, needed: usize) -> Self {
        Self { name, needed, step: 0 }
    }
}

/// The code of a format that has one form.
pub(super) fn reading<F: Format<Explanation = ()>>(
    jit: &Jit,
    spec: impl DataSpec,
    cycles: f64,
    operands: [Operand; 3],
    chunks: Vec<Chunk>,
) -> Result<Code<F>, ProductError> {
    Ok(Code {
        kernel: jit.kernels().of_data(&arc(spec))?,
        form: Form::Reading { chunks, carrying: None },
        operands,
        layout: Layout::RowMajor,
        target: *jit.target(),
        table: None,
        cycles,
        explanation: (),
    })
}

/// Why there is no code for a specification, by the reason for which its generator has no price.
pub(crate) fn unavailable(spec: &dyn DataSpec) -> impl Fn(Refusal) -> ProductError {
    move |refusal| {
        let source = KernelError::NoGenerator(NoGenerator(Some((spec.kind(), refusal))));
        ProductError::Build(BuildError::DataKernel { spec: spec.to_string(), source })
    }
}

/// A specification as kernels are asked for by.
pub(super) fn arc(spec: impl DataSpec) -> Arc<dyn DataSpec> {
    Arc::new(spec)
}

/// The address of a slice's elements.
pub(super) fn address<T>(slice: &[T]) -> usize {
    slice.as_ptr().expose_provenance()
}
