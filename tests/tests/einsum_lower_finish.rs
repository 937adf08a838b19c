//! Outputs after the contraction: factors and chains of operations, against exact
//! integers, by references in place of kernels on any host, and by kernels where they run.

use tensmith::element::F16;
use tensmith::extend::BinaryOp;
use tensmith::{ArrayLayout, Element, Jit, Plan, Target, UnaryOp};
use tensmith_core::einsum::{self, Term};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::Parameter;
use tensmith_core::tensor::Buffer;
use tensmith_tests::exact::{self, Tensor, places, random_layout};
use tensmith_tests::interpret::interpret_all;
use tensmith_tests::random::SplitMix;
use tensmith_tests::{networks, nightly};

/// A contraction drawn at random, with all that may happen to its output.
#[derive(Debug)]
struct Case {
    text: String,
    inputs: Vec<Tensor>,
    /// The layouts of the inputs, of the operands of the chain, and of the output.
    layouts: Vec<ArrayLayout>,
    chain: Vec<Link>,
    before: Tensor,
    beta: f64,
    /// The right result.
    expected: Vec<f64>,
}

/// An operation, by its number in [`UNARY`] or [`BINARY`].
#[derive(Debug)]
enum Link {
    Unary(usize),
    Binary(usize, Operand),
}

/// An array along some axes of an output.
#[derive(Debug)]
struct Operand {
    labels: String,
    axes: Vec<usize>,
    tensor: Tensor,
}

type Function = fn(f64) -> f64;
type BinaryFunction = fn(f64, f64) -> f64;

/// Operations that make whole numbers of whole numbers, with what they mean.
const UNARY: [(UnaryOp, Function); 4] = [
    (UnaryOp::relu(), |x| x.max(0.0)),
    (UnaryOp::negate(), |x| -x),
    (UnaryOp::absolute(), f64::abs),
    (UnaryOp::clamp(Parameter::fixed(-9.0), Parameter::fixed(7.0)), |x| x.clamp(-9.0, 7.0)),
];
const BINARY: [(BinaryOp, BinaryFunction); 5] = [
    (BinaryOp::add(), |x, y| x + y),
    (BinaryOp::sub(), |x, y| x - y),
    (BinaryOp::mul(), |x, y| x * y),
    (BinaryOp::max(), f64::max),
    (BinaryOp::min(), f64::min),
];

impl Operand {
    /// An array along some of the axes of an output of some shape, whose labels are these: in any order.
    fn draw(random: &mut SplitMix, term: &Term, shape: &[usize]) -> Self {
        let (before, after) = term.around_ellipsis();
        let first_after = shape.len() - after.len();
        // Each label has one axis, and the ellipsis has what is between.
        let mut words: Vec<(String, Vec<usize>)> = Vec::new();
        words.extend(before.iter().enumerate().map(|(axis, label)| (label.to_string(), vec![axis])));
        words.extend(after.iter().zip(first_after..).map(|(label, axis)| (label.to_string(), vec![axis])));
        if term.ellipsis().is_some() {
            words.push(("...".to_owned(), (before.len()..first_after).collect()));
        }
        words.retain(|_| random.below(3) > 0);
        for nth in (1..words.len()).rev() {
            words.swap(nth, random.below(nth as u64 + 1) as usize);
        }
        let (labels, axes): (Vec<_>, Vec<_>) = words.into_iter().unzip();
        let axes = axes.concat();
        let shape: Vec<usize> = axes.iter().map(|axis| shape[*axis]).collect();
        Self { labels: labels.concat(), axes, tensor: Tensor::random(random, &shape, 1) }
    }

    /// The place of the element for that of some number of an output of this shape.
    fn place(&self, shape: &[usize], mut number: usize) -> usize {
        let mut digits = vec![0; shape.len()];
        for (digit, extent) in digits.iter_mut().zip(shape).rev() {
            *digit = number % extent;
            number /= extent;
        }
        self.axes.iter().fold(0, |place, axis| place * shape[*axis] + digits[*axis])
    }
}

