//! Contractions of bfloat16 and of narrow integers by instructions that multiply groups of neighbours,
//! through machine code, against exact sums, of which bfloat16 is rounded once; and against the reference,
//! where sums are not exact. Needs a machine, or an emulator, that executes compiled code.

use tensmith::program::{self, Argument};
use tensmith::{Array, ArrayLayout, Element, Jit, Plan, UnaryOp};
use tensmith_core::kernel::func::DotTypes;
use tensmith_core::kernel::spec::Overflow;
use tensmith_core::tensor::nest::Main;
use tensmith_core::tensor::optimize::{Context, Options};
use tensmith_core::tensor::reference::Located;
use tensmith_core::{BF16, DType, Scalar, Target};
use tensmith_tests::exact::{self, Tensor};
use tensmith_tests::lowered::{self, Case};
use tensmith_tests::random::SplitMix;
use tensmith_tests::{here, nightly};

/// Expressions, and what each of their labels may be.
const EXPRESSIONS: [&str; 17] = [
    "mk,kn->mn",
    "km,kn->mn",
    "mk,nk->mn",
    "km,nk->mn",
    "mk,kn->nm",
    "bmk,bkn->bmn",
    "bmk,bnk->bnm",
    "abk,kc->abc",
    "akb,kc->bac",
    "mkl,kln->mn",
    "mkl,lkn->nm",
    "k,kn->n",
    "mk,k->m",
    "amk,kbn->abmn",
    "mmk,kn->mn",
    "mk,kn,nl->ml",
    "mk,kna->mna",
];

/// The extents of an expression's operands, with the extent of each label drawn.
fn shapes(expression: &str, random: &mut SplitMix, most: u64) -> Vec<Vec<usize>> {
    let mut known = std::collections::BTreeMap::new();
    let (operands, _) = expression.split_once("->").expect("an output");
    let mut extent = |label: char| match label {
        'a' | 'b' | 'l' => *known.entry(label).or_insert_with(|| 1 + random.below(5) as usize),
        _ => *known.entry(label).or_insert_with(|| 1 + random.below(most) as usize),
    };
    operands.split(',').map(|operand| operand.chars().map(&mut extent).collect()).collect()
}

/// Runs an expression on integers, and returns whether its plan multiplies groups.
fn runs<T: Element, O: Element>(
    jit: &Jit,
    text: &str,
    shapes: &[Vec<usize>],
    random: &mut SplitMix,
    is_dense: bool,
) -> bool {
    let mut operands: Vec<Tensor> =
        shapes.iter().map(|shape| Tensor::random(random, shape, shapes.len())).collect();
    if T::from_f64(-1.0).to_f64() != -1.0 {
        operands
            .iter_mut()
            .flat_map(|operand| &mut operand.data)
            .for_each(|element| *element = element.abs());
    }
    let asked = jit.contraction(text).overflow(Overflow::Wraps);
    let expression = tensmith_core::einsum::parse(text).expect("an expression");
    let expected = exact::einsum(&expression, &operands);
    let mut layout = |shape: &[usize]| match is_dense {
        true => ArrayLayout::c_order(shape).expect("a layout"),
        false => exact::random_layout(random, shape),
    };
    let arrays: Vec<Array<T>> = operands
        .iter()
        .map(|operand| {
            let layout = layout(&operand.shape);
            Array::new(operand.laid_out::<T>(&layout), layout).expect("an array")
        })
        .collect();
    let out = layout(&expected.shape);
    let layouts: Vec<_> = arrays.iter().map(Array::layout).collect();
    let plan: Plan<T, O> = asked.plan_as_into(&layouts, &out).expect("a plan");
    let views: Vec<_> = arrays.iter().map(Array::view).collect();
    let mut output = Array::new(vec![O::NAN; out.span()], out).expect("an output");
    plan.run(&views, &mut output.view_mut()).expect("it runs");
    let told = || format!("{text} {shapes:?} on {}\n{}", jit.target().core.name, plan.explain());
    let rounded: Vec<f64> = expected.data.iter().map(|sum| O::from_f64(*sum as f64).to_f64()).collect();
    let found: Vec<f64> = output.view().elements().map(O::to_f64).collect();
    assert_eq!(found, rounded, "{}", told());
    assert!(plan.check(&views, &output).expect("a reference").passed(), "{}", told());
    is_in_groups(&plan)
}

