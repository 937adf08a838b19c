//! Arrays that belong to someone else: where an element is, extents, and strides.
//!
//! A view says nothing of the memory between its elements, so that what others have borrowed of that does
//! not matter. It is made of a slice with a layout, or with extents and strides, which then are checked to
//! stay within it; or of whatever promises the same (`ndarray`, behind the feature of that name). Nothing
//! is copied. As programs take addresses, that is what a view keeps of its memory.
//!
//! Invariant: every index below the extents leads to an element that is borrowed for `'a`, and that of
//! a [`ViewMut`] to one that no other index leads to.
//!
//! Tests: `tests/tests/harness_run.rs`, `tests/tests/harness_program_refused.rs`.
#![allow(unsafe_code)]

use super::array::{ArrayLayout, LayoutError};
use crate::fallible::OutOfMemory;
use crate::text::Count;
use core::marker::PhantomData;
use core::ptr::with_exposed_provenance;

/// Something with extents and strides: a layout, an array, or a view of one.
pub trait Strided {
    /// The extents.
    fn shape(&self) -> &[usize];

    /// The strides, in elements, one for each extent.
    fn strides(&self) -> &[isize];

    /// The same as a layout of its own.
    ///
    /// # Errors
    /// [`LayoutError`].
    fn to_layout(&self) -> Result<ArrayLayout, LayoutError> {
        ArrayLayout::new(self.shape(), self.strides())
    }
}

/// An array with its elements, to read: a [`View`], an owner of elements, or a reference to either.
///
/// # Safety
/// All calls return views of the same elements, with the extents and strides of [`Strided`], unless the array
/// was borrowed mutably in between: runs compare layouts with those, and read addresses from these.
pub unsafe trait AsView<T>: Strided {
    /// Returns a view of the array. Nothing is copied.
    fn as_view(&self) -> View<'_, T>;
}

/// An array with its elements, to write: a [`ViewMut`], an owner of elements, or a reference to either.
///
/// # Safety
/// That of [`AsView`]: the elements to write are those to read.
pub unsafe trait AsViewMut<T>: AsView<T> {
    /// Returns a view of the array. Nothing is copied.
    fn as_view_mut(&mut self) -> ViewMut<'_, T>;
}

/// An array to read. Elements may be shared between indices (strides of 0).
#[derive(Debug)]
pub struct View<'a, T> {
    /// The address of the element with index (0, …, 0).
    origin: usize,
    shape: &'a [usize],
    strides: &'a [isize],
    elements: PhantomData<&'a [T]>,
}

/// An array to write. No two indices share an element.
#[derive(Debug)]
pub struct ViewMut<'a, T> {
    /// As that of a [`View`].
    origin: usize,
    shape: &'a [usize],
    strides: &'a [isize],
    elements: PhantomData<&'a mut [T]>,
}

/// Why a slice is no array of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The slice ends before the array does.
    #[error("the slice has {len}: the array's extents and strides span {span}", len = Count(*len, "element"))]
    TooShort {
        /// Elements in the slice.
        len: usize,
        /// Elements from the array's first to its last.
        span: usize,
    },
    /// There are more elements than an array has that owns them.
    #[error("{len}: must be {span}, as the array's extents and strides span", len = Count(*len, "element").there())]
    TooLong {
        /// Elements that there are.
        len: usize,
        /// Elements from the array's first to its last.
        span: usize,
    },
    /// An array to write has, or may have, indices that share an element.
    #[error("strides overlap: in an array to write, each must exceed what the shorter ones span")]
    Overlap,
    /// There is no such layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(ViewError: Layout);

/// Checks that a slice of some elements holds an array.
///
/// # Errors
/// [`ViewError::TooShort`].
pub fn check_span(len: usize, layout: &ArrayLayout) -> Result<(), ViewError> {
    let span = layout.span();
    if len < span { Err(ViewError::TooShort { len, span }) } else { Ok(()) }
}

/// Checks that an array can be written: no two indices share an element.
///
/// # Errors
/// [`ViewError::Overlap`].
pub fn check_distinct(layout: &ArrayLayout) -> Result<(), ViewError> {
    if layout.is_distinct() { Ok(()) } else { Err(ViewError::Overlap) }
}

impl Strided for ArrayLayout {
    #[inline]
    fn shape(&self) -> &[usize] {
        self.shape()
    }

    #[inline]
    fn strides(&self) -> &[isize] {
        self.strides()
    }
}

impl<S: Strided + ?Sized> Strided for &S {
    fn shape(&self) -> &[usize] {
        (**self).shape()
    }

    fn strides(&self) -> &[isize] {
        (**self).strides()
    }
}

impl<S: Strided + ?Sized> Strided for &mut S {
    fn shape(&self) -> &[usize] {
        (**self).shape()
    }

    fn strides(&self) -> &[isize] {
        (**self).strides()
    }
}

// SAFETY: what it refers to keeps the promise.
unsafe impl<T, S: AsView<T> + ?Sized> AsView<T> for &S {
    #[inline]
    fn as_view(&self) -> View<'_, T> {
        (**self).as_view()
    }
}

// SAFETY: what it refers to keeps the promise.
unsafe impl<T, S: AsView<T> + ?Sized> AsView<T> for &mut S {
    #[inline]
    fn as_view(&self) -> View<'_, T> {
        (**self).as_view()
    }
}

// SAFETY: what it refers to keeps the promise.
unsafe impl<T, S: AsViewMut<T> + ?Sized> AsViewMut<T> for &mut S {
    #[inline]
    fn as_view_mut(&mut self) -> ViewMut<'_, T> {
        (**self).as_view_mut()
    }
}

// SAFETY: nothing changes its fields.
unsafe impl<T> AsView<T> for View<'_, T> {
    #[inline]
    fn as_view(&self) -> View<'_, T> {
        *self
    }
}

