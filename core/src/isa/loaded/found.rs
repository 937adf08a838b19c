//! Instructions as values and as text.

use super::Table;
use super::error::ValueError;
use super::finish::Finish;
use super::row::Row;
use crate::fallible::TryVec;
use alloc::vec::Vec;
use core::fmt;

/// An instruction that was found in words. Prints as [`Table::assemble`] reads it: the row's name, and the operands that do not
/// have their default, as in `load x=5, w=1`.
#[derive(Debug)]
pub struct Found<'r> {
    pub(super) row: &'r Row,
    pub(super) values: Vec<u64>,
    pub(super) length: usize,
}

impl<'r> Found<'r> {
    /// Its row.
    #[must_use]
    pub const fn row(&self) -> &'r Row {
        self.row
    }

    /// The values of the row's operands, in their order.
    #[must_use]
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// How many words it has.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length
    }
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row.name())?;
        let named = self.row.operands().iter().zip(&self.values);
        let mut separator = " ";
        for (operand, value) in named.filter(|(operand, value)| operand.default() != Some(**value)) {
            write!(f, "{separator}{}={value}", operand.letter())?;
            separator = ", ";
        }
        Ok(())
    }
}

impl<F: Finish> Table<F> {
    /// Returns the words of an instruction that is written as a row's name and values in decimal: `load x=5, w=1`.
    ///
    /// # Errors
    /// No row has the name; a value is not written as one; or what [`Table::encode`] refuses.
    pub fn assemble(&self, text: &str) -> Result<Vec<u32>, ValueError> {
        let text = text.trim();
        let (name, operands) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let row = self.row(name).ok_or(ValueError::NoRow)?;
        let mut values = Vec::new();
        for (pair, nth) in operands.split([',']).zip(1..).filter(|_| !operands.is_empty()) {
            values.try_push(value(pair).ok_or(ValueError::Unreadable { nth })?)?;
        }
        self.encode(row, &values)
    }
}

/// Reads `a=1`.
fn value(pair: &str) -> Option<(char, u64)> {
    let (letter, value) = pair.split_once(['='])?;
    let mut letters = letter.trim().chars();
    let letter = letters.next().filter(|_| letters.as_str().is_empty())?;
    Some((letter, value.trim().parse().ok()?))
}
