//! Allocation that can fail, in the few forms that this crate uses.
//!
//! `clippy.toml` lists the infallible methods of `alloc`; `core` and
//! `primitives` refuse to compile with them. What stable Rust offers instead is
//! `try_reserve`, and everything here is built on it.
//!
//! Tests: below, `tests/tests/registry_refused_memory.rs`.

use alloc::collections::BinaryHeap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use smallvec::{CollectionAllocErr, SmallVec};

/// The allocator refused a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("out of memory")]
pub struct OutOfMemory;

impl From<alloc::collections::TryReserveError> for OutOfMemory {
    fn from(_: alloc::collections::TryReserveError) -> Self {
        Self
    }
}

impl From<CollectionAllocErr> for OutOfMemory {
    fn from(_: CollectionAllocErr) -> Self {
        Self
    }
}

/// Gives an error with a variant `OutOfMemory` a method that says whether that is the reason, or that of an
/// error in one of the variants listed.
#[macro_export]
macro_rules! says_out_of_memory {
    ($error:ident $(: $($nested:ident),+)?) => {
        impl $error {
            /// Whether the reason is that the allocator of memory refused, in whichever step.
            #[must_use]
            pub const fn is_out_of_memory(&self) -> bool {
                match self {
                    Self::OutOfMemory(_) => true,
                    $($(Self::$nested(error) => error.is_out_of_memory(),)+)?
                    _ => false,
                }
            }
        }
    };
}

/// A list that has room for `N` elements in itself, and memory of its own for more. For lists that are short
/// nearly always: an allocation takes as long as moving some hundred bytes.
pub type Few<T, const N: usize> = SmallVec<[T; N]>;

/// The fallible counterparts of `Vec`'s growing methods.
pub trait TryVec<T> {
    /// Appends one element.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the vector is unchanged then.
    fn try_push(&mut self, value: T) -> Result<(), OutOfMemory>;

    /// Appends all elements of an iterator.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the elements before the refusal have been appended.
    fn try_extend(&mut self, values: impl IntoIterator<Item = T>) -> Result<(), OutOfMemory>;

    /// Makes the vector at least `len` elements long; new ones are copies of `value`.
    ///
    /// # Errors
    /// [`OutOfMemory`]; elements may have been appended then, but no others have changed.
    fn try_lengthen(&mut self, len: usize, value: T) -> Result<(), OutOfMemory>
    where
        T: Copy;
}

/// Elements of lists that take no second allocation, however few of them come.
const SHORT: usize = 16;

#[expect(clippy::disallowed_methods, reason = "the room was reserved fallibly")]
impl<T> TryVec<T> for Vec<T> {
    #[inline(always)]
    fn try_push(&mut self, value: T) -> Result<(), OutOfMemory> {
        if self.len() == self.capacity() {
            grow(self)?;
        }
        // There is always room now; asking again tells the compiler that pushing cannot grow, also where it
        // does not look into reserving.
        if self.len() == self.capacity() {
            return Err(OutOfMemory);
        }
        self.push(value);
        Ok(())
    }

    fn try_extend(&mut self, values: impl IntoIterator<Item = T>) -> Result<(), OutOfMemory> {
        let values = values.into_iter();
        // Room for all that may come, if that is little: short lists are made at once.
        let (least, most) = values.size_hint();
        let is_new = self.capacity() == 0;
        self.try_reserve(most.filter(|most| is_new && *most <= SHORT).unwrap_or(least))?;
        for value in values {
            self.try_push(value)?;
        }
        Ok(())
    }

    fn try_lengthen(&mut self, len: usize, value: T) -> Result<(), OutOfMemory>
    where
        T: Copy,
    {
        self.try_reserve(len.saturating_sub(self.len()))?;
        // Not `resize`, which would ask for room again, and panic without.
        for _ in self.len()..len {
            self.try_push(value)?;
        }
        Ok(())
    }
}

#[expect(clippy::disallowed_methods, reason = "the room was reserved fallibly")]
impl<T, const N: usize> TryVec<T> for Few<T, N> {
    #[inline(always)]
    fn try_push(&mut self, value: T) -> Result<(), OutOfMemory> {
        if self.spilled() || self.len() >= N {
            return push_further(self, value);
        }
        self.push(value);
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, values: impl IntoIterator<Item = T>) -> Result<(), OutOfMemory> {
        for value in values {
            self.try_push(value)?;
        }
        Ok(())
    }

    fn try_lengthen(&mut self, len: usize, value: T) -> Result<(), OutOfMemory>
    where
        T: Copy,
    {
        for _ in self.len()..len {
            self.try_push(value)?;
        }
        Ok(())
    }
}

/// Appends an element after those that have room in the list itself. It grows as a `Vec`: the list's own
/// methods for that panic where memory is short.
#[cold]
#[inline(never)]
#[expect(clippy::disallowed_methods, reason = "there is room")]
fn push_further<T, const N: usize>(few: &mut Few<T, N>, value: T) -> Result<(), OutOfMemory> {
    if few.spilled() && few.len() < few.capacity() {
        few.push(value);
        return Ok(());
    }
    let mut grown = try_with_room(few.len().saturating_mul(2).max(1))?;
    grown.try_extend(core::mem::take(few))?;
    grown.try_push(value)?;
    *few = Few::from_vec(grown);
    Ok(())
}

