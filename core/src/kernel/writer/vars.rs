//! Registers with a vector of numbers, and operators on their lanes.

use super::super::access::{Address, IntLanes, Lanes, Offset};
use super::super::lane_op::{Half, LaneOp, LaneShift, LaneUnaryOp, NarrowOp, ReduceOp, WideOp};
use super::super::register::{Int, Vector};
use super::super::signature::Type;
use super::super::table::Inst;
use super::super::vector_op::{UnaryVectorOp, VectorOp};
use super::number::float_const;
use super::{Float, Integer, Number, Var, Widens, Writer};
use core::marker::PhantomData;
use core::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul,
    MulAssign, Neg, Not, Shl, Shr, Sub, SubAssign,
};

/// A register with a vector whose lanes have a type.
#[derive(Debug)]
pub struct Vars<'k, T> {
    pub(super) writer: &'k Writer,
    number: u32,
    of: PhantomData<T>,
}

impl<T> Clone for Vars<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Vars<'_, T> {}

/// The second operand of operators on vectors.
#[derive(Clone, Copy, Debug)]
pub enum LaneOperand<'k, T> {
    /// A vector.
    Vars(Vars<'k, T>),
    /// The same number in every lane, from a register.
    Var(Var<'k, T>),
    /// The same number in every lane.
    Number(T),
}

impl<'k, T> From<Vars<'k, T>> for LaneOperand<'k, T> {
    fn from(vars: Vars<'k, T>) -> Self {
        Self::Vars(vars)
    }
}

impl<'k, T> From<Var<'k, T>> for LaneOperand<'k, T> {
    fn from(var: Var<'k, T>) -> Self {
        Self::Var(var)
    }
}

impl<T: Number> From<T> for LaneOperand<'_, T> {
    fn from(number: T) -> Self {
        Self::Number(number)
    }
}

impl Writer {
    /// A new register for a vector.
    pub(super) fn vars<T>(&self) -> Vars<'_, T> {
        let number = self.with(0, |builder| Ok(builder.vector().0));
        Vars { writer: self, number, of: PhantomData }
    }

    /// The number of lanes of a type that a vector has, on the core that the code is made for.
    pub fn lanes<T: Number>(&self) -> Var<'_, u64> {
        let count = self.fresh::<u64>();
        self.push(Inst::LaneCount(Int(count.number), T::TYPE));
        count
    }

    /// A new vector with the same number in every lane.
    pub fn vector<'k, T: Number>(&'k self, number: impl Into<LaneOperand<'k, T>>) -> Vars<'k, T> {
        let vars = self.vars::<T>();
        let d = vars.register();
        self.push(match (number.into(), T::TYPE) {
            (LaneOperand::Vars(from), _) => Inst::CopyVector(d, from.register()),
            (LaneOperand::Var(from), Type::Int(of)) => Inst::LaneBroadcast(d, Int(from.number), of),
            (LaneOperand::Var(from), Type::Float(of)) => Inst::BroadcastLane(d, Vector(from.number), 0, of),
            (LaneOperand::Number(number), Type::Int(of)) => {
                Inst::LaneConst(d, of.extended(number.bits()) as i64, of)
            }
            (LaneOperand::Number(number), Type::Float(of)) => float_const(d, number.bits(), of),
        });
        vars
    }

    /// The register of an operand: a new one, unless it is a vector.
    pub(super) fn lane_operand<'k, T: Number>(&'k self, operand: LaneOperand<'k, T>) -> Vars<'k, T> {
        match operand {
            LaneOperand::Vars(vars) => vars,
            number => self.vector(number),
        }
    }

    /// A whole vector from memory, some bytes from an address.
    pub fn load_vector<T: Number>(&self, base: Var<'_, u64>, offset: impl Into<Offset>) -> Vars<'_, T> {
        let vars = self.vars::<T>();
        self.push(Inst::VectorLoad(vars.register(), address(base, offset), T::TYPE));
        vars
    }

    /// Stores a whole vector, some bytes from an address.
    pub fn store_vector<T: Number>(&self, vars: Vars<'_, T>, base: Var<'_, u64>, offset: impl Into<Offset>) {
        self.push(Inst::VectorStore(vars.register(), address(base, offset), T::TYPE));
    }

    /// The lowest lanes from memory, some bytes from an address; the others are zero. No byte
    /// behind them is read.
    pub fn load_lanes<T: Number>(
        &self,
        count: u8,
        base: Var<'_, u64>,
        offset: impl Into<Offset>,
    ) -> Vars<'_, T> {
        let (vars, from) = (self.vars::<T>(), address(base, offset));
        self.push(match T::TYPE {
            Type::Int(of) => Inst::LaneLoad(vars.register(), from, IntLanes { of, count }),
            Type::Float(of) => Inst::Load(vars.register(), from, Lanes { dtype: of.elements(), count }),
        });
        vars
    }

    /// Stores the lowest lanes, some bytes from an address.
    pub fn store_lanes<T: Number>(
        &self,
        vars: Vars<'_, T>,
        count: u8,
        base: Var<'_, u64>,
        offset: impl Into<Offset>,
    ) {
        let (a, to) = (vars.register(), address(base, offset));
        self.push(match T::TYPE {
            Type::Int(of) => Inst::LaneStore(a, to, IntLanes { of, count }),
            Type::Float(of) => Inst::Store(a, to, Lanes { dtype: of.elements(), count }),
        });
    }
}

