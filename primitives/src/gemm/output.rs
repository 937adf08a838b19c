//! The tile of C: what its accumulators begin with, and how they get back into memory.
//!
//! Without a run-time alpha, the accumulators begin as `beta·C`, and the product
//! is added to them. With one, they begin as 0, and C is not loaded before the
//! product is complete: `alpha·Σ + beta·C` then takes a multiply-add for each
//! vector (and a multiplication, for a run-time beta). So it is with rows along K,
//! whose accumulators are not vectors of C: an addition for each vector. A single
//! such row can begin with its elements of C, as long as 0 times beta is 0.
//!
//! Vectors run along the rows of the tile. Where C is contiguous along its rows,
//! a vector is loaded and stored at once, else lane by lane.
//!
//! Invariant: all of a tile is loaded before any of it is stored, because a
//! tile's last vector may overlap the one above it.

use super::micro::Tile;
use super::problem::{Arguments, Scale};
use super::tile::Height;
use crate::address::{Walk, bytes, stride_in_bytes, times};
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Inst, Int, Lanes, Offset, Vector, VectorOp};
use tensmith_core::kernel::spec::{Argument, Factor, Layout};
use tensmith_core::kernel::{Builder, GemmSpec};
use tensmith_core::{DType, OutOfMemory, Target};

/// How many vector registers C takes beside the accumulators of a tile, at times when the product
/// takes none.
#[must_use]
pub(super) fn registers(spec: &GemmSpec, height: Height) -> usize {
    let column = height.vectors_of_c();
    match (spec.alpha, spec.beta) {
        (Factor::Zero | Factor::One, Factor::Zero) => 0,
        (Factor::Zero | Factor::One, Factor::One) if height.along_k > 1 => column,
        (Factor::Zero | Factor::One, Factor::One) => 0,
        (Factor::Zero | Factor::One, Factor::Runtime) if height.along_k > 0 => column.saturating_add(1),
        (Factor::Zero | Factor::One, Factor::Runtime) | (Factor::Runtime, Factor::Zero) => 1,
        (Factor::Runtime, Factor::One) => column.saturating_add(1),
        (Factor::Runtime, Factor::Runtime) => column.saturating_add(2),
    }
}

/// C in memory, and what becomes of it.
pub(super) struct Output {
    along: Along,
    /// The leading dimension in bytes.
    ldc: Offset,
    alpha: Scale,
    beta: Scale,
    machine: Machine,
    /// The greatest offset at which neighbouring vectors are moved at once.
    reach: i64,
    dtype: DType,
}

/// How the elements of a vector lie in C.
#[derive(Clone, Copy)]
enum Along {
    /// As neighbours.
    Contiguous,
    /// A leading dimension apart.
    Strided,
}

impl Output {
    pub(super) fn new(
        builder: &mut Builder,
        spec: &GemmSpec,
        target: &Target,
        arguments: &Arguments,
    ) -> Result<Self, OutOfMemory> {
        Ok(Self {
            along: match spec.c.layout {
                Layout::ColumnMajor => Along::Contiguous,
                Layout::RowMajor => Along::Strided,
            },
            ldc: stride_in_bytes(builder, spec.c.ld, arguments.get(Argument::Ldc), spec.dtype)?,
            alpha: if spec.has_product() {
                arguments.scale(spec.alpha, Argument::Alpha)
            } else {
                Scale::Zero
            },
            beta: arguments.scale(spec.beta, Argument::Beta),
            machine: target.machine(),
            reach: target.model.forms.stores.reach(),
            dtype: spec.dtype,
        })
    }

    /// Moves a pointer into C on by `columns`.
    pub(super) fn next_columns(
        &self,
        builder: &mut Builder,
        columns: usize,
        c: Int,
    ) -> Result<(), OutOfMemory> {
        let step = match self.along {
            Along::Contiguous => times(builder, self.ldc, columns)?,
            Along::Strided => Offset::Const(bytes(columns, self.dtype)),
        };
        builder.advance(c, step)
    }

    /// Moves a pointer into C on by `rows`.
    pub(super) fn next_rows(&self, builder: &mut Builder, rows: usize, c: Int) -> Result<(), OutOfMemory> {
        let step = match self.along {
            Along::Contiguous => Offset::Const(bytes(rows, self.dtype)),
            Along::Strided => times(builder, self.ldc, rows)?,
        };
        builder.advance(c, step)
    }

