//! `cargo xtask bench functions`: predicted cycles for each element of functions in single precision, of
//! many calls (steady), on matrices of 64x64.

use super::bars::{Bar, Needed};
use super::{limit, report};
use crate::made::{self, Made};
use crate::mcatrace::{Mcatrace, Prediction};
use crate::proc::Result;
use crate::toolchain::Toolchain;

/// The functions, and the most cycles for each element on [`BARRED`].
const FUNCTIONS: [(&str, f64); 3] = [("exp", 1.4), ("sigmoid", 2.3), ("tanh", 3.0)];

/// The core that bars are for.
const BARRED: &str = "neoverse-v1";

const ELEMENTS: f64 = 64.0 * 64.0;

/// Measures, and prints what was found.
///
/// # Errors
/// A kernel is wrong, or a tool fails. A bar that is missed is a finding.
pub(super) fn functions(toolchain: &Toolchain) -> Result {
    let names = FUNCTIONS.map(|(name, _)| listed(name));
    let made = made::make(toolchain, &limit::BARRED.join(","), &names.join(","))?;
    let predictions = Mcatrace::find(toolchain)?.predict(&made)?;
    for (made, prediction) in made.iter().zip(&predictions) {
        println!("{:<20} {:<13} {:>6.3} cycles for each element", made.name, made.core, each(prediction));
    }
    print!("{}", report::verdicts(&bars(&made, &predictions)));
    Ok(())
}

/// The name of the kernel of a function.
fn listed(function: &str) -> String {
    format!("f32_{function}_64x64")
}

fn each(prediction: &Prediction) -> f64 {
    prediction.steady / ELEMENTS
}

fn bars(made: &[Made], predictions: &[Prediction]) -> Vec<Bar> {
    let bar = |(made, prediction): (&Made, &Prediction)| {
        let (_, most) = FUNCTIONS.into_iter().find(|(name, _)| made.name == listed(name))?;
        (made.core == BARRED).then(|| Bar {
            what: format!("cycles for each element of {} on {BARRED}", made.name),
            found: each(prediction),
            needed: Needed::AtMost(most),
        })
    };
    made.iter().zip(predictions).filter_map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_for_one_core() {
        let prediction = Prediction { instructions: 1, flops: 0.0, peak: 32.0, steady: 8192.0, wide: None };
        let made = |core| Made { name: listed("exp"), ..made::copy(core) };
        let bars = bars(&[made("neoverse-n1"), made(BARRED)], &[prediction; 2]);
        assert_eq!(bars.len(), 1);
        assert_eq!((bars[0].found, bars[0].is_met()), (2.0, false));
    }
}