fn address(base: Var<'_, u64>, offset: impl Into<Offset>) -> Address {
    Address { base: Int(base.number), offset: offset.into() }
}

impl<'k, T: Number> Vars<'k, T> {
    /// Its register.
    #[must_use]
    pub const fn register(self) -> Vector {
        Vector(self.number)
    }

    /// A new register with a copy.
    #[must_use]
    pub fn copy(self) -> Self {
        self.writer.vector(self)
    }

    /// Takes the numbers of another vector, or a number for every lane.
    pub fn set(self, value: impl Into<LaneOperand<'k, T>>) {
        let value = self.writer.lane_operand(value.into());
        self.writer.push(Inst::CopyVector(self.register(), value.register()));
    }

    /// The same register, whose bits are lanes of another type.
    #[must_use]
    pub const fn cast<U: Number>(self) -> Vars<'k, U> {
        Vars { writer: self.writer, number: self.number, of: PhantomData }
    }

    /// A lane, counted from the lowest.
    #[must_use]
    pub fn lane(self, lane: u8) -> Var<'k, T> {
        let var = self.writer.fresh::<T>();
        self.writer.push(match T::TYPE {
            Type::Int(of) => Inst::LaneExtract(Int(var.number), self.register(), lane, of),
            Type::Float(of) => Inst::BroadcastLane(Vector(var.number), self.register(), lane, of),
        });
        var
    }

    /// Changes a lane; the others keep their numbers.
    pub fn set_lane(self, lane: u8, number: Var<'k, T>) {
        match T::TYPE {
            Type::Int(of) => {
                self.writer.push(Inst::LaneInsert(self.register(), Int(number.number), lane, of));
            }
            Type::Float(of) => {
                let bits = self.writer.fresh::<u64>();
                self.writer.push(Inst::ExtractLane(Int(bits.number), Vector(number.number), 0, of));
                self.writer.push(Inst::InsertLane(self.register(), Int(bits.number), lane, of));
            }
        }
    }

    /// A new vector with one lane in every lane.
    #[must_use]
    pub fn spread(self, lane: u8) -> Self {
        let vars = self.writer.vars();
        self.writer.push(match T::TYPE {
            Type::Int(of) => Inst::LaneSpread(vars.register(), self.register(), lane, of),
            Type::Float(of) => Inst::BroadcastLane(vars.register(), self.register(), lane, of),
        });
        vars
    }

    /// An operation on two vectors, into a register.
    fn operate(self, d: Self, op: (LaneOp, VectorOp), other: LaneOperand<'k, T>) {
        let (d, a, b) = (d.register(), self.register(), self.writer.lane_operand(other).register());
        self.writer.push(match T::TYPE {
            Type::Int(of) => Inst::LaneBinary(op.0, d, a, b, of),
            Type::Float(of) => Inst::Binary(op.1, d, a, b, of),
        });
    }

    pub(super) fn operated(self, op: (LaneOp, VectorOp), other: LaneOperand<'k, T>) -> Self {
        let d = self.writer.vars();
        self.operate(d, op, other);
        d
    }

    /// An operation on one vector, into a new register.
    fn unary(self, op: (LaneUnaryOp, UnaryVectorOp)) -> Self {
        let d = self.writer.vars::<T>();
        self.writer.push(match T::TYPE {
            Type::Int(of) => Inst::LaneUnary(op.0, d.register(), self.register(), of),
            Type::Float(of) => Inst::Unary(op.1, d.register(), self.register(), of),
        });
        d
    }

    /// The lesser one in each lane.
    #[must_use]
    pub fn min(self, other: impl Into<LaneOperand<'k, T>>) -> Self {
        self.operated((LaneOp::Min, VectorOp::Min), other.into())
    }

    /// The greater one in each lane.
    #[must_use]
    pub fn max(self, other: impl Into<LaneOperand<'k, T>>) -> Self {
        self.operated((LaneOp::Max, VectorOp::Max), other.into())
    }

    /// Without the sign; integers modulo the type's range.
    #[must_use]
    pub fn abs(self) -> Self {
        self.unary((LaneUnaryOp::Absolute, UnaryVectorOp::Absolute))
    }
}

