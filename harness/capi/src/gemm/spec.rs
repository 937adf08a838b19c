//! What a multiplication is made for.
#![allow(unsafe_code)]

use crate::array::Dtype;
use crate::foreign;
use crate::status::{Failure, Status};
use std::ffi::c_char;
use tensmith::gemm::{self, Batch, Chain, Factor, GemmSpec, Options, Policy, Stride};
use tensmith_core::kernel::spec;
use tensmith_core::{DType, Types};

/// The most operations of an epilogue.
pub const MAX_LINKS: usize = 4;

/// The most parameters of an operation.
pub const MAX_PARAMETERS: usize = 2;

/// A distance, a number of blocks or a factor that every call passes.
pub const RUNTIME: usize = usize::MAX;

/// The storage order of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Layout {
    /// Element (i, j) is at `i + j * ld`.
    ColumnMajor = 0,
    /// Element (i, j) is at `i * ld + j`.
    RowMajor = 1,
}

/// The factor of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum FactorKind {
    /// The term is absent, and what it is made of is not read.
    Zero = 0,
    /// The term as it is.
    One = 1,
    /// A number that every call passes.
    Runtime = 2,
}

/// The pairs of blocks that are multiplied and summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum BatchKind {
    /// A single pair.
    Single = 0,
    /// Blocks at constant distances.
    Strided = 1,
    /// Blocks at offsets, in elements, that every call passes.
    Offsets = 2,
    /// Blocks at addresses that every call passes.
    Addresses = 3,
}

/// What a handle does where no code is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum PolicyKind {
    /// There is no handle.
    Error = 0,
    /// It calls the scalar reference, which is slow.
    Reference = 1,
}

/// How a matrix is stored.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Matrix {
    /// Storage order: a `tensmith_layout`.
    pub layout: i32,
    /// Elements from one column (or row) to the next; `TENSMITH_RUNTIME` where calls pass it.
    pub ld: usize,
}

/// A multiplication to make: A of m x k, B of k x n and C of m x n. Set `size`, `alpha`, extents and leading
/// dimensions, what else is asked, and all else to 0: that is column-major matrices of `float`, of
/// which C is overwritten.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Spec {
    /// `sizeof(tensmith_gemm_spec)`.
    pub size: usize,
    /// The type of all elements: a `tensmith_dtype`.
    pub dtype: i32,
    /// Factor of the product: a `tensmith_factor`. Zero is refused where k is not 0, lest it was forgotten.
    pub alpha: i32,
    /// Factor of what C holds before: a `tensmith_factor`.
    pub beta: i32,
    /// The pairs that are summed: a `tensmith_batch`.
    pub batch: i32,
    /// Rows of A and C.
    pub m: usize,
    /// Columns of B and C.
    pub n: usize,
    /// Columns of A, rows of B.
    pub k: usize,
    /// A.
    pub a: Matrix,
    /// B.
    pub b: Matrix,
    /// C.
    pub c: Matrix,
    /// Number of pairs; `TENSMITH_RUNTIME` where calls pass it. 0 for a single pair.
    pub batch_count: usize,
    /// Elements from one block of A to the next, where they are strided; `TENSMITH_RUNTIME` where calls pass
    /// it. 0 where all pairs have the same one, as those of A or those of B may, but not both.
    pub batch_stride_a: usize,
    /// The same of B.
    pub batch_stride_b: usize,
    /// The operations on each element before it is stored, such as `add(column),relu`; null for none.
    pub epilogue: *const c_char,
    /// How often it will be called; code is not made where that would not pay. 0 for often.
    pub expected_calls: u64,
    /// What to do where no code is made: a `tensmith_policy`.
    pub policy: i32,
}

