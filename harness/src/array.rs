//! Arrays that own their elements.
//!
//! Tests: `tests/tests/harness_run.rs`.
#![allow(unsafe_code)]

use std::ops::{Index, IndexMut};
use tensmith_core::Scalar;
use tensmith_core::fallible::{OutOfMemory, try_filled};
use tensmith_core::tensor::ArrayLayout;
use tensmith_core::tensor::view::{
    AsView, AsViewMut, Strided, View, ViewError, ViewMut, check_distinct, check_span,
};

/// Elements with their layout. No two indices share an element.
///
/// ```
/// use tensmith::Array;
///
/// let mut a = Array::from_fn([2, 3], |[i, j]| (10 * i + j) as f32)?;
/// a[[1, 2]] += 0.5;
/// assert_eq!(a.data(), [0.0, 1.0, 2.0, 10.0, 11.0, 12.5]);
/// # Ok::<(), tensmith::error::ViewError>(())
/// ```
#[derive(Debug, PartialEq)]
pub struct Array<T> {
    data: Vec<T>,
    layout: ArrayLayout,
}

impl<T: Scalar> Array<T> {
    /// Elements with any layout, the element of the lowest address first, as many as its
    /// extents and strides span.
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

    /// An array of zeros with a layout that plans write to, whose indices therefore share no element.
    pub(crate) fn zeroed(layout: &ArrayLayout) -> Result<Self, OutOfMemory> {
        debug_assert!(layout.is_distinct(), "{layout:?}");
        Ok(Self { data: try_filled(T::default(), layout.span())?, layout: layout.try_clone()? })
    }

    /// An array in C order, whose element at each index `element` returns.
    ///
    /// # Errors
    /// [`ViewError::Layout`], [`ViewError::OutOfMemory`].
    pub fn from_fn<const N: usize>(
        shape: [usize; N],
        mut element: impl FnMut([usize; N]) -> T,
    ) -> Result<Self, ViewError> {
        let layout = ArrayLayout::c_order(&shape)?;
        let mut data = try_filled(T::default(), layout.span())?;
        let mut index = [0; N];
        for place in &mut data {
            *place = element(index);
            for (digit, extent) in index.iter_mut().zip(shape).rev() {
                *digit += 1;
                if *digit < extent {
                    break;
                }
                *digit = 0;
            }
        }
        Ok(Self { data, layout })
    }

    /// The elements, that of the lowest address first.
    #[must_use]
    pub fn data(&self) -> &[T] {
        &self.data
    }

    /// The elements to write, that of the lowest address first.
    pub fn data_mut(&mut self) -> &mut [T] {
        &mut self.data
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
    pub fn copy_of(array: &impl AsView<T>) -> Result<Self, ViewError> {
        let view = array.as_view();
        let layout = ArrayLayout::c_order(view.shape())?;
        let mut data = try_filled(T::default(), layout.span())?;
        data.iter_mut().zip(view.elements()).for_each(|(copy, element)| *copy = element);
        Ok(Self { data, layout })
    }

    /// The array to read, as a type that other arrays have as well.
    #[must_use]
    pub fn view(&self) -> View<'_, T> {
        self.as_view()
    }

    /// The array to write, as a type that other arrays have as well.
    pub fn view_mut(&mut self) -> ViewMut<'_, T> {
        self.as_view_mut()
    }
}

impl<T> Array<T> {
    /// The place of an index in the data.
    ///
    /// # Panics
    /// If the index is not one of the array.
    #[track_caller]
    fn place<const N: usize>(&self, index: [usize; N]) -> usize {
        let shape = self.layout.shape();
        let is_inside = N == shape.len() && index.iter().zip(shape).all(|(digit, extent)| digit < extent);
        assert!(is_inside, "index {index:?} is not below the extents {shape:?}");
        let steps = index.iter().zip(self.layout.strides()).map(|(digit, stride)| *digit as isize * stride);
        self.layout.origin().wrapping_add_signed(steps.sum())
    }
}

impl<T: Clone> Clone for Array<T> {
    fn clone(&self) -> Self {
        let layout = self.layout.try_clone().expect("the allocator gives memory for a layout");
        Self { data: self.data.clone(), layout }
    }
}

/// The element at an index. Panics if that is not one of the array.
impl<T, const N: usize> Index<[usize; N]> for Array<T> {
    type Output = T;

    #[track_caller]
    fn index(&self, index: [usize; N]) -> &T {
        &self.data[self.place(index)]
    }
}

impl<T, const N: usize> IndexMut<[usize; N]> for Array<T> {
    #[track_caller]
    fn index_mut(&mut self, index: [usize; N]) -> &mut T {
        let place = self.place(index);
        &mut self.data[place]
    }
}

impl<T> Strided for Array<T> {
    #[inline]
    fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    #[inline]
    fn strides(&self) -> &[isize] {
        self.layout.strides()
    }
}

// SAFETY: the layout never changes, and neither does the number of elements.
unsafe impl<T> AsView<T> for Array<T> {
    #[inline]
    fn as_view(&self) -> View<'_, T> {
        let origin = self.data.as_ptr().wrapping_add(self.layout.origin());
        // SAFETY: the data hold what the layout spans (checked when the array was made), and are borrowed.
        unsafe { View::from_raw(origin, self.layout.shape(), self.layout.strides()) }
    }
}

// SAFETY: as above.
unsafe impl<T> AsViewMut<T> for Array<T> {
    #[inline]
    fn as_view_mut(&mut self) -> ViewMut<'_, T> {
        let origin = self.data.as_mut_ptr().wrapping_add(self.layout.origin());
        // SAFETY: as above; no two indices share an element (checked then, too).
        unsafe { ViewMut::from_raw(origin, self.layout.shape(), self.layout.strides()) }
    }
}
