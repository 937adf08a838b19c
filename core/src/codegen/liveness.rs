//! When each register holds a value that is still needed.
//!
//! Code is cut into blocks at labels and branches; the registers that are live
//! at block boundaries are found by backward data flow over the control-flow
//! graph, whatever its shape, so that new kinds of control flow need nothing
//! here. The result is one interval per register, from its first to its last
//! live point: an interval without holes is coarse, but kernels keep what they
//! hold, and it keeps allocation linear.
//!
//! Instruction `p` reads at point `2p` and writes at point `2p + 1`, so that a
//! result may take the register of an operand that ends there.

use super::regset::RegSet;
use crate::code::Label;
use crate::fallible::{OutOfMemory, TryVec, try_filled};
use crate::isa::{Class, Flow, Instruction, Item, Reg};
use alloc::vec::Vec;

/// The points at which a register is live, both ends included. The earlier start is the lesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval {
    /// First point.
    pub start: u32,
    /// Last point.
    pub end: u32,
}

impl Interval {
    /// The smallest interval that holds both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether some point is in both.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// A number for every register of a function, placed or not, from 0 without gaps.
#[derive(Clone, Copy, Debug)]
pub struct Numbering {
    /// Virtual registers per class, in the order of [`Class::ALL`].
    virtuals: [u32; 2],
}

const PHYSICAL: u32 = 32;

impl Numbering {
    /// The numbering of the registers that `items` name.
    pub fn of<I: Instruction>(items: &[Item<I>]) -> Self {
        let mut virtuals = [0u32; 2];
        for (register, _) in items.iter().filter_map(inst).flat_map(Instruction::registers) {
            if let Reg::Virtual(class, number) = register {
                let [ints, vectors] = &mut virtuals;
                let count = if class == Class::Int { ints } else { vectors };
                *count = (*count).max(number.0.saturating_add(1));
            }
        }
        Self { virtuals }
    }

    /// The number of `register`.
    #[must_use]
    pub fn index(self, register: Reg) -> usize {
        let [ints, _] = self.virtuals;
        let index = match register {
            Reg::Physical(Class::Int, n) => u32::from(n),
            Reg::Physical(Class::Vec, n) => u32::from(n).saturating_add(PHYSICAL),
            Reg::Virtual(Class::Int, v) => v.0.saturating_add(2 * PHYSICAL),
            Reg::Virtual(Class::Vec, v) => v.0.saturating_add(2 * PHYSICAL).saturating_add(ints),
        };
        index as usize
    }

    /// How many registers there are.
    #[must_use]
    pub fn count(self) -> usize {
        let [ints, vectors] = self.virtuals;
        (2 * PHYSICAL).saturating_add(ints).saturating_add(vectors) as usize
    }
}

/// The live intervals of a function's registers.
#[derive(Debug)]
pub struct Liveness {
    /// Numbers of the registers.
    pub numbering: Numbering,
    /// Interval of each register by number; none for a register that never occurs.
    pub intervals: Vec<Option<Interval>>,
}

/// A run of instructions with one way in and one way out.
#[derive(Debug)]
pub struct Block {
    /// Index of the first entry.
    pub start: usize,
    /// One more than the index of the last entry.
    pub end: usize,
    /// The blocks that may follow.
    pub successors: [Option<usize>; 2],
}

/// The instruction of an entry.
pub(crate) fn inst<I>(item: &Item<I>) -> Option<&I> {
    match item {
        Item::Inst(inst) => Some(inst),
        _ => None,
    }
}

/// Cuts `items` into blocks, in order.
///
/// # Errors
/// [`OutOfMemory`].
pub fn blocks<I: Instruction>(items: &[Item<I>]) -> Result<Vec<Block>, OutOfMemory> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut start = 0;
    for (at, item) in items.iter().enumerate() {
        let next = at.saturating_add(1);
        let ends_here = inst(item).is_some_and(|i| i.flow() != Flow::Next);
        let label_follows = matches!(items.get(next), Some(Item::Label(_)) | None);
        if ends_here || label_follows {
            blocks.try_push(Block { start, end: next, successors: [None; 2] })?;
            start = next;
        }
    }
    for nth in 0..blocks.len() {
        let last = blocks.get(nth).and_then(|b| items.get(b.end.checked_sub(1)?));
        let next = Some(nth.saturating_add(1)).filter(|next| *next < blocks.len());
        let to = |label: Label| {
            blocks.iter().position(|b| matches!(items.get(b.start), Some(Item::Label(l)) if *l == label))
        };
        let successors = match last.and_then(inst).map_or(Flow::Next, Instruction::flow) {
            Flow::Next => [next, None],
            Flow::Branch(label) => [next, to(label)],
            Flow::Jump(label) => [to(label), None],
            Flow::Return => [None; 2],
        };
        if let Some(block) = blocks.get_mut(nth) {
            block.successors = successors;
        }
    }
    Ok(blocks)
}

