//! A kernel over virtual registers, before any instruction set.
//!
//! The representation is machine-level: instructions name their destination
//! first, registers are virtual, unlimited and may be written many times, and a
//! vector has as many lanes as the target's vector registers hold. Control flow
//! is structured: [`Inst::Loop`] opens a counted loop and [`Inst::End`] closes
//! it, in one flat list, so that no pass needs recursion; conditions and exits
//! over several levels fit the same form.
//!
//! An instruction stands for one machine instruction, or for the few that a
//! core needs where it lacks one: an access to three lanes, an offset that has
//! no immediate form, an outer product with the loads of its column. Nothing is reordered on the way down, so a generator
//! decides the order of its loads and multiply-adds.

use crate::DType;
use crate::fallible::{Few, OutOfMemory};
use crate::isa::Role;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A virtual register for an integer or an address, 64 bits wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Int(pub u32);

/// A virtual vector register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector(pub u32);

/// One more than the greatest register number that text can name. Passes keep tables by register
/// number, which a few characters must not make gigabytes large.
pub const MAX_REGISTERS: u32 = 1 << 20;

/// What is added to the base of an address, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offset {
    /// A number.
    Const(i64),
    /// The value of a register.
    Register(Int),
}

/// A memory address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// Register with the base address.
    pub base: Int,
    /// Added to it.
    pub offset: Offset,
}

impl Vector {
    /// The register whose number is so much greater, modulo 2³².
    #[inline(always)]
    #[must_use]
    pub const fn further(self, by: u32) -> Self {
        Self(self.0.wrapping_add(by))
    }

    /// So many registers with neighbouring numbers, from this one on.
    #[inline(always)]
    fn and_further(self, count: u8) -> impl Iterator<Item = Self> + use<> {
        (0..u32::from(count)).map(move |nth| self.further(nth))
    }
}

/// How many lanes of which type an access moves, from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lanes {
    /// Type of a lane.
    pub dtype: DType,
    /// How many, from 1 to those of a whole vector.
    pub count: u8,
}

impl Lanes {
    /// Size of the access.
    #[must_use]
    pub fn bytes(self) -> usize {
        usize::from(self.count).saturating_mul(self.dtype.bytes())
    }
}

/// Element-wise operations on one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryVectorOp {
    /// The other sign, of a NaN too.
    Negate,
    /// Without the sign, of a NaN too.
    Absolute,
    /// The square root, rounded once.
    SquareRoot,
    /// The greatest integer that is not greater.
    Floor,
    /// The least integer that is not less.
    Ceil,
    /// The nearest integer, ties to even.
    Round,
    /// The nearest integer that is not farther from zero.
    Trunc,
}

/// Element-wise operations on two vectors. Comparisons set all bits of a lane where they hold, and
/// none elsewhere; with a NaN they hold nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VectorOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// The larger one; a NaN if either is one; of zeros, the positive one.
    Max,
    /// The smaller one; a NaN if either is one; of zeros, the negative one.
    Min,
    /// Sums of neighbouring lanes: those of the first vector, then those of the second.
    AddPairs,
    /// Whether the first is greater.
    Greater,
    /// Whether the first is greater or equal.
    GreaterEqual,
    /// Whether they are equal.
    Equal,
    /// Whether the first is farther from zero.
    GreaterAbsolute,
    /// The bits that are set in both.
    And,
    /// The bits that are set in either.
    Or,
    /// The bits that are set in one of them.
    Xor,
    /// Sum of integers of the lanes' size, modulo their range.
    AddInteger,
    /// Difference of integers of the lanes' size, modulo their range.
    SubInteger,
}

/// How the bits of lanes are shifted; zeros follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shift {
    /// To the left, by 0 to one less than the lanes' bits.
    Left,
    /// To the right, by 1 to the lanes' bits.
    Right,
}

/// How the lanes of two vectors are recombined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shuffle {
    /// Even lanes of both, alternating: a0 b0 a2 b2.
    TransposeEven,
    /// Odd lanes of both, alternating: a1 b1 a3 b3.
    TransposeOdd,
}