    /// The accumulators of the tile at `c`, by column, as the product is to find them.
    pub(super) fn begin(
        &self,
        builder: &mut Builder,
        tile: Tile,
        c: Int,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        match self.beta {
            Scale::Zero => self.zeros(builder, tile),
            _ if self.is_late(tile) => self.zeros(builder, tile),
            Scale::One => self.load(builder, tile, c),
            Scale::By(beta) => {
                let beta = builder.broadcast(beta, self.dtype)?;
                let accumulators = self.load(builder, tile, c)?;
                self.multiply(builder, &accumulators, beta)?;
                Ok(accumulators)
            }
        }
    }

    /// Whether C is not loaded before the product is complete.
    fn is_late(&self, tile: Tile) -> bool {
        let along_k = tile.height.along_k;
        match (self.alpha, self.beta) {
            (Scale::Zero, _) => false,
            (Scale::By(_), _) => true,
            (Scale::One, Scale::Zero) => false,
            (Scale::One, Scale::One) => along_k > 1,
            (Scale::One, Scale::By(_)) => along_k > 0,
        }
    }

    /// Writes the tile at `c` from its accumulators, to which the product has been added.
    pub(super) fn finish(
        &self,
        builder: &mut Builder,
        tile: Tile,
        accumulators: Vec<Vector>,
        c: Int,
    ) -> Result<(), OutOfMemory> {
        let results =
            if self.is_late(tile) { self.combined(builder, tile, accumulators, c)? } else { accumulators };
        self.store(builder, tile, &results, c)
    }

    /// `alpha·accumulators + beta·C`.
    fn combined(
        &self,
        builder: &mut Builder,
        tile: Tile,
        accumulators: Vec<Vector>,
        c: Int,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let alpha = self.broadcast(builder, self.alpha)?;
        if let (Scale::Zero, Some(alpha)) = (self.beta, alpha) {
            self.multiply(builder, &accumulators, alpha)?;
            return Ok(accumulators);
        }
        let beta = self.broadcast(builder, self.beta)?;
        let mut walk = self.columns(builder, tile, c)?;
        let mut results = Vec::new();
        for (nth, column) in accumulators.chunks(tile.height.vectors_of_c().max(1)).enumerate() {
            if nth > 0 {
                walk.next(builder)?;
            }
            let sums = self.load_column(builder, &walk, tile.height)?;
            if let Some(beta) = beta {
                self.multiply(builder, &sums, beta)?;
            }
            for (sum, accumulator) in sums.iter().zip(column) {
                builder.push(match alpha {
                    Some(alpha) => Inst::MultiplyAdd(*sum, *accumulator, alpha, self.dtype),
                    None => Inst::Binary(VectorOp::Add, *sum, *sum, *accumulator, self.dtype),
                })?;
            }
            results.try_extend(sums)?;
        }
        Ok(results)
    }

    /// A vector of a factor that is passed at run time.
    fn broadcast(&self, builder: &mut Builder, scale: Scale) -> Result<Option<Vector>, OutOfMemory> {
        match scale {
            Scale::Zero | Scale::One => Ok(None),
            Scale::By(bits) => builder.broadcast(bits, self.dtype).map(Some),
        }
    }

    fn multiply(&self, builder: &mut Builder, vectors: &[Vector], factor: Vector) -> Result<(), OutOfMemory> {
        vectors.iter().try_for_each(|vector| {
            builder.push(Inst::Binary(VectorOp::Mul, *vector, *vector, factor, self.dtype))
        })
    }

    fn zeros(&self, builder: &mut Builder, tile: Tile) -> Result<Vec<Vector>, OutOfMemory> {
        let mut zeros = Vec::new();
        for _ in 0..tile.width.saturating_mul(tile.height.vectors_of_c()) {
            zeros.try_push(builder.zero()?)?;
        }
        Ok(zeros)
    }

    fn load(&self, builder: &mut Builder, tile: Tile, c: Int) -> Result<Vec<Vector>, OutOfMemory> {
        let mut walk = self.columns(builder, tile, c)?;
        let mut vectors = Vec::new();
        for column in 0..tile.width {
            if column > 0 {
                walk.next(builder)?;
            }
            vectors.try_extend(self.load_column(builder, &walk, tile.height)?)?;
        }
        Ok(vectors)
    }