/// Whether a plan multiplies groups.
fn is_in_groups<T: Scalar, O: Scalar>(plan: &Plan<T, O>) -> bool {
    plan.explain().to_string().contains("grouped")
}

/// Whether a target has an instruction for groups of a type, or for words, which bytes become.
fn has_dots<T: Element>(target: &Target) -> bool {
    let has = |dots: DotTypes| target.machine().dot(dots).is_some();
    match T::DTYPE {
        DType::BF16 => has(DotTypes::BF16),
        DType::I8 => has(DotTypes::I8) || has(DotTypes::I16),
        DType::U8 => has(DotTypes::U8) || has(DotTypes::I16),
        _ => has(DotTypes::I16),
    }
}

/// Machines that differ in their vectors or their instructions for groups; at night all.
fn targets() -> Vec<Target> {
    let kind = |target: &Target| {
        let dots: Vec<bool> =
            DotTypes::ALL.iter().map(|dots| target.machine().dot(*dots).is_some()).collect();
        (target.core.vector_bytes, dots)
    };
    let mut found: Vec<Target> = Vec::new();
    for target in here::executable() {
        if nightly::one_of(2) == 1 || found.iter().all(|other| kind(other) != kind(&target)) {
            found.push(target);
        }
    }
    found
}

/// Expressions of matrices, whichever way factors are stored.
const MATRICES: [&str; 6] = ["mk,kn->mn", "km,kn->mn", "mk,nk->mn", "km,nk->mn", "bmk,bnk->bmn", "mk,kn->nm"];

/// Runs these on whole tiles, and returns how many plans multiply groups, for each machine.
fn whole_tiles<T: Element, O: Element>() -> Vec<(Target, usize)> {
    let extent = if nightly::is_emulated() { nightly::scaled(32, 64) } else { 64 };
    let mut random = SplitMix::seeded("einsum_grouped_whole", 1);
    let mut in_groups = |target: Target| {
        let jit = Jit::builder().target(target).build().expect("a machine");
        let runs_in_groups = |text: &&&str| {
            let (operands, _) = text.split_once("->").expect("an output");
            let shape = |operand: &str| match operand.len() {
                3 => vec![3, extent, extent],
                _ => vec![extent; 2],
            };
            let shapes: Vec<Vec<usize>> = operands.split(',').map(shape).collect();
            runs::<T, O>(&jit, text, &shapes, &mut random, true)
        };
        (target, MATRICES.iter().filter(runs_in_groups).count())
    };
    targets().into_iter().map(&mut in_groups).collect()
}

fn sums_are_exact<T: Element, O: Element>() {
    for target in targets() {
        let jit = Jit::builder().target(target).build().expect("a machine");
        let (mut random, mut in_groups) = (SplitMix::seeded("einsum_grouped", 1), 0);
        for nth in 0..nightly::cases(3, 200) {
            for text in EXPRESSIONS {
                let shapes = shapes(text, &mut random, [40, 70, 9][nth % 3]);
                in_groups += usize::from(runs::<T, O>(&jit, text, &shapes, &mut random, nth % 4 != 3));
            }
        }
        for empty in [[[3, 0], [0, 4]], [[0, 6], [6, 4]]] {
            assert!(!runs::<T, O>(&jit, "mk,kn->mn", &empty.map(Vec::from), &mut random, true), "{empty:?}");
        }
        assert_eq!(in_groups > 0, has_dots::<T>(&target), "{}: {in_groups}", target.core.name);
    }
}

#[test]
fn products_of_whole_tiles_are_in_pairs() {
    for (target, found) in whole_tiles::<BF16, BF16>() {
        let expected = if has_dots::<BF16>(&target) { MATRICES.len() } else { 0 };
        assert_eq!(found, expected, "{}", target.core.name);
    }
    for (target, found) in whole_tiles::<i16, i32>() {
        assert_eq!(found > 0, has_dots::<i16>(&target), "{}", target.core.name);
    }
}

/// Where bytes become words first, that may cost more than it saves.
#[test]
fn products_of_whole_tiles_of_bytes_are_in_groups() {
    for (target, found) in whole_tiles::<i8, i32>() {
        assert_eq!(found > 0, has_dots::<i8>(&target), "{}", target.core.name);
    }
    for (target, found) in whole_tiles::<u8, i32>() {
        assert_eq!(found > 0, has_dots::<u8>(&target), "{}", target.core.name);
    }
}

