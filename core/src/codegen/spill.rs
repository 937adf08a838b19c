//! Keeps an integer or a vector in the frame, where there are fewer registers than values.
//!
//! **Idea.** One register of the function is chosen, and *all* of its occurrences change: what writes it is
//! followed by a store, and what reads it comes behind a load, both of a register of their own. As intervals
//! have no holes ([`liveness`](super::liveness)), this is what makes its place free for others. Then
//! allocation is tried again.
//!
//! **Which one.** One that is live where registers ran out, with the least accesses for the length of its
//! interval; they count eight times as much in each loop. One that an innermost loop names comes after all
//! others, as kernels spend their time there, and a counter is never chosen.
//!
//! **Conditions** of loops and of later branches are read where no load can stand before them: `while`
//! becomes a `repeat` that tests and breaks, `elif` an `if` in an `else`.
//!
//! **Vectors** are kept in the same way, where a function allows it ([`Spill`](crate::kernel::func::Spill)).
//! Those of tiles are not: their registers follow each other.
//!
//! **Calls** leave no whole vector as it was, so that all vectors which live over one are kept.
//!
//! **Arguments** for which a convention has no registers are kept from the beginning: the frame puts them
//! in its first places.
//!
//! **Correctness.** The function computes the same, as on every path the frame holds what the register held.
//!
//! **Cost.** A walk over the function for each register that is kept; nothing where registers suffice.
//!
//! Tests: `tests/tests/codegen_spill.rs`, `tests/tests/kernel_language_spill.rs`.

use crate::code::entry::MAX_ARGUMENTS;
use crate::fallible::{Few, OutOfMemory, TryVec, try_collect, try_filled, try_with_room};
use crate::isa::{Class, Role};
use crate::kernel::Func;
use crate::kernel::block::Opening;
use crate::kernel::func::{
    Argument, Condition, FrameSlot, Inst, Int, IntType, TileUpdate, Type, USUAL_DEPTH, Vector, VectorSlot,
};
use crate::kernel::walk::Operands;
use alloc::vec::Vec;
use core::iter::repeat_n;

/// What may be kept in the frame.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// The number of integers that frames keep, at most.
    pub slots: u8,
    /// The number of the function's own registers. Those behind are as short as they can be.
    pub registers: u32,
}

/// Returns the function with one more of its integers in the frame: of those that are live at an instruction.
/// There may be none that can be kept there.
///
/// # Errors
/// [`OutOfMemory`].
pub fn spill(func: &Func, at: usize, candidates: Candidates) -> Result<Option<Func>, OutOfMemory> {
    let slot = FrameSlot::new(func.slots).filter(|slot| slot.number() < candidates.slots);
    let Some(slot) = slot else { return Ok(None) };
    match best(func, Class::Int, at, candidates.registers)? {
        Some(number) => keep(func, Place::Int(Int(number), slot)).map(Some),
        None => Ok(None),
    }
}

/// Returns the function with one more of its vectors in the frame, of those that are live at an instruction
/// and whose numbers are below one. There may be none that can be kept there.
///
/// # Errors
/// [`OutOfMemory`].
pub fn spill_vector(func: &Func, at: usize, registers: u32) -> Result<Option<Func>, OutOfMemory> {
    let Some(slot) = VectorSlot::new(func.vector_slots) else { return Ok(None) };
    match best(func, Class::Vec, at, registers)? {
        Some(number) => keep(func, Place::Vector(Vector(number), slot)).map(Some),
        None => Ok(None),
    }
}

