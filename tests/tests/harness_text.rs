//! Plans as text: read back, they are the same; changed, they are refused or stay within their operands.

use std::collections::HashSet;
use tensmith::error::PlanTextError;
use tensmith::{ArrayLayout, Jit, Plan, PlanError, Target};
use tensmith_tests::exact::places;
use tensmith_tests::interpret::interpret_all;
use tensmith_tests::plans;
use tensmith_tests::random::SplitMix;

fn jit() -> Jit {
    Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit")
}

fn c_order(shape: &[usize]) -> ArrayLayout {
    ArrayLayout::c_order(shape).expect("a layout")
}

#[test]
fn what_is_written_is_read() {
    let jit = jit();
    for seed in 0..300 {
        let plan = plans::draw(&jit, &mut SplitMix::new(seed));
        let text = plan.to_text();
        let read = jit.plan_from_text::<f32>(&text).unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        assert_eq!(read.to_text(), text, "{seed}");
        assert_eq!(read.explain().loops(), plan.explain().loops(), "{seed}");
        assert_eq!((read.inputs(), read.output()), (plan.inputs(), plan.output()), "{seed}");
        assert_eq!(read.explain().to_string(), plan.explain().to_string(), "{seed}");
    }
}

/// A factor that is a NaN of any sign and payload.
#[test]
fn factors_that_are_no_numbers_are_read() {
    let (jit, inputs) = (jit(), [c_order(&[5, 11]), c_order(&[11, 7])]);
    for bits in [f64::NAN.to_bits(), (-f64::NAN).to_bits(), u64::MAX] {
        let plan: Plan<f32> =
            jit.contraction("mk,kn->mn").beta(f64::from_bits(bits)).plan(&inputs).expect("a plan");
        let text = plan.to_text();
        assert!(text.contains("\nbeta NaN\n"), "{text}");
        let read = jit.plan_from_text::<f32>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((read.to_text(), read.explain().loops()), (text, plan.explain().loops()));
    }
}

/// Labels may be anything but what has a meaning, and a comment begins where spaces are around its sign.
#[test]
fn labels_of_any_kind_are_read() {
    let (jit, inputs) = (jit(), [c_order(&[5, 11]), c_order(&[11, 7])]);
    for expression in [
        "×÷,÷7->7×",
        "#*,*/->/#",
        "\"',';->;\"",
        "a#,#b->ba",
        "\u{2003}a,a\u{3000}->\u{2003}\u{3000}",
        "Ω\u{2003},\u{2003}\u{200b}->\u{200b}Ω",
    ] {
        let plan: Plan<f32> = jit.einsum(expression, &inputs).expect("a plan");
        let text = plan.to_text();
        assert!(text.contains(&format!("expression {expression}\n")), "{text}");
        for text in [text.clone(), text.replace("\ninput", " # × is a label\n  #input\ninput")] {
            let read = jit.plan_from_text::<f32>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!((read.to_text(), read.explain().loops()), (plan.to_text(), plan.explain().loops()));
        }
    }
}

/// An array may span more than any memory: its gaps cost nothing.
#[test]
fn plans_for_arrays_with_vast_gaps_are_read() {
    let jit = jit();
    let far = |shape: &[usize], strides: &[isize]| ArrayLayout::new(shape, strides).expect("a layout");
    let matrices = [far(&[8, 9], &[1 << 32, 1]), far(&[9, 10], &[1, -1 << 40])];
    let windows = [far(&[6, 3, 9], &[1, 1, 1 << 39]), far(&[3], &[0])];
    let plans = [
        jit.contraction("ij,jk->ik").plan_into(&matrices, &far(&[8, 10], &[1 << 40, 1 << 20])),
        jit.contraction("ij,jk->ki").add("i", &far(&[8], &[1 << 39])).plan(&[&matrices[0], &matrices[1]]),
        jit.einsum("wkc,k->cw", &windows),
        jit.einsum("iic->c", &[far(&[7, 7, 5], &[1 << 40, 1 << 20, 3])]),
    ];
    for plan in plans {
        let plan: Plan<f32> = plan.expect("a plan");
        let text = plan.to_text();
        let read = jit.plan_from_text::<f32>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((read.to_text(), read.explain().loops()), (text, plan.explain().loops()));
    }
    // The strides of another array lead into the gaps.
    let text = jit.einsum::<f32>("ij,jk->ik", &matrices).expect("a plan").to_text();
    let near = text.replace("input 8,9 4294967296,1", "input 8,9 4294967297,1");
    assert_ne!(near, text);
    let error = jit.plan_from_text::<f32>(&near).expect_err("refused").to_string();
    assert!(error.starts_with("the steps access what lies between the elements of in0"), "{error}");
}

