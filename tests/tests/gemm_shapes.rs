//! GEMM and BRGEMM kernels, run on AArch64, against the scalar reference: bit-exact on integers,
//! with inaccessible pages on either side of every operand.
#![cfg(target_arch = "aarch64")]
#![allow(unsafe_code)]

use tensmith_core::code::entry::Kernel;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Batch, Beta, GemmSpec, Layout, Matrix, Stride};
use tensmith_core::registry::Registry;
use tensmith_core::{DType, Target, reference};
use tensmith_tests::guard::{ENDS, Flush, Guarded};
use tensmith_tests::kernels;
use tensmith_tests::random::SplitMix;

/// Three guarded operands, reused from shape to shape.
struct Bench {
    registry: Registry,
    target: Target,
    random: SplitMix,
    a: Guarded,
    b: Guarded,
    c: Guarded,
}

/// Marks elements that no kernel may read as a number or write.
const CANARY: f32 = f32::NAN;

impl Bench {
    fn new(test: &str, target: Target) -> Self {
        let room = || Guarded::new(40_000);
        let random = SplitMix::seeded(test, 2);
        Self { registry: kernels::registry(), target, random, a: room(), b: room(), c: room() }
    }

    /// Runs `spec` with its operands at either end of their pages.
    fn check(&mut self, spec: &GemmSpec) {
        let kernel = kernels::publish(&kernels::code(&self.registry, &KernelSpec::Gemm(*spec), &self.target));
        for flush in ENDS {
            self.run(spec, &kernel, flush, &[]);
        }
    }

    /// Runs `spec` with its strides and counts passed at run time.
    fn check_at_run_time(&mut self, spec: &GemmSpec) {
        let (given, values) = at_run_time(spec);
        let kernel = kernels::publish(&kernels::code(&self.registry, &KernelSpec::Gemm(given), &self.target));
        for flush in ENDS {
            self.run(spec, &kernel, flush, &values);
        }
    }

    fn run(&mut self, spec: &GemmSpec, kernel: &Kernel, flush: Flush, values: &[usize]) {
        let [len_a, len_b, len_c] = lengths(spec);
        let a = self.a.slice(len_a, flush);
        let b = self.b.slice(len_b, flush);
        let c = self.c.slice(len_c, flush);
        for operand in [&mut *a, &mut *b] {
            operand.fill_with(|| self.random.below(17) as f32 - 8.0);
        }
        // What lies between columns of C stays as it is; beta = 0 must not read C.
        for (nth, element) in c.iter_mut().enumerate() {
            let in_column = nth % ld(spec.ldc) < spec.m;
            let keep = spec.beta == Beta::One && in_column;
            *element = if keep { self.random.below(17) as f32 - 8.0 } else { CANARY };
        }
        let mut expected = c.to_vec();
        reference::gemm(spec, a, b, &mut expected).expect("operands fit");
        let mut arguments = vec![a.as_ptr() as usize, b.as_ptr() as usize, c.as_mut_ptr() as usize];
        arguments.extend_from_slice(values);
        // SAFETY: the operands have the sizes that the spec says.
        unsafe { kernels::call(kernel, &arguments) };
        let same =
            c.iter().zip(&expected).all(|(x, y)| x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan());
        assert!(same, "{} {flush:?}:\n{c:?}\n{expected:?}", KernelSpec::Gemm(*spec));
    }
}

fn ld(stride: Stride) -> usize {
    stride.fixed().expect("test specs are fixed")
}

/// `spec` with everything left to run time that can be, and the values to pass.
fn at_run_time(spec: &GemmSpec) -> (GemmSpec, Vec<usize>) {
    let mut given = *spec;
    let mut values = vec![ld(spec.a.ld), ld(spec.b.ld), ld(spec.ldc)];
    (given.a.ld, given.b.ld, given.ldc) = (Stride::Runtime, Stride::Runtime, Stride::Runtime);
    if let Batch::Strided { count, a, b } = spec.batch {
        values.extend([ld(a), ld(b), ld(count)]);
        given.batch = Batch::Strided { count: Stride::Runtime, a: Stride::Runtime, b: Stride::Runtime };
    }
    (given, values)
}

/// Elements from the first to the last of each operand.
fn lengths(spec: &GemmSpec) -> [usize; 3] {
    let span = |matrix: Matrix, rows: usize, columns: usize| {
        let (inner, outer) = match matrix.layout {
            Layout::ColumnMajor => (rows, columns),
            Layout::RowMajor => (columns, rows),
        };
        (outer - 1) * ld(matrix.ld) + inner
    };
    let (more_a, more_b) = match spec.batch {
        Batch::Single => (0, 0),
        Batch::Strided { count, a, b } => ((ld(count) - 1) * ld(a), (ld(count) - 1) * ld(b)),
    };
    [
        span(spec.a, spec.m, spec.k) + more_a,
        span(spec.b, spec.k, spec.n) + more_b,
        (spec.n - 1) * ld(spec.ldc) + spec.m,
    ]
}

