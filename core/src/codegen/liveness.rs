//! The live range of each register of a function, and the demands on its place: one walk over the
//! function, before any machine instruction is made. On the way, the function is checked against
//! the rules of [`FuncError`]: later passes need not look again. Whether numbers fit is seen
//! where they are encoded.
//!
//! A live range is one interval, without holes: kernels keep what they
//! hold. Time is counted for each class apart, and goes on where something can change: when a range of the
//! class starts, and when a loop does. So what ends at a time has made room for what starts at it: an
//! instruction reads before it writes, and a result may take the register of an operand that ends there.
//!
//! # Why no data flow is needed
//!
//! An interval begins where the register is first written, in the order of the
//! list, and ends at its last occurrence; one that begins before a loop and ends in it lasts to the
//! end of the loop. Then no path from a write to a read of the same value leaves the interval.
//!
//! Control goes forward, or back to the head of a loop that is open: from its end, or from a `continue` in
//! it. A path that only goes forward stays between the write and the read. Say it goes back to a head. If the
//! register had a value whenever the loop was entered, its interval began before the head; it is read after
//! it, so it ends in the loop, and thus lasts to its end, or it ends behind that. If not, some path enters
//! the loop without a value. From the head, that path could go the same way to the read; as what is read must
//! have been written on *every* path, that way has a write, which ends the old value. So a register is free
//! for others outside of its interval.
//!
//! A register that is read before it is written, on any path, has no value to read, and is refused
//! (`assigned`). So is a place in the frame. Arguments are there from the beginning.
//!
//! # Places that are destroyed
//!
//! An instruction may need registers of the machine for itself ([`Constraints::destroys`]). Ranges that reach
//! over it, begin or end there cannot have these places.
//!
//! # Cost
//!
//! A few operations for each occurrence of a register, and for each loop in its range.
//!
//! Tests: `tests/tests/codegen_allocate.rs`, `tests/tests/kernel_func.rs`.

pub use super::assigned::Start;
use super::assigned::{Assigned, Kept, Ranges, UNSURE, is_sure};
use crate::fallible::{Few, OutOfMemory, TryVec, try_table};
use crate::isa::by_class::{ByClass, Tables};
use crate::isa::{Class, Constraints, Reg, RegIndex, Role, Virtual};
use crate::kernel::Func;
use crate::kernel::block::Opening;
use crate::kernel::check::check;
use crate::kernel::func::{
    Argument, CalleeId, FrameSlot, FuncError, Inst, Int, IntType, LANGUAGE, TileUpdate, Type, UpdateKind,
    Vector, VectorSlot,
};
use crate::kernel::walk::Operands;
use alloc::vec::Vec;

/// The dependence of a register's place on that of the register of the same class with the number before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjacency {
    /// Neither depends on the other, nor does that of the next.
    Free,
    /// It begins a group of registers in consecutive places.
    First,
    /// It must come next.
    Next,
}

/// A register that starts as a copy of another: in the same place, the copy is superfluous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The number of the register.
    pub number: u32,
    /// That of the other.
    pub of: u32,
}

/// The number of registers that start as copies, at most, in nearly all functions.
const USUAL_COPIES: usize = 8;

/// The starts of the live ranges of a class, and the demands on its places.
#[derive(Debug)]
struct OfClass {
    /// In their order.
    starts: Vec<Start>,
    /// In the same order.
    copies: Few<Copied, USUAL_COPIES>,
    /// By number; without entries where all are free.
    adjacency: Vec<Adjacency>,
    /// By number, a bit for each place that the register can have; without entries where all can be anywhere.
    places: Vec<u32>,
}

/// The live ranges of a class of registers.
#[derive(Clone, Copy, Debug)]
pub struct LiveRanges<'l> {
    /// By number: the time from which on the register is not live; 0 where it does not occur.
    pub ends: &'l [u32],
    /// The registers that are written, but for arguments, in the order in which their ranges start.
    pub starts: &'l [Start],
    /// Those of them that start as copies, in the same order.
    pub copies: &'l [Copied],
    /// By number; without entries where all are free.
    adjacency: &'l [Adjacency],
    /// By number; without entries where all can be anywhere.
    places: &'l [u32],
}

