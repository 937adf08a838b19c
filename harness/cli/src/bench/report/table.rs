//! A table for a terminal.

use super::{Findings, Row};
use crate::bench::measure::Machine;
use tensmith_measure::compare::Figure;

/// A line on the machine, titles, and a line for each row.
pub(in crate::bench) fn table(findings: &Findings) -> String {
    let mut text = format!("{}, code for {}\n", findings.title, findings.target.core.name);
    match &findings.machine {
        Some(machine) => text += &conditions(machine),
        None => text += "predicted, with operands in the nearest cache that holds them\n",
    }
    let names = findings.rows.iter().map(|row| row.name.chars().count()).chain([5]);
    let width = names.max().unwrap_or(5);
    let threads = findings.threads().len() > 1;
    let column = |wide: bool, text: &str| if wide { format!(" {text:>7}") } else { String::new() };
    text += &format!("{:<width$}{}", "point", column(threads, "threads"));
    text += &format!(" {:>12} {:>10}", "pred. cycles", "pred. peak");
    let libraries = findings.libraries();
    if findings.machine.is_some() {
        text += &format!(" {:>11} {:>8} {:>8} {:>7} {:>7}", "ns", "GFLOPS", "GB/s", "peak", "spread");
        libraries.iter().skip(1).for_each(|name| text += &format!(" {name:>14}"));
    }
    text.push('\n');
    for row in &findings.rows {
        text += &format!("{:<width$}{}", row.name, column(threads, &row.threads.to_string()));
        text += &line(row, &libraries);
        text.push('\n');
    }
    text + &reasons(findings)
}

fn conditions(machine: &Machine) -> String {
    let levels: Vec<String> =
        machine.levels.iter().map(|level| format!("{} {:.0}", level.name, level.rate)).collect();
    format!(
        "{}, pinned to processor {}; peak {:.1} GFLOPS in f32, {:.1} in f64; copies, in GB/s: {}\n\
         medians over rounds; peak: of the machine's own peak in the same round; peers: their time over ours\n",
        machine.vectors,
        machine.processor,
        machine.peaks[0],
        machine.peaks[1],
        levels.join(", ")
    )
}

fn line(row: &Row, libraries: &[&'static str]) -> String {
    let mut text = format!(" {:>12.0} {:>9.1}%", row.prediction.cycles, 100.0 * row.prediction.share);
    let Some(ours) = row.ours() else { return text };
    let (rate, share) = (row.gigabytes(ours), 100.0 * ours.share);
    text += &format!(" {:>11.1} {:>8.2} {rate:>8.2} {share:>6.1}%", ours.nanoseconds, ours.gflops);
    text += &format!(" {:>6.1}%", 100.0 * ours.spread);
    for name in libraries.iter().skip(1) {
        let ratio = row.of(name).and_then(|speed| speed.ratio);
        text += &ratio.map_or(format!(" {:>14}", "-"), |ratio| format!(" {ratio:>13.2}x"));
    }
    text
}

/// Why some libraries took no part, once each.
fn reasons(findings: &Findings) -> String {
    let figures = findings.rows.iter().filter_map(|row| row.cell.as_ref()).flat_map(|cell| &cell.figures);
    let mut lines: Vec<String> = Vec::new();
    for Figure { name, speed, .. } in figures {
        let Err(reason) = speed else { continue };
        let line = format!("{name} takes no part: {reason}\n");
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.concat()
}
