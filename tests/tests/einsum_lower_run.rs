//! Contractions of any number of operands through machine code, on one thread and on four, against their
//! meaning. Needs a machine, or an emulator, that executes compiled code.

use std::num::NonZeroUsize;
use tensmith::{Argument, Element, Executor, Jit, Pool, Program, Sequential};
use tensmith_core::einsum::{self, tree::parse};
use tensmith_core::tensor::Options;
use tensmith_core::tensor::optimize::Context;
use tensmith_tests::lowered::{Case, Contraction};
use tensmith_tests::random::SplitMix;
use tensmith_tests::trees::{KNOWN, scaled};
use tensmith_tests::{networks, numpy};

/// Runs a case on one thread and on four.
fn runs<T: Element>(jit: &Jit, case: &Case, pool: &Pool) {
    let options = Options { thread_target: Some(8), ..Options::default() };
    for (options, executor) in [(Options::default(), &Sequential as &dyn Executor), (options, pool)] {
        let lowered = case.lower::<T>(&Context { target: jit.target(), options }).expect("a sequence");
        let program: Program<T> = jit.sequence(lowered.sequence.into_inner()).expect("a program");
        let mut memory = case.memory::<T>();
        let (out, inputs) = memory.arrays.split_last_mut().expect("arrays");
        let inputs = inputs.iter().map(|array| Argument::read(array));
        let arguments = inputs.chain([Argument::write(out)]).zip(&memory.origins);
        let mut arguments: Vec<_> = arguments.map(|(argument, origin)| argument.at(*origin)).collect();
        program.run(&mut arguments, executor).expect("the program runs");
        assert!(case.is_right(&memory), "{case:?}\n{}", program.loops());
    }
}

fn pool() -> Pool {
    Pool::with_width(NonZeroUsize::new(4).expect("threads"))
}

#[test]
fn calls_of_numpys_tests_run() {
    let (jit, pool, mut random) = (Jit::host().expect("a machine"), pool(), SplitMix::new(11));
    for (line, call) in numpy::calls().filter(|(_, call)| call.outcome == "ok") {
        let expression = || Contraction::Expression(call.expression().expect(line));
        let shapes = call.shapes();
        runs::<f32>(&jit, &Case::new(expression(), &shapes, &mut random), &pool);
        runs::<f64>(&jit, &Case::scattered(expression(), &shapes, &mut random), &pool);
    }
}

#[test]
fn networks_run() {
    let (jit, pool) = (Jit::host().expect("a machine"), pool());
    for seed in 0..300 {
        let mut random = SplitMix::new(seed);
        let (text, shapes) = networks::draw(&mut random);
        let expression = Contraction::Expression(einsum::parse(&text).expect("an expression"));
        println!("seed {seed}: {text} {shapes:?}");
        runs::<f32>(&jit, &Case::scattered(expression, &shapes, &mut random), &pool);
    }
}

#[test]
fn trees_of_the_literature_run() {
    let (jit, pool, mut random) = (Jit::host().expect("a machine"), pool(), SplitMix::new(5));
    for (text, extents, _) in KNOWN {
        let tree = parse(text, &scaled(extents, 6)).expect("a tree");
        runs::<f32>(&jit, &Case::of_tree(tree, &mut random), &pool);
    }
}
