//! Where pieces of code lie in the mapping that they share: in order, each from
//! the next multiple of [`ALIGNMENT`].
//!
//! Tests: below.

use super::{ALIGNMENT, MemoryError};

/// Pieces of code whose places are known.
#[derive(Clone, Copy, Debug)]
pub struct Placement<'a> {
    codes: &'a [&'a [u8]],
    bytes: usize,
}

impl<'a> Placement<'a> {
    /// The placement of `codes`.
    ///
    /// # Errors
    /// [`MemoryError::Empty`] if there is no piece, or one without bytes;
    /// [`MemoryError::TooLarge`].
    pub fn new(codes: &'a [&'a [u8]]) -> Result<Self, MemoryError> {
        if codes.is_empty() || codes.iter().any(|code| code.is_empty()) {
            return Err(MemoryError::Empty);
        }
        let lengths = codes.iter().map(|code| code.len());
        let bytes = total(lengths).ok_or(MemoryError::TooLarge { pieces: codes.len() })?;
        Ok(Self { codes, bytes })
    }

    /// Bytes from the first piece to the end of the last, a multiple of [`ALIGNMENT`].
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Each piece with its offset in the mapping, in bytes.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, &'a [u8])> {
        self.codes.iter().scan(0, |free, code| {
            let offset = *free;
            // Has a value: `new` added up the same lengths.
            *free = after(offset, code.len())?;
            Some((offset, *code))
        })
    }
}

/// The first offset free behind a piece of `len` bytes at `offset`.
fn after(offset: usize, len: usize) -> Option<usize> {
    offset.checked_add(len)?.checked_next_multiple_of(ALIGNMENT)
}

/// Bytes that pieces of these lengths take, if no more than a Rust object may have.
fn total(mut lengths: impl Iterator<Item = usize>) -> Option<usize> {
    lengths.try_fold(0, after).filter(|bytes| isize::try_from(*bytes).is_ok())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn pieces_lie_in_order_at_multiples_of_64_bytes() {
        let codes: [&[u8]; 4] = [&[1; 8], &[2; 64], &[3; 65], &[4]];
        let placement = Placement::new(&codes).unwrap();
        assert!(placement.pieces().eq([0, 64, 128, 256].into_iter().zip(codes)));
        assert_eq!(placement.bytes(), 320);
    }

    #[test]
    fn no_code_has_no_place() {
        assert_eq!(Placement::new(&[]).unwrap_err(), MemoryError::Empty);
        assert_eq!(Placement::new(&[&[0; 4], &[]]).unwrap_err(), MemoryError::Empty);
    }

    #[test]
    fn a_total_beyond_the_address_space_is_none() {
        let largest = isize::MAX as usize - (ALIGNMENT - 1);
        assert_eq!(total([largest].into_iter()), Some(largest));
        for lengths in
            [&[largest + 1][..], &[largest, 1], &[usize::MAX], &[usize::MAX - 64, 1], &[largest; 3]]
        {
            assert_eq!(total(lengths.iter().copied()), None, "{lengths:?}");
        }
    }
}
