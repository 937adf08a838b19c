//! Puts finished instructions in an order in which an in-order core need not
//! wait for operands.
//!
//! **Idea.** Instructions are taken as they stand, and each gets the first cycle in which its
//! operands are ready and the core has room next to those that were placed before. Then they are
//! sorted by cycle. Nothing is looked at twice, and an instruction never makes way for one that
//! stood behind it.
//!
//! **When.** After allocation: it cannot raise register pressure, but anti-dependences limit it. The price
//! are dependences that come from sharing a register, and a load can move ahead only as far as the
//! last use of what its register held.
//!
//! **Invariants.** Two instructions keep their order if one writes a register that the other
//! reads or writes, or if both access memory and one of them stores. What has no
//! [timing](Instruction::timing) (labels, branches, writeback, unknown words, …) keeps its place,
//! and nothing passes it.
//!
//! **No instruction comes later than it did,** as far as the model goes. By induction: say those
//! before it are placed no later than the cycles in which the core would have issued them in
//! program order. Then in its own such cycle its operands are ready, and of those placed there none
//! had an earlier cycle in program order (they are no later now) nor a later one (they stood before
//! it): the core had room for just these and this one.
//!
//! **Where.** Between lowering and encoding, instruction by instruction: they are handed on when one
//! comes that keeps its place.
//!
//! **Cost.** Linear. A set of cycles is a word with a bit for each, so that the first cycle with
//! room is found at once; cycles too far behind the latest no longer count.
//!
//! Tests: below, `tests/tests/codegen_schedule.rs`.

use crate::fallible::{OutOfMemory, TryVec, try_with_room};
use crate::isa::model::{CoreModel, IssueOrder};
use crate::isa::timing::Unit;
use crate::isa::{Instruction, Item, RegIndex, Role, Sink, Timing};
use alloc::vec::Vec;

/// Reorders `items` for an in-order core; leaves them alone for others.
///
/// # Errors
/// [`OutOfMemory`].
pub fn schedule<I: Instruction>(items: &[Item<I>], model: &CoreModel) -> Result<Vec<Item<I>>, OutOfMemory> {
    let mut scheduled = Vec::new();
    let IssueOrder::InOrder { stores, .. } = model.order else {
        scheduled.try_extend(items.iter().copied())?;
        return Ok(scheduled);
    };
    let mut scheduler = Scheduler::new((model, stores), items.len(), &mut scheduled)?;
    items.iter().try_for_each(|item| scheduler.put(*item))?;
    scheduler.finish()?;
    Ok(scheduled)
}

/// Hands on what it is given, in a better order, once nothing can come before it.
pub(super) struct Scheduler<'s, I, S> {
    core: CoreState,
    /// The instructions that may still change places.
    chains: Chains<I>,
    sink: &'s mut S,
}

impl<'s, I: Instruction, S: Sink<I>> Scheduler<'s, I, S> {
    /// Returns a scheduler for an in-order core with `stores` stores per cycle, and with room for
    /// `instructions` instructions.
    pub(super) fn new(
        (model, stores): (&CoreModel, u32),
        instructions: usize,
        sink: &'s mut S,
    ) -> Result<Self, OutOfMemory> {
        let mut core = CoreState::new(model, stores);
        let chains = Chains::new(core.barrier(), instructions)?;
        Ok(Self { core, chains, sink })
    }

    /// Hands on what is left.
    ///
    /// # Errors
    /// Those of the sink.
    pub(super) fn finish(mut self) -> Result<(), OutOfMemory> {
        self.flush()
    }

    /// Takes an instruction that may change places, or has those before it handed on.
    #[inline(never)]
    fn place(&mut self, inst: &I) -> Result<bool, OutOfMemory> {
        let Some(timing) = inst.timing() else { return self.flush().map(|()| false) };
        let cycle = match inst.is_plain() {
            true => self.core.place(timing, || inst.plain()),
            false => self.place_list(inst, timing),
        };
        self.chains.append(*inst, cycle)?;
        Ok(true)
    }

