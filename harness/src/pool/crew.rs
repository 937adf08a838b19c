//! The threads of a pool: they start together, look for tables with work, and end together.

use super::round::{Piece, Round};
use super::sleep::{Patience, Sleepers};
use super::table::{TABLES, Table};
use crossbeam_deque::Worker;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use tensmith_core::executor::ExecutorError;

/// The most threads: deques take more than two kilobytes for each of them, and a thief looks through
/// all.
const MOST: usize = 1024;

/// Threads, and the tables that they work at.
#[derive(Debug)]
pub(super) struct Crew {
    hall: Arc<Hall>,
    threads: Vec<JoinHandle<()>>,
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
        let mut crew = Self { hall: Arc::new(hall), threads: Vec::new() };
        for (seat, deques) in (1..).zip(by_seat(deques)) {
            let hall = Arc::clone(&crew.hall);
            let thread = Builder::new().name(format!("tensmith-{seat}"));
            // Where one fails, those before it end with the crew.
            crew.threads.push(thread.spawn(move || hall.serve(seat, &deques)).map_err(|_| refusal)?);
        }
        Ok(crew)
    }

    /// Runs a round at a free table; false if there is none.
    pub(super) fn run(&self, round: &Round<'_>) -> bool {
        self.hall.tables.iter().any(|table| table.lead(round, &self.hall.sleepers))
    }
}

/// The deques of each table, as those of each seat.
fn by_seat(tables: Vec<Vec<Worker<Piece>>>) -> impl Iterator<Item = Vec<Worker<Piece>>> {
    let mut tables: Vec<_> = tables.into_iter().map(Vec::into_iter).collect();
    std::iter::from_fn(move || tables.iter_mut().map(Iterator::next).collect())
}

impl Drop for Crew {
    fn drop(&mut self) {
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
