//! A kernel over virtual registers, before any instruction set.
//!
//! The representation is machine-level: instructions name their destination
//! first, registers are virtual, unlimited and may be written many times, and a
//! vector has as many lanes as the target's vector registers hold. Control flow
//! is structured: [`Inst::Loop`], [`Inst::If`] and others open a block and [`Inst::End`] closes
//! it, in one flat list, so that no pass needs recursion; exits say how many loops they leave.
//!
//! Integers have types, which stand on instructions: a register holds the bits of one, and zeros above.
//!
//! An instruction stands for one machine instruction, or for the few that a
//! core needs where it lacks one: an access to three lanes, an offset that has
//! no immediate form, the update of a tile with the loads of its column. Nothing is reordered on the way
//! down, so a generator decides the order of its loads and multiply-adds.
//!
//! Here is the function; its instructions are rows of [`table`](super::table).
//!
//! Tests: `tests/tests/kernel_func.rs`, `tests/tests/codegen_allocate.rs`.

pub use super::access::{Address, IntLanes, Lanes, Offset};
pub use super::arithmetic::Arithmetic;
pub use super::callee::{Callee, CalleeId};
pub use super::condition::{Condition, Value};
pub use super::float::{Double, Single};
pub use super::float_type::FloatType;
pub use super::int_op::{Compare, IntOp, IntUnaryOp};
pub use super::int_type::IntType;
pub use super::lane_op::{Fp16Op, Half, LaneOp, LaneShift, LaneUnaryOp, NarrowOp, ReduceOp, WideOp};
pub use super::narrow_type::Narrow;
pub use super::parts::Parts;
pub use super::register::{
    FrameSlot, Int, MAX_REGISTERS, MAX_SLOTS, MAX_VECTOR_SLOTS, Mask, Vector, VectorSlot,
};
pub use super::signature::{Argument, Type};
pub use super::table::Inst;
pub use super::tile::{
    NumbersInMemory, Predicate, Registers, Source, TileUpdate, UpdateTypes, VectorsInMemory,
};
pub use super::vector_op::{DotTypes, Shift, Shuffle, UnaryVectorOp, UpdateKind, VectorOp};

use super::callee;
use crate::fallible::{Few, OutOfMemory, try_collect, try_few, try_string};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

/// The depth of loops at most, in nearly all functions.
pub(crate) const USUAL_DEPTH: usize = 8;

/// Whether there is code for what generators do not write. Where it is left out, liveness refuses such
/// functions, and later steps have nothing for them.
pub(crate) const LANGUAGE: bool = cfg!(feature = "language");

/// The number of arguments that take no memory of their own: nearly all functions have no more.
pub(crate) const USUAL_ARGUMENTS: usize = 8;

/// A kernel: its arguments and its instructions.
#[derive(Debug, PartialEq, Eq)]
pub struct Func {
    /// Name of the generator.
    pub(crate) name: Cow<'static, str>,
    /// The registers that hold the arguments at entry, in calling order.
    pub(crate) arguments: Few<Argument, USUAL_ARGUMENTS>,
    /// The number of arguments behind these. They are in the first places of the frame.
    pub(crate) kept_arguments: u8,
    /// The type of its result, if it has one.
    pub(crate) result: Option<Type>,
    /// The instructions.
    pub(crate) body: Vec<Inst>,
    /// One more than the greatest integer register.
    pub(crate) ints: u32,
    /// One more than the greatest vector register.
    pub(crate) vectors: u32,
    /// One more than the greatest place in the frame.
    pub(crate) slots: u8,
    /// One more than the greatest place for a vector in the frame.
    pub(crate) vector_slots: u8,
    /// Whether vectors may be kept there.
    pub(crate) spill: Spill,
    /// The functions that it calls, by number.
    pub(crate) callees: Vec<Callee>,
}

/// Whether vectors may be kept in the frame, where registers run out. Integers always may, as far as an
/// instruction set keeps them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Spill {
    /// They must not: the author of a kernel chooses its tile, and wants to know that it is too large.
    #[default]
    Refused,
    /// Those are that are accessed least, as far as loops go.
    Allowed,
}

