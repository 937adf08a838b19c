//! Explanations of plans, for people or as JSON.

use clap::ValueEnum;
use serde_json::{Value, json};
use std::io::{self, Write};
use tensmith::{Plan, PlanStep};
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
pub(super) fn write<T: Number>(out: &mut dyn Write, plan: &Plan<T>, format: Format) -> io::Result<()> {
    match format {
        Format::Text => write!(out, "{}", plan.explain()),
        Format::Json => writeln!(out, "{}", of_plan(plan)),
    }
}

fn of_plan<T: Number>(plan: &Plan<T>) -> Value {
    json!({
        "target": plan.target().core.name,
        "dtype": T::DTYPE.name(),
        "path": plan.path().to_string(),
        "output": plan.output().shape(),
        "operations": plan.operations(),
        "intermediate_bytes": plan.intermediates(),
        "memory_bytes": plan.memory(),
        "predicted_cycles": plan.steps().map(|step| step.cost.total()).sum::<f64>(),
        "steps": plan.steps().map(|step| of_step(&step)).collect::<Vec<_>>(),
    })
}

fn of_step(step: &PlanStep<'_>) -> Value {
    let inputs = step
        .inputs
        .iter()
        .map(|(tensor, indices)| json!({ "tensor": tensor.to_string(), "indices": indices }));
    let dims = step.nests.iter().map(|nest| {
        let dims = nest.dims.iter();
        dims.map(|dim| json!({ "kind": dim.kind.name(), "exec": dim.exec.name(), "extent": dim.extent }))
            .collect::<Vec<_>>()
    });
    json!({
        "inputs": inputs.collect::<Vec<_>>(),
        "output": step.output,
        "elements": step.elements,
        "operations": step.operations,
        "nests": dims.collect::<Vec<_>>(),
        "kernels": step.kernels.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "predicted_cycles": step.cost.total(),
        "share_of_peak": step.share_of_peak,
        "bound_by": step.bound(),
    })
}