/// Makes room for at least one more element: apart, so that pushing is a few instructions wherever it is. The
/// first room is for several elements if they are small, as growing costs more than it, and for
/// two if they are not.
#[cold]
#[inline(never)]
fn grow<T>(vec: &mut Vec<T>) -> Result<(), OutOfMemory> {
    const FIRST: usize = 256;
    match vec.capacity() {
        0 => Ok(vec.try_reserve_exact(FIRST.checked_div(size_of::<T>()).unwrap_or(0).max(2))?),
        _ => Ok(vec.try_reserve(1)?),
    }
}

/// A vector without elements that has room for some.
///
/// # Errors
/// [`OutOfMemory`].
pub fn try_with_room<T>(elements: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut out = Vec::new();
    out.try_reserve_exact(elements)?;
    Ok(out)
}

/// Collects an iterator into a vector.
///
/// # Errors
/// [`OutOfMemory`].
pub fn try_collect<T>(values: impl IntoIterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut out = Vec::new();
    out.try_extend(values)?;
    Ok(out)
}

/// Collects an iterator into a list that is short nearly always.
///
/// # Errors
/// [`OutOfMemory`].
pub fn try_few<T, const N: usize>(values: impl IntoIterator<Item = T>) -> Result<Few<T, N>, OutOfMemory> {
    let mut out = Few::new();
    out.try_extend(values)?;
    Ok(out)
}

/// A vector of `len` copies of `value`.
///
/// # Errors
/// [`OutOfMemory`].
pub fn try_filled<T: Copy>(value: T, len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut out = Vec::new();
    out.try_lengthen(len, value)?;
    Ok(out)
}

/// Like [`try_filled`], for values of a few bytes: a push for each would cost several times as much.
///
/// # Errors
/// [`OutOfMemory`].
pub fn try_table<T: Copy>(value: T, len: usize) -> Result<Vec<T>, OutOfMemory> {
    const AT_ONCE: usize = 32;
    let mut out = try_filled([value; AT_ONCE], len.div_ceil(AT_ONCE))?.into_flattened();
    out.truncate(len);
    Ok(out)
}

/// A string with the text of `text`.
///
/// # Errors
/// [`OutOfMemory`].
pub fn try_string(text: &str) -> Result<String, OutOfMemory> {
    String::from_utf8(try_collect(text.bytes())?).map_err(|_| OutOfMemory)
}

/// The fallible counterpart of `format!`.
///
/// # Errors
/// [`OutOfMemory`].
pub fn try_format(text: fmt::Arguments<'_>) -> Result<String, OutOfMemory> {
    struct Sink(Vec<u8>);
    impl fmt::Write for Sink {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.try_extend(text.bytes()).map_err(|_| fmt::Error)
        }
    }
    let mut sink = Sink(Vec::new());
    fmt::write(&mut sink, text).map_err(|_| OutOfMemory)?;
    // Strings follow each other, so this is one; `String`'s own growth is what has no fallible form.
    String::from_utf8(sink.0).map_err(|_| OutOfMemory)
}

/// The elements in ascending order; equal ones in any.
///
/// Takes no memory and does not panic, whatever the order does: the sorts of slices do where it
/// contradicts itself.
#[must_use]
pub fn sorted<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    if values.len() > SHORT {
        return BinaryHeap::from(values).into_sorted_vec();
    }
    insert_in_order(&mut values);
    values
}

/// Like [`sorted`], of a list that is short nearly always.
///
/// # Errors
/// [`OutOfMemory`].
pub fn sorted_few<T: Ord, const N: usize>(mut values: Few<T, N>) -> Result<Few<T, N>, OutOfMemory> {
    if values.spilled() {
        return Ok(Few::from_vec(sorted(try_collect(values)?)));
    }
    insert_in_order(&mut values);
    Ok(values)
}

/// Sorts a few elements one by one: that is done before a heap is made.
fn insert_in_order<T: Ord>(values: &mut [T]) {
    for count in 2..=values.len() {
        let mut some = values.get_mut(..count).unwrap_or_default();
        while let [.., before, last] = &mut *some {
            if last >= before {
                break;
            }
            core::mem::swap(before, last);
            some = some.split_last_mut().map_or(&mut [], |(_, others)| others);
        }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests may allocate and panic")]
mod tests {
    use super::*;

    #[test]
    fn lists_of_any_length_are_sorted() {
        for len in 0..4 * SHORT {
            for factor in [0, 1, 7, 11, len] {
                let values: Vec<_> = (0..len).map(|number| number * factor % (len + 1)).collect();
                let mut expected = values.clone();
                expected.sort_unstable();
                let few: Few<_, 8> = try_few(values.iter().copied()).unwrap();
                assert_eq!(sorted_few(few).unwrap().as_slice(), expected);
                assert_eq!(sorted(values), expected);
            }
        }
    }
}