/// Returns the function with those of its vectors in the frame that live over a call, as no convention
/// preserves whole vectors; none, where there is no such vector. Those for which there is no place
/// stay where they are.
///
/// # Errors
/// [`OutOfMemory`].
pub fn keep_over_calls(func: &Func) -> Result<Option<Func>, OutOfMemory> {
    if func.callees.is_empty() {
        return Ok(None);
    }
    let uses = Uses::of(func, Class::Vec)?;
    let is_call = |(_, inst): &(usize, &Inst)| matches!(inst, Inst::Call(_));
    let calls = try_collect((0..).zip(&func.body).filter(is_call).map(|(at, _)| at))?;
    let lasts = |range: &LiveRange| calls.iter().any(|at| range.can_make_room(*at));
    let mut kept: Option<Func> = None;
    for (_, number) in uses.all.iter().zip(0..).filter(|(range, _)| lasts(range)) {
        let from = kept.as_ref().unwrap_or(func);
        let Some(slot) = VectorSlot::new(from.vector_slots) else { break };
        kept = Some(keep(from, Place::Vector(Vector(number), slot))?);
    }
    Ok(kept)
}

/// The register of a class to keep in the frame, of those that are live at an instruction.
fn best(func: &Func, class: Class, at: usize, registers: u32) -> Result<Option<u32>, OutOfMemory> {
    let uses = Uses::of(func, class)?;
    let live = uses.all.iter().zip(0..registers).filter(|(range, _)| range.can_make_room(at));
    let order = |(one, _): &(&LiveRange, u32), (other, _): &(&LiveRange, u32)| {
        one.is_inner.cmp(&other.is_inner).then(one.cost(other).cmp(&other.cost(one)))
    };
    Ok(live.min_by(order).map(|(_, number)| number))
}

/// Returns the function with its arguments beyond the first `registers` in the frame, if there are any and a
/// call can pass that many.
///
/// # Errors
/// [`OutOfMemory`].
pub fn keep_arguments(
    func: &Func,
    registers: usize,
    candidates: Candidates,
) -> Result<Option<Func>, OutOfMemory> {
    // Where some arguments have other places than those of integers, which of them is where
    // is for frames to know.
    let parts = func.arguments().split_at_checked(registers).filter(|_| func.arity() <= MAX_ARGUMENTS);
    let are_words = func.arguments().iter().all(|argument| argument.of() == Type::Int(IntType::U64));
    let Some((placed, others)) = parts.filter(|_| func.slots == 0 && candidates.slots > 0 && are_words)
    else {
        return Ok(None);
    };
    let mut kept = func.with(placed, try_collect(func.body().iter().copied())?)?;
    kept.kept_arguments = others.len() as u8;
    for (register, slot) in others.iter().filter_map(|other| other.int()).zip(kept.argument_slots()) {
        kept = keep(&kept, Place::Int(register, slot))?;
    }
    Ok(Some(kept))
}

/// Returns the function with an argument that is copied where it begins, so that the argument need not
/// stay where it arrives.
///
/// # Errors
/// [`OutOfMemory`].
pub fn copy_argument(func: &Func, class: Class, number: u32) -> Result<Option<Func>, OutOfMemory> {
    let (arrived_int, arrived_vector) = (Int(func.ints), Vector(func.vectors));
    let (ints, vectors, inst) = match class {
        Class::Int => (func.ints.checked_add(1), Some(func.vectors), Inst::Copy(Int(number), arrived_int)),
        Class::Vec => {
            let inst = Inst::CopyVector(Vector(number), arrived_vector);
            (Some(func.ints), func.vectors.checked_add(1), inst)
        }
    };
    let (Some(ints), Some(vectors)) = (ints, vectors) else { return Ok(None) };
    let mut body = try_with_room(func.body.len().saturating_add(1))?;
    body.try_push(inst)?;
    body.try_extend(func.body.iter().copied())?;
    let mut copy = Func { ints, vectors, ..func.with(func.arguments(), body)? };
    for argument in &mut copy.arguments {
        match (class, argument) {
            (Class::Int, Argument::Int(register, _)) if register.0 == number => *register = arrived_int,
            (Class::Vec, Argument::Float(register, _)) if register.0 == number => {
                *register = arrived_vector;
            }
            _ => {}
        }
    }
    Ok(Some(copy))
}

