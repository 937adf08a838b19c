//! Calling kernels of products: the one place where slices become addresses.
//!
//! Tests: `tests/tests/sparse_product.rs`, `tests/tests/sparse_blocks.rs`, `tests/tests/sparse_pruned.rs`,
//! `tests/tests/sparse_sampled.rs`.
#![allow(unsafe_code)]

use super::Product;
use super::error::RunError;
use super::format::{Carrying, Form, Format, Rows, address};
use crate::blocks::Blocks;
use crate::csr::{Csr, Index};
use crate::fixed::Fixed;
use crate::pruned::PrunedRows;
use crate::rows;
use crate::sampled::SampledRows;
use crate::split::{Chunk, Piece};
use std::ops::Range;
use std::ptr::with_exposed_provenance_mut;
use tensmith::extend::DataKernel;
use tensmith::parallel::Executor;
use tensmith::{JitBuilder, Target};
use tensmith_core::code::entry::{Arguments, Kernel};
use tensmith_core::fallible::try_filled;
use tensmith_core::reference::Element;

/// Adds the generators of this package to those of a [`Jit`](tensmith::Jit) to be built.
pub fn enabled(builder: JitBuilder) -> JitBuilder {
    // SAFETY: the kernels of all of them access the operands as their kinds say, and return: each address is
    // that of an element by the same positions that the specification or the matrix has (`fixed::write`,
    // `rows::write`), and tails are exact.
    let builder = unsafe { builder.data_generator(&Fixed) };
    // SAFETY: as above.
    let builder = unsafe { builder.data_generator(&rows::Rows) };
    // SAFETY: as above, and of a row of blocks each row is one of C (`blocks::write`).
    let builder = unsafe { builder.data_generator(&Blocks) };
    // SAFETY: as above; results are those of the entries (`sampled::write`).
    let builder = unsafe { builder.data_generator(&SampledRows) };
    // SAFETY: as above (`pruned::write`).
    unsafe { builder.data_generator(&PrunedRows) }
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

/// The operands of a run by their addresses: both inputs of the code, and the output.
#[derive(Clone, Copy)]
struct Addresses<T> {
    inputs: [usize; 2],
    out: Shared<T>,
}

/// The addresses of B and C, provenance exposed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) b: usize,
    pub(crate) c: usize,
}

impl<F: Format> Product<F> {
    /// Evaluates the product on the inputs of its code, unless one has too few elements.
    pub(super) fn run_slices(
        &self,
        inputs: [&[F::Element]; 2],
        out: &mut [F::Element],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let [first, second] = inputs;
        for (operand, found) in self.code.operands.iter().zip([first.len(), second.len(), out.len()]) {
            if found < operand.needed {
                return Err(RunError::Short { operand: operand.name, found, needed: operand.needed });
            }
        }
        let at = Addresses { inputs: inputs.map(address), out: Shared(out.as_mut_ptr()) };
        // SAFETY: all have just been counted; the output is borrowed for writing.
        unsafe { self.run_at(at, executor) }
    }

    /// Evaluates the product on operands of which the addresses are given.
    ///
    /// # Safety
    /// Inputs have the elements that kernels read ([`Operand::needed`](super::format::Operand) says how many
    /// there are from the first to the last), and nobody writes to them. Those of the output are
    /// accessed by this call alone.
    unsafe fn run_at(
        &self,
        at: Addresses<F::Element>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let kernel = executable(&self.code.kernel, &self.code.target)?;
        match &self.code.form {
            Form::Fixed(_) => {
                // SAFETY: the caller's duty is the same.
                unsafe { self.run_alone(kernel, at) };
                Ok(())
            }
            Form::Reading { chunks, carrying } => {
                let is_carried = chunks.iter().any(|chunk| chunk.carried.is_some());
                let carrying = carrying.as_ref().filter(|_| is_carried);
                // SAFETY: the kernel, the chunks, and the way in which sums are carried
                // are those of the code.
                unsafe { self.run_chunks(kernel, (chunks, carrying), at, executor) }
            }
        }
    }

