//! Routines: one handle for all other code that is called by itself, whatever it was made from.
//!
//! Problem: a program wants operations on elements, products with sparse matrices, and functions of its own,
//! and there are more kinds of kernels than a C interface could have functions for.
//!
//! Idea: what is made differs, what is done with it does not. A routine is made of the text of a kernel's
//! specification (`kernel`), of the text of a function (`function`), or of a sparse matrix (`sparse`); each
//! is `Callable`, and everything else is here, once.
//!
//! Tests: `tests/tests/capi_routine.rs`, `harness/xtask/src/faces/by_day.rs`.
#![allow(unsafe_code)]

mod callable;
mod function;
mod kernel;
mod sparse;

pub use callable::Value;
pub use function::{Address, NamedFunction};
pub use sparse::{IndexType, SparseMatrix};

use self::callable::Callable;
use crate::executor::{self, Executor};
use crate::foreign;
use crate::jit::Jit;
use crate::status::{Failure, Status, check_stack, guard};
use std::ffi::c_char;
use std::mem::transmute;
use std::ptr;

/// Code that is called by itself: a kernel, a function, or a product with a sparse matrix. Threads may share
/// it, and call it at the same time.
#[derive(Debug)]
pub struct Routine {
    callable: Box<dyn Callable>,
    /// The names of its arguments.
    arguments: Vec<String>,
}

/// Makes a routine of whatever kind.
///
/// # Safety
/// Pointers point to what they say.
unsafe fn create(
    jit: *const Jit,
    routine: *mut *mut Routine,
    make: impl FnOnce(&tensmith::Jit) -> Result<Box<dyn Callable>, Failure>,
) -> Status {
    guard(|| {
        // SAFETY: the pointer points to a place for the result (caller's duty).
        let place = unsafe { foreign::place(routine, "routine") }?;
        check_stack(tensmith::machine::STACK_TO_MAKE)?;
        // SAFETY: it is a handle (caller's duty).
        let jit = &unsafe { foreign::borrow(jit, "jit") }?.inner;
        let callable = make(jit)?;
        let arguments = callable.arguments();
        *place = foreign::hand_over(Routine { callable, arguments });
        Ok(())
    })
}

/// Creates a routine from the text of a kernel's specification, such as `unary relu f32 13x7`,
/// `binary add f32 13x7 in1=row`, `ternary select f64 9x5`, `reduce sum f32 9x5` or `gemm f16 16x6x64`:
/// every kind that `tensmith emit` lists, with the same words. Matrices are column-major. What the text
/// leaves to calls (`?`) and addresses are the arguments.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_routine_create_kernel(
    jit: *const Jit,
    text: *const c_char,
    routine: *mut *mut Routine,
) -> Status {
    let make = |jit: &tensmith::Jit| {
        // SAFETY: it is text (caller's duty).
        kernel::made(jit, unsafe { foreign::text(text, "text") }?)
    };
    // SAFETY: the caller's duties are the same.
    unsafe { create(jit, routine, make) }
}

/// Creates a routine from the text of a function of the kernel language. `functions` are those that it calls
/// (`extern`), by name, and must have the types that it declares; none is null.
///
/// # Safety
/// Pointers point to what they say, and addresses are those of functions that stay and do not unwind.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_routine_create_function(
    jit: *const Jit,
    text: *const c_char,
    functions: *const NamedFunction,
    function_count: usize,
    routine: *mut *mut Routine,
) -> Status {
    let make = |jit: &tensmith::Jit| {
        // SAFETY: there are as many (caller's duty).
        let functions = unsafe { foreign::slice(functions, function_count, "functions") }?;
        // SAFETY: it is text (caller's duty).
        let text = unsafe { foreign::text(text, "text") }?;
        // SAFETY: names are texts (caller's duty).
        unsafe { function::made(jit, text, functions) }
    };
    // SAFETY: the caller's duties are the same.
    unsafe { create(jit, routine, make) }
}

/// Creates a routine that multiplies a sparse matrix A with a dense B: `C = A * B` or `C = A * B + C`. The
/// matrix is copied. The arguments are B and C; where the matrix has no values, these come first.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_routine_create_sparse(
    jit: *const Jit,
    matrix: *const SparseMatrix,
    routine: *mut *mut Routine,
) -> Status {
    let make = |jit: &tensmith::Jit| {
        // SAFETY: it points to a matrix (caller's duty), which begins with its size.
        let matrix = unsafe { foreign::versioned(matrix, size_of::<SparseMatrix>(), "matrix") }?;
        // SAFETY: its fields are what they say (caller's duty).
        unsafe { sparse::made(jit, &matrix) }
    };
    // SAFETY: the caller's duties are the same.
    unsafe { create(jit, routine, make) }
}