impl UnaryVectorOp {
    /// All operations with their names in text.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Negate, "neg"),
        (Self::Absolute, "abs"),
        (Self::SquareRoot, "sqrt"),
        (Self::Floor, "floor"),
        (Self::Ceil, "ceil"),
        (Self::Round, "round"),
        (Self::Trunc, "trunc"),
    ];
}

impl VectorOp {
    /// All operations with their names in text.
    pub const ALL: [(Self, &'static str); 16] = [
        (Self::Add, "add"),
        (Self::Sub, "sub"),
        (Self::Mul, "mul"),
        (Self::Div, "div"),
        (Self::Max, "max"),
        (Self::Min, "min"),
        (Self::AddPairs, "addp"),
        (Self::Greater, "gt"),
        (Self::GreaterEqual, "ge"),
        (Self::Equal, "eq"),
        (Self::GreaterAbsolute, "gtabs"),
        (Self::And, "and"),
        (Self::Or, "or"),
        (Self::Xor, "xor"),
        (Self::AddInteger, "addint"),
        (Self::SubInteger, "subint"),
    ];
}

impl Shift {
    /// All shifts with their names in text.
    pub const ALL: [(Self, &'static str); 2] = [(Self::Left, "shl"), (Self::Right, "shr")];
}

impl Shuffle {
    /// All recombinations with their names in text.
    pub const ALL: [(Self, &'static str); 2] = [(Self::TransposeEven, "trn1"), (Self::TransposeOdd, "trn2")];
}

/// The outer product of a column of vectors and a row of numbers, added to a block of accumulators: to each, one
/// vector times one number, rounded once. The first vector is multiplied by all numbers, then the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OuterProduct {
    /// The accumulator for the first vector and the first number; for the next vector, it is the register with the
    /// next number.
    pub sum: Vector,
    /// How far the register numbers of accumulators for neighbouring numbers of the row are apart.
    pub step: u16,
    /// The column.
    pub column: Column,
    /// The row.
    pub row: Row,
    /// How many numbers the row has.
    pub width: u8,
    /// Type of all lanes.
    pub dtype: DType,
}

/// Where the vectors of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// In registers with neighbouring numbers: the first, and how many.
    Registers(Vector, u8),
    /// In memory. Each is loaded right before it is multiplied.
    Memory(Stretch),
}

/// Vectors that lie in memory one behind the other. Only the last may begin elsewhere, so that it overlaps the one
/// before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stretch {
    /// The register that the first is loaded into.
    pub first: Vector,
    /// How far the register numbers of neighbours are apart: 0 where each takes the place of the one before it.
    pub step: u8,
    /// How many they are.
    pub count: u8,
    /// Register with the base address.
    pub base: Int,
    /// Where the first begins, in bytes from the base.
    pub start: i32,
    /// Where the last begins: a single one, too.
    pub last: i32,
}

/// Where the numbers of a row are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Row {
    /// In neighbouring lanes of one vector, from this one on.
    Lanes(Vector, u8),
    /// In the same lane of vectors with neighbouring register numbers, from this one on.
    Vectors(Vector, u8),
}

impl OuterProduct {
    /// The accumulators of a vector of the column.
    #[inline(always)]
    pub fn sums(&self, of: u8) -> impl Iterator<Item = Vector> + use<> {
        let (first, step) = (self.sum.further(of.into()), u32::from(self.step));
        (0..u32::from(self.width)).map(move |nth| first.further(nth.wrapping_mul(step)))
    }

    /// How many vectors the column has.
    #[inline(always)]
    #[must_use]
    pub const fn height(&self) -> u8 {
        let (Column::Registers(_, count) | Column::Memory(Stretch { count, .. })) = self.column;
        count
    }

    /// The registers of the column's vectors, whether these are in them or loaded into them.
    #[inline(always)]
    pub fn vectors(&self) -> impl Iterator<Item = Vector> + use<> {
        let (first, step, count) = match self.column {
            Column::Registers(first, count) => (first, 1, count),
            Column::Memory(Stretch { first, step, count, .. }) => (first, step, count),
        };
        (0..u32::from(count)).map(move |nth| first.further(nth.wrapping_mul(step.into())))
    }

