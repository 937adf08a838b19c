//! Contractions of integers, against loops over all indices that multiply and add modulo 2⁶⁴: bit-exact, for
//! operands and outputs of every type, in any order of elements, on numbers with any bits.

use tensmith::error::PlanError;
use tensmith::{ArrayLayout, Jit, Plan, UnaryOp, View, ViewMut};
use tensmith_core::einsum::LowerError;
use tensmith_core::kernel::op::Parameter;
use tensmith_core::kernel::spec::Overflow;
use tensmith_core::reference::Element;
use tensmith_tests::nightly;
use tensmith_tests::random::SplitMix;

/// An expression, and the extents of its labels.
const CASES: [(&str, &str, &[usize]); 22] = [
    ("mk,kn->mn", "mkn", &[7, 13, 9]),
    ("mk,nk->mn", "mkn", &[33, 20, 17]),
    ("km,kn->mn", "mkn", &[64, 64, 31]),
    ("mk,kn->nm", "mkn", &[5, 31, 40]),
    ("km,nk->mn", "mkn", &[16, 7, 8]),
    ("bmk,bkn->bmn", "bmkn", &[5, 4, 6, 7]),
    ("mkb,knb->mnb", "bmkn", &[37, 3, 5, 2]),
    ("ij,ij->ij", "ij", &[9, 23]),
    ("ij,ij->", "ij", &[9, 23]),
    ("ij,j->i", "ij", &[21, 50]),
    ("i,j->ij", "ij", &[11, 19]),
    ("ij->ji", "ij", &[13, 18]),
    ("ij->j", "ij", &[13, 18]),
    ("ijk->", "ijk", &[3, 5, 7]),
    ("hawbc->hwc", "hawbc", &[4, 2, 5, 2, 3]),
    ("ii->i", "i", &[9]),
    ("ii->", "i", &[12]),
    ("ij,jk,kl->il", "ijkl", &[4, 6, 5, 7]),
    ("abc,cd,bd->ad", "abcd", &[3, 4, 5, 6]),
    ("abcd,cdef->abef", "abcdef", &[3, 2, 4, 5, 2, 6]),
    ("acbd,cedf->aebf", "abcdef", &[2, 3, 4, 5, 6, 2]),
    ("a,b,c->abc", "abc", &[3, 4, 5]),
];

/// An array: where its elements are, and what they are.
struct Given<T> {
    labels: Vec<char>,
    layout: ArrayLayout,
    data: Vec<T>,
}

impl<T: Element> Given<T> {
    fn new(labels: &str, extent: impl Fn(char) -> usize, random: &mut SplitMix) -> Self {
        let labels: Vec<char> = labels.chars().collect();
        let shape: Vec<usize> = labels.iter().map(|label| extent(*label)).collect();
        let layout = match random.below(2) {
            0 => ArrayLayout::c_order(&shape),
            _ => ArrayLayout::fortran_order(&shape),
        };
        let data = (0..shape.iter().product()).map(|_| T::from_bits(random.bits())).collect();
        Self { labels, layout: layout.expect("a layout"), data }
    }

    fn view(&self) -> View<'_, T> {
        View::new(&self.data, &self.layout).expect("a view")
    }

    /// The place of the element with such indices.
    fn place(&self, index: impl Fn(char) -> usize) -> usize {
        self.labels
            .iter()
            .zip(self.layout.strides())
            .map(|(label, stride)| index(*label) * *stride as usize)
            .sum()
    }
}

