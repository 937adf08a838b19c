//! Outputs after the contraction: factors, biases and last operations, against exact
//! integers, by references in place of kernels on any host, and by kernels where they run.

use tensmith::{ArrayLayout, Element, Jit, Plan, Target, UnaryOp};
use tensmith_core::einsum;
use tensmith_core::tensor::Buffer;
use tensmith_tests::exact::{self, Tensor, places, random_layout};
use tensmith_tests::interpret::interpret_all;
use tensmith_tests::networks;
use tensmith_tests::random::SplitMix;

/// A contraction drawn at random, with all that may happen to its output.
#[derive(Debug)]
struct Case {
    text: String,
    inputs: Vec<Tensor>,
    /// The layouts of the inputs, of the bias, if there is one, and of the output.
    layouts: Vec<ArrayLayout>,
    bias: Option<Tensor>,
    before: Tensor,
    beta: f64,
    is_positive: bool,
    /// The right result.
    expected: Vec<f64>,
}

/// An array of the shape of another one, some extents of which became 1, and some of the first are missing.
fn narrowed(random: &mut SplitMix, shape: &[usize]) -> Tensor {
    let missing = random.below(shape.len() as u64 + 1) as usize;
    let kept = shape[missing..].iter();
    let shape: Vec<usize> = kept.map(|extent| if random.below(3) == 0 { 1 } else { *extent }).collect();
    Tensor::random(random, &shape, 1)
}

/// The element of a narrowed array for element `number` of an array with this shape.
fn broadcast(narrow: &Tensor, shape: &[usize], mut number: usize) -> i64 {
    let (mut place, mut stride) = (0, 1);
    for (nth, extent) in shape.iter().rev().enumerate() {
        let digit = number % extent;
        number /= extent;
        if let Some(narrow) = narrow.shape.iter().rev().nth(nth) {
            place += if *narrow == 1 { 0 } else { digit * stride };
            stride *= narrow;
        }
    }
    narrow.data[place]
}

impl Case {
    fn draw(random: &mut SplitMix) -> Self {
        let network = networks::draw(random);
        Self::of(random, network)
    }

    /// One with long indices, so that what is contiguous in the output may lie apart in the bias.
    fn draw_long(random: &mut SplitMix) -> Self {
        let operands = 1 + random.below(2) as usize;
        let network = networks::connected(random, operands, &[1, 4, 8, 9, 17]);
        Self::of(random, network)
    }

    fn of(random: &mut SplitMix, (text, shapes): (String, Vec<Vec<usize>>)) -> Self {
        let inputs: Vec<Tensor> =
            shapes.iter().map(|shape| Tensor::random(random, shape, shapes.len())).collect();
        let sum = exact::einsum(&einsum::parse(&text).expect("an expression"), &inputs);
        let bias = (random.below(4) > 0).then(|| narrowed(random, &sum.shape));
        let before = Tensor::random(random, &sum.shape, 1);
        let beta = [0.0, -0.0, 1.0, -1.0, 0.5, 3.0][random.below(6) as usize];
        let is_positive = random.below(2) == 0;
        let element = |number: usize| {
            let bias = bias.as_ref().map_or(0, |bias| broadcast(bias, &sum.shape, number));
            let whole = (sum.data[number] + bias) as f64 + beta * before.data[number] as f64;
            if is_positive { whole.max(0.0) } else { whole }
        };
        let expected = (0..sum.data.len()).map(element).collect();
        let tensors = inputs.iter().chain(&bias).chain([&before]);
        let layouts = tensors.map(|tensor| random_layout(random, &tensor.shape)).collect();
        Self { text, inputs, layouts, bias, before, beta, is_positive, expected }
    }

    fn plan<T: Element>(&self, jit: &Jit) -> Plan<T> {
        let (inputs, rest) = self.layouts.split_at(self.inputs.len());
        let mut asked = jit.contraction(&self.text).beta(self.beta);
        if let [bias, _] = rest {
            asked = asked.bias(bias);
        }
        if self.is_positive {
            asked = asked.then(UnaryOp::relu());
        }
        let plan = asked.plan_into(inputs, &rest[rest.len() - 1]).expect("a plan");
        assert_eq!(plan.inputs().len(), self.layouts.len() - 1);
        plan
    }

