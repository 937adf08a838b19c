//! The live range of each register of a function, and the demands on its place: one walk over the
//! function, before any machine instruction is made. On the way, the function is checked against
//! the rules of [`FuncError`]: later passes need not look again. Whether numbers fit is seen where they are encoded.
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
//! end of the loop. Then no path from a write to a read of the same value leaves the interval. For
//! control goes back only from the end of a loop to its head. If the head is in the interval, so is
//! the end; if it is not, the path comes to the first write before it comes to a read, and that ends
//! the old value. So a register is free for others outside of its interval.
//!
//! A register whose first occurrence reads it has no value to read, and is refused. So is a place in the frame. Arguments are
//! there from the beginning.
//!
//! # Cost
//!
//! A few operations for each occurrence of a register, and for each loop in its range.
//!
//! Tests: `tests/tests/codegen_allocate.rs`, `tests/tests/kernel_func.rs`.

use crate::fallible::{Few, OutOfMemory, TryVec, try_table};
use crate::isa::by_class::{ByClass, Tables};
use crate::isa::{Class, Constraints, Reg, RegIndex, Role, Virtual};
use crate::kernel::Func;
use crate::kernel::func::{FrameSlot, FuncError, Inst, Int, TileUpdate, USUAL_DEPTH, Vector};
use crate::kernel::walk::Operands;
use alloc::vec::Vec;

/// Where a live range starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The number of the register within its class.
    pub number: u32,
    /// The time at which its range starts.
    pub at: u32,
}

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
    /// There are more registers than passes can tell apart.
    #[error("{0} registers: must be at most {max}", max = RegIndex::VIRTUALS)]
    Registers(u32),
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Finds the live ranges of the registers of `func`, and the demands that its instructions make of their places.
///
/// # Errors
/// [`LivenessError`], for the first mistake.
pub fn liveness<'f>(func: &'f Func, constraints: &impl Constraints) -> Result<Liveness<'f>, LivenessError> {
    let mut ends = declared(func)?;
    let mut of_class = ByClass { ints: OfClass::new(func.ints)?, vectors: OfClass::new(func.vectors)? };
    let ByClass { ints, vectors } = ends.get_mut();
    let mut kept = func.argument_slots().fold(0, |kept, slot| kept | bit(slot));
    let (mut open, mut mistake) = (Few::new(), Mistake::default());
    let mut walk = Walk {
        func,
        insts: func.body(),
        constraints,
        ints: of_class.ints.begin(ints),
        vectors: of_class.vectors.begin(vectors),
        open: &mut open,
        kept: &mut kept,
        mistake: &mut mistake,
    };
    while let [inst, behind @ ..] = walk.insts {
        inst.operands(&mut walk);
        walk.insts = behind;
    }
    let times = walk.finish();
    match mistake.0 {
        Some(mistake) => Err(mistake),
        None => Ok(Liveness { func, ends, of_class, times }),
    }
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
        let end = ends.get_mut().ints.get_mut(argument.0 as usize);
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

    /// For each class, the number of times at which a range may start, and one more: nothing waits for what ends
    /// behind these.
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
    pub fn arguments(&self) -> impl ExactSizeIterator<Item = u32> {
        self.func.arguments().iter().map(|argument| argument.0)
    }
}

/// A bit for each place in the frame.
const fn bit(slot: FrameSlot) -> u64 {
    1 << (slot.number() & 63)
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
fn end_loop(ends: &mut [u32], starts: &[Start], arguments: &[Int], (head, now): (u32, u32)) {
    let mut close = |number: u32| match ends.get_mut(number as usize) {
        Some(end) if *end > head => *end = now.max(*end),
        _ => {}
    };
    starts.iter().take_while(|start| start.at < head).for_each(|start| close(start.number));
    arguments.iter().for_each(|argument| close(argument.0));
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
    fn undefined(&mut self, register: Reg, at: usize) {
        self.note(LivenessError::Undefined { register, at });
    }

    #[cold]
    fn unknown(&mut self, at: usize) {
        self.note(FuncError::UnknownRegister { at }.into());
    }
}

/// The state of the walk. It borrows what is not a number, and no function that is not inlined borrows it, so that
/// numbers stay in registers.
struct Walk<'f, 'l, C> {
    func: &'f Func,
    /// The instruction at which the walk stands, and those behind it.
    insts: &'f [Inst],
    constraints: &'l C,
    ints: OpenRanges<'l>,
    vectors: OpenRanges<'l>,
    /// When the open loops began. Nothing else did then.
    open: &'l mut Few<ByClass<u32>, USUAL_DEPTH>,
    /// The places in the frame that something was written to, a bit each.
    kept: &'l mut u64,
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
        if *end == 0 {
            if role.reads() {
                return self.mistake.undefined(Reg::Virtual(class, Virtual(number)), at());
            }
            let start = Start { number, at: ranges.now };
            if let Err(error) = ranges.starts.try_push(start) {
                return self.mistake.note(error.into());
            }
            ranges.now = ranges.now.wrapping_add(1);
        }
        *end = ranges.now;
        let places = self.insts.first().map_or(u32::MAX, |inst| self.constraints.places(inst, class, number));
        let done = ranges.restrict(number, places);
        self.note(done);
    }

    /// Extends the ranges of the registers that the update of a tile reads to a time. Returns one that is not live, if
    /// there is one.
    #[inline(always)]
    fn need(&mut self, update: &TileUpdate, until: u32) -> Option<Vector> {
        let Self { insts, constraints, vectors, mistake, .. } = self;
        let mut is_dead = |vector: &Vector| match vectors.ends.get_mut(vector.0 as usize) {
            Some(end) if *end > 0 => {
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

    /// Takes note of a vector that the update of a tile loads. Where it is one that the update reads, it stays live.
    #[inline(always)]
    fn loaded(&mut self, vector: Vector) {
        let needed = self.vectors.ends.get(vector.0 as usize).copied().unwrap_or(0);
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

    /// The last times.
    #[inline(always)]
    fn finish(self) -> ByClass<u32> {
        if !self.open.is_empty() {
            self.mistake.note(FuncError::UnbalancedLoop { at: self.at() }.into());
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

    /// A load may become one instruction with one behind it, which writes another register then, even where nothing
    /// reads the loaded value.
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
        operands(self);
        self.note_adjacency(a);
    }

    /// Factors in registers are needed until the last vector is multiplied.
    #[inline(always)]
    fn tile_update(&mut self, update: &TileUpdate) {
        update.bases().for_each(|base| self.int(base, Role::Read));
        let loaded = update.loaded();
        let until = self.vectors.now.wrapping_add(loaded.clone().count() as u32);
        match self.need(update, until) {
            Some(missing) => self.vector(missing, Role::Read),
            None => loaded.for_each(|vector| self.loaded(vector)),
        }
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

    #[inline(always)]
    fn begin_loop(&mut self, operands: impl FnOnce(&mut Self)) {
        let done = self.open.try_push(ByClass { ints: self.ints.tick(), vectors: self.vectors.tick() });
        self.note(done);
        operands(self);
    }

    #[inline(always)]
    fn end_loop(&mut self, _: impl FnOnce(&mut Self)) {
        let Some(began) = self.open.pop() else {
            return self.mistake.note(FuncError::UnbalancedLoop { at: self.at() }.into());
        };
        let Self { ints, vectors, .. } = self;
        end_loop(ints.ends, ints.starts, self.func.arguments(), (began.ints, ints.now));
        end_loop(vectors.ends, vectors.starts, &[], (began.vectors, vectors.now));
    }
}
