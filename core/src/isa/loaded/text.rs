//! Instructions from text.

use super::error::ValueError;
use super::finish::Finish;
use super::table::Table;
use crate::fallible::TryVec;
use alloc::vec::Vec;

impl<F: Finish> Table<F> {
    /// Returns the words of an instruction that is written as a row's name and values in
    /// decimal: `load x=5, w=1`.
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
