//! Blocks of several short dimensions, moved to another order without loops.
//!
//! Problem: where neighbours of the input are far apart in the output, each element is a load
//! and a store of its own.
//!
//! Idea: a block is cut into parts that are moved alike (`cut`), by the first of these ways that there is.
//! - Neighbours that stay neighbours are vectors. Two elements of FP32 that stay together are one of FP64.
//! - Dimensions that are contiguous in the input, and others that are so in the output, make rectangles,
//!   which are transposed in registers: as large ones as vectors have lanes.
//! - Else elements are moved one by one.
//!
//! Tests: `tests/tests/primitives_permute.rs`.

mod cut;

use crate::arguments::Arguments;
use crate::square;
use crate::work::{Rates, Work, number};
use alloc::vec::Vec;
use cut::{Block, Part};
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::func::{Int, Lanes, Offset, Vector};
use tensmith_core::kernel::spec::{Argument, PermuteSpec};
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{DType, OutOfMemory, Target};

/// Generator of kernels that permute blocks.
#[derive(Clone, Copy, Debug)]
pub struct Permute;

/// Vectors that are in flight together.
const TOGETHER: usize = 8;

impl KernelGenerator for Permute {
    fn name(&self) -> &'static str {
        "tensmith.permute/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Permute(spec) = spec else { return Err(Refusal::OtherKind) };
        if !is_short(spec) {
            let limit = PermuteSpec::MOST_ELEMENTS;
            return Err(Refusal::TooLong { instructions: spec.elements(), limit });
        }
        let lanes = |dtype| crate::vectors::machine(target).map(|machine| machine.lanes(dtype).get());
        let block = Block::of(spec, [lanes(DType::F32)?, lanes(DType::F64)?]);
        // Each stage of a transposition makes as many vectors as there are rows, or columns.
        let [loads, stores, shuffles] = match block.part {
            Part::Run(elements) => {
                let vectors = elements.div_ceil(lanes(block.dtype)?.max(1));
                [vectors, vectors, 0]
            }
            Part::Rectangle { rows, columns } => {
                let side = rows.max(columns);
                let stages = side.next_power_of_two().trailing_zeros() as usize;
                [rows, columns, side.saturating_mul(stages)]
            }
        }
        .map(|of_part| number(block.parts().saturating_mul(of_part)));
        let work = Work { vector: shuffles, loads, stores, zeros: 0.0, slots: loads + stores + shuffles };
        Ok(Offer::of(Rates::of(&target.core.model).busy(work).cycles()))
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Permute(permute) = spec else { return Err(GenerateError::OtherKind) };
        if !is_short(permute) {
            return Err(GenerateError::OtherKind);
        }
        let lanes = [DType::F32, DType::F64].map(|dtype| target.machine().lanes(dtype).get());
        let block = Block::of(permute, lanes);
        let mut builder = Builder::sized(self.name(), offer.instructions())?;
        let arguments = Arguments::declare(&mut builder, spec.arguments())?;
        let [from, to] = [Argument::In, Argument::Out].map(|argument| arguments.certain(argument));
        let mut kernel = Kernel { builder, block: &block, from, to };
        match block.part {
            Part::Run(elements) => kernel.runs(elements, target.machine().lanes(block.dtype).get())?,
            Part::Rectangle { rows, columns } => kernel.rectangles(rows, columns)?,
        }
        Ok(kernel.builder.finish()?.into())
    }
}

/// Whether a block is one that is moved without loops: of others, which no valid specification has,
/// nobody would see the end.
fn is_short(spec: &PermuteSpec) -> bool {
    spec.elements() <= PermuteSpec::MOST_ELEMENTS
}

struct Kernel<'b> {
    builder: Builder,
    block: &'b Block,
    from: Int,
    to: Int,
}

impl Kernel<'_> {
    /// Moves neighbours that stay neighbours, vector by vector, some of them together.
    fn runs(&mut self, elements: usize, lanes: usize) -> Result<(), OutOfMemory> {
        let mut vectors = Vec::new();
        for [from, to] in self.block.places() {
            for first in (0..elements).step_by(lanes.max(1)) {
                let count = lanes.min(elements.saturating_sub(first));
                let [from, to] = [from, to].map(|at| self.block.bytes(at.saturating_add(first)));
                vectors.try_push((from, to, count))?;
            }
        }
        for vectors in vectors.chunks(TOGETHER) {
            let mut loaded = [None; TOGETHER];
            for (place, (from, _, count)) in loaded.iter_mut().zip(vectors) {
                *place = Some(self.load(*from, *count)?);
            }
            for (vector, (_, to, count)) in loaded.into_iter().flatten().zip(vectors) {
                self.store(vector, *to, *count)?;
            }
        }
        Ok(())
    }

    /// Transposes rectangles.
    fn rectangles(&mut self, height: usize, width: usize) -> Result<(), OutOfMemory> {
        let block = self.block;
        for [from, to] in block.places() {
            let mut rows = square::Side::new();
            for row in block.rows() {
                rows.try_push(self.load(block.bytes(from.saturating_add(row)), width)?)?;
            }
            let columns =
                square::columns(&mut self.builder, &rows, 0..width, block.dtype.arithmetic().lanes())?;
            for (column, vector) in block.columns().zip(columns) {
                self.store(vector, block.bytes(to.saturating_add(column)), height)?;
            }
        }
        Ok(())
    }

    fn load(&mut self, from: i64, count: usize) -> Result<Vector, OutOfMemory> {
        self.builder.load(self.from, Offset::Const(from), self.lanes(count))
    }

    fn store(&mut self, vector: Vector, to: i64, count: usize) -> Result<(), OutOfMemory> {
        let lanes = self.lanes(count);
        self.builder.store(vector, self.to, Offset::Const(to), lanes)
    }

    fn lanes(&self, count: usize) -> Lanes {
        Lanes { dtype: self.block.dtype, count: u8::try_from(count).unwrap_or(u8::MAX) }
    }
}
