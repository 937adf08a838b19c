//! The interface of a walk over lines: what takes the vectors.
//!
//! Tests: `tests/tests/primitives_reduce.rs`.

use tensmith_core::OutOfMemory;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::Vector;

/// A consumer of the vectors of a walk.
pub(super) trait Collect {
    /// Takes the vectors of all inputs that are at `step` of `line`, both counted from 0 in a block.
    fn take(
        &mut self,
        builder: &mut Builder,
        place: (usize, usize),
        vectors: &[Vector],
    ) -> Result<(), OutOfMemory>;

    /// A block of that many steps was taken.
    fn next(&mut self, builder: &mut Builder, steps: usize) -> Result<(), OutOfMemory>;
}
