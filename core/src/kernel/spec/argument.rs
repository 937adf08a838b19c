//! The arguments of kernels, by name.
//!
//! Tests: `tests/tests/kernel_spec.rs`.

use crate::code::entry::MAX_ARGUMENTS;
use crate::kernel::op::MAX_PARAMETERS;

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
    /// The arguments for the parameters of an operation, by their numbers; of the operations of a
    /// [`Chain`](super::Chain), each has [`MAX_PARAMETERS`] of the numbers.
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

    /// The arguments for the inputs of an operation on two or three elements, in their order.
    pub const INPUTS: [Self; 3] = [Self::In0, Self::In1, Self::In2];

    /// The arguments for the leading dimensions of these.
    pub const LD_INPUTS: [Self; 3] = [Self::LdIn0, Self::LdIn1, Self::LdIn2];

    /// The arguments for the operands of a [`Chain`](super::Chain), by the numbers of their links.
    pub const OPERANDS: [Self; MAX_LINKS] = [Self::Operand0, Self::Operand1, Self::Operand2, Self::Operand3];

    /// The arguments for the leading dimensions of these.
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

    /// Returns its counterpart in the [exchanged](super::GemmSpec::exchanged) multiplication: the argument
    /// for A is the one for B there, and the other way round.
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
pub(super) type Arguments = [Option<Argument>; MAX_ARGUMENTS];

/// `addresses`, then those of `others` that there are.
pub(super) fn list(
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

/// The most operations in a row.
pub const MAX_LINKS: usize = 4;
