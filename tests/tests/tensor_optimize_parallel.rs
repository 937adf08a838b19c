//! Plans for several threads, on paper: they have the sums of those for one, and little
//! more work. On any host.

use proptest::prelude::*;
use std::num::NonZeroUsize;
use tensmith_core::Target;
use tensmith_core::tensor::primitive::Roles;
use tensmith_core::tensor::{Cost, Dim, Exec, Kind, Main, Nest, Options, Sequence, Step, optimize};
use tensmith_tests::contractions::cases_up_to;
use tensmith_tests::tccg::{Reading, contractions};

/// The numbers of threads that are more than one.
const SEVERAL: [usize; 3] = [2, 8, 64];

fn target() -> Target {
    Target::named("neoverse-v2").unwrap()
}

fn planned(nest: Nest, threads: usize) -> Sequence {
    let options = Options { threads: NonZeroUsize::new(threads), ..Options::default() };
    optimize(nest, &target(), options).unwrap()
}

/// Cycles of all threads together.
fn work(sequence: &Sequence) -> f64 {
    Cost::of_steps(&sequence.steps, &target()).total()
}

/// Cycles until the last of that many threads is done: each step has its tasks, one of which no
/// two threads can take.
fn until_done(sequence: &Sequence, threads: usize) -> f64 {
    let of_step = |step: &Step| {
        let shared = step.nest.dims.iter().filter(|dim| dim.exec == Exec::Shared);
        let tasks: usize = shared.map(|dim| dim.extent).product();
        let turns = tasks.div_ceil(threads).max(1) as f64;
        Cost::of_step(step, &target()).total() * turns / tasks.max(1) as f64
    };
    sequence.steps.iter().map(of_step).sum()
}

/// Everything that decides the bits of results: the sizes of the kernel, and how it is looped over
/// sums, in which order.
fn sums(sequence: &Sequence) -> Vec<(Kind, Exec, usize)> {
    let last = sequence.steps.last().unwrap();
    // How many multiplications are one kernel decides nothing.
    let series = if last.nest.main == Main::Series { Roles::of(&last.nest).unwrap().c } else { None };
    let counts = |dim: &&Dim| {
        let is_of_one = series.is_none_or(|series| !std::ptr::eq(series, *dim));
        (dim.kind == Kind::K || dim.exec == Exec::Prim) && is_of_one
    };
    last.nest.dims.iter().filter(counts).map(|dim| (dim.kind, dim.exec, dim.extent)).collect()
}

/// Whether plans for several threads have the sums of the one for one; for the worst of them, how long it
/// takes and how much work it is, as parts of those of one thread.
fn of_one_thread(nest: impl Fn() -> Nest) -> Result<(f64, f64), TestCaseError> {
    let one = planned(nest(), 1);
    let alone = work(&one);
    let (mut longest, mut most): (f64, f64) = (0.0, 0.0);
    for threads in SEVERAL {
        let sequence = planned(nest(), threads);
        prop_assert_eq!(sums(&sequence), sums(&one), "{} threads: {}", threads, sequence);
        if alone > 0.0 {
            longest = longest.max(until_done(&sequence, threads) / alone);
            most = most.max(work(&sequence) / alone);
        }
    }
    Ok((longest, most))
}

#[test]
fn the_contractions_of_the_benchmark_take_no_longer_by_more_threads() {
    for contraction in contractions() {
        for reading in [Reading::First, Reading::Last] {
            let (longest, most) = of_one_thread(|| contraction.nest(&contraction.extents, reading)).unwrap();
            let found =
                format!("{} {reading:?}: {longest:.3} of the time, {most:.3} of the work", contraction.name);
            println!("{found}");
            assert!(longest <= 0.6 && most <= 1.2, "{found}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        max_global_rejects: 1_000_000,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn random_contractions_take_no_longer_by_more_threads(case in cases_up_to(1 << 28)) {
        // What is shorter is over before a second thread is awake. Sums are rounded.
        prop_assume!(case.nest::<f32>().multiply_adds() >= 1 << 20);
        let (longest, most) = of_one_thread(|| case.nest::<f32>())?;
        prop_assert!(longest <= 1.000_001, "{longest:.3} of the time, {most:.3} of the work of one thread");
    }
}

/// A search of all lengths of a cut would take days, as the extent is prime.
#[test]
fn inner_parts_of_any_extent_are_cut_at_once() {
    let dims = "m seq 3|3@0 0 0 1000000000039
                m seq 1000000000039|1000000000039@0 0 0 1
                k seq 2 0 0 0";
    let nest: Nest = format!("nest f32 contraction \n {dims}").parse().unwrap();
    let sequence = planned(nest, 2);
    assert!(sequence.steps[0].nest.dims.iter().any(|dim| dim.extent == 1_000_000_000_039), "{sequence}");
}
