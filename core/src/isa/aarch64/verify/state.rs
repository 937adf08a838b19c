//! The state on a path: the frame, and the registers that a function must preserve.

use super::frame::Access;
use super::preserved::{COUNT, Preserved, PreservedSet};
use crate::isa::contract::{MAX_DEPTH, Rule};

/// The stack pointer's alignment, which accesses through it need.
const ALIGNMENT: i64 = 16;
/// Bytes that a callee-saved register has to be saved in.
const SAVED_BYTES: u16 = 8;

/// The state at a place on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The registers that may not hold their value of the entry.
    changed: PreservedSet,
    /// The distance of the stack pointer below its value at the entry, in bytes.
    depth: u16,
    /// For each register, how far below the first stack pointer its value of the entry is saved;
    /// 0 where it is not.
    homes: [u16; COUNT],
}

impl State {
    /// At the entry.
    pub(super) const ENTRY: Self = Self { changed: PreservedSet::NONE, depth: 0, homes: [0; COUNT] };

    /// Changes registers.
    pub(super) fn write(&mut self, registers: PreservedSet) {
        self.changed = self.changed.and(registers);
    }

    /// Moves the stack pointer up by some bytes. What it passes over is lost.
    pub(super) fn adjust(&mut self, up: i64) -> Result<(), Rule> {
        if up == 0 {
            return Ok(());
        }
        let depth = i64::from(self.depth).saturating_sub(up);
        if depth > MAX_DEPTH || depth % ALIGNMENT != 0 {
            return Err(Rule::Depth(depth));
        }
        self.depth = u16::try_from(depth).map_err(|_| Rule::Depth(depth))?;
        if up > 0 {
            self.forget(self.depth, u16::MAX);
        }
        Ok(())
    }

    /// Makes an access; `arguments` is the size of the arguments on the stack.
    pub(super) fn access(&mut self, access: &Access, arguments: i64) -> Result<(), Rule> {
        self.adjust(access.before.into())?;
        let offset = i64::from(access.offset) - i64::from(self.depth);
        let bytes = i64::from(access.bytes) * i64::from(access.count);
        let end = offset + bytes;
        let in_frame = access.offset >= 0 && end <= 0;
        let in_arguments = access.is_load && offset >= 0 && end <= arguments;
        if !in_frame && !in_arguments {
            return Err(Rule::OutsideFrame { offset, bytes });
        }
        if !access.is_load {
            // What begins at a home ends 8 bytes above it.
            self.forget(below(end), below(offset).saturating_add(SAVED_BYTES));
        }
        let mut place = offset;
        for register in access.registers {
            let home = if u16::from(access.bytes) >= SAVED_BYTES { below(place) } else { 0 };
            match register {
                Some(register) if access.is_load => self.load(register, home),
                Some(register) => self.save(register, home),
                None => {}
            }
            place += i64::from(access.bytes);
        }
        self.adjust(access.after.into())
    }

    /// Stores a register at a distance below the first stack pointer; 0 for none.
    fn save(&mut self, register: Preserved, home: u16) {
        if let Some(known) = self.homes.get_mut(register.index()) {
            if !self.changed.contains(register) && home != 0 {
                *known = home;
            }
        }
    }

    /// Loads a register from a distance below the first stack pointer; 0 for none.
    fn load(&mut self, register: Preserved, home: u16) {
        let is_saved = home != 0 && self.homes.get(register.index()) == Some(&home);
        self.changed =
            if is_saved { self.changed.without(register) } else { self.changed.with(Some(register)) };
    }

    /// Forgets the homes between two distances below the first stack pointer.
    fn forget(&mut self, above: u16, below: u16) {
        for home in &mut self.homes {
            *home = if *home > above && *home < below { 0 } else { *home };
        }
    }

    /// Returns the facts that hold both here and in `other`, the state of a path that joins.
    pub(super) fn meet(&self, other: &Self) -> Result<Self, Rule> {
        if self.depth != other.depth {
            return Err(Rule::Meeting(self.depth.into(), other.depth.into()));
        }
        let mut met = Self { changed: self.changed.and(other.changed), ..*self };
        for (home, theirs) in met.homes.iter_mut().zip(other.homes) {
            *home = if *home == theirs { theirs } else { 0 };
        }
        Ok(met)
    }

    /// The row of the unwind table for this state, from an offset on. The first stack pointer is
    /// the frame's address.
    #[cfg(feature = "unwind")]
    pub(super) fn unwind(&self, from: usize) -> Result<crate::isa::UnwindRow, crate::fallible::OutOfMemory> {
        use crate::fallible::TryVec;
        use crate::isa::{SavedRegister, UnwindRow};
        let mut saved = alloc::vec::Vec::new();
        let known = self.homes.iter().zip(Preserved::all()).filter(|(home, _)| **home != 0);
        saved.try_extend(
            known.map(|(home, register)| SavedRegister { number: register.dwarf(), below: (*home).into() }),
        )?;
        Ok(UnwindRow { from, depth: self.depth.into(), saved })
    }

    /// Whether a function may return.
    pub(super) fn check_return(&self) -> Result<(), Rule> {
        if self.depth != 0 {
            return Err(Rule::Unbalanced(self.depth.into()));
        }
        match self.changed.first().map(Preserved::name) {
            Some(register) => Err(Rule::NotPreserved(register)),
            None => Ok(()),
        }
    }
}

/// The distance of a place below the first stack pointer; 0 where it is not.
fn below(offset: i64) -> u16 {
    u16::try_from(-offset).unwrap_or(0)
}
