//! The nest itself: dimensions around a main primitive.
//!
//! A nest says: for every index of the M, N and C dimensions, the output element
//! is first touched, then gets the products of the inputs over all K added, then
//! is last touched. The order of the dimensions, outermost first, and their
//! execution say how that is done, and change nothing about the result but the
//! order of additions.
//!
//! A zero extent is valid. Without an M, N or C index there is nothing to do;
//! where only K is empty, every output element is still touched first and last,
//! and nothing is added in between.

use crate::DType;
use crate::kernel::op::UnaryOp;
use crate::tensor::array;
use alloc::vec::Vec;

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
}

impl Main {
    /// All main primitives.
    pub const ALL: [Self; 3] = [Self::Contraction, Self::Gemm, Self::Brgemm];

    /// The name used in text forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contraction => "contraction",
            Self::Gemm => "gemm",
            Self::Brgemm => "brgemm",
        }
    }
}

/// What can happen to the output before or after its sums.
///
/// None of these moves two numbers further apart than they were, so that what is known of the error
/// of a sum holds for what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// It becomes `+0`.
    Zero,
    /// Nothing.
    Identity,
    /// Negative numbers become `+0`.
    Relu,
}

impl Touch {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Zero, Self::Identity, Self::Relu];

    /// The operation.
    #[must_use]
    pub const fn op(self) -> UnaryOp {
        match self {
            Self::Zero => UnaryOp::zero(),
            Self::Identity => UnaryOp::identity(),
            Self::Relu => UnaryOp::relu(),
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
    /// products are added to what the output holds.
    pub first_touch: Option<Touch>,
    /// What happens to each output element after the last product has been added.
    pub last_touch: Option<Touch>,
    /// The dimensions, outermost first.
    pub dims: Vec<Dim>,
}

impl Nest {
    /// (extent, stride) of every dimension in one operand.
    pub(crate) fn axes(&self, operand: Operand) -> impl Iterator<Item = (usize, isize)> + Clone {
        self.dims.iter().map(move |dim| (dim.extent, *dim.strides.get(operand)))
    }

    /// The dimensions of a type.
    pub(crate) fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Dim> + Clone {
        self.dims.iter().filter(move |dim| dim.kind == kind)
    }

    /// Number of multiply-adds; `u64::MAX` where there are more.
    #[must_use]
    pub fn multiply_adds(&self) -> u64 {
        if self.dims.iter().any(|dim| dim.extent == 0) {
            return 0;
        }
        array::product(self.dims.iter().map(|dim| dim.extent)).unwrap_or(u64::MAX)
    }
}
