//! Bits that machines differ in: those of a NaN that an instruction makes, and all that is computed from them.
//!
//! Problem: an interpreted run says of the accesses of a machine what they are, as long as both compute the same bits. They do, but
//! for NaNs: which NaN is the result of an operation on numbers is each machine's own.
//!
//! Idea: registers and places that may hold such bits are doubtful, and whatever is computed from them is, too. They may be
//! stored and returned, but no address, no loop and no branch may depend on them. Memory is doubtful between the first and
//! the last of such bytes in a region.
//!
//! Tests: `tests/tests/reference_func.rs`.

use super::{Address, Done, Problem, State};
use crate::DType;
use crate::fallible::{OutOfMemory, try_filled};
use crate::kernel::func::{
    Condition, FrameSlot, Func, Inst, Int, Offset, UnaryVectorOp, Vector, VectorOp, VectorSlot,
};
use crate::kernel::Role;
use crate::kernel::walk::Operands;
use crate::reference::fp16;
use crate::reference::vector::Contents;
use alloc::vec::Vec;
use core::ops::Range;

/// What is doubtful.
pub(super) struct Doubts {
    ints: Vec<bool>,
    vectors: Vec<bool>,
    slots: Vec<bool>,
    vector_slots: Vec<bool>,
    /// For each region, the address of the first byte that is, and that behind the last.
    memory: Vec<(u64, u64)>,
    /// Whether anything was passed to a call that is.
    passed: bool,
    /// Whether the instruction reads anything that is.
    read: bool,
}

impl Doubts {
    /// Nothing is, so far.
    pub(super) fn none(func: &Func, regions: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            ints: try_filled(false, func.ints as usize)?,
            vectors: try_filled(false, func.vectors as usize)?,
            slots: try_filled(false, func.slots())?,
            vector_slots: try_filled(false, func.vector_slots())?,
            memory: try_filled((0, 0), regions)?,
            passed: false,
            read: false,
        })
    }

    /// Refuses an address that is.
    fn check_address(&self, Address { base, offset }: Address) -> Done {
        self.check(base)?;
        match offset {
            Offset::Register(offset) => self.check(offset),
            Offset::Const(_) => Ok(()),
        }
    }

    fn check(&self, register: Int) -> Done {
        if get(&self.ints, register.0) { Err(Problem::Doubtful) } else { Ok(()) }
    }

    /// Takes note of an access to a region: what is read there is doubtful if memory is, and memory is if what is stored there is.
    fn access(&mut self, region: usize, Range { start, end }: Range<u64>) {
        let Some(memory) = self.memory.get_mut(region) else { return };
        let (first, last) = *memory;
        self.read |= first < end && start < last;
        if self.read {
            *memory = if first == last { (start, end) } else { (first.min(start), last.max(end)) };
        }
    }
}

impl State<'_, '_> {
    /// Begins an instruction.
    pub(super) fn doubt(&mut self, inst: &Inst) {
        let Some(doubts) = &mut self.doubts else { return };
        let mut reading = Reading { doubts, is_doubtful: false };
        inst.operands(&mut reading);
        let read = reading.is_doubtful;
        doubts.read = match inst {
            Inst::ResultInt(..) | Inst::ResultFloat(..) => doubts.passed,
            _ => read,
        };
        doubts.passed |= read && matches!(inst, Inst::PassInt(..) | Inst::PassFloat(..));
    }

    /// Ends it: what it wrote is doubtful if what it read is, or if it made a NaN.
    pub(super) fn doubt_written(&mut self, inst: &Inst) {
        let Some(doubts) = &mut self.doubts else { return };
        let mut writing = Writing { doubts, vectors: &self.vectors, made: made(inst) };
        inst.operands(&mut writing);
    }

    /// Refuses an address that is doubtful.
    pub(super) fn check_address(&self, address: Address) -> Done {
        self.doubts.as_ref().map_or(Ok(()), |doubts| doubts.check_address(address))
    }

    /// Takes note of an access to some bytes of a region.
    pub(super) fn note_access(&mut self, region: usize, bytes: Range<u64>) {
        if let Some(doubts) = &mut self.doubts {
            doubts.access(region, bytes);
        }
    }

    /// Refuses a counter that is doubtful.
    pub(super) fn check_counter(&self, counter: Int) -> Done {
        self.doubts.as_ref().map_or(Ok(()), |doubts| doubts.check(counter))
    }

    /// Whether a condition holds by which control goes one way or another; refused if it is doubtful.
    pub(super) fn decides(&self, condition: Condition) -> Done<bool> {
        if let Some(doubts) = &self.doubts {
            let mut reading = Reading { doubts, is_doubtful: false };
            Inst::If(condition).operands(&mut reading);
            if reading.is_doubtful {
                return Err(Problem::Doubtful);
            }
        }
        self.holds(condition)
    }
}

