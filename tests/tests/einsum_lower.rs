//! Expressions and trees of any number of operands, lowered, with references in place of kernels: what
//! numpy's and other libraries' tests call, and networks drawn at random. On any host.

use tensmith_core::einsum::tree::{Kind, parse};
use tensmith_core::einsum::{self, Arrays, Lowered};
use tensmith_core::tensor::optimize::Context;
use tensmith_core::tensor::{ArrayLayout, Buffer, Main, Options, Step};
use tensmith_core::{DType, Target};
use tensmith_tests::lowered::{Case, Contraction};
use tensmith_tests::random::SplitMix;
use tensmith_tests::trees::{KNOWN, scaled};
use tensmith_tests::{networks, numpy};

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

/// Networks at random, with hyperedges, diagonals, broadcasts, outer products, empty extents, scalars.
#[test]
fn networks_give_what_they_mean() {
    let target = target();
    for seed in 0..3000 {
        let mut random = SplitMix::new(seed);
        let (text, shapes) = networks::draw(&mut random);
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

/// A tree of the literature, lowered at full size.
fn known((text, extents, _): (&str, &[usize], u64), context: &Context<'_>) -> Lowered {
    let tree = parse(text, extents).unwrap();
    let shape = |indices: &[usize]| -> Vec<usize> { indices.iter().map(|index| extents[*index]).collect() };
    let inputs = tree.nodes().filter(|node| matches!(node.kind, Kind::Input(_)));
    let inputs: Vec<_> = inputs.map(|node| ArrayLayout::c_order(&shape(node.indices)).unwrap()).collect();
    let output = ArrayLayout::c_order(&shape(tree.node(tree.root()).unwrap().indices)).unwrap();
    let inputs: Vec<&ArrayLayout> = inputs.iter().collect();
    einsum::lower_tree(&tree, Arrays { dtype: DType::F32, inputs: &inputs, output: &output }, context)
        .unwrap()
}

/// No step reads an intermediate tensor but contractions, and reductions.
fn copies_no_intermediate(lowered: &Lowered) -> bool {
    let mut steps = lowered.sequence.steps.iter();
    let is_copy = |step: &Step| matches!(step.nest.main, Main::Unary(_));
    !steps.any(|step| is_copy(step) && matches!(step.operands.in0, Buffer::Arena(_)))
}

#[test]
fn trees_of_the_literature_are_lowered_without_copies_into_their_peak() {
    let target = target();
    for tree in KNOWN {
        let lowered = known(tree, &on(&target));
        let peak = lowered.tree.peak(lowered.nodes.iter().map(|node| node.node)).unwrap();
        println!("{}: {peak} elements", lowered.tree);
        for node in &lowered.nodes {
            println!("{:?} in {}: {}", node.node, node.place, lowered.cost(node, &target));
        }
        assert_eq!(lowered.tree.operations(), tree.2);
        assert_eq!(lowered.sequence.arena as u64, peak);
        assert_eq!(lowered.sequence.scratch, 0, "nothing is packed either");
        assert!(copies_no_intermediate(&lowered));
    }
}

#[test]
fn trees_of_the_literature_give_what_they_mean() {
    let (target, mut random) = (target(), SplitMix::new(3));
    for (text, extents, _) in KNOWN {
        let tree = parse(text, &scaled(extents, 4)).unwrap();
        Case::of_tree(tree, &mut random).check::<f32>(&on(&target));
    }
}

/// What ndarray refuses, and numpy does not: an operand without labels is a scalar.
const SCALARS: [&str; 2] = ["i,", "->"];

/// What is recorded of operands that the test permutes or slices before, and what it calls with.
const CHANGED: [(&str, &str); 2] = [("square=?", "square=(3,3)"), ("rhs=(5,3,4)", "rhs=(3,4,5)")];

/// A shape, as in `a=(3,4)`.
fn shape(text: &str) -> Vec<usize> {
    let changed = CHANGED.iter().find(|(recorded, _)| *recorded == text).map(|(_, called)| *called);
    let (_, shape) = changed.unwrap_or(text).split_once('=').unwrap();
    let shape = shape.strip_prefix('(').and_then(|shape| shape.strip_suffix(')')).unwrap();
    shape.split_terminator(',').map(|extent| extent.parse().unwrap()).collect()
}

/// The fields of a line, of which some are between quotes.
fn fields(line: &str) -> Vec<String> {
    let mut is_quoted = false;
    let mut fields = vec![String::new()];
    for character in line.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            other => fields.last_mut().unwrap().push(other),
        }
    }
    fields
}

#[test]
fn calls_of_ndarrays_tests_end_as_there() {
    let (mut random, target) = (SplitMix::new(9), target());
    let mut counts = [0; 3];
    for line in include_str!("../data/einsum/ndarray_calls.csv").lines().skip(1) {
        let fields = fields(line);
        let [_, text, operands, kind, outcome] = &fields[..] else { panic!("{line}") };
        let expression = einsum::parse(text);
        let is_ok = outcome == "ok" || SCALARS.contains(&&**text);
        assert_eq!(expression.is_ok(), is_ok, "{line}");
        if kind == "compute" {
            let shapes: Vec<Vec<usize>> = operands.split(';').map(shape).collect();
            let contraction = Contraction::Expression(expression.unwrap());
            Case::scattered(contraction, &shapes, &mut random).check::<f32>(&on(&target));
            counts[0] += 1;
        } else {
            counts[if is_ok { 1 } else { 2 }] += 1;
        }
    }
    assert_eq!(counts, [52, 20, 4]);
}
