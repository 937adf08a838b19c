//! Copies of columns of complex numbers: times `i`, times `-i`, or conjugated. Pairs of rows change places or
//! stay, and one changes its sign.
//!
//! Two instructions for a vector besides its load and its store: one exchanges neighbours, one changes signs.
//! Columns are cut into blocks of vectors, in a loop where they are long.
//!
//! Tests: `tests/tests/primitives_elementwise_shapes.rs`, `tests/tests/einsum_complex.rs`.

use crate::address::{bytes, stride_in_bytes};
use crate::alternating::alternating;
use crate::arguments::Arguments;
use crate::repeat::{Count, Writer, repeat};
use core::num::NonZero;
use tensmith_core::kernel::func::{FloatType, Int, Lanes, Offset, Vector, VectorOp};
use tensmith_core::kernel::spec::{Argument, Input, Pairing, Stride, UnarySpec};
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{DType, OutOfMemory, Target};

/// Generator of unary kernels whose rows are the parts of complex numbers.
#[derive(Clone, Copy, Debug)]
pub struct Paired;

/// Vectors of a block.
const BLOCK: NonZero<usize> = NonZero::new(4).unwrap();

/// Instructions for a vector.
const INSTRUCTIONS: f64 = 2.0;

impl KernelGenerator for Paired {
    fn name(&self) -> &'static str {
        "tensmith.paired/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let Some(Columns { dtype, m, n, .. }) = Columns::of(spec) else { return Err(Refusal::OtherKind) };
        let vectors = n as f64 * m.div_ceil(crate::vectors::machine(target)?.lanes(dtype).get()) as f64;
        let moves = 2.0 / f64::from(target.core.model.moves);
        let arithmetic = INSTRUCTIONS / f64::from(target.core.model.multiply_adds);
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
        let of = columns.dtype.arithmetic().lanes();
        let signs = alternating(&mut builder, signs(columns.pairing, of), of)?;
        let exchanges = columns.pairing.parts().iter().all(|(is_other, _)| *is_other);
        let mut kernel = Kernel { builder, dtype: columns.dtype, exchanges, signs, lanes };
        repeat(&mut kernel, Count::Const(columns.n), |kernel| {
            kernel.column(from, to, columns.m)?;
            let pointers = [from, to].into_iter().zip(steps);
            pointers.into_iter().try_for_each(|(pointer, step)| kernel.builder.advance(pointer, step))
        })?;
        Ok(kernel.builder.finish()?.into())
    }
}

/// What is copied.
#[derive(Clone, Copy)]
struct Columns {
    dtype: DType,
    pairing: Pairing,
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
        let columns = Self { dtype, pairing: orientation.pairing()?, m, n, ld_in, ld_out };
        let is_dense = [ld_in, ld_out] == [Stride::fixed(m); 2];
        let merged = m.checked_mul(n).filter(|_| is_dense).map(|all| Self { m: all, n: 1, ..columns });
        Some(merged.unwrap_or(columns))
    }
}

struct Kernel {
    builder: Builder,
    dtype: DType,
    /// Whether parts change places.
    exchanges: bool,
    /// The bits that change signs.
    signs: Vector,
    lanes: NonZero<usize>,
}

impl Writer for Kernel {
    fn builder(&mut self) -> &mut Builder {
        &mut self.builder
    }
}

impl Kernel {
    /// Writes a column of some rows.
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

    /// Writes that many blocks; returns the pointers behind them.
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

    /// Computes the lanes of a vector, which are that many bytes from the pointers.
    fn vector(&mut self, from: Int, to: Int, (start, count): (i64, usize)) -> Result<(), OutOfMemory> {
        let lanes = Lanes { dtype: self.dtype, count: u8::try_from(count).unwrap_or(u8::MAX) };
        let numbers = self.builder.load(from, Offset::Const(start), lanes)?;
        let results = self.results(numbers)?;
        self.builder.store(results, to, Offset::Const(start), lanes)
    }

    /// The parts exchanged, if results take each other's, with the sign of one changed.
    fn results(&mut self, numbers: Vector) -> Result<Vector, OutOfMemory> {
        let numbers = match self.exchanges {
            true => self.builder.swap_lanes(numbers, self.dtype)?,
            false => numbers,
        };
        self.builder.binary(VectorOp::Xor, numbers, self.signs, self.dtype)
    }
}

/// The bits that change the signs of parts that are negated.
fn signs(pairing: Pairing, of: FloatType) -> [u64; 2] {
    let sign = 1u64 << (of.bytes().saturating_mul(8).saturating_sub(1));
    pairing.parts().map(|(_, is_negated)| if is_negated { sign } else { 0 })
}
