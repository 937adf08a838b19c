//! A chain of operations as a few words: what caches compare.
//!
//! Idea: a chain finds its words when it is made, so that a cache only compares them, where they are. Each link begins
//! with a number that is never 0 and says how many there are for it: a leading dimension, parameters. Nearly always all
//! of them fit 32 bits, and most of the room stays empty. Words have 128 bits: compilers compare many of these without
//! a branch for each, as vectors, and those in memory need not be loaded first.

use super::chain::{Link, MAX_LINKS, Operand};
use super::operand::Stride;
use crate::kernel::op::{MAX_PARAMETERS, Parameter};
use core::hash::BuildHasher;
use rustc_hash::FxBuildHasher;

/// The words of a chain: equal if and only if the chains are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words {
    form: Form,
    mark: u64,
    /// Zeros behind the last.
    words: [u128; MAX_WORDS],
}

/// How a chain is written, and so how many words there are at most.
///
/// The numbers are far apart, since compilers make jumps through tables of those that are not: these take longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
enum Form {
    /// No word: there are no links.
    Empty = 0,
    /// Numbers of 32 bits, in one word.
    One = 1 << 28,
    /// The same, in half of the words.
    Half = 1 << 29,
    /// Numbers of 64 bits.
    All = 1 << 30,
}

/// What operations are not far from, if they are of the same program: their distance from it is a number of 32 bits.
static ORIGIN: u8 = 0;

/// The most numbers that a chain has: of each link one, and one for each parameter and a leading dimension.
const MAX_NUMBERS: usize = MAX_LINKS * (2 + MAX_PARAMETERS);

/// The most words.
const MAX_WORDS: usize = MAX_NUMBERS / 2;

/// The bits of a [mark](Words::mark).
pub(super) const MARK: u64 = u64::MAX << 28;

impl Words {
    /// Those of no links.
    pub(super) const NONE: Self = Self { form: Form::Empty, mark: 0, words: [0; MAX_WORDS] };

    /// Those of some links, behind the last of which is nothing.
    pub(super) fn of(links: &[Option<Link>; MAX_LINKS]) -> Self {
        let [Some(_), ..] = links else { return Self::NONE };
        let (form, words) = match short(links) {
            // Numbers may be zeros, too: not only behind the last.
            Some(words @ [_, 0, 0, 0, ..]) => (Form::One, words),
            Some(words) => (Form::Half, words),
            None => (Form::All, joined(&long(links))),
        };
        Self { form, mark: FxBuildHasher.hash_one(words) << u32::BITS | form as u64, words }
    }

    /// A hash of them, and in which form they are, in the bits of [`MARK`].
    #[inline(always)]
    pub(super) const fn mark(&self) -> u64 {
        self.mark
    }

    /// Whether they are the same as others with the same mark.
    #[inline(always)]
    pub(super) fn are(&self, others: &Self) -> bool {
        match self.form {
            Form::Empty => true,
            Form::One => self.are_first(others, 1),
            Form::Half => self.are_first(others, MAX_WORDS / 2),
            Form::All => self.are_first(others, MAX_WORDS),
        }
    }

    /// Whether so many are the same.
    #[inline(always)]
    fn are_first(&self, others: &Self, count: usize) -> bool {
        let pairs = self.words.iter().zip(&others.words).take(count);
        pairs.fold(0, |different, (word, other)| different | (word ^ other)) == 0
    }
}

/// The words of links as numbers of 32 bits, if all are so small and half of the room is enough. Behind a number that
/// is 0, there are two for each parameter.
fn short(links: &[Option<Link>; MAX_LINKS]) -> Option<[u128; MAX_WORDS]> {
    let links = || links.iter().flatten();
    let single = links().flat_map(|link| link.halves(Parameter::packed_single));
    let double = links().flat_map(|link| link.halves(Parameter::packed_double));
    let numbers = halves(single).or_else(|| halves(core::iter::once(Some(0)).chain(double)))?;
    Some(joined(&numbers))
}

/// Numbers of 32 bits, then zeros; none if one of them is none, or there are too many.
fn halves(numbers: impl Iterator<Item = Option<u32>>) -> Option<[u32; MAX_NUMBERS]> {
    let mut all = [0; MAX_NUMBERS];
    let mut places = all.iter_mut();
    for number in numbers {
        *places.next()? = number?;
    }
    Some(all)
}

/// The numbers of links, then zeros.
fn long(links: &[Option<Link>; MAX_LINKS]) -> [u64; MAX_NUMBERS] {
    let mut all = [0; MAX_NUMBERS];
    let each = links.iter().flatten().flat_map(|link| core::iter::once(link.word()).chain(link.fixed()));
    all.iter_mut().zip(each).for_each(|(place, number)| *place = number);
    all
}

/// Numbers as words, the first of each in its lowest bits; then zeros.
fn joined<T: Copy + Into<u128>>(numbers: &[T]) -> [u128; MAX_WORDS] {
    let mut words = [0; MAX_WORDS];
    for (word, numbers) in words.iter_mut().zip(numbers.chunks(size_of::<u128>() / size_of::<T>())) {
        *word = numbers.iter().rev().fold(0, |word, number| word << (8 * size_of::<T>()) | (*number).into());
    }
    words
}

impl Link {
    /// All but numbers: the operation with what of it is left to run time, which leaves the last bits free, and
    /// there how the operand covers the result and which side is which. Never 0.
    fn word(&self) -> u64 {
        match self {
            Self::Unary(op) => op.packed_left() | 1,
            Self::Binary { op, operand, running } => {
                let covers = match operand {
                    Operand::Column => 1,
                    Operand::Row => 2,
                    Operand::Scalar => 3,
                    Operand::Matrix(Stride::Runtime) => 4,
                    Operand::Matrix(Stride::Fixed(_)) => 5,
                };
                op.packed_left() | covers << 1 | *running as u64
            }
        }
    }

    /// Its numbers, those that are left to run time as 0.
    fn fixed(&self) -> impl Iterator<Item = u64> {
        let ld = self.operand().and_then(Operand::ld).and_then(Stride::known);
        let parameters = self.parameters().iter().map(|parameter| parameter.packed());
        ld.map(|ld| ld as u64).into_iter().chain(parameters)
    }

    /// The same as [`Link::word`] and [`Link::fixed`] in 32 bits each, parameters in what `halves` makes of them; none of
    /// what takes more.
    fn halves<const N: usize>(
        &self,
        halves: fn(Parameter) -> Option<[u32; N]>,
    ) -> impl Iterator<Item = Option<u32>> {
        let distance = self.word().wrapping_sub(core::ptr::from_ref(&ORIGIN).addr() as u64);
        let distance = i32::try_from(distance as i64).ok().map(|distance| distance as u32);
        // Of two kinds, and how many there are of each follows from the word.
        let ld = self.operand().and_then(Operand::ld).and_then(Stride::known);
        let parameters = self
            .parameters()
            .iter()
            .flat_map(move |parameter| halves(*parameter).map_or([None; N], |halves| halves.map(Some)));
        let ld = ld.map(|ld| u32::try_from(ld).ok());
        core::iter::once(distance).chain(ld).chain(parameters)
    }
}