    /// The cycle for an instruction with lists of registers.
    #[inline(never)]
    fn place_list(&mut self, inst: &I, timing: &Timing) -> u32 {
        self.core.place(timing, || inst.registers().map(|(register, role)| (register.index(), role)))
    }

    /// Hands on the instructions so far. Those behind them stay behind.
    #[inline(never)]
    fn flush(&mut self) -> Result<(), OutOfMemory> {
        let Self { chains, sink, .. } = self;
        chains.in_order(|inst| match inst.is_plain() {
            true => sink.compute(*inst),
            false => sink.put(Item::Inst(*inst)),
        })?;
        self.chains.clear(self.core.barrier());
        Ok(())
    }
}

impl<I: Instruction, S: Sink<I>> Sink<I> for Scheduler<'_, I, S> {
    fn put(&mut self, item: Item<I>) -> Result<(), OutOfMemory> {
        match &item {
            Item::Inst(inst) if self.place(inst)? => return Ok(()),
            Item::Inst(_) => {}
            Item::Label(_) | Item::Unit(_) => self.flush()?,
        }
        self.sink.put(item)
    }

    #[inline(always)]
    fn compute(&mut self, inst: I) -> Result<(), OutOfMemory> {
        if self.place(&inst)? { Ok(()) } else { self.sink.compute(inst) }
    }
}

/// The core's state while instructions are placed.
struct CoreState {
    window: Window,
    /// By [`RegIndex`].
    registers: [Register; RegIndex::FIRST_VIRTUAL],
    /// All memory, as if it were a register that loads read and stores write.
    memory: Register,
}

/// The cycles that matter to those that use a register next.
#[derive(Clone, Copy, Default)]
struct Register {
    /// When its value can be read.
    readable: u32,
    /// When it can be written: no earlier than its last use.
    writable: u32,
}

impl CoreState {
    fn new(model: &CoreModel, stores: u32) -> Self {
        Self {
            window: Window::new(model, stores),
            registers: [Register::default(); RegIndex::FIRST_VIRTUAL],
            memory: Register::default(),
        }
    }

    /// Keeps what is placed from now on behind what was placed so far; returns the first cycle that
    /// is open for it.
    fn barrier(&mut self) -> u32 {
        let first = self.window.close();
        if first < FAR { first } else { self.recount(first) }
    }

    /// Counts cycles from `first` on, so that no number of theirs overflows, however long a function is.
    #[cold]
    fn recount(&mut self, first: u32) -> u32 {
        let counted = self.registers.iter_mut().chain([&mut self.memory]);
        counted.for_each(|register| *register = register.since(first));
        self.window.start = self.window.start.saturating_sub(first);
        self.window.latest = self.window.latest.saturating_sub(first);
        self.window.start
    }

    /// Places an instruction that uses some registers: its cycle. None of them is virtual: then it would have
    /// no timing.
    #[inline(always)]
    fn place<R: Iterator<Item = (RegIndex, Role)>>(
        &mut self,
        timing: &Timing,
        registers: impl Fn() -> R,
    ) -> u32 {
        let mut ready = match timing.unit {
            Unit::Load => self.window.start.max(self.memory.open_to(Role::Read)),
            Unit::Store => self.window.start.max(self.memory.open_to(Role::Write)),
            _ => self.window.start,
        };
        registers().for_each(|(index, role)| {
            if let Some(register) = self.register(index) {
                ready = ready.max(register.open_to(role));
            }
        });
        let cycle = self.window.take(timing, ready);
        registers().for_each(|(index, role)| {
            if let Some(register) = self.register(index) {
                register.used(role, cycle, timing.latency);
            }
        });
        match timing.unit {
            Unit::Load => self.memory.used(Role::Read, cycle, 0),
            Unit::Store => self.memory.used(Role::Write, cycle, 0),
            _ => {}
        }
        cycle
    }

    /// The state of a register; every physical index is in range.
    #[inline(always)]
    fn register(&mut self, index: RegIndex) -> Option<&mut Register> {
        self.registers.get_mut(index.get() % RegIndex::FIRST_VIRTUAL)
    }
}

