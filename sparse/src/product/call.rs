//! Calling kernels of products: the one place where slices become addresses.
#![allow(unsafe_code)]

use super::Product;
use super::blocked::BlockCode;
use super::code::{Code, Form};
use super::error::RunError;
use super::pruned::PrunedCode;
use super::sampled::SampledCode;
use crate::blocks::Blocks;
use crate::csr::Index;
use crate::fixed::Fixed;
use crate::pruned::{KEPT, PrunedRows};
use crate::rows::Rows;
use crate::sampled::SampledRows;
use crate::split::Chunk;
use std::ops::Range;
use std::ptr::with_exposed_provenance_mut;
use tensmith::{DataKernel, Executor, Jit, Target};
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

/// The address of an array that tasks share. Each writes elements of its own.
#[derive(Clone, Copy)]
struct Shared<T>(*mut T);

// SAFETY: tasks write different elements, as the calls below prove one by one.
unsafe impl<T: Send> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// The address of an element, as kernels take it.
    fn at(&self, element: usize) -> usize {
        self.0.wrapping_add(element).expose_provenance()
    }
}

/// The operands of a product that reads its matrix: of entries, or of blocks.
struct Operands<'a, T, I> {
    pointers: &'a [I],
    indices: &'a [I],
    values: &'a [T],
    /// The address of B.
    b: usize,
    c: Shared<T>,
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
        check_lengths([("values", values.len(), of_values), ("B", b.len(), of_b), ("C", c.len(), of_c)])?;
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
                let kernel = executable(kernel, &self.target)?;
                // SAFETY: the kernel is that of the specification whose table, B and C the caller vouches for.
                unsafe { call(kernel, [address(values), b, c]) };
                Ok(())
            }
            Form::Rows { kernel, carrying, chunks } => {
                let kernels = [executable(kernel, &self.target)?, executable(carrying, &self.target)?];
                let operands = self.operands(values, [b, c]);
                // SAFETY: the kernels and chunks are those of this form; the operands are the caller's duty.
                unsafe { self.run_chunks(kernels, chunks, &operands, executor) }
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
        match &self.form {
            Form::Rows { chunks, .. } if chunks.len() > 1 => {
                for nth in 0..count {
                    // SAFETY: the caller's duty is the same.
                    unsafe { self.run_at(values, places(nth), executor)? };
                }
            }
            Form::Rows { kernel, .. } => {
                let kernel = executable(kernel, &self.target)?;
                executor.run(count, &|range: Range<usize>| {
                    for pair in range.map(places) {
                        let operands = self.operands(values, pair);
                        // SAFETY: the kernel is that of the matrix's types and the columns, and the pointers are those of all rows; values
                        // and the pair are the caller's duty. Tasks have different pairs, so this C is accessed by this one alone.
                        unsafe { rows(kernel, &operands, operands.pointers, operands.c.at(0)) };
                    }
                })?;
            }
            Form::Fixed { kernel, .. } => {
                let kernel = executable(kernel, &self.target)?;
                executor.run(count, &|range: Range<usize>| {
                    for [b, c] in range.map(places) {
                        // SAFETY: as in `run_at`; tasks have different pairs.
                        unsafe { call(kernel, [address(values), b, c]) };
                    }
                })?;
            }
        }
        Ok(())
    }

    /// The matrix with some values, and B and C by their addresses.
    fn operands<'a>(&'a self, values: &'a [T], [b, c]: [usize; 2]) -> Operands<'a, T, I> {
        let c = Shared(with_exposed_provenance_mut(c));
        Operands { pointers: self.matrix.pointers(), indices: self.matrix.indices(), values, b, c }
    }

    /// Evaluates all chunks, and adds what they carry to C.
    ///
    /// # Safety
    /// The kernels are the two of this code's form, and the chunks are its own. The operands are as for [`Code::run_at`].
    unsafe fn run_chunks(
        &self,
        kernels: [&Kernel; 2],
        chunks: &[Chunk],
        operands: &Operands<'_, T, I>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let count = self.columns.count;
        // The sums that a chunk carries are at its number, where any does.
        let is_carried = chunks.iter().any(|chunk| chunk.carried.is_some());
        let carries = if is_carried { chunks.len().saturating_mul(count) } else { 0 };
        let mut carried = try_filled(T::ZERO, carries)?;
        let of_carried = Shared(carried.as_mut_ptr());
        executor.run(chunks.len(), &|range: Range<usize>| {
            for (nth, chunk) in chunks.iter().enumerate().take(range.end).skip(range.start) {
                let sums = of_carried.at(nth.saturating_mul(count));
                // SAFETY: kernels and operands are the caller's duty. Chunks have different rows of C (`split`), and where one carries
                // sums, each has a place for as many as there are columns; both are this task's alone until all have ended.
                unsafe { self.run_chunk(kernels, chunk, operands, sums) };
            }
        })?;
        for (chunk, sums) in chunks.iter().zip(carried.chunks(count.max(1))) {
            if let Some((row, _)) = &chunk.carried {
                // SAFETY: the row is one of the matrix (`split`), there is a sum for each column, and all tasks have ended.
                unsafe { self.add(*row, sums, operands.c) };
            }
        }
        Ok(())
    }

    /// Evaluates the pieces of a chunk: into C, and for a row that another chunk begins into sums at an address.
    ///
    /// # Safety
    /// As for [`Code::run_chunks`]. The chunk's rows of C are accessed by this call alone; so are the sums, one for each column, which have
    /// to be there if the chunk carries some.
    unsafe fn run_chunk(
        &self,
        [kernel, carrying]: [&Kernel; 2],
        chunk: &Chunk,
        operands: &Operands<'_, T, I>,
        sums: usize,
    ) {
        let Chunk { carried, whole, begun } = chunk;
        let [down, _] = self.steps_of_c();
        if let Some((_, entries)) = carried {
            // SAFETY: this kernel writes a row on its own, and the sums are one; the entries are the matrix's (`split`).
            unsafe { piece(carrying, operands, entries, sums) };
        }
        let pointers = operands.pointers.get(whole.start..=whole.end).unwrap_or_default();
        // SAFETY: the pointers are those of the chunk's whole rows, whose first is there in C.
        unsafe { rows(kernel, operands, pointers, operands.c.at(whole.start.saturating_mul(down))) };
        if let Some((row, entries)) = begun {
            // SAFETY: the row is one that this chunk begins, with its first entries (`split`).
            unsafe { piece(kernel, operands, entries, operands.c.at(row.saturating_mul(down))) };
        }
    }

    /// Elements from a row of C to the next, and from a column to the next.
    fn steps_of_c(&self) -> [usize; 2] {
        match self.layout {
            Layout::RowMajor => [self.columns.ldc, 1],
            Layout::ColumnMajor => [1, self.columns.ldc],
        }
    }

    /// Adds sums to a row of C.
    ///
    /// # Safety
    /// C has this row, with at least as many columns as there are sums, and nobody else accesses it.
    unsafe fn add(&self, row: usize, sums: &[T], c: Shared<T>) {
        let [down, along] = self.steps_of_c();
        let first = row.saturating_mul(down);
        for (nth, sum) in sums.iter().enumerate() {
            let element = c.0.wrapping_add(first.saturating_add(nth.saturating_mul(along)));
            // SAFETY: the element is one of the row's (caller's duty).
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
        check_lengths([("B", b.len(), of_b), ("C", c.len(), of_c)])?;
        let kernel = executable(&self.kernel, &self.target)?;
        let Self { matrix, columns, chunks, .. } = self;
        let (pointers, indices, values) = (matrix.pointers(), matrix.indices(), matrix.values());
        let operands = Operands { pointers, indices, values, b: address(b), c: Shared(c.as_mut_ptr()) };
        // The elements of C from a row of blocks to the next.
        let step = columns.ldc.saturating_mul(matrix.block().rows());
        executor.run(chunks.len(), &|range: Range<usize>| {
            for chunk in chunks.get(range).unwrap_or_default() {
                let pointers = pointers.get(chunk.start..=chunk.end).unwrap_or_default();
                let out = operands.c.at(chunk.start.saturating_mul(step));
                // SAFETY: the kernel is that of the matrix's types and blocks, and of the columns. B and C have just been counted; there
                // are as many values as the blocks have elements (`Bcsr`). Chunks have different rows (`rows_of_blocks`), so those of C
                // are this task's alone.
                unsafe { rows(kernel, &operands, pointers, out) };
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
        let [of_x, of_y, of_out] = self.needed;
        check_lengths([("X", x.len(), of_x), ("Y", y.len(), of_y), ("the output", out.len(), of_out)])?;
        let kernel = executable(&self.kernel, &self.target)?;
        let (matrix, out) = (&self.matrix, Shared(out.as_mut_ptr()));
        let (indices, values) = (address(matrix.indices()), address(matrix.values()));
        let rows = |first: usize, pointers: &[I]| {
            let count = pointers.len().saturating_sub(1);
            if count == 0 {
                return;
            }
            let row = x.get(first.saturating_mul(self.factors.ldx)..).unwrap_or_default();
            let arguments = [address(pointers), count, indices, values, address(row), address(y), out.at(0)];
            // SAFETY: the kernel is that of the matrix's types and the factors. Pointers are those of rows that there are, or of a piece
            // of one, so that entries have indices, which are below the matrix's columns (`Csr`), values and results; X, Y and the
            // results have just been counted. A task writes the results of its own entries: chunks have different ones (`split`).
            unsafe { call(kernel, arguments) };
        };
        let piece = |(row, entries): &(usize, Range<usize>)| {
            rows(*row, &[I::saturating(entries.start), I::saturating(entries.end)]);
        };
        executor.run(self.chunks.len(), &|range: Range<usize>| {
            for Chunk { carried, whole, begun } in self.chunks.get(range).unwrap_or_default() {
                carried.iter().for_each(piece);
                rows(whole.start, matrix.pointers().get(whole.start..=whole.end).unwrap_or_default());
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
        check_lengths([("B", b.len(), of_b), ("C", c.len(), of_c)])?;
        let kernel = executable(&self.kernel, &self.target)?;
        let ((rows, _), out) = (self.matrix.shape(), Shared(c.as_mut_ptr()));
        // Values, and places, of a row.
        let each = self.matrix.groups() * KEPT;
        let share = |nth: usize| (rows as u128 * nth as u128 / self.pieces as u128) as usize;
        executor.run(self.pieces, &|range: Range<usize>| {
            let (first, end) = (share(range.start), share(range.end));
            if first == end {
                return;
            }
            let places = self.matrix.places().get(first.saturating_mul(each)..).unwrap_or_default();
            let values = self.matrix.values().get(first.saturating_mul(each)..).unwrap_or_default();
            let out = out.at(first.saturating_mul(self.columns.ldc));
            // SAFETY: the kernel is that of the matrix's groups and of the columns. B and C have just been counted; there are as many
            // places and values as the rows take, and places are below 4 (`Pruned`). Ranges of pieces have different rows, so those of C
            // are this task's alone.
            unsafe { call(kernel, [end - first, address(places), address(values), address(b), out]) };
        })?;
        Ok(())
    }
}

/// Refuses the first operand that has too few elements: each is a name, the elements that it has, and those that it needs.
fn check_lengths<const COUNT: usize>(
    operands: [(&'static str, usize, usize); COUNT],
) -> Result<(), RunError> {
    match operands.into_iter().find(|(_, found, needed)| found < needed) {
        Some((operand, found, needed)) => Err(RunError::Short { operand, found, needed }),
        None => Ok(()),
    }
}

/// The code of a kernel, if it is for this machine.
fn executable<'k>(kernel: &'k DataKernel, target: &Target) -> Result<&'k Kernel, RunError> {
    kernel.kernel().ok_or(RunError::OtherMachine { target: target.core.name })
}

/// Multiplies some entries of a row, into a row at an address.
///
/// # Safety
/// As for [`rows`]: the entries are some of a row of the matrix.
unsafe fn piece<T: Element, I: Index>(
    kernel: &Kernel,
    operands: &Operands<'_, T, I>,
    entries: &Range<usize>,
    out: usize,
) {
    let ends = [I::saturating(entries.start), I::saturating(entries.end)];
    // SAFETY: the ends are pointers to entries of a row; all else is the caller's duty.
    unsafe { rows(kernel, operands, &ends, out) };
}

/// Multiplies some rows, into rows at an address. Each row has a pointer, and the last one the pointer behind it; where there is none,
/// nothing is done.
///
/// # Safety
/// The kernel is that of the matrix's types, of the extents of its blocks, and of the columns. The pointers are those of rows of the
/// matrix, or the ends of some entries of a row. Values and B are as long as the kernel's specification says, and nobody writes to
/// them. The rows at `out` are there, and accessed by this call alone.
unsafe fn rows<T: Element, I: Index>(
    kernel: &Kernel,
    operands: &Operands<'_, T, I>,
    pointers: &[I],
    out: usize,
) {
    let count = pointers.len().saturating_sub(1);
    if count == 0 {
        return;
    }
    let Operands { indices, values, b, .. } = operands;
    // SAFETY: these are the arguments of `RowsSpec` and `BlocksSpec`. Entries between pointers have indices, which are below the matrix's
    // columns (`Csr`, `Bcsr`); all else is the caller's duty.
    unsafe { call(kernel, [address(pointers), count, address(indices), address(values), *b, out]) };
}

/// Calls a kernel with its arguments, in their order.
///
/// # Safety
/// They are what the kernel's specification says: the addresses are of arrays that are as long as it says, nobody writes to the inputs, and
/// nobody else accesses the output.
unsafe fn call<const COUNT: usize>(kernel: &Kernel, arguments: [usize; COUNT]) {
    let mut all = Arguments::default();
    all.iter_mut().zip(arguments).for_each(|(place, argument)| *place = argument);
    // SAFETY: the kernel is of one of this package's generators, whose code follows the convention (`enabled`); the arguments are the
    // caller's duty.
    unsafe { kernel.call(&all) };
}

/// The address of a slice's elements.
fn address<T>(slice: &[T]) -> usize {
    slice.as_ptr().expose_provenance()
}
