//! Registers with one number, and operators.

use super::super::access::{Address, Lanes, Offset};
use super::super::callee::CalleeId;
use super::super::condition::{Condition, Value};
use super::super::int_op::{Compare, IntOp};
use super::super::register::{Int, Vector};
use super::super::signature::Type;
use super::super::table::Inst;
use super::super::vector_op::{UnaryVectorOp, VectorOp};
use super::number::float_const;
use super::{Float, Integer, Number, Writer};
use core::marker::PhantomData;
use core::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul,
    MulAssign, Rem, RemAssign, Shl, Shr, Sub, SubAssign,
};

/// A register with numbers of a type.
#[derive(Debug)]
pub struct Var<'k, T> {
    pub(super) writer: &'k Writer,
    pub(super) number: u32,
    pub(super) of: PhantomData<T>,
}

impl<T> Clone for Var<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Var<'_, T> {}

/// A register or a number: the second operand of operators.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'k, T> {
    /// A register.
    Var(Var<'k, T>),
    /// A number.
    Number(T),
}

impl<'k, T> From<Var<'k, T>> for Operand<'k, T> {
    fn from(var: Var<'k, T>) -> Self {
        Self::Var(var)
    }
}

impl<T: Number> From<T> for Operand<'_, T> {
    fn from(number: T) -> Self {
        Self::Number(number)
    }
}

/// A register that is passed to a function, with the type of its number.
#[derive(Clone, Copy, Debug)]
pub struct Passed<'k> {
    pub(super) number: u32,
    pub(super) of: Type,
    writer: PhantomData<&'k Writer>,
}

impl<'k, T: Number> From<Var<'k, T>> for Passed<'k> {
    fn from(var: Var<'k, T>) -> Self {
        Self { number: var.number, of: T::TYPE, writer: PhantomData }
    }
}

impl Writer {
    /// The next argument.
    pub fn argument<T: Number>(&self) -> Var<'_, T> {
        self.var(self.with(0, |builder| match T::TYPE {
            Type::Int(of) => builder.int_argument(of).map(|register| register.0),
            Type::Float(of) => builder.float_argument(of).map(|register| register.0),
        }))
    }

    /// A new register with a number.
    pub fn number<T: Number>(&self, number: T) -> Var<'_, T> {
        let var = self.fresh::<T>();
        self.push(match T::TYPE {
            Type::Int(of) => Inst::IntConst(Int(var.number), of.extended(number.bits()) as i64, of),
            Type::Float(of) => float_const(Vector(var.number), number.bits(), of),
        });
        var
    }

    /// Loads a number, some bytes from an address.
    pub fn load<T: Number>(&self, base: Var<'_, u64>, offset: impl Into<Offset>) -> Var<'_, T> {
        let (var, from) = (self.fresh::<T>(), Address { base: Int(base.number), offset: offset.into() });
        self.push(match T::TYPE {
            Type::Int(of) => Inst::IntLoad(Int(var.number), from, of),
            Type::Float(of) => Inst::Load(Vector(var.number), from, Lanes { dtype: of.elements(), count: 1 }),
        });
        var
    }

    /// Stores a number, some bytes from an address.
    pub fn store<'k, T: Number>(
        &'k self,
        number: impl Into<Operand<'k, T>>,
        base: Var<'_, u64>,
        offset: impl Into<Offset>,
    ) {
        let (var, to) =
            (self.operand(number.into()), Address { base: Int(base.number), offset: offset.into() });
        self.push(match T::TYPE {
            Type::Int(of) => Inst::IntStore(Int(var.number), to, of),
            Type::Float(of) => Inst::Store(Vector(var.number), to, Lanes { dtype: of.elements(), count: 1 }),
        });
    }

    /// Declares a function that is called: its name, and the types of its arguments and of its result. One
    /// with more arguments than calls pass is refused in the end, where it is called.
    pub fn callee(&self, name: &'static str, arguments: &[Type], result: Option<Type>) -> CalleeId {
        let declared = self.with(None, |builder| builder.callee(name, arguments, result));
        declared.unwrap_or(CalleeId::LAST)
    }

    /// Calls a function, which returns a number.
    pub fn call<'k, T: Number>(
        &'k self,
        callee: CalleeId,
        arguments: impl IntoIterator<Item = Passed<'k>>,
    ) -> Var<'k, T> {
        self.run(callee, arguments);
        let result = self.fresh::<T>();
        self.push(match T::TYPE {
            Type::Int(of) => Inst::ResultInt(Int(result.number), of),
            Type::Float(of) => Inst::ResultFloat(Vector(result.number), of),
        });
        result
    }

    /// Calls a function for what it does.
    pub fn run<'k>(&'k self, callee: CalleeId, arguments: impl IntoIterator<Item = Passed<'k>>) {
        for Passed { number, of, .. } in arguments {
            self.push(match of {
                Type::Int(of) => Inst::PassInt(Int(number), of),
                Type::Float(of) => Inst::PassFloat(Vector(number), of),
            });
        }
        self.push(Inst::Call(callee));
    }

    fn var<T>(&self, number: u32) -> Var<'_, T> {
        Var { writer: self, number, of: PhantomData }
    }

    /// A new register.
    pub(super) fn fresh<T: Number>(&self) -> Var<'_, T> {
        self.var(self.with(0, |builder| {
            Ok(match T::TYPE {
                Type::Int(_) => builder.int().0,
                Type::Float(_) => builder.vector().0,
            })
        }))
    }

    /// The register of an operand: a new one for a number.
    pub(super) fn operand<'k, T: Number>(&'k self, operand: Operand<'k, T>) -> Var<'k, T> {
        match operand {
            Operand::Var(var) => var,
            Operand::Number(number) => self.number(number),
        }
    }
}

