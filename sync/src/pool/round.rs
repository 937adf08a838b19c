//! The tasks of one call of `run`.

use crate::primitives::{Mutex, lock};
use std::any::Any;
use std::boxed::Box;
use std::fmt;
use std::mem;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::PoisonError;

/// Tasks that follow each other.
pub type Piece = Range<usize>;

/// Leaves for each thread: what a thread may have to wait for at the end is a leaf of another, 3 % of
/// its own work; more would be seen in rounds of many short tasks.
const LEAVES: usize = 32;

/// Tasks, and what became of them.
pub struct Round<'b> {
    tasks: usize,
    body: &'b (dyn Fn(Piece) + Sync),
    /// The most tasks of a leaf.
    grain: usize,
    panic: Mutex<Option<Panic>>,
}

/// How a task ended that should not have.
struct Panic {
    /// The start of its leaf.
    start: usize,
    payload: Box<dyn Any + Send>,
}

impl<'b> Round<'b> {
    /// Tasks for at most that many threads.
    pub fn new(tasks: usize, width: NonZeroUsize, body: &'b (dyn Fn(Piece) + Sync)) -> Self {
        let grain = tasks.div_ceil(width.get().saturating_mul(LEAVES));
        Self { tasks, body, grain, panic: Mutex::new(None) }
    }

    /// All of it.
    pub fn whole(&self) -> Piece {
        0..self.tasks
    }

    /// The two halves of a piece that is larger than a leaf; otherwise the piece.
    pub fn halve(&self, piece: Piece) -> Result<[Piece; 2], Piece> {
        if piece.len() <= self.grain {
            return Err(piece);
        }
        let middle = piece.start + piece.len().div_ceil(2);
        Ok([piece.start..middle, middle..piece.end])
    }

    /// Runs a leaf. A panic is kept for the end.
    pub fn perform(&self, leaf: Piece) {
        let start = leaf.start;
        // State that the body leaves broken is seen only by code that sees the panic, too.
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| (self.body)(leaf))) {
            self.keep(Panic { start, payload });
        }
    }

    #[cold]
    fn keep(&self, panic: Panic) {
        let mut kept = lock(&self.panic);
        let other = match &*kept {
            Some(earlier) if earlier.start < panic.start => Some(panic),
            _ => kept.replace(panic),
        };
        // Dropping a payload can panic, too.
        mem::forget(other);
    }

    /// Goes on with the panic of the lowest leaf, if there was one.
    pub fn end(self) {
        if let Some(panic) = self.panic.into_inner().unwrap_or_else(PoisonError::into_inner) {
            resume_unwind(panic.payload);
        }
    }
}

impl fmt::Debug for Round<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Round")
            .field("tasks", &self.tasks)
            .field("grain", &self.grain)
            .finish_non_exhaustive()
    }
}
