//! The cache of kernels of specifications with data, by kind and digest.
//!
//! What is found is then compared: where digests collide, each specification has its own kernel. The cache
//! keeps the specifications, which count for what they say they take.
//!
//! Tests: `tests/tests/registry_data.rs`.

use crate::error::BuildError;
use crate::kernels::Yield;
use std::fmt;
use std::sync::Arc;
use tensmith_core::cache::{Ask, Cache, Value};
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::DataSpec;

pub(crate) type DataKernels = Cache<Key, DataKernel, BuildError, Yield>;

/// The kernel of a specification with data, made by a generator of a [`Jit`](crate::Jit)'s registry for
/// exactly that specification. Clones share it.
#[derive(Clone, Debug)]
pub struct DataKernel(pub(crate) Arc<GeneratedDataKernel>);

/// What was made, and where it comes from.
#[derive(Debug)]
pub(crate) struct GeneratedDataKernel {
    pub(crate) spec: Arc<dyn DataSpec>,
    pub(crate) generator: &'static str,
    pub(crate) cycles: f64,
    pub(crate) code: Vec<u8>,
    pub(crate) kernel: Option<Kernel>,
}

/// A specification in the cache.
#[derive(Clone)]
pub(crate) struct Key(pub(crate) Arc<dyn DataSpec>);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Ask<Self> for Key {
    fn hash(&self) -> u64 {
        self.0.digest().low()
    }

    fn is(&self, key: &Self) -> bool {
        Arc::ptr_eq(&self.0, &key.0) || self.0.digest() == key.0.digest() && self.0.equals(&*key.0)
    }

    fn to_key(&self) -> Self {
        self.clone()
    }
}

impl Value for DataKernel {
    fn bytes(&self) -> usize {
        let published = self.0.kernel.as_ref().map_or(0, |kernel| kernel.block().bytes().len());
        self.0.spec.bytes() + self.0.code.len() + published + size_of::<GeneratedDataKernel>()
    }
}

impl DataKernel {
    /// The specification.
    #[must_use]
    pub fn spec(&self) -> &Arc<dyn DataSpec> {
        &self.0.spec
    }

    /// The name of its generator.
    #[must_use]
    pub fn generator(&self) -> &'static str {
        self.0.generator
    }

    /// Predicted cycles of one call, with its operands in the first-level cache.
    #[must_use]
    pub fn cycles(&self) -> f64 {
        self.0.cycles
    }

    /// The machine code.
    #[must_use]
    pub fn code(&self) -> &[u8] {
        &self.0.code
    }

    /// The code where it is executed; none where it is for another machine.
    #[must_use]
    pub fn kernel(&self) -> Option<&Kernel> {
        self.0.kernel.as_ref()
    }
}
