//! Contractions of bfloat16 by instructions that multiply pairs, through machine code, against exact sums
//! that are rounded once; and against the reference, where sums are not exact. Needs a machine, or an
//! emulator, that executes compiled code.

use tensmith::{Array, ArrayLayout, Element, Jit};
use tensmith_core::BF16;
use tensmith_core::kernel::func::DotTypes;
use tensmith_tests::exact::{self, Tensor};
use tensmith_tests::random::SplitMix;
use tensmith_tests::{here, nightly};

/// Expressions, and what each of their labels may be.
const EXPRESSIONS: [&str; 14] = [
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

/// Whether a plan multiplies pairs.
fn runs(jit: &Jit, text: &str, shapes: &[Vec<usize>], random: &mut SplitMix, is_dense: bool) -> bool {
    let operands: Vec<Tensor> =
        shapes.iter().map(|shape| Tensor::random(random, shape, shapes.len())).collect();
    let asked = jit.contraction(text);
    let expression = tensmith_core::einsum::parse(text).expect("an expression");
    let expected = exact::einsum(&expression, &operands);
    let mut layout = |shape: &[usize]| match is_dense {
        true => ArrayLayout::c_order(shape).expect("a layout"),
        false => exact::random_layout(random, shape),
    };
    let arrays: Vec<Array<BF16>> = operands
        .iter()
        .map(|operand| {
            let layout = layout(&operand.shape);
            Array::new(operand.laid_out::<BF16>(&layout), layout).expect("an array")
        })
        .collect();
    let out = layout(&expected.shape);
    let layouts: Vec<_> = arrays.iter().map(Array::layout).collect();
    let plan = asked.plan_into(&layouts, &out).expect("a plan");
    let views: Vec<_> = arrays.iter().map(Array::view).collect();
    let mut output = Array::new(vec![BF16::NAN; out.span()], out).expect("an output");
    plan.run(&views, &mut output.view_mut()).expect("it runs");
    let told = || format!("{text} {shapes:?} on {}\n{}", jit.target().core.name, plan.explain());
    let rounded: Vec<f64> = expected.data.iter().map(|sum| BF16::from_f64(*sum as f64).to_f64()).collect();
    let found: Vec<f64> = output.view().elements().map(|x| x.to_f64()).collect();
    assert_eq!(found, rounded, "{}", told());
    assert!(plan.check(&views, &output).expect("a reference").passed(), "{}", told());
    plan.explain().to_string().contains("grouped")
}

/// Whichever way factors are stored.
#[test]
fn products_of_whole_tiles_are_in_pairs() {
    for target in here::executable() {
        let jit = Jit::builder().target(target).build().expect("a machine");
        let mut random = SplitMix::seeded("einsum_grouped_whole", 1);
        for text in ["mk,kn->mn", "km,kn->mn", "mk,nk->mn", "km,nk->mn", "bmk,bnk->bmn", "mk,kn->nm"] {
            let (operands, _) = text.split_once("->").expect("an output");
            let shape = |operand: &str| vec![64; operand.len()];
            let shapes: Vec<Vec<usize>> = operands.split(',').map(shape).collect();
            let shapes = if text.starts_with('b') { vec![vec![3, 64, 64]; 2] } else { shapes };
            let is_in_pairs = runs(&jit, text, &shapes, &mut random, true);
            let has_dots = target.machine().dot(DotTypes::BF16).is_some();
            assert_eq!(is_in_pairs, has_dots, "{text} on {}", target.core.name);
        }
    }
}

#[test]
fn sums_are_exact() {
    for target in here::executable() {
        let jit = Jit::builder().target(target).build().expect("a machine");
        let (mut random, mut in_pairs) = (SplitMix::seeded("einsum_grouped", 1), 0);
        for nth in 0..nightly::cases(12, 200) {
            for text in EXPRESSIONS {
                let shapes = shapes(text, &mut random, [40, 70, 9][nth % 3]);
                in_pairs += usize::from(runs(&jit, text, &shapes, &mut random, nth % 4 != 3));
            }
        }
        let has_dots = target.machine().dot(DotTypes::BF16).is_some();
        assert_eq!(in_pairs > 0, has_dots, "{}: {in_pairs}", target.core.name);
    }
}
