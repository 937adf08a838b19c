//! CSV, one line for each library and shape.
//!
//! Tests: below.

use std::fmt::Write;
use tensmith_measure::compare::Cell;
use tensmith_measure::library::Role;

/// The names of the columns.
const TITLES: &str =
    "set,shape,library,nanoseconds,spread,gflops,peak_gflops,share_of_peak,time_over_ours,predicted_share\n";

/// All of some sets.
pub(crate) fn csv(sets: &[(String, Vec<Cell>)]) -> String {
    let mut out = TITLES.to_owned();
    for (set, cells) in sets {
        for cell in cells {
            for figure in &cell.figures {
                let Ok(speed) = &figure.speed else { continue };
                let ratio = speed.ratio.map(|ratio| format!("{ratio:.4}")).unwrap_or_default();
                let predicted = cell.predicted.filter(|_| figure.role == Role::Ours);
                let predicted = predicted.map(|share| format!("{share:.4}")).unwrap_or_default();
                let _ = writeln!(
                    out,
                    "{set},{},{},{:.3},{:.4},{:.3},{:.3},{:.4},{ratio},{predicted}",
                    cell.subject.name,
                    figure.name,
                    speed.nanoseconds,
                    speed.spread,
                    speed.gflops,
                    cell.peak,
                    speed.share
                );
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::cell;
    use super::*;

    #[test]
    fn every_line_has_every_column() {
        let csv = csv(&[("cubes".to_owned(), vec![cell("f32_2x2x2", 0.5, 2.0)])]);
        let columns: Vec<_> = csv.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(columns, [10, 10, 10]);
        assert!(
            csv.contains("\ncubes,f32_2x2x2,libxsmm,4.000,0.0100,50.000,200.000,0.2500,2.0000,\n"),
            "{csv}"
        );
    }
}
