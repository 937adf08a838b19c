//! The optimizer on sequences of nests that read what others of them write, in arguments and in the arena:
//! what comes out computes the same. On any host.

use proptest::prelude::*;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::{BinaryOp, UnaryOp};
use tensmith_core::tensor::optimize::{Context, optimize_all};
use tensmith_core::tensor::{Buffer, Dim, Kind, Main, Nest, Options, PerOperand, Plan, Sequence, Step};
use tensmith_core::{DType, Target};
use tensmith_tests::interpret::{evaluate, interpret_all};
use tensmith_tests::random::SplitMix;

/// Elements of each argument, and of the arena.
const ROOM: usize = 400;
/// Passes that join what steps do: without them each is done by itself.
const JOINING: &[&str] = &["touches", "pack", "sink", "loops", "chain"];

/// Element `nth` of the arena.
fn at(nth: usize) -> Buffer {
    Buffer::Arena(size_of::<f64>() * nth)
}

/// An operand: where, from which element, and whether its rows are columns.
type Place = (Buffer, isize, bool);

fn place() -> impl Strategy<Value = Place> {
    let argument = (0..4usize).prop_map(Buffer::Argument);
    let arena = prop::sample::select(vec![0usize, 1, 100]).prop_map(at);
    let offset = prop::sample::select(vec![0isize, 0, 0, 0, 0, 1, 10]);
    (prop_oneof![4 => argument, 3 => arena], offset, prop::bool::weighted(0.2))
}

fn main() -> impl Strategy<Value = Main> {
    let unary = [UnaryOp::identity(), UnaryOp::relu(), UnaryOp::decrement()].map(Main::Unary);
    let binary = [BinaryOp::add(), BinaryOp::sub()].map(Main::Binary);
    prop::sample::select([&unary[..], &binary, &[Main::Contraction]].concat())
}

/// An operation on a grid, or a multiplication of two.
fn step(main: Main, (rows, columns): (usize, usize), places: [Place; 3]) -> Step {
    let [in0, in1, out] = places.map(|(buffer, offset, turned)| {
        let (row, column) = if turned { (10, 1) } else { (1, 10) };
        (buffer, offset, row, column)
    });
    let strides = |in0, in1, out| PerOperand { in0, in1, out };
    let dims = match main {
        Main::Contraction => vec![
            Dim::new(Kind::M, rows, strides(in0.2, 0, out.2)),
            Dim::new(Kind::N, columns, strides(0, in1.3, out.3)),
            Dim::new(Kind::K, rows, strides(in0.3, in1.2, 0)),
        ],
        Main::Unary(_) => vec![
            Dim::new(Kind::C, rows, strides(in0.2, 0, out.2)),
            Dim::new(Kind::C, columns, strides(in0.3, 0, out.3)),
        ],
        _ => vec![
            Dim::new(Kind::C, rows, strides(in0.2, in1.2, out.2)),
            Dim::new(Kind::C, columns, strides(in0.3, in1.3, out.3)),
        ],
    };
    let first_touch = (main == Main::Contraction).then(UnaryOp::zero);
    let offsets = strides(in0.1, in1.1, out.1);
    let nest = Nest { main, first_touch, offsets, ..Nest::contraction(DType::F64, dims) };
    Step { nest, shares: 0, operands: PerOperand { in0: in0.0, in1: in1.0, out: out.0 } }
}

/// Writes all of the arena.
fn fill() -> Step {
    let dims = vec![Dim::new(Kind::C, ROOM, PerOperand { in0: 1, in1: 0, out: 1 })];
    let nest = Nest { main: Main::Unary(UnaryOp::identity()), ..Nest::contraction(DType::F64, dims) };
    let [in0, out] = [Buffer::Argument(3), Buffer::Arena(0)];
    Step { nest, shares: 0, operands: PerOperand { in0, in1: in0, out } }
}

fn sequence() -> impl Strategy<Value = Sequence> {
    let steps = prop::collection::vec((main(), [place(), place(), place()]), 2..5);
    // All over the same grid, so that they have the same loops.
    ((1..8usize, 1..8usize), steps).prop_map(|(grid, steps)| {
        let steps = steps.into_iter().map(|(main, places)| step(main, grid, places));
        Sequence { steps: std::iter::once(fill()).chain(steps).collect(), scratch: 0, arena: 8 * ROOM }
    })
}

fn copy(sequence: &Sequence) -> Sequence {
    let copied = |step: &Step| Step { nest: step.nest.try_clone().unwrap(), ..*step };
    Sequence { steps: sequence.steps.iter().map(copied).collect(), ..*sequence }
}

/// The plan of a sequence, if it keeps to the rules.
fn planned(sequence: &Sequence, options: Options<'_>) -> Option<Plan> {
    let context = Context { target: &Target::generic(), options };
    Plan::of(optimize_all(copy(sequence), &context, |_, _| {}).unwrap()).ok()
}

