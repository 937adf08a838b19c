//! Families of operations on vectors of integers: one kernel instruction stands for all of a family. A row
//! takes an arm in the lowering of each instruction set, and one in `reference::integer` that says what
//! it means for a lane.
//!
//! Tests: `tests/tests/kernel_table.rs`, `tests/tests/kernel_language_vectors.rs`.

use super::family::operations;

operations! {
    /// Operations on the lanes of two vectors of integers. What leaves the type's range wraps. Comparisons
    /// set all bits of a lane where they hold, and none elsewhere.
    LaneOp {
        /// Sum.
        Add "add";
        /// Difference.
        Sub "sub";
        /// Product.
        Mul "mul";
        /// The upper half of the product, which has twice the bits.
        MulHigh "mulhigh";
        /// Sum, or the number of the type that is nearest to it.
        AddSaturating "addsat";
        /// Difference, or the number of the type that is nearest to it.
        SubSaturating "subsat";
        /// The lesser one.
        Min "min";
        /// The greater one.
        Max "max";
        /// The bits that are set in both.
        And "and";
        /// The bits that are set in either.
        Or "or";
        /// The bits that are set in one of them.
        Xor "xor";
        /// The first shifted to the left by the second, modulo the number of bits.
        ShiftLeft "shl";
        /// The first shifted to the right by the second, modulo the number of bits; the sign follows,
        /// if the type has one.
        ShiftRight "shr";
        /// Whether they are equal.
        Equal "eq";
        /// Whether they differ.
        NotEqual "ne";
        /// Whether the first is less.
        Less "lt";
        /// Whether the first is less or equal.
        LessEqual "le";
        /// Whether the first is greater.
        Greater "gt";
        /// Whether the first is greater or equal.
        GreaterEqual "ge";
    }

    /// Operations on the lanes of one vector of integers.
    LaneUnaryOp {
        /// The negative, modulo the type's range.
        Negate "neg";
        /// All bits inverted.
        Not "not";
        /// Without the sign, modulo the type's range; numbers of types without one as they are.
        Absolute "abs";
        /// How many ones there are.
        Ones "popcnt";
    }

    /// How lanes of integers are shifted by a number.
    LaneShift {
        /// To the left, by 0 to one less than the lanes' bits.
        Left "shl";
        /// To the right, by 1 to the lanes' bits; the sign follows, if the type has one.
        Right "shr";
    }

    /// Halves of a vector whose lanes become twice as large, so that they fill one.
    Half {
        /// The lower half of the lanes.
        Low "lo";
        /// The upper half of the lanes.
        High "hi";
    }

    /// Operations on the halves of two vectors, whose results have lanes twice as large.
    WideOp {
        /// Sums of the lower halves.
        AddLow "addwidelo";
        /// Sums of the upper halves.
        AddHigh "addwidehi";
        /// Differences of the lower halves.
        SubLow "subwidelo";
        /// Differences of the upper halves.
        SubHigh "subwidehi";
        /// Products of the lower halves.
        MulLow "mulwidelo";
        /// Products of the upper halves.
        MulHigh "mulwidehi";
    }

    /// How lanes become half as large.
    NarrowOp {
        /// Modulo the range.
        Wrap "narrow";
        /// The nearest number of the type.
        Saturate "narrowsat";
    }

    /// Operations on the lanes of two vectors of half precision, rounded once.
    Fp16Op {
        /// Sum.
        Add "add";
        /// Difference.
        Sub "sub";
        /// Product.
        Mul "mul";
        /// Quotient.
        Div "div";
    }

    /// Reductions of the lanes of a vector to one number.
    ReduceOp {
        /// The sum, modulo the type's range.
        Sum "sumall";
        /// The least one.
        Min "minall";
        /// The greatest one.
        Max "maxall";
        /// The bits that are set in all.
        And "andall";
        /// The bits that are set in any.
        Or "orall";
        /// The bits that are set in an odd number.
        Xor "xorall";
    }
}

impl WideOp {
    /// The half that it takes.
    #[must_use]
    pub const fn half(self) -> Half {
        match self {
            Self::AddLow | Self::SubLow | Self::MulLow => Half::Low,
            Self::AddHigh | Self::SubHigh | Self::MulHigh => Half::High,
        }
    }

    /// The operation on the lanes when they have been made larger.
    #[must_use]
    pub const fn op(self) -> LaneOp {
        match self {
            Self::AddLow | Self::AddHigh => LaneOp::Add,
            Self::SubLow | Self::SubHigh => LaneOp::Sub,
            Self::MulLow | Self::MulHigh => LaneOp::Mul,
        }
    }
}

impl ReduceOp {
    /// The operation on two lanes.
    #[must_use]
    pub const fn op(self) -> LaneOp {
        match self {
            Self::Sum => LaneOp::Add,
            Self::Min => LaneOp::Min,
            Self::Max => LaneOp::Max,
            Self::And => LaneOp::And,
            Self::Or => LaneOp::Or,
            Self::Xor => LaneOp::Xor,
        }
    }
}
