//! Names that are a part of a mnemonic: conditions and predicates of comparisons.

use super::condition::Cond;

/// Names, each with its code.
pub type Names = &'static [(&'static str, u8)];

/// The conditions of jumps, moves and settings (Intel SDM, volume 1, appendix B), each by the name that is printed
/// first.
pub const CONDITIONS: Names = &[
    ("o", Cond::Overflow.code()),
    ("no", Cond::NotOverflow.code()),
    ("b", Cond::Below.code()),
    ("ae", Cond::NotBelow.code()),
    ("e", Cond::Equal.code()),
    ("ne", Cond::NotEqual.code()),
    ("be", Cond::NotAbove.code()),
    ("a", Cond::Above.code()),
    ("s", Cond::Negative.code()),
    ("ns", Cond::NotNegative.code()),
    ("p", Cond::Unordered.code()),
    ("np", Cond::Ordered.code()),
    ("l", Cond::Less.code()),
    ("ge", Cond::NotLess.code()),
    ("le", Cond::NotGreater.code()),
    ("g", Cond::Greater.code()),
    ("c", Cond::Below.code()),
    ("nc", Cond::NotBelow.code()),
    ("z", Cond::Equal.code()),
    ("nz", Cond::NotEqual.code()),
    ("na", Cond::NotAbove.code()),
    ("nbe", Cond::Above.code()),
    ("pe", Cond::Unordered.code()),
    ("po", Cond::Ordered.code()),
    ("nge", Cond::Less.code()),
    ("nl", Cond::NotLess.code()),
    ("ng", Cond::NotGreater.code()),
    ("nle", Cond::Greater.code()),
];

/// The predicates of comparisons of floating-point numbers (Intel SDM, `VCMPPS`, table 3-1).
pub const PREDICATES: Names = &[
    ("eq", 0),
    ("lt", 1),
    ("le", 2),
    ("unord", 3),
    ("neq", 4),
    ("nlt", 5),
    ("nle", 6),
    ("ord", 7),
    ("eq_uq", 8),
    ("nge", 9),
    ("ngt", 10),
    ("false", 11),
    ("neq_oq", 12),
    ("ge", 13),
    ("gt", 14),
    ("true", 15),
    ("eq_os", 16),
    ("lt_oq", 17),
    ("le_oq", 18),
    ("unord_s", 19),
    ("neq_us", 20),
    ("nlt_uq", 21),
    ("nle_uq", 22),
    ("ord_s", 23),
    ("eq_us", 24),
    ("nge_uq", 25),
    ("ngt_uq", 26),
    ("false_os", 27),
    ("neq_os", 28),
    ("ge_oq", 29),
    ("gt_oq", 30),
    ("true_us", 31),
];

/// The predicates of comparisons of floating-point numbers before AVX.
pub const ORDERED: Names =
    &[("eq", 0), ("lt", 1), ("le", 2), ("unord", 3), ("neq", 4), ("nlt", 5), ("nle", 6), ("ord", 7)];

/// The predicates of comparisons of unsigned integers. Some codes have no name.
pub const UNSIGNED: Names = &[("eq", 0), ("lt", 1), ("le", 2), ("neq", 4), ("nlt", 5), ("nle", 6)];

/// The predicates of comparisons of signed integers: equality and the greater one have instructions of their own.
pub const SIGNED: Names = &[("lt", 1), ("le", 2), ("neq", 4), ("nlt", 5)];

/// The first name of a code.
pub fn name(names: Names, code: i64) -> Option<&'static str> {
    names.iter().find(|(_, known)| i64::from(*known) == code).map(|(name, _)| *name)
}
