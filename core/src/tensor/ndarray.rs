//! Arrays of the crate `ndarray` as arrays and views, behind the feature of that name.
//!
//! Tests: `tests/tests/harness_ndarray.rs`.
#![allow(unsafe_code)]

use super::view::{Strided, View, ViewMut};
use ndarray::{ArrayBase, Data, DataMut, Dimension, RawData};

impl<S: RawData, D: Dimension> Strided for ArrayBase<S, D> {
    fn shape(&self) -> &[usize] {
        self.as_layout_ref().shape()
    }

    fn strides(&self) -> &[isize] {
        self.as_layout_ref().strides()
    }
}

impl<'a, S: Data, D: Dimension> From<&'a ArrayBase<S, D>> for View<'a, S::Elem> {
    fn from(array: &'a ArrayBase<S, D>) -> Self {
        // SAFETY: an array's pointer, extents and strides lead to its elements, which are borrowed for as
        // long (`ndarray::ArrayBase`, "Internal memory layout").
        unsafe { View::from_raw(array.as_ptr(), array.shape(), array.strides()) }
    }
}

impl<'a, S: DataMut, D: Dimension> From<&'a mut ArrayBase<S, D>> for ViewMut<'a, S::Elem> {
    fn from(array: &'a mut ArrayBase<S, D>) -> Self {
        let origin = array.as_mut_ptr();
        let array = &*array;
        // SAFETY: as above; `as_mut_ptr` made the elements the array's own, and in an array to write no
        // two indices share one.
        unsafe { ViewMut::from_raw(origin, array.shape(), array.strides()) }
    }
}