impl Link {
    fn draw(random: &mut SplitMix, term: &Term, shape: &[usize]) -> Self {
        match random.below(5) {
            0 | 1 => Self::Unary(random.below(UNARY.len() as u64) as usize),
            _ => Self::Binary(random.below(BINARY.len() as u64) as usize, Operand::draw(random, term, shape)),
        }
    }

    fn operand(&self) -> Option<&Operand> {
        match self {
            Self::Unary(_) => None,
            Self::Binary(_, operand) => Some(operand),
        }
    }

    fn after(&self, x: f64, shape: &[usize], number: usize) -> f64 {
        match self {
            Self::Unary(op) => UNARY[*op].1(x),
            Self::Binary(op, operand) => {
                BINARY[*op].1(x, operand.tensor.data[operand.place(shape, number)] as f64)
            }
        }
    }
}

impl Case {
    fn draw(random: &mut SplitMix) -> Self {
        let network = networks::draw(random);
        Self::of(random, network)
    }

    /// One with long indices, so that what is contiguous in the output may lie apart in an operand.
    fn draw_long(random: &mut SplitMix) -> Self {
        let operands = 1 + random.below(2) as usize;
        let network = networks::connected(random, operands, &[1, 4, 8, 9, 17]);
        Self::of(random, network)
    }

    fn of(random: &mut SplitMix, (text, shapes): (String, Vec<Vec<usize>>)) -> Self {
        let inputs: Vec<Tensor> =
            shapes.iter().map(|shape| Tensor::random(random, shape, shapes.len())).collect();
        let expression = einsum::parse(&text).expect("an expression");
        let sum = exact::einsum(&expression, &inputs);
        let links = random.below(7);
        let chain = (0..links).map(|_| Link::draw(random, expression.output(), &sum.shape)).collect();
        Self::finished(random, text, inputs, &sum, chain)
    }

    fn finished(
        random: &mut SplitMix,
        text: String,
        inputs: Vec<Tensor>,
        sum: &Tensor,
        chain: Vec<Link>,
    ) -> Self {
        let before = Tensor::random(random, &sum.shape, 1);
        let beta = [0.0, -0.0, 1.0, -1.0, 0.5, 3.0][random.below(6) as usize];
        let element = |number: usize| {
            let whole = sum.data[number] as f64 + beta * before.data[number] as f64;
            chain.iter().fold(whole, |x, link| link.after(x, &sum.shape, number))
        };
        let expected = (0..sum.data.len()).map(element).collect();
        let operands = chain.iter().filter_map(Link::operand).map(|operand| &operand.tensor);
        let tensors = inputs.iter().chain(operands).chain([&before]);
        let layouts = tensors.map(|tensor| random_layout(random, &tensor.shape)).collect();
        Self { text, inputs, layouts, chain, before, beta, expected }
    }

    fn plan<T: Element>(&self, jit: &Jit) -> Plan<T> {
        let (inputs, rest) = self.layouts.split_at(self.inputs.len());
        let mut asked = jit.contraction(&self.text).beta(self.beta);
        let mut layouts = rest.iter();
        for link in &self.chain {
            asked = match link {
                Link::Unary(op) => asked.apply(UNARY[*op].0),
                Link::Binary(op, operand) => {
                    asked.combine(BINARY[*op].0, &operand.labels, layouts.next().expect("a layout"))
                }
            };
        }
        let plan = asked.plan_into(inputs, &rest[rest.len() - 1]).expect("a plan");
        assert_eq!(plan.inputs().len(), self.layouts.len() - 1);
        plan
    }

    /// Memory for all arrays. What is overwritten is no number before.
    fn memory<T: Element>(&self) -> Vec<Vec<T>> {
        let operands = self.chain.iter().filter_map(Link::operand).map(|operand| &operand.tensor);
        let tensors = self.inputs.iter().chain(operands).chain([&self.before]);
        let mut memory: Vec<Vec<T>> =
            tensors.zip(&self.layouts).map(|(tensor, layout)| tensor.laid_out(layout)).collect();
        if self.beta == 0.0 {
            memory.last_mut().expect("an output").fill(T::NAN);
        }
        memory
    }

