//! The dimensions of a nest: extents, kinds, execution and strides.
//!
//! Tests: `tests/tests/tensor_verify.rs`, `tests/tests/tensor_text.rs`.

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
    /// The whole that it is a part of, where that was split and its extent does not divide.
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
