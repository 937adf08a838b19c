//! Element-wise kernels that keep the order of indices: one or more inputs, one output, and one operation or
//! several in a row. What reads no
//! input keeps it either way.
//!
//! Problem: to be as fast as loads and stores are, for any extents. What is not one of them has to be
//! little, and neither may wait for the other.
//!
//! A matrix whose columns follow each other without a gap in every operand is one long column. Columns
//! are cut into pieces and blocks, which pointers (`cursor`) reach with few additions. Within
//! a block, pieces are computed in groups: the loads of one group come before the stores of the
//! group before it. So an in-order core has loads to do while stored numbers are
//! computed, and the output can be an input although the last vector of a column overlaps the one
//! before it: it is loaded before that is stored. For such cores, groups of short operations are small, and
//! several are under way at once (`sizes`); pointers to columns of a block move together after it.
//!
//! Where registers do not suffice for a group of one piece and all of its inputs, pieces are computed one by
//! one, and each input is loaded where it is needed. Then no vectors overlap: none is stored
//! before the next is loaded.
//!
//! An input that is the same in all rows of a column is loaded once for the column, and one that is
//! the same everywhere once, each into all lanes of a vector, or into one where it is only multiplied by.
//!
//! Cost: the loads and stores, the formula, an addition for each column and operand, and a few
//! instructions for each block.
//!
//! Tests: `tests/tests/primitives_elementwise_shapes.rs`, `tests/tests/primitives_elementwise_values.rs`,
//! `tests/tests/primitives_elementwise_chain.rs`, `tests/tests/primitives_elementwise_convert.rs`,
//! `tests/tests/primitives_wide.rs`.

mod cut;
mod shape;
mod sizes;
mod source;

use crate::address::signed;
use crate::arguments::Arguments;
use crate::cursor::{Access, Cursor, Group, Piece, Start};
use crate::formula::{Formula, Loaded, Ready};
use crate::repeat::{Count, Writer, repeat};
use alloc::vec::Vec;
use core::num::NonZero;
use cut::Cut;
use shape::Shape;
use sizes::{Flight, Integers, Sizes};
use source::{Shared, Source};
use tensmith_core::fallible::{TryVec, try_collect};
use tensmith_core::kernel::func::Vector;
use tensmith_core::kernel::spec::Argument;
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// Generator of kernels that do not move elements.
#[derive(Clone, Copy, Debug)]
pub struct Elementwise;

impl KernelGenerator for Elementwise {
    fn name(&self) -> &'static str {
        "tensmith.elementwise/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let Some(shape) = Shape::of(spec)? else { return Err(Refusal::OtherKind) };
        let machine = crate::vectors::machine(target)?;
        let Some(formula) = Formula::of(spec)? else { return Err(Refusal::OtherKind) };
        let integers = Integers::of(&shape, &formula, &machine).least().max(spec.arguments().count());
        let vectors = formula.registers_with_inputs(&|_| Loaded::AtUse);
        if integers > machine.int_registers || vectors > machine.vector_registers {
            return Err(Refusal::Registers);
        }
        let lanes = shape.lanes(&machine);
        let vectors = shape.m.div_ceil(lanes.get()) as f64 * shape.n as f64;
        let moves = (shape.inputs.len() as f64 + 1.0) / f64::from(target.core.model.moves);
        let arithmetic = formula.instructions() as f64 / f64::from(target.core.model.multiply_adds);
        Ok(Offer::of(vectors * moves.max(arithmetic) + 10.0))
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let (Some(shape), Some(formula)) = (Shape::of(spec)?, Formula::of(spec)?) else {
            return Err(GenerateError::OtherKind);
        };
        let mut builder = Builder::sized(self.name(), offer.instructions())?;
        let arguments = Arguments::declare(&mut builder, spec.arguments())?;
        let mut kernel = Kernel::new(builder, shape, formula, target, &arguments)?;
        kernel.all()?;
        Ok(kernel.builder.finish()?.into())
    }
}

