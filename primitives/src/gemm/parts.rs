//! The sums of complex products, apart by the parts of B, and how they are joined.
//!
//! With A as it is in memory, real and imaginary parts alternating, and the parts of B as factors of vectors,
//! there are two sums: `S = Σ a·re(b)` and `T = Σ a·im(b)`. The product is `S + i·T`, and `i·T` is T with the
//! parts exchanged, the first of them negated. So a tile takes twice as many accumulators and no shuffle in
//! the loop over K; at the end come two instructions for each vector of C. What is conjugated changes signs
//! there:
//!
//! | conjugated | product | as signs, and parts exchanged |
//! |---|---|---|
//! | nothing | `S + i·T` | `S + (-, +)·x(T)` |
//! | B | `S - i·T` | `S + (+, -)·x(T)` |
//! | A | `conj(S) + i·conj(T)` | `x(T) + (+, -)·S` |
//! | both | `conj(S) - i·conj(T)` | `(+, -)·S - x(T)` |
//!
//! Tests: `tests/tests/primitives_complex.rs`.

use super::sums::Sums;
use crate::alternating::alternating;
use alloc::vec::Vec;
use tensmith_core::OutOfMemory;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{FloatType, Inst, Vector, VectorOp};
use tensmith_core::kernel::spec::Conjugation;

/// How sums are joined, in a tile.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    conjugation: Conjugation,
    of: FloatType,
}

impl Parts {
    /// Those of sums of some type.
    pub(super) const fn new(conjugation: Conjugation, of: FloatType) -> Self {
        Self { conjugation, of }
    }

    /// What sums begin with, so that it is C in the end.
    pub(super) fn begin(
        self,
        builder: &mut Builder,
        mut begun: Vec<Vector>,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        if self.conjugation.factors()[0] {
            let signs = self.signs(builder, true)?;
            for vector in &mut begun {
                *vector = builder.binary(VectorOp::Mul, *vector, signs, self.of)?;
            }
        }
        Ok(begun)
    }

    /// The products, of sums whose turns are those of the parts of B.
    pub(super) fn joined(self, builder: &mut Builder, sums: Sums) -> Result<Vec<Vector>, OutOfMemory> {
        let (mut products, others) = sums.by_parts(builder)?;
        let signs = self.signs(builder, self.conjugation != Conjugation::Neither)?;
        for (sum, other) in products.iter_mut().zip(others) {
            let exchanged = builder.swap_lanes(other, self.of)?;
            *sum = self.join(builder, [*sum, exchanged], signs)?;
        }
        Ok(products)
    }

    /// The product of one vector.
    fn join(
        self,
        builder: &mut Builder,
        [sum, exchanged]: [Vector; 2],
        signs: Vector,
    ) -> Result<Vector, OutOfMemory> {
        match self.conjugation {
            Conjugation::Neither | Conjugation::B => {
                builder.push(Inst::MultiplyAdd(sum, exchanged, signs, self.of))?;
                Ok(sum)
            }
            Conjugation::A => {
                builder.push(Inst::MultiplyAdd(exchanged, sum, signs, self.of))?;
                Ok(exchanged)
            }
            Conjugation::Both => {
                let conjugate = builder.binary(VectorOp::Mul, sum, signs, self.of)?;
                builder.binary(VectorOp::Sub, conjugate, exchanged, self.of)
            }
        }
    }

    /// 1 and -1, alternating, the latter first or last.
    fn signs(self, builder: &mut Builder, is_negated_last: bool) -> Result<Vector, OutOfMemory> {
        let numbers: [f64; 2] = if is_negated_last { [1.0, -1.0] } else { [-1.0, 1.0] };
        let bits = match self.of {
            FloatType::F32 => numbers.map(|number| (number as f32).to_bits().into()),
            FloatType::F64 => numbers.map(f64::to_bits),
        };
        alternating(builder, bits, self.of)
    }
}
