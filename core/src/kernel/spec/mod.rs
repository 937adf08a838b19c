//! What a kernel computes: the key of every cache and the argument of every generator.
//!
//! Matrices are given by extents, a storage order and a leading dimension in
//! *elements*. Anything a spec leaves to run time ([`Stride::Runtime`],
//! [`Factor::Runtime`], [`Parameter::Runtime`], the blocks of a [`Batch`]) becomes an argument of the
//! kernel, in the order of [`KernelSpec::arguments`].

mod elementwise;
mod gather;
mod gemm;
mod operand;
mod packed;
mod reduce;

pub use crate::kernel::op::{BinaryOp, Number, Parameter, UnaryOp};
pub use elementwise::{BinarySpec, Input, Orientation, UnarySpec};
pub use gather::{GatherSpec, Indexed};
pub use gemm::{Batch, Factor, GemmSpec};
pub use operand::{Layout, MAX_SPAN, Matrix, SpecError, Stride};
pub use packed::Packed;
pub use reduce::{Fold, Lines, ReduceSpec, Reduction, Start};

use crate::DType;
use crate::kernel::op::MAX_PARAMETERS;
use core::fmt;

/// What a kernel computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KernelSpec {
    /// Matrix multiplication, batch-reduced or not.
    Gemm(GemmSpec),
    /// One input, one output.
    Unary(UnarySpec),
    /// Two inputs, one output.
    Binary(BinarySpec),
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
    LdOut,
    BatchStrideA,
    BatchStrideB,
    OffsetsA,
    OffsetsB,
    BatchCount,
    Alpha,
    Beta,
    Parameter0,
    Parameter1,
}

impl Argument {
    /// What stands for the parameters of an operation, by their numbers.
    pub const PARAMETERS: [Self; MAX_PARAMETERS] = [Self::Parameter0, Self::Parameter1];

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
            Self::LdOut => "ld_out",
            Self::BatchStrideA => "batch_stride_a",
            Self::BatchStrideB => "batch_stride_b",
            Self::OffsetsA => "offsets_a",
            Self::OffsetsB => "offsets_b",
            Self::BatchCount => "batch_count",
            Self::Alpha => "alpha",
            Self::Beta => "beta",
            Self::Parameter0 => "parameter0",
            Self::Parameter1 => "parameter1",
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

/// The most arguments that a kernel takes: three addresses, three leading dimensions, two places
/// of blocks and their number, two factors.
pub const MAX_ARGUMENTS: usize = 11;

/// The arguments of a kernel, with gaps.
type Arguments = [Option<Argument>; MAX_ARGUMENTS];

/// `addresses`, then those of `others` that there are.
fn list<const N: usize>(
    addresses: [Argument; N],
    others: impl IntoIterator<Item = Option<Argument>>,
) -> Arguments {
    let mut all = addresses.into_iter().map(Some).chain(others);
    [(); MAX_ARGUMENTS].map(|()| all.next().flatten())
}

impl KernelSpec {
    /// The kernel's arguments in calling order: the addresses, then what the spec leaves to run
    /// time, in the order lda, ldb, ldc, batch stride or offsets of a, of b, batch count, alpha,
    /// beta, parameters.
    pub fn arguments(&self) -> impl Iterator<Item = Argument> {
        let arguments = match self {
            Self::Gemm(s) => s.arguments(),
            Self::Unary(s) => s.arguments(),
            Self::Binary(s) => s.arguments(),
            Self::Reduce(s) => s.arguments(),
            Self::Gather(s) => s.arguments(),
        };
        arguments.into_iter().flatten()
    }

    /// Type of the operands.
    #[must_use]
    pub const fn dtype(&self) -> DType {
        match self {
            Self::Gemm(s) => s.dtype,
            Self::Unary(s) => s.dtype,
            Self::Binary(s) => s.dtype,
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
            Self::Reduce(s) => s.fmt(f),
            Self::Gather(s) => s.fmt(f),
        }
    }
}
