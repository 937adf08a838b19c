//! What a kernel computes: the key of every cache and the argument of every generator.
//!
//! Matrices are given by extents, a storage order and a leading dimension in
//! *elements*. Anything a spec leaves to run time ([`Stride::Runtime`],
//! [`Batch`]) becomes an argument of the kernel, in the order of
//! [`KernelSpec::arguments`].

use crate::DType;
use core::fmt;

/// The storage order of a matrix with element `(i, j)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `(i, j)` is at `i + j · ld`: contiguous along the first index.
    ColumnMajor,
    /// `(i, j)` is at `i · ld + j`: contiguous along the second index.
    RowMajor,
}

/// A distance in elements: part of the code, or an argument of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stride {
    /// Known when the kernel is made.
    Fixed(usize),
    /// Passed in a register at every call.
    Runtime,
}

/// A matrix operand: its storage order and leading dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    /// Storage order.
    pub layout: Layout,
    /// Distance between neighbouring columns (column-major) or rows (row-major).
    pub ld: Stride,
}

impl Matrix {
    /// Column-major with leading dimension `ld`.
    #[must_use]
    pub const fn column_major(ld: usize) -> Self {
        Self { layout: Layout::ColumnMajor, ld: Stride::Fixed(ld) }
    }

    /// Row-major with leading dimension `ld`.
    #[must_use]
    pub const fn row_major(ld: usize) -> Self {
        Self { layout: Layout::RowMajor, ld: Stride::Fixed(ld) }
    }
}

/// The factor of C on the right-hand side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Beta {
    /// C is overwritten and never read.
    Zero,
    /// C is accumulated into.
    One,
}

/// The batch of a batch-reduced multiplication: how many pairs of blocks, and how far apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Batch {
    /// A single pair: GEMM.
    Single,
    /// `count` pairs at constant distances: BRGEMM with strides.
    Strided {
        /// Number of pairs, at least one.
        count: Stride,
        /// Elements between neighbouring blocks of A.
        a: Stride,
        /// Elements between neighbouring blocks of B.
        b: Stride,
    },
}

/// `C = beta·C + Σ_r A_r·B_r`, with A of m×k, B of k×n and a column-major C of m×n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GemmSpec {
    /// Type of all three operands.
    pub dtype: DType,
    /// Rows of A and C.
    pub m: usize,
    /// Columns of B and C.
    pub n: usize,
    /// Columns of A, rows of B.
    pub k: usize,
    /// A: m×k.
    pub a: Matrix,
    /// B: k×n.
    pub b: Matrix,
    /// Leading dimension of C (column-major).
    pub ldc: Stride,
    /// Factor of C.
    pub beta: Beta,
    /// Pairs of blocks that are summed.
    pub batch: Batch,
}

/// What a unary kernel does to each element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnaryOp {
    /// `+0`, whatever the input.
    Zero,
    /// The input.
    Identity,
    /// The larger of input and `+0`; a NaN stays a NaN.
    Relu,
}

/// Whether the output is indexed as the input, or with its indices exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// `out(i, j) = op(in(i, j))`.
    Same,
    /// `out(j, i) = op(in(i, j))`: the output is n×m.
    Transposed,
}

/// `out = op(in)`, both column-major; the input is m×n. They do not overlap, unless they are
/// the same matrix and the orientation is [`Orientation::Same`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnarySpec {
    /// Type of both operands.
    pub dtype: DType,
    /// What is done to each element.
    pub op: UnaryOp,
    /// Rows of the input.
    pub m: usize,
    /// Columns of the input.
    pub n: usize,
    /// Leading dimension of the input.
    pub ld_in: Stride,
    /// Leading dimension of the output.
    pub ld_out: Stride,
    /// Index order of the output.
    pub orientation: Orientation,
}

/// What a binary kernel does to each pair of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BinaryOp {
    /// The sum.
    Add,
    /// The product.
    Mul,
}

/// `out = op(in0, in1)`, all column-major m×n. The output is one of the inputs or overlaps none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BinarySpec {
    /// Type of all three operands.
    pub dtype: DType,
    /// What is done to each pair of elements.
    pub op: BinaryOp,
    /// Rows.
    pub m: usize,
    /// Columns.
    pub n: usize,
    /// Leading dimension of the first input.
    pub ld_in0: Stride,
    /// Leading dimension of the second input.
    pub ld_in1: Stride,
    /// Leading dimension of the output.
    pub ld_out: Stride,
}

/// What a kernel computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KernelSpec {
    /// Matrix multiplication, batch-reduced or not.
    Gemm(GemmSpec),
    /// One input, one output.
    Unary(UnarySpec),
    /// Two inputs, one output.
    Binary(BinarySpec),
}

/// One argument of a kernel: an address, or (`Ld…`, `Batch…`) a number of elements or blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named like the field of the spec that it stands for")]
pub enum Argument {
    A,
    B,
    C,
    In,
    In0,
    In1,
    Out,
    Lda,
    Ldb,
    Ldc,
    LdIn,
    LdIn0,
    LdIn1,
    LdOut,
    BatchStrideA,
    BatchStrideB,
    BatchCount,
}

