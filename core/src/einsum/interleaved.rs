//! From lists of numbers to an expression.
//!
//! numpy's other notation gives each operand a list of numbers in place of letters, and
//! `Ellipsis`: `einsum(a, [0, 1], b, [1, 2], [0, 2])`. Numbers become letters in the same
//! order, so that implicit outputs keep it: 0 to 25 are `A` to `Z`, 26 to 51 `a` to `z`, as in
//! numpy; those from 52 on, which numpy refuses, are CJK ideographs, of which there are enough.
//!
//! Tests: below, `tests/tests/einsum_resolve.rs`, `tests/tests/harness_jit_numpy.rs`.

use super::expression::{Builder, Dialect, Expression, Label, SubscriptError};
use crate::fallible::OutOfMemory;
use core::fmt;
use core::ops::RangeInclusive;

/// The letters that numbers become, in this order.
const LETTERS: [RangeInclusive<Label>; 3] = ['A'..='Z', 'a'..='z', '\u{4e00}'..='\u{9fff}'];

/// An entry of a list: it stands for an operand's extent, or for several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subscript {
    /// An index by its number.
    Index(usize),
    /// The extents that have no number.
    Ellipsis,
}

/// Why lists of subscripts are not an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InterleavedError {
    /// There are no operands.
    #[error("number of operands is 0: must be at least 1")]
    NoOperands,
    /// A number that is too large.
    #[error("index {index} at position {position} of {list}: must be below {limit}")]
    Index {
        /// The number.
        index: usize,
        /// Its position in the list, from 0.
        position: usize,
        /// Where it is.
        list: List,
        /// The first number that there is no index for.
        limit: usize,
    },
    /// A subscript that must not be where it is.
    #[error("{subscript} at position {position} of {list}: {rule}")]
    Subscript {
        /// The subscript.
        subscript: Subscript,
        /// Its position in the list, from 0.
        position: usize,
        /// Where it is.
        list: List,
        /// The rule that it breaks.
        rule: SubscriptError,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(InterleavedError);

/// Whose list of subscripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// That of an input, by its number.
    Input(usize),
    /// That of the output.
    Output,
}

impl fmt::Display for Subscript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(f, "index {index}"),
            Self::Ellipsis => f.write_str("the ellipsis"),
        }
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(number) => write!(f, "in{number}"),
            Self::Output => f.write_str("out"),
        }
    }
}

impl Dialect {
    /// The first number that is no index.
    const fn index_limit(self) -> usize {
        match self {
            Self::Numpy => 52,
            Self::Lenient => 52 + (0xa000 - 0x4e00),
        }
    }
}

/// Reads an expression in which each input has a list of subscripts. Without an output list, the
/// output is implicit.
///
/// # Errors
/// [`InterleavedError`], for the first mistake.
pub fn interleaved(
    inputs: &[&[Subscript]],
    output: Option<&[Subscript]>,
    dialect: Dialect,
) -> Result<Expression, InterleavedError> {
    if inputs.is_empty() {
        return Err(InterleavedError::NoOperands);
    }
    let mut reader = Reader { builder: Builder::default(), dialect };
    for (number, subscripts) in inputs.iter().enumerate() {
        if number > 0 {
            reader.builder.next_input()?;
        }
        reader.read(subscripts, List::Input(number))?;
    }
    if let Some(subscripts) = output {
        reader.builder.begin_output()?;
        reader.read(subscripts, List::Output)?;
    }
    Ok(reader.builder.finish()?)
}

struct Reader {
    builder: Builder,
    dialect: Dialect,
}

impl Reader {
    fn read(&mut self, subscripts: &[Subscript], list: List) -> Result<(), InterleavedError> {
        for (position, &subscript) in subscripts.iter().enumerate() {
            let added = match subscript {
                Subscript::Ellipsis => self.builder.ellipsis(),
                Subscript::Index(index) => {
                    let limit = self.dialect.index_limit();
                    let label = label(index).filter(|_| index < limit);
                    let too_large = InterleavedError::Index { index, position, list, limit };
                    self.builder.label(label.ok_or(too_large)?)
                }
            };
            added.map_err(|rule| match rule {
                SubscriptError::OutOfMemory(error) => error.into(),
                rule => InterleavedError::Subscript { subscript, position, list, rule },
            })?;
        }
        Ok(())
    }
}

/// The letter of a number.
fn label(index: usize) -> Option<Label> {
    let mut place = index;
    for letters in LETTERS {
        let (first, last) = (u32::from(*letters.start()), u32::from(*letters.end()));
        let count = usize::try_from(last - first).ok()? + 1;
        if place < count {
            return char::from_u32(first + u32::try_from(place).ok()?);
        }
        place -= count;
    }
    None
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests may panic and allocate")]
mod tests {
    extern crate std;
    use super::Subscript::{Ellipsis, Index};
    use super::*;
    use std::string::{String, ToString};
    use std::vec::Vec;

    #[test]
    fn numbers_become_different_letters_in_the_same_order() {
        let letters: Vec<Label> =
            (0..Dialect::Lenient.index_limit()).map(|index| label(index).unwrap()).collect();
        assert!(letters.is_sorted_by(|a, b| a < b));
        assert!(letters.iter().all(|letter| letter.is_alphabetic()));
        assert_eq!(label(letters.len()), None);
    }

    #[test]
    fn lists_mean_what_text_means() {
        let read = |inputs: &[&[Subscript]], output| {
            interleaved(inputs, output, Dialect::Numpy).unwrap().to_string()
        };
        assert_eq!(read(&[&[Index(0), Index(1)], &[Index(1), Index(28)]], None), "AB,Bc->Ac");
        assert_eq!(read(&[&[Ellipsis, Index(51)]], Some(&[Index(51), Ellipsis])), "...z->z...");
        assert_eq!(read(&[&[], &[Index(3)]], Some(&[])), ",D->");
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let error = |inputs: &[&[Subscript]], output, dialect| -> String {
            interleaved(inputs, output, dialect).unwrap_err().to_string()
        };
        let (numpy, lenient) = (Dialect::Numpy, Dialect::Lenient);
        let both = [Ellipsis, Index(0), Ellipsis];
        assert_eq!(error(&[], None, numpy), "number of operands is 0: must be at least 1");
        assert_eq!(
            error(&[&[], &[Index(7), Index(52)]], None, numpy),
            "index 52 at position 1 of in1: must be below 52"
        );
        assert_eq!(
            error(&[&[Index(21_044)]], None, lenient),
            "index 21044 at position 0 of in0: must be below 21044"
        );
        assert_eq!(
            error(&[&both], None, numpy),
            "the ellipsis at position 2 of in0: a term must have only one ellipsis"
        );
        assert_eq!(
            error(&[&[Index(0)]], Some(&[Index(0), Index(2)]), numpy),
            "index 2 at position 1 of out: what is in the output must occur in an input"
        );
        assert_eq!(
            error(&[&[Index(60)]], Some(&[Index(60), Index(60)]), lenient),
            "index 60 at position 1 of out: must occur only once in the output"
        );
    }
}
