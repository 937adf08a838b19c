//! From text to an expression.
//!
//! `mk,kn->mn`: two terms of labels, separated by a comma, and after an arrow the
//! output's. A label is any letter; spaces do not matter. Without an arrow the
//! output has the labels that occur once in all, in alphabetical order, as in
//! numpy. A term may be empty: a scalar.

use crate::fallible::{OutOfMemory, TryVec, sorted, try_collect};
use alloc::vec::Vec;
use core::fmt;

/// The name of an index: a letter.
pub type Label = char;

/// A contraction of two operands over named indices. One that exists is valid: each label of the
/// output occurs in an input, and only once in the output.
#[derive(Debug, PartialEq, Eq)]
pub struct Expression {
    inputs: [Vec<Label>; 2],
    output: Vec<Label>,
}

/// Why a text is not an expression. Positions are in bytes from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// A character that has no meaning.
    #[error("{character:?} at byte {at} of the expression: must be a letter, a space, `,` or `->`")]
    Character {
        /// The character.
        character: char,
        /// Its position.
        at: usize,
    },
    /// A second arrow.
    #[error("`->` at byte {at} of the expression: there must be only one")]
    SecondArrow {
        /// Its position.
        at: usize,
    },
    /// A comma in the output.
    #[error("',' at byte {at} of the expression: the output is a single term")]
    OutputComma {
        /// Its position.
        at: usize,
    },
    /// Another number of operands than two.
    #[error("number of operands is {found} at byte {at} of the expression: must be 2")]
    Operands {
        /// How many terms there are, or have been found so far.
        found: usize,
        /// Where the inputs end, or one too many begins.
        at: usize,
    },
    /// An output label that no input has.
    #[error("output label {label:?} at byte {at} of the expression: must occur in an input")]
    UnknownOutput {
        /// The label.
        label: Label,
        /// Its position.
        at: usize,
    },
    /// A label that occurs twice in the output.
    #[error("output label {label:?} at byte {at} of the expression: must occur only once there")]
    RepeatedOutput {
        /// The label.
        label: Label,
        /// Its second position.
        at: usize,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Reads an expression.
///
/// # Errors
/// [`ParseError`], for the first mistake.
pub fn parse(text: &str) -> Result<Expression, ParseError> {
    let mut parser = Parser { inputs: [Vec::new(), Vec::new()], operands: 1, output: None };
    let mut rest = text.char_indices();
    while let Some((at, character)) = rest.next() {
        match character {
            ' ' => {}
            ',' => parser.comma(at)?,
            '-' if rest.as_str().starts_with('>') => {
                rest.next();
                parser.arrow(at)?;
            }
            label if label.is_alphabetic() => parser.label(label, at)?,
            character => return Err(ParseError::Character { character, at }),
        }
    }
    parser.finish(text.len())
}

/// What has been read so far; the output is there from the arrow on.
struct Parser {
    inputs: [Vec<Label>; 2],
    operands: usize,
    output: Option<Vec<Label>>,
}

impl Parser {
    fn comma(&mut self, at: usize) -> Result<(), ParseError> {
        if self.output.is_some() {
            return Err(ParseError::OutputComma { at });
        }
        if self.operands == 2 {
            return Err(ParseError::Operands { found: 3, at });
        }
        self.operands = 2;
        Ok(())
    }

    fn arrow(&mut self, at: usize) -> Result<(), ParseError> {
        if self.output.is_some() {
            return Err(ParseError::SecondArrow { at });
        }
        self.two_operands(at)?;
        self.output = Some(Vec::new());
        Ok(())
    }

    fn label(&mut self, label: Label, at: usize) -> Result<(), ParseError> {
        let [first, second] = &mut self.inputs;
        let term = match &mut self.output {
            Some(output) if output.contains(&label) => {
                return Err(ParseError::RepeatedOutput { label, at });
            }
            Some(_) if !first.contains(&label) && !second.contains(&label) => {
                return Err(ParseError::UnknownOutput { label, at });
            }
            Some(output) => output,
            None if self.operands == 1 => first,
            None => second,
        };
        Ok(term.try_push(label)?)
    }

    fn two_operands(&self, at: usize) -> Result<(), ParseError> {
        if self.operands == 2 { Ok(()) } else { Err(ParseError::Operands { found: self.operands, at }) }
    }

    fn finish(self, end: usize) -> Result<Expression, ParseError> {
        self.two_operands(end)?;
        let output = match self.output {
            Some(output) => output,
            None => implicit_output(&self.inputs)?,
        };
        Ok(Expression { inputs: self.inputs, output })
    }
}

/// The labels that occur once in all, in alphabetical order.
fn implicit_output(inputs: &[Vec<Label>; 2]) -> Result<Vec<Label>, OutOfMemory> {
    let all = || inputs.iter().flatten().copied();
    let once = |label: &Label| all().filter(|other| other == label).count() == 1;
    Ok(sorted(try_collect(all().filter(once))?))
}

impl Expression {
    /// The labels of both inputs.
    #[must_use]
    pub fn inputs(&self) -> [&[Label]; 2] {
        self.inputs.each_ref().map(Vec::as_slice)
    }

    /// The labels of the output.
    #[must_use]
    pub fn output(&self) -> &[Label] {
        &self.output
    }

    /// Every label once: the output's, then the summed ones in order of appearance.
    pub fn labels(&self) -> impl Iterator<Item = Label> + Clone {
        let all = || self.inputs.iter().flatten().copied();
        let is_first = move |(place, label): &(usize, Label)| all().take(*place).all(|other| other != *label);
        let summed = all().enumerate().filter(is_first).map(|(_, label)| label);
        let summed = summed.filter(|label| !self.output.contains(label));
        self.output.iter().copied().chain(summed)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.inputs;
        for (separator, term) in [("", first), (",", second), ("->", &self.output)] {
            f.write_str(separator)?;
            term.iter().try_for_each(|label| write!(f, "{label}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests may panic and allocate")]
mod tests {
    extern crate std;
    use super::*;
    use std::string::{String, ToString};

    #[test]
    fn expressions_print_as_they_are_read() {
        for text in ["mk,kn->mn", "abcd,dbe->aec", ",->", "i,->i", "ii,i->i", "Ωa,aβ->βΩ"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        assert_eq!(parse(" m k , k n -> m n ").unwrap(), parse("mk,kn->mn").unwrap());
    }

    #[test]
    fn implicit_outputs_are_alphabetical_and_without_repeated_labels() {
        let cases = [("bk,ka", "ab"), ("ij,jk", "ik"), ("ij,ij", ""), ("ba,", "ab"), ("aB,", "Ba")];
        for (inputs, output) in cases {
            assert_eq!(parse(inputs).unwrap().output().iter().collect::<String>(), output, "{inputs}");
        }
    }

    #[test]
    fn labels_come_output_first() {
        let labels = |text| parse(text).unwrap().labels().collect::<String>();
        assert_eq!(labels("abcd,dbe->aec"), "aecbd");
        assert_eq!(labels("iikk,kj->j"), "jik");
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let cases = [
            ("mk,k1->m", "'1' at byte 4 of the expression: must be a letter, a space, `,` or `->`"),
            ("mk,kn-mn", "'-' at byte 5 of the expression: must be a letter, a space, `,` or `->`"),
            ("mk,kn>mn", "'>' at byte 5 of the expression: must be a letter, a space, `,` or `->`"),
            ("i...,i", "'.' at byte 1 of the expression: must be a letter, a space, `,` or `->`"),
            ("mk\n,k", "'\\n' at byte 2 of the expression: must be a letter, a space, `,` or `->`"),
            ("a,b->a->b", "`->` at byte 6 of the expression: there must be only one"),
            ("a,b->a,b", "',' at byte 6 of the expression: the output is a single term"),
            ("", "number of operands is 1 at byte 0 of the expression: must be 2"),
            ("ij->ji", "number of operands is 1 at byte 2 of the expression: must be 2"),
            ("a,b,c->", "number of operands is 3 at byte 3 of the expression: must be 2"),
            ("β,b->βz", "output label 'z' at byte 8 of the expression: must occur in an input"),
            ("a,b->aba", "output label 'a' at byte 7 of the expression: must occur only once there"),
        ];
        for (text, message) in cases {
            assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
