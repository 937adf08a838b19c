//! Writes a [`Func`] with operators and closures.
//!
//! A [`Var`] is a register with the type of its numbers, so that Rust's compiler refuses types that do not match.
//! Operators append instructions, and cannot return an error: the first one is kept, and [`Writer::finish`] returns it.
//!
//! ```
//! use tensmith_core::kernel::Writer;
//!
//! # fn main() -> Result<(), tensmith_core::kernel::func::FuncError> {
//! let k = Writer::new("sum")?;
//! let (mut x, n) = (k.argument::<u64>(), k.argument::<u64>());
//! k.returns::<f32>();
//! let mut sum = k.number(0.0f32);
//! let mut at = k.number(0u64);
//! k.while_(at.lt(n), || {
//!     sum += k.load::<f32>(x, 0) * 2.0;
//!     x += 4;
//!     at += 1;
//! });
//! k.return_(sum);
//! let func = k.finish()?;
//! assert!(func.to_string().contains("while lt.u64"));
//! # Ok(())
//! # }
//! ```
//!
//! A condition compares registers. What computes them stands before it: for a condition of a loop that is computed
//! before each pass, there is [`Writer::while_computed`], and for one that is computed behind other branches
//! [`Branches::elif_computed`].
//!
//! Tests: `tests/tests/kernel_language_examples.rs`.

use super::access::{Address, Offset};
use super::builder::Builder;
use super::check::check;
use super::condition::{Condition, Value};
use super::func::{CalleeId, Func, FuncError, Inst, Int, Lanes, Spill, Vector};
use super::int_op::{Compare, IntOp};
use super::int_type::IntType;
use super::signature::Type;
use super::vector_op::{UnaryVectorOp, VectorOp};
use crate::DType;
use crate::fallible::OutOfMemory;
use core::cell::RefCell;
use core::marker::PhantomData;
use core::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul,
    MulAssign, Rem, RemAssign, Shl, Shr, Sub, SubAssign,
};

/// A function in the making.
#[derive(Debug)]
pub struct Writer {
    state: RefCell<State>,
}

#[derive(Debug)]
struct State {
    builder: Builder,
    error: Option<OutOfMemory>,
}

/// A register with numbers of a type.
#[derive(Debug)]
pub struct Var<'k, T> {
    writer: &'k Writer,
    number: u32,
    of: PhantomData<T>,
}

impl<T> Clone for Var<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Var<'_, T> {}

/// A type of numbers: integers of 8 to 64 bits, `f32` and `f64`.
pub trait Number: Copy {
    /// The type in functions.
    const TYPE: Type;

    /// Its bits, and zeros above.
    fn bits(self) -> u64;
}

/// A type of integers.
pub trait Integer: Number {
    /// The type in functions.
    const INT: IntType;
}

/// A type of floating point.
pub trait Float: Number {
    /// The type in functions.
    const DTYPE: DType;
}

macro_rules! integers {
    ($($type:ident $int:ident;)*) => { $(
        impl Number for $type {
            const TYPE: Type = Type::Int(IntType::$int);

            fn bits(self) -> u64 {
                i128::from(self) as u64 & IntType::$int.mask()
            }
        }

        impl Integer for $type {
            const INT: IntType = IntType::$int;
        }
    )* };
}

integers! { i8 I8; i16 I16; i32 I32; i64 I64; u8 U8; u16 U16; u32 U32; u64 U64; }

macro_rules! floats {
    ($($type:ident $dtype:ident;)*) => { $(
        impl Number for $type {
            const TYPE: Type = Type::Float(DType::$dtype);

            fn bits(self) -> u64 {
                self.to_bits().into()
            }
        }

        impl Float for $type {
            const DTYPE: DType = DType::$dtype;
        }
    )* };
}

floats! { f32 F32; f64 F64; }

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
    number: u32,
    of: Type,
    writer: PhantomData<&'k Writer>,
}

impl<'k, T: Number> From<Var<'k, T>> for Passed<'k> {
    fn from(var: Var<'k, T>) -> Self {
        Self { number: var.number, of: T::TYPE, writer: PhantomData }
    }
}

