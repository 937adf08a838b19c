//! The cache under threads, in every order that the language's memory model allows (`sync`).
//!
//! What was seen to fail, one change at a time: flights that nobody boards (`board` always returns none); the
//! number of ended flights read after the lock was given back, or counted before the flight ends; the evicted
//! value dropped under the lock; a pilot that does not end its flight when it panics; a lock
//! that orders nothing.
//!
//! Tests: below.

use super::{Cache, RelaxStrategy, Value};
use crate::fallible::OutOfMemory;
use crate::primitives::model;
use alloc::sync::Arc;
use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering};
use loom::cell::UnsafeCell;
use loom::sync::{Condvar, Mutex};
use loom::thread;

extern crate std;

loom::lazy_static! {
    /// How often a thread of the model was answered.
    static ref ANSWERS: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());
}

loom::thread_local! {
    /// How often one was, when this thread waited last.
    static SEEN: Cell<usize> = Cell::new(0);
}

/// Waits until another thread of the model was answered. Of two that did nothing but let others run, each
/// could run after the other without end, and the third one never.
enum Answered {}

impl RelaxStrategy for Answered {
    fn relax() {
        let (answers, changed) = &*ANSWERS;
        let mut answers = answers.lock().unwrap();
        while *answers == SEEN.with(Cell::get) {
            answers = changed.wait(answers).unwrap();
        }
        SEEN.with(|seen| seen.set(*answers));
    }
}

type Handles = Cache<usize, Handle, Error, Answered>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Error {
    OutOfMemory,
    Refused,
}

impl From<OutOfMemory> for Error {
    fn from(_: OutOfMemory) -> Self {
        Self::OutOfMemory
    }
}

/// A handle of one byte to a number, which its maker writes after the handle is there: loom fails where a
/// thread reads it without an order behind that write.
#[derive(Clone)]
struct Handle(Arc<Made>);

struct Made {
    number: UnsafeCell<usize>,
    /// Asked for its statistics when the value goes, which takes its lock.
    cache: Option<Arc<Handles>>,
}

#[allow(unsafe_code)]
// SAFETY: loom refuses accesses that are not ordered.
unsafe impl Send for Made {}
#[allow(unsafe_code)]
// SAFETY: as above.
unsafe impl Sync for Made {}

impl Value for Handle {
    fn bytes(&self) -> usize {
        1
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let Some(cache) = self.cache.take() else { return };
        assert!(cache.statistics().bytes <= cache.budget() + 2, "two more at most are coming");
    }
}

#[allow(unsafe_code)]
impl Handle {
    fn make(number: usize, cache: Option<Arc<Handles>>) -> Self {
        let made = Made { number: UnsafeCell::new(0), cache };
        // SAFETY: loom refuses accesses that are not ordered.
        made.number.with_mut(|place| unsafe { *place = number });
        Self(Arc::new(made))
    }

    fn number(&self) -> usize {
        // SAFETY: as above.
        self.0.number.with(|place| unsafe { *place })
    }
}

/// Asks on two more threads and on this one, each with its number.
fn three<T: Send + 'static>(ask: impl Fn(usize) -> T + Clone + Send + 'static) -> [T; 3] {
    let asks = move |number| {
        let answer = ask(number);
        *ANSWERS.0.lock().unwrap() += 1;
        ANSWERS.1.notify_all();
        answer
    };
    let others = [1, 2].map(|number| {
        let asks = asks.clone();
        thread::spawn(move || asks(number))
    });
    let own = asks(0);
    let [first, second] = others.map(|other| other.join().unwrap());
    [own, first, second]
}

#[test]
fn a_value_is_made_once_for_all_who_ask_meanwhile_and_after() {
    model(|| {
        let (cache, made) = (Arc::new(Handles::new(8)), Arc::new(AtomicUsize::new(0)));
        let shared = Arc::clone(&cache);
        let found = three(move |_| {
            let make = || Ok(Handle::make(7 + made.fetch_add(1, Ordering::Relaxed), None));
            shared.get_or_make(&5, make).map(|handle| handle.number())
        });
        assert_eq!(found, [Ok(7); 3]);
        let counts = cache.statistics();
        assert_eq!((counts.misses, counts.hits + counts.joined, counts.values), (1, 2, 1));
    });
}

#[test]
fn an_error_is_that_of_all_who_wait_and_is_not_kept() {
    model(|| {
        let cache = Arc::new(Handles::new(8));
        let shared = Arc::clone(&cache);
        let asked = move |_| shared.get_or_make(&5, || Err(Error::Refused)).map(|handle| handle.number());
        assert_eq!(three(asked), [Err(Error::Refused); 3]);
        assert!(cache.get_or_make(&5, || Ok(Handle::make(1, None))).is_ok());
    });
}

#[test]
fn what_is_evicted_goes_without_the_lock() {
    model(|| {
        let cache = Arc::new(Handles::new(1));
        let shared = Arc::clone(&cache);
        let found = three(move |key| {
            let make = || Ok(Handle::make(key, Some(Arc::clone(&shared))));
            shared.get_or_make(&key, make).map(|handle| handle.number())
        });
        assert_eq!(found, [Ok(0), Ok(1), Ok(2)]);
        let counts = cache.statistics();
        assert_eq!((counts.misses, counts.values, counts.bytes, counts.evictions), (3, 1, 1, 2));
        // The last one asks its cache, too, which it keeps, and which keeps it.
        assert!(cache.get_or_make(&9, || Ok(Handle::make(9, None))).is_ok());
    });
}

#[test]
fn those_who_wait_for_one_that_panics_try_in_turn() {
    model(|| {
        let (cache, made) = (Arc::new(Handles::new(8)), Arc::new(AtomicUsize::new(0)));
        let shared = Arc::clone(&cache);
        let found = three(move |_| {
            let make = || match made.fetch_add(1, Ordering::Relaxed) {
                0 => std::panic::resume_unwind(std::boxed::Box::new("the first one")),
                nth => Ok(Handle::make(nth, None)),
            };
            let asked = std::panic::AssertUnwindSafe(|| shared.get_or_make(&5, make));
            std::panic::catch_unwind(asked).ok().map(|outcome| outcome.map(|handle| handle.number()))
        });
        assert_eq!(found.iter().filter(|found| found.is_none()).count(), 1);
        assert_eq!(found.iter().flatten().filter(|found| **found == Ok(1)).count(), 2);
    });
}
