//! Multiplications of BLAS in a process that forks while its threads multiply: the child
//! waits for none of them.
#![allow(unsafe_code)]

use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use tensmith_tests::blas::{Call, same};
use tensmith_tests::nightly::is_emulated;
use tensmith_tests::random::SplitMix;

/// Whether `work` ends well in a child of this process, within some seconds.
fn succeeds_in_a_child(work: impl FnOnce() + std::panic::UnwindSafe) -> bool {
    // SAFETY: what the child does is what this test is about; the C library keeps its allocator usable there.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: it has no conditions. The signal ends a child that hangs.
        unsafe { libc::alarm(60) };
        let status = i32::from(catch_unwind(work).is_err());
        // SAFETY: it has no conditions. Nothing is to run behind `work`, least of all the tests' harness.
        unsafe { libc::_exit(status) };
    }
    assert!(child > 0, "a child");
    let mut status = 0;
    // SAFETY: `status` is there for the result.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0
}

fn check(call: &Call, random: &mut SplitMix) {
    let matrices = call.draw::<f64>(random);
    assert!(same(&call.by_cblas(&matrices), &matrices.expected), "{call:?}");
}

fn of(extent: i32) -> Call {
    Call {
        layout: 102,
        transposes: [111; 2],
        extents: [extent; 3],
        gaps: [0; 3],
        alpha: [1, 0],
        beta: [0, 0],
    }
}

#[test]
fn children_multiply_by_code_of_their_own() {
    let (few, large) = if is_emulated() { (1, 145) } else { (12, 200) };
    let mut random = SplitMix::seeded("children_multiply_by_code_of_their_own", 0xf0);
    let end = AtomicBool::new(false);
    // What was called last in the parent, by a kernel, and what its pool ran.
    (0..200).for_each(|_| check(&of(20), &mut random));
    check(&of(large), &mut random);
    thread::scope(|scope| {
        for thread in 0..3 {
            let end = &end;
            scope.spawn(move || {
                let mut random = SplitMix::seeded("in the parent", thread);
                // Always new ones, so that the locks of the caches are taken often.
                for extent in (5..60).cycle() {
                    (0..4).for_each(|_| check(&of(extent), &mut random));
                    if end.load(Ordering::Relaxed) {
                        break;
                    }
                }
            });
        }
        let failed = (0..few).find(|_| {
            let mut random = random.clone();
            !succeeds_in_a_child(move || {
                (0..200).for_each(|_| check(&of(20), &mut random));
                (0..100).for_each(|_| check(&of(33), &mut random));
                check(&of(large), &mut random);
                // A child of the child.
                assert!(succeeds_in_a_child(move || check(&of(20), &mut random)));
            })
        });
        end.store(true, Ordering::Relaxed);
        assert_eq!(failed, None);
    });
    check(&of(20), &mut random);
}
