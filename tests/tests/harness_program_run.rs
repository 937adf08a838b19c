//! Nests through machine code, from slices and from pointers, on one thread and on several. Needs a
//! machine, or an emulator, that executes compiled code.
#![allow(unsafe_code)]

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::num::NonZeroUsize;
use tensmith::Jit;
use tensmith::parallel::{Executor, Pool, Sequential};
use tensmith::program::tensor::optimize::{Context, optimize_all};
use tensmith::program::tensor::reference::{Contraction, Located, contract};
use tensmith::program::tensor::{Buffer, Nest, Options, PerOperand, Sequence, Step};
use tensmith::program::{Argument, Program};
use tensmith_tests::contractions::{Case, cases};
use tensmith_tests::guard::{ENDS, Guarded};
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;
use tensmith_tests::tccg::{Reading, contractions};

fn pool(width: usize) -> Pool {
    Pool::with_width(NonZeroUsize::new(width).expect("threads"))
}

fn nest(text: &str) -> Nest {
    text.parse().expect("a nest")
}

/// Small integers, whose sums are exact.
fn integers(len: usize, random: &mut SplitMix) -> Vec<f32> {
    (0..len).map(|_| random.below(9) as f32 - 4.0).collect()
}

/// Elements of each argument, and where index (0, …, 0) is.
fn memory(program: &Program<f32>, random: &mut SplitMix) -> Vec<(Vec<f32>, usize)> {
    let accesses = program.loops().accesses().iter();
    accesses.map(|access| (integers(access.below + access.above + 1, random), access.below)).collect()
}

/// Runs a nest's program on copies of its three operands, and returns the output.
fn run(program: &Program<f32>, memory: &[(Vec<f32>, usize)], executor: &impl Executor) -> Vec<f32> {
    let [(a, at_a), (b, at_b), (c, at_c)] = memory else { panic!("a nest has three operands") };
    let mut c = c.clone();
    let mut arguments =
        [Argument::read(a).at(*at_a), Argument::read(b).at(*at_b), Argument::write(&mut c).at(*at_c)];
    program.run_on(&mut arguments, executor).expect("the program runs");
    c
}

/// The result of the scalar reference for a nest.
fn expected(nest: &Nest, memory: &[(Vec<f32>, usize)]) -> Vec<f32> {
    let located = |nth: usize| Located { data: &memory[nth].0[..], origin: memory[nth].1 };
    let mut out = memory[2].0.clone();
    let c = Located { data: &mut out[..], origin: memory[2].1 };
    contract(nest, located(0), located(1), c).expect("the reference evaluates");
    out
}

/// Every way to run a nest gives what the reference does: as it is, and optimized for some tasks.
fn runs_exactly(jit: &Jit, pool: &Pool, text: &str) {
    let mut random = SplitMix::new(7);
    for thread_target in [1, 3, 40] {
        let options = Options { thread_target: Some(thread_target), ..Options::default() };
        let program: Program<f32> = jit.nest(nest(text), options).expect("a program");
        let memory = memory(&program, &mut random);
        let expected = expected(&nest(text), &memory);
        assert_eq!(run(&program, &memory, &Sequential), expected, "{}", program.loops());
        assert_eq!(run(&program, &memory, pool), expected, "{}", program.loops());
    }
}