impl Argument {
    /// The name used in text forms: `a`, `lda`, `batch_stride_a`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
            Self::In => "in",
            Self::In0 => "in0",
            Self::In1 => "in1",
            Self::Out => "out",
            Self::Lda => "lda",
            Self::Ldb => "ldb",
            Self::Ldc => "ldc",
            Self::LdIn => "ld_in",
            Self::LdIn0 => "ld_in0",
            Self::LdIn1 => "ld_in1",
            Self::LdOut => "ld_out",
            Self::BatchStrideA => "batch_stride_a",
            Self::BatchStrideB => "batch_stride_b",
            Self::BatchCount => "batch_count",
        }
    }
}

/// The most arguments that a kernel takes.
pub const MAX_ARGUMENTS: usize = 9;

impl KernelSpec {
    /// The kernel's arguments in calling order: the addresses, then what the spec leaves to run
    /// time, in the order lda, ldb, ldc, batch stride of a, of b, batch count.
    pub fn arguments(&self) -> impl Iterator<Item = Argument> {
        use Argument as X;
        let fixed = Stride::Fixed(0);
        let (addresses, strides): (&[X], [(X, Stride); 6]) = match *self {
            Self::Gemm(s) => {
                let (count, a, b) = match s.batch {
                    Batch::Single => (fixed, fixed, fixed),
                    Batch::Strided { count, a, b } => (count, a, b),
                };
                (
                    &[X::A, X::B, X::C],
                    [
                        (X::Lda, s.a.ld),
                        (X::Ldb, s.b.ld),
                        (X::Ldc, s.ldc),
                        (X::BatchStrideA, a),
                        (X::BatchStrideB, b),
                        (X::BatchCount, count),
                    ],
                )
            }
            Self::Unary(s) => {
                let lds = [(X::LdIn, s.ld_in), (X::LdOut, s.ld_out), (X::LdOut, fixed)];
                (&[X::In, X::Out], [lds[0], lds[1], lds[2], lds[2], lds[2], lds[2]])
            }
            Self::Binary(s) => {
                let none = (X::LdOut, fixed);
                let lds = [(X::LdIn0, s.ld_in0), (X::LdIn1, s.ld_in1), (X::LdOut, s.ld_out)];
                (&[X::In0, X::In1, X::Out], [lds[0], lds[1], lds[2], none, none, none])
            }
        };
        let at_run_time = strides.into_iter().filter(|(_, stride)| *stride == Stride::Runtime);
        addresses.iter().copied().chain(at_run_time.map(|(argument, _)| argument))
    }

    /// Type of the operands.
    #[must_use]
    pub const fn dtype(&self) -> DType {
        match self {
            Self::Gemm(s) => s.dtype,
            Self::Unary(s) => s.dtype,
            Self::Binary(s) => s.dtype,
        }
    }

    /// Checks every field against its rule.
    ///
    /// # Errors
    /// [`SpecError`], for the first field that breaks one.
    pub fn validate(&self) -> Result<(), SpecError> {
        match self {
            Self::Gemm(s) => s.validate(),
            Self::Unary(s) => s.validate(),
            Self::Binary(s) => s.validate(),
        }
    }
}

/// A field of a spec breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// An extent or a batch is empty.
    #[error("{field} is 0: must be at least 1")]
    Zero {
        /// Name of the field.
        field: &'static str,
    },
    /// A leading dimension is too small to keep columns (or rows) apart.
    #[error("{field} is {value}: must be at least {extent}, the matrix's contiguous extent")]
    LeadingDimension {
        /// Name of the field.
        field: &'static str,
        /// Its value.
        value: usize,
        /// The least that is allowed.
        extent: usize,
    },
    /// An operand does not fit the address space.
    #[error("{field} spans more than {limit} bytes: extents and strides must keep it below")]
    TooLarge {
        /// Name of the operand.
        field: &'static str,
        /// The most that is allowed.
        limit: usize,
    },
}

/// Operands span at most this many bytes, so that 64-bit address arithmetic cannot overflow.
pub const MAX_SPAN: usize = (1 << 47) - 1;

fn at_least_one(field: &'static str, value: usize) -> Result<(), SpecError> {
    if value == 0 { Err(SpecError::Zero { field }) } else { Ok(()) }
}

/// Checks one operand with `contiguous`×`strided` elements, repeated over a batch.
fn operand(
    names: (&'static str, &'static str),
    dtype: DType,
    (contiguous, strided): (usize, usize),
    ld: Stride,
    batch: (usize, usize),
) -> Result<(), SpecError> {
    let (field, ld_field) = names;
    let ld = match ld {
        Stride::Fixed(value) if value < contiguous => {
            return Err(SpecError::LeadingDimension { field: ld_field, value, extent: contiguous });
        }
        Stride::Fixed(value) => value,
        Stride::Runtime => contiguous,
    };
    let (count, distance) = batch;
    let elements = strided
        .checked_sub(1)
        .and_then(|s| s.checked_mul(ld))
        .and_then(|e| e.checked_add(contiguous))
        .and_then(|e| count.saturating_sub(1).checked_mul(distance).and_then(|b| e.checked_add(b)));
    match elements.and_then(|e| e.checked_mul(dtype.bytes())) {
        Some(bytes) if bytes <= MAX_SPAN => Ok(()),
        _ => Err(SpecError::TooLarge { field, limit: MAX_SPAN }),
    }
}

