//! Element-wise kernels that keep the order of indices: one or two inputs, one output. What reads no
//! input keeps it either way.
//!
//! A matrix whose columns follow each other without a gap in every operand is one long column.
//! Columns are covered by blocks of four vectors, then single vectors; the last vector overlaps
//! the one before it, unless an output may be an input: an element must not be computed twice
//! from itself, so all loads of a column's tail come before its stores.

use crate::address::{bytes, signed, stride_in_bytes};
use crate::formula::{Formula, Ready};
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Int, Lanes, Offset};
use tensmith_core::kernel::spec::{Argument, Orientation, Stride};
use tensmith_core::kernel::{Builder, Func, KernelSpec};
use tensmith_core::registry::{KernelGenerator, Offer, Refusal};
use tensmith_core::target::Feature;
use tensmith_core::{DType, OutOfMemory, Target};

/// Vectors that are in flight together.
const BLOCK: NonZero<usize> = NonZero::new(4).unwrap();

/// Generator of unary and binary kernels that do not move elements.
#[derive(Clone, Copy, Debug)]
pub struct Elementwise;

/// A spec, whatever its arity.
struct Shape {
    dtype: DType,
    m: usize,
    n: usize,
    /// The inputs that are read, then the output.
    operands: Vec<Access>,
}

/// An operand's address and leading dimension.
struct Access {
    address: Argument,
    ld: (Argument, Stride),
}

impl Shape {
    /// The shape of a spec of this family.
    fn of(spec: &KernelSpec) -> Result<Option<Self>, OutOfMemory> {
        let mut operands = Vec::new();
        let (m, n) = match spec {
            KernelSpec::Unary(s) => {
                let reads_input = s.op.operation().reads_inputs;
                if reads_input && s.orientation == Orientation::Transposed {
                    return Ok(None);
                }
                if reads_input {
                    operands.try_push(Access { address: Argument::In, ld: (Argument::LdIn, s.ld_in) })?;
                }
                operands.try_push(Access { address: Argument::Out, ld: (Argument::LdOut, s.ld_out) })?;
                match s.orientation {
                    Orientation::Same => (s.m, s.n),
                    Orientation::Transposed => (s.n, s.m),
                }
            }
            KernelSpec::Binary(s) => {
                operands.try_extend([
                    Access { address: Argument::In0, ld: (Argument::LdIn0, s.ld_in0) },
                    Access { address: Argument::In1, ld: (Argument::LdIn1, s.ld_in1) },
                    Access { address: Argument::Out, ld: (Argument::LdOut, s.ld_out) },
                ])?;
                (s.m, s.n)
            }
            KernelSpec::Gemm(_) => return Ok(None),
        };
        let mut shape = Self { dtype: spec.dtype(), m, n, operands };
        let is_dense = shape.operands.iter().all(|operand| operand.ld.1 == Stride::Fixed(shape.m));
        if let (true, Some(all)) = (is_dense, shape.m.checked_mul(shape.n)) {
            (shape.m, shape.n) = (all, 1);
        }
        Ok(Some(shape))
    }
}

impl KernelGenerator for Elementwise {
    fn name(&self) -> &'static str {
        "tensmith.elementwise/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let Ok(Some(shape)) = Shape::of(spec) else { return Err(Refusal::OtherKind) };
        if !target.features.contains(Feature::AdvSimd) {
            return Err(Refusal::Feature(Feature::AdvSimd));
        }
        let Ok(Some(formula)) = Formula::of(spec) else { return Err(Refusal::OtherKind) };
        let lanes = target.machine().lanes(shape.dtype);
        let vectors = shape.m.div_ceil(lanes.get()) as f64 * shape.n as f64;
        let moves = shape.operands.len() as f64 / f64::from(target.model.moves);
        let arithmetic = formula.instructions() as f64 / f64::from(target.model.multiply_adds);
        Ok(Offer::of(vectors * moves.max(arithmetic) + 10.0))
    }

    fn generate(&self, spec: &KernelSpec, target: &Target, _: &Offer) -> Result<Func, OutOfMemory> {
        let mut builder = Builder::new(self.name())?;
        let (Some(shape), Some(formula)) = (Shape::of(spec)?, Formula::of(spec)?) else {
            return builder.finish();
        };
        let mut registers = Vec::new();
        for argument in spec.arguments() {
            registers.try_push((argument, builder.argument()?))?;
        }
        let register = |wanted| registers.iter().find(|(a, _)| *a == wanted).map(|(_, register)| *register);
        let operands = operands(&mut builder, &shape, register)?;
        let formula = formula.prepare(&mut builder, register)?;
        let mut kernel = Kernel { builder, shape, operands, formula, machine: target.machine() };
        kernel.columns()?;
        kernel.builder.finish()
    }
}