#[test]
fn contractions_of_every_kind_are_exact() {
    let (jit, pool) = (Jit::host().expect("a machine"), pool(3));
    for text in [
        // Matrix by vector, either way; the outer product; Hadamard's; a sum over everything.
        "nest f32 contraction first=zero \n m undefined 37 1 0 1 \n k undefined 41 37 1 0",
        "nest f32 contraction first=zero last=relu \n n undefined 37 0 41 1 \n k undefined 41 1 1 0",
        "nest f32 contraction first=zero \n m undefined 23 1 0 1 \n n undefined 19 0 1 23",
        "nest f32 contraction first=zero \n c undefined 23 1 1 1 \n c undefined 5 23 23 23",
        "nest f32 mul \n c undefined 23 1 1 1 \n c undefined 5 23 23 23",
        "nest f32 contraction first=zero \n k undefined 23 1 1 0 \n k undefined 5 23 30 0",
        "nest f32 contraction last=square \n k undefined 1031 1 1 0",
        "nest f32 contraction first=zero \n c undefined 13 47 1 1 \n k undefined 41 1 15 0",
        // Convolutions: of a line, and of channels with a border in front.
        "nest f32 contraction first=zero \n m undefined 30 1 0 1 \n k undefined 5 1 1 0",
        "nest f32 contraction first=zero at=-13,0,0 \n m undefined 8 12 0 9 \n m undefined 9 1 0 1
            n undefined 4 0 45 72 \n k undefined 5 96 9 0 \n k undefined 3 12 3 0 \n k undefined 3 1 1 0",
        // The batch is innermost in memory.
        "nest f32 contraction \n c undefined 6 1 1 1 \n m undefined 9 6 0 6 \n n undefined 7 0 6 54
            k undefined 5 54 42 0",
        "nest f32 contraction first=zero \n c undefined 37 1 1 1 \n m undefined 5 37 0 111 \n n undefined 3 0 37 37
            k undefined 4 185 111 0 \n k undefined 2 740 444 0",
        "nest f32 contraction \n c undefined 43 1 1 1 \n m undefined 19 43 0 817 \n n undefined 19 0 43 43
            k undefined 37 817 817 0",
        // It is so in the output alone, or in one input, too.
        "nest f32 contraction first=zero \n m undefined 33 1 0 627 \n n undefined 33 0 1 19 \n k undefined 7 33 33 0
            c undefined 19 231 231 1",
        "nest f32 contraction \n m undefined 34 19 0 665 \n n undefined 35 0 1 19 \n k undefined 5 646 35 0
            c undefined 19 1 175 1",
        "nest f32 contraction first=relu last=negate \n c undefined 41 1 1 1 \n k undefined 7 43 41 0",
        "nest f32 contraction first=zero last=relu \n c undefined 13 7 8 1 \n k undefined 7 1 1 0",
        "nest f32 contraction \n c undefined 2100 1 1 1",
        "nest f32 contraction first=zero \n c undefined 19 1 1 1 \n m undefined 3 20 0 24 \n c undefined 4 60 20 72",
        // Row-major, padded, backwards, in the middle of a slice.
        "nest f32 contraction last=negate \n m undefined 9 11 0 13 \n n undefined 13 0 1 1 \n k undefined 11 1 13 0",
        "nest f32 contraction first=negate \n m undefined 9 -1 0 1 \n n undefined 7 0 -8 12 \n k undefined 8 11 -1 0",
        // Transposing over loops, with an operation.
        "nest f32 decrement \n c undefined 4 35 0 35 \n c undefined 5 7 0 1 \n c undefined 7 1 0 5",
        "nest f32 identity \n c shared 4 35 0 35 \n m prim 7 1 0 5 \n n prim 5 7 0 1",
        "nest f32 square \n c shared 3 0 0 9 \n m prim 9 1 0 1",
        // Reductions along, across, backwards, of a diagonal, to a scalar, of what is repeated.
        "nest f32 reduce(sum) first=zero \n m undefined 37 41 0 1 \n k undefined 41 1 0 0",
        "nest f32 reduce(sum) last=relu \n m undefined 9 150 0 30 \n k undefined 5 30 0 0 \n n undefined 30 1 0 1",
        "nest f32 reduce(max) first=fill(-inf) \n m undefined 37 -1 0 1 \n k undefined 41 -37 0 0",
        "nest f32 reduce(min) first=relu \n k undefined 5 31 0 0 \n m undefined 6 1 0 -3 \n k undefined 4 6 0 0",
        "nest f32 reduce(sum) first=zero last=square at=2,0,1 \n k undefined 5 63 0 0 \n n undefined 7 9 0 1 \n m undefined 9 1 0 8",
        "nest f32 reduce(max) first=fill(-inf) \n m undefined 9 1 0 -3 \n k undefined 5 9 0 0",
        "nest f32 reduce(sum_of_squares) first=zero last=negate \n k undefined 23 24 0 0",
        "nest f32 reduce(product) \n k undefined 3 1 0 0 \n m undefined 4 0 0 1 \n c undefined 2 7 0 5",
        "nest f32 reduce(sum) first=zero \n k undefined 1031 1 0 0 \n k undefined 3 1100 0 0",
        "nest f32 reduce(max) first=fill(-inf) last=relu \n m undefined 6 1 0 1 \n k undefined 0 6 0 0",
        // What an input repeats: rows, columns, all of it, in both inputs.
        "nest f32 square \n c undefined 19 0 0 1 \n c undefined 7 1 0 21",
        "nest f32 negate \n c undefined 19 1 0 1 \n c undefined 7 0 0 21 \n c undefined 3 19 0 150",
        "nest f32 increment \n c undefined 19 0 0 1 \n c undefined 7 0 0 21 \n c undefined 3 -2 0 150",
        "nest f32 sub \n c undefined 19 0 1 1 \n c undefined 7 3 0 21 \n c undefined 3 0 0 150",
        // One input across the other and the output: blocks of it are transposed.
        "nest f32 add \n c undefined 67 1 150 1 \n c undefined 131 70 1 68",
        "nest f32 sub \n c undefined 3 8777 0 8777 \n c undefined 131 1 67 67 \n c undefined 67 131 1 1",
        "nest f32 mul at=5,0,9 \n c undefined 67 0 150 1 \n c undefined 131 3 1 -68",
        // Nothing to do, and nothing to add.
        "nest f32 contraction first=zero \n m undefined 0 1 0 1 \n n undefined 3 0 1 4",
        "nest f32 contraction last=relu \n m undefined 6 1 0 1 \n n undefined 3 0 1 6 \n k undefined 0 6 3 0",
    ] {
        runs_exactly(&jit, &pool, text);
    }
}

