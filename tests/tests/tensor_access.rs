//! The elements that plans access: nests, sequences and expressions drawn at random, for every target, and
//! texts of plans with mistakes. Every element that every call of a kernel touches is enumerated; it has to
//! lie where the operands are, in scratch memory or in the arena, and is not written by one task while
//! another one accesses it. The output does not depend on what nobody has written. All of the output is
//! written. On any host.

use proptest::prelude::*;
use tensmith_core::Target;
use tensmith_core::einsum;
use tensmith_core::tensor::optimize::{Context, optimize_all};
use tensmith_core::tensor::{
    ArrayLayout, ArrayName, Kind, Nest, NestError, Operand, Options, OutOfBounds, Plan, Sequence,
};
use tensmith_tests::contractions::cases_in_lanes;
use tensmith_tests::drawn;
use tensmith_tests::exact::places;
use tensmith_tests::judge::{Allowed, judged, judged_by};
use tensmith_tests::lowered::{Case, Contraction};
use tensmith_tests::nightly::scaled;
use tensmith_tests::random::SplitMix;
use tensmith_tests::{networks, plans};

/// The elements that the loops of a nest lead to, in operands that are the arguments 0, 1 and 2.
fn allowed(nest: &Nest) -> Allowed {
    let (mut allowed, bytes) = (Allowed::default(), nest.types.output.bytes() as isize);
    let mut indices = vec![0; nest.dims.len()];
    let is_empty = |operand| {
        nest.dims.iter().any(|dim| dim.extent == 0 && (dim.kind != Kind::K || operand != Operand::Out))
    };
    loop {
        for (number, operand) in
            Operand::ALL.into_iter().enumerate().filter(|(_, operand)| !is_empty(*operand))
        {
            let steps = indices.iter().zip(&nest.dims).map(|(index, dim)| index * dim.strides.get(operand));
            let element = nest.offsets.get(operand) + steps.sum::<isize>();
            let places = if operand == Operand::Out { &mut allowed.written } else { &mut allowed.read };
            places.insert((number, element * bytes));
        }
        // The next indices, the last one fastest.
        let Some(at) = (0..indices.len()).rev().find(|at| indices[*at] + 1 < nest.dims[*at].extent as isize)
        else {
            return allowed;
        };
        indices[at] += 1;
        indices[at + 1..].fill(0);
    }
}

fn targets() -> impl Strategy<Value = Target> {
    prop::sample::select(Target::all().collect::<Vec<_>>())
}

/// The plan for a nest, where it can be decided, accesses what the nest does.
fn accesses_what_the_nest_does(nest: Nest, target: &Target, options: Options<'_>) {
    let allowed = allowed(&nest);
    let text = nest.to_string();
    let sequence = Sequence::of(nest).expect("memory");
    let sequence = optimize_all(sequence, &Context { target, options }, |_, _| {}).expect("a sequence");
    if options.without == ["primitives"] {
        return;
    }
    let plan = Plan::of(sequence).expect("a plan");
    let judgement = judged_by(&plan, &allowed);
    assert_eq!(judgement, Ok(()), "{}\n{text}\n{plan}", target.core.name);
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: scaled(2_000, 1_000_000), failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn nests_stay_with_their_operands(
        case in drawn::sizes(),
        main in drawn::main(),
        first in 0..3usize,
        last in prop::option::of(Just(tensmith_core::kernel::op::UnaryOp::decrement())),
        target in targets(),
        options in drawn::options(),
    ) {
        accesses_what_the_nest_does(drawn::nest(&case, main, first, last), &target, options);
    }

    #[test]
    fn lanes_stay_with_their_operands(
        case in cases_in_lanes(2000),
        target in targets(),
        options in drawn::options(),
    ) {
        accesses_what_the_nest_does(case.nest::<f64>(), &target, options);
    }

    #[test]
    fn expressions_stay_with_their_operands(
        seed in any::<u64>(),
        target in targets(),
        options in drawn::options(),
    ) {
        let mut random = SplitMix::new(seed);
        let (text, shapes) = networks::draw(&mut random);
        let contraction = Contraction::Expression(einsum::parse(&text).expect("an expression"));
        let case = Case::scattered(contraction, &shapes, &mut random);
        // Without every pass, steps may be left undecided.
        let options = Options { without: &[], ..options };
        let lowered = case.lower::<f32>(&Context { target: &target, options }).unwrap_or_else(|error| panic!("{error}: {text} {shapes:?} {options:?}"));
        let mut allowed = Allowed::default();
        let layouts = case.layouts();
        for (number, layout) in layouts.iter().enumerate() {
            let is_output = number + 1 == layouts.len();
            let places = places(layout).map(|place| (number, (place as isize - layout.origin() as isize) * 4));
            if is_output { &mut allowed.written } else { &mut allowed.read }.extend(places);
        }
        let plan = Plan::of_valid(lowered.sequence).expect("a plan");
        let judgement = judged_by(&plan, &allowed);
        assert_eq!(judgement, Ok(()), "{}: {text} {shapes:?} {options:?}\n{plan}", target.core.name);
    }
}

