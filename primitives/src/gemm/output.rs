//! The tile of C: what its accumulators begin with, and how they get back into memory.
//!
//! Without a run-time alpha, the accumulators begin as `beta·C`, and the product
//! is added to them. With one, they begin as 0, and C is not loaded before the
//! product is complete: `alpha·Σ + beta·C` then takes a multiply-add for each
//! vector (and a multiplication, for a run-time beta). So it is with dot rows,
//! whose accumulators are not vectors of C: an addition for each vector. A single
//! such row can begin with its elements of C, as long as 0 times beta is 0.
//!
//! Vectors run along the rows of the tile. Where C is contiguous along its columns
//! instead, the sums are transposed in registers (`transpose`), and what is loaded and
//! stored is a tile of Cᵀ. Then, too, C is added late.
//!
//! Between its sums and memory stands what `epilogue` does.
//!
//! Invariant: all of a tile is loaded before any of it is stored, because a
//! tile's last vector may overlap the one above it.

use super::epilogue::{Epilogue, Needs, begins_with_sum, narrowing};
use super::problem::Problem;
use super::terms::Terms;
use super::tile::{Parts, Tile, TileInMemory};
use super::transpose;
use super::zeros::zeros;
use crate::address::{ColumnAccess, Walk, bytes, signed, stride_in_bytes, times};
use crate::arguments::Arguments;
use crate::links::OperandPointers;
use crate::square;
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::model::{AccessForm, AccessForms, IssueOrder, LINE};
use tensmith_core::isa::{Machine, Zeros};
use tensmith_core::kernel::func::{Address, Inst, Int, Offset, Vector, VectorOp};
use tensmith_core::kernel::spec::{Argument, Factor, Layout};
use tensmith_core::kernel::{Builder, GemmSpec};
use tensmith_core::{OutOfMemory, Target};

/// With fewer registers than this for vectors of C, additions are waited for again and again.
const FEW: usize = 4;

/// The shortest sum that gives lines of C the time to come.
const LONG: usize = 64;

/// Where a tile begins in C and in the operands of the epilogue.
#[derive(Clone, Copy)]
pub(super) struct OutputPointers {
    pub(super) c: Int,
    operands: OperandPointers,
}

/// How many vector registers C takes in addition to the accumulators of a tile, at times when the product
/// takes none, if the links that are left then have such `needs`.
#[must_use]
pub(super) fn registers(
    spec: &GemmSpec,
    needs: Needs,
    forms: AccessForms,
    tile: Tile,
    machine: &Machine,
) -> usize {
    let lanes = machine.lanes(spec.types.accumulator);
    let factors = [spec.alpha, spec.beta].into_iter().filter(|factor| *factor == Factor::Runtime).count();
    let column = placed(spec, tile, lanes).height.vectors_of_c();
    let loaded = match forms.loads {
        _ if !is_late(spec, tile, machine) || spec.beta == Factor::Zero => 0,
        AccessForm::Single | AccessForm::Pairs => column,
        // Lists take consecutive registers, of which there may be none until others are free; those
        // that become free after transposing are scattered, and lists of three leave gaps
        // that no other fills.
        AccessForm::Lists if spec.c.layout == Layout::RowMajor => {
            column.saturating_mul(if column == 3 { 5 } else { 3 })
        }
        AccessForm::Lists => column.saturating_mul(2),
    };
    let finishing = loaded.saturating_add(factors).max(needs.vectors());
    let finishing = match spec.c.layout {
        Layout::ColumnMajor => finishing,
        Layout::RowMajor if lanes.get() > square::SMALL => {
            let finishing = transpose::results(tile, lanes).saturating_add(finishing);
            transpose::live(tile, lanes).max(finishing).saturating_sub(transpose::vectors(tile))
        }
        // The halves of a square exist while its rows are still needed.
        Layout::RowMajor => {
            let transposing = loaded.max(lanes.get()).saturating_add(factors);
            transpose::excess(tile, lanes).saturating_add(transposing.max(needs.vectors()))
        }
    };
    finishing.saturating_add(narrowing(spec))
}

