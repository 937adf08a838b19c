//! `cargo xtask bench offers`: how far what the registry offers is from what is predicted.
//!
//! Multiplications are drawn at random ([`listed`](crate::made)), so that the cost model
//! behind the offers is not fitted to a list. An offer is compared with *steady* cycles,
//! LLVM's model as it is: every core has them, and the constants of the cost model
//! are those of that model. The distance from wide cycles is shown, too.

use std::fmt::Write;

use clap::Args;
use serde_json::{Value, json};

use super::bars::{self, Bar, Figure};
use super::limit::{self, Core};
use super::report;
use crate::made::{self, Made};
use crate::mcatrace::{Mcatrace, Prediction};
use crate::proc::Result;
use crate::toolchain::Toolchain;

/// How many of the worst are shown.
const WORST: usize = 10;

const LEGEND: &str = "\
offer / steady      geometric mean of offers over steady cycles: which way they lean
distance            geometric mean of the larger of an offer and cycles over the smaller, and the worst:
                    from steady cycles, by which the bars are, and from wide ones where the core has them
";

const TITLES: &str = "core          kernels   offer / steady   distance from: steady  worst     wide  worst";

const WORST_TITLES: &str = "distance     offer    steady      wide";

/// The kernels to draw, and the form of the report.
#[derive(Debug, Args)]
pub(crate) struct Offers {
    /// How many multiplications
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Which ones: the seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cores to make each of them for
    #[arg(long, value_delimiter = ',', default_values = limit::BARRED, value_parser = limit::parser())]
    cores: Vec<Core>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// A kernel with its offer and its prediction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offered<'r> {
    pub(super) made: &'r Made,
    pub(super) prediction: &'r Prediction,
}

impl Offered<'_> {
    /// The offer over cycles of this kind.
    fn ratio(&self, figure: Figure) -> Option<f64> {
        Some(self.made.offer / figure.of(self.prediction)?)
    }

    /// The larger of the offer and of cycles of this kind over the smaller.
    fn distance(&self, figure: Figure) -> Option<f64> {
        self.ratio(figure).map(bars::factor)
    }

    /// The same of steady cycles, which every core has.
    pub(super) fn steady_distance(&self) -> f64 {
        bars::factor(self.made.offer / self.prediction.steady)
    }
}

/// How far off offers are, of one core.
struct Summary<'o> {
    core: &'o str,
    offered: Vec<Offered<'o>>,
}

impl Summary<'_> {
    fn bias(&self) -> Option<f64> {
        bars::geometric_mean(self.offered.iter().filter_map(|offered| offered.ratio(Figure::Steady)))
    }

    fn distances(&self, figure: Figure) -> impl Iterator<Item = f64> {
        self.offered.iter().filter_map(move |offered| offered.distance(figure))
    }

    fn mean(&self, figure: Figure) -> Option<f64> {
        bars::geometric_mean(self.distances(figure))
    }

    fn worst(&self, figure: Figure) -> Option<f64> {
        self.distances(figure).max_by(f64::total_cmp)
    }
}

/// Draws, measures, and prints what was found.
///
/// # Errors
/// A kernel is wrong, or a tool fails. A bar that is missed is a finding.
pub(super) fn offers(toolchain: &Toolchain, asked: &Offers) -> Result {
    let names = format!("random:{}:{}", asked.count, asked.seed);
    let made = made::make(toolchain, &limit::list(&asked.cores), &names)?;
    let predictions = Mcatrace::find(toolchain)?.predict(&made)?;
    let offered: Vec<_> =
        (made.iter().zip(&predictions)).map(|(made, prediction)| Offered { made, prediction }).collect();
    let bars = bars::offers(offered.iter().copied());
    let summaries: Vec<_> = asked.cores.iter().map(|core| summary(&offered, core.name)).collect();
    if asked.json {
        println!("{}", in_json(asked.seed, &offered, &summaries, &bars));
    } else {
        print!("{}", in_words(asked.seed, &offered, &summaries, &bars));
    }
    Ok(())
}

