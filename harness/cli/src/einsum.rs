//! `einsum`: a contraction of arrays in files.
//!
//! Tests: `harness/cli/tests/program/einsum.rs`.

mod explain;
mod sparse;

use crate::contraction::{self, Contraction, Operands, Task};
use crate::emit::spec::summary;
use crate::error::{Failure, say};
use crate::export::files::{Pending, Record};
use crate::output::Output;
use crate::picture;
use crate::progress::Progress;
use crate::target::Asked;
use clap::{Args, ValueEnum};
use explain::Format;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use tensmith::{Array, DType, Optimize, Plan, UnaryOp, ViewError};
use tensmith_conformance::random::{Numbers, SplitMix};
use tensmith_core::kernel::op::{Operation, Parameter};
use tensmith_npy::{self as npy, Extents, Loaded, Number};

/// Arguments of `einsum`.
#[derive(Debug, Args)]
pub(crate) struct Einsum {
    /// The contraction, with one character for each index, such as `mk,kn->mn`; with --tree in brackets
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// The operands: arrays of float32 or float64, archives of them (.npz), or `-` for the standard input; one of them may be a sparse
    /// matrix, in Matrix Market's format (.mtx) or SciPy's (.npz)
    #[arg(value_name = "OPERAND.npy")]
    operands: Vec<PathBuf>,
    /// The shapes of operands that are drawn instead, such as `3x4,4x5`, or `scalar`
    #[arg(long, value_name = "MxN,...", value_delimiter = ',', value_parser = shape, conflicts_with = "operands")]
    shapes: Vec<Drawn>,
    /// What the operands with --shapes are drawn from: they hold whole numbers from -8 to 8
    #[arg(long, value_name = "SEED", default_value = "1", requires = "shapes")]
    random: u64,
    /// Draw infinities, zeros of either sign and NaN among these numbers, too
    #[arg(long, requires = "shapes", conflicts_with = "operands")]
    special: bool,
    /// The file for the result, in C order
    #[arg(long, short, value_name = "C.npy", required_unless_present_any = ["explain", "check"])]
    output: Option<PathBuf>,
    /// Compare the result with the scalar reference, and write it only if it agrees
    #[arg(long)]
    check: bool,
    /// Read EXPR as a tree such as `[[0,1],[1,2]->[0,2]],[2,3]->[3,0]`, over indices with --extents
    #[arg(long, requires = "extents")]
    tree: bool,
    /// The extents of a tree's indices, by number
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', requires = "tree")]
    extents: Option<Vec<usize>>,
    /// How many threads run it
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// How to look for the order of three or more operands
    #[arg(long, default_value = "auto")]
    optimize: Order,
    /// The most bytes of memory in addition to operands and result: for intermediate tensors and scratch memory
    #[arg(long, value_name = "BYTES")]
    memory_limit: Option<usize>,
    /// Say what is done: path, operations, memory, and of each step its kernels, cycles and limit
    #[arg(long)]
    explain: bool,
    /// How it is said
    #[arg(long, default_value = "text", requires = "explain")]
    format: Format,
    /// Also draw the tree of contractions, with sizes and costs, into a file
    #[arg(long, value_name = "FILE.svg", requires = "explain")]
    svg: Option<PathBuf>,
    /// Plan for another core than this machine's, which runs it if it executes that core's code
    #[arg(long, value_parser = Asked::parser())]
    target: Option<Asked>,
    /// The elements' type: that of all operands; f32 where there are none to tell it
    #[arg(long, value_parser = ["f32", "f64"])]
    dtype: Option<String>,
    /// An array to add to the result, broadcast as numpy does
    #[arg(long, value_name = "BIAS.npy")]
    bias: Option<PathBuf>,
    /// An operation applied to each element of the result before it is stored, such as `relu` or `clamp(0,6)`
    #[arg(long, value_name = "OP", value_parser = operation, long_help = operations())]
    then: Option<UnaryOp>,
    #[command(flatten)]
    record: Record,
}

/// The extents of an operand that is drawn.
type Drawn = Box<[usize]>;

/// Parses extents.
fn shape(text: &str) -> Result<Drawn, &'static str> {
    if text == "scalar" {
        return Ok(Box::default());
    }
    let extents = text.split('x').map(str::parse).collect::<Result<Vec<usize>, _>>();
    let extents = extents.map_err(|_| "must be extents such as `3x4`, or `scalar`")?;
    let elements = extents.iter().try_fold(1usize, |all, extent| all.checked_mul(*extent));
    contraction::check_drawn(elements)?;
    Ok(extents.into())
}

/// Reading, planning, running, comparing, writing.
const STAGES: u64 = 5;

/// A search for an order.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Order {
    /// The best for few operands, a good one for many
    Auto,
    /// A good one, for any number
    Greedy,
    /// The best one, by dynamic programming
    Dp,
}

impl Order {
    /// The search.
    pub(crate) const fn search(self) -> Optimize {
        match self {
            Self::Auto => Optimize::Automatic,
            Self::Greedy => Optimize::Greedy,
            Self::Dp => Optimize::Exact,
        }
    }
}

/// The list of operations.
fn operations() -> String {
    let described = |op: &&Operation<1>| {
        let parameters = op.parameters.join(",");
        let parameters = if parameters.is_empty() { parameters } else { format!("({parameters})") };
        format!("- {}{parameters}: {}", op.name, summary(op.doc))
    };
    let all = UnaryOp::ALL.iter().map(described).collect::<Vec<_>>().join("\n");
    format!(
        "An operation applied to each element of the result before it is stored, such as `relu` or `clamp(0,6)`\n\n{all}"
    )
}