/// How many links are done when the sums of a tile are complete: a first link that adds, where sums
/// begin with what they are added to. Sums of groups always begin with it: of integers, their order does
/// not matter.
pub(super) fn links_begun(spec: &GemmSpec, terms: Terms, tile: Tile, machine: &Machine) -> usize {
    let is_begun = spec.has_product()
        && begins_with_sum(spec)
        && spec.c.layout == Layout::ColumnMajor
        && tile.height.dot_rows == 0
        && (terms.are_dots() || !is_late(spec, tile, machine));
    usize::from(is_begun)
}

/// Whether sums begin with C.
pub(super) fn begins_with_c(spec: &GemmSpec, tile: Tile, machine: &Machine) -> bool {
    spec.beta != Factor::Zero && !is_late(spec, tile, machine)
}

/// Whether C is not loaded before the product is complete. Where addition takes an operand from memory, a
/// late C costs nothing, and no multiply-add waits for it.
fn is_late(spec: &GemmSpec, tile: Tile, machine: &Machine) -> bool {
    let dot_rows = tile.height.dot_rows;
    match (spec.alpha, spec.beta) {
        _ if !spec.has_product() => false,
        (Factor::Runtime, _) => true,
        (_, Factor::Zero) => false,
        (_, Factor::One) => machine.folds_loads || dot_rows > 1 || spec.c.layout == Layout::RowMajor,
        (_, Factor::Runtime) => dot_rows > 0 || spec.c.layout == Layout::RowMajor,
    }
}

/// A tile as vectors find it in memory.
fn placed(spec: &GemmSpec, tile: Tile, lanes: NonZero<usize>) -> Tile {
    match spec.c.layout {
        Layout::ColumnMajor => tile,
        Layout::RowMajor => transpose::transposed(tile, lanes),
    }
}

/// A [`Factor`] with the register that holds its bits.
#[derive(Clone, Copy)]
enum Scale {
    Zero,
    One,
    By(Int),
}

/// C in memory, and what becomes of it.
pub(super) struct Output<'s> {
    spec: &'s GemmSpec,
    terms: Terms,
    /// The pointer to the first tile.
    c: Int,
    /// The leading dimension in bytes.
    ldc: Offset,
    alpha: Scale,
    beta: Scale,
    epilogue: Epilogue<'s>,
    lanes: NonZero<usize>,
    forms: AccessForms,
    order: IssueOrder,
    zeros: Zeros,
    machine: Machine,
    /// The leading dimension in bytes of a C whose tiles have to be [expected](Self::expect).
    expected: Option<i64>,
}

/// The leading dimension in bytes of a C that is added late, contiguous along its rows, and of which the
/// first-level cache holds no half. Its tiles are small next to their products: the sum is long.
fn expected(spec: &GemmSpec, target: &Target) -> Option<i64> {
    let all = spec.m.saturating_mul(spec.n).saturating_mul(spec.types.output.bytes());
    let is_far = all > target.core.caches.l1d / 2 && spec.k >= LONG;
    let is_late = target.machine().folds_loads && spec.beta != Factor::Zero && spec.has_product();
    let ld = spec.c.ld.known().filter(|_| spec.c.layout == Layout::ColumnMajor)?;
    (is_far && is_late).then(|| bytes(ld, spec.types.output))
}

impl<'s> Output<'s> {
    pub(super) fn new(
        builder: &mut Builder,
        problem: &'s Problem<'_>,
        target: &Target,
        arguments: &'s Arguments,
    ) -> Result<Self, OutOfMemory> {
        let spec = problem.spec();
        let scale = |factor, passed| match factor {
            Factor::Zero => Scale::Zero,
            Factor::One => Scale::One,
            Factor::Runtime => Scale::By(arguments.certain(passed)),
        };
        Ok(Self {
            spec,
            terms: problem.terms(),
            c: arguments.certain(Argument::C),
            ldc: stride_in_bytes(builder, spec.c.ld, arguments.get(Argument::Ldc), spec.types.output)?,
            alpha: if spec.has_product() { scale(spec.alpha, Argument::Alpha) } else { Scale::Zero },
            beta: scale(spec.beta, Argument::Beta),
            epilogue: Epilogue::new(builder, spec, target, arguments)?,
            lanes: target.machine().lanes(spec.types.accumulator),
            forms: target.core.model.forms,
            order: target.core.model.order,
            zeros: zeros(spec, &target.core.model),
            machine: target.machine(),
            expected: expected(spec, target),
        })
    }

