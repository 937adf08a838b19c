//! `demo`: one contraction, and everything that happens on the way to its result.
//!
//! Tests: `harness/cli/tests/program/demo.rs`.

use crate::contraction::{self, Contraction, Operands, Task, require_execution};
use crate::error::Failure;
use crate::job::Report;
use crate::output::Output;
use crate::set::{Set, list};
use clap::Args;
use std::f64::consts::{E, SQRT_2};
use std::io::{self, Write};
use std::path::PathBuf;
use tensmith::inspect::{KernelCode, LabelUse};
use tensmith::{Jit, Plan, Target};
use tensmith_core::einsum::{self, Expression, Label, Term};
use tensmith_core::tensor::ArrayLayout;
use tensmith_core::text::Count;
use tensmith_npy::{self as npy, Extents, Shape};

/// Extents of the labels of an expression without arrays, in order of appearance; of further
/// labels 1. Their product stays below a million, so that the reference and an emulator keep up.
const EXTENTS: [usize; 8] = [12, 5, 16, 8, 10, 3, 2, 2];

/// What is shown, so that all of it is on one screen: instructions, elements of the result, labels, steps,
/// and columns of a line.
const INSTRUCTIONS: usize = 10;
const ELEMENTS: usize = 6;
const LABELS: usize = 6;
const STEPS: usize = 2;
const COLUMNS: usize = 100;

/// Arguments of `demo`.
#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// The contraction, with one character for each index
    #[arg(value_name = "EXPR", allow_hyphen_values = true, default_value = "abcd,dbe->aec")]
    expression: String,
    /// The first operand, an array of float32 [default: one is made]
    #[arg(value_name = "A.npy", requires = "b")]
    a: Option<PathBuf>,
    /// The second operand, an array of float32 [default: one is made]
    #[arg(value_name = "B.npy")]
    b: Option<PathBuf>,
    /// The folder for the arrays
    #[arg(long, value_name = "DIR", default_value = "tensmith-demo")]
    dir: PathBuf,
    /// Do not say how long it takes, as where the machine is emulated
    #[arg(long)]
    untimed: bool,
}

impl Demo {
    /// Evaluates the contraction and reports on it.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let [a, b] = match (&self.a, &self.b) {
            (Some(a), Some(b)) => [a.clone(), b.clone()],
            _ => self.write_inputs()?,
        };
        let task = Task::of(&self.expression);
        let operands = contraction::read(&[a.clone(), b.clone()], None)?;
        let contraction = Contraction::<f32>::new(task, Operands { operands, bias: None })?;
        let result = contraction.run()?;
        let check = Report::of(contraction.check(&result)?)?;
        let time = if self.untimed { None } else { Some(contraction.time()?) };
        let there = elsewhere(contraction.plan(), &self.expression)?;
        let shape = result.layout().shape();
        let path = self.write("c.npy", result.data(), shape)?;
        let report = |out: &mut dyn Write| {
            for (path, layout) in [&a, &b].into_iter().zip(contraction.plan().inputs()) {
                writeln!(out, "operand {} ({})", path.display(), Shape(layout.shape()))?;
            }
            show_plan(out, contraction.plan())?;
            show_code(out, contraction.plan(), INSTRUCTIONS)?;
            writeln!(
                out,
                "the same for another machine, {}, made here:",
                there.explain().target().core.name
            )?;
            show_code(out, &there, INSTRUCTIONS / 2)?;
            writeln!(
                out,
                "{}",
                elements(format!("result {} ({}):", path.display(), Shape(shape)), result.data())
            )?;
            if let Some(time) = time {
                let (nanos, operations) =
                    (time.as_nanos().max(1) as f64, contraction.plan().explain().operations());
                let rate = operations as f64 / nanos;
                writeln!(out, "{:.1} µs on one thread, {rate:.1} GFLOPS", nanos / 1e3)?;
            }
            match check.to_string().split_once(": error ") {
                Some((worst, error)) => writeln!(out, "{worst}:\n  error {error}"),
                None => writeln!(out, "{check}"),
            }
        };
        Output::open(None).and_then(|output| output.write(report)).map_err(Failure::bad_input)
    }

    /// Makes and writes arrays for the expression, unless they would be of no use here.
    fn write_inputs(&self) -> Result<[PathBuf; 2], Failure> {
        let refused = |rule: &dyn std::fmt::Display| {
            Failure::BadInput(format!("expression `{}`: {rule}", self.expression))
        };
        let expression = einsum::parse(&self.expression).map_err(|e| refused(&e))?;
        let [a, b] = expression.inputs() else {
            let found = expression.inputs().len();
            return Err(refused(&format_args!("the expression has {found} operands: must be 2 to be shown")));
        };
        require_execution()?;
        std::fs::create_dir_all(&self.dir)
            .map_err(|e| Failure::BadInput(format!("--dir {}: cannot be made: {e}", self.dir.display())))?;
        let [a, b] = [a, b].map(|term| shape(&expression, term));
        let write = |name, shape: &[usize], irrational| {
            let elements = ArrayLayout::c_order(shape).map_err(|e| refused(&e))?.span();
            let data: Vec<f32> = (0..elements).map(|number| value(number, irrational)).collect();
            self.write(name, &data, shape)
        };
        Ok([write("a.npy", &a, E)?, write("b.npy", &b, SQRT_2)?])
    }

    fn write(&self, name: &str, data: &[f32], shape: &[usize]) -> Result<PathBuf, Failure> {
        let path = self.dir.join(name);
        let extents = Extents::new(&path, shape).map_err(Failure::bad_input)?;
        let output = Output::open(Some(&path)).map_err(Failure::bad_input)?;
        output.write(|out| npy::write(out, data, &extents)).map_err(Failure::bad_input)?;
        Ok(path)
    }
}

