//! Reductions: the columns or the rows of a matrix, each folded into one element.
//!
//! Lines are folded by panels: four columns, or eight vectors of rows (`cut`). A panel is walked along its
//! lines, some steps at a time. A step is a vector further down, where lines are columns, and a column
//! further, where they are rows; either way a block of the walk is some vectors of some columns, and
//! the two differ only in which accumulator takes what.
//!
//! Each line has several accumulators, which take turns, so that some eight are in flight. At the end of
//! a panel those of a line are combined by pairs. Vectors of rows are results then. A column still is
//! a vector of parts: four columns (two in double precision) are transposed while they are combined
//! (`across`), and become one vector of results.
//!
//! The last rows of a column, where they do not fill a vector, are loaded narrow, and neutral elements
//! stand in for the missing lanes; extrema take a vector that overlaps instead, as they may see an
//! element twice. The last vector of rows overlaps the one before it within a panel, whose results
//! are all there before any is written.
//!
//! Indices (`argmax`) take two walks of a panel: the first finds each line's greatest element, the second
//! where it is first.
//!
//! Tests: `tests/tests/primitives_reduce.rs`, `tests/tests/primitives_wide_lines.rs`,
//! `tests/tests/primitives_hostile_specs.rs`.

mod across;
mod argmax;
mod collect;
mod cut;
pub(crate) mod fold;

use crate::address::{ColumnAccess, Walk, bytes, stride_in_bytes, times};
use crate::arguments::Arguments;
use crate::repeat::{Count, Writer, repeat};
use alloc::vec::Vec;
use argmax::ArgMax;
use collect::Collect;
use core::num::NonZero;
use cut::{Cut, Limits, Panels, Part};
use fold::{Folded, Terms};
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::func::{Int, Offset, Vector, VectorOp};
use tensmith_core::kernel::spec::{Argument, Lines, ReduceSpec, Reduction, Start, Stride};
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// Generator of reductions.
#[derive(Clone, Copy, Debug)]
pub struct Reduce;

impl KernelGenerator for Reduce {
    fn name(&self) -> &'static str {
        "tensmith.reduce/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Reduce(spec) = spec else { return Err(Refusal::OtherKind) };
        let lanes = crate::vectors::machine(target)?.lanes(spec.dtype).get();
        let vectors = spec.m.div_ceil(lanes) as f64 * spec.n as f64;
        // Loads and other instructions for each vector.
        let (loads, others) = match spec.reduction {
            Reduction::Fold(..) => (1.0, 1.0),
            Reduction::Dot { .. } => (2.0, 1.0),
            Reduction::ArgMax => (2.0, argmax::INSTRUCTIONS + 1.0),
        };
        let moves = loads / f64::from(target.core.model.moves);
        let arithmetic = others / f64::from(target.core.model.multiply_adds);
        let dispatch = (loads + others) / f64::from(target.core.model.width);
        let ends = spec.count().div_ceil(lanes) as f64 * ENDS;
        Ok(Offer::of(vectors * moves.max(arithmetic).max(dispatch) + ends + 10.0))
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Reduce(reduce) = spec else { return Err(GenerateError::OtherKind) };
        let mut builder = Builder::sized(self.name(), offer.instructions())?;
        let arguments = Arguments::declare(&mut builder, spec.arguments())?;
        let mut inputs = Vec::new();
        for (address, ld, stride) in operands(reduce) {
            let stride = stride_in_bytes(&mut builder, stride, arguments.get(ld), reduce.dtype)?;
            inputs.try_push(Input { pointer: arguments.certain(address), stride })?;
        }
        let (machine, out) = (target.machine(), arguments.certain(Argument::Out));
        let lanes = machine.lanes(reduce.dtype);
        let terms = Terms::of(reduce);
        let limits = Limits::of(reduce, &machine);
        let fill = fill(&mut builder, reduce, &terms, lanes)?;
        let loaded = ColumnAccess::together(target.core.model.forms.loads, &machine);
        let mut kernel = Kernel { builder, spec: *reduce, lanes, limits, terms, fill, loaded, inputs, out };
        kernel.panels()?;
        Ok(kernel.builder.finish()?.into())
    }
}

/// Cycles at the end of a vector of results, roughly.
const ENDS: f64 = 6.0;

/// The inputs: address, argument for the leading dimension, leading dimension.
fn operands(spec: &ReduceSpec) -> impl Iterator<Item = (Argument, Argument, Stride)> {
    let operands = match spec.reduction {
        Reduction::Dot { ld_in1, .. } => [
            Some((Argument::In0, Argument::LdIn0, spec.ld_in)),
            Some((Argument::In1, Argument::LdIn1, ld_in1)),
        ],
        _ => [Some((Argument::In, Argument::LdIn, spec.ld_in)), None],
    };
    operands.into_iter().flatten()
}

