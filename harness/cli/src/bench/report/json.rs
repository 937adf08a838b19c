//! JSON, of the form of `harness/cli/schema/bench.json`.

use super::{Findings, Row};
use serde_json::{Map, Value, json};
use tensmith_measure::compare::Figure;
use tensmith_measure::library::Role;

/// The version of the form.
const VERSION: u32 = 1;

/// One object.
pub(in crate::bench) fn json(findings: &Findings) -> String {
    let machine = findings.machine.as_ref().map(|machine| {
        let levels = machine
            .levels
            .iter()
            .map(|level| json!({ "level": level.name, "bytes": level.bytes, "gb_per_s": level.rate }));
        json!({
            "vectors": machine.vectors,
            "processor": machine.processor,
            "peak_gflops_f32": machine.peaks[0],
            "peak_gflops_f64": machine.peaks[1],
            "copies": levels.collect::<Vec<_>>(),
        })
    });
    let all = json!({
        "version": VERSION,
        "tensmith": env!("CARGO_PKG_VERSION"),
        "what": findings.title,
        "target": findings.target.core.name,
        "machine": machine,
        "rows": findings.rows.iter().map(row).collect::<Vec<_>>(),
    });
    format!("{all:#}\n")
}

fn row(row: &Row) -> Value {
    let point: Map<String, Value> =
        row.point.0.iter().map(|(name, extent)| (name.clone(), json!(extent))).collect();
    let figures = row.cell.iter().flat_map(|cell| &cell.figures).map(|figure| result(row, figure));
    json!({
        "name": row.name,
        "point": point,
        "threads": row.threads,
        "dtype": row.dtype.name(),
        "operations": row.prediction.operations,
        "bytes": row.prediction.bytes,
        "predicted_cycles": row.prediction.cycles,
        "predicted_share": row.prediction.share,
        "peak_gflops": row.cell.as_ref().map(|cell| cell.peak),
        "results": figures.collect::<Vec<_>>(),
    })
}

fn result(row: &Row, Figure { name, role, speed }: &Figure) -> Value {
    let is_ours = *role != Role::Peer;
    match speed {
        Err(reason) => json!({ "library": name, "is_ours": is_ours, "absent": reason }),
        Ok(speed) => json!({
            "library": name,
            "is_ours": is_ours,
            "nanoseconds": speed.nanoseconds,
            "gflops": speed.gflops,
            "gb_per_s": row.gigabytes(speed),
            "share": speed.share,
            "spread": speed.spread,
            "time_over_ours": speed.ratio,
        }),
    }
}
