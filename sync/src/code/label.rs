//! A position in code, by number.
//!
//! Tests: `tests/tests/isa_buffer.rs`.

/// A position in code that is known now or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(u32);

impl Label {
    /// One more than the greatest number.
    pub const LIMIT: u32 = 1 << 28;

    /// The label with the given number; its upper four bits are ignored.
    #[must_use]
    pub const fn new(index: u32) -> Self {
        Self(index & (Self::LIMIT - 1))
    }

    /// Its number.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0
    }
}
