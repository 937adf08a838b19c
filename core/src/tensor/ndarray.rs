//! Arrays of the crate `ndarray` as arrays and views, behind the feature of that name.
//!
//! Tests: `tests/tests/harness_ndarray.rs`.
#![allow(unsafe_code)]

use super::view::{AsView, AsViewMut, Strided, View, ViewMut};
use ndarray::{ArrayBase, Data, DataMut, Dimension, RawData};

impl<S: RawData, D: Dimension> Strided for ArrayBase<S, D> {
    fn shape(&self) -> &[usize] {
        self.as_layout_ref().shape()
    }

    fn strides(&self) -> &[isize] {
        self.as_layout_ref().strides()
    }
}

// SAFETY: extents, strides and pointer are the array's.
unsafe impl<T, S: Data<Elem = T>, D: Dimension> AsView<T> for ArrayBase<S, D> {
    fn as_view(&self) -> View<'_, T> {
        // SAFETY: an array's pointer, extents and strides lead to its elements, which are borrowed for as
        // long (`ndarray::ArrayBase`, "Internal memory layout").
        unsafe { View::from_raw(self.as_ptr(), Strided::shape(self), Strided::strides(self)) }
    }
}

// SAFETY: as above.
unsafe impl<T, S: DataMut<Elem = T>, D: Dimension> AsViewMut<T> for ArrayBase<S, D> {
    fn as_view_mut(&mut self) -> ViewMut<'_, T> {
        let origin = self.as_mut_ptr();
        // SAFETY: as above; `as_mut_ptr` made the elements the array's own, and in an array to write no
        // two indices share one.
        unsafe { ViewMut::from_raw(origin, Strided::shape(self), Strided::strides(self)) }
    }
}
