//! Running a sequence of nests on arrays: read or drawn, run, compared, written.
//!
//! Tests: `harness/cli/tests/program/nest_run.rs`.

use crate::contraction::{self, here, way_out};
use crate::error::Failure;
use crate::export::files::{Pending, Record};
use crate::export::nest::arguments;
use crate::job::{self, Job, Wanted};
use crate::profile;
use clap::Args;
use std::borrow::Cow;
use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use tensmith::inspect::Check;
use tensmith::program::{Argument, Program, check};
use tensmith::{Array, ArrayLayout, Element, ErrorKind, Strided, Target, View};
use tensmith_conformance::random::{Numbers, SplitMix};
use tensmith_core::tensor::reference::Located;
use tensmith_core::tensor::{Access, Buffer, Dim, Kind, Sequence};
use tensmith_core::text::Count;
use tensmith_npy::{Loaded, Number};

/// Options that have to do with runs.
#[derive(Debug, Args)]
pub(super) struct Run {
    /// Run it on arrays: one for each argument that it accesses, in order; those at the end that it writes to
    /// may be left out, and begin as zeros
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

    /// Runs what `optimized` says, which `sequence` is the meaning of, and writes each argument that it
    /// writes to into the file for it. What a check finds goes to the standard error stream, as results may
    /// go to the standard output.
    pub(super) fn run<T: Number + Element>(
        &self,
        (sequence, optimized): (&Sequence, Sequence),
        target: Option<Target>,
        files: &[PathBuf],
    ) -> Result<(), Failure> {
        let progress = job::progress();
        progress.stage("reading arguments");
        let paths = self.run.as_deref().unwrap_or_default();
        let arrays = contraction::read(paths, Some(T::TYPE))?;
        progress.stage("planning");
        let named = target.unwrap_or_else(crate::target::usual);
        let builder = profile::observed(here(target).threads(self.threads.get()))?;
        let jit = builder.build().map_err(|error| {
            if error.kind() == ErrorKind::Machine {
                way_out(&error, &named)
            } else {
                Failure::bad_input(error)
            }
        })?;
        let program: Program<T> = jit.sequence(optimized).map_err(Failure::bad_input)?;
        if self.random.is_some() {
            check_drawn(program.loops().accesses())?;
        }
        let mut operands = operands(sequence, program.loops().accesses(), arrays)?;
        if let Some(seed) = self.random {
            fill(&mut operands, seed, if self.special { Numbers::Special } else { Numbers::Whole })?;
        }
        let written = written(&operands, files)?;
        let recorded = RefCell::new(self.record.open()?);
        let planned = Planned { sequence, program, operands, written, target: named, recorded };
        job::perform(&planned, Wanted { files, check: self.check, run: true }, &progress)
    }
}

/// A program with its arguments.
struct Planned<'a, T> {
    /// The meaning of the program.
    sequence: &'a Sequence,
    program: Program<T>,
    operands: Vec<Operand<T>>,
    /// The numbers of the arguments that are written.
    written: Vec<usize>,
    target: Target,
    /// The export, until it is written.
    recorded: RefCell<Option<Pending>>,
}

impl<T: Number + Element> Job for Planned<'_, T> {
    type Element = T;
    /// The elements of each argument, in the order of memory.
    type Result = Vec<Vec<T>>;

    fn shape(&self, nth: usize) -> Vec<usize> {
        self.operands[self.written[nth]].array.shape().to_vec()
    }

    fn run(&self) -> Result<Vec<Vec<T>>, Failure> {
        let mut data: Vec<Vec<T>> =
            self.operands.iter().map(|operand| operand.array.data().to_vec()).collect();
        let arguments = data.iter_mut().zip(&self.operands);
        let mut arguments: Vec<Argument<'_, T>> =
            arguments.map(|(data, operand)| Argument::of(data, &operand.access)).collect();
        self.program.run(&mut arguments).map_err(Failure::bad_input)?;
        Ok(data)
    }

    fn check(&self, after: &Vec<Vec<T>>) -> Result<Check, Failure> {
        let before = self.operands.iter();
        let before: Vec<Located<&[T]>> = before
            .map(|operand| Located { data: operand.array.data(), origin: operand.access.below })
            .collect();
        let after: Vec<&[T]> = after.iter().map(Vec::as_slice).collect();
        check(self.sequence, &before, &after).map_err(Failure::bad_input)
    }

    fn elements<'r>(&self, result: &'r Vec<Vec<T>>, nth: usize) -> Result<Cow<'r, [T]>, Failure> {
        let number = self.written[nth];
        let view = View::new(&result[number], self.operands[number].array.layout());
        Ok(view.map_err(Failure::bad_input)?.elements().collect())
    }

    fn finish(&self) -> Result<(), Failure> {
        let Some(mut recorded) = self.recorded.take() else { return Ok(()) };
        let names = arguments(self.sequence.steps.len(), self.sequence.arguments());
        recorded.program(&self.target, &self.program, &names)?;
        recorded.write()
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
fn operands<T: Number + Element>(
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
fn read<T: Number + Element>(number: usize, array: Loaded) -> Result<Array<T>, Failure> {
    let found = array.scalar();
    T::of(array).ok_or_else(|| {
        let expected = T::DTYPE;
        Failure::BadInput(format!(
            "argument {number}: elements are {found}: must be {expected}, as the nest says"
        ))
    })
}

fn zeros<T: Number + Element>(shape: &[usize]) -> Result<Array<T>, Failure> {
    let layout = ArrayLayout::c_order(shape).map_err(Failure::bad_input)?;
    Array::zeros(layout).map_err(Failure::bad_input)
}

/// The extents of an argument, the largest stride first, where it is a dense array without gaps; else all
/// elements as one extent.
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
fn fill<T: Number + Element>(
    operands: &mut [Operand<T>],
    seed: u64,
    numbers: Numbers,
) -> Result<(), Failure> {
    let mut random = SplitMix::new(seed);
    for Operand { array, .. } in operands {
        let data = (0..array.data().len()).map(|_| T::from_f64(random.number_of(numbers))).collect();
        let layout = array.layout().try_clone().map_err(Failure::bad_input)?;
        *array = Array::new(data, layout).map_err(Failure::bad_input)?;
    }
    Ok(())
}

/// The numbers of the arguments that are written, each of which has a file, or none has.
fn written<T>(operands: &[Operand<T>], files: &[PathBuf]) -> Result<Vec<usize>, Failure> {
    let written: Vec<usize> =
        operands.iter().enumerate().filter(|(_, one)| one.access.is_written).map(|(at, _)| at).collect();
    if !files.is_empty() && files.len() != written.len() {
        let (found, expected) = (files.len(), written.len());
        return Err(Failure::BadInput(format!(
            "--output: {}: must be {expected}, one for each argument that is written",
            Count(found, "file").there()
        )));
    }
    Ok(written)
}
