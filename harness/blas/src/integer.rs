//! The integers of the faces: of 32 bits (LP64), or of 64 (ILP64, names that end with `64_` or `_64`).
//!
//! Keys have 32 bits for each number, which is enough for nearly all calls of either face. A call that says
//! more is wide: it has no key, and is computed by itself.
//!
//! Tests: below, `tests/tests/blas_ilp64.rs`.

use std::ffi::c_int;

/// An integer of a face.
pub(crate) trait Integer: Copy + Into<i64> {
    /// The numbers as keys have them; none where one is greater than they can say. A negative
    /// one stays negative, and is wrong wherever it stands.
    fn narrow<const COUNT: usize>(numbers: [Self; COUNT]) -> Option<[c_int; COUNT]>;
}

impl Integer for c_int {
    #[inline(always)]
    fn narrow<const COUNT: usize>(numbers: [Self; COUNT]) -> Option<[c_int; COUNT]> {
        Some(numbers)
    }
}

impl Integer for i64 {
    #[inline(always)]
    fn narrow<const COUNT: usize>(numbers: [Self; COUNT]) -> Option<[c_int; COUNT]> {
        if numbers.iter().any(|number| *number > Self::from(c_int::MAX)) {
            return None;
        }
        Some(numbers.map(|number| number.max(-1) as c_int))
    }
}

/// Numbers as checks have them.
#[inline(always)]
pub(crate) fn widened<const COUNT: usize>(numbers: [impl Integer; COUNT]) -> [i64; COUNT] {
    numbers.map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keys_cannot_say_is_wide() {
        assert_eq!(i64::narrow([7, c_int::MAX.into()]), Some([7, c_int::MAX]));
        assert_eq!(i64::narrow([1 << 31]), None);
        assert_eq!(i64::narrow([i64::MIN, -3]), Some([-1, -1]));
        assert_eq!(c_int::narrow([c_int::MIN]), Some([c_int::MIN]));
    }
}