    /// Memory for all arrays. What is overwritten is no number before.
    fn memory<T: Element>(&self) -> Vec<Vec<T>> {
        let tensors = self.inputs.iter().chain(&self.bias).chain([&self.before]);
        let mut memory: Vec<Vec<T>> =
            tensors.zip(&self.layouts).map(|(tensor, layout)| tensor.laid_out(layout)).collect();
        if self.beta == 0.0 {
            memory.last_mut().expect("an output").fill(T::NAN);
        }
        memory
    }

    /// Whether the output is what it should be, and its gaps are as they were.
    fn assert_right<T: Element>(&self, plan: &Plan<T>, output: &[T]) {
        let layout = &self.layouts[self.layouts.len() - 1];
        let mut expected = vec![f64::NAN; output.len()];
        places(layout).zip(&self.expected).for_each(|(place, element)| expected[place] = *element);
        for (found, expected) in output.iter().map(|element| element.to_f64()).zip(expected) {
            let is_same = found == expected || found.is_nan() && expected.is_nan();
            assert!(is_same, "{found} for {expected}: {self:?}\n{}", plan.explain());
        }
    }
}

/// Plans that mean what their cases say, by references in place of kernels.
fn interpreted(cases: impl Iterator<Item = Case>) -> impl Iterator<Item = (Case, Plan<f32>)> {
    let jit = Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit");
    cases.map(move |case| {
        let plan = case.plan(&jit);
        let mut memory = case.memory();
        let origins: Vec<usize> = case.layouts.iter().map(ArrayLayout::origin).collect();
        interpret_all(plan.loops(), &mut memory, &origins);
        case.assert_right(&plan, &memory[memory.len() - 1]);
        (case, plan)
    })
}

#[test]
fn any_finish_of_any_network_means_what_it_says() {
    let cases = (0..600).map(|seed| Case::draw(&mut SplitMix::new(seed)));
    assert_eq!(interpreted(cases).count(), 600);
}

/// A bias that is contiguous where the output is not is turned over in blocks before it is added. The contraction
/// after that may need no scratch memory.
#[test]
fn a_bias_that_lies_across_the_output_has_scratch_memory() {
    let cases = (0..4000).map(|seed| Case::draw_long(&mut SplitMix::new(seed)));
    let is_across = |(case, plan): &(Case, Plan<f32>)| {
        let first = &plan.loops().sequence().steps[0].operands;
        case.bias.is_some()
            && first.in0 == Buffer::Argument(case.inputs.len())
            && matches!(first.out, Buffer::Scratch(_))
    };
    let across = interpreted(cases).filter(is_across).count();
    assert!(across > 5, "{across}");
}

mod on_a_machine {
    use super::*;
    use std::num::NonZeroUsize;
    use tensmith::{Executor, Pool, Sequential, View, ViewMut};

    fn runs<T: Element>(jit: &Jit, executor: &dyn Executor, case: &Case) {
        let plan = case.plan::<T>(jit);
        let mut memory = case.memory();
        let (out, inputs) = memory.split_last_mut().expect("an output");
        let views: Vec<_> =
            inputs.iter().zip(&case.layouts).map(|(data, layout)| View::new(data, layout).unwrap()).collect();
        let layout = &case.layouts[case.layouts.len() - 1];
        plan.run_on(&views, &mut ViewMut::new(out, layout).unwrap(), executor).expect("it runs");
        case.assert_right(&plan, out);
        if case.beta == 0.0 {
            let check = plan.check(&views, &View::new(out, layout).unwrap()).expect("a check");
            assert!(check.passed() && check.elements == case.expected.len() as u64, "{check:?} {case:?}");
        }
    }

    #[test]
    fn any_finish_of_any_network_runs() {
        let threads = NonZeroUsize::new(4).expect("threads");
        let alone = Jit::host().expect("a machine");
        let (several, pool) =
            (Jit::host().expect("a machine").for_threads(threads), Pool::with_width(threads));
        let drawn = (1000..1300).map(|seed| Case::draw(&mut SplitMix::new(seed)));
        for case in drawn.chain((0..200).map(|seed| Case::draw_long(&mut SplitMix::new(seed)))) {
            runs::<f32>(&alone, &Sequential, &case);
            runs::<f64>(&several, &pool, &case);
        }
    }

