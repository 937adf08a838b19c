//! The zeros that sums begin with.
//!
//! Where a move from an integer register makes a zero, it takes no slot from multiply-adds. But a single pipe does
//! that: where there are few multiply-adds for each zero, both kinds of pipes have to make some, in such shares that
//! they are busy for as long.
//!
//! Tests: below, `tests/tests/primitives_gemm_shapes.rs`.

use crate::work::number;
use tensmith_core::OutOfMemory;
use tensmith_core::isa::model::{CoreModel, IssueOrder, Zeroing};
use tensmith_core::kernel::func::{Inst, Vector};
use tensmith_core::kernel::spec::{Batch, Layout};
use tensmith_core::kernel::{Builder, GemmSpec};

/// A share of zeros: `preferred` `of` a number in a row are made as the core prefers, the others by the pipes of vectors.
#[derive(Clone, Copy)]
pub(super) struct Zeros {
    preferred: usize,
    of: usize,
}

/// The slots of the vector pipes that turning A over takes for an accumulator, roughly, in quarters.
const TURNED: usize = 2;

impl Zeros {
    /// For a multiplication on a core. In a batch, there are many multiply-adds.
    pub(super) fn new(spec: &GemmSpec, model: &CoreModel) -> Self {
        // What the pipes of vectors do for an accumulator, and what they have done when one is moved, in quarters.
        let (stored, pipes) = (model.stores.vector_slots as usize, model.multiply_adds as usize);
        let turned = if spec.a.layout == Layout::RowMajor { TURNED } else { 0 };
        let beside = spec.k.saturating_mul(4).saturating_add(stored).saturating_add(turned);
        let meanwhile = pipes.saturating_mul(4);
        match (model.zeroing, model.order, spec.batch) {
            (Zeroing::Integer, IssueOrder::OutOfOrder { .. }, Batch::Single) if beside < meanwhile => {
                Self { preferred: beside.saturating_add(4), of: meanwhile.saturating_add(4) }
            }
            _ => Self { preferred: 1, of: 1 },
        }
    }

    /// The share that is made as the core prefers.
    pub(super) fn preferred(self) -> f64 {
        number(self.preferred) / number(self.of)
    }

    /// The zero number `nth` of a tile: either kind is spread evenly.
    pub(super) fn make(self, builder: &mut Builder, nth: usize) -> Result<Vector, OutOfMemory> {
        match nth.saturating_mul(self.preferred).checked_rem(self.of) {
            Some(rest) if rest >= self.preferred => {
                let zero = builder.vector();
                builder.push(Inst::ZeroByVectors(zero))?;
                Ok(zero)
            }
            _ => builder.zero(),
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use tensmith_core::kernel::spec::{Chain, Factor, Matrix, Stride};
    use tensmith_core::{DType, Target};

    /// How many of forty zeros are not made as a core prefers, of a product of such a K.
    fn others(target: &str, k: usize, batch: Batch) -> usize {
        let (a, b, c) = (Matrix::column_major(4), Matrix::column_major(k), Matrix::column_major(4));
        let (alpha, beta, epilogue) = (Factor::One, Factor::Zero, Chain::EMPTY);
        let spec = GemmSpec { dtype: DType::F64, m: 4, n: 4, k, a, b, c, alpha, beta, batch, epilogue };
        let zeros = Zeros::new(&spec, &Target::named(target).unwrap().core.model);
        let mut builder = Builder::new("test").unwrap();
        for nth in 0..40 {
            zeros.make(&mut builder, nth).unwrap();
        }
        let func = builder.finish().unwrap();
        let others = func.body().iter().filter(|inst| matches!(inst, Inst::ZeroByVectors(_))).count();
        assert_eq!(zeros.preferred(), 1.0 - number(others) / 40.0);
        others
    }

    #[test]
    fn vector_pipes_make_some_where_there_are_few_multiply_adds() {
        let others_of = |target, ks: [usize; 4]| ks.map(|k| others(target, k, Batch::Single));
        // An accumulator takes 1.5, 2.5 and 3.5 slots of four pipes, while one zero is moved in a cycle.
        assert_eq!(others_of("neoverse-v1", [1, 2, 3, 4]), [20, 12, 4, 0]);
        // Stores take as many slots as multiply-adds there.
        assert_eq!(others_of("neoverse-n1", [1, 2, 3, 4]), [0; 4]);
        assert_eq!(others_of("neoverse-v2", [1, 2, 3, 4]), [0; 4]);
        assert_eq!(others_of("cortex-a510", [1, 2, 3, 4]), [0; 4]);
        assert_eq!(others("neoverse-v1", 1, Batch::Addresses { count: Stride::Runtime }), 0);
    }
}
