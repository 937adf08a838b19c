//! Keeps an integer in the frame, where there are less registers than values.
//!
//! **Idea.** One register of the function is chosen, and *all* of its occurrences change: what writes it is followed by a
//! store, and what reads it comes behind a load, both of a register of their own. As intervals have no holes
//! ([`liveness`](super::liveness)), this is what makes its place free for others. Then allocation is tried again.
//!
//! **Which one.** One that is live where registers ran out, with the least accesses for the length of its interval; they
//! count eight times as much in each loop. One that an innermost loop names comes after all others, as kernels spend their time
//! there, and a counter is never chosen.
//!
//! **Arguments** for which a convention has no registers are kept from the beginning: the frame puts them in its first
//! places.
//!
//! **Correctness.** The function computes the same, as on every path the frame holds what the register held.
//!
//! **Cost.** A walk over the function for each register that is kept; nothing where registers suffice.
//!
//! Tests: `tests/tests/codegen_spill.rs`.

use crate::code::entry::MAX_ARGUMENTS;
use crate::fallible::{
    Few, OutOfMemory, TryVec, try_collect, try_few, try_filled, try_string, try_with_room,
};
use crate::isa::Role;
use crate::kernel::Func;
use crate::kernel::func::{FrameSlot, Inst, Int, USUAL_DEPTH, Vector};
use crate::kernel::walk::Operands;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// What may be kept in the frame.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// The number of integers that frames keep, at most.
    pub slots: u8,
    /// The number of the function's own registers. Those behind are as short as they can be.
    pub registers: u32,
}

/// Returns the function with one more of its integers in the frame: of those that are live at an instruction. There may
/// be none that can be kept there.
///
/// # Errors
/// [`OutOfMemory`].
pub fn spill(func: &Func, at: usize, candidates: Candidates) -> Result<Option<Func>, OutOfMemory> {
    let slot = FrameSlot::new(func.slots).filter(|slot| slot.number() < candidates.slots);
    let Some(slot) = slot else { return Ok(None) };
    let uses = Uses::of(func)?;
    let live = uses.all.iter().zip(0..candidates.registers).filter(|(life, _)| life.can_make_room(at));
    let order = |(one, _): &(&Life, u32), (other, _): &(&Life, u32)| {
        one.is_inner.cmp(&other.is_inner).then(one.cost(other).cmp(&other.cost(one)))
    };
    match live.min_by(order) {
        Some((_, number)) => keep(func, Int(number), slot).map(Some),
        None => Ok(None),
    }
}

/// Returns the function with those of its arguments in the frame for which there are no registers, if a call passes so
/// many.
///
/// # Errors
/// [`OutOfMemory`].
pub fn keep_arguments(
    func: &Func,
    registers: usize,
    candidates: Candidates,
) -> Result<Option<Func>, OutOfMemory> {
    let parts = func.arguments().split_at_checked(registers).filter(|_| func.arity() <= MAX_ARGUMENTS);
    let Some((placed, others)) = parts.filter(|_| func.slots == 0 && candidates.slots > 0) else {
        return Ok(None);
    };
    let mut kept = copied(func, placed, try_collect(func.body().iter().copied())?)?;
    kept.kept_arguments = others.len() as u8;
    for (register, slot) in others.iter().zip(kept.argument_slots()) {
        kept = keep(&kept, *register, slot)?;
    }
    Ok(Some(kept))
}

/// The function with other arguments and instructions.
fn copied(func: &Func, arguments: &[Int], body: Vec<Inst>) -> Result<Func, OutOfMemory> {
    let name = match &func.name {
        Cow::Borrowed(name) => Cow::Borrowed(*name),
        Cow::Owned(name) => Cow::Owned(try_string(name)?),
    };
    let Func { kept_arguments, ints, vectors, slots, .. } = *func;
    let arguments = try_few(arguments.iter().copied())?;
    Ok(Func { name, arguments, kept_arguments, body, ints, vectors, slots })
}

/// The function with a register in the frame.
fn keep(func: &Func, register: Int, slot: FrameSlot) -> Result<Func, OutOfMemory> {
    let mut body = try_with_room(func.body.len().saturating_add(USUAL_ACCESSES))?;
    let mut ints = func.ints;
    if func.arguments().contains(&register) {
        body.try_push(Inst::Spill(register, slot))?;
    }
    for inst in func.body() {
        let usage = Usage::of(inst, register);
        match *inst {
            Inst::Copy(d, a) if d != a && a == register => body.try_push(Inst::Reload(d, slot))?,
            Inst::Copy(d, a) if d != a && d == register => body.try_push(Inst::Spill(a, slot))?,
            mut inst if usage.reads || usage.writes => {
                let place = Int(ints);
                ints = ints.saturating_add(1);
                inst.rename(register, place);
                let reload = usage.reads.then_some(Inst::Reload(place, slot));
                let store = usage.writes.then_some(Inst::Spill(place, slot));
                body.try_extend(reload.into_iter().chain([inst]).chain(store))?;
            }
            inst => body.try_push(inst)?,
        }
    }
    let slots = slot.number().saturating_add(1);
    Ok(Func { ints, slots, ..copied(func, func.arguments(), body)? })
}