#[test]
fn the_contractions_of_the_benchmark_are_exact() {
    let (jit, pool) = (Jit::host().expect("a machine"), pool(3));
    for contraction in contractions().into_iter().step_by(nightly::one_of(1)) {
        let extents = contraction.scaled_down();
        for reading in [Reading::First, Reading::Last] {
            runs_exactly(&jit, &pool, &contraction.nest(&extents, reading).to_string());
        }
    }
}

/// Extents that nothing divides and that no kernel takes whole, in each place.
#[test]
fn long_extents_run_to_their_end() {
    let (jit, pool) = (Jit::host().expect("a machine"), pool(3));
    let texts = [
        "contraction first=zero last=relu \n m undefined LONG 1 0 1 \n n undefined 2 0 3 LONG \n k undefined 3 LONG 1 0",
        "contraction \n m undefined 3 2 0 LONG \n n undefined LONG 0 2 1 \n k undefined 2 1 1 0",
        "contraction first=zero last=decrement \n m undefined 2 LONG 0 3 \n n undefined 3 0 LONG 1 \n k undefined LONG 1 1 0",
        "contraction first=zero \n c undefined LONG 1 1 1 \n k undefined 3 LONG LONG 0",
        "reduce(sum) last=negate \n m undefined LONG 3 0 1 \n k undefined 3 1 0 0",
        "reduce(max) first=fill(-inf) \n m undefined 3 1 0 1 \n k undefined LONG 3 0 0",
        "decrement \n c undefined LONG 1 0 3 \n c undefined 3 LONG 0 1",
        "add \n c undefined LONG 1 0 1 \n c undefined 3 0 1 LONG",
    ];
    let each = |text: &&str| ["4096", "4099", "100003"].map(|extent| text.replace("LONG", extent));
    for text in texts.iter().flat_map(each).step_by(nightly::one_of(1)) {
        runs_exactly(&jit, &pool, &format!("nest f32 {text}"));
    }
}

