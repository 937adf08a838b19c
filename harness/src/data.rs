//! Kernels of specifications with data, made once and found again.
//!
//! A [`Jit`] has a cache for them beside that of [`kernels`](crate::kernels). A kernel is found by kind and digest, and
//! is then compared: where digests collide, each specification has its own kernel. The cache keeps the specifications, which count
//! for what they say they take.
//!
//! Observers are not told of these kernels, and [`Jit::recorded`] does not list them: both tell of a `KernelSpec`.
//!
//! Tests: `tests/tests/registry_data.rs`.

use crate::error::JitError;
use crate::jit::Jit;
use crate::kernels::Yield;
use crate::serving::{self, Serving};
use std::fmt;
use std::sync::Arc;
use tensmith_core::cache::{Ask, Cache, Statistics, Value};
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::DataSpec;
use tensmith_core::registry::{DataGenerator, KernelError, RegistryError};

pub(crate) type DataKernels = Cache<Key, DataKernel, JitError, Yield>;

/// The kernel of a specification with data, made by a generator of a [`Jit`]'s registry for exactly that specification. Clones
/// share it.
#[derive(Clone, Debug)]
pub struct DataKernel(Arc<Made>);

#[derive(Debug)]
struct Made {
    spec: Arc<dyn DataSpec>,
    generator: &'static str,
    cycles: f64,
    code: Vec<u8>,
    kernel: Option<Kernel>,
}

/// A specification in the cache.
#[derive(Clone)]
pub(crate) struct Key(Arc<dyn DataSpec>);

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
        self.0.spec.bytes() + self.0.code.len() + published + size_of::<Made>()
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

impl Jit {
    /// Returns the kernel of a specification with data: the one that there is, or else the one that the best generator makes.
    ///
    /// # Errors
    /// [`JitError::DataKernel`], where there is none; [`JitError::Reentrant`]; those of making code executable.
    pub fn data_kernel(&self, spec: &Arc<dyn DataSpec>) -> Result<DataKernel, JitError> {
        serving::check(self)?;
        self.data_kernels.get_or_make(&Key(Arc::clone(spec)), || self.make_data(spec))
    }

    /// Takes kernels of specifications with data from one more generator, beginning with none in caches of the same budgets.
    ///
    /// # Errors
    /// [`RegistryError`], for a name that is malformed or there already.
    ///
    /// # Safety
    /// Those of [`Jit::with_registry`], for this generator, and for operands as the kind of its specifications says.
    #[expect(unsafe_code, reason = "the caller vouches for the generator, here and nowhere else")]
    pub unsafe fn with_data_generator(
        self,
        generator: &'static dyn DataGenerator,
    ) -> Result<Self, RegistryError> {
        let mut jit = self.forgetting();
        jit.registry.add_data(generator)?;
        Ok(jit)
    }

    /// Statistics of the cache of kernels of specifications with data.
    #[must_use]
    pub fn statistics_of_data(&self) -> Statistics {
        self.data_kernels.statistics()
    }

    /// Generates and publishes. No lock is held meanwhile.
    fn make_data(&self, spec: &Arc<dyn DataSpec>) -> Result<DataKernel, JitError> {
        let refused = |source| match source {
            KernelError::OutOfMemory(error) => JitError::OutOfMemory(error),
            source => JitError::DataKernel { spec: spec.to_string(), source },
        };
        let serving = Serving::begin(self);
        let choice = self.registry.choose_data(&**spec, &self.target).map_err(refused)?;
        let code = choice.compile(&**spec, &self.target).map_err(refused)?.code;
        drop(serving);
        let kernel = match &self.memory {
            Some(memory) => Some(Kernel::new(memory.publish(&code)?, self.target.isa.architecture())?),
            None => None,
        };
        let (generator, cycles) = (choice.generator.name(), choice.offer.cycles);
        Ok(DataKernel(Arc::new(Made { spec: Arc::clone(spec), generator, cycles, code, kernel })))
    }
}
