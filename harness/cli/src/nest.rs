//! `nest`: what the optimizer makes of a loop nest, pass by pass.
//!
//! Tests: `harness/cli/tests/program/nest.rs`.

use crate::error::Failure;
use crate::input;
use crate::output::Output;
use crate::target::{self, Asked};
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use tensmith_core::Target;
use tensmith_core::registry::Registry;
use tensmith_core::tensor::optimize::{Context, PASSES, optimize_all};
use tensmith_core::tensor::{Cost, NestError, Options, Plan, Sequence};

/// Arguments of `nest`.
#[derive(Debug, Args)]
pub(crate) struct Nest {
    /// The nest, or sequence of nests, in its text form; `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Core that it is planned for [default: host, or generic where this machine is none that code is made for]
    #[arg(long, value_parser = Asked::parser())]
    target: Option<Asked>,
    /// The most indices of a dimension inside a kernel
    #[arg(long, value_name = "N")]
    max_kernel_size: Option<usize>,
    /// The fewest indices of a dimension inside a kernel, where it is split
    #[arg(long, value_name = "N")]
    min_kernel_size: Option<usize>,
    /// About how many tasks there should be
    #[arg(long, value_name = "N")]
    thread_target: Option<usize>,
    /// A pass to leave out; may be given several times
    #[arg(long, value_name = "PASS", value_parser = PossibleValuesParser::new(PASSES.map(|pass| pass.name)))]
    without: Vec<String>,
    /// Show what each pass makes of it
    #[arg(long)]
    passes: bool,
    /// The file to write [default: standard output]
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
}

impl Nest {
    /// Writes the plan, with the cycles of each kernel as it is offered, and the predicted ones of each step.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let bytes = input::read(&self.file).map_err(Failure::bad_input)?;
        let name = self.file.display();
        let refuse = |reason: &dyn std::fmt::Display| Failure::BadInput(format!("{name}: {reason}"));
        let text = std::str::from_utf8(&bytes).map_err(|e| refuse(&e))?;
        let sequence: Sequence = text.parse().map_err(|e| refuse(&e))?;
        let target = self.target.map_or_else(|| Ok(target::usual()), Asked::target)?;
        let (mut shown, plan) = self.plan(sequence, &target).map_err(|e| refuse(&e))?;
        shown += &plan.to_string();
        let registry = tensmith_primitives::registry().map_err(Failure::bad_input)?;
        shown += &prices(&plan, &registry, &target).map_err(|e| refuse(&e))?;
        let output = Output::open(self.output.as_deref()).map_err(Failure::bad_input)?;
        output.write(|out| out.write_all(shown.as_bytes())).map_err(Failure::bad_input)
    }

    /// The plan, and what passes make of the sequence before, if that is to be shown.
    fn plan(&self, sequence: Sequence, target: &Target) -> Result<(String, Plan), NestError> {
        let without: Vec<&str> = self.without.iter().map(String::as_str).collect();
        let options = Options {
            max_kernel_size: self.max_kernel_size,
            min_kernel_size: self.min_kernel_size,
            thread_target: self.thread_target,
            without: &without,
            ..Options::default()
        };
        let mut shown = String::new();
        let sequence = optimize_all(sequence, &Context { target, options }, |pass, sequence| {
            if self.passes {
                shown += &format!("# after {}\n{sequence}\n\n", pass.name);
            }
        })?;
        Ok((shown, Plan::of(sequence)?))
    }
}

/// The offer for each kernel, and the cost of each step with its kernels as they are offered.
fn prices(plan: &Plan, registry: &Registry, target: &Target) -> Result<String, String> {
    let mut shown = String::new();
    let mut offered = Vec::new();
    for (number, spec) in plan.kernels().iter().enumerate() {
        let choice = registry.choose(spec, target).map_err(|e| format!("kernel {number}, {spec}: {e}"))?;
        let (cycles, name) = (choice.offer.cycles, choice.generator.name());
        shown += &format!("kernel {number}: {cycles:.1} cycles a call, offered by {name}\n");
        offered.push(cycles);
    }
    let steps = &plan.sequence().steps;
    let mut kernels = vec![0.0; steps.len()];
    for phase in plan.phases() {
        phase.count_calls(|calls| kernels[calls.step] += offered[calls.kernel] * calls.times as f64);
    }
    for (number, (step, kernels)) in steps.iter().zip(kernels).enumerate() {
        let cost = Cost { kernels, ..Cost::of_step(step, target) };
        shown += &format!("step {number}: {cost}\n");
    }
    Ok(shown)
}
