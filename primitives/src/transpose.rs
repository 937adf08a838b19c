//! Kernels that exchange the indices: `out(j, i) = op(in(i, j))`, or the same number in another type.
//!
//! The matrix is cut into squares of vectors, which are transposed in registers, two by two, so that
//! neighbouring vectors are loaded and stored as pairs; one by one, if vectors are long or the operation
//! takes many registers; and squares of half as many lanes, if there is no room for those. Where an extent is
//! no multiple of that, the last vectors overlap those before them; where it is less than a vector, or long
//! vectors would be no more than half full, vectors are loaded and stored narrow.
//!
//! Input and output must not overlap: elements are read after their places are written.
//!
//! Cost: the loads and stores, a shuffle for each lane of a square and vector, an addition for most
//! columns of either operand, and a few instructions for each block of squares.
//!
//! Tests: below, `tests/tests/primitives_transpose.rs`, `tests/tests/primitives_elementwise_shapes.rs`,
//! `tests/tests/primitives_wide.rs`.

use crate::address::{is_split, signed};
use crate::arguments::Arguments;
use crate::cursor::{Access, Cursor, Group, Piece, Start};
use crate::formula::{Formula, Ready};
use crate::repeat::{Count, Writer, repeat};
use crate::square;
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::{TryVec, try_collect};
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{FloatType, Vector};
use tensmith_core::kernel::spec::{Argument, Input, Orientation, Stride, UnarySpec};
use tensmith_core::kernel::{Builder, ConvertSpec, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{DType, OutOfMemory, Target};

/// Generator of transposing unary kernels.
#[derive(Clone, Copy, Debug)]
pub struct Transpose;

impl KernelGenerator for Transpose {
    fn name(&self) -> &'static str {
        "tensmith.transpose/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let exchange = Exchange::of(spec).ok_or(Refusal::OtherKind)?;
        let lanes = exchange.lanes(crate::vectors::machine(target)?).get();
        let squares = exchange.m.div_ceil(lanes) as f64 * exchange.n.div_ceil(lanes) as f64;
        // Per square: a load, a store and shuffles for each vector: two, as narrow ones need,
        // or as many as stages.
        let shuffles = f64::from(lanes.ilog2()).max(2.0);
        let per_square = lanes as f64 * (2.0 + shuffles) / f64::from(target.core.model.moves);
        Ok(Offer::of(squares * per_square + 10.0))
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let (Some(exchange), Some(formula)) = (Exchange::of(spec), Formula::of(spec)?) else {
            return Err(GenerateError::OtherKind);
        };
        let Exchange { from, to, m, n, ld_in, ld_out } = exchange;
        let mut builder = Builder::sized(self.name(), offer.instructions())?;
        let arguments = Arguments::declare(&mut builder, spec.arguments())?;
        let (loads, stores) = (Access::loads(from, target), Access::stores(to, target));
        let [loads, stores] = [loads, stores].map(|access| access.keeping(KEPT));
        let mut cursor = |access, pointer, stride, ld| {
            Cursor::new(&mut builder, access, arguments.certain(pointer), stride, arguments.get(ld))
        };
        let ends = Ends {
            input: cursor(loads, Argument::In, ld_in, Argument::LdIn)?,
            output: cursor(stores, Argument::Out, ld_out, Argument::LdOut)?,
        };
        let machine = target.machine();
        let squares = Squares::of(&formula, exchange.lanes(machine), machine.vector_registers);
        let [rows, columns] = [m, n].map(|extent| Cover::new(extent, &squares));
        let registers = squares.registers;
        let formula = formula.prepare(&mut builder, &arguments, &machine, registers)?;
        let mut kernel = Kernel { builder, of: from.arithmetic().lanes(), rows, columns, formula };
        kernel.all(ends)?;
        Ok(kernel.builder.finish()?.into())
    }
}

/// A matrix that is read transposed.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    /// Type of the input.
    from: DType,
    /// Type of the output.
    to: DType,
    /// Rows of the input.
    m: usize,
    /// Columns of the input.
    n: usize,
    ld_in: Stride,
    ld_out: Stride,
}

impl Exchange {
    /// That of a spec of this family.
    fn of(spec: &KernelSpec) -> Option<Self> {
        match *spec {
            KernelSpec::Unary(UnarySpec { dtype, op, m, n, input, ld_out, orientation }) => {
                let Input::Matrix(ld_in) = input else { return None };
                let is_moved = orientation == Orientation::Transposed && op.operation().reads_inputs;
                is_moved.then_some(Self { from: dtype, to: dtype, m, n, ld_in, ld_out })
            }
            KernelSpec::Convert(ConvertSpec { from, to, m, n, ld_in, ld_out, orientation }) => {
                let is_moved = orientation == Orientation::Transposed;
                is_moved.then_some(Self { from, to, m, n, ld_in, ld_out })
            }
            _ => None,
        }
    }

    /// The lanes that a vector has for elements of either type.
    fn lanes(&self, machine: Machine) -> NonZero<usize> {
        machine.lanes(self.from).min(machine.lanes(self.to))
    }
}

