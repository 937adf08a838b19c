//! Lends a round to other threads, and takes it back.
//!
//! Problem: a round lives on its caller's stack and borrows from there, while the threads that help know
//! no lifetimes but their own.
//!
//! Idea: one word counts the threads inside and says whether the gate is open. The leader opens it; others
//! enter while it is open and leave again; the leader closes it when no other thread is inside, in one
//! exchange, and returns only after that. So a thread inside finds the round alive, and one that
//! comes too late does not get in.
//!
//! The leader holds the lock on what leaders need, so that a gate has one round at a time, and trying
//! for that lock finds a free gate.
//!
//! Cost: opening is a lock and two stores, entering, leaving and closing one exchange each.
//!
//! Tests: below, `tests/tests/harness_pool.rs`.
#![allow(unsafe_code)]

use super::round::Round;
use crate::primitives::atomic::{AtomicPtr, AtomicUsize, Ordering};
use crate::primitives::{Condvar, Mutex, lock, wait};
use crossbeam_utils::CachePadded;
use std::ptr;
use std::sync::TryLockError;

/// Set in the state while others may enter.
const OPEN: usize = 1;
/// Set while the leader sleeps until no thread is inside.
const AWAITED: usize = 2;
/// One thread inside, not the leader.
const VISITOR: usize = 4;

/// A place to lend rounds at, one at a time; leaders use an `L` meanwhile.
#[derive(Debug)]
pub struct Gate<L> {
    leader: Mutex<L>,
    /// [`OPEN`], [`AWAITED`], and [`VISITOR`] for each of them.
    state: CachePadded<AtomicUsize>,
    /// The round, while the gate is open.
    round: AtomicPtr<Round<'static>>,
    /// For the leader to sleep with.
    asleep: Mutex<()>,
    empty: Condvar,
}

// The threads inside share the round.
const _: () = {
    const fn is_shared<T: Sync>() {}
    is_shared::<Round<'static>>();
};

impl<L> Gate<L> {
    /// A closed gate.
    pub fn new(leader: L) -> Self {
        Self {
            leader: Mutex::new(leader),
            state: CachePadded::new(AtomicUsize::new(0)),
            round: AtomicPtr::new(ptr::null_mut()),
            asleep: Mutex::new(()),
            empty: Condvar::new(),
        }
    }

    /// Lends `round` while `lead` runs, and longer if someone is still inside then. Without doing
    /// anything, false if another round is here.
    pub fn lend(&self, round: &Round<'_>, lead: impl FnOnce(&Lent<'_, L>, &L)) -> bool {
        let leader = match self.leader.try_lock() {
            Ok(leader) => leader,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return false,
        };
        // The gate is closed: the holder of the lock before closed it, or never opened it.
        self.round.store(ptr::from_ref(round).cast_mut().cast(), Ordering::Relaxed);
        self.state.store(OPEN, Ordering::Release);
        // Dropped, and so closed, before this function ends in any way.
        let lent = Lent { gate: self };
        lead(&lent, &leader);
        true
    }

    /// Whether others may enter.
    pub fn is_open(&self) -> bool {
        self.state.load(Ordering::Acquire) & OPEN != 0
    }

    /// Lets the caller in, if the gate is open.
    pub fn enter(&self) -> Option<Visit<'_, L>> {
        let enter = |state| (state & OPEN != 0).then_some(state + VISITOR);
        self.state.fetch_update(Ordering::Acquire, Ordering::Relaxed, enter).ok()?;
        Some(Visit { gate: self })
    }
}

/// A round that is lent; taken back when this is dropped.
#[derive(Debug)]
pub struct Lent<'g, L> {
    gate: &'g Gate<L>,
}

impl<L> Lent<'_, L> {
    /// Closes the gate if no thread is inside. What they did there is visible then.
    pub fn close(&self) -> bool {
        self.gate.state.compare_exchange(OPEN, 0, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Sleeps until no thread is inside.
    pub fn wait(&self) {
        let Gate { state, asleep, empty, .. } = self.gate;
        let mut guard = lock(asleep);
        state.fetch_or(AWAITED, Ordering::Relaxed);
        while state.load(Ordering::Relaxed) >= VISITOR {
            guard = wait(empty, guard);
        }
        state.fetch_and(!AWAITED, Ordering::Relaxed);
    }
}

impl<L> Drop for Lent<'_, L> {
    fn drop(&mut self) {
        while self.gate.is_open() && !self.close() {
            self.wait();
        }
    }
}

