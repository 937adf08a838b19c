//! The kernels that a run used, to be exported.
//!
//! Idea: a [`Jit`](crate::Jit) that records begins with empty caches, so that every kernel passes where
//! kernels are made at least once. Finding it in a cache costs what it always does.
//!
//! Tests: `tests/tests/export_linked.rs`.

use crate::code::KernelCode;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Kernels by the texts of their specifications.
#[derive(Debug, Default)]
pub(crate) struct Recorded(Mutex<BTreeMap<String, Arc<KernelCode>>>);

impl Recorded {
    pub(crate) fn add(&self, code: &Arc<KernelCode>) {
        let mut kernels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kernels.entry(code.spec.to_string()).or_insert_with(|| Arc::clone(code));
    }

    /// All kernels, in the order of their texts.
    pub(crate) fn all(&self) -> Vec<Arc<KernelCode>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }
}
