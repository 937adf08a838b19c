//! Functions, executed instruction by instruction: the meaning of the kernel representation, for
//! vectors of any size.
//!
//! Problem: a generator is to be right before there is an instruction set to run its kernels on, and a kernel
//! that is wrong is a mistake either of its generator or of lowering.
//!
//! Idea: each [`Inst`] does what its row in the table says, to registers that are bytes. Memory is some
//! regions at addresses of the caller's choice, and an access that is not inside of one is refused, as is a
//! register that is read before it is written: nothing is left to chance, and nothing of the host is touched.
//!
//! Tests: `tests/tests/reference_func.rs`, `tests/tests/primitives_wide.rs`.

mod calls;
mod determined;
mod doubts;
mod elements;
mod lanes;
mod language;
mod targets;

use super::vector::{Contents, MAX_VECTOR_BYTES, Size};
use crate::fallible::{Few, OutOfMemory, TryVec, try_filled};
use crate::kernel::Class;
use crate::kernel::callee::{MAX_PASSED_FLOATS, MAX_PASSED_INTS};
use crate::kernel::check::check;
use crate::kernel::func::{
    Address, Argument, Callee, CalleeId, FloatType, FrameSlot, Func, FuncError, Inst, Int, Lanes, Offset,
    Parts, Predicate, Registers, Shift, Source, TileUpdate, UpdateKind, UpdateTypes, Vector, VectorOp,
    VectorSlot,
};
use crate::text::Count;
use alloc::vec::Vec;
use doubts::Doubts;
use targets::Targets;

/// Bytes that a function may access.
#[derive(Debug)]
pub struct Region<'m> {
    /// The address of the first.
    pub address: u64,
    /// All of them.
    pub bytes: &'m mut [u8],
}

/// Why a function was not executed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// There are no such vectors.
    #[error("vectors of {0} bytes: must be a power of two from 8 to {MAX_VECTOR_BYTES}")]
    VectorBytes(usize),
    /// There are more or fewer arguments than the function has.
    #[error("{given}: the function has {expected}", given = Count(*given, "argument"))]
    Arguments {
        /// How many are given.
        given: usize,
        /// How many there are.
        expected: usize,
    },
    /// An instruction does not do what it can do.
    #[error("instruction {at}: {problem}")]
    At {
        /// Its number in the function.
        at: usize,
        /// What is wrong.
        problem: Problem,
    },
    /// The function is wrong.
    #[error(transparent)]
    Func(#[from] FuncError),
    /// The function does not come to an end in as many instructions as it may execute.
    #[error("the function does not end within {0} instructions")]
    Steps(u64),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(RunError: Func);

/// The problem with an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// It accesses bytes that are in no region.
    #[error("{bytes} bytes at address {address:#x} are in no region")]
    Outside {
        /// The address of the first.
        address: u64,
        /// How many.
        bytes: usize,
    },
    /// It reads a register that nothing has written, or that the function does not declare.
    #[error("{class:?} register {number} has no value")]
    Undefined {
        /// The register's class.
        class: Class,
        /// Its number.
        number: u32,
    },
    /// A lane, a number of lanes or of bytes, or a shift is out of its range.
    #[error("{0} is out of range")]
    Number(u8),
    /// It reads a place in the frame that nothing has written, or that the function does not have.
    #[error("{0} holds nothing")]
    EmptySlot(FrameSlot),
    /// It reads a place for a vector that nothing has written, or that the function does not have.
    #[error("{0} holds nothing")]
    EmptyVectorSlot(VectorSlot),
    /// It calls a function that may not be called.
    #[error("{0} is not among the functions that may be called")]
    NotAllowed(CalleeId),
    /// It begins a loop without passes.
    #[error("the loop has no passes: must have at least one")]
    NoPasses,
    /// Its address, or where control goes, depends on the bits of a NaN, which are each machine's own.
    #[error("an address, a loop or a branch depends on bits of a NaN, which machines differ in")]
    Doubtful,
    /// It updates tiles in a way that has no meaning here: by predicates, or by sums of several products.
    #[error("such an update of tiles is not known")]
    Unsupported,
}

