//! Contractions of any number of operands through machine code, on one thread and on four, against their
//! meaning. Needs a machine, or an emulator, that executes compiled code.

use std::num::NonZeroUsize;
use tensmith::parallel::{Executor, Pool, Sequential};
use tensmith::program::{Argument, Program};
use tensmith::{Element, Jit};
use tensmith_core::F16;
use tensmith_core::einsum::{self, tree::parse};
use tensmith_core::tensor::Options;
use tensmith_core::tensor::optimize::Context;
use tensmith_tests::lowered::{Case, Contraction};
use tensmith_tests::random::SplitMix;
use tensmith_tests::trees::{KNOWN, scaled};
use tensmith_tests::{networks, nightly, numpy};

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
        program.run_on(&mut arguments, executor).expect("the program runs");
        assert!(case.is_right(&memory), "{case:?}\n{}", program.loops());
    }
}

/// The same with arrays in half precision, if that has the results.
fn runs_in_half(jit: &Jit, case: &Case, pool: &Pool) {
    if case.expected().iter().all(|element| F16::from_f64((*element).into()).to_f64() == f64::from(*element))
    {
        runs::<F16>(jit, case, pool);
    }
}

fn pool() -> Pool {
    Pool::with_width(NonZeroUsize::new(4).expect("threads"))
}

#[test]
fn calls_of_numpys_tests_run() {
    let (jit, pool, mut random) = (Jit::host().expect("a machine"), pool(), SplitMix::new(11));
    let calls = numpy::calls().filter(|(_, call)| call.outcome == "ok");
    for (line, call) in calls.step_by(nightly::one_of(3)) {
        let expression = || Contraction::Expression(call.expression().expect(line));
        let shapes = call.shapes();
        runs::<f32>(&jit, &Case::new(expression(), &shapes, &mut random), &pool);
        runs::<f64>(&jit, &Case::scattered(expression(), &shapes, &mut random), &pool);
        runs_in_half(&jit, &Case::scattered(expression(), &shapes, &mut random), &pool);
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
        let case = Case::scattered(expression, &shapes, &mut random);
        runs::<f32>(&jit, &case, &pool);
        runs_in_half(&jit, &case, &pool);
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
