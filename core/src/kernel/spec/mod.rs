//! What a kernel computes: the key of every cache and the argument of every generator.
//!
//! Matrices are given by extents, a storage order and a leading dimension in
//! *elements*. Anything a spec leaves to run time ([`Stride::Runtime`],
//! [`Factor::Runtime`], [`Parameter::Runtime`], the blocks of a [`Batch`]) becomes an argument of the
//! kernel, in the order of [`KernelSpec::arguments`].
//!
//! Tests: `tests/tests/kernel_spec.rs`, `tests/tests/cache.rs`, `tests/tests/primitives_hostile_specs.rs`.

mod chain;
mod elementwise;
mod gather;
mod gemm;
mod lanewise;
mod operand;
mod packed;
mod reduce;
mod words;

pub use crate::code::entry::MAX_ARGUMENTS;
pub use crate::kernel::op::{BinaryOp, Number, Parameter, TernaryOp, UnaryOp};
pub use chain::{Chain, ChainError, Link, MAX_LINKS, Operand, Side};
pub use elementwise::{BinarySpec, ChainSpec, ConvertSpec, Input, Orientation, TernarySpec, UnarySpec};
pub use gather::{GatherSpec, Indexed};
pub use gemm::{Batch, Factor, GemmSpec};
pub use lanewise::{LanewiseSpec, Spacing};
pub use operand::{Distance, Layout, MAX_SPAN, Matrix, SpecError, Stride};
pub use packed::Key;
pub use reduce::{Fold, Lines, ReduceSpec, Reduction, Start};

use crate::DType;
use crate::kernel::op::MAX_PARAMETERS;
use core::fmt;

/// What a kernel computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)] // Looking at a tag that is hidden in a field takes longer, at every hit of a cache.
pub enum KernelSpec {
    /// Matrix multiplication, batch-reduced or not.
    Gemm(GemmSpec),
    /// One input, one output.
    Unary(UnarySpec),
    /// Two inputs, one output.
    Binary(BinarySpec),
    /// Three inputs, one output.
    Ternary(TernarySpec),
    /// One input, several operations in a row, one output.
    Chain(ChainSpec),
    /// One input, the same in another type.
    Convert(ConvertSpec),
    /// Matrix multiplications side by side, one in each lane.
    Lanewise(LanewiseSpec),
    /// Lines of a matrix, each reduced to one element.
    Reduce(ReduceSpec),
    /// Columns, gathered or scattered.
    Gather(GatherSpec),
}

/// One argument of a kernel: an address, a number of elements or blocks (`Ld…`, `Batch…`), or the
/// bits of a factor or of an operation's parameter (`Alpha`, `Beta`, `Parameter…`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named like the field of the spec that it stands for")]
pub enum Argument {
    A,
    B,
    C,
    In,
    In0,
    In1,
    In2,
    Out,
    Indices,
    AddressesA,
    AddressesB,
    Lda,
    Ldb,
    Ldc,
    LdIn,
    LdIn0,
    LdIn1,
    LdIn2,
    LdOut,
    BatchStrideA,
    BatchStrideB,
    OffsetsA,
    OffsetsB,
    BatchCount,
    Alpha,
    Beta,
    Operand0,
    Operand1,
    Operand2,
    Operand3,
    LdOperand0,
    LdOperand1,
    LdOperand2,
    LdOperand3,
    Parameter0,
    Parameter1,
    Parameter2,
    Parameter3,
    Parameter4,
    Parameter5,
    Parameter6,
    Parameter7,
}

impl Argument {
    /// What stands for the parameters of an operation, by their numbers; of the operations of a
    /// [`Chain`], each has [`MAX_PARAMETERS`] of the numbers.
    pub const PARAMETERS: [Self; MAX_PARAMETERS * MAX_LINKS] = [
        Self::Parameter0,
        Self::Parameter1,
        Self::Parameter2,
        Self::Parameter3,
        Self::Parameter4,
        Self::Parameter5,
        Self::Parameter6,
        Self::Parameter7,
    ];

    /// What stands for the inputs of an operation on two or three elements, in their order.
    pub const INPUTS: [Self; 3] = [Self::In0, Self::In1, Self::In2];

    /// What stands for the leading dimensions of these.
    pub const LD_INPUTS: [Self; 3] = [Self::LdIn0, Self::LdIn1, Self::LdIn2];

    /// What stands for the operands of a [`Chain`], by the numbers of their links.
    pub const OPERANDS: [Self; MAX_LINKS] = [Self::Operand0, Self::Operand1, Self::Operand2, Self::Operand3];

    /// What stands for the leading dimensions of these.
    pub const LD_OPERANDS: [Self; MAX_LINKS] =
        [Self::LdOperand0, Self::LdOperand1, Self::LdOperand2, Self::LdOperand3];