/// The live ranges of a function's registers.
#[derive(Debug)]
pub struct Liveness<'f> {
    func: &'f Func,
    /// See [`LiveRanges::ends`].
    ends: Tables<u32>,
    of_class: ByClass<OfClass>,
    /// For each class, the last time.
    times: ByClass<u32>,
}

/// Why registers have no live ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LivenessError {
    /// The function itself is wrong.
    #[error(transparent)]
    Func(#[from] FuncError),
    /// A register is read before any instruction has written it.
    #[error("instruction {at} reads {register}, which nothing has written")]
    Undefined {
        /// The virtual register.
        register: Reg,
        /// Index of the instruction.
        at: usize,
    },
    /// A register is read that some path to the instruction does not write.
    #[error("instruction {at} reads {register}, which is not written on every path")]
    Unsure {
        /// The virtual register.
        register: Reg,
        /// Index of the instruction.
        at: usize,
    },
    /// There are more registers than passes can tell apart.
    #[error("{0} registers: must be at most {max}", max = RegIndex::VIRTUALS)]
    Registers(u32),
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Finds the live ranges of the registers of `func`, and the demands that its instructions
/// make of their places.
///
/// # Errors
/// [`LivenessError`], for the first mistake.
pub fn liveness<'f>(func: &'f Func, constraints: &impl Constraints) -> Result<Liveness<'f>, LivenessError> {
    let mut ends = declared(func)?;
    let mut of_class = ByClass { ints: OfClass::new(func.ints)?, vectors: OfClass::new(func.vectors)? };
    let ByClass { ints, vectors } = ends.get_mut();
    let mut kept: Kept = func.argument_slots().fold(0, |kept, slot| kept | bit(slot));
    let (mut assigned, mut mistake) = (Assigned::default(), Mistake::default());
    let mut destroyed = Vec::new();
    let mut walk = Walk {
        func,
        insts: func.body(),
        constraints,
        ints: of_class.ints.begin(ints),
        vectors: of_class.vectors.begin(vectors),
        assigned: &mut assigned,
        destroyed: &mut destroyed,
        kept: &mut kept,
        is_checked: false,
        mistake: &mut mistake,
    };
    if func.arguments().iter().any(|argument| argument.of() != WORD) || func.result().is_some() {
        walk.takes_language();
    }
    while let [inst, behind @ ..] = walk.insts {
        inst.operands(&mut walk);
        walk.insts = behind;
    }
    let times = walk.finish();
    if let Some(mistake) = mistake.0 {
        return Err(mistake);
    }
    let ByClass { ints, vectors } = ends.get_mut();
    assigned.clear(&mut ranges(ints, &of_class.ints.starts, vectors, &of_class.vectors.starts));
    let arguments = func.int_arguments().map(|argument| argument.0);
    avoid(&destroyed, Class::Int, arguments, ends.get().ints, &mut of_class.ints)?;
    let arguments = func.vector_arguments().map(|argument| argument.0);
    avoid(&destroyed, Class::Vec, arguments, ends.get().vectors, &mut of_class.vectors)?;
    Ok(Liveness { func, ends, of_class, times })
}

/// A type that takes no check.
const WORD: Type = Type::Int(IntType::U64);

/// The ranges of both classes.
fn ranges<'r>(
    ints: &'r mut [u32],
    of_ints: &'r [Start],
    vectors: &'r mut [u32],
    of_vectors: &'r [Start],
) -> ByClass<Ranges<'r>> {
    ByClass {
        ints: Ranges { ends: ints, starts: of_ints },
        vectors: Ranges { ends: vectors, starts: of_vectors },
    }
}

/// Places that an instruction needs for itself, at a time of each class.
#[derive(Clone, Copy)]
struct Destroyed {
    at: ByClass<u32>,
    places: ByClass<u32>,
}

