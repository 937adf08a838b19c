//! Generators that are at work on a thread, and for whom.
//!
//! Problem: a generator may come from anywhere, and find a way to the very [`Jit`](crate::Jit) that it makes a kernel for. What it asks
//! of that may be what is being made, which would be waited for on the thread that makes it, for ever.
//!
//! Idea: each thread has a list of what its generators serve, which is empty but for the time that they run. Whoever is
//! asked while it is on the list refuses. Another `Jit` may be asked.
//!
//! Tests: `tests/tests/registry_reentrant.rs`.

use crate::error::JitError;
use std::cell::{Cell, RefCell};

thread_local! {
    /// The length of the list, for those who find it empty.
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// The addresses of those that are served, which are borrowed as long.
    static SERVED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// A generator at work, until this is dropped.
#[derive(Debug)]
pub(crate) struct Serving(());

impl Serving {
    /// A generator that serves `jit` from now on.
    pub(crate) fn begin<J>(jit: &J) -> Self {
        SERVED.with_borrow_mut(|served| served.push(address(jit)));
        COUNT.set(COUNT.get() + 1);
        Self(())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        COUNT.set(COUNT.get() - 1);
        SERVED.with_borrow_mut(Vec::pop);
    }
}

/// Refuses what a generator asks of the one that it serves.
#[inline]
pub(crate) fn check<J>(jit: &J) -> Result<(), JitError> {
    if COUNT.get() > 0 && SERVED.with_borrow(|served| served.contains(&address(jit))) {
        return Err(JitError::Reentrant);
    }
    Ok(())
}

fn address<J>(jit: &J) -> usize {
    std::ptr::from_ref(jit).addr()
}
