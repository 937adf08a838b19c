//! How near elementwise kernels are to the limit that loads and stores set, and what transposes take.
//!
//! **The limit** of a shape on a core is a number of cycles that no code beats: each column is moved as
//! whole vectors, the last of which may overlap, and a matrix without padding is one column. Every vector
//! has to be loaded and stored, two neighbours by one instruction where that is as cheap, and every
//! result has to be computed; each core can start so many of these in a cycle. The rates are those of
//! LLVM's models, as `llvm-mca` shows them for long runs of one instruction. On a core that issues in
//! program order, loads wait for arithmetic before them, so that only stores are done beside it.

use crate::made::{self, Made};
use crate::mcatrace::{Mcatrace, Prediction};
use crate::proc::Result;
use crate::toolchain::Toolchain;

/// What a core can start in a cycle, in instructions and vectors of 128 bits.
struct Core {
    name: &'static str,
    /// Loads, and instructions that store.
    moves: u64,
    /// Instructions that store, vectors that are stored, and how many of these one instruction stores.
    stores: (u64, u64, u64),
    /// Arithmetic; cores that reorder take a slot of it for each stored vector too.
    vectors: u64,
    /// Instructions of any kind.
    width: u64,
    /// Whether it issues in program order.
    in_turn: bool,
    /// The least share of the limit, in per cent.
    bar: f64,
}

const CORES: [Core; 5] = [
    Core {
        name: "neoverse-n1",
        moves: 2,
        stores: (2, 2, 1),
        vectors: 2,
        width: 4,
        in_turn: false,
        bar: 85.0,
    },
    Core {
        name: "neoverse-n2",
        moves: 3,
        stores: (2, 2, 2),
        vectors: 2,
        width: 5,
        in_turn: false,
        bar: 95.0,
    },
    Core {
        name: "neoverse-v1",
        moves: 3,
        stores: (2, 4, 2),
        vectors: 4,
        width: 8,
        in_turn: false,
        bar: 95.0,
    },
    Core {
        name: "neoverse-v2",
        moves: 3,
        stores: (2, 2, 2),
        vectors: 4,
        width: 8,
        in_turn: false,
        bar: 95.0,
    },
    Core { name: "cortex-a510", moves: 2, stores: (1, 2, 2), vectors: 2, width: 3, in_turn: true, bar: 85.0 },
];

/// Operations with how many matrices they read and whether they compute.
const OPERATIONS: [(&str, u64, bool); 4] =
    [("copy", 1, false), ("relu", 1, true), ("add", 2, true), ("scale", 1, true)];

/// Rows, columns, and how far leading dimensions are beyond the tightest.
const SHAPES: [(u64, u64, u64); 6] =
    [(32, 32, 0), (32, 32, 3), (50, 50, 0), (50, 50, 3), (7, 9, 0), (7, 9, 3)];

/// The transpose that there are bars for: executed instructions for each element, and steady cycles on
/// a core.
const TRANSPOSE: (&str, f64, &str, f64) = ("f32_transpose_50x50", 1.6, "neoverse-v1", 0.30);

/// An elementwise kernel that is measured.
struct Case {
    name: String,
    element_bytes: u64,
    inputs: u64,
    computes: bool,
    shape: (u64, u64, u64),
}

impl Case {
    fn all() -> impl Iterator<Item = Self> {
        let types = [("f32", 4), ("f64", 8)];
        let operations = types.into_iter().flat_map(|dtype| OPERATIONS.map(|operation| (dtype, operation)));
        let shapes = operations.flat_map(|of| SHAPES.map(|shape| (of, shape)));
        shapes.map(|(((dtype, element_bytes), (op, inputs, computes)), shape)| {
            let (m, n, pad) = shape;
            let pad = if pad == 0 { String::new() } else { format!("_p{pad}") };
            Self { name: format!("{dtype}_{op}_{m}x{n}{pad}"), element_bytes, inputs, computes, shape }
        })
    }

