//! Wrong arguments of BLAS: reported by number to the program's own functions, and C stays as it was.
// Calls stand in a row, as C makes them.
#![allow(unsafe_code, clippy::multiple_unsafe_ops_per_block)]

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering};
use tensmith_blas::cblas::{
    cblas_dgemm, cblas_dgemm_64, cblas_dgemm_batch, cblas_dgemmt, cblas_sgemm_batch_strided, cblas_zgemm,
};
use tensmith_blas::fortran::{cgemm_, dgemm_, dgemm_64_, dgemmt_, sgemm_, sgemm_batch_strided_, zgemm_};
use tensmith_core::Complex;

thread_local! {
    static REPORTED: RefCell<Vec<(String, c_int)>> = const { RefCell::new(Vec::new()) };
}

/// The program's own report of Fortran routines.
// SAFETY: the library calls the function of this name if there is one.
#[unsafe(no_mangle)]
unsafe extern "C" fn xerbla_(routine: *const c_char, argument: *const c_int, len: usize) {
    // SAFETY: they are what a caller of this function passes.
    let (name, argument) = unsafe { (std::slice::from_raw_parts(routine.cast::<u8>(), len), *argument) };
    REPORTED.with_borrow_mut(|all| all.push((String::from_utf8_lossy(name).into_owned(), argument)));
}

/// Whether a call was row-major and is checked as a column-major one, to a handler of the reference.
// SAFETY: the library writes to the variable of this name if there is one.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
static RowMajorStrg: AtomicI32 = AtomicI32::new(0);

/// The variable is one for all threads.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The program's own report of C functions, whose further arguments it does not look at. It takes numbers
/// back as a handler of the reference does: m and n are exchanged, and lda and ldb.
// SAFETY: the library calls the function of this name if there is one.
#[unsafe(no_mangle)]
unsafe extern "C" fn cblas_xerbla(argument: c_int, routine: *const c_char, _format: *const c_char) {
    // SAFETY: it is text.
    let name = unsafe { CStr::from_ptr(routine) }.to_string_lossy().into_owned();
    let is_exchanged = RowMajorStrg.load(Ordering::Relaxed) != 0 && name.contains("gemm");
    let exchanged = [(4, 5), (5, 4), (9, 11), (11, 9)].into_iter().find(|(number, _)| *number == argument);
    let own = exchanged.filter(|_| is_exchanged).map_or(argument, |(_, other)| other);
    REPORTED.with_borrow_mut(|all| all.push((name, own)));
}

/// What was reported of a call on C, which has to stay.
fn reported(call: impl FnOnce(*mut f64)) -> Option<(String, c_int)> {
    let _alone = ONE_AT_A_TIME.lock();
    let mut c = [7.0; 64];
    call(c.as_mut_ptr());
    assert_eq!((c, RowMajorStrg.load(Ordering::Relaxed)), ([7.0; 64], 0));
    REPORTED.take().pop()
}

type Fortran = (u8, u8, [c_int; 6], c_int);

/// Letters, m, n, k, lda, ldb, ldc, and the argument that is wrong.
const FORTRAN: [Fortran; 12] = [
    (b'x', b'n', [2, 3, 4, 2, 4, 2], 1),
    (b'N', b'\0', [2, 3, 4, 2, 4, 2], 2),
    (b'n', b'n', [-1, 3, 4, 2, 4, 2], 3),
    (b'n', b'n', [2, -3, 4, 2, 4, 2], 4),
    (b'n', b'n', [2, 3, -4, 2, 4, 2], 5),
    (b'n', b'n', [2, 3, 4, 1, 4, 2], 8),
    (b'T', b'n', [2, 3, 4, 3, 4, 2], 8),
    (b'n', b'n', [2, 3, 4, 2, 3, 2], 10),
    (b'n', b'C', [2, 3, 4, 2, 2, 2], 10),
    (b'n', b'n', [2, 3, 4, 2, 4, 1], 13),
    (b'n', b'n', [0, 0, 0, 0, 1, 1], 8),
    // The first of several.
    (b'n', b'q', [-2, 3, 4, 0, 0, 0], 2),
];

