//! The optimizer: every pass keeps what a nest computes, and the plans that come out are those that
//! are wanted. On any host.

use proptest::prelude::*;
use tensmith_core::Target;
use tensmith_core::isa::model::Caches;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::kernel::spec::Fold;
use tensmith_core::tensor::optimize::{Context, optimize_all};
use tensmith_core::tensor::plan::Bindings;
use tensmith_core::tensor::{
    Buffer, Cost, Exec, Kind, Main, Nest, Options, PerOperand, Plan, Sequence, Step, optimize,
};
use tensmith_tests::contractions::{Case, cases_in_lanes};
use tensmith_tests::interpret::{Data, evaluated, interpret, interpret_all};
use tensmith_tests::passes::every_pass_keeps_the_result;
use tensmith_tests::{drawn, nightly};

/// With elements whose product is exact in any order: signs, and powers of two where these stay in range.
fn every_pass_keeps(case: &Case, nest: Nest, options: Options<'_>) {
    let mut data: Data<f64> = case.data();
    if nest.main == Main::Reduce(Fold::Product) {
        let two = if nest.multiply_adds() < 1000 { 2.0 } else { 1.0 };
        data.in0.iter_mut().for_each(|x| *x = if *x == 8.0 { two } else { 1f64.copysign(*x) });
    }
    every_pass_keeps_the_result(data, case.origins(), nest, options);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::cases(2_500, 10_000) as u32, failure_persistence: None, ..Default::default() })]

    #[test]
    fn passes_keep_what_is_computed(
        case in drawn::sizes(),
        main in drawn::main(),
        first in 0..3usize,
        last in prop::option::of(Just(UnaryOp::decrement())),
        options in drawn::options(),
    ) {
        let nest = drawn::nest(&case, main, first, last);
        every_pass_keeps(&case, nest, options);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::cases(600, 2_000) as u32, failure_persistence: None, ..Default::default() })]

    #[test]
    fn passes_keep_what_lanes_compute(case in cases_in_lanes(2000), options in drawn::options()) {
        every_pass_keeps(&case, case.nest::<f64>(), options);
    }
}

fn target() -> Target {
    Target::named("neoverse-v2").unwrap()
}

fn plan(text: &str, options: Options<'_>) -> Plan {
    Plan::of(optimize(text.parse().unwrap(), &target(), options).unwrap()).unwrap()
}

fn specs(plan: &Plan) -> Vec<String> {
    plan.kernels().iter().map(KernelSpec::to_string).collect()
}

/// A, B and C of 1600x1600, column-major.
const PLAIN: &str = "nest f32 contraction first=zero
    m undefined 1600 1 0 1
    n undefined 1600 0 1600 1600
    k undefined 1600 1600 1 0";

#[test]
fn however_it_is_written_the_plan_is_the_same() {
    let split = "nest f32 contraction first=zero
        m undefined 2 800 0 800 \n m undefined 800 1 0 1
        n undefined 40 0 64000 64000 \n n undefined 40 0 1600 1600
        k undefined 100 25600 16 0 \n k undefined 16 1600 1 0";
    let plain = plan(PLAIN, Options::default());
    assert_eq!(specs(&plain), specs(&plan(split, Options::default())));
    assert_eq!(plain.sequence(), plan(split, Options::default()).sequence());
}

#[test]
fn the_caller_sets_the_limits_of_kernels() {
    // In the order of the passes, loops are split once more to blocks, and to tasks.
    let extents = |exec, max, min| -> Vec<usize> {
        let without = &["order", "parallel"][..];
        let options = Options { max_kernel_size: max, min_kernel_size: min, without, ..Options::default() };
        let plan = plan(PLAIN, options);
        let dims = &plan.sequence().steps[0].nest.dims;
        dims.iter().filter(|dim| dim.exec == exec).map(|dim| dim.extent).collect()
    };
    assert_eq!([Exec::Seq, Exec::Prim].map(|exec| extents(exec, Some(1024), None)), [[2; 3], [800; 3]]);
    for max in [32, 1024] {
        let both = [Exec::Seq, Exec::Prim].map(|exec| extents(exec, Some(max), Some(16)));
        assert_eq!(both, [[50; 3], [32; 3]], "{max}");
    }
    // No fewer indices than the caller accepts, even if that leaves fewer kernels.
    assert_eq!([Exec::Seq, Exec::Prim].map(|exec| extents(exec, Some(1024), Some(100))), [[16; 3], [100; 3]]);
}