/// Neutral elements in the lanes that the last rows of a column leave empty, if these are not zeros
/// anyway.
fn fill(
    builder: &mut Builder,
    spec: &ReduceSpec,
    terms: &Terms,
    lanes: NonZero<usize>,
) -> Result<Option<Vector>, OutOfMemory> {
    let tail = spec.m % lanes;
    if spec.lines == Lines::Rows || tail == 0 || terms.neutral() == 0 {
        return Ok(None);
    }
    across::vector(builder, (spec.dtype, lanes), |lane| if lane < tail { 0 } else { terms.neutral() })
        .map(Some)
}

/// A matrix, from the current panel on.
struct Input {
    pointer: Int,
    /// From column to column.
    stride: Offset,
}

struct Kernel {
    builder: Builder,
    spec: ReduceSpec,
    lanes: NonZero<usize>,
    limits: Limits,
    terms: Terms,
    /// See [`fill`].
    fill: Option<Vector>,
    /// How vectors of a column are loaded.
    loaded: ColumnAccess,
    inputs: Vec<Input>,
    /// The results of the current panel.
    out: Int,
}

/// The state of a walk: pointers to a block that lies after the panel's beginning.
struct Cursor {
    inputs: Vec<Input>,
    /// Steps by which the pointers are behind.
    behind: usize,
}

impl Writer for Kernel {
    fn builder(&mut self) -> &mut Builder {
        &mut self.builder
    }
}

impl Kernel {
    /// All panels, the whole ones in a loop.
    fn panels(&mut self) -> Result<(), OutOfMemory> {
        let Panels { whole, extent, rest } = Panels::of(&self.spec, &self.limits, self.lanes);
        let is_last = whole == 1 && rest == 0;
        repeat(self, Count::Const(whole), |kernel| {
            kernel.panel(extent)?;
            if is_last { Ok(()) } else { kernel.next_panel(extent) }
        })?;
        if rest > 0 { self.panel(rest) } else { Ok(()) }
    }

    fn next_panel(&mut self, lines: usize) -> Result<(), OutOfMemory> {
        let down = Offset::Const(bytes(lines, self.spec.dtype));
        for input in &self.inputs {
            let by = match self.spec.lines {
                Lines::Columns => times(&mut self.builder, input.stride, lines)?,
                Lines::Rows => down,
            };
            self.builder.advance(input.pointer, by)?;
        }
        self.builder.advance(self.out, down)
    }

    /// Reduces that many lines.
    fn panel(&mut self, lines: usize) -> Result<(), OutOfMemory> {
        let cut = Cut::of(&self.spec, lines, &self.limits, self.lanes)?;
        let mut folded = Folded::new(self.terms, &cut)?;
        self.walk(&cut, &mut folded)?;
        let mut vectors = folded.combined(&mut self.builder)?;
        let mut merge = self.terms.merge;
        if self.spec.reduction == Reduction::ArgMax {
            let mut indices = ArgMax::new(&mut self.builder, &self.spec, &vectors, &cut)?;
            self.walk(&cut, &mut indices)?;
            (vectors, merge) = (indices.combined(&mut self.builder)?, VectorOp::Min);
        }
        if self.spec.lines == Lines::Columns {
            vectors = across::combine(&mut self.builder, merge, &vectors, (self.spec.dtype, self.lanes))?;
        }
        self.write(&vectors, &cut.results)
    }

    /// Walks a panel along its lines: first as many steps as there are accumulators for, then blocks of
    /// steps in a loop, then what is left.
    fn walk(&mut self, cut: &Cut, collect: &mut impl Collect) -> Result<(), OutOfMemory> {
        let mut cursor = Cursor { inputs: Vec::new(), behind: 0 };
        for input in &self.inputs {
            let pointer = self.builder.copy(input.pointer)?;
            cursor.inputs.try_push(Input { pointer, stride: input.stride })?;
        }
        let first = cut.sets.min(cut.steps);
        self.block(&mut cursor, cut, first, collect)?;
        let left = cut.steps.saturating_sub(first);
        let (trips, rest) = (left / cut.unrolled, left % cut.unrolled);
        if trips > 1 {
            self.blocks(&mut cursor, cut, trips, collect)?;
        } else if trips > 0 {
            self.block(&mut cursor, cut, cut.unrolled.get(), collect)?;
        }
        self.block(&mut cursor, cut, rest, collect)?;
        match cut.narrow {
            Some(part) => self.narrow(&mut cursor, cut, part, collect),
            None => Ok(()),
        }
    }

    /// A loop over blocks.
    fn blocks(
        &mut self,
        cursor: &mut Cursor,
        cut: &Cut,
        trips: usize,
        collect: &mut impl Collect,
    ) -> Result<(), OutOfMemory> {
        self.settle(cursor)?;
        let mut distances = Vec::new();
        for input in &cursor.inputs {
            distances.try_push(self.distance(input.stride, cut.unrolled.get())?)?;
        }
        repeat(self, Count::Const(trips), |kernel| {
            kernel.block(cursor, cut, cut.unrolled.get(), collect)?;
            cursor.behind = 0;
            let mut moves = cursor.inputs.iter().zip(distances);
            moves.try_for_each(|(input, distance)| kernel.builder.advance(input.pointer, distance))
        })
    }

