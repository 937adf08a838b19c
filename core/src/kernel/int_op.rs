//! Families of operations on integers. A row takes an arm in the lowering of each instruction set, and one in
//! `reference::integer` that says what it means.
//!
//! Tests: `tests/tests/kernel_table.rs`, `tests/tests/kernel_language_values.rs`.

use super::family::operations;

operations! {
    /// Operations on two integers of a type. What leaves the type's range wraps.
    IntOp {
        /// Sum.
        Add "add";
        /// Difference.
        Sub "sub";
        /// Product.
        Mul "mul";
        /// The upper half of the product, which has twice the bits.
        MulHigh "mulhigh";
        /// Quotient, rounded towards zero; by zero, it is zero.
        Div "div";
        /// What the quotient leaves of the dividend, with its sign: all of it, by zero.
        Rem "rem";
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
        /// The first rotated to the right by the second, modulo the number of bits.
        RotateRight "rotr";
        /// The lesser one.
        Min "min";
        /// The greater one.
        Max "max";
    }

    /// Operations on one integer of a type.
    IntUnaryOp {
        /// The negative.
        Negate "neg";
        /// All bits inverted.
        Not "not";
        /// How many zeros there are above the highest one.
        LeadingZeros "clz";
        /// How many zeros there are below the lowest one.
        TrailingZeros "ctz";
        /// How many ones there are.
        Ones "popcnt";
        /// The bytes in the opposite order.
        ReverseBytes "revb";
    }

    /// Comparisons.
    Compare {
        /// Whether they are equal.
        Equal "eq";
        /// Whether they differ: true of a NaN and anything.
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
}

impl Compare {
    /// The comparison that holds where this one does not. For numbers of floating point, a NaN makes neither
    /// hold, but for [`Compare::Equal`] and [`Compare::NotEqual`].
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterEqual,
            Self::LessEqual => Self::Greater,
            Self::Greater => Self::LessEqual,
            Self::GreaterEqual => Self::Less,
        }
    }

    /// The comparison of the second with the first.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
        }
    }
}