impl<'k, T: Float> Vars<'k, T> {
    /// Adds the product of two vectors, rounded once.
    pub fn add_product(self, a: impl Into<LaneOperand<'k, T>>, b: impl Into<LaneOperand<'k, T>>) {
        let [a, b] = [a.into(), b.into()].map(|operand| self.writer.lane_operand(operand).register());
        self.writer.push(Inst::MultiplyAdd(self.register(), a, b, T::FLOAT));
    }

    fn float(self, op: UnaryVectorOp) -> Self {
        let d = self.writer.vars();
        self.writer.push(Inst::Unary(op, d.register(), self.register(), T::FLOAT));
        d
    }

    /// The square roots, rounded once.
    #[must_use]
    pub fn sqrt(self) -> Self {
        self.float(UnaryVectorOp::SquareRoot)
    }

    /// The greatest integers that are not greater.
    #[must_use]
    pub fn floor(self) -> Self {
        self.float(UnaryVectorOp::Floor)
    }

    /// The least integers that are not less.
    #[must_use]
    pub fn ceil(self) -> Self {
        self.float(UnaryVectorOp::Ceil)
    }

    /// The nearest integers, ties to even.
    #[must_use]
    pub fn round(self) -> Self {
        self.float(UnaryVectorOp::Round)
    }

    /// The nearest integers that are not farther from zero.
    #[must_use]
    pub fn trunc(self) -> Self {
        self.float(UnaryVectorOp::Trunc)
    }
}

impl<'k, T: Integer> Vars<'k, T> {
    fn lanewise(self, op: LaneOp, other: LaneOperand<'k, T>) -> Self {
        let (d, b) = (self.writer.vars(), self.writer.lane_operand(other));
        self.writer.push(Inst::LaneBinary(op, d.register(), self.register(), b.register(), T::INT));
        d
    }

    /// The sums, or the numbers of the type that are nearest to them.
    #[must_use]
    pub fn add_saturating(self, other: impl Into<LaneOperand<'k, T>>) -> Self {
        self.lanewise(LaneOp::AddSaturating, other.into())
    }

