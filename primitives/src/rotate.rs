//! Copies of columns of complex numbers times `i`: pairs of rows change places, and one changes its sign.
//!
//! Four instructions for a vector besides its load and its store: the numbers of even lanes and the negated
//! ones of odd lanes are spread to their neighbours, and of these the even lanes of the latter and the former
//! make the result. Columns are cut into blocks of vectors, in a loop where they are long.
//!
//! Tests: `tests/tests/primitives_elementwise_shapes.rs`, `tests/tests/einsum_complex.rs`.

use crate::address::{bytes, stride_in_bytes};
use crate::arguments::Arguments;
use crate::repeat::{Count, Writer, repeat};
use core::num::NonZero;
use tensmith_core::kernel::func::{Int, Lanes, Offset, Shuffle, UnaryVectorOp, Vector};
use tensmith_core::kernel::spec::{Argument, Input, Orientation, Stride, UnarySpec};
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{DType, OutOfMemory, Target};

/// Generator of unary kernels whose output is rotated.
#[derive(Clone, Copy, Debug)]
pub struct Rotate;

/// Vectors of a block.
const BLOCK: NonZero<usize> = NonZero::new(4).unwrap();

/// Instructions that rotate a vector.
const ROTATION: f64 = 4.0;

impl KernelGenerator for Rotate {
    fn name(&self) -> &'static str {
        "tensmith.rotate/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let Some(Columns { dtype, m, n, .. }) = Columns::of(spec) else { return Err(Refusal::OtherKind) };
        let vectors = n as f64 * m.div_ceil(crate::vectors::machine(target)?.lanes(dtype).get()) as f64;
        let moves = 2.0 / f64::from(target.core.model.moves);
        let arithmetic = ROTATION / f64::from(target.core.model.multiply_adds);
        Ok(Offer::of(vectors * moves.max(arithmetic) + 10.0))
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let Some(columns) = Columns::of(spec) else { return Err(GenerateError::OtherKind) };
        let mut builder = Builder::sized(self.name(), offer.instructions())?;
        let arguments = Arguments::declare(&mut builder, spec.arguments())?;
        let [from, to] = [Argument::In, Argument::Out].map(|argument| arguments.certain(argument));
        let mut step =
            |ld, argument| stride_in_bytes(&mut builder, ld, arguments.get(argument), columns.dtype);
        let steps = [step(columns.ld_in, Argument::LdIn)?, step(columns.ld_out, Argument::LdOut)?];
        let lanes = target.machine().lanes(columns.dtype);
        let mut kernel = Kernel { builder, dtype: columns.dtype, lanes };
        repeat(&mut kernel, Count::Const(columns.n), |kernel| {
            kernel.column(from, to, columns.m)?;
            let pointers = [from, to].into_iter().zip(steps);
            pointers.into_iter().try_for_each(|(pointer, step)| kernel.builder.advance(pointer, step))
        })?;
        Ok(kernel.builder.finish()?.into())
    }
}

/// What is rotated.
#[derive(Clone, Copy)]
struct Columns {
    dtype: DType,
    m: usize,
    n: usize,
    ld_in: Stride,
    ld_out: Stride,
}

impl Columns {
    /// That of a spec of this kind. Columns without gaps are one.
    fn of(spec: &KernelSpec) -> Option<Self> {
        let KernelSpec::Unary(UnarySpec {
            dtype,
            m,
            n,
            input: Input::Matrix(ld_in),
            ld_out,
            orientation,
            ..
        }) = *spec
        else {
            return None;
        };
        let columns = Self { dtype, m, n, ld_in, ld_out };
        let is_dense = [ld_in, ld_out] == [Stride::fixed(m); 2];
        let merged = m.checked_mul(n).filter(|_| is_dense).map(|all| Self { m: all, n: 1, ..columns });
        (orientation == Orientation::Rotated).then(|| merged.unwrap_or(columns))
    }
}

struct Kernel {
    builder: Builder,
    dtype: DType,
    lanes: NonZero<usize>,
}

impl Writer for Kernel {
    fn builder(&mut self) -> &mut Builder {
        &mut self.builder
    }
}

impl Kernel {
    /// Rotates a column of some rows.
    fn column(&mut self, from: Int, to: Int, rows: usize) -> Result<(), OutOfMemory> {
        let block = self.lanes.saturating_mul(BLOCK);
        let (blocks, mut rest) = (rows / block, rows % block);
        let (from, to) = match blocks {
            0 => (from, to),
            _ => self.blocks(from, to, blocks)?,
        };
        let mut start = 0;
        while rest > 0 {
            let count = rest.min(self.lanes.get());
            self.vector(from, to, (start, count))?;
            start = start.saturating_add(bytes(count, self.dtype));
            rest = rest.saturating_sub(count);
        }
        Ok(())
    }

    /// Rotates that many blocks; returns the pointers behind them.
    fn blocks(&mut self, from: Int, to: Int, blocks: usize) -> Result<(Int, Int), OutOfMemory> {
        let (from, to) = (self.builder.copy(from)?, self.builder.copy(to)?);
        let length = bytes(self.lanes.get(), self.dtype);
        repeat(self, Count::Const(blocks), |kernel| {
            let mut start = 0i64;
            for _ in 0..BLOCK.get() {
                kernel.vector(from, to, (start, kernel.lanes.get()))?;
                start = start.saturating_add(length);
            }
            [from, to]
                .into_iter()
                .try_for_each(|pointer| kernel.builder.advance(pointer, Offset::Const(start)))
        })?;
        Ok((from, to))
    }

    /// Rotates the lanes of a vector, which are that many bytes from the pointers.
    fn vector(&mut self, from: Int, to: Int, (start, count): (i64, usize)) -> Result<(), OutOfMemory> {
        let lanes = Lanes { dtype: self.dtype, count: u8::try_from(count).unwrap_or(u8::MAX) };
        let numbers = self.builder.load(from, Offset::Const(start), lanes)?;
        let rotated = self.rotated(numbers)?;
        self.builder.store(rotated, to, Offset::Const(start), lanes)
    }

    fn rotated(&mut self, numbers: Vector) -> Result<Vector, OutOfMemory> {
        let size = u8::try_from(self.dtype.arithmetic().bytes()).unwrap_or(u8::MAX);
        let builder = &mut self.builder;
        let negated = builder.unary(UnaryVectorOp::Negate, numbers, self.dtype)?;
        let even = builder.shuffle(Shuffle::TransposeEven, numbers, numbers, size)?;
        let odd = builder.shuffle(Shuffle::TransposeOdd, negated, negated, size)?;
        builder.shuffle(Shuffle::TransposeEven, odd, even, size)
    }
}
