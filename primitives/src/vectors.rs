//! The machine that all generators here write for: one with vectors.
//!
//! Tests: `tests/tests/registry_rules.rs`.

use tensmith_core::Target;
use tensmith_core::isa::Machine;
use tensmith_core::registry::Refusal;

/// The machine of a target that has the vectors that all these generators write for.
pub(crate) fn machine(target: &Target) -> Result<Machine, Refusal> {
    match target.lacking() {
        None => Ok(target.machine()),
        Some(feature) => Err(Refusal::Feature(feature)),
    }
}
