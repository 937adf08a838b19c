//! Comma-separated values: a line for each point, number of threads and library.

use super::{Findings, Row};
use tensmith_measure::compare::Figure;

const TITLES: &str = "threads,dtype,operations,bytes,predicted_cycles,predicted_share,peak_gflops,library,nanoseconds,\
                      gflops,gb_per_s,share,spread,time_over_ours";

/// Titles and lines. What was not measured is empty.
pub(in crate::bench) fn csv(findings: &Findings) -> String {
    let mut text = String::new();
    findings.sweeps.iter().for_each(|name| text += &format!("{name},"));
    text += TITLES;
    text.push('\n');
    for row in &findings.rows {
        let start = start(findings, row);
        match &row.cell {
            None => text += &format!("{start},,,,,,,,\n"),
            Some(cell) => {
                for figure in &cell.figures {
                    text += &format!("{start},{:.3},{}\n", cell.peak, times(row, figure));
                }
            }
        }
    }
    text
}

fn start(findings: &Findings, row: &Row) -> String {
    let point = findings.sweeps.iter().map(|name| format!("{},", row.point.extent(name).unwrap_or(0)));
    let prediction = row.prediction;
    format!(
        "{}{},{},{},{},{:.1},{:.4}",
        point.collect::<String>(),
        row.threads,
        row.dtype,
        prediction.operations,
        prediction.bytes,
        prediction.cycles,
        prediction.share
    )
}

fn times(row: &Row, Figure { name, speed, .. }: &Figure) -> String {
    match speed {
        Err(_) => format!("{name},,,,,,"),
        Ok(speed) => format!(
            "{name},{:.3},{:.3},{:.3},{:.4},{:.4},{}",
            speed.nanoseconds,
            speed.gflops,
            row.gigabytes(speed),
            speed.share,
            speed.spread,
            speed.ratio.map_or(String::new(), |ratio| format!("{ratio:.4}"))
        ),
    }
}
