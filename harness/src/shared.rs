//! Contractions without a [`Jit`] of one's own: there is one in the process.
//!
//! Problem: making one takes longer than a small contraction, and what it has made is lost with it. Idea: the
//! first that is asked for stays, with its kernels and plans. It is made without a lock: of threads that make
//! one at the same time, all but the first throw theirs away. Where none can be made, as the system refuses
//! executable memory, nothing is kept, and the next request tries again.
//!
//! A child that was forked makes one of its own: locks of its parent's may be held by threads
//! that it does not have.
//!
//! Tests: `tests/tests/harness_run.rs`, `tests/tests/harness_pool_fork.rs`.
#![allow(unsafe_code)]

use crate::array::Array;
use crate::error::{BuildError, PlanError};
use crate::jit::Jit;
use std::process;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use tensmith_core::Scalar;
use tensmith_core::tensor::view::AsView;

/// Evaluates a contraction on this machine, into a new array in C order.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let ones = || tensmith::Array::c_order(vec![1.0f32; 4], &[2, 2]);
/// # let (a, b) = (ones()?, ones()?);
/// let c = tensmith::einsum("mk,kn->mn", &[&a, &b])?;
/// # Ok(())
/// # }
/// ```
///
/// All calls share [`Jit::global`]: plans of requests that return are found again. What is evaluated often is
/// faster with a [`Plan`](crate::Plan) that is kept, as nothing is looked for then.
///
/// # Errors
/// [`PlanError`].
pub fn einsum<T: Scalar>(expression: &str, inputs: &[impl AsView<T>]) -> Result<Array<T>, PlanError> {
    Ok(Jit::global()?.einsum(expression, inputs)?.evaluate(inputs)?)
}

impl Jit {
    /// Returns the `Jit` of this process, which runs plans on the caller's thread. The first request makes
    /// it, and it stays, with up to 16 MiB of plans and as many of kernels.
    ///
    /// # Errors
    /// Those of [`Jit::host`]. Nothing is kept then, and the next request tries again.
    pub fn global() -> Result<&'static Self, BuildError> {
        let there = SHARED.load(Ordering::Acquire);
        // SAFETY: what is there was made by `make`, and is never freed.
        match unsafe { there.as_ref() } {
            Some(shared) if shared.process == process::id() => Ok(&shared.jit),
            _ => make(there),
        }
    }
}

/// See the module's documentation.
#[derive(Debug)]
struct Shared {
    jit: Jit,
    /// The process that made it.
    process: u32,
}

static SHARED: AtomicPtr<Shared> = AtomicPtr::new(ptr::null_mut());

/// Makes one in the place of what was there: of none, or of another process's.
#[cold]
fn make(before: *mut Shared) -> Result<&'static Jit, BuildError> {
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
    // SAFETY: it is the box from above, or one that another thread of this process has put there in the same
    // way; none is ever freed.
    Ok(unsafe { &(*there).jit })
}
