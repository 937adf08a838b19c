//! The tables at which the threads of one round work: each divides its tasks, and steals when it has none.

use crossbeam_deque::{Steal, Stealer, Worker};
use std::iter;
use std::num::NonZeroUsize;
use tensmith_sync::pool::gate::Gate;
use tensmith_sync::pool::round::{Piece, Round};
use tensmith_sync::pool::sleep::{Patience, Sleepers};

/// How many rounds can be shared at once. Each further one has a thread to itself, its caller's, while
/// the others are led by as many; and a table takes a kilobyte and a half for each thread.
pub(super) const TABLES: usize = 16;

/// The leader's seat. Others have the same seat at every table.
const LEADER: usize = 0;

/// A place for one round.
#[derive(Debug)]
pub(super) struct Table {
    gate: Gate<Worker<Piece>>,
    /// The other ends of everyone's deque.
    seats: Box<[Stealer<Piece>]>,
}

impl Table {
    /// A table with a seat for each thread, and the deques of all but the leader's.
    pub(super) fn new(width: NonZeroUsize) -> (Self, Vec<Worker<Piece>>) {
        let leader = Worker::new_lifo();
        let others: Vec<_> = iter::repeat_with(Worker::new_lifo).take(width.get() - 1).collect();
        let seats = iter::once(&leader).chain(&others).map(Worker::stealer).collect();
        (Self { gate: Gate::new(leader), seats }, others)
    }

    /// Runs a round with the threads that come to help. Without running anything, false if another round is
    /// here.
    pub(super) fn lead(&self, round: &Round<'_>, sleepers: &Sleepers) -> bool {
        self.gate.lend(round, |lent, deque| {
            let hand = Hand { round, deque, sleepers };
            hand.take(round.whole());
            let mut patience = Patience::default();
            while !lent.close() {
                if let Some(piece) = self.steal(LEADER) {
                    hand.take(piece);
                    patience = Patience::default();
                } else if !patience.wait() {
                    lent.wait();
                }
            }
        })
    }

    /// Helps in the round at this table, if there is one, until there is nothing left to steal. Says
    /// whether there was something.
    pub(super) fn help(&self, seat: usize, deque: &Worker<Piece>, sleepers: &Sleepers) -> bool {
        if !self.has_work() {
            return false;
        }
        let Some(visit) = self.gate.enter() else { return false };
        let hand = Hand { round: visit.round(), deque, sleepers };
        let stolen = iter::from_fn(|| self.steal(seat));
        stolen.map(|piece| hand.take(piece)).count() > 0
    }

    /// Whether there is something to steal.
    pub(super) fn has_work(&self) -> bool {
        self.gate.is_open() && self.seats.iter().any(|deque| !deque.is_empty())
    }

    /// Steals from the first seat that has something, beginning with the neighbour.
    fn steal(&self, seat: usize) -> Option<Piece> {
        let others = self.seats.iter().cycle().skip(seat + 1).take(self.seats.len() - 1);
        others.map(steal_from).find_map(Steal::success)
    }
}

/// A piece stolen from a deque, tried until no other thread comes in between.
fn steal_from(deque: &Stealer<Piece>) -> Steal<Piece> {
    iter::repeat_with(|| deque.steal()).find(|steal| !steal.is_retry()).unwrap_or(Steal::Empty)
}

/// One thread's part in a round.
struct Hand<'r> {
    round: &'r Round<'r>,
    deque: &'r Worker<Piece>,
    sleepers: &'r Sleepers,
}

impl Hand<'_> {
    /// Runs a piece, but for what others steal of it.
    fn take(&self, piece: Piece) {
        let mut next = Some(piece);
        while let Some(piece) = next {
            self.round.perform(self.divide(piece));
            next = self.deque.pop();
        }
    }

    /// Leaves the upper half of a piece to others, and of what remains, down to a leaf.
    fn divide(&self, mut piece: Piece) -> Piece {
        loop {
            match self.round.halve(piece) {
                Err(leaf) => return leaf,
                Ok([lower, upper]) => {
                    self.deque.push(upper);
                    self.sleepers.wake();
                    piece = lower;
                }
            }
        }
    }
}
