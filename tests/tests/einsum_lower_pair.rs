//! Expressions, planned and walked with scalar kernels, against their meaning: on any host.

use proptest::prelude::*;
use tensmith_core::DType;
use tensmith_core::einsum::{self, Term};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::tensor::{ArrayLayout, PerOperand};
use tensmith_tests::contractions::{Case, cases};
use tensmith_tests::interpret::{evaluated, interpret, planned};
use tensmith_tests::nightly;

proptest! {
    #![proptest_config(ProptestConfig { cases: nightly::cases(600, 2000) as u32, failure_persistence: None, ..Default::default() })]

    #[test]
    fn plans_compute_what_expressions_mean(case in cases()) {
        let mut data = case.data::<f32>();
        let expected = case.expected(&data);
        let nest = case.nest::<f32>();
        prop_assert_eq!(&evaluated(&nest, &data, case.origins()), &expected, "the reference");
        let plan = planned(nest);
        interpret(&plan, &mut data, case.origins());
        prop_assert_eq!(&data.out, &expected, "{}", plan);
    }
}

fn c_order(text: &str, extents: &[(char, usize)]) -> Case {
    let expression = einsum::parse(text).unwrap();
    let extent = |label: &char| extents.iter().find(|(l, _)| l == label).unwrap().1;
    let layout =
        |term: &Term| ArrayLayout::c_order(&term.labels().iter().map(extent).collect::<Vec<_>>()).unwrap();
    let [in0, in1] = expression.inputs() else { panic!("two operands: {text}") };
    let layouts = PerOperand { in0: layout(in0), in1: layout(in1), out: layout(expression.output()) };
    Case { text: text.into(), layouts }
}

fn main_kernel(text: &str, extents: &[(char, usize)]) -> String {
    let plan = planned(c_order(text, extents).nest::<f32>());
    plan.kernels().iter().map(KernelSpec::to_string).collect::<Vec<_>>().join(", ")
}

#[test]
fn dense_contractions_become_one_large_kernel_and_few_loops() {
    let mnk = [('m', 5), ('n', 7), ('k', 11)];
    let cases = [
        ("mk,kn->mn", "gemm f32 7x5x11 beta=0"),
        ("mk,kn->nm", "gemm f32 5x7x11 a=row b=row beta=0"),
        ("km,nk->mn", "gemm f32 7x5x11 a=row b=row beta=0"),
        ("mk,k->m", "gemm f32 5x1x11 a=row beta=0"),
        ("k,kn->n", "gemm f32 7x1x11 beta=0"),
        ("k,k->", "reduce dot f32 11x1"),
        ("m,n->mn", "gemm f32 7x5x1 b=row beta=0"),
    ];
    for (text, spec) in cases {
        assert_eq!(main_kernel(text, &mnk), spec, "{text}");
    }
    let abcde = [('a', 2), ('b', 3), ('c', 5), ('d', 7), ('e', 11)];
    assert_eq!(
        main_kernel("abcd,dbe->aec", &abcde),
        "brgemm f32 5x11x7 a=row b=row/33 beta=0 batch=3 blocks=35,11"
    );
}

#[test]
fn a_label_in_all_three_counts_multiplications() {
    let case = c_order("bmk,bkn->bmn", &[('b', 3), ('m', 5), ('n', 7), ('k', 2)]);
    let plan = planned(case.nest::<f32>());
    let [KernelSpec::Series(series)] = plan.kernels() else { panic!("{plan}") };
    assert_eq!((plan.loops().count(), series.count()), (0, 3));
}

#[test]
fn an_empty_sum_is_zero_and_an_empty_output_untouched() {
    for (text, k, m) in [("mk,kn->mn", 0, 3), ("mk,kn->mn", 2, 0), ("mk,kn->mn", 0, 0)] {
        let case = c_order(text, &[('m', m), ('n', 4), ('k', k)]);
        let plan = planned(case.nest::<f32>());
        let mut data = case.data::<f32>();
        interpret(&plan, &mut data, case.origins());
        assert_eq!(data.out, vec![0.0; 4 * m], "{plan}");
        let specs: Vec<_> = plan.kernels().iter().map(KernelSpec::to_string).collect();
        assert_eq!(specs, if m > 0 { vec!["unary zero f32 4x3"] } else { vec![] });
    }
}

fn lower_error(text: &str, shapes: [&[usize]; 3]) -> String {
    let [in0, in1, out] = shapes.map(|shape| ArrayLayout::c_order(shape).unwrap());
    let layouts = PerOperand { in0: &in0, in1: &in1, out: &out };
    einsum::lower_pair(&einsum::parse(text).unwrap(), DType::F32, layouts).unwrap_err().to_string()
}

#[test]
fn misfits_name_operand_label_and_values() {
    assert_eq!(
        lower_error("mk,kn->mn", [&[2, 3], &[4, 5], &[2, 5]]),
        "label 'k' is 3 in in0 and 4 in in1: must be the same, or 1"
    );
    assert_eq!(
        lower_error("mk,kn->mn", [&[2, 3], &[3, 5], &[2, 6]]),
        "label 'n' is 5 in the inputs and 6 in out: must be the same"
    );
    assert_eq!(
        lower_error("ii,i->i", [&[2, 3], &[2], &[2]]),
        "label 'i' is 2 and 3 in in0: must be the same"
    );
    assert_eq!(
        lower_error("mk,kn->mn", [&[2, 3, 1], &[3, 5], &[2, 5]]),
        "in0 has 3 extents: its term in the expression has 2 labels"
    );
    assert_eq!(
        lower_error("mk,kn->mn", [&[2, 3], &[3, 5], &[]]),
        "out has 0 extents: the expression gives it 2"
    );
}

#[test]
fn what_overflows_is_refused() {
    let error = |text: &str, in0: ArrayLayout, out: ArrayLayout| {
        let layouts = PerOperand { in0: &in0, in1: &in0, out: &out };
        einsum::lower_pair(&einsum::parse(text).unwrap(), DType::F32, layouts).unwrap_err().to_string()
    };
    let repeated = |extent| ArrayLayout::new(&[extent], &[0]).unwrap();
    let scalar = || ArrayLayout::c_order(&[]).unwrap();
    assert_eq!(
        error("a,b->", repeated(1 << 40), scalar()),
        "the extents multiply to more than 9223372036854775807: a nest cannot have more iterations"
    );
    let far = ArrayLayout::new(&[1, 1], &[isize::MAX, isize::MAX]).unwrap();
    assert_eq!(error("aa,bb->", far, scalar()), "strides of label 'a' in in0 overflow when added");
    let overlapping = ArrayLayout::new(&[2, 2], &[1, 1]).unwrap();
    assert_eq!(
        error("a,b->ab", repeated(2), overlapping),
        "strides of out overlap: each must exceed what the shorter ones span"
    );
}
