//! The cost of finding a plan again, from an expression and its operands. Counted, not timed:
//!
//! ```text
//! cargo build --release --package tensmith-tests --example einsum_cost
//! valgrind --tool=callgrind --toggle-collect='*counted_einsum*' --dump-before='*count_ends*' \
//!     target/release/examples/einsum_cost 64:mk,kn->mn
//! ```
//!
//! The `summary` of each file that callgrind writes, but for the last, is the cost of one hit, of operands
//! whose dimensions have the extent that is named, in C order; after `f` in Fortran's, after `p` with rows
//! that are one element apart: `p64:mk,kn->mn`.

use std::error::Error;
use std::hint::black_box;
use tensmith::{ArrayLayout, Jit, Plan, PlanError, Target};

fn main() -> Result<(), Box<dyn Error>> {
    let jit = Jit::for_target(Target::named("neoverse-v2")?)?;
    for word in std::env::args().skip(1) {
        let (order, expression) = word.split_once(':').ok_or("no extent")?;
        let (inputs, _) = expression.split_once("->").ok_or("no output")?;
        let inputs: Vec<_> =
            inputs.split(',').map(|labels| operand(order, labels)).collect::<Result<_, _>>()?;
        let first = jit.einsum(expression, &inputs)?;
        let again = counted_einsum(&jit, expression, &inputs)?;
        count_ends(&[first, again]);
    }
    Ok(())
}

/// An operand of some order and extent, with a dimension for each label.
fn operand(order: &str, labels: &str) -> Result<ArrayLayout, Box<dyn Error>> {
    let rank = labels.chars().filter(|label| label.is_alphabetic()).count();
    let extent: usize = order.trim_start_matches(['f', 'p']).parse()?;
    let (mut strides, row) = (Vec::new(), extent + usize::from(order.starts_with('p')));
    let mut stride = 1;
    for _ in 0..rank {
        strides.push(stride);
        stride *= if strides.len() == 1 { row } else { extent } as isize;
    }
    if !order.starts_with('f') {
        strides.reverse();
    }
    Ok(ArrayLayout::new(&vec![extent; rank], &strides)?)
}

/// The counted code: a function of its own, with a name that nothing else has.
#[inline(never)]
fn counted_einsum(jit: &Jit, expression: &str, inputs: &[ArrayLayout]) -> Result<Plan<f32>, PlanError> {
    jit.einsum(expression, inputs)
}

/// Where callgrind writes a count down.
#[inline(never)]
fn count_ends(plans: &[Plan<f32>]) {
    black_box(plans);
}
