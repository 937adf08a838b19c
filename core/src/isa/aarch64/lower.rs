//! From a [`Func`] to AArch64 instructions over the same virtual registers.
//!
//! Most instructions have one counterpart. Where the machine lacks one, the
//! few instructions that stand for it use scratch registers of their own: an
//! offset without an immediate form, an access to three words. Two neighbouring
//! loads or stores of neighbouring bytes become one of a pair.

use super::abi;
use super::assemble::Item;
use super::inst::MachInst;
use super::moves::{self, Access};
use super::operand::{
    ArrB, ArrFp, ArrFpMisc, ArrInt, ArrMem, ArrS, Extend, FloatCompareV, InsertBits, Lane, LaneOfStructure,
    Logic, LogicV, Lsl12, Lsl16, OperandError, Permute, R, RoundVector, Shift, Size, UImm, Width, X,
};
use super::table::{branch, float, integer, memory, simd_float, simd_integer, simd_move, structure};
use crate::DType;
use crate::code::Label;
use crate::fallible::{OutOfMemory, TryVec};
use crate::isa::{Class, Machine, RegIndex, Virtual};
use crate::kernel::Func;
use crate::kernel::func::{
    Address, FuncError, Inst, Int, Lanes, Offset, Shuffle, UnaryVectorOp, Vector, VectorOp,
};
use crate::target::{CoreModel, MoveForm, MoveForms, Zeroing};
use alloc::vec::Vec;

const X64: Width = Width::X64;

/// Size of a vector register.
pub const VECTOR_BYTES: usize = 16;

