//! How near elementwise kernels are to the limit that loads and stores set, and what transposes take.
//!
//! **The limit** of a shape on a core is a number of cycles that no code beats: each column is moved as
//! whole vectors, the last of which may overlap, and a matrix without padding is one column. Every vector
//! has to be loaded and stored, two neighbours by one instruction where that is as cheap, and every
//! result has to be computed; each core can start a number of these in a cycle ([`limit`]). On an
//! in-order core, loads wait for arithmetic before them, so that only stores are done meanwhile.

use super::bars::{Bar, Needed};
use super::limit::{self, Core};
use super::report;
use crate::made::{self, Made};
use crate::mcatrace::{Mcatrace, Prediction};
use crate::proc::{Failure, Result};
use crate::toolchain::Toolchain;

/// The least share of the limit on a core, in per cent.
const BARS: [(&str, f64); 5] = [
    ("neoverse-n1", 85.0),
    ("neoverse-n2", 95.0),
    ("neoverse-v1", 95.0),
    ("neoverse-v2", 95.0),
    ("cortex-a510", 85.0),
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
        let vectors = columns * rows.div_ceil(lanes);
        let pairs = if core.stores.pairs { columns * (rows / (2 * lanes)) } else { 0 };
        let (loads, stores) = (self.inputs * vectors, vectors - pairs);
        let arithmetic = if self.computes { vectors } else { 0 };
        let per = |count: u64, rate: f64| count as f64 / rate;
        let stored = per(stores, core.stores.instructions);
        let bounds = [
            per(loads + stores, core.moves),
            stored,
            per(vectors, core.stores.vectors),
            per(loads + stores + arithmetic, core.width),
            if core.in_order && self.computes {
                per(loads, core.moves) + per(arithmetic, core.arithmetic).max(stored)
            } else {
                per(arithmetic + vectors, core.arithmetic)
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
    let mut bars = vec![];
    let names: Vec<_> = cases.iter().map(|case| case.name.as_str()).collect();
    for (name, least) in BARS {
        println!("\n{name}");
        let core = limit::named(name).ok_or_else(|| Failure::check(format!("no rates of {name}")))?;
        for (case, (made, prediction)) in cases.iter().zip(measure(name, &names.join(","))?) {
            let limit = case.limit(&core);
            let share = 100.0 * limit / prediction.best();
            println!(
                "{:<24} {:>9.1} {:>9} {:>9.1} {:>7.1} {:>6}",
                case.name,
                prediction.steady,
                prediction.wide.map_or("-".to_owned(), |wide| format!("{wide:.1}")),
                limit,
                share,
                made.code.len(),
            );
            let what = format!("% of the limit, {name}: {}", case.name);
            bars.push(Bar { what, found: share, needed: Needed::AtLeast(least) });
        }
    }
    let (name, instructions, core, cycles) = TRANSPOSE;
    for (made, prediction) in measure(core, name)? {
        let counts = [
            ("instructions", prediction.instructions as f64, instructions),
            ("steady cycles", prediction.steady, cycles),
        ];
        println!("\n{} for {}, for each element:", made.name, made.core);
        for (of, count, most) in counts {
            let found = count / 2500.0;
            println!("{found:.3} {of}");
            let what = format!("{of} for each element, {}: {}", made.core, made.name);
            bars.push(Bar { what, found, needed: Needed::AtMost(most) });
        }
    }
    print!("{}", report::missed(&bars));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_what_the_busiest_part_takes() {
        let limit = |name: &str, core: &str| {
            let case = Case::all().find(|case| case.name == name).expect("a case");
            case.limit(&limit::named(core).expect("a core"))
        };
        // 256 loads and 128 stores of pairs, three per cycle.
        assert_eq!(limit("f32_copy_32x32", "neoverse-v1"), 128.0);
        // As many vectors to store as to compute, in two pipes.
        assert_eq!(limit("f32_relu_32x32", "neoverse-n2"), 256.0);
        // In each of 9 columns two loads and two stores, as vectors overlap: two of these per cycle.
        assert_eq!(limit("f32_copy_7x9_p3", "neoverse-n1"), 18.0);
        // 256 loads, two per cycle, and then 128 stores and 256 results, one and two per cycle.
        assert_eq!(limit("f32_relu_32x32_p3", "cortex-a510"), 256.0);
    }
}
