//! Powers of integers, evaluated by the model of formulas on the host.

use tensmith_conformance::ulp;
use tensmith_core::Float;
use tensmith_core::kernel::op::{BinaryOp, Expression, MAX_PARAMETERS};
use tensmith_core::reference::Model;
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;

const LIMIT: i32 = 127;

/// The results of kernels for pairs.
fn powers<T: Float>(pairs: &[(T, f64)]) -> Vec<T> {
    let mut expression = Expression::new(T::DTYPE);
    let inputs = std::array::from_fn(|nth| expression.input(nth).expect("memory"));
    let result = BinaryOp::power().write(&mut expression, inputs).expect("memory");
    let mut model = Model::new(&expression, result, [T::ONE; MAX_PARAMETERS]).expect("a formula");
    let (numbers, exponents): (Vec<T>, Vec<T>) = pairs.iter().map(|(x, n)| (*x, T::from_f64(*n))).unzip();
    let mut results = vec![T::ZERO; pairs.len()];
    model.run(&[&numbers, &exponents], &mut results).expect("as many inputs as results");
    results
}

/// Numbers with random bits, alternating with numbers near 1, with exponents in range.
fn pairs<T: Float>(seed: u64) -> Vec<(T, f64)> {
    let mut random = SplitMix::new(seed);
    let near_one = |random: &mut SplitMix| 0.25 + random.below(1 << 40) as f64 / (1_u64 << 39) as f64;
    let mut pair = |nth| {
        let x = if nth % 2 == 0 { random.number::<T>() } else { near_one(&mut random) };
        (T::from_f64(x), random.below(255) as f64 - f64::from(LIMIT))
    };
    (0..nightly::scaled(100_000, 10_000_000)).map(&mut pair).collect()
}

#[test]
fn powers_of_single_precision_are_near() {
    let pairs = pairs::<f32>(31);
    let mut worst = (0.0, (0.0, 0.0));
    for (pair, found) in pairs.iter().zip(powers(&pairs)) {
        let error = ulp::error(found, f64::from(pair.0).powf(pair.1));
        assert!(!error.is_nan(), "{pair:?}: {found}");
        worst = if error > worst.0 { (error, *pair) } else { worst };
    }
    println!("power: at most {} units in the last place off, for {:?}", worst.0, worst.1);
    assert!(worst.0 <= BinaryOp::power().operation().error, "{worst:?}");
}

/// The host's own power is itself not always the nearest number.
#[test]
fn powers_of_double_precision_are_those_of_the_host_or_next_to_them() {
    let pairs = pairs::<f64>(32);
    for (pair, found) in pairs.iter().zip(powers(&pairs)) {
        assert!(ulp::steps(found, pair.0.powf(pair.1)) <= 1, "{pair:?}: {found}");
    }
}

#[test]
fn powers_that_are_numbers_are_exact() {
    let integers = (-40..=40_i64).flat_map(|x| (0..=24).map(move |n| (x, n)));
    let exact: Vec<_> = integers
        .filter_map(|(x, n)| Some((x, n, x.checked_pow(n)?)))
        .filter(|(.., power)| power.unsigned_abs() <= 1 << 24)
        .collect();
    assert!(exact.len() > 300, "{}", exact.len());
    let pairs: Vec<_> = exact.iter().map(|(x, n, _)| (*x as f64, f64::from(*n))).collect();
    let singles: Vec<_> = pairs.iter().map(|(x, n)| (*x as f32, *n)).collect();
    for ((case, single), double) in exact.iter().zip(powers(&singles)).zip(powers(&pairs)) {
        assert_eq!((f64::from(single), double), (case.2 as f64, case.2 as f64), "{case:?}");
    }
}

#[test]
fn exponents_that_are_no_integers_in_range_make_no_number() {
    let exponents = [0.5, -1.5, 128.0, -128.0, 1e10, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let pairs: Vec<_> = exponents.into_iter().flat_map(|n| [1.0, 0.0, -2.0].map(|x| (x, n))).collect();
    assert!(powers::<f64>(&pairs).into_iter().all(f64::is_nan));
}

#[test]
fn what_is_no_number_to_the_power_of_0_is_1() {
    let numbers = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0];
    assert_eq!(powers(&numbers.map(|x| (x, 0.0))), [1.0; 5]);
    assert_eq!(powers(&numbers.map(|x| (x, -0.0))), [1.0; 5]);
}
