//! Timing what is at a point: in turn with the peak of the machine, and, for multiplications, with other libraries.
//!
//! Tests: `harness/cli/tests/program/bench.rs`.

use super::subject::{What, optimized};
use crate::error::Failure;
use std::cell::RefCell;
use std::num::NonZeroUsize;
use tensmith::program::{Argument, Program};
use tensmith::{Array, ArrayLayout, DType, Element, Executor, Jit, JitError, Pool, Sequential, Target, View};
use tensmith_conformance::random::SplitMix;
use tensmith_measure::bandwidth::{self, Level};
use tensmith_measure::clock::Clock;
use tensmith_measure::compare::{self, Cell, Conditions};
use tensmith_measure::failure::Failure as Fault;
use tensmith_measure::library::{Entrant, Libraries, Named, Role};
use tensmith_measure::operands::Temperature;
use tensmith_measure::peak::Vectors;
use tensmith_measure::pin::Processors;
use tensmith_measure::sample::{Repeated, Sampler, median};

/// Turns of the loop that measures the peak, in a call.
const TURNS: usize = 16;

/// What is known of the machine.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    /// The name of its vectors.
    pub(super) vectors: &'static str,
    /// The processor that the measuring thread is pinned to.
    pub(super) processor: usize,
    /// GFLOPS of one thread in single and in double precision, when it was measured first.
    pub(super) peaks: [f64; 2],
    /// Copies in each level of memory.
    pub(super) levels: Vec<Level>,
}

/// All that measuring needs.
#[derive(Debug)]
pub(super) struct Stand {
    vectors: Vectors,
    processors: Processors,
    libraries: Libraries,
    sampler: Sampler,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Check(message) => Self::Check(message),
            Fault::BadInput(message) => Self::BadInput(message),
            Fault::NotPossibleHere(message) => Self::NotPossibleHere(message),
        }
    }
}

impl Stand {
    /// Pins this thread, and loads libraries.
    ///
    /// # Errors
    /// [`Failure`].
    pub(super) fn new(
        cpu: Option<usize>,
        threads: usize,
        peers: &[Named],
        (rounds, budget): (u16, Option<f64>),
    ) -> Result<Self, Failure> {
        let vectors = Vectors::widest().ok_or_else(|| {
            Failure::NotPossibleHere("this processor, or its system, has no AVX2 with FMA".to_owned())
        })?;
        let processors = Processors::choose(cpu, threads)?;
        // Threads that libraries start now have all of the processors.
        processors.pin(threads)?;
        let libraries = Libraries::load(peers, threads)?;
        processors.pin(1)?;
        let usual = Sampler::usual(Clock::new()?, rounds.into());
        let sampler = Sampler { budget: budget.unwrap_or(usual.budget).min(usual.budget), ..usual };
        Ok(Self { vectors, processors, libraries, sampler })
    }

