//! numpy's arrays by their C structure: where elements are, extents, and strides in bytes.
//!
//! Tests: `harness/python/tests/test_layouts.py`.
#![allow(unsafe_code)]

use crate::elements::Elements;
use numpy::npyffi::{
    _PyArray_GET_ITEM_DATA, _PyDataType_GET_ITEM_DATA, NPY_ARRAY_ALIGNED, NPY_ARRAY_WRITEABLE, NPY_TYPES,
    NpyTypes, PY_ARRAY_API, PyArray_Descr, PyArrayObject, PyArrayObject_fields, get_type_object, npy_intp,
};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyAny;
use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::ptr::{self, NonNull, with_exposed_provenance};
use std::slice;

/// An array of numpy's own class.
///
/// Other threads may give it another shape or type whenever the interpreter is released: so fields are read
/// where they are needed, and lists of extents and strides are valid until then.
#[derive(Clone, Copy)]
pub(crate) struct Array<'a, 'py> {
    object: Borrowed<'a, 'py, PyAny>,
    fields: NonNull<PyArrayObject_fields>,
}

/// The type of an array's elements, as an object: it stays what it is when the array gets another one.
#[derive(Debug)]
pub(crate) struct ElementType<'py>(Bound<'py, PyAny>);

impl<'py> ElementType<'py> {
    /// A scalar of numpy's with this type and the value of an element.
    pub(crate) fn scalar(&self, element: *mut c_void) -> PyResult<Bound<'py, PyAny>> {
        let (py, descr) = (self.0.py(), self.0.as_ptr().cast());
        // SAFETY: `element` is one of this type (duty of the caller, inside of this crate), which is copied.
        let scalar = unsafe { PY_ARRAY_API.PyArray_Scalar(py, element, descr, ptr::null_mut()) };
        // SAFETY: it is a new reference, or null with an exception.
        unsafe { Bound::from_owned_ptr_or_err(py, scalar) }
    }
}

/// Reads a field of an array as it is now.
macro_rules! field {
    ($array:expr, $name:ident) => {
        // SAFETY: the object is borrowed, and so is what it is made of; the interpreter is attached, so that
        // nobody writes to a field meanwhile.
        unsafe { (*$array.fields.as_ptr()).$name }
    };
}

/// Extents, and strides in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) shape: Box<[npy_intp]>,
    pub(crate) strides: Box<[npy_intp]>,
}

impl<'a, 'py> Array<'a, 'py> {
    /// The array that an object is; none of a subclass, or anything else.
    #[inline]
    pub(crate) fn of(object: Borrowed<'a, 'py, PyAny>) -> Option<Self> {
        // SAFETY: the interpreter is attached, as `object` shows.
        let class = unsafe { get_type_object(object.py(), NpyTypes::PyArray_Type) };
        if object.get_type_ptr() != class {
            return None;
        }
        // SAFETY: it is an array of numpy's (just checked).
        let fields = unsafe { _PyArray_GET_ITEM_DATA(object.as_ptr().cast::<PyArrayObject>()) };
        NonNull::new(fields).map(|fields| Self { object, fields })
    }

    /// The extents.
    #[inline]
    pub(crate) fn shape(&self) -> &[npy_intp] {
        self.list(field!(self, dimensions))
    }

    /// The strides, in bytes.
    #[inline]
    pub(crate) fn strides(&self) -> &[npy_intp] {
        self.list(field!(self, strides))
    }

    #[inline]
    fn list(&self, start: *const npy_intp) -> &[npy_intp] {
        let rank = field!(self, nd);
        if rank == 0 {
            return &[];
        }
        // SAFETY: numpy keeps one for each dimension. It is valid while the interpreter is attached: nothing
        // of this crate keeps it longer, and it is read again after each release.
        unsafe { slice::from_raw_parts(start, rank as usize) }
    }

    /// The address of the element with index (0, …, 0).
    #[inline]
    pub(crate) fn address(&self) -> usize {
        field!(self, data).expose_provenance()
    }

    /// numpy's number of the type of elements, and whether they lie where and as the machine has
    /// them, in one word.
    #[inline]
    pub(crate) fn kind(&self) -> Kind {
        let descr = field!(self, descr);
        // SAFETY: an array always has a type of elements.
        let descr = unsafe { _PyDataType_GET_ITEM_DATA(descr) };
        // SAFETY: as above: the array has it while the interpreter is attached.
        let number = unsafe { (*descr).type_num };
        // SAFETY: as above.
        let byteorder = unsafe { (*descr).byteorder };
        let is_native = matches!(byteorder as u8, b'=' | b'|');
        let is_aligned = field!(self, flags) & NPY_ARRAY_ALIGNED != 0;
        Kind(u64::from(number as u32) << 1 | u64::from(is_native && is_aligned))
    }

