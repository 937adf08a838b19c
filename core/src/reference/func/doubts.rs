//! Bits that machines differ in: those of a NaN that an instruction makes, and all that
//! is computed from them.
//!
//! Problem: an interpreted run says of the accesses of a machine what they are, as long as both compute the
//! same bits. They do, but for NaNs: which NaN is the result of an operation on numbers
//! is each machine's own.
//!
//! Idea: registers and places that may hold such bits are doubtful, and whatever is computed from them is,
//! too. They may be stored and returned, but no address, no loop and no branch may depend on them. Operations
//! on numbers, and comparisons, see that a NaN is one, which is no doubt. Memory is doubtful between the
//! first and the last of such bytes in a region.
//!
//! Tests: `tests/tests/reference_func.rs`.

use crate::F16;
use crate::fallible::{OutOfMemory, try_filled};
use crate::kernel::Role;
use crate::kernel::func::{
    Address, Arithmetic, Condition, FloatType, FrameSlot, Func, Inst, Int, Lanes, Offset, Parts, UpdateTypes,
    Vector, VectorOp, VectorSlot,
};
use crate::kernel::walk::Operands;
use crate::reference::vector::Contents;
use alloc::vec::Vec;
use core::ops::Range;

/// What is not known of the bits of a vector.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubt {
    /// Nothing.
    None,
    /// The bits of those of its numbers that are NaNs: operations on such numbers see that
    /// they are, and no more.
    Nans(Numbers),
    /// Any.
    Bits,
}

/// What is doubtful.
pub(super) struct Doubts {
    ints: Vec<bool>,
    vectors: Vec<Doubt>,
    slots: Vec<bool>,
    vector_slots: Vec<Doubt>,
    /// For each region, the address of the first byte that is, and that behind the last.
    memory: Vec<(u64, u64)>,
    /// Whether anything was passed to a call that is.
    passed: bool,
    /// Whether the result of the instruction is, by what it reads.
    read: bool,
    /// What is of the vector that it reads.
    moved: Doubt,
}

impl Doubts {
    /// Nothing is, so far.
    pub(super) fn none(func: &Func, regions: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            ints: try_filled(false, func.ints as usize)?,
            vectors: try_filled(Doubt::None, func.vectors as usize)?,
            slots: try_filled(false, func.slots())?,
            vector_slots: try_filled(Doubt::None, func.vector_slots())?,
            memory: try_filled((0, 0), regions)?,
            passed: false,
            read: false,
            moved: Doubt::None,
        })
    }

    /// Whether an address is.
    pub(super) fn has_address(&self, Address { base, offset }: Address) -> bool {
        let has_offset = match offset {
            Offset::Register(offset) => self.has_int(offset),
            Offset::Const(_) => false,
        };
        has_offset || self.has_int(base)
    }

    /// Whether an integer is.
    pub(super) fn has_int(&self, register: Int) -> bool {
        get(&self.ints, register.0) == Some(true)
    }

    /// Takes note of an access to a region: what is read there is doubtful if memory is, and memory is if
    /// what is stored there is.
    pub(super) fn access(&mut self, region: usize, Range { start, end }: Range<u64>) {
        let Some(memory) = self.memory.get_mut(region) else { return };
        let (first, last) = *memory;
        self.read |= first < end && start < last;
        if self.read {
            *memory = if first == last { (start, end) } else { (first.min(start), last.max(end)) };
        }
    }
}

impl Doubts {
    /// Begins an instruction, with the vectors as they are.
    pub(super) fn begin(&mut self, inst: &Inst, vectors: &[Option<Contents>]) {
        let (read, moved) = self.of(inst, vectors);
        self.moved = moved;
        self.read = match inst {
            Inst::ResultInt(..) | Inst::ResultFloat(..) => self.passed,
            inst if is_move(inst) => false,
            _ => read,
        };
        self.passed |= read && matches!(inst, Inst::PassInt(..) | Inst::PassFloat(..));
    }

    /// Ends it, with the vectors as they are then: what it wrote is doubtful if what it read is,
    /// or if it made a NaN.
    pub(super) fn end(&mut self, inst: &Inst, vectors: &[Option<Contents>]) {
        let (made, is_move) = (Numbers::made(inst), is_move(inst));
        inst.operands(&mut Writing { doubts: self, vectors, made, is_move });
    }

    /// Whether what a branch reads is.
    pub(super) fn has_branch(&self, inst: &Inst, vectors: &[Option<Contents>]) -> bool {
        let (is_doubtful, _) = self.of(inst, vectors);
        is_doubtful
    }

    /// Whether anything that an instruction reads is doubtful to it, and what is of the last vector.
    fn of(&self, inst: &Inst, vectors: &[Option<Contents>]) -> (bool, Doubt) {
        let seen = Numbers::seen(inst).map_or(Doubt::None, Doubt::Nans);
        let part = part(inst);
        let mut reading =
            Reading { doubts: self, vectors, part, seen, is_doubtful: false, moved: Doubt::None };
        inst.operands(&mut reading);
        (reading.is_doubtful, reading.moved)
    }
}

