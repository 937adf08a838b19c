//! Unusual contractions: many operands, trees, accumulation, last operations, limits.

use tensmith::Array;
use tensmith::element::{BF16, F16};
use tensmith::expression::Minimize;
use tensmith::inspect::StepTensor;
use tensmith::{ArrayLayout, Contraction, Element, Jit, Optimize, PlanError, Target, UnaryOp};
use tensmith_tests::random::SplitMix;

fn jit() -> Jit {
    Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit")
}

fn c_order(shape: &[usize]) -> ArrayLayout {
    ArrayLayout::c_order(shape).expect("a layout")
}

const TREE: &str = "[[0,1],[1,2]->[0,2]],[2,3]->[3,0]";
const EXTENTS: [usize; 4] = [5, 6, 7, 8];

fn operands() -> [ArrayLayout; 3] {
    [[5, 6], [6, 7], [7, 8]].map(|shape| c_order(&shape))
}

#[test]
fn a_plan_says_what_it_does_step_by_step() {
    let jit = jit();
    let plan = jit.tree(TREE, &EXTENTS).plan::<f64>(&operands()).expect("a plan");
    assert_eq!(plan.output().shape(), [8, 5]);
    assert_eq!(plan.explain().operations(), 2 * 5 * 6 * 7 + 2 * 5 * 7 * 8);
    let steps: Vec<_> = plan.explain().steps().collect();
    let [first, last] = &steps[..] else { panic!("{steps:?}") };
    assert_eq!([first.inputs[0].0, first.inputs[1].0], [StepTensor::Input(0), StepTensor::Input(1)]);
    assert!([last.inputs[0].0, last.inputs[1].0].contains(&StepTensor::Step(0)));
    assert_eq!((first.operations, first.elements, last.output), (420, 35, &[3, 0][..]));
    for step in &steps {
        assert!(!step.kernels.is_empty() && !step.nests.is_empty());
        assert!(step.cost.total() > 0.0 && step.share_of_peak > 0.0 && step.share_of_peak <= 1.0);
    }
    // The intermediate tensor, in lines of a cache.
    assert!(
        (35 * 8..=64 * 5).contains(&plan.explain().intermediates()),
        "{}",
        plan.explain().intermediates()
    );
    assert!(plan.explain().memory() >= plan.explain().intermediates());
    let text = plan.explain().to_string();
    assert!(text.starts_with(&format!("{TREE} on neoverse-v2\n")) && text.contains("\nstep 1: "), "{text}");
}

#[test]
fn orders_have_the_least_of_what_is_asked_for() {
    // A ladder of 24 tensors, whose rungs are wide.
    let letter = |n: usize| char::from(b'A' + n as u8);
    let term = |n: usize| {
        let (side, rung) = (n % 2, n / 2);
        let along = [rung.checked_sub(1), Some(rung)].into_iter().flatten().filter(|at| *at < 11);
        let along = along.map(|at| letter(2 * at + side));
        along.chain([letter(rung).to_ascii_lowercase()]).collect::<String>()
    };
    let terms: Vec<String> = (0..24).map(term).collect();
    let extent = |label: char| if label.is_ascii_uppercase() { 3 } else { 9 };
    let layouts: Vec<_> =
        terms.iter().map(|term| c_order(&term.chars().map(extent).collect::<Vec<_>>())).collect();
    let text = format!("{}->", terms.join(","));
    let jit = jit();
    let figures = |optimize, minimize| {
        let asked = jit.contraction(&text).optimize(optimize).minimize(minimize);
        let plan = asked.plan::<f64>(&layouts).unwrap();
        (plan.explain().multiply_adds(), plan.explain().width(), plan.explain().peak())
    };
    for optimize in [Optimize::Automatic, Optimize::Greedy, Optimize::HighQuality] {
        let (least, width, peak) = figures(optimize, Minimize::MultiplyAdds);
        assert!(least <= figures(Optimize::Greedy, Minimize::MultiplyAdds).0, "{optimize:?}");
        assert!(figures(optimize, Minimize::Width).1 <= width, "{optimize:?}");
        assert!(peak > 0 && width >= 81f64.log2(), "{optimize:?}");
    }
    // The best of more random orders from one seed.
    let random = [Optimize::RandomGreedy, Optimize::RandomGreedy128];
    let [few, many] = random.map(|optimize| figures(optimize, Minimize::MultiplyAdds).0);
    assert!(many <= few, "{many} {few}");
    let plan = jit.contraction(&text).optimize(Optimize::HighQuality).plan::<f64>(&layouts).unwrap();
    let again = jit.contraction(&text).optimize(Optimize::HighQuality).seed(0).plan::<f64>(&layouts).unwrap();
    assert_eq!(plan.explain().path(), again.explain().path());
    let text = plan.explain().to_string();
    let line = text.lines().find(|line| line.starts_with("order: 10^")).unwrap();
    assert!(line.contains(" multiply-adds, width ") && line.ends_with(" elements"), "{line}");
    let text = format!("{}a", "a,".repeat(16));
    let error = jit.contraction(&text).optimize(Optimize::Exact);
    assert!(error.plan::<f64>(&(0..17).map(|_| c_order(&[2])).collect::<Vec<_>>()).is_err());
}

