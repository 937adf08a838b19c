//! Runs whose accesses are the same on every machine: what must not be doubtful is refused.
//!
//! Tests: `tests/tests/reference_func.rs`.

use super::doubts::Doubts;
use super::{Done, Problem, State};
use crate::kernel::func::{Address, Condition, Inst, Int, Vector};
use crate::reference::vector::Contents;
use core::ops::Range;

impl State<'_, '_> {
    /// Begins an instruction.
    pub(super) fn begin(&mut self, inst: &Inst) {
        if let Some(doubts) = &mut self.doubts {
            doubts.begin(inst, &self.vectors);
        }
    }

    /// Ends it.
    pub(super) fn end(&mut self, inst: &Inst) {
        if let Some(doubts) = &mut self.doubts {
            doubts.end(inst, &self.vectors);
        }
    }

    /// Refuses an address that is doubtful.
    pub(super) fn check_address(&self, address: Address) -> Done {
        self.refuse_if(|doubts| doubts.has_address(address))
    }

    /// Refuses a counter that is doubtful.
    pub(super) fn check_counter(&self, counter: Int) -> Done {
        self.refuse_if(|doubts| doubts.has_int(counter))
    }

    /// Takes note of an access to some bytes of a region.
    pub(super) fn note_access(&mut self, region: usize, bytes: Range<u64>) {
        if let Some(doubts) = &mut self.doubts {
            doubts.access(region, bytes);
        }
    }

    /// Whether a condition holds by which control goes one way or another; refused if it is doubtful.
    pub(super) fn decides(&self, condition: Condition) -> Done<bool> {
        self.refuse_if(|doubts| doubts.has_branch(&Inst::If(condition), &self.vectors))?;
        self.holds(condition)
    }

    /// Whether all bits of a vector are set.
    pub(super) fn has_all(&self, a: Vector) -> Done<bool> {
        self.refuse_if(|doubts| doubts.has_branch(&Inst::UnlessAll(a), &self.vectors))?;
        let Contents(bytes) = self.vector_at(a)?;
        Ok(bytes.iter().take(self.size.0).all(|byte| *byte == u8::MAX))
    }

    fn refuse_if(&self, is_doubtful: impl FnOnce(&Doubts) -> bool) -> Done {
        if self.doubts.as_ref().is_some_and(is_doubtful) { Err(Problem::Doubtful) } else { Ok(()) }
    }
}