/// Whether an instruction moves a vector as it is.
const fn is_move(inst: &Inst) -> bool {
    matches!(inst, Inst::CopyVector(..) | Inst::SpillVector(..) | Inst::ReloadVector(..))
}

/// The bytes of its vectors that an instruction reads, if not all.
fn part(inst: &Inst) -> Option<Range<usize>> {
    let lane = |lane: u8, bytes: usize| {
        let first = usize::from(lane).saturating_mul(bytes);
        first..first.saturating_add(bytes)
    };
    match *inst {
        Inst::Store(.., lanes) => Some(0..lanes.register_bytes()),
        Inst::LaneStore(.., lanes) => Some(0..lanes.bytes()),
        Inst::StoreLane(.., nth, dtype) => Some(lane(nth, dtype.arithmetic().bytes())),
        Inst::ExtractLane(.., nth, of) => Some(lane(nth, of.bytes())),
        Inst::LaneExtract(.., nth, of) => Some(lane(nth, of.bytes())),
        Inst::Test(_, condition) | Inst::IntSelect(.., condition) | Inst::If(condition) => match condition {
            Condition::Floats(.., dtype) => Some(lane(0, dtype.bytes())),
            Condition::Ints(..) => None,
        },
        _ => None,
    }
}

/// The type of numbers in the lanes of a vector.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Half,
    Of(FloatType),
}

impl Numbers {
    /// The numbers that an instruction takes its vectors as, if it does no more with a NaN than to see that
    /// it is one, or to move it.
    fn seen(inst: &Inst) -> Option<Self> {
        match *inst {
            Inst::Convert(.., FloatType::F32) => Some(Self::Of(FloatType::F64)),
            Inst::Convert(.., FloatType::F64) | Inst::ToFp16(..) | Inst::ToInt32(..) => {
                Some(Self::Of(FloatType::F32))
            }
            Inst::ToInt(.., dtype) => Some(Self::Of(dtype)),
            Inst::Test(_, condition) | Inst::IntSelect(.., condition) | Inst::If(condition) => {
                match condition {
                    Condition::Floats(.., dtype) => Some(Self::Of(dtype)),
                    Condition::Ints(..) => None,
                }
            }
            Inst::Binary(op, .., dtype) => (!is_of_bits(op)).then_some(Self::Of(dtype)),
            Inst::FromFp16(..) | Inst::Fp16Binary(..) => Some(Self::Half),
            _ => Self::made(inst),
        }
    }

    /// The numbers that it makes of these, any NaN of which may be another one on another machine.
    fn made(inst: &Inst) -> Option<Self> {
        match *inst {
            Inst::Convert(.., dtype)
            | Inst::MultiplyAdd(.., dtype)
            | Inst::MultiplyAddLane(.., dtype)
            | Inst::MultiplyLane(.., dtype)
            | Inst::MultiplySubtract(.., dtype)
            | Inst::BroadcastLane(.., dtype)
            | Inst::SpreadLane(.., dtype)
            | Inst::SwapLanes(.., dtype)
            | Inst::InsertLane(.., dtype) => Some(Self::Of(dtype)),
            Inst::Unary(op, .., dtype) => (!op.is_of_words()).then_some(Self::Of(dtype)),
            Inst::TileUpdate(update) => match update.types {
                UpdateTypes::Floats { accumulator, .. } => Some(Self::Of(accumulator)),
                UpdateTypes::Dots(types) => types.integers().is_none().then_some(Self::Of(FloatType::F32)),
            },
            Inst::Binary(op, .., dtype) => (!is_of_bits(op) && !is_comparison(op)).then_some(Self::Of(dtype)),
            Inst::FromFp16(..) => Some(Self::Of(FloatType::F32)),
            Inst::Load(.., Lanes { dtype, .. })
            | Inst::LoadAll(.., dtype)
            | Inst::LoadLane(.., dtype)
            | Inst::LoadParts(_, Parts { lanes: Lanes { dtype, .. }, .. }) => match dtype.arithmetic() {
                Arithmetic::Float(of) if dtype.is_converted() => Some(Self::Of(of)),
                _ => None,
            },
            Inst::Fp16Binary(..) | Inst::ToFp16(..) => Some(Self::Half),
            _ => None,
        }
    }

    /// Whether a part of a vector, or all of it, has a NaN among them.
    fn has_nan(self, contents: &Contents, part: Option<&Range<usize>>) -> bool {
        match self {
            Self::Half => {
                any(contents, part, |bytes| F16::from_bits(u16::from_le_bytes(bytes)).to_f64().is_nan())
            }
            Self::Of(FloatType::F32) => any(contents, part, |bytes| f32::from_le_bytes(bytes).is_nan()),
            Self::Of(FloatType::F64) => any(contents, part, |bytes| f64::from_le_bytes(bytes).is_nan()),
        }
    }
}

