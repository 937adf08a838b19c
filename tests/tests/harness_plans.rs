//! Plans are made once: the same request gets the same plan, and no other request does.

use tensmith::{ArrayLayout, Element, Jit, JitBuilder, Plan, Strided, Target};

fn builder() -> JitBuilder {
    Jit::builder().foreign(Target::named("neoverse-v2").expect("a core"))
}

fn jit() -> Jit {
    builder().build().expect("a jit")
}

fn c_order(shape: &[usize]) -> ArrayLayout {
    ArrayLayout::c_order(shape).expect("a layout")
}

/// Whether both are the same plan, and not just alike.
fn is_same<T: Element>(one: &Plan<T>, other: &Plan<T>) -> bool {
    std::ptr::eq(one.explain().loops(), other.explain().loops())
}

#[test]
fn who_asks_the_same_gets_the_same_plan() {
    let jit = jit();
    let layouts = [c_order(&[5, 11]), c_order(&[11, 7])];
    let plan = jit.einsum::<f32>("mk,kn->mn", &layouts).expect("a plan");
    let again = jit.einsum("mk,kn->mn", &layouts).expect("a plan");
    assert!(is_same(&plan, &again) && is_same(&plan, &plan.clone()));
    let statistics = jit.stats().plans;
    assert_eq!((statistics.hits, statistics.misses, statistics.values), (1, 1, 1));
    assert!(statistics.bytes > plan.explain().kernels().iter().map(|kernel| kernel.code.len()).sum());
}

#[test]
fn whatever_differs_makes_another_plan() {
    let jit = jit();
    let [a, b] = [c_order(&[6, 6]), c_order(&[6, 6])];
    let [turned, wide] =
        [[1, 6], [7, 1]].map(|strides| ArrayLayout::new(&[6, 6], &strides).expect("a layout"));
    // Texts that begin alike, or differ in length only.
    let texts = ["mk,kn->mn", "mk,kn->nm", "mk,kn", "mk,kn ", "mk,kn->m", "  mk,kn->mn", "  mk,kn->nm"];
    let mut plans: Vec<Plan<f32>> =
        texts.iter().map(|text| jit.einsum(text, &[&a, &b]).expect("a plan")).collect();
    for layouts in [[&turned, &b], [&a, &turned], [&wide, &b], [&a, &wide]] {
        plans.push(jit.einsum("mk,kn->mn", &layouts).expect("a plan"));
    }
    for output in [&a, &turned, &wide] {
        plans.push(jit.contraction("mk,kn->mn").plan_into(&[&a, &b], output).expect("a plan"));
    }
    let other = [c_order(&[6, 6]), c_order(&[6, 5])];
    plans.push(jit.einsum("mk,kn->mn", &other).expect("a plan"));
    jit.einsum::<f64>("mk,kn->mn", &[&a, &b]).expect("a plan for another type");
    assert_eq!(jit.stats().plans.values, plans.len() + 1);
    for (number, plan) in plans.iter().enumerate() {
        assert!(!plans[..number].iter().any(|other| is_same(plan, other)), "plan {number}");
    }
}

/// Questions are kept in few words, so that what is near to a limit of those must differ.
#[test]
fn shapes_and_strides_are_told_apart() {
    let jit = jit();
    let shapes: [&[usize]; 12] = [
        &[],
        &[0],
        &[1],
        &[2],
        &[1, 2],
        &[2, 1],
        &[1, 1, 1, 2],
        &[1, 1, 1, 1, 2],
        &[0, 2],
        &[2, 0],
        &[0, 0, 0, 0],
        &[0, 0, 0, 0, 0],
    ];
    let mut layouts: Vec<ArrayLayout> = shapes.iter().map(|shape| c_order(shape)).collect();
    // One, two, five, fifteen and sixteen extents, of which one is at a power of two: one
    // of those is a limit.
    for (rank, bits) in [(1, 30..40), (2, 27..31), (5, 10..14), (15, 2..6), (16, 2..6)] {
        for bits in bits {
            for extent in [(1 << bits) - 1, 1 << bits] {
                for place in [0, rank - 1] {
                    let mut shape = vec![1; rank];
                    shape[place] = extent;
                    layouts.push(c_order(&shape));
                }
            }
        }
    }
    layouts.dedup();
    for (shape, strides) in [
        ([1, 2], [1, 1]),
        ([1, 2], [2, 2]),
        ([2, 1], [1, 2]),
        ([2, 1], [0, 1]),
        ([0, 2], [1, 1]),
        ([2, 2], [1, 2]),
        ([2, 2], [1, 0]),
        ([2, 2], [0, 1]),
        ([2, 2], [2, -1]),
        ([2, 2], [-2, 1]),
        ([2, 2], [(1 << 31) - 1, 1]),
        ([2, 2], [1 << 31, 1]),
        ([2, 2], [1 << 32, 1]),
        ([2, 2], [1 << 33, 1]),
    ] {
        layouts.push(ArrayLayout::new(&shape, &strides).expect("a layout"));
    }
    for (number, layout) in layouts.iter().enumerate() {
        let [plan, again] = [0, 1].map(|_| jit.einsum::<f32>("...->...", &[layout]).expect("a plan"));
        assert!(
            is_same(&plan, &again) && plan.inputs() == [layout.try_clone().expect("a layout")],
            "{layout:?}"
        );
        assert_eq!(jit.stats().plans.values, number + 1, "{layout:?}");
    }
}

