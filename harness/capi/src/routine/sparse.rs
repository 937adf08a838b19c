//! Products with sparse matrices.
#![allow(unsafe_code)]

use super::callable::{Callable, Value};
use crate::array::Dtype;
use crate::foreign;
use crate::status::{Failure, Status};
use std::ffi::c_void;
use std::fmt::{Debug, Display};
use std::ptr::NonNull;
use tensmith::Element;
use tensmith_core::kernel::spec::Layout;
use tensmith_sparse::csr::Duplicates;
use tensmith_sparse::product::Explanation;
use tensmith_sparse::{
    Columns, Csr, Format, Index, Options, Positions, Product, ProductError, RunError, csr::CsrError,
};

/// The types of pointers and indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum IndexType {
    /// `int32_t` or `uint32_t`: SciPy's usual one.
    Bits32 = 0,
    /// `int64_t` or `uint64_t`.
    Bits64 = 1,
}

/// A sparse matrix A by rows (CSR), and the dense B and C that it is multiplied with and into. Set `size`,
/// the matrix and `n`, what else is asked, and all else to 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SparseMatrix {
    /// `sizeof(tensmith_sparse)`.
    pub size: usize,
    /// The type of all elements: a `tensmith_dtype`, F32 or F64.
    pub dtype: i32,
    /// The type of pointers and indices: a `tensmith_index`.
    pub index_type: i32,
    /// Rows of A and C.
    pub m: usize,
    /// Columns of B and C.
    pub n: usize,
    /// Columns of A, rows of B.
    pub k: usize,
    /// Where the entries of each row begin, and where those of the last end: m + 1 numbers, from 0.
    pub pointers: *const c_void,
    /// The column of each entry, from 0, each once in a row; in rising order where calls pass values.
    pub indices: *const c_void,
    /// The value of each entry; null where every call passes them, and so any other address for a matrix that
    /// has its values and no entries.
    pub values: *const c_void,
    /// Storage order of B and C: a `tensmith_layout`. By columns, code reads the matrix; by rows, it may be
    /// the matrix, which is faster.
    pub layout: i32,
    /// What C holds before: a `tensmith_factor`, ZERO or ONE.
    pub beta: i32,
    /// Leading dimension of B; 0 where there are no gaps.
    pub ldb: usize,
    /// Leading dimension of C; 0 where there are no gaps.
    pub ldc: usize,
}

/// The routine of a matrix.
///
/// # Safety
/// Its pointers point to what they say.
pub(super) unsafe fn made(jit: &tensmith::Jit, matrix: &SparseMatrix) -> Result<Box<dyn Callable>, Failure> {
    let wrong = |name, found, rule: &str| Err(Failure::invalid(format!("{name} is {found}: must be {rule}")));
    let product = match (Dtype::of(matrix.dtype)?, matrix.index_type) {
        (Dtype::F32, 0) => SparseMatrix::product::<f32, u32>,
        (Dtype::F32, 1) => SparseMatrix::product::<f32, u64>,
        (Dtype::F64, 0) => SparseMatrix::product::<f64, u32>,
        (Dtype::F64, 1) => SparseMatrix::product::<f64, u64>,
        (Dtype::F32 | Dtype::F64, other) => return wrong("index_type", other, "0 (BITS32) or 1 (BITS64)"),
        _ => return wrong("dtype", matrix.dtype, "0 (F32) or 1 (F64) for a sparse matrix"),
    };
    // SAFETY: the pointers point to numbers of these types (caller's duty).
    unsafe { product(matrix, jit) }
}

impl SparseMatrix {
    /// # Safety
    /// Its pointers point to numbers of these types.
    unsafe fn product<T: Element, I: Index>(
        &self,
        jit: &tensmith::Jit,
    ) -> Result<Box<dyn Callable>, Failure> {
        let (columns, options) = self.dense()?;
        // SAFETY: there is one more than rows (caller's duty).
        let pointers =
            unsafe { foreign::slice(self.pointers.cast::<I>(), self.m.saturating_add(1), "pointers") }?;
        let entries = pointers.last().map_or(0, |last| last.to_usize());
        // SAFETY: there are as many as the last pointer says (caller's duty).
        let indices = unsafe { foreign::slice(self.indices.cast::<I>(), entries, "indices") }?;
        let (shape, pointers, indices) = ((self.m, self.k), pointers.to_vec(), indices.to_vec());
        if self.values.is_null() {
            // Values that come with calls are in the order of these entries.
            let positions = Csr::new(shape, pointers, indices, vec![T::default(); entries])?;
            return made_of(jit, (Positions::of(positions), entries), columns, &options);
        }
        // SAFETY: there are as many (caller's duty).
        let values = unsafe { foreign::slice(self.values.cast::<T>(), entries, "values") }?.to_vec();
        let csr = Csr::from_rows(shape, pointers, indices, values, Duplicates::Refuse)?;
        made_of(jit, (csr, entries), columns, &options)
    }