impl<'k, T: Number> Var<'k, T> {
    /// Its register as an offset from an address, in bytes.
    #[must_use]
    pub const fn offset(self) -> Offset {
        Offset::Register(Int(self.number))
    }

    /// A new register with a copy.
    #[must_use]
    pub fn copy(self) -> Self {
        let copy = self.writer.fresh::<T>();
        copy.set(self);
        copy
    }

    /// Takes another value.
    pub fn set(self, value: impl Into<Operand<'k, T>>) {
        let value = self.writer.operand(value.into());
        self.writer.push(match T::TYPE {
            Type::Int(_) => Inst::Copy(Int(self.number), Int(value.number)),
            Type::Float(_) => Inst::CopyVector(Vector(self.number), Vector(value.number)),
        });
    }

    /// The number in another type, as [`Inst::IntConvert`], [`Inst::FromInt`], [`Inst::ToInt`] and
    /// [`Inst::Convert`] say.
    #[must_use]
    pub fn to<U: Number>(self) -> Var<'k, U> {
        let var = self.writer.fresh::<U>();
        self.writer.push(match (U::TYPE, T::TYPE) {
            (Type::Int(to), Type::Int(from)) => Inst::IntConvert(Int(var.number), Int(self.number), to, from),
            (Type::Float(of), Type::Int(from)) => {
                Inst::FromInt(Vector(var.number), Int(self.number), of, from)
            }
            (Type::Int(to), Type::Float(of)) => Inst::ToInt(Int(var.number), Vector(self.number), to, of),
            (Type::Float(to), Type::Float(from)) if to == from => {
                Inst::CopyVector(Vector(var.number), Vector(self.number))
            }
            (Type::Float(to), Type::Float(_)) => Inst::Convert(Vector(var.number), Vector(self.number), to),
        });
        var
    }

    fn compare(self, how: Compare, other: Operand<'k, T>) -> Condition {
        match (T::TYPE, other) {
            (Type::Int(of), Operand::Number(number)) => {
                let number = Value::Const(of.extended(number.bits()) as i64);
                Condition::Ints(how, Int(self.number), number, of)
            }
            (Type::Int(of), Operand::Var(other)) => {
                Condition::Ints(how, Int(self.number), Value::Register(Int(other.number)), of)
            }
            (Type::Float(of), other) => {
                let other = self.writer.operand(other);
                Condition::Floats(how, Vector(self.number), Vector(other.number), of)
            }
        }
    }

    /// An operation on two numbers, into a register.
    fn operate(self, d: Var<'k, T>, op: (IntOp, VectorOp), other: Operand<'k, T>) {
        let (d, a) = (d.number, self.number);
        self.writer.push(match (T::TYPE, other) {
            (Type::Int(of), Operand::Number(number)) => {
                let number = Value::Const(of.extended(number.bits()) as i64);
                Inst::IntBinary(op.0, Int(d), Int(a), number, of)
            }
            (Type::Int(of), Operand::Var(b)) => {
                Inst::IntBinary(op.0, Int(d), Int(a), Value::Register(Int(b.number)), of)
            }
            (Type::Float(of), other) => {
                let b = self.writer.operand(other);
                Inst::Binary(op.1, Vector(d), Vector(a), Vector(b.number), of)
            }
        });
    }

    fn operated(self, op: (IntOp, VectorOp), other: Operand<'k, T>) -> Self {
        let d = self.writer.fresh::<T>();
        self.operate(d, op, other);
        d
    }

    /// The lesser one.
    #[must_use]
    pub fn min(self, other: impl Into<Operand<'k, T>>) -> Self {
        self.operated((IntOp::Min, VectorOp::Min), other.into())
    }

    /// The greater one.
    #[must_use]
    pub fn max(self, other: impl Into<Operand<'k, T>>) -> Self {
        self.operated((IntOp::Max, VectorOp::Max), other.into())
    }
}

