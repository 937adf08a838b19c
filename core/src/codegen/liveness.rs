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

use super::table::Table;
use crate::DType;
use crate::fallible::{OutOfMemory, TryVec};
use crate::isa::{Class, Reg, RegIndex, Role, Virtual};
use crate::kernel::Func;
use crate::kernel::func::{FuncError, Inst, Int, Lanes, Operands, Shift, Vector};
use alloc::vec::Vec;

/// The points at which a register is live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// First point.
    pub start: u32,
    /// The point behind the last.
    pub end: u32,
}

/// What is wished of a register's place, beyond its class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Whether it must be placed behind the register of the same class with the number before.
    pub is_joined: bool,
    /// The register that it starts as a copy of: in the same place, the copy is superfluous.
    pub copy_of: Option<RegIndex>,
}

/// The lives of a function's registers.
#[derive(Debug)]
pub struct Liveness<'f> {
    func: &'f Func,
    lives: Table<Interval>,
    /// None where nothing is demanded.
    demands: Option<Table<Option<Demand>>>,
    /// The virtual registers but for arguments, in the order in which their intervals start.
    virtuals: Vec<RegIndex>,
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
    let mut walk = Walk::new(func, vector_bytes)?;
    let mut rest = func.body.as_slice();
    while let [inst, tail @ ..] = rest {
        inst.operands(&mut walk);
        match inst {
            Inst::Load(d, ..) => {
                walk.loads(*d, tail);
                walk.joins(*d, neighbours(rest))?;
            }
            Inst::Store(a, ..) => walk.joins(*a, neighbours(rest))?,
            Inst::Copy(d, a) => walk.copies(*d, *a)?,
            Inst::Loop(_) => walk.begin_loop()?,
            Inst::End => walk.end_loop(),
            _ => {}
        }
        walk.point = walk.point.wrapping_add(2);
        rest = tail;
    }
    walk.finish(func)
}

/// The most instructions: all points are below 2³².
const MAX_INSTRUCTIONS: usize = 1 << 30;

impl Liveness<'_> {
    /// The registers that are written, but for arguments, in the order in which their intervals start.
    #[must_use]
    pub fn virtuals(&self) -> &[RegIndex] {
        &self.virtuals
    }

    /// The registers that hold the arguments at entry, in calling order.
    pub fn arguments(&self) -> impl Iterator<Item = RegIndex> {
        self.func.arguments().iter().map(|argument| int(*argument))
    }

    /// When a register is live, if it occurs.
    #[inline]
    #[must_use]
    pub fn interval(&self, register: RegIndex) -> Option<Interval> {
        self.lives.of(register).filter(|life| life.occurs())
    }

    /// What is wished of the place of a register, if anything.
    #[inline]
    #[must_use]
    pub fn demand(&self, register: RegIndex) -> Option<Demand> {
        self.demands.as_ref()?.of(register)?
    }

    /// How many instructions there are.
    #[must_use]
    pub fn instructions(&self) -> usize {
        self.func.body().len()
    }

    /// A table for the same registers.
    pub(super) fn table<T: Copy>(&self, value: T) -> Result<Table<T>, OutOfMemory> {
        self.lives.alike(value)
    }
}

/// The index of an integer register, of those that are declared.
const fn int(register: Int) -> RegIndex {
    Reg::Virtual(Class::Int, Virtual(register.0)).index()
}

/// The index of a vector register, of those that are declared.
const fn vector(register: Vector) -> RegIndex {
    Reg::Virtual(Class::Vec, Virtual(register.0)).index()
}

impl Interval {
    /// That of a register which does not occur.
    const NONE: Self = Self { start: 0, end: 0 };

    #[inline]
    const fn occurs(self) -> bool {
        self.end != 0
    }

    /// Lasts to the end of each loop that begins in it, of loops of which none begins before it.
    #[inline]
    fn close(&mut self, loops: &[Interval]) {
        for repeated in loops {
            if repeated.start >= self.end {
                break;
            }
            self.end = self.end.max(repeated.end);
        }
    }
}

/// The state of the walk.
struct Walk {
    lives: Table<Interval>,
    demands: Option<Table<Option<Demand>>>,
    /// In order of appearance.
    virtuals: Vec<RegIndex>,
    /// In the order of their heads.
    loops: Vec<Interval>,
    /// Indices of the open ones.
    open: Vec<usize>,
    /// Where the instruction reads at which the walk stands.
    point: u32,
    /// How many lanes a vector has, in single and in double precision.
    lanes: [u8; 2],
    /// The first mistake.
    mistake: Option<LivenessError>,
}

