//! When each register is live, and what instructions demand of its place: one walk over the code.
//!
//! The life of a register is one interval, without holes: kernels keep what they
//! hold. Instruction `p` reads at point `2p` and writes at point `2p + 1`, so
//! that a result may take the register of an operand that ends between.
//!
//! # Why no data flow is needed
//!
//! An interval begins where the register is first written, in the order of the
//! list, and ends at its last occurrence. Branches need two additions:
//!
//! 1. *Backward.* If the label of a branch is in the interval, so is the branch.
//! 2. *Forward.* If a branch from before the interval goes to a label in it, the
//!    first write may be skipped, and the interval begins at the function's entry
//!    instead.
//!
//! Then no path from a write to a read of the same value leaves the interval, in
//! any control-flow graph. For suppose that one did, and look at where it comes
//! back. From behind the interval only a backward branch leads into it, which
//! rule 1 excludes. From before it, either a forward branch does, which rule 2
//! excludes, or the path runs through the first write, which ends the old value.
//! An interval that begins at the entry has nothing before it. So a register is
//! free for others outside of its interval. That an unconditional branch is
//! taken, and which way a conditional one goes, plays no part; so the rules may
//! keep a register too long, never too short.
//!
//! A virtual register whose first occurrence reads it has no value to read, and is refused.
//!
//! # Cost
//!
//! One step for each occurrence of a register, and one for each label in the
//! life of each register: at a label no more registers are live than the machine
//! has, or allocation fails.

use crate::code::Label;
use crate::fallible::{OutOfMemory, TryVec, try_collect, try_table};
use crate::isa::{Class, Flow, Instruction, Item, Reg, RegIndex, Role, Use};
use alloc::vec::Vec;

/// The points at which a register is live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// First point.
    pub start: u32,
    /// The point behind the last.
    pub end: u32,
}

impl Interval {
    /// Whether some point is in both.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// What instructions demand of a register's place, beyond its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The places that instructions leave it, a bit each.
    pub allowed: u32,
    /// Whether it must be placed behind the register of the same class with the number before.
    pub is_joined: bool,
    /// The register that it starts as a copy of: in the same place, the copy is superfluous.
    pub copy_of: Option<RegIndex>,
}

impl Demand {
    const ANY: Self = Self { allowed: u32::MAX, is_joined: false, copy_of: None };
}

/// The lives of a function's registers.
#[derive(Debug)]
pub struct Liveness {
    /// By [`RegIndex`].
    lives: Vec<Interval>,
    /// By [`RegIndex`]; shorter, as few registers are in demand.
    demands: Vec<Option<Demand>>,
    /// The virtual registers, in the order in which their intervals start.
    virtuals: Vec<RegIndex>,
    /// How many entries the code has.
    entries: usize,
}

/// Why registers have no lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LivenessError {
    /// A register is read before any instruction has written it.
    #[error("instruction {at} reads {register:?}, which nothing has written")]
    Undefined {
        /// The virtual register.
        register: Reg,
        /// Index of the instruction.
        at: usize,
    },
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Finds the lives of the registers in `items`.
///
/// # Errors
/// [`LivenessError`].
pub fn liveness<I: Instruction>(items: &[Item<I>]) -> Result<Liveness, LivenessError> {
    if items.len() > MAX_ENTRIES {
        return Err(LivenessError::OutOfMemory(OutOfMemory));
    }
    let mut walk = Walk::new(items.len())?;
    for (at, item) in (0u32..).zip(items) {
        if let Item::Inst(inst) = item {
            walk.inst(at, inst)?;
        } else if let Item::Label(label) = item {
            walk.labels.bind(*label, at.wrapping_mul(2))?;
        }
    }
    Ok(walk.finish(items.len())?)
}

/// The most entries of code: all points are below 2³².
const MAX_ENTRIES: usize = 1 << 30;

impl Liveness {
    /// The virtual registers that occur, in the order in which their intervals start.
    #[must_use]
    pub fn virtuals(&self) -> &[RegIndex] {
        &self.virtuals
    }

    /// The registers of the machine that the code itself names, with their intervals.
    pub fn fixed(&self) -> impl Iterator<Item = (Class, u8, Interval)> {
        let registers = Class::ALL.into_iter().flat_map(|class| (0..32).map(move |number| (class, number)));
        registers.filter_map(|(class, number)| {
            Some((class, number, self.interval(Reg::Physical(class, number).index())?))
        })
    }

