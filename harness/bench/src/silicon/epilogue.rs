//! A bias and an activation behind a contraction: by its kernels, and by passes over the output.
//!
//! All are plans that are held: one of the contraction with its chain; one that puts the bias into the
//! output, and one of the contraction that adds to that, with the activation; one of the contraction, and one
//! of the chain alone. The contraction without a chain is the least that any may take.
//!
//! Tests: below.

use std::cell::RefCell;
use std::error::Error;
use std::hint::black_box;
use tensmith::{Array, ArrayLayout, DType, Jit, Plan, UnaryOp, View};
use tensmith_core::with_float;
use tensmith_measure::compare::{Cell, Subject, cell};
use tensmith_measure::library::{Entrant, Libraries, Role};
use tensmith_measure::number::Number;
use tensmith_measure::sample::{Repeated, Sampler};

/// A contraction of two operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contraction {
    name: &'static str,
    text: &'static str,
    /// The labels of its output, which end with that of the bias.
    output: &'static str,
    shapes: [&'static [usize]; 2],
    extents: [usize; 3],
}

/// A matrix that the nearest cache does not hold, and many small ones.
const CONTRACTIONS: [Contraction; 2] = [
    Contraction {
        name: "512x512x64",
        text: "mk,kn->mn",
        output: "mn",
        shapes: [&[512, 64], &[64, 512]],
        extents: [512, 512, 64],
    },
    Contraction {
        name: "64 of 32x32x32",
        text: "bmk,bkn->bmn",
        output: "bmn",
        shapes: [&[64, 32, 32], &[64, 32, 32]],
        extents: [32, 32, 32],
    },
];

const ACTIVATIONS: [UnaryOp; 4] = [UnaryOp::relu(), UnaryOp::gelu(), UnaryOp::gelu_tanh(), UnaryOp::silu()];

/// Everything that is measured with an element type.
pub(crate) fn all() -> impl Iterator<Item = (Contraction, UnaryOp)> {
    CONTRACTIONS.iter().flat_map(|contraction| ACTIVATIONS.iter().map(|op| (*contraction, *op)))
}

/// Times all ways.
pub(crate) fn measure(
    libraries: &Libraries,
    sampler: Sampler,
    dtype: DType,
    (contraction, op): (Contraction, UnaryOp),
) -> Cell {
    with_float!(dtype.arithmetic().lanes(), T => measure_in::<T>(libraries, sampler, contraction, op))
}

fn measure_in<T: Number>(
    libraries: &Libraries,
    sampler: Sampler,
    contraction: Contraction,
    op: UnaryOp,
) -> Cell {
    let ways = [
        ("kernels", Role::Ours),
        ("bias first", Role::OursToo),
        ("chain last", Role::OursToo),
        ("no chain", Role::OursToo),
    ];
    let works = match libraries.ours().jit().and_then(|jit| works::<T>(jit, contraction, op)) {
        Ok(works) => works.map(Ok),
        Err(reason) => ways.map(|_| Err(reason.clone())),
    };
    let entrants: Vec<Entrant> = ways
        .iter()
        .zip(&works)
        .map(|((name, role), work)| (*name, *role, work.as_ref().map(|_| ()).map_err(String::clone)))
        .collect();
    let works: Vec<_> = works.into_iter().filter_map(Result::ok).collect();
    let mut rounds = sampler.interleave(&works);
    // No peak is sampled with them: one operation a nanosecond stands in its place.
    let count = rounds.first().map_or(0, Vec::len);
    rounds.insert(0, vec![1.0; count]);
    let name = format!("{} {} {op}", T::DTYPE, contraction.name);
    let subject = Subject { name, dtype: T::DTYPE, extents: contraction.extents, operations: 1.0 };
    cell(subject, 1.0, entrants, &rounds)
}

/// The arrays of a way.
struct Arrays<T> {
    inputs: [Array<T>; 2],
    bias: Array<T>,
    /// The bias with the extents of the output.
    spread: ArrayLayout,
    output: RefCell<Array<T>>,
}