    /// Cycles that no code beats.
    fn limit(&self, core: &Core) -> f64 {
        let (m, n, pad) = self.shape;
        let (rows, columns) = if pad == 0 { (m * n, 1) } else { (m, n) };
        let lanes = 16 / self.element_bytes;
        let (store_rate, stored_rate, at_once) = core.stores;
        let vectors = columns * rows.div_ceil(lanes);
        let pairs = if at_once == 2 { columns * (rows / (2 * lanes)) } else { 0 };
        let (loads, stores) = (self.inputs * vectors, vectors - pairs);
        let arithmetic = if self.computes { vectors } else { 0 };
        let per = |count: u64, rate: u64| count as f64 / rate as f64;
        let bounds = [
            per(loads + stores, core.moves),
            per(stores, store_rate),
            per(vectors, stored_rate),
            per(loads + stores + arithmetic, core.width),
            if core.in_turn && self.computes {
                per(loads, core.moves) + per(arithmetic, core.vectors).max(per(stores, store_rate))
            } else {
                per(arithmetic + vectors, core.vectors)
            },
        ];
        bounds.into_iter().fold(0.0, f64::max)
    }
}

/// Measures, and prints what was found.
///
/// # Errors
/// A kernel is wrong, or a tool fails. A bar that is missed is a finding.
pub(super) fn elementwise(toolchain: &Toolchain) -> Result {
    let (cases, mcatrace) = (Case::all().collect::<Vec<_>>(), Mcatrace::find(toolchain)?);
    let measure = |core: &str, names: &str| -> Result<Vec<(Made, Prediction)>> {
        let made = made::make(toolchain, core, names)?;
        let predictions = mcatrace.predict(&made)?;
        Ok(made.into_iter().zip(predictions).collect())
    };
    println!("{:<24} {:>9} {:>9} {:>9} {:>7} {:>6}", "kernel", "steady", "wide", "limit", "%", "bytes");
    let mut missed = 0;
    for core in &CORES {
        println!("\n{}: at least {} % of the limit", core.name, core.bar);
        let names: Vec<_> = cases.iter().map(|case| case.name.as_str()).collect();
        for (case, (made, prediction)) in cases.iter().zip(measure(core.name, &names.join(","))?) {
            let limit = case.limit(core);
            let share = 100.0 * limit / prediction.best();
            missed += usize::from(share < core.bar);
            println!(
                "{:<24} {:>9.1} {:>9} {:>9.1} {:>7.1} {:>6}{}",
                case.name,
                prediction.steady,
                prediction.wide.map_or("-".to_owned(), |wide| format!("{wide:.1}")),
                limit,
                share,
                made.code.len(),
                if share < core.bar { "  MISSED" } else { "" },
            );
        }
    }
    let (name, instructions, core, cycles) = TRANSPOSE;
    for (made, prediction) in measure(core, name)? {
        let per_element = |count: f64| count / 2500.0;
        let found = (per_element(prediction.instructions as f64), per_element(prediction.steady));
        missed += usize::from(found.0 > instructions) + usize::from(found.1 > cycles);
        println!("\n{} for {}, for each element:", made.name, made.core);
        println!(
            "{:.2} instructions, at most {instructions}; {:.3} steady cycles, at most {cycles}",
            found.0, found.1
        );
    }
    println!("{missed} missed");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_what_the_busiest_part_takes() {
        let limit = |name: &str, core: &str| {
            let case = Case::all().find(|case| case.name == name).expect("a case");
            case.limit(CORES.iter().find(|known| known.name == core).expect("a core"))
        };
        // 256 loads and 128 stores of pairs, three per cycle.
        assert_eq!(limit("f32_copy_32x32", "neoverse-v1"), 128.0);
        // As many vectors to store as to compute, in two pipes.
        assert_eq!(limit("f32_relu_32x32", "neoverse-n2"), 256.0);
        // In each of 9 columns two loads and two stores, as vectors overlap: two of these per cycle.
        assert_eq!(limit("f32_copy_7x9_p3", "neoverse-n1"), 18.0);
        // 256 loads, two per cycle, and then 128 stores beside 256 results, one and two per cycle.
        assert_eq!(limit("f32_relu_32x32_p3", "cortex-a510"), 256.0);
    }
}
