//! What is done to words after operands are in place.

/// A change of the words of each instruction after its operands are in place, such as a
/// checksum, a parity or a mask.
pub trait Finish {
    /// Changes the words of one instruction, the first one first.
    fn finish(&self, words: &mut [u32]);

    /// Takes the change back. May be asked for words that are no instruction.
    fn undo(&self, words: &mut [u32]);
}

/// Words stay as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsIs;

impl Finish for AsIs {
    fn finish(&self, _: &mut [u32]) {}

    fn undo(&self, _: &mut [u32]) {}
}