impl<T: Number> Arrays<T> {
    fn new(contraction: Contraction, plan: &Plan<T>) -> Result<Self, Box<dyn Error>> {
        let array = |shape: &[usize]| {
            let elements = shape.iter().product::<usize>();
            let data = (0..elements).map(|nth| T::from_f64((nth % 7) as f64 * 0.25 - 0.75)).collect();
            Array::c_order(data, shape)
        };
        let [a, b] = contraction.shapes;
        let columns = plan.output().shape().last().copied().unwrap_or(1);
        let output = RefCell::new(plan.zeros()?);
        let mut strides = vec![0; plan.output().shape().len()];
        strides.iter_mut().rev().take(1).for_each(|stride| *stride = 1);
        let spread = ArrayLayout::new(plan.output().shape(), &strides)?;
        Ok(Self { inputs: [array(a)?, array(b)?], bias: array(&[columns])?, spread, output })
    }

    fn inputs(&self) -> [View<'_, T>; 3] {
        let [a, b] = &self.inputs;
        [a.view(), b.view(), self.bias.view()]
    }

    /// Runs a plan on some of them.
    fn run(&self, plan: &Plan<T>, inputs: &[View<'_, T>]) {
        let ran = plan.run(black_box(inputs), &mut self.output.borrow_mut().view_mut());
        debug_assert_eq!(ran, Ok(()));
    }
}

/// The chain by kernels, with the bias first, last of all, and the contraction alone.
fn works<T: Number>(jit: &Jit, contraction: Contraction, op: UnaryOp) -> Result<[Repeated<'_>; 4], String> {
    let made = || -> Result<[Repeated<'_>; 4], Box<dyn Error>> {
        let [a, b] = contraction.shapes.map(ArrayLayout::c_order);
        let layouts = [a?, b?];
        let label = &contraction.output[contraction.output.len() - 1..];
        let copy = format!("{0}->{0}", contraction.output);
        let alone = jit.einsum::<T>(contraction.text, &layouts)?;
        let arrays = || Arrays::new(contraction, &alone);
        let (fused, first, last, least) = (arrays()?, arrays()?, arrays()?, arrays()?);
        let whole =
            jit.contraction(contraction.text).add(label, &fused.bias).apply(op).plan::<T>(&layouts)?;
        let opening = jit.einsum::<T>(&copy, &[&first.spread])?;
        let adding = jit.contraction(contraction.text).beta(1.0).apply(op).plan::<T>(&layouts)?;
        let chain = jit.contraction(&copy).add(label, &last.bias).apply(op).plan::<T>(&[alone.output()])?;
        let before = alone.clone();
        let between = RefCell::new(alone.zeros()?);
        Ok([
            Box::new(move |calls| (0..calls).for_each(|_| fused.run(&whole, &fused.inputs()))),
            Box::new(move |calls| {
                for _ in 0..calls {
                    let [a, b, _] = first.inputs();
                    let spread = View::new(first.bias.data(), &first.spread);
                    spread.into_iter().for_each(|bias| first.run(&opening, &[bias]));
                    first.run(&adding, &[a, b]);
                }
            }),
            Box::new(move |calls| {
                let mut between = between.borrow_mut();
                for _ in 0..calls {
                    let [a, b, bias] = last.inputs();
                    let ran = before.run(black_box(&[a, b]), &mut between.view_mut());
                    debug_assert_eq!(ran, Ok(()));
                    last.run(&chain, &[between.view(), bias]);
                }
            }),
            Box::new(move |calls| (0..calls).for_each(|_| least.run(&alone, &least.inputs()[..2]))),
        ])
    };
    made().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_measure::clock::Clock;

    #[test]
    fn everyone_takes_part() {
        let Ok(clock) = Clock::new() else { return };
        let sampler = Sampler::usual(clock, 2);
        let libraries = Libraries::load(&[], 1).expect("nothing is loaded");
        for what in all().take(1) {
            let cell = measure(&libraries, sampler, DType::F32, what);
            let timed = cell.figures.iter().filter(|figure| figure.speed.is_ok()).count();
            assert!(cell.figures.len() == 4 && (libraries.absence().is_some() || timed == 4));
        }
    }
}
