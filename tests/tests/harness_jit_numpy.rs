//! The calls of numpy's own tests of einsum, asked of a `Jit` in the same notation.

use tensmith::expression::{Dialect, Subscript};
use tensmith::{ArrayLayout, Element, ErrorKind, Jit, Plan, PlanError, Target};
use tensmith_tests::numpy::{self, Call, Notation};

fn c_order(shape: &[usize]) -> ArrayLayout {
    ArrayLayout::c_order(shape).expect("a layout")
}

/// The answer of a `Jit` to a call.
fn plan<T: Element>(jit: &Jit, call: &Call<'_>, layouts: &[ArrayLayout]) -> Result<Plan<T>, PlanError> {
    match call.notation() {
        Notation::Text(text) => jit.einsum(text, layouts),
        Notation::Lists(inputs, output) => {
            let inputs: Vec<&[Subscript]> = inputs.iter().map(Vec::as_slice).collect();
            jit.interleaved(&inputs, output.as_deref()).plan(layouts)
        }
    }
}

#[test]
fn calls_end_as_in_numpy() {
    let jit = Jit::for_target(Target::named("neoverse-v2").expect("a core")).expect("a jit");
    let mut ends = [0; 2];
    for (line, call) in numpy::calls().filter(|(_, call)| !call.is_inexpressible()) {
        let layouts: Vec<_> = call.shapes().iter().map(|shape| c_order(shape)).collect();
        let shape = plan::<f64>(&jit, &call, &layouts).map(|plan| plan.output().shape().to_vec());
        match call.outcome {
            "ok" => assert_eq!(shape, Ok(call.result()), "{line}"),
            _ => assert!(shape.is_err_and(|error| error.kind() != ErrorKind::Machine), "{line}"),
        }
        ends[usize::from(call.outcome != "ok")] += 1;
    }
    println!("ok, refused: {ends:?}");
    assert_eq!(ends[0], 715);
    assert!(ends[1] > 30);
}

#[test]
fn notations_and_dialects_are_planned() {
    use Subscript::{Ellipsis, Index};
    let jit = Jit::for_target(Target::generic()).expect("a jit");
    let shape = |plan: Result<Plan<f32>, PlanError>| {
        plan.map(|plan| plan.output().shape().to_vec()).map_err(|error| error.to_string())
    };
    let layouts = [c_order(&[6, 4, 5]), c_order(&[5, 7])];
    let lists: [&[Subscript]; 2] = [&[Ellipsis, Index(0), Index(1)], &[Index(1), Index(2)]];
    let asked = jit.interleaved(&lists, None);
    assert_eq!(shape(asked.plan(&layouts)), Ok(vec![6, 4, 7]));
    let output = [Index(2), Ellipsis];
    let turned = jit.interleaved(&lists, Some(&output)).plan::<f32>(&layouts);
    assert_eq!(shape(turned.clone()), Ok(vec![7, 6]));
    let text = turned.expect("a plan").explain().to_string();
    assert!(text.starts_with("...AB,BC->C... on "), "{text}");

    // An output without the ellipsis.
    let refused = "`...` stands for 1 extent of in0: the output must have `...`, too".to_owned();
    let output = [Index(2)];
    let asked = jit.interleaved(&lists, Some(&output));
    assert_eq!(shape(asked.plan(&layouts)), Err(refused.clone()));
    assert_eq!(shape(asked.dialect(Dialect::Lenient).plan(&layouts)), Ok(vec![7]));
    let asked = jit.contraction("...ab,bc->c");
    assert_eq!(shape(asked.clone().dialect(Dialect::Lenient).plan(&layouts)), Ok(vec![7]));
    assert_eq!(shape(asked.plan(&layouts)), Err(refused), "whatever was planned before");

    // More numbers than letters.
    let lists: [&[Subscript]; 2] = [&[Index(52), Index(0), Index(1)], &[Index(1), Index(20_000)]];
    let asked = jit.interleaved(&lists, None);
    let refused = "index 52 at position 0 of in0: must be below 52".to_owned();
    assert_eq!(shape(asked.plan(&layouts)), Err(refused));
    assert_eq!(shape(asked.dialect(Dialect::Lenient).plan(&layouts)), Ok(vec![4, 6, 7]));
    assert_eq!(
        shape(jit.interleaved(&[], None).plan(&layouts)),
        Err("number of operands is 0: must be at least 1".to_owned())
    );
}

mod on_a_machine {
    use super::*;
    use tensmith::{Array, View};
    use tensmith_tests::exact::{self, Tensor};
    use tensmith_tests::nightly;
    use tensmith_tests::random::SplitMix;

    fn runs<T: Element>(jit: &Jit, call: &Call<'_>, operands: &[Tensor], expected: &Tensor) {
        let arrays: Vec<Array<T>> = (operands.iter())
            .map(|tensor| {
                let layout = c_order(&tensor.shape);
                Array::new(tensor.laid_out(&layout), layout).expect("an array")
            })
            .collect();
        let layouts: Vec<_> = operands.iter().map(|tensor| c_order(&tensor.shape)).collect();
        let plan = plan::<T>(jit, call, &layouts).expect("a plan");
        let views: Vec<View<'_, T>> = arrays.iter().map(Array::view).collect();
        let mut output =
            Array::new(vec![T::NAN; plan.output().span()], plan.output().try_clone().expect("a layout"))
                .expect("an output");
        plan.run(&views, &mut output.view_mut()).expect("it runs");
        assert_eq!(plan.output().shape(), expected.shape, "{call:?}");
        let found: Vec<f64> = output.data().iter().map(|element| element.to_f64()).collect();
        assert_eq!(
            found,
            expected.data.iter().map(|element| *element as f64).collect::<Vec<_>>(),
            "{call:?}"
        );
    }

    #[test]
    fn calls_run_in_both_types() {
        let (jit, mut random) = (Jit::host().expect("a machine"), SplitMix::new(7));
        for (_, call) in numpy::calls().filter(|(_, call)| call.outcome == "ok").step_by(nightly::one_of(3)) {
            let shapes = call.shapes();
            let operands: Vec<Tensor> =
                shapes.iter().map(|shape| Tensor::random(&mut random, shape, shapes.len())).collect();
            let expected = exact::einsum(&call.expression().expect("an expression"), &operands);
            runs::<f32>(&jit, &call, &operands, &expected);
            runs::<f64>(&jit, &call, &operands, &expected);
        }
    }
}
