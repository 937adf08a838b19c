//! Where the kernels of a [`Jit`] come from: its generators, and its memory for code.
//!
//! Tests: `tests/tests/harness_memory.rs`, `tests/tests/registry_data.rs`, `tests/tests/export_linked.rs`.

use crate::code::KernelCode;
use crate::data_kernels::DataKernel;
use crate::error::BuildError;
use crate::jit::Jit;
use crate::memory::Memory;
use crate::platform::HostMemory;
use crate::record::Recorded;
use std::sync::Arc;
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::{DataSpec, KernelSpec};
use tensmith_core::registry::Registry;

/// The source of the kernels of a [`Jit`]: [`Jit::kernels`].
#[derive(Clone, Copy, Debug)]
pub struct KernelSource<'j>(&'j Jit);

impl Jit {
    /// Returns the source of its kernels, for callers that have a specification, and for the
    /// generators themselves.
    #[must_use]
    pub fn kernels(&self) -> KernelSource<'_> {
        KernelSource(self)
    }
}

impl<'j> KernelSource<'j> {
    /// Returns the code of a kernel: the one that there is, or else the one that the best generator makes.
    ///
    /// # Errors
    /// [`BuildError::Kernel`], where there is none; [`BuildError::Reentrant`]; those of
    /// making code executable.
    pub fn of(&self, spec: &KernelSpec) -> Result<Arc<KernelCode>, BuildError> {
        Ok(self.0.make(spec)?.code)
    }

    /// Returns a kernel as [`KernelSource::of`] makes it, in executable memory, which stays mapped as long as
    /// the kernel is there; none where it is for another machine.
    ///
    /// # Errors
    /// Those of [`KernelSource::of`].
    pub fn executable(&self, spec: &KernelSpec) -> Result<Option<Kernel>, BuildError> {
        Ok(self.0.make(spec)?.kernel)
    }

    /// Returns the kernel of a specification with data: the one that there is, or else the one that the
    /// best generator makes.
    ///
    /// # Errors
    /// [`BuildError::DataKernel`], where there is none; [`BuildError::Reentrant`]; those of
    /// making code executable.
    pub fn of_data(&self, spec: &Arc<dyn DataSpec>) -> Result<DataKernel, BuildError> {
        self.0.data_kernel(spec)
    }

    /// Returns the kernels that plans, programs and handles asked for, if they are
    /// [recorded](crate::JitBuilder::record): each once, in the order of their specifications' texts,
    /// whatever the order of the requests.
    #[must_use]
    pub fn recorded(&self) -> Vec<Arc<KernelCode>> {
        self.0.recorded.as_ref().map(Recorded::all).unwrap_or_default()
    }

    /// Returns the generators of kernels.
    #[must_use]
    pub fn registry(&self) -> &'j Registry {
        &self.0.registry
    }

    /// Returns the system's executable memory, which says how pages become executable, why so, and what is
    /// held; none where the caller provides memory, and for other machines.
    #[must_use]
    pub fn memory(&self) -> Option<&'j HostMemory> {
        match self.0.memory.as_ref()? {
            Memory::Host(memory) => Some(memory),
            Memory::Lent(_) => None,
        }
    }
}
