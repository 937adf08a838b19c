//! Multiplication of matrices of complex numbers.
//!
//! All extents and leading dimensions count complex numbers, which are two real ones in memory: the real
//! part, then the imaginary one.

use super::field::{Outcome, Table, field};
use super::operand::{SpecError, apart, at_least_one, floating, input, plain};
use super::value::{Extents, Stored, Value, Wrong, formed, printed};
use super::{Argument, Arguments, Layout, Matrix, Start, Stride, list};
use crate::{DType, ScalarType};
use core::fmt;

/// `C = A·B`, or that added to C, with A of m×k, B of k×n and C of m×n complex numbers, each factor
/// conjugated if that is asked for. C overlaps neither A nor B.
///
/// Vectors run along rows of C where it is column-major, and along its columns where it is row-major: the
/// factor that has these, too, is stored as C is. The other one is stored either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComplexSpec {
    /// Type of the real and the imaginary parts: FP32 or FP64.
    pub part: DType,
    /// Rows of A and C, at least 1.
    pub m: usize,
    /// Columns of B and C, at least 1.
    pub n: usize,
    /// Columns of A, rows of B, at least 1.
    pub k: usize,
    /// A: m×k.
    pub a: Matrix,
    /// B: k×n.
    pub b: Matrix,
    /// C: m×n.
    pub c: Matrix,
    /// The factors that are conjugated.
    pub conjugation: Conjugation,
    /// The value that the sums start with.
    pub start: Start,
}

/// Which factors of a product are conjugated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Conjugation {
    /// Neither: `A·B`.
    #[default]
    Neither,
    /// The first: `conj(A)·B`.
    A,
    /// The second: `A·conj(B)`.
    B,
    /// Both: `conj(A·B)`.
    Both,
}

impl Conjugation {
    /// All of them, with their names in texts.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Neither, "none"), (Self::A, "a"), (Self::B, "b"), (Self::Both, "both")];

    /// That of two factors, each conjugated or not.
    #[must_use]
    pub const fn of([a, b]: [bool; 2]) -> Self {
        match (a, b) {
            (false, false) => Self::Neither,
            (true, false) => Self::A,
            (false, true) => Self::B,
            (true, true) => Self::Both,
        }
    }

    /// Whether each of the factors is conjugated.
    #[must_use]
    pub const fn factors(self) -> [bool; 2] {
        [matches!(self, Self::A | Self::Both), matches!(self, Self::B | Self::Both)]
    }

    /// The same with the factors exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        let [a, b] = self.factors();
        Self::of([b, a])
    }

    /// The one called `name`, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(conjugation, _)| *conjugation)
    }

    /// The name in texts.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }
}

impl ComplexSpec {
    /// `C = A·B` of dense column-major matrices, with these extents m, n and k.
    ///
    /// ```
    /// use tensmith_core::DType;
    /// use tensmith_core::kernel::spec::{ComplexSpec, Conjugation};
    ///
    /// let usual = ComplexSpec::column_major(DType::F32, [16, 6, 64]);
    /// let spec = ComplexSpec { conjugation: Conjugation::A, ..usual };
    /// assert_eq!(spec.to_string(), "complex c64 16x6x64 conjugate=a");
    /// ```
    #[must_use]
    pub const fn column_major(part: DType, [m, n, k]: [usize; 3]) -> Self {
        let [a, b, c] = [Matrix::column_major(m), Matrix::column_major(k), Matrix::column_major(m)];
        Self { part, m, n, k, a, b, c, conjugation: Conjugation::Neither, start: Start::Nothing }
    }