#[test]
fn what_is_asked_differently_is_another_plan() {
    let jit = jit();
    let inputs = operands();
    let asked = jit.contraction("ij,jk,kl->li");
    let (relu, bias) = (UnaryOp::relu(), [c_order(&[5]), c_order(&[8])]);
    for contraction in [
        asked.clone(),
        asked.clone().optimize(Optimize::Greedy),
        asked.clone().optimize(Optimize::Exact),
        asked.clone().optimize(Optimize::RandomGreedy),
        asked.clone().optimize(Optimize::RandomGreedy128),
        asked.clone().optimize(Optimize::HighQuality),
        asked.clone().minimize(Minimize::MultiplyAdds),
        asked.clone().optimize(Optimize::HighQuality).minimize(Minimize::Width),
        asked.clone().seed(1),
        asked.clone().beta(1.0),
        asked.clone().apply(relu),
        asked.clone().apply(UnaryOp::square()),
        asked.clone().apply(relu).apply(relu),
        asked.clone().beta(1.0).apply(relu),
        asked.clone().beta(0.5),
        asked.clone().beta(-0.5),
        asked.clone().add("i", &bias[0]),
        asked.clone().multiply("i", &bias[0]),
        asked.clone().add("l", &bias[1]),
        asked.clone().add("l", &bias[1]).beta(0.5),
        asked.clone().add("l", &bias[1]).apply(relu),
        asked.clone().apply(relu).add("l", &bias[1]),
        jit.tree(TREE, &EXTENTS),
        jit.tree("[0,1],[[1,2],[2,3]->[1,3]]->[3,0]", &EXTENTS),
    ] {
        let values = jit.stats().plans.values;
        contraction.plan::<f32>(&inputs).expect("a plan");
        contraction.plan::<f32>(&inputs).expect("the same plan");
        assert_eq!(jit.stats().plans.values, values + 1);
    }
}

/// The fastest order of this chain has a larger tensor in between than another one.
#[test]
fn a_limit_of_memory_finds_an_order() {
    let jit = jit();
    let inputs =
        [[90, 10], [10, 90], [90, 1000]].map(|shape| ArrayLayout::c_order(&shape).expect("a layout"));
    let asked = jit.contraction("ab,bc,cd->ad");
    let needed = |asked: &Contraction<'_>| asked.plan::<f32>(&inputs).expect("a plan").explain().memory();
    let (fast, narrow) = (needed(&asked), needed(&asked.clone().minimize(Minimize::Width)));
    assert!(narrow < fast, "{narrow} {fast}");
    assert_eq!(needed(&asked.clone().memory_limit(fast)), fast);
    assert_eq!(needed(&asked.clone().memory_limit(fast - 1)), narrow);
    assert_eq!(needed(&asked.clone().memory_limit(narrow)), narrow);
    // Below that, there are slices; with operations on the result, there are none.
    let cut = asked.clone().memory_limit(narrow - 1).plan::<f32>(&inputs).expect("slices");
    assert!(cut.slices() > 1 && cut.explain().memory() < narrow);
    let error = asked.memory_limit(narrow - 1).apply(UnaryOp::relu()).plan::<f32>(&inputs).map(drop);
    assert!(matches!(error, Err(PlanError::MemoryLimit { needed, limit }) if needed > limit), "{error:?}");
}

