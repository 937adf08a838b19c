//! Expressions and trees of any number of operands, lowered, with references in place of kernels: what
//! numpy's and other libraries' tests call, and networks drawn at random. On any host.

use tensmith_core::Target;
use tensmith_core::einsum;
use tensmith_core::tensor::Options;
use tensmith_core::tensor::optimize::Context;
use tensmith_tests::lowered::{Case, Contraction};
use tensmith_tests::numpy;
use tensmith_tests::random::SplitMix;

fn target() -> Target {
    Target::named("neoverse-v2").unwrap()
}

fn on<'a>(target: &'a Target) -> Context<'a> {
    Context { target, options: Options::default() }
}

#[test]
fn calls_of_numpys_tests_give_what_they_mean() {
    let (mut random, target) = (SplitMix::new(7), target());
    let mut count = 0;
    for (line, call) in numpy::calls().filter(|(_, call)| call.outcome == "ok") {
        let expression =
            || Contraction::Expression(call.expression().unwrap_or_else(|e| panic!("{line}: {e}")));
        let shapes = call.shapes();
        Case::new(expression(), &shapes, &mut random).check::<f32>(&on(&target));
        Case::scattered(expression(), &shapes, &mut random).check::<f64>(&on(&target));
        count += 1;
    }
    assert_eq!(count, 715);
}

/// Operands with indices that one to five of them have, some of them twice in an operand, of extents 1, and as
/// an expression.
fn network(random: &mut SplitMix) -> (String, Vec<Vec<usize>>) {
    let operands = 1 + random.below(7) as usize;
    let mut terms = vec![(String::new(), Vec::new()); operands];
    let (mut output, mut points) = (String::new(), 1);
    let indices = random.below(operands as u64 + 4);
    for label in ('a'..).take(indices as usize) {
        let extent = [0, 1, 2, 3, 4, 5, 6, 17][random.below(8) as usize];
        let extent = if points * extent > 4000 || extent == 0 && random.below(6) > 0 { 2 } else { extent };
        points *= extent.max(1);
        let mut is_used = false;
        for _ in 0..[1, 1, 2, 2, 2, 2, 3, 5][random.below(8) as usize] {
            let (term, shape) = &mut terms[random.below(operands as u64) as usize];
            let is_repeated = !term.contains(label) && is_used && random.below(8) == 0;
            if !term.contains(label) || random.below(4) == 0 {
                let place = random.below(shape.len() as u64 + 1) as usize;
                let extent = shape_of(term, shape, label).unwrap_or(if is_repeated { 1 } else { extent });
                term.insert(place, label);
                shape.insert(place, extent);
                is_used = true;
            }
        }
        if random.below(3) == 0 {
            output.insert(random.below(output.len() as u64 + 1) as usize, label);
        }
    }
    let (texts, shapes): (Vec<String>, Vec<Vec<usize>>) = terms.into_iter().unzip();
    (format!("{}->{output}", texts.join(",")), shapes)
}

/// The extent that a term already has for a label.
fn shape_of(term: &str, shape: &[usize], label: char) -> Option<usize> {
    term.chars().position(|other| other == label).map(|place| shape[place])
}

/// Networks at random, with hyperedges, diagonals, broadcasts, outer products, empty extents, scalars.
#[test]
fn networks_give_what_they_mean() {
    let target = target();
    for seed in 0..3000 {
        let mut random = SplitMix::new(seed);
        let (text, shapes) = network(&mut random);
        println!("seed {seed}: {text} {shapes:?}");
        let expression = Contraction::Expression(einsum::parse(&text).unwrap());
        let case = Case::scattered(expression, &shapes, &mut random);
        let options = Options {
            max_kernel_size: (random.below(3) == 0).then_some(4),
            thread_target: (random.below(2) == 0).then_some(5),
            ..Options::default()
        };
        case.check::<f64>(&Context { target: &target, options });
    }
}
