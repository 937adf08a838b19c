//! Elementwise functions for machines with vectors of 32 and 64 bytes, interpreted, against the scalar
//! reference: bit-exact, by the host's model of formulas where these are functions, and without an access
//! outside of operands.

use tensmith_core::Float;
use tensmith_core::kernel::op::{
    BinaryOp, Expression, MAX_PARAMETERS, Op, Operation, Parameter, TernaryOp, UnaryOp,
};
use tensmith_core::kernel::spec::{Chain, Input, Operand, Orientation, Stride};
use tensmith_core::kernel::{BinarySpec, ChainSpec, TernarySpec, UnarySpec};
use tensmith_core::reference::{Element, Model};
use tensmith_core::{DType, F16, Target};
use tensmith_tests::bench::Case;
use tensmith_tests::elementwise::{
    SPECIAL, accepted, binary, binary_spec, chain, convert, convert_spec, special_values, ternary,
    ternary_spec, unary, unary_in_place, unary_spec,
};
use tensmith_tests::random::SplitMix;
use tensmith_tests::wide::{Interpreted, targets};
use tensmith_tests::{nightly, ops, ulp};

/// The greatest extent of shapes that are all tried at night: more than two vectors, and some.
const MOST: usize = 40;

/// A bench for each machine; and one for AArch64, whose functions are known to be right.
fn benches(test: &str) -> Vec<Interpreted> {
    targets().chain([Target::generic()]).map(|target| Interpreted::new(test, target)).collect()
}

/// Each of `operations` on each shape, or on a share in which each occurs; each with the number of its shape.
fn op_shapes<const INPUTS: usize>(
    operations: &'static [&'static Operation<INPUTS>],
    share: usize,
) -> impl Iterator<Item = (usize, Op<INPUTS>, (usize, usize))> {
    let share = nightly::scaled(share, 1);
    let parameters = [0.25, 0.75].map(Parameter::fixed);
    ops::with_parameters(operations, parameters).into_iter().enumerate().flat_map(move |(first, op)| {
        let some = (first * 7 % share..MOST * MOST).step_by(share);
        some.map(move |nth| (nth, op, (nth / MOST + 1, nth % MOST + 1)))
    })
}

/// Halves, whose results are often exact, and numbers of 20 digits.
fn numbers(random: &mut SplitMix) -> impl FnMut() -> f64 {
    || match random.below(2) {
        0 => random.below(17) as f64 / 2.0 - 4.0,
        _ => random.below(1 << 20) as f64 / 65_536.0 - 8.0,
    }
}

/// All parts of a matrix of m rows, with strides that are so far beyond the tightest.
fn parts(m: usize, more: usize) -> [Input; 4] {
    let (matrix, row) = (Stride::fixed(m + more), Stride::fixed(1 + more));
    [Input::Matrix(matrix), Input::Column, Input::Row(row), Input::Scalar]
}

/// Tests for either type of elements.
macro_rules! of_both_types {
    ($($name:ident $of:ident;)*) => {
        $(#[test]
        fn $name() {
            $of::<f32>();
            $of::<f64>();
        })*
    };
}

of_both_types! {
    unary_shapes every_unary_shape;
    unary_parts every_unary_part;
    binary_shapes every_binary_shape;
    ternary_shapes every_ternary_shape;
    long_shapes every_long_shape;
    special_values_of_all_operations every_special_value;
    functions_are_those_of_the_model every_model;
    chains every_chain;
    conversions every_conversion;
}

fn every_unary_shape<T: Element>() {
    for mut bench in benches("wide_unary") {
        for (nth, op, shape) in op_shapes(UnaryOp::ALL, 799) {
            let more = [nth % 3, nth % 5];
            for orientation in [Orientation::Same, Orientation::Transposed] {
                let spec = unary_spec::<T>(op, shape, orientation, more);
                let case = unary::<T>(&spec, numbers(&mut bench.random));
                bench.check(&case);
            }
            let spec = unary_spec::<T>(op, shape, Orientation::Same, [nth % 3; 2]);
            let case = unary_in_place::<T>(&spec, numbers(&mut bench.random));
            bench.check(&case);
        }
        assert_eq!(bench.refused, 0);
    }
}

