//! Elementwise kernels, run on the machine at hand, against the scalar reference: bit-exact, with
//! inaccessible pages on either side of every operand.

use tensmith_core::kernel::op::{BinaryOp, Op, Operation, Parameter, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::{Input, Orientation, Pairing, Stride};
use tensmith_core::kernel::{BinarySpec, TernarySpec, UnarySpec};
use tensmith_core::reference::Element;
use tensmith_core::{BF16, F16};
use tensmith_tests::bench::{Bench, Case};
use tensmith_tests::elementwise::{
    binary, binary_spec, ternary, ternary_spec, unary, unary_in_place, unary_spec,
};
use tensmith_tests::random::SplitMix;
use tensmith_tests::{here, nightly, ops};

/// Of fewer operations than this, each has as many shapes as if there were this many.
const SHARE: usize = 24;

/// Each of `operations` on each m×n with up to 33 rows and columns: all of them at night, else a share
/// in which each operation occurs, and each number of rows and of columns.
fn op_shapes<const INPUTS: usize>(
    operations: &'static [&'static Operation<INPUTS>],
) -> impl Iterator<Item = (Op<INPUTS>, (usize, usize))> {
    let share = nightly::one_of(5 * operations.len().max(SHARE));
    let all = ops::with_parameters(operations, [0.25, 0.75].map(Parameter::fixed));
    let count = all.len();
    all.into_iter().enumerate().flat_map(move |(nth, op)| {
        (nth * share / count..33 * 33).step_by(share).map(move |nth| (op, (nth / 33 + 1, nth % 33 + 1)))
    })
}

/// The choices of tight and loose leading dimensions for some operands, each by how much it is
/// beyond the tightest.
fn looseness<const COUNT: usize>() -> impl Iterator<Item = [usize; COUNT]> {
    (0..1 << COUNT).map(|bits: usize| std::array::from_fn(|nth| (bits >> nth & 1) * (nth + 1)))
}

/// Halves, whose results are often exact, and numbers of 20 digits.
fn numbers(random: &mut SplitMix) -> impl FnMut() -> f64 {
    || match random.below(2) {
        0 => random.below(17) as f64 / 2.0 - 4.0,
        _ => random.below(1 << 20) as f64 / 65_536.0 - 8.0,
    }
}

fn every_unary_shape<T: Element>(orientation: Orientation) {
    let mut bench = Bench::here("unary_shapes");
    for (op, shape) in op_shapes(UnaryOp::ALL) {
        let cases: Vec<Case<T>> = looseness()
            .map(|more| unary_spec::<T>(op, shape, orientation, more))
            .map(|spec| unary(&spec, numbers(&mut bench.random)))
            .collect();
        bench.check_both(&cases);
    }
}

#[test]
fn every_unary_shape_of_single_precision() {
    every_unary_shape::<f32>(Orientation::Same);
}

#[test]
fn every_unary_shape_of_double_precision() {
    every_unary_shape::<f64>(Orientation::Same);
}

#[test]
fn every_transposed_shape_of_single_precision() {
    every_unary_shape::<f32>(Orientation::Transposed);
}

#[test]
fn every_transposed_shape_of_double_precision() {
    every_unary_shape::<f64>(Orientation::Transposed);
}

/// Pairs of rows, as complex numbers: even columns up to several blocks of vectors, and long ones without
/// gaps.
fn every_paired_shape<T: Element>() {
    let mut bench = Bench::here("paired_shapes");
    let short = (1..=75).flat_map(|pairs| [1, 2, 3].map(|n| (2 * pairs, n)));
    for shape in short.chain([(2, 300), (600, 2)]) {
        let cases: Vec<Case<T>> = looseness()
            .flat_map(|more| Pairing::ALL.map(|pairing| (more, pairing)))
            .map(|(more, pairing)| unary_spec::<T>(UnaryOp::identity(), shape, pairing.into(), more))
            .map(|spec| unary(&spec, numbers(&mut bench.random)))
            .collect();
        bench.check_both(&cases);
    }
}

#[test]
fn every_paired_shape_of_single_precision() {
    every_paired_shape::<f32>();
}

#[test]
fn every_paired_shape_of_double_precision() {
    every_paired_shape::<f64>();
}

#[test]
fn every_paired_shape_of_narrow_types() {
    every_paired_shape::<F16>();
    every_paired_shape::<BF16>();
}

#[test]
fn every_shape_of_half_precision() {
    every_shape_of_a_narrow_type::<F16>();
}

#[test]
fn every_shape_of_bfloat16() {
    every_shape_of_a_narrow_type::<BF16>();
}

