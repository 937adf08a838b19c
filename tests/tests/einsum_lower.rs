//! Expressions and trees of any number of operands, lowered, with references in place of kernels: what
//! numpy's and other libraries' tests call, and networks drawn at random. On any host.

use tensmith::Jit;
use tensmith_core::einsum::path::Cheap;
use tensmith_core::einsum::tree::{Kind, parse};
use tensmith_core::einsum::{self, Arrays, Dialect, Finish, Lowered, Numbers, resolve};
use tensmith_core::tensor::optimize::Context;
use tensmith_core::tensor::{ArrayLayout, Buffer, Main, Options, Step};
use tensmith_core::{DType, Target};
use tensmith_tests::lowered::{Case, Contraction};
use tensmith_tests::random::SplitMix;
use tensmith_tests::trees::{KNOWN, scaled};
use tensmith_tests::{networks, nightly, numpy};

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
    let calls = numpy::calls().filter(|(_, call)| call.outcome == "ok");
    // All of them run on the host by day (`einsum_lower_run`).
    let share = nightly::scaled(9, 1);
    for (line, call) in calls.step_by(share) {
        let expression =
            || Contraction::Expression(call.expression().unwrap_or_else(|e| panic!("{line}: {e}")));
        let shapes = call.shapes();
        Case::new(expression(), &shapes, &mut random).check::<f32>(&on(&target));
        Case::scattered(expression(), &shapes, &mut random).check::<f64>(&on(&target));
        count += 1;
    }
    assert_eq!(count, 715_usize.div_ceil(share));
}

/// Networks at random, with hyperedges, diagonals, broadcasts, outer products, empty extents, scalars. The
/// arena is larger than what exists at a time only where an operand is copied as a whole before it is read.
#[test]
fn networks_give_what_they_mean() {
    let (target, count, mut exact) = (target(), nightly::scaled(1000, 3000), 0);
    for seed in 0..count {
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
        let lowered = case.check::<f64>(&Context { target: &target, options });
        let peak = lowered.tree.peak(lowered.nodes.iter().map(|node| node.node)).unwrap();
        let arena = lowered.sequence.arena as u64 / 8;
        assert!(arena >= peak);
        exact += u64::from(arena == peak);
    }
    println!("{exact} of {count} arenas are exactly what exists at a time");
    assert!(exact > count * 9 / 10, "only {exact} arenas are exactly what exists");
}

/// The operands of a tree of the literature, at full size.
fn inputs((text, extents, _): (&str, &[usize], u64)) -> Vec<ArrayLayout> {
    let tree = parse(text, extents).unwrap();
    let inputs = tree.nodes().filter(|node| matches!(node.kind, Kind::Input(_)));
    let shape = |indices: &[usize]| -> Vec<usize> { indices.iter().map(|index| extents[*index]).collect() };
    inputs.map(|node| ArrayLayout::c_order(&shape(node.indices)).unwrap()).collect()
}

/// A tree of the literature, lowered at full size.
fn known(of: (&str, &[usize], u64), context: &Context<'_>) -> Lowered {
    let (text, extents, _) = of;
    let (tree, inputs) = (parse(text, extents).unwrap(), inputs(of));
    let shape = |indices: &[usize]| -> Vec<usize> { indices.iter().map(|index| extents[*index]).collect() };
    let output = ArrayLayout::c_order(&shape(tree.node(tree.root()).unwrap().indices)).unwrap();
    let inputs: Vec<&ArrayLayout> = inputs.iter().collect();
    einsum::lower_tree(
        &tree,
        Arrays {
            numbers: Numbers::of(DType::F32.into()),
            inputs: &inputs,
            output: &output,
            conjugated: &[],
            finish: Finish::default(),
        },
        context,
    )
    .unwrap()
}

/// The steps that copy intermediate tensors, or panels of them.
fn copies_of_intermediates(lowered: &Lowered) -> impl Iterator<Item = &Step> {
    let is_copy = |step: &&Step| matches!(step.nest.main, Main::Unary(_));
    let of_intermediate = |step: &&Step| matches!(step.operands.in0, Buffer::Arena(_));
    lowered.sequence.steps.iter().filter(is_copy).filter(of_intermediate)
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
        assert_eq!(lowered.sequence.arena as u64, 4 * peak);
        assert_eq!(lowered.sequence.scratch, 0, "nothing is packed either");
        assert_eq!(copies_of_intermediates(&lowered).count(), 0);
    }
}

