//! Shared ownership that is allocated fallibly: what `Arc` is elsewhere, of which stable Rust has none that
//! reports a refused allocation.
//!
//! A [`Shared`] is one of several handles to a value; the last one drops it. An [`Owner`] is the same when
//! nobody asks any more what the value is: it keeps a mapping for the blocks in it. There are no weak
//! handles. A count that has reached its end stays there, so that the value is never dropped; that takes
//! handles that are forgotten.
//!
//! Tests: below, `sync/src/code/memory/models.rs`.
#![allow(unsafe_code)]

use crate::fallible::OutOfMemory;
use crate::primitives::atomic::{AtomicUsize, Ordering};
use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::fmt;
use core::marker::PhantomData;
use core::mem;
use core::ops::Deref;
use core::ptr::NonNull;

/// One of several handles to a value, which goes with the last of them.
pub struct Shared<T: Send + Sync + 'static> {
    owner: Owner,
    value: PhantomData<T>,
}

/// One of several handles to some value, which goes with the last of them.
pub struct Owner {
    /// The beginning of a `Cell`, made by `Owner::new` and valid while its count is not 0.
    count: NonNull<Count>,
}

/// The number of handles, and what frees the cell that begins with it.
#[repr(C)]
struct Count {
    handles: AtomicUsize,
    free: unsafe fn(NonNull<Count>),
}

/// A value with its count, which is at the same address.
#[repr(C)]
struct Cell<T> {
    count: Count,
    value: T,
}

// SAFETY: the value is `Send + Sync` (bound of `Owner::new`), and the count is atomic.
unsafe impl Send for Owner {}
// SAFETY: as above.
unsafe impl Sync for Owner {}

impl Owner {
    /// The first handle to a value.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the value is dropped then.
    pub fn new<T: Send + Sync + 'static>(value: T) -> Result<Self, OutOfMemory> {
        let layout = Layout::new::<Cell<T>>();
        // SAFETY: the layout has a size: that of a count at least.
        let cell = NonNull::new(unsafe { alloc(layout) }).ok_or(OutOfMemory)?.cast::<Cell<T>>();
        let count = Count { handles: AtomicUsize::new(1), free: free::<T> };
        // SAFETY: the memory was allocated for a cell, and nothing else uses it.
        unsafe { cell.write(Cell { count, value }) };
        Ok(Self { count: cell.cast() })
    }

    fn count(&self) -> &Count {
        // SAFETY: the cell is valid while there is a handle, which `self` is.
        unsafe { self.count.as_ref() }
    }
}

/// Drops a value and frees its cell.
///
/// # Safety
/// The cell is from `Owner::new::<T>`, and no handle to it is left.
unsafe fn free<T>(count: NonNull<Count>) {
    let cell = count.cast::<Cell<T>>();
    // SAFETY: the cell is valid, and used by nobody any more (caller's duty).
    unsafe { cell.drop_in_place() };
    // SAFETY: it was allocated with this layout.
    unsafe { dealloc(cell.cast().as_ptr(), Layout::new::<Cell<T>>()) };
}

impl Clone for Owner {
    fn clone(&self) -> Self {
        // Relaxed is enough: a new handle comes from one that keeps the value meanwhile.
        let more = |handles: usize| handles.checked_add(1);
        let _ = self.count().handles.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        Self { count: self.count }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        let fewer = |handles: usize| if handles == usize::MAX { None } else { handles.checked_sub(1) };
        let before = self.count().handles.fetch_update(Ordering::Release, Ordering::Relaxed, fewer);
        if before == Ok(1) {
            // What others did with the value, each before it released its handle, comes before it is dropped.
            // A load, as ThreadSanitizer sees no fences.
            let _ = self.count().handles.load(Ordering::Acquire);
            let free = self.count().free;
            // SAFETY: the cell is from `new`, which put there the function for its type; this
            // was the last handle.
            unsafe { free(self.count) };
        }
    }
}

impl fmt::Debug for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owner").finish_non_exhaustive()
    }
}

impl<T: Send + Sync + 'static> Shared<T> {
    /// The first handle to a value.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the value is dropped then.
    pub fn new(value: T) -> Result<Self, OutOfMemory> {
        Ok(Self { owner: Owner::new(value)?, value: PhantomData })
    }

    /// The same handle, to keep the value by.
    #[must_use]
    pub fn into_owner(self) -> Owner {
        self.owner
    }
}

impl<T: Send + Sync + 'static> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        let cell = self.owner.count.cast::<Cell<T>>();
        // SAFETY: `new` made the cell for a `T`, and it is valid while there is a handle.
        let cell = unsafe { cell.as_ref() };
        &cell.value
    }
}

impl<T: Send + Sync + 'static> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self { owner: self.owner.clone(), value: PhantomData }
    }
}

impl<T: Send + Sync + fmt::Debug + 'static> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

const _: () = assert!(mem::offset_of!(Cell<u128>, count) == 0);

#[cfg(all(test, not(tensmith_model)))]
#[allow(clippy::unwrap_used, clippy::disallowed_methods)]
mod tests {
    extern crate std;
    use super::*;
    use alloc::sync::Arc;
    use alloc::vec::Vec;
    use std::thread;

    /// Counts how often it was dropped.
    struct Dropped(Arc<AtomicUsize>);

    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_value_goes_with_its_last_handle() {
        let count = Arc::new(AtomicUsize::new(0));
        let shared = Shared::new(Dropped(Arc::clone(&count))).unwrap();
        let owner = shared.clone().into_owner();
        assert_eq!(shared.0.load(Ordering::Relaxed), 0);
        drop(shared);
        assert_eq!(count.load(Ordering::Relaxed), 0);
        drop(owner.clone());
        assert_eq!(count.load(Ordering::Relaxed), 0);
        drop(owner);
        assert_eq!(count.load(Ordering::Relaxed), 1);
        assert_eq!(Arc::strong_count(&count), 1);
    }

    #[test]
    fn a_value_is_at_its_own_alignment() {
        #[repr(align(256))]
        struct Page([u8; 300]);
        let shared = Shared::new(Page([7; 300])).unwrap();
        assert_eq!((&raw const *shared).addr() % 256, 0);
        assert_eq!(shared.0, [7; 300]);
    }

    #[test]
    fn threads_drop_a_value_once() {
        for _ in 0..100 {
            let count = Arc::new(AtomicUsize::new(0));
            let shared = Shared::new(Dropped(Arc::clone(&count))).unwrap();
            let threads: Vec<_> =
                [(); 4].map(|()| shared.clone()).map(|one| thread::spawn(move || drop(one.clone()))).into();
            drop(shared);
            threads.into_iter().for_each(|thread| thread.join().unwrap());
            assert_eq!(count.load(Ordering::Relaxed), 1);
        }
    }

    #[test]
    fn a_count_at_its_end_stays_there() {
        let count = Arc::new(AtomicUsize::new(0));
        let owner = Owner::new(Dropped(Arc::clone(&count))).unwrap();
        owner.count().handles.store(usize::MAX - 1, Ordering::Relaxed);
        let more: Vec<_> = (0..3).map(|_| owner.clone()).collect();
        drop(more);
        assert_eq!(owner.count().handles.load(Ordering::Relaxed), usize::MAX);
        owner.count().handles.store(1, Ordering::Relaxed);
        drop(owner);
        assert_eq!(count.load(Ordering::Relaxed), 1);
    }
}