/// The numbers that an instruction makes of others.
#[derive(Clone, Copy)]
enum Numbers {
    Half,
    Of(DType),
}

impl Numbers {
    /// Whether a vector has a NaN among them.
    fn has_nan(self, contents: &Contents) -> bool {
        match self {
            Self::Half => contents.0.chunks_exact(2).any(|bytes| {
                bytes.try_into().is_ok_and(|bytes| fp16::to_f64(u16::from_le_bytes(bytes).into()).is_nan())
            }),
            Self::Of(DType::F32) => contents
                .0
                .chunks_exact(4)
                .any(|bytes| bytes.try_into().is_ok_and(|bytes| f32::from_le_bytes(bytes).is_nan())),
            Self::Of(DType::F64) => contents
                .0
                .chunks_exact(8)
                .any(|bytes| bytes.try_into().is_ok_and(|bytes| f64::from_le_bytes(bytes).is_nan())),
        }
    }
}

/// The numbers that an instruction makes, if a NaN among them may have any bits. Moves and operations on bits keep those that there are.
const fn made(inst: &Inst) -> Option<Numbers> {
    match inst {
        Inst::Convert(.., dtype)
        | Inst::MultiplyAdd(.., dtype)
        | Inst::MultiplyAddLane(.., dtype)
        | Inst::MultiplyLane(.., dtype)
        | Inst::MultiplySubtract(.., dtype) => Some(Numbers::Of(*dtype)),
        Inst::TileUpdate(update) => Some(Numbers::Of(update.types.accumulator)),
        Inst::Unary(op, .., dtype) => match op {
            UnaryVectorOp::Negate | UnaryVectorOp::Absolute => None,
            _ => Some(Numbers::Of(*dtype)),
        },
        Inst::Binary(op, .., dtype) => match op {
            VectorOp::Greater
            | VectorOp::GreaterEqual
            | VectorOp::Equal
            | VectorOp::GreaterAbsolute
            | VectorOp::And
            | VectorOp::Or
            | VectorOp::Xor
            | VectorOp::AddInteger
            | VectorOp::SubInteger => None,
            _ => Some(Numbers::Of(*dtype)),
        },
        Inst::FromFp16(..) => Some(Numbers::Of(DType::F32)),
        Inst::Fp16Binary(..) | Inst::ToFp16(..) => Some(Numbers::Half),
        _ => None,
    }
}

fn get(doubts: &[bool], number: u32) -> bool {
    doubts.get(number as usize).copied().unwrap_or(false)
}

fn set(doubts: &mut [bool], number: u32, is_doubtful: bool) {
    doubts.get_mut(number as usize).into_iter().for_each(|doubt| *doubt = is_doubtful);
}

/// Looks whether anything that is read is doubtful.
struct Reading<'d> {
    doubts: &'d Doubts,
    is_doubtful: bool,
}

impl Operands for Reading<'_> {
    fn int(&mut self, register: Int, role: Role) {
        self.is_doubtful |= role.reads() && get(&self.doubts.ints, register.0);
    }

    fn vector(&mut self, register: Vector, role: Role) {
        self.is_doubtful |= role.reads() && get(&self.doubts.vectors, register.0);
    }

    fn slot(&mut self, slot: FrameSlot, role: Role) {
        self.is_doubtful |= role.reads() && get(&self.doubts.slots, slot.number().into());
    }

    fn vector_slot(&mut self, slot: VectorSlot, role: Role) {
        self.is_doubtful |= role.reads() && get(&self.doubts.vector_slots, slot.number().into());
    }
}

/// Marks what is written.
struct Writing<'d> {
    doubts: &'d mut Doubts,
    vectors: &'d [Option<Contents>],
    made: Option<Numbers>,
}

impl Operands for Writing<'_> {
    fn int(&mut self, register: Int, role: Role) {
        if role.writes() {
            set(&mut self.doubts.ints, register.0, self.doubts.read);
        }
    }

    fn vector(&mut self, register: Vector, role: Role) {
        if role.writes() {
            let contents = self.vectors.get(register.0 as usize).and_then(Option::as_ref);
            let has_nan = self.made.zip(contents).is_some_and(|(made, contents)| made.has_nan(contents));
            set(&mut self.doubts.vectors, register.0, self.doubts.read || has_nan);
        }
    }

    fn slot(&mut self, slot: FrameSlot, role: Role) {
        if role.writes() {
            set(&mut self.doubts.slots, slot.number().into(), self.doubts.read);
        }
    }

    fn vector_slot(&mut self, slot: VectorSlot, role: Role) {
        if role.writes() {
            set(&mut self.doubts.vector_slots, slot.number().into(), self.doubts.read);
        }
    }
}
