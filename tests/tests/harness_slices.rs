//! Contractions that are cut into slices to keep a limit of memory: the same results, bit by bit, by
//! whichever blocks.

use tensmith::element::{BF16, Complex};
use tensmith::expression::{Minimize, Order};
use tensmith::inspect::CheckError;
use tensmith::{Array, ArrayLayout, Contraction, ErrorKind, Jit, Plan, PlanError, RunError, UnaryOp};
use tensmith_conformance::random::SplitMix;
use tensmith_core::Scalar;
use tensmith_core::reference::Element;

fn jit(threads: usize) -> Jit {
    Jit::builder().threads(threads).build().expect("a jit")
}

/// A contraction of several operands: indices of two and three of them, diagonals, and what is kept.
struct Case {
    text: String,
    shapes: Vec<Vec<usize>>,
}

impl Case {
    fn draw(random: &mut SplitMix, operands: usize) -> Self {
        let indices = operands + 2 + random.below(3) as usize;
        let mut terms = vec![String::new(); operands];
        let mut shapes = vec![Vec::new(); operands];
        let mut output: Vec<char> = Vec::new();
        for index in 0..indices {
            let (label, extent) = (char::from(b'a' + index as u8), 2 + random.below(5) as usize);
            for _ in 0..[2, 2, 2, 3][random.below(4) as usize] {
                let operand = random.below(operands as u64) as usize;
                terms[operand].push(label);
                // One of the extents may be 1, which is repeated.
                let is_first = !terms[operand][..terms[operand].len() - 1].contains(label);
                let is_repeated = is_first && random.below(12) == 0 && !terms[operand].ends_with("aa");
                shapes[operand].push(if is_repeated { 1 } else { extent });
            }
            if random.below(4) == 0 {
                output.insert(random.below(output.len() as u64 + 1) as usize, label);
            }
        }
        // A diagonal has the same extents.
        for (term, shape) in terms.iter().zip(&mut shapes) {
            for (place, label) in term.chars().enumerate() {
                let first = term.chars().position(|other| other == label).expect("it is there");
                shape[place] = shape[first];
            }
        }
        let output: String = output.into_iter().collect();
        Self { text: format!("{}->{output}", terms.join(",")), shapes }
    }

    fn arrays<T: Scalar>(&self, random: &mut SplitMix, whole: bool) -> Vec<Array<T>> {
        let array = |shape: &Vec<usize>| {
            let mut part = || {
                let number = if whole { random.below(5) as f64 - 2.0 } else { random.small() };
                T::Part::from_f64(number)
            };
            let elements = (0..shape.iter().product()).map(|_| T::from_parts(&mut part)).collect();
            Array::c_order(elements, shape).expect("an array")
        };
        self.shapes.iter().map(array).collect()
    }
}

/// The result by blocks, each computed for itself, the last ones first.
fn by_blocks<T: Scalar>(plan: &Plan<T>, inputs: &[Array<T>]) -> Array<T> {
    let mut results: Vec<_> = (0..plan.blocks())
        .rev()
        .map(|number| {
            let block = plan.block(number).expect("a block");
            let mut result = Array::<T>::zeros(block.layout().try_clone().expect("memory")).expect("memory");
            block.run(inputs, &mut result).expect("it runs");
            result
        })
        .collect();
    results.reverse();
    let mut output = plan.zeros().expect("memory");
    for (number, result) in (0..).zip(&results) {
        plan.block(number).expect("a block").add(result, &mut output).expect("added");
    }
    output
}

