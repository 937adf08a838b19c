//! Writes a [`Func`] instruction by instruction, handing out registers.
//!
//! Tests: `tests/tests/kernel_func.rs`, `tests/tests/primitives_golden.rs`.

use super::func::{
    Address, Argument, Arithmetic, Callee, CalleeId, FloatType, Func, Inst, Int, IntType, Lanes, Offset,
    Parts, Shift, Shuffle, Spill, Type, UnaryVectorOp, Vector, VectorOp,
};
use crate::DType;
use crate::fallible::{Few, OutOfMemory, TryVec};
use alloc::vec::Vec;

/// A [`Func`] in the making.
#[derive(Debug)]
pub struct Builder {
    func: Func,
    open_loops: usize,
}

type Written<T = ()> = Result<T, OutOfMemory>;

/// Instructions for which there is room, if nobody says how many there will be.
const ROOM: usize = 64;

/// The least and the most instructions that there is room for from the beginning. Most functions have fewer
/// than half of the most, which is 36 KiB.
const LEAST: usize = 16;
const MOST: usize = 512;

impl Builder {
    /// An empty function without arguments.
    ///
    /// # Errors
    /// [`OutOfMemory`], as for every method of the builder.
    pub fn new(name: &'static str) -> Written<Self> {
        Self::sized(name, ROOM)
    }