fn every_unary_part<T: Element>() {
    for mut bench in benches("wide_unary_parts") {
        for (nth, op, (m, n)) in op_shapes(UnaryOp::ALL, 799) {
            for input in parts(m, nth % 3) {
                let spec = unary_spec::<T>(op, (m, n), Orientation::Same, [0, nth % 2]);
                let case = unary::<T>(&UnarySpec { input, ..spec }, numbers(&mut bench.random));
                bench.check(&case);
            }
        }
        assert_eq!(bench.refused, 0);
    }
}

fn every_binary_shape<T: Element>() {
    for mut bench in benches("wide_binary") {
        for (nth, op, (m, n)) in op_shapes(BinaryOp::ALL, 511) {
            let more = [nth % 3, nth / 3 % 3, nth / 9 % 3];
            let places =
                [([0, 1, 2], more), ([0, 1, 0], [2, 1, 2]), ([0, 1, 1], [1, 2, 2]), ([0; 3], [nth % 2; 3])];
            for (operands, more) in places {
                let spec = binary_spec::<T>(op, (m, n), more);
                let case = binary::<T>(&spec, operands, numbers(&mut bench.random));
                bench.check(&case);
            }
            let (in0, in1) = (parts(m, nth % 2)[nth % 4], parts(m, nth % 3)[nth / 4 % 4]);
            let spec = BinarySpec { in0, in1, ..binary_spec::<T>(op, (m, n), [0, 0, nth % 2]) };
            let case = binary::<T>(&spec, [0, 1, 2], numbers(&mut bench.random));
            bench.check(&case);
        }
        assert_eq!(bench.refused, 0);
    }
}

fn every_ternary_shape<T: Element>() {
    for mut bench in benches("wide_ternary") {
        for (nth, op, (m, n)) in op_shapes(TernaryOp::ALL, 61) {
            let apart = ([0, 1, 2, 3], [nth % 2, nth % 3, nth % 4, nth % 5]);
            let places = [apart, ([0, 1, 2, 1], [1, 3, 2, 3]), ([0; 4], [nth % 2; 4])];
            for (operands, more) in places {
                let case =
                    ternary::<T>(&ternary_spec::<T>(op, (m, n), more), operands, numbers(&mut bench.random));
                bench.check(&case);
            }
            let part = |place: usize| parts(m, (nth + place) % 3)[nth >> (2 * place) & 3];
            let ([in0, in1, in2], ld_out) = ([part(0), part(1), part(2)], Stride::fixed(m + nth % 2));
            let spec = TernarySpec { dtype: T::DTYPE, op, m, n, in0, in1, in2, ld_out };
            let case = ternary::<T>(&spec, [0, 1, 2, 3], numbers(&mut bench.random));
            bench.check(&case);
        }
        assert_eq!(bench.refused, 0);
    }
}

/// Columns that loops go through, and more columns, where loops go from one group to the next; strides
/// that no access takes.
fn every_long_shape<T: Element>() {
    let heights = (1..=33).chain([50, 67, 130, 257, 400]);
    let shapes: Vec<_> = heights.flat_map(|m| [1, 2, 7, 33, 70].map(|n| (m, n))).collect();
    for mut bench in benches("wide_long") {
        for (nth, (m, n)) in shapes.iter().copied().enumerate().step_by(nightly::scaled(19, 1)) {
            for op in [UnaryOp::identity(), UnaryOp::relu(), UnaryOp::exp2()] {
                let more = [nth % 4 * 5, nth % 3];
                for orientation in [Orientation::Same, Orientation::Transposed] {
                    let spec = unary_spec::<T>(op, (m, n), orientation, more);
                    let case = unary::<T>(&spec, numbers(&mut bench.random));
                    bench.check(&case);
                }
            }
            let (operands, more) =
                [([0, 1, 2], [0, 3, 1]), ([0, 1, 0], [0; 3]), ([0, 1, 1], [3; 3])][nth % 3];
            let spec = binary_spec::<T>(BinaryOp::add(), (m, n), more);
            let case = binary::<T>(&spec, operands, numbers(&mut bench.random));
            bench.check(&case);
        }
    }
}

