//! `einsum`: a contraction of arrays in files.

mod explain;

use crate::contraction::{self, Contraction, Task};
use crate::emit::target;
use crate::error::Failure;
use crate::npy::{self, Loaded, Number};
use crate::output::Output;
use clap::{Args, ValueEnum};
use explain::Format;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use tensmith::{DType, Optimize, Plan, Target};

/// Arguments of `einsum`.
#[derive(Debug, Args)]
pub(crate) struct Einsum {
    /// The contraction, with one letter for each index, such as `mk,kn->mn`; with --tree in brackets
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// The operands: arrays of float32 or float64, archives of them (.npz), or `-` for the standard input
    #[arg(value_name = "OPERAND.npy")]
    operands: Vec<PathBuf>,
    /// Where the result goes, in C order
    #[arg(long, short, value_name = "C.npy", required_unless_present = "explain")]
    output: Option<PathBuf>,
    /// Compare the result with the scalar reference, and write it only if it agrees
    #[arg(long, requires = "output")]
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
    /// The most bytes of memory for intermediate tensors and scratch memory
    #[arg(long, value_name = "BYTES")]
    memory_limit: Option<usize>,
    /// Say what is done: path, operations, memory, and of each step its kernels, cycles and limit
    #[arg(long)]
    explain: bool,
    /// How it is said
    #[arg(long, default_value = "text", requires = "explain")]
    format: Format,
    /// Plan for another core, without running anything
    #[arg(long, value_parser = target(), conflicts_with = "output")]
    target: Option<Target>,
    /// The elements' type, where there are no operands to tell it
    #[arg(long, default_value = "f32", value_parser = ["f32", "f64"])]
    dtype: String,
}

/// A search for an order.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Order {
    /// The best for few operands, a good one for many
    Auto,
    /// A good one, for any number
    Greedy,
    /// The best one, by dynamic programming
    Dp,
}

impl Einsum {
    /// Evaluates the contraction. What a check finds goes to the standard error stream, because
    /// the result may go to the standard output.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let loaded = contraction::read(&self.operands)?;
        let dtype = loaded.first().map_or_else(|| DType::from_name(&self.dtype), |array| Some(array.dtype()));
        match dtype {
            Some(DType::F64) => self.run_of::<f64>(loaded),
            _ => self.run_of::<f32>(loaded),
        }
    }

    fn run_of<T: Number>(&self, loaded: Vec<Loaded>) -> Result<(), Failure> {
        if loaded.is_empty() && self.tree && self.output.is_none() {
            return self.explain(&self.task().plan_alone::<T>()?);
        }
        let contraction = Contraction::<T>::new(self.task(), loaded)?;
        let Some(path) = &self.output else { return self.explain(contraction.plan()) };
        let output = Output::open(Some(path)).map_err(Failure::bad_input)?;
        let result = contraction.run()?;
        if self.check {
            eprintln!("{}", contraction.check(&result)?);
        }
        output
            .write(|out| npy::write(out, result.data(), result.layout().shape()))
            .map_err(Failure::bad_input)?;
        // Not among the bytes of the result.
        if self.explain && path != Path::new("-") { self.explain(contraction.plan()) } else { Ok(()) }
    }

    fn task(&self) -> Task<'_> {
        Task {
            text: &self.expression,
            extents: self.extents.as_deref(),
            optimize: match self.optimize {
                Order::Auto => Optimize::Automatic,
                Order::Greedy => Optimize::Greedy,
                Order::Dp => Optimize::Exact,
            },
            threads: self.threads,
            memory_limit: self.memory_limit,
            target: self.target,
        }
    }

    fn explain<T: Number>(&self, plan: &Plan<T>) -> Result<(), Failure> {
        let output = Output::open(None).map_err(Failure::bad_input)?;
        output.write(|out| explain::write(out, plan, self.format)).map_err(Failure::bad_input)
    }
}