#[test]
fn touches_come_first_and_last() {
    // C = 4x6, A = 4x8, B = 8x6, in loops and kernels of every division, with every touch.
    let divisions = [
        ("gemm", "m prim 4 1 0 1 \n n prim 6 0 8 4 \n k prim 8 4 1 0"),
        ("gemm", "n seq 6 0 8 4 \n k seq 8 4 1 0 \n m prim 4 1 0 1"),
        ("gemm", "k seq 2 16 4 0 \n m seq 4 1 0 1 \n n prim 6 0 8 4 \n k prim 4 4 1 0"),
        ("gemm", "m shared 4 1 0 1 \n k seq 2 16 4 0 \n n prim 6 0 8 4 \n k prim 4 4 1 0"),
        ("gemm", "n shared 6 0 8 4 \n k seq 2 16 4 0 \n m seq 4 1 0 1 \n k prim 4 4 1 0"),
        ("brgemm", "k prim 4 8 2 0 \n m prim 4 1 0 1 \n n prim 6 0 8 4 \n k prim 2 4 1 0"),
        ("gemm", "k seq 0 4 1 0 \n m prim 4 1 0 1 \n n prim 6 0 8 4"),
    ];
    let touches =
        ["", "first=zero", "last=relu", "first=zero last=relu", "first=relu", "first=identity last=zero"];
    let (jit, pool) = (Jit::host().expect("a machine"), pool(3));
    for ((main, dims), touch) in divisions.into_iter().flat_map(|d| touches.map(|touch| (d, touch))) {
        runs_exactly(&jit, &pool, &format!("nest f32 {main} {touch} \n {dims}"));
    }
}

/// Every order of extents, with the copy left to the optimizer.
#[test]
fn a_permutation_is_exact() {
    let (jit, pool) = (Jit::host().expect("a machine"), pool(2));
    let extents = || [3usize, 4, 7].into_iter();
    let all = extents().flat_map(|t| extents().flat_map(move |r| extents().map(move |u| (t, r, u))));
    for ((t, r, u), s) in all.flat_map(|tru| extents().map(move |s| (tru, s))) {
        // (t, r, u, s) to (t, u, r, s), both with s contiguous.
        let text = format!(
            "nest f32 identity
             c undefined {t} {0} 0 {0}
             c undefined {r} {1} 0 {s}
             c undefined {u} {s} 0 {2}
             c undefined {s} 1 0 1",
            r * u * s,
            u * s,
            r * s
        );
        let program: Program<f32> = jit.nest(nest(&text), Options::default()).expect("a program");
        let from: Vec<f32> = (0..t * r * u * s).map(|nth| nth as f32).collect();
        let mut to = vec![f32::NAN; from.len()];
        program
            .run_on(&mut [Argument::read(&from), Argument::none(), Argument::write(&mut to)], &pool)
            .expect("the program runs");
        let places = (0..to.len()).map(|at| (at % s, at / s % r, at / s / r % u, at / s / r / u));
        let permuted: Vec<f32> =
            places.map(|(s_, r_, u_, t_)| (((t_ * r + r_) * u + u_) * s + s_) as f32).collect();
        assert_eq!(to, permuted, "{t} {r} {u} {s}: {}", program.loops());
    }
}

/// Dimensions (M, N, K, M, N, K) of the reference configurations; `blocks` of the outer M and N.
fn blocked(main: &str, blocks: usize, exec: [&str; 6]) -> Nest {
    let [a, b, c, d, e, f] = exec;
    nest(&format!(
        "nest f32 {main}
         m {a} {blocks} 8192    0 32768
         n {b} {blocks}    0 8192  1024
         k {c}  8 1024 1024     0
         m {d} 32    1    0     1
         n {e} 32    0   32    32
         k {f} 32   32    1     0"
    ))
}

