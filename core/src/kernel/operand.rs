//! The types that operands of instructions have.

use super::access::{Address, IntLanes, Lanes, Offset};
use super::callee::CalleeId;
use super::condition::{Condition, Value};
use super::float::{Double, Single};
use super::float_type::FloatType;
use super::int_op::{IntOp, IntUnaryOp};
use super::int_type::IntType;
use super::lane_op::{Fp16Op, Half, LaneOp, LaneShift, LaneUnaryOp, NarrowOp, ReduceOp, WideOp};
use super::parts::Parts;
use super::register::{FrameSlot, Int, Role, Vector, VectorSlot};
use super::signature::Type;
use super::template::Parse;
use super::tile::TileUpdate;
use super::vector_op::{Shift, Shuffle, UnaryVectorOp, VectorOp};
use super::walk::Operands;
use crate::DType;

/// The kinds of operands, as far as text, passes and tests tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An integer register: `i0`.
    Int,
    /// A vector register: `v0`.
    Vector,
    /// An address: `[i0 + 16]`.
    Address,
    /// The lanes of an access: `f32x4`.
    Lanes,
    /// The lanes of integers of an access: `u8x16`.
    IntLanes,
    /// Parts of a vector in memory: `f32x3/16*4[i0 + 0 by 12]`.
    Parts,
    /// A type of elements: `f32`.
    DType,
    /// A type of floating point: `f32`.
    FloatType,
    /// A type of integers: `u8`.
    IntType,
    /// A type of floating point or of integers: `f32`, `u8`.
    Type,
    /// An integer register, or a number: `i0`, `-1`.
    Value,
    /// A comparison: `lt.i32 i0, 10`.
    Condition,
    /// A place in the frame: `slot0`.
    FrameSlot,
    /// A place for a vector in the frame: `vslot0`.
    VectorSlot,
    /// A function that is called: `f0`.
    Callee,
    /// A number of 64 bits: `-1`.
    Number,
    /// Bits: `0x3f800000`.
    Bits,
    /// A number of a type of floating point: `-1.5`.
    Float(FloatType),
    /// A number that may be too large; its row has the limit.
    Limited,
    /// One of a family of operations, with the names of all: `add`.
    Operation(&'static [&'static str]),
    /// An update of a tile.
    TileUpdate,
}

/// The limits of numbers that are not as large as their type allows. Lowering refuses others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A lane of a vector, from 0.
    Lane,
    /// A lane of a vector of integers, from 0.
    IntLane,
    /// A shift of an integer register: 0 to 63.
    IntShift,
    /// A shift of lanes, by less than their bits; to the right, from 1 on and by all of them, too.
    LaneShift,
    /// The same, of lanes of integers.
    IntLaneShift,
    /// The size of a block of lanes in bytes: a power of two from 4 to half a vector.
    LaneBytes,
    /// A number of open loops, from 1.
    Levels,
}

/// A type of operands.
pub(super) trait Operand: Parse {
    /// Its kind.
    const KIND: Kind;

    /// Passes the registers of the operand on.
    #[inline(always)]
    fn visit(&self, _role: Role, _to: &mut impl Operands) {}

    /// Puts an integer register in the place of another.
    fn rename(&mut self, _from: Int, _to: Int) {}

    /// Puts a vector register in the place of another, but for those of tiles, whose numbers
    /// depend on each other.
    fn rename_vector(&mut self, _from: Vector, _to: Vector) {}

    /// The number that may be too large.
    fn limited(&self) -> Option<u8> {
        None
    }
}

impl Operand for Int {
    const KIND: Kind = Kind::Int;

    #[inline(always)]
    fn visit(&self, role: Role, to: &mut impl Operands) {
        to.int(*self, role);
    }

    fn rename(&mut self, from: Int, to: Int) {
        if *self == from {
            *self = to;
        }
    }
}

impl Operand for Vector {
    const KIND: Kind = Kind::Vector;

    #[inline(always)]
    fn visit(&self, role: Role, to: &mut impl Operands) {
        to.vector(*self, role);
    }

    fn rename_vector(&mut self, from: Self, to: Self) {
        if *self == from {
            *self = to;
        }
    }
}

/// Its registers are read, whether the instruction loads or stores.
impl Operand for Address {
    const KIND: Kind = Kind::Address;

    #[inline(always)]
    fn visit(&self, _: Role, to: &mut impl Operands) {
        to.address(*self);
    }

    fn rename(&mut self, from: Int, to: Int) {
        self.base.rename(from, to);
        if let Offset::Register(offset) = &mut self.offset {
            offset.rename(from, to);
        }
    }
}

