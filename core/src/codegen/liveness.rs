//! When each register is live, and what instructions demand of its place: one walk over the code.
//!
//! The life of a register is one interval, without holes: kernels keep what they
//! hold. Instruction `p` reads at point `2p` and writes at point `2p + 1`, so
//! that a result may take the register of an operand that ends there.
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
use crate::fallible::{OutOfMemory, TryVec, try_collect};
use crate::isa::{Class, Flow, Instruction, Item, Reg, Role};
use alloc::vec::Vec;

/// The points at which a register is live, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// First point.
    pub start: u32,
    /// Last point.
    pub end: u32,
}

impl Interval {
    /// Whether some point is in both.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// What is known of a register.
#[derive(Clone, Copy, Debug)]
pub struct Life {
    /// When it is live.
    pub interval: Interval,
    /// The places that instructions leave it, a bit each.
    pub allowed: u32,
    /// The register that it starts as a copy of: in the same place, the copy is superfluous.
    pub copy_of: Option<Reg>,
    /// Whether it must be placed behind the register of the same class with the number before.
    pub is_joined: bool,
    /// How many labels stand before its interval.
    labels: usize,
}

/// The lives of a function's registers.
#[derive(Debug)]
pub struct Liveness {
    /// By [`index`].
    lives: Vec<Life>,
    /// The virtual registers, in the order in which their intervals start.
    virtuals: Vec<Reg>,
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
    let mut walk = Walk::default();
    for (at, item) in items.iter().enumerate() {
        match item {
            Item::Label(label) => walk.labels.bind(*label, read_point(at))?,
            Item::Inst(inst) => walk.inst(at, inst)?,
            Item::Word(_) => {}
        }
    }
    Ok(walk.finish(items.len())?)
}

impl Liveness {
    /// The virtual registers that occur, in the order in which their intervals start.
    #[must_use]
    pub fn virtuals(&self) -> &[Reg] {
        &self.virtuals
    }

    /// The registers of the machine that the code itself names, with their intervals.
    pub fn fixed(&self) -> impl Iterator<Item = (Class, u8, Interval)> {
        let registers = Class::ALL.into_iter().flat_map(|class| (0..32).map(move |number| (class, number)));
        registers.filter_map(|(class, number)| {
            Some((class, number, self.life(Reg::Physical(class, number))?.interval))
        })
    }

    /// What is known of `register`, if it occurs.
    #[inline]
    #[must_use]
    pub fn life(&self, register: Reg) -> Option<&Life> {
        self.lives.get(index(register)).filter(|life| life.is_known())
    }

    /// How many entries the code has.
    #[must_use]
    pub const fn entries(&self) -> usize {
        self.entries
    }

    /// One more than the greatest [`index`].
    #[must_use]
    pub fn indices(&self) -> usize {
        self.lives.len()
    }
}

/// A number for every register, placed or not.
#[inline]
#[must_use]
pub const fn index(register: Reg) -> usize {
    let (nth, class) = match register {
        Reg::Physical(class, number) => (number as usize & 31, class),
        Reg::Virtual(class, number) => ((number.0 as usize).saturating_add(32), class),
    };
    nth.saturating_mul(2).saturating_add(match class {
        Class::Int => 0,
        Class::Vec => 1,
    })
}

/// The point at which entry `at` reads.
fn read_point(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX >> 1).saturating_mul(2)
}

impl Life {
    const UNKNOWN: Self = Self {
        interval: Interval { start: u32::MAX, end: 0 },
        allowed: u32::MAX,
        copy_of: None,
        is_joined: false,
        labels: 0,
    };

    const fn is_known(&self) -> bool {
        self.interval.start != u32::MAX
    }

    /// Begins the interval at instruction `at`, the first that names the register. Registers of the
    /// machine may be read there: they hold the arguments.
    fn begin(&mut self, register: Reg, role: Role, at: usize, labels: usize) -> Result<(), LivenessError> {
        (self.interval.start, self.labels) = match (role.reads(), register) {
            (true, Reg::Virtual(..)) => return Err(LivenessError::Undefined { register, at }),
            (true, Reg::Physical(..)) => (0, 0),
            (false, _) => (read_point(at).saturating_add(1), labels),
        };
        Ok(())
    }