#[test]
fn sums_of_bfloat_are_exact() {
    sums_are_exact::<BF16, BF16>();
}

#[test]
fn sums_of_integers_are_exact() {
    sums_are_exact::<i8, i32>();
    sums_are_exact::<u8, i32>();
    sums_are_exact::<i8, i8>();
    sums_are_exact::<i16, i32>();
}

/// A number between -1 and 1.
fn between(random: &mut SplitMix) -> BF16 {
    BF16::from_f64(random.below(1 << 20) as f64 / f64::from(1 << 19) - 1.0)
}

/// A number of any bits: small ones, infinities and NaNs, too.
fn any(random: &mut SplitMix) -> BF16 {
    BF16::from_bits(random.bits() as u16)
}

fn array(shape: &[usize], random: &mut SplitMix, number: fn(&mut SplitMix) -> BF16) -> Array<BF16> {
    let elements = (0..shape.iter().product()).map(|_| number(random)).collect();
    Array::c_order(elements, shape).expect("an array")
}

/// What follows the sums is done to numbers of single precision, which are rounded at last.
#[test]
fn chains_follow_sums_of_pairs() {
    for target in here::executable() {
        let jit = Jit::builder().target(target).build().expect("a machine");
        let mut random = SplitMix::seeded("einsum_grouped_chains", 1);
        for (k, number) in [(96, between as fn(&mut _) -> _), (97, between), (96, any), (97, any)] {
            let mut drawn = |shape: &[usize]| array(shape, &mut random, number);
            let [a, b, bias] = [drawn(&[48, k]), drawn(&[k, 70]), drawn(&[70])];
            let asked = jit.contraction("mk,kn->mn");
            for (asked, inputs) in [
                (asked.clone().add("n", &bias).apply(UnaryOp::relu()), &[&a, &b, &bias][..]),
                (asked.apply(UnaryOp::relu()), &[&a, &b]),
            ] {
                let plan = asked.plan(&[&a, &b]).expect("a plan");
                let output = plan.evaluate(inputs).expect("it runs");
                let check = plan.check(inputs, &output).expect("a reference");
                assert!(check.passed(), "{}: {check:?}\n{}", target.core.name, plan.explain());
                let has_dots = target.machine().dot(DotTypes::BF16).is_some();
                assert!(
                    is_in_groups(&plan) == has_dots || k % 2 == 1,
                    "{}\n{}",
                    target.core.name,
                    plan.explain()
                );
            }
        }
    }
}

#[test]
fn results_are_the_same_bits_for_any_number_of_threads() {
    let mut random = SplitMix::seeded("einsum_grouped_threads", 1);
    for (text, shapes) in [
        ("mk,kn->mn", [[260, 300], [300, 257]]),
        ("km,kn->mn", [[301, 260], [301, 128]]),
        ("mk,nk->nm", [[130, 600], [270, 600]]),
    ] {
        let operands = shapes.map(|shape| array(&shape, &mut random, between));
        let bits = [1, 2, 3, 8].map(|threads| {
            let jit = Jit::builder().threads(threads).build().expect("a machine");
            let plan = jit.einsum::<BF16>(text, &operands).expect("a plan");
            let has_dots = jit.target().machine().dot(DotTypes::BF16).is_some();
            assert_eq!(is_in_groups(&plan), has_dots, "{text}");
            let output = plan.evaluate(&operands).expect("it runs");
            output.view().elements().map(BF16::to_bits).collect::<Vec<u16>>()
        });
        assert!(bits.iter().all(|found| found == &bits[0]), "{text}");
    }
}