/// Multiplications side by side have no touch, so that an empty sum is no work of theirs.
#[test]
fn empty_sums_are_written() {
    let dims = "c undefined 3 1 1 1 \n n undefined 6 0 3 3 \n k undefined 0 3 18 0";
    let text = format!("nest f32 contraction first=zero \n {dims}");
    for target in Target::all() {
        let nest = text.parse().expect("a nest");
        accesses_what_the_nest_does(nest, &target, Options::default());
    }
    let side_by_side = text.replace("contraction", "lanewise").replace("undefined", "prim");
    let nest: Nest = side_by_side.parse().expect("a nest");
    assert_eq!(Plan::new(nest).err(), Some(NestError::LanesTouched));
}

/// Work that is not enumerated: a mistake may have made it long.
const MOST_WORK: u64 = 50_000;

#[test]
fn changed_texts_are_refused_or_stay_with_their_operands() {
    let mut random = SplitMix::seeded("tensor_access", 4);
    let targets: Vec<Target> = Target::all().collect();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..scaled(20, 10_000) {
        let target = targets[random.below(targets.len() as u64) as usize];
        let jit = tensmith::Jit::for_target(target).expect("a jit");
        let text = plans::draw(&jit, &mut random).to_text();
        for _ in 0..100 {
            let changed = plans::changed(&text, &mut random);
            let Ok(plan) = jit.plan_from_text::<f32>(&changed) else {
                refused += 1;
                continue;
            };
            let work = plan.explain().loops().sequence().steps.iter().map(|step| step.nest.multiply_adds());
            if work.fold(0, u64::saturating_add) > MOST_WORK {
                continue;
            }
            read += 1;
            let accesses = plan.explain().loops().accesses();
            let judgement = judged(plan.explain().loops(), |(argument, offset), writes| {
                let access = accesses[argument];
                let (below, above) = (-(access.below as isize) * 4, access.above as isize * 4);
                access.is_used && (access.is_written || !writes) && (below..=above).contains(&offset)
            });
            assert_eq!(judgement.err(), None, "{changed}\n{}", plan.explain().loops());
        }
    }
    println!("read {read}, refused {refused}");
    assert!(read > 50 && refused > 50);
}

/// One element less, before the first index or behind the last, is too few.
#[test]
fn a_plan_fits_arrays_that_hold_all_that_it_accesses() {
    let layout = |extent: usize, stride: isize| ArrayLayout::new(&[extent], &[stride]).expect("a layout");
    for (stride_in, stride_out) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
        let text = format!("nest f32 identity\n c seq 10 {stride_in} 0 {stride_out}\n");
        let nest = text.parse::<Nest>().expect("a nest");
        let plan = Plan::of(Sequence::of(nest).expect("memory")).expect("a plan");
        let fits = |extent_in: usize, extent_out: usize| {
            let inputs = [layout(extent_in, stride_in), layout(1, 1)];
            plan.fits(&inputs, &layout(extent_out, stride_out))
        };
        assert_eq!(fits(10, 10), Ok(()));
        let beyond = |array, stride: isize| {
            let (below, above) = if stride < 0 { (9, 0) } else { (0, 9) };
            let (before, after) = if stride < 0 { (8, 0) } else { (0, 8) };
            Err(OutOfBounds::Beyond { array, below, above, before, after })
        };
        assert_eq!(fits(9, 10), beyond(ArrayName::Input(0), stride_in));
        assert_eq!(fits(10, 9), beyond(ArrayName::Output, stride_out));
    }
}
