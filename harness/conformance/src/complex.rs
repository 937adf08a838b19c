//! Cases of multiplications of complex numbers: specs, operands, and what the scalar reference makes of them.
//!
//! Tests: `tests/tests/primitives_complex.rs`.

use crate::bench::{Case, INPUT_GAP, OUTPUT_GAP};
use tensmith_core::kernel::spec::{Conjugation, Layout, Matrix, Start};
use tensmith_core::kernel::{ComplexSpec, KernelSpec};
use tensmith_core::reference::{ComplexProduct, Element, Sum};

/// How matrices can be stored: A, B and C.
pub const LAYOUTS: [[Layout; 3]; 4] = [
    [Layout::ColumnMajor, Layout::ColumnMajor, Layout::ColumnMajor],
    [Layout::ColumnMajor, Layout::RowMajor, Layout::ColumnMajor],
    [Layout::RowMajor, Layout::RowMajor, Layout::RowMajor],
    [Layout::ColumnMajor, Layout::RowMajor, Layout::RowMajor],
];

/// A multiplication of m×k with k×n matrices stored so, with leading dimensions that leave gaps of that many
/// numbers.
#[must_use]
pub fn complex_spec<T: Element>(
    [m, n, k]: [usize; 3],
    layouts: [Layout; 3],
    (conjugation, start): (Conjugation, Start),
    gaps: [usize; 3],
) -> ComplexSpec {
    let [a, b, c] = [((m, k), 0), ((k, n), 1), ((m, n), 2)].map(|((rows, columns), nth)| {
        let (tall, wide) = (Matrix::column_major(rows + gaps[nth]), Matrix::row_major(columns + gaps[nth]));
        if layouts[nth] == Layout::ColumnMajor { tall } else { wide }
    });
    ComplexSpec { a, b, c, conjugation, start, ..ComplexSpec::column_major(T::DTYPE, [m, n, k]) }
}

/// `spec` on the parts that `part` gives; and the sum for each place of C, none between its numbers.
///
/// # Panics
/// Where the operands of the spec do not fit into memory.
pub fn complex<T: Element>(spec: &ComplexSpec, mut part: impl FnMut() -> f64) -> (Case<T>, Vec<Option<Sum>>) {
    let mut filled = |matrix: Matrix, (rows, columns): (usize, usize), gap: f64| -> Vec<T> {
        let (contiguous, lines) = matrix.extents(rows, columns);
        let ld = matrix.ld.known().expect("strides are fixed");
        let mut parts = vec![T::from_f64(gap); 2 * ((lines - 1) * ld + contiguous)];
        for line in parts.chunks_mut(2 * ld) {
            line[..2 * contiguous].fill_with(|| T::from_f64(part()));
        }
        parts
    };
    let a = filled(spec.a, (spec.m, spec.k), INPUT_GAP);
    let b = filled(spec.b, (spec.k, spec.n), INPUT_GAP);
    let c = filled(spec.c, (spec.m, spec.n), OUTPUT_GAP);
    let product = ComplexProduct::new(spec, [&a, &b]).expect("operands fit");
    let (mut after, mut sums) = (c.clone(), vec![None; c.len()]);
    for ((i, j), at) in product.places().expect("strides are fixed") {
        for (nth, sum) in product.element(i, j, [c[at], c[at + 1]]).into_iter().enumerate() {
            (after[at + nth], sums[at + nth]) = (T::from_f64(sum.value), Some(sum));
        }
    }
    (Case { spec: KernelSpec::Complex(*spec), buffers: vec![a, b, c], operands: vec![0, 1, 2], after }, sums)
}
