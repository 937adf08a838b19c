//! Plans that were made, kept for whoever asks the same again.
//!
//! A [`Jit`](crate::Jit) never changes, so that a [`Question`] says all that a plan depends on: element type,
//! text, what is to happen to the output, and the extents and strides of all operands. Clones of a plan share
//! what was compiled, which ends with the last of them once the cache has given it up.
//!
//! Cost of a hit: the question is written down as words, which are hashed on the way, and compared
//! (`tests/examples/einsum_cost.rs`).

use crate::jit::JitError;
use crate::kernels::Yield;
use crate::plan::Plan;
use crate::view::Strided;
use rustc_hash::FxHasher;
use std::any::Any;
use std::hash::{Hash, Hasher};
use std::mem;
use tensmith_core::cache::{Cache, Statistics, Value};
use tensmith_core::reference::Element;

/// All that a plan depends on, as words, and their hash. Every text and every array says how long it is, so that no
/// two questions have the same words. Most take few, and no memory of their own.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// How many words there are; more than `short` has room for where `long` has all of them.
    len: usize,
    hash: u64,
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

/// The most words of a question without memory of its own: two matrices and an expression take 13.
const SHORT: usize = 32;

impl Question {
    /// One that is still to be written down.
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { len: 0, hash: 0, short: [0; SHORT], long: Vec::new() }
    }

    /// Asks about a text, of some kind, for elements of type `T`, and operands: inputs, and at most an output.
    #[inline(always)]
    pub(crate) fn ask<T: Element>(
        &mut self,
        kind: Kind,
        text: &str,
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) {
        let mut writer = Writer::new(&mut self.short);
        writer.put_all::<T>(kind, text, inputs, output);
        (self.len, self.hash) = (writer.len, writer.hash.finish());
        if self.len > SHORT {
            self.write_long::<T>(kind, text, inputs, output);
        }
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
        let mut writer = Writer::new(&mut self.long);
        writer.put_all::<T>(kind, text, inputs, output);
        self.hash = writer.hash.finish();
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
        state.write_u64(self.hash);
    }
}

/// Writes words as far as there is room, counts and hashes them.
struct Writer<'a> {
    room: &'a mut [u64],
    len: usize,
    hash: FxHasher,
}

impl<'a> Writer<'a> {
    #[inline(always)]
    fn new(room: &'a mut [u64]) -> Self {
        Self { room, len: 0, hash: FxHasher::default() }
    }

    /// Room for the next words; none where there is not enough.
    #[inline(always)]
    fn take(&mut self, words: usize) -> &'a mut [u64] {
        self.len += words;
        let (taken, room) = mem::take(&mut self.room).split_at_mut_checked(words).unwrap_or_default();
        self.room = room;
        taken
    }

    #[inline(always)]
    fn put(&mut self, word: u64) {
        if let [place] = self.take(1) {
            *place = self.hashed(word);
        }
    }

    #[inline(always)]
    fn hashed(&mut self, word: u64) -> u64 {
        self.hash.write_u64(word);
        word
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

    /// An array: how many extents and strides it has, then these in pairs.
    #[inline(always)]
    fn put_array(&mut self, array: &impl Strided) {
        let (shape, strides) = (array.shape(), array.strides());
        let Some((rank, places)) = self.take(1 + 2 * shape.len()).split_first_mut() else { return };
        *rank = self.hashed((shape.len() as u64) << 32 | strides.len() as u64);
        for ((place, extent), stride) in places.chunks_exact_mut(2).zip(shape).zip(strides) {
            place.copy_from_slice(&[self.hashed(*extent as u64), self.hashed(*stride as u64)]);
        }
    }
}

/// Plans for elements of any type.
#[derive(Debug)]
pub(crate) struct Plans(Cache<Question, Kept, JitError, Yield>);

/// A plan for elements of some type; clones share it.
#[derive(Clone, Debug)]
enum Kept {
    F32(Plan<f32>),
    F64(Plan<f64>),
}

impl Kept {
    fn new<T: Element>(plan: Plan<T>) -> Option<Self> {
        let plan = &mut Some(plan);
        take(plan).map(Self::F32).or_else(|| take(plan).map(Self::F64))
    }

    #[inline]
    fn plan<T: Element>(self) -> Option<Plan<T>> {
        match self {
            Self::F32(plan) => take(&mut Some(plan)),
            Self::F64(plan) => take(&mut Some(plan)),
        }
    }
}

/// What is there, if it is of the type that is wanted.
#[inline]
fn take<A: 'static, B: 'static>(place: &mut Option<A>) -> Option<B> {
    (place as &mut dyn Any).downcast_mut().and_then(Option::take)
}

impl Value for Kept {
    fn bytes(&self) -> usize {
        match self {
            Self::F32(Plan(compiled)) => compiled.bytes(),
            Self::F64(Plan(compiled)) => compiled.bytes(),
        }
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
    #[inline(always)]
    pub(crate) fn get_or_make<T: Element>(
        &self,
        question: &Question,
        make: impl FnOnce() -> Result<Plan<T>, JitError>,
    ) -> Result<Plan<T>, JitError> {
        let make = || make().map(|plan| Kept::new(plan).expect("elements are one or the other"));
        Ok(self.0.get_or_make(question, make)?.plan().expect("questions name their element type"))
    }
}
