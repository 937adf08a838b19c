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

pub use super::dim::{Dim, Exec, Kind, Operand, Part, PerOperand};

use crate::fallible::{OutOfMemory, try_collect};
use crate::kernel::op::{BinaryOp, UnaryOp};
use crate::kernel::spec::{Conjugation, Fold, Pairing};
use crate::tensor::array;
use crate::tensor::parts::{self, Axis, wholes};
use crate::{DType, Types};
use alloc::vec::Vec;
use core::fmt;

/// The computation of each output element, and the primitive that does it.
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
    /// A sum of products by GEMM several times, one after the other: as GEMM, and one more primitive
    /// dimension, of any type but K, the first of its type. It takes no first touch but one that
    /// makes the output empty.
    Series,
    /// A sum of products by dot products, side by side: at most one primitive C, and one K.
    Dot,
    /// Sums of products by multiplications side by side: at most one primitive C, which is contiguous in all
    /// operands, and one M, N and K. It takes no touches but a first one that makes the output empty.
    Lanewise,
    /// Sums of products by windows that slide over one input, the image, while the other one has the weights
    /// of their taps. The primitive has at most two K, the taps; of the dimensions that move the image and
    /// the output, at most one for the windows, and last one for the lanes, which are contiguous in both. The
    /// weights are contiguous along the lanes, or the same for all.
    Filter,
    /// The elements of in0 over all K, folded onto what the output holds. The primitive has at most one M,
    /// which is kept, and one K.
    Reduce(Fold),
    /// The same by windows that slide over in0: dimensions of the primitive as for [`Main::Filter`].
    Pool(Fold),
    /// An operation on each element of in0. The primitive has at most one M, its rows, and one N,
    /// its columns.
    Unary(UnaryOp),
    /// An operation on complex numbers, whose parts are neighbours along M: from in0 to out. There is one M,
    /// of the primitive even before it is optimized, which is contiguous and has both parts; the primitive
    /// has at most one N.
    Paired(Pairing),
    /// A sum of products of complex numbers, whose parts are neighbours: in the output and in one input along
    /// an M or N of the primitive, in the other input along its last K, which is the innermost dimension. The
    /// primitive has at most one more K, and one M and N; all dimensions are decided. It takes no touch but a
    /// first one that makes the output empty.
    Complex(Conjugation),
    /// A sum of products of groups: elements of both inputs that are neighbours along its last K, which is
    /// the innermost dimension. The primitive has at most one more K, and one M and N; all dimensions are
    /// decided, and the output has the type of sums. It takes no touch but a first one that makes the output
    /// empty. Groups are accessed as numbers of 32 bits, and aligned so for targets that ask for it; those of
    /// copies are, too.
    Grouped,
    /// A copy of each element of in0 to groups: the innermost dimension, a C, goes over the elements of one.
    /// The primitive has at most one M, the rows, and one N, from group to group; all dimensions are decided.
    Group,
    /// A copy of each element of in0, block by block: at most eight primitive dimensions, of any type but K.
    Permute,
    /// An operation on each pair of elements of the inputs; the primitive as for one input.
    Binary(BinaryOp),
}

impl Main {
    /// Whether it multiplies and sums.
    #[must_use]
    pub const fn is_contraction(&self) -> bool {
        matches!(
            self,
            Self::Contraction
                | Self::Gemm
                | Self::Brgemm
                | Self::Series
                | Self::Dot
                | Self::Lanewise
                | Self::Filter
                | Self::Complex(_)
                | Self::Grouped
        )
    }

    /// How it folds elements of in0, if it does.
    #[must_use]
    pub const fn fold(&self) -> Option<Fold> {
        match self {
            Self::Reduce(fold) | Self::Pool(fold) => Some(*fold),
            _ => None,
        }
    }

    /// Whether kernels are of windows that slide over an input.
    pub(crate) const fn is_windowed(&self) -> bool {
        matches!(self, Self::Filter | Self::Pool(_))
    }

    /// Whether it combines what the output holds with more, over all K; else it overwrites the output.
    #[must_use]
    pub const fn accumulates(&self) -> bool {
        self.neutral().is_some()
    }