/// The function with a register in the frame.
fn keep(func: &Func, place: Place) -> Result<Func, OutOfMemory> {
    let body = try_with_room(func.body.len().saturating_add(USUAL_ACCESSES))?;
    let mut keeping = Keeping { place, body, ints: func.ints, vectors: func.vectors, ends: Few::new() };
    let is_argument = match place {
        Place::Int(register, _) => func.int_arguments().any(|argument| argument == register),
        Place::Vector(register, _) => func.vector_arguments().any(|argument| argument == register),
    };
    if is_argument {
        keeping.body.try_push(place.store(place.number()))?;
    }
    func.body().iter().try_for_each(|inst| keeping.inst(*inst))?;
    let Keeping { body, ints, vectors, .. } = keeping;
    let (slots, vector_slots) = match place {
        Place::Int(_, slot) => (slot.number().saturating_add(1), func.vector_slots),
        Place::Vector(_, slot) => (func.slots, slot.number().saturating_add(1)),
    };
    Ok(Func { ints, vectors, slots, vector_slots, ..func.with(func.arguments(), body)? })
}

/// A register, and its place in the frame.
#[derive(Clone, Copy)]
enum Place {
    Int(Int, FrameSlot),
    Vector(Vector, VectorSlot),
}

impl Place {
    /// The register's number.
    const fn number(self) -> u32 {
        match self {
            Self::Int(register, _) => register.0,
            Self::Vector(register, _) => register.0,
        }
    }

    const fn class(self) -> Class {
        match self {
            Self::Int(..) => Class::Int,
            Self::Vector(..) => Class::Vec,
        }
    }

    /// What keeps a register there.
    const fn store(self, number: u32) -> Inst {
        match self {
            Self::Int(_, slot) => Inst::Spill(Int(number), slot),
            Self::Vector(_, slot) => Inst::SpillVector(Vector(number), slot),
        }
    }

    /// What gives a register the value from there.
    const fn load(self, number: u32) -> Inst {
        match self {
            Self::Int(_, slot) => Inst::Reload(Int(number), slot),
            Self::Vector(_, slot) => Inst::ReloadVector(Vector(number), slot),
        }
    }

    /// The registers of an instruction that copies the class, destination first.
    fn copied(self, inst: &Inst) -> Option<(u32, u32)> {
        match (self, *inst) {
            (Self::Int(..), Inst::Copy(d, a)) => Some((d.0, a.0)),
            (Self::Vector(..), Inst::CopyVector(d, a)) => Some((d.0, a.0)),
            _ => None,
        }
        .filter(|(d, a)| d != a)
    }
}

/// A function in which a register is put into the frame.
struct Keeping {
    place: Place,
    body: Vec<Inst>,
    ints: u32,
    vectors: u32,
    /// For each open block, the number of those that end with it.
    ends: Few<usize, USUAL_DEPTH>,
}

impl Keeping {
    fn inst(&mut self, mut inst: Inst) -> Result<(), OutOfMemory> {
        let (place, number) = (self.place, self.place.number());
        let usage = Usage::of(&inst, place);
        if Opening::of(&inst).is_some() {
            self.ends.try_push(1)?;
        }
        match (place.copied(&inst), inst) {
            (Some((d, a)), _) if a == number => self.body.try_push(place.load(d)),
            (Some((d, a)), _) if d == number => self.body.try_push(place.store(a)),
            (_, Inst::While(condition)) if usage.reads => {
                self.body.try_push(Inst::Repeat)?;
                self.leave_unless(condition)
            }
            (_, Inst::ElseIf(condition)) if usage.reads => {
                self.body.try_push(Inst::Else)?;
                self.ends.last_mut().into_iter().for_each(|ends| *ends = ends.saturating_add(1));
                let mut branch = Inst::If(condition);
                self.reload(&mut branch)?;
                self.body.try_push(branch)
            }
            (_, Inst::End) => {
                let ends = self.ends.pop().unwrap_or(1);
                self.body.try_extend(repeat_n(Inst::End, ends))
            }
            _ if usage.reads => {
                let register = self.reload(&mut inst)?;
                let store = usage.writes.then_some(place.store(register));
                self.body.try_extend([inst].into_iter().chain(store))
            }
            _ if usage.writes => {
                let register = self.rename(&mut inst);
                self.body.try_extend([inst, place.store(register)])
            }
            (_, inst) => self.body.try_push(inst),
        }
    }