fn every_shape_of_a_narrow_type<T: Element>() {
    every_unary_shape::<T>(Orientation::Same);
    every_unary_shape::<T>(Orientation::Transposed);
    every_unary_shape_in_place::<T>();
    every_unary_shape_of_parts::<T>();
    every_binary_shape::<T>();
    every_binary_shape_of_parts::<T>();
    every_binary_shape_in_place::<T>();
    every_ternary_shape::<T>();
}

fn every_unary_shape_in_place<T: Element>() {
    let mut bench = Bench::here("unary_in_place");
    for (op, shape) in op_shapes(UnaryOp::ALL) {
        let cases = [[0, 0], [2, 2]]
            .map(|more| unary_spec::<T>(op, shape, Orientation::Same, more))
            .map(|spec| unary_in_place::<T>(&spec, numbers(&mut bench.random)));
        bench.check_both(&cases);
    }
}

#[test]
fn every_unary_shape_in_place_of_single_precision() {
    every_unary_shape_in_place::<f32>();
}

#[test]
fn every_unary_shape_in_place_of_double_precision() {
    every_unary_shape_in_place::<f64>();
}

fn every_binary_shape<T: Element>() {
    let mut bench = Bench::here("binary_shapes");
    for (op, shape) in op_shapes(BinaryOp::ALL) {
        let cases: Vec<Case<T>> = looseness()
            .map(|more| binary_spec::<T>(op, shape, more))
            .map(|spec| binary(&spec, [0, 1, 2], numbers(&mut bench.random)))
            .collect();
        bench.check_both(&cases);
    }
}

#[test]
fn every_binary_shape_of_single_precision() {
    every_binary_shape::<f32>();
}

#[test]
fn every_binary_shape_of_double_precision() {
    every_binary_shape::<f64>();
}

/// All parts of a matrix of m rows, with strides that are so far beyond the tightest.
fn parts(m: usize, more: usize) -> [Input; 4] {
    let (matrix, row) = (Stride::fixed(m + more), Stride::fixed(1 + more));
    [Input::Matrix(matrix), Input::Column, Input::Row(row), Input::Scalar]
}

/// Every part of a matrix as the input: replicated, by the identity.
fn every_unary_shape_of_parts<T: Element>() {
    let mut bench = Bench::here("unary_parts");
    for (nth, (op, (m, n))) in op_shapes(UnaryOp::ALL).enumerate() {
        let cases = parts(m, nth % 3).map(|input| {
            let spec = unary_spec::<T>(op, (m, n), Orientation::Same, [0, nth % 2]);
            unary::<T>(&UnarySpec { input, ..spec }, numbers(&mut bench.random))
        });
        bench.check_both(&cases);
    }
}

#[test]
fn every_unary_shape_of_parts_of_single_precision() {
    every_unary_shape_of_parts::<f32>();
}

#[test]
fn every_unary_shape_of_parts_of_double_precision() {
    every_unary_shape_of_parts::<f64>();
}

/// Every part of a matrix as either input, or as both; of the 16 pairs, four for each shape.
fn every_binary_shape_of_parts<T: Element>() {
    let mut bench = Bench::here("binary_parts");
    for (nth, (op, (m, n))) in op_shapes(BinaryOp::ALL).enumerate() {
        let cases = parts(m, nth % 2).into_iter().flat_map(|in0| parts(m, nth % 3).map(|in1| (in0, in1)));
        for (in0, in1) in cases.skip(nth % 4).step_by(4) {
            let ld_out = Stride::fixed(m + nth % 2);
            let spec = BinarySpec { dtype: T::DTYPE, op, m, n, in0, in1, ld_out };
            let case = binary::<T>(&spec, [0, 1, 2], numbers(&mut bench.random));
            bench.check_both(&[case]);
        }
    }
}

#[test]
fn every_binary_shape_of_parts_of_single_precision() {
    every_binary_shape_of_parts::<f32>();
}

#[test]
fn every_binary_shape_of_parts_of_double_precision() {
    every_binary_shape_of_parts::<f64>();
}

/// The output in place of the first input, of the second, and of both.
fn every_binary_shape_in_place<T: Element>() {
    let mut bench = Bench::here("binary_in_place");
    for (op, shape) in op_shapes(BinaryOp::ALL) {
        let places = [([0, 1, 0], [2, 1, 2]), ([0, 1, 1], [1, 2, 2]), ([0, 0, 0], [0, 0, 0])];
        let cases = places.map(|(operands, more)| {
            let spec = binary_spec::<T>(op, shape, more);
            binary::<T>(&spec, operands, numbers(&mut bench.random))
        });
        bench.check_both(&cases);
    }
}

#[test]
fn every_binary_shape_in_place_of_single_precision() {
    every_binary_shape_in_place::<f32>();
}

