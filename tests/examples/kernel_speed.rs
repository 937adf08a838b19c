//! GFLOPS of multiplications on the machine at hand, next to the `gemm` and
//! `matrixmultiply` crates:
//!
//! ```text
//! cargo run --release --package tensmith-tests --features peers --example kernel_speed -- NAME,…
//! ```
//!
//! All three take turns, on one thread and the same operands, and the best turn of each counts: what
//! disturbs one turn disturbs its neighbours, so ratios within a line mean more than figures do.
//! Operands are in the first-level cache where they fit.
#![allow(unsafe_code)]

use serde_json::json;
use std::error::Error;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Factor, GemmSpec, Layout, Matrix};
use tensmith_core::reference::Element;
use tensmith_core::{DType, Target};
use tensmith_tests::kernels;
use tensmith_tests::listed::{self, Listed};

/// How often each library has its turn, and how long that is.
const TURNS: usize = 15;
const TURN: Duration = Duration::from_millis(4);

/// A library, and how it multiplies into a C.
type Multiplication<'m, T> = (&'static str, Box<dyn Fn(&mut [T]) + 'm>);

/// The element types, as the other libraries know them.
trait Number: Element {
    /// `matrixmultiply`'s function for the type.
    const MATRIXMULTIPLY: MatrixMultiply<Self>;
}

type MatrixMultiply<T> = unsafe fn(
    usize,
    usize,
    usize,
    T,
    *const T,
    isize,
    isize,
    *const T,
    isize,
    isize,
    T,
    *mut T,
    isize,
    isize,
);

impl Number for f32 {
    const MATRIXMULTIPLY: MatrixMultiply<Self> = matrixmultiply::sgemm;
}

impl Number for f64 {
    const MATRIXMULTIPLY: MatrixMultiply<Self> = matrixmultiply::dgemm;
}

fn main() -> ExitCode {
    let names = std::env::args().nth(1).unwrap_or_default();
    match names.split(',').try_for_each(report) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a line of JSON about one multiplication.
fn report(name: &str) -> Result<(), Box<dyn Error>> {
    let KernelSpec::Gemm(spec) = name.parse::<Listed>()?.spec else {
        return Err(format!("{name} is no multiplication").into());
    };
    let target = *tensmith::Jit::host()?.target();
    let gflops = match spec.types.output {
        DType::F32 => gflops::<f32>(&spec, &target),
        DType::F64 => gflops::<f64>(&spec, &target),
        other => return Err(format!("{name}: {other} is not compared").into()),
    };
    println!("{}", json!({ "name": name, "gflops": gflops }));
    Ok(())
}

fn gflops<T: Number>(spec: &GemmSpec, target: &Target) -> Vec<(&'static str, f64)> {
    let operands = Operands::<T>::new(spec);
    let all = [operands.ours(target), operands.gemm(), operands.matrixmultiply()];
    let products = all.each_ref().map(|(_, multiply)| operands.product(multiply));
    assert!(products.iter().all(|product| *product == products[0]), "the libraries disagree");
    let mut best = [f64::INFINITY; 3];
    for _ in 0..TURNS {
        for ((_, multiply), best) in all.iter().zip(&mut best) {
            let mut c = operands.c();
            *best = best.min(seconds(|| multiply(black_box(&mut c))));
        }
    }
    let flops = 2.0 * (spec.m * spec.n * spec.k * listed::blocks(spec)) as f64;
    all.iter().zip(best).map(|((library, _), seconds)| (*library, flops / seconds / 1e9)).collect()
}

/// Seconds of one call, over a turn.
fn seconds(mut multiply: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut calls = 0;
    // Reading the clock takes as long as a small kernel.
    while start.elapsed() < TURN {
        (0..100).for_each(|_| multiply());
        calls += 100;
    }
    start.elapsed().as_secs_f64() / f64::from(calls)
}

/// The matrices, and how they lie in memory.
struct Operands<'s, T> {
    spec: &'s GemmSpec,
    a: Vec<T>,
    b: Vec<T>,
}

