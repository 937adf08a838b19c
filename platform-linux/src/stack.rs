//! What is left of the calling thread's stack: making code takes more than some threads have.
//!
//! The C library knows where the stack of a thread is, for its first one after reading a file. So each thread
//! asks once. A program may have stacks of its own, for coroutines or signals: what is outside of the
//! thread's is unknown.
//!
//! Tests: below, `tests/tests/blas_stack.rs`.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr;

/// Returns the bytes that are left of the calling thread's stack; none where that is not known.
#[must_use]
pub fn left() -> Option<usize> {
    thread_local! {
        static STACK: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
    }
    let local = 0_u8;
    let here = ptr::from_ref(black_box(&local)).addr();
    let known = STACK.get();
    let (start, end) = known.or_else(|| stack().map(|stack| (stack.start, stack.end)))?;
    STACK.set(Some((start, end)));
    (start..end).contains(&here).then(|| here - start)
}

/// The addresses of the calling thread's stack, as the C library tells them.
fn stack() -> Option<Range<usize>> {
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    // SAFETY: it has no conditions.
    let thread = unsafe { libc::pthread_self() };
    // SAFETY: the thread is this one, and there is room for its attributes.
    if unsafe { libc::pthread_getattr_np(thread, attributes.as_mut_ptr()) } != 0 {
        return None;
    }
    let (mut start, mut size, mut guard) = (ptr::null_mut(), 0, 0);
    // SAFETY: the attributes are there (just asked), and so are the places for what they say.
    let known =
        unsafe { libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut start, &raw mut size) } == 0;
    // SAFETY: as above. Older libraries count the guard as a part of the stack; where it is
    // none, a page is lost.
    let known = known && unsafe { libc::pthread_attr_getguardsize(attributes.as_ptr(), &raw mut guard) } == 0;
    // SAFETY: they are not used any more.
    unsafe { libc::pthread_attr_destroy(attributes.as_mut_ptr()) };
    let start = start.addr();
    known.then_some(start.saturating_add(guard)..start.saturating_add(size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn a_thread_has_less_than_it_was_given_and_deeper_in_it_still_less() {
        #[inline(never)]
        fn deeper() -> Option<usize> {
            let room = [0_u8; 20_000];
            black_box(&room);
            left()
        }
        // Threads may get the stack of one that has ended, which may be larger: none has as much as these.
        for size in [16 << 20, 64 << 20] {
            let (first, second) =
                thread::Builder::new().stack_size(size).spawn(|| (left(), deeper())).unwrap().join().unwrap();
            let (first, second) = (first.unwrap(), second.unwrap());
            assert!(first < size + 4096 && first > size - (48 << 10), "{first} of {size}");
            assert!(second + 20_000 <= first, "{second} after {first}");
        }
        assert!(left().is_some());
    }
}
