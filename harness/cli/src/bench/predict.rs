//! Predictions: cycles on one core, by the offers of generators and the costs of plans.
//!
//! Tests: `harness/cli/tests/program/bench.rs`.

use super::subject::{What, planned};
use crate::error::Failure;
use crate::nest::costs;
use tensmith::element::Scalar;
use tensmith::{ArrayLayout, Element, Jit, Plan, PlanError, Target};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::Factor;
use tensmith_core::tensor::Cost;
use tensmith_core::{with_float, with_scalar};
use tensmith_measure::library::LARGE;
use tensmith_measure::shape::Shape;

/// What one core is predicted to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prediction {
    /// Floating-point operations; of what only moves elements, 0.
    pub(super) operations: f64,
    /// Bytes of the operands.
    pub(super) bytes: f64,
    /// Cycles.
    pub(super) cycles: f64,
    /// The part of the core's multiply-adds that is done in them.
    pub(super) share: f64,
}

/// The prediction for a target.
///
/// # Errors
/// [`Failure::BadInput`], where there is no code.
pub(super) fn predict(what: &What, target: &Target) -> Result<Prediction, Failure> {
    let bytes = what.bytes(target)?;
    let hot = |costs: &[Cost]| costs.iter().map(|cost| of_hot(cost, bytes, target)).sum::<f64>();
    let (operations, cycles) = match what {
        What::Shape { shape, reads_c } => (shape.operations(), of_shape(shape, *reads_c, target, &hot)?),
        What::Einsum { expression, shapes, dtype, .. } => {
            with_scalar!(*dtype, T => of_plan(&einsum::<T>(expression, shapes, target)?, &hot))
        }
        What::Nest { text, .. } => {
            let plan = planned(text, target)?;
            let registry = tensmith_primitives::registry().map_err(Failure::bad_input)?;
            let costs = costs(&plan, &registry, target).map_err(Failure::BadInput)?;
            let steps = plan.sequence().steps.iter();
            let operations = steps.map(|step| {
                let each = if step.nest.main.is_contraction() { 2.0 } else { 1.0 };
                each * step.nest.multiply_adds() as f64
            });
            (operations.sum(), hot(&costs))
        }
    };
    let lanes = target.machine().lanes(what.scalar().part()).get() as f64;
    let at_most = 2.0 * f64::from(target.core.model.multiply_adds) * lanes * cycles;
    Ok(Prediction { operations, bytes, cycles, share: operations / at_most })
}

/// A kernel's offer, or, of what a plan cuts for the caches, the plan's cost.
fn of_shape(
    shape: &Shape,
    reads_c: bool,
    target: &Target,
    hot: &dyn Fn(&[Cost]) -> f64,
) -> Result<f64, Failure> {
    let refused = |error: PlanError| Failure::BadInput(format!("{shape}: {error}"));
    if shape.operations() > LARGE && shape.batch == 1 {
        let cycles = with_float!(shape.dtype.arithmetic().lanes(), T => {
            large::<T>(shape, reads_c, target).map(|plan| of_plan(&plan, hot))
        });
        return cycles.map(|(_, cycles)| cycles).map_err(refused);
    }
    let registry = tensmith_primitives::registry().map_err(Failure::bad_input)?;
    let spec = KernelSpec::Gemm(shape.spec(if reads_c { Factor::One } else { Factor::Zero }));
    let choice =
        registry.choose(&spec, target).map_err(|error| Failure::BadInput(format!("{shape}: {error}")))?;
    Ok(choice.offer.cycles)
}

/// The plan of a large multiplication of column-major matrices.
fn large<T: Element>(shape: &Shape, reads_c: bool, target: &Target) -> Result<Plan<T>, PlanError> {
    let &Shape { m, n, k, .. } = shape;
    let [a, b, c] = [[m, k], [k, n], [m, n]].map(|extents| ArrayLayout::fortran_order(&extents));
    let jit = Jit::for_target(*target)?;
    jit.contraction("mk,kn->mn").beta(f64::from(u8::from(reads_c))).plan_into(&[a?, b?], &c?)
}

fn einsum<T: Scalar>(expression: &str, shapes: &[Vec<usize>], target: &Target) -> Result<Plan<T>, Failure> {
    let plan = || -> Result<Plan<T>, PlanError> {
        let layouts =
            shapes.iter().map(|shape| ArrayLayout::c_order(shape)).collect::<Result<Vec<_>, _>>()?;
        Jit::for_target(*target)?.einsum(expression, &layouts)
    };
    plan().map_err(|error| Failure::BadInput(format!("expression `{expression}`: {error}")))
}

/// Operations and cycles.
fn of_plan<T: Scalar>(plan: &Plan<T>, hot: &dyn Fn(&[Cost]) -> f64) -> (f64, f64) {
    let costs: Vec<Cost> = plan.explain().steps().map(|step| step.cost).collect();
    (plan.explain().operations() as f64, hot(&costs))
}

/// The cycles of a step whose operands are where the last call left them: plans are made
/// for operands in memory.
fn of_hot(cost: &Cost, bytes: f64, target: &Target) -> f64 {
    let is_cached = bytes <= target.core.caches.l2 as f64;
    if is_cached { cost.total() - cost.memory } else { cost.total() }
}
