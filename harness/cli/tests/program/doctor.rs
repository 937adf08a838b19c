//! `doctor`: what is found of this machine.

use crate::support::tensmith;
use serde_json::Value;

const TOPICS: [&str; 18] = [
    "system",
    "processor",
    "features",
    "vectors",
    "caches",
    "executable memory",
    "threads",
    "profilers",
    "multiplication",
    "transposed operands",
    "sum of multiplications",
    "multiplications side by side",
    "dot product",
    "sum",
    "transposition",
    "product of elements",
    "activation",
    "three operands",
];

#[test]
fn this_machine_is_fit() {
    let text = tensmith(&["doctor"]).text();
    for topic in TOPICS {
        let line = text.lines().find(|line| line.get(9..).is_some_and(|rest| rest.starts_with(topic)));
        let line = line.unwrap_or_else(|| panic!("{topic} in:\n{text}"));
        assert!(line.starts_with("good ") || line.starts_with("notice "), "{line}");
    }
}

/// The form that programs read: a change of it takes another version.
#[test]
fn json_has_its_form() {
    let report: Value = serde_json::from_str(&tensmith(&["doctor", "--json"]).text()).unwrap();
    assert_eq!(report["version"], 1);
    let findings = report["findings"].as_array().unwrap();
    let names = |object: &Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&report), ["findings", "tensmith", "version"]);
    for finding in findings {
        assert_eq!(names(finding), ["advice", "found", "state", "topic"]);
        assert!(["good", "notice", "missing", "wrong"].contains(&finding["state"].as_str().unwrap()));
        assert!(finding["topic"].is_string() && finding["found"].is_string());
        assert_eq!(finding["advice"].is_string(), finding["state"] != "good", "{finding}");
    }
    let topics: Vec<_> = findings.iter().map(|finding| finding["topic"].as_str().unwrap()).collect();
    let found: Vec<_> = topics.into_iter().filter(|topic| *topic != "memory").collect();
    assert_eq!(found, TOPICS);
}
