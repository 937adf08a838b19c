//! Arrays that own their elements.

use crate::view::{View, ViewError, ViewMut, check_distinct, check_span};
use tensmith_core::fallible::try_filled;
use tensmith_core::reference::Element;
use tensmith_core::tensor::ArrayLayout;

/// Elements with their layout. No two indices share an element.
#[derive(Debug, PartialEq)]
pub struct Array<T> {
    data: Vec<T>,
    layout: ArrayLayout,
}

impl<T: Element> Array<T> {
    /// Elements with any layout, the element of the lowest address first.
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn new(data: Vec<T>, layout: ArrayLayout) -> Result<Self, ViewError> {
        check_span(data.len(), &layout)?;
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

    /// The array to read.
    #[must_use]
    pub fn view(&self) -> View<'_, T> {
        View::unchecked(&self.data, &self.layout)
    }

    /// The array to write.
    pub fn view_mut(&mut self) -> ViewMut<'_, T> {
        ViewMut::unchecked(&mut self.data, &self.layout)
    }
}
