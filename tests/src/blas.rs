//! Calls of BLAS with their results: what they should be, computed in integers element by
//! element, and what they are.
#![allow(unsafe_code)]

use crate::random::SplitMix;
use std::ffi::{c_char, c_int};
use std::ops::Range;
use tensmith_blas::{cblas, fortran};
use tensmith_core::Element;

/// `CblasRowMajor` and `CblasColMajor`.
pub const LAYOUTS: [c_int; 2] = [101, 102];

/// `CblasNoTrans` and `CblasTrans`.
pub const TRANSPOSES: [c_int; 2] = [111, 112];

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
    /// The factor of the product.
    pub alpha: i32,
    /// The factor of C.
    pub beta: i32,
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

    /// Random matrices of small integers, and the result.
    #[must_use]
    pub fn draw<T: Element>(&self, random: &mut SplitMix) -> Matrices<T> {
        let [m, n, k] = self.extents.map(|extent| extent as usize);
        let has_product = k > 0 && self.alpha != 0;
        let [span_a, span_b, span_c] = self.spans();
        let (mut a, mut b) = (vec![T::NAN; span_a], vec![T::NAN; span_b]);
        let mut c = vec![T::from_f64(BETWEEN); span_c];
        let mut number = || random.below(7) as i64 - 3;
        let value = |number: i64| T::from_f64(number as f64);
        let (mut left, mut right) = (vec![0; m * k], vec![0; k * n]);
        for (place, element) in left.iter_mut().enumerate().filter(|_| has_product) {
            *element = number();
            a[self.place(0, place / k, place % k)] = value(*element);
        }
        for (place, element) in right.iter_mut().enumerate().filter(|_| has_product) {
            *element = number();
            b[self.place(1, place / n, place % n)] = value(*element);
        }
        let mut expected = c.clone();
        for place in 0..m * n {
            let (i, j) = (place / n, place % n);
            let before = number();
            let sum = (0..k).map(|depth| left[i * k + depth] * right[depth * n + j]).sum::<i64>();
            let at = self.place(2, i, j);
            c[at] = if self.beta == 0 { T::NAN } else { value(before) };
            expected[at] = value(i64::from(self.alpha) * sum + i64::from(self.beta) * before);
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
    fn factors<T: Face>(&self) -> [T; 2] {
        [self.alpha, self.beta].map(|factor| T::from_f64(f64::from(factor)))
    }

    /// Matrices of which all elements are the same, C too.
    #[must_use]
    pub fn filled<T: Element>(&self, values: [T; 3]) -> Matrices<T> {
        let [a, b, c] = [0, 1, 2].map(|which| vec![values[which]; self.spans()[which]]);
        Matrices { a, b, expected: c.clone(), c }
    }

    /// The elements of C, without what lies between its columns.
    #[must_use]
    pub fn elements<T: Element>(&self, c: &[T]) -> Vec<T> {
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
            transposes: [TRANSPOSES[below(2)], TRANSPOSES[below(2)]],
            extents: [(); 3].map(|()| extents.start + below(spread) as c_int),
            gaps: [(); 3].map(|()| [0, 0, 1, 5][below(4)]),
            alpha: [1, 1, -1, 3][below(4)],
            beta: [0, 1, 1, -2][below(4)],
        }
    }
}

/// Whether two results are the same, bit by bit.
#[must_use]
pub fn same<T: Element>(x: &[T], y: &[T]) -> bool {
    x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x == y)
}

/// The functions for a type.
pub trait Face: Element {
    /// # Safety
    /// The matrices are those of the call.
    unsafe fn cblas(call: &Call, factors: [Self; 2], a: *const Self, b: *const Self, c: *mut Self);

    /// # Safety
    /// The matrices are those of the call.
    unsafe fn fortran(call: &Call, factors: [Self; 2], a: *const Self, b: *const Self, c: *mut Self);
}

macro_rules! face {
    ($element:ty, $cblas:ident, $fortran:ident) => {
        impl Face for $element {
            unsafe fn cblas(
                call: &Call,
                [alpha, beta]: [Self; 2],
                a: *const Self,
                b: *const Self,
                c: *mut Self,
            ) {
                let &Call { layout, transposes: [ta, tb], extents: [m, n, k], .. } = call;
                let [lda, ldb, ldc] = call.leading();
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
                let [ta, tb] =
                    call.transposes.map(|number| if number == 111 { b'n' } else { b'T' } as c_char);
                let [m, n, k] = &call.extents;
                let [lda, ldb, ldc] = &call.leading();
                // SAFETY: the caller's duty.
                unsafe { fortran::$fortran(&ta, &tb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc) };
            }
        }
    };
}

face!(f32, cblas_sgemm, sgemm_);
face!(f64, cblas_dgemm, dgemm_);
