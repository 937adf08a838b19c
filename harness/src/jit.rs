//! From an expression to a plan: [`Jit`]. Its multiplications are in [`gemm`](crate::gemm).
//!
//! Tests: `tests/tests/harness_jit.rs`, `tests/tests/harness_jit_numpy.rs`, `tests/tests/harness_run.rs`.

use crate::code::KernelCode;
use crate::data_kernels::DataKernels;
use crate::error::{BuildError, PlanError};
use crate::kernels::{GeneratedKernel, Kernels};
use crate::linked::Linked;
use crate::memory::Memory;
use crate::observer::Observers;
use crate::plan::Plan;
use crate::plans::Plans;
use crate::pool::Pool;
use crate::program::{AnyProgram, Program};
use crate::record::Recorded;
use crate::reentrancy::{self, ReentrancyGuard};
use crate::wisdom::Wisdom;
use std::num::NonZeroUsize;
use std::sync::Arc;
use tensmith_core::Scalar;
use tensmith_core::Target;
use tensmith_core::cache::Statistics;
use tensmith_core::code::entry::Kernel;
use tensmith_core::executor::Executor;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::reference::Element;
use tensmith_core::registry::{Choice, KernelError, Registry};
use tensmith_core::tensor::view::Strided;
use tensmith_core::tensor::{self, Nest, Options, Sequence};

/// A just-in-time compiler for one target, with the threads that its plans run on. It caches kernels and
/// plans, each within a budget of bytes. Threads can share it.
#[derive(Debug)]
pub struct Jit {
    pub(crate) target: Target,
    pub(crate) registry: Registry,
    /// The memory for code that can run here; none for another machine.
    pub(crate) memory: Option<Memory>,
    /// The kernels that are part of the program.
    pub(crate) linked: Linked,
    /// The kernels that were asked for, where these are kept.
    pub(crate) recorded: Option<Recorded>,
    kernels: Kernels,
    /// The kernels of specifications with data.
    pub(crate) data_kernels: DataKernels,
    /// Notified when a kernel is published or dropped.
    pub(crate) observers: Observers,
    pub(crate) plans: Plans,
    /// Where orders of operands are kept.
    pub(crate) wisdom: Option<Wisdom>,
    /// The threads that plans are made for, and run on.
    pool: Arc<Pool>,
}

/// Bytes of what is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budgets {
    pub(crate) plans: usize,
    /// Of kernels, and of those of specifications with data.
    pub(crate) kernels: usize,
}

/// Statistics of the caches of a [`Jit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Of plans.
    pub plans: Statistics,
    /// Of kernels.
    pub kernels: Statistics,
    /// Of kernels of specifications with data.
    pub data_kernels: Statistics,
}

impl Jit {
    /// One with empty caches, and nothing that its builder adds.
    pub(crate) fn new(target: Target, registry: Registry, pool: Arc<Pool>, budgets: Budgets) -> Self {
        Self {
            target,
            registry,
            memory: None,
            linked: Linked::default(),
            recorded: None,
            kernels: Kernels::new(budgets.kernels),
            data_kernels: DataKernels::new(budgets.kernels),
            observers: Observers::default(),
            plans: Plans::new(budgets.plans),
            wisdom: None,
            pool,
        }
    }

    /// Returns the target that plans are made for.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// How many threads plans are made for.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.pool.width()
    }

    /// Returns the statistics of the caches.
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats {
            plans: self.plans.statistics(),
            kernels: self.kernels.statistics(),
            data_kernels: self.data_kernels.statistics(),
        }
    }

    /// Returns a plan for a contraction such as `mk,kn->mn` of operands with these extents and strides, into
    /// a dense output in C order: [`Jit::contraction`] asks for others. Its meaning is numpy's. The same
    /// request gets the same plan, as long as that is in the cache.
    ///
    /// # Errors
    /// [`PlanError`].
    #[inline]
    pub fn einsum<T: Scalar>(&self, expression: &str, inputs: &[impl Strided]) -> Result<Plan<T>, PlanError> {
        self.contraction(expression).plan(inputs)
    }

    /// Returns a program for a nest. The optimizer decides what the nest leaves undecided. Arguments are the
    /// nest's operands: in0, in1 and out.
    ///
    /// # Errors
    /// [`PlanError`].
    pub fn nest<T: Element>(&self, nest: Nest, options: Options<'_>) -> Result<Program<T>, PlanError> {
        let threads = options.threads.or(Some(self.threads()));
        self.sequence(tensor::optimize(nest, &self.target, Options { threads, ..options })?)
    }

    /// Returns a program for a sequence of nests as they are: the optimizer changes nothing.
    ///
    /// # Errors
    /// [`PlanError`].
    pub fn sequence<T: Element>(&self, sequence: Sequence) -> Result<Program<T>, PlanError> {
        let expected = T::DTYPE;
        if let Some(found) = sequence.types().find(|dtype| *dtype != expected) {
            return Err(PlanError::DType { found, expected });
        }
        Ok(Program::new(self.program(tensor::Plan::of(sequence)?)?))
    }

    /// A program for loops.
    pub(crate) fn program(&self, loops: tensor::Plan) -> Result<AnyProgram, PlanError> {
        let mut made = Vec::with_capacity(loops.kernels().len());
        for spec in loops.kernels() {
            made.push(self.make(spec)?);
        }
        let code = made.iter().map(|made| Arc::clone(&made.code)).collect();
        // A kernel is executable if there is memory for it, or if it is part of the program.
        let runs = self.memory.is_some() || !self.linked.is_empty();
        let kernels = runs.then(|| made.iter().map(|made| made.kernel.clone()).collect()).flatten();
        Ok(AnyProgram::new(self.target.core.name, loops, (code, kernels), Arc::clone(&self.pool))?)
    }

    /// The kernel that there is, or else the one that the best generator makes.
    pub(crate) fn make(&self, spec: &KernelSpec) -> Result<GeneratedKernel, BuildError> {
        self.make_with(spec, || self.registry.choose(spec, &self.target))
    }

    /// The kernel that there is, or that is linked, or else the one that the chosen generator makes. No lock
    /// is held while generators work.
    pub(crate) fn make_with(
        &self,
        spec: &KernelSpec,
        choose: impl FnOnce() -> Result<Choice, KernelError>,
    ) -> Result<GeneratedKernel, BuildError> {
        reentrancy::check(self)?;
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
    ) -> Result<GeneratedKernel, BuildError> {
        let reentrancy = ReentrancyGuard::begin(self);
        let code = choose().and_then(|choice| self.generate(spec, choice));
        drop(reentrancy);
        self.publish(code.map_err(|source| BuildError::of_kernel(spec, source))?)
    }

    fn generate(&self, spec: &KernelSpec, choice: Choice) -> Result<KernelCode, KernelError> {
        span!("generate", %spec);
        let code = choice.compile(spec, &self.target)?.code;
        Ok(KernelCode { spec: *spec, generator: choice.generator.name(), cycles: choice.offer.cycles, code })
    }

    /// Makes a kernel executable, where it can be.
    fn publish(&self, code: KernelCode) -> Result<GeneratedKernel, BuildError> {
        let publish = |memory: &Memory| {
            let block = memory.publish(&self.observers.bytes(&code, &self.target))?;
            let block = self.observers.tell(block, &code, &self.target)?;
            Ok::<_, BuildError>(Kernel::new(block, self.target.isa.architecture())?)
        };
        let kernel = self.memory.as_ref().map(publish).transpose()?;
        Ok(GeneratedKernel { code: Arc::new(code), kernel })
    }
}
