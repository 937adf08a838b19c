//! From a key that was checked to its result.
//!
//! Tests: `tests/tests/blas.rs`.
#![allow(unsafe_code)]

use crate::asked::Asked;
use crate::engine;
use crate::kept::Kept;
use crate::key::{Key, Problem};
use crate::last;
use crate::loops;
use crate::method::{self, Method};
use crate::room;
use crate::worth::Made;
use tensmith::parallel::Sequential;

/// Computes `C = alpha * A * B + beta * C`, by the semantics of the reference BLAS.
///
/// # Safety
/// The key was checked. Where there is a product, A and B can be read; C can be written, and read unless beta
/// is 0; nothing else accesses it, and it overlaps neither.
pub(crate) unsafe fn multiply<T: Kept>(key: &Key, factors: [T; 2], inputs: [*const T; 2], c: *mut T) {
    let problem = key.problem();
    let [alpha, beta] = factors;
    if problem.m == 0 || problem.n == 0 {
        return;
    }
    if problem.k == 0 || alpha == T::ZERO {
        // SAFETY: C is there (caller's duty).
        return unsafe { loops::scale(&Sequential, &problem, beta, c) };
    }
    // SAFETY: the caller's duty.
    if unsafe { by_next(&problem, factors, inputs, c) } {
        return;
    }
    let asked = T::find(key, &problem);
    // SAFETY: the method is that of the key; the operands are there (caller's duty).
    unsafe { by(asked.as_ref(), &problem, factors, inputs, c) };
    if let Some(asked) = asked {
        last::remember(T::last(), key, asked);
    }
}

/// The same where a number is more than a key can say: `problem` has it, and the key all else. Nothing is
/// kept of what is made for it.
///
/// # Safety
/// Those of [`multiply`].
#[cold]
pub(crate) unsafe fn wide<T: Kept>(
    key: &Key,
    problem: &Problem,
    factors: [T; 2],
    inputs: [*const T; 2],
    c: *mut T,
) {
    let [alpha, beta] = factors;
    if problem.m == 0 || problem.n == 0 {
        return;
    }
    if problem.k == 0 || alpha == T::ZERO {
        // SAFETY: C is there (caller's duty).
        return unsafe { loops::scale(&Sequential, problem, beta, c) };
    }
    // SAFETY: the caller's duty.
    if unsafe { by_next(problem, factors, inputs, c) } {
        return;
    }
    let engine = engine::engine().filter(|_| problem.is_large());
    let made = engine.and_then(|engine| method::make(engine.jit.as_ref()?, Made::Plan, key, problem));
    match (made, engine) {
        (Some(Method::Plan(plan)), Some(engine)) if room::TO_RUN.is_there() => {
            // SAFETY: the caller's duty.
            unsafe { plan.run(engine.executor_for(problem), problem, factors, inputs, c) };
        }
        // SAFETY: the caller's duty.
        _ => unsafe { loops::multiply(problem, factors, inputs, c) },
    }
}

/// Whether a multiplication is left to the next library.
pub(crate) fn is_left<T: Kept>(problem: &Problem) -> bool {
    engine::engine().is_some_and(|engine| engine.next.takes::<T>(problem, engine.jit.is_some()))
}

/// Has the next library multiply what is left to it, if there is one; returns whether it did.
///
/// # Safety
/// Those of [`multiply`], with a product.
unsafe fn by_next<T: Kept>(problem: &Problem, factors: [T; 2], inputs: [*const T; 2], c: *mut T) -> bool {
    let left = engine::engine().filter(|_| is_left::<T>(problem));
    // SAFETY: the caller's duty.
    left.is_some_and(|engine| unsafe { engine.next.multiply(problem, factors, inputs, c) })
}

/// Multiplies by the method that was found, or else by loops.
///
/// # Safety
/// Those of [`multiply`], with a product; the method is that of the problem.
pub(crate) unsafe fn by<T: Kept>(
    asked: Option<&Asked<T>>,
    problem: &Problem,
    factors: [T; 2],
    inputs: [*const T; 2],
    c: *mut T,
) {
    match (asked.and_then(Asked::method), engine::engine()) {
        // SAFETY: the caller's duty.
        (Some(Method::Kernel(kernel)), _) => unsafe { kernel.code.call(factors, inputs, c) },
        // SAFETY: the caller's duty.
        (Some(Method::Plan(plan)), Some(engine)) if room::TO_RUN.is_there() => unsafe {
            plan.run(engine.executor_for(problem), problem, factors, inputs, c);
        },
        // SAFETY: the caller's duty.
        _ => unsafe { loops::multiply(problem, factors, inputs, c) },
    }
}