/// One thread inside, until this is dropped.
#[derive(Debug)]
pub struct Visit<'g, L> {
    gate: &'g Gate<L>,
}

impl<L> Visit<'_, L> {
    /// The round, for as long as the visit lasts.
    pub fn round(&self) -> &Round<'_> {
        let round = self.gate.round.load(Ordering::Relaxed);
        // SAFETY: this visitor is counted in the state since `enter` found the gate open, and until
        // `drop`. `lend`, the only one to open it, stored the pointer before (release there, acquire in
        // `enter`, and what came in between are read-modify-writes) and drops `Lent` before it
        // returns. That ends only when the gate is closed, for which the state must count no visitor
        // (`close`). So the reference that the pointer was made of outlives this visit, and the
        // pointer is not replaced: that takes `leader`, which `lend` holds as long. The
        // lifetime given here is the visit's, for the round and what it borrows. Rounds are `Sync`.
        unsafe { &*round }
    }
}

impl<L> Drop for Visit<'_, L> {
    fn drop(&mut self) {
        let before = self.gate.state.fetch_sub(VISITOR, Ordering::Release);
        if before == OPEN | AWAITED | VISITOR {
            // With the lock, so that the leader either sleeps by now or sees that no thread is inside.
            let _awake = lock(&self.gate.asleep);
            self.gate.empty.notify_one();
        }
    }
}

#[cfg(all(test, tensmith_model))]
mod models {
    use super::*;
    use crate::primitives::model;
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    use loom::thread;
    use std::num::NonZeroUsize;

    /// The memory that tasks write: loom fails where two threads use it and neither is known to be first.
    #[derive(Debug)]
    struct Written(UnsafeCell<usize>);

    // SAFETY: loom refuses accesses that are not ordered.
    unsafe impl Sync for Written {}

    impl Written {
        fn add(&self, number: usize) {
            // SAFETY: as above.
            self.0.with_mut(|value| unsafe { *value += number });
        }

        fn value(&self) -> usize {
            // SAFETY: as above.
            self.0.with(|value| unsafe { *value })
        }
    }

    /// Visits the gate and runs task `task` if it is open; says whether it was.
    fn visit(gate: &Gate<()>, task: usize) -> bool {
        gate.enter().map(|visit| visit.round().perform(task..task + 1)).is_some()
    }

    /// Lends a round of two tasks, each of which writes to a place of its own, while the leader does
    /// `lead`; returns what was written.
    fn lend(gate: &Gate<()>, lead: impl FnOnce(&Lent<'_, ()>)) -> [usize; 2] {
        let written = [0, 0].map(|value| Written(UnsafeCell::new(value)));
        let body = |tasks: std::ops::Range<usize>| tasks.for_each(|task| written[task].add(1));
        let round = Round::new(2, NonZeroUsize::MIN, &body);
        assert!(gate.lend(&round, |lent, ()| lead(lent)));
        written.each_ref().map(Written::value)
    }

    #[test]
    fn who_is_inside_finds_the_round_and_the_leader_what_was_done() {
        model(|| {
            let gate = Arc::new(Gate::new(()));
            let visitors = [0, 1].map(|task| {
                let gate = Arc::clone(&gate);
                thread::spawn(move || visit(&gate, task))
            });
            let found = lend(&gate, |_| ());
            let visited = visitors.map(|visitor| usize::from(visitor.join().unwrap()));
            assert_eq!(found, visited, "a visit is either over or was refused");
            assert!(gate.enter().is_none());
        });
    }

    #[test]
    fn one_round_follows_another() {
        model(|| {
            let gate = Arc::new(Gate::new(()));
            let visitor = {
                let gate = Arc::clone(&gate);
                thread::spawn(move || usize::from(visit(&gate, 0)) + usize::from(visit(&gate, 0)))
            };
            let found = [
                lend(&gate, |_| ()),
                lend(&gate, |lent| {
                    while !lent.close() {
                        lent.wait();
                    }
                }),
            ];
            assert_eq!(found[0][0] + found[1][0], visitor.join().unwrap());
        });
    }

    #[test]
    fn a_gate_has_one_round_at_a_time() {
        model(|| {
            let gate = Arc::new(Gate::new(()));
            let other = {
                let gate = Arc::clone(&gate);
                thread::spawn(move || {
                    let body = |_: std::ops::Range<usize>| ();
                    gate.lend(&Round::new(2, NonZeroUsize::MIN, &body), |_, ()| ())
                })
            };
            assert_eq!(lend(&gate, |_| assert!(visit(&gate, 1))), [0, 1]);
            other.join().unwrap();
        });
    }
}
