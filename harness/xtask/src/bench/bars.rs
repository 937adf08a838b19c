//! The bars for kernels, as data, and which of them are missed.
//!
//! A bar is about the worst of some kernels or about a mean of them. One that none of
//! the measured kernels says anything about is left out.

use super::Row;
use super::offers::Offered;
use super::peer::{Class, Peer};
use crate::mcatrace::Prediction;

/// Which prediction of cycles is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    /// By LLVM's model as it is.
    Steady,
    /// With the dispatch width of Arm's guide.
    Wide,
}

use Figure::{Steady, Wide};

impl Figure {
    pub(super) fn name(self) -> &'static str {
        match self {
            Steady => "steady",
            Wide => "wide",
        }
    }

    pub(super) fn of(self, prediction: &Prediction) -> Option<f64> {
        match self {
            Steady => Some(prediction.steady),
            Wide => prediction.wide,
        }
    }

    fn of_peer(self, peer: &Peer) -> Option<f64> {
        match self {
            Steady => Some(peer.steady),
            Wide => peer.wide,
        }
    }
}

/// LIBXSMM's cycles over ours: core, figure, and the least for any shape, and for the
/// geometric means over small and over ragged shapes.
const RATIOS: [(&str, Figure, f64, f64, f64); 5] = [
    ("neoverse-n1", Steady, 0.98, 1.35, 1.2),
    ("neoverse-v1", Wide, 1.0, 1.3, 1.15),
    ("neoverse-v2", Steady, 1.0, 1.55, 1.35),
    ("neoverse-v2", Wide, 1.0, 1.3, 1.15),
    ("cortex-a510", Steady, 1.0, 1.8, 1.4),
];

/// The least share of the multiply-add peak, in per cent: cores, figure, kernels, share.
const SHARES: [(&[&str], Figure, &[&str], f64); 8] = [
    (OUT_OF_ORDER, Wide, &["f32_gemm_32x32x32_b1"], 96.5),
    (
        OUT_OF_ORDER,
        Wide,
        &["f64_gemm_48x48x48_b1", "f32_gemm_64x64x64_b1", "f32_br16_gemm_32x32x32_b1"],
        97.5,
    ),
    (&["neoverse-v1"], Wide, &["f32_gemmTB_64x64x64_b1"], 97.0),
    (&["neoverse-v1"], Wide, &["f32_gemmTA_64x64x64_b1", "f32_gemmTAB_64x64x64_b1"], 90.0),
    (&["cortex-a510"], Steady, &["f32_gemm_32x32x32_b1"], 84.0),
    (&["cortex-a510"], Steady, &["f64_gemm_48x48x48_b1"], 87.0),
    (&["cortex-a510"], Steady, &["f32_gemm_64x64x64_b1"], 89.0),
    (&["cortex-a510"], Steady, &["f32_gemm_32x32x512_b1"], 91.0),
];

const OUT_OF_ORDER: &[&str] = &["neoverse-n1", "neoverse-v1", "neoverse-v2"];

/// Code may have this many bytes, or [`MOST_OF_PEER`] times the peer's, whichever is less.
const MOST_BYTES: f64 = 4096.0;
const MOST_OF_PEER: f64 = 2.4;

/// The most host instructions that a kernel may cost to make, for any core.
const GENERATION: (&str, f64) = ("f32_gemm_23x23x23_b1", 200_000.0);

/// How far an offer may be from the prediction, in per cent: geometric mean and worst.
const OFFERS: (f64, f64) = (10.0, 25.0);

/// A bar and where we are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bar {
    /// The subject.
    pub(super) what: String,
    /// The measured value.
    pub(super) found: f64,
    /// The bar.
    pub(super) needed: Needed,
}

/// A bound on a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Needed {
    AtLeast(f64),
    AtMost(f64),
}

use Needed::{AtLeast, AtMost};

impl Needed {
    /// The relation and the number.
    pub(super) fn in_words(self) -> (&'static str, f64) {
        match self {
            AtLeast(least) => ("at least", least),
            AtMost(most) => ("at most", most),
        }
    }
}

impl Bar {
    /// Whether it is reached.
    pub(super) fn is_met(&self) -> bool {
        match self.needed {
            AtLeast(least) => self.found >= least,
            AtMost(most) => self.found <= most,
        }
    }
}

/// Every bar that `rows` say something about.
pub(super) fn all(rows: &[Row]) -> Vec<Bar> {
    let ratios = RATIOS.iter().flat_map(|bar| ratios(rows, *bar));
    let shares = SHARES.iter().flat_map(|bar| shares(rows, *bar));
    ratios
        .chain(shares)
        .chain(sizes(rows))
        .chain(generation(rows))
        .chain(offers(rows.iter().map(Row::offered)))
        .collect()
}

/// The peer's cycles over ours.
pub(super) fn ratio(row: &Row, figure: Figure) -> Option<f64> {
    Some(figure.of_peer(&row.peer?)? / figure.of(&row.prediction)?)
}

/// The geometric mean of the ratios over a class of shapes on a core.
pub(super) fn mean_ratio(rows: &[Row], core: &str, figure: Figure, class: Class) -> Option<f64> {
    let members = rows.iter().filter(|row| row.made.core == core);
    let members = members.filter(|row| row.made.gemm.is_some_and(|gemm| Class::of(&gemm) == class));
    geometric_mean(members.filter_map(|row| ratio(row, figure)))
}

