//! What the tests of expressions and nests share: random contractions, their meaning written
//! out over labels, and an interpreter of plans.
#![allow(dead_code, reason = "each test uses its part")]

use proptest::prelude::*;
use std::collections::BTreeMap;
use tensmith_core::Target;
use tensmith_core::einsum::{self, Expression, Term};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::reference::{self, Blocks, Element, Inputs};
use tensmith_core::tensor::plan::Bindings;
use tensmith_core::tensor::reference::Located;
use tensmith_core::tensor::{ArrayLayout, Buffer, Nest, Options, PerOperand, Plan, Sequence, optimize};

/// Where a label occurs: in0, in1, output.
const PLACES: [[bool; 3]; 6] = [
    [true, false, true],
    [false, true, true],
    [true, true, false],
    [true, true, true],
    [true, false, false],
    [false, true, false],
];

/// An expression with extents and memory layouts for its operands.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) text: String,
    pub(crate) layouts: PerOperand<ArrayLayout>,
}

/// How one operand holds one label.
#[derive(Clone, Debug)]
struct Holding {
    place: u16,
    memory: u16,
    padding: usize,
    backwards: bool,
    broadcast: bool,
    twice: bool,
}

fn holding() -> impl Strategy<Value = Holding> {
    let rarely = || prop::bool::weighted(0.06);
    (any::<u16>(), any::<u16>(), 0..3usize, rarely(), rarely(), rarely()).prop_map(
        |(place, memory, padding, backwards, broadcast, twice)| Holding {
            place,
            memory,
            padding: padding % 2,
            backwards,
            broadcast,
            twice,
        },
    )
}

/// Random contractions of at most 20,000 multiply-adds over up to eight labels: any kind, any order
/// of labels and of memory, padded, backwards, broadcast, diagonal.
pub(crate) fn cases() -> impl Strategy<Value = Case> {
    cases_up_to(20_000)
}

/// As [`cases`], with another limit.
pub(crate) fn cases_up_to(limit: usize) -> impl Strategy<Value = Case> {
    let extent = prop::sample::select(vec![1usize, 2, 3, 4, 5, 7, 11, 13]);
    let label = (0..PLACES.len(), extent, prop::collection::vec(holding(), 3));
    prop::collection::vec(label, 0..9).prop_map(move |labels| case(labels, limit))
}

fn case(labels: Vec<(usize, usize, Vec<Holding>)>, limit: usize) -> Case {
    let mut total = 1;
    let mut terms: [Vec<(char, usize, Holding)>; 3] = Default::default();
    for (name, (place, extent, holdings)) in ('a'..).zip(labels) {
        let extent = if total * extent > limit { 1 } else { extent };
        total *= extent;
        for ((term, holding), is_in) in terms.iter_mut().zip(holdings).zip(PLACES[place]) {
            if is_in {
                term.push((name, extent, holding));
            }
        }
    }
    let [in0, in1, out] = terms.map(|mut term| {
        term.sort_by_key(|(_, _, holding)| holding.place);
        term
    });
    let (in0, in1) = (doubled(in0), doubled(in1));
    let text = |term: &[(char, usize, Holding)]| term.iter().map(|(name, ..)| *name).collect::<String>();
    Case {
        text: format!("{},{}->{}", text(&in0), text(&in1), text(&out)),
        layouts: PerOperand { in0: layout(&in0, true), in1: layout(&in1, true), out: layout(&out, false) },
    }
}

/// Inputs may repeat a label.
fn doubled(term: Vec<(char, usize, Holding)>) -> Vec<(char, usize, Holding)> {
    term.into_iter().flat_map(|axis| vec![axis.clone(); if axis.2.twice { 2 } else { 1 }]).collect()
}

