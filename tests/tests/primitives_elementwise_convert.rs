//! Kernels that convert between narrow types, single and double precision, run on the machine at hand,
//! against the conversions of the compiler and of [`tensmith_core::narrow`]: bit-exact, with inaccessible
//! pages on either side of both operands.

use tensmith_core::kernel::spec::Orientation::{self, Same, Transposed};
use tensmith_core::reference::Element;
use tensmith_core::{BF16, F16};
use tensmith_tests::bench::Bench;
use tensmith_tests::elementwise::{convert, convert_spec, special_values};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;

/// Any number of a type, or one close to it in double precision.
fn any<F: Element>(random: &mut SplitMix) -> f64 {
    let offset = 1.0 + random.below(1 << 12) as f64 * 2f64.powi(-36);
    F::from_bits(random.bits()).to_f64() * offset
}

/// All m×n of up to 33 rows and columns at night, else a share with each number of rows and of columns;
/// tight and loose.
fn every_shape<F: Element, T: Element>(test: &str, orientation: Orientation) {
    let (mut random, mut bench) = (SplitMix::seeded(test, 1), Bench::here(test));
    for nth in (0..33 * 33).step_by(nightly::scaled(19, 1)) {
        let (m, n) = (nth / 33 + 1, nth % 33 + 1);
        for more in [[0, 0], [0, 3], [1, 0]] {
            let spec = convert_spec((F::DTYPE, T::DTYPE), (m, n), more, orientation);
            let narrow = nth % 2 == 0;
            bench.check_conversion(&convert::<F, T>(&spec, || match narrow {
                true => any::<F16>(&mut random),
                false => any::<f32>(&mut random),
            }));
        }
    }
}

macro_rules! every_pair {
    ($($same:ident $transposed:ident $from:ident $to:ident;)*) => { $(
        #[test]
        fn $same() {
            every_shape::<$from, $to>(stringify!($same), Same);
        }

        #[test]
        fn $transposed() {
            every_shape::<$from, $to>(stringify!($transposed), Transposed);
        }
    )* };
}

every_pair! {
    double_to_single double_to_single_transposed f64 f32;
    single_to_double single_to_double_transposed f32 f64;
    half_to_single half_to_single_transposed F16 f32;
    single_to_half single_to_half_transposed f32 F16;
    half_to_double half_to_double_transposed F16 f64;
    double_to_half double_to_half_transposed f64 F16;
    bfloat_to_single bfloat_to_single_transposed BF16 f32;
    single_to_bfloat single_to_bfloat_transposed f32 BF16;
    bfloat_to_double bfloat_to_double_transposed BF16 f64;
    double_to_bfloat double_to_bfloat_transposed f64 BF16;
    bfloat_to_half bfloat_to_half_transposed BF16 F16;
    half_to_bfloat half_to_bfloat_transposed F16 BF16;
}

/// Numbers half-way between two of a type, and their neighbours.
fn ties<T: Element>() -> Vec<f64> {
    let half = T::ROUNDOFF;
    let neighbours = [1.0, 1.0 - f64::EPSILON / 2.0, 1.0 + f64::EPSILON];
    let ties =
        [1.0 + half, 1.0 + 3.0 * half, T::LARGEST * (1.0 + half / 2.0), T::TINIEST / 2.0, T::TINIEST * 1.5];
    ties.into_iter().flat_map(|tie| neighbours.map(|factor| tie * factor)).flat_map(|x| [x, -x]).collect()
}

fn special<F: Element, T: Element>(values: &[f64], bench: &mut Bench) {
    for ((m, n), orientation) in [(values.len(), 1), (1, values.len()), (9, 6)]
        .into_iter()
        .flat_map(|shape| [(shape, Same), (shape, Transposed)])
    {
        let mut given = values.iter().copied().cycle();
        let spec = convert_spec((F::DTYPE, T::DTYPE), (m, n), [1, 0], orientation);
        bench.check_conversion(&convert::<F, T>(&spec, || given.next().expect("no end")));
    }
}

/// Numbers half-way between two, just beyond the greatest one, in the subnormal range; of any type.
#[test]
fn special_values_are_rounded_once() {
    let mut values = [special_values::<F16>(), special_values::<f32>(), special_values::<f64>()].concat();
    values.extend(special_values::<BF16>());
    values.extend([ties::<BF16>(), ties::<F16>(), ties::<f32>()].concat());
    // What single precision rounds to the middle of two of the smallest numbers of bfloat16.
    values.extend([1.5, 0.5, 2.5].map(|tie| BF16::TINIEST * tie * (1.0 + 2f64.powi(-30))));
    values.extend([1.5, 0.5, 2.5].map(|tie| BF16::TINIEST * tie * (1.0 - 2f64.powi(-30))));
    // What single precision rounds to the middle of two numbers of half precision.
    values.extend([1.0 + 2f64.powi(-11) + 2f64.powi(-30), 1.0 + 2f64.powi(-11) - 2f64.powi(-30)]);
    let mut bench = Bench::here("convert_special");
    special::<f64, f32>(&values, &mut bench);
    special::<f32, f64>(&values, &mut bench);
    special::<f64, F16>(&values, &mut bench);
    special::<F16, f64>(&values, &mut bench);
    special::<f32, F16>(&values, &mut bench);
    special::<F16, f32>(&values, &mut bench);
    special::<f64, BF16>(&values, &mut bench);
    special::<BF16, f64>(&values, &mut bench);
    special::<f32, BF16>(&values, &mut bench);
    special::<BF16, f32>(&values, &mut bench);
    special::<F16, BF16>(&values, &mut bench);
    special::<BF16, F16>(&values, &mut bench);
}
