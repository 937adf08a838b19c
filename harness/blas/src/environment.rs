//! Environment variables, read once.
//!
//! | variable | meaning |
//! |---|---|
//! | `TENSMITH_TARGET` | the core that code is made for, else the host; `scalar` for loops and no code |
//! | `TENSMITH_NUM_THREADS` | the most threads of a call; else `OMP_NUM_THREADS`, else those of the process |
//! | `TENSMITH_BLAS_NEXT` | the library for what is left to another one, or `none`; else the next one |
//! | `TENSMITH_BLAS_MIN` | the least products of real numbers of a call that is computed here |
//! | `TENSMITH_BLAS_MAX` | the most of them |
//!
//! What they say and cannot be is left out, with a line on the standard error: a library has no
//! other way to say so.
//!
//! Tests: below, `harness/xtask/src/faces/by_day.rs`.

use std::env;
use std::ffi::CString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::thread;
use tensmith::{Jit, JitBuilder, Target};

/// What code is made with, for some threads; none where there is to be none, or cannot be any.
pub(crate) fn jit(threads: NonZeroUsize) -> Option<Jit> {
    let builder = Jit::builder().threads(threads.get());
    match env::var("TENSMITH_TARGET").as_deref() {
        Ok("scalar") => None,
        Ok(name) if !name.is_empty() => {
            of_name(builder, name).map_err(|reason| say("TENSMITH_TARGET", name, &reason)).ok()
        }
        _ => builder.build().ok(),
    }
}

fn of_name(builder: JitBuilder, name: &str) -> Result<Jit, String> {
    let target = Target::named(name).map_err(|error| error.to_string())?;
    builder.target(target).build().map_err(|error| error.to_string())
}

/// The most threads of a call.
pub(crate) fn threads() -> NonZeroUsize {
    let of_user = ["TENSMITH_NUM_THREADS", "OMP_NUM_THREADS"].into_iter().find_map(|name| {
        let value = env::var(name).ok().filter(|value| !value.is_empty())?;
        let number = number(&value);
        if number.is_none() {
            say(name, &value, "no number above 0");
        }
        number
    });
    of_user.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// The library for what is not computed here.
pub(crate) enum Choice {
    /// The next one in the process.
    Found,
    /// One of the user's.
    Named(CString),
    /// There is to be none.
    None,
}

/// What the user says about that.
pub(crate) fn next() -> Choice {
    match env::var("TENSMITH_BLAS_NEXT").as_deref() {
        Ok("none") => Choice::None,
        Ok(name) if !name.is_empty() => CString::new(name).map_or(Choice::None, Choice::Named),
        _ => Choice::Found,
    }
}

/// The products of the multiplications that are computed here: all, where the user says nothing.
pub(crate) fn own() -> RangeInclusive<u64> {
    let limit = |name| {
        let value = env::var(name).ok().filter(|value| !value.is_empty())?;
        let number = value.trim().parse().ok();
        if number.is_none() {
            say(name, &value, "no number");
        }
        number
    };
    limit("TENSMITH_BLAS_MIN").unwrap_or(0)..=limit("TENSMITH_BLAS_MAX").unwrap_or(u64::MAX)
}

/// The first number of a list, as OpenMP has one for each level of nesting.
fn number(value: &str) -> Option<NonZeroUsize> {
    value.split(',').next()?.trim().parse().ok()
}

fn say(name: &str, value: &str, reason: &str) {
    // Where nobody reads it, that is as well.
    _ = writeln!(io::stderr(), "tensmith: the environment variable {name} is {value}: {reason}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_of_a_list_counts() {
        let read = |text| number(text).map(NonZeroUsize::get);
        assert_eq!([read("4"), read("3,2"), read("0"), read("")], [Some(4), Some(3), None, None]);
    }
}