/// Why a function has no counterpart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LowerError {
    /// The function itself is wrong.
    #[error(transparent)]
    Func(#[from] FuncError),
    /// A number does not fit its instruction.
    #[error(transparent)]
    Operand(#[from] OperandError),
    /// There are more registers than passes can tell apart.
    #[error("{0} registers: at most {max} are told apart", max = RegIndex::VIRTUALS)]
    Registers(u32),
    /// There are more arguments than are passed.
    #[error("argument {0}: at most 16 are passed")]
    Argument(usize),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Lowers `func`; its arguments are copied from where the ABI puts them.
///
/// # Errors
/// [`LowerError`].
pub fn lower(func: &Func, model: &CoreModel) -> Result<Vec<Item>, LowerError> {
    func.verify(VECTOR_BYTES)?;
    let mut lowering = Lowering { items: Vec::new(), ints: func.ints, labels: 0, loops: Vec::new(), model };
    // Most instructions have one counterpart.
    lowering.items.try_reserve(func.body.len()).map_err(OutOfMemory::from)?;
    for (nth, argument) in func.arguments.iter().enumerate() {
        let copy = u8::try_from(nth).ok().and_then(|n| abi::receive(n, reg(*argument)));
        lowering.emit(copy.ok_or(LowerError::Argument(nth))?)?;
    }
    let mut rest = func.body.as_slice();
    while let [inst, tail @ ..] = rest {
        let merged = match inst {
            Inst::Load(..) | Inst::Store(..) => moves::merged(rest, model.forms),
            _ => None,
        };
        rest = match merged {
            Some((one, count)) => {
                lowering.emit(one)?;
                rest.get(count..).unwrap_or(&[])
            }
            None => {
                lowering.inst(inst)?;
                tail
            }
        };
    }
    lowering.emit(branch::ret())?;
    let registers = lowering.ints.max(func.vectors);
    if registers > RegIndex::VIRTUALS {
        return Err(LowerError::Registers(registers));
    }
    if lowering.labels > Label::LIMIT {
        return Err(OutOfMemory.into());
    }
    Ok(lowering.items)
}

/// The register that stands for an integer register of the function.
pub(super) const fn reg(register: Int) -> Virtual {
    Virtual(register.0)
}

/// The register that stands for a vector register of the function.
pub(super) const fn vec(register: Vector) -> Virtual {
    Virtual(register.0)
}

struct Lowering<'m> {
    items: Vec<Item>,
    /// One more than the greatest integer register in use.
    ints: u32,
    /// One more than the greatest label in use.
    labels: u32,
    /// Head and counter of each open loop.
    loops: Vec<(Label, Int)>,
    model: &'m CoreModel,
}

impl Lowering<'_> {
    fn emit(&mut self, inst: MachInst) -> Result<(), OutOfMemory> {
        self.items.try_push(Item::Inst(inst))
    }

    fn scratch(&mut self) -> Virtual {
        let register = Virtual(self.ints);
        self.ints = self.ints.saturating_add(1);
        register
    }

    fn inst(&mut self, inst: &Inst) -> Result<(), LowerError> {
        match *inst {
            Inst::Const(d, value) => self.constant(reg(d), value)?,
            Inst::Copy(d, a) => self.emit(integer::mov_x(reg(d), reg(a)))?,
            Inst::Add(d, a, b) => self.emit(integer::add(X64, reg(d), reg(a), reg(b), Shift::NONE))?,
            Inst::Sub(d, a, b) => self.emit(integer::sub(X64, reg(d), reg(a), reg(b), Shift::NONE))?,
            Inst::AddConst(d, a, value) => self.add_constant(reg(d), reg(a), value)?,
            Inst::Mul(d, a, b) => {
                self.emit(integer::madd(X64, reg(d), reg(a), reg(b), R::ZR))?;
            }
            Inst::ShiftLeft(d, a, amount) => {
                let shift = Shift::left(i64::from(amount))?;
                self.emit(integer::logic(Logic::Orr, X64, reg(d), R::ZR, reg(a), shift))?;
            }
            Inst::LoadInt(d, address) => self.load_int(reg(d), address)?,
            Inst::Load(d, address, lanes) => self.load(vec(d), address, lanes)?,
            Inst::LoadAll(d, address, dtype) => {
                let pointer = self.pointer(address, 0)?;
                let t = match dtype {
                    DType::F32 => ArrMem::S4,
                    DType::F64 => ArrMem::D2,
                };
                self.emit(structure::ld1r(t, vec(d), pointer))?;
            }
            Inst::LoadLane(d, address, lane, dtype) => {
                let pointer = self.pointer(address, 0)?;
                self.emit(load_lane(dtype, vec(d), lane, pointer)?)?;
            }
            Inst::Store(a, address, lanes) => self.store(vec(a), address, lanes)?,
            Inst::StoreLane(a, address, 0, dtype) => {
                self.access(Access::STORE, vec(a), address, dtype.bytes())?;
            }
            Inst::StoreLane(a, address, lane, dtype) => {
                let pointer = self.pointer(address, 0)?;
                self.emit(store_lane(dtype, vec(a), lane, pointer)?)?;
            }
            Inst::Zero(d) => self.emit(match self.model.zeroing {
                Zeroing::Vector => simd_move::movi_zero(vec(d)),
                Zeroing::Integer => float::fmov_d_from_x(vec(d), X::ZR),
            })?,
            Inst::CopyVector(d, a) => self.emit(simd_integer::mov_v(ArrB::B16, vec(d), vec(a)))?,
            Inst::Broadcast(d, a, dtype) => self.emit(match dtype {
                DType::F32 => simd_move::dup_s(ArrS::S4, vec(d), reg(a)),
                DType::F64 => simd_move::dup_d(vec(d), reg(a)),
            })?,
            Inst::MultiplyAdd(d, a, b, dtype) => {
                self.emit(simd_float::fmla(arrangement(dtype), vec(d), vec(a), vec(b)))?;
            }
            Inst::MultiplyAddLane(d, a, b, lane, dtype) => {
                self.emit(multiply_add_lane(dtype, [vec(d), vec(a), vec(b)], lane)?)?;
            }
            Inst::Select(d, a, b) => {
                self.emit(simd_integer::insert_v(InsertBits::Bsl, ArrB::B16, vec(d), vec(a), vec(b)))?;
            }
            Inst::Unary(op, d, a, dtype) => self.emit(unary(op, dtype, vec(d), vec(a)))?,
            Inst::Binary(op, d, a, b, dtype) => self.emit(binary(op, dtype, [d, a, b].map(vec)))?,
            Inst::Shuffle(how, d, a, b, bytes) => {
                let t = if bytes == 8 { ArrInt::D2 } else { ArrInt::S4 };
                let (d, a, b) = (vec(d), vec(a), vec(b));
                self.emit(match how {
                    Shuffle::TransposeEven => simd_move::permute(Permute::Trn1, t, d, a, b),
                    Shuffle::TransposeOdd => simd_move::permute(Permute::Trn2, t, d, a, b),
                })?;
            }
            Inst::Loop(counter) => {
                let head = Label::new(self.labels);
                self.labels = self.labels.saturating_add(1);
                self.items.try_push(Item::Label(head))?;
                self.loops.try_push((head, counter))?;
            }
            Inst::End => {
                // `verify` has seen that loops are balanced.
                let Some((head, counter)) = self.loops.pop() else { return Ok(()) };
                let one = UImm::new(1)?;
                self.emit(integer::sub_imm(X64, reg(counter), reg(counter), one, Lsl12::None))?;
                self.emit(branch::cbnz(X64, reg(counter), head))?;
            }
        }
        Ok(())
    }

    /// `d = value`, in as few wide moves as it takes.
    fn constant(&mut self, d: Virtual, value: i64) -> Result<(), LowerError> {
        let chunk = |nth: i64| value >> (16 * nth) & 0xffff;
        // Start from all ones where more chunks are 0xffff than 0.
        let count = |of: i64| (0..4).filter(|nth| chunk(*nth) == of).count();
        let inverted = count(0xffff) > count(0);
        let background = if inverted { 0xffff } else { 0 };
        let mut is_first = true;
        for (nth, shift) in (0..4).zip([Lsl16::None, Lsl16::By16, Lsl16::By32, Lsl16::By48]) {
            let is_last_chance = is_first && nth == 3;
            if chunk(nth) == background && !is_last_chance {
                continue;
            }
            let imm = |value| UImm::new(value);
            self.emit(match (is_first, inverted) {
                (true, false) => integer::movz(X64, d, imm(chunk(nth))?, shift),
                (true, true) => integer::movn(X64, d, imm(chunk(nth) ^ 0xffff)?, shift),
                (false, _) => integer::movk(X64, d, imm(chunk(nth))?, shift),
            })?;
            is_first = false;
        }
        Ok(())
    }

    /// `d = a + value`.
    fn add_constant(&mut self, d: Virtual, a: Virtual, value: i64) -> Result<(), LowerError> {
        let magnitude = value.unsigned_abs();
        if magnitude >= 1 << 24 {
            let scratch = self.scratch();
            self.constant(scratch, value)?;
            return Ok(self.emit(integer::add(X64, d, a, scratch, Shift::NONE))?);
        }
        let (low, high) = ((magnitude & 0xfff) as i64, (magnitude >> 12) as i64);
        let mut from = a;
        for (part, shift) in [(high, Lsl12::By12), (low, Lsl12::None)] {
            if part == 0 {
                continue;
            }
            let part = UImm::new(part)?;
            self.emit(if value < 0 {
                integer::sub_imm(X64, d, from, part, shift)
            } else {
                integer::add_imm(X64, d, from, part, shift)
            })?;
            from = d;
        }
        if value == 0 {
            self.emit(integer::mov_x(d, a))?;
        }
        Ok(())
    }

    /// A register that holds the address, moved on by `more` bytes.
    fn pointer(&mut self, address: Address, more: i64) -> Result<Virtual, LowerError> {
        let base = reg(address.base);
        match address.offset {
            Offset::Const(offset) => match offset.wrapping_add(more) {
                0 => Ok(base),
                offset => {
                    let pointer = self.scratch();
                    self.add_constant(pointer, base, offset)?;
                    Ok(pointer)
                }
            },
            Offset::Register(offset) => {
                let pointer = self.scratch();
                self.emit(integer::add(X64, pointer, base, reg(offset), Shift::NONE))?;
                if more != 0 {
                    self.add_constant(pointer, pointer, more)?;
                }
                Ok(pointer)
            }
        }
    }

    fn load_int(&mut self, d: Virtual, address: Address) -> Result<(), LowerError> {
        let base = reg(address.base);
        let inst = match address.offset {
            Offset::Register(offset) => memory::ldr_x_index(d, base, reg(offset), Extend::BYTES),
            Offset::Const(offset) => match UImm::new(offset) {
                Ok(offset) => memory::ldr_x(d, base, offset),
                Err(_) => memory::ldr_x(d, self.pointer(address, 0)?, UImm::new(0)?),
            },
        };
        Ok(self.emit(inst)?)
    }

    fn load(&mut self, d: Virtual, address: Address, lanes: Lanes) -> Result<(), LowerError> {
        match lanes.bytes() {
            12 => {
                self.access(Access::LOAD, d, address, 8)?;
                let pointer = self.pointer(address, 8)?;
                Ok(self.emit(structure::ld1_lane(d, LaneOfStructure::new(Size::S, 2)?, pointer))?)
            }
            bytes => self.access(Access::LOAD, d, address, bytes),
        }
    }

    fn store(&mut self, a: Virtual, address: Address, lanes: Lanes) -> Result<(), LowerError> {
        match lanes.bytes() {
            12 => {
                self.access(Access::STORE, a, address, 8)?;
                let pointer = self.pointer(address, 8)?;
                Ok(self.emit(structure::st1_lane(a, LaneOfStructure::new(Size::S, 2)?, pointer))?)
            }
            bytes => self.access(Access::STORE, a, address, bytes),
        }
    }

    /// A load or store of 4, 8 or 16 bytes, in the address form that fits.
    fn access(
        &mut self,
        access: Access,
        register: Virtual,
        address: Address,
        bytes: usize,
    ) -> Result<(), LowerError> {
        let base = reg(address.base);
        let inst = match address.offset {
            Offset::Register(offset) => (access.indexed)(bytes, register, base, reg(offset)),
            Offset::Const(offset) => match access.near(self.model.forms, bytes, register, base, offset) {
                Ok(inst) => inst,
                Err(_) => {
                    let pointer = self.pointer(address, 0)?;
                    access.near(self.model.forms, bytes, register, pointer, 0)?
                }
            },
        };
        Ok(self.emit(inst)?)
    }
}

