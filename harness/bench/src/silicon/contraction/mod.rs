//! Contractions of tensors that lie in memory: ours by a plan, numpy in another process, and TBLIS if it is
//! named, turn by turn.
//!
//! Operands are small integers, so that every result is exact, whatever the order of its sums, and is
//! compared with sums of integers.
//!
//! Tests: below.

pub(crate) mod benchmark;
pub(crate) mod circuits;
mod numpy;

pub(crate) use numpy::Numpy;

use tensmith::{ArrayLayout, Jit, Plan, View, ViewMut};
use tensmith_measure::compare::{Cell, Subject, cell};
use tensmith_measure::contraction::Contraction;
use tensmith_measure::failure::Result;
use tensmith_measure::library::{Ours, Role, Tblis, share_of_peak};
use tensmith_measure::number::Number;
use tensmith_measure::operands::Random;
use tensmith_measure::peak::Vectors;
use tensmith_measure::sample::Sampler;

/// Nanoseconds that the rounds of one contraction may take, and the fewest and most rounds.
const BUDGET: f64 = 6e9;
const ROUNDS: (usize, usize) = (3, 15);

/// Turns of the loop that measures the peak.
const TURNS: usize = 4000;

/// Elements of a result that are compared.
const PLACES: usize = 500;

/// The contestants.
#[derive(Debug)]
pub(crate) struct Contractors<'c> {
    pub(crate) ours: &'c Ours,
    pub(crate) tblis: Option<&'c Tblis>,
    pub(crate) numpy: Option<&'c mut Numpy>,
}

/// Operands of one contraction.
struct Tensors<T> {
    in0: Vec<T>,
    in1: Vec<T>,
    out: Vec<T>,
}

/// Element `at` of a tensor, as `numpy.py` has it.
fn number(at: usize, factor: usize) -> f64 {
    ((at * factor + 5) % 15) as f64 - 7.0
}

/// The factors of in0 and in1.
const FACTORS: [usize; 2] = [7, 11];

/// Checks and times one contraction.
///
/// # Errors
/// numpy ends.
pub(crate) fn contract<T: Number>(
    contractors: &mut Contractors<'_>,
    (sampler, vectors): (Sampler, Vectors),
    contraction: &Contraction,
) -> Result<Cell> {
    let [len0, len1, len_out] = contraction.elements();
    let tensor = |len: usize, factor| (0..len).map(|at| T::from_f64(number(at, factor))).collect();
    let mut tensors =
        Tensors { in0: tensor(len0, FACTORS[0]), in1: tensor(len1, FACTORS[1]), out: vec![T::ZERO; len_out] };
    let mut entrants = vec![];
    let plan = contractors.ours.jit().and_then(|jit| plan::<T>(jit, contraction));
    entrants.push(("tensmith", Role::Ours, plan.as_ref().map(|_| ()).map_err(String::clone)));
    let plan = plan.ok();
    let predicted = plan.as_ref().and_then(share_of_peak);
    let tblis = contractors.tblis;
    if tblis.is_some() {
        entrants.push(("tblis", Role::Peer, Ok(())));
    }
    // Products of each element of a batch are no tensor dot product.
    let ways = if contraction.batch().is_empty() { &["einsum", "tensordot"][..] } else { &["einsum"] };
    if let Some(numpy) = &mut contractors.numpy {
        numpy.make(T::DTYPE, contraction)?;
        entrants.extend(ways.iter().map(|way| (*way, Role::Peer, Ok(()))));
    }
    let expected = Expected::new(contraction);
    let mut faults = vec![];
    let mut judge = |name: &str, found: Vec<f64>| {
        let wrong = expected.0.iter().zip(found).find(|((_, value), found)| value != found);
        faults.extend(wrong.map(|((at, value), found)| {
            format!("{} by {name}: element {at} is {found}: must be {value}", contraction.name)
        }));
    };
    let mut rounds: Vec<Vec<f64>> = vec![];
    let mut spent = 0.0;
    // The first round warms up, and is checked.
    for round in 0..=ROUNDS.1 {
        let mut times = vec![];
        let peak = || vectors.multiply_add(T::DTYPE, TURNS);
        // numpy, in a process of its own, came before, and left the core to rest.
        sampler.settle(peak);
        times.push(sampler.clock.time(peak).of_work(false));
        if let Some(plan) = &plan {
            times.push(sampler.clock.time(|| run(plan, contraction, &mut tensors)).of_work(false));
            if round == 0 {
                judge("tensmith", expected.found(&tensors.out));
                tensors.out.fill(T::ZERO);
            }
        }
        if let Some(tblis) = tblis {
            let Tensors { in0, in1, out } = &mut tensors;
            times.push(sampler.clock.time(|| tblis.contract(contraction, in0, in1, out)).of_work(false));
            if round == 0 {
                judge("tblis", expected.found(&tensors.out));
            }
        }
        if let Some(numpy) = &mut contractors.numpy {
            for way in ways {
                times.push(numpy.contract(way)?);
                if round == 0 {
                    judge(way, numpy.elements(&expected.places())?);
                }
            }
        }
        if round > 0 {
            spent += times.iter().sum::<f64>();
            rounds.push(times);
            if spent > BUDGET && round >= ROUNDS.0 {
                break;
            }
        }
    }
    let of = |nth: usize| rounds.iter().map(|times| times[nth]).collect();
    let rounds = (0..rounds[0].len()).map(of).collect();
    let subject = Subject {
        name: format!("{}_{}", T::DTYPE, contraction.name),
        dtype: T::DTYPE,
        extents: [0; 3],
        operations: contraction.operations(),
    };
    let cell = cell(subject, vectors.operations(T::DTYPE) * TURNS as f64, entrants, &rounds);
    faults.extend(cell.beyond_peak());
    Ok(Cell { faults, predicted, ..cell })
}

