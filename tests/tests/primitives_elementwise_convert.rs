//! Kernels that convert between single and double precision, run on the machine at hand, against the conversions of the
//! compiler: bit-exact, with inaccessible pages on either side of both operands.

use tensmith_core::reference::Element;
use tensmith_tests::bench::Bench;
use tensmith_tests::elementwise::{convert, convert_spec, special_values};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;

/// Any number of single precision, or one that lies beside it in double precision.
fn any(random: &mut SplitMix) -> f64 {
    let beside = 1.0 + random.below(1 << 12) as f64 * 2f64.powi(-36);
    f64::from(f32::from_bits(random.bits() as u32)) * beside
}

/// All m×n of up to 33 rows and columns at night, else a share with each number of rows and of columns;
/// tight and loose.
fn every_shape<F: Element, T: Element>(test: &str) {
    let (mut random, mut bench) = (SplitMix::seeded(test, 1), Bench::here(test));
    for nth in (0..33 * 33).step_by(nightly::scaled(7, 1)) {
        let (m, n) = (nth / 33 + 1, nth % 33 + 1);
        for more in [[0, 0], [0, 3], [1, 0]] {
            bench.check_conversion(&convert::<F, T>(&convert_spec::<T>((m, n), more), || any(&mut random)));
        }
    }
}

#[test]
fn every_shape_to_single_precision() {
    every_shape::<f64, f32>("convert_to_single");
}

#[test]
fn every_shape_to_double_precision() {
    every_shape::<f32, f64>("convert_to_double");
}

/// Numbers half-way between two, just beyond the greatest one, in the subnormal range; of either type.
#[test]
fn special_values_are_rounded_once() {
    let half = f64::from(f32::EPSILON) / 2.0;
    let ties = [1.0 + half, 1.0 + 3.0 * half, 1.0 + half * (1.0 + f64::EPSILON * 4.0)];
    let ends =
        [f64::from(f32::MAX) * (1.0 + half), 3.4028235677973366e38, f64::from(f32::from_bits(1)) / 2.0];
    let narrow = special_values::<f32>();
    let values: Vec<f64> = ties
        .into_iter()
        .chain(ends)
        .flat_map(|x| [x, -x])
        .chain(narrow)
        .chain(special_values::<f64>())
        .collect();
    let mut bench = Bench::here("convert_special");
    for (m, n) in [(values.len(), 1), (1, values.len()), (9, 6)] {
        let mut given = values.iter().copied().cycle();
        let mut element = || given.next().expect("no end");
        let (to_single, to_double) =
            (convert_spec::<f32>((m, n), [0, 1]), convert_spec::<f64>((m, n), [1, 0]));
        bench.check_conversion(&convert::<f64, f32>(&to_single, &mut element));
        bench.check_conversion(&convert::<f32, f64>(&to_double, &mut element));
    }
}
