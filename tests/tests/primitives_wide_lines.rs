//! Reductions, gathers and multiplications side by side for machines with vectors of 32 and 64 bytes,
//! interpreted, against the scalar reference: bit-exact on numbers that no order rounds, within
//! the bound on others.

use tensmith_conformance::gather::{gather, gather_spec};
use tensmith_core::Target;
use tensmith_core::kernel::spec::{Fold, Indexed, Lines, Reduction};
use tensmith_core::reference::Element;
use tensmith_tests::elementwise::special_values;
use tensmith_tests::lanewise::{STARTS, lanewise, lanewise_spec};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;
use tensmith_tests::reduce::{LINES, reduce, reduce_spec, reductions};
use tensmith_tests::wide::{Interpreted, targets};

const MOST: usize = 40;

/// A bench for each machine; and one for AArch64, whose functions are known to be right.
fn benches(test: &str) -> Vec<Interpreted> {
    targets().chain([Target::generic()]).map(|target| Interpreted::new(test, target)).collect()
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
    reductions_of_every_shape every_reduction;
    reductions_of_long_lines long_reductions;
    special_values_in_lines every_special_value;
    places_are_the_first every_pair_of_places;
    gathers_and_scatters every_gather;
    lanewise_multiplications every_lanewise;
}

/// Every reduction of columns and of rows.
fn all() -> Vec<(Reduction, Lines)> {
    reductions(0).into_iter().flat_map(|reduction| LINES.map(|lines| (reduction, lines))).collect()
}

/// Numbers whose sums and products are exact in any order: integers, and for products powers of two.
/// None is zero, as zeros of different signs are summed to either.
fn exact(reduction: Reduction, random: &mut SplitMix) -> impl FnMut() -> f64 {
    let is_product = matches!(reduction, Reduction::Fold(Fold::Product, _));
    move || match random.below(16) {
        nth if is_product => [1.0, -1.0, 2.0, 0.5][nth as usize % 4],
        nth if nth < 8 => nth as f64 - 8.0,
        nth => nth as f64 - 7.0,
    }
}

fn every_reduction<T: Element>() {
    let share = nightly::scaled(211, 1);
    for mut bench in benches("wide_reduce") {
        for (first, (reduction, lines)) in all().into_iter().enumerate() {
            for nth in (first % share..MOST * MOST).step_by(share) {
                let spec =
                    reduce_spec::<T>(reduction, lines, (nth / MOST + 1, nth % MOST + 1), [nth % 2, nth % 3]);
                let (case, _) = reduce::<T>(&spec, exact(reduction, &mut bench.random));
                bench.check(&case);
            }
        }
        assert_eq!(bench.refused, 0);
    }
}

fn long_reductions<T: Element>() {
    for mut bench in benches("wide_reduce_long") {
        for (reduction, lines) in all() {
            for _ in 0..nightly::scaled(2, 100) {
                let limits = [[900, 20], [20, 300], [300, 120]][bench.random.below(3) as usize];
                let [m, n] = limits.map(|limit| 1 + bench.random.below(limit) as usize);
                let more = [(); 2].map(|()| bench.random.below(9) as usize);
                let spec = reduce_spec::<T>(reduction, lines, (m, n), more);
                let (case, _) = reduce::<T>(&spec, exact(reduction, &mut bench.random));
                bench.check(&case);
                let random = &mut bench.random;
                let (case, expected) =
                    reduce::<T>(&spec, || random.bits() as f64 / u64::MAX as f64 * 2.0 - 1.0);
                bench.check_by(&case, |line, found| expected[line].accepts(found));
            }
        }
    }
}

/// Whether it depends on the order which infinity, if any, a sum with such a number becomes.
fn overflows<T: Element>(reduction: Reduction, value: f64) -> bool {
    let is_exact = matches!(reduction, Reduction::Fold(Fold::Max | Fold::Min, _) | Reduction::ArgMax);
    !is_exact && value.is_finite() && value.abs() == T::LARGEST
}

fn every_special_value<T: Element>() {
    for mut bench in benches("wide_reduce_special") {
        for (reduction, lines) in all() {
            let mut values = special_values::<T>().to_vec();
            values.retain(|value| !overflows::<T>(reduction, *value));
            for length in [1, 2, 3, 5, 7, 8, 11, 15, 16, 17, 31, 40] {
                let (m, n) = if lines == Lines::Columns { (length, 11) } else { (19, length) };
                let spec = reduce_spec::<T>(reduction, lines, (m, n), [1, 2]);
                let random = &mut bench.random;
                let element = || match random.below(length as u64) {
                    0 => values[random.below(values.len() as u64) as usize],
                    _ => random.below(5) as f64 - 2.0,
                };
                let (case, expected) = reduce::<T>(&spec, element);
                bench.check_by(&case, |line, found| expected[line].accepts(found));
            }
        }
    }
}

