//! The bars, as data, and which of them are missed.
//!
//! A bar that none of the measured shapes says anything about is left out. One that is missed is a
//! finding, no failure.
//!
//! Tests: below.

use crate::silicon::overhead::Overhead;
use crate::silicon::sets::Set;
use Needed::{AtLeast, AtMost};
use tensmith::DType;
use tensmith_measure::compare::Cell;
use tensmith_measure::sample::geometric_mean;

/// The least time of the best peer over ours, in a set: for the geometric mean, and for every shape.
struct Ratios {
    set: Set,
    what: &'static str,
    concerns: fn([usize; 3]) -> bool,
    mean: Option<f64>,
    each: Option<f64>,
}

const RATIOS: [Ratios; 7] = [
    Ratios {
        set: Set::Cubes,
        what: "cubes up to 10",
        concerns: |[m, ..]| m <= 10,
        mean: Some(1.5),
        each: Some(1.0),
    },
    Ratios { set: Set::Narrow, what: "1 to 8, others 64", concerns: |_| true, mean: Some(1.3), each: None },
    Ratios { set: Set::Ragged, what: "ragged", concerns: is_barred, mean: Some(1.15), each: None },
    Ratios {
        set: Set::Regular,
        what: "multiples of 16",
        concerns: |extents| extents.iter().all(|extent| extent % 16 == 0),
        mean: Some(0.97),
        each: Some(0.93),
    },
    Ratios { set: Set::Batches, what: "batches", concerns: |_| true, mean: None, each: Some(1.0) },
    Ratios { set: Set::Tccg, what: "contractions", concerns: |_| true, mean: Some(2.0), each: Some(0.97) },
    Ratios { set: Set::Circuits, what: "circuits", concerns: |_| true, mean: Some(2.0), each: Some(0.9) },
];

/// The ragged shapes that the bar is for.
fn is_barred([m, n, k]: [usize; 3]) -> bool {
    let is_cube = m == n && n == k && [13, 17, 23, 33].contains(&m);
    is_cube || [[100, 3, 50], [35, 9, 35], [20, 9, 20]].contains(&[m, n, k])
}

/// The least share of the peak, at 64x64x64.
const SHARE: f64 = 0.93;

/// The least time of a kernel that is called in a loop over that of a plan for all products.
const OF_KERNEL: f64 = 1.0 / 1.3;

/// The least time of OpenBLAS over ours, for cubes of these extents.
const OF_OPENBLAS: f64 = 0.9;
const LARGE: [usize; 2] = [1024, 2048];

/// A bar and where we are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bar {
    pub(crate) what: String,
    pub(crate) found: f64,
    pub(crate) needed: Needed,
}

/// What a figure has to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Needed {
    AtLeast(f64),
    AtMost(f64),
}

impl Bar {
    fn is_held(&self) -> bool {
        match self.needed {
            AtLeast(needed) => self.found >= needed,
            AtMost(needed) => self.found <= needed,
        }
    }
}

/// Every bar that the cells of a set say something about.
pub(crate) fn of(set: Set, threads: usize, cells: &[Cell]) -> Vec<Bar> {
    let mut all = Vec::new();
    for dtype in [DType::F32, DType::F64] {
        for bar in RATIOS.iter().filter(|bar| bar.set == set) {
            let concerned =
                |cell: &&Cell| cell.subject.dtype == dtype && (bar.concerns)(cell.subject.extents);
            let ratios: Vec<_> =
                cells.iter().filter(concerned).filter_map(|cell| Some((cell.ratio()?, cell))).collect();
            let mean = geometric_mean(ratios.iter().map(|(ratio, _)| *ratio));
            if let (Some(found), Some(needed)) = (mean, bar.mean) {
                all.push(Bar {
                    what: format!("best / ours, {dtype}: mean of {}", bar.what),
                    found,
                    needed: AtLeast(needed),
                });
            }
            let worst = ratios.iter().min_by(|(x, _), (y, _)| x.total_cmp(y));
            if let (Some((found, cell)), Some(needed)) = (worst, bar.each) {
                let what = format!("best / ours: worst of {}: {}", bar.what, cell.subject.name);
                all.push(Bar { what, found: *found, needed: AtLeast(needed) });
            }
        }
    }
    let batches = cells.iter().filter(|_| set == Set::Batches);
    all.extend(batches.filter_map(|cell| {
        let what = format!("kernel alone / ours: {}", cell.subject.name);
        Some(Bar { what, found: cell.of("kernel")?.ratio?, needed: AtLeast(OF_KERNEL) })
    }));
    let cubes = cells.iter().filter(|cell| set == Set::Regular && cell.subject.extents == [64; 3]);
    all.extend(cubes.filter_map(|cell| {
        let what = format!("share of peak: {}", cell.subject.name);
        Some(Bar { what, found: cell.ours()?.share, needed: AtLeast(SHARE) })
    }));
    all.extend(
        cells
            .iter()
            .filter(|cell| set == Set::Square && LARGE.contains(&cell.subject.extents[0]))
            .filter_map(|cell| {
                let what = format!("OpenBLAS / ours, {} threads: {}", threads, cell.subject.name);
                Some(Bar { what, found: cell.of("openblas")?.ratio?, needed: AtLeast(OF_OPENBLAS) })
            }),
    );
    all
}