impl<'s, T: Number> Operands<'s, T> {
    fn new(spec: &'s GemmSpec) -> Self {
        let numbers = |count| (0..count).map(|nth| T::from_f64(nth as f64 % 17.0 - 8.0)).collect();
        let blocks = listed::blocks(spec);
        Self { spec, a: numbers(spec.m * spec.k * blocks), b: numbers(spec.k * spec.n * blocks) }
    }

    fn c(&self) -> Vec<T> {
        vec![T::from_f64(0.0); self.spec.m * self.spec.n]
    }

    /// The product by a library, exactly: they are small integers.
    fn product(&self, multiply: &dyn Fn(&mut [T])) -> Vec<f64> {
        let mut c = self.c();
        multiply(&mut c);
        c.into_iter().map(T::to_f64).collect()
    }

    fn ours(&self, target: &Target) -> Multiplication<'_, T> {
        let code = kernels::code(&kernels::registry(), &KernelSpec::Gemm(*self.spec), target);
        let kernel = kernels::publish(&code, target.isa.architecture());
        let multiply = move |c: &mut [T]| {
            let arguments = [self.a.as_ptr() as usize, self.b.as_ptr() as usize, c.as_mut_ptr() as usize];
            // SAFETY: the operands have the sizes that the spec says; its strides are fixed.
            unsafe { kernels::call(&kernel, &arguments) };
        };
        ("tensmith", Box::new(multiply))
    }

    fn gemm(&self) -> Multiplication<'_, T> {
        let GemmSpec { m, n, k, .. } = *self.spec;
        let ([a_row, a_column], [b_row, b_column]) = self.strides();
        let one = T::from_f64(1.0);
        let multiply = move |c: &mut [T]| {
            for (a, b, reads_c) in self.blocks() {
                // SAFETY: the pointers are to blocks of these extents and strides, and C is apart.
                unsafe {
                    gemm::gemm(
                        m,
                        n,
                        k,
                        c.as_mut_ptr(),
                        m as isize,
                        1,
                        reads_c,
                        a,
                        a_column,
                        a_row,
                        b,
                        b_column,
                        b_row,
                        one,
                        one,
                        false,
                        false,
                        false,
                        gemm::Parallelism::None,
                    );
                }
            }
        };
        ("gemm", Box::new(multiply))
    }

    fn matrixmultiply(&self) -> Multiplication<'_, T> {
        let GemmSpec { m, n, k, .. } = *self.spec;
        let ([a_row, a_column], [b_row, b_column]) = self.strides();
        let multiply = move |c: &mut [T]| {
            for (a, b, reads_c) in self.blocks() {
                let (one, beta) = (T::from_f64(1.0), T::from_f64(f64::from(u8::from(reads_c))));
                // SAFETY: the pointers are to blocks of these extents and strides, and C is apart.
                unsafe {
                    T::MATRIXMULTIPLY(
                        m,
                        k,
                        n,
                        one,
                        a,
                        a_row,
                        a_column,
                        b,
                        b_row,
                        b_column,
                        beta,
                        c.as_mut_ptr(),
                        1,
                        m as isize,
                    );
                }
            }
        };
        ("matrixmultiply", Box::new(multiply))
    }

    /// Distances between rows and between columns, of A and of B.
    fn strides(&self) -> ([isize; 2], [isize; 2]) {
        let of = |matrix: Matrix| {
            let ld = matrix.ld.known().expect("listed kernels have fixed strides") as isize;
            if matrix.layout == Layout::ColumnMajor { [1, ld] } else { [ld, 1] }
        };
        (of(self.spec.a), of(self.spec.b))
    }

    /// The blocks of A and B that are multiplied, and whether the product is added to C.
    fn blocks(&self) -> impl Iterator<Item = (*const T, *const T, bool)> {
        let GemmSpec { m, n, k, beta, .. } = *self.spec;
        let pairs = self.a.chunks_exact(m * k).zip(self.b.chunks_exact(k * n));
        pairs.enumerate().map(move |(nth, (a, b))| (a.as_ptr(), b.as_ptr(), nth > 0 || beta != Factor::Zero))
    }
}
