//! Linear-scan register allocation (Poletto and Sarkar, 1999), without spilling: that is done before, and
//! again, by [`spill`](super::spill).
//!
//! Virtual registers are placed in the order in which their intervals start,
//! each in a register of its class that is free for the whole interval and that every instruction
//! which uses it can encode: where it starts as a copy, in that of the source; else in a
//! caller-saved one; else in a callee-saved one. Generators compute their register
//! pressure beforehand, so running out of vectors is a mistake of theirs and an error,
//! never a hidden spill in a loop.
//!
//! Registers that must be consecutive form a *group*, which is placed as a whole
//! when the first of them starts; each is free again at the end of its own
//! interval. A register may be in several lists: a group is what they chain together.
//!
//! Classes have nothing to do with each other, so each has a scan of its own. What is free is one set of
//! bits. A register that is handed out is noted at the time when its interval ends, and becomes free
//! when the scan comes by; so nothing is sorted, and placing a register takes constant time.
//!
//! Tests: `tests/tests/codegen_allocate.rs`.

use super::liveness::{Adjacency, Copied, LiveRanges, Liveness};
use crate::fallible::OutOfMemory;
use crate::isa::by_class::{ByClass, Tables};
use crate::isa::naming::UNPLACED;
use crate::isa::{Bank, Class, Convention, Places, RegSet};
use crate::text::Count;
use core::fmt;

/// Where each virtual register went.
#[derive(Debug)]
pub struct Allocation {
    /// By number.
    places: Tables<u8>,
    /// The places that are used.
    used: RegSet,
}

/// Why registers could not be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AllocateError {
    /// More values are live at once than there are registers.
    #[error(
        "{} needs a place at instruction {at}, where all {available} are in use{}", Named(*.class, *.number), way_out(*.class)
    )]
    OutOfRegisters {
        /// The register file.
        class: Class,
        /// The virtual register that found no place.
        number: u32,
        /// Index of the instruction where its interval starts.
        at: usize,
        /// The number of registers of the class that may be used.
        available: usize,
    },
    /// An argument arrives in a register that an instruction needs for itself while the argument is live.
    #[error("{} is an argument that arrives where an instruction needs the place", Named(*.class, *.number))]
    ArgumentInTheWay {
        /// The register file.
        class: Class,
        /// The virtual register.
        number: u32,
    },
    /// There are more arguments than are passed.
    #[error("{count}: at most {passed} are passed", count = Count(*count, "argument"))]
    TooManyArguments {
        /// The number of arguments.
        count: usize,
        /// The number of arguments that the convention passes.
        passed: usize,
    },
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// A register as texts of functions name it.
struct Named(Class, u32);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(class, number) = self;
        match class {
            Class::Int => write!(f, "i{number}"),
            Class::Vec => write!(f, "v{number}"),
        }
    }
}

/// What can be done where registers run out.
const fn way_out(class: Class) -> &'static str {
    match class {
        Class::Int => "",
        Class::Vec => {
            ": `spilling` behind a function's arguments lets the frame keep vectors, but for those of tiles"
        }
    }
}

/// Places virtual registers where a calling convention lets them be.
///
/// # Errors
/// [`AllocateError`].
pub fn allocate(
    liveness: &Liveness<'_>,
    convention: &Convention,
    order: AllocationOrder,
) -> Result<Allocation, AllocateError> {
    let (ints, vectors) = (liveness.arguments().count(), liveness.vector_arguments().count());
    for (count, passed) in [(ints, convention.arguments.len()), (vectors, convention.vector_arguments.len())]
    {
        if count > passed {
            return Err(AllocateError::TooManyArguments { count, passed });
        }
    }
    match order {
        AllocationOrder::LowestFirst => place(liveness, convention, &LowestFirst),
        AllocationOrder::RoundRobin => place(liveness, convention, &RoundRobin { last: 31 }),
    }
}