/// An operand: the pointer to its current column and the distance to the next one.
struct Operand {
    column: Int,
    stride: Offset,
}

fn operands(
    builder: &mut Builder,
    shape: &Shape,
    register: impl Fn(Argument) -> Option<Int>,
) -> Result<Vec<Operand>, OutOfMemory> {
    let mut operands = Vec::new();
    for Access { address, ld: (name, stride) } in &shape.operands {
        let Some(column) = register(*address) else { continue };
        let stride = stride_in_bytes(builder, *stride, register(*name), shape.dtype)?;
        operands.try_push(Operand { column, stride })?;
    }
    Ok(operands)
}

struct Kernel {
    builder: Builder,
    shape: Shape,
    /// The inputs that are read, then the output.
    operands: Vec<Operand>,
    formula: Ready,
    machine: Machine,
}

impl Kernel {
    fn columns(&mut self) -> Result<(), OutOfMemory> {
        if self.shape.n == 1 {
            return self.column();
        }
        let counter = self.builder.constant(signed(self.shape.n))?;
        self.builder.begin_loop(counter)?;
        self.column()?;
        for operand in &self.operands {
            self.builder.advance(operand.column, operand.stride)?;
        }
        self.builder.end_loop()
    }

    /// One column: a loop over blocks, then the rest of it.
    fn column(&mut self) -> Result<(), OutOfMemory> {
        let lanes = self.machine.lanes(self.shape.dtype);
        let block = lanes.saturating_mul(BLOCK);
        let lanes = lanes.get();
        // The rest holds a whole vector for the last one to overlap, if the column does.
        let blocks = match (self.shape.m / block, self.shape.m % block) {
            (blocks, rest) if rest > 0 && rest < lanes && blocks > 0 => blocks - 1,
            (blocks, _) => blocks,
        };
        let block = block.get();
        let rest = self.shape.m - blocks * block;
        let mut pointers = Vec::new();
        for operand in &self.operands {
            pointers.try_push(if blocks > 1 {
                self.builder.copy(operand.column)?
            } else {
                operand.column
            })?;
        }
        if blocks > 1 {
            let counter = self.builder.constant(signed(blocks))?;
            self.builder.begin_loop(counter)?;
        }
        let whole: &[(usize, usize)] = &[(0, lanes), (lanes, lanes), (2 * lanes, lanes), (3 * lanes, lanes)];
        if blocks > 0 {
            self.vectors(&pointers, whole, 0)?;
        }
        let mut start = blocks.min(1) * block;
        if blocks > 1 {
            for pointer in &pointers {
                self.builder.advance(*pointer, Offset::Const(bytes(block, self.shape.dtype)))?;
            }
            self.builder.end_loop()?;
            start = 0;
        }
        let mut tail = Vec::new();
        for nth in 0..rest.div_ceil(lanes) {
            let row = (nth * lanes).min(rest.saturating_sub(lanes));
            tail.try_push((row, lanes.min(rest)))?;
        }
        self.vectors(&pointers, &tail, start)
    }

    /// Loads, computes and stores some vectors, given by row and number of lanes.
    fn vectors(
        &mut self,
        pointers: &[Int],
        rows: &[(usize, usize)],
        start: usize,
    ) -> Result<(), OutOfMemory> {
        let dtype = self.shape.dtype;
        let place = |(row, count): (usize, usize)| {
            let count = u8::try_from(count).unwrap_or(u8::MAX);
            (Offset::Const(bytes(start + row, dtype)), Lanes { dtype, count })
        };
        let Some((output, inputs)) = pointers.split_last() else { return Ok(()) };
        let mut loaded = Vec::new();
        for input in inputs {
            for row in rows {
                let (offset, lanes) = place(*row);
                loaded.try_push(self.builder.load(*input, offset, lanes)?)?;
            }
        }
        let results = self.formula.apply(&mut self.builder, &loaded, rows.len())?;
        for (result, row) in results.into_iter().zip(rows) {
            let (offset, lanes) = place(*row);
            self.builder.store(result, *output, offset, lanes)?;
        }
        Ok(())
    }
}