#[test]
fn trees_are_read() {
    let jit = jit();
    let inputs = [[5, 6], [6, 7], [7, 8]].map(|shape| c_order(&shape));
    let plan =
        jit.tree("[[0,1],[1,2]->[0,2]],[2,3]->[3,0]", &[5, 6, 7, 8]).plan::<f64>(&inputs).expect("a plan");
    let text = plan.to_text();
    // Comments, spaces and empty lines do not matter.
    let spaced = text.replace('\n', "  # what that is\n\n\t");
    let read = jit.plan_from_text::<f64>(&spaced).expect("a plan");
    assert_eq!((read.to_text(), read.explain().loops()), (text, plan.explain().loops()));
}

fn text() -> String {
    let plan = jit().einsum::<f32>("mk,kn->mn", &[c_order(&[5, 11]), c_order(&[11, 7])]).expect("a plan");
    plan.to_text()
}

/// The error of the text with a part of it replaced.
fn error(from: &str, to: &str) -> String {
    let text = text();
    assert!(text.contains(from), "{from}: {text}");
    jit().plan_from_text::<f32>(&text.replacen(from, to, 1)).expect_err("refused").to_string()
}

#[test]
fn mistakes_are_named_with_their_line() {
    let text = text();
    let head = "plan f32 neoverse-v2\nexpression mk,kn->mn\ninput 5,11 11,1\ninput 11,7 7,1\noutput 5,7 7,1\n\
                extents 5,7,11\npath [0,2],[2,1]->[0,1]\norder 0,1\nsteps 1\nsequence scratch=0\n";
    assert!(text.starts_with(head), "{text}");
    assert_eq!(error("plan", "plane"), "line 1, word 1: expected plan");
    assert_eq!(error(" neoverse-v2", ""), "line 1, word 3: expected a target");
    assert_eq!(error("v2", "v2 x"), "line 1, word 4: expected the end of the line");
    let rule = "line 1: the plan is made for neoverse-n1: must be for neoverse-v2";
    assert_eq!(error("neoverse-v2", "neoverse-n1"), rule);
    let wrong = jit().plan_from_text::<f64>(&text).expect_err("refused").to_string();
    assert_eq!(wrong, "line 1: the plan is of f32: must be of f64, as is asked");
    assert!(error("mk,kn", "mk,kn)").starts_with("line 2: "), "{}", error("mk,kn", "mk,kn)"));
    assert_eq!(
        error("expression mk,kn->mn", "tree [0,2],[2,1]->[0,1"),
        "line 2: end at byte 17 of the tree: must be `,` or `]`"
    );
    assert_eq!(error("mk,kn->mn", "mk,kn,n->mn"), "number of operands is 2: the expression has 3");
    let rule = "line 2: the output must have the extents that this gives it";
    assert_eq!(
        error("mk,kn->mn", "mk,kn->nm"),
        rule.replace("line 2: the output", "line 6: the extents")
            .replace("have the extents that this gives it", "be those of the expression's indices")
    );
    assert_eq!(error("output 5,7 7,1", "output 5,8 8,1"), rule);
    assert_eq!(error("input 5,11 11,1", "input 5,11 11,x"), "line 3, word 3: expected strides");
    assert!(error("input 5,11 11,1", "input 5,11 11").starts_with("line 3: "));
    assert_eq!(error("order 0,1", "order 1,1"), "line 8: each input must occur once");
    let rule =
        "line 8: the path's inputs in this order, and its output, must have the indices of the operands";
    assert_eq!(error("order 0,1", "order 1,0"), rule);
    assert_eq!(error("->[0,1]", "->[1,0]"), rule);
    let rule = "line 9: each node of the path must have a number of steps, from 1 on, of all that there are";
    assert_eq!(error("steps 1", "steps 2"), rule);
    assert_eq!(error("steps 1", "steps 1,0"), rule);
    assert_eq!(error("scratch=0", "scratch=x"), "line 10, word 2: expected scratch=");
    assert_eq!(
        error("nest f32 gemm", "nest f32 gem"),
        "line 12, word 3: expected a main primitive or an operation"
    );
    let (before, _) = text.split_once("nest f32 gemm").expect("a nest");
    let missing = jit().plan_from_text::<f32>(before).expect_err("no nest").to_string();
    assert_eq!(missing, "line 12, word 1: expected `nest`");
    assert_eq!(
        error("nest f32", "nest f64"),
        "dtype is f64: must be f32, the type that the handle is made for"
    );
}

/// Memory that no step accesses is not allocated, whatever a text says of it.
#[test]
fn memory_that_no_step_uses_costs_nothing() {
    let vast = text().replace("scratch=0", "scratch=1500000000 arena=1500000000");
    let plan = jit().plan_from_text::<f32>(&vast).expect("a plan");
    assert_eq!((plan.explain().memory(), plan.to_text()), (0, text()));
    // What steps do access stays: with an operation that follows, and with copies of operands.
    let jit = jit();
    for seed in 0..300 {
        let text = plans::draw(&jit, &mut SplitMix::new(seed)).to_text();
        let read = jit.plan_from_text::<f32>(&text).expect("a plan");
        assert_eq!(read.to_text(), text, "{seed}");
    }
}