fn ratios(rows: &[Row], (core, figure, any, small, ragged): (&str, Figure, f64, f64, f64)) -> Vec<Bar> {
    let on_core = rows.iter().filter(|row| row.made.core == core);
    let worst = worst(on_core, |row| ratio(row, figure).map(|ratio| -ratio));
    let figure_name = figure.name();
    let worst = worst.map(|(row, ratio)| Bar {
        what: format!("peer / ours, {core} {figure_name}: {}", row.made.name),
        found: -ratio,
        needed: AtLeast(any),
    });
    let mean = |class, name, least| {
        mean_ratio(rows, core, figure, class).map(|found| Bar {
            what: format!("peer / ours, {core} {figure_name}: mean of {name} shapes"),
            found,
            needed: AtLeast(least),
        })
    };
    let means = [mean(Class::Small, "small", small), mean(Class::Ragged, "ragged", ragged)];
    worst.into_iter().chain(means.into_iter().flatten()).collect()
}

fn shares(rows: &[Row], (cores, figure, names, share): (&[&str], Figure, &[&str], f64)) -> Vec<Bar> {
    let meant = |row: &&Row| cores.contains(&&*row.made.core) && names.contains(&&*row.made.name);
    let bar = |row: &Row| {
        let cycles = figure.of(&row.prediction)?;
        Some(Bar {
            what: format!("% of peak, {} {}: {}", row.made.core, figure.name(), row.made.name),
            found: row.prediction.share_of_peak(cycles),
            needed: AtLeast(share),
        })
    };
    rows.iter().filter(meant).filter_map(bar).collect()
}

fn sizes(rows: &[Row]) -> Vec<Bar> {
    let bytes = |row: &Row| row.made.code.len() as f64;
    let to_peer = |row: &Row| Some(bytes(row) / row.peer?.code_bytes);
    let named = |row: &Row| format!("{} for {}", row.made.name, row.made.core);
    let mean = geometric_mean(rows.iter().filter_map(to_peer));
    let largest = worst(rows.iter(), |row| Some(bytes(row)));
    let largest_to_peer = worst(rows.iter(), to_peer);
    [
        mean.map(|found| Bar { what: "code, ours / peer: mean".to_owned(), found, needed: AtMost(1.0) }),
        largest_to_peer.map(|(row, found)| Bar {
            what: format!("code, ours / peer: {}", named(row)),
            found,
            needed: AtMost(MOST_OF_PEER),
        }),
        largest.map(|(row, found)| Bar {
            what: format!("bytes of code: {}", named(row)),
            found,
            needed: AtMost(MOST_BYTES),
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn generation(rows: &[Row]) -> Option<Bar> {
    let (name, most) = GENERATION;
    let of_name = rows.iter().filter(|row| row.made.name == name);
    worst(of_name, |row| Some(row.generation as f64)).map(|(row, found)| Bar {
        what: format!("host instructions: {} for {}", row.made.name, row.made.core),
        found,
        needed: AtMost(most),
    })
}

/// How far offers are from steady cycles.
pub(super) fn offers<'r>(offers: impl Iterator<Item = Offered<'r>> + Clone) -> Vec<Bar> {
    let per_cent = |factor: f64| 100.0 * (factor - 1.0);
    let mean = geometric_mean(offers.clone().map(|offered| offered.steady_distance()));
    let mean = mean.map(|found| Bar {
        what: "% between offers and predictions: mean".to_owned(),
        found: per_cent(found),
        needed: AtMost(OFFERS.0),
    });
    let worst = offers.max_by(|x, y| x.steady_distance().total_cmp(&y.steady_distance()));
    let worst = worst.map(|offered| Bar {
        what: format!("% between offer and prediction: {} for {}", offered.made.name, offered.made.core),
        found: per_cent(offered.steady_distance()),
        needed: AtMost(OFFERS.1),
    });
    mean.into_iter().chain(worst).collect()
}

/// How far a ratio is from 1, whichever side it is on.
pub(super) fn factor(ratio: f64) -> f64 {
    ratio.max(1.0 / ratio)
}

/// The row with the largest value, and that value.
fn worst<'a>(
    rows: impl Iterator<Item = &'a Row>,
    value: impl Fn(&Row) -> Option<f64>,
) -> Option<(&'a Row, f64)> {
    rows.filter_map(|row| Some((row, value(row)?))).max_by(|(_, x), (_, y)| x.total_cmp(y))
}

pub(super) fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = values.map(f64::ln).collect();
    let count = logarithms.len();
    (count > 0).then(|| (logarithms.iter().sum::<f64>() / count as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_met_from_either_side() {
        let bar = |found, needed| Bar { what: String::new(), found, needed };
        assert!(bar(1.0, AtLeast(1.0)).is_met() && !bar(0.99, AtLeast(1.0)).is_met());
        assert!(bar(1.0, AtMost(1.0)).is_met() && !bar(1.01, AtMost(1.0)).is_met());
    }

    #[test]
    fn means_are_geometric() {
        assert_eq!(geometric_mean([2.0, 8.0].into_iter()).map(f64::round), Some(4.0));
        assert_eq!(geometric_mean(std::iter::empty()), None);
        assert_eq!((factor(0.5), factor(2.0)), (2.0, 2.0));
    }
}
