//! That rounds allocate nothing. One test, alone in its program, as allocations of all threads count.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::Barrier;
use tensmith::parallel::{Executor, Pool};
use tensmith_tests::allocations::{self, Counting};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_warm_pool_allocates_nothing() {
    let before = allocations::count();
    black_box(Box::new(1));
    assert!(allocations::count() > before, "allocations are counted");

    let width = 3;
    let (pool, barrier) = (Pool::with_width(NonZeroUsize::new(width).unwrap()), Barrier::new(width));
    let meet = |task| {
        if task < width {
            barrier.wait();
        }
        pool.run(70, &|range| _ = black_box(range)).unwrap();
    };
    let run = || {
        pool.run(width, &|range| range.for_each(meet)).unwrap();
        pool.run(100_003, &|range| _ = black_box(range)).unwrap();
    };
    // Each thread allocates what it needs the first time that it takes part or steals, which by chance
    // may be late; once nothing has come for long, nothing comes any more.
    let is_calm = |_| {
        let before = allocations::count();
        (0..500).for_each(|_| run());
        allocations::count() == before
    };
    assert!((0..10).any(is_calm), "rounds allocate");
}