/// A plan within some share of the memory that one without slices needs; none if that is not possible.
fn cut<T: Scalar>(asked: &Contraction<'_>, inputs: &[Array<T>], share: usize) -> Option<Plan<T>> {
    let narrow = asked.clone().minimize(Minimize::Width).plan::<T>(inputs).expect("a plan");
    let limit = narrow.explain().memory() / share;
    match asked.clone().memory_limit(limit).plan::<T>(inputs) {
        Ok(plan) => {
            let memory = plan.explain().memory();
            assert!(memory <= limit, "{memory} {limit}");
            Some(plan)
        }
        Err(PlanError::MemoryLimit { needed, limit: told }) => {
            assert!(needed > limit && told == limit, "{needed} {limit}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// The number of plans with slices, of those with several blocks, and of those cut along the output.
fn compare<T: Scalar>(seed: u64, whole: bool) -> [usize; 3] {
    let mut random = SplitMix::seeded("harness_slices", seed);
    let jits = [jit(1), jit(2), jit(3)];
    let mut seen = [0; 3];
    for number in 0..40 {
        let case = Case::draw(&mut random, 3 + number % 5);
        let inputs = case.arrays::<T>(&mut random, whole);
        let asked = jits[0].contraction(&case.text);
        let Some(plan) = cut(&asked, &inputs, 2 + number % 7) else { continue };
        let result = plan.evaluate(&inputs).expect("a run");
        let check = plan.check(&inputs, &result).expect("a reference");
        assert!(check.passed(), "{}: {check:?}\n{}", case.text, plan.explain());
        if whole {
            let at_once = asked.plan::<T>(&inputs).expect("a plan").evaluate(&inputs).expect("a run");
            assert_eq!(result.data(), at_once.data(), "{} {}", case.text, plan.order());
        }
        // Blocks of any size, in any order, on any number of threads, in another process.
        for block in [1u64, 2, 3, 1 << 40] {
            let order = plan.order().to_string();
            let order = match order.rsplit_once("block") {
                Some((head, _)) => format!("{head}block {block}"),
                None => order,
            };
            let order: Order = order.parse().expect("an order");
            let plans = jits.each_ref().map(|jit| {
                let plan = jit.contraction(&case.text).order(&order).plan::<T>(&inputs).expect("a plan");
                assert_eq!(plan.order().to_string().parse::<Order>().as_ref(), Ok(&plan.order()));
                plan
            });
            let result = plans[0].evaluate(&inputs).expect("a run");
            assert!(plans[0].check(&inputs, &result).expect("a reference").passed(), "{}", case.text);
            for plan in &plans {
                assert_eq!(plan.slices(), plans[0].slices());
                assert_eq!(plan.evaluate(&inputs).expect("a run").data(), result.data(), "{}", case.text);
                assert_eq!(by_blocks(plan, &inputs).data(), result.data(), "{}", case.text);
            }
            let read: Plan<T> = jits[0].plan_from_text(&plans[0].to_text()).expect("a plan");
            assert_eq!(read.to_text(), plans[0].to_text());
            assert_eq!(read.evaluate(&inputs).expect("a run").data(), result.data(), "{}", case.text);
            let first = plans[0].block(0).expect("a block");
            seen[1] += usize::from(plans[0].blocks() > 1 && plans[0].blocks() < plans[0].slices());
            seen[2] += usize::from(first.layout().shape() != plans[0].output().shape());
        }
        seen[0] += usize::from(plan.slices() > 1);
    }
    println!("{:?}", seen);
    seen
}

#[test]
fn whole_numbers_are_the_same_bits_with_and_without_slices() {
    let [cut, blocks, parts] = compare::<f64>(60, true);
    assert!(cut > 15 && blocks > 10 && parts > 10, "{cut} {blocks} {parts}");
    compare::<f32>(61, true);
}

#[test]
fn results_are_within_their_bounds() {
    assert!(compare::<f32>(62, false)[0] > 15);
    assert!(compare::<Complex<f64>>(63, false)[0] > 10);
}

/// Sums of few digits are not added from slices: only the output is cut.
#[test]
fn narrow_numbers_are_cut_along_the_output_alone() {
    let jit = jit(1);
    let shapes =
        [[24, 20], [20, 22], [22, 24], [24, 20]].map(|shape| ArrayLayout::c_order(&shape).expect("one"));
    let asked = jit.contraction("ab,bc,cd,de->ae").memory_limit(2500);
    let plan = asked.plan::<BF16>(&shapes).expect("a plan");
    let explanation = plan.explain();
    let labels: Vec<_> = explanation.sliced().map(|(name, _)| name.to_string()).collect();
    assert!(plan.slices() > 1 && labels.iter().all(|label| label == "a" || label == "e"), "{labels:?}");
    let mut random = SplitMix::seeded("narrow_numbers_are_cut_along_the_output_alone", 64);
    let inputs: Vec<_> = shapes
        .iter()
        .map(|layout| {
            let elements = (0..layout.span()).map(|_| BF16::from_f64(random.below(3) as f64 - 1.0)).collect();
            Array::c_order(elements, layout.shape()).expect("an array")
        })
        .collect();
    let result = plan.evaluate(&inputs).expect("a run");
    assert!(plan.check(&inputs, &result).expect("a reference").passed());
}

/// Operands and outputs that lie in other ways: reversed, transposed, with gaps.
#[test]
fn slices_are_offsets_in_arrays_as_they_lie() {
    let jit = jit(2);
    let text = "ab,bc,cd,da,ae->ec";
    let extents = [("ab", [6, 7]), ("bc", [7, 8]), ("cd", [8, 5]), ("da", [5, 6]), ("ae", [6, 9])];
    let mut random = SplitMix::seeded("slices_are_offsets_in_arrays_as_they_lie", 65);
    let ways: [fn([usize; 2]) -> [isize; 2]; 4] = [
        |[_, n]| [n as isize, 1],
        |[m, _]| [1, m as isize],
        |[_, n]| [-2 * n as isize, 2],
        |[m, _]| [-1, -3 * m as isize],
    ];
    for number in 0..8 {
        let layouts: Vec<_> = extents
            .iter()
            .enumerate()
            .map(|(place, (_, shape))| {
                ArrayLayout::new(shape, &ways[(number + place) % 4](*shape)).expect("a layout")
            })
            .collect();
        let inputs: Vec<Array<f64>> = layouts
            .iter()
            .map(|layout| {
                let elements = (0..layout.span()).map(|_| random.below(7) as f64 - 3.0).collect();
                Array::new(elements, layout.try_clone().expect("memory")).expect("an array")
            })
            .collect();
        let out = ArrayLayout::new(&[9, 8], &ways[number % 4]([9, 8])).expect("a layout");
        let asked = jit.contraction(text);
        let whole = asked.plan_into::<f64>(&inputs, &out).expect("a plan");
        let plan = asked.clone().memory_limit(256).plan_into::<f64>(&inputs, &out).expect("slices");
        assert!(plan.slices() > 1);
        let [expected, found] = [&whole, &plan].map(|plan| plan.evaluate(&inputs).expect("a run"));
        assert_eq!(found.data(), expected.data(), "{}", plan.explain());
        let order: Order =
            format!("0,1 2,3 5,6 7,4 cut 0,1,2 block {}", 1 + number).parse().expect("an order");
        let plan = jit.contraction(text).order(&order).plan_into::<f64>(&inputs, &out).expect("slices");
        assert_eq!((plan.slices(), by_blocks(&plan, &inputs).data()), (9 * 8 * 6, expected.data()));
        assert_eq!(plan.evaluate(&inputs).expect("a run").data(), expected.data());
    }
}

#[test]
fn what_is_said_of_slices() {
    let jit = jit(1);
    let inputs =
        [[30, 40], [40, 50], [50, 60], [60, 30]].map(|shape| ArrayLayout::c_order(&shape).expect("one"));
    let asked = jit.contraction("ab,bc,cd,da->");
    let plan = asked.clone().memory_limit(6000).plan::<f64>(&inputs).expect("slices");
    let text = plan.explain().to_string();
    let line = text.lines().find(|line| line.starts_with("slices: ")).expect("a line");
    println!("{line}");
    let explanation = plan.explain();
    let extents: u64 = explanation.sliced().map(|(_, extent)| extent as u64).product();
    assert_eq!(plan.slices(), extents);
    assert!(line.contains(&format!("slices: {extents} along ")) && explanation.overhead() >= 1.0, "{text}");
    let of_slice = explanation.path().multiply_adds();
    assert_eq!(explanation.multiply_adds(), of_slice * extents);
    // The same request is the same plan; another limit is another one.
    let values = jit.stats().plans.values;
    asked.clone().memory_limit(6000).plan::<f64>(&inputs).expect("slices");
    assert_eq!(jit.stats().plans.values, values);
    let whole = asked.plan::<f64>(&inputs).expect("a plan");
    assert_eq!((whole.slices(), whole.blocks(), whole.explain().overhead()), (1, 1, 1.0));
    assert_eq!(whole.block(0).map(|block| block.layout()), Ok(whole.output()));
    assert!(!whole.order().to_string().contains("cut"));
}

#[test]
fn what_cannot_be_cut_is_refused() {
    let jit = jit(1);
    let inputs = [[30, 40], [40, 50], [50, 60]].map(|shape| ArrayLayout::c_order(&shape).expect("one"));
    let asked = jit.contraction("ab,bc,cd->ad");
    assert!(asked.clone().memory_limit(2000).plan::<f64>(&inputs).expect("slices").slices() > 1);
    let kind = |asked: Contraction<'_>| asked.plan::<f64>(&inputs).map(drop).expect_err("refused").kind();
    assert_eq!(kind(asked.clone().memory_limit(2000).beta(1.0)), ErrorKind::MemoryLimit);
    assert_eq!(kind(asked.clone().memory_limit(2000).apply(UnaryOp::relu())), ErrorKind::MemoryLimit);
    assert_eq!(kind(asked.clone().memory_limit(1)), ErrorKind::MemoryLimit);
    let tree = jit.tree("[[0,1],[1,2]->[0,2]],[2,3]->[0,3]", &[30, 40, 50, 60]).memory_limit(2000);
    assert_eq!(kind(tree), ErrorKind::MemoryLimit);
    // Each operand has an index with each other one: more slices than 2^64 would be left.
    let (mut terms, mut shapes) = (vec![String::new(); 12], vec![Vec::new(); 12]);
    let mut labels = ('A'..='Z').chain('a'..='z').chain('α'..='ω');
    for (a, b) in (0..12).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let label = labels.next().expect("66 of them");
        [a, b].into_iter().for_each(|operand| (terms[operand].push(label), shapes[operand].push(8)).0);
    }
    let inputs: Vec<_> = shapes.iter().map(|shape| ArrayLayout::c_order(shape).expect("a layout")).collect();
    let text = format!("{}->", terms.join(","));
    let error = jit.contraction(&text).memory_limit(64).plan::<f32>(&inputs).map(drop).expect_err("refused");
    assert_eq!((error.kind(), error), (ErrorKind::MemoryLimit, PlanError::TooManySlices));
    // Without a limit, the memory that it would take is named.
    let error = jit.contraction(&text).plan::<f32>(&inputs).map(drop).expect_err("refused");
    println!("{error}");
    assert!(error.to_string().len() < 500, "{error}");
}

#[test]
fn wrong_orders_and_blocks_are_named() {
    let jit = jit(1);
    let inputs = [[3, 4], [4, 5], [5, 6]]
        .map(|shape| Array::c_order(vec![1.0f64; shape[0] * shape[1]], &shape).expect("one"));
    let order = |text: &str| text.parse::<Order>();
    for (text, word) in [
        ("0,1 2", 1),
        ("0,1 x,3", 1),
        ("0,1 2,3 cut", 3),
        ("0,1 2,3 cut 0 blok 3", 4),
        ("0,1 2,3 cut 0 block 0", 5),
        ("0,1 2,3 cut 0 block 3 4", 6),
    ] {
        assert_eq!(order(text).expect_err(text).word, word, "{text}");
    }
    let asked = |text| {
        let order = order(text).expect("an order");
        let plan = jit.contraction("ab,bc,cd->ad").order(&order).plan::<f64>(&inputs);
        plan.map(|plan| plan.slices())
    };
    assert_eq!(asked("0,1 2,3"), Ok(1));
    assert_eq!(asked("1,2 3,0 cut 0,2 block 2"), Ok(12));
    assert_eq!(asked("1,2 3,0 cut 4 block 2"), Err(PlanError::Cut { index: 4, indices: 4 }));
    for text in ["1,2 3,0 cut 2,0 block 2", "1,2 3,0 cut 0,0 block 2", "1,2 3,0 cut 3,2 block 1"] {
        assert!(matches!(asked(text), Err(PlanError::Cut { .. })), "{text}");
    }
    for text in ["0,1", "0,1 1,2", "0,1 2,9 cut 0 block 1"] {
        assert!(matches!(asked(text), Err(PlanError::Operands(_))), "{text}");
    }
    let order = order("1,2 3,0 cut 0,2 block 2").expect("an order");
    let plan = jit.contraction("ab,bc,cd->ad").order(&order).plan::<f64>(&inputs).expect("a plan");
    assert_eq!(plan.block(6).err(), Some(RunError::Block { block: 6, blocks: 6 }));
    assert_eq!(plan.block(5).map(|block| block.place()), Ok(vec![2..3, 0..6]));
    let first = plan.block(0).expect("a block");
    assert_eq!((plan.blocks(), first.layout().shape()), (6, &[1, 6][..]));
    let mut result = Array::<f64>::zeros(first.layout().try_clone().expect("memory")).expect("memory");
    assert_eq!(first.run(&inputs[..2], &mut result), Err(RunError::Inputs { found: 2, expected: 3 }));
    let mut output = plan.zeros().expect("memory");
    assert!(matches!(first.run(&inputs, &mut output), Err(RunError::Shape { .. })));
    assert!(matches!(first.add(&output, &mut result), Err(RunError::Shape { .. })));
    let accumulating = jit.contraction("ab,bc,cd->ad").beta(1.0).plan::<f64>(&inputs).expect("a plan");
    assert!(matches!(accumulating.check(&inputs, &output), Err(CheckError::Accumulates)));
}

/// An order of another plan may be given to any request: what slices leave out is refused.
#[test]
fn an_order_with_cuts_is_refused_where_there_are_no_slices() {
    let jit = Jit::host().expect("a machine");
    let layout = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    let (text, inputs) = ("ab,bc,cd->ad", [layout(&[3, 4]), layout(&[4, 5]), layout(&[5, 6])]);
    let refused = |plan: Result<(), PlanError>| match plan {
        Err(PlanError::NoSlices { rule }) => rule,
        other => panic!("{other:?}"),
    };
    let order: Order = "1,2 3,0 cut 0 block 1".parse().expect("an order");
    let asked = || jit.contraction(text).order(&order);
    assert!(asked().plan::<f64>(&inputs).is_ok());
    for out in [layout(&[1, 6]), layout(&[])] {
        let rule = refused(asked().plan_into::<f64>(&inputs, &out).map(drop));
        assert_eq!(rule, "the output must have the extents of the expression's");
    }
    let shared = ArrayLayout::new(&[3, 6], &[0, 1]).expect("a layout");
    let rule = refused(asked().plan_into::<f64>(&inputs, &shared).map(drop));
    assert_eq!(rule, "no two indices of the output may share an element");
    let bias = layout(&[6]);
    for changed in [asked().apply(UnaryOp::relu()), asked().add("d", &bias), asked().beta(1.0)] {
        let rule = refused(changed.plan::<f64>(&inputs).map(drop));
        assert_eq!(rule, "must have no operations on the result, and no factor of the output");
    }
    let rule = refused(asked().plan_as::<i8, i32>(&inputs).map(drop));
    assert_eq!(rule, "the output must have the operands' type");
}
