//! Arrays that own their elements.
//!
//! Tests: `tests/tests/harness_run.rs`.
#![allow(unsafe_code)]

use tensmith_core::fallible::try_filled;
use tensmith_core::reference::Element;
use tensmith_core::tensor::ArrayLayout;
use tensmith_core::tensor::view::{Strided, View, ViewError, ViewMut, check_distinct, check_span};

/// Elements with their layout. No two indices share an element.
#[derive(Debug, PartialEq)]
pub struct Array<T> {
    data: Vec<T>,
    layout: ArrayLayout,
}

impl<T: Element> Array<T> {
    /// Elements with any layout, the element of the lowest address first, as many as its extents and strides span.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn new(data: Vec<T>, layout: ArrayLayout) -> Result<Self, ViewError> {
        check_span(data.len(), &layout)?;
        if data.len() > layout.span() {
            return Err(ViewError::TooLong { len: data.len(), span: layout.span() });
        }
        check_distinct(&layout)?;
        Ok(Self { data, layout })
    }

    /// A dense array whose last index is contiguous, as in C and by default in numpy.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn c_order(data: Vec<T>, shape: &[usize]) -> Result<Self, ViewError> {
        Self::new(data, ArrayLayout::c_order(shape)?)
    }

    /// A dense array whose first index is contiguous, as in Fortran.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn fortran_order(data: Vec<T>, shape: &[usize]) -> Result<Self, ViewError> {
        Self::new(data, ArrayLayout::fortran_order(shape)?)
    }

    /// An array of zeros.
    ///
    /// # Errors
    /// [`ViewError::Overlap`], [`ViewError::OutOfMemory`].
    pub fn zeros(layout: ArrayLayout) -> Result<Self, ViewError> {
        check_distinct(&layout)?;
        Ok(Self { data: try_filled(T::default(), layout.span())?, layout })
    }

    /// The elements, that of the lowest address first.
    #[must_use]
    pub fn data(&self) -> &[T] {
        &self.data
    }

    /// The extents and strides.
    #[must_use]
    pub fn layout(&self) -> &ArrayLayout {
        &self.layout
    }

    /// A copy of an array, in C order.
    ///
    /// # Errors
    /// [`ViewError::OutOfMemory`].
    pub fn copy_of(view: &View<'_, T>) -> Result<Self, ViewError> {
        let layout = ArrayLayout::c_order(view.shape())?;
        let mut data = try_filled(T::default(), layout.span())?;
        data.iter_mut().zip(view.elements()).for_each(|(copy, element)| *copy = element);
        Ok(Self { data, layout })
    }

    /// The array to read.
    #[must_use]
    pub fn view(&self) -> View<'_, T> {
        let origin = self.data.as_ptr().wrapping_add(self.layout.origin());
        // SAFETY: the data hold what the layout spans (checked when the array was made), and are borrowed.
        unsafe { View::from_raw(origin, self.layout.shape(), self.layout.strides()) }
    }

    /// The array to write.
    pub fn view_mut(&mut self) -> ViewMut<'_, T> {
        let origin = self.data.as_mut_ptr().wrapping_add(self.layout.origin());
        // SAFETY: as above; no two indices share an element (checked then, too).
        unsafe { ViewMut::from_raw(origin, self.layout.shape(), self.layout.strides()) }
    }
}

impl<T> Strided for Array<T> {
    fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    fn strides(&self) -> &[isize] {
        self.layout.strides()
    }
}