/// Of equal numbers the first, of NaNs the first: at every pair of places of a line.
fn every_pair_of_places<T: Element>() {
    for mut bench in benches("wide_places") {
        for lines in LINES {
            for length in nightly::scaled(vec![1, 13, 37], (1..80).collect()) {
                let (m, n) = if lines == Lines::Columns { (length, 1) } else { (1, length) };
                let spec = reduce_spec::<T>(Reduction::ArgMax, lines, (m, n), [0, 0]);
                for (first, second) in (0..length).flat_map(|i| (i..length).map(move |j| (i, j))) {
                    for (rest, special) in [(1.0, 3.0), (-0.0, 0.0), (f64::INFINITY, f64::NAN)] {
                        let mut at = 0..;
                        let (case, _) = reduce::<T>(&spec, || {
                            let at = at.next().expect("numbers do not end");
                            if at == first || at == second { special } else { rest }
                        });
                        let place = if special == 0.0 { 0 } else { first };
                        assert_eq!(case.after[0].to_bits(), place as u64);
                        bench.check(&case);
                    }
                }
            }
        }
    }
}

/// Indices at random, some of which are equal; also of columns that take a loop, with every rest.
fn every_gather<T: Element>() {
    let values = special_values::<T>();
    for mut bench in benches("wide_gather") {
        let short =
            (0..MOST * MOST).step_by(nightly::scaled(139, 1)).map(|nth| (nth / MOST + 1, nth % MOST + 1));
        let long = (90..420).step_by(nightly::scaled(19, 1)).map(|m| (m, 3));
        for (nth, shape) in short.chain(long).enumerate() {
            for indexed in [Indexed::Input, Indexed::Output] {
                let spec = gather_spec::<T>(indexed, shape, [nth % 2, nth % 3]);
                let random = &mut bench.random;
                let count = 1 + random.below(2 * shape.1 as u64) as usize;
                let indices: Vec<u64> = (0..shape.1).map(|_| random.below(count as u64)).collect();
                let case = gather::<T>(&spec, (&indices, count), || match random.below(8) {
                    0 => values[random.below(values.len() as u64) as usize],
                    _ => random.below(1 << 20) as f64,
                });
                bench.check(&case);
            }
        }
        assert_eq!(bench.refused, 0);
    }
}

/// Small cubes in all numbers of lanes, then several tiles and blocks; rows or columns that are all the same,
/// and rows that are far apart.
fn every_lanewise<T: Element>() {
    for mut bench in benches("wide_lanewise") {
        for nth in (0..6 * 6 * 6).step_by(nightly::scaled(13, 1)) {
            let extents = [nth / 36 + 1, nth / 6 % 6 + 1, nth % 6 + 1];
            for (count, start) in (1 + nth % 3..=37).step_by(3).zip(STARTS.into_iter().cycle()) {
                check_lanewise::<T>(
                    &mut bench,
                    (extents, count),
                    (start, [nth % 2, nth % 3, nth % 4]),
                    nth % 4,
                );
            }
        }
        for nth in 0..nightly::scaled(6, 120) {
            let limits = [[20, 20, 9, 70], [9, 9, 40, 90], [3, 3, 3, 600], [30, 2, 20, 40]][nth % 4];
            let [m, n, k, count] = limits.map(|limit| 1 + bench.random.below(limit) as usize);
            let gaps = [(); 3].map(|()| bench.random.below(4) as usize);
            let start = STARTS[bench.random.below(2) as usize];
            check_lanewise::<T>(&mut bench, ([m, n, k], count), (start, gaps), nth / 4);
        }
        assert_eq!(bench.refused, 0);
    }
}

fn check_lanewise<T: Element>(
    bench: &mut Interpreted,
    (extents, count): ([usize; 3], usize),
    (start, gaps): (tensmith_core::kernel::spec::Start, [usize; 3]),
    kind: usize,
) {
    let mut spec = lanewise_spec::<T>(extents, count, start, gaps);
    match kind {
        0 => spec.a.rows = 0,
        1 => spec.b.columns = 1,
        _ => {}
    }
    let random = &mut bench.random;
    let (case, _) = lanewise::<T>(&spec, || match random.below(16) {
        nth if nth < 8 => nth as f64 - 8.0,
        nth => nth as f64 - 7.0,
    });
    bench.check(&case);
    let random = &mut bench.random;
    let (case, sums) = lanewise::<T>(&spec, || random.bits() as f64 / u64::MAX as f64 - 0.5);
    bench.check_by(&case, |at, found| match sums[at] {
        Some(sum) => sum.accepts(found),
        None => found.to_bits() == case.after[at].to_bits(),
    });
}
