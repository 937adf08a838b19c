//! `gemmt`: products of which one triangle is wanted, and the other one of C stays as it is.
//!
//! Idea: C is cut in halves. The block next to the diagonal is a multiplication; both on it are smaller
//! problems of the same kind, until one is so small that it is computed whole, in memory apart, of which the
//! triangle is copied. Each element is what a multiplication of all of C would make of it, up to the order of
//! additions.
//!
//! Tests: `tests/tests/blas_more.rs`.
#![allow(unsafe_code)]

use crate::kept::Kept;
use crate::key::Transpose;
use crate::request::Request;
use std::ops::Range;

/// The triangle of C that is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Triangle {
    Upper,
    Lower,
}

impl Triangle {
    /// The same in a transposed matrix.
    pub(crate) const fn transposed(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
        }
    }
}

/// Rows of blocks that are computed whole: with them, one fits into the stack that loops may take.
const WHOLE: usize = 16;

/// A product of which a triangle is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symmetric<T> {
    pub(crate) triangle: Triangle,
    /// That of all of C, checked.
    pub(crate) request: Request<T, i64>,
    pub(crate) inputs: [*const T; 2],
    pub(crate) c: *mut T,
}

impl<T: Kept> Symmetric<T> {
    /// Computes the triangle.
    ///
    /// # Safety
    /// Those of [`multiply`](crate::multiply::multiply) for all of C, of which only the triangle is accessed.
    pub(crate) unsafe fn multiply(&self) {
        let [_, n, ..] = self.request.numbers;
        let n = usize::try_from(n).unwrap_or(0);
        if n > 0 {
            // SAFETY: the caller's duty.
            unsafe { self.diagonal(0..n) };
        }
    }

    /// Computes the triangle of a block on the diagonal.
    ///
    /// # Safety
    /// Those of [`Symmetric::multiply`]; the block is one of C.
    unsafe fn diagonal(&self, block: Range<usize>) {
        if block.len() <= WHOLE {
            // SAFETY: the caller's duty.
            return unsafe { self.whole(block) };
        }
        let middle = block.start + (block.len() / 2).next_multiple_of(WHOLE);
        let (first, second) = (block.start..middle, middle..block.end);
        let (rows, columns) = match self.triangle {
            Triangle::Lower => (second.clone(), first.clone()),
            Triangle::Upper => (first.clone(), second.clone()),
        };
        let c = self.at(rows.start, columns.start);
        let (request, inputs) = self.block(rows, columns);
        // SAFETY: the block next to the diagonal is in the triangle; the caller's duty.
        unsafe { request.multiply(inputs, c) };
        // SAFETY: both are blocks on the diagonal; the caller's duty.
        unsafe { self.diagonal(first) };
        // SAFETY: the same.
        unsafe { self.diagonal(second) };
    }

    /// Computes a small block on the diagonal apart, and stores its triangle.
    ///
    /// # Safety
    /// Those of [`Symmetric::diagonal`].
    unsafe fn whole(&self, block: Range<usize>) {
        let (size, start) = (block.len(), block.start);
        let mut apart = [T::ZERO; WHOLE * WHOLE];
        let rows = |column: usize| match self.triangle {
            Triangle::Lower => column..size,
            Triangle::Upper => 0..column + 1,
        };
        let is_read = self.request.factors[1] != T::ZERO;
        let elements = || (0..size).flat_map(|column| rows(column).map(move |row| (row, column)));
        for (row, column) in elements().filter(|_| is_read) {
            // SAFETY: the element is in the triangle (caller's duty).
            apart[row + WHOLE * column] = unsafe { self.at(start + row, start + column).read() };
        }
        let (mut request, inputs) = self.block(block.clone(), block);
        let [.., ldc] = &mut request.numbers;
        *ldc = WHOLE as i64;
        // SAFETY: the block is as large as the request says, and apart; the caller's duty.
        unsafe { request.multiply(inputs, apart.as_mut_ptr()) };
        for (row, column) in elements() {
            // SAFETY: the element is in the triangle, and accessed by this call alone (caller's duty).
            unsafe { self.at(start + row, start + column).write(apart[row + WHOLE * column]) };
        }
    }

    /// The address of an element of C.
    fn at(&self, row: usize, column: usize) -> *mut T {
        let [.., ldc] = self.request.numbers;
        self.c.wrapping_add(row.wrapping_add(column.wrapping_mul(ldc as usize)))
    }

    /// The request for a block of C, and its inputs.
    fn block(&self, rows: Range<usize>, columns: Range<usize>) -> (Request<T, i64>, [*const T; 2]) {
        let Request { transposes: [of_a, of_b], numbers: [_, _, k, lda, ldb, ldc], .. } = self.request;
        let [a, b] = self.inputs;
        let step = |is_far: bool, nth: usize, ld: i64| {
            if is_far { nth.wrapping_mul(ld as usize) } else { nth }
        };
        let a = a.wrapping_add(step(of_a != Transpose::No, rows.start, lda));
        let b = b.wrapping_add(step(of_b == Transpose::No, columns.start, ldb));
        let numbers = [rows.len() as i64, columns.len() as i64, k, lda, ldb, ldc];
        (Request { numbers, ..self.request }, [a, b])
    }
}
