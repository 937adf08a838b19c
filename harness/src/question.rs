//! Everything that a plan depends on, as words: element type, text, what is to happen to the output, and the
//! extents and strides of all operands.
//!
//! Idea: a question is asked far more often than it is new. So it is written into room that is not cleared before, on
//! the stack for all but the longest, hashed on the way, and takes memory of its own only to be kept ([`Answered`]).
//!
//! Cost: 8.5 instructions a dimension, and about 300 for all else that finding a plan takes
//! (`tests/examples/einsum_cost.rs`).
//!
//! Tests: `tests/tests/harness_plans.rs`.
#![allow(unsafe_code)]

use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::mem::{self, MaybeUninit};
use std::ptr;
use tensmith_core::cache::Ask;
use tensmith_core::reference::Element;
use tensmith_core::tensor::view::Strided;

/// All that a plan depends on, as words, and their hash. Every text and every array says how long it is, so that no
/// two questions have the same words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    hash: u64,
    words: &'a [u64],
}

/// A question that was answered.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    words: Box<[u64]>,
}

/// The short part of a question.
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

/// Room for the words of a question.
pub(crate) type Room = [MaybeUninit<u64>];

/// The most words of a question on the stack: two matrices and an expression take 13.
pub(crate) const SHORT: usize = 128;

impl<'a> Question<'a> {
    /// Asks about a text, of some kind, for elements of type `T`, and operands: inputs, and at most an output. Nothing
    /// comes back where there is too little room, or an array has not as many strides as extents.
    #[inline(always)]
    pub(crate) fn new<T: Element>(
        room: &'a mut Room,
        kind: Kind,
        text: &str,
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) -> Option<Self> {
        let mut writer = Writer { room, hash: FxHasher::default() };
        writer.put_text(kind.bits() << 8 | T::DTYPE as u64, text.as_bytes())?;
        for array in inputs {
            writer.put_array(array)?;
        }
        if let Some(array) = output {
            writer.put_array(array)?;
        }
        let (left, hash) = (writer.room.len(), writer.hash.finish());
        let written = room.get(..room.len() - left)?;
        // SAFETY: a `MaybeUninit<u64>` lies as a `u64` does, and these are initialized: the writer took them from the
        // front of `room`, all but what is left, and fills whatever it takes unless nothing comes back.
        let words = unsafe { &*(ptr::from_ref(written) as *const [u64]) };
        Some(Self { hash, words })
    }

    /// How many words that takes.
    pub(crate) fn count(text: &str, inputs: &[impl Strided], output: Option<&impl Strided>) -> usize {
        let arrays = inputs.iter().map(Strided::shape).chain(output.map(Strided::shape));
        2 + text.len() / 8 + arrays.map(|shape| 1 + 2 * shape.len()).sum::<usize>()
    }
}

impl Ask<Answered> for Question<'_> {
    #[inline(always)]
    fn hash(&self) -> u64 {
        self.hash
    }

    #[inline(always)]
    fn is(&self, answered: &Answered) -> bool {
        *self.words == *answered.words
    }

    fn to_key(&self) -> Answered {
        Answered { words: self.words.into() }
    }
}

/// Writes words, and hashes them. Whatever it takes from the front of the room it fills, unless nothing comes back.
struct Writer<'a> {
    room: &'a mut Room,
    hash: FxHasher,
}

impl<'a> Writer<'a> {
    #[inline(always)]
    fn take(&mut self, words: usize) -> Option<&'a mut Room> {
        let (taken, room) = mem::take(&mut self.room).split_at_mut_checked(words)?;
        self.room = room;
        Some(taken)
    }

    #[inline(always)]
    fn put(&mut self, place: &mut MaybeUninit<u64>, word: u64) {
        self.hash.write_u64(word);
        place.write(word);
    }

    /// Bytes, after their number and what else fits into 16 bits: first the last eight, of which some may come again,
    /// then eight by eight. These are turned round, as copying them otherwise becomes a call.
    #[inline(always)]
    fn put_text(&mut self, besides: u64, text: &[u8]) -> Option<()> {
        let last = match text.last_chunk() {
            Some(last) => u64::from_le_bytes(*last),
            None => text.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        };
        let chunks = text.chunks_exact(8);
        let [len, end, places @ ..] = self.take(2 + chunks.len())? else { return None };
        self.put(len, (text.len() as u64) << 16 | besides);
        self.put(end, last);
        for (place, chunk) in places.iter_mut().zip(chunks) {
            self.put(place, chunk.try_into().map_or(0, u64::from_be_bytes));
        }
        Some(())
    }

    /// An array: how many extents and strides it has, then these in pairs. One step of the hash for a pair will do.
    #[inline(always)]
    fn put_array(&mut self, array: &impl Strided) -> Option<()> {
        let (shape, strides) = (array.shape(), array.strides());
        let (rank, places) = self.take(1 + 2 * shape.len())?.split_first_mut()?;
        rank.write(shape.len() as u64);
        if strides.len() != shape.len() {
            return None;
        }
        for ((pair, extent), stride) in places.chunks_exact_mut(2).zip(shape).zip(strides) {
            let (extent, stride) = (*extent as u64, *stride as u64);
            pair.copy_from_slice(&[extent, stride].map(MaybeUninit::new));
            self.hash.write_u64(extent.wrapping_add(stride << 3));
        }
        Some(())
    }
}
