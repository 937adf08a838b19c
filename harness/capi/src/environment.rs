//! Environment variables: what the user of a program wants, where the program says nothing.
//!
//! | variable | meaning |
//! |---|---|
//! | `TENSMITH_TARGET` | the core that code is made for, in place of the host's |
//! | `TENSMITH_PROFILE` | profilers and debuggers that are told of kernels (`docs/book/src/profiling.md`) |
//! | `TENSMITH_NUM_THREADS` | the threads of a pool, in place of as many as the process may run at once |
//!
//! Tests: below, `harness/xtask/src/faces/by_night.rs`.

use crate::status::{Failure, Status};
use std::env;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use tensmith::{Jit, JitBuilder, Target};

/// The core that code is made for, if the user says so.
fn target() -> Result<Option<String>, Failure> {
    set("TENSMITH_TARGET")
        .map(|name| name.into_string().map_err(|name| refused("TENSMITH_TARGET", &name)))
        .transpose()
}

/// What makes a `Jit` for the user's target, or else for the machine at hand.
pub(crate) fn builder() -> Result<JitBuilder, Failure> {
    match target()? {
        Some(name) => Ok(Jit::builder().target(named(&name)?)),
        None => Ok(Jit::builder()),
    }
}

/// The target of a name.
pub(crate) fn named(name: &str) -> Result<Target, Failure> {
    Target::named(name).map_err(|error| Failure::new(Status::InvalidText, format!("target {name}: {error}")))
}

/// The number of threads, if the user says so.
pub(crate) fn threads() -> Result<Option<NonZeroUsize>, Failure> {
    set("TENSMITH_NUM_THREADS")
        .map(|number| parsed(&number).ok_or_else(|| refused("TENSMITH_NUM_THREADS", &number)))
        .transpose()
}

/// Has kernels told of, if the user says so. What goes wrong there is said on the standard error
/// stream, and ends nothing.
#[cfg(target_os = "linux")]
pub(crate) fn observed(builder: JitBuilder) -> Result<JitBuilder, Failure> {
    use std::io::{self, Write};
    const NAME: &str = "TENSMITH_PROFILE";
    let Some(setting) = set(NAME) else { return Ok(builder) };
    let interfaces = setting.to_str().and_then(|setting| tensmith_profilers::interfaces(setting).ok());
    let interfaces = interfaces.ok_or_else(|| refused(NAME, &setting))?;
    Ok(interfaces.iter().fold(builder, |builder, interface| match interface.observer() {
        Ok(observer) => builder.observer(observer),
        Err(error) => {
            // A panic would end the program, which may have closed the stream.
            let _ = writeln!(io::stderr().lock(), "warning: {NAME}: {interface}: {error}");
            builder
        }
    }))
}

/// There is nobody to tell.
#[cfg(not(target_os = "linux"))]
pub(crate) fn observed(builder: JitBuilder) -> Result<JitBuilder, Failure> {
    Ok(builder)
}

fn parsed(number: &OsString) -> Option<NonZeroUsize> {
    number.to_str()?.trim().parse().ok()
}

/// The value of a variable; none where it is empty.
fn set(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

fn refused(name: &str, value: &OsString) -> Failure {
    Failure::new(Status::InvalidText, format!("the environment variable {name} is {}", value.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_a_number_above_0() {
        let read = |text: &str| parsed(&text.into()).map(NonZeroUsize::get);
        assert_eq!(
            [read("3"), read(" 12 "), read("0"), read("two"), read("-1")],
            [Some(3), Some(12), None, None, None]
        );
    }
}
