//! The nest itself: dimensions around a main primitive.
//!
//! A nest says: for every index of the M, N and C dimensions, the output element
//! is first touched, then gets the products of the inputs over all K added, then
//! is last touched. The order of the dimensions, outermost first, and their
//! execution say how that is done, and change nothing about the result but the
//! order of additions. A reduction folds the elements of in0 onto the output in place of products.
//!
//! A zero extent is valid. Without an M, N or C index there is nothing to do;
//! where only K is empty, every output element is still touched first and last,
//! and nothing is added in between.
//!
//! Tests: `tests/tests/tensor_verify.rs`, `tests/tests/tensor_text.rs`.

use crate::DType;
use crate::fallible::{OutOfMemory, try_collect};
use crate::kernel::op::{BinaryOp, UnaryOp};
use crate::kernel::spec::Fold;
use crate::tensor::array;
use crate::tensor::parts::{self, Axis, wholes};
use alloc::vec::Vec;
use core::fmt;

/// One of a contraction's three operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The first input.
    In0,
    /// The second input.
    In1,
    /// The output.
    Out,
}

impl Operand {
    /// All operands.
    pub const ALL: [Self; 3] = [Self::In0, Self::In1, Self::Out];

    /// The name used in text forms and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::In0 => "in0",
            Self::In1 => "in1",
            Self::Out => "out",
        }
    }
}

/// One value for each operand of a contraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerOperand<T> {
    /// That of the first input.
    pub in0: T,
    /// That of the second input.
    pub in1: T,
    /// That of the output.
    pub out: T,
}

impl<T> PerOperand<T> {
    /// The value of one operand.
    #[must_use]
    pub const fn get(&self, operand: Operand) -> &T {
        match operand {
            Operand::In0 => &self.in0,
            Operand::In1 => &self.in1,
            Operand::Out => &self.out,
        }
    }

    /// The value of one operand, to be changed.
    pub const fn get_mut(&mut self, operand: Operand) -> &mut T {
        match operand {
            Operand::In0 => &mut self.in0,
            Operand::In1 => &mut self.in1,
            Operand::Out => &mut self.out,
        }
    }

    /// `f` of each value.
    #[must_use]
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> PerOperand<U> {
        PerOperand { in0: f(self.in0), in1: f(self.in1), out: f(self.out) }
    }

    /// `f` of each pair of values.
    #[must_use]
    pub fn zip_with<U, V>(self, other: PerOperand<U>, mut f: impl FnMut(T, U) -> V) -> PerOperand<V> {
        PerOperand { in0: f(self.in0, other.in0), in1: f(self.in1, other.in1), out: f(self.out, other.out) }
    }
}

/// The type of a dimension: which operands it moves in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// In the first input and the output.
    M,
    /// In the second input and the output.
    N,
    /// Summed: not in the output.
    K,
    /// In all three operands.
    C,
}

impl Kind {
    /// All types.
    pub const ALL: [Self; 4] = [Self::M, Self::N, Self::K, Self::C];

    /// The name used in text forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::M => "m",
            Self::N => "n",
            Self::K => "k",
            Self::C => "c",
        }
    }
}

/// How a dimension is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exec {
    /// Not decided yet.
    Undefined,
    /// By a loop whose iterations may run on several threads.
    Shared,
    /// By a loop around the kernel.
    Seq,
    /// Inside the kernel.
    Prim,
}

impl Exec {
    /// All executions.
    pub const ALL: [Self; 4] = [Self::Undefined, Self::Shared, Self::Seq, Self::Prim];

    /// The name used in text forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Undefined => "undefined",
            Self::Shared => "shared",
            Self::Seq => "seq",
            Self::Prim => "prim",
        }
    }
}

/// One dimension of a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// Which operands it moves in.
    pub kind: Kind,
    /// How it is executed.
    pub exec: Exec,
    /// Number of its indices.
    pub extent: usize,
    /// Elements from one index to the next in each operand: any sign, 0 where the operand does
    /// not move.
    pub strides: PerOperand<isize>,
    /// What it is a part of, where that was split and its extent does not divide.
    pub part: Option<Part>,
}