#[test]
fn every_binary_shape_in_place_of_double_precision() {
    every_binary_shape_in_place::<f64>();
}

/// Three inputs, apart from the output, and the output in place of each and of all of them.
fn every_ternary_shape<T: Element>() {
    let mut bench = Bench::here("ternary_shapes");
    for (op, shape) in op_shapes(TernaryOp::ALL) {
        let apart = looseness().step_by(3).map(|more| ([0, 1, 2, 3], more));
        let places = [
            ([0, 1, 2, 0], [3, 1, 2, 3]),
            ([0, 1, 2, 1], [1, 3, 2, 3]),
            ([0, 1, 2, 2], [1, 2, 3, 3]),
            ([0, 0, 0, 0], [1, 1, 1, 1]),
        ];
        let cases: Vec<Case<T>> = apart
            .chain(places)
            .map(|(operands, more)| (operands, ternary_spec::<T>(op, shape, more)))
            .map(|(operands, spec)| ternary(&spec, operands, numbers(&mut bench.random)))
            .collect();
        bench.check_both(&cases);
    }
}

#[test]
fn every_ternary_shape_of_single_precision() {
    every_ternary_shape::<f32>();
}

#[test]
fn every_ternary_shape_of_double_precision() {
    every_ternary_shape::<f64>();
}

/// Every part of a matrix as each input; of the 64 triples, five for each shape.
fn every_ternary_shape_of_parts<T: Element>() {
    let mut bench = Bench::here("ternary_parts");
    for (nth, (op, (m, n))) in op_shapes(TernaryOp::ALL).enumerate() {
        for triple in (nth % 13..64).step_by(13) {
            let part = |place: usize| parts(m, (nth + place) % 3)[triple >> (2 * place) & 3];
            let ([in0, in1, in2], ld_out) = ([part(0), part(1), part(2)], Stride::fixed(m + nth % 2));
            let spec = TernarySpec { dtype: T::DTYPE, op, m, n, in0, in1, in2, ld_out };
            let case = ternary::<T>(&spec, [0, 1, 2, 3], numbers(&mut bench.random));
            bench.check_both(&[case]);
        }
    }
}

#[test]
fn every_ternary_shape_of_parts_of_single_precision() {
    every_ternary_shape_of_parts::<f32>();
}

#[test]
fn every_ternary_shape_of_parts_of_double_precision() {
    every_ternary_shape_of_parts::<f64>();
}

/// Shapes of a few columns, of columns that loops go through, and of more columns, where loops go from
/// one group to the next.
fn many_shapes() -> impl Iterator<Item = (usize, usize)> {
    (1..=33).chain([50, 67, 130]).flat_map(|m| [1, 2, 7, 9, 40].map(|n| (m, n)))
}

/// Cores differ in what is loaded and stored at once, in what order, and how far ahead. Each is tried on a
/// share of shapes, with the output apart from inputs and in place of them, for an operation that computes
/// nothing, a short one and a long one.
fn kernels_of_every_core<T: Element>() {
    let share = nightly::one_of(24);
    for (first, target) in here::executable().into_iter().enumerate() {
        let mut bench = Bench::new("every_core", target);
        for shape in many_shapes().skip(first % share).step_by(share) {
            for op in [UnaryOp::identity(), UnaryOp::relu(), UnaryOp::exp2()] {
                let spec = |orientation, more| unary_spec::<T>(op, shape, orientation, more);
                let mut cases: Vec<Case<T>> = [[0, 0], [3, 3], [1, 2]]
                    .into_iter()
                    .flat_map(|more| [Orientation::Same, Orientation::Transposed].map(|o| spec(o, more)))
                    .map(|spec| unary(&spec, numbers(&mut bench.random)))
                    .collect();
                let in_place = [[0, 0], [3, 3]].map(|more| spec(Orientation::Same, more));
                cases.extend(in_place.map(|spec| unary_in_place(&spec, numbers(&mut bench.random))));
                bench.check_both(&cases);
            }
            let places = [[0, 1, 2], [0, 1, 0], [0, 1, 1]];
            let cases = places.into_iter().flat_map(|operands| [0, 3].map(|more| (operands, [more; 3])));
            let cases: Vec<Case<T>> = cases
                .map(|(operands, more)| (operands, binary_spec::<T>(BinaryOp::add(), shape, more)))
                .map(|(operands, spec)| binary(&spec, operands, numbers(&mut bench.random)))
                .collect();
            bench.check_both(&cases);
        }
    }
}

#[test]
fn kernels_of_every_core_of_single_precision() {
    kernels_of_every_core::<f32>();
}

#[test]
fn kernels_of_every_core_of_double_precision() {
    kernels_of_every_core::<f64>();
}
