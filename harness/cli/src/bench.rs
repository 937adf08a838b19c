//! `bench`: how fast contractions, nests and multiplications are on this machine, next to its peak, to what
//! was predicted, and to other libraries.
//!
//! [`subject`] is what can be asked for, [`sweep`] which points, [`measure`] times each, and [`report`]
//! writes the findings. Under emulation nothing is timed: predictions are there for every core ([`predict`]).
//!
//! Tests: below, `harness/cli/tests/program/bench.rs`.

mod measure;
mod plot;
mod predict;
mod report;
mod subject;
mod sweep;

use crate::error::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::target;
use crate::verify::seconds;
use clap::Args;
use measure::{Machine, Stand};
use report::{Findings, Row, csv, html, json, table};
use std::path::PathBuf;
use std::time::Duration;
use subject::{Asked, Subject, What};
use sweep::{Point, Sweep};
use tensmith::Target;
use tensmith_core::text::Count;
use tensmith_measure::emulation;
use tensmith_measure::library::Named;

/// Examples for the help.
const EXAMPLES: &str = "Examples:
  tensmith bench gemm f32 64x64x64
  tensmith bench gemm f32 64x64x32 --sweep m=1..64 --sweep n=1..64 --html gemm.html
  tensmith bench gemm f32 64x64x64 beta=0 --sweep mnk=8..512*2 --peer openblas=/usr/lib/x86_64-linux-gnu/libopenblas.so.0
  tensmith bench einsum 'abc,cd->abd' --extents a=32,b=32,c=64,d=64 --threads 1,2,4 --html einsum.html
  tensmith bench nest mm.nest --json -
  tensmith bench gemm f32 64x64x64 --sweep k=16..256:16 --predict --target neoverse-v2";

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, subcommand_negates_reqs = true)]
pub(crate) struct Bench {
    #[command(flatten)]
    what: Asked,
    /// Measure it for several extents: `m=1..64`, ends included, `m=8..64:8` with steps of 8, `m=8..512*2`
    /// with factors of 2, or `m=5,7,9`; `mn=1..64` for equal ones. May be given twice
    #[arg(long, global = true, value_name = "NAME=RANGE", help_heading = "Points")]
    sweep: Vec<Sweep>,
    /// Numbers of threads, each for all points
    #[arg(long, global = true, value_name = "N,N,...", value_delimiter = ',', default_value = "1",
        value_parser = threads, help_heading = "Points")]
    threads: Vec<usize>,
    /// Rounds, each with one sample of every contestant
    #[arg(long, global = true, value_name = "N", default_value_t = 30,
        value_parser = clap::value_parser!(u16).range(1..), help_heading = "Measuring")]
    rounds: u16,
    /// About how long all of it may take: rounds become fewer, but for the fewest of 5
    #[arg(long, global = true, value_name = "S", value_parser = seconds, help_heading = "Measuring")]
    seconds: Option<Duration>,
    /// The processor to run on, or the first of several; otherwise the one at hand
    #[arg(long, global = true, value_name = "N", help_heading = "Measuring")]
    cpu: Option<usize>,
    /// Another library to load and measure, for multiplications: mkl, libxsmm, openblas or tblis
    #[arg(long = "peer", global = true, value_name = "NAME=PATH", help_heading = "Measuring")]
    peers: Vec<Named>,
    /// Measure nothing: say how many cycles are predicted
    #[arg(long, global = true, help_heading = "Measuring")]
    predict: bool,
    /// The core that is predicted for [default: host, or generic where this machine is none
    /// that code is made for]
    #[arg(long, global = true, requires = "predict", value_parser = target::Asked::parser(), help_heading = "Measuring")]
    target: Option<target::Asked>,
    /// Write CSV to this file; `-` is the standard output, which has the table otherwise
    #[arg(long, global = true, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,
    /// Write JSON to this file, of the form of `harness/cli/schema/bench.json`
    #[arg(long, global = true, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,
    /// Write a page with plots to this file, which needs no other
    #[arg(long, global = true, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,
}

fn threads(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|threads| (1..=1024).contains(threads)).ok_or("must be from 1 to 1024")
}

/// A form in which findings are written.
type Form = fn(&Findings) -> String;

/// The most points of a run.
const MOST_POINTS: usize = 10_000;

/// The number of wrong results, as a sentence.
fn wrong(count: usize) -> String {
    format!("{} {} wrong", Count(count, "result"), if count == 1 { "is" } else { "are" })
}

