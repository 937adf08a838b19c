//! Kernels that convert between single and double precision, run on AArch64, against the conversions of the
//! compiler: bit-exact, with inaccessible pages on either side of both operands.
#![cfg(target_arch = "aarch64")]
#![allow(unsafe_code)]

use tensmith_core::Target;
use tensmith_core::kernel::spec::Stride;
use tensmith_core::kernel::{ConvertSpec, KernelSpec};
use tensmith_core::reference::{self, Element};
use tensmith_tests::elementwise::special_values;
use tensmith_tests::guard::{ENDS, Guarded};
use tensmith_tests::random::SplitMix;
use tensmith_tests::ulp::steps;
use tensmith_tests::{kernels, nightly};

/// What lies between the columns of the output, and stays there.
const GAP: f64 = 0.125;

/// Two operands between inaccessible pages.
struct Operands([Guarded; 2]);

impl Operands {
    fn new() -> Self {
        Self([(); 2].map(|()| Guarded::new(20_000)))
    }

    /// Converts `elements` by a kernel with fixed leading dimensions, and by one that gets them at each call.
    fn check<F: Element, T: Element>(
        &mut self,
        (m, n): (usize, usize),
        [ld_in, ld_out]: [usize; 2],
        mut element: impl FnMut() -> f64,
    ) {
        let fixed =
            ConvertSpec { to: T::DTYPE, m, n, ld_in: Stride::Fixed(ld_in), ld_out: Stride::Fixed(ld_out) };
        let open = ConvertSpec { ld_in: Stride::Runtime, ld_out: Stride::Runtime, ..fixed };
        let before: Vec<F> = (0..(n - 1) * ld_in + m).map(|_| F::from_f64(element())).collect();
        let gaps = vec![T::from_f64(GAP); (n - 1) * ld_out + m];
        let mut after = gaps.clone();
        reference::convert(&fixed, &before, &mut after).expect("operands fit");
        for (spec, flush) in [fixed, open].into_iter().flat_map(|spec| ENDS.map(|flush| (spec, flush))) {
            let spec = KernelSpec::Convert(spec);
            let code = kernels::code(&kernels::registry(), &spec, &Target::generic());
            let kernel = kernels::publish(&code);
            let [input, out] = &mut self.0;
            let (input, out) = (input.slice::<F>(before.len(), flush), out.slice::<T>(gaps.len(), flush));
            input.copy_from_slice(&before);
            out.copy_from_slice(&gaps);
            let arguments = [input.as_ptr() as usize, out.as_mut_ptr() as usize, ld_in, ld_out];
            // SAFETY: both operands have the sizes that the spec says.
            unsafe { kernels::call(&kernel, &arguments) };
            for (at, (found, expected)) in out.iter().zip(&after).enumerate() {
                let [x, y] = [found, expected].map(|number| number.to_f64());
                assert_eq!(steps(*found, *expected), 0, "{spec}, {flush:?}: element {at} is {x}, not {y}");
            }
        }
    }
}

/// Any number of single precision, or one that lies beside it in double precision.
fn any(random: &mut SplitMix) -> f64 {
    let beside = 1.0 + random.below(1 << 12) as f64 * 2f64.powi(-36);
    f64::from(f32::from_bits(random.bits() as u32)) * beside
}

/// All m×n of up to 33 rows and columns at night, else a share with each number of rows and of columns;
/// tight and loose.
fn every_shape<F: Element, T: Element>(test: &str) {
    let (mut random, mut operands) = (SplitMix::seeded(test, 1), Operands::new());
    for nth in (0..33 * 33).step_by(nightly::scaled(7, 1)) {
        let (m, n) = (nth / 33 + 1, nth % 33 + 1);
        for more in [[0, 0], [0, 3], [1, 0]] {
            operands.check::<F, T>((m, n), more.map(|more| m + more), || any(&mut random));
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
    let mut operands = Operands::new();
    for (m, n) in [(values.len(), 1), (1, values.len()), (9, 6)] {
        let mut given = values.iter().copied().cycle();
        operands.check::<f64, f32>((m, n), [m, m + 1], || given.next().expect("no end"));
        operands.check::<f32, f64>((m, n), [m + 1, m], || given.next().expect("no end"));
    }
}
