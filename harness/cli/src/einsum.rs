//! `einsum`: a contraction of arrays in files.
//!
//! Tests: `harness/cli/tests/program/einsum.rs`.

mod explain;
mod sparse;

use crate::bytes::bytes;
use crate::contraction::{self, Contraction, Operands, Task};
use crate::emit::spec::{scalar, summary, written};
use crate::error::Failure;
use crate::export::files::{Pending, Record};
use crate::extents::{self, Extent, Shape};
use crate::job::{self, Job, Wanted};
use crate::order::Order;
use crate::picture;
use crate::progress::Progress;
use crate::target::Asked;
use clap::{Args, ValueEnum};
use explain::Format;
use std::borrow::Cow;
use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use tensmith::element::{Scalar, ScalarType};
use tensmith::error::ViewError;
use tensmith::inspect::Check;
use tensmith::{Array, DType, Element, Plan, UnaryOp};
use tensmith_conformance::random::{Numbers, SplitMix};
use tensmith_core::kernel::op::{Operation, Parameter};
use tensmith_core::kernel::spec::Overflow;
use tensmith_core::with_scalar;
use tensmith_npy::{self as npy, Loaded, Number};

/// Arguments of `einsum`.
#[derive(Debug, Args)]
pub(crate) struct Einsum {
    /// The contraction, with one character for each index, such as `mk,kn->mn`; with --tree in brackets
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// The operands: arrays of floating-point or complex numbers, with --dtype bf16 of bfloat16, archives of
    /// them (.npz), or `-` for the standard input; one of them may be a sparse matrix, in Matrix Market's
    /// format (.mtx) or SciPy's (.npz)
    #[arg(value_name = "OPERAND.npy")]
    operands: Vec<PathBuf>,
    /// The shapes of operands that are drawn instead, such as `3x4,4x5`, or `scalar`
    #[arg(long, value_name = "MxN,...", value_delimiter = ',', value_parser = extents::shape, conflicts_with = "operands")]
    shapes: Vec<Shape>,
    /// The extents of the labels of operands that are drawn instead, such as `m=3,n=4`; with --tree, those of
    /// the indices of any operands, such as `0=3,1=4`, or `3,4` by number
    #[arg(long, value_name = "A=N,...", value_delimiter = ',', value_parser = extents::extent, conflicts_with = "shapes")]
    extents: Vec<Extent>,
    /// What operands without files are drawn from: they hold whole numbers from -8 to 8
    #[arg(long, value_name = "SEED", default_value = "1", conflicts_with = "operands")]
    random: u64,
    /// Draw infinities, zeros of either sign and NaN among these numbers, too
    #[arg(long, conflicts_with = "operands")]
    special: bool,
    /// The file for the result, in C order
    #[arg(long, short, value_name = "C.npy", required_unless_present_any = ["explain", "check", "svg"])]
    output: Option<PathBuf>,
    /// Compare the result with the scalar reference, and write it only if it agrees
    #[arg(long)]
    check: bool,
    /// Read EXPR as a tree such as `[[0,1],[1,2]->[0,2]],[2,3]->[3,0]`, over indices with --extents
    #[arg(long, requires = "extents")]
    tree: bool,
    /// How many threads run it
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    #[command(flatten)]
    order: Order,
    /// The most memory in addition to operands and result, such as 4GiB: for intermediate tensors and scratch
    /// memory. An order that needs less is looked for, if it has to be, and then slices
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory_limit: Option<usize>,
    /// A folder for orders that take long to find: they are taken from there, or searched and kept
    #[arg(long, value_name = "DIR")]
    wisdom: Option<PathBuf>,
    /// Say what is done: path, operations, memory, and of each step its kernels, cycles and limit
    #[arg(long)]
    explain: bool,
    /// How it is said
    #[arg(long, default_value = "text", requires = "explain")]
    format: Format,
    /// Draw the tree of contractions, with sizes and costs, into a file
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Plan for another core than this machine's, which runs it if it executes that core's code
    #[arg(long, value_parser = Asked::parser())]
    target: Option<Asked>,
    /// The elements' type: that of all operands; f32 where there are none to tell it
    #[arg(long, value_parser = scalar())]
    dtype: Option<ScalarType>,
    /// The type of the result's elements, and of --bias: that of the operands' elements, or the one that they
    /// are summed in, which is what narrow integers have without it
    #[arg(long, value_name = "TYPE", value_parser = scalar())]
    output_type: Option<ScalarType>,
    /// What becomes of sums of i8, u8 and i16 that 32 bits may have no room for: refused, or modulo 2^32
    #[arg(long, default_value = "refused")]
    overflow: OnOverflow,
    /// The numbers of operands, from 0 on, whose complex conjugates are taken
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    conjugate: Vec<usize>,
    /// An array to add to the result, broadcast as numpy does
    #[arg(long, value_name = "BIAS.npy")]
    bias: Option<PathBuf>,
    /// An operation applied to each element of the result before it is stored, such as `relu` or `clamp(0,6)`
    #[arg(long, value_name = "OP", value_parser = operation, long_help = operations())]
    then: Option<UnaryOp>,
    #[command(flatten)]
    record: Record,
}

