//! Calling kernels of products: the one place where slices become addresses.
#![allow(unsafe_code)]

use super::Product;
use super::blocked::BlockCode;
use super::code::{Code, Form, apart};
use super::error::RunError;
use super::pruned::PrunedCode;
use super::sampled::SampledCode;
use crate::blocks::Blocks;
use crate::csr::Index;
use crate::fixed::Fixed;
use crate::pruned::{GROUP, KEPT, PrunedRows};
use crate::rows::Rows;
use crate::sampled::SampledRows;
use crate::split::Chunk;
use std::ops::Range;
use std::ptr::with_exposed_provenance_mut;
use tensmith::{DataKernel, Executor, Jit};
use tensmith_core::code::entry::{Arguments, Kernel};
use tensmith_core::fallible::try_filled;
use tensmith_core::kernel::spec::Layout;
use tensmith_core::reference::Element;
use tensmith_core::registry::RegistryError;

/// Adds the generators of this package to a handle's, which begins with empty caches.
///
/// # Errors
/// [`RegistryError`], where it has them already.
pub fn enabled(jit: Jit) -> Result<Jit, RegistryError> {
    // SAFETY: the kernels of all of them access the operands as their kinds say, and return: each address is that of an element by the
    // same positions that the specification or the matrix has (`fixed::write`, `rows::write`), and tails are exact.
    let jit = unsafe { jit.with_data_generator(&Fixed) }?;
    // SAFETY: as above.
    let jit = unsafe { jit.with_data_generator(&Rows) }?;
    // SAFETY: as above, and of a row of blocks each row is one of C (`blocks::write`).
    let jit = unsafe { jit.with_data_generator(&Blocks) }?;
    // SAFETY: as above; results are those of the entries (`sampled::write`).
    let jit = unsafe { jit.with_data_generator(&SampledRows) }?;
    // SAFETY: as above (`pruned::write`).
    unsafe { jit.with_data_generator(&PrunedRows) }
}

/// An address that tasks share. Each writes elements of its own.
#[derive(Clone, Copy)]
struct Shared<T>(*mut T);

// SAFETY: tasks write different elements: see `Code::run`.
unsafe impl<T: Send> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// The address of an element, as kernels take it.
    fn at(&self, element: usize) -> usize {
        self.0.wrapping_add(element).expose_provenance()
    }
}

/// The inputs of a product that reads its matrix: of entries, or of blocks.
struct Inputs<'a, T, I> {
    pointers: &'a [I],
    indices: &'a [I],
    values: &'a [T],
    /// The address of B.
    b: usize,
}

impl<T: Element, I: Index> Code<T, I> {
    /// Evaluates the product with a table of factors, or with a value for each entry.
    pub(super) fn run(
        &self,
        values: &[T],
        b: &[T],
        c: &mut [T],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let [of_values, of_b, of_c] = self.needed;
        if values.len() < of_values || b.len() < of_b || c.len() < of_c {
            let found = [("values", values.len()), ("B", b.len()), ("C", c.len())];
            return Err(short(found, self.needed));
        }
        let places = [address(b), c.as_mut_ptr().expose_provenance()];
        // SAFETY: all have just been counted; C is borrowed for writing.
        unsafe { self.run_at(values, places, executor) }
    }

    /// Evaluates the product on operands of which the addresses are given: of B and of C, provenance exposed.
    ///
    /// # Safety
    /// There are as many values as [`Code::needed`] says. Elements of B by [`Code::columns`] and [`Code::layout`] may be read,
    /// those of C read and written by this call alone.
    unsafe fn run_at(
        &self,
        values: &[T],
        [b, c]: [usize; 2],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        match &self.form {
            Form::Fixed { kernel, .. } => {
                // SAFETY: the kernel is that of the specification whose table, B and C the caller vouches for.
                unsafe { fixed(self.executable(kernel)?, [address(values), b, c]) };
                Ok(())
            }
            Form::Rows { kernel, carrying, chunks } => {
                let kernels = [self.executable(kernel)?, self.executable(carrying)?];
                self.run_chunks(kernels, chunks, (&self.inputs(values, b), c), executor)
            }
        }
    }

