//! Contractions of many small dimensions in orders that disagree: right, and planned nearly as well as in
//! an order that agrees.

use tensmith_core::tensor::{
    Buffer, Cost, Dim, Kind, Main, Nest, Options, PerOperand, Plan, Sequence, optimize,
};
use tensmith_core::{DType, Target};
use tensmith_tests::interpret::{Data, evaluated, interpret};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;

/// How many dimensions of each kind there are, and their extents at most.
struct Size {
    of: [(Kind, usize); 4],
    most: u64,
}

/// Numbers in an order drawn at random.
fn shuffled(mut numbers: Vec<usize>, random: &mut SplitMix) -> Vec<usize> {
    for at in (1..numbers.len()).rev() {
        numbers.swap(at, random.below(at as u64 + 1) as usize);
    }
    numbers
}

/// The strides of dimensions of such extents, in an order that is the order of memory, the outermost first.
fn strides(order: &[usize], extents: &[usize]) -> Vec<isize> {
    let (mut strides, mut next) = (vec![0; extents.len()], 1);
    for number in order.iter().rev() {
        strides[*number] = next;
        next *= extents[*number] as isize;
    }
    strides
}

/// Dense operands whose dimensions are in some order each.
fn drawn(size: &Size, agree: bool, random: &mut SplitMix) -> Nest {
    let kinds: Vec<Kind> = size.of.iter().flat_map(|(kind, count)| vec![*kind; *count]).collect();
    let extents: Vec<usize> = kinds.iter().map(|_| 2 + random.below(size.most - 1) as usize).collect();
    let mut strides_of = |absent: Kind| {
        let present = (0..kinds.len()).filter(|number| kinds[*number] != absent).collect();
        strides(&if agree { present } else { shuffled(present, random) }, &extents)
    };
    let [in0, in1, out] = [Kind::N, Kind::M, Kind::K].map(&mut strides_of);
    let dims = kinds.iter().enumerate().map(|(number, kind)| {
        Dim::new(*kind, extents[number], PerOperand { in0: in0[number], in1: in1[number], out: out[number] })
    });
    let zero = tensmith_core::kernel::op::UnaryOp::zero();
    Nest { first_touch: Some(zero), ..Nest::contraction(DType::F32, dims.collect()) }
}

fn planned(nest: Nest, core: &str) -> Sequence {
    optimize(nest, &Target::named(core).expect("a core"), Options::default()).expect("a plan")
}

/// Elements of an operand.
fn elements(nest: &Nest, stride: impl Fn(&Dim) -> isize) -> usize {
    nest.dims.iter().filter(|dim| stride(dim) != 0).map(|dim| dim.extent).product()
}

#[test]
fn small_dimensions_in_any_order_give_what_they_mean() {
    let mut random = SplitMix::seeded("tensor_optimize_group", 1);
    let mut grouped = 0;
    for nth in 0..60 {
        let count = |random: &mut SplitMix, most| random.below(most) as usize;
        let of = [
            (Kind::C, count(&mut random, 2)),
            (Kind::M, 3 + count(&mut random, 3)),
            (Kind::N, 3 + count(&mut random, 3)),
            (Kind::K, 3 + count(&mut random, 3)),
        ];
        let nest = drawn(&Size { of, most: 3 }, nth % 4 == 0, &mut random);
        let fill =
            |count: usize, factor: usize| (0..count).map(|at| ((at * factor) % 5) as f32 - 2.0).collect();
        let mut data = Data {
            in0: fill(elements(&nest, |dim| dim.strides.in0), 3),
            in1: fill(elements(&nest, |dim| dim.strides.in1), 7),
            out: fill(elements(&nest, |dim| dim.strides.out), 1),
        };
        let expected = evaluated(&nest, &data, PerOperand::default());
        let core = ["zen4", "neoverse-v2", "haswell"][nth % 3];
        let sequence = planned(nest, core);
        let writes_arena = |buffer| matches!(buffer, Buffer::Arena(_));
        grouped += usize::from(sequence.steps.iter().any(|step| writes_arena(step.operands.out)));
        interpret(&Plan::of(sequence).expect("a plan"), &mut data, PerOperand::default());
        assert_eq!(data.out, expected, "case {nth}");
    }
    assert!(grouped >= 20, "only {grouped} are grouped");
}

