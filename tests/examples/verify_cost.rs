//! The cost of verifying a kernel. Counted, not timed:
//!
//! ```text
//! cargo build --release --package tensmith-tests --example verify_cost
//! valgrind --tool=callgrind target/release/examples/verify_cost 100 16 6 64
//! valgrind --tool=callgrind target/release/examples/verify_cost 1100 16 6 64
//! ```
//!
//! The difference of the two counts, divided by 1,000, is the cost of the FP32 GEMM of that shape;
//! its number of instructions is printed.

use std::hint::black_box;
use tensmith_core::isa::{Contract, aarch64::verify};
use tensmith_core::kernel::spec::{Batch, Chain, Factor, Matrix};
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::{DType, Target};
use tensmith_tests::kernels;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<usize>().expect("a number"));
    let mut next = || arguments.next().expect("count, M, N, K");
    let [count, m, n, k] = [next(), next(), next(), next()];
    let (a, b, c) = (Matrix::column_major(m), Matrix::column_major(k), Matrix::column_major(m));
    let (alpha, beta, batch) = (Factor::One, Factor::One, Batch::Single);
    let gemm =
        GemmSpec { types: DType::F32.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue: Chain::EMPTY };
    let target = Target::generic();
    let words = kernels::words(&kernels::code(&kernels::registry(), &KernelSpec::Gemm(gemm), &target));
    let contract = Contract { features: target.core.features, arguments: 3, callees: &[] };
    for _ in 0..count {
        verify(black_box(&words), &contract).expect("a kernel");
    }
    println!("{} instructions", words.len());
}
