//! Copies of many short dimensions: which become blocks, and that results are those of the nest.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::tensor::{Dim, Kind, Main, Nest, Options, PerOperand, Plan, Sequence, optimize};
use tensmith_core::{DType, Target};
use tensmith_tests::interpret::{Data, evaluated, interpret};
use tensmith_tests::random::SplitMix;

/// A copy of a dense tensor, whose dimensions the output has in another order.
fn copy(extents: &[usize], order: &[usize], dtype: DType) -> Nest {
    let strides = |order: &mut dyn Iterator<Item = usize>| {
        let (mut strides, mut reached) = (vec![0; extents.len()], 1);
        for number in order {
            strides[number] = reached as isize;
            reached *= extents[number];
        }
        strides
    };
    let (from, to) = (strides(&mut (0..extents.len())), strides(&mut order.iter().copied()));
    let dim = |number: usize| {
        Dim::new(Kind::C, extents[number], PerOperand { in0: from[number], in1: 0, out: to[number] })
    };
    let dims = (0..extents.len()).map(dim).collect();
    Nest { main: Main::Unary(UnaryOp::identity()), ..Nest::contraction(dtype, dims) }
}

fn planned(nest: Nest, options: Options<'_>) -> Sequence {
    optimize(nest, &Target::named("zen4").expect("a core"), options).expect("a plan")
}

/// Checks a plan's result on integers; whether it moves blocks.
fn moves_blocks(nest: &dyn Fn() -> Nest, options: Options<'_>) -> bool {
    let elements = nest().dims.iter().map(|dim| dim.extent).product::<usize>();
    let fill = |factor: usize| (0..elements).map(|at| (at * factor % 1021) as f64).collect::<Vec<_>>();
    let mut data = Data { in0: fill(1), in1: vec![0.0], out: fill(7) };
    let expected = evaluated(&nest(), &data, PerOperand::default());
    let plan = Plan::of(planned(nest(), options)).expect("a plan");
    interpret(&plan, &mut data, PerOperand::default());
    assert_eq!(data.out, expected, "{plan}");
    plan.kernels().iter().any(|kernel| matches!(kernel, KernelSpec::Permute(_)))
}

#[test]
fn many_short_dimensions_move_by_blocks() {
    let seed = SplitMix::new(3).bits();
    println!("seed {seed}");
    let mut random = SplitMix::new(seed);
    let mut blocks = 0;
    for _ in 0..60 {
        let rank = 6 + random.below(7) as usize;
        let extents: Vec<usize> = (0..rank).map(|_| 2 + usize::from(random.below(4) == 0)).collect();
        let mut left: Vec<usize> = (0..rank).collect();
        let order: Vec<usize> =
            (0..rank).map(|_| left.swap_remove(random.below(left.len() as u64) as usize)).collect();
        let options =
            Options { threads: std::num::NonZero::new(1 + random.below(2) as usize), ..Options::default() };
        blocks += usize::from(moves_blocks(&|| copy(&extents, &order, DType::F64), options));
    }
    assert!(blocks > 40, "only {blocks} of 60");
}

#[test]
fn what_has_long_lines_does_not() {
    for (extents, order) in
        [(vec![64, 3, 5, 2], vec![0, 2, 1, 3]), (vec![40, 50], vec![1, 0]), (vec![16, 4, 16], vec![2, 1, 0])]
    {
        assert!(!moves_blocks(&|| copy(&extents, &order, DType::F64), Options::default()), "{extents:?}");
    }
}

#[test]
fn the_pass_can_be_left_out() {
    let (extents, order) = ([2; 10], [4, 8, 0, 3, 9, 1, 7, 5, 2, 6]);
    let nest = || copy(&extents, &order, DType::F64);
    assert!(moves_blocks(&nest, Options::default()));
    assert!(!moves_blocks(&nest, Options { without: &["permute"], ..Options::default() }));
}

#[test]
fn a_nest_of_blocks_is_read_back_and_runs() {
    let text = "nest f64 permute\n c seq 3 16 0 16\n c prim 2 1 0 8\n m prim 4 2 0 1\n n prim 2 8 0 4\n";
    let nest = || text.parse::<Nest>().expect("a nest");
    assert_eq!(nest().to_string().parse::<Nest>().expect("a nest"), nest());
    let mut data = Data { in0: (0..48).map(f64::from).collect(), in1: vec![0.0], out: vec![-1.0; 48] };
    let expected = evaluated(&nest(), &data, PerOperand::default());
    let plan = Plan::of(Sequence::of(nest()).expect("memory")).expect("a plan");
    interpret(&plan, &mut data, PerOperand::default());
    assert_eq!(data.out, expected);
}