    /// Whether the output is what it should be, rounded once, and its gaps are as they were.
    fn assert_right<T: Element>(&self, plan: &Plan<T>, output: &[T]) {
        let layout = &self.layouts[self.layouts.len() - 1];
        let mut expected = vec![f64::NAN; output.len()];
        let rounded = self.expected.iter().map(|element| T::from_f64(*element).to_f64());
        places(layout).zip(rounded).for_each(|(place, element)| expected[place] = element);
        for (found, expected) in output.iter().map(|element| element.to_f64()).zip(expected) {
            let is_same = found == expected || found.is_nan() && expected.is_nan();
            assert!(is_same, "{found} for {expected}: {self:?}\n{}", plan.explain());
        }
    }

    /// Whether a multiplication has some of the chain's arrays as operands.
    fn is_fused<T: Element>(plan: &Plan<T>) -> bool {
        let takes = |kernel: &KernelSpec| match kernel {
            KernelSpec::Gemm(spec) => spec.epilogue.operands().next().is_some(),
            _ => false,
        };
        plan.explain().loops().kernels().iter().any(takes)
    }
}

/// Plans that mean what their cases say, by references in place of kernels.
fn interpreted(cases: impl Iterator<Item = Case>) -> impl Iterator<Item = (Case, Plan<f32>)> {
    let jit = Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit");
    cases.map(move |case| {
        let plan = case.plan(&jit);
        let mut memory = case.memory();
        let origins: Vec<usize> = case.layouts.iter().map(ArrayLayout::origin).collect();
        interpret_all(plan.explain().loops(), &mut memory, &origins);
        case.assert_right(&plan, &memory[memory.len() - 1]);
        (case, plan)
    })
}

#[test]
fn any_finish_of_any_network_means_what_it_says() {
    let cases = (0..600).map(|seed| Case::draw(&mut SplitMix::new(seed)));
    let fused = interpreted(cases).filter(|(_, plan)| Case::is_fused(plan)).count();
    assert!(fused > 40, "{fused}");
}

/// An operand that is contiguous where the output is not is transposed in blocks before it is added.
#[test]
fn an_operand_that_lies_across_the_output_has_scratch_memory() {
    let cases = (0..nightly::scaled(1500, 4000)).map(|seed| Case::draw_long(&mut SplitMix::new(seed)));
    let is_across = |(case, plan): &(Case, Plan<f32>)| {
        let operands = case.inputs.len()..case.layouts.len() - 1;
        let is_turned = |from, to| match (from, to) {
            (Buffer::Argument(number), Buffer::Scratch(_)) => operands.contains(&number),
            _ => false,
        };
        plan.explain()
            .loops()
            .sequence()
            .steps
            .iter()
            .any(|step| is_turned(step.operands.in0, step.operands.out))
    };
    let across = interpreted(cases).filter(is_across).count();
    assert!(across > nightly::scaled(2, 5), "{across}");
}

