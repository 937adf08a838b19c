//! Multiplications of BLAS where memory is refused: they are done, whatever there is not.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use tensmith_blas::statistics::tensmith_blas_statistics as statistics;
use tensmith_core::Complex;
use tensmith_tests::blas::{Call, Face, same};
use tensmith_tests::nightly::is_emulated;
use tensmith_tests::random::SplitMix;

thread_local! {
    /// Bytes that this thread may still allocate, without those that it gives back.
    static LEFT: Cell<isize> = const { Cell::new(isize::MAX) };
}

/// The system's allocator, which refuses a thread what exceeds its limit.
struct Limited;

#[global_allocator]
static ALLOCATOR: Limited = Limited;

// SAFETY: everything that is not refused is left to the system's allocator; the account allocates nothing.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let left = LEFT.get().saturating_sub_unsigned(layout.size());
        if left < 0 {
            return std::ptr::null_mut();
        }
        LEFT.set(left);
        // SAFETY: the caller's duties are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LEFT.set(LEFT.get().saturating_add_unsigned(layout.size()));
        // SAFETY: as above; the pointer came from `System`, as all do.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Compares the results of a call that may allocate no more than a limit, often enough for code to be made.
fn check<T: Face>(call: &Call, limit: isize, random: &mut SplitMix) {
    let matrices = call.draw::<T>(random);
    let mut result = matrices.clone();
    let calls = if call.extents[0] < 100 { 50 } else { 1 };
    LEFT.set(limit);
    for _ in 0..calls {
        result.c.copy_from_slice(&matrices.c);
        call.by_cblas_in_place(&mut result);
    }
    LEFT.set(isize::MAX);
    assert!(same(&result.c, &matrices.expected), "{limit} bytes, {call:?}");
}

#[test]
fn any_limit_leaves_the_result() {
    let mut random = SplitMix::seeded("any_limit_leaves_the_result", 0x11);
    // In the order of sizes, so that what one makes is not there for those before it.
    let limits = [
        0,
        64,
        4096,
        100 << 10,
        (1 << 20) - 1,
        (1 << 20) + 5000,
        3 << 20,
        (8 << 20) - 1,
        (8 << 20) + 5000,
        64 << 20,
    ];
    let large = if is_emulated() { 200 } else { 230 };
    for limit in limits {
        for (extents, alpha, beta) in
            [([24; 3], 1, 0), ([60, 50, 60], 3, 1), ([large, 150, 140], 1, 0), ([large, 140, 150], 3, -2)]
        {
            let call = Call {
                layout: 101,
                transposes: [112, 111],
                extents,
                gaps: [1, 0, 2],
                alpha: [alpha, 1],
                beta: [beta, 0],
            };
            check::<f32>(&call, limit, &mut random);
            // By plans of any size.
            check::<Complex<f32>>(&call, limit, &mut random);
        }
        // What there is room for is made.
        let made = statistics();
        assert_eq!(made.kernels > 0, limit >= 1 << 20, "{limit} bytes, {made:?}");
        assert_eq!(made.plans > 0, limit >= 8 << 20, "{limit} bytes, {made:?}");
    }
}
