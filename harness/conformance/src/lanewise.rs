//! Cases of multiplications side by side: specs, operands, and what the scalar reference makes of them.
//!
//! Tests: `tests/tests/primitives_lanewise.rs`.

use crate::bench::{Case, INPUT_GAP, OUTPUT_GAP};
use tensmith_core::kernel::spec::{Spacing, Start};
use tensmith_core::kernel::{KernelSpec, LanewiseSpec};
use tensmith_core::reference::{Element, Lanewise, Sum};

/// Either thing that sums start with.
pub const STARTS: [Start; 2] = [Start::Nothing, Start::Output];

/// Multiplications of m×k with k×n matrices, side by side, with gaps of that many elements after the runs of
/// lanes of A, B and C; where there is one, the matrix is stored column by column.
#[must_use]
pub fn lanewise_spec<T: Element>(
    [m, n, k]: [usize; 3],
    count: usize,
    start: Start,
    gaps: [usize; 3],
) -> LanewiseSpec {
    let spacing = |(rows, columns), gap| match gap {
        0 => Spacing::tight(columns, count),
        _ => {
            let Spacing { rows, columns } = Spacing::tight(rows, count + gap);
            Spacing { rows: columns, columns: rows }
        }
    };
    let [a, b, c] = [((m, k), gaps[0]), ((k, n), gaps[1]), ((m, n), gaps[2])].map(|(e, gap)| spacing(e, gap));
    LanewiseSpec { a, b, c, ..LanewiseSpec::tight(T::DTYPE, [m, n, k], count, start) }
}

/// `spec` on the elements that `element` gives; and the sum for each place of C, none between its elements.
///
/// # Panics
/// Where the operands of the spec do not fit into memory.
pub fn lanewise<T: Element>(
    spec: &LanewiseSpec,
    mut element: impl FnMut() -> f64,
) -> (Case<T>, Vec<Option<Sum>>) {
    let mut filled = |spacing: Spacing, (rows, columns): (usize, usize), gap: f64| -> Vec<T> {
        let last = (rows - 1) * spacing.rows + (columns - 1) * spacing.columns;
        let mut data = vec![T::from_f64(gap); last + spec.count];
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let first = row * spacing.rows + column * spacing.columns;
            data[first..first + spec.count].fill_with(|| T::from_f64(element()));
        }
        data
    };
    let a = filled(spec.a, (spec.m, spec.k), INPUT_GAP);
    let b = filled(spec.b, (spec.k, spec.n), INPUT_GAP);
    let c = filled(spec.c, (spec.m, spec.n), OUTPUT_GAP);
    let reference = Lanewise::new(spec, [&a, &b]).expect("operands fit");
    let (mut after, mut sums) = (c.clone(), vec![None; c.len()]);
    for (index, at) in reference.places() {
        let sum = reference.element(index, c[at]);
        (after[at], sums[at]) = (sum.rounded(), Some(sum));
    }
    (Case { spec: KernelSpec::Lanewise(*spec), buffers: vec![a, b, c], operands: vec![0, 1, 2], after }, sums)
}