/// A dimension as part of another one that was split unevenly.
///
/// The parts of a dimension, outermost first, are the digits of its index: each step of one is all
/// of the next. Only the very last of these is cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// A number that all parts of the dimension have, and no others.
    pub of: usize,
    /// How many indices there are where all parts outside are at their last one; elsewhere, as many
    /// as the extent says.
    pub rest: usize,
}

impl Dim {
    /// A dimension that is no part of another and not decided.
    #[must_use]
    pub const fn new(kind: Kind, extent: usize, strides: PerOperand<isize>) -> Self {
        Self { kind, exec: Exec::Undefined, extent, strides, part: None }
    }

    /// Whether both go over the same indices in the same way.
    pub(crate) fn goes_as(&self, other: &Self) -> bool {
        (self.exec, self.extent, self.part) == (other.exec, other.extent, other.part)
    }

    /// The number of its indices in the last iteration of all parts outside.
    #[must_use]
    pub fn rest(&self) -> usize {
        self.part.map_or(self.extent, |part| part.rest)
    }

    /// The same in the last iteration of all parts outside.
    pub(crate) fn cut_short(&self) -> Self {
        Self { extent: self.rest(), part: None, ..*self }
    }

    /// Whether it is cut short where the dimension ends that it is a part of.
    #[must_use]
    pub fn is_ragged(&self) -> bool {
        self.rest() != self.extent
    }
}

/// What is computed for each output element, and by which primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Main {
    /// A sum of products; the primitive is not chosen yet.
    Contraction,
    /// A sum of products by GEMM: at most one primitive M, N and K.
    Gemm,
    /// A sum of products by BRGEMM: as GEMM, and one more primitive K, the first of the two, is
    /// the batch.
    Brgemm,
    /// A sum of products by dot products, side by side: at most one primitive C, and one K.
    Dot,
    /// Sums of products by multiplications side by side: at most one primitive C, which is contiguous in all
    /// operands, and one M, N and K. It takes no touches but a first one that makes the output empty.
    Lanewise,
    /// The elements of in0 over all K, folded onto what the output holds. The primitive has at most one M,
    /// which is kept, and one K.
    Reduce(Fold),
    /// An operation on each element of in0. The primitive has at most one M, its rows, and one N,
    /// its columns.
    Unary(UnaryOp),
    /// An operation on each pair of elements of the inputs; the primitive as for one input.
    Binary(BinaryOp),
}

impl Main {
    /// Whether it multiplies and sums.
    #[must_use]
    pub const fn is_contraction(&self) -> bool {
        matches!(self, Self::Contraction | Self::Gemm | Self::Brgemm | Self::Dot | Self::Lanewise)
    }

    /// Whether it combines what the output holds with more, over all K; else it overwrites the output.
    #[must_use]
    pub const fn accumulates(&self) -> bool {
        self.neutral().is_some()
    }

    /// The first touch that makes the output as good as empty: what is combined with that stays what it is.
    /// None for operations on elements.
    #[must_use]
    pub const fn neutral(&self) -> Option<UnaryOp> {
        match self {
            Self::Contraction | Self::Gemm | Self::Brgemm | Self::Dot | Self::Lanewise => {
                Some(UnaryOp::zero())
            }
            Self::Reduce(fold) => Some(fold.neutral()),
            Self::Unary(_) | Self::Binary(_) => None,
        }
    }
}

/// The name used in text forms; of an operation, with its parameters.
impl fmt::Display for Main {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contraction => f.write_str("contraction"),
            Self::Gemm => f.write_str("gemm"),
            Self::Brgemm => f.write_str("brgemm"),
            Self::Dot => f.write_str("dot"),
            Self::Lanewise => f.write_str("lanewise"),
            Self::Reduce(fold) => write!(f, "reduce({})", fold.name()),
            Self::Unary(op) => op.fmt(f),
            Self::Binary(op) => op.fmt(f),
        }
    }
}

