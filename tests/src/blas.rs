//! Calls of BLAS with their results: what they should be, computed in integers element by
//! element, and what they are.
#![allow(unsafe_code)]

use crate::random::SplitMix;
use std::ffi::{c_char, c_int};
use std::ops::Range;
use tensmith_blas::{cblas, fortran};
use tensmith_core::{Complex, Element, Scalar};

/// `CblasRowMajor` and `CblasColMajor`.
pub const LAYOUTS: [c_int; 2] = [101, 102];

/// `CblasNoTrans`, `CblasTrans` and `CblasConjTrans`.
pub const TRANSPOSES: [c_int; 3] = [111, 112, 113];

/// The letters of the Fortran interface for these.
const LETTERS: [u8; 3] = [b'n', b'T', b'c'];

/// A call but for its matrices.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// One of [`LAYOUTS`].
    pub layout: c_int,
    /// Those of A and B, of [`TRANSPOSES`].
    pub transposes: [c_int; 2],
    /// m, n, k.
    pub extents: [c_int; 3],
    /// Elements between the columns (or rows) of A, B and C.
    pub gaps: [c_int; 3],
    /// The parts of the factor of the product, of which real numbers have the first.
    pub alpha: Whole,
    /// Those of the factor of C.
    pub beta: Whole,
}

/// A complex number with whole parts.
pub type Whole = [i64; 2];

fn product([a, b]: Whole, [c, d]: Whole) -> Whole {
    [a * c - b * d, a * d + b * c]
}

fn sum([a, b]: Whole, [c, d]: Whole) -> Whole {
    [a + c, b + d]
}

/// The matrices of a call. What lies between the columns of A and B is no number, and neither is anything
/// that may not be read; what lies between those of C has to stay.
#[derive(Clone, Debug)]
pub struct Matrices<T> {
    /// A.
    pub a: Vec<T>,
    /// B.
    pub b: Vec<T>,
    /// C before the call.
    pub c: Vec<T>,
    /// C behind it.
    pub expected: Vec<T>,
}

/// The number that stands between the columns of C.
const BETWEEN: f64 = 12345.0;

impl Call {
    /// lda, ldb, ldc.
    #[must_use]
    pub fn leading(&self) -> [c_int; 3] {
        let [a, b, c] = self.lengths();
        let [gap_a, gap_b, gap_c] = self.gaps;
        [a.max(1) + gap_a, b.max(1) + gap_b, c.max(1) + gap_c]
    }

    /// The contiguous extents of A, B and C.
    fn lengths(&self) -> [c_int; 3] {
        let [m, n, k] = self.extents;
        let contiguous = |transposed: bool, rows, columns| {
            if transposed == (self.layout == LAYOUTS[0]) { rows } else { columns }
        };
        let [a, b] = self.transposes.map(|transpose| transpose != TRANSPOSES[0]);
        [contiguous(a, m, k), contiguous(b, k, n), contiguous(false, m, n)]
    }

    /// Elements that each matrix spans.
    fn spans(&self) -> [usize; 3] {
        let [m, n, k] = self.extents;
        let (lengths, leading) = (self.lengths(), self.leading());
        let elements = [m * k, k * n, m * n];
        [0, 1, 2].map(|which| {
            let runs = elements[which].checked_div(lengths[which]).unwrap_or(0);
            if runs == 0 { 0 } else { ((runs - 1) * leading[which] + lengths[which]) as usize }
        })
    }

    /// The place of element (i, j) of op(A), op(B) or C.
    fn place(&self, which: usize, i: usize, j: usize) -> usize {
        let transposed = which < 2 && self.transposes[which] != TRANSPOSES[0];
        let leading = self.leading()[which] as usize;
        if transposed == (self.layout == LAYOUTS[0]) { i + j * leading } else { i * leading + j }
    }

