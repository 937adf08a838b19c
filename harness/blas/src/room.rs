//! Whether there is memory for what has to be allocated in ways that end the program where
//! they fail, and stack.
//!
//! Most of what code is made with reports a refusal; some small things, such as counts of references and
//! texts of errors, do not. So the allocator is asked for more than all of it takes at once, gives it back,
//! and is then relied on: not by proof, as other threads allocate, too, but where memory runs out slowly, as
//! it does, a call finds out here. A thread whose stack is too short for making code finds that out here,
//! too; it multiplies by loops, or by code of others.
//!
//! Tests: `tests/tests/blas_memory.rs`, `tests/tests/blas_stack.rs`.

use std::hint::black_box;

/// What some work takes at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Bytes that it allocates; with none, the allocator is not asked.
    heap: usize,
    /// Bytes of the caller's stack.
    stack: usize,
}

/// Starting, and making a kernel.
pub(crate) const FOR_KERNEL: Room = Room { heap: 1 << 20, stack: tensmith::machine::STACK_TO_MAKE };

/// Making a plan, and starting threads.
pub(crate) const FOR_PLAN: Room = Room { heap: 8 << 20, stack: tensmith::machine::STACK_TO_MAKE };

/// Running a plan, and calling a kernel.
pub(crate) const TO_RUN: Room = Room { heap: 0, stack: tensmith::machine::STACK_TO_RUN };

impl Room {
    /// Whether the allocator gives as much now, and the stack is long enough as far as that is known.
    pub(crate) fn is_there(self) -> bool {
        if tensmith::machine::stack_left().is_some_and(|left| left < self.stack) {
            return false;
        }
        let mut room = Vec::<u8>::new();
        let is_there = room.try_reserve_exact(self.heap).is_ok();
        // Lest the compiler concludes that nobody needs it.
        black_box(&room);
        is_there
    }
}