/// Places registers, of which those in `order` are given out.
fn place<T: Order>(
    liveness: &Liveness<'_>,
    convention: &Convention,
    order: &T,
) -> Result<Allocation, AllocateError> {
    let ranges = ByClass { ints: liveness.of(Class::Int), vectors: liveness.of(Class::Vec) };
    let (times, registers) = (liveness.times(), ranges.map(|ranges| ranges.ends.len()));
    let (mut freed, mut places) = (Tables::new(0, times)?, Tables::new(UNPLACED, registers)?);
    let (free, at) = (freed.get_mut(), places.get_mut());
    let bank = |class| convention.bank(class);
    let mut ints = Scan::new(ranges.ints, bank(Class::Int), order.clone(), (free.ints, at.ints));
    // Arguments stay where they arrive.
    let out_of = |class| move |number| out_of_registers(liveness, convention, (class, number));
    for (number, place) in liveness.arguments().zip(convention.arguments) {
        if ranges.ints.places(number) >> (place & 31) & 1 == 0 {
            return Err(AllocateError::ArgumentInTheWay { class: Class::Int, number });
        }
        ints.take(number, *place);
    }
    let mut vectors = Scan::new(ranges.vectors, bank(Class::Vec), order.clone(), (free.vectors, at.vectors));
    for (number, place) in liveness.vector_arguments().zip(convention.vector_arguments) {
        if ranges.vectors.places(number) >> (place & 31) & 1 == 0 {
            return Err(AllocateError::ArgumentInTheWay { class: Class::Vec, number });
        }
        vectors.take(number, *place);
    }
    let vectors = RegSet::of(Class::Vec, vectors.file().map_err(out_of(Class::Vec))?);
    let ints = RegSet::of(Class::Int, ints.file().map_err(out_of(Class::Int))?);
    Ok(Allocation { places, used: ints.with(vectors) })
}

#[cold]
fn out_of_registers(
    liveness: &Liveness<'_>,
    convention: &Convention,
    (class, number): (Class, u32),
) -> AllocateError {
    let at = liveness.beginning(class, number).unwrap_or(0);
    let available = convention.bank(class).all().count_ones() as usize;
    AllocateError::OutOfRegisters { class, number, at, available }
}

impl Allocation {
    /// The places.
    #[must_use]
    pub fn places(&self) -> Places<'_> {
        Places(self.places.get())
    }

    /// The registers that the code names once its virtual registers are replaced.
    #[must_use]
    pub fn used(&self) -> RegSet {
        self.used
    }
}

/// The order in which registers are given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllocationOrder {
    /// The lowest number comes first.
    LowestFirst,
    /// Registers take turns, among those that cost nothing: what is written next can then be
    /// written earlier, before the last reads of what was there.
    RoundRobin,
}

/// An order in which registers are given out.
trait Order: Clone {
    /// The registers whose use costs nothing more, where some are in use already.
    fn cheap(&self, bank: Bank, used: u32) -> u32;

    /// One of the registers in `set`.
    fn choose(&self, set: u32) -> u8;

    /// A register was given out.
    fn gave(&mut self, place: u8);
}

/// See [`AllocationOrder::LowestFirst`].
#[derive(Clone)]
struct LowestFirst;

impl Order for LowestFirst {
    #[inline(always)]
    fn cheap(&self, bank: Bank, _: u32) -> u32 {
        bank.caller_saved
    }

    #[inline(always)]
    fn choose(&self, set: u32) -> u8 {
        (set.trailing_zeros() & 31) as u8
    }

    #[inline(always)]
    fn gave(&mut self, _: u8) {}
}

/// See [`AllocationOrder::RoundRobin`].
#[derive(Clone)]
struct RoundRobin {
    /// The register that was given out last.
    last: u8,
}

impl Order for RoundRobin {
    /// Where callee-saved registers are saved in pairs, another one costs nothing after an odd number of
    /// them. The last one has had its turn.
    #[inline(always)]
    fn cheap(&self, bank: Bank, used: u32) -> u32 {
        let saved = used & bank.callee_saved;
        let unsaved = bank.callee_saved & !saved;
        let is_partner_free = bank.saved_in_pairs && saved.count_ones() % 2 == 1;
        let partner = if is_partner_free { unsaved & unsaved.wrapping_neg() } else { 0 };
        (bank.caller_saved | saved | partner) & !(1 << (self.last & 31))
    }

    #[inline(always)]
    fn choose(&self, set: u32) -> u8 {
        let first = u32::from(self.last).wrapping_add(1);
        (set.rotate_right(first).trailing_zeros().wrapping_add(first) & 31) as u8
    }

    #[inline(always)]
    fn gave(&mut self, place: u8) {
        self.last = place;
    }
}

/// Virtual registers that are placed together: one, or several in consecutive registers.
#[derive(Clone, Copy)]
struct Group {
    first: u32,
    count: u8,
}

/// A group cannot be longer than a register file.
const LONGEST: u8 = 32;

impl Group {
    /// The group that a register is in. One that is too long is cut, so that it finds no place.
    fn around(ranges: LiveRanges<'_>, number: u32) -> Self {
        let mut group = Self { first: number, count: 1 };
        let is_next = |number| ranges.adjacency(number) == Adjacency::Next;
        while is_next(group.first) && group.count <= LONGEST {
            group = Self { first: group.first.wrapping_sub(1), count: group.count.saturating_add(1) };
        }
        while is_next(group.member(group.count)) && group.count <= LONGEST {
            group.count = group.count.saturating_add(1);
        }
        group
    }

    #[inline]
    fn member(self, nth: u8) -> u32 {
        self.first.wrapping_add(u32::from(nth))
    }

