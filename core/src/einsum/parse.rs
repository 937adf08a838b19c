//! From text to an expression.
//!
//! `mk,kn->mn`: terms of labels, separated by commas, and after an arrow the output's.
//! A label is any character that [has no other meaning](is_label), `...` stands for the extents that
//! have none, and spaces do not matter, except inside of `...` and `->`. Without an arrow the output has the
//! ellipsis, if there is one, and the labels that occur once in all, in order of their code points, as in
//! numpy. A term may be empty: a scalar.
//!
//! Tests: below, `tests/tests/einsum_resolve.rs`, `tests/tests/fuzz_corpus.rs`.

use super::expression::{Builder, Expression, Label, SubscriptError, is_label};
use crate::fallible::OutOfMemory;
use core::fmt;
use core::str::CharIndices;

/// Why a text is not an expression. Positions are in bytes from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// A character that has no meaning, or another one.
    #[error("{character:?} at byte {at} of the expression: must be a label, a space, `,`, `...` or `->`")]
    Character {
        /// The character.
        character: char,
        /// Its position.
        at: usize,
    },
    /// A dot that is not the first of three.
    #[error("'.' at byte {at} of the expression: must be one of the three of an ellipsis `...`")]
    Dot {
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
    /// A label or an ellipsis that must not be where it is.
    #[error("{symbol} at byte {at} of the expression: {rule}")]
    Subscript {
        /// The symbol.
        symbol: Symbol,
        /// Its position.
        at: usize,
        /// The rule that it breaks.
        rule: SubscriptError,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(ParseError);

impl ParseError {
    /// Where the mistake is, in bytes from the start of the text; none where there is none.
    #[must_use]
    pub fn at(&self) -> Option<usize> {
        match *self {
            Self::Character { at, .. }
            | Self::Dot { at }
            | Self::SecondArrow { at }
            | Self::OutputComma { at }
            | Self::Subscript { at, .. } => Some(at),
            Self::OutOfMemory(_) => None,
        }
    }
}

/// A part of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A label.
    Label(Label),
    /// `...`
    Ellipsis,
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Label(label) => write!(f, "{label:?}"),
            Self::Ellipsis => f.write_str("`...`"),
        }
    }
}

/// Reads an expression.
///
/// # Errors
/// [`ParseError`], for the first mistake.
pub fn parse(text: &str) -> Result<Expression, ParseError> {
    let mut builder = Builder::default();
    let mut rest = text.char_indices();
    while let Some((at, character)) = rest.next() {
        match character {
            ' ' => {}
            ',' if builder.is_in_output() => return Err(ParseError::OutputComma { at }),
            ',' => builder.next_input()?,
            '-' if skipped(&mut rest, ">") => arrow(&mut builder, at)?,
            '.' if skipped(&mut rest, "..") => subscript(&mut builder, Symbol::Ellipsis, at)?,
            '.' => return Err(ParseError::Dot { at }),
            label if is_label(label) => subscript(&mut builder, Symbol::Label(label), at)?,
            character => return Err(ParseError::Character { character, at }),
        }
    }
    Ok(builder.finish()?)
}

/// Whether the text goes on like this; the reader is behind it then.
fn skipped(rest: &mut CharIndices<'_>, expected: &str) -> bool {
    let is_there = rest.as_str().starts_with(expected);
    if is_there {
        expected.chars().for_each(|_| _ = rest.next());
    }
    is_there
}

fn arrow(builder: &mut Builder, at: usize) -> Result<(), ParseError> {
    if builder.is_in_output() {
        return Err(ParseError::SecondArrow { at });
    }
    Ok(builder.begin_output()?)
}

fn subscript(builder: &mut Builder, symbol: Symbol, at: usize) -> Result<(), ParseError> {
    let added = match symbol {
        Symbol::Label(label) => builder.label(label),
        Symbol::Ellipsis => builder.ellipsis(),
    };
    added.map_err(|rule| match rule {
        SubscriptError::OutOfMemory(error) => error.into(),
        rule => ParseError::Subscript { symbol, at, rule },
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests may panic and allocate")]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn expressions_print_as_they_are_read() {
        let texts = [
            "mk,kn->mn",
            "abcd,dbe->aec",
            ",->",
            "i,->i",
            "ii,i->i",
            "Ωa,aβ->βΩ",
            "->",
            "ij->ji",
            "a,b,c->cba",
            "...,i...j->j...",
            "ia,ib,ic->abc",
            "i...->...",
            "×1,1÷->÷×",
            "#_,_\"->\"#",
        ];
        for text in texts {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        assert_eq!(parse(" m k , k n -> m n ").unwrap(), parse("mk,kn->mn").unwrap());
    }

    #[test]
    fn implicit_outputs_are_in_order_and_without_repeated_labels() {
        let cases = [
            ("bk,ka", "ab"),
            ("ij,jk", "ik"),
            ("ij,ij", ""),
            ("ba,", "ab"),
            ("aB,", "Ba"),
            ("", ""),
            ("ba", "ab"),
            ("ii", ""),
            ("i...j,k", "...ijk"),
            ("ab,bc,bd", "acd"),
            ("...", "..."),
        ];
        for (inputs, output) in cases {
            assert_eq!(parse(inputs).unwrap().output().to_string(), output, "{inputs}");
        }
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let character = "of the expression: must be a label, a space, `,`, `...` or `->`";
        let dot = "of the expression: must be one of the three of an ellipsis `...`";
        let ellipsis = "of the expression: a term must have only one ellipsis";
        let cases = [
            ("mk,(k)->m", "'(' at byte 3", character),
            ("[0,1]->", "'[' at byte 0", character),
            ("m\u{a0},k", "'\\u{a0}' at byte 1", character),
            ("mk,kn-mn", "'-' at byte 5", character),
            ("mk,kn- >mn", "'-' at byte 5", character),
            ("mk,kn>mn", "'>' at byte 5", character),
            ("mk\n,k", "'\\n' at byte 2", character),
            ("i..,i", "'.' at byte 1", dot),
            ("i....,i", "'.' at byte 4", dot),
            ("β. ..", "'.' at byte 2", dot),
            ("...i...", "`...` at byte 4", ellipsis),
            ("i->......i", "`...` at byte 6", ellipsis),
            ("1,2->11", "'1' at byte 6", "of the expression: must occur only once in the output"),
            ("a,b->a->b", "`->` at byte 6", "of the expression: there must be only one"),
            ("a,b->a,b", "',' at byte 6", "of the expression: the output is a single term"),
            ("β,b->βz", "'z' at byte 8", "of the expression: what is in the output must occur in an input"),
            ("a,b->aba", "'a' at byte 7", "of the expression: must occur only once in the output"),
        ];
        for (text, place, rule) in cases {
            assert_eq!(parse(text).unwrap_err().to_string(), [place, rule].join(" "), "{text}");
        }
    }
}
