//! Operations on a tile of C between its last sum and memory.
//!
//! Problem: bias, activation and residual are a pass over C each, if they are kernels of their own.
//!
//! Idea: the sums of a finished tile are in registers, and those of A and B are free. So the operands
//! of the links are loaded there, some vectors at a time, and the formula of all links is computed as
//! elementwise kernels compute it. A first link that adds takes less: where sums begin as zeros, they
//! begin with its operand instead.
//!
//! C is a tile as it lies in memory, so that vectors run along its contiguous direction. An operand
//! that has an element for each place along it is loaded like C; one that has an element for each
//! column of such a tile is loaded into all lanes.
//!
//! Invariant: a tile's operands are read before it is stored, so that one of them may be C itself.
//!
//! Cost: the formula for each vector; the numbers in it, and operands, for each tile. Links for which that is
//! much are done `behind` the loops.
//!
//! Tests: `tests/tests/primitives_gemm_epilogue.rs`, `tests/tests/primitives_gemm_properties.rs`,
//! `tests/tests/registry_refused_memory.rs`.

use super::terms::Terms;
use super::tile::{Parts, Tile, TileInMemory};
use crate::address::{ColumnAccess, Walk, bytes, times};
use crate::arguments::Arguments;
use crate::formula::Ready;
use crate::links::{Given, Links, OperandPointers, formula};
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Int, Lanes, Narrow, Offset, Vector};
use tensmith_core::kernel::op::BinaryOp;
use tensmith_core::kernel::spec::{Layout, Link, Operand};
use tensmith_core::kernel::{Builder, GemmSpec};
use tensmith_core::{DType, OutOfMemory, Target};

/// The registers that the links from some link on need.
#[derive(Clone, Copy, Default)]
pub(super) struct Needs {
    /// Vector registers for a tile: operands with one element.
    scalars: usize,
    /// Vector registers that the formula needs at the least, in addition to those of its inputs.
    formula: usize,
    /// Integer registers: pointers to a tile in the operands.
    pub(super) pointers: usize,
    /// Instructions for each vector.
    pub(super) instructions: usize,
    /// Loads for each vector.
    pub(super) loads: usize,
}

impl Needs {
    /// The needs of a multiplication's links from `first` on.
    pub(super) fn of(spec: &GemmSpec, first: usize) -> Result<Self, OutOfMemory> {
        if spec.epilogue.links().nth(first).is_none() {
            return Ok(Self::default());
        }
        let formula = formula(&spec.epilogue, spec.types.accumulator, first)?;
        let count = |kinds: fn(Operand) -> bool| {
            spec.epilogue.operands().filter(|(link, operand)| *link >= first && kinds(*operand)).count()
        };
        let scalars = count(|operand| operand == Operand::Scalar);
        let loads = count(|operand| operand != Operand::Scalar);
        let matrices = count(|operand| matches!(operand, Operand::Matrix(_)));
        Ok(Self {
            scalars,
            formula: formula.registers(),
            // Matrices are walked through, too.
            pointers: loads.saturating_add(matrices),
            instructions: formula.instructions(),
            loads,
        })
    }

    /// Vector registers in addition to those of a tile, at the least.
    pub(super) fn vectors(self) -> usize {
        self.scalars.saturating_add(self.formula).saturating_add(self.loads)
    }

    /// How many vectors have their operands loaded at a time where that many registers are free: half of
    /// them are left to the numbers in the formula.
    fn at_a_time(self, free: usize) -> usize {
        let each = self.formula.saturating_add(self.loads).max(1);
        (free.saturating_sub(self.scalars) / 2).checked_div(each).unwrap_or(1).max(1)
    }
}

/// Whether the first link adds an operand.
pub(super) fn begins_with_sum(spec: &GemmSpec) -> bool {
    let first = spec.epilogue.links().next();
    matches!(first, Some(Link::Binary { op, .. }) if *op == BinaryOp::add())
}

/// Vector registers that are left to stores, which may narrow what they store in some of their own.
pub(super) fn narrowing(spec: &GemmSpec) -> usize {
    spec.types.output.narrow().map_or(0, Narrow::registers)
}

/// How the elements of an operand get into the vectors of a tile.
enum Access {
    /// A vector of elements for each vector of the tile.
    Each(Walk),
    /// As many vectors as a column has, for all columns alike.
    Along(Int),
    /// An element for each column.
    Across(Int),
    /// One element for the whole tile, in all lanes.
    Same(Vector),
}

/// The links and their operands.
pub(super) struct Epilogue<'s> {
    spec: &'s GemmSpec,
    links: Links<'s>,
    machine: Machine,
    /// Vector registers that are kept across tiles.
    kept: usize,
    /// How vectors of matrices are loaded.
    loaded: ColumnAccess,
}

