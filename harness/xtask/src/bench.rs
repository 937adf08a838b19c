//! `cargo xtask bench kernels`: how good the generated code is, and what it costs.
//! `cargo xtask bench offers`, in [`offers`]: how far promises are from predictions.
//! `cargo xtask bench elementwise`, in [`elementwise`]: how far loads and stores are from their limit.
//! `cargo xtask bench epilogues`, in [`epilogues`]: what epilogues add to multiplications.
//! `cargo xtask bench executor`, in [`executor`]: what it takes to dispatch tasks.
//! `cargo xtask bench nests`, in [`nests`]: what loop nests cost, planned and run.
//! `cargo xtask bench functions`, in [`functions`]: cycles of functions of elements.
//! `cargo xtask bench growth`, in [`growth`]: how the cost of making kernels grows with the length of
//! formulas. `cargo xtask bench silicon`, in [`silicon`]: other libraries and ours, timed on
//! an x86-64 processor.
//!
//! Cycles are predicted ([`mcatrace`](crate::mcatrace)) and compared with the core's
//! peak, with a lower bound that no code beats ([`limit`]), with what the registry
//! promised and with LIBXSMM ([`peer`]). The cost of making a kernel is counted, not
//! timed ([`cost`]). What has to hold is data, in [`bars`]. On AArch64 kernels are
//! also timed, next to other libraries ([`speed`]).

mod bars;
mod cost;
mod elementwise;
mod epilogues;
mod executor;
mod functions;
mod growth;
mod limit;
mod nests;
mod offers;
mod peer;
mod report;
mod silicon;
mod speed;

use std::ffi::OsString;

use clap::{Args, Subcommand};

use crate::made::{self, Made};
use crate::mcatrace::{Mcatrace, Prediction};
use crate::proc::Result;
use crate::toolchain::{Purpose, Toolchain};
use limit::Core;
use offers::Offered;
use peer::{Peer, Peers};

/// A benchmark.
#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Cycles, size and cost of kernels: predicted and counted, and on AArch64 also timed
    Kernels(Kernels),
    /// Distance between the registry's offers and predicted cycles, over random multiplications
    Offers(offers::Offers),
    /// Cycles of elementwise and transposing kernels, and how near they are to what loads and stores take
    Elementwise,
    /// Predicted cycles for each element of functions such as exp
    Functions,
    /// Host instructions to make kernels of long formulas, and of formulas four times as long
    Growth,
    /// Cycles that epilogues add to multiplications
    Epilogues,
    /// Time to dispatch empty tasks to two threads of this host, compared with rayon
    Executor,
    /// Predicted cycles of loop nests, and instructions to plan and to run them; on AArch64 also timed
    Nests(nests::Nests),
    /// Time of kernels and contractions on this x86-64 processor, next to other libraries
    #[command(disable_help_flag = true)]
    Silicon {
        /// Arguments of `tensmith-bench`; `--help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
}

impl Bench {
    /// The tools that it needs.
    pub(crate) fn purpose(&self) -> Purpose {
        match self {
            Self::Kernels(_)
            | Self::Offers(_)
            | Self::Elementwise
            | Self::Functions
            | Self::Growth
            | Self::Epilogues
            | Self::Nests(_) => Purpose::Kernels,
            Self::Executor | Self::Silicon { .. } => Purpose::Threads,
        }
    }
}

/// The kernels to measure, and the form of the report.
#[derive(Debug, Args)]
pub(crate) struct Kernels {
    /// Names such as `f32_gemm_16x6x64_b1`; see `tests/src/listed.rs`
    #[arg(long, value_delimiter = ',', default_value = "measured")]
    shapes: Vec<String>,
    /// Cores to make them for
    #[arg(long, value_delimiter = ',', default_values = limit::names(), value_parser = limit::parser())]
    cores: Vec<Core>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// All that is known of a kernel on a core.
#[derive(Clone, Debug)]
struct Row {
    made: Made,
    prediction: Prediction,
    /// Cycles below which no code can be, for a multiplication.
    bound: Option<f64>,
    /// LIBXSMM's kernel of the same name on the same core.
    peer: Option<Peer>,
    /// Instructions that the host executed to make it.
    generation: u64,
}

impl Row {
    fn offered(&self) -> Offered<'_> {
        Offered { made: &self.made, prediction: &self.prediction }
    }
}

/// Measures, and prints what was found.
///
/// # Errors
/// A kernel is unknown or wrong, or a tool fails. A bar that is missed is a finding.
pub(crate) fn bench(toolchain: &Toolchain, bench: &Bench) -> Result {
    match bench {
        Bench::Kernels(shapes) => kernels(toolchain, shapes),
        Bench::Offers(drawn) => offers::offers(toolchain, drawn),
        Bench::Elementwise => elementwise::elementwise(toolchain),
        Bench::Functions => functions::functions(toolchain),
        Bench::Growth => growth::growth(toolchain),
        Bench::Epilogues => epilogues::epilogues(toolchain),
        Bench::Executor => executor::executor(toolchain),
        Bench::Nests(asked) => nests::nests(toolchain, asked),
        Bench::Silicon { args } => silicon::silicon(toolchain, args),
    }
}

fn kernels(toolchain: &Toolchain, kernels: &Kernels) -> Result {
    let rows = rows(toolchain, kernels)?;
    let bars = bars::all(&rows);
    let speeds = if toolchain.host.emulates() { vec![] } else { speed::measure(toolchain, &rows)? };
    if kernels.json {
        println!("{}", report::json(&rows, &bars, &speeds));
    } else {
        print!("{}", report::text(&rows, &bars, &speeds));
    }
    Ok(())
}

fn rows(toolchain: &Toolchain, kernels: &Kernels) -> Result<Vec<Row>> {
    let cores = limit::list(&kernels.cores);
    let made = made::make(toolchain, &cores, &kernels.shapes.join(","))?;
    let generation = cost::count(toolchain, &cores, &made)?;
    let predictions = Mcatrace::find(toolchain)?.predict(&made)?;
    let peers = Peers::read(&toolchain.workspace)?;
    let rows = made.into_iter().zip(predictions).zip(generation);
    Ok(rows
        .map(|((made, prediction), generation)| Row {
            bound: limit::bound(&made),
            peer: peers.of(&made),
            made,
            prediction,
            generation,
        })
        .collect())
}
