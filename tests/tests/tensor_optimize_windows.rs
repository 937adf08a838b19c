//! Windows that slide over an array: the optimizer finds them in nests of poolings, stencils and depthwise
//! convolutions, and what comes out computes the same. On any host.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use tensmith_core::Target;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::tensor::optimize::{Context, optimize_all};
use tensmith_core::tensor::{Options, PerOperand, Plan, optimize};
use tensmith_tests::interpret::interpret_all;
use tensmith_tests::nightly;
use tensmith_tests::passes::every_pass_keeps_the_result;
use tensmith_tests::sliding::Channels;
use tensmith_tests::{drawn, sliding};

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::scaled(400, 50_000), failure_persistence: None, ..Default::default() })]

    #[test]
    fn passes_keep_what_windows_compute(
        case in sliding::sliding(2000),
        first in 0..3usize,
        last in prop::option::of(Just(UnaryOp::decrement())),
        options in drawn::options(),
    ) {
        let nest = case.touched::<f64>(first, last);
        every_pass_keeps_the_result(case.data(), PerOperand::default(), nest, options);
    }
}

/// Whatever the strides and dilations, a convolution with weights of its own for each channel is windows, as
/// long as its channels or one of its directions are contiguous in image and output.
#[test]
fn most_windows_are_found() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut found, mut all) = (0, 0);
    for _ in 0..500 {
        let case = sliding::sliding(20_000).new_tree(&mut runner).unwrap().current();
        let overlap = case.directions.iter().any(|d| d.windows > 2 && d.taps > d.stride && d.dilation == 1);
        let along = case.directions.last().is_some_and(|d| d.windows > 1 && d.stride == 1);
        let has_lanes = if case.places[0] == Channels::Last { case.channels > 1 } else { along };
        if !overlap || !has_lanes || case.places[0] != case.places[1] || case.fold.is_some() {
            continue;
        }
        all += 1;
        let plan = Plan::of(optimize(case.nest::<f32>(), &target(), Options::default()).unwrap()).unwrap();
        found += usize::from(plan.kernels().iter().any(|spec| matches!(spec, KernelSpec::Window(_))));
    }
    assert!(all > 50 && found * 10 > all * 9, "{found} of {all}");
}

fn target() -> Target {
    Target::named("neoverse-v2").unwrap()
}

fn plan(text: &str) -> Plan {
    let nest = format!("nest f32 {text}").parse().unwrap();
    Plan::of(optimize(nest, &target(), Options::default()).unwrap()).unwrap()
}

/// Kernels, and how often they are called in all.
fn kernels(text: &str) -> (Vec<String>, u64) {
    let (plan, mut calls) = (plan(text), 0);
    plan.phases().iter().for_each(|phase| phase.count_calls(|some| calls += some.times));
    (plan.kernels().iter().map(KernelSpec::to_string).collect(), calls)
}

#[test]
fn windows_are_few_calls_of_kernels() {
    let cases = [
        // Depthwise convolutions, channels last: a row of windows in each call; with strides and dilation.
        (
            "contraction first=zero \n m undefined 60 2048 0 1920 \n m undefined 60 32 0 32
             k undefined 5 2048 160 0 \n k undefined 5 32 32 0 \n c undefined 32 1 1 1",
            &["window products f32 60x5x5x32"][..],
            60,
        ),
        (
            "contraction first=zero \n m undefined 28 4096 0 896 \n m undefined 28 64 0 32
             k undefined 3 6144 96 0 \n k undefined 3 96 32 0 \n c undefined 32 1 1 1",
            &["window products f32 28x3x3x32 in=64,6144,96"],
            28,
        ),
        // Channels first: lanes along a row, windows below each other, weights for all lanes.
        (
            "contraction first=zero \n c undefined 32 4096 25 3600 \n m undefined 60 64 0 60 \n m undefined 60 1 0 1
             k undefined 5 64 5 0 \n k undefined 5 1 1 0",
            &["window filter f32 60x5x5x60 in=64,1,64 weights=1,5"],
            32,
        ),
        // The weights come first.
        (
            "contraction first=zero \n n undefined 60 0 64 60 \n n undefined 60 0 1 1
             k undefined 3 3 64 0 \n k undefined 3 1 1 0",
            &["window filter f32 60x3x3x60 in=64,1,64 weights=1,3"],
            1,
        ),
        // Pooling of windows that do not overlap.
        (
            "reduce(max) first=fill(-inf) \n m undefined 30 1920 0 960 \n m undefined 30 64 0 32
             k undefined 2 960 0 0 \n k undefined 2 32 0 0 \n c undefined 32 1 0 1",
            &["window max f32 900x2x2x32 in=64,32,960"],
            1,
        ),
        // A line: lanes are its elements, and all that a step of the lanes shares is in the nearest cache.
        (
            "reduce(min) first=fill(inf) \n m undefined 500 1 0 1 \n k undefined 7 1 0 0",
            &["window min f32 1x1x7x500 in=0,0,1"],
            1,
        ),
    ];
    for (text, expected, calls) in cases {
        assert_eq!(kernels(text), (expected.iter().map(ToString::to_string).collect(), calls), "{text}");
    }
}