#[test]
fn questions_of_any_length_are_kept() {
    let jit = jit();
    // From few words to many: extents of 1, which say nothing but are asked for.
    for ones in 0..80 {
        let spaces = " ".repeat(3 * ones);
        let text = format!("{spaces}m...k,kn->...mn");
        let shape = [vec![4], vec![1; ones], vec![3]].concat();
        let layouts = [c_order(&shape), c_order(&[3, 5])];
        let [plan, again] = [0, 1].map(|_| jit.einsum::<f32>(&text, &layouts).expect("a plan"));
        assert!(is_same(&plan, &again), "{ones}");
    }
    assert_eq!(jit.stats().plans.hits, 80);
}

/// An array that somebody else describes, with as many strides as they like.
struct Foreign {
    shape: Vec<usize>,
    strides: Vec<isize>,
}

impl Strided for Foreign {
    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn strides(&self) -> &[isize] {
        &self.strides
    }
}

#[test]
fn arrays_that_contradict_themselves_are_refused_each_time() {
    let jit = jit();
    let good = || Foreign { shape: vec![2, 3], strides: vec![3, 1] };
    jit.einsum::<f32>("ij,ij->", &[good(), good()]).expect("a plan");
    for strides in [vec![], vec![3], vec![3, 1, 1]] {
        let bad = || [good(), Foreign { shape: vec![2, 3], strides: strides.clone() }];
        for _ in 0..2 {
            let error = jit.einsum::<f32>("ij,ij->", &bad()).expect_err("refused");
            assert!(error.to_string().contains("stride"), "{error}");
        }
    }
    let statistics = jit.stats().plans;
    assert_eq!((statistics.hits, statistics.misses), (0, 1));
}

/// What is said later changes no budget: neither that of plans nor that of kernels.
#[test]
#[expect(unsafe_code, reason = "a registry is vouched for")]
fn budgets_stay_with_threads_and_registries() {
    let registry = tensmith_primitives::registry().expect("memory");
    // SAFETY: these are the default generators.
    let builder = unsafe { builder().kernel_budget(0).plan_budget(0).registry(registry) };
    let jit = builder.threads(2).build().expect("a jit");
    let layouts = [[5, 6], [6, 7]].map(|shape| ArrayLayout::c_order(&shape).expect("a layout"));
    for _ in 0..2 {
        let _: Plan<f32> = jit.einsum("mk,kn->mn", &layouts).expect("a plan");
    }
    let [plans, kernels] = [jit.stats().plans, jit.stats().kernels];
    assert_eq!((plans.misses, plans.values, plans.evictions), (2, 0, 2));
    assert_eq!((kernels.misses, kernels.values, kernels.evictions), (2, 0, 2));
}

#[test]
fn plans_are_kept_within_a_budget() {
    let jit = builder().plan_budget(20_000).build().expect("a jit");
    let plans: Vec<_> = (1..20)
        .map(|extent| {
            let layouts = [c_order(&[4, extent]), c_order(&[extent, 5])];
            jit.einsum::<f32>("mk,kn->mn", &layouts).expect("a plan")
        })
        .collect();
    let statistics = jit.stats().plans;
    assert!(
        statistics.bytes <= 20_000 && statistics.evictions > 0 && statistics.values > 0,
        "{statistics:?}"
    );
    assert_eq!(statistics.evictions + statistics.values as u64, 19);
    assert!(plans.iter().all(|plan| !plan.explain().kernels().is_empty()), "and outlive eviction");
    // Errors are not kept.
    let bad = || jit.einsum::<f32>("mk,kn->mn", &[c_order(&[2, 3]), c_order(&[4, 5])]).expect_err("refused");
    assert_eq!(bad(), bad());
}

#[test]
fn threads_that_ask_at_once_get_one_plan() {
    let jit = jit();
    let layouts = [c_order(&[40, 30]), c_order(&[30, 20])];
    let ask = || jit.einsum::<f32>("mk,kn->mn", &layouts).expect("a plan");
    let plans: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(plans.iter().all(|plan| is_same(plan, &plans[0])));
    assert_eq!(jit.stats().plans.misses, 1);
}