fn every_special_value<T: Element>() {
    const PAIRS: usize = SPECIAL * SPECIAL;
    let values = special_values::<T>();
    for mut bench in benches("wide_special") {
        for parameters in [[0.25, 0.75], [-1.5, -0.0], [f64::NAN, 1.0], [1.0, f64::INFINITY]] {
            for op in ops::with_parameters(UnaryOp::ALL, parameters.map(Parameter::fixed)) {
                for orientation in [Orientation::Same, Orientation::Transposed] {
                    let spec = unary_spec::<T>(op, (3, 7), orientation, [1, 2]);
                    let mut given = values.into_iter();
                    let case = unary::<T>(&spec, || given.next().expect("as many as elements"));
                    bench.check(&case);
                }
            }
        }
        for op in ops::with_parameters(BinaryOp::ALL, [Parameter::fixed(0.0); 2]) {
            let firsts = (0..PAIRS).map(|nth| values[nth % SPECIAL]);
            let mut given = firsts.chain((0..PAIRS).map(|nth| values[nth / SPECIAL]));
            let spec = binary_spec::<T>(op, (PAIRS / 7, 7), [1, 0, 2]);
            let case = binary::<T>(&spec, [0, 1, 2], || given.next().expect("as many as pairs"));
            bench.check(&case);
        }
        for op in ops::with_parameters(TernaryOp::ALL, [Parameter::fixed(0.0); 2]) {
            let triples =
                || (0..PAIRS * SPECIAL).map(|nth| [nth / PAIRS, nth % SPECIAL, nth / SPECIAL % SPECIAL]);
            let mut given = (0..3).flat_map(|place| triples().map(move |triple| values[triple[place]]));
            let spec = ternary_spec::<T>(op, (PAIRS, SPECIAL), [0; 4]);
            let case = ternary::<T>(&spec, [0, 1, 2, 3], || given.next().expect("as many as triples"));
            bench.check(&case);
        }
    }
}

/// Functions of any numbers, bit for bit as the model on the host computes them.
fn every_model<T: Float>() {
    for mut bench in benches("wide_model") {
        for op in ops::with_parameters(UnaryOp::ALL, [Parameter::fixed(0.5), Parameter::fixed(1.5)]) {
            if !op.operation().reads_inputs {
                continue;
            }
            let mut expression = Expression::new(T::DTYPE);
            let x = expression.input(0).expect("memory");
            let result = op.write(&mut expression, [x]).expect("memory");
            let mut model = Model::new(&expression, result, [T::ONE; MAX_PARAMETERS]).expect("a formula");
            let spec = unary_spec::<T>(op, (37, 5), Orientation::Same, [0, 0]);
            let random = &mut bench.random;
            let case = unary::<T>(&spec, || match random.below(2) {
                0 => random.number::<T>(),
                _ => random.below(1 << 20) as f64 / 65_536.0 - 8.0,
            });
            let mut exact = vec![T::ZERO; case.after.len()];
            model.run(&[&case.buffers[0]], &mut exact).expect("as many inputs as results");
            bench.check_by(&case, |at, found| ulp::steps(found, exact[at]) == 0);
        }
    }
}

/// Chains of operations that round once, with every kind of operand on either side.
const EXACT: [&str; 7] = [
    "relu",
    "add(column),relu",
    "mul(scalar),add(matrix/0)",
    "sub(row,x),absolute,max(column)",
    "div(matrix/0,x),square",
    "clamp(-0.5,0.75),mul(row),add(matrix/0),negate",
    "add(matrix/0),mul(matrix/0,x),sub(matrix/0),min(matrix/0)",
];