    /// Applies the two rules for branches.
    fn close(&mut self, labels: &[Branches]) {
        let Interval { start, end } = &mut self.interval;
        let mut nth = self.labels;
        while let Some(label) = labels.get(nth).filter(|label| label.point <= *end) {
            nth = nth.saturating_add(1);
            if label.first < *start {
                (*start, nth) = (0, 0);
            }
            *end = label.last.max(*end);
        }
    }
}

/// A label and the branches to it, as points.
#[derive(Clone, Copy)]
struct Branches {
    point: u32,
    /// The first one reads here.
    first: u32,
    /// The last one writes here.
    last: u32,
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
        let none = Branches { point: u32::MAX, first: u32::MAX, last: 0 };
        self.branches.try_extend((self.branches.len()..=index).map(|_| none))?;
        self.branches.get_mut(index).ok_or(OutOfMemory)
    }

    fn bind(&mut self, label: Label, point: u32) -> Result<(), OutOfMemory> {
        self.entry(label)?.point = point;
        self.bound.try_push(label)
    }

    fn branch(&mut self, label: Label, at: u32) -> Result<(), OutOfMemory> {
        let branches = self.entry(label)?;
        branches.first = branches.first.min(at);
        branches.last = at.saturating_add(1);
        Ok(())
    }

    /// The branches to each label, as the labels stand.
    fn in_order(&self) -> impl Iterator<Item = Branches> {
        self.bound.iter().filter_map(|label| self.branches.get(label.index() as usize).copied())
    }
}

/// The state of the walk.
#[derive(Default)]
struct Walk {
    lives: Vec<Life>,
    /// In order of appearance.
    virtuals: Vec<Reg>,
    labels: Labels,
}

impl Walk {
    #[inline]
    fn inst<I: Instruction>(&mut self, at: usize, inst: &I) -> Result<(), LivenessError> {
        for operand in inst.uses() {
            self.occurs(at, operand.first, operand.role)?.allowed &= operand.allowed;
            for nth in 1..operand.count {
                self.occurs(at, operand.first.neighbour(nth), operand.role)?.is_joined = true;
            }
        }
        if let Flow::Branch(label) | Flow::Jump(label) = inst.flow() {
            self.labels.branch(label, read_point(at))?;
        }
        if let Some((copy, source)) = inst.copy() {
            let starts_here = |life: &&mut Life| life.interval.start > read_point(at);
            if let Some(life) = self.lives.get_mut(index(copy)).filter(starts_here) {
                life.copy_of = Some(source);
            }
        }
        Ok(())
    }

    /// Takes note of an occurrence of `register`.
    #[inline]
    fn occurs(&mut self, at: usize, register: Reg, role: Role) -> Result<&mut Life, LivenessError> {
        let index = index(register);
        let point = read_point(at);
        if index >= self.lives.len() {
            self.lives.try_extend((self.lives.len()..=index).map(|_| Life::UNKNOWN))?;
        }
        let life = self.lives.get_mut(index).ok_or(OutOfMemory)?;
        // No instruction before this one names it.
        if life.interval.start > point {
            let is_new = !life.is_known();
            life.begin(register, role, at, self.labels.bound.len())?;
            if is_new && matches!(register, Reg::Virtual(..)) {
                self.virtuals.try_push(register)?;
            }
        }
        let last = if role.writes() { point.saturating_add(1) } else { point };
        life.interval.end = life.interval.end.max(last);
        Ok(life)
    }

    fn finish(mut self, entries: usize) -> Result<Liveness, OutOfMemory> {
        let labels = try_collect(self.labels.in_order())?;
        for life in self.lives.iter_mut().filter(|life| life.is_known()) {
            life.close(&labels);
        }
        let lives = self.lives;
        let is_early = |register: &&Reg| lives.get(index(**register)).is_some_and(|l| l.interval.start == 0);
        // Those whose first write may be skipped have moved to the front; the others are in order.
        if self.virtuals.iter().any(|register| is_early(&register)) {
            let early = self.virtuals.iter().filter(is_early);
            let late = self.virtuals.iter().filter(|register| !is_early(register));
            self.virtuals = try_collect(early.chain(late).copied())?;
        }
        Ok(Liveness { lives, virtuals: self.virtuals, entries })
    }
}
