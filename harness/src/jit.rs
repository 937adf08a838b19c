//! From an expression to a plan: [`Jit`]. Its multiplications are in [`gemm`](crate::gemm).
//!
//! Tests: `tests/tests/harness_jit.rs`, `tests/tests/harness_jit_numpy.rs`, `tests/tests/harness_run.rs`.

use crate::code::KernelCode;
use crate::data_kernels::DataKernels;
use crate::error::JitError;
use crate::kernels::{BUDGET, Kernels, Made};
use crate::linked::{Linked, LinkedKernel};
use crate::memory::Memory;
use crate::observer::{Observer, Observers};
use crate::plan::Plan;
use crate::plans::Plans;
use crate::platform::{self, HostMemory};
use crate::program::Program;
use crate::record::Recorded;
use crate::serving::{self, Serving};
use std::num::NonZeroUsize;
use std::sync::Arc;
use tensmith_core::Target;
use tensmith_core::cache::Statistics;
use tensmith_core::code::CodeMemory;
use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::reference::Element;
use tensmith_core::registry::{Choice, KernelError, Registry};
use tensmith_core::tensor::view::Strided;
use tensmith_core::tensor::{self, Nest, Options, Sequence};

/// A just-in-time compiler for one target. It caches kernels and plans, each within a budget of bytes ([`BUDGET`] by
/// default). Threads can share it.
#[derive(Debug)]
pub struct Jit {
    pub(crate) target: Target,
    pub(crate) registry: Registry,
    /// The memory for code that can run here; none for another machine.
    pub(crate) memory: Option<Memory>,
    /// The kernels that are part of the program.
    linked: Linked,
    /// The kernels that were asked for, where these are kept.
    recorded: Option<Recorded>,
    kernels: Kernels,
    /// The kernels of specifications with data.
    pub(crate) data_kernels: DataKernels,
    /// Who is told of kernels.
    observers: Observers,
    pub(crate) plans: Plans,
    /// How many threads plans are made for.
    pub(crate) threads: NonZeroUsize,
}

impl Jit {
    /// Creates a `Jit` for this machine's processor.
    ///
    /// # Errors
    /// [`JitError::Host`], where this machine cannot execute compiled code; [`JitError::Memory`], where this process may
    /// not have executable memory.
    pub fn host() -> Result<Self, JitError> {
        Self::new(platform::host()?, Some(Memory::Host(HostMemory::probe()?)))
    }

    /// Creates a `Jit` for this machine's processor, with executable memory that the caller provides: a [`HostMemory`], which
    /// others may share or which has a strategy of its own, or anything else that publishes code.
    ///
    /// # Errors
    /// [`JitError::Host`], where this machine cannot execute compiled code.
    pub fn host_in(memory: impl CodeMemory + Send + Sync + 'static) -> Result<Self, JitError> {
        Self::new(platform::host()?, Some(Memory::Lent(Arc::new(memory))))
    }

    /// Creates a `Jit` for another core whose code this machine can execute.
    ///
    /// # Errors
    /// Those of [`Jit::host`]; [`JitError::OtherTarget`], where this machine cannot execute the code for `target`.
    pub fn on_host(target: Target) -> Result<Self, JitError> {
        let host = platform::host()?;
        if !target.runs_on(&host) {
            return Err(JitError::OtherTarget { target: target.core.name, host: host.core.name });
        }
        // Code may need no more than this machine has, whatever the target's core is said to have.
        let features = target.core.features.common(host.core.features);
        Self::new(target.with_features(features), Some(Memory::Host(HostMemory::probe()?)))
    }

    /// Creates a `Jit` for any target. Its plans can be explained; they run only if all their kernels are linked
    /// ([`Jit::with_linked`]).
    ///
    /// # Errors
    /// [`JitError::Registry`], without memory.
    pub fn for_target(target: Target) -> Result<Self, JitError> {
        Self::new(target, None)
    }

    fn new(target: Target, memory: Option<Memory>) -> Result<Self, JitError> {
        Ok(Self {
            target,
            registry: tensmith_primitives::registry()?,
            memory,
            linked: Linked::default(),
            recorded: None,
            kernels: Kernels::new(BUDGET),
            data_kernels: DataKernels::new(BUDGET),
            observers: Observers::default(),
            plans: Plans::new(BUDGET),
            threads: NonZeroUsize::MIN,
        })
    }

    /// Returns the target that plans are made for.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Sets the budget of cached kernels in bytes, and that of kernels of specifications with data to the same, in place of
    /// [`BUDGET`]. Both caches begin empty. Kernels that plans and handles use stay, whatever the budget.
    #[must_use]
    pub fn with_budget(self, bytes: usize) -> Self {
        Self { kernels: Kernels::new(bytes), data_kernels: DataKernels::new(bytes), ..self }
    }

