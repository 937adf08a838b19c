//! Arrays: their extents and strides, and the memory that they are in.
//!
//! Tests: below, `tests/tests/capi.rs`.
#![allow(unsafe_code)]

use crate::foreign;
use crate::status::{Failure, Status};
use std::ffi::c_void;
use std::ops::Range;
use tensmith::ArrayLayout;
use tensmith::error::ArrayName;

/// The types of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Dtype {
    /// `float`.
    F32 = 0,
    /// `double`.
    F64 = 1,
    /// `_Float16`, or `uint16_t` for its bits: sums are made in `float`.
    F16 = 2,
    /// `__bf16`, or `uint16_t` for its bits (bfloat16), as `TENSMITH_DTYPE_F16`.
    BF16 = 3,
    /// `float _Complex`, or two `float`, the real part first. For plans, whose strides count these numbers.
    C64 = 4,
    /// `double _Complex`, as `TENSMITH_DTYPE_C64`.
    C128 = 5,
}

impl Dtype {
    /// The type with a number.
    pub(crate) fn of(number: i32) -> Result<Self, Failure> {
        let all = [Self::F32, Self::F64, Self::F16, Self::BF16, Self::C64, Self::C128];
        all.into_iter().find(|known| *known as i32 == number).ok_or_else(|| {
            let rule = "must be 0 (F32), 1 (F64), 2 (F16), 3 (BF16), 4 (C64) or 5 (C128)";
            Failure::invalid(format!("dtype is {number}: {rule}"))
        })
    }
}

/// The extents and strides of an array.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Array {
    /// Number of extents.
    pub rank: usize,
    /// The extents, outermost first; may be null where `rank` is 0.
    pub shape: *const usize,
    /// The stride of each extent, in elements; null for a dense array whose last index is
    /// contiguous, as in C.
    pub strides: *const isize,
}

impl Array {
    /// The layout that it describes.
    ///
    /// # Safety
    /// There are as many extents as it says, and as many strides, if any.
    pub(crate) unsafe fn layout(&self, name: &str) -> Result<ArrayLayout, Failure> {
        // SAFETY: there are as many (caller's duty).
        let shape = unsafe { foreign::slice(self.shape, self.rank, &format!("shape of {name}")) }?;
        let named = |failure: tensmith::error::LayoutError| {
            Failure::new(Status::InvalidShape, format!("{name}: {failure}"))
        };
        if self.strides.is_null() {
            return ArrayLayout::c_order(shape).map_err(named);
        }
        // SAFETY: there are as many (caller's duty).
        let strides = unsafe { foreign::slice(self.strides, self.rank, &format!("strides of {name}")) }?;
        ArrayLayout::new(shape, strides).map_err(named)
    }

    /// The description of a layout, which it borrows.
    pub(crate) fn of(layout: &ArrayLayout) -> Self {
        let (shape, strides) = (layout.shape(), layout.strides());
        Self { rank: shape.len(), shape: shape.as_ptr(), strides: strides.as_ptr() }
    }
}

/// The memory of an array: its element of the lowest address, and how many elements follow from there.
///
/// That element is the one with index (0, …, 0), unless strides are negative.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Buffer {
    /// The first element; may be null where `elements` is 0. Aligned as elements are.
    pub data: *mut c_void,
    /// Number of elements that may be accessed from there.
    pub elements: usize,
}

impl Buffer {
    /// The element with index (0, …, 0) of an array in this memory.
    pub(crate) fn origin<T>(&self, layout: &ArrayLayout, name: ArrayName) -> Result<*mut T, Failure> {
        let (data, span) = (self.data.cast::<T>(), layout.span());
        if span == 0 {
            return Ok(std::ptr::NonNull::dangling().as_ptr());
        }
        if data.is_null() {
            return Err(Failure::new(Status::NullArgument, format!("the data of {name} is null")));
        }
        if !data.is_aligned() {
            let (address, alignment) = (data.addr(), align_of::<T>());
            let reason =
                format!("the data of {name} is at {address:#x}: must be at a multiple of {alignment}");
            return Err(Failure::invalid(reason));
        }
        if self.elements < span {
            let reason = format!("{name} has {} elements: its shape and strides span {span}", self.elements);
            return Err(Failure::invalid(reason));
        }
        Ok(data.wrapping_add(layout.origin()))
    }
}

/// An array in memory, as far as it can be told whether it meets another.
#[derive(Debug)]
pub(crate) struct Placed<'a> {
    layout: &'a ArrayLayout,
    /// The element with index (0, …, 0).
    origin: usize,
    /// Bytes of an element.
    size: usize,
}

impl<'a> Placed<'a> {
    /// The array around the element with index (0, …, 0).
    pub(crate) fn new<T>(layout: &'a ArrayLayout, origin: *const T) -> Self {
        Self { layout, origin: origin.addr(), size: size_of::<T>() }
    }

    /// Whether it certainly shares an element with another: one of them has no gaps, and the first or the
    /// last element of the other lies in it. Arrays may lie in each other's gaps, and whether they do so
    /// without sharing anything is hard to say in general.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.holds_an_end_of(other) || other.holds_an_end_of(self)
    }

    fn holds_an_end_of(&self, other: &Self) -> bool {
        let (own, others) = (self.bytes(), other.bytes());
        let last = others.end.wrapping_sub(other.size);
        self.is_dense() && !others.is_empty() && (own.contains(&others.start) || own.contains(&last))
    }

    fn is_dense(&self) -> bool {
        self.layout.is_distinct() && self.layout.shape().iter().product::<usize>() == self.layout.span()
    }

    fn bytes(&self) -> Range<usize> {
        let start = self.origin.wrapping_sub(self.layout.origin() * self.size);
        start..start.wrapping_add(self.layout.span() * self.size)
    }
}

/// Refuses a layout to write in which indices share an element, or may do so.
pub(crate) fn check_distinct(layout: &ArrayLayout, name: &str) -> Result<(), Failure> {
    if layout.is_distinct() {
        return Ok(());
    }
    let rule = "each must exceed what the shorter ones span";
    Err(Failure::new(
        Status::InvalidShape,
        format!("strides of {name}, {:?}, overlap: {rule}", layout.strides()),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_meet_where_one_begins_or_ends_in_another_without_gaps() {
        let dense = ArrayLayout::c_order(&[4, 4]).unwrap();
        let gaps = ArrayLayout::new(&[4, 4], &[8, 1]).unwrap();
        let backwards = ArrayLayout::new(&[4], &[-2]).unwrap();
        let placed = |layout, element: usize| Placed { layout, origin: 4096 + 4 * element, size: 4 };
        assert!(placed(&dense, 0).meets(&placed(&dense, 15)));
        assert!(!placed(&dense, 0).meets(&placed(&dense, 16)));
        assert!(placed(&gaps, 0).meets(&placed(&dense, 27)) && placed(&dense, 27).meets(&placed(&gaps, 0)));
        // The second lies between the rows of the first.
        assert!(!placed(&gaps, 0).meets(&placed(&gaps, 4)));
        // Its elements are 10, 12, 14 and 16.
        assert!(placed(&backwards, 16).meets(&placed(&dense, 16)));
        assert!(!placed(&backwards, 16).meets(&placed(&dense, 17)));
        let nothing = ArrayLayout::c_order(&[0]).unwrap();
        assert!(!placed(&nothing, 3).meets(&placed(&dense, 0)));
    }
}
