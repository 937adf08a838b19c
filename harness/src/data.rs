//! Kernels of specifications with data, made once and found again ([`data_kernels`](crate::data_kernels)).
//!
//! Observers are not told of these kernels, and [`Jit::recorded`] does not list them: both tell of a `KernelSpec`.
//!
//! Tests: `tests/tests/registry_data.rs`.

use crate::data_kernels::{DataKernel, Key, Made};
use crate::error::JitError;
use crate::jit::Jit;
use crate::serving::{self, Serving};
use std::sync::Arc;
use tensmith_core::cache::Statistics;
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::DataSpec;
use tensmith_core::registry::{DataGenerator, KernelError, RegistryError};

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