/// How many pointers either operand has in addition to the one to the start of a block.
const KEPT: usize = 3;

/// The squares of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Squares {
    /// Rows and columns of each.
    lanes: NonZero<usize>,
    /// How many there are in each direction: one or two.
    count: NonZero<usize>,
    /// Registers that are left for the formula.
    registers: usize,
    /// Whether there are registers for two squares in place of one with three rows or columns of four.
    parts_three: bool,
}

impl Squares {
    /// The largest blocks of squares of some lanes that leave enough of all registers for the formula.
    fn of(formula: &Formula, lanes: NonZero<usize>, all: usize) -> Self {
        let parts_three = all > FEW;
        let for_four =
            all.saturating_sub(MADE.max(lanes.saturating_mul(FOUR).get().saturating_add(FOUR.get())));
        if formula.registers().saturating_add(formula.constants()) <= for_four {
            return Self { lanes, count: TWO, registers: for_four, parts_three };
        }
        let for_one = |lanes: NonZero<usize>| all.saturating_sub(lanes.get().saturating_add(2)).min(WITH_ONE);
        let halves = core::iter::successors(Some(lanes), |lanes| NonZero::new(lanes.get() / 2));
        let mut enough = halves.filter(|lanes| formula.registers() <= for_one(*lanes));
        let lanes = enough.next().unwrap_or(NonZero::<usize>::MIN);
        Self { lanes, count: NonZero::<usize>::MIN, registers: for_one(lanes), parts_three }
    }
}

const TWO: NonZero<usize> = NonZero::new(2).unwrap();
const FOUR: NonZero<usize> = NonZero::new(4).unwrap();

/// Registers at least that blocks of two by two squares are given: enough for rows that are being transposed
/// to have others than rows that wait.
const MADE: usize = 20;

/// The lanes from which on half a square's rows or columns are moved narrow: that costs less than to
/// transpose all of it for them, where vectors that overlap are transposed twice.
const WIDE: usize = 8;

/// The registers of a machine that has few.
const FEW: usize = 16;

/// The most registers that a formula is given next to a single square.
const WITH_ONE: usize = 20;

/// The vectors that a block has in one direction: where each starts and how many elements it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    first: usize,
    second: Option<usize>,
    width: usize,
}

impl Side {
    /// One vector after the other.
    const fn whole(count: usize, lanes: usize) -> Self {
        Self { first: 0, second: if count == 1 { None } else { Some(lanes) }, width: lanes }
    }

    /// The vectors, each with the elements that are not in the one before it.
    fn parts(self) -> impl Iterator<Item = Part> {
        let Self { first, second, width } = self;
        let end = first.saturating_add(width);
        let second = second.map(|start| Part { start, width, known: end.saturating_sub(start) });
        [Some(Part { start: first, width, known: 0 }), second].into_iter().flatten()
    }

    /// How many elements the vectors cover.
    fn extent(self) -> usize {
        self.second.unwrap_or(self.first).saturating_add(self.width)
    }
}

/// A vector of a [`Side`].
#[derive(Clone, Copy, Debug)]
struct Part {
    start: usize,
    width: usize,
    /// How many of its first elements the vector before it has too.
    known: usize,
}

/// An extent as blocks that follow each other, and one that ends where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cover {
    blocks: usize,
    block: Side,
    /// The last block, and by how many elements it is nearer than another whole one.
    last: Option<(Side, usize)>,
}

impl Cover {
    /// Covers `extent` by blocks of some squares.
    fn new(extent: usize, squares: &Squares) -> Self {
        let Squares { lanes, count, parts_three, .. } = *squares;
        let block = Side::whole(count.get(), lanes.get());
        let length = lanes.saturating_mul(count);
        let (blocks, rest) = (extent / length, extent % length);
        let one = |width| Side { first: 0, second: None, width };
        let last = if rest == 0 {
            None
        } else if extent < lanes.get() {
            let parted = Side { second: Some(1), ..one(2) };
            Some((if parts_three && is_split(extent, lanes) { parted } else { one(extent) }, 0))
        } else if lanes.get() >= WIDE && rest <= lanes.get() / 2 {
            Some((one(rest), 0))
        } else if rest <= lanes.get() {
            Some((one(lanes.get()), lanes.get() - rest))
        } else {
            Some((Side { second: Some(rest - lanes.get()), ..one(lanes.get()) }, 0))
        };
        Self { blocks, block, last }
    }
}

/// The start of a block in either operand.
struct Ends {
    input: Cursor,
    output: Cursor,
}

impl Ends {
    fn fork(&self, builder: &mut Builder) -> Result<Self, OutOfMemory> {
        Ok(Self { input: self.input.fork(builder)?, output: self.output.fork(builder)? })
    }

    /// Moves on by rows and columns of the input.
    fn next(&mut self, builder: &mut Builder, rows: i64, columns: i64) -> Result<(), OutOfMemory> {
        self.input.next(builder, Start { column: columns, row: rows })?;
        self.output.next(builder, Start { column: rows, row: columns })
    }
}