// SAFETY: nothing changes its fields.
unsafe impl<T> AsView<T> for ViewMut<'_, T> {
    #[inline]
    fn as_view(&self) -> View<'_, T> {
        View { origin: self.origin, shape: self.shape, strides: self.strides, elements: PhantomData }
    }
}

// SAFETY: nothing changes its fields.
unsafe impl<T> AsViewMut<T> for ViewMut<'_, T> {
    #[inline]
    fn as_view_mut(&mut self) -> ViewMut<'_, T> {
        ViewMut { origin: self.origin, shape: self.shape, strides: self.strides, elements: PhantomData }
    }
}

impl<T> Strided for View<'_, T> {
    fn shape(&self) -> &[usize] {
        self.shape
    }

    fn strides(&self) -> &[isize] {
        self.strides
    }
}

impl<T> Strided for ViewMut<'_, T> {
    fn shape(&self) -> &[usize] {
        self.shape
    }

    fn strides(&self) -> &[isize] {
        self.strides
    }
}

impl<T> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for View<'_, T> {}

impl<'a, T> View<'a, T> {
    /// A slice with a layout. It begins with the element of the lowest address, wherever index
    /// (0, …, 0) is.
    ///
    /// # Errors
    /// [`ViewError::TooShort`].
    pub fn new(data: &'a [T], layout: &'a ArrayLayout) -> Result<Self, ViewError> {
        check_span(data.len(), layout)?;
        let origin = data.as_ptr().wrapping_add(layout.origin());
        // SAFETY: the layout was checked to stay within the slice, which is borrowed for as long.
        Ok(unsafe { Self::from_raw(origin, layout.shape(), layout.strides()) })
    }

    /// A slice with extents and strides, in elements; as [`View::new`].
    ///
    /// # Errors
    /// [`ViewError::Layout`], [`ViewError::TooShort`].
    pub fn strided(data: &'a [T], shape: &'a [usize], strides: &'a [isize]) -> Result<Self, ViewError> {
        let layout = ArrayLayout::new(shape, strides)?;
        check_span(data.len(), &layout)?;
        let origin = data.as_ptr().wrapping_add(layout.origin());
        // SAFETY: as above.
        Ok(unsafe { Self::from_raw(origin, shape, strides) })
    }

    /// The array around a pointer to the element with index (0, …, 0).
    ///
    /// # Safety
    /// There are as many strides as extents. Every index below the extents leads to an element that may be
    /// read, and is not written, for as long as the view is used.
    pub unsafe fn from_raw(origin: *const T, shape: &'a [usize], strides: &'a [isize]) -> Self {
        Self { origin: origin.expose_provenance(), shape, strides, elements: PhantomData }
    }

    /// The address of the element with index (0, …, 0), its provenance exposed.
    #[inline]
    #[must_use]
    pub fn origin(&self) -> usize {
        self.origin
    }

    /// The elements, the last index running fastest.
    pub fn elements(&self) -> impl Iterator<Item = T> + 'a
    where
        T: Copy,
    {
        let origin = with_exposed_provenance::<T>(self.origin);
        // SAFETY: the offset is that of an index below the extents (the invariant).
        offsets(self.shape, self.strides).map(move |offset| unsafe { *origin.wrapping_offset(offset) })
    }
}

impl<'a, T> ViewMut<'a, T> {
    /// A slice with a layout, as [`View::new`].
    ///
    /// # Errors
    /// [`ViewError::TooShort`], [`ViewError::Overlap`].
    pub fn new(data: &'a mut [T], layout: &'a ArrayLayout) -> Result<Self, ViewError> {
        check_span(data.len(), layout)?;
        check_distinct(layout)?;
        let origin = data.as_mut_ptr().wrapping_add(layout.origin());
        // SAFETY: the layout was checked to stay within the slice, which is borrowed for as long.
        Ok(unsafe { Self::from_raw(origin, layout.shape(), layout.strides()) })
    }

    /// A slice with extents and strides, in elements; as [`View::new`].
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn strided(data: &'a mut [T], shape: &'a [usize], strides: &'a [isize]) -> Result<Self, ViewError> {
        let layout = ArrayLayout::new(shape, strides)?;
        check_span(data.len(), &layout)?;
        check_distinct(&layout)?;
        let origin = data.as_mut_ptr().wrapping_add(layout.origin());
        // SAFETY: as above.
        Ok(unsafe { Self::from_raw(origin, shape, strides) })
    }

    /// The array around a pointer to the element with index (0, …, 0).
    ///
    /// # Safety
    /// There are as many strides as extents. Every index below the extents leads to an element of its own
    /// that may be read and written, and is not accessed otherwise, for as long as the view is used.
    pub unsafe fn from_raw(origin: *mut T, shape: &'a [usize], strides: &'a [isize]) -> Self {
        Self { origin: origin.expose_provenance(), shape, strides, elements: PhantomData }
    }

    /// The address of the element with index (0, …, 0), its provenance exposed.
    #[inline]
    #[must_use]
    pub fn origin(&mut self) -> usize {
        self.origin
    }
}

/// The distances of all indices from (0, …, 0), the last index running fastest.
fn offsets<'a>(shape: &'a [usize], strides: &'a [isize]) -> impl Iterator<Item = isize> + 'a {
    let count = shape.iter().product::<usize>();
    (0..count).map(move |mut number| {
        let mut offset = 0isize;
        for (&extent, &stride) in shape.iter().zip(strides).rev() {
            offset =
                offset.wrapping_add(stride.wrapping_mul(number.checked_rem(extent).unwrap_or(0) as isize));
            number = number.checked_div(extent).unwrap_or(0);
        }
        offset
    })
}