fn plan<T: Number>(jit: &Jit, contraction: &Contraction) -> std::result::Result<Plan<T>, String> {
    let layout = |indices| ArrayLayout::fortran_order(&contraction.shape(indices)).map_err(|e| e.to_string());
    let [in0, in1, out] = contraction.indices();
    let plan =
        jit.contraction(&contraction.expression()).plan_into(&[layout(in0)?, layout(in1)?], &layout(out)?);
    plan.map_err(|error| error.to_string())
}

fn run<T: Number>(plan: &Plan<T>, contraction: &Contraction, tensors: &mut Tensors<T>) {
    let signed = |strides: Vec<usize>| strides.into_iter().map(|stride| stride as isize).collect::<Vec<_>>();
    let [in0, in1, out] = contraction
        .indices()
        .map(|indices| (contraction.shape(indices), signed(contraction.strides(indices))));
    let inputs = [View::strided(&tensors.in0, &in0.0, &in0.1), View::strided(&tensors.in1, &in1.0, &in1.1)];
    let output = ViewMut::strided(&mut tensors.out, &out.0, &out.1);
    if let ([Ok(in0), Ok(in1)], Ok(mut output)) = (inputs, output) {
        // What cannot be run leaves zeros, which are no product.
        let _ = plan.run(&[in0, in1], &mut output);
    }
}

/// Some elements of the output.
struct Expected(Vec<(usize, f64)>);

impl Expected {
    fn new(contraction: &Contraction) -> Self {
        let count = contraction.elements()[2];
        let mut random = Random(1);
        let mut places: Vec<usize> =
            (0..PLACES).map(|_| (random.bits() % count as u64) as usize).chain([0, count - 1]).collect();
        places.sort_unstable();
        places.dedup();
        Self(places.into_iter().map(|at| (at, element(contraction, at))).collect())
    }

    fn places(&self) -> Vec<usize> {
        self.0.iter().map(|(at, _)| *at).collect()
    }

    fn found<T: Number>(&self, out: &[T]) -> Vec<f64> {
        self.0.iter().map(|(at, _)| out[*at].to_f64()).collect()
    }
}

/// One element of the output, as a sum of integers.
fn element(contraction: &Contraction, at: usize) -> f64 {
    let [in0, in1, out] = contraction.indices();
    let stride = |indices: &str, index: char| {
        let position = indices.chars().position(|other| other == index);
        position.map_or(0, |position| contraction.strides(indices)[position])
    };
    let (mut left, mut start0, mut start1) = (at, 0, 0);
    for index in out.chars() {
        let extent = contraction.extents[&index];
        start0 += left % extent * stride(in0, index);
        start1 += left % extent * stride(in1, index);
        left /= extent;
    }
    let mut sums: Vec<(usize, usize)> = vec![(start0, start1)];
    for index in contraction.summed() {
        let (step0, step1) = (stride(in0, index), stride(in1, index));
        let along = |&(x, y): &(usize, usize)| {
            (0..contraction.extents[&index]).map(move |nth| (x + nth * step0, y + nth * step1))
        };
        sums = sums.iter().flat_map(along).collect();
    }
    sums.into_iter().map(|(x, y)| number(x, FACTORS[0]) * number(y, FACTORS[1])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_measure::clock::Clock;

    #[test]
    fn elements_are_sums_over_what_the_output_lacks() {
        let contraction =
            Contraction { name: "ba-ac-bc".to_owned(), extents: [('a', 2), ('b', 3), ('c', 4)].into() };
        for (at, (a, b)) in (0..2).flat_map(|a| (0..3).map(move |b| (a, b))).enumerate() {
            let sum: f64 = (0..4).map(|c| number(a + 2 * c, 7) * number(b + 3 * c, 11)).sum();
            assert_eq!(element(&contraction, at), sum);
        }
    }

    #[test]
    fn ours_is_exact_where_it_runs() {
        let (Ok(clock), Some(vectors)) = (Clock::new(), Vectors::widest()) else { return };
        let ours = Ours::new(1).expect("no thread is started");
        let mut contractors = Contractors { ours: &ours, tblis: None, numpy: None };
        let sampler = Sampler::usual(clock, 1);
        for contraction in benchmark::all().iter().step_by(7) {
            let contraction = contraction.within(40_000, 4);
            let cell =
                contract::<f32>(&mut contractors, (sampler, vectors), &contraction).expect("nobody ends");
            assert_eq!(cell.faults, [""; 0]);
        }
    }
}
