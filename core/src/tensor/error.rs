//! The rules that a nest or a sequence can break.
//!
//! Tests: `tests/tests/tensor_verify.rs`.

use super::buffer::Buffer;
use crate::fallible::OutOfMemory;
use crate::kernel::SpecError;
use crate::tensor::array::MAX_ELEMENTS;
use crate::tensor::nest::{Exec, Kind, Main, Operand};
use crate::text::Count;
use crate::{DType, Types};
use core::fmt;

/// A nest breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NestError {
    /// An operand moves along a dimension that is absent from it.
    #[error(
        "dimension {dim} ({}) has stride {stride} in {}: such a dimension is absent there, stride 0",
        .kind.name(), .operand.name()
    )]
    Absent {
        /// Number of the dimension.
        dim: usize,
        /// Its type.
        kind: Kind,
        /// The operand that it must not move in.
        operand: Operand,
        /// Its stride there.
        stride: isize,
    },
    /// A C dimension is missing from an operand.
    #[error("dimension {dim} (c) has stride 0 in {}: such a dimension moves in all operands", .operand.name())]
    Present {
        /// Number of the dimension.
        dim: usize,
        /// The operand that it does not move in.
        operand: Operand,
    },
    /// The executions are out of order.
    #[error("dimension {dim} is {} inside a {} dimension: the order is shared, seq, prim", .exec.name(), .outer.name())]
    Order {
        /// Number of the dimension.
        dim: usize,
        /// Its execution.
        exec: Exec,
        /// That of the dimension around it.
        outer: Exec,
    },
    /// A part of a dimension does not fit the one around it.
    #[error(
        "dimension {dim} is a part: must be summed over if the part around it is, as long as that one's strides say, and at its end no longer than elsewhere"
    )]
    Part {
        /// Number of the dimension.
        dim: usize,
    },
    /// An operation on elements sums.
    #[error("dimension {dim} (k) is summed over: {main} sums nothing")]
    Sum {
        /// Number of the dimension.
        dim: usize,
        /// The operation.
        main: Main,
    },
    /// An operation on one element, or a reduction, has a second input.
    #[error("dimension {dim} has stride {stride} in in1: {main} has no such input, stride 0")]
    NoInput {
        /// Number of the dimension.
        dim: usize,
        /// The operation.
        main: Main,
        /// The stride.
        stride: isize,
    },
    /// An operation on elements is touched.
    #[error("there is a first or last touch: {main} overwrites its output, and has none")]
    Touched {
        /// The operation.
        main: Main,
    },
    /// Multiplications side by side are touched.
    #[error("there is a first or last touch: lanewise has none but zero as the first")]
    LanesTouched,
    /// Multiplications one after the other are touched first, or have nothing to add.
    #[error(
        "there is a first touch, or an empty sum: series has no first touch but zero, and sums something"
    )]
    SeriesTouched,
    /// An argument of a sequence has elements of different types.
    #[error("step {step}: {} is of {found}: argument {argument} must be of {expected}, as in an earlier step", .operand.name())]
    DTypes {
        /// Number of the step.
        step: usize,
        /// The operand.
        operand: Operand,
        /// The argument that it is.
        argument: usize,
        /// Its type there.
        found: DType,
        /// Its type in an earlier step.
        expected: DType,
    },
    /// A step of a sequence shares more loops than are the same.
    #[error("step {step} shares {shares} with the one before: the outermost {most} are the same", shares = Count(*shares, "loop"))]
    Shares {
        /// Number of the step.
        step: usize,
        /// How many it shares.
        shares: usize,
        /// How many it could.
        most: usize,
    },
    /// A step of a sequence shares some of its shared dimensions with the one before, and not others.
    #[error(
        "step {step} has shared dimensions inside of those that it has in common with the one before: all or none"
    )]
    SharesApart {
        /// Number of the step.
        step: usize,
    },
    /// Values cannot be handed over in registers.
    #[error(
        "step {step} hands values over in registers, or takes them up: operations on elements may, one right after another in the same loops, if all are one chain of kernels"
    )]
    Row {
        /// Number of the step.
        step: usize,
    },
    /// A step leaves scratch memory or the arena.
    #[error("step {step}: {} has {below} before and {above} after {}, which has {bytes}",
        .operand.name(), Place(.buffer), below = Count(*below, "byte"))]
    Beyond {
        /// Number of the step.
        step: usize,
        /// The operand.
        operand: Operand,
        /// Where it begins.
        buffer: Buffer,
        /// How many bytes come before that.
        below: usize,
        /// How many come after.
        above: usize,
        /// Bytes of the memory.
        bytes: usize,
    },
    /// An operand in scratch memory or the arena begins between two elements.
    #[error("step {step}: {} begins at {}: elements of {element} bytes lie at multiples of that", .operand.name(), Place(.buffer))]
    Unaligned {
        /// Number of the step.
        step: usize,
        /// The operand.
        operand: Operand,
        /// Where it begins.
        buffer: Buffer,
        /// Bytes of an element.
        element: usize,
    },
    /// A step reads of scratch memory or the arena what no step wrote before.
    #[error(
        "step {step}: {} is read where no earlier step has written: in scratch memory, one that shares loops with it must have",
        .operand.name()
    )]
    Unwritten {
        /// Number of the step.
        step: usize,
        /// The operand.
        operand: Operand,
    },
    /// The output of a step meets an input.
    #[error(
        "step {step}: out and {} are in the same memory: only an operation on elements may have both there, at the same places or at those that the other leaves out",
        .operand.name()
    )]
    InPlace {
        /// Number of the step.
        step: usize,
        /// The input.
        operand: Operand,
    },
    /// Tasks access what others write: the output of a step, or an operand of an earlier one.
    #[error(
        "step {step}: tasks that run apart write {} or another operand in the same place: both must move alike, by more than what a task touches",
        .operand.name()
    )]
    Exchange {
        /// Number of the step.
        step: usize,
        /// Its operand.
        operand: Operand,
    },
    /// A plan would have more loops, kernels or operands than it can count, or there is more to look at than
    /// is ([`Sequence::is_within`](crate::tensor::Sequence::is_within)).
    #[error("there are more than {most} {what}: steps and dimensions must keep them below")]
    TooMuch {
        /// The things of which there are too many.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// A number is left to run time.
    #[error("{main} has parameters left to run time: a plan has nobody to ask for them")]
    Runtime {
        /// The operation.
        main: Main,
    },
    /// A K dimension is shared.
    #[error("dimension {dim} (k) is shared: tasks that add to the same elements cannot run apart")]
    SharedK {
        /// Number of the dimension.
        dim: usize,
    },
    /// The main primitive does not take a primitive dimension.
    #[error("dimension {dim} ({}) is prim: {main} takes {most} of that type", .kind.name())]
    Prim {
        /// Number of the dimension.
        dim: usize,
        /// Its type.
        kind: Kind,
        /// The main primitive.
        main: Main,
        /// How many of that type it takes.
        most: usize,
    },
    /// The strides of the primitive dimensions make no matrix that the primitive takes.
    #[error("matrix {matrix} of the primitive has strides {rows} and {columns}: {}", matrix_rule(.matrix))]
    Matrix {
        /// `a`, `b` or `c`.
        matrix: &'static str,
        /// Stride from row to row.
        rows: isize,
        /// Stride from column to column.
        columns: isize,
    },
    /// The lanes of the primitive are no neighbours.
    #[error("the lanes of the primitive have stride {stride} in {}: must be 1", .operand.name())]
    Lanes {
        /// The operand.
        operand: Operand,
        /// The stride.
        stride: isize,
    },
    /// A dimension of the primitive runs backwards.
    #[error("the primitive {} dimension has stride {stride} in {}: must not be negative", .kind.name(), .operand.name())]
    Backwards {
        /// Type of the dimension.
        kind: Kind,
        /// The operand.
        operand: Operand,
        /// The stride.
        stride: isize,
    },
    /// The batch of the primitive runs backwards.
    #[error("the batch dimension has stride {stride} in {}: must not be negative", .operand.name())]
    Batch {
        /// The input.
        operand: Operand,
        /// The stride.
        stride: isize,
    },
    /// Two indices share an output element.
    #[error("strides of out overlap: each must exceed what the shorter ones span")]
    Overlap,
    /// An operand does not fit the address space.
    #[error("{} spans more than {MAX_ELEMENTS} elements: extents and strides must keep it below", .operand.name())]
    TooFar {
        /// The operand.
        operand: Operand,
    },
    /// There are more iterations than can be counted.
    #[error("the extents multiply to more than {}: a nest cannot have more iterations", isize::MAX)]
    TooMany,
    /// A nest with undecided dimensions cannot be compiled.
    #[error("dimension {dim} is undefined: its execution must be decided before")]
    Undecided {
        /// Number of the dimension.
        dim: usize,
    },
    /// Vectors do not compute in the type of sums.
    #[error("sums are of {found}: must be of f32 or f64, which vectors compute in")]
    Accumulator {
        /// Their type.
        found: DType,
    },
    /// There are no kernels of an operation for some types.
    #[error("{main} of {types}: kernels have one type, but for the identity, which converts")]
    Types {
        /// The operation.
        main: Main,
        /// The types.
        types: Types,
    },
    /// Copies of complex numbers have no rows with both parts, or not in their kernels.
    #[error("{main} has {}: its only dimension of type m must be prim, and have both parts", exec.map_or("no dimension of type m", |_| "one of type m that is not prim"))]
    Pairs {
        /// The copy.
        main: Main,
        /// How the dimension is executed, if there is one.
        exec: Option<Exec>,
    },
    /// What kernels take as neighbours lies elsewhere: parts of complex numbers, or elements of a group.
    #[error("{main}: {rule}")]
    Neighbours {
        /// The sum, or the copy.
        main: Main,
        /// What has to be.
        rule: &'static str,
    },
    /// A nest without a primitive cannot be compiled.
    #[error("the main primitive is contraction: gemm, brgemm, dot, lanewise or filter must be chosen before")]
    NoPrimitive,
    /// The specification of a kernel is refused.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(NestError);

/// Where a buffer is, in words.
struct Place<'a>(&'a Buffer);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Buffer::Argument(number) => write!(f, "the origin of argument {number}"),
            Buffer::Scratch(at) => write!(f, "byte {at} of scratch memory"),
            Buffer::Arena(at) => write!(f, "byte {at} of the arena"),
            Buffer::Register => f.write_str("registers"),
        }
    }
}

fn matrix_rule(matrix: &str) -> &'static str {
    match matrix {
        "a" | "b" => "rows or columns must be contiguous, the other neither repeated nor backwards",
        "in" => "rows or columns must be contiguous, the other apart",
        "x" | "y" => "rows or columns must be contiguous, as in the other input, the other apart",
        "out" => "rows must be contiguous, and columns apart, or the other way round to transpose",
        _ => "rows must be contiguous, and columns apart",
    }
}
