//! Contractions of a sparse matrix of SciPy's and dense arrays.
//!
//! Problem: a call has a matrix of its own, whose numbers anybody may change until the next, and positions
//! that are wrong would have code read anywhere.
//!
//! Idea: the matrix is copied and checked, number by number, and multiplied by code that reads it: that is
//! one for all matrices of a type, and stays in the cache of the [`Jit`](tensmith::Jit).
//!
//! Tests: `harness/python/tests/test_sparse.py`.
#![allow(unsafe_code)]

use crate::answer::{extents, resolved};
use crate::array::{Array, Layout};
use crate::elements::Elements;
use crate::memory_order::{dense, is_addressable};
use crate::options::threads_of;
use crate::process::{self, Sparse};
use crate::serve::{Arrays, NotServed, Operands, default_threads, raised};
use crate::statistics::PLANS;
use numpy::npyffi::npy_intp;
use numpy::{Element as OfNumpy, PyReadonlyArray1};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};
use tensmith::error::ErrorKind;
use tensmith::{ArrayLayout, Element, View, ViewMut};
use tensmith_sparse::{
    Csr, CsrError, Duplicates, Einsum, EinsumError, EinsumRunError, FormChoice, Index, Operand, Options,
};

/// A sparse matrix: the number of the operand that it is, its rows and columns, where its rows begin, and the
/// columns and values of its entries.
#[derive(FromPyObject)]
pub(crate) struct Matrix<'py>(usize, (usize, usize), Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// A call with a sparse operand.
struct Call<'c, 'py> {
    text: &'c str,
    operands: &'c [Array<'c, 'py>],
    matrix: &'c Matrix<'py>,
    elements: Elements,
    out: Array<'c, 'py>,
    maker: &'static Sparse,
}

/// Contracts dense arrays of numpy's own class, and a matrix by rows, with elements of one type, into `out`,
/// or a new array in C order.
///
/// `NotServed` where tensmith lacks what is asked for, `ValueError` where the request is wrong.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "they are made for the call")]
pub(crate) fn contract_sparse<'py>(
    py: Python<'py>,
    text: &str,
    operands: Operands<'py>,
    matrix: Matrix<'py>,
    out: Option<Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let arrays = operands.arrays()?;
    let Some(values) = Array::of(matrix.4.as_borrowed()) else {
        return Err(PyTypeError::new_err("values must be an array of numpy's"));
    };
    let elements =
        values.kind().elements().filter(|_| arrays.iter().all(|array| array.kind() == values.kind()));
    let elements = elements.ok_or_else(|| PyTypeError::new_err("elements must have one type"))?;
    let shape = shape_of_result(text, &arrays, &matrix)?;
    let out = match out {
        Some(out) => out,
        None => values.new_like(&new_layout(shape.clone(), elements)?)?,
    };
    let to = Array::of(out.as_borrowed())
        .ok_or_else(|| PyTypeError::new_err("out must be an array of numpy's"))?;
    check_out(&to, &values, &shape, &arrays, elements)?;
    process::check_stack()?;
    let threads = threads.map_or_else(|| Ok(default_threads()), threads_of)?;
    let maker = process::sparse(threads).map_err(|error| NotServed::new_err(error.to_string()))?;
    PLANS.add();
    let call = Call { text, operands: &arrays, matrix: &matrix, elements, out: to, maker };
    match elements {
        Elements::F32 => call.of_type::<f32>(py)?,
        Elements::F64 => call.of_type::<f64>(py)?,
        other => {
            let rule = "must be float32 or float64 with a sparse operand";
            return Err(PyTypeError::new_err(format!("elements are {}: {rule}", other.name())));
        }
    }
    Ok(out)
}

