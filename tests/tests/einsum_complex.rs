//! Contractions of complex numbers through machine code, against sums of exact real ones. Needs a machine, or
//! an emulator, that executes compiled code.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tensmith::element::{Complex, Scalar};
use tensmith::{Array, ArrayLayout, Contraction, Element, Jit, UnaryOp, View, ViewMut};
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
    let check = plan.check(&views, &output).expect("a reference");
    assert!(check.passed() && check.elements as usize == 2 * output.view().elements().count(), "{check:?}");
}

fn drawn(random: &mut SplitMix, shape: &[usize], factors: usize) -> Parts {
    [(); 2].map(|()| Tensor::random(random, shape, factors))
}

/// Every call of numpy's own tests, with some operands conjugated.
#[test]
fn calls_of_numpy_are_exact() {
    let (jit, mut random) = (Jit::host().expect("a machine"), SplitMix::new(7));
    let calls = numpy::calls().filter(|(_, call)| call.outcome == "ok");
    for (nth, (_, call)) in calls.enumerate().step_by(nightly::one_of(3)) {
        let shapes = call.shapes();
        let operands: Vec<Parts> =
            shapes.iter().map(|shape| drawn(&mut random, shape, shapes.len())).collect();
        let expression = call.expression().expect("an expression");
        let text = expression.to_string();
        let (mut asked, mut meant) = (jit.contraction(&text), operands.clone());
        for (number, operand) in meant.iter_mut().enumerate() {
            if random.below(3) == 0 {
                asked = asked.conjugate(number);
                operand[1].data.iter_mut().for_each(|part| *part = -*part);
            }
        }
        let expected = multilinear(&meant, |operands| exact::einsum(&expression, operands));
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
        let expected =
            if is_written { Complex::new(rr.plus(ii.negative()), ri.plus(ir)) } else { before[at] };
        let is_empty = element == &Complex::new(T::ZERO, T::ZERO);
        prop_assert!(*element == expected || !is_written && is_empty, "{at}: {}", plan.explain());
    }
    Ok(())
}

/// Other integers.
fn shifted<T: Element>(data: Data<T>) -> Data<T> {
    let three = T::from_f64(3.0);
    let shift = |numbers: Vec<T>| numbers.into_iter().rev().map(|x| three.plus(x.negative())).collect();
    Data { in0: shift(data.in0), in1: shift(data.in1), out: data.out }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::cases(60, 2_000) as u32, failure_persistence: None, ..Default::default() })]

    #[test]
    fn pairs_are_exact_in_any_layout(case in cases()) {
        let jit = Jit::host().expect("a machine");
        runs_exactly::<f32>(&jit, &case)?;
        runs_exactly::<f64>(&jit, &case)?;
    }
}

/// Numbers that are not exact are within the bound of the reference, and a mistake is not. A plan is the same
/// that is read from its text.
#[test]
fn plans_are_checked_and_read_back() {
    let jit = Jit::host().expect("a machine");
    let real = |nth: usize| ((nth * 37 + 11) % 101) as f32 / 101.0 - 0.5;
    let array =
        |shape: [usize; 2]| Array::from_fn(shape, |[i, j]| Complex::new(real(31 * i + j), real(i + 7 * j)));
    let (a, b) = (array([19, 40]).expect("an array"), array([40, 23]).expect("an array"));
    let plan = jit.contraction("mk,kn->mn").conjugate(1).plan::<Complex<f32>>(&[&a, &b]).expect("a plan");
    let mut c = plan.evaluate(&[&a, &b]).expect("it runs");
    assert!(plan.check(&[&a, &b], &c).expect("a reference").passed());
    let read = jit.plan_from_text::<Complex<f32>>(&plan.to_text()).expect("the same plan");
    assert_eq!(read.evaluate(&[&a, &b]).expect("it runs"), c);
    assert_eq!((read.to_text(), read.explain().conjugated()), (plan.to_text(), &[1][..]));
    assert!(jit.plan_from_text::<f32>(&plan.to_text()).is_err(), "another type");
    c[[3, 5]].im += 1e-3;
    assert_eq!(plan.check(&[&a, &b], &c).expect("a reference").wrong, 1);
}

#[test]
fn what_has_no_meaning_is_refused() {
    assert_eq!(
        format!("{:?}", [Complex::new(1.5f32, -2.0), Complex::new(0.0, 1.0)]),
        "[(1.5, -2.0), (0.0, 1.0)]"
    );
    let jit = Jit::host().expect("a machine");
    let layout = ArrayLayout::c_order(&[2, 2]).expect("a layout");
    let refused = |asked: Contraction<'_>| {
        asked.plan::<Complex<f64>>(&[&layout, &layout]).expect_err("a refusal").to_string()
    };
    let asked = || jit.contraction("ij,jk->ik");
    let rule = "there is 1 operation on the elements of a complex result: only real ones may have any";
    assert_eq!(refused(asked().apply(UnaryOp::relu())), rule);
    let rule = "operand 2 is to be conjugated: must be below 2, the number of operands";
    assert_eq!(refused(asked().conjugate(2)), rule);
    let far = ArrayLayout::new(&[2, 2], &[1 << 45, 1]);
    assert!(
        far.is_err() || jit.contraction("ij->ij").plan::<Complex<f64>>(&[&far.expect("a layout")]).is_err()
    );
}

