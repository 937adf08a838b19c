//! Times what is at a point, in alternation with the peak of the machine and, for multiplications,
//! with other libraries.
//!
//! Tests: `harness/cli/tests/program/bench.rs`.

use super::subject::{What, optimized};
use crate::error::Failure;
use std::cell::RefCell;
use std::error::Error;
use std::num::NonZeroUsize;
use tensmith::element::Scalar;
use tensmith::program::{Argument, Program};
use tensmith::{Array, ArrayLayout, DType, Element, Jit, Target};
use tensmith_conformance::random::SplitMix;
use tensmith_core::tensor::Access;
use tensmith_core::{with_element, with_scalar};
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

/// How work is timed.
#[derive(Clone, Copy, Debug)]
struct Timing {
    sampler: Sampler,
    threads: usize,
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
        let refused = |error: &dyn std::fmt::Display| Failure::BadInput(format!("{what}: {error}"));
        match what {
            What::Shape { shape, reads_c } => {
                let (vectors, temperature) = (self.vectors, Temperature::Hot);
                let conditions = Conditions { vectors, temperature, reads_c: *reads_c, sampler, threads };
                Ok(compare::compare(&self.libraries, &conditions, *shape))
            }
            What::Einsum { expression, shapes, dtype, .. } => with_scalar!(*dtype, T => {
                self.alone::<T>(what, Timing { sampler, threads }, |jit, _| {
                    einsum::<T>(jit, expression, shapes).map_err(|error| refused(&error))
                })
            }),
            What::Nest { text, dtype } => with_element!(*dtype, T => {
                self.alone::<T>(what, Timing { sampler, threads }, |jit, count| {
                    let program = jit.sequence(optimized(text, jit.target(), count)?);
                    nest::<T>(program.map_err(|error| refused(&error))?).map_err(|error| refused(&error))
                })
            }),
        }
    }

    /// Times what no other library does: the work that is made, with its operations.
    fn alone<T: Scalar>(
        &self,
        what: &What,
        timing: Timing,
        make: impl FnOnce(&Jit, NonZeroUsize) -> Result<(f64, Repeated<'static>), Failure>,
    ) -> Result<Cell, Failure> {
        let count = NonZeroUsize::new(timing.threads).unwrap_or(NonZeroUsize::MIN);
        let jit = Jit::builder().threads(count.get()).build();
        let jit = jit.map_err(|error| Failure::NotPossibleHere(error.to_string()))?;
        let (operations, work) = make(&jit, count)?;
        Ok(self.cell::<T>(what, operations, timing, work))
    }

    /// Samples work and the peak alternately.
    fn cell<T: Scalar>(
        &self,
        what: &What,
        operations: f64,
        Timing { sampler, threads }: Timing,
        work: Repeated<'_>,
    ) -> Cell {
        let (vectors, computed) = (self.vectors, T::TYPE.part().arithmetic().elements());
        let peak: Repeated<'_> = Box::new(move |calls| vectors.multiply_add(computed, calls * TURNS));
        let rounds = sampler.interleave(&[peak, work]);
        let subject =
            compare::Subject { name: what.to_string(), dtype: T::TYPE.part(), extents: [0; 3], operations };
        let entrants: Vec<Entrant> = vec![("tensmith", Role::Ours, Ok(()))];
        compare::cell(subject, vectors.operations(computed) * (TURNS * threads) as f64, entrants, &rounds)
    }
}

/// Work that runs a program on small numbers, and its operations.
fn nest<T: Element>(program: Program<T>) -> Result<(f64, Repeated<'static>), tensmith::RunError> {
    let mut random = SplitMix::new(1);
    let mut filled = |access: &Access| {
        let elements = if access.is_used { access.below + access.above + 1 } else { 0 };
        (0..elements).map(|_| T::from_f64(random.small())).collect::<Vec<T>>()
    };
    let data: Vec<Vec<T>> = program.loops().accesses().iter().map(&mut filled).collect();
    let steps = program.loops().sequence().steps.iter();
    let operations = steps.map(|step| {
        let each = if step.nest.main.is_contraction() { 2.0 } else { 1.0 };
        each * step.nest.multiply_adds() as f64
    });
    let (operations, data) = (operations.sum(), RefCell::new(data));
    let run = move |calls: usize| -> Result<(), tensmith::RunError> {
        let (mut data, accesses) = (data.borrow_mut(), program.loops().accesses());
        let mut arguments: Vec<Argument<'_, T>> =
            data.iter_mut().zip(accesses).map(|(data, access)| Argument::of(data, access)).collect();
        (0..calls).try_for_each(|_| program.run(&mut arguments))
    };
    run(1)?;
    Ok((operations, Box::new(move |calls| drop(run(calls)))))
}

/// Work that evaluates an expression on whole numbers, and its operations.
fn einsum<T: Scalar>(
    jit: &Jit,
    expression: &str,
    shapes: &[Vec<usize>],
) -> Result<(f64, Repeated<'static>), Box<dyn Error>> {
    let layouts = shapes.iter().map(|shape| ArrayLayout::c_order(shape)).collect::<Result<Vec<_>, _>>()?;
    let plan = jit.einsum::<T>(expression, &layouts)?;
    let mut random = SplitMix::new(1);
    let array = |layout: ArrayLayout| {
        let mut part = || T::Part::from_f64(random.small());
        Array::new((0..layout.span()).map(|_| T::from_parts(&mut part)).collect(), layout)
    };
    let inputs = layouts.into_iter().map(array).collect::<Result<Vec<Array<T>>, _>>()?;
    let output = RefCell::new(plan.zeros()?);
    let operations = plan.explain().operations() as f64;
    let run = move |calls: usize| {
        let mut output = output.borrow_mut();
        (0..calls).try_for_each(|_| plan.run(&inputs, &mut *output))
    };
    run(1)?;
    Ok((operations, Box::new(move |calls| drop(run(calls)))))
}
