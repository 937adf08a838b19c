//! What a call asks for, as words: the key of the cache of answers.
//!
//! All that an answer depends on is in it: the text, the options, and of each array the kind of its elements,
//! extents and strides. So two calls with equal words have the same answer, whatever the addresses.
//!
//! Tests: `harness/python/tests/test_layouts.py`.

use crate::array::Array;
use crate::options::Options;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::Hasher;

/// As many words as most calls take: two matrices and an expression take 16.
const USUAL: usize = 40;

/// The words of a call.
#[derive(Debug)]
pub(crate) struct Key {
    words: SmallVec<[u64; USUAL]>,
    hash: u64,
}

impl Key {
    /// The key of a call with these operands, and maybe with an output.
    #[inline]
    pub(crate) fn new(
        text: &str,
        options: Options,
        operands: &[Array<'_, '_>],
        out: Option<&Array<'_, '_>>,
    ) -> Self {
        let mut words = SmallVec::new();
        words.push(options.word() << 1 | u64::from(out.is_some()));
        put_text(&mut words, text);
        for array in operands.iter().chain(out) {
            words.push(array.kind().word() << 8 | array.shape().len() as u64);
            words.extend(array.shape().iter().map(|extent| *extent as u64));
            words.extend(array.strides().iter().map(|stride| *stride as u64));
        }
        let mut hasher = FxHasher::default();
        words.iter().for_each(|word| hasher.write_u64(*word));
        Self { hash: hasher.finish(), words }
    }

    #[inline]
    pub(crate) const fn hash(&self) -> u64 {
        self.hash
    }

    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }
}

/// A text, after its length.
#[inline]
fn put_text(words: &mut SmallVec<[u64; USUAL]>, text: &str) {
    words.push(text.len() as u64);
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    words.extend(text.as_bytes().chunks(8).map(word));
}
