//! Threads, and the limits that the system sets to this process.
//!
//! Linux tells them in files: the processors that are there (`/sys/devices/system/cpu/online`), and what the
//! control group of the process may use (`cpu.max` and `memory.max` of cgroups, version 2). Elsewhere the
//! number of threads is all that is known.
//!
//! Tests: below.

use super::finding::{Finding, State};
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

/// Threads, and limits where there are some.
pub(super) fn all() -> Vec<Finding> {
    let group = Group::of_this_process();
    let allowed = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut findings = vec![threads(allowed, online(), group.quota())];
    findings.extend(group.memory().map(memory));
    findings
}

/// The processors that this process may use, of those that are there.
fn threads(allowed: usize, online: Option<usize>, quota: Option<f64>) -> Finding {
    let quota = quota.filter(|quota| *quota <= allowed as f64);
    let found = match (online, quota) {
        (Some(online), Some(quota)) => {
            format!("{allowed} of {online} processors, for the time of {quota:.1}")
        }
        (Some(online), None) => format!("{allowed} of {online} processors"),
        (None, _) => format!("{allowed} processors"),
    };
    let advice = match (quota, online) {
        (Some(_), _) => {
            "a control group limits the time (`cpu.max`): make plans for no more threads than that"
        }
        (None, Some(online)) if allowed < online => {
            "the process is bound to some processors (`taskset`, `cpuset`): make plans for no more threads"
        }
        _ => return Finding::good("threads", found),
    };
    Finding::other("threads", State::Notice, found, advice)
}

/// The most memory that the control group may take.
fn memory(bytes: u64) -> Finding {
    Finding::good("memory", format!("at most {} MiB, by a control group", bytes >> 20))
}

/// How many processors are there.
fn online() -> Option<usize> {
    count(&fs::read_to_string("/sys/devices/system/cpu/online").ok()?)
}

/// How many numbers a list has, such as `0-3,8`.
fn count(list: &str) -> Option<usize> {
    let number = |text: &str| text.parse::<usize>().ok();
    list.trim().split(',').try_fold(0, |sum, part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(sum + (number(last)? + 1).checked_sub(number(first)?)?)
    })
}

/// The control group of a process, from its own folder up to the root.
struct Group(Vec<PathBuf>);

impl Group {
    fn of_this_process() -> Self {
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let own = groups.lines().find_map(|line| line.strip_prefix("0::/"));
        let folders = own.map(|own| Path::new("/sys/fs/cgroup").join(own));
        let is_group = |folder: &&Path| folder.starts_with("/sys/fs/cgroup");
        Self(
            folders.iter().flat_map(|own| own.ancestors().take_while(is_group)).map(Path::to_owned).collect(),
        )
    }

    /// The least that a file of the group, or of one around it, allows.
    fn least<T: PartialOrd>(&self, file: &str, parse: fn(&str) -> Option<T>) -> Option<T> {
        let limits = self.0.iter().filter_map(|folder| parse(&fs::read_to_string(folder.join(file)).ok()?));
        limits.reduce(|least, other| if other < least { other } else { least })
    }

    /// Processors' worth of time.
    fn quota(&self) -> Option<f64> {
        self.least("cpu.max", quota)
    }

    /// Bytes of memory.
    fn memory(&self) -> Option<u64> {
        self.least("memory.max", |text| text.trim().parse().ok())
    }
}

/// Processors' worth of time, from microseconds in a period; none where there is no limit.
fn quota(text: &str) -> Option<f64> {
    let (time, period) = text.trim().split_once(' ')?;
    Some(time.parse::<f64>().ok()? / period.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors_are_counted() {
        for (list, processors) in [("0\n", 1), ("0-3", 4), ("0-3,8,10-11\n", 7)] {
            assert_eq!(count(list), Some(processors), "{list}");
        }
        for list in ["", "a", "3-1", "1-"] {
            assert_eq!(count(list), None, "{list}");
        }
    }

    #[test]
    fn quotas_are_time_in_a_period() {
        assert_eq!(quota("150000 100000\n"), Some(1.5));
        assert_eq!(quota("max 100000\n"), None);
    }

    #[test]
    fn what_limits_threads_is_named() {
        assert_eq!(threads(4, Some(4), None), Finding::good("threads", "4 of 4 processors"));
        assert_eq!(threads(4, Some(4), Some(8.0)), Finding::good("threads", "4 of 4 processors"));
        assert_eq!(threads(4, None, None), Finding::good("threads", "4 processors"));
        let bound = threads(2, Some(4), None);
        assert!(bound.state == State::Notice && bound.advice.unwrap().contains("taskset"));
        let slowed = threads(4, Some(4), Some(1.5));
        assert_eq!(slowed.found, "4 of 4 processors, for the time of 1.5");
        assert!(slowed.advice.unwrap().contains("cpu.max"));
    }
}