/// Its registers have roles of their own.
impl Operand for TileUpdate {
    const KIND: Kind = Kind::TileUpdate;

    #[inline(always)]
    fn visit(&self, _: Role, to: &mut impl Operands) {
        to.tile_update(self);
    }

    fn rename(&mut self, from: Int, to: Int) {
        self.bases_mut().for_each(|base| base.rename(from, to));
    }

    fn limited(&self) -> Option<u8> {
        self.last_lane()
    }
}

impl Operand for Value {
    const KIND: Kind = Kind::Value;

    #[inline(always)]
    fn visit(&self, role: Role, to: &mut impl Operands) {
        if let Self::Register(register) = self {
            to.int(*register, role);
        }
    }

    fn rename(&mut self, from: Int, to: Int) {
        if let Self::Register(register) = self {
            register.rename(from, to);
        }
    }
}

impl Operand for Condition {
    const KIND: Kind = Kind::Condition;

    #[inline(always)]
    fn visit(&self, role: Role, to: &mut impl Operands) {
        match self {
            Self::Ints(_, a, b, _) => {
                to.int(*a, role);
                b.visit(role, to);
            }
            Self::Floats(_, a, b, _) => {
                to.vector(*a, role);
                to.vector(*b, role);
            }
        }
    }

    fn rename(&mut self, from: Int, to: Int) {
        if let Self::Ints(_, a, b, _) = self {
            a.rename(from, to);
            b.rename(from, to);
        }
    }

    fn rename_vector(&mut self, from: Vector, to: Vector) {
        if let Self::Floats(_, a, b, _) = self {
            a.rename_vector(from, to);
            b.rename_vector(from, to);
        }
    }
}

impl Operand for FrameSlot {
    const KIND: Kind = Kind::FrameSlot;

    #[inline(always)]
    fn visit(&self, role: Role, to: &mut impl Operands) {
        to.slot(*self, role);
    }
}

impl Operand for VectorSlot {
    const KIND: Kind = Kind::VectorSlot;

    #[inline(always)]
    fn visit(&self, role: Role, to: &mut impl Operands) {
        to.vector_slot(*self, role);
    }
}

/// The register of the base is read, whether the instruction loads or stores.
impl Operand for Parts {
    const KIND: Kind = Kind::Parts;

    #[inline(always)]
    fn visit(&self, _: Role, to: &mut impl Operands) {
        to.int(self.base, Role::Read);
    }

    fn rename(&mut self, from: Int, to: Int) {
        self.base.rename(from, to);
    }

    fn limited(&self) -> Option<u8> {
        Some(self.lanes.count)
    }
}

impl Operand for Lanes {
    const KIND: Kind = Kind::Lanes;

    fn limited(&self) -> Option<u8> {
        Some(self.count)
    }
}

impl Operand for IntLanes {
    const KIND: Kind = Kind::IntLanes;

    fn limited(&self) -> Option<u8> {
        Some(self.count)
    }
}

impl Operand for u8 {
    const KIND: Kind = Kind::Limited;

    fn limited(&self) -> Option<u8> {
        Some(*self)
    }
}

/// Types of operands that are nothing but a value.
macro_rules! values {
    ($($type:ident $kind:expr;)*) => {
        $(impl Operand for $type {
            const KIND: Kind = $kind;
        })*
    };
}

values! {
    DType Kind::DType;
    FloatType Kind::FloatType;
    CalleeId Kind::Callee;
    IntType Kind::IntType;
    IntOp Kind::Operation(Self::NAMES);
    IntUnaryOp Kind::Operation(Self::NAMES);
    Fp16Op Kind::Operation(Self::NAMES);
    LaneOp Kind::Operation(Self::NAMES);
    LaneUnaryOp Kind::Operation(Self::NAMES);
    LaneShift Kind::Operation(Self::NAMES);
    Half Kind::Operation(Self::NAMES);
    WideOp Kind::Operation(Self::NAMES);
    NarrowOp Kind::Operation(Self::NAMES);
    ReduceOp Kind::Operation(Self::NAMES);
    Type Kind::Type;
    i64 Kind::Number;
    u64 Kind::Bits;
    Single Kind::Float(FloatType::F32);
    Double Kind::Float(FloatType::F64);
    UnaryVectorOp Kind::Operation(Self::NAMES);
    VectorOp Kind::Operation(Self::NAMES);
    Shift Kind::Operation(Self::NAMES);
    Shuffle Kind::Operation(Self::NAMES);
}