/// Executes a function with some arguments, on vectors of some bytes.
///
/// # Errors
/// [`RunError`]. What was written until then stays.
pub fn run(
    func: &Func,
    vector_bytes: usize,
    arguments: &[u64],
    memory: &mut [Region<'_>],
) -> Result<(), RunError> {
    call(func, vector_bytes, arguments, memory, u64::MAX).map(drop)
}

/// Executes a function as [`run`] does, and returns the bits of its result, if it has one. It may execute
/// some instructions at most, `steps`, as it need not come to an end. Numbers of floating point are
/// passed as their bits.
///
/// # Errors
/// [`RunError`]. What was written until then stays.
pub fn call(
    func: &Func,
    vector_bytes: usize,
    arguments: &[u64],
    memory: &mut [Region<'_>],
    steps: u64,
) -> Result<Option<u64>, RunError> {
    call_with(func, vector_bytes, arguments, memory, steps, &mut |_, _| None)
}

/// Stands for the functions that functions call: returns the bits of the result, or none for a function that
/// may not be called. It gets the bits of the arguments. What a function returns that has no
/// result does not matter.
pub type Models<'m> = &'m mut dyn FnMut(&Callee, &[u64]) -> Option<u64>;

/// Executes a function as [`call`] does; `models` stand for the functions that it calls.
///
/// # Errors
/// [`RunError`]. What was written until then stays.
pub fn call_with(
    func: &Func,
    vector_bytes: usize,
    arguments: &[u64],
    memory: &mut [Region<'_>],
    steps: u64,
    models: Models<'_>,
) -> Result<Option<u64>, RunError> {
    let state = State::new(func, vector_bytes, arguments, memory, models)?;
    execute(func, state, arguments, steps)
}

/// Executes a function as [`call_with`] does, if every machine makes the same accesses: where an operation
/// gives a NaN, its bits are the machine's own, and neither an address nor where control
/// goes may depend on them.
///
/// # Errors
/// [`RunError`]. What was written until then stays.
pub fn call_on_any(
    func: &Func,
    vector_bytes: usize,
    arguments: &[u64],
    memory: &mut [Region<'_>],
    steps: u64,
    models: Models<'_>,
) -> Result<Option<u64>, RunError> {
    let doubts = Doubts::none(func, memory.len())?;
    let state = State::new(func, vector_bytes, arguments, memory, models)?;
    execute(func, State { doubts: Some(doubts), ..state }, arguments, steps)
}

/// Executes a function from a state without values.
fn execute(
    func: &Func,
    mut state: State<'_, '_>,
    arguments: &[u64],
    steps: u64,
) -> Result<Option<u64>, RunError> {
    state.pass(func, arguments).map_err(|problem| RunError::At { at: 0, problem })?;
    let mut control = Control { targets: Targets::of(func)?, loops: Vec::new(), result: None };
    let (mut at, mut left) = (0usize, steps);
    while let Some(inst) = func.body().get(at) {
        left = left.checked_sub(1).ok_or(RunError::Steps(steps))?;
        let next = control.step(&mut state, at, inst).map_err(|stop| match stop {
            Stop::Problem(problem) => RunError::At { at, problem },
            Stop::OutOfMemory(error) => RunError::OutOfMemory(error),
        })?;
        at = next.unwrap_or(usize::MAX);
    }
    Ok(control.result)
}

/// Why no instruction follows.
enum Stop {
    Problem(Problem),
    OutOfMemory(OutOfMemory),
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<OutOfMemory> for Stop {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory(error)
    }
}

/// Where control is in a function whose blocks are checked.
struct Control {
    targets: Targets,
    /// The beginnings of the open loops.
    loops: Vec<usize>,
    result: Option<u64>,
}

impl Control {
    /// Executes an instruction: the index of the next, if the function has not returned.
    fn step(&mut self, state: &mut State<'_, '_>, at: usize, inst: &Inst) -> Result<Option<usize>, Stop> {
        let next = at.saturating_add(1);
        Ok(Some(match *inst {
            Inst::Loop(counter) => {
                state.passes(counter)?;
                self.enter(at)?
            }
            Inst::Repeat => self.enter(at)?,
            Inst::While(condition) if state.decides(condition)? => self.enter(at)?,
            Inst::While(_) => self.behind(at),
            Inst::If(condition) => self.branch(state, at, state.decides(condition)?)?,
            Inst::UnlessAll(a) => self.branch(state, at, !state.has_all(a)?)?,
            // Control comes here from the branch before.
            Inst::ElseIf(_) | Inst::Else => self.last_end(at),
            Inst::End => {
                match self.loops.last().copied().filter(|head| self.targets.get(at) == Some(*head)) {
                    Some(head) => return self.again(state, head).map(Some),
                    None => next,
                }
            }
            Inst::Break(levels) => {
                let head = self.leave(levels);
                self.loops.pop();
                self.behind(head)
            }
            Inst::Continue(levels) => {
                let head = self.leave(levels);
                return self.again(state, head).map(Some);
            }
            Inst::Return => return Ok(None),
            Inst::ReturnInt(a) => {
                self.result = Some(state.int(a)?);
                return Ok(None);
            }
            Inst::ReturnFloat(a, dtype) => {
                self.result = Some(state.vector_at(a)?.bits(0, dtype));
                return Ok(None);
            }
            inst => {
                state.step(inst)?;
                next
            }
        }))
    }

    /// Begins a loop.
    fn enter(&mut self, at: usize) -> Result<usize, Stop> {
        self.loops.try_push(at)?;
        Ok(at.saturating_add(1))
    }

    /// The instruction behind a loop, by its beginning.
    fn behind(&self, head: usize) -> usize {
        self.targets.get(head).map_or(usize::MAX, |end| end.saturating_add(1))
    }

    /// Ends a pass of the innermost open loop.
    fn again(&mut self, state: &mut State<'_, '_>, head: usize) -> Result<usize, Stop> {
        let goes_on = match state.body.get(head) {
            Some(Inst::Loop(counter)) => state.count_down(*counter)? != 0,
            Some(Inst::While(condition)) => state.decides(*condition)?,
            _ => true,
        };
        if goes_on {
            return Ok(head.saturating_add(1));
        }
        self.loops.pop();
        Ok(self.behind(head))
    }

    /// Makes an open loop, the innermost of which is number 1, the innermost: its beginning.
    fn leave(&mut self, levels: u8) -> usize {
        let left = self.loops.len().saturating_sub(usize::from(levels).saturating_sub(1));
        self.loops.truncate(left);
        self.loops.last().copied().unwrap_or(usize::MAX)
    }

    /// The first instruction of the branch whose condition holds first, from one on, whose condition may
    /// hold; that behind all, if none does.
    fn branch(&self, state: &State<'_, '_>, mut at: usize, mut holds: bool) -> Result<usize, Stop> {
        while !holds {
            at = self.targets.get(at).unwrap_or(usize::MAX);
            holds = match state.body.get(at) {
                Some(Inst::ElseIf(next)) => state.decides(*next)?,
                _ => true,
            };
        }
        Ok(at.saturating_add(1))
    }

    /// The end of a condition with several branches, from the beginning of one.
    fn last_end(&self, mut at: usize) -> usize {
        while let Some(next) = self.targets.get(at) {
            at = next;
        }
        at.saturating_add(1)
    }
}

/// The arguments of a call, at most.
const MOST: usize = MAX_PASSED_INTS + MAX_PASSED_FLOATS;

/// The functions that are called, and the call in the making.
struct Calls<'c> {
    callees: &'c [Callee],
    /// The bits of what was passed to the next call.
    passed: Few<u64, MOST>,
    /// The bits of what the last one returned.
    returned: u64,
    models: Models<'c>,
}

type Done<T = ()> = Result<T, Problem>;

/// Registers and memory.
struct State<'s, 'm> {
    size: Size,
    ints: Vec<Option<u64>>,
    vectors: Vec<Option<Contents>>,
    /// The integers in the frame.
    slots: Vec<Option<u64>>,
    /// The vectors in the frame.
    vector_slots: Vec<Option<Contents>>,
    body: &'s [Inst],
    memory: &'s mut [Region<'m>],
    calls: Calls<'s>,
    /// The bits that machines differ in, where these matter.
    doubts: Option<Doubts>,
}

impl<'s, 'm> State<'s, 'm> {
    /// No register has a value.
    fn new(
        func: &'s Func,
        vector_bytes: usize,
        arguments: &[u64],
        memory: &'s mut [Region<'m>],
        models: Models<'s>,
    ) -> Result<Self, RunError> {
        if !vector_bytes.is_power_of_two() || !(8..=MAX_VECTOR_BYTES).contains(&vector_bytes) {
            return Err(RunError::VectorBytes(vector_bytes));
        }
        let (given, expected) = (arguments.len(), func.arity());
        if given != expected {
            return Err(RunError::Arguments { given, expected });
        }
        check(func)?;
        Ok(Self {
            size: Size(vector_bytes),
            ints: try_filled(None, func.ints as usize)?,
            vectors: try_filled(None, func.vectors as usize)?,
            slots: try_filled(None, func.slots())?,
            vector_slots: try_filled(None, func.vector_slots())?,
            body: func.body(),
            memory,
            calls: Calls { callees: func.callees(), passed: Few::new(), returned: 0, models },
            doubts: None,
        })
    }
}

impl State<'_, '_> {
    /// Puts arguments where they arrive, as numbers of their types.
    fn pass(&mut self, func: &Func, arguments: &[u64]) -> Done {
        for (argument, value) in func.arguments().iter().zip(arguments) {
            match *argument {
                Argument::Int(register, of) => self.set(register, *value & of.mask())?,
                Argument::Float(register, dtype) => {
                    self.set_vector(register, self.size.insert(&Contents::ZERO, 0, *value, dtype))?;
                }
            }
        }
        for (slot, value) in self.slots.iter_mut().zip(arguments.iter().skip(func.arguments().len())) {
            *slot = Some(*value);
        }
        Ok(())
    }

    /// Executes an instruction that leaves control where it is.
    fn step(&mut self, inst: Inst) -> Done {
        self.begin(&inst);
        self.perform(inst)?;
        self.end(&inst);
        Ok(())
    }

    fn perform(&mut self, inst: Inst) -> Done {
        match inst {
            Inst::Const(d, value) => self.set(d, value as u64),
            Inst::Copy(d, a) => self.set(d, self.int(a)?),
            Inst::Add(d, a, b) => self.set(d, self.int(a)?.wrapping_add(self.int(b)?)),
            Inst::AddConst(d, a, value) => self.set(d, self.int(a)?.wrapping_add(value as u64)),
            Inst::Sub(d, a, b) => self.set(d, self.int(a)?.wrapping_sub(self.int(b)?)),
            Inst::Mul(d, a, b) => self.set(d, self.int(a)?.wrapping_mul(self.int(b)?)),
            Inst::ShiftLeft(d, a, by) => {
                self.set(d, self.int(a)?.checked_shl(by.into()).ok_or(Problem::Number(by))?)
            }
            Inst::LoadInt(d, from) => {
                let bytes = self.memory_at(from, size_of::<u64>())?;
                let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
                self.set(d, bits)
            }
            Inst::Prefetch(from) => self.int(from.base).map(drop),
            Inst::Spill(a, slot) => {
                let value = self.int(a)?;
                let kept = self.slots.get_mut(usize::from(slot.number()));
                *kept.ok_or(Problem::EmptySlot(slot))? = Some(value);
                Ok(())
            }
            Inst::Reload(d, slot) => {
                let kept = self.slots.get(usize::from(slot.number())).copied().flatten();
                self.set(d, kept.ok_or(Problem::EmptySlot(slot))?)
            }
            Inst::SpillVector(a, slot) => {
                let value = self.vector(a)?;
                let kept = self.vector_slots.get_mut(usize::from(slot.number()));
                *kept.ok_or(Problem::EmptyVectorSlot(slot))? = Some(value);
                Ok(())
            }
            Inst::ReloadVector(d, slot) => {
                let kept = self.vector_slots.get(usize::from(slot.number())).copied().flatten();
                self.set_vector(d, kept.ok_or(Problem::EmptyVectorSlot(slot))?)
            }
            Inst::Load(..) | Inst::LoadAll(..) | Inst::LoadLane(..) => self.load(inst),
            Inst::Store(..) | Inst::StoreLane(..) => self.store(inst),
            Inst::LoadParts(d, from) => self.load_parts(d, &from),
            Inst::StoreParts(a, to) => self.store_parts(a, &to),
            Inst::TileUpdate(update) => self.tile_update(&update),
            Inst::IntConst(..)
            | Inst::IntBinary(..)
            | Inst::IntUnary(..)
            | Inst::IntConvert(..)
            | Inst::IntLoad(..)
            | Inst::IntStore(..)
            | Inst::Test(..)
            | Inst::IntSelect(..)
            | Inst::FromInt(..)
            | Inst::ToInt(..)
            | Inst::ExtractLane(..) => self.language(inst),
            Inst::LaneCount(..)
            | Inst::VectorLoad(..)
            | Inst::VectorStore(..)
            | Inst::LaneLoad(..)
            | Inst::LaneStore(..)
            | Inst::LaneConst(..)
            | Inst::LaneBroadcast(..)
            | Inst::LaneSpread(..)
            | Inst::LaneInsert(..)
            | Inst::LaneExtract(..)
            | Inst::LaneBinary(..)
            | Inst::LaneUnary(..)
            | Inst::LaneShift(..)
            | Inst::LaneWiden(..)
            | Inst::LaneWide(..)
            | Inst::LaneNarrow(..)
            | Inst::LookUp(..)
            | Inst::Fp16Binary(..)
            | Inst::FromFp16(..)
            | Inst::ToFp16(..)
            | Inst::FromInt32(..)
            | Inst::ToInt32(..)
            | Inst::LaneReduce(..)
            | Inst::LaneBits(..) => self.lanes(inst),
            Inst::PassInt(..)
            | Inst::PassFloat(..)
            | Inst::Call(..)
            | Inst::ResultInt(..)
            | Inst::ResultFloat(..) => self.call(inst),
            _ => self.vector_step(inst),
        }
    }

    /// An instruction that writes the vector that it names first, and accesses no memory.
    fn vector_step(&mut self, inst: Inst) -> Done {
        let size = self.size;
        let (d, value) = match inst {
            Inst::Zero(d) | Inst::ZeroByVectors(d) => (d, Contents::ZERO),
            Inst::CopyVector(d, a) => (d, self.vector(a)?),
            Inst::Convert(d, a, dtype) => (d, size.convert(&self.vector(a)?, dtype)),
            Inst::Broadcast(d, a, dtype) => (d, size.number(self.int(a)?, dtype)),
            Inst::BroadcastLane(d, a, lane, dtype) => (d, self.replicated(a, lane, dtype)?),
            Inst::InsertLane(d, a, lane, dtype) => {
                let lane = self.lane(lane, dtype)?;
                (d, size.insert(&self.vector(d)?, lane, self.int(a)?, dtype))
            }
            Inst::SpreadLane(d, a, lane, dtype) => {
                let lane = within(lane, 0, size.lanes_of_piece(dtype).saturating_sub(1))?;
                (d, size.spread(self.vector_at(a)?, lane, dtype))
            }
            Inst::SwapLanes(d, a, dtype) => (d, size.swap(self.vector_at(a)?, dtype)),
            Inst::PackParts(d, a, lanes) => {
                self.check_lanes(lanes)?;
                (d, size.pack(self.vector_at(a)?, lanes.register_bytes(), Parts::size_for(lanes)))
            }
            Inst::Number(d, bits, dtype) => (d, size.number(bits, dtype)),
            Inst::SingleConst(d, value) => (d, size.number(value.0.into(), FloatType::F32)),
            Inst::DoubleConst(d, value) => (d, size.number(value.0, FloatType::F64)),
            Inst::MultiplyAdd(d, a, b, dtype) => (d, size.multiply_add(self.each(&[d, a, b])?, dtype)),
            Inst::MultiplyAddLane(d, a, b, lane, dtype) => {
                let factor = self.replicated(b, lane, dtype)?;
                (d, size.multiply_add([self.vector_at(d)?, self.vector_at(a)?, &factor], dtype))
            }
            Inst::MultiplyLane(d, a, b, lane, dtype) => {
                let factor = self.replicated(b, lane, dtype)?;
                (d, size.binary(VectorOp::Mul, [self.vector_at(a)?, &factor], dtype))
            }
            Inst::MultiplySubtract(d, a, b, dtype) => {
                (d, size.multiply_subtract(self.each(&[d, a, b])?, dtype))
            }
            Inst::Select(d, a, b) => (d, size.select(self.each(&[d, a, b])?)),
            Inst::Shift(how, d, a, by, dtype) => {
                let bits = dtype.bytes().saturating_mul(8);
                let most = if how == Shift::Left { bits.saturating_sub(1) } else { bits };
                let least = usize::from(how == Shift::Right);
                within(by, least, most)?;
                (d, size.shift(how, self.vector_at(a)?, by, dtype))
            }
            Inst::Unary(op, d, a, dtype) => (d, size.unary(op, self.vector_at(a)?, dtype)),
            Inst::Binary(op, d, a, b, dtype) => (d, size.binary(op, self.each(&[a, b])?, dtype)),
            Inst::Shuffle(how, d, a, b, bytes) => {
                let block = within(bytes, 4, size.0.checked_div(2).unwrap_or(0))?;
                if !block.is_power_of_two() {
                    return Err(Problem::Number(bytes));
                }
                (d, size.shuffle(how, self.each(&[a, b])?, block))
            }
            _ => return Err(Problem::Unsupported),
        };
        self.set_vector(d, value)
    }

    fn load(&mut self, inst: Inst) -> Done {
        match inst {
            Inst::Load(d, from, lanes) => {
                self.check_lanes(lanes)?;
                let mut value = Contents::ZERO;
                self.load_elements(from, lanes, (&mut value, 0))?;
                self.set_vector(d, value)
            }
            Inst::LoadAll(d, from, dtype) => {
                let bits = self.element(from, dtype)?;
                self.set_vector(d, self.size.number(bits, dtype.arithmetic().lanes()))
            }
            Inst::LoadLane(d, from, lane, dtype) => {
                let of = dtype.arithmetic().lanes();
                let (lane, bits) = (self.lane(lane, of)?, self.element(from, dtype)?);
                self.set_vector(d, self.size.insert(&self.vector(d)?, lane, bits, of))
            }
            _ => Err(Problem::Unsupported),
        }
    }

    fn store(&mut self, inst: Inst) -> Done {
        let (a, to, lanes, first) = match inst {
            Inst::Store(a, to, lanes) => (a, to, lanes, 0),
            Inst::StoreLane(a, to, lane, dtype) => {
                let of = dtype.arithmetic().lanes();
                (a, to, Lanes { dtype, count: 1 }, self.lane(lane, of)?.saturating_mul(of.bytes()))
            }
            _ => return Err(Problem::Unsupported),
        };
        self.check_lanes(lanes)?;
        let value = self.vector(a)?;
        self.store_elements((&value, first), to, lanes)
    }

    fn load_parts(&mut self, d: Vector, from: &Parts) -> Done {
        let mut value = Contents::ZERO;
        for (address, first) in self.places(from)? {
            self.load_elements(address, from.lanes, (&mut value, first))?;
        }
        self.set_vector(d, value)
    }

    fn store_parts(&mut self, a: Vector, to: &Parts) -> Done {
        let value = self.vector(a)?;
        for (address, first) in self.places(to)? {
            self.store_elements((&value, first), address, to.lanes)?;
        }
        Ok(())
    }

    /// The address of each part, and its first byte in the vector.
    fn places(&self, parts: &Parts) -> Done<impl Iterator<Item = (Address, usize)> + use<>> {
        let Parts { lanes, size, count, base, .. } = *parts;
        let room = within(size, 1, self.size.0)?;
        within(lanes.count, 1, room.checked_div(lanes.dtype.arithmetic().bytes()).unwrap_or(0))?;
        within(count, 1, self.size.0.checked_div(room).unwrap_or(0))?;
        let parts = *parts;
        Ok((0..count).map(move |nth| {
            let address = Address { base, offset: Offset::Const(parts.offset(nth)) };
            (address, room.saturating_mul(nth.into()))
        }))
    }

    /// The products of an entry of the column and all of the row, then of the next.
    fn tile_update(&mut self, update: &TileUpdate) -> Done {
        let TileUpdate { kind, types, height, width, predicate, column, row, .. } = *update;
        let is_known = match (kind, types) {
            (UpdateKind::MultiplyAdd, UpdateTypes::Floats { accumulator, input }) => accumulator == input,
            (UpdateKind::Dot, UpdateTypes::Dots(_)) => true,
            _ => false,
        };
        if !is_known || predicate != Predicate::All {
            return Err(Problem::Unsupported);
        }
        for down in 0..height {
            let of_column = self.entry(column, (down, height), types.lanes())?;
            for (across, sum) in (0..width).zip(update.sums_of(down)) {
                let of_row = self.entry(row, (across, width), types.lanes())?;
                let operands = [self.vector_at(sum)?, &of_column, &of_row];
                let value = match types {
                    UpdateTypes::Floats { input, .. } => self.size.multiply_add(operands, input),
                    UpdateTypes::Dots(types) => self.size.dot(operands, types),
                };
                self.set_vector(sum, value)?;
            }
        }
        Ok(())
    }

    /// Entry `nth` of `count`, loaded if it is in memory. A register that numbers are loaded into may not
    /// be, and has no value.
    fn entry(&mut self, source: Source, (nth, count): (u8, u8), of: FloatType) -> Done<Contents> {
        let at = |base, offset| Address { base, offset: Offset::Const(offset) };
        let register = source.entries(count).nth(nth.into());
        match source {
            Source::Registers(Registers::Vectors(first)) => self.vector(first.further(nth.into())),
            Source::Registers(Registers::Lanes(vector, first)) => {
                self.replicated(vector, first.saturating_add(nth), of)
            }
            Source::Registers(Registers::LaneOfEach(first, lane)) => {
                self.replicated(first.further(nth.into()), lane, of)
            }
            Source::Memory(vectors) => {
                let lanes = Lanes { dtype: of.elements(), count: self.size.lanes(of) as u8 };
                let from = at(vectors.base, vectors.offset(nth, count, self.size.0));
                let register = register.unwrap_or(vectors.first);
                self.load(Inst::Load(register, from, lanes))?;
                self.vector(register)
            }
            Source::Replicated(numbers) => {
                let offset = i64::from(numbers.apart).wrapping_mul(nth.into());
                let from = at(numbers.base, offset.wrapping_add(numbers.start.into()));
                let bits = self.element(from, of.elements())?;
                let place = register.and_then(|register| self.vectors.get_mut(register.0 as usize));
                place.into_iter().for_each(|value| *value = None);
                Ok(self.size.number(bits, of))
            }
        }
    }

    fn int(&self, register: Int) -> Done<u64> {
        let value = self.ints.get(register.0 as usize).copied().flatten();
        value.ok_or(Problem::Undefined { class: Class::Int, number: register.0 })
    }

    fn set(&mut self, register: Int, value: u64) -> Done {
        let undefined = Problem::Undefined { class: Class::Int, number: register.0 };
        *self.ints.get_mut(register.0 as usize).ok_or(undefined)? = Some(value);
        Ok(())
    }

    fn vector_at(&self, register: Vector) -> Done<&Contents> {
        let value = self.vectors.get(register.0 as usize).and_then(Option::as_ref);
        value.ok_or(Problem::Undefined { class: Class::Vec, number: register.0 })
    }

    fn vector(&self, register: Vector) -> Done<Contents> {
        self.vector_at(register).copied()
    }

    /// The contents of some registers.
    fn each<const COUNT: usize>(&self, registers: &[Vector; COUNT]) -> Done<[&Contents; COUNT]> {
        let mut all = [&Contents::ZERO; COUNT];
        for (contents, register) in all.iter_mut().zip(registers) {
            *contents = self.vector_at(*register)?;
        }
        Ok(all)
    }

    fn set_vector(&mut self, register: Vector, value: Contents) -> Done {
        let undefined = Problem::Undefined { class: Class::Vec, number: register.0 };
        *self.vectors.get_mut(register.0 as usize).ok_or(undefined)? = Some(value);
        Ok(())
    }

    /// A vector with one of a register's lanes in every lane.
    fn replicated(&self, register: Vector, lane: u8, dtype: FloatType) -> Done<Contents> {
        Ok(self.size.broadcast_lane(self.vector_at(register)?, self.lane(lane, dtype)?, dtype))
    }

    /// A lane, if there is one of that number.
    fn lane(&self, lane: u8, dtype: FloatType) -> Done<usize> {
        within(lane, 0, self.size.lanes(dtype).saturating_sub(1))
    }

    /// Whether a vector has as many lanes as an access moves.
    fn check_lanes(&self, lanes: Lanes) -> Done {
        within(lanes.count, 1, self.size.lanes(lanes.dtype.arithmetic().lanes())).map(drop)
    }

    /// Some bytes of memory.
    fn memory_at(&mut self, from: Address, bytes: usize) -> Done<&mut [u8]> {
        self.check_address(from)?;
        let Address { base, offset } = from;
        let offset = match offset {
            Offset::Const(offset) => offset as u64,
            Offset::Register(offset) => self.int(offset)?,
        };
        let address = self.int(base)?.wrapping_add(offset);
        let place = |region: &Region<'_>| {
            let first = usize::try_from(address.checked_sub(region.address)?).ok()?;
            let place = first..first.checked_add(bytes)?;
            region.bytes.get(place.clone()).is_some().then_some(place)
        };
        let mut regions = self.memory.iter().enumerate();
        let found = regions.find_map(|(number, region)| Some((number, place(region)?)));
        let (number, place) = found.ok_or(Problem::Outside { address, bytes })?;
        self.note_access(number, address..address.saturating_add(bytes as u64));
        let region = self.memory.get_mut(number).and_then(|region| region.bytes.get_mut(place));
        region.ok_or(Problem::Outside { address, bytes })
    }

    /// The passes of a loop that begins.
    fn passes(&self, counter: Int) -> Done<u64> {
        self.check_counter(counter)?;
        match self.int(counter)? {
            0 => Err(Problem::NoPasses),
            passes => Ok(passes),
        }
    }

    /// The passes of a loop that are left at the end of one.
    fn count_down(&mut self, counter: Int) -> Done<u64> {
        self.check_counter(counter)?;
        let left = self.int(counter)?.wrapping_sub(1);
        self.set(counter, left)?;
        Ok(left)
    }
}

/// A number, if it is in its range.
fn within(number: u8, least: usize, most: usize) -> Done<usize> {
    let value = usize::from(number);
    if (least..=most).contains(&value) { Ok(value) } else { Err(Problem::Number(number)) }
}
