//! The loops around the micro-kernel: over columns of tiles, over tiles in a column, and over the
//! batch inside a tile.
//!
//! Pointers walk: B and C move on by a column of tiles, A and C by a tile. The
//! batch is the innermost loop, so that C is loaded and stored once.

use super::micro::{self, Panels, Tile};
use super::tile::{Height, Run, Tiling};
use crate::address::{Walk, bytes, stride_in_bytes, times};
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Int, Lanes, Offset, Vector};
use tensmith_core::kernel::spec::{Argument, Batch, Beta, GemmSpec, Layout};
use tensmith_core::kernel::{Builder, Func, KernelSpec};
use tensmith_core::{OutOfMemory, Target};

/// The number of pairs in the batch, 1 where that is known only at run time.
pub(super) fn batch_count(spec: &GemmSpec) -> u64 {
    match spec.batch {
        Batch::Single => 1,
        Batch::Strided { count, .. } => count.fixed().map_or(1, |count| count as u64),
    }
}

/// The kernel for `spec`.
///
/// # Errors
/// [`OutOfMemory`].
pub(super) fn generate(name: &str, spec: &KernelSpec, target: &Target) -> Result<Func, OutOfMemory> {
    let KernelSpec::Gemm(gemm) = spec else { return Builder::new(name)?.finish() };
    let mut builder = Builder::new(name)?;
    let arguments = Arguments::declare(&mut builder, spec)?;
    let tiling = Tiling::choose(gemm, target.machine(), target.model)?;
    let mut kernel = Kernel::new(builder, gemm, target.machine(), &arguments)?;
    kernel.all_tiles(&tiling, &arguments)?;
    kernel.builder.finish()
}

/// The registers of the kernel's arguments.
struct Arguments(Vec<(Argument, Int)>);

impl Arguments {
    fn declare(builder: &mut Builder, spec: &KernelSpec) -> Result<Self, OutOfMemory> {
        let mut registers = Vec::new();
        for argument in spec.arguments() {
            registers.try_push((argument, builder.argument()?))?;
        }
        Ok(Self(registers))
    }

    fn get(&self, wanted: Argument) -> Option<Int> {
        self.0.iter().find(|(argument, _)| *argument == wanted).map(|(_, register)| *register)
    }

    /// The register of an argument that every kernel has.
    fn address(&self, wanted: Argument) -> Int {
        self.get(wanted).unwrap_or(Int(0))
    }
}

/// How often the batch loop runs, and how far it moves.
#[derive(Clone, Copy)]
struct BatchLoop {
    count: Count,
    step_a: Offset,
    step_b: Offset,
}

/// A number of passes.
#[derive(Clone, Copy)]
enum Count {
    Const(usize),
    Register(Int),
}

struct Kernel<'s> {
    builder: Builder,
    spec: &'s GemmSpec,
    machine: Machine,
    panels: Panels,
    ldc: Offset,
    batch: Option<BatchLoop>,
}

impl<'s> Kernel<'s> {
    fn new(
        mut builder: Builder,
        spec: &'s GemmSpec,
        machine: Machine,
        arguments: &Arguments,
    ) -> Result<Self, OutOfMemory> {
        let mut stride =
            |stride, argument| stride_in_bytes(&mut builder, stride, arguments.get(argument), spec.dtype);
        let (lda, ldb) = (stride(spec.a.ld, Argument::Lda)?, stride(spec.b.ld, Argument::Ldb)?);
        let ldc = stride(spec.ldc, Argument::Ldc)?;
        let batch = match spec.batch {
            Batch::Single => None,
            Batch::Strided { count, a, b } => Some(BatchLoop {
                step_a: stride(a, Argument::BatchStrideA)?,
                step_b: stride(b, Argument::BatchStrideB)?,
                count: match (count.fixed(), arguments.get(Argument::BatchCount)) {
                    (None, Some(register)) => Count::Register(register),
                    (count, _) => Count::Const(count.unwrap_or(1)),
                },
            }),
        };
        let panels = Panels::new(&mut builder, spec, machine, lda, ldb)?;
        Ok(Self { builder, spec, machine, panels, ldc, batch })
    }

    /// `body` as often as `count` says.
    fn repeat(
        &mut self,
        count: Count,
        body: impl FnOnce(&mut Self) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        let counter = match count {
            Count::Const(1) => return body(self),
            Count::Const(count) => self.builder.constant(crate::address::signed(count))?,
            Count::Register(count) => self.builder.copy(count)?,
        };
        self.builder.begin_loop(counter)?;
        body(self)?;
        self.builder.end_loop()
    }

    fn all_tiles(&mut self, tiling: &Tiling, arguments: &Arguments) -> Result<(), OutOfMemory> {
        let (a, b, c) =
            (arguments.address(Argument::A), arguments.address(Argument::B), arguments.address(Argument::C));
        for (nth, columns) in tiling.columns.iter().enumerate() {
            let is_last = nth + 1 == tiling.columns.len() && columns.count == 1;
            self.repeat(Count::Const(columns.count), |kernel| {
                kernel.column_of_tiles(&tiling.rows, columns.size, (a, b, c))?;
                if is_last { Ok(()) } else { kernel.next_columns(columns.size, b, c) }
            })?;
        }
        Ok(())
    }

