//! Kernels of specifications with data, made once and found again ([`data_kernels`](crate::data_kernels)).
//!
//! Observers are not told of these kernels, and
//! [`KernelSource::recorded`](crate::extend::KernelSource::recorded) does not list them: both
//! tell of a `KernelSpec`.
//!
//! Tests: `tests/tests/registry_data.rs`.

use crate::data_kernels::{DataKernel, GeneratedDataKernel, Key};
use crate::error::BuildError;
use crate::jit::Jit;
use crate::reentrancy::{self, ReentrancyGuard};
use std::sync::Arc;
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::DataSpec;
use tensmith_core::registry::KernelError;

impl Jit {
    /// The kernel that there is, or else the one that the best generator makes.
    pub(crate) fn data_kernel(&self, spec: &Arc<dyn DataSpec>) -> Result<DataKernel, BuildError> {
        reentrancy::check(self)?;
        self.data_kernels.get_or_make(&Key(Arc::clone(spec)), || self.make_data(spec))
    }

    /// Generates and publishes. No lock is held meanwhile.
    fn make_data(&self, spec: &Arc<dyn DataSpec>) -> Result<DataKernel, BuildError> {
        let refused = |source| match source {
            KernelError::OutOfMemory(error) => BuildError::OutOfMemory(error),
            source => BuildError::DataKernel { spec: spec.to_string(), source },
        };
        let reentrancy = ReentrancyGuard::begin(self);
        let choice = self.registry.choose_data(&**spec, &self.target).map_err(refused)?;
        let code = choice.compile(&**spec, &self.target).map_err(refused)?.code;
        drop(reentrancy);
        let kernel = match &self.memory {
            Some(memory) => Some(Kernel::new(memory.publish(&code)?, self.target.isa.architecture())?),
            None => None,
        };
        let (generator, cycles) = (choice.generator.name(), choice.offer.cycles);
        Ok(DataKernel(Arc::new(GeneratedDataKernel {
            spec: Arc::clone(spec),
            generator,
            cycles,
            code,
            kernel,
        })))
    }
}