/// Keeps ranges of a class out of places that are destroyed while they last. Once all such places are known
/// to be no place for a range, the rest of it need not be looked at.
fn avoid(
    destroyed: &[Destroyed],
    class: Class,
    arguments: impl Iterator<Item = u32>,
    ends: &[u32],
    of_class: &mut OfClass,
) -> Result<(), OutOfMemory> {
    let all = destroyed.iter().fold(0, |all, destroyed| all | destroyed.places.of(class));
    if all == 0 {
        return Ok(());
    }
    let OfClass { starts, places, .. } = of_class;
    let arguments = arguments.map(|number| Start { number, at: FIRST });
    for Start { number, at } in arguments.chain(starts.iter().copied()) {
        let end = ends.get(number as usize).copied().unwrap_or(0);
        let from = destroyed.partition_point(|destroyed| *destroyed.at.of(class) < at);
        let mut avoided = 0;
        for during in destroyed.iter().skip(from).take_while(|during| *during.at.of(class) <= end) {
            avoided |= during.places.of(class);
            if avoided == all {
                break;
            }
        }
        if avoided != 0 {
            restrict(places, ends.len(), number, !avoided)?;
        }
    }
    Ok(())
}

/// The ends of the live ranges of a function, before any register but arguments occurs.
fn declared(func: &Func) -> Result<Tables<u32>, LivenessError> {
    let registers = func.ints.max(func.vectors);
    if registers > RegIndex::VIRTUALS {
        return Err(LivenessError::Registers(registers));
    }
    if func.body.len() > MAX_INSTRUCTIONS {
        return Err(LivenessError::OutOfMemory(OutOfMemory));
    }
    let mut ends = Tables::new(0, ByClass { ints: func.ints as usize, vectors: func.vectors as usize })?;
    for argument in func.arguments() {
        let ByClass { ints, vectors } = ends.get_mut();
        let end = match argument {
            Argument::Int(register, _) => ints.get_mut(register.0 as usize),
            Argument::Float(register, _) => vectors.get_mut(register.0 as usize),
        };
        *end.ok_or(FuncError::UnknownRegister { at: 0 })? = FIRST;
    }
    Ok(ends)
}

/// The most instructions: all times are below 2³².
const MAX_INSTRUCTIONS: usize = 1 << 30;

impl Liveness<'_> {
    /// The live ranges of a class.
    #[must_use]
    pub fn of(&self, class: Class) -> LiveRanges<'_> {
        let OfClass { starts, copies, adjacency, places } = self.of_class.of(class);
        LiveRanges { ends: self.ends.get().of(class), starts, copies, adjacency, places }
    }

    /// For each class, the number of times at which a range may start, and one more: nothing waits for
    /// what ends behind these.
    pub(super) fn times(&self) -> ByClass<usize> {
        self.times.map(|last| (last as usize).saturating_add(2))
    }

    /// The index of the instruction that starts the range of a register which is no argument.
    #[must_use]
    pub fn beginning(&self, class: Class, number: u32) -> Option<usize> {
        let mut named = Names { class, number, is_named: false };
        self.func.body().iter().position(|inst| {
            inst.operands(&mut named);
            named.is_named
        })
    }

    /// The numbers of the integer registers that hold the arguments at entry, in calling order.
    pub fn arguments(&self) -> impl Iterator<Item = u32> {
        self.func.int_arguments().map(|argument| argument.0)
    }

    /// The numbers of the vector registers that hold arguments at entry, in calling order.
    pub fn vector_arguments(&self) -> impl Iterator<Item = u32> {
        self.func.vector_arguments().map(|argument| argument.0)
    }
}

/// A bit for each place in the frame.
const fn bit(slot: FrameSlot) -> Kept {
    1 << (slot.number() & 63)
}

/// A bit for each place for a vector.
const fn vector_bit(slot: VectorSlot) -> Kept {
    1 << (64 | slot.number() & 63)
}

/// Whether instructions name a register.
struct Names {
    class: Class,
    number: u32,
    is_named: bool,
}

impl Operands for Names {
    fn int(&mut self, register: Int, _: Role) {
        self.is_named |= self.class == Class::Int && register.0 == self.number;
    }

    fn vector(&mut self, register: Vector, _: Role) {
        self.is_named |= self.class == Class::Vec && register.0 == self.number;
    }
}

/// The first time. What is live from the beginning has no other end until it occurs.
const FIRST: u32 = 1;

impl OfClass {
    /// Those of a number of registers of which none has occurred.
    fn new(registers: u32) -> Result<Self, OutOfMemory> {
        let mut starts = Vec::new();
        starts.try_reserve(registers as usize)?;
        Ok(Self { starts, copies: Few::new(), adjacency: Vec::new(), places: Vec::new() })
    }

