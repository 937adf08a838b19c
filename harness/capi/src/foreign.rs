//! Pointers from C, made references, slices and text: checked as far as a pointer can be.
//!
//! A pointer that is null or not aligned is an error that names the argument. That it points to what it says
//! is the caller's duty, in C as in Rust.
//!
//! Tests: `tests/tests/capi.rs`.
#![allow(unsafe_code)]

use crate::status::{Failure, Status};
use std::ffi::{CStr, CString, c_char};
use std::mem::MaybeUninit;
use std::{ptr, slice};

/// Refuses a pointer that is null or not aligned.
fn check<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::new(Status::NullArgument, format!("{name} is null")));
    }
    if !pointer.is_aligned() {
        let (address, alignment) = (pointer.addr(), align_of::<T>());
        return Err(Failure::invalid(format!("{name} is {address:#x}: must be a multiple of {alignment}")));
    }
    Ok(())
}

/// A reference to what an argument points to.
///
/// # Safety
/// A pointer that is neither null nor misaligned points to a value that nobody changes during the call.
pub(crate) unsafe fn borrow<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    check(pointer, name)?;
    // SAFETY: it is aligned and not null, and the caller vouches for the rest.
    Ok(unsafe { &*pointer })
}

/// The same where null stands for nothing.
///
/// # Safety
/// Those of [`borrow`].
pub(crate) unsafe fn optional<'a, T>(pointer: *const T, name: &str) -> Result<Option<&'a T>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's duties are the same.
    unsafe { borrow(pointer, name) }.map(Some)
}

/// Some values in a row; of none, the pointer may be null.
///
/// # Safety
/// A pointer that is neither null nor misaligned points to that many values, which nobody
/// changes during the call.
pub(crate) unsafe fn slice<'a, T>(pointer: *const T, len: usize, name: &str) -> Result<&'a [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    check(pointer, name)?;
    if len > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Failure::invalid(format!("{name} has {len} elements: no memory has as many")));
    }
    // SAFETY: it is aligned and not null, not longer than memory, and the caller vouches for the rest.
    Ok(unsafe { slice::from_raw_parts(pointer, len) })
}

/// The same, to be written.
///
/// # Safety
/// A pointer that is neither null nor misaligned points to that many values, which nothing else accesses.
pub(crate) unsafe fn slice_mut<'a, T>(
    pointer: *mut T,
    len: usize,
    name: &str,
) -> Result<&'a mut [T], Failure> {
    // SAFETY: the caller's duties are more than these. What is checked is not kept.
    unsafe { slice(pointer.cast_const(), len, name) }?;
    if len == 0 {
        return Ok(&mut []);
    }
    // SAFETY: it is aligned and not null, not longer than memory, and the caller vouches for the rest.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, len) })
}

/// Text that ends with a zero.
///
/// # Safety
/// A pointer that is not null points to such a text, which nobody changes during the call.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Failure> {
    check(pointer, name)?;
    // SAFETY: it is not null, and the caller vouches for the rest.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|error| Failure::new(Status::InvalidText, format!("{name} is no UTF-8: {error}")))
}

/// The same where null stands for nothing.
///
/// # Safety
/// Those of [`text`].
pub(crate) unsafe fn optional_text<'a>(
    pointer: *const c_char,
    name: &str,
) -> Result<Option<&'a str>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's duties are the same.
    unsafe { text(pointer, name) }.map(Some)
}

/// A structure that begins with its own size, at least that of its first version: what a caller of an earlier
/// version lacks is 0, and what one of a later version has must be.
///
/// # Safety
/// The structure begins with a `size_t`, and the type is one for which zeros are a value. A pointer that is
/// neither null nor misaligned points to as many bytes as that says.
pub(crate) unsafe fn versioned<T: Copy>(pointer: *const T, first: usize, name: &str) -> Result<T, Failure> {
    check(pointer, name)?;
    let known = size_of::<T>();
    // SAFETY: it is aligned and not null, and begins with its size (caller's duty).
    let size = unsafe { pointer.cast::<usize>().read() };
    if size < first || size > isize::MAX as usize {
        return Err(Failure::invalid(format!(
            "the size of {name} is {size}: must be its sizeof, {known} here and at least {first}"
        )));
    }
    // SAFETY: there are as many bytes (caller's duty).
    let bytes = unsafe { slice::from_raw_parts(pointer.cast::<u8>(), size) };
    let (ours, beyond) = bytes.split_at(size.min(known));
    if beyond.iter().any(|byte| *byte != 0) {
        let reason = format!("{name} has fields that this version of the library does not know");
        return Err(Failure::new(Status::Unsupported, reason));
    }
    let mut read = MaybeUninit::<T>::zeroed();
    // SAFETY: these are at most as many bytes as the value has, which is a local one, apart from the others.
    unsafe { ptr::copy_nonoverlapping(ours.as_ptr(), read.as_mut_ptr().cast::<u8>(), ours.len()) };
    // SAFETY: its bytes are the caller's, and zeros behind these, which are a value (caller's duty).
    Ok(unsafe { read.assume_init() })
}

/// Refuses a place for a result that is null or not aligned, and empties it: so it holds a
/// handle after success only.
///
/// # Safety
/// A pointer that is neither null nor misaligned points to a place that may be written.
pub(crate) unsafe fn place<'a, T>(place: *mut *mut T, name: &str) -> Result<&'a mut *mut T, Failure> {
    check(place, name)?;
    // SAFETY: it is aligned and not null, and the caller vouches for the rest; all bytes are a pointer.
    let place = unsafe { &mut *place };
    *place = ptr::null_mut();
    Ok(place)
}

/// Writes a result to its place.
///
/// # Safety
/// A pointer that is neither null nor misaligned points to a place that may be written.
pub(crate) unsafe fn write<T>(place: *mut T, value: T, name: &str) -> Result<(), Failure> {
    check(place, name)?;
    // SAFETY: it is aligned and not null, and the caller vouches for the rest.
    unsafe { place.write(value) };
    Ok(())
}

/// Gives a handle to C.
pub(crate) fn hand_over<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Ends a handle; null is none.
///
/// # Safety
/// It is from [`hand_over`], and is not used any more.
pub(crate) unsafe fn destroy<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: it is the box that `hand_over` made (caller's duty).
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// Gives a text to C.
pub(crate) fn hand_over_text(text: &str) -> *mut c_char {
    CString::new(text.replace('\0', "\\0")).map_or(ptr::null_mut(), CString::into_raw)
}

/// Ends a text that a function of this library made; null is none.
///
/// # Safety
/// `text` is from a function of this library that says so, and is not used any more.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_text_destroy(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: it is the string that `hand_over_text` made (caller's duty).
        drop(unsafe { CString::from_raw(text) });
    }
}
