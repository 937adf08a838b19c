//! Matrix multiplication: of one pair of matrices, or summed over a batch of pairs.
//!
//! Values that a spec leaves to run time are passed at every call. A [`Factor`] is passed as its *bits*
//! in an integer register, not as a pointer: nothing has to live in memory for it, no call can
//! pass a dangling one, and the kernel has it without a load.

use super::operand::{Matrix, SpecError, Stride, apart, at_least_one, input, operand};
use super::{Argument, Arguments, Chain, MAX_ARGUMENTS, list};
use crate::DType;
use core::fmt;

/// The factor of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)] // As for layouts, of which there are three.
pub enum Factor {
    /// The term is absent, and what it is made of is never read: a NaN in it does not survive.
    Zero,
    /// The term as it is.
    One = 1 << 5,
    /// A number that every call passes as [`Argument::Alpha`] or [`Argument::Beta`]: its bits, of
    /// FP32 in the low half. The kernel multiplies by it whatever it is, so that a 0 passed here
    /// does read the term, and makes a NaN of an infinity, as IEEE 754 says.
    Runtime = 1 << 6,
}

/// The pairs of blocks that are multiplied and summed.
///
/// A number of pairs is at least one, also where it is left to run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)] // As for specifications.
pub enum Batch {
    /// A single pair: GEMM.
    Single,
    /// Blocks at constant distances.
    Strided {
        /// Number of pairs, at least one.
        count: Stride,
        /// Elements between neighbouring blocks of A.
        a: Stride,
        /// Elements between neighbouring blocks of B.
        b: Stride,
    },
    /// Blocks anywhere around `a` and `b`: [`Argument::OffsetsA`] and [`Argument::OffsetsB`] are
    /// the addresses of arrays with the signed 64-bit offset of each block, in elements.
    Offsets {
        /// Number of pairs, at least one.
        count: Stride,
    },
    /// Blocks anywhere: [`Argument::AddressesA`] and [`Argument::AddressesB`], which stand in the
    /// places of `a` and `b`, are the addresses of arrays with the address of each block.
    Addresses {
        /// Number of pairs, at least one.
        count: Stride,
    },
}

/// `C = epilogue(alpha·Σ_r A_r·B_r + beta·C)`, with A of m×k, B of k×n and C of m×n. C overlaps no
/// block of A or B, and no operand of the epilogue, unless that is C itself: the same matrix with the
/// same leading dimension. Columns (or rows) of A and of B may have elements in common, as the windows of a convolution
/// have.
///
/// There is no product where k is 0 or alpha is [`Factor::Zero`]: A and B are not read then, a
/// run-time alpha is not used, and C is multiplied by beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GemmSpec {
    /// Type of all three operands.
    pub dtype: DType,
    /// Rows of A and C, at least 1.
    pub m: usize,
    /// Columns of B and C, at least 1.
    pub n: usize,
    /// Columns of A, rows of B.
    pub k: usize,
    /// A: m×k.
    pub a: Matrix,
    /// B: k×n.
    pub b: Matrix,
    /// C: m×n.
    pub c: Matrix,
    /// Factor of the product.
    pub alpha: Factor,
    /// Factor of what C holds before.
    pub beta: Factor,
    /// Pairs of blocks that are summed.
    pub batch: Batch,
    /// The operations on each element before it is stored.
    pub epilogue: Chain,
}

impl GemmSpec {
    /// `C += A·B` of dense column-major matrices, with these extents m, n and k. What differs from that is changed with the
    /// syntax for structures:
    ///
    /// ```
    /// use tensmith_core::DType;
    /// use tensmith_core::kernel::spec::{Factor, GemmSpec, Matrix};
    ///
    /// let spec = GemmSpec { b: Matrix::row_major(6), beta: Factor::Zero, ..GemmSpec::column_major(DType::F32, [16, 6, 64]) };
    /// assert_eq!(spec.to_string(), "gemm f32 16x6x64 a=col/16 b=row/6 c=col/16 beta=0");
    /// ```
    #[must_use]
    pub const fn column_major(dtype: DType, [m, n, k]: [usize; 3]) -> Self {
        let [a, b, c] = [Matrix::column_major(m), Matrix::column_major(k), Matrix::column_major(m)];
        let (alpha, beta, batch) = (Factor::One, Factor::One, Batch::Single);
        Self { dtype, m, n, k, a, b, c, alpha, beta, batch, epilogue: Chain::EMPTY }
    }
}

impl Factor {
    /// All kinds of factors with their names in text forms and on the command line.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Zero, "0"), (Self::One, "1"), (Self::Runtime, "runtime")];

    fn argument(self, argument: Argument) -> Option<Argument> {
        (self == Self::Runtime).then_some(argument)
    }
}

impl Batch {
    /// Number of pairs.
    #[must_use]
    pub const fn count(self) -> Stride {
        match self {
            Self::Single => Stride::fixed(1),
            Self::Strided { count, .. } | Self::Offsets { count } | Self::Addresses { count } => count,
        }
    }

