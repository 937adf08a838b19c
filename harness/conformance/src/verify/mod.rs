//! Random property checks: expressions, nests, kernels and products with sparse matrices, run and compared
//! with the scalar reference.
//!
//! Each case is drawn from a seed of its own, and is nothing but what it says and that seed: operands follow
//! from it. A failing case is reduced to a small one, and printed as a command of the program
//! `tensmith` that reproduces it.
//!
//! ```no_run
//! use std::time::Duration;
//! use tensmith_conformance::verify::{Effort, Kind, verify};
//!
//! let registry = tensmith_primitives::registry;
//! let effort = Effort { seed: 7, cases: Some(100), kinds: vec![Kind::Gemm], ..Effort::default() };
//! // SAFETY: the code of these generators is meant to keep to its operands; if it does not, so be it.
//! let report = unsafe { verify(registry, tensmith::machine::host()?, &effort, &mut |_| {}) }?;
//! assert!(report.failures.is_empty(), "{report}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Integers are exact: sums of products of whole numbers have to be these sums. Other numbers, and operations
//! that are not rounded once, are within the bounds of the reference
//! ([`Sum::bound`](tensmith_core::reference::Sum::bound), [`Range`](tensmith_core::reference::Range)).
//!
//! A case for which there is no code is a mistake, too, but for a few reasons: an [`Excuse`].
//!
//! Tests: below, `tests/tests/conformance_verify.rs`, `harness/cli/tests/program/verify.rs`.
#![allow(unsafe_code)]

mod case;
mod expression;
pub mod kernel;
mod nest;
mod shrink;
mod simpler;
mod sparse;
mod spec;

pub use case::{Excuse, Kind, Refused, Verdict};

use crate::bench::Bench;
use crate::random::SplitMix;
use expression::Expression;
use kernel::Kernel;
use nest::Nest;
use sparse::Sparse;
use std::fmt;
use std::time::{Duration, Instant};
use tensmith::error::HostError;
use tensmith::{BuildError, Jit};
use tensmith_core::Target;
use tensmith_core::code::MemoryError;
use tensmith_core::registry::{Registry, RegistryError};

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Effort {
    /// What all cases are drawn from.
    pub seed: u64,
    /// How many cases; any number, if there is none.
    pub cases: Option<u64>,
    /// How long; without end, if there is no time.
    pub time: Option<Duration>,
    /// Of which kinds, one case of each after the other.
    pub kinds: Vec<Kind>,
    /// After how many failures it is enough.
    pub failures: usize,
}

impl Default for Effort {
    /// A thousand cases of all kinds, up to ten failures.
    fn default() -> Self {
        let kinds = Kind::ALL.map(|(kind, _)| kind).to_vec();
        Self { seed: 1, cases: Some(1_000), time: None, kinds, failures: 10 }
    }
}

/// A case that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its kind.
    pub kind: Kind,
    /// The command that repeats what was drawn.
    pub drawn: String,
    /// The command that repeats the smallest case near it.
    pub command: String,
    /// What is wrong with that.
    pub message: String,
}

/// What became of the cases of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The kind.
    pub kind: Kind,
    /// Cases that were right.
    pub right: u64,
    /// Cases for which there is no code, with an [`Excuse`].
    pub refused: u64,
    /// Cases that were wrong, or refused without one.
    pub wrong: u64,
}

/// The outcome of all cases.
#[derive(Clone, Debug)]
pub struct Report {
    /// What they were drawn from.
    pub seed: u64,
    /// The core that code was made for.
    pub target: &'static str,
    /// How many there were, in the order of the kinds asked for.
    pub counts: Vec<Count>,
    /// The mistakes.
    pub failures: Vec<Failure>,
}

impl Report {
    /// The number of cases.
    #[must_use]
    pub fn cases(&self) -> u64 {
        self.counts.iter().map(|count| count.right + count.refused + count.wrong).sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}, code for {}", self.seed, self.target)?;
        for Count { kind, right, refused, wrong } in &self.counts {
            write!(f, "\n{:<10}  {right:>7} right {refused:>7} refused {wrong:>7} wrong", kind.name())?;
        }
        for Failure { kind, drawn, command, message } in &self.failures {
            write!(f, "\n\nwrong {}: {message}\n  smallest: {command}\n  drawn:    {drawn}", kind.name())?;
        }
        Ok(())
    }
}

/// Where a run is.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Cases that are done.
    pub done: u64,
    /// The part of the work that is done, from 0 to 1; none where there is no end.
    pub part: Option<f64>,
    /// The command that repeats the case that comes now.
    pub command: &'a str,
}

/// Why nothing was checked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The machine at hand executes no code, or its system is not supported.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The machine at hand does not execute the code of the target.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The code cannot be made executable.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// There is no registry.
    #[error(transparent)]
    Registry(#[from] RegistryError),
}

/// What cases need: code for nests, expressions and products, and guarded buffers for kernels.
#[derive(Debug)]
pub struct Session {
    jit: Jit,
    bench: Bench,
}

impl Session {
    /// Kernels and plans for a target, by the generators of a registry, which is made twice.
    ///
    /// # Errors
    /// [`VerifyError`].
    ///
    /// # Safety
    /// Those of [`verify`].
    pub unsafe fn new(
        registry: impl Fn() -> Result<Registry, RegistryError>,
        target: Target,
    ) -> Result<Self, VerifyError> {
        // SAFETY: the caller's duty.
        let builder = unsafe { Jit::builder().target(target).registry(registry()?) };
        let jit = tensmith_sparse::enabled(builder).build()?;
        // SAFETY: as above.
        let bench =
            unsafe { Bench::over(registry()?, target, tensmith::machine::host()?, SplitMix::new(0)) }?;
        Ok(Self { jit, bench })
    }

