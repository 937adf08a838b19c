//! The key of the cache of plans, packed into 64-bit words: element type, text, and the extents and strides
//! of all operands; and, where more is asked, a [`Details`].
//!
//! Idea: lookups far outnumber insertions. So the key is written into an uninitialised buffer, on the stack
//! for all but the longest, and hashed on the way; only an insertion allocates ([`PlanKey`]).
//!
//! Cost: 374 instructions for a plan of two matrices, and 14 more for each dimension with its letters
//! (`tests/examples/einsum_cost.rs`, on x86-64).
//!
//! Tests: `tests/tests/harness_plans.rs`.
#![allow(unsafe_code)]

use crate::contraction::request::Details;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::mem::{self, MaybeUninit};
use std::ptr;
use tensmith_core::cache::Ask;
use tensmith_core::tensor::view::Strided;
use tensmith_core::{Scalar, ScalarType};

/// All that a plan depends on, as words, and their hash. Every text and every array says how long it is, so
/// that no two keys have the same words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanKeyRef<'a> {
    hash: u64,
    words: &'a [u64],
    details: Option<&'a Details<'a>>,
}

/// A key that owns its words.
#[derive(Clone, Debug)]
pub(crate) struct PlanKey {
    words: Box<[u64]>,
    details: Option<Box<Details<'static>>>,
}

/// The part of a key that fits into a few bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyFlags {
    /// Which search, and for the least of what: at most 31.
    pub(crate) optimize: u8,
    /// Whether there are details.
    pub(crate) is_rare: bool,
    pub(crate) accumulates: bool,
    pub(crate) has_output: bool,
}

impl KeyFlags {
    #[inline]
    fn bits(self) -> u64 {
        let flags = [self.is_rare, self.accumulates, self.has_output];
        flags.iter().fold(u64::from(self.optimize), |bits, flag| bits << 1 | u64::from(*flag))
    }
}

/// A number below 256 for each type.
const fn type_code(scalar: ScalarType) -> u64 {
    match scalar {
        ScalarType::Real(dtype) => dtype as u64,
        ScalarType::C64 => 0x80,
        ScalarType::C128 => 0x81,
    }
}

/// Memory for the words of a key.
pub(crate) type KeyBuffer = [MaybeUninit<u64>];

/// The most words of a key on the stack: two matrices and an expression take 13.
pub(crate) const SHORT: usize = 128;

impl<'a> PlanKeyRef<'a> {
    /// The key of a text and maybe details, with these flags, for elements of type `T`, and operands:
    /// inputs, and at most an output. Nothing comes back where the buffer is too short, or an array has not
    /// as many strides as extents.
    #[inline(always)]
    pub(crate) fn new<T: Scalar>(
        buffer: &'a mut KeyBuffer,
        flags: KeyFlags,
        (text, details): (&str, Option<&'a Details<'a>>),
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) -> Option<Self> {
        let mut writer = Writer { buffer, hash: FxHasher::default() };
        writer.put_text(flags.bits() << 8 | type_code(T::TYPE), text.as_bytes())?;
        for array in inputs {
            writer.put_array(array)?;
        }
        if let Some(array) = output {
            writer.put_array(array)?;
        }
        let Writer { buffer: left, mut hash } = writer;
        if let Some(details) = details {
            hash.write_u64(hash_of(details));
        }
        let (left, hash) = (left.len(), hash.finish());
        let written = buffer.get(..buffer.len() - left)?;
        // SAFETY: a `MaybeUninit<u64>` lies as a `u64` does, and these are initialized: the writer took them
        // from the front of `buffer`, all but what is left, and fills whatever it takes
        // unless nothing comes back.
        let words = unsafe { &*(ptr::from_ref(written) as *const [u64]) };
        Some(Self { hash, words, details })
    }

    /// How many words that takes.
    pub(crate) fn count(text: &str, inputs: &[impl Strided], output: Option<&impl Strided>) -> usize {
        let arrays = inputs.iter().map(Strided::shape).chain(output.map(Strided::shape));
        2 + text.len() / 8 + arrays.map(|shape| 1 + 2 * shape.len()).sum::<usize>()
    }
}

/// Returns the hash of details alone: a reference to the hash of words would keep that in memory.
fn hash_of(details: &Details<'_>) -> u64 {
    let mut hash = FxHasher::default();
    Hash::hash(details, &mut hash);
    hash.finish()
}

impl Ask<PlanKey> for PlanKeyRef<'_> {
    #[inline(always)]
    fn hash(&self) -> u64 {
        self.hash
    }

    #[inline(always)]
    fn is(&self, known: &PlanKey) -> bool {
        // Of the same words, both have details, or neither.
        *self.words == *known.words && self.details == known.details.as_deref()
    }

    fn to_key(&self) -> PlanKey {
        PlanKey { words: self.words.into(), details: self.details.map(Details::kept).map(Box::new) }
    }
}

/// Writes words, and hashes them. Whatever it takes from the front of the buffer it fills,
/// unless nothing comes back.
struct Writer<'a> {
    buffer: &'a mut KeyBuffer,
    hash: FxHasher,
}

impl<'a> Writer<'a> {
    #[inline(always)]
    fn take(&mut self, words: usize) -> Option<&'a mut KeyBuffer> {
        let (taken, rest) = mem::take(&mut self.buffer).split_at_mut_checked(words)?;
        self.buffer = rest;
        Some(taken)
    }

    #[inline(always)]
    fn put(&mut self, place: &mut MaybeUninit<u64>, word: u64) {
        self.hash.write_u64(word);
        place.write(word);
    }

    /// Bytes, after their number and what else fits into 16 bits: first the last eight, of which some may
    /// come again, then eight by eight. These are big-endian: otherwise the loop becomes a call of `memcpy`.
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

    /// An array: how many extents and strides it has, then these in pairs. One step of the
    /// hash for a pair will do.
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
