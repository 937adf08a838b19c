//! Columns that are found by index: gathered or scattered.
//!
//! A loop over the indices; each is loaded and multiplied with the distance of columns, and the column is
//! copied: by eight vectors in a loop, if it is long, then the rest. The last vector overlaps the one before
//! it. Columns are written in the order of the indices, so that of equal ones the last wins.
//!
//! Tests: `tests/tests/primitives_gather.rs`, `tests/tests/primitives_wide_lines.rs`.

use crate::address::{bytes, stride_in_bytes};
use crate::arguments::Arguments;
use crate::repeat::{Count, Writer, repeat};
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::func::{Inst, Int, Lanes, Offset};
use tensmith_core::kernel::spec::{Argument, GatherSpec, Indexed};
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{DType, OutOfMemory, Target};

/// Generator of kernels that gather and scatter columns.
#[derive(Clone, Copy, Debug)]
pub struct Gather;

/// Vectors that are in flight together.
const BLOCK: NonZero<usize> = NonZero::new(8).unwrap();

impl KernelGenerator for Gather {
    fn name(&self) -> &'static str {
        "tensmith.gather/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Gather(spec) = spec else { return Err(Refusal::OtherKind) };
        let vectors = spec.m.div_ceil(crate::vectors::machine(target)?.lanes(spec.dtype).get()) as f64;
        // A load and a store of each vector, and a load of the index.
        let moves = (2.0 * vectors + 1.0) / f64::from(target.core.model.moves);
        Ok(Offer::of(spec.n as f64 * moves.max(2.0) + 10.0))
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Gather(gather) = spec else { return Err(GenerateError::OtherKind) };
        let mut builder = Builder::sized(self.name(), offer.instructions())?;
        let arguments = Arguments::declare(&mut builder, spec.arguments())?;
        let [input, indices, output] =
            [Argument::In, Argument::Indices, Argument::Out].map(|argument| arguments.certain(argument));
        let mut step =
            |ld, argument| stride_in_bytes(&mut builder, ld, arguments.get(argument), gather.dtype);
        let step_in = step(gather.ld_in, Argument::LdIn)?;
        let step_out = step(gather.ld_out, Argument::LdOut)?;
        let (indexed, step, others, other_step) = match gather.indexed {
            Indexed::Input => (input, step_in, output, step_out),
            Indexed::Output => (output, step_out, input, step_in),
        };
        let step = match step {
            Offset::Const(bytes) => builder.constant(bytes)?,
            Offset::Register(bytes) => bytes,
        };
        let mut kernel = Kernel { builder, spec: *gather, lanes: target.machine().lanes(gather.dtype) };
        kernel.columns((indexed, step), indices, (others, other_step))?;
        Ok(kernel.builder.finish()?.into())
    }
}

struct Kernel {
    builder: Builder,
    spec: GatherSpec,
    lanes: NonZero<usize>,
}

impl Writer for Kernel {
    fn builder(&mut self) -> &mut Builder {
        &mut self.builder
    }
}

impl Kernel {
    /// All columns: of the matrix that is indexed, with the distance of its columns in a register, and of
    /// the other one, which has them one after the other.
    fn columns(
        &mut self,
        (indexed, step): (Int, Int),
        indices: Int,
        (others, other_step): (Int, Offset),
    ) -> Result<(), OutOfMemory> {
        repeat(self, Count::Const(self.spec.n), |kernel| {
            let index = kernel.builder.load_int(indices, Offset::Const(0))?;
            let distance = kernel.builder.int();
            kernel.builder.push(Inst::Mul(distance, index, step))?;
            let found = kernel.builder.add(indexed, Offset::Register(distance))?;
            match kernel.spec.indexed {
                Indexed::Input => kernel.column(found, others)?,
                Indexed::Output => kernel.column(others, found)?,
            }
            kernel.builder.advance(indices, Offset::Const(bytes(1, DType::F64)))?;
            kernel.builder.advance(others, other_step)
        })
    }

    /// Copies a column.
    fn column(&mut self, from: Int, to: Int) -> Result<(), OutOfMemory> {
        let (lanes, block) = (self.lanes.get(), self.lanes.saturating_mul(BLOCK));
        // Short columns take no loop.
        let blocks = if self.spec.m / block > 2 { self.spec.m / block } else { 0 };
        let rest = self.spec.m - blocks * block.get();
        let (from, to) = if blocks > 0 { self.blocks(from, to, blocks)? } else { (from, to) };
        let mut parts = Vec::new();
        for start in (0..rest.div_ceil(lanes)).map(|nth| nth * lanes) {
            let left = rest - start;
            parts.try_push(match left < lanes && self.spec.m > lanes {
                true => (bytes(start, self.spec.dtype) - bytes(lanes - left, self.spec.dtype), lanes),
                false => (bytes(start, self.spec.dtype), left.min(lanes)),
            })?;
        }
        parts.chunks(BLOCK.get()).try_for_each(|parts| self.parts(from, to, parts))
    }

    /// Copies that many blocks in a loop; returns the pointers after them.
    fn blocks(&mut self, from: Int, to: Int, blocks: usize) -> Result<(Int, Int), OutOfMemory> {
        let (from, to) = (self.builder.copy(from)?, self.builder.copy(to)?);
        let (lanes, dtype) = (self.lanes.get(), self.spec.dtype);
        let parts = core::array::from_fn::<_, { BLOCK.get() }, _>(|nth| (bytes(nth * lanes, dtype), lanes));
        repeat(self, Count::Const(blocks), |kernel| {
            kernel.parts(from, to, &parts)?;
            let length = Offset::Const(bytes(lanes * BLOCK.get(), dtype));
            [from, to].into_iter().try_for_each(|pointer| kernel.builder.advance(pointer, length))
        })?;
        Ok((from, to))
    }

    /// Loads some vectors, each with its distance and number of lanes, and stores them.
    fn parts(&mut self, from: Int, to: Int, parts: &[(i64, usize)]) -> Result<(), OutOfMemory> {
        let lanes =
            |count: usize| Lanes { dtype: self.spec.dtype, count: u8::try_from(count).unwrap_or(u8::MAX) };
        let mut loaded = Vec::new();
        for (offset, count) in parts {
            loaded.try_push(self.builder.load(from, Offset::Const(*offset), lanes(*count))?)?;
        }
        for (vector, (offset, count)) in loaded.into_iter().zip(parts) {
            self.builder.store(vector, to, Offset::Const(*offset), lanes(*count))?;
        }
        Ok(())
    }
}