/// Reads an operation whose parameters are all given.
pub(crate) fn operation(text: &str) -> Result<UnaryOp, &'static str> {
    let is_told = |op: &UnaryOp| !op.parameters().contains(&Parameter::Runtime);
    UnaryOp::from_text(text).filter(is_told).ok_or("must be an operation on one element, with its parameters")
}

/// An array in C order.
fn array<T: Number>(
    shape: &[usize],
    (random, numbers): (&mut SplitMix, Numbers),
) -> Result<Array<T>, ViewError> {
    let elements = shape.iter().product();
    Array::c_order((0..elements).map(|_| T::from_f64(random.number_of(numbers))).collect(), shape)
}

impl Einsum {
    /// Evaluates the contraction. What a check finds goes to the standard error stream, because
    /// the result may go to the standard output.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let progress = Progress::new(STAGES);
        progress.stage("reading operands");
        if let Some(operands) = sparse::Operands::among(&self.operands)? {
            let dtype = self.dtype(operands.arrays())?;
            return self.run_sparse(operands, dtype, &progress);
        }
        let operands = contraction::read(&self.operands)?;
        let dtype = self.dtype(&operands)?;
        let operands = if self.shapes.is_empty() { operands } else { self.drawn(dtype)? };
        let bias = self.bias.as_deref().map(|path| contraction::read_bias(path, dtype)).transpose()?;
        let loaded = Operands { operands, bias };
        match dtype {
            DType::F64 => self.run_of::<f64>(loaded, &progress),
            _ => self.run_of::<f32>(loaded, &progress),
        }
    }

    /// The type of all elements.
    fn dtype(&self, operands: &[Loaded]) -> Result<DType, Failure> {
        let asked = self.dtype.as_deref().and_then(DType::from_name);
        match (operands.first().map(Loaded::dtype), asked) {
            (Some(found), Some(expected)) if found != expected => Err(Failure::BadInput(format!(
                "in0 = {}: elements are {found}: must be {expected}, as --dtype says",
                self.operands[0].display()
            ))),
            (found, asked) => Ok(found.or(asked).unwrap_or(DType::F32)),
        }
    }

    /// Operands that are drawn.
    fn drawn(&self, dtype: DType) -> Result<Vec<Loaded>, Failure> {
        let mut random = SplitMix::new(self.random);
        let numbers = if self.special { Numbers::Special } else { Numbers::Whole };
        let mut drawn = |shape: &Drawn| {
            let source = (&mut random, numbers);
            Ok(match dtype {
                DType::F64 => Loaded::F64(array(shape, source).map_err(Failure::bad_input)?),
                _ => Loaded::F32(array(shape, source).map_err(Failure::bad_input)?),
            })
        };
        self.shapes.iter().map(&mut drawn).collect()
    }

    fn run_of<T: Number>(&self, loaded: Operands, progress: &Progress) -> Result<(), Failure> {
        progress.stage("planning");
        let recorded = self.record.open()?;
        if loaded.operands.is_empty() && self.tree && self.output.is_none() {
            let plan = self.task()?.plan_alone::<T>()?;
            write_record(recorded, &plan)?;
            return progress.aside(|| self.explain(&plan));
        }
        let contraction = Contraction::<T>::new(self.task()?, loaded)?;
        let explain = || progress.aside(|| self.explain(contraction.plan()));
        let output = match &self.output {
            Some(path) => {
                let shape = contraction.plan().output().shape();
                let extents = Extents::new(path, shape).map_err(Failure::bad_input)?;
                Some((Output::open(Some(path)).map_err(Failure::bad_input)?, extents))
            }
            None if self.check => None,
            None => {
                write_record(recorded, contraction.plan())?;
                return explain();
            }
        };
        progress.stage("running");
        let result = contraction.run()?;
        if self.check {
            progress.stage("comparing with the reference");
            let report = contraction.check(&result)?;
            progress.aside(|| say(&report));
        }
        progress.stage("writing");
        if let Some((output, extents)) = output {
            output.write(|out| npy::write(out, result.data(), &extents)).map_err(Failure::bad_input)?;
        }
        write_record(recorded, contraction.plan())?;
        if self.explain { explain() } else { Ok(()) }
    }

    fn task(&self) -> Result<Task<'_>, Failure> {
        Ok(Task {
            text: &self.expression,
            extents: self.extents.as_deref(),
            optimize: self.optimize.search(),
            threads: self.threads,
            memory_limit: self.memory_limit,
            then: self.then,
            target: self.target.map(Asked::target).transpose()?,
        })
    }

    /// Explains on the standard output, or, where the bytes of the result are there, on the standard error.
    fn explain<T: Number>(&self, plan: &Plan<T>) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            picture::write(path, &tensmith_pictures::tree(plan))?;
        }
        if self.output.as_deref() == Some(Path::new("-")) {
            return explain::write(&mut std::io::stderr().lock(), plan, self.format)
                .map_err(Failure::bad_input);
        }
        let output = Output::open(None).map_err(Failure::bad_input)?;
        output.write(|out| explain::write(out, plan, self.format)).map_err(Failure::bad_input)
    }
}

/// Exports a plan, if that is asked for.
fn write_record<T: Number>(recorded: Option<Pending>, plan: &Plan<T>) -> Result<(), Failure> {
    let Some(mut pending) = recorded else { return Ok(()) };
    pending.plan(plan)?;
    pending.write()
}
