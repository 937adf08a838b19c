//! Specifications with data: kinds of kernels that are defined elsewhere, and may be of any size.
//!
//! Problem: a [`KernelSpec`](super::KernelSpec) is one of a closed list, a few words that are copied and
//! compared for nearly nothing. What a generator may know besides, the positions of a matrix's non-zeros or
//! the values of a small operand, is neither.
//!
//! Idea: [`DataSpec`] is all that registries and caches ask of such a specification. A [`Digest`] stands for
//! its contents where these are looked up, and equality decides: two that collide are told apart. A generator
//! of the kind gets the specification back by its type (`downcast_ref`).
//!
//! Invariants: equal specifications have equal digests, and whatever decides what a kernel computes is part
//! of equality. Digests are the same on every host.
//!
//! Tests: below, `tests/tests/registry_data.rs`.

use crate::DType;
use core::any::Any;
use core::fmt;
use core::hash::Hasher;
use siphasher::sip128::{Hasher128, SipHasher13};

/// A specification of a kernel, of a kind that is defined elsewhere.
///
/// Its text says in one line what is computed; that of data is a digest, or nothing.
pub trait DataSpec: Typed + fmt::Debug + fmt::Display + Send + Sync {
    /// Versioned name of the kind, as those of generators are: `acme.constant_matrix/1`. It grows with a
    /// change of what kernels compute or of the arguments they take.
    fn kind(&self) -> &'static str;

    /// The digest of everything that equality compares.
    fn digest(&self) -> Digest;

    /// The names of the kernel's arguments, in calling order: at most
    /// [`MAX_ARGUMENTS`](super::spec::MAX_ARGUMENTS) integers or addresses.
    fn arguments(&self) -> &[&'static str];

    /// Type of the elements.
    fn dtype(&self) -> DType;

    /// Bytes of memory that it keeps, itself included: what it counts for in a cache.
    fn bytes(&self) -> usize;

    /// Whether kernels of both compute the same: they are of one kind, and all else is equal.
    fn equals(&self, other: &dyn DataSpec) -> bool;
}

/// A value that knows its type. All have it, and none can claim another: caches hand out kernels by equality,
/// which begins with the type.
pub trait Typed: Any {
    /// The value behind its type.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Any> Typed for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl dyn DataSpec {
    /// The specification as one of its type, for generators and for equality; none if it is of another type.
    #[must_use]
    pub fn downcast_ref<T: DataSpec>(&self) -> Option<&T> {
        self.as_any().downcast_ref()
    }
}

/// A digest of 128 bits: SipHash-1-3 with a key of zeros over bytes in the order that a kind says, numbers as
/// 8 bytes from the lowest.
///
/// It is an index, and no proof: two specifications of one digest can be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(u128);

impl Digest {
    /// The digest with these bits.
    #[must_use]
    pub const fn of_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// Its bits.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Half of its bits, for an index.
    #[must_use]
    pub const fn low(self) -> u64 {
        self.0 as u64
    }
}

/// 32 digits of base 16.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// Makes a [`Digest`], piece by piece. Each list says how long it is, so that no two have the same bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Digester(SipHasher13);

impl Digester {
    /// A digest of nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a number.
    #[must_use]
    pub fn number(mut self, number: u64) -> Self {
        self.0.write(&number.to_le_bytes());
        self
    }

    /// Adds a text.
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        let mut longer = self.number(text.len() as u64);
        longer.0.write(text.as_bytes());
        longer
    }

    /// Adds a list of numbers.
    #[must_use]
    pub fn numbers(self, numbers: impl ExactSizeIterator<Item = u64>) -> Self {
        let length = self.number(numbers.len() as u64);
        numbers.fold(length, Self::number)
    }

    /// The digest of all that was added.
    #[must_use]
    pub fn finish(self) -> Digest {
        Digest(self.0.finish128().as_u128())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number is that of an implementation written from the paper (Aumasson, Bernstein: SipHash), which
    /// gives the authors' published vector of SipHash-2-4 with 128 bits.
    #[test]
    fn digests_are_those_of_the_bytes_that_are_promised() {
        let digest = Digester::new().numbers([1, 2].into_iter()).text("abc").finish();
        assert_eq!(digest.bits(), 0x61d4_ca91_b81e_b754_64ff_441d_4fda_50c0);
    }

    #[test]
    fn lists_that_are_cut_elsewhere_have_other_digests() {
        let digest = |lists: &[&[u64]]| {
            lists.iter().fold(Digester::new(), |all, list| all.numbers(list.iter().copied())).finish()
        };
        assert_ne!(digest(&[&[1, 2], &[3]]), digest(&[&[1], &[2, 3]]));
        assert_ne!(digest(&[&[]]), digest(&[&[], &[]]));
        assert_eq!(digest(&[&[1, 2]]), digest(&[&[1, 2]]));
        assert_ne!(
            Digester::new().text("ab").text("c").finish(),
            Digester::new().text("a").text("bc").finish()
        );
    }
}
