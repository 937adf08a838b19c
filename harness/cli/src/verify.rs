//! `verify`: random expressions, nests, products with sparse matrices and kernels, compared with
//! the scalar reference.
//!
//! The form of its JSON is `harness/cli/schema/verify.json`.
//!
//! Tests: `harness/cli/tests/program/verify.rs`.
#![allow(unsafe_code)]

mod fatal;

use crate::contraction::way_out;
use crate::error::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::target::Asked;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tensmith::BuildError;
use tensmith_conformance::verify::{Count, Effort, Kind, Moment, Report, VerifyError, verify};
use tensmith_core::text::Count as Cases;

/// The version of the form of the JSON.
const VERSION: u32 = 1;

/// How long it takes where nothing is said.
const SECONDS: f64 = 10.0;

/// Examples for the help.
const EXAMPLES: &str = "Examples:
  tensmith verify                                   ten seconds of everything
  tensmith verify --seconds 3600 --json > report.json
  tensmith verify --only gemm,brgemm --cases 5000 --seed 42

A failing case is reduced to a small one, and printed as a command that reproduces it. A case that ends the process \
is printed as it was drawn.";

/// Arguments of `verify`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// The number that all cases are drawn from [default: another one each time, which is printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop after this number of cases
    #[arg(long, value_name = "N")]
    cases: Option<u64>,
    /// Stop after this number of seconds [default: 10, or, with --cases, never]
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Only these kinds of cases
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = kind())]
    only: Vec<Kind>,
    /// Stop after this number of failures
    #[arg(long, value_name = "N", default_value = "10")]
    failures: NonZeroUsize,
    /// Core that code is made for, which this machine executes [default: host]
    #[arg(long, value_parser = Asked::parser())]
    target: Option<Asked>,
    /// Write the command that repeats a case before it runs, on the standard error stream
    #[arg(long)]
    trace: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn kind() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(|(_, name)| name)).try_map(|text| {
        let found = Kind::ALL.into_iter().find(|(_, name)| *name == text);
        found.map(|(kind, _)| kind).ok_or("not one of the possible values")
    })
}

/// Parses a time.
pub(crate) fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|time| !time.is_zero()).ok_or("must be a number of seconds above 0")
}

impl Verify {
    /// Checks cases and reports on them.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let target = self.target.unwrap_or(Asked::Host).target()?;
        let effort = self.effort();
        let progress = Progress::of_parts();
        fatal::watch();
        let mut notice = |Moment { done, part, command }: Moment<'_>| {
            fatal::running(command);
            if self.trace {
                progress.aside(|| drop(writeln!(io::stderr(), "{command}")));
            }
            progress.part(part, || format!("{done} cases"));
        };
        // SAFETY: the default generators keep to the operands of their kernels; the tests of
        // each are about that.
        let report = unsafe { verify(tensmith_primitives::registry, target, &effort, &mut notice) };
        drop(progress);
        let report = report.map_err(|error| match error {
            VerifyError::Build(error @ BuildError::OtherTarget { .. }) => way_out(&error, &target),
            error => Failure::NotPossibleHere(error.to_string()),
        })?;
        let write = |out: &mut dyn Write| match self.json {
            true => as_json(out, &report),
            false => writeln!(out, "{report}"),
        };
        Output::open(None).and_then(|output| output.write(write)).map_err(Failure::bad_input)?;
        match &report.failures[..] {
            [] => Ok(()),
            [first, ..] => {
                let (wrong, cases) = (report.failures.len(), report.cases());
                let are = if cases == 1 { "is" } else { "are" };
                Err(Failure::Check(format!(
                    "{wrong} of {} {are} wrong, such as: {}",
                    Cases(cases, "case"),
                    first.command
                )))
            }
        }
    }

    fn effort(&self) -> Effort {
        let all = || Kind::ALL.map(|(kind, _)| kind).to_vec();
        let usual = self.cases.is_none().then(|| Duration::from_secs_f64(SECONDS));
        Effort {
            seed: self.seed.unwrap_or_else(any),
            cases: self.cases,
            time: self.seconds.or(usual),
            kinds: if self.only.is_empty() { all() } else { self.only.clone() },
            failures: self.failures.get(),
        }
    }
}

/// A seed that is another one each time.
fn any() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Few enough digits to be copied by hand.
    u64::from(since.subsec_nanos()).wrapping_add(since.as_secs()) % 1_000_000
}

fn as_json(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let kinds = report.counts.iter().map(|Count { kind, right, refused, wrong }| {
        json!({ "kind": kind.name(), "right": right, "refused": refused, "wrong": wrong })
    });
    let failures = report.failures.iter().map(|failure| {
        let (kind, message) = (failure.kind.name(), &failure.message);
        json!({ "kind": kind, "message": message, "command": failure.command, "drawn": failure.drawn })
    });
    let report = json!({
        "version": VERSION,
        "tensmith": env!("CARGO_PKG_VERSION"),
        "seed": report.seed,
        "target": report.target,
        "kinds": kinds.collect::<Vec<_>>(),
        "failures": failures.collect::<Vec<_>>(),
    });
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}
