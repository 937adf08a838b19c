//! Cases of single multiplications.
//!
//! Tests: `tests/tests/registry_plugin_assembly.rs`.

use crate::bench::{Case, INPUT_GAP, OUTPUT_GAP, columns, fixed};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Batch, Chain, Factor, GemmSpec, Layout, Matrix};
use tensmith_core::reference::{Blocks, Element, Gemm, Inputs, Sum};

/// Multiplications of these extents in all layouts, overwriting C and adding to it, with leading dimensions
/// of A, B and C that are so far beyond the tightest.
pub fn specs<T: Element>(
    (m, n, k): (usize, usize, usize),
    more: [usize; 3],
) -> impl Iterator<Item = GemmSpec> {
    (0..16).map(move |bits: usize| {
        let matrix = |nth: usize, rows: usize, columns: usize| match bits >> nth & 1 {
            0 => Matrix::column_major(rows + more[nth]),
            _ => Matrix::row_major(columns + more[nth]),
        };
        let (a, b, c) = (matrix(0, m, k), matrix(1, k, n), matrix(2, m, n));
        let beta = if bits & 8 == 0 { Factor::Zero } else { Factor::One };
        GemmSpec {
            types: T::DTYPE.into(),
            m,
            n,
            k,
            a,
            b,
            c,
            alpha: Factor::One,
            beta,
            batch: Batch::Single,
            epilogue: Chain::EMPTY,
        }
    })
}

/// `spec` on the elements that `element` gives; and the sum for each place of C, none between columns or
/// rows.
///
/// # Panics
/// Where the spec leaves a number to run time, or is a batch.
pub fn gemm<T: Element>(spec: &GemmSpec, mut element: impl FnMut() -> f64) -> (Case<T>, Vec<Option<Sum>>) {
    let ld = |matrix: Matrix| fixed(matrix.ld);
    let mut filled = |matrix: Matrix, rows, count, gap| -> Vec<T> {
        columns(matrix.extents(rows, count), ld(matrix), gap, &mut element)
    };
    let a = filled(spec.a, spec.m, spec.k, INPUT_GAP);
    let b = filled(spec.b, spec.k, spec.n, INPUT_GAP);
    let c = filled(spec.c, spec.m, spec.n, OUTPUT_GAP);
    let inputs = Inputs::unscaled(Blocks::Strided(&a, &b));
    let reference = Gemm::new(spec, &inputs).expect("operands fit");
    let (mut after, mut sums) = (c.clone(), vec![None; c.len()]);
    for (i, j) in (0..spec.m).flat_map(|i| (0..spec.n).map(move |j| (i, j))) {
        let at = match spec.c.layout {
            Layout::ColumnMajor => i + j * ld(spec.c),
            Layout::RowMajor => i * ld(spec.c) + j,
        };
        let sum = reference.element(i, j, c[at]);
        (after[at], sums[at]) = (sum.rounded(), Some(sum));
    }
    (Case { spec: KernelSpec::Gemm(*spec), buffers: vec![a, b, c], operands: vec![0, 1, 2], after }, sums)
}
