//! The threads of a pool: they start together, look for tables with work, and end together.
//!
//! A process that forks leaves its child the state of the crew, and no thread of it: locks may never be
//! released there. So the child neither wakes nor joins anything, and has its rounds to itself.
//!
//! Tests: `tests/tests/harness_pool.rs`, `tests/tests/harness_pool_fork.rs`.

use super::table::{TABLES, Table};
use crossbeam_deque::Worker;
use std::mem;
use std::num::NonZeroUsize;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use tensmith_core::executor::ExecutorError;
use tensmith_sync::pool::round::{Piece, Round};
use tensmith_sync::pool::sleep::{Patience, Sleepers};

/// The most threads: deques take more than two kilobytes for each of them, and a thief looks through
/// all.
const MOST: usize = 1024;

/// Threads, and the tables that they work at.
#[derive(Debug)]
pub(super) struct Crew {
    hall: Arc<Hall>,
    threads: Vec<JoinHandle<()>>,
    /// The process that the threads are in.
    process: u32,
}

/// The state that the threads share.
#[derive(Debug)]
struct Hall {
    tables: Vec<Table>,
    sleepers: Sleepers,
    /// Whether threads are to end.
    closing: AtomicBool,
}

impl Crew {
    /// Starts as many threads as are needed in addition to the caller's.
    pub(super) fn start(width: NonZeroUsize) -> Result<Self, ExecutorError> {
        let refusal = ExecutorError::Threads { width: width.get() };
        if width.get() > MOST {
            return Err(refusal);
        }
        let (tables, deques): (Vec<_>, Vec<_>) = (0..TABLES).map(|_| Table::new(width)).unzip();
        let hall = Hall { tables, sleepers: Sleepers::default(), closing: AtomicBool::new(false) };
        let mut crew = Self { hall: Arc::new(hall), threads: Vec::new(), process: process::id() };
        for (seat, deques) in (1..).zip(by_seat(deques)) {
            let hall = Arc::clone(&crew.hall);
            let thread = Builder::new().name(format!("tensmith-{seat}"));
            // Where one fails, those before it end with the crew.
            crew.threads.push(thread.spawn(move || hall.serve(seat, &deques)).map_err(|_| refusal)?);
        }
        Ok(crew)
    }

    /// Runs a round at a free table; false if there is none, or if no thread is there to help.
    pub(super) fn run(&self, round: &Round<'_>) -> bool {
        self.is_here() && self.hall.tables.iter().any(|table| table.lead(round, &self.hall.sleepers))
    }

    /// Whether the threads are in this process.
    fn is_here(&self) -> bool {
        self.process == process::id()
    }
}

/// The deques of each table, as those of each seat.
fn by_seat(tables: Vec<Vec<Worker<Piece>>>) -> impl Iterator<Item = Vec<Worker<Piece>>> {
    let mut tables: Vec<_> = tables.into_iter().map(Vec::into_iter).collect();
    std::iter::from_fn(move || tables.iter_mut().map(Iterator::next).collect())
}

impl Drop for Crew {
    fn drop(&mut self) {
        if !self.is_here() {
            // Nor may they be detached, as there is nothing to detach.
            self.threads.drain(..).for_each(mem::forget);
            return;
        }
        self.hall.closing.store(true, Ordering::Relaxed);
        self.threads.iter().for_each(|_| self.hall.sleepers.wake());
        for thread in self.threads.drain(..) {
            // Its threads run nothing that panics outside of `Round::perform`, which keeps panics.
            let _ended = thread.join();
        }
    }
}

impl Hall {
    /// The main loop of a thread.
    fn serve(&self, seat: usize, deques: &[Worker<Piece>]) {
        let mut patience = Patience::default();
        while !self.is_closing() {
            if self.help(seat, deques) {
                patience = Patience::default();
            } else if !patience.wait() {
                self.sleepers.sleep(|| self.is_closing() || self.tables.iter().any(Table::has_work));
                patience = Patience::default();
            }
        }
    }

    /// Helps at the first table that has something to do.
    fn help(&self, seat: usize, deques: &[Worker<Piece>]) -> bool {
        let mut places = self.tables.iter().zip(deques);
        places.any(|(table, deque)| table.help(seat, deque, &self.sleepers))
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }
}