    /// Before the first instruction.
    fn begin<'l>(&'l mut self, ends: &'l mut [u32]) -> OpenRanges<'l> {
        let Self { starts, copies, adjacency, places } = self;
        OpenRanges { now: FIRST, ends, starts, copies, adjacency, places }
    }
}

impl LiveRanges<'_> {
    /// The dependence of a register's place on that before.
    #[inline]
    #[must_use]
    pub fn adjacency(&self, number: u32) -> Adjacency {
        self.adjacency.get(number as usize).copied().unwrap_or(Adjacency::Free)
    }

    /// The places that a register can have: a bit for each number.
    #[inline]
    #[must_use]
    pub fn places(&self, number: u32) -> u32 {
        self.places.get(number as usize).copied().unwrap_or(u32::MAX)
    }
}

/// Live ranges as they are found.
struct OpenRanges<'l> {
    /// The time.
    now: u32,
    ends: &'l mut [u32],
    starts: &'l mut Vec<Start>,
    copies: &'l mut Few<Copied, USUAL_COPIES>,
    adjacency: &'l mut Vec<Adjacency>,
    places: &'l mut Vec<u32>,
}

impl OpenRanges<'_> {
    /// Lets time go on: the time that was.
    #[inline(always)]
    fn tick(&mut self) -> u32 {
        let was = self.now;
        self.now = was.wrapping_add(1);
        was
    }

    /// A register can only have some places: a bit for each.
    #[inline(always)]
    fn restrict(&mut self, number: u32, places: u32) -> Result<(), OutOfMemory> {
        if places == u32::MAX { Ok(()) } else { restrict(self.places, self.ends.len(), number, places) }
    }
}

/// A number of registers, from `first` on, have to be placed in consecutive registers.
#[inline(never)]
fn make_adjacent(
    adjacency: &mut Vec<Adjacency>,
    registers: usize,
    first: Vector,
    count: usize,
) -> Result<(), OutOfMemory> {
    if adjacency.is_empty() {
        *adjacency = try_table(Adjacency::Free, registers)?;
    }
    let mut group = adjacency.iter_mut().skip(first.0 as usize).take(count);
    if let Some(first @ Adjacency::Free) = group.next() {
        *first = Adjacency::First;
    }
    group.for_each(|next| *next = Adjacency::Next);
    Ok(())
}

/// A register, one of some, can only have some places.
#[inline(never)]
fn restrict(places: &mut Vec<u32>, registers: usize, number: u32, to: u32) -> Result<(), OutOfMemory> {
    if places.is_empty() {
        *places = try_table(u32::MAX, registers)?;
    }
    if let Some(places) = places.get_mut(number as usize) {
        *places &= to;
    }
    Ok(())
}

/// Extends ranges to now that end in a loop, which began at the time `head`, but start before it.
#[inline(never)]
fn end_loop(
    ends: &mut [u32],
    starts: &[Start],
    arguments: impl Iterator<Item = u32>,
    (head, now): (u32, u32),
) {
    let mut close = |number: u32| match ends.get_mut(number as usize) {
        Some(end) if *end & !UNSURE > head => *end = now.max(*end & !UNSURE) | *end & UNSURE,
        _ => {}
    };
    starts.iter().take_while(|start| start.at < head).for_each(|start| close(start.number));
    arguments.for_each(close);
}

/// The index of the first of the last instructions of a function.
#[inline]
fn index(func: &Func, insts: &[Inst]) -> usize {
    func.body().len().saturating_sub(insts.len())
}

/// The first mistake that was found.
#[derive(Default)]
struct Mistake(Option<LivenessError>);

impl Mistake {
    #[cold]
    fn note(&mut self, mistake: LivenessError) {
        self.0.get_or_insert(mistake);
    }

    #[cold]
    fn undefined(&mut self, register: Reg, end: u32, at: usize) {
        self.note(match end {
            0 => LivenessError::Undefined { register, at },
            _ => LivenessError::Unsure { register, at },
        });
    }

    #[cold]
    fn unknown(&mut self, at: usize) {
        self.note(FuncError::UnknownRegister { at }.into());
    }
}

