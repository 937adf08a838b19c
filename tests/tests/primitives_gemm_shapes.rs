//! GEMM and BRGEMM kernels, run on the machine at hand, against the scalar reference: bit-exact on integers,
//! with inaccessible pages on either side of every operand.

use tensmith_core::Target;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Batch, Chain, Factor, GemmSpec, Layout, Matrix, Stride};
use tensmith_core::reference::{self, Blocks, Element, Inputs};
use tensmith_tests::bench::{Bench, Case, columns};
use tensmith_tests::here;
use tensmith_tests::random::SplitMix;

/// The filling between columns of C, and of all of a C that must not be read.
const GAP: f64 = 0.125;

/// `spec` on integers of magnitude up to 8, whose sums are exact.
fn case<T: Element>(spec: &GemmSpec, random: &mut SplitMix) -> Case<T> {
    let [len_a, len_b] = lengths(spec);
    let mut integer = || random.below(17) as f64 - 8.0;
    let mut integers = |count| (0..count).map(|_| T::from_f64(integer())).collect();
    let (a, b): (Vec<T>, Vec<T>) = (integers(len_a), integers(len_b));
    let c: Vec<T> = columns((spec.m, spec.n), ld(spec.c.ld), GAP, || match spec.beta {
        Factor::Zero => f64::NAN,
        Factor::One | Factor::Runtime => integer(),
    });
    let mut after = c.clone();
    reference::gemm(spec, &Inputs::unscaled(Blocks::Strided(&a, &b)), &mut after).expect("operands fit");
    Case { spec: KernelSpec::Gemm(*spec), buffers: vec![a, b, c], operands: vec![0, 1, 2], after }
}

fn check_fixed_and_at_run_time<T: Element>(bench: &mut Bench, spec: &GemmSpec) {
    let case: Case<T> = case(spec, &mut bench.random);
    bench.check(&case);
    bench.check_at_run_time(&case);
}

fn ld(stride: Stride) -> usize {
    stride.known().expect("test specs are fixed")
}

/// Elements from the first to the last of A and of B.
fn lengths(spec: &GemmSpec) -> [usize; 2] {
    let span = |matrix: Matrix, rows: usize, columns: usize| {
        let (inner, outer) = matrix.extents(rows, columns);
        (outer - 1) * ld(matrix.ld) + inner
    };
    let (more_a, more_b) = match spec.batch {
        Batch::Strided { count, a, b } => ((ld(count) - 1) * ld(a), (ld(count) - 1) * ld(b)),
        _ => (0, 0),
    };
    [span(spec.a, spec.m, spec.k) + more_a, span(spec.b, spec.k, spec.n) + more_b]
}

fn matrix(layout: Layout, rows: usize, columns: usize, more: usize) -> Matrix {
    match layout {
        Layout::ColumnMajor => Matrix::column_major(rows + more),
        Layout::RowMajor => Matrix::row_major(columns + more),
    }
}

/// A single multiplication whose leading dimensions are `more`, twice and thrice that beyond the
/// tightest.
fn spec<T: Element>(
    (m, n, k): (usize, usize, usize),
    layouts: (Layout, Layout),
    beta: Factor,
    more: usize,
) -> GemmSpec {
    GemmSpec {
        types: T::DTYPE.into(),
        m,
        n,
        k,
        a: matrix(layouts.0, m, k, more),
        b: matrix(layouts.1, k, n, 2 * more),
        c: Matrix::column_major(m + 3 * more),
        alpha: Factor::One,
        beta,
        batch: Batch::Single,
        epilogue: Chain::EMPTY,
    }
}

const LAYOUTS: [(Layout, Layout); 4] = [
    (Layout::ColumnMajor, Layout::ColumnMajor),
    (Layout::ColumnMajor, Layout::RowMajor),
    (Layout::RowMajor, Layout::ColumnMajor),
    (Layout::RowMajor, Layout::RowMajor),
];
const BETAS: [Factor; 2] = [Factor::Zero, Factor::One];

/// Every layout of shapes with each of the extents, fixed and at run time.
fn every_layout<T: Element>(rows_and_columns: &[usize], depths: &[usize]) {
    let mut bench = Bench::here("gemm_layouts");
    for &m in rows_and_columns {
        for &n in rows_and_columns {
            for &k in depths {
                for layouts in LAYOUTS {
                    let spec = spec::<T>((m, n, k), layouts, Factor::One, m % 3);
                    check_fixed_and_at_run_time::<T>(&mut bench, &spec);
                }
            }
        }
    }
}

#[test]
fn every_layout_of_single_precision() {
    every_layout::<f32>(&[1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 23], &[1, 2, 3, 4, 5, 8, 11]);
}

#[test]
fn every_layout_of_double_precision() {
    every_layout::<f64>(&[1, 2, 3, 4, 5, 8, 13, 17], &[1, 2, 3, 4, 7]);
}

fn batches_by_stride<T: Element>() {
    let mut bench = Bench::here("gemm_batches");
    for shape in [(1, 1, 1), (5, 3, 2), (16, 6, 8), (17, 7, 9), (33, 13, 5), (4, 20, 3)] {
        for layouts in LAYOUTS {
            for count in [1, 2, 5] {
                for beta in BETAS {
                    let mut spec = spec::<T>(shape, layouts, beta, 1);
                    let [a, b] = lengths(&spec);
                    spec.batch = Batch::Strided {
                        count: Stride::fixed(count),
                        a: Stride::fixed(a + 3),
                        b: Stride::fixed(b),
                    };
                    check_fixed_and_at_run_time::<T>(&mut bench, &spec);
                }
            }
        }
    }
}

#[test]
fn batches_by_stride_of_single_precision() {
    batches_by_stride::<f32>();
}

#[test]
fn batches_by_stride_of_double_precision() {
    batches_by_stride::<f64>();
}

fn random_shapes_and_strides<T: Element>(target: Target, random: &mut SplitMix) {
    let mut bench = Bench::new(target.core.name, target);
    for _ in 0..30 {
        let mut below = |limit: usize| random.below(limit as u64) as usize;
        let shape = [(); 3].map(|()| 1 + below(40)).into();
        let (layouts, beta) = (LAYOUTS[below(4)], BETAS[below(2)]);
        let mut spec = spec::<T>(shape, layouts, beta, 0);
        for stride in [&mut spec.a.ld, &mut spec.b.ld, &mut spec.c.ld] {
            *stride = Stride::fixed(ld(*stride) + below(300));
        }
        check_fixed_and_at_run_time::<T>(&mut bench, &spec);
    }
}

#[test]
fn random_shapes_and_strides_on_every_target() {
    let mut random = SplitMix::seeded("gemm_random", 3);
    for target in here::executable() {
        random_shapes_and_strides::<f32>(target, &mut random);
        random_shapes_and_strides::<f64>(target, &mut random);
    }
}
