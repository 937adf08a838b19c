//! Linear-scan register allocation (Poletto and Sarkar, 1999), without spilling.
//!
//! Virtual registers are placed in the order in which their intervals start,
//! each in a register of its class that is free for the whole interval: where it
//! starts as a copy, in that of the source; else in the first that the function
//! need not preserve; else in the first. Generators compute their register
//! pressure beforehand, so running out is a mistake of theirs and an error here,
//! never a hidden spill in a loop.
//!
//! Registers that must be consecutive form a *run*, which is placed as a whole
//! when the first of them starts; each is free again at the end of its own
//! interval. A register may be in several lists: a run is what they chain together.
//!
//! What is free is one set of bits. A register that is handed out is noted at the
//! entry of code behind its interval, and becomes free when the scan comes by; so
//! nothing is sorted, and placing a register takes constant time.

use super::liveness::{Interval, Liveness, STEP, index};
use super::regset::RegSet;
use crate::fallible::{OutOfMemory, TryVec, try_filled};
use crate::isa::{Bank, Class, Instruction, Item, Reg, Virtual};
use alloc::vec::Vec;

/// Where each virtual register went.
#[derive(Debug)]
pub struct Allocation {
    /// Number within its class, by [`index`].
    places: Vec<Option<u8>>,
    /// The registers that the code names now.
    used: RegSet,
}

/// Why registers could not be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AllocateError {
    /// More values are live at once than there are registers.
    #[error(
        "{class:?} register {number} needs a place at instruction {at}, where all {available} are in use"
    )]
    OutOfRegisters {
        /// The register file.
        class: Class,
        /// The virtual register that found no place.
        number: u32,
        /// Index of the instruction where its interval starts.
        at: usize,
        /// How many registers of the class may be used.
        available: usize,
    },
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Places virtual registers in the registers that `banks` lists per class.
///
/// # Errors
/// [`AllocateError`].
pub fn allocate(
    liveness: &Liveness,
    banks: impl Fn(Class) -> Bank,
    reuse: Reuse,
) -> Result<Allocation, AllocateError> {
    let mut scan = Scan::new(liveness, reuse)?;
    for register in liveness.virtuals() {
        let (class, index) = (register.class(), index(*register));
        let Some(Interval { start, .. }) = liveness.interval(index).filter(|_| !scan.is_placed(index)) else {
            continue;
        };
        scan.advance(start);
        let (run, bank) = (Run::around(liveness, index), banks(class));
        let Some(place) = scan.place(run, class, start, bank) else {
            return Err(out_of_registers(*register, start, bank));
        };
        for (nth, member) in run.members() {
            let end = liveness.interval(member).map_or(start, |interval| interval.end);
            scan.take(member, class, place.wrapping_add(nth) & 31, end);
        }
    }
    Ok(Allocation { places: scan.places, used: scan.used })
}

#[cold]
fn out_of_registers(register: Reg, start: u32, bank: Bank) -> AllocateError {
    AllocateError::OutOfRegisters {
        class: register.class(),
        number: match register {
            Reg::Virtual(_, Virtual(number)) => number,
            Reg::Physical(_, number) => u32::from(number),
        },
        at: (start / 2) as usize,
        available: bank.all().count_ones() as usize,
    }
}

impl Allocation {
    /// Replaces every virtual register of `items` by its place.
    pub fn apply<I: Instruction>(&self, items: &mut [Item<I>]) {
        let place = |class, number| self.places.get(index(Reg::Virtual(class, number))).copied().flatten();
        for item in items {
            if let Item::Inst(inst) = item {
                inst.place(place);
            }
        }
    }

    /// The registers that the code names once its virtual registers are replaced.
    #[must_use]
    pub const fn used(&self) -> RegSet {
        self.used
    }
}

/// When a register that became free is given out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// The lowest number comes first.
    Soon,
    /// Registers take turns, among those that cost nothing: what is written next can then be
    /// written earlier, before the last reads of what was there.
    Late,
}

/// Virtual registers that are placed together: one, or several in consecutive registers.
#[derive(Clone, Copy)]
struct Run {
    /// The [`index`] of the first.
    first: usize,
    count: u8,
}

/// A run cannot be longer than a register file.
const LONGEST: u8 = 32;

impl Run {
    /// The run that a register is in. One that is too long is cut, so that it finds no place.
    #[inline]
    fn around(liveness: &Liveness, register: usize) -> Self {
        let mut run = Self { first: register, count: 1 };
        while liveness.demand(run.first).is_joined && run.count <= LONGEST {
            run = Self { first: run.first.saturating_sub(STEP), count: run.count.saturating_add(1) };
        }
        while liveness.demand(run.member(run.count)).is_joined && run.count <= LONGEST {
            run.count = run.count.saturating_add(1);
        }
        run
    }

    #[inline]
    fn member(self, nth: u8) -> usize {
        self.first.saturating_add(usize::from(nth).saturating_mul(STEP))
    }

    /// The indices of its members, numbered from 0.
    #[inline]
    fn members(self) -> impl Iterator<Item = (u8, usize)> {
        (0..self.count).map(move |nth| (nth, self.member(nth)))
    }
}

