//! Specifications of kernels: the key of every cache and the argument of every generator.
//!
//! Matrices are given by extents, a storage order and a leading dimension in
//! *elements*. Anything a spec leaves to run time ([`Stride::Runtime`],
//! [`Factor::Runtime`], [`Parameter::Runtime`], the blocks of a [`Batch`]) becomes an argument of the
//! kernel, in the order of [`KernelSpec::arguments`].
//!
//! Tests: `tests/tests/kernel_spec.rs`, `tests/tests/kernel_spec_text.rs`, `tests/tests/cache.rs`,
//! `tests/tests/primitives_hostile_specs.rs`.

mod argument;
mod chain;
mod complex;
mod elementwise;
mod field;
mod gather;
mod gemm;
mod group;
mod grouped;
mod lanewise;
mod link;
mod name;
mod operand;
mod packed;
mod permute;
mod reduce;
mod series;
mod text;
mod value;
mod window;
mod words;

pub use crate::code::entry::MAX_ARGUMENTS;
pub use crate::kernel::op::{BinaryOp, Number, Parameter, TernaryOp, UnaryOp};
pub use argument::{Argument, MAX_LINKS};
pub use chain::{Chain, ChainError};
pub use complex::{ComplexSpec, Conjugation};
pub use elementwise::{
    BinarySpec, ChainSpec, ConvertSpec, Input, Orientation, Pairing, TernarySpec, UnarySpec,
};
pub use field::{FieldText, Names, SpecTextError};
pub use gather::{GatherSpec, Indexed};
pub use gemm::{Batch, Factor, GemmSpec};
pub use group::{GroupSpec, Regrouped};
pub use grouped::{Added, GroupedSpec, Overflow};
pub use lanewise::{LanewiseSpec, Spacing};
pub use link::{Link, Operand, Side};
pub use name::Name;
pub use operand::{Distance, Layout, MAX_SPAN, Matrix, SpecError, Stride};
pub use packed::Key;
pub use permute::{Moved, PermuteSpec};
pub use reduce::{Fold, Lines, ReduceSpec, Reduction, Start};
pub use series::SeriesSpec;
pub use text::KindText;
pub use value::Rule;
pub use window::{Slide, Spread, Weights, WindowSpec, Windowed};

use crate::DType;
use argument::{Arguments, list};

/// The specification of a kernel: everything that decides what it computes. There may be more kinds:
/// generators refuse those that they do not know (`Refusal::OtherKind`).
#[non_exhaustive]
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
    /// Windows that slide over an array, each folded or weighted and summed.
    Window(WindowSpec),
    /// A matrix multiplication several times, one after the other.
    Series(SeriesSpec),
    /// A block of several short dimensions, copied into another order.
    Permute(PermuteSpec),
    /// Matrix multiplication of complex numbers.
    Complex(ComplexSpec),
    /// Matrix multiplication of groups of integers or of bfloat16.
    Grouped(GroupedSpec),
    /// A matrix of narrow numbers, copied so that neighbours are groups.
    Group(GroupSpec),
}

impl KernelSpec {
    /// The kernel's arguments in calling order: the addresses, those of an epilogue's operands last, those
    /// of another chain's before the output's; then what the spec leaves to run time, in the order lda, ldb,
    /// ldc, batch stride or offsets of a, of b, batch count, alpha, beta, leading dimensions of a chain's
    /// operands, parameters.
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
            Self::Window(s) => s.arguments(),
            Self::Series(s) => s.arguments(),
            Self::Permute(s) => s.arguments(),
            Self::Complex(s) => s.arguments(),
            Self::Grouped(s) => s.arguments(),
            Self::Group(s) => s.arguments(),
        };
        arguments.into_iter().flatten()
    }

    /// Type of the operands; where they have several, of the output; of complex numbers, that of their parts;
    /// of groups, one of their size.
    #[must_use]
    pub const fn dtype(&self) -> DType {
        match self {
            Self::Gemm(s) => s.types.output,
            Self::Unary(s) => s.dtype,
            Self::Binary(s) => s.dtype,
            Self::Ternary(s) => s.dtype,
            Self::Chain(s) => s.dtype,
            Self::Convert(s) => s.to,
            Self::Lanewise(s) => s.dtype,
            Self::Reduce(s) => s.dtype,
            Self::Gather(s) => s.dtype,
            Self::Window(s) => s.dtype,
            Self::Series(s) => s.gemm().types.output,
            Self::Permute(s) => s.dtype(),
            Self::Complex(s) => s.part,
            Self::Grouped(_) | Self::Group(_) => grouped::GROUPS,
        }
    }

    /// Whether the text says what is computed: none of the operations has the name of another one that
    /// comes with tensmith.
    #[must_use]
    pub fn is_named(&self) -> bool {
        let are_named = |chain: &Chain| chain.links().all(Link::is_named);
        match self {
            Self::Gemm(s) => are_named(&s.epilogue),
            Self::Unary(s) => s.op.is_named(),
            Self::Binary(s) => s.op.is_named(),
            Self::Ternary(s) => s.op.is_named(),
            Self::Chain(s) => are_named(&s.chain),
            Self::Window(s) => are_named(&s.epilogue),
            Self::Series(s) => are_named(&s.gemm().epilogue),
            Self::Convert(_)
            | Self::Lanewise(_)
            | Self::Reduce(_)
            | Self::Gather(_)
            | Self::Permute(_)
            | Self::Complex(_)
            | Self::Grouped(_)
            | Self::Group(_) => true,
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
            Self::Window(s) => s.validate(),
            Self::Series(s) => s.validate(),
            Self::Permute(s) => s.validate(),
            Self::Complex(s) => s.validate(),
            Self::Grouped(s) => s.validate(),
            Self::Group(s) => s.validate(),
        }
    }
}

/// A specification of each kind is one of any kind.
macro_rules! kinds {
    ($($kind:ident($spec:ty);)*) => {
        $(impl From<$spec> for KernelSpec {
            fn from(spec: $spec) -> Self {
                Self::$kind(spec)
            }
        })*
    };
}

kinds! {
    Gemm(GemmSpec);
    Unary(UnarySpec);
    Binary(BinarySpec);
    Ternary(TernarySpec);
    Chain(ChainSpec);
    Convert(ConvertSpec);
    Lanewise(LanewiseSpec);
    Reduce(ReduceSpec);
    Gather(GatherSpec);
    Window(WindowSpec);
    Series(SeriesSpec);
    Permute(PermuteSpec);
    Complex(ComplexSpec);
    Grouped(GroupedSpec);
    Group(GroupSpec);
}
