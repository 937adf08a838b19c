//! `nest`: what the optimizer makes of a loop nest, pass by pass, and what that makes of arrays.
//!
//! Tests: `harness/cli/tests/program/nest.rs`.

mod run;

use crate::error::Failure;
use crate::input;
use crate::output::Output;
use crate::picture;
use crate::target::{self, Asked};
use clap::Args;
use clap::builder::PossibleValuesParser;
use run::Run;
use std::path::PathBuf;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::registry::{Choice, Registry};
use tensmith_core::tensor::optimize::{Context, PASSES, optimize_all};
use tensmith_core::tensor::{Cost, NestError, Options, Plan, Sequence};
use tensmith_core::text::Count;
use tensmith_core::{DType, Target, with_element};
use tensmith_pictures::Passes;

/// Examples for the help.
const EXAMPLES: &str = "Examples:
  tensmith nest mm.nest --passes                               what the optimizer makes of it
  tensmith nest mm.nest --run a.npy b.npy -o c.npy --check     run it, and compare with the reference
  tensmith nest mm.nest --random 7 --check                     the same on numbers drawn at random";

/// Arguments of `nest`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Nest {
    /// The nest, or sequence of nests, in its text form; `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Core that it is planned for [default: host, or generic where this machine is none
    /// that code is made for]
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
    /// Also draw what there is before all passes, and what each makes of it, into a file
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Also draw the tasks of the plan, and which of the threads runs which, into a file
    #[arg(long, value_name = "FILE.svg")]
    tasks_svg: Option<PathBuf>,
    /// The file to write: the plan [default: standard output], or, of a run, an argument that is written; may
    /// be given several times, once for each of these
    #[arg(long, short, value_name = "PATH")]
    output: Vec<PathBuf>,
    #[command(flatten)]
    run: Run,
}

impl Nest {
    /// Runs it, if that is asked for; else writes the plan, with the cycles of each kernel as it is offered,
    /// and the predicted ones of each step.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let sequence = input::sequence(&self.file)?;
        let asked = self.target.map(Asked::target).transpose()?;
        let target = asked.unwrap_or_else(target::usual);
        if self.run.is_asked() {
            let twin = sequence.to_string().parse::<Sequence>().map_err(|e| self.refused(e))?;
            let (_, optimized) =
                self.optimized(twin, &target, &mut Passes::new(&sequence)).map_err(|e| self.refused(e))?;
            let sequences = (&sequence, optimized);
            let dtype = sequence.dtype().unwrap_or(DType::F32);
            return with_element!(dtype, T => self.run.run::<T>(sequences, asked, &self.output));
        }
        if self.run.is_recorded() {
            return Err(Failure::BadInput(
                "`--record` is for runs: `--run` or `--random` is missing".to_owned(),
            ));
        }
        self.write(sequence, &target)
    }

    fn write(&self, sequence: Sequence, target: &Target) -> Result<(), Failure> {
        let file = match &self.output[..] {
            [] => None,
            [file] => Some(file.as_path()),
            files => {
                let files = Count(files.len(), "file").there();
                return Err(Failure::BadInput(format!("--output: {files}: must be 1")));
            }
        };
        let mut passes = Passes::new(&sequence);
        let (mut shown, optimized) =
            self.optimized(sequence, target, &mut passes).map_err(|e| self.refused(e))?;
        let plan = Plan::of(optimized).map_err(|e| self.refused(e))?;
        self.draw(&passes, &plan)?;
        shown += &plan.to_string();
        let registry = tensmith_primitives::registry().map_err(Failure::bad_input)?;
        shown += &prices(&plan, &registry, target).map_err(|e| self.refused(e))?;
        let output = Output::open(file).map_err(Failure::bad_input)?;
        output.write(|out| out.write_all(shown.as_bytes())).map_err(Failure::bad_input)
    }

    /// Draws what is asked for.
    fn draw(&self, passes: &Passes, plan: &Plan) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            picture::write(path, &passes.draw())?;
        }
        let tasks = |path| picture::write(path, &tensmith_pictures::tasks(plan, self.run.threads));
        self.tasks_svg.as_deref().map_or(Ok(()), tasks)
    }

    fn refused(&self, reason: impl std::fmt::Display) -> Failure {
        input::refused(&self.file, reason)
    }

    /// What passes make of a sequence, and the text of each stage, if that is to be shown.
    fn optimized(
        &self,
        sequence: Sequence,
        target: &Target,
        passes: &mut Passes,
    ) -> Result<(String, Sequence), NestError> {
        let without: Vec<&str> = self.without.iter().map(String::as_str).collect();
        let options = Options {
            max_kernel_size: self.max_kernel_size,
            min_kernel_size: self.min_kernel_size,
            thread_target: self.thread_target,
            threads: Some(self.run.threads).filter(|threads| threads.get() > 1),
            without: &without,
        };
        let mut shown = String::new();
        let sequence = optimize_all(sequence, &Context { target, options }, |pass, sequence| {
            passes.push(pass.name, sequence);
            if self.passes {
                shown += &format!("# after {}\n{sequence}\n\n", pass.name);
            }
        })?;
        Ok((shown, sequence))
    }
}

/// The offer for each kernel, and the cost of each step with its kernels as they are offered.
fn prices(plan: &Plan, registry: &Registry, target: &Target) -> Result<String, String> {
    let mut shown = String::new();
    for (number, choice) in choices(plan, registry, target)?.into_iter().enumerate() {
        let (cycles, name) = (choice.offer.cycles, choice.generator.name());
        shown += &format!("kernel {number}: {cycles:.1} cycles a call, offered by {name}\n");
    }
    for (number, cost) in costs(plan, registry, target)?.into_iter().enumerate() {
        shown += &format!("step {number}: {cost}\n");
    }
    Ok(shown)
}

/// The generator of each kernel of a plan.
fn choices(plan: &Plan, registry: &Registry, target: &Target) -> Result<Vec<Choice>, String> {
    let kernels = plan.kernels().iter().enumerate();
    let choose = |(number, spec): (usize, &KernelSpec)| {
        registry.choose(spec, target).map_err(|error| format!("kernel {number}, {spec}: {error}"))
    };
    kernels.map(choose).collect()
}

/// The cost of each step of a plan, with its kernels as they are offered.
///
/// # Errors
/// Why there is no kernel.
pub(crate) fn costs(plan: &Plan, registry: &Registry, target: &Target) -> Result<Vec<Cost>, String> {
    let offered = choices(plan, registry, target)?;
    let steps = &plan.sequence().steps;
    let mut kernels = vec![0.0; steps.len()];
    for phase in plan.phases() {
        phase.count_calls(|calls| {
            kernels[calls.step] += offered[calls.kernel].offer.cycles * calls.times as f64;
        });
    }
    Ok(steps
        .iter()
        .zip(kernels)
        .map(|(step, kernels)| Cost { kernels, ..Cost::of_step(step, target) })
        .collect())
}