/// Large arrays are copied, rotated and multiplied by several threads: the bits are the same.
#[test]
fn results_are_the_same_for_any_number_of_threads() {
    let layout = ArrayLayout::c_order(&[190, 190]).expect("a layout");
    let data = (0..layout.span()).map(|nth| Complex::new((nth % 13) as f64 / 7.0, (nth % 11) as f64 / 3.0));
    let a = Array::new(data.collect(), layout).expect("an array");
    for text in ["ij,jk->ik", "ij,kj->ik", "ij,jj->ij"] {
        let product = |threads: usize| {
            let jit = Jit::builder().threads(threads).build().expect("a machine");
            let plan = jit.contraction(text).conjugate(0).plan::<Complex<f64>>(&[&a, &a]).expect("a plan");
            plan.evaluate(&[&a, &a]).expect("it runs")
        };
        assert!(product(1) == product(3), "{text}");
    }
}

/// A matrix that is contiguous along the sum and a vector, of which the vector is rotated, part by part;
/// either conjugated, and added to what the output holds. The same as a tree.
#[test]
fn small_factors_are_rotated_by_parts() {
    let (jit, mut random) = (Jit::host().expect("a machine"), SplitMix::new(9));
    let operands = [drawn(&mut random, &[24, 40], 2), drawn(&mut random, &[40], 2)];
    let before = drawn(&mut random, &[24], 2);
    let expression = tensmith_core::einsum::parse("mk,k->m").expect("an expression");
    let c_order = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    for conjugated in [&[][..], &[0], &[1], &[0, 1]] {
        let mut meant = operands.clone();
        for number in conjugated {
            meant[*number][1].data.iter_mut().for_each(|part| *part = -*part);
        }
        let mut expected = multilinear(&meant, |operands| exact::einsum(&expression, operands));
        let asked = [jit.contraction("mk,k->m"), jit.tree("[0,1],[1]->[0]", &[24, 40])];
        let asked =
            asked.map(|asked| conjugated.iter().fold(asked, |asked, number| asked.conjugate(*number)));
        runs::<f32>(&asked[0], &operands, &expected, None);
        runs::<f64>(&asked[1], &operands, &expected, None);
        for (sums, before) in expected.iter_mut().zip(&before) {
            sums.data.iter_mut().zip(&before.data).for_each(|(sum, before)| *sum += 3 * before);
        }
        let [a, b] = operands.each_ref().map(|operand| array::<f64>(operand, c_order(&operand[0].shape)));
        let plan = asked[0].clone().beta(3.0).plan::<Complex<f64>>(&[&a, &b]).expect("a plan");
        let mut c = array::<f64>(&before, c_order(&[24]));
        plan.run(&[&a, &b], &mut c).expect("it runs");
        assert_eq!(c, array(&expected, c_order(&[24])), "{conjugated:?}");
    }
}

/// One operand is conjugated when it has been summed, or before that is added.
#[test]
fn sums_of_one_operand_are_conjugated() {
    let (jit, mut random) = (Jit::host().expect("a machine"), SplitMix::new(10));
    let (operand, before) = (drawn(&mut random, &[7, 9], 1), drawn(&mut random, &[9], 1));
    let c_order = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    let a = array::<f32>(&operand, c_order(&[7, 9]));
    for beta in [0i64, 1, -2] {
        let asked = jit.contraction("ij->j").conjugate(0).beta(beta as f64);
        let plan = asked.plan::<Complex<f32>>(&[&a]).expect("a plan");
        let mut c = array::<f32>(&before, c_order(&[9]));
        plan.run(&[&a], &mut c).expect("it runs");
        for (j, found) in c.data().iter().enumerate() {
            let sum = |part: usize| (0..7).map(|i| operand[part].data[9 * i + j]).sum::<i64>();
            let [re, im] = [0, 1].map(|part| beta * before[part].data[j]);
            assert_eq!(*found, Complex::new((re + sum(0)) as f32, (im - sum(1)) as f32), "{beta}");
        }
    }
}

/// What is no number in one part is nothing to the other, where nothing is multiplied.
#[test]
fn infinities_that_are_moved_are_right() {
    let jit = Jit::host().expect("a machine");
    let numbers = [Complex::new(f32::INFINITY, 1.0), Complex::new(2.0, f32::NAN)];
    let a = Array::c_order(numbers.to_vec(), &[1, 2]).expect("an array");
    let plan = jit.einsum::<Complex<f32>>("ij->ji", &[&a]).expect("a plan");
    let c = plan.evaluate(&[&a]).expect("it runs");
    assert!(plan.check(&[&a], &c).expect("a reference").passed());
    assert!(c[[0, 0]] == numbers[0] && c[[1, 0]].re == 2.0 && c[[1, 0]].im.is_nan());
}

