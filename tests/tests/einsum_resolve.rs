//! Expressions and the shapes that they give: what numpy's own tests call, as numpy answers, and laws.

use proptest::prelude::*;
use tensmith_core::DType;
use tensmith_core::einsum::{self, Dialect, Name, Resolved, Subscript, interleaved, parse, resolve};
use tensmith_core::tensor::{ArrayLayout, Nest, PerOperand};
use tensmith_tests::fuzz;
use tensmith_tests::numpy::{self, Call};

/// The shape of the result, or why there is none.
fn answer(call: &Call<'_>) -> Result<Vec<usize>, String> {
    let shapes = call.shapes();
    let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
    let resolved =
        resolve(&call.expression()?, &shapes, Dialect::Numpy).map_err(|error| error.to_string())?;
    Ok(resolved.output_shape().unwrap().to_vec())
}

#[test]
fn calls_of_numpys_tests_end_as_in_numpy() {
    let mut counts = [0; 3];
    for (line, call) in numpy::calls() {
        let kind = if call.is_inexpressible() {
            2
        } else if call.outcome == "ok" {
            assert_eq!(answer(&call), Ok(call.result()), "{line}");
            0
        } else {
            assert!(answer(&call).is_err(), "{line}: {:?}", answer(&call));
            1
        };
        counts[kind] += 1;
    }
    println!("ok, refused, inexpressible: {counts:?}");
    assert_eq!(counts.iter().sum::<usize>(), 783);
    assert_eq!(counts[0], 715);
}

fn resolved(text: &str, shapes: &[&[usize]]) -> Resolved {
    resolve(&parse(text).unwrap(), shapes, Dialect::Numpy).unwrap()
}

fn misfit(text: &str, shapes: &[&[usize]]) -> String {
    resolve(&parse(text).unwrap(), shapes, Dialect::Numpy).unwrap_err().to_string()
}

#[test]
fn indices_are_numbered_output_first() {
    let resolved = resolved("b...a,...c->c...", &[&[2, 4, 5, 3], &[1, 5, 7]]);
    let names = [Name::Label('c'), Name::Ellipsis(2), Name::Ellipsis(1), Name::Label('b'), Name::Label('a')];
    assert_eq!(resolved.indices().iter().map(|index| index.name).collect::<Vec<_>>(), names);
    assert_eq!(resolved.indices().iter().map(|index| index.extent).collect::<Vec<_>>(), [7, 4, 5, 2, 3]);
    assert_eq!(resolved.output_shape().unwrap().to_vec(), [7, 4, 5]);
    let axes = |input: usize| -> Vec<(usize, bool)> {
        resolved.inputs()[input].iter().map(|axis| (axis.index, axis.is_repeated)).collect()
    };
    assert_eq!(axes(0), [(3, false), (1, false), (2, false), (4, false)]);
    assert_eq!(axes(1), [(1, true), (2, false), (0, false)]);
}

#[test]
fn misfits_name_operand_label_and_values() {
    assert_eq!(misfit("a,b", &[&[2]]), "number of operands is 1: the expression has 2");
    assert_eq!(misfit("a,bc", &[&[2], &[3]]), "in1 has 1 extent: its term in the expression has 2 labels");
    assert_eq!(
        misfit("a,b...c", &[&[2], &[3]]),
        "in1 has 1 extent: its term in the expression has 2 labels next to `...`"
    );
    assert_eq!(
        misfit("...a,...->a", &[&[2], &[3, 4]]),
        "`...` stands for 2 extents of in1: the output must have `...`, too"
    );
    assert_eq!(misfit("a,bcb", &[&[2], &[3, 1, 1]]), "label 'b' is 3 and 1 in in1: must be the same");
    assert_eq!(
        misfit("a,a,a", &[&[1], &[2], &[3]]),
        "label 'a' is 2 in in1 and 3 in in2: must be the same, or 1"
    );
    assert_eq!(
        misfit("...,...", &[&[4, 2], &[3, 1]]),
        "label '...[-2]' is 4 in in0 and 3 in in1: must be the same, or 1"
    );
}

#[test]
fn products_that_overflow_are_refused() {
    let huge = 1 << 40;
    assert_eq!(
        misfit("a,bc->", &[&[2], &[huge, huge]]),
        "the extents of in1 multiply to more than 9223372036854775807: an array cannot have more elements"
    );
    assert_eq!(
        misfit("a,b", &[&[huge], &[huge]]),
        "the extents of out multiply to more than 9223372036854775807: an array cannot have more elements"
    );
    assert!(resolved("a,b->", &[&[huge], &[huge]]).output_shape().unwrap().is_empty());
}

#[test]
fn a_lenient_reader_sums_over_ellipses_and_counts_further() {
    let expression = parse("...a,ab->b").unwrap();
    let shapes: [&[usize]; 2] = [&[2, 3], &[3, 4]];
    assert!(resolve(&expression, &shapes, Dialect::Numpy).is_err());
    assert_eq!(
        resolve(&expression, &shapes, Dialect::Lenient).unwrap().output_shape().unwrap().to_vec(),
        [4]
    );
    let many: Vec<Subscript> = (0..5000).map(Subscript::Index).collect();
    assert!(interleaved(&[&many], None, Dialect::Numpy).is_err());
    let expression = interleaved(&[&many, &many[..4990]], None, Dialect::Lenient).unwrap();
    assert_eq!(expression.output().labels().len(), 10);
    assert_eq!(parse(&expression.to_string()), Ok(expression));
}