/// Why a list of instructions is no function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FuncError {
    /// A block is not closed, or one is closed that was not opened.
    #[error("instruction {at}: blocks must be opened and closed in pairs")]
    Unbalanced {
        /// Index of the instruction.
        at: usize,
    },
    /// A branch begins that belongs to no condition.
    #[error("instruction {at}: `elif` and `else` must close a branch of `if` that is not its `else`")]
    Branch {
        /// Index of the instruction.
        at: usize,
    },
    /// More loops are left than are open, or none.
    #[error("instruction {at} names loop {levels}: {open} are open, and the innermost is number 1")]
    Levels {
        /// Index of the instruction.
        at: usize,
        /// The number of the loop.
        levels: u8,
        /// The number of open loops.
        open: usize,
    },
    /// An instruction stands where control never comes.
    #[error("instruction {at} can never run: `break`, `continue` and `return` must end their block")]
    Unreachable {
        /// Index of the instruction.
        at: usize,
    },
    /// A loop has no end.
    #[error("instruction {at}: `repeat` must have a `break` or a `return`")]
    Endless {
        /// Index of the instruction that closes it.
        at: usize,
    },
    /// A result has another type than the function's, or there is one too many or too few.
    #[error("instruction {at}: must return {}", Returned(*expected))]
    Result {
        /// Index of the instruction; that behind the last, where the function's end can be reached.
        at: usize,
        /// The type of the function's result.
        expected: Option<Type>,
    },
    /// A register has numbers of different widths.
    #[error("instruction {at}: {register} has {bits} bits, where {expected} are expected")]
    Width {
        /// Index of the instruction.
        at: usize,
        /// The register.
        register: Int,
        /// The bits that it was given.
        bits: u32,
        /// The bits that the instruction takes or gives.
        expected: u32,
    },
    /// A type does not have a number.
    #[error("instruction {at}: {value} is no {of}")]
    Number {
        /// Index of the instruction.
        at: usize,
        /// The number.
        value: i64,
        /// The type.
        of: IntType,
    },
    /// Lanes do not become twice or half as large.
    #[error("instruction {at}: {wide} must have twice the bits of {narrow}")]
    Sizes {
        /// Index of the instruction.
        at: usize,
        /// The type of the larger lanes.
        wide: IntType,
        /// The type of the smaller ones.
        narrow: IntType,
    },
    /// An operation on integers of 32 bits is to have other lanes.
    #[error("instruction {at}: {operation} must have lanes of 32 bits: `{operation}.f32`")]
    Words {
        /// Index of the instruction.
        at: usize,
        /// The operation, as text has it.
        operation: &'static str,
    },
    /// An argument is passed to no call.
    #[error("instruction {at}: what is passed must be followed by the call that it is for")]
    Passed {
        /// Index of the instruction.
        at: usize,
    },
    /// A call is passed something else than its arguments, or there is no such function.
    #[error("instruction {at}: the arguments of {callee} must be passed before it is called")]
    Callee {
        /// Index of the instruction.
        at: usize,
        /// The function that is called.
        callee: CalleeId,
    },
    /// A result is taken from no call, or has another type.
    #[error("instruction {at}: a result must be taken right behind a call that has it")]
    CallResult {
        /// Index of the instruction.
        at: usize,
    },
    /// A function is called that may have other types.
    #[error(
        "instruction {at}: {callee} has other arguments, or another result, than the function that may be called"
    )]
    Signature {
        /// Index of the instruction.
        at: usize,
        /// The function that is called.
        callee: CalleeId,
    },
    /// A function is called that must not be called.
    #[error("instruction {at}: {callee} is not among the functions that may be called")]
    NotAllowed {
        /// Index of the instruction.
        at: usize,
        /// The function that is called.
        callee: CalleeId,
    },
    /// A register number is outside of the function's registers.
    #[error("instruction {at}: names a register that the function does not declare")]
    UnknownRegister {
        /// Index of the instruction.
        at: usize,
    },
    /// Generators write no such instruction, and the library is built without the feature `language`,
    /// which has code for it.
    #[error("instruction {at}: needs the feature `language`, which the library is built without")]
    Language {
        /// Index of the instruction.
        at: usize,
    },
    /// A place for a vector in the frame is read before anything is written there, or there is no such place.
    #[error("instruction {at}: {slot} holds nothing")]
    EmptyVectorSlot {
        /// Index of the instruction.
        at: usize,
        /// The place.
        slot: VectorSlot,
    },
    /// A place in the frame is read before anything is written there, or there is no such place.
    #[error("instruction {at}: {slot} holds nothing")]
    EmptySlot {
        /// Index of the instruction.
        at: usize,
        /// The place.
        slot: FrameSlot,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(FuncError);

/// What a function returns, in words.
struct Returned(Option<Type>);

impl fmt::Display for Returned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(of) => write!(f, "the function's {of}"),
            None => f.write_str("nothing"),
        }
    }
}