/// The extents of the result, by numpy's rules.
fn shape_of_result(text: &str, arrays: &Arrays<'_, '_>, matrix: &Matrix<'_>) -> PyResult<Box<[npy_intp]>> {
    let Matrix(place, (rows, columns), ..) = *matrix;
    let mut shapes: Vec<Vec<usize>> = arrays.iter().map(|array| extents(array.shape())).collect();
    if place > shapes.len() {
        return Err(PyValueError::new_err(format!("the matrix is operand {place}: there are not as many")));
    }
    shapes.insert(place, vec![rows, columns]);
    let resolved = resolved(text, &shapes).map_err(|reason| raised(&reason))?;
    Ok(resolved.output().iter().map(|index| index.extent as npy_intp).collect())
}

/// A dense array in C order.
fn new_layout(shape: Box<[npy_intp]>, elements: Elements) -> PyResult<Layout> {
    if !is_addressable(&shape, elements.size()) {
        return Err(PyValueError::new_err(format!(
            "a result with extents {shape:?} has more bytes than there are"
        )));
    }
    let strides = dense(&shape, (0..shape.len()).rev(), elements.size());
    Ok(Layout { shape, strides })
}

/// Refuses an array that the result cannot be written to.
fn check_out(
    out: &Array<'_, '_>,
    values: &Array<'_, '_>,
    shape: &[npy_intp],
    operands: &Arrays<'_, '_>,
    elements: Elements,
) -> PyResult<()> {
    if out.kind() != values.kind() || *out.shape() != *shape || !out.is_writeable() {
        return Err(PyValueError::new_err(format!(
            "out must be writeable, of the operands' type and of shape {shape:?}"
        )));
    }
    let written = out.bytes(elements.size());
    let mut read = operands.iter().map(|operand| operand.bytes(elements.size()));
    match read.any(|read| read.start < written.end && written.start < read.end) {
        true => Err(PyValueError::new_err("out must be apart from the operands")),
        false => Ok(()),
    }
}

impl Call<'_, '_> {
    /// Evaluates the contraction for elements of a type.
    fn of_type<T: Element + OfNumpy>(&self, py: Python<'_>) -> PyResult<()> {
        let Matrix(_, (rows, columns), pointers, indices, values) = self.matrix;
        let values = values.extract::<PyReadonlyArray1<'_, T>>()?;
        let values = values.as_slice()?;
        let largest = (*rows).max(*columns).max(values.len()) as u64;
        let (shape, lists) = ((*rows, *columns), [pointers, indices]);
        match largest < <u32 as Index>::GREATEST {
            true => self.with_matrix(py, csr::<T, u32>(shape, lists, values)?),
            false => self.with_matrix(py, csr::<T, u64>(shape, lists, values)?),
        }
    }

    /// Evaluates the contraction with a copy of the matrix. Others run meanwhile.
    fn with_matrix<T: Element, I: Index>(&self, py: Python<'_>, matrix: Csr<T, I>) -> PyResult<()> {
        let layout = |array: &Array<'_, '_>| array.layout().in_elements(self.elements);
        let inputs = self.operands.iter().map(|array| Ok((array.address(), layout(array)?)));
        let inputs = inputs.collect::<Result<Vec<_>, _>>().map_err(|reason| raised(&reason))?;
        let output = (self.out.address(), layout(&self.out).map_err(|reason| raised(&reason))?);
        if !output.1.is_distinct() {
            return Err(NotServed::new_err("indices of out share elements, or may do so"));
        }
        let (text, place, maker) = (self.text, self.matrix.0, self.maker);
        let made = py.detach(|| {
            let mut operands: Vec<_> = inputs.iter().map(|(_, layout)| Operand::Dense(layout)).collect();
            operands.insert(place.min(operands.len()), Operand::Sparse(matrix));
            // Code that is the matrix takes longer to make than many products.
            let options = Options { form: FormChoice::Rows, ..Options::default() };
            Einsum::new_into(&maker.jit, text, operands, &output.1, &options)
        });
        let einsum = made.map_err(|error| not_made(&error))?;
        py.detach(|| run(&einsum, &inputs, &output, maker)).map_err(|error| not_run(&error))
    }
}

