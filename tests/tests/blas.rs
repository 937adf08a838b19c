//! Multiplications of BLAS: every transposition, layout, gap, kind of factor and empty extent, by loops, by
//! kernels and by plans.

use std::ffi::c_int;
use tensmith_blas::statistics::tensmith_blas_statistics as statistics;
use tensmith_core::Complex;
use tensmith_tests::blas::{Call, Face, LAYOUTS, TRANSPOSES, same};
use tensmith_tests::nightly::{is_emulated, scaled};
use tensmith_tests::random::SplitMix;

/// Compares both interfaces with the meaning.
fn check<T: Face>(call: &Call, random: &mut SplitMix) {
    let matrices = call.draw::<T>(random);
    let result = call.by_cblas(&matrices);
    assert!(same(&result, &matrices.expected), "{call:?}: {result:?} instead of {:?}", matrices.expected);
    if let Some(result) = call.by_fortran(&matrices) {
        assert!(same(&result, &matrices.expected), "{call:?} from Fortran");
    }
}

/// Every combination of what a call says, for some extents.
fn calls(extents: [c_int; 3], all: &mut impl FnMut(&Call)) {
    let pairs = TRANSPOSES.into_iter().flat_map(|a| TRANSPOSES.map(|b| [a, b]));
    for (layout, transposes) in
        LAYOUTS.into_iter().flat_map(|layout| pairs.clone().map(move |pair| (layout, pair)))
    {
        for gaps in [[0; 3], [3, 0, 1], [0, 2, 0]] {
            let betas = [[0, 0], [1, 0], [3, 0], [-1, 2]];
            let alphas = [[0, 0], [1, 0], [-2, 0], [0, 1], [3, -1]].into_iter();
            for (alpha, beta) in alphas.flat_map(|alpha| betas.map(|beta| (alpha, beta))) {
                all(&Call { layout, transposes, extents, gaps, alpha, beta });
            }
        }
    }
}

#[test]
fn all_that_a_call_can_say_is_done_by_loops() {
    let mut random = SplitMix::seeded("all_that_a_call_can_say_is_done_by_loops", 0xb1a5);
    let extents: &[c_int] = if is_emulated() { &[0, 1, 4] } else { &[0, 1, 2, 5, 9] };
    for m in extents {
        for (n, k) in extents.iter().flat_map(|n| extents.iter().map(move |k| (n, k))) {
            calls([*m, *n, *k], &mut |call| {
                if [call.alpha, call.beta].iter().all(|[_, im]| *im == 0) {
                    check::<f32>(call, &mut random);
                    check::<f64>(call, &mut random);
                }
                check::<Complex<f32>>(call, &mut random);
                check::<Complex<f64>>(call, &mut random);
            });
        }
    }
}

/// Calls more often than it takes for a kernel to pay, or for a plan, which some complex multiplications are
/// at any size; then compares.
fn check_until_made<T: Face>(call: &Call, random: &mut SplitMix) {
    let mut matrices = call.draw::<T>(random);
    let products = call.extents.iter().product::<c_int>() as usize;
    let calls =
        if T::TYPE.is_complex() { 2_200_000 / (100 + 3 * products) } else { 300_000 / (100 + products / 2) };
    for _ in 0..calls + 2 {
        call.by_cblas_in_place(&mut matrices);
    }
    check::<T>(call, random);
}

#[test]
fn kernels_do_what_loops_do() {
    let mut random = SplitMix::seeded("kernels_do_what_loops_do", 0xb1a6);
    let before = statistics();
    let count = if is_emulated() { 6 } else { scaled(60, 2000) };
    for _ in 0..count {
        let call = Call::random(&mut random, &(1..24));
        check_until_made::<f32>(&call, &mut random);
        check_until_made::<f64>(&call, &mut random);
    }
    // Other tests count, too.
    assert!(statistics().kernels >= before.kernels + count, "{:?}", statistics());
    for (alpha, beta) in [1, -2].into_iter().flat_map(|alpha| [0, 1, 3].map(|beta| ([alpha, 0], [beta, 0]))) {
        check_until_made::<f32>(&Call { alpha, beta, ..CUBE }, &mut random);
        check_until_made::<f64>(&Call { alpha, beta, ..CUBE }, &mut random);
    }
}