/// `out·x = before·x + in0·(in1·x)` for random x, in integers: right for all elements or for hardly any x.
fn multiplies(memory: &[(Vec<f32>, usize)], out: &[f32], blocks: usize, random: &mut SplitMix) -> bool {
    let [a, b, before] = [0, 1, 2].map(|nth| &memory[nth].0);
    let x: Vec<i64> = (0..32 * blocks).map(|_| random.below(1000) as i64).collect();
    let (rows, sums) = (|| 0..32 * blocks, || 0..256usize);
    let of_b: Vec<i64> = sums()
        .map(|k| {
            let at = |n: usize| n / 32 * 8192 + k / 32 * 1024 + n % 32 * 32 + k % 32;
            rows().map(|n| b[at(n)] as i64 * x[n]).sum()
        })
        .collect();
    rows().all(|m| {
        let at_a = |k: usize| m / 32 * 8192 + k / 32 * 1024 + k % 32 * 32 + m % 32;
        let at_c = |n: usize| m / 32 * 32768 + n / 32 * 1024 + n % 32 * 32 + m % 32;
        let products: i64 = sums().map(|k| a[at_a(k)] as i64 * of_b[k]).sum();
        let added: i64 = rows().map(|n| (out[at_c(n)] - before[at_c(n)]) as i64 * x[n]).sum();
        added == products
    })
}

#[test]
fn the_reference_configurations_are_exact() {
    let (jit, pool, mut random) = (Jit::host().expect("a machine"), pool(2), SplitMix::new(11));
    // The outer extents are 32; an emulator takes a minute for that.
    let blocks = nightly::scaled(3, 32);
    let program = |main: &str, exec| -> Program<f32> {
        let sequence = Sequence::of(blocked(main, blocks, exec)).expect("memory");
        jit.sequence(sequence).expect("a program")
    };
    for outer in ["seq", "shared"] {
        let gemm = program("gemm", [outer, outer, "seq", "prim", "prim", "prim"]);
        let memory = memory(&gemm, &mut random);
        let out = run(&gemm, &memory, &pool);
        assert!(multiplies(&memory, &out, blocks, &mut random), "{}", gemm.loops());
        let mut wrong = out.clone();
        wrong[33] += 1.0;
        assert!(!multiplies(&memory, &wrong, blocks, &mut random), "one wrong element is found");

        let brgemm = program("brgemm", [outer, outer, "prim", "prim", "prim", "prim"]);
        assert_eq!(run(&brgemm, &memory, &pool), out, "{}", brgemm.loops());

        let touched = program("brgemm first=zero last=relu", [outer, outer, "prim", "prim", "prim", "prim"]);
        let products: Vec<f32> = out.iter().zip(&memory[2].0).map(|(c, before)| c - before).collect();
        let after = run(&touched, &memory, &pool);
        let all = (0..blocks).flat_map(|m| (0..blocks * 1024).map(move |within| m * 32768 + within));
        assert!(all.clone().all(|at| after[at] == products[at].max(0.0)), "{}", touched.loops());
        assert!(all.clone().any(|at| products[at] < 0.0) && all.clone().any(|at| after[at] > 0.0));
    }
}