impl<T: Float> Var<'_, T> {
    /// The square root.
    #[must_use]
    pub fn sqrt(self) -> Self {
        let d = self.writer.fresh::<T>();
        let (to, from) = (Vector(d.number), Vector(self.number));
        self.writer.push(Inst::Unary(UnaryVectorOp::SquareRoot, to, from, T::FLOAT));
        d
    }
}

/// Comparisons as methods.
macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident $how:ident;)*) => {
        impl<'k, T: Number> Var<'k, T> {
            $($(#[$doc])* #[must_use] pub fn $name(self, other: impl Into<Operand<'k, T>>) -> Condition {
                self.compare(Compare::$how, other.into())
            })*
        }
    };
}

comparisons! {
    /// Whether they are equal.
    eq Equal;
    /// Whether they differ.
    ne NotEqual;
    /// Whether it is less.
    lt Less;
    /// Whether it is less or equal.
    le LessEqual;
    /// Whether it is greater.
    gt Greater;
    /// Whether it is greater or equal.
    ge GreaterEqual;
}

operators! { Var Operand Number:
    Add add (IntOp::Add, VectorOp::Add), AddAssign add_assign;
    Sub sub (IntOp::Sub, VectorOp::Sub), SubAssign sub_assign;
    Mul mul (IntOp::Mul, VectorOp::Mul), MulAssign mul_assign;
    Div div (IntOp::Div, VectorOp::Div), DivAssign div_assign;
}

// There are no such operations on numbers of floating point, so these are never asked for.
operators! { Var Operand Integer:
    Rem rem (IntOp::Rem, VectorOp::Add), RemAssign rem_assign;
    BitAnd bitand (IntOp::And, VectorOp::And), BitAndAssign bitand_assign;
    BitOr bitor (IntOp::Or, VectorOp::Or), BitOrAssign bitor_assign;
    BitXor bitxor (IntOp::Xor, VectorOp::Xor), BitXorAssign bitxor_assign;
    Shl shl (IntOp::ShiftLeft, VectorOp::Add);
    Shr shr (IntOp::ShiftRight, VectorOp::Add);
}

impl From<i64> for Offset {
    fn from(bytes: i64) -> Self {
        Self::Const(bytes)
    }
}

impl<T: Number> From<Var<'_, T>> for Offset {
    fn from(var: Var<'_, T>) -> Self {
        var.offset()
    }
}
