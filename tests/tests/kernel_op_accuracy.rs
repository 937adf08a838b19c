//! How near functions are to exact results, evaluated by the model of formulas on the host.
//!
//! Single precision: all inputs at night, else a share of them, against functions of double precision
//! that are not ours. Double precision: recorded results of mpmath (`tools/exact_functions.py`).

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI};

use tensmith_conformance::ulp;
use tensmith_core::Float;
use tensmith_core::kernel::op::{Expression, MAX_PARAMETERS, Op, Parameter, UnaryOp};
use tensmith_core::reference::Model;
use tensmith_tests::nightly;

/// The function called `name`, with parameters of 1.
fn named(name: &str) -> UnaryOp {
    let operation = UnaryOp::named(name).expect("a function");
    Op::new(operation, &vec![Parameter::fixed(1.0); operation.parameters.len()]).expect("as many as it takes")
}

/// The results of kernels for `inputs`, in parts: `found` gets inputs and results.
fn evaluate<T: Float>(op: UnaryOp, mut inputs: impl Iterator<Item = T>, mut found: impl FnMut(T, T)) {
    let mut expression = Expression::new(T::DTYPE);
    let x = expression.input(0).expect("memory");
    let result = op.write(&mut expression, [x]).expect("memory");
    let mut model = Model::new(&expression, result, [T::ONE; MAX_PARAMETERS]).expect("a formula");
    let mut results = [T::ZERO; 1024];
    loop {
        let part: Vec<T> = inputs.by_ref().take(results.len()).collect();
        if part.is_empty() {
            return;
        }
        let results = &mut results[..part.len()];
        model.run(&[&part], results).expect("as many inputs as results");
        part.iter().zip(results).for_each(|(input, result)| found(*input, *result));
    }
}

/// Asserts that a function of single precision is as near to `exact` as it says.
fn is_near(name: &str, exact: impl Fn(f64) -> f64) {
    let op = named(name);
    let inputs = (0..=u32::MAX).step_by(nightly::scaled(10_007, 1)).map(f32::from_bits);
    let mut worst = (0.0, 0.0);
    evaluate(op, inputs, |input: f32, result| {
        let error = ulp::error(result, exact(input.into()));
        assert!(!error.is_nan(), "{op} of {input:?} is {result:?}");
        if error > worst.0 {
            worst = (error, input);
        }
    });
    println!("{op}: at most {:.3} units in the last place off, for {:?}", worst.0, worst.1);
    assert!(worst.0 <= op.operation().error, "{op}: {worst:?}");
}

/// `x / (1 + e^-y)`, where `x` has the sign of `y`.
fn gated(x: f64, y: f64) -> f64 {
    match y.exp() {
        // Far below, `x` may be infinite.
        0.0 => -0.0,
        power if y < 0.0 => x * power / (1.0 + power),
        _ => x / (1.0 + (-y).exp()),
    }
}

#[test]
fn powers_of_e() {
    is_near("exp", f64::exp);
}

#[test]
fn powers_of_2() {
    is_near("exp2", f64::exp2);
}

#[test]
fn powers_of_e_less_1() {
    is_near("expm1", f64::exp_m1);
}

#[test]
fn sigmoids() {
    is_near("sigmoid", |x| gated(1.0, x).abs());
}

#[test]
fn silus() {
    is_near("silu", |x| gated(x, x));
}

#[test]
fn hyperbolic_tangents() {
    is_near("tanh", f64::tanh);
}

#[test]
fn elus() {
    is_near("elu", |x| if x > 0.0 { x } else { x.exp_m1() });
}

#[test]
fn reciprocal_square_roots() {
    is_near("reciprocal_square_root", |x| 1.0 / x.sqrt());
}

#[test]
fn logarithms() {
    is_near("log", f64::ln);
}

#[test]
fn logarithms_of_1_and_more() {
    is_near("log1p", f64::ln_1p);
}

#[test]
fn sines() {
    is_near("sin", f64::sin);
}

#[test]
fn cosines() {
    is_near("cos", f64::cos);
}

/// Near multiples of a quarter turn, the last bits of `x` and those of π decide: the numbers that are nearest
/// to one, of single and of double precision (Muller, "Elementary Functions", 3rd edition, table 11.1), and
/// numbers at either end of what is far.
#[test]
fn sines_are_near_where_they_are_nearly_zero() {
    let single = [f32::from_bits(0x6f79_be45), f32::MAX, 2f32.powi(21), 262_143.98, 262_144.0];
    for name in ["sin", "cos"] {
        let exact = if name == "sin" { f64::sin } else { f64::cos };
        evaluate(named(name), single.into_iter(), |input, result: f32| {
            let error = ulp::error(result, exact(input.into()));
            assert!(error <= 1.5, "{name} of {input:?}: {result:?}, {error} units off");
        });
    }
    let double = 6_381_956_970_095_103.0 * 2f64.powi(797);
    evaluate(named("cos"), std::iter::once(double), |_, result: f64| {
        assert!((result / -4.687165924254628e-19 - 1.0).abs() < 3e-16, "{result:?}");
    });
}

#[test]
fn error_functions() {
    is_near("erf", libm::erf);
}

#[test]
fn gelus() {
    let tail = |x: f64| libm::erfc(-x * FRAC_1_SQRT_2);
    is_near("gelu", |x| if x < -40.0 { -0.0 } else { 0.5 * x * tail(x) });
}

/// The worst of all inputs where the ratio of the tail was a quotient up to 0.9: 2.523 units off.
#[test]
fn gelus_are_near_where_the_ratio_changes() {
    let exact = |x: f64| 0.5 * x * libm::erfc(-x * FRAC_1_SQRT_2);
    let bits = f32::to_bits(-0.7945803);
    let inputs = (bits - 100_000..bits + 100_000).map(f32::from_bits);
    evaluate(named("gelu"), inputs, |input: f32, result| {
        let error = ulp::error(result, exact(input.into()));
        assert!(error <= 2.5, "{input:?}: {result:?}, {error} units off");
    });
}

#[test]
fn gelus_by_tanh() {
    is_near("gelu_tanh", |x| gated(x, 2.0 * FRAC_2_PI.sqrt() * x * (1.0 + 0.044715 * x * x)));
}

#[test]
fn functions_of_double_precision_are_near_to_recorded_results() {
    let recorded = include_str!("../data/functions_f64.csv");
    let lines = recorded.lines().filter(|line| !line.starts_with('#')).skip(1);
    let number = |bits: &str| f64::from_bits(u64::from_str_radix(bits, 16).expect("bits"));
    let mut checked = 0;
    for line in lines {
        let [name, argument, exact, rest] = line.split(',').collect::<Vec<_>>().try_into().expect("four");
        let (op, exact, rest) = (named(name), number(exact), number(rest));
        evaluate(op, std::iter::once(number(argument)), |input: f64, result| {
            let unit = exact.abs().next_up() - exact.abs();
            let error = ((result - exact) - rest).abs() / unit;
            assert!(error <= op.operation().error, "{op} of {input:?}: {result:?} for {exact:?}, {error}");
            checked += 1;
        });
    }
    assert!(checked > 1000, "{checked}");
}
