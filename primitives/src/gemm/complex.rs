//! Multiplication of complex numbers, as one of their parts.
//!
//! Vectors run along the parts of one factor's columns, two for each number, and each of these columns is
//! multiplied by both parts of a number of the other factor: two positions of K, each with sums of its own.
//! Everything else is as for real numbers.
//!
//! Tests: `tests/tests/primitives_complex.rs`.

use super::as_real;
use super::problem::Problem;
use tensmith_core::Target;
use tensmith_core::kernel::spec::{Batch, Chain, ComplexSpec, Factor, Layout, Matrix, Start, Stride};
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};

/// Generator of multiplications of complex numbers.
#[derive(Clone, Copy, Debug)]
pub struct Complex;

impl KernelGenerator for Complex {
    fn name(&self) -> &'static str {
        "tensmith.complex/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Complex(complex) = spec else { return Err(Refusal::OtherKind) };
        crate::vectors::machine(target)?;
        let of_parts = of_parts(complex);
        as_real::offer(Problem::along_c(&of_parts).of_complex(complex.conjugation), target)
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Complex(complex) = spec else { return Err(GenerateError::OtherKind) };
        let of_parts = of_parts(complex);
        let problem = Problem::along_c(&of_parts).of_complex(complex.conjugation);
        as_real::generate(self.name(), &problem, target, offer)
    }
}

/// The multiplication of parts: rows of C, or columns if it is row-major, are twice as many, and so are the
/// positions of K. What has no parts along vectors, stored either way, has them along K.
fn of_parts(spec: &ComplexSpec) -> GemmSpec {
    let &ComplexSpec { part, m, n, k, a, b, c, conjugation: _, start } = spec;
    let twice = |numbers: usize| numbers.saturating_mul(2);
    let matrix = |matrix: Matrix| {
        let ld = matrix.ld.known().map_or(Stride::Runtime, |ld| Stride::fixed(twice(ld)));
        Matrix { ld, ..matrix }
    };
    let (m, n) = match c.layout {
        Layout::ColumnMajor => (twice(m), n),
        Layout::RowMajor => (m, twice(n)),
    };
    GemmSpec {
        types: part.into(),
        m,
        n,
        k: twice(k),
        a: matrix(a),
        b: matrix(b),
        c: matrix(c),
        alpha: Factor::One,
        beta: if start == Start::Output { Factor::One } else { Factor::Zero },
        batch: Batch::Single,
        epilogue: Chain::EMPTY,
    }
}
