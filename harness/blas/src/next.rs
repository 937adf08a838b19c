//! The next library of the process that multiplies: for what this one makes no code for, or is told to leave
//! to it.
//!
//! It is found by name behind this library in the order in which the process loads them, or is the one that
//! `TENSMITH_BLAS_NEXT` names. All faces lead to its Fortran interface, which every BLAS has, so that its own
//! C interface, which may call `sgemm_` by that name, is out of the way.
//!
//! Tests: below, `harness/xtask/src/faces/by_day.rs`, `harness/xtask/src/faces/by_night.rs`.
#![allow(unsafe_code)]

use crate::environment::{self, Choice};
use crate::key::Problem;
use crate::number::Number;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::{MaybeUninit, transmute};
use std::ops::RangeInclusive;
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
}

const NAMES: [Names; 4] = [
    Names { narrow: [c"sgemm_", c"scipy_sgemm_"], wide: [c"sgemm_64_", c"scipy_sgemm_64_"] },
    Names { narrow: [c"dgemm_", c"scipy_dgemm_"], wide: [c"dgemm_64_", c"scipy_dgemm_64_"] },
    Names { narrow: [c"cgemm_", c"scipy_cgemm_"], wide: [c"cgemm_64_", c"scipy_cgemm_64_"] },
    Names { narrow: [c"zgemm_", c"scipy_zgemm_"], wide: [c"zgemm_64_", c"scipy_zgemm_64_"] },
];

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
        let entries = NAMES.map(|names| names.found(library?));
        Self { entries, own: environment::own() }
    }

    /// Whether it is to compute a multiplication and has a function for it; `has_code` says whether there may
    /// be code here.
    pub(crate) fn takes<T: Foreign>(&self, problem: &Problem, has_code: bool) -> bool {
        self.entry::<T>().is_some() && (!has_code || !self.own.contains(&problem.products()))
    }

    fn entry<T: Foreign>(&self) -> Option<Entry> {
        self.entries.get(T::PLACE).copied().flatten()
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
        match self.entry::<T>() {
            // SAFETY: it has integers of this type; the caller's duty.
            Some(Entry::Narrow(gemm)) => unsafe { call(gemm, problem, factors, inputs, c) },
            // SAFETY: the same.
            Some(Entry::Wide(gemm)) => unsafe { call(gemm, problem, factors, inputs, c) },
            None => false,
        }
    }
}

impl Names {
    /// The function of a library, if it has one that is not ours: a library may lead back to this one, by its
    /// name or by what it needs, which would call itself without end.
    fn found(&self, library: *mut c_void) -> Option<Entry> {
        let own = image_of(Next::find as *const c_void);
        let address = |name: &&CStr| {
            // SAFETY: the library is one that is loaded, and the name is text.
            let found = unsafe { libc::dlsym(library, name.as_ptr()) };
            image_of(found).filter(|image| Some(*image) != own).map(|_| found)
        };
        // SAFETY: a function of this name has this type in every BLAS.
        let narrow = |found| Entry::Narrow(unsafe { transmute::<*mut c_void, Gemm<c_int>>(found) });
        // SAFETY: the same with integers of 64 bits.
        let wide = |found| Entry::Wide(unsafe { transmute::<*mut c_void, Gemm<i64>>(found) });
        let narrow = self.narrow.iter().find_map(address).map(narrow);
        narrow.or_else(|| self.wide.iter().find_map(address).map(wide))
    }
}

/// Where the library begins that an address is in; none for null, and for what is in no library.
fn image_of(address: *const c_void) -> Option<*const c_void> {
    let mut found = MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: any address may be asked for, and there is a place for the answer.
    let is_found = unsafe { libc::dladdr(address, found.as_mut_ptr()) } != 0;
    // SAFETY: the answer is written where there is one.
    is_found.then(|| unsafe { found.assume_init() }.dli_fbase.cast_const())
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

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_core::{DType, ScalarType};

    /// A function that nobody calls.
    unsafe extern "C" fn gemm(
        _: *const c_char,
        _: *const c_char,
        _: *const c_int,
        _: *const c_int,
        _: *const c_int,
        _: *const c_void,
        _: *const c_void,
        _: *const c_int,
        _: *const c_void,
        _: *const c_int,
        _: *const c_void,
        _: *mut c_void,
        _: *const c_int,
        _: usize,
        _: usize,
    ) {
    }

    /// Batches that nobody takes are shared by the threads here.
    #[test]
    fn what_there_is_no_function_for_is_not_taken() {
        let [m, n, k] = [4; 3];
        let (transposes, scalar) = ([false; 2], ScalarType::Real(DType::F64));
        let problem = Problem { m, n, k, lda: m, ldb: k, ldc: m, transposes, conjugates: transposes, scalar };
        let of_f64 = [None, Some(Entry::Narrow(gemm)), None, None];
        let next = Next { entries: of_f64, own: 0..=u64::MAX };
        assert!(next.takes::<f64>(&problem, false) && !next.takes::<f64>(&problem, true));
        assert!(!next.takes::<f32>(&problem, false));
        let small = Next { own: 65..=u64::MAX, ..next };
        assert!(small.takes::<f64>(&problem, true) && !small.takes::<f32>(&problem, true));
    }

    #[test]
    fn functions_of_this_library_are_those_of_no_other() {
        let own = image_of(Next::find as *const c_void);
        assert!(own.is_some() && own == image_of(gemm as *const c_void));
        assert!(own != image_of(libc::dlsym as *const c_void) && image_of(std::ptr::null()).is_none());
    }
}
