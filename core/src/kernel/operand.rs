//! The types that operands of instructions have.

use super::access::{Address, Lanes, Offset};
use super::parts::Parts;
use super::register::{FrameSlot, Int, Role, Vector};
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
    /// Parts of a vector in memory: `f32x3/16*4[i0 + 0 by 12]`.
    Parts,
    /// A type of elements: `f32`.
    DType,
    /// A place in the frame: `slot0`.
    FrameSlot,
    /// A number of 64 bits: `-1`.
    Number,
    /// Bits: `0x3f800000`.
    Bits,
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
    /// A shift of an integer register: 0 to 63.
    IntShift,
    /// A shift of lanes, by less than their bits; to the right, from 1 on and by all of them, too.
    LaneShift,
    /// The size of a block of lanes in bytes: a power of two from 4 to half a vector.
    LaneBytes,
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

impl Operand for FrameSlot {
    const KIND: Kind = Kind::FrameSlot;

    #[inline(always)]
    fn visit(&self, role: Role, to: &mut impl Operands) {
        to.slot(*self, role);
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
    i64 Kind::Number;
    u64 Kind::Bits;
    UnaryVectorOp Kind::Operation(Self::NAMES);
    VectorOp Kind::Operation(Self::NAMES);
    Shift Kind::Operation(Self::NAMES);
    Shuffle Kind::Operation(Self::NAMES);
}
