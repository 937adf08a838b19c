//! The allocator: the list of an `alloc` crate, with accounts, and a request that it refuses.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ptr::{NonNull, null_mut};
use linked_list_allocator::Heap;

unsafe extern "C" {
    static mut __heap: u8;
    static mut __heap_end: u8;
}

/// One core, and no interrupts: nobody else is here at the same time.
struct Global(UnsafeCell<State>);

struct State {
    heap: Heap,
    live: usize,
    most: usize,
    /// Requests until one is refused.
    left: Option<usize>,
    /// Whether all that come later are refused, too.
    and_later: bool,
    /// Whether one was.
    refused: bool,
}

#[global_allocator]
static GLOBAL: Global = Global(UnsafeCell::new(State {
    heap: Heap::empty(),
    live: 0,
    most: 0,
    left: None,
    and_later: false,
    refused: false,
}));

// SAFETY: there is one core and no interrupt.
unsafe impl Sync for Global {}

/// The state, for one access.
#[allow(clippy::mut_from_ref)]
fn state() -> &'static mut State {
    // SAFETY: there is one core and no interrupt, and no function here keeps the reference or
    // calls one that does.
    unsafe { &mut *GLOBAL.0.get() }
}

impl State {
    fn refuses(&mut self) -> bool {
        let refuses = self.left == Some(0);
        self.refused |= refuses;
        if !(refuses && self.and_later) {
            self.left = self.left.and_then(|left| left.checked_sub(1));
        }
        refuses
    }
}

// SAFETY: the list's promises are those of an allocator.
unsafe impl GlobalAlloc for Global {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let state = state();
        if state.refuses() {
            return null_mut();
        }
        let place = state.heap.allocate_first_fit(layout).map_or(null_mut(), NonNull::as_ptr);
        state.live += usize::from(!place.is_null());
        state.most = state.most.max(state.heap.used());
        place
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        let state = state();
        if let Some(place) = NonNull::new(place) {
            state.live -= 1;
            // SAFETY: the place is from `alloc`, with this layout (caller's duty).
            unsafe { state.heap.deallocate(place, layout) };
        }
    }
}

/// Takes the memory that the linker sets aside.
pub fn begin() {
    let (start, end) = (&raw mut __heap, &raw mut __heap_end);
    // SAFETY: the memory is nobody else's, and this is called once.
    unsafe { state().heap.init(start, end.addr() - start.addr()) };
}

/// Allocations that have not been freed.
pub fn live() -> usize {
    state().live
}

/// The most bytes that were ever in use.
pub fn most() -> usize {
    state().most
}

/// The result of `call`, of whose requests number `nth` is refused, alone or with all later ones;
/// and whether one was.
pub fn refusing<T>(nth: usize, and_later: bool, call: impl FnOnce() -> T) -> (T, bool) {
    let before = state();
    (before.left, before.and_later, before.refused) = (Some(nth), and_later, false);
    let result = call();
    let after = state();
    (after.left, after.and_later) = (None, false);
    (result, after.refused)
}
