//! The next library of the process that multiplies: for what this one makes no code for, or is told to leave
//! to it.
//!
//! It is found by name behind this library in the order in which the process loads them, or is the one that
//! `TENSMITH_BLAS_NEXT` names. All faces lead to its Fortran interface, which every BLAS has, so that its own
//! C interface, which may call `sgemm_` by that name, is out of the way.
//!
//! Tests: `harness/xtask/src/faces/by_day.rs`, `harness/xtask/src/faces/by_night.rs`.
#![allow(unsafe_code)]

use crate::environment::{self, Choice};
use crate::fortran;
use crate::key::Problem;
use crate::number::Number;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::transmute;
use std::ops::RangeInclusive;
use std::ptr;
use tensmith_core::Complex;

/// A multiplication of the Fortran interface, with integers of some type.
type Gemm<I> = unsafe extern "C" fn(
    *const c_char,
    *const c_char,
    *const I,
    *const I,
    *const I,
    *const c_void,
    *const c_void,
    *const I,
    *const c_void,
    *const I,
    *const c_void,
    *mut c_void,
    *const I,
    usize,
    usize,
);

/// A function of the next library.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Narrow(Gemm<c_int>),
    Wide(Gemm<i64>),
}

/// See the module's documentation.
#[derive(Debug)]
pub(crate) struct Next {
    /// Those for `float`, `double` and their complex numbers.
    entries: [Option<Entry>; 4],
    /// Products of real numbers of the multiplications that are computed here.
    own: RangeInclusive<u64>,
}

/// A type of numbers that other libraries multiply.
pub(crate) trait Foreign: Number {
    /// Its place among the functions.
    const PLACE: usize;
}

impl Foreign for f32 {
    const PLACE: usize = 0;
}

impl Foreign for f64 {
    const PLACE: usize = 1;
}

impl Foreign for Complex<f32> {
    const PLACE: usize = 2;
}

impl Foreign for Complex<f64> {
    const PLACE: usize = 3;
}

/// The names of the functions for a type, with integers of 32 bits and of 64: everybody's, and those in the
/// wheels of numpy and SciPy.
struct Names {
    narrow: [&'static CStr; 2],
    wide: [&'static CStr; 2],
    /// The function of this library, which is none of another one.
    own: *const (),
}

fn names() -> [Names; 4] {
    let of = |narrow, wide, own| Names { narrow, wide, own };
    [
        of([c"sgemm_", c"scipy_sgemm_"], [c"sgemm_64_", c"scipy_sgemm_64_"], fortran::sgemm_ as *const ()),
        of([c"dgemm_", c"scipy_dgemm_"], [c"dgemm_64_", c"scipy_dgemm_64_"], fortran::dgemm_ as *const ()),
        of([c"cgemm_", c"scipy_cgemm_"], [c"cgemm_64_", c"scipy_cgemm_64_"], fortran::cgemm_ as *const ()),
        of([c"zgemm_", c"scipy_zgemm_"], [c"zgemm_64_", c"scipy_zgemm_64_"], fortran::zgemm_ as *const ()),
    ]
}

impl Next {
    /// The one that there is.
    pub(crate) fn find() -> Self {
        let library = match environment::next() {
            Choice::Found => Some(libc::RTLD_NEXT),
            // SAFETY: the name is text. What a library does when it is loaded is the user's choice.
            Choice::Named(name) => Some(unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY) })
                .filter(|library| !library.is_null()),
            Choice::None => None,
        };
        let entries = names().map(|names| names.found(library?));
        Self { entries, own: environment::own() }
    }

    /// Whether it is to compute a multiplication, of which there is or may be code here.
    pub(crate) fn takes(&self, problem: &Problem, has_code: bool) -> bool {
        !has_code || !self.own.contains(&problem.products())
    }

    /// Multiplies; returns false where there is no function for it, and nothing is written.
    ///
    /// # Safety
    /// Those of [`multiply`](crate::multiply::multiply), with a product.
    pub(crate) unsafe fn multiply<T: Foreign>(
        &self,
        problem: &Problem,
        factors: [T; 2],
        inputs: [*const T; 2],
        c: *mut T,
    ) -> bool {
        match self.entries.get(T::PLACE).copied().flatten() {
            // SAFETY: it has integers of this type; the caller's duty.
            Some(Entry::Narrow(gemm)) => unsafe { call(gemm, problem, factors, inputs, c) },
            // SAFETY: the same.
            Some(Entry::Wide(gemm)) => unsafe { call(gemm, problem, factors, inputs, c) },
            None => false,
        }
    }
}

impl Names {
    /// The function of a library, if it has one that is not ours.
    fn found(&self, library: *mut c_void) -> Option<Entry> {
        let address = |name: &&CStr| {
            // SAFETY: the library is one that is loaded, and the name is text.
            let found = unsafe { libc::dlsym(library, name.as_ptr()) };
            (!found.is_null() && !ptr::eq(found.cast_const().cast(), self.own)).then_some(found)
        };
        // SAFETY: a function of this name has this type in every BLAS.
        let narrow = |found| Entry::Narrow(unsafe { transmute::<*mut c_void, Gemm<c_int>>(found) });
        // SAFETY: the same with integers of 64 bits.
        let wide = |found| Entry::Wide(unsafe { transmute::<*mut c_void, Gemm<i64>>(found) });
        let narrow = self.narrow.iter().find_map(address).map(narrow);
        narrow.or_else(|| self.wide.iter().find_map(address).map(wide))
    }
}

/// Calls it; returns false where a number is more than its integers can say.
///
/// # Safety
/// The function multiplies numbers of this type; those of [`multiply`](crate::multiply::multiply).
unsafe fn call<T: Foreign, I: TryFrom<usize>>(
    gemm: Gemm<I>,
    problem: &Problem,
    factors: [T; 2],
    inputs: [*const T; 2],
    c: *mut T,
) -> bool {
    let letter = |which: usize| match (problem.transposes[which], problem.conjugates[which]) {
        (false, _) => b'N' as c_char,
        (true, false) => b'T' as c_char,
        (true, true) => b'C' as c_char,
    };
    let &Problem { m, n, k, lda, ldb, ldc, .. } = problem;
    let (a, b, [alpha, beta]) = (letter(0), letter(1), &factors);
    let integer = I::try_from;
    let (Ok(m), Ok(n), Ok(k)) = (integer(m), integer(n), integer(k)) else { return false };
    let (Ok(lda), Ok(ldb), Ok(ldc)) = (integer(lda), integer(ldb), integer(ldc)) else { return false };
    let factor = |factor: *const T| factor.cast::<c_void>();
    // SAFETY: all arguments lead to what they are; the matrices are there (caller's duty). The lengths of
    // texts come last.
    unsafe {
        gemm(
            &raw const a,
            &raw const b,
            &raw const m,
            &raw const n,
            &raw const k,
            factor(alpha),
            inputs[0].cast(),
            &raw const lda,
            inputs[1].cast(),
            &raw const ldb,
            factor(beta),
            c.cast(),
            &raw const ldc,
            1,
            1,
        );
    }
    true
}