    /// The output of a kernel that keeps some vector registers across tiles.
    pub(super) fn with_kept(self, vectors: usize) -> Self {
        Self { epilogue: self.epilogue.with_kept(vectors), ..self }
    }

    /// Pointers to the first tile.
    pub(super) fn start(&self) -> OutputPointers {
        OutputPointers { c: self.c, operands: self.epilogue.start() }
    }

    /// Pointers to where a column of tiles begins, to be moved from tile to tile.
    pub(super) fn copied(
        &self,
        builder: &mut Builder,
        at: OutputPointers,
    ) -> Result<OutputPointers, OutOfMemory> {
        Ok(OutputPointers { c: builder.copy(at.c)?, operands: self.epilogue.copied(builder, at.operands)? })
    }

    /// Moves pointers on by `columns`.
    pub(super) fn next_columns(
        &self,
        builder: &mut Builder,
        columns: usize,
        at: &OutputPointers,
    ) -> Result<(), OutOfMemory> {
        self.epilogue.next_columns(builder, columns, &at.operands)?;
        self.next(builder, columns, at.c, Layout::ColumnMajor)
    }

    /// Moves pointers on by `rows`.
    pub(super) fn next_rows(
        &self,
        builder: &mut Builder,
        rows: usize,
        at: &OutputPointers,
    ) -> Result<(), OutOfMemory> {
        self.epilogue.next_rows(builder, rows, &at.operands)?;
        self.next(builder, rows, at.c, Layout::RowMajor)
    }

    /// Moves a pointer on by leading dimensions, where C has that layout, else by elements.
    fn next(&self, builder: &mut Builder, count: usize, c: Int, by_ld: Layout) -> Result<(), OutOfMemory> {
        let step = if self.spec.c.layout == by_ld {
            times(builder, self.ldc, count)?
        } else {
            Offset::Const(bytes(count, self.spec.types.output))
        };
        builder.advance(c, step)
    }

    /// The accumulators of the tile at such pointers, by column, as the product is to find them; without a
    /// product, the vectors that the epilogue is to find.
    pub(super) fn begin(
        &self,
        builder: &mut Builder,
        tile: Tile,
        at: &OutputPointers,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        if links_begun(self.spec, self.terms, tile, &self.machine) == 0 {
            return self.begin_alone(builder, tile, at.c);
        }
        let begun = match self.beta {
            Scale::Zero => None,
            _ if is_late(self.spec, tile, &self.machine) => None,
            Scale::One | Scale::By(_) => Some(self.begin_alone(builder, tile, at.c)?),
        };
        self.epilogue.begin(builder, self.placed(tile), &at.operands, (begun.as_deref(), self.terms))
    }

    /// The accumulators without the operand of a first link.
    fn begin_alone(&self, builder: &mut Builder, tile: Tile, c: Int) -> Result<Vec<Vector>, OutOfMemory> {
        let placed = self.placed(tile);
        match self.beta {
            _ if is_late(self.spec, tile, &self.machine) => self.zeros(builder, tile),
            Scale::Zero if self.spec.has_product() => self.zeros(builder, tile),
            Scale::Zero => self.zeros(builder, placed.tile),
            Scale::One => self.load(builder, placed, c),
            Scale::By(beta) => {
                let beta = builder.broadcast(beta, self.spec.types.accumulator)?;
                let accumulators = self.load(builder, placed, c)?;
                self.multiply(builder, &accumulators, beta)?;
                Ok(accumulators)
            }
        }
    }

    /// Has the tile's lines of C on their way while its product is computed, where C is added after that and
    /// other tiles have driven it out of the first-level cache.
    pub(super) fn expect(&self, builder: &mut Builder, tile: Tile, c: Int) -> Result<(), OutOfMemory> {
        let Some(ldc) = self.expected else { return Ok(()) };
        let lines =
            bytes(tile.height.rows(), self.spec.types.output).saturating_add(LINE as i64 - 1) / LINE as i64;
        for column in 0..tile.width {
            let first = ldc.saturating_mul(signed(column));
            for line in 0..lines {
                let offset = Offset::Const(first.saturating_add(line.saturating_mul(LINE as i64)));
                builder.push(Inst::Prefetch(Address { base: c, offset }))?;
            }
        }
        Ok(())
    }