/// Cycles are counted anew from the next barrier behind this one on. Between two barriers, there are fewer.
const FAR: u32 = 1 << 31;

impl Register {
    /// The same, for cycles that are counted from `first` on.
    const fn since(self, first: u32) -> Self {
        Self { readable: self.readable.saturating_sub(first), writable: self.writable.saturating_sub(first) }
    }

    /// The first cycle in which an instruction with `role` can use it.
    #[inline(always)]
    fn open_to(self, role: Role) -> u32 {
        match role {
            Role::Read => self.readable,
            Role::Write => self.writable,
            Role::ReadWrite => self.readable.max(self.writable),
        }
    }

    /// Notes that an instruction uses it, in a cycle in which it was open to that.
    #[inline(always)]
    fn used(&mut self, role: Role, cycle: u32, latency: u8) {
        if role == Role::Read {
            self.writable = self.writable.max(cycle);
        } else {
            let readable = cycle.wrapping_add(u32::from(latency));
            *self = Self { readable, writable: cycle };
        }
    }
}

/// The last [`u64::BITS`] cycles, and what each has left.
struct Window {
    /// The first of them.
    start: u32,
    /// The latest in which something was placed.
    latest: u32,
    slots: Pool,
    multiply_adds: Pool,
    vectors: Pool,
    moves: Pool,
    stores: Pool,
    results: Results,
}

/// The number of cycles that the window reaches behind the latest one, at least.
const REACH: u32 = 48;
/// The number of cycles that leave it at once.
const STRIDE: u32 = 8;
// Ahead of the latest cycle are those in which the last results come, and one that these leave open.
const _: () = assert!(REACH + STRIDE + Timing::LONGEST as u32 + 1 < u64::BITS);

impl Window {
    fn new(model: &CoreModel, stores: u32) -> Self {
        let multiply_adds = Pool::new(model.multiply_adds);
        Self {
            start: 0,
            latest: 0,
            slots: Pool::new(model.width),
            multiply_adds,
            // Where small cores multiply and add, they do the other operations as fast.
            vectors: multiply_adds,
            moves: Pool::new(model.moves),
            stores: Pool::new(stores),
            results: Results::default(),
        }
    }

    /// The first cycle from `ready` that has room, which is taken from it.
    #[inline(always)]
    fn take(&mut self, timing: &Timing, ready: u32) -> u32 {
        let Self { slots, multiply_adds, vectors, moves, stores, results, .. } = self;
        let count = timing.slots;
        // The window has `ready` in it, and soon behind the latest cycle all are open.
        let closed = !u64::MAX.wrapping_shl(ready.wrapping_sub(self.start));
        let cycle = match timing.unit {
            Unit::Integer => take_in_order(closed, timing, [slots], results),
            Unit::MultiplyAdd => take_first(closed, count, [slots, multiply_adds]),
            Unit::Divide => take_first(closed, count, [slots]),
            Unit::Vector => take_in_order(closed, timing, [slots, vectors], results),
            Unit::Load => take_in_order(closed, timing, [slots, moves], results),
            Unit::Store => take_first(closed, count, [slots, moves, stores]),
        };
        let cycle = self.start.wrapping_add(cycle.trailing_zeros());
        if cycle > self.latest {
            self.latest = cycle;
            if cycle.wrapping_sub(self.start) >= REACH + STRIDE {
                self.advance(cycle.saturating_sub(REACH));
            }
        }
        cycle
    }

    /// Begins behind the latest cycle: returns the first.
    fn close(&mut self) -> u32 {
        self.latest = self.latest.saturating_add(1);
        self.advance(self.latest);
        self.start
    }

    /// Moves the first cycle to `start`, if that is later.
    #[inline]
    fn advance(&mut self, start: u32) {
        if start > self.start {
            self.drop_cycles(start.saturating_sub(self.start));
            self.start = start;
        }
    }