/// A limit for kernels leaves them short enough for as many tasks as are asked for, if tiles of
/// registers allow that.
#[test]
fn limits_of_kernels_leave_enough_tasks() {
    let multiplication = |[m, n, k]: [usize; 3]| {
        format!(
            "nest f32 contraction first=zero \n m undefined {m} 1 0 1 \n n undefined {n} 0 {k} {m}
            k undefined {k} {m} 1 0"
        )
    };
    for extents in
        [[1600; 3], [1600, 160, 1600], [1000, 1600, 20], [4099, 67, 5], [300, 300, 300], [40, 7, 9]]
    {
        for thread_target in [2, 64, 200] {
            for max in [32, 1024, usize::MAX] {
                let options = Options {
                    thread_target: Some(thread_target),
                    max_kernel_size: Some(max),
                    ..Options::default()
                };
                let plan = plan(&multiplication(extents), options);
                let [m, n, _] = extents.map(|extent| extent / 16);
                let most = (m.max(1) * n.max(1)).min(thread_target);
                assert!(plan.phases()[0].tasks() >= most, "{thread_target}, {max}: {plan}");
            }
        }
    }
    // Sums are none of a task's own, and stay as long.
    let options = Options { thread_target: Some(64), max_kernel_size: Some(1024), ..Options::default() };
    let kernels = specs(&plan(PLAIN, options));
    assert!(kernels.iter().all(|kernel| kernel.contains("x800 ")), "{kernels:?}");
}

/// 24 vectors of sums in four pipes; 1,024 and 384 elements to read, and 96 to read and write back, at the
/// bytes per cycle of memory.
#[test]
fn costs_are_printed_as_the_formulas_say() {
    let text = "nest f32 gemm first=zero \n m prim 16 1 0 1 \n n prim 6 0 64 16 \n k prim 64 16 1 0";
    let cost = Cost::of(&text.parse().unwrap(), &target());
    let bytes = 4 * (16 * 64 + 64 * 6 + 2 * 16 * 6);
    let Caches { l1_fill, l2_fill, .. } = target().core.caches;
    let [second_level, memory] = [l1_fill, l2_fill].map(|fill| f64::from(bytes) / fill as f64);
    // Three quarters of what comes while the sums are computed are hidden.
    let second_level = second_level - 0.75 * second_level.min(384.0);
    let all = 384.0 + 20.0 + second_level + memory;
    let expected = format!(
        "{all:.0} cycles: kernels 384, calls 20, second-level cache {second_level:.0}, memory {memory:.0}"
    );
    assert_eq!(cost.to_string(), expected);
}

#[test]
fn a_loop_longer_than_the_number_of_tasks_is_split() {
    // How many tasks there are, and how many there could be.
    let tasks = |target| -> [usize; 2] {
        let plan = plan(PLAIN, Options { thread_target: Some(target), ..Options::default() });
        let loops = plan.sequence().steps[0].nest.dims.iter().filter(|dim| dim.exec != Exec::Prim);
        let shared = loops.clone().filter(|dim| dim.exec == Exec::Shared).map(|dim| dim.extent).product();
        [shared, loops.filter(|dim| dim.kind != Kind::K).map(|dim| dim.extent).product()]
    };
    for target in [2, 7, 64, 256] {
        let [tasks, most] = tasks(target);
        assert!((target.min(most)..=2 * target).contains(&tasks), "{tasks} for {target}, of {most}");
        assert!(most >= 250, "{most}");
    }
    assert_eq!(tasks(1)[0], 1);
}

/// Extents that nothing divides, in each place, with every kind of main and touch.
#[test]
fn prime_extents_run_to_their_end() {
    for extent in [4099, 4096] {
        let cases = [
            format!(
                "contraction first=zero last=relu \n m undefined {extent} 1 0 1 \n n undefined 2 0 3 {extent} \n k undefined 3 {extent} 1 0"
            ),
            format!(
                "contraction first=zero \n m undefined 3 1 0 1 \n n undefined {extent} 0 2 3 \n k undefined 2 3 1 0"
            ),
            format!(
                "contraction first=zero last=decrement \n m undefined 2 {extent} 0 3 \n n undefined 3 0 {extent} 1 \n k undefined {extent} 1 1 0"
            ),
            format!("contraction first=negate \n k undefined {extent} 1 1 0"),
            format!(
                "reduce(sum) first=zero last=negate \n m undefined 3 1 0 1 \n k undefined {extent} 3 0 0"
            ),
            format!("reduce(max) \n m undefined {extent} 3 0 1 \n k undefined 3 1 0 0"),
            format!(
                "contraction first=zero \n c undefined {extent} 1 1 1 \n m undefined 3 {extent} 0 {extent} \n k undefined 1 0 0 0"
            ),
            format!("relu \n c undefined {extent} 1 0 3 \n c undefined 3 {extent} 0 1"),
            format!("add \n c undefined {extent} 1 0 1 \n c undefined 3 0 1 {extent}"),
        ];
        for text in cases {
            for max in [None, Some(64), Some(512)] {
                let options = Options { max_kernel_size: max, ..Options::default() };
                let plan = plan(&format!("nest f64 {text}"), options);
                let fill = |factor: usize| (0..3 * extent).map(|i| ((i * factor) % 7) as f64 - 3.0).collect();
                let mut data = Data { in0: fill(3), in1: fill(5), out: fill(2) };
                let nest = &plan.sequence().steps[0].nest;
                let expected = evaluated(nest, &data, PerOperand::default());
                interpret(&plan, &mut data, PerOperand::default());
                assert_eq!(data.out, expected, "{plan}");
            }
        }
    }
}