    /// When a register is live, if it occurs.
    #[inline]
    #[must_use]
    pub fn interval(&self, register: RegIndex) -> Option<Interval> {
        self.lives.get(register.get()).copied().filter(|life| life.occurs())
    }

    /// What instructions demand of the place of a register, if anything.
    #[inline]
    #[must_use]
    pub fn demand(&self, register: RegIndex) -> Option<Demand> {
        self.demands.get(register.get()).copied().flatten()
    }

    /// How many entries the code has.
    #[must_use]
    pub const fn entries(&self) -> usize {
        self.entries
    }

    /// One more than the greatest [`RegIndex`] that occurs, or more.
    #[must_use]
    pub fn indices(&self) -> usize {
        self.lives.len()
    }
}

impl Interval {
    /// That of a register which does not occur.
    const NONE: Self = Self { start: 0, end: 0 };

    const fn occurs(self) -> bool {
        self.end != 0
    }

    /// Applies the two rules for branches, when so many labels stand before the start.
    #[inline]
    fn close(&mut self, labels: &[Branches], before: usize) {
        let mut nth = before;
        while let Some(label) = labels.get(nth).filter(|label| label.point < self.end) {
            nth = nth.saturating_add(1);
            if label.first < self.start {
                (self.start, nth) = (0, 0);
            }
            self.end = self.end.max(label.end);
        }
    }
}

/// A label and the branches to it, as points.
#[derive(Clone, Copy)]
struct Branches {
    point: u32,
    /// The first one reads here.
    first: u32,
    /// Behind the last one.
    end: u32,
}

/// The labels that the walk has seen.
#[derive(Default)]
struct Labels {
    /// By number; those that are not bound have no point yet.
    branches: Vec<Branches>,
    /// Numbers of the labels, as they stand.
    bound: Vec<Label>,
}

impl Labels {
    fn entry(&mut self, label: Label) -> Result<&mut Branches, OutOfMemory> {
        let index = label.index() as usize;
        let none = Branches { point: u32::MAX, first: u32::MAX, end: 0 };
        self.branches.try_lengthen(index.saturating_add(1), none)?;
        self.branches.get_mut(index).ok_or(OutOfMemory)
    }

    fn bind(&mut self, label: Label, point: u32) -> Result<(), OutOfMemory> {
        self.entry(label)?.point = point;
        self.bound.try_push(label)
    }

    fn branch(&mut self, label: Label, point: u32) -> Result<(), OutOfMemory> {
        let branches = self.entry(label)?;
        branches.first = branches.first.min(point);
        branches.end = point.wrapping_add(2);
        Ok(())
    }

    /// The branches to each label, as the labels stand.
    fn in_order(&self) -> impl Iterator<Item = Branches> {
        self.bound.iter().filter_map(|label| self.branches.get(label.index() as usize).copied())
    }
}

impl Role {
    /// How many of an instruction's two points an operand is live at.
    #[inline]
    const fn points(self) -> u32 {
        1 + (self as u32 >> 1)
    }
}

/// The state of the walk.
#[derive(Default)]
struct Walk {
    lives: Vec<Interval>,
    demands: Vec<Option<Demand>>,
    /// In order of appearance.
    virtuals: Vec<RegIndex>,
    labels: Labels,
}

impl Walk {
    /// For code with a number of entries, which seldom have more registers.
    fn new(entries: usize) -> Result<Self, OutOfMemory> {
        let lives = try_table(Interval::NONE, entries.saturating_add(128))?;
        Ok(Self { lives, ..Self::default() })
    }

    #[inline]
    fn inst<I: Instruction>(&mut self, at: u32, inst: &I) -> Result<(), LivenessError> {
        let point = at.wrapping_mul(2);
        if !inst.is_plain() {
            return self.special(point, inst);
        }
        for (register, role) in inst.plain() {
            self.occurs(point, register, role)?;
        }
        Ok(())
    }

    /// Takes note of an instruction that is not plain.
    #[inline(never)]
    fn special<I: Instruction>(&mut self, point: u32, inst: &I) -> Result<(), LivenessError> {
        for operand in inst.uses() {
            self.demands(point, operand)?;
        }
        if let Flow::Branch(label) | Flow::Jump(label) = inst.flow() {
            self.labels.branch(label, point)?;
        }
        if let Some((copy, source)) = inst.copy() {
            self.copies(point, copy, source)?;
        }
        Ok(())
    }

