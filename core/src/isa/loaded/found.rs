//! Instructions that were found in words.

use super::row::Row;
use alloc::vec::Vec;
use core::fmt;

/// An instruction that was found in words. Prints as [`super::Table::assemble`] reads it: the row's name, and
/// the operands that do not have their default, as in `load x=5, w=1`.
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