/// Integers, so that all is exact.
fn arguments() -> Vec<Vec<f64>> {
    (0..4).map(|argument| (0..ROOM).map(|nth| ((nth * 7 + argument) % 11) as f64 - 5.0).collect()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4000,
        max_global_rejects: 16_000,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn sequences_compute_what_their_steps_do(
        sequence in sequence(),
        max_kernel_size in prop::option::of(1..5usize),
        thread_target in prop::option::of(2..9usize),
    ) {
        let options = Options { max_kernel_size, thread_target, ..Options::default() };
        prop_assume!(planned(&sequence, Options { without: JOINING, ..options }).is_some());
        let (mut expected, mut found, origins) = (arguments(), arguments(), [0; 4]);
        evaluate(&sequence, &mut expected, &origins);
        let plan = planned(&sequence, options).expect("a plan, as there is one of each step by itself");
        interpret_all(&plan, &mut found, &origins[..sequence.arguments()]);
        prop_assert_eq!(found, expected, "{}", plan);
    }
}

/// The layouts of operands, by what moves along rows and along columns: all of a matrix, a
/// column, a row, one element.
const LAYOUTS: [(isize, isize); 5] = [(1, 10), (1, 10), (1, 0), (0, 1), (0, 0)];

/// Operations on the same elements of a grid that read each other's results, most of them right away.
fn operations(random: &mut SplitMix) -> Sequence {
    let (rows, columns) = (random.below(8) as usize + 1, random.below(8) as usize + 1);
    let mut below = |limit| random.below(limit) as usize;
    let mut steps = vec![fill()];
    let mut last = Buffer::Argument(0);
    for _ in 0..below(5) + 2 {
        let other = [Buffer::Argument(1), Buffer::Argument(3), Buffer::Arena(0), last][below(4)];
        let (row, column) = LAYOUTS[below(5)];
        let out = [last, at(200), at(300), Buffer::Argument(2)][below(4)];
        let out = if out == Buffer::Argument(0) { Buffer::Argument(2) } else { out };
        let is_first = below(4) > 0;
        let (in0, in1) = if is_first { (last, other) } else { (other, last) };
        let main = match below(5) {
            0 => Main::Unary(UnaryOp::relu()),
            1 => Main::Unary(UnaryOp::decrement()),
            2 => Main::Unary(UnaryOp::identity()),
            3 => Main::Binary(BinaryOp::sub()),
            _ => Main::Binary(BinaryOp::add()),
        };
        let is_unary = matches!(main, Main::Unary(_));
        let dim = |extent, whole, of_other| {
            let (in0, in1) = if is_first { (whole, of_other) } else { (of_other, whole) };
            Dim::new(Kind::C, extent, PerOperand { in0, in1: if is_unary { 0 } else { in1 }, out: whole })
        };
        let dims = vec![dim(columns, 10, column), dim(rows, 1, row)];
        let nest = Nest { main, ..Nest::contraction(DType::F64, dims) };
        steps.push(Step { nest, shares: 0, operands: PerOperand { in0, in1, out } });
        last = out;
    }
    Sequence { steps, scratch: 0, arena: 8 * ROOM }
}

#[test]
fn operations_in_a_row_compute_what_they_do_apart() {
    let mut chains = 0;
    for seed in 0..4000 {
        let mut random = SplitMix::new(seed);
        let sequence = operations(&mut random);
        let max_kernel_size = (random.below(2) == 0).then(|| random.below(5) as usize + 1);
        let thread_target = (random.below(2) == 0).then(|| random.below(8) as usize + 2);
        let options = Options { max_kernel_size, thread_target, ..Options::default() };
        if planned(&sequence, Options { without: JOINING, ..options }).is_none() {
            continue;
        }
        let (mut expected, mut found, origins) = (arguments(), arguments(), [0; 4]);
        evaluate(&sequence, &mut expected, &origins);
        let plan = planned(&sequence, options).expect("a plan, as there is one of each step by itself");
        interpret_all(&plan, &mut found, &origins[..sequence.arguments()]);
        assert_eq!(found, expected, "seed {seed}: {sequence}\n{plan}");
        chains += usize::from(plan.kernels().iter().any(|kernel| matches!(kernel, KernelSpec::Chain(_))));
    }
    assert!(chains > 1000, "only {chains} with a chain");
}

/// Whether a sequence is planned without some passes, and computes what its steps do.
fn computes(text: &str, without: &'static [&'static str]) {
    let sequence: Sequence = text.parse().unwrap();
    let room = 6000;
    let data = |argument| (0..room).map(|nth| ((nth * 7 + argument) % 11) as f64 - 5.0).collect();
    let mut expected: Vec<Vec<f64>> = (0..sequence.arguments()).map(data).collect();
    let (mut found, origins) = (expected.clone(), vec![0; sequence.arguments()]);
    // What steps compute does not depend on the loops that they share.
    let mut apart: Sequence = text.parse().unwrap();
    apart.steps.iter_mut().for_each(|step| step.shares = 0);
    evaluate(&apart, &mut expected, &origins);
    let plan = planned(&sequence, Options { without, max_kernel_size: Some(8), ..Options::default() })
        .expect("a plan");
    interpret_all(&plan, &mut found, &origins);
    assert!(found == expected, "{plan}");
}