    /// The vectors that hold the row.
    #[inline(always)]
    pub fn row(&self) -> impl Iterator<Item = Vector> + use<> {
        match self.row {
            Row::Lanes(vector, _) => vector.and_further(1),
            Row::Vectors(first, _) => first.and_further(self.width),
        }
    }

    /// The greatest of the lanes that numbers are in.
    const fn last_lane(&self) -> u8 {
        match self.row {
            Row::Lanes(_, first) => first.saturating_add(self.width.saturating_sub(1)),
            Row::Vectors(_, lane) => lane,
        }
    }
}

impl Stretch {
    /// How many registers they are loaded into.
    #[inline(always)]
    #[must_use]
    pub const fn registers(&self) -> u8 {
        if self.step == 0 && self.count > 1 { 1 } else { self.count }
    }

    /// Where a vector begins, of those of so many bytes: bytes from the base.
    #[inline(always)]
    #[must_use]
    pub fn offset(&self, nth: u8, bytes: usize) -> i64 {
        if nth.wrapping_add(1) == self.count {
            return self.last.into();
        }
        i64::from(nth).wrapping_mul(bytes as i64).wrapping_add(self.start.into())
    }
}

/// An instruction. The first field, where it is a register, is the destination.
///
/// It has a tag of its own: passes that walk over instructions would else have to work out each from a field.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inst {
    /// A number.
    Const(Int, i64),
    /// A copy.
    Copy(Int, Int),
    /// A sum of registers, modulo 2⁶⁴.
    Add(Int, Int, Int),
    /// A sum of a register and a number, modulo 2⁶⁴.
    AddConst(Int, Int, i64),
    /// A difference of registers, modulo 2⁶⁴.
    Sub(Int, Int, Int),
    /// A product, modulo 2⁶⁴.
    Mul(Int, Int, Int),
    /// A left shift by 0 to 63.
    ShiftLeft(Int, Int, u8),
    /// Loads a number of 64 bits.
    LoadInt(Int, Address),
    /// Loads the low lanes; the others become zero.
    Load(Vector, Address, Lanes),
    /// Loads one number into every lane.
    LoadAll(Vector, Address, DType),
    /// Loads one lane; the others keep their values. For generators that gather single elements, which those of
    /// tensmith do not.
    LoadLane(Vector, Address, u8, DType),
    /// Stores the low lanes of the first register.
    Store(Vector, Address, Lanes),
    /// Stores one lane of the first register: the counterpart.
    StoreLane(Vector, Address, u8, DType),
    /// All lanes zero, by the pipes that the core prefers.
    Zero(Vector),
    /// A copy of a vector.
    CopyVector(Vector, Vector),
    /// The numbers of half a vector or less in another type, rounded once, those of the other half zeros: in
    /// double precision the lower half's lanes fill a vector, in single precision a vector fills the lower
    /// half.
    Convert(Vector, Vector, DType),
    /// Every lane the number whose bits are the low ones of an integer register.
    Broadcast(Vector, Int, DType),
    /// Every lane one lane of the second register.
    BroadcastLane(Vector, Vector, u8, DType),
    /// One lane the number whose bits are the low ones of an integer register; the others keep their
    /// values.
    InsertLane(Vector, Int, u8, DType),
    /// Every lane the number with these bits, those of FP32 in the low half, by the pipes of vectors if one instruction
    /// makes it.
    Number(Vector, u64, DType),
    /// Adds the product of the second and the third, rounded once.
    MultiplyAdd(Vector, Vector, Vector, DType),
    /// Adds the product of the second and one lane of the third, rounded once.
    MultiplyAddLane(Vector, Vector, Vector, u8, DType),
    /// Adds the products of a column of vectors and a row of numbers to accumulators.
    OuterProduct(OuterProduct),
    /// The product of the second and one lane of the third.
    MultiplyLane(Vector, Vector, Vector, u8, DType),
    /// Subtracts the product of the second and the third, rounded once.
    MultiplySubtract(Vector, Vector, Vector, DType),
    /// Bit by bit, the second where the first is set and the third where it is not.
    Select(Vector, Vector, Vector),
    /// The bits of lanes shifted by a number.
    Shift(Shift, Vector, Vector, u8, DType),
    /// An element-wise operation on one vector.
    Unary(UnaryVectorOp, Vector, Vector, DType),
    /// An element-wise operation on two vectors.
    Binary(VectorOp, Vector, Vector, Vector, DType),
    /// A recombination of lanes of the given size in bytes, 4 or 8.
    Shuffle(Shuffle, Vector, Vector, Vector, u8),
    /// Opens a loop that runs as often as the register's value says, at least once. The register
    /// is counted down and is 0 behind the loop.
    Loop(Int),
    /// Closes the innermost open loop.
    End,
}

