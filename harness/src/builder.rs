//! Building a [`Jit`]: the machine that it makes code for, its threads, its caches, and
//! where kernels come from.
//!
//! Idea: a [`Jit`] never changes, so that what its caches hold stays true; all that could differ is
//! said before it is there.
//!
//! Tests: `tests/tests/harness_jit.rs`, `tests/tests/harness_plans.rs`, `tests/tests/harness_memory.rs`,
//! `tests/tests/harness_observer.rs`, `tests/tests/export_linked.rs`, `tests/tests/harness_wisdom.rs`.

use crate::error::BuildError;
use crate::jit::{Budgets, Jit};
use crate::kernels::BUDGET;
use crate::linked::{Linked, LinkedKernel};
use crate::memory::Memory;
use crate::observer::{Observer, Observers};
use crate::platform::{self, HostMemory};
use crate::pool::Pool;
use crate::record::Recorded;
use crate::wisdom::Wisdom;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use tensmith_core::Target;
use tensmith_core::code::CodeMemory;
use tensmith_core::registry::{DataGenerator, Registry};

/// A [`Jit`] that is to be built: [`Jit::builder`].
#[derive(Debug)]
#[must_use = "it is built by `build`"]
pub struct JitBuilder {
    machine: Machine,
    memory: Option<Memory>,
    threads: NonZeroUsize,
    budgets: Budgets,
    registry: Option<Registry>,
    data_generators: Vec<&'static dyn DataGenerator>,
    linked: Linked,
    observers: Observers,
    recorded: Option<Recorded>,
    wisdom: Option<Wisdom>,
}

/// The machine that code is made for.
#[derive(Clone, Copy, Debug)]
enum Machine {
    Host,
    /// One whose code the host executes.
    Alike(Target),
    /// Any.
    Other(Target),
}

impl Jit {
    /// Returns a `Jit` for this machine's processor, on the caller's thread.
    ///
    /// # Errors
    /// [`BuildError::Host`], where this machine cannot execute compiled code; [`BuildError::Memory`], where
    /// this process may not have executable memory.
    pub fn host() -> Result<Self, BuildError> {
        Self::builder().build()
    }

    /// Returns a `Jit` for any target, as [`JitBuilder::foreign`].
    ///
    /// # Errors
    /// [`BuildError::Registry`], without memory.
    pub fn for_target(target: Target) -> Result<Self, BuildError> {
        Self::builder().foreign(target).build()
    }

    /// Returns a builder, at first of a `Jit` for this machine's processor, on the caller's thread.
    ///
    /// ```no_run
    /// let jit = tensmith::Jit::builder().threads(8).plan_budget(4 << 20).build()?;
    /// # Ok::<(), tensmith::BuildError>(())
    /// ```
    pub fn builder() -> JitBuilder {
        JitBuilder {
            machine: Machine::Host,
            memory: None,
            threads: NonZeroUsize::MIN,
            budgets: Budgets { plans: BUDGET, kernels: BUDGET },
            registry: None,
            data_generators: Vec::new(),
            linked: Linked::default(),
            observers: Observers::default(),
            recorded: None,
            wisdom: None,
        }
    }
}

impl JitBuilder {
    /// Sets the number of threads that plans and programs are made for and run on, the caller's included; 0
    /// stands for as many as this process can run at once. They start with the first run that has work for
    /// them, and end with the `Jit` and its plans. Results are the same for any number.
    pub fn threads(self, threads: usize) -> Self {
        let all = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { threads: NonZeroUsize::new(threads).unwrap_or_else(all), ..self }
    }

    /// Makes code for another core, which this machine executes.
    pub fn target(self, target: Target) -> Self {
        Self { machine: Machine::Alike(target), ..self }
    }

    /// Makes code for any core. Plans can be explained and exported; they run only if all their kernels are
    /// linked ([`JitBuilder::linked`]).
    pub fn foreign(self, target: Target) -> Self {
        Self { machine: Machine::Other(target), ..self }
    }

    /// Sets the budget of cached plans in bytes, in place of 16 MiB. Each plan counts with the
    /// kernels and the scratch memory that it keeps in use.
    pub fn plan_budget(self, bytes: usize) -> Self {
        Self { budgets: Budgets { plans: bytes, ..self.budgets }, ..self }
    }

    /// Sets the budget of cached kernels in bytes, and that of kernels of specifications with data to the
    /// same, in place of 16 MiB. Kernels that plans and handles use stay, whatever the budget.
    pub fn kernel_budget(self, bytes: usize) -> Self {
        Self { budgets: Budgets { kernels: bytes, ..self.budgets }, ..self }
    }

    /// Places code in memory that the caller provides: a [`HostMemory`], which others may share, or anything
    /// else that publishes code.
    pub fn memory(self, memory: impl CodeMemory + Send + Sync + 'static) -> Self {
        Self { memory: Some(Memory::Lent(Arc::new(memory))), ..self }
    }