impl Bench {
    /// Measures, or predicts, each point, and writes what was found.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let subject = self.what.subject()?;
        let points = sweep::points(&self.sweep, &subject.names(), MOST_POINTS);
        let with_what = |point: Point| Ok((subject.at(&point)?, point));
        let points = points.map_err(Failure::BadInput)?.into_iter().map(with_what);
        let points: Vec<(What, Point)> = points.collect::<Result<_, Failure>>()?;
        // What cannot be written is said before all the work.
        let files = self.files()?;
        let findings = match self.predict {
            true => self.predicted(&subject, &points)?,
            false => self.measured(&subject, &points)?,
        };
        for (output, form) in files {
            output.write(|out| out.write_all(form(&findings).as_bytes())).map_err(Failure::bad_input)?;
        }
        match findings.faults().next() {
            None => Ok(()),
            Some(first) => {
                Err(Failure::Check(format!("{}, such as {first}", wrong(findings.faults().count()))))
            }
        }
    }

    /// What is written, and in which form: a table on the standard output, unless something else is.
    fn files(&self) -> Result<Vec<(Output, Form)>, Failure> {
        let forms: [(&Option<PathBuf>, Form); 3] =
            [(&self.csv, csv::csv as Form), (&self.json, json::json), (&self.html, html::html)];
        let asked: Vec<(&PathBuf, Form)> =
            forms.into_iter().filter_map(|(path, form)| Some((path.as_ref()?, form))).collect();
        let on_standard_output = asked.iter().filter(|(path, _)| path.as_os_str() == "-").count();
        if on_standard_output > 1 {
            return Err(Failure::BadInput(
                "`-` is given twice: must be one of --csv, --json, --html".to_owned(),
            ));
        }
        let table = (on_standard_output == 0).then_some((None, table::table as Form));
        let others = asked.into_iter().map(|(path, form)| (Some(path.as_path()), form));
        let opened = |(path, form)| Ok((Output::open(path).map_err(Failure::bad_input)?, form));
        table.into_iter().chain(others).map(opened).collect()
    }

    /// Predictions for each point.
    fn predicted(&self, subject: &Subject, points: &[(What, Point)]) -> Result<Findings, Failure> {
        let target = self.target.map_or_else(|| Ok(target::usual()), target::Asked::target)?;
        let progress = Progress::of_parts();
        let mut rows = Vec::new();
        for (nth, (what, point)) in points.iter().enumerate() {
            progress.part(Some(nth as f64 / points.len() as f64), || format!("{point}"));
            rows.push(Row::predicted(point, what, predict::predict(what, &target)?));
        }
        Ok(self.findings(subject, &target, (None, rows)))
    }

    /// Times, and predictions, for each point and each number of threads.
    fn measured(&self, subject: &Subject, points: &[(What, Point)]) -> Result<Findings, Failure> {
        const WAY_OUT: &str = "`--predict` says how many cycles are predicted, for any core";
        if let Some(sign) = emulation::sign() {
            return Err(Failure::NotPossibleHere(format!(
                "times of an emulator say nothing: {sign}; {WAY_OUT}"
            )));
        }
        let target = tensmith::machine::host()
            .map_err(|error| Failure::NotPossibleHere(format!("{error}; {WAY_OUT}")))?;
        let most = self.threads.iter().copied().max().unwrap_or(1);
        let count = points.len() * self.threads.len();
        let budget = self.seconds.map(|time| time.as_secs_f64() * 1e9 / count as f64);
        let mut stand = Stand::new(self.cpu, most, &self.peers, (self.rounds, budget))?;
        let progress = Progress::of_parts();
        progress.part(Some(0.0), || "measuring memory".to_owned());
        let machine = stand.machine(&target);
        let mut rows = Vec::new();
        for threads in &self.threads {
            for (what, point) in points {
                progress.part(Some(rows.len() as f64 / count as f64), || {
                    format!("{point}, {}", Count(*threads, "thread"))
                });
                let prediction = predict::predict(what, &target)?;
                let cell = stand.measure(what, *threads)?;
                rows.push(Row::measured(point, *threads, what, prediction, cell));
            }
        }
        Ok(self.findings(subject, &target, (Some(machine), rows)))
    }

    fn findings(
        &self,
        subject: &Subject,
        target: &Target,
        (machine, rows): (Option<Machine>, Vec<Row>),
    ) -> Findings {
        let sweeps = self.sweep.iter().map(|sweep| sweep.name.clone()).collect();
        Findings { title: subject.title(&self.sweep), target: *target, machine, sweeps, rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        bench: Bench,
    }

    #[test]
    fn options_come_before_and_behind_what_is_measured() {
        for line in [
            "bench --rounds 3 gemm f32 5x5x5",
            "bench gemm f32 5x5x5 --rounds 3",
            "bench gemm f32 5x5x5 --sweep m=1..3",
        ] {
            assert!(Line::try_parse_from(line.split(' ')).is_ok(), "{line}");
        }
        for line in [
            "bench",
            "bench gemm f32 5x5x5 --threads 0",
            "bench gemm f32 5x5x5 --target zen5",
            "bench gemm f32 5x5x5 --sweep m",
        ] {
            assert!(Line::try_parse_from(line.split(' ')).is_err(), "{line}");
        }
    }
}
