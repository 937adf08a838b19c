//! Things in the order of numbers, for heaps.
//!
//! Tests: `tests/tests/einsum_path.rs`.

use crate::fallible::OutOfMemory;
use alloc::collections::BinaryHeap;
use core::cmp::{Ordering, Reverse};

/// Something with its place in an order; of equal ones, the lower comes first.
#[derive(Debug)]
pub(super) struct Ranked<T> {
    pub(super) rank: f64,
    pub(super) of: T,
}

impl<T: Ord> Ord for Ranked<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.total_cmp(&other.rank).then_with(|| self.of.cmp(&other.of))
    }
}

impl<T: Ord> PartialOrd for Ranked<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> PartialEq for Ranked<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T: Ord> Eq for Ranked<T> {}

/// Adds a value to a heap whose smallest comes first.
#[inline(always)]
pub(super) fn push<T: Ord>(heap: &mut BinaryHeap<Reverse<T>>, value: T) -> Result<(), OutOfMemory> {
    heap.try_reserve(1)?;
    // There is always room now; asking again tells the compiler that pushing cannot grow.
    if heap.len() == heap.capacity() {
        return Err(OutOfMemory);
    }
    heap.push(Reverse(value));
    Ok(())
}
