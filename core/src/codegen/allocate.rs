//! Linear-scan register allocation (Poletto and Sarkar, 1999), without spilling.
//!
//! Virtual registers are placed in the order in which their live intervals
//! start, each in the first register of its class that is free for the whole
//! interval. Generators compute their register pressure beforehand, so running
//! out is a mistake of theirs and an error here, never a hidden spill in a loop.
//!
//! Registers that an instruction demands to be consecutive are placed together,
//! for the union of their intervals.

use super::liveness::{Interval, Liveness, Numbering, inst};
use crate::fallible::{OutOfMemory, TryVec, sorted, try_filled};
use crate::isa::{Class, Instruction, Item, Reg, Virtual};
use alloc::vec::Vec;

/// Where each virtual register went.
#[derive(Debug)]
pub struct Allocation {
    /// Number within its class, by register number of the liveness.
    places: Vec<Option<u8>>,
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

/// Virtual registers that are placed together: one, or several in consecutive registers. Groups
/// are placed in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    interval: Interval,
    first: Virtual,
    class: Class,
    count: u8,
    /// The register that it starts as a copy of.
    hint: Option<Reg>,
}

/// Places the virtual registers of `items` in the registers that `allocatable` lists per class,
/// in order of preference.
///
/// # Errors
/// [`AllocateError`].
pub fn allocate<I: Instruction>(
    items: &[Item<I>],
    liveness: &Liveness,
    allocatable: impl Fn(Class) -> &'static [u8],
) -> Result<Allocation, AllocateError> {
    let groups = sorted(groups(items, liveness)?);
    let mut files = Files::new(liveness)?;
    let mut places: Vec<Option<u8>> = try_filled(None, liveness.numbering.count())?;
    for group in groups {
        let candidates = allocatable(group.class);
        let hint = group.hint.and_then(|source| match source {
            Reg::Physical(_, number) => Some(number),
            Reg::Virtual(..) => places.get(liveness.numbering.index(source)).copied().flatten(),
        });
        let hint = hint.filter(|hint| candidates.contains(hint));
        let place = hint.into_iter().chain(candidates.iter().copied()).find(|first| {
            (0..group.count).all(|nth| {
                let number = first.wrapping_add(nth) & 31;
                candidates.contains(&number) && files.is_free(group.class, number, group.interval)
            })
        });
        let Some(place) = place else {
            return Err(AllocateError::OutOfRegisters {
                class: group.class,
                number: group.first.0,
                at: (group.interval.start / 2) as usize,
                available: candidates.len(),
            });
        };
        for nth in 0..group.count {
            let number = place.wrapping_add(nth) & 31;
            files.take(group.class, number, group.interval)?;
            let member = Virtual(group.first.0.saturating_add(u32::from(nth)));
            let index = liveness.numbering.index(Reg::Virtual(group.class, member));
            if let Some(entry) = places.get_mut(index) {
                *entry = Some(number);
            }
        }
    }
    Ok(Allocation { places })
}

impl Allocation {
    /// `items` with every virtual register replaced by its place.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn apply<I: Instruction>(
        &self,
        items: &[Item<I>],
        liveness: &Liveness,
    ) -> Result<Vec<Item<I>>, OutOfMemory> {
        let place = |class, number| {
            let index = liveness.numbering.index(Reg::Virtual(class, number));
            self.places.get(index).copied().flatten()
        };
        let mut out = Vec::new();
        out.try_extend(items.iter().map(|item| match item {
            Item::Inst(inst) => Item::Inst(inst.with_registers(place)),
            other => *other,
        }))?;
        Ok(out)
    }
}

/// What occupies each physical register.
struct Files {
    /// Intervals by class and number: those that the code itself names, and those handed out.
    taken: Vec<Vec<Interval>>,
}

impl Files {
    fn new(liveness: &Liveness) -> Result<Self, OutOfMemory> {
        let mut taken = Vec::new();
        for class in Class::ALL {
            for number in 0..32 {
                let index = liveness.numbering.index(Reg::Physical(class, number));
                let own = liveness.intervals.get(index).copied().flatten();
                let mut intervals = Vec::new();
                intervals.try_extend(own)?;
                taken.try_push(intervals)?;
            }
        }
        Ok(Self { taken })
    }

    fn slot(class: Class, number: u8) -> usize {
        usize::from(number & 31) + if class == Class::Int { 0 } else { 32 }
    }

    fn is_free(&self, class: Class, number: u8, interval: Interval) -> bool {
        let taken = self.taken.get(Self::slot(class, number));
        // The latest interval is the likeliest to be in the way.
        taken.is_some_and(|taken| taken.iter().rev().all(|other| !other.overlaps(interval)))
    }

    fn take(&mut self, class: Class, number: u8, interval: Interval) -> Result<(), OutOfMemory> {
        match self.taken.get_mut(Self::slot(class, number)) {
            Some(taken) => taken.try_push(interval),
            None => Ok(()),
        }
    }
}

/// All virtual registers that occur, those of a consecutive run as one group.
fn groups<I: Instruction>(items: &[Item<I>], liveness: &Liveness) -> Result<Vec<Group>, OutOfMemory> {
    let numbering = liveness.numbering;
    let interval = |class, number| {
        liveness.intervals.get(numbering.index(Reg::Virtual(class, number))).copied().flatten()
    };
    let mut grouped: Vec<bool> = try_filled(false, numbering.count())?;
    let mut groups: Vec<Group> = Vec::new();
    let uses = || {
        items.iter().filter_map(inst).flat_map(Instruction::uses).filter_map(|operand| match operand.first {
            Reg::Virtual(class, number) => Some((class, number, operand.count)),
            Reg::Physical(..) => None,
        })
    };
    let consecutive = uses().filter(|(_, _, count)| *count > 1);
    let single = uses();
    for (class, first, count) in consecutive.chain(single) {
        let members = (0..u32::from(count)).map(|nth| Virtual(first.0.saturating_add(nth)));
        let index = numbering.index(Reg::Virtual(class, first));
        if grouped.get(index).copied().unwrap_or(true) {
            continue;
        }
        for member in members.clone() {
            if let Some(entry) = grouped.get_mut(numbering.index(Reg::Virtual(class, member))) {
                *entry = true;
            }
        }
        let union = members.filter_map(|member| interval(class, member)).reduce(Interval::union);
        if let Some(interval) = union {
            groups.try_push(Group { class, first, count, interval, hint: None })?;
        }
    }
    add_hints(items, numbering, &mut groups)?;
    Ok(groups)
}

/// Gives every register that starts as a copy the source as a hint: in the same place, the copy
/// is superfluous.
fn add_hints<I: Instruction>(
    items: &[Item<I>],
    numbering: Numbering,
    groups: &mut [Group],
) -> Result<(), OutOfMemory> {
    let mut hints: Vec<Option<Reg>> = try_filled(None, numbering.count())?;
    for (copy, source) in items.iter().filter_map(inst).filter_map(Instruction::copy) {
        if let Some(hint @ None) = hints.get_mut(numbering.index(copy)) {
            *hint = Some(source);
        }
    }
    for group in groups {
        let index = numbering.index(Reg::Virtual(group.class, group.first));
        group.hint = hints.get(index).copied().flatten();
    }
    Ok(())
}
