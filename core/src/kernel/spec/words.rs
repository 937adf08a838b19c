//! A chain of operations in words, which caches compare.
//!
//! Every link is one record of fixed width. A chain packs its links when it is made or changed, so that a
//! cache hit only compares records: all of them, without a branch for each. A hash of them is part of a key's
//! first word, which also tells whether there are any.
//!
//! Invariant: equal words are equal chains. Every field of a link is in its record, as
//! itself or as a named bit.

use super::argument::MAX_LINKS;
use super::link::{Link, Operand};
use super::operand::Stride;
use crate::kernel::op::MAX_PARAMETERS;
use core::hash::BuildHasher;
use rustc_hash::FxBuildHasher;

/// The words of a chain: equal if and only if the chains are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words {
    mark: u64,
    records: Records,
}

/// One record for each link, then zeros. Aligned, so that vectors are compared with
/// memory in one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
struct Records([Record; MAX_LINKS]);

/// One link: the address of its operation, its [shape](Link::shape), its leading dimension and its
/// parameters, [packed](Stride::packed). The shape says whether there is a leading dimension. No link is all
/// zeros: no address is 0.
type Record = [u64; 3 + MAX_PARAMETERS];

/// The lowest bit of a [mark](Words::mark): set where there are links.
pub(super) const MARK: u32 = 32;

impl Words {
    /// The words of no links.
    pub(super) const NONE: Self = Self { mark: 0, records: Records([[0; 3 + MAX_PARAMETERS]; MAX_LINKS]) };

    /// The words of `links`, behind the last of which is nothing.
    pub(super) fn of(links: &[Option<Link>; MAX_LINKS]) -> Self {
        let mut words = Self::NONE;
        for (record, link) in words.records.0.iter_mut().zip(links.iter().flatten()) {
            *record = link.record();
        }
        if links.iter().any(Option::is_some) {
            words.mark = (FxBuildHasher.hash_one(words.records.0) << MARK) | 1 << MARK;
        }
        words
    }

    /// A hash of the words above bit [`MARK`], and there whether there are any; below are zeros.
    #[inline(always)]
    pub(super) const fn mark(&self) -> u64 {
        self.mark
    }

    /// Whether these are the same as others with the same mark.
    #[inline(always)]
    pub(super) fn are(&self, others: &Self) -> bool {
        self.mark == 0 || self.difference(others) == 0
    }

    /// A bit for each that differs in some word. Without branches, compilers compare words as vectors.
    #[inline(always)]
    fn difference(&self, others: &Self) -> u64 {
        let pairs = self.records.0.as_flattened().iter().zip(others.records.0.as_flattened());
        pairs.fold(0, |difference, (word, other)| difference | (word ^ other))
    }
}

impl Link {
    /// The link in words; see [`Record`].
    fn record(&self) -> Record {
        let (address, [p0, p1]) = match self {
            Self::Unary(op) => op.packed(),
            Self::Binary { op, .. } => op.packed(),
        };
        let ld = self.operand().and_then(Operand::ld).map_or(0, Stride::packed);
        [address, self.shape(), ld, p0, p1]
    }

    /// How the operand covers the result, if there is one, and which input the running value is.
    const fn shape(&self) -> u64 {
        let Self::Binary { op: _, operand, running } = self else { return UNARY };
        let covers = match operand {
            Operand::Column => COLUMN,
            Operand::Row => ROW,
            Operand::Scalar => SCALAR,
            Operand::Matrix(_) => MATRIX,
        };
        covers << 1 | *running as u64
    }
}

/// How operands cover the result; [`UNARY`] where there is none.
const UNARY: u64 = 0;
const COLUMN: u64 = 1;
const ROW: u64 = 2;
const SCALAR: u64 = 3;
const MATRIX: u64 = 4;
