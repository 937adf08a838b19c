//! Explanations of plans, for people or as JSON.

use clap::ValueEnum;
use serde_json::{Value, json};
use std::io::{self, Write};
use tensmith::Plan;
use tensmith::inspect::PlanStep;
use tensmith_npy::Number;

/// A form of the explanation.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Format {
    /// Lines of text
    Text,
    /// One JSON object
    Json,
}

/// Writes the explanation of a plan.
pub(super) fn write<T: Number, O: Number>(
    out: &mut dyn Write,
    plan: &Plan<T, O>,
    format: Format,
) -> io::Result<()> {
    match format {
        Format::Text => write!(out, "{}", plan.explain()),
        Format::Json => writeln!(out, "{}", of_plan(plan)),
    }
}

fn of_plan<T: Number, O: Number>(plan: &Plan<T, O>) -> Value {
    json!({
        "target": plan.explain().target().core.name,
        "dtype": T::TYPE.name(),
        "path": plan.explain().named_path().to_string(),
        "output": plan.output().shape(),
        "conjugated": plan.explain().conjugated(),
        "operations": plan.explain().operations(),
        "log10_multiply_adds": rounded((plan.explain().multiply_adds().max(1) as f64).log10(), 4),
        "width": rounded(plan.explain().width(), 4),
        "peak_elements": plan.explain().peak(),
        "intermediate_bytes": plan.explain().intermediates(),
        "memory_bytes": plan.explain().memory(),
        "predicted_cycles": rounded(plan.explain().cycles(), 1),
        "slices": plan.slices(),
        "sliced": plan.explain().sliced().map(|(name, _)| name.to_string()).collect::<Vec<_>>(),
        "blocks": plan.blocks(),
        "overhead": rounded(plan.explain().overhead(), 4),
        "steps": plan.explain().steps().map(|step| of_step(&step)).collect::<Vec<_>>(),
    })
}

/// The labels of indices; their numbers in a tree.
fn names(step: &PlanStep<'_>, indices: &[usize]) -> Vec<String> {
    indices.iter().map(|index| step.name(*index).to_string()).collect()
}

/// A prediction, of whose digits few mean something.
fn rounded(number: f64, decimals: i32) -> f64 {
    let unit = 10.0_f64.powi(decimals);
    (number * unit).round() / unit
}

fn of_step(step: &PlanStep<'_>) -> Value {
    let inputs = step
        .inputs
        .iter()
        .map(|(tensor, indices)| json!({ "tensor": tensor.to_string(), "indices": names(step, indices) }));
    let dims = step.nests.iter().map(|nest| {
        let dims = nest.dims.iter();
        dims.map(|dim| json!({ "kind": dim.kind.name(), "exec": dim.exec.name(), "extent": dim.extent }))
            .collect::<Vec<_>>()
    });
    json!({
        "inputs": inputs.collect::<Vec<_>>(),
        "output": names(step, step.output),
        "elements": step.elements,
        "operations": step.operations,
        "nests": dims.collect::<Vec<_>>(),
        "kernels": step.kernels.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "predicted_cycles": rounded(step.cost.total(), 1),
        "cycles": {
            "kernels": rounded(step.cost.kernels, 1),
            "calls": rounded(step.cost.calls, 1),
            "second_level_cache": rounded(step.cost.second_level, 1),
            "memory": rounded(step.cost.memory, 1),
        },
        "share_of_peak": rounded(step.share_of_peak, 4),
        "bound_by": step.bound(),
    })
}
