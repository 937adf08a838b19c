//! The cost of a call of a handle that has no code: the figure that handles compare kernels with
//! (`harness/src/gemm/worth.rs`). Counted, not timed:
//!
//! ```text
//! cargo build --release --package tensmith-tests --example reference_cost
//! valgrind --tool=callgrind --toggle-collect='*counted_reference*' \
//!     target/release/examples/reference_cost M N K
//! ```

use std::error::Error;
use std::hint::black_box;
use tensmith::gemm::{
    Batch, Blocks, CallError, Chain, Factor, Gemm, GemmSpec, Matrix, Numbers, Options, Policy,
};
use tensmith::{DType, Jit, Target};
use tensmith_core::isa::aarch64::feature::Features;

fn main() -> Result<(), Box<dyn Error>> {
    let extents: Vec<usize> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let [m, n, k] = extents[..] else { return Err("arguments: M N K".into()) };
    let (a, b, c) = (Matrix::column_major(m), Matrix::column_major(k), Matrix::column_major(m));
    let (alpha, beta, batch) = (Factor::One, Factor::One, Batch::Single);
    let spec =
        GemmSpec { types: DType::F32.into(), m, n, k, a, b, c, alpha, beta, batch, epilogue: Chain::EMPTY };
    let without_vectors = Target::generic().with_features(Features::of(&[]).into());
    let options = Options { policy: Policy::Reference, ..Options::default() };
    let gemm = Jit::for_target(without_vectors)?.gemm(&spec, options)?;
    let (a, b, mut c) = (vec![1.0; m * k], vec![1.0; k * n], vec![1.0; m * n]);
    counted_reference(&gemm, &a, &b, &mut c)?;
    black_box(c);
    Ok(())
}

/// The counted code: a function of its own, with a name that nothing else has.
#[inline(never)]
fn counted_reference(gemm: &Gemm<f32>, a: &[f32], b: &[f32], c: &mut [f32]) -> Result<(), CallError> {
    gemm.call([Blocks::Strided(a), Blocks::Strided(b)], c, &Numbers::default())
}