/// Accesses to the frame that nearly all integers which are kept there need at most.
const USUAL_ACCESSES: usize = 32;

/// What an instruction does with a register.
struct Usage {
    register: Int,
    reads: bool,
    writes: bool,
}

impl Usage {
    fn of(inst: &Inst, register: Int) -> Self {
        let mut usage = Self { register, reads: false, writes: false };
        inst.operands(&mut usage);
        usage
    }
}

impl Operands for Usage {
    fn int(&mut self, register: Int, role: Role) {
        if register == self.register {
            self.reads |= role.reads();
            self.writes |= role.writes();
        }
    }

    fn vector(&mut self, _: Vector, _: Role) {}
}

/// The life of an integer register. Arguments begin at time 0, and the instruction with index 0 is at time 1.
#[derive(Clone, Copy)]
struct Life {
    /// When it begins; never, for a register that does not occur.
    first: usize,
    /// When it ends.
    last: usize,
    /// Its occurrences, each with the times that it is done.
    accesses: u64,
    /// Whether an innermost loop names it.
    is_inner: bool,
    /// Whether it is a counter.
    is_counter: bool,
}

impl Life {
    const NONE: Self = Self { first: usize::MAX, last: 0, accesses: 0, is_inner: false, is_counter: false };

    /// Whether keeping it in the frame makes room for what an instruction writes.
    const fn can_make_room(&self, at: usize) -> bool {
        let time = at.saturating_add(1);
        self.first < time && self.last > time && !self.is_counter
    }

    /// Its accesses times the length of `other`: less than the other way round where it has less for its length.
    fn cost(&self, other: &Self) -> u128 {
        let length = other.last.saturating_sub(other.first);
        u128::from(self.accesses).saturating_mul(length as u128)
    }
}

/// The lives of all integer registers.
struct Uses {
    /// By number.
    all: Vec<Life>,
    /// The time of the instruction that is looked at.
    time: usize,
    /// The times at which the open loops begin.
    open: Few<usize, USUAL_DEPTH>,
    /// Whether the innermost of them contains no other.
    is_innermost: bool,
}

impl Uses {
    fn of(func: &Func) -> Result<Self, OutOfMemory> {
        let all = try_filled(Life::NONE, func.ints as usize)?;
        let mut uses = Self { all, time: 0, open: Few::new(), is_innermost: false };
        func.arguments().iter().for_each(|argument| uses.int(*argument, Role::Write));
        let mut rest = func.body();
        while let [inst, behind @ ..] = rest {
            uses.time = uses.time.saturating_add(1);
            inst.operands(&mut uses);
            match *inst {
                Inst::Loop(counter) => {
                    uses.all.get_mut(counter.0 as usize).into_iter().for_each(|life| life.is_counter = true);
                    uses.open.try_push(uses.time)?;
                    let next = behind.iter().find(|inst| matches!(inst, Inst::Loop(_) | Inst::End));
                    uses.is_innermost = next == Some(&Inst::End);
                }
                Inst::End => uses.close(),
                _ => {}
            }
            rest = behind;
        }
        Ok(uses)
    }

    /// At the end of a loop: what began before it is live in all of it.
    fn close(&mut self) {
        let (head, time) = (self.open.pop().unwrap_or(0), self.time);
        self.is_innermost = false;
        let lasting = self.all.iter_mut().filter(|life| life.first < head && life.last > head);
        lasting.for_each(|life| life.last = time);
    }
}

impl Operands for Uses {
    fn int(&mut self, register: Int, _: Role) {
        let times = 1u64.checked_shl(3 * self.open.len().min(10) as u32).unwrap_or(u64::MAX);
        let Some(life) = self.all.get_mut(register.0 as usize) else { return };
        life.first = life.first.min(self.time);
        life.last = self.time;
        life.accesses = life.accesses.saturating_add(times);
        life.is_inner |= self.is_innermost;
    }

    fn vector(&mut self, _: Vector, _: Role) {}
}