    /// The letters that say what the transpositions say.
    #[must_use]
    pub fn letters(&self) -> [c_char; 2] {
        let letter = |number: &c_int| TRANSPOSES.iter().zip(LETTERS).find(|(known, _)| *known == number);
        self.transposes.map(|number| letter(&number).map_or(0, |(_, letter)| letter as c_char))
    }

    /// The factors, of which real numbers have no imaginary part.
    fn whole<T: Face>(&self) -> [Whole; 2] {
        [self.alpha, self.beta].map(|[re, im]| if T::TYPE.is_complex() { [re, im] } else { [re, 0] })
    }

    /// A number in memory, given what the operand has there.
    fn stored<T: Face>(&self, which: usize, [re, im]: Whole) -> T {
        T::of(if self.transposes[which] == TRANSPOSES[2] { [re, -im] } else { [re, im] })
    }

    /// Random matrices of small integers, and the result.
    #[must_use]
    pub fn draw<T: Face>(&self, random: &mut SplitMix) -> Matrices<T> {
        let [m, n, k] = self.extents.map(|extent| extent as usize);
        let [alpha, beta] = self.whole::<T>();
        let has_product = k > 0 && alpha != [0; 2];
        let [span_a, span_b, span_c] = self.spans();
        let (mut a, mut b) = (vec![T::filled(f64::NAN); span_a], vec![T::filled(f64::NAN); span_b]);
        let mut c = vec![T::filled(BETWEEN); span_c];
        let mut number = || [(); 2].map(|()| random.below(7) as i64 - 3);
        let mut whole = || if T::TYPE.is_complex() { number() } else { [number()[0], 0] };
        let (mut left, mut right) = (vec![[0; 2]; m * k], vec![[0; 2]; k * n]);
        for (place, element) in left.iter_mut().enumerate().filter(|_| has_product) {
            *element = whole();
            a[self.place(0, place / k, place % k)] = self.stored(0, *element);
        }
        for (place, element) in right.iter_mut().enumerate().filter(|_| has_product) {
            *element = whole();
            b[self.place(1, place / n, place % n)] = self.stored(1, *element);
        }
        let mut expected = c.clone();
        for place in 0..m * n {
            let (i, j) = (place / n, place % n);
            let before = whole();
            let products = (0..k).map(|depth| product(left[i * k + depth], right[depth * n + j]));
            let all = products.fold([0; 2], sum);
            let at = self.place(2, i, j);
            c[at] = if beta == [0; 2] { T::filled(f64::NAN) } else { T::of(before) };
            expected[at] = T::of(sum(product(alpha, all), product(beta, before)));
        }
        Matrices { a, b, c, expected }
    }

    /// C behind a call of the C interface.
    #[must_use]
    pub fn by_cblas<T: Face>(&self, matrices: &Matrices<T>) -> Vec<T> {
        let mut matrices = matrices.clone();
        self.by_cblas_in_place(&mut matrices);
        matrices.c
    }

    /// The same on the very matrices.
    pub fn by_cblas_in_place<T: Face>(&self, matrices: &mut Matrices<T>) {
        self.by_cblas_with(self.factors(), matrices);
    }

    /// The same with other factors.
    pub fn by_cblas_with<T: Face>(&self, factors: [T; 2], Matrices { a, b, c, .. }: &mut Matrices<T>) {
        // SAFETY: the matrices are those of the call.
        unsafe { T::cblas(self, factors, a.as_ptr(), b.as_ptr(), c.as_mut_ptr()) };
    }

    /// The factors as numbers of a type.
    #[must_use]
    pub fn factors<T: Face>(&self) -> [T; 2] {
        self.whole::<T>().map(T::of)
    }

    /// Matrices of which all elements are the same, C too.
    #[must_use]
    pub fn filled<T: Copy>(&self, values: [T; 3]) -> Matrices<T> {
        let [a, b, c] = [0, 1, 2].map(|which| vec![values[which]; self.spans()[which]]);
        Matrices { a, b, expected: c.clone(), c }
    }

