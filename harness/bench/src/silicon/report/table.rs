//! Tables for reading.
//!
//! Tests: below.

use std::fmt::Write;
use tensmith_measure::compare::{Cell, Figure};
use tensmith_measure::library::Role;
use tensmith_measure::sample::geometric_mean;

/// What the columns are.
pub(crate) const LEGEND: &str = "\
peak      GFLOPS of multiply-adds of registers, sampled in the same rounds
tensmith  share of that peak in per cent, called as peers are: the bare code with three pointers; this counts
checked   the same called with slices, which are checked
others    the same, by other libraries
best      the fastest of the others; ratio: its time over ours, the median of the rounds
predicted the share that our model of the core predicts, in per cent
spread    distance of the quartiles of our times, in per cent of the median
";

/// The line that names the columns.
pub(crate) fn titles(cell: &Cell) -> String {
    let names = cell.figures.iter().map(|figure| format!(" {:>9.9}", figure.name));
    format!(
        "{:<22} {:>7} {:>10} {:>6} {:>9}{}  {:>6} {}\n",
        "shape",
        "peak",
        "ns",
        "spread",
        "predicted",
        names.collect::<String>(),
        "ratio",
        "best"
    )
}

/// A line for one shape.
pub(crate) fn line(cell: &Cell) -> String {
    let shares = cell.figures.iter().map(|figure| format!(" {:>9}", share(figure)));
    // Without ours, the figures of the best peer.
    let shown = cell.ours().or(cell.best().map(|(_, speed)| speed));
    let (nanoseconds, spread) =
        shown.map_or((f64::NAN, f64::NAN), |speed| (speed.nanoseconds, 100.0 * speed.spread));
    format!(
        "{:<22} {:>7.1} {:>10.1} {:>6.1} {:>9}{}  {:>6} {}\n",
        cell.subject.name,
        cell.peak,
        nanoseconds,
        spread,
        cell.predicted.map_or("-".to_owned(), per_cent),
        shares.collect::<String>(),
        cell.ratio().map_or("-".to_owned(), |ratio| format!("{ratio:.2}")),
        cell.best().map_or("-", |(name, _)| name)
    )
}

/// A line for an operation on elements: with the clock rate in the place of the peak, a share of it is
/// elements for each cycle.
pub(crate) fn elements(cell: &Cell, bytes: f64) -> String {
    let figure = |figure: &Figure| {
        let Ok(speed) = &figure.speed else { return format!("  {:>9} {:>6} {:>6}", figure.name, "-", "-") };
        format!("  {:>9} {:>6.3} {:>6.1}", figure.name, 1.0 / speed.share, bytes * speed.gflops)
    };
    format!(
        "{:<26} {:>4.2} GHz{}  {:>6} {}\n",
        cell.subject.name,
        cell.peak,
        cell.figures.iter().map(figure).collect::<String>(),
        cell.ratio().map_or("-".to_owned(), |ratio| format!("{ratio:.2}")),
        cell.best().map_or("-", |(name, _)| name)
    )
}

/// A line of nanoseconds, of what is paid besides the work of a kernel.
pub(crate) fn nanoseconds(cell: &Cell) -> String {
    let figure = |figure: &Figure| match &figure.speed {
        Ok(speed) => format!("  {} {:>8.1}", figure.name, speed.nanoseconds),
        Err(_) => format!("  {} {:>8}", figure.name, "-"),
    };
    format!("{:<20}{}\n", cell.subject.name, cell.figures.iter().map(figure).collect::<String>())
}

fn share(figure: &Figure) -> String {
    figure.speed.as_ref().map_or("-".to_owned(), |speed| per_cent(speed.share))
}

fn per_cent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// A factor by which a prediction is far off.
const FAR: f64 = 1.2;