#[test]
fn products_are_added_to_what_the_output_holds() {
    for target in here::executable() {
        let jit = Jit::builder().target(target).build().expect("a machine");
        let mut random = SplitMix::seeded("einsum_grouped_beta", 1);
        let [a, b, before] =
            [[40, 32], [32, 48], [40, 48]].map(|shape| Tensor::random(&mut random, &shape, 2));
        let array = |of: &Tensor| {
            let layout = ArrayLayout::c_order(&of.shape).expect("a layout");
            Array::new(of.laid_out::<BF16>(&layout), layout).expect("an array")
        };
        let expression = tensmith_core::einsum::parse("mk,kn->mn").expect("an expression");
        let product = exact::einsum(&expression, &[a.clone(), b.clone()]);
        let (a, b, mut c) = (array(&a), array(&b), array(&before));
        let asked = jit.contraction("mk,kn->mn").beta(1.0);
        let plan = asked.plan_into::<BF16>(&[&a, &b], &c).expect("a plan");
        plan.run(&[a.view(), b.view()], &mut c.view_mut()).expect("it runs");
        assert_eq!(is_in_groups(&plan), target.machine().dot(DotTypes::BF16).is_some());
        let expected = product.data.iter().zip(&before.data).map(|(sum, before)| sum + before);
        let rounded: Vec<f64> = expected.map(|sum| BF16::from_f64(sum as f64).to_f64()).collect();
        let found: Vec<f64> = c.view().elements().map(BF16::to_f64).collect();
        assert_eq!(found, rounded, "{}", target.core.name);
    }
}

/// A subnormal factor counts as zero where pairs are multiplied: times infinity, that is no number.
#[test]
fn subnormal_numbers_times_infinity_are_checked() {
    let jit = Jit::host().expect("a machine");
    let ones = vec![BF16::ONE; 64 * 64];
    let (mut a, mut b) = (ones.clone(), ones);
    a[0] = BF16::from_bits(1);
    b[..64].fill(BF16::from_f64(f64::INFINITY));
    let inputs = [a, b].map(|elements| Array::c_order(elements, &[64, 64]).expect("an array"));
    let plan = jit.einsum::<BF16>("mk,kn->mn", &inputs).expect("a plan");
    let output = plan.evaluate(&inputs).expect("it runs");
    let check = plan.check(&inputs, &output).expect("a reference");
    assert!(check.passed(), "{check:?}");
}

/// Steps, read from their text, against the scalar meaning of nests, whose bounds count roundings of pairs.
#[test]
fn steps_are_what_the_reference_says() {
    let cases: [(&str, &[&[usize]]); 5] = [
        ("km,kn->mn", &[&[33, 40], &[33, 20]]),
        ("km,nk->mn", &[&[48, 40], &[24, 48]]),
        ("bmk,bkn->bmn", &[&[3, 32, 24], &[3, 24, 40]]),
        ("mkl,kln->nm", &[&[40, 6, 16], &[6, 16, 32]]),
        ("mmk,kn->mn", &[&[32, 32, 18], &[18, 40]]),
    ];
    for target in here::executable().into_iter().filter(has_dots::<BF16>) {
        let jit = Jit::builder().target(target).build().expect("a machine");
        let context = Context { target: &target, options: Options::default() };
        let mut random = SplitMix::seeded("einsum_grouped_steps", 1);
        for (text, shapes) in cases {
            let expression = tensmith_core::einsum::parse(text).expect("an expression");
            let shapes: Vec<Vec<usize>> = shapes.iter().map(|shape| shape.to_vec()).collect();
            let case = Case::new(lowered::Contraction::Expression(expression), &shapes, &mut random);
            let sequence = case.lower::<BF16>(&context).expect("steps").sequence.into_inner();
            assert!(sequence.steps.iter().any(|step| step.nest.main == Main::Grouped), "{sequence}");
            let mut before = case.memory::<BF16>().arrays;
            before[..shapes.len()].iter_mut().flatten().for_each(|element| *element = between(&mut random));
            let program = jit.sequence::<BF16>(sequence.to_string().parse().expect("its text"));
            let mut after = before.clone();
            let (output, inputs) = after.split_last_mut().expect("an output");
            let mut arguments: Vec<Argument<'_, BF16>> =
                inputs.iter().map(|array| Argument::read(array)).collect();
            arguments.push(Argument::write(output));
            program.expect("a program").run(&mut arguments).expect("it runs");
            let before: Vec<_> = before.iter().map(|data| Located { data: &data[..], origin: 0 }).collect();
            let after: Vec<_> = after.iter().map(Vec::as_slice).collect();
            let check = program::check(&sequence, &before, &after).expect("a reference");
            assert!(check.passed(), "{}: {check:?}\n{sequence}", target.core.name);
        }
    }
}