/// Chains of functions.
const FUNCTIONS: [&str; 5] = [
    "exp,add(column)",
    "mul(scalar),gelu,tanh",
    "sigmoid,mul(matrix/0)",
    "silu,exp,log1p,erf",
    "add(matrix/0),gelu,mul(row),add(matrix/0)",
];

fn parsed(text: &str, m: usize, more: usize) -> Chain {
    let mut chain: Chain = text.parse().expect("a chain");
    chain.change(|link| {
        if let Some(ld) = link.operand_mut().and_then(Operand::ld_mut) {
            *ld = Stride::fixed(m + more);
        }
    });
    chain
}

/// Apart, with each part of a matrix, and in place; within what the errors of functions amount to.
fn every_chain<T: Element>() {
    for mut bench in benches("wide_chain") {
        let share = nightly::scaled(401, 1);
        for (first, text) in EXACT.into_iter().chain(FUNCTIONS).enumerate() {
            for nth in (first % share..MOST * MOST).step_by(share) {
                let (m, n) = (nth / MOST + 1, nth % MOST + 1);
                let links = parsed(text, m, nth % 3);
                let count = links.operands().count();
                let apart: Vec<usize> = (0..count + 2).collect();
                let (input, ld_out) = (parts(m, nth % 2)[nth % 4], Stride::fixed(m + nth % 5));
                let spec = ChainSpec { dtype: T::DTYPE, chain: links, m, n, input, ld_out };
                let mut in_place = apart.clone();
                in_place[count + 1] = 0;
                let same = Stride::fixed(m + nth % 3);
                let on_itself = ChainSpec { input: Input::Matrix(same), ld_out: same, ..spec };
                for (spec, operands) in [(spec, &apart), (on_itself, &in_place)] {
                    let random = &mut bench.random;
                    let case = chain::<T>(&spec, operands, || random.below(1 << 20) as f64 / 131_072.0 - 4.0);
                    if first < EXACT.len() {
                        bench.check(&case);
                    } else {
                        bench.check_by(&case, accepted(&spec, &case));
                    }
                }
            }
        }
        println!("{} right, {} refused", bench.right, bench.refused);
    }
}

/// From the other types.
fn every_conversion<T: Element>() {
    if T::DTYPE == DType::F32 {
        conversions_of::<f64, T>();
    } else {
        conversions_of::<f32, T>();
    }
    conversions_of::<F16, T>();
    conversions_of::<T, F16>();
}

fn conversions_of<F: Element, T: Element>() {
    let mut given: Vec<f64> = special_values::<F>().into_iter().chain(special_values::<T>()).collect();
    given.extend([1.0 + f64::from(f32::EPSILON) / 2.0, f64::from(f32::MAX) * 1.000_000_1]);
    for mut bench in benches("wide_convert") {
        for nth in (0..MOST * MOST).step_by(nightly::scaled(83, 1)) {
            let orientation = [Orientation::Same, Orientation::Transposed][nth / 5 % 2];
            let shape = (nth / MOST + 1, nth % MOST + 1);
            let spec = convert_spec((F::DTYPE, T::DTYPE), shape, [nth % 3, nth % 4], orientation);
            let random = &mut bench.random;
            let case = convert::<F, T>(&spec, || match random.below(4) {
                0 => given[random.below(given.len() as u64) as usize],
                _ => random.number::<f32>() * (1.0 + random.below(1 << 12) as f64 * 2f64.powi(-36)),
            });
            bench.check_conversion(&case);
        }
    }
}

/// What a bench finds: a function that writes outside of its output, or that is wrong.
#[test]
#[should_panic(expected = "are in no region")]
fn an_access_outside_of_operands_is_found() {
    let mut bench = Interpreted::new("wide_outside", targets().next().expect("a target"));
    let spec = unary_spec::<f32>(UnaryOp::relu(), (9, 1), Orientation::Same, [0, 0]);
    let mut case: Case<f32> = unary(&spec, || 1.0);
    case.buffers[1].pop();
    bench.check(&case);
}
