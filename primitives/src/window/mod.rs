//! Windows that slide over an array: pooling, stencils, depthwise convolutions.
//!
//! A tile is some neighbouring windows, for a vector of lanes or for a few. Of a row of taps, each element
//! that the tile has in it is loaded once, in the order of places (`taps`), and goes to all windows that have
//! it in them (`row`); the weights of the row are in registers meanwhile. Accumulators are in registers for
//! all rows. Where there is one row, each result is stored as soon as it is complete, and many
//! windows take few registers.
//!
//! Folds of few rows take the elements of all rows first (`rows`): what is left is one row.
//!
//! The greatest and the least of long rows are found by doubling, which takes a number of operations that
//! grows with the logarithm of the length.
//!
//! Tests: `tests/tests/primitives_window.rs`, `tests/tests/primitives_hostile_specs.rs`.

mod epilogue;
mod near;
mod output;
mod partial;
mod row;
mod rows;
mod taps;
mod tile;

use crate::address::{bytes, signed};
use crate::arguments::Arguments;
use crate::blocks::{Blocks, Part};
use crate::links::OperandPointers;
use crate::pieces::Pieces;
use crate::reduce::fold::Terms;
use crate::repeat::{Count, Writer, repeat};
use alloc::vec::Vec;
use core::{iter, mem};
use epilogue::Epilogue;
use near::Near;
use output::{AtOnce, Later, Output};
use partial::Partial;
use row::{Complete, Row};
use rows::{Order, Rows};
use tensmith_core::fallible::{TryVec, try_filled};
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Address, Int, Offset, Vector};
use tensmith_core::kernel::spec::{Argument, Spread, Start, Weights, Windowed};
use tensmith_core::kernel::{Builder, KernelSpec, WindowSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};
use tile::{Choice, Tile};

/// Generator of windows.
#[derive(Clone, Copy, Debug)]
pub struct Window;

impl KernelGenerator for Window {
    fn name(&self) -> &'static str {
        "tensmith.window/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Window(spec) = spec else { return Err(Refusal::OtherKind) };
        let machine = crate::vectors::machine(target)?;
        let (tile, cycles) =
            Choice::new(spec, &machine, &target.core.model)?.best().ok_or(Refusal::Registers)?;
        Ok(Offer { cycles, note: tile.note() })
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Window(window) = spec else { return Err(GenerateError::OtherKind) };
        let mut builder = Builder::new(self.name())?;
        let arguments = Arguments::declare(&mut builder, spec.arguments())?;
        let (input, weights, terms) = match window.windowed {
            Windowed::Fold(fold) => (Argument::In, None, Terms::folding(window.dtype, fold)),
            Windowed::Products(weights) => {
                let first = arguments.certain(Argument::In1);
                (Argument::In0, Some((first, weights)), Terms::products(window.dtype))
            }
        };
        let (machine, tile) = (target.machine(), Tile::noted(offer.note));
        let lanes = machine.lanes(window.dtype);
        let blocks = Blocks::new((window.dtype, window.count), window.start, lanes, tile.vectors)?;
        let (blocks, machine) = (&blocks, &machine);
        let epilogue = Epilogue::new(&mut builder, window, (&arguments, machine))?;
        let at = At {
            input: arguments.certain(input),
            weights: weights.map(|(first, _)| first),
            out: arguments.certain(Argument::Out),
            operands: epilogue.start(),
        };
        let weights = weights.map(|(_, weights)| weights);
        let mut kernel = Kernel { builder, spec: *window, weights, terms, tile, blocks, machine, epilogue };
        kernel.tiles(at)?;
        Ok(kernel.builder.finish()?.into())
    }
}

/// Pointers to the current places in the operands.
#[derive(Clone, Copy)]
struct At {
    input: Int,
    weights: Option<Int>,
    out: Int,
    operands: OperandPointers,
}

struct Kernel<'p> {
    builder: Builder,
    spec: WindowSpec,
    weights: Option<Weights>,
    terms: Terms,
    tile: Tile,
    blocks: &'p Blocks,
    machine: &'p Machine,
    epilogue: Epilogue<'p>,
}

impl Writer for Kernel<'_> {
    fn builder(&mut self) -> &mut Builder {
        &mut self.builder
    }
}

impl<'p> Kernel<'p> {
    /// All tiles, from window to window.
    fn tiles(&mut self, at: At) -> Result<(), OutOfMemory> {
        let WindowSpec { windows, slide, ld_out, .. } = self.spec;
        let pieces = Pieces::new(windows, self.tile.windows);
        for (count, windows) in pieces.pieces() {
            repeat(self, Count::Const(count), |kernel| {
                kernel.lanes(windows, at)?;
                if pieces.is_whole() {
                    return Ok(());
                }
                kernel.back(at)?;
                kernel.advance(at.input, windows.saturating_mul(slide.window))?;
                kernel.advance(at.out, windows.saturating_mul(ld_out))?;
                kernel.epilogue.next_windows(&mut kernel.builder, windows, &at.operands)
            })?;
        }
        Ok(())
    }