    /// The same pairs with A and B exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        match self {
            Self::Strided { count, a, b } => Self::Strided { count, a: b, b: a },
            Self::Single | Self::Offsets { .. } | Self::Addresses { .. } => self,
        }
    }
}

impl GemmSpec {
    /// Whether A and B are read.
    #[must_use]
    pub fn has_product(&self) -> bool {
        self.k > 0 && self.alpha != Factor::Zero
    }

    /// The same computation written as `Cᵀ = alpha·Σ_r B_rᵀ·A_rᵀ + beta·Cᵀ`: A and B change places,
    /// rows and columns too. Its arguments are those of `self`, each under the name that
    /// [`Argument::exchanged`] gives it.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        Self {
            m: self.n,
            n: self.m,
            a: self.b.transposed(),
            b: self.a.transposed(),
            c: self.c.transposed(),
            batch: self.batch.exchanged(),
            epilogue: self.epilogue.transposed(),
            ..*self
        }
    }

    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        let (addresses, others) = self.all_arguments();
        list(addresses, others)
    }

    /// The addresses of A, B and C, and what there is besides, however much that is.
    fn all_arguments(&self) -> ([Argument; 3], impl Iterator<Item = Option<Argument>>) {
        use Argument as X;
        let addresses = match self.batch {
            Batch::Addresses { .. } => [X::AddressesA, X::AddressesB, X::C],
            Batch::Single | Batch::Strided { .. } | Batch::Offsets { .. } => [X::A, X::B, X::C],
        };
        let (blocks_a, blocks_b) = match self.batch {
            Batch::Strided { a, b, .. } => (a.argument(X::BatchStrideA), b.argument(X::BatchStrideB)),
            Batch::Offsets { .. } => (Some(X::OffsetsA), Some(X::OffsetsB)),
            Batch::Single | Batch::Addresses { .. } => (None, None),
        };
        let others = [
            self.a.ld.argument(X::Lda),
            self.b.ld.argument(X::Ldb),
            self.c.ld.argument(X::Ldc),
            blocks_a,
            blocks_b,
            self.batch.count().argument(X::BatchCount),
            self.alpha.argument(X::Alpha),
            self.beta.argument(X::Beta),
        ];
        (addresses, self.epilogue.addresses().chain(others).chain(self.epilogue.numbers()))
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        let &Self { dtype, m, n, k, a, b, c, .. } = self;
        at_least_one("m", m)?;
        at_least_one("n", n)?;
        let count = self.batch.count().known().unwrap_or(1);
        at_least_one("batch count", count)?;
        let (step_a, step_b) = match self.batch {
            Batch::Strided { a, b, .. } => (a.known().unwrap_or(0), b.known().unwrap_or(0)),
            Batch::Single | Batch::Offsets { .. } | Batch::Addresses { .. } => (0, 0),
        };
        input(("a", "lda"), dtype, a.extents(m, k), a.ld, (count, step_a))?;
        input(("b", "ldb"), dtype, b.extents(k, n), b.ld, (count, step_b))?;
        operand(("c", "ldc"), dtype, c.extents(m, n), c.ld, (1, 0))?;
        self.epilogue.validate(dtype, (m, n), c.extents(m, n))?;
        let (addresses, others) = self.all_arguments();
        match addresses.len().saturating_add(others.flatten().count()) {
            ..=MAX_ARGUMENTS => Ok(()),
            count => Err(SpecError::TooManyArguments { count, limit: MAX_ARGUMENTS }),
        }
    }

    /// As [`KernelSpec::validate`](super::KernelSpec::validate), where A and B are matrices of their own: a leading dimension
    /// that has their columns (or rows) overlap is a mistake, and no window.
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate_apart(&self) -> Result<(), SpecError> {
        self.validate()?;
        for (field, matrix, (rows, columns)) in
            [("lda", self.a, (self.m, self.k)), ("ldb", self.b, (self.k, self.n))]
        {
            apart(field, matrix.ld, matrix.extents(rows, columns).0)?;
        }
        Ok(())
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Zero => "0",
            Self::One => "1",
            Self::Runtime => "?",
        })
    }
}

impl fmt::Display for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single => Ok(()),
            Self::Strided { count, a, b } => write!(f, " batch={count} strides={a},{b}"),
            Self::Offsets { count } => write!(f, " batch={count} offsets"),
            Self::Addresses { count } => write!(f, " batch={count} addresses"),
        }
    }
}

impl fmt::Display for GemmSpec {
    /// One line; an alpha of 1 is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.batch == Batch::Single { "gemm" } else { "brgemm" };
        write!(f, "{name} {} {}x{}x{}", self.dtype, self.m, self.n, self.k)?;
        write!(f, " a={} b={} c={}", self.a, self.b, self.c)?;
        if self.alpha != Factor::One {
            write!(f, " alpha={}", self.alpha)?;
        }
        write!(f, " beta={}{}", self.beta, self.batch)?;
        if self.epilogue.is_empty() { Ok(()) } else { write!(f, " epilogue={}", self.epilogue) }
    }
}
