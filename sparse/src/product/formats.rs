//! The formats that there are products of.
//!
//! Tests: `tests/tests/sparse_product.rs`, `tests/tests/sparse_blocks.rs`, `tests/tests/sparse_pruned.rs`,
//! `tests/tests/sparse_sampled.rs`.

use super::choice::chosen;
use super::error::ProductError;
use super::explanation::Explanation;
use super::format::private::Sealed;
use super::format::{Code, Format, Operand, Rows, address, reading, unavailable};
use super::options::Options;
use crate::bcsr::Bcsr;
use crate::blocks::{self, BlocksSpec};
use crate::columns::Columns;
use crate::csr::{Csr, Index};
use crate::pruned::{self, KEPT, Pruned, PrunedSpec};
use crate::sampled::{self, Factors, SampledSpec};
use crate::template::Template;
use std::sync::Arc;
use tensmith::Jit;
use tensmith_core::reference::Element;

impl<T, I> Sealed for Csr<T, I> {}
impl<T, I> Sealed for Bcsr<T, I> {}
impl<T> Sealed for Pruned<T> {}
impl<T, I> Sealed for Positions<T, I> {}
impl<T, I> Sealed for Sampled<T, I> {}

/// The positions of a matrix whose values come with each run: its inputs are these, one
/// for each entry, and B.
#[derive(Debug)]
pub struct Positions<T, I = u32>(Arc<Csr<T, I>>);

/// The positions of a sampled product ("SDDMM"): for each entry `(i, j)`, its value times the dot product of
/// row `i` of X and row `j` of Y. The inputs of a run are X and Y; its results are the values of a matrix
/// with the same positions.
#[derive(Debug)]
pub struct Sampled<T, I = u32>(Arc<Csr<T, I>>);

impl<T: Element, I: Index> Positions<T, I> {
    /// The positions of a matrix, whose values do not matter.
    #[must_use]
    pub fn of(matrix: impl Into<Arc<Csr<T, I>>>) -> Self {
        Self(matrix.into())
    }
}

impl<T: Element, I: Index> Sampled<T, I> {
    /// The entries of a matrix.
    #[must_use]
    pub fn of(matrix: impl Into<Arc<Csr<T, I>>>) -> Self {
        Self(matrix.into())
    }
}

impl<T: Element, I: Index> Format for Csr<T, I> {
    type Element = T;
    type Index = I;
    type Dense = Columns;
    type Inputs<'a> = &'a [T];
    type Explanation = Explanation;

    fn shape(&self) -> (usize, usize) {
        self.shape()
    }

    fn code(&self, jit: &Jit, columns: Columns, options: &Options) -> Result<Code<Self>, ProductError> {
        let factored = || {
            let (template, table) = Template::sharing(self)?;
            Ok((template, Some(table)))
        };
        chosen(self, factored, columns, jit, options)
    }

    fn values(&self) -> &[T] {
        self.values()
    }

    fn pointers(&self) -> &[I] {
        self.pointers()
    }

    fn inputs<'a>(values: &'a [T], b: &'a [T]) -> [&'a [T]; 2] {
        [values, b]
    }

    fn arguments(&self, rows: &Rows) -> [usize; 7] {
        rows.by_pointers(self.indices())
    }
}

impl<T: Element, I: Index> Format for Positions<T, I> {
    type Element = T;
    type Index = I;
    type Dense = Columns;
    type Inputs<'a> = [&'a [T]; 2];
    type Explanation = Explanation;

    fn shape(&self) -> (usize, usize) {
        self.0.shape()
    }

    fn code(&self, jit: &Jit, columns: Columns, options: &Options) -> Result<Code<Self>, ProductError> {
        chosen(&self.0, || Ok((Template::of_positions(&self.0)?, None)), columns, jit, options)
    }

    fn pointers(&self) -> &[I] {
        self.0.pointers()
    }

    fn inputs<'a>(_: &'a [T], given: [&'a [T]; 2]) -> [&'a [T]; 2] {
        given
    }

    fn arguments(&self, rows: &Rows) -> [usize; 7] {
        rows.by_pointers(self.0.indices())
    }
}

impl<T: Element, I: Index> Format for Bcsr<T, I> {
    type Element = T;
    type Index = I;
    type Dense = Columns;
    type Inputs<'a> = &'a [T];
    type Explanation = ();

    fn shape(&self) -> (usize, usize) {
        self.shape()
    }