    /// Some windows, of all lanes. Pointers stay at the last block of lanes.
    fn lanes(&mut self, windows: usize, at: At) -> Result<(), OutOfMemory> {
        let Blocks { count, whole, rest } = self.blocks;
        let length = self.blocks.length();
        repeat(self, Count::Const(*count), |kernel| {
            kernel.block(windows, at, whole)?;
            if kernel.has_one_block() { Ok(()) } else { kernel.along_lanes(at, length) }
        })?;
        if rest.is_empty() { Ok(()) } else { self.block(windows, at, rest) }
    }

    /// Moves pointers back from the last block of lanes to the first.
    fn back(&mut self, at: At) -> Result<(), OutOfMemory> {
        let length = self.blocks.length().saturating_mul(signed(self.blocks.count));
        if self.has_one_block() { Ok(()) } else { self.along_lanes(at, length.saturating_neg()) }
    }

    fn has_one_block(&self) -> bool {
        self.blocks.count == 1 && self.blocks.rest.is_empty()
    }

    /// Moves pointers to what has lanes by that many bytes.
    fn along_lanes(&mut self, at: At, length: i64) -> Result<(), OutOfMemory> {
        let length = Offset::Const(length);
        let of_lanes = at.weights.filter(|_| self.has_weights_by_lane());
        let moved = [Some(at.input), of_lanes, Some(at.out)];
        moved.into_iter().flatten().try_for_each(|pointer| self.builder.advance(pointer, length))?;
        self.epilogue.next_lanes(&mut self.builder, length, &at.operands)
    }

    fn has_weights_by_lane(&self) -> bool {
        self.weights.is_some_and(|weights| weights.spread == Spread::Lanes)
    }

    /// Moves a pointer by that many elements.
    fn advance(&mut self, pointer: Int, elements: usize) -> Result<(), OutOfMemory> {
        self.builder.advance(pointer, Offset::Const(bytes(elements, self.spec.dtype)))
    }

    /// Some windows, of some vectors of lanes.
    fn block(&mut self, windows: usize, at: At, parts: &[Part]) -> Result<(), OutOfMemory> {
        let mut results = try_filled(Partial::Nothing, windows.saturating_mul(parts.len()))?;
        let of_parts = || parts.iter().copied();
        if self.tile.stores_at_once(&self.spec) {
            for (part, results) in of_parts().zip(of_each(&mut results, windows)) {
                let joined = (self.spec.start == Start::Output).then_some(self.terms);
                let mut done = AtOnce { output: self.output(at, part), joined };
                self.row(self.spec.taps[1], at, (part, results), &mut done)?;
            }
            return Ok(());
        }
        for (part, results) in of_parts().zip(of_each(&mut results, windows)) {
            let mut output = self.output(at, part);
            for (window, result) in results.iter_mut().enumerate() {
                *result = self.first(&mut output, window)?;
            }
        }
        self.rows(at, parts, &mut results)?;
        let links = self.epilogue.prepare(&mut self.builder, results.len())?;
        for (part, results) in of_parts().zip(of_each(&mut results, windows)) {
            let mut output = self.output(at, part);
            for (window, result) in results.iter().filter_map(|result| result.vector()).enumerate() {
                let result = match &links {
                    Some(links) => {
                        let result = (window, part, result);
                        self.epilogue.apply(&mut self.builder, links, result, &at.operands)?
                    }
                    None => result,
                };
                output.store(&mut self.builder, window, result)?;
            }
        }
        Ok(())
    }

    /// The result of a window before its first tap. Where that is in no loop, there is nothing to begin with.
    fn first(&mut self, output: &mut Output<'_>, window: usize) -> Result<Partial, OutOfMemory> {
        let builder = &mut self.builder;
        let first = match (self.spec.start, self.terms.neutral()) {
            (Start::Output, _) => output.load(builder, window)?,
            (Start::Nothing, _) if self.tile.has_one_row(&self.spec) => return Ok(Partial::Nothing),
            (Start::Nothing, 0) => builder.zero()?,
            (Start::Nothing, neutral) => builder.number(neutral, self.spec.dtype)?,
        };
        Ok(Partial::Own(first))
    }