    /// Drops the first `by` cycles.
    #[inline(never)]
    fn drop_cycles(&mut self, by: u32) {
        for pool in
            [&mut self.slots, &mut self.multiply_adds, &mut self.vectors, &mut self.moves, &mut self.stores]
        {
            pool.advance(by);
        }
        self.results.advance(by);
    }
}

/// The first cycle that is not `closed` and has `count` left of each of some resources,
/// which are taken from it.
#[inline(always)]
fn take_first<const RESOURCES: usize>(closed: u64, count: u8, mut pools: [&mut Pool; RESOURCES]) -> u64 {
    let closed = pools.iter().fold(closed, |closed, pool| closed | pool.without(count));
    let cycle = !closed & closed.wrapping_add(1);
    pools.iter_mut().for_each(|pool| pool.take(cycle, count));
    cycle
}

/// The same for an instruction whose result comes in program order: stores have none, and multiply-adds keep
/// theirs to themselves for long.
#[inline(always)]
fn take_in_order<const RESOURCES: usize>(
    closed: u64,
    timing: &Timing,
    pools: [&mut Pool; RESOURCES],
    results: &mut Results,
) -> u64 {
    let cycle = take_first(closed | results.out_of_order(timing.latency), timing.slots, pools);
    results.take(cycle, timing.latency);
    cycle
}

const LATENCIES: usize = Timing::LONGEST as usize + 1;

/// When results come: by latency, a bit for each cycle in which such an instruction started. They begin
/// [`LATENCIES`] cycles before the window, as results come that much later.
#[derive(Clone, Copy, Default)]
struct Results {
    started: [u64; LATENCIES],
}

impl Results {
    /// The cycles of the window in which an instruction with a latency would have its result before that of
    /// an older one, or after that of a younger one.
    #[inline(always)]
    fn out_of_order(&self, latency: u8) -> u64 {
        let (mut early, mut late) = (0u64, 0u64);
        for (other, cycles) in (0..).zip(&self.started) {
            // Shorter ones that are younger: of two cycles less the one behind this, of three also the next.
            if other + 1 < latency {
                late |= (late | cycles) >> 1;
            }
        }
        for (other, cycles) in (0..LATENCIES as u8).zip(&self.started).rev() {
            // Longer ones that are older: of one cycle more in the same cycle, of two also in the one before.
            if other > latency {
                early |= early << 1 | cycles;
            }
        }
        (early | late) >> LATENCIES
    }

    /// Notes one that starts in `cycle`.
    #[inline(always)]
    fn take(&mut self, cycle: u64, latency: u8) {
        if let Some(cycles) = self.started.get_mut(usize::from(latency)) {
            *cycles |= cycle << LATENCIES;
        }
    }

    /// Drops the first `by` cycles, and adds as many.
    fn advance(&mut self, by: u32) {
        for cycles in &mut self.started {
            *cycles = cycles.checked_shr(by).unwrap_or(0);
        }
    }
}

/// The most of a resource that a cycle has.
const MOST: usize = 3;

/// The amount of a resource that each cycle of the window has left.
#[derive(Clone, Copy)]
struct Pool {
    /// The cycles that have less than one left, less than two, and so on.
    without: [u64; MOST],
    each: u8,
}

impl Pool {
    /// With as much in each cycle, something and at most [`MOST`].
    fn new(each: u32) -> Self {
        let mut pool = Self { without: [0; MOST], each: each.clamp(1, MOST as u32) as u8 };
        pool.advance(u64::BITS);
        pool
    }

    /// The cycles that do not have `count` left, or all there ever is.
    #[inline(always)]
    fn without(&self, count: u8) -> u64 {
        let [without_one, ..] = self.without;
        if count == 1 { without_one } else { self.without_several(count) }
    }

    /// The same. Nearly always, one is asked for.
    #[inline(never)]
    fn without_several(&self, count: u8) -> u64 {
        let several = count.min(self.each).checked_sub(1);
        several.and_then(|at| self.without.get(usize::from(at))).copied().unwrap_or(0)
    }