    /// The elements of C, without what lies between its columns.
    #[must_use]
    pub fn elements<T: Copy>(&self, c: &[T]) -> Vec<T> {
        let [m, n, _] = self.extents.map(|extent| extent as usize);
        (0..m * n).map(|place| c[self.place(2, place / n, place % n)]).collect()
    }

    /// C behind a call of the Fortran interface, which has no row-major matrices.
    #[must_use]
    pub fn by_fortran<T: Face>(&self, Matrices { a, b, c, .. }: &Matrices<T>) -> Option<Vec<T>> {
        let mut c = (self.layout == LAYOUTS[1]).then(|| c.clone())?;
        // SAFETY: the matrices are those of the call.
        unsafe { T::fortran(self, self.factors(), a.as_ptr(), b.as_ptr(), c.as_mut_ptr()) };
        Some(c)
    }

    /// A random call with extents in a range.
    #[must_use]
    pub fn random(random: &mut SplitMix, extents: &Range<c_int>) -> Self {
        let mut below = |count: usize| random.below(count as u64) as usize;
        let spread = (extents.end - extents.start) as usize;
        Self {
            layout: LAYOUTS[below(2)],
            transposes: [TRANSPOSES[below(3)], TRANSPOSES[below(3)]],
            extents: [(); 3].map(|()| extents.start + below(spread) as c_int),
            gaps: [(); 3].map(|()| [0, 0, 1, 5][below(4)]),
            alpha: [[1, 0], [1, 0], [-1, 0], [3, 0], [3, -1]][below(5)],
            beta: [[0, 0], [1, 0], [1, 0], [-2, 0], [-2, 1]][below(5)],
        }
    }
}

/// Whether two results are the same, bit by bit.
#[must_use]
pub fn same<T: PartialEq>(x: &[T], y: &[T]) -> bool {
    x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x == y)
}

/// The functions for a type.
pub trait Face: Scalar {
    /// The number with these parts, of which a real one has the first.
    fn of(parts: Whole) -> Self {
        let mut parts = parts.into_iter();
        Self::from_parts(|| Element::from_f64(parts.next().map_or(0.0, |part| part as f64)))
    }

    /// The number whose parts are all the same.
    fn filled(part: f64) -> Self {
        Self::from_parts(|| Element::from_f64(part))
    }

    /// # Safety
    /// The matrices are those of the call.
    unsafe fn cblas(call: &Call, factors: [Self; 2], a: *const Self, b: *const Self, c: *mut Self);

    /// # Safety
    /// The matrices are those of the call.
    unsafe fn fortran(call: &Call, factors: [Self; 2], a: *const Self, b: *const Self, c: *mut Self);
}

/// C takes real factors by value, and complex ones by address, with `&`.
macro_rules! face {
    ($number:ty, [$($address:tt)?], $cblas:ident, $fortran:ident) => {
        impl Face for $number {
            unsafe fn cblas(
                call: &Call,
                [alpha, beta]: [Self; 2],
                a: *const Self,
                b: *const Self,
                c: *mut Self,
            ) {
                let &Call { layout, transposes: [ta, tb], extents: [m, n, k], .. } = call;
                let [lda, ldb, ldc] = call.leading();
                let (alpha, beta) = ($($address)? alpha, $($address)? beta);
                // SAFETY: the caller's duty.
                unsafe { cblas::$cblas(layout, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) };
            }

            unsafe fn fortran(
                call: &Call,
                [alpha, beta]: [Self; 2],
                a: *const Self,
                b: *const Self,
                c: *mut Self,
            ) {
                let [ta, tb] = call.letters();
                let [m, n, k] = &call.extents;
                let [lda, ldb, ldc] = &call.leading();
                // SAFETY: the caller's duty.
                unsafe { fortran::$fortran(&ta, &tb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc) };
            }
        }
    };
}

face!(f32, [], cblas_sgemm, sgemm_);
face!(f64, [], cblas_dgemm, dgemm_);
face!(Complex<f32>, [&], cblas_cgemm, cgemm_);
face!(Complex<f64>, [&], cblas_zgemm, zgemm_);