    /// Adds an observer, notified of every kernel of a `KernelSpec` that becomes executable, and of its end,
    /// so that profilers and debuggers know kernels by their names (`tensmith-profilers`).
    pub fn observer(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observers.add(observer);
        self
    }

    /// Takes kernels from the generators of `registry` instead of the default ones. To add generators to the
    /// default ones, add them to `tensmith_primitives::registry()`.
    ///
    /// # Safety
    /// Whatever code a generator in `registry` makes of a valid spec, when called with operands as the spec
    /// says, it reads and writes nothing but these operands' elements, writes nothing but the output, and
    /// returns. The conformance kit (`tensmith-conformance`) looks for what does not.
    #[expect(unsafe_code, reason = "the caller vouches for the generators, here and nowhere else")]
    pub unsafe fn registry(self, registry: Registry) -> Self {
        Self { registry: Some(registry), ..self }
    }

    /// Takes kernels of specifications with data from one more generator.
    ///
    /// # Safety
    /// Those of [`JitBuilder::registry`], for this generator, and for operands as the kind of its
    /// specifications says.
    #[expect(unsafe_code, reason = "the caller vouches for the generator, here and nowhere else")]
    pub unsafe fn data_generator(mut self, generator: &'static dyn DataGenerator) -> Self {
        self.data_generators.push(generator);
        self
    }

    /// Takes kernels that are linked into this program in place of generating them.
    /// Several calls add several tables. What they lack is generated; a plan all of whose kernels are linked
    /// needs no executable memory, so that [`JitBuilder::foreign`] is enough to run it.
    ///
    /// ```ignore
    /// mod kernels; // by `tensmith export`
    ///
    /// let builder = Jit::builder().foreign(Target::named("neoverse-v2")?);
    /// // SAFETY: the table is as it was exported, and this machine is a Neoverse V2.
    /// let jit = unsafe { builder.linked(&kernels::KERNELS) }.build()?;
    /// ```
    ///
    /// # Safety
    /// Each entry is that of code of its size in this program, which nothing changes, and which computes what
    /// its specification says, touching its operands alone: so are those that were exported. The machine at
    /// hand executes the code for the target of the `Jit`.
    #[expect(unsafe_code, reason = "the caller vouches for the table, here and nowhere else")]
    pub unsafe fn linked(mut self, kernels: &[LinkedKernel]) -> Self {
        // SAFETY: the caller's duty is the same.
        unsafe { self.linked.add(kernels) };
        self
    }

    /// Keeps every kernel that is asked for, for
    /// [`KernelSource::recorded`](crate::extend::KernelSource::recorded).
    pub fn record(self) -> Self {
        Self { recorded: Some(Recorded::default()), ..self }
    }

    /// Keeps orders that take long to find, of more than eight operands or under a memory limit, in a folder,
    /// and takes those that are there, of [`Optimize::HighQuality`](crate::Optimize::HighQuality) for any
    /// search. Where the folder cannot be written to, it is only read. None is the default.
    pub fn wisdom(self, wisdom: impl Into<Option<Wisdom>>) -> Self {
        Self { wisdom: wisdom.into(), ..self }
    }

    /// Returns the `Jit`, with empty caches.
    ///
    /// # Errors
    /// [`BuildError::Host`], where this machine cannot execute compiled code; [`BuildError::OtherTarget`],
    /// where it cannot execute that for [`JitBuilder::target`]; [`BuildError::Memory`], where this process
    /// may not have executable memory; [`BuildError::Registry`], where the name of a
    /// [generator](JitBuilder::data_generator) is malformed or there already, or without memory.
    pub fn build(self) -> Result<Jit, BuildError> {
        let target = self.machine.target()?;
        let memory = match (self.machine, self.memory) {
            (_, Some(lent)) => Some(lent),
            (Machine::Other(_), None) => None,
            (Machine::Host | Machine::Alike(_), None) => Some(Memory::Host(HostMemory::probe()?)),
        };
        let mut registry = self.registry.map_or_else(tensmith_primitives::registry, Ok)?;
        for generator in self.data_generators {
            registry.add_data(generator)?;
        }
        let pool = Arc::new(Pool::with_width(self.threads));
        let mut jit = Jit::new(target, registry, pool, self.budgets);
        jit.memory = memory;
        jit.linked = self.linked;
        jit.observers = self.observers;
        jit.recorded = self.recorded;
        jit.wisdom = self.wisdom;
        Ok(jit)
    }
}

impl Machine {
    /// The target, which the host executes unless that may be any.
    fn target(self) -> Result<Target, BuildError> {
        match self {
            Self::Host => Ok(platform::host()?),
            Self::Other(target) => Ok(target),
            Self::Alike(target) => {
                let host = platform::host()?;
                if !target.runs_on(&host) {
                    return Err(BuildError::OtherTarget { target: target.core.name, host: host.core.name });
                }
                // Code may need no more than this machine has, whatever the target's core is said to have.
                let features = target.core.features.common(host.core.features);
                Ok(target.with_features(features))
            }
        }
    }
}
