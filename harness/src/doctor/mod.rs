//! Whether the machine at hand is fit for tensmith, and what to do about it where it is not.
//!
//! [`examine`] looks at one thing after the other: the processor (`machine`), executable memory, threads and the limits
//! that the system sets (`limits`), and at last at results, by a contraction for each kind of kernel that is compared with
//! the scalar reference (`checks`). Each [`Finding`] stands for itself, so that the first fault hides no other.
//!
//! Tests: `harness/cli/tests/program/doctor.rs`, and in the files of the folder.

mod checks;
mod finding;
mod limits;
mod machine;

pub use finding::{Finding, State};

use crate::jit::Jit;

/// Examines the machine at hand: some twenty findings, in a fixed order. It takes less than a second, and longer under
/// emulation.
#[must_use]
pub fn examine() -> Vec<Finding> {
    let mut findings = machine::system();
    match Jit::host() {
        Ok(jit) => {
            findings.extend(machine::processor(jit.target()));
            findings.push(machine::executable_memory(&jit));
            findings.extend(limits::all());
            findings.extend(checks::all(jit));
        }
        Err(error) => {
            findings.push(Finding::other(
                "processor",
                State::Missing,
                error.to_string(),
                "code can be made here for other machines: name one with `--target`",
            ));
            findings.extend(limits::all());
        }
    }
    findings
}
