//! The blocks of A and of B, as slices.

use super::error::CallError;
use super::numbers::Side;
use super::raw::RawBlocks;
use std::marker::PhantomData;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::try_collect;

/// One input: its only block, or those of a batch. Which form it takes is what the specification's
/// [`Batch`](tensmith_core::kernel::spec::Batch) says.
#[derive(Clone, Copy, Debug)]
pub enum Blocks<'a, T> {
    /// The only block, or all of them at constant distances; the first element of the first comes
    /// first.
    Strided(&'a [T]),
    /// Blocks anywhere in a slice.
    Offsets {
        /// The slice that holds all of them.
        data: &'a [T],
        /// The element that offsets count from.
        origin: usize,
        /// The start of each block, in elements.
        offsets: &'a [i64],
    },
    /// Blocks anywhere.
    Addresses(&'a Addresses<'a, T>),
}

/// Slices that each begin with a block, as kernels take them: their addresses in an array. Made once,
/// and used in any number of calls.
#[derive(Debug)]
pub struct Addresses<'a, T> {
    starts: Vec<*const T>,
    /// Elements in the shortest slice.
    shortest: usize,
    borrowed: PhantomData<&'a [T]>,
}

impl<'a, T> Addresses<'a, T> {
    /// The addresses of slices.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn new(slices: &[&'a [T]]) -> Result<Self, OutOfMemory> {
        let starts = try_collect(slices.iter().map(|slice| slice.as_ptr()))?;
        let shortest = slices.iter().map(|slice| slice.len()).min().unwrap_or(0);
        Ok(Self { starts, shortest, borrowed: PhantomData })
    }
}

impl<T> Blocks<'_, T> {
    /// The same as pointers.
    pub(super) fn raw(self) -> RawBlocks<T> {
        match self {
            Self::Strided(data) => RawBlocks::Strided(data.as_ptr()),
            Self::Offsets { data, origin, offsets } => {
                RawBlocks::Offsets { origin: data.as_ptr().wrapping_add(origin), offsets: offsets.as_ptr() }
            }
            Self::Addresses(list) => RawBlocks::Addresses(list.starts.as_ptr()),
        }
    }

    /// Checks that `count` blocks are there, each with all of its elements.
    pub(super) fn check(self, side: &Side, count: usize) -> Result<(), CallError> {
        let operand = side.name;
        match self {
            Self::Strided(data) => long_enough(operand, data.len(), side.span(count)),
            Self::Offsets { data, origin, offsets } => {
                as_many(operand, offsets.len(), count)?;
                let (needed, len) = (side.block.span(), data.len());
                let outside = |&(_, offset): &(usize, i64)| !is_inside((origin, offset), needed, len);
                match offsets.iter().copied().enumerate().find(outside) {
                    None => Ok(()),
                    Some((block, offset)) => {
                        Err(CallError::Outside { operand, block, offset, needed, len, origin })
                    }
                }
            }
            Self::Addresses(list) => {
                as_many(operand, list.starts.len(), count)?;
                long_enough(operand, list.shortest, side.block.span())
            }
        }
    }
}

pub(super) fn long_enough(operand: &'static str, len: usize, needed: usize) -> Result<(), CallError> {
    if len < needed { Err(CallError::TooShort { operand, len, needed }) } else { Ok(()) }
}

/// Whether `needed` elements from an offset on are among the first `len`.
fn is_inside((origin, offset): (usize, i64), needed: usize, len: usize) -> bool {
    let start = isize::try_from(offset).ok().and_then(|offset| origin.checked_add_signed(offset));
    start.and_then(|start| start.checked_add(needed)).is_some_and(|end| end <= len)
}

fn as_many(operand: &'static str, found: usize, expected: usize) -> Result<(), CallError> {
    if found == expected { Ok(()) } else { Err(CallError::BlockCount { operand, found, expected }) }
}