/// AArch64 with AdvSIMD, as generators see it.
pub const MACHINE: Machine = Machine {
    vector_bytes: VECTOR_BYTES,
    vector_registers: abi::allocatable(Class::Vec).all().count_ones() as usize,
    int_registers: abi::allocatable(Class::Int).all().count_ones() as usize,
    has_immediate_form: |offset, bytes| {
        Access::LOAD
            .near(
                MoveForms { loads: MoveForm::Single, stores: MoveForm::Single },
                bytes,
                Virtual(0),
                Virtual(0),
                offset,
            )
            .is_ok()
    },
    pair_reach: 1008,
};

/// The arrangement of a whole vector.
const fn arrangement(dtype: DType) -> ArrFp {
    match dtype {
        DType::F32 => ArrFp::S4,
        DType::F64 => ArrFp::D2,
    }
}

fn unary(op: UnaryVectorOp, dtype: DType, d: Virtual, a: Virtual) -> MachInst {
    let t = match dtype {
        DType::F32 => ArrFpMisc::S4,
        DType::F64 => ArrFpMisc::D2,
    };
    let round = |towards| simd_float::frint(t, towards, d, a);
    match op {
        UnaryVectorOp::Negate => simd_float::fneg(t, d, a),
        UnaryVectorOp::Absolute => simd_float::fabs(t, d, a),
        UnaryVectorOp::SquareRoot => simd_float::fsqrt(t, d, a),
        UnaryVectorOp::Floor => round(RoundVector::Minus),
        UnaryVectorOp::Ceil => round(RoundVector::Plus),
        UnaryVectorOp::Round => round(RoundVector::Nearest),
        UnaryVectorOp::Trunc => round(RoundVector::Zero),
    }
}