/// Nothing lies a stride away from a single index.
#[test]
fn strides_of_single_indices_do_not_count() {
    let jit = Jit::host().expect("a machine");
    let layout = ArrayLayout::new(&[1, 4], &[isize::MAX / 2 + 1, 1]).expect("a layout");
    assert!(jit.einsum::<Complex<f64>>("ij->ji", &[&layout]).is_ok());
}

/// A product is added to a multiple of what the output holds, by kernels or by a rotated factor, either
/// factor conjugated; operands without elements are none.
#[test]
fn products_are_added() {
    let (jit, mut random) = (Jit::host().expect("a machine"), SplitMix::new(12));
    let c_order = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    let cases: [(&str, [&[usize]; 3]); 5] = [
        ("km,kn->nm", [&[9, 13], &[9, 5], &[5, 13]]),
        ("mk,nk->nm", [&[13, 9], &[5, 9], &[5, 13]]),
        ("mk,k->m", [&[40, 30], &[30], &[40]]),
        ("bc,a->ca", [&[0, 3], &[2], &[3, 2]]),
        ("b,ac->b", [&[3], &[0, 2], &[3]]),
    ];
    for ((text, [a, b, c]), beta) in cases.into_iter().flat_map(|case| [0i64, 1, -2].map(|beta| (case, beta)))
    {
        for conjugated in 0..4 {
            let operands = [drawn(&mut random, a, 2), drawn(&mut random, b, 2)];
            let before = drawn(&mut random, c, 1);
            let (mut asked, mut meant) = (jit.contraction(text).beta(beta as f64), operands.clone());
            for number in (0..2).filter(|number| conjugated >> number & 1 == 1) {
                asked = asked.conjugate(number);
                meant[number][1].data.iter_mut().for_each(|part| *part = -*part);
            }
            let expression = tensmith_core::einsum::parse(text).expect("an expression");
            let mut expected = multilinear(&meant, |operands| exact::einsum(&expression, operands));
            for (sums, before) in expected.iter_mut().zip(&before) {
                sums.data.iter_mut().zip(&before.data).for_each(|(sum, before)| *sum += beta * before);
            }
            let inputs = operands.each_ref().map(|operand| array::<f32>(operand, c_order(&operand[0].shape)));
            let plan = asked.plan::<Complex<f32>>(&inputs.each_ref()).expect("a plan");
            let mut found = array::<f32>(&before, c_order(c));
            plan.run(&inputs.each_ref(), &mut found).expect("it runs");
            assert_eq!(found, array(&expected, c_order(c)), "{text}, {beta}: {}", plan.explain());
        }
    }
}

/// Where rows of the output are contiguous in a factor, kernels take both as they are; elsewhere, it is
/// copied before, or what is multiplied is rotated.
#[test]
fn contiguous_rows_are_multiplied_as_they_are() {
    let (jit, mut random) = (Jit::host().expect("a machine"), SplitMix::new(11));
    type Row = (&'static str, [&'static [usize]; 2], Option<&'static str>);
    let cases: [Row; 7] = [
        ("km,nk->nm", [&[9, 13], &[5, 9]], Some("kernel 0: complex c64 13x5x9")),
        ("km,kn->nm", [&[9, 13], &[9, 5]], Some("kernel 0: complex c64 13x5x9")),
        ("mk,kn->mn", [&[40, 33], &[33, 70]], Some(": complex c64 ")),
        ("nk,km->nm", [&[7, 8], &[8, 4]], Some("kernel 0: complex c64 4x7x8")),
        ("mk,nk->nm", [&[13, 9], &[5, 9]], Some("kernel 1: complex c64 13x5x9")),
        ("mk,nk->mn", [&[6, 9], &[5, 9]], Some("kernel 1: complex c64 5x6x9")),
        ("mk,k->m", [&[40, 30], &[30]], None),
    ];
    for (text, shapes, kernel) in cases {
        for conjugated in 0..4 {
            let operands: Vec<Parts> = shapes.iter().map(|shape| drawn(&mut random, shape, 2)).collect();
            let (mut asked, mut meant) = (jit.contraction(text), operands.clone());
            for number in (0..2).filter(|number| conjugated >> number & 1 == 1) {
                asked = asked.conjugate(number);
                meant[number][1].data.iter_mut().for_each(|part| *part = -*part);
            }
            let expression = tensmith_core::einsum::parse(text).expect("an expression");
            let expected = multilinear(&meant, |operands| exact::einsum(&expression, operands));
            runs::<f32>(&asked, &operands, &expected, None);
            runs::<f64>(&asked, &operands, &expected, None);
            let arrays: Vec<Array<Complex<f32>>> = operands
                .iter()
                .map(|operand| array(operand, ArrayLayout::c_order(&operand[0].shape).expect("a layout")))
                .collect();
            let layouts: Vec<_> = arrays.iter().map(Array::layout).collect();
            let plan = asked.plan::<Complex<f32>>(&layouts).expect("a plan").explain().to_string();
            match kernel {
                Some(kernel) => assert!(plan.contains(kernel), "{plan}"),
                None => assert!(!plan.contains(": complex c64"), "{plan}"),
            }
        }
    }
}