    /// Evaluates a product whose work is not divided.
    ///
    /// # Safety
    /// As for [`Product::run_at`], with the kernel of the code.
    unsafe fn run_alone(&self, kernel: &Kernel, at: Addresses<F::Element>) {
        match &self.code.form {
            // SAFETY: these are the arguments of `FixedSpec`; table, B and C are the caller's duty.
            Form::Fixed(_) => unsafe { call(kernel, [at.inputs[0], at.inputs[1], at.out.at(0)]) },
            Form::Reading { chunks, .. } => {
                for chunk in chunks {
                    // SAFETY: the rows are the matrix's (`split`); all else is the caller's duty.
                    unsafe { self.rows(kernel, &chunk.whole, at) };
                }
            }
        }
    }

    /// Evaluates all chunks, and adds what they carry to the output.
    ///
    /// # Safety
    /// As for [`Product::run_at`], with the kernel, the chunks and the carrying of the code.
    unsafe fn run_chunks(
        &self,
        kernel: &Kernel,
        (chunks, carrying): (&[Chunk], Option<&Carrying>),
        at: Addresses<F::Element>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        // The sums that a chunk carries are at its number.
        let columns = carrying.map_or(0, |carrying| carrying.columns);
        let mut carried = try_filled(F::Element::ZERO, chunks.len().saturating_mul(columns))?;
        let sums = Shared(carried.as_mut_ptr());
        let apart = carrying.map(|carrying| executable(&carrying.kernel, &self.code.target)).transpose()?;
        executor.run(chunks.len(), &|range: Range<usize>| {
            for (nth, chunk) in chunks.iter().enumerate().take(range.end).skip(range.start) {
                if let Some(piece) = &chunk.carried {
                    let (kernel, out) = match apart {
                        Some(apart) => (apart, Some(sums.at(nth.saturating_mul(columns)))),
                        None => (kernel, None),
                    };
                    // SAFETY: the piece is the matrix's. What is carried goes to sums of its own, one for
                    // each column, or, where nothing is, the piece has results of its own.
                    unsafe { self.piece(kernel, piece, at, out) };
                }
                // SAFETY: the rows are the matrix's, and no other chunk has a piece of one that is
                // not carried (`split`).
                unsafe { self.rows(kernel, &chunk.whole, at) };
                if let Some(piece) = &chunk.begun {
                    // SAFETY: as above.
                    unsafe { self.piece(kernel, piece, at, None) };
                }
            }
        })?;
        let Some(carrying) = carrying else { return Ok(()) };
        for (chunk, sums) in chunks.iter().zip(carried.chunks(columns.max(1))) {
            if let Some(Piece { row, .. }) = chunk.carried {
                // SAFETY: the row is one of the matrix (`split`), there is a sum for each column, and
                // all tasks have ended.
                unsafe { self.add((row, carrying.step), sums, at.out) };
            }
        }
        Ok(())
    }

    /// Evaluates some rows of the matrix.
    ///
    /// # Safety
    /// The kernel is that of the code, or of sums apart. The rows are the matrix's; inputs are as for
    /// [`Product::run_at`], and the rows' results are accessed by this call alone.
    unsafe fn rows(&self, kernel: &Kernel, rows: &Range<usize>, at: Addresses<F::Element>) {
        if !rows.is_empty() {
            let pointers = self.matrix.pointers().get(rows.start..).unwrap_or_default();
            let rows = self.moved((rows.start, rows.len()), address(pointers), at);
            // SAFETY: entries between pointers have indices, which are below the matrix's columns (`Csr`,
            // `Bcsr`), as are places of groups (`Pruned`); all else is the caller's duty.
            unsafe { call(kernel, self.matrix.arguments(&rows)) };
        }
    }

    /// Evaluates some entries of a row, into its results, or where `out` says.
    ///
    /// # Safety
    /// As for [`Product::rows`], of this row, or of what there is at `out`. The kernel reads pointers.
    unsafe fn piece(
        &self,
        kernel: &Kernel,
        Piece { row, entries }: &Piece,
        at: Addresses<F::Element>,
        out: Option<usize>,
    ) {
        let ends = [entries.start, entries.end].map(F::Index::saturating);
        let rows = self.moved((*row, 1), address(&ends), at);
        // SAFETY: the ends are pointers to entries of a row; all else is as above.
        unsafe { call(kernel, self.matrix.arguments(&Rows { out: out.unwrap_or(rows.out), ..rows })) };
    }