fn summary<'o>(offered: &[Offered<'o>], core: &'o str) -> Summary<'o> {
    Summary { core, offered: offered.iter().filter(|of| of.made.core == core).copied().collect() }
}

fn in_words(seed: u64, offered: &[Offered], summaries: &[Summary], bars: &[Bar]) -> String {
    let mut out = format!("seed {seed}\n{LEGEND}\n{TITLES}\n");
    summaries.iter().for_each(|summary| out += &line(summary));
    let mut worst_first: Vec<_> = offered.iter().collect();
    worst_first.sort_by(|x, y| y.steady_distance().total_cmp(&x.steady_distance()));
    let _ = writeln!(out, "\n{WORST_TITLES}");
    worst_first.iter().take(WORST).for_each(|offered| out += &one(offered));
    out += &report::verdicts(bars);
    out
}

fn line(summary: &Summary) -> String {
    let number = |ratio: Option<f64>| ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.3}"));
    format!(
        "{:<13} {:>7} {:>16} {:>23} {:>6} {:>8} {:>6}\n",
        summary.core,
        summary.offered.len(),
        number(summary.bias()),
        number(summary.mean(Figure::Steady)),
        number(summary.worst(Figure::Steady)),
        number(summary.mean(Figure::Wide)),
        number(summary.worst(Figure::Wide)),
    )
}

fn one(offered: &Offered) -> String {
    let Offered { made, prediction } = offered;
    format!(
        "{:>8.3} {:>9.1} {:>9.1} {:>9}  {} for {}, {}\n",
        offered.steady_distance(),
        made.offer,
        prediction.steady,
        prediction.wide.map_or("-".to_owned(), |wide| format!("{wide:.1}")),
        made.name,
        made.core,
        made.shape.as_deref().unwrap_or("-"),
    )
}

fn in_json(seed: u64, offered: &[Offered], summaries: &[Summary], bars: &[Bar]) -> Value {
    json!({
        "seed": seed,
        "kernels": offered.iter().map(kernel).collect::<Vec<_>>(),
        "cores": summaries.iter().map(core).collect::<Vec<_>>(),
        "bars": bars.iter().map(report::bar).collect::<Vec<_>>(),
    })
}

fn kernel(Offered { made, prediction }: &Offered) -> Value {
    json!({
        "name": made.name,
        "spec": made.spec,
        "core": made.core,
        "shape": made.shape,
        "offered_cycles": made.offer,
        "steady": prediction.steady,
        "wide": prediction.wide,
    })
}

fn core(summary: &Summary) -> Value {
    let distance = |figure| json!({ "mean": summary.mean(figure), "worst": summary.worst(figure) });
    json!({
        "core": summary.core,
        "offer_over_steady": summary.bias(),
        "steady": distance(Figure::Steady),
        "wide": distance(Figure::Wide),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_are_off_on_either_side() {
        let made = |core, offer| Made { offer, ..made::copy(core) };
        let made = [made("neoverse-n1", 4.0), made("cortex-a510", 50.0), made("neoverse-n1", 32.0)];
        let prediction =
            Prediction { instructions: 1, flops: 0.0, peak: 16.0, steady: 16.0, wide: Some(8.0) };
        let offered = [0, 1, 2].map(|at| Offered { made: &made[at], prediction: &prediction });

        let n1 = summary(&offered, "neoverse-n1");
        let thousandths = |value: Option<f64>| value.map(|value| (1000.0 * value).round());
        assert_eq!(thousandths(n1.bias()), Some(707.0)); // √(¼ · 2)
        assert_eq!(thousandths(n1.mean(Figure::Steady)), Some(2828.0)); // √(4 · 2)
        assert_eq!(n1.worst(Figure::Steady), Some(4.0));
        assert_eq!(n1.worst(Figure::Wide), Some(4.0)); // the other one
        assert_eq!(summary(&offered, "neoverse-v1").worst(Figure::Steady), None);

        let worst = bars::offers(offered.into_iter()).pop().expect("the bar of the worst");
        assert_eq!((worst.found, worst.is_met()), (300.0, false));
    }
}