    /// Takes note of an occurrence of `register` in the instruction that reads at `point`.
    #[inline]
    fn occurs(&mut self, point: u32, register: RegIndex, role: Role) -> Result<(), LivenessError> {
        let end = point.wrapping_add(role.points());
        match self.lives.get_mut(register.get()) {
            // It occurred before, the last time in an earlier instruction: nearly always.
            Some(life) if life.end.wrapping_sub(1) < point => life.end = end,
            _ => self.occurred(point, register, role)?,
        }
        Ok(())
    }

    /// Takes note of a register that occurs for the first time, or not for the first time in its
    /// instruction.
    #[inline(never)]
    fn occurred(&mut self, point: u32, register: RegIndex, role: Role) -> Result<(), LivenessError> {
        let life = match self.lives.get_mut(register.get()) {
            Some(life) if life.occurs() && life.start <= point => life,
            _ => self.begin(point, register, role)?,
        };
        life.end = life.end.max(point.wrapping_add(role.points()));
        Ok(())
    }

    /// Takes note of a register's first occurrence, in the order of the list. Only those of the
    /// machine may be read: they hold the arguments.
    fn begin(&mut self, point: u32, register: RegIndex, role: Role) -> Result<&mut Interval, LivenessError> {
        if register.is_virtual() && role.reads() {
            return Err(LivenessError::Undefined { register: register.register(), at: (point / 2) as usize });
        }
        if self.lives.len() <= register.get() {
            // Twice as many, lest it happen often.
            let len = register.get().saturating_add(1).max(self.lives.len().saturating_mul(2));
            self.lives.try_lengthen(len, Interval::NONE)?;
        }
        let life = self.lives.get_mut(register.get()).ok_or(OutOfMemory)?;
        if register.is_virtual() && !life.occurs() {
            self.virtuals.try_push(register)?;
        }
        life.start = if role.reads() { 0 } else { point | 1 };
        Ok(life)
    }

    /// Takes note of an operand that names a register of the machine or several registers, or
    /// cannot name all.
    fn demands(&mut self, point: u32, operand: Use) -> Result<(), LivenessError> {
        for register in operand.registers() {
            self.occurs(point, register.index(), operand.role)?;
        }
        // Integers are never placed in number 31.
        let is_any = operand.count == 1 && operand.allowed | 1 << 31 == u32::MAX;
        if matches!(operand.first, Reg::Virtual(..)) && !is_any {
            self.demand(operand.first)?.allowed &= operand.allowed;
            for register in operand.registers().skip(1) {
                self.demand(register)?.is_joined = true;
            }
        }
        Ok(())
    }

    /// Takes note of a copy in the instruction that reads at `point`.
    #[cold]
    fn copies(&mut self, point: u32, copy: Reg, source: Reg) -> Result<(), OutOfMemory> {
        if self.lives.get(copy.index().get()).is_some_and(|life| life.occurs() && life.start > point) {
            self.demand(copy)?.copy_of = Some(source.index());
        }
        Ok(())
    }

    fn demand(&mut self, register: Reg) -> Result<&mut Demand, OutOfMemory> {
        let index = register.index().get();
        if self.demands.len() <= index {
            // There may be one for each register.
            let demands = try_table(None, self.lives.len())?;
            let known = core::mem::replace(&mut self.demands, demands);
            self.demands.iter_mut().zip(known).for_each(|(demand, known)| *demand = known);
        }
        Ok(self.demands.get_mut(index).ok_or(OutOfMemory)?.get_or_insert(Demand::ANY))
    }

    fn finish(mut self, entries: usize) -> Result<Liveness, OutOfMemory> {
        let labels = try_collect(self.labels.in_order())?;
        let mut lives = self.lives;
        for life in lives.iter_mut().take(RegIndex::FIRST_VIRTUAL).filter(|life| life.occurs()) {
            life.close(&labels, labels.partition_point(|label| label.point < life.start));
        }
        let mut before = 0usize;
        for register in &self.virtuals {
            let Some(life) = lives.get_mut(register.get()) else { continue };
            let passed = |label: &&Branches| label.point < life.start;
            before = before.saturating_add(labels.iter().skip(before).take_while(passed).count());
            life.close(&labels, before);
        }
        // Rule 2 has moved some to the front; the others are in order.
        if labels.iter().any(|label| label.first < label.point) {
            let is_early =
                |register: &&RegIndex| lives.get(register.get()).is_some_and(|life| life.start == 0);
            let early = self.virtuals.iter().filter(is_early);
            let late = self.virtuals.iter().filter(|register| !is_early(register));
            self.virtuals = try_collect(early.chain(late).copied())?;
        }
        Ok(Liveness { lives, demands: self.demands, virtuals: self.virtuals, entries })
    }
}