/// The most nanoseconds that the code of an 8x8x8 may take to make, and those that finding and running a plan
/// of 4x4 matrices may take besides the kernel.
const MAKING: (f64, [usize; 3]) = (10_000.0, [8; 3]);
const CALLING: (f64, [usize; 3]) = (60.0, [4; 3]);

/// The bars of what is paid besides the work of a kernel.
pub(crate) fn of_overhead(what: Overhead, cells: &[Cell]) -> Vec<Bar> {
    let (most, extents) = match what {
        Overhead::Making => MAKING,
        Overhead::Calling => CALLING,
    };
    let concerned = cells.iter().filter(|cell| cell.subject.extents == extents);
    let found = |cell: &Cell| match what {
        Overhead::Making => Some(cell.ours()?.nanoseconds),
        Overhead::Calling => Some(cell.of("found plan")?.nanoseconds - cell.ours()?.nanoseconds),
    };
    concerned
        .filter_map(|cell| {
            let what = format!("nanoseconds: {}", cell.subject.name);
            Some(Bar { what, found: found(cell)?, needed: AtMost(most) })
        })
        .collect()
}

/// A line for each bar, and how many are missed.
pub(crate) fn verdicts(bars: &[Bar]) -> String {
    if bars.is_empty() {
        return String::new();
    }
    let line = |bar: &Bar| {
        let verdict = if bar.is_held() { "held  " } else { "MISSED" };
        let (side, needed) = match bar.needed {
            AtLeast(needed) => ("at least", needed),
            AtMost(needed) => ("at most ", needed),
        };
        format!("{verdict} {:>8.3}  {side} {needed:<6}  {}\n", bar.found, bar.what)
    };
    let missed = bars.iter().filter(|bar| !bar.is_held()).count();
    format!("\n{}{missed} of {} missed\n", bars.iter().map(line).collect::<String>(), bars.len())
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::cell;
    use super::*;

    #[test]
    fn means_and_worst_shapes_are_judged() {
        let cells =
            [cell("f32_2x2x2", 0.5, 3.0), cell("f32_3x3x3", 0.5, 0.75), cell("f32_11x11x11", 0.5, 0.1)];
        let bars = of(Set::Cubes, 1, &cells);
        let held: Vec<_> = bars.iter().map(Bar::is_held).collect();
        assert_eq!(held, [true, false], "{bars:?}");
        assert!(bars[1].what.ends_with("f32_3x3x3"));
        assert!(verdicts(&bars).ends_with("1 of 2 missed\n"));
    }

    #[test]
    fn what_was_not_measured_is_not_judged() {
        assert_eq!(of(Set::Ragged, 1, &[cell("f32_31x31x31", 0.5, 0.1)]), []);
        assert_eq!(verdicts(&[]), "");
        let bars = of(Set::Regular, 1, &[cell("f64_64x64x64", 0.95, 1.0)]);
        assert!(bars.len() == 3 && bars.iter().all(Bar::is_held), "{bars:?}");
    }
}