    /// Moves B and C on by `width` columns.
    fn next_columns(&mut self, width: usize, b: Int, c: Int) -> Result<(), OutOfMemory> {
        let step_b = match self.spec.b.layout {
            Layout::ColumnMajor => times(&mut self.builder, self.panels.ldb, width)?,
            Layout::RowMajor => Offset::Const(bytes(width, self.spec.dtype)),
        };
        self.builder.advance(b, step_b)?;
        let step_c = times(&mut self.builder, self.ldc, width)?;
        self.builder.advance(c, step_c)
    }

    fn column_of_tiles(
        &mut self,
        rows: &[Run<Height>],
        width: usize,
        (a, b, c): (Int, Int, Int),
    ) -> Result<(), OutOfMemory> {
        let (a, c) = (self.builder.copy(a)?, self.builder.copy(c)?);
        for (nth, run) in rows.iter().enumerate() {
            let is_last = nth + 1 == rows.len() && run.count == 1;
            self.repeat(Count::Const(run.count), |kernel| {
                kernel.tile(Tile { height: run.size, width }, (a, b, c))?;
                if is_last { Ok(()) } else { kernel.next_rows(run.size, a, c) }
            })?;
        }
        Ok(())
    }

    /// Moves A and C on by a tile of whole vectors.
    fn next_rows(&mut self, height: Height, a: Int, c: Int) -> Result<(), OutOfMemory> {
        let rows = height.last_start + height.last_lanes;
        let step_a = match self.spec.a.layout {
            Layout::ColumnMajor => Offset::Const(bytes(rows, self.spec.dtype)),
            Layout::RowMajor => times(&mut self.builder, self.panels.lda, rows)?,
        };
        self.builder.advance(a, step_a)?;
        self.builder.advance(c, Offset::Const(bytes(rows, self.spec.dtype)))
    }

    fn tile(&mut self, tile: Tile, (a, b, c): (Int, Int, Int)) -> Result<(), OutOfMemory> {
        let accumulators = self.accumulators(tile, c)?;
        match self.batch {
            None => self.multiply(tile, &accumulators, a, b)?,
            Some(batch) => {
                let (a, b) = (self.builder.copy(a)?, self.builder.copy(b)?);
                self.repeat(batch.count, |kernel| {
                    kernel.multiply(tile, &accumulators, a, b)?;
                    kernel.builder.advance(a, batch.step_a)?;
                    kernel.builder.advance(b, batch.step_b)
                })?;
            }
        }
        self.store(tile, &accumulators, c)
    }

    fn multiply(&mut self, tile: Tile, accumulators: &[Vector], a: Int, b: Int) -> Result<(), OutOfMemory> {
        let (a, b) = (self.builder.copy(a)?, self.builder.copy(b)?);
        micro::multiply(&mut self.builder, self.spec, &self.panels, tile, accumulators, (a, b))
    }

    /// The lanes of vector `nth` of a tile, and its first row in bytes.
    fn vector(&self, height: Height, nth: usize) -> (i64, Lanes) {
        let (start, count) = height.vector(nth, self.machine.lanes(self.spec.dtype).get());
        let count = count as u8;
        (bytes(start, self.spec.dtype), Lanes { dtype: self.spec.dtype, count })
    }

    fn walk(&mut self, tile: Tile, c: Int) -> Result<Walk, OutOfMemory> {
        let height = bytes(tile.height.last_start + tile.height.last_lanes, self.spec.dtype);
        Walk::new(&mut self.builder, c, self.ldc, (tile.width, height), self.machine.pair_reach)
    }

    /// The accumulators by column, from C or zero. All of C is loaded before any of it is
    /// stored, because the last vector may overlap the one above it.
    fn accumulators(&mut self, tile: Tile, c: Int) -> Result<Vec<Vector>, OutOfMemory> {
        let mut accumulators = Vec::new();
        match self.spec.beta {
            Beta::Zero => {
                for _ in 0..tile.width * tile.height.vectors.get() {
                    accumulators.try_push(self.builder.zero()?)?;
                }
            }
            Beta::One => {
                let mut walk = self.walk(tile, c)?;
                for column in 0..tile.width {
                    for nth in 0..tile.height.vectors.get() {
                        let (row, lanes) = self.vector(tile.height, nth);
                        accumulators.try_push(walk.load(&mut self.builder, row, lanes)?)?;
                    }
                    if column + 1 < tile.width {
                        walk.next(&mut self.builder)?;
                    }
                }
            }
        }
        Ok(accumulators)
    }

    fn store(&mut self, tile: Tile, accumulators: &[Vector], c: Int) -> Result<(), OutOfMemory> {
        let mut walk = self.walk(tile, c)?;
        for (nth, accumulator) in accumulators.iter().enumerate() {
            let vector = nth % tile.height.vectors;
            let (row, lanes) = self.vector(tile.height, vector);
            walk.store(&mut self.builder, *accumulator, row, lanes)?;
            if vector + 1 == tile.height.vectors.get() && nth + 1 < accumulators.len() {
                walk.next(&mut self.builder)?;
            }
        }
        Ok(())
    }
}