impl Inst {
    /// The number of the instruction that is not as large as its type allows: a lane, lanes, bytes of one, or bits to shift
    /// by.
    pub(crate) const fn limited(&self) -> Option<u8> {
        match *self {
            Self::ShiftLeft(.., number)
            | Self::LoadLane(.., number, _)
            | Self::StoreLane(.., number, _)
            | Self::BroadcastLane(.., number, _)
            | Self::InsertLane(.., number, _)
            | Self::MultiplyAddLane(.., number, _)
            | Self::MultiplyLane(.., number, _)
            | Self::Shift(.., number, _)
            | Self::Shuffle(.., number)
            | Self::Load(.., Lanes { count: number, .. })
            | Self::Store(.., Lanes { count: number, .. }) => Some(number),
            Self::OuterProduct(ref product) => Some(product.last_lane()),
            _ => None,
        }
    }
}

/// So many loops are within each other at most, in nearly all functions.
pub(crate) const USUAL_DEPTH: usize = 8;

/// So many arguments take no memory of their own: nearly all functions have no more.
pub(crate) const USUAL_ARGUMENTS: usize = 8;

/// A kernel: its arguments and its instructions.
#[derive(Debug, PartialEq, Eq)]
pub struct Func {
    /// Name of the generator.
    pub(crate) name: Cow<'static, str>,
    /// The registers that hold the arguments at entry, in calling order.
    pub(crate) arguments: Few<Int, USUAL_ARGUMENTS>,
    /// The instructions.
    pub(crate) body: Vec<Inst>,
    /// One more than the greatest integer register.
    pub(crate) ints: u32,
    /// One more than the greatest vector register.
    pub(crate) vectors: u32,
}

