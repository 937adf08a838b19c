//! Reductions, run on the machine at hand, against the scalar reference, with inaccessible pages on either
//! side of every operand: bit-exact on numbers that no order rounds, within the bound on others.

use tensmith_core::kernel::spec::{Fold, Lines, Reduction, Start};
use tensmith_core::reference::Element;
use tensmith_tests::bench::Bench;
use tensmith_tests::elementwise::special_values;
use tensmith_tests::random::SplitMix;
use tensmith_tests::reduce::{LINES, reduce, reduce_spec, reductions};
use tensmith_tests::{here, nightly};

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

fn any(random: &mut SplitMix) -> impl FnMut() -> f64 {
    || random.bits() as f64 / u64::MAX as f64 * 2.0 - 1.0
}

/// Each reduction of each m×n with up to 33 rows and columns: all of them at night, else a share in
/// which each reduction occurs, and each number of rows and of columns.
fn every_shape<T: Element>() {
    let mut bench = Bench::here("primitives_reduce");
    let all = all();
    let (count, share) = (all.len(), nightly::one_of(2 * all.len()));
    for (nth, (reduction, lines)) in all.into_iter().enumerate() {
        for shape in (nth * share / count..33 * 33).step_by(share).map(|nth| (nth / 33 + 1, nth % 33 + 1)) {
            let cases = [[0, 0], [1, 2]].map(|more| {
                let spec = reduce_spec::<T>(reduction, lines, shape, more);
                reduce::<T>(&spec, exact(reduction, &mut bench.random)).0
            });
            bench.check_both(&cases);
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

/// Lines that are long, or many, so that every loop runs more than once; on every core's forms of
/// instructions.
fn large_shapes<T: Element>() {
    for target in here::executable() {
        let mut bench = Bench::new("reduce_large", target);
        for (reduction, lines) in all() {
            for _ in 0..nightly::scaled(2, 40) {
                let limits = [[300, 20], [20, 300], [120, 120]][bench.random.below(3) as usize];
                let [m, n] = limits.map(|limit| 1 + bench.random.below(limit) as usize);
                let more = [(); 2].map(|()| bench.random.below(9) as usize);
                let spec = reduce_spec::<T>(reduction, lines, (m, n), more);
                let (case, _) = reduce::<T>(&spec, exact(reduction, &mut bench.random));
                bench.check_both(&[case]);
                let (case, expected) = reduce::<T>(&spec, any(&mut bench.random));
                bench.check_by(&case, |line, found| expected[line].accepts(found));
            }
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

/// Whether it depends on the order which infinity, if any, a sum with such a number becomes.
fn overflows<T: Element>(reduction: Reduction, value: f64) -> bool {
    let is_exact = matches!(reduction, Reduction::Fold(Fold::Max | Fold::Min, _) | Reduction::ArgMax);
    !is_exact && value.is_finite() && value.abs() == T::LARGEST
}

/// Lines with some special numbers at any place, the others being small.
fn special_values_in_lines<T: Element>() {
    let mut bench = Bench::here("reduce_special");
    for (reduction, lines) in all() {
        let mut values = special_values::<T>().to_vec();
        values.retain(|value| !overflows::<T>(reduction, *value));
        for length in [1, 2, 3, 4, 5, 7, 8, 11, 19, 40] {
            let (m, n) = if lines == Lines::Columns { (length, 7) } else { (7, length) };
            let spec = reduce_spec::<T>(reduction, lines, (m, n), [1, 2]);
            for _ in 0..nightly::scaled(4, 100) {
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

#[test]
fn special_values_of_single_precision() {
    special_values_in_lines::<f32>();
}

#[test]
fn special_values_of_double_precision() {
    special_values_in_lines::<f64>();
}

/// Of equal numbers the first, of NaNs the first: at every pair of places of a line.
fn every_pair_of_places<T: Element>() {
    let mut bench = Bench::here("reduce_places");
    for lines in LINES {
        for length in nightly::scaled(vec![1, 4, 6, 13, 27], (1..40).collect()) {
            let (m, n) = if lines == Lines::Columns { (length, 1) } else { (1, length) };
            let spec = reduce_spec::<T>(Reduction::ArgMax, lines, (m, n), [0, 0]);
            for (first, second) in (0..length).flat_map(|i| (i..length).map(move |j| (i, j))) {
                for (rest, special) in [(1.0, 3.0), (-0.0, 0.0), (f64::INFINITY, f64::NAN)] {
                    let mut at = 0..;
                    let case = reduce::<T>(&spec, || {
                        let at = at.next().expect("numbers do not end");
                        if at == first || at == second { special } else { rest }
                    });
                    let place = if special == 0.0 { 0 } else { first };
                    assert_eq!(case.0.after[0].to_bits(), place as u64);
                    bench.check(&case.0);
                }
            }
        }
    }
}

#[test]
fn places_of_single_precision_are_the_first() {
    every_pair_of_places::<f32>();
}

#[test]
fn places_of_double_precision_are_the_first() {
    every_pair_of_places::<f64>();
}

/// A line in two pieces, the second folded into what the first left.
#[test]
fn lines_can_be_folded_piece_by_piece() {
    let mut bench = Bench::here("reduce_pieces");
    for (fold, _) in Fold::ALL {
        let reduction = |start| Reduction::Fold(fold, start);
        let whole = reduce_spec::<f32>(reduction(Start::Nothing), Lines::Rows, (13, 20), [0, 0]);
        let (whole, _) = reduce::<f32>(&whole, exact(reduction(Start::Nothing), &mut bench.random));
        let (first, second) = whole.buffers[0].split_at(13 * 9);
        let piece = |input: &[f32], start, columns, out: &[f32]| {
            let spec = reduce_spec::<f32>(reduction(start), Lines::Rows, (13, columns), [0, 0]);
            let mut elements = input.iter().chain(out).map(|x| f64::from(*x));
            reduce::<f32>(&spec, || elements.next().expect("an element")).0
        };
        let before = piece(first, Start::Nothing, 9, &[0.0; 13]);
        bench.check(&before);
        let after = piece(second, Start::Output, 11, &before.after);
        bench.check(&after);
        assert_eq!(after.after, whole.after, "{fold:?}");
    }
}