/// Calls a routine on this thread: `tensmith_routine_call_with` for what is asked most.
///
/// # Safety
/// Those of `tensmith_routine_call_with`.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_routine_call(
    routine: *const Routine,
    values: *const Value,
    value_count: usize,
) -> Status {
    // SAFETY: the caller's duties are the same.
    unsafe { tensmith_routine_call_with(routine, values, value_count, ptr::null(), ptr::null_mut()) }
}

/// Calls a routine with a value for each argument, in their order. Products with sparse matrices use the
/// threads of `executor`, which may be null for the caller's. The result of a function goes to `result`,
/// which may be null.
///
/// # Safety
/// Pointers point to what they say. Memory is as large as the text or the matrix says, and, of a function, as
/// its instructions access it; nothing else writes to what is read, or accesses what is written, meanwhile.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_routine_call_with(
    routine: *const Routine,
    values: *const Value,
    value_count: usize,
    executor: *const Executor,
    result: *mut Value,
) -> Status {
    guard(|| {
        // SAFETY: it is a handle (caller's duty).
        let Routine { callable, arguments } = unsafe { foreign::borrow(routine, "routine") }?;
        // SAFETY: there are as many (caller's duty).
        let values = unsafe { foreign::slice(values, value_count, "values") }?;
        // SAFETY: it is a handle or null (caller's duty).
        let executor = executor::or_sequential(unsafe { foreign::optional(executor, "executor") }?);
        if arguments.len() != value_count {
            let (count, names) = (arguments.len(), arguments.join(" "));
            return Err(Failure::invalid(format!(
                "there are {value_count} values: must be {count} ({names})"
            )));
        }
        // SAFETY: they have been counted; the memory is the caller's duty.
        let returned = unsafe { callable.call(values, executor) }?;
        if !result.is_null() {
            // SAFETY: it points to a place for the result (caller's duty).
            unsafe { foreign::write(result, returned, "result") }?;
        }
        Ok(())
    })
}

/// Returns the code of a kernel or of a function, to be cast and called without checks; it stays as long as
/// `routine`. Addresses and distances are passed as `size_t`, factors and parameters of kernels as the bits
/// of the number, those of a `float` in the low half of 64 bits. Null for null, and for products with sparse
/// matrices, which are more than one function.
///
/// # Safety
/// `routine` is a handle that is not destroyed, or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_routine_entry(routine: *const Routine) -> Address {
    // SAFETY: it is a handle (caller's duty).
    let entry = unsafe { routine.as_ref() }?.callable.entry()?;
    // SAFETY: it is the beginning of a function of the C calling convention, which is to be cast to its type.
    Some(unsafe { transmute::<*mut u8, unsafe extern "C" fn()>(entry.as_ptr()) })
}

/// Writes the names of the arguments to `text`, in order and with spaces between them. End it with
/// `tensmith_text_destroy`.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_routine_arguments(
    routine: *const Routine,
    text: *mut *mut c_char,
) -> Status {
    // SAFETY: the caller's duties are the same.
    unsafe { write_text(routine, text, |routine| routine.arguments.join(" ")) }
}

/// Writes to `text` what the routine is, and what is known of its code: generator, predicted cycles, size.
/// End it with `tensmith_text_destroy`.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_routine_explain(routine: *const Routine, text: *mut *mut c_char) -> Status {
    // SAFETY: the caller's duties are the same.
    unsafe { write_text(routine, text, |routine| routine.callable.explain()) }
}

/// # Safety
/// The pointers point to what they say.
unsafe fn write_text(
    routine: *const Routine,
    text: *mut *mut c_char,
    said: impl FnOnce(&Routine) -> String,
) -> Status {
    guard(|| {
        // SAFETY: it is a place for the result (caller's duty).
        let place = unsafe { foreign::place(text, "text") }?;
        // SAFETY: it is a handle (caller's duty).
        let routine = unsafe { foreign::borrow(routine, "routine") }?;
        *place = foreign::hand_over_text(&said(routine));
        Ok(())
    })
}

/// Destroys a routine; null is none.
///
/// # Safety
/// `routine` is a handle that is not destroyed, and neither it nor its code is used any more; or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_routine_destroy(routine: *mut Routine) {
    // SAFETY: it is a handle that nobody uses any more (caller's duty).
    unsafe { foreign::destroy(routine) };
}