/// A quadratic reader would take hours.
#[test]
fn long_expressions_take_no_longer_than_they_are_long() {
    let letters: Vec<char> = ('\u{20000}'..'\u{2a000}').collect();
    let term: String = letters.iter().collect();
    let text = [&*term, &term].join(",") + "->" + &term;
    let expression = parse(&text).unwrap();
    assert_eq!(expression.to_string(), text);
    let operands = 300_000;
    let text = "a...,".repeat(operands) + "...->a...";
    let mut shapes = vec![&[3usize][..]; operands];
    shapes.push(&[]);
    assert_eq!(resolved(&text, &shapes).output_shape().unwrap().to_vec(), [3]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_is_an_expression_or_refused_where_it_is_wrong(
        text in prop_oneof!["[ a-d,>.\\-αé0-]{0,20}", "([a-d]{0,3}(\\.{3})?[a-d]{0,2},? ?){1,4}(->[a-d]{0,2})?"]
    ) {
        fuzz::expression(text.as_bytes());
    }
}

fn nest(text: &str, [in0, in1, out]: [(&[usize], &[isize]); 3]) -> Nest {
    let [in0, in1, out] = [in0, in1, out].map(|(shape, strides)| ArrayLayout::new(shape, strides).unwrap());
    let layouts = PerOperand { in0: &in0, in1: &in1, out: &out };
    einsum::lower_pair(&parse(text).unwrap(), DType::F32, layouts).unwrap()
}

#[test]
fn an_ellipsis_is_short_for_labels_and_an_extent_of_one_for_a_stride_of_zero() {
    let long = nest(
        "xymk,ykn->xymn",
        [(&[2, 3, 4, 5], &[60, 20, 5, 1]), (&[3, 5, 7], &[0, 7, 1]), (&[2, 3, 4, 7], &[84, 28, 7, 1])],
    );
    let short = nest(
        "...mk,...kn->...mn",
        [(&[2, 3, 4, 5], &[60, 20, 5, 1]), (&[1, 5, 7], &[35, 7, 1]), (&[2, 3, 4, 7], &[84, 28, 7, 1])],
    );
    assert_eq!(short.to_string(), long.to_string());
}

#[test]
fn a_nest_has_two_operands() {
    for (text, found) in [("ij->ji", "1 operand"), ("a,b,c->", "3 operands")] {
        let layout = ArrayLayout::c_order(&[2, 2]).unwrap();
        let layouts = PerOperand { in0: &layout, in1: &layout, out: &layout };
        let error = einsum::lower_pair(&parse(text).unwrap(), DType::F32, layouts).unwrap_err();
        assert_eq!(error.to_string(), format!("the expression has {found}: a nest has 2"));
    }
}

/// Looking at all inputs for each label of the output would take many minutes.
#[test]
fn many_inputs_and_a_long_output_are_read_at_once() {
    let term: String = ('\u{10000}'..'\u{40000}').filter(|letter| letter.is_alphabetic()).collect();
    let text = ",".repeat(1_000_000) + &term + "->" + &term;
    assert_eq!(parse(&text).unwrap().output().labels().len(), term.chars().count());
    let unknown = format!("{text}z");
    assert!(parse(&unknown).unwrap_err().to_string().contains("must occur in an input"));
    let repeated = text + &term[term.len() - 4..];
    assert!(parse(&repeated).unwrap_err().to_string().contains("must occur only once in the output"));
}

/// Looking at all indices for each subscript would take minutes.
#[test]
fn many_indices_have_numbers_at_once() {
    let letters: Vec<char> = ('\u{10000}'..'\u{40000}').filter(|letter| letter.is_alphabetic()).collect();
    let mut terms: Vec<String> = letters.chunks_exact(100).map(|term| term.iter().collect()).collect();
    let all = terms.concat();
    let last = terms.last().unwrap().clone();
    terms.resize(terms.len() + 10_000, last);
    let ones = [1; 100];
    let shapes = vec![&ones[..]; terms.len()];
    let resolved = resolved(&(terms.join(",") + "->" + &all), &shapes);
    assert!(resolved.output().iter().map(|index| index.name).eq(all.chars().map(Name::Label)));
    let axes = resolved.inputs().last().unwrap().iter().map(|axis| axis.index);
    assert!(axes.eq(resolved.output().len() - 100..resolved.output().len()));
}

#[test]
fn an_operand_has_at_most_128_extents() {
    let term = |extents: usize| ('\u{4e00}'..).take(extents).collect::<String>() + "->";
    assert_eq!(resolved(&term(128), &[&[1; 128]]).indices().len(), 128);
    assert_eq!(resolved("...->...", &[&[1; 128]]).indices().len(), 128);
    let message = "in0 has 129 extents: an operand has at most 128";
    assert_eq!(misfit(&term(129), &[&[1; 129]]), message);
    assert_eq!(misfit("...->...", &[&[1; 129]]), message);
}