/// A copy that turns a matrix of 40 by 40 elements, and a contraction.
fn copied(operands: &str, nest: &str) -> String {
    format!(
        "sequence scratch=0 arena=12800
         step shares=0 in0=0 in1=0 out=a0
         nest f64 identity
         c undefined 40 1 0 40
         c undefined 40 40 0 1
         step shares=0 {operands}
         {nest}"
    )
}

#[test]
fn a_copy_is_read_after_what_it_was_made_of_has_changed() {
    let nest = "nest f64 contraction first=zero
        m undefined 40 1 0 1
        n undefined 40 0 40 40
        k undefined 40 40 1 0";
    computes(&copied("in0=a0 in1=1 out=0", nest), &[]);
    computes(&copied("in0=a0 in1=1 out=2", nest), &[]);
}

#[test]
fn a_copy_is_read_twice() {
    let nest = "nest f64 contraction first=zero
        m undefined 40 1 0 1
        n undefined 40 0 1 40
        k undefined 40 40 40 0";
    computes(&copied("in0=a0 in1=a0 out=2", nest), &[]);
}

#[test]
fn a_copy_is_read_from_its_middle() {
    let nest = "nest f64 contraction first=zero at=80,0,0
        m undefined 40 1 0 1
        n undefined 40 0 1 40
        k undefined 20 40 40 0";
    computes(&copied("in0=a0 in1=1 out=2", nest), &[]);
}

#[test]
fn a_copy_is_read_along_its_diagonal() {
    let nest = "nest f64 contraction first=zero
        m undefined 40 41 0 1
        n undefined 40 0 1 40
        k undefined 1 0 40 0";
    computes(&copied("in0=a0 in1=1 out=2", nest), &[]);
}

#[test]
fn dimensions_that_are_equal_are_packed_apart() {
    for without in [&[][..], &["sink"]] {
        let nest = "sequence scratch=0
            step shares=0 in0=0 in1=1 out=2
            nest f64 contraction first=zero
            m undefined 64 60 0 1
            n undefined 64 0 60 64
            k undefined 8 3 1 0
            k undefined 8 3 1 0";
        computes(nest, without);
    }
}

#[test]
fn loops_of_empty_sums_are_those_of_the_next_step() {
    let sequence = "sequence scratch=0
        step shares=0 in0=0 in1=1 out=2
        nest f64 gemm first=zero
        k seq 4 1 1 0
        k seq 0 1 1 0
        m prim 8 1 0 1
        step shares=1 in0=3 in1=3 out=4
        nest f64 identity
        m seq 4 8 0 8
        n prim 8 1 0 1";
    computes(sequence, &[]);
}

/// A multiplication may read the same elements through both inputs: what one input finds,
/// the other one does too.
#[test]
fn elements_that_both_inputs_read_are_the_same() {
    let place = |buffer| (buffer, 0, false);
    let [before, behind] = [0, 1].map(at);
    let copied = [place(Buffer::Argument(0)), place(Buffer::Argument(0)), place(behind)];
    let copy = step(Main::Unary(UnaryOp::identity()), (1, 2), copied);
    let mut product = step(Main::Contraction, (1, 2), [behind, before, Buffer::Argument(1)].map(place));
    product.nest.dims[1].strides.in1 = 1;
    let sequence = Sequence { steps: vec![fill(), copy, product], scratch: 0, arena: 8 * ROOM };
    let (mut expected, mut found, origins) = (arguments(), arguments(), [0; 4]);
    evaluate(&sequence, &mut expected, &origins);
    let plan = planned(&sequence, Options::default()).expect("a plan");
    interpret_all(&plan, &mut found, &origins[..sequence.arguments()]);
    assert_eq!(found, expected, "{plan}");
}

/// Looking at every two of them would take hours.
#[test]
fn many_operations_in_a_row_are_planned_in_pieces() {
    let steps = 50_000;
    let step = "\nstep shares=0 in0=0 in1=0 out=0 \n nest f64 relu \n c undefined 8 1 0 1";
    let sequence: Sequence = ("sequence scratch=0".to_owned() + &step.repeat(steps)).parse().unwrap();
    let plan = planned(&sequence, Options::default()).unwrap();
    assert_eq!(plan.sequence().steps.len(), steps);
}