    /// Sets the budget of cached plans in bytes, in place of [`BUDGET`]. The cache begins empty. Each plan counts with the
    /// kernels and the scratch memory that it keeps in use.
    #[must_use]
    pub fn with_budget_of_plans(self, bytes: usize) -> Self {
        Self { plans: Plans::new(bytes), ..self }
    }

    /// Makes plans and programs for an executor of that many threads: with as many tasks as these need, and
    /// scratch memory for each. They run on any other executor as well, with the same result. The
    /// cache of plans begins empty, with its budget.
    #[must_use]
    pub fn for_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, plans: self.plans.emptied(), ..self }
    }

    /// Tells an observer of every kernel of a `KernelSpec` that becomes executable, and of its end, so that profilers and debuggers know
    /// kernels by their names (`tensmith-profilers`). There may be several. The caches begin empty, with their
    /// budgets.
    #[must_use]
    pub fn with_observer(self, observer: Arc<dyn Observer>) -> Self {
        let mut jit = self.forgetting();
        jit.observers.add(observer);
        jit
    }

    /// Takes kernels from the generators of `registry` instead of the default ones. The caches begin empty, with their
    /// budgets. To add generators to the default ones, add them to
    /// `tensmith_primitives::registry()`.
    ///
    /// # Safety
    /// Whatever code a generator in `registry` makes of a valid spec, when called with operands as the spec
    /// says, it reads and writes nothing but these operands' elements, writes nothing but the output, and
    /// returns. The conformance kit (`tensmith-conformance`) looks for what does not.
    #[expect(unsafe_code, reason = "the caller vouches for the generators, here and nowhere else")]
    #[must_use]
    pub unsafe fn with_registry(self, registry: Registry) -> Self {
        Self { registry, ..self.forgetting() }
    }

    /// Takes kernels that are linked into this program in place of generating them. The caches begin empty, with their budgets.
    /// Several calls add several tables. What they lack is generated; a plan all of whose kernels are linked
    /// needs no executable memory, so that [`Jit::for_target`] is enough to run it.
    ///
    /// ```ignore
    /// mod kernels; // by `tensmith export`
    ///
    /// let target = Target::named("neoverse-v2")?;
    /// // SAFETY: the table is as it was exported, and this machine is a Neoverse V2.
    /// let jit = unsafe { Jit::for_target(target)?.with_linked(&kernels::KERNELS) };
    /// ```
    ///
    /// # Safety
    /// Each entry is that of code of its size in this program, which nothing changes, and which computes what its
    /// specification says, touching its operands alone: so are those that were exported. The machine at hand executes the
    /// code for the target of this `Jit`.
    #[expect(unsafe_code, reason = "the caller vouches for the table, here and nowhere else")]
    #[must_use]
    pub unsafe fn with_linked(self, kernels: &[LinkedKernel]) -> Self {
        let mut jit = self.forgetting();
        // SAFETY: the caller's duty is the same.
        unsafe { jit.linked.add(kernels) };
        jit
    }

    /// Keeps every kernel that is asked for from now on, for [`Jit::recorded`]. The caches begin empty, with their budgets.
    #[must_use]
    pub fn record(self) -> Self {
        Self { recorded: Some(Recorded::default()), ..self.forgetting() }
    }

    /// Returns the kernels that plans, programs and handles asked for since [`Jit::record`]: each once, in the order of
    /// their specifications' texts, whatever the order of the requests. None without recording.
    #[must_use]
    pub fn recorded(&self) -> Vec<Arc<KernelCode>> {
        self.recorded.as_ref().map(Recorded::all).unwrap_or_default()
    }

    /// The same with nothing in its caches.
    pub(crate) fn forgetting(self) -> Self {
        let kernels = Kernels::new(self.kernels.budget());
        let data_kernels = DataKernels::new(self.data_kernels.budget());
        Self { kernels, data_kernels, plans: self.plans.emptied(), ..self }
    }

    /// Returns the statistics of the cache of kernels.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.kernels.statistics()
    }

    /// Returns the statistics of the cache of plans.
    #[must_use]
    pub fn statistics_of_plans(&self) -> Statistics {
        self.plans.statistics()
    }

    /// Returns the system's executable memory, which says how pages become executable, why so, and what is held; none
    /// where the caller provides memory, and for other machines.
    #[must_use]
    pub fn memory(&self) -> Option<&HostMemory> {
        match self.memory.as_ref()? {
            Memory::Host(memory) => Some(memory),
            Memory::Lent(_) => None,
        }
    }

    /// Returns the generators of kernels.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Returns the code of a kernel: the one that there is, or else the one that the best generator makes.
    ///
    /// # Errors
    /// [`JitError::Kernel`], where there is none.
    pub fn kernel(&self, spec: &KernelSpec) -> Result<Arc<KernelCode>, JitError> {
        Ok(self.make(spec)?.code)
    }

    /// Returns a plan for a contraction such as `mk,kn->mn` of operands with these extents and strides, into a dense
    /// output in C order. Its meaning is numpy's. The same request gets the same plan, as long as that is in the cache.
    ///
    /// # Errors
    /// [`JitError`].
    #[inline]
    pub fn einsum<T: Element>(&self, expression: &str, inputs: &[impl Strided]) -> Result<Plan<T>, JitError> {
        self.contraction(expression).plan(inputs)
    }

    /// Returns a plan for a contraction into an output with extents and strides that the caller chooses.
    ///
    /// # Errors
    /// [`JitError`].
    pub fn einsum_into<T: Element>(
        &self,
        expression: &str,
        inputs: &[impl Strided],
        output: &impl Strided,
    ) -> Result<Plan<T>, JitError> {
        self.contraction(expression).plan_into(inputs, output)
    }

    /// Returns a program for a nest. The optimizer decides what the nest leaves undecided. Arguments are the
    /// nest's operands: in0, in1 and out.
    ///
    /// # Errors
    /// [`JitError`].
    pub fn nest<T: Element>(&self, nest: Nest, options: Options<'_>) -> Result<Program<T>, JitError> {
        let threads = options.threads.or(Some(self.threads));
        self.sequence(tensor::optimize(nest, &self.target, Options { threads, ..options })?)
    }

    /// Returns a program for a sequence of nests as they are: the optimizer changes nothing.
    ///
    /// # Errors
    /// [`JitError`].
    pub fn sequence<T: Element>(&self, sequence: Sequence) -> Result<Program<T>, JitError> {
        let expected = T::DTYPE;
        if let Some(found) =
            sequence.steps.iter().map(|step| step.nest.dtype).find(|dtype| *dtype != expected)
        {
            return Err(JitError::DType { found, expected });
        }
        self.program(tensor::Plan::of(sequence)?)
    }

    /// A program for loops over elements of type `T`.
    pub(crate) fn program<T: Element>(&self, loops: tensor::Plan) -> Result<Program<T>, JitError> {
        let mut made = Vec::with_capacity(loops.kernels().len());
        for spec in loops.kernels() {
            made.push(self.make(spec)?);
        }
        let code = made.iter().map(|made| Arc::clone(&made.code)).collect();
        // A kernel is executable if there is memory for it, or if it is part of the program.
        let runs = self.memory.is_some() || !self.linked.is_empty();
        let kernels = runs.then(|| made.iter().map(|made| made.kernel.clone()).collect()).flatten();
        Ok(Program::new(self.target.core.name, loops, (code, kernels), self.threads)?)
    }

    /// The kernel that there is, or else the one that the best generator makes.
    pub(crate) fn make(&self, spec: &KernelSpec) -> Result<Made, JitError> {
        self.make_with(spec, || self.registry.choose(spec, &self.target))
    }

    /// The kernel that there is, or that is linked, or else the one that the chosen generator makes. No lock is held while generators work.
    pub(crate) fn make_with(
        &self,
        spec: &KernelSpec,
        choose: impl FnOnce() -> Result<Choice, KernelError>,
    ) -> Result<Made, JitError> {
        serving::check(self)?;
        self.kernels.get_or_make(spec, || {
            let made = match self.linked.find(spec, &self.target) {
                Some(linked) => linked,
                None => self.generated(spec, choose)?,
            };
            if let Some(recorded) = &self.recorded {
                recorded.add(&made.code);
            }
            Ok(made)
        })
    }

    fn generated(
        &self,
        spec: &KernelSpec,
        choose: impl FnOnce() -> Result<Choice, KernelError>,
    ) -> Result<Made, JitError> {
        let serving = Serving::begin(self);
        let code = choose().and_then(|choice| self.generate(spec, choice));
        drop(serving);
        self.publish(code.map_err(|source| JitError::of_kernel(spec, source))?)
    }

    fn generate(&self, spec: &KernelSpec, choice: Choice) -> Result<KernelCode, KernelError> {
        span!("generate", %spec);
        let code = choice.compile(spec, &self.target)?.code;
        Ok(KernelCode { spec: *spec, generator: choice.generator.name(), cycles: choice.offer.cycles, code })
    }

    /// Makes a kernel executable, where it can be.
    fn publish(&self, code: KernelCode) -> Result<Made, JitError> {
        let publish = |memory: &Memory| {
            let block = memory.publish(&self.observers.bytes(&code, &self.target))?;
            let block = self.observers.tell(block, &code, &self.target)?;
            Ok::<_, JitError>(Kernel::new(block, self.target.isa.architecture())?)
        };
        let kernel = self.memory.as_ref().map(publish).transpose()?;
        Ok(Made { code: Arc::new(code), kernel })
    }
}
