//! Plans of nests in any order, with any touches, walked with scalar kernels, against the
//! reference over their dimensions: on any host.

use proptest::prelude::*;
use tensmith_core::Target;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::kernel::spec::Parameter;
use tensmith_core::reference::Element;
use tensmith_core::tensor::plan::Bindings;
use tensmith_core::tensor::{Dim, Exec, Kind, Main, Nest, PerOperand, Plan};
use tensmith_tests::contractions::cases;
use tensmith_tests::interpret::{Data, evaluated, interpret, planned};
use tensmith_tests::nightly;

fn touch() -> impl Strategy<Value = Option<UnaryOp>> {
    let touches =
        [UnaryOp::zero(), UnaryOp::identity(), UnaryOp::relu(), UnaryOp::negate(), UnaryOp::decrement()];
    prop::option::of(prop::sample::select(touches.to_vec()))
}

/// The same computation with every dimension a loop, in an order given by random keys.
fn all_loops(nest: Nest, keys: [u8; 9]) -> Nest {
    let mut dims: Vec<(u8, Dim)> = keys.into_iter().zip(nest.dims).collect();
    dims.sort_by_key(|(key, _)| *key);
    let dims = dims.into_iter().map(|(_, dim)| Dim { exec: Exec::Seq, ..dim }).collect();
    Nest { main: Main::Gemm, dims, ..nest }
}