/// A batch that is contiguous in the output, and nothing else there, is what vectors run along.
#[test]
fn batches_that_are_innermost_are_lanes() {
    let cases = [
        // Hadamard's product, of all and of each with a row; added to what is there, or touched, it is a sum.
        (
            "\n c undefined 100 1 1 1 \n c undefined 60 130 100 110",
            &["binary mul f32 100x60 in0=130 out=110"][..],
        ),
        ("\n c undefined 64 1 1 1 \n m undefined 9 64 0 64", &["binary mul f32 64x9 in1=column"]),
        ("last=relu \n c undefined 100 1 1 1", &["reduce dot f32 100x1 lines=rows", "unary relu f32 100x1"]),
        // Nothing is contiguous, and yet no element takes a call.
        ("\n c undefined 100 2 3 2", &["binary mul f32 1x100 in0=row/2 in1=row/3 out=2"]),
        // Dot products, along what is contiguous and across it.
        ("\n c undefined 100 30 32 1 \n k undefined 30 1 1 0", &["reduce dot f32 30x100 in1=32"]),
        (
            "\n c undefined 100 1 1 1 \n k undefined 30 100 108 0",
            &["reduce dot f32 100x30 lines=rows in1=108"],
        ),
        // Multiplications of matrices, and of a matrix with a vector, side by side.
        (
            "\n c undefined 64 1 1 1 \n m undefined 9 64 0 448 \n n undefined 7 0 64 64 \n k undefined 5 576 448 0",
            &["lanewise f32 9x7x5x64 a=64,576"],
        ),
        (
            "\n c undefined 64 1 1 1 \n n undefined 7 0 64 64 \n k undefined 5 64 448 0",
            &["lanewise f32 1x7x5x64 a=0,64 c=0,64"],
        ),
        // Two lanes do not make up for longer sums.
        (
            "\n c undefined 2 100 100 1 \n m undefined 64 200 0 2 \n n undefined 80 0 200 128 \n k undefined 100 1 1 0",
            &["gemm f32 1x80x100 a=row b=col/200 c=col/128 beta=0"],
        ),
    ];
    for (text, kernels) in cases {
        let plan = plan(&format!("nest f32 contraction first=zero {text}"), Options::default());
        assert_eq!(specs(&plan), kernels, "{plan}");
    }
}

/// A batch that is contiguous in the output alone: inputs are copied where their elements
/// are used often enough.
#[test]
fn inputs_are_packed_into_lanes() {
    let [often, seldom] = [40, 20].map(|extent| {
        let rows = format!("m undefined {extent} 1 0 {} \n n undefined {extent} 0 1 16", extent * 16);
        let sums = format!("k undefined 10 {extent} {extent} 0 \n c undefined 16 {0} {0} 1", extent * 10);
        let plan = plan(&format!("nest f32 contraction first=zero \n {rows} \n {sums}"), Options::default());
        plan.sequence().steps.iter().map(|step| step.nest.main).collect::<Vec<_>>()
    });
    let copy = Main::Unary(UnaryOp::identity());
    assert_eq!((often, seldom), (vec![copy, copy, Main::Lanewise], vec![Main::Gemm]));
}

/// A touch of multiplications side by side stays a step of its own, but for zeros before them.
#[test]
fn lanes_are_not_touched() {
    let step = |text: &str| format!("step shares=0 {text}");
    let text = [
        "sequence scratch=0\n".to_owned(),
        step("in0=2 in1=2 out=2\nnest f32 zero\n c undefined 640 0 0 1\n"),
        step("in0=0 in1=1 out=2\nnest f32 contraction\n m undefined 5 64 0 128\n n undefined 2 0 64 64\n"),
        " k undefined 3 320 128 0\n c undefined 64 1 1 1\n".to_owned(),
        step("in0=2 in1=2 out=2\nnest f32 relu\n c undefined 640 1 0 1\n"),
    ];
    let sequence: Sequence = text.concat().parse().unwrap();
    let context = Context { target: &target(), options: Options::default() };
    let plan = Plan::of(optimize_all(sequence, &context, |_, _| {}).unwrap()).unwrap();
    let kernels = ["lanewise f32 5x2x3x64 a=64,320", "unary relu f32 640x1"];
    assert_eq!(specs(&plan), kernels, "{plan}");
}