mod on_a_machine {
    use super::*;
    use std::num::NonZeroUsize;
    use tensmith::parallel::{Executor, Pool, Sequential};
    use tensmith::{Array, View, ViewMut};

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
        let several = Jit::builder().threads(4).build().expect("a machine");
        let pool = Pool::with_width(threads);
        let drawn = (1000..1300).map(|seed| Case::draw(&mut SplitMix::new(seed)));
        for case in drawn.chain((0..200).map(|seed| Case::draw_long(&mut SplitMix::new(seed)))) {
            runs::<f32>(&alone, &Sequential, &case);
            runs::<f64>(&several, &pool, &case);
            runs::<F16>(&alone, &Sequential, &case);
        }
    }

    /// What a chain has between its links need not be a number of half precision.
    #[test]
    fn a_chain_on_half_precision_is_rounded_once() {
        let jit = Jit::host().expect("a machine");
        let filled = |shape: &[usize], value: f64| {
            let elements = shape.iter().product::<usize>();
            Array::c_order(vec![F16::from_f64(value); elements], shape).expect("an array")
        };
        let (a, b) = (filled(&[5, 3], 100.0), filled(&[3, 7], 300.0));
        let (offset, scale) = (filled(&[7], 1.0), filled(&[5, 7], 0.5));
        let asked = jit.contraction("mk,kn->mn").add("n", &offset).multiply("mn", &scale);
        let plan = asked.plan(&[&a, &b]).expect("a plan");
        let inputs = [&a, &b, &offset, &scale];
        let c = plan.evaluate(&inputs).expect("it runs");
        // 45000.5, to a multiple of 32.
        assert_eq!(c.data(), [F16::from_f64(44992.0); 35], "{}", plan.explain());
        assert!(plan.check(&inputs, &c).expect("a check").passed());
        let cut = asked.apply(UnaryOp::clamp(Parameter::fixed(0.0), Parameter::fixed(1.0)));
        let c = cut.plan(&[&a, &b]).expect("a plan").evaluate(&inputs).expect("it runs");
        assert_eq!(c.data(), [F16::ONE; 35]);
        // The offset again, broadcast by a stride of 0.
        let layout = ArrayLayout::new(&[5, 7], &[0, 1]).expect("a layout");
        let spread = View::new(offset.data(), &layout).expect("a view");
        let plan = jit.contraction("mk,kn->mn").add("mn", &spread).multiply("mn", &scale).plan(&[&a, &b]);
        let inputs = [a.view(), b.view(), spread, scale.view()];
        let c = plan.expect("a plan").evaluate(&inputs).expect("it runs");
        assert_eq!(c.data(), [F16::from_f64(44992.0); 35]);
    }

    /// A number, and how far a correct kernel may be from it.
    #[derive(Clone, Copy)]
    struct Near {
        value: f64,
        off: f64,
    }

    /// Half a unit in the last place of 1.
    const ROUNDOFF: f64 = 1.0 / (1 << 24) as f64;

    impl Near {
        /// A function of it with a slope of at most `slope`, whose result is up to `units`
        /// in the last place off.
        fn through(self, function: fn(f64) -> f64, slope: f64, units: f64) -> Self {
            let value = function(self.value);
            Self { value, off: slope * self.off + units * 2.0 * ROUNDOFF * (value.abs() + slope * self.off) }
        }

        /// It and an exact number, by an operation that rounds once.
        fn with(self, op: usize, y: f64) -> Self {
            let value = BINARY[op].1(self.value, y);
            let slope = if BINARY[op].0 == BinaryOp::mul() { y.abs() } else { 1.0 };
            Self { value, off: slope * self.off + ROUNDOFF * (value.abs() + slope * self.off) }
        }
    }

    /// Functions, their values, the most that they rise by, and their error in units in the last place.
    const FUNCTIONS: [(UnaryOp, Function, f64, f64); 5] = [
        (UnaryOp::relu(), |x| x.max(0.0), 1.0, 0.0),
        (UnaryOp::leaky_relu(Parameter::fixed(0.25)), |x| if x > 0.0 { x } else { 0.25 * x }, 1.0, 0.5),
        (UnaryOp::sigmoid(), |x| 1.0 / (1.0 + (-x).exp()), 0.25, 2.5),
        (UnaryOp::tanh(), f64::tanh, 1.0, 2.5),
        (UnaryOp::silu(), |x| x / (1.0 + (-x).exp()), 1.1, 2.5),
    ];

    /// What loops in FP64 compute of `bmk,bkn->bmn`, element by element, with what rounding may do to it.
    fn by_loops(inputs: [&[f32]; 2], [b, m, n, k]: [usize; 4], chain: &[(Link, Vec<f32>)]) -> Vec<Near> {
        let mut all = Vec::new();
        for number in 0..b * m * n {
            let (block, row, column) = (number / (m * n), number / n % m, number % n);
            let mut sum = Near { value: 0.0, off: 0.0 };
            for term in 0..k {
                let x = f64::from(inputs[0][(block * m + row) * k + term]);
                let y = f64::from(inputs[1][(block * k + term) * n + column]);
                sum = Near { value: sum.value + x * y, off: sum.off + (x * y).abs() };
            }
            // A kernel may begin with what is added first.
            if let Some((Link::Binary(0 | 1, operand), data)) = chain.first() {
                sum.off += f64::from(data[operand.place(&[b, m, n], number)]).abs();
            }
            sum.off *= (k + 3) as f64 * ROUNDOFF;
            all.push(chain.iter().fold(sum, |near, (link, data)| match link {
                Link::Unary(op) => near.through(FUNCTIONS[*op].1, FUNCTIONS[*op].2, FUNCTIONS[*op].3),
                Link::Binary(op, operand) => {
                    near.with(*op, f64::from(data[operand.place(&[b, m, n], number)]))
                }
            }));
        }
        all
    }

    #[test]
    fn chains_of_functions_are_near_what_loops_compute() {
        let jit = Jit::host().expect("a machine");
        let expression = einsum::parse("bmk,bkn->bmn").expect("a text");
        for seed in 0..150 {
            let mut random = SplitMix::new(seed);
            let [b, m, n, k] = [4, 40, 40, 60].map(|most| 1 + random.below(most) as usize);
            let numbers = |random: &mut SplitMix, shape: &[usize]| -> Vec<f32> {
                let elements = shape.iter().product::<usize>();
                (0..elements).map(|_| (random.below(4001) as f32 - 2000.0) / 1999.0).collect()
            };
            let chain: Vec<(Link, Vec<f32>)> = (0..random.below(7))
                .map(|_| match Link::draw(&mut random, expression.output(), &[b, m, n]) {
                    Link::Unary(_) => (Link::Unary(random.below(5) as usize), Vec::new()),
                    Link::Binary(op, operand) => {
                        let data = numbers(&mut random, &operand.tensor.shape);
                        (Link::Binary(op, operand), data)
                    }
                })
                .collect();
            let (x, y) = (numbers(&mut random, &[b, m, k]), numbers(&mut random, &[b, k, n]));
            let layout = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
            let mut layouts = vec![layout(&[b, m, k]), layout(&[b, k, n])];
            layouts.extend(chain.iter().filter_map(|(link, _)| Some(layout(&link.operand()?.tensor.shape))));
            let mut asked = jit.contraction("bmk,bkn->bmn");
            let mut further = layouts[2..].iter();
            for (link, _) in &chain {
                asked = match link {
                    Link::Unary(op) => asked.apply(FUNCTIONS[*op].0),
                    Link::Binary(op, operand) => {
                        asked.combine(BINARY[*op].0, &operand.labels, further.next().expect("a layout"))
                    }
                };
            }
            let plan = asked.plan::<f32>(&layouts[..2]).expect("a plan");
            let data = [&x, &y]
                .into_iter()
                .chain(chain.iter().map(|(_, data)| data).filter(|data| !data.is_empty()));
            let views: Vec<_> =
                data.zip(&layouts).map(|(data, layout)| View::new(data, layout).expect("a view")).collect();
            let mut out = vec![f32::NAN; b * m * n];
            plan.run(&views, &mut ViewMut::new(&mut out, plan.output()).expect("a view")).expect("it runs");
            for (found, near) in out.iter().zip(by_loops([&x, &y], [b, m, n, k], &chain)) {
                let is_near =
                    (f64::from(*found) - near.value).abs() <= near.off + f64::from(f32::MIN_POSITIVE);
                assert!(
                    is_near,
                    "{found} for {} within {}: seed {seed}\n{}",
                    near.value,
                    near.off,
                    plan.explain()
                );
            }
            let check =
                plan.check(&views, &View::new(&out, plan.output()).expect("a view")).expect("a check");
            assert!(check.passed(), "{check:?}: seed {seed}\n{}", plan.explain());
        }
    }

    #[test]
    fn large_ones_run_on_several_threads() {
        let threads = NonZeroUsize::new(4).expect("threads");
        let jit = Jit::builder().threads(4).build().expect("a machine");
        let pool = Pool::with_width(threads);
        let mut random = SplitMix::new(3);
        let text = "bmk,kn->bmn";
        let expression = einsum::parse(text).expect("a text");
        for seed in 0..nightly::scaled(6, 12) {
            // Sums of more than one block, and extents that no kernel divides.
            let k = [40, 700][seed % 2];
            let [a, b] = [vec![3, 90, k], vec![k, 70]].map(|shape| Tensor::random(&mut random, &shape, 2));
            let sum = exact::einsum(&expression, &[a.clone(), b.clone()]);
            let chain = (0..4).map(|_| Link::draw(&mut random, expression.output(), &sum.shape)).collect();
            let mut case = Case::finished(&mut random, text.to_owned(), vec![a, b], &sum, chain);
            if seed % 3 > 0 {
                let dense = |layout: &ArrayLayout| ArrayLayout::c_order(layout.shape()).expect("a layout");
                case.layouts = case.layouts.iter().map(dense).collect();
            }
            runs::<f32>(&jit, &pool, &case);
            runs::<F16>(&jit, &pool, &case);
        }
    }
}

