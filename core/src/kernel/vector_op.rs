//! Families of operations on vectors: one kernel instruction stands for all of a family, as they differ in
//! nothing but what is computed. A row is an operation's name and its text. It takes one more arm in an
//! instruction set's lowering and, for formulas, one in `reference` that computes it for one element.

use super::family::operations;

impl VectorOp {
    /// Whether it is a comparison.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(self, Self::Greater | Self::GreaterEqual | Self::Equal | Self::GreaterAbsolute)
    }

    /// Whether a lane of the result depends on the same lanes of both vectors alone.
    #[must_use]
    pub const fn keeps_lanes(self) -> bool {
        !matches!(self, Self::AddPairs)
    }
}

operations! {
    /// Element-wise operations on one vector.
    UnaryVectorOp {
        /// The other sign, of a NaN too.
        Negate "neg";
        /// Without the sign, of a NaN too.
        Absolute "abs";
        /// The square root, rounded once.
        SquareRoot "sqrt";
        /// The greatest integer that is not greater.
        Floor "floor";
        /// The least integer that is not less.
        Ceil "ceil";
        /// The nearest integer, ties to even.
        Round "round";
        /// The nearest integer that is not farther from zero.
        Trunc "trunc";
    }

    /// Element-wise operations on two vectors. Comparisons set all bits of a lane where they hold, and
    /// none elsewhere; with a NaN they hold nowhere.
    VectorOp {
        /// Sum.
        Add "add";
        /// Difference.
        Sub "sub";
        /// Product.
        Mul "mul";
        /// Quotient.
        Div "div";
        /// The larger one; a NaN if either is one; of zeros, the positive one.
        Max "max";
        /// The smaller one; a NaN if either is one; of zeros, the negative one.
        Min "min";
        /// Sums of neighbouring lanes: those of the first vector in the lower half, those of the
        /// second in the upper one.
        AddPairs "addp";
        /// Whether the first is greater.
        Greater "gt";
        /// Whether the first is greater or equal.
        GreaterEqual "ge";
        /// Whether they are equal.
        Equal "eq";
        /// Whether the first is farther from zero.
        GreaterAbsolute "gtabs";
        /// The bits that are set in both.
        And "and";
        /// The bits that are set in either.
        Or "or";
        /// The bits that are set in one of them.
        Xor "xor";
        /// Sum of integers of the lanes' size, modulo their range.
        AddInteger "addint";
        /// Difference of integers of the lanes' size, modulo their range.
        SubInteger "subint";
    }

    /// How the bits of lanes are shifted; zeros follow.
    Shift {
        /// To the left, by 0 to one less than the lanes' bits.
        Left "shl";
        /// To the right, by 1 to the lanes' bits.
        Right "shr";
    }

    /// How blocks of lanes of two vectors are recombined: a block is a lane, or a power of two of them
    /// up to half a vector.
    Shuffle {
        /// Even blocks of both, alternating: a0 b0 a2 b2.
        TransposeEven "trn1";
        /// Odd blocks of both, alternating: a1 b1 a3 b3.
        TransposeOdd "trn2";
    }

    /// How a tile's accumulators are updated by an entry of the column and one of the row.
    UpdateKind {
        /// To each lane, the product of the lanes of the entries, rounded once.
        MultiplyAdd "fma";
        /// To each lane, the sum of the products of as many neighbouring elements of the entries as have its
        /// size. Lanes that are entries have this size, too.
        Dot "dot";
        /// To each lane of a vector that holds a matrix, the dot product of a row of the first entry's matrix
        /// and a row of the second's: as `smmla` and `bfmmla` of AArch64 do.
        Matrix "mma";
    }
}
