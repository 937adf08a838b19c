//! The cost of planning a contraction of two operands whose kernels are there already. Counted, not timed:
//!
//! ```text
//! cargo build --release --package tensmith-tests --example plan_cost
//! valgrind --tool=callgrind --toggle-collect='*counted_plan*' --dump-before='*count_ends*' \
//!     target/release/examples/plan_cost neoverse-v2 64:mk,kn->mn
//! ```
//!
//! The numbers are the extents of the labels in alphabetical order, the last one of all others, too. The
//! `summary` of each file that callgrind writes, but for the last, is the cost of one plan.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::hint::black_box;
use std::iter::repeat;
use tensmith::{ArrayLayout, Jit, Plan, PlanError, Target};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let core = words.next().unwrap_or_default();
    let jit = Jit::builder().foreign(Target::named(&core)?).plan_budget(0).build()?;
    for word in words {
        let (extents, expression) = word.split_once(':').ok_or("no extents")?;
        let extents: Vec<usize> = extents.split(',').map(str::parse).collect::<Result<_, _>>()?;
        let (inputs, _) = expression.split_once("->").ok_or("no output")?;
        let (a, b) = inputs.split_once(',').ok_or("no second input")?;
        let labels: BTreeSet<char> = a.chars().chain(b.chars()).collect();
        let last = extents.last().copied().unwrap_or(1);
        let extents: BTreeMap<_, _> =
            labels.into_iter().zip(extents.into_iter().chain(repeat(last))).collect();
        let layout = |labels: &str| {
            ArrayLayout::c_order(&labels.chars().map(|label| extents[&label]).collect::<Vec<_>>())
        };
        let layouts = &[layout(a)?, layout(b)?];
        let first = jit.einsum::<f32>(expression, layouts)?;
        let again = counted_plan(&jit, expression, layouts)?;
        count_ends(&[first, again]);
    }
    Ok(())
}

/// The counted code: a function of its own, with a name that nothing else has.
#[inline(never)]
fn counted_plan(jit: &Jit, expression: &str, layouts: &[ArrayLayout; 2]) -> Result<Plan<f32>, PlanError> {
    jit.einsum(expression, layouts)
}

/// Where callgrind writes a count down.
#[inline(never)]
fn count_ends(plans: &[Plan<f32>]) {
    black_box(plans);
}
