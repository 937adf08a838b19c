//! The limits of a core: its rates, and a number of cycles that no code for a multiplication beats.
//!
//! Every multiply-add has to start, every operand has to be moved at least once, and
//! both have to be dispatched. The rates are facts about the cores: those of LLVM's models, as `llvm-mca`
//! shows them for long runs of one instruction.
//! They are not those that the generator chooses by (`cores.rs`), which may be tuned.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::made::{Gemm, Made};

/// A core and how many operations on vectors of 128 bits it can start per cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Core {
    /// Its name, as in `tensmith emit --target`.
    pub(super) name: &'static str,
    /// Multiply-adds, or other arithmetic; cores that reorder take a slot of it for each stored vector too.
    pub(super) arithmetic: f64,
    /// Loads, and instructions that store.
    pub(super) moves: f64,
    /// Instructions of any kind.
    pub(super) width: f64,
    /// The bytes that are stored.
    pub(super) stores: Stores,
    /// Whether it is an in-order core.
    pub(super) in_order: bool,
}

/// The stores of a core per cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stores {
    /// Instructions.
    pub(super) instructions: f64,
    /// Vectors.
    pub(super) vectors: f64,
    /// Whether one instruction stores two as cheaply as one.
    pub(super) pairs: bool,
}

const fn stores(instructions: f64, vectors: f64, pairs: bool) -> Stores {
    Stores { instructions, vectors, pairs }
}

#[rustfmt::skip] // A table.
const CORES: [Core; 5] = [
    Core { name: "neoverse-n1", arithmetic: 2.0, moves: 2.0, width: 4.0, stores: stores(2.0, 2.0, false), in_order: false },
    Core { name: "neoverse-n2", arithmetic: 2.0, moves: 3.0, width: 5.0, stores: stores(2.0, 2.0, true), in_order: false },
    Core { name: "neoverse-v1", arithmetic: 4.0, moves: 3.0, width: 8.0, stores: stores(2.0, 4.0, true), in_order: false },
    Core { name: "neoverse-v2", arithmetic: 4.0, moves: 3.0, width: 8.0, stores: stores(2.0, 2.0, true), in_order: false },
    Core { name: "cortex-a510", arithmetic: 2.0, moves: 2.0, width: 3.0, stores: stores(1.0, 2.0, true), in_order: true },
];

/// The cores that bars on multiplications and functions are for.
pub(super) const BARRED: [&str; 4] = ["neoverse-n1", "neoverse-v1", "neoverse-v2", "cortex-a510"];

/// The cores that there are limits of.
pub(super) fn names() -> [&'static str; 5] {
    CORES.map(|core| core.name)
}

/// Reads the name of such a core.
pub(super) fn parser() -> impl TypedValueParser<Value = Core> {
    PossibleValuesParser::new(names()).try_map(|name| named(&name).ok_or("no such core"))
}

/// The names of cores, as programs take them.
pub(super) fn list(cores: &[Core]) -> String {
    cores.iter().map(|core| core.name).collect::<Vec<_>>().join(",")
}

/// The least number of cycles for a multiplication on the core that it was made for.
pub(super) fn bound(made: &Made) -> Option<f64> {
    Some(cycles(&named(&made.core)?, &made.gemm?, 16 / made.element_bytes))
}

/// The core with this name.
pub(super) fn named(name: &str) -> Option<Core> {
    CORES.into_iter().find(|core| core.name == name)
}

fn cycles(core: &Core, gemm: &Gemm, lanes: u64) -> f64 {
    let Gemm { m, n, k, blocks } = *gemm;
    let vectors = |elements: u64| elements.div_ceil(lanes);
    let multiply_adds = vectors(m * n) * k * blocks;
    let moves = vectors(m * k * blocks) + vectors(k * n * blocks) + vectors(m * n);
    let (multiply_adds, moves) = (multiply_adds as f64, moves as f64);
    let dispatch = (multiply_adds + moves) / core.width;
    (multiply_adds / core.arithmetic).max(moves / core.moves).max(dispatch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_what_the_busiest_part_takes() {
        let gemm = |m, n, k| Gemm { m, n, k, blocks: 1 };
        let cycles = |core, gemm, lanes| cycles(&named(core).expect("a core"), &gemm, lanes);
        // 16·6/4·64 multiply-adds, four per cycle.
        assert_eq!(cycles("neoverse-v1", gemm(16, 6, 64), 4), 384.0);
        // 16 multiply-adds, four per cycle, and 12 moves, three per cycle, take the same.
        assert_eq!(cycles("neoverse-v1", gemm(4, 4, 4), 4), 4.0);
        // A single multiply-add; A, B and C are 3 moves, two per cycle.
        assert_eq!(cycles("neoverse-n1", gemm(1, 1, 1), 4), 1.5);
        // 28 instructions, three per cycle.
        assert_eq!(cycles("cortex-a510", gemm(4, 4, 4), 4), 28.0 / 3.0);
        // Half of the lanes in FP64.
        assert_eq!(cycles("neoverse-n1", gemm(16, 6, 64), 2), 1536.0);
    }
}
