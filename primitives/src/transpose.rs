//! Unary kernels that exchange the indices: `out(j, i) = op(in(i, j))`.
//!
//! The matrix is cut into squares of vectors, which are transposed in registers. Where an extent
//! is no multiple of a vector, the last square overlaps the one before it; where it is narrower
//! than a vector, squares are loaded and stored narrow.

use crate::address::{bytes, signed, stride_in_bytes, times};
use crate::formula::{Formula, Ready};
use crate::square;
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::func::{Int, Lanes, Offset};
use tensmith_core::kernel::spec::{Argument, Orientation, UnarySpec};
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::target::Feature;
use tensmith_core::{OutOfMemory, Target};

/// Generator of transposing unary kernels.
#[derive(Clone, Copy, Debug)]
pub struct Transpose;

impl KernelGenerator for Transpose {
    fn name(&self) -> &'static str {
        "tensmith.transpose/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Unary(unary) = spec else { return Err(Refusal::OtherKind) };
        if unary.orientation != Orientation::Transposed || !unary.op.operation().reads_inputs {
            return Err(Refusal::OtherKind);
        }
        if !target.features.contains(Feature::AdvSimd) {
            return Err(Refusal::Feature(Feature::AdvSimd));
        }
        let lanes = target.machine().lanes(unary.dtype).get();
        let squares = unary.m.div_ceil(lanes) as f64 * unary.n.div_ceil(lanes) as f64;
        // Per square: a load, a store and two shuffles a vector.
        let per_square = lanes as f64 * 4.0 / f64::from(target.model.moves);
        Ok(Offer::of(squares * per_square + 10.0))
    }

    fn generate(&self, spec: &KernelSpec, target: &Target, _: &Offer) -> Result<Generated, GenerateError> {
        let mut builder = Builder::new(self.name())?;
        let (KernelSpec::Unary(unary), Some(formula)) = (spec, Formula::of(spec)?) else {
            return Ok(builder.finish()?.into());
        };
        let (input, output) = (builder.argument()?, builder.argument()?);
        let mut run_time = Vec::new();
        for argument in spec.arguments().skip(2) {
            run_time.try_push((argument, builder.argument()?))?;
        }
        let register = |wanted| run_time.iter().find(|(a, _)| *a == wanted).map(|(_, r)| *r);
        let ld_in = stride_in_bytes(&mut builder, unary.ld_in, register(Argument::LdIn), unary.dtype)?;
        let ld_out = stride_in_bytes(&mut builder, unary.ld_out, register(Argument::LdOut), unary.dtype)?;
        let lanes = target.machine().lanes(unary.dtype);
        let machine = target.machine();
        let registers = machine.vector_registers.saturating_sub(lanes.get());
        let formula = formula.prepare(&mut builder, register, &machine, registers)?;
        let mut kernel = Kernel { builder, spec: *unary, lanes, ld_in, ld_out, formula };
        kernel.all(input, output)?;
        Ok(kernel.builder.finish()?.into())
    }
}

struct Kernel {
    builder: Builder,
    spec: UnarySpec,
    lanes: NonZero<usize>,
    ld_in: Offset,
    ld_out: Offset,
    formula: Ready,
}

/// An extent as whole vectors, and how much a last, overlapping one moves back.
struct Cover {
    /// Vectors that follow each other; at least one.
    whole: usize,
    /// Elements per vector: fewer than its lanes only where the extent is.
    width: usize,
    /// Elements from the last whole vector to one more that ends at the extent; 0 for none.
    rest: usize,
}

impl Cover {
    fn new(extent: usize, lanes: NonZero<usize>) -> Self {
        if extent < lanes.get() {
            return Self { whole: 1, width: extent, rest: 0 };
        }
        Self { whole: extent / lanes, width: lanes.get(), rest: extent % lanes }
    }
}