    /// Rows with their elements of the operands.
    fn moved(&self, (first, count): (usize, usize), pointers: usize, at: Addresses<F::Element>) -> Rows {
        let [one, other, out] = self.code.operands.map(|operand| first.saturating_mul(operand.step));
        let bytes = |elements: usize| elements.saturating_mul(size_of::<F::Element>());
        let inputs = [at.inputs[0].wrapping_add(bytes(one)), at.inputs[1].wrapping_add(bytes(other))];
        Rows { first, count, pointers, inputs, out: at.out.at(out) }
    }

    /// Adds sums to a row of the output, whose columns are `step` elements apart.
    ///
    /// # Safety
    /// The output has this row, with at least as many columns as there are sums, and nobody else accesses it.
    unsafe fn add(&self, (row, step): (usize, usize), sums: &[F::Element], out: Shared<F::Element>) {
        let [.., c] = self.code.operands;
        let first = row.saturating_mul(c.step);
        for (nth, sum) in sums.iter().enumerate() {
            let element = out.0.wrapping_add(first.saturating_add(nth.saturating_mul(step)));
            // SAFETY: the element is one of the row's (caller's duty).
            let before = unsafe { element.read() };
            // SAFETY: as above.
            unsafe { element.write(before.plus(*sum)) };
        }
    }

    /// Whether threads share the work of one run.
    fn is_divided(&self) -> bool {
        matches!(&self.code.form, Form::Reading { chunks, .. } if chunks.len() > 1)
    }

    /// Evaluates the product with its own values on B and C at their addresses.
    ///
    /// # Safety
    /// The elements of B may be read, and those of C read and written by this call alone, where the product's
    /// columns and layout place them. The values are the first input of its code.
    pub(super) unsafe fn run_pair(
        &self,
        pair: Pair,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        // SAFETY: there are as many values as the code takes (`Product::new`, `with_values`); B and C
        // are the caller's duty.
        unsafe { self.run_at(self.addresses(pair), executor) }
    }

    /// The product's values, B and C.
    fn addresses(&self, Pair { b, c }: Pair) -> Addresses<F::Element> {
        Addresses { inputs: [address(self.values()), b], out: Shared(with_exposed_provenance_mut(c)) }
    }
}

impl<T: Element, I: Index> Product<Csr<T, I>> {
    /// Evaluates the product on `count` pairs of operands: those of one pair after the other on all threads,
    /// where the work on each is divided, else each on one thread.
    ///
    /// # Safety
    /// Elements of each B may be read, and those of each C read and written by this call alone, where the
    /// product's columns and layout place them; C of different pairs have no element in common.
    pub(crate) unsafe fn run_many(
        &self,
        count: usize,
        pair: &(dyn Fn(usize) -> Pair + Sync),
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        if self.is_divided() {
            // SAFETY: the caller's duty is the same.
            return (0..count).try_for_each(|nth| unsafe { self.run_pair(pair(nth), executor) });
        }
        let kernel = executable(&self.code.kernel, &self.code.target)?;
        executor.run(count, &|range: Range<usize>| {
            for at in range.map(|nth| self.addresses(pair(nth))) {
                // SAFETY: the kernel is that of the code, and there is one chunk at most: all rows. Tasks
                // have different pairs, so this C is accessed by this one alone.
                unsafe { self.run_alone(kernel, at) };
            }
        })?;
        Ok(())
    }
}

/// The code of a kernel, if it is for this machine.
fn executable<'k>(kernel: &'k DataKernel, target: &Target) -> Result<&'k Kernel, RunError> {
    kernel.kernel().ok_or(RunError::OtherMachine { target: target.core.name })
}

/// Calls a kernel with its arguments, in their order; further ones are of no effect.
///
/// # Safety
/// They are what the kernel's specification says: the addresses are of arrays that are as long as it says,
/// nobody writes to the inputs, and nobody else accesses the output.
unsafe fn call<const COUNT: usize>(kernel: &Kernel, arguments: [usize; COUNT]) {
    let mut all = Arguments::default();
    all.iter_mut().zip(arguments).for_each(|(place, argument)| *place = argument);
    // SAFETY: the kernel is of one of this package's generators, whose code follows the convention
    // (`enabled`); the arguments are the caller's duty.
    unsafe { kernel.call(&all) };
}