    /// All taps of some windows, row by row. Pointers are back at the first then.
    fn rows(&mut self, at: At, parts: &[Part], results: &mut [Partial]) -> Result<(), OutOfMemory> {
        let inner = self.spec.taps[1];
        let outer = self.tile.order.passes(&self.spec);
        let windows = results.len().checked_div(parts.len()).unwrap_or(0);
        let pieces = Pieces::new(inner, self.tile.taps);
        let gone = if pieces.is_whole() { 0 } else { signed(inner) };
        // A single row is not left.
        let (down, all) = if outer > 1 { (1, signed(outer)) } else { (0, 0) };
        repeat(self, Count::Const(outer), |kernel| {
            for (count, taps) in pieces.pieces() {
                repeat(kernel, Count::Const(count), |kernel| {
                    for (part, results) in parts.iter().zip(of_each(results, windows)) {
                        kernel.row(taps, at, (*part, results), &mut Later)?;
                    }
                    kernel.along_taps(at, [0, if pieces.is_whole() { 0 } else { signed(taps) }])
                })?;
            }
            kernel.along_taps(at, [down, gone.saturating_neg()])
        })?;
        self.along_taps(at, [all.saturating_neg(), 0])
    }

    /// Moves pointers to what has taps by that many rows of them, and that many along a row.
    fn along_taps(&mut self, at: At, [rows, taps]: [i64; 2]) -> Result<(), OutOfMemory> {
        let of_weights = self.weights.map_or([0; 2], |weights| weights.taps);
        let moved = [(Some(at.input), self.spec.slide.taps), (at.weights, of_weights)];
        for (pointer, [row, tap]) in moved {
            let [row, tap] = [row, tap].map(|elements| bytes(elements, self.spec.dtype));
            let by = Offset::Const(rows.saturating_mul(row).saturating_add(taps.saturating_mul(tap)));
            pointer.map_or(Ok(()), |pointer| self.builder.advance(pointer, by))?;
        }
        Ok(())
    }

    /// A row of taps, or a piece of it, of some windows in one vector of lanes; of all rows, where
    /// they are folded first.
    fn row(
        &mut self,
        taps: usize,
        at: At,
        (part, results): (Part, &mut [Partial]),
        done: &mut dyn Complete,
    ) -> Result<(), OutOfMemory> {
        let weights = self.row_of_weights(taps, at.weights, part)?;
        // Of the windows and taps of a tile, there is a set.
        let Some(taps) = tile::row(&self.spec, results.len(), taps) else { return Ok(()) };
        let is_doubled = tile::is_doubled(&self.spec, &taps);
        let results_of = self.terms.of_results();
        let (of_rows, terms) = match self.tile.order {
            Order::RowByRow => (results_of, self.terms),
            Order::RowsFirst => (self.terms, results_of),
        };
        let apart = bytes(self.spec.slide.taps[0], self.spec.dtype);
        let input = Rows::new((self.machine, at.input), (self.tile.order.rows(&self.spec), apart), of_rows)?;
        let (row, builder) = (Row { taps, terms, part, results }, &mut self.builder);
        match is_doubled {
            true => row.by_doubling(builder, input, done),
            false => row.one_by_one(builder, input, &weights, done),
        }
    }

    /// The weights of a row of taps; none where there are none.
    fn row_of_weights(
        &mut self,
        taps: usize,
        first: Option<Int>,
        (start, lanes): Part,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let mut row = Vec::new();
        let (Some(first), Some(Weights { taps: [_, step], spread })) = (first, self.weights) else {
            return Ok(row);
        };
        let dtype = self.spec.dtype;
        let mut near = Near::new(self.machine, first);
        for tap in 0..taps {
            let distance = bytes(tap.saturating_mul(step), dtype);
            row.try_push(match spread {
                Spread::Lanes => {
                    let Address { base, offset } =
                        near.at(&mut self.builder, distance.saturating_add(start), lanes.bytes())?;
                    self.builder.load(base, offset, lanes)?
                }
                Spread::Single => {
                    let Address { base, offset } = near.at(&mut self.builder, distance, dtype.bytes())?;
                    self.builder.load_all(base, offset, dtype)?
                }
            })?;
        }
        Ok(row)
    }

    fn output(&self, at: At, part: Part) -> Output<'p> {
        let step = bytes(self.spec.ld_out, self.spec.dtype);
        Output { near: Near::new(self.machine, at.out), step, part }
    }
}

/// The results of each part, in order: `windows` of them.
fn of_each(results: &mut [Partial], windows: usize) -> impl Iterator<Item = &mut [Partial]> {
    let mut left = results;
    iter::from_fn(move || {
        let (first, others) = mem::take(&mut left).split_at_mut_checked(windows)?;
        left = others;
        Some(first)
    })
}
