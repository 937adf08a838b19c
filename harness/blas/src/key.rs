//! What a call says, but for addresses and the values of factors: all that code depends on.
//!
//! Matrices are column-major here. A call on row-major ones is the same with A and B, and rows
//! and columns, exchanged.
//!
//! Tests: `tests/tests/blas.rs`.

use crate::number::Number;
use std::ffi::c_int;
use tensmith::gemm::{Batch, Chain, Factor, GemmSpec, Matrix};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{ComplexSpec, Conjugation, Start};
use tensmith_core::{DType, ScalarType};

/// See the module's documentation.
///
/// Every call makes one and compares it, in registers: of numbers in memory, a processor that has just
/// written them one by one would wait to read two at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// m and n, k and lda, ldb and ldc: the first of two in the low half.
    pairs: [u64; 3],
    kind: u32,
}

#[inline(always)]
const fn pair(low: c_int, high: c_int) -> u64 {
    (low as u32 as u64) | (high as u32 as u64) << 32
}

/// Whether an operand is transposed, as BLAS says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Transpose {
    No = 0,
    Yes = 1,
    /// A mistake of the caller's.
    Unknown = 2,
    /// It is, and each number is conjugated.
    Conjugate = 3,
}

impl Transpose {
    /// Whether it is transposed; none where the caller's word for it is unknown.
    pub(crate) const fn is_transposed(self) -> Option<bool> {
        match self {
            Self::No => Some(false),
            Self::Yes | Self::Conjugate => Some(true),
            Self::Unknown => None,
        }
    }

    /// What that is for numbers of a type: conjugates of real ones are themselves.
    #[inline(always)]
    const fn of(self, scalar: ScalarType) -> Self {
        match self {
            Self::Conjugate if !scalar.is_complex() => Self::Yes,
            other => other,
        }
    }
}

/// The value of a factor, as far as code depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Value {
    Zero = 0,
    One = 1,
    Other = 2,
}

impl Value {
    #[inline(always)]
    fn of<T: Number>(factor: T) -> Self {
        if factor == T::ONE {
            Self::One
        } else if factor == T::ZERO {
            Self::Zero
        } else {
            Self::Other
        }
    }

    const fn factor(bits: u32) -> Factor {
        match bits & 3 {
            0 => Factor::Zero,
            1 => Factor::One,
            _ => Factor::Runtime,
        }
    }
}

const TRANSPOSE_A: u32 = 0;
const TRANSPOSE_B: u32 = 2;
const ALPHA: u32 = 4;
const BETA: u32 = 6;
const SCALAR: u32 = 8;
const NEGATES: u32 = 10;

/// The types of numbers, each at the place that stands for it.
const SCALARS: [ScalarType; 4] =
    [ScalarType::Real(DType::F32), ScalarType::Real(DType::F64), ScalarType::C64, ScalarType::C128];

const fn place_of(scalar: ScalarType) -> u32 {
    matches!(scalar.part(), DType::F64) as u32 | (scalar.is_complex() as u32) << 1
}

impl Key {
    #[inline(always)]
    pub(crate) fn new<T: Number>(
        transposes: [Transpose; 2],
        numbers: [c_int; 6],
        [alpha, beta]: [T; 2],
    ) -> Self {
        let [m, n, k, lda, ldb, ldc] = numbers;
        let [transpose_a, transpose_b] = transposes.map(|transpose| transpose.of(T::TYPE));
        let negates = u32::from(alpha == T::ONE.negated());
        let kind = (transpose_a as u32) << TRANSPOSE_A
            | (transpose_b as u32) << TRANSPOSE_B
            | (Value::of(alpha) as u32) << ALPHA
            | (Value::of(beta) as u32) << BETA
            | place_of(T::TYPE) << SCALAR
            | negates << NEGATES;
        Self { pairs: [pair(m, n), pair(k, lda), pair(ldb, ldc)], kind }
    }

    /// m, n, k, lda, ldb, ldc.
    pub(crate) fn numbers(&self) -> [c_int; 6] {
        let [[m, n], [k, lda], [ldb, ldc]] = self.pairs.map(|pair| [pair as c_int, (pair >> 32) as c_int]);
        [m, n, k, lda, ldb, ldc]
    }

    /// Whether A and B are transposed; none where the caller's word for it is unknown.
    pub(crate) fn transposes(&self) -> [Option<bool>; 2] {
        [TRANSPOSE_A, TRANSPOSE_B].map(|place| match self.kind >> place & 3 {
            0 => Some(false),
            1 | 3 => Some(true),
            _ => None,
        })
    }

    /// Whether A and B are conjugated.
    fn conjugates(&self) -> [bool; 2] {
        [TRANSPOSE_A, TRANSPOSE_B].map(|place| self.kind >> place & 3 == Transpose::Conjugate as u32)
    }

