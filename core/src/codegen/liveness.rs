//! When each register of a function is live, and what is wished of its place: one walk over the
//! function, before any instruction of a machine is made. On the way, the function is checked against
//! the rules of [`FuncError`]: what follows need not look again.
//!
//! The life of a register is one interval, without holes: kernels keep what they
//! hold. Instruction `p` reads at point `2p` and writes at point `2p + 1`, so
//! that a result may take the register of an operand that ends between.
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
//! A register whose first occurrence reads it has no value to read, and is refused. Arguments are
//! there from the beginning.
//!
//! # Cost
//!
//! A few operations for each occurrence of a register, and for each loop in the life of each.

use super::by_class::ByClass;
use crate::DType;
use crate::fallible::{OutOfMemory, TryVec, try_table};
use crate::isa::{Class, Reg, RegIndex, Role, Virtual};
use crate::kernel::Func;
use crate::kernel::func::{Address, FuncError, Inst, Int, Lanes, Operands, Shift, Vector};
use alloc::vec::Vec;

/// Where a life begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Birth {
    /// The number of the register within its class.
    pub number: u32,
    /// The first point at which it is live.
    pub start: u32,
}

/// What is wished of a register's place, beyond its class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Whether it must be placed behind the register of the same class with the number before.
    pub is_joined: bool,
    /// The number of the register that it starts as a copy of: in the same place, the copy is superfluous.
    pub copy_of: Option<u32>,
}

/// The lives of the registers of a class.
#[derive(Debug)]
pub struct Lives {
    /// By number: the point behind the last at which the register is live; 0 where it does not occur.
    ends: Vec<u32>,
    /// In the order of their starts.
    births: Vec<Birth>,
    /// By number; without entries where nothing is demanded.
    demands: Vec<Option<Demand>>,
}

/// The lives of a function's registers.
#[derive(Debug)]
pub struct Liveness<'f> {
    func: &'f Func,
    lives: ByClass<Lives>,
}

/// Why registers have no lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LivenessError {
    /// The function itself is wrong.
    #[error(transparent)]
    Func(#[from] FuncError),
    /// A register is read before any instruction has written it.
    #[error("instruction {at} reads {register:?}, which nothing has written")]
    Undefined {
        /// The virtual register.
        register: Reg,
        /// Index of the instruction.
        at: usize,
    },
    /// There are more registers than passes can tell apart.
    #[error("{0} registers: at most {max} are told apart", max = RegIndex::VIRTUALS)]
    Registers(u32),
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Finds the lives of the registers of `func`, on a machine whose vectors have so many bytes.
/// `neighbours` says how many of some instructions, from the first on, need consecutive registers.
///
/// # Errors
/// [`LivenessError`], for the first mistake.
pub fn liveness(
    func: &Func,
    vector_bytes: usize,
    neighbours: impl Fn(&[Inst]) -> usize,
) -> Result<Liveness<'_>, LivenessError> {
    let mut walk = Walk::new(func, vector_bytes, neighbours)?;
    for inst in func.body() {
        inst.operands(&mut walk);
        walk.point = walk.point.wrapping_add(2);
    }
    walk.finish()
}

/// The most instructions: all points are below 2³².
const MAX_INSTRUCTIONS: usize = 1 << 30;

impl Liveness<'_> {
    /// The lives of the registers of a class.
    #[must_use]
    pub fn of(&self, class: Class) -> &Lives {
        self.lives.of(class)
    }

    /// The numbers of the integer registers that hold the arguments at entry, in calling order.
    pub fn arguments(&self) -> impl ExactSizeIterator<Item = u32> {
        self.func.arguments().iter().map(|argument| argument.0)
    }

    /// How many instructions there are.
    #[must_use]
    pub fn instructions(&self) -> usize {
        self.func.body().len()
    }
}

impl Lives {
    /// Those of so many registers of which none has occurred.
    fn new(registers: u32) -> Result<Self, OutOfMemory> {
        let mut births = Vec::new();
        births.try_reserve(registers as usize)?;
        Ok(Self { ends: try_table(0, registers as usize)?, births, demands: Vec::new() })
    }

    /// How many registers the function declares.
    #[must_use]
    pub fn declared(&self) -> usize {
        self.ends.len()
    }

    /// The registers that are written, but for arguments, in the order in which their lives start.
    #[must_use]
    pub fn births(&self) -> &[Birth] {
        &self.births
    }

    /// The point behind the last at which a register is live; 0 where it does not occur.
    #[inline]
    #[must_use]
    pub fn end(&self, number: u32) -> u32 {
        self.ends.get(number as usize).copied().unwrap_or(0)
    }