    fn code(&self, jit: &Jit, columns: Columns, options: &Options) -> Result<Code<Self>, ProductError> {
        options.check_rows()?;
        let [of_b, of_c] = columns.spans(T::DTYPE, self.shape(), options.layout)?;
        let spec = BlocksSpec::new::<T, I>(self.block(), columns)?;
        let price = blocks::price(&spec, jit.target()).map_err(unavailable(&spec))?;
        let values = self.values().len();
        let operands = [
            Operand::shared("values", values),
            Operand::shared("B", of_b),
            Operand { name: "C", needed: of_c, step: columns.ldc.saturating_mul(self.block().rows()) },
        ];
        let chunks = options.chunks(self, values, columns.count)?;
        reading(jit, spec, price.cycles(self.shape(), self.blocks()), operands, chunks)
    }

    fn values(&self) -> &[T] {
        self.values()
    }

    fn pointers(&self) -> &[I] {
        self.pointers()
    }

    fn inputs<'a>(values: &'a [T], b: &'a [T]) -> [&'a [T]; 2] {
        [values, b]
    }

    fn arguments(&self, rows: &Rows) -> [usize; 7] {
        rows.by_pointers(self.indices())
    }
}

impl<T: Element> Format for Pruned<T> {
    type Element = T;
    type Index = u32;
    type Dense = Columns;
    type Inputs<'a> = &'a [T];
    type Explanation = ();

    fn shape(&self) -> (usize, usize) {
        self.shape()
    }

    fn code(&self, jit: &Jit, columns: Columns, options: &Options) -> Result<Code<Self>, ProductError> {
        options.check_rows()?;
        let [of_b, of_c] = columns.spans(T::DTYPE, self.shape(), options.layout)?;
        let spec = PrunedSpec::new::<T>(self.groups(), columns)?;
        let price = pruned::price(&spec, jit.target()).map_err(unavailable(&spec))?;
        let values = self.values().len();
        let operands = [
            Operand { name: "values", needed: values, step: self.groups() * KEPT },
            Operand::shared("B", of_b),
            Operand { name: "C", needed: of_c, step: columns.ldc },
        ];
        let chunks = options.chunks(self, values, columns.count)?;
        reading(jit, spec, price.cycles(self.shape(), values / KEPT), operands, chunks)
    }

    fn values(&self) -> &[T] {
        self.values()
    }

    fn inputs<'a>(values: &'a [T], b: &'a [T]) -> [&'a [T]; 2] {
        [values, b]
    }

    fn arguments(&self, rows: &Rows) -> [usize; 7] {
        let first = rows.first.saturating_mul(self.groups() * KEPT);
        let places = self.places().get(first..).unwrap_or_default();
        let [values, b] = rows.inputs;
        [rows.count, address(places), values, b, rows.out, 0, 0]
    }
}

impl<T: Element, I: Index> Format for Sampled<T, I> {
    type Element = T;
    type Index = I;
    type Dense = Factors;
    type Inputs<'a> = [&'a [T]; 2];
    type Explanation = ();

    fn shape(&self) -> (usize, usize) {
        self.0.shape()
    }

    fn code(&self, jit: &Jit, factors: Factors, options: &Options) -> Result<Code<Self>, ProductError> {
        options.check_rows()?;
        let (shape, entries) = (self.shape(), self.0.entries());
        let [of_x, of_y] = factors.spans(T::DTYPE, shape)?;
        let spec = SampledSpec::new::<T, I>(factors)?;
        let price = sampled::price(&spec, jit.target()).map_err(unavailable(&spec))?;
        let operands = [
            Operand { name: "X", needed: of_x, step: factors.ldx },
            Operand::shared("Y", of_y),
            Operand::shared("the output", entries),
        ];
        let chunks = options.chunks(&*self.0, entries, factors.depth)?;
        reading(jit, spec, price.cycles(shape, entries), operands, chunks)
    }

    fn pointers(&self) -> &[I] {
        self.0.pointers()
    }

    fn inputs<'a>(_: &'a [T], given: [&'a [T]; 2]) -> [&'a [T]; 2] {
        given
    }

    fn arguments(&self, rows: &Rows) -> [usize; 7] {
        let ([x, y], values) = (rows.inputs, address(self.0.values()));
        [rows.pointers, rows.count, address(self.0.indices()), values, x, y, rows.out]
    }
}
