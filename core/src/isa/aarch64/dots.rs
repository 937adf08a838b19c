//! The dot products of narrow numbers that a core has instructions for, and the products of integers of 32
//! bits. Those of words take several on any
//! core, and registers in between.
//!
//! Tests: `tests/tests/kernel_language_dot.rs`.

use super::feature::Feature;
use super::needs::TEMPORARIES;
use crate::isa::Core;
use crate::isa::machine::Dot;
use crate::kernel::func::DotTypes;

const I8: Dot = Dot::of(DotTypes::I8);
const U8: Dot = Dot::of(DotTypes::U8);
const U8I8: Dot = Dot::of(DotTypes::U8I8);
const I8U8: Dot = Dot::of(DotTypes::I8U8);
const I16: Dot = Dot { types: DotTypes::I16, registers: TEMPORARIES.len() };
const I32: Dot = Dot::of(DotTypes::I32);
const BF16: Dot = Dot::of(DotTypes::BF16);

/// All of them: those of mixed signs, then other bytes, words, integers of 32 bits, and bfloat16.
const ALL: &[Dot] = &[U8I8, I8U8, I8, U8, I16, I32, BF16];

/// Those of a core. One with `FEAT_I8MM` has `FEAT_DotProd`.
pub(super) fn of(core: &Core) -> &'static [Dot] {
    let has = |feature: Feature| core.features.contains(feature.into());
    let first = match (has(Feature::DotProd), has(Feature::I8mm)) {
        (true, true) => 0,
        (true, false) => 2,
        (false, _) => 4,
    };
    let end = if has(Feature::Bf16) { 7 } else { 6 };
    ALL.get(first..end).unwrap_or(&[I16, I32])
}
