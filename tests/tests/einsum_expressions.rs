//! Expressions and the shapes that they give: what numpy's own tests call, as numpy answers, and laws.

use proptest::prelude::*;
use std::fmt::Display;
use tensmith_core::DType;
use tensmith_core::einsum::{
    self, Dialect, Expression, Name, Resolved, Subscript, interleaved, parse, resolve,
};
use tensmith_core::tensor::{ArrayLayout, Nest, PerOperand};
use tensmith_tests::fuzz;

/// A call that numpy's tests make; see `numpy_calls.py`.
struct Call<'a> {
    form: &'a str,
    expression: &'a str,
    shapes: &'a str,
    outcome: &'a str,
    result: &'a str,
}

/// Calls whose mistake is in Python's types or in arguments that there are not here: nothing can be
/// written in their place.
const INEXPRESSIBLE: [(&str, &str, &str, &str); 14] = [
    ("<none>", "", "ValueError", "an expression is an argument: it cannot be left out"),
    ("0", "scalar", "TypeError", "a number is no list of subscripts"),
    ("None,None,None", "?;?", "TypeError", "None is neither an operand nor a list"),
    ("", "scalar", "TypeError", "unknown keyword arguments and types"),
    ("", "scalar", "ValueError", "unknown memory orders and castings"),
    ("ij->j", "2x3", "ValueError", "an unknown casting"),
    ("ij->i", "3x3", "CustomException", "the elements' own addition fails"),
    ("i...k->...", "3x3x3", "CustomException", "the elements' own addition fails"),
    ("ij, j", "3x3;3", "CustomException", "the elements' own multiplication fails"),
    ("ij, jh", "3x3;3x3", "CustomException", "the elements' own multiplication fails"),
    ("ij->", "3x3", "CustomException", "the elements' own addition fails"),
    ("i,j", "1;1", "TypeError", "the elements are objects without multiplication"),
    ("[-1 5],[5 2]->[-1 2]", "2x3;3x4", "ValueError", "an index is a number from 0"),
    ("", "", "RuntimeError", "the contraction path, a Python object, is malformed"),
];

impl<'a> Call<'a> {
    fn of(line: &'a str) -> Self {
        let (_api, rest) = line.split_once(',').unwrap();
        let (form, rest) = rest.split_once(',').unwrap();
        let (expression, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\",").unwrap(),
            None => rest.split_once(',').unwrap(),
        };
        let [shapes, outcome, result] = rest.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        Self { form, expression, shapes, outcome, result }
    }

    fn is_inexpressible(&self) -> bool {
        INEXPRESSIBLE.iter().any(|&(expression, shapes, outcome, _)| {
            let same = expression == self.expression && shapes == self.shapes;
            let none = expression.starts_with("None") && self.expression.starts_with(expression);
            outcome == self.outcome && (same || none || outcome == "RuntimeError")
        })
    }

    fn expression(&self) -> Result<Expression, String> {
        if self.form == "string" {
            return parse(self.expression).map_err(text);
        }
        let (inputs, output) = match self.expression.split_once("->") {
            Some((inputs, output)) => (inputs, Some(subscripts(output))),
            None => (self.expression, None),
        };
        let inputs: Vec<Vec<Subscript>> = inputs.split(',').map(subscripts).collect();
        let inputs: Vec<&[Subscript]> = inputs.iter().map(Vec::as_slice).collect();
        interleaved(&inputs, output.as_deref(), Dialect::Numpy).map_err(text)
    }

    /// The shape of the result, or why there is none.
    fn answer(&self) -> Result<Vec<usize>, String> {
        let shapes: Vec<Vec<usize>> = self.shapes.split_terminator(';').map(shape).collect();
        let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
        let resolved = resolve(&self.expression()?, &shapes, Dialect::Numpy).map_err(text)?;
        Ok(resolved.output_shape().unwrap())
    }
}

fn text(error: impl Display) -> String {
    error.to_string()
}

fn shape(text: &str) -> Vec<usize> {
    if text == "scalar" { vec![] } else { text.split('x').map(|extent| extent.parse().unwrap()).collect() }
}

fn subscripts(list: &str) -> Vec<Subscript> {
    let list = list.strip_prefix('[').and_then(|list| list.strip_suffix(']')).expect("a list");
    let subscript = |word: &str| match word {
        "..." => Subscript::Ellipsis,
        number => Subscript::Index(number.parse().unwrap()),
    };
    list.split_whitespace().map(subscript).collect()
}

#[test]
fn calls_of_numpys_tests_end_as_in_numpy() {
    let mut counts = [0; 3];
    for line in include_str!("../data/einsum/numpy_calls.csv").lines().skip(1) {
        let call = Call::of(line);
        let kind = if call.is_inexpressible() {
            2
        } else if call.outcome == "ok" {
            assert_eq!(call.answer(), Ok(shape(call.result)), "{line}");
            0
        } else {
            assert!(call.answer().is_err(), "{line}: {:?}", call.answer());
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
    assert_eq!(resolved.output_shape().unwrap(), [7, 4, 5]);
    let axes = |input: usize| -> Vec<(usize, bool)> {
        resolved.inputs()[input].iter().map(|axis| (axis.index, axis.is_repeated)).collect()
    };
    assert_eq!(axes(0), [(3, false), (1, false), (2, false), (4, false)]);
    assert_eq!(axes(1), [(1, true), (2, false), (0, false)]);
}

#[test]
fn misfits_name_operand_label_and_values() {
    assert_eq!(misfit("a,b", &[&[2]]), "number of operands is 1: the expression has 2");
    assert_eq!(misfit("a,bc", &[&[2], &[3]]), "in1 has 1 extents: its term in the expression has 2 labels");
    assert_eq!(
        misfit("a,b...c", &[&[2], &[3]]),
        "in1 has 1 extents: its term in the expression has 2 labels beside `...`"
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
    assert_eq!(resolved("a,b->", &[&[huge], &[huge]]).output_shape().unwrap(), []);
}

#[test]
fn a_lenient_reader_sums_over_ellipses_and_counts_further() {
    let expression = parse("...a,ab->b").unwrap();
    let shapes: [&[usize]; 2] = [&[2, 3], &[3, 4]];
    assert!(resolve(&expression, &shapes, Dialect::Numpy).is_err());
    assert_eq!(resolve(&expression, &shapes, Dialect::Lenient).unwrap().output_shape().unwrap(), [4]);
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
    let ones = vec![1; letters.len()];
    let shape = resolve(&expression, &[&ones, &ones], Dialect::Numpy).unwrap().output_shape().unwrap();
    assert_eq!(shape, ones);
    let operands = 300_000;
    let text = "a...,".repeat(operands) + "...->a...";
    let mut shapes = vec![&[3usize][..]; operands];
    shapes.push(&[]);
    assert_eq!(resolved(&text, &shapes).output_shape().unwrap(), [3]);
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
    einsum::lower(&parse(text).unwrap(), DType::F32, layouts).unwrap()
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
fn only_two_operands_can_be_lowered_yet() {
    for (text, found) in [("ij->ji", 1), ("a,b,c->", 3)] {
        let layout = ArrayLayout::c_order(&[2, 2]).unwrap();
        let layouts = PerOperand { in0: &layout, in1: &layout, out: &layout };
        let error = einsum::lower(&parse(text).unwrap(), DType::F32, layouts).unwrap_err();
        let message =
            format!("the expression has {found} operands: must be 2, others cannot be evaluated yet");
        assert_eq!(error.to_string(), message);
    }
}