    /// The same computation written as `Cᵀ = Bᵀ·Aᵀ`: A and B change places, rows and columns too.
    ///
    /// ```
    /// use tensmith_core::DType;
    /// use tensmith_core::kernel::spec::ComplexSpec;
    ///
    /// let spec = ComplexSpec::column_major(DType::F64, [2, 3, 4]).exchanged();
    /// assert_eq!(spec.to_string(), "complex c128 3x2x4 a=row b=row c=row");
    /// ```
    #[must_use]
    pub const fn exchanged(&self) -> Self {
        Self {
            m: self.n,
            n: self.m,
            a: self.b.transposed(),
            b: self.a.transposed(),
            c: self.c.transposed(),
            conjugation: self.conjugation.exchanged(),
            ..*self
        }
    }

    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        list([Argument::A, Argument::B, Argument::C], [])
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        let &Self { part, m, n, k, a, b, c, .. } = self;
        plain("dtype", part)?;
        floating("dtype", part)?;
        for (field, extent) in [("m", m), ("n", n), ("k", k)] {
            at_least_one(field, extent)?;
        }
        for (names, matrix, extents) in
            [(("a", "lda"), a, (m, k)), (("b", "ldb"), b, (k, n)), (("c", "ldc"), c, (m, n))]
        {
            let (contiguous, strided) = matrix.extents(extents.0, extents.1);
            let ld = matrix.ld.known().ok_or(SpecError::Open { field: names.1 })?;
            apart(names.1, matrix.ld, contiguous)?;
            // Its bytes are those of real numbers.
            let [contiguous, ld] = [contiguous, ld].map(|numbers| numbers.saturating_mul(2));
            input(names, part, (contiguous, strided), Stride::fixed(ld), (1, 0))?;
        }
        let (field, along) = match c.layout {
            Layout::ColumnMajor => ("a", a),
            Layout::RowMajor => ("b", b),
        };
        if along.layout == c.layout { Ok(()) } else { Err(SpecError::Across { field }) }
    }
}

/// The type of complex numbers with parts of a type.
struct Parts(DType);

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_of = |of: &ScalarType| of.is_complex() && of.part() == self.0;
        f.write_str(ScalarType::all().find(is_of).map_or(self.0.name(), ScalarType::name))
    }
}

printed! {
    Parts: "c64 or c128", |text| {
        ScalarType::from_name(text).filter(|of| of.is_complex()).map(|of| Self(of.part()))
    };
}

impl Value for Conjugation {
    const FORM: &'static str = "none, a, b or both";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        formed(Self::from_name(text))
    }
}

pub(super) static COMPLEX: Table<ComplexSpec> = Table {
    name: "complex",
    doc: "C = A*B or C += A*B of complex numbers, each factor conjugated or not",
    blank: || ComplexSpec::column_major(DType::F32, [0; 3]),
    words: &[
        field! {
            "dtype" of ComplexSpec: Parts, "the type of all elements: c64 has parts of f32, c128 of f64";
            |s| Parts(s.part); |s, Parts(part)| s.part = part; |_| None
        },
        field! {
            "extents" ("MxNxK, three whole numbers") of ComplexSpec: Extents<3>, "rows of A and C, columns of B and C, columns of A";
            |s| Extents([s.m, s.n, s.k]);
            |s, Extents([m, n, k])| *s = ComplexSpec { m, n, k, ..*s };
            |_| None
        },
    ],
    fields: &[
        field! {
            "a" of ComplexSpec: Stored, "how A is stored: column-major or row-major; as C where that is column-major [col]";
            |s| Stored::of(s.a, s.m, s.k); |s, a| s.a = a.matrix(s.m, s.k); |_| Some(Stored::DENSE)
        },
        field! {
            "b" of ComplexSpec: Stored, "how B is stored; as C where that is row-major [col]";
            |s| Stored::of(s.b, s.k, s.n); |s, b| s.b = b.matrix(s.k, s.n); |_| Some(Stored::DENSE)
        },
        field! {
            "c" of ComplexSpec: Stored, "how C is stored [col]";
            |s| Stored::of(s.c, s.m, s.n); |s, c| s.c = c.matrix(s.m, s.n); |_| Some(Stored::DENSE)
        },
        field! {
            "conjugate" of ComplexSpec: Conjugation, "the factors that are conjugated: none, a, b or both [none]";
            |s| s.conjugation; |s, conjugation| s.conjugation = conjugation; |_| Some(Conjugation::Neither)
        },
        field! {
            "start" of ComplexSpec: Start, "what sums start with: nothing, or what the output holds [nothing]";
            |s| s.start; |s, start| s.start = start; |_| Some(Start::Nothing)
        },
    ],
};