    /// The type of the numbers.
    fn scalar(&self) -> ScalarType {
        SCALARS[(self.kind >> SCALAR & 3) as usize]
    }

    /// Whether there is a kernel for it. Kernels multiply complex numbers without factors, and take that
    /// matrix as C is stored of which they load vectors.
    pub(crate) fn has_kernel(&self) -> bool {
        let [alpha, beta] = self.factors();
        let is_plain = alpha == Factor::One && beta != Factor::Runtime;
        !self.scalar().is_complex() || is_plain && self.transposes()[0] == Some(false)
    }

    /// Whether the factors are 0, 1, or anything else: that of the product, that of C.
    pub(crate) const fn factors(&self) -> [Factor; 2] {
        [Value::factor(self.kind >> ALPHA), Value::factor(self.kind >> BETA)]
    }

    /// Whether alpha is -1, a factor that plans have a better place for than for others.
    pub(crate) const fn negates(&self) -> bool {
        self.kind >> NEGATES & 1 == 1
    }

    /// The multiplication of a key that was checked: its extents are not negative, leading
    /// dimensions long enough.
    pub(crate) fn problem(&self) -> Problem {
        self.problem_of(self.numbers().map(i64::from))
    }

    /// The same with numbers that a key cannot say.
    pub(crate) fn problem_of(&self, numbers: [i64; 6]) -> Problem {
        let [m, n, k, lda, ldb, ldc] = numbers.map(|number| usize::try_from(number).unwrap_or(0));
        Problem {
            m,
            n,
            k,
            lda,
            ldb,
            ldc,
            transposes: self.transposes().map(|transposed| transposed == Some(true)),
            conjugates: self.conjugates(),
            scalar: self.scalar(),
        }
    }
}

/// A multiplication without its addresses and factors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Problem {
    pub(crate) m: usize,
    pub(crate) n: usize,
    pub(crate) k: usize,
    pub(crate) lda: usize,
    pub(crate) ldb: usize,
    pub(crate) ldc: usize,
    pub(crate) transposes: [bool; 2],
    pub(crate) conjugates: [bool; 2],
    pub(crate) scalar: ScalarType,
}

/// The most bytes of all matrices for which threads are not worth while, and a kernel alone is as fast as a
/// plan.
const SMALL: usize = 192 << 10;

impl Problem {
    /// The strides of A, along its rows and its columns.
    pub(crate) fn strides_a(&self) -> [usize; 2] {
        strides(self.transposes[0], self.lda)
    }

    /// Those of B.
    pub(crate) fn strides_b(&self) -> [usize; 2] {
        strides(self.transposes[1], self.ldb)
    }

    /// Number of products of real numbers.
    pub(crate) fn products(&self) -> u64 {
        let parts = self.scalar.parts();
        let factors = [self.m, self.n, self.k, parts, parts];
        factors.into_iter().fold(1, |product, factor| product.saturating_mul(factor as u64))
    }

    /// Whether the matrices have many bytes.
    pub(crate) fn is_large(&self) -> bool {
        let &Self { m, n, k, .. } = self;
        let matrix = |rows: usize, columns: usize| rows.saturating_mul(columns);
        let numbers = matrix(m, k).saturating_add(matrix(k, n)).saturating_add(matrix(m, n));
        numbers.saturating_mul(self.scalar.bytes()) > SMALL
    }

    /// The kernel of a key that [has](Key::has_kernel) one, with these factors.
    pub(crate) fn kernel(&self, factors: [Factor; 2]) -> KernelSpec {
        if self.scalar.is_complex() { self.complex(factors).into() } else { self.real(factors).into() }
    }

    /// How A, B and C are stored.
    fn matrices(&self) -> [Matrix; 3] {
        let side = |transposed, ld| if transposed { Matrix::row_major(ld) } else { Matrix::column_major(ld) };
        let [a, b] = self.transposes;
        [side(a, self.lda), side(b, self.ldb), side(false, self.ldc)]
    }

    fn real(&self, [alpha, beta]: [Factor; 2]) -> GemmSpec {
        let &Self { m, n, k, scalar, .. } = self;
        let [a, b, c] = self.matrices();
        let (types, batch, epilogue) = (scalar.part().into(), Batch::Single, Chain::EMPTY);
        GemmSpec { types, m, n, k, a, b, c, alpha, beta, batch, epilogue }
    }

    fn complex(&self, [_, beta]: [Factor; 2]) -> ComplexSpec {
        let &Self { m, n, k, scalar, .. } = self;
        let [a, b, c] = self.matrices();
        let conjugation = Conjugation::of(self.conjugates);
        let start = if beta == Factor::Zero { Start::Nothing } else { Start::Output };
        ComplexSpec { part: scalar.part(), m, n, k, a, b, c, conjugation, start }
    }
}

const fn strides(transposed: bool, ld: usize) -> [usize; 2] {
    if transposed { [ld, 1] } else { [1, ld] }
}
