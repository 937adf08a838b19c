//! The circumstances of passes: the target, and the wishes of the caller.
//!
//! Tests: `tests/tests/tensor_optimize.rs`.

use crate::Target;
use core::num::NonZeroUsize;

/// The knowledge of passes besides the nests.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The machine.
    pub target: &'a Target,
    /// The decisions of the caller.
    pub options: Options<'a>,
}

impl Context<'_> {
    /// Whether vectors have more than 16 bytes: a square of them has many, and costs much to turn.
    pub(super) const fn has_long_vectors(&self) -> bool {
        self.target.core.vector_bytes > 16
    }
}

/// Decisions that a caller takes instead of the cost model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The most indices of a dimension inside a kernel: fewer where `thread_target` asks for more
    /// blocks of the output.
    pub max_kernel_size: Option<usize>,
    /// The fewest indices of a dimension inside a kernel, where it is split. With a `max_kernel_size`, a
    /// kernel has no more of them than there are kernels along the dimension, unless those
    /// are fewer than this.
    pub min_kernel_size: Option<usize>,
    /// How many threads there are; without being told, one.
    pub threads: Option<NonZeroUsize>,
    /// About how many tasks there should be, whatever the work and the threads; 1 for none that run apart.
    pub thread_target: Option<usize>,
    /// Names of passes to leave out, of which `finish` is one where operations follow. Without `permute` and
    /// `primitives`, nothing is decided that is not decided already.
    pub without: &'a [&'a str],
}