fn layout(term: &[(char, usize, Holding)], is_input: bool) -> ArrayLayout {
    let mut in_memory: Vec<usize> = (0..term.len()).collect();
    in_memory.sort_by_key(|&i| term[i].2.memory);
    let mut strides = vec![0isize; term.len()];
    let mut next = 1;
    for i in in_memory {
        let (_, extent, holding) = &term[i];
        if is_input && holding.broadcast {
            continue;
        }
        strides[i] = if holding.backwards { -next } else { next };
        next = next * *extent as isize + holding.padding as isize;
    }
    let shape: Vec<usize> = term.iter().map(|(_, extent, _)| *extent).collect();
    ArrayLayout::new(&shape, &strides).unwrap()
}

impl Case {
    pub(crate) fn expression(&self) -> Expression {
        einsum::parse(&self.text).unwrap()
    }

    /// The undecided nest over elements of type `T`.
    pub(crate) fn nest<T: Element>(&self) -> Nest {
        let PerOperand { in0, in1, out } = &self.layouts;
        einsum::lower(&self.expression(), T::DTYPE, PerOperand { in0, in1, out }).unwrap()
    }

    /// Small integers, so that every sum is exact.
    pub(crate) fn data<T: Element>(&self) -> Data<T> {
        let fill = |layout: &ArrayLayout, factor: usize| {
            (0..layout.span()).map(|i| T::from_f64(((i * factor + 3) % 17) as f64 - 8.0)).collect()
        };
        let PerOperand { in0, in1, out } = &self.layouts;
        Data { in0: fill(in0, 5), in1: fill(in1, 7), out: fill(out, 11) }
    }

    /// The output according to the expression, worked out over assignments of its labels.
    pub(crate) fn expected<T: Element>(&self, data: &Data<T>) -> Vec<T> {
        let expression = self.expression();
        let [labels0, labels1] = expression.inputs() else { panic!("two operands: {expression}") };
        let PerOperand { in0, in1, out } = &self.layouts;
        let mut extents = BTreeMap::new();
        for (labels, layout) in [(labels0, in0), (labels1, in1)] {
            extents.extend(labels.labels().iter().copied().zip(layout.shape().iter().copied()));
        }
        let mut result = data.out.clone();
        let mut sums = vec![None; result.len()];
        assignments(&extents, &mut |indices| {
            let at = |term: &Term, layout: &ArrayLayout| {
                let steps = term.labels().iter().zip(layout.strides()).map(|(label, s)| indices[label] * s);
                layout.origin().wrapping_add_signed(steps.sum())
            };
            let product = data.in0[at(labels0, in0)].to_f64() * data.in1[at(labels1, in1)].to_f64();
            *sums[at(expression.output(), out)].get_or_insert(0.0) += product;
        });
        for (element, sum) in result.iter_mut().zip(sums) {
            *element = sum.map_or(*element, T::from_f64);
        }
        result
    }
}

fn assignments(extents: &BTreeMap<char, usize>, visit: &mut impl FnMut(&BTreeMap<char, isize>)) {
    let total: usize = extents.values().product();
    for number in 0..total {
        let mut rest = number;
        let digits = extents.iter().map(|(&label, &extent)| {
            let digit = rest % extent;
            rest /= extent;
            (label, digit as isize)
        });
        visit(&digits.collect());
    }
}

/// The elements of three operands.
#[derive(Clone, Debug)]
pub(crate) struct Data<T> {
    pub(crate) in0: Vec<T>,
    pub(crate) in1: Vec<T>,
    pub(crate) out: Vec<T>,
}

/// Where arguments begin for an [`interpret`]er, so far apart that an address says which one is meant;
/// scratch memory comes last.
const APART: usize = 1 << 44;

/// A plan that the optimizer makes of a nest, left alone.
pub(crate) fn planned(nest: Nest) -> Plan {
    Plan::of(optimize(nest, &Target::generic(), Options::default()).unwrap()).unwrap()
}

/// Runs a plan with the scalar reference in place of each kernel. The origins are those of the
/// operands in their slices.
pub(crate) fn interpret<T: Element>(plan: &Plan, data: &mut Data<T>, origins: PerOperand<usize>) {
    let mut memory = [&mut data.in0, &mut data.in1, &mut data.out].map(std::mem::take);
    interpret_all(plan, &mut memory, &[origins.in0, origins.in1, origins.out]);
    [data.in0, data.in1, data.out] = memory;
}