/// Functions as touches: what rounding makes of sums goes through them.
#[test]
fn functions_are_within_the_bound() {
    let (jit, pool, mut random) = (Jit::host().expect("a machine"), pool(2), SplitMix::new(13));
    let product = "m shared 6 16 0 16 \n k seq 3 4560 19 0 \n m prim 16 1 0 1 \n n prim 9 0 60 101 \n k prim 19 240 1 0";
    let folded = "m shared 6 16 0 16 \n k seq 3 4560 0 0 \n m prim 16 1 0 1 \n k prim 9 240 0 0";
    for (touches, dims) in [
        ("gemm first=zero last=sigmoid", product),
        ("gemm last=sigmoid", product),
        ("gemm first=tanh last=exp", product),
        ("gemm first=zero last=square_root", product),
        ("reduce(sum) first=tanh last=sigmoid", folded),
        ("reduce(product) first=exp last=negate", folded),
        ("reduce(max) first=tanh last=log1p", folded),
    ] {
        let text = nest(&format!("nest f32 {touches} \n {dims}"));
        let program: Program<f32> = jit
            .sequence(Sequence::of(text.try_clone().expect("memory")).expect("memory"))
            .expect("a program");
        let mut memory = memory(&program, &mut random);
        for (data, _) in &mut memory {
            data.iter_mut().for_each(|x| *x = random.below(1 << 24) as f32 / 1e7 - 0.8);
        }
        let located = |nth: usize| Located { data: &memory[nth].0[..], origin: 0 };
        let reference = Contraction::new(&text, located(0), located(1)).expect("a reference");
        let after = run(&program, &memory, &pool);
        for number in 0..reference.outputs() {
            let at = reference.offset(number) as usize;
            let range = reference.element(number, memory[2].0[at]);
            assert!(range.accepts(after[at]), "{touches}: {} for {range:?}", after[at]);
            let off = after[at] + (after[at].abs() + 1.0) / 64.0;
            assert!(after[at].is_nan() || !range.accepts(off), "{touches}: even {off} for {range:?}");
        }
    }
}

/// Random contractions of random reals: what threads do not change is every bit.
#[test]
fn threads_change_no_bit() {
    let mut runner = TestRunner::deterministic();
    let jit = Jit::host().expect("a machine");
    let pools = [2, 3, 7, 16].map(pool);
    let mut shared = 0;
    for seed in 0..200 {
        let case: Case = cases().new_tree(&mut runner).expect("a case").current();
        let mut random = SplitMix::new(seed);
        let mut reals =
            |len: usize| (0..len).map(|_| random.below(1 << 24) as f32 / 1e7 - 0.8).collect::<Vec<f32>>();
        let PerOperand { in0, in1, out } = &case.layouts;
        let (a, b) = (reals(in0.span()), reals(in1.span()));
        let result = |threads: usize, executor: &dyn Executor| {
            let options =
                Options { thread_target: Some(4 * threads), max_kernel_size: Some(8), ..Options::default() };
            let program: Program<f32> = jit.nest(case.nest::<f32>(), options).expect("a program");
            let tasks = program.loops().phases()[0].tasks();
            let mut c = vec![9.0f32; out.span()];
            let mut arguments = [
                Argument::read(&a).at(in0.origin()),
                Argument::read(&b).at(in1.origin()),
                Argument::write(&mut c).at(out.origin()),
            ];
            program.run_on(&mut arguments, executor).expect("the program runs");
            (c.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), tasks)
        };
        let (alone, _) = result(1, &Sequential);
        for pool in &pools {
            let (together, tasks) = result(pool.width().get(), pool);
            assert_eq!(together, alone, "seed {seed}, {} threads: {}", pool.width(), case.text);
            shared += usize::from(tasks > 1);
        }
    }
    assert!(shared > 300, "only {shared} runs had several tasks");
}

/// Operations in a row on a grid of 7 by 45 by 30: of arguments 0 and 1 and a row, to argument 3.
fn in_a_row() -> Sequence {
    let grid = |main: &str, [a, b, c]: [isize; 3], [x, y, z]: [isize; 3]| {
        format!(
            "nest f32 {main} \n c undefined 7 1350 {a} {x} \n c undefined 45 30 {b} {y} \n c undefined 30 1 {c} {z}"
        )
    };
    let dense = [1350, 30, 1];
    let text = format!(
        "sequence scratch=0 arena=37800
        step shares=0 in0=0 in1=1 out=a0
        {}
        step shares=0 in0=a0 in1=2 out=a0
        {}
        step shares=0 in0=a0 in1=a0 out=3
        {}",
        grid("sub", [1400, 31, 1], dense),
        grid("mul", [0, 0, 1], dense),
        grid("relu", [0; 3], [1500, 33, 1]),
    );
    text.parse().expect("a sequence")
}

