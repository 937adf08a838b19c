//! `cargo xtask bench growth`: host instructions that kernels of long formulas take to make, and of
//! formulas four times as long.

use super::bars::{Bar, Needed};
use super::{cost, report};
use crate::proc::Result;
use crate::toolchain::Toolchain;

/// A core of each kind: out of order and in order, and of either instruction set.
const CORES: [&str; 3] = ["neoverse-v2", "cortex-a510", "zen5"];

/// Forms of formulas, once and twice in a row, as `tests/src/long_formulas.rs` lists them.
const FORMS: [&str; 8] = [
    "form 0",
    "form 0, twice",
    "form 1",
    "form 1, twice",
    "form 2",
    "form 2, twice",
    "form 3",
    "form 3, twice",
];

/// The most that a formula of four times as many steps may take, over the shorter one: what looks at every
/// step from every other takes 16 times as much.
const MOST: f64 = 4.5;

/// Counts, and prints what was found.
///
/// # Errors
/// A tool fails. A bar that is missed is a finding.
pub(super) fn growth(toolchain: &Toolchain) -> Result {
    let mut bars = Vec::new();
    for core in CORES {
        let counts =
            cost::of_example(toolchain, "formula_cost", "counted_formula", &[core], 2 * FORMS.len())?;
        for (form, counts) in FORMS.iter().zip(counts.chunks_exact(2)) {
            let times = counts[1] as f64 / counts[0] as f64;
            println!("{form:<14} {core:<13} {:>12} and {:>12}: {times:.2} times", counts[0], counts[1]);
            let what = format!("instructions of four times as many steps: {form} on {core}");
            bars.push(Bar { what, found: times, needed: Needed::AtMost(MOST) });
        }
    }
    print!("{}", report::missed(&bars));
    Ok(())
}
