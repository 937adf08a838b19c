//! Random contractions of two operands, and their meaning written out over labels.

use crate::interpret::Data;
use proptest::prelude::*;
use std::collections::BTreeMap;
use tensmith_core::einsum::{self, Expression, Term};
use tensmith_core::reference::Element;
use tensmith_core::tensor::{ArrayLayout, Nest, PerOperand};

/// Where a label occurs: in0, in1, output.
const PLACES: [[bool; 3]; 6] = [
    [true, false, true],
    [false, true, true],
    [true, true, false],
    [true, true, true],
    [true, false, false],
    [false, true, false],
];

/// The number of the place that is everywhere.
const EVERYWHERE: usize = 3;

/// An expression with extents and memory layouts for its operands.
#[derive(Debug)]
pub struct Case {
    /// The expression.
    pub text: String,
    /// Those of the operands.
    pub layouts: PerOperand<ArrayLayout>,
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
pub fn cases() -> impl Strategy<Value = Case> {
    cases_up_to(20_000)
}

/// Like [`cases`], with another limit.
pub fn cases_up_to(limit: usize) -> impl Strategy<Value = Case> {
    prop::collection::vec(label(), 0..9).prop_map(move |labels| case(labels, limit))
}

/// Where a label is, its extent, and how operands hold it.
fn label() -> impl Strategy<Value = (usize, usize, Vec<Holding>)> {
    let extent = prop::sample::select(vec![1usize, 2, 3, 4, 5, 7, 11, 13]);
    (0..PLACES.len(), extent, prop::collection::vec(holding(), 3))
}

/// Like [`cases_up_to`], all over one more label, which is contiguous in all operands.
pub fn cases_in_lanes(limit: usize) -> impl Strategy<Value = Case> {
    let of_lanes = (1..20usize, prop::collection::vec(holding(), 3)).prop_map(|(extent, holdings)| {
        let contiguous =
            |holding| Holding { memory: 0, backwards: false, broadcast: false, twice: false, ..holding };
        (EVERYWHERE, extent, holdings.into_iter().map(contiguous).collect())
    });
    let others = prop::collection::vec(label(), 1..6);
    (of_lanes, others).prop_map(move |(lanes, others)| case([vec![lanes], others].concat(), limit))
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
    /// The expression.
    pub fn expression(&self) -> Expression {
        einsum::parse(&self.text).unwrap()
    }

    /// The undecided nest over elements of type `T`.
    pub fn nest<T: Element>(&self) -> Nest {
        let PerOperand { in0, in1, out } = &self.layouts;
        einsum::lower_pair(&self.expression(), T::DTYPE, PerOperand { in0, in1, out }).unwrap()
    }

    /// Small integers, so that every sum is exact.
    pub fn data<T: Element>(&self) -> Data<T> {
        let fill = |layout: &ArrayLayout, factor: usize| {
            (0..layout.span()).map(|i| T::from_f64(((i * factor + 3) % 17) as f64 - 8.0)).collect()
        };
        let PerOperand { in0, in1, out } = &self.layouts;
        Data { in0: fill(in0, 5), in1: fill(in1, 7), out: fill(out, 11) }
    }

    /// The output according to the expression, worked out over assignments of its labels.
    pub fn expected<T: Element>(&self, data: &Data<T>) -> Vec<T> {
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

    /// Where index (0, …, 0) of each operand is.
    pub fn origins(&self) -> PerOperand<usize> {
        let PerOperand { in0, in1, out } = &self.layouts;
        PerOperand { in0: in0.origin(), in1: in1.origin(), out: out.origin() }
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