/// Sums of products that have no rows: along what both inputs have contiguous in one call, and by elements
/// only where they have nothing in common.
#[test]
fn sums_without_rows_go_along_what_is_contiguous() {
    let cases = [
        ("\n k undefined 100000 1 1 0", &["reduce dot f32 100000x1"][..], 1),
        (
            "\n k undefined 60 100 130 0 \n k undefined 100 1 1 0",
            &["reduce dot f32 100x1 start=out", "reduce dot f32 100x1"],
            60,
        ),
        ("\n c undefined 24 1000 1000 1 \n k undefined 1000 1 1 0", &["reduce dot f32 1000x24"], 1),
        // One input is contiguous along the sum, the other one across it.
        (
            "\n c undefined 512 512 1 1 \n k undefined 100 1 512 0",
            &["series f32 1x1x100 count=512 steps=512,1,1 a=row b=row/512 beta=0"],
            1,
        ),
    ];
    for (text, kernels, calls) in cases {
        let plan = plan(&format!("nest f32 contraction first=zero {text}"), Options::default());
        let mut counted = 0;
        plan.walk(Bindings { arguments: &[0; 3], scratch: 0, arena: 0 }, |_, _| counted += 1);
        assert_eq!(
            (specs(&plan), counted),
            (kernels.iter().map(ToString::to_string).collect(), calls),
            "{plan}"
        );
    }
}

/// Loads bound reductions and dot products: of vectors along what is contiguous, whether that is folded or
/// kept, and of elements where nothing is.
#[test]
fn folding_is_priced_by_what_it_loads() {
    let target = Target::named("neoverse-v2").unwrap();
    // Of FP32, a vector has four elements, of which the core loads three vectors in a cycle.
    let cases = [
        ("reduce(sum) \n m prim 256 512 0 1 \n k prim 256 1 0 0", 1, 4),
        ("reduce(sum) \n m prim 256 1 0 1 \n k prim 256 512 0 0", 1, 4),
        ("reduce(sum) \n k seq 256 1 0 0 \n m prim 256 512 0 1", 1, 1),
        ("dot \n c prim 256 512 512 1 \n k prim 256 1 1 0", 2, 4),
        ("dot \n c prim 256 1 1 1 \n k prim 256 512 512 0", 2, 4),
        ("dot \n k seq 256 1 1 0 \n c prim 256 512 512 1", 2, 1),
    ];
    for (text, inputs, lanes) in cases {
        let nest: Nest = format!("nest f32 {text}").parse().unwrap();
        let (found, least) =
            (Cost::of(&nest, &target).kernels, f64::from(256 * 256 * inputs) / f64::from(lanes * 3));
        let overhead = if nest.dims[0].exec == Exec::Seq { 0.7 } else { 0.01 };
        assert!(found >= least && found <= least * (1.0 + overhead), "{text}: {found}, {least}");
    }
}

/// Whatever an input repeats: rows, columns, both, of one or two inputs.
#[test]
fn what_is_repeated_takes_no_loops() {
    let cases = [
        ("relu \n c undefined 100 0 0 1 \n c undefined 60 1 0 100", "unary relu f32 100x60 in=row/1"),
        (
            "relu \n c undefined 100 1 0 1 \n c undefined 60 0 0 110",
            "unary relu f32 100x60 in=column out=110",
        ),
        ("exp \n c undefined 100 0 0 1 \n c undefined 60 0 0 110", "unary exp f32 100x60 in=scalar out=110"),
        (
            "identity \n c undefined 60 7 0 110 \n c undefined 100 0 0 1",
            "unary identity f32 100x60 in=row/7 out=110",
        ),
        (
            "add \n c undefined 100 0 1 1 \n c undefined 60 1 0 100",
            "binary add f32 100x60 in0=row/1 in1=column",
        ),
        (
            "sub \n c undefined 100 1 0 1 \n c undefined 60 100 0 100",
            "binary sub f32 6000x1 in0=column in1=scalar",
        ),
    ];
    for (text, kernel) in cases {
        let options = Options { max_kernel_size: Some(6000), ..Options::default() };
        let plan = plan(&format!("nest f32 {text}"), options);
        assert_eq!((specs(&plan), plan.loops().count()), (vec![kernel.to_string()], 0), "{plan}");
    }
}

/// An operation whose output is contiguous elsewhere than its input transposes squares in registers, inside
/// of whatever loops there are.
#[test]
fn operations_transpose_on_the_way() {
    let text = "nest f32 decrement \n c undefined 40 35 0 35 \n c undefined 5 7 0 1 \n c undefined 7 1 0 5";
    let plan = plan(text, Options { thread_target: Some(4), ..Options::default() });
    assert_eq!(specs(&plan), ["unary decrement f32 7x5 order=transposed"], "{plan}");
    assert_eq!((plan.loops().count(), plan.phases()[0].tasks()), (2, 4), "{plan}");
}