#[test]
fn limits_and_bad_input_are_named() {
    let jit = jit();
    let inputs = operands();
    let asked = jit.contraction("ij,jk,kl->li");
    // With an operation on the result, it is not cut.
    let relu = asked.clone().apply(UnaryOp::relu());
    let needed = relu.plan::<f32>(&inputs).expect("a plan").explain().memory();
    assert!(relu.clone().memory_limit(needed).plan::<f32>(&inputs).is_ok());
    let limit = needed - 1;
    let error = Err(PlanError::MemoryLimit { needed, limit });
    let limited = relu.memory_limit(limit);
    assert_eq!(limited.plan::<f32>(&inputs).map(drop), error, "of a plan that there is without");
    let other = Jit::for_target(*jit.target()).expect("a jit");
    let limited = other.contraction("ij,jk,kl->li").apply(UnaryOp::relu()).memory_limit(limit);
    let error = limited.plan::<f32>(&inputs).expect_err("refused");
    let rule = format!("runs need {needed} bytes in addition to the operands: must be at most {limit}");
    assert_eq!(error.to_string(), rule, "of one that is to be made");
    assert_eq!(other.stats().plans.values, 0, "what does not fit is not kept");

    let message =
        |result: Result<_, PlanError>| result.map(|_: tensmith::Plan<f32>| ()).expect_err("bad").to_string();
    assert_eq!(message(asked.plan(&inputs[..2])), "number of operands is 2: the expression has 3");
    assert_eq!(
        message(jit.tree("[0,1],[1,4]->[0,4]", &EXTENTS).plan(&inputs[..2])),
        "at byte 9 of the tree: index 4 has no extent: must be below 4"
    );
    assert_eq!(message(jit.tree(TREE, &[5, 6, 7, 9]).plan(&inputs)), "label '3' is 8 in in2: must be 9");
    let error = jit.tree(TREE, &EXTENTS).plan::<f32>(&inputs[..2]).expect_err("refused");
    assert_eq!(error.to_string(), "number of arrays is 2: must be 3, that of the operands");
}

/// Small integers, so that every result is exact.
fn numbers<T: Element>(shape: &[usize], seed: usize) -> Array<T> {
    let elements = shape.iter().product();
    let number = |number: usize| T::from_f64(((number * 7 + seed * 5) % 5) as f64 - 2.0);
    Array::c_order((0..elements).map(number).collect(), shape).expect("an array")
}

#[test]
fn outputs_are_added_to_and_finished() {
    let cases: [(&str, &[&[usize]]); 6] = [
        ("mk,kn->mn", &[&[5, 7], &[7, 6]]),
        ("ij,jk,kl->li", &[&[5, 3], &[3, 4], &[4, 6]]),
        ("ij->ji", &[&[5, 6]]),
        ("ijk->j", &[&[3, 7, 4]]),
        ("ij,ij->ij", &[&[5, 6], &[5, 6]]),
        ("i,j,k->kij", &[&[2], &[3], &[5]]),
    ];
    for (text, shapes) in cases {
        is_added_to_and_finished::<f32>(text, shapes);
        is_added_to_and_finished::<f64>(text, shapes);
        is_added_to_and_finished::<F16>(text, shapes);
        is_added_to_and_finished::<BF16>(text, shapes);
    }
}

fn is_added_to_and_finished<T: Element>(text: &str, shapes: &[&[usize]]) {
    let jit = Jit::host().expect("a machine");
    let inputs: Vec<_> = shapes.iter().enumerate().map(|(nth, shape)| numbers::<T>(shape, nth)).collect();
    let views: Vec<_> = inputs.iter().map(Array::view).collect();
    let plain = tensmith::einsum(text, &views).expect("it runs");
    let before = numbers::<T>(plain.layout().shape(), 9);
    for (beta, then) in [(0.0, true), (1.0, false), (1.0, true)] {
        let mut asked = jit.contraction(text).beta(beta);
        if then {
            asked = asked.apply(UnaryOp::relu());
        }
        let plan = asked.plan(&views).expect("a plan");
        let mut output = before.clone();
        plan.run(&views, &mut output.view_mut()).expect("it runs");
        let finish = |sum: f64| if then { sum.max(0.0) } else { sum };
        let sums = plain.data().iter().zip(before.data());
        let expected: Vec<_> = sums
            .map(|(product, before)| finish(product.to_f64() + beta * before.to_f64()))
            .map(T::from_f64)
            .collect();
        assert_eq!(output.data(), expected, "{}: {text}, beta {beta}, {then}\n{}", T::DTYPE, plan.explain());
        if beta == 0.0 {
            assert!(plan.check(&views, &output.view()).expect("a check").passed());
        }
    }
}