#[test]
fn steps_that_leave_their_operands_are_refused() {
    let between = "the steps access what lies between the elements of out: must access the elements only";
    assert_eq!(error("output 5,7 7,1", "output 5,7 14,1"), between);
    assert_eq!(error("output 5,7 7,1", "output 5,7 1,6"), between);
    assert_eq!(error("input 11,7 7,1", "input 11,7 1,16"), between.replace("out", "in1"));
    let beyond = "the steps access 0 elements before and 34 after index (0, …, 0) of out: it has 34 and 0";
    assert_eq!(error("output 5,7 7,1", "output 5,7 -7,-1"), beyond);
    let rule = "line 5: elements of the output overlap: each stride must exceed what the shorter ones span";
    assert_eq!(error("output 5,7 7,1", "output 5,7 0,4"), rule);
    assert_eq!(
        error("step shares=0 in0=0 in1=1 out=2", "step shares=0 in0=0 in1=1 out=3"),
        "the steps have 4 arguments: must have 3, the inputs and the output"
    );
}

/// Runs a plan with references in place of kernels, on memory that ends where the operands do. What is
/// written are elements of the output.
fn stays_inside(plan: &Plan<f32>) {
    let work = plan.explain().loops().sequence().steps.iter().map(|step| step.nest.multiply_adds());
    let layouts: Vec<_> = plan.inputs().iter().chain([plan.output()]).collect();
    let elements: usize = layouts.iter().map(|layout| layout.span()).fold(0, usize::saturating_add);
    if work.fold(0, u64::saturating_add) > 100_000 || elements > 100_000 || plan.explain().memory() > 1 << 20
    {
        return;
    }
    let mut memory: Vec<_> = layouts.iter().map(|layout| vec![1.0f32; layout.span()]).collect();
    let origins: Vec<_> = layouts.iter().map(|layout| layout.origin()).collect();
    let (output, before) = (memory.len() - 1, f32::from_bits(0x7fc1_2345));
    memory[output].fill(before);
    interpret_all(plan.explain().loops(), &mut memory, &origins);
    let elements: HashSet<_> = places(plan.output()).collect();
    let is_same = |element: &f32| element.to_bits() == before.to_bits();
    let gaps = memory[output].iter().enumerate().filter(|(place, _)| !elements.contains(place));
    assert!(gaps.map(|(_, element)| element).all(is_same), "{}", plan.to_text());
}

#[test]
fn changed_texts_are_refused_or_stay_inside() {
    let jit = jit();
    let mut counts = [0; 3];
    let texts: Vec<_> = (0..40).map(|seed| plans::draw(&jit, &mut SplitMix::new(seed)).to_text()).collect();
    for seed in 0..600 {
        let text = plans::changed(&texts[seed as usize % texts.len()], &mut SplitMix::new(seed));
        let lines = text.lines().count();
        match jit.plan_from_text::<f32>(&text) {
            Ok(plan) => {
                assert!(!plan.to_text().is_empty() && !plan.explain().to_string().is_empty());
                stays_inside(&plan);
                counts[0] += 1;
            }
            Err(PlanError::Text(PlanTextError::Word { line, .. })) => {
                assert!((1..=lines + 1).contains(&line), "{seed}: {line}\n{text}");
                counts[1] += 1;
            }
            Err(_) => counts[2] += 1,
        }
    }
    println!("read, malformed, refused: {counts:?}");
    assert!(counts.iter().all(|count| *count > 30), "{counts:?}");
}

#[test]
fn a_plan_that_was_read_computes_the_same_bits() {
    use tensmith::{Array, View};
    let (jit, other) = (Jit::host().expect("a machine"), Jit::host().expect("a machine"));
    for seed in 0..60 {
        let mut random = SplitMix::new(seed);
        let plan = plans::draw(&jit, &mut random);
        let read = other.plan_from_text::<f32>(&plan.to_text()).expect("a plan");
        let mut array = |layout: &ArrayLayout| {
            let mut real = || random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0;
            (0..layout.span()).map(|_| real()).collect::<Vec<_>>()
        };
        let data: Vec<_> = plan.inputs().iter().map(&mut array).collect();
        let before = array(plan.output());
        let run = |plan: &Plan<f32>| {
            let views: Vec<_> = data
                .iter()
                .zip(plan.inputs())
                .map(|(data, layout)| View::new(data, layout).unwrap())
                .collect();
            let layout = plan.output().try_clone().expect("a layout");
            let mut output = Array::new(before.clone(), layout).expect("an array");
            plan.run(&views, &mut output.view_mut()).expect("it runs");
            output.data().iter().map(|element| element.to_bits()).collect::<Vec<_>>()
        };
        assert_eq!(run(&plan), run(&read), "{seed}: {}", plan.to_text());
    }
}
