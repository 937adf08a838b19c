//! Whether the machine at hand is fit for tensmith, and what to do about it where it is not.
//!
//! [`examine`] looks at one thing after the other: the processor (`machine`), executable memory, threads and
//! the limits that the system sets (`limits`), `profilers`, and at last at results, by a contraction for each
//! kind of kernel that is compared with the scalar reference (`checks`). Each [`Finding`] stands for itself,
//! so that the first fault hides no other.
//!
//! Tests: `harness/cli/tests/program/doctor.rs`, and in the files of the folder.

mod checks;
mod finding;
mod limits;
mod machine;
mod profilers;

pub use finding::{Finding, State};

use crate::jit::Jit;
use crate::platform;

/// Examines the machine at hand: some twenty findings, in a fixed order. It takes less than a second, and
/// longer under emulation.
#[must_use]
pub fn examine() -> Vec<Finding> {
    let mut findings = vec![machine::system()];
    let target = platform::host();
    findings.extend(machine::processor(&target));
    // Without a processor, there is nothing to run.
    let jit = target.ok().map(|_| Jit::builder().threads(0).build());
    findings.extend(jit.as_ref().map(machine::executable_memory));
    findings.extend(limits::all());
    findings.extend(profilers::all());
    if let Some(Ok(jit)) = jit {
        findings.extend(checks::all(&jit));
    }
    findings
}
