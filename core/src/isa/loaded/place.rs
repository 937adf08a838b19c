//! Bits of words.

/// The most words that an instruction may have.
pub const MAX_WORDS: usize = 8;

/// The bit of a word in which a bit of an operand is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) word: usize,
    pub(super) bit: u32,
}
