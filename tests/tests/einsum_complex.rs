//! Contractions of complex numbers through machine code, against sums of exact real ones. Needs a machine, or
//! an emulator, that executes compiled code.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tensmith::element::{Complex, Scalar};
use tensmith::{Array, ArrayLayout, Contraction, Element, Jit, View, ViewMut};
use tensmith_core::tensor::PerOperand;
use tensmith_tests::contractions::{Case, cases};
use tensmith_tests::exact::{self, Tensor};
use tensmith_tests::interpret::Data;
use tensmith_tests::nightly;
use tensmith_tests::numpy;
use tensmith_tests::random::SplitMix;

/// Real and imaginary parts.
type Parts = [Tensor; 2];

/// The value of something that is linear in each of its operands, given that for real ones.
fn multilinear(operands: &[Parts], real: impl Fn(&[Tensor]) -> Tensor) -> Parts {
    let mut sum: Option<Parts> = None;
    for choice in 0..1usize << operands.len() {
        let part = |nth: usize| choice >> nth & 1;
        let chosen: Vec<Tensor> = operands.iter().enumerate().map(|(nth, x)| x[part(nth)].clone()).collect();
        let term = real(&chosen);
        let zeros = || Tensor { shape: term.shape.clone(), data: vec![0; term.data.len()] };
        let sum = sum.get_or_insert_with(|| [zeros(), zeros()]);
        // The power of the imaginary unit.
        let power = choice.count_ones() % 4;
        let sign = if power < 2 { 1 } else { -1 };
        let place = &mut sum[power as usize % 2].data;
        place.iter_mut().zip(&term.data).for_each(|(sum, term)| *sum += sign * term);
    }
    sum.expect("a choice")
}

fn complex<T>(parts: [&[T]; 2]) -> Vec<Complex<T>>
where
    T: Copy,
{
    parts[0].iter().zip(parts[1]).map(|(re, im)| Complex::new(*re, *im)).collect()
}

fn array<T>(parts: &Parts, layout: ArrayLayout) -> Array<Complex<T>>
where
    T: Element,
    Complex<T>: Scalar,
{
    let [re, im] = parts.each_ref().map(|part| part.laid_out::<T>(&layout));
    Array::new(complex([&re, &im]), layout).expect("an array")
}

/// What a request makes of integers, which must be exact.
fn runs<T>(asked: &Contraction<'_>, operands: &[Parts], expected: &Parts, random: Option<&mut SplitMix>)
where
    T: Element,
    Complex<T>: Scalar,
{
    let mut random = random;
    let mut layout = |shape: &[usize]| match &mut random {
        Some(random) => exact::random_layout(random, shape),
        None => ArrayLayout::c_order(shape).expect("a layout"),
    };
    let arrays: Vec<Array<Complex<T>>> =
        operands.iter().map(|operand| array(operand, layout(&operand[0].shape))).collect();
    let layouts: Vec<_> = arrays.iter().map(Array::layout).collect();
    let out = layout(&expected[0].shape);
    let plan = asked.plan_into(&layouts, &out).expect("a plan");
    let views: Vec<View<'_, Complex<T>>> = arrays.iter().map(Array::view).collect();
    let mut output = Array::new(vec![Complex::new(T::NAN, T::NAN); out.span()], out).expect("an output");
    plan.run(&views, &mut output.view_mut()).expect("it runs");
    let expected = array::<T>(expected, output.layout().try_clone().expect("a layout"));
    let (found, expected) = (output.view().elements(), expected.view().elements());
    assert!(found.eq(expected), "{asked:?}\n{}", plan.explain());
}

fn drawn(random: &mut SplitMix, shape: &[usize], factors: usize) -> Parts {
    [(); 2].map(|()| Tensor::random(random, shape, factors))
}

/// Every call of numpy's own tests.
#[test]
fn calls_of_numpy_are_exact() {
    let (jit, mut random) = (Jit::host().expect("a machine"), SplitMix::new(7));
    let calls = numpy::calls().filter(|(_, call)| call.outcome == "ok");
    for (nth, (_, call)) in calls.enumerate().step_by(nightly::one_of(1)) {
        let shapes = call.shapes();
        let operands: Vec<Parts> =
            shapes.iter().map(|shape| drawn(&mut random, shape, shapes.len())).collect();
        let expression = call.expression().expect("an expression");
        let expected = multilinear(&operands, |operands| exact::einsum(&expression, operands));
        let text = expression.to_string();
        let asked = jit.contraction(&text);
        runs::<f32>(&asked, &operands, &expected, None);
        if nth % 4 == 0 {
            runs::<f64>(&asked, &operands, &expected, Some(&mut random));
        }
    }
}

fn runs_exactly<T>(jit: &Jit, case: &Case) -> Result<(), TestCaseError>
where
    T: Element,
    Complex<T>: Scalar,
{
    let PerOperand { in0, in1, out } = &case.layouts;
    let (re, im) = (case.data::<T>(), shifted(case.data::<T>()));
    let product = |a: &Data<T>, b: &Data<T>| {
        let untouched = vec![T::ZERO; out.span()];
        case.expected(&Data { in0: a.in0.clone(), in1: b.in1.clone(), out: untouched })
    };
    let parts = [(&re, &re), (&im, &im), (&re, &im), (&im, &re)].map(|(a, b)| product(a, b));
    let touched = case.expected(&Data {
        in0: vec![T::ONE; in0.span()],
        in1: vec![T::ONE; in1.span()],
        out: vec![T::ZERO; out.span()],
    });
    let mut found = vec![Complex::new(T::from_f64(99.0), T::from_f64(98.0)); out.span()];
    let before = found.clone();
    let [a, b] = [complex([&re.in0, &im.in0]), complex([&re.in1, &im.in1])];
    let plan = jit.contraction(&case.text).plan_into(&[in0, in1], out).expect("a plan");
    let inputs = [View::new(&a, in0).expect("a view"), View::new(&b, in1).expect("a view")];
    plan.run(&inputs, &mut ViewMut::new(&mut found, out).expect("a view")).expect("it runs");
    for (at, element) in found.iter().enumerate() {
        let [rr, ii, ri, ir] = parts.each_ref().map(|part| part[at]);
        let is_written = touched[at] != T::ZERO || rr != T::ZERO || ri != T::ZERO;
        let expected = if is_written { Complex::new(rr - ii, ri + ir) } else { before[at] };
        let is_empty = element == &Complex::new(T::ZERO, T::ZERO);
        prop_assert!(*element == expected || !is_written && is_empty, "{at}: {}", plan.explain());
    }
    Ok(())
}

/// Other integers.
fn shifted<T: Element>(data: Data<T>) -> Data<T> {
    let three = T::from_f64(3.0);
    let shift = |numbers: Vec<T>| numbers.into_iter().rev().map(|x| three - x).collect();
    Data { in0: shift(data.in0), in1: shift(data.in1), out: data.out }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::cases(200, 2_000) as u32, failure_persistence: None, ..Default::default() })]

    #[test]
    fn pairs_are_exact_in_any_layout(case in cases()) {
        let jit = Jit::host().expect("a machine");
        runs_exactly::<f32>(&jit, &case)?;
        runs_exactly::<f64>(&jit, &case)?;
    }
}