/// What becomes of sums of integers that have no room.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum OnOverflow {
    Refused,
    Wraps,
}

impl From<OnOverflow> for Overflow {
    fn from(asked: OnOverflow) -> Self {
        match asked {
            OnOverflow::Refused => Self::Refused,
            OnOverflow::Wraps => Self::Wraps,
        }
    }
}

/// The list of operations.
fn operations() -> String {
    let described = |op: &&Operation<1>| format!("- {}: {}", written(op), summary(op.doc));
    let all = UnaryOp::ALL.iter().map(described).collect::<Vec<_>>().join("\n");
    format!(
        "An operation applied to each element of the result before it is stored, such as `relu` or `clamp(0,6)`\n\n{all}"
    )
}

/// Reads an operation whose parameters are all given.
pub(crate) fn operation(text: &str) -> Result<UnaryOp, String> {
    let is_told = |op: &UnaryOp| !op.parameters().contains(&Parameter::Runtime);
    let name = text.split_once('(').map_or(text, |(name, _)| name);
    UnaryOp::from_text(text).filter(is_told).ok_or_else(|| match UnaryOp::named(name) {
        Some(op) if op.parameters.is_empty() => format!("must be `{}`, which has no parameters", written(op)),
        Some(op) => format!("must be `{}` with a number for each parameter", written(op)),
        None => {
            let all = UnaryOp::ALL.iter().map(|op| written(op)).collect::<Vec<_>>().join(", ");
            format!("must be one of {all}")
        }
    })
}

/// An array in C order.
fn array<T: Number>(
    shape: &[usize],
    (random, numbers): (&mut SplitMix, Numbers),
) -> Result<Array<T>, ViewError> {
    let elements = shape.iter().product();
    let mut part = || T::Part::from_f64(random.number_of(numbers));
    Array::c_order((0..elements).map(|_| T::from_parts(&mut part)).collect(), shape)
}

/// Operands that are drawn from a seed.
fn drawn(
    shapes: &[Shape],
    scalar: ScalarType,
    (seed, numbers): (u64, Numbers),
) -> Result<Vec<Loaded>, Failure> {
    let mut random = SplitMix::new(seed);
    let mut drawn = |shape: &Shape| {
        let elements = shape.iter().try_fold(1usize, |all, extent| all.checked_mul(*extent));
        let refused = |rule| Failure::BadInput(format!("operand of {}: {rule}", npy::Shape(shape)));
        contraction::check_drawn(elements).map_err(refused)?;
        let loaded = with_scalar!(scalar, T => array::<T>(shape, (&mut random, numbers)).map(T::loaded));
        loaded.map_err(Failure::bad_input)
    };
    shapes.iter().map(&mut drawn).collect()
}

