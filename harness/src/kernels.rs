//! The cache of kernels, by specification.
//!
//! A [`Jit`](crate::Jit) has one cache, and its target and registry never change, so that a specification
//! says all about a kernel. Kernels share pages; the place of each is free again with the last plan or
//! handle that uses it once the cache has given it up.
//!
//! Tests: `tests/tests/cache.rs`.

use crate::code::KernelCode;
use crate::error::BuildError;
use std::sync::Arc;
use tensmith_core::cache::{Cache, RelaxStrategy, Value};
use tensmith_core::code::entry::Kernel;
use tensmith_core::code::memory::ALIGNMENT;
use tensmith_core::kernel::spec::Key;
use tensmith_sync::primitives::yield_now;

/// Bytes of memory that a [`Jit`](crate::Jit) keeps kernels in by default, and as many for plans: some
/// ten thousand kernels.
pub(crate) const BUDGET: usize = 16 << 20;

pub(crate) type Kernels = Cache<Key, GeneratedKernel, BuildError, Yield>;

/// A kernel that was made; clones share it.
#[derive(Clone, Debug)]
pub(crate) struct GeneratedKernel {
    pub(crate) code: Arc<KernelCode>,
    /// The code in executable memory; none where it is for another machine.
    pub(crate) kernel: Option<Kernel>,
}

impl Value for GeneratedKernel {
    fn bytes(&self) -> usize {
        let code = self.code.code.len();
        let bytes = |kernel: &Kernel| kernel.block().bytes().len().next_multiple_of(ALIGNMENT);
        let published = self.kernel.as_ref().map_or(0, bytes);
        code + size_of::<KernelCode>() + published
    }
}

/// Waiting leaves the core to other threads: the one that is waited for may need it.
#[derive(Debug)]
pub(crate) enum Yield {}

impl RelaxStrategy for Yield {
    fn relax() {
        yield_now();
    }
}
