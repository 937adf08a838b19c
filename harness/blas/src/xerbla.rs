//! What is said of a wrong argument: by the program's own `xerbla_`, if it has one, or on the standard error.
//!
//! The reference BLAS ends the program behind its message. This one returns, so that a mistake of one call is not the end of
//! all; what the call should write stays as it was.
//!
//! A program's own function is found as a weak symbol: that works in shared and in static libraries, and where there is
//! none, its address is null.
//!
//! Tests: `tests/tests/blas_errors.rs`, `harness/xtask/src/faces/check.rs`.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int};
use std::io::{self, Write};
use std::mem::transmute;

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
    // SAFETY: the name has this length.
    unsafe { report(routine.as_ptr(), &raw const argument, routine.count_bytes()) };
}

/// Reports a wrong argument of a C function.
pub(crate) fn c(routine: &CStr, argument: c_int) {
    let own = own_c();
    if own.is_null() {
        return print(routine, argument);
    }
    // SAFETY: a program's function of this name has this type.
    let report = unsafe { transmute::<*const (), C>(own) };
    // SAFETY: the format takes no arguments.
    unsafe { report(argument, routine.as_ptr(), c"".as_ptr()) };
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
