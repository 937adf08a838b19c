//! Address arithmetic that generators share: strides in bytes, known or in a register.

use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Address, Inst, Int, Lanes, Offset, Vector};
use tensmith_core::kernel::spec::Stride;
use tensmith_core::{DType, OutOfMemory};

/// A count or an extent as a signed number; kernels' operands are far smaller than 2⁶³ bytes.
#[must_use]
pub fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The size in bytes of `count` elements.
#[must_use]
pub fn bytes(count: usize, dtype: DType) -> i64 {
    signed(count).saturating_mul(signed(dtype.bytes()))
}

/// The stride in bytes: a number, or the register of `argument` (in elements) scaled.
///
/// # Errors
/// [`OutOfMemory`].
pub fn stride_in_bytes(
    builder: &mut Builder,
    stride: Stride,
    argument: Option<Int>,
    dtype: DType,
) -> Result<Offset, OutOfMemory> {
    match (stride, argument) {
        (Stride::Fixed(elements), _) => Ok(Offset::Const(bytes(elements.get(), dtype))),
        (Stride::Runtime, Some(elements)) => {
            let log2 = dtype.bytes().trailing_zeros() as u8;
            Ok(Offset::Register(builder.shift_left(elements, log2)?))
        }
        // Every run-time stride has its argument.
        (Stride::Runtime, None) => Ok(Offset::Const(0)),
    }
}

/// `count` strides.
///
/// # Errors
/// [`OutOfMemory`].
pub fn times(builder: &mut Builder, stride: Offset, count: usize) -> Result<Offset, OutOfMemory> {
    match (stride, count) {
        (Offset::Const(bytes), count) => Ok(Offset::Const(bytes.saturating_mul(signed(count)))),
        (_, 0) => Ok(Offset::Const(0)),
        (Offset::Register(_), 1) => Ok(stride),
        (Offset::Register(bytes), count) if count.is_power_of_two() => {
            let log2 = count.trailing_zeros() as u8;
            Ok(Offset::Register(builder.shift_left(bytes, log2)?))
        }
        (Offset::Register(bytes), count) => {
            let factor = builder.constant(signed(count))?;
            let product = builder.int();
            builder.push(Inst::Mul(product, bytes, factor))?;
            Ok(Offset::Register(product))
        }
    }
}

/// A pointer that steps from column to column of a matrix, by immediates while these reach, else
/// by moving on.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    pointer: Int,
    step: Offset,
    offset: Option<i64>,
}

impl Walk {
    /// Starts at `base`, to visit `columns` columns of `height` bytes that are `stride` apart.
    /// `base` itself is left alone.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn new(
        builder: &mut Builder,
        base: Int,
        stride: Offset,
        (columns, height): (usize, i64),
        reach: i64,
    ) -> Result<Self, OutOfMemory> {
        let last = signed(columns.saturating_sub(1));
        if let Offset::Const(bytes) = stride {
            let end = bytes.saturating_mul(last).saturating_add(height);
            let aligned = bytes % 16 == 0 || end <= 256;
            if columns == 1 || aligned && end <= reach {
                return Ok(Self { pointer: base, step: stride, offset: Some(0) });
            }
        }
        Ok(Self { pointer: builder.copy(base)?, step: stride, offset: None })
    }

    /// Loads from the current column, `row` bytes below its start.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline]
    pub fn load(&self, builder: &mut Builder, row: i64, lanes: Lanes) -> Result<Vector, OutOfMemory> {
        let Address { base, offset } = self.address(row);
        builder.load(base, offset, lanes)
    }

    /// Stores to the current column, `row` bytes below its start.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline]
    pub fn store(
        &self,
        builder: &mut Builder,
        value: Vector,
        row: i64,
        lanes: Lanes,
    ) -> Result<(), OutOfMemory> {
        let Address { base, offset } = self.address(row);
        builder.store(value, base, offset, lanes)
    }

    /// Moves to the next column.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn next(&mut self, builder: &mut Builder) -> Result<(), OutOfMemory> {
        match (&mut self.offset, self.step) {
            (Some(offset), Offset::Const(bytes)) => {
                *offset = offset.saturating_add(bytes);
                Ok(())
            }
            _ => builder.advance(self.pointer, self.step),
        }
    }

    /// `row` bytes below the start of the current column.
    #[inline]
    fn address(&self, row: i64) -> Address {
        let offset = Offset::Const(self.offset.unwrap_or(0).saturating_add(row));
        Address { base: self.pointer, offset }
    }
}