impl<'s> Epilogue<'s> {
    pub(super) fn new(
        builder: &mut Builder,
        spec: &'s GemmSpec,
        target: &Target,
        arguments: &'s Arguments,
    ) -> Result<Self, OutOfMemory> {
        let links = Links::new(builder, (&spec.epilogue, spec.types.output), arguments)?;
        let machine = target.machine();
        Ok(Self {
            spec,
            links,
            machine,
            kept: 0,
            loaded: ColumnAccess::together(target.core.model.forms.loads, &machine),
        })
    }

    /// The epilogue of a kernel that keeps some vector registers across tiles.
    pub(super) fn with_kept(self, kept: usize) -> Self {
        Self { kept, ..self }
    }

    /// Pointers to the first tile.
    pub(super) fn start(&self) -> OperandPointers {
        self.links.start()
    }

    /// Pointers to where a column of tiles begins; those that move from tile to tile are copies.
    pub(super) fn copied(
        &self,
        builder: &mut Builder,
        pointers: OperandPointers,
    ) -> Result<OperandPointers, OutOfMemory> {
        self.links.copied(builder, &pointers)
    }

    /// Moves pointers on by `columns`.
    pub(super) fn next_columns(
        &self,
        builder: &mut Builder,
        columns: usize,
        pointers: &OperandPointers,
    ) -> Result<(), OutOfMemory> {
        self.next(builder, columns, pointers, Layout::ColumnMajor, Operand::Row)
    }

    /// Moves pointers on by `rows`.
    pub(super) fn next_rows(
        &self,
        builder: &mut Builder,
        rows: usize,
        pointers: &OperandPointers,
    ) -> Result<(), OutOfMemory> {
        self.next(builder, rows, pointers, Layout::RowMajor, Operand::Column)
    }

    /// Moves pointers on: in matrices by leading dimensions where C has that layout, else by elements; in
    /// operands of the `moved` kind by elements.
    fn next(
        &self,
        builder: &mut Builder,
        count: usize,
        pointers: &OperandPointers,
        by_ld: Layout,
        moved: Operand,
    ) -> Result<(), OutOfMemory> {
        let elements = Offset::Const(bytes(count, self.spec.types.output));
        for Given { operand, pointer, ld, .. } in self.links.given(pointers, 0) {
            let step = match operand {
                Operand::Matrix(_) if self.spec.c.layout == by_ld => times(builder, ld, count)?,
                Operand::Matrix(_) => elements,
                operand if operand == moved => elements,
                Operand::Column | Operand::Row | Operand::Scalar => continue,
            };
            builder.advance(pointer, step)?;
        }
        Ok(())
    }

    /// The first values of a tile's sums that begin with the first link's operand: the operand itself, or
    /// `begun` plus the operand.
    pub(super) fn begin(
        &self,
        builder: &mut Builder,
        TileInMemory { tile, parts }: TileInMemory,
        pointers: &OperandPointers,
        (begun, terms): (Option<&[Vector]>, Terms),
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let mut sums = Vec::new();
        let Some(given) = self.links.given(pointers, 0).next() else { return Ok(sums) };
        let mut access = self.access(builder, tile, given)?;
        for column in 0..tile.width {
            let shared = access.enter(builder, column, self.spec.types.output)?;
            for (nth, part) in parts.iter().enumerate() {
                // Each sum has a register of its own.
                let is_last = nth.saturating_add(1) == parts.len() && matches!(access, Access::Across(_));
                let element = match shared {
                    Some(vector) if begun.is_none() && !is_last => builder.copy_vector(vector)?,
                    Some(vector) => vector,
                    None => access.load(builder, part)?,
                };
                let at = column.saturating_mul(parts.len()).saturating_add(nth);
                sums.try_push(match begun.and_then(|begun| begun.get(at)) {
                    Some(sum) => terms.add(builder, *sum, element)?,
                    None => element,
                })?;
            }
        }
        Ok(sums)
    }

    /// Applies the links from `first` on to the vectors of a tile, column by column.
    pub(super) fn apply(
        &self,
        builder: &mut Builder,
        tile: TileInMemory,
        pointers: &OperandPointers,
        vectors: Vec<Vector>,
        first: usize,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        if self.spec.epilogue.links().nth(first).is_none() {
            return Ok(vectors);
        }
        let mut links = self.prepare(builder, tile, pointers, vectors.len(), first)?;
        let mut results = Vec::new();
        for (nth, column) in vectors.chunks(tile.height()).enumerate() {
            links.column(builder, tile.parts, nth, column, &mut results)?;
        }
        Ok(results)
    }