impl Writer {
    /// A function without arguments.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn new(name: &'static str) -> Result<Self, OutOfMemory> {
        let state = State { builder: Builder::new(name)?, error: None };
        Ok(Self { state: RefCell::new(state) })
    }

    /// The finished, checked function.
    ///
    /// # Errors
    /// [`FuncError`], and [`OutOfMemory`] from any step before.
    pub fn finish(self) -> Result<Func, FuncError> {
        let State { builder, error } = self.state.into_inner();
        let func = error.map_or_else(|| builder.finish(), Err)?;
        check(&func)?;
        Ok(func)
    }

    /// Does something to the builder, and keeps its first error.
    fn with<R>(&self, default: R, write: impl FnOnce(&mut Builder) -> Result<R, OutOfMemory>) -> R {
        // No closure that is called here borrows the state: this is never refused.
        let Ok(mut state) = self.state.try_borrow_mut() else { return default };
        match write(&mut state.builder) {
            Ok(result) => result,
            Err(error) => {
                state.error.get_or_insert(error);
                default
            }
        }
    }

    /// Appends an instruction.
    pub fn push(&self, inst: Inst) {
        self.with((), |builder| builder.push(inst));
    }

    fn var<T>(&self, number: u32) -> Var<'_, T> {
        Var { writer: self, number, of: PhantomData }
    }

    /// A new register.
    fn fresh<T: Number>(&self) -> Var<'_, T> {
        self.var(self.with(0, |builder| {
            Ok(match T::TYPE {
                Type::Int(_) => builder.int().0,
                Type::Float(_) => builder.vector().0,
            })
        }))
    }

    /// The next argument.
    pub fn argument<T: Number>(&self) -> Var<'_, T> {
        self.var(self.with(0, |builder| match T::TYPE {
            Type::Int(of) => builder.int_argument(of).map(|register| register.0),
            Type::Float(dtype) => builder.float_argument(dtype).map(|register| register.0),
        }))
    }

    /// Says the type of the function's result.
    pub fn returns<T: Number>(&self) {
        self.with((), |builder| {
            builder.result(T::TYPE);
            Ok(())
        });
    }

    /// Says whether vectors may be kept in the frame.
    pub fn spills(&self, spill: Spill) {
        self.with((), |builder| {
            builder.spill(spill);
            Ok(())
        });
    }

    /// A new register with a number.
    pub fn number<T: Number>(&self, number: T) -> Var<'_, T> {
        let var = self.fresh::<T>();
        self.push(match T::TYPE {
            Type::Int(of) => Inst::IntConst(Int(var.number), of.extended(number.bits()) as i64, of),
            Type::Float(dtype) => Inst::Number(Vector(var.number), number.bits(), dtype),
        });
        var
    }

    /// The register of an operand: a new one for a number.
    fn operand<'k, T: Number>(&'k self, operand: Operand<'k, T>) -> Var<'k, T> {
        match operand {
            Operand::Var(var) => var,
            Operand::Number(number) => self.number(number),
        }
    }

    /// A number from memory, some bytes from an address.
    pub fn load<T: Number>(&self, base: Var<'_, u64>, offset: impl Into<Offset>) -> Var<'_, T> {
        let (var, from) = (self.fresh::<T>(), Address { base: Int(base.number), offset: offset.into() });
        self.push(match T::TYPE {
            Type::Int(of) => Inst::IntLoad(Int(var.number), from, of),
            Type::Float(dtype) => Inst::Load(Vector(var.number), from, Lanes { dtype, count: 1 }),
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
            Type::Float(dtype) => Inst::Store(Vector(var.number), to, Lanes { dtype, count: 1 }),
        });
    }

    /// Declares a function that is called: its name, and the types of its arguments and of its result. One with more
    /// arguments than calls pass is refused in the end, where it is called.
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
            Type::Float(dtype) => Inst::ResultFloat(Vector(result.number), dtype),
        });
        result
    }

    /// Calls a function for what it does.
    pub fn run<'k>(&'k self, callee: CalleeId, arguments: impl IntoIterator<Item = Passed<'k>>) {
        for Passed { number, of, .. } in arguments {
            self.push(match of {
                Type::Int(of) => Inst::PassInt(Int(number), of),
                Type::Float(dtype) => Inst::PassFloat(Vector(number), dtype),
            });
        }
        self.push(Inst::Call(callee));
    }

    /// What `body` writes runs if a condition holds. More branches may follow.
    pub fn if_(&self, condition: Condition, body: impl FnOnce()) -> Branches<'_> {
        self.push(Inst::If(condition));
        body();
        Branches { writer: self, ends: 1 }
    }

    /// What `body` writes runs for as long as a condition holds.
    pub fn while_(&self, condition: Condition, body: impl FnOnce()) {
        self.push(Inst::While(condition));
        body();
        self.push(Inst::End);
    }

    /// What `body` writes runs for as long as a condition holds that is computed before each pass.
    pub fn while_computed(&self, condition: impl FnOnce() -> Condition, body: impl FnOnce()) {
        self.push(Inst::Repeat);
        let condition = condition();
        self.unless(condition, || self.break_(1));
        body();
        self.push(Inst::End);
    }

    /// What `body` writes runs unless a condition holds.
    fn unless(&self, condition: Condition, body: impl FnOnce()) {
        match condition {
            Condition::Ints(how, a, b, of) => self.push(Inst::If(Condition::Ints(how.negated(), a, b, of))),
            // With a NaN, neither it nor its opposite may hold.
            Condition::Floats(..) => {
                self.push(Inst::If(condition));
                self.push(Inst::Else);
            }
        }
        body();
        self.push(Inst::End);
    }

    /// What `body` writes runs as often as a number says, at least once.
    pub fn times<'k>(&'k self, passes: impl Into<Operand<'k, u64>>, body: impl FnOnce()) {
        let counter = match passes.into() {
            Operand::Var(var) => var.copy(),
            Operand::Number(number) => self.number(number),
        };
        self.push(Inst::Loop(Int(counter.number)));
        body();
        self.push(Inst::End);
    }

    /// What `body` writes runs until it is left.
    pub fn repeat(&self, body: impl FnOnce()) {
        self.push(Inst::Repeat);
        body();
        self.push(Inst::End);
    }

    /// Leaves the innermost loops: so many, from 1.
    pub fn break_(&self, levels: u8) {
        self.push(Inst::Break(levels));
    }

    /// Goes on with the next pass of a loop: the innermost is number 1.
    pub fn continue_(&self, levels: u8) {
        self.push(Inst::Continue(levels));
    }

    /// Returns a number.
    pub fn return_<'k, T: Number>(&'k self, number: impl Into<Operand<'k, T>>) {
        let var = self.operand(number.into());
        self.push(match T::TYPE {
            Type::Int(_) => Inst::ReturnInt(Int(var.number)),
            Type::Float(dtype) => Inst::ReturnFloat(Vector(var.number), dtype),
        });
    }

    /// Returns from a function without a result.
    pub fn leave(&self) {
        self.push(Inst::Return);
    }
}