/// The state of the walk. It borrows what is not a number, and no function that is not inlined borrows it, so
/// that numbers stay in registers.
struct Walk<'f, 'l, C> {
    func: &'f Func,
    /// The instruction at which the walk stands, and those behind it.
    insts: &'f [Inst],
    constraints: &'l C,
    ints: OpenRanges<'l>,
    vectors: OpenRanges<'l>,
    /// The open blocks. Nothing else began when a loop did.
    assigned: &'l mut Assigned,
    /// The places that instructions need for themselves.
    destroyed: &'l mut Vec<Destroyed>,
    /// The places in the frame that something was written to, a bit each.
    kept: &'l mut Kept,
    /// Whether the function was checked: those of generators need not be.
    is_checked: bool,
    mistake: &'l mut Mistake,
}

impl<C: Constraints> Walk<'_, '_, C> {
    /// Takes note of an occurrence. An instruction's reads come before its writes.
    #[inline(always)]
    fn occurs(&mut self, class: Class, number: u32, role: Role) {
        let ranges = match class {
            Class::Int => &mut self.ints,
            Class::Vec => &mut self.vectors,
        };
        let at = || index(self.func, self.insts);
        let Some(end) = ranges.ends.get_mut(number as usize) else { return self.mistake.unknown(at()) };
        if !is_sure(*end) {
            if role.reads() {
                return self.mistake.undefined(Reg::Virtual(class, Virtual(number)), *end, at());
            }
            let start = Start { number, at: ranges.now };
            let noted = match *end {
                0 => ranges.starts.try_push(start),
                _ => self.assigned.write(class, number),
            };
            if let Err(error) = noted {
                return self.mistake.note(error.into());
            }
            ranges.now = ranges.now.wrapping_add(1);
        }
        *end = ranges.now;
        let places = self.insts.first().map_or(u32::MAX, |inst| self.constraints.places(inst, class, number));
        let done = ranges.restrict(number, places);
        self.note(done);
    }

    /// Extends the ranges of the registers that the update of a tile reads to a time. Returns one that is not
    /// live, if there is one.
    #[inline(always)]
    fn need(&mut self, update: &TileUpdate, until: u32) -> Option<Vector> {
        let Self { insts, constraints, vectors, mistake, .. } = self;
        let mut is_dead = |vector: &Vector| match vectors.ends.get_mut(vector.0 as usize) {
            Some(end) if is_sure(*end) => {
                *end = until;
                let places = |inst| constraints.places(inst, Class::Vec, vector.0);
                if let Err(error) = vectors.restrict(vector.0, insts.first().map_or(u32::MAX, places)) {
                    mistake.note(error.into());
                }
                false
            }
            _ => true,
        };
        update.factors().find(&mut is_dead).or_else(|| update.sums().find(&mut is_dead))
    }

    /// Takes note of a vector that the update of a tile loads. Where it is one that the update
    /// reads, it stays live.
    #[inline(always)]
    fn loaded(&mut self, vector: Vector) {
        let needed = self.vectors.ends.get(vector.0 as usize).map_or(0, |end| *end & !UNSURE);
        self.occurs(Class::Vec, vector.0, Role::Write);
        if let Some(end) = self.vectors.ends.get_mut(vector.0 as usize) {
            *end = needed.max(*end);
        }
    }

    /// Takes note of what may have failed.
    #[inline(always)]
    fn note(&mut self, done: Result<(), OutOfMemory>) {
        if let Err(error) = done {
            self.mistake.note(error.into());
        }
    }

    /// The index of the instruction.
    #[inline(always)]
    fn at(&self) -> usize {
        index(self.func, self.insts)
    }

    /// Takes note of the vectors that must be placed in consecutive registers, `first` and those behind
    /// it, where the instructions begin with an access to them.
    #[inline(always)]
    fn note_adjacency(&mut self, first: Vector) {
        let count = self.constraints.consecutive(self.insts);
        if count > 1 {
            let registers = self.vectors.ends.len();
            let done = make_adjacent(self.vectors.adjacency, registers, first, count);
            self.note(done);
        }
    }

    /// The times.
    #[inline(always)]
    const fn now(&self) -> ByClass<u32> {
        ByClass { ints: self.ints.now, vectors: self.vectors.now }
    }

    /// Takes note of the places that the instruction at a time needs for itself.
    #[inline(never)]
    fn note_destroyed(&mut self, at: ByClass<u32>) {
        let none = ByClass { ints: 0, vectors: 0 };
        let places = self.insts.first().map_or(none, |inst| self.constraints.destroys(inst));
        if places.ints | places.vectors != 0 {
            let done = self.destroyed.try_push(Destroyed { at, places });
            self.note(done);
        }
    }

