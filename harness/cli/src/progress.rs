//! The progress of long work, for people.
//!
//! A bar on the standard error stream says which stage of the work is reached and how long it takes. It is gone
//! when the work is done, and never where that stream is no terminal.
//!
//! Tests: `harness/cli/tests/program/einsum.rs`.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// How often it is drawn anew.
const TICK: Duration = Duration::from_millis(200);

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