/// The fractional parts of an irrational number's multiples: spread over -0.5..0.5 without
/// repeating, and the same on every machine.
fn value(number: usize, irrational: f64) -> f32 {
    ((number as f64 * irrational).fract() - 0.5) as f32
}

/// Extents for the labels of one operand. An ellipsis stands for none.
fn shape(expression: &Expression, term: &Term) -> Vec<usize> {
    let mut distinct: Vec<Label> = Vec::new();
    for &label in expression.inputs().iter().flat_map(Term::labels) {
        if !distinct.contains(&label) {
            distinct.push(label);
        }
    }
    let extent = |label: &Label| {
        let place = distinct.iter().position(|known| known == label);
        place.and_then(|place| EXTENTS.get(place)).copied().unwrap_or(1)
    };
    term.labels().iter().map(extent).collect()
}

/// The plan for an expression that another one is of, on a core of the other architecture.
fn elsewhere(plan: &Plan<f32>, expression: &str) -> Result<Plan<f32>, Failure> {
    let name = match Set::of(plan.explain().target()) {
        Set::AArch64 => "zen5",
        Set::X86_64 => "neoverse-v2",
    };
    let target = Target::named(name).map_err(Failure::bad_input)?;
    let jit = Jit::for_target(target).map_err(Failure::bad_input)?;
    jit.einsum(expression, plan.inputs()).map_err(Failure::bad_input)
}

/// Says what a plan is: its labels, which tensors meet, what that costs, and the longest kernel.
fn show_plan(out: &mut dyn Write, plan: &Plan<f32>) -> io::Result<()> {
    writeln!(out, "{} on {}", plan.explain().notation(), plan.explain().target().core.name)?;
    let labels = plan.explain().labels();
    for LabelUse { label, kind, extent } in labels.iter().take(LABELS) {
        writeln!(out, "label {label}: {} of {extent}", kind.name())?;
    }
    rest(out, labels.len(), LABELS, "more label")?;
    let steps: Vec<String> = plan.explain().steps().map(|step| step.to_string()).collect();
    for line in steps.iter().take(STEPS).flat_map(|step| step.lines()) {
        writeln!(out, "{}", cut(line))?;
    }
    rest(out, steps.len(), STEPS, "more step")?;
    let Some((number, kernel)) = longest(plan) else { return Ok(()) };
    writeln!(out, "{}", cut(&format!("kernel {number}: {}", kernel.spec)))?;
    let bytes = Count(kernel.code.len(), "byte");
    writeln!(out, "  by {}, {:.1} cycles predicted, {bytes}", kernel.generator, kernel.cycles)
}

/// A line with the first elements of a result, as many as there is room for.
fn elements(mut line: String, all: &[f32]) -> String {
    let mut shown = 0;
    for element in all.iter().take(ELEMENTS).map(|element| format!(" {element}")) {
        // Room for what stands for the others.
        if line.chars().count() + element.len() + 2 > COLUMNS {
            break;
        }
        line += &element;
        shown += 1;
    }
    if shown < all.len() { line + " …" } else { line }
}

/// Says that there is more than is shown.
fn rest(out: &mut dyn Write, all: usize, shown: usize, what: &'static str) -> io::Result<()> {
    match all.saturating_sub(shown) {
        0 => Ok(()),
        more => writeln!(out, "… and {}", Count(more, what)),
    }
}

/// The kernel that takes longest, with its number: copies are short.
fn longest(plan: &Plan<f32>) -> Option<(usize, &KernelCode)> {
    let kernels = plan.explain().kernels().iter().map(|kernel| &**kernel).enumerate();
    kernels.max_by(|(_, one), (_, other)| one.cycles.total_cmp(&other.cycles))
}

/// Lists the beginning of that kernel.
fn show_code(out: &mut dyn Write, plan: &Plan<f32>, most: usize) -> io::Result<()> {
    let Some((_, kernel)) = longest(plan) else { return Ok(()) };
    let lines = Set::of(plan.explain().target()).lines(&kernel.code);
    writeln!(out, "{}", cut(&format!("code of {}:", kernel.spec)))?;
    let mut text = Vec::new();
    list(&mut text, &lines[..lines.len().min(most)])?;
    String::from_utf8_lossy(&text).lines().try_for_each(|line| writeln!(out, "{}", cut(line)))?;
    rest(out, lines.len(), most, "more instruction")
}

/// A line with no more columns than are shown.
fn cut(line: &str) -> String {
    match line.char_indices().nth(COLUMNS) {
        Some(_) => line.chars().take(COLUMNS - 1).chain(['…']).collect(),
        None => line.to_owned(),
    }
}