fn matrix(layout: Layout, rows: usize, columns: usize, more: usize) -> Matrix {
    match layout {
        Layout::ColumnMajor => Matrix::column_major(rows + more),
        Layout::RowMajor => Matrix::row_major(columns + more),
    }
}

fn spec((m, n, k): (usize, usize, usize), layouts: (Layout, Layout), beta: Beta, more: usize) -> GemmSpec {
    GemmSpec {
        dtype: DType::F32,
        m,
        n,
        k,
        a: matrix(layouts.0, m, k, more),
        b: matrix(layouts.1, k, n, 2 * more),
        ldc: Stride::Fixed(m + 3 * more),
        beta,
        batch: Batch::Single,
    }
}

const LAYOUTS: [(Layout, Layout); 4] = [
    (Layout::ColumnMajor, Layout::ColumnMajor),
    (Layout::ColumnMajor, Layout::RowMajor),
    (Layout::RowMajor, Layout::ColumnMajor),
    (Layout::RowMajor, Layout::RowMajor),
];

/// All shapes whose M leaves `part` when divided by the number of parts, so that the parts run in
/// parallel.
fn sweep(part: usize) {
    let mut bench = Bench::new("gemm_shapes", Target::named("neoverse-v2").expect("known"));
    for m in (1..=33).filter(|m| m % 4 == part) {
        for n in 1..=33 {
            for k in [1, 2, 3, 4, 7, 16, 33] {
                for beta in [Beta::Zero, Beta::One] {
                    for more in [0, 1] {
                        bench.check(&spec((m, n, k), LAYOUTS[0], beta, more));
                    }
                }
            }
        }
    }
}

#[test]
fn every_shape_of_rows_0_mod_4() {
    sweep(0);
}

#[test]
fn every_shape_of_rows_1_mod_4() {
    sweep(1);
}

#[test]
fn every_shape_of_rows_2_mod_4() {
    sweep(2);
}

#[test]
fn every_shape_of_rows_3_mod_4() {
    sweep(3);
}

#[test]
fn every_layout() {
    let mut bench = Bench::new("gemm_layouts", Target::generic());
    let extents = [1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 23];
    for m in extents {
        for n in extents {
            for k in [1, 2, 3, 4, 5, 8, 11] {
                for layouts in LAYOUTS {
                    let spec = spec((m, n, k), layouts, Beta::One, m % 3);
                    bench.check(&spec);
                    bench.check_at_run_time(&spec);
                }
            }
        }
    }
}

#[test]
fn batches_by_stride() {
    let mut bench = Bench::new("gemm_batches", Target::named("neoverse-n1").expect("known"));
    for (m, n, k) in [(1, 1, 1), (5, 3, 2), (16, 6, 8), (17, 7, 9), (33, 13, 5), (4, 20, 3)] {
        for layouts in LAYOUTS {
            for count in [1, 2, 5] {
                for beta in [Beta::Zero, Beta::One] {
                    let mut spec = spec((m, n, k), layouts, beta, 1);
                    let [a, b, _] = lengths(&spec);
                    spec.batch = Batch::Strided {
                        count: Stride::Fixed(count),
                        a: Stride::Fixed(a + 3),
                        b: Stride::Fixed(b),
                    };
                    bench.check(&spec);
                    bench.check_at_run_time(&spec);
                }
            }
        }
    }
}

#[test]
fn random_shapes_and_strides_on_every_target() {
    let mut random = SplitMix::seeded("gemm_random", 3);
    for target in Target::all() {
        let mut bench = Bench::new(target.name, target);
        for _ in 0..60 {
            let extent = |random: &mut SplitMix| 1 + random.below(40) as usize;
            let shape = (extent(&mut random), extent(&mut random), extent(&mut random));
            let layouts = LAYOUTS[random.below(4) as usize];
            let beta = [Beta::Zero, Beta::One][random.below(2) as usize];
            let mut spec = spec(shape, layouts, beta, 0);
            for ld in [&mut spec.a.ld, &mut spec.b.ld, &mut spec.ldc] {
                *ld = Stride::Fixed(ld.fixed().unwrap_or(0) + random.below(300) as usize);
            }
            bench.check(&spec);
            bench.check_at_run_time(&spec);
        }
    }
}
