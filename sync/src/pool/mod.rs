//! Parts of a pool of threads: rounds of tasks ([`round`]), the gate at which they are lent to the threads
//! ([`gate`]), and how these sleep meanwhile ([`sleep`]).
//!
//! Tests: `tests/tests/harness_pool.rs`.

pub mod gate;
pub mod round;
pub mod sleep;
