//! Expressions on real arrays through machine code, against their meaning and the scalar
//! reference. Needs a machine, or an emulator, that executes compiled code.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::num::NonZeroUsize;
use tensmith::error::ViewError;
use tensmith::parallel::Pool;
use tensmith::{Array, ArrayLayout, Contraction, Element, Jit, Optimize, Plan, View, ViewMut, einsum};
use tensmith_core::tensor::PerOperand;
use tensmith_tests::contractions::{Case, cases};
use tensmith_tests::nightly;

fn runs_exactly<T: Element>(jit: &Jit, case: &Case) -> Result<(), TestCaseError> {
    let mut data = case.data::<T>();
    let expected = case.expected(&data);
    let PerOperand { in0, in1, out } = &case.layouts;
    let plan = jit.contraction(&case.text).plan_into(&[in0, in1], out).unwrap();
    let inputs = [View::new(&data.in0, in0).unwrap(), View::new(&data.in1, in1).unwrap()];
    plan.run(&inputs, &mut ViewMut::new(&mut data.out, out).unwrap()).unwrap();
    prop_assert_eq!(&data.out, &expected, "{}", plan.explain());
    let check = plan.check(&inputs, &View::new(&data.out, out).unwrap()).unwrap();
    prop_assert!(check.passed(), "{check:?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::cases(150, 4_000) as u32, failure_persistence: None, ..Default::default() })]

    #[test]
    fn integers_are_exact_in_any_layout(case in cases()) {
        let jit = Jit::host().unwrap();
        runs_exactly::<f32>(&jit, &case)?;
        runs_exactly::<f64>(&jit, &case)?;
    }
}

/// Neither small nor round numbers in [-1, 1).
fn reals(len: usize, seed: u32) -> Vec<f32> {
    let mut state = seed;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..len).map(next).collect()
}

#[test]
fn real_numbers_are_within_the_bound() {
    let jit = Jit::host().unwrap();
    let cases: [(&str, [&[usize]; 2]); 7] = [
        ("mk,kn->mn", [&[31, 64], &[64, 33]]),
        ("mk,kn->nm", [&[17, 129], &[129, 5]]),
        ("km,nk->mn", [&[53, 1], &[47, 53]]),
        ("abc,cd->abd", [&[3, 7, 13], &[13, 11]]),
        ("abcd,dbe->aec", [&[2, 3, 5, 7], &[7, 3, 11]]),
        ("bmk,bkn->bmn", [&[3, 8, 16], &[3, 16, 4]]),
        ("mk,k->m", [&[19, 23], &[23]]),
    ];
    for (number, (text, [shape_a, shape_b])) in (1u32..).zip(cases) {
        for fortran in [false, true] {
            let array = |shape: &[usize], seed| {
                let data = reals(shape.iter().product(), seed);
                let order = if fortran { Array::fortran_order } else { Array::c_order };
                order(data, shape).unwrap()
            };
            let (a, b) = (array(shape_a, 2 * number), array(shape_b, 2 * number + 1));
            let plan = jit.einsum(text, &[a.layout(), b.layout()]).unwrap();
            let mut c = plan.zeros().unwrap();
            plan.run(&[a.view(), b.view()], &mut c.view_mut()).unwrap();
            let check = plan.check(&[a.view(), b.view()], &c.view()).unwrap();
            assert!(check.passed() && check.elements > 0, "{text}: {check:?}\n{}", plan.explain());
        }
    }
}

#[test]
fn one_shot() {
    let a = Array::c_order(vec![1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]).unwrap();
    let b = Array::c_order(vec![1.0f32, -1.0, 2.0, 0.5, 0.0, 1.0], &[3, 2]).unwrap();
    let c = einsum("mk,kn->nm", &[a.view(), b.view()]).unwrap();
    assert_eq!(c.layout(), &ArrayLayout::c_order(&[2, 2]).unwrap());
    assert_eq!(c.data(), [5.0, 14.0, 3.0, 4.5]);
}

/// An array has as many elements as its layout spans, whichever function makes it.
#[test]
fn arrays_have_no_elements_behind_their_last() {
    fn too_long<T>(len: usize, span: usize) -> Result<Array<T>, ViewError> {
        Err(ViewError::TooLong { len, span })
    }
    assert_eq!(Array::c_order(vec![1.0f32; 7], &[2, 3]), too_long(7, 6));
    assert_eq!(Array::fortran_order(vec![1.0f32; 7], &[2, 3]), too_long(7, 6));
    assert_eq!(Array::c_order(vec![1.0f64; 2], &[]), too_long(2, 1));
    assert_eq!(Array::c_order(vec![1.0f64; 1], &[3, 0]), too_long(1, 0));
    let padded = || ArrayLayout::new(&[2, 3], &[4, 1]).unwrap();
    assert_eq!(Array::new(vec![1.0f32; 8], padded()), too_long(8, 7));
    assert!(Array::new(vec![1.0f32; 7], padded()).is_ok());
    let short = Array::c_order(vec![1.0f32], &[2]).unwrap_err().to_string();
    assert_eq!(short, "the slice has 1 element: the array's extents and strides span 2");
    let long = Array::c_order(vec![1.0f32], &[0]).unwrap_err().to_string();
    assert_eq!(long, "there is 1 element: must be 0, as the array's extents and strides span");
}

