//! The platform's whole duty for executable memory: one call, [`CodeMemory::publish`].
//!
//! Copying the code, changing the protection and making the instruction side
//! see it (Arm ARM, B2.7.4.2) belong together: a caller that could do one
//! without the others would sooner or later forget one. So the trait has no
//! finer steps. Three parts are written once for implementations to share: where code goes,
//! many kernels a page ([`arena`], which threads share by [`shared`]), and how it gets into pages that hold
//! other code ([`pages`]). Where there is no system, [`pool`] takes memory that the caller lends.
//!
//! Invariants that every implementation keeps: memory is never writable and
//! executable at once for any thread; the code of a live [`Block`] is never
//! written; space that its last block has left is used again, or given back.
//!
//! Tests: `platform-linux/tests/publish.rs`, `platform-linux/tests/refusal.rs`,
//! `platform-linux/tests/lifetime.rs`, `platform-macos/tests/publish.rs`, `tests/tests/code_memory_pool.rs`.
#![allow(unsafe_code)]

pub mod arena;
mod extents;
#[cfg(all(test, tensmith_model))]
mod models;
pub mod once;
pub mod pages;
pub mod placement;
pub mod pool;
pub mod shared;

use super::owner::Owner;
use crate::fallible::OutOfMemory;
use alloc::vec::Vec;
use core::ptr::NonNull;

/// Every published piece of code starts at a multiple of this many bytes: a
/// cache line of most cores.
pub const ALIGNMENT: usize = 64;

/// A source of executable memory.
pub trait CodeMemory {
    /// Places pieces of code, in order, each at the next multiple of [`ALIGNMENT`],
    /// and makes them executable. They are given back together.
    ///
    /// # Errors
    /// [`MemoryError`]; nothing of it stays mapped then.
    fn publish_all(&self, codes: &[&[u8]]) -> Result<Vec<Block>, MemoryError>;

    /// Places one piece of code, which is given back alone.
    ///
    /// # Errors
    /// [`MemoryError`]; nothing of it stays mapped then.
    fn publish(&self, code: &[u8]) -> Result<Block, MemoryError> {
        let mut blocks = self.publish_all(&[code])?;
        blocks.pop().ok_or(MemoryError::Empty)
    }
}

/// Published code: executable, immutable, and mapped for as long as the block
/// or a clone of it lives.
#[derive(Clone, Debug)]
pub struct Block {
    start: NonNull<u8>,
    len: usize,
    _mapping: Option<Owner>,
}

// SAFETY: the bytes behind `start` are never written again while a block lives
// (contract of `Block::new`), and the mapping is itself `Send + Sync`.
unsafe impl Send for Block {}
// SAFETY: as above: shared access is read-only.
unsafe impl Sync for Block {}

impl Block {
    /// A block of `len` bytes at `start`, kept alive by `mapping` (or never freed,
    /// where there is none: memory of a system without an OS).
    ///
    /// # Safety
    /// The bytes are executable and visible to instruction fetch, and until
    /// `mapping` is dropped they stay mapped and are not written.
    #[must_use]
    pub unsafe fn new(start: NonNull<u8>, len: usize, mapping: Option<Owner>) -> Self {
        Self { start, len, _mapping: mapping }
    }

    /// The same code, with a value that is dropped when the last of its handles is,
    /// before the code goes away.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the value is dropped then.
    pub fn keeping(self, value: impl Send + Sync + 'static) -> Result<Self, OutOfMemory> {
        let (start, len) = (self.start, self.len);
        // Fields are dropped in order.
        let mapping = Owner::new((value, self))?;
        Ok(Self { start, len, _mapping: Some(mapping) })
    }

    /// Address of the first instruction.
    #[must_use]
    pub fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// The published bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: `start` and `len` describe mapped bytes that nothing writes
        // while `self` lives (contract of `Block::new`).
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

/// Why code could not be published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// There was no code to publish.
    #[error("code is 0 bytes long: there must be at least one instruction")]
    Empty,
    /// The sizes of the pieces do not add up in the address space.
    #[error("{pieces} pieces of code: their total size overflows the address space")]
    TooLarge {
        /// The number of pieces.
        pieces: usize,
    },
    /// A step was refused.
    #[error("{step} of {bytes} bytes of executable memory was refused: {refusal}")]
    Refused {
        /// The step, as the platform calls it, such as `map` or `protect`.
        step: &'static str,
        /// The bytes that it was for.
        bytes: usize,
        /// Why.
        refusal: Refusal,
    },
    /// The operating system refuses executable memory of every kind to this process.
    #[error("executable memory was refused ({step}: {refusal}): {remedy}")]
    Denied {
        /// The step that was refused last.
        step: &'static str,
        /// Why.
        refusal: Refusal,
        /// What would allow it.
        remedy: &'static str,
    },
    /// The memory holds other code than it was given.
    #[error("{bytes} bytes of code were published, and the memory holds others")]
    Differs {
        /// The size of the code.
        bytes: usize,
    },
    /// The allocator refused the bookkeeping.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl MemoryError {
    /// Whether there was not enough memory: for code, or for bookkeeping.
    #[must_use]
    pub const fn is_out_of_memory(&self) -> bool {
        match self {
            Self::OutOfMemory(_) => true,
            Self::Refused { refusal, .. } => refusal.is_out_of_memory(),
            Self::Empty | Self::TooLarge { .. } | Self::Denied { .. } | Self::Differs { .. } => false,
        }
    }
}

/// Why a step of publishing was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The operating system did, with an error number (`errno`).
    #[error("OS error {0}")]
    Os(i32),
    /// A pool is full.
    #[error("the pool has no more than {free} bytes free in one piece")]
    Full {
        /// The size of the largest free piece, in bytes.
        free: usize,
    },
    /// Someone else takes memory from the pool at the same time: another core, or the code that an
    /// interrupt broke into.
    #[error("the pool is being taken from")]
    Busy,
    /// A machine without an operating system did.
    #[error("{0}")]
    Machine(&'static str),
}

impl Refusal {
    /// Whether there was not enough memory.
    #[must_use]
    pub const fn is_out_of_memory(&self) -> bool {
        // ENOMEM has the same number on Linux and on macOS.
        const ENOMEM: i32 = 12;
        matches!(self, Self::Os(ENOMEM) | Self::Full { .. })
    }
}