/// The state of the scan.
struct Scan<'a> {
    liveness: &'a Liveness,
    /// What is free where the scan stands.
    free: RegSet,
    /// What becomes free at each entry of the code.
    freed: Vec<RegSet>,
    /// The first entry that the scan has not come by.
    next: usize,
    /// The registers that the code itself names later on.
    later: Vec<(RegSet, Interval)>,
    reuse: Reuse,
    /// The register of each class that was given out last.
    last: [u8; 2],
    places: Vec<Option<u8>>,
    used: RegSet,
}

impl<'a> Scan<'a> {
    fn new(liveness: &'a Liveness, reuse: Reuse) -> Result<Self, OutOfMemory> {
        let all = RegSet::of(Class::Int, u32::MAX).with(RegSet::of(Class::Vec, u32::MAX));
        let mut scan = Self {
            liveness,
            free: all,
            freed: try_filled(RegSet::default(), liveness.entries().saturating_add(2))?,
            next: 0,
            later: Vec::new(),
            reuse,
            last: [31; 2],
            places: try_filled(None, liveness.indices())?,
            used: RegSet::default(),
        };
        for (class, number, interval) in liveness.fixed() {
            if interval.start == 0 {
                scan.take(index(Reg::Physical(class, number)), class, number, interval.end);
            } else {
                let register = RegSet::of(class, 1 << (number & 31));
                scan.used = scan.used.with(register);
                scan.later.try_push((register, interval))?;
            }
        }
        Ok(scan)
    }

    fn is_placed(&self, register: usize) -> bool {
        self.places.get(register).copied().flatten().is_some()
    }

    /// Moves on to where an interval starts.
    #[inline]
    fn advance(&mut self, start: u32) {
        let here = (start / 2) as usize;
        for freed in self.freed.get(self.next..=here).unwrap_or(&[]) {
            self.free = self.free.with(*freed);
        }
        self.next = here.saturating_add(1).max(self.next);
    }

    /// The register in which a run that starts here can begin.
    #[inline]
    fn place(&self, run: Run, class: Class, start: u32, bank: Bank) -> Option<u8> {
        if run.count > LONGEST {
            return None;
        }
        let free_cheap = self.cheap(class, bank);
        let (mut any, mut cheap) = (u32::MAX, u32::MAX);
        for (nth, member) in run.members() {
            let Interval { end, .. } = self.liveness.interval(member)?;
            let free = self.free_until(class, Interval { start, end }) & self.liveness.demand(member).allowed;
            any &= (free & bank.all()).rotate_right(u32::from(nth));
            cheap &= (free & free_cheap).rotate_right(u32::from(nth));
        }
        let source = any & self.place_of_source(run.first);
        [source, cheap, any].into_iter().find(|set| *set != 0).map(|set| self.choose(set, class))
    }

    /// The registers whose use costs nothing more. Preserved ones are saved in pairs, so after an odd
    /// number of them another one is free. Where registers take turns, the last one has had its own.
    fn cheap(&self, class: Class, bank: Bank) -> u32 {
        let saved = self.used.numbers(class) & bank.preserved;
        let unsaved = bank.preserved & !saved;
        let partner = if saved.count_ones() % 2 == 1 { unsaved & unsaved.wrapping_neg() } else { 0 };
        match self.reuse {
            Reuse::Soon => bank.scratch,
            Reuse::Late => (bank.scratch | saved | partner) & !(1 << (self.last(class) & 31)),
        }
    }

    /// The register that was given out last.
    fn last(&self, class: Class) -> u8 {
        let [int, vector] = self.last;
        if class == Class::Int { int } else { vector }
    }

    /// One of the registers in `set`.
    fn choose(&self, set: u32, class: Class) -> u8 {
        let first = match self.reuse {
            Reuse::Soon => 0,
            Reuse::Late => u32::from(self.last(class)).wrapping_add(1),
        };
        (set.rotate_right(first).trailing_zeros().wrapping_add(first) & 31) as u8
    }

    /// The place of the register that another starts as a copy of, as a bit.
    #[inline]
    fn place_of_source(&self, register: usize) -> u32 {
        let place = match self.liveness.demand(register).copy_of {
            Some(Reg::Physical(_, number)) => Some(number),
            Some(source) => self.places.get(index(source)).copied().flatten(),
            None => None,
        };
        place.map_or(0, |number| 1 << (number & 31))
    }

    /// The registers of `class` that are free in `interval`, which starts here.
    #[inline]
    fn free_until(&self, class: Class, interval: Interval) -> u32 {
        let named = self.later.iter().filter(|(_, other)| other.overlaps(interval));
        named.fold(self.free, |free, (register, _)| free.without(*register)).numbers(class)
    }

    /// Puts a register into a place until `end`.
    #[inline]
    fn take(&mut self, register: usize, class: Class, number: u8, end: u32) {
        if let Some(place) = self.places.get_mut(register) {
            *place = Some(number);
        }
        let [int, vector] = &mut self.last;
        *(if class == Class::Int { int } else { vector }) = number;
        let place = RegSet::of(class, 1 << (number & 31));
        self.free = self.free.without(place);
        self.used = self.used.with(place);
        if let Some(freed) = self.freed.get_mut(end.div_ceil(2) as usize) {
            *freed = freed.with(place);
        }
    }
}