/// The output modulo 2⁶⁴ by its definition: each product of one element of each operand is added to the
/// element of the output that it belongs to.
fn defined<T: Element, O: Element>(
    labels: &str,
    extents: &[usize],
    inputs: &[Given<T>],
    out: &Given<O>,
) -> Vec<i64> {
    let mut sums = vec![0i64; out.data.len()];
    for number in 0..extents.iter().product::<usize>() {
        let index = |label: char| {
            let mut left = number;
            for (known, extent) in labels.chars().zip(extents) {
                if known == label {
                    return left % extent;
                }
                left /= extent;
            }
            panic!("{label} is no label")
        };
        let product = inputs.iter().fold(1i64, |product, input| {
            product.wrapping_mul(input.data[input.place(index)].to_f64() as i64)
        });
        let sum = &mut sums[out.place(index)];
        *sum = sum.wrapping_add(product);
    }
    sums
}

fn every_case<T: Element, O: Element>(test: &str) {
    let mut random = SplitMix::seeded(test, 3);
    let jits = [1, 3].map(|threads| Jit::builder().threads(threads).build().expect("a machine"));
    for (nth, (text, labels, extents)) in
        CASES.iter().cycle().take(CASES.len() * nightly::scaled(2, 20)).enumerate()
    {
        let extent = |label| extents[labels.find(label).expect("a label")];
        let (operands, output) = text.split_once("->").expect("an output");
        let inputs: Vec<Given<T>> =
            operands.split(',').map(|labels| Given::new(labels, extent, &mut random)).collect();
        let mut out = Given::<O>::new(output, extent, &mut random);
        let expected = defined(labels, extents, &inputs, &out);
        let layouts: Vec<&ArrayLayout> = inputs.iter().map(|input| &input.layout).collect();
        let request = jits[nth % 2].contraction(text).overflow(Overflow::Wraps);
        let plan: Plan<T, O> = request.plan_as_into(&layouts, &out.layout).expect("a plan");
        let views: Vec<_> = inputs.iter().map(Given::view).collect();
        plan.run(&views, &mut ViewMut::new(&mut out.data, &out.layout).expect("a view")).expect("it runs");
        for (found, expected) in out.data.iter().zip(&expected) {
            assert_eq!(*found, O::from_bits(*expected as u64), "{text}: {}", plan.explain());
        }
        assert!(plan.check(&views, &out.view()).expect("a reference").passed(), "{text}");
    }
}

#[test]
fn integers_of_8_bits() {
    every_case::<i8, i32>("einsum_integers_i8_i32");
    every_case::<i8, i8>("einsum_integers_i8");
}

#[test]
fn integers_of_8_bits_without_a_sign() {
    every_case::<u8, i32>("einsum_integers_u8_i32");
    every_case::<u8, u8>("einsum_integers_u8");
}

#[test]
fn integers_of_16_bits() {
    every_case::<i16, i32>("einsum_integers_i16_i32");
    every_case::<i16, i16>("einsum_integers_i16");
}

#[test]
fn integers_of_32_bits() {
    every_case::<i32, i32>("einsum_integers_i32");
}

/// A bias has the type of the output; sums are moved into the range of that before they are written.
#[test]
fn a_chain_computes_in_32_bits() {
    let jit = Jit::host().expect("a machine");
    let mut random = SplitMix::seeded("einsum_integers_chain", 1);
    let extent = |label| {
        [("m", 19), ("k", 30), ("n", 21)]
            .into_iter()
            .find(|(known, _)| *known == format!("{label}"))
            .expect("known")
            .1
    };
    let (a, b) = (Given::<i8>::new("mk", extent, &mut random), Given::<i8>::new("kn", extent, &mut random));
    let bias = Given::<i32>::new("n", extent, &mut random);
    let mut out = Given::<i32>::new("mn", extent, &mut random);
    let clamp = UnaryOp::clamp(Parameter::fixed(-1000.0), Parameter::fixed(5000.0));
    let plan: Plan<i8, i32> = jit
        .contraction("mk,kn->mn")
        .add("n", &bias.layout)
        .apply(clamp)
        .plan_as_into(&[&a.layout, &b.layout], &out.layout)
        .expect("a plan");
    let (layout, inputs) = (out.layout.try_clone().expect("memory"), [a.view(), b.view()]);
    plan.run_with(&inputs, &[bias.view()], &mut ViewMut::new(&mut out.data, &layout).expect("a view"))
        .expect("it runs");
    let both = [a, b];
    let products = defined("mkn", &[19, 30, 21], &both, &out);
    for (m, n) in (0..19).flat_map(|m| (0..21).map(move |n| (m, n))) {
        let place = out.place(|label| if label == 'm' { m } else { n });
        let sum = (products[place] as i32).wrapping_add(bias.data[n]);
        assert_eq!(out.data[place], sum.clamp(-1000, 5000), "{m}, {n}");
    }
    let short = plan
        .run(&[both[0].view(), both[1].view()], &mut ViewMut::new(&mut out.data, &layout).expect("a view"));
    assert_eq!(short.expect_err("the bias is missing").to_string(), "there are 2 inputs: the plan has 3");
}

