//! Plans that were made, kept for whoever asks the same again.
//!
//! A [`Jit`](crate::Jit) never changes, so that a [`Question`] says all that a plan depends on: element type,
//! text, what is to happen to the output, and the extents and strides of all operands. Clones of a plan share
//! what was compiled, which ends with the last of them once the cache has given it up.
//!
//! Cost of a hit: the question is written down as words, which are hashed and compared
//! (`tests/examples/einsum_cost.rs`).

use crate::jit::JitError;
use crate::kernels::Yield;
use crate::plan::{Compiled, Plan};
use crate::view::Strided;
use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use tensmith_core::cache::{Cache, Statistics, Value};
use tensmith_core::reference::Element;

/// All that a plan depends on, as words. Every text and every array says how long it is, so that no two questions
/// have the same words. Most take few, and no memory of their own.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// How many words of `short` are used; more than there are where `long` has all of them.
    len: usize,
    short: [u64; SHORT],
    long: Vec<u64>,
}

/// What is asked in few words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    /// Which search, of at most four.
    pub(crate) optimize: u8,
    /// Whether the text is more than an expression.
    pub(crate) is_rare: bool,
    pub(crate) accumulates: bool,
    pub(crate) has_output: bool,
}

impl Kind {
    #[inline]
    fn bits(self) -> u64 {
        let flags = [self.is_rare, self.accumulates, self.has_output];
        flags.iter().fold(u64::from(self.optimize), |bits, flag| bits << 1 | u64::from(*flag))
    }
}

/// The most words of a question without memory of its own: two dense matrices and an expression take 5.
const SHORT: usize = 24;

impl Question {
    /// One that is still to be written down.
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { len: 0, short: [0; SHORT], long: Vec::new() }
    }

    /// About a text, of some kind, for elements of type `T`, and operands: inputs, and at most an output.
    #[inline(always)]
    pub(crate) fn about<T: Element>(
        &mut self,
        kind: Kind,
        text: &str,
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) -> &Self {
        let of_inputs: usize = inputs.iter().map(most_words_of).sum();
        let most = 2 + text.len() / 8 + of_inputs + output.map_or(0, most_words_of);
        let is_long = most > SHORT;
        if is_long {
            self.long = vec![0; most];
        }
        let words = if is_long { &mut self.long[..] } else { &mut self.short };
        let mut at = 0;
        put(words, &mut at, (text.len() as u64) << 16 | kind.bits() << 8 | size_of::<T>() as u64);
        put_text(words, &mut at, text.as_bytes());
        for input in inputs {
            put_array(words, &mut at, input);
        }
        if let Some(output) = output {
            put_array(words, &mut at, output);
        }
        self.long.truncate(at);
        self.len = if is_long { usize::MAX } else { at };
        self
    }

    #[inline]
    fn words(&self) -> &[u64] {
        self.short.get(..self.len).unwrap_or(&self.long)
    }
}

impl PartialEq for Question {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.words() == other.words()
    }
}

impl Eq for Question {}

impl Hash for Question {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words().hash(state);
    }
}

#[inline(always)]
fn most_words_of(array: &impl Strided) -> usize {
    1 + 2 * array.shape().len()
}

/// Writes one word, for which there is room.
#[inline(always)]
fn put(words: &mut [u64], at: &mut usize, word: u64) {
    if let Some(place) = words.get_mut(*at) {
        *place = word;
        *at += 1;
    }
}

/// Writes bytes whose number is known: eight by eight, at last the last eight, of which some may be there before.
#[inline(always)]
fn put_text(words: &mut [u64], at: &mut usize, text: &[u8]) {
    for chunk in text.chunks_exact(8) {
        put(words, at, chunk.try_into().map_or(0, u64::from_le_bytes));
    }
    let last = match text.last_chunk() {
        Some(last) => u64::from_le_bytes(*last),
        None => text.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    };
    put(words, at, last);
}

/// Bits of an extent that is packed with others.
const BITS: u32 = 15;

/// Writes an array: in one word, if it has at most four short extents and is dense in C order; otherwise its rank,
/// extents and strides. The lowest bit tells which.
#[inline(always)]
fn put_array(words: &mut [u64], at: &mut usize, array: &impl Strided) {
    let (shape, strides) = (array.shape(), array.strides());
    let (mut packed, mut all, mut is_dense, mut next) = (0, 0, shape.len() <= 4, 1isize);
    for (extent, stride) in shape.iter().zip(strides).rev() {
        packed = packed << BITS | *extent as u64;
        all |= *extent;
        is_dense &= *stride == next;
        next = next.wrapping_mul(*extent as isize);
    }
    if is_dense && all < 1 << BITS {
        return put(words, at, packed << 4 | (shape.len() as u64) << 1 | 1);
    }
    put(words, at, (shape.len() as u64) << 1);
    shape.iter().for_each(|extent| put(words, at, *extent as u64));
    strides.iter().for_each(|stride| put(words, at, *stride as u64));
}

/// Plans for elements of any type.
#[derive(Debug)]
pub(crate) struct Plans(Cache<Question, Kept, JitError, Yield>);

/// A plan; clones share it.
#[derive(Clone, Debug)]
struct Kept {
    compiled: Arc<dyn Any + Send + Sync>,
    bytes: usize,
}

impl Value for Kept {
    fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Plans {
    pub(crate) fn new(budget: usize) -> Self {
        Self(Cache::new(budget))
    }

    pub(crate) fn statistics(&self) -> Statistics {
        self.0.statistics()
    }

    /// The plan that answers a question: what is there, or else what `make` makes.
    pub(crate) fn get_or_make<T: Element>(
        &self,
        question: &Question,
        make: impl FnOnce() -> Result<Plan<T>, JitError>,
    ) -> Result<Plan<T>, JitError> {
        let keep = |Plan(compiled): Plan<T>| Kept { bytes: compiled.bytes(), compiled };
        let kept = self.0.get_or_make(question, || make().map(keep))?;
        let compiled: Arc<Compiled<T>> = kept.compiled.downcast().expect("questions name their element type");
        Ok(Plan(compiled))
    }
}
