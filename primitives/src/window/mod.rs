//! Windows that slide over an array: pooling, stencils, depthwise convolutions.
//!
//! A tile is some neighbouring windows, for a vector of lanes or for a few. Of a row of taps, each element that the tile has
//! in it is loaded once, in the order of places (`taps`), and goes to all windows that have it in them (`row`); the weights
//! of the row are in registers meanwhile. Accumulators are in registers for all rows. Where there is one row, each
//! result is stored as soon as it is complete, and many windows take few registers.
//!
//! The greatest and the least of long rows are found by doubling, which takes a number of operations that grows with the
//! logarithm of the length.
//!
//! Tests: `tests/tests/primitives_window.rs`, `tests/tests/primitives_hostile_specs.rs`.

mod epilogue;
mod near;
mod output;
mod partial;
mod row;
mod taps;
mod tile;

use crate::address::bytes;
use crate::arguments::Arguments;
use crate::blocks::{Blocks, Part};
use crate::pieces::Pieces;
use crate::reduce::fold::Terms;
use crate::repeat::{Count, Writer, repeat};
use alloc::vec::Vec;
use epilogue::{Epilogue, Places};
use near::Near;
use output::{AtOnce, Later, Output};
use partial::Partial;
use row::{Complete, Row};
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
        let (tile, cycles) = Choice::new(spec, &machine, &target.core.model)?.best();
        Ok(Offer { cycles, note: tile.note() })
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let mut builder = Builder::new(self.name())?;
        let KernelSpec::Window(window) = spec else { return Ok(builder.finish()?.into()) };
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
        let at = At {
            input: arguments.certain(input),
            weights: weights.map(|(first, _)| first),
            out: arguments.certain(Argument::Out),
            operands: Argument::OPERANDS.map(|name| arguments.get(name)),
        };
        let weights = weights.map(|(_, weights)| weights);
        let (blocks, machine) = (&blocks, &machine);
        let epilogue = Epilogue::new(&mut builder, window, (&arguments, machine))?;
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
    operands: Places,
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
                kernel.advance(at.input, windows.saturating_mul(slide.window))?;
                kernel.advance(at.out, windows.saturating_mul(ld_out))?;
                kernel.epilogue.next_windows(&mut kernel.builder, windows, at.operands)
            })?;
        }
        Ok(())
    }

    /// Some windows, of all lanes.
    fn lanes(&mut self, windows: usize, at: At) -> Result<(), OutOfMemory> {
        let Blocks { count, whole, rest } = self.blocks;
        if *count == 1 && rest.is_empty() {
            return self.block(windows, at, whole);
        }
        let operands = self.epilogue.copied(&mut self.builder, at.operands)?;
        let at = At { out: self.builder.copy(at.out)?, operands, ..self.copied(at)? };
        let length = Offset::Const(self.blocks.length());
        let of_lanes = at.weights.filter(|_| self.has_weights_by_lane());
        repeat(self, Count::Const(*count), |kernel| {
            kernel.block(windows, at, whole)?;
            let moved = [Some(at.input), of_lanes, Some(at.out)];
            moved.into_iter().flatten().try_for_each(|pointer| kernel.builder.advance(pointer, length))?;
            kernel.epilogue.next_lanes(&mut kernel.builder, length, at.operands)
        })?;
        if rest.is_empty() { Ok(()) } else { self.block(windows, at, rest) }
    }

    /// The same with pointers of their own to the inputs, which may be moved.
    fn copied(&mut self, at: At) -> Result<At, OutOfMemory> {
        let builder = &mut self.builder;
        let weights = at.weights.map(|weights| builder.copy(weights)).transpose()?;
        Ok(At { input: builder.copy(at.input)?, weights, ..at })
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
            for (part, results) in of_parts().zip(results.chunks_mut(windows.max(1))) {
                let joined = (self.spec.start == Start::Output).then_some(self.terms);
                let mut done = AtOnce { output: self.output(at, part), joined };
                self.row(self.spec.taps[1], at, (part, results), &mut done)?;
            }
            return Ok(());
        }
        for (part, results) in of_parts().zip(results.chunks_mut(windows.max(1))) {
            let mut output = self.output(at, part);
            for (window, result) in results.iter_mut().enumerate() {
                *result = Partial::Own(self.first(&mut output, window)?);
            }
        }
        self.rows(at, parts, &mut results)?;
        let links = self.epilogue.prepare(&mut self.builder, results.len())?;
        for (part, results) in of_parts().zip(results.chunks(windows.max(1))) {
            let mut output = self.output(at, part);
            for (window, result) in results.iter().filter_map(|result| result.vector()).enumerate() {
                let result = match &links {
                    Some(links) => {
                        let result = (window, part, result);
                        self.epilogue.apply(&mut self.builder, links, result, at.operands)?
                    }
                    None => result,
                };
                output.store(&mut self.builder, window, result)?;
            }
        }
        Ok(())
    }

    /// The accumulator of a window before its first tap.
    fn first(&mut self, output: &mut Output<'_>, window: usize) -> Result<Vector, OutOfMemory> {
        match (self.spec.start, self.terms.neutral()) {
            (Start::Output, _) => output.load(&mut self.builder, window),
            (Start::Nothing, 0) => self.builder.zero(),
            (Start::Nothing, neutral) => self.builder.number(neutral, self.spec.dtype),
        }
    }

    /// All taps of some windows, row by row.
    fn rows(&mut self, at: At, parts: &[Part], results: &mut [Partial]) -> Result<(), OutOfMemory> {
        let WindowSpec { dtype, taps: [outer, inner], slide, .. } = self.spec;
        let windows = results.len().checked_div(parts.len()).unwrap_or(0);
        let pieces = Pieces::new(inner, self.tile.taps);
        let moved = self.copied(at)?;
        let of_weights = self.weights.map_or([0; 2], |weights| weights.taps);
        let pointers = [(Some(moved.input), slide.taps), (moved.weights, of_weights)];
        let along = |kernel: &mut Self, taps: usize| {
            pointers.into_iter().try_for_each(|(pointer, [_, tap])| {
                pointer.map_or(Ok(()), |pointer| kernel.advance(pointer, taps.saturating_mul(tap)))
            })
        };
        repeat(self, Count::Const(outer), |kernel| {
            for (count, taps) in pieces.pieces() {
                repeat(kernel, Count::Const(count), |kernel| {
                    for (part, results) in parts.iter().zip(results.chunks_mut(windows.max(1))) {
                        kernel.row(taps, moved, (*part, results), &mut Later)?;
                    }
                    if pieces.is_whole() { Ok(()) } else { along(kernel, taps) }
                })?;
            }
            let gone = if pieces.is_whole() { 0 } else { inner };
            pointers.into_iter().try_for_each(|(pointer, [row, tap])| {
                let back = bytes(gone.saturating_mul(tap), dtype);
                let by = Offset::Const(bytes(row, dtype).saturating_sub(back));
                pointer.map_or(Ok(()), |pointer| kernel.builder.advance(pointer, by))
            })
        })
    }

    /// A row of taps, or a piece of it, of some windows in one vector of lanes.
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
        let row = Row { taps, terms: &self.terms, part, results };
        let (builder, input) = (&mut self.builder, Near::new(self.machine, at.input));
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
