//! What was found, and the forms in which it is written.
//!
//! Tests: `harness/cli/tests/program/bench.rs`.

pub(super) mod csv;
pub(super) mod html;
pub(super) mod json;
pub(super) mod table;

use super::measure::Machine;
use super::predict::Prediction;
use super::subject::What;
use super::sweep::Point;
use tensmith::Target;
use tensmith::element::ScalarType;
use tensmith_measure::compare::{Cell, Speed};
use tensmith_measure::library::Role;

/// All that was found.
#[derive(Debug)]
pub(super) struct Findings {
    /// What was measured, in one line.
    pub(super) title: String,
    /// The core that code was made for.
    pub(super) target: Target,
    /// The machine, where times were taken.
    pub(super) machine: Option<Machine>,
    /// The names of what was swept.
    pub(super) sweeps: Vec<String>,
    /// A row for each point and number of threads.
    pub(super) rows: Vec<Row>,
}

/// One point.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) point: Point,
    pub(super) threads: usize,
    pub(super) name: String,
    pub(super) dtype: ScalarType,
    pub(super) prediction: Prediction,
    /// The times, where some were taken.
    pub(super) cell: Option<Cell>,
}

impl Row {
    pub(super) fn predicted(point: &Point, what: &What, prediction: Prediction) -> Self {
        let (name, dtype) = (what.to_string(), what.scalar());
        Self { point: point.clone(), threads: 1, name, dtype, prediction, cell: None }
    }

    pub(super) fn measured(
        point: &Point,
        threads: usize,
        what: &What,
        prediction: Prediction,
        cell: Cell,
    ) -> Self {
        Self { threads, cell: Some(cell), ..Self::predicted(point, what, prediction) }
    }

    /// Our own time.
    pub(super) fn ours(&self) -> Option<&Speed> {
        self.cell.as_ref()?.ours()
    }

    /// The share of the peak: as measured, or else as predicted.
    pub(super) fn share(&self) -> f64 {
        self.ours().map_or(self.prediction.share, |ours| ours.share)
    }

    /// Bytes of the operands in a nanosecond of ours.
    pub(super) fn gigabytes(&self, speed: &Speed) -> f64 {
        self.prediction.bytes / speed.nanoseconds
    }

    /// Operations for each byte of the operands.
    pub(super) fn intensity(&self) -> f64 {
        self.prediction.operations / self.prediction.bytes.max(1.0)
    }

    /// The time of a library.
    pub(super) fn of(&self, name: &str) -> Option<&Speed> {
        self.cell.as_ref()?.of(name)
    }
}

impl Findings {
    /// What is wrong with results.
    pub(super) fn faults(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().filter_map(|row| row.cell.as_ref()).flat_map(|cell| &cell.faults).map(String::as_str)
    }

    /// The libraries that took part anywhere, ours first, without second ways to call ours.
    pub(super) fn libraries(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for figure in self.rows.iter().filter_map(|row| row.cell.as_ref()).flat_map(|cell| &cell.figures) {
            if figure.role != Role::OursToo && figure.speed.is_ok() && !names.contains(&figure.name) {
                names.push(figure.name);
            }
        }
        names
    }

    /// The rows of a number of threads.
    pub(super) fn with_threads(&self, threads: usize) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.threads == threads)
    }

    /// All numbers of threads, in their order.
    pub(super) fn threads(&self) -> Vec<usize> {
        let mut all: Vec<usize> = self.rows.iter().map(|row| row.threads).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