    /// The type of elements that it has now.
    #[inline]
    pub(crate) fn element_type(&self) -> ElementType<'py> {
        let descr = field!(self, descr).cast();
        // SAFETY: an array always has a type of elements, which is an object.
        ElementType(unsafe { Bound::from_borrowed_ptr(self.object.py(), descr) })
    }

    /// Whether it may be written.
    #[inline]
    pub(crate) fn is_writeable(&self) -> bool {
        field!(self, flags) & NPY_ARRAY_WRITEABLE != 0
    }

    /// Its layout, which lasts.
    pub(crate) fn layout(&self) -> Layout {
        Layout { shape: self.shape().into(), strides: self.strides().into() }
    }

    /// The addresses of its bytes, for elements of some size.
    #[inline]
    pub(crate) fn bytes(&self, size: isize) -> Range<usize> {
        let (mut below, mut above) = (0, size);
        for (extent, stride) in self.shape().iter().zip(self.strides()) {
            match extent - 1 {
                ..0 => return 0..0,
                steps if *stride < 0 => below += steps * stride,
                steps => above += steps * stride,
            }
        }
        self.address().wrapping_add_signed(below)..self.address().wrapping_add_signed(above)
    }

    /// Bytes of an element.
    pub(crate) fn item_size(&self) -> PyResult<isize> {
        self.object.getattr("itemsize")?.extract()
    }

    /// Whether elements are Python's objects, or have some.
    pub(crate) fn has_objects(&self) -> PyResult<bool> {
        match self.kind().is_of_numbers() {
            true => Ok(false),
            false => self.element_type().0.getattr("hasobject")?.extract(),
        }
    }

    /// Copies all bytes from the first to the last one to as many others.
    ///
    /// # Errors
    /// `ValueError`, if there are not as many.
    pub(crate) fn copy_bytes(&self, to: &mut [u8]) -> PyResult<()> {
        let bytes = self.bytes(self.item_size()?);
        if bytes.len() != to.len() {
            return Err(PyValueError::new_err(format!(
                "an array has {} bytes, not {}",
                bytes.len(),
                to.len()
            )));
        }
        let from: *const u8 = with_exposed_provenance(bytes.start);
        // SAFETY: they are the bytes from the first to the last element of an array that is borrowed: its
        // memory, all of it, unless somebody has said strides that do not fit, which is their duty
        // (numpy.lib.stride_tricks.as_strided). `to` is borrowed for writing, and so is apart from it.
        unsafe { ptr::copy_nonoverlapping(from, to.as_mut_ptr(), to.len()) };
        Ok(())
    }

    /// A new array with elements of the same type, which nothing has written.
    pub(crate) fn new_like(&self, layout: &Layout) -> PyResult<Bound<'py, PyAny>> {
        self.made(layout, ptr::null_mut(), 0)
    }

    /// A new array over its elements; a scalar where that has no extents, as numpy returns none.
    pub(crate) fn view(&self, layout: &Layout) -> PyResult<Bound<'py, PyAny>> {
        if layout.shape.is_empty() {
            return self.element_type().scalar(field!(self, data).cast());
        }
        let view = self.made(layout, field!(self, data).cast(), field!(self, flags) & NPY_ARRAY_WRITEABLE)?;
        let (py, base) = (self.object.py(), self.object.to_owned().into_ptr());
        // SAFETY: the view is an array that has no base yet; the reference to the new one is given away.
        if unsafe { PY_ARRAY_API.PyArray_SetBaseObject(py, view.as_ptr().cast(), base) } < 0 {
            return Err(PyErr::fetch(py));
        }
        Ok(view)
    }

    fn made(&self, layout: &Layout, data: *mut c_void, flags: c_int) -> PyResult<Bound<'py, PyAny>> {
        let py = self.object.py();
        let Layout { shape, strides } = layout;
        let rank = c_int::try_from(shape.len()).map_err(|_| PyMemoryError::new_err("too many extents"))?;
        let descr: *mut PyArray_Descr = field!(self, descr);
        // SAFETY: a type of elements is an object; the reference is given away below.
        unsafe { pyo3::ffi::Py_INCREF(descr.cast()) };
        // SAFETY: as above: the interpreter is attached.
        let class = unsafe { get_type_object(py, NpyTypes::PyArray_Type) };
        // The lists are copied: that they are mutable is for other languages.
        let (shape, strides) = (shape.as_ptr().cast_mut(), strides.as_ptr().cast_mut());
        // SAFETY: there are as many extents and strides as it says. Memory of its own is as large as the
        // extents say, and the strides are those of a dense array then; other memory is that of this array,
        // in which the strides of views stay (`answer`).
        let made = unsafe {
            PY_ARRAY_API.PyArray_NewFromDescr(
                py,
                class,
                descr,
                rank,
                shape,
                strides,
                data,
                flags,
                ptr::null_mut(),
            )
        };
        // SAFETY: it is a new reference, or null with an exception.
        unsafe { Bound::from_owned_ptr_or_err(py, made) }
    }
}

/// The type of an array's elements, by numpy's number, and whether these are aligned and in the machine's
/// order of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind(u64);

impl Kind {
    /// The kind as a word.
    #[inline]
    pub(crate) const fn word(self) -> u64 {
        self.0
    }

    /// That of elements with a number of numpy's, which lie as the machine has them.
    pub(crate) fn of_type(number: c_int) -> Self {
        Self(u64::from(number as u32) << 1 | 1)
    }

    /// numpy's number of the type.
    const fn number(self) -> c_int {
        (self.0 >> 1) as u32 as c_int
    }

    /// Whether scalars can be made of elements alone: newer types want to know their array for that.
    pub(crate) fn has_scalars(self) -> bool {
        self.number() < NPY_TYPES::NPY_NTYPES_LEGACY as c_int || self.is_known()
    }

    /// Whether elements are numbers that are built in, whose bytes are all that there is to them.
    fn is_of_numbers(self) -> bool {
        (0..NPY_TYPES::NPY_OBJECT as c_int).contains(&self.number())
    }

    /// Whether kernels can read the array.
    #[inline]
    pub(crate) fn is_known(self) -> bool {
        self.elements().is_some()
    }

    /// The type that kernels know; none where these cannot read the array.
    pub(crate) fn elements(self) -> Option<Elements> {
        if self.0 & 1 == 0 { None } else { Elements::numbered(self.number()) }
    }
}
