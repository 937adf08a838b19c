//! Calls that numpy's tests of einsum make, with how they end.

use std::fmt::Display;
use tensmith_core::einsum::{Dialect, Expression, Subscript, interleaved, parse};

/// All calls, each with its line.
pub fn calls() -> impl Iterator<Item = (&'static str, Call<'static>)> {
    include_str!("../data/einsum/numpy_calls.csv").lines().skip(1).map(|line| (line, Call::of(line)))
}

/// A call; see `tests/data/einsum/numpy_calls.py`.
#[derive(Debug)]
pub struct Call<'a> {
    form: &'a str,
    expression: &'a str,
    shapes: &'a str,
    /// `ok`, or the exception.
    pub outcome: &'a str,
    result: &'a str,
}

/// How a call writes its expression.
#[derive(Debug)]
pub enum Notation<'a> {
    /// As text.
    Text(&'a str),
    /// As lists of numbers: one for each operand, and maybe one for the output.
    Lists(Vec<Vec<Subscript>>, Option<Vec<Subscript>>),
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

    /// Whether nothing can be written in its place.
    pub fn is_inexpressible(&self) -> bool {
        INEXPRESSIBLE.iter().any(|&(expression, shapes, outcome, _)| {
            let same = expression == self.expression && shapes == self.shapes;
            let none = expression.starts_with("None") && self.expression.starts_with(expression);
            outcome == self.outcome && (same || none || outcome == "RuntimeError")
        })
    }

    /// How the expression is written.
    pub fn notation(&self) -> Notation<'a> {
        if self.form == "string" {
            return Notation::Text(self.expression);
        }
        let (inputs, output) = match self.expression.split_once("->") {
            Some((inputs, output)) => (inputs, Some(subscripts(output))),
            None => (self.expression, None),
        };
        Notation::Lists(inputs.split(',').map(subscripts).collect(), output)
    }

    /// The expression, or why it is refused.
    ///
    /// # Errors
    /// The text of the error.
    pub fn expression(&self) -> Result<Expression, String> {
        match self.notation() {
            Notation::Text(expression) => parse(expression).map_err(text),
            Notation::Lists(inputs, output) => {
                let inputs: Vec<&[Subscript]> = inputs.iter().map(Vec::as_slice).collect();
                interleaved(&inputs, output.as_deref(), Dialect::Numpy).map_err(text)
            }
        }
    }

    /// The shapes of the operands.
    pub fn shapes(&self) -> Vec<Vec<usize>> {
        self.shapes.split_terminator(';').map(shape).collect()
    }

    /// The shape of the result, where the outcome is `ok`.
    pub fn result(&self) -> Vec<usize> {
        shape(self.result)
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