    /// Checks the function, before its first instruction that generators do not write.
    #[cold]
    fn check(&mut self) {
        self.is_checked = true;
        if let Err(error) = check(self.func) {
            self.mistake.note(error.into());
        }
    }

    /// Whether an instruction that generators do not write is looked at: the first one has the function
    /// checked. Where code for these is left out, it is a mistake.
    #[inline(always)]
    fn takes_language(&mut self) -> bool {
        if !LANGUAGE {
            self.mistake.note(FuncError::Language { at: self.at() }.into());
            return false;
        }
        if !self.is_checked {
            self.check();
        }
        true
    }

    /// Opens a block.
    #[inline(always)]
    fn open(&mut self, opening: Opening, began: ByClass<u32>) {
        let started = ByClass { ints: self.ints.starts.len(), vectors: self.vectors.starts.len() };
        let done = self.assigned.open(opening, began, started, *self.kept);
        self.note(done);
    }

    /// Begins another branch.
    fn next_branch(&mut self, is_else: bool) {
        let Self { ints, vectors, assigned, kept, .. } = self;
        let mut ranges = ranges(ints.ends, ints.starts, vectors.ends, vectors.starts);
        let done = assigned.next_branch(&mut ranges, is_else, kept);
        self.note(done);
    }

    /// The last times.
    #[inline(always)]
    fn finish(self) -> ByClass<u32> {
        if !self.assigned.is_closed() {
            self.mistake.note(FuncError::Unbalanced { at: self.at() }.into());
        }
        ByClass { ints: self.ints.now, vectors: self.vectors.now }
    }
}

impl<C: Constraints> Operands for Walk<'_, '_, C> {
    #[inline(always)]
    fn int(&mut self, register: Int, role: Role) {
        self.occurs(Class::Int, register.0, role);
    }

    #[inline(always)]
    fn vector(&mut self, register: Vector, role: Role) {
        self.occurs(Class::Vec, register.0, role);
    }

    #[inline(never)]
    fn slot(&mut self, slot: FrameSlot, role: Role) {
        let bit = bit(slot);
        *self.kept |= if role.writes() { bit } else { 0 };
        if usize::from(slot.number()) >= self.func.slots() || *self.kept & bit == 0 {
            self.mistake.note(FuncError::EmptySlot { at: self.at(), slot }.into());
        }
    }

    #[inline(never)]
    fn vector_slot(&mut self, slot: VectorSlot, role: Role) {
        let bit = vector_bit(slot);
        *self.kept |= if role.writes() { bit } else { 0 };
        if usize::from(slot.number()) >= self.func.vector_slots() || *self.kept & bit == 0 {
            self.mistake.note(FuncError::EmptyVectorSlot { at: self.at(), slot }.into());
        }
    }

    /// A load may become one instruction with one behind it, which writes another register then, even where
    /// nothing reads the loaded value.
    #[inline(always)]
    fn load(&mut self, d: Vector, operands: impl FnOnce(&mut Self)) {
        operands(self);
        if let Some(end) = self.vectors.ends.get_mut(d.0 as usize) {
            *end = self.vectors.now.wrapping_add(1);
        }
        self.note_adjacency(d);
    }

    #[inline(always)]
    fn store(&mut self, a: Vector, operands: impl FnOnce(&mut Self)) {
        self.replaces(operands);
        self.note_adjacency(a);
    }

    #[inline(always)]
    fn replaces(&mut self, operands: impl FnOnce(&mut Self)) {
        let needs_places = self.insts.first().is_some_and(|inst| inst.replaced().is_some());
        if needs_places {
            // They may be where the instruction before it reads for the last time.
            self.vectors.tick();
        }
        let at = self.now();
        operands(self);
        if needs_places {
            self.note_destroyed(at);
        }
    }