struct Kernel {
    builder: Builder,
    /// The type of lanes that are transposed.
    of: FloatType,
    rows: Cover,
    columns: Cover,
    formula: Ready,
}

impl Writer for Kernel {
    fn builder(&mut self) -> &mut Builder {
        &mut self.builder
    }
}

impl Kernel {
    /// Strips from left to right of the input.
    fn all(&mut self, mut ends: Ends) -> Result<(), OutOfMemory> {
        let Cover { blocks, block, last } = self.columns;
        let length = signed(block.extent());
        repeat(self, Count::Const(blocks), |kernel| {
            kernel.strip(&ends, block)?;
            ends.next(&mut kernel.builder, 0, length)
        })?;
        let Some((side, back)) = last else { return Ok(()) };
        ends.next(&mut self.builder, 0, signed(back).saturating_neg())?;
        self.strip(&ends, side)
    }

    /// Blocks from the top down.
    fn strip(&mut self, start: &Ends, columns: Side) -> Result<(), OutOfMemory> {
        let mut ends = start.fork(&mut self.builder)?;
        let Cover { blocks, block, last } = self.rows;
        let length = signed(block.extent());
        repeat(self, Count::Const(blocks), |kernel| {
            kernel.block(&mut ends, block, columns)?;
            ends.next(&mut kernel.builder, length, 0)
        })?;
        let Some((side, back)) = last else { return Ok(()) };
        ends.next(&mut self.builder, signed(back).saturating_neg(), 0)?;
        self.block(&mut ends, side, columns)
    }

    /// Transposes the squares of one block.
    fn block(&mut self, ends: &mut Ends, rows: Side, columns: Side) -> Result<(), OutOfMemory> {
        let mut pieces = Vec::new();
        for column in 0..columns.extent() {
            let of_column = rows.parts().map(|part| Piece { column, row: part.start, rows: part.width });
            pieces.try_extend(of_column)?;
        }
        let mut loaded = Vec::new();
        let group = Group { pieces: &pieces, following: &[] };
        ends.input.load(&mut self.builder, group, |_, vector| loaded.try_push(vector))?;
        let across = rows.parts().count().max(1);
        for (nth, part) in rows.parts().enumerate() {
            // Not `step_by`, which the compiler does not know to be above zero.
            let in_row = loaded.iter().enumerate().filter(|(at, _)| at.checked_rem(across) == Some(nth));
            let vectors = in_row.map(|(_, vector)| *vector);
            self.row_of_squares(&mut ends.output, &vectors, part, columns)?;
        }
        Ok(())
    }

    /// Transposes the squares of some rows. `vectors` are those of the columns.
    fn row_of_squares(
        &mut self,
        output: &mut Cursor,
        vectors: &(impl Iterator<Item = Vector> + Clone),
        rows: Part,
        columns: Side,
    ) -> Result<(), OutOfMemory> {
        let mut squares = Vec::new();
        for part in columns.parts() {
            let square = try_collect(vectors.clone().skip(part.start).take(part.width))?;
            let wanted = rows.known..rows.width;
            let transposed = square::columns(&mut self.builder, &square, wanted, self.of)?;
            squares.try_push(self.formula.apply(&mut self.builder, &transposed, transposed.len())?)?;
        }
        let (mut pieces, mut results) = (Vec::new(), Vec::new());
        for (nth, row) in (rows.known..rows.width).enumerate() {
            for (part, square) in columns.parts().zip(&squares) {
                let column = rows.start.saturating_add(row);
                pieces.try_push(Piece { column, row: part.start, rows: part.width })?;
                results.try_extend(square.get(nth).copied())?;
            }
        }
        output.store(&mut self.builder, &results, Group { pieces: &pieces, following: &[] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(count: usize) -> Squares {
        let count = NonZero::new(count).unwrap_or(NonZero::<usize>::MIN);
        Squares { lanes: FOUR, count, registers: 12, parts_three: true }
    }

    #[test]
    fn covers_end_where_the_extent_does() {
        let lanes = [4, 8, 16].map(|lanes| NonZero::new(lanes).unwrap_or(FOUR));
        let counts = || lanes.into_iter().flat_map(|lanes| [1, 2].map(|count| (lanes, count)));
        for (extent, (lanes, count)) in (1..=70).flat_map(|extent| counts().map(move |of| (extent, of))) {
            let Cover { blocks, block, last } = Cover::new(extent, &Squares { lanes, ..squares(count) });
            let mut end = blocks * block.extent();
            if let Some((side, back)) = last {
                assert!(back <= end, "{extent}: starts before the first element");
                end = end - back + side.extent();
            }
            assert_eq!(end, extent);
        }
    }

    #[test]
    fn parts_do_not_repeat_elements() {
        for extent in 1..=16 {
            let cover = Cover::new(extent, &squares(2));
            for side in [Some(cover.block), cover.last.map(|(side, _)| side)].into_iter().flatten() {
                let new: usize = side.parts().map(|part| part.width - part.known).sum();
                assert_eq!(new, side.extent(), "{side:?}");
            }
        }
    }
}