    /// Evaluates the product on `count` pairs of operands, whose addresses `places` knows: those of one pair after the other on all
    /// threads, where the work on each is divided, else each on one thread.
    ///
    /// # Safety
    /// As for [`Code::run_at`], of each pair; C of different pairs have no element in common.
    pub(super) unsafe fn run_many(
        &self,
        values: &[T],
        (count, places): (usize, &(dyn Fn(usize) -> [usize; 2] + Sync)),
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let (rows_of_c, _) = self.matrix.shape();
        match &self.form {
            Form::Rows { chunks, .. } if chunks.len() > 1 => {
                for nth in 0..count {
                    // SAFETY: the caller's duty is the same.
                    unsafe { self.run_at(values, places(nth), executor)? };
                }
            }
            Form::Rows { kernel, .. } => {
                let (kernel, pointers) = (self.executable(kernel)?, address(self.matrix.pointers()));
                executor.run(count, &|range: Range<usize>| {
                    for [b, c] in range.map(places).filter(|_| rows_of_c > 0) {
                        rows(kernel, &self.inputs(values, b), (pointers, rows_of_c), c);
                    }
                })?;
            }
            Form::Fixed { kernel, .. } => {
                let kernel = self.executable(kernel)?;
                executor.run(count, &|range: Range<usize>| {
                    for [b, c] in range.map(places) {
                        // SAFETY: as in `run_at`; tasks have different pairs.
                        unsafe { fixed(kernel, [address(values), b, c]) };
                    }
                })?;
            }
        }
        Ok(())
    }

    fn inputs<'a>(&'a self, values: &'a [T], b: usize) -> Inputs<'a, T, I> {
        Inputs { pointers: self.matrix.pointers(), indices: self.matrix.indices(), values, b }
    }

    fn executable<'k>(&self, kernel: &'k DataKernel) -> Result<&'k Kernel, RunError> {
        kernel.kernel().ok_or(RunError::OtherMachine { target: self.target.core.name })
    }

    /// All chunks, and then what they carry to C, at an address.
    fn run_chunks(
        &self,
        [kernel, carrying]: [&Kernel; 2],
        chunks: &[Chunk],
        (inputs, c): (&Inputs<'_, T, I>, usize),
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let count = self.columns.count;
        // The sums that a chunk carries are at its number, where any does.
        let is_carried = chunks.iter().any(|chunk| chunk.carried.is_some());
        let carries = if is_carried { chunks.len().saturating_mul(count) } else { 0 };
        let mut carried = try_filled(T::ZERO, carries)?;
        let (of_c, of_carried) = (Shared(with_exposed_provenance_mut::<T>(c)), Shared(carried.as_mut_ptr()));
        let step = self.row_of_c();
        executor.run(chunks.len(), &|range: Range<usize>| {
            for (nth, chunk) in chunks.iter().enumerate().take(range.end).skip(range.start) {
                if let Some((_, entries)) = &chunk.carried {
                    let out = of_carried.at(nth.saturating_mul(count));
                    piece(carrying, inputs, entries, out);
                }
                if !chunk.whole.is_empty() {
                    let pointers = inputs.pointers.get(chunk.whole.start..).unwrap_or_default();
                    let out = of_c.at(chunk.whole.start.saturating_mul(step));
                    rows(kernel, inputs, (address(pointers), chunk.whole.len()), out);
                }
                if let Some((row, entries)) = &chunk.begun {
                    piece(kernel, inputs, entries, of_c.at(row.saturating_mul(step)));
                }
            }
        })?;
        let apart = apart(self.columns, self.layout);
        for ((row, _), sums) in chunks
            .iter()
            .zip(carried.chunks(count.max(1)))
            .filter_map(|(chunk, sums)| Some((chunk.carried.as_ref()?, sums)))
        {
            debug_assert_eq!(sums.len(), apart.count);
            self.add(*row, sums, of_c);
        }
        Ok(())
    }

    /// Elements from a row of C to the next.
    fn row_of_c(&self) -> usize {
        if self.layout == Layout::RowMajor { self.columns.ldc } else { 1 }
    }

    /// Adds sums to a row of C.
    fn add(&self, row: usize, sums: &[T], c: Shared<T>) {
        let step = if self.layout == Layout::RowMajor { 1 } else { self.columns.ldc };
        let first = row.saturating_mul(self.row_of_c());
        for (nth, sum) in sums.iter().enumerate() {
            let element = c.0.wrapping_add(first.saturating_add(nth.saturating_mul(step)));
            // SAFETY: the element is one of the row's, as there are as many sums as columns (`run_chunks`); all tasks have ended.
            let before = unsafe { element.read() };
            // SAFETY: as above.
            unsafe { element.write(before + *sum) };
        }
    }
}

