//! The dot products of narrow numbers that a core has instructions for. Those of words take several on any
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
const BF16: Dot = Dot::of(DotTypes::BF16);

/// Those of a core.
pub(super) fn of(core: &Core) -> &'static [Dot] {
    let has = |feature: Feature| core.features.contains(feature.into());
    match (has(Feature::DotProd), has(Feature::I8mm), has(Feature::Bf16)) {
        (true, true, true) => &[I8, U8, U8I8, I8U8, I16, BF16],
        (true, true, false) => &[I8, U8, U8I8, I8U8, I16],
        (true, false, true) => &[I8, U8, I16, BF16],
        (true, false, false) => &[I8, U8, I16],
        (false, true, true) => &[U8I8, I8U8, I16, BF16],
        (false, true, false) => &[U8I8, I8U8, I16],
        (false, false, true) => &[I16, BF16],
        (false, false, false) => &[I16],
    }
}