#[test]
fn the_first_wrong_argument_of_a_routine_is_reported() {
    for (a, b, numbers, argument) in FORTRAN {
        let (a, b) = (a as c_char, b as c_char);
        let [m, n, k, lda, ldb, ldc] = &numbers;
        let none = std::ptr::null();
        // SAFETY: no matrix is accessed.
        let found =
            reported(|c| unsafe { dgemm_(&a, &b, m, n, k, &1.0, none, lda, none, ldb, &0.0, c, ldc) });
        assert_eq!(found, Some(("DGEMM ".to_owned(), argument)), "{numbers:?}");
        let none = std::ptr::null();
        // SAFETY: as above.
        let found = reported(|_| unsafe {
            let c = std::ptr::null_mut();
            sgemm_(&a, &b, m, n, k, &1.0, none, lda, none, ldb, &0.0, c, ldc);
        });
        assert_eq!(found, Some(("SGEMM ".to_owned(), argument)), "{numbers:?}");
        let (none, factor) = (std::ptr::null(), Complex::new(1.0, 0.0));
        // SAFETY: as above.
        let found = reported(|c| unsafe {
            zgemm_(&a, &b, m, n, k, &factor, none, lda, none, ldb, &factor, c.cast(), ldc);
        });
        assert_eq!(found, Some(("ZGEMM ".to_owned(), argument)), "{numbers:?}");
        let (none, factor) = (std::ptr::null(), Complex::new(1.0, 0.0));
        // SAFETY: as above.
        let found = reported(|c| unsafe {
            cgemm_(&a, &b, m, n, k, &factor, none, lda, none, ldb, &factor, c.cast(), ldc);
        });
        assert_eq!(found, Some(("CGEMM ".to_owned(), argument)), "{numbers:?}");
    }
}

/// Layout, transpositions, m, n, k, lda, ldb, ldc, and the argument that is wrong.
const C: [([c_int; 3], [c_int; 6], c_int); 16] = [
    ([100, 111, 111], [2, 3, 4, 4, 3, 3], 1),
    ([101, 110, 111], [2, 3, 4, 4, 3, 3], 2),
    ([101, 111, 114], [2, 3, 4, 4, 3, 3], 3),
    ([101, 111, 111], [-2, 3, 4, 4, 3, 3], 4),
    ([101, 111, 111], [2, -3, 4, 4, 3, 3], 5),
    ([101, 111, 111], [2, 3, -4, 4, 3, 3], 6),
    ([101, 111, 111], [2, 3, 4, 3, 3, 3], 9),
    ([101, 112, 111], [2, 3, 4, 1, 3, 3], 9),
    ([101, 111, 113], [2, 3, 4, 4, 3, 3], 11),
    ([101, 111, 111], [2, 3, 4, 4, 3, 2], 14),
    ([102, 111, 111], [2, 3, 4, 2, 4, 1], 14),
    ([102, 111, 111], [2, 3, 4, 1, 3, 1], 9),
    // The first of several is that of the exchanged call, for a handler that takes numbers back.
    ([101, 111, 111], [-2, -3, 4, 4, 3, 3], 5),
    ([101, 111, 111], [2, 3, 4, 3, 2, 3], 11),
    ([101, 110, 111], [-2, 3, 4, 4, 3, 3], 2),
    ([101, 110, 110], [2, 3, 4, 4, 3, 3], 2),
];

#[test]
fn the_first_wrong_argument_of_a_function_is_reported() {
    for ([layout, ta, tb], [m, n, k, lda, ldb, ldc], argument) in C {
        let none = std::ptr::null();
        // SAFETY: no matrix is accessed.
        let found = reported(|c| unsafe {
            cblas_dgemm(layout, ta, tb, m, n, k, 1.0, none, lda, none, ldb, 0.0, c, ldc);
        });
        let call = format!("{layout} {ta} {tb} {m} {n} {k} {lda} {ldb} {ldc}");
        assert_eq!(found, Some(("cblas_dgemm".to_owned(), argument)), "{call}");
        let (none, one) = (std::ptr::null(), Complex::new(1.0, 0.0));
        // SAFETY: as above.
        let found = reported(|c| unsafe {
            cblas_zgemm(layout, ta, tb, m, n, k, &one, none, lda, none, ldb, &one, c.cast(), ldc);
        });
        assert_eq!(found, Some(("cblas_zgemm".to_owned(), argument)), "{call}");
    }
}

#[test]
fn batches_report_distances_and_counts() {
    let (n, size) = (b'n' as c_char, [2, -1]);
    let none = std::ptr::null::<f32>();
    for (step, count, argument) in [(7, size[0], 16), (-7, size[0], 16), (8, size[1], 17)] {
        let found = reported(|c| {
            // SAFETY: no matrix is accessed.
            unsafe {
                sgemm_batch_strided_(
                    &n,
                    &n,
                    &2,
                    &2,
                    &2,
                    &1.0,
                    none,
                    &2,
                    &4,
                    none,
                    &2,
                    &4,
                    &0.0,
                    c.cast(),
                    &6,
                    &step,
                    &count,
                );
            }
        });
        assert_eq!(found, Some(("SGEMM_BATCH_STRIDED".to_owned(), argument)));
        let found = reported(|c| {
            // SAFETY: as above.
            unsafe {
                cblas_sgemm_batch_strided(
                    101,
                    111,
                    111,
                    2,
                    2,
                    2,
                    1.0,
                    none,
                    2,
                    4,
                    none,
                    2,
                    4,
                    0.0,
                    c.cast(),
                    6,
                    step,
                    count,
                );
            }
        });
        assert_eq!(found, Some(("cblas_sgemm_batch_strided".to_owned(), argument + 1)));
    }
}