/// Writes the code for a spec after what there is, with its arguments in registers that it moves on from;
/// nothing for a spec of another kind.
pub(crate) fn write(
    builder: Builder,
    spec: &KernelSpec,
    target: &Target,
    arguments: &Arguments,
) -> Result<Builder, OutOfMemory> {
    let (Some(shape), Some(formula)) = (Shape::of(spec)?, Formula::of(spec)?) else { return Ok(builder) };
    let mut kernel = Kernel::new(builder, shape, formula, target, arguments)?;
    kernel.all()?;
    Ok(kernel.builder)
}

struct Kernel {
    builder: Builder,
    shape: Shape,
    sizes: Sizes,
    lanes: NonZero<usize>,
    /// The inputs that are read.
    inputs: Vec<Source>,
    output: Cursor,
    formula: Ready,
}

impl Writer for Kernel {
    fn builder(&mut self) -> &mut Builder {
        &mut self.builder
    }
}

impl Kernel {
    /// Before its first element.
    fn new(
        mut builder: Builder,
        shape: Shape,
        mut formula: Formula,
        target: &Target,
        arguments: &Arguments,
    ) -> Result<Self, OutOfMemory> {
        let sizes = Sizes::new(&shape, &formula, target);
        let (loads, stores) = (Access::loads(shape.from, target), Access::stores(shape.to, target));
        let [loads, stores] = [loads, stores].map(|access| access.keeping(sizes.kept));
        let multiplies_by_lane = target.machine().multiplies_by_lane;
        let mut inputs = Vec::new();
        for (nth, input) in shape.inputs.iter().enumerate() {
            let (pointer, ld) = (arguments.certain(input.address), arguments.get(input.ld));
            let in_first_lane = source::is_shared(input) && multiplies_by_lane && formula.takes_lane(nth)?;
            let element = Shared { dtype: shape.from, in_first_lane, again: sizes.one_by_one };
            inputs.try_push(Source::new(&mut builder, loads, pointer, input.covers, ld, element)?)?;
        }
        let (pointer, ld) = (arguments.certain(Argument::Out), arguments.get(Argument::LdOut));
        let output = Cursor::new(&mut builder, stores, pointer, shape.ld_out, ld)?;
        let formula = formula.prepare(&mut builder, arguments, &target.machine(), sizes.registers)?;
        let lanes = shape.lanes(&target.machine());
        Ok(Self { builder, shape, sizes, lanes, inputs, output, formula })
    }

    fn all(&mut self) -> Result<(), OutOfMemory> {
        let (m, n) = (self.shape.m, self.shape.n);
        let column = NonZero::new(m.div_ceil(self.lanes.get())).filter(|_| self.sizes.by_column);
        let most = column.map_or(self.sizes.block, |column| column.min(self.sizes.block));
        match Cut::new((m, n), self.lanes, most) {
            Cut::Tall { blocks, rows, rest } => {
                repeat(self, Count::Const(n), |kernel| kernel.column(blocks, rows, rest))
            }
            Cut::Short { blocks, columns, rest } => {
                if self.sizes.marks {
                    self.mark((m, columns))?;
                }
                let next = (blocks > 1 || rest > 0).then_some(Start { column: signed(columns), row: 0 });
                repeat(self, Count::Const(blocks), |kernel| kernel.block((m, columns), next))?;
                self.block((m, rest), None)
            }
        }
    }

    /// Sets pointers to columns of blocks, where they are worth it.
    fn mark(&mut self, extents: (usize, usize)) -> Result<(), OutOfMemory> {
        let pieces = self.pieces(extents)?;
        let groups = self.groups(&pieces)?;
        for input in &mut self.inputs {
            input.mark(&mut self.builder, &groups)?;
        }
        self.output.mark(&mut self.builder, &groups)
    }

    /// A column that is longer than a block.
    fn column(&mut self, blocks: usize, rows: usize, rest: usize) -> Result<(), OutOfMemory> {
        for input in self.inputs.iter_mut().filter(|_| !self.sizes.one_by_one) {
            input.begin(&mut self.builder, 0)?;
        }
        let next = Start { column: 0, row: signed(rows) };
        repeat(self, Count::Const(blocks), |kernel| kernel.block((rows, 1), Some(next)))?;
        let done = signed(rows).saturating_mul(signed(blocks));
        let next = Start { column: 1, row: done.saturating_neg() };
        self.block((rest, 1), (self.shape.n > 1).then_some(next))
    }

