//! How near functions of single precision are to the exact results: all inputs at night, else a share of
//! them, evaluated by the model of formulas and compared with functions of double precision that are
//! not ours.

use tensmith_core::DType;
use tensmith_core::kernel::op::{Expression, MAX_PARAMETERS, Op, Parameter, UnaryOp};
use tensmith_core::reference::{Element, Model};
use tensmith_tests::{nightly, ulp};

/// The greatest error of `op` and where it is, over inputs with bits that are `stride` apart.
fn worst(op: UnaryOp, exact: impl Fn(f64) -> f64, stride: usize) -> (f64, f32) {
    let mut expression = Expression::new(DType::F32);
    let x = expression.input(0).expect("memory");
    let result = op.write(&mut expression, [x]).expect("memory");
    let mut model = Model::new(&expression, result, [0.0; MAX_PARAMETERS]).expect("a formula");
    let (mut inputs, mut results) = ([0.0f32; 1024], [0.0f32; 1024]);
    let mut bits = (0..=u32::MAX).step_by(stride);
    let mut worst = (0.0, 0.0);
    while bits.len() > 0 {
        let count =
            inputs.iter_mut().zip(&mut bits).map(|(input, bits)| *input = f32::from_bits(bits)).count();
        let (inputs, results) = (&inputs[..count], &mut results[..count]);
        model.run(&[inputs], results).expect("as many inputs as results");
        for (input, result) in inputs.iter().zip(results) {
            let error = ulp::error(*result, exact(input.to_f64()));
            if error > worst.0 || error.is_nan() {
                worst = (error, *input);
            }
            assert!(!error.is_nan(), "{op} of {input:?} is {result:?}");
        }
    }
    worst
}

/// Asserts that `op` is as near as it says.
fn is_near(op: UnaryOp, exact: impl Fn(f64) -> f64) {
    let (error, input) = worst(op, exact, nightly::scaled(10_007, 1));
    println!("{op}: {error:.3} units in the last place off for {input:?}");
    assert!(error <= op.operation().error, "{op} of {input:?}: {error}");
}