fn runs_as_it_evaluates<T: Element>(nest: Nest, mut data: Data<T>, origins: PerOperand<usize>) {
    let expected = evaluated(&nest, &data, origins);
    let decided = nest.main != Main::Contraction;
    let plan = if decided { Plan::new(nest).unwrap() } else { planned(nest) };
    interpret(&plan, &mut data, origins);
    assert_eq!(data.out, expected, "{plan}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::cases(400, 1000) as u32, failure_persistence: None, ..Default::default() })]

    #[test]
    fn touches_happen_once_before_and_once_after(
        case in cases(),
        first_touch in touch(),
        last_touch in touch(),
        keys in any::<[u8; 9]>(),
    ) {
        let nest = Nest { first_touch, last_touch, ..case.nest::<f64>() };
        runs_as_it_evaluates(nest, case.data::<f64>(), case.origins());
        let nest = Nest { first_touch, last_touch, ..case.nest::<f64>() };
        runs_as_it_evaluates(all_loops(nest, keys), case.data::<f64>(), case.origins());
    }
}

/// `(m, n, k) = (t·r, s·u, …)` in blocks: extents 32, 32, 8, 32, 32, 32.
fn blocked(main: &str, exec: [&str; 6]) -> Plan {
    let [a, b, c, d, e, f] = exec;
    let text = format!(
        "nest f32 {main}
         m {a} 32 8192    0 32768
         n {b} 32    0 8192  1024
         k {c}  8 1024 1024     0
         m {d} 32    1    0     1
         n {e} 32    0   32    32
         k {f} 32   32    1     0"
    );
    Plan::new(text.parse().unwrap()).unwrap()
}

fn specs(plan: &Plan) -> Vec<String> {
    plan.kernels().iter().map(KernelSpec::to_string).collect()
}

#[test]
fn the_reference_configurations() {
    let gemm = blocked("gemm", ["seq", "seq", "seq", "prim", "prim", "prim"]);
    assert_eq!(specs(&gemm), ["gemm f32 32x32x32"], "adds to the output");
    let batched = "brgemm f32 32x32x32 batch=8";
    let brgemm = blocked("brgemm", ["seq", "seq", "prim", "prim", "prim", "prim"]);
    assert_eq!(specs(&brgemm), [batched]);
    let shared = blocked("brgemm", ["shared", "shared", "prim", "prim", "prim", "prim"]);
    assert_eq!(shared.kernels(), brgemm.kernels());
    assert_eq!((shared.phases()[0].tasks(), brgemm.phases()[0].tasks()), (1024, 1));
    let fused = blocked("brgemm first=zero last=relu", ["seq", "seq", "prim", "prim", "prim", "prim"]);
    let one = batched.replace("batch=8", "beta=0 batch=8 epilogue=relu");
    assert_eq!(specs(&fused), [one], "zeroing is the kernel's beta, and the last touch its epilogue");
}

/// Whatever comes with tensmith can be a last touch, of any output, on every machine.
#[test]
fn kernels_take_every_operation_as_a_last_touch() {
    let registry = tensmith_primitives::registry().unwrap();
    for (target, operation) in
        Target::all().flat_map(|target| UnaryOp::ALL.iter().map(move |op| (target, op)))
    {
        let parameters = vec![Parameter::fixed(0.5); operation.parameters.len()];
        let op = UnaryOp::new(operation, &parameters).unwrap();
        for dtype in ["f32", "f64"] {
            let text = format!(
                "nest {dtype} gemm first=zero last={op}
                 k seq   3   64   64    0
                 m prim 13    1    0    1
                 n prim  7    0  999   13
                 k prim  5   13    1    0"
            );
            let plan = Plan::new(text.parse().unwrap()).unwrap();
            for spec in plan.kernels() {
                let made = registry.compile(spec, &target);
                assert!(made.is_ok(), "{spec} on {}: {}", target.core.name, made.unwrap_err());
            }
        }
    }
}

#[test]
fn a_sequential_sum_is_touched_at_its_ends() {
    let text = "nest f32 gemm first=negate last=relu
                k seq 2 0 0 0
                m seq 3 0 0 1
                k seq 2 0 0 0";
    let plan = Plan::new(text.parse().unwrap()).unwrap();
    let mut history = vec![String::new(); 3];
    plan.walk(Bindings { arguments: &[0; 3], scratch: 0, arena: 0 }, |kernel, [_, _, out, ..]| {
        history[out / 4].push(match plan.kernels()[kernel].to_string() {
            text if text.starts_with("unary negate") => 'f',
            text if text.ends_with("epilogue=relu") => 'l',
            _ => '+',
        });
    });
    assert_eq!(history, ["f+++l"; 3]);
    assert_eq!(plan.loops().map(|a_loop| a_loop.kind).collect::<Vec<_>>(), [Kind::K, Kind::M, Kind::K]);
}

#[test]
fn odd_extents() {
    for extent in [1, 2, 4099] {
        for dims in [
            format!("m prim {extent} 3 0 1 \n k prim 3 1 1 0"),
            format!("n prim {extent} 0 3 1 \n k prim 3 1 1 0"),
            format!("k seq {extent} 1 1 0 \n m prim 3 1 0 1"),
            format!("k prim {extent} 1 1 0"),
        ] {
            let nest: Nest = format!("nest f32 gemm first=zero \n {dims}").parse().unwrap();
            let fill = |factor: usize| (0..3 * extent).map(|i| ((i * factor) % 5) as f32 - 2.0).collect();
            let data = Data { in0: fill(3), in1: fill(2), out: vec![9.0; 3 * extent] };
            runs_as_it_evaluates(nest, data, PerOperand::default());
        }
    }
}

/// Dimensions of type C are rows and columns of a copy as their strides say, and the same ones of type M and
/// N make the same kernel.
#[test]
fn copies_take_dimensions_of_type_c() {
    let cases = [
        ("c prim 6 1 0 1", "m prim 6 1 0 1", "unary identity f32 6x1"),
        (
            "c prim 5 8 0 7 \n c prim 6 1 0 1",
            "m prim 6 1 0 1 \n n prim 5 8 0 7",
            "unary identity f32 6x5 in=8 out=7",
        ),
        // Transposed, however the dimensions are ordered.
        (
            "c prim 6 1 0 5 \n c prim 5 7 0 1",
            "m prim 6 1 0 5 \n n prim 5 7 0 1",
            "unary identity f32 6x5 in=7 order=transposed",
        ),
        (
            "c prim 5 7 0 1 \n c prim 6 1 0 5",
            "m prim 6 1 0 5 \n n prim 5 7 0 1",
            "unary identity f32 6x5 in=7 order=transposed",
        ),
        // A row and a column for all, and a role that M or N leaves.
        (
            "c prim 5 3 0 8 \n c prim 6 0 0 1",
            "m prim 6 0 0 1 \n n prim 5 3 0 8",
            "unary identity f32 6x5 in=row/3 out=8",
        ),
        (
            "c prim 5 0 0 8 \n c prim 6 1 0 1",
            "m prim 6 1 0 1 \n n prim 5 0 0 8",
            "unary identity f32 6x5 in=column out=8",
        ),
        (
            "c prim 5 8 0 7 \n m prim 6 1 0 1",
            "m prim 6 1 0 1 \n n prim 5 8 0 7",
            "unary identity f32 6x5 in=8 out=7",
        ),
        (
            "c prim 6 1 0 1 \n n prim 5 8 0 7",
            "m prim 6 1 0 1 \n n prim 5 8 0 7",
            "unary identity f32 6x5 in=8 out=7",
        ),
        // Tiles of an output whose rows and columns end early.
        (
            "c seq 2|2@0 4 0 28 \n c seq 2|2@1 32 0 4 \n c prim 4|2@0 1 0 7 \n c prim 4|3@1 8 0 1",
            "m seq 2|2@0 4 0 28 \n n seq 2|2@1 32 0 4 \n m prim 4|2@0 1 0 7 \n n prim 4|3@1 8 0 1",
            "unary identity f32 4x4 in=8 order=transposed out=7",
        ),
    ];
    for (untyped, typed, kernel) in cases {
        let [nest, same] =
            [untyped, typed].map(|dims| format!("nest f32 identity \n {dims}").parse::<Nest>().unwrap());
        let plan = Plan::new(nest.try_clone().unwrap()).unwrap();
        assert_eq!(specs(&plan)[0], kernel, "{plan}");
        assert_eq!(specs(&plan), specs(&Plan::new(same).unwrap()), "{untyped}");
        let data = Data { in0: (1..99).map(|i| i as f32).collect(), in1: vec![0.0], out: vec![-1.0; 99] };
        runs_as_it_evaluates(nest, data, PerOperand::default());
    }
    for (text, message) in [
        (
            "identity \n c prim 2 6 0 6 \n c prim 2 3 0 3 \n c prim 3 1 0 1",
            "dimension 2 (c) is prim: identity takes 2 of that type",
        ),
        (
            "add \n c prim 2 6 6 6 \n c prim 2 3 3 3 \n c prim 3 1 1 1",
            "dimension 2 (c) is prim: add takes 2 of that type",
        ),
    ] {
        let nest: Nest = format!("nest f32 {text}").parse().unwrap();
        assert_eq!(Plan::new(nest).unwrap_err().to_string(), message);
    }
}

/// They are what copies are, with an operation: rows and columns as their strides say.
#[test]
fn operations_on_elements_take_dimensions_of_type_c() {
    let cases = [
        ("relu \n c prim 4 1 0 1 \n c prim 3 4 0 4", "unary relu f32 4x3"),
        ("negate \n c prim 3 1 0 1", "unary negate f32 3x1"),
        ("negate \n c prim 6 1 0 5 \n c prim 5 7 0 1", "unary negate f32 6x5 in=7 order=transposed"),
        ("exp \n c prim 5 3 0 8 \n c prim 6 0 0 1", "unary exp f32 6x5 in=row/3 out=8"),
        ("square \n c prim 5 8 0 7 \n m prim 6 1 0 1", "unary square f32 6x5 in=8 out=7"),
        // What is not read has no rows.
        ("fill(2) \n c prim 5 1 0 8 \n c prim 6 9 0 1", "unary fill(2.0) f32 6x5 in=8 out=8"),
        // Rows of two inputs are those of the output.
        ("add \n c prim 5 8 7 9 \n c prim 6 1 1 1", "binary add f32 6x5 in0=8 in1=7 out=9"),
        ("sub \n c prim 5 0 7 9 \n c prim 6 1 0 1", "binary sub f32 6x5 in0=column in1=row/7 out=9"),
        ("mul \n c prim 5 1 8 8 \n c prim 6 0 1 1", "binary mul f32 6x5 in0=row/1 in1=8 out=8"),
        ("max \n n prim 5 0 7 9 \n c prim 6 1 1 1", "binary max f32 6x5 in0=column in1=7 out=9"),
    ];
    for (text, kernel) in cases {
        let nest: Nest = format!("nest f32 {text}").parse().unwrap();
        let plan = Plan::new(nest.try_clone().unwrap()).unwrap();
        assert_eq!(specs(&plan)[0], kernel, "{plan}");
        let numbers = |by: f32| (1..99).map(|i| i as f32 * by).collect();
        let data = Data { in0: numbers(0.125), in1: numbers(-0.5), out: vec![-1.0; 99] };
        runs_as_it_evaluates(nest, data, PerOperand::default());
    }
}

/// Visiting the first iteration of each loop, those between and the last would take years.
#[test]
fn calls_of_many_loops_are_counted() {
    let loops = |header: &str| -> Plan {
        let text = format!("nest f32 {header} {}", "\n k seq 3 0 0 0".repeat(30));
        Plan::new(text.parse().unwrap()).unwrap()
    };
    let counts = |plan: &Plan| -> Vec<u64> {
        let mut counts = vec![0; plan.kernels().len()];
        plan.phases()[0].count_calls(|calls| counts[calls.kernel] += calls.times);
        counts.sort_unstable();
        counts
    };
    let all = 3u64.pow(30);
    assert_eq!(counts(&loops("gemm")), [all]);
    assert_eq!(counts(&loops("gemm first=zero")), [1, all - 1]);
    let plan = loops("gemm first=zero last=relu");
    let mut called: Vec<u64> = counts(&plan).into_iter().filter(|times| *times > 0).collect();
    called.sort_unstable();
    assert_eq!(called, [1, 1, all - 2], "{plan}");
}