    /// Makes a kernel, calls it, and compares with the scalar reference.
    pub fn judge(&mut self, kernel: &Kernel) -> Verdict {
        kernel.judge(&mut self.bench)
    }
}

/// Checks random cases on the machine at hand, with the code that the generators of a registry make for
/// `target`; `notice` is told of each case before it runs. The same seed draws the same cases.
///
/// # Errors
/// [`VerifyError`]. What is wrong with cases is in the report.
///
/// # Safety
/// The code that the registry's generators make is executed. It is the code under test, so that no author can
/// promise that it is right; the caller accepts what a kernel does to the process that writes
/// elsewhere than it should. Guard pages end the process at accesses right next to a kernel's operand.
pub unsafe fn verify(
    registry: impl Fn() -> Result<Registry, RegistryError>,
    target: Target,
    effort: &Effort,
    notice: &mut dyn FnMut(Moment<'_>),
) -> Result<Report, VerifyError> {
    // SAFETY: the caller's duty.
    let mut session = unsafe { Session::new(registry, target) }?;
    let count = |kind: &Kind| Count { kind: *kind, right: 0, refused: 0, wrong: 0 };
    let counts = effort.kinds.iter().map(count).collect();
    let mut report = Report { seed: effort.seed, target: target.core.name, counts, failures: vec![] };
    let (mut random, start) = (SplitMix::new(effort.seed), Instant::now());
    let mut done = 0;
    while let Some(part) = effort.part(done, start.elapsed()).filter(|_| !effort.kinds.is_empty()) {
        let nth = (done % effort.kinds.len() as u64) as usize;
        let (case, count) = (drawn(effort.kinds[nth], &mut random.split()), &mut report.counts[nth]);
        notice(Moment { done, part, command: &case.command() });
        let verdict = case.judge(&mut session);
        let is_right = verdict == Verdict::Right;
        match verdict.mistake() {
            None if is_right => count.right += 1,
            None => count.refused += 1,
            Some(message) => {
                count.wrong += 1;
                report.failures.push(failure(case, message, count.kind, &mut session));
            }
        }
        done += 1;
        if report.failures.len() >= effort.failures {
            break;
        }
    }
    Ok(report)
}

impl Effort {
    /// The part of it that is done, if there is an end; none where all of it is.
    #[expect(clippy::option_option, reason = "whether it goes on, and how far it is, if that is known")]
    fn part(&self, done: u64, elapsed: Duration) -> Option<Option<f64>> {
        let of_cases = self.cases.map(|cases| done as f64 / cases.max(1) as f64);
        let of_time = self.time.map(|time| elapsed.as_secs_f64() / time.as_secs_f64().max(1e-9));
        let part = of_cases.into_iter().chain(of_time).reduce(f64::max);
        let is_over = self.cases == Some(0) || part.is_some_and(|part| part >= 1.0);
        if is_over { None } else { Some(part) }
    }
}

/// A case of any kind.
trait Case {
    fn judge(&self, session: &mut Session) -> Verdict;
    /// Variants that are simpler, those that make the most difference first.
    fn smaller(&self) -> Vec<Box<dyn Case>>;
    /// The command that repeats it.
    fn command(&self) -> String;
}

/// Kinds of cases, each judged by a part of a session.
macro_rules! cases {
    ($($case:ident by $part:ident;)*) => {
        $(impl Case for $case {
            fn judge(&self, session: &mut Session) -> Verdict {
                $case::judge(self, &mut session.$part)
            }

            fn smaller(&self) -> Vec<Box<dyn Case>> {
                $case::smaller(self).into_iter().map(|case| Box::new(case) as Box<dyn Case>).collect()
            }

            fn command(&self) -> String {
                $case::command(self)
            }
        })*
    };
}

cases! {
    Expression by jit;
    Nest by jit;
    Sparse by jit;
    Kernel by bench;
}

fn drawn(kind: Kind, random: &mut SplitMix) -> Box<dyn Case> {
    match kind {
        Kind::Expression => Box::new(Expression::draw(random)),
        Kind::Nest => Box::new(Nest::draw(random)),
        Kind::Sparse => Box::new(Sparse::draw(random)),
        kind => Box::new(Kernel::draw(kind, random)),
    }
}

/// What is told of a case, once it is as small as it becomes.
fn failure(case: Box<dyn Case>, message: String, kind: Kind, session: &mut Session) -> Failure {
    let drawn = case.command();
    let (smallest, message) =
        shrink::shrink(case, message, |case| case.smaller(), |case| case.judge(session).mistake());
    Failure { kind, drawn, command: smallest.command(), message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_or_time_end_a_run() {
        let effort = |cases, time| Effort { cases, time, ..Effort::default() };
        let second = Duration::from_secs(1);
        assert_eq!(effort(Some(4), None).part(1, second), Some(Some(0.25)));
        assert_eq!(effort(Some(4), None).part(4, second), None);
        assert_eq!(effort(None, Some(2 * second)).part(9, second), Some(Some(0.5)));
        assert_eq!(effort(Some(10), Some(second)).part(1, second), None);
        assert_eq!(effort(None, None).part(1000, second), Some(None));
        assert_eq!(effort(Some(0), None).part(0, second), None);
    }
}
