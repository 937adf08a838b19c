//! Tests: below.

use super::*;
use clap::{FromArgMatches, Parser};
use tensmith_conformance::verify::{Effort, Kind, Moment, emit, verify};

#[derive(Debug, Parser)]
struct Line {
    #[command(subcommand)]
    kernel: Kernel,
}

/// The words of a line, of which some are quoted.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.map(|(nth, part)| match nth % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.flatten().collect()
}

fn read(line: &str) -> KernelSpec {
    let command = <Line as clap::CommandFactory>::command().no_binary_name(true);
    let matches = command.try_get_matches_from(words(line)).unwrap_or_else(|error| panic!("{line}: {error}"));
    Line::from_arg_matches(&matches).expect("a kernel").kernel.spec().expect("a spec")
}

/// What is told of a case means the very kernel of that case.
#[test]
#[expect(unsafe_code, reason = "kernels of the default registry are called")]
fn commands_mean_their_kernels() {
    let kinds = Kind::ALL.map(|(kind, _)| kind).into_iter().skip(3).collect();
    let effort = Effort { seed: 8, cases: Some(360), kinds, ..Effort::default() };
    let mut read_back = 0;
    let mut notice = |Moment { command, .. }: Moment<'_>| {
        let line = command.strip_prefix("tensmith emit ").expect("a kernel");
        let (line, _) = line.split_once(" --check").expect("a check");
        assert_eq!(emit(&read(line)), line);
        read_back += 1;
    };
    // SAFETY: these generators keep to the operands of their kernels.
    let report = unsafe {
        verify(tensmith_primitives::registry, tensmith::host().expect("a host"), &effort, &mut notice)
    };
    assert!(report.expect("a machine").failures.is_empty());
    assert_eq!(read_back, 360);
}
