//! Contractions without a [`Jit`] of one's own: there is one in the process.
//!
//! Problem: making one takes longer than a small contraction, and what it has made is lost with it. Idea: the first that is asked for
//! stays, with its kernels and plans. It is made without a lock: of threads that make one at the same time, all but the first throw
//! theirs away. Where none can be made, as the system refuses executable memory, nothing is kept, and the next request tries again.
//!
//! A child that was forked makes one of its own: locks of its parent's may be held there for ever, by threads that it does not have.
//!
//! Tests: `tests/tests/harness_run.rs`, `tests/tests/harness_pool_fork.rs`.
#![allow(unsafe_code)]

use crate::array::Array;
use crate::error::JitError;
use crate::jit::Jit;
use std::process;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use tensmith_core::reference::Element;
use tensmith_core::tensor::view::View;

/// Evaluates a contraction on the machine at hand, into a new array in C order.
///
/// There is one [`Jit`] in the process for all calls, which the first of them makes: plans of requests that return are found again, and
/// up to [`BUDGET`](crate::BUDGET) bytes of plans and kernels each stay in memory. What is evaluated often is faster with a [`Plan`](crate::Plan) that is kept, as
/// nothing is looked for then.
///
/// # Errors
/// [`JitError`].
pub fn einsum<T: Element>(expression: &str, inputs: &[View<'_, T>]) -> Result<Array<T>, JitError> {
    let plan = jit()?.einsum(expression, inputs)?;
    let mut output = Array::zeros(plan.output().try_clone()?)?;
    plan.run(inputs, &mut output.view_mut())?;
    Ok(output)
}

/// See the module's documentation.
#[derive(Debug)]
struct Shared {
    jit: Jit,
    /// The process that made it.
    process: u32,
}

static SHARED: AtomicPtr<Shared> = AtomicPtr::new(ptr::null_mut());

/// The `Jit` of this process.
///
/// # Errors
/// Those of [`Jit::host`].
fn jit() -> Result<&'static Jit, JitError> {
    let there = SHARED.load(Ordering::Acquire);
    // SAFETY: what is there was made by `make`, and is never freed.
    match unsafe { there.as_ref() } {
        Some(shared) if shared.process == process::id() => Ok(&shared.jit),
        _ => make(there),
    }
}

/// Makes one in the place of what was there: of none, or of another process's.
#[cold]
fn make(before: *mut Shared) -> Result<&'static Jit, JitError> {
    let made = Box::new(Shared { jit: Jit::host()?, process: process::id() });
    let made = Box::into_raw(made);
    let there = match SHARED.compare_exchange(before, made, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => made,
        Err(first) => {
            // SAFETY: it is the box from above, which nobody else has seen.
            drop(unsafe { Box::from_raw(made) });
            first
        }
    };
    // SAFETY: it is the box from above, or one that another thread of this process has put there in the same way; none is ever freed.
    Ok(unsafe { &(*there).jit })
}