impl Spec {
    /// # Safety
    /// The epilogue is text or null.
    pub(super) unsafe fn read(&self) -> Result<(GemmSpec, Options), Failure> {
        // SAFETY: the caller's duty.
        let epilogue = unsafe { foreign::optional_text(self.epilogue, "epilogue") }?.unwrap_or_default();
        let unread = |error| Failure::new(Status::InvalidText, format!("epilogue is {epilogue}: {error}"));
        let spec = GemmSpec {
            types: Types::of(match Dtype::of(self.dtype)? {
                Dtype::F32 => DType::F32,
                Dtype::F64 => DType::F64,
                Dtype::F16 => DType::F16,
                Dtype::BF16 => DType::BF16,
                other @ (Dtype::C64 | Dtype::C128) => {
                    let number = other as i32;
                    return Err(Failure::invalid(format!(
                        "dtype is {number} ({other:?}): must be 0 (F32), 1 (F64), 2 (F16) or 3 (BF16) for a multiplication"
                    )));
                }
            }),
            m: self.m,
            n: self.n,
            k: self.k,
            a: self.a.read("a")?,
            b: self.b.read("b")?,
            c: self.c.read("c")?,
            alpha: self.alpha()?,
            beta: factor(self.beta, "beta")?,
            batch: self.batch()?,
            epilogue: epilogue.parse::<Chain>().map_err(unread)?,
        };
        let policy = match self.policy {
            0 => Policy::Error,
            1 => Policy::Reference,
            other => return Err(Failure::invalid(format!("policy is {other}: must be 0 or 1"))),
        };
        Ok((
            spec,
            Options { expected_calls: (self.expected_calls > 0).then_some(self.expected_calls), policy },
        ))
    }

    /// The factor of the product. A zero was forgotten where there is something to multiply.
    fn alpha(&self) -> Result<Factor, Failure> {
        match factor(self.alpha, "alpha")? {
            Factor::Zero if self.k > 0 => Err(Failure::invalid(format!(
                "alpha is 0 (ZERO), and k {}: must be 1 (ONE) or 2 (RUNTIME), or k must be 0",
                self.k
            ))),
            factor => Ok(factor),
        }
    }

    /// The pairs. What contradicts their kind was forgotten, or the kind was.
    fn batch(&self) -> Result<Batch, Failure> {
        let &Self { batch_count, batch_stride_a, batch_stride_b, .. } = self;
        let count = stride(batch_count);
        let batch = match self.batch {
            0 => Batch::Single,
            1 => Batch::Strided { count, a: stride(batch_stride_a), b: stride(batch_stride_b) },
            2 => Batch::Offsets { count },
            3 => Batch::Addresses { count },
            other => return Err(Failure::invalid(format!("batch is {other}: must be 0 to 3"))),
        };
        let has_steps = [batch_stride_a, batch_stride_b] != [0; 2];
        match batch {
            Batch::Single if batch_count > 1 => Err(Failure::invalid(format!(
                "batch_count is {batch_count}: must be 0 or 1, as batch is 0 (SINGLE)"
            ))),
            Batch::Strided { .. } if !has_steps && batch_count != 1 => Err(Failure::invalid(
                "batch_stride_a and batch_stride_b are 0: one of them must not be, as batch is 1 (STRIDED)",
            )),
            Batch::Single | Batch::Offsets { .. } | Batch::Addresses { .. } if has_steps => {
                Err(Failure::invalid(format!(
                    "batch_stride_a is {batch_stride_a} and batch_stride_b {batch_stride_b}: must be 0, as \
                     batch is not 1 (STRIDED)"
                )))
            }
            Batch::Strided { .. } | Batch::Offsets { .. } | Batch::Addresses { .. } if batch_count == 0 => {
                Err(Failure::invalid("batch_count is 0: must be at least 1, or TENSMITH_RUNTIME"))
            }
            _ => Ok(batch),
        }
    }
}

impl Matrix {
    fn read(&self, name: &str) -> Result<gemm::Matrix, Failure> {
        let layout = match self.layout {
            0 => gemm::Layout::ColumnMajor,
            1 => gemm::Layout::RowMajor,
            other => return Err(Failure::invalid(format!("layout of {name} is {other}: must be 0 or 1"))),
        };
        Ok(gemm::Matrix { layout, ld: stride(self.ld) })
    }
}

fn stride(elements: usize) -> Stride {
    if elements == RUNTIME { Stride::Runtime } else { Stride::fixed(elements) }
}

fn factor(kind: i32, name: &str) -> Result<Factor, Failure> {
    match kind {
        0 => Ok(Factor::Zero),
        1 => Ok(Factor::One),
        2 => Ok(Factor::Runtime),
        other => {
            Err(Failure::invalid(format!("{name} is {other}: must be 0 (ZERO), 1 (ONE) or 2 (RUNTIME)")))
        }
    }
}

const _: () =
    assert!(MAX_LINKS == spec::MAX_LINKS && MAX_PARAMETERS == tensmith_core::kernel::op::MAX_PARAMETERS);