/// What are no windows stays a multiplication.
#[test]
fn multiplications_are_no_windows() {
    let cases = [
        // A matrix times a vector, and a convolution from all channels to all others.
        "contraction first=zero \n m undefined 60 1 0 1 \n k undefined 50 60 1 0",
        "contraction first=zero \n m undefined 30 16 0 8 \n n undefined 8 0 1 1
         k undefined 3 16 128 0 \n k undefined 16 1 8 0",
    ];
    for text in cases {
        let (kernels, _) = kernels(text);
        assert!(!kernels.iter().any(|kernel| kernel.starts_with("window")), "{kernels:?}");
    }
}

/// Folds of squares are folds of rows, and of what is left of these: in the arena, or for each
/// image in scratch memory.
#[test]
fn folds_of_squares_are_separated() {
    let pool = |dilation: usize, images: &str| {
        let width = 60 + 12 * dilation;
        format!(
            "reduce(max) first=fill(-inf) {images} \n m undefined 60 {width} 0 60 \n m undefined 60 1 0 1
             k undefined 13 {} 0 0 \n k undefined 13 {dilation} 0 0",
            width * dilation
        )
    };
    for dilation in [1, 2] {
        let plan = plan(&pool(dilation, ""));
        let rows = 60 + 12 * dilation;
        assert_eq!(plan.arena_bytes(), 4 * rows * 60, "{plan}");
        let expected = [
            format!("window max f32 {rows}x1x13x60 in={rows},0,{dilation}"),
            format!("window max f32 60x1x13x60 in=60,0,{}", 60 * dilation),
        ];
        let specs: Vec<String> = plan.kernels().iter().map(KernelSpec::to_string).collect();
        assert_eq!(specs, expected, "{plan}");
    }
    let plan = plan(&pool(1, "\n m undefined 8 10000 0 4000"));
    assert_eq!((plan.arena_bytes(), plan.scratch_bytes()), (0, 4 * 72 * 60), "{plan}");
    // Small squares are folded at once.
    let (kernels, _) = kernels(
        "reduce(sum) first=zero \n m undefined 30 1920 0 960 \n m undefined 30 64 0 32
         k undefined 2 960 0 0 \n k undefined 2 32 0 0 \n c undefined 32 1 0 1",
    );
    assert_eq!(kernels.len(), 1, "{kernels:?}");
}

/// Twice as large, bilinear: between neighbours, in each direction, two results of both, which are nearer to
/// one or to the other.
#[test]
fn a_resize_is_sums_of_neighbours() {
    let [height, width, channels] = [5, 6, 3];
    let (row, wide) = (width * channels, 2 * (width - 1) * channels);
    let (rows, pixels) = (height - 1, width - 1);
    let text = format!(
        "sequence scratch=0 arena={} \n step shares=0 in0=0 in1=1 out=a0 \n nest f64 contraction first=zero
         m undefined {rows} {row} 0 {} \n n undefined 2 0 2 {row} \n k undefined 2 {row} 1 0 \n m undefined {row} 1 0 1
         step shares=0 in0=a0 in1=1 out=2 \n nest f64 contraction first=zero
         m undefined {} {row} 0 {wide} \n m undefined {pixels} {channels} 0 {} \n n undefined 2 0 2 {channels}
         k undefined 2 {channels} 1 0 \n m undefined {channels} 1 0 1",
        size_of::<f64>() * 2 * rows * row,
        2 * row,
        2 * rows,
        2 * channels,
    );
    let context = Context { target: &target(), options: Options::default() };
    let plan = Plan::of(optimize_all(text.parse().unwrap(), &context, |_, _| {}).unwrap()).unwrap();
    let image: Vec<f64> = (0..height * row).map(|at| ((at * 7) % 64) as f64).collect();
    let near = [[0.75, 0.25], [0.25, 0.75]];
    let mut arguments = vec![image.clone(), near.concat(), vec![0.0; 2 * rows * wide]];
    interpret_all(&plan, &mut arguments, &[0; 3]);
    for (at, found) in arguments[2].iter().enumerate() {
        let (y, x, c) = (at / wide, at % wide / channels, at % channels);
        let taps = (0..4).map(|tap| (tap / 2, tap % 2));
        let of =
            |(q, r)| near[y % 2][q] * near[x % 2][r] * image[(y / 2 + q) * row + (x / 2 + r) * channels + c];
        assert_eq!(*found, taps.map(of).sum::<f64>(), "{y}, {x}, {c}\n{plan}");
    }
}
