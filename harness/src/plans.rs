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
    /// How many words there are; more than `short` has room for where `long` has all of them.
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
        let mut writer = Writer::new(&mut self.short);
        writer.put_all::<T>(kind, text, inputs, output);
        self.len = writer.len;
        if self.len > SHORT {
            self.write_long::<T>(kind, text, inputs, output);
        }
        self
    }

    #[cold]
    fn write_long<T: Element>(
        &mut self,
        kind: Kind,
        text: &str,
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) {
        self.long = vec![0; self.len];
        Writer::new(&mut self.long).put_all::<T>(kind, text, inputs, output);
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
        self.words().iter().for_each(|word| state.write_u64(*word));
    }
}

/// Writes words as far as there is room, and counts them.
struct Writer<'a> {
    words: &'a mut [u64],
    len: usize,
}

impl<'a> Writer<'a> {
    #[inline(always)]
    fn new(words: &'a mut [u64]) -> Self {
        Self { words, len: 0 }
    }

    #[inline(always)]
    fn put(&mut self, word: u64) {
        if let Some(place) = self.words.get_mut(self.len) {
            *place = word;
        }
        self.len += 1;
    }

    /// A whole question.
    #[inline(always)]
    fn put_all<T: Element>(
        &mut self,
        kind: Kind,
        text: &str,
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) {
        self.put((text.len() as u64) << 16 | kind.bits() << 8 | size_of::<T>() as u64);
        self.put_text(text.as_bytes());
        for array in inputs {
            self.put_array(array);
        }
        if let Some(array) = output {
            self.put_array(array);
        }
    }

    /// Bytes whose number is known: eight by eight, at last the last eight, of which some may be there before.
    #[inline(always)]
    fn put_text(&mut self, text: &[u8]) {
        for chunk in text.chunks_exact(8) {
            self.put(chunk.try_into().map_or(0, u64::from_le_bytes));
        }
        let last = match text.last_chunk() {
            Some(last) => u64::from_le_bytes(*last),
            None => text.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        };
        self.put(last);
    }

    /// An array, in the first form that has room for it.
    #[inline(always)]
    fn put_array(&mut self, array: &impl Strided) {
        let (shape, strides) = (array.shape(), array.strides());
        let head = (shape.len() as u64) << form::BITS;
        if let Some(extents) = dense(shape, strides) {
            return self.put(extents << HEAD | head | form::DENSE);
        }
        let start = self.len;
        self.put(head | form::SHORT);
        let mut all = 0;
        for (extent, stride) in shape.iter().zip(strides) {
            self.put((*extent as u64) << 32 | *stride as u64);
            all |= *extent | *stride as usize;
        }
        if all >> 31 != 0 {
            self.len = put_long(self.words, start, shape, strides);
        }
    }
}

/// An array of long extents or strides, behind so many words; how many there are then. By value, for otherwise all
/// of a writer would be kept in memory.
#[cold]
fn put_long(words: &mut [u64], len: usize, shape: &[usize], strides: &[isize]) -> usize {
    let mut writer = Writer { words, len };
    writer.put((shape.len() as u64) << form::BITS | form::LONG);
    shape.iter().for_each(|extent| writer.put(*extent as u64));
    strides.iter().for_each(|stride| writer.put(*stride as u64));
    writer.len
}

/// How an array is written down, in the lowest bits of its first word; above it is the rank.
mod form {
    /// All extents in the first word, and strides of C order.
    pub(super) const DENSE: u64 = 0;
    /// A word for each dimension: its extent above its stride, both below 2^31.
    pub(super) const SHORT: u64 = 1;
    /// A word for each extent, then one for each stride.
    pub(super) const LONG: u64 = 2;
    pub(super) const BITS: u32 = 2;
}

/// Bits of a word that say an array's form, and its rank where that is below [`RANKS`].
const HEAD: u32 = form::BITS + 4;

/// Ranks whose extents may share a word.
const RANKS: usize = 16;

/// How many bits an extent has that shares a word with as many as a rank says.
const WIDTHS: [u32; RANKS] = {
    let mut widths = [u64::BITS - HEAD; RANKS];
    let mut rank = 2;
    while rank < RANKS {
        widths[rank] /= rank as u32;
        rank += 1;
    }
    widths
};

/// All extents in one word, of an array that is dense in C order, if they are short enough.
#[inline(always)]
fn dense(shape: &[usize], strides: &[isize]) -> Option<u64> {
    let width = *WIDTHS.get(shape.len())?;
    let (mut packed, mut all, mut next) = (0, 0, 1isize);
    for (extent, stride) in shape.iter().zip(strides).rev() {
        if *stride != next {
            return None;
        }
        packed = packed << width | *extent as u64;
        all |= *extent;
        next = next.wrapping_mul(*extent as isize);
    }
    (all >> width == 0).then_some(packed)
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
