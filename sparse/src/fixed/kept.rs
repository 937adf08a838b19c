//! Which factors are in registers, and for how long.
//!
//! A register has one factor in every lane or, where a machine multiplies by lanes, as many neighbours of the
//! table as it has lanes. All uses are known in their order. So what is used last of all leaves first, which
//! is the fewest loads that there can be (Belády, "A study of replacement algorithms for a
//! virtual-storage computer", 1966).
//!
//! Tests: below.

use alloc::vec::Vec;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{TryVec, try_collect, try_filled};

/// A use of a part of the table, and the register that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Use {
    /// The number of the register.
    pub(super) register: usize,
    /// Whether the part is loaded into it first.
    pub(super) is_loaded: bool,
}

/// The registers of uses of parts of a table, below `parts`, in `registers` registers, at least one.
pub(super) fn kept(uses: &[usize], parts: usize, registers: usize) -> Result<Vec<Use>, OutOfMemory> {
    let mut next_uses = try_collect(uses.iter().map(|_| usize::MAX))?;
    let mut later = try_filled(usize::MAX, parts)?;
    for (nth, part) in uses.iter().enumerate().rev() {
        if let (Some(next), Some(seen)) = (next_uses.get_mut(nth), later.get_mut(*part)) {
            *next = core::mem::replace(seen, nth);
        }
    }
    let mut held: Vec<(usize, usize)> = Vec::new();
    let mut found = Vec::new();
    for (part, next) in uses.iter().zip(next_uses) {
        let place = held.iter().position(|(known, _)| known == part);
        let is_loaded = place.is_none();
        let register = match place {
            Some(register) => register,
            None if held.len() < registers => held.len(),
            None => {
                let latest = held.iter().enumerate().max_by_key(|(_, (_, next))| *next);
                latest.map_or(0, |(register, _)| register)
            }
        };
        match held.get_mut(register) {
            Some(held) => *held = (*part, next),
            None => held.try_push((*part, next))?,
        }
        found.try_push(Use { register, is_loaded })?;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loads(uses: &[usize], registers: usize) -> usize {
        kept(uses, 5, registers).map_or(usize::MAX, |uses| uses.iter().filter(|used| used.is_loaded).count())
    }

    /// The sequence of Belády's anomaly, whose fewest loads are known.
    #[test]
    fn what_is_used_last_leaves_first() {
        let uses = [1, 2, 3, 4, 1, 2, 0, 1, 2, 3, 4, 0];
        assert_eq!(loads(&uses, 3), 7);
        assert_eq!(loads(&uses, 4), 6);
        assert_eq!(loads(&uses, 5), 5);
        assert_eq!(loads(&uses, 1), uses.len());
    }
}
