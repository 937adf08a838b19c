//! The 48 contractions of the tensor contraction benchmark (`tests/data/tccg.csv`): right when scaled
//! down, and at full size planned as well as a multiplication of matrices of equal M, N and K. On any host.

use std::collections::BTreeMap;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::tensor::{Cost, Dim, Kind, Nest, Options, PerOperand, Plan, Sequence, optimize};
use tensmith_core::{DType, Target};
use tensmith_tests::interpret::{Data, evaluated, interpret};

type Extents = BTreeMap<char, usize>;

/// Which index of a tensor is contiguous.
#[derive(Clone, Copy, Debug)]
enum Reading {
    First,
    Last,
}

struct Contraction {
    name: String,
    /// The indices of in0, in1 and the output.
    indices: PerOperand<String>,
    extents: Extents,
}

fn contractions() -> Vec<Contraction> {
    let text = include_str!("../data/tccg.csv");
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let all: Vec<_> = rows.map(contraction).collect();
    assert_eq!(all.len(), 48);
    all
}

fn contraction(row: &str) -> Contraction {
    let (name, extents) = row.split_once(',').unwrap();
    let mut operands = name.split('-').map(str::to_owned);
    let mut next = || operands.next().unwrap();
    let (out, in0, in1) = (next(), next(), next());
    let extent = |text: &str| {
        let (index, extent) = text.split_once(':').unwrap();
        (index.chars().next().unwrap(), extent.parse().unwrap())
    };
    let extents = extents.split(' ').map(extent).collect();
    Contraction { name: name.to_owned(), indices: PerOperand { in0, in1, out }, extents }
}

/// The stride of each index of a dense tensor, the contiguous one first.
fn strides(indices: &str, extents: &Extents, reading: Reading) -> BTreeMap<char, isize> {
    let mut order: Vec<char> = indices.chars().collect();
    if let Reading::Last = reading {
        order.reverse();
    }
    let mut next = 1;
    let stride = |index: char| {
        let stride = next;
        next *= extents[&index] as isize;
        (index, stride)
    };
    order.into_iter().map(stride).collect()
}

fn nest(contraction: &Contraction, extents: &Extents, reading: Reading) -> Nest {
    let PerOperand { in0, in1, out } = &contraction.indices;
    let [in0, in1, out] = [in0, in1, out].map(|indices| strides(indices, extents, reading));
    let dims = extents.iter().map(|(index, &extent)| {
        let stride = |strides: &BTreeMap<char, isize>| strides.get(index).copied().unwrap_or(0);
        let strides = PerOperand { in0: stride(&in0), in1: stride(&in1), out: stride(&out) };
        let kind = match (strides.in0, strides.in1, strides.out) {
            (_, _, 0) => Kind::K,
            (_, 0, _) => Kind::M,
            (0, ..) => Kind::N,
            _ => Kind::C,
        };
        Dim::new(kind, extent, strides)
    });
    Nest { first_touch: Some(UnaryOp::zero()), ..Nest::contraction(DType::F32, dims.collect()) }
}

fn target() -> Target {
    Target::named("neoverse-v2").unwrap()
}

fn planned(nest: Nest) -> Sequence {
    optimize(nest, &target(), Options::default()).unwrap()
}

#[test]
fn scaled_down_they_are_right() {
    let mut packed = 0;
    for contraction in contractions() {
        // The contiguous dimensions long enough to be packed, and of extents that no tile divides.
        let small = contraction.extents.iter().zip([5, 7, 9, 4, 6, 3, 5]);
        let extents: Extents = small.map(|((index, _), extent)| (*index, extent)).collect();
        for reading in [Reading::First, Reading::Last] {
            let nest = nest(&contraction, &extents, reading);
            let len = |indices: &str| indices.chars().map(|index| extents[&index]).product();
            let fill = |indices: &str, factor: usize| -> Vec<f32> {
                (0..len(indices)).map(|i| ((i * factor) % 7) as f32 - 3.0).collect()
            };
            let PerOperand { in0, in1, out } = &contraction.indices;
            let mut data = Data { in0: fill(in0, 3), in1: fill(in1, 5), out: fill(out, 1) };
            let expected = evaluated(&nest, &data, PerOperand::default());
            let plan = Plan::of(planned(nest)).unwrap();
            packed += usize::from(plan.scratch_bytes() + plan.arena_bytes() > 0);
            interpret(&plan, &mut data, PerOperand::default());
            assert_eq!(data.out, expected, "{} {reading:?}: {plan}", contraction.name);
        }
    }
    assert!(packed >= 10, "only {packed} are packed");
}

/// Cycles of all steps.
fn cycles(sequence: &Sequence) -> f64 {
    sequence.steps.iter().map(|step| Cost::of(&step.nest, &target()).total()).sum()
}

/// Elements of a tensor.
fn size(indices: &str, extents: &Extents) -> usize {
    indices.chars().map(|index| extents[&index]).product()
}

#[test]
fn at_full_size_they_are_planned_as_well_as_matrices() {
    let (mut close, mut in_place) = (0, 0);
    for contraction in contractions() {
        let extents = &contraction.extents;
        let nest = nest(&contraction, extents, Reading::First);
        let of = |kind| -> usize {
            nest.dims.iter().filter(|dim| dim.kind == kind).map(|dim| dim.extent).product()
        };
        let (m, n, k) = (of(Kind::M), of(Kind::N), of(Kind::K));
        let strides = |in0, in1, out| PerOperand { in0, in1, out };
        let dims = vec![
            Dim::new(Kind::M, m, strides(1, 0, 1)),
            Dim::new(Kind::N, n, strides(0, k as isize, m as isize)),
            Dim::new(Kind::K, k, strides(m as isize, 1, 0)),
        ];
        let matrices = Nest { first_touch: nest.first_touch, ..Nest::contraction(DType::F32, dims) };
        let sequence = planned(nest);
        let ratio = cycles(&sequence) / cycles(&planned(matrices));
        close += usize::from(ratio <= 1.25);
        let PerOperand { in0, in1, .. } = &contraction.indices;
        in_place +=
            usize::from(sequence.scratch.max(sequence.arena) < size(in0, extents).min(size(in1, extents)));
        println!("{}: {ratio:.2} of matrices, {} elements of scratch", contraction.name, sequence.scratch);
    }
    assert!(close >= 36, "{close} of 48 within 1.25");
    assert!(in_place >= 40, "{in_place} of 48 without a copy of a whole tensor");
    println!("{close} of 48 within 1.25, {in_place} without a copy of a whole tensor");
}