const CUBE: Call =
    Call { layout: 102, transposes: [111; 2], extents: [8; 3], gaps: [0; 3], alpha: [1, 0], beta: [0, 0] };

#[test]
fn complex_kernels_and_small_plans_do_what_loops_do() {
    let mut random = SplitMix::seeded("complex_kernels_and_small_plans_do_what_loops_do", 0xb1a8);
    let before = statistics();
    for _ in 0..if is_emulated() { 6 } else { scaled(60, 2000) } {
        let mut call = Call::random(&mut random, &(1..24));
        check_until_made::<Complex<f32>>(&call, &mut random);
        check_until_made::<Complex<f64>>(&call, &mut random);
        // What there are kernels for.
        call.alpha = [1, 0];
        call.beta = [random.below(2) as i64, 0];
        call.transposes[if call.layout == 102 { 0 } else { 1 }] = 111;
        check_until_made::<Complex<f32>>(&call, &mut random);
        check_until_made::<Complex<f64>>(&call, &mut random);
    }
    let pairs = TRANSPOSES.into_iter().flat_map(|a| TRANSPOSES.map(|b| [a, b]));
    for (layout, transposes) in
        LAYOUTS.into_iter().flat_map(|layout| pairs.clone().map(move |pair| (layout, pair)))
    {
        for (alpha, beta) in
            [([1, 0], [0, 0]), ([1, 0], [1, 0]), ([0, 1], [0, 0]), ([-1, 0], [1, -1]), ([2, 1], [1, 0])]
        {
            check_until_made::<Complex<f32>>(&Call { layout, transposes, alpha, beta, ..CUBE }, &mut random);
            check_until_made::<Complex<f64>>(&Call { layout, transposes, alpha, beta, ..CUBE }, &mut random);
        }
    }
    let after = statistics();
    assert!(after.kernels > before.kernels && after.plans > before.plans, "{after:?}");
}

#[test]
fn plans_do_what_loops_do() {
    let mut random = SplitMix::seeded("plans_do_what_loops_do", 0xb1a7);
    let before = statistics();
    let count = if is_emulated() { 1 } else { scaled(2, 100) };
    for round in 0..count {
        let extents = if is_emulated() { 150..170 } else { 150..300 };
        let mut call = Call::random(&mut random, &extents);
        let factors = [([1, 0], [0, 0]), ([-2, 0], [1, 0]), ([3, 0], [-2, 0]), ([1, 2], [-2, 1])];
        for (alpha, beta) in factors.into_iter().take(if is_emulated() { 2 } else { 4 }) {
            (call.alpha, call.beta) = (alpha, beta);
            if round % 2 == 0 {
                check::<f32>(&call, &mut random);
                check::<Complex<f64>>(&call, &mut random);
            } else {
                check::<f64>(&call, &mut random);
                check::<Complex<f32>>(&call, &mut random);
            }
        }
    }
    assert!(statistics().plans > before.plans, "{:?}", statistics());
}

#[test]
fn threads_multiply_at_the_same_time() {
    let rounds = if is_emulated() { 60 } else { 3000 };
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                let mut random = SplitMix::seeded("threads_multiply_at_the_same_time", thread);
                let calls = [(); 3].map(|()| Call::random(&mut random, &(4..12)));
                for round in 0..rounds {
                    // All of them take turns with the same one.
                    let common = Call {
                        layout: 101,
                        transposes: [111, 112],
                        extents: [6; 3],
                        gaps: [1; 3],
                        alpha: [1, 0],
                        beta: [1, 0],
                    };
                    check::<f64>(if round % 2 == 0 { &common } else { &calls[round % 3] }, &mut random);
                    check::<f32>(&common, &mut random);
                    check::<Complex<f32>>(&common, &mut random);
                }
            });
        }
    });
}