    /// Leaves a loop unless a condition holds. With a NaN, neither it nor its opposite may hold.
    fn leave_unless(&mut self, condition: Condition) -> Result<(), OutOfMemory> {
        match condition {
            Condition::Ints(how, a, b, of) => {
                let mut leave = Inst::If(Condition::Ints(how.negated(), a, b, of));
                self.reload(&mut leave)?;
                self.body.try_extend([leave, Inst::Break(1), Inst::End])
            }
            Condition::Floats(..) => {
                let mut stay = Inst::If(condition);
                self.reload(&mut stay)?;
                self.body.try_extend([stay, Inst::Else, Inst::Break(1), Inst::End])
            }
        }
    }

    /// Puts a register of its own in the place of that which is kept.
    fn rename(&mut self, inst: &mut Inst) -> u32 {
        match self.place {
            Place::Int(register, _) => {
                let own = self.ints;
                self.ints = own.saturating_add(1);
                inst.rename(register, Int(own));
                own
            }
            Place::Vector(register, _) => {
                let own = self.vectors;
                self.vectors = own.saturating_add(1);
                inst.rename_vector(register, Vector(own));
                own
            }
        }
    }

    /// The same, loaded before.
    fn reload(&mut self, inst: &mut Inst) -> Result<u32, OutOfMemory> {
        let own = self.rename(inst);
        self.body.try_push(self.place.load(own))?;
        Ok(own)
    }
}

/// Accesses to the frame that nearly all integers which are kept there need at most.
const USUAL_ACCESSES: usize = 32;

/// What an instruction does with a register.
struct Usage {
    place: Place,
    reads: bool,
    writes: bool,
}

impl Usage {
    fn of(inst: &Inst, place: Place) -> Self {
        let mut usage = Self { place, reads: false, writes: false };
        inst.operands(&mut usage);
        usage
    }

    fn note(&mut self, class: Class, number: u32, role: Role) {
        if self.place.class() == class && self.place.number() == number {
            self.reads |= role.reads();
            self.writes |= role.writes();
        }
    }
}

impl Operands for Usage {
    fn int(&mut self, register: Int, role: Role) {
        self.note(Class::Int, register.0, role);
    }

    fn vector(&mut self, register: Vector, role: Role) {
        self.note(Class::Vec, register.0, role);
    }
}

/// The live range of a register. Arguments begin at time 0, and the instruction with index 0 is at time 1.
#[derive(Clone, Copy)]
struct LiveRange {
    /// When it begins; never, for a register that does not occur.
    first: usize,
    /// When it ends.
    last: usize,
    /// Its occurrences, each with the times that it is done.
    accesses: u64,
    /// Whether an innermost loop names it.
    is_inner: bool,
    /// Whether it is a counter, or one of a tile.
    is_fixed: bool,
}

impl LiveRange {
    const NONE: Self = Self { first: usize::MAX, last: 0, accesses: 0, is_inner: false, is_fixed: false };

    /// Whether keeping it in the frame makes room for what an instruction writes.
    const fn can_make_room(&self, at: usize) -> bool {
        let time = at.saturating_add(1);
        self.first < time && self.last > time && !self.is_fixed
    }

    /// Its accesses times the length of `other`: less than the other way round where it has
    /// less for its length.
    fn cost(&self, other: &Self) -> u128 {
        let length = other.last.saturating_sub(other.first);
        u128::from(self.accesses).saturating_mul(length as u128)
    }
}

