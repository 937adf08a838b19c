//! Writing code on macOS: memory that is mapped for it (`MAP_JIT`), and that one thread at a time may write.
//!
//! On Apple's processors the pages of such memory are executable to every thread, but to one that asks to
//! write them (`pthread_jit_write_protect_np`): to that one they are writable, and not executable. The switch
//! is the thread's, and holds for all such memory of the process. So the writing is as short as it can be:
//!
//! 1. *Open*: the thread may write. A guard stands for it, which cannot go to another thread.
//! 2. *Copy* the code into space in which nothing lives. Nothing that was generated runs meanwhile, nor
//!    anything else: no allocation, no lock, no call of the user's.
//! 3. *Close*: the thread may execute again, whatever happened.
//! 4. *Synchronise* at the addresses that were written.
//!
//! What is next to the new code in its pages stays executable to other threads, and is not written. A signal
//! handler must not run kernels: it could come in between. Another compiler in the process, which calls this
//! one while its own switch is open, finds it closed afterwards: macOS does not tell how it was.
//!
//! The order of the calls is tested here with a substitute, on any system; the calls themselves want a Mac.
//!
//! Tests: below, `platform-macos/tests/publish.rs`.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ptr::NonNull;
use tensmith_core::code::memory::arena::System;
use tensmith_core::code::memory::placement::Placement;
use tensmith_core::code::{MemoryError, Refusal};

/// What a program lacks whose memory for code is refused.
pub const REMEDY: &str = "a program under the Hardened Runtime must be signed with the entitlement \
                          com.apple.security.cs.allow-jit, set to true in its property list";

/// `ENOMEM`.
const NO_MEMORY: i32 = 12;

/// The calls that writing code takes of macOS. Refusals are its error numbers (`errno`).
///
/// # Safety
/// The result of [`Calls::map`] is at least as long as was asked, writable to threads that have
/// [`Calls::protect`] off, and in no other use until [`Calls::unmap`] takes it back.
pub unsafe trait Calls {
    /// The size of a page in bytes, a power of 2: 16 KiB on Apple's processors.
    fn page(&self) -> usize;

    /// Memory for code, of `bytes` bytes.
    ///
    /// # Errors
    /// The system's error number.
    fn map(&self, bytes: usize) -> Result<NonNull<[u8]>, i32>;

    /// Whether memory for code is executable to this thread, or else writable.
    fn protect(&self, protect: bool);

    /// Makes written code visible to the instruction fetch of all cores.
    ///
    /// # Safety
    /// The bytes are mapped.
    unsafe fn synchronize(&self, code: NonNull<[u8]>);

    /// Gives memory back.
    ///
    /// # Safety
    /// It is from `map`, and nothing uses it any more.
    unsafe fn unmap(&self, memory: NonNull<[u8]>);
}

/// macOS as a source of memory for code.
#[derive(Debug)]
pub struct PerThread<C>(pub C);

/// Memory for code.
#[derive(Debug)]
pub struct Memory(NonNull<[u8]>);

// SAFETY: memory belongs to the process, not to a thread.
unsafe impl Send for Memory {}

/// The time in which this thread may write memory for code. It belongs to the thread: a raw
/// pointer is not `Send`.
struct Writing<'a, C: Calls> {
    calls: &'a C,
    of_this_thread: PhantomData<*mut ()>,
}

impl<'a, C: Calls> Writing<'a, C> {
    fn begin(calls: &'a C) -> Self {
        calls.protect(false);
        Self { calls, of_this_thread: PhantomData }
    }

    /// Copies code to an address.
    ///
    /// # Safety
    /// There is memory from `map` for it, which nothing uses.
    unsafe fn copy(&self, code: &[u8], to: NonNull<u8>) {
        // SAFETY: the memory is writable to this thread while `self` lives; the rest is the caller's duty.
        unsafe { to.copy_from_nonoverlapping(NonNull::from(code).cast(), code.len()) };
    }
}

impl<C: Calls> Drop for Writing<'_, C> {
    fn drop(&mut self) {
        self.calls.protect(true);
    }
}

// SAFETY: `Calls::map` gives memory in no other use; `write` changes nothing but the bytes of the pieces.
unsafe impl<C: Calls> System for PerThread<C> {
    type Chunk = Memory;

    fn page(&self) -> usize {
        self.0.page()
    }

    fn shares(&self) -> bool {
        true
    }

    fn map(&self, bytes: usize) -> Result<Memory, MemoryError> {
        self.0.map(bytes).map(Memory).map_err(|os_error| match os_error {
            NO_MEMORY => MemoryError::Refused { step: "map", bytes, refusal: Refusal::Os(os_error) },
            _ => MemoryError::Denied { step: "map", refusal: Refusal::Os(os_error), remedy: REMEDY },
        })
    }

    fn start(&self, chunk: &Memory) -> NonNull<u8> {
        chunk.0.cast()
    }

    unsafe fn write(
        &self,
        chunk: &mut Memory,
        offset: usize,
        pieces: &Placement<'_>,
    ) -> Result<(), MemoryError> {
        // SAFETY: the pieces are in the chunk (caller's duty).
        let start = unsafe { chunk.0.cast::<u8>().add(offset) };
        let writing = Writing::begin(&self.0);
        for (at, code) in pieces.pieces() {
            // SAFETY: as above.
            let to = unsafe { start.add(at) };
            // SAFETY: what the pieces overwrite is in use no longer (caller's duty).
            unsafe { writing.copy(code, to) };
        }
        drop(writing);
        // SAFETY: the bytes are mapped.
        unsafe { self.0.synchronize(NonNull::slice_from_raw_parts(start, pieces.bytes())) };
        Ok(())
    }