    /// Its members, numbered from 0.
    #[inline]
    fn members(self) -> impl Iterator<Item = (u8, u32)> {
        (0..self.count).map(move |nth| (nth, self.member(nth)))
    }
}

/// The state of the scan over the registers of a class. A set of them is a word with a bit for each.
struct Scan<'a, T> {
    ranges: LiveRanges<'a>,
    /// Those that are still to come.
    copies: &'a [Copied],
    bank: Bank,
    order: T,
    /// The free registers where the scan stands.
    free: u32,
    /// The registers that become free at each time.
    freed: &'a mut [u32],
    /// The first time that the scan has not come by.
    next: u32,
    /// By number.
    places: &'a mut [u8],
    used: u32,
}

impl<'a, T: Order> Scan<'a, T> {
    /// Before the first instruction.
    fn new(
        ranges: LiveRanges<'a>,
        bank: Bank,
        order: T,
        (freed, places): (&'a mut [u32], &'a mut [u8]),
    ) -> Self {
        Self { ranges, copies: ranges.copies, bank, order, free: u32::MAX, freed, next: 0, places, used: 0 }
    }

    /// Places all registers: the places that are used. Or the number of the first for which there is none.
    fn file(mut self) -> Result<u32, u32> {
        for start in self.ranges.starts {
            self.advance(start.at);
            let is_placed = match self.ranges.adjacency(start.number) {
                Adjacency::Free => self.single(start.number),
                Adjacency::First | Adjacency::Next if self.place(start.number).is_some() => true,
                Adjacency::First | Adjacency::Next => self.group(Group::around(self.ranges, start.number)),
            };
            if !is_placed {
                return Err(start.number);
            }
        }
        Ok(self.used)
    }

    /// The place of a register that has one.
    fn place(&self, number: u32) -> Option<u8> {
        self.places.get(number as usize).copied().filter(|place| *place != UNPLACED)
    }

    /// Advances to a start time and frees what ended before it.
    #[inline]
    fn advance(&mut self, start: u32) {
        while self.next <= start {
            self.free |= self.freed.get(self.next as usize).copied().unwrap_or(0);
            self.next = self.next.wrapping_add(1);
        }
    }

    /// Places a register that is alone, and says whether there was room.
    #[inline]
    fn single(&mut self, number: u32) -> bool {
        let free = self.free & self.bank.all() & self.ranges.places(number);
        let place = match free & self.place_of_source(number) {
            0 => self.best(free, free & self.order.cheap(self.bank, self.used)),
            source => self.best(source, source),
        };
        if let Some(place) = place {
            self.take(number, place);
        }
        place.is_some()
    }

    /// Places a group that starts here, and says whether there was room.
    #[inline(always)]
    fn group(&mut self, group: Group) -> bool {
        let Some(first) = self.first(group) else { return false };
        for (nth, member) in group.members() {
            self.take(member, first.wrapping_add(nth) & 31);
        }
        true
    }

    /// The register in which a group that starts here can begin.
    fn first(&self, group: Group) -> Option<u8> {
        if group.count > LONGEST {
            return None;
        }
        let (free, free_cheap) =
            (self.free & self.bank.all(), self.free & self.order.cheap(self.bank, self.used));
        let (mut any, mut cheap) = (u32::MAX, u32::MAX);
        for (nth, member) in group.members() {
            let places = self.ranges.places(member);
            any &= (free & places).rotate_right(nth.into());
            cheap &= (free_cheap & places).rotate_right(nth.into());
        }
        self.best(any, cheap)
    }

    /// One of the registers in `any`, out of those that are `cheap` if there are some.
    #[inline]
    fn best(&self, any: u32, cheap: u32) -> Option<u8> {
        let set = if cheap == 0 { any } else { cheap };
        (set != 0).then(|| self.order.choose(set))
    }

    /// The place of the register that the next one to be placed starts as a copy of, if it does, as a bit.
    #[inline]
    fn place_of_source(&mut self, number: u32) -> u32 {
        let [next, others @ ..] = self.copies else { return 0 };
        if next.number != number {
            return 0;
        }
        self.copies = others;
        self.place(next.of).map_or(0, |place| 1 << (place & 31))
    }

    /// Puts a register into a place for as long as it ranges.
    #[inline]
    fn take(&mut self, number: u32, place: u8) {
        if let Some(entry) = self.places.get_mut(number as usize) {
            *entry = place;
        }
        self.order.gave(place);
        let bit = 1 << (place & 31);
        self.free &= !bit;
        self.used |= bit;
        let end = self.ranges.ends.get(number as usize).copied().unwrap_or(0);
        if let Some(freed) = self.freed.get_mut(end as usize) {
            *freed |= bit;
        }
    }
}