/// The live ranges of all registers of a class.
struct Uses {
    class: Class,
    /// By number.
    all: Vec<LiveRange>,
    /// The time of the instruction that is looked at.
    time: usize,
    /// The times at which the open loops begin; none for other blocks.
    open: Few<Option<usize>, USUAL_DEPTH>,
    /// The number of open loops.
    depth: u32,
    /// Whether the innermost of them contains no other.
    is_innermost: bool,
}

impl Uses {
    fn of(func: &Func, class: Class) -> Result<Self, OutOfMemory> {
        let registers = match class {
            Class::Int => func.ints,
            Class::Vec => func.vectors,
        };
        let all = try_filled(LiveRange::NONE, registers as usize)?;
        let mut uses = Self { class, all, time: 0, open: Few::new(), depth: 0, is_innermost: false };
        func.int_arguments().for_each(|argument| uses.int(argument, Role::Write));
        func.vector_arguments().for_each(|argument| uses.vector(argument, Role::Write));
        let mut rest = func.body();
        while let [inst, behind @ ..] = rest {
            uses.time = uses.time.saturating_add(1);
            inst.operands(&mut uses);
            match (Opening::of(inst), inst) {
                (Some(Opening::If), _) => uses.open.try_push(None)?,
                (Some(opening), _) => uses.begin(opening, behind)?,
                (None, Inst::End) => uses.close(),
                _ => {}
            }
            rest = behind;
        }
        Ok(uses)
    }

    /// A loop begins, with the instructions `behind`.
    fn begin(&mut self, opening: Opening, behind: &[Inst]) -> Result<(), OutOfMemory> {
        if let Opening::Loop(counter) = opening {
            self.fix(Class::Int, counter.0);
        }
        self.open.try_push(Some(self.time))?;
        self.depth = self.depth.saturating_add(1);
        self.is_innermost = is_innermost(behind);
        Ok(())
    }

    /// At the end of a loop: what began before it is live in all of it.
    fn close(&mut self) {
        let Some(head) = self.open.pop().flatten() else { return };
        let time = self.time;
        self.depth = self.depth.saturating_sub(1);
        self.is_innermost = false;
        let lasting = self.all.iter_mut().filter(|range| range.first < head && range.last > head);
        lasting.for_each(|range| range.last = time);
    }
}

/// Whether a loop that begins before some instructions contains no other.
fn is_innermost(behind: &[Inst]) -> bool {
    let mut depth = 1usize;
    for inst in behind {
        match Opening::of(inst) {
            Some(opening) if opening.is_loop() => return false,
            Some(_) => depth = depth.saturating_add(1),
            None if *inst == Inst::End => depth = depth.saturating_sub(1),
            None => {}
        }
        if depth == 0 {
            return true;
        }
    }
    false
}

impl Uses {
    /// Takes note of an occurrence.
    fn note(&mut self, class: Class, number: u32) {
        if class != self.class {
            return;
        }
        let times = 1u64.checked_shl(3 * self.depth.min(10)).unwrap_or(u64::MAX);
        let Some(range) = self.all.get_mut(number as usize) else { return };
        range.first = range.first.min(self.time);
        range.last = self.time;
        range.accesses = range.accesses.saturating_add(times);
        range.is_inner |= self.is_innermost;
    }

    /// A register can be kept nowhere else.
    fn fix(&mut self, class: Class, number: u32) {
        if class == self.class {
            self.all.get_mut(number as usize).into_iter().for_each(|range| range.is_fixed = true);
        }
    }
}

impl Operands for Uses {
    fn int(&mut self, register: Int, _: Role) {
        self.note(Class::Int, register.0);
    }

    fn vector(&mut self, register: Vector, _: Role) {
        self.note(Class::Vec, register.0);
    }

    fn tile_update(&mut self, update: &TileUpdate) {
        update.bases().for_each(|base| self.int(base, Role::Read));
        let vectors = update.factors().chain(update.sums()).chain(update.loaded());
        vectors.for_each(|vector| {
            self.note(Class::Vec, vector.0);
            self.fix(Class::Vec, vector.0);
        });
    }
}
