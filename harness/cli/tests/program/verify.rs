//! `tensmith verify`: what it writes, and commands that repeat its cases.

use crate::schema;
use crate::support::{Outcome, command, tensmith, tensmith_on, turn};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

const FEW: [&str; 5] = ["verify", "--seed", "4", "--cases", "42"];

#[test]
fn every_kind_is_checked_and_right() {
    let text = tensmith(&FEW).text();
    assert!(text.starts_with("seed 4, code for "), "{text}");
    assert_eq!(text.lines().count(), 20, "{text}");
    assert!(text.lines().skip(1).all(|line| line.ends_with(" 0 wrong")), "{text}");
    assert_eq!(tensmith(&FEW).text(), text);
}

#[test]
fn json_conforms_to_its_schema() {
    let report: Value = serde_json::from_str(&tensmith(&[&FEW[..], &["--json"]].concat()).text()).unwrap();
    schema::validate("verify", &report);
    let cases = |kind: &Value| ["right", "refused", "wrong"].map(|name| kind[name].as_u64().unwrap());
    let all: u64 = report["kinds"].as_array().unwrap().iter().flat_map(cases).sum();
    assert_eq!((all, report["seed"].as_u64()), (42, Some(4)));
}

#[test]
fn kinds_and_time_are_chosen() {
    let text = tensmith(&["verify", "--only", "gemm,reduce", "--seconds", "0.2"]).text();
    assert!(text.lines().count() == 3 && text.contains("\ngemm ") && text.contains("\nreduce "), "{text}");
    for wrong in [["--only", "luck"], ["--seconds", "0"], ["--seed", "-1"], ["--failures", "0"]] {
        let error = tensmith(&[&["verify"], &wrong[..]].concat()).failure(2);
        assert!(error.contains(wrong[0]), "{error}");
    }
    let other = if cfg!(target_arch = "x86_64") { "neoverse-v2" } else { "zen5" };
    assert!(tensmith(&["verify", "--target", other]).failure(3).contains(other));
}

/// Each command that is traced runs, and agrees: that of a wrong case would be wrong again.
#[test]
fn traced_commands_repeat_cases() {
    let outcome = tensmith(&[&FEW[..], &["--trace"]].concat());
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let commands: Vec<&str> =
        outcome.stderr.split("tensmith ").filter(|command| !command.is_empty()).collect();
    assert_eq!(commands.len(), 42, "{}", outcome.stderr);
    let mut right = 0;
    for command in commands.into_iter().take(28) {
        let Outcome { status, stderr, .. } = repeated(command);
        // Some have no code.
        assert!(status == 0 && stderr.contains(" 0 wrong") || status == 2, "{command}: {status} {stderr}");
        right += usize::from(status == 0);
    }
    assert!(right >= 20, "{right}");
}

/// A case that ends the process is told with its command; another process plays its part.
#[test]
fn a_case_that_ends_the_process_is_told() {
    let _turn = turn();
    let mut endless = command(&[] as &[&str]);
    endless.args(["verify", "--only", "gemm", "--trace", "--seconds", "600"]);
    let mut child = endless.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    // It is at work once it has told a case.
    stderr.read_line(&mut String::new()).unwrap();
    let kill = format!("kill -s SEGV {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{rest}");
    let told = rest.lines().last().unwrap();
    let command =
        told.strip_prefix("error: an access to memory that is not there (SIGSEGV) ended this case: ");
    let command = command.unwrap_or_else(|| panic!("{told}"));
    assert!(command.starts_with("tensmith emit 'gemm "), "{command}");
    // The last one that was traced, or the next.
    let next = rest.lines().rev().skip(1).all(|line| line != command);
    assert!(next || rest.lines().rev().skip(1).take(2).any(|line| line == command), "{rest}");
}

/// Runs a command as a shell would, but for its name.
fn repeated(command: &str) -> Outcome {
    let (line, input) = command.split_once('\n').unwrap_or((command, ""));
    let line = line.replace(" <<'END'", "");
    let input = input.strip_suffix("END\n").unwrap_or(input);
    let mut words: Vec<String> = Vec::new();
    for (nth, part) in line.split('\'').enumerate() {
        match nth % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    tensmith_on(&words, input.as_bytes(), Path::new("."))
}