impl Kernel {
    /// Squares from left to right of the input, in each column of squares from the top down.
    fn all(&mut self, input: Int, output: Int) -> Result<(), OutOfMemory> {
        let columns = Cover::new(self.spec.n, self.lanes);
        let counter = self.open(columns.whole)?;
        self.column(input, output, columns.width)?;
        if columns.whole > 1 || columns.rest > 0 {
            self.step_columns(input, output, columns.width)?;
        }
        self.close(counter)?;
        if columns.rest > 0 {
            let back = columns.width - columns.rest;
            let step_in = times(&mut self.builder, self.ld_in, back)?;
            let input = self.back(input, step_in)?;
            let output = self.back(output, Offset::Const(bytes(back, self.spec.dtype)))?;
            self.column(input, output, columns.width)?;
        }
        Ok(())
    }

    fn step_columns(&mut self, input: Int, output: Int, width: usize) -> Result<(), OutOfMemory> {
        let step_in = times(&mut self.builder, self.ld_in, width)?;
        self.builder.advance(input, step_in)?;
        self.builder.advance(output, Offset::Const(bytes(width, self.spec.dtype)))
    }

    /// One column of squares, `width` input columns wide.
    fn column(&mut self, input: Int, output: Int, width: usize) -> Result<(), OutOfMemory> {
        let rows = Cover::new(self.spec.m, self.lanes);
        let (input, output) = (self.builder.copy(input)?, self.builder.copy(output)?);
        let counter = self.open(rows.whole)?;
        self.square(input, output, (rows.width, width))?;
        let step_out = times(&mut self.builder, self.ld_out, rows.width)?;
        if rows.whole > 1 || rows.rest > 0 {
            self.builder.advance(input, Offset::Const(bytes(rows.width, self.spec.dtype)))?;
            self.builder.advance(output, step_out)?;
        }
        self.close(counter)?;
        if rows.rest > 0 {
            let back = rows.width - rows.rest;
            let input = self.back(input, Offset::Const(bytes(back, self.spec.dtype)))?;
            let step_out = times(&mut self.builder, self.ld_out, back)?;
            let output = self.back(output, step_out)?;
            self.square(input, output, (rows.width, width))?;
        }
        Ok(())
    }

    /// Transposes one square of `rows` × `columns` of the input.
    fn square(
        &mut self,
        input: Int,
        output: Int,
        (rows, columns): (usize, usize),
    ) -> Result<(), OutOfMemory> {
        let lanes =
            |count: usize| Lanes { dtype: self.spec.dtype, count: u8::try_from(count).unwrap_or(u8::MAX) };
        let (in_lanes, out_lanes) = (lanes(rows), lanes(columns));
        let (mut from, mut to) = (self.builder.copy(input)?, self.builder.copy(output)?);
        let mut vectors = Vec::new();
        for nth in 0..columns {
            vectors.try_push(self.builder.load(from, Offset::Const(0), in_lanes)?)?;
            from = self.step(from, self.ld_in, nth + 1 < columns)?;
        }
        let transposed = square::transpose(&mut self.builder, &vectors, self.spec.dtype)?;
        let results = self.formula.apply(&mut self.builder, &transposed, rows)?;
        for (nth, result) in results.into_iter().enumerate() {
            self.builder.store(result, to, Offset::Const(0), out_lanes)?;
            to = self.step(to, self.ld_out, nth + 1 < rows)?;
        }
        Ok(())
    }

    /// The pointer one stride further, where there is a next one.
    fn step(&mut self, pointer: Int, stride: Offset, more: bool) -> Result<Int, OutOfMemory> {
        if more { self.builder.add(pointer, stride) } else { Ok(pointer) }
    }

    /// A pointer `by` bytes before `pointer`.
    fn back(&mut self, pointer: Int, by: Offset) -> Result<Int, OutOfMemory> {
        match by {
            Offset::Const(bytes) => self.builder.add(pointer, Offset::Const(bytes.saturating_neg())),
            Offset::Register(bytes) => self.builder.subtract(pointer, bytes),
        }
    }

    fn open(&mut self, trips: usize) -> Result<bool, OutOfMemory> {
        if trips > 1 {
            let counter = self.builder.constant(signed(trips))?;
            self.builder.begin_loop(counter)?;
        }
        Ok(trips > 1)
    }

    fn close(&mut self, opened: bool) -> Result<(), OutOfMemory> {
        if opened { self.builder.end_loop() } else { Ok(()) }
    }
}
