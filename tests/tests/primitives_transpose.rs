//! The cost of transposes, over all shapes: no cliffs.

use tensmith_core::Target;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::func::Inst;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::kernel::spec::Orientation;
use tensmith_core::reference::Element;
use tensmith_tests::elementwise::unary_spec;
use tensmith_tests::{kernels, wide};

/// The largest extent.
const LARGEST: usize = 70;

/// Instructions that one call executes, before neighbouring loads and stores become one.
fn executed(body: &[Inst]) -> u64 {
    let (mut all, mut trips) = (0, vec![1]);
    let mut counts = std::collections::HashMap::new();
    for inst in body {
        match inst {
            Inst::Const(register, value) => drop(counts.insert(*register, *value as u64)),
            Inst::Loop(counter) => trips.push(trips.last().expect("a count") * counts[counter]),
            Inst::End => {
                // Counting down, and going back.
                all += 2 * trips.pop().expect("an open loop");
                continue;
            }
            _ => {}
        }
        all += trips.last().expect("a count");
    }
    all
}

/// Executed instructions of every shape, by rows and columns less one.
fn all<T: Element>(target: Target) -> Vec<Vec<u64>> {
    let registry = kernels::registry();
    let of = |m, n| {
        let spec = unary_spec::<T>(UnaryOp::identity(), (m, n), Orientation::Transposed, [3, 3]);
        let spec = KernelSpec::Unary(spec);
        executed(kernels::func(&registry, &spec, &target).body())
    };
    (1..=LARGEST).map(|m| (1..=LARGEST).map(|n| of(m, n)).collect()).collect()
}

/// A row or a column less costs at most a fifth more, but for eight instructions, and a row or a column
/// more at most another row or column of blocks, each of at most `most` instructions: with those that move
/// pointers in all other blocks, where the distance of columns is no multiple of a vector any more.
fn has_no_cliffs<T: Element>(most: u64) {
    let counts = all::<T>(Target::generic());
    let block = 2 * 16 / size_of::<T>();
    let mut steepest = 0.0f64;
    for (m, n) in (1..=LARGEST).flat_map(|m| (1..=LARGEST).map(move |n| (m, n))) {
        for (larger_m, larger_n) in [(m + 1, n), (m, n + 1)] {
            let Some(larger) = counts.get(larger_m - 1).and_then(|row| row.get(larger_n - 1)) else {
                continue;
            };
            let smaller = counts[m - 1][n - 1];
            let name = format!("{m}x{n} takes {smaller}, {larger_m}x{larger_n} {larger}");
            assert!(smaller * 5 <= larger * 6 + 5 * 8, "{name}");
            assert!(*larger <= smaller + (m.max(n).div_ceil(block) as u64 + 1) * most, "{name}");
            steepest = steepest.max(smaller as f64 / *larger as f64);
        }
    }
    println!("{:?}: a row or a column less takes up to {steepest:.2} times as many", T::DTYPE);
}

#[test]
fn transposes_of_single_precision_have_no_cliffs() {
    has_no_cliffs::<f32>(70);
}

#[test]
fn transposes_of_double_precision_have_no_cliffs() {
    has_no_cliffs::<f64>(42);
}

/// Whole squares of long vectors take a load, a store and the shuffles of all stages for each vector, and no
/// more than three fifths else, with eight for loops; any other shape at most as many as the one of whole
/// squares around it, and a fifth.
fn wide_ones_have_no_cliffs<T: Element>() {
    for target in wide::targets() {
        let (counts, lanes) = (all::<T>(target), target.machine().lanes(T::DTYPE).get());
        let of = |m: usize, n: usize| counts[m - 1][n - 1];
        for (m, n) in (1..=64usize).flat_map(|m| (1..=64usize).map(move |n| (m, n))) {
            let (around_m, around_n) = (m.next_multiple_of(lanes), n.next_multiple_of(lanes));
            let (found, around) = (of(m, n), of(around_m, around_n));
            let name = format!("{}: {m}x{n} takes {found}", target.core.name);
            assert!(found * 5 <= around * 6 + 5 * 8, "{name}, {around_m}x{around_n} {around}");
            if (m, n) == (around_m, around_n) {
                let vectors = (m * n / lanes) as u64;
                let each = 2 + u64::from(lanes.ilog2());
                assert!(found <= vectors * each * 8 / 5 + 8, "{name}, for {vectors} vectors");
            }
        }
    }
}

#[test]
fn transposes_of_long_vectors_have_no_cliffs() {
    wide_ones_have_no_cliffs::<f32>();
    wide_ones_have_no_cliffs::<f64>();
}