impl Walk {
    fn new(func: &Func, vector_bytes: usize) -> Result<Self, LivenessError> {
        let registers = func.ints.max(func.vectors);
        if registers > RegIndex::VIRTUALS {
            return Err(LivenessError::Registers(registers));
        }
        if func.body.len() > MAX_INSTRUCTIONS {
            return Err(LivenessError::OutOfMemory(OutOfMemory));
        }
        let mut walk = Self {
            lives: Table::new(Interval::NONE, func.ints, func.vectors)?,
            demands: None,
            virtuals: Vec::new(),
            loops: Vec::new(),
            open: Vec::new(),
            point: 0,
            lanes: Lanes::of_vectors(vector_bytes),
            mistake: None,
        };
        walk.virtuals.try_reserve(walk.lives.len()).map_err(OutOfMemory::from)?;
        for argument in func.arguments() {
            let life = walk.lives.get_mut(Class::Int, argument.0);
            *life.ok_or(FuncError::UnknownRegister { at: 0 })? = Interval { start: 0, end: 1 };
        }
        Ok(walk)
    }

    /// Takes note of an occurrence. An instruction's reads come before its writes.
    #[inline(always)]
    fn occurs(&mut self, class: Class, number: u32, role: Role) {
        let Some(life) = self.lives.get_mut(class, number) else { return self.unknown() };
        if !life.occurs() {
            let register = Reg::Virtual(class, Virtual(number)).index();
            if role.reads() {
                return self.undefined(register);
            }
            life.start = self.point | 1;
            if let Err(error) = self.virtuals.try_push(register) {
                return self.wrong(error.into());
            }
        }
        life.end = self.point.wrapping_add(if role.writes() { 2 } else { 1 });
    }

    /// Takes note of a mistake.
    #[cold]
    fn wrong(&mut self, mistake: LivenessError) {
        self.mistake.get_or_insert(mistake);
    }

    #[cold]
    fn undefined(&mut self, register: RegIndex) {
        self.wrong(LivenessError::Undefined { register: register.register(), at: self.at() });
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
    fn at(&self) -> usize {
        (self.point / 2) as usize
    }

    /// How many lanes of a type a vector has.
    #[inline(always)]
    fn whole(&self, dtype: DType) -> u8 {
        let [singles, doubles] = self.lanes;
        if dtype == DType::F32 { singles } else { doubles }
    }

    /// Takes note of a load: it may become one instruction with those behind it, which write other
    /// registers then.
    #[inline]
    fn loads(&mut self, register: Vector, behind: &[Inst]) {
        if let ([Inst::Load(..), ..], Some(life)) = (behind, self.lives.of_mut(vector(register))) {
            life.end = self.point.wrapping_add(4);
        }
    }

    /// Takes note of so many registers, from `first` on, that must be placed in consecutive registers.
    #[inline]
    fn joins(&mut self, first: Vector, count: usize) -> Result<(), OutOfMemory> {
        if count > 1 {
            for nth in 0..count as u32 {
                self.demand(vector(first).after(nth))?.is_joined |= nth > 0;
            }
        }
        Ok(())
    }

    /// Takes note of a copy.
    #[cold]
    fn copies(&mut self, copy: Int, source: Int) -> Result<(), OutOfMemory> {
        if self.lives.of(int(copy)).is_some_and(|life| life.start > self.point) {
            self.demand(int(copy))?.copy_of = Some(int(source));
        }
        Ok(())
    }

    #[inline(never)]
    fn demand(&mut self, register: RegIndex) -> Result<&mut Demand, OutOfMemory> {
        if self.demands.is_none() {
            self.demands = Some(self.lives.alike(None)?);
        }
        let demand = self.demands.as_mut().and_then(|demands| demands.of_mut(register));
        Ok(demand.ok_or(OutOfMemory)?.get_or_insert_default())
    }

    fn begin_loop(&mut self) -> Result<(), OutOfMemory> {
        self.open.try_push(self.loops.len())?;
        self.loops.try_push(Interval { start: self.point, end: self.point })
    }

    fn end_loop(&mut self) {
        match self.open.pop().and_then(|nth| self.loops.get_mut(nth)) {
            Some(repeated) => repeated.end = self.point.wrapping_add(2),
            None => self.wrong(FuncError::UnbalancedLoop { at: self.at() }.into()),
        }
    }

    fn finish(mut self, func: &Func) -> Result<Liveness<'_>, LivenessError> {
        if !self.open.is_empty() {
            self.wrong(FuncError::UnbalancedLoop { at: self.at() }.into());
        }
        if let Some(mistake) = self.mistake {
            return Err(mistake);
        }
        for argument in func.arguments() {
            if let Some(life) = self.lives.get_mut(Class::Int, argument.0) {
                life.close(&self.loops);
            }
        }
        let mut loops = self.loops.as_slice();
        for register in &self.virtuals {
            let Some(life) = self.lives.of_mut(*register) else { continue };
            while let [passed, behind @ ..] = loops {
                if passed.start > life.start {
                    break;
                }
                loops = behind;
            }
            life.close(loops);
        }
        Ok(Liveness { func, lives: self.lives, demands: self.demands, virtuals: self.virtuals })
    }
}

impl Operands for Walk {
    #[inline(always)]
    fn int(&mut self, register: Int, role: Role) {
        self.occurs(Class::Int, register.0, role);
    }

    #[inline(always)]
    fn vector(&mut self, register: Vector, role: Role) {
        self.occurs(Class::Vec, register.0, role);
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
