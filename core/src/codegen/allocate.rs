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

use super::liveness::Liveness;
use super::regset::RegSet;
use super::table::Table;
use crate::fallible::{OutOfMemory, try_table};
use crate::isa::{Bank, Class, Convention, Reg, RegIndex, Virtual};
use alloc::vec::Vec;

/// Where each virtual register went.
#[derive(Debug)]
pub struct Allocation {
    /// Number within its class.
    places: Table<u8>,
    /// The registers that the code names now.
    used: RegSet,
}

/// The place of a register that has none.
const UNPLACED: u8 = u8::MAX;

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
    /// There are more arguments than are passed.
    #[error("{count} arguments: at most {passed} are passed")]
    TooManyArguments {
        /// How many there are.
        count: usize,
        /// How many the convention passes.
        passed: usize,
    },
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Places virtual registers where a calling convention lets them be.
///
/// # Errors
/// [`AllocateError`].
pub fn allocate(
    liveness: &Liveness<'_>,
    convention: &Convention,
    reuse: Reuse,
) -> Result<Allocation, AllocateError> {
    let mut scan = Scan::new(liveness, convention.arguments, reuse)?;
    for &register in liveness.virtuals() {
        let (class, bank) = (register.class(), convention.bank(register.class()));
        let Some(life) = liveness.interval(register) else { continue };
        scan.advance(life.start);
        let is_placed = match liveness.demand(register) {
            None => scan.single(register, class, life.end, bank),
            Some(_) if scan.is_placed(register) => true,
            Some(_) => scan.run(Run::around(liveness, register), class, bank),
        };
        if !is_placed {
            return Err(out_of_registers(register.register(), life.start, bank));
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
    /// The number of the place of a virtual register with a number, within its class.
    #[inline]
    #[must_use]
    pub fn place(&self, class: Class, number: u32) -> Option<u8> {
        self.places.get(class, number).filter(|place| *place != UNPLACED)
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
    first: RegIndex,
    count: u8,
}

/// A run cannot be longer than a register file.
const LONGEST: u8 = 32;

impl Run {
    /// The run that a register is in. One that is too long is cut, so that it finds no place.
    fn around(liveness: &Liveness<'_>, register: RegIndex) -> Self {
        let mut run = Self { first: register, count: 1 };
        let is_joined = |register| liveness.demand(register).is_some_and(|demand| demand.is_joined);
        while is_joined(run.first) && run.count <= LONGEST {
            run = Self { first: run.first.before(), count: run.count.saturating_add(1) };
        }
        while is_joined(run.member(run.count)) && run.count <= LONGEST {
            run.count = run.count.saturating_add(1);
        }
        run
    }

    #[inline]
    fn member(self, nth: u8) -> RegIndex {
        self.first.after(u32::from(nth))
    }

    /// Its members, numbered from 0.
    #[inline]
    fn members(self) -> impl Iterator<Item = (u8, RegIndex)> {
        (0..self.count).map(move |nth| (nth, self.member(nth)))
    }
}

/// The state of the scan.
struct Scan<'a> {
    liveness: &'a Liveness<'a>,
    /// What is free where the scan stands.
    free: RegSet,
    /// What becomes free at each entry of the code.
    freed: Vec<RegSet>,
    /// The first entry that the scan has not come by.
    next: usize,
    reuse: Reuse,
    /// The register of each class that was given out last.
    last: [u8; 2],
    places: Table<u8>,
    used: RegSet,
}

impl<'a> Scan<'a> {
    /// Before the first instruction: arguments stay where they arrive.
    fn new(liveness: &'a Liveness<'a>, arguments: &[u8], reuse: Reuse) -> Result<Self, AllocateError> {
        let (count, passed) = (liveness.arguments().count(), arguments.len());
        if count > passed {
            return Err(AllocateError::TooManyArguments { count, passed });
        }
        let all = RegSet::of(Class::Int, u32::MAX).with(RegSet::of(Class::Vec, u32::MAX));
        let mut scan = Self {
            liveness,
            free: all,
            freed: try_table(RegSet::default(), liveness.instructions().saturating_add(2))?,
            next: 0,
            reuse,
            last: [31; 2],
            places: liveness.table(UNPLACED)?,
            used: RegSet::default(),
        };
        for (register, place) in liveness.arguments().zip(arguments) {
            let end = liveness.interval(register).map_or(0, |life| life.end);
            scan.take(register, Class::Int, *place, end);
        }
        Ok(scan)
    }

    fn is_placed(&self, register: RegIndex) -> bool {
        self.places.of(register).is_some_and(|place| place != UNPLACED)
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

    /// Places a register of which nothing is demanded, and says whether there was room.
    #[inline]
    fn single(&mut self, register: RegIndex, class: Class, end: u32, bank: Bank) -> bool {
        let free = self.free.numbers(class) & bank.all();
        let place = self.best(free, free & self.cheap(class, bank), class);
        if let Some(number) = place {
            self.take(register, class, number, end);
        }
        place.is_some()
    }

    /// Places a run that starts here, and says whether there was room.
    #[inline(never)]
    fn run(&mut self, run: Run, class: Class, bank: Bank) -> bool {
        let Some(first) = self.first(run, class, bank) else { return false };
        for (nth, member) in run.members() {
            let end = self.liveness.interval(member).map_or(0, |life| life.end);
            self.take(member, class, first.wrapping_add(nth) & 31, end);
        }
        true
    }

    /// The register in which a run that starts here can begin.
    fn first(&self, run: Run, class: Class, bank: Bank) -> Option<u8> {
        if run.count > LONGEST {
            return None;
        }
        let (free, free_cheap) = (self.free.numbers(class), self.cheap(class, bank));
        let (mut any, mut cheap) = (u32::MAX, u32::MAX);
        for nth in 0..u32::from(run.count) {
            any &= (free & bank.all()).rotate_right(nth);
            cheap &= (free & free_cheap).rotate_right(nth);
        }
        match any & self.place_of_source(run.first) {
            0 => self.best(any, cheap, class),
            source => self.best(source, source, class),
        }
    }

    /// One of the registers in `any`, out of those that are `cheap` if there are some.
    #[inline]
    fn best(&self, any: u32, cheap: u32, class: Class) -> Option<u8> {
        let set = if cheap == 0 { any } else { cheap };
        (set != 0).then(|| self.choose(set, class))
    }

    /// The registers whose use costs nothing more. Preserved ones are saved in pairs, so after an odd
    /// number of them another one is free. Where registers take turns, the last one has had its own.
    #[inline]
    fn cheap(&self, class: Class, bank: Bank) -> u32 {
        if self.reuse == Reuse::Soon {
            return bank.scratch;
        }
        let saved = self.used.numbers(class) & bank.preserved;
        let unsaved = bank.preserved & !saved;
        let partner = if saved.count_ones() % 2 == 1 { unsaved & unsaved.wrapping_neg() } else { 0 };
        (bank.scratch | saved | partner) & !(1 << (self.last(class) & 31))
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
    fn place_of_source(&self, register: RegIndex) -> u32 {
        let source = self.liveness.demand(register).and_then(|demand| demand.copy_of);
        let place = source.and_then(|source| match source.register() {
            Reg::Physical(_, number) => Some(number),
            Reg::Virtual(..) => self.places.of(source).filter(|place| *place != UNPLACED),
        });
        place.map_or(0, |number| 1 << (number & 31))
    }

    /// Puts a register into a place until `end`.
    #[inline]
    fn take(&mut self, register: RegIndex, class: Class, number: u8, end: u32) {
        if let Some(place) = self.places.of_mut(register) {
            *place = number;
        }
        let [int, vector] = &mut self.last;
        *(if class == Class::Int { int } else { vector }) = number;
        let place = RegSet::of(class, 1 << (number & 31));
        self.free = self.free.without(place);
        self.used = self.used.with(place);
        if let Some(freed) = self.freed.get_mut((end / 2) as usize) {
            *freed = freed.with(place);
        }
    }
}
