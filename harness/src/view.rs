//! Arrays that belong to someone else: a slice and a layout.
//!
//! The slice begins with the element of the lowest address, wherever index
//! (0, …, 0) is. That every index is inside the slice is checked when a view is
//! made and holds from then on.

use tensmith_core::fallible::OutOfMemory;
use tensmith_core::tensor::{ArrayLayout, LayoutError};

/// An array to read. Elements may be shared between indices (strides of 0).
#[derive(Debug)]
pub struct View<'a, T> {
    data: &'a [T],
    layout: &'a ArrayLayout,
}

/// An array to write. No two indices share an element.
#[derive(Debug)]
pub struct ViewMut<'a, T> {
    data: &'a mut [T],
    layout: &'a ArrayLayout,
}

/// Why a slice and a layout make no array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The slice ends before the array does.
    #[error("the slice has {len} elements: the array's extents and strides span {span}")]
    TooShort {
        /// Elements in the slice.
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

pub(crate) fn check_span(len: usize, layout: &ArrayLayout) -> Result<(), ViewError> {
    let span = layout.span();
    if len < span { Err(ViewError::TooShort { len, span }) } else { Ok(()) }
}

pub(crate) fn check_distinct(layout: &ArrayLayout) -> Result<(), ViewError> {
    if layout.is_distinct() { Ok(()) } else { Err(ViewError::Overlap) }
}

impl<T> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for View<'_, T> {}

impl<'a, T> View<'a, T> {
    /// A slice with a layout.
    ///
    /// # Errors
    /// [`ViewError::TooShort`].
    pub fn new(data: &'a [T], layout: &'a ArrayLayout) -> Result<Self, ViewError> {
        check_span(data.len(), layout)?;
        Ok(Self::unchecked(data, layout))
    }

    /// As `new`, where the array is known to lie within the slice.
    pub(crate) fn unchecked(data: &'a [T], layout: &'a ArrayLayout) -> Self {
        Self { data, layout }
    }

    /// The slice.
    #[must_use]
    pub fn data(&self) -> &'a [T] {
        self.data
    }

    /// The extents and strides.
    #[must_use]
    pub fn layout(&self) -> &'a ArrayLayout {
        self.layout
    }
}

impl<'a, T> ViewMut<'a, T> {
    /// A slice with a layout.
    ///
    /// # Errors
    /// [`ViewError::TooShort`], [`ViewError::Overlap`].
    pub fn new(data: &'a mut [T], layout: &'a ArrayLayout) -> Result<Self, ViewError> {
        check_span(data.len(), layout)?;
        check_distinct(layout)?;
        Ok(Self::unchecked(data, layout))
    }

    /// As `new`, where the array is known to lie within the slice and to be distinct.
    pub(crate) fn unchecked(data: &'a mut [T], layout: &'a ArrayLayout) -> Self {
        Self { data, layout }
    }

    /// The slice.
    pub fn data(&mut self) -> &mut [T] {
        self.data
    }

    /// The extents and strides.
    #[must_use]
    pub fn layout(&self) -> &'a ArrayLayout {
        self.layout
    }
}
