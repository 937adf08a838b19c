//! Running a sequence of nests on arrays: read or drawn, run, compared, written.
//!
//! Tests: `harness/cli/tests/program/nest_run.rs`.

use crate::contraction::{self, Report, way_out};
use crate::error::{Failure, say};
use crate::export::files::Record;
use crate::export::nest::arguments;
use crate::output::Output;
use crate::profile;
use crate::progress::Progress;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use tensmith::program::{Argument, Program, check};
use tensmith::{Array, ArrayLayout, Jit, Pool, Sequential, Strided, Target};
use tensmith_conformance::random::{Numbers, SplitMix};
use tensmith_core::tensor::reference::Located;
use tensmith_core::tensor::{Access, Buffer, Dim, Kind, Sequence};
use tensmith_core::text::Count;
use tensmith_npy::{self as npy, Extents, Loaded, Number};

/// Options that have to do with runs.
#[derive(Debug, Args)]
pub(super) struct Run {
    /// Run it on arrays: one for each argument that it accesses, in order; those at the end that it writes to may be left
    /// out, and begin as zeros
    #[arg(long, value_name = "A.npy", num_args = 0.., help_heading = "Run")]
    run: Option<Vec<PathBuf>>,
    /// Run it on whole numbers from -8 to 8, drawn with this seed
    #[arg(long, value_name = "SEED", conflicts_with = "run", help_heading = "Run")]
    random: Option<u64>,
    /// Draw infinities, zeros of either sign and NaN among these numbers, too
    #[arg(long, requires = "random", help_heading = "Run")]
    special: bool,
    /// Compare what it wrote with the scalar reference, and write it only if it agrees
    #[arg(long, help_heading = "Run")]
    check: bool,
    /// How many threads run it
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Run")]
    pub(super) threads: NonZeroUsize,
    #[command(flatten)]
    record: Record,
}

/// Reading, planning, running, comparing, writing.
const STAGES: u64 = 5;

/// An argument of the program: elements in the order of memory, and where among them index (0, …, 0) is.
struct Operand<T> {
    array: Array<T>,
    access: Access,
}

impl Run {
    /// Whether it is to be run.
    pub(super) fn is_asked(&self) -> bool {
        self.run.is_some() || self.random.is_some()
    }

    /// Whether it is to be exported, which takes a run.
    pub(super) const fn is_recorded(&self) -> bool {
        self.record.is_asked()
    }

    /// Runs what `optimized` says, which `sequence` is the meaning of, and writes each argument that it writes to into the
    /// file for it. What a check finds goes to the standard error stream, as results may go to the standard
    /// output.
    pub(super) fn run<T: Number>(
        &self,
        (sequence, optimized): (&Sequence, Sequence),
        target: Option<Target>,
        files: &[PathBuf],
    ) -> Result<(), Failure> {
        let progress = Progress::new(STAGES);
        progress.stage("reading arguments");
        let paths = self.run.as_deref().unwrap_or_default();
        let arrays = contraction::read(paths)?;
        progress.stage("planning");
        let named = target.unwrap_or_else(crate::target::usual);
        let jit = target.map_or_else(Jit::host, Jit::on_host).map_err(|error| {
            if error.is_of_the_machine() { way_out(&error, &named) } else { Failure::bad_input(error) }
        })?;
        let jit = profile::observed(jit)?;
        let program: Program<T> =
            jit.for_threads(self.threads).sequence(optimized).map_err(Failure::bad_input)?;
        if self.random.is_some() {
            check_drawn(program.loops().accesses())?;
        }
        let mut operands = operands(sequence, program.loops().accesses(), arrays)?;
        if let Some(seed) = self.random {
            fill(&mut operands, seed, if self.special { Numbers::Special } else { Numbers::Whole })?;
        }
        let outputs = outputs(&operands, files)?;
        let recorded = self.record.open()?;
        let before: Vec<Vec<T>> = operands.iter().map(|operand| operand.array.data().to_vec()).collect();
        progress.stage("running");
        let mut after = before.clone();
        self.execute(&program, &operands, &mut after)?;
        if self.check {
            progress.stage("comparing with the reference");
            let origins = operands.iter().map(|operand| operand.access.below);
            let before: Vec<Located<&[T]>> = before
                .iter()
                .zip(origins)
                .map(|(data, origin)| Located { data: &data[..], origin })
                .collect();
            let after: Vec<&[T]> = after.iter().map(Vec::as_slice).collect();
            let report = Report::of(check(sequence, &before, &after).map_err(Failure::bad_input)?)?;
            progress.aside(|| say(&report));
        }
        progress.stage("writing");
        for (number, extents, output) in outputs {
            let layout = operands[number].array.layout().try_clone().map_err(Failure::bad_input)?;
            let result =
                Array::new(std::mem::take(&mut after[number]), layout).map_err(Failure::bad_input)?;
            let elements: Vec<T> = result.view().elements().collect();
            output.write(|out| npy::write(out, &elements, &extents)).map_err(Failure::bad_input)?;
        }
        let Some(mut recorded) = recorded else { return Ok(()) };
        let names = arguments(sequence.steps.len(), sequence.arguments());
        recorded.program(&named, &program, &names)?;
        recorded.write()
    }

