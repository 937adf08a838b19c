//! What is said of a wrong argument: by the program's own `xerbla_`, if it has one, or on the standard error.
//!
//! The reference BLAS ends the program behind its message. This one returns, so that a mistake of one call is
//! not the end of all; what the call should write stays as it was.
//!
//! A program's own function is found as a weak symbol: that works in shared and in static libraries, and
//! where there is none, its address is null.
//!
//! The reference computes a row-major call as a column-major one with A and B exchanged, and checks that one.
//! So a handler of the reference is passed numbers of the exchanged call, and takes them back where the
//! global variable `RowMajorStrg` says so. It gets both here where a process has that variable, and otherwise
//! the caller's own number.
//!
//! Tests: `tests/tests/blas_errors.rs`, `harness/xtask/src/faces/by_day.rs`.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int};
use std::io::{self, Write};
use std::mem::transmute;
use std::sync::atomic::{AtomicI32, Ordering};

/// The Fortran function: the routine's name, the number of the argument, the length of the name.
type Fortran = unsafe extern "C" fn(*const c_char, *const c_int, usize);

/// The C function: the number of the argument, the routine's name, a format and its arguments.
type C = unsafe extern "C" fn(c_int, *const c_char, *const c_char, ...);

/// Reports a wrong argument of a Fortran routine, whose name BLAS pads to six characters.
pub(crate) fn fortran(routine: &CStr, argument: c_int) {
    let own = own_fortran();
    if own.is_null() {
        return print(routine, argument);
    }
    // SAFETY: a program's function of this name has this type.
    let report = unsafe { transmute::<*const (), Fortran>(own) };
    // A handler with integers of 64 bits reads all of it, another one its low half, which comes first.
    let argument = i64::from(argument);
    // SAFETY: the name has this length.
    unsafe { report(routine.as_ptr(), (&raw const argument).cast(), routine.count_bytes()) };
}

/// The number of a wrong argument of a C function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wrong {
    /// As the caller counts.
    pub(crate) argument: c_int,
    /// In the exchanged call that computes a row-major one, where handlers know how to take it back.
    pub(crate) exchanged: Option<c_int>,
}

/// Reports a wrong argument of a C function.
pub(crate) fn c(routine: &CStr, wrong: Wrong) {
    let own = own_c();
    if own.is_null() {
        return print(routine, wrong.argument);
    }
    // SAFETY: a program's function of this name has this type.
    let report = unsafe { transmute::<*const (), C>(own) };
    // SAFETY: the format takes no arguments.
    let report = |argument| unsafe { report(argument, routine.as_ptr(), c"".as_ptr()) };
    let variable = row_major_variable().cast::<AtomicI32>();
    // SAFETY: a program's variable of this name is an `int`, and static.
    let Some(is_exchanged) = (unsafe { variable.as_ref() }) else { return report(wrong.argument) };
    is_exchanged.store(wrong.exchanged.is_some().into(), Ordering::Relaxed);
    report(wrong.exchanged.unwrap_or(wrong.argument));
    is_exchanged.store(0, Ordering::Relaxed);
}

/// Says it in the form of the reference BLAS.
fn print(routine: &CStr, argument: c_int) {
    let name = routine.to_string_lossy();
    // Where nobody reads it, that is as well.
    _ = writeln!(io::stderr(), " ** On entry to {name} parameter number {argument:2} had an illegal value");
}

/// The address of a symbol that may be missing.
macro_rules! address_of_weak {
    ($symbol:literal) => {{
        #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
        {
            let address: *const ();
            // SAFETY: it loads the address from the table of global offsets.
            unsafe {
                std::arch::asm!(
                    concat!(".weak ", $symbol),
                    concat!("mov {0}, qword ptr [rip + ", $symbol, "@GOTPCREL]"),
                    out(reg) address,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            address
        }
        #[cfg(all(target_os = "linux", target_arch = "aarch64"))]
        {
            let address: *const ();
            // SAFETY: it loads the address from the table of global offsets.
            unsafe {
                std::arch::asm!(
                    concat!(".weak ", $symbol),
                    concat!("adrp {0}, :got:", $symbol),
                    concat!("ldr {0}, [{0}, :got_lo12:", $symbol, "]"),
                    out(reg) address,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            address
        }
        #[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
        {
            std::ptr::null::<()>()
        }
    }};
}

/// The program's `xerbla_`, or null.
fn own_fortran() -> *const () {
    address_of_weak!("xerbla_")
}

/// The program's `cblas_xerbla`, or null.
fn own_c() -> *const () {
    address_of_weak!("cblas_xerbla")
}

/// The process's variable `RowMajorStrg`, or null.
fn row_major_variable() -> *const () {
    address_of_weak!("RowMajorStrg")
}