/// The kernels of reductions: of columns, of rows, of everything, of diagonals, in pieces.
#[test]
fn reductions_are_few_calls_of_kernels() {
    let cases = [
        // Along what is contiguous, across it, all of it.
        (
            "reduce(sum) first=zero \n m undefined 50 40 0 1 \n k undefined 33 1 0 0",
            "reduce sum f32 33x50 in=40",
            1,
        ),
        (
            "reduce(max) first=fill(-inf) \n m undefined 50 1 0 1 \n k undefined 33 64 0 0",
            "reduce max f32 50x33 lines=rows in=64",
            1,
        ),
        (
            "reduce(product) \n k undefined 4 30 0 0 \n k undefined 5 6 0 0 \n k undefined 6 1 0 0",
            "reduce product f32 120x1 start=out",
            1,
        ),
        // The diagonal of a matrix.
        ("reduce(min) first=fill(inf) \n k undefined 70 71 0 0", "reduce min f32 1x70 lines=rows in=71", 1),
        // The middle of three: what is kept is two dimensions, one in the kernel, or both of short windows.
        (
            "reduce(sum) first=zero \n m undefined 6 3500 0 50 \n k undefined 70 50 0 0 \n n undefined 50 1 0 1",
            "reduce sum f32 50x70 lines=rows",
            6,
        ),
        (
            "reduce(sum) first=zero \n m undefined 6 350 0 50 \n k undefined 7 50 0 0 \n n undefined 50 1 0 1",
            "window sum f32 6x1x7x50 in=350,0,50",
            1,
        ),
        (
            "reduce(sum_of_squares) first=zero \n k undefined 3 4004 0 0 \n m undefined 2002 1 0 1 \n k undefined 2 2002 0 0",
            "reduce sum_of_squares f32 1001x6 lines=rows in=2002",
            2,
        ),
    ];
    for (text, kernel, calls) in cases {
        let plan = plan(&format!("nest f32 {text}"), Options::default());
        assert_eq!(specs(&plan), [kernel], "{plan}");
        let mut counted = 0;
        plan.walk(Bindings { arguments: &[0; 3], scratch: 0, arena: 0 }, |_, _| counted += 1);
        assert_eq!(counted, calls, "{plan}");
    }
}

/// A reduction whose output has another order than its input takes that of the input, and is transposed.
#[test]
fn reductions_into_another_order_are_turned() {
    let text = "nest f32 reduce(sum) first=zero last=relu at=0,0,7
        k undefined 100 3000 0 0 \n n undefined 50 60 0 1 \n m undefined 60 1 0 51";
    let plan = plan(text, Options::default());
    assert_eq!(
        specs(&plan),
        ["reduce sum f32 1000x100 lines=rows in=3000", "unary relu f32 60x50 order=transposed out=51"],
        "{plan}"
    );
}

/// An input that lies across the output comes in blocks, which have their place in scratch
/// memory for all threads.
#[test]
fn inputs_that_lie_across_are_transposed_in_blocks() {
    let text = "nest f32 sub \n c undefined 1000 1 2000 1 \n c undefined 2000 1000 1 1000";
    let square =
        ["unary identity f32 64x64 in=2000 order=transposed", "binary sub f32 64x64 in0=1000 out=1000"];
    let block = 4 * 64 * 64;
    for thread_target in [1, 8] {
        let options = Options { thread_target: Some(thread_target), ..Options::default() };
        let plan = plan(text, options);
        let specs = specs(&plan);
        assert!(square.iter().all(|spec| specs.iter().any(|found| found == spec)), "{plan}");
        assert_eq!((plan.scratch_bytes(), plan.arena_bytes(), plan.phases().len()), (block, 0, 1), "{plan}");
        assert!(plan.phases()[0].tasks() >= thread_target, "{plan}");
        let alone = Options { without: &["transpose"], ..options };
        let cycles = |options| {
            let sequence = optimize(text.parse().unwrap(), &target(), options).unwrap();
            let Cost { kernels, calls, .. } = Cost::of_steps(&sequence.steps, &target());
            kernels + calls
        };
        let [blocks, elements] = [options, alone].map(cycles);
        assert!(1.5 * blocks < elements, "{blocks} in blocks, {elements} one by one: {plan}");
    }
    // Nothing is to be read after what was written.
    let context = Context { target: &target(), options: Options::default() };
    let in_place = optimize_all(sequence(&[(text, [0, 2, 2])]), &context, |_, _| {}).unwrap();
    assert_eq!(in_place.steps.len(), 1);
}

/// A copy whose loops are shared in parts that do not divide still finds its way into those of its reader.
#[test]
fn copies_in_parts_sink() {
    let text = "nest f32 contraction first=zero
        c undefined 13 3 14 4 \n n undefined 4 0 1860 1 \n m undefined 7 39 0 52
        k undefined 11 273 169 0 \n k undefined 2 1 0 0";
    let options = Options { max_kernel_size: Some(8), thread_target: Some(8), ..Options::default() };
    let plan = plan(text, options);
    assert!(plan.scratch_bytes() > 0 && plan.phases().len() == 1, "{plan}");
    let fill = |len: usize, factor: usize| (0..len).map(|i| ((i * factor) % 7) as f32 - 3.0).collect();
    let mut data = Data { in0: fill(3100, 3), in1: fill(7600, 5), out: fill(400, 1) };
    let expected = evaluated(&text.parse().unwrap(), &data, PerOperand::default());
    interpret(&plan, &mut data, PerOperand::default());
    assert_eq!(data.out, expected, "{plan}");
}

