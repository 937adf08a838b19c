//! Profilers and debuggers: which are there, and whether the system lets this user sample.
//!
//! Linux says in a file what users without privileges may do (`perf_event_paranoid`: with 2 or less they
//! sample programs of theirs).
//!
//! Tests: below, `harness/cli/tests/program/doctor.rs`.

use super::finding::{Finding, State};
use std::fs;
use std::path::{Path, PathBuf};

/// The highest level at which users sample their own programs.
const SAMPLING: i32 = 2;

/// Where systems have programs. (The search path of this process need not be that of the
/// shell that profiles.)
const FOLDERS: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// How kernels get names in each.
const HOW: &str =
    "`TENSMITH_PROFILE=perf-map`, `jitdump` or `gdb` gives kernels names in runs of this program";

/// Which tools there are; nothing where kernels have names in none.
pub(super) fn all() -> Option<Finding> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let tools: Vec<_> = ["perf", "samply", "gdb"].into_iter().filter_map(program).collect();
    let level = fs::read_to_string("/proc/sys/kernel/perf_event_paranoid");
    Some(found(&tools, level.ok().and_then(|level| level.trim().parse().ok()), is_root()))
}

/// The program of a name.
fn program(name: &'static str) -> Option<PathBuf> {
    FOLDERS.iter().map(|folder| Path::new(folder).join(name)).find(|path| path.is_file())
}

/// Whether this process may do what users may not: all of whose numbers are 0.
fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let numbers = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    numbers.is_some_and(|numbers| numbers.split_whitespace().all(|number| number == "0"))
}

fn found(tools: &[PathBuf], level: Option<i32>, is_root: bool) -> Finding {
    const TOPIC: &str = "profilers";
    let names: Vec<_> = tools.iter().map(|path| path.display().to_string()).collect();
    let tools = if names.is_empty() { "none in the usual folders".to_owned() } else { names.join(", ") };
    let Some(level) = level else {
        let advice =
            "the system has no perf events: debuggers know kernels by `gdb`, and `perf` samples nothing";
        return Finding::other(TOPIC, State::Notice, tools, advice);
    };
    let found = format!("{tools}; perf_event_paranoid is {level}");
    if level > SAMPLING && !is_root {
        let advice = "users may not sample: `sysctl kernel.perf_event_paranoid=2` as root allows it";
        return Finding::other(TOPIC, State::Notice, found, advice);
    }
    if names.is_empty() {
        let advice =
            format!("to look into kernels, install `linux-perf` (Debian) or samply, or `gdb`; {HOW}");
        return Finding::other(TOPIC, State::Notice, found, advice);
    }
    Finding::good(TOPIC, format!("{found}; {HOW}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hinders_sampling_is_named() {
        let perf = || vec![PathBuf::from("/usr/bin/perf")];
        let open = found(&perf(), Some(2), false);
        assert_eq!(open.state, State::Good);
        assert!(open.found.starts_with("/usr/bin/perf; perf_event_paranoid is 2; "));
        let closed = found(&perf(), Some(3), false);
        assert!(closed.advice.unwrap().contains("perf_event_paranoid=2"));
        assert_eq!(found(&perf(), Some(4), true).state, State::Good);
        assert!(found(&perf(), None, true).advice.unwrap().contains("no perf events"));
        let none = found(&[], Some(2), false);
        assert!(none.state == State::Notice && none.advice.unwrap().contains("linux-perf"));
    }
}