    /// What is wished of the place of a register, if anything.
    #[inline]
    #[must_use]
    pub fn demand(&self, number: u32) -> Option<Demand> {
        self.demands.get(number as usize).copied()?
    }

    /// The same, to be changed.
    #[inline(never)]
    fn demand_mut(&mut self, number: u32) -> Result<&mut Demand, OutOfMemory> {
        if self.demands.is_empty() {
            self.demands = try_table(None, self.ends.len())?;
        }
        let demand = self.demands.get_mut(number as usize);
        Ok(demand.ok_or(OutOfMemory)?.get_or_insert_default())
    }

    /// Has lives last to the end of each loop in which they end, but do not begin.
    fn close(&mut self, mut loops: &[Loop]) {
        for birth in &self.births {
            while let [passed, behind @ ..] = loops {
                if passed.head > birth.start {
                    break;
                }
                loops = behind;
            }
            close(&mut self.ends, birth.number, loops);
        }
    }
}

/// The points of a loop.
#[derive(Clone, Copy)]
struct Loop {
    /// The first.
    head: u32,
    /// The one behind the last.
    end: u32,
}

/// Has the life of a register last to the end of each of some loops that begins in it; none begins before
/// it.
#[inline]
fn close(ends: &mut [u32], number: u32, loops: &[Loop]) {
    let Some(end) = ends.get_mut(number as usize) else { return };
    for repeated in loops {
        if repeated.head >= *end {
            break;
        }
        *end = repeated.end.max(*end);
    }
}

/// The state of the walk.
struct Walk<'f, N> {
    func: &'f Func,
    /// Where the instruction reads at which the walk stands.
    point: u32,
    /// How many of some instructions, from the first on, need consecutive registers.
    neighbours: N,
    lives: ByClass<Lives>,
    /// In the order of their heads.
    loops: Vec<Loop>,
    /// Indices of the open ones.
    open: Vec<usize>,
    /// How many lanes a vector has, in single and in double precision.
    lanes: [u8; 2],
    /// The first mistake.
    mistake: Option<LivenessError>,
}

impl<'f, N: Fn(&[Inst]) -> usize> Walk<'f, N> {
    fn new(func: &'f Func, vector_bytes: usize, neighbours: N) -> Result<Self, LivenessError> {
        let registers = func.ints.max(func.vectors);
        if registers > RegIndex::VIRTUALS {
            return Err(LivenessError::Registers(registers));
        }
        if func.body.len() > MAX_INSTRUCTIONS {
            return Err(LivenessError::OutOfMemory(OutOfMemory));
        }
        let mut ints = Lives::new(func.ints)?;
        for argument in func.arguments() {
            let end = ints.ends.get_mut(argument.0 as usize);
            *end.ok_or(FuncError::UnknownRegister { at: 0 })? = 1;
        }
        Ok(Self {
            func,
            point: 0,
            neighbours,
            lives: ByClass { ints, vectors: Lives::new(func.vectors)? },
            loops: Vec::new(),
            open: Vec::new(),
            lanes: Lanes::of_vectors(vector_bytes),
            mistake: None,
        })
    }

    /// Takes note of an occurrence. An instruction's reads come before its writes.
    #[inline(always)]
    fn occurs(&mut self, class: Class, number: u32, role: Role) {
        let lives = self.lives.of_mut(class);
        let Some(end) = lives.ends.get_mut(number as usize) else { return self.unknown() };
        if *end == 0 {
            if role.reads() {
                return self.undefined(Reg::Virtual(class, Virtual(number)));
            }
            if let Err(error) = lives.births.try_push(Birth { number, start: self.point | 1 }) {
                return self.wrong(error.into());
            }
        }
        *end = self.point.wrapping_add(if role.writes() { 2 } else { 1 });
    }

    /// Takes note of a mistake.
    #[cold]
    fn wrong(&mut self, mistake: LivenessError) {
        self.mistake.get_or_insert(mistake);
    }

    #[cold]
    fn undefined(&mut self, register: Reg) {
        self.wrong(LivenessError::Undefined { register, at: self.at() });
    }

    #[cold]
    fn unknown(&mut self) {
        self.wrong(FuncError::UnknownRegister { at: self.at() }.into());
    }

    #[cold]
    fn out_of_range(&mut self, value: u8, what: &'static str) {
        self.wrong(FuncError::OutOfRange { at: self.at(), value, what }.into());
    }

    /// The index of the instruction.
    #[inline]
    fn at(&self) -> usize {
        (self.point / 2) as usize
    }