/// Steps over four arguments: 0 and 1 are inputs, 2 and 3 outputs of 6x5.
fn sequence(steps: &[(&str, [usize; 3])]) -> Sequence {
    let step = |(text, operands): &(&str, [usize; 3])| {
        let [in0, in1, out] = operands.map(Buffer::Argument);
        let step = Sequence::of(text.parse().unwrap()).unwrap().steps.remove(0);
        Step { operands: PerOperand { in0, in1, out }, ..step }
    };
    Sequence { steps: steps.iter().map(step).collect(), ..Sequence::default() }
}

const PRODUCT: &str = "nest f64 contraction
    m undefined 6 1 0 1 \n n undefined 5 0 7 6 \n k undefined 7 6 1 0";
const RELU: &str = "nest f64 relu \n c undefined 6 1 0 1 \n c undefined 5 6 0 6";
const ZERO: &str = "nest f64 zero \n c undefined 30 0 0 1";
const ADD: &str = "nest f64 add \n c undefined 6 1 1 1 \n c undefined 5 8 6 8";

/// Runs a plan of a sequence and, step by step, the reference.
fn runs_as_it_reads(sequence: Sequence, options: Options<'_>) -> Plan {
    let fill = |factor: usize| (0..64).map(|i| ((i * factor) % 11) as f64 - 5.0).collect::<Vec<_>>();
    let mut memory = [fill(3), fill(5), fill(7), fill(2)];
    let mut expected = memory.clone();
    for step in &sequence.steps {
        let at = |buffer| if let Buffer::Argument(number) = buffer { number } else { panic!("{buffer}") };
        let PerOperand { in0, in1, out } = step.operands.map(at);
        let mut data =
            Data { in0: expected[in0].clone(), in1: expected[in1].clone(), out: expected[out].clone() };
        data.out = evaluated(&step.nest, &data, PerOperand::default());
        expected[out] = data.out;
    }
    let sequence = optimize_all(sequence, &Context { target: &target(), options }, |_, _| {}).unwrap();
    let plan = Plan::of(sequence).unwrap();
    interpret_all(&plan, &mut memory, &[0; 4]);
    assert_eq!(memory, expected, "{plan}");
    plan
}

#[test]
fn operations_beside_a_contraction_become_its_touches() {
    let steps = [(ZERO, [2, 2, 2]), (PRODUCT, [0, 1, 2]), (RELU, [2, 2, 2])];
    let plan = runs_as_it_reads(sequence(&steps), Options::default());
    assert_eq!(specs(&plan), ["gemm f64 6x5x7 beta=0 epilogue=relu"]);
    let apart = Options { without: &["touches"], ..Options::default() };
    assert_eq!(runs_as_it_reads(sequence(&steps), apart).kernels().len(), 3);
    // The output of another one, or other elements of it, are no touches.
    for (other, operands) in [(RELU, [2, 2, 3]), (RELU, [3, 3, 3]), (ADD, [2, 0, 2])] {
        let plan = runs_as_it_reads(sequence(&[(PRODUCT, [0, 1, 2]), (other, operands)]), Options::default());
        assert_eq!(plan.kernels().len(), 2, "{plan}");
    }
    // Those of windows are in registers, too.
    let sums = "nest f64 reduce(sum) \n m undefined 6 1 0 1 \n m undefined 5 12 0 6 \n k undefined 2 6 0 0";
    let plan = runs_as_it_reads(
        sequence(&[(ZERO, [2, 2, 2]), (sums, [0, 1, 2]), (RELU, [2, 2, 2])]),
        Options::default(),
    );
    assert_eq!(specs(&plan), ["window sum f64 5x1x2x6 in=12,0,6 epilogue=relu"]);
}

#[test]
fn operations_on_the_same_elements_share_their_loops() {
    let relu = "nest f64 relu \n c undefined 6 1 0 1 \n c undefined 5 8 0 8";
    let steps = [(ADD, [0, 1, 2]), (relu, [2, 2, 3])];
    let options = Options { max_kernel_size: Some(3), ..Options::default() };
    let plan = runs_as_it_reads(sequence(&steps), options);
    assert!(plan.sequence().steps[1].shares > 0 && plan.phases().len() == 1, "{plan}");
    // What is read elsewhere than it was written has to wait for all of it.
    let turned = "nest f64 relu \n c undefined 6 6 0 1 \n c undefined 5 1 0 8";
    let plan = runs_as_it_reads(sequence(&[(ADD, [0, 1, 2]), (turned, [2, 2, 3])]), options);
    assert_eq!((plan.sequence().steps[1].shares, plan.phases().len()), (0, 2), "{plan}");
}