/// A copy of a matrix, with entries at the same place added up.
fn csr<T: Element, I: Index>(
    shape: (usize, usize),
    [pointers, indices]: [&Bound<'_, PyAny>; 2],
    values: &[T],
) -> PyResult<Csr<T, I>> {
    let (pointers, indices) = (numbers(pointers)?, numbers(indices)?);
    let made = Csr::from_rows(shape, pointers, indices, values.to_vec(), Duplicates::Sum);
    made.map_err(|error| match error {
        CsrError::OutOfMemory(_) => PyMemoryError::new_err(error.to_string()),
        _ => PyValueError::new_err(format!("the sparse operand is no matrix: {error}")),
    })
}

/// A copy of an array of integers of 32 or 64 bits.
fn numbers<I: Index>(list: &Bound<'_, PyAny>) -> PyResult<Vec<I>> {
    match list.extract::<PyReadonlyArray1<'_, i32>>() {
        Ok(list) => indices(list.as_slice()?),
        Err(_) => indices(list.extract::<PyReadonlyArray1<'_, i64>>()?.as_slice()?),
    }
}

/// A copy of some integers. Those that are too large for the type become its greatest, which is beyond all
/// rows, columns and entries that it is chosen for.
fn indices<I: Index, N: Copy + Into<i64>>(list: &[N]) -> PyResult<Vec<I>> {
    if list.iter().any(|number| (*number).into() < 0) {
        let rule = "indptr and indices of a sparse operand must not be negative";
        return Err(PyValueError::new_err(rule));
    }
    let index = |number: &N| I::saturating((*number).into().cast_unsigned() as usize);
    Ok(list.iter().map(index).collect())
}

/// An array by its address, and its extents and strides in elements.
type Place = (usize, ArrayLayout);

/// Evaluates a contraction of arrays at addresses, which have the layouts that it was made for.
fn run<T: Element, I: Index>(
    einsum: &Einsum<T, I>,
    inputs: &[Place],
    (out, layout): &Place,
    maker: &Sparse,
) -> Result<(), EinsumRunError> {
    let views: Vec<View<'_, T>> = (inputs.iter())
        .map(|(address, layout)| {
            let origin = with_exposed_provenance(*address);
            // SAFETY: there is an array of numpy's with this layout (`Call::with_matrix`), which the caller
            // of `contract_sparse` keeps; that nobody writes to it meanwhile is the duty of all threads of
            // Python.
            unsafe { View::from_raw(origin, layout.shape(), layout.strides()) }
        })
        .collect();
    let origin = with_exposed_provenance_mut(*out);
    // SAFETY: as above; no two indices share an element, it may be written and is apart (`check_out`).
    let mut output = unsafe { ViewMut::from_raw(origin, layout.shape(), layout.strides()) };
    einsum.run_on(&views, &mut output, &maker.pool)
}

/// The exception for a contraction that is not made.
fn not_made(error: &EinsumError) -> PyErr {
    let message = error.to_string();
    match error {
        EinsumError::OutOfMemory(_) | EinsumError::Matrix(CsrError::OutOfMemory(_)) => {
            PyMemoryError::new_err(message)
        }
        EinsumError::Plan(error) if error.kind() == ErrorKind::OutOfMemory => PyMemoryError::new_err(message),
        EinsumError::Expression(_) | EinsumError::Shapes(_) => PyValueError::new_err(message),
        EinsumError::Label { .. } => {
            NotServed::new_err(format!("{message}; `.toarray()` makes a dense operand of it"))
        }
        _ => NotServed::new_err(message),
    }
}

/// The exception for one that is not run.
fn not_run(error: &EinsumRunError) -> PyErr {
    match error {
        EinsumRunError::OutOfMemory(_) | EinsumRunError::Intermediate(_) => {
            PyMemoryError::new_err(error.to_string())
        }
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}