#[test]
fn operations_in_a_row_run_as_they_do_apart() {
    let (pool, mut random) = (pool(4), SplitMix::new(11));
    let jit = Jit::host().expect("a machine");
    let target = *jit.target();
    let optimized = |options| {
        let context = Context { target: &target, options };
        optimize_all(in_a_row(), &context, |_, _| {}).expect("a sequence")
    };
    let apart = optimized(Options { without: &["chain"], ..Options::default() });
    let apart: Program<f32> = jit.sequence(apart).expect("a program");
    assert_eq!(apart.loops().kernels().len(), 3);
    let memory = memory(&apart, &mut random);
    let runs = |program: &Program<f32>, executor: &dyn Executor| {
        let mut out = memory[3].0.clone();
        let [a, b, row] = [0, 1, 2].map(|nth| Argument::read(&memory[nth].0[..]));
        program.run_on(&mut [a, b, row, Argument::write(&mut out)], executor).expect("the program runs");
        out
    };
    let expected = runs(&apart, &Sequential);
    for thread_target in [1, 4, 50] {
        for max_kernel_size in [None, Some(13)] {
            let thread_target = Some(thread_target);
            let options = Options { thread_target, max_kernel_size, ..Options::default() };
            let program: Program<f32> = jit.sequence(optimized(options)).expect("a program");
            assert_eq!(program.arena(), 0, "{}", program.loops());
            assert_eq!(runs(&program, &Sequential), expected, "{}", program.loops());
            assert_eq!(runs(&program, &pool), expected, "{}", program.loops());
            for flush in ENDS {
                let mut guarded: Vec<Guarded> =
                    memory.iter().map(|(data, _)| Guarded::new(data.len() * size_of::<f32>())).collect();
                let slices = guarded.iter_mut().zip(&memory).map(|(guarded, (data, _))| {
                    let slice = guarded.slice::<f32>(data.len(), flush);
                    slice.copy_from_slice(data);
                    slice
                });
                let mut slices: Vec<&mut [f32]> = slices.collect();
                let pointers: Vec<*mut f32> = slices.iter_mut().map(|slice| slice.as_mut_ptr()).collect();
                let bound = program.bind(&pointers).expect("the operands are apart");
                // SAFETY: each slice is as long as what the program accesses (`memory`).
                unsafe { bound.run() };
                assert_eq!(slices[3], expected, "{}", program.loops());
            }
        }
    }
}

/// Two nests that exchange a panel through scratch memory: in0 is copied, tile by tile, before it is
/// multiplied.
fn through_scratch() -> Sequence {
    let (argument, scratch) = (Buffer::Argument, Buffer::Scratch);
    let copy = nest("nest f32 identity \n m shared 12 4 0 32 \n m prim 4 1 0 1 \n n prim 8 48 0 4");
    let multiply = nest(
        "nest f32 gemm first=zero
         m shared 12 32 0 4 \n m prim 4 1 0 1 \n n prim 6 0 8 48 \n k prim 8 4 1 0",
    );
    let steps = vec![
        Step {
            nest: copy,
            shares: 0,
            operands: PerOperand { in0: argument(0), in1: argument(0), out: scratch(12) },
        },
        Step {
            nest: multiply,
            shares: 1,
            operands: PerOperand { in0: scratch(12), in1: argument(1), out: argument(2) },
        },
    ];
    Sequence { steps, scratch: 1548, arena: 0 }
}

