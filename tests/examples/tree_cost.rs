//! The cost of compiling the trees of the literature, kernels included. Counted, not timed:
//!
//! ```text
//! cargo build --release --package tensmith-tests --example tree_cost
//! valgrind --tool=callgrind --toggle-collect='*counted_tree*' --dump-before='*count_ends*' \
//!     target/release/examples/tree_cost neoverse-v2
//! ```
//!
//! The `summary` of each file that callgrind writes, but for the last, is the cost of one tree.

use std::error::Error;
use std::hint::black_box;
use tensmith::program::Program;
use tensmith::{ArrayLayout, Jit, Target};
use tensmith_core::DType;
use tensmith_core::einsum::tree::{Kind, Tree, parse};
use tensmith_core::einsum::{Arrays, Finish, Numbers, lower_tree};
use tensmith_core::tensor::Options;
use tensmith_core::tensor::optimize::Context;
use tensmith_tests::trees::KNOWN;

fn main() -> Result<(), Box<dyn Error>> {
    let core = std::env::args().nth(1).unwrap_or_default();
    let target = Target::named(&core)?;
    for (text, extents, _) in KNOWN {
        let tree = parse(text, extents)?;
        let array = |indices: &[usize]| {
            ArrayLayout::c_order(&indices.iter().map(|index| extents[*index]).collect::<Vec<_>>())
        };
        let inputs = tree.nodes().filter(|node| matches!(node.kind, Kind::Input(_)));
        let inputs = inputs.map(|node| array(node.indices)).collect::<Result<Vec<_>, _>>()?;
        let output = array(tree.node(tree.root()).map_or(&[], |root| root.indices))?;
        let inputs: Vec<&ArrayLayout> = inputs.iter().collect();
        let jit = Jit::for_target(target)?;
        let program = counted_tree(
            &jit,
            &tree,
            Arrays {
                numbers: Numbers::of(DType::F32.into()),
                inputs: &inputs,
                output: &output,
                conjugated: &[],
                finish: Finish::default(),
            },
        )?;
        println!("{} kernels: {text}", program.kernels().len());
        count_ends(&program);
    }
    Ok(())
}

/// The counted code: a function of its own, with a name that nothing else has.
#[inline(never)]
fn counted_tree(jit: &Jit, tree: &Tree, arrays: Arrays<'_>) -> Result<Program<f32>, Box<dyn Error>> {
    let context = Context { target: jit.target(), options: Options::default() };
    Ok(jit.sequence(lower_tree(tree, arrays, &context)?.sequence.into_inner())?)
}

/// Where callgrind writes a count down.
#[inline(never)]
fn count_ends(program: &Program<f32>) {
    black_box(program);
}
