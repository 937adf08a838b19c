//! Families of operations on vectors: one kernel instruction stands for all of a family, as they differ in
//! nothing but what is computed. A row is an operation's name and its text. It takes one more arm in an
//! instruction set's lowering and, for formulas, one in `reference` that computes it for one element.

use super::family::operations;
use super::float_type::FloatType;
use super::int_type::IntType;
use crate::DType;
use core::num::NonZero;

impl VectorOp {
    /// Whether it is a comparison.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(self, Self::Greater | Self::GreaterEqual | Self::Equal | Self::GreaterAbsolute)
    }

    /// Whether its lanes are integers of 32 bits, as no other.
    #[must_use]
    pub const fn is_of_words(self) -> bool {
        matches!(self, Self::AddPairsInteger | Self::MulInteger | Self::MaxInteger | Self::MinInteger)
    }

    /// Whether a lane of the result depends on the same lanes of both vectors alone.
    #[must_use]
    pub const fn keeps_lanes(self) -> bool {
        !matches!(self, Self::AddPairs | Self::AddPairsInteger)
    }
}

impl UnaryVectorOp {
    /// Whether its lanes are integers of 32 bits.
    #[must_use]
    pub const fn is_of_words(self) -> bool {
        matches!(self, Self::NegateInteger | Self::AbsoluteInteger)
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
        /// The negative of integers of 32 bits, modulo their range.
        NegateInteger "negint";
        /// Integers of 32 bits without their sign, modulo their range.
        AbsoluteInteger "absint";
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
        /// The same of integers of 32 bits, modulo their range.
        AddPairsInteger "addpint";
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
        /// Product of integers of 32 bits, modulo their range.
        MulInteger "mulint";
        /// The greater one of integers of 32 bits with a sign.
        MaxInteger "maxint";
        /// The lesser one of integers of 32 bits with a sign.
        MinInteger "minint";
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
        /// size; of integers, modulo its range. Lanes that are entries have this size, too.
        Dot "dot";
        /// To each lane of a vector that holds a matrix, the dot product of a row of the first entry's matrix
        /// and a row of the second's: as `smmla` and `bfmmla` of AArch64 do.
        Matrix "mma";
    }

    /// The types of numbers whose products are summed in lanes of 32 bits, as many neighbours as have their
    /// size: those of the first factor and of the second.
    DotTypes {
        /// 8 bits in two's complement, both.
        I8 "i8.i8";
        /// 8 bits, the second without a sign.
        I8U8 "i8.u8";
        /// 8 bits, the first without a sign.
        U8I8 "u8.i8";
        /// 8 bits without a sign, both.
        U8 "u8.u8";
        /// 16 bits in two's complement, both.
        I16 "i16.i16";
        /// 32 bits in two's complement, both: a lane has one product.
        I32 "i32.i32";
        /// Numbers of [`DType::BF16`](crate::DType), both. Sums are numbers of single precision, which each
        /// instruction set rounds in its own [way](crate::reference::BfloatDot).
        BF16 "bf16.bf16";
    }
}

impl DotTypes {
    /// The types of the factors, if they are integers.
    #[must_use]
    pub const fn integers(self) -> Option<[IntType; 2]> {
        match self {
            Self::I8 => Some([IntType::I8, IntType::I8]),
            Self::I8U8 => Some([IntType::I8, IntType::U8]),
            Self::U8I8 => Some([IntType::U8, IntType::I8]),
            Self::U8 => Some([IntType::U8, IntType::U8]),
            Self::I16 => Some([IntType::I16, IntType::I16]),
            Self::I32 => Some([IntType::I32, IntType::I32]),
            Self::BF16 => None,
        }
    }

    /// Those of factors that are integers of such types, if their products are summed.
    #[must_use]
    pub fn of(factors: [IntType; 2]) -> Option<Self> {
        Self::ALL.iter().copied().find(|types| types.integers() == Some(factors))
    }

    /// The names of the factors' types.
    #[must_use]
    pub const fn names(self) -> [&'static str; 2] {
        match self.integers() {
            Some([a, b]) => [a.name(), b.name()],
            None => [DType::BF16.name(); 2],
        }
    }

    /// The name of the type of sums.
    #[must_use]
    pub const fn name_of_sums(self) -> &'static str {
        match self.integers() {
            Some(_) => IntType::I32.name(),
            None => FloatType::F32.name(),
        }
    }

    /// The types of the factors the other way round.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        match self {
            Self::I8U8 => Self::U8I8,
            Self::U8I8 => Self::I8U8,
            Self::I8 | Self::U8 | Self::I16 | Self::I32 | Self::BF16 => self,
        }
    }

    /// The neighbours of which a lane has the sum: what 32 bits have room for.
    #[must_use]
    pub const fn group(self) -> NonZero<usize> {
        match self {
            Self::I8 | Self::I8U8 | Self::U8I8 | Self::U8 => BYTES,
            Self::I16 | Self::BF16 => WORDS,
            Self::I32 => NonZero::<usize>::MIN,
        }
    }
}

/// The bytes of a lane.
const BYTES: NonZero<usize> = NonZero::new(4).unwrap();

/// Its numbers of 16 bits.
const WORDS: NonZero<usize> = NonZero::new(2).unwrap();
