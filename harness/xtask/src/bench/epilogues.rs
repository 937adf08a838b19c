//! The predicted cycles that an epilogue adds to a multiplication: of one with bias and ReLU, as a part
//! of the multiplication; of one with bias and a function, as a part of the elementwise kernel of that
//! function on a matrix of the size of C.

use super::bars::{Bar, Needed};
use super::{limit, report};
use crate::made;
use crate::mcatrace::{Mcatrace, Prediction};
use crate::proc::{Failure, Result};
use crate::toolchain::Toolchain;

/// The core that the bars are for.
const CORE: &str = "neoverse-v1";

/// The multiplications.
const PLAIN: [&str; 2] = ["f32_gemm_32x32x32_b0", "f32_gemm_32x32x32_b1"];

/// An epilogue, and what the cycles that it adds are a part of.
struct Fused {
    links: &'static str,
    /// The kernel; none where it is the multiplication.
    of: Option<&'static str>,
    /// The greatest part that is fine; none where it is only reported.
    bar: Option<f64>,
}

const FUSED: [Fused; 3] = [
    Fused { links: "+add(column)+relu", of: None, bar: Some(0.04) },
    Fused { links: "+add(column)+sigmoid", of: Some("f32_sigmoid_32x32"), bar: None },
    Fused { links: "+add(column)+gelu", of: Some("f32_gelu_32x32"), bar: Some(1.0) },
];

/// Measures, and prints what was found.
///
/// # Errors
/// A kernel is wrong, or a tool fails. A bar that is missed is a finding.
pub(super) fn epilogues(toolchain: &Toolchain) -> Result {
    let (tool, mut bars) = (Mcatrace::find(toolchain)?, vec![]);
    println!("{:<12} {:<48} {:>10} {:>10}", "core", "added by the epilogue, in parts of", "steady", "wide");
    for core in limit::names() {
        for plain in PLAIN {
            for Fused { links, of, bar } in &FUSED {
                let fused = format!("{plain}{links}");
                let names = [plain, &fused, of.unwrap_or(plain)].join(",");
                let predictions = tool.predict(&made::make(toolchain, core, &names)?)?;
                let [before, after, whole] = &predictions[..] else {
                    return Err(Failure::check(format!("not three kernels: {names}")));
                };
                let part = |cycles: fn(&Prediction) -> f64| (cycles(after) - cycles(before)) / cycles(whole);
                let (steady, wide) = (part(|prediction| prediction.steady), part(Prediction::best));
                println!("{core:<12} {fused:<48} {steady:>10.3} {wide:>10.3}");
                if let (CORE, Some(bar)) = (core, *bar) {
                    let what = format!("added, {core}: {fused}");
                    bars.push(Bar { what, found: steady.max(wide), needed: Needed::AtMost(bar) });
                }
            }
        }
    }
    print!("{}", report::verdicts(&bars));
    Ok(())
}
