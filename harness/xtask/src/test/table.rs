//! How steps went: seconds that they built and ran, what they may take, and what they found.

use std::fmt;
use std::time::Duration;

use super::steps::Step;

/// The seconds that the steps of each day may take together, on two processors with nothing else to do.
const BUDGET: u64 = 1200;

/// How a step went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row(String);

impl Row {
    /// Of a step that took `whole`, a part of it for building.
    pub(super) fn of(step: &Step, whole: Duration, built: Duration, said: &str) -> Self {
        let ran = whole.saturating_sub(built);
        Self::new(step.name, [built, ran], &format!("{said}{}", exceeded(whole, step.budget)))
    }

    /// Of installing what the steps need.
    pub(super) fn set_up(took: Duration) -> Self {
        Self::new("set-up", [Duration::ZERO, took], "ok")
    }

    /// A row that another process printed.
    pub(super) fn printed(line: &str) -> Self {
        Self(line.to_owned())
    }

    fn new(name: &str, [built, ran]: [Duration; 2], said: &str) -> Self {
        Self(format!("{name:<18} {:>8.1} {:>8.1}  {said}", built.as_secs_f64(), ran.as_secs_f64()))
    }
}

/// All rows, in the order in which steps ended.
#[derive(Debug, Default)]
pub(super) struct Table(Vec<Row>);

/// What stands over the columns.
const HEAD: &str = "step                  built      ran  seconds";

impl Table {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn add(&mut self, row: Row) {
        self.0.push(row);
    }

    /// The rows in what a process printed, whose last table that is.
    pub(super) fn rows_in(printed: &str) -> Vec<Row> {
        let table = printed.rsplit_once(HEAD).map_or("", |(_, table)| table);
        let rows = table.lines().skip(1).take_while(|line| !line.starts_with("total"));
        rows.filter(|line| !line.starts_with("set-up")).map(Row::printed).collect()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        self.0.iter().try_for_each(|Row(row)| writeln!(f, "{row}"))
    }
}

/// The last line of a table.
pub(super) fn total(took: Duration) -> String {
    format!("total {:.0} s{}", took.as_secs_f64(), exceeded(took, BUDGET))
}

/// Says by how much a budget was exceeded, if it was.
fn exceeded(took: Duration, budget: u64) -> String {
    match took.as_secs().checked_sub(budget) {
        Some(over) if over > 0 => format!("; {over} s over its budget of {budget} s"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_another_process_are_read_back() {
        let mut table = Table::new();
        table.add(Row::set_up(Duration::from_millis(1500)));
        let row = Row::new("clippy", [Duration::from_millis(1234), Duration::from_secs(5)], "ok");
        table.add(row.clone());
        assert_eq!(row, Row::printed("clippy                  1.2      5.0  ok"));
        let printed = format!("much else\n\n{table}{}\n", total(Duration::from_secs(7)));
        assert_eq!(Table::rows_in(&printed), [row]);
        assert_eq!(Table::rows_in("error: it did not start"), []);
    }

    #[test]
    fn an_exceeded_budget_is_named() {
        assert_eq!(exceeded(Duration::from_millis(60_900), 60), "");
        assert_eq!(exceeded(Duration::from_secs(75), 60), "; 15 s over its budget of 60 s");
        assert_eq!(total(Duration::from_secs(1000)), "total 1000 s");
    }
}