/// As [`interpret`], with any number of arguments.
pub(crate) fn interpret_all<T: Element, const N: usize>(
    plan: &Plan,
    arguments: &mut [Vec<T>; N],
    origins: &[usize; N],
) {
    let mut scratch = vec![T::NAN; plan.scratch_bytes() / size_of::<T>()];
    let addresses: Vec<usize> = (1..).zip(origins).map(|(n, at)| n * APART + at * size_of::<T>()).collect();
    let bindings = Bindings { arguments: &addresses, scratch: (N + 1) * APART };
    plan.walk(bindings, |number, addresses| {
        let mut memory: Vec<&mut Vec<T>> = arguments.iter_mut().chain([&mut scratch]).collect();
        let at = |address: usize| (address / APART - 1, address % APART / size_of::<T>());
        let [x, y, z] = addresses.map(at);
        // The output is taken out of the memory, so that the inputs can be read meanwhile. In place, they
        // are what it was.
        let mut out = std::mem::take(memory[z.0]);
        if x.0 == z.0 || y.0 == z.0 {
            *memory[z.0] = out.clone();
        }
        let read = |(buffer, from): (usize, usize)| &memory[buffer][from..];
        match plan.kernels()[number] {
            KernelSpec::Gemm(spec) => {
                let inputs = Inputs::unscaled(Blocks::Strided(read(x), read(y)));
                reference::gemm(&spec, &inputs, &mut out[z.1..]).unwrap();
            }
            KernelSpec::Unary(spec) => reference::unary(&spec, read(x), &mut out[z.1..]).unwrap(),
            KernelSpec::Binary(spec) => {
                reference::binary(&spec, read(x), read(y), &mut out[z.1..]).unwrap();
            }
            KernelSpec::Reduce(spec) => {
                reference::reduce(&spec, [read(x), read(y)], &mut out[z.1..]).unwrap();
            }
            other => panic!("no nest is made of {other}"),
        }
        *memory[z.0] = out;
    });
}

/// The output of a nest by the reference over its dimensions.
pub(crate) fn evaluated<T: Element>(nest: &Nest, data: &Data<T>, origins: PerOperand<usize>) -> Vec<T> {
    let mut out = data.out.clone();
    let in0 = Located { data: &data.in0[..], origin: origins.in0 };
    let in1 = Located { data: &data.in1[..], origin: origins.in1 };
    let located = Located { data: &mut out[..], origin: origins.out };
    tensmith_core::tensor::reference::contract(nest, in0, in1, located).unwrap();
    out
}

/// As [`evaluated`], of nests one after another, none of which share loops.
pub(crate) fn evaluated_all<T: Element>(
    sequence: &Sequence,
    data: &Data<T>,
    origins: PerOperand<usize>,
) -> Vec<T> {
    let Data { in0, in1, out } = data.clone();
    let mut memory = [in0, in1, out, vec![T::NAN; sequence.scratch]];
    for step in &sequence.steps {
        let place = |buffer| match buffer {
            Buffer::Argument(number) => (number, [origins.in0, origins.in1, origins.out][number]),
            Buffer::Scratch(at) => (3, at),
        };
        let PerOperand { in0, in1, out } = step.operands.map(place);
        let [data0, data1] = [in0, in1].map(|(number, _)| memory[number].clone());
        let in0 = Located { data: &data0[..], origin: in0.1 };
        let in1 = Located { data: &data1[..], origin: in1.1 };
        let located = Located { data: &mut memory[out.0][..], origin: out.1 };
        tensmith_core::tensor::reference::contract(&step.nest, in0, in1, located).unwrap();
    }
    let [_, _, out, _] = memory;
    out
}

impl Case {
    pub(crate) fn origins(&self) -> PerOperand<usize> {
        let PerOperand { in0, in1, out } = &self.layouts;
        PerOperand { in0: in0.origin(), in1: in1.origin(), out: out.origin() }
    }
}