    fn store(
        &self,
        builder: &mut Builder,
        tile: Tile,
        vectors: &[Vector],
        c: Int,
    ) -> Result<(), OutOfMemory> {
        let mut walk = self.columns(builder, tile, c)?;
        for (nth, column) in vectors.chunks(tile.height.vectors_of_c().max(1)).enumerate() {
            if nth > 0 {
                walk.next(builder)?;
            }
            self.store_column(builder, &walk, tile.height, column)?;
        }
        Ok(())
    }

    /// A walk over the columns of a tile.
    fn columns(&self, builder: &mut Builder, tile: Tile, c: Int) -> Result<Walk, OutOfMemory> {
        let (step, rows) = match self.along {
            Along::Contiguous => (self.ldc, tile.height.rows()),
            Along::Strided => (Offset::Const(bytes(1, self.dtype)), 1),
        };
        let extents = (tile.width, bytes(rows, self.dtype));
        Walk::new(builder, c, step, extents, self.reach)
    }

    /// A walk over the elements of a strided column.
    fn elements(&self, builder: &mut Builder, column: &Walk, height: Height) -> Result<Walk, OutOfMemory> {
        let first = column.place(builder)?;
        let extents = (height.rows(), bytes(1, self.dtype));
        Walk::new(builder, first, self.ldc, extents, self.reach)
    }

    fn load_column(
        &self,
        builder: &mut Builder,
        column: &Walk,
        height: Height,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let mut vectors = Vec::new();
        match self.along {
            Along::Contiguous => {
                for (start, lanes) in self.vectors(height) {
                    vectors.try_push(column.load(builder, bytes(start, self.dtype), lanes)?)?;
                }
            }
            Along::Strided => {
                let mut elements = self.elements(builder, column, height)?;
                for row in 0..height.rows() {
                    if row > 0 {
                        elements.next(builder)?;
                    }
                    for (nth, lane) in self.lanes_of(height, row) {
                        match vectors.get(nth) {
                            Some(vector) => {
                                builder.push(Inst::LoadLane(
                                    *vector,
                                    elements.address(0),
                                    lane,
                                    self.dtype,
                                ))?;
                            }
                            None => vectors.try_push(elements.load(builder, 0, self.first_lane())?)?,
                        }
                    }
                }
            }
        }
        Ok(vectors)
    }

    fn store_column(
        &self,
        builder: &mut Builder,
        column: &Walk,
        height: Height,
        vectors: &[Vector],
    ) -> Result<(), OutOfMemory> {
        match self.along {
            Along::Contiguous => {
                for ((start, lanes), vector) in self.vectors(height).zip(vectors) {
                    column.store(builder, *vector, bytes(start, self.dtype), lanes)?;
                }
                Ok(())
            }
            Along::Strided => {
                let mut elements = self.elements(builder, column, height)?;
                for row in 0..height.rows() {
                    if row > 0 {
                        elements.next(builder)?;
                    }
                    // Where vectors overlap, they agree.
                    let holder = self.lanes_of(height, row).next();
                    if let Some((vector, lane)) =
                        holder.and_then(|(nth, lane)| Some((vectors.get(nth)?, lane)))
                    {
                        builder.push(Inst::StoreLane(*vector, elements.address(0), lane, self.dtype))?;
                    }
                }
                Ok(())
            }
        }
    }

    /// The first row and the lanes of each vector in a column.
    fn vectors(&self, height: Height) -> impl Iterator<Item = (usize, Lanes)> {
        let (dtype, whole) = (self.dtype, self.machine.lanes(self.dtype).get());
        (0..height.vectors_of_c()).map(move |nth| {
            let (start, count) = height.vector(nth, whole);
            (start, Lanes { dtype, count: narrow(count) })
        })
    }

    /// The lanes that hold a row: number of the vector, and lane.
    fn lanes_of(&self, height: Height, row: usize) -> impl Iterator<Item = (usize, u8)> {
        self.vectors(height).enumerate().filter_map(move |(nth, (start, lanes))| {
            let lane = narrow(row.checked_sub(start)?);
            (lane < lanes.count).then_some((nth, lane))
        })
    }

    const fn first_lane(&self) -> Lanes {
        Lanes { dtype: self.dtype, count: 1 }
    }
}

/// A number of lanes; beyond 255 none is the lane of any vector.
fn narrow(lanes: usize) -> u8 {
    u8::try_from(lanes).unwrap_or(u8::MAX)
}