/// Steps on a grid of 6x5, as [`sequence`] has them, with room in the arena.
fn in_a_row(steps: &[(&str, [Buffer; 3])]) -> Sequence {
    let step = |(text, operands): &(&str, [Buffer; 3])| {
        let [in0, in1, out] = *operands;
        let step = Sequence::of(text.parse().unwrap()).unwrap().steps.remove(0);
        Step { operands: PerOperand { in0, in1, out }, ..step }
    };
    Sequence { steps: steps.iter().map(step).collect(), arena: 800, scratch: 0 }
}

#[test]
fn operations_in_a_row_are_one_kernel() {
    let by = |main: &str, in1: (isize, isize)| {
        format!("nest f64 {main} \n c undefined 5 8 {} 8 \n c undefined 6 1 {} 1", in1.1, in1.0)
    };
    let (argument, arena) = (Buffer::Argument, Buffer::Arena(56));
    let planned = |steps: &[(&str, [Buffer; 3])], options| {
        let context = Context { target: &target(), options };
        Plan::of(optimize_all(in_a_row(steps), &context, |_, _| {}).unwrap()).unwrap()
    };
    let [matrix, column, row, relu] =
        [by("add", (1, 9)), by("sub", (1, 0)), by("mul", (0, 1)), by("relu", (0, 0))];
    // From memory of its own, in place, and with the value that is computed as the second input.
    let steps = [
        (&*matrix, [argument(0), argument(1), arena]),
        (&*column, [arena, argument(1), argument(2)]),
        (&*row, [argument(2), argument(3), argument(2)]),
        (&*relu, [argument(2), argument(2), argument(2)]),
    ];
    let plan = planned(&steps, Options::default());
    let chain = "chain f64 6x5 links=add(matrix/9),sub(column),mul(row),relu in=8 out=8";
    assert_eq!((specs(&plan), plan.sequence().arena), (vec![chain.to_owned()], 0), "{plan}");
    let apart = planned(&steps, Options { without: &["chain"], ..Options::default() });
    // What is not accessed of the arena is left out.
    assert_eq!((apart.kernels().len(), apart.sequence().arena), (4, 360), "{apart}");
    let second = "nest f64 sub \n c undefined 5 9 8 8 \n c undefined 6 1 1 1";
    let plan = planned(
        &[steps[0], (second, [argument(1), arena, argument(2)]), (&relu, [argument(2); 3])],
        Options::default(),
    );
    assert_eq!(specs(&plan), ["chain f64 6x5 links=add(matrix/9),sub(matrix/9,x),relu in=8 out=8"]);
    // More than a chain has become two of them.
    let five = [steps[0], steps[1], steps[2], steps[3], (&relu, [argument(2); 3])];
    assert_eq!(planned(&five, Options::default()).kernels().len(), 2);
    // What somebody else needs is written.
    let both = by("add", (1, 8));
    for needing in [[arena, arena, argument(3)], [argument(2), arena, argument(3)]] {
        let plan = planned(&[steps[0], steps[1], (&both, needing)], Options::default());
        assert!(plan.sequence().steps.iter().any(|step| step.operands.out == arena), "{plan}");
    }
    // And so is what the caller sees.
    let seen = [
        (&*matrix, [argument(0), argument(1), argument(2)]),
        (&*relu, [argument(2), argument(2), argument(3)]),
    ];
    assert_eq!(planned(&seen, Options::default()).kernels().len(), 2);
}

#[test]
fn operations_in_a_row_are_fused_and_ordered_alike() {
    let extents = |main: &str, strides: [[isize; 2]; 3]| {
        let [a, b, c] = strides.map(|[in1, out]| (in1, out));
        format!(
            "nest f32 {main} \n c undefined 7 {} {} {} \n c undefined 40 {} {} {} \n c undefined 24 {} {} {}",
            960, a.0, a.1, 24, b.0, b.1, 1, c.0, c.1
        )
    };
    let (argument, arena) = (Buffer::Argument, Buffer::Arena(0));
    let dense = [[0, 960], [0, 24], [0, 1]];
    let relu = extents("relu", dense);
    let bias = extents("add", [[0, 960], [1, 24], [0, 1]]);
    let padded = extents("sub", [[960, 4000], [24, 50], [1, 1]]);
    let steps = [
        (&*relu, [argument(0), argument(0), arena]),
        (&*bias, [arena, argument(1), arena]),
        (&*padded, [arena, argument(0), argument(2)]),
    ];
    for options in [
        Options::default(),
        Options { thread_target: Some(5), ..Options::default() },
        Options { max_kernel_size: Some(9), ..Options::default() },
    ] {
        let sequence = Sequence { arena: 4 * 7 * 960, ..in_a_row(&steps) };
        let context = Context { target: &target(), options };
        let plan = Plan::of(optimize_all(sequence, &context, |_, _| {}).unwrap()).unwrap();
        let are_chains = specs(&plan).iter().all(|spec| spec.contains("=relu,add(row),sub(matrix"));
        assert!(are_chains && plan.phases().len() == 1 && plan.sequence().arena == 0, "{plan}");
        assert_eq!(plan.phases()[0].tasks() > 1, options.thread_target.is_some(), "{plan}");
    }
}