/// A loop nest over two inputs and an output.
#[derive(Debug, PartialEq, Eq)]
pub struct Nest {
    /// Type of all operands.
    pub dtype: DType,
    /// What is computed.
    pub main: Main,
    /// What happens to each output element before the first product is added. Without it, the
    /// products are added to what the output holds. What is [neutral](Main::neutral) costs nothing.
    pub first_touch: Option<UnaryOp>,
    /// What happens to each output element after the last product has been added.
    pub last_touch: Option<UnaryOp>,
    /// Elements from where an operand begins to what it is at index (0, …, 0).
    pub offsets: PerOperand<isize>,
    /// The dimensions, outermost first.
    pub dims: Vec<Dim>,
}

impl Nest {
    /// A sum of products with undecided dimensions, added to what the output holds.
    #[must_use]
    pub fn contraction(dtype: DType, dims: Vec<Dim>) -> Self {
        let offsets = PerOperand::default();
        Self { dtype, main: Main::Contraction, first_touch: None, last_touch: None, offsets, dims }
    }

    /// The same with other dimensions.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub(crate) fn with_dims(&self, dims: impl IntoIterator<Item = Dim>) -> Result<Self, OutOfMemory> {
        Ok(Self { dims: try_collect(dims)?, ..*self })
    }

    /// A copy.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn try_clone(&self) -> Result<Self, OutOfMemory> {
        self.with_dims(self.dims.iter().copied())
    }

    /// (extent, stride) of every dimension in one operand, as before any was split. The output has none of a
    /// sum, and stays what it is where that is empty.
    pub(crate) fn axes(&self, operand: Operand) -> impl Iterator<Item = (usize, isize)> + Clone {
        of_no_sum(parts::axes(&self.dims, operand), operand)
    }

    /// The same of each part, so that all together reach as far.
    pub(crate) fn digits(&self, operand: Operand) -> impl Iterator<Item = (usize, isize)> + Clone {
        of_no_sum(parts::digits(&self.dims, operand), operand)
    }

    /// Whether an operand is accessed at all.
    pub(crate) fn uses(&self, operand: Operand) -> bool {
        let is_taken = match (operand, self.main) {
            (Operand::In1, Main::Unary(_) | Main::Reduce(_)) => false,
            (Operand::In0, Main::Unary(op)) => op.operation().reads_inputs,
            _ => true,
        };
        // Over an empty sum, the output is touched, and that is all.
        let stops = |dim: &Dim| dim.extent == 0 && (dim.kind != Kind::K || operand != Operand::Out);
        is_taken && !self.dims.iter().any(stops)
    }

    /// The dimensions of a type, as before any was split.
    pub(crate) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = Dim> + Clone {
        wholes(&self.dims).filter(move |dim| dim.kind == kind)
    }

    /// Whether the output is as good as empty at first, so that it need not be read.
    pub(crate) fn overwrites(&self) -> bool {
        self.first_touch.is_some() && self.first_touch == self.main.neutral()
    }

    /// Whether it does nothing to the output but to write sums, or to add to what is there.
    pub(crate) fn is_plain(&self) -> bool {
        (self.first_touch.is_none() || self.overwrites()) && self.last_touch.is_none()
    }

    /// Whether there is no product to add.
    pub(crate) fn has_empty_sum(&self) -> bool {
        // What has an empty part is empty.
        self.dims.iter().any(|dim| dim.kind == Kind::K && dim.extent == 0)
    }

    /// Number of multiply-adds, or of other operations; `u64::MAX` where there are more.
    #[must_use]
    pub fn multiply_adds(&self) -> u64 {
        if self.dims.iter().any(|dim| dim.extent == 0) {
            return 0;
        }
        array::product(wholes(&self.dims).map(|dim| dim.extent)).unwrap_or(u64::MAX)
    }
}

/// (extent, stride) of some axes of an operand, but for sums where it is the output.
fn of_no_sum<'a>(
    axes: impl Iterator<Item = Axis<'a>> + Clone,
    operand: Operand,
) -> impl Iterator<Item = (usize, isize)> + Clone {
    let has_sums = operand != Operand::Out;
    let axes = axes.filter(move |axis| has_sums || axis.dim.kind != Kind::K);
    axes.map(|Axis { extent, stride, .. }| (extent, stride))
}