    fn zeros(&self, builder: &mut Builder, tile: Tile) -> Result<Vec<Vector>, OutOfMemory> {
        let mut zeros = Vec::new();
        zeros.try_reserve(transpose::vectors(tile))?;
        for nth in 0..transpose::vectors(tile) {
            zeros.try_push(self.zeros.make(builder, nth)?)?;
        }
        Ok(zeros)
    }

    /// Writes the tile at such pointers from its accumulators, to which the product has been added.
    pub(super) fn finish(
        &self,
        builder: &mut Builder,
        tile: Tile,
        accumulators: Vec<Vector>,
        at: &OutputPointers,
    ) -> Result<(), OutOfMemory> {
        let is_transposed = self.spec.has_product() && self.spec.c.layout == Layout::RowMajor;
        let sums = if is_transposed {
            transpose::transpose(builder, tile, &accumulators, self.lanes, self.terms.lanes())?
        } else {
            accumulators
        };
        let placed = self.placed(tile);
        let results = if is_late(self.spec, tile, &self.machine) {
            self.combined(builder, placed, sums, at.c)?
        } else {
            sums
        };
        let first = links_begun(self.spec, self.terms, tile, &self.machine);
        let results = self.epilogue.apply(builder, placed, &at.operands, results, first)?;
        self.store(builder, placed, &results, at.c)
    }

    fn placed(&self, tile: Tile) -> TileInMemory {
        TileInMemory::of(placed(self.spec, tile, self.lanes), self.spec.types.output, self.lanes)
    }

    /// `alpha·sums + beta·C`.
    fn combined(
        &self,
        builder: &mut Builder,
        placed: TileInMemory,
        sums: Vec<Vector>,
        c: Int,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let alpha = self.broadcast(builder, self.alpha)?;
        if let (Scale::Zero, Some(alpha)) = (self.beta, alpha) {
            self.multiply(builder, &sums, alpha)?;
            return Ok(sums);
        }
        let beta = self.broadcast(builder, self.beta)?;
        if self.machine.folds_loads {
            return self.combined_one_by_one(builder, placed, &sums, c, [alpha, beta]);
        }
        let (mut walk, height) = (self.columns(placed, c, self.forms.loads), placed.height());
        let factors = usize::from(alpha.is_some()).saturating_add(beta.is_some().into());
        let taken = sums.len().saturating_add(factors).saturating_add(narrowing(self.spec));
        let at_a_time = self.at_a_time(taken, height);
        let mut results = Vec::new();
        results.try_reserve(sums.len())?;
        for columns in sums.chunks(height.saturating_mul(at_a_time).max(1)) {
            let start = results.len();
            for _ in columns.chunks(height) {
                if !results.is_empty() {
                    walk.next(builder)?;
                }
                load_column(builder, &walk, placed.parts, &mut results)?;
            }
            let loaded = results.get(start..).unwrap_or(&[]);
            if let Some(beta) = beta {
                self.multiply(builder, loaded, beta)?;
            }
            for (result, sum) in loaded.iter().zip(columns) {
                builder.push(match alpha {
                    Some(alpha) => self.terms.arithmetic().multiply_add(*result, *sum, alpha),
                    None => self.terms.arithmetic().binary(VectorOp::Add, *result, *result, *sum),
                })?;
            }
        }
        Ok(results)
    }

    /// `alpha·sums + beta·C`, vector by vector, right after C is loaded: an addition can take it from memory.
    fn combined_one_by_one(
        &self,
        builder: &mut Builder,
        placed: TileInMemory,
        sums: &[Vector],
        c: Int,
        [alpha, beta]: [Option<Vector>; 2],
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let mut walk = self.columns(placed, c, self.forms.loads);
        let mut results = Vec::new();
        results.try_reserve(sums.len())?;
        for column in sums.chunks(placed.height()) {
            if !results.is_empty() {
                walk.next(builder)?;
            }
            for ((start, lanes), sum) in placed.parts.iter().zip(column) {
                let result = walk.load(builder, start, lanes)?;
                self.combine(builder, (result, *sum), [alpha, beta])?;
                results.try_push(result)?;
            }
        }
        Ok(results)
    }