fn binary(op: VectorOp, dtype: DType, [d, a, b]: [Virtual; 3]) -> MachInst {
    let t = arrangement(dtype);
    let compare = |how| simd_float::fcompare(how, t, d, a, b);
    match op {
        VectorOp::Add => simd_float::fadd(t, d, a, b),
        VectorOp::Sub => simd_float::fsub(t, d, a, b),
        VectorOp::Mul => simd_float::fmul(t, d, a, b),
        VectorOp::Div => simd_float::fdiv(t, d, a, b),
        VectorOp::Max => simd_float::fmax(t, d, a, b),
        VectorOp::Min => simd_float::fmin(t, d, a, b),
        VectorOp::AddPairs => simd_float::faddp(t, d, a, b),
        VectorOp::Greater => compare(FloatCompareV::Fcmgt),
        VectorOp::GreaterEqual => compare(FloatCompareV::Fcmge),
        VectorOp::Equal => compare(FloatCompareV::Fcmeq),
        VectorOp::GreaterAbsolute => compare(FloatCompareV::Facgt),
        VectorOp::And => simd_integer::logic_v(LogicV::And, ArrB::B16, d, a, b),
        VectorOp::Or => simd_integer::logic_v(LogicV::Orr, ArrB::B16, d, a, b),
        VectorOp::Xor => simd_integer::eor_v(ArrB::B16, d, a, b),
    }
}

fn load_lane(dtype: DType, d: Virtual, lane: u8, pointer: Virtual) -> Result<MachInst, OperandError> {
    Ok(structure::ld1_lane(d, LaneOfStructure::new(size(dtype), i64::from(lane))?, pointer))
}

fn store_lane(dtype: DType, a: Virtual, lane: u8, pointer: Virtual) -> Result<MachInst, OperandError> {
    Ok(structure::st1_lane(a, LaneOfStructure::new(size(dtype), i64::from(lane))?, pointer))
}

/// The size of an element.
const fn size(dtype: DType) -> Size {
    match dtype {
        DType::F32 => Size::S,
        DType::F64 => Size::D,
    }
}

fn multiply_add_lane(dtype: DType, [d, a, b]: [Virtual; 3], lane: u8) -> Result<MachInst, OperandError> {
    let lane = i64::from(lane);
    Ok(match dtype {
        DType::F32 => simd_float::fmla_lane_s(ArrS::S4, d, a, b, Lane::new(lane)?),
        DType::F64 => simd_float::fmla_lane_d(d, a, b, Lane::new(lane)?),
    })
}