/// Whether any lane that has bytes of a part is like that.
fn any<const BYTES: usize>(
    contents: &Contents,
    part: Option<&Range<usize>>,
    is: impl Fn([u8; BYTES]) -> bool,
) -> bool {
    let first = part.map_or(0, |part| part.start / BYTES);
    let end = part.map_or(usize::MAX, |part| part.end.div_ceil(BYTES));
    let mut lanes = contents.0.chunks_exact(BYTES).take(end).skip(first);
    lanes.any(|bytes| bytes.try_into().is_ok_and(&is))
}

/// Whether an operation takes lanes as bits or integers.
const fn is_of_bits(op: VectorOp) -> bool {
    op.is_of_words()
        || matches!(
            op,
            VectorOp::And | VectorOp::Or | VectorOp::Xor | VectorOp::AddInteger | VectorOp::SubInteger
        )
}

/// Whether its result says what holds.
const fn is_comparison(op: VectorOp) -> bool {
    matches!(op, VectorOp::Greater | VectorOp::GreaterEqual | VectorOp::Equal | VectorOp::GreaterAbsolute)
}

fn get<T: Copy>(doubts: &[T], number: u32) -> Option<T> {
    doubts.get(number as usize).copied()
}

fn set<T>(doubts: &mut [T], number: u32, doubt: T) {
    if let Some(place) = doubts.get_mut(number as usize) {
        *place = doubt;
    }
}

/// Looks whether anything that is read is doubtful.
struct Reading<'d> {
    doubts: &'d Doubts,
    vectors: &'d [Option<Contents>],
    /// The bytes of vectors that are read, if not all.
    part: Option<Range<usize>>,
    /// What does not matter.
    seen: Doubt,
    is_doubtful: bool,
    moved: Doubt,
}

impl Reading<'_> {
    fn int_doubt(&mut self, doubt: Option<bool>, role: Role) {
        self.is_doubtful |= role.reads() && doubt == Some(true);
    }

    fn vector_doubt(&mut self, doubt: Doubt, role: Role) {
        if role.reads() {
            self.moved = doubt;
            self.is_doubtful |= self.moved != Doubt::None && self.moved != self.seen;
        }
    }

    /// The doubt of what is read of a register: none, if its NaNs are elsewhere.
    fn doubt_of(&self, register: Vector) -> Doubt {
        let doubt = get(&self.doubts.vectors, register.0).unwrap_or(Doubt::None);
        match (doubt, self.vectors.get(register.0 as usize)) {
            (Doubt::Nans(numbers), Some(Some(contents)))
                if !numbers.has_nan(contents, self.part.as_ref()) =>
            {
                Doubt::None
            }
            _ => doubt,
        }
    }
}

impl Operands for Reading<'_> {
    fn int(&mut self, register: Int, role: Role) {
        self.int_doubt(get(&self.doubts.ints, register.0), role);
    }

    fn vector(&mut self, register: Vector, role: Role) {
        self.vector_doubt(self.doubt_of(register), role);
    }

    fn slot(&mut self, slot: FrameSlot, role: Role) {
        self.int_doubt(get(&self.doubts.slots, slot.number().into()), role);
    }

    fn vector_slot(&mut self, slot: VectorSlot, role: Role) {
        let doubt = get(&self.doubts.vector_slots, slot.number().into());
        self.vector_doubt(doubt.unwrap_or(Doubt::None), role);
    }
}

/// Marks what is written.
struct Writing<'d> {
    doubts: &'d mut Doubts,
    vectors: &'d [Option<Contents>],
    made: Option<Numbers>,
    is_move: bool,
}

impl Writing<'_> {
    /// The doubt of a vector that was written.
    fn written(&self, contents: Option<&Contents>) -> Doubt {
        if self.is_move {
            return self.doubts.moved;
        }
        let nans = || self.made.filter(|made| contents.is_some_and(|contents| made.has_nan(contents, None)));
        if self.doubts.read { Doubt::Bits } else { nans().map_or(Doubt::None, Doubt::Nans) }
    }
}

impl Operands for Writing<'_> {
    fn int(&mut self, register: Int, role: Role) {
        if role.writes() {
            set(&mut self.doubts.ints, register.0, self.doubts.read);
        }
    }

    fn vector(&mut self, register: Vector, role: Role) {
        if role.writes() {
            let doubt = self.written(self.vectors.get(register.0 as usize).and_then(Option::as_ref));
            set(&mut self.doubts.vectors, register.0, doubt);
        }
    }

    fn slot(&mut self, slot: FrameSlot, role: Role) {
        if role.writes() {
            set(&mut self.doubts.slots, slot.number().into(), self.doubts.read);
        }
    }

    fn vector_slot(&mut self, slot: VectorSlot, role: Role) {
        if role.writes() {
            let doubt = self.written(None);
            set(&mut self.doubts.vector_slots, slot.number().into(), doubt);
        }
    }
}