impl Func {
    /// Name of the generator that made it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The registers that hold the arguments at entry, in calling order: all, unless the
    /// frame has some of them.
    #[must_use]
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// The registers of those that are integers.
    pub fn int_arguments(&self) -> impl Iterator<Item = Int> {
        self.arguments.iter().filter_map(|argument| argument.int())
    }

    /// The registers of those that are numbers of floating point.
    pub fn vector_arguments(&self) -> impl Iterator<Item = Vector> {
        self.arguments.iter().filter_map(|argument| argument.vector())
    }

    /// The type of its result, if it has one.
    #[must_use]
    pub const fn result(&self) -> Option<Type> {
        self.result
    }

    /// A copy.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn try_clone(&self) -> Result<Self, OutOfMemory> {
        self.with(self.arguments(), try_collect(self.body.iter().copied())?)
    }

    /// The function with other instructions, and the registers that these name. Code generation checks them
    /// as those of any function.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn with_body(&self, body: Vec<Inst>) -> Result<Self, OutOfMemory> {
        let mut func = self.with(self.arguments(), body)?;
        func.declare_registers();
        Ok(func)
    }

    /// The function with other arguments and instructions.
    pub(crate) fn with(&self, arguments: &[Argument], body: Vec<Inst>) -> Result<Self, OutOfMemory> {
        let name = match &self.name {
            Cow::Borrowed(name) => Cow::Borrowed(*name),
            Cow::Owned(name) => Cow::Owned(try_string(name)?),
        };
        let (arguments, callees) = (try_few(arguments.iter().copied())?, callee::try_copies(&self.callees)?);
        Ok(Self { name, arguments, body, callees, ..*self })
    }

    /// The number of all arguments.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.arguments.len().saturating_add(self.kept_arguments.into())
    }

    /// The instructions.
    #[must_use]
    pub fn body(&self) -> &[Inst] {
        &self.body
    }

    /// The number of integers that its frame keeps.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots.into()
    }

    /// The number of vectors that its frame keeps.
    #[must_use]
    pub fn vector_slots(&self) -> usize {
        self.vector_slots.into()
    }

    /// Whether vectors may be kept in the frame.
    #[must_use]
    pub const fn spill(&self) -> Spill {
        self.spill
    }

    /// The places of the arguments that are in its frame at entry.
    pub(crate) fn argument_slots(&self) -> impl Iterator<Item = FrameSlot> + use<> {
        (0..self.kept_arguments).filter_map(FrameSlot::new)
    }
}

impl Inst {
    /// The type of elements that it narrows to store them, or of one that it loads next to others and widens:
    /// a machine may need [registers](Narrow::registers) for these.
    pub(crate) fn replaced(&self) -> Option<Narrow> {
        match self {
            Self::Store(.., lanes) | Self::StoreParts(_, Parts { lanes, .. }) => lanes.dtype.narrow(),
            Self::StoreLane(.., dtype) | Self::LoadLane(.., dtype) => dtype.narrow(),
            _ => None,
        }
    }

    /// Returns the register that an instruction adds another one to, if it overwrites that: behind a shift of
    /// it, both may be one instruction of a machine.
    pub(crate) fn base_of(&self, added: Int) -> Option<Int> {
        match *self {
            Self::Add(d, base, b) if d == added && b == added && base != added => Some(base),
            _ => None,
        }
    }
}