impl<T: Element, I: Index> Product<T, I> {
    /// Evaluates the product on `count` pairs of operands, whose addresses `places` knows: of B and of C, provenance exposed.
    ///
    /// # Safety
    /// Elements of each B may be read, and those of each C read and written by this call alone, where the product's columns and layout
    /// place them; C of different pairs have no element in common.
    pub(crate) unsafe fn run_many(
        &self,
        pairs: (usize, &(dyn Fn(usize) -> [usize; 2] + Sync)),
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        // SAFETY: the values are those of the code: its table, or one for each entry (`Product::new`, `with_values`).
        unsafe { self.code.run_many(self.values(), pairs, executor) }
    }
}

impl<T: Element, I: Index> BlockCode<T, I> {
    /// Evaluates the product.
    pub(super) fn run(
        &self,
        b: &[T],
        c: &mut [T],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let [of_b, of_c] = self.needed;
        if b.len() < of_b || c.len() < of_c {
            return Err(short([("values", 0), ("B", b.len()), ("C", c.len())], [0, of_b, of_c]));
        }
        let other = || RunError::OtherMachine { target: self.target.core.name };
        let kernel = self.kernel.kernel().ok_or_else(other)?;
        let Self { matrix, columns, chunks, .. } = self;
        let (pointers, indices, values) = (matrix.pointers(), matrix.indices(), matrix.values());
        let (inputs, of_c) = (Inputs { pointers, indices, values, b: address(b) }, Shared(c.as_mut_ptr()));
        // The elements of C from a row of blocks to the next.
        let step = columns.ldc.saturating_mul(matrix.block().rows());
        executor.run(chunks.len(), &|range: Range<usize>| {
            for chunk in chunks.get(range).unwrap_or_default() {
                let pointers = pointers.get(chunk.start..).unwrap_or_default();
                let out = of_c.at(chunk.start.saturating_mul(step));
                rows(kernel, &inputs, (address(pointers), chunk.len()), out);
            }
        })?;
        Ok(())
    }
}

impl<T: Element, I: Index> SampledCode<T, I> {
    /// Evaluates the product.
    pub(super) fn run(
        &self,
        (x, y): (&[T], &[T]),
        out: &mut [T],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let found = [("X", x.len()), ("Y", y.len()), ("the output", out.len())];
        if found.iter().zip(self.needed).any(|((_, found), needed)| *found < needed) {
            return Err(short(found, self.needed));
        }
        let other = || RunError::OtherMachine { target: self.target.core.name };
        let kernel = self.kernel.kernel().ok_or_else(other)?;
        let (matrix, out) = (&self.matrix, Shared(out.as_mut_ptr()));
        let some_rows = |first: usize, pointers: &[I], count: usize| {
            let row = x.get(first.saturating_mul(self.factors.ldx)..).unwrap_or_default();
            let mut arguments = Arguments::default();
            let (indices, values) = (address(matrix.indices()), address(matrix.values()));
            let operands = [address(row), address(y), out.at(0)];
            let [of_x, of_y, of_out] = operands;
            put(&mut arguments, [address(pointers), count, indices, values, of_x, of_y, of_out]);
            // SAFETY: the kernel is that of the matrix's types and the factors. Pointers are those of rows that there are, or of a piece
            // of one, so that entries have indices, which are below the matrix's columns (`Csr`), values and results; X, Y and the
            // results have just been counted. A task writes the results of its own entries: chunks have different ones (`split`).
            unsafe { kernel.call(&arguments) };
        };
        let piece = |(row, entries): &(usize, Range<usize>)| {
            some_rows(*row, &[I::saturating(entries.start), I::saturating(entries.end)], 1);
        };
        executor.run(self.chunks.len(), &|range: Range<usize>| {
            for Chunk { carried, whole, begun } in self.chunks.get(range).unwrap_or_default() {
                carried.iter().for_each(piece);
                if !whole.is_empty() {
                    let pointers = matrix.pointers().get(whole.start..).unwrap_or_default();
                    some_rows(whole.start, pointers, whole.len());
                }
                begun.iter().for_each(piece);
            }
        })?;
        Ok(())
    }
}