#[test]
fn operands_that_do_not_fit_are_named() {
    let jit = Jit::for_target(Target::generic()).expect("a jit");
    let layout = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    let inputs = [layout(&[4, 5]), layout(&[5, 1])];
    let relu = UnaryOp::relu();
    let refused = |labels: &str, shape: &[usize]| {
        let operand = layout(shape);
        let asked = jit.contraction("mk,kn->mn").apply(relu).add(labels, &operand);
        asked.plan::<f32>(&inputs).expect_err("refused").to_string()
    };
    assert_eq!(refused("mn", &[4]), "operand of link 1 has 1 extent: must have 2, one for each label");
    assert_eq!(refused("m", &[5]), "operand of link 1: label 'm' is 5: must be 4, as in the output");
    // An output is as large as its operands make it, and no larger.
    assert_eq!(refused("n", &[2]), "operand of link 1: label 'n' is 2: must be 1, as in the output");
    assert_eq!(refused("m k", &[4, 5]), "operand of link 1: label 'k' is not in the output");
    assert_eq!(refused("nn", &[1, 1]), "operand of link 1: label 'n' occurs twice: must occur once");
    assert_eq!(
        refused("n,m", &[1, 4]),
        "operand of link 1: at byte 1 of its labels: must be labels of the output"
    );
    let row = layout(&[5]);
    let of_tree = |labels: &str| {
        let asked = jit.tree("[0,1],[1,2]->[2,0]", &[3, 4, 5]);
        let result = asked.add(labels, &row).plan::<f32>(&[layout(&[3, 4]), layout(&[4, 5])]);
        result.map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(of_tree(" 2 "), Ok(()));
    assert_eq!(
        of_tree("0"),
        Err("operand of link 0: label '0' is 5: must be 3, as in the output".to_owned())
    );
    assert_eq!(of_tree("1"), Err("operand of link 0: label '1' is not in the output".to_owned()));
    assert_eq!(
        of_tree("2,"),
        Err("operand of link 0: at byte 0 of its labels: must be labels of the output".to_owned())
    );
}

/// One kernel where the operands are rows, columns or blocks of its tiles; passes for what is left.
#[test]
fn a_multiplication_is_finished_in_its_kernels() {
    let jit = Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit");
    let layout = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    let (row, column, mask, turned) = (layout(&[40]), layout(&[30]), layout(&[30, 40]), layout(&[40, 30]));
    let inputs = [layout(&[30, 20]), layout(&[20, 40])];
    let kernels = |asked: tensmith::Contraction<'_>| {
        let plan = asked.plan::<f32>(&inputs).expect("a plan");
        let specs: Vec<_> = plan.explain().loops().kernels().iter().map(ToString::to_string).collect();
        (specs, plan.explain().to_string())
    };
    let asked = || jit.contraction("mk,kn->mn");
    let gemm = "gemm f32 40x30x20 beta=0 epilogue=";
    let (specs, explained) =
        kernels(asked().add("n", &row).apply(UnaryOp::gelu()).multiply("mn", &mask).add("m", &column));
    assert_eq!(specs, [format!("{gemm}add(column),gelu,mul(matrix/40),add(row)")]);
    assert!(explained.contains("\nlink 0: add[n], in the kernels of the last step\n"), "{explained}");
    assert!(explained.contains("\nlink 3: add[m], in the kernels of the last step\n"), "{explained}");
    // A kernel has four links; two more are a pass of one kernel.
    let (specs, explained) = kernels(
        asked()
            .apply(UnaryOp::relu())
            .add("n", &row)
            .add("n", &row)
            .add("n", &row)
            .add("m", &column)
            .apply(UnaryOp::relu()),
    );
    assert_eq!(specs.len(), 2, "{specs:?}");
    assert_eq!(specs[0], format!("{gemm}relu,add(column),add(column),add(column)"));
    assert!(specs[1].ends_with(" links=add(row),relu"), "{specs:?}");
    assert!(explained.contains("\nlink 4: add[m], behind the last step\n"), "{explained}");
    // An operand of the other order is transposed before.
    let (specs, _) = kernels(asked().add("n", &row).multiply("nm", &turned));
    assert_eq!(specs[0], format!("{gemm}add(column)"));
    assert!(specs.len() > 1, "{specs:?}");
}