#[test]
fn tasks_have_scratch_memory_of_their_own() {
    let (pool, mut random) = (pool(7), SplitMix::new(3));
    let whole = nest(
        "nest f32 contraction first=zero \n m undefined 48 1 0 1 \n n undefined 6 0 8 48 \n k undefined 8 48 1 0",
    );
    for jit in [1, 2, 7].map(|threads| Jit::builder().threads(threads).build().expect("a machine")) {
        let program: Program<f32> = jit.sequence(through_scratch()).expect("a program");
        let memory = memory(&program, &mut random);
        let expected = expected(&whole, &memory);
        for _ in 0..50 {
            assert_eq!(run(&program, &memory, &pool), expected);
        }
        for slots in 1..4 {
            let (mut scratch, mut c) = (vec![f32::NAN; slots * 387 + 3], memory[2].0.clone());
            let mut arguments =
                [Argument::read(&memory[0].0), Argument::read(&memory[1].0), Argument::write(&mut c)];
            program.run_with(&mut scratch, &mut arguments, &pool).expect("the program runs");
            assert_eq!(c, expected);
            assert!(scratch[slots * 387..].iter().all(|x| x.is_nan()), "what is no slot stays as it is");
        }
    }
}

/// The pages around each operand cannot be touched.
#[test]
fn nothing_outside_of_the_operands_is_touched() {
    let jit = Jit::host().expect("a machine");
    let mut random = SplitMix::new(5);
    for text in [
        "nest f32 contraction first=zero last=relu \n m undefined 37 1 0 1 \n n undefined 11 0 13 40 \n k undefined 13 37 1 0",
        "nest f32 contraction \n c undefined 3 1 1 1 \n m undefined 5 -3 0 3 \n n undefined 7 0 3 15 \n k undefined 4 15 21 0",
        "nest f32 decrement \n c undefined 3 35 0 35 \n c undefined 5 7 0 1 \n c undefined 7 1 0 5",
        "nest f32 contraction \n m undefined 37 1 0 1 \n n undefined 67 0 30 40 \n k undefined 30 37 1 0",
    ] {
        let options = Options { max_kernel_size: Some(16), ..Options::default() };
        for options in [options, Options::default()] {
            let program: Program<f32> = jit.nest(nest(text), options).expect("a program");
            let memory = memory(&program, &mut random);
            let expected = expected(&nest(text), &memory);
            for flush in ENDS {
                let mut guarded: Vec<Guarded> =
                    memory.iter().map(|(data, _)| Guarded::new(data.len() * size_of::<f32>())).collect();
                let slices = guarded.iter_mut().zip(&memory).map(|(guarded, (data, origin))| {
                    let slice = guarded.slice::<f32>(data.len(), flush);
                    slice.copy_from_slice(data);
                    (slice, *origin)
                });
                let mut slices: Vec<(&mut [f32], usize)> = slices.collect();
                let pointers: Vec<*mut f32> = slices
                    .iter_mut()
                    .map(|(slice, origin)| slice.as_mut_ptr().wrapping_add(*origin))
                    .collect();
                let bound = program.bind(&pointers).expect("the operands are apart");
                // SAFETY: each slice has what the program accesses around its origin (`memory`).
                unsafe { bound.run() };
                assert_eq!(slices[2].0, expected, "{}", program.loops());
            }
        }
    }
}

/// A bound program may be run again, on what its memory holds then.
#[test]
fn a_bound_program_runs_again() {
    let jit = Jit::host().expect("a machine");
    let text = "nest f32 contraction \n m undefined 4 1 0 1 \n n undefined 4 0 4 4 \n k undefined 4 4 1 0";
    for max in [None, Some(2)] {
        let options = Options { max_kernel_size: max, ..Options::default() };
        let program: Program<f32> = jit.nest(nest(text), options).expect("a program");
        let (mut a, mut b, mut c) = ([1.0f32; 16], [1.0; 16], [0.0; 16]);
        let bound = program.bind(&[a.as_mut_ptr(), b.as_mut_ptr(), c.as_mut_ptr()]).expect("apart");
        for times in 1..4 {
            // SAFETY: the arrays have what the program accesses, and outlive this.
            unsafe { bound.run() };
            let now: [f32; 16] = c;
            assert_eq!(now, [4.0 * times as f32; 16]);
        }
        // SAFETY: as above.
        unsafe { bound.run_on(&pool(2)) }.expect("the pool runs");
        assert_eq!(c, [16.0; 16]);
    }
}
