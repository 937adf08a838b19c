//! Many kernels a page: chunks of executable memory, shared by all that is published there.
//!
//! Kernels have some hundred bytes, pages 4 KiB or more. So an [`Arena`] takes chunks of [`CHUNK`] bytes from
//! the system and places code in extents of whole granules, at the lowest place that is free in the first
//! chunk that has room. A chunk goes back to the system with its last extent; code that is larger than a
//! chunk has one of its own. Space that was given back is used again; what is held is at most what lives, the
//! gaps between, and the open chunk.
//!
//! How new code gets into a page in which other code lives and perhaps runs at this moment is the duty of the
//! [`System`]: [`pages`](super::pages) replaces the page, other systems write it for one thread alone.
//!
//! Nothing here locks: a platform puts an arena behind a lock of the system's, and the end of each extent
//! into the owner of its [`Block`]s.
//!
//! Tests: `sync/src/code/memory/pages.rs`, `platform-linux/tests/arena.rs`,
//! `platform-linux/tests/arena_memory.rs`.
#![allow(unsafe_code)]

use super::extents::Extents;
use super::placement::Placement;
use super::{ALIGNMENT, Block, MemoryError};
use crate::code::owner::Owner;
use crate::fallible::{TryVec, try_collect};
use alloc::vec::Vec;
use core::ptr::NonNull;

/// Bytes of addresses that an arena takes of its system at once. Only pages that hold code take memory.
pub const CHUNK: usize = 1 << 20;

/// What an arena takes of a system.
///
/// # Safety
/// The bytes of a chunk are in no other use until [`System::unmap`] takes it back. What [`System::write`] has
/// placed there is executable, visible to the instruction fetch of all cores, and stays as it is, at every
/// moment, until a later call writes the same bytes or the chunk is unmapped.
pub unsafe trait System {
    /// Addresses, and what the system has to remember of them.
    type Chunk: Send;

    /// The size of a page in bytes, a power of 2.
    fn page(&self) -> usize;

    /// Whether new code may come to a page in which other code lives; otherwise everything that is published
    /// has pages of its own.
    fn shares(&self) -> bool;

    /// New addresses, as many as asked: whole pages.
    ///
    /// # Errors
    /// [`MemoryError`].
    fn map(&self, bytes: usize) -> Result<Self::Chunk, MemoryError>;

    /// The address of a chunk.
    fn start(&self, chunk: &Self::Chunk) -> NonNull<u8>;

    /// Writes pieces of code into a chunk, each at its offset after `offset`, and makes them executable.
    ///
    /// # Errors
    /// [`MemoryError`]; all other bytes are as before then.
    ///
    /// # Safety
    /// The pieces are within the chunk, and what they overwrite is in use no longer.
    unsafe fn write(
        &self,
        chunk: &mut Self::Chunk,
        offset: usize,
        pieces: &Placement<'_>,
    ) -> Result<(), MemoryError>;

    /// Gives a chunk back.
    ///
    /// # Safety
    /// Nothing in it is in use any more.
    unsafe fn unmap(&self, chunk: Self::Chunk);
}

/// Executable memory in chunks.
#[derive(Debug)]
pub struct Arena<S: System> {
    system: S,
    /// Chunks by number; none where one was given back.
    chunks: Vec<Option<Chunk<S::Chunk>>>,
    extents: usize,
}

#[derive(Debug)]
struct Chunk<C> {
    memory: C,
    bytes: usize,
    extents: Extents,
}

/// The place of code that was published together.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    chunk: usize,
    granule: usize,
    granules: usize,
}

/// What an arena holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Chunks of addresses.
    pub chunks: usize,
    /// Bytes of addresses in them. Pages that were never written take no memory.
    pub mapped: usize,
    /// Bytes that live code takes, with the gaps up to [`ALIGNMENT`].
    pub used: usize,
    /// How often something was published that lives.
    pub extents: usize,
}

impl<S: System> Arena<S> {
    /// An arena without chunks.
    pub const fn new(system: S) -> Self {
        Self { system, chunks: Vec::new(), extents: 0 }
    }

    /// The system that the memory is from.
    pub fn system(&self) -> &S {
        &self.system
    }

    /// What it holds.
    pub fn counts(&self) -> Counts {
        let none = Counts { extents: self.extents, ..Counts::default() };
        self.chunks.iter().flatten().fold(none, |counts, chunk| Counts {
            chunks: counts.chunks + 1,
            mapped: counts.mapped + chunk.bytes,
            used: counts.used + chunk.extents.taken() * ALIGNMENT,
            ..counts
        })
    }