/// Arrays are converted around the contraction, and the chain is in the kernels of that.
#[test]
fn a_chain_on_half_precision_is_in_the_kernels() {
    let jit = Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit");
    let layout = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    let (row, inputs) = (layout(&[40]), [layout(&[30, 20]), layout(&[20, 40])]);
    let asked = jit.contraction("mk,kn->mn").add("n", &row).apply(UnaryOp::relu());
    let plan = asked.plan::<F16>(&inputs).expect("a plan");
    let specs: Vec<_> = plan.explain().loops().kernels().iter().map(ToString::to_string).collect();
    assert!(specs.contains(&"gemm f32 40x30x20 beta=0 epilogue=add(column),relu".to_owned()), "{specs:?}");
    assert!(specs.iter().all(|spec| !spec.starts_with("chain")), "{specs:?}");
    assert_eq!(plan.explain().links_in_kernels(), 2, "{}", plan.explain());
}

#[test]
fn operations_on_elements_are_finished_in_one_kernel() {
    let jit = Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit");
    let layout = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    let (matrix, row) = (layout(&[40, 50]), layout(&[50]));
    let kernels = |text: &str, operands: usize, bias: Option<&ArrayLayout>| {
        let inputs: Vec<_> = (0..operands).map(|_| layout(&[40, 50])).collect();
        let mut asked = jit.contraction(text);
        if let Some(bias) = bias {
            let labels = match bias.shape() {
                [_, _] => "ij",
                [40] => "i",
                _ => "j",
            };
            asked = asked.add(labels, bias);
        }
        let asked = asked.apply(UnaryOp::relu());
        let plan = asked.plan::<f32>(&inputs).expect("a plan");
        plan.explain().loops().kernels().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let [product, copied] = ["ij,ij->ij", "ij->ij"];
    assert_eq!(kernels(product, 2, None), ["chain f32 1000x1 links=mul(column),relu in=column"]);
    assert_eq!(kernels(product, 2, Some(&row)), ["chain f32 50x40 links=mul(matrix/50),add(column),relu"]);
    assert_eq!(kernels(copied, 1, Some(&row)), ["chain f32 50x40 links=add(column),relu"]);
    assert_eq!(kernels(copied, 1, Some(&matrix)), ["chain f32 1000x1 links=add(column),relu"]);
    assert_eq!(kernels(copied, 1, None), ["unary relu f32 1000x1"]);
    // What is transposed on the way is so before.
    let turned = kernels("ij->ji", 1, Some(&layout(&[40])));
    assert_eq!(turned.len(), 2, "{turned:?}");
    assert!(turned[0].ends_with("order=transposed") && turned[1].contains("add(column),relu"), "{turned:?}");
}
