//! The model of formulas on the host computes what kernels compute, bit for bit.

use tensmith_core::Float;
use tensmith_core::kernel::op::{BinaryOp, Expression, MAX_PARAMETERS, Op, Parameter, TernaryOp, UnaryOp};
use tensmith_core::kernel::spec::Orientation;
use tensmith_core::reference::Model;
use tensmith_tests::bench::{Bench, Case};
use tensmith_tests::elementwise::{
    SPECIAL, binary, binary_spec, special_values, ternary, ternary_spec, unary, unary_spec,
};
use tensmith_tests::random::SplitMix;
use tensmith_tests::{nightly, ops};

const PARAMETERS: [f64; MAX_PARAMETERS] = [0.3, 0.75];

/// `case` with the model's results instead of the reference's.
fn modelled<T: Float, const INPUTS: usize>(op: Op<INPUTS>, case: Case<T>) -> Case<T> {
    let mut expression = Expression::new(T::DTYPE);
    let inputs = std::array::from_fn(|nth| expression.input(nth).expect("memory"));
    let result = op.write(&mut expression, inputs).expect("memory");
    let mut model = Model::<T>::new(&expression, result, PARAMETERS.map(T::from_f64)).expect("a formula");
    let inputs: Vec<_> = case.buffers[..case.buffers.len() - 1].iter().map(Vec::as_slice).collect();
    let mut after = case.after.clone();
    if op.operation().reads_inputs {
        model.run(&inputs, &mut after).expect("inputs as long as the output");
    }
    Case { after, ..case }
}

/// Special values and random bits, for every operation.
fn kernels_compute_what_the_model_does<T: Float>() {
    let mut bench = Bench::here("reference_expression");
    let shape = (SPECIAL + nightly::scaled(2000, 20_000), 1);
    let parameters = PARAMETERS.map(Parameter::fixed);
    for op in ops::with_parameters(UnaryOp::ALL, parameters) {
        let spec = unary_spec::<T>(op, shape, Orientation::Same, [0, 0]);
        let case = unary::<T>(&spec, numbers::<T>(&mut bench.random));
        bench.check_bits(&modelled(op, case));
    }
    for op in ops::with_parameters(BinaryOp::ALL, parameters) {
        let spec = binary_spec::<T>(op, shape, [0, 0, 0]);
        let case = binary::<T>(&spec, [0, 1, 2], numbers::<T>(&mut bench.random));
        bench.check_bits(&modelled(op, case));
    }
    for op in ops::with_parameters(TernaryOp::ALL, parameters) {
        let spec = ternary_spec::<T>(op, shape, [0; 4]);
        let case = ternary::<T>(&spec, [0, 1, 2, 3], numbers::<T>(&mut bench.random));
        bench.check_bits(&modelled(op, case));
    }
}

/// The special values, then numbers with random bits, numbers that are not far from 1, and small integers.
fn numbers<T: Float>(random: &mut SplitMix) -> impl FnMut() -> f64 {
    let mut special = special_values::<T>().into_iter();
    move || {
        special.next().unwrap_or_else(|| match random.below(3) {
            0 => random.number::<T>(),
            1 => random.below(255) as f64 - 127.0,
            _ => random.below(1 << 40) as f64 / f64::from(1 << 30) / 64.0 - 8.0,
        })
    }
}

#[test]
fn kernels_of_single_precision_compute_what_the_model_does() {
    kernels_compute_what_the_model_does::<f32>();
}

#[test]
fn kernels_of_double_precision_compute_what_the_model_does() {
    kernels_compute_what_the_model_does::<f64>();
}