/// The memory traffic of a plan of a multiplication: how many times all operands, and the cycles for that
/// over those of the kernels.
fn streamed(target: &Target, [m, n, k]: [usize; 3]) -> (f64, f64) {
    let nest = format!(
        "nest f32 contraction first=zero
        m undefined {m} 1 0 1 \n n undefined {n} 0 {k} {m} \n k undefined {k} {m} 1 0"
    );
    let sequence = optimize(nest.parse().unwrap(), target, Options::default()).unwrap();
    let cost = Cost::of(&sequence.steps[0].nest, target);
    let bytes = cost.memory * target.core.caches.l2_fill as f64;
    (bytes / (4 * (m * k + k * n + 2 * m * n)) as f64, cost.memory / cost.kernels)
}

#[test]
fn operands_are_not_streamed_from_memory_again_and_again() {
    let square = [[1600; 3], [4096; 3], [4099; 3], [8192, 128, 2048], [128, 8192, 2048], [2048, 2048, 128]];
    let thin = [[100_003, 64, 64], [64, 100_003, 64], [64, 64, 100_003]];
    for core in ["neoverse-v2", "cortex-a510"] {
        let target = Target::named(core).unwrap();
        for shape in square {
            let (times, share) = streamed(&target, shape);
            println!("{core} {shape:?}: {times:.1} times, {share:.3} of the cycles of kernels");
            assert!(share < 0.17, "{core} {shape:?}: {share}");
        }
        for shape in thin {
            let (times, _) = streamed(&target, shape);
            assert!(times < 1.05, "{core} {shape:?}: {times}");
        }
    }
    let (times, _) = streamed(&Target::named("neoverse-v2").unwrap(), [1600; 3]);
    assert!(times < 4.0, "{times}");
}

/// Scratch memory holds nothing from one phase to the next, and a block without loops around it is a phase.
#[test]
fn a_single_transposed_block_is_found_by_its_reader() {
    let mut transposed = 0;
    for target in Target::all() {
        let nest: Nest = "nest f32 mul \n c undefined 5 1 7 1 \n c undefined 6 5 1 5".parse().unwrap();
        let plan = Plan::of(optimize(nest, &target, Options::default()).unwrap()).unwrap();
        transposed += plan.phases().len() - 1;
        assert_eq!((plan.scratch_bytes(), plan.arena_bytes() > 0), (0, plan.phases().len() > 1), "{plan}");
    }
    assert!(transposed > 0, "it is worth it on some target");
}

#[test]
fn columns_that_are_whole_pages_apart_are_copied() {
    for core in ["zen5", "haswell"] {
        let target = Target::named(core).unwrap();
        let planned = |apart: usize| {
            let text = format!(
                "nest f32 contraction first=zero\nm undefined 1024 1 0 1\nn undefined 1024 0 {apart} {apart}
                k undefined 1024 {apart} 1 0"
            );
            optimize(text.parse().unwrap(), &target, Options::default()).unwrap()
        };
        let copied = planned(1024);
        assert_eq!((copied.steps.len(), copied.arena), (3, 0), "{core}: {copied}");
        assert!(copied.scratch < 4 * 1024 * 1024, "{core}: {copied}");
        let as_it_is = planned(1040);
        assert_eq!((as_it_is.steps.len(), as_it_is.scratch), (1, 0), "{core}: {as_it_is}");
    }
}

/// Blocks of B have more columns than blocks of A have rows: with a block of B outermost, A is copied once
/// for each of few blocks; with one of A outermost, B is copied many times.
#[test]
fn of_two_copies_the_one_is_outermost_that_spares_the_most() {
    let target = Target::named("zen5").unwrap();
    let text = "nest f32 contraction first=zero\nm undefined 2048 1 0 1\nn undefined 1024 0 1024 2048
        k undefined 1024 2048 1 0";
    let sequence = optimize(text.parse().unwrap(), &target, Options::default()).unwrap();
    let [copies @ .., reader] = &sequence.steps[..] else { panic!("{sequence}") };
    let extent = |nest: &Nest| nest.dims.iter().map(|dim| dim.extent).product::<usize>();
    let copied: usize = copies.iter().map(|step| extent(&step.nest)).sum();
    let is_column = |dim: &&tensmith_core::tensor::nest::Dim| dim.exec == Exec::Seq && dim.kind == Kind::N;
    let blocks: usize = reader.nest.dims.iter().filter(is_column).map(|dim| dim.extent).product();
    // All of B, and for each block of its columns all of A.
    assert!(copies.len() == 2 && blocks <= 4, "{sequence}");
    assert_eq!(copied, 1024 * 1024 + blocks * 2048 * 1024, "{sequence}");
}
