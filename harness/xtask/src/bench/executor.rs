//! The time to dispatch empty tasks to two threads: `tests/examples/executor_speed.rs`. Only ratios
//! within one run mean anything.

use serde_json::Value;

use super::bars::{Bar, Needed};
use super::report;
use crate::proc::{Failure, Result, capture};
use crate::toolchain::Toolchain;

/// The most that a call may take, as a part of the time of rayon's.
const BAR: f64 = 0.5;

/// The ways of asking that the bar is for: those where a thread of the application asks and the time is
/// not that of the tasks.
const BARRED: [&str; 2] = ["2 empty tasks", "64 empty tasks"];

/// One way of asking, with the nanoseconds that it takes.
#[derive(Clone, Debug, PartialEq)]
struct Dispatch {
    name: String,
    tensmith: f64,
    rayon: f64,
    ratio: f64,
}

/// Measures, and prints what was found.
///
/// # Errors
/// The program cannot be built or run. A bar that is missed is a finding.
pub(super) fn executor(toolchain: &Toolchain) -> Result {
    let mut cargo = toolchain.cargo("run");
    cargo.args(["--quiet", "--release", "--package", "tensmith-tests", "--features", "peers"]);
    let lines = capture(cargo.args(["--example", "executor_speed"]))?;
    println!("{:<34} {:>12} {:>12} {:>8}", "ns for each call, medians", "tensmith", "rayon", "ratio");
    let mut bars = vec![];
    for line in lines.lines() {
        let dispatch = read(line).ok_or_else(|| Failure::check(format!("no times: {line}")))?;
        let Dispatch { name, tensmith, rayon, ratio } = &dispatch;
        println!("{name:<34} {tensmith:>12.0} {rayon:>12.0} {ratio:>8.3}");
        bars.extend(bar(&dispatch));
    }
    print!("{}", report::verdicts(&bars));
    Ok(())
}

fn bar(Dispatch { name, ratio, .. }: &Dispatch) -> Option<Bar> {
    BARRED.contains(&name.as_str()).then(|| Bar {
        what: format!("tensmith / rayon: {name}"),
        found: *ratio,
        needed: Needed::AtMost(BAR),
    })
}

fn read(line: &str) -> Option<Dispatch> {
    let line: Value = serde_json::from_str(line).ok()?;
    Some(Dispatch {
        name: line["name"].as_str()?.to_owned(),
        tensmith: line["tensmith"].as_f64()?,
        rayon: line["rayon"].as_f64()?,
        ratio: line["ratio"].as_f64()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_comparison() {
        let line = r#"{"name": "2 empty tasks", "tensmith": 50, "rayon": 90.5, "ratio": 0.55}"#;
        let dispatch = read(line).expect("a comparison");
        assert_eq!(dispatch.rayon, 90.5);
        let is_met = |dispatch: &Dispatch| bar(dispatch).map(|bar| bar.is_met());
        assert_eq!(is_met(&dispatch), Some(false));
        assert_eq!(is_met(&Dispatch { ratio: 0.5, ..dispatch.clone() }), Some(true));
        assert_eq!(is_met(&Dispatch { name: "else".to_owned(), ..dispatch }), None);
        assert!(read(r#"{"name": "x"}"#).is_none());
    }
}
