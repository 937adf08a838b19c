//! Elementwise kernels, run on AArch64, against the scalar reference: bit-exact, with inaccessible
//! pages on either side of every operand.
#![cfg(target_arch = "aarch64")]

use tensmith_core::Target;
use tensmith_core::kernel::op::{BinaryOp, Op, Operation, Parameter, UnaryOp};
use tensmith_core::kernel::spec::{Orientation, Stride};
use tensmith_core::kernel::{BinarySpec, KernelSpec, UnarySpec};
use tensmith_core::reference::{self, Element};
use tensmith_tests::bench::{Bench, Case, columns};
use tensmith_tests::random::SplitMix;
use tensmith_tests::{nightly, ops};

/// What lies between the columns of an input: it would spoil a result that it got into.
const INPUT_GAP: f64 = f64::NAN;
/// What lies between the columns of an output, and stays there.
const OUTPUT_GAP: f64 = 0.125;
/// What an output holds where it is written.
const STALE: f64 = 1000.5;

/// Each of `operations` on each m×n with up to 33 rows and columns: all of them at night, else a share
/// in which each operation and each shape occurs.
fn op_shapes<const INPUTS: usize>(
    operations: &'static [&'static Operation<INPUTS>],
) -> impl Iterator<Item = (Op<INPUTS>, (usize, usize))> {
    let share = nightly::scaled(operations.len() * 2 / 3, 1);
    let parameters = [0.25, 0.75].map(Parameter::fixed);
    ops::with_parameters(operations, parameters).into_iter().enumerate().flat_map(move |(first, op)| {
        (first % share..33 * 33).step_by(share).map(move |nth| (op, (nth / 33 + 1, nth % 33 + 1)))
    })
}

fn ld(stride: Stride) -> usize {
    stride.fixed().expect("test specs are fixed")
}

/// `spec` on the elements that `element` gives; an input is empty that is not to be read.
fn unary<T: Element>(spec: &UnarySpec, mut element: impl FnMut() -> f64) -> Case<T> {
    let input: Vec<T> = if spec.op.operation().reads_inputs {
        columns((spec.m, spec.n), ld(spec.ld_in), INPUT_GAP, &mut element)
    } else {
        Vec::new()
    };
    let (rows, count) = match spec.orientation {
        Orientation::Same => (spec.m, spec.n),
        Orientation::Transposed => (spec.n, spec.m),
    };
    let out: Vec<T> = columns((rows, count), ld(spec.ld_out), OUTPUT_GAP, || STALE);
    let mut after = out.clone();
    reference::unary(spec, &input, &mut after).expect("operands fit");
    Case { spec: KernelSpec::Unary(*spec), buffers: vec![input, out], operands: vec![0, 1], after }
}

/// `spec`, whose leading dimensions are the same, with the output in place of the input.
fn unary_in_place<T: Element>(spec: &UnarySpec, element: impl FnMut() -> f64) -> Case<T> {
    let data: Vec<T> = columns((spec.m, spec.n), ld(spec.ld_out), OUTPUT_GAP, element);
    let mut after = data.clone();
    reference::unary_in_place(spec, &mut after).expect("the operand fits");
    Case { spec: KernelSpec::Unary(*spec), buffers: vec![data], operands: vec![0, 0], after }
}