#[test]
fn half_precision_is_summed_in_single_precision() {
    is_summed_in_single_precision::<F16>();
}

#[test]
fn bfloat16_is_summed_in_single_precision() {
    is_summed_in_single_precision::<BF16>();
}

/// Each element is the sum in single precision, rounded once more.
fn is_summed_in_single_precision<T: Element>() {
    let (rows, columns, sum) = (33, 21, 300);
    let mut random = SplitMix::new(3);
    let mut draw = |rows: usize, columns: usize| {
        let data = (0..rows * columns).map(|_| T::from_f64(random.below(2001) as f64 / 1000.0 - 1.0));
        Array::c_order(data.collect(), &[rows, columns]).expect("an array")
    };
    let (a, b) = (draw(rows, sum), draw(sum, columns));
    let c = tensmith::einsum("mk,kn->mn", &[&a, &b]).expect("it runs");
    for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
        let terms = (0..sum).map(|k| a[[i, k]].to_f64() * b[[k, j]].to_f64());
        let (exact, size) = terms.fold((0f64, 0f64), |(sum, size), term| (sum + term, size + term.abs()));
        let of_sums = (sum + 2) as f64 * f64::from(f32::EPSILON) / 2.0 * size;
        let bound = of_sums + T::ROUNDOFF * (exact.abs() + of_sums) + T::TINIEST;
        let error = (c[[i, j]].to_f64() - exact).abs();
        assert!(error <= bound, "{i}, {j}: {error:e}, at most {bound:e}");
    }
}

#[test]
fn checks_find_the_wrong_element_of_many_operands() {
    let jit = Jit::host().expect("a machine");
    let shapes: [&[usize]; 4] = [&[3, 4, 4], &[1, 3, 5], &[5, 2], &[]];
    let inputs: Vec<_> =
        shapes.iter().enumerate().map(|(nth, shape)| numbers::<f32>(shape, nth + 1)).collect();
    let views: Vec<_> = inputs.iter().map(Array::view).collect();
    // A diagonal, an extent of 1, an index in three operands, and a number.
    let plan = jit.einsum("ijj,xib,bx,->xb", &views).expect("a plan");
    let mut output =
        Array::zeros(ArrayLayout::c_order(plan.output().shape()).expect("a layout")).expect("an array");
    plan.run(&views, &mut output.view_mut()).expect("it runs");
    let check = plan.check(&views, &output.view()).expect("a check");
    assert!(check.passed() && check.elements == 10 && check.worst.is_some_and(|worst| worst.error == 0.0));
    let mut data = output.data().to_vec();
    data[3] += 1.0;
    let wrong = Array::c_order(data, output.layout().shape()).expect("an array");
    assert_eq!(plan.check(&views, &wrong.view()).expect("a check").wrong, 1);
}

/// It is broadcast by the kernels of the multiplication, and is another number in each run of the same plan.
#[test]
fn a_number_of_each_run_is_an_array_without_extents() {
    let jit = Jit::host().expect("a jit");
    let a = Array::from_fn([3, 2], |[i, j]| (i + j) as f32).expect("an array");
    let b = Array::from_fn([2, 4], |[i, j]| (i * j) as f32).expect("an array");
    let [half, double] = [0.5f32, 2.0].map(|alpha| Array::c_order(vec![alpha], &[]).expect("an array"));
    let plan = jit.contraction("mk,kn->mn").multiply("", &half).plan(&[&a, &b]).expect("a plan");
    assert_eq!(plan.explain().links_in_kernels(), 1);
    for alpha in [half, double] {
        let c = plan.evaluate(&[&a, &b, &alpha]).expect("it runs");
        for (i, j) in (0..3).flat_map(|i| (0..4).map(move |j| (i, j))) {
            assert_eq!(c[[i, j]], alpha.data()[0] * ((i + 1) * j) as f32);
        }
    }
}