/// Geometric means over a set: of the ratio to the best peer, and to each, and the shapes
/// with the lowest ratios.
pub(crate) fn summary(set: &str, cells: &[Cell]) -> String {
    let mut out = String::new();
    let Some(mean) = geometric_mean(cells.iter().filter_map(Cell::ratio)) else { return out };
    let _ = writeln!(out, "{set}: geometric mean of best peer's time over ours {mean:.3}");
    let names = cells.first().into_iter().flat_map(|cell| &cell.figures);
    for Figure { name, .. } in names.filter(|figure| figure.role != Role::Ours) {
        let ratios = cells.iter().filter_map(|cell| {
            let figure = cell.figures.iter().find(|figure| figure.name == *name)?;
            figure.speed.as_ref().ok()?.ratio
        });
        if let Some(mean) = geometric_mean(ratios) {
            let _ = writeln!(out, "    {name:<16} over ours {mean:.3}");
        }
    }
    let over = |cell: &Cell| Some(cell.predicted? / cell.ours()?.share);
    if let Some(mean) = geometric_mean(cells.iter().filter_map(over)) {
        let far = cells.iter().filter_map(over).filter(|over| (over.ln()).abs() > FAR.ln()).count();
        let _ = writeln!(
            out,
            "    predicted speed over measured {mean:.3}; {far} of {} off by more than 20 %",
            cells.len()
        );
    }
    let mut worst: Vec<_> = cells.iter().filter_map(|cell| Some((cell.ratio()?, cell))).collect();
    worst.sort_by(|(x, _), (y, _)| x.total_cmp(y));
    for (ratio, cell) in worst.iter().take(5) {
        let best = cell.best().map_or("", |(name, _)| name);
        let _ = writeln!(out, "    worst: {:<20} {ratio:.3} of {best}", cell.subject.name);
    }
    out
}

/// Why libraries took no part, each reason once.
pub(crate) fn reasons(cells: &[Cell]) -> String {
    let mut lines = Vec::new();
    for figure in cells.iter().flat_map(|cell| &cell.figures) {
        if let Err(reason) = &figure.speed {
            let line = format!("{}: {reason}\n", figure.name);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines.concat()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use tensmith_measure::compare::Speed;
    use tensmith_measure::shape::Shape;

    /// A shape with our share of the peak and the ratio to the only peer.
    pub(crate) fn cell(name: &str, share: f64, ratio: f64) -> Cell {
        let speed = |share: f64, ratio| {
            Ok(Speed { nanoseconds: 1.0 / share, gflops: 200.0 * share, spread: 0.01, share, ratio })
        };
        let figure = |name, role, speed| Figure { name, role, speed };
        Cell {
            subject: name.parse::<Shape>().expect("a name").into(),
            peak: 200.0,
            figures: vec![
                figure("tensmith", Role::Ours, speed(share, Some(1.0))),
                figure("mkl-jit", Role::Peer, Err("none here".to_owned())),
                figure("libxsmm", Role::Peer, speed(share / ratio, Some(ratio))),
            ],
            predicted: Some(share * 1.3),
            faults: vec![],
        }
    }

    #[test]
    fn lines_and_titles_have_the_same_columns() {
        let cell = cell("f32_13x13x13", 0.8, 1.25);
        let words = |text: &str| text.split_whitespace().count();
        assert_eq!(words(&titles(&cell)), words(&line(&cell)));
        assert!(line(&cell).contains(" 80.0 ") && line(&cell).contains(" 1.25 libxsmm"));
    }

    #[test]
    fn a_summary_has_the_mean_and_the_worst() {
        let cells = [cell("f32_2x2x2", 0.5, 2.0), cell("f32_3x3x3", 0.5, 0.5)];
        let summary = summary("cubes", &cells);
        assert!(summary.contains("over ours 1.000"), "{summary}");
        assert!(summary.contains("over measured 1.300; 2 of 2"), "{summary}");
        assert!(summary.contains("worst: f32_3x3x3            0.500 of libxsmm"), "{summary}");
        assert_eq!(reasons(&cells), "mkl-jit: none here\n");
    }
}