    /// The name used in text forms: `a`, `lda`, `batch_stride_a`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
            Self::In => "in",
            Self::In0 => "in0",
            Self::In1 => "in1",
            Self::In2 => "in2",
            Self::Out => "out",
            Self::Indices => "indices",
            Self::AddressesA => "addresses_a",
            Self::AddressesB => "addresses_b",
            Self::Lda => "lda",
            Self::Ldb => "ldb",
            Self::Ldc => "ldc",
            Self::LdIn => "ld_in",
            Self::LdIn0 => "ld_in0",
            Self::LdIn1 => "ld_in1",
            Self::LdIn2 => "ld_in2",
            Self::LdOut => "ld_out",
            Self::BatchStrideA => "batch_stride_a",
            Self::BatchStrideB => "batch_stride_b",
            Self::OffsetsA => "offsets_a",
            Self::OffsetsB => "offsets_b",
            Self::BatchCount => "batch_count",
            Self::Alpha => "alpha",
            Self::Beta => "beta",
            Self::Operand0 => "operand0",
            Self::Operand1 => "operand1",
            Self::Operand2 => "operand2",
            Self::Operand3 => "operand3",
            Self::LdOperand0 => "ld_operand0",
            Self::LdOperand1 => "ld_operand1",
            Self::LdOperand2 => "ld_operand2",
            Self::LdOperand3 => "ld_operand3",
            Self::Parameter0 => "parameter0",
            Self::Parameter1 => "parameter1",
            Self::Parameter2 => "parameter2",
            Self::Parameter3 => "parameter3",
            Self::Parameter4 => "parameter4",
            Self::Parameter5 => "parameter5",
            Self::Parameter6 => "parameter6",
            Self::Parameter7 => "parameter7",
        }
    }

    /// What it is to the [exchanged](GemmSpec::exchanged) multiplication: what stands for A stands
    /// for B there, and the other way round.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
            Self::AddressesA => Self::AddressesB,
            Self::AddressesB => Self::AddressesA,
            Self::Lda => Self::Ldb,
            Self::Ldb => Self::Lda,
            Self::BatchStrideA => Self::BatchStrideB,
            Self::BatchStrideB => Self::BatchStrideA,
            Self::OffsetsA => Self::OffsetsB,
            Self::OffsetsB => Self::OffsetsA,
            same => same,
        }
    }
}

/// The arguments of a kernel, with gaps.
type Arguments = [Option<Argument>; MAX_ARGUMENTS];

/// `addresses`, then those of `others` that there are.
fn list(
    addresses: impl IntoIterator<Item = Argument>,
    others: impl IntoIterator<Item = Option<Argument>>,
) -> Arguments {
    let all = addresses.into_iter().map(Some).chain(others).filter(Option::is_some);
    let mut listed = [None; MAX_ARGUMENTS];
    let mut places = listed.iter_mut();
    // What is chained is faster to go through than to ask for one by one.
    all.for_each(|argument| {
        if let Some(place) = places.next() {
            *place = argument;
        }
    });
    listed
}

impl KernelSpec {
    /// The kernel's arguments in calling order: the addresses, those of an epilogue's operands last, those
    /// of another chain's before the output's; then what the spec leaves to run time, in the order lda, ldb, ldc, batch stride or offsets of a, of
    /// b, batch count, alpha, beta, leading dimensions of a chain's operands, parameters.
    pub fn arguments(&self) -> impl Iterator<Item = Argument> + use<> {
        let arguments = match self {
            Self::Gemm(s) => s.arguments(),
            Self::Unary(s) => s.arguments(),
            Self::Binary(s) => s.arguments(),
            Self::Ternary(s) => s.arguments(),
            Self::Chain(s) => s.arguments(),
            Self::Convert(s) => s.arguments(),
            Self::Lanewise(s) => s.arguments(),
            Self::Reduce(s) => s.arguments(),
            Self::Gather(s) => s.arguments(),
        };
        arguments.into_iter().flatten()
    }

    /// Type of the operands; of a conversion, of the output.
    #[must_use]
    pub const fn dtype(&self) -> DType {
        match self {
            Self::Gemm(s) => s.dtype,
            Self::Unary(s) => s.dtype,
            Self::Binary(s) => s.dtype,
            Self::Ternary(s) => s.dtype,
            Self::Chain(s) => s.dtype,
            Self::Convert(s) => s.to,
            Self::Lanewise(s) => s.dtype,
            Self::Reduce(s) => s.dtype,
            Self::Gather(s) => s.dtype,
        }
    }

    /// Checks every field against its rule.
    ///
    /// # Errors
    /// [`SpecError`], for the first field that breaks one.
    pub fn validate(&self) -> Result<(), SpecError> {
        match self {
            Self::Gemm(s) => s.validate(),
            Self::Unary(s) => s.validate(),
            Self::Binary(s) => s.validate(),
            Self::Ternary(s) => s.validate(),
            Self::Chain(s) => s.validate(),
            Self::Convert(s) => s.validate(),
            Self::Lanewise(s) => s.validate(),
            Self::Reduce(s) => s.validate(),
            Self::Gather(s) => s.validate(),
        }
    }
}

impl fmt::Display for KernelSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gemm(s) => s.fmt(f),
            Self::Unary(s) => s.fmt(f),
            Self::Binary(s) => s.fmt(f),
            Self::Ternary(s) => s.fmt(f),
            Self::Chain(s) => s.fmt(f),
            Self::Convert(s) => s.fmt(f),
            Self::Lanewise(s) => s.fmt(f),
            Self::Reduce(s) => s.fmt(f),
            Self::Gather(s) => s.fmt(f),
        }
    }
}