    /// The differences, or the numbers of the type that are nearest to them.
    #[must_use]
    pub fn sub_saturating(self, other: impl Into<LaneOperand<'k, T>>) -> Self {
        self.lanewise(LaneOp::SubSaturating, other.into())
    }

    /// The upper halves of the products, which have twice the bits.
    #[must_use]
    pub fn mul_high(self, other: impl Into<LaneOperand<'k, T>>) -> Self {
        self.lanewise(LaneOp::MulHigh, other.into())
    }

    /// How many ones each lane has.
    #[must_use]
    pub fn ones(self) -> Self {
        let d = self.writer.vars();
        self.writer.push(Inst::LaneUnary(LaneUnaryOp::Ones, d.register(), self.register(), T::INT));
        d
    }

    fn shifted(self, how: LaneShift, by: u8) -> Self {
        let d = self.writer.vars();
        self.writer.push(Inst::LaneShift(how, d.register(), self.register(), by, T::INT));
        d
    }

    fn reduced(self, op: ReduceOp) -> Var<'k, T> {
        let d = self.writer.fresh::<T>();
        self.writer.push(Inst::LaneReduce(op, Int(d.number), self.register(), T::INT));
        d
    }

    /// The sum of all lanes, modulo the type's range.
    #[must_use]
    pub fn sum_of_lanes(self) -> Var<'k, T> {
        self.reduced(ReduceOp::Sum)
    }

    /// The least lane.
    #[must_use]
    pub fn min_of_lanes(self) -> Var<'k, T> {
        self.reduced(ReduceOp::Min)
    }

    /// The greatest lane.
    #[must_use]
    pub fn max_of_lanes(self) -> Var<'k, T> {
        self.reduced(ReduceOp::Max)
    }

    /// Lanes of two vectors in a type with half the bits, modulo its range: those of this one below those of
    /// the other. The types have to have these sizes, as [`Writer::finish`] says.
    #[must_use]
    pub fn narrow<N: Integer>(self, upper: Self) -> Vars<'k, N> {
        self.narrowed(NarrowOp::Wrap, upper)
    }

    /// The same with the nearest numbers of the type.
    #[must_use]
    pub fn narrow_saturating<N: Integer>(self, upper: Self) -> Vars<'k, N> {
        self.narrowed(NarrowOp::Saturate, upper)
    }

    fn narrowed<N: Integer>(self, op: NarrowOp, upper: Self) -> Vars<'k, N> {
        let d = self.writer.vars();
        self.writer.push(Inst::LaneNarrow(
            op,
            d.register(),
            self.register(),
            upper.register(),
            N::INT,
            T::INT,
        ));
        d
    }
}

impl<'k, T: Widens> Vars<'k, T> {
    fn widened(self, half: Half) -> Vars<'k, T::Wide> {
        let d = self.writer.vars();
        self.writer.push(Inst::LaneWiden(half, d.register(), self.register(), T::Wide::INT, T::INT));
        d
    }

    /// The lower and the upper half of the lanes, in a type with twice the bits.
    #[must_use]
    pub fn widen(self) -> [Vars<'k, T::Wide>; 2] {
        [Half::Low, Half::High].map(|half| self.widened(half))
    }

    fn wide(self, ops: [WideOp; 2], other: LaneOperand<'k, T>) -> [Vars<'k, T::Wide>; 2] {
        let other = self.writer.lane_operand(other);
        ops.map(|op| {
            let (d, a, b) = (self.writer.vars(), self.register(), other.register());
            self.writer.push(Inst::LaneWide(op, d.register(), a, b, T::Wide::INT, T::INT));
            d
        })
    }

    /// The sums of the lower and of the upper half of the lanes, in a type that holds them.
    #[must_use]
    pub fn add_wide(self, other: impl Into<LaneOperand<'k, T>>) -> [Vars<'k, T::Wide>; 2] {
        self.wide([WideOp::AddLow, WideOp::AddHigh], other.into())
    }

    /// The differences of the lower and of the upper half of the lanes, in a type with twice the bits.
    #[must_use]
    pub fn sub_wide(self, other: impl Into<LaneOperand<'k, T>>) -> [Vars<'k, T::Wide>; 2] {
        self.wide([WideOp::SubLow, WideOp::SubHigh], other.into())
    }

    /// The products of the lower and of the upper half of the lanes, in a type that holds them.
    #[must_use]
    pub fn mul_wide(self, other: impl Into<LaneOperand<'k, T>>) -> [Vars<'k, T::Wide>; 2] {
        self.wide([WideOp::MulLow, WideOp::MulHigh], other.into())
    }
}