#[test]
fn sums_that_may_have_no_room_are_refused_with_the_limit() {
    let jit = Jit::host().expect("a machine");
    let refused = |text: &str, plan: Result<(), PlanError>| match plan {
        Err(PlanError::Operands(LowerError::Overflow { terms, limit })) => (terms, limit),
        other => panic!("{text}: {other:?}"),
    };
    let layout = |shape: &[usize]| ArrayLayout::c_order(shape).expect("a layout");
    let plan = |text: &str, k: usize, overflow| {
        let request = jit.contraction(text).overflow(overflow);
        let shapes = [layout(&[2, k]), layout(&[k, 3])];
        let of = |plan: Result<_, PlanError>| plan.map(drop);
        [
            of(request.plan_as::<i8, i32>(&shapes).map(drop)),
            of(request.plan_as::<u8, i32>(&shapes).map(drop)),
            of(request.plan_as::<i16, i32>(&shapes).map(drop)),
        ]
    };
    let text = "mk,kn->mn";
    let limits = [131_071, 33_025, 1];
    for (nth, limit) in limits.into_iter().enumerate() {
        let [at, over, wrapping] =
            [(limit, Overflow::Refused), (limit + 1, Overflow::Refused), (limit + 1, Overflow::Wraps)]
                .map(|(k, overflow)| plan(text, k, overflow).into_iter().nth(nth).expect("three types"));
        assert!(at.is_ok() && wrapping.is_ok(), "{nth}: {at:?}, {wrapping:?}");
        assert_eq!(refused(text, over), (limit + 1, limit));
    }
    // Integers of 32 bits are modulo 2³², and so is what a narrow output holds.
    let shapes = [layout(&[2, 9]), layout(&[9, 3])];
    assert!(
        jit.contraction(text).plan::<i32>(&shapes).is_ok()
            && jit.contraction(text).plan::<i16>(&shapes).is_ok()
    );
    let error = jit.contraction(text).plan_as::<i16, i32>(&shapes).expect_err("nine products");
    assert!(
        error.to_string().starts_with("9 products are summed: at most 1 of them always have room"),
        "{error}"
    );
    // An operation on the sum wants all of it, whatever holds the result.
    let cut = || jit.contraction(text).apply(UnaryOp::relu());
    assert_eq!(refused(text, cut().plan::<i16>(&shapes).map(drop)), (9, 1));
    assert!(
        cut().overflow(Overflow::Wraps).plan::<i16>(&shapes).is_ok() && cut().plan::<i8>(&shapes).is_ok()
    );
}

#[test]
fn an_output_of_another_type_is_refused_by_name() {
    let jit = Jit::host().expect("a machine");
    let shapes =
        [ArrayLayout::c_order(&[2, 3]).expect("a layout"), ArrayLayout::c_order(&[3, 2]).expect("a layout")];
    let error = jit.contraction("mk,kn->mn").plan_as::<i8, f32>(&shapes).expect_err("no such kernel");
    let expected = "the output has f32: must have i8, as the operands, or the type that these are summed in";
    assert_eq!(error.to_string(), expected);
}