impl Stride {
    /// The value, where it is known.
    #[must_use]
    pub const fn fixed(self) -> Option<usize> {
        match self {
            Self::Fixed(value) => Some(value),
            Self::Runtime => None,
        }
    }
}

impl GemmSpec {
    /// See [`KernelSpec::validate`].
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        at_least_one("m", self.m)?;
        at_least_one("n", self.n)?;
        at_least_one("k", self.k)?;
        let (count, step_a, step_b) = match self.batch {
            Batch::Single => (1, 0, 0),
            Batch::Strided { count, a, b } => {
                at_least_one("batch count", count.fixed().unwrap_or(1))?;
                (count.fixed().unwrap_or(1), a.fixed().unwrap_or(0), b.fixed().unwrap_or(0))
            }
        };
        let extents = |matrix: Matrix, rows, columns| match matrix.layout {
            Layout::ColumnMajor => (rows, columns),
            Layout::RowMajor => (columns, rows),
        };
        operand(("a", "lda"), self.dtype, extents(self.a, self.m, self.k), self.a.ld, (count, step_a))?;
        operand(("b", "ldb"), self.dtype, extents(self.b, self.k, self.n), self.b.ld, (count, step_b))?;
        operand(("c", "ldc"), self.dtype, (self.m, self.n), self.ldc, (1, 0))
    }
}

impl UnarySpec {
    /// See [`KernelSpec::validate`].
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        at_least_one("m", self.m)?;
        at_least_one("n", self.n)?;
        let out = match self.orientation {
            Orientation::Same => (self.m, self.n),
            Orientation::Transposed => (self.n, self.m),
        };
        operand(("in", "ld_in"), self.dtype, (self.m, self.n), self.ld_in, (1, 0))?;
        operand(("out", "ld_out"), self.dtype, out, self.ld_out, (1, 0))
    }
}

impl BinarySpec {
    /// See [`KernelSpec::validate`].
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        at_least_one("m", self.m)?;
        at_least_one("n", self.n)?;
        let extents = (self.m, self.n);
        operand(("in0", "ld_in0"), self.dtype, extents, self.ld_in0, (1, 0))?;
        operand(("in1", "ld_in1"), self.dtype, extents, self.ld_in1, (1, 0))?;
        operand(("out", "ld_out"), self.dtype, extents, self.ld_out, (1, 0))
    }
}

impl fmt::Display for Stride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(value) => write!(f, "{value}"),
            Self::Runtime => f.write_str("?"),
        }
    }
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match self.layout {
            Layout::ColumnMajor => "col",
            Layout::RowMajor => "row",
        };
        write!(f, "{order}/{}", self.ld)
    }
}

impl UnaryOp {
    /// All operations with their names in text forms and on the command line.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Zero, "zero"), (Self::Identity, "identity"), (Self::Relu, "relu")];

    /// The name used in text forms.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(op, _)| *op == self).map_or("", |(_, name)| name)
    }
}

impl BinaryOp {
    /// All operations with their names in text forms and on the command line.
    pub const ALL: [(Self, &'static str); 2] = [(Self::Add, "add"), (Self::Mul, "mul")];

    /// The name used in text forms.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(op, _)| *op == self).map_or("", |(_, name)| name)
    }
}

impl fmt::Display for KernelSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gemm(s) => {
                let name = if s.batch == Batch::Single { "gemm" } else { "brgemm" };
                let beta = if s.beta == Beta::Zero { 0 } else { 1 };
                write!(f, "{name} {} {}x{}x{}", s.dtype, s.m, s.n, s.k)?;
                write!(f, " a={} b={} c=col/{} beta={beta}", s.a, s.b, s.ldc)?;
                match s.batch {
                    Batch::Single => Ok(()),
                    Batch::Strided { count, a, b } => write!(f, " batch={count} strides={a},{b}"),
                }
            }
            Self::Unary(s) => {
                let arrow = if s.orientation == Orientation::Same { "" } else { " transposed" };
                write!(
                    f,
                    "{} {} {}x{} in={} out={}{arrow}",
                    s.op.name(),
                    s.dtype,
                    s.m,
                    s.n,
                    s.ld_in,
                    s.ld_out
                )
            }
            Self::Binary(s) => {
                write!(f, "{} {} {}x{}", s.op.name(), s.dtype, s.m, s.n)?;
                write!(f, " in0={} in1={} out={}", s.ld_in0, s.ld_in1, s.ld_out)
            }
        }
    }
}
