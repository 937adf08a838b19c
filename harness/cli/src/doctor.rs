//! `doctor`: whether this machine is fit for tensmith, a line for each finding.
//!
//! Tests: `harness/cli/tests/program/doctor.rs`.

use crate::error::Failure;
use crate::output::Output;
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use tensmith::doctor::{Finding, State, examine};

/// The version of the form of the JSON.
const VERSION: u32 = 1;

/// Arguments of `doctor`.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Doctor {
    /// Examines this machine and reports on it.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let findings = examine();
        let write =
            |out: &mut dyn Write| if self.json { as_json(out, &findings) } else { as_text(out, &findings) };
        Output::open(None).and_then(|output| output.write(write)).map_err(Failure::bad_input)?;
        let with = |state| findings.iter().find(|finding| finding.state == state);
        match (with(State::Wrong), with(State::Missing)) {
            (Some(Finding { topic, found, .. }), _) => Err(Failure::Check(format!("{topic}: {found}"))),
            (None, Some(Finding { topic, found, .. })) => {
                Err(Failure::NotPossibleHere(format!("{topic}: {found}")))
            }
            (None, None) => Ok(()),
        }
    }
}

fn as_text(out: &mut dyn Write, findings: &[Finding]) -> io::Result<()> {
    let width = findings.iter().map(|finding| finding.topic.len()).max().unwrap_or(0);
    for Finding { topic, state, found, advice } in findings {
        writeln!(out, "{:<7}  {topic:<width$}  {found}", state.name())?;
        if let Some(advice) = advice {
            writeln!(out, "{:7}  {:width$}  → {advice}", "", "")?;
        }
    }
    Ok(())
}

fn as_json(out: &mut dyn Write, findings: &[Finding]) -> io::Result<()> {
    let findings: Vec<_> = findings
        .iter()
        .map(|Finding { topic, state, found, advice }| {
            json!({ "topic": topic, "state": state.name(), "found": found, "advice": advice })
        })
        .collect();
    let report = json!({ "version": VERSION, "tensmith": env!("CARGO_PKG_VERSION"), "findings": findings });
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}
