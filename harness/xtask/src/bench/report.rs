//! Results of measurements, as tables and as JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use super::Row;
use super::bars::{self, Bar, Figure};
use super::peer::Class;
use super::speed::Speed;

/// The names of the columns.
const LEGEND: &str = "\
steady, wide   cycles of one call, predicted by tools/mcatrace.py, which explains both
peak, limit    share of the core's multiply-add peak, and of the lower bound of cycles, in per cent;
               of wide cycles where the core has them
offer          the registry's promise over steady cycles
host           instructions that the host executed to make the kernel
peer           LIBXSMM's cycles, and bytes, over ours: steady, wide, code
";

const TITLES: &str = "kernel                        steady      wide   peak  limit  bytes  offer      host   peer: steady  wide  code";

/// Tables for reading.
pub(super) fn text(rows: &[Row], bars: &[Bar], speeds: &[Speed]) -> String {
    let mut out = LEGEND.to_owned();
    for core in cores(rows) {
        out += &format!("\n{core}\n{TITLES}\n");
        rows.iter().filter(|row| row.made.core == core).for_each(|row| out += &line(row));
        out += &means(rows, core);
    }
    out + &verdicts(bars) + &timed(speeds)
}

/// The cores in their order.
fn cores(rows: &[Row]) -> Vec<&str> {
    let first = &rows.first().map_or("", |row| &row.made.name);
    rows.iter().filter(|row| row.made.name == **first).map(|row| &*row.made.core).collect()
}

fn line(row: &Row) -> String {
    let (made, predicted) = (&row.made, &row.prediction);
    let share = |share: f64| if share > 0.0 { format!("{share:.1}") } else { "-".to_owned() };
    format!(
        "{:<26} {:>9.1} {:>9} {:>6} {:>6} {:>6} {:>6.2} {:>9}         {:>6} {:>5} {:>5}\n",
        made.name,
        predicted.steady,
        predicted.wide.map_or("-".to_owned(), |wide| format!("{wide:.1}")),
        share(predicted.share_of_peak(predicted.best())),
        share(row.bound.map_or(0.0, |bound| 100.0 * bound / predicted.best())),
        made.code.len(),
        made.offer / predicted.steady,
        row.generation,
        ratio(bars::ratio(row, Figure::Steady)),
        ratio(bars::ratio(row, Figure::Wide)),
        ratio(row.peer.map(|peer| peer.code_bytes / made.code.len() as f64)),
    )
}

/// Geometric means of the ratios to the peer, for each class of shapes.
fn means(rows: &[Row], core: &str) -> String {
    let line = |(class, name)| {
        let mean = |figure| ratio(bars::mean_ratio(rows, core, figure, class));
        format!(
            "{:<84}{:>16} {:>5}\n",
            format!("mean of {name} shapes"),
            mean(Figure::Steady),
            mean(Figure::Wide)
        )
    };
    Class::ALL.map(line).concat()
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"))
}

/// All bars, and how many are missed.
pub(super) fn verdicts(bars: &[Bar]) -> String {
    format!("\nbars\n{}{}", bars.iter().map(verdict).collect::<String>(), count(bars))
}

/// The bars that are missed, and how many: where there are too many for reading all.
pub(super) fn missed(bars: &[Bar]) -> String {
    let missed = bars.iter().filter(|bar| !bar.is_met());
    format!("\nbars\n{}{}", missed.map(verdict).collect::<String>(), count(bars))
}

fn count(bars: &[Bar]) -> String {
    format!("{} of {} missed\n", bars.iter().filter(|bar| !bar.is_met()).count(), bars.len())
}

fn verdict(bar: &Bar) -> String {
    let verdict = if bar.is_met() { "met   " } else { "MISSED" };
    let (relation, needed) = bar.needed.in_words();
    format!("{verdict} {:>12.2}  {relation:>8} {needed:<9}  {}\n", bar.found, bar.what)
}

fn timed(speeds: &[Speed]) -> String {
    if speeds.is_empty() {
        return String::new();
    }
    let mut out = "\nGFLOPS on this machine, timed alternately in one run\n".to_owned();
    for speed in speeds {
        let each = speed.of.iter().map(|(library, gflops)| format!("  {library} {gflops:>8.2}"));
        let _ = writeln!(out, "{:<26}{}", speed.name, each.collect::<String>());
    }
    out
}

/// Everything, for programs.
pub(super) fn json(rows: &[Row], bars: &[Bar], speeds: &[Speed]) -> Value {
    json!({
        "kernels": rows.iter().map(kernel).collect::<Vec<_>>(),
        "bars": bars.iter().map(bar).collect::<Vec<_>>(),
        "speeds": speeds.iter().map(|s| json!({ "name": s.name, "gflops": s.of })).collect::<Vec<_>>(),
    })
}

fn kernel(row: &Row) -> Value {
    let (made, predicted) = (&row.made, &row.prediction);
    json!({
        "name": made.name,
        "spec": made.spec,
        "core": made.core,
        "code_bytes": made.code.len(),
        "executed_instructions": predicted.instructions,
        "steady": predicted.steady,
        "wide": predicted.wide,
        "flops": predicted.flops,
        "peak_flops_per_cycle": predicted.peak,
        "least_cycles": row.bound,
        "offered_cycles": made.offer,
        "host_instructions": row.generation,
        "peer": row.peer.map(|peer| json!({
            "code_bytes": peer.code_bytes, "steady": peer.steady, "wide": peer.wide,
        })),
    })
}

pub(super) fn bar(bar: &Bar) -> Value {
    let (relation, needed) = bar.needed.in_words();
    json!({ "what": bar.what, "found": bar.found, relation: needed, "met": bar.is_met() })
}