impl<'k> Vars<'k, i32> {
    /// The numbers in single precision, each rounded once.
    #[must_use]
    pub fn to_f32(self) -> Vars<'k, f32> {
        let d = self.writer.vars();
        self.writer.push(Inst::FromInt32(d.register(), self.register()));
        d
    }
}

impl<'k> Vars<'k, f32> {
    /// The numbers without their fraction, and the nearest of the type where that has none so
    /// far; a NaN becomes 0.
    #[must_use]
    pub fn to_i32(self) -> Vars<'k, i32> {
        let d = self.writer.vars();
        self.writer.push(Inst::ToInt32(d.register(), self.register()));
        d
    }
}

impl<'k> Vars<'k, u8> {
    /// In each 16 bytes, those bytes of the same 16 bytes of this vector whose numbers are in the other; 0
    /// where the number is not one.
    #[must_use]
    pub fn look_up(self, numbers: Self) -> Self {
        let d = self.writer.vars();
        self.writer.push(Inst::LookUp(d.register(), self.register(), numbers.register()));
        d
    }
}

impl<T: Number> Neg for Vars<'_, T> {
    type Output = Self;

    fn neg(self) -> Self {
        self.unary((LaneUnaryOp::Negate, UnaryVectorOp::Negate))
    }
}

impl<T: Integer> Not for Vars<'_, T> {
    type Output = Self;

    fn not(self) -> Self {
        let d = self.writer.vars();
        self.writer.push(Inst::LaneUnary(LaneUnaryOp::Not, d.register(), self.register(), T::INT));
        d
    }
}

/// By a number, from 0 to one less than the lanes' bits.
impl<T: Integer> Shl<u8> for Vars<'_, T> {
    type Output = Self;

    fn shl(self, by: u8) -> Self {
        self.shifted(LaneShift::Left, by)
    }
}

/// By a number, from 1 to the lanes' bits; the sign follows, if the type has one.
impl<T: Integer> Shr<u8> for Vars<'_, T> {
    type Output = Self;

    fn shr(self, by: u8) -> Self {
        self.shifted(LaneShift::Right, by)
    }
}

operators! { Vars LaneOperand Number:
    Add add (LaneOp::Add, VectorOp::Add), AddAssign add_assign;
    Sub sub (LaneOp::Sub, VectorOp::Sub), SubAssign sub_assign;
    Mul mul (LaneOp::Mul, VectorOp::Mul), MulAssign mul_assign;
}

// There are no such operations on lanes of integers, so these are never asked for.
operators! { Vars LaneOperand Float:
    Div div (LaneOp::Add, VectorOp::Div), DivAssign div_assign;
}

// Nor such ones on numbers of floating point.
operators! { Vars LaneOperand Integer:
    BitAnd bitand (LaneOp::And, VectorOp::And), BitAndAssign bitand_assign;
    BitOr bitor (LaneOp::Or, VectorOp::Or), BitOrAssign bitor_assign;
    BitXor bitxor (LaneOp::Xor, VectorOp::Xor), BitXorAssign bitxor_assign;
}
