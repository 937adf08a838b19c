//! Columns gathered and scattered on the machine at hand, bit for bit as the scalar reference does it, with
//! inaccessible pages on either side of every operand.

use tensmith_conformance::gather::{gather, gather_spec};
use tensmith_core::kernel::spec::Indexed;
use tensmith_core::reference::Element;
use tensmith_tests::bench::Bench;
use tensmith_tests::elementwise::special_values;
use tensmith_tests::{here, nightly};

const WAYS: [Indexed; 2] = [Indexed::Input, Indexed::Output];

/// A case with indices at random, some of which are equal where there are many, into a matrix of some
/// columns. Elements are also special numbers, which have to arrive as they are.
fn check<T: Element>(bench: &mut Bench, indexed: Indexed, (m, n): (usize, usize)) {
    let values = special_values::<T>();
    let cases = [[0, 0], [1, 2]].map(|more| {
        let spec = gather_spec::<T>(indexed, (m, n), more);
        let random = &mut bench.random;
        let count = 1 + random.below(2 * n as u64) as usize;
        let indices: Vec<u64> = (0..n).map(|_| random.below(count as u64)).collect();
        gather::<T>(&spec, (&indices, count), || match random.below(8) {
            0 => values[random.below(values.len() as u64) as usize],
            _ => random.below(1 << 20) as f64,
        })
    });
    bench.check_both(&cases);
}

fn every_shape<T: Element>() {
    let mut bench = Bench::here("primitives_gather");
    for (first, indexed) in WAYS.into_iter().enumerate() {
        for nth in (first..33 * 33).step_by(nightly::scaled(7, 1)) {
            check::<T>(&mut bench, indexed, (nth / 33 + 1, nth % 33 + 1));
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

/// Columns that take a loop, with every rest, on every core's forms of instructions.
#[test]
fn long_columns() {
    for target in here::executable() {
        let mut bench = Bench::new("gather_long", target);
        for m in (95..=135).step_by(nightly::scaled(3, 1)) {
            for indexed in WAYS {
                check::<f32>(&mut bench, indexed, (m, 3));
                check::<f64>(&mut bench, indexed, (m, 3));
            }
        }
    }
}
