//! How fast products with sparse matrices are against the dense kernel of the same shape: operators of
//! spectral elements of orders 1 to 7, samples interleaved in one run.
//!
//! ```text
//! cargo run --release --package tensmith-tests --example sparse_speed [COLUMNS]
//! ```
//!
//! Prints for each: the share of zeros, nanoseconds of a call of each form (the median of the rounds), the
//! quotient of dense and sparse, bytes of code, and microseconds for making the code. Ends
//! with geometric means.

use std::hint::black_box;
use std::time::Instant;
use tensmith::gemm::{self, Blocks, Gemm, Numbers};
use tensmith::{DType, Jit};
use tensmith_core::kernel::GemmSpec;
use tensmith_core::kernel::spec::{Factor, Matrix as Layout};
use tensmith_core::reference::Element;
use tensmith_sparse::{Columns, Csr, FormChoice, Options, Product, enabled};
use tensmith_tests::sparse::Matrix;
use tensmith_tests::spectral::operators;
use tensmith_tests::turns::{Samples, geometric_mean, times};

const ROUNDS: usize = 15;

/// Measures one matrix; returns the share of zeros and the quotient.
fn measure<T: Element>(jit: &Jit, matrix: &Matrix, columns: usize) -> (f64, f64) {
    let csr: Csr<T, u32> = matrix.csr();
    let (rows, depth) = csr.shape();
    let dense = csr.to_dense().expect("memory");
    let b: Vec<T> = (0..depth * columns).map(|nth| T::from_f64((nth % 17) as f64 - 8.0)).collect();
    let mut c = vec![T::ZERO; rows * columns];
    let product = |form| {
        let options = Options { form, code_limit: 1 << 20, ..Options::default() };
        let start = Instant::now();
        let product = Product::new(jit, csr.try_clone().expect("memory"), Columns::dense(columns), &options);
        (product.expect("a product"), start.elapsed().as_micros())
    };
    let ((fixed, making), (reading, _)) = (product(FormChoice::Fixed), product(FormChoice::Rows));
    let chosen = product(FormChoice::Cheapest).0;
    let spec = GemmSpec {
        a: Layout::row_major(depth),
        b: Layout::row_major(columns),
        c: Layout::row_major(columns),
        beta: Factor::Zero,
        ..GemmSpec::column_major(T::DTYPE, [rows, columns, depth])
    };
    let gemm: Gemm<T> = jit.gemm(&spec, gemm::Options::default()).expect("a kernel");
    let mut outputs = [c.clone(), c.clone()];
    let [of_fixed, of_rows] = &mut outputs;
    let found = times(
        ROUNDS,
        &mut [
            &mut || fixed.run(black_box(&b), black_box(of_fixed)).expect("a run"),
            &mut || reading.run(black_box(&b), black_box(of_rows)).expect("a run"),
            &mut || {
                let blocks = [Blocks::Strided(black_box(&dense)), Blocks::Strided(black_box(&b))];
                gemm.call(blocks, black_box(&mut c), &Numbers::default()).expect("a call");
            },
        ],
    );
    let found: Vec<f64> = found.iter().map(Samples::median).collect();
    let zeros = 1.0 - csr.entries() as f64 / (rows * depth) as f64;
    let best = if chosen.explanation().is_fixed() { found[0] } else { found[1] };
    let explanation = chosen.explanation();
    println!(
        "{:<34} {:>9} {} {:5.1} %  fixed {:9.0} rows {:9.0} dense {:9.0}  x{:5.2} {:>7} bytes {:>7} us {:?} {:?} {:.0}/{:.0}/{:.0}",
        matrix.name,
        format!("{rows}x{depth}"),
        T::DTYPE,
        100.0 * zeros,
        found[0],
        found[1],
        found[2],
        found[2] / best,
        fixed.machine_code().len(),
        making,
        explanation.reason,
        explanation.calls_to_pay_off(),
        explanation.fixed.map_or(0.0, |form| form.cycles),
        explanation.rows,
        explanation.dense.unwrap_or(0.0),
    );
    (zeros, found[2] / best)
}

fn main() {
    let columns = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(64);
    let jit = enabled(Jit::builder()).build().expect("a machine that runs code");
    println!("{}, {columns} columns", jit.target().core.name);
    for dtype in [DType::F64, DType::F32] {
        let mut quotients = Vec::new();
        for matrix in (1..=7).flat_map(operators) {
            let (zeros, quotient) = match dtype {
                DType::F32 => measure::<f32>(&jit, &matrix, columns),
                _ => measure::<f64>(&jit, &matrix, columns),
            };
            if zeros >= 0.8 {
                quotients.push(quotient);
            }
        }
        let mean = geometric_mean(&quotients);
        let least = quotients.iter().copied().fold(f64::INFINITY, f64::min);
        println!(
            "{dtype}: {} matrices with 80 % zeros or more, {mean:.2} times, at least {least:.2}",
            quotients.len()
        );
    }
}