/// `spec` with its operands in the given buffers, whose leading dimension is that of all operands
/// in them.
fn binary<T: Element>(spec: &BinarySpec, operands: [usize; 3], mut element: impl FnMut() -> f64) -> Case<T> {
    let shape = (spec.m, spec.n);
    let mut buffers: Vec<Vec<T>> = vec![Vec::new(); 3];
    let [in0, in1, out] = operands;
    buffers[out] = columns(shape, ld(spec.ld_out), OUTPUT_GAP, || STALE);
    for (buffer, stride) in [(in0, spec.ld_in0), (in1, spec.ld_in1)] {
        let gap = if buffer == out { OUTPUT_GAP } else { INPUT_GAP };
        buffers[buffer] = columns(shape, ld(stride), gap, &mut element);
    }
    let mut after = buffers[out].clone();
    reference::binary(spec, &buffers[in0], &buffers[in1], &mut after).expect("operands fit");
    Case { spec: KernelSpec::Binary(*spec), buffers, operands: operands.to_vec(), after }
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

/// Checks cases of one shape: each with its own kernel, then all with the one that gets the leading
/// dimensions at run time.
fn check<T: Element>(bench: &mut Bench, cases: &[Case<T>]) {
    cases.iter().for_each(|case| bench.check(case));
    cases.iter().for_each(|case| bench.check_at_run_time(case));
}

fn unary_spec<T: Element>(
    op: UnaryOp,
    (m, n): (usize, usize),
    orientation: Orientation,
    [more_in, more_out]: [usize; 2],
) -> UnarySpec {
    let tight_out = if orientation == Orientation::Same { m } else { n };
    let (ld_in, ld_out) = (Stride::Fixed(m + more_in), Stride::Fixed(tight_out + more_out));
    UnarySpec { dtype: T::DTYPE, op, m, n, ld_in, ld_out, orientation }
}

fn every_unary_shape<T: Element>(orientation: Orientation) {
    let mut bench = Bench::new("unary_shapes", Target::generic());
    for (op, shape) in op_shapes(UnaryOp::ALL) {
        let cases: Vec<Case<T>> = looseness()
            .map(|more| unary_spec::<T>(op, shape, orientation, more))
            .map(|spec| unary(&spec, numbers(&mut bench.random)))
            .collect();
        check(&mut bench, &cases);
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

fn every_unary_shape_in_place<T: Element>() {
    let mut bench = Bench::new("unary_in_place", Target::generic());
    for (op, shape) in op_shapes(UnaryOp::ALL) {
        let cases = [[0, 0], [2, 2]]
            .map(|more| unary_spec::<T>(op, shape, Orientation::Same, more))
            .map(|spec| unary_in_place::<T>(&spec, numbers(&mut bench.random)));
        check(&mut bench, &cases);
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

fn binary_spec<T: Element>(op: BinaryOp, (m, n): (usize, usize), more: [usize; 3]) -> BinarySpec {
    let [ld_in0, ld_in1, ld_out] = more.map(|more| Stride::Fixed(m + more));
    BinarySpec { dtype: T::DTYPE, op, m, n, ld_in0, ld_in1, ld_out }
}

fn every_binary_shape<T: Element>() {
    let mut bench = Bench::new("binary_shapes", Target::generic());
    for (op, shape) in op_shapes(BinaryOp::ALL) {
        let cases: Vec<Case<T>> = looseness()
            .map(|more| binary_spec::<T>(op, shape, more))
            .map(|spec| binary(&spec, [0, 1, 2], numbers(&mut bench.random)))
            .collect();
        check(&mut bench, &cases);
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

/// The output in place of the first input, of the second, and of both.
fn every_binary_shape_in_place<T: Element>() {
    let mut bench = Bench::new("binary_in_place", Target::generic());
    for (op, shape) in op_shapes(BinaryOp::ALL) {
        let places = [([0, 1, 0], [2, 1, 2]), ([0, 1, 1], [1, 2, 2]), ([0, 0, 0], [0, 0, 0])];
        let cases = places.map(|(operands, more)| {
            let spec = binary_spec::<T>(op, shape, more);
            binary::<T>(&spec, operands, numbers(&mut bench.random))
        });
        check(&mut bench, &cases);
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

/// No number, zeros, infinities, the ends of the subnormal and of the normal range, numbers on either
/// side of 1, numbers half-way between integers, and the greatest one with a fraction.
fn special_values<T: Element>() -> [f64; SPECIAL] {
    let least_normal = T::TINIEST / (2.0 * T::ROUNDOFF);
    let (greatest_subnormal, greatest) = (least_normal - T::TINIEST, T::LARGEST);
    let last_fraction = 0.5 / T::ROUNDOFF - 0.5;
    let ends = [0.0, f64::INFINITY, T::TINIEST, greatest_subnormal, least_normal, greatest];
    let mut values = [f64::NAN; SPECIAL];
    let positive = ends.into_iter().chain([0.3, 1.5, 2.5, last_fraction]);
    for (pair, value) in values[1..].chunks_mut(2).zip(positive) {
        pair.copy_from_slice(&[value, -value]);
    }
    values
}

/// How many [`special_values`] there are.
const SPECIAL: usize = 21;

/// Also with parameters that are special, and in no order.
fn special_values_of_unary<T: Element>() {
    let mut bench = Bench::new("unary_special", Target::generic());
    let parameters = [[0.25, 0.75], [-1.5, -0.0], [6.0, -6.0], [f64::NAN, 1.0], [1.0, f64::INFINITY]];
    let mut ops = Vec::new();
    for pair in parameters {
        let more = ops::with_parameters(UnaryOp::ALL, pair.map(Parameter::fixed));
        let is_first = ops.is_empty();
        ops.extend(more.into_iter().filter(|op| is_first || !op.parameters().is_empty()));
    }
    let shapes = [(1, 21), (3, 7), (7, 3), (21, 1)];
    for (op, shape) in ops.into_iter().flat_map(|op| shapes.map(|shape| (op, shape))) {
        for orientation in [Orientation::Same, Orientation::Transposed] {
            let cases = [[0, 0], [1, 2]].map(|more| {
                let mut values = special_values::<T>().into_iter();
                let spec = unary_spec::<T>(op, shape, orientation, more);
                unary::<T>(&spec, || values.next().expect("as many as elements"))
            });
            check(&mut bench, &cases);
        }
    }
}

/// All pairs of special values.
fn special_values_of_binary<T: Element>() {
    const PAIRS: usize = SPECIAL * SPECIAL;
    let mut bench = Bench::new("binary_special", Target::generic());
    let values = special_values::<T>();
    for op in ops::with_parameters(BinaryOp::ALL, [Parameter::fixed(0.0); 2]) {
        for shape in [(1, PAIRS), (3, PAIRS / 3), (7, PAIRS / 7), (9, PAIRS / 9), (PAIRS, 1)] {
            for more in [[0, 0, 0], [1, 2, 3]] {
                let firsts = (0..PAIRS).map(|nth| values[nth % SPECIAL]);
                let mut elements = firsts.chain((0..PAIRS).map(|nth| values[nth / SPECIAL]));
                let spec = binary_spec::<T>(op, shape, more);
                bench.check(&binary::<T>(&spec, [0, 1, 2], || elements.next().expect("as many as pairs")));
            }
        }
    }
}

#[test]
fn special_values_of_single_precision() {
    special_values_of_unary::<f32>();
    special_values_of_binary::<f32>();
}

#[test]
fn special_values_of_double_precision() {
    special_values_of_unary::<f64>();
    special_values_of_binary::<f64>();
}
