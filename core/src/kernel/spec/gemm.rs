//! Matrix multiplication: of one pair of matrices, or summed over a batch of pairs.
//!
//! Values that a spec leaves to run time are passed at every call. A [`Factor`] is passed as its *bits*
//! in an integer register, not as a pointer: nothing has to live in memory for it, no call can
//! pass a dangling one, and the kernel has it without a load.

use super::field::{Field, Outcome, Table, field};
use super::operand::{Matrix, SpecError, Stride, apart, at_least_one, input, operand, plain};
use super::value::{Extents, Stored, Value, Wrong, formed, stride};
use super::{Argument, Arguments, Chain, MAX_ARGUMENTS, list};
use crate::{DType, Types};
use core::fmt;

/// The factor of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)] // As for layouts, of which there are three.
pub enum Factor {
    /// The term is absent, and what it is made of is never read: a NaN in it does not survive.
    Zero,
    /// The term as it is.
    One = 1 << 6,
    /// A number that every call passes as [`Argument::Alpha`] or [`Argument::Beta`]: its bits, of
    /// FP32 in the low half. The kernel multiplies by it whatever it is, so that a 0 passed here
    /// does read the term, and makes a NaN of an infinity, as IEEE 754 says.
    Runtime = 1 << 7,
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
/// same leading dimension. Columns (or rows) of A and of B may have elements in common, as the windows
/// of a convolution have.
///
/// There is no product where k is 0 or alpha is [`Factor::Zero`]: A and B are not read then, a
/// run-time alpha is not used, and C is multiplied by beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GemmSpec {
    /// Types of A, of B, of what is computed, and of C and the operands of the epilogue. Elements of half
    /// precision are computed with in single precision, and C is rounded once when it is stored.
    pub types: Types,
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
    /// `C += A·B` of dense column-major matrices, with these extents m, n and k. What differs from that is
    /// changed with the syntax for structures:
    ///
    /// ```
    /// use tensmith_core::DType;
    /// use tensmith_core::kernel::spec::{Factor, GemmSpec, Matrix};
    ///
    /// let usual = GemmSpec::column_major(DType::F32, [16, 6, 64]);
    /// let spec = GemmSpec { b: Matrix::row_major(6), beta: Factor::Zero, ..usual };
    /// assert_eq!(spec.to_string(), "gemm f32 16x6x64 b=row beta=0");
    /// ```
    #[must_use]
    pub const fn column_major(dtype: DType, [m, n, k]: [usize; 3]) -> Self {
        let [a, b, c] = [Matrix::column_major(m), Matrix::column_major(k), Matrix::column_major(m)];
        let (alpha, beta, batch) = (Factor::One, Factor::One, Batch::Single);
        let types = Types::of(dtype);
        Self { types, m, n, k, a, b, c, alpha, beta, batch, epilogue: Chain::EMPTY }
    }
}

