//! Columns in memory that share a vector: each is in a part of its own.
//!
//! Tests: `tests/tests/kernel_table.rs`, `tests/tests/reference_func.rs`.

use super::access::Lanes;
use super::register::Int;
use super::template::forms;

forms! {
    /// The low lanes of the lowest parts of a vector, in memory.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Parts {
        /// The lanes of a part that are in memory.
        pub lanes: Lanes,
        /// The size of a part of the register in bytes: a power of two from 16 to that of a vector, of
        /// which these are no more.
        pub size: u8,
        /// Parts that are in memory, at least one.
        pub count: u8,
        /// Register with the base address.
        pub base: Int,
        /// Where the first begins, in bytes from the base.
        pub start: i32,
        /// The distance from one to the next, in bytes: 0 where the same lanes are loaded into each.
        pub apart: i32,
    } "{lanes}/{size}*{count}[{base} + {start} by {apart}]"
}

impl Parts {
    /// The size of a part for some lanes, in bytes.
    #[must_use]
    pub fn size_for(lanes: Lanes) -> usize {
        lanes.register_bytes().next_power_of_two().max(16)
    }

    /// Where part `nth` begins, in bytes from the base.
    #[must_use]
    pub fn offset(&self, nth: u8) -> i64 {
        i64::from(self.apart).wrapping_mul(nth.into()).wrapping_add(self.start.into())
    }

    /// The lanes of a part, whether they are in memory or not.
    #[must_use]
    pub fn room(&self) -> u8 {
        self.size.checked_div(self.lanes.dtype.arithmetic().bytes() as u8).unwrap_or(0)
    }

    /// Whether the lanes fill their part.
    #[must_use]
    pub fn are_whole(&self) -> bool {
        self.lanes.count == self.room()
    }

    /// Whether the lanes of all parts are neighbours.
    #[must_use]
    pub fn are_dense(&self) -> bool {
        i64::try_from(self.lanes.bytes()) == Ok(self.apart.into())
    }

    /// A bit for each lane of a vector that is in memory, as far as there are 16.
    #[must_use]
    pub fn mask(&self) -> u16 {
        let bit = |nth: u8| 1u16.checked_shl(nth.into()).unwrap_or(0);
        let in_part = |nth: u8, part: u8| part.saturating_mul(self.room()).saturating_add(nth);
        let lanes = |part| (0..self.lanes.count).map(move |nth| bit(in_part(nth, part)));
        (0..self.count).flat_map(lanes).fold(0, |all, lane| all | lane)
    }
}