    /// The first touch that writes the neutral element of the reduction.
    /// None for operations on elements.
    #[must_use]
    pub const fn neutral(&self) -> Option<UnaryOp> {
        match self {
            Self::Reduce(fold) | Self::Pool(fold) => Some(fold.neutral()),
            Self::Unary(_) | Self::Paired(_) | Self::Permute | Self::Group | Self::Binary(_) => None,
            Self::Contraction
            | Self::Gemm
            | Self::Brgemm
            | Self::Series
            | Self::Dot
            | Self::Lanewise
            | Self::Filter
            | Self::Complex(_)
            | Self::Grouped => Some(UnaryOp::zero()),
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
            Self::Series => f.write_str("series"),
            Self::Dot => f.write_str("dot"),
            Self::Lanewise => f.write_str("lanewise"),
            Self::Filter => f.write_str("filter"),
            Self::Reduce(fold) => write!(f, "reduce({})", fold.name()),
            Self::Pool(fold) => write!(f, "pool({})", fold.name()),
            Self::Unary(op) => op.fmt(f),
            Self::Paired(pairing) => f.write_str(pairing.name()),
            Self::Complex(Conjugation::Neither) => f.write_str("complex"),
            Self::Complex(conjugation) => write!(f, "complex({})", conjugation.name()),
            Self::Grouped => f.write_str("grouped"),
            Self::Group => f.write_str("group"),
            Self::Permute => f.write_str("permute"),
            Self::Binary(op) => op.fmt(f),
        }
    }
}

/// A loop nest over two inputs and an output.
#[derive(Debug, PartialEq, Eq)]
pub struct Nest {
    /// Element types of the operands, and of what is computed.
    pub types: Types,
    /// The computation.
    pub main: Main,
    /// The operation on each output element before the first product is added. Without it, the
    /// products are added to what the output holds. One that is [neutral](Main::neutral) costs nothing.
    pub first_touch: Option<UnaryOp>,
    /// The operation on each output element after the last product has been added.
    pub last_touch: Option<UnaryOp>,
    /// Elements from where an operand begins to what it is at index (0, …, 0).
    pub offsets: PerOperand<isize>,
    /// The dimensions, outermost first.
    pub dims: Vec<Dim>,
}

impl Nest {
    /// A sum of products with undecided dimensions, added to what the output holds.
    #[must_use]
    pub fn contraction(types: impl Into<Types>, dims: Vec<Dim>) -> Self {
        let (types, offsets) = (types.into(), PerOperand::default());
        Self { types, main: Main::Contraction, first_touch: None, last_touch: None, offsets, dims }
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

    /// The type of an operand's elements.
    #[must_use]
    pub const fn dtype(&self, operand: Operand) -> DType {
        match operand {
            Operand::In0 => self.types.a,
            Operand::In1 => self.types.b,
            Operand::Out => self.types.output,
        }
    }

    /// Changes the type of an operand's elements.
    pub(crate) const fn set_dtype(&mut self, operand: Operand, dtype: DType) {
        match operand {
            Operand::In0 => self.types.a = dtype,
            Operand::In1 => self.types.b = dtype,
            Operand::Out => self.types.output = dtype,
        }
    }

    /// Bytes of an operand's elements.
    pub(crate) const fn bytes(&self, operand: Operand) -> usize {
        self.dtype(operand).bytes()
    }

    /// Whether it does nothing to elements but to change their type.
    pub(crate) fn is_conversion(&self) -> bool {
        self.main == Main::Unary(UnaryOp::identity()) && self.types.is_conversion()
    }

    /// Whether an operand is accessed at all.
    pub(crate) fn uses(&self, operand: Operand) -> bool {
        let is_taken = match (operand, self.main) {
            (
                Operand::In1,
                Main::Unary(_)
                | Main::Paired(_)
                | Main::Permute
                | Main::Group
                | Main::Reduce(_)
                | Main::Pool(_),
            ) => false,
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

    /// Whether it does nothing to the output but to write sums, or to add to what is there. Where there is no
    /// product, nothing writes the sums but a touch.
    pub(crate) fn is_plain(&self) -> bool {
        let overwrites = self.overwrites() && !self.has_empty_sum();
        (self.first_touch.is_none() || overwrites) && self.last_touch.is_none()
    }

    /// Whether kernels do all that is done to the output: whatever comes first leaves nothing of what it
    /// holds, and what comes last follows a sum in registers.
    pub(crate) fn is_touched_in_kernels(&self) -> bool {
        (self.first_touch.is_none() || self.overwrites()) && !self.has_empty_sum()
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