/// Why a list of instructions is no function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FuncError {
    /// A loop is not closed, or one is closed that was not opened.
    #[error("instruction {at}: loops must be opened and closed in pairs")]
    UnbalancedLoop {
        /// Index of the instruction.
        at: usize,
    },
    /// A register number is outside of the function's registers.
    #[error("instruction {at}: names a register that the function does not declare")]
    UnknownRegister {
        /// Index of the instruction.
        at: usize,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl Func {
    /// Name of the generator that made it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The registers that hold the arguments at entry, in calling order.
    #[must_use]
    pub fn arguments(&self) -> &[Int] {
        &self.arguments
    }

    /// The instructions.
    #[must_use]
    pub fn body(&self) -> &[Inst] {
        &self.body
    }
}

impl Inst {
    /// Tells `to` the operands of the instruction, the registers that it reads first.
    #[inline(always)]
    pub(crate) fn operands(&self, to: &mut impl Operands) {
        match *self {
            Self::Const(d, _) => to.int(d, Role::Write),
            Self::Copy(d, a) => to.copy(d, a),
            Self::AddConst(d, a, _) | Self::ShiftLeft(d, a, _) => {
                to.int(a, Role::Read);
                to.int(d, Role::Write);
            }
            Self::Add(d, a, b) | Self::Sub(d, a, b) | Self::Mul(d, a, b) => {
                to.int(a, Role::Read);
                to.int(b, Role::Read);
                to.int(d, Role::Write);
            }
            Self::LoadInt(d, address) => {
                to.address(address);
                to.int(d, Role::Write);
            }
            Self::LoadAll(d, address, _) => {
                to.address(address);
                to.vector(d, Role::Write);
            }
            Self::Load(d, address, _) => to.load(d, address),
            Self::LoadLane(d, address, ..) => {
                to.address(address);
                to.vector(d, Role::ReadWrite);
            }
            Self::Store(a, address, _) => to.store(a, address),
            Self::StoreLane(a, address, ..) => {
                to.address(address);
                to.vector(a, Role::Read);
            }
            Self::Zero(d) | Self::Number(d, ..) => to.vector(d, Role::Write),
            Self::Broadcast(d, a, _) => {
                to.int(a, Role::Read);
                to.vector(d, Role::Write);
            }
            Self::InsertLane(d, a, ..) => {
                to.int(a, Role::Read);
                to.vector(d, Role::ReadWrite);
            }
            Self::CopyVector(d, a)
            | Self::Convert(d, a, _)
            | Self::BroadcastLane(d, a, ..)
            | Self::Shift(_, d, a, ..)
            | Self::Unary(_, d, a, _) => {
                to.vector(a, Role::Read);
                to.vector(d, Role::Write);
            }
            Self::MultiplyAdd(d, a, b, _)
            | Self::MultiplyAddLane(d, a, b, ..)
            | Self::MultiplySubtract(d, a, b, _)
            | Self::Select(d, a, b) => {
                to.vector(a, Role::Read);
                to.vector(b, Role::Read);
                to.vector(d, Role::ReadWrite);
            }
            Self::OuterProduct(ref product) => to.outer_product(product),
            Self::MultiplyLane(d, a, b, ..) | Self::Binary(_, d, a, b, _) | Self::Shuffle(_, d, a, b, _) => {
                to.vector(a, Role::Read);
                to.vector(b, Role::Read);
                to.vector(d, Role::Write);
            }
            Self::Loop(counter) => to.begin_loop(counter),
            Self::End => to.end_loop(),
        }
    }
}

/// Whoever asks for the operands of instructions.
pub(crate) trait Operands {
    /// An instruction uses an integer register.
    fn int(&mut self, register: Int, role: Role);

    /// An instruction uses a vector register.
    fn vector(&mut self, register: Vector, role: Role);

    /// An instruction accesses memory.
    #[inline(always)]
    fn address(&mut self, address: Address) {
        self.int(address.base, Role::Read);
        if let Offset::Register(offset) = address.offset {
            self.int(offset, Role::Read);
        }
    }

    /// An instruction loads some lanes.
    #[inline(always)]
    fn load(&mut self, d: Vector, address: Address) {
        self.address(address);
        self.vector(d, Role::Write);
    }

    /// An instruction stores some lanes.
    #[inline(always)]
    fn store(&mut self, a: Vector, address: Address) {
        self.address(address);
        self.vector(a, Role::Read);
    }

    /// An instruction adds an outer product.
    #[inline(always)]
    fn outer_product(&mut self, product: &OuterProduct) {
        product.row().for_each(|vector| self.vector(vector, Role::Read));
        (0..product.height())
            .flat_map(|nth| product.sums(nth))
            .for_each(|sum| self.vector(sum, Role::ReadWrite));
        let role = match product.column {
            Column::Registers(..) => Role::Read,
            Column::Memory(stretch) => {
                self.int(stretch.base, Role::Read);
                Role::Write
            }
        };
        product.vectors().for_each(|vector| self.vector(vector, role));
    }

    /// An instruction copies an integer register.
    #[inline(always)]
    fn copy(&mut self, d: Int, a: Int) {
        self.int(a, Role::Read);
        self.int(d, Role::Write);
    }

    /// A loop begins.
    #[inline(always)]
    fn begin_loop(&mut self, counter: Int) {
        self.int(counter, Role::ReadWrite);
    }

    /// A loop ends.
    #[inline(always)]
    fn end_loop(&mut self) {}
}

/// How many registers of each kind must be declared for those that instructions name to exist.
#[derive(Clone, Copy, Default)]
pub(crate) struct Declared {
    pub(crate) ints: u32,
    pub(crate) vectors: u32,
}

impl Operands for Declared {
    #[inline(always)]
    fn int(&mut self, register: Int, _: Role) {
        self.ints = self.ints.max(register.0.saturating_add(1));
    }

    #[inline(always)]
    fn vector(&mut self, register: Vector, _: Role) {
        self.vectors = self.vectors.max(register.0.saturating_add(1));
    }
}