/// The first call makes what the others use, whichever is the first.
#[test]
fn threads_evaluate_at_once() {
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                for size in 1..6 {
                    let a = Array::c_order(vec![thread as f32; 3 * size], &[size, 3]).unwrap();
                    let c = einsum("mk,nk->mn", &[a.view(), a.view()]).unwrap();
                    assert_eq!(c.data(), vec![(3 * thread * thread) as f32; size * size]);
                }
            });
        }
    });
}

#[test]
fn threads_share_a_plan() {
    let jit = Jit::host().unwrap();
    let a = Array::c_order(reals(20 * 30, 5), &[20, 30]).unwrap();
    let plan = jit.einsum::<f32>("mk,nk->mn", &[a.layout(), a.layout()]).unwrap();
    let run = || {
        let mut c = plan.zeros().unwrap();
        plan.run(&[a.view(), a.view()], &mut c.view_mut()).unwrap();
        c
    };
    let alone = run();
    let together: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(together.iter().all(|c| *c == alone));
}

/// A contraction of matrices of ones and twos on and above their diagonals: their product counts them.
fn counted(jit: &Jit, contraction: &Contraction<'_>, matrices: usize, pool: &Pool) {
    let matrix = Array::c_order(vec![1.0f64, 2.0, 0.0, 1.0], &[2, 2]).expect("a matrix");
    let views = vec![matrix.view(); matrices];
    let plan: Plan<f64> = contraction.plan(&views).expect("a plan");
    let mut output = plan.zeros().expect("memory");
    plan.run_on(&views, &mut output.view_mut(), pool).expect("a run");
    assert_eq!(output.data(), [1.0, 2.0 * matrices as f64, 0.0, 1.0], "{matrices} matrices");
    assert!(plan.check(&views, &output.view()).expect("a comparison").passed());
    let read = jit.plan_from_text::<f64>(&plan.to_text()).expect("the text of a plan");
    let mut again = plan.zeros().expect("memory");
    read.run(&views, &mut again.view_mut()).expect("a run");
    assert_eq!(again.data(), output.data(), "{matrices} matrices, from text");
}

/// As circuits and trains of tensors are: a chain of hundreds of small matrices.
#[test]
fn hundreds_of_operands_are_contracted() {
    let label = |nth: usize| char::from_u32(192 + nth as u32).expect("a character");
    for (matrices, threads) in [(47, 1), (48, 3), (100, 1), (400, 3)] {
        let pool = Pool::with_width(NonZeroUsize::new(threads).expect("a number"));
        let jit = Jit::builder().threads(threads).build().expect("a machine that runs code");
        let terms: Vec<String> =
            (0..matrices).map(|nth| [label(nth), label(nth + 1)].iter().collect()).collect();
        let text = format!("{}->{}{}", terms.join(","), label(0), label(matrices));
        counted(&jit, &jit.contraction(&text), matrices, &pool);
        counted(&jit, &jit.contraction(&text).optimize(Optimize::Greedy), matrices, &pool);
        // One by one, from the left.
        let tree = (2..matrices).fold("[0,1],[1,2]->[0,2]".to_owned(), |tree, nth| {
            format!("[{tree}],[{nth},{}]->[0,{}]", nth + 1, nth + 1)
        });
        counted(&jit, &jit.tree(&tree, &vec![2; matrices + 1]), matrices, &pool);
    }
}

/// Vectors side by side, and scalars: products of any number of factors, with and without a bias.
#[test]
fn products_of_any_number_of_factors() {
    let jit = Jit::host().expect("a machine that runs code");
    for (factors, term, shape) in [(60, "i", &[5][..]), (50, "", &[]), (300, "i", &[5]), (130, "", &[])] {
        let elements = shape.iter().product::<usize>();
        let number = |nth: usize, at: usize| [1.0, -1.0, 2.0, 0.5, 1.0][(nth + at) % 5];
        let arrays: Vec<Array<f32>> = (0..factors)
            .map(|nth| Array::c_order((0..elements).map(|at| number(nth, at)).collect(), shape))
            .collect::<Result<_, _>>()
            .expect("arrays");
        let expected: Vec<f32> =
            (0..elements).map(|at| (0..factors).map(|nth| number(nth, at)).product()).collect();
        let bias = Array::c_order(vec![3.0f32], &[]).expect("a bias");
        let text = format!("{}->{term}", vec![term; factors].join(","));
        let mut views: Vec<_> = arrays.iter().map(Array::view).collect();
        for (has_bias, more) in [(false, 0.0), (true, 3.0)] {
            let contraction = jit.contraction(&text);
            let contraction = if has_bias { contraction.add("", &bias) } else { contraction };
            let plan: Plan<f32> = contraction.plan(&arrays).expect("a plan");
            if has_bias {
                views.push(bias.view());
            }
            let mut output = plan.zeros().expect("memory");
            plan.run(&views, &mut output.view_mut()).expect("a run");
            assert!(
                output.data().iter().zip(&expected).all(|(x, y)| *x == y + more),
                "{factors}: {output:?}"
            );
        }
    }
}