    /// Measures the peaks, and memory.
    pub(super) fn machine(&self, target: &Target) -> Machine {
        let peak = |dtype| -> Repeated<'_> {
            Box::new(move |calls| self.vectors.multiply_add(dtype, calls * TURNS))
        };
        let types = [DType::F32, DType::F64];
        let sampler = Sampler { rounds: 7, ..self.sampler };
        let rounds = sampler.interleave(&types.map(peak));
        let rate = |nth: usize| self.vectors.operations(types[nth]) * TURNS as f64 / median(&rounds[nth]);
        let caches = target.core.caches;
        Machine {
            vectors: self.vectors.name(),
            processor: self.processors.first(),
            peaks: [rate(0), rate(1)],
            levels: bandwidth::measure(&sampler, caches.l1d, caches.l2),
        }
    }

    /// Times what is at a point.
    ///
    /// # Errors
    /// [`Failure`].
    pub(super) fn measure(&mut self, what: &What, threads: usize) -> Result<Cell, Failure> {
        self.processors.pin(threads)?;
        let sampler = Sampler { has_helpers: threads > 1, ..self.sampler };
        match what {
            What::Shape { shape, reads_c } => {
                let (vectors, temperature) = (self.vectors, Temperature::Hot);
                let conditions = Conditions { vectors, temperature, reads_c: *reads_c, sampler, threads };
                Ok(compare::compare(&self.libraries, &conditions, *shape))
            }
            _ => match what.dtype() {
                DType::F64 => self.alone::<f64>(what, sampler, threads),
                _ => self.alone::<f32>(what, sampler, threads),
            },
        }
    }

    /// Times what no other library does.
    fn alone<T: Element>(&self, what: &What, sampler: Sampler, threads: usize) -> Result<Cell, Failure> {
        let count = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let jit =
            Jit::host().map_err(|error| Failure::NotPossibleHere(error.to_string()))?.for_threads(count);
        let pool = (threads > 1).then(|| Pool::with_width(count));
        let (operations, work) = match (what, &pool) {
            (What::Einsum { expression, shapes, .. }, Some(pool)) => {
                einsum::<T>(&jit, expression, shapes, pool)
            }
            (What::Einsum { expression, shapes, .. }, None) => {
                einsum::<T>(&jit, expression, shapes, &Sequential)
            }
            (What::Nest { text, .. }, Some(pool)) => {
                return self.nest::<T>(&jit, (what, text), (sampler, threads), pool);
            }
            (What::Nest { text, .. }, None) => {
                return self.nest::<T>(&jit, (what, text), (sampler, threads), &Sequential);
            }
            (What::Shape { .. }, _) => {
                return Err(Failure::BadInput("multiplications are compared".to_owned()));
            }
        }
        .map_err(|error| Failure::BadInput(format!("{what}: {error}")))?;
        Ok(self.cell::<T>(what, operations, (sampler, threads), work))
    }

    fn nest<T: Element>(
        &self,
        jit: &Jit,
        (what, text): (&What, &str),
        (sampler, threads): (Sampler, usize),
        executor: &impl Executor,
    ) -> Result<Cell, Failure> {
        let count = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let refused = |error: &dyn std::fmt::Display| Failure::BadInput(format!("{what}: {error}"));
        let sequence = optimized(text, jit.target(), count)?;
        let program: Program<T> = jit.sequence(sequence).map_err(|error| refused(&error))?;
        let mut random = SplitMix::new(1);
        let mut filled =
            |elements: usize| (0..elements).map(|_| T::from_f64(random.small())).collect::<Vec<T>>();
        let accesses = program.loops().accesses();
        let data = accesses
            .iter()
            .map(|access| filled(if access.is_used { access.below + access.above + 1 } else { 0 }));
        let data = RefCell::new(data.collect::<Vec<_>>());
        let run = |calls: usize| -> Result<(), tensmith::RunError> {
            let mut data = data.borrow_mut();
            let mut arguments: Vec<Argument<'_, T>> =
                data.iter_mut().zip(accesses).map(|(data, access)| Argument::of(data, access)).collect();
            (0..calls).try_for_each(|_| program.run(&mut arguments, executor))
        };
        run(1).map_err(|error| refused(&error))?;
        let steps = program.loops().sequence().steps.iter();
        let operations = steps.map(|step| {
            let each = if step.nest.main.is_contraction() { 2.0 } else { 1.0 };
            each * step.nest.multiply_adds() as f64
        });
        let operations = operations.sum();
        Ok(self.cell::<T>(what, operations, (sampler, threads), Box::new(|calls| drop(run(calls)))))
    }

    /// Samples work and the peak in turn.
    fn cell<T: Element>(
        &self,
        what: &What,
        operations: f64,
        (sampler, threads): (Sampler, usize),
        work: Repeated<'_>,
    ) -> Cell {
        let vectors = self.vectors;
        let peak: Repeated<'_> = Box::new(move |calls| vectors.multiply_add(T::DTYPE, calls * TURNS));
        let rounds = sampler.interleave(&[peak, work]);
        let subject =
            compare::Subject { name: what.to_string(), dtype: T::DTYPE, extents: [0; 3], operations };
        let entrants: Vec<Entrant> = vec![("tensmith", Role::Ours, Ok(()))];
        compare::cell(subject, vectors.operations(T::DTYPE) * (TURNS * threads) as f64, entrants, &rounds)
    }
}

/// Work that evaluates an expression on whole numbers, and its operations.
fn einsum<'e, T: Element>(
    jit: &Jit,
    expression: &str,
    shapes: &[Vec<usize>],
    executor: &'e impl Executor,
) -> Result<(f64, Repeated<'e>), JitError> {
    let layouts = shapes.iter().map(|shape| ArrayLayout::c_order(shape)).collect::<Result<Vec<_>, _>>()?;
    let plan = jit.einsum::<T>(expression, &layouts)?;
    let mut random = SplitMix::new(1);
    let array = |layout: ArrayLayout| {
        let data = (0..layout.span()).map(|_| T::from_f64(random.small())).collect();
        Array::new(data, layout)
    };
    let inputs = layouts.into_iter().map(array).collect::<Result<Vec<Array<T>>, _>>()?;
    let output = RefCell::new(Array::<T>::zeros(plan.output().try_clone()?)?);
    let operations = plan.operations() as f64;
    let run = move |calls: usize| -> Result<(), JitError> {
        let (views, mut output) =
            (inputs.iter().map(Array::view).collect::<Vec<View<'_, T>>>(), output.borrow_mut());
        (0..calls).try_for_each(|_| Ok(plan.run_on(&views, &mut output.view_mut(), executor)?))
    };
    run(1)?;
    Ok((operations, Box::new(move |calls| drop(run(calls)))))
}