    unsafe fn unmap(&self, chunk: Memory) {
        // SAFETY: the memory is from `map`, and in use no longer (caller's duty).
        unsafe { self.0.unmap(chunk.0) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Call::{Map, Protect, Synchronize, Unmap};
    use std::cell::RefCell;
    use tensmith_core::code::memory::arena::{Arena, CHUNK};

    #[derive(Debug, PartialEq, Eq)]
    enum Call {
        Map(usize),
        Protect(bool),
        /// The offset in the first chunk, and what was there.
        Synchronize(usize, Vec<u8>),
        Unmap(usize),
    }

    /// A Mac of heap memory, which keeps a record.
    #[derive(Debug, Default)]
    struct Mac {
        calls: RefCell<Vec<Call>>,
        start: RefCell<usize>,
        refuses: Option<i32>,
    }

    // SAFETY: `map` gives away a new slice, which only `unmap` takes back.
    unsafe impl Calls for &Mac {
        fn page(&self) -> usize {
            16 << 10
        }

        fn map(&self, bytes: usize) -> Result<NonNull<[u8]>, i32> {
            self.calls.borrow_mut().push(Map(bytes));
            let memory =
                self.refuses.map_or_else(|| Ok(NonNull::from(Box::leak(vec![0; bytes].into()))), Err)?;
            *self.start.borrow_mut() = memory.cast::<u8>().addr().get();
            Ok(memory)
        }

        fn protect(&self, protect: bool) {
            self.calls.borrow_mut().push(Protect(protect));
        }

        unsafe fn synchronize(&self, code: NonNull<[u8]>) {
            let offset = code.cast::<u8>().addr().get() - *self.start.borrow();
            // SAFETY: the bytes are mapped (caller's duty).
            let held = unsafe { code.as_ref() }.to_vec();
            self.calls.borrow_mut().push(Synchronize(offset, held));
        }

        unsafe fn unmap(&self, memory: NonNull<[u8]>) {
            self.calls.borrow_mut().push(Unmap(memory.len()));
            // SAFETY: `map` leaked the box, and nothing uses it any more (caller's duty).
            drop(unsafe { Box::from_raw(memory.as_ptr()) });
        }
    }

    #[test]
    fn a_thread_writes_between_opening_and_closing_and_synchronises_after() {
        let mac = Mac::default();
        let mut arena = Arena::new(PerThread(&mac));
        let (first, start) = arena.publish(&[&[1; 65], &[2; 4]]).unwrap();
        let mut held = [[1; 65].as_slice(), &[0; 63], &[2; 4], &[0; 60]].concat();
        let [open, close] = [Protect(false), Protect(true)];
        assert_eq!(*mac.calls.borrow(), [Map(CHUNK), open, close, Synchronize(0, held.clone())]);
        let (second, behind) = arena.publish(&[&[3; 4]]).unwrap();
        assert_eq!(behind.addr().get() - start.addr().get(), 192);
        held.truncate(64);
        held[..4].fill(3);
        held[4..].fill(0);
        let [open, close] = [Protect(false), Protect(true)];
        assert_eq!(mac.calls.borrow()[4..], [open, close, Synchronize(192, held)]);
        mac.calls.borrow_mut().clear();
        // SAFETY: both are given back once.
        unsafe { arena.free(first) };
        assert_eq!(*mac.calls.borrow(), []);
        // SAFETY: as above.
        unsafe { arena.free(second) };
        assert_eq!(*mac.calls.borrow(), [Unmap(CHUNK)]);
    }

    #[test]
    fn code_larger_than_a_chunk_has_whole_pages_of_16_kib() {
        let mac = Mac::default();
        let mut arena = Arena::new(PerThread(&mac));
        arena.publish(&[&vec![1; CHUNK + 1]]).unwrap();
        assert_eq!(mac.calls.borrow()[0], Map(CHUNK + (16 << 10)));
    }

    #[test]
    fn memory_that_is_refused_names_the_entitlement_unless_there_is_none() {
        const EPERM: i32 = 1;
        let refused = |os_error| {
            let mac = Mac { refuses: Some(os_error), ..Mac::default() };
            let error = Arena::new(PerThread(&mac)).publish(&[&[1; 4]]).unwrap_err();
            assert_eq!(*mac.calls.borrow(), [Map(CHUNK)]);
            error
        };
        assert!(refused(EPERM).to_string().contains("com.apple.security.cs.allow-jit"));
        let (bytes, refusal) = (CHUNK, Refusal::Os(NO_MEMORY));
        assert_eq!(refused(NO_MEMORY), MemoryError::Refused { step: "map", bytes, refusal });
    }

    /// The guard of a thread stays with it: were it `Send`, both traits below would be there for it, and the
    /// call would be ambiguous.
    #[test]
    fn the_guard_is_not_send() {
        trait Either<A> {
            fn is() {}
        }
        struct Sends;
        impl<T: ?Sized> Either<()> for T {}
        impl<T: ?Sized + Send> Either<Sends> for T {}
        <Writing<'_, &Mac> as Either<_>>::is();
    }
}