    /// The links from `first` on, made ready for a tile of that many vectors, all of them in registers.
    fn prepare(
        &self,
        builder: &mut Builder,
        TileInMemory { tile, parts }: TileInMemory,
        pointers: &OperandPointers,
        vectors: usize,
        first: usize,
    ) -> Result<Prepared, OutOfMemory> {
        let taken = vectors.saturating_add(self.kept).saturating_add(narrowing(self.spec));
        let free = self.machine.vector_registers.saturating_sub(taken);
        let needs = Needs::of(self.spec, first)?;
        let most = if needs.loads == 0 { usize::MAX } else { needs.at_a_time(free) };
        let at_a_time = NonZero::new(most.min(parts.len())).unwrap_or(NonZero::<usize>::MIN);
        let of_operands = needs.loads.saturating_mul(at_a_time.get()).saturating_add(needs.scalars);
        let formula = formula(&self.spec.epilogue, self.spec.types.accumulator, first)?.prepare(
            builder,
            self.links.arguments,
            &self.machine,
            free.saturating_sub(of_operands),
        )?;
        let mut operands = Vec::new();
        for given in self.links.given(pointers, first) {
            operands.try_push(self.access(builder, tile, given)?)?;
        }
        Ok(Prepared { formula, operands, at_a_time, dtype: self.spec.types.output })
    }

    /// How the vectors of an operand are found, for a tile.
    fn access(&self, builder: &mut Builder, tile: Tile, given: Given) -> Result<Access, OutOfMemory> {
        let Given { operand, pointer, ld, .. } = given;
        Ok(match (operand, self.spec.c.layout) {
            (Operand::Matrix(_), _) => {
                let extents = (tile.width, bytes(tile.height.rows(), self.spec.types.output));
                Access::Each(Walk::new(pointer, ld, extents, self.loaded))
            }
            (Operand::Column, Layout::ColumnMajor) | (Operand::Row, Layout::RowMajor) => {
                Access::Along(pointer)
            }
            (Operand::Column, Layout::RowMajor) | (Operand::Row, Layout::ColumnMajor) => {
                Access::Across(pointer)
            }
            (Operand::Scalar, _) => {
                Access::Same(builder.load_all(pointer, Offset::Const(0), self.spec.types.output)?)
            }
        })
    }
}

/// Links that are ready for the columns of a tile.
struct Prepared {
    formula: Ready,
    operands: Vec<Access>,
    /// How many vectors have their operands loaded at a time.
    at_a_time: NonZero<usize>,
    dtype: DType,
}

impl Prepared {
    /// Applies the links to the vectors of column `nth`, the next one, and adds what they
    /// become to `results`.
    fn column(
        &mut self,
        builder: &mut Builder,
        parts: Parts,
        nth: usize,
        vectors: &[Vector],
        results: &mut Vec<Vector>,
    ) -> Result<(), OutOfMemory> {
        let mut shared = Vec::new();
        for operand in &mut self.operands {
            shared.try_push(operand.enter(builder, nth, self.dtype)?)?;
        }
        for (chunk, vectors) in vectors.chunks(self.at_a_time.get()).enumerate() {
            let parts = parts.iter().skip(chunk.saturating_mul(self.at_a_time.get())).take(vectors.len());
            let inputs = self.inputs(builder, &shared, vectors, &parts)?;
            results.try_extend(self.formula.apply(builder, &inputs, vectors.len())?)?;
        }
        Ok(())
    }

    /// The inputs of the formula for some vectors: these, then the elements of each operand for them.
    fn inputs(
        &self,
        builder: &mut Builder,
        shared: &[Option<Vector>],
        vectors: &[Vector],
        parts: &(impl Iterator<Item = (i64, Lanes)> + Clone),
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let mut inputs = Vec::new();
        inputs.try_extend(vectors.iter().copied())?;
        for (operand, shared) in self.operands.iter().zip(shared) {
            for part in parts.clone() {
                inputs.try_push(match shared {
                    Some(vector) => *vector,
                    None => operand.load(builder, part)?,
                })?;
            }
        }
        Ok(inputs)
    }
}

impl Access {
    /// Goes on to a column, one after the other; what all vectors of it share, if they share one.
    fn enter(
        &mut self,
        builder: &mut Builder,
        column: usize,
        dtype: DType,
    ) -> Result<Option<Vector>, OutOfMemory> {
        match self {
            Self::Each(walk) if column > 0 => walk.next(builder).map(|()| None),
            Self::Each(_) | Self::Along(_) => Ok(None),
            Self::Across(pointer) => {
                builder.load_all(*pointer, Offset::Const(bytes(column, dtype)), dtype).map(Some)
            }
            Self::Same(vector) => Ok(Some(*vector)),
        }
    }

    /// A vector of the current column.
    fn load(&self, builder: &mut Builder, (start, lanes): (i64, Lanes)) -> Result<Vector, OutOfMemory> {
        match self {
            Self::Each(walk) => walk.load(builder, start, lanes),
            Self::Along(pointer) => builder.load(*pointer, Offset::Const(start), lanes),
            Self::Across(pointer) => builder.load_all(*pointer, Offset::Const(0), lanes.dtype),
            Self::Same(vector) => Ok(*vector),
        }
    }
}