    #[test]
    fn large_ones_run_on_several_threads() {
        let threads = NonZeroUsize::new(4).expect("threads");
        let (jit, pool) = (Jit::host().expect("a machine").for_threads(threads), Pool::with_width(threads));
        let mut random = SplitMix::new(3);
        for (shape, beta) in [(vec![70], 0.0), (vec![90, 1], 1.0), (vec![90, 70], -2.0), (vec![], 0.5)] {
            let [a, b, before] =
                [[90, 40], [40, 70], [90, 70]].map(|shape| Tensor::random(&mut random, &shape, 2));
            let bias = Tensor::random(&mut random, &shape, 1);
            let sum = exact::einsum(&einsum::parse("mk,kn->mn").expect("a text"), &[a.clone(), b.clone()]);
            let whole = |number: usize| {
                let sum = sum.data[number] + broadcast(&bias, &sum.shape, number);
                sum as f64 + beta * before.data[number] as f64
            };
            let expected = (0..sum.data.len()).map(whole).collect();
            let layouts = [&a, &b, &bias, &before].map(|tensor| ArrayLayout::c_order(&tensor.shape).unwrap());
            let case = Case {
                text: "mk,kn->mn".to_owned(),
                inputs: vec![a, b],
                layouts: layouts.into(),
                bias: Some(bias),
                before,
                beta,
                is_positive: false,
                expected,
            };
            runs::<f32>(&jit, &pool, &case);
        }
    }
}

#[test]
fn biases_that_do_not_fit_are_named() {
    let jit = Jit::for_target(Target::generic()).expect("a jit");
    let layout = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    let inputs = [layout(&[4, 5]), layout(&[5, 1])];
    let refused = |shape: &[usize]| {
        let bias = layout(shape);
        jit.contraction("mk,kn->mn").bias(&bias).plan::<f32>(&inputs).expect_err("refused").to_string()
    };
    assert_eq!(refused(&[3, 4, 1]), "bias has 3 extents: must have at most 2, as many as the output");
    assert_eq!(
        refused(&[5, 1]),
        "label 'm' is 4 in the output and 5 in bias: must be the same, or 1 in bias"
    );
    // An output is as large as its operands make it, and no larger.
    assert_eq!(refused(&[2]), "label 'n' is 1 in the output and 2 in bias: must be the same, or 1 in bias");
}

#[test]
fn operations_on_elements_are_finished_in_one_kernel() {
    let jit = Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit");
    let layout = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    let (matrix, row) = (layout(&[40, 50]), layout(&[50]));
    let kernels = |text: &str, operands: usize, bias: Option<&ArrayLayout>| {
        let inputs: Vec<_> = (0..operands).map(|_| layout(&[40, 50])).collect();
        let mut asked = jit.contraction(text).then(UnaryOp::relu());
        if let Some(bias) = bias {
            asked = asked.bias(bias);
        }
        let plan = asked.plan::<f32>(&inputs).expect("a plan");
        plan.loops().kernels().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let [product, copied] = ["ij,ij->ij", "ij->ij"];
    assert_eq!(kernels(product, 2, None), ["chain f32 1000x1 mul(column),relu in=column out=1000"]);
    assert_eq!(
        kernels(product, 2, Some(&row)),
        ["chain f32 50x40 mul(matrix/50),add(column),relu in=50 out=50"]
    );
    assert_eq!(kernels(copied, 1, Some(&row)), ["chain f32 50x40 add(column),relu in=50 out=50"]);
    assert_eq!(kernels(copied, 1, Some(&matrix)), ["chain f32 1000x1 add(column),relu in=1000 out=1000"]);
    assert_eq!(kernels(copied, 1, None), ["relu f32 1000x1 in=1000 out=1000"]);
    // What is turned over on the way is so before.
    let turned = kernels("ij->ji", 1, Some(&layout(&[40])));
    assert_eq!(turned.len(), 2, "{turned:?}");
    assert!(turned[0].ends_with("transposed") && turned[1].contains("add(column),relu"), "{turned:?}");
}
