//! Loops that become part of kernels: which do, that results are those of the nest, and that
//! nothing else changes.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::tensor::{
    Dim, Kind, Main, Nest, NestError, Options, PerOperand, Plan, Sequence, optimize,
};
use tensmith_core::{DType, Target};
use tensmith_tests::interpret::{Data, evaluated, interpret};

fn dim(kind: Kind, extent: usize, [in0, in1, out]: [isize; 3]) -> Dim {
    Dim::new(kind, extent, PerOperand { in0, in1, out })
}

/// `bmk,bkn->bmn`, all in C order.
fn batch(b: usize, [m, n, k]: [usize; 3]) -> Nest {
    let [m_, n_, k_] = [m, n, k].map(|extent| extent as isize);
    let dims = vec![
        dim(Kind::C, b, [m_ * k_, k_ * n_, m_ * n_]),
        dim(Kind::M, m, [k_, 0, n_]),
        dim(Kind::N, n, [0, 1, 1]),
        dim(Kind::K, k, [1, n_, 0]),
    ];
    Nest::contraction(DType::F64, dims)
}

fn planned(nest: Nest, options: Options<'_>) -> Sequence {
    optimize(nest, &Target::named("zen4").expect("a core"), options).expect("a plan")
}

fn main_of(sequence: &Sequence) -> Main {
    sequence.steps.last().expect("a step").nest.main
}

/// The result of a plan and that of the nest, on integers.
fn results(nest: &Nest, sequence: Sequence, [b, m, n, k]: [usize; 4]) -> [Vec<f64>; 2] {
    let fill = |count: usize, factor: usize| (0..count).map(|at| ((at * factor) % 7) as f64 - 3.0).collect();
    let mut data = Data { in0: fill(b * m * k, 3), in1: fill(b * k * n, 5), out: fill(b * m * n, 1) };
    let expected = evaluated(nest, &data, PerOperand::default());
    interpret(&Plan::of(sequence).expect("a plan"), &mut data, PerOperand::default());
    [data.out, expected]
}

#[test]
fn a_batch_of_small_multiplications_is_one_call() {
    for (touch, last) in
        [(None, None), (Some(UnaryOp::zero()), None), (Some(UnaryOp::zero()), Some(UnaryOp::relu()))]
    {
        let nest = || Nest { first_touch: touch, last_touch: last, ..batch(100, [3, 5, 4]) };
        let sequence = planned(nest(), Options::default());
        assert_eq!(main_of(&sequence), Main::Series, "{sequence}");
        let plan = Plan::of(planned(nest(), Options::default())).expect("a plan");
        let [KernelSpec::Series(series)] = plan.kernels() else { panic!("{plan}") };
        assert_eq!((series.count(), plan.loops().count()), (100, 0), "{plan}");
        let [found, expected] = results(&nest(), sequence, [100, 3, 5, 4]);
        assert_eq!(found, expected);
    }
}

#[test]
fn large_multiplications_stay_in_loops() {
    assert_eq!(main_of(&planned(batch(10, [64, 64, 64]), Options::default())), Main::Gemm);
}

#[test]
fn the_pass_can_be_left_out() {
    let options = Options { without: &["series"], ..Options::default() };
    assert_eq!(main_of(&planned(batch(100, [3, 3, 3]), options)), Main::Gemm);
}

/// A first touch that does not make the output empty is done before each multiplication.
#[test]
fn touches_between_multiplications_keep_the_loop() {
    let nest = || Nest { first_touch: Some(UnaryOp::relu()), ..batch(20, [3, 3, 3]) };
    let sequence = planned(nest(), Options::default());
    assert_eq!(main_of(&sequence), Main::Gemm);
    let [found, expected] = results(&nest(), sequence, [20, 3, 3, 3]);
    assert_eq!(found, expected);
}

/// Rows in tiles, of which the last is shorter: the loop over them is none of the kernel's.
#[test]
fn what_is_cut_short_stays_in_its_loop() {
    for b in [7, 64, 97] {
        for extents in [[3, 4, 5], [11, 7, 2], [17, 1, 9]] {
            let options = Options { max_kernel_size: Some(8), ..Options::default() };
            let nest = || batch(b, extents);
            let [m, n, k] = extents;
            let [found, expected] = results(&nest(), planned(nest(), options), [b, m, n, k]);
            assert_eq!(found, expected, "{b} {extents:?}");
        }
    }
}

#[test]
fn a_nest_of_a_series_is_read_back_and_runs() {
    let text =
        "nest f64 series first=zero\n c prim 4 6 6 4\n m prim 2 1 0 1\n n prim 2 0 3 2\n k prim 3 2 1 0\n";
    let nest = || text.parse::<Nest>().expect("a nest");
    assert_eq!(nest().to_string().parse::<Nest>().expect("a nest"), nest());
    let [found, expected] = results(&nest(), Sequence::of(nest()).expect("memory"), [4, 2, 2, 3]);
    assert_eq!(found, expected);
}

/// What kernels cannot do by themselves is no series.
#[test]
fn series_with_other_touches_are_refused() {
    let broken = |first: &str, k: usize| {
        let text = format!(
            "nest f64 series{first}\n c prim 4 6 6 4\n m prim 2 1 0 1\n n prim 2 0 3 2\n k prim {k} 2 1 0\n"
        );
        let nest = text.parse::<Nest>().expect("a nest");
        tensmith_core::tensor::verify(&nest)
    };
    assert_eq!(broken("", 3), Ok(()));
    assert_eq!(broken(" first=relu", 3), Err(NestError::SeriesTouched));
    assert_eq!(broken("", 0), Err(NestError::SeriesTouched));
}
