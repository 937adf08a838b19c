//! The one environment variable of this program: which profilers and debuggers are told of kernels, by name.
//!
//! What goes wrong there is said, and ends no run.
//!
//! Tests: `harness/cli/tests/program/profile.rs`.

use crate::error::Failure;
#[cfg(target_os = "linux")]
use crate::error::say;
use tensmith::JitBuilder;

/// The variable.
const VARIABLE: &str = "TENSMITH_PROFILE";

/// Has kernels told of as the variable says.
///
/// # Errors
/// [`Failure::BadInput`], where it says something else.
#[cfg(target_os = "linux")]
pub(crate) fn observed(mut builder: JitBuilder) -> Result<JitBuilder, Failure> {
    let Some(setting) = std::env::var_os(VARIABLE) else { return Ok(builder) };
    let refused = |rule: &dyn std::fmt::Display| Failure::BadInput(format!("{VARIABLE}: {rule}"));
    let setting = setting.to_str().ok_or_else(|| refused(&"must be UTF-8"))?;
    for interface in tensmith_profilers::interfaces(setting).map_err(|error| refused(&error))? {
        match interface.observer() {
            Ok(observer) => builder = builder.observer(observer),
            Err(error) => say(format_args!("warning: {VARIABLE}: {interface}: {error}")),
        }
    }
    Ok(builder)
}

/// On other systems nothing is told.
#[cfg(not(target_os = "linux"))]
pub(crate) fn observed(builder: JitBuilder) -> Result<JitBuilder, Failure> {
    match std::env::var_os(VARIABLE) {
        Some(setting) if !setting.is_empty() => Err(Failure::NotPossibleHere(format!(
            "{VARIABLE}: kernels have names in profilers on Linux alone"
        ))),
        _ => Ok(builder),
    }
}
