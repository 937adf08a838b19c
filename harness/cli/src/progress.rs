//! The progress of long work, for people.
//!
//! A bar on the standard error stream says which stage of the work is reached and how long it takes. It is
//! gone when the work is done, and never where that stream is no terminal.
//!
//! Tests: `harness/cli/tests/program/einsum.rs`, `harness/cli/tests/program/verify.rs`.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// How often it is drawn anew.
const TICK: Duration = Duration::from_millis(200);

/// How finely parts are told apart.
const PARTS: u64 = 1_000;

/// A bar; dropping it ends the work.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Work in that many stages, none of which has begun.
    pub(crate) fn new(stages: u64) -> Self {
        // It draws to the standard error stream, if that is a terminal.
        let bar = ProgressBar::new(stages);
        let style = ProgressStyle::with_template("{spinner} [{bar:20}] {msg}, {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        Self(bar)
    }

    /// Work that is done in parts, with an estimate of how long the rest takes.
    pub(crate) fn of_parts() -> Self {
        let bar = ProgressBar::new(PARTS);
        let style = ProgressStyle::with_template("{spinner} [{bar:20}] {msg}, {elapsed}, {eta} to go");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        Self(bar)
    }

    /// Says which part of the work is done, from 0 to 1, if that is known.
    pub(crate) fn part(&self, part: Option<f64>, what: impl FnOnce() -> String) {
        if self.0.is_hidden() {
            return;
        }
        self.0.set_position((part.unwrap_or(0.0).clamp(0.0, 1.0) * PARTS as f64) as u64);
        self.0.set_message(what());
    }

    /// Begins the next stage.
    pub(crate) fn stage(&self, what: impl Into<String>) {
        if !self.0.message().is_empty() {
            self.0.inc(1);
        }
        self.0.set_message(what.into());
    }

    /// Does what writes to the terminal itself, without the bar.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