/// The branches of a condition so far. When it is dropped, they end.
#[derive(Debug)]
pub struct Branches<'k> {
    writer: &'k Writer,
    ends: usize,
}

impl Branches<'_> {
    /// What `body` writes runs if no condition before holds, and this one does.
    pub fn elif(self, condition: Condition, body: impl FnOnce()) -> Self {
        self.writer.push(Inst::ElseIf(condition));
        body();
        self
    }

    /// What `body` writes runs if no condition before holds, and this one does, which is computed then.
    pub fn elif_computed(mut self, condition: impl FnOnce() -> Condition, body: impl FnOnce()) -> Self {
        self.writer.push(Inst::Else);
        let condition = condition();
        self.writer.push(Inst::If(condition));
        self.ends = self.ends.saturating_add(1);
        body();
        self
    }

    /// What `body` writes runs if no condition before holds.
    pub fn else_(self, body: impl FnOnce()) {
        self.writer.push(Inst::Else);
        body();
    }
}

impl Drop for Branches<'_> {
    fn drop(&mut self) {
        (0..self.ends).for_each(|_| self.writer.push(Inst::End));
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

    /// The number in another type, as [`Inst::IntConvert`], [`Inst::FromInt`], [`Inst::ToInt`] and [`Inst::Convert`] say.
    #[must_use]
    pub fn to<U: Number>(self) -> Var<'k, U> {
        let var = self.writer.fresh::<U>();
        self.writer.push(match (U::TYPE, T::TYPE) {
            (Type::Int(to), Type::Int(from)) => Inst::IntConvert(Int(var.number), Int(self.number), to, from),
            (Type::Float(dtype), Type::Int(from)) => {
                Inst::FromInt(Vector(var.number), Int(self.number), dtype, from)
            }
            (Type::Int(to), Type::Float(dtype)) => {
                Inst::ToInt(Int(var.number), Vector(self.number), to, dtype)
            }
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
            (Type::Float(dtype), other) => {
                let other = self.writer.operand(other);
                Condition::Floats(how, Vector(self.number), Vector(other.number), dtype)
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
            (Type::Float(dtype), other) => {
                let b = self.writer.operand(other);
                Inst::Binary(op.1, Vector(d), Vector(a), Vector(b.number), dtype)
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
        self.writer.push(Inst::Unary(UnaryVectorOp::SquareRoot, to, from, T::DTYPE));
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

/// Operators, and those that assign.
macro_rules! operators {
    ($bound:ident: $($trait:ident $method:ident $op:expr $(, $assign:ident $assigning:ident)?;)*) => { $(
        impl<'k, T: $bound, R: Into<Operand<'k, T>>> $trait<R> for Var<'k, T> {
            type Output = Self;

            fn $method(self, other: R) -> Self {
                self.operated($op, other.into())
            }
        }

        $(impl<'k, T: $bound, R: Into<Operand<'k, T>>> $assign<R> for Var<'k, T> {
            fn $assigning(&mut self, other: R) {
                self.operate(*self, $op, other.into());
            }
        })?
    )* };
}

operators! { Number:
    Add add (IntOp::Add, VectorOp::Add), AddAssign add_assign;
    Sub sub (IntOp::Sub, VectorOp::Sub), SubAssign sub_assign;
    Mul mul (IntOp::Mul, VectorOp::Mul), MulAssign mul_assign;
    Div div (IntOp::Div, VectorOp::Div), DivAssign div_assign;
}

// There are no such operations on numbers of floating point, so these are never asked for.
operators! { Integer:
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