    /// An empty function without arguments that will hardly have more instructions than that: those of small
    /// functions take little memory, and those of large ones are not copied while they grow.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn sized(name: &'static str, instructions: usize) -> Written<Self> {
        let mut body = Vec::new();
        body.try_reserve_exact(instructions.clamp(LEAST, MOST)).map_err(OutOfMemory::from)?;
        let (name, arguments) = (name.into(), Few::new());
        let func = Func {
            name,
            arguments,
            kept_arguments: 0,
            result: None,
            body,
            ints: 0,
            vectors: 0,
            slots: 0,
            vector_slots: 0,
            spill: Spill::default(),
            callees: Vec::new(),
        };
        Ok(Self { func, open_loops: 0 })
    }

    /// The finished function; loops that are still open are closed.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn finish(mut self) -> Written<Func> {
        while self.open_loops > 0 {
            self.end_loop()?;
        }
        Ok(self.func)
    }

    /// The register of the next argument.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn argument(&mut self) -> Written<Int> {
        let register = self.int();
        self.func.arguments.try_push(Argument::word(register))?;
        Ok(register)
    }

    /// The register of the next argument, an integer of a type.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn int_argument(&mut self, of: IntType) -> Written<Int> {
        let register = self.int();
        self.func.arguments.try_push(Argument::Int(register, of))?;
        Ok(register)
    }

    /// The register of the next argument, a number of floating point.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn float_argument(&mut self, of: impl Into<FloatType>) -> Written<Vector> {
        let register = self.vector();
        self.func.arguments.try_push(Argument::Float(register, of.into()))?;
        Ok(register)
    }

    /// Says the type of the function's result.
    pub fn result(&mut self, of: Type) {
        self.func.result = Some(of);
    }

    /// Says whether vectors may be kept in the frame.
    pub fn spill(&mut self, spill: Spill) {
        self.func.spill = spill;
    }

    /// Declares a function that may be called, with at most
    /// [`MAX_PASSED_INTS`](super::callee::MAX_PASSED_INTS) integers and
    /// [`MAX_PASSED_FLOATS`](super::callee::MAX_PASSED_FLOATS) numbers of floating point: its number. None
    /// for one with more, or where there are [`MAX_CALLEES`](super::callee::MAX_CALLEES) already.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn callee(
        &mut self,
        name: &'static str,
        arguments: &[Type],
        result: Option<Type>,
    ) -> Written<Option<CalleeId>> {
        let number = u8::try_from(self.func.callees.len()).ok().and_then(CalleeId::new);
        let (Some(id), Some(callee)) = (number, Callee::new(name, arguments, result)?) else {
            return Ok(None);
        };
        self.func.callees.try_push(callee)?;
        Ok(Some(id))
    }

    /// A new integer register.
    pub fn int(&mut self) -> Int {
        let register = Int(self.func.ints);
        self.func.ints = self.func.ints.saturating_add(1);
        register
    }

    /// A new vector register.
    #[inline]
    pub fn vector(&mut self) -> Vector {
        let register = Vector(self.func.vectors);
        self.func.vectors = self.func.vectors.saturating_add(1);
        register
    }

    /// New vector registers whose numbers follow one another: the first of `count`.
    #[inline]
    pub fn vectors(&mut self, count: u32) -> Vector {
        let first = Vector(self.func.vectors);
        self.func.vectors = self.func.vectors.saturating_add(count);
        first
    }

    /// The number of instructions so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.func.body.len()
    }

    /// Whether there is none yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.func.body.is_empty()
    }

    /// Appends an instruction.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline]
    pub fn push(&mut self, inst: Inst) -> Written {
        self.func.body.try_push(inst)
    }

    /// A new register with a number.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn constant(&mut self, value: i64) -> Written<Int> {
        let d = self.int();
        self.push(Inst::Const(d, value))?;
        Ok(d)
    }

    /// A new register with a copy of `a`.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn copy(&mut self, a: Int) -> Written<Int> {
        let d = self.int();
        self.push(Inst::Copy(d, a))?;
        Ok(d)
    }

    /// A new register with a sum.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn add(&mut self, a: Int, offset: Offset) -> Written<Int> {
        let d = self.int();
        self.push(match offset {
            Offset::Const(value) => Inst::AddConst(d, a, value),
            Offset::Register(b) => Inst::Add(d, a, b),
        })?;
        Ok(d)
    }

    /// A new register with a difference.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn subtract(&mut self, a: Int, b: Int) -> Written<Int> {
        let d = self.int();
        self.push(Inst::Sub(d, a, b))?;
        Ok(d)
    }

    /// Adds to a register in place.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn advance(&mut self, register: Int, offset: Offset) -> Written {
        match offset {
            Offset::Const(0) => Ok(()),
            Offset::Const(value) => self.push(Inst::AddConst(register, register, value)),
            Offset::Register(by) => self.push(Inst::Add(register, register, by)),
        }
    }

    /// A new register with `a << amount`.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn shift_left(&mut self, a: Int, amount: u8) -> Written<Int> {
        let d = self.int();
        self.push(Inst::ShiftLeft(d, a, amount))?;
        Ok(d)
    }

    /// A new integer register, loaded from memory.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn load_int(&mut self, base: Int, offset: Offset) -> Written<Int> {
        let d = self.int();
        self.push(Inst::LoadInt(d, Address { base, offset }))?;
        Ok(d)
    }

    /// A new vector with lanes from memory.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline]
    pub fn load(&mut self, base: Int, offset: Offset, lanes: Lanes) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::Load(d, Address { base, offset }, lanes))?;
        Ok(d)
    }

    /// A new vector whose lanes are all the number at an address.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn load_all(&mut self, base: Int, offset: Offset, dtype: DType) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::LoadAll(d, Address { base, offset }, dtype))?;
        Ok(d)
    }

    /// Stores lanes of `a`.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline]
    pub fn store(&mut self, a: Vector, base: Int, offset: Offset, lanes: Lanes) -> Written {
        self.push(Inst::Store(a, Address { base, offset }, lanes))
    }

    /// A new vector with parts from memory: see [`Inst::LoadParts`].
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn load_parts(&mut self, from: Parts) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::LoadParts(d, from))?;
        Ok(d)
    }

    /// A new vector with one lane of each 16 bytes in all of these: see [`Inst::SpreadLane`].
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn spread_lane(&mut self, a: Vector, lane: u8, of: impl Into<Arithmetic>) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::SpreadLane(d, a, lane, of.into().lanes()))?;
        Ok(d)
    }

    /// A new vector with the lanes of each pair of neighbours exchanged: see [`Inst::SwapLanes`].
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn swap_lanes(&mut self, a: Vector, of: impl Into<Arithmetic>) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::SwapLanes(d, a, of.into().lanes()))?;
        Ok(d)
    }

    /// A new vector with the low lanes of parts one behind the other: see [`Inst::PackParts`].
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn pack_parts(&mut self, a: Vector, lanes: Lanes) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::PackParts(d, a, lanes))?;
        Ok(d)
    }

    /// A new vector of zeros.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn zero(&mut self) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::Zero(d))?;
        Ok(d)
    }

    /// A new vector with a copy of `a`.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn copy_vector(&mut self, a: Vector) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::CopyVector(d, a))?;
        Ok(d)
    }

    /// A new vector with the numbers of `a` in another type: see [`Inst::Convert`].
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn convert(&mut self, a: Vector, to: impl Into<FloatType>) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::Convert(d, a, to.into()))?;
        Ok(d)
    }

    /// A new vector whose lanes are all the number with the bits in `a`.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn broadcast(&mut self, a: Int, of: impl Into<Arithmetic>) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::Broadcast(d, a, of.into().lanes()))?;
        Ok(d)
    }

    /// A new vector whose lanes are all one lane of `a`.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn broadcast_lane(&mut self, a: Vector, lane: u8, of: impl Into<Arithmetic>) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::BroadcastLane(d, a, lane, of.into().lanes()))?;
        Ok(d)
    }

    /// A new vector whose lanes are all the number with the bits `bits`, zeros as by [`Self::zero`].
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn number(&mut self, bits: u64, of: impl Into<Arithmetic>) -> Written<Vector> {
        if bits == 0 {
            return self.zero();
        }
        let d = self.vector();
        self.push(Inst::Number(d, bits, of.into().lanes()))?;
        Ok(d)
    }

    /// A new vector with the bits of lanes shifted.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn shift(&mut self, how: Shift, a: Vector, by: u8, of: impl Into<Arithmetic>) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::Shift(how, d, a, by, of.into().lanes()))?;
        Ok(d)
    }

    /// A new vector with an element-wise result.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn unary(&mut self, op: UnaryVectorOp, a: Vector, of: impl Into<Arithmetic>) -> Written<Vector> {
        let d = self.vector();
        self.push(of.into().unary(op, d, a))?;
        Ok(d)
    }

    /// A new vector with an element-wise result.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn binary(
        &mut self,
        op: VectorOp,
        a: Vector,
        b: Vector,
        of: impl Into<Arithmetic>,
    ) -> Written<Vector> {
        let d = self.vector();
        self.push(of.into().binary(op, d, a, b))?;
        Ok(d)
    }

    /// Adds the product of two vectors to a third, rounded once.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn multiply_add(&mut self, sum: Vector, a: Vector, b: Vector, of: impl Into<Arithmetic>) -> Written {
        self.push(of.into().multiply_add(sum, a, b))
    }

    /// A new vector with blocks of `bytes` from two vectors.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn shuffle(&mut self, how: Shuffle, a: Vector, b: Vector, bytes: u8) -> Written<Vector> {
        let d = self.vector();
        self.push(Inst::Shuffle(how, d, a, b, bytes))?;
        Ok(d)
    }

    /// Opens a loop that counts `counter` down to 0, at least one pass.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn begin_loop(&mut self, counter: Int) -> Written {
        self.open_loops = self.open_loops.saturating_add(1);
        self.push(Inst::Loop(counter))
    }

    /// Closes the innermost loop.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn end_loop(&mut self) -> Written {
        self.open_loops = self.open_loops.saturating_sub(1);
        self.push(Inst::End)
    }
}