    /// Factors in registers are needed until the last vector is multiplied.
    #[inline(always)]
    fn tile_update(&mut self, update: &TileUpdate) {
        update.bases().for_each(|base| self.int(base, Role::Read));
        let loaded = update.loaded();
        let until = self.vectors.now.wrapping_add(loaded.clone().count() as u32);
        let may_destroy = update.kind != UpdateKind::MultiplyAdd;
        if may_destroy {
            self.note_destroyed(self.now());
        }
        match self.need(update, until) {
            Some(missing) => self.vector(missing, Role::Read),
            None => loaded.for_each(|vector| {
                self.loaded(vector);
                if may_destroy {
                    self.note_destroyed(self.now());
                }
            }),
        }
        // Factors end then, also where nothing that is loaded begins: what comes next is later.
        self.vectors.now = self.vectors.now.max(until);
    }

    #[inline(always)]
    fn copy(&mut self, d: Int, a: Int, operands: impl FnOnce(&mut Self)) {
        let starts = self.ints.starts.len();
        operands(self);
        if self.ints.starts.len() > starts {
            let done = self.ints.copies.try_push(Copied { number: d.0, of: a.0 });
            self.note(done);
        }
    }

    #[inline(never)]
    fn begin_rare(&mut self, operands: impl FnOnce(&mut Self)) {
        operands(self);
        let began = ByClass { ints: self.ints.now, vectors: self.vectors.now };
        self.open(Opening::If, began);
    }

    /// The condition of a loop is read in it, before each pass.
    #[inline(always)]
    fn begin_loop(&mut self, operands: impl FnOnce(&mut Self)) {
        let began = ByClass { ints: self.ints.tick(), vectors: self.vectors.tick() };
        let opening = self.insts.first().and_then(Opening::of).unwrap_or(Opening::Repeat);
        if !matches!(opening, Opening::Loop(_)) && !self.takes_language() {
            return;
        }
        self.open(opening, began);
        operands(self);
    }

    #[inline(always)]
    fn end_block(&mut self, _: impl FnOnce(&mut Self)) {
        let Some(block) = self.assigned.pop() else {
            return self.mistake.note(FuncError::Unbalanced { at: self.at() }.into());
        };
        let Self { func, ints, vectors, .. } = self;
        if block.is_loop() {
            let numbers = func.int_arguments().map(|argument| argument.0);
            end_loop(ints.ends, ints.starts, numbers, (block.began.ints, ints.now));
            let numbers = func.vector_arguments().map(|argument| argument.0);
            end_loop(vectors.ends, vectors.starts, numbers, (block.began.vectors, vectors.now));
        }
        if (LANGUAGE || !block.is_loop()) && block.may_be_cut() {
            let mut ranges = ranges(ints.ends, ints.starts, vectors.ends, vectors.starts);
            let done = self.assigned.close(block, &mut ranges, self.kept);
            self.note(done);
        }
    }

    #[inline(never)]
    fn computes(&mut self, operands: impl FnOnce(&mut Self)) {
        if !self.takes_language() {
            return;
        }
        let at = self.now();
        operands(self);
        self.note_destroyed(at);
    }

    /// At a call, arguments are dead and results not yet live.
    #[inline(never)]
    fn calls(&mut self, callee: CalleeId, _: impl FnOnce(&mut Self)) {
        if !self.takes_language() {
            return;
        }
        let Some(inst) = self.insts.first() else { return };
        if self.func.callee(callee).is_none_or(|callee| callee.address().is_none()) {
            self.mistake.note(FuncError::NotAllowed { at: self.at(), callee }.into());
        }
        let places = self.constraints.destroys(inst);
        self.ints.tick();
        self.vectors.tick();
        let at = ByClass { ints: self.ints.now, vectors: self.vectors.now };
        self.ints.tick();
        self.vectors.tick();
        let done = self.destroyed.try_push(Destroyed { at, places });
        self.note(done);
    }

    /// A condition is read before the branch that it is for, and after those before.
    #[inline(never)]
    fn control(&mut self, operands: impl FnOnce(&mut Self)) {
        if !self.takes_language() {
            return;
        }
        let Some(inst) = self.insts.first() else { return };
        if inst.begins_branch() {
            self.next_branch(matches!(inst, Inst::Else));
        }
        operands(self);
        match inst {
            Inst::If(_) => {
                let began = ByClass { ints: self.ints.now, vectors: self.vectors.now };
                self.open(Opening::If, began);
            }
            Inst::Break(levels) => self.assigned.leave(*levels, true),
            Inst::Continue(levels) => self.assigned.leave(*levels, false),
            inst if inst.leaves() => self.assigned.finish(),
            _ => {}
        }
    }
}
