//! The zeros that sums begin with.
//!
//! Where a move from an integer register makes a zero, it takes no slot from multiply-adds. But a single pipe
//! does that: where there are few multiply-adds for each zero, both kinds of pipes have to make some, in such
//! shares that they are busy for as long.
//!
//! Tests: below, `tests/tests/primitives_gemm_shapes.rs`.

use super::model::{CoreModel, IssueOrder, Zeroing};
use crate::OutOfMemory;
use crate::kernel::Builder;
use crate::kernel::func::{Inst, Vector};

/// A share of zeros: `preferred` `of` a number in a row are made as the core prefers, the others by
/// the pipes of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zeros {
    preferred: usize,
    of: usize,
}

impl Zeros {
    /// All zeros are made as the core prefers.
    pub const PREFERRED: Self = Self { preferred: 1, of: 1 };

    /// For sums with so much other work of the pipes of vectors for each, in quarters of a slot:
    /// multiply-adds, and [what stores take](crate::isa::model::StoreCost::vector_slots).
    #[must_use]
    pub fn among(model: &CoreModel, work: usize) -> Self {
        // The slots of all pipes while a zero is moved.
        let meanwhile = (model.multiply_adds as usize).saturating_mul(4);
        match (model.zeroing, model.order) {
            (Zeroing::Integer, IssueOrder::OutOfOrder { .. }) if work < meanwhile => {
                Self { preferred: work.saturating_add(4), of: meanwhile.saturating_add(4) }
            }
            _ => Self::PREFERRED,
        }
    }

    /// Returns the share that is made as the core prefers, from 0 to 1.
    #[must_use]
    pub fn preferred(self) -> f64 {
        self.preferred as f64 / self.of as f64
    }

    /// Makes the zero number `nth` of some that follow one another: either kind is spread evenly.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn make(self, builder: &mut Builder, nth: usize) -> Result<Vector, OutOfMemory> {
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
    use crate::Target;

    /// How many of forty zeros are not made as a core prefers, where there is so much work for each.
    fn others(target: &str, work: usize) -> usize {
        let zeros = Zeros::among(&Target::named(target).unwrap().core.model, work);
        let mut builder = Builder::new("test").unwrap();
        for nth in 0..40 {
            zeros.make(&mut builder, nth).unwrap();
        }
        let func = builder.finish().unwrap();
        let others = func.body().iter().filter(|inst| matches!(inst, Inst::ZeroByVectors(_))).count();
        assert!((zeros.preferred() - (1.0 - others as f64 / 40.0)).abs() < 1e-9, "{target} {work}");
        others
    }

    #[test]
    fn vector_pipes_make_some_where_there_is_little_other_work() {
        // Four pipes have four slots while one zero is moved.
        assert_eq!([0, 6, 10, 14, 16].map(|work| others("neoverse-v1", work)), [32, 20, 12, 4, 0]);
        // Two pipes have two.
        assert_eq!([2, 8].map(|work| others("neoverse-n1", work)), [20, 0]);
        // No pipe makes zeros, or those of vectors make all.
        assert_eq!(["neoverse-v2", "cortex-a510"].map(|target| others(target, 0)), [0, 0]);
    }
}