impl<T: Element> PrunedCode<T> {
    /// Evaluates the product.
    pub(super) fn run(
        &self,
        b: &[T],
        c: &mut [T],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let [of_b, of_c] = self.needed;
        if b.len() < of_b || c.len() < of_c {
            return Err(short([("values", 0), ("B", b.len()), ("C", c.len())], [0, of_b, of_c]));
        }
        let other = || RunError::OtherMachine { target: self.target.core.name };
        let kernel = self.kernel.kernel().ok_or_else(other)?;
        let ((rows, depth), out) = (self.matrix.shape(), Shared(c.as_mut_ptr()));
        let each = depth / GROUP * KEPT;
        let share = |nth: usize| (rows as u128 * nth as u128 / self.pieces as u128) as usize;
        executor.run(self.pieces, &|range: Range<usize>| {
            let (first, end) = (share(range.start), share(range.end));
            if first == end {
                return;
            }
            let places = self.matrix.places().get(first.saturating_mul(each)..).unwrap_or_default();
            let values = self.matrix.values().get(first.saturating_mul(each)..).unwrap_or_default();
            let out = out.at(first.saturating_mul(self.columns.ldc));
            let mut arguments = Arguments::default();
            put(&mut arguments, [end - first, address(places), address(values), address(b), out]);
            // SAFETY: the kernel is that of the matrix's columns and those of B, which has just been counted, as was C. There are as many places and values
            // as the rows take, and places are below 4 (`Pruned`). A task writes its own rows of C: ranges of pieces have different ones.
            unsafe { kernel.call(&arguments) };
        })?;
        Ok(())
    }
}

/// The first operand that has too few elements.
#[cold]
fn short(operands: [(&'static str, usize); 3], needed: [usize; 3]) -> RunError {
    let mut all = operands.into_iter().zip(needed);
    let short = all.find(|((_, found), needed)| found < needed);
    let ((operand, found), needed) = short.unwrap_or((("C", 0), 0));
    RunError::Short { operand, found, needed }
}

/// A matrix that is code, with the addresses of its table, of B and of C.
///
/// # Safety
/// They are those of operands as the kernel's specification has them; C is accessed by nothing else.
unsafe fn fixed(kernel: &Kernel, operands: [usize; 3]) {
    let mut arguments = Arguments::default();
    put(&mut arguments, operands);
    // SAFETY: the caller's duty is the same.
    unsafe { kernel.call(&arguments) };
}

/// Some entries of a row, into a row at an address.
fn piece<T: Element, I: Index>(
    kernel: &Kernel,
    inputs: &Inputs<'_, T, I>,
    entries: &Range<usize>,
    out: usize,
) {
    let ends = [I::saturating(entries.start), I::saturating(entries.end)];
    rows(kernel, inputs, (address(&ends), 1), out);
}

/// Some rows, by the address of their pointers.
fn rows<T: Element, I: Index>(
    kernel: &Kernel,
    inputs: &Inputs<'_, T, I>,
    (pointers, count): (usize, usize),
    out: usize,
) {
    let Inputs { indices, values, b, .. } = inputs;
    let mut arguments = Arguments::default();
    put(&mut arguments, [pointers, count, address(indices), address(values), *b, out]);
    // SAFETY: the kernel is that of the matrix's types and the columns, and of the extents of its blocks. Pointers are those of rows
    // that there are, or of a piece of one; so entries have indices, which are below the matrix's columns (`Csr`, `Bcsr`), and
    // values, both counted in `run` of the product or its maker, as B was; of a matrix of blocks, `Bcsr` has as many as its blocks take. The rows at `out` are this task's alone: chunks have different rows of C, and carry sums to places of
    // their own (`split`), all of them in memory that is borrowed for writing until all tasks have ended.
    unsafe { kernel.call(&arguments) };
}

/// The address of a slice's elements.
fn address<T>(slice: &[T]) -> usize {
    slice.as_ptr().expose_provenance()
}

/// Puts the first arguments in their places.
fn put<const COUNT: usize>(arguments: &mut Arguments, values: [usize; COUNT]) {
    arguments.iter_mut().zip(values).for_each(|(argument, value)| *argument = value);
}