    fn execute<T: Number>(
        &self,
        program: &Program<T>,
        operands: &[Operand<T>],
        data: &mut [Vec<T>],
    ) -> Result<(), Failure> {
        let mut arguments: Vec<Argument<'_, T>> = data
            .iter_mut()
            .zip(operands)
            .map(|(data, operand)| Argument::of(data, &operand.access))
            .collect();
        let run = match self.threads.get() {
            1 => program.run(&mut arguments, &Sequential),
            _ => program.run(&mut arguments, &Pool::with_width(self.threads)),
        };
        run.map_err(Failure::bad_input)
    }
}

/// Refuses arguments that are too large to be drawn.
fn check_drawn(accesses: &[Access]) -> Result<(), Failure> {
    accesses.iter().enumerate().try_for_each(|(number, access)| {
        contraction::check_drawn(Some(elements(access)))
            .map_err(|rule| Failure::BadInput(format!("--random: argument {number}: {rule}")))
    })
}

/// Number of the elements from the first that is accessed to the last.
const fn elements(access: &Access) -> usize {
    if access.is_used { access.below + access.above + 1 } else { 0 }
}

/// The arguments: arrays that were read for those that are accessed, and zeros for those at the end.
fn operands<T: Number>(
    sequence: &Sequence,
    accesses: &[Access],
    arrays: Vec<Loaded>,
) -> Result<Vec<Operand<T>>, Failure> {
    let used = accesses.iter().filter(|access| access.is_used).count();
    if arrays.len() > used {
        return Err(Failure::BadInput(format!(
            "--run: {}: must be at most {used}",
            Count(arrays.len(), "array").there()
        )));
    }
    let mut arrays = arrays.into_iter();
    let mut operands = Vec::new();
    for (number, access) in accesses.iter().copied().enumerate() {
        let given = if access.is_used { arrays.next() } else { None };
        let array = match given {
            Some(array) => read(number, array)?,
            None => zeros(&shape(sequence, number, access))?,
        };
        operands.push(Operand { array, access });
    }
    Ok(operands)
}

/// An array, if its elements are of the type of the nests.
fn read<T: Number>(number: usize, array: Loaded) -> Result<Array<T>, Failure> {
    let found = array.dtype();
    T::of(array).ok_or_else(|| {
        let expected = T::DTYPE;
        Failure::BadInput(format!(
            "argument {number}: elements are {found}: must be {expected}, as the nest says"
        ))
    })
}

fn zeros<T: Number>(shape: &[usize]) -> Result<Array<T>, Failure> {
    let layout = ArrayLayout::c_order(shape).map_err(Failure::bad_input)?;
    Array::zeros(layout).map_err(Failure::bad_input)
}

/// The extents of an argument, the largest stride first, where it is a dense array without gaps; else all elements as
/// one extent.
fn shape(sequence: &Sequence, number: usize, access: Access) -> Vec<usize> {
    let elements = elements(&access);
    let last = sequence.steps.iter().rfind(|step| step.operands.out == Buffer::Argument(number));
    let dims = last.into_iter().flat_map(|step| &step.nest.dims);
    let mut dims: Vec<&Dim> = dims.filter(|dim| dim.kind != Kind::K && dim.extent != 1).collect();
    dims.sort_by_key(|dim| std::cmp::Reverse(dim.strides.out));
    let tight = dims.iter().rev().try_fold(1, |next: usize, dim| {
        (usize::try_from(dim.strides.out) == Ok(next)).then(|| next.checked_mul(dim.extent)).flatten()
    });
    if tight == Some(elements) { dims.iter().map(|dim| dim.extent).collect() } else { vec![elements] }
}

/// Gives every element of every argument a number.
fn fill<T: Number>(operands: &mut [Operand<T>], seed: u64, numbers: Numbers) -> Result<(), Failure> {
    let mut random = SplitMix::new(seed);
    for Operand { array, .. } in operands {
        let data = (0..array.data().len()).map(|_| T::from_f64(random.number_of(numbers))).collect();
        let layout = array.layout().try_clone().map_err(Failure::bad_input)?;
        *array = Array::new(data, layout).map_err(Failure::bad_input)?;
    }
    Ok(())
}

/// The files of arguments that are written, ready to be.
fn outputs<T: Number>(
    operands: &[Operand<T>],
    files: &[PathBuf],
) -> Result<Vec<(usize, Extents, Output)>, Failure> {
    let written: Vec<usize> =
        operands.iter().enumerate().filter(|(_, one)| one.access.is_written).map(|(at, _)| at).collect();
    if !files.is_empty() && files.len() != written.len() {
        let (found, expected) = (files.len(), written.len());
        return Err(Failure::BadInput(format!(
            "--output: {}: must be {expected}, one for each argument that is written",
            Count(found, "file").there()
        )));
    }
    let ready = |(number, file): (usize, &PathBuf)| {
        let extents = Extents::new(file, operands[number].array.shape()).map_err(Failure::bad_input)?;
        Ok((number, extents, Output::open(Some(file)).map_err(Failure::bad_input)?))
    };
    written.into_iter().zip(files).map(ready).collect()
}
