//! Blocks of short dimensions in another order, run on the machine at hand, against the scalar reference,
//! with inaccessible pages on either side of both operands: bit-exact on any bits.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Moved, PermuteSpec, SpecError};
use tensmith_core::reference::{self, Element};
use tensmith_core::{DType, Target};
use tensmith_tests::bench::{Bench, Case, OUTPUT_GAP};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;

fn case<T: Element>(spec: &PermuteSpec, random: &mut SplitMix) -> Case<T> {
    let span =
        |step: fn(&Moved) -> usize| spec.dims().map(|dim| (dim.extent - 1) * step(&dim)).sum::<usize>() + 1;
    let number = |random: &mut SplitMix| match random.below(16) {
        0 => f64::NAN,
        1 => -0.0,
        _ => random.below(1 << 20) as f64 / 64.0,
    };
    let input = (0..span(|dim| dim.step_in)).map(|_| T::from_f64(number(random))).collect::<Vec<_>>();
    let out = vec![T::from_f64(OUTPUT_GAP); span(|dim| dim.step_out)];
    let mut after = out.clone();
    reference::permute(spec, &input, &mut after).expect("operands fit");
    Case { spec: KernelSpec::Permute(*spec), buffers: vec![input, out], operands: vec![0, 1], after }
}

/// Steps of dimensions that are one inside the other in some order, with a gap behind each one in eight.
fn steps(extents: &[usize], random: &mut SplitMix) -> Vec<usize> {
    let mut left: Vec<usize> = (0..extents.len()).collect();
    let (mut steps, mut reached) = (vec![0; extents.len()], 1);
    while !left.is_empty() {
        let number = left.swap_remove(random.below(left.len() as u64) as usize);
        steps[number] = reached;
        reached = reached * extents[number] + usize::from(random.below(8) == 0);
    }
    steps
}

fn drawn<T: Element>(random: &mut SplitMix) -> PermuteSpec {
    let rank = random.below(PermuteSpec::MOST_DIMS as u64 + 1) as usize;
    let most = [2, 3, 4, 17][random.below(4) as usize];
    let mut elements = 1;
    let mut extents = vec![];
    for _ in 0..rank {
        let extent = if random.below(3) == 0 { 1 + random.below(most) as usize } else { 2 };
        if elements * extent <= 512 {
            extents.push(extent);
            elements *= extent;
        }
    }
    let (mut step_in, step_out) = (steps(&extents, random), steps(&extents, random));
    match random.below(6) {
        // In the same order, as if nothing were permuted.
        0 => step_in.clone_from(&step_out),
        // One element for many.
        1 => step_in.iter_mut().take(1).for_each(|step| *step = 0),
        _ => {}
    }
    let dims = extents.iter().zip(step_in).zip(step_out);
    let dims = dims.map(|((extent, step_in), step_out)| Moved { extent: *extent, step_in, step_out });
    PermuteSpec::new(T::DTYPE, dims).expect("not too many")
}

fn blocks_at_random<T: Element>() {
    let mut bench = Bench::here("primitives_permute");
    for _ in 0..nightly::cases(2000, 40_000) {
        let spec = drawn::<T>(&mut bench.random);
        let case = case::<T>(&spec, &mut bench.random);
        bench.check_bits(&case);
    }
}

#[test]
fn blocks_of_single_precision() {
    blocks_at_random::<f32>();
}

#[test]
fn blocks_of_double_precision() {
    blocks_at_random::<f64>();
}

/// As circuits have them: dimensions of 2, all steps powers of two that are far apart.
#[test]
fn elements_far_apart_find_their_places() {
    let mut bench = Bench::here("primitives_permute_far");
    for (order_in, order_out) in [
        ([0, 1, 2, 3, 10, 11, 12, 14], [9, 12, 11, 10, 0, 1, 2, 3]),
        ([14, 0, 3, 1, 2, 9, 8, 11], [0, 14, 2, 12, 1, 3, 10, 5]),
    ] {
        let dims = order_in.into_iter().zip(order_out);
        let dims = dims.map(|(x, y)| Moved { extent: 2, step_in: 1 << x, step_out: 1 << y });
        let spec = PermuteSpec::new(DType::F32, dims).expect("eight dimensions");
        let case = case::<f32>(&spec, &mut bench.random);
        bench.check_bits(&case);
    }
}

#[test]
fn blocks_that_break_a_rule_are_refused() {
    let moved = |[extent, step_in, step_out]: [usize; 3]| Moved { extent, step_in, step_out };
    let broken = |dims: &[[usize; 3]]| {
        PermuteSpec::new(DType::F64, dims.iter().copied().map(moved)).and_then(|spec| spec.validate())
    };
    let too_many = |field, value, limit| Err(SpecError::TooMany { field, value, limit });
    assert_eq!(broken(&[]), Ok(()));
    assert_eq!(broken(&[[2, 0, 1]; 9]), too_many("dims", 9, 8));
    assert_eq!(broken(&[[1, 0, 1]; 9]), Ok(()));
    assert_eq!(broken(&[[255, 1, 1]]), too_many("extent", 255, 254));
    assert_eq!(broken(&[[33, 1, 1], [32, 33, 33]]), too_many("elements", 1056, 1024));
    assert_eq!(broken(&[[0, 1, 1]]), Err(SpecError::Zero { field: "extent" }));
    // Two elements of the output are one.
    assert_eq!(broken(&[[2, 1, 0]]), Err(SpecError::Overlap { field: "step_out", value: 0, least: 1 }));
    assert_eq!(
        broken(&[[4, 1, 2], [2, 4, 6]]),
        Err(SpecError::Overlap { field: "step_out", value: 6, least: 7 })
    );
    for dims in [[2, usize::MAX, 1], [2, 1, usize::MAX], [254, usize::MAX / 100, 1]] {
        assert!(matches!(broken(&[dims]), Err(SpecError::TooLarge { .. })), "{dims:?}");
    }
}

/// A block of pairs that stay together moves pairs, and one whose neighbours part is transposed in registers.
#[test]
fn fewer_instructions_than_elements_are_needed() {
    let target = Target::named("zen4").expect("a core");
    let registry = tensmith_primitives::registry().expect("generators");
    let cycles = |dims: &[[usize; 3]]| {
        let dims = dims.iter().map(|[extent, step_in, step_out]| Moved {
            extent: *extent,
            step_in: *step_in,
            step_out: *step_out,
        });
        let spec = KernelSpec::Permute(PermuteSpec::new(DType::F32, dims).expect("a block"));
        registry.choose(&spec, &target).expect("an offer").offer.cycles
    };
    let scattered = cycles(&[[2, 2, 1000], [2, 40, 3000], [2, 80, 2], [2, 160, 50]]);
    let pairs = cycles(&[[2, 1, 1], [2, 40, 3000], [2, 80, 2], [2, 160, 50]]);
    let squares = cycles(&[[2, 1, 1000], [2, 2, 3000], [2, 80, 1], [2, 160, 2]]);
    assert!(pairs < 0.6 * scattered && squares < 0.6 * scattered, "{scattered} {pairs} {squares}");
}
