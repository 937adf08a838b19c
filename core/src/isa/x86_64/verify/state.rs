//! The state on a path: the frame, the registers that a function must preserve, and the
//! upper halves of vectors.

use super::convention::Convention;
use super::registers::{COUNT, Register, RegisterSet};
use crate::isa::contract::{MAX_DEPTH, Rule};

/// The steps in which the stack pointer moves.
const ALIGNMENT: i64 = 8;
/// What the stack pointer is a multiple of at calls.
const CALL_ALIGNMENT: i64 = 16;
/// The bytes of the return address, at the first stack pointer.
const RETURN_ADDRESS: i64 = 8;
/// The home of a register that is not saved.
const NONE: i16 = i16::MIN;

/// An access to memory through the stack pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// The distance that the stack pointer moves up before the access.
    pub(super) before: i8,
    /// Where the access begins, from the stack pointer.
    pub(super) offset: i32,
    /// The distance that the stack pointer moves up after the access.
    pub(super) after: i8,
    /// The register that has to be preserved and is stored or loaded whole, if there is one.
    pub(super) register: Option<Register>,
    /// The number of bytes.
    pub(super) bytes: u8,
    /// Whether bytes are loaded.
    pub(super) loads: bool,
    /// Whether bytes are stored.
    pub(super) stores: bool,
}

/// What lies around a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    /// The bytes above the return address that are the function's own.
    shadow: i64,
    /// The bytes of arguments above these.
    arguments: i64,
}

impl Surroundings {
    /// The surroundings of a function with some arguments.
    pub(super) fn new(convention: &Convention, arguments: usize) -> Self {
        let bytes = arguments.saturating_sub(convention.arguments).saturating_mul(8);
        Self { shadow: convention.shadow, arguments: i64::try_from(bytes).unwrap_or(i64::MAX) }
    }

    /// Whether bytes above the return address may be accessed.
    fn allow(self, access: &Access, offset: i64, end: i64) -> bool {
        let shadow = RETURN_ADDRESS.saturating_add(self.shadow);
        let limit = if access.stores { shadow } else { shadow.saturating_add(self.arguments) };
        offset >= RETURN_ADDRESS && end <= limit
    }
}

/// The state at a place on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The registers that may not hold their value of the entry.
    changed: RegisterSet,
    /// The distance of the stack pointer below its value at the entry, in bytes.
    depth: i16,
    /// Whether upper halves of vector registers may not be zero.
    uses_upper: bool,
    /// For each register, where its value of the entry is saved, from the first stack pointer.
    homes: [i16; COUNT],
}

impl State {
    /// At the entry.
    pub(super) const ENTRY: Self =
        Self { changed: RegisterSet::NONE, depth: 0, uses_upper: false, homes: [NONE; COUNT] };

    /// Changes registers, perhaps with their upper halves.
    pub(super) fn write(&mut self, registers: RegisterSet, upper: bool) {
        self.changed = self.changed.or(registers);
        self.uses_upper |= upper;
    }

    /// Sets the upper halves to zero.
    pub(super) fn clear_upper(&mut self) {
        self.uses_upper = false;
    }

    /// Moves the stack pointer up by some bytes. What it passes over is lost.
    pub(super) fn adjust(&mut self, up: i64) -> Result<(), Rule> {
        if up == 0 {
            return Ok(());
        }
        let depth = i64::from(self.depth).saturating_sub(up);
        if !(0..=MAX_DEPTH).contains(&depth) || depth % ALIGNMENT != 0 {
            return Err(Rule::Depth(depth));
        }
        self.depth = i16::try_from(depth).map_err(|_| Rule::Depth(depth))?;
        if up > 0 {
            self.forget(i64::MIN, -depth);
        }
        Ok(())
    }

