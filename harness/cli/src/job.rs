//! The course of every command that makes arrays of arrays: what is planned runs, is
//! compared, and is written.
//!
//! Files are opened before anything runs, and appear once all is well. What a check finds goes to the
//! standard error stream, as results may go to the standard output; and so do explanations then.
//!
//! Tests: `harness/cli/tests/program/einsum.rs`, `harness/cli/tests/program/sparse_einsum.rs`,
//! `harness/cli/tests/program/spmm.rs`, `harness/cli/tests/program/nest_run.rs`.

use crate::error::{Failure, say};
use crate::output::Output;
use crate::progress::Progress;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tensmith::inspect::Check;
use tensmith_core::text::Count;
use tensmith_npy::{self as npy, Extents, Number};

/// Something that is planned.
pub(crate) trait Job {
    /// The type of all elements.
    type Element: Number;
    /// All that a run makes.
    type Result;

    /// The extents of result number `nth`.
    fn shape(&self, nth: usize) -> Vec<usize>;

    /// Runs it.
    ///
    /// # Errors
    /// [`Failure::NotPossibleHere`], where this machine cannot execute the code.
    fn run(&self) -> Result<Self::Result, Failure>;

    /// Compares a result with the scalar reference.
    ///
    /// # Errors
    /// [`Failure`], where it cannot be compared.
    fn check(&self, result: &Self::Result) -> Result<Check, Failure>;

    /// The elements of result number `nth` in C order.
    ///
    /// # Errors
    /// [`Failure`], where there is no memory for them.
    fn elements<'r>(&self, result: &'r Self::Result, nth: usize)
    -> Result<Cow<'r, [Self::Element]>, Failure>;

    /// Writes what is to be written besides: an export, a picture, an explanation.
    ///
    /// # Errors
    /// [`Failure`].
    fn finish(&self) -> Result<(), Failure>;
}

/// What is to be done with a job.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    /// The files of the results.
    pub(crate) files: &'a [PathBuf],
    /// Whether they are compared.
    pub(crate) check: bool,
    /// Whether it runs at all.
    pub(crate) run: bool,
}

/// Reading, planning, running, comparing, writing.
const STAGES: u64 = 5;

/// The progress of a job that is still to be read and planned.
pub(crate) fn progress() -> Progress {
    Progress::new(STAGES)
}

/// Does it.
///
/// # Errors
/// [`Failure`]; nothing was written then.
pub(crate) fn perform<J: Job>(job: &J, wanted: Wanted<'_>, progress: &Progress) -> Result<(), Failure> {
    let ready = |(nth, file): (usize, &PathBuf)| {
        let extents = Extents::new(file, &job.shape(nth)).map_err(Failure::bad_input)?;
        Ok((Output::open(Some(file)).map_err(Failure::bad_input)?, extents))
    };
    let outputs = wanted.files.iter().enumerate().map(ready).collect::<Result<Vec<_>, Failure>>()?;
    if !wanted.run {
        return progress.aside(|| job.finish());
    }
    progress.stage("running");
    let result = job.run()?;
    if wanted.check {
        progress.stage("comparing with the reference");
        let report = Report::of(job.check(&result)?)?;
        progress.aside(|| say(&report));
    }
    progress.stage("writing");
    for (nth, (output, extents)) in outputs.into_iter().enumerate() {
        let elements = job.elements(&result, nth)?;
        output.write(|out| npy::write(out, &elements, &extents)).map_err(Failure::bad_input)?;
    }
    progress.aside(|| job.finish())
}

/// Explains on the standard output, or, where the bytes of a result are there, on the standard error.
///
/// # Errors
/// [`Failure::BadInput`], where it cannot be written.
pub(crate) fn explain(
    files: &[PathBuf],
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    if files.iter().any(|file| file == Path::new("-")) {
        return write(&mut io::stderr().lock()).map_err(Failure::bad_input);
    }
    let output = Output::open(None).map_err(Failure::bad_input)?;
    output.write(write).map_err(Failure::bad_input)
}

/// A comparison with the reference, in one line.
#[derive(Debug)]
pub(crate) struct Report(Check);

impl Report {
    /// The line for a comparison.
    ///
    /// # Errors
    /// [`Failure::Check`], where an element differs by more than rounding explains.
    pub(crate) fn of(check: Check) -> Result<Self, Failure> {
        if check.passed() { Ok(Self(check)) } else { Err(Failure::Check(Self(check).to_string())) }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Check { elements, wrong, worst } = self.0;
        write!(f, "{} compared with the reference, {wrong} wrong", Count(elements, "element"))?;
        worst.map_or(Ok(()), |worst| write!(f, "; worst {worst}"))
    }
}