/// The live intervals of the registers in `items`.
///
/// # Errors
/// [`OutOfMemory`].
pub fn liveness<I: Instruction>(items: &[Item<I>]) -> Result<Liveness, OutOfMemory> {
    let numbering = Numbering::of(items);
    let blocks = blocks(items)?;
    let live_in = live_at_entries(items, &blocks, numbering)?;
    let mut intervals: Vec<Option<Interval>> = try_filled(None, numbering.count())?;
    let mut extend = |index: usize, point: u32| {
        if let Some(interval) = intervals.get_mut(index) {
            let here = Interval { start: point, end: point };
            *interval = Some(interval.map_or(here, |i| i.union(here)));
        }
    };
    for (nth, block) in blocks.iter().enumerate() {
        for index in live_in.get(nth).into_iter().flat_map(RegSet::iter) {
            extend(index, read_point(block.start));
        }
        for successor in block.successors.into_iter().flatten() {
            for index in live_in.get(successor).into_iter().flat_map(RegSet::iter) {
                extend(index, read_point(block.end));
            }
        }
        for at in block.start..block.end {
            for (register, role) in items.get(at).and_then(inst).into_iter().flat_map(Instruction::registers)
            {
                let index = numbering.index(register);
                if role.reads() {
                    extend(index, read_point(at));
                }
                if role.writes() {
                    extend(index, read_point(at).saturating_add(1));
                }
            }
        }
    }
    Ok(Liveness { numbering, intervals })
}

/// The point at which entry `at` reads.
fn read_point(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX >> 1).saturating_mul(2)
}

/// The registers that are live at the start of each block: a fixed point of
/// `in = (out − written) ∪ read`, from the last block backwards.
fn live_at_entries<I: Instruction>(
    items: &[Item<I>],
    blocks: &[Block],
    numbering: Numbering,
) -> Result<Vec<RegSet>, OutOfMemory> {
    let mut live_in: Vec<RegSet> = Vec::new();
    for _ in blocks {
        live_in.try_push(RegSet::empty(numbering.count())?)?;
    }
    let mut live = RegSet::empty(numbering.count())?;
    let mut changed = true;
    while changed {
        changed = false;
        for (nth, block) in blocks.iter().enumerate().rev() {
            live.clear();
            for successor in block.successors.into_iter().flatten() {
                if let Some(set) = live_in.get(successor) {
                    live.add_all(set);
                }
            }
            for item in items.get(block.start..block.end).unwrap_or(&[]).iter().rev() {
                let Some(inst) = inst(item) else { continue };
                for (register, role) in inst.registers() {
                    if role.writes() && !role.reads() {
                        live.remove(numbering.index(register));
                    }
                }
                for (register, role) in inst.registers() {
                    if role.reads() {
                        live.add(numbering.index(register));
                    }
                }
            }
            if let Some(set) = live_in.get_mut(nth) {
                changed |= set.add_all(&live);
            }
        }
    }
    Ok(live_in)
}
