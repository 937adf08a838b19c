//! Many small products as one einsum: ours by a plan that is held, next to our kernel called in a loop, loops
//! in Rust, and other libraries called in a loop, on arrays that follow each other.
//!
//! Tests: below.

mod loops;

use std::fmt;
use std::ops::{Add, Mul};
use tensmith_core::{DType, with_float};
use tensmith_measure::compare::{Cell, Subject, cell};
use tensmith_measure::library::{Contestant, Libraries, Question, Role};
use tensmith_measure::number::Number;
use tensmith_measure::operands::Operands;
use tensmith_measure::peak::Vectors;
use tensmith_measure::reference::Reference;
use tensmith_measure::sample::{Repeated, Sampler};
use tensmith_measure::shape::Shape;

/// Numbers that loops in Rust multiply.
pub(super) trait Counts: Number + Add<Output = Self> + Mul<Output = Self> {}

impl Counts for f32 {}
impl Counts for f64 {}

/// How many products there are.
const COUNT: usize = 100;

/// Turns of the loop that measures the peak.
const TURNS: usize = 100;

/// What operands are drawn by.
const SEED: u64 = 1;

/// Products of one shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch(Shape);

impl fmt::Display for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{COUNT} of {}", self.0)
    }
}

/// All of them, of an element type.
pub(crate) fn all(dtype: DType) -> Vec<Batch> {
    [[3, 3, 3], [4, 4, 4], [5, 3, 7], [8, 8, 8]].map(|extents| Batch(Shape::single(dtype, extents))).to_vec()
}

/// Checks and times everyone.
pub(crate) fn measure(libraries: &Libraries, (sampler, vectors): (Sampler, Vectors), batch: Batch) -> Cell {
    with_float!(batch.0.dtype.arithmetic().lanes(), T => measure_in::<T>(libraries, (sampler, vectors), batch))
}

fn measure_in<T: Counts>(
    libraries: &Libraries,
    (sampler, vectors): (Sampler, Vectors),
    batch: Batch,
) -> Cell {
    let Batch(shape) = batch;
    let question = Question { shape, reads_c: false, threads: 1 };
    let operands = Operands::<T>::in_a_row(shape, COUNT, SEED);
    let mut contestants = contestants::<T>(libraries, &question, vectors);
    let faults = check(&question, &operands, &mut contestants);
    let peak: Repeated<'_> = Box::new(move |calls| vectors.multiply_add(T::DTYPE, calls * TURNS));
    let works = contestants.iter().filter_map(|contestant| contestant.work.as_ref().ok());
    let works = works.map(|work| -> Repeated<'_> {
        let operands = &operands;
        Box::new(move |calls| (0..calls).for_each(|_| operands.feed(COUNT, &**work)))
    });
    let rounds = sampler.interleave(&[peak].into_iter().chain(works).collect::<Vec<_>>());
    let subject = Subject {
        name: batch.to_string(),
        dtype: T::DTYPE,
        extents: shape.extents(),
        operations: shape.operations() * COUNT as f64,
    };
    let entrants = contestants.iter().map(Contestant::entrant).collect();
    let cell = cell(subject, vectors.operations(T::DTYPE) * TURNS as f64, entrants, &rounds);
    Cell { faults, ..cell }
}

/// Our plan, our kernel alone, loops, and the others.
fn contestants<T: Counts>(
    libraries: &Libraries,
    question: &Question,
    vectors: Vectors,
) -> Vec<Contestant<T>> {
    let loops =
        Contestant { name: "loops", role: Role::Peer, work: loops::work(question, vectors), predicted: None };
    let others = libraries.contestants(question).into_iter().map(|contestant| match contestant.role {
        Role::Ours => Contestant { name: "kernel", role: Role::OursToo, ..contestant },
        Role::OursToo | Role::Peer => contestant,
    });
    [libraries.ours().in_a_row(question, COUNT), loops].into_iter().chain(others).collect()
}

/// Compares all products of everyone with the reference. One that is wrong takes no part;
/// returns what is wrong.
fn check<T: Counts>(
    question: &Question,
    operands: &Operands<T>,
    contestants: &mut [Contestant<T>],
) -> Vec<String> {
    let reference = |nth| Reference::new(&question.shape, &operands.nth(nth), question.reads_c, SEED);
    let references: Vec<_> = (0..COUNT).map(reference).collect();
    let mut faults = vec![];
    for Contestant { name, work, .. } in contestants {
        let Ok(multiply) = work else { continue };
        operands.feed(COUNT, &**multiply);
        let fault = |(nth, reference): (usize, &Reference)| {
            let [_, _, c] = operands.nth(nth);
            reference.fault(&c)
        };
        if let Some(fault) = references.iter().enumerate().find_map(fault) {
            faults.push(format!("{} by {name}: {fault}", question.shape));
            *work = Err("its product is wrong".to_owned());
        }
        operands.clear();
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_measure::clock::Clock;

    #[test]
    fn everyone_multiplies_all() {
        let (Ok(clock), Some(vectors)) = (Clock::new(), Vectors::widest()) else { return };
        let libraries = Libraries::load(&[], 1).expect("nothing is loaded");
        for dtype in [DType::F32, DType::F64] {
            for batch in all(dtype) {
                let cell = measure(&libraries, (Sampler::usual(clock, 2), vectors), batch);
                assert_eq!(cell.faults, Vec::<String>::new());
                assert!(cell.of("loops").is_some(), "{batch}");
                assert!(libraries.absence().is_some() || cell.ratio().is_some(), "{batch}");
            }
        }
    }
}