    /// Adds a sum to what is loaded of C, each with its factor.
    fn combine(
        &self,
        builder: &mut Builder,
        (result, sum): (Vector, Vector),
        [alpha, beta]: [Option<Vector>; 2],
    ) -> Result<(), OutOfMemory> {
        if let Some(beta) = beta {
            self.multiply(builder, &[result], beta)?;
        }
        builder.push(match alpha {
            Some(alpha) => self.terms.arithmetic().multiply_add(result, sum, alpha),
            None => self.terms.arithmetic().binary(VectorOp::Add, result, result, sum),
        })
    }

    /// How many columns of `height` vectors are loaded before the first is added to its sums, where `taken`
    /// registers are in use. An in-order core waits wherever a load follows additions, so there it is as many
    /// as there are registers for: of those that nothing is saved for, unless only a few are left of these.
    fn at_a_time(&self, taken: usize, height: usize) -> usize {
        let Machine { vector_registers, caller_saved_vectors, .. } = self.machine;
        match self.order {
            IssueOrder::OutOfOrder { .. } => 1,
            IssueOrder::InOrder { .. } => {
                let is_room = taken.saturating_add(FEW) <= caller_saved_vectors;
                let all = if is_room { caller_saved_vectors } else { vector_registers };
                all.saturating_sub(taken).checked_div(height).unwrap_or(1).max(1)
            }
        }
    }

    /// A vector of a factor that is passed at run time.
    fn broadcast(&self, builder: &mut Builder, scale: Scale) -> Result<Option<Vector>, OutOfMemory> {
        match scale {
            Scale::Zero | Scale::One => Ok(None),
            Scale::By(bits) => builder.broadcast(bits, self.spec.types.accumulator).map(Some),
        }
    }

    fn multiply(&self, builder: &mut Builder, vectors: &[Vector], factor: Vector) -> Result<(), OutOfMemory> {
        vectors.iter().try_for_each(|vector| {
            builder.push(self.terms.arithmetic().binary(VectorOp::Mul, *vector, *vector, factor))
        })
    }

    /// The vectors of a tile in memory.
    fn load(&self, builder: &mut Builder, placed: TileInMemory, c: Int) -> Result<Vec<Vector>, OutOfMemory> {
        let mut walk = self.columns(placed, c, self.forms.loads);
        let TileInMemory { tile, parts } = placed;
        let mut vectors = Vec::new();
        vectors.try_reserve(parts.len().saturating_mul(tile.width))?;
        for column in 0..tile.width {
            if column > 0 {
                walk.next(builder)?;
            }
            load_column(builder, &walk, parts, &mut vectors)?;
        }
        Ok(vectors)
    }

    fn store(
        &self,
        builder: &mut Builder,
        placed: TileInMemory,
        vectors: &[Vector],
        c: Int,
    ) -> Result<(), OutOfMemory> {
        let mut walk = self.columns(placed, c, self.forms.stores);
        for (nth, column) in vectors.chunks(placed.height()).enumerate() {
            if nth > 0 {
                walk.next(builder)?;
            }
            for ((start, lanes), vector) in placed.parts.iter().zip(column) {
                walk.store(builder, *vector, start, lanes)?;
            }
        }
        Ok(())
    }

    /// A walk over the columns of a tile in memory, whose vectors are moved in such a form.
    fn columns(&self, TileInMemory { tile, .. }: TileInMemory, c: Int, form: AccessForm) -> Walk {
        let extents = (tile.width, bytes(tile.height.rows(), self.spec.types.output));
        Walk::new(c, self.ldc, extents, ColumnAccess::together(form, &self.machine))
    }
}

/// Loads a column of a tile, whose vectors are such `parts` of it.
fn load_column(
    builder: &mut Builder,
    column: &Walk,
    parts: Parts,
    vectors: &mut Vec<Vector>,
) -> Result<(), OutOfMemory> {
    for (start, lanes) in parts.iter() {
        vectors.try_push(column.load(builder, start, lanes)?)?;
    }
    Ok(())
}