/// Where each element is used often, moving all of them costs little.
#[test]
fn orders_that_disagree_cost_at_most_a_few_times_as_much() {
    for core in ["zen4", "skylake-server", "neoverse-v1"] {
        let mut random = SplitMix::seeded("tensor_optimize_group", 2);
        let size = Size { of: [(Kind::C, 0), (Kind::M, 10), (Kind::N, 10), (Kind::K, 10)], most: 2 };
        let target = Target::named(core).expect("a core");
        let cycles = |nest| Cost::of_steps(&planned(nest, core).steps, &target).total();
        let agreeing = cycles(drawn(&size, true, &mut random));
        for _ in 0..5 {
            let apart = cycles(drawn(&size, false, &mut random));
            assert!(apart <= 4.0 * agreeing, "{core}: {apart} cycles instead of {agreeing}");
        }
    }
}

/// A contraction whose operands are named by the labels of their dimensions in C order, zeroed before.
fn labelled(labels: [&str; 3], extents: &[(char, usize)], dtype: DType) -> Nest {
    let extent = |label: char| extents.iter().find(|(other, _)| *other == label).expect("an extent").1;
    let stride = |operand: usize, label: char| {
        let behind =
            labels[operand].split_once(label).map(|(_, behind)| behind.chars().map(extent).product());
        behind.map_or(0, |stride: usize| stride as isize)
    };
    let dims = extents.iter().map(|(label, extent)| {
        let [in0, in1, out] = [0, 1, 2].map(|operand| stride(operand, *label));
        let kind = match (in0, in1, out) {
            (_, _, 0) => Kind::K,
            (_, 0, _) => Kind::M,
            (0, _, _) => Kind::N,
            _ => Kind::C,
        };
        Dim::new(kind, *extent, PerOperand { in0, in1, out })
    });
    let zero = tensmith_core::kernel::op::UnaryOp::zero();
    Nest { first_touch: Some(zero), ..Nest::contraction(dtype, dims.collect()) }
}

/// How many steps copy something for a multiplication or from its result.
fn copies(sequence: &Sequence) -> usize {
    let moves = |main: &Main| matches!(main, Main::Unary(_) | Main::Permute);
    sequence.steps.iter().filter(|step| moves(&step.nest.main)).count()
}

/// Rows of eight that jump from one to the next were priced as if they were contiguous: a
/// quarter of numpy's speed.
#[test]
fn rows_that_jump_are_no_vectors() {
    let labels = ["qjadpbhnkmge", "pmgdrcliaojf", "qnhkafibeorcl"];
    let extents =
        "abcdefghijklmnopqr".chars().map(|label| (label, if "bfn".contains(label) { 3 } else { 2 }));
    let nest = labelled(labels, &extents.collect::<Vec<_>>(), DType::F64);
    assert!(copies(&planned(nest, "zen4")) >= 2);
}

/// Tensors of four dimensions of which two are summed: blocks of the caller's tensors are
/// lines in many pages.
#[test]
fn large_products_of_several_sums_are_copied_in_blocks() {
    let extents = [('a', 21), ('b', 21), ('c', 21), ('d', 21), ('e', 19), ('f', 19)];
    let nest = || labelled(["fbea", "cedf", "dcba"], &extents, DType::F32);
    let sequence = planned(nest(), "haswell");
    assert_eq!(copies(&sequence), 5, "to matrices, to panels of these, and back");
    // Tens of millions of products, interpreted.
    if nightly::scaled(false, true) {
        computes(&nest(), sequence);
    }
}

/// Interprets a plan.
fn computes(nest: &Nest, sequence: Sequence) {
    let fill = |count: usize, factor: usize| (0..count).map(|at| ((at * factor) % 5) as f32 - 2.0).collect();
    let mut data = Data {
        in0: fill(elements(nest, |dim| dim.strides.in0), 3),
        in1: fill(elements(nest, |dim| dim.strides.in1), 7),
        out: fill(elements(nest, |dim| dim.strides.out), 1),
    };
    let expected = evaluated(nest, &data, PerOperand::default());
    interpret(&Plan::of(sequence).expect("a plan"), &mut data, PerOperand::default());
    assert_eq!(data.out, expected);
}

#[test]
fn matrices_are_left_alone() {
    let dims = vec![
        Dim::new(Kind::M, 64, PerOperand { in0: 1, in1: 0, out: 1 }),
        Dim::new(Kind::N, 64, PerOperand { in0: 0, in1: 64, out: 64 }),
        Dim::new(Kind::K, 64, PerOperand { in0: 64, in1: 1, out: 0 }),
    ];
    let sequence = planned(Nest::contraction(DType::F32, dims), "zen4");
    assert_eq!((sequence.steps.len(), sequence.arena), (1, 0));
    assert_eq!(sequence.steps[0].nest.main, Main::Gemm);
}