    /// Makes an access.
    pub(super) fn access(&mut self, access: &Access, around: Surroundings) -> Result<(), Rule> {
        self.adjust(access.before.into())?;
        let (bytes, first) = (i64::from(access.bytes), i64::from(access.offset));
        let offset = first - i64::from(self.depth);
        let end = offset + bytes;
        let is_in_frame = first >= 0 && end <= 0;
        if !is_in_frame && !around.allow(access, offset, end) {
            return Err(Rule::OutsideFrame { offset, bytes });
        }
        if access.stores {
            self.forget(offset, end);
        }
        if let Some(register) = access.register {
            let is_whole = i16::from(access.bytes) >= register.bytes();
            let home = i16::try_from(offset).ok().filter(|_| is_whole).unwrap_or(NONE);
            if access.loads { self.load(register, home) } else { self.save(register, home) }
        }
        self.adjust(access.after.into())
    }

    /// Stores a register at a place.
    fn save(&mut self, register: Register, home: i16) {
        if let Some(known) = self.homes.get_mut(register.index()) {
            if !self.changed.contains(register) && home != NONE {
                *known = home;
            }
        }
    }

    /// Loads a register from a place.
    fn load(&mut self, register: Register, home: i16) {
        let is_saved = home != NONE && self.homes.get(register.index()) == Some(&home);
        self.changed = if is_saved { self.changed.without(register) } else { self.changed.with(register) };
    }

    /// Forgets the homes that share bytes with those from an offset up to another.
    fn forget(&mut self, start: i64, end: i64) {
        for (home, nth) in self.homes.iter_mut().zip(0..) {
            let bytes = if nth < 16 { 8 } else { 16 };
            let (first, last) = (i64::from(*home), i64::from(*home) + bytes);
            *home = if first < end && last > start { NONE } else { *home };
        }
    }

    /// Returns the facts that hold both here and in `other`, the state of a path that joins.
    pub(super) fn meet(&self, other: &Self) -> Result<Self, Rule> {
        if self.depth != other.depth {
            return Err(Rule::Meeting(self.depth.into(), other.depth.into()));
        }
        let (changed, uses_upper) = (self.changed.or(other.changed), self.uses_upper || other.uses_upper);
        let mut met = Self { changed, uses_upper, ..*self };
        for (home, theirs) in met.homes.iter_mut().zip(other.homes) {
            *home = if *home == theirs { theirs } else { NONE };
        }
        Ok(met)
    }

    /// The row of the unwind table for this state, from an offset on. The frame's address is
    /// behind the return address.
    #[cfg(feature = "unwind")]
    pub(super) fn unwind(&self, from: usize) -> Result<crate::isa::UnwindRow, crate::fallible::OutOfMemory> {
        use super::registers::RETURN_ADDRESS_NUMBER;
        use crate::fallible::TryVec;
        use crate::isa::{SavedRegister, UnwindRow};
        let below = |home: i64| u32::try_from(RETURN_ADDRESS - home).unwrap_or(0);
        let mut saved = alloc::vec::Vec::new();
        saved.try_push(SavedRegister { number: RETURN_ADDRESS_NUMBER, below: below(0) })?;
        let known = self.homes.iter().zip(Register::all()).filter(|(home, _)| **home != NONE);
        saved.try_extend(known.map(|(home, register)| SavedRegister {
            number: register.dwarf(),
            below: below((*home).into()),
        }))?;
        Ok(UnwindRow { from, depth: below((-self.depth).into()), saved })
    }

    /// Whether a function may be called, which keeps what functions preserve.
    pub(super) fn check_call(&self) -> Result<(), Rule> {
        let depth = i64::from(self.depth);
        match (depth + RETURN_ADDRESS) % CALL_ALIGNMENT {
            0 if self.uses_upper => Err(Rule::UpperHalves),
            0 => Ok(()),
            _ => Err(Rule::Alignment(depth)),
        }
    }

    /// Whether a function may return.
    pub(super) fn check_return(&self) -> Result<(), Rule> {
        if self.depth != 0 {
            return Err(Rule::Unbalanced(self.depth.into()));
        }
        match self.changed.first().map(Register::name) {
            Some(register) => Err(Rule::NotPreserved(register)),
            None if self.uses_upper => Err(Rule::UpperHalves),
            None => Ok(()),
        }
    }
}