    /// Takes a block of that many steps.
    fn block(
        &mut self,
        cursor: &mut Cursor,
        cut: &Cut,
        steps: usize,
        collect: &mut impl Collect,
    ) -> Result<(), OutOfMemory> {
        if steps == 0 {
            return Ok(());
        }
        self.settle(cursor)?;
        match self.spec.lines {
            Lines::Columns => {
                let parts = cut::whole(steps, self.lanes, self.spec.dtype)?;
                self.vectors(cursor, (cut.lines, &parts), None, collect)?;
            }
            Lines::Rows => self.vectors(cursor, (steps, &cut.results), None, collect)?,
        }
        cursor.behind = steps;
        collect.next(&mut self.builder, steps)
    }

    /// Takes the last rows of columns.
    fn narrow(
        &mut self,
        cursor: &mut Cursor,
        cut: &Cut,
        part: Part,
        collect: &mut impl Collect,
    ) -> Result<(), OutOfMemory> {
        self.settle(cursor)?;
        let fill = if usize::from(part.lanes.count) < self.lanes.get() { self.fill } else { None };
        self.vectors(cursor, (cut.lines, &[part]), fill, collect)
    }

    /// Takes some vectors of some columns, with `fill` in the lanes that are empty.
    fn vectors(
        &mut self,
        cursor: &Cursor,
        (columns, parts): (usize, &[Part]),
        fill: Option<Vector>,
        collect: &mut impl Collect,
    ) -> Result<(), OutOfMemory> {
        let vector = bytes(self.lanes.get(), self.spec.dtype);
        let height = parts.iter().map(|part| part.offset.saturating_add(vector)).max().unwrap_or(0);
        let mut walks = Vec::new();
        for input in &cursor.inputs {
            let extent = (columns, height);
            walks.try_push(Walk::new(input.pointer, input.stride, extent, self.loaded))?;
        }
        let together = self.limits.in_flight.checked_div(walks.len()).unwrap_or(1);
        for column in 0..columns {
            for (group, parts) in parts.chunks(together.max(1)).enumerate() {
                let loaded = self.load(&walks, parts, fill)?;
                for (nth, vectors) in loaded.chunks(walks.len().max(1)).enumerate() {
                    let part = group * together + nth;
                    let place = match self.spec.lines {
                        Lines::Columns => (column, part),
                        Lines::Rows => (part, column),
                    };
                    collect.take(&mut self.builder, place, vectors)?;
                }
            }
            if column + 1 < columns {
                walks.iter_mut().try_for_each(|walk| walk.next(&mut self.builder))?;
            }
        }
        Ok(())
    }

    /// Some vectors of the current column: for each part, those of all inputs.
    fn load(
        &mut self,
        walks: &[Walk],
        parts: &[Part],
        fill: Option<Vector>,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let mut by_input = Vec::new();
        for walk in walks {
            for part in parts {
                let vector = walk.load(&mut self.builder, part.offset, part.lanes)?;
                by_input.try_push(match fill {
                    Some(fill) => self.builder.binary(VectorOp::Or, vector, fill, self.spec.dtype)?,
                    None => vector,
                })?;
            }
        }
        let mut by_part = Vec::new();
        for nth in 0..parts.len() {
            by_part.try_extend(by_input.iter().skip(nth).step_by(parts.len()).copied())?;
        }
        Ok(by_part)
    }

    /// Writes results, combined with what is there if they start with that.
    fn write(&mut self, results: &[Vector], parts: &[Part]) -> Result<(), OutOfMemory> {
        let mut all = Vec::new();
        for (result, part) in results.iter().zip(parts) {
            all.try_push(match self.spec.reduction.start() {
                Start::Nothing => *result,
                Start::Output => {
                    let before = self.builder.load(self.out, Offset::Const(part.offset), part.lanes)?;
                    self.builder.binary(self.terms.merge, *result, before, self.spec.dtype)?
                }
            })?;
        }
        for (result, part) in all.into_iter().zip(parts) {
            self.builder.store(result, self.out, Offset::Const(part.offset), part.lanes)?;
        }
        Ok(())
    }

    /// Moves the pointers to where the walk is.
    fn settle(&mut self, cursor: &mut Cursor) -> Result<(), OutOfMemory> {
        if cursor.behind > 0 {
            for input in &cursor.inputs {
                let by = self.distance(input.stride, cursor.behind)?;
                self.builder.advance(input.pointer, by)?;
            }
        }
        cursor.behind = 0;
        Ok(())
    }

    /// The distance of that many steps.
    fn distance(&mut self, stride: Offset, steps: usize) -> Result<Offset, OutOfMemory> {
        match self.spec.lines {
            Lines::Columns => {
                Ok(Offset::Const(bytes(steps.saturating_mul(self.lanes.get()), self.spec.dtype)))
            }
            Lines::Rows => times(&mut self.builder, stride, steps),
        }
    }
}
