//! Products with arrays and views: made for an array like B, and evaluated into an array like C.
//!
//! Tests: `tests/tests/sparse_product.rs`.
#![allow(unsafe_code)]

use super::Product;
use super::call::Pair;
use super::error::{ArrayError, ProductError, RunError};
use super::format::Format;
use super::options::Options;
use crate::columns::Columns;
use std::sync::Arc;
use tensmith::parallel::{Executor, Sequential};
use tensmith::{Array, ArrayLayout, Jit, Strided, View, ViewMut};
use tensmith_core::kernel::spec::Layout;
use tensmith_core::reference::Element;

/// An array of a product: `rows` rows, or columns where that is its layout, that are `distance` elements
/// apart. One with a single column may be a vector.
struct Expected {
    operand: &'static str,
    rows: usize,
    columns: usize,
    distance: usize,
    layout: Layout,
}

impl Expected {
    /// The strides of a matrix.
    fn strides(&self) -> [usize; 2] {
        match self.layout {
            Layout::RowMajor => [self.distance, 1],
            Layout::ColumnMajor => [1, self.distance],
        }
    }

    /// Refuses an array that is not like this one. Strides of extents below 2 do not count.
    fn check(&self, array: &impl Strided) -> Result<(), ArrayError> {
        let extents = [self.rows, self.columns];
        let matrix = matrix(array).filter(|(shape, _)| *shape == extents);
        let agrees = |(extent, (found, stride)): (usize, (isize, usize))| {
            extent < 2 || usize::try_from(found) == Ok(stride)
        };
        let is_like = |(_, strides): ([usize; 2], [isize; 2])| {
            extents.contains(&0)
                || extents.into_iter().zip(strides.into_iter().zip(self.strides())).all(agrees)
        };
        if matrix.is_some_and(is_like) {
            return Ok(());
        }
        Err(refused(self.operand, array, format!("{extents:?} with strides {:?}", self.strides())))
    }
}

/// The extents and strides of an array of one or two dimensions: a vector is a single column.
fn matrix(array: &impl Strided) -> Option<([usize; 2], [isize; 2])> {
    match (array.shape(), array.strides()) {
        ([rows], [stride]) => Some(([*rows, 1], [*stride, 1])),
        ([rows, columns], [down, along]) => Some(([*rows, *columns], [*down, *along])),
        _ => None,
    }
}

fn refused(operand: &'static str, array: &impl Strided, rule: String) -> ArrayError {
    ArrayError { operand, shape: array.shape().to_vec(), strides: array.strides().to_vec(), rule }
}

/// The columns of an array with `depth` rows and their layout: rows or columns are neighbours. C
/// follows without gaps.
fn columns_of(b: &impl Strided, (rows, depth): (usize, usize)) -> Result<(Columns, Layout), ArrayError> {
    let wrong =
        || refused("B", b, format!("a matrix of {depth} rows, or a vector, with a positive stride of 1"));
    let ([found, count], [down, along]) = matrix(b).ok_or_else(wrong)?;
    let distance = |extent: usize, stride: isize, least: usize| {
        if extent < 2 { Some(least) } else { usize::try_from(stride).ok() }
    };
    let by_rows = (count < 2 || along == 1).then(|| distance(depth, down, count)).flatten();
    let by_columns = (depth < 2 || down == 1).then(|| distance(count, along, depth)).flatten();
    let columns = Columns::dense(count);
    match (by_rows, by_columns) {
        _ if found != depth => Err(wrong()),
        (Some(ldb), _) => Ok((Columns { ldb, ..columns }, Layout::RowMajor)),
        (None, Some(ldb)) => Ok((Columns { ldb, ldc: rows, ..columns }, Layout::ColumnMajor)),
        (None, None) => Err(wrong()),
    }
}

impl<T: Element, F> Product<F>
where
    F: for<'a> Format<Element = T, Dense = Columns, Inputs<'a> = &'a [T]>,
{
    /// Makes the code of a product with matrices or vectors like `b`, into a C whose elements follow one
    /// another by rows, or by columns where that is how B is stored; it takes the place of the
    /// layout in `options`.
    ///
    /// # Errors
    /// [`ProductError`].
    pub fn with_array(
        jit: &Jit,
        matrix: impl Into<Arc<F>>,
        b: &impl Strided,
        options: &Options,
    ) -> Result<Self, ProductError> {
        let matrix = matrix.into();
        let (columns, layout) = columns_of(b, matrix.shape())?;
        Self::new(jit, matrix, columns, &Options { layout, ..*options })
    }

    /// Returns the product of the matrix and an array, on this thread.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn multiply(&self, b: &View<'_, T>) -> Result<Array<T>, RunError> {
        let [rows, columns] = [self.expected_c().rows, self.dense.count];
        let [down, along] = self.expected_c().strides().map(|stride| stride as isize);
        let layout = match b.shape() {
            [_] => ArrayLayout::new(&[rows], &[down]),
            _ => ArrayLayout::new(&[rows, columns], &[down, along]),
        };
        let mut c = Array::zeros(layout.map_err(tensmith::error::ViewError::from)?)?;
        self.multiply_into(b, &mut c.view_mut(), &Sequential)?;
        Ok(c)
    }

    /// Evaluates the product of the matrix and an array into another one, on the threads of an executor.
    ///
    /// # Errors
    /// [`RunError`]; nothing is written then.
    pub fn multiply_into(
        &self,
        b: &View<'_, T>,
        c: &mut ViewMut<'_, T>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let ((_, depth), Columns { count, ldb, .. }) = (self.matrix.shape(), self.dense);
        let layout = self.code.layout;
        Expected { operand: "B", rows: depth, columns: count, distance: ldb, layout }.check(b)?;
        self.expected_c().check(c)?;
        // SAFETY: the elements of both are those of the views' indices, as extents and strides have just been
        // compared. A view's elements may be read, and C is borrowed for writing.
        unsafe { self.run_pair(Pair { b: b.origin(), c: c.origin() }, executor) }
    }

    fn expected_c(&self) -> Expected {
        let ((rows, _), Columns { count, ldc, .. }) = (self.matrix.shape(), self.dense);
        Expected { operand: "C", rows, columns: count, distance: ldc, layout: self.code.layout }
    }
}