impl Einsum {
    /// Evaluates the contraction. What a check finds goes to the standard error stream, because
    /// the result may go to the standard output.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let progress = job::progress();
        progress.stage("reading operands");
        if let Some(operands) = sparse::Operands::among(&self.operands, self.dtype)? {
            let dtype = self.scalar(operands.arrays())?;
            return self.run_sparse(operands, dtype, &progress);
        }
        let operands = contraction::read(&self.operands, self.dtype)?;
        let scalar = self.scalar(&operands)?;
        let written = self.written(scalar)?;
        let bias = self.bias.as_deref().map(|path| contraction::read_bias(path, written)).transpose()?;
        let shapes = self.shapes()?;
        let is_run = self.output.is_some() || self.check;
        let operands = match &shapes {
            Some(shapes) if is_run => drawn(shapes, scalar, (self.random, self.numbers()))?,
            _ => operands,
        };
        let loaded = Operands { operands, bias };
        let shapes = shapes.filter(|_| !is_run);
        let shapes = shapes.as_deref();
        with_scalar!(scalar, T => match written == scalar {
            true => self.run_of::<T, T>(loaded, shapes, &progress),
            false => self.run_of::<T, <T as Scalar>::Sum>(loaded, shapes, &progress),
        })
    }

    /// The shapes of operands that have no files; none where they have.
    fn shapes(&self) -> Result<Option<Vec<Shape>>, Failure> {
        let refused = |rule: String| Failure::BadInput(format!("--extents: {rule}"));
        match (self.operands.is_empty(), self.tree, &self.shapes[..], &self.extents[..]) {
            (_, _, [], []) | (false, true, [], _) => Ok(None),
            (true, false, [], extents) => {
                extents::of_labels(&self.expression, extents).map(Some).map_err(refused)
            }
            (true, true, [], extents) => {
                let extents = extents::of_tree(extents).map_err(refused)?;
                contraction::shapes(&self.expression, &extents).map(Some)
            }
            (false, false, [], _) => Err(refused("must be left out where operands have files".to_owned())),
            (_, _, shapes, _) => Ok(Some(shapes.to_vec())),
        }
    }

    /// The type of all elements.
    fn scalar(&self, operands: &[Loaded]) -> Result<ScalarType, Failure> {
        match (operands.first().map(Loaded::scalar), self.dtype) {
            (Some(found), Some(expected)) if found != expected => Err(Failure::BadInput(format!(
                "in0 = {}: elements are {found}: must be {expected}, as --dtype says",
                self.operands[0].display()
            ))),
            (found, asked) => Ok(found.or(asked).unwrap_or(ScalarType::Real(DType::F32))),
        }
    }

    /// The type of the result's elements: that of the operands', of narrow integers that of their sums.
    fn written(&self, operands: ScalarType) -> Result<ScalarType, Failure> {
        let sums = with_scalar!(operands, T => <T as Scalar>::Sum::TYPE);
        let usual = if operands.part().is_integer() { sums } else { operands };
        match self.output_type.unwrap_or(usual) {
            written if written == operands || written == sums => Ok(written),
            _ if sums == operands => Err(Failure::BadInput(format!("--output-type: must be {operands}"))),
            _ => Err(Failure::BadInput(format!("--output-type: must be {operands} or {sums}"))),
        }
    }

    /// What operands without files are drawn of.
    fn numbers(&self) -> Numbers {
        if self.special { Numbers::Special } else { Numbers::Whole }
    }

    /// Runs the contraction of arrays; that of shapes alone is planned, and nothing is drawn for it.
    fn run_of<T: Number, O: Number>(
        &self,
        loaded: Operands,
        shapes: Option<&[Shape]>,
        progress: &Progress,
    ) -> Result<(), Failure> {
        progress.stage("planning");
        let recorded = self.record.open()?;
        let tree =
            if self.tree { Some(extents::of_tree(&self.extents).map_err(Failure::BadInput)?) } else { None };
        let task = self.task(tree.as_deref())?;
        if let Some(shapes) = shapes {
            let plan = task.plan_alone::<T, O>(shapes, loaded.bias)?;
            write_record(recorded, &plan)?;
            return progress.aside(|| self.explain(&plan));
        }
        let contraction = Contraction::<T, O>::new(task, loaded)?;
        let job = Planned { asked: self, contraction, recorded: RefCell::new(recorded) };
        job::perform(&job, self.wanted(), progress)
    }

    /// What is to be done.
    fn wanted(&self) -> Wanted<'_> {
        let run = self.output.is_some() || self.check;
        Wanted { files: self.output.as_slice(), check: self.check, run }
    }

    fn task<'a>(&'a self, tree: Option<&'a [usize]>) -> Result<Task<'a>, Failure> {
        Ok(Task {
            text: &self.expression,
            extents: tree,
            order: self.order,
            threads: self.threads,
            memory_limit: self.memory_limit,
            wisdom: self.wisdom.as_deref(),
            conjugate: &self.conjugate,
            then: self.then,
            overflow: self.overflow.into(),
            target: self.target.map(Asked::target).transpose()?,
        })
    }

    /// Draws and explains, as asked for: on the standard output, or, where the bytes of the result are there,
    /// on the standard error.
    fn explain<T: Number, O: Number>(&self, plan: &Plan<T, O>) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            picture::write(path, &tensmith_pictures::tree(plan))?;
        }
        if !self.explain {
            return Ok(());
        }
        job::explain(self.output.as_slice(), |out| explain::write(out, plan, self.format))
    }
}

/// A contraction that is planned.
struct Planned<'a, T: Number, O: Number> {
    asked: &'a Einsum,
    contraction: Contraction<T, O>,
    /// The export, until it is written.
    recorded: RefCell<Option<Pending>>,
}

impl<T: Number, O: Number> Job for Planned<'_, T, O> {
    type Element = O;
    type Result = Array<O>;

    fn shape(&self, _: usize) -> Vec<usize> {
        self.contraction.plan().output().shape().to_vec()
    }

    fn run(&self) -> Result<Array<O>, Failure> {
        self.contraction.run()
    }

    fn check(&self, result: &Array<O>) -> Result<Check, Failure> {
        self.contraction.check(result)
    }

    fn elements<'r>(&self, result: &'r Array<O>, _: usize) -> Result<Cow<'r, [O]>, Failure> {
        Ok(result.data().into())
    }

    fn finish(&self) -> Result<(), Failure> {
        write_record(self.recorded.take(), self.contraction.plan())?;
        self.asked.explain(self.contraction.plan())
    }
}

/// Exports a plan, if that is asked for.
fn write_record<T: Number, O: Number>(recorded: Option<Pending>, plan: &Plan<T, O>) -> Result<(), Failure> {
    let Some(mut pending) = recorded else { return Ok(()) };
    pending.plan(plan)?;
    pending.write()
}