impl Factor {
    /// All of them, with their names in texts.
    pub const ALL: [(Self, &'static str); 3] = [(Self::Zero, "0"), (Self::One, "1"), (Self::Runtime, "?")];

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
            types: Types { a: self.types.b, b: self.types.a, ..self.types },
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
        let &Self { types, m, n, k, a, b, c, .. } = self;
        computable(types)?;
        at_least_one("m", m)?;
        at_least_one("n", n)?;
        let count = self.batch.count().known().unwrap_or(1);
        at_least_one("batch count", count)?;
        let (step_a, step_b) = match self.batch {
            Batch::Strided { a, b, .. } => (a.known().unwrap_or(0), b.known().unwrap_or(0)),
            Batch::Single | Batch::Offsets { .. } | Batch::Addresses { .. } => (0, 0),
        };
        input(("a", "lda"), types.a, a.extents(m, k), a.ld, (count, step_a))?;
        input(("b", "ldb"), types.b, b.extents(k, n), b.ld, (count, step_b))?;
        operand(("c", "ldc"), types.output, c.extents(m, n), c.ld, (1, 0))?;
        self.epilogue.validate(types.output, (m, n), c.extents(m, n))?;
        let (addresses, others) = self.all_arguments();
        match addresses.len().saturating_add(others.flatten().count()) {
            ..=MAX_ARGUMENTS => Ok(()),
            count => Err(SpecError::TooManyArguments { count, limit: MAX_ARGUMENTS }),
        }
    }

    /// As [`KernelSpec::validate`](super::KernelSpec::validate), where A and B are matrices of their own: a
    /// leading dimension that has their columns (or rows) overlap is a mistake, and no window.
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

/// Checks that operands are of types that are computed with in that of the accumulator.
fn computable(types: Types) -> Result<(), SpecError> {
    let Types { a, b, accumulator, output } = types;
    plain("accumulator", accumulator)?;
    let legal = accumulator.arithmetic().stored();
    let wrong =
        [("a", a), ("b", b), ("output", output)].into_iter().find(|(_, found)| !legal.contains(found));
    wrong.map_or(Ok(()), |(field, found)| Err(SpecError::Type { field, found, legal }))
}

/// A specification of a multiplication, and maybe of more, whose text has the fields of one.
pub(super) trait Multiplies: 'static {
    fn gemm(&self) -> &GemmSpec;
    fn gemm_mut(&mut self) -> &mut GemmSpec;
    /// Whether operations may follow.
    fn allows(epilogue: &Chain) -> Result<(), Wrong>;
}

impl Multiplies for GemmSpec {
    fn gemm(&self) -> &GemmSpec {
        self
    }

    fn gemm_mut(&mut self) -> &mut GemmSpec {
        self
    }