    /// Publishes pieces of code, in order, each at the next multiple of [`ALIGNMENT`]: returns the address of
    /// the first, and what to give back when none of them is used any longer.
    ///
    /// # Errors
    /// [`MemoryError`]; the arena holds what it held then.
    pub fn publish(&mut self, codes: &[&[u8]]) -> Result<(Extent, NonNull<u8>), MemoryError> {
        let pieces = Placement::new(codes)?;
        let extent = self.take(pieces.bytes())?;
        let Some(Some(chunk)) = self.chunks.get_mut(extent.chunk) else { return Err(MemoryError::Empty) };
        let offset = extent.granule * ALIGNMENT;
        let start = self.system.start(&chunk.memory);
        // SAFETY: the extent is in the chunk and was free, so that nothing uses what it overwrites.
        let written = unsafe { self.system.write(&mut chunk.memory, offset, &pieces) };
        self.extents += 1;
        if let Err(error) = written {
            // SAFETY: nobody knows of the extent.
            unsafe { self.free(extent) };
            return Err(error);
        }
        // SAFETY: the extent is in the chunk.
        Ok((extent, unsafe { start.add(offset) }))
    }

    /// Ends what was published together.
    ///
    /// # Safety
    /// The extent is from this arena, is given back for the first time, and nothing uses its code any more.
    pub unsafe fn free(&mut self, extent: Extent) {
        let Some(place) = self.chunks.get_mut(extent.chunk) else { return };
        let Some(chunk) = place else { return };
        chunk.extents.give(extent.granule, extent.granules);
        self.extents -= 1;
        if chunk.extents.taken() > 0 {
            return;
        }
        if let Some(chunk) = place.take() {
            // SAFETY: the chunk has no extent, so nothing uses it.
            unsafe { self.system.unmap(chunk.memory) };
        }
    }

    /// A place for that many bytes, where there is room, or in a new chunk.
    fn take(&mut self, bytes: usize) -> Result<Extent, MemoryError> {
        let granules = bytes.div_ceil(ALIGNMENT);
        let taken = self.chunks.iter_mut().enumerate().find_map(|(number, chunk)| {
            let granule = chunk.as_mut()?.extents.take(granules)?;
            Some(Extent { chunk: number, granule, granules })
        });
        taken.map_or_else(|| self.grow(bytes), Ok)
    }

    /// A new chunk that begins with a place for that many bytes. Where code shares no pages it has
    /// room for nothing else.
    fn grow(&mut self, bytes: usize) -> Result<Extent, MemoryError> {
        let page = self.system.page();
        let least = if self.system.shares() { bytes.max(CHUNK) } else { bytes };
        let whole = least.checked_add(page - 1).ok_or(MemoryError::TooLarge { pieces: 1 })? & !(page - 1);
        let room = if self.system.shares() { whole } else { bytes };
        let number = match self.chunks.iter().position(Option::is_none) {
            Some(number) => number,
            None => {
                self.chunks.try_push(None)?;
                self.chunks.len() - 1
            }
        };
        let memory = self.system.map(whole)?;
        match taken(room / ALIGNMENT, bytes.div_ceil(ALIGNMENT)) {
            Ok((extents, extent)) => {
                if let Some(place) = self.chunks.get_mut(number) {
                    *place = Some(Chunk { memory, bytes: whole, extents });
                }
                Ok(Extent { chunk: number, ..extent })
            }
            Err(error) => {
                // SAFETY: nobody knows of the memory.
                unsafe { self.system.unmap(memory) };
                Err(error)
            }
        }
    }
}

/// The granules of a new chunk, some of which are taken, and where.
fn taken(total: usize, granules: usize) -> Result<(Extents, Extent), MemoryError> {
    let mut extents = Extents::new(total)?;
    let granule = extents.take(granules).ok_or(MemoryError::TooLarge { pieces: 1 })?;
    Ok((extents, Extent { chunk: 0, granule, granules }))
}

impl<S: System> Drop for Arena<S> {
    fn drop(&mut self) {
        for chunk in self.chunks.iter_mut().filter_map(Option::take) {
            // SAFETY: the owner of an extent keeps the arena alive, to give the extent back to it.
            unsafe { self.system.unmap(chunk.memory) };
        }
    }
}

/// The pieces of code that were published together at `start`, as blocks that share an owner.
///
/// # Errors
/// [`MemoryError`].
///
/// # Safety
/// [`Arena::publish`] returned the address for these pieces, and gets its extent back
/// when `owner` is dropped.
pub unsafe fn blocks(start: NonNull<u8>, codes: &[&[u8]], owner: &Owner) -> Result<Vec<Block>, MemoryError> {
    Ok(try_collect(Placement::new(codes)?.pieces().map(|(offset, code)| {
        // SAFETY: every piece is within the extent.
        let start = unsafe { start.add(offset) };
        // SAFETY: the code is executable there and stays as it is until the owner gives it back.
        unsafe { Block::new(start, code.len(), Some(owner.clone())) }
    }))?)
}
