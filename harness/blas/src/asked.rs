//! What the cache has for a key: how often that was asked for, until code pays
//! ([`worth`](crate::worth)), and then its code.
//!
//! An entry whose code could not be made begins to count anew.
//!
//! Tests: `tests/tests/blas.rs`, `tests/tests/blas_memory.rs`.

use crate::key::{Key, Problem};
use crate::method::{self, Code, Method};
use crate::number::Number;
use crate::worth::Made;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use tensmith::Jit;
use tensmith_core::OutOfMemory;
use tensmith_core::cache::Value;
use tensmith_core::code::Shared;

/// What a key has in the cache; clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Asked<T: Number>(Shared<Count<T>>);

#[derive(Debug)]
struct Count<T> {
    /// How often it was asked for, since code could not be made last.
    calls: AtomicU32,
    method: OnceLock<Method<T>>,
}

/// About as many bytes as an entry takes with its code.
const ENTRY_BYTES: usize = 4096;

impl<T: Number> Value for Asked<T> {
    fn bytes(&self) -> usize {
        ENTRY_BYTES
    }
}

impl<T: Number> Asked<T> {
    /// An entry that was not asked for yet.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub(crate) fn new() -> Result<Self, OutOfMemory> {
        Shared::new(Count { calls: AtomicU32::new(0), method: OnceLock::new() }).map(Self)
    }

    /// Counts a call, unless there is code, and makes that with the call from which it pays.
    pub(crate) fn count(&self, jit: &Jit, key: &Key, problem: &Problem) {
        if self.method().is_some() {
            return;
        }
        let (count, made) = (&self.0, Made::of(key, problem));
        let call = count.calls.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        if call < made.at_call(problem) {
            return;
        }
        match method::make(jit, made, key, problem) {
            // Of two threads that come here at once, the first one's is kept.
            Some(method) => _ = count.method.set(method),
            None => count.calls.store(0, Ordering::Relaxed),
        }
    }

    /// How it is computed, if not by loops.
    pub(crate) fn method(&self) -> Option<&Method<T>> {
        self.0.method.get()
    }

    /// Its code, if it is a kernel's; mapped as long as this is there.
    pub(crate) fn code(&self) -> Option<Code<T>> {
        match self.method()? {
            Method::Kernel(kernel) => Some(kernel.code),
            Method::Plan(_) => None,
        }
    }
}
