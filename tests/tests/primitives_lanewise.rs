//! Multiplications side by side, run on the machine at hand, against the scalar reference, with inaccessible
//! pages on either side of every operand: bit-exact on integers, within the bound on other numbers.

use tensmith_core::kernel::LanewiseSpec;
use tensmith_core::reference::Element;
use tensmith_tests::bench::Bench;
use tensmith_tests::lanewise::{STARTS, lanewise, lanewise_spec};
use tensmith_tests::random::SplitMix;
use tensmith_tests::{here, nightly};

/// Integers, whose sums of products are exact; none is zero, as zeros of different signs
/// are summed to either.
fn integers(random: &mut SplitMix) -> impl FnMut() -> f64 {
    || match random.below(16) {
        nth if nth < 8 => nth as f64 - 8.0,
        nth => nth as f64 - 7.0,
    }
}

fn check<T: Element>(bench: &mut Bench, spec: &LanewiseSpec) {
    let (case, _) = lanewise::<T>(spec, integers(&mut bench.random));
    bench.check_bits(&case);
}

/// All of M, N and K from 1 to 9, in numbers of lanes that fill up to four vectors and do not, with and
/// without gaps: all of them at night, else a share in which each extent occurs in each place.
fn every_shape<T: Element>() {
    let mut bench = Bench::here("primitives_lanewise");
    let share = nightly::one_of(7);
    let cubes = (0..9 * 9 * 9).map(|nth| [nth / 81 + 1, nth / 9 % 9 + 1, nth % 9 + 1]);
    for (nth, extents) in cubes.enumerate().filter(|(nth, _)| nth % share == 0) {
        for count in (1..=19).skip(nth % 3).step_by(3) {
            for start in STARTS {
                check::<T>(&mut bench, &lanewise_spec::<T>(extents, count, start, [0, 0, 0]));
                check::<T>(&mut bench, &lanewise_spec::<T>(extents, count, start, [1, 2, 3]));
            }
        }
    }
}

#[test]
fn every_shape_of_single_precision() {
    every_shape::<f32>();
}

#[test]
fn every_shape_of_double_precision() {
    every_shape::<f64>();
}

/// Shapes of several tiles and blocks, on every core's forms of instructions; matrices whose rows no
/// immediate reaches, and such whose rows or columns are all the same.
fn large_shapes<T: Element>() {
    for target in here::executable() {
        let mut bench = Bench::new("lanewise_large", target);
        for nth in 0..nightly::scaled(8, 80) {
            let limits = [[20, 20, 9, 33], [9, 9, 40, 40], [3, 3, 3, 300], [30, 2, 20, 20]][nth % 4];
            let [m, n, k, count] = limits.map(|limit| 1 + bench.random.below(limit) as usize);
            let gaps = [(); 3].map(|()| bench.random.below(4) as usize);
            let start = STARTS[bench.random.below(2) as usize];
            let mut spec = lanewise_spec::<T>([m, n, k], count, start, gaps);
            match bench.random.below(4) {
                0 => spec.a.rows = 0,
                1 => spec.b.columns = 1,
                _ => {}
            }
            check::<T>(&mut bench, &spec);
            let (case, sums) = lanewise::<T>(&spec, || bench.random.bits() as f64 / u64::MAX as f64 - 0.5);
            bench.check_by(&case, |at, found| match sums[at] {
                Some(sum) => sum.accepts(found),
                None => found.to_bits() == case.after[at].to_bits(),
            });
        }
    }
}

#[test]
fn large_shapes_of_single_precision() {
    large_shapes::<f32>();
}

#[test]
fn large_shapes_of_double_precision() {
    large_shapes::<f64>();
}

/// Rows that are so far apart that no immediate reaches the next one.
#[test]
fn distant_rows() {
    let mut bench = Bench::here("lanewise_distant");
    for (start, count) in STARTS.into_iter().flat_map(|start| [1, 3, 4, 11].map(|count| (start, count))) {
        for (m, n, k) in [(2, 1, 1), (1, 2, 2), (2, 2, 2)] {
            let gaps = [20_000, 20_001, 19_000].map(|gap| gap - count);
            check::<f32>(&mut bench, &lanewise_spec::<f32>([m, n, k], count, start, gaps));
        }
    }
}