    /// A block of that many rows and columns; `next` is where the next one starts, if there is one.
    fn block(&mut self, extents: (usize, usize), next: Option<Start>) -> Result<(), OutOfMemory> {
        if self.sizes.one_by_one {
            cut::apart(extents, self.lanes)?.iter().try_for_each(|piece| self.one(piece))?;
        } else {
            let pieces = self.pieces(extents)?;
            self.fly(&self.groups(&pieces)?)?;
        }
        let Some(next) = next else { return Ok(()) };
        for input in &mut self.inputs {
            input.next(&mut self.builder, next)?;
        }
        self.output.next(&mut self.builder, next)
    }

    /// The pieces of a block, in the order in which they are visited.
    fn pieces(&self, extents: (usize, usize)) -> Result<Vec<Piece>, OutOfMemory> {
        let mut pieces = cut::pieces(extents, self.lanes)?;
        if self.sizes.overlap_first {
            cut::overlap_first(&mut pieces, |row| self.output.is_near(row));
        }
        Ok(pieces)
    }

    /// Pieces in groups.
    fn groups<'p>(&self, pieces: &'p [Piece]) -> Result<Vec<Group<'p>>, OutOfMemory> {
        let mut groups = Vec::new();
        groups.try_extend(cut::groups(pieces, self.sizes.flight.group))?;
        Ok(groups)
    }

    /// Computes a piece, each of whose inputs is loaded where it is needed.
    fn one(&mut self, piece: &Piece) -> Result<(), OutOfMemory> {
        let Self { builder, inputs, output, formula, .. } = self;
        let group = Group { pieces: core::slice::from_ref(piece), following: &[] };
        let results = formula.apply_loading(builder, |builder, which| {
            let mut loaded = None;
            if let Some(input) = inputs.get_mut(which) {
                input.load(builder, group, |_, vector| {
                    loaded = Some(vector);
                    Ok(())
                })?;
            }
            Ok(loaded)
        })?;
        output.store(builder, &results, group)
    }

    /// Loads, computes and stores groups, one group after the other in each of these.
    fn fly(&mut self, groups: &[Group<'_>]) -> Result<(), OutOfMemory> {
        let Flight { ahead, behind, .. } = self.sizes.flight;
        let way = ahead.saturating_add(behind);
        let (mut loaded, mut computed) = (Vec::new(), Vec::new());
        for step in 0..groups.len().saturating_add(way) {
            let at = |back: usize| step.checked_sub(back).and_then(|nth| Some((nth, *groups.get(nth)?)));
            let arriving = at(0).map_or(Group::default(), |(_, group)| group);
            let leaving =
                at(way).map_or((&[][..], Group::default()), |(nth, group)| (part(&computed, nth), group));
            loaded.try_push(self.exchange(arriving, leaving)?)?;
            if let Some((nth, group)) = at(ahead) {
                let results =
                    self.formula.apply(&mut self.builder, part(&loaded, nth), group.pieces.len())?;
                computed.try_push(results)?;
            }
        }
        Ok(())
    }

    /// Loads a group, and stores the results of another.
    fn exchange(
        &mut self,
        arriving: Group<'_>,
        (mut results, leaving): (&[Vector], Group<'_>),
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let Self { builder, sizes, inputs, output, .. } = self;
        let (place, each) = (sizes.stores, arriving.pieces.len());
        let all = each.saturating_mul(inputs.len());
        let mut stores = try_collect(output.runs(leaving))?.into_iter();
        let mut store_all_but = |builder: &mut Builder, left: usize| {
            while let Some(run) = if stores.len() > left { stores.next() } else { None } {
                let (of_run, behind) = results.split_at_checked(run.pieces.len()).unwrap_or_default();
                results = behind;
                output.store(builder, of_run, run)?;
            }
            Ok(())
        };
        let mut vectors = Vec::new();
        for input in inputs {
            input.load(builder, arriving, |builder, vector| {
                vectors.try_push(vector)?;
                store_all_but(builder, place.left(vectors.len(), each, all))
            })?;
        }
        store_all_but(builder, 0)?;
        Ok(vectors)
    }
}

/// The vectors of a group: there are some.
fn part(of: &[Vec<Vector>], group: usize) -> &[Vector] {
    of.get(group).map_or(&[], Vec::as_slice)
}
