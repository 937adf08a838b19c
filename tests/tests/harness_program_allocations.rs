//! That runs allocate nothing. One test, alone in its program, as allocations of all threads count.
#![allow(unsafe_code)]

use std::hint::black_box;
use std::num::NonZeroUsize;
use tensmith::parallel::{Pool, Sequential};
use tensmith::program::tensor::Options;
use tensmith::program::{Argument, Program};
use tensmith::{Array, Jit};
use tensmith_tests::allocations::{self, Counting};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of a thousand calls, after the first: the least of some rounds, as other threads of the test's
/// program may allocate meanwhile.
fn of(mut call: impl FnMut()) -> usize {
    call();
    let round = |_| {
        let before = allocations::count();
        (0..1000).for_each(|_| call());
        allocations::count() - before
    };
    (0..5).map(round).min().unwrap_or_default()
}

#[test]
fn runs_allocate_nothing() {
    assert_eq!(of(|| _ = black_box(Box::new(1))), 1000, "allocations are counted");

    let jit = Jit::host().expect("a machine");
    let text = "nest f32 contraction first=zero last=relu
        m undefined 40 1 0 1 \n n undefined 12 0 16 40 \n k undefined 16 40 1 0";
    let (mut a, mut b, mut c) = (vec![1.0f32; 640], vec![1.0f32; 192], vec![0.0f32; 480]);
    // One call, and loops around kernels.
    for max_kernel_size in [None, Some(8)] {
        let options = Options { max_kernel_size, thread_target: Some(4), ..Options::default() };
        let program: Program<f32> = jit.nest(text.parse().expect("a nest"), options).expect("a program");
        let mut arguments = [Argument::read(&a), Argument::read(&b), Argument::write(&mut c)];
        assert_eq!(of(|| program.run(&mut arguments).expect("it runs")), 0, "checked");
        let mut scratch = [0.0; 8];
        assert_eq!(of(|| program.run_with(&mut scratch, &mut arguments, &Sequential).expect("it runs")), 0);
        // The pool's threads allocate the first time that they take part, which may be late.
        let pool = Pool::with_width(NonZeroUsize::new(2).expect("threads"));
        let is_calm = |_| of(|| program.run_on(&mut arguments, &pool).expect("it runs")) == 0;
        assert!((0..10).any(is_calm), "on a pool");
        let pointers = [a.as_mut_ptr(), b.as_mut_ptr(), c.as_mut_ptr()];
        let bind = || program.bind(&pointers).expect("it fits");
        assert_eq!(of(|| _ = black_box(bind())), 0, "binding");
        let bound = bind();
        // SAFETY: the vectors hold the operands.
        assert_eq!(of(|| unsafe { bound.run() }), 0, "bound");
    }

    let a = Array::c_order(vec![1.0f32; 24], &[4, 6]).expect("an array");
    let plan = jit.einsum("mk,nk->mn", &[a.layout(), a.layout()]).expect("a plan");
    let mut out = plan.zeros().expect("an array");
    assert_eq!(
        of(|| plan.run(&[a.view(), a.view()], &mut out.view_mut()).expect("it runs")),
        0,
        "expressions"
    );

    // The result, its layout twice, and the shape: the process has one `Jit`, and that the plan.
    let one_shot = of(|| _ = tensmith::einsum("mk,nk->mn", &[a.view(), a.view()]).expect("it runs"));
    assert!(one_shot <= 8_000, "{one_shot} allocations of a thousand contractions");
}