    /// The instruction and those behind it.
    #[inline]
    fn rest(&self) -> &'f [Inst] {
        self.func.body().get(self.at()..).unwrap_or(&[])
    }

    /// How many lanes of a type a vector has.
    #[inline(always)]
    fn whole(&self, dtype: DType) -> u8 {
        let [singles, doubles] = self.lanes;
        if dtype == DType::F32 { singles } else { doubles }
    }

    /// Takes note of the vectors that must be placed in consecutive registers, `first` and those behind
    /// it, where some instructions begin with an access to them.
    #[inline]
    fn joins(&mut self, first: Vector, insts: &[Inst]) {
        let count = (self.neighbours)(insts);
        if count > 1 {
            if let Err(error) = self.demand_neighbours(first, count) {
                self.wrong(error.into());
            }
        }
    }

    #[inline(never)]
    fn demand_neighbours(&mut self, first: Vector, count: usize) -> Result<(), OutOfMemory> {
        for nth in 0..count as u32 {
            self.lives.vectors.demand_mut(first.0.wrapping_add(nth))?.is_joined |= nth > 0;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Liveness<'f>, LivenessError> {
        if !self.open.is_empty() {
            self.wrong(FuncError::UnbalancedLoop { at: self.at() }.into());
        }
        if let Some(mistake) = self.mistake {
            return Err(mistake);
        }
        let ByClass { ints, vectors } = &mut self.lives;
        for argument in self.func.arguments() {
            close(&mut ints.ends, argument.0, &self.loops);
        }
        ints.close(&self.loops);
        vectors.close(&self.loops);
        Ok(Liveness { func: self.func, lives: self.lives })
    }
}

impl<N: Fn(&[Inst]) -> usize> Operands for Walk<'_, N> {
    #[inline(always)]
    fn int(&mut self, register: Int, role: Role) {
        self.occurs(Class::Int, register.0, role);
    }

    #[inline(always)]
    fn vector(&mut self, register: Vector, role: Role) {
        self.occurs(Class::Vec, register.0, role);
    }

    /// A load may become one instruction with those behind it, which write other registers then.
    #[inline(always)]
    fn load(&mut self, d: Vector, address: Address, lanes: Lanes) {
        self.address(address);
        self.vector(d, Role::Write);
        self.lanes(lanes);
        let insts = self.rest();
        if let [_, Inst::Load(..), ..] = insts {
            if let Some(end) = self.lives.vectors.ends.get_mut(d.0 as usize) {
                *end = self.point.wrapping_add(4);
            }
        }
        self.joins(d, insts);
    }

    #[inline(always)]
    fn store(&mut self, a: Vector, address: Address, lanes: Lanes) {
        self.address(address);
        self.vector(a, Role::Read);
        self.lanes(lanes);
        self.joins(a, self.rest());
    }

    #[inline(never)]
    fn copy(&mut self, d: Int, a: Int) {
        self.int(a, Role::Read);
        self.int(d, Role::Write);
        let lives = &mut self.lives.ints;
        if lives.births.last() == Some(&Birth { number: d.0, start: self.point | 1 }) {
            match lives.demand_mut(d.0) {
                Ok(demand) => demand.copy_of = Some(a.0),
                Err(error) => self.wrong(error.into()),
            }
        }
    }

    #[inline(never)]
    fn begin_loop(&mut self, counter: Int) {
        self.int(counter, Role::ReadWrite);
        let begun = self.open.try_push(self.loops.len());
        let head = self.point;
        if let Err(error) = begun.and_then(|()| self.loops.try_push(Loop { head, end: head })) {
            self.wrong(error.into());
        }
    }

    #[inline(never)]
    fn end_loop(&mut self) {
        match self.open.pop().and_then(|nth| self.loops.get_mut(nth)) {
            Some(repeated) => repeated.end = self.point.wrapping_add(2),
            None => self.wrong(FuncError::UnbalancedLoop { at: self.at() }.into()),
        }
    }

    #[inline(always)]
    fn lanes(&mut self, lanes: Lanes) {
        if lanes.count == 0 || lanes.count > self.whole(lanes.dtype) {
            self.out_of_range(lanes.count, "number of lanes");
        }
    }

    #[inline(always)]
    fn lane(&mut self, lane: u8, dtype: DType) {
        if lane >= self.whole(dtype) {
            self.out_of_range(lane, "lane");
        }
    }

    #[inline(always)]
    fn shift(&mut self, by: u8) {
        if by >= 64 {
            self.out_of_range(by, "shift");
        }
    }

    #[inline(always)]
    fn shift_of_lanes(&mut self, how: Shift, by: u8, dtype: DType) {
        if !how.has(by, dtype) {
            self.out_of_range(by, "shift");
        }
    }

    #[inline(always)]
    fn lane_size(&mut self, bytes: u8) {
        if !matches!(bytes, 4 | 8) {
            self.out_of_range(bytes, "lane size");
        }
    }
}
