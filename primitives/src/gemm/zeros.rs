//! The zeros that the sums of a multiplication begin with.
//!
//! Tests: below, `tests/tests/primitives_gemm_shapes.rs`.

use tensmith_core::isa::Zeros;
use tensmith_core::isa::model::CoreModel;
use tensmith_core::kernel::GemmSpec;
use tensmith_core::kernel::spec::{Batch, Layout};

/// The slots of the vector pipes that transposing A takes for an accumulator, roughly, in quarters.
const TRANSPOSED: usize = 2;

/// What makes the zeros of a multiplication on a core. In a batch, there are many multiply-adds for each.
pub(super) fn zeros(spec: &GemmSpec, model: &CoreModel) -> Zeros {
    let transposed = if spec.a.layout == Layout::RowMajor { TRANSPOSED } else { 0 };
    let stored = model.stores.vector_slots as usize;
    match spec.batch {
        Batch::Single => {
            Zeros::among(model, spec.k.saturating_mul(4).saturating_add(stored).saturating_add(transposed))
        }
        _ => Zeros::PREFERRED,
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use tensmith_core::kernel::spec::{Chain, Factor, Matrix, Stride};
    use tensmith_core::{DType, Target};

    /// How many of forty zeros are not made as a core prefers, of a product of such a K.
    fn others(target: &str, k: usize, batch: Batch) -> f64 {
        let (a, b, c) = (Matrix::column_major(4), Matrix::column_major(k), Matrix::column_major(4));
        let (alpha, beta, epilogue) = (Factor::One, Factor::Zero, Chain::EMPTY);
        let spec =
            GemmSpec { types: DType::F64.into(), m: 4, n: 4, k, a, b, c, alpha, beta, batch, epilogue };
        (40.0 - 40.0 * zeros(&spec, &Target::named(target).unwrap().core.model).preferred()).round()
    }

    #[test]
    fn vector_pipes_make_some_where_there_are_few_multiply_adds() {
        let others_of = |target, ks: [usize; 4]| ks.map(|k| others(target, k, Batch::Single));
        // An accumulator takes 1.5, 2.5 and 3.5 slots of four pipes, while one zero is moved in a cycle.
        assert_eq!(others_of("neoverse-v1", [1, 2, 3, 4]), [20.0, 12.0, 4.0, 0.0]);
        // Stores take as many slots as multiply-adds there.
        assert_eq!(others_of("neoverse-n1", [1, 2, 3, 4]), [0.0; 4]);
        assert_eq!(others_of("neoverse-v2", [1, 2, 3, 4]), [0.0; 4]);
        assert_eq!(others_of("cortex-a510", [1, 2, 3, 4]), [0.0; 4]);
        assert_eq!(others("neoverse-v1", 1, Batch::Addresses { count: Stride::Runtime }), 0.0);
    }
}