    /// Takes `count`, or all there ever is, away from `cycle`, which has it.
    #[inline(always)]
    fn take(&mut self, cycle: u64, count: u8) {
        match count {
            1 => self.take_one(cycle),
            _ => (0..count.min(self.each)).for_each(|_| self.take_one(cycle)),
        }
    }

    #[inline(always)]
    fn take_one(&mut self, cycle: u64) {
        let [one, two, three] = &mut self.without;
        *one |= cycle & *two;
        *two |= cycle & *three;
        *three |= cycle;
    }

    /// Drops the first `by` cycles, and adds as many.
    fn advance(&mut self, by: u32) {
        let added = !u64::MAX.checked_shr(by).unwrap_or(0);
        for (less, without) in (0..).zip(&mut self.without) {
            *without = without.checked_shr(by).unwrap_or(0) | if self.each <= less { added } else { 0 };
        }
    }
}

/// Sorts instructions by their cycles: those of each are a chain.
struct Chains<I> {
    /// The first cycle.
    first: u32,
    /// The first and the last instruction of each cycle.
    ends: Vec<[u32; 2]>,
    /// The instructions, each with the number of the one behind it in its cycle.
    links: Vec<(I, u32)>,
}

/// The end of a chain.
const NONE: u32 = u32::MAX;

impl<I> Chains<I> {
    /// Without instructions, but room for some; none will have a cycle before `first`.
    fn new(first: u32, instructions: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { first, ends: try_with_room(instructions)?, links: try_with_room(instructions)? })
    }

    /// Appends the next instruction, which has a cycle.
    #[inline]
    fn append(&mut self, inst: I, cycle: u32) -> Result<(), OutOfMemory> {
        let (nth, at) = (self.links.len() as u32, cycle.wrapping_sub(self.first) as usize);
        while self.ends.len() <= at {
            self.ends.try_push([NONE; 2])?;
        }
        self.links.try_push((inst, NONE))?;
        let Some([head, last]) = self.ends.get_mut(at) else { return Ok(()) };
        match self.links.get_mut(*last as usize) {
            Some((_, next)) => *next = nth,
            None => *head = nth,
        }
        *last = nth;
        Ok(())
    }

    /// Hands over the instructions in order: those of one cycle as they were appended.
    #[inline]
    fn in_order<E>(&self, mut with: impl FnMut(&I) -> Result<(), E>) -> Result<(), E> {
        for [head, _] in &self.ends {
            let mut nth = *head;
            while let Some((inst, next)) = self.links.get(nth as usize) {
                with(inst)?;
                nth = *next;
            }
        }
        Ok(())
    }

    /// Forgets all of them.
    fn clear(&mut self, first: u32) {
        self.ends.clear();
        self.links.clear();
        self.first = first;
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::Target;
    use crate::isa::aarch64::MachInst;
    use crate::isa::aarch64::assemble::parse;

    /// Blocks of code of more than 1,000 cycles, in the order for cortex-a510, where the first
    /// cycle has such a number.
    fn scheduled(first: u32) -> Vec<Item<MachInst>> {
        let block =
            "ldr q0, [x0]\nfmla v1.4s, v0.4s, v0.s[0]\nldr q2, [x0, #16]\nfmla v3.4s, v2.4s, v2.s[1]\n";
        let text = [".L0:\n", &[block, "cbnz x1, .L0\n"].concat().repeat(300)].concat();
        let items = parse(&text).unwrap();
        let model = Target::named("cortex-a510").unwrap().core.model;
        let mut list = Vec::new();
        let mut scheduler = Scheduler::new((&model, 1), items.len(), &mut list).unwrap();
        scheduler.core.window.start = first;
        scheduler.core.window.latest = first;
        scheduler.chains.clear(first);
        items.iter().try_for_each(|item| scheduler.put(*item)).unwrap();
        scheduler.finish().unwrap();
        list
    }

    #[test]
    fn the_number_of_a_cycle_does_not_matter() {
        let expected = scheduled(0);
        for first in [1, FAR - 20, FAR - 1, FAR, FAR + 1, u32::MAX - 1000] {
            assert_eq!(scheduled(first), expected, "{first}");
        }
    }
}