/// Of the first two, some results are large next to their sums: memory bounds them. Of the last, rows are 25
/// long. The cost model, which planning goes by, and what kernels are offered for say the same of it.
#[test]
fn trees_of_the_literature_are_predicted_near_the_limit_of_the_core() {
    let target = target();
    let jit = Jit::for_target(target).unwrap();
    for (tree, least) in KNOWN.into_iter().zip([0.65, 0.73, 0.80]) {
        let lowered = known(tree, &on(&target));
        let by_model: f64 = lowered.nodes.iter().map(|node| lowered.cost(node, &target).total()).sum();
        let (text, extents, operations) = tree;
        let plan = jit.tree(text, extents).plan::<f32>(&inputs(tree)).unwrap();
        let by_offers: f64 = plan.explain().steps().map(|step| step.cost.total()).sum();
        let lanes = target.machine().lanes(DType::F32).get() as f64;
        let limit = operations as f64 / 2.0 / (lanes * f64::from(target.core.model.multiply_adds));
        println!("{:.3} and {:.3} of the limit: {}", limit / by_model, limit / by_offers, lowered.tree);
        assert!(limit / by_model >= least, "{} of the limit, {least} expected", limit / by_model);
        if least >= 0.80 {
            assert!(limit / by_offers >= least, "{} of the limit, {least} expected", limit / by_offers);
        }
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

/// Expressions that ndarray refuses, and numpy does not: an operand without labels is a scalar.
const SCALARS: [&str; 2] = ["i,", "->"];

/// Operands that the test permutes or slices before: as they are recorded, and as it calls with them.
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

/// Networks whose tensors are large enough that copying one could pay.
/// Trees are laid out so that none has to be; where dimensions are short, the pass `group` may
/// find a copy cheaper.
#[test]
fn no_intermediate_tensor_is_copied() {
    let target = target();
    let options = Options { without: &["group"], ..Options::default() };
    let context = Context { target: &target, options };
    let mut intermediates = 0;
    for seed in 0..1000 {
        let mut random = SplitMix::new(seed);
        let (text, shapes) = networks::connected(&mut random, 3 + (seed as usize) % 8, &[3, 8, 12, 20, 32]);
        let layouts: Vec<_> = shapes.iter().map(|shape| ArrayLayout::c_order(shape).unwrap()).collect();
        let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
        let resolved = resolve(&einsum::parse(&text).unwrap(), &shapes, Dialect::Numpy).unwrap();
        let output = ArrayLayout::c_order(&resolved.output_shape().unwrap()).unwrap();
        let inputs: Vec<&ArrayLayout> = layouts.iter().collect();
        let arrays = Arrays {
            numbers: Numbers::of(DType::F32.into()),
            inputs: &inputs,
            output: &output,
            conjugated: &[],
            finish: Finish::default(),
        };
        let lowered = einsum::lower(&resolved, arrays, &Cheap, &context).unwrap();
        intermediates += lowered.nodes.len() - 1;
        let copies = copies_of_intermediates(&lowered).count();
        assert_eq!(copies, 0, "{text} {shapes:?}: {} {}", lowered.tree, *lowered.sequence);
    }
    assert!(intermediates > 4000, "only {intermediates}");
}

/// A row of small matrices, however many.
#[test]
fn hundreds_of_operands_meet() {
    let (target, mut random) = (target(), SplitMix::new(40));
    let row = |operands: u32| -> (String, Vec<Vec<usize>>) {
        // The meaning is a sum over all indices together.
        let extent = |nth: usize| if nth.is_multiple_of(operands.div_ceil(9) as usize) { 2 } else { 1 };
        let label = |nth: u32| char::from_u32(192 + nth).unwrap();
        let terms: Vec<String> =
            (0..operands).map(|nth| [label(nth), label(nth + 1)].iter().collect()).collect();
        let shapes = (0..operands as usize).map(|nth| vec![extent(nth), extent(nth + 1)]).collect();
        (format!("{}->{}{}", terms.join(","), label(operands), label(0)), shapes)
    };
    for operands in [40, 47, 48, 49, 300] {
        let (text, shapes) = row(operands);
        let contraction = Contraction::Expression(einsum::parse(&text).unwrap());
        let lowered = Case::new(contraction, &shapes, &mut random).check::<f64>(&on(&target));
        assert_eq!(lowered.nodes.len(), operands as usize - 1);
    }
}

#[test]
fn trees_and_arrays_that_do_not_fit_are_refused() {
    let target = target();
    let refused = |text: &str, extents: &[usize], inputs: &[&[usize]], output: &[usize]| {
        let layouts: Vec<_> = inputs.iter().map(|shape| ArrayLayout::c_order(shape).unwrap()).collect();
        let inputs: Vec<&ArrayLayout> = layouts.iter().collect();
        let output = ArrayLayout::c_order(output).unwrap();
        let arrays = Arrays {
            numbers: Numbers::of(DType::F64.into()),
            inputs: &inputs,
            output: &output,
            conjugated: &[],
            finish: Finish::default(),
        };
        einsum::lower_tree(&parse(text, extents).unwrap(), arrays, &on(&target)).unwrap_err().to_string()
    };
    let product =
        |inputs: &[&[usize]], output: &[usize]| refused("[0,1],[1,2]->[0,2]", &[2, 3, 4], inputs, output);
    assert_eq!(product(&[&[2, 3]], &[2, 4]), "number of arrays is 1: must be 2, that of the operands");
    assert_eq!(product(&[&[2, 3], &[3]], &[2, 4]), "in1 has 1 extent: must have 2");
    assert_eq!(product(&[&[2, 3], &[1, 4]], &[2, 4]), "label '1' is 1 in in1: must be 3");
    assert_eq!(product(&[&[2, 3], &[3, 4]], &[8]), "out has 1 extent: the expression gives it 2");
    let message = "label '2' is 4 in the inputs and 5 in out: must be the same";
    assert_eq!(product(&[&[2, 3], &[3, 4]], &[2, 5]), message);
    let (text, extents) = ("[[0],[1]->[0,1]],[[0],[1]->[0,1]]->[]", [1 << 22, 1 << 21]);
    let vectors: [&[usize]; 4] = [&extents[..1], &extents[1..], &extents[..1], &extents[1..]];
    let message = refused(text, &extents, &vectors, &[]);
    let start = "the arena needs more than 140737488355327 bytes when contraction 1 is computed: another";
    assert!(message.starts_with(start), "{message}");
    let long = [1 << 30; 2];
    let message = refused("[[0],[1]->[0,1]],[0]->[1]", &long, &[&long[..1]; 3], &long[..1]);
    assert!(message.starts_with("out spans more than 17592186044415 elements"), "{message}");
}