#[test]
fn what_is_right_is_not_reported() {
    let (a, b) = ([1.0; 8], [1.0; 12]);
    let mut c = [0.0; 6];
    // SAFETY: the matrices have these extents.
    unsafe { cblas_dgemm(101, 111, 111, 2, 3, 4, 1.0, a.as_ptr(), 4, b.as_ptr(), 3, 0.0, c.as_mut_ptr(), 3) };
    assert_eq!((c, REPORTED.take().len()), ([4.0; 6], 0));
}

/// What integers of 64 bits say wrong is reported as it is, whatever 32 bits of them would say.
#[test]
fn integers_of_64_bits_are_checked_whole() {
    let cases: [([i64; 6], c_int); 5] = [
        ([-1 << 40, 3, 4, 2, 4, 2], 3),
        ([2, 3, -1, 2, 4, 2], 5),
        ([(1 << 32) + 2, 3, 4, 2, 4, 2], 8),
        ([2, 3, 4, 2, 4, (1 << 32) - (1 << 40)], 13),
        ([2, 3, (1 << 31) + 1, 2, 1 << 31, 2], 10),
    ];
    for (numbers, argument) in cases {
        let [m, n, k, lda, ldb, ldc] = &numbers;
        let (letter, none) = (b'n' as c_char, std::ptr::null());
        // SAFETY: no matrix is accessed.
        let found = reported(|c| unsafe {
            dgemm_64_(&letter, &letter, m, n, k, &1.0, none, lda, none, ldb, &0.0, c, ldc);
        });
        assert_eq!(found, Some(("DGEMM ".to_owned(), argument)), "{numbers:?}");
        let none = std::ptr::null();
        // SAFETY: as above.
        let found = reported(|c| unsafe {
            cblas_dgemm_64(102, 111, 111, *m, *n, *k, 1.0, none, *lda, none, *ldb, 0.0, c, *ldc);
        });
        assert_eq!(found, Some(("cblas_dgemm".to_owned(), argument + 1)), "{numbers:?}");
    }
}

#[test]
fn wrong_arguments_of_triangles_and_groups_are_reported() {
    let (letter, none) = (b'n' as c_char, std::ptr::null());
    for (uplo, numbers, argument) in [
        (b'x', [2, 3, 2, 3, 2], 1),
        (b'u', [-2, 3, 2, 3, 2], 4),
        (b'u', [2, -3, 2, 3, 2], 5),
        (b'l', [2, 3, 1, 3, 2], 8),
        (b'l', [2, 3, 2, 2, 2], 10),
        (b'L', [2, 3, 2, 3, 1], 13),
    ] {
        let (uplo, [n, k, lda, ldb, ldc]) = (uplo as c_char, &numbers);
        // SAFETY: no matrix is accessed.
        let found = reported(|c| unsafe {
            dgemmt_(&uplo, &letter, &letter, n, k, &1.0, none, lda, none, ldb, &0.0, c, ldc);
        });
        assert_eq!(found, Some(("DGEMMT".to_owned(), argument)), "{numbers:?}");
    }
    for (layout, uplo, argument) in [(100, 121, 1), (101, 120, 2)] {
        // SAFETY: as above.
        let found = reported(|c| unsafe {
            cblas_dgemmt(layout, uplo, 111, 111, 2, 2, 1.0, none, 2, none, 2, 0.0, c, 2);
        });
        assert_eq!(found, Some(("cblas_dgemmt".to_owned(), argument)));
    }
    // The second group is wrong, and so nothing is done for the first one either.
    for (m, lda, sizes, count, argument) in [
        ([1, -1], [1, 1], [1, 1], 2, 4),
        ([1, 2], [1, 1], [1, 1], 2, 9),
        ([1, 1], [1, 1], [1, -1], 2, 16),
        ([1, 1], [1, 1], [1, 1], -1, 15),
    ] {
        // SAFETY: as above.
        let found = reported(|c| unsafe {
            let (one, t, factors) = ([1, 1], [111, 111], [1.0, 1.0]);
            let (one, t, factors) = (one.as_ptr(), t.as_ptr(), factors.as_ptr());
            let (inputs, outputs, ldc) = ([c.cast_const(); 2], [c, c], [2, 2]);
            cblas_dgemm_batch(
                102,
                t,
                t,
                m.as_ptr(),
                one,
                one,
                factors,
                inputs.as_ptr(),
                lda.as_ptr(),
                inputs.as_ptr(),
                one,
                factors,
                outputs.as_ptr(),
                ldc.as_ptr(),
                count,
                sizes.as_ptr(),
            );
        });
        assert_eq!(found, Some(("cblas_dgemm_batch".to_owned(), argument)));
    }
}