    fn allows(_: &Chain) -> Result<(), Wrong> {
        Ok(())
    }
}

/// The words and fields of a multiplication.
pub(super) struct Multiplication<S>(S);

impl<S: Multiplies> Multiplication<S> {
    pub(super) const WORDS: [Field<S>; 2] = [
        field! {
            "dtype" of S: Types, "the type of all elements, or those of A, of B, of sums and of C";
            |s| s.gemm().types; |s, types| s.gemm_mut().types = types; |_| None
        },
        field! {
            "extents" ("MxNxK, three whole numbers") of S: Extents<3>, "rows of A and C, columns of B and C, columns of A";
            |s| Extents([s.gemm().m, s.gemm().n, s.gemm().k]);
            |s, Extents([m, n, k])| *s.gemm_mut() = GemmSpec { m, n, k, ..*s.gemm() };
            |_| None
        },
    ];
    pub(super) const A: Field<S> = field! {
        "a" of S: Stored, "how A is stored: column-major or row-major [col]";
        |s| Stored::of(s.gemm().a, s.gemm().m, s.gemm().k);
        |s, a| s.gemm_mut().a = a.matrix(s.gemm().m, s.gemm().k);
        |_| Some(Stored::DENSE)
    };
    pub(super) const B: Field<S> = field! {
        "b" of S: Stored, "how B is stored [col]";
        |s| Stored::of(s.gemm().b, s.gemm().k, s.gemm().n);
        |s, b| s.gemm_mut().b = b.matrix(s.gemm().k, s.gemm().n);
        |_| Some(Stored::DENSE)
    };
    pub(super) const C: Field<S> = field! {
        "c" of S: Stored, "how C is stored [col]";
        |s| Stored::of(s.gemm().c, s.gemm().m, s.gemm().n);
        |s, c| s.gemm_mut().c = c.matrix(s.gemm().m, s.gemm().n);
        |_| Some(Stored::DENSE)
    };
    pub(super) const ALPHA: Field<S> = field! {
        "alpha" of S: Factor, "the factor of the product [1]";
        |s| s.gemm().alpha; |s, alpha| s.gemm_mut().alpha = alpha; |_| Some(Factor::One)
    };
    pub(super) const BETA: Field<S> = field! {
        "beta" of S: Factor, "the factor of C: 0 overwrites it, 1 adds to it [1]";
        |s| s.gemm().beta; |s, beta| s.gemm_mut().beta = beta; |_| Some(Factor::One)
    };
    pub(super) const EPILOGUE: Field<S> = field! {
        "epilogue" of S: Chain, "operations on each element before it is stored [none]";
        |s| s.gemm().epilogue;
        |s, epilogue| S::allows(&epilogue).map(|()| s.gemm_mut().epilogue = epilogue);
        |_| Some(Chain::EMPTY)
    };
}

type Of = Multiplication<GemmSpec>;

/// A specification for words to be read into.
pub(super) const fn blank() -> GemmSpec {
    GemmSpec::column_major(DType::F32, [0; 3])
}

pub(super) static GEMM: Table<GemmSpec> = Table {
    name: "gemm",
    doc: "C = epilogue(alpha*A*B + beta*C), where A is m x k, B is k x n and C is m x n",
    blank,
    words: &Of::WORDS,
    fields: &[Of::A, Of::B, Of::C, Of::ALPHA, Of::BETA, Of::EPILOGUE],
};

pub(super) static BRGEMM: Table<GemmSpec> = Table {
    name: "brgemm",
    doc: "C = epilogue(alpha*S + beta*C), where S is the sum of A_r*B_r over a batch of blocks",
    blank,
    words: &Of::WORDS,
    fields: &[Of::A, Of::B, Of::C, Of::ALPHA, Of::BETA, BATCH, BLOCKS, Of::EPILOGUE],
};

const BATCH: Field<GemmSpec> = field! {
    "batch" ("a number, or `?` for one that calls pass") of GemmSpec: Stride, "the number of blocks of A and of B";
    |s| s.batch.count(); |s, count| s.batch = Batch::Offsets { count }; |_| None
};

const BLOCKS: Field<GemmSpec> = field! {
    "blocks" of GemmSpec: Blocks, "where they are [one behind the other, if that is known]";
    |s| match s.batch {
        Batch::Strided { a, b, .. } => Blocks::Strided(a, b),
        Batch::Offsets { .. } => Blocks::Offsets,
        Batch::Single | Batch::Addresses { .. } => Blocks::Addresses,
    };
    |s, blocks| {
        let count = s.batch.count();
        s.batch = match blocks {
            Blocks::Strided(a, b) => Batch::Strided { count, a, b },
            Blocks::Offsets => Batch::Offsets { count },
            Blocks::Addresses => Batch::Addresses { count },
        };
    };
    |s| {
        // A product that saturates belongs to an operand that is refused as too large.
        let block = |matrix: Matrix, rows, columns| {
            Some(Stride::fixed(matrix.ld.known()?.saturating_mul(matrix.extents(rows, columns).1)))
        };
        Some(Blocks::Strided(block(s.a, s.m, s.k)?, block(s.b, s.k, s.n)?))
    }
};

impl Value for Factor {
    const FORM: &'static str = "0, 1, or `?` for one that calls pass";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = Self::ALL.iter();
        all.find(|(known, _)| known == self).map_or(Ok(()), |(_, name)| f.write_str(name))
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        formed(Self::ALL.iter().find(|(_, name)| *name == text).map(|(factor, _)| *factor))
    }
}

/// Where the blocks of a batch are.
enum Blocks {
    Offsets,
    Addresses,
    Strided(Stride, Stride),
}

impl Value for Blocks {
    const FORM: &'static str = "elements from a block of A and of B to the next, such as `64,?`, or `offsets` or `addresses` for what calls pass";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offsets => f.write_str("offsets"),
            Self::Addresses => f.write_str("addresses"),
            Self::Strided(a, b) => write!(f, "{a},{b}"),
        }
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        formed(match text {
            "offsets" => Some(Self::Offsets),
            "addresses" => Some(Self::Addresses),
            _ => text.split_once([',']).and_then(|(a, b)| Some(Self::Strided(stride(a)?, stride(b)?))),
        })
    }
}