    /// The dense operands.
    fn dense(&self) -> Result<(Columns, Options), Failure> {
        let layout = match self.layout {
            0 => Layout::ColumnMajor,
            1 => Layout::RowMajor,
            other => return Err(Failure::invalid(format!("layout is {other}: must be 0 or 1"))),
        };
        let runs = |rows| if layout == Layout::RowMajor { self.n } else { rows };
        let distance = |ld, rows| if ld == 0 { runs(rows) } else { ld };
        let dense = Columns::dense(self.n);
        let columns = Columns { ldb: distance(self.ldb, self.k), ldc: distance(self.ldc, self.m), ..dense };
        let columns = match self.beta {
            0 => columns,
            1 => columns.added(),
            other => return Err(Failure::invalid(format!("beta is {other}: must be 0 (ZERO) or 1 (ONE)"))),
        };
        Ok((columns, Options { layout, ..Options::default() }))
    }
}

/// A product, with the elements of its operands.
#[derive(Debug)]
struct Made<F: Format> {
    product: Product<F>,
    /// Number of entries.
    entries: usize,
    /// Elements of B and of C, from the first to the last.
    spans: [usize; 2],
}

fn made_of<F: Inputs>(
    jit: &tensmith::Jit,
    (matrix, entries): (F, usize),
    columns: Columns,
    options: &Options,
) -> Result<Box<dyn Callable>, Failure> {
    let spans = columns.spans(F::Element::DTYPE, matrix.shape(), options.layout).map_err(refused)?;
    Ok(Box::new(Made { product: Product::new(jit, matrix, columns, options)?, entries, spans }))
}

/// The inputs of a format, from addresses.
trait Inputs: Format<Dense = Columns, Explanation = Explanation> {
    /// Their names.
    const NAMES: &'static [&'static str];

    /// # Safety
    /// The addresses lead to as many elements, which nobody writes to.
    unsafe fn taken<'a>(values: &[Value], lengths: [usize; 2]) -> Result<Self::Inputs<'a>, Failure>;
}

impl<T: Element, I: Index> Inputs for Csr<T, I> {
    const NAMES: &'static [&'static str] = &["b"];

    unsafe fn taken<'a>(values: &[Value], [_, b]: [usize; 2]) -> Result<&'a [T], Failure> {
        // SAFETY: the caller's duty.
        unsafe { elements(values, 0, b, "b") }
    }
}

impl<T: Element, I: Index> Inputs for Positions<T, I> {
    const NAMES: &'static [&'static str] = &["values", "b"];

    unsafe fn taken<'a>(values: &[Value], [entries, b]: [usize; 2]) -> Result<[&'a [T]; 2], Failure> {
        // SAFETY: the caller's duty.
        let first = unsafe { elements(values, 0, entries, "values") }?;
        // SAFETY: the same.
        Ok([first, unsafe { elements(values, 1, b, "b") }?])
    }
}

/// # Safety
/// The address leads to as many elements, which nobody writes to.
unsafe fn elements<'a, T>(values: &[Value], nth: usize, len: usize, name: &str) -> Result<&'a [T], Failure> {
    let memory = values.get(nth).map_or(std::ptr::null(), |value| value.memory.cast_const());
    // SAFETY: the caller's duty.
    unsafe { foreign::slice(memory.cast::<T>(), len, name) }
}

impl<F: Inputs> Callable for Made<F> {
    fn arguments(&self) -> Vec<String> {
        F::NAMES.iter().chain(&["c"]).map(|name| (*name).to_owned()).collect()
    }

    fn entry(&self) -> Option<NonNull<u8>> {
        None
    }

    fn explain(&self) -> String {
        self.product.explanation().to_string()
    }

    unsafe fn call(
        &self,
        values: &[Value],
        executor: &dyn tensmith::parallel::Executor,
    ) -> Result<Value, Failure> {
        let [b, c] = self.spans;
        // SAFETY: the memory is as large as the matrix says (caller's duty).
        let inputs = unsafe { F::taken(values, [self.entries, b]) }?;
        let memory = values.last().map_or(std::ptr::null_mut(), |value| value.memory);
        // SAFETY: the same, and nothing else accesses C (caller's duty).
        let output = unsafe { foreign::slice_mut(memory.cast::<F::Element>(), c, "c") }?;
        self.product.run_on(inputs, output, executor)?;
        Ok(Value::NONE)
    }
}

fn refused(error: impl Display) -> Failure {
    Failure::new(Status::InvalidShape, error.to_string())
}

impl From<CsrError> for Failure {
    fn from(error: CsrError) -> Self {
        match error {
            CsrError::OutOfMemory(_) => Self::new(Status::OutOfMemory, error.to_string()),
            error => Self::invalid(error.to_string()),
        }
    }
}

impl From<ProductError> for Failure {
    fn from(error: ProductError) -> Self {
        match error {
            ProductError::Build(error) => error.into(),
            ProductError::Matrix(error) => error.into(),
            ProductError::OutOfMemory(_) => Self::new(Status::OutOfMemory, error.to_string()),
            error => refused(error),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let status = match error {
            RunError::OtherMachine { .. } => Status::OtherMachine,
            RunError::Executor(_) => Status::Executor,
            RunError::OutOfMemory(_) => Status::OutOfMemory,
            _ => Status::InvalidArgument,
        };
        Self::new(status, error.to_string())
    }
}
