//! Element-wise kernels that keep the order of indices: one or two inputs, one output. What reads no
//! input keeps it either way.
//!
//! An input that is the same in all rows of a column is loaded once for the column, and one that is
//! the same everywhere once, each into all lanes of a vector.
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
use tensmith_core::kernel::func::{Int, Lanes, Offset, Vector};
use tensmith_core::kernel::spec::{Argument, Input, Orientation, Stride};
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

/// An operand: its address, how it covers the output, and the argument for its stride.
struct Access {
    address: Argument,
    covers: Input,
    ld: Argument,
}

impl Access {
    fn matrix(address: Argument, ld: Argument, stride: Stride) -> Self {
        Self { address, covers: Input::Matrix(stride), ld }
    }
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
                    operands.try_push(Access::matrix(Argument::In, Argument::LdIn, s.ld_in))?;
                }
                operands.try_push(Access::matrix(Argument::Out, Argument::LdOut, s.ld_out))?;
                match s.orientation {
                    Orientation::Same => (s.m, s.n),
                    Orientation::Transposed => (s.n, s.m),
                }
            }
            KernelSpec::Binary(s) => {
                operands.try_extend([
                    Access { address: Argument::In0, covers: s.in0, ld: Argument::LdIn0 },
                    Access { address: Argument::In1, covers: s.in1, ld: Argument::LdIn1 },
                    Access::matrix(Argument::Out, Argument::LdOut, s.ld_out),
                ])?;
                (s.m, s.n)
            }
            KernelSpec::Gemm(_) | KernelSpec::Reduce(_) => return Ok(None),
        };
        let mut shape = Self { dtype: spec.dtype(), m, n, operands };
        let is_dense = shape.operands.iter().all(|operand| match operand.covers {
            Input::Matrix(ld) => ld == Stride::Fixed(shape.m),
            Input::Column | Input::Row(_) => shape.n == 1,
            Input::Scalar => true,
        });
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
        let machine = target.machine();
        let inputs = operands.len().saturating_sub(1).max(1).saturating_mul(BLOCK.get());
        let registers = machine.vector_registers.saturating_sub(inputs);
        let formula = formula.prepare(&mut builder, register, &machine, registers)?;
        let mut kernel = Kernel { builder, shape, operands, formula, machine: target.machine() };
        kernel.columns()?;
        kernel.builder.finish()
    }
}

/// How an operand is accessed.
enum Operand {
    /// Element by element.
    Elements(Pointer),
    /// An input with one element for each column.
    Repeated(Pointer),
    /// An input with one element.
    Same(Vector),
}

/// The address of the current column and the distance to the next one.
struct Pointer {
    column: Int,
    stride: Offset,
}

/// Where the vectors of a column come from, or go.
#[derive(Clone, Copy)]
enum Place {
    /// Memory from an address on.
    At(Int),
    /// A register.
    Same(Vector),
}

fn operands(
    builder: &mut Builder,
    shape: &Shape,
    register: impl Fn(Argument) -> Option<Int>,
) -> Result<Vec<Operand>, OutOfMemory> {
    let mut operands = Vec::new();
    for Access { address, covers, ld } in &shape.operands {
        let Some(column) = register(*address) else { continue };
        let stride = match covers.stride() {
            Some(stride) => stride_in_bytes(builder, stride, register(*ld), shape.dtype)?,
            None => Offset::Const(0),
        };
        let pointer = Pointer { column, stride };
        operands.try_push(match covers {
            Input::Matrix(_) | Input::Column => Operand::Elements(pointer),
            Input::Row(_) => Operand::Repeated(pointer),
            Input::Scalar => Operand::Same(builder.load_all(column, Offset::Const(0), shape.dtype)?),
        })?;
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
            if let Operand::Elements(pointer) | Operand::Repeated(pointer) = operand {
                self.builder.advance(pointer.column, pointer.stride)?;
            }
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
        let places = self.places(blocks > 1)?;
        if blocks > 1 {
            let counter = self.builder.constant(signed(blocks))?;
            self.builder.begin_loop(counter)?;
        }
        let whole: &[(usize, usize)] = &[(0, lanes), (lanes, lanes), (2 * lanes, lanes), (3 * lanes, lanes)];
        if blocks > 0 {
            self.vectors(&places, whole, 0)?;
        }
        let mut start = blocks.min(1) * block;
        if blocks > 1 {
            for place in &places {
                if let Place::At(pointer) = place {
                    self.builder.advance(*pointer, Offset::Const(bytes(block, self.shape.dtype)))?;
                }
            }
            self.builder.end_loop()?;
            start = 0;
        }
        let mut tail = Vec::new();
        for nth in 0..rest.div_ceil(lanes) {
            let row = (nth * lanes).min(rest.saturating_sub(lanes));
            tail.try_push((row, lanes.min(rest)))?;
        }
        self.vectors(&places, &tail, start)
    }

    /// Where the operands of a column are; pointers are copies if they are to be `moved`.
    fn places(&mut self, moved: bool) -> Result<Vec<Place>, OutOfMemory> {
        let mut places = Vec::new();
        for operand in &self.operands {
            places.try_push(match operand {
                Operand::Elements(pointer) if moved => Place::At(self.builder.copy(pointer.column)?),
                Operand::Elements(pointer) => Place::At(pointer.column),
                Operand::Repeated(pointer) => {
                    Place::Same(self.builder.load_all(pointer.column, Offset::Const(0), self.shape.dtype)?)
                }
                Operand::Same(vector) => Place::Same(*vector),
            })?;
        }
        Ok(places)
    }

    /// Loads, computes and stores some vectors, given by row and number of lanes.
    fn vectors(
        &mut self,
        places: &[Place],
        rows: &[(usize, usize)],
        start: usize,
    ) -> Result<(), OutOfMemory> {
        let dtype = self.shape.dtype;
        let part = |(row, count): (usize, usize)| {
            let count = u8::try_from(count).unwrap_or(u8::MAX);
            (Offset::Const(bytes(start + row, dtype)), Lanes { dtype, count })
        };
        let Some((Place::At(output), inputs)) = places.split_last() else { return Ok(()) };
        let mut loaded = Vec::new();
        for input in inputs {
            for row in rows {
                let (offset, lanes) = part(*row);
                loaded.try_push(match *input {
                    Place::At(pointer) => self.builder.load(pointer, offset, lanes)?,
                    Place::Same(vector) => vector,
                })?;
            }
        }
        let results = self.formula.apply(&mut self.builder, &loaded, rows.len())?;
        for (result, row) in results.into_iter().zip(rows) {
            let (offset, lanes) = part(*row);
            self.builder.store(result, *output, offset, lanes)?;
        }
        Ok(())
    }
}
