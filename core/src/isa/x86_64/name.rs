//! Names that are a part of a mnemonic: conditions and predicates of comparisons; and
//! other names of mnemonics.
//!
//! Tests: `tests/tests/isa_x86_64_assemble.rs`.

use super::condition::Cond;

/// Names, each with its code. Those that mean the same have `|` between them; the first of them is printed.
pub type Names = &'static [(&'static str, u8)];

/// The conditions of jumps, moves and settings (Intel SDM, volume 1, appendix B).
pub const CONDITIONS: Names = &[
    ("o", Cond::Overflow.code()),
    ("no", Cond::NotOverflow.code()),
    ("b|c|nae", Cond::Below.code()),
    ("ae|nb|nc", Cond::NotBelow.code()),
    ("e|z", Cond::Equal.code()),
    ("ne|nz", Cond::NotEqual.code()),
    ("be|na", Cond::NotAbove.code()),
    ("a|nbe", Cond::Above.code()),
    ("s", Cond::Negative.code()),
    ("ns", Cond::NotNegative.code()),
    ("p|pe", Cond::Unordered.code()),
    ("np|po", Cond::Ordered.code()),
    ("l|nge", Cond::Less.code()),
    ("ge|nl", Cond::NotLess.code()),
    ("le|ng", Cond::NotGreater.code()),
    ("g|nle", Cond::Greater.code()),
];

/// The predicates of comparisons of floating-point numbers (Intel SDM, `VCMPPS`, table 3-1), by their codes.
pub const PREDICATES: Names = &[
    ("eq|eq_oq", 0),
    ("lt|lt_os", 1),
    ("le|le_os", 2),
    ("unord|unord_q", 3),
    ("neq|neq_uq", 4),
    ("nlt|nlt_us", 5),
    ("nle|nle_us", 6),
    ("ord|ord_q", 7),
    ("eq_uq", 8),
    ("nge|nge_us", 9),
    ("ngt|ngt_us", 10),
    ("false|false_oq", 11),
    ("neq_oq", 12),
    ("ge|ge_os", 13),
    ("gt|gt_os", 14),
    ("true|true_uq", 15),
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
pub const ORDERED: Names = PREDICATES.split_at(8).0;

/// The predicates of comparisons of unsigned integers. Some codes have no name.
pub const UNSIGNED: Names = &[("eq", 0), ("lt", 1), ("le", 2), ("neq", 4), ("nlt", 5), ("nle", 6)];

/// The predicates of comparisons of signed integers: equality has instructions of its own.
pub const SIGNED: Names = UNSIGNED.split_at(1).1;

/// Mnemonics that mean another one. A move of 64 bits to a register is one of those by both of its names.
#[cfg(feature = "assembly")]
const SYNONYMS: &[(&str, &str)] = &[("sal", "shl"), ("mov", "movabs")];

/// The name that is printed of a code.
pub fn name(names: Names, code: i64) -> Option<&'static str> {
    let (all, _) = names.iter().find(|(_, known)| i64::from(*known) == code)?;
    all.split(['|']).next()
}

/// The code of a name, in any case.
#[cfg(feature = "assembly")]
pub(super) fn code(names: Names, name: &str) -> Option<u8> {
    let is_meant = |known: &str| known.eq_ignore_ascii_case(name);
    names.iter().find(|(all, _)| all.split(['|']).any(is_meant)).map(|(_, code)| *code)
}

/// Whether a mnemonic, in any case, is that of rows or means it.
#[cfg(feature = "assembly")]
pub(super) fn means(written: &str, mnemonic: &str) -> bool {
    let is_meant = |(synonym, of): &(&str, &str)| *of == mnemonic && synonym.eq_ignore_ascii_case(written);
    written.eq_ignore_ascii_case(mnemonic) || SYNONYMS.iter().any(is_meant)
}
