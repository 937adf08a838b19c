//! Whether there is memory for what has to be allocated in ways that end the program where they fail.
//!
//! Most of what code is made with reports a refusal; some small things, such as counts of references and texts of errors, do
//! not. So the allocator is asked for more than all of it takes at once, gives it back, and is then relied on: not by
//! proof, as other threads allocate, too, but where memory runs out slowly, as it does, a call finds out here.
//!
//! Tests: `tests/tests/blas_memory.rs`.

use std::hint::black_box;

/// Bytes that starting, and making a kernel, take at most.
pub(crate) const FOR_KERNEL: usize = 1 << 20;

/// Bytes that making a plan, and starting threads, take at most.
pub(crate) const FOR_PLAN: usize = 8 << 20;

/// Whether the allocator gives some bytes now.
pub(crate) fn is_there(bytes: usize) -> bool {
    let mut room = Vec::<u8>::new();
    let is_there = room.try_reserve_exact(bytes).is_ok();
    // Lest the compiler concludes that nobody needs it.
    black_box(&room);
    is_there
}
